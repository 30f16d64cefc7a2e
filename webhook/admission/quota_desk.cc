#include "webhook/admission/quota_desk.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <utility>

#include "kube/api/object.h"
#include "kube/api/thrown.h"
#include "kube/api/time.h"
#include "kube/client/wall_clock.h"
#include "rules/finding.h"
#include "webhook/admission/api_paths.h"

namespace drawbridge::admission {

using boost::asio::awaitable;
using Clock = std::chrono::steady_clock;
using Flow = quota::ChargeFlow;

namespace {

using KnownQuotas = std::map<std::string, quota::QuotaState, std::less<>>;
using Objects = std::map<std::string, SharedDocument, std::less<>>;

// It may be well in a moment.
bool may_pass(const kube::ApiResult& result) {
  if (result.host_error() != nullptr)
    return result.host_error()->kind != kube::HostError::Kind::kRequest;
  return result.api_error()->code >= 500 || result.api_error()->code == 429;
}

quota::ChargeResult unreached(const ChargeWish& wish, const std::string& why) {
  quota::ChargeResult result;
  for (const quota::DeviceQuota& each : wish.quotas) {
    const bool refuses = each.fails() && !wish.waiter.never_refused;
    result.unreached.push_back({each.name, refuses, why});
  }
  return result;
}

// It is refused for nothing but a count that is not there yet: what could not be counted stays so.
bool awaits_count(const quota::ChargeResult& result) {
  if (!result.unreached.empty() || result.judgements.empty()) return false;
  const quota::Judgement& last = result.judgements.back();
  return last.refuses && last.problem == quota::Judgement::Problem::kNotCounted &&
         last.uncounted.empty();
}

constexpr const char* kTooLate = "the API server did not answer in time";
constexpr const char* kNoTurn =
    "it waited behind others of its namespace, for which the API server took too long";

}  // namespace

struct QuotaDesk::Place {
  Place(const boost::asio::any_io_executor& executor, ChargeWish charge, Deadline answer_by)
      : wish(std::move(charge)), until(answer_by), alarm(executor) {}

  ChargeWish wish;
  Deadline until;
  kube::Alarm alarm;
  std::shared_ptr<Batch> batch = nullptr;  // that it is part of
  std::size_t index = 0;                   // there
  std::optional<quota::ChargeResult> result = std::nullopt;
};

struct QuotaDesk::Batch {
  Batch(std::vector<quota::DeviceQuota> quotas, std::vector<quota::Waiter> waiters,
        KnownQuotas remembered)
      : flow(std::move(quotas), std::move(waiters), std::move(remembered)) {}

  Flow flow;
  std::vector<std::shared_ptr<Place>> places;
  Objects objects;  // as they were read or written last
  kube::Deadline until;
  std::chrono::milliseconds pause{0};
  bool told = false;
  std::optional<std::int64_t> lost_at;  // Ledger::recounts of what could not be written
  std::string lost_version;             // its resourceVersion; empty where nothing was lost yet
  bool is_contended = false;            // another replica came in between
  std::optional<Clock::duration> write_took;
};

struct QuotaDesk::Namespace {
  explicit Namespace(const boost::asio::any_io_executor& executor) : news(executor) {}

