#include "webhook/decide/queues/queue_standing.h"

#include <algorithm>

namespace drawbridge::admission {
namespace {

using quota::LimitsInTheWay;
using rules::shown;
using AmountText = std::function<std::string(std::int64_t)>;

// " (b has 3)", who has most of what the queue could get, `left`, beside its own; no more than
// that: somebody may have borrowed of it. Empty for nobody.
std::string lender_text(const quota::Standing& standing, std::int64_t left,
                        const AmountText& amount) {
  const std::int64_t all = left - std::max<std::int64_t>(standing.nominal - standing.used, 0);
  if (standing.lenders.empty() || all <= 0) return {};
  const quota::Standing::Lender& most = standing.lenders.front();
  return " (" + shown(most.queue) + " has " + amount(std::min(most.left, all)) + ")";
}

// Who could give more, who keeps it, or who has it: ", all that cohort c has (b has 3)".
std::string cohort_text(const LimitsInTheWay& limits, const quota::Standing& standing,
                        const AmountText& amount) {
  if (const auto& bound = limits.bound_now; !bound.cohort.empty()) {
    return "; borrowingLimit " + amount(bound.limit) + " of cohort " + shown(bound.cohort) +
           " keeps it from " + amount(bound.left_without - standing.left) + " of cohort " +
           shown(bound.above) + lender_text(standing, bound.left_without, amount);
  }
  const std::string cohort = "cohort " + shown(standing.cohort);
  const std::string text = standing.left_of_cohort > 0 ? ", all that " + cohort + " has"
                                                       : "; " + cohort + " has nothing left";
  if (standing.left_of_cohort > 0) {
    const std::string lender = lender_text(standing, standing.left, amount);
    if (!lender.empty()) return text + lender;
  }
  if (limits.kept_unused > 0)
    return text + " (" + shown(limits.kept_by, 128) + " keeps " + amount(limits.kept_unused) +
           " by lendingLimit)";
  const quota::Standing::Borrower& borrower = standing.borrower;
  return borrower.queue.empty()
             ? text
             : text + " (" + shown(borrower.queue) + " uses " + amount(borrower.used) +
                   ", its own is " + amount(borrower.nominal) + ")";
}

}  // namespace

std::string only_flavor(const QueueSubject& subject, std::string_view cluster_queue,
                        std::string_view resource) {
  const quota::ClusterQueue* queue = subject.snapshot.kueue().cluster_queue(cluster_queue);
  const quota::ResourceGroup* group = queue == nullptr ? nullptr : queue->group_of(resource);
  return group != nullptr && group->flavors.size() == 1 ? group->flavors.front() : std::string();
}

bool has_other_flavors(const QueueCase& judged) {
  const quota::QueueVerdict& verdict = judged.verdict;
  return only_flavor(judged.subject, verdict.cluster_queue, verdict.misfit->resource).empty();
}

std::string standing_text(const QueueSubject& subject, std::string_view cluster_queue,
                          const quota::FlavorResource& what, const quota::Standing& standing,
                          const AmountText& amount) {
  std::string text = " (" + amount(standing.used) + " of " + amount(standing.nominal) +
                     " used, flavor " + shown(what.flavor) + ") can get " + amount(standing.left) +
                     " more";
  if (standing.cohort_left > standing.left && standing.borrowing_limit) {
    return text + "; borrowingLimit " + amount(*standing.borrowing_limit) + " keeps it from " +
           amount(standing.cohort_left - standing.left) + " of cohort " + shown(standing.cohort) +
           lender_text(standing, standing.cohort_left, amount);
  }
  if (standing.cohort.empty()) return text;
  return text + cohort_text(subject.snapshot.kueue().tree().limits_in_the_way(cluster_queue, what),
                            standing, amount);
}

}  // namespace drawbridge::admission
