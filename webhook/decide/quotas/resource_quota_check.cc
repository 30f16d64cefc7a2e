#include "webhook/decide/quotas/resource_quota_check.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "kube/api/names.h"
#include "kube/api/quantity.h"
#include "kube/api/saturating.h"
#include "quota/charge.h"
#include "rules/devices/demand.h"
#include "rules/devices/demand_text.h"
#include "rules/mapping/template.h"
#include "webhook/decide/quotas/compute_wanted.h"
#include "webhook/decide/quotas/exceeded_text.h"
#include "webhook/decide/quotas/name_charge.h"
#include "webhook/decide/quotas/quota_scopes.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::Quantity;
using rules::Finding;
using rules::Severity;
using rules::shown;

enum class Whose : std::uint8_t {
  kClaims,  // of the claims that are made for the object
  kItself,  // of the object itself
};

using Charge = NameCharge;
using Charges = std::map<std::string, Charge, std::less<>>;

// What extended resources, by a class's implicit name too, are called there.
std::string name_in_quota(std::string_view resource) {
  return std::string(kube::kRequestsPrefix) + std::string(resource);
}

// `of` as NameCharge has it.
Charge& add(Charges& charges, std::string name, std::string_view of, std::int64_t amount,
            const std::string& source, Whose whose = Whose::kClaims) {
  Charge& charge = charges[std::move(name)];
  if (charge.of.empty()) charge.of = of;
  charge.amount = kube::saturating_add(charge.amount, amount);
  charge.add_source(source, whose == Whose::kItself);
  if (whose == Whose::kClaims) {
    charge.is_of_claims = true;
  } else {
    charge.of_itself = kube::saturating_add(charge.of_itself, amount);
  }
  return charge;
}

struct Devices {
  std::int64_t count = 0;
  bool has_all = false;
  bool is_of_several = false;  // requests
};

// Of a claim's devices, by class: of alternatives the most of each class.
std::map<std::string_view, Devices> devices_by_class(const kube::ClaimSpecView& claim) {
  std::map<std::string_view, Devices> total;
  for (std::size_t i = 0; i < claim.request_count(); ++i) {
    const kube::DeviceRequestView request = claim.request(i);
    std::map<std::string_view, std::int64_t> most;
    for (std::size_t j = 0; j < request.option_count(); ++j) {
      const kube::DeviceOptionView option = request.option(j);
      std::int64_t& count = most[option.device_class()];
      // All matching devices are charged as the most that a claim holds.
      count = std::max(count, option.count().value_or(kube::kClaimDevicesMax));
      if (option.all()) total[option.device_class()].has_all = true;
    }
    for (const auto& [device_class, count] : most) {
      Devices& devices = total[device_class];
      devices.is_of_several = devices.count > 0;
      devices.count = kube::saturating_add(devices.count, count);
    }
  }
  return total;
}

void add_devices(Charges& charges, const std::string& name, std::string_view device_class,
                 const Devices& devices, const std::string& source, Whose whose) {
  Charge& charge = add(charges, name, device_class, devices.count, source, whose);
  charge.has_all |= devices.has_all;
  charge.is_of_several |= devices.is_of_several;
}

// What a claim is charged.
void add_claim(const kube::ClaimSpecView& claim, const std::string& source, Whose whose,
               const Snapshot& snapshot, Charges& charges) {
  add(charges, std::string(kClaimObjects), kClaimObjects, 1, source, whose);
  // Of several classes with one name the API server charges one; the least is taken.
  std::map<std::string_view, std::pair<std::string_view, Devices>> by_name;  // with its class
  for (const auto& [device_class, devices] : devices_by_class(claim)) {
    add_devices(charges, std::string(device_class) + std::string(rules::kClassDevicesSuffix),
                device_class, devices, source, whose);
    // MatchingResources: while there is no such class no quota has its implicit name.
    if (snapshot.devices().class_exists(device_class) != rules::Known::kNo)
      add_devices(charges, name_in_quota(rules::kImplicitPrefix) + std::string(device_class),
                  device_class, devices, source, whose);
    const auto* known = snapshot.devices().device_class(device_class);
    if (known == nullptr || known->extended_resource_name.empty()) continue;
    const std::pair asked(device_class, devices);
    const auto [at, is_new] = by_name.emplace(known->extended_resource_name, asked);
    if (!is_new && devices.count < at->second.second.count) at->second = asked;
  }
  for (const auto& [resource, asked] : by_name) {
    const auto& [device_class, devices] = asked;
    add_devices(charges, name_in_quota(resource), device_class, devices, source, whose);
  }
}

