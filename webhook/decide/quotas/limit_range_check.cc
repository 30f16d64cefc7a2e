#include "webhook/decide/quotas/limit_range_check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "kube/api/names.h"
#include "kube/api/quantity.h"
#include "webhook/decide/quotas/given_limits.h"
#include "webhook/decide/quotas/limit_range_bounds.h"
#include "webhook/decide/quotas/ranged_amounts.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::Quantity;
using rules::Finding;
using rules::shown;

// What every pod takes some of, whether it says so or not.
bool is_of_every_pod(std::string_view resource) {
  return resource == "cpu" || resource == "memory" || resource == "ephemeral-storage";
}

// LimitRanger compares thousandths, rounded up (requestLimitEnforcedValues).
bool is_below(const Quantity& one, const Quantity& other) {
  constexpr std::int64_t kThousandthsMax = INT64_MAX / 1000;
  const auto are_counted = [](const std::optional<std::int64_t>& whole) {
    return whole && *whole <= kThousandthsMax;
  };
  return are_counted(one.checked_value()) && are_counted(other.checked_value())
             ? one.milli_value() < other.milli_value()
             : one < other;
}

// The least request that the limit is no more than `ratio` times of; of cpu in thousandths.
Quantity least_request(std::string_view resource, const Quantity& limit, const Quantity& ratio) {
  constexpr double kDoubleWholeMax = 1e15;  // what is below it has no rounding
  const bool is_cpu = resource == "cpu";
  const double parts = limit.approximate_double() * (is_cpu ? 1000 : 1);
  if (parts > kDoubleWholeMax) return limit;
  const auto count = static_cast<std::int64_t>(std::ceil(parts / ratio.approximate_double()));
  const Result<Quantity> least = is_cpu ? Quantity::parse(std::to_string(count) + "m")
                                        : Quantity::from_int(count, limit.format());
  return least && least->multiplied_by(ratio) >= limit ? *least : limit;
}

class Ranges {
 public:
  Ranges(const kube::PodView& pod, std::string_view name, std::string_view ns,
         const Snapshot& snapshot)
      : pod_(pod),
        name_(name),
        ns_(ns),
        snapshot_(snapshot),
        defaults_(range_defaults(ns, snapshot)) {}

  // An entry of a LimitRange.
  void look_at(std::string_view range, const Json& item) {
    range_ = range;
    const std::string_view type = item["type"].as_string();
    if (type != "Container" && type != "Pod") return;
    const bool is_pod = type == "Pod";
    for_each_bound(item["max"], [&](std::string_view what, const Quantity& bound) {
      if (!is_pod) {
        const auto [most, is_first] = most_.emplace(what, bound);
        if (!is_first) most->second = std::min(most->second, bound);
      }
      for_each_part(is_pod, what, [&](const Part& part) { judge_max(part, what, bound); });
    });
    for_each_bound(item["min"], [&](std::string_view what, const Quantity& bound) {
      for_each_part(is_pod, what, [&](const Part& part) { judge_min(part, what, bound); });
    });
    for_each_bound(item["maxLimitRequestRatio"], [&](std::string_view what, const Quantity& ratio) {
      for_each_part(is_pod, what, [&](const Part& part) { judge_ratio(part, what, ratio); });
    });
  }

  void judge_given(PodOrigin origin) {
    judge_given_limits(pod_, name_, {defaults_, most_, origin == PodOrigin::kValidatedTemplate},
                       told_);
    judge_given_pages(pod_, name_, defaults_, told_);
    judge_given_of_whole(pod_, name_, defaults_, told_);
  }

  std::vector<Finding> findings() && { return std::move(told_).take(); }

 private:
  // What has to keep a bound: a container, or the pod.
  struct Part {
    RangedAmounts has;
    const kube::ContainerView* container = nullptr;  // of the pod: none

    bool is_pod() const { return container == nullptr; }
    const char* place() const { return is_pod() ? "a pod" : "a container"; }
    // Of its resources.
    std::string path() const {
      return !is_pod()         ? container->path() + ".resources"
             : has.is_of_whole ? "spec.resources"
                               : "spec.containers";
    }
    bool is_sum() const { return is_pod() && !has.is_of_whole; }
    // Of a pod some containers may have one of the two alone.
    bool differ() const { return is_pod() && has.limit.amount != has.request.amount; }
  };

  template <typename Judge>
  void for_each_part(bool is_pod, std::string_view resource, Judge judge) {
    if (!told_.begin_bound()) return;
    if (is_pod) return judge(Part{amounts_of_pod(pod_, resource, defaults_)});
    for (std::size_t i = 0; i < pod_.container_count() && !told_.is_bound_told(); ++i) {
      const kube::ContainerView container = pod_.container(i);
      judge(Part{amounts_of_container(container, resource, defaults_), &container});
    }
  }

