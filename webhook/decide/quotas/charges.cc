#include "webhook/decide/quotas/charges.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "kube/api/names.h"
#include "kube/api/object.h"
#include "quota/kueue/placement.h"
#include "webhook/decide/quotas/asked_words.h"
#include "webhook/decide/quotas/charge_units.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using rules::DeviceRequest;
using rules::Path;

quota::Amounts capacity_of(const kube::DeviceOptionView& option) {
  quota::Amounts capacity;
  for (const Json::Member& entry : option.capacity_requests().members()) {
    const Result<kube::Quantity> amount = kube::Quantity::from_json(entry.value);
    if (amount && amount->sign() > 0) capacity.emplace(entry.key(), *amount);
  }
  return capacity;
}

// Devices that the request has got, and may give up for others: who uses it next may be on a larger
// node. 0 where it has none.
std::int64_t allocated(const Json& allocation, std::string_view request) {
  const auto results = allocation["devices"]["results"].elements();
  return std::count_if(results.begin(), results.end(), [request](const Json& result) {
    return result["request"].as_string() == request && !result["adminAccess"].as_bool();
  });
}

// What results of an allocation call it (API: status.allocation.devices.results[].request).
std::string result_name(const DeviceRequest& request, const kube::DeviceOptionView& option) {
  return request.asked.first_available() ? request.request + "/" + std::string(option.name())
                                         : request.request;
}

quota::Want want_of(const kube::DeviceOptionView& option, const DeviceRequest& request,
                    const Json& allocation, const Snapshot& snapshot) {
  quota::Want want;
  want.device_class = option.device_class();
  want.count = option.count() ? *option.count()
                              : std::max(allocated(allocation, result_name(request, option)),
                                         rules::devices_of_all(option, snapshot.devices()));
  want.capacity = capacity_of(option);
  return want;
}

// What a controller that there is may be called, in each of its fields. The API server bounds none
// of them, and anybody may name any.
constexpr std::size_t kOwnerTextMax = kube::kDnsSubdomainBytesMax;

bool may_be_of_owner(std::string_view text) {
  return text.size() <= kOwnerTextMax && std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 ||
                  std::string_view("._:/-").find(static_cast<char>(c)) != std::string_view::npos;
         });
}

quota::Owner owner_of(const Json& object) {
  const Json owner = kube::ObjectView(object).controller();
  quota::Owner noted;
  const std::pair<const char*, std::string*> fields[] = {{"apiVersion", &noted.api_version},
                                                         {"kind", &noted.kind},
                                                         {"name", &noted.name},
                                                         {"uid", &noted.uid}};
  for (const auto& [field, text] : fields) {
    *text = owner[field].as_string();
    if (!may_be_of_owner(*text)) return {};
  }
  return noted;
}

// What settings and the namespace make of a refusal: nothing but a warning, or not even that.
struct Softened {
  bool never_refuses = false;
  bool says_nothing = false;
};

Softened softened(const Snapshot& snapshot, const Json& labels) {
  std::vector<rules::Finding> findings = {{"QuotaExceeded", rules::Severity::kDeny, "", "", ""}};
  rules::enforce(snapshot.settings(), labels, findings);
  if (findings.empty()) return {true, true};
  return {findings[0].severity != rules::Severity::kDeny, false};
}

// Of many, extended resources stay that are limited now; of more than can be noted, nothing else
// does. What entries of a pod ask for is compared with their claims.
void keep_limited(ChargeWish& wish, const quota::UnitOf& unit) {
  std::vector<quota::Want>& wants = wish.waiter.wants;
  const auto is_unlimited = [&](const quota::Want& want) {
    const std::string logical = unit(want).logical_resource;
    return std::none_of(wish.quotas.begin(), wish.quotas.end(),
                        [&](const auto& each) { return each.hard.contains(logical); });
  };
  if (quota::bytes_of(wants) > kUnlimitedBytesMax)
    std::erase_if(wants, [&](const quota::Want& want) {
      return !want.resource.empty() && is_unlimited(want);
    });
  if (!quota::can_be_noted(wants)) std::erase_if(wants, is_unlimited);
}

}  // namespace

