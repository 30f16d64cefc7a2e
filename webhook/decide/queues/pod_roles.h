// Which pods of a group are one pod set for Kueue: those of one role, whatever else they differ in.
//
// Source: GenerateRoleHash, Kueue's pkg/util/pod (v0.19).
#pragma once

#include "kube/api/json.h"

namespace drawbridge::admission {

// Of two pods' specs.
bool have_one_role(const kube::Json& a, const kube::Json& b);

}  // namespace drawbridge::admission
