// Whether bytes are text.
#pragma once

#include <string_view>

namespace drawbridge::cel {

// As Go's utf8.Valid: no surrogates, nothing longer than need be, nothing past U+10FFFF.
bool is_utf8(std::string_view bytes);

}  // namespace drawbridge::cel