std::vector<quota::Want> wants_of(std::span<const DeviceRequest> requests, const Snapshot& snapshot,
                                  ChargedFor whom, const Json& allocation) {
  std::vector<quota::Want> wants;
  std::set<std::pair<std::string_view, std::string_view>> seen;  // claim, request
  std::int64_t alternatives = 0;
  for (const DeviceRequest& request : requests) {
    if (request.path == Path::kExtendedResource) {
      wants.push_back({request.source, request.device_class, request.count});
      continue;
    }
    if (request.path == Path::kSharedClaim && whom == ChargedFor::kPod) continue;
    // One for each logical resource, all of the same request.
    if (!seen.emplace(request.claim, request.request).second) continue;
    const bool is_choice = request.asked.option_count() > 1;
    if (is_choice) ++alternatives;
    for (std::size_t i = 0; i < request.asked.option_count(); ++i) {
      const kube::DeviceOptionView option = request.asked.option(i);
      if (option.admin_access()) continue;
      quota::Want want = want_of(option, request, allocation, snapshot);
      if (is_choice) want.alternative_of = alternatives;
      if (whom == ChargedFor::kPod) want.claim = request.claim;
      wants.push_back(std::move(want));
    }
  }
  return quota::merged(std::move(wants));
}

bool quotas_only_warn(const Snapshot& snapshot, const Json& namespace_labels) {
  return softened(snapshot, namespace_labels).never_refuses;
}

std::vector<DeviceRequest> claim_requests(const Json& claim, const Snapshot& snapshot) {
  return rules::claim_requests(claim, snapshot.mappings(), snapshot.devices(),
                               snapshot.kueue().configuration());
}

bool is_queued(const Json& pod) {
  const Json gates = pod["spec"]["schedulingGates"];
  return std::any_of(gates.elements().begin(), gates.elements().end(),
                     [](const Json& gate) { return gate["name"].as_string() == kKueueGate; });
}

bool waits_in_queue(const Json& pod, std::string_view ns, const Snapshot& snapshot) {
  const std::string_view queue = kube::ObjectView(pod).label(quota::kQueueLabel);
  return is_queued(pod) && !queue.empty() &&
         (!snapshot.has_all(ObjectKind::kLocalQueue) ||
          !snapshot.object(ObjectKind::kLocalQueue, ns, queue).is_null());
}

bool limits(const quota::DeviceQuota& device_quota, const quota::Charge& charge) {
  return std::any_of(device_quota.hard.begin(), device_quota.hard.end(), [&](const auto& entry) {
    return charge.amounts.contains(entry.first) || charge.unknown.contains(entry.first);
  });
}

quota::Amounts charged_amounts(const ChargeWish& wish) {
  quota::Amounts amounts = wish.waiter.charge.amounts;
  std::erase_if(amounts, [&](const auto& entry) {
    return std::none_of(wish.quotas.begin(), wish.quotas.end(),
                        [&](const auto& each) { return each.hard.contains(entry.first); });
  });
  return amounts;
}

std::optional<ChargeWish> charge_wish(const AdmissionRequest& request, const Snapshot& snapshot,
                                      std::span<const DeviceRequest> requests,
                                      const Json& namespace_labels, ChargedFor whom,
                                      std::string_view who, Awaits awaits) {
  const std::vector<quota::DeviceQuota>& quotas = snapshot.device_quotas_of(request.ns);
  if (quotas.empty()) return std::nullopt;
  ChargeWish wish;
  wish.waiter.wants = wants_of(requests, snapshot, whom);
  wish.waiter.charge = quota::charge_of(wish.waiter.wants, unit_of(snapshot, namespace_labels));
  const quota::Charge& charge = wish.waiter.charge;
  wish.waiter.awaits = awaits != Awaits::kNothing;
  wish.waiter.may_go_unheld = awaits == Awaits::kYoung;
  const bool waits =
      whom == ChargedFor::kPod && waits_in_queue(request.object, request.ns, snapshot);
  for (const quota::DeviceQuota& each : quotas) {
    if (waits && each.exclude_queued) continue;
    // That it was charged nothing is noted, too: whoever knows another template would take what
    // that asks for as paid.
    if (limits(each, charge) || awaits != Awaits::kNothing) wish.quotas.push_back(each);
  }
  if (wish.quotas.empty()) return std::nullopt;
  keep_limited(wish, unit_of(snapshot, namespace_labels));
  wish.ns = request.ns;
  wish.who = who;
  const Softened soft = softened(snapshot, namespace_labels);
  wish.says_nothing = soft.says_nothing;
  wish.waiter.never_refused = soft.never_refuses;
  const kube::ObjectView view(request.object);
  wish.waiter.uid = request.object["metadata"]["uid"].as_string();
  wish.waiter.kind = request.kind;
  wish.waiter.name = view.name();
  wish.waiter.creator = request.user;
  wish.waiter.owner = owner_of(request.object);
  wish.waiter.countings = snapshot.countings();
  wish.waiter.dry_run = request.dry_run;
  wish.asked = asked_by_resource(requests, whom, snapshot, namespace_labels);
  return wish;
}

}  // namespace drawbridge::admission
