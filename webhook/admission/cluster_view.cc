#include "webhook/admission/cluster_view.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <exception>
#include <utility>

#include "kube/api/object.h"
#include "webhook/admission/catch_up.h"
#include "webhook/decide/kueue_config_map.h"

namespace drawbridge::admission {

using std::chrono::milliseconds;

namespace {

const std::vector<std::string> kCoreVersions = {"v1"};
const std::vector<std::string> kDraVersions = {"v1", "v1beta2", "v1beta1"};
const std::vector<std::string> kOurVersions = {"v1alpha1"};
const std::vector<std::string> kKueueVersions = {"v1beta2", "v1beta1"};
const std::vector<std::string> kComputeDomainVersions = {"v1beta1"};
const std::vector<std::string> kPodGroupVersions = {"v1alpha1"};
const std::vector<std::string> kKaiVersions = {"v2alpha2"};

struct KindRow {
  const char* resource;
  const char* kind;
};
constexpr KindRow kCoreKinds[] = {{"namespaces", "Namespace"},
                                  {"resourcequotas", "ResourceQuota"},
                                  {"limitranges", "LimitRange"},
                                  {"nodes", "Node"}};
constexpr KindRow kDraKinds[] = {{"deviceclasses", "DeviceClass"},
                                 {"resourceslices", "ResourceSlice"},
                                 {"resourceclaims", "ResourceClaim"},
                                 {"resourceclaimtemplates", "ResourceClaimTemplate"}};
constexpr KindRow kOurKinds[] = {{"devicemappings", "DeviceMapping"},
                                 {"devicequotas", "DeviceQuota"},
                                 {"devicerules", "DeviceRule"}};
constexpr KindRow kKueueKinds[] = {{"clusterqueues", "ClusterQueue"},
                                   {"cohorts", "Cohort"},
                                   {"localqueues", "LocalQueue"},
                                   {"resourceflavors", "ResourceFlavor"},
                                   {"admissionchecks", "AdmissionCheck"},
                                   {"topologies", "Topology"},
                                   {"workloads", "Workload"},
                                   {"workloadpriorityclasses", "WorkloadPriorityClass"}};
// Its controller makes a template that pods name (NVIDIA's DRA driver).
constexpr KindRow kComputeDomainKinds[] = {{"computedomains", "ComputeDomain"}};
// How many pods of a gang start together.
constexpr KindRow kPodGroupKinds[] = {{"podgroups", "PodGroup"}};

}  // namespace

std::vector<kube::ReflectedKind> reflected_kinds() {
  std::vector<kube::ReflectedKind> kinds;
  const auto add = [&kinds](const char* group, const auto& rows,
                            const std::vector<std::string>& versions) {
    for (const KindRow& row : rows) {
      kube::ReflectedKind& kind = kinds.emplace_back();
      kind.kind = row.kind;
      kind.group = group;
      kind.resource = row.resource;
      kind.versions = versions;
    }
  };
  add("", kCoreKinds, kCoreVersions);
  add("resource.k8s.io", kDraKinds, kDraVersions);
  add("drawbridge.dev", kOurKinds, kOurVersions);
  add("kueue.x-k8s.io", kKueueKinds, kKueueVersions);
  add("resource.nvidia.com", kComputeDomainKinds, kComputeDomainVersions);
  add("scheduling.x-k8s.io", kPodGroupKinds, kPodGroupVersions);
  add("scheduling.run.ai", kPodGroupKinds, kKaiVersions);
  kube::ReflectedKind& config = kinds.emplace_back();
  config.kind = "ConfigMap";
  config.resource = "configmaps";
  config.versions = kCoreVersions;
  config.ns = kKueueNamespace;
  config.field_selector = "metadata.name=" + std::string(kKueueConfigMap);
  return kinds;
}

// A kind, and what is known of it as a whole.
struct ClusterView::Followed {
  Followed(kube::Client& client, kube::Discovery& discovery, kube::ReflectedKind kind,
           ReflectorSink& sink, const kube::ReflectorOptions& options)
      : reflector(client, discovery, std::move(kind), sink, options) {}

  const std::string& kind() const { return reflector.kind().kind; }
  // Two groups have a PodGroup.
  const std::string& unique_name() const {
    return kind() == "PodGroup" ? reflector.kind().group : kind();
  }
  milliseconds age() const {
    const Clock::duration since(fresh_at.load(std::memory_order_relaxed));
    return std::chrono::duration_cast<milliseconds>(Clock::now().time_since_epoch() - since);
  }

