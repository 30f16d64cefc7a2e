#include "webhook/decide/rule_objects.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "webhook/decide/members.h"
#include "webhook/decide/reduce.h"
#include "webhook/decide/review_codec.h"

namespace drawbridge::admission {
namespace {

using kube::Arena;
using kube::Json;

std::string_view operation_text(Operation operation) {
  switch (operation) {
    case Operation::kCreate:
      return "CREATE";
    case Operation::kUpdate:
      return "UPDATE";
    case Operation::kDelete:
      return "DELETE";
    case Operation::kConnect:
      return "CONNECT";
  }
  return "CREATE";
}

Json kind_json(std::string_view group, std::string_view version, std::string_view kind,
               Arena& arena) {
  return Members().set("group", group).set("version", version).set("kind", kind).made(arena);
}

Json resource_json(std::string_view group, std::string_view version, std::string_view resource,
                   Arena& arena) {
  return Members()
      .set("group", group)
      .set("version", version)
      .set("resource", resource)
      .made(arena);
}

Json options_json(Operation operation, Arena& arena) {
  return Members()
      .set("apiVersion", "meta.k8s.io/v1")
      .set("kind", operation == Operation::kUpdate ? "UpdateOptions" : "CreateOptions")
      .made(arena);
}

// Of a request that no review brought.
Members made_up(const AdmissionRequest& request, Arena& arena) {
  const std::string_view plural =
      arena.copy(plural_of(request.group, request.kind).value_or(std::string()));
  const Json kind = kind_json(request.group, request.version, request.kind, arena);
  const Json resource = resource_json(request.group, request.version, plural, arena);
  Json* groups = arena.allocate<Json>(request.groups.size());
  for (std::size_t i = 0; i < request.groups.size(); ++i)
    new (groups + i) Json(Json::string(request.groups[i]));
  Members user;
  user.set_if("username", request.user);
  if (!request.groups.empty()) user.set("groups", Json::array({groups, request.groups.size()}));
  Members made;
  made.set("kind", kind)
      .set("resource", resource)
      .set("requestKind", kind)
      .set("requestResource", resource)
      .set_if("name", request.name)
      .set_if("namespace", request.ns)
      .set("operation", operation_text(request.operation))
      .set("userInfo", user.made(arena))
      .set("dryRun", Json::boolean(request.dry_run))
      .set("options", options_json(request.operation, arena));
  return made;
}

Members members_of(const AdmissionRequest& request, Arena& arena) {
  Members members = request.review.is_null() ? made_up(request, arena) : Members(request.review);
  members.set("uid", "").set("object", Json()).set("oldObject", Json());
  return members;
}

}  // namespace

Json rule_request(const AdmissionRequest& request, Arena& arena) {
  return members_of(request, arena).made(arena);
}

Json rule_request_of_pod(const AdmissionRequest& request, Arena& arena) {
  Members members = members_of(request, arena);
  // The API server always says them.
  if (request.review["requestKind"].is_null()) {
    members.set("requestKind", kind_json(request.group, request.version, request.kind, arena));
    const std::string_view plural =
        arena.copy(plural_of(request.group, request.kind).value_or(std::string()));
    members.set("requestResource", resource_json(request.group, request.version, plural, arena));
  }
  return members.set("kind", kind_json("", "v1", "Pod", arena))
      .set("resource", resource_json("", "v1", "pods", arena))
      .set("operation", "CREATE")
      .set("options", options_json(Operation::kCreate, arena))
      .erase("name")
      .made(arena);
}

Json pod_of_template(const Json& pod_template, std::string_view ns, Arena& arena) {
  const Json metadata = Members(pod_template["metadata"]).set_if("namespace", ns).made(arena);
  return Members(pod_template)
      .set("apiVersion", "v1")
      .set("kind", "Pod")
      .set("metadata", metadata)
      .made(arena);
}

Json rule_namespace(const Json& object, std::string_view ns, Arena& arena) {
  if (!object.is_null())
    return Members(reduce(ObjectKind::kNamespace, object, arena))
        .erase("apiVersion")
        .erase("kind")
        .made(arena);
  const Json labels = Members().set(kNameLabel, ns).made(arena);
  return Members()
      .set("metadata", Members().set("name", ns).set("labels", labels).made(arena))
      .set("spec", Json::object({}))
      .set("status", Json::object({}))
      .made(arena);
}

}  // namespace drawbridge::admission
