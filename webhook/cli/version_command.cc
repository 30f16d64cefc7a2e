#include <CLI/CLI.hpp>
#include <iostream>

#include "webhook/cli/commands.h"

namespace drawbridge::cli {

void add_version_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("version", "Print the version");
  command->footer("Example:\n  drawbridge version");
  command->callback([&status] {
    std::cout << "drawbridge " DRAWBRIDGE_VERSION "\n";
    status = kExitAllowed;
  });
}

}  // namespace drawbridge::cli
