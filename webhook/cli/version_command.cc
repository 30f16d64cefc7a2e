#include <CLI/CLI.hpp>
#include <iostream>

#include "webhook/cli/commands.h"
#include "webhook/cli/version.h"

namespace drawbridge::cli {

void add_version_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("version", "Print the version");
  command->callback([&status] {
    std::cout << "drawbridge " << kVersion << "\n";
    status = kExitAllowed;
  });
}

}  // namespace drawbridge::cli
