// The one text of a claim's spec: with the API server's defaults, canonical quantities and sorted
// keys.
//
// The server stores `1024Mi` as `1Gi` and adds defaults (allocationMode, count, a toleration's
// operator), so that a template read back differs from the one written; both have the same
// canonical text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "kube/api/result.h"

namespace drawbridge::rules {

// How a request says what it wants: under `exactly` (v1, v1beta2), or in fields of its own
// (v1beta1).
enum class RequestShape : std::uint8_t { kNested, kFlat };
RequestShape request_shape(std::string_view api_version);

// `spec` is the spec of a ResourceClaimTemplate: {metadata, spec{devices{...}}}; the text is that
// of v1 whatever the shape. Fails where a capacity request is no quantity.
Result<std::string> canonical_template_spec(const kube::Json& spec,
                                            RequestShape shape = RequestShape::kNested);

// The same spec in the shape kFlat, as JSON text. `canonical` is what canonical_template_spec()
// made, and makes of the answer again.
std::string flat_template_spec(std::string_view canonical);

// What the server does not store: nulls, empty texts and lists, and objects that hold nothing else
// (clients write `metadata: {creationTimestamp: null}`).
bool is_absent(const kube::Json& value);

// Tolerations of a request, canonical; empty text for none.
std::string canonical_tolerations(const kube::Json& tolerations);

}  // namespace drawbridge::rules
