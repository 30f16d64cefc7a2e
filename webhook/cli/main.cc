#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "webhook/cli/commands.h"
#include "webhook/cli/usage.h"

namespace {

// Of every command, and of the commands within it.
void check_values_of_commands(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    command->parse_complete_callback([command] {
      if (drawbridge::Status checked = drawbridge::cli::check_values(*command); !checked)
        throw CLI::ValidationError(checked.error().text());
    });
    check_values_of_commands(*command);
  }
}

// Of a pipe whose other end is closed: whoever read it has seen enough.
bool has_no_reader(int fd) {
  pollfd polled = {fd, 0, 0};
  return ::poll(&polled, 1, 0) == 1 && (polled.revents & POLLERR) != 0;
}

int run(int argc, char** argv) {
  CLI::App app("Drawbridge: an admission gate for Kubernetes Dynamic Resource Allocation",
               "drawbridge");
  app.require_subcommand(1);
  int status = 0;
  drawbridge::cli::add_review_command(app, status);
  drawbridge::cli::add_audit_command(app, status);
  drawbridge::cli::add_devices_command(app, status);
  drawbridge::cli::add_quota_command(app, status);
  drawbridge::cli::add_serve_command(app, status);
  drawbridge::cli::add_cel_command(app, status);
  drawbridge::cli::add_explain_command(app, status);
  drawbridge::cli::add_migrate_command(app, status);
  drawbridge::cli::add_rules_command(app, status);
  drawbridge::cli::add_completion_command(app, status);
  drawbridge::cli::add_version_command(app, status);
  drawbridge::cli::add_help_command(app, status);
  // Behind the commands, which would take the examples over.
  app.footer(
      "Examples:\n"
      "  drawbridge review --state examples/cluster examples/1-rewrite.yaml\n"
      "  drawbridge serve --state examples/cluster\n"
      "  drawbridge COMMAND --help");
  check_values_of_commands(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Help is no error; everything else is input that cannot be used.
    if (error.get_exit_code() == 0) return app.exit(error);
    std::cerr << drawbridge::cli::usage_problem(app, error);
    return drawbridge::cli::kExitUnreadable;
  } catch (const std::exception& error) {
    std::cerr << "drawbridge: " << error.what() << "\n";
    return drawbridge::cli::kExitUnreadable;
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  const int status = run(argc, argv);
  if (std::cout.flush() || has_no_reader(STDOUT_FILENO)) return status;
  std::cerr << "drawbridge: what was printed could not be written whole: is the disk full?\n";
  return drawbridge::cli::kExitUnreadable;
}
