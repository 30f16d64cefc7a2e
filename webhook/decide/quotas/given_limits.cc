#include "webhook/decide/quotas/given_limits.h"

#include <cstddef>
#include <optional>
#include <string>

namespace drawbridge::admission {
namespace {

using kube::Quantity;
using rules::shown;

std::string given_limit_text(const RangeDefault& given) {
  const std::string amount = given.amount.canonical();
  return given.varies ? "LimitRanges of the namespace give it a limit of " + amount + " at most"
                      : "LimitRange " + shown(given.range, 40) + " gives it a limit of " + amount;
}

}  // namespace

void judge_given_limits(const kube::PodView& pod, std::string_view name, const GivenFacts& facts,
                        RangeFindings& told) {
  for (const auto& [resource, given] : facts.defaults.limits) {
    if (given.is_max) continue;  // which is a bound, too
    if (!told.begin_bound()) return;
    for (std::size_t i = 0; i < pod.container_count() && !told.is_bound_told(); ++i) {
      const kube::ContainerView container = pod.container(i);
      const std::optional<Quantity> amount = Quantity::if_given(container.requests()[resource]);
      if (!amount || *amount <= given.amount || !container.limits()[resource].is_null()) continue;
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
