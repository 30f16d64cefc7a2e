// What is said of an object that asks for more of a resource than its queue has, ever or now, or
// for one that it has not at all.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "webhook/decide/queues/queue_texts.h"

namespace drawbridge::admission {

// Of the verdict's first obstacle.
rules::Finding never_fits(const QueueCase& judged);
// Of all that has to be mended.
std::vector<rules::Finding> misfit_findings(const QueueCase& judged);
// Of the pods of a group; where only one of them is known, as if all were like it.
rules::Finding group_never_fits(const QueueCase& judged, std::int64_t pods, bool all_are_known);
rules::Finding queue_full(const QueueCase& judged);

}  // namespace drawbridge::admission
