#include "webhook/decide/quotas/charges.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <tuple>
#include <utility>

#include "kube/api/names.h"
#include "kube/api/object.h"
#include "kube/api/saturating.h"
#include "kube/api/time.h"
#include "quota/kueue/placement.h"
#include "rules/devices/demand_text.h"
#include "rules/mapping/template.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using rules::DeviceRequest;
using rules::Path;

// resource.k8s.io/v1: ExtendedResourceClaimAnnotation, PodResourceClaimAnnotation.
constexpr std::string_view kExtendedClaimAnnotation =
    "resource.kubernetes.io/extended-resource-claim";
constexpr std::string_view kPodClaimAnnotation = "resource.kubernetes.io/pod-claim-name";

// By the names without their domains: of two that differ in nothing else the larger amount.
quota::Amounts capacity_of(const kube::DeviceOptionView& option) {
  quota::Amounts capacity;
  for (const Json::Member& entry : option.capacity_requests().members()) {
    const std::string_view name = entry.key();
    const Result<kube::Quantity> amount = kube::Quantity::from_json(entry.value);
    if (amount && amount->sign() > 0)
      quota::raise(capacity, {{std::string(name.substr(name.rfind('/') + 1)), *amount}});
  }
  return capacity;
}

// Devices that the request has got, and may give up for others: who uses it next may be on a larger
// node. 0 where it has none.
std::int64_t allocated(const Json& allocation, std::string_view request) {
  const auto results = allocation["devices"]["results"].elements();
  return std::count_if(results.begin(), results.end(), [request](const Json& result) {
    return result["request"].as_string() == request && !result["adminAccess"].as_bool();
  });
}

// What results of an allocation call it (API: status.allocation.devices.results[].request).
std::string result_name(const DeviceRequest& request, const kube::DeviceOptionView& option) {
  return option.name().empty() || option.name() == request.request
             ? request.request
             : request.request + "/" + std::string(option.name());
}

quota::Want want_of(const kube::DeviceOptionView& option, const DeviceRequest& request,
                    const Json& allocation, const Snapshot& snapshot) {
  quota::Want want;
  want.device_class = option.device_class();
  want.count = option.count() ? *option.count()
                              : std::max(allocated(allocation, result_name(request, option)),
                                         rules::devices_of_all(option, snapshot.devices()));
  want.capacity = capacity_of(option);
  return want;
}

// What a controller that there is may be called, in each of its fields. The API server bounds none
// of them, and anybody may name any.
constexpr std::size_t kOwnerTextMax = kube::kDnsSubdomainBytesMax;

bool may_be_of_owner(std::string_view text) {
  return text.size() <= kOwnerTextMax && std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 ||
                  std::string_view("._:/-").find(static_cast<char>(c)) != std::string_view::npos;
         });
}

quota::Owner owner_of(const Json& object) {
  const Json owner = kube::ObjectView(object).controller();
  quota::Owner noted;
  const std::pair<const char*, std::string*> fields[] = {{"apiVersion", &noted.api_version},
                                                         {"kind", &noted.kind},
                                                         {"name", &noted.name},
                                                         {"uid", &noted.uid}};
  for (const auto& [field, text] : fields) {
    *text = owner[field].as_string();
    if (!may_be_of_owner(*text)) return {};
  }
  return noted;
}

// RFC 3339 in whole seconds and UTC, as the API server writes it: ordered as text.
std::string_view created(const Json& object) {
  return object["metadata"]["creationTimestamp"].as_string();
}

// What settings and the namespace make of a refusal: nothing but a warning, or not even that.
struct Softened {
  bool never_refuses = false;
  bool says_nothing = false;
};

Softened softened(const Snapshot& snapshot, const Json& labels) {
  std::vector<rules::Finding> findings = {{"QuotaExceeded", rules::Severity::kDeny, "", "", ""}};
  rules::enforce(snapshot.settings(), labels, findings);
  if (findings.empty()) return {true, true};
  return {findings[0].severity != rules::Severity::kDeny, false};
}

