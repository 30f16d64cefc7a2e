#include "kube/api/yaml.h"

#include <algorithm>
#include <deque>
#include <span>
#include <utility>

#include "kube/api/yaml_builder.h"
#include "kube/api/yaml_problem.h"
#include "kube/api/yaml_source.h"

namespace drawbridge::kube {
namespace {

// How far apimachinery looks for the brace that makes a text JSON.
constexpr std::size_t kJsonGuessBytes = 4096;

struct Read {
  YamlObject object;
  std::vector<int> item_lines;  // as in YamlDocument
};

bool may_be_json(std::string_view text) {
  const std::string_view head = text.substr(0, kJsonGuessBytes);
  const std::size_t first = head.find_first_not_of(" \t\n\v\f\r");
  return first != std::string_view::npos && head[first] == '{';
}

std::size_t value_size(std::string_view text, std::size_t at) {
  return std::min(json_value_size(text.substr(at)), text.size() - at);
}

// The lines of the elements of the object's `items`. `text` is one JSON object that was read
// without an error; `line` is where it starts.
std::vector<int> json_item_lines(std::string_view text, int line) {
  std::vector<int> lines;
  std::size_t at = 1;
  const auto skip_between = [text, &at] {
    at = std::min(text.find_first_not_of(" \t\r\n,:", at), text.size());
  };
  for (skip_between(); at < text.size() && text[at] != '}'; skip_between()) {
    const std::string_view key = text.substr(at, value_size(text, at));
    at += key.size();
    skip_between();
    if (key != "\"items\"" || text[at] != '[') {
      at += value_size(text, at);
      continue;
    }
    std::size_t counted = 0;
    for (++at, skip_between(); at < text.size() && text[at] != ']'; skip_between()) {
      line += count_lines(text.substr(counted, at - counted));
      lines.push_back(line);
      counted = at;
      at += value_size(text, at);
    }
    break;
  }
  return lines;
}

std::uint64_t count_nodes(const Json& value) {
  std::uint64_t count = 1;
  for (const Json& element : value.elements()) count += count_nodes(element);
  for (const Json::Member& member : value.members()) count += 1 + count_nodes(member.value);
  return count;
}

class FileReader {
 public:
  Result<std::vector<Read>> read(std::string_view text);

 private:
  // Reads JSON values up to the end of `rest_`, or to something that may be YAML.
  Status read_json_values();
  Status refuse_json(std::string_view text, int line, const Error& why);
  Status read_chunks();
  Status add(Read read);

