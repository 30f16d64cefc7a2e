#include "webhook/decide/quotas/given_limits.h"

#include <cstddef>
#include <optional>
#include <string>

#include "webhook/decide/quotas/limit_range_bounds.h"

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
                        std::vector<rules::Finding>& findings) {
  for (std::size_t i = 0; i < pod.container_count(); ++i) {
    const kube::ContainerView container = pod.container(i);
    for (const auto& [resource, given] : facts.defaults.limits) {
      const std::optional<Quantity> amount = Quantity::if_given(container.requests()[resource]);
      if (given.is_max || !amount || *amount <= given.amount ||
          !container.limits()[resource].is_null())
        continue;
      // No limit is as high as that: it is told to ask for less.
      if (const auto most = facts.most.find(resource);
          most != facts.most.end() && *amount > most->second)
        continue;
      const std::string what = shown(resource, 50);
      add_beyond_range(
          container.path() + ".resources.requests", resource,
          "Container " + shown(container.name(), 40) + " of " + std::string(name) + " asks for " +
              amount->canonical() + " " + what + " without a limit, and " + given_limit_text(given),
          "Write limits: {" + what + ": " + amount->canonical() + "} there.", findings);
    }
  }
}

}  // namespace drawbridge::admission
