#include "webhook/decide/queues/queue_limit_ranges.h"

#include <optional>
#include <string>
#include <utility>

#include "quota/kueue/range_breach.h"
#include "webhook/decide/queues/queue_asked.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using quota::BeyondLimit;
using quota::QueuedPods;
using quota::RangeBreach;
using rules::Finding;
using rules::shown;

// What has the amount.
std::string whose_text(const RangeBreach& breach, const QueuedPods& pods, bool is_one_of_several) {
  if (breach.is_added) return std::string(pods.added_for);
  if (!breach.container.empty()) return "container " + shown(breach.container, 40);
  return "each pod" + (is_one_of_several ? " of " + std::string(place_of_template(pods.path)) : "");
}

Finding beyond_limit_range(const QueueSubject& subject, const QueuedPods& pods,
                           const RangeBreach& breach) {
  const bool is_of_container = breach.is_added || !breach.container.empty();
  const std::string bound = breach.bound.canonical();
  const std::string range = "LimitRange " + shown(breach.range, 40);
  const std::string change = std::string("have ") + (breach.is_max ? "max" : "min") + " of " +
                             range + (breach.is_max ? " raised." : " lowered.");
  Finding finding{
      "KueueCannotAdmit", rules::Severity::kDeny,
      (pods.path.empty() ? "" : pods.path + ".") + breach.field,
      never_runs(subject) + range + (breach.is_max ? " allows " : " wants ") + bound + " " +
          shown(breach.resource, 50) + (breach.is_max ? " at most in a " : " at least in a ") +
          (is_of_container ? "container" : "pod") + ", " +
          whose_text(breach, pods, subject.pods.size() > 1) + " has " + breach.amount.canonical() +
          ", and Kueue admits nothing beyond it.",
      breach.is_added
          ? "H" + change.substr(1)
          : "Ask for " + bound + (breach.is_max ? " or less, or " : " or more, or ") + change};
  finding.about = breach.resource;
  return finding;
}

// What a container says itself, of kinds of which the API server does not look at templates; else
// what it says beyond the limit that a LimitRange gives.
std::optional<BeyondLimit> beyond_limit_of(const QueueSubject& subject, const Json& pod,
                                           std::span<const Json> limit_ranges,
                                           const Json& least_of_first) {
  const bool is_of_kubernetes = subject.placement.framework == "batch/job";
  if (auto own = is_of_kubernetes ? std::nullopt : quota::beyond_own_limit(pod)) return own;
  auto beyond = quota::beyond_limit(pod, limit_ranges, least_of_first, /*own_too=*/true);
  // Of others the judgement tells it.
  if (beyond && beyond->request_by != BeyondLimit::By::kItself) return std::nullopt;
  return beyond;
}

// Kueue's ValidateResources.
Finding beyond_limit(const QueueSubject& subject, const QueuedPods& pods,
                     const BeyondLimit& beyond) {
  const std::string resource = shown(beyond.resource);
  const std::string asked = beyond.request.canonical();
  Finding finding{
      "KueueCannotAdmit", rules::Severity::kDeny,
      (pods.path.empty() ? "" : pods.path + ".") + beyond.field,
      never_runs(subject) + "container " + shown(beyond.container) + " asks for " + asked + " " +
          resource +
          (beyond.limit_is_default ? " without a limit, a LimitRange gives it a limit of "
                                   : ", its limit is ") +
          beyond.limit.canonical() + ", and Kueue wants no request beyond its limit.",
      "Write " + resource + ": " + asked + " in its limits."};
  finding.about = beyond.resource;
  return finding;
}

}  // namespace

std::vector<Finding> beyond_limit_ranges(const QueueSubject& subject,
                                         std::span<const Json> limit_ranges) {
  std::vector<Finding> findings;
  for (const QueuedPods& pods : subject.pods) {
    if (pods.is_pod || findings.size() >= quota::kRangeBreachesMax) continue;
    const Json spec = pods.pod_template["spec"];
    if (const auto beyond = beyond_limit_of(subject, spec, limit_ranges, pods.least_of_first))
      findings.push_back(beyond_limit(subject, pods, *beyond));
    for (const RangeBreach& breach : quota::range_breaches(pods, limit_ranges)) {
      Finding finding = beyond_limit_range(subject, pods, breach);
      // A limit that is as high as the request would be beyond it, too.
      std::erase_if(findings, [&](const Finding& told) {
        return told.about == finding.about && finding.field.starts_with(told.field + ".");
      });
      findings.push_back(std::move(finding));
    }
  }
  return findings;
}

}  // namespace drawbridge::admission
