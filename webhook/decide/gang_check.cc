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
std::string together_text(const AdmissionRequest& request, std::int64_t pods, std::int64_t gangs) {
  const std::string those =
      "The " + std::to_string(pods) + " pods of " + (gangs > 1 ? "each replica of " : "") + "this ";
  // They are created one by one: of the others nothing is known.
  if (request.kind == "Pod")
    return those + "Pod's group start together and ask" +
           (request.standing.group.empty() ? ", if they are alike," : "") + " for ";
  return those + std::string(request.kind) + " start together and ask for ";
}

// What is in use is in the way of it too; of one that is there already, and of a group whose pods
// come one by one, that may be its own.
std::string raise_text(const quota::DeviceQuota& device_quota, const std::string& resource,
                       const kube::Quantity& asked, std::int64_t gangs,
                       const AdmissionRequest& request) {
  kube::Quantity needed = asked.multiplied_by(gangs);
  if (request.kind != "Pod" && !request.standing.any())
    needed.add(quota::amount_of(device_quota.used, resource));
  return "Use fewer pods or fewer devices a pod, or have the quota raised to " +
         quota::amount_text(needed) +
         (gangs > 1 ? " for " + std::to_string(gangs) + " replicas" : "") +
         ": kubectl get devicequota -n " + std::string(request.ns) + ".";
}

// What DeviceQuotas allow less of than the whole gang asks for, and no less than each pod does.
void check_quotas(const AdmissionRequest& request, std::span<const GangPart> parts,
                  std::int64_t gangs, std::int64_t pods, Known& known, GangFindings& result) {
  const Snapshot& snapshot = known.snapshot();
  const std::vector<quota::DeviceQuota>& quotas = snapshot.device_quotas_of(request.ns);
  if (quotas.empty()) return;
  const Json labels = known.namespace_labels_if_known();
  quota::Amounts all;
  quota::Amounts most;  // of one pod
  for (const GangPart& part : parts) {
    quota::add(all, amounts_of(part.pods / gangs, part.requests, snapshot, labels));
    quota::raise(most, amounts_of(1, part.requests, snapshot, labels));
  }
  for (const quota::DeviceQuota& device_quota : quotas) {
    // Its pods may all pass behind Kueue's gate, and are charged when it opens.
    if (device_quota.exclude_queued && !snapshot.kueue().absent()) continue;
    for (const auto& [resource, hard] : device_quota.hard) {
      const kube::Quantity asked = quota::amount_of(all, resource);
      if (asked <= hard || quota::amount_of(most, resource) > hard) continue;
      // The pods of a group come one by one, and need not be alike.
      const bool refuses = request.kind != "Pod" &&
                           device_quota.enforcement == quota::DeviceQuota::Enforcement::kDeny;
      result.quotas.emplace(device_quota.name, resource);
      result.findings.push_back(
          {"QuotaExceeded", refuses ? rules::Severity::kDeny : rules::Severity::kWarn, "spec",
           together_text(request, pods, gangs) + quota::amount_text(asked) + " " + shown(resource) +
               ", and " + std::string(request.ns) + " may have " + quota::amount_text(hard) +
               " (DeviceQuota " + device_quota.name + ").",
           raise_text(device_quota, resource, asked, gangs, request)});
    }
  }
}

}  // namespace

GangFindings check_gang(const AdmissionRequest& request, std::span<const GangPart> parts,
                        Known& known) {
  const std::int64_t gangs = gangs_of(request, known);
  if (gangs == 0) return {};
  const Snapshot& snapshot = known.snapshot();
  std::map<std::string_view, std::int64_t> asked;
  std::int64_t pods = 0;
  for (const GangPart& part : parts) {
    pods = kube::saturating_add(pods, part.pods / gangs);
    for (const DeviceRequest& wish : part.requests) {
      const std::string_view device_class = class_of(wish, snapshot);
      if (device_class.empty()) continue;
      std::int64_t& total = asked[device_class];
      total =
          kube::saturating_add(total, kube::saturating_multiply(least_of(wish), part.pods / gangs));
    }
  }
  GangFindings result;
  if (pods > 1) check_quotas(request, parts, gangs, pods, known, result);
  // Slices that only the files hold may be a sample: there are no more is said of a cluster's
  // alone.
  if (!snapshot.has_all(ObjectKind::kResourceSlice)) return result;
  for (const auto& [device_class, count] : asked) {
    const rules::MatchCount* published = snapshot.devices().matches().of_class(device_class);
    if (pods < 2 || published == nullptr || published->matched == 0 || published->failed > 0 ||
        published->shareable > 0)
      continue;
    const std::int64_t there = std::int64_t{published->matched} + published->pending;
    if (count <= there) continue;
    const bool tells = snapshot.settings().inventory != rules::Inventory::kNothing;
    result.findings.push_back(
        {"GangExceedsDevices", rules::Severity::kWarn, "spec",
         together_text(request, pods, gangs) + std::to_string(count) + " devices of class " +
             shown(device_class) + (tells ? ", and " + std::to_string(there) : ", and fewer") +
             " are published.",
         "Use fewer pods or fewer devices a pod, or wait until nodes bring more."});
  }
  return result;
}

}  // namespace drawbridge::admission
