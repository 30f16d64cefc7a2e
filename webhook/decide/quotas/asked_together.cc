#include "webhook/decide/quotas/asked_together.h"

#include <algorithm>

namespace drawbridge::admission {
namespace {

// JobSet: a replicated Job waits for another one's end, or for its pods, which may have ended.
bool runs_in_turn(const kube::Json& object) {
  if (object["spec"]["startupPolicy"]["startupPolicyOrder"].as_string() == "InOrder") return true;
  for (const kube::Json& job : object["spec"]["replicatedJobs"].elements()) {
    for (const kube::Json& other : job["dependsOn"].elements()) {
      if (other["status"].as_string() == "Complete") return true;
    }
  }
  return false;
}

std::string others_text(std::string_view kind) {
  return "other pods of this " + std::string(kind);
}

}  // namespace

AskedTogether::AskedTogether(const AdmissionRequest& request)
    : request_(request),
      is_in_turn_(runs_in_turn(request.object)),
      names_{request.standing.others, others_text(request.kind), is_in_turn_} {}

AskedBeside AskedTogether::beside(PodsCome come) const {
  AskedBeside beside;
  if (come == PodsCome::kNow) beside = request_.standing.others;
  if (own_.empty()) return beside;
  quota::add(beside.devices, own_);
  for (const auto& [resource, amount] : own_) {
    std::string& who = beside.who[resource];
    // "Deployment web asks": now of the two together.
    who.resize(std::min(who.size(), who.rfind(' ')));
    who += (who.empty() ? "" : " and ") + others_text(request_.kind) + " ask";
  }
  return beside;
}

void AskedTogether::add(const quota::Amounts& asked, const quota::Amounts& in_use, PodsCome come) {
  const quota::Amounts more = quota::beyond(asked, in_use);
  if (!is_in_turn_) quota::add(own_, more);
  if (come == PodsCome::kNow) quota::add(now_, more);
}

}  // namespace drawbridge::admission