void in_containers(Charge& charge, bool is_new) {
  if (is_new) charge.field = "spec.containers";
}

// Nobody has written the name of a generated template.
std::string source_of(const rules::PodClaim& claim,
                      std::span<const rules::DeviceRequest> requests) {
  if (!rules::is_generated_template_name(claim.source)) return claim.source_text();
  const auto made = std::find_if(requests.begin(), requests.end(), [&](const auto& request) {
    return request.claim == claim.name && !request.rewritten_from.empty();
  });
  return made == requests.end() ? claim.source_text() : shown(made->rewritten_from);
}

Charges charges_of(std::span<const rules::PodClaim> claims,
                   std::span<const rules::DeviceRequest> requests, const Snapshot& snapshot) {
  Charges charges;
  for (const rules::PodClaim& claim : claims) {
    if (!claim.by_template || claim.found.object.is_null()) continue;
    Charges of_claim;
    const std::string source = source_of(claim, requests);
    add_claim(claim.spec(), source, Whose::kClaims, snapshot, of_claim);
    for (const auto& [name, charge] : of_claim) {
      const bool is_new = !charges.contains(name);
      Charge& all = add(charges, name, charge.of, charge.amount, source);
      all.has_all |= charge.has_all;
      all.is_of_several |= charge.is_of_several;
      if (!rules::is_generated_template_name(claim.source)) ++all.claims;
      all.least = all.least == 0 ? charge.amount : std::min(all.least, charge.amount);
      // Its author asked for a resource.
      if (rules::is_generated_template_name(claim.source)) in_containers(all, is_new);
    }
  }
  return charges;
}

// Empty where none is, or a device plugin gives them.
std::string_view class_behind(std::string_view resource, const Snapshot& snapshot) {
  if (!snapshot.devices().nodes().offering(resource).empty()) return {};
  const std::string_view device_class = rules::implicit_class(resource);
  return device_class.empty() ? snapshot.devices().class_of_extended_resource(resource)
                              : device_class;
}

// The scheduler makes one claim of all extended resources that classes carry, unless the node has
// them of a device plugin. Under the names of a class it is charged what the pod itself is not
// (resource_claims.go, addExtendedResourceQuota).
void add_native(std::span<const rules::DeviceRequest> requests, const Snapshot& snapshot,
                Charges& charges) {
  std::map<std::string_view, std::int64_t> by_class;
  std::map<std::string_view, std::vector<const rules::DeviceRequest*>> sources;  // of each class
  std::map<std::string, std::int64_t, std::less<>> of_pod;
  for (const rules::DeviceRequest& request : requests) {
    if (request.path != rules::Path::kExtendedResource) continue;
    of_pod[name_in_quota(request.source)] = request.count;
    // A mapping alone makes no claim of it.
    const std::string_view device_class = class_behind(request.source, snapshot);
    if (device_class.empty()) continue;
    std::int64_t& count = by_class[device_class];
    count = kube::saturating_add(count, request.count);
    sources[device_class].push_back(&request);
  }
  const auto add_one = [&](const std::string& name, std::string_view of, std::int64_t amount,
                           const std::vector<const rules::DeviceRequest*>& all) {
    const bool is_new = !charges.contains(name);
    Charge& charge = add(charges, name, of, amount, {});
    in_containers(charge, is_new);
    for (const rules::DeviceRequest* one : all) {
      charge.add_source(shown(one->source), false);
      charge.is_of_several |= !one->other_containers.empty();
    }
  };
  for (const auto& [of_class, count] : by_class) {
    const std::string_view device_class = of_class;
    const auto& source = sources[device_class];
    add_one(std::string(device_class) + std::string(rules::kClassDevicesSuffix), device_class,
            count, source);
    std::vector<std::string> names = {name_in_quota(rules::kImplicitPrefix) +
                                      std::string(device_class)};
    const auto* known = snapshot.devices().device_class(device_class);
    if (known != nullptr && !known->extended_resource_name.empty())
      names.push_back(name_in_quota(known->extended_resource_name));
    for (const std::string& name : names) {
      const auto own = of_pod.find(name);
      const std::int64_t beyond = count - (own == of_pod.end() ? 0 : own->second);
      if (beyond > 0) add_one(name, device_class, beyond, source);
    }
  }
  if (!by_class.empty())
    add_one(std::string(kClaimObjects), kClaimObjects, 1, sources.begin()->second);
}

