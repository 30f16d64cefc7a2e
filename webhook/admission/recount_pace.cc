#include "webhook/admission/recount_pace.h"

#include <algorithm>
#include <set>

#include "kube/api/object.h"
#include "quota/ledger.h"
#include "webhook/decide/quotas/charge_units.h"

namespace drawbridge::admission {
namespace {

using kube::Json;

std::uint64_t version_of(const Json& object) {
  return kube::version_number(object["metadata"]["resourceVersion"].as_string());
}

// What decisions would call not counted, as far as the snapshot knows. What a count for the same
// limits left out can't be counted now.
bool is_stale(const quota::DeviceQuota& quota, const Json& object,
              const quota::Countings& countings) {
  const Json& status = object["status"];
  if (status["observedGeneration"].as_int() != quota.generation) return true;
  if (status["mappingHash"].as_string() != quota::mapping_hash(countings, quota.hard)) return true;
  if (quota::recounts_of(status) == 0) return true;
  return std::any_of(quota.hard.begin(), quota.hard.end(), [&](const auto& entry) {
    return !quota.used.contains(entry.first) && status["hard"].find(entry.first) == nullptr;
  });
}

bool limits_any(const quota::DeviceQuota& quota, const std::set<std::string>& resources) {
  return std::any_of(resources.begin(), resources.end(),
                     [&](const std::string& name) { return quota.hard.contains(name); });
}

// What of a namespace decides how its objects count: its labels, where mappings choose by them, and
// its LocalQueues, where pods that wait in one are left out.
std::string around_of(const Snapshot& snapshot, const std::string& ns) {
  std::string text;
  const Json* labels = snapshot.namespace_labels(ns);
  if (snapshot.mappings().has_namespace_selectors() && labels != nullptr)
    text += kube::to_text(*labels);
  const std::vector<quota::DeviceQuota>& quotas = snapshot.device_quotas_of(ns);
  if (std::none_of(quotas.begin(), quotas.end(),
                   [](const quota::DeviceQuota& quota) { return quota.exclude_queued; }))
    return text;
  snapshot.for_each_in(ObjectKind::kLocalQueue, ns, [&](const Json& queue) {
    text += ' ';
    text += kube::ObjectView(queue).name();
  });
  return text;
}

}  // namespace

void RecountPace::saw(std::shared_ptr<const Snapshot> snapshot, Time now) {
  if (snapshot == seen_) return;
  std::set<std::string> recharged;
  if (seen_) recharged = with_other_capacities(*snapshot, *seen_);
  seen_ = std::move(snapshot);
  std::set<std::string> there;
  seen_->for_each(ObjectKind::kDeviceQuota, [&](const Json& object) {
    there.emplace(object["metadata"]["namespace"].as_string());
  });
  std::erase_if(paces_, [&](const auto& entry) {
    return !entry.second.is_running && !there.contains(entry.first);
  });
  const bool counts_anew = countings_ != seen_->countings();
  countings_ = seen_->countings();
  for (const std::string& ns : there) {
    const auto [at, is_new] = paces_.try_emplace(ns);
    Pace& pace = at->second;
    if (is_new) pace.dirty_since = now;
    std::string around = around_of(*seen_, ns);
    if (around != pace.around && !is_new) pace.mark(now);
    pace.around = std::move(around);
    const std::vector<quota::DeviceQuota>& quotas = seen_->device_quotas_of(ns);
    std::erase_if(pace.versions, [&quotas](const auto& entry) {
      return std::none_of(quotas.begin(), quotas.end(), [&entry](const quota::DeviceQuota& quota) {
        return quota.name == entry.first;
      });
    });
    for (const quota::DeviceQuota& quota : quotas) {
      const Json object = seen_->object(ObjectKind::kDeviceQuota, ns, quota.name);
      const std::string_view version = object["metadata"]["resourceVersion"].as_string();
      std::string& known = pace.versions[quota.name];
      const bool is_written = known != version;
      known = version;
      // Whoever wrote it may have written what is not so.
      if (is_written) pace.not_after(now + kRecountHolds);
      if (((is_written || counts_anew) && is_uncounted(pace, quota, object)) ||
          limits_any(quota, recharged)) {
        pace.mark(now);
        pace.is_awaited = true;
      }
    }
  }
}

bool RecountPace::watches_quota(std::string_view quota) const {
  const std::size_t slash = quota.find('/');
  const auto pace = paces_.find(std::string(quota.substr(0, slash)));
  return pace != paces_.end() && slash != std::string_view::npos &&
         pace->second.versions.contains(quota.substr(slash + 1));
}

bool RecountPace::is_uncounted(Pace& pace, const quota::DeviceQuota& quota,
                               const Json& object) const {
  const auto by = pace.counted_by.find(quota.name);
  if (by != pace.counted_by.end()) {
    const bool is_awaited = by->second.version == 0 || version_of(object) < by->second.version;
    if (is_awaited && by->second.generation == quota.generation &&
        by->second.mapping_hash == quota::mapping_hash(*countings_, quota.hard)) {
      return false;
    }
    if (!is_awaited) pace.counted_by.erase(by);
  }
  return is_stale(quota, object, *countings_);
}

void RecountPace::changed(const std::string& ns, Time now) {
  const auto pace = paces_.find(ns);
  if (pace != paces_.end()) pace->second.mark(now);
}

void RecountPace::arrived(const std::string& ns, Time now) {
  const auto pace = paces_.find(ns);
  if (pace == paces_.end()) return;
  pace->second.not_after(now + kRecountHolds);
  ++pace->second.arrivals;
}

std::optional<std::string> RecountPace::begin_count(RecountCause cause, Time now) {
  const bool dirty = cause == RecountCause::kChanged;
  const auto since = [dirty](const Pace& pace) { return dirty ? pace.dirty_since : pace.due_at(); };
  auto longest = paces_.end();
  for (auto at = paces_.begin(); at != paces_.end(); ++at) {
    const Pace& pace = at->second;
    if (pace.is_running || pace.dirty != dirty || now < (dirty ? pace.next() : pace.due_at()))
      continue;
    if (longest == paces_.end() || since(pace) < since(longest->second)) longest = at;
  }
  if (longest == paces_.end()) return std::nullopt;
  auto& [ns, pace] = *longest;
  pace.is_running = true;
  pace.cause = cause;
  pace.began = now;
  pace.dirty = false;
  pace.was_awaited = std::exchange(pace.is_awaited, false);
  pace.arrivals = 0;
  pace.latest = Time::max();  // what happens meanwhile brings it forward
  pace.counted_by.clear();
  for (const quota::DeviceQuota& quota : seen_->device_quotas_of(ns)) {
    pace.counted_by[quota.name] = {quota.generation, quota::mapping_hash(*countings_, quota.hard)};
  }
  return ns;
}

void RecountPace::count_ended(const std::string& ns, bool is_done, bool has_holds, Time now) {
  Pace& pace = paces_[ns];
  pace.is_running = false;
  const bool was_awaited = std::exchange(pace.was_awaited, false);
  if (!is_done) {
    pace.mark(now);
    pace.is_awaited |= was_awaited;
  }
  const Time::duration took = now - pace.began;
  const Time rested = took >= kRecountLong
                          ? now + std::min<Time::duration>(kRecountRests * took, kRecountRestMax)
                          : now;
  pace.soon = now + (is_done ? std::chrono::milliseconds(kRecountSoon) : kRecountAgain);
  pace.due = rested;
  if (pace.cause == RecountCause::kChanged) pace.rested = rested;
  pace.not_after(now + (has_holds ? kRecountHolds : kRecountAlways));
}

void RecountPace::counted(const std::string& ns, const std::string& name, const Json& object) {
  Pace& pace = paces_[ns];
  const auto by = pace.counted_by.find(name);
  if (by != pace.counted_by.end()) by->second.version = version_of(object);
}

std::optional<std::string> RecountPace::begin_settling(Time now) {
  auto longest = paces_.end();
  for (auto at = paces_.begin(); at != paces_.end(); ++at) {
    const Pace& pace = at->second;
    if (pace.is_running || pace.arrivals < kArrivalsMax || now < pace.settles) continue;
    if (longest == paces_.end() || pace.settles < longest->second.settles) longest = at;
  }
  if (longest == paces_.end()) return std::nullopt;
  longest->second.is_running = true;
  longest->second.arrivals = 0;
  return longest->first;
}

void RecountPace::settling_ended(const std::string& ns, int left, Time now) {
  Pace& pace = paces_[ns];
  pace.is_running = false;
  pace.settles = now + kSettleInterval;
  if (left >= kUnsettledMax) pace.mark(now);
}

// The others are counted, and this one is tried again.
void RecountPace::failed(const std::string& ns, Time now) {
  Pace& pace = paces_[ns];
  pace.is_running = false;
  pace.mark(now);
  pace.is_awaited |= std::exchange(pace.was_awaited, false);
  pace.soon = now + kRecountAgain;
}

}  // namespace drawbridge::admission
