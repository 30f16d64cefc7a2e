// The DRA of before Kubernetes 1.32: kinds and fields that are gone, with what to write instead.
//
// An API server answers them with "no matches for kind" or drops the field; a checker of files
// knows better.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "kube/api/json.h"
#include "rules/finding.h"

namespace drawbridge::rules {

// `beside` is what is given together with it, in which the parameters that a claim refers to stand;
// it may hold the object itself.
std::optional<Finding> removed_api(const kube::Json& object,
                                   std::span<const kube::Json> beside = {});

// Of a claim, template or class of a version of resource.k8s.io that is gone, and of which the
// fields are those of a version that is there: that version. Empty for others.
std::string version_of_fields(const kube::Json& object);

// What to write in a claim or template whose version the API server does not have: the version, and
// that its requests are nested where they are flat.
std::string claim_version_advice(const kube::Json& object);

}  // namespace drawbridge::rules
