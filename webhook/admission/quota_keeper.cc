#include "webhook/admission/quota_keeper.h"

#include <boost/asio/co_spawn.hpp>
#include <set>
#include <utility>
#include <vector>

#include "kube/api/object.h"
#include "kube/api/thrown.h"
#include "webhook/admission/api_paths.h"

namespace drawbridge::admission {
namespace {

using boost::asio::awaitable;
using kube::Json;

RecountPace::Time now() {
  return std::chrono::steady_clock::now();
}

}  // namespace

QuotaKeeper::QuotaKeeper(const boost::asio::any_io_executor& executor, kube::Client& client,
                         kube::Discovery& discovery, const SnapshotStore& snapshots,
                         QuotaKeeperOptions options)
    : executor_(executor),
      client_(client),
      snapshots_(snapshots),
      options_(std::move(options)),
      seen_({pods_kind().resource, claims_kind().resource}),
      phantoms_(holds_, [this] { return write_until(); }),
      counting_(counting_tools()),
      claims_(client, discovery, claims_kind(), *this),
      alarm_(executor) {}

QuotaCounting QuotaKeeper::counting_tools() {
  return {.write_until = [this] { return write_until(); },
          .troubled = [this](const std::string& text) { tell_trouble(text); },
          .counted = [this](const std::string& ns, const std::string& name,
                            const Json& object) { pace_.counted(ns, name, object); },
          .seen = seen_,
          .holds = holds_,
          .phantoms = phantoms_,
          .tally = options_.tally == nullptr ? own_tally_ : *options_.tally};
}

std::optional<kube::Deadline> QuotaKeeper::write_until() const {
  return stopped_ ? std::nullopt : options_.write_until();
}

awaitable<void> QuotaKeeper::run() {
  is_reflecting_ = true;
  awaitable<void> reflecting = reflect_claims();
  boost::asio::co_spawn(executor_, std::move(reflecting),
                        [this](const std::exception_ptr& problem) {
                          if (problem) problem_ = problem;
                          is_reflecting_ = false;
                          alarm_.wake();
                        });
  try {
    awaitable<void> working = work();
    co_await std::move(working);
  } catch (...) {
    problem_ = std::current_exception();
  }
  stop();
  while (is_under_way()) {
    const kube::Deadline next = now() + kQuotaKeepInterval;
    co_await alarm_.sleep(next);
  }
  if (problem_) std::rethrow_exception(problem_);
}

bool QuotaKeeper::is_under_way() const {
  return is_reflecting_ || changed_counting_ + due_counting_ + settling_ > 0;
}

awaitable<void> QuotaKeeper::work() {
  while (!stopped_ && !problem_ && is_reflecting_) {
    pace_.saw(snapshots_.get(), now());
    begin_due();
    forget_gone();
    const kube::Deadline next = now() + kQuotaKeepInterval;
    co_await alarm_.sleep(next);
  }
}

void QuotaKeeper::forget_gone() {
  if (now() < forgets_next_) return;
  forgets_next_ = now() + kForgetGoneInterval;
  seen_.forget_gone(now());
  const auto is_there = [this](std::string_view quota) { return pace_.watches_quota(quota); };
  holds_.keep(is_there);
  phantoms_.keep(is_there);
}

void QuotaKeeper::stop() {
  stopped_ = true;
  claims_.stop();
  alarm_.wake();
}

awaitable<void> QuotaKeeper::reflect_claims() {
  co_await claims_.run();
}

void QuotaKeeper::list_begins(const kube::ReflectedKind& kind) {
  seen_.list_begins(kind.resource);
}

void QuotaKeeper::put(const kube::ReflectedKind& kind, Json object) {
  const std::string ns(kube::ObjectView(object).ns());
  if (!pace_.watches(ns)) return;
  const SeenObjects::News news = seen_.put(kind.resource, object);
  if (news == SeenObjects::News::kChanged) changed(ns);
  if (news == SeenObjects::News::kCame) pace_.arrived(ns, now());
}

void QuotaKeeper::removed(const kube::ReflectedKind& kind, Json last) {
  const std::string ns(kube::ObjectView(last).ns());
  // It is told also where there is no DeviceQuota any more, or none is known yet.
  if (seen_.removed(kind.resource, last, now()) && pace_.watches(ns)) changed(ns);
}

void QuotaKeeper::listed(const kube::ReflectedKind& kind) {
  for (const std::string& ns : seen_.listed(kind.resource, now())) changed(ns);
  alarm_.wake();
}

void QuotaKeeper::fresh(const kube::ReflectedKind& /*kind*/) {}

void QuotaKeeper::absent(const kube::ReflectedKind& kind) {
  for (const std::string& ns : seen_.absent(kind.resource, now())) changed(ns);
  alarm_.wake();
}

void QuotaKeeper::troubled(const kube::ReflectedKind& /*kind*/, const std::string& what) {
  tell_trouble(what);
}

void QuotaKeeper::tell_trouble(const std::string& text) {
  if (options_.troubled) options_.troubled(text);
}

void QuotaKeeper::changed(const std::string& ns) {
  pace_.changed(ns, now());
  alarm_.wake();
}

void QuotaKeeper::begin_due() {
  if (!seen_.are_all_listed() || !write_until()) return;
  begin(RecountCause::kChanged, changed_counting_, kChangedRecountsMax);
  begin(RecountCause::kDue, due_counting_, kDueRecountsMax);
  begin_settling();
}

void QuotaKeeper::begin(RecountCause cause, std::size_t& counting, std::size_t counting_max) {
  while (counting < counting_max) {
    std::optional<std::string> ns = pace_.begin_count(cause, now());
    if (!ns) return;
    spawn(count(*ns, cause), *ns, counting);
  }
}

void QuotaKeeper::begin_settling() {
  while (settling_ < kSettlingMax) {
    std::optional<std::string> ns = pace_.begin_settling(now());
    if (!ns) return;
    spawn(settle(*ns), *ns, settling_);
  }
}

// What a job throws is a fault of ours.
void QuotaKeeper::spawn(awaitable<void> job, std::string ns, std::size_t& running) {
  ++running;
  boost::asio::co_spawn(
      executor_, std::move(job),
      [this, ns = std::move(ns), &running](const std::exception_ptr& problem) {
        --running;
        alarm_.wake();
        if (!problem) return;
        pace_.failed(ns, now());
        tell_trouble("namespace " + ns + " could not be counted: " + kube::what_of(problem));
      });
}

awaitable<void> QuotaKeeper::count(std::string ns, RecountCause cause) {
  const bool is_urgent = cause == RecountCause::kChanged && options_.urgent != nullptr;
  std::vector<kube::ResourcePath> lists = {pod_path({}, {})};
  if (!seen_.is_absent(claims_kind().resource)) lists.push_back(claims_.path());
  QuotaCount job(snapshots_.get(), ns, is_urgent ? *options_.urgent : client_, counting_);
  awaitable<bool> counting = job.run(std::move(lists));
  const bool is_done = co_await std::move(counting);
  ++(is_done ? counting_.tally.counted : counting_.tally.failed);
  pace_.count_ended(ns, is_done, job.has_holds(), now());
}

awaitable<void> QuotaKeeper::settle(std::string ns) {
  QuotaCount job(snapshots_.get(), ns, client_, counting_);
  awaitable<int> settling = job.settle();
  const int left = co_await std::move(settling);
  pace_.settling_ended(ns, left, now());
}

}  // namespace drawbridge::admission
