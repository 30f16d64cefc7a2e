// What of a decision a review of files leaves out or says otherwise, since files are not requests.
#pragma once

#include <string>
#include <string_view>

#include "rules/exempt_namespace.h"
#include "webhook/decide/request.h"

namespace drawbridge::cli {

// Of an object that is there already: its own devices are what is in use, and an update is never
// charged. Where `knows_standing`, quotas have said only what it asks for more.
void leave_out_use(admission::Decision& decision, bool knows_standing);
// Of a workload that runs, though it grows, and of its pods: what of its queue is used is their
// own.
void leave_out_queue_use(admission::Decision& decision);

using rules::kExemptNamespace;
// What only the webhooks do or say: the rest is of the API server, the scheduler and Kueue.
void leave_out_webhooks(admission::Decision& decision);

// What is said of a pod, of the pods that the workload makes.
std::string of_each_pod(std::string message, std::string_view kind);

}  // namespace drawbridge::cli
