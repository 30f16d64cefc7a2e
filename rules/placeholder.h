// What was to be filled in before an object is applied, and was not: a chart that nobody rendered,
// a file that did not go through envsubst, an example that was applied as it is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"

namespace drawbridge::rules {

// The first of ${NAME}, $(NAME) and {{ ... }} in `text`, or all of it where it is <name>, $NAME or
// YOUR_NAME; empty for none.
std::string_view placeholder_in(std::string_view text);

// YOUR_NAME of {YOUR_NAME}, which YAML reads as a map with one key; empty for anything else.
std::string_view placeholder_in_braces(const kube::Json& value);

// "count is ${N}, a placeholder that nothing has filled in." Precondition: `value` holds one.
std::string placeholder_text(std::string_view field, std::string_view value);
// What to do about it.
std::string placeholder_advice(std::string_view value);

// Findings from position `from` on that speak of a placeholder in the spec say that it is one, once
// for each.
void tell_placeholders(const kube::Json& spec, std::size_t from, std::vector<Finding>& findings);

}  // namespace drawbridge::rules
