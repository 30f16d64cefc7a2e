#include "webhook/decide/meant_name.h"

#include <vector>

#include "kube/api/object.h"
#include "rules/nearest.h"
#include "webhook/decide/reduce.h"

namespace drawbridge::admission {

using kube::Json;

std::string meant_name(std::string_view name, ObjectKind kind, Known& known) {
  const Snapshot& snapshot = known.snapshot();
  std::vector<std::string_view> names;
  bool exists = name.empty();
  snapshot.for_each(kind, [&](const Json& object) {
    const std::string_view each = kube::ObjectView(object).name();
    exists |= each == name;
    if (names.size() < kNamesMax) names.push_back(each);
  });
  if (exists) return {};
  const bool all = snapshot.has_all(kind);
  std::string near(all ? rules::nearest(name, names) : rules::nearest_misspelt(name, names));
  // It may have come right before, from the same file.
  if (!near.empty()) known.await_newest(kind_info(kind).kind);
  return near;
}

}  // namespace drawbridge::admission
