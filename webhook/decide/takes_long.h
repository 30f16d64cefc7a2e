// Whether a request is judged on the thread of its connection, where others wait meanwhile, or by a
// worker.
#pragma once

#include <cstddef>

#include "webhook/decide/request.h"

namespace drawbridge::admission {

// Entries of an object that are judged on a connection's thread: containers and whatever their
// `resources` say, claims of pods, and whatever the `devices` of claims say. An entry takes up to
// 9 us, so that these stay below a millisecond (bench_entries). A pod of ten containers that each
// have requests and limits for CPU and memory has 80.
inline constexpr std::size_t kInlineEntriesMax = 96;

// Those entries of a pod, or of any other object, each pod template's of a workload included.
// Counts no further than one past kInlineEntriesMax.
std::size_t judged_entries(const kube::Json& object, bool is_pod);

// True where decide() takes longer than the other connections of a thread should wait: where it
// compiles expressions of the object's author, and for more than kInlineEntriesMax entries.
bool takes_long(const AdmissionRequest& request);

}  // namespace drawbridge::admission
