#include "rules/cel/well_known.h"

#include <array>

namespace drawbridge::cel {

namespace type {
namespace {
constexpr const Type* kDynOnly[] = {&kDyn};
constexpr const Type* kStringAndDyn[] = {&kString, &kDyn};
}  // namespace
constexpr Type kListOfDyn{TypeKind::kList, 0, "list", kDynOnly, false, 1};
constexpr Type kMapOfStringToDyn{TypeKind::kMap, 0, "map", kStringAndDyn, false, 1};
}  // namespace type

namespace {

template <const Type* kPrimitive>
struct Wrapper {
  static constexpr const Type* kParam[] = {kPrimitive};
  static constexpr Type kType{TypeKind::kWrapper, 0, "wrapper", kParam, false, 1};
  static constexpr const Type* kNamedParam[] = {&kType};
  static constexpr Type kNamed{TypeKind::kType, 0, "type", kNamedParam, false, 2};
  static constexpr WellKnownField kField[] = {{"value", kPrimitive}};
  static constexpr WellKnown of(std::string_view name) { return {name, &kType, &kNamed, kField}; }
};

template <const Type* kOf>
struct Plain {
  static constexpr const Type* kNamedParam[] = {kOf};
  static constexpr Type kNamed{TypeKind::kType, 0, "type", kNamedParam, false, 1};
  static constexpr WellKnown of(std::string_view name, std::span<const WellKnownField> fields) {
    return {name, kOf, &kNamed, fields};
  }
};

constexpr WellKnownField kTimeFields[] = {{"seconds", &type::kInt}, {"nanos", &type::kInt}};
constexpr WellKnownField kAnyFields[] = {{"type_url", &type::kString}, {"value", &type::kBytes}};
constexpr WellKnownField kListFields[] = {{"values", &type::kListOfDyn}};
constexpr WellKnownField kStructFields[] = {{"fields", &type::kMapOfStringToDyn}};
constexpr WellKnownField kValueFields[] = {{"null_value", &type::kInt},
                                           {"number_value", &type::kDouble},
                                           {"string_value", &type::kString},
                                           {"bool_value", &type::kBool},
                                           {"struct_value", &type::kMapOfStringToDyn},
                                           {"list_value", &type::kListOfDyn}};

constexpr std::array kWellKnown = {
    Wrapper<&type::kBool>::of("google.protobuf.BoolValue"),
    Wrapper<&type::kBytes>::of("google.protobuf.BytesValue"),
    Wrapper<&type::kDouble>::of("google.protobuf.DoubleValue"),
    Wrapper<&type::kDouble>::of("google.protobuf.FloatValue"),
    Wrapper<&type::kInt>::of("google.protobuf.Int64Value"),
    Wrapper<&type::kInt>::of("google.protobuf.Int32Value"),
    Wrapper<&type::kUint>::of("google.protobuf.UInt64Value"),
    Wrapper<&type::kUint>::of("google.protobuf.UInt32Value"),
    Wrapper<&type::kString>::of("google.protobuf.StringValue"),
    Plain<&type::kAny>::of("google.protobuf.Any", kAnyFields),
    Plain<&type::kEmptyMessage>::of("google.protobuf.Empty", {}),
    Plain<&type::kDuration>::of("google.protobuf.Duration", kTimeFields),
    Plain<&type::kTimestamp>::of("google.protobuf.Timestamp", kTimeFields),
    Plain<&type::kListOfDyn>::of("google.protobuf.ListValue", kListFields),
    Plain<&type::kMapOfStringToDyn>::of("google.protobuf.Struct", kStructFields),
    Plain<&type::kDyn>::of("google.protobuf.Value", kValueFields),
};

}  // namespace

const WellKnown* find_well_known(std::string_view name) {
  if (!name.starts_with("google.protobuf.")) return nullptr;
  for (const WellKnown& it : kWellKnown) {
    if (it.name == name) return &it;
  }
  return nullptr;
}

}  // namespace drawbridge::cel
