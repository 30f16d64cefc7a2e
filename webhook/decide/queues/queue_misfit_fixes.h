// What can be done for pods that ask for more of a resource than their queue has: ask for less, run
// fewer, raise the quota, or change them for a flavor that has enough.
#pragma once

#include <string>

#include "webhook/decide/queues/queue_texts.h"

namespace drawbridge::admission {

// Precondition: the verdict has a misfit that is_of_amounts().
std::string fix_of_misfit(const QueueCase& judged);
// Of a group whose pods differ: how many of them fit hangs on all.
std::string fix_of_mixed_group(const QueueCase& judged);
// Of what waits.
std::string fix_of_waiting(const QueueCase& judged);

}  // namespace drawbridge::admission
