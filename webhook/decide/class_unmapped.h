// ClassNotMapped, of Kueue's Configuration: a class that it listed, and lists no more.
#pragma once

#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// Only of classes by which a template of the cluster asks; each once. `before` null: of none. Looks
// at all templates, where a class went.
std::vector<rules::Finding> check_unmapped(const kube::Json& before, const kube::Json& now,
                                           const Snapshot& snapshot);

}  // namespace drawbridge::admission
