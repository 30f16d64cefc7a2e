// The namespace about whose objects no webhook is asked, so that a cluster starts without one
// (charts/drawbridge, webhooks-*.yaml).
#pragma once

#include <string_view>

namespace drawbridge::rules {

inline constexpr std::string_view kExemptNamespace = "kube-system";

}  // namespace drawbridge::rules
