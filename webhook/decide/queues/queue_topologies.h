// What is said of pods that Kueue places by a topology, and that get none or two.
#pragma once

#include <string>

#include "webhook/decide/queues/queue_texts.h"

namespace drawbridge::admission {

// "Take topologyRequest", or the annotations that stand for it: what follows says from where.
std::string take_topology_away(const quota::QueueVerdict& verdict);

// Of Misfit::Kind::kNoTopologyFlavor.
rules::Finding no_topology_flavor(const QueueCase& judged);

// Of kTwoTopologyFlavors.
rules::Finding two_topology_flavors(const QueueCase& judged);

}  // namespace drawbridge::admission
