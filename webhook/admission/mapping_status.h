// What the status of a DeviceMapping should say of it: the conditions Ready and Conflicting.
//
// A judgement over a Snapshot: it asks nobody and writes nothing. Reporter writes what differs.
//
//   Ready        True  Compiled     decisions are made by it
//                False NotCompiled  it is left out: which field is wrong, and what to do
//   Conflicting  True  CODE         it and another mapping cannot both be meant; CODE is what the
//                                   webhook refuses or warns of where one is applied
//                                   (MappingConflict, MappedTwice, ChargesDiffer)
//                False NoConflict
//                False MayConflict  two of its kind would clash in a namespace with certain labels
//                False NotCompiled  what is left out conflicts with nothing
//
// Of two mappings that conflict none wins: both say so.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/client/event_book.h"
#include "webhook/admission/conditions.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// In a fixed order: Ready, Conflicting.
using MappingVerdict = std::array<Condition, 2>;

// Precondition: the snapshot holds a DeviceMapping of that name. Compares it with every other one:
// milliseconds where there are hundreds.
MappingVerdict judge_mapping(const Snapshot& snapshot, std::string_view name);

// The same for conditions.h.
ConditionsWish wish_of(const MappingVerdict& verdict);

// What people should hear when `before`, the mapping as it was, gets this status: that it became
// unready or conflicting, or is well again.
std::vector<kube::EventNews> news_of(const kube::Json& before, const MappingVerdict& verdict);

}  // namespace drawbridge::admission
