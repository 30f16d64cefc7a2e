// Claims that the scheduler makes of what pods ask for by extended resources: one for a pod, after
// it was charged, and again where it was refused or is gone. The pod has paid for the first, as
// long as the class of which it is costs no more than the one by which the pod is counted.
#include <algorithm>
#include <utility>

#include "test/quota/ledger_model.h"

namespace drawbridge::quota {

std::vector<Want> wants_by_name(std::int64_t devices) {
  if (devices == 0) return {};
  return {{"acme.com/gpu", "gpu", devices}};
}

// A pod for which it makes a claim. One that knows late of what there is takes one that has ended
// for one that waits.
bool LedgerModel::is_served(const Object& object, bool knows_late) const {
  const Request& pod = request_of(object);
  return !pod.is_claim && pod.devices > 0 && (knows_late || !object.has_ended);
}

void LedgerModel::schedule_some() {
  const bool knows_late = chance(knows_late_);
  std::vector<const Object*> wanted;
  for (const auto& [uid, object] : objects_) {
    if (is_served(object, knows_late) && lacks_claim(uid, "", knows_late))
      wanted.push_back(&object);
  }
  if (wanted.empty()) return;
  Request claim = claim_by_scheduler(*wanted[draw(wanted.size())]);
  made_[claim.pod.uid][""] = requests_.size();
  ask(std::move(claim));
}

LedgerModel::Request LedgerModel::claim_by_scheduler(const Object& pod) const {
  Request claim;
  claim.is_claim = true;
  claim.devices = request_of(pod).devices;
  claim.pod.uid = request_of(pod).uid;
  return claim;
}

// What its pod costs of the same: but for a second claim, or one of a pod that has ended or is
// gone.
std::int64_t LedgerModel::paid_by_name(const Request& claim, const ModelMapping& by) const {
  if (!claim.is_by_scheduler() || claim_of(claim.pod.uid, "") != &claim) return 0;
  const auto pod = objects_.find(claim.pod.uid);
  const bool pays = pod != objects_.end() && !pod->second.has_ended;
  return pays ? request_of(pod->second).devices * by.by_name : 0;
}

// What its pod has paid for needs no room, and leaves nothing; but where it is not known yet
// whether it has, which one that only warns notes.
void LedgerModel::check_paid(const Call& call, const ChargeResult& result) {
  const Request& request = requests_[call.request];
  if (!problem_.empty() || !request.is_by_scheduler() || !call.waiter.made_for) return;
  for (const Judgement& judgement : result.judgements) {
    if (judgement.problem != Judgement::Problem::kNone &&
        judgement.problem != Judgement::Problem::kNotCounted)
      problem_ = judgement.quota + " refuses " + request.uid + ", for which its pod has paid";
  }
  for (const auto& [name, state] : quotas_) {
    const Hold* hold = state.ledger.find(request.uid);
    if (state.quota.enforcement == DeviceQuota::Enforcement::kDeny && hold != nullptr &&
        std::count(hold->tickets.begin(), hold->tickets.end(), call.waiter.ticket) > 0)
      problem_ = name + " holds " + request.uid + ", for which its pod has paid";
  }
}

// Once all is counted: a claim for each pod, a second one, and one that somebody forges. The first
// may cost nothing; all others pay in full, and pass where there is room.
void LedgerModel::schedule_all() {
  std::vector<Object> pods;
  for (const auto& [uid, object] : objects_) {
    if (is_served(object, true)) pods.push_back(object);
  }
  for (const Object& pod : pods) {
    for (const bool is_forged : {false, false, true}) {
      Request claim = claim_by_scheduler(pod);
      claim.is_forged = is_forged;
      if (problem_.empty()) schedule_now(std::move(claim));
    }
  }
  recount_all();
  check_used();
}

void LedgerModel::schedule_now(Request claim) {
  claim.uid = "u" + std::to_string(requests_.size());
  Waiter waiter = judged(claim, all_known());
  const ModelMapping& by = mapping(all_known());
  const std::int64_t before = in_use(by);
  const auto stored = objects_.emplace(claim.uid, Object{requests_.size()}).first;
  requests_.push_back(std::move(claim));
  const Request& asked = requests_.back();
  // Of a pod that has paid for less it costs all; the next count finds what both have in common.
  const Amounts cost = by.amounts(in_use(by) > before ? asked.devices * by.each : 0);
  std::map<std::string, Amounts> with_it;
  bool has_room = true;
  for (const auto& [name, state] : quotas_) {
    Amounts& used = with_it[name] = state.ledger.used;
    add(used, cost);
    if (in_use(by) > before && state.quota.enforcement == DeviceQuota::Enforcement::kDeny)
      has_room =
          has_room && used.at(by.logical_resource) <= state.quota.hard.at(by.logical_resource);
  }
  if (!has_room) {
    for (const auto& [name, state] : quotas_) with_it[name] = state.ledger.used;
    objects_.erase(stored);
  }
  const bool passes = charge_now(std::move(waiter));
  if (passes != has_room)
    problem_ = asked.uid + (has_room ? " is refused though there is room" : " passes without room");
  for (const auto& [name, state] : quotas_) {
    if (problem_.empty() && text_of(state.ledger.used) != text_of(with_it[name]))
      problem_ = name + " says" + text_of(state.ledger.used) + " after " + asked.uid + " and not" +
                 text_of(with_it[name]);
  }
}

}  // namespace drawbridge::quota
