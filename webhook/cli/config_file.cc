#include "webhook/cli/config_file.h"

#include <CLI/CLI.hpp>
#include <utility>
#include <vector>

#include "kube/api/yaml.h"
#include "kube/client/config.h"

namespace drawbridge::cli {

void add_config_option(CLI::App& command, std::string& file) {
  command
      .add_option("--config", file,
                  "What is enforced and what messages may tell: a Configuration "
                  "(docs/configuration.md)")
      ->type_name("FILE");
}

Result<rules::SharedSettings> read_config(const std::string& file) {
  if (file.empty()) return rules::default_settings();
  const Result<std::string> text = kube::read_config_file(file);
  if (!text) return text.error();
  Result<std::vector<kube::YamlObject>> documents = kube::read_yaml(*text);
  if (!documents) return Error{documents.error().text(), file};
  if (documents->size() != 1) {
    return Error{"holds " + std::to_string(documents->size()) +
                     " documents, and must hold one Configuration of drawbridge.dev/v1alpha1",
                 file};
  }
  Result<rules::Settings> settings = rules::read_settings(documents->front().document.root());
  if (!settings) return Error{settings.error().text(), file};
  return std::make_shared<const rules::Settings>(std::move(*settings));
}

}  // namespace drawbridge::cli
