// Whether output has ANSI colours.
#pragma once

#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace drawbridge::cli {

// Adds --color WHEN to a command: auto (which is to stand in `choice`), always or never.
void add_color_option(CLI::App& command, std::string& choice);

// Of auto: where standard output is a terminal and NO_COLOR is not set (https://no-color.org). To
// be called before any thread.
bool use_color(const std::string& choice);

}  // namespace drawbridge::cli
