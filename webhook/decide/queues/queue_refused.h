// What Kueue's own webhooks refuse of an object that is in a queue (docs/messages.md,
// KueueCannotAdmit). Refused is only what they refuse in every version since Kueue 0.13, whatever
// its gates say; the rest is warned of.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/kueue_configuration.h"
#include "rules/devices/workloads.h"
#include "rules/finding.h"

namespace drawbridge::admission {

// `object` is one of this group and kind, with these pods, that Kueue manages in LocalQueue
// `queue`. `configuration` nullptr where it is not known.
std::vector<rules::Finding> refused_by_kueue(const kube::Json& object, std::string_view group,
                                             std::string_view kind,
                                             std::span<const rules::PodSet> sets,
                                             std::string_view queue,
                                             const kube::KueueConfiguration* configuration);

// Of each pod that a workload of this kind makes, where Kueue takes them one by one. `path` is that
// of the template.
std::vector<rules::Finding> pods_refused_by_kueue(const kube::Json& pod_template,
                                                  std::string_view path, std::string_view kind,
                                                  std::string_view queue);

}  // namespace drawbridge::admission
