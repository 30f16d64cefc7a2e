// The messages of google.protobuf that cel-go knows without being told: what type they are, and the
// fields that a literal such as google.protobuf.Int32Value{value: 1} may give.
//
// Source of the rule: cel-go common/types/types.go (checkedWellKnowns), checker.go
// (checkCreateStruct).
#pragma once

#include <span>
#include <string_view>

#include "rules/cel/type.h"

namespace drawbridge::cel {

struct WellKnownField {
  std::string_view name;
  const Type* type;
};

struct WellKnown {
  std::string_view name;
  const Type* type;   // of the message as a value
  const Type* named;  // type(`type`): of its name as an identifier
  std::span<const WellKnownField> fields;
};

// nullptr where there is none of that full name.
const WellKnown* find_well_known(std::string_view name);

namespace type {
extern const Type kListOfDyn, kMapOfStringToDyn;
// The one message without a value of CEL that stands for it.
inline constexpr Type kEmptyMessage{TypeKind::kObject, 0, "google.protobuf.Empty"};
}  // namespace type

}  // namespace drawbridge::cel
