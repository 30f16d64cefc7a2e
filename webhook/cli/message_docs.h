// docs/messages.md, which is part of the program.
#pragma once

#include <string_view>

namespace drawbridge::cli {

// The entry of a code, in Markdown, without its heading; empty for what is no code.
std::string_view message_doc(std::string_view code);

}  // namespace drawbridge::cli
