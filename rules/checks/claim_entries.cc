#include "rules/checks/claim_entries.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "kube/api/names.h"
#include "rules/checks/claim_desk.h"
#include "rules/checks/class_use.h"
#include "rules/checks/likely_names.h"
#include "rules/mapping/template.h"

namespace drawbridge::rules {
namespace {

using kube::ContainerView;
using kube::Json;

// Entries whose names are compared with one that leads nowhere.
constexpr std::size_t kEntriesCompared = 256;

// Of an entry of spec.resourceClaims, and of one of resources.claims.
constexpr std::string_view kEntryFields[] = {"name", "resourceClaimName",
                                             "resourceClaimTemplateName", "source"};
constexpr std::string_view kUseFields[] = {"name", "request"};

bool is_nameless(const Json& entry) {
  const Json name = entry["name"];
  return entry.is_object() && (name.is_null() || (name.is_string() && name.empty()));
}

// Any of the entries may be meant: by a use without a name, or by what the pod as a whole uses,
// which is told into a container.
bool may_use_any(const kube::PodView& pod) {
  if (!pod.spec()["resources"]["claims"].is_null()) return true;
  if (!pod.uses_claims()) return false;
  for (std::size_t i = 0; i < pod.container_count(); ++i) {
    const auto uses = pod.container(i).claims().elements();
    if (std::any_of(uses.begin(), uses.end(), is_nameless)) return true;
  }
  return false;
}

std::string field_of(const ContainerView& container, std::size_t i) {
  return container.path() + ".resources.claims[" + std::to_string(i) + "]";
}

// The entry that is probably meant by a name that none has; empty for none.
std::string likely_entry(std::string_view name, std::span<const PodClaim> claims) {
  std::vector<std::string_view> names;
  for (const PodClaim& claim : claims.first(std::min(claims.size(), kEntriesCompared)))
    names.push_back(claim.name);
  std::string likely = likely_name(name, names);
  return likely.empty() && names.size() == 1 ? shown(names.front()) : likely;
}

// Of one that has no name.
std::string nameless_fix(std::span<const PodClaim> claims) {
  const std::string likely = likely_entry("", claims);
  if (!likely.empty()) return "Write name: " + likely + " in it.";
  return claims.empty() ? std::string(
                              "Write name: NAME in it, and add to spec.resourceClaims: - {name: "
                              "NAME, resourceClaimTemplateName: TEMPLATE}.")
                        : "Write in it the name of an entry of spec.resourceClaims, such as " +
                              shown(claims.front().name, 40) + ".";
}

bool is_among(std::string_view name, const Names& names) {
  if (!names) return false;
  const std::vector<std::string_view> all = names();
  return std::find(all.begin(), all.end(), name) != all.end();
}

// The entry that is to be added: of the template or claim of its name, where there is one.
std::string entry_to_add(std::string_view name, const CheckFacts& facts) {
  std::string source = "resourceClaimTemplateName: TEMPLATE";
  if (is_among(name, facts.claim_template_names))
    source = "resourceClaimTemplateName: " + shown(name, 40);
  else if (is_among(name, facts.claim_names))
    source = "resourceClaimName: " + shown(name, 40);
  return "- {name: " + shown(name, 40) + ", " + source + "}";
}

// One of the names is refused for its form, and mended it is this one.
bool is_right_once_mended(std::string_view name, const std::vector<std::string_view>& names) {
  return std::any_of(names.begin(), names.end(), [name](std::string_view one) {
    return one != name && kube::dns_label_problem(one) && kube::dns_label_meant(one) == name;
  });
}

std::string undeclared_fix(std::string_view name, std::span<const PodClaim> claims,
                           const CheckFacts& facts) {
  const std::string likely = likely_entry(name, claims);
  const std::string entry = entry_to_add(name, facts);
  return likely.empty()
             ? "Add to spec.resourceClaims: " + entry + "."
             : "Write name: " + likely + ", or add to spec.resourceClaims: " + entry + ".";
}

std::vector<std::string_view> requests_of(const kube::ClaimSpecView& claim) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < claim.request_count(); ++i) names.push_back(claim.request(i).name());
  return names;
}

std::string unknown_request_fix(std::string_view request,
                                const std::vector<std::string_view>& names) {
  std::string likely = likely_name(request, names);
  if (likely.empty() && names.size() == 1) likely = shown(names.front());
  return likely.empty() ? "Leave request out to get the whole claim."
                        : "Write request: " + likely +
                              ", or leave request out to get the whole "
                              "claim.";
}

