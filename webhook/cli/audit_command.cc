// drawbridge audit: what is wrong with all that exists.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "rules/nearest.h"
#include "webhook/cli/audit.h"
#include "webhook/cli/audit_output.h"
#include "webhook/cli/color.h"
#include "webhook/cli/commands.h"
#include "webhook/cli/config_file.h"
#include "webhook/cli/rule_audit.h"
#include "webhook/cli/usage.h"

namespace drawbridge::cli {
namespace {

struct AuditOptions {
  ClusterOptions cluster;
  std::string config;
  std::string output = "text";
  std::string color = "auto";
  std::string why;
  std::string rules;
};

int complain(const std::string& text) {
  std::cerr << "drawbridge audit: " << sentence(rules::printable(text)) << "\n";
  return kExitUnreadable;
}

Status check_why(const std::string& why) {
  std::vector<std::string_view> names;
  for (const rules::Code& code : rules::all_codes()) names.push_back(code.name);
  if (why.empty() || std::find(names.begin(), names.end(), why) != names.end()) return {};
  const std::string_view near = rules::nearest(why, names);
  return Error{"--why: " + rules::shown(why) + " is no code" +
               (near.empty() ? ". docs/messages.md has all of them"
                             : ". Did you mean " + std::string(near) + "?")};
}

int run(const AuditOptions& options) {
  if (Status why = check_why(options.why); !why) return complain(why.error().text());
  Result<rules::SharedSettings> settings = read_config(options.config);
  if (!settings) return complain(settings.error().text());
  std::vector<admission::SourcedObject> rules;
  if (!options.rules.empty()) {
    Result<std::vector<admission::SourcedObject>> read = read_rules(options.rules);
    if (!read) return complain("--rules: " + read.error().text());
    rules = std::move(*read);
  }
  Result<std::unique_ptr<ClusterSource>> source = ClusterSource::open(options.cluster);
  if (!source) return complain(source.error().text());
  const auto began = std::chrono::steady_clock::now();
  AuditContext context;
  context.source = (*source)->text();
  context.version = DRAWBRIDGE_VERSION;
  Result<AuditReport> report = rules.empty()
                                   ? audit(**source, *settings, context.unread)
                                   : audit_rules(**source, rules, *settings, context.unread);
  if (!report) return complain(report.error().text());
  context.took = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - began);
  if (!options.why.empty())
    std::erase_if(report->groups,
                  [&](const AuditGroup& group) { return group.code != options.why; });
  const bool color = use_color(options.color);
  std::cout << (options.output == "json"    ? audit_json(*report, context)
                : options.output == "sarif" ? audit_sarif(*report, context)
                : options.why.empty()       ? audit_text(*report, context, color)
                                            : audit_why_text(*report, context, options.why, color));
  for (const std::string& line : context.unread) complain("not read: " + line);
  if (!context.unread.empty()) return kExitUnreadable;
  const bool bad =
      std::any_of(report->groups.begin(), report->groups.end(),
                  [](const AuditGroup& group) { return group.severity != rules::Severity::kInfo; });
  return bad ? kExitRefused : kExitAllowed;
}

}  // namespace

void add_audit_command(CLI::App& app, int& status) {
  auto options = std::make_shared<AuditOptions>();
  CLI::App* command = app.add_subcommand("audit", "Judge all that exists, grouped by cause");
  add_cluster_options(*command, options->cluster);
  add_config_option(*command, options->config);
  command->add_option("-o,--output", options->output, "text, json or sarif (2.1.0)")
      ->check(one_of({"text", "json", "sarif"}))
      ->type_name("FORMAT");
  command
      ->add_option("--rules", options->rules,
                   "Judge by these DeviceRules alone: a file, or a folder of them")
      ->type_name("FILE");
  command->add_option("--why", options->why, "Every object behind one code")->type_name("CODE");
  add_color_option(*command, options->color);
  command->footer(
      "Examples:\n"
      "  drawbridge audit\n"
      "  drawbridge audit --context prod --why BothPaths\n"
      "  drawbridge audit --rules rule.yaml\n"
      "  drawbridge audit --state examples/cluster -o sarif > drawbridge.sarif\n\n"
      "Exit status: 0 nothing worse than notes, 1 errors or warnings, 2 something can't be read.");
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace drawbridge::cli
