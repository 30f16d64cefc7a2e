#include "webhook/decide/gang_check.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "kube/api/saturating.h"
#include "quota/amount_text.h"
#include "rules/devices/demand_text.h"
#include "rules/devices/gangs.h"
#include "webhook/decide/quotas/ask_less.h"
#include "webhook/decide/quotas/asked_words.h"
#include "webhook/decide/quotas/charges.h"
#include "webhook/decide/quotas/exceeded_text.h"
#include "webhook/decide/quotas/quota_check.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using rules::DeviceRequest;
using rules::Finding;
using rules::Path;
using rules::shown;

// Pods of these wait for each other before they do anything.
constexpr std::string_view kGangKinds[] = {"JAXJob", "MPIJob", "PaddleJob", "PyTorchJob", "TFJob"};

struct Gang {
  std::int64_t gangs = 0;  // that the object's pods make, each of its own; 0: they are none
  std::int64_t pods = 0;   // of one
  std::int64_t start = 0;  // those that it does not start without
  bool is_group = false;   // others may be of it, which need not be alike
  bool has_least = false;  // a PodGroup says how many it starts with
};

// Volcano's scheduler starts a Job with minAvailable of its pods, which are all where nothing says
// less (pkg/webhooks/admission/jobs/mutate, v1.12). With another one each starts by itself.
std::int64_t least_of_volcano(const Json& spec) {
  if (spec["schedulerName"].as_string("volcano") != "volcano") return 0;
  if (const std::int64_t least = spec["minAvailable"].as_int(); least > 0) return least;
  std::int64_t sum = 0;
  for (const Json& task : spec["tasks"].elements())
    sum = kube::saturating_add(sum, task["minAvailable"].as_int(task["replicas"].as_int()));
  return sum;
}

// Of a workload whose pods are enough for the group that they say they belong to; 0 where others
// have to be of it.
std::int64_t group_within(std::span<const GangPart> parts, const Known& known) {
  if (parts.size() != 1 || parts.front().pod_template.is_null()) return 0;
  const auto size = known.gang_size(kube::ObjectView(parts.front().pod_template));
  return size && parts.front().pods >= *size ? *size : 0;
}

// How often the object's pods make a gang of their own; 0 where they are none.
std::int64_t gangs_of(const AdmissionRequest& request, const Json& object, const Known& known) {
  if (request.kind == "LeaderWorkerSet")
    return std::max<std::int64_t>(object["spec"]["replicas"].as_int(1), 0);
  if (request.kind == "Pod" && request.group.empty())
    return known.gang_size(kube::ObjectView(object)) ? 1 : 0;
  const bool is_gang =
      request.group == "kubeflow.org" &&
      std::find(std::begin(kGangKinds), std::end(kGangKinds), request.kind) != std::end(kGangKinds);
  // An elastic one starts with fewer, and so does one that says how many are enough.
  const Json spec = object["spec"];
  const bool starts_with_fewer = !spec["elasticPolicy"].is_null() ||
                                 !spec["runPolicy"]["schedulingPolicy"]["minAvailable"].is_null();
  return is_gang && !starts_with_fewer ? 1 : 0;
}

// Pods of Kueue's groups say of how many they are, where others name a PodGroup.
bool says_size(const AdmissionRequest& request, const Json& object,
               std::span<const GangPart> parts) {
  const Json& pod = request.kind == "Pod" ? object : parts.front().pod_template;
  return rules::pod_group_size(kube::ObjectView(pod)).has_value();
}

// Of an object of the request's kind.
Gang gang_of(const AdmissionRequest& request, const Json& object, std::span<const GangPart> parts,
             const Known& known) {
  Gang gang;
  gang.gangs = gangs_of(request, object, known);
  gang.is_group = request.kind == "Pod";
  std::int64_t start = 0;
  if (gang.gangs == 0) {
    gang.is_group = request.group != "batch.volcano.sh";
    start = gang.is_group ? group_within(parts, known) : least_of_volcano(object["spec"]);
    if (start == 0) return {};
    gang.gangs = 1;
  }
  for (const GangPart& part : parts)
    gang.pods = kube::saturating_add(gang.pods, part.pods / gang.gangs);
  gang.start = start == 0 ? gang.pods : std::min(start, gang.pods);
  gang.has_least = gang.is_group && !says_size(request, object, parts);
  return gang;
}

