// What is said of a resource that a queue has no quota of.
#pragma once

#include <span>

#include "webhook/decide/queues/queue_texts.h"

namespace drawbridge::admission {

// Each is of verdicts whose misfit is Misfit::Kind::kNotCovered, but this: it is that, of no
// device, and nothing else counts in its place.
bool is_plainly_uncovered(const QueueCase& judged);

rules::Finding not_covered(const QueueCase& judged);
// Of several that are plainly uncovered.
rules::Finding not_covered_all(const QueueSubject& subject,
                               std::span<const quota::QueueVerdict> verdicts);

// Of QueueVerdict::Kind::kInPart.
rules::Finding admitted_in_part(const QueueCase& judged);

}  // namespace drawbridge::admission
