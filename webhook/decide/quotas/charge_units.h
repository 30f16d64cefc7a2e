// Units: in which logical resource, and by which capacity, a snapshot's mappings count what is
// asked for.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "quota/charging.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// Of a class of which no device is published any more: what is new can't be counted, and what is
// there costs what it did.
enum class Unpublished : std::uint8_t { kUnknown, kAsLast };
// How the snapshot counts. It and the labels must outlive the function.
quota::UnitOf unit_of(const Snapshot& snapshot, kube::Json namespace_labels,
                      Unpublished unpublished = Unpublished::kUnknown);

// The same of the classes that these wants name and those that there are, and a Unit without a name
// of others. It outlives the snapshot.
quota::UnitOf unit_of_classes(std::span<const quota::Want> wants, const Snapshot& snapshot,
                              const kube::Json& namespace_labels);

// What devices of its class have of the capacity by which a want counts; nullptr where it counts by
// their number, or no device is published. Labels are those of the namespace.
std::shared_ptr<const rules::ClassCapacity> published_of(const quota::Want& want,
                                                         const Snapshot& snapshot,
                                                         const kube::Json& labels);

// How each logical resource is counted: its classes and mappings, as text that is another one where
// a change may count otherwise.
quota::Countings countings_of(const rules::MappingIndex& mappings,
                              const rules::DeviceIndex& devices,
                              const kube::KueueConfiguration* kueue,
                              const std::function<kube::Json(std::string_view mapping)>& spec_of);

// Logical resources of which one device of some class counts otherwise than it did: what published
// devices have of the capacity that counts. Of mappings that both have.
std::set<std::string> with_other_capacities(const Snapshot& now, const Snapshot& before);

}  // namespace drawbridge::admission
