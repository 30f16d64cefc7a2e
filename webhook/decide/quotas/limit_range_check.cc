#include "webhook/decide/quotas/limit_range_check.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "kube/api/limit_range.h"
#include "kube/api/prose.h"
#include "kube/api/quantity.h"
#include "rules/devices/demand.h"

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

// Of the annotation; two for each container.
constexpr std::size_t kNotesMax = 64;
// Containers of a pod that are named with what they are given.
constexpr std::size_t kGivenNamedMax = 2;

// Both: Kueue adds a LimitRange's defaultRequest to a pod template that has a limit alone.
std::string none_of(const std::string& resource) {
  return "resources: {requests: {" + resource + ": 0}, limits: {" + resource + ": 0}}";
}

// What every pod takes some of, whether it says so or not.
bool is_of_every_pod(std::string_view resource) {
  return resource == "cpu" || resource == "memory" || resource == "ephemeral-storage";
}

struct GivenDevices {
  std::string_view container;
  std::string_view resource;
  Quantity amount;
  bool is_limit = false;  // as high as the request
};

class Ranges {
 public:
  Ranges(const kube::PodView& pod, std::string_view name, std::string_view ns)
      : pod_(pod), name_(name), ns_(ns) {}

  // What containers without a limit get: `default`, and else `max`; and what is refused with 0 of a
  // resource. Before look_at(), of all.
  void note_defaults(const Json& limit_range) {
    std::size_t looks = 0;
    for (const Json& item : limit_range["spec"]["limits"].elements()) {
      if (++looks > kItemsMax) return;
      const std::string_view range = kube::ObjectView(limit_range).name();
      const std::string_view type = item["type"].as_string();
      if (type != "Container" && type != "Pod") continue;
      for_each(item["min"], [&](std::string_view what, const Quantity& least) {
        if (least.sign() > 0) want_some_.emplace(what, range);
      });
      for_each(item["maxLimitRequestRatio"],
               [&](std::string_view what, const Quantity&) { want_some_.emplace(what, range); });
      if (type != "Container") continue;
      for (const std::string_view bounds : kube::limit_range_fields("Container", "default")) {
        for_each(item[bounds], [&](std::string_view what, const Quantity& bound) {
          defaults_.emplace(what, Default{range, bound, bounds == "max"});
        });
      }
    }
  }

