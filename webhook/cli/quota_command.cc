// drawbridge quota: what DeviceQuotas allow, what is in use, and who uses it.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "kube/api/object.h"
#include "rules/finding.h"
#include "webhook/admission/api_paths.h"
#include "webhook/admission/cluster_view.h"
#include "webhook/cli/cluster_source.h"
#include "webhook/cli/commands.h"
#include "webhook/cli/config_file.h"
#include "webhook/cli/quota_report.h"
#include "webhook/cli/usage.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::cli {
namespace {

using admission::QuotaCensus;
using kube::ReflectedKind;

struct QuotaOptions {
  ClusterOptions cluster;
  std::string config;
  std::string ns;
  bool all = false;
  std::string output = "text";
};

int complain(const std::string& text) {
  std::cerr << "drawbridge quota: " << sentence(rules::printable(text)) << "\n";
  return kExitUnreadable;
}

// Whether the terminal reads UTF-8 (POSIX: LC_ALL, else LC_CTYPE, else LANG).
bool reads_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before any thread
    if (value == nullptr || *value == '\0') continue;
    std::string text(value);
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text.find("utf-8") != std::string::npos || text.find("utf8") != std::string::npos;
  }
  return false;
}

// What charges depend on: of namespaced kinds only `ns`, so that those who may read no other
// namespace are told as well; empty for all.
std::vector<ReflectedKind> kinds_read(const std::string& ns) {
  static const std::set<std::string> kRead = {
      "ConfigMap", "DeviceClass",           "DeviceMapping", "DeviceQuota",
      "Namespace", "ResourceClaimTemplate", "ResourceSlice"};
  std::vector<ReflectedKind> kinds;
  for (ReflectedKind& kind : admission::reflected_kinds()) {
    if (!kRead.contains(kind.kind)) continue;
    if (kind.kind == "DeviceQuota" || kind.kind == "ResourceClaimTemplate") kind.ns = ns;
    kinds.push_back(std::move(kind));
  }
  return kinds;
}

std::vector<ReflectedKind> kinds_counted(const std::string& ns) {
  std::vector<ReflectedKind> kinds = {admission::pods_kind(), admission::claims_kind()};
  for (ReflectedKind& kind : kinds) kind.ns = ns;
  return kinds;
}

Result<QuotaReport> take_report(ClusterSource& source, const rules::SharedSettings& settings,
                                const std::string& ns, bool of_files,
                                std::vector<std::string>& unread) {
  admission::SnapshotBuilder builder(settings);
  if (of_files) {
    if (Status filled = source.fill(builder, unread); !filled) return std::move(filled).error();
  } else {
    const auto put = [&builder](const ReadObject& object) { builder.put(object.json); };
    source.visit(kinds_read(ns), put, unread);
  }
  const std::shared_ptr<const admission::Snapshot> snapshot = builder.publish();
  std::map<std::string, QuotaCensus> censuses;
  snapshot->for_each(admission::ObjectKind::kDeviceQuota, [&](const kube::Json& object) {
    const std::string of(object["metadata"]["namespace"].as_string());
    const std::string place = of.empty() ? "default" : of;
    if (ns.empty() || place == ns) censuses.try_emplace(place, snapshot, place);
  });
  if (!censuses.empty()) {
    const auto count = [&censuses](const ReadObject& object) {
      const kube::ObjectView view(object.json);
      const std::string place = view.ns().empty() ? "default" : std::string(view.ns());
      const auto census = censuses.find(place);
      if (census == censuses.end()) return;
      if (view.kind() == "Pod") {
        census->second.add_pod(object.json);
      } else {
        census->second.add_claim(object.json);
      }
    };
    // Pods first: the claims that were made for them are theirs.
    source.visit(kinds_counted(ns), count, unread);
  }
  QuotaReport report;
  for (const auto& [place, census] : censuses)
    report_namespace(*snapshot, place, census, of_files, report);
  return report;
}

int run(const QuotaOptions& options) {
  if (options.all && !options.ns.empty())
    return complain("-n does not go with -A: it is one namespace or all of them");
  if (Status right = check_namespace("-n", options.ns); !options.ns.empty() && !right)
    return complain(right.error().text());
  Result<rules::SharedSettings> settings = read_config(options.config);
  if (!settings) return complain(settings.error().text());
  Result<std::unique_ptr<ClusterSource>> source = ClusterSource::open(options.cluster);
  if (!source) return complain(source.error().text());
  const std::string ns = options.all           ? std::string()
                         : !options.ns.empty() ? options.ns
                                               : (*source)->default_namespace();
  std::vector<std::string> unread;
  const Result<QuotaReport> report =
      take_report(**source, *settings, ns, !options.cluster.state.empty(), unread);
  if (!report) return complain(report.error().text());
  if (options.output == "json") {
    std::cout << quota_json(*report);
  } else if (report->quotas.empty()) {
    std::cout << "There is no DeviceQuota "
              << (ns.empty() ? "" : "in namespace " + rules::shown(ns) + " ") << "("
              << (*source)->text() << ")." << (ns.empty() ? "" : " -A looks in all namespaces.")
              << "\n";
  } else {
    std::cout << quota_text(*report, reads_utf8());
  }
  for (const QuotaStatus& quota : report->quotas) {
    if (!quota.unread.empty())
      unread.push_back("status of DeviceQuota " + rules::shown(quota.name) + " in " +
                       rules::shown(quota.ns) + ": " + quota.unread);
  }
  for (const std::string& line : unread) complain("not read: " + line);
  return unread.empty() ? kExitAllowed : kExitUnreadable;
}

}  // namespace

void add_quota_command(CLI::App& app, int& status) {
  auto options = std::make_shared<QuotaOptions>();
  CLI::App* command = app.add_subcommand(
      "quota", "Show what DeviceQuotas allow, what is in use and held, and who uses the most");
  add_cluster_options(*command, options->cluster);
  add_config_option(*command, options->config);
  command->add_option("-n,--namespace", options->ns, "Namespace; else that of the kubeconfig")
      ->type_name("NAME");
  command->add_flag("-A,--all-namespaces", options->all, "All namespaces");
  command->add_option("-o,--output", options->output, "text or json")
      ->check(one_of({"text", "json"}))
      ->type_name("FORMAT");
  command->footer(
      "Examples:\n"
      "  drawbridge quota -n team-a\n"
      "  drawbridge quota -A -o json | jq '.quotas[] | select(.counted | not) | .namespace'\n"
      "  drawbridge quota -n team-a --state examples/cluster\n\n"
      "Exit status: 0 shown, 2 something can't be read.");
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace drawbridge::cli
