// The schemas of Kubernetes' objects, as tables: which fields a type has, and of what types those
// are.
//
// Source: the Go types of k8s.io/api (Kubernetes 1.37, and the fields that 1.34, 1.35 or 1.36
// alone had), our CustomResourceDefinitions in charts/, Kueue's of version 0.19, those of gangs and
// of ComputeDomains, and the fields of Kueue's Configuration. schema_data.cc is made from them by
// test/oracle/schemas; indexes point into its tables.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace drawbridge::rules::shape {

enum class Kind : std::uint8_t {
  kAny,  // any value at all: opaque parameters
  kString,
  kBool,
  kInt32,
  kInt64,
  kDouble,
  kQuantity,     // a text or a number, resource.Quantity
  kIntOrString,  // intstr.IntOrString
  kTime,         // RFC 3339
  kBytes,        // base64
  kObject,       // a map that nobody looks into
  kEnum,         // one of some words
  kStruct,
  kList,
  kMap,  // any keys, values of one type
};

struct Type {
  Kind kind = Kind::kAny;
  std::uint16_t first = 0;  // kStruct: its first field; kEnum: word; kList, kMap: the type within
  std::uint16_t count = 0;  // of fields or words
  // kStruct: "core/v1.Container"; kList: the field of an element that may not stand twice.
  std::string_view name;
};

struct Field {
  std::string_view name;
  std::uint16_t type = 0;
  bool required = false;  // the API server refuses the object without it, and where it is empty
};

// A kind of object.
struct Root {
  std::string_view group;
  std::string_view version;
  std::string_view kind;
  std::uint16_t type = 0;
};

std::span<const Field> all_fields();
std::span<const std::string_view> all_words();
std::span<const Type> all_types();
std::span<const Root> all_roots();

// nullptr where there is no schema of it.
const Root* find_root(std::string_view group, std::string_view version, std::string_view kind);
// The kStruct of that name; nullptr where there is none.
const Type* find_type(std::string_view name);

// Precondition: `type` is a kStruct.
std::span<const Field> fields_of(const Type& type);
// nullptr where the type has no such field.
const Field* find_field(const Type& type, std::string_view name);
// Precondition: `type` is a kEnum.
std::span<const std::string_view> words_of(const Type& type);
// Whether it is a list whose elements have a name: claims: [{name: gpu}].
bool has_named_elements(const Type& type);
inline const Type& type_at(std::uint16_t index) {
  return all_types()[index];
}
inline const Type& type_of(const Field& field) {
  return type_at(field.type);
}

}  // namespace drawbridge::rules::shape
