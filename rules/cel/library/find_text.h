// Where one text stands in another, in time linear in both: what is looked for is a tenant's, and
// so is what it is looked for in.
#pragma once

#include <cstddef>
#include <string_view>

namespace drawbridge::cel {

// The first place at or after `from`, the last place at or before `from`; npos where there is none.
// An empty text stands everywhere up to the end.
std::size_t find_text(std::string_view text, std::string_view wanted, std::size_t from = 0);
std::size_t find_last_text(std::string_view text, std::string_view wanted,
                           std::size_t from = std::string_view::npos);

}  // namespace drawbridge::cel
