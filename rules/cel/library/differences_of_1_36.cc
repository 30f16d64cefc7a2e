// What cel-go 0.26 does otherwise than 0.29: Kubernetes 1.36 and older are built with it.
#include <algorithm>
#include <string_view>

#include "rules/cel/library/libraries.h"
#include "rules/cel/library/lists_1_36.h"
#include "rules/cel/library/strings_parts.h"
#include "rules/cel/library/support.h"

namespace drawbridge::cel {
namespace {

// An empty text is found at any offset, beyond the end and below 0 too.
template <Implementation kElse>
Value found_anywhere(Evaluation& evaluation, std::span<const Value> args) {
  return args[1].as_text().empty() ? args[2] : kElse(evaluation, args);
}

// Changes an overload that has been declared; one that has not stays away.
template <typename F>
void change(Declarations& to, std::string_view function, std::string_view id, F f) {
  const Function* known = to.find(function);
  if (known == nullptr) return;
  const auto overload = std::find_if(known->overloads.begin(), known->overloads.end(),
                                     [&](const Overload& it) { return it.id == id; });
  if (overload == known->overloads.end()) return;
  Overload changed = *overload;
  f(changed);
  to.add(function, std::move(changed));
}

}  // namespace

void add_differences_of_1_36(Declarations& to) {
  change(to, "indexOf", "string_index_of_string_int",
         [](Overload& it) { it.run = found_anywhere<index_of_text>; });
  change(to, "lastIndexOf", "string_last_index_of_string_int",
         [](Overload& it) { it.run = found_anywhere<last_index_of_text>; });
  to.reread_optionals();
  to.add_type("optional_type", to.types().opaque(kOptionalTypeName));
  // What is no optional is its own value.
  change(to, "or", "optional_or_optional", [](Overload& it) { it.guarded = false; });
  change(to, "orValue", "optional_orValue_value", [](Overload& it) { it.guarded = false; });
  change(to, "lists.range", "lists_range", [](Overload& it) { it.run = range_of_1_36; });
  change(to, "flatten", "list_flatten", [](Overload& it) { it.refuse = refuse_flatten_of_1_36; });
  change(to, "flatten", "list_flatten_int", [](Overload& it) {
    it.cost = cost_of_flatten_of_1_36;
    it.refuse = refuse_flatten_of_1_36;
  });
}

}  // namespace drawbridge::cel
