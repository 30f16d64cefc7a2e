// simdjson finds the tokens of a text, with the registers of the machine; one pass over them checks
// the grammar, builds our nodes and refuses what most parsers let through: keys that stand twice
// (simdjson takes the first, Go the last: two readers of one body would disagree).
#include <simdjson.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "kube/api/json.h"
#include "kube/api/json_number.h"

namespace drawbridge::kube {
namespace {

constexpr std::size_t kInitialBytes = 64 * 1024;
// A parser that grew past this for one large body is given back after it.
constexpr std::size_t kKeptBytesMax = 512 * 1024;
// Of simdjson's second stage, which is not used.
constexpr std::size_t kTokenizerDepth = 1;

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

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// Whether a number or a name such as `true` may end before `c`. Not every token may follow one, but
// then it is that token which is wrong.
bool ends_scalar(char c) {
  return c == ',' || c == '}' || c == ']' || is_space(c) || c == ':' || c == '{' || c == '[';
}

// The first eight bytes of a key as a number that orders as they do, zeros behind a shorter key.
// Precondition: eight bytes are readable.
std::uint64_t prefix_of(std::string_view key) {
  std::uint64_t prefix;
  std::memcpy(&prefix, key.data(), sizeof prefix);
  if (std::endian::native == std::endian::little) prefix = __builtin_bswap64(prefix);
  if (key.size() >= sizeof prefix) return prefix;
  return prefix & ~(~std::uint64_t{0} >> (8 * key.size()));
}

// Up to this many members an insertion sort beats std::sort.
constexpr std::size_t kInsertionMembersMax = 24;

// simdjson's first stage. It notes where the tokens of a text begin: each bracket, colon and comma,
// each string, number and name. What it lets through is UTF-8, without control characters in
// strings, and each string is closed. Behind the last token it notes the text's end.
using Tokenizer = simdjson::internal::dom_parser_implementation;

// What members are sorted by.
struct Key {
  std::uint64_t prefix;  // of prefix_of()
  std::size_t member;    // index within the object as it was written
};

// Values of arrays and objects that are still open; kept between documents.
struct Pending {
  std::vector<Json> elements;
  std::vector<Json::Member> members;
  std::vector<std::uint64_t> prefixes;  // of the members' keys
};

// Builds nodes from tokens. simdjson's second stage would write a tape for another pass to read;
// the two take a quarter longer.
class Builder {
 public:
  // `text` is of the arena, and nodes refer to it. Of the kPaddingBytes behind it the first is a
  // space.
  Builder(std::string_view text, const Tokenizer& tokenizer, Pending& pending, Arena& arena)
      : tokenizer_(tokenizer),
        text_(text.data()),
        text_end_(text.data() + text.size()),
        next_(tokenizer.structural_indexes.get()),
        end_(next_ + tokenizer.n_structural_indexes),
        pending_(pending),
        members_(pending.members.data()),
        prefixes_(pending.prefixes.data()),
        members_room_(pending.members.size()),
        arena_(arena) {
    pending_.elements.clear();
    find_escape(text_);
  }

  // True when the text is good. What is not well-formed counts before a key that stands twice.
  bool build(Json& root) {
    // Of a text that is cut off, that counts before anything else.
    const char first = text_[*next_];
    const char last = text_[end_[-1]];
    if ((first == '{' && last != '}') || (first == '[' && last != ']')) fail(simdjson::TAPE_ERROR);
    root = build_value(0);
    if (next_ != end_) fail(simdjson::TAPE_ERROR);
    if (error_ != simdjson::SUCCESS) refusal_ = explain(error_);
    return refusal_.empty();
  }

  const std::string& refusal() const { return refusal_; }

 private:
  // The first error counts.
  Json fail(simdjson::error_code error) {
    if (!failed()) error_ = error;
    return {};
  }
  bool failed() const { return error_ != simdjson::SUCCESS; }

  // The value whose first token is next. `depth`: how many arrays and objects stand around it;
  // bounds the recursion. After an error nothing counts any more.
  Json build_value(std::uint32_t depth) {
    const char* at = text_ + *next_++;
    return *at == '"' ? build_string(at, text_ + *next_) : build_other(at, depth);
  }

  [[gnu::noinline]] Json build_other(const char* at, std::uint32_t depth) {
    switch (*at) {
      case '{':
        return build_object(depth + 1);
      case '[':
        return build_array(depth + 1);
      case 't':
        return build_name(at, "true", Json::boolean(true));
      case 'f':
        return build_name(at, "false", Json::boolean(false));
      case 'n':
        return build_name(at, "null", Json());
      default:
        return build_number(at);
    }
  }

  Json build_name(const char* at, std::string_view name, Json value) {
    if (std::memcmp(at, name.data(), name.size()) != 0 || !ends_scalar(at[name.size()]))
      return fail(simdjson::TAPE_ERROR);
    return value;
  }

  [[gnu::noinline]] Json build_number(const char* at) {
    if (*at != '-' && (*at < '0' || *at > '9')) return fail(simdjson::TAPE_ERROR);
    Json number;
    const char* end = read_json_number(at, number);
    if (end == nullptr || !ends_scalar(*end)) return fail(simdjson::NUMBER_ERROR);
    return number;
  }