// Of many, extended resources stay that are limited now; of more than can be noted, nothing else
// does. What entries of a pod ask for is compared with their claims.
void keep_limited(ChargeWish& wish, const quota::UnitOf& unit) {
  std::vector<quota::Want>& wants = wish.waiter.wants;
  const auto is_unlimited = [&](const quota::Want& want) {
    const std::string logical = unit(want).logical_resource;
    return std::none_of(wish.quotas.begin(), wish.quotas.end(),
                        [&](const auto& each) { return each.hard.contains(logical); });
  };
  if (quota::bytes_of(wants) > kUnlimitedBytesMax)
    std::erase_if(wants, [&](const quota::Want& want) {
      return !want.resource.empty() && is_unlimited(want);
    });
  if (!quota::can_be_noted(wants)) std::erase_if(wants, is_unlimited);
}

// The mapping that counts what a Want asks for, and the class behind it.
struct Counted {
  const rules::Mapping* mapping = nullptr;
  std::string_view device_class;
};

std::string_view class_of(const rules::Mapping& mapping) {
  if (!mapping.device_classes.empty()) return mapping.device_classes.front();
  return mapping.rewrites.empty() ? std::string_view()
                                  : mapping.rewrites.front().options.front().device_class;
}

Counted counted_by(const quota::Want& want, const Snapshot& snapshot, const Json& labels) {
  const rules::MappingIndex& mappings = snapshot.mappings();
  if (want.resource.empty())
    return {mappings.mapping_of_class(want.device_class), want.device_class};
  const rules::ServedResource served =
      rules::served_resource(want.resource, labels, mappings, snapshot.devices());
  if (served.rule != nullptr || !served.device_class.empty())
    return {served.mapping, served.device_class};
  // What a device plugin offers under the name that counts claims counts in the same unit.
  const rules::Mapping* same = mappings.mapping_of_logical_resource(want.resource);
  return {same, same == nullptr ? std::string_view() : class_of(*same)};
}

// What devices have of the capacity by which it counts; nullptr where none is known.
const rules::ClassCapacity* capacity_of_class(const Counted& counted, const Snapshot& snapshot,
                                              Unpublished unpublished) {
  const rules::Charge& charge = counted.mapping->charge;
  const auto find = unpublished == Unpublished::kAsLast ? &rules::CapacityTable::find_last
                                                        : &rules::CapacityTable::find;
  return (snapshot.capacities().*find)(counted.device_class, charge.capacity_domain,
                                       charge.capacity_name);
}

quota::Unit by_published(quota::Unit unit, const rules::ClassCapacity& published,
                         const quota::Want& want) {
  unit.most = published.most;
  // Of policies that nobody looked at it may take all.
  unit.is_shared = published.is_shared && !published.rounds_unknown();
  const auto requested = want.capacity.find(unit.capacity);
  unit.taken = published.taken(requested == want.capacity.end() ? std::nullopt
                                                                : std::optional(requested->second));
  return unit;
}

std::shared_ptr<const rules::ClassCapacity> published_of(const quota::Want& want,
                                                         const Snapshot& snapshot,
                                                         const Json& labels) {
  const Counted counted = counted_by(want, snapshot, labels);
  if (counted.mapping == nullptr) return nullptr;
  const rules::ClassCapacity* published =
      capacity_of_class(counted, snapshot, Unpublished::kUnknown);
  if (published == nullptr) return nullptr;
  return {snapshot.shared_capacities(), published};
}

// The extended resource by which all of them ask, rewritten or not; empty for none.
std::string resource_of_all(std::span<const DeviceRequest> requests) {
  const auto of = [](const DeviceRequest& request) {
    return request.path == Path::kExtendedResource ? request.source : request.rewritten_from;
  };
  std::string resource = requests.empty() ? std::string() : of(requests.front());
  for (const DeviceRequest& request : requests) {
    if (of(request) != resource) return {};
  }
  return resource;
}

// By how many of its entries the pod asks for all of it by one template; 1 where it does not.
std::int64_t uses_of_template(std::span<const DeviceRequest> requests) {
  std::set<std::string_view> entries;
  for (const DeviceRequest& request : requests) {
    if (request.path != Path::kClaimTemplate || request.source != requests.front().source) return 1;
    entries.insert(request.claim);
  }
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(entries.size()));
}

// More requests, or containers, than claims of the one template. What is rewritten was asked for by
// a container, however many requests became of it.
bool asks_in_parts(std::span<const DeviceRequest> requests, std::int64_t claims) {
  std::set<std::tuple<std::string_view, std::string_view, std::string_view>> parts;
  for (const DeviceRequest& request : requests) {
    const bool is_of_pod = request.path == Path::kExtendedResource;
    if (!is_of_pod && !request.generated) {
      parts.emplace(request.claim, request.request, std::string_view());
      continue;
    }
    const std::string_view resource = is_of_pod ? request.source : request.rewritten_from;
    parts.emplace(std::string_view(), resource, request.container);
    for (const std::string& other : request.other_containers)
      parts.emplace(std::string_view(), resource, other);
  }
  return static_cast<std::int64_t>(parts.size()) > claims;
}

