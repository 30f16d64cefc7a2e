#include "quota/kueue/demand.h"

#include <algorithm>

#include "kube/api/claim.h"
#include "kube/api/names.h"
#include "kube/api/saturating.h"
#include "quota/kueue/cluster_queue.h"

namespace drawbridge::quota {
namespace {

using kube::Json;
using kube::KueueConfiguration;
using kube::Quantity;

bool is_excluded(std::string_view resource, const KueueConfiguration& configuration) {
  const auto& prefixes = configuration.excluded_prefixes;
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](const std::string& prefix) { return resource.starts_with(prefix); });
}

// What transformations make of the requests is added up by itself, since a negative factor may only
// take away from what another one made; `outputs` are the names of it.
RequestTable transformed(const RequestTable& requests, const KueueConfiguration& configuration,
                         NameSet& outputs) {
  RequestTable kept = requests;
  RequestTable made;
  for (const kube::KueueTransformation& transformation : configuration.transformations) {
    const auto input = requests.find(transformation.input);
    if (input == requests.end()) continue;
    Quantity amount = input->second;
    if (const auto times = requests.find(transformation.multiply_by); times != requests.end())
      amount = amount.multiplied_by(times->second);
    outputs.insert(transformation.outputs.begin(), transformation.outputs.end());
    for (std::size_t i = 0; i < transformation.outputs.size(); ++i)
      made[transformation.outputs[i]].add(amount.multiplied_by(transformation.factors[i]));
    if (transformation.replaces) kept.erase(input->first);
  }
  // What comes to nothing is a request of 0.
  for (const auto& [name, amount] : made) {
    Quantity& total = kept[name];
    if (amount.sign() > 0) total.add(amount);
  }
  return kept;
}

class Counter {
 public:
  Counter(const KueueIndex& index, const DemandFacts& facts)
      : configuration_(index.configuration()), facts_(facts) {}

  QueueDemand run(std::span<const QueuedPods> pod_sets) {
    asks_for_devices_ = std::any_of(pod_sets.begin(), pod_sets.end(), [this](const auto& pods) {
      return pods.is_pod || asks_for_devices(pods);
    });
    for (const QueuedPods& pods : pod_sets) count(pods);
    return std::move(demand_);
  }

 private:
  // Kueue looks whether a workload is about devices before it gives requests what limits say
  // (v0.19, pkg/dra, NeedsDRAReconcile).
  bool asks_for_devices(const QueuedPods& queued) const {
    const Json spec = queued.pod_template["spec"];
    const auto entries = entries_of(queued);
    const auto requests = [this](const Json& container) { return requests_devices(container); };
    return std::any_of(entries.begin(), entries.end(),
                       [](const Json& entry) {
                         return !entry["resourceClaimName"].as_string().empty() ||
                                !entry["resourceClaimTemplateName"].as_string().empty();
                       }) ||
           std::ranges::any_of(spec["containers"].elements(), requests) ||
           std::ranges::any_of(spec["initContainers"].elements(), requests) ||
           std::ranges::any_of(queued.added_containers, requests);
  }

  static std::span<const Json> entries_of(const QueuedPods& queued) {
    if (queued.containers_alone) return {};
    return queued.pod_template["spec"]["resourceClaims"].elements();
  }

  bool requests_devices(const Json& container) const {
    const auto requests = container["resources"]["requests"].members();
    return std::any_of(requests.begin(), requests.end(), [this](const Json::Member& request) {
      if (!kube::is_extended_resource_name(request.key())) return false;
      const std::optional<Quantity> amount = Quantity::if_given(request.value);
      return amount && !amount->is_zero() &&
             !facts_.class_of_extended_resource(request.key()).empty();
    });
  }