// Extended resources themselves are charged to the pod (pods.go, podComputeUsageHelper).
void add_resources(std::span<const rules::DeviceRequest> requests, const Snapshot& snapshot,
                   Charges& charges) {
  for (const rules::DeviceRequest& request : requests) {
    if (request.path != rules::Path::kExtendedResource) continue;
    const std::string name = name_in_quota(request.source);
    const bool is_new = !charges.contains(name);
    const std::string_view device_class = class_behind(request.source, snapshot);
    Charge& charge = add(charges, name, device_class.empty() ? request.source : device_class,
                         request.count, shown(request.source), Whose::kItself);
    charge.is_of_several |= !request.other_containers.empty();
    in_containers(charge, is_new);
  }
}

std::int64_t amount_of(const Json& quantity) {
  const Result<Quantity> read = Quantity::from_json(quantity);
  return read ? std::max<std::int64_t>(read->checked_value().value_or(INT64_MAX), 0) : 0;
}

// Of what is allowed, where an amount that is no whole number has no room for the next one.
std::int64_t limit_of(const Json& quantity) {
  const std::int64_t amount = amount_of(quantity);
  const Result<Quantity> read = Quantity::from_json(quantity);
  const bool is_rounded_up = read && amount > 0 && *read < Quantity::from_int(amount);
  return is_rounded_up ? amount - 1 : amount;
}

// visit(name, amount) of all sums that the charges of a pod are added to.
template <typename Visit>
void for_each_sum(const Charges& charges, const Json& pod, std::string_view ns,
                  const Snapshot& snapshot, Visit visit) {
  if (charges.empty()) return;
  for (const auto& [name, charge] : charges) visit(name, charge.amount);
  snapshot.for_each_in(ObjectKind::kResourceQuota, ns, [&](const Json& quota) {
    if (!is_scoped(quota) || !scopes_match(quota, pod, compute_to_come(ns, snapshot))) return;
    for (const Json::Member& limit : hard_of(quota).members()) {
      const auto found = charges.find(limit.key());
      if (found != charges.end() && found->second.of_itself > 0)
        visit(summed_name(quota, limit.key()), found->second.of_itself);
    }
  });
}

std::int64_t named(const NamedAmounts& amounts, std::string_view name) {
  const auto found = amounts.find(name);
  return found == amounts.end() ? 0 : found->second;
}

class NamedQuotaCheck {
 public:
  // `pod` null where no pod is asked about.
  NamedQuotaCheck(std::string_view ns, const ComingPods& pods, const Json& pod,
                  const Charges& charges, const NamesBefore& before, const Snapshot& snapshot,
                  NamesTogether* together)
      : ns_(ns),
        pods_(pods),
        pod_(pod),
        charges_(charges),
        before_(before),
        snapshot_(snapshot),
        together_(together) {}

  void look_at(const Json& quota) {
    const bool scoped = is_scoped(quota);
    if (scoped && (pod_.is_null() || !scopes_match(quota, pod_, compute_to_come(ns_, snapshot_))))
      return;
    const Json status = quota["status"];
    for (const Json::Member& limit : hard_of(quota).members()) {
      const auto found = charges_.find(limit.key());
      if (found == charges_.end()) continue;
      Charge charge = found->second;
      // Of a pod its scopes are read, and no claim has any.
      if (scoped) charge.leave_out_claims();
      const std::string sum = summed_name(quota, limit.key());
      const std::int64_t before = named(before_.asked, sum);
      if (before > 0 && kube::saturating_multiply(charge.amount, pods_.pods.value_or(1)) <= before)
        continue;
      const std::int64_t used = amount_of(status["used"][limit.key()]);
      const std::int64_t of_others = std::max<std::int64_t>(used - named(before_.in_use, sum), 0);
      const Limit of{kube::ObjectView(quota).name(), limit.key(), sum, limit_of(limit.value),
                     pods_.come == PodsCome::kLater ? 0 : of_others};
      if (!judge(of, charge)) judge_together(of, charge);
    }
  }

  // One number is told of the pods: that of what there is least of.
  void tell_least() {
    std::int64_t least = INT64_MAX;
    for (const Fit& one : fits_) least = std::min(least, one.pods);
    for (const Fit& one : fits_) {
      if (one.pods > least) findings[one.finding].message = one.asks + ": not all get theirs.";
    }
  }

