// The file of --config: the administrator's settings (rules/settings.h, docs/configuration.md).
#pragma once

#include <string>

#include "kube/api/result.h"
#include "rules/settings.h"

namespace CLI {
class App;
}  // namespace CLI

namespace drawbridge::cli {

// Adds --config FILE to a command.
void add_config_option(CLI::App& command, std::string& file);

// What the file says; the defaults where `file` is empty. Fails, naming file and field, where it
// can't be read, is not one document, or holds anything that is not known.
Result<rules::SharedSettings> read_config(const std::string& file);

}  // namespace drawbridge::cli
