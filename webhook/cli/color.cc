#include "webhook/cli/color.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "webhook/cli/usage.h"

namespace drawbridge::cli {

void add_color_option(CLI::App& command, std::string& choice) {
  command.add_option("--color", choice, "auto, always or never")
      ->check(one_of({"auto", "always", "never"}))
      ->type_name("WHEN");
}

bool use_color(const std::string& choice) {
  if (choice != "auto") return choice == "always";
  const char* no_color =
      std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe): before any thread
  return isatty(STDOUT_FILENO) != 0 && (no_color == nullptr || *no_color == '\0');
}

}  // namespace drawbridge::cli