  kube::Reflector reflector;
  CatchUp catch_up{reflector};
  // Written on the client's executor, read by any thread.
  std::atomic<bool> is_known = false;
  std::atomic<bool> is_absent = false;
  std::atomic<std::uint64_t> changes = 0;
  std::atomic<std::uint64_t> troubles = 0;
  std::atomic<Clock::rep> fresh_at = Clock::now().time_since_epoch().count();
  std::string last_trouble;  // protected by mutex_; empty after a list
  Clock::time_point told_at{};
};

ClusterView::ClusterView(kube::Client& client, SnapshotStore& store, Report report,
                         std::vector<kube::ReflectedKind> kinds, ClusterViewOptions options)
    : client_(client),
      store_(store),
      report_(std::move(report)),
      options_(options),
      discovery_(client, options.absent_poll_interval),
      builder_(store.get()->parts().settings),
      publish_timer_(client.executor()),
      match_timer_(client.executor()),
      check_timer_(client.executor()) {
  ReflectorSink& sink = *this;
  for (kube::ReflectedKind& kind : kinds) {
    followed_.push_back(
        std::make_unique<Followed>(client, discovery_, std::move(kind), sink, options_.reflector));
  }
  // One in which nothing is known, rather than one in which there is nothing.
  store_.publish(builder_.publish());
}

ClusterView::~ClusterView() = default;

void ClusterView::start() {
  for (const std::unique_ptr<Followed>& kind : followed_) {
    ++running_;
    const auto ended = [this, &kind = *kind](const std::exception_ptr& problem) {
      --running_;
      if (problem) report_(Level::kWarning, kind.kind() + " is not followed any more: a bug");
    };
    boost::asio::co_spawn(client_.executor(), kind->reflector.run(), ended);
  }
  check();
}

void ClusterView::stop() {
  is_stopped_ = true;
  for (const std::unique_ptr<Followed>& kind : followed_) kind->reflector.stop();
  publish_timer_.cancel();
  match_timer_.cancel();
  check_timer_.cancel();
}

// There are twenty of them.
ClusterView::Followed& ClusterView::followed(const kube::ReflectedKind& kind) {
  const auto found = std::find_if(
      followed_.begin(), followed_.end(),
      [&kind](const auto& candidate) { return &candidate->reflector.kind() == &kind; });
  return **found;
}

void ClusterView::list_begins(const kube::ReflectedKind& kind) {
  builder_.begin_list(kind.group, kind.kind);
}

void ClusterView::put(const kube::ReflectedKind& kind, kube::Json object) {
  followed(kind).changes.fetch_add(1, std::memory_order_relaxed);
  if (options_.device_quota && kind.kind == "DeviceQuota") options_.device_quota(object);
  if (builder_.put(object)) changed(kind);
}

void ClusterView::removed(const kube::ReflectedKind& kind, kube::Json last) {
  followed(kind).changes.fetch_add(1, std::memory_order_relaxed);
  const kube::ObjectView view(last);
  if (builder_.remove(kind.group, kind.kind, view.ns(), view.name())) changed(kind);
}

void ClusterView::listed(const kube::ReflectedKind& kind) {
  if (builder_.end_list(kind.group, kind.kind)) changed(kind);
  Followed& known = followed(kind);
  known.is_absent = false;
  become_known(known);
}

void ClusterView::absent(const kube::ReflectedKind& kind) {
  if (builder_.clear(kind.group, kind.kind)) changed(kind);
  Followed& known = followed(kind);
  if (known.is_known && !known.is_absent) {
    report_(Level::kWarning, "the API server does not serve " + kind.resource + "." + kind.group +
                                 " any more: all of them are gone");
  }
  known.is_absent = true;
  become_known(known);
}

void ClusterView::become_known(Followed& kind) {
  {
    const std::lock_guard lock(mutex_);
    kind.last_trouble.clear();
  }
  // What is known is published before anyone hears that it is.
  if (!kind.is_known) publish();
  kind.is_known = true;
  if (is_complete_ || !not_ready().empty()) return;
  is_complete_ = true;
  report_(Level::kInfo, "the view of the cluster is complete");
}

void ClusterView::fresh(const kube::ReflectedKind& kind) {
  Followed& known = followed(kind);
  known.fresh_at.store(Clock::now().time_since_epoch().count(), std::memory_order_relaxed);
  known.catch_up.moved();
}

void ClusterView::troubled(const kube::ReflectedKind& kind, const std::string& what) {
  Followed& troubled = followed(kind);
  troubled.troubles.fetch_add(1, std::memory_order_relaxed);
  const Clock::time_point now = Clock::now();
  bool is_new = false;
  {
    const std::lock_guard lock(mutex_);
    is_new = troubled.last_trouble != what;
    troubled.last_trouble = what;
  }
  if (!is_new && now - troubled.told_at < kTroubleRepeat) return;
  troubled.told_at = now;
  report_(Level::kWarning, kind.resource + ": " + what);
}

void ClusterView::changed(const kube::ReflectedKind& kind) {
  publish_within(kind.kind == "DeviceMapping" ? options_.mapping_publish_delay_max
                                              : options_.publish_delay_max);
}

// At once after a quiet while; a burst goes together.
void ClusterView::publish_within(milliseconds delay) {
  const Clock::time_point at = std::max(Clock::now(), published_at_ + delay);
  if (is_unpublished_ && at >= publish_at_) return;
  is_unpublished_ = true;
  publish_at_ = at;
  publish_timer_.expires_at(at);
  publish_timer_.async_wait([this](const boost::system::error_code& problem) {
    if (!problem && !is_stopped_) publish();
  });
}

void ClusterView::publish() {
  if (!is_unpublished_) return;
  is_unpublished_ = false;
  published_at_ = Clock::now();
  publish_timer_.cancel();
  // Nobody decides by it before it is complete.
  std::shared_ptr<const Snapshot> snapshot =
      builder_.publish(is_complete_ ? Matching::kLater : Matching::kAll);
  unchecked_ = snapshot;
  store_.publish(std::move(snapshot));
  publications_.fetch_add(1, std::memory_order_relaxed);
  if (builder_.is_matching()) go_on_matching();
}

// Turn by turn, so that other changes and what requests wait for come in between.
void ClusterView::go_on_matching() {
  match_timer_.expires_after(milliseconds(0));
  match_timer_.async_wait([this](const boost::system::error_code& problem) {
    if (problem || is_stopped_) return;
    builder_.match_some();
    if (builder_.is_matching()) return go_on_matching();
    publish_within(options_.publish_delay_max);
  });
}

boost::asio::awaitable<void> ClusterView::catch_up(std::string kind, kube::Client* urgent,
                                                   kube::Deadline until) {
  const auto found =
      std::find_if(followed_.begin(), followed_.end(),
                   [&kind](const auto& followed) { return followed->kind() == kind; });
  Followed& known = **found;
  if (!known.is_known || known.is_absent) co_return;
  co_await known.catch_up.wait(urgent, until);
  publish();
}

void ClusterView::tell_new_problems(const Snapshot& snapshot) {
  std::vector<std::string> now;
  for (const Problem& problem : snapshot.problems()) now.push_back(problem.line());
  std::sort(now.begin(), now.end());
  for (const std::string& problem : now) {
    if (!std::binary_search(problems_.begin(), problems_.end(), problem)) {
      report_(Level::kWarning, "cannot be used: " + problem);
    }
  }
  problems_ = std::move(now);
  problem_count_ = problems_.size();
}

void ClusterView::check_age() {
  const Followed* oldest = nullptr;
  for (const std::unique_ptr<Followed>& kind : followed_) {
    if (oldest == nullptr || kind->age() > oldest->age()) oldest = kind.get();
  }
  const bool is_too_old = oldest != nullptr && oldest->age() > options_.age_max;
  if (is_too_old && !is_too_old_) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(oldest->age()).count();
    report_(Level::kWarning, "the view of the cluster is old: of " + oldest->kind() +
                                 " nothing was heard for " + std::to_string(seconds) +
                                 " s. Decisions go on with what was known then");
  }
  if (!is_too_old && is_too_old_) report_(Level::kInfo, "the view of the cluster is fresh again");
  is_too_old_ = is_too_old;
}

