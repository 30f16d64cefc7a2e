// The name that the author of an expression probably meant.
#pragma once

#include <span>
#include <string_view>

namespace drawbridge::rules {

// `message` is the checker's of a name that it does not know ("undefined field 'conut'",
// "undeclared reference to 'objet' (in container '')"). The nearest of `names`, of what every
// policy has, or of CEL's functions; empty where none is near, and for every other message.
std::string_view meant_name(std::string_view message, std::span<const std::string_view> names);

}  // namespace drawbridge::rules