// What each of so many pods asks for.
struct Share {
  kube::Quantity each;
  std::int64_t pods = 0;
};

bool are_alike(std::span<const Share> shares) {
  return std::all_of(shares.begin(), shares.end(),
                     [&](const Share& share) { return share.each == shares.front().each; });
}

kube::Quantity most_of_one(std::span<const Share> shares) {
  kube::Quantity most;
  for (const Share& share : shares) most = std::max(most, share.each);
  return most;
}

// What so many of them ask for at least.
kube::Quantity least_together(std::vector<Share> shares, std::int64_t start) {
  std::sort(shares.begin(), shares.end(),
            [](const Share& a, const Share& b) { return a.each < b.each; });
  kube::Quantity sum;
  for (const Share& share : shares) {
    const std::int64_t pods = std::min(share.pods, start);
    sum.add(share.each.multiplied_by(pods));
    start -= pods;
  }
  return sum;
}

// What pods ask for of one resource, or of one class.
struct Together {
  std::vector<Share> shares;  // of each part, in one gang
  kube::Quantity gang;        // that one gang does not start without
  kube::Quantity all;
};

template <typename EachOf>
Together together_of(const Gang& gang, std::span<const GangPart> parts, EachOf each_of) {
  Together together;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const kube::Quantity each = each_of(i);
    together.shares.push_back({each, gang.gangs > 0 ? parts[i].pods / gang.gangs : 0});
    together.all.add(each.multiplied_by(parts[i].pods));
  }
  together.gang = least_together(together.shares, gang.start);
  return together;
}

// Pods of a gang that ask for something, where each of these asks for the same; else 0.
std::int64_t askers_of(std::span<const Share> shares, std::int64_t start) {
  const Share* first = nullptr;
  for (const Share& share : shares) {
    if (share.each.is_zero()) {
      start -= std::min(share.pods, start);
    } else if (first != nullptr && share.each != first->each) {
      return 0;
    } else {
      first = &share;
    }
  }
  return first == nullptr ? 0 : start;
}

// The least that each pod takes of the class; 0 where another class may serve it, too.
std::int64_t least_of(const DeviceRequest& request) {
  if (request.asked.option_count() < 2) return request.count;
  std::int64_t least = request.count;
  for (std::size_t i = 0; i < request.asked.option_count(); ++i) {
    const kube::DeviceOptionView option = request.asked.option(i);
    if (option.device_class() != request.device_class || !option.count()) return 0;
    least = std::min(least, *option.count());
  }
  return least;
}

// Devices of a class that its driver hands out by claims; empty where nobody can say.
std::string_view class_of(const DeviceRequest& request, const Snapshot& snapshot) {
  if (request.admin_access || request.all || request.path == Path::kSharedClaim) return {};
  if (request.path == Path::kClaimTemplate) return request.device_class;
  const bool by_class =
      snapshot.devices().class_of_extended_resource(request.source) == request.device_class &&
      snapshot.devices().nodes().offering(request.source).empty();
  return by_class ? std::string_view(request.device_class) : std::string_view();
}

// "The 8 pods of this MPIJob start together and ask for "
std::string together_text(const AdmissionRequest& request, const Gang& gang, bool alike) {
  const std::string kind(request.kind);
  const std::string those = "The " + std::to_string(gang.start) + " pods of " +
                            (gang.gangs > 1 ? "each replica of " : "") + "this ";
  // They are created one by one: of the others nothing is known.
  if (gang.is_group)
    return those + kind + "'s group start together and ask" +
           (request.standing.group.empty() ? ", if they are alike," : "") + " for ";
  if (gang.start == gang.pods) return those + kind + " start together and ask for ";
  return "This " + kind + " starts with " + std::to_string(gang.start) + " of its " +
         std::to_string(gang.pods) + " pods together (minAvailable), which ask for " +
         (alike ? "" : "at least ");
}

// With fewer pods than that it never starts.
bool starts_with_less(const Gang& gang) {
  return gang.has_least || (!gang.is_group && gang.start < gang.pods);
}