  // What is proposed fits all that have not enough of the same devices, and all of the pods.
  void tell_fixes() {
    std::map<std::pair<std::string_view, std::int64_t>, std::int64_t> least;
    for (const Refused& one : refused_) {
      const auto [at, is_new] = least.try_emplace({one.charge.of, one.charge.amount}, one.left);
      if (!is_new) at->second = std::min(at->second, one.left);
    }
    for (const Refused& one : refused_) {
      const std::int64_t fitting = least[{one.charge.of, one.charge.amount}] / at_least_one();
      const std::string less = less_text(one.charge, within_reach(one.charge, fitting, snapshot_));
      findings[one.finding].fix = (less.empty() ? one.otherwise : less + ", or see ") + one.see;
    }
  }

  std::vector<Finding> findings;
  // Of something there is not enough for one pod.
  bool refuses_all() const { return !refused_.empty(); }

 private:
  // Pods that come, if any does.
  std::int64_t at_least_one() const { return std::max<std::int64_t>(pods_.pods.value_or(1), 1); }

  // Of what there is not enough for one pod.
  struct Refused {
    std::size_t finding = 0;
    Charge charge;
    std::int64_t left = 0;
    std::string otherwise;  // than to ask for less: "Free some: "
    std::string see;
  };
  // How many pods have theirs, and the start of what is said.
  struct Fit {
    std::size_t finding = 0;
    std::int64_t pods = 0;
    std::string asks;
  };
  struct Limit {
    std::string_view quota;
    std::string_view resource;
    std::string_view sum;  // summed_name()
    std::int64_t hard = 0;
    std::int64_t used = 0;
  };

  // What waits in a queue may come when there is room. Of claims some may find what is left.
  std::string refused_text(const Charge& charge, std::int64_t left) const {
    const bool waits = pods_.come == PodsCome::kWhenAdmitted;
    if (charge.of_itself == 0 && charge.least > 0 && charge.least <= left)
      return std::string(": not all of them ") + (waits ? "would be made now." : "will be made.");
    return std::string(charge.is_of_claims ? ": they " : ": it ") +
           (waits ? "would be refused now." : "will be refused.");
  }

  std::string has_text(const Limit& of) const {
    return "ResourceQuota " + shown(of.quota) +
           (pods_.come == PodsCome::kLater
                ? " allows " + std::to_string(of.hard) + " " + shown(of.resource, 90)
                : " has " + std::to_string(of.used) + " of " + std::to_string(of.hard) + " " +
                      shown(of.resource, 90) + " in use" +
                      (before_.in_use.contains(of.sum) ? " besides" : ""));
  }
  // What it may have beside `others`, "" where that is nothing, and what the quota would have to
  // be, which is no way out for what nobody counts.
  std::string fix_together(const Limit& of, const Charge& charge, std::int64_t others,
                           const Askers& who) const {
    const std::int64_t come = pods_.pods.value_or(1);
    const bool is_one_of_sets = !who.own.empty() && (come > 1 || pods_.others_are_several);
    const std::int64_t left = of.hard - of.used - std::min(others, of.hard);
    const std::int64_t needed = kube::saturating_add(
        of.used, kube::saturating_add(others, kube::saturating_multiply(charge.amount, come)));
    const bool may_be_fewer =
        pods_.are_made_later && (is_one_of_sets || pods_.pods.value_or(2) > 1);
    const std::string less = may_be_fewer && (left >= charge.amount || is_one_of_sets)
                                 ? fewer_text(pods_)
                             : left >= come ? "Ask for fewer"
                                            : "";
    if (needed >= quota::kChargeMax) return less.empty() ? who.less_text() : less + ".";
    return either_text({less, "have it raised to " + std::to_string(needed)}) + ".";
  }
  std::string see_text(const Limit& of) const {
    return "kubectl describe resourcequota " + shown(of.quota) + " -n " + shown(ns_) + ".";
  }

  // By itself it would have room.
  void judge_together(const Limit& of, const Charge& charge) {
    if (together_ == nullptr || charge.amount == 0) return;
    const auto [others, who] = together_->beside(of.sum, pods_.come);
    const std::int64_t all = kube::saturating_add(
        others, kube::saturating_multiply(charge.amount, pods_.pods.value_or(1)));
    if (others == 0 || all <= of.hard - of.used) return;
    if (!together_->told.insert(std::string(of.quota) + "/" + std::string(of.resource)).second)
      return;
    findings.push_back({"ResourceQuotaExceeded", Severity::kWarn, charge.field,
                        has_text(of) + ", " + who.asks_text() + " for " + count_text(others) +
                            " and " + (who.own.empty() ? std::string(pods_.who) : "each of these") +
                            " for " + needs_text(charge) + ": not all get theirs.",
                        fix_together(of, charge, others, who)});
  }

