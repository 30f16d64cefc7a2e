// simdjson parses; one pass over its tape builds our nodes and refuses what simdjson lets through:
// duplicate keys (it takes the first, Go the last: two readers of one body would disagree).

#include <simdjson.h>

#include <algorithm>
#include <cstring>

#include "kube/api/json.h"

namespace drawbridge::kube {
namespace {

constexpr std::size_t kInitialBytes = 64 * 1024;
// A parser that grew past this for one large body is given back after it.
constexpr std::size_t kKeptBytesMax = 512 * 1024;

// What a reader of the message can act on; simdjson's own words name its internals.
std::string_view explain(simdjson::error_code code) {
  switch (code) {
    case simdjson::UTF8_ERROR:
      return "the text is not valid UTF-8";
    case simdjson::DEPTH_ERROR:
      return "the JSON is nested more than 256 levels deep";
    case simdjson::EMPTY:
      return "there is no JSON: the text is empty";
    case simdjson::NUMBER_ERROR:
      return "a number is malformed or out of range (integers: 64 bits)";
    case simdjson::UNCLOSED_STRING:
      return "a string is not closed";
    case simdjson::UNESCAPED_CHARS:
      return "a string holds a control character that is not escaped";
    case simdjson::STRING_ERROR:
      return "a string holds an escape sequence that is not JSON's";
    case simdjson::MEMALLOC:
    case simdjson::CAPACITY:
      return "the JSON is too large to be read";
    default:
      return "the text is not one well-formed JSON value";
  }
}
static_assert(kJsonDepthMax == 256, "explain() names the depth");

class Builder {
 public:
  explicit Builder(Arena& arena) : arena_(arena) {}

  // `depth`: how many arrays and objects stand around the element; bounds the recursion.
  Json build(const simdjson::dom::element& element, std::uint32_t depth) {
    using simdjson::dom::element_type;
    switch (element.type()) {
      case element_type::ARRAY:
        return build_array(simdjson::dom::array(element), depth + 1);
      case element_type::OBJECT:
        return build_object(simdjson::dom::object(element), depth + 1);
      case element_type::STRING:
        return copy_string(std::string_view(element));
      case element_type::INT64:
        return Json::integer(std::int64_t(element));
      case element_type::UINT64:
        return Json::unsigned_integer(std::uint64_t(element));
      case element_type::DOUBLE:
        return Json::real(double(element));
      case element_type::BOOL:
        return Json::boolean(bool(element));
      case element_type::NULL_VALUE:
        return {};
    }
    return {};
  }

  // The first thing refused; empty when the document is good.
  const std::string& refusal() const { return refusal_; }

 private:
  // In words: the arena rounds up to them, and simdjson's buffer is padded behind its last string.
  Json copy_string(std::string_view text) {
    static_assert(Arena::kAlignment == sizeof(std::uint64_t));
    char* to = arena_.allocate<char>(text.size());
    for (std::size_t i = 0; i < text.size(); i += sizeof(std::uint64_t)) {
      std::memcpy(to + i, text.data() + i, sizeof(std::uint64_t));
    }
    return Json::string({to, text.size()});
  }

  Json build_array(const simdjson::dom::array& array, std::uint32_t depth) {
    if (depth > kJsonDepthMax) return refuse(std::string(explain(simdjson::DEPTH_ERROR)));
    // The tape's count saturates at 2^24 - 1, and no body of that many elements is ever read;
    // still, a count is never trusted beyond what is there.
    const std::size_t size = array.size();
    Json* elements = arena_.allocate<Json>(size);
    std::size_t count = 0;
    for (const simdjson::dom::element element : array) {
      if (count == size) return refuse(std::string(kTooManyEntries));
      elements[count++] = build(element, depth);
    }
    return Json::array({elements, count});
  }

  Json build_object(const simdjson::dom::object& object, std::uint32_t depth) {
    if (depth > kJsonDepthMax) return refuse(std::string(explain(simdjson::DEPTH_ERROR)));
    const std::size_t size = object.size();
    auto* members = arena_.allocate<Json::Member>(size);
    std::size_t count = 0;
    for (const simdjson::dom::key_value_pair field : object) {
      if (count == size) return refuse(std::string(kTooManyEntries));
      const Json key = copy_string(field.key);
      members[count++] = {key, build(field.value, depth)};
    }
    if (const Json::Member* twice = sort_members({members, count}); twice != nullptr) {
      return refuse("the key \"" + std::string(twice->key().substr(0, kKeyShownBytesMax)) +
                    "\" stands twice in one object");
    }
    return Json::object({members, count});
  }

  Json refuse(std::string reason) {
    if (refusal_.empty()) refusal_ = std::move(reason);
    return {};
  }

  static constexpr std::string_view kTooManyEntries =
      "an array or object has more than 16,777,214 entries";
  static constexpr std::size_t kKeyShownBytesMax = 64;
  Arena& arena_;
  std::string refusal_;
};

}  // namespace

struct JsonReader::Scratch {
  simdjson::dom::parser parser;
  std::string padded;
};

JsonReader::JsonReader() : scratch_(std::make_unique<Scratch>()) {}
JsonReader::~JsonReader() = default;
JsonReader::JsonReader(JsonReader&&) noexcept = default;
JsonReader& JsonReader::operator=(JsonReader&&) noexcept = default;

Status JsonReader::read_padded(std::string_view text, Document& into) {
  static_assert(kPaddingBytes >= simdjson::SIMDJSON_PADDING);
  into.arena().reset();
  into.set_root({});
  simdjson::dom::parser& parser = scratch_->parser;
  if (parser.capacity() < text.size()) {
    const std::size_t capacity = std::max(text.size(), kInitialBytes);
    if (parser.allocate(capacity) != simdjson::SUCCESS) {
      return Error{"there is no memory to read this JSON"};
    }
  }
  simdjson::dom::element root;
  const simdjson::error_code code = parser.parse(text.data(), text.size(), false).get(root);
  Status status;
  if (code != simdjson::SUCCESS) {
    status = Error{std::string(explain(code))};
  } else {
    Builder builder(into.arena());
    const Json built = builder.build(root, 0);
    if (!builder.refusal().empty()) {
      status = Error{builder.refusal()};
    } else {
      into.set_root(built);
    }
  }
  if (parser.capacity() > kKeptBytesMax) parser = simdjson::dom::parser();
  return status;
}

Status JsonReader::read(std::string_view text, Document& into) {
  std::string& padded = scratch_->padded;
  padded.reserve(text.size() + kPaddingBytes);
  padded.assign(text);
  Status status = read_padded(padded, into);
  if (padded.capacity() > kKeptBytesMax) padded = std::string();
  return status;
}

}  // namespace drawbridge::kube
