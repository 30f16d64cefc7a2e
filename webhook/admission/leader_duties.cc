#include "webhook/admission/leader_duties.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <exception>
#include <utility>

#include "kube/api/thrown.h"

namespace drawbridge::admission {
namespace {

using boost::asio::awaitable;
using Clock = std::chrono::steady_clock;

// Nothing is waited for this long without being woken.
constexpr std::chrono::hours kLongTime{1};

}  // namespace

LeaderDuties::LeaderDuties(const boost::asio::any_io_executor& executor, kube::Client& client,
                           kube::Client& background, kube::Discovery& discovery,
                           const SnapshotStore& snapshots, LeaderDutiesOptions options)
    : executor_(executor),
      client_(client),
      background_(background),
      discovery_(discovery),
      snapshots_(snapshots),
      options_(std::move(options)),
      alarm_(executor),
      elector_(
          executor, client,
          {.ns = options_.ns,
           .name = kLeaseName,
           .identity = options_.identity,
           .times = options_.times,
           .began =
               [this](const kube::Term& term) {
                 led_lately_ = true;
                 if (options_.done)
                   options_.done("this replica leads (term " + std::to_string(term.number) + ")");
                 alarm_.wake();
               },
           .ended =
               [this] {
                 led_lately_ = false;
                 if (options_.done) options_.done("this replica leads no more");
                 stop_duties();
               },
           .troubled =
               [this](const std::string& text) {
                 if (options_.troubled) options_.troubled(text);
               }}) {}

bool LeaderDuties::leads() const {
  return elector_.term().still_holds(kube::LeaseClock::now());
}

std::optional<kube::Deadline> LeaderDuties::write_until() const {
  const kube::LeaseClock::time_point now = kube::LeaseClock::now();
  const kube::Term term = elector_.term();
  if (!term.still_holds(now)) return std::nullopt;
  return elector_.write_until(term, now, Clock::now());
}

TemplateKeeperOptions LeaderDuties::keeper_options() {
  return {.time_to_live = options_.template_time_to_live,
          .write_until = [this] { return write_until(); },
          .pods_too = &quotas_->pods(),
          .done = options_.done,
          .troubled = options_.troubled};
}

QuotaKeeperOptions LeaderDuties::quota_options() {
  return {.write_until = [this] { return write_until(); },
          .troubled = options_.troubled,
          .urgent = &client_,
          .tally = &counts_};
}

ReporterOptions LeaderDuties::reporter_options() {
  return {.instance = options_.identity,
          .tally = &events_,
          .write_until = [this] { return write_until(); },
          .troubled = options_.troubled};
}

awaitable<void> LeaderDuties::run() {
  electing_ = true;
  awaitable<void> electing = elect();
  boost::asio::co_spawn(executor_, std::move(electing), boost::asio::detached);
  while (electing_) {
    if (leads() && !stopped_) {
      co_await act();
      // Its writes have ended: the Lease may go to another.
      if (stopped_) elector_.stop();
      continue;
    }
    const kube::Deadline next = Clock::now() + kLongTime;
    co_await alarm_.sleep(next);
  }
}

awaitable<void> LeaderDuties::act() {
  quotas_ = std::make_unique<QuotaKeeper>(executor_, background_, discovery_, snapshots_,
                                          quota_options());
  keeper_ = std::make_unique<TemplateKeeper>(executor_, background_, discovery_, snapshots_,
                                             keeper_options());
  reporter_ = std::make_unique<Reporter>(executor_, background_, snapshots_, reporter_options());
  start(keeper_->run());
  start(quotas_->run());
  start(reporter_->run());
  while (acting_ > 0) {
    const kube::Deadline next = Clock::now() + kLongTime;
    co_await alarm_.sleep(next);
  }
  keeper_.reset();
  quotas_.reset();
  reporter_.reset();
  const kube::Deadline again = Clock::now() + options_.duties_again;
  if (!std::exchange(threw_, false)) co_return;
  while (!stopped_ && leads() && Clock::now() < again) co_await alarm_.sleep(again);
}

void LeaderDuties::start(awaitable<void> duty) {
  ++acting_;
  boost::asio::co_spawn(executor_, std::move(duty), [this](const std::exception_ptr& problem) {
    --acting_;
    if (problem) after_throw(problem);
    alarm_.wake();
  });
}

void LeaderDuties::after_throw(const std::exception_ptr& problem) {
  threw_ = true;
  if (options_.troubled)
    options_.troubled("a duty of the leader failed and begins anew: " + kube::what_of(problem));
  // What leads and does not do all of it would be worse than none: another one can't take over.
  stop_duties();
}

void LeaderDuties::stop_duties() {
  if (keeper_) keeper_->stop();
  if (quotas_) quotas_->stop();
  if (reporter_) reporter_->stop();
}

awaitable<void> LeaderDuties::elect() {
  co_await elector_.run();
  electing_ = false;
  stop_duties();
  alarm_.wake();
}

void LeaderDuties::stop() {
  stopped_ = true;
  if (keeper_) {
    stop_duties();
  } else {
    elector_.stop();
  }
  alarm_.wake();
}

}  // namespace drawbridge::admission
