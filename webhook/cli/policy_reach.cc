#include "webhook/cli/policy_reach.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "kube/api/prose.h"
#include "rules/devices/workloads.h"
#include "rules/finding.h"

namespace drawbridge::cli {
namespace {

using nlohmann::json;
using rules::shown;

constexpr std::string_view kKeepPolicy =
    "Keep a ValidatingAdmissionPolicy for that part, if it is wanted.";

std::vector<std::string> texts_of(const json& object, const char* key) {
  std::vector<std::string> texts;
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array()) return texts;
  for (const json& text : *found) {
    if (text.is_string()) texts.push_back(text.get<std::string>());
  }
  return texts;
}

std::string text_of(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool has(const std::vector<std::string>& texts, std::string_view wanted) {
  return std::find(texts.begin(), texts.end(), wanted) != texts.end();
}

std::string listed(const std::vector<std::string>& words) {
  std::vector<std::string> texts;
  for (const std::string& word : words) texts.push_back(shown(word));
  return kube::and_list(texts);
}

// How apiVersions are read: Equivalent matches a kind in any of its versions and hands it to the
// expressions in the one that is named.
enum class Versions : std::uint8_t { kExact, kEquivalent, kAny };

// One NamedRuleWithOperations.
class RuleReader {
 public:
  RuleReader(const json& rule, std::string path, Versions as, const std::vector<RuledKind>& kinds,
             const TellReach& tell)
      : rule_(rule),
        path_(std::move(path)),
        as_(as),
        kinds_(kinds),
        tell_(tell),
        groups_(texts_of(rule, "apiGroups")),
        versions_(texts_of(rule, "apiVersions")) {}

  void add_to(PolicyReach& reach) {
    NameSet names;
    for (const std::string& name : texts_of(rule_, "resourceNames")) names.names.insert(name);
    if (names.names.empty()) names = NameSet::all();
    const std::array<bool, 2> operations = read_operations();
    const std::string scope = text_of(rule_, "scope");
    for (const RuledKind* kind : read_resources()) {
      if (scope == (kind->is_cluster_scoped ? "Namespaced" : "Cluster")) continue;
      std::array<NameSet, 2>& entry = reach[{kind->group, kind->kind}];
      for (std::size_t i = 0; i < operations.size(); ++i) {
        if (operations[i]) entry[i] = either(entry[i], names);
      }
    }
  }

 private:
  std::array<bool, 2> read_operations() {
    const std::vector<std::string> operations = texts_of(rule_, "operations");
    const bool all = has(operations, "*");
    std::vector<std::string> others;
    for (const char* other : {"DELETE", "CONNECT"}) {
      if (all || has(operations, other)) others.emplace_back(other);
    }
    if (!others.empty()) {
      tell_(path_ + ".operations",
            listed(others) + (others.size() > 1 ? " are" : " is") +
                " left out: a DeviceRule judges CREATE and UPDATE.",
            std::string(kKeepPolicy));
    }
    return {all || has(operations, kRuledOperations[0]),
            all || has(operations, kRuledOperations[1])};
  }

  bool in_group(const RuledKind& kind) const {
    return has(groups_, "*") || has(groups_, kind.group);
  }

  // Drawbridge sees v1; of kinds with versions of their own every one.
  bool in_version(const RuledKind& kind) {
    if (as_ == Versions::kAny || has(versions_, "*")) return true;
    if (kind.is_v1 && !has(versions_, "v1")) {
      tell_(path_ + ".apiVersions",
            kind.kind + " is left out: a DeviceRule sees it as v1, and these expressions are for " +
                listed(versions_) + ".",
            "Write them for v1, and apiVersions: [v1].");
      return false;
    }
    if (!kind.is_v1 && as_ == Versions::kExact) {
      tell_(path_ + ".apiVersions",
            kind.kind + " is judged in every version: a DeviceRule does not tell " +
                listed(versions_) + " from others.",
            "Add a matchCondition on request.kind.version where that matters.");
    }
    return true;
  }

  std::vector<const RuledKind*> read_resources() {
    std::vector<const RuledKind*> found;
    std::vector<std::string> subresources;
    std::vector<std::string> unknown;
    for (const std::string& resource : texts_of(rule_, "resources")) {
      const bool all = resource == "*" || resource == "*/*";
      if (!all && resource.find('/') != std::string::npos) {
        subresources.push_back(resource);
        continue;
      }
      if (resource == "*/*") subresources.emplace_back("*/*");
      bool known = false;
      for (const RuledKind& kind : kinds_) {
        if ((!all && kind.plural != resource) || !in_group(kind)) continue;
        known = true;
        if (std::find(found.begin(), found.end(), &kind) == found.end() && in_version(kind))
          found.push_back(&kind);
      }
      if (all) {
        tell_(path_ + ".resources",
              shown(resource) +
                  " stands for the kinds here that ask for devices: all others are "
                  "left out.",
              std::string(kKeepPolicy));
      } else if (!known) {
        unknown.push_back(resource);
      }
    }
    tell_left_out(subresources, unknown);
    return found;
  }

  void tell_left_out(const std::vector<std::string>& subresources,
                     const std::vector<std::string>& unknown) const {
    if (!subresources.empty()) {
      tell_(path_ + ".resources",
            listed(subresources) + (subresources.size() > 1 ? " are" : " is") +
                " left out: a DeviceRule judges no subresources.",
            std::string(kKeepPolicy));
    }
    if (unknown.empty()) return;
    tell_(
        path_ + ".resources",
        listed(unknown) + (unknown.size() > 1 ? " are" : " is") +
            " left out: a DeviceRule judges pods, what makes pods, and claims.",
        "Keep a ValidatingAdmissionPolicy for that part; a kind that makes pods can be added under "
        "workloads of --config.");
  }

  const json& rule_;
  const std::string path_;
  const Versions as_;
  const std::vector<RuledKind>& kinds_;
  const TellReach& tell_;
  const std::vector<std::string> groups_;
  const std::vector<std::string> versions_;
};

PolicyReach everything(const std::vector<RuledKind>& kinds) {
  PolicyReach reach;
  for (const RuledKind& kind : kinds)
    reach[{kind.group, kind.kind}] = {NameSet::all(), NameSet::all()};
  return reach;
}

}  // namespace

NameSet without(const NameSet& a, const NameSet& b) {
  return both(a, {!b.all_but, b.names});
}

NameSet both(const NameSet& a, const NameSet& b) {
  NameSet result;
  result.all_but = a.all_but && b.all_but;
  const auto into = std::inserter(result.names, result.names.end());
  if (result.all_but) {
    std::set_union(a.names.begin(), a.names.end(), b.names.begin(), b.names.end(), into);
  } else if (!a.all_but && !b.all_but) {
    std::set_intersection(a.names.begin(), a.names.end(), b.names.begin(), b.names.end(), into);
  } else {
    const NameSet& some = a.all_but ? b : a;
    const NameSet& most = a.all_but ? a : b;
    std::set_difference(some.names.begin(), some.names.end(), most.names.begin(), most.names.end(),
                        into);
  }
  return result;
}

NameSet either(const NameSet& a, const NameSet& b) {
  NameSet result = both({!a.all_but, a.names}, {!b.all_but, b.names});
  result.all_but = !result.all_but;
  return result;
}

std::vector<RuledKind> ruled_kinds(const rules::Settings& settings) {
  std::vector<RuledKind> kinds = {
      {.group = "", .kind = "Pod", .plural = "pods", .has_updates = false},
      {"resource.k8s.io", "ResourceClaim", "resourceclaims"},
      {.group = "resource.k8s.io",
       .kind = "ResourceClaimTemplate",
       .plural = "resourceclaimtemplates",
       .has_updates = false},
      {.group = "resource.k8s.io",
       .kind = "DeviceClass",
       .plural = "deviceclasses",
       .is_cluster_scoped = true}};
  const auto add = [&kinds](const rules::WorkloadKind& kind) {
    const bool is_v1 = kind.group.empty() || kind.group == "apps" || kind.group == "batch";
    kinds.push_back({kind.group, kind.kind, kind.plural, true, is_v1});
  };
  for (const rules::WorkloadKind& kind : rules::workload_kinds()) {
    // Kueue's own objects: their jobs are judged.
    if (kind.group != "kueue.x-k8s.io") add(kind);
  }
  for (const rules::WorkloadKind& kind : settings.workloads) add(kind);
  return kinds;
}

PolicyReach reach_of(const json& match, const std::string& path,
                     const std::vector<RuledKind>& kinds, const TellReach& tell) {
  const bool is_exact = match.is_object() && text_of(match, "matchPolicy") == "Exact";
  const auto read = [&](const char* key, Versions versions, const TellReach& to) {
    PolicyReach reach;
    if (!match.is_object() || !match.contains(key) || !match[key].is_array()) return reach;
    std::size_t i = 0;
    for (const json& rule : match[key]) {
      const std::string at = path + "." + key + "[" + std::to_string(i++) + "]";
      if (rule.is_object()) RuleReader(rule, at, versions, kinds, to).add_to(reach);
    }
    return reach;
  };
  const bool has_rules = match.is_object() && match.contains("resourceRules") &&
                         match["resourceRules"].is_array() && !match["resourceRules"].empty();
  PolicyReach reach =
      has_rules ? read("resourceRules", is_exact ? Versions::kExact : Versions::kEquivalent, tell)
                : everything(kinds);
  // What is excluded and never comes is no loss.
  const TellReach silent = [](const auto&, const auto&, const auto&) {};
  const PolicyReach excluded =
      read("excludeResourceRules", is_exact ? Versions::kExact : Versions::kAny, silent);
  for (auto& [kind, names] : reach) {
    const auto found = excluded.find(kind);
    if (found == excluded.end()) continue;
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = without(names[i], found->second[i]);
  }
  return reach;
}

PolicyReach common_reach(const PolicyReach& a, const PolicyReach& b) {
  PolicyReach common;
  for (const auto& [kind, names] : a) {
    const auto found = b.find(kind);
    if (found == b.end()) continue;
    for (std::size_t i = 0; i < names.size(); ++i)
      common[kind][i] = both(names[i], found->second[i]);
  }
  return common;
}

}  // namespace drawbridge::cli
