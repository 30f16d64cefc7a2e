// ClassNotMapped, of Kueue's Configuration: a class that it listed, and lists no more.
#pragma once

#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// Templates that are looked at for one that asks for such a class.
inline constexpr std::size_t kUnmappedLooksMax = 10'000;

// Only of classes by which a template of the cluster asks; each once. `before` null: of none.
std::vector<rules::Finding> check_unmapped(const kube::Json& before, const kube::Json& now,
                                           const Snapshot& snapshot);

}  // namespace drawbridge::admission
