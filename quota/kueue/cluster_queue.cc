#include "quota/kueue/cluster_queue.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "kube/api/condition.h"
#include "kube/api/quantity.h"

namespace drawbridge::quota {
namespace {

using kube::Json;

std::optional<std::int64_t> limit_of(std::string_view resource, const Json& quantity) {
  if (quantity.is_null()) return std::nullopt;
  return kueue_amount(resource, quantity);
}

// What Kueue tells of a queue is cut to this.
constexpr std::size_t kReasonBytesMax = 160;

// "there is no Topology rack for TAS flavor h100" of "Can't admit new workloads: there is no ...".
std::string reason_of(const Json& condition) {
  std::string_view message = condition["message"].as_string();
  constexpr std::string_view kStart = "Can't admit new workloads: ";
  if (message.starts_with(kStart)) message.remove_prefix(kStart.size());
  message = message.substr(0, kReasonBytesMax);
  while (message.ends_with('.')) message.remove_suffix(1);
  return std::string(message.empty() ? condition["reason"].as_string("no reason is given")
                                     : message);
}

// visit(FlavorResource, JSON of the resource) for each of a spec's resourceGroups.
template <typename Visit>
void for_each_quota(const Json& spec, Visit visit) {
  for (const Json& group : spec["resourceGroups"].elements()) {
    for (const Json& flavor : group["flavors"].elements()) {
      for (const Json& resource : flavor["resources"].elements()) {
        visit(FlavorResource{std::string(flavor["name"].as_string()),
                             std::string(resource["name"].as_string())},
              resource);
      }
    }
  }
}

QuotaTable quotas_of(const Json& spec) {
  QuotaTable quotas;
  for_each_quota(spec, [&](FlavorResource what, const Json& resource) {
    const std::string name = what.resource;
    quotas[std::move(what)] = {kueue_amount(name, resource["nominalQuota"]),
                               limit_of(name, resource["borrowingLimit"]),
                               limit_of(name, resource["lendingLimit"])};
  });
  return quotas;
}

std::string text(const Json& value) {
  return std::string(value.as_string());
}

// None of them is all of them.
bool leaves_flavors_out(const Json& on_flavors, const std::vector<ResourceGroup>& groups) {
  const auto named = on_flavors.elements();
  if (named.empty()) return false;
  const auto is_named = [&](const std::string& flavor) {
    return std::any_of(named.begin(), named.end(),
                       [&](const Json& one) { return one.as_string() == flavor; });
  };
  return !std::all_of(groups.begin(), groups.end(), [&](const ResourceGroup& group) {
    return std::all_of(group.flavors.begin(), group.flavors.end(), is_named);
  });
}

bool is_stopped(const Json& spec) {
  const std::string_view policy = spec["stopPolicy"].as_string();
  return policy == "Hold" || policy == "HoldAndDrain";
}

}  // namespace

std::int64_t kueue_amount(std::string_view resource, const Json& quantity) {
  Result<kube::Quantity> read = kube::Quantity::from_json(quantity);
  return read ? kueue_amount(resource, *read) : 0;
}

std::int64_t kueue_amount(std::string_view resource, const kube::Quantity& quantity) {
  if (quantity.sign() <= 0) return 0;
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  if (resource != "cpu") return quantity.checked_value().value_or(kMost);
  constexpr std::int64_t kThousandthsMax = kMost / 1000;
  return quantity.checked_value().value_or(kMost) > kThousandthsMax ? kMost
                                                                    : quantity.milli_value();
}

std::string amount_text(std::string_view resource, std::int64_t amount) {
  using Format = kube::Quantity::Format;
  constexpr std::int64_t kMebibyte = std::int64_t{1} << 20;
  constexpr std::int64_t kBillion = 1'000'000'000;
  // A sum that is as high as Kueue counts, and may be higher.
  if (amount == std::numeric_limits<std::int64_t>::max())
    return resource == "cpu" ? "over 9P" : "over 9E";
  if (resource == "cpu" && amount % 1000 != 0) return std::to_string(amount) + "m";
  if (resource == "cpu") return std::to_string(amount / 1000);
  if (amount >= kMebibyte && amount % kMebibyte == 0)
    return kube::Quantity::from_int(amount, Format::kBinarySI).canonical();
  // 8G, and no number of devices.
  const bool is_round = amount >= kBillion && amount % (kBillion / 1000) == 0;
  return is_round ? kube::Quantity::from_int(amount, Format::kDecimalSI).canonical()
                  : std::to_string(amount);
}

ClusterQueue ClusterQueue::read(const Json& object) {
  ClusterQueue queue;
  const Json spec = object["spec"];
  for (const Json& group : spec["resourceGroups"].elements()) {
    ResourceGroup& read = queue.groups.emplace_back();
    for (const Json& covered : group["coveredResources"].elements()) {
      read.resources.push_back(text(covered));
      queue.covered_resources.insert(text(covered));
    }
    for (const Json& flavor : group["flavors"].elements())
      read.flavors.push_back(text(flavor["name"]));
  }
  // v1beta1 has both forms, v1beta2 the second alone.
  for (const Json& check : spec["admissionChecks"].elements())
    queue.admission_checks.insert(text(check));
  for (const Json& check : spec["admissionChecksStrategy"]["admissionChecks"].elements()) {
    queue.admission_checks.insert(text(check["name"]));
    if (leaves_flavors_out(check["onFlavors"], queue.groups))
      queue.checks_of_some_flavors.insert(text(check["name"]));
  }
  if (const Json selector = spec["namespaceSelector"]; !selector.is_null()) {
    Result<kube::LabelSelector> read = kube::LabelSelector::from_json(selector);
    // One that can't be read never reached the API server: nothing is refused for it.
    queue.namespaces = read ? std::move(*read) : kube::LabelSelector::everything();
  }
  queue.stopped = is_stopped(spec);
  for (const std::string_view policy : {"withinClusterQueue", "reclaimWithinCohort"})
    queue.preempts |= spec["preemption"][policy].as_string("Never") != "Never";
  const Json active = kube::condition_of(object, "Active");
  if (active["status"].as_string() == "False") queue.inactive = reason_of(active);
  return queue;
}

const ResourceGroup* ClusterQueue::group_of(std::string_view resource) const {
  const auto found =
      std::find_if(groups.begin(), groups.end(),
                   [resource](const ResourceGroup& group) { return group.covers(resource); });
  return found == groups.end() ? nullptr : &*found;
}

bool ClusterQueue::takes_namespace(std::string_view ns, const Json& labels) const {
  if (!namespaces) return false;
  if (!labels.is_object()) return namespaces->selects_namespace(ns).value_or(true);
  return namespaces->matches(labels);
}

LocalQueue LocalQueue::read(const Json& object) {
  const Json spec = object["spec"];
  return {text(spec["clusterQueue"]), is_stopped(spec)};
}

AdmissionCheck AdmissionCheck::read(const Json& object) {
  constexpr std::string_view kMultiKueueController = "kueue.x-k8s.io/multikueue";
  constexpr std::string_view kProvisioningController = "kueue.x-k8s.io/provisioning-request";
  AdmissionCheck check;
  const std::string_view controller = object["spec"]["controllerName"].as_string();
  check.dispatches = controller == kMultiKueueController;
  check.provisions = controller == kProvisioningController;
  check.inactive = kube::condition_of(object, "Active")["status"].as_string() == "False";
  return check;
}

QuotaNode QuotaNode::read_queue(const Json& object) {
  QuotaNode node;
  const Json spec = object["spec"];
  node.parent = text(spec["cohortName"].is_null() ? spec["cohort"] : spec["cohortName"]);
  node.quotas = quotas_of(spec);
  const Json status = object["status"];
  const Json reserved = status["flavorsReservation"];
  // Of what is admitted; Kueue writes both, a file may have this one alone.
  const Json used = reserved.is_null() ? status["flavorsUsage"] : reserved;
  for (const Json& flavor : used.elements()) {
    for (const Json& resource : flavor["resources"].elements()) {
      node.usage[{text(flavor["name"]), text(resource["name"])}] =
          kueue_amount(resource["name"].as_string(), resource["total"]);
    }
  }
  return node;
}

QuotaNode QuotaNode::read_cohort(const Json& object) {
  const Json spec = object["spec"];
  // `parent` until v1beta1.
  return {text(spec["parentName"].is_null() ? spec["parent"] : spec["parentName"]),
          quotas_of(spec),
          {}};
}

}  // namespace drawbridge::quota
