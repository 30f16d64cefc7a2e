#include "rules/checks/reserved_annotation.h"

#include <algorithm>
#include <string>

#include "kube/api/object.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using kube::ObjectView;

// resource.k8s.io/v1: ExtendedResourceClaimAnnotation, PodResourceClaimAnnotation.
constexpr std::string_view kExtended = "resource.kubernetes.io/extended-resource-claim";
constexpr std::string_view kPodClaim = "resource.kubernetes.io/pod-claim-name";
constexpr std::string_view kReserved[] = {kExtended, kPodClaim};
// Takes references to owners away that are gone, or were deleted with --cascade=orphan.
constexpr std::string_view kGarbageCollector =
    "system:serviceaccount:kube-system:generic-garbage-collector";

bool is_pod_controller(const Json& owner) {
  return owner["controller"].as_bool() && owner["kind"].as_string() == "Pod" &&
         kube::parse_api_version(owner["apiVersion"].as_string()).group.empty();
}

std::span<const Json> owners(const Json& object) {
  return object["metadata"]["ownerReferences"].elements();
}

bool has_pod_controller(const Json& object) {
  return std::any_of(owners(object).begin(), owners(object).end(), is_pod_controller);
}

Json annotation(const Json& object, std::string_view name) {
  return object["metadata"]["annotations"][name];
}

bool made_for_pod(const Json& object) {
  return has_pod_controller(object) ||
         std::any_of(std::begin(kReserved), std::end(kReserved),
                     [&](std::string_view name) { return !annotation(object, name).is_null(); });
}

bool only_takes_away(const Json& before, const Json& after) {
  return std::all_of(owners(after).begin(), owners(after).end(), [&](const Json& kept) {
    return std::any_of(owners(before).begin(), owners(before).end(), [&](const Json& old) {
      return old["uid"] == kept["uid"] && old["controller"] == kept["controller"] &&
             old["kind"] == kept["kind"] && old["name"] == kept["name"];
    });
  });
}

Finding refusal(std::string field, const std::string& what, std::string fix) {
  return {"ReservedAnnotation", Severity::kDeny, std::move(field),
          what + " is reserved to the scheduler and the claim controller of Kubernetes.",
          std::move(fix)};
}

}  // namespace

void check_reserved_of_claim(const ObjectSubject& subject, const CheckFacts& facts,
                             std::vector<Finding>& findings) {
  const Json& before = subject.old_object;
  const Json& after = subject.object;
  if (facts.settings.claim_makers.contains(facts.user)) return;
  const bool creates = before.is_null();
  for (const std::string_view name : kReserved) {
    if (annotation(before, name) == annotation(after, name)) continue;
    const bool gone = annotation(after, name).is_null();
    findings.push_back(refusal(
        "metadata.annotations[" + std::string(name) + "]", "Annotation " + std::string(name),
        gone ? "Leave the annotation as it was." : "Remove the annotation."));
  }
  if (creates) {
    if (has_pod_controller(after)) {
      findings.push_back(refusal("metadata.ownerReferences",
                                 "A Pod as controller of a ResourceClaim",
                                 "Remove controller: true from the reference, or the reference."));
    }
    return;
  }
  if (before["metadata"]["ownerReferences"] == after["metadata"]["ownerReferences"]) return;
  if (!made_for_pod(before) && !has_pod_controller(after)) return;
  if (facts.user == kGarbageCollector && only_takes_away(before, after)) return;
  findings.push_back(refusal("metadata.ownerReferences",
                             "Who owns a ResourceClaim that was made for a pod",
                             "Leave metadata.ownerReferences as they were."));
}

void check_reserved_of_template(const ObjectSubject& subject, const CheckFacts& facts,
                                std::vector<Finding>& findings) {
  if (!subject.old_object.is_null()) return;  // its spec never changes
  if (facts.settings.claim_makers.contains(facts.user)) return;
  if (annotation(subject.object["spec"], kExtended).is_null()) return;
  findings.push_back(refusal(
      "spec.metadata.annotations[" + std::string(kExtended) + "]",
      "Annotation " + std::string(kExtended) + ", which each claim of this template would get,",
      "Remove the annotation."));
}

}  // namespace drawbridge::rules
