#include "quota/kueue/demand.h"

#include <algorithm>

#include "kube/api/claim.h"
#include "quota/kueue/pod_requests.h"

namespace drawbridge::quota {
namespace {

using kube::Json;
using kube::KueueConfiguration;
using kube::Quantity;

std::int64_t sum(std::int64_t a, std::int64_t b) {
  return a > INT64_MAX - b ? INT64_MAX : a + b;
}

// In millionths where neither is whole; what both have of thousandths is exact.
Quantity product(const Quantity& a, const Quantity& b) {
  if (const auto factor = b.as_int64()) return a.multiplied_by(*factor);
  if (const auto factor = a.as_int64()) return b.multiplied_by(*factor);
  const Result<Quantity> millionth = Quantity::parse("1u");
  return millionth->multiplied_by(a.milli_value()).multiplied_by(b.milli_value());
}

bool is_excluded(std::string_view resource, const KueueConfiguration& configuration) {
  const auto& prefixes = configuration.excluded_prefixes;
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](const std::string& prefix) { return resource.starts_with(prefix); });
}

// What transformations make of the requests is added up by itself, since a negative factor may only
// take away from what another one made.
RequestTable transformed(const RequestTable& requests, const KueueConfiguration& configuration) {
  RequestTable kept = requests;
  RequestTable made;
  for (const kube::KueueTransformation& transformation : configuration.transformations) {
    const auto input = requests.find(transformation.input);
    if (input == requests.end()) continue;
    Quantity amount = input->second;
    if (const auto times = requests.find(transformation.multiply_by); times != requests.end())
      amount = product(amount, times->second);
    for (std::size_t i = 0; i < transformation.outputs.size(); ++i)
      made[transformation.outputs[i]].add(product(amount, transformation.factors[i]));
    if (transformation.replaces) kept.erase(input->first);
  }
  for (const auto& [name, amount] : made) {
    if (amount.sign() > 0) kept[name].add(amount);
  }
  return kept;
}

class Counter {
 public:
  Counter(const KueueIndex& index, const DemandFacts& facts)
      : configuration_(index.configuration()), facts_(facts) {}

  QueueDemand run(std::span<const QueuedPods> pod_sets) {
    for (const QueuedPods& pods : pod_sets) count(pods);
    return std::move(demand_);
  }

 private:
  void count(const QueuedPods& queued) {
    QueueDemand::Pods& pods = demand_.pod_sets.emplace_back();
    pods.path = queued.path;
    pods.pods = queued.pods;
    pods.pods_min = queued.pods_min;
    const Json spec = queued.pod_template["spec"];
    RequestTable requests = pod_requests(spec, facts_.limit_ranges);
    if (configuration_ != nullptr) {
      std::erase_if(requests, [this](const auto& entry) {
        return is_excluded(entry.first, *configuration_);
      });
      requests = transformed(requests, *configuration_);
    }
    count_extended(spec, requests, pods);
    count_entries(spec, pods);
    for (const auto& [name, amount] : requests)
      add(std::string(name), kueue_amount(name, amount), pods);
    for (const CountedDevices& devices : pods.devices) add(devices.resource, devices.count, pods);
  }

  static void add(const std::string& name, std::int64_t amount, QueueDemand::Pods& pods) {
    if (amount <= 0) return;
    std::int64_t& total = pods.requests[name];
    total = sum(total, amount);
  }

  bool counts_claims() const {
    return configuration_ != nullptr && configuration_->claims_gate.value_or(true);
  }
  bool counts_extended_as_mapped() const {
    return counts_claims() &&
           configuration_->extended_gate.value_or(!facts_.extended_under_own_name);
  }

  void count_extended(const Json& spec, RequestTable& requests, QueueDemand::Pods& pods) {
    for (const auto& [name, amount] : extended_requests(spec, facts_.limit_ranges)) {
      const std::string_view device_class = facts_.class_of_extended_resource(name);
      if (device_class.empty() || (configuration_ != nullptr && !counts_extended_as_mapped()))
        continue;
      // What becomes of it without a Configuration, or by sources, nobody knows here.
      requests.erase(name);
      if (configuration_ == nullptr) continue;
      const auto mapping = kube::mapping_of_class(*configuration_, device_class);
      if (mapping && !configuration_->mappings[*mapping].counts_devices) continue;
      pods.devices.push_back({mapping ? configuration_->mappings[*mapping].name : std::string(name),
                              amount.checked_value().value_or(INT64_MAX), std::string(device_class),
                              std::string(name), false});
    }
  }

  void count_entries(const Json& spec, QueueDemand::Pods& pods) {
    if (!counts_claims()) return;
    const auto entries = spec["resourceClaims"].elements();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const std::string field = (pods.path.empty() ? "" : pods.path + ".") +
                                "spec.resourceClaims[" + std::to_string(i) + "]";
      const std::string_view claim = entries[i]["resourceClaimName"].as_string();
      const std::string_view source = entries[i]["resourceClaimTemplateName"].as_string();
      if (!claim.empty()) refuse(Uncountable::Why::kSharedClaim, field, claim);
      if (!source.empty()) count_template(facts_.claim_template(source), source, field, pods);
    }
  }

  void count_template(const Json& object, std::string_view source, const std::string& field,
                      QueueDemand::Pods& pods) {
    const kube::ClaimSpecView claim = kube::ClaimSpecView::of(object);
    for (std::size_t i = 0; i < claim.request_count(); ++i) {
      const kube::DeviceRequestView request = claim.request(i);
      if (request.first_available())
        return refuse(Uncountable::Why::kFirstAvailable, field, source);
      const kube::DeviceOptionView option = request.option(0);
      if (option.admin_access()) continue;
      if (option.all()) return refuse(Uncountable::Why::kAllDevices, field, source);
      const std::string_view device_class = option.device_class();
      if (device_class.empty()) continue;
      const auto mapping = kube::mapping_of_class(*configuration_, device_class);
      if (!mapping) return refuse(Uncountable::Why::kClassNotMapped, field, source, device_class);
      if (!configuration_->mappings[*mapping].counts_devices) continue;
      pods.devices.push_back({configuration_->mappings[*mapping].name, option.count().value_or(1),
                              std::string(device_class), std::string(source), true});
    }
  }

  void refuse(Uncountable::Why why, const std::string& field, std::string_view source,
              std::string_view device_class = {}) {
    demand_.uncountable.push_back({why, field, std::string(source), std::string(device_class)});
  }

  const KueueConfiguration* const configuration_;
  const DemandFacts& facts_;
  QueueDemand demand_;
};

}  // namespace

QueueDemand queue_demand(std::span<const QueuedPods> pod_sets, const KueueIndex& index,
                         const DemandFacts& facts) {
  return Counter(index, facts).run(pod_sets);
}

}  // namespace drawbridge::quota