// What containers take of an entry: the requests that they name, or all of it.
struct EntryUse {
  bool whole = false;
  std::set<std::string_view> requests;
};

EntryUse use_of(std::string_view entry, const kube::PodView& pod) {
  EntryUse use;
  for (std::size_t i = 0; i < pod.container_count() && !use.whole; ++i) {
    const ContainerView container = pod.container(i);
    for (const Json& used : container.claims().elements()) {
      if (used["name"].as_string() != entry) continue;
      const std::string_view request = used["request"].as_string();
      use.whole = use.whole || request.empty();
      use.requests.insert(request);
    }
  }
  return use;
}

// The request of the claim that computes and that no container names; empty for none, and where a
// name that the claim lacks may be meant for it.
std::string_view unused_request(const PodClaim& claim, const kube::PodView& pod,
                                const CheckFacts& facts) {
  const kube::ClaimSpecView spec = claim.spec();
  // Another pod may use the rest of a claim that is not made for this one.
  if (!claim.by_template || spec.request_count() < 2) return {};
  const EntryUse use = use_of(claim.name, pod);
  if (use.whole) return {};
  const std::vector<std::string_view> names = requests_of(spec);
  const auto is_one = [&names](std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (!std::all_of(use.requests.begin(), use.requests.end(), is_one)) return {};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!use.requests.contains(names[i]) && computes(spec.request(i), facts)) return names[i];
  }
  return {};
}

}  // namespace

std::vector<std::size_t> nameless_entries(const kube::PodView& pod) {
  std::vector<std::size_t> nameless;
  const auto entries = pod.resource_claims();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (is_nameless(entries[i]) && !has_other_fields(entries[i], kEntryFields))
      nameless.push_back(i);
  }
  return nameless;
}

std::vector<UndeclaredUse> undeclared_uses(const kube::PodView& pod, std::size_t most) {
  if (!pod.uses_claims()) return {};
  std::set<std::string_view> known;
  for (const Json& entry : pod.resource_claims()) known.insert(entry["name"].as_string());
  const bool has_nameless_entry = known.contains("");
  std::vector<UndeclaredUse> uses;
  for (std::size_t i = 0; i < pod.container_count(); ++i) {
    const ContainerView container = pod.container(i);
    const std::span<const Json> used = container.claims().elements();
    for (std::size_t j = 0; j < used.size() && uses.size() < most; ++j) {
      const std::string_view name = used[j]["name"].as_string();
      if (name.empty() && has_other_fields(used[j], kUseFields)) continue;
      if (name.empty() ? !has_nameless_entry : known.insert(name).second)
        uses.push_back({i, j, name});
    }
  }
  return uses;
}

std::optional<UndeclaredUse> nameless_use(const kube::PodView& pod) {
  for (std::size_t i = 0; i < pod.container_count(); ++i) {
    const ContainerView container = pod.container(i);
    const std::span<const Json> used = container.claims().elements();
    for (std::size_t j = 0; j < used.size(); ++j) {
      if (is_nameless(used[j]) && !has_other_fields(used[j], kUseFields))
        return UndeclaredUse{i, j, {}};
    }
  }
  return std::nullopt;
}

std::string path_of_use(const kube::PodView& pod, const UndeclaredUse& use) {
  return field_of(pod.container(use.container), use.claim);
}

void check_undeclared_entries(const PodSubject& subject, const CheckFacts& facts,
                              std::vector<Finding>& findings) {
  if (!subject.pod.uses_claims()) return;
  // Each entry without a name is the one that is meant by a name without an entry.
  const auto entries = subject.pod.resource_claims();
  const auto nameless =
      static_cast<std::size_t>(std::count_if(entries.begin(), entries.end(), is_nameless));
  const auto uses = undeclared_uses(subject.pod, nameless + kLikeFindingsMax);
  for (std::size_t i = nameless; i < uses.size(); ++i) {
    const ContainerView container = subject.pod.container(uses[i].container);
    const std::string at = path_of_use(subject.pod, uses[i]);
    if (uses[i].name.empty()) {
      findings.push_back({"ClaimEntryUndeclared", Severity::kDeny, at + ".name",
                          "Container " + shown(container.name()) +
                              " uses a claim without a name: " + at + ".name is not set.",
                          nameless_fix(subject.claims)});
      continue;
    }
    findings.push_back({"ClaimEntryUndeclared", Severity::kDeny, at + ".name",
                        "Container " + shown(container.name()) + " uses claim \"" +
                            shown(uses[i].name) +
                            "\", and spec.resourceClaims has no entry of that name.",
                        undeclared_fix(uses[i].name, subject.claims, facts)});
  }
}

