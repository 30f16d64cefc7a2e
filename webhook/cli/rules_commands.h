// The subcommands of `drawbridge rules`.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "webhook/cli/cluster_source.h"

namespace drawbridge::cli {

struct RulesListOptions {
  ClusterOptions cluster;
  std::string output = "text";  // or "json"
  std::vector<std::string>
      metrics;  // files with what replicas' /metrics said; "-" is standard input
};
void add_rules_list_options(CLI::App& command, RulesListOptions& options);
// Prints the rules; returns the exit status.
int list_rules(const RulesListOptions& options);

// Each adds its subcommand to `rules`; the chosen one writes its exit status to `status`.
void add_rules_test_command(CLI::App& rules, int& status);
void add_rules_list_command(CLI::App& rules, int& status);
void add_rules_import_command(CLI::App& rules, int& status);

}  // namespace drawbridge::cli
