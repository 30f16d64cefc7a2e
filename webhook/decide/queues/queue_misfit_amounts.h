// What pods ask for of a resource, and what of that their containers name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kube/api/json.h"
#include "quota/kueue/demand.h"
#include "webhook/decide/queues/queue_texts.h"

namespace drawbridge::admission {

// Of the template at this path; nullptr for none.
const quota::QueuedPods* pods_at(const QueueSubject& subject, const std::string& path);

std::int64_t amount_in(const kube::Json& amounts, const std::string& resource);
// By its requests, or else its limits.
std::int64_t asked_by_container(const kube::Json& container, const std::string& resource);
// What stands beside a pod's containers: its overhead, and what other controllers add to it.
std::int64_t beside_containers(const quota::QueuedPods& pods, const std::string& resource);
// What of a pod's amount its containers do not ask for.
std::int64_t beyond_containers(const quota::QueuedPods& pods, const std::string& resource);

// An amount that is one of bytes where the others are, and can be written as such: rounded down.
std::int64_t readable(std::int64_t amount, std::int64_t has, std::int64_t asked);

// Of one pod: what a LimitRange's default gives it, and all. Pods themselves are counted, too.
std::int64_t amount_by_default(const quota::QueueDemand::Pods& pods, const std::string& resource);
std::int64_t amount_of_one(const quota::QueueDemand::Pods& pods, const std::string& resource);
// Of all pods of the templates.
std::int64_t asked_by(std::span<const quota::QueueDemand::Pods* const> sets,
                      const std::string& resource);

// The other templates that ask for the misfit's resource, where all of them take it from one
// flavor.
std::vector<const quota::QueueDemand::Pods*> others_asking(const QueueCase& judged,
                                                           const quota::QueueDemand::Pods& pods);
// What the pod templates ask for that take the misfit's resource from one flavor, each of which
// would find it.
std::int64_t asked_in_all(const QueueCase& judged);

}  // namespace drawbridge::admission
