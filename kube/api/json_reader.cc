// simdjson parses; one pass over its tape builds our nodes and refuses what simdjson lets through:
// duplicate keys (it takes the first, Go the last: two readers of one body would disagree).

#include <simdjson.h>

#include <algorithm>
#include <bit>
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

// Builds nodes from simdjson's tape (its doc/tape.md): a word for each value and bracket, whose
// first byte says what it is, and one buffer with all strings, each behind its length. Reading it
// directly takes half the time of the iterators over it, and lets the strings be copied in one go.
class Builder {
 public:
  Builder(const simdjson::dom::document& parsed, std::size_t text_bytes, Arena& arena)
      : tape_(parsed.tape.get()), arena_(arena) {
    // Of each string the buffer holds the length and a zero, the text two quotes and what follows
    // them: five bytes for three at the most. simdjson allocates as much.
    const std::size_t bytes = text_bytes * 5 / 3 + sizeof(std::uint32_t) + 1;
    char* strings = arena_.allocate<char>(bytes);
    std::memcpy(strings, parsed.string_buf.get(), bytes);
    strings_ = strings;
  }

  Json build() {
    next_ = 1;  // behind the root's own word
    return build_value(0);
  }

  // The first thing refused; empty when the document is good.
  const std::string& refusal() const { return refusal_; }

 private:
  // `depth`: how many arrays and objects stand around the value; bounds the recursion. Most values
  // are strings and empty objects, which cost no call.
  Json build_value(std::uint32_t depth) {
    const std::uint64_t word = tape_[next_];
    switch (type_of(word)) {
      case TapeType::STRING:
        ++next_;
        return string_at(word);
      case TapeType::START_OBJECT:
        if (count_of(word) == 0 && depth < kJsonDepthMax) {
          next_ = end_of(word) + 1;
          return Json::object({});
        }
        return build_object(depth + 1);
      case TapeType::START_ARRAY:
        return build_array(depth + 1);
      default:
        return build_scalar();
    }
  }

  Json build_scalar() {
    const std::uint64_t word = tape_[next_++];
    switch (type_of(word)) {
      case TapeType::INT64:
        return Json::integer(std::bit_cast<std::int64_t>(tape_[next_++]));
      case TapeType::UINT64:
        return Json::unsigned_integer(tape_[next_++]);
      case TapeType::DOUBLE:
        return Json::real(std::bit_cast<double>(tape_[next_++]));
      case TapeType::TRUE_VALUE:
        return Json::boolean(true);
      case TapeType::FALSE_VALUE:
        return Json::boolean(false);
      default:
        return {};
    }
  }

  Json string_at(std::uint64_t word) const {
    const char* at = strings_ + (word & kPayload);
    std::uint32_t length;
    std::memcpy(&length, at, sizeof length);
    return Json::string({at + sizeof length, length});
  }

  // An opening bracket's word holds where its closing one is, and how many entries lie between;
  // that count saturates, and is then not trusted.
  using TapeType = simdjson::internal::tape_type;
  static TapeType type_of(std::uint64_t word) { return static_cast<TapeType>(word >> 56); }
  static std::size_t end_of(std::uint64_t word) { return static_cast<std::uint32_t>(word) - 1; }
  static std::size_t count_of(std::uint64_t word) { return (word >> 32) & kCountMax; }

  [[gnu::noinline]] Json build_array(std::uint32_t depth) {
    const std::uint64_t word = tape_[next_++];
    if (depth > kJsonDepthMax) return refuse(std::string(explain(simdjson::DEPTH_ERROR)), word);
    const std::size_t size = count_of(word);
    if (size == kCountMax) return refuse(std::string(kTooManyEntries), word);
    Json* elements = arena_.allocate<Json>(size);
    for (std::size_t i = 0; i < size; ++i) elements[i] = build_value(depth);
    next_ = end_of(word) + 1;
    return Json::array({elements, size});
  }

  [[gnu::noinline]] Json build_object(std::uint32_t depth) {
    const std::uint64_t word = tape_[next_++];
    if (depth > kJsonDepthMax) return refuse(std::string(explain(simdjson::DEPTH_ERROR)), word);
    const std::size_t size = count_of(word);
    if (size == kCountMax) return refuse(std::string(kTooManyEntries), word);
    auto* members = arena_.allocate<Json::Member>(size);
    for (std::size_t i = 0; i < size; ++i) {
      members[i].key_text = string_at(tape_[next_++]);
      members[i].value = build_value(depth);
    }
    next_ = end_of(word) + 1;
    if (size > 1) {
      if (const Json::Member* twice = sort_members({members, size}); twice != nullptr) {
        return refuse_key(twice->key(), word);
      }
    }
    return Json::object({members, size});
  }

  Json refuse_key(std::string_view key, std::uint64_t word) {
    return refuse("the key \"" + std::string(key.substr(0, kKeyShownBytesMax)) +
                      "\" stands twice in one object",
                  word);
  }

  // Goes on behind the array or object that `word` opens.
  Json refuse(std::string reason, std::uint64_t word) {
    if (refusal_.empty()) refusal_ = std::move(reason);
    next_ = end_of(word) + 1;
    return {};
  }

  static constexpr std::uint64_t kPayload = 0x00ffffffffffffff;
  static constexpr std::size_t kCountMax = 0xffffff;
  static constexpr std::string_view kTooManyEntries =
      "an array or object has more than 16,777,214 entries";
  static constexpr std::size_t kKeyShownBytesMax = 64;
  const std::uint64_t* tape_;
  const char* strings_ = nullptr;
  Arena& arena_;
  std::size_t next_ = 0;
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
  const simdjson::error_code code = parser.parse(text.data(), text.size(), false).error();
  Status status;
  if (code != simdjson::SUCCESS) {
    status = Error{std::string(explain(code))};
  } else {
    Builder builder(parser.doc, text.size(), into.arena());
    const Json built = builder.build();
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