  std::deque<std::shared_ptr<Place>> waiting;
  bool is_served = false;
  std::shared_ptr<Batch> running = nullptr;
  KnownQuotas known;
  Objects objects;
  Objects told;      // since anything was charged there, by a watch
  kube::Alarm news;  // it has told something
  kube::Deadline known_at{};
  kube::Deadline contended_until{};
  kube::Deadline rests_until{};
};

QuotaDesk::QuotaDesk(boost::asio::any_io_executor executor, kube::Client& client)
    : executor_(std::move(executor)), client_(client) {
  std::random_device device;
  random_.seed((std::uint64_t{device()} << 32U) | device());
}

QuotaDesk::~QuotaDesk() = default;

std::string QuotaDesk::new_ticket() {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string ticket;
  for (std::uint64_t digits = random_(); ticket.size() < 16; digits >>= 4U)
    ticket += kHex[digits & 15U];
  return ticket;
}

void QuotaDesk::count(const quota::ChargeResult& result) {
  if (result.passes()) {
    ++(result.unreached.empty() ? tally_.passed : tally_.unreached_passed);
  } else {
    const bool by_policy = std::any_of(result.unreached.begin(), result.unreached.end(),
                                       [](const auto& each) { return each.refuses; });
    ++(by_policy ? tally_.unreached_refused : tally_.refused);
  }
}

awaitable<std::optional<quota::ChargeResult>> QuotaDesk::charge(ChargeWish wish, Deadline until) {
  const Deadline counted_by = std::min(until, Clock::now() + kCountWait);
  while (true) {
    awaitable<std::optional<quota::ChargeResult>> charging = charge_once(wish, until);
    std::optional<quota::ChargeResult> result = co_await std::move(charging);
    const Deadline next = Clock::now() + kCountLookInterval;
    bool goes_on = awaits_count(*result) && next < counted_by;
    if (goes_on) goes_on = co_await client_.pause(next);
    if (goes_on) continue;
    count(*result);
    co_return result;
  }
}

awaitable<std::optional<quota::ChargeResult>> QuotaDesk::charge_once(ChargeWish wish,
                                                                     Deadline until) {
  const std::string ns = wish.ns;
  forget_idle();
  Namespace& in = namespaces_.try_emplace(ns, executor_).first->second;
  if (in.waiting.size() >= kChargesWaitingMax) {
    co_return unreached(wish, "too many requests of the namespace wait");
  }
  wish.waiter.ticket = new_ticket();
  wish.waiter.since = kube::time_text(kube::wall_now());
  const auto place = std::make_shared<Place>(executor_, std::move(wish), until);
  in.waiting.push_back(place);
  if (!in.is_served) begin_serving(ns);
  // Alarm::wake() may come for nothing; the result tells.
  while (!place->result) {
    const kube::Woken woken = co_await place->alarm.sleep(until);
    if (woken != kube::Woken::kReady) break;
  }
  if (!place->result) give_up(namespaces_.at(ns), *place);
  co_return place->result;
}

void QuotaDesk::begin_serving(const std::string& ns) {
  namespaces_.at(ns).is_served = true;
  awaitable<void> serving = serve(ns);
  boost::asio::co_spawn(executor_, std::move(serving),
                        [this, ns](const std::exception_ptr& problem) {
                          if (problem) serving_failed(ns, kube::what_of(problem));
                        });
}

// A fault of ours: who was being charged is told, what they hold expires, and the next are served.
void QuotaDesk::serving_failed(const std::string& ns, const std::string& why) {
  Namespace& in = namespaces_.at(ns);
  in.is_served = false;
  in.known.clear();
  in.objects.clear();
  if (const std::shared_ptr<Batch> batch = std::exchange(in.running, nullptr)) {
    for (const std::shared_ptr<Place>& place : std::exchange(batch->places, {})) {
      if (!place->result) place->result = unreached(place->wish, why);
      place->batch = nullptr;
      place->alarm.wake();
    }
  }
  if (!in.waiting.empty()) begin_serving(ns);
}

void QuotaDesk::give_up(Namespace& in, Place& place) {
  if (place.batch == nullptr) {
    std::erase_if(in.waiting, [&place](const auto& each) { return each.get() == &place; });
    place.result = unreached(place.wish, kNoTurn);
    return;
  }
  place.batch->flow.abandon(place.index, kTooLate);
  place.result = place.batch->flow.results()[place.index];
}

std::shared_ptr<QuotaDesk::Batch> QuotaDesk::next_batch(Namespace& in) {
  std::vector<std::shared_ptr<Place>> places;
  std::vector<quota::Waiter> waiters;
  std::map<std::string, quota::DeviceQuota> quotas;
  while (!in.waiting.empty() && places.size() < kChargeBatchMax) {
    const std::shared_ptr<Place> place = std::move(in.waiting.front());
    in.waiting.pop_front();
    for (const quota::DeviceQuota& each : place->wish.quotas) {
      const auto [known, is_new] = quotas.try_emplace(each.name, each);
      if (!is_new && known->second.generation < each.generation) known->second = each;
    }
    waiters.push_back(place->wish.as_waiter());
    places.push_back(place);
  }
  KnownQuotas remembered;
  if (Clock::now() - in.known_at < kQuotaRememberedFor) remembered = std::move(in.known);
  for (const auto& [name, quota] : quotas) {
    const auto known = remembered.find(name);
    const std::string since = known == remembered.end() ? "" : known->second.resource_version;
    const SharedDocument told = newer(in, name, since);
    if (!told) continue;
    Result<quota::QuotaState> state = quota::QuotaState::read(told->root());
    if (!state) continue;
    // The leader counts whenever it writes.
    if (known != remembered.end() && known->second.ledger.recounts == state->ledger.recounts)
      in.contended_until = Clock::now() + kContendedFor;
    remembered.insert_or_assign(name, std::move(*state));
    in.objects.insert_or_assign(name, told);
  }
  std::vector<quota::DeviceQuota> sorted;
  for (auto& [name, each] : quotas) {
    // Limits that are older than those of the snapshot judge nobody.
    const auto known = remembered.find(name);
    if (known != remembered.end() && known->second.quota.generation < each.generation)
      remembered.erase(known);
    sorted.push_back(std::move(each));
  }
  auto batch =
      std::make_shared<Batch>(std::move(sorted), std::move(waiters), std::move(remembered));
  batch->objects = std::move(in.objects);
  batch->until = Clock::now() + kChargeBatchTime;
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i]->batch = batch;
    places[i]->index = i;
  }
  batch->places = std::move(places);
  return batch;
}