  // Between the closing quote and the token behind it is nothing but white space.
  Json build_string(const char* quote, const char* token_behind) {
    const char* begin = quote + 1;
    const char* end = token_behind - 1;
    while (*end != '"' && is_space(*end)) --end;
    if (end < begin || *end != '"') return fail(simdjson::TAPE_ERROR);
    if (escape_ < end) return build_unescaped(begin, end);
    return Json::string({begin, static_cast<std::size_t>(end - begin)});
  }

  [[gnu::noinline]] Json build_unescaped(const char* begin, const char* end) {
    find_escape(end);
    if (unescaped_ == nullptr) {
      // No string grows, so there is room for all that follow.
      const auto bytes = static_cast<std::size_t>(text_end_ - begin);
      unescaped_ = arena_.allocate<std::uint8_t>(bytes + JsonReader::kPaddingBytes);
    }
    std::uint8_t* behind =
        tokenizer_.parse_string(reinterpret_cast<const std::uint8_t*>(begin), unescaped_);
    if (behind == nullptr) return fail(simdjson::STRING_ERROR);
    const char* unescaped = reinterpret_cast<const char*>(unescaped_);
    const auto size = static_cast<std::size_t>(behind - unescaped_);
    unescaped_ = behind;
    return Json::string({unescaped, size});
  }

  // Finds the first backslash at or behind `from`.
  void find_escape(const char* from) {
    const void* found = std::memchr(from, '\\', static_cast<std::size_t>(text_end_ - from));
    escape_ = found != nullptr ? static_cast<const char*>(found) : text_end_;
  }

  Json build_array(std::uint32_t depth) {
    if (depth > kJsonDepthMax) return fail(simdjson::DEPTH_ERROR);
    if (text_[*next_] == ']') return ++next_, Json::array({});
    const std::size_t base = pending_.elements.size();
    char separator = ',';
    while (separator == ',') {
      const Json element = build_value(depth);
      if (failed()) return {};
      pending_.elements.emplace_back() = element;
      separator = text_[*next_++];
    }
    if (separator != ']') return fail(simdjson::TAPE_ERROR);
    const std::size_t size = pending_.elements.size() - base;
    Json* elements = arena_.allocate<Json>(size);
    std::copy_n(pending_.elements.data() + base, size, elements);
    pending_.elements.resize(base);
    return Json::array({elements, size});
  }

  // Precondition: its first brace was taken.
  [[gnu::noinline]] Json build_object(std::uint32_t depth) {
    if (depth > kJsonDepthMax) return fail(simdjson::DEPTH_ERROR);
    const char* const text = text_;     // registers: what is of this Builder would be read anew
    const std::uint32_t* next = next_;  // for each token
    if (text[*next] == '}') return ++next_, Json::object({});
    const std::size_t base = members_open_;
    bool is_sorted = true;
    std::uint64_t prefix_before = 0;
    char separator = ',';
    while (separator == ',') {
      const char* quote = text + *next++;
      if (*quote != '"') return fail(simdjson::TAPE_ERROR);
      const Json key = build_string(quote, text + *next);
      if (text[*next++] != ':' || !key.is_string()) return fail(simdjson::TAPE_ERROR);
      if (members_open_ == members_room_) grow_members();
      const std::size_t at = members_open_++;
      members_[at].key_text = key;
      const std::uint64_t prefix = prefix_of(key.as_string());
      prefixes_[at] = prefix;
      is_sorted &= prefix_before < prefix;
      prefix_before = prefix;
      const char* first = text + *next++;
      Json value;
      if (*first == '"') {
        value = build_string(first, text + *next);
      } else if (*first == '{' && text[*next] == '}') {  // half of all: managedFields
        value = Json::object({});
        ++next;
      } else {
        next_ = next;
        value = *first == '{' ? build_object(depth + 1) : build_other(first, depth);
        if (failed()) return {};
        next = next_;
      }
      members_[at].value = value;
      separator = text[*next++];
    }
    next_ = next;
    if (separator != '}') return fail(simdjson::TAPE_ERROR);
    const std::size_t size = members_open_ - base;
    auto* members = arena_.allocate<Json::Member>(size);
    members_open_ = base;
    if (is_sorted) {
      std::copy_n(members_ + base, size, members);
    } else {
      copy_sorted(base, {members, size});
    }
    return Json::object({members, size});
  }

  // Copies members that begin at `base`, sorted by key.
  [[gnu::noinline]] void copy_sorted(std::size_t base, std::span<Json::Member> to) {
    const Json::Member* const members = members_ + base;
    if (to.size() > kInsertionMembersMax) {
      std::copy_n(members, to.size(), to.data());
      const Json::Member* twice = sort_members(to);
      if (twice != nullptr) refuse_key(twice->key());
      return;
    }
    const std::uint64_t* const prefixes = prefixes_ + base;
    bool has_ties = false;
    for (std::size_t i = 0; i < to.size(); ++i) {
      const std::uint64_t prefix = prefixes[i];
      Key* at = keys_ + i;
      for (; at != keys_ && prefix < at[-1].prefix; --at) *at = at[-1];
      *at = {prefix, i};
      has_ties |= at != keys_ && prefix == at[-1].prefix;
    }
    if (has_ties) settle_ties(members, {keys_, to.size()});
    Json::Member* next = to.data();
    for (const Key *key = keys_, *end = keys_ + to.size(); key != end; ++key)
      *next++ = members[key->member];
  }

