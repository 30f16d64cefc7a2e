// Taints of nodes and flavors, and what tolerates them.
#pragma once

#include <string_view>

#include "kube/api/json.h"

namespace drawbridge::kube {

// core/v1 Taint. It views what it was read from.
struct Taint {
  std::string_view key;
  std::string_view value;
  std::string_view effect;
};

// core/v1 Toleration.ToleratesTaint, with Gt and Lt. Another operator may tolerate anything; what
// is no object tolerates nothing.
bool tolerates(const Json& toleration, const Taint& taint);

// From "KEY=VALUE:EFFECT" or "KEY:EFFECT", as kubectl writes it.
Taint parse_taint(std::string_view text);

// Whether one of a list does.
bool any_tolerates(const Json& tolerations, const Taint& taint);

}  // namespace drawbridge::kube