  // maxConstraint.
  void judge_max(const Part& part, std::string_view resource, const Quantity& bound) {
    const auto& limit = part.has.limit.amount;
    const auto& request = part.has.request.amount;
    if (request && is_below(bound, *request) && (!limit || *request > *limit)) {
      tell(part, "requests", resource, bound, true);
    } else if (limit && is_below(bound, *limit)) {
      tell(part, "limits", resource, bound, true);
    } else if (!limit && part.has.limit.is_known) {
      tell_missing(part, "limit", resource, bound, true);
    }
  }

  // minConstraint.
  void judge_min(const Part& part, std::string_view resource, const Quantity& bound) {
    const auto& limit = part.has.limit.amount;
    const auto& request = part.has.request.amount;
    if (limit && is_below(*limit, bound) && (!request || *limit <= *request)) {
      tell(part, "limits", resource, bound, false);
    } else if (request && is_below(*request, bound)) {
      tell(part, "requests", resource, bound, false);
    } else if (!request && part.has.request.is_known) {
      tell_missing(part, "request", resource, bound, false);
    }
  }

  // limitRequestRatioConstraint. The API server stores no ratio below 1.
  void judge_ratio(const Part& part, std::string_view resource, const Quantity& ratio) {
    const RangedAmounts& has = part.has;
    if (!has.limit.is_known || !has.request.is_known || ratio < Quantity::from_int(1)) return;
    const bool has_limit = has.limit.amount && !has.limit.amount->is_zero();
    const bool has_request = has.request.amount && !has.request.amount->is_zero();
    const std::string what = shown(resource, 50);
    if (!has_limit || !has_request) {
      told_.add(part.path(), resource,
                ratio_text(part, resource, ratio) + (has_limit     ? "no request"
                                                     : has_request ? "no limit"
                                                                   : "neither"),
                is_of_every_pod(resource)
                    ? "Write requests of " + what + ", and limits of up to " + ratio.canonical() +
                          " times as much."
                    : "Have " + what + " taken out of maxLimitRequestRatio of LimitRange " +
                          shown(range_, 40) + ".");
    } else if (*has.limit.amount > has.request.amount->multiplied_by(ratio)) {
      const std::string least = least_request(resource, *has.limit.amount, ratio).canonical();
      told_.add(part.path(), resource,
                ratio_text(part, resource, ratio) + has.limit.amount->canonical() +
                    given_text(has.limit) + " and " + has.request.amount->canonical() +
                    given_text(has.request),
                part.is_pod() && !has.is_of_whole
                    ? "Write requests of " + least + " or more in all."
                    : "Write requests: {" + what + ": " + least + "}, or more, there.");
    }
  }

  std::string ratio_text(const Part& part, std::string_view resource, const Quantity& ratio) const {
    return "LimitRange " + shown(range_, 40) + " allows a limit of " + ratio.canonical() +
           " times the request of " + shown(resource, 50) + " at most in " + part.place() +
           ", and " + who(part) + " has ";
  }

  std::string who(const Part& part) const {
    const std::string pod(name_);
    return part.is_pod() ? pod : "container " + shown(part.container->name(), 40) + " of " + pod;
  }

  static std::string given_text(const RangedAmount& one) {
    if (one.given == nullptr) return {};
    return " (LimitRange " + shown(one.given->range, 40) + " gives a container " +
           one.given->amount.canonical() + ")";
  }

  // Too much or too little.
  void tell(const Part& part, const std::string& list, std::string_view resource,
            const Quantity& bound, bool is_max) {
    const RangedAmount& one = list == "limits" ? part.has.limit : part.has.request;
    const bool lacks_limit = !part.has.limit.amount && part.has.limit.is_known && is_max;
    told_.add(
        part.is_sum() ? part.path() : part.path() + "." + list, resource,
        bound_text(part, resource, bound, is_max) + (part.differ() ? list + " of " : "") +
            one.amount->canonical() + given_text(one) + (lacks_limit ? " and no limit of it" : ""),
        lacks_limit ? "Ask for " + bound.canonical() + " or less" +
                          (part.is_sum() ? " in all" : "") + ", and write limits of it as high."
                    : way_within(part, list, resource, bound, is_max) +
                          ", or see kubectl describe limitrange " + shown(range_, 40) + " -n " +
                          shown(ns_) + ".");
  }

  std::string way_within(const Part& part, const std::string& list, std::string_view resource,
                         const Quantity& bound, bool is_max) const {
    const RangedAmount& one = list == "limits" ? part.has.limit : part.has.request;
    const auto& request = part.has.request.amount;
    const bool is_of_limits = one.given != nullptr || (part.differ() && list == "limits");
    std::string start = is_of_limits ? "Write limits of " : "Ask for ";
    // Of each of the two a pod has to have as much, and of a sum one may be short alone.
    if (!is_max && part.differ())
      start = list == "requests"             ? "Write requests of "
              : request && *request >= bound ? "Write limits of "
                                             : "Write requests and limits of ";
    // IsOvercommitAllowed: of these each container's two are one.
    const bool is_one =
        kube::is_extended_resource_name(resource) || resource.starts_with("hugepages-");
    if (is_one && part.differ()) start = "Write requests and limits of ";
    // Of a pod that has none of it the limit is missing.
    if (is_max && bound.is_zero() && is_one && part.is_pod())
      return "Write " + none_of(shown(resource, 50)) +
             (one.given == nullptr ? " where it is asked for" : " in each container");
    if (is_max && bound.is_zero() && start == "Ask for ") return "Ask for none";
    return start + bound.canonical() + (is_max ? " or less" : " or more") +
           (part.is_sum()                                          ? " in all"
            : is_max && part.is_pod() && has_more(resource, bound) ? ", also in its containers"
                                                                   : "");
  }