  void count(const QueuedPods& queued) {
    QueueDemand::Pods& pods = demand_.pod_sets.emplace_back();
    pods.path = queued.path;
    pods.pods = queued.pods;
    pods.pods_min = queued.pods_min;
    pods.called = queued.called;
    pods.rewritten_from = queued.rewritten_from;
    pods.hosts = queued.hosts;
    pods.added_for = queued.added_for;
    const Json spec = queued.pod_template["spec"];
    const PodReading reading = reading_of(queued, facts_.limit_ranges);
    RequestTable requests =
        pod_requests(spec, reading, queued.added_containers, queued.least_of_first);
    if (!queued.added_for.empty()) {
      const RequestTable own = pod_requests(spec, reading);
      for (const auto& [name, amount] : requests) {
        if (!own.contains(name)) pods.added.emplace(name);
      }
    }
    if (!facts_.limit_ranges.empty()) {
      const RequestTable written = pod_requests(spec, reading_of(queued, {}),
                                                queued.added_containers, queued.least_of_first);
      for (const auto& [name, amount] : requests) {
        const auto own = written.find(name);
        if (own == written.end()) {
          pods.defaulted.emplace(name);
        } else if (own->second < amount) {
          pods.by_default.emplace(name,
                                  kueue_amount(name, amount) - kueue_amount(name, own->second));
        }
      }
    }
    if (configuration_ != nullptr) {
      std::erase_if(requests, [this](const auto& entry) {
        return is_excluded(entry.first, *configuration_);
      });
      requests = transformed(requests, *configuration_, pods.made);
    }
    const std::size_t refused = demand_.uncountable.size();
    count_extended(queued, reading, requests, pods);
    if (!queued.is_pod) refuse_beyond_limit(queued, pods);
    count_entries(entries_of(queued), pods);
    pods.is_partial |= demand_.uncountable.size() > refused;
    for (const auto& [name, amount] : requests)
      add(std::string(name), kueue_amount(name, amount), pods);
    for (const CountedDevices& devices : pods.devices)
      add(devices.resource, kueue_amount(devices.resource, Quantity::from_int(devices.count)),
          pods);
  }

  // Kueue's ValidateResources, of what LimitRanges have been added to. The API server gives pods
  // their limits for requests first. What pods with devices ask for beyond a LimitRange's limit
  // other checks tell.
  void refuse_beyond_limit(const QueuedPods& queued, const QueueDemand::Pods& pods) {
    const Json spec = queued.pod_template["spec"];
    const bool has_devices =
        !spec["resourceClaims"].empty() || !extended_requests(spec, {}).empty();
    const auto beyond =
        beyond_limit(spec, facts_.limit_ranges, queued.least_of_first, !has_devices);
    if (!beyond) return;
    const std::string field = (pods.path.empty() ? "" : pods.path + ".") + beyond->field;
    refuse(Uncountable::Why::kBeyondLimit, field, beyond->resource);
    Uncountable& told = demand_.uncountable.back();
    told.container = beyond->container;
    told.asked_text = beyond->request.canonical();
    told.limit_text = beyond->limit.canonical();
    told.request_by = beyond->request_by;
    told.limit_is_default = beyond->limit_is_default;
    told.added_for = queued.added_for;
  }

  static void add(const std::string& name, std::int64_t amount, QueueDemand::Pods& pods) {
    if (amount < 0) return;
    std::int64_t& total = pods.requests[name];
    total = kube::saturating_add(total, amount);
  }

  bool counts_claims() const {
    return configuration_ != nullptr && configuration_->charges_claims();
  }
  bool counts_extended() const {
    return configuration_ != nullptr && configuration_->charges_extended();
  }
  bool counts_extended_as_mapped() const {
    if (!counts_extended()) return false;
    const bool is_sure = asks_for_devices_ && configuration_->extended_gate;
    return is_sure || asks_for_devices_ != facts_.other_extended_names;
  }

  void count_extended(const QueuedPods& queued, const PodReading& reading, RequestTable& requests,
                      QueueDemand::Pods& pods) {
    const Json spec = queued.pod_template["spec"];
    for (const auto& [name, amount] : extended_requests(spec, reading, queued.added_containers)) {
      const std::string_view device_class = facts_.class_of_extended_resource(name);
      if (device_class.empty()) continue;
      demand_.extended_in_limits_alone |= !asks_for_devices_ && counts_extended();
      if (configuration_ != nullptr && !counts_extended_as_mapped()) continue;
      // What becomes of it without a Configuration nobody knows here.
      requests.erase(name);
      if (configuration_ == nullptr) continue;
      const auto mapping = kube::mapping_of_class(*configuration_, device_class);
      if (mapping && !configuration_->mappings[*mapping].counts_devices) {
        refuse_by_source(configuration_->mappings[*mapping], name, device_class,
                         place(pods, spec, name));
        continue;
      }
      pods.devices.push_back({mapping ? configuration_->mappings[*mapping].name : std::string(name),
                              amount.checked_value().value_or(INT64_MAX), std::string(device_class),
                              std::string(name), false});
    }
  }

