// Under which name Kueue would best count a DeviceClass that its deviceClassMappings do not list.
#pragma once

#include <string>
#include <string_view>

#include "webhook/decide/queues/queue_texts.h"

namespace drawbridge::admission {

struct ChargedName {
  // One of Kueue's; empty where several would do, of which the administrator has to choose.
  std::string name;
  bool is_mapped = false;   // an entry of deviceClassMappings has it
  bool is_covered = false;  // the ClusterQueue has quota under it
};

// The entry of Kueue's deviceClassMappings that counts under the name; nullptr for none.
const kube::KueueClassMapping* entry_of(const QueueCase& judged, std::string_view name);

// A name that is in use is taken only where devices under it are of the same driver as those of the
// class, or where the drivers are not known and both are called alike, as gpu.example.com and
// example.com/gpu: a network card is not charged as a GPU.
ChargedName name_for_class(const QueueCase& judged, std::string_view device_class);

// The class that is there and was meant by a name that none has; empty for none.
std::string meant_class(const QueueCase& judged, std::string_view device_class);

// The name, covered by the ClusterQueue, under which devices of the class count once what is told
// of it is done; empty where nobody can say.
std::string name_to_come(const QueueCase& judged, std::string_view device_class);

}  // namespace drawbridge::admission