// Who has come since, into a batch that is to be judged (once more) and has as long as they have.
void QuotaDesk::join(Namespace& in, const std::shared_ptr<Batch>& batch) {
  const auto knows = [&batch](const quota::DeviceQuota& wished) {
    return std::any_of(batch->flow.quotas().begin(), batch->flow.quotas().end(),
                       [&wished](const quota::DeviceQuota& each) {
                         return each.name == wished.name && each.generation >= wished.generation;
                       });
  };
  while (!in.waiting.empty() && batch->places.size() < kChargeBatchMax) {
    const std::shared_ptr<Place> place = in.waiting.front();
    if (batch->until < place->until ||
        !std::all_of(place->wish.quotas.begin(), place->wish.quotas.end(), knows))
      return;
    in.waiting.pop_front();
    place->batch = batch;
    place->index = batch->places.size();
    batch->flow.join(place->wish.as_waiter());
    batch->places.push_back(place);
  }
}

awaitable<void> QuotaDesk::serve(std::string ns) {
  while (!namespaces_.at(ns).waiting.empty()) {
    if (const Deadline next = namespaces_.at(ns).rests_until; Clock::now() < next)
      co_await client_.pause(next);
    if (namespaces_.at(ns).waiting.empty()) break;
    const std::shared_ptr<Batch> batch = next_batch(namespaces_.at(ns));
    namespaces_.at(ns).running = batch;
    awaitable<void> running = run(ns, batch);
    co_await std::move(running);
    Namespace& in = namespaces_.at(ns);
    in.running = nullptr;
    in.known = std::move(batch->flow).take_known();
    in.objects = std::move(batch->objects);
    in.known_at = Clock::now();
    rest(in, *batch);
    // They know each other.
    batch->places.clear();
  }
  namespaces_.at(ns).is_served = false;
}