  // Sorts keys that have one prefix by what follows it. Of those that stand twice the last one of
  // the text is told.
  [[gnu::noinline]] void settle_ties(const Json::Member* members, std::span<Key> keys) {
    std::size_t twice = 0;
    for (std::size_t i = 1; i < keys.size(); ++i) {
      const Key key = keys[i];
      if (keys[i - 1].prefix != key.prefix) continue;
      std::size_t at = i;
      for (; at > 0 && keys[at - 1].prefix == key.prefix; --at) {
        const std::string_view before = members[keys[at - 1].member].key();
        const int order = members[key.member].key().compare(before);
        if (order == 0) twice = std::max(twice, key.member);
        if (order >= 0) break;
        keys[at] = keys[at - 1];
      }
      keys[at] = key;
    }
    if (twice > 0) refuse_key(members[twice].key());
  }

  [[gnu::noinline]] void grow_members() {
    members_room_ = std::max(kMembersMin, 2 * members_room_);
    pending_.members.resize(members_room_);
    pending_.prefixes.resize(members_room_);
    members_ = pending_.members.data();
    prefixes_ = pending_.prefixes.data();
  }

  [[gnu::noinline]] void refuse_key(std::string_view key) {
    if (!refusal_.empty()) return;
    refusal_ = "the key \"" + std::string(key.substr(0, kKeyShownBytesMax)) +
               "\" stands twice in one object";
  }

  static constexpr std::size_t kKeyShownBytesMax = 64;
  static constexpr std::size_t kMembersMin = 256;
  const Tokenizer& tokenizer_;
  const char* text_;
  const char* text_end_;
  const std::uint32_t* next_;  // the token to be taken next
  const std::uint32_t* end_;
  const char* escape_ = nullptr;       // the first backslash that is not read yet
  std::uint8_t* unescaped_ = nullptr;  // room for strings that have escapes
  Pending& pending_;
  // Of pending_, whose members are never cleared: that costs time.
  Json::Member* members_;
  std::uint64_t* prefixes_;
  std::size_t members_open_ = 0;
  std::size_t members_room_;
  Key keys_[kInsertionMembersMax] = {};  // of the object that is being sorted
  Arena& arena_;
  simdjson::error_code error_ = simdjson::SUCCESS;
  std::string refusal_;
};

}  // namespace

struct JsonReader::Scratch {
  std::unique_ptr<Tokenizer> tokenizer;
  Pending pending;
};

JsonReader::JsonReader(std::size_t tokens_max)
    : scratch_(std::make_unique<Scratch>()), tokens_max_(tokens_max) {}
JsonReader::~JsonReader() = default;
JsonReader::JsonReader(JsonReader&&) noexcept = default;
JsonReader& JsonReader::operator=(JsonReader&&) noexcept = default;

// The tokens' finder never reads past the end, and the builder has a copy of its own.
Status JsonReader::read_padded(std::string_view text, Document& into) {
  return read(text, into);
}

Status JsonReader::read(std::string_view text, Document& into) {
  into.clear();
  std::unique_ptr<Tokenizer>& tokenizer = scratch_->tokenizer;
  if (tokenizer == nullptr || tokenizer->capacity() < text.size()) {
    const std::size_t capacity = std::max(text.size(), kInitialBytes);
    if (simdjson::get_active_implementation()->create_dom_parser_implementation(
            capacity, kTokenizerDepth, tokenizer) != simdjson::SUCCESS) {
      tokenizer.reset();
      return Error{"there is no memory to read this JSON"};
    }
  }
  char* copy = into.arena().allocate<char>(text.size() + kPaddingBytes);
  std::copy(text.begin(), text.end(), copy);
  std::memset(copy + text.size(), ' ', kPaddingBytes);
  const simdjson::error_code code = tokenizer->stage1(reinterpret_cast<const std::uint8_t*>(copy),
                                                      text.size(), simdjson::stage1_mode::regular);
  Status status;
  if (code != simdjson::SUCCESS) {
    status = Error{std::string(explain(code))};
  } else if (tokenizer->n_structural_indexes > tokens_max_) {
    status = Error{"the JSON has " + std::to_string(tokenizer->n_structural_indexes) +
                   " tokens (brackets, commas, colons, strings, numbers, names), and may have " +
                   std::to_string(tokens_max_)};
  } else {
    Builder builder({copy, text.size()}, *tokenizer, scratch_->pending, into.arena());
    Json root;
    if (builder.build(root)) {
      into.set_root(root);
    } else {
      status = Error{builder.refusal()};
    }
  }
  if (tokenizer->capacity() > kKeptBytesMax) *scratch_ = Scratch();
  return status;
}

}  // namespace drawbridge::kube