  // Of the first container that asks for the resource.
  static std::string place(const QueueDemand::Pods& pods, const Json& spec,
                           std::string_view resource) {
    std::string within = (pods.path.empty() ? "" : pods.path + ".") + std::string("spec");
    for (const char* list : {"containers", "initContainers"}) {
      const auto containers = spec[list].elements();
      for (std::size_t i = 0; i < containers.size(); ++i) {
        const Json resources = containers[i]["resources"];
        for (const char* part : {"limits", "requests"}) {
          if (resources[part].find(resource) == nullptr) continue;
          return within + "." + list + "[" + std::to_string(i) + "].resources." + part;
        }
      }
    }
    return within;
  }

  // Kueue wants to know which devices are meant, and an extended resource does not say.
  void refuse_by_source(const kube::KueueClassMapping& mapping, std::string_view resource,
                        std::string_view device_class, const std::string& field) {
    if (mapping.sources.empty()) return;
    refuse(Uncountable::Why::kExtendedBySource, field, resource, device_class);
    demand_.uncountable.back().counted_by = mapping.sources.front();
  }

  void count_entries(std::span<const Json> entries, QueueDemand::Pods& pods) {
    const bool refused =
        configuration_ != nullptr && configuration_->refuses_claims.value_or(false);
    if (!counts_claims() && !refused) {
      pods.is_partial = !entries.empty();
      if (configuration_ == nullptr) note_never_counted(entries, pods);
      return;
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const std::string field = field_of_entry(pods, i);
      const std::string_view claim = entries[i]["resourceClaimName"].as_string();
      const std::string_view source = entries[i]["resourceClaimTemplateName"].as_string();
      if (refused && !(claim.empty() && source.empty()))
        return refuse(Uncountable::Why::kClaimsGateOff, field, claim.empty() ? source : claim);
      if (!claim.empty()) refuse(Uncountable::Why::kSharedClaim, field, claim);
      if (!source.empty()) count_template(facts_.claim_template(source), source, field, pods);
    }
  }

  static std::string field_of_entry(const QueueDemand::Pods& pods, std::size_t entry) {
    return (pods.path.empty() ? "" : pods.path + ".") + std::string("spec.resourceClaims[") +
           std::to_string(entry) + "]";
  }

