#include "kube/client/lease.h"

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <random>
#include <utility>

#include "kube/api/json_writer.h"
#include "kube/client/wall_clock.h"

namespace drawbridge::kube {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;
using Instant = LeaseClock::time_point;
using LeaseStep = LeaseAction::Kind;

namespace {

std::string with_random_suffix(const std::string& name) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  constexpr int kDigitCount = 32;
  std::random_device device;
  std::string text = name + "_";
  for (int i = 0; i < kDigitCount; ++i) text += kDigits[device() & 0xf];
  return text;
}

ResourcePath leases(const std::string& ns, const std::string& name) {
  ResourcePath path;
  path.group = "coordination.k8s.io";
  path.version = "v1";
  path.resource = "leases";
  path.ns = ns;
  path.name = name;
  return path;
}

void write_spec(JsonWriter& writer, const LeaseRecord& record) {
  writer.key("spec").begin_object();
  if (!record.holder.empty()) writer.key("holderIdentity").string(record.holder);
  writer.key("leaseDurationSeconds").integer(record.seconds);
  writer.key("leaseTransitions").integer(record.transitions);
  writer.key("acquireTime").string(micro_time_text(record.acquired));
  writer.key("renewTime").string(micro_time_text(record.renewed)).end_object();
}

std::string lease_text(const LeaderElectorOptions& options, const LeaseRecord& record) {
  std::string text;
  JsonWriter writer(text);
  writer.begin_object().key("apiVersion").string("coordination.k8s.io/v1").key("kind");
  writer.string("Lease").key("metadata").begin_object();
  writer.key("name").string(options.name).key("namespace").string(options.ns).end_object();
  write_spec(writer, record);
  writer.end_object();
  return text;
}

// What replaces the Lease: its metadata as they were read, with the resourceVersion that is
// compared.
std::string changed_text(const std::string& metadata, const LeaseRecord& record) {
  std::string text;
  JsonWriter writer(text);
  writer.begin_object().key("apiVersion").string("coordination.k8s.io/v1").key("kind");
  writer.string("Lease").key("metadata").raw(metadata);
  write_spec(writer, record);
  writer.end_object();
  return text;
}

std::string metadata_text(const Json& lease) {
  std::string text;
  JsonWriter writer(text);
  writer.begin_object();
  writer.members(lease["metadata"], {"managedFields"}).end_object();
  return text;
}

}  // namespace

LeaseRecord read_lease(const Json& lease) {
  LeaseRecord record;
  const Json spec = lease["spec"];
  record.exists = true;
  record.resource_version = lease["metadata"]["resourceVersion"].as_string();
  record.holder = spec["holderIdentity"].as_string();
  record.seconds = spec["leaseDurationSeconds"].as_int();
  record.transitions = spec["leaseTransitions"].as_int();
  record.acquired = parse_time(spec["acquireTime"].as_string()).value_or(Time());
  record.renewed = parse_time(spec["renewTime"].as_string()).value_or(Time());
  return record;
}

LeaderElector::LeaderElector(const asio::any_io_executor& executor, Client& client,
                             LeaderElectorOptions options)
    : client_(client),
      options_(std::move(options)),
      identity_(with_random_suffix(options_.identity)),
      collection_(leases(options_.ns, "")),
      path_(leases(options_.ns, options_.name)),
      state_(identity_, options_.times, std::random_device{}()),
      alarm_(executor) {}

Deadline LeaderElector::write_until(const Term& term, Instant now, Deadline steady) const {
  if (!term.still_holds(now)) return steady;
  const LeaseClock::duration margin = options_.times.duration - options_.times.renew_deadline;
  return steady + (term.deadline - now) + margin;
}

void LeaderElector::stop() {
  stopping_ = true;
  state_.release();
  tell();
  alarm_.wake();
}

