// Value: a CEL value at run time, 16 bytes.
//
// Scalars stand inside; text, lists and maps are pointers into memory of somebody else: the Json of
// an object, a program's constants, published devices, or the arena of the running evaluation. A
// Value is valid as long as what it points into. Copied freely; trivially destructible. Const
// methods are safe for any number of threads.
//
// An error is a value too, as in CEL: `&&`, `||` and the comprehensions' macros may absorb it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "kube/api/arena.h"
#include "kube/api/json.h"
#include "rules/cel/type.h"

namespace drawbridge::cel {

enum class ValueKind : std::uint8_t {
  kError,
  kNull,
  kBool,
  kInt,
  kUint,
  kDouble,
  kString,
  kBytes,
  kDuration,   // int64 nanoseconds, as Go's time.Duration
  kTimestamp,  // seconds since 1970 and nanoseconds of the second, years 1 to 9999, UTC
  kType,
  kList,
  kMap,
  kOptional,
  kOpaque,  // a library's value: quantity, semver, ip, cidr, url, format, authorizer, ...
};

class Value;
struct Entry;
class HostMap;
class HostList;
class Opaque;

// Lies in an arena or is static. `message` is cel-go's text ("no such key: a"), for whoever reads
// what an expression did.
struct EvalError {
  std::string_view message;
};

class Value {
 public:
  // How a list or map is held; each reads the same.
  enum class Form : std::uint8_t { kValues, kJson, kHost };

  constexpr Value() = default;  // null
  static Value error(const EvalError* error);
  static Value boolean(bool value);
  static Value integer(std::int64_t value);
  static Value unsigned_integer(std::uint64_t value);
  static Value real(double value);
  static Value string(std::string_view text);
  static Value bytes(std::string_view text);
  static Value duration(std::int64_t nanoseconds);
  // Precondition: 0 <= nanoseconds < 1'000'000'000. The zone is only remembered for string(x).
  static Value timestamp(std::int64_t seconds, std::uint32_t nanoseconds,
                         std::int16_t zone_minutes = 0);
  static Value type(const Type* named);
  static Value list(std::span<const Value> elements);
  // Precondition: keys are sorted by compare_keys() (value_order.h) and none stands twice.
  static Value map(std::span<const Entry> entries);
  static Value list(const HostList* list);
  static Value map(const HostMap* map);
  // `value` lies in an arena; nullptr is optional.none().
  static Value optional(const Value* value);
  static Value opaque(const Opaque* value);
  // What Kubernetes sees in an unstructured object: objects are map(string, dyn), integers are int
  // (double where they exceed it), other numbers double.
  static Value json(const kube::Json& json);

  ValueKind kind() const { return kind_; }
  bool is(ValueKind wanted) const { return kind_ == wanted; }
  bool is_error() const { return kind_ == ValueKind::kError; }
  Form form() const { return form_; }

  // Preconditions: the kind is the one that the name says.
  bool as_bool() const { return bool_; }
  std::int64_t as_int() const { return int_; }
  std::uint64_t as_uint() const { return uint_; }
  double as_double() const { return double_; }
  std::string_view as_text() const { return {text_, extra_}; }  // string or bytes
  std::int64_t as_duration() const { return int_; }
  std::int64_t timestamp_seconds() const { return int_; }
  std::uint32_t timestamp_nanoseconds() const { return extra_; }
  std::int16_t timestamp_zone_minutes() const { return zone_minutes_; }
  const Type* as_type() const { return type_; }
  const Value* as_optional() const { return optional_; }  // nullptr: none
  const Opaque* as_opaque() const { return opaque_; }
  std::string_view error_message() const { return error_->message; }

  bool is_true() const { return kind_ == ValueKind::kBool && bool_; }
  bool is_false() const { return kind_ == ValueKind::kBool && !bool_; }

  // Lists and maps of any form. Preconditions: kList resp. kMap, and index < size().
  std::size_t size() const;
  Value element(std::size_t index) const;
  // The entry at a position of the order of keys: iteration repeats.
  Entry entry(std::size_t index) const;

