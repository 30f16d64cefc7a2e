#include "webhook/cli/existing.h"

#include <utility>

#include "kube/api/object.h"
#include "webhook/decide/object_set.h"
#include "webhook/decide/rounds.h"
#include "webhook/zones/zone_files.h"

namespace drawbridge::cli {

using kube::Json;

namespace {

// The best first; who serves something newer serves one of these too.
const std::vector<std::string> kVersions = {"v1",      "v2beta1",  "v1beta2",
                                            "v1beta1", "v1alpha2", "v1alpha1"};

}  // namespace

kube::ReflectedKind reflected_kind(const std::string& group, const std::string& kind,
                                   const std::string& plural) {
  kube::ReflectedKind made;
  made.group = group;
  made.kind = kind;
  made.resource = plural;
  made.versions = group.empty() ? std::vector<std::string>{"v1"} : kVersions;
  return made;
}

std::string owner_key(std::string_view kind, std::string_view ns, std::string_view name) {
  std::string key(kind);
  key += ' ';
  key += ns;
  key += '/';
  return key += name;
}

Json unscheduled(const Json& pod, kube::Arena& arena) {
  if (pod["status"].empty() || pod["spec"]["nodeName"].is_null()) return pod;
  const auto without = [&arena](const Json& object, std::string_view key, const Json* instead) {
    auto* members = arena.allocate<Json::Member>(object.size());
    std::size_t size = 0;
    for (const Json::Member& member : object.members()) {
      if (member.key() != key) {
        members[size++] = member;
      } else if (instead != nullptr) {
        members[size++] = {member.key_text, *instead};
      }
    }
    return Json::object({members, size});
  };
  const Json spec = without(pod["spec"], "nodeName", nullptr);
  return without(pod, "spec", &spec);
}

std::string_view namespace_of(const Json& object) {
  if (admission::is_cluster_scoped(object)) return {};
  const std::string_view ns = kube::ObjectView(object).ns();
  return ns.empty() ? "default" : ns;
}

std::vector<rules::Finding> findings_as_new(
    const Json& object, admission::Endpoint endpoint, std::string_view user,
    const std::shared_ptr<const admission::Snapshot>& snapshot, const LookUpParams& params,
    rules::UnservedMemo* unserved) {
  const kube::ObjectView view(object);
  const kube::GroupVersion version = kube::parse_api_version(view.api_version());
  admission::AdmissionRequest request;
  request.endpoint = endpoint;
  request.uid = "existing";
  request.group = version.group;
  request.version = version.version;
  request.kind = view.kind();
  request.name = view.name();
  request.ns = namespace_of(object);
  request.user = user;
  request.object = object;
  request.dry_run = true;
  admission::Facts facts;
  facts.time_zones = &zones::of_this_machine();
  facts.unserved = unserved;
  admission::Rounds rounds(std::move(facts));
  while (rounds.may_go_on()) {
    if (auto decision = rounds.judge(request, snapshot)) return std::move(decision->findings);
    while (!rounds.missing().empty()) {
      const admission::ObjectRef& ref = rounds.missing().back();
      const bool is_known = ref.kind == admission::ObjectRef::Kind::kParams && params;
      rounds.add(is_known ? params(ref) : admission::LookUp(admission::SharedDocument()));
    }
  }
  return {};
}

}  // namespace drawbridge::cli
