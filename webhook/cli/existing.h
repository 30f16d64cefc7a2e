// Objects that exist already, looked at as if they were created now.
#pragma once

#include <string>
#include <string_view>

#include "kube/api/arena.h"
#include "kube/api/json.h"
#include "kube/client/reflector.h"

namespace drawbridge::cli {

// What is listed of a kind, in the best version that is served.
kube::ReflectedKind reflected_kind(const std::string& group, const std::string& kind,
                                   const std::string& plural);

// "KIND NAMESPACE/NAME"
std::string owner_key(std::string_view kind, std::string_view ns, std::string_view name);

// The ownerReference of the controller that made the object; null where there is none.
kube::Json controller_of(const kube::Json& object);

// Of a pod.
bool has_ended(const kube::Json& pod);

// A pod as it was created: a scheduler chose its node, not its author.
kube::Json unscheduled(const kube::Json& pod, kube::Arena& arena);

}  // namespace drawbridge::cli
