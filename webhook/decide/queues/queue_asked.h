// What of a resource a workload asks for, and by which ways, as texts for messages about its queue.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "quota/kueue/judgement.h"
#include "webhook/decide/queues/queue_texts.h"

namespace drawbridge::admission {

// Devices as a number, also one that could be bytes: "4194304", "80Gi" of what a source counts.
std::string amount_text(const quota::QueueDemand& demand, std::string_view resource,
                        std::int64_t amount);
// By which ways the pods, nullptr for all, ask for what is charged as `resource`; empty for what is
// no device.
std::string paths_text(const quota::QueueDemand& demand, std::string_view resource,
                       const quota::QueueDemand::Pods* only = nullptr);
// " (template gpu-claim, class c)" behind the resource's name, where not all the pods, nullptr for
// those of all templates, ask for it by that name themselves; else empty.
std::string ways_text(const quota::QueueDemand& demand, std::string_view resource,
                      const quota::QueueDemand::Pods* only = nullptr);
// Of the verdict's misfit: "12 nvidia.com/gpu (4 pods x 3, template gpu-claim, class c)", with the
// template's name where there are several: "(Worker: 4 pods x 3".
std::string asked_text(const quota::QueueVerdict& verdict);
// What the pods ask for where transformations make the resource of it; empty for none.
std::vector<std::string_view> made_of(const QueueCase& judged, std::string_view resource);
// ", which Kueue makes of a and b", or part of it; empty for nothing.
std::string made_text(const QueueCase& judged, std::string_view resource);
// What a person calls the place of a pod template: "spec.replicatedJobs[1]".
std::string_view place_of_template(std::string_view path);
// What its author calls the template, else its place.
std::string name_of_template(const quota::QueueDemand::Pods& pods);
// Where the pods stand that ask for it.
std::string field_of(const quota::QueueVerdict& verdict);

}  // namespace drawbridge::admission