// Of the one class of all of them.
std::optional<std::int64_t> reach_of(std::span<const DeviceRequest> requests,
                                     const Snapshot& snapshot) {
  if (requests.empty() || snapshot.settings().inventory == rules::Inventory::kNothing)
    return std::nullopt;
  const std::string& device_class = requests.front().device_class;
  const auto is_other = [&](const DeviceRequest& request) {
    return request.device_class != device_class ||
           (request.rule != nullptr && request.rule->options.size() > 1) ||
           (request.path == Path::kExtendedResource &&
            !snapshot.devices().nodes().offering(request.source).empty());
  };
  if (std::any_of(requests.begin(), requests.end(), is_other)) return std::nullopt;
  const auto there = snapshot.devices().free_devices_of_class(device_class);
  if (!there || there->within_reach == 0) return std::nullopt;
  return there->within_reach;
}

// The parameter by which a rewrite of the resource has this capacity requested.
std::optional<Companion> companion_of(std::span<const DeviceRequest> requests,
                                      std::string_view resource, std::string_view capacity,
                                      const Snapshot& snapshot, const Json& labels) {
  const auto is_left = [](const DeviceRequest& request) {
    return request.path == Path::kExtendedResource && !request.is_coming;
  };
  if (resource.empty() || std::any_of(requests.begin(), requests.end(), is_left))
    return std::nullopt;
  const rules::MappingIndex::Lookup lookup = snapshot.mappings().find(resource, labels);
  if (!lookup.match || lookup.match->rule->action != rules::Action::kRewrite) return std::nullopt;
  for (const rules::Parameter& parameter : lookup.match->rule->parameters) {
    const std::string_view name = parameter.capacity;
    if (!parameter.resource.empty() && name.substr(name.rfind('/') + 1) == capacity)
      return Companion{parameter.resource, parameter.unit};
  }
  return std::nullopt;
}

// What it takes of a device depends on which one it gets, and the largest is charged.
bool counts_largest(const quota::Want& want, const quota::Unit& unit,
                    const rules::ClassCapacity* published) {
  if (published == nullptr || published->smallest == published->most || want.alternative_of != 0)
    return false;
  if (unit.is_shared && unit.taken && *unit.taken != published->most) return false;
  const auto requested = want.capacity.find(unit.capacity);
  return requested == want.capacity.end() ||
         (!unit.is_shared && requested->second <= published->most);
}

// Of several requests that differ nobody knows which one is to ask for less.
void note_share(const quota::Want& want, const quota::Unit& unit, bool is_first,
                const std::shared_ptr<const rules::ClassCapacity>& published, Asked& asked) {
  asked.may_round |= unit.is_shared && published != nullptr && published->may_round;
  const std::optional<AskedShare> before = std::exchange(asked.share, std::nullopt);
  if (want.alternative_of != 0 || !unit.is_shared || published == nullptr) return;
  const auto at = want.capacity.find(unit.capacity);
  const auto requested = at == want.capacity.end() ? std::nullopt : std::optional(at->second);
  const bool is_alike =
      before && before->of_device.get() == published.get() && before->requested == requested;
  if (!is_first && !is_alike) return;
  const std::int64_t devices = kube::saturating_add(want.count, is_alike ? before->devices : 0);
  asked.share = AskedShare{devices, requested, unit.taken, published};
}

std::string counting_key(const rules::ResourcePattern& resource) {
  if (resource.is_literal()) return std::string(resource.text());
  const std::string_view common = resource.text().substr(0, resource.text().find('{'));
  return std::string(quota::kOfNames) + std::string(common);
}

}  // namespace

