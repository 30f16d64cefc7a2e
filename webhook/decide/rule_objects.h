// What rules see as `object`, `request` and `namespaceObject`, as the API server's own policies do.
//
// Source of the shapes: k8s.io/apiserver pkg/admission/plugin/cel (CreateAdmissionRequest,
// CreateNamespaceObject), admission.k8s.io/v1 AdmissionRequest.
#pragma once

#include <string_view>

#include "kube/api/arena.h"
#include "kube/api/json.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

// `request` of the object itself: the review's without the objects, or as much of it as is known
// where there was none.
kube::Json rule_request(const AdmissionRequest& request, kube::Arena& arena);

// The same for the creation of a pod that the request's workload will make; requestKind and
// requestResource stay those of the workload.
kube::Json rule_request_of_pod(const AdmissionRequest& request, kube::Arena& arena);

// The pod that is made of a pod template.
kube::Json pod_of_template(const kube::Json& pod_template, std::string_view ns, kube::Arena& arena);

// Of a Namespace what rules see; `ns` where it is not known: its name, and the label that every
// namespace has.
kube::Json rule_namespace(const kube::Json& object, std::string_view ns, kube::Arena& arena);

}  // namespace drawbridge::admission
