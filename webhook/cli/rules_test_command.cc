// drawbridge rules test: the test cases of DeviceRules.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "webhook/cli/color.h"
#include "webhook/cli/commands.h"
#include "webhook/cli/config_file.h"
#include "webhook/cli/rule_test.h"
#include "webhook/cli/rule_test_output.h"
#include "webhook/cli/rules_commands.h"
#include "webhook/cli/usage.h"

namespace drawbridge::cli {
namespace {

struct TestRulesOptions {
  std::vector<std::string> folders;
  std::string config;
  std::string output = "text";
  std::string color = "auto";
};

void complain(const std::string& message) {
  std::cerr << "drawbridge rules test: " << sentence(rules::printable(message)) << "\n";
}

int run(const TestRulesOptions& options) {
  const Result<rules::SharedSettings> settings = read_config(options.config);
  if (!settings) {
    complain(settings.error().text());
    return kExitUnreadable;
  }
  bool unreadable = false;
  RuleTestReport report;
  for (const std::string& folder : options.folders) {
    const Result<std::vector<std::filesystem::path>> found = rule_folders(folder);
    if (!found) {
      complain(found.error().text());
      unreadable = true;
      continue;
    }
    for (const std::filesystem::path& path : *found) {
      const Result<RuleTests> tests = read_rule_tests(path);
      if (!tests) {
        complain(tests.error().text());
        unreadable = true;
        continue;
      }
      report.folders.push_back({path.string(), run_rule_tests(*tests, *settings)});
    }
  }
  std::cout << (options.output == "json"    ? rule_test_json(report)
                : options.output == "junit" ? rule_test_junit(report)
                : options.output == "sarif" ? rule_test_sarif(report, DRAWBRIDGE_VERSION)
                                            : rule_test_text(report, use_color(options.color)));
  return unreadable ? kExitUnreadable : report.failed() > 0 ? kExitRefused : kExitAllowed;
}

}  // namespace

void add_rules_test_command(CLI::App& rules, int& status) {
  auto options = std::make_shared<TestRulesOptions>();
  CLI::App* command = rules.add_subcommand("test", "Run the test cases beside DeviceRules");
  command
      ->add_option("DIR", options->folders,
                   "Folders with tests.yaml and rule.yaml, or folders of such folders")
      ->required();
  add_config_option(*command, options->config);
  command->add_option("-o,--output", options->output, "text, junit (XML), sarif (2.1.0) or json")
      ->check(one_of({"text", "junit", "sarif", "json"}))
      ->type_name("FORMAT");
  add_color_option(*command, options->color);
  command->footer(
      "Examples:\n"
      "  drawbridge rules test examples/rules\n"
      "  drawbridge rules test -o junit rules/ > rules.xml\n\n"
      "Exit status: 0 every test passed, 1 one failed or a rule can't be used, 2 input that cannot "
      "be read.");
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace drawbridge::cli