std::vector<quota::Want> wants_of(std::span<const DeviceRequest> requests, const Snapshot& snapshot,
                                  ChargedFor whom, const Json& allocation) {
  std::vector<quota::Want> wants;
  std::set<std::pair<std::string_view, std::string_view>> seen;  // claim, request
  std::int64_t alternatives = 0;
  for (const DeviceRequest& request : requests) {
    if (request.path == Path::kExtendedResource) {
      wants.push_back({request.source, request.device_class, request.count});
      continue;
    }
    if (request.path == Path::kSharedClaim && whom == ChargedFor::kPod) continue;
    // One for each logical resource, all of the same request.
    if (!seen.emplace(request.claim, request.request).second) continue;
    const bool is_choice = request.asked.option_count() > 1;
    if (is_choice) ++alternatives;
    for (std::size_t i = 0; i < request.asked.option_count(); ++i) {
      const kube::DeviceOptionView option = request.asked.option(i);
      if (option.admin_access()) continue;
      quota::Want want = want_of(option, request, allocation, snapshot);
      if (is_choice) want.alternative_of = alternatives;
      if (whom == ChargedFor::kPod) want.claim = request.claim;
      wants.push_back(std::move(want));
    }
  }
  return quota::merged(std::move(wants));
}

bool quotas_only_warn(const Snapshot& snapshot, const Json& namespace_labels) {
  return softened(snapshot, namespace_labels).never_refuses;
}

quota::UnitOf unit_of_classes(std::span<const quota::Want> wants, const Snapshot& snapshot,
                              const Json& namespace_labels) {
  struct Counts {
    quota::Unit unit;
    std::shared_ptr<const rules::ClassCapacity> published;
  };
  const quota::UnitOf unit = unit_of(snapshot, namespace_labels);
  std::map<std::string, Counts, std::less<>> classes;
  const auto note = [&](const quota::Want& want) {
    classes.try_emplace(want.device_class,
                        Counts{unit(want), published_of(want, snapshot, namespace_labels)});
  };
  for (const quota::Want& want : wants) note(want);
  // The pod may have been charged by a template of any other.
  snapshot.devices().for_each_class([&](const rules::DeviceIndex::DeviceClass& known) {
    note({.resource = {}, .device_class = std::string(known.name), .count = 1});
  });
  return [classes = std::move(classes)](const quota::Want& want) {
    const auto known = classes.find(want.device_class);
    if (known == classes.end()) return quota::Unit();
    const auto& [as, published] = known->second;
    return published == nullptr ? as : by_published(as, *published, want);
  };
}

quota::UnitOf unit_of(const Snapshot& snapshot, Json namespace_labels, Unpublished unpublished) {
  return [&snapshot, namespace_labels, unpublished](const quota::Want& want) {
    const Counted counted = counted_by(want, snapshot, namespace_labels);
    quota::Unit unit;
    if (counted.mapping != nullptr) {
      const rules::Charge& charge = counted.mapping->charge;
      unit.logical_resource = counted.mapping->logical_resource;
      unit.capacity = charge.capacity_name;
      if (unit.capacity.empty()) return unit;
      const rules::ClassCapacity* published = capacity_of_class(counted, snapshot, unpublished);
      unit.is_unpublished = published == nullptr && snapshot.devices().knows_slices();
      return published == nullptr ? unit : by_published(std::move(unit), *published, want);
    }
    unit.logical_resource = counted.device_class.empty()
                                ? want.resource
                                : rules::logical_resource_of_class(
                                      counted.device_class, snapshot.mappings(), snapshot.devices(),
                                      snapshot.kueue().configuration());
    return unit;
  };
}

std::map<std::string, Asked, std::less<>> asked_by_resource(std::span<const DeviceRequest> requests,
                                                            ChargedFor whom,
                                                            const Snapshot& snapshot,
                                                            const Json& namespace_labels) {
  std::map<std::string, std::vector<DeviceRequest>, std::less<>> sources;
  for (const DeviceRequest& request : requests) {
    if (request.admin_access || (request.path == Path::kSharedClaim && whom == ChargedFor::kPod))
      continue;
    sources[request.logical_resource].push_back(request);
  }
  std::map<std::string, Asked, std::less<>> asked;
  const auto is_all = [](const DeviceRequest& request) { return request.all; };
  for (const auto& [name, each] : sources) {
    asked.emplace(name,
                  Asked{rules::sources_text(each), std::any_of(each.begin(), each.end(), is_all),
                        std::all_of(each.begin(), each.end(), is_all)});
  }
  for (auto& [name, each] : asked) {
    each.by_resource = resource_of_all(sources[name]);
    each.template_uses = uses_of_template(sources[name]);
    each.is_of_several = asks_in_parts(sources[name], each.template_uses);
    each.within_reach = reach_of(sources[name], snapshot);
  }
  const quota::UnitOf unit_of_want = unit_of(snapshot, namespace_labels);
  for (const quota::Want& want : wants_of(requests, snapshot, whom)) {
    const quota::Unit unit = unit_of_want(want);
    const auto at = asked.find(unit.logical_resource);
    if (at == asked.end() || unit.capacity.empty()) continue;
    const bool is_first = std::exchange(at->second.capacity, unit.capacity).empty();
    const std::int64_t choice = want.count == 1 ? want.alternative_of : 0;
    at->second.choice = is_first || at->second.choice == choice ? choice : 0;
    if (unit.is_unpublished) at->second.unpublished_class = want.device_class;
    if (!unit.is_shared && unit.most) at->second.whole_device = unit.most;
    if (is_first)
      at->second.companion = companion_of(sources[at->first], at->second.by_resource, unit.capacity,
                                          snapshot, namespace_labels);
    const auto published = published_of(want, snapshot, namespace_labels);
    const bool is_largest = counts_largest(want, unit, published.get());
    at->second.is_largest = is_largest && (is_first || at->second.is_largest);
    note_share(want, unit, is_first, published, at->second);
  }
  return asked;
}

