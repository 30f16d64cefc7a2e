// What is said of devices that Kueue counts in no queue (docs/messages.md, KueueCannotAdmit and
// ClassNotMapped).
#pragma once

#include "webhook/decide/queues/queue_texts.h"

namespace drawbridge::admission {

// Warned of where other devices may still come.
rules::Finding uncountable_finding(const QueueCase& judged, const quota::Uncountable& uncountable);

}  // namespace drawbridge::admission
