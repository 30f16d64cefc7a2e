#include "kube/api/yaml_builder.h"

#include <simdjson.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include "kube/api/yaml.h"
#include "kube/api/yaml_entries.h"
#include "kube/api/yaml_events.h"
#include "kube/api/yaml_scalar.h"

namespace drawbridge::kube {
namespace {

constexpr std::string_view kMergeTag = "tag:yaml.org,2002:merge";
constexpr std::string_view kBinaryTag = "tag:yaml.org,2002:binary";
constexpr std::string_view kMergeKey = "<<";
constexpr std::string_view kItemsKey = "items";

struct Node {
  bool is_scalar = false;
  YamlScalar scalar;         // is_scalar: the text lies in the arena
  Json collection;           // otherwise
  std::uint64_t weight = 1;  // values and keys of it, as kYamlNodesMax counts them
  std::uint32_t height = 0;  // of arrays and objects
  yaml_mark_t mark = {};
};

// Anchors may be defined anew; an alias means the last one before it, even one still being read.
class Anchors {
 public:
  // A place for the value that is read now and named so, which may be nothing.
  std::size_t start(std::string_view name) {
    if (name.empty()) return kNone;
    anchors_.emplace_back();
    by_name_[std::string(name)] = anchors_.size() - 1;
    return anchors_.size() - 1;
  }
  void finish(std::size_t place, const Node& node) {
    if (place != kNone) anchors_[place] = {node, true};
  }
  struct Anchor {
    Node node;
    bool complete = false;
  };
  const Anchor* find(std::string_view name) const {
    const auto found = by_name_.find(std::string(name));
    return found == by_name_.end() ? nullptr : &anchors_[found->second];
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<Anchor> anchors_;
  std::unordered_map<std::string, std::size_t> by_name_;
};

// Reads by recursion, no deeper than kJsonDepthMax. `depth`: how many lists and mappings stand
// around.
class Builder {
 public:
  Builder(std::string_view chunk, int first_line, Arena& arena, std::uint64_t& file_nodes)
      : arena_(arena), events_(chunk, first_line), file_nodes_(file_nodes) {}

  Result<YamlDocument> build() {
    YamlDocument document;
    if (read_document(document)) return document;
    return events_.error();
  }

 private:
  bool fail(const yaml_mark_t& mark, std::string what) {
    return events_.fail(mark, std::move(what));
  }

  bool read_document(YamlDocument& document);
  bool count(std::uint64_t nodes, bool aliased, const yaml_mark_t& mark);
  bool check_depth(std::uint32_t depth, const yaml_mark_t& mark);
  bool read_node(const YamlEvent& event, std::uint32_t depth, Node& to);
  bool read_alias(const YamlEvent& event, std::uint32_t depth, Node& to);
  bool read_scalar(const YamlEvent& event, Node& to);
  bool read_binary(const YamlEvent& event, Node& to);
  bool read_sequence(const YamlEvent& event, std::uint32_t depth, Node& to);
  bool read_mapping(const YamlEvent& event, std::uint32_t depth, Node& to);
  bool read_merge(std::uint32_t depth, Node& mapping);
  bool read_entry(const YamlEvent& key_event, std::uint32_t depth, Node& mapping);
  bool make_key(const Node& node, std::string_view& to);
  bool make_value(const Node& node, Json& to);

