// The subcommands of `drawbridge`. Each registers its options with the app and returns an exit
// status.
#pragma once

#include <CLI/App.hpp>

namespace drawbridge::cli {

// 0: everything is allowed; 1: something is refused, or wrong; 2: input that cannot be read.
inline constexpr int kExitAllowed = 0;
inline constexpr int kExitRefused = 1;
inline constexpr int kExitUnreadable = 2;

// Each adds its subcommand; the chosen one writes its exit status to `status`.
void add_audit_command(CLI::App& app, int& status);
void add_devices_command(CLI::App& app, int& status);
void add_quota_command(CLI::App& app, int& status);
void add_review_command(CLI::App& app, int& status);
void add_rules_command(CLI::App& app, int& status);
void add_serve_command(CLI::App& app, int& status);
void add_version_command(CLI::App& app, int& status);
void add_cel_command(CLI::App& app, int& status);
void add_explain_command(CLI::App& app, int& status);
void add_migrate_command(CLI::App& app, int& status);
void add_completion_command(CLI::App& app, int& status);
void add_help_command(CLI::App& app, int& status);

}  // namespace drawbridge::cli
