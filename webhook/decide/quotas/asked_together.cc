#include "webhook/decide/quotas/asked_together.h"

#include <set>
#include <string_view>
#include <utility>

namespace drawbridge::admission {
namespace {

// JobSet: of each replicated Job's template those that have ended when its pods come, "" for none.
// With startupPolicy InOrder it waits for the pods of all before it, which may have ended.
std::map<std::string, std::string> waits_by_path(const kube::Json& object) {
  const bool in_order =
      object["spec"]["startupPolicy"]["startupPolicyOrder"].as_string() == "InOrder";
  std::map<std::string, std::string> by_path;
  std::map<std::string_view, std::set<std::string_view>> by_name;
  std::size_t at = 0;
  for (const kube::Json& job : object["spec"]["replicatedJobs"].elements()) {
    std::set<std::string_view> ended;
    // It can name none but those before it.
    for (const kube::Json& other : job["dependsOn"].elements()) {
      const std::string_view name = other["name"].as_string();
      ended.insert(by_name[name].begin(), by_name[name].end());
      if (other["status"].as_string() == "Complete") ended.insert(name);
    }
    const std::string path =
        "spec.replicatedJobs[" + std::to_string(at++) + "].template.spec.template";
    std::string& text = by_path[path];
    if (in_order) text = path;
    for (const std::string_view name : ended) text += std::string(name) + ",";
    by_name[job["name"].as_string()] = std::move(ended);
  }
  return by_path;
}

std::string others_text(std::string_view kind) {
  return "other pods of this " + std::string(kind);
}

}  // namespace

AskedTogether::AskedTogether(const AdmissionRequest& request)
    : request_(request),
      waits_by_path_(waits_by_path(request.object)),
      at_(&groups_[""]),
      names_{request.standing.others, others_text(request.kind)} {}

void AskedTogether::begin(const std::string& path) {
  at_->names = std::move(names_.charged);
  const auto waits = waits_by_path_.find(path);
  at_ = &groups_[waits == waits_by_path_.end() ? "" : waits->second];
  names_.charged = std::move(at_->names);
}

AskedBeside AskedTogether::beside(PodsCome come) const {
  AskedBeside beside;
  if (come == PodsCome::kNow) beside = request_.standing.others;
  if (at_->devices.empty()) return beside;
  quota::add(beside.devices, at_->devices);
  for (const auto& [resource, amount] : at_->devices)
    beside.who[resource].own = others_text(request_.kind);
  return beside;
}

void AskedTogether::add(const quota::Amounts& asked, const quota::Amounts& in_use, PodsCome come) {
  const quota::Amounts more = quota::beyond(asked, in_use);
  quota::add(at_->devices, more);
  if (come == PodsCome::kNow) quota::add(now_, more);
}

}  // namespace drawbridge::admission
