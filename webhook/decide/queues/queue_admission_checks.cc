#include "webhook/decide/queues/queue_admission_checks.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "quota/kueue/exclusive_checks.h"
#include "webhook/decide/meant_name.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using rules::Finding;
using rules::Severity;
using rules::shown;

// AdmissionChecks that a message names.
constexpr std::size_t kChecksShown = 4;
// Those of one object that are looked for among all there are.
constexpr std::size_t kChecksLookedAt = 64;

// One that a ClusterQueue names; `written` is how it names it.
void check_admission_check(std::string_view name, const std::string& field,
                           const std::string& written, Known& known,
                           std::vector<Finding>& findings) {
  if (name.empty()) return;
  const quota::AdmissionCheck* check = known.snapshot().kueue().admission_check(name);
  if (check != nullptr && check->inactive)
    findings.push_back(
        {"QueueStopped", Severity::kWarn, field,
         "AdmissionCheck " + shown(name) +
             " is not active, and Kueue admits nothing in a ClusterQueue that names it.",
         "See why: kubectl get admissioncheck " + shown(name) + " -o jsonpath={.status}."});
  if (check != nullptr) return;
  const std::string near = meant_name(name, ObjectKind::kAdmissionCheck, known);
  if (near.empty()) {
    if (!known.snapshot().has_all(ObjectKind::kAdmissionCheck)) return;
    known.await_newest("AdmissionCheck");
  }
  findings.push_back(
      {"QueueStopped", Severity::kWarn, field,
       "AdmissionCheck " + shown(name) +
           " does not exist, and Kueue admits nothing in a ClusterQueue that names it.",
       near.empty() ? "Create the check, or take its name away."
                    : "Write " + written + shown(near) + ", or create the check."});
}

// v1beta1 has a plain list besides.
void check_each(const Json& spec, Known& known, std::vector<Finding>& findings) {
  const std::span<const Json> checks =
      spec["admissionChecksStrategy"]["admissionChecks"].elements();
  for (std::size_t i = 0; i < std::min(checks.size(), kChecksLookedAt); ++i)
    check_admission_check(
        checks[i]["name"].as_string(),
        "spec.admissionChecksStrategy.admissionChecks[" + std::to_string(i) + "].name",
        "name: ", known, findings);
  const std::span<const Json> names = spec["admissionChecks"].elements();
  for (std::size_t i = 0; i < std::min(names.size(), kChecksLookedAt); ++i)
    check_admission_check(names[i].as_string(), "spec.admissionChecks[" + std::to_string(i) + "]",
                          "- ", known, findings);
}

// inactiveReason(): MultiKueueAdmissionCheckAppliedPerFlavor.
void check_dispatchers_of_some(const Json& object, const Known& known,
                               std::vector<Finding>& findings) {
  const quota::ClusterQueue queue = quota::ClusterQueue::read(object);
  for (const std::string& name : queue.checks_of_some_flavors) {
    const quota::AdmissionCheck* check = known.snapshot().kueue().admission_check(name);
    if (check == nullptr || !check->dispatches) continue;
    findings.push_back(
        {"QueueStopped", Severity::kWarn, "spec.admissionChecksStrategy.admissionChecks",
         "AdmissionCheck " + shown(name) +
             " is MultiKueue's and not for all flavors, and Kueue admits nothing in a ClusterQueue "
             "that has one for some.",
         "Take its onFlavors away."});
  }
}

// Names of AdmissionChecks, "a and b".
std::string checks_text(const std::vector<std::string_view>& names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : " and ") + shown(name, 40);
  return text;
}

void check_dispatchers(const Json& spec, const Known& known, std::vector<Finding>& findings) {
  quota::ExclusiveChecks checks;
  for (const Json& one : spec["admissionChecksStrategy"]["admissionChecks"].elements()) {
    if (checks.dispatch.size() + checks.provision.size() == kChecksShown) break;
    checks.add(one["name"].as_string(), known.snapshot().kueue());
  }
  if (!checks.exclude_each_other()) return;
  const bool several = checks.dispatch.size() > 1;
  findings.push_back(
      {"QueueStopped", Severity::kWarn, "spec.admissionChecksStrategy.admissionChecks",
       several ? checks_text(checks.dispatch) +
                     " are AdmissionChecks of MultiKueue, and Kueue admits nothing "
                     "in a ClusterQueue that has more than one."
               : "AdmissionCheck " + checks_text(checks.dispatch) +
                     " is MultiKueue's, and Kueue admits nothing in a ClusterQueue "
                     "that has one of ProvisioningRequests beside it (" +
                     checks_text(checks.provision) + ").",
       several ? "Keep one of them."
               : "Keep one of the two; the other clusters ask for nodes themselves."});
}

}  // namespace

void check_admission_checks(const Json& cluster_queue, Known& known,
                            std::vector<Finding>& findings) {
  const Json spec = cluster_queue["spec"];
  check_each(spec, known, findings);
  check_dispatchers(spec, known, findings);
  check_dispatchers_of_some(cluster_queue, known, findings);
}

}  // namespace drawbridge::admission
