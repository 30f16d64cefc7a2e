// What is said of pods that a flavor of their queue does not take: their tolerations, node
// selector, affinity or topology.
#pragma once

#include <string>

#include "webhook/decide/queues/queue_texts.h"

namespace drawbridge::admission {

// Why a flavor does not take the pods, and what to change in them: all of it, since a flavor takes
// only what nothing is in the way of.
struct MismatchText {
  std::string why;    // "do not tolerate its taint gpu=big:NoSchedule"
  std::string fix;    // without an end
  std::string field;  // of the first
};

// Precondition: the verdict has mismatches.
MismatchText mismatch_text(const quota::QueueVerdict& verdict);

// "the pods", or of several templates those that the flavor does not take.
std::string mismatched_pods(const quota::QueueVerdict& verdict, std::string_view all = "the pods");

// " Kueue gives all templates of kueue.x-k8s.io/podset-group-name g one flavor."; empty where pod
// sets are taken one by one.
std::string together_text(const quota::QueueVerdict& verdict);

// Of Misfit::Kind::kNoUsableFlavor.
rules::Finding no_usable_flavor(const QueueCase& judged);

}  // namespace drawbridge::admission