std::vector<DeviceRequest> claim_requests(const Json& claim, const Snapshot& snapshot) {
  return rules::claim_requests(claim, snapshot.mappings(), snapshot.devices(),
                               snapshot.kueue().configuration());
}

std::string_view entry_of_claim(const Json& claim) {
  return kube::ObjectView(claim).annotation(kPodClaimAnnotation);
}

bool is_of_entry(const Json& claim, std::string_view entry) {
  return entry.empty() ? kube::ObjectView(claim).annotation(kExtendedClaimAnnotation) == "true"
                       : entry_of_claim(claim) == entry;
}

std::string_view template_of_entry(const Json& pod, std::string_view entry) {
  for (const Json& each : pod["spec"]["resourceClaims"].elements()) {
    if (each["name"].as_string() == entry) return each["resourceClaimTemplateName"].as_string();
  }
  return {};
}

bool is_younger(const Json& claim_template, const Json& pod) {
  // What holds what its name says was the same before.
  if (rules::is_generated_template_name(kube::ObjectView(claim_template).name())) return false;
  return !created(pod).empty() && created(pod) < created(claim_template);
}

bool is_as_before(const Json& claim_template, const Json& pod) {
  if (claim_template.is_null()) return false;
  const bool is_generated =
      rules::is_generated_template_name(kube::ObjectView(claim_template).name());
  const auto before = kube::parse_time(created(claim_template));
  const auto came = kube::parse_time(created(pod));
  return before && came &&
         *before + (is_generated ? kGeneratedSureAfter : kTemplateSureAfter) <= *came;
}

bool is_made_for_pod(const Json& claim) {
  const kube::ObjectView view(claim);
  const Json controller = view.controller();
  return controller["kind"].as_string() == "Pod" && !controller["uid"].as_string().empty() &&
         controller["apiVersion"].as_string() == "v1" &&
         (!view.annotation(kPodClaimAnnotation).empty() ||
          view.annotation(kExtendedClaimAnnotation) == "true");
}

bool is_queued(const Json& pod) {
  const Json gates = pod["spec"]["schedulingGates"];
  return std::any_of(gates.elements().begin(), gates.elements().end(),
                     [](const Json& gate) { return gate["name"].as_string() == kKueueGate; });
}

bool waits_in_queue(const Json& pod, std::string_view ns, const Snapshot& snapshot) {
  const std::string_view queue = kube::ObjectView(pod).label(quota::kQueueLabel);
  return is_queued(pod) && !queue.empty() &&
         (!snapshot.has_all(ObjectKind::kLocalQueue) ||
          !snapshot.object(ObjectKind::kLocalQueue, ns, queue).is_null());
}

quota::Countings countings_of(const rules::MappingIndex& mappings,
                              const rules::DeviceIndex& devices,
                              const kube::KueueConfiguration* kueue,
                              const std::function<Json(std::string_view mapping)>& spec_of) {
  quota::Countings countings;
  for (const auto& mapping : mappings.mappings()) {
    const std::string line =
        "mapping " + mapping->name + " " + kube::to_text(spec_of(mapping->name)) + "\n";
    std::set<std::string> counted = {mapping->logical_resource};
    // What it rewrites, or would, it counts under its own name, in some namespaces.
    for (const rules::RewriteRule& rule : mapping->rewrites)
      counted.insert(counting_key(rule.resource));
    for (const std::string& key : counted) countings[key] += line;
  }
  devices.for_each_class([&](const rules::DeviceIndex::DeviceClass& device_class) {
    std::string line = "class " + device_class.name;
    line += " " + device_class.extended_resource_name + " " + device_class.created + "\n";
    countings[rules::logical_resource_of_class(device_class.name, mappings, devices, kueue)] +=
        line;
    // The extended resource's name may be counted under another one.
    if (!device_class.extended_resource_name.empty())
      countings[device_class.extended_resource_name] += line;
  });
  return countings;
}

