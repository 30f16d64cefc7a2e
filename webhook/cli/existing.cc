#include "webhook/cli/existing.h"

#include <vector>

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

Json controller_of(const Json& object) {
  for (const Json& owner : object["metadata"]["ownerReferences"].elements()) {
    if (owner["controller"].as_bool()) return owner;
  }
  return {};
}

bool has_ended(const Json& pod) {
  const std::string_view phase = pod["status"]["phase"].as_string();
  return phase == "Succeeded" || phase == "Failed";
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

}  // namespace drawbridge::cli
