// A text where a map belongs, a map where a list does: what is around it, ready to paste.
#pragma once

#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "rules/shape/schema.h"

namespace drawbridge::rules::shape {

// `exactly: {deviceClassName: gpu.nvidia.com}` for `exactly: deviceClassName:gpu.nvidia.com`, where
// a map belongs and a space is missing; empty for every other value. `name` and `path` as below.
std::string spacing_advice(const kube::Json& value, const Type& type, std::string_view name,
                           const std::string& path);

// `claims: [gpu]` for `claims: [{name: gpu}]`, `cel: EXPRESSION` for `cel: {expression: ...}`.
// Precondition: `value` is a string, `type` a kStruct. `name` and `path` are those of its field or
// of the list's element.
std::string wrapping_advice(const kube::Json& value, const Type& type, std::string_view name,
                            const std::string& path);
// The same where a list of such maps belongs, and the text is meant as its only element.
std::string wrapped_in_list_advice(const kube::Json& value, const Type& list,
                                   std::string_view name);
// As wrapping_advice(), as JSON; empty where it says more than what stands there. The same
// precondition.
std::string wrapped_meant(const kube::Json& value, const Type& type);

// `requests: {gpu: {exactly: ...}}` for a list of one that is named gpu, `env: {A: b}` for one of a
// name and a value, `rewrites: {nvidia.com/gpu: {request: ...}}` for one of a resource.
bool is_map_by_name(const kube::Json& value, const Type& list);

// What is meant by a map where a list belongs: its one element, or one for each name. As a fix, and
// as JSON.
std::string listing_advice(const kube::Json& value, const Type& list, std::string_view name);
std::string list_meant(const kube::Json& value, const Type& list);

// The other way round: a list where a struct belongs that has a field for such elements, as in
// `devices: [{name: gpu, ...}]` for `devices: {requests: [...]}`, or a map for their names and
// values. Empty where nobody knows which.
std::string listed_advice(const kube::Json& value, const Type& type, std::string_view name);

}  // namespace drawbridge::rules::shape
