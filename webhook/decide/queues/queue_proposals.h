// Which queue of its namespace is proposed to an object that is in none, and what would keep the
// object from that; and to one that waits.
#pragma once

#include <span>
#include <vector>

#include "quota/kueue/demand.h"
#include "rules/finding.h"
#include "webhook/decide/queues/queued_object.h"

namespace drawbridge::admission {

// Of one that Kueue holds until it names a queue; `pods` are what Kueue queues of it.
std::vector<rules::Finding> propose_to_unnamed(const QueuedObject& object,
                                               std::span<const quota::QueuedPods> pods);
// Of one that names a queue that does not exist.
std::vector<rules::Finding> propose_for_missing(const QueuedObject& object,
                                                std::span<const quota::QueuedPods> pods);

// Of what waits, or never runs in its queue, it is told which queue of its namespace has room,
// where one has.
void propose_queue_with_room(const QueuedObject& object, std::span<const quota::QueuedPods> pods,
                             std::vector<rules::Finding>& findings);

}  // namespace drawbridge::admission
