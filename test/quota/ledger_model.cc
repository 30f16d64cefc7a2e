#include "test/quota/ledger_model.h"

#include <algorithm>
#include <utility>

namespace drawbridge::quota {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// The API server gives up a create request after 34 s; etcd may write it some seconds later.
constexpr seconds kRequestTime{34};
constexpr seconds kStoreTime{45};
constexpr int kSteps = 400;

}  // namespace

LedgerModel::LedgerModel(std::uint64_t seed)
    : random_(seed),
      asks_twice_(draw(2) == 0 ? 15 : 90),
      counts_(draw(2) == 0 ? 100 : 20),
      deletes_(20 + draw(3) * 25),
      settles_(draw(2) == 0 ? 0 : 60) {
  const std::size_t quotas = 1 + draw(3);
  for (std::size_t i = 0; i < quotas; ++i) {
    const DeviceQuota quota =
        quota_of(gpus(static_cast<std::int64_t>(4 + draw(6))), "q" + std::to_string(i));
    quotas_.emplace(quota.name, QuotaState{quota, counted(quota), "1"});
  }
  replicas_.resize(1 + draw(3));
  leaders_.resize(1 + draw(2));
  for (Leader& leader : leaders_) leader.clock_offset = milliseconds(draw(600'000));
}

std::string LedgerModel::run() {
  for (int i = 0; i < kSteps && problem_.empty(); ++i) {
    step();
    check();
  }
  if (problem_.empty()) settle();
  if (problem_.empty()) use_what_is_free();
  return problem_;
}

std::int64_t LedgerModel::in_use() const {
  std::int64_t devices = 0;
  for (const auto& [uid, object] : objects_) devices += object.devices;
  return devices;
}

void LedgerModel::check() {
  for (const auto& [name, state] : quotas_) {
    if (state.quota.hard.at("gpu") < kube::Quantity::from_int(in_use()) && problem_.empty())
      problem_ = name + " allows " + state.quota.hard.at("gpu").canonical() + " and " +
                 std::to_string(in_use()) + " are stored";
    // What is stored was counted, or is held.
    if (state.ledger.used.at("gpu") < kube::Quantity::from_int(in_use()) && problem_.empty())
      problem_ = name + " says that " + state.ledger.used.at("gpu").canonical() +
                 " are in use and " + std::to_string(in_use()) + " are stored";
  }
}

void LedgerModel::step() {
  pass_time();
  switch (draw(14)) {
    case 0:
    case 1:
      return begin_request();
    case 2:
    case 3:
      return store_some();
    case 4:
    case 5:
      if (!chance(deletes_)) return;
      return delete_some();
    case 6:
      return arrive_late();
    case 7:
    case 8:
      if (!chance(counts_)) return;
      return step_leader(chance(80) ? leaders_.front() : leaders_.back());
    default:
      return step_replica(replicas_[draw(replicas_.size())]);
  }
}

void LedgerModel::pass_time() {
  now_ += chance(4) ? milliseconds(draw(30'000)) : milliseconds(draw(300));
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
  Request request;
  request.uid = "u" + std::to_string(requests_.size());
  request.devices = static_cast<std::int64_t>(1 + draw(3));
  request.dry_run = chance(10);
  request.refused_later = chance(25);
  request.began = now_;
  const std::size_t calls = chance(asks_twice_) ? 2 : 1;
  request.deciding = draw(calls);
  for (std::size_t i = 0; i < calls; ++i)
    replicas_[draw(replicas_.size())].waiting.push_back({requests_.size(), i});
  requests_.push_back(request);
}

std::vector<Waiter> LedgerModel::waiters_of(const std::vector<Call>& calls) {
  std::vector<Waiter> waiters;
  for (const Call& call : calls) {
    const Request& request = requests_[call.request];
    waiters.push_back(asking(request.uid, request.devices, "ticket" + std::to_string(++tickets_)));
    waiters.back().dry_run = request.dry_run;
  }
  return waiters;
}

void LedgerModel::step_replica(Replica& replica) {
  if (chance(2)) return crash(replica);
  if (!replica.flow) return begin_flow(replica);
  step_flow(replica);
}

void LedgerModel::crash(Replica& replica) {
  // Nobody is answered; what was sent is still on its way.
  replica = Replica();
}

void LedgerModel::begin_flow(Replica& replica) {
  if (replica.waiting.empty()) return;
  for (std::size_t i = 1 + draw(4); i > 0 && !replica.waiting.empty(); --i) {
    replica.asked.push_back(replica.waiting.front());
    replica.waiting.pop_front();
  }
  replica.answered.assign(replica.asked.size(), false);
  std::vector<DeviceQuota> known;
  for (const auto& [name, state] : quotas_) known.push_back(state.quota);
  if (chance(20)) replica.remembered.clear();
  replica.flow =
      std::make_unique<ChargeFlow>(std::move(known), waiters_of(replica.asked), replica.remembered);
  answer(replica);
}

// A watch may be late.
const QuotaState* LedgerModel::told_now(const std::string& quota) {
  if (told_.empty() || chance(30)) return nullptr;
  const std::size_t newest = told_.size() - 1;
  const QuotaState& told = told_[newest - draw(std::min<std::size_t>(told_.size(), 4))];
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
    const QuotaState* told = flow.next().anew ? nullptr : told_now(flow.next().quota);
    if (told == nullptr) {
      replica.read = quotas_.at(flow.next().quota);
    } else {
      flow.was_told(*told);
    }
  } else {
    replica.write = writes_.size();
    writes_.push_back(Write{flow.next().quota, flow.next().ledger, flow.next().resource_version});
  }
  answer(replica);
}

void LedgerModel::arrive(std::size_t write, Replica* sender) {
  const Write sent = *std::exchange(writes_[write], std::nullopt);
  QuotaState& state = quotas_.at(sent.quota);
  std::pair<ChargeFlow::Written, std::string> result{ChargeFlow::Written::kConflict, ""};
  if (state.resource_version == sent.resource_version) {
    state.ledger = sent.ledger;
    state.resource_version = std::to_string(++version_);
    told_.push_back(state);
    result = {ChargeFlow::Written::kDone, state.resource_version};
  }
  if (sender == nullptr) return;
  sender->write.reset();
  // Done, and the answer lost.
  if (chance(10)) result = {ChargeFlow::Written::kUnknown, ""};
  sender->written = result;
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
    const Request& request = requests_[call.request];
    if (replica.flow->results()[i].passes() && call.number == request.deciding &&
        !request.refused_later && !request.dry_run)
      passed_.push_back(call.request);
  }
}

void LedgerModel::end_flow(Replica& replica) {
  replica.remembered = std::move(*replica.flow).take_known();
  replica.flow.reset();
  replica.asked.clear();
  replica.answered.clear();
}

void LedgerModel::store_some() {
  if (passed_.empty()) return;
  const std::size_t which = draw(passed_.size());
  const std::size_t request = passed_[which];
  passed_.erase(passed_.begin() + static_cast<std::ptrdiff_t>(which));
  store(request);
}

void LedgerModel::store(std::size_t request) {
  objects_.emplace(requests_[request].uid, Object{requests_[request].devices});
  created_.push_back(requests_[request].uid);
  check();
}

void LedgerModel::delete_some() {
  if (objects_.empty()) return;
  objects_.erase(std::next(objects_.begin(), static_cast<std::ptrdiff_t>(draw(objects_.size()))));
}

void LedgerModel::step_leader(Leader& leader) {
  if (chance(2)) {
    // Another one leads.
    const Millis offset{draw(600'000)};
    leader = Leader();
    leader.clock_offset = offset;
    leader.told = created_.size();
  }
  switch (leader.stage) {
    case Leader::Stage::kRead:
      return chance(settles_) ? settle_by(leader) : read_by(leader);
    case Leader::Stage::kList:
      return list_by(leader);
    case Leader::Stage::kReadAgain:
      leader.now = quotas_.at(leader.quota);
      leader.stage = Leader::Stage::kWrite;
      // Where much is written, only who is quick ever gets through.
      if (chance(70)) write_by(leader);
      return;
    case Leader::Stage::kWrite:
      return write_by(leader);
  }
}

void LedgerModel::read_by(Leader& leader) {
  const QuotaState& state =
      std::next(quotas_.begin(), static_cast<std::ptrdiff_t>(draw(quotas_.size())))->second;
  leader.quota = state.quota.name;
  leader.before = state.ledger;
  leader.now = state;
  leader.watch.saw(leader.quota, state.ledger, HoldWatch::Time(now_ + leader.clock_offset));
  leader.stage = Leader::Stage::kList;
}

// What the watch has told by now.
std::set<std::string, std::less<>> LedgerModel::seen_by(Leader& leader) {
  leader.told += draw(created_.size() - leader.told + 1);
  return {created_.begin(), created_.begin() + static_cast<std::ptrdiff_t>(leader.told)};
}

void LedgerModel::settle_by(Leader& leader) {
  const QuotaState& state =
      std::next(quotas_.begin(), static_cast<std::ptrdiff_t>(draw(quotas_.size())))->second;
  std::optional<Ledger> after = settled(state.ledger, seen_by(leader));
  if (!after) return;
  writes_.push_back(Write{state.quota.name, std::move(*after), state.resource_version});
  // Or it is on its way for long.
  if (!chance(10)) arrive(writes_.size() - 1, nullptr);
}

void LedgerModel::list_by(Leader& leader) {
  leader.count = {};
  leader.count.seen = seen_by(leader);
  leader.count.dropped =
      leader.watch.expired(leader.quota, HoldWatch::Time(now_ + leader.clock_offset));
  for (const auto& [uid, object] : objects_) {
    add(leader.count.listed, gpus(object.devices));
    leader.count.seen.insert(uid);
  }
  leader.stage = Leader::Stage::kWrite;
}

void LedgerModel::write_by(Leader& leader) {
  std::optional<Ledger> after =
      recounted(leader.now->quota, leader.before, leader.now->ledger, leader.count, {}, plain_unit);
  leader.stage = Leader::Stage::kRead;
  if (!after) return;
  writes_.push_back(Write{leader.quota, std::move(*after), leader.now->resource_version});
  // Lost, or on its way for long: it begins anew.
  if (chance(10)) return;
  if (quotas_.at(leader.quota).resource_version != leader.now->resource_version)
    leader.stage = Leader::Stage::kReadAgain;
  arrive(writes_.size() - 1, nullptr);
}

// All that is under way ends; holds of what never came expire; and then used is what there is.
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
  recount_all();
  now_ += kHoldTime;
  recount_all();
  for (const auto& [name, state] : quotas_) {
    if (!problem_.empty()) return;
    if (!state.ledger.holds.empty())
      problem_ = name + " keeps holds of what never came: " + state.ledger.holds[0].uid;
    if (text_of(state.ledger.used) != text_of(gpus(in_use())))
      problem_ = name + " says" + text_of(state.ledger.used) + " and" + text_of(gpus(in_use())) +
                 " are there";
  }
}

void LedgerModel::recount_all() {
  Leader& leader = leaders_.front();
  for (const auto& [name, state] : quotas_) {
    leader.quota = name;
    leader.before = state.ledger;
    leader.now = state;
    leader.watch.saw(name, state.ledger, HoldWatch::Time(now_ + leader.clock_offset));
    list_by(leader);
    while (quotas_.at(name).ledger.recounts == leader.before.recounts) write_by(leader);
  }
}

// Freed, all of it can be had again, to the last device.
void LedgerModel::use_what_is_free() {
  objects_.clear();
  recount_all();
  std::int64_t least = INT64_MAX;
  for (const auto& [name, state] : quotas_)
    least = std::min(least, state.quota.hard.at("gpu").value());
  std::int64_t got = 0;
  for (std::int64_t i = 0; i <= least; ++i) {
    std::vector<DeviceQuota> known;
    for (const auto& [name, state] : quotas_) known.push_back(state.quota);
    // By what a replica knew when more was in use, at first.
    ChargeFlow flow(std::move(known), {asking("last" + std::to_string(i), 1)},
                    replicas_.front().remembered);
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
    got += flow.results()[0].passes() ? 1 : 0;
  }
  if (got != least)
    problem_ = std::to_string(least) + " are free and " + std::to_string(got) + " could be had";
}

}  // namespace drawbridge::quota
