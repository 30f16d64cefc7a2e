#include "webhook/admission/reporter.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <utility>

#include "kube/client/wall_clock.h"

namespace drawbridge::admission {
namespace {

using boost::asio::awaitable;
using kube::Json;

// The plural of a kind of ours.
const char* resource_of(ObjectKind kind) {
  if (kind == ObjectKind::kDeviceQuota) return "devicequotas";
  return kind == ObjectKind::kDeviceRule ? "devicerules" : "devicemappings";
}

kube::ResourcePath path_of(ObjectKind kind, const std::string& ns, const std::string& name) {
  kube::ResourcePath path;
  path.group = kOurGroup;
  path.version = "v1alpha1";
  path.resource = resource_of(kind);
  path.ns = ns;
  path.name = name;
  return path;
}

ConditionsWish wish_of(const Snapshot& snapshot, ObjectKind kind, const std::string& ns,
                       const std::string& name) {
  return kind == ObjectKind::kDeviceRule ? rule_wish(snapshot, name)
                                         : problem_wish(snapshot, kind, ns, name);
}

kube::EventWriterOptions event_options(const ReporterOptions& options) {
  kube::EventWriterOptions made;
  made.instance = options.instance;
  made.write_until = options.write_until;
  made.tally = options.tally;
  return made;
}

}  // namespace

Reporter::Reporter(const boost::asio::any_io_executor& executor, kube::Client& client,
                   const SnapshotStore& snapshots, ReporterOptions options)
    : executor_(executor),
      client_(client),
      snapshots_(snapshots),
      options_(std::move(options)),
      events_(executor, client, event_options(options_)),
      alarm_(executor) {}

awaitable<void> Reporter::run() {
  telling_ = true;
  awaitable<void> telling = tell_events();
  boost::asio::co_spawn(executor_, std::move(telling), [this](const std::exception_ptr& problem) {
    if (problem) problem_ = problem;
    telling_ = false;
    alarm_.wake();
  });
  try {
    awaitable<void> working = work();
    co_await std::move(working);
  } catch (...) {
    problem_ = std::current_exception();
  }
  stop();
  while (telling_) {
    const kube::Deadline next = Clock::now() + options_.interval;
    co_await alarm_.sleep(next);
  }
  if (problem_) std::rethrow_exception(problem_);
}

awaitable<void> Reporter::work() {
  // The Events end with their client.
  while (!stopped_ && telling_) {
    co_await look();
    if (stopped_) co_return;
    const kube::Deadline next = Clock::now() + options_.interval;
    co_await alarm_.sleep(next);
  }
}

void Reporter::stop() {
  stopped_ = true;
  events_.stop();
  alarm_.wake();
}

awaitable<void> Reporter::tell_events() {
  co_await events_.run();
}

awaitable<void> Reporter::look() {
  std::shared_ptr<const Snapshot> snapshot = snapshots_.get();
  if (snapshot == seen_ && !unfinished_) co_return;
  unfinished_ = false;
  if (!options_.write_until()) {
    unfinished_ = true;
    co_return;
  }
  tell_problems(*snapshot);
  awaitable<void> mappings = look_at_mappings(snapshot);
  co_await std::move(mappings);
  for (const ObjectKind kind : {ObjectKind::kDeviceQuota, ObjectKind::kDeviceRule}) {
    awaitable<void> others = look_at_problems(snapshot, kind);
    co_await std::move(others);
  }
  if (!stopped_) seen_ = std::move(snapshot);
}

Reporter::Known Reporter::known_of(ObjectKind kind, const Json& object) {
  const Json& metadata = object["metadata"];
  return {kind, std::string(metadata["namespace"].as_string()),
          std::string(metadata["name"].as_string()), std::string(metadata["uid"].as_string()),
          metadata["generation"].as_int()};
}

awaitable<void> Reporter::look_at_mappings(std::shared_ptr<const Snapshot> snapshot) {
  // A mapping conflicts with all others, so that all must be known.
  if (!snapshot->knows(ObjectKind::kDeviceMapping)) co_return;
  std::vector<Known> mappings;
  snapshot->for_each(ObjectKind::kDeviceMapping, [&mappings](const Json& object) {
    mappings.push_back(known_of(ObjectKind::kDeviceMapping, object));
  });
  forget_others(*snapshot, mappings);
  for (Known& known : mappings) {
    if (stopped_) co_return;
    awaitable<void> step = care_for(snapshot, std::move(known));
    co_await std::move(step);
  }
}

awaitable<void> Reporter::look_at_problems(std::shared_ptr<const Snapshot> snapshot,
                                           ObjectKind kind) {
  std::vector<Known> wrong;
  snapshot->for_each(kind, [&](const Json& object) {
    Known known = known_of(kind, object);
    if (!says(object, wish_of(*snapshot, kind, known.ns, known.name)))
      wrong.push_back(std::move(known));
  });
  for (Known& known : wrong) {
    if (stopped_) co_return;
    ConditionsWish wish = wish_of(*snapshot, kind, known.ns, known.name);
    awaitable<void> step = settle(std::move(known), std::move(wish), std::nullopt);
    co_await std::move(step);
  }
}

void Reporter::forget_others(const Snapshot& snapshot, const std::vector<Known>& mappings) {
  std::erase_if(verdicts_, [&mappings](const auto& entry) {
    const auto at = std::lower_bound(
        mappings.begin(), mappings.end(), entry.first,
        [](const Known& known, const std::string& name) { return known.name < name; });
    return at == mappings.end() || at->name != entry.first;
  });
  std::erase_if(paces_, [&snapshot](const auto& entry) {
    const Known& known = entry.second.first;
    return snapshot.object(known.kind, known.ns, known.name).is_null();
  });
}

const MappingVerdict& Reporter::verdict(const Snapshot& snapshot, const std::string& name) {
  // Whatever changes what one says of another changes the index.
  if (judged_ != snapshot.parts().mappings) {
    judged_ = snapshot.parts().mappings;
    verdicts_.clear();
  }
  const auto found = verdicts_.find(name);
  if (found != verdicts_.end()) return found->second;
  return verdicts_.emplace(name, judge_mapping(snapshot, name)).first->second;
}

awaitable<void> Reporter::care_for(std::shared_ptr<const Snapshot> snapshot, Known known) {
  const std::size_t judged = verdicts_.size();
  MappingVerdict wanted = verdict(*snapshot, known.name);
  // A judgement takes time: requests that an admission waits for have theirs in between.
  if (verdicts_.size() != judged) co_await boost::asio::post(executor_, boost::asio::use_awaitable);
  ConditionsWish wish = wish_of(wanted);
  if (says(snapshot->object(ObjectKind::kDeviceMapping, {}, known.name), wish)) co_return;
  awaitable<void> step = settle(std::move(known), std::move(wish), std::move(wanted));
  co_await std::move(step);
}

awaitable<void> Reporter::settle(Known known, ConditionsWish wish,
                                 std::optional<MappingVerdict> verdict) {
  // Until the snapshot has what is written now.
  unfinished_ = true;
  if (!may_write(known.key(), wish)) co_return;
  note_attempt(known, wish);
  awaitable<void> step = write(std::move(known), std::move(wish), std::move(verdict));
  co_await std::move(step);
}

bool Reporter::may_write(const std::string& key, const ConditionsWish& wanted) {
  const Clock::time_point now = Clock::now();
  const auto found = paces_.find(key);
  if (found == paces_.end()) return true;
  Pace& pace = found->second.second;
  if (now < pace.not_before) return false;
  // Another one, or one that stood for long.
  if (pace.wanted != wanted || now - pace.not_before > options_.pause_max) pace.pause = {};
  return true;
}

void Reporter::note_attempt(const Known& known, const ConditionsWish& wanted) {
  Pace& pace = paces_.try_emplace(known.key(), known, Pace()).first->second.second;
  pace.wanted = wanted;
  pace.pause = std::clamp<std::chrono::milliseconds>(2 * pace.pause, options_.pause_first,
                                                     options_.pause_max);
  pace.not_before = Clock::now() + pace.pause;
}

awaitable<void> Reporter::write(Known known, ConditionsWish wish,
                                std::optional<MappingVerdict> verdict) {
  std::optional<kube::Deadline> until = options_.write_until();
  if (!until) co_return;
  kube::ResourcePath path = path_of(known.kind, known.ns, known.name);
  const kube::ApiResult found = co_await client_.get(path, *until);
  if (!found.ok()) {
    if (!found.is(kube::kReasonNotFound)) tell_trouble(known, found);
    co_return;
  }
  const Json object = found.object();
  const Json& metadata = object["metadata"];
  // Judged was another one: the snapshot will have this one soon.
  if (metadata["uid"].as_string() != known.uid ||
      metadata["generation"].as_int() != known.generation)
    co_return;
  if (says(object, wish)) co_return;
  const kube::Time now = kube::wall_now();
  const Result<kube::Document> body = kube::read_json(with_conditions(object, wish, now));
  until = options_.write_until();
  if (!body || !until || stopped_) co_return;
  path.subresource = "status";
  const Json root = body->root();
  const kube::ApiResult written = co_await client_.replace(path, root, *until);
  if (written.ok()) {
    ++statuses_written_;
    if (!verdict) co_return;
    for (kube::EventNews& news : news_of(object, *verdict)) events_.tell(std::move(news));
  } else if (!written.is(kube::kReasonConflict) && !written.is(kube::kReasonNotFound)) {
    tell_trouble(known, written);
  }
}

void Reporter::tell_problems(const Snapshot& snapshot) {
  // Those before are still on their way.
  if (events_.waiting() > 0) {
    unfinished_ = true;
    return;
  }
  for (kube::EventNews& news : problems_.look(snapshot)) events_.tell(std::move(news));
  unfinished_ = unfinished_ || problems_.has_more();
}

void Reporter::tell_trouble(const Known& known, const kube::ApiResult& result) {
  if (!options_.troubled) return;
  const std::string name = known.ns.empty() ? known.name : known.ns + "/" + known.name;
  options_.troubled("the status of " + std::string(kind_info(known.kind).kind) + " " + name +
                    " could not be written: " + result.error_text());
}

}  // namespace drawbridge::admission
