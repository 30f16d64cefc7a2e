#include "webhook/admission/look_ups.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <utility>
#include <vector>

#include "rules/finding.h"

namespace drawbridge::admission {

using boost::asio::awaitable;
using Clock = std::chrono::steady_clock;

struct LookUps::Flight {
  std::optional<LookUp> result;
  std::vector<kube::Alarm*> waiting;
};

namespace {

std::string flight_key(const ObjectRef& ref) {
  return std::to_string(static_cast<int>(ref.kind)) + " " + ref.ns + "/" + ref.name + " " +
         ref.what + " " + ref.selector;
}

// Who asks: a namespace is asked for from within.
const std::string& asking_namespace(const ObjectRef& ref) {
  return ref.ns.empty() ? ref.name : ref.ns;
}

}  // namespace

LookUps::LookUps(boost::asio::any_io_executor executor, Fetch fetch)
    : executor_(std::move(executor)),
      fetch_(std::move(fetch)),
      alive_(std::make_shared<bool>(true)) {}

LookUps::~LookUps() {
  *alive_ = false;
}

awaitable<std::vector<LookUp>> LookUps::get(std::vector<ObjectRef> refs, Deadline until) {
  std::vector<Asked> all;
  for (ObjectRef& ref : refs) all.push_back(ask(std::move(ref)));
  std::vector<LookUp> found;
  for (Asked& each : all) {
    if (each.flight) {
      awaitable<void> landing = landed(each.flight, until);
      co_await std::move(landing);
      each.answer = each.flight->result;
    }
    found.push_back(each.answer ? std::move(*each.answer)
                                : LookUp(Error{"the API server did not answer in time"}));
  }
  co_return found;
}

LookUps::Asked LookUps::ask(ObjectRef ref) {
  const std::string key = flight_key(ref);
  if (const auto found = flights_.find(key); found != flights_.end())
    return {std::nullopt, found->second};
  if (std::optional<LookUp> answer = answer_without_asking(key, ref))
    return {std::move(answer), nullptr};
  return {std::nullopt, begin_flight(key, std::move(ref))};
}

awaitable<void> LookUps::landed(std::shared_ptr<Flight> flight, Deadline until) {
  kube::Alarm alarm(executor_);
  const kube::Waiting waiting(&flight->waiting, &alarm);
  // Alarm::wake() may come for nothing; the result tells.
  while (!flight->result) {
    const kube::Woken woken = co_await alarm.sleep(until);
    if (woken != kube::Woken::kReady) break;
  }
}

std::optional<LookUp> LookUps::answer_without_asking(const std::string& key, const ObjectRef& ref) {
  if (const auto found = missing_.find(key); found != missing_.end()) {
    if (found->second > Clock::now()) return LookUp(SharedDocument());
    missing_.erase(found);
  }
  if (flights_.size() >= kFlightsMax)
    return LookUp(Error{"too many objects are being looked up; apply again in a moment"});
  const std::string& ns = asking_namespace(ref);
  if (ref.kind != ObjectRef::Kind::kAccess && !take_allowance(ns)) {
    return LookUp(Error{"namespace " + rules::shown(ns) +
                        " asks for objects that are not known more than " +
                        std::to_string(static_cast<int>(kFlightsPerSecond)) +
                        " times a second; apply again in a moment"});
  }
  return std::nullopt;
}

bool LookUps::take_allowance(const std::string& ns) {
  if (allowances_.size() >= kCountedNamespacesMax && !allowances_.contains(ns)) allowances_.clear();
  const Deadline now = Clock::now();
  Allowance& allowance = allowances_.try_emplace(ns, Allowance{kFlightsBurst, now}).first->second;
  const std::chrono::duration<double> since = now - allowance.counted_at;
  allowance.left = std::min(kFlightsBurst, allowance.left + since.count() * kFlightsPerSecond);
  allowance.counted_at = now;
  if (allowance.left < 1) return false;
  allowance.left -= 1;
  return true;
}

std::shared_ptr<LookUps::Flight> LookUps::begin_flight(const std::string& key, ObjectRef ref) {
  auto flight = std::make_shared<Flight>();
  flights_.emplace(key, flight);
  // Its own deadline: those who join later may have more time than the first.
  boost::asio::co_spawn(
      executor_, fetch_(std::move(ref), Clock::now() + kFlightTime),
      [this, alive = alive_, key](const std::exception_ptr& problem, std::optional<LookUp> result) {
        if (!*alive) return;
        if (problem || !result) result = LookUp(Error{"the API server could not be asked"});
        land(key, std::move(result));
      });
  return flight;
}

void LookUps::land(const std::string& key, std::optional<LookUp> result) {
  const auto found = flights_.find(key);
  const std::shared_ptr<Flight> flight = std::move(found->second);
  flights_.erase(found);
  if (result->ok() && **result == nullptr) {
    if (missing_.size() >= kMissingMax) missing_.clear();
    missing_.insert_or_assign(key, Clock::now() + kMissingFor);
  }
  flight->result = std::move(result);
  for (kube::Alarm* waiter : flight->waiting) waiter->wake();
}

}  // namespace drawbridge::admission
