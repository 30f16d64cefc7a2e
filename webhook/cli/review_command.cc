#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <memory>

#include "webhook/admission/snapshot.h"
#include "webhook/cli/commands.h"
#include "webhook/cli/review.h"
#include "webhook/cli/review_output.h"

namespace drawbridge::cli {
namespace {

struct Options {
  std::string state;
  std::string output = "text";
  std::string color = "auto";
  std::vector<std::string> files;
  ReviewOptions review;
};

bool use_color(const std::string& choice) {
  if (choice != "auto") return choice == "always";
  // https://no-color.org
  const char* no_color =
      std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe): before any thread
  return isatty(STDOUT_FILENO) != 0 && (no_color == nullptr || *no_color == '\0');
}

Result<std::vector<admission::SourcedObject>> read_input(const std::string& file) {
  if (file != "-") return admission::read_manifest_file(file);
  const std::string text{std::istreambuf_iterator<char>(std::cin),
                         std::istreambuf_iterator<char>()};
  return admission::read_manifest_text(text, "-");
}

int run(const Options& options) {
  bool unreadable = false;
  const auto complain = [&](const std::string& message) {
    std::cerr << "drawbridge review: " << rules::printable(message) << ".\n";
    unreadable = true;
  };
  std::vector<admission::SourcedObject> state;
  if (!options.state.empty()) {
    Result<std::vector<admission::SourcedObject>> read =
        admission::read_state_folder(options.state);
    if (!read) {
      complain(read.error().text());
      return kExitUnreadable;
    }
    state = std::move(*read);
    const std::shared_ptr<const admission::Snapshot> snapshot = admission::Snapshot::build(state);
    for (const admission::Problem& problem : snapshot->problems()) complain(problem.line());
  }
  std::vector<admission::SourcedObject> given;
  for (const std::string& file : options.files) {
    Result<std::vector<admission::SourcedObject>> read = read_input(file);
    if (!read) {
      complain(read.error().text());
      continue;
    }
    for (admission::SourcedObject& object : *read) {
      if (const auto inner = admission::inner_configurations(object); !inner)
        complain(inner.error().text());
      given.push_back(std::move(object));
    }
  }
  const std::vector<ReviewedObject> reviewed = review_objects(state, given, options.review);
  if (options.output == "json") {
    std::cout << review_json(reviewed);
  } else if (!reviewed.empty()) {
    std::cout << review_text(reviewed, use_color(options.color));
  }
  if (unreadable) return kExitUnreadable;
  for (const ReviewedObject& object : reviewed) {
    if (!object.allowed || (object.pods && !object.pods->allowed)) return kExitRefused;
  }
  return kExitAllowed;
}

}  // namespace

void add_review_command(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("review", "Judge manifests as the API server would have them judged");
  command->add_option("FILE", options->files, "Manifests to judge; - reads standard input")
      ->required();
  command
      ->add_option("--state", options->state, "Folder of manifests that the cluster holds already")
      ->type_name("DIR");
  command->add_option("-o,--output", options->output, "text or json (one object a line)")
      ->check(CLI::IsMember({"text", "json"}))
      ->type_name("FORMAT");
  command->add_option("-n,--namespace", options->review.ns, "Namespace of objects that name none")
      ->type_name("NS");
  command->add_option("--user", options->review.user, "Who applies")->type_name("NAME");
  command->add_option("--group", options->review.groups, "A group of that user; may be repeated")
      ->type_name("G");
  command->add_option("--color", options->color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN");
  command->footer(
      "Examples:\n"
      "  drawbridge review --state examples/cluster pod.yaml\n"
      "  kubectl get pod trainer -o yaml | drawbridge review --state examples/cluster -\n"
      "  drawbridge review -o json --state examples/cluster *.yaml | jq 'select(.allowed | "
      "not)'\n\n"
      "Exit status: 0 allowed, 1 something is refused, 2 input that cannot be read.");
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace drawbridge::cli
