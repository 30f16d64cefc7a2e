// drawbridge rules list: the DeviceRules of a cluster or a folder, and whether they can be used.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kube/api/json_writer.h"
#include "rules/policy/device_rule.h"
#include "webhook/cli/commands.h"
#include "webhook/cli/existing.h"
#include "webhook/cli/input_text.h"
#include "webhook/cli/rule_costs.h"
#include "webhook/cli/rules_commands.h"
#include "webhook/cli/table.h"
#include "webhook/cli/usage.h"

namespace drawbridge::cli {
namespace {

struct Listed {
  std::string name;
  std::string kinds;
  std::string actions;
  std::string failure_policy;
  std::string problem;  // empty: it can be used
  RuleCost cost;
};

int complain_of_list(const std::string& text) {
  std::cerr << "drawbridge rules list: " << sentence(rules::printable(text)) << "\n";
  return kExitUnreadable;
}

Listed listed(const ReadObject& object) {
  Listed made;
  made.name = kube::ObjectView(object.json).name();
  const auto rule = rules::compile_device_rule(object.json);
  if (!rule) {
    made.problem = rule.error().text();
    return made;
  }
  for (const rules::DeviceRule::Kind& kind : (*rule)->kinds)
    made.kinds += (made.kinds.empty() ? "" : ",") + kind.kind;
  if (made.kinds.empty()) made.kinds = "all";
  for (const rules::ValidationAction action : (*rule)->actions)
    made.actions += (made.actions.empty() ? "" : ",") + std::string(rules::action_name(action));
  made.failure_policy =
      (*rule)->policy.failure_policy() == rules::FailurePolicy::kFail ? "Fail" : "Ignore";
  const std::vector<rules::PolicyProblem>& problems = (*rule)->policy.problems();
  if (!problems.empty()) made.problem = problems.front().field + ": " + problems.front().brief;
  return made;
}

std::string decimal(double value) {
  std::array<char, 64> text{};
  const int size = std::snprintf(text.data(), text.size(), "%.1f", value);
  return {text.data(), std::min(text.size() - 1, static_cast<std::size_t>(std::max(size, 0)))};
}

std::string table(const std::vector<Listed>& rules, bool has_costs) {
  Table::Line head = {"NAME", "KINDS", "ACTIONS", "FAILURE POLICY"};
  std::vector<bool> numbers(head.size(), false);
  if (has_costs) {
    head.insert(head.end(), {"JUDGED", "MEAN US", "MEAN COST"});
    numbers.insert(numbers.end(), 3, true);
  }
  head.emplace_back("READY");
  Table made(std::move(head), std::move(numbers));
  for (const Listed& rule : rules) {
    Table::Line line = {rules::shown(rule.name, 253), rules::shown(rule.kinds, 48), rule.actions,
                        rule.failure_policy};
    if (has_costs) {
      line.push_back(std::to_string(std::llround(rule.cost.evaluations)));
      line.push_back(decimal(rule.cost.mean_microseconds()));
      line.push_back(std::to_string(std::llround(rule.cost.mean_cost())));
    }
    line.push_back(rule.problem.empty() ? "yes" : "no: " + rules::shown(rule.problem, 200));
    made.add(std::move(line));
  }
  return made.text();
}

std::string json_lines(const std::vector<Listed>& rules, bool has_costs) {
  std::string text;
  for (const Listed& rule : rules) {
    kube::JsonWriter writer(text);
    writer.begin_object().key("name").string(rules::printable(rule.name));
    writer.key("kinds").string(rules::printable(rule.kinds)).key("actions").string(rule.actions);
    writer.key("failurePolicy").string(rule.failure_policy);
    writer.key("ready").boolean(rule.problem.empty());
    writer.key("problem").string(rules::printable(rule.problem));
    if (has_costs) {
      writer.key("evaluations").integer(std::llround(rule.cost.evaluations));
      writer.key("meanMicroseconds").raw(decimal(rule.cost.mean_microseconds()));
      writer.key("meanCost").integer(std::llround(rule.cost.mean_cost()));
    }
    writer.end_object();
    text += "\n";
  }
  return text;
}

}  // namespace

void add_rules_list_options(CLI::App& command, RulesListOptions& options) {
  add_cluster_options(command, options.cluster);
  command.add_option("-o,--output", options.output, "text or json (one rule a line)")
      ->check(one_of({"text", "json"}))
      ->type_name("FORMAT");
  command
      .add_option(
          "--metrics", options.metrics,
          "What /metrics of a replica says, - for standard input; the slowest rules come first")
      ->type_name("FILE");
}

int list_rules(const RulesListOptions& options) {
  Result<std::unique_ptr<ClusterSource>> source = ClusterSource::open(options.cluster);
  if (!source) return complain_of_list(source.error().text());
  RuleCosts costs;
  for (const std::string& file : options.metrics) {
    const Result<std::string> text = read_input_text(file);
    if (!text) return complain_of_list(text.error().text());
    if (Status added = add_rule_costs(*text, costs); !added)
      return complain_of_list(file + ": " + added.error().text());
  }
  const bool has_costs = !options.metrics.empty();
  const std::vector<kube::ReflectedKind> kinds = {
      reflected_kind("drawbridge.dev", "DeviceRule", "devicerules")};
  std::vector<Listed> rules;
  std::vector<std::string> unread;
  (*source)->visit(
      kinds, [&rules](const ReadObject& object) { rules.push_back(listed(object)); }, unread);
  for (Listed& rule : rules) {
    if (const auto cost = costs.find(rule.name); cost != costs.end()) rule.cost = cost->second;
  }
  std::sort(rules.begin(), rules.end(), [](const Listed& a, const Listed& b) {
    const double slower = a.cost.mean_microseconds() - b.cost.mean_microseconds();
    return slower != 0 ? slower > 0 : a.name < b.name;
  });
  if (options.output == "json") {
    std::cout << json_lines(rules, has_costs);
  } else if (rules.empty() && unread.empty()) {
    std::cout << "No DeviceRule in " << (*source)->text() << ".\n";
  } else {
    std::cout << table(rules, has_costs);
  }
  for (const std::string& line : unread) complain_of_list("not read: " + line);
  if (!unread.empty()) return kExitUnreadable;
  return std::all_of(rules.begin(), rules.end(),
                     [](const Listed& rule) { return rule.problem.empty(); })
             ? kExitAllowed
             : kExitRefused;
}

void add_rules_list_command(CLI::App& rules, int& status) {
  auto options = std::make_shared<RulesListOptions>();
  CLI::App* command = rules.add_subcommand("list", "Show DeviceRules, and which can't be used");
  add_rules_list_options(*command, *options);
  command->footer(
      "Examples:\n"
      "  drawbridge rules list\n"
      "  drawbridge rules list --state examples/rules\n"
      "  kubectl get --raw /api/v1/namespaces/drawbridge-system/pods/POD:PORT/proxy/metrics |\n"
      "    drawbridge rules list --metrics -\n\n"
      "Exit status: 0 all can be used, 1 one can't, 2 something can't be read.");
  command->callback([options, &status] { status = list_rules(*options); });
}

}  // namespace drawbridge::cli