std::string fewer_pods_text(const Gang& gang) {
  if (gang.has_least) return "lower the PodGroup's minMember";
  return starts_with_less(gang) ? "lower minAvailable" : "use fewer pods";
}

std::string less_text_of(const Gang& gang) {
  return rules::sentence_start(fewer_pods_text(gang)) + (starts_with_less(gang) ? ", use" : " or") +
         " fewer devices a pod";
}

// What parts of a gang ask for of one class, or of its devices that the same selectors match.
struct ClassWish {
  std::string_view device_class;
  std::vector<Json> selectors;       // empty: of the whole class
  std::vector<kube::Quantity> each;  // by each pod of each part
};
// By class, or by class and selectors: what asks for these counts for the class, too.
using WishesByKey = std::map<std::string, ClassWish, std::less<>>;

std::vector<Json> selectors_of(const DeviceRequest& request) {
  if (request.asked.option_count() != 1) return {};
  const auto selectors = request.asked.option(0).selectors();
  return {selectors.begin(), selectors.end()};
}

void add_wish(std::string_view device_class, std::vector<Json> selectors, std::size_t part,
              std::size_t parts, std::int64_t count, WishesByKey& wishes) {
  std::string key(device_class);
  for (const Json& selector : selectors) (key += '\n') += selector["cel"]["expression"].as_string();
  ClassWish& wish = wishes[key];
  wish.device_class = device_class;
  wish.selectors = std::move(selectors);
  wish.each.resize(parts);
  wish.each[part].add(kube::Quantity::from_int(count));
}

WishesByKey wishes_of_parts(std::span<const GangPart> parts, const Snapshot& snapshot) {
  WishesByKey wishes;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const DeviceRequest& request : parts[i].requests) {
      const std::string_view device_class = class_of(request, snapshot);
      if (device_class.empty()) continue;
      const std::int64_t least = least_of(request);
      add_wish(device_class, {}, i, parts.size(), least, wishes);
      if (std::vector<Json> selectors = selectors_of(request); !selectors.empty())
        add_wish(device_class, std::move(selectors), i, parts.size(), least, wishes);
    }
  }
  return wishes;
}

// Devices that there are of it; nullopt where that is not known. Those that several claims may
// share are no measure.
std::optional<std::int64_t> published_for(const ClassWish& wish, const Snapshot& snapshot) {
  const rules::MatchCount* of_class = snapshot.devices().matches().of_class(wish.device_class);
  if (of_class == nullptr || of_class->matched == 0 || of_class->failed > 0 ||
      of_class->shareable > 0)
    return std::nullopt;
  if (wish.selectors.empty()) return std::int64_t{of_class->matched} + of_class->pending;
  // That none matches is told of the request.
  const auto matched = snapshot.devices().devices_of_request(wish.device_class, wish.selectors);
  if (of_class->pending > 0 || matched.value_or(0) == 0) return std::nullopt;
  return *matched;
}

class GangCheck {
 public:
  GangCheck(const AdmissionRequest& request, std::span<const GangPart> parts,
            const GangBefore& before, Known& known)
      : request_(request),
        parts_(parts),
        before_(before),
        known_(known),
        snapshot_(known.snapshot()),
        gang_(gang_of(request, request.object, parts, known)),
        is_change_(!request.old_object.is_null() || request.standing.any()) {
    if (!before.object.is_null())
      gang_before_ = gang_of(request, before.object, before.parts, known);
  }

  bool is_gang() const { return gang_.gangs > 0 && gang_.start > 1; }

  // What DeviceQuotas allow less of than the whole gang asks for.
  void check_quotas(GangFindings& result) const {
    const std::vector<quota::DeviceQuota>& quotas = snapshot_.device_quotas_of(request_.ns);
    if (quotas.empty()) return;
    const std::vector<quota::Amounts> each = amounts_of_parts(parts_);
    const std::vector<quota::Amounts> each_before = amounts_of_parts(before_.parts);
    for (const quota::DeviceQuota& device_quota : quotas) {
      for (const auto& [resource, hard] : device_quota.hard) {
        const auto of = [name = std::string_view(resource)](const auto& amounts) {
          return [&amounts, name](std::size_t i) { return quota::amount_of(amounts[i], name); };
        };
        const Together now = together_of(gang_, parts_, of(each));
        if (now.gang <= hard ||
            !asks_more(now, together_of(gang_before_, before_.parts, of(each_before))))
          continue;
        if (device_quota.exclude_queued && all_wait_at_gate(now.shares)) continue;
        tell(device_quota, resource, hard, now, result);
      }
    }
  }

