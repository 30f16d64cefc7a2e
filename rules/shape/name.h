// The name of an object: it has one, or the beginning of one, and the API server takes it; so is
// that of its namespace.
//
// The rule: ValidateObjectMeta of k8s.io/apimachinery with NameIsDNSSubdomain, by which Pods,
// workloads, the kinds of resource.k8s.io and all custom resources are held; a namespace's is a DNS
// label. Some kinds want less
// than that, such as RBAC's: they are not asked about.
#pragma once

#include <optional>

#include "kube/api/json.h"
#include "rules/finding.h"

namespace drawbridge::rules::shape {

// MalformedObject; nothing for a name that is good, that is no string, which decode() says, or that
// is yet to be filled in: ${NAME}.
std::optional<Finding> name_problem(const kube::Json& object);

}  // namespace drawbridge::rules::shape
