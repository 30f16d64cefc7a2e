// drawbridge explain: which published devices match, and why the others do not.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "kube/api/claim.h"
#include "rules/devices/explain.h"
#include "rules/devices/published.h"
#include "rules/devices/selectors.h"
#include "rules/finding.h"
#include "webhook/admission/state_folder.h"
#include "webhook/cli/commands.h"
#include "webhook/cli/usage.h"
#include "webhook/decide/object_set.h"
#include "webhook/zones/zone_files.h"

namespace drawbridge::cli {
namespace {

using admission::SourcedObject;
using kube::Json;
using nlohmann::json;

// A clause that is longer has its counts on a line of their own.
constexpr std::size_t kClauseColumns = 76;

struct ExplainOptions {
  std::string subject;
  std::string state;
  std::string output = "text";
};

// Selectors that one device has to pass together.
struct Question {
  std::string title;  // empty for an expression of the command line
  json names;         // the same for -o json
  std::string note;   // what could not be taken into account
  std::vector<std::string_view> expressions;
};

std::vector<std::string_view> expressions_of(std::span<const Json> selectors) {
  std::vector<std::string_view> expressions;
  for (const Json& selector : selectors) {
    const Json expression = selector["cel"]["expression"];
    if (expression.is_string()) expressions.push_back(expression.as_string());
  }
  return expressions;
}

class ExplainCommand {
 public:
  explicit ExplainCommand(const ExplainOptions& options) : options_(options) {}

  int run() {
    if (Status status = read(); !status) {
      std::cerr << "drawbridge explain: " << sentence(rules::printable(status.error().text()))
                << "\n";
      return kExitUnreadable;
    }
    int status = kExitAllowed;
    for (const Question& question : questions_) {
      if (!answer(question)) status = kExitRefused;
    }
    return status;
  }

 private:
  bool is_file() const {
    std::error_code error;
    return options_.subject == "-" || std::filesystem::is_regular_file(options_.subject, error);
  }

  Status read() {
    std::vector<SourcedObject> given;
    if (is_file()) {
      Result<std::vector<SourcedObject>> objects = read_file();
      if (!objects) return std::move(objects).error();
      given = std::move(*objects);
    }
    objects_ = given;
    if (!options_.state.empty()) {
      Result<std::vector<SourcedObject>> state = admission::read_state_folder(options_.state);
      if (!state) return std::move(state).error();
      objects_.insert(objects_.end(), state->begin(), state->end());
    }
    for (const SourcedObject& object : objects_) {
      if (Status added = add(object); !added) return added;
    }
    if (devices_.empty())
      return Error{
          "no devices are known: give --state a folder with ResourceSlices, such as the "
          "output of kubectl get resourceslices -o yaml"};
    if (!is_file()) {
      questions_.push_back({"", json::object(), "", {options_.subject}});
      return {};
    }
    for (const SourcedObject& object : given) ask(object);
    if (questions_.empty())
      return Error{options_.subject +
                   " holds no ResourceClaim, ResourceClaimTemplate or DeviceClass"};
    return {};
  }

  Result<std::vector<SourcedObject>> read_file() const {
    if (options_.subject != "-") return admission::read_manifest_file(options_.subject);
    const std::string text{std::istreambuf_iterator<char>(std::cin),
                           std::istreambuf_iterator<char>()};
    return admission::read_manifest_text(text, "-");
  }

  Status add(const SourcedObject& object) {
    const kube::ObjectView view = object.view();
    if (view.group() == "resource.k8s.io" && view.kind() == "DeviceClass")
      classes_.emplace(view.name(), object.json());
    for (const rules::PublishedDevice& published : rules::devices_of(object.json())) {
      const std::string place = object.place() + ": device " + std::string(published.name) + ": ";
      Result<cel::Device> device = rules::read_device(published.driver, published.body);
      if (!device) return Error{place + device.error().text()};
      const std::variant<cel::Value, std::string> value = values_.add(*device);
      if (const auto* problem = std::get_if<std::string>(&value)) return Error{place + *problem};
      devices_.push_back(std::get<cel::Value>(value));
    }
    return {};
  }

  void ask(const SourcedObject& object) {
    const kube::ObjectView view = object.view();
    if (view.group() != "resource.k8s.io") return;
    json names = {{"file", object.file}, {"kind", view.kind()}, {"name", view.name()}};
    if (!view.ns().empty()) names["namespace"] = view.ns();
    std::string title = std::string(view.kind()) + " " +
                        (view.ns().empty() ? "" : std::string(view.ns()) + "/") +
                        std::string(view.name());
    if (view.kind() == "DeviceClass") {
      questions_.push_back({std::move(title), std::move(names), "",
                            expressions_of(object.json()["spec"]["selectors"].elements())});
      return;
    }
    const kube::ClaimSpecView claim = kube::ClaimSpecView::of(object.json());
    for (std::size_t i = 0; i < claim.request_count(); ++i) {
      const kube::DeviceRequestView request = claim.request(i);
      for (std::size_t j = 0; j < request.option_count(); ++j)
        ask_option(request, request.option(j), title, names);
    }
  }

