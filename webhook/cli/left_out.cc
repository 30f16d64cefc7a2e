#include "webhook/cli/left_out.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace drawbridge::cli {

void leave_out_use(admission::Decision& decision, bool knows_standing) {
  constexpr std::string_view kOfUse[] = {"DevicesTaken", "QuotaExceeded", "QuotaNotCounted",
                                         "ResourceQuotaExceeded"};
  // Quotas say only what it asks for more, where they know what there is.
  const std::span<const std::string_view> of_use(kOfUse, knows_standing ? 1 : std::size(kOfUse));
  decision.charge.reset();
  std::erase_if(decision.findings, [&](const rules::Finding& finding) {
    return std::find(of_use.begin(), of_use.end(), finding.code) != of_use.end();
  });
}

void leave_out_queue_use(admission::Decision& decision) {
  std::erase_if(decision.findings,
                [](const rules::Finding& finding) { return finding.code == "QueueFull"; });
}

void leave_out_webhooks(admission::Decision& decision) {
  constexpr std::string_view kOfWebhooks[] = {
      "CompanionWithoutResource", "DeviceRuleFailed", "MappingConflict", "NotRewritten",
      "ParameterInvalid",         "QuotaExceeded",    "QuotaNotCounted", "QuotaUncountable",
      "QuotaWouldEscape",         "TooManyDevices",   "ClaimTooLarge",   "Rewritten",
      "RolloutBlocked",           "UnitCountsDiffer", "WouldRewrite"};
  decision.charge.reset();
  decision.patch.clear();
  decision.creates.clear();
  std::erase_if(decision.findings, [&](const rules::Finding& finding) {
    return std::find(std::begin(kOfWebhooks), std::end(kOfWebhooks), finding.code) !=
           std::end(kOfWebhooks);
  });
}

std::string of_each_pod(std::string message, std::string_view kind) {
  // A group is the workload's as it is each pod's.
  constexpr std::string_view kGroup = "this Pod's group";
  if (const std::size_t at = message.find(kGroup); at != std::string::npos)
    message.replace(at, kGroup.size(), "this " + std::string(kind) + "'s group");
  for (const std::string_view pod : {"this Pod", "This Pod"}) {
    const std::size_t at = message.find(pod);
    if (at == std::string::npos) continue;
    message.replace(
        at, pod.size(),
        (pod[0] == 't' ? "each pod of this " : "Each pod of this ") + std::string(kind));
  }
  return message;
}

}  // namespace drawbridge::cli
