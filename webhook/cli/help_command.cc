// drawbridge help [COMMAND]: what `drawbridge COMMAND --help` prints.

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "webhook/cli/commands.h"
#include "webhook/cli/usage.h"

namespace drawbridge::cli {

void add_help_command(CLI::App& app, int& status) {
  auto words = std::make_shared<std::vector<std::string>>();
  CLI::App* help = app.add_subcommand("help", "Print what a command takes, as --help does");
  help->add_option("COMMAND", *words, "The command, such as: rules test");
  help->footer("Example:\n  drawbridge help review");
  help->callback([&app, words, &status] {
    const CLI::App* command = &app;
    std::string program = app.get_name();
    for (const std::string& word : *words) {
      const std::vector<const CLI::App*> within = command->get_subcommands(
          [&word](const CLI::App* candidate) { return candidate->get_name() == word; });
      if (within.empty()) {
        std::cerr << program << ": " << unknown_command(*command, word) << "\n";
        status = kExitUnreadable;
        return;
      }
      command = within.front();
      program += " " + word;
    }
    std::cout << command->get_formatter()->make_help(command, program, CLI::AppFormatMode::Normal);
    status = kExitAllowed;
  });
}

}  // namespace drawbridge::cli