  void ask_option(const kube::DeviceRequestView& request, const kube::DeviceOptionView& option,
                  const std::string& title, const json& names) {
    std::string name(request.name());
    if (request.first_available()) name += "/" + std::string(option.name());
    Question question{
        title + ", request " + name + " (class " + std::string(option.device_class()) + ")",
        names,
        "",
        {}};
    question.names["request"] = name;
    question.names["deviceClass"] = option.device_class();
    const auto found = classes_.find(option.device_class());
    if (found == classes_.end()) {
      question.note = "DeviceClass " + std::string(option.device_class()) +
                      " is not known here: its selectors are not asked.";
    } else {
      question.expressions = expressions_of(found->second["spec"]["selectors"].elements());
    }
    const std::vector<std::string_view> own = expressions_of(option.selectors());
    question.expressions.insert(question.expressions.end(), own.begin(), own.end());
    questions_.push_back(std::move(question));
  }

  // False where nothing matches, or the selectors can't be asked.
  bool answer(const Question& question) const {
    const Result<rules::Explanation> explanation =
        rules::explain(question.expressions, devices_, &zones::of_this_machine());
    if (options_.output == "json") {
      write_json(question, explanation);
    } else {
      write_text(question, explanation);
    }
    return explanation.ok() && explanation->matches > 0;
  }

  static void write_json(const Question& question, const Result<rules::Explanation>& explanation) {
    json line = question.names;
    if (!question.note.empty()) line["note"] = question.note;
    if (!explanation) {
      line["error"] = explanation.error().message;
    } else {
      line["devices"] = explanation->devices;
      line["matches"] = explanation->matches;
      line["clauses"] = json::array();
      for (const rules::ExplainedClause& clause : explanation->clauses) {
        json made = {{"text", clause.text}, {"devices", clause.devices}, {"passed", clause.passed}};
        if (clause.failed > 0) made.update({{"failed", clause.failed}, {"error", clause.error}});
        if (!clause.nearest.empty()) made["nearest"] = clause.nearest;
        line["clauses"].push_back(std::move(made));
      }
    }
    std::cout << line.dump(-1, ' ', false, json::error_handler_t::replace) << "\n";
  }

  static std::string count_text(const rules::ExplainedClause& clause) {
    std::string text = std::to_string(clause.passed) + " of " + std::to_string(clause.devices);
    if (!clause.nearest.empty()) text += "   " + clause.nearest;
    if (clause.failed > 0)
      text += "   " + std::to_string(clause.failed) + " fail: " + rules::shown(clause.error);
    return text;
  }

  static void write_text(const Question& question, const Result<rules::Explanation>& explanation) {
    const std::string indent = question.title.empty() ? "" : "  ";
    if (!question.title.empty()) std::cout << rules::printable(question.title) << "\n";
    if (!question.note.empty()) std::cout << indent << rules::printable(question.note) << "\n";
    if (!explanation) {
      std::cout << indent << explanation.error().message << "\n";
      return;
    }
    std::size_t columns = 0;
    for (const rules::ExplainedClause& clause : explanation->clauses)
      columns = std::max(columns, std::min(rules::printable(clause.text).size(), kClauseColumns));
    for (const rules::ExplainedClause& clause : explanation->clauses) {
      const std::string text = rules::printable(clause.text);
      std::cout << indent << text;
      if (text.size() > columns) std::cout << "\n" << indent << std::string(columns, ' ');
      if (text.size() <= columns) std::cout << std::string(columns - text.size(), ' ');
      std::cout << "   " << count_text(clause) << "\n";
    }
    std::cout << indent << "matches " << explanation->matches << " of " << explanation->devices
              << (explanation->devices == 1 ? " device\n" : " devices\n");
  }

  const ExplainOptions& options_;
  std::vector<SourcedObject> objects_;
  std::map<std::string, Json, std::less<>> classes_;
  cel::DeviceValues values_;
  std::vector<cel::Value> devices_;
  std::vector<Question> questions_;
};

}  // namespace

void add_explain_command(CLI::App& app, int& status) {
  auto options = std::make_shared<ExplainOptions>();
  CLI::App* command = app.add_subcommand(
      "explain", "Say which published devices match selectors, and why the others do not");
  command
      ->add_option("FILE|EXPR", options->subject,
                   "Manifests with claims, templates or classes (- reads standard input), or a "
                   "selector's expression")
      ->required();
  command
      ->add_option("--state", options->state,
                   "Folder of manifests that the cluster holds: ResourceSlices, DeviceClasses")
      ->type_name("DIR");
  command->add_option("-o,--output", options->output, "text or json (one request a line)")
      ->check(one_of({"text", "json"}))
      ->type_name("FORMAT");
  command->footer(
      "Examples:\n"
      "  drawbridge explain claim.yaml --state examples/cluster\n"
      "  drawbridge explain \"device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('96Gi')) "
      ">= 0\" --state examples/cluster\n\n"
      "Exit status: 0 each matches a device, 1 one matches none or does not compile, 2 input that "
      "cannot be read.");
  command->callback([options, &status] { status = ExplainCommand(*options).run(); });
}

}  // namespace drawbridge::cli
