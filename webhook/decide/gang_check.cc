#include "webhook/decide/gang_check.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "kube/api/saturating.h"
#include "quota/amount_text.h"
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
std::int64_t gangs_of(const AdmissionRequest& request, const Known& known) {
  if (request.kind == "LeaderWorkerSet")
    return std::max<std::int64_t>(request.object["spec"]["replicas"].as_int(1), 0);
  if (request.kind == "Pod" && request.group.empty())
    return known.gang_size(kube::ObjectView(request.object)) ? 1 : 0;
  const bool is_gang =
      request.group == "kubeflow.org" &&
      std::find(std::begin(kGangKinds), std::end(kGangKinds), request.kind) != std::end(kGangKinds);
  // An elastic one starts with fewer, and so does one that says how many are enough.
  const Json spec = request.object["spec"];
  const bool starts_with_fewer = !spec["elasticPolicy"].is_null() ||
                                 !spec["runPolicy"]["schedulingPolicy"]["minAvailable"].is_null();
  return is_gang && !starts_with_fewer ? 1 : 0;
}

Gang gang_of(const AdmissionRequest& request, std::span<const GangPart> parts, const Known& known) {
  Gang gang;
  gang.gangs = gangs_of(request, known);
  gang.is_group = request.kind == "Pod";
  std::int64_t start = 0;
  if (gang.gangs == 0) {
    gang.is_group = request.group != "batch.volcano.sh";
    start = gang.is_group ? group_within(parts, known) : least_of_volcano(request.object["spec"]);
    if (start == 0) return {};
    gang.gangs = 1;
  }
  for (const GangPart& part : parts)
    gang.pods = kube::saturating_add(gang.pods, part.pods / gang.gangs);
  gang.start = start == 0 ? gang.pods : std::min(start, gang.pods);
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

std::string less_text_of(const Gang& gang) {
  return !gang.is_group && gang.start < gang.pods ? "Lower minAvailable, use fewer devices a pod"
                                                  : "Use fewer pods or fewer devices a pod";
}

// A warning has no room for where the quota is seen. What is in use is in the way of it too; of one
// that is there already, and of a group whose pods come one by one, that may be its own.
std::string raise_text(const quota::DeviceQuota& device_quota, const std::string& resource,
                       const kube::Quantity& asked, const Gang& gang,
                       const AdmissionRequest& request, bool is_warning) {
  kube::Quantity needed = asked.multiplied_by(gang.gangs);
  if (!gang.is_group && !request.standing.any())
    needed.add(quota::amount_of(device_quota.used, resource));
  return less_text_of(gang) + ", or have the quota raised to " + quota::amount_text(needed) +
         (gang.gangs > 1 ? " for " + std::to_string(gang.gangs) + " replicas" : "") +
         (is_warning ? "." : ": kubectl get devicequota -n " + std::string(request.ns) + ".");
}

// What DeviceQuotas allow less of than the whole gang asks for, and no less than each pod does.
void check_quotas(const AdmissionRequest& request, std::span<const GangPart> parts,
                  const Gang& gang, const quota::Amounts& asked_before, Known& known,
                  GangFindings& result) {
  const Snapshot& snapshot = known.snapshot();
  const std::vector<quota::DeviceQuota>& quotas = snapshot.device_quotas_of(request.ns);
  if (quotas.empty()) return;
  const Json labels = known.namespace_labels_if_known();
  std::vector<quota::Amounts> each;  // of one pod of a part
  quota::Amounts most;
  quota::Amounts all;
  for (const GangPart& part : parts) {
    each.push_back(amounts_of(1, part.requests, snapshot, labels));
    quota::raise(most, each.back());
    quota::add(all, amounts_of(part.pods, part.requests, snapshot, labels));
  }
  for (const quota::DeviceQuota& device_quota : quotas) {
    // Its pods may all pass behind Kueue's gate, and are charged when it opens.
    if (device_quota.exclude_queued && !snapshot.kueue().absent()) continue;
    for (const auto& [resource, hard] : device_quota.hard) {
      std::vector<Share> shares;
      for (std::size_t i = 0; i < parts.size(); ++i)
        shares.push_back({quota::amount_of(each[i], resource), parts[i].pods / gang.gangs});
      const bool alike = are_alike(shares);
      const kube::Quantity asked = least_together(std::move(shares), gang.start);
      if (asked <= hard || quota::amount_of(most, resource) > hard ||
          quota::amount_of(all, resource) <= quota::amount_of(asked_before, resource))
        continue;
      // Where no pod can have its devices now, that refuses the workload.
      const bool is_warning_of_workload = gang.is_group && request.kind != "Pod";
      if (is_warning_of_workload &&
          quota::amount_of(device_quota.used, resource).add(quota::amount_of(most, resource)) >
              hard)
        continue;
      // The pods of a group come one by one, and need not be alike.
      const bool refuses =
          !gang.is_group && device_quota.enforcement == quota::DeviceQuota::Enforcement::kDeny;
      result.quotas.emplace(device_quota.name, resource);
      result.findings.push_back(
          {"QuotaExceeded", refuses ? rules::Severity::kDeny : rules::Severity::kWarn, "spec",
           together_text(request, gang, alike) + quota::amount_text(asked) + " " + shown(resource) +
               ", and " + std::string(request.ns) + " may have " + quota::amount_text(hard) +
               " (DeviceQuota " + device_quota.name + ").",
           raise_text(device_quota, resource, asked, gang, request, !refuses)});
    }
  }
}

}  // namespace

GangFindings check_gang(const AdmissionRequest& request, std::span<const GangPart> parts,
                        const quota::Amounts& asked_before, Known& known) {
  const Gang gang = gang_of(request, parts, known);
  if (gang.gangs == 0 || gang.start < 2) return {};
  const Snapshot& snapshot = known.snapshot();
  // By class, each of the parts.
  std::map<std::string_view, std::vector<Share>> asked;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const DeviceRequest& wish : parts[i].requests) {
      const std::string_view device_class = class_of(wish, snapshot);
      if (device_class.empty()) continue;
      std::vector<Share>& shares = asked[device_class];
      if (shares.empty()) {
        for (const GangPart& part : parts) shares.push_back({{}, part.pods / gang.gangs});
      }
      shares[i].each.add(kube::Quantity::from_int(least_of(wish)));
    }
  }
  GangFindings result;
  check_quotas(request, parts, gang, asked_before, known, result);
  // Slices that only the files hold may be a sample: there are no more is said of a cluster's
  // alone.
  if (!snapshot.has_all(ObjectKind::kResourceSlice)) return result;
  for (const auto& [device_class, shares] : asked) {
    const rules::MatchCount* published = snapshot.devices().matches().of_class(device_class);
    if (published == nullptr || published->matched == 0 || published->failed > 0 ||
        published->shareable > 0)
      continue;
    const std::int64_t there = std::int64_t{published->matched} + published->pending;
    const kube::Quantity count = least_together(shares, gang.start);
    if (count <= kube::Quantity::from_int(there)) continue;
    const bool tells = snapshot.settings().inventory != rules::Inventory::kNothing;
    result.findings.push_back(
        {"GangExceedsDevices", rules::Severity::kWarn, "spec",
         together_text(request, gang, are_alike(shares)) + quota::amount_text(count) +
             " devices of class " + shown(device_class) +
             (tells ? ", and " + std::to_string(there) : ", and fewer") + " are published.",
         less_text_of(gang) + ", or wait until nodes bring more."});
  }
  return result;
}

}  // namespace drawbridge::admission