void QuotaDesk::forget_idle() {
  const Clock::time_point now = Clock::now();
  if (now < forgets_next_) return;
  forgets_next_ = now + kForgetIdle;
  std::erase_if(namespaces_, [now](const auto& entry) {
    const Namespace& in = entry.second;
    return !in.is_served && in.waiting.empty() && now - in.known_at >= kForgetIdle;
  });
}

void QuotaDesk::was_told(const kube::Json& object) {
  forget_idle();
  const kube::ObjectView view(object);
  const auto in = namespaces_.find(std::string(view.ns()));
  if (in == namespaces_.end()) return;
  auto copy = std::make_shared<kube::Document>();
  copy->set_root(kube::copy_json(object, copy->arena()));
  in->second.told.insert_or_assign(std::string(view.name()), std::move(copy));
  in->second.news.wake();
}

// What a watch has told that is newer than this resourceVersion; nullptr for nothing.
SharedDocument QuotaDesk::newer(const Namespace& in, const std::string& name,
                                std::string_view version) {
  const auto told = in.told.find(name);
  if (told == in.told.end()) return nullptr;
  const kube::Json now = told->second->root()["metadata"]["resourceVersion"];
  const bool is_newer = kube::version_number(now.as_string()) > kube::version_number(version);
  return is_newer ? told->second : nullptr;
}

awaitable<SharedDocument> QuotaDesk::told_since(std::string ns, std::string name,
                                                std::string version, Deadline until) {
  Namespace& in = namespaces_.at(ns);
  SharedDocument told = newer(in, name, version);
  // Where no watch has ever told it, none will now.
  while (!told && in.told.contains(name)) {
    const kube::Woken woken = co_await in.news.sleep(until);
    if (woken != kube::Woken::kReady) break;
    told = newer(in, name, version);
  }
  co_return told;
}

void QuotaDesk::rest(Namespace& in, const Batch& batch) {
  const Clock::time_point now = Clock::now();
  if (batch.is_contended) in.contended_until = now + kContendedFor;
  if (!batch.write_took) return;
  const int writes = in.contended_until <= now ? kRestWritesAlone : kRestWritesContended;
  const Clock::duration quarter = *batch.write_took * writes / 4;
  const Clock::duration rest = 3 * quarter + quarter * static_cast<int>(random_() % 3);
  in.rests_until = now + std::min<Clock::duration>(rest, kRestMax);
}

awaitable<void> QuotaDesk::run(std::string ns, std::shared_ptr<Batch> batch) {
  while (true) {
    if (batch->flow.is_settled() && !std::exchange(batch->told, true)) {
      for (const std::shared_ptr<Place>& place : batch->places) {
        if (!place->result) place->result = batch->flow.results()[place->index];
        place->batch = nullptr;
        place->alarm.wake();
      }
    }
    const Flow::Step step = batch->flow.next().step;
    if (step == Flow::Step::kDone) co_return;
    if (Clock::now() >= batch->until) {
      batch->flow.failed(kTooLate);
      continue;
    }
    if (batch->flow.may_join()) join(namespaces_.at(ns), batch);
    awaitable<void> work = step == Flow::Step::kRead ? read(ns, batch) : write(ns, batch);
    co_await std::move(work);
  }
}

awaitable<void> QuotaDesk::pause(std::shared_ptr<Batch> batch) {
  batch->pause = std::clamp(2 * batch->pause, kChargePauseFirst, kChargePauseMax);
  const auto half = static_cast<std::uint64_t>(batch->pause.count()) / 2;
  const kube::Deadline next =
      Clock::now() + std::chrono::milliseconds(half + random_() % (half + 1));
  const bool goes_on = co_await client_.pause(next);
  // Nobody will be answered any more.
  if (!goes_on) batch->until = {};
}

// Of what has come in between: the leader counts whenever it writes.
void QuotaDesk::note_others(Batch& batch, const quota::QuotaState& now) {
  if (std::exchange(batch.lost_at, std::nullopt) == now.ledger.recounts) batch.is_contended = true;
}

