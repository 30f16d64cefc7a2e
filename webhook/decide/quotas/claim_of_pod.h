// What a claim says of the pod that it was made for, and what is known of the template that it was
// made of (resource.k8s.io/v1: PodResourceClaimAnnotation, ExtendedResourceClaimAnnotation).
#pragma once

#include <chrono>
#include <string_view>

#include "kube/api/json.h"

namespace drawbridge::admission {

// An object has its time from before the webhooks are asked, and its name when etcd has written it:
// whoever was created less than this after a template may have come when another one had the name.
// The API server gives up a create after 34 s, and etcd may take some more. Nor may the watch of
// whoever charged it have been silent since: for so long it is trusted
// (kube/client/reflector.h, kWatchSilenceMax).
inline constexpr std::chrono::seconds kTemplateSureAfter{180};
// What a generated template holds its name says, so that all of one name are the same: no watch
// can know another. But it may have been away, while a count found nothing that its pods ask for.
inline constexpr std::chrono::seconds kGeneratedSureAfter{60};

// The claim says that it was made for a pod: a Pod is its controller, and it carries the annotation
// of an entry or of extended resources. Who says so has to be one of Settings::claim_makers.
bool is_made_for_pod(const kube::Json& claim);

// The entry of its pod's spec.resourceClaims that a claim was made for; empty for one that the
// scheduler makes of the pod's extended resources.
std::string_view entry_of_claim(const kube::Json& claim);
// Its annotations say that it was made for that entry of a pod; an empty one stands for the pod's
// extended resources.
bool is_of_entry(const kube::Json& claim, std::string_view entry);

// The template that this entry of the pod names; empty where it names none.
std::string_view template_of_entry(const kube::Json& pod, std::string_view entry);

// The template was created in a later second than the pod, which was charged by another one or by
// none. False for generated ones, of which all of one name are the same, and in files, which have
// no such times.
bool is_younger(const kube::Json& claim_template, const kube::Json& pod);
// It is what it was when the pod came, and was there ever since: created surely before the pod.
// False where it is not known, or they have no such times.
bool is_as_before(const kube::Json& claim_template, const kube::Json& pod);

}  // namespace drawbridge::admission
