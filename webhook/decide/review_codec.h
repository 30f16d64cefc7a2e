// AdmissionReview (admission.k8s.io/v1) to AdmissionRequest, and AdmissionResponse back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "kube/api/result.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

// Fails, naming the field, for anything but a complete review of version v1: what cannot be
// understood is never allowed by accident. The request's views point into `review`'s document.
Result<AdmissionRequest> decode_review(const kube::Json& review, Endpoint endpoint);

// The review to answer with, status 200 for a refusal too. A patch is only written for an answer of
// /mutate.
std::string encode_review(const AdmissionRequest& request, const AdmissionResponse& response);

// "pods" of a kind that is judged; the API server makes these names, and no two kinds share one.
std::optional<std::string> plural_of(std::string_view group, std::string_view kind);

}  // namespace drawbridge::admission
