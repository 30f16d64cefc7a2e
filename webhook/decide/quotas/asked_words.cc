#include "webhook/decide/quotas/asked_words.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "kube/api/saturating.h"
#include "rules/devices/demand_text.h"
#include "webhook/decide/quotas/charge_units.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using rules::DeviceRequest;
using rules::Path;

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
  const std::optional<kube::Quantity> requested = quota::requested(want, unit);
  return !requested || (!unit.is_shared && *requested <= published->most);
}

// Of several requests that differ nobody knows which one is to ask for less.
void note_share(const quota::Want& want, const quota::Unit& unit, bool is_first,
                const std::shared_ptr<const rules::ClassCapacity>& published, Asked& asked) {
  asked.may_round |= unit.is_shared && published != nullptr && published->may_round;
  const std::optional<AskedShare> before = std::exchange(asked.share, std::nullopt);
  if (want.alternative_of != 0 || !unit.is_shared || published == nullptr) return;
  const std::optional<kube::Quantity> requested = quota::requested(want, unit);
  const bool is_alike =
      before && before->of_device.get() == published.get() && before->requested == requested;
  if (!is_first && !is_alike) return;
  const std::int64_t devices = kube::saturating_add(want.count, is_alike ? before->devices : 0);
  asked.share = AskedShare{devices, requested, unit.taken, published};
}

}  // namespace

std::map<std::string, Asked, std::less<>> asked_by_resource(std::span<const DeviceRequest> requests,
                                                            ChargedFor whom,
                                                            const Snapshot& snapshot,
                                                            const Json& namespace_labels) {
  std::map<std::string, std::vector<DeviceRequest>, std::less<>> sources;
  for (const DeviceRequest& request : requests) {
    if (request.admin_access || (request.path == Path::kSharedClaim && whom == ChargedFor::kPod))
      continue;
    DeviceRequest& source = sources[request.logical_resource].emplace_back(request);
    // Whose name stands there already, and is another one with each try of a controller.
    if (whom == ChargedFor::kClaim) source.source.clear();
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

}  // namespace drawbridge::admission
