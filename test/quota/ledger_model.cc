#include "test/quota/ledger_model.h"

#include <algorithm>
#include <utility>

namespace drawbridge::quota {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// The API server gives up a create request after 34 s.
constexpr seconds kRequestTime{34};
constexpr int kSteps = 1'000;
// A watch is that many writes late at most.
constexpr std::size_t kToldLately = 4;

}  // namespace

LedgerModel::LedgerModel(std::uint64_t seed)
    : random_(seed),
      asks_twice_(draw(2) == 0 ? 15 : 90),
      counts_(draw(2) == 0 ? 100 : 30),
      deletes_(25 + draw(3) * 25),
      settles_(draw(2) == 0 ? 0 : 60),
      claims_(draw(3) * 45),
      remaps_(draw(2) * (5 + draw(40))),
      publishes_(draw(2) * (10 + draw(60))),
      step_time_(draw(2) == 0 ? 10 : 200),
      waits_(draw(2) == 0 ? 2 : 8),
      refuses_(draw(3) * 12),
      knows_late_(draw(2) == 0 ? 0 : 50),
      lenient_(draw(3) == 0 ? 50 : 0),
      controls_(draw(2) * (40 + draw(60))),
      stores_(draw(2) == 0 ? 100 : 15),
      schedules_(draw(3) * 45),
      mapped_{0},
      published_{true} {
  const std::size_t quotas = chance(claims_) ? 1 : 1 + draw(3);
  for (std::size_t i = 0; i < quotas; ++i) {
    Amounts hard = gpus(static_cast<std::int64_t>(claims_ > 0 ? 6 + draw(20) : 4 + draw(6)));
    if (remaps_ > 0)
      hard.emplace("accelerator", kube::Quantity::from_int(
                                      static_cast<std::int64_t>(4 + draw(claims_ > 0 ? 24 : 9))));
    DeviceQuota quota = quota_of(std::move(hard), "q" + std::to_string(i));
    if (chance(lenient_)) make_lenient(quota);
    note_quota(quota);
    quotas_.emplace(quota.name, QuotaState{quota, counted(quota, {}, *mapping({}).countings), "1"});
  }
  for (std::size_t i = 1 + draw(2); i > 0; --i)
    sets_.push_back({"s" + std::to_string(i), pods_wanted(), false, -1, {}});
  replicas_.resize(chance(claims_) ? 1 : 1 + draw(3));
  leaders_.resize(1 + draw(2));
  for (Leader& leader : leaders_) leader.clock_offset = milliseconds(draw(600'000));
}

void LedgerModel::make_lenient(DeviceQuota& quota) {
  if (chance(50)) {
    quota.failure_policy = DeviceQuota::FailurePolicy::kIgnore;
  } else {
    quota.enforcement = DeviceQuota::Enforcement::kWarn;
  }
}

std::string LedgerModel::run() {
  for (int i = 0; i < kSteps && problem_.empty(); ++i) {
    step();
    check();
  }
  if (problem_.empty()) settle();
  if (problem_.empty()) schedule_all();
  if (problem_.empty()) use_what_is_free();
  return problem_;
}

void LedgerModel::check() {
  for (const auto& [name, state] : quotas_) {
    if (!problem_.empty()) return;
    if (!is_strict(name)) continue;
    const ModelMapping& by = model_mappings()[truths_.at(name).counted_by];
    const kube::Quantity stored = kube::Quantity::from_int(stored_by(truths_.at(name)));
    const kube::Quantity& hard = state.quota.hard.at(by.logical_resource);
    if (hard < stored && has_new(name))
      problem_ = name + " allows " + hard.canonical() + " " + by.logical_resource + " and " +
                 stored.canonical() + " are stored";
    // What is stored was counted, or is held, where anything is said.
    const auto used = state.ledger.used.find(by.logical_resource);
    if (used != state.ledger.used.end() && used->second < stored)
      problem_ = name + " says that " + used->second.canonical() + " " + by.logical_resource +
                 " are in use and " + stored.canonical() + " are stored";
  }
}

void LedgerModel::step() {
  pass_time();
  switch (draw(27)) {
    case 0:
    case 1:
      return begin_request();
    case 2:
    case 3:
    case 4:
      if (!chance(stores_)) return;
      return store_some();
    case 5:
    case 6:
      if (!chance(deletes_)) return;
      return delete_some();
    case 8:
      return arrive_late();
    case 9:
    case 10:
    case 11:
    case 12:
      if (!chance(counts_)) return;
      return step_leader(chance(80) ? leaders_.front() : leaders_.back());
    case 7:
      if (!chance(schedules_)) return make_claim();
      return schedule_some();
    case 13:
    case 14:
      return make_claim();
    case 15:
      return change_some_template();
    case 16:
      return change_some();
    case 17:
      if (!chance(remaps_)) return;
      return chance(70) ? change_mapping() : change_limits();
    case 18:
      if (!chance(publishes_)) return;
      return change_published();
    default:
      return step_replica(replicas_[draw(replicas_.size())]);
  }
}

void LedgerModel::pass_time() {
  now_ += draw(1'000) < waits_ ? milliseconds(draw(30'000)) : milliseconds(draw(step_time_));
  // What takes longer than that has ended.
  std::vector<std::size_t> late;
  for (const std::size_t request : passed_) {
    if (now_ - requests_[request].began > kStoreTime) late.push_back(request);
  }
  for (const std::size_t request : late) {
    std::erase(passed_, request);
    if (chance(50)) store(request);
  }
  for (Replica& replica : replicas_) {
    for (std::size_t i = 0; i < replica.asked.size(); ++i) {
      if (replica.answered[i] || now_ - requests_[replica.asked[i].request].began < kRequestTime)
        continue;
      replica.flow->abandon(i, "too late");
      replica.answered[i] = true;  // to nobody
    }
    std::erase_if(replica.waiting, [this](const Call& call) {
      return now_ - requests_[call.request].began >= kRequestTime;
    });
  }
}

void LedgerModel::begin_request() {
  if (chance(controls_)) return chance(30) ? forge_owner() : step_set();
  Request request;
  request.devices = static_cast<std::int64_t>(1 + draw(3));
  request.dry_run = chance(8);
  if (chance(claims_)) {
    if (chance(25)) {
      begin_claim(request);
    } else {
      add_entries(request);
    }
  }
  ask(std::move(request));
}

void LedgerModel::ask(Request request) {
  request.uid = "u" + std::to_string(requests_.size());
  request.refused_later = chance(request.set.empty() ? refuses_ : 3 * refuses_);
  request.began = now_;
  const std::size_t calls = chance(asks_twice_) ? 2 : 1;
  request.deciding = draw(calls);
  for (std::size_t i = 0; i < calls; ++i) {
    Replica& replica = replicas_[draw(replicas_.size())];
    learn(replica.known);
    Waiter waiter = judged(request, replica.known);
    if (i == request.deciding) request.is_paid = waiter.made_for.has_value();
    replica.waiting.push_back({requests_.size(), i, std::move(waiter)});
  }
  requests_.push_back(std::move(request));
}

void LedgerModel::step_replica(Replica& replica) {
  if (chance(2)) return crash(replica);
  if (!replica.flow) return begin_flow(replica);
  step_flow(replica);
}

void LedgerModel::crash(Replica& replica) {
  // Nobody is answered; what was sent is still on its way.
  const Known known = replica.known;
  replica = Replica();
  replica.known = known;
}

Waiter LedgerModel::put_to_all(Waiter waiter) const {
  for (const auto& [name, state] : quotas_) waiter.quotas.push_back(name);
  return waiter;
}

void LedgerModel::begin_flow(Replica& replica) {
  if (replica.waiting.empty()) return;
  for (std::size_t i = 1 + draw(4); i > 0 && !replica.waiting.empty(); --i) {
    replica.asked.push_back(std::move(replica.waiting.front()));
    replica.waiting.pop_front();
  }
  std::vector<Waiter> waiters;
  for (const Call& call : replica.asked) waiters.push_back(put_to_all(call.waiter));
  replica.answered.assign(replica.asked.size(), false);
  std::vector<DeviceQuota> known;
  for (const auto& [name, state] : quotas_) known.push_back(state.quota);
  if (chance(20)) replica.remembered.clear();
  replica.flow =
      std::make_unique<ChargeFlow>(std::move(known), std::move(waiters), replica.remembered);
  answer(replica);
}

// A watch may be late.
const QuotaState* LedgerModel::told_now(const std::string& quota) {
  if (told_.empty() || chance(30)) return nullptr;
  const QuotaState& told = told_[draw(told_.size())];
  return told.quota.name == quota ? &told : nullptr;
}

void LedgerModel::step_flow(Replica& replica) {
  ChargeFlow& flow = *replica.flow;
  if (flow.next().step == ChargeFlow::Step::kDone) return end_flow(replica);
  if (replica.written) {
    const auto [how, version] = *std::exchange(replica.written, std::nullopt);
    flow.was_written(how, version);
  } else if (replica.write) {
    if (chance(10)) {
      replica.write.reset();  // it may still arrive
      flow.was_written(ChargeFlow::Written::kUnknown, "");
    } else {
      arrive(*replica.write, &replica);
    }
  } else if (replica.read) {
    flow.was_read(*std::exchange(replica.read, std::nullopt));
  } else if (chance(3)) {
    flow.failed("unreachable");
  } else if (flow.next().step == ChargeFlow::Step::kRead) {
    join_some(replica);
    const QuotaState* told = flow.next().anew ? nullptr : told_now(flow.next().quota);
    if (told == nullptr) {
      replica.read = quotas_.at(flow.next().quota);
    } else {
      flow.was_told(*told);
    }
  } else {
    replica.write = writes_.size();
    writes_.push_back(
        Write{flow.next().quota, flow.next().ledger, flow.next().resource_version, {}});
  }
  answer(replica);
}

// Who came while it was under way.
void LedgerModel::join_some(Replica& replica) {
  while (replica.flow->may_join() && !replica.waiting.empty() && chance(60)) {
    replica.flow->join(put_to_all(replica.waiting.front().waiter));
    replica.asked.push_back(std::move(replica.waiting.front()));
    replica.waiting.pop_front();
    replica.answered.push_back(false);
  }
}

void LedgerModel::arrive(std::size_t write, Replica* sender) {
  const Write sent = *std::exchange(writes_[write], std::nullopt);
  QuotaState& state = quotas_.at(sent.quota);
  std::pair<ChargeFlow::Written, std::string> result{ChargeFlow::Written::kConflict, ""};
  if (state.resource_version == sent.resource_version) {
    state.ledger = sent.ledger;
    state.resource_version = std::to_string(++version_);
    note_count(state);
    tell(state);
    result = {ChargeFlow::Written::kDone, state.resource_version};
  }
  if (sender == nullptr) return;
  sender->write.reset();
  // Done, and the answer lost.
  if (chance(10)) result = {ChargeFlow::Written::kUnknown, ""};
  sender->written = result;
}

void LedgerModel::tell(const QuotaState& state) {
  told_.push_back(state);
  if (told_.size() > kToldLately) told_.pop_front();
}

void LedgerModel::arrive_late() {
  if (writes_.empty()) return;
  const std::size_t write = draw(writes_.size());
  if (!writes_[write]) return;
  const bool is_awaited = std::any_of(replicas_.begin(), replicas_.end(),
                                      [&](const Replica& each) { return each.write == write; });
  if (!is_awaited) arrive(write, nullptr);
}

void LedgerModel::answer(Replica& replica) {
  if (!replica.flow->is_settled()) return;
  for (std::size_t i = 0; i < replica.asked.size(); ++i) {
    if (std::exchange(replica.answered[i], true)) continue;
    const Call& call = replica.asked[i];
    check_paid(call, replica.flow->results()[i]);
    Request& request = requests_[call.request];
    if (call.number != request.deciding) continue;
    request.is_refused =
        !replica.flow->results()[i].passes() || request.refused_later || request.dry_run;
    if (!request.is_refused) passed_.push_back(call.request);
  }
}

void LedgerModel::end_flow(Replica& replica) {
  replica.remembered = std::move(*replica.flow).take_known();
  replica.flow.reset();
  replica.asked.clear();
  replica.answered.clear();
}

// Its number is its UID.
const LedgerModel::Request& LedgerModel::request_of(const std::string& uid) const {
  return requests_[std::stoul(uid.substr(1))];
}

LedgerModel::Object& LedgerModel::any_object() {
  return std::next(objects_.begin(), static_cast<std::ptrdiff_t>(draw(objects_.size())))->second;
}

void LedgerModel::store_some() {
  if (passed_.empty()) return;
  const std::size_t which = draw(passed_.size());
  const std::size_t request = passed_[which];
  passed_.erase(passed_.begin() + static_cast<std::ptrdiff_t>(which));
  store(request);
}

void LedgerModel::store(std::size_t request) {
  objects_.emplace(requests_[request].uid, Object{request});
  requests_[request].stored_as = created_.size();
  created_.push_back(request);
  const MadeFor& made_for = requests_[request].pod;
  const auto pod = requests_[request].is_made() ? objects_.find(made_for.uid) : objects_.end();
  if (pod != objects_.end()) pod->second.named.insert(made_for.claim);
  check();
  change_templates_of(requests_[request]);
}

// All that is under way ends; holds of what never came expire; and then used is what there is,
// where devices are published.
void LedgerModel::settle() {
  for (int i = 0; i < 5'000 && problem_.empty(); ++i) {
    bool busy = !passed_.empty();
    for (Replica& replica : replicas_) {
      busy = busy || replica.flow || !replica.waiting.empty();
      step_replica(replica);
    }
    store_some();
    arrive_late();
    check();
    if (!busy) break;
  }
  for (std::size_t i = 0; i < writes_.size(); ++i) {
    if (writes_[i]) arrive(i, nullptr);
  }
  published_.push_back(true);
  recount_all();
  now_ += kHoldTime;
  recount_all();
  check();
  const ModelMapping& by = mapping(all_known());
  for (const auto& [name, state] : quotas_) {
    const Amounts most = by.amounts(in_use_at_most(by));
    if (problem_.empty() && beyond(state.ledger.used, most).size() > 0)
      problem_ = name + " says" + text_of(state.ledger.used) + " and at most" + text_of(most) +
                 " are in use";
  }
  delete_what_waits();
  recount_all();
  check_used();
}

// Counted, it is what there is.
void LedgerModel::check_used() {
  const ModelMapping& by = mapping(all_known());
  for (const auto& [name, state] : quotas_) {
    if (!problem_.empty()) return;
    if (!state.ledger.holds.empty())
      problem_ = name + " keeps holds of what never came: " + state.ledger.holds[0].uid;
    Amounts there = by.amounts(in_use(by));
    for (const auto& [resource, hard] : state.quota.hard) there.try_emplace(resource);
    if (text_of(state.ledger.used) != text_of(there))
      problem_ =
          name + " says" + text_of(state.ledger.used) + " and" + text_of(there) + " are there";
  }
}

// Nobody comes in its way. Whether it is let pass.
bool LedgerModel::charge_now(Waiter waiter) {
  std::vector<DeviceQuota> known;
  for (const auto& [name, state] : quotas_) known.push_back(state.quota);
  // By what a replica knew when more or less was in use, at first.
  ChargeFlow flow(std::move(known), {put_to_all(std::move(waiter))}, replicas_.front().remembered);
  while (flow.next().step != ChargeFlow::Step::kDone) {
    QuotaState& state = quotas_.at(flow.next().quota);
    if (flow.next().step == ChargeFlow::Step::kRead) {
      flow.was_read(state);
      continue;
    }
    if (state.resource_version != flow.next().resource_version) {
      flow.was_written(ChargeFlow::Written::kConflict, "");
      continue;
    }
    state.ledger = flow.next().ledger;
    state.resource_version = std::to_string(++version_);
    flow.was_written(ChargeFlow::Written::kDone, state.resource_version);
  }
  return flow.results()[0].passes();
}

// Freed, all of it can be had again, to the last device.
void LedgerModel::use_what_is_free() {
  objects_.clear();
  recount_all();
  const ModelMapping& by = mapping(all_known());
  std::int64_t least = INT64_MAX;
  for (const auto& [name, state] : quotas_) {
    if (state.quota.enforcement == DeviceQuota::Enforcement::kWarn) continue;
    least = std::min(least, state.quota.hard.at(by.logical_resource).value() / by.each);
  }
  // All only warn.
  if (least == INT64_MAX) return;
  std::int64_t got = 0;
  for (std::int64_t i = 0; i <= least; ++i) {
    Waiter waiter = asking("last" + std::to_string(i), 1);
    waiter.charge = charge_of(waiter.wants, by.unit_of(true));
    waiter.countings = by.countings;
    got += charge_now(std::move(waiter)) ? 1 : 0;
  }
  if (got != least)
    problem_ = std::to_string(least) + " are free and " + std::to_string(got) + " could be had";
}

}  // namespace drawbridge::quota
