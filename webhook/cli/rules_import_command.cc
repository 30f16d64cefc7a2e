// drawbridge rules import: ValidatingAdmissionPolicies as DeviceRules.
#include <CLI/CLI.hpp>
#include <iostream>
#include <iterator>
#include <memory>

#include "kube/api/yaml.h"
#include "webhook/admission/state_folder.h"
#include "webhook/cli/commands.h"
#include "webhook/cli/config_file.h"
#include "webhook/cli/rules_commands.h"
#include "webhook/cli/rules_import.h"
#include "webhook/cli/usage.h"

namespace drawbridge::cli {
namespace {

struct ImportRulesOptions {
  std::vector<std::string> files;
  std::string config;
};

class ImportCommand {
 public:
  int run(const ImportRulesOptions& options) {
    const Result<rules::SharedSettings> settings = read_config(options.config);
    if (!settings) {
      complain(settings.error().text());
      return kExitUnreadable;
    }
    for (const std::string& file : options.files) read(file);
    const Imported imported = import_policies(objects_, **settings);
    if (imported.policies == 0 && imported.notes.empty() && !unreadable_)
      complain("there is no ValidatingAdmissionPolicy in what was given");
    bool first = true;
    for (const nlohmann::json& rule : imported.rules) {
      const Result<kube::Document> document = kube::read_json(rule.dump());
      if (!document) continue;
      std::cout << (first ? "" : "---\n") << kube::write_yaml(document->root());
      first = false;
    }
    bool all = true;
    for (const ImportNote& note : imported.notes) {
      all &= note.finding.severity == rules::Severity::kInfo;
      std::cerr << line_of(note) << "\n";
    }
    return unreadable_ ? kExitUnreadable : all ? kExitAllowed : kExitRefused;
  }

 private:
  static std::string line_of(const ImportNote& note) {
    const std::string field = rules::printable(note.finding.field);
    return rules::printable(note.place) + ": " + note.object + ": " +
           (field.empty() ? "" : field + ": ") + note.finding.text();
  }

  void complain(const std::string& message) {
    std::cerr << "drawbridge rules import: " << sentence(rules::printable(message)) << "\n";
    unreadable_ = true;
  }

  void read(const std::string& file) {
    std::vector<std::string> problems;
    auto objects = file == "-" ? admission::read_manifest_text(
                                     std::string{std::istreambuf_iterator<char>(std::cin),
                                                 std::istreambuf_iterator<char>()},
                                     "-", &problems)
                               : admission::read_manifest_file(file, &problems);
    for (const std::string& problem : problems) complain(problem);
    if (!objects) return complain(objects.error().text());
    if (objects->empty() && problems.empty()) complain(file + ": holds no object");
    for (admission::SourcedObject& object : *objects) objects_.push_back(std::move(object));
  }

  std::vector<admission::SourcedObject> objects_;
  bool unreadable_ = false;
};

}  // namespace

void add_rules_import_command(CLI::App& rules, int& status) {
  auto options = std::make_shared<ImportRulesOptions>();
  CLI::App* command =
      rules.add_subcommand("import", "Print ValidatingAdmissionPolicies as DeviceRules");
  command->add_option("FILE", options->files, "Policies and their bindings; - reads standard input")
      ->required();
  add_config_option(*command, options->config);
  command->footer(
      "Examples:\n"
      "  drawbridge rules import policy.yaml binding.yaml > rule.yaml\n"
      "  kubectl get validatingadmissionpolicies,validatingadmissionpolicybindings -o yaml | "
      "drawbridge rules import - > rules.yaml\n\n"
      "What a DeviceRule can't judge is named on standard error, field by field.\n"
      "Exit status: 0 the rules judge all that the policies did, 1 something was left out, 2 input "
      "that cannot be read.");
  command->callback([options, &status] { status = ImportCommand().run(*options); });
}

}  // namespace drawbridge::cli