  // For who knows the form.
  std::span<const Value> values() const { return {values_, extra_}; }
  std::span<const Entry> entries() const;
  std::span<const kube::Json> json_elements() const { return {json_elements_, extra_}; }
  std::span<const kube::Json::Member> json_members() const { return {json_members_, extra_}; }
  const HostList* host_list() const { return host_list_; }
  const HostMap* host_map() const { return host_map_; }

 private:
  ValueKind kind_ = ValueKind::kNull;
  Form form_ = Form::kValues;
  std::int16_t zone_minutes_ = 0;  // of a timestamp: east of UTC, as its text had it
  std::uint32_t extra_ = 0;        // bytes of text, elements, entries, nanoseconds
  union {
    bool bool_;
    std::int64_t int_ = 0;
    std::uint64_t uint_;
    double double_;
    const char* text_;
    const Value* values_;
    const Entry* entries_;
    const kube::Json* json_elements_;
    const kube::Json::Member* json_members_;
    const HostList* host_list_;
    const HostMap* host_map_;
    const Type* type_;
    const Value* optional_;
    const Opaque* opaque_;
    const EvalError* error_;
  };
};
static_assert(sizeof(Value) == 16);

struct Entry {
  Value key;
  Value value;
};

inline std::span<const Entry> Value::entries() const {
  return {entries_, extra_};
}

// Here, since every instruction of a program makes one.
inline Value Value::error(const EvalError* error) {
  Value value;
  value.kind_ = ValueKind::kError;
  value.error_ = error;
  return value;
}

inline Value Value::boolean(bool value) {
  Value made;
  made.kind_ = ValueKind::kBool;
  made.bool_ = value;
  return made;
}

inline Value Value::integer(std::int64_t value) {
  Value made;
  made.kind_ = ValueKind::kInt;
  made.int_ = value;
  return made;
}

inline Value Value::unsigned_integer(std::uint64_t value) {
  Value made;
  made.kind_ = ValueKind::kUint;
  made.uint_ = value;
  return made;
}

inline Value Value::real(double value) {
  Value made;
  made.kind_ = ValueKind::kDouble;
  made.double_ = value;
  return made;
}

inline Value Value::string(std::string_view text) {
  Value made;
  made.kind_ = ValueKind::kString;
  made.extra_ = static_cast<std::uint32_t>(text.size());
  made.text_ = text.data();
  return made;
}

inline Value Value::bytes(std::string_view text) {
  Value made = string(text);
  made.kind_ = ValueKind::kBytes;
  return made;
}

// A map that is not held as entries, such as a device's attributes: an unknown domain is an empty
// map when it is looked up and yet not `in` the map. Implementations are immutable.
class HostMap {
 public:
  virtual std::size_t size() const = 0;
  virtual Entry entry(std::size_t index) const = 0;
  // `m[key]` and `m.key`; false where that is an error ("no such key").
  virtual bool find(const Value& key, Value& found) const = 0;
  // `key in m` and has(m.key).
  virtual bool contains(const Value& key) const = 0;
  // An object type's fields are no map: type() names it, `in` and iteration are not to be had.
  virtual const Type* type() const = 0;

 protected:
  ~HostMap() = default;
};

// A list that is computed when read, such as lists.range() or a concatenation.
class HostList {
 public:
  virtual std::size_t size() const = 0;
  virtual Value element(std::size_t index) const = 0;

 protected:
  ~HostList() = default;
};

// A value whose inside only its library knows. Lies in an arena; never destroyed, so a subclass
// holds nothing that has to be.
class Opaque {
 public:
  virtual const Type* type() const = 0;
  virtual bool equals(const Opaque& other) const = 0;
  // Whether `this == other` has an answer; where not it is the error "no such overload".
  virtual bool comparable_with(const Opaque& other) const {
    return type()->name == other.type()->name;
  }
  // Of the text that comparing goes through, where it may be long.
  virtual std::size_t bytes() const { return 0; }
  // Whether equal ones are one key of a map; else a key is found by itself only, as a pointer of
  // Go.
  virtual bool is_key_by_value() const { return false; }
  // For messages and `-o json`. One text for one value, where that is the key.
  virtual std::string text() const = 0;

 protected:
  ~Opaque() = default;
};

}  // namespace drawbridge::cel
