// The one text of a claim's spec: with the API server's defaults, canonical quantities and sorted
// keys.
//
// The server stores `1024Mi` as `1Gi` and adds defaults (allocationMode, count, a toleration's
// operator), so that a template read back differs from the one written; both have the same
// canonical text.
#pragma once

#include <string>

#include "kube/api/json.h"
#include "kube/api/result.h"

namespace drawbridge::rules {

// `spec` is the spec of a ResourceClaimTemplate (resource.k8s.io/v1): {metadata,
// spec{devices{...}}}. Fails where a capacity request is no quantity.
Result<std::string> canonical_template_spec(const kube::Json& spec);

// Tolerations of a request, canonical; empty text for none.
std::string canonical_tolerations(const kube::Json& tolerations);

}  // namespace drawbridge::rules
