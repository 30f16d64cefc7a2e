#include "webhook/decide/queues/queued_parts.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "kube/api/object.h"
#include "rules/devices/workloads.h"

namespace drawbridge::admission {
namespace {

using kube::Json;

std::vector<QueuedPart> parts_of(const Json& object, const std::string& list, bool are_jobs) {
  constexpr std::int64_t kReplicasDefault = 1;
  const std::span<const Json> elements = object["spec"][list].elements();
  std::vector<QueuedPart> parts;
  for (std::size_t i = 0; i < std::min(elements.size(), rules::kPodSetsMax); ++i) {
    if (are_jobs && elements[i]["replicas"].as_int(kReplicasDefault) == 0) continue;
    const Json part = elements[i]["template"];
    const kube::ObjectView view(part);
    parts.push_back({part, "spec." + list + "[" + std::to_string(i) + "].template",
                     are_jobs ? std::string_view("batch") : view.group(),
                     are_jobs ? std::string_view("Job") : view.kind(),
                     elements[i]["name"].as_string()});
  }
  return parts;
}

}  // namespace

std::vector<QueuedPart> queued_parts(const Json& object, std::string_view kind) {
  if (kind == "JobSet") return parts_of(object, "replicatedJobs", true);
  if (kind == "AppWrapper") return parts_of(object, "components", false);
  return {};
}

}  // namespace drawbridge::admission
