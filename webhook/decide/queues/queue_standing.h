// How a ClusterQueue stands to a flavor's resource now, as the middle of a sentence: what it has in
// use, what it can get, and who has or keeps the rest.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "quota/kueue/quota_tree.h"
#include "webhook/decide/queues/queue_texts.h"

namespace drawbridge::admission {

// Where the ClusterQueue takes the resource from one flavor alone, that one; empty for others.
std::string only_flavor(const QueueSubject& subject, std::string_view cluster_queue,
                        std::string_view resource);
// The misfit's resource is had of several flavors, of which one is told.
bool has_other_flavors(const QueueCase& judged);

// " (3 of 4 used, flavor f) can get 5 more, all that cohort c has (b has 5)"; `amount` writes a
// number of the resource.
std::string standing_text(const QueueSubject& subject, std::string_view cluster_queue,
                          const quota::FlavorResource& what, const quota::Standing& standing,
                          const std::function<std::string(std::int64_t)>& amount);

}  // namespace drawbridge::admission