std::set<std::string> with_other_capacities(const Snapshot& now, const Snapshot& before) {
  std::set<std::string> resources;
  if (now.shared_capacities() == before.shared_capacities()) return resources;
  for (const auto& mapping : now.mappings().mappings()) {
    const rules::Charge& charge = mapping->charge;
    if (charge.capacity_name.empty()) continue;
    const auto is_other = [&](std::string_view device_class) {
      const auto of = [&](const Snapshot& snapshot) {
        return snapshot.capacities().find(device_class, charge.capacity_domain,
                                          charge.capacity_name);
      };
      const rules::ClassCapacity* is = of(now);
      const rules::ClassCapacity* was = of(before);
      return (is == nullptr) != (was == nullptr) || (is != nullptr && !is->costs_like(*was));
    };
    for (const std::string_view device_class : rules::classes_of(*mapping)) {
      if (is_other(device_class)) resources.insert(mapping->logical_resource);
    }
  }
  return resources;
}

bool limits(const quota::DeviceQuota& device_quota, const quota::Charge& charge) {
  return std::any_of(device_quota.hard.begin(), device_quota.hard.end(), [&](const auto& entry) {
    return charge.amounts.contains(entry.first) || charge.unknown.contains(entry.first);
  });
}

quota::Amounts charged_amounts(const ChargeWish& wish) {
  quota::Amounts amounts = wish.waiter.charge.amounts;
  std::erase_if(amounts, [&](const auto& entry) {
    return std::none_of(wish.quotas.begin(), wish.quotas.end(),
                        [&](const auto& each) { return each.hard.contains(entry.first); });
  });
  return amounts;
}

std::optional<ChargeWish> charge_wish(const AdmissionRequest& request, const Snapshot& snapshot,
                                      std::span<const DeviceRequest> requests,
                                      const Json& namespace_labels, ChargedFor whom,
                                      std::string_view who, Awaits awaits) {
  const std::vector<quota::DeviceQuota>& quotas = snapshot.device_quotas_of(request.ns);
  if (quotas.empty()) return std::nullopt;
  ChargeWish wish;
  wish.waiter.wants = wants_of(requests, snapshot, whom);
  wish.waiter.charge = quota::charge_of(wish.waiter.wants, unit_of(snapshot, namespace_labels));
  const quota::Charge& charge = wish.waiter.charge;
  wish.waiter.awaits = awaits != Awaits::kNothing;
  wish.waiter.may_go_unheld = awaits == Awaits::kYoung;
  const bool waits =
      whom == ChargedFor::kPod && waits_in_queue(request.object, request.ns, snapshot);
  for (const quota::DeviceQuota& each : quotas) {
    if (waits && each.exclude_queued) continue;
    // That it was charged nothing is noted, too: whoever knows another template would take what
    // that asks for as paid.
    if (limits(each, charge) || awaits != Awaits::kNothing) wish.quotas.push_back(each);
  }
  if (wish.quotas.empty()) return std::nullopt;
  keep_limited(wish, unit_of(snapshot, namespace_labels));
  wish.ns = request.ns;
  wish.who = who;
  const Softened soft = softened(snapshot, namespace_labels);
  wish.says_nothing = soft.says_nothing;
  wish.waiter.never_refused = soft.never_refuses;
  const kube::ObjectView view(request.object);
  wish.waiter.uid = request.object["metadata"]["uid"].as_string();
  wish.waiter.kind = request.kind;
  wish.waiter.name = view.name();
  wish.waiter.creator = request.user;
  wish.waiter.owner = owner_of(request.object);
  wish.waiter.countings = snapshot.countings();
  wish.waiter.dry_run = request.dry_run;
  wish.asked = asked_by_resource(requests, whom, snapshot, namespace_labels);
  return wish;
}

}  // namespace drawbridge::admission
