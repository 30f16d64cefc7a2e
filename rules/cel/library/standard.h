// The parts of the standard library that have files of their own.
#pragma once

#include <string_view>

#include "rules/cel/function.h"

namespace drawbridge::cel {

inline constexpr std::string_view kIntOverflow = "integer overflow";
inline constexpr std::string_view kUintOverflow = "unsigned integer overflow";

void add_equality(Declarations& to);    // == !=
void add_relations(Declarations& to);   // < <= > >=
void add_containers(Declarations& to);  // [] in

// What cel-go 0.26 has otherwise, to be added behind the rest.
void add_standard_text_of_1_36(Declarations& to);

}  // namespace drawbridge::cel
