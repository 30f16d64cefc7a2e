// drawbridge rules: DeviceRules, made of policies, tested, and what they cost.
#include <CLI/CLI.hpp>
#include <memory>

#include "webhook/cli/commands.h"
#include "webhook/cli/rules_commands.h"

namespace drawbridge::cli {

void add_rules_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand(
      "rules", "DeviceRules: list them, run their tests, import them from policies");
  command->require_subcommand(0, 1);
  auto options = std::make_shared<RulesListOptions>();
  add_rules_list_options(*command, *options);
  add_rules_test_command(*command, status);
  add_rules_list_command(*command, status);
  add_rules_import_command(*command, status);
  command->footer(
      "Examples:\n"
      "  drawbridge rules test examples/rules\n"
      "  drawbridge rules\n"
      "  drawbridge rules import policy.yaml binding.yaml > rule.yaml\n"
      "  drawbridge rules COMMAND --help\n\n"
      "Without a command it is list.");
  // It is called behind the callback of a command within.
  command->callback([command, options, &status] {
    if (command->get_subcommands().empty()) status = list_rules(*options);
  });
}

}  // namespace drawbridge::cli