asio::awaitable<void> LeaderElector::run() {
  while (true) {
    LeaseAction action = state_.next(LeaseClock::now(), wall_now());
    if (action.kind == LeaseStep::kDone) co_return;
    if (action.kind == LeaseStep::kWait) {
      co_await wait(action.at);
    } else if (action.kind == LeaseStep::kRead) {
      co_await read();
    } else {
      co_await write(std::move(action));
    }
    // The client was stopped: nothing can be renewed or given away any more.
    if (alarm_.aborted()) state_.release();
    tell();
    if (alarm_.aborted()) co_return;
  }
}

// Wakes when the Term ends, too, so that its end is told.
asio::awaitable<void> LeaderElector::wait(Instant until) {
  const Instant now = LeaseClock::now();
  if (state_.term().still_holds(now)) until = std::min(until, state_.term().deadline);
  const Deadline deadline = Clock::now() + (until - now);
  const Woken woken = co_await alarm_.sleep(deadline);
  if (woken == Woken::kCancelled) alarm_.abort();
}

asio::awaitable<void> LeaderElector::read() {
  const Deadline until = Clock::now() + options_.request_time;
  const ApiResult result = co_await client_.get(path_, until);
  const Instant now = LeaseClock::now();
  if (result.ok()) {
    told_of_reading_.clear();
    metadata_ = metadata_text(result.object());
    state_.observed(read_lease(result.object()), now);
  } else if (result.is(kReasonNotFound)) {
    told_of_reading_.clear();
    state_.observed(LeaseRecord(), now);
  } else {
    state_.unanswered(now);
    trouble(result.error_text(), told_of_reading_);
    const HostError* error = result.host_error();
    if (error != nullptr && error->kind == HostError::Kind::kCancelled) alarm_.abort();
  }
}

asio::awaitable<void> LeaderElector::write(LeaseAction action) {
  const Instant sent = LeaseClock::now();
  const Deadline until = Clock::now() + options_.request_time;
  const bool create = action.kind == LeaseStep::kCreate;
  const std::string text =
      create ? lease_text(options_, action.record) : changed_text(metadata_, action.record);
  const Result<Document> body = read_json(text);
  if (!body) {
    trouble(body.error().text(), told_of_writing_);
    state_.unanswered(LeaseClock::now());
    co_return;
  }
  if (create) {
    const ApiResult result = co_await client_.create(collection_, body->root(), until);
    take_answer(result, sent);
  } else {
    const ApiResult result = co_await client_.replace(path_, body->root(), until);
    take_answer(result, sent);
  }
}

void LeaderElector::take_answer(const ApiResult& result, Instant sent) {
  const Instant now = LeaseClock::now();
  if (result.ok()) {
    told_of_writing_.clear();
    metadata_ = metadata_text(result.object());
    state_.wrote(read_lease(result.object()), sent, now);
    return;
  }
  const bool is_other =
      result.is(kReasonConflict) || result.is(kReasonAlreadyExists) || result.is(kReasonNotFound);
  if (is_other) {
    state_.refused(now);
    return;
  }
  state_.unanswered(now);
  trouble(result.error_text(), told_of_writing_);
  const HostError* error = result.host_error();
  if (error != nullptr && error->kind == HostError::Kind::kCancelled) alarm_.abort();
}

void LeaderElector::tell() {
  const Term& term = state_.term();
  const bool leads = term.still_holds(LeaseClock::now());
  if (told_term_ >= 0 && (!leads || term.number != told_term_)) {
    told_term_ = -1;
    if (options_.ended) options_.ended();
  }
  if (leads && told_term_ < 0) {
    told_term_ = term.number;
    if (options_.began) options_.began(term);
  }
}

void LeaderElector::trouble(const std::string& text, std::string& told) {
  if (stopping_ || text == told) return;
  told = text;
  if (options_.troubled) {
    options_.troubled("the Lease " + options_.ns + "/" + options_.name +
                      ", by which replicas agree on a leader: " + text);
  }
}

}  // namespace drawbridge::kube
