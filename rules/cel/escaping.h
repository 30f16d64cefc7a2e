// Names of an object's fields as CEL identifiers, as Kubernetes writes them: "a-b" is a__dash__b,
// "namespace" is __namespace__.
//
// Source of the rule: k8s.io/apiserver pkg/cel/escaping.go.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace drawbridge::cel {

// nullopt where the name has another character than letters, digits, '_', '.', '-' and '/', or
// begins with a digit, or is empty: such a field cannot be written.
std::optional<std::string> escape_identifier(std::string_view name);

// The other way; nullopt where `escaped` has a sequence that escapes nothing. Whether it is an
// identifier at all is not looked at.
std::optional<std::string> unescape_identifier(std::string_view escaped);

}  // namespace drawbridge::cel
