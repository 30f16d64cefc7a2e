#include "webhook/admission/template_keeper.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <exception>
#include <utility>

#include "kube/api/object.h"
#include "kube/client/wall_clock.h"
#include "webhook/admission/api_paths.h"
#include "webhook/admission/served_templates.h"

namespace drawbridge::admission {
namespace {

using boost::asio::awaitable;
using kube::Json;
using Clock = std::chrono::steady_clock;

kube::ReflectedKind templates_kind() {
  return {.kind = "ResourceClaimTemplate",
          .group = "resource.k8s.io",
          .resource = "resourceclaimtemplates",
          .versions = template_versions(),
          .label_selector = std::string(rules::kTemplateSelector)};
}

kube::ReflectedKind workloads_kind() {
  return {.kind = "Workload",
          .group = "kueue.x-k8s.io",
          .resource = "workloads",
          .versions = {"v1beta2", "v1beta1"}};
}

std::string shown_template(const std::string& ns, const std::string& name) {
  return "ResourceClaimTemplate " + ns + "/" + name;
}

}  // namespace

struct TemplateKeeper::Watched {
  Watched(kube::Client& client, kube::Discovery& discovery, kube::ReflectedKind kind,
          TemplateKeeper& keeper)
      : reflector(client, discovery, std::move(kind), keeper) {}

