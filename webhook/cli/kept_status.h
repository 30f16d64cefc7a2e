// What of an object's status stays when it is applied from a file, which says nothing of it.
#pragma once

#include <vector>

#include "webhook/decide/object_set.h"

namespace drawbridge::cli {

// What is in use of queues and quotas: as the state says of those of `given` that it holds.
void keep_usage(const std::vector<admission::SourcedObject>& state,
                std::vector<admission::SourcedObject>& given);

}  // namespace drawbridge::cli
