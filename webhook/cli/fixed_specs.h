// What the API server never changes of an object that is there: the spec of a ResourceClaimTemplate
// and of a ResourceClaim (resource.k8s.io/v1: "the spec is immutable"), the ClusterQueue of a
// LocalQueue, and the devices of a Pod. Who applies another one is refused, and the first stays.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "kube/api/json.h"
#include "rules/finding.h"
#include "webhook/decide/object_set.h"

namespace drawbridge::cli {

// Of the objects of one file those that stood there before with another spec, each with the line of
// the first. Objects that name no namespace are in `ns`.
std::map<const kube::Document*, int> changed_in_file(
    std::span<const admission::SourcedObject> given, const std::string& ns);

// Of the objects those that would change what never changes of one that `state` holds.
std::set<const kube::Document*> changed_in_state(std::span<const admission::SourcedObject> given,
                                                 std::span<const admission::SourcedObject> state,
                                                 const std::string& ns);

// That `object` has another spec than `standing`, the one that is there (null for none).
std::optional<rules::Finding> changes_standing(const kube::Json& object,
                                               const kube::Json& standing);
// That it has another spec than the one in that line of its file.
rules::Finding changes_given(const kube::Json& object, int line);

}  // namespace drawbridge::cli