  // True where something is told.
  bool judge(const Limit& of, const Charge& charge) {
    const std::int64_t come = at_least_one();
    const std::int64_t left = std::max<std::int64_t>(of.hard - of.used, 0);
    const std::int64_t fit = charge.amount == 0 ? come : left / charge.amount;
    if (fit >= come) return false;
    const std::string has = has_text(of);
    const std::string asks = who_needs(charge) + " " + needs_text(charge);
    const std::string see = see_text(of);
    fits_.push_back({findings.size(), fit, has + ", and " + asks});
    if (fit == 0) {
      refused_.push_back(
          {findings.size(), charge, left, otherwise_text(of.hard, of.used, charge), see});
      findings.push_back({"ResourceQuotaExceeded", Severity::kWarn, charge.field,
                          has + ", and " + asks + refused_text(charge, left), ""});
      return true;
    }
    const std::string some = charge.of_itself > 0
                                 ? let_in_text(fit, come)
                                 : "only " + std::to_string(fit) + " of " + std::to_string(come) +
                                       (fit == 1 ? " pods gets its claims" : " pods get theirs");
    findings.push_back({"ResourceQuotaExceeded", Severity::kWarn, charge.field,
                        has + ", and " + asks + ": " + some + ".",
                        fewer_text(pods_) + ", or see " + see});
    return true;
  }

  // What helps; to free some helps nobody who asks for more than all.
  std::string otherwise_text(std::int64_t hard, std::int64_t used, const Charge& charge) const {
    const std::int64_t all = kube::saturating_multiply(charge.amount, at_least_one());
    if (all <= hard) return "Free some: ";
    const std::int64_t needed = kube::saturating_add(used, all);
    return needed < quota::kChargeMax ? "Have it raised to " + std::to_string(needed) + ": "
                                      : "Ask for less, or see ";
  }

  std::string who_needs(const Charge& charge) const {
    const std::string who(pods_.who);
    if (!charge.is_of_claims) return who + " needs";
    if (charge.of_itself == 0) return "the claims of " + who + " need";
    return who + " and its claims need";
  }

  const std::string_view ns_;
  const ComingPods& pods_;
  const Json& pod_;
  const Charges& charges_;
  const NamesBefore& before_;
  const Snapshot& snapshot_;
  NamesTogether* const together_;
  std::vector<Fit> fits_;
  std::vector<Refused> refused_;
};

struct Checked {
  std::vector<Finding> findings;
  bool refuses_all = false;  // not one pod is let in
};

// `is_now`: what the API server says to the object that is asked about.
Checked checked_by_all(const Charges& charges, const NamesBefore& before, std::string_view ns,
                       const ComingPods& pods, const Json& pod, const Snapshot& snapshot,
                       NamesTogether* together, bool is_now = false) {
  if (charges.empty()) return {};
  NamedQuotaCheck check(ns, pods, pod, charges, before, snapshot, together);
  // One that its controller has not looked at matches nothing yet (generic.Matches).
  snapshot.for_each_in(ObjectKind::kResourceQuota, ns, [&](const Json& quota) {
    if (!is_now || quota["status"]["hard"].is_object()) check.look_at(quota);
  });
  check.tell_least();
  check.tell_fixes();
  return {std::move(check.findings), check.refuses_all()};
}

void add_beyond(const Charges& charges, const ComingPods& pods, const Json& pod,
                const NamesBefore& before, std::string_view ns, const Snapshot& snapshot,
                NamesTogether& to) {
  const auto add = [](std::int64_t& sum, std::int64_t more) {
    sum = kube::saturating_add(sum, more);
  };
  for_each_sum(charges, pod, ns, snapshot, [&](const std::string& name, std::int64_t amount) {
    const std::int64_t more =
        kube::saturating_multiply(amount, pods.pods.value_or(1)) - named(before.in_use, name);
    if (more <= 0) return;
    add(to.charged[name], more);
    if (pods.come == PodsCome::kNow) add(to.now[name], more);
  });
}

// Files without any need no sums.
bool has_resource_quota(std::string_view ns, const Snapshot& snapshot) {
  bool has = false;
  snapshot.for_each_in(ObjectKind::kResourceQuota, ns, [&](const Json& /*quota*/) { has = true; });
  return has;
}

}  // namespace

