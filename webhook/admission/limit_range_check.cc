#include "webhook/admission/limit_range_check.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "kube/api/quantity.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::Quantity;
using rules::Finding;
using rules::shown;

// Entries of a LimitRange, and names in each, that are looked at.
constexpr std::size_t kItemsMax = 16;
constexpr std::size_t kNamesInItemMax = 64;
// Findings of one pod.
constexpr std::size_t kRangesToldMax = 8;

std::optional<Quantity> bound_of(const Json& value) {
  if (value.is_null()) return std::nullopt;
  const Result<Quantity> read = Quantity::from_json(value);
  return read ? std::optional<Quantity>(*read) : std::nullopt;
}

class Ranges {
 public:
  Ranges(const kube::PodView& pod, std::string_view name, std::string_view ns)
      : pod_(pod), name_(name), ns_(ns) {}

  void look_at(const Json& limit_range) {
    range_ = kube::ObjectView(limit_range).name();
    std::size_t looks = 0;
    for (const Json& item : limit_range["spec"]["limits"].elements()) {
      if (++looks > kItemsMax) return;
      const std::string_view type = item["type"].as_string();
      if (type == "Container") {
        for_each(item["max"], [&](std::string_view what, const Quantity& bound) {
          judge_containers(what, bound, true);
        });
        for_each(item["min"], [&](std::string_view what, const Quantity& bound) {
          judge_containers(what, bound, false);
        });
      } else if (type == "Pod") {
        for_each(item["max"],
                 [&](std::string_view what, const Quantity& bound) { judge_pod(what, bound); });
      }
    }
  }

  std::vector<Finding> findings;

 private:
  template <typename Visit>
  static void for_each(const Json& bounds, Visit visit) {
    std::size_t looks = 0;
    for (const Json::Member& entry : bounds.members()) {
      if (++looks > kNamesInItemMax) return;
      if (const std::optional<Quantity> bound = bound_of(entry.value)) visit(entry.key(), *bound);
    }
  }

  void judge_containers(std::string_view resource, const Quantity& bound, bool is_max) {
    for (std::size_t i = 0; i < pod_.container_count(); ++i) {
      const kube::ContainerView container = pod_.container(i);
      for (const char* list : {"limits", "requests"}) {
        const std::optional<Quantity> amount =
            bound_of(container.json["resources"][list][resource]);
        if (!amount || (is_max ? *amount <= bound : *amount >= bound)) continue;
        tell(container.path() + ".resources." + list,
             "container " + shown(container.name(), 40) + " of " + std::string(name_), *amount,
             resource, bound, is_max ? "at most in a container" : "at least in a container",
             is_max);
        break;
      }
    }
  }

  // Of containers that run together; an init container may need more, and never less.
  void judge_pod(std::string_view resource, const Quantity& bound) {
    // Limits of the pod itself take their place.
    if (!pod_.spec()["resources"]["limits"][resource].is_null()) return;
    Quantity total;
    for (std::size_t i = 0; i < pod_.container_count(); ++i) {
      const kube::ContainerView container = pod_.container(i);
      if (!container.long_lived()) continue;
      if (const std::optional<Quantity> amount = bound_of(container.limits()[resource]))
        total.add(*amount);
    }
    if (total > bound)
      tell("spec.containers", std::string(name_), total, resource, bound, "at most in a pod", true);
  }

  void tell(std::string field, const std::string& who, const Quantity& amount,
            std::string_view resource, const Quantity& bound, const char* where, bool is_max) {
    if (findings.size() == kRangesToldMax) return;
    findings.push_back({"LimitRangeExceeded", rules::Severity::kWarn, std::move(field),
                        "LimitRange " + shown(range_, 40) + " allows " + bound.canonical() + " " +
                            shown(resource, 50) + " " + where + ", and " + who + " has " +
                            amount.canonical() + ": it will be refused.",
                        "Ask for " + bound.canonical() + (is_max ? " or less" : " or more") +
                            ", or see kubectl describe limitrange " + shown(range_, 40) + " -n " +
                            shown(ns_) + "."});
  }

  const kube::PodView& pod_;
  const std::string_view name_;
  const std::string_view ns_;
  std::string_view range_;
};

}  // namespace

std::vector<Finding> check_limit_ranges(const kube::PodView& pod, std::string_view name,
                                        bool is_made_later, std::string_view ns,
                                        const Snapshot& snapshot) {
  if (!is_made_later && snapshot.knows(ObjectKind::kLimitRange)) return {};
  Ranges check(pod, name, ns);
  snapshot.for_each_in(ObjectKind::kLimitRange, ns,
                       [&](const Json& limit_range) { check.look_at(limit_range); });
  return std::move(check.findings);
}

}  // namespace drawbridge::admission
