#include "kube/api/yaml_builder.h"

#include <simdjson.h>
#include <yaml.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include "kube/api/yaml.h"
#include "kube/api/yaml_problem.h"
#include "kube/api/yaml_scalar.h"

namespace drawbridge::kube {
namespace {

constexpr std::string_view kMergeTag = "tag:yaml.org,2002:merge";
constexpr std::string_view kBinaryTag = "tag:yaml.org,2002:binary";
constexpr std::string_view kStringTag = "tag:yaml.org,2002:str";
constexpr std::string_view kMergeKey = "<<";
constexpr std::string_view kItemsKey = "items";

struct Event {
  Event() = default;
  ~Event() { yaml_event_delete(&raw); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  std::string_view value() const {
    return {reinterpret_cast<const char*>(raw.data.scalar.value), raw.data.scalar.length};
  }
  yaml_event_t raw = {};
};

std::string_view view(const yaml_char_t* text) {
  return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}

struct Node {
  bool is_scalar = false;
  YamlScalar scalar;         // is_scalar: the text lies in the arena
  Json collection;           // otherwise
  std::uint64_t weight = 1;  // values and keys of it, as kYamlNodesMax counts them
  std::uint32_t height = 0;  // of arrays and objects
  yaml_mark_t mark = {};
};

struct Anchor {
  Node node;
  bool complete = false;
};

struct Entry {
  std::string_view key;
  Json value;
  int line = 0;
  bool merged = false;
  std::uint32_t order = 0;
};

class Builder {
 public:
  Builder(std::string_view chunk, int first_line, Arena& arena, std::uint64_t& nodes)
      : arena_(arena), text_(chunk), first_line_(first_line), file_nodes_(nodes) {
    has_bang_ = chunk.find('!') != std::string_view::npos;
    has_escaped_slash_ = chunk.find("\\/") != std::string_view::npos;
    if (yaml_parser_initialize(&parser_) == 0) {
      fail(first_line_, "there is no memory to read this YAML");
      return;
    }
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(chunk.data()),
                                 chunk.size());
  }
  ~Builder() { yaml_parser_delete(&parser_); }
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  Result<YamlDocument> build() {
    YamlDocument document;
    if (!failed() && read_stream(document)) return document;
    return error_;
  }

 private:
  bool failed() const { return !error_.message.empty(); }
  bool fail(int line, std::string what) {
    if (!failed()) error_ = yaml_error(line, std::move(what));
    return false;
  }
  bool fail(const yaml_mark_t& mark, std::string what) {
    if (!failed()) error_ = yaml_error(line_of(mark), column_of(mark), std::move(what));
    return false;
  }
  int line_of(const yaml_mark_t& mark) const { return first_line_ + static_cast<int>(mark.line); }
  static int column_of(const yaml_mark_t& mark) { return static_cast<int>(mark.column) + 1; }

  bool next(Event& event) {
    if (yaml_parser_parse(&parser_, &event.raw) != 0) return true;
    if (!failed()) error_ = explain_yaml_problem(parser_, text_, first_line_);
    return false;
  }

  bool read_stream(YamlDocument& document);
  bool read_end();
  bool count(std::uint64_t nodes, bool aliased, const yaml_mark_t& mark);
  bool read_node(const Event& event, std::uint32_t depth, Node& to);
  bool read_alias(const Event& event, std::uint32_t depth, Node& to);
  bool read_scalar(const Event& event, Node& to);
  bool check_scalar_text(const Event& event);
  bool has_plain_tag(const Event& event);
  bool read_binary(const Event& event, Node& to);
  bool read_sequence(const Event& event, std::uint32_t depth, Node& to);
  bool read_mapping(const Event& event, std::uint32_t depth, Node& to);
  bool read_merge(std::uint32_t depth, Node& mapping);
  bool read_entry(const Event& key_event, std::uint32_t depth, Node& mapping);
  bool add_merged(const Json& object, const yaml_mark_t& mark);
  bool make_object(std::size_t first, Json& to);
  bool make_key(const Node& node, std::string_view& to);
  bool make_value(const Node& node, Json& to);
  bool open(const yaml_mark_t& mark, std::uint32_t depth);