awaitable<void> QuotaDesk::read(std::string ns, std::shared_ptr<Batch> batch) {
  const std::string name = batch->flow.next().quota;
  if (!batch->flow.next().anew) {
    const kube::Deadline told_by = Clock::now() + kToldWithin;
    awaitable<SharedDocument> telling = told_since(ns, name, batch->lost_version, told_by);
    SharedDocument told = co_await std::move(telling);
    Result<quota::QuotaState> state = told ? quota::QuotaState::read(told->root()) : Error{};
    if (state) {
      batch->objects.insert_or_assign(name, std::move(told));
      note_others(*batch, *state);
      co_return batch->flow.was_told(std::move(*state));
    }
  }
  const bool is_looking = batch->flow.is_looking();
  const kube::Deadline until =
      std::min(batch->until, Clock::now() + (is_looking ? kLookCallTime : kChargeCallTime));
  kube::ResourcePath path = device_quota_path(ns, name);
  kube::ApiResult result = co_await client_.get(std::move(path), until);
  if (!result.ok()) {
    if (result.is(kube::kReasonNotFound)) co_return batch->flow.is_gone();
    if (is_looking || !may_pass(result)) co_return batch->flow.failed(result.error_text());
    awaitable<void> pausing = pause(batch);
    co_await std::move(pausing);
    co_return;
  }
  auto object = std::make_shared<const kube::Document>(std::move(result.reply().object));
  Result<quota::QuotaState> state = quota::QuotaState::read(object->root());
  if (!state) co_return batch->flow.failed(state.error().text());
  batch->objects.insert_or_assign(name, std::move(object));
  note_others(*batch, *state);
  batch->flow.was_read(std::move(*state));
}

awaitable<void> QuotaDesk::write(std::string ns, std::shared_ptr<Batch> batch) {
  const Flow::Action& action = batch->flow.next();
  const std::string name = action.quota;
  const auto object = batch->objects.find(name);
  // It is not the one that was judged: read it again.
  if (object == batch->objects.end() ||
      object->second->root()["metadata"]["resourceVersion"].as_string() != action.resource_version)
    co_return batch->flow.was_written(Flow::Written::kConflict, {});
  std::string body = quota::with_ledger(object->second->root(), action.ledger);
  kube::ResourcePath path = device_quota_path(ns, name);
  path.subresource = "status";
  const kube::Deadline until = std::min(batch->until, Clock::now() + kChargeCallTime);
  ++tally_.writes;
  const std::int64_t recounts = action.ledger.recounts;
  const std::string version = action.resource_version;
  const Clock::time_point began = Clock::now();
  kube::ApiResult result =
      co_await client_.replace_by_text(std::move(path), std::move(body), until);
  if (result.ok()) {
    batch->pause = {};
    batch->write_took = Clock::now() - began;
    auto written = std::make_shared<const kube::Document>(std::move(result.reply().object));
    std::string now(written->root()["metadata"]["resourceVersion"].as_string());
    batch->objects.insert_or_assign(name, std::move(written));
    co_return batch->flow.was_written(Flow::Written::kDone, std::move(now));
  }
  if (result.is(kube::kReasonNotFound)) co_return batch->flow.was_written(Flow::Written::kGone, {});
  const bool is_conflict = result.is(kube::kReasonConflict);
  if (!is_conflict && !may_pass(result)) co_return batch->flow.failed(result.error_text());
  if (is_conflict) ++tally_.conflicts;
  // One that lost once may have the next turn: whoever won rests.
  const bool is_first = is_conflict && batch->lost_version.empty();
  if (is_conflict) {
    batch->lost_at = recounts;
    batch->lost_version = version;
  }
  if (!is_first) {
    awaitable<void> pausing = pause(batch);
    co_await std::move(pausing);
  }
  batch->flow.was_written(is_conflict ? Flow::Written::kConflict : Flow::Written::kUnknown, {});
}

}  // namespace drawbridge::admission