void ClusterView::check() {
  if (unchecked_) tell_new_problems(*unchecked_);
  unchecked_.reset();
  check_age();
  check_timer_.expires_after(options_.check_interval);
  check_timer_.async_wait([this](const boost::system::error_code& problem) {
    if (!problem && !is_stopped_) check();
  });
}

std::vector<std::string> ClusterView::not_ready() const {
  std::vector<std::string> reasons;
  for (const std::unique_ptr<Followed>& kind : followed_) {
    if (kind->is_known) continue;
    std::string reason = kind->reflector.kind().resource + " have yet to be listed";
    const std::lock_guard lock(mutex_);
    if (!kind->last_trouble.empty()) reason += ": " + kind->last_trouble;
    reasons.push_back(std::move(reason));
  }
  return reasons;
}

std::vector<ClusterView::KindStatus> ClusterView::status() const {
  std::vector<KindStatus> all;
  for (const std::unique_ptr<Followed>& kind : followed_) {
    KindStatus& status = all.emplace_back();
    status.kind = kind->unique_name();
    status.is_known = kind->is_known;
    status.is_absent = kind->is_absent;
    status.changes = kind->changes.load(std::memory_order_relaxed);
    status.troubles = kind->troubles.load(std::memory_order_relaxed);
    status.age = kind->age();
  }
  return all;
}

}  // namespace drawbridge::admission