std::pair<std::int64_t, Askers> NamesTogether::beside(std::string_view name, PodsCome come) const {
  const std::int64_t of_sets = named(charged, name);
  const std::int64_t of_others = come == PodsCome::kNow ? named(others.names, name) : 0;
  Askers askers;
  if (of_others > 0) askers = others.who_of_names.find(name)->second;
  if (of_sets > 0) askers.own = who;
  return {kube::saturating_add(of_sets, of_others), askers};
}

NamedAmounts resource_quota_charges(const Json& pod, std::span<const rules::PodClaim> claims,
                                    std::span<const rules::DeviceRequest> requests,
                                    std::string_view ns, const Snapshot& snapshot) {
  NamedAmounts amounts;
  if (!has_resource_quota(ns, snapshot)) return amounts;
  Charges charges = charges_of(claims, requests, snapshot);
  add_native(requests, snapshot, charges);
  add_resources(requests, snapshot, charges);
  for_each_sum(charges, pod, ns, snapshot, [&](const std::string& name, std::int64_t amount) {
    amounts.emplace(name, amount);
  });
  return amounts;
}

std::vector<Finding> check_resource_quotas(const ComingPods& pods, const Json& pod,
                                           std::span<const rules::PodClaim> claims,
                                           std::span<const rules::DeviceRequest> requests,
                                           const NamesBefore& before, std::string_view ns,
                                           const Snapshot& snapshot, NamesTogether* together) {
  const bool asks = pods.ask_for_devices || !requests.empty();
  if (!asks || !has_resource_quota(ns, snapshot)) return {};
  Charges charges = charges_of(claims, requests, snapshot);
  add_native(requests, snapshot, charges);
  // Of the object that is asked about the API server says so itself, in the same answer.
  const bool is_told_here = pods.are_made_later || !snapshot.knows(ObjectKind::kResourceQuota);
  if (is_told_here) add_resources(requests, snapshot, charges);
  Checked checked = checked_by_all(charges, before, ns, pods, pod, snapshot, together);
  if (is_told_here) {
    for (Finding& finding : check_compute_wanted(pod, pods.who, ns, snapshot)) {
      checked.refuses_all = true;
      checked.findings.push_back(std::move(finding));
    }
  }
  // What is refused takes nothing from others.
  if (together != nullptr && (!checked.refuses_all || together->stand))
    add_beyond(charges, pods, pod, before, ns, snapshot, *together);
  return std::move(checked.findings);
}

namespace {

constexpr ComingPods kClaimItself{"this ResourceClaim", 1};

Charges charges_of_claim(const ClaimInQuota& asked, const Snapshot& snapshot) {
  Charges charges;
  add_claim(kube::ClaimSpecView(asked.claim["spec"]), "", Whose::kItself, snapshot, charges);
  for (const auto& [name, of_pod] : asked.of_pod()) {
    const auto found = charges.find(name);
    if (found == charges.end()) continue;
    Charge& charge = found->second;
    charge.amount -= std::min(charge.amount, of_pod);
    charge.of_itself = std::min(charge.of_itself, charge.amount);
    if (charge.amount == 0) charges.erase(found);
  }
  for (auto& [name, charge] : charges) charge.field = "spec.devices.requests";
  return charges;
}

}  // namespace

NamedAmounts resources_in_quota(std::span<const rules::DeviceRequest> requests) {
  NamedAmounts amounts;
  for (const rules::DeviceRequest& request : requests) {
    if (request.path == rules::Path::kExtendedResource)
      amounts[name_in_quota(request.source)] = request.count;
  }
  return amounts;
}

std::vector<Finding> exceeded_by_claim(const ClaimInQuota& claim, const Snapshot& snapshot) {
  if (!has_resource_quota(claim.ns, snapshot)) return {};
  return checked_by_all(charges_of_claim(claim, snapshot), {}, claim.ns, kClaimItself, {}, snapshot,
                        nullptr, true)
      .findings;
}

std::vector<Finding> check_resource_quotas_of_claim(const ClaimInQuota& claim,
                                                    const Snapshot& snapshot,
                                                    NamesTogether& together) {
  if (snapshot.knows(ObjectKind::kResourceQuota) || !has_resource_quota(claim.ns, snapshot))
    return {};
  const Charges charges = charges_of_claim(claim, snapshot);
  Checked checked = checked_by_all(charges, {}, claim.ns, kClaimItself, {}, snapshot, &together);
  if (!checked.refuses_all || together.stand)
    add_beyond(charges, kClaimItself, {}, {}, claim.ns, snapshot, together);
  return std::move(checked.findings);
}

}  // namespace drawbridge::admission
