#include "rules/checks/claim_not_reusable.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "rules/checks/class_use.h"

namespace drawbridge::rules {
namespace {

// "mps" of mps.gpu.acme.com: the class probably has a configuration that shares its devices.
bool says_shared(std::string_view name) {
  constexpr std::string_view kWords[] = {"mps", "shared", "sharing", "timeslic", "time-slic"};
  return std::any_of(std::begin(kWords), std::end(kWords), [name](std::string_view word) {
    return name.find(word) != std::string_view::npos;
  });
}

// Configuration of a driver can say anything; it is there for a reason.
bool is_configured(const kube::ClaimSpecView& claim, const DeviceIndex& devices) {
  if (!claim.config().empty()) return true;
  for (std::size_t i = 0; i < claim.request_count(); ++i) {
    const kube::DeviceRequestView request = claim.request(i);
    for (std::size_t j = 0; j < request.option_count(); ++j) {
      const std::string_view name = request.option(j).device_class();
      const DeviceIndex::DeviceClass* known = devices.device_class(name);
      // Of a class that nobody knows the name is all there is.
      if (known == nullptr ? says_shared(name) : known->configured) return true;
    }
  }
  return false;
}

bool takes_portions(const kube::ClaimSpecView& claim) {
  for (std::size_t i = 0; i < claim.request_count(); ++i) {
    const kube::DeviceRequestView request = claim.request(i);
    for (std::size_t j = 0; j < request.option_count(); ++j) {
      const kube::DeviceOptionView option = request.option(j);
      if (!option.capacity_requests().empty()) return true;
      for (const kube::Json& selector : option.selectors()) {
        const std::string_view text = selector["cel"]["expression"].as_string();
        if (text.find("allowMultipleAllocations") != std::string_view::npos) return true;
      }
    }
  }
  return false;
}

// Its pods need not be on one node: devices of the class are published for several, or the pods
// keep away from each other.
bool may_span_nodes(const kube::ClaimSpecView& claim, const PodSubject& subject,
                    const DeviceIndex& devices) {
  for (std::size_t i = 0; i < claim.request_count(); ++i) {
    const kube::DeviceRequestView request = claim.request(i);
    for (std::size_t j = 0; j < request.option_count(); ++j) {
      const MatchCount* count = devices.matches().of_class(request.option(j).device_class());
      if (count != nullptr && count->matched > 0 && count->on_one_node == 0) return true;
    }
  }
  const kube::Json apart = subject.pod.spec()["affinity"]["podAntiAffinity"];
  const auto terms = apart["requiredDuringSchedulingIgnoredDuringExecution"].elements();
  return std::any_of(terms.begin(), terms.end(), [](const kube::Json& term) {
    return term["topologyKey"].as_string() == "kubernetes.io/hostname";
  });
}

// The pods of a PodGroup share its claims on purpose (KEP-5729).
bool is_of_group(const PodSubject& subject) {
  return !subject.pod.spec()["schedulingGroup"].is_null();
}

std::optional<std::int64_t> pods_of(const PodClaim& claim, const PodSubject& subject) {
  if (subject.users == nullptr) return subject.pods;
  const auto users = subject.users->find(claim.source);
  return users == subject.users->end() ? subject.pods : users->second;
}

constexpr std::string_view kFix =
    "For devices of its own in each pod, put the claim's spec into a ResourceClaimTemplate, and "
    "name that: resourceClaimTemplateName.";

}  // namespace

void check_shared_claims(const PodSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings) {
  std::set<std::string_view> told;
  if (is_of_group(subject)) return;
  for (const PodClaim& claim : subject.claims) {
    if (claim.by_template || claim.found.object.is_null()) continue;
    const std::optional<std::int64_t> pods = pods_of(claim, subject);
    if ((pods && *pods < 2) || !told.insert(claim.source).second) continue;
    const std::string many = pods ? std::to_string(*pods) + " pods" : "pods";
    if (pods && *pods > kClaimUsersMax) {
      findings.push_back({"ClaimNotReusable", Severity::kWarn, claim.field(),
                          many + " of this " + std::string(subject.kind) + " use claim " +
                              shown(claim.source) + ", which " + std::to_string(kClaimUsersMax) +
                              " can use at a time; the others stay Pending.",
                          std::string(kFix)});
      continue;
    }
    const kube::ClaimSpecView spec = claim.spec();
    if (!computes(spec, facts) || is_configured(spec, facts.devices) || takes_portions(spec) ||
        may_span_nodes(spec, subject, facts.devices))
      continue;
    findings.push_back({"ClaimNotReusable", Severity::kWarn, claim.field(),
                        "The " + many + " of this " + std::string(subject.kind) +
                            " get the same devices, on one node: they use one claim, " +
                            shown(claim.source) + ".",
                        std::string(kFix)});
  }
}

}  // namespace drawbridge::rules
