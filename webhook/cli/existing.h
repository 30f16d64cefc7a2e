// Objects that exist already, looked at as if they were created now.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/arena.h"
#include "kube/api/json.h"
#include "kube/client/reflector.h"
#include "rules/finding.h"
#include "webhook/admission/gateway.h"
#include "webhook/decide/request.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::cli {

// What is listed of a kind, in the best version that is served.
kube::ReflectedKind reflected_kind(const std::string& group, const std::string& kind,
                                   const std::string& plural);

// "KIND NAMESPACE/NAME"
std::string owner_key(std::string_view kind, std::string_view ns, std::string_view name);

// A pod as it was created: a scheduler chose its node, not its author.
kube::Json unscheduled(const kube::Json& pod, kube::Arena& arena);

// The namespace that an object is told of in; empty for what is in none.
std::string_view namespace_of(const kube::Json& object);

// Answers what rules ask for beyond the snapshot.
using LookUpParams = std::function<admission::LookUp(const admission::ObjectRef& ref)>;

// What is found where `user` creates the object now. What the snapshot lacks is not there, but for
// params of rules, which `params` answers.
std::vector<rules::Finding> findings_as_new(
    const kube::Json& object, admission::Endpoint endpoint, std::string_view user,
    const std::shared_ptr<const admission::Snapshot>& snapshot, const LookUpParams& params = {},
    rules::UnservedMemo* unserved = nullptr);

}  // namespace drawbridge::cli
