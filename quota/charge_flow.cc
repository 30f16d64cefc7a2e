#include "quota/charge_flow.h"

#include <algorithm>
#include <utility>

namespace drawbridge::quota {

bool ChargeResult::passes() const {
  return std::none_of(judgements.begin(), judgements.end(),
                      [](const Judgement& judgement) { return judgement.refuses; }) &&
         std::none_of(unreached.begin(), unreached.end(),
                      [](const Unreached& quota) { return quota.refuses; });
}

Result<QuotaState> QuotaState::read(const kube::Json& object) {
  Result<DeviceQuota> quota = DeviceQuota::read(object);
  if (!quota) return std::move(quota).error();
  Result<Ledger> ledger = Ledger::read(object);
  // What somebody wrote there that can't be read says nothing of what is in use: it was never
  // counted, and the leader's next count takes its place.
  if (!ledger) ledger = Ledger::read_uncounted(object);
  return QuotaState{std::move(*quota), std::move(*ledger),
                    std::string(object["metadata"]["resourceVersion"].as_string())};
}

ChargeFlow::ChargeFlow(std::vector<DeviceQuota> quotas, std::vector<Waiter> waiters,
                       std::map<std::string, QuotaState, std::less<>> remembered)
    : quotas_(std::move(quotas)),
      waiters_(std::move(waiters)),
      known_(std::move(remembered)),
      results_(waiters_.size()),
      abandoned_(waiters_.size()),
      warned_(waiters_.size()),
      is_looking_(quotas_.size() > 1) {
  begin_quota();
}

void ChargeFlow::join(Waiter waiter) {
  waiters_.push_back(std::move(waiter));
  results_.emplace_back();
  abandoned_.push_back(false);
  warned_.emplace_back();
}

const std::string& ChargeFlow::name() const {
  return is_settled() ? releasing_ : quotas_[at_].name;
}

void ChargeFlow::read_now(bool anew) {
  action_ = {Step::kRead, name(), {}, {}, anew};
}

void ChargeFlow::begin_quota() {
  if (is_looking_ && at_ >= quotas_.size()) {
    is_looking_ = false;
    at_ = 0;
  }
  if (is_settled()) return begin_release();
  is_fresh_ = false;
  if (known_.contains(name())) return judge();
  read_now();
}

bool ChargeFlow::concerns(std::size_t quota, std::size_t waiter) const {
  const std::vector<std::string>& names = waiters_[waiter].quotas;
  return std::find(names.begin(), names.end(), quotas_[quota].name) != names.end();
}

// Those that the DeviceQuota is to judge.
std::vector<std::size_t> ChargeFlow::asking() const {
  std::vector<std::size_t> asking;
  for (std::size_t i = 0; i < waiters_.size(); ++i) {
    if (!abandoned_[i] && passes(i) && concerns(at_, i)) asking.push_back(i);
  }
  return asking;
}

// A dry run takes nothing from the others.
void ChargeFlow::look_at_each(const QuotaState& state) {
  const std::vector<std::size_t> asking = this->asking();
  std::vector<Waiter> alone;
  for (const std::size_t each : asking) alone.emplace_back(waiters_[each]).dry_run = true;
  Charging charging = charge(state.quota, state.ledger, alone);
  const bool refuses = std::any_of(charging.judgements.begin(), charging.judgements.end(),
                                   [](const Judgement& judgement) { return judgement.refuses; });
  if (refuses && !is_fresh_) return read_now();
  for (std::size_t i = 0; i < asking.size(); ++i) {
    Judgement& judgement = charging.judgements[i];
    if (judgement.problem == Judgement::Problem::kNone) continue;
    std::vector<Judgement>& warned = warned_[asking[i]];
    const bool is_last = judgement.refuses;
    warned.push_back(std::move(judgement));
    if (is_last) results_[asking[i]].judgements = std::exchange(warned, {});
  }
  end_quota();
}

void ChargeFlow::judge() {
  const QuotaState& state = known_.find(name())->second;
  if (is_looking_) return look_at_each(state);
  asking_ = this->asking();
  std::vector<Waiter> asking;
  for (const std::size_t each : asking_) asking.push_back(waiters_[each]);
  charging_ = charge(state.quota, state.ledger, asking);
  const bool refuses = std::any_of(charging_.judgements.begin(), charging_.judgements.end(),
                                   [](const Judgement& judgement) { return judgement.refuses; });
  // Nor is a claim let pass by a hold that was not there a moment ago.
  const bool asks_pod = std::any_of(asking.begin(), asking.end(), [](const Waiter& waiter) {
    return waiter.made_for.has_value();
  });
  if ((refuses || asks_pod) && !is_fresh_) return read_now();
  if (!charging_.changed) return accept();
  action_ = {Step::kWrite, name(), std::move(charging_.ledger), state.resource_version};
}

void ChargeFlow::accept() {
  for (std::size_t i = 0; i < asking_.size(); ++i) {
    Judgement& judgement = charging_.judgements[i];
    if (judgement.is_held) held_.push_back({name(), asking_[i]});
    // Who left has its answer.
    if (judgement.problem != Judgement::Problem::kNone && !abandoned_[asking_[i]])
      results_[asking_[i]].judgements.push_back(std::move(judgement));
  }
  end_quota();
}

void ChargeFlow::end_quota() {
  ++at_;
  begin_quota();
}

void ChargeFlow::was_read(QuotaState state) {
  known_.insert_or_assign(name(), std::move(state));
  is_fresh_ = true;
  if (is_settled()) return release_held();
  judge();
}

void ChargeFlow::was_told(QuotaState state) {
  known_.insert_or_assign(name(), std::move(state));
  is_fresh_ = false;
  judge();
}

void ChargeFlow::is_gone() {
  known_.erase(name());
  if (is_settled()) return end_release();
  end_quota();
}

void ChargeFlow::was_written(Written how, std::string resource_version) {
  if (how == Written::kGone) return is_gone();
  // Whoever holds nothing back may go by what the one who came before has written.
  if (how != Written::kDone) return read_now(how != Written::kConflict || is_settled());
  QuotaState& state = known_.find(name())->second;
  state.ledger = std::move(action_.ledger);
  state.resource_version = std::move(resource_version);
  if (is_settled()) return end_release();
  accept();
}

bool ChargeFlow::fails(std::size_t quota, std::size_t waiter) const {
  return quotas_[quota].fails() && !waiters_[waiter].never_refused;
}

void ChargeFlow::failed(const std::string& why) {
  known_.erase(name());
  if (is_settled()) return end_release();
  // It is tried once more when it is to be charged.
  if (is_looking_) return end_quota();
  for (const std::size_t i : asking()) {
    results_[i].unreached.push_back({name(), fails(at_, i), why});
    // A write that was lost may have charged it.
    held_.push_back({name(), i});
  }
  end_quota();
}

void ChargeFlow::abandon(std::size_t waiter, const std::string& why) {
  if (is_settled() || abandoned_[waiter]) return;
  abandoned_[waiter] = true;
  for (std::size_t i = is_looking_ ? 0 : at_; passes(waiter) && i < quotas_.size(); ++i) {
    if (!concerns(i, waiter)) continue;
    results_[waiter].unreached.push_back({quotas_[i].name, fails(i, waiter), why});
  }
  // A write that is under way may charge it.
  held_.push_back({name(), waiter});
}

void ChargeFlow::begin_release() {
  std::erase_if(held_, [this](const Held& held) { return passes(held.waiter); });
  if (held_.empty()) {
    action_ = {};
    return;
  }
  releasing_ = held_.front().quota;
  release_rounds_ = 0;
  // What was remembered lately is what was written last: a conflict tells where it is not.
  if (known_.contains(releasing_)) return release_held();
  read_now();
}

void ChargeFlow::release_held() {
  if (++release_rounds_ > kReleaseRoundsMax) return end_release();
  const QuotaState& state = known_.find(releasing_)->second;
  Ledger ledger = state.ledger;
  bool changed = false;
  for (const Held& held : held_) {
    if (held.quota != releasing_) continue;
    const Waiter& waiter = waiters_[held.waiter];
    changed = release(ledger, waiter.uid, waiter.ticket) || changed;
  }
  if (!changed) return end_release();
  action_ = {Step::kWrite, releasing_, std::move(ledger), state.resource_version};
}

void ChargeFlow::end_release() {
  std::erase_if(held_, [this](const Held& held) { return held.quota == releasing_; });
  begin_release();
}

}  // namespace drawbridge::quota
