#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <iterator>
#include <memory>

#include "quota/kueue/index.h"
#include "webhook/admission/state_folder.h"
#include "webhook/cli/color.h"
#include "webhook/cli/commands.h"
#include "webhook/cli/config_file.h"
#include "webhook/cli/review.h"
#include "webhook/cli/review_output.h"
#include "webhook/cli/usage.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::cli {
namespace {

struct ReviewCommandOptions {
  std::string state;
  std::string rules;
  std::string config;
  std::string output = "text";
  std::string color = "auto";
  std::vector<std::string> files;
  ReviewOptions review;
};

Result<std::vector<admission::SourcedObject>> read_input(const std::string& file,
                                                         std::vector<std::string>& problems) {
  if (file != "-") return admission::read_manifest_file(file, &problems);
  const std::string text{std::istreambuf_iterator<char>(std::cin),
                         std::istreambuf_iterator<char>()};
  return admission::read_manifest_text(text, "-", &problems);
}

// What Kueue would not start with, in a Configuration or in the ConfigMap that carries one.
std::vector<std::string> configuration_problems(const admission::SourcedObject& object) {
  Result<std::vector<admission::SourcedObject>> read = admission::inner_configurations(object);
  if (!read) return {read.error().text()};
  read->push_back(object);
  std::vector<std::string> problems;
  for (const admission::SourcedObject& configuration : *read) {
    if (!quota::KueueIndex::reads(configuration.json())) continue;
    quota::KueueIndex index;
    if (Status status = index.replace({}, configuration.json()); !status)
      problems.push_back(configuration.place() + ": " + status.error().text());
  }
  return problems;
}

bool has_mapping(const std::vector<admission::SourcedObject>& objects) {
  return std::any_of(objects.begin(), objects.end(), [](const admission::SourcedObject& object) {
    return object.view().group() == "drawbridge.dev" && object.view().kind() == "DeviceMapping";
  });
}

// The DeviceRules of a folder, which may hold more.
Result<std::vector<admission::SourcedObject>> read_rules(const std::string& folder) {
  Result<std::vector<admission::SourcedObject>> read = admission::read_state_folder(folder);
  if (!read) return read;
  std::erase_if(*read, [](const admission::SourcedObject& object) {
    return object.view().group() != "drawbridge.dev" || object.view().kind() != "DeviceRule";
  });
  if (read->empty()) return Error{folder + ": holds no DeviceRule. --rules takes a folder of them"};
  return read;
}

// What is there: of --state, and the rules of --rules. `notes` are for standard error.
Result<std::vector<admission::SourcedObject>> read_there(const ReviewCommandOptions& options,
                                                         std::vector<std::string>& notes) {
  std::vector<admission::SourcedObject> there;
  if (!options.state.empty()) {
    Result<std::vector<admission::SourcedObject>> read =
        admission::read_state_folder(options.state, nullptr, &notes);
    if (!read) return read;
    there = std::move(*read);
  }
  if (!options.rules.empty()) {
    Result<std::vector<admission::SourcedObject>> read = read_rules(options.rules);
    if (!read) return read;
    std::move(read->begin(), read->end(), std::back_inserter(there));
  }
  return there;
}

int status_of(const std::vector<ReviewedObject>& reviewed) {
  const bool all_pass =
      std::all_of(reviewed.begin(), reviewed.end(), [](const ReviewedObject& object) {
        return object.allowed && std::all_of(object.pods.begin(), object.pods.end(),
                                             std::mem_fn(&ReviewedPods::allowed));
      });
  return all_pass ? kExitAllowed : kExitRefused;
}

int run(const ReviewCommandOptions& options) {
  bool unreadable = false;
  const auto say = [](const std::string& message) {
    std::cerr << "drawbridge review: " << sentence(rules::printable(message)) << "\n";
  };
  const auto complain = [&](const std::string& message) {
    say(message);
    unreadable = true;
  };
  if (Status named = check_namespace("--namespace", options.review.ns); !named) {
    complain(named.error().text());
    return kExitUnreadable;
  }
  const Result<rules::SharedSettings> settings = read_config(options.config);
  if (!settings) {
    complain(settings.error().text());
    return kExitUnreadable;
  }
  std::vector<std::string> notes;
  const Result<std::vector<admission::SourcedObject>> there = read_there(options, notes);
  for (const std::string& note : notes) say(note);
  if (!there) {
    complain(there.error().text());
    return kExitUnreadable;
  }
  const std::vector<admission::SourcedObject>& state = *there;
  const std::shared_ptr<const admission::Snapshot> snapshot = admission::Snapshot::build(state);
  for (const admission::Problem& problem : snapshot->problems()) complain(problem.line());
  std::vector<admission::SourcedObject> given;
  for (const std::string& file : options.files) {
    std::vector<std::string> problems;
    Result<std::vector<admission::SourcedObject>> read = read_input(file, problems);
    for (const std::string& problem : problems) complain(problem);
    if (!read) {
      complain(read.error().text());
      continue;
    }
    // Of a command that failed before it wrote anything, for one.
    if (read->empty() && problems.empty()) complain(file + ": holds no object");
    for (admission::SourcedObject& object : *read) {
      for (const std::string& problem : configuration_problems(object)) complain(problem);
      given.push_back(std::move(object));
    }
  }
  ReviewOptions review = options.review;
  review.settings = *settings;
  const std::vector<ReviewedObject> reviewed = review_objects(state, given, review);
  if (options.output == "json") {
    std::cout << review_json(reviewed);
  } else if (!reviewed.empty()) {
    std::cout << review_text(reviewed, use_color(options.color));
    if (!has_mapping(state) && !has_mapping(given))
      std::cout << "No DeviceMapping was given, so nothing is rewritten: --state DIR.\n";
  }
  return unreadable ? kExitUnreadable : status_of(reviewed);
}

}  // namespace

void add_review_command(CLI::App& app, int& status) {
  auto options = std::make_shared<ReviewCommandOptions>();
  CLI::App* command =
      app.add_subcommand("review", "Judge manifests as the API server would have them judged");
  command->add_option("FILE", options->files, "Manifests to judge; - reads standard input")
      ->required();
  command
      ->add_option("--state", options->state, "Folder of manifests that the cluster holds already")
      ->type_name("DIR");
  command->add_option("--rules", options->rules, "Folder of DeviceRules to judge by besides")
      ->type_name("DIR");
  add_config_option(*command, options->config);
  command->add_option("-o,--output", options->output, "text or json (one object a line)")
      ->check(one_of({"text", "json"}))
      ->type_name("FORMAT");
  command->add_option("-n,--namespace", options->review.ns, "Namespace of objects that name none")
      ->type_name("NS");
  command->add_option("--user", options->review.user, "Who applies")->type_name("NAME");
  command->add_option("--group", options->review.groups, "A group of that user; may be repeated")
      ->type_name("G");
  add_color_option(*command, options->color);
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
