// Kinds that there are not: a group or a kind that is misspelt, a kind in a group that never had
// it.
//
// The rule: kubectl looks a kind up in its group before anything else, and says "no matches for
// kind" where there is none (k8s.io/cli-runtime, pkg/resource/mapper.go). Nobody can add a kind to
// a group of Kubernetes' own; of other groups nothing is said unless they are one or two letters
// from a known one that has the kind.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "kube/api/json.h"
#include "rules/finding.h"

namespace drawbridge::rules::shape {

// Letters that a misspelt group or kind may differ in, and at most every third one.
inline constexpr std::size_t kKindLettersApartMax = 2;

struct UnknownKind {
  Finding finding;
  // What was meant; empty where that is not certain.
  std::string api_version;
  std::string kind;
};

// UnknownKind, with what was meant, also of a version of resource.k8s.io that there never was, of
// one of apps or batch that there is not any more, and warned of one that Kueue 0.19 does not have
// of its kinds; nothing where the kind is there or may be.
std::optional<UnknownKind> misspelt_kind(const kube::Json& object);

// "resource.k8s.io/v1" of a kind that one group alone has, as it is written today; empty for
// others.
std::string api_version_of(std::string_view kind);

}  // namespace drawbridge::rules::shape