  // What is published less of.
  void check_devices(GangFindings& result) const {
    const WishesByKey wishes_before = wishes_of_parts(before_.parts, snapshot_);
    std::string_view told;
    for (const auto& entry : wishes_of_parts(parts_, snapshot_)) {
      const ClassWish& wish = entry.second;
      const std::optional<std::int64_t> there = published_for(wish, snapshot_);
      // Of the whole class it comes first.
      if (!there || wish.device_class == told) continue;
      const Together now = together_of(gang_, parts_, [&](std::size_t i) { return wish.each[i]; });
      const auto stood = wishes_before.find(entry.first);
      const Together then = together_of(gang_before_, before_.parts, [&](std::size_t i) {
        return stood == wishes_before.end() ? kube::Quantity() : stood->second.each[i];
      });
      if (now.gang <= kube::Quantity::from_int(*there) || !asks_more(now, then)) continue;
      told = wish.device_class;
      result.findings.push_back(exceeds_devices(wish, *there, now));
    }
  }

 private:
  std::vector<quota::Amounts> amounts_of_parts(std::span<const GangPart> parts) const {
    std::vector<quota::Amounts> each;
    each.reserve(parts.size());
    for (const GangPart& part : parts)
      each.push_back(amounts_of(1, part.requests, snapshot_, known_.namespace_labels_if_known()));
    return each;
  }

  Finding exceeds_devices(const ClassWish& wish, std::int64_t there, const Together& now) const {
    const bool tells = snapshot_.settings().inventory != rules::Inventory::kNothing;
    const char* matching = wish.selectors.empty()      ? ""
                           : wish.selectors.size() > 1 ? " that its selectors match"
                                                       : " that its selector matches";
    return {"GangExceedsDevices", rules::Severity::kWarn, "spec",
            together_text(request_, gang_, are_alike(now.shares)) + quota::amount_text(now.gang) +
                " devices of class " + shown(wish.device_class) + matching +
                (tells ? ", and " + std::to_string(there) : ", and fewer") + " are published.",
            less_text_of(gang_) + ", or wait until nodes bring more."};
  }

  bool asks_more(const Together& now, const Together& before) const {
    return now.all > before.all || (!before_.object.is_null() && now.gang > before.gang);
  }

