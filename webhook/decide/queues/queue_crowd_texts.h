// What is said of workloads that are alike and come one by one, of which a queue can hold so many.
#pragma once

#include <cstdint>
#include <string_view>

#include "quota/kueue/judgement.h"
#include "rules/finding.h"
#include "webhook/decide/queues/queue_texts.h"

namespace drawbridge::admission {

// Of so many pods or groups of pods, each a workload of its own, not all are ever admitted.
rules::Finding crowd_never_fits(const QueueSubject& subject, const quota::CrowdVerdict& crowd,
                                std::int64_t workloads, bool by_pod);
// Of which the queue has room for some now.
rules::Finding crowd_waits(const QueueSubject& subject, const quota::CrowdVerdict& crowd,
                           std::int64_t workloads, bool by_pod);

// The pods of the PodGroup wait for each other, and each is a workload of its own.
rules::Finding gang_never_fits(const QueueSubject& subject, const quota::CrowdVerdict& crowd,
                               std::string_view group, std::int64_t pods);

}  // namespace drawbridge::admission
