#include "webhook/decide/quotas/given_limits.h"

#include <cstddef>
#include <optional>
#include <string>

#include "kube/api/names.h"

namespace drawbridge::admission {
namespace {

using kube::Quantity;
using rules::shown;

// IsOvercommitAllowed of pkg/apis/core/helper: of devices and huge pages the two are the same.
bool is_refused_beside(const Quantity& request, std::string_view resource,
                       const RangeDefault& given) {
  const bool is_same_as_limit =
      kube::is_extended_resource_name(resource) || resource.starts_with("hugepages-");
  return request > given.amount || (is_same_as_limit && !given.varies && request != given.amount);
}

std::string given_limit_text(const RangeDefault& given) {
  const std::string amount = given.amount.canonical();
  return given.varies ? "LimitRanges of the namespace give it a limit of " + amount + " at most"
                      : "LimitRange " + shown(given.range, 40) + " gives it a limit of " + amount;
}

// A container that asks for none of the pages: the API server wants a limit that is the request of
// them, and cpu or memory beside them. Empty where it takes what is given.
std::string pages_text(const kube::ContainerView& container, std::string_view resource,
                       const RangeDefaults& defaults) {
  const RangedAmounts has = amounts_of_container(container, resource, defaults);
  const RangedAmount& limit = has.limit;
  if (!limit.is_known || has.request.given == nullptr || !has.request.amount) return {};
  const std::string amount = has.request.amount->canonical() + " " + shown(resource, 50);
  if (!limit.amount) return "a request of " + amount + " and no limit";
  if (limit.amount != has.request.amount)
    return "a request of " + amount + " and a limit of " + limit.amount->canonical();
  const auto has_none = [&](std::string_view beside) {
    const RangedAmounts one = amounts_of_container(container, beside, defaults);
    return one.limit.is_known && one.request.is_known && !one.limit.amount && !one.request.amount;
  };
  return has_none("cpu") && has_none("memory") ? amount + ", and it has neither cpu nor memory"
                                               : std::string();
}

// What the containers' requests may be together where each of them has some: the API server takes
// them for the pod's where that has none. Nothing where there is no bound.
std::string within_whole(const kube::PodView& pod, std::string_view resource) {
  const kube::Json whole = pod.spec()["resources"];
  const std::optional<Quantity> request = Quantity::if_given(whole["requests"][resource]);
  const std::optional<Quantity> most =
      request ? request : Quantity::if_given(whole["limits"][resource]);
  return "requests of " + std::string(resource) + " in each container" +
         (most ? ", " + most->canonical() + " or less in all." : ".");
}

// Each container's limit by itself; init containers' are not compared.
bool judge_limits_of_whole(const kube::PodView& pod, std::string_view name,
                           std::string_view resource, const RangeDefaults& defaults,
                           RangeFindings& told) {
  bool is_any = false;
  const std::optional<Quantity> most = amounts_of_whole(pod, resource).limit.amount;
  if (!most) return is_any;
  for (std::size_t i = 0; i < pod.container_count() && !told.is_bound_told(); ++i) {
    const kube::ContainerView container = pod.container(i);
    const RangedAmount limit = amounts_of_container(container, resource, defaults).limit;
    if (container.init || limit.given == nullptr || *limit.amount <= *most) continue;
    is_any = true;
    told.add(container.path() + ".resources.limits", resource,
             "LimitRange " + shown(limit.given->range, 40) + " gives container " +
                 shown(container.name(), 40) + " of " + std::string(name) + " a limit of " +
                 limit.amount->canonical() + " " + std::string(resource) +
                 ", and the pod's own is " + most->canonical(),
             "Write limits: {" + std::string(resource) + ": " + most->canonical() +
                 "}, or less, there, and " + within_whole(pod, resource));
  }
  return is_any;
}

}  // namespace

void judge_given_of_whole(const kube::PodView& pod, std::string_view name,
                          const RangeDefaults& defaults, RangeFindings& told) {
  if (pod.spec()["resources"].empty()) return;
  for (const std::string_view resource : {"cpu", "memory"}) {
    if (!told.begin_bound()) return;
    // What is told of limits has the requests in its fix.
    if (judge_limits_of_whole(pod, name, resource, defaults, told)) continue;
    const RangedAmount all = amounts_of_containers(pod, resource, defaults).request;
    const std::optional<Quantity> whole = amounts_of_whole(pod, resource).request.amount;
    if (!whole || all.given == nullptr || *all.amount <= *whole) continue;
    told.add("spec.containers", resource,
             "Containers of " + std::string(name) + " ask for " + all.amount->canonical() + " " +
                 std::string(resource) + " in all with what LimitRange " +
                 shown(all.given->range, 40) + " gives them, and the pod as a whole for " +
                 whole->canonical(),
             "Write " + within_whole(pod, resource));
  }
}

void judge_given_pages(const kube::PodView& pod, std::string_view name,
                       const RangeDefaults& defaults, RangeFindings& told) {
  for (const auto& [resource, given] : defaults.requests) {
    if (!resource.starts_with("hugepages-") || given.varies) continue;
    if (!told.begin_bound()) return;
    for (std::size_t i = 0; i < pod.container_count() && !told.is_bound_told(); ++i) {
      const kube::ContainerView container = pod.container(i);
      const std::string what = pages_text(container, resource, defaults);
      if (what.empty()) continue;
      told.add(container.path() + ".resources", resource,
               "LimitRange " + shown(given.range, 40) + " gives container " +
                   shown(container.name(), 40) + " of " + std::string(name) + " " + what,
               (what.ends_with("memory") ? "Write memory there, too, or have " : "Have ") +
                   shown(resource, 50) + " taken out of LimitRange " + shown(given.range, 40) +
                   ".");
    }
  }
}

void judge_given_limits(const kube::PodView& pod, std::string_view name, const GivenFacts& facts,
                        RangeFindings& told) {
  for (const auto& [resource, given] : facts.defaults.limits) {
    if (facts.is_validated && kube::is_extended_resource_name(resource)) continue;
    if (!told.begin_bound()) return;
    for (std::size_t i = 0; i < pod.container_count() && !told.is_bound_told(); ++i) {
      const kube::ContainerView container = pod.container(i);
      const std::optional<Quantity> amount = Quantity::if_given(container.requests()[resource]);
      if (!amount || !container.limits()[resource].is_null() ||
          !is_refused_beside(*amount, resource, given))
        continue;
      // No limit is as high as that: it is told to ask for less.
      if (const auto most = facts.most.find(resource);
          most != facts.most.end() && *amount > most->second)
        continue;
      const std::string what = shown(resource, 50);
      told.add(container.path() + ".resources.requests", resource,
               "Container " + shown(container.name(), 40) + " of " + std::string(name) +
                   " asks for " + amount->canonical() + " " + what + " without a limit, and " +
                   given_limit_text(given),
               "Write limits: {" + what + ": " + amount->canonical() + "} there.");
    }
  }
}

}  // namespace drawbridge::admission
