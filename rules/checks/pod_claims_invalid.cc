#include "rules/checks/pod_claims_invalid.h"

#include <algorithm>
#include <optional>
#include <string>

#include "kube/api/names.h"
#include "rules/checks/claim_desk.h"
#include "rules/checks/claim_entries.h"
#include "rules/checks/claim_invalid.h"
#include "rules/checks/toleration_invalid.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

void judge_entry(const Json& entry, const std::string& at, std::vector<Finding>& findings) {
  const auto add = [&](const std::string& field, std::string message, std::string fix) {
    findings.push_back(
        {"ClaimInvalid", Severity::kDeny, field, std::move(message), std::move(fix)});
  };
  const std::string_view name = entry["name"].as_string();
  if (const auto problem = kube::dns_label_problem(name); problem && !name.empty()) {
    add(at + ".name", at + ".name is " + shown(name) + ", and it " + *problem + ".",
        label_fix(name));
  }
  const bool claim = !entry["resourceClaimName"].is_null();
  const bool made = !entry["resourceClaimTemplateName"].is_null();
  for (const char* source : {"resourceClaimName", "resourceClaimTemplateName"}) {
    if (!entry[source].is_string()) continue;
    if (const auto problem = kube::dns_subdomain_problem(entry[source].as_string()))
      add(at + "." + source,
          at + "." + source +
              (entry[source].empty() ? ""
                                     : " is " + shown(entry[source].as_string()) + ", and it") +
              " " + *problem + ".",
          "Write the name of the " +
              std::string(source[13] == 'N' ? "ResourceClaim" : "ResourceClaimTemplate") + ".");
  }
  if (claim && made) {
    add(at, at + " has both resourceClaimName and resourceClaimTemplateName.",
        "Keep resourceClaimTemplateName for devices of each pod's own, resourceClaimName for a "
        "claim that pods share.");
  }
  if (!claim && !made &&
      !has_other_fields(entry, {"name", "resourceClaimName", "resourceClaimTemplateName"})) {
    add(at, at + " names no claim.",
        "Write resourceClaimTemplateName: TEMPLATE or resourceClaimName: CLAIM in it.");
  }
}

// An entry without a name; `use`, where there is one, is by a name that no entry has.
Finding nameless_entry(const kube::PodView& pod, std::size_t entry, const UndeclaredUse* use) {
  const std::string at = "spec.resourceClaims[" + std::to_string(entry) + "]";
  Finding finding{"ClaimInvalid", Severity::kDeny, at + ".name", at + ".name is not set", {}};
  if (use != nullptr) {
    const std::string name = shown(use->name, 40);
    finding.message += ", and container " + shown(pod.container(use->container).name()) +
                       " uses claim \"" + name + "\".";
    finding.fix = "Write name: " + name + " in " + at + ".";
  } else if (const auto nameless = nameless_use(pod)) {
    finding.message += ", nor is that of " + path_of_use(pod, *nameless) + ".";
    finding.fix = "Write one name in both, such as name: devices.";
  } else {
    finding.message += ".";
    finding.fix = "Write name: NAME in " + at + ".";
  }
  return finding;
}

// resources of a whole pod (KEP-2837) holds no claims (validatePodResources).
Finding claims_of_pod(const kube::PodView& pod) {
  constexpr std::size_t kUsesShownMax = 4;
  std::string uses;
  const auto claims = pod.spec()["resources"]["claims"].elements();
  for (std::size_t i = 0; i < std::min(claims.size(), kUsesShownMax); ++i) {
    const std::string_view name = claims[i]["name"].as_string();
    uses += (uses.empty() ? "{name: " : ", {name: ") +
            (name.empty() ? std::string("NAME") : shown(name, 63)) + "}";
  }
  if (claims.size() > kUsesShownMax) uses += ", ...";
  if (uses.empty()) uses = "{name: NAME}";
  return {"ClaimInvalid", Severity::kDeny, "spec.resources.claims",
          "spec.resources.claims is set, and only containers use claims.",
          "Write it in the container that needs the devices: resources: {claims: [" + uses + "]}."};
}

void judge_nameless(const kube::PodView& pod, std::vector<Finding>& findings) {
  const std::vector<std::size_t> nameless = nameless_entries(pod);
  if (nameless.empty()) return;
  const std::vector<UndeclaredUse> uses = undeclared_uses(pod, nameless.size());
  for (std::size_t i = 0; i < nameless.size() && i < kClaimElementsMax; ++i)
    findings.push_back(nameless_entry(pod, nameless[i], i < uses.size() ? &uses[i] : nullptr));
}

// The whole claim beside one of its requests, or one of them twice.
void judge_container(const kube::ContainerView& container, std::vector<Finding>& findings) {
  const auto claims = container.claims().elements();
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const std::string_view request = claims[i]["request"].as_string();
    const auto problem = kube::dns_label_problem(request);
    if (request.empty() || !problem) continue;
    const std::string at =
        container.path() + ".resources.claims[" + std::to_string(i) + "].request";
    // An alternative of firstAvailable, which constraints can name and containers can't.
    const std::string_view whole = request.substr(0, request.find('/'));
    findings.push_back({"ClaimInvalid", Severity::kDeny, at,
                        at + " is " + shown(request) + ", and it " + *problem + ".",
                        (whole.empty() || kube::dns_label_problem(whole)
                             ? "Write the name of a request of the claim"
                             : "Write request: " + std::string(whole)) +
                            ", or leave request out to get the whole claim."});
  }
  for (std::size_t i = 0; i < claims.size(); ++i) {
    for (std::size_t j = 0; j < i && i < kClaimElementsMax; ++j) {
      if (claims[i]["name"].as_string() != claims[j]["name"].as_string()) continue;
      const std::string_view one = claims[i]["request"].as_string();
      const std::string_view other = claims[j]["request"].as_string();
      if (one != other && !one.empty() && !other.empty()) continue;
      const std::string at = container.path() + ".resources.claims[" + std::to_string(i) + "]";
      const std::string name = shown(claims[i]["name"].as_string());
      findings.push_back({"ClaimInvalid", Severity::kDeny, at,
                          "Container " + shown(container.name()) + " names claim " + name +
                              (one == other ? " twice." : " and one of its requests beside it."),
                          "Keep {name: " + name +
                              "} for all of its devices, or a line with "
                              "request: for each that it uses."});
      break;
    }
  }
}

}  // namespace

void check_pod_claims_invalid(const PodSubject& subject, const CheckFacts& /*facts*/,
                              std::vector<Finding>& findings) {
  judge_nameless(subject.pod, findings);
  judge_pod_tolerations(subject.pod.spec()["tolerations"], "spec.tolerations", findings);
  if (!subject.pod.spec()["resources"]["claims"].is_null())
    findings.push_back(claims_of_pod(subject.pod));
  const auto entries = subject.pod.resource_claims();
  for (std::size_t i = 0; i < entries.size(); ++i)
    judge_entry(entries[i], "spec.resourceClaims[" + std::to_string(i) + "]", findings);
  if (!subject.pod.uses_claims()) return;
  for (std::size_t i = 0; i < subject.pod.container_count(); ++i)
    judge_container(subject.pod.container(i), findings);
}

}  // namespace drawbridge::rules
