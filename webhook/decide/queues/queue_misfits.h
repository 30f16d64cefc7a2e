// What is said of an object that asks for more of a resource than its queue has, ever or now, or
// for one that it has not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "webhook/decide/queues/queue_texts.h"

namespace drawbridge::admission {

// Of what has to be mended so many are told.
inline constexpr std::size_t kMisfitsTold = 8;

// Of all that has to be mended.
std::vector<rules::Finding> misfit_findings(const QueueCase& judged);
// The same of the amounts that the pods of a group ask for; where only one of them is known, as if
// all were like it.
std::vector<rules::Finding> group_never_fits(const QueueCase& judged, std::int64_t pods,
                                             bool all_are_known);
rules::Finding queue_full(const QueueCase& judged);

}  // namespace drawbridge::admission
