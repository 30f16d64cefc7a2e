#include "rules/cel/policy_environment.h"

#include <string_view>
#include <vector>

#include "rules/cel/library/support.h"

namespace drawbridge::cel {
namespace {

const Type* add_request(EnvironmentBuilder& to) {
  TypeTable& types = to.types();
  const Type* texts = types.list(&type::kString);
  const Type* kind = types.object("kubernetes.GroupVersionKind");
  const Type* resource = types.object("kubernetes.GroupVersionResource");
  const Type* user = types.object("kubernetes.UserInfo");
  const Type* request = types.object("kubernetes.AdmissionRequest");
  to.add_object(kind->name,
                {{"group", &type::kString}, {"version", &type::kString}, {"kind", &type::kString}});
  to.add_object(
      resource->name,
      {{"group", &type::kString}, {"version", &type::kString}, {"resource", &type::kString}});
  to.add_object(user->name, {{"username", &type::kString},
                             {"uid", &type::kString},
                             {"groups", texts},
                             {"extra", types.map(&type::kString, texts)}});
  to.add_object(request->name, {{"kind", kind},
                                {"resource", resource},
                                {"subResource", &type::kString},
                                {"requestKind", kind},
                                {"requestResource", resource},
                                {"requestSubResource", &type::kString},
                                {"name", &type::kString},
                                {"namespace", &type::kString},
                                {"operation", &type::kString},
                                {"userInfo", user},
                                {"dryRun", &type::kBool},
                                {"options", &type::kDyn}});
  return request;
}

const Type* add_namespace(EnvironmentBuilder& to) {
  TypeTable& types = to.types();
  const Type* texts = types.list(&type::kString);
  const Type* labels = types.map(&type::kString, &type::kString);
  const Type* metadata = types.object("kubernetes.NamespaceMetadata");
  const Type* spec = types.object("kubernetes.NamespaceSpec");
  const Type* condition = types.object("kubernetes.NamespaceCondition");
  const Type* status = types.object("kubernetes.NamespaceStatus");
  const Type* whole = types.object("kubernetes.Namespace");
  to.add_object(metadata->name, {{"name", &type::kString},
                                 {"generateName", &type::kString},
                                 {"namespace", &type::kString},
                                 {"labels", labels},
                                 {"annotations", labels},
                                 {"UID", &type::kString},
                                 {"creationTimestamp", &type::kTimestamp},
                                 {"deletionGracePeriodSeconds", &type::kInt},
                                 {"deletionTimestamp", &type::kTimestamp},
                                 {"generation", &type::kInt},
                                 {"resourceVersion", &type::kString},
                                 {"finalizers", texts}});
  to.add_object(spec->name, {{"finalizers", texts}});
  to.add_object(condition->name, {{"status", &type::kString},
                                  {"type", &type::kString},
                                  {"lastTransitionTime", &type::kTimestamp},
                                  {"message", &type::kString},
                                  {"reason", &type::kString}});
  to.add_object(status->name, {{"conditions", types.list(condition)}, {"phase", &type::kString}});
  to.add_object(whole->name, {{"metadata", metadata}, {"spec", spec}, {"status", status}});
  return whole;
}

}  // namespace

void add_policy_variables(EnvironmentBuilder& to, PolicyVariables which) {
  to.add_variable("object", &type::kDyn);
  to.add_variable("oldObject", &type::kDyn);
  to.add_variable("namespaceObject", add_namespace(to));
  to.add_variable("request", add_request(to));
  if (which.params) to.add_variable("params", &type::kDyn);
  if (which.authorizer) {
    to.add_variable("authorizer", to.types().object(type::kAuthorizer.name));
    to.add_variable("authorizer.requestResource", to.types().object(type::kResourceCheck.name));
  }
}

}  // namespace drawbridge::cel
