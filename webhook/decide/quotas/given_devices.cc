#include "webhook/decide/quotas/given_devices.h"

#include <algorithm>
#include <optional>

#include "kube/api/names.h"
#include "kube/api/prose.h"
#include "kube/api/quantity.h"
#include "webhook/decide/quotas/limit_range_bounds.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::Quantity;
using rules::Finding;
using rules::shown;

// Containers of a pod that are named with what they are given.
constexpr std::size_t kGivenNamedMax = 2;

struct GivenDevices {
  std::string_view container;
  std::string_view resource;
  Quantity amount;
  std::optional<Quantity> limit;
  // IsOvercommitAllowed: of an extended resource the two are one.
  bool is_refused() const { return kube::is_extended_resource_name(resource) && limit != amount; }
  // ValidateResourceQuantityValue takes whole ones alone.
  bool is_part() const {
    return kube::is_extended_resource_name(resource) && amount.checked_value() && !amount.whole();
  }
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
    for (std::size_t looks = 0; !names.empty() && looks < kLimitRangeNamesMax; ++looks) {
      const std::size_t comma = names.find(", ");
      const std::string_view resource = names.substr(0, comma);
      names.remove_prefix(comma == std::string_view::npos ? names.size() : comma + 2);
      const std::optional<Quantity> amount = Quantity::if_given(container.requests()[resource]);
      if (!amount || amount->sign() < 0 || !rules::names_devices(resource)) continue;
      const GivenDevices given{name, resource, *amount,
                               Quantity::if_given(container.limits()[resource])};
      // A request of none is refused as any other is.
      if (!amount->is_zero() || given.is_refused()) all.push_back(given);
    }
    return;
  }
}

std::vector<GivenDevices> given_devices(const kube::PodView& pod) {
  std::vector<GivenDevices> all;
  std::string_view rest = pod.object().annotation(kLimitRangerAnnotation);
  if (!rest.starts_with(kLimitRangerNote)) return all;
  rest.remove_prefix(kLimitRangerNote.size());
  for (std::size_t notes = 0; !rest.empty() && notes < kLimitRangerNotesMax; ++notes) {
    const std::size_t end = std::min(rest.find("; "), rest.size());
    add_given(rest.substr(0, end), pod, all);
    rest.remove_prefix(std::min(end + 2, rest.size()));
  }
  return all;
}

std::optional<ZeroRefusal> zero_refused_to_container(std::string_view resource, std::string_view ns,
                                                     const Snapshot& snapshot) {
  return zero_refusal(resource, OfParts::kContainers, ns, snapshot);
}

// The API server refuses a request of devices that is not the limit.
Finding refused_by_range(const GivenDevices& given, std::string_view name,
                         const std::optional<ZeroRefusal>& zero) {
  const std::string resource = shown(given.resource, 60);
  const char* fields = zero && zero->field != "min" ? ", min and maxLimitRequestRatio" : " and min";
  return {"LimitRangeDefaults", rules::Severity::kDeny, "spec.containers",
          "Container " + shown(given.container, 40) + " of " + std::string(name) + " asks for no " +
              resource + ", and a LimitRange of the namespace gives it a request of " +
              given.amount.canonical() +
              (given.limit ? " and a limit of " + given.limit->canonical() : " and no limit") +
              ": it will be refused.",
          "Have " + resource + " taken out of defaultRequest" + fields + " of " +
              (!zero ? "the LimitRange, or write " + none_of(resource) + " there."
                     : "LimitRange " + shown(zero->range, 40) + ", whose " +
                           std::string(zero->field) + " refuses 0, too.")};
}

Finding refused_as_part(const GivenDevices& given, std::string_view name,
                        const std::optional<ZeroRefusal>& zero) {
  const std::string resource = shown(given.resource, 60);
  return {"LimitRangeDefaults", rules::Severity::kDeny, "spec.containers",
          "Container " + shown(given.container, 40) + " of " + std::string(name) + " asks for no " +
              resource + ", and a LimitRange of the namespace gives it " +
              given.amount.canonical() + ": it will be refused, as devices are whole.",
          "Have a whole number of it written in the LimitRange" +
              (zero ? std::string(".") : ", or write " + none_of(resource) + " there.")};
}

}  // namespace

std::string way_without(std::string_view resource, std::string_view ns, const Snapshot& snapshot) {
  const std::string name = shown(resource, 60);
  const std::optional<ZeroRefusal> zero = zero_refused_to_container(resource, ns, snapshot);
  return !zero ? "write " + none_of(name) + " there."
               : "have " + name + " taken out of LimitRange " + shown(zero->range, 40) +
                     ", whose " + std::string(zero->field) + " refuses 0.";
}

void note_given_devices(const kube::PodView& pod, std::span<rules::DeviceRequest> requests) {
  const std::vector<GivenDevices> all = given_devices(pod);
  if (all.empty()) return;
  for (rules::DeviceRequest& request : requests) {
    std::vector<std::string> parts;
    for (const GivenDevices& given : all) {
      if (request.path == rules::Path::kExtendedResource && request.source == given.resource &&
          !given.amount.is_zero())
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
    if (!given.is_refused() && !given.is_part()) continue;
    const auto refuse = given.is_refused() ? refused_by_range : refused_as_part;
    return {refuse(given, name, zero_refused_to_container(given.resource, ns, snapshot))};
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

}  // namespace drawbridge::admission
