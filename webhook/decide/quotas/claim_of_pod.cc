#include "webhook/decide/quotas/claim_of_pod.h"

#include "kube/api/object.h"
#include "kube/api/time.h"
#include "rules/mapping/template.h"

namespace drawbridge::admission {
namespace {

using kube::Json;

// resource.k8s.io/v1: ExtendedResourceClaimAnnotation, PodResourceClaimAnnotation.
constexpr std::string_view kExtendedClaimAnnotation =
    "resource.kubernetes.io/extended-resource-claim";
constexpr std::string_view kPodClaimAnnotation = "resource.kubernetes.io/pod-claim-name";

// RFC 3339 in whole seconds and UTC, as the API server writes it: ordered as text.
std::string_view created(const Json& object) {
  return object["metadata"]["creationTimestamp"].as_string();
}

}  // namespace

std::string_view entry_of_claim(const Json& claim) {
  return kube::ObjectView(claim).annotation(kPodClaimAnnotation);
}

bool is_of_entry(const Json& claim, std::string_view entry) {
  return entry.empty() ? kube::ObjectView(claim).annotation(kExtendedClaimAnnotation) == "true"
                       : entry_of_claim(claim) == entry;
}

std::string_view template_of_entry(const Json& pod, std::string_view entry) {
  for (const Json& each : pod["spec"]["resourceClaims"].elements()) {
    if (each["name"].as_string() == entry) return each["resourceClaimTemplateName"].as_string();
  }
  return {};
}

bool is_younger(const Json& claim_template, const Json& pod) {
  // What holds what its name says was the same before.
  if (rules::is_generated_template_name(kube::ObjectView(claim_template).name())) return false;
  return !created(pod).empty() && created(pod) < created(claim_template);
}

bool is_as_before(const Json& claim_template, const Json& pod) {
  if (claim_template.is_null()) return false;
  const bool is_generated =
      rules::is_generated_template_name(kube::ObjectView(claim_template).name());
  const auto before = kube::parse_time(created(claim_template));
  const auto came = kube::parse_time(created(pod));
  return before && came &&
         *before + (is_generated ? kGeneratedSureAfter : kTemplateSureAfter) <= *came;
}

bool is_made_for_pod(const Json& claim) {
  const kube::ObjectView view(claim);
  const Json controller = view.controller();
  return controller["kind"].as_string() == "Pod" && !controller["uid"].as_string().empty() &&
         controller["apiVersion"].as_string() == "v1" &&
         (!view.annotation(kPodClaimAnnotation).empty() ||
          view.annotation(kExtendedClaimAnnotation) == "true");
}

}  // namespace drawbridge::admission