  // Such are charged when the gate opens.
  bool all_wait_at_gate(std::span<const Share> shares) const {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (!shares[i].each.is_zero() && !parts_[i].wait_at_gate) return false;
    }
    return true;
  }

  void tell(const quota::DeviceQuota& device_quota, const std::string& resource,
            const kube::Quantity& hard, const Together& now, GangFindings& result) const {
    const kube::Quantity most = most_of_one(now.shares);
    const bool is_deny = device_quota.enforcement == quota::DeviceQuota::Enforcement::kDeny;
    const bool none_ever = most > hard;
    if (gang_.is_group) {
      // That refuses it: the pod itself, or the workload of which no pod can have its devices now.
      const bool none_now = quota::amount_of(device_quota.used, resource).add(most) > hard;
      if (request_.kind == "Pod" ? none_ever : none_now && !none_ever) return;
    }
    // The pods of a group come one by one, and need not be alike; a change is never held up.
    const bool refuses = is_deny && !is_change_ && (!gang_.is_group || none_ever);
    result.quotas.emplace(device_quota.name, resource);
    result.findings.push_back(
        {"QuotaExceeded", refuses ? rules::Severity::kDeny : rules::Severity::kWarn, "spec",
         together_text(request_, gang_, are_alike(now.shares)) +
             (quota::is_past_counting(now.gang)
                  ? "more " + shown(resource) + " than can be counted"
                  : quota::amount_text(now.gang) + " " + shown(resource)) +
             ", and " + std::string(request_.ns) + " may have " + quota::amount_text(hard) +
             " (DeviceQuota " + device_quota.name + ").",
         fix_of(device_quota, resource, hard, now, !refuses)});
  }

  // A warning has no room for where the quota is seen.
  std::string fix_of(const quota::DeviceQuota& device_quota, const std::string& resource,
                     const kube::Quantity& hard, const Together& now, bool is_warning) const {
    kube::Quantity left = hard;
    kube::Quantity needed = now.gang.multiplied_by(gang_.gangs);
    // What is in use is in the way of it too; of one that is there already, and of a group whose
    // pods come one by one, that may be its own.
    if (!gang_.is_group && !is_change_) {
      left.sub(quota::amount_of(device_quota.used, resource));
      needed.add(quota::amount_of(device_quota.used, resource));
    }
    const std::string less = less_text_of_quota(resource, left, now);
    if (quota::is_past_counting(needed)) return past_counting_text(less, Askers(), {});
    return raise_text(less, needed) +
           (gang_.gangs > 1 ? " for " + std::to_string(gang_.gangs) + " replicas" : "") +
           (is_warning ? "." : see_quota_text(std::string(request_.ns)));
  }

  // "Ask for 2 a pod, use fewer pods": what all of them can have.
  std::string less_text_of_quota(const std::string& resource, const kube::Quantity& left,
                                 const Together& now) const {
    if (left.sign() <= 0) return {};
    const std::int64_t askers = askers_of(now.shares, gang_.start);
    const std::optional<Asked> asked = askers == 0 ? std::nullopt : asked_of(resource, now.shares);
    if (!asked) return less_text_of(gang_);
    const std::int64_t pods = kube::saturating_multiply(askers, gang_.gangs);
    const std::string less = less_of_each_pod(left, pods, *asked);
    if (!less.empty()) return less + ", " + fewer_pods_text(gang_);
    if (!asked->capacity.empty()) return less_text_of(gang_);
    // There is not one for each.
    const auto asks = std::find_if(now.shares.begin(), now.shares.end(),
                                   [](const Share& share) { return !share.each.is_zero(); });
    return rules::sentence_start(fewer_pods_text(gang_)) + (asks->each <= left ? ""
                                                            : starts_with_less(gang_)
                                                                ? " and use fewer devices a pod"
                                                                : " and fewer devices a pod");
  }

  // How each of those parts asks that does; nullopt where they have no words in common.
  std::optional<Asked> asked_of(const std::string& resource, std::span<const Share> shares) const {
    std::vector<Asked> asked;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (shares[i].each.is_zero()) continue;
      auto by_resource = asked_by_resource(parts_[i].requests, ChargedFor::kPod, snapshot_,
                                           known_.namespace_labels_if_known());
      asked.push_back(std::move(by_resource[resource]));
    }
    if (asked.size() == 1) return std::move(asked.front());
    const auto is_plain = [](const Asked& one) {
      return one.capacity.empty() && !one.has_all && one.template_uses == 1;
    };
    if (std::all_of(asked.begin(), asked.end(), is_plain)) return Asked();
    return std::nullopt;
  }

  const AdmissionRequest& request_;
  const std::span<const GangPart> parts_;
  const GangBefore& before_;
  Known& known_;
  const Snapshot& snapshot_;
  const Gang gang_;
  Gang gang_before_;
  const bool is_change_;  // of what is there
};

}  // namespace

bool starts_together(const AdmissionRequest& request, std::span<const GangPart> parts,
                     const Known& known) {
  const Gang gang = gang_of(request, request.object, parts, known);
  return gang.gangs > 0 && gang.start > 1;
}

GangFindings check_gang(const AdmissionRequest& request, std::span<const GangPart> parts,
                        const GangBefore& before, Known& known) {
  const GangCheck check(request, parts, before, known);
  GangFindings result;
  if (!check.is_gang()) return result;
  check.check_quotas(result);
  // Slices that only the files hold may be a sample: there are no more is said of a cluster's
  // alone.
  if (known.snapshot().has_all(ObjectKind::kResourceSlice)) check.check_devices(result);
  return result;
}

}  // namespace drawbridge::admission