  kube::Reflector reflector;
  bool listed = false;
  Clock::time_point fresh_at{};
};

TemplateKeeper::TemplateKeeper(const boost::asio::any_io_executor& executor, kube::Client& client,
                               kube::Discovery& discovery, const SnapshotStore& snapshots,
                               TemplateKeeperOptions options)
    : executor_(executor),
      client_(client),
      discovery_(discovery),
      snapshots_(snapshots),
      options_(std::move(options)),
      care_(std::max<std::chrono::seconds>(options_.time_to_live, kTemplateTimeToLiveMin)),
      alarm_(executor) {
  for (kube::ReflectedKind& kind : std::vector{templates_kind(), pods_kind(), workloads_kind()})
    kinds_.push_back(std::make_unique<Watched>(client, discovery, std::move(kind), *this));
}

TemplateKeeper::~TemplateKeeper() = default;

awaitable<void> TemplateKeeper::run() {
  for (const std::unique_ptr<Watched>& kind : kinds_) {
    ++reflecting_;
    awaitable<void> reflecting = reflect(kind.get());
    boost::asio::co_spawn(executor_, std::move(reflecting),
                          [this](const std::exception_ptr& problem) {
                            if (problem) problem_ = problem;
                            --reflecting_;
                            alarm_.wake();
                          });
  }
  try {
    awaitable<void> working = work();
    co_await std::move(working);
  } catch (...) {
    problem_ = std::current_exception();
  }
  stop();
  while (reflecting_ > 0) {
    const kube::Deadline next = Clock::now() + options_.interval;
    co_await alarm_.sleep(next);
  }
  if (problem_) std::rethrow_exception(problem_);
}

awaitable<void> TemplateKeeper::work() {
  while (!stopped_ && !problem_ && reflecting_ > 0) {
    co_await act();
    if (stopped_) co_return;
    const kube::Deadline next = Clock::now() + options_.interval;
    co_await alarm_.sleep(next);
  }
}

void TemplateKeeper::stop() {
  stopped_ = true;
  for (const std::unique_ptr<Watched>& kind : kinds_) kind->reflector.stop();
  alarm_.wake();
}

awaitable<void> TemplateKeeper::reflect(Watched* watched) {
  co_await watched->reflector.run();
}

TemplateKeeper::Watched& TemplateKeeper::watched(const kube::ReflectedKind& kind) {
  const auto found = std::find_if(kinds_.begin(), kinds_.end(), [&kind](const auto& watched) {
    return watched->reflector.kind().resource == kind.resource;
  });
  return **found;
}

kube::ReflectorSink* TemplateKeeper::other(const kube::ReflectedKind& kind) const {
  return kind.kind == "Pod" ? options_.pods_too : nullptr;
}

void TemplateKeeper::list_begins(const kube::ReflectedKind& kind) {
  if (kube::ReflectorSink* too = other(kind)) too->list_begins(kind);
  if (kind.kind == "ResourceClaimTemplate") {
    care_.begin_templates();
  } else {
    care_.begin_users(kind.kind);
  }
}

void TemplateKeeper::put(const kube::ReflectedKind& kind, Json object) {
  if (kube::ReflectorSink* too = other(kind)) too->put(kind, object);
  if (kind.kind == "ResourceClaimTemplate") {
    care_.put_template(object);
  } else {
    care_.put_user(object);
  }
}

void TemplateKeeper::removed(const kube::ReflectedKind& kind, Json last) {
  if (kube::ReflectorSink* too = other(kind)) too->removed(kind, last);
  if (kind.kind != "ResourceClaimTemplate") return care_.remove_user(last);
  care_.remove_template(last);
  // A pod may be waiting for it.
  alarm_.wake();
}

void TemplateKeeper::listed(const kube::ReflectedKind& kind) {
  if (kube::ReflectorSink* too = other(kind)) too->listed(kind);
  if (kind.kind == "ResourceClaimTemplate") {
    care_.end_templates();
  } else {
    care_.end_users(kind.kind);
  }
  watched(kind).listed = true;
  alarm_.wake();
}

void TemplateKeeper::fresh(const kube::ReflectedKind& kind) {
  if (kube::ReflectorSink* too = other(kind)) too->fresh(kind);
  watched(kind).fresh_at = Clock::now();
}

void TemplateKeeper::absent(const kube::ReflectedKind& kind) {
  list_begins(kind);
  listed(kind);
}

void TemplateKeeper::troubled(const kube::ReflectedKind&, const std::string& what) {
  tell_trouble(what);
}

void TemplateKeeper::tell_trouble(const std::string& text) {
  if (options_.troubled) options_.troubled(text);
}

TemplateCare::View TemplateKeeper::view() const {
  const Clock::time_point now = Clock::now();
  TemplateCare::View worst = TemplateCare::View::kFresh;
  for (const std::unique_ptr<Watched>& kind : kinds_) {
    if (!kind->listed) return TemplateCare::View::kIncomplete;
    if (now - kind->fresh_at > kTemplateViewAgeMax) worst = TemplateCare::View::kStale;
  }
  return worst;
}

awaitable<void> TemplateKeeper::act() {
  TemplateCare::Plan plan = care_.plan(kube::wall_now(), view());
  // What pods wait for goes first.
  for (TemplateCare::Restoration& restoration : plan.restorations) {
    if (stopped_) co_return;
    const auto last = not_before_.find(restoration.ns + "/" + restoration.name);
    if (last != not_before_.end() && Clock::now() < last->second) continue;
    awaitable<void> step = restore(std::move(restoration));
    co_await std::move(step);
  }
  if (plan.restorations.empty()) not_before_.clear();
  for (TemplateCare::Removal& removal : plan.removals) {
    if (stopped_) co_return;
    awaitable<void> step = remove(std::move(removal));
    co_await std::move(step);
  }
}

awaitable<void> TemplateKeeper::remove(TemplateCare::Removal removal) {
  const std::optional<kube::Deadline> until = options_.write_until();
  if (!until) co_return;
  const kube::ApiAnswer<kube::ResourcePath> path =
      co_await find_templates(&discovery_, removal.ns, removal.name, *until);
  if (!path) co_return tell_trouble(path.error_text());
  if (!options_.write_until()) co_return;
  const kube::Preconditions exactly{removal.uid, removal.resource_version};
  const kube::ApiResult result = co_await client_.remove(path.value(), exactly, *until);
  if (result.ok()) {
    ++removed_;
    if (options_.done)
      options_.done(shown_template(removal.ns, removal.name) + " was removed: nobody uses it");
  } else if (!result.is(kube::kReasonConflict) && !result.is(kube::kReasonNotFound)) {
    tell_trouble(shown_template(removal.ns, removal.name) +
                 " could not be removed: " + result.error_text());
  }
}

awaitable<void> TemplateKeeper::restore(TemplateCare::Restoration restoration) {
  const std::optional<kube::Deadline> until = options_.write_until();
  if (!until) co_return;
  const std::string shown = shown_template(restoration.ns, restoration.name);
  const std::string pod = restoration.pod;
  const std::string ns = restoration.ns;
  not_before_.insert_or_assign(ns + "/" + restoration.name, Clock::now() + kRestoreAgainAfter);
  awaitable<std::optional<rules::ClaimTemplate>> finding =
      content_of(std::move(restoration), *until);
  const std::optional<rules::ClaimTemplate> content = co_await std::move(finding);
  if (!content) {
    tell_trouble(shown + " is gone and pod " + pod +
                 " needs it, but what it held is not known any more: delete the pod, so that it is "
                 "created anew");
    co_return;
  }
  std::string collection;
  const kube::ApiAnswer<kube::ResourcePath> path =
      co_await find_templates(&discovery_, ns, std::move(collection), *until);
  if (!path) co_return tell_trouble(path.error_text());
  const Result<kube::Document> object =
      kube::read_json(rules::template_object(*content, ns, path.value().version));
  if (!object || !options_.write_until()) co_return;
  kube::WriteOptions options;
  options.retry = kube::Retry::kSafeToRepeat;
  const kube::ApiResult made =
      co_await client_.create(path.value(), object->root(), *until, options);
  if (made.ok()) {
    ++restored_;
    if (options_.done) options_.done(shown + " was put back: pod " + pod + " needs it");
  } else if (!made.is(kube::kReasonAlreadyExists)) {
    tell_trouble(shown + " could not be put back for pod " + pod + ": " + made.error_text());
  }
}

awaitable<std::optional<rules::ClaimTemplate>> TemplateKeeper::content_of(
    TemplateCare::Restoration restoration, kube::Deadline until) {
  if (restoration.content) co_return std::move(restoration.content);
  kube::ResourcePath path = pod_path(restoration.ns, restoration.pod);
  const kube::ApiResult pod = co_await client_.get(std::move(path), until);
  if (!pod.ok()) co_return std::nullopt;
  const std::shared_ptr<const Snapshot> snapshot = snapshots_.get();
  co_return content_by_rewriting(pod.object(), restoration.name, snapshot->mappings(),
                                 snapshot->labels_of(restoration.ns));
}

}  // namespace drawbridge::admission
