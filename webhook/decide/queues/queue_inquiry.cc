#include "webhook/decide/queues/queue_inquiry.h"

#include <algorithm>

#include "rules/devices/device_index.h"
#include "rules/devices/device_meters.h"
#include "rules/nearest.h"
#include "webhook/decide/findings.h"
#include "webhook/decide/queues/queue_devices.h"
#include "webhook/decide/queues/queue_limit_ranges.h"

namespace drawbridge::admission {

using kube::Json;
using quota::QueuedPods;

namespace {

quota::SourceCount counted(const kube::KueueSource& source, const kube::DeviceOptionView& option,
                           const rules::MatchTable::Metered& found) {
  quota::SourceCount count{found.devices.matched, found.devices.failed};
  count.measured = found.measured != nullptr && found.measured->any();
  if (!count.measured) return count;
  const bool is_counter = source.kind == kube::KueueSource::Kind::kCounter;
  const auto charge = rules::largest_charge(
      *found.measured, is_counter ? Json() : option.capacity_requests()[source.name]);
  if (charge) count.each = charge->sign() < 0 ? 0 : charge->checked_value().value_or(INT64_MAX);
  if (!is_counter)
    count.largest_within = [measured = found.measured](std::int64_t charged) {
      return rules::largest_request_within(*measured, charged);
    };
  return count;
}

}  // namespace

std::vector<std::string_view> queues_of_namespace(std::string_view ns, const Snapshot& snapshot) {
  std::vector<std::string_view> names;
  snapshot.for_each_in(ObjectKind::kLocalQueue, ns, [&](const Json& queue) {
    if (names.size() < kNamesMax) names.push_back(kube::ObjectView(queue).name());
  });
  return names;
}

bool QueueInquiry::knows_queue_of_namespace() const {
  return is_known(ObjectKind::kLocalQueue) ||
         !rules::nearest_misspelt(placement_.queue, queues_of_namespace(ns_, snapshot_)).empty();
}
bool QueueInquiry::names_cluster_queue() const {
  const std::vector<std::string_view> names = queues_of_namespace(ns_, snapshot_);
  return std::any_of(names.begin(), names.end(), [this](std::string_view name) {
    const quota::LocalQueue* queue = snapshot_.kueue().local_queue(ns_, name);
    return queue != nullptr && queue->cluster_queue == placement_.queue;
  });
}
// Or of that name in another namespace: it was taken for one of this. So was a ClusterQueue to
// which one of this leads.
bool QueueInquiry::knows_queue() const {
  if (knows_queue_of_namespace() || names_cluster_queue()) return true;
  bool elsewhere = false;
  snapshot_.for_each(ObjectKind::kLocalQueue, [&](const Json& queue) {
    elsewhere |= kube::ObjectView(queue).name() == placement_.queue;
  });
  return elsewhere;
}

// Whatever classes may come: Kueue charges an extended resource under its own name or that of a
// mapping (v0.19, pkg/dra, resolveQuotaKey).
bool QueueInquiry::covers_mapped_name() const {
  const quota::KueueIndex& index = snapshot_.kueue();
  const auto name = index.cluster_queue_of(ns_, placement_.queue);
  const quota::ClusterQueue* queue = name ? index.cluster_queue(*name) : nullptr;
  if (queue == nullptr || index.configuration() == nullptr) return true;
  const auto& mappings = index.configuration()->mappings;
  return std::any_of(mappings.begin(), mappings.end(), [queue](const auto& mapping) {
    return queue->covered_resources.contains(mapping.name);
  });
}

std::optional<quota::SourceCount> QueueInquiry::count_by_source(
    const kube::KueueSource& source, const kube::DeviceOptionView& option) const {
  // Kueue counts nothing where the API server has no slices at all.
  if (snapshot_.count(ObjectKind::kResourceSlice) == 0) return std::nullopt;
  const rules::DeviceIndex& devices = snapshot_.devices();
  const auto found = devices.matches().of_source(source, option.device_class(), option.selectors());
  if (!found) return std::nullopt;
  const std::int64_t asked = option.count().value_or(1);
  // The request gets none at all, which other checks tell.
  const bool is_short = found->devices.matched < asked;
  if (is_short && devices.devices_of_request(option.device_class(), option.selectors()) == 0u)
    return std::nullopt;
  std::optional<quota::SourceCount> count = counted(source, option, *found);
  if (source.kind == kube::KueueSource::Kind::kCounter)
    count->smallest = smallest_of(source, option.device_class());
  const bool is_counted = !is_short && count->measured && count->each;
  // More come in a moment, and may be those that are missed.
  if (!is_counted && count->failed == 0 && found->devices.pending > 0) return std::nullopt;
  return count;
}

// Of all the class's devices, which another selector may find.
std::optional<std::int64_t> QueueInquiry::smallest_of(const kube::KueueSource& source,
                                                      std::string_view device_class) const {
  const auto of_class = snapshot_.devices().matches().of_source(source, device_class, {});
  if (!of_class || of_class->measured == nullptr || !of_class->measured->smallest)
    return std::nullopt;
  return of_class->measured->smallest->checked_value();
}

// Kueue counts the devices of all slices, those of the generation before, too, while the new one
// of their pool is not complete.
std::optional<std::int64_t> QueueInquiry::devices_of_request(
    std::string_view device_class, std::span<const Json> selectors) const {
  if (snapshot_.count(ObjectKind::kResourceSlice) == 0) return std::nullopt;
  const rules::DeviceIndex& devices = snapshot_.devices();
  const rules::MatchCount* of_class = devices.matches().of_class(device_class);
  if (of_class == nullptr || of_class->pending > 0) return std::nullopt;
  if (selectors.empty()) return of_class->matched;
  return devices.devices_of_request(device_class, selectors);
}

// A queue is asked several times for one workload, with more or fewer pods.
std::optional<quota::StarvedRequest> QueueInquiry::starved_once(
    std::span<const kube::DeviceRequestView> requests) {
  std::string key;
  for (const kube::DeviceRequestView& request : requests)
    (key += kube::to_text(request.json)) += '\n';
  const auto [at, is_new] = starved_.try_emplace(std::move(key));
  if (is_new) at->second = starved_request(requests, known_);
  return at->second;
}

template <typename Verdict, typename... Arguments>
auto QueueInquiry::ask(std::span<const QueuedPods> pods, Verdict verdict,
                       const Arguments&... arguments) {
  quota::DemandFacts facts;
  facts.claim_template = [this](std::string_view name) {
    return known_.claim_template(name).object;
  };
  facts.class_of_extended_resource = [this](std::string_view resource) {
    return snapshot_.devices().class_of_extended_resource(resource);
  };
  facts.count_by_source = [this](const kube::KueueSource& source,
                                 const kube::DeviceOptionView& option) {
    return count_by_source(source, option);
  };
  facts.devices_of_request = [this](std::string_view device_class,
                                    std::span<const Json> selectors) {
    return devices_of_request(device_class, selectors);
  };
  facts.starved_request = [this](std::span<const kube::DeviceRequestView> requests) {
    return starved_once(requests);
  };
  const std::vector<Json> ranges = limit_ranges_of(ns_, snapshot_);
  facts.limit_ranges = ranges;
  const quota::QueueQuestion question{
      .ns = ns_,
      .queue = placement_.queue,
      .namespace_labels = known_.namespace_labels(),
      .pods = pods,
      .facts = facts,
      .local_queues_known = knows_queue(),
      .cluster_queues_known = is_known(ObjectKind::kClusterQueue),
      .flavors_known = is_known(ObjectKind::kResourceFlavor),
      .admission_checks_known = is_known(ObjectKind::kAdmissionCheck),
      // Of those of an older version none are known.
      .topologies_known =
          is_known(ObjectKind::kTopology) && snapshot_.count(ObjectKind::kTopology) > 0,
      .classes_known = is_known(ObjectKind::kDeviceClass) || !covers_mapped_name()};
  return verdict(question, arguments..., snapshot_.kueue());
}

quota::QueueVerdict QueueInquiry::verdict_of(std::span<const QueuedPods> pods) {
  return ask(pods, quota::judge_queue);
}

quota::QueueVerdict::Kind QueueInquiry::kind_of(std::span<const QueuedPods> pods) {
  return ask(pods, quota::judge_kind);
}

quota::QueueVerdict QueueInquiry::verdict_besides(std::span<const QueuedPods> pods,
                                                  const quota::NameOfUnmapped& name_of_unmapped) {
  return ask(pods, quota::judge_besides, name_of_unmapped);
}

std::optional<quota::CrowdVerdict> QueueInquiry::crowd_of(std::span<const QueuedPods> pods,
                                                          std::int64_t workloads) {
  return ask(pods, quota::judge_crowd, workloads);
}

quota::QueueDemand QueueInquiry::demand_of(std::span<const QueuedPods> pods) {
  return ask(pods, [](const quota::QueueQuestion& question, const quota::KueueIndex& index) {
    return quota::queue_demand(question.pods, index, question.facts);
  });
}

}  // namespace drawbridge::admission
