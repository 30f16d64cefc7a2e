#include "quota/kueue/pod_requests.h"

#include <set>

#include "kube/api/limit_range.h"
#include "kube/api/names.h"

namespace drawbridge::quota {
namespace {

using kube::Json;
using kube::Quantity;

void add_missing(const Json& list, RequestTable& into) {
  for (const Json::Member& entry : list.members()) {
    if (into.contains(entry.key())) continue;
    if (const Result<Quantity> read = Quantity::from_json(entry.value))
      into.emplace(entry.key(), *read);
  }
}

// What each LimitRange gives, the smallest of all or the largest.
RequestTable defaults_of(const PodReading& reading, std::string_view type, std::string_view field) {
  RequestTable defaults;
  for (const Json& range : reading.limit_ranges) {
    RequestTable of_one;
    for (const Json& item : range["spec"]["limits"].elements()) {
      if (item["type"].as_string() != type) continue;
      for (const std::string_view each : kube::limit_range_fields(type, field))
        add_missing(item[each], of_one);
    }
    for (const auto& [name, amount] : of_one) {
      const auto [at, is_new] = defaults.emplace(name, amount);
      if (!is_new && (reading.largest_defaults ? amount > at->second : amount < at->second))
        at->second = amount;
    }
  }
  return defaults;
}

void add_defaults(const PodReading& reading, std::string_view type, std::string_view field,
                  RequestTable& into) {
  into.merge(defaults_of(reading, type, field));
}

void keep_larger(const RequestTable& other, RequestTable& into) {
  for (const auto& [name, amount] : other) {
    const auto [at, is_new] = into.emplace(name, amount);
    if (!is_new && amount > at->second) at->second = amount;
  }
}

// Of a container or of the pod as a whole, whose requests are `least` at least.
RequestTable requests_of(const Json& resources, const PodReading& reading, std::string_view type,
                         const Json& least = {}) {
  RequestTable requests;
  add_missing(resources["requests"], requests);
  RequestTable at_least;
  add_missing(least, at_least);
  keep_larger(at_least, requests);
  if (reading.is_pod) add_missing(resources["limits"], requests);
  add_defaults(reading, type, "defaultRequest", requests);
  add_missing(resources["limits"], requests);
  add_defaults(reading, type, "default", requests);
  return requests;
}

void add(const RequestTable& more, RequestTable& into) {
  for (const auto& [name, amount] : more) into[name].add(amount);
}

// API: what spec.resources may say for the pod as a whole (KEP-2837).
bool is_pod_level(std::string_view name) {
  return name == "cpu" || name == "memory" || name.starts_with("hugepages-");
}

// `total` is of the containers that run together; what the initContainers take is added, `of` being
// what one takes, and none of them a sidecar where these are not known as such.
template <typename Of>
void add_starting(const Json& pod, bool knows_sidecars, Of of, RequestTable& total) {
  RequestTable sidecars;
  RequestTable starting;
  for (const Json& container : pod["initContainers"].elements()) {
    RequestTable requests = of(container);
    if (knows_sidecars && container["restartPolicy"].as_string() == "Always") {
      add(requests, total);
      add(requests, sidecars);
      keep_larger(sidecars, starting);
    } else {
      add(sidecars, requests);
      keep_larger(requests, starting);
    }
  }
  keep_larger(starting, total);
}

}  // namespace

RequestTable requests_of_resources(const Json& resources) {
  return requests_of(resources, {.is_pod = true}, {});
}

RequestTable container_requests(const Json& container, const PodReading& reading,
                                const Json& least) {
  return requests_of(container["resources"], reading, "Container", least);
}

RequestTable container_limits(const Json& container, const PodReading& reading) {
  RequestTable limits;
  add_missing(container["resources"]["limits"], limits);
  add_defaults(reading, "Container", "default", limits);
  return limits;
}

RequestTable pod_requests(const Json& pod, const PodReading& reading, std::span<const Json> added,
                          const Json& least_of_first) {
  RequestTable total;
  const std::span<const Json> containers = pod["containers"].elements();
  for (std::size_t i = 0; i < containers.size(); ++i)
    add(container_requests(containers[i], reading, i == 0 ? least_of_first : Json()), total);
  for (const Json& container : added) add(container_requests(container, reading), total);
  add_starting(
      pod, !reading.containers_alone,
      [&](const Json& container) { return container_requests(container, reading); }, total);
  if (const Json whole = pod["resources"]; whole.is_object() && !reading.containers_alone) {
    for (const auto& [name, amount] : requests_of(whole, reading, "Pod")) {
      if (is_pod_level(name)) total.insert_or_assign(name, amount);
    }
  }
  RequestTable overhead;
  add_missing(pod["overhead"], overhead);
  add(overhead, total);
  return total;
}

RequestTable pod_limits(const Json& pod) {
  const auto limits_of = [](const Json& resources) {
    RequestTable limits;
    add_missing(resources["limits"], limits);
    return limits;
  };
  const auto of_container = [&](const Json& container) {
    return limits_of(container["resources"]);
  };
  RequestTable total;
  for (const Json& container : pod["containers"].elements()) add(of_container(container), total);
  add_starting(pod, true, of_container, total);
  for (const auto& [name, amount] : limits_of(pod["resources"])) {
    if (is_pod_level(name)) total.insert_or_assign(name, amount);
  }
  RequestTable overhead;
  add_missing(pod["overhead"], overhead);
  for (const auto& [name, amount] : overhead) {
    const auto limit = total.find(name);
    if (limit != total.end() && !limit->second.is_zero()) limit->second.add(amount);
  }
  return total;
}

RequestTable extended_requests(const Json& pod, const PodReading& reading,
                               std::span<const Json> added) {
  const auto only_extended = [&](const Json& container) {
    RequestTable requests = container_requests(container, reading);
    std::erase_if(requests, [](const auto& entry) {
      return entry.second.sign() <= 0 || !kube::is_extended_resource_name(entry.first);
    });
    return requests;
  };
  RequestTable total;
  for (const Json& container : pod["containers"].elements()) add(only_extended(container), total);
  for (const Json& container : added) add(only_extended(container), total);
  for (const Json& container : pod["initContainers"].elements())
    keep_larger(only_extended(container), total);
  return total;
}

namespace {

struct Amount {
  Quantity quantity;
  BeyondLimit::By by = BeyondLimit::By::kItself;
};

// What each container without an amount of its own is given.
struct Defaults {
  RequestTable requests;
  RequestTable limits;
};

std::optional<Amount> request_of(const Json& container, std::string_view resource,
                                 const Json& least, const Defaults& defaults) {
  using By = BeyondLimit::By;
  const auto own = Quantity::if_given(container["resources"]["requests"][resource]);
  const auto added = Quantity::if_given(least[resource]);
  if (added && (!own || *own < *added)) return Amount{*added, By::kAdded};
  if (own) return Amount{*own, By::kItself};
  const auto given = defaults.requests.find(resource);
  if (given == defaults.requests.end()) return std::nullopt;
  return Amount{given->second, By::kLimitRange};
}

std::optional<BeyondLimit> beyond_limit_of(const Json& container, const Json& least,
                                           const Defaults& defaults, bool own_too) {
  std::set<std::string_view> names;
  const Json resources = container["resources"];
  for (const Json::Member& one : resources["limits"].members()) names.insert(one.key());
  for (const auto& [name, amount] : defaults.limits) names.insert(name);
  for (const std::string_view name : names) {
    const std::optional<Amount> request = request_of(container, name, least, defaults);
    std::optional<Quantity> limit = Quantity::if_given(resources["limits"][name]);
    const bool is_default = !limit;
    if (const auto given = defaults.limits.find(name); !limit && given != defaults.limits.end())
      limit = given->second;
    if (!request || !limit || request->quantity <= *limit) continue;
    if (request->by == BeyondLimit::By::kItself && !(is_default && own_too)) continue;
    return BeyondLimit{
        {},        container["name"].as_string(), name, request->quantity, *limit, request->by,
        is_default};
  }
  return std::nullopt;
}

}  // namespace

std::optional<BeyondLimit> beyond_limit(const Json& pod, std::span<const Json> limit_ranges,
                                        const Json& least_of_first, bool own_too) {
  if (limit_ranges.empty() && least_of_first.is_null()) return std::nullopt;
  const Defaults defaults{
      defaults_of({.limit_ranges = limit_ranges}, "Container", "defaultRequest"),
      defaults_of({.limit_ranges = limit_ranges, .largest_defaults = true}, "Container",
                  "default")};
  for (const std::string_view list : {"containers", "initContainers"}) {
    const std::span<const Json> containers = pod[list].elements();
    for (std::size_t i = 0; i < containers.size(); ++i) {
      const Json least = i == 0 && list == "containers" ? least_of_first : Json();
      auto found = beyond_limit_of(containers[i], least, defaults, own_too);
      if (!found) continue;
      found->field = "spec." + std::string(list) + "[" + std::to_string(i) + "]";
      return found;
    }
  }
  return std::nullopt;
}

std::optional<BeyondLimit> beyond_own_limit(const Json& pod) {
  for (const std::string_view list : {"containers", "initContainers"}) {
    const std::span<const Json> containers = pod[list].elements();
    for (std::size_t i = 0; i < containers.size(); ++i) {
      const Json resources = containers[i]["resources"];
      for (const Json::Member& one : resources["limits"].members()) {
        const std::optional<Quantity> limit = Quantity::if_given(one.value);
        const std::optional<Quantity> request =
            Quantity::if_given(resources["requests"][one.key()]);
        if (limit && request && *request > *limit)
          return BeyondLimit{"spec." + std::string(list) + "[" + std::to_string(i) + "]",
                             containers[i]["name"].as_string(), one.key(), *request, *limit};
      }
    }
  }
  return std::nullopt;
}

}  // namespace drawbridge::quota
