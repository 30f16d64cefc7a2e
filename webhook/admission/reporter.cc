#include "webhook/admission/reporter.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

namespace drawbridge::admission {
namespace {

using boost::asio::awaitable;
using kube::Json;

kube::ResourcePath mapping_path(const std::string& name) {
  kube::ResourcePath path;
  path.group = "drawbridge.dev";
  path.version = "v1alpha1";
  path.resource = "devicemappings";
  path.name = name;
  return path;
}

kube::EventWriterOptions event_options(const ReporterOptions& options) {
  kube::EventWriterOptions made;
  made.instance = options.instance;
  made.write_until = options.write_until;
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
  boost::asio::co_spawn(executor_, std::move(telling), boost::asio::detached);
  // The Events end with their client.
  while (!stopped_ && telling_) {
    co_await look();
    if (stopped_) break;
    const kube::Deadline next = Clock::now() + options_.interval;
    co_await alarm_.sleep(next);
  }
  stop();
  while (telling_) {
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
  telling_ = false;
  alarm_.wake();
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
  // A mapping conflicts with all others, so that all must be known.
  if (snapshot->knows(ObjectKind::kDeviceMapping)) {
    std::vector<Known> mappings;
    snapshot->for_each(ObjectKind::kDeviceMapping, [&mappings](const Json& object) {
      const Json& metadata = object["metadata"];
      mappings.push_back({std::string(metadata["name"].as_string()),
                          std::string(metadata["uid"].as_string()),
                          metadata["generation"].as_int()});
    });
    forget_others(mappings);
    for (Known& known : mappings) {
      if (stopped_) co_return;
      awaitable<void> step = care_for(snapshot, std::move(known));
      co_await std::move(step);
    }
  }
  seen_ = std::move(snapshot);
}

void Reporter::forget_others(const std::vector<Known>& mappings) {
  const auto is_gone = [&mappings](const auto& entry) {
    const auto at = std::lower_bound(
        mappings.begin(), mappings.end(), entry.first,
        [](const Known& known, const std::string& name) { return known.name < name; });
    return at == mappings.end() || at->name != entry.first;
  };
  std::erase_if(verdicts_, is_gone);
  std::erase_if(paces_, is_gone);
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
  if (says(snapshot->object(ObjectKind::kDeviceMapping, {}, known.name), wanted)) co_return;
  // Until the snapshot has what is written now.
  unfinished_ = true;
  if (!may_write(known.name, wanted)) co_return;
  note_attempt(known.name, wanted);
  awaitable<void> step = write(std::move(known), std::move(wanted));
  co_await std::move(step);
}

bool Reporter::may_write(const std::string& name, const MappingVerdict& wanted) {
  const Clock::time_point now = Clock::now();
  const auto found = paces_.find(name);
  if (found == paces_.end()) return true;
  Pace& pace = found->second;
  if (now < pace.not_before) return false;
  // Another one, or one that stood for long.
  if (pace.wanted != wanted || now - pace.not_before > options_.pause_max) pace.pause = {};
  return true;
}

void Reporter::note_attempt(const std::string& name, const MappingVerdict& wanted) {
  Pace& pace = paces_[name];
  pace.wanted = wanted;
  pace.pause = std::clamp<std::chrono::milliseconds>(2 * pace.pause, options_.pause_first,
                                                     options_.pause_max);
  pace.not_before = Clock::now() + pace.pause;
}

awaitable<void> Reporter::write(Known known, MappingVerdict verdict) {
  std::optional<kube::Deadline> until = options_.write_until();
  if (!until) co_return;
  kube::ResourcePath path = mapping_path(known.name);
  const kube::ApiResult found = co_await client_.get(path, *until);
  if (!found.ok()) {
    if (!found.is(kube::kReasonNotFound)) tell_trouble(known.name, found);
    co_return;
  }
  const Json object = found.object();
  const Json& metadata = object["metadata"];
  // Judged was another one: the snapshot will have this one soon.
  if (metadata["uid"].as_string() != known.uid ||
      metadata["generation"].as_int() != known.generation)
    co_return;
  if (says(object, verdict)) co_return;
  const kube::Time now =
      std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
  const Result<kube::Document> body = kube::read_json(with_verdict(object, verdict, now));
  until = options_.write_until();
  if (!body || !until || stopped_) co_return;
  path.subresource = "status";
  const Json root = body->root();
  const kube::ApiResult written = co_await client_.replace(path, root, *until);
  if (written.ok()) {
    ++statuses_written_;
    for (kube::EventNews& news : news_of(object, verdict)) events_.tell(std::move(news));
  } else if (!written.is(kube::kReasonConflict) && !written.is(kube::kReasonNotFound)) {
    tell_trouble(known.name, written);
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

void Reporter::tell_trouble(const std::string& name, const kube::ApiResult& result) {
  if (options_.troubled)
    options_.troubled("the status of DeviceMapping " + name +
                      " could not be written: " + result.error_text());
}

}  // namespace drawbridge::admission
