// Which ConfigMap is Kueue's, by its name and by what it holds.
#pragma once

#include <string_view>

#include "kube/api/json.h"

namespace drawbridge::admission {

// Where Kueue reads its Configuration, whatever the release is called: its Deployment mounts that
// one key.
inline constexpr std::string_view kKueueConfigMap = "kueue-manager-config";
inline constexpr std::string_view kKueueConfigKey = "controller_manager_config.yaml";
// Where its manifests install it.
inline constexpr std::string_view kKueueNamespace = "kueue-system";

// The ConfigMap carries a Configuration of Kueue as text, or is the one that Kueue reads it from.
bool configures_kueue(const kube::Json& config_map);

// It is the one that an installed Kueue reads, whatever others carry a Configuration, too: copies,
// and what somebody keeps for another cluster.
bool is_kueues_own(const kube::Json& config_map);

// Of the ConfigMap that Kueue reads: the key under which a Configuration stands where that which is
// mounted is missing; empty for others.
std::string_view configuration_elsewhere(const kube::Json& config_map);

}  // namespace drawbridge::admission