  std::string_view rest_;
  int line_ = 1;  // of the beginning of rest_
  std::uint64_t nodes_ = 0;
  JsonReader json_;
  std::vector<Read> reads_;
};

Result<std::vector<Read>> FileReader::read(std::string_view text) {
  if (text.size() > kYamlBytesMax) {
    return yaml_error(1, "the text has " + std::to_string(text.size()) + " bytes, more than the " +
                             std::to_string(kYamlBytesMax) + " that are read: split the file");
  }
  std::string converted;
  Result<std::string_view> utf8 = to_utf8(text, converted);
  if (!utf8) return std::move(utf8).error();
  rest_ = *utf8;
  if (may_be_json(rest_)) {
    if (Status status = read_json_values(); !status) return std::move(status).error();
  }
  if (Status status = read_chunks(); !status) return std::move(status).error();
  return std::move(reads_);
}

Status FileReader::read_json_values() {
  for (std::size_t count = 0;; ++count) {
    const std::size_t space = json_space_size(rest_);
    const std::string_view next = rest_.substr(space);
    if (next.empty()) {
      rest_ = next;
      return {};
    }
    const int line = line_ + count_lines(rest_.substr(0, space));
    const std::string_view value = next.substr(0, value_size(next, 0));
    Read read;
    const Status status = json_.read(value, read.object.document);
    if (!status && count > 1) return refuse_json(value, line, status.error());
    if (!status) {
      // What begins as JSON may go on as YAML, from the next line, as long as it is one value.
      const std::size_t line_end = rest_.find('\n');
      line_ += line_end < space ? 1 : 0;
      rest_.remove_prefix(line_end < space ? line_end + 1 : space);
      return {};
    }
    read.object.line = line;
    if (value.starts_with('{')) read.item_lines = json_item_lines(value, line);
    nodes_ += count_nodes(read.object.document.root());
    rest_ = next.substr(value.size());
    line_ = line + count_lines(value);
    if (Status added = add(std::move(read)); !added) return added;
  }
}

// The YAML reader says where something is wrong, if it takes it for wrong.
Status FileReader::refuse_json(std::string_view text, int line, const Error& why) {
  Arena arena;
  const Result<YamlDocument> as_yaml = build_yaml_document(text, line, arena, nodes_);
  if (!as_yaml) return as_yaml.error();
  return yaml_error(line, "after several JSON values only JSON may follow: " + why.message);
}

Status FileReader::read_chunks() {
  YamlChunks chunks(rest_, line_);
  for (;;) {
    const Result<bool> more = chunks.next();
    if (!more) return more.error();
    if (!*more) return {};
    Read read;
    Result<YamlDocument> document =
        build_yaml_document(chunks.chunk(), chunks.line(), read.object.document.arena(), nodes_);
    if (!document) return std::move(document).error();
    read.object.document.set_root(document->root);
    read.object.line = document->line;
    read.item_lines = std::move(document->item_lines);
    if (Status added = add(std::move(read)); !added) return added;
  }
}

Status FileReader::add(Read read) {
  if (nodes_ > kYamlNodesMax) {
    return yaml_error(read.object.line, "there are more than " + std::to_string(kYamlNodesMax) +
                                            " values up to the end of this: split the file");
  }
  if (read.object.document.root().is_null()) return {};
  if (reads_.size() == kYamlDocumentsMax) {
    return yaml_error(read.object.line, "this is one more than the " +
                                            std::to_string(kYamlDocumentsMax) +
                                            " documents that are read: split the file");
  }
  reads_.push_back(std::move(read));
  return {};
}

constexpr std::string_view kListSuffix = "List";

struct Item {
  Json value;
  Json list;  // that it stands in, or null
  int line;
};

// Items of a typed list come from the API with neither kind nor apiVersion.
bool takes_kind_of_list(const Item& item) {
  const std::string_view list_kind = item.list["kind"].as_string();
  return list_kind.size() > kListSuffix.size() && item.value["kind"].as_string().empty() &&
         item.value["apiVersion"].as_string().empty();
}

std::string_view kind_of(const Item& item) {
  if (!takes_kind_of_list(item)) return item.value["kind"].as_string();
  std::string_view kind = item.list["kind"].as_string();
  kind.remove_suffix(kListSuffix.size());
  return kind;
}

bool is_list(const Item& item) {
  return kind_of(item).ends_with(kListSuffix) && item.value["items"].is_array();
}

Json copy_item(const Item& item, Arena& arena) {
  const Json copy = copy_json(item.value, arena);
  if (!takes_kind_of_list(item)) return copy;
  auto* const members = arena.allocate<Json::Member>(copy.size() + 2);
  std::size_t size = 0;
  for (const Json::Member& member : copy.members()) {
    if (member.key() != "kind" && member.key() != "apiVersion") members[size++] = member;
  }
  members[size++] = {Json::string("kind"), Json::string(arena.copy(kind_of(item)))};
  members[size++] = {Json::string("apiVersion"), copy_json(item.list["apiVersion"], arena)};
  sort_members({members, size});
  return Json::object({members, size});
}

// Replaces Lists by their items; those of Lists in a List come after its others, as kubectl has it.
class ListExpander {
 public:
  Status add(Read read) {
    const Json root = read.object.document.root();
    if (!root.is_object()) {
      return yaml_error(
          read.object.line,
          "a manifest is an object with apiVersion and kind, and this is a value of type " +
              std::string(kind_name(root.kind())));
    }
    const Item whole = {root, {}, read.object.line};
    if (is_list(whole)) return add_list(whole, read.item_lines);
    if (Status status = make_room(read.object.line); !status) return status;
    objects_.push_back(std::move(read.object));
    return {};
  }
  std::vector<YamlObject> take() { return std::move(objects_); }

 private:
  Status make_room(int line) const {
    if (objects_.size() < kYamlDocumentsMax) return {};
    return yaml_error(line, "this is one more than the " + std::to_string(kYamlDocumentsMax) +
                                " objects that are read: split the file");
  }

  Status add_list(const Item& whole, const std::vector<int>& lines) {
    std::deque<Item> waiting;
    if (Status status = open_list(whole, lines, waiting); !status) return status;
    for (; !waiting.empty(); waiting.pop_front()) {
      const Item item = waiting.front();
      if (is_list(item)) {
        if (Status status = open_list(item, {}, waiting); !status) return status;
        continue;
      }
      if (Status status = make_room(item.line); !status) return status;
      YamlObject& object = objects_.emplace_back();
      object.line = item.line;
      object.document.set_root(copy_item(item, object.document.arena()));
    }
    return {};
  }

  static Status open_list(const Item& list, const std::vector<int>& lines, std::deque<Item>& to) {
    const std::span<const Json> items = list.value["items"].elements();
    for (std::size_t i = 0; i < items.size(); ++i) {
      const int line = lines.size() == items.size() ? lines[i] : list.line;
      if (!items[i].is_object()) {
        return yaml_error(line, "items[" + std::to_string(i) +
                                    "] of this List is no object but of type " +
                                    std::string(kind_name(items[i].kind())));
      }
      to.push_back({items[i], list.value, line});
    }
    return {};
  }

  std::vector<YamlObject> objects_;
};

}  // namespace

Result<std::vector<YamlObject>> read_yaml(std::string_view text) {
  Result<std::vector<Read>> reads = FileReader().read(text);
  if (!reads) return std::move(reads).error();
  std::vector<YamlObject> objects;
  objects.reserve(reads->size());
  for (Read& read : *reads) objects.push_back(std::move(read.object));
  return objects;
}

Result<std::vector<YamlObject>> read_manifests(std::string_view text) {
  Result<std::vector<Read>> reads = FileReader().read(text);
  if (!reads) return std::move(reads).error();
  ListExpander expander;
  for (Read& read : *reads) {
    if (Status status = expander.add(std::move(read)); !status) return std::move(status).error();
  }
  return expander.take();
}

}  // namespace drawbridge::kube
