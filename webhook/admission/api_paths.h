// Where objects that several parts read or write stand in the API.
#pragma once

#include <string>

#include "kube/client/reflector.h"
#include "kube/client/resource_path.h"

namespace drawbridge::admission {

// Without a name: all of the namespace; without either: all.
kube::ResourcePath pod_path(std::string ns, std::string name);

kube::ResourcePath device_quota_path(std::string ns, std::string name);

kube::ReflectedKind pods_kind();
// ResourceClaims, in the best version that is served.
kube::ReflectedKind claims_kind();

}  // namespace drawbridge::admission
