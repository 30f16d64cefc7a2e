// The types of CEL, interned: two equal types of one TypeTable are one pointer.
//
// Source of the rules: cel-spec "Gradual Type Checking", cel-go common/types.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "kube/api/arena.h"

namespace drawbridge::cel {

enum class TypeKind : std::uint8_t {
  kDyn,
  kAny,  // google.protobuf.Any; assignable like dyn
  kNull,
  kError,
  kBool,
  kInt,
  kUint,
  kDouble,
  kString,
  kBytes,
  kDuration,
  kTimestamp,
  kList,     // params: element
  kMap,      // params: key, value
  kWrapper,  // params: the wrapped primitive; null or that
  kType,     // params: the type that it names, or none
  kParam,    // name: "T" in an overload's signature, or a checker's variable
  kOpaque,   // name and params: optional_type(T), kubernetes.Quantity, net.IP, ...
  kObject,   // name, whose fields the environment declares
};

struct Type {
  TypeKind kind = TypeKind::kDyn;
  std::uint32_t serial = 0;  // kParam made by the checker: its number; 0 in declarations
  std::string_view name = {};
  std::span<const Type* const> params = {};
  bool open = false;        // a kParam, or made of one
  std::uint32_t depth = 0;  // levels of parameters below

  bool is(TypeKind wanted) const { return kind == wanted; }
  bool is_dyn() const { return kind == TypeKind::kDyn || kind == TypeKind::kAny; }
};

// The types without parameters, shared by all tables.
namespace type {
extern const Type kDyn, kAny, kNull, kError, kBool, kInt, kUint, kDouble, kString, kBytes,
    kDuration, kTimestamp, kTypeOfAnything;
}  // namespace type

inline constexpr std::string_view kOptionalTypeName = "optional_type";

// Most levels of parameters: who walks a type may recurse. Deeper ones are refused by the checker.
inline constexpr std::uint32_t kTypeDepthMax = 500;
// Bytes of a type's text: what is longer ends in "...".
inline constexpr std::size_t kTypeTextMax = 2000;

// As cel-go writes them in errors: "list(int)", "map(string, dyn)", "optional_type(string)",
// "wrapper(int)", "type(int)", "timestamp", "null"; a free parameter by its name.
std::string to_text(const Type& type);

// Equal in kind, name and parameters, whichever tables the two are of.
bool same_type(const Type& a, const Type& b);

// Makes types with parameters and keeps them. Types made here live as long as the table. Not
// thread-safe while types are made; reading its types is.
class TypeTable {
 public:
  TypeTable();
  ~TypeTable();
  TypeTable(TypeTable&&) noexcept;
  TypeTable& operator=(TypeTable&&) noexcept;

  const Type* list(const Type* element);
  const Type* map(const Type* key, const Type* value);
  const Type* optional(const Type* value);
  const Type* wrapper(const Type* primitive);
  const Type* type_of(const Type* named);
  const Type* param(std::string_view name, std::uint32_t serial = 0);
  const Type* opaque(std::string_view name, std::span<const Type* const> params = {});
  // The well-known messages of protobuf are the types that cel-go takes them for: an Int32Value is
  // wrapper(int), a Struct map(string, dyn).
  const Type* object(std::string_view name);

 private:
  struct Impl;
  const Type* intern(const Type& wanted);
  std::unique_ptr<Impl> impl_;
};

}  // namespace drawbridge::cel