  void look_at(const Json& limit_range) {
    range_ = kube::ObjectView(limit_range).name();
    std::size_t looks = 0;
    for (const Json& item : limit_range["spec"]["limits"].elements()) {
      if (++looks > kItemsMax) return;
      const std::string_view type = item["type"].as_string();
      if (type == "Container") {
        for_each(item["max"], [&](std::string_view what, const Quantity& bound) {
          const auto [most, is_first] = most_.emplace(what, bound);
          if (!is_first) most->second = std::min(most->second, bound);
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

  // A limit that is given may be less than what is asked for (pkg/apis/core/validation,
  // ValidateContainerResourceRequirements).
  void judge_defaults() {
    for (std::size_t i = 0; i < pod_.container_count(); ++i) {
      const kube::ContainerView container = pod_.container(i);
      for (const auto& [resource, given] : defaults_) {
        const std::optional<Quantity> amount = Quantity::if_given(container.requests()[resource]);
        if (given.is_max || !amount || *amount <= given.limit ||
            !container.limits()[resource].is_null() || findings.size() == kRangesToldMax)
          continue;
        // No limit is as high as that: it is told to ask for less.
        if (const auto most = most_.find(resource); most != most_.end() && *amount > most->second)
          continue;
        const std::string what = shown(resource, 50) + ": ";
        findings.push_back({"LimitRangeExceeded",
                            rules::Severity::kWarn,
                            container.path() + ".resources.requests",
                            "Container " + shown(container.name(), 40) + " of " +
                                std::string(name_) + " asks for " + amount->canonical() + " " +
                                shown(resource, 50) + " without a limit, and LimitRange " +
                                shown(given.range, 40) + " gives it a limit of " +
                                given.limit.canonical() + ": it will be refused.",
                            "Write limits: {" + what + amount->canonical() + "} there.",
                            {},
                            std::string(resource)});
      }
    }
  }

  std::vector<Finding> findings;

 private:
  struct Default {
    std::string_view range;
    Quantity limit;
    bool is_max = false;  // what is above it is told as that
  };

  template <typename Visit>
  static void for_each(const Json& bounds, Visit visit) {
    std::size_t looks = 0;
    for (const Json::Member& entry : bounds.members()) {
      if (++looks > kNamesInItemMax) return;
      if (const std::optional<Quantity> bound = Quantity::if_given(entry.value))
        visit(entry.key(), *bound);
    }
  }

  void judge_containers(std::string_view resource, const Quantity& bound, bool is_max) {
    for (std::size_t i = 0; i < pod_.container_count(); ++i) {
      const kube::ContainerView container = pod_.container(i);
      for (const char* list : {"limits", "requests"}) {
        const std::optional<Quantity> amount =
            Quantity::if_given(container.resources[list][resource]);
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
    Quantity requested;
    bool has_limit = defaults_.contains(resource);
    for (std::size_t i = 0; i < pod_.container_count(); ++i) {
      const kube::ContainerView container = pod_.container(i);
      const std::optional<Quantity> amount = Quantity::if_given(container.limits()[resource]);
      has_limit = has_limit || amount;
      if (amount && container.long_lived()) total.add(*amount);
      const std::optional<Quantity> request = Quantity::if_given(container.requests()[resource]);
      if (request && container.long_lived()) requested.add(*request);
    }
    if (!has_limit && findings.size() < kRangesToldMax) {
      const bool is_above = requested > bound;
      findings.push_back(
          {"LimitRangeExceeded", rules::Severity::kWarn, "spec.containers",
           "LimitRange " + shown(range_, 40) + " allows " + bound.canonical() + " " +
               shown(resource, 50) + " at most in a pod, and " + std::string(name_) + " has " +
               (is_above ? "requests of " + requested.canonical() + " and " : "") +
               "no limit of it: it will be refused.",
           is_above ? "Ask for " + bound.canonical() + " or less, and write limits of it as high."
                    : way_with_limit(resource, bound)});
    }
    if (total > bound)
      tell("spec.containers", std::string(name_), total, resource, bound, "at most in a pod", true);
  }

  // More devices would be asked for by a limit of them.
  std::string way_with_limit(std::string_view resource, const Quantity& bound) const {
    const std::string what = shown(resource, 50);
    if (is_of_every_pod(resource))
      return "Write limits: {" + what + ": " + bound.canonical() + "}, or less, in its container.";
    const auto range = want_some_.find(resource);
    return range == want_some_.end() ? "Write " + none_of(what) + " in a container."
                                     : "Have " + what + " taken out of LimitRange " +
                                           shown(range->second, 40) + ", which refuses 0 of it.";
  }

  void tell(std::string field, const std::string& who, const Quantity& amount,
            std::string_view resource, const Quantity& bound, const char* where, bool is_max) {
    if (findings.size() == kRangesToldMax) return;
    findings.push_back({"LimitRangeExceeded",
                        rules::Severity::kWarn,
                        std::move(field),
                        "LimitRange " + shown(range_, 40) + " allows " + bound.canonical() + " " +
                            shown(resource, 50) + " " + where + ", and " + who + " has " +
                            amount.canonical() + ": it will be refused.",
                        "Ask for " + bound.canonical() + (is_max ? " or less" : " or more") +
                            ", or see kubectl describe limitrange " + shown(range_, 40) + " -n " +
                            shown(ns_) + ".",
                        {},
                        std::string(resource)});
  }

  const kube::PodView& pod_;
  const std::string_view name_;
  const std::string_view ns_;
  std::string_view range_;
  std::map<std::string_view, Default, std::less<>> defaults_;
  std::map<std::string_view, Quantity, std::less<>> most_;  // that a container may have
  // Of a resource the LimitRange that refuses 0 of it.
  std::map<std::string_view, std::string_view, std::less<>> want_some_;
};

// Of "NAME, NAME request for container main" what the container has of each.
void add_given(std::string_view note, const kube::PodView& pod, std::vector<GivenDevices>& all) {
  constexpr std::string_view kRequestFor = " request for ";
  const std::size_t end = note.find(kRequestFor);
  if (end == std::string_view::npos) return;
  const std::string_view whom = note.substr(end + kRequestFor.size());
  const std::string_view name = whom.substr(std::min(whom.rfind(' ') + 1, whom.size()));
  for (std::size_t i = 0; i < pod.container_count(); ++i) {
    const kube::ContainerView container = pod.container(i);
    if (container.name() != name) continue;
    std::string_view names = note.substr(0, end);
    for (std::size_t looks = 0; !names.empty() && looks < kNamesInItemMax; ++looks) {
      const std::size_t comma = names.find(", ");
      const std::string_view resource = names.substr(0, comma);
      names.remove_prefix(comma == std::string_view::npos ? names.size() : comma + 2);
      const std::optional<Quantity> amount = Quantity::if_given(container.requests()[resource]);
      if (!amount || amount->sign() <= 0 || !rules::names_devices(resource)) continue;
      const std::optional<Quantity> limit = Quantity::if_given(container.limits()[resource]);
      all.push_back({name, resource, *amount, limit == amount});
    }
    return;
  }
}

std::vector<GivenDevices> given_devices(const kube::PodView& pod) {
  std::vector<GivenDevices> all;
  std::string_view rest = pod.object().annotation(kLimitRangerAnnotation);
  if (!rest.starts_with(kLimitRangerNote)) return all;
  rest.remove_prefix(kLimitRangerNote.size());
  for (std::size_t notes = 0; !rest.empty() && notes < kNotesMax; ++notes) {
    const std::size_t end = std::min(rest.find("; "), rest.size());
    add_given(rest.substr(0, end), pod, all);
    rest.remove_prefix(std::min(end + 2, rest.size()));
  }
  return all;
}

// The LimitRange of the namespace that has every container ask for some of the resource, so that 0
// is refused; empty for none.
std::string_view range_with_min(std::string_view resource, std::string_view ns,
                                const Snapshot& snapshot) {
  std::string_view name;
  snapshot.for_each_in(ObjectKind::kLimitRange, ns, [&](const Json& limit_range) {
    std::size_t looks = 0;
    for (const Json& item : limit_range["spec"]["limits"].elements()) {
      if (++looks > kItemsMax) return;
      if (item["type"].as_string() != "Container") continue;
      const std::optional<Quantity> least = Quantity::if_given(item["min"][resource]);
      if (least && least->sign() > 0) name = kube::ObjectView(limit_range).name();
    }
  });
  return name;
}

// The API server refuses a request of devices that is no limit.
Finding refused_by_range(const GivenDevices& given, std::string_view name,
                         std::string_view with_min) {
  const std::string resource = shown(given.resource, 60);
  return {"LimitRangeDefaults", rules::Severity::kDeny, "spec.containers",
          "Container " + shown(given.container, 40) + " of " + std::string(name) + " asks for no " +
              resource + ", and a LimitRange of the namespace gives it a request of " +
              given.amount.canonical() + " and no limit as high: it will be refused.",
          "Have " + resource +
              (with_min.empty() ? " taken out of defaultRequest and min of the LimitRange, or "
                                  "write " +
                                      none_of(resource) + " there."
                                : " taken out of defaultRequest and min of LimitRange " +
                                      shown(with_min, 40) + ": with that min 0 is refused, too.")};
}

}  // namespace

std::string way_without(std::string_view resource, std::string_view ns, const Snapshot& snapshot) {
  const std::string name = shown(resource, 60);
  const std::string_view with_min = range_with_min(resource, ns, snapshot);
  return with_min.empty() ? "write " + none_of(name) + " there."
                          : "have " + name + " taken out of LimitRange " + shown(with_min, 40) +
                                ", whose min refuses 0.";
}

void note_given_devices(const kube::PodView& pod, std::span<rules::DeviceRequest> requests) {
  const std::vector<GivenDevices> all = given_devices(pod);
  if (all.empty()) return;
  for (rules::DeviceRequest& request : requests) {
    std::vector<std::string> parts;
    for (const GivenDevices& given : all) {
      if (request.path == rules::Path::kExtendedResource && request.source == given.resource)
        parts.push_back(given.amount.canonical() + " of container " + shown(given.container, 40));
    }
    if (parts.empty()) continue;
    if (parts.size() > kGivenNamedMax) {
      parts.resize(kGivenNamedMax);
      parts.emplace_back("others");
    }
    request.given = kube::and_list(parts) + " by a LimitRange";
  }
}

std::vector<Finding> check_given_devices(const kube::PodView& pod, std::string_view name,
                                         std::string_view ns, const Snapshot& snapshot) {
  const std::vector<GivenDevices> all = given_devices(pod);
  if (all.empty()) return {};
  for (const GivenDevices& given : all) {
    if (given.is_limit) continue;
    return {refused_by_range(given, name, range_with_min(given.resource, ns, snapshot))};
  }
  const GivenDevices& first = all.front();
  const std::string resource = shown(first.resource, 60);
  return {{"LimitRangeDefaults", rules::Severity::kWarn, "spec.containers",
           "Container " + shown(first.container, 40) +
               (all.size() > 1 ? " (and " + std::to_string(all.size() - 1) + " more)" : "") +
               " of " + std::string(name) + " asks for no " + resource +
               ", and a LimitRange of the namespace gives it " + first.amount.canonical() + ".",
           "Where it needs none, " + way_without(first.resource, ns, snapshot)}};
}

std::vector<Finding> check_limit_ranges(const kube::PodView& pod, std::string_view name,
                                        bool is_made_later, std::string_view ns,
                                        const Snapshot& snapshot) {
  if (!is_made_later && snapshot.knows(ObjectKind::kLimitRange)) return {};
  Ranges check(pod, name, ns);
  snapshot.for_each_in(ObjectKind::kLimitRange, ns,
                       [&](const Json& limit_range) { check.note_defaults(limit_range); });
  snapshot.for_each_in(ObjectKind::kLimitRange, ns,
                       [&](const Json& limit_range) { check.look_at(limit_range); });
  check.judge_defaults();
  return std::move(check.findings);
}

}  // namespace drawbridge::admission
