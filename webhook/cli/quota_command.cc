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
#include "kube/api/prose.h"
#include "rules/finding.h"
#include "webhook/admission/api_paths.h"
#include "webhook/admission/cluster_view.h"
#include "webhook/cli/cluster_source.h"
#include "webhook/cli/commands.h"
#include "webhook/cli/config_file.h"
#include "webhook/cli/existing.h"
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

// What charges depend on, of the cluster and of namespaces: of those only `ns`, so that those who
// may read no other namespace are told as well; empty for all.
const std::set<std::string, std::less<>> kOfCluster = {"ConfigMap", "DeviceClass", "DeviceMapping",
                                                       "ResourceSlice"};
const std::set<std::string, std::less<>> kOfNamespaces = {"DeviceQuota", "Namespace",
                                                          "ResourceClaimTemplate"};

std::vector<ReflectedKind> kinds_read(const std::string& ns) {
  std::vector<ReflectedKind> kinds;
  for (ReflectedKind& kind : admission::reflected_kinds()) {
    const bool has_namespace = kOfNamespaces.contains(kind.kind);
    if (!has_namespace && !kOfCluster.contains(kind.kind)) continue;
    if (has_namespace) kind.ns = ns;
    kinds.push_back(std::move(kind));
  }
  return kinds;
}

std::vector<ReflectedKind> kinds_counted(const std::string& ns) {
  std::vector<ReflectedKind> kinds = {admission::pods_kind(), admission::claims_kind()};
  for (ReflectedKind& kind : kinds) kind.ns = ns;
  return kinds;
}

bool has(const std::vector<UnreadKind>& unread, std::string_view kind) {
  return std::any_of(unread.begin(), unread.end(),
                     [kind](const UnreadKind& each) { return each.kind == kind; });
}

// What could not be read: lines of a folder, kinds of a cluster, DeviceQuotas that can't be used.
struct Unread {
  std::vector<std::string> lines;
  std::vector<UnreadKind> kinds;
  std::vector<std::string> quotas;
};

// Names in spec.hard that limit nothing look like any other: nothing of them is in use.
void note_names(const std::shared_ptr<const admission::Snapshot>& snapshot, QuotaReport& report) {
  for (QuotaStatus& quota : report.quotas) {
    const kube::Json object =
        snapshot->object(admission::ObjectKind::kDeviceQuota, quota.ns, quota.name);
    for (const rules::Finding& finding :
         findings_as_new(object, admission::Endpoint::kValidate, {}, snapshot)) {
      if (finding.code == "QuotaCountsNothing" && !quota.rows.empty())
        quota.counts_nothing.push_back(finding.text());
    }
  }
}

Result<QuotaReport> take_report(ClusterSource& source, const rules::SharedSettings& settings,
                                const std::string& ns, bool of_files, Unread& unread) {
  admission::SnapshotBuilder builder(settings);
  if (of_files) {
    if (Status filled = source.fill(builder, unread.lines); !filled)
      return std::move(filled).error();
  } else {
    const auto put = [&builder](const ReadObject& object) { builder.put(object.json); };
    unread.kinds = source.list(kinds_read(ns), put);
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
    for (UnreadKind& each : source.list(kinds_counted(ns), count))
      unread.kinds.push_back(std::move(each));
  }
  // Of no quota nothing is told that they would be needed for.
  if (censuses.empty() && !has(unread.kinds, "DeviceQuota")) unread.kinds.clear();
  // The kinds that countings_of() reads (charges.h), of which a status has the hash.
  const QuotaSources sources{of_files,
                             !has(unread.kinds, "ConfigMap") && !has(unread.kinds, "DeviceClass") &&
                                 !has(unread.kinds, "DeviceMapping"),
                             unread.kinds.empty()};
  QuotaReport report;
  for (const auto& [place, census] : censuses)
    report_namespace(*snapshot, place, census, sources, report);
  if (sources.has_costs) note_names(snapshot, report);
  for (const admission::Problem& problem : snapshot->problems()) {
    if (problem.kind != "DeviceQuota" || !(ns.empty() || problem.ns == ns)) continue;
    const bool is_told = std::any_of(
        report.quotas.begin(), report.quotas.end(),
        [&](const auto& each) { return each.ns == problem.ns && each.name == problem.name; });
    if (!is_told) unread.quotas.push_back(problem.line());
  }
  for (const QuotaStatus& quota : report.quotas) {
    if (!quota.unread.empty())
      unread.quotas.push_back("status of DeviceQuota " + rules::shown(quota.name) + " in " +
                              rules::shown(quota.ns) + ": " + quota.unread);
  }
  return report;
}