  // Anchors may be defined anew; an alias means the last one before it, even one still being read.
  std::size_t start_anchor(std::string_view name) {
    if (name.empty()) return kNoAnchor;
    anchors_.emplace_back();
    anchor_by_name_[std::string(name)] = anchors_.size() - 1;
    return anchors_.size() - 1;
  }
  void finish_anchor(std::size_t anchor, const Node& node) {
    if (anchor == kNoAnchor) return;
    anchors_[anchor] = {node, true};
  }
  static constexpr std::size_t kNoAnchor = static_cast<std::size_t>(-1);

  Arena& arena_;
  MarkedText text_;
  const int first_line_;
  bool has_bang_ = false;
  bool has_escaped_slash_ = false;
  yaml_parser_t parser_ = {};
  Error error_;

  std::uint64_t& file_nodes_;
  std::uint64_t nodes_ = 1;  // the document itself counts, as in go-yaml
  std::uint64_t aliased_nodes_ = 0;
  std::uint32_t flow_depth_ = 0;

  std::vector<Anchor> anchors_;
  std::unordered_map<std::string, std::size_t> anchor_by_name_;
  // Of all open collections, the innermost last.
  std::vector<Entry> entries_;
  std::vector<Json> elements_;
  std::vector<int>* root_item_lines_ = nullptr;
  std::vector<int>* item_lines_ = nullptr;  // for the list that is read next
};

bool Builder::read_stream(YamlDocument& document) {
  Event start;
  Event document_start;
  if (!next(start) || !next(document_start)) return false;
  if (document_start.raw.type == YAML_STREAM_END_EVENT) return true;
  Event root_event;
  Node root;
  root_item_lines_ = &document.item_lines;
  if (!next(root_event) || !read_node(root_event, 0, root)) return false;
  if (!make_value(root, document.root) || !read_end()) return false;
  document.empty = document.root.is_null();
  document.line = line_of(root.mark);
  return true;
}

// kubectl reads one document between two separators and drops the rest, which nobody means.
bool Builder::read_end() {
  Event document_end;
  if (!next(document_end)) return false;
  constexpr std::string_view kWhat =
      "the document ends before this, and kubectl drops what follows: begin a new document with a "
      "line "
      "\"---\"";
  Event after;
  if (yaml_parser_parse(&parser_, &after.raw) == 0) {
    if (parser_.error == YAML_READER_ERROR || parser_.error == YAML_MEMORY_ERROR) {
      error_ = explain_yaml_problem(parser_, text_, first_line_);
      return false;
    }
    return fail(line_of(parser_.problem_mark), std::string(kWhat));
  }
  if (after.raw.type == YAML_STREAM_END_EVENT) return true;
  return fail(line_of(after.raw.start_mark), std::string(kWhat));
}

bool Builder::count(std::uint64_t nodes, bool aliased, const yaml_mark_t& mark) {
  nodes_ += nodes;
  file_nodes_ += nodes;
  if (aliased) aliased_nodes_ += nodes;
  if (file_nodes_ > kYamlNodesMax) {
    return fail(mark, "there are more than " + std::to_string(kYamlNodesMax) +
                          " values up to here, with aliases expanded: split the file");
  }
  if (nodes_ <= kYamlAliasFreeNodes || aliased_nodes_ <= kYamlAliasFreeAliased) return true;
  if (static_cast<double>(aliased_nodes_) / static_cast<double>(nodes_) <=
      yaml_alias_share_max(nodes_)) {
    return true;
  }
  return fail(mark, "aliases make up " + std::to_string(aliased_nodes_) + " of the " +
                        std::to_string(nodes_) +
                        " values up to here, and kubectl refuses so many: write some of them out");
}

bool Builder::open(const yaml_mark_t& mark, std::uint32_t depth) {
  if (depth < kJsonDepthMax) return true;
  return fail(mark, "lists and mappings are nested more than " + std::to_string(kJsonDepthMax) +
                        " levels deep");
}

bool Builder::read_node(const Event& event, std::uint32_t depth, Node& to) {
  to.mark = event.raw.start_mark;
  if (!count(1, false, to.mark)) return false;
  switch (event.raw.type) {
    case YAML_ALIAS_EVENT:
      return read_alias(event, depth, to);
    case YAML_SCALAR_EVENT:
      return read_scalar(event, to);
    case YAML_SEQUENCE_START_EVENT:
      return open(to.mark, depth) && read_sequence(event, depth + 1, to);
    case YAML_MAPPING_START_EVENT:
      return open(to.mark, depth) && read_mapping(event, depth + 1, to);
    default:
      return fail(to.mark, "a value is expected here");
  }
}

bool Builder::read_alias(const Event& event, std::uint32_t depth, Node& to) {
  const std::string name(view(event.raw.data.alias.anchor));
  const auto found = anchor_by_name_.find(name);
  if (found == anchor_by_name_.end()) {
    return fail(to.mark, "no anchor &" + name + " stands before the alias *" + name +
                             " in this document (text that begins with * needs quotes)");
  }
  const Anchor& anchor = anchors_[found->second];
  if (!anchor.complete) {
    return fail(to.mark,
                "the alias *" + name + " stands inside the value that &" + name + " names");
  }
  if (depth + anchor.node.height > kJsonDepthMax) return open(to.mark, kJsonDepthMax);
  if (!count(anchor.node.weight, true, to.mark)) return false;
  const yaml_mark_t mark = to.mark;
  to = anchor.node;
  to.mark = mark;
  to.weight += 1;
  return true;
}

// Whether the scalar has the tag "!", which libyaml drops and go-yaml takes for "no type but
// string".
bool Builder::has_plain_tag(const Event& event) {
  if (!has_bang_ || event.raw.data.scalar.plain_implicit == 0) return false;
  std::string_view rest = text_.from(event.raw.start_mark);
  if (rest.starts_with('&')) {
    rest.remove_prefix(1 + view(event.raw.data.scalar.anchor).size());
    for (;;) {
      const std::size_t at = rest.find_first_not_of(" \t\r\n");
      if (at == std::string_view::npos) return false;
      rest.remove_prefix(at);
      if (!rest.starts_with('#')) break;
      rest.remove_prefix(std::min(rest.find_first_of("\r\n"), rest.size()));
    }
  }
  return rest.starts_with('!');
}

// What libyaml 0.2.5 reads otherwise than the older libyaml inside go-yaml v2.
bool Builder::check_scalar_text(const Event& event) {
  const auto& scalar = event.raw.data.scalar;
  const std::string_view value = event.value();
  if (flow_depth_ > 0 && scalar.style == YAML_PLAIN_SCALAR_STYLE) {
    if (value.find('?') != std::string_view::npos) {
      return fail(event.raw.start_mark,
                  "inside brackets, text with a \"?\" needs quotes: " + quoted_excerpt(value));
    }
    if (scalar.tag != nullptr && value.empty() && text_.from(event.raw.end_mark).starts_with(',')) {
      return fail(event.raw.start_mark, "a space is missing between the tag and the comma");
    }
  }
  if (!has_escaped_slash_ || scalar.style != YAML_DOUBLE_QUOTED_SCALAR_STYLE) return true;
  const std::string_view written = text_.between(event.raw.start_mark, event.raw.end_mark);
  for (std::size_t at = written.find('"'); at < written.size(); ++at) {
    if (written[at] != '\\') continue;
    ++at;
    if (at < written.size() && written[at] == '/') {
      return fail(event.raw.start_mark, "kubectl knows no \"\\/\" in YAML: write \"/\" alone");
    }
  }
  return true;
}

bool Builder::read_binary(const Event& event, Node& to) {
  std::optional<std::string> bytes = decode_yaml_binary(event.value());
  if (!bytes) return fail(to.mark, "the value tagged !!binary is not base64");
  if (!simdjson::validate_utf8(*bytes)) {
    return fail(
        to.mark,
        "the value tagged !!binary is no text, and JSON holds only text: leave the base64 as it "
        "is and drop the tag");
  }
  to.scalar.kind = YamlScalar::Kind::kString;
  to.scalar.text = arena_.copy(*bytes);
  return true;
}

bool Builder::read_scalar(const Event& event, Node& to) {
  const auto& scalar = event.raw.data.scalar;
  to.is_scalar = true;
  const std::size_t anchor = start_anchor(view(scalar.anchor));
  if (!check_scalar_text(event)) return false;
  const std::string_view tag = view(scalar.tag);
  const std::string_view text = arena_.copy(event.value());
  if (tag == kBinaryTag) {
    if (!read_binary(event, to)) return false;
  } else if (!tag.empty()) {
    const std::optional<YamlScalar> resolved = resolve_yaml_tagged(tag, text);
    if (!resolved) {
      const std::string name(tag.substr(kStringTag.size() - 3));
      return fail(to.mark, quoted_excerpt(text) + " is tagged !!" + name + " and is no " + name);
    }
    to.scalar = *resolved;
  } else if (scalar.plain_implicit != 0 && !has_plain_tag(event)) {
    to.scalar = resolve_yaml_scalar(text);
  } else {
    to.scalar.text = text;
  }
  finish_anchor(anchor, to);
  return true;
}

bool Builder::read_sequence(const Event& event, std::uint32_t depth, Node& to) {
  const auto& sequence = event.raw.data.sequence_start;
  const std::size_t anchor = start_anchor(view(sequence.anchor));
  const std::uint32_t flow = sequence.style == YAML_FLOW_SEQUENCE_STYLE ? 1 : 0;
  std::vector<int>* const lines = std::exchange(item_lines_, nullptr);
  flow_depth_ += flow;
  const std::size_t first = elements_.size();
  for (;;) {
    Event element;
    if (!next(element)) return false;
    if (element.raw.type == YAML_SEQUENCE_END_EVENT) break;
    Node node;
    Json value;
    if (!read_node(element, depth, node) || !make_value(node, value)) return false;
    to.weight += node.weight;
    to.height = std::max(to.height, node.height);
    elements_.push_back(value);
    if (lines != nullptr) lines->push_back(line_of(node.mark));
  }
  flow_depth_ -= flow;
  to.height += 1;
  const std::size_t size = elements_.size() - first;
  Json* const elements = arena_.allocate<Json>(size);
  std::copy_n(elements_.begin() + static_cast<std::ptrdiff_t>(first), size, elements);
  elements_.resize(first);
  to.collection = Json::array({elements, size});
  finish_anchor(anchor, to);
  return true;
}

bool is_merge(const Event& event) {
  return event.raw.type == YAML_SCALAR_EVENT && event.value() == kMergeKey &&
         (event.raw.data.scalar.plain_implicit != 0 ||
          view(event.raw.data.scalar.tag) == kMergeTag);
}

bool Builder::read_mapping(const Event& event, std::uint32_t depth, Node& to) {
  const auto& mapping = event.raw.data.mapping_start;
  const std::size_t anchor = start_anchor(view(mapping.anchor));
  const std::uint32_t flow = mapping.style == YAML_FLOW_MAPPING_STYLE ? 1 : 0;
  flow_depth_ += flow;
  const std::size_t first = entries_.size();
  for (;;) {
    Event key;
    if (!next(key)) return false;
    if (key.raw.type == YAML_MAPPING_END_EVENT) break;
    if (is_merge(key)) {
      Node ignored;
      if (!read_scalar(key, ignored) || !read_merge(depth, to)) return false;
    } else if (!read_entry(key, depth, to)) {
      return false;
    }
  }
  flow_depth_ -= flow;
  to.height += 1;
  if (!make_object(first, to.collection)) return false;
  finish_anchor(anchor, to);
  return true;
}

bool Builder::read_entry(const Event& key_event, std::uint32_t depth, Node& mapping) {
  Node key;
  Entry entry;
  if (!read_node(key_event, depth, key) || !make_key(key, entry.key)) return false;
  Event value_event;
  Node value;
  if (!next(value_event)) return false;
  const bool is_list = value_event.raw.type == YAML_SEQUENCE_START_EVENT;
  item_lines_ = is_list && depth == 1 && entry.key == kItemsKey ? root_item_lines_ : nullptr;
  if (!read_node(value_event, depth, value) || !make_value(value, entry.value)) return false;
  entry.line = line_of(key.mark);
  entry.order = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back(entry);
  mapping.weight += key.weight + value.weight;
  mapping.height = std::max(mapping.height, value.height);
  return true;
}

bool Builder::add_merged(const Json& object, const yaml_mark_t& mark) {
  if (!object.is_object()) {
    return fail(mark, "\"<<\" takes a mapping, an alias of one, or a list of these");
  }
  for (const Json::Member& member : object.members()) {
    entries_.push_back({member.key(), member.value, line_of(mark), true,
                        static_cast<std::uint32_t>(entries_.size())});
  }
  return true;
}

bool Builder::read_merge(std::uint32_t depth, Node& mapping) {
  Event event;
  Node value;
  if (!next(event) || !read_node(event, depth, value)) return false;
  mapping.weight += value.weight;
  mapping.height = std::max(mapping.height, value.height);
  const bool is_list = event.raw.type == YAML_SEQUENCE_START_EVENT;
  if (!is_list) return add_merged(value.collection, value.mark);
  // The first mapping of the list wins, so it comes last.
  const std::span<const Json> list = value.collection.elements();
  for (std::size_t i = list.size(); i-- > 0;) {
    if (!add_merged(list[i], value.mark)) return false;
  }
  return true;
}

// Of entries with one key the last counts; two that are written out are an error.
bool Builder::make_object(std::size_t first, Json& to) {
  const auto begin = entries_.begin() + static_cast<std::ptrdiff_t>(first);
  std::sort(begin, entries_.end(), [](const Entry& a, const Entry& b) {
    const int order = a.key.compare(b.key);
    return order != 0 ? order < 0 : a.order < b.order;
  });
  auto* const members = arena_.allocate<Json::Member>(entries_.size() - first);
  std::size_t size = 0;
  const Entry* written = nullptr;
  for (std::size_t i = first; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    const bool again = i > first && entries_[i - 1].key == entry.key;
    if (!again) written = nullptr;
    if (!entry.merged && written != nullptr) {
      return fail(entry.line, "the key " + quoted_excerpt(entry.key) + " stands on line " +
                                  std::to_string(written->line) + " and again on line " +
                                  std::to_string(entry.line) + ": remove one of them");
    }
    if (!entry.merged) written = &entry;
    members[again ? size - 1 : size] = {Json::string(entry.key), entry.value};
    if (!again) ++size;
  }
  entries_.resize(first);
  to = Json::object({members, size});
  return true;
}

bool Builder::make_key(const Node& node, std::string_view& to) {
  if (!node.is_scalar) {
    return fail(node.mark,
                "a list or a mapping can't be a key (a value that begins with { or [ needs "
                "quotes, as a template's {{ }} does)");
  }
  if (node.scalar.kind == YamlScalar::Kind::kString) {
    to = node.scalar.text;
    return true;
  }
  const std::optional<std::string> key = yaml_scalar_key(node.scalar);
  if (key) {
    to = arena_.copy(*key);
    return true;
  }
  if (node.scalar.kind == YamlScalar::Kind::kNull) {
    return fail(node.mark, "a key is missing or null: put it in quotes if it is text");
  }
  return fail(node.mark, "the key " + quoted_excerpt(node.scalar.text) +
                             " is too large a number: put it in quotes");
}

bool Builder::make_value(const Node& node, Json& to) {
  if (!node.is_scalar) {
    to = node.collection;
    return true;
  }
  const std::optional<Json> value = yaml_scalar_value(node.scalar);
  if (!value) {
    return fail(node.mark, quoted_excerpt(node.scalar.text) +
                               " is no number that JSON has: put it in quotes if it is text");
  }
  to = *value;
  return true;
}

}  // namespace

double yaml_alias_share_max(std::uint64_t nodes) {
  constexpr double kNodesLow = 400'000;
  constexpr double kNodesHigh = 4'000'000;
  constexpr double kShareHigh = 0.99;
  constexpr double kShareLow = 0.10;
  const auto count = static_cast<double>(nodes);
  if (count <= kNodesLow) return kShareHigh;
  if (count >= kNodesHigh) return kShareLow;
  return kShareHigh - (kShareHigh - kShareLow) * ((count - kNodesLow) / (kNodesHigh - kNodesLow));
}

Result<YamlDocument> build_yaml_document(std::string_view chunk, int first_line, Arena& arena,
                                         std::uint64_t& nodes) {
  return Builder(chunk, first_line, arena, nodes).build();
}

}  // namespace drawbridge::kube