  // The containers, of which the pod as a whole has to have as much.
  bool has_more(std::string_view resource, const Quantity& bound) const {
    const auto is_more = [&](const RangedAmount& one) { return one.amount && *one.amount > bound; };
    bool has = is_more(amounts_of_containers(pod_, resource, defaults_).request);
    for (std::size_t i = 0; i < pod_.container_count() && !has; ++i)
      has = is_more(amounts_of_container(pod_.container(i), resource, defaults_).limit);
    return has;
  }

  void tell_missing(const Part& part, const char* what, std::string_view resource,
                    const Quantity& bound, bool is_max) {
    told_.add(part.path(), resource,
              bound_text(part, resource, bound, is_max) + "no " + what + " of it",
              way_with(part, what, resource, bound, is_max));
  }

  std::string bound_text(const Part& part, std::string_view resource, const Quantity& bound,
                         bool is_max) const {
    return "LimitRange " + shown(range_, 40) + " allows " + bound.canonical() + " " +
           shown(resource, 50) + (is_max ? " at most in " : " at least in ") + part.place() +
           ", and " + who(part) + " has ";
  }

  struct Within {
    std::string amount;
    const char* way = nullptr;  // "or less"
  };

  // A limit in a container that asks for none would be a request beside those of the others.
  std::string way_with_compute(const Part& part, const std::string& list, std::string_view resource,
                               const Within& within) const {
    std::vector<std::string> names;  // of the containers that ask for it
    for (std::size_t i = 0; i < pod_.container_count(); ++i) {
      const kube::ContainerView container = pod_.container(i);
      if (!container.requests()[resource].is_null()) names.push_back(shown(container.name(), 40));
    }
    const std::string name(resource);
    const bool is_of_one = pod_.container_count() == 1;
    const bool is_of_all = part.has.request.given != nullptr || names.size() > 1;
    if (is_of_all && !is_of_one && !part.has.is_of_whole)
      return "Write " + list + " of " + name + " in each container, " + within.amount + " " +
             within.way + " in all.";
    const std::string where = part.has.is_of_whole ? "spec.resources"
                              : is_of_one          ? "its container"
                              : names.empty()      ? "a container"
                                                   : "container " + names.front();
    return "Write " + list + ": {" + name + ": " + within.amount + "}, " + within.way + ", in " +
           where + ".";
  }

  // More devices would be asked for by a limit of them. Huge pages the API server takes beside cpu
  // or memory alone, and so 0 of them.
  std::string way_with(const Part& part, const char* what, std::string_view resource,
                       const Quantity& bound, bool is_max) const {
    const std::string name = shown(resource, 50);
    if (is_of_every_pod(resource))
      return way_with_compute(part, std::string(what) + "s", resource,
                              {bound.canonical(), is_max ? "or less" : "or more"});
    const std::optional<ZeroRefusal> refusal =
        zero_refusal(resource, OfParts::kContainersAndPods, ns_, snapshot_);
    return refusal ? "Have " + name + " taken out of LimitRange " + shown(refusal->range, 40) +
                         ", whose " + std::string(refusal->field) + " refuses 0 of it."
                   : "Write " + none_of(name) + " in a container" +
                         (name.starts_with("hugepages-") ? " that has cpu or memory." : ".");
  }

  const kube::PodView& pod_;
  const std::string_view name_;
  const std::string_view ns_;
  const Snapshot& snapshot_;
  const RangeDefaults defaults_;
  std::string_view range_;
  RangeFindings told_;
  RangeBounds most_;  // that a container may have
};

}  // namespace

PodOrigin origin_of_pods(const Json& object) {
  const kube::ObjectView view(object);
  if (view.group().empty() && view.kind() == "Pod") return PodOrigin::kPod;
  // Its own groups that make pods: core, apps and batch.
  const bool is_own = view.group().find('.') == std::string_view::npos;
  return is_own ? PodOrigin::kValidatedTemplate : PodOrigin::kTemplate;
}

std::vector<Finding> check_limit_ranges(const kube::PodView& pod, std::string_view name,
                                        PodOrigin origin, std::string_view ns,
                                        const Snapshot& snapshot) {
  if (origin == PodOrigin::kPod && snapshot.knows(ObjectKind::kLimitRange)) return {};
  Ranges check(pod, name, ns, snapshot);
  for_each_range_item(
      ns, snapshot, [&](std::string_view range, const Json& item) { check.look_at(range, item); });
  check.judge_given(origin);
  return std::move(check).findings();
}

}  // namespace drawbridge::admission