  // What Kueue admits by no Configuration, but with its gate for claims off, or before v0.18.
  void note_never_counted(std::span<const Json> entries, const QueueDemand::Pods& pods) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const std::string_view claim = entries[i]["resourceClaimName"].as_string();
      const std::string_view source = entries[i]["resourceClaimTemplateName"].as_string();
      if (!claim.empty()) refuse(Uncountable::Why::kSharedClaim, field_of_entry(pods, i), claim);
      if (source.empty()) continue;
      const Json object = facts_.claim_template(source);
      const kube::ClaimSpecView spec = kube::ClaimSpecView::of(object);
      for (std::size_t j = 0; j < spec.request_count(); ++j) {
        const kube::DeviceRequestView request = spec.request(j);
        if (request.first_available())
          return refuse(Uncountable::Why::kFirstAvailable, field_of_entry(pods, i), source);
        if (request.option(0).all() && !request.option(0).admin_access())
          return refuse(Uncountable::Why::kAllDevices, field_of_entry(pods, i), source);
      }
    }
  }

  // Of alternatives the one that asks for the least, the first of several.
  std::optional<kube::DeviceOptionView> least_mapped(const kube::DeviceRequestView& request) const {
    std::optional<kube::DeviceOptionView> least;
    const auto devices = [](const kube::DeviceOptionView& option) {
      return option.all() ? INT64_MAX : option.count().value_or(1);
    };
    for (std::size_t i = 0; i < request.option_count(); ++i) {
      const kube::DeviceOptionView option = request.option(i);
      if (kube::mapping_of_class(*configuration_, option.device_class()) &&
          (!least || devices(option) < devices(*least)))
        least = option;
    }
    return least;
  }

  // Under which devices of the class count, or would; empty for none.
  std::string name_of(const std::optional<std::size_t>& mapping,
                      std::string_view device_class) const {
    if (mapping) return configuration_->mappings[*mapping].name;
    return facts_.name_of_unmapped ? facts_.name_of_unmapped(device_class) : std::string();
  }

  // What requests with selectors of one claim ask for, of one class or with the same selectors,
  // too.
  struct Together {
    std::int64_t asked = 0;
    std::size_t requests = 0;

    void add(std::int64_t count) {
      asked = kube::saturating_add(asked, count);
      ++requests;
    }
  };
  using Selected = std::map<std::string, Together, std::less<>>;

  void count_template(const Json& object, std::string_view source, const std::string& field,
                      QueueDemand::Pods& pods) {
    const kube::ClaimSpecView claim = kube::ClaimSpecView::of(object);
    pods.is_partial |= object.is_null();
    Selected selected;
    std::vector<kube::DeviceRequestView> choosing;  // with selectors
    bool from_all_slices = false;
    for (std::size_t i = 0; i < claim.request_count(); ++i) {
      const kube::DeviceRequestView request = claim.request(i);
      const std::optional<kube::DeviceOptionView> chosen =
          request.first_available() ? least_mapped(request) : request.option(0);
      if (request.first_available() && !(chosen && facts_.name_of_unmapped)) {
        refuse(Uncountable::Why::kFirstAvailable, field, source,
               chosen ? chosen->device_class() : std::string_view());
        if (chosen) demand_.uncountable.back().option = *chosen;
        return;
      }
      const kube::DeviceOptionView& option = *chosen;
      if (option.admin_access()) {
        refuse(Uncountable::Why::kAdminAccess, field, source);
        continue;
      }
      if (option.all()) return refuse(Uncountable::Why::kAllDevices, field, source);
      const std::string_view device_class = option.device_class();
      if (device_class.empty()) continue;
      const auto mapping = kube::mapping_of_class(*configuration_, device_class);
      std::string name = name_of(mapping, device_class);
      if (name.empty())
        return refuse(Uncountable::Why::kClassNotMapped, field, source, device_class);
      const bool counts_devices = !mapping || configuration_->mappings[*mapping].counts_devices;
      // What the devices stand in the way of is not counted, and may be when others have come.
      if (!can_select(option, selected, source, field)) {
        pods.is_partial = true;
        return;
      }
      if (!option.selectors().empty()) {
        choosing.push_back(request);
        from_all_slices |= counts_devices;
      }
      if (counts_devices) {
        pods.devices.push_back({std::move(name), option.count().value_or(1),
                                std::string(device_class), std::string(source), true});
      } else if (!count_sources(option, source, field, pods)) {
        pods.is_partial = true;
        return;
      }
    }
    // Where sources count all of them Kueue looks at the slices of their drivers alone.
    if (from_all_slices) check_turns(choosing, source, field);
  }

  // What such requests ask for counts all the same: in the right order Kueue charges it.
  void check_turns(std::span<const kube::DeviceRequestView> requests,
                   std::string_view template_name, const std::string& field) {
    if (!facts_.starved_request || !may_starve(requests)) return;
    std::optional<StarvedRequest> starved = facts_.starved_request(requests);
    if (!starved) return;
    refuse(Uncountable::Why::kStarved, field, template_name);
    demand_.uncountable.back().starved = std::move(starved);
  }

  // Those before a request can't take more than they ask for: where that leaves enough of what it
  // matches nobody looks any further.
  bool may_starve(std::span<const kube::DeviceRequestView> requests) const {
    bool may = false;
    std::int64_t asked = 0;
    for (const kube::DeviceRequestView& request : requests) {
      const kube::DeviceOptionView option = request.option(0);
      asked = kube::saturating_add(asked, option.count().value_or(1));
      if (&request == requests.data()) continue;
      const auto match = facts_.devices_of_request
                             ? facts_.devices_of_request(option.device_class(), option.selectors())
                             : std::nullopt;
      if (!match) return false;
      may |= *match < asked;
    }
    return may;
  }

  // pkg/dra, validateCELSelectorsAgainstDevices (since v0.18): requests with selectors of their own
  // are put to all devices, and none gets one that an earlier request of the claim has. In which
  // order devices come is up to chance: what fits in some order is not told.
  bool can_select(const kube::DeviceOptionView& option, Selected& selected,
                  std::string_view template_name, const std::string& field) {
    const auto selectors = option.selectors();
    if (selectors.empty()) return true;
    const bool unknown = std::any_of(selectors.begin(), selectors.end(), [](const Json& selector) {
      return selector["cel"]["expression"].as_string().find("allowMultipleAllocations") !=
             std::string_view::npos;
    });
    if (unknown) {
      refuse(Uncountable::Why::kUnknownSelector, field, template_name, option.device_class());
      return false;
    }
    const std::string device_class(option.device_class());
    Together& all = selected[device_class];
    Together& alike = selected[device_class + "\n" + selector_texts(selectors)];
    all.add(option.count().value_or(1));
    alike.add(option.count().value_or(1));
    const auto lacks = [&](const Together& together, std::span<const Json> of, bool of_class) {
      // That none matches other checks tell.
      const std::int64_t match =
          facts_.devices_of_request ? facts_.devices_of_request(device_class, of).value_or(0) : 0;
      if (match == 0 || match >= together.asked) return false;
      refuse(Uncountable::Why::kFewMatch, field, template_name, device_class);
      Uncountable& told = demand_.uncountable.back();
      told.devices = match;
      told.asked = together.asked;
      told.requests = together.requests;
      told.of_class = of_class;
      return true;
    };
    return !lacks(alike, selectors, false) &&
           (all.requests == alike.requests || !lacks(all, {}, true));
  }

  static std::string selector_texts(std::span<const Json> selectors) {
    std::string text;
    for (const Json& selector : selectors)
      (text += selector["cel"]["expression"].as_string()) += '\n';
    return text;
  }

  // Of all mappings of the class: each may count another counter. False where Kueue gives up.
  bool count_sources(const kube::DeviceOptionView& option, std::string_view template_name,
                     const std::string& field, QueueDemand::Pods& pods) {
    const std::int64_t asked = option.count().value_or(1);
    const std::string_view device_class = option.device_class();
    for (const kube::KueueClassMapping& mapping : configuration_->mappings) {
      const std::vector<std::string>& listed = mapping.device_classes;
      if (std::find(listed.begin(), listed.end(), device_class) == listed.end()) continue;
      for (const kube::KueueSource& source : mapping.sources) {
        const std::optional<SourceCount> counted =
            facts_.count_by_source ? facts_.count_by_source(source, option) : std::nullopt;
        pods.is_partial |= !counted;
        if (!counted) continue;
        if (const auto why = uncounted(*counted, asked)) {
          refuse(*why, field, template_name, device_class);
          Uncountable& told = demand_.uncountable.back();
          told.counted_by = source;
          told.devices =
              *why == Uncountable::Why::kSelectorFails ? counted->failed : counted->devices;
          told.asked = asked;
          told.option = option;
          return false;
        }
        pods.devices.push_back({mapping.name, kube::saturating_multiply(*counted->each, asked),
                                std::string(device_class), std::string(template_name), true,
                                MeteredCharge{source.kind, source.name, asked, *counted->each,
                                              requested_of(option, source), counted->smallest,
                                              counted->largest_within}});
      }
    }
    return true;
  }

  static std::optional<std::int64_t> requested_of(const kube::DeviceOptionView& option,
                                                  const kube::KueueSource& source) {
    if (source.kind == kube::KueueSource::Kind::kCounter) return std::nullopt;
    const auto requested = kube::Quantity::if_given(option.capacity_requests()[source.name]);
    return requested ? requested->checked_value() : std::nullopt;
  }

  static std::optional<Uncountable::Why> uncounted(const SourceCount& counted, std::int64_t asked) {
    using Why = Uncountable::Why;
    if (counted.failed > 0) return Why::kSelectorFails;
    if (counted.devices < asked) return Why::kTooFewDevices;
    if (!counted.measured) return Why::kNotMeasured;
    if (!counted.each) return Why::kAmountRefused;
    return std::nullopt;
  }

  void refuse(Uncountable::Why why, const std::string& field, std::string_view source,
              std::string_view device_class = {}) {
    demand_.uncountable.push_back({why, field, std::string(source), std::string(device_class)});
  }

  const KueueConfiguration* const configuration_;
  const DemandFacts& facts_;
  bool asks_for_devices_ = true;
  QueueDemand demand_;
};

}  // namespace

PodReading reading_of(const QueuedPods& pods, std::span<const Json> limit_ranges) {
  return {limit_ranges, pods.is_pod, pods.containers_alone};
}

std::vector<std::string> counted_names(std::string_view resource,
                                       const KueueConfiguration& configuration) {
  if (is_excluded(resource, configuration)) return {};
  NameSet made;
  std::vector<std::string> names;
  const RequestTable one = {{resource, Quantity::from_int(1)}};
  for (const auto& [name, amount] : transformed(one, configuration, made)) {
    if (amount.sign() > 0) names.emplace_back(name);
  }
  return names;
}

QueueDemand queue_demand(std::span<const QueuedPods> pod_sets, const KueueIndex& index,
                         const DemandFacts& facts) {
  return Counter(index, facts).run(pod_sets);
}

}  // namespace drawbridge::quota
