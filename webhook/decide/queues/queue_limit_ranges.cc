#include "webhook/decide/queues/queue_limit_ranges.h"

#include <optional>
#include <string>
#include <utility>

#include "kube/api/json_writer.h"
#include "kube/api/largest_that.h"
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

std::string amount_of(const RangeBreach& breach) {
  return std::string(breach.is_default && breach.is_of_limits ? "a limit of " : "") +
         breach.amount.canonical() + (breach.is_default ? " (a LimitRange's default)" : "");
}

// "Ask for 2 or less", in so many pods where that is said; what they do not say themselves has to
// be written.
std::string ask_text(const RangeBreach& breach, const std::string& where) {
  const std::string amount = breach.to_ask.canonical();
  const std::string direction = !where.empty() ? "" : breach.is_max ? " or less" : " or more";
  if (breach.is_of_whole)
    return "Write " + shown(breach.resource, 50) + ": " + amount + direction +
           " in spec.resources of the pod" + where;
  if (!breach.is_default && !breach.limit_is_default)
    return "Ask for " + amount + direction + where;
  return "Write " + shown(breach.resource, 50) + ": " + amount + direction + " in its requests" +
         (breach.limit_is_default ? " and limits" : "") + where;
}

// The resources with so much of the one in requests and limits.
void write_resources(const Json& resources, const RangeBreach& breach, kube::JsonWriter& writer) {
  const std::string amount = breach.to_ask.canonical();
  writer.key("resources").begin_object().members(resources, {"requests", "limits"});
  for (const std::string_view list : {"requests", "limits"}) {
    writer.key(list).begin_object().members(resources[list], {breach.resource});
    writer.key(breach.resource).string(amount).end_object();
  }
  writer.end_object();
}

// The template with so much of the resource in the container, or in what it says of the whole pod.
Result<kube::Document> with_amount(const Json& pod_template, std::string_view container,
                                   const RangeBreach& breach) {
  const Json spec = pod_template["spec"];
  std::string text;
  kube::JsonWriter writer(text);
  writer.begin_object().members(pod_template, {"spec"}).key("spec").begin_object();
  if (breach.is_of_whole) {
    writer.members(spec, {"resources"});
    write_resources(spec["resources"], breach, writer);
    writer.end_object().end_object();
    return kube::read_json(text);
  }
  writer.members(spec, {"containers"}).key("containers").begin_array();
  for (const Json& one : spec["containers"].elements()) {
    if (one["name"].as_string() != container) {
      writer.json(one);
      continue;
    }
    writer.begin_object().members(one, {"resources"});
    write_resources(one["resources"], breach, writer);
    writer.end_object();
  }
  writer.end_array().end_object().end_object();
  return kube::read_json(text);
}

// All pods as they would be once they ask for as much of the resource as `min` of a LimitRange
// wants; the documents hold what is written of them.
std::vector<QueuedPods> raised(const QueueSubject& subject, const RangeBreach& breach,
                               std::span<const Json> limit_ranges,
                               std::vector<kube::Document>& written) {
  std::vector<QueuedPods> all(subject.pods.begin(), subject.pods.end());
  for (QueuedPods& pods : all) {
    for (const RangeBreach& one : quota::range_breaches(pods, limit_ranges)) {
      const auto containers = pods.pod_template["spec"]["containers"].elements();
      if (one.is_max || one.is_added || one.resource != breach.resource ||
          (one.container.empty() && !one.is_of_whole && containers.size() != 1))
        continue;
      auto document = with_amount(
          pods.pod_template,
          one.container.empty() ? containers.front()["name"].as_string() : one.container, one);
      if (!document) continue;
      written.push_back(std::move(*document));
      pods.pod_template = written.back().root();
    }
  }
  return all;
}

// To ask for what a LimitRange wants at least is more than the queue can ever admit: of how many
// pods it is not, or that the quota has to become more. Empty where it can admit them.
std::string where_it_fits(const QueueSubject& subject, const QueuedPods& pods,
                          const RangeBreach& breach, std::span<const Json> limit_ranges) {
  using Kind = quota::QueueVerdict::Kind;
  if (breach.is_max || breach.is_added || !subject.judge ||
      subject.judge(subject.pods) == Kind::kMisfit)
    return {};
  std::vector<kube::Document> written;
  std::vector<QueuedPods> all = raised(subject, breach, limit_ranges, written);
  if (subject.judge(all) != Kind::kMisfit) return {};
  QueuedPods& of_breach = all[static_cast<std::size_t>(&pods - subject.pods.data())];
  const std::int64_t fit = kube::largest_that(pods.pods_min, [&](std::int64_t count) {
    of_breach.pods = of_breach.pods_min = count;
    return subject.judge(all) != Kind::kMisfit;
  });
  if (fit > 0) return " in " + std::to_string(fit) + (fit > 1 ? " pods at most" : " pod at most");
  const quota::LocalQueue* queue =
      subject.snapshot.kueue().local_queue(subject.ns, subject.placement.queue);
  return queue == nullptr ? std::string()
                          : " and raise nominalQuota of ClusterQueue " +
                                shown(queue->cluster_queue) + " for that";
}

// What a LimitRange would have to allow is no way out for what is beyond a default limit.
std::string fix_of_range(const QueueSubject& subject, const QueuedPods& pods,
                         const RangeBreach& breach, std::span<const Json> limit_ranges) {
  const std::string change = std::string("have ") + (breach.is_max ? "max" : "min") +
                             " of LimitRange " + shown(breach.range, 40) +
                             (breach.is_max ? " raised." : " lowered.");
  if (breach.is_added) return "H" + change.substr(1);
  const std::string ask = ask_text(breach, where_it_fits(subject, pods, breach, limit_ranges));
  return ask + (breach.is_beyond_default ? "." : ", or " + change);
}

Finding beyond_limit_range(const QueueSubject& subject, const QueuedPods& pods,
                           const RangeBreach& breach, std::span<const Json> limit_ranges) {
  const bool is_of_container = breach.is_added || !breach.container.empty();
  const std::string range = "LimitRange " + shown(breach.range, 40);
  Finding finding{"KueueCannotAdmit", rules::Severity::kDeny,
                  (pods.path.empty() ? "" : pods.path + ".") + breach.field,
                  never_runs(subject) + range + (breach.is_max ? " allows " : " wants ") +
                      breach.bound.canonical() + " " + shown(breach.resource, 50) +
                      (breach.is_max ? " at most in a " : " at least in a ") +
                      (is_of_container ? "container" : "pod") + ", " +
                      whose_text(breach, pods, subject.pods.size() > 1) + " has " +
                      amount_of(breach) + ", and Kueue admits nothing " +
                      (breach.is_max ? "beyond it." : "below it."),
                  fix_of_range(subject, pods, breach, limit_ranges)};
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
      Finding finding = beyond_limit_range(subject, pods, breach, limit_ranges);
      // A limit that is as high as the request would be beyond it, too.
      std::erase_if(findings, [&](const Finding& told) {
        return told.about == finding.about && finding.field.starts_with(told.field + ".");
      });
      findings.push_back(std::move(finding));
    }
  }
  return findings;
}

std::vector<Json> limit_ranges_of(std::string_view ns, const Snapshot& snapshot) {
  std::vector<Json> limit_ranges;
  snapshot.for_each_in(ObjectKind::kLimitRange, ns,
                       [&](const Json& range) { limit_ranges.push_back(range); });
  return limit_ranges;
}

}  // namespace drawbridge::admission
