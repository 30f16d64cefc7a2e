#include "webhook/cli/existing.h"

#include <utility>
#include <variant>

#include "kube/api/object.h"
#include "webhook/admission/decide.h"
#include "webhook/admission/object_set.h"
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

std::vector<rules::Finding> findings_as_new(const Json& object, admission::Endpoint endpoint,
                                            std::string_view user,
                                            const admission::Snapshot& snapshot,
                                            const LookUpParams& params) {
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
  std::vector<admission::SharedDocument> documents;
  for (int round = 0; round < admission::kDecideRoundsMax; ++round) {
    auto judged = admission::decide(request, snapshot, facts, {});
    if (auto* decision = std::get_if<admission::Decision>(&judged))
      return std::move(decision->findings);
    for (admission::ObjectRef& ref : std::get<admission::Needs>(judged).objects) {
      admission::Facts::Looked& looked = facts.looked_up.emplace_back();
      looked.ref = std::move(ref);
      if (looked.ref.kind != admission::ObjectRef::Kind::kParams || !params) continue;
      const admission::LookUp found = params(looked.ref);
      if (!found) looked.failure = found.error().text();
      if (!found || *found == nullptr) continue;
      documents.push_back(*found);
      looked.object = documents.back()->root();
    }
  }
  return {};
}

}  // namespace drawbridge::cli