void check_unused_entries(const PodSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings) {
  std::size_t told = 0;
  if (subject.claims.empty() || may_use_any(subject.pod)) return;
  // Told as the name that was meant.
  std::set<std::string> meant;
  for (const UndeclaredUse& use : undeclared_uses(subject.pod, kLikeFindingsMax))
    meant.insert(likely_entry(use.name, subject.claims));
  for (const PodClaim& claim : subject.claims) {
    if (claim.name.empty() || claim.found.object.is_null() || meant.contains(shown(claim.name)) ||
        is_generated_template_name(claim.source))
      continue;
    const bool is_used = !claim.container.empty();
    const std::string_view request =
        is_used ? unused_request(claim, subject.pod, facts) : std::string_view();
    if (request.empty() && (is_used || !computes(claim.spec(), facts))) continue;
    if (++told > kLikeFindingsMax) return;
    if (!request.empty()) {
      findings.push_back(
          {"ClaimEntryUnused", Severity::kWarn, claim.field(),
           "No container uses request " + shown(request, 40) + " of claim \"" +
               shown(claim.name, 40) + "\" (" + claim.source_text() +
               "): its devices are allocated all the same, and nobody gets them.",
           "Add claims: [{name: " + shown(claim.name, 40) + ", request: " + shown(request, 40) +
               "}] to the resources of a container, or take the request out of the claim."});
      continue;
    }
    findings.push_back({"ClaimEntryUnused", Severity::kWarn, claim.field(),
                        "No container uses claim \"" + shown(claim.name) + "\" (" +
                            claim.source_text() +
                            "): its devices are allocated all the same, and nobody gets them.",
                        "Add claims: [{name: " + shown(claim.name, 40) +
                            "}] to the resources of a container, or remove the entry."});
  }
}

void check_claims_named_twice(const PodSubject& subject, const CheckFacts& /*facts*/,
                              std::vector<Finding>& findings) {
  if (subject.claims.size() < 2) return;
  std::map<std::string_view, const PodClaim*> first;
  std::size_t told = 0;
  for (const PodClaim& claim : subject.claims) {
    if (claim.by_template || claim.source.empty() || claim.name.empty()) continue;
    const auto [named, is_new] = first.emplace(claim.source, &claim);
    // Two entries of one name are refused.
    if (is_new || named->second->name == claim.name || ++told > kLikeFindingsMax) continue;
    findings.push_back({"ClaimNamedTwice", Severity::kWarn, claim.field(),
                        "Entries " + shown(named->second->name, 40) + " and " +
                            shown(claim.name, 40) + " name one ResourceClaim, " +
                            shown(claim.source, 63) +
                            ": whoever uses either gets the same devices.",
                        "Name another ResourceClaim in " + shown(claim.name, 40) +
                            " for devices of its own, or take the entry away and use " +
                            shown(named->second->name, 40) + " in its place."});
  }
}

void check_unknown_requests(const PodSubject& subject, const CheckFacts& /*facts*/,
                            std::vector<Finding>& findings) {
  if (subject.claims.empty() || !subject.pod.uses_claims()) return;
  const auto entries = by_name(subject.claims);
  std::set<std::pair<std::string_view, std::string_view>> told;
  for (std::size_t i = 0; i < subject.pod.container_count(); ++i) {
    const ContainerView container = subject.pod.container(i);
    const std::span<const Json> used = container.claims().elements();
    for (std::size_t j = 0; j < used.size(); ++j) {
      const std::string_view request = used[j]["request"].as_string();
      const auto found = entries.find(used[j]["name"].as_string());
      // What is no name of a request is refused, and told so.
      if (request.empty() || found == entries.end() || kube::dns_label_problem(request)) continue;
      const PodClaim* claim = found->second;
      if (claim->found.object.is_null()) continue;
      const std::vector<std::string_view> names = requests_of(claim->spec());
      if (names.empty() || is_right_once_mended(request, names) ||
          std::find(names.begin(), names.end(), request) != names.end())
        continue;
      if (!told.emplace(claim->name, request).second) continue;
      if (told.size() > kLikeFindingsMax) return;
      findings.push_back(
          {"ClaimRequestUnknown", Severity::kWarn, field_of(container, j) + ".request",
           "Container " + shown(container.name(), 40) + " asks claim \"" + shown(claim->name, 40) +
               "\" (" + claim->source_text() + ") for request " + shown(request, 40) +
               ", which it lacks, and gets no device.",
           unknown_request_fix(request, names)});
    }
  }
}

}  // namespace drawbridge::rules
