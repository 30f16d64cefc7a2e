// The object that was probably meant where one names another.
#pragma once

#include <string>
#include <string_view>

#include "webhook/decide/known.h"

namespace drawbridge::admission {

// The one of the kind that was probably meant; empty where `name` exists, or is like no other.
std::string meant_name(std::string_view name, ObjectKind kind, Known& known);

}  // namespace drawbridge::admission
