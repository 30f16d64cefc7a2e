// drawbridge cel: an expression, what it comes to and what it costs.
#include <CLI/CLI.hpp>
#include <iostream>
#include <iterator>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "kube/api/yaml.h"
#include "rules/cel/value_text.h"
#include "rules/devices/published.h"
#include "rules/devices/selectors.h"
#include "rules/finding.h"
#include "webhook/cli/commands.h"
#include "webhook/cli/input_text.h"
#include "webhook/cli/usage.h"
#include "webhook/decide/object_set.h"
#include "webhook/zones/zone_files.h"

namespace drawbridge::cli {
namespace {

using nlohmann::json;

struct CelOptions {
  std::string expression;
  std::string device_file;
  std::string object_file;
  std::string output = "text";
};

// One evaluation: of what, and the value of the one variable.
struct Subject {
  std::string name;  // empty where there is only one
  cel::Value value;
};

// Kubernetes' libraries with the variable, if it has a name.
cel::Environment environment_of(std::string_view variable) {
  cel::EnvironmentBuilder builder;
  if (!variable.empty()) builder.add_variable(variable, &cel::type::kDyn);
  return std::move(builder).build();
}

class CelCommand {
 public:
  explicit CelCommand(const CelOptions& options) : options_(options) {}

  int run() {
    if (Status read = read_subjects(); !read) {
      std::cerr << "drawbridge cel: " << sentence(rules::printable(read.error().text())) << "\n";
      return kExitUnreadable;
    }
    if (subjects_.empty()) {
      // What needs no variable has a value all the same.
      const auto plain = environment_of("").compile(options_.expression);
      if (const auto* program = std::get_if<cel::Program>(&plain))
        return evaluate(*program, {}) ? kExitAllowed : kExitRefused;
    }
    const std::variant<cel::Program, cel::CompileFailure> compiled =
        options_.object_file.empty()
            ? rules::stored_selector_environment().compile(options_.expression)
            : environment_of("object").compile(options_.expression);
    if (const auto* failure = std::get_if<cel::CompileFailure>(&compiled)) return refuse(*failure);
    const cel::Program& program = std::get<cel::Program>(compiled);
    if (subjects_.empty()) return describe(program);
    int status = kExitAllowed;
    for (const Subject& subject : subjects_) {
      if (!evaluate(program, subject)) status = kExitRefused;
    }
    return status;
  }

 private:
  Status read_subjects() {
    const std::string& file =
        options_.device_file.empty() ? options_.object_file : options_.device_file;
    if (file.empty()) return {};
    Result<std::string> text = read_input_text(file);
    if (!text) return std::move(text).error();
    Result<std::vector<kube::YamlObject>> read = kube::read_yaml(*text);
    if (!read) return Error{file + ": " + read.error().text()};
    objects_ = std::move(*read);
    for (const kube::YamlObject& object : objects_) {
      if (options_.device_file.empty()) {
        subjects_.push_back({"", cel::Value::json(object.document.root())});
      } else if (Status added = add_devices(object.document.root()); !added) {
        return Error{file + ": " + added.error().text()};
      }
    }
    if (subjects_.empty()) return Error{file + " holds nothing to evaluate the expression on"};
    return {};
  }

  // A ResourceSlice's devices, or one device with its `driver`.
  Status add_devices(const kube::Json& manifest) {
    const std::vector<rules::PublishedDevice> published = rules::devices_of(manifest);
    if (published.empty()) {
      if (!manifest["driver"].is_string())
        return Error{"must be a ResourceSlice, or a device with driver, attributes and capacity"};
      return add_device("", manifest["driver"].as_string(), manifest);
    }
    for (const rules::PublishedDevice& device : published) {
      const std::string name = std::string(device.pool) + "/" + std::string(device.name);
      if (Status added = add_device(name, device.driver, device.body); !added) return added;
    }
    return {};
  }

  Status add_device(const std::string& name, std::string_view driver, const kube::Json& body) {
    Result<cel::Device> device = rules::read_device(driver, body);
    const std::string of = name.empty() ? "" : name + ": ";
    if (!device) return Error{of + device.error().text()};
    const std::variant<cel::Value, std::string> value = devices_.add(*device);
    if (const auto* problem = std::get_if<std::string>(&value)) return Error{of + *problem};
    subjects_.push_back({name, std::get<cel::Value>(value)});
    return {};
  }

  bool as_json() const { return options_.output == "json"; }

  static json estimate(const cel::Program& program) {
    return {{"min", program.estimated_cost().min}, {"max", program.estimated_cost().max}};
  }