std::string words_for(const std::string& kind) {
  if (kind == "ConfigMap") return "Kueue's Configuration";
  return kind + (kind.ends_with('s') ? "es" : "s");
}

// What this user may not read, what is not told therefore, and which roles would do.
std::string forbidden_text(const std::vector<UnreadKind>& unread, const std::string& ns) {
  std::vector<std::string> words;
  bool of_cluster = false;
  bool of_namespace = false;
  for (const UnreadKind& each : unread) {
    words.push_back(words_for(each.kind));
    (kOfCluster.contains(each.kind) ? of_cluster : of_namespace) = true;
  }
  std::string text = kube::and_list(words) + " can't be read by this user";
  if (!has(unread, "DeviceQuota"))
    text +=
        ", so what each pod and claim costs is not told, and what is in use and held stands as "
        "the status has it";
  text += ". It takes ";
  if (of_namespace)
    text += "ClusterRole view " +
            (ns.empty() ? "in all namespaces" : "in namespace " + rules::shown(ns));
  if (of_cluster)
    text += std::string(of_namespace ? ", and " : "") +
            "the chart's ClusterRole drawbridge-reader, by a ClusterRoleBinding";
  return text;
}

// Says what could not be read; what was forbidden in one line.
void tell_unread(const Unread& unread, const std::string& ns) {
  std::vector<UnreadKind> forbidden;
  for (const UnreadKind& each : unread.kinds) {
    if (each.is_forbidden) {
      forbidden.push_back(each);
    } else {
      complain("not read: " + each.text);
    }
  }
  // Without them there is nothing that the others would say more of.
  const auto quotas = std::find_if(forbidden.begin(), forbidden.end(), [](const UnreadKind& each) {
    return each.kind == "DeviceQuota";
  });
  if (quotas != forbidden.end()) forbidden = {*quotas};
  if (!forbidden.empty()) complain(forbidden_text(forbidden, ns));
  for (const std::string& line : unread.lines) complain("not read: " + line);
  for (const std::string& line : unread.quotas) complain("not read: " + line);
}

void print(const QuotaReport& report, const QuotaOptions& options, const std::string& ns,
           const std::string& source, bool has_all) {
  if (options.output == "json") {
    std::cout << quota_json(report);
  } else if (!report.quotas.empty()) {
    std::cout << quota_text(report, reads_utf8());
  } else if (has_all) {
    std::cout << "There is no DeviceQuota "
              << (ns.empty() ? "" : "in namespace " + rules::shown(ns) + " ") << "(" << source
              << ")." << (ns.empty() ? "" : " -A looks in all namespaces.") << "\n";
  }
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
  Unread unread;
  const Result<QuotaReport> report =
      take_report(**source, *settings, ns, !options.cluster.state.empty(), unread);
  if (!report) return complain(report.error().text());
  // What could not be read at all may be one.
  const bool has_all =
      unread.quotas.empty() && unread.lines.empty() && !has(unread.kinds, "DeviceQuota");
  print(*report, options, ns, (*source)->text(), has_all);
  tell_unread(unread, ns);
  const bool is_whole = unread.lines.empty() && unread.kinds.empty() && unread.quotas.empty();
  return is_whole ? kExitAllowed : kExitUnreadable;
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