  Arena& arena_;
  YamlEvents events_;
  std::uint64_t& file_nodes_;
  std::uint64_t nodes_ = 1;  // the document itself counts, as in go-yaml
  std::uint64_t aliased_nodes_ = 0;
  std::uint32_t flow_depth_ = 0;
  Anchors anchors_;
  YamlEntries entries_;
  std::vector<Json> elements_;  // of all open lists, the innermost last
  std::vector<int>* root_item_lines_ = nullptr;
  std::vector<int>* item_lines_ = nullptr;  // for the list that is read next
};

bool Builder::read_document(YamlDocument& document) {
  bool found = false;
  if (!events_.start(found)) return false;
  if (!found) return true;
  YamlEvent event;
  Node root;
  root_item_lines_ = &document.item_lines;
  if (!events_.next(event) || !read_node(event, 0, root) || !make_value(root, document.root))
    return false;
  document.line = events_.line_of(root.mark);
  return events_.finish();
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

bool Builder::check_depth(std::uint32_t depth, const yaml_mark_t& mark) {
  if (depth <= kJsonDepthMax) return true;
  return fail(mark, "lists and mappings are nested more than " + std::to_string(kJsonDepthMax) +
                        " levels deep");
}

bool Builder::read_node(const YamlEvent& event, std::uint32_t depth, Node& to) {
  to.mark = event.mark();
  if (!count(1, false, to.mark)) return false;
  switch (event.type()) {
    case YAML_ALIAS_EVENT:
      return read_alias(event, depth, to);
    case YAML_SCALAR_EVENT:
      return read_scalar(event, to);
    case YAML_SEQUENCE_START_EVENT:
      return check_depth(depth + 1, to.mark) && read_sequence(event, depth + 1, to);
    case YAML_MAPPING_START_EVENT:
      return check_depth(depth + 1, to.mark) && read_mapping(event, depth + 1, to);
    default:
      return fail(to.mark, "a value is expected here");
  }
}

bool Builder::read_alias(const YamlEvent& event, std::uint32_t depth, Node& to) {
  const std::string name(event.anchor());
  const Anchors::Anchor* anchor = anchors_.find(name);
  if (anchor == nullptr) {
    return fail(to.mark, "nothing before this is named " + quoted_excerpt("&" + name) +
                             " in this document (text that begins with * needs quotes)");
  }
  if (!anchor->complete) {
    return fail(to.mark,
                "the alias stands inside the value that " + quoted_excerpt("&" + name) + " names");
  }
  if (!check_depth(depth + anchor->node.height, to.mark)) return false;
  if (!count(anchor->node.weight, true, to.mark)) return false;
  const yaml_mark_t mark = to.mark;
  to = anchor->node;
  to.mark = mark;
  to.weight += 1;
  return true;
}

bool Builder::read_binary(const YamlEvent& event, Node& to) {
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

bool Builder::read_scalar(const YamlEvent& event, Node& to) {
  to.is_scalar = true;
  const std::size_t anchor = anchors_.start(event.anchor());
  if (!events_.check_scalar(event, flow_depth_ > 0)) return false;
  const std::string_view tag = event.tag();
  const std::string_view text = arena_.copy(event.value());
  if (tag == kBinaryTag) {
    if (!read_binary(event, to)) return false;
  } else if (!tag.empty()) {
    const std::optional<YamlScalar> resolved = resolve_yaml_tagged(tag, text);
    if (!resolved) {
      const std::string name(tag.substr(kTagPrefix.size()));
      return fail(to.mark, quoted_excerpt(text) + " is tagged !!" + name + " and is no " + name);
    }
    to.scalar = *resolved;
  } else if (event.is_implicit() && !events_.has_plain_tag(event)) {
    to.scalar = resolve_yaml_scalar(text);
  } else {
    to.scalar.text = text;
  }
  anchors_.finish(anchor, to);
  return true;
}

bool Builder::read_sequence(const YamlEvent& event, std::uint32_t depth, Node& to) {
  const std::size_t anchor = anchors_.start(event.anchor());
  const std::uint32_t flow =
      event.raw.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE ? 1 : 0;
  std::vector<int>* const lines = std::exchange(item_lines_, nullptr);
  flow_depth_ += flow;
  const std::size_t first = elements_.size();
  for (;;) {
    YamlEvent element;
    if (!events_.next(element)) return false;
    if (element.type() == YAML_SEQUENCE_END_EVENT) break;
    Node node;
    Json value;
    if (!read_node(element, depth, node) || !make_value(node, value)) return false;
    to.weight += node.weight;
    to.height = std::max(to.height, node.height);
    elements_.push_back(value);
    if (lines != nullptr) lines->push_back(events_.line_of(node.mark));
  }
  flow_depth_ -= flow;
  to.height += 1;
  const std::size_t size = elements_.size() - first;
  Json* const elements = arena_.allocate<Json>(size);
  std::copy_n(elements_.begin() + static_cast<std::ptrdiff_t>(first), size, elements);
  elements_.resize(first);
  to.collection = Json::array({elements, size});
  anchors_.finish(anchor, to);
  return true;
}

bool is_merge(const YamlEvent& event) {
  return event.type() == YAML_SCALAR_EVENT && event.value() == kMergeKey &&
         (event.is_implicit() || event.tag() == kMergeTag);
}

bool Builder::read_mapping(const YamlEvent& event, std::uint32_t depth, Node& to) {
  const std::size_t anchor = anchors_.start(event.anchor());
  const std::uint32_t flow = event.raw.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE ? 1 : 0;
  flow_depth_ += flow;
  const std::size_t first = entries_.mark();
  for (;;) {
    YamlEvent key;
    if (!events_.next(key)) return false;
    if (key.type() == YAML_MAPPING_END_EVENT) break;
    if (is_merge(key)) {
      Node ignored;
      if (!read_scalar(key, ignored) || !read_merge(depth, to)) return false;
    } else if (!read_entry(key, depth, to)) {
      return false;
    }
  }
  flow_depth_ -= flow;
  to.height += 1;
  YamlEntries::Duplicate twice;
  if (!entries_.make_object(first, arena_, to.collection, twice)) {
    const bool begins_object = depth == 1 && (twice.key == "apiVersion" || twice.key == "kind");
    return events_.fail(
        twice.second_line,
        "the key " + quoted_excerpt(twice.key) + " stands on line " +
            std::to_string(twice.first_line) + " and again on line " +
            std::to_string(twice.second_line) + ": " +
            (begins_object ? "write --- before line " + std::to_string(twice.second_line) +
                                 " where another object begins there, or "
                           : std::string()) +
            "remove one of them");
  }
  anchors_.finish(anchor, to);
  return true;
}

bool Builder::read_entry(const YamlEvent& key_event, std::uint32_t depth, Node& mapping) {
  Node key;
  std::string_view name;
  if (!read_node(key_event, depth, key) || !make_key(key, name)) return false;
  YamlEvent value_event;
  Node value;
  if (!events_.next(value_event)) return false;
  const bool is_list = value_event.type() == YAML_SEQUENCE_START_EVENT;
  item_lines_ = is_list && depth == 1 && name == kItemsKey ? root_item_lines_ : nullptr;
  Json made;
  if (!read_node(value_event, depth, value) || !make_value(value, made)) return false;
  entries_.add(name, made, events_.line_of(key.mark));
  mapping.weight += key.weight + value.weight;
  mapping.height = std::max(mapping.height, value.height);
  return true;
}

bool Builder::read_merge(std::uint32_t depth, Node& mapping) {
  YamlEvent event;
  Node value;
  if (!events_.next(event) || !read_node(event, depth, value)) return false;
  const Json merged = value.collection;
  const std::span<const Json> list = event.type() == YAML_SEQUENCE_START_EVENT
                                         ? merged.elements()
                                         : std::span<const Json>(&merged, 1);
  // The first mapping of a list wins, so it comes last.
  for (std::size_t i = list.size(); i-- > 0;) {
    if (!list[i].is_object()) {
      return fail(value.mark, "\"<<\" takes a mapping, an alias of one, or a list of these");
    }
    entries_.merge(list[i]);
  }
  mapping.weight += value.weight;
  mapping.height = std::max(mapping.height, value.height);
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