  int refuse(const cel::CompileFailure& failure) const {
    if (as_json()) {
      json issues = json::array();
      for (const cel::Issue& issue : failure.issues) {
        const cel::Location at = cel::location_of(options_.expression, issue.offset);
        issues.push_back(
            {{"line", at.line}, {"column", at.column + 1}, {"message", issue.message}});
      }
      // The expression may be any bytes.
      const json refusal = {{"error", failure.text}, {"issues", issues}};
      std::cout << refusal.dump(-1, ' ', false, json::error_handler_t::replace) << "\n";
    } else {
      std::cerr << failure.text << "\n";
    }
    return kExitRefused;
  }

  int describe(const cel::Program& program) const {
    const std::string type = cel::to_text(program.result_type());
    if (as_json()) {
      std::cout << json{{"type", type}, {"estimatedCost", estimate(program)}}.dump() << "\n";
    } else {
      std::cout << "compiles\ntype " << type << ", " << estimate_text(program)
                << "\nGive it a device to see what it comes to: --device FILE\n";
    }
    return kExitAllowed;
  }

  static std::string estimate_text(const cel::Program& program) {
    const cel::CostEstimate cost = program.estimated_cost();
    const std::string min = std::to_string(cost.min);
    if (cost.max == cost.min) return "estimated cost " + min;
    // Nobody has bounded the data that it depends on.
    if (cost.max == std::numeric_limits<std::uint64_t>::max())
      return "estimated cost at least " + min;
    return "estimated cost " + min + " to " + std::to_string(cost.max);
  }

  bool evaluate(const cel::Program& program, const Subject& subject) const {
    const cel::Value variables[] = {subject.value};
    kube::Arena arena;
    const cel::Outcome outcome =
        program.evaluate({.variables = variables, .time_zones = &zones::of_this_machine()},
                         cel::kPerCallCostMax, arena);
    const bool failed = outcome.value.is_error();
    const std::string type = cel::to_text(program.result_type());
    if (as_json()) {
      json line = {{"type", type}, {"cost", outcome.cost}, {"estimatedCost", estimate(program)}};
      if (!subject.name.empty()) line["device"] = subject.name;
      if (failed) {
        line["error"] = outcome.value.error_message();
      } else {
        line["value"] = json::parse(cel::json_text(outcome.value));
      }
      std::cout << line.dump(-1, ' ', false, json::error_handler_t::replace) << "\n";
      return !failed;
    }
    const std::string what = failed ? "error: " + std::string(outcome.value.error_message())
                                    : cel::cel_text(outcome.value);
    std::cout << (subject.name.empty() ? "" : rules::printable(subject.name) + ": ")
              << rules::printable(what) << "\n";
    std::cout << "type " << type << ", cost " << outcome.cost << ", " << estimate_text(program)
              << "\n";
    return !failed;
  }

  const CelOptions& options_;
  std::vector<kube::YamlObject> objects_;
  cel::DeviceValues devices_;
  std::vector<Subject> subjects_;
};

}  // namespace

void add_cel_command(CLI::App& app, int& status) {
  auto options = std::make_shared<CelOptions>();
  CLI::App* command = app.add_subcommand(
      "cel", "Compile and evaluate a CEL expression as Kubernetes does, with what it costs");
  command->add_option("EXPR", options->expression, "The expression")->required();
  CLI::Option* device =
      command
          ->add_option("--device", options->device_file,
                       "ResourceSlices, or a device with driver, attributes and capacity, as "
                       "`device`; - reads standard input")
          ->type_name("FILE");
  command
      ->add_option("--object", options->object_file,
                   "A manifest as `object`; - reads standard input")
      ->type_name("FILE")
      ->excludes(device);
  command->add_option("-o,--output", options->output, "text or json (one evaluation a line)")
      ->check(one_of({"text", "json"}))
      ->type_name("FORMAT");
  command->footer(
      "Examples:\n"
      "  drawbridge cel \"quantity('1536Mi').compareTo(quantity('1.5Gi'))\"\n"
      "  drawbridge cel \"device.attributes['gpu.nvidia.com'].productName.startsWith('NVIDIA')\" "
      "--device examples/cluster/devices.yaml\n"
      "  drawbridge cel 'object.spec.replicas > 3' --object deployment.yaml -o json\n\n"
      "Exit status: 0 it has a value, 1 it fails or does not compile, 2 input that cannot be "
      "read.");
  command->callback([options, &status] { status = CelCommand(*options).run(); });
}

}  // namespace drawbridge::cli
