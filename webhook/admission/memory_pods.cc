#include "webhook/admission/memory_pods.h"

#include <memory>
#include <utility>

#include "kube/api/arena.h"
#include "kube/api/cow_map.h"
#include "kube/api/object.h"
#include "webhook/decide/reduce.h"

namespace drawbridge::admission {

void MemoryPods::add(std::string_view ns, const kube::Json& pod) {
  kube::Arena arena;
  Result<kube::Document> copy = kube::read_json(kube::to_text(reduce_pod(pod, arena)));
  if (!copy) return;
  std::string key = kube::key_text({ns, kube::ObjectView(pod).name()});
  Kept& kept = pods_[key];
  turns_.erase(kept.turn);
  kept = {++last_turn_, std::make_shared<const kube::Document>(std::move(*copy))};
  turns_.emplace(kept.turn, std::move(key));
  if (pods_.size() <= kMemoryPodsMax) return;
  pods_.erase(turns_.begin()->second);
  turns_.erase(turns_.begin());
}

SharedDocument MemoryPods::find(std::string_view ns, std::string_view name) const {
  const auto found = pods_.find(kube::key_text({ns, name}));
  return found == pods_.end() ? nullptr : found->second.pod;
}

}  // namespace drawbridge::admission
