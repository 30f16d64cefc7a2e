// Json: one immutable value of a Kubernetes object.
//
// A Json is a 16-byte handle, copied freely. Its strings, elements and members lie in the Arena of
// the Document that it was read into, and are valid as long as that Document is. Members are sorted
// by key (bytewise), so a key is found in O(log n), two equal objects are written alike, and
// iteration repeats. Everything const is safe to call from any number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/arena.h"
#include "kube/api/result.h"

namespace drawbridge::kube {

// Deepest nesting of arrays and objects that is read. The deepest object of Kubernetes' own API
// stays below 40; a document past the limit is refused.
inline constexpr std::uint32_t kJsonDepthMax = 256;

class Json {
 public:
  // As wide as the size beside it, so that kind and size are written, and compared, as one word.
  enum class Kind : std::uint32_t { kNull, kBool, kInt, kUint, kDouble, kString, kArray, kObject };
  struct Member;

  constexpr Json() = default;  // null
  static Json boolean(bool value);
  static Json integer(std::int64_t value);
  // kInt where the value fits, else kUint.
  static Json unsigned_integer(std::uint64_t value);
  static Json real(double value);
  // These refer to memory of the caller, normally an Arena's, which must outlive the value.
  static Json string(std::string_view text) {
    Json json;
    json.kind_ = Kind::kString;
    json.size_ = static_cast<std::uint32_t>(text.size());
    json.text_ = text.data();
    return json;
  }
  static Json array(std::span<const Json> elements) {
    Json json;
    json.kind_ = Kind::kArray;
    json.size_ = static_cast<std::uint32_t>(elements.size());
    json.elements_ = elements.data();
    return json;
  }
  // Precondition: `members` is sorted by key, without duplicates; see sort_members().
  static Json object(std::span<const Member> members);

  Kind kind() const { return kind_; }
  bool is_null() const { return kind_ == Kind::kNull; }
  bool is_bool() const { return kind_ == Kind::kBool; }
  bool is_string() const { return kind_ == Kind::kString; }
  bool is_array() const { return kind_ == Kind::kArray; }
  bool is_object() const { return kind_ == Kind::kObject; }
  bool is_integer() const { return kind_ == Kind::kInt || kind_ == Kind::kUint; }
  bool is_number() const { return is_integer() || kind_ == Kind::kDouble; }

  // The value, or the fallback where the kind is another one.
  bool as_bool(bool fallback = false) const { return is_bool() ? bool_ : fallback; }
  std::int64_t as_int(std::int64_t fallback = 0) const {
    return kind_ == Kind::kInt ? int_ : fallback;
  }
  std::uint64_t as_uint(std::uint64_t fallback = 0) const;
  // Any number, rounded to the nearest double.
  double as_double(double fallback = 0) const;
  std::string_view as_string(std::string_view fallback = {}) const {
    return is_string() ? std::string_view(text_, size_) : fallback;
  }

  // Number of elements or members or bytes of text; 0 for scalars.
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // The elements of an array; empty for every other kind.
  std::span<const Json> elements() const {
    return is_array() ? std::span<const Json>(elements_, size_) : std::span<const Json>();
  }
  // The members of an object in the order of their keys; empty for every other kind.
  std::span<const Member> members() const;

  // The member's value, nullptr where there is none (or this is no object).
  const Json* find(std::string_view key) const;
  // The member's value, or null: `pod["spec"]["containers"]` never fails.
  Json operator[](std::string_view key) const {
    const Json* found = find(key);
    return found != nullptr ? *found : Json();
  }
  Json at(std::size_t index) const {
    return index < elements().size() ? elements()[index] : Json();
  }

  // Deep equality; numbers are compared by value across their kinds.
  friend bool operator==(const Json& a, const Json& b);

 private:
  Kind kind_ = Kind::kNull;
  std::uint32_t size_ = 0;
  union {
    bool bool_;
    std::int64_t int_ = 0;
    std::uint64_t uint_;
    double double_;
    const char* text_;
    const Json* elements_;
    const Member* members_;
  };
};

struct Json::Member {
  Json key_text;  // kString
  Json value;
  std::string_view key() const { return key_text.as_string(); }
};

static_assert(sizeof(Json) == 16 && sizeof(Json::Member) == 32);

inline Json Json::object(std::span<const Member> members) {
  Json json;
  json.kind_ = Kind::kObject;
  json.size_ = static_cast<std::uint32_t>(members.size());
  json.members_ = members.data();
  return json;
}

inline std::span<const Json::Member> Json::members() const {
  return is_object() ? std::span<const Member>(members_, size_) : std::span<const Member>();
}

// "null", "boolean", "integer", "number", "string", "array" or "object", for messages.
std::string_view kind_name(Json::Kind kind);

// Sorts by key; returns the first key that stands twice, or nullptr.
const Json::Member* sort_members(std::span<Json::Member> members);

// A copy whose memory belongs to `arena` throughout.
Json copy_json(const Json& value, Arena& arena);

// A Json together with the memory that it lies in. Movable; a move keeps every Json valid.
class Document {
 public:
  Document() = default;
  const Json& root() const { return root_; }
  void set_root(Json root) { root_ = root; }
  Arena& arena() { return arena_; }
  const Arena& arena() const { return arena_; }
  // Forgets what it holds, and gives back what its next contents may not need.
  void clear() {
    root_ = {};
    arena_.reset();
  }

 private:
  Arena arena_;
  Json root_;
};

// Reads JSON text, strictly (RFC 8259): one value, valid UTF-8, no duplicate keys, at most
// kJsonDepthMax deep, integers within 64 bits, other numbers finite.
//
// A reader keeps its scratch memory between documents: one per thread, never shared. The Document
// is reset first and keeps no pointer into the reader or the text.
class JsonReader {
 public:
  // A text of more tokens than that is refused before any memory is taken for what it holds, which
  // is up to 50 bytes for each: brackets, commas, colons, strings, numbers and names.
  explicit JsonReader(std::size_t tokens_max = SIZE_MAX);
  ~JsonReader();
  JsonReader(JsonReader&&) noexcept;
  JsonReader& operator=(JsonReader&&) noexcept;

  // `text` needs kPaddingBytes readable (of any value) behind its end.
  Status read_padded(std::string_view text, Document& into);
  // Copies the text to pad it.
  Status read(std::string_view text, Document& into);

  static constexpr std::size_t kPaddingBytes = 64;

 private:
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
  std::size_t tokens_max_;
};

// For callers that read one document now and then.
Result<Document> read_json(std::string_view text);

// Appends `value` as compact JSON; the same value always gives the same text.
void write_json(const Json& value, std::string& to);
std::string to_text(const Json& value);

}  // namespace drawbridge::kube
