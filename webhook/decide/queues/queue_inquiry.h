// QueueInquiry: asks quota/'s judgement of Kueue about pods, with what is known of the cluster.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quota/kueue/judgement.h"
#include "quota/kueue/placement.h"
#include "webhook/decide/known.h"

namespace drawbridge::admission {

// The LocalQueues of the namespace, kNamesMax at most.
std::vector<std::string_view> queues_of_namespace(std::string_view ns, const Snapshot& snapshot);

// Borrows all that it is made of. Of one workload, for whose queue it may be asked several times,
// with more or fewer pods.
class QueueInquiry {
 public:
  QueueInquiry(std::string_view ns, const quota::Placement& placement, Known& known)
      : ns_(ns), placement_(placement), known_(known), snapshot_(known.snapshot()) {}

  quota::QueueVerdict verdict_of(std::span<const quota::QueuedPods> pods);
  quota::QueueVerdict::Kind kind_of(std::span<const quota::QueuedPods> pods);
  // Of pods that are not countable as they are (judge_besides).
  quota::QueueVerdict verdict_besides(std::span<const quota::QueuedPods> pods,
                                      const quota::NameOfUnmapped& name_of_unmapped);
  // Of so many workloads like this one.
  std::optional<quota::CrowdVerdict> crowd_of(std::span<const quota::QueuedPods> pods,
                                              std::int64_t workloads);
  quota::QueueDemand demand_of(std::span<const quota::QueuedPods> pods);

  // All queues of the namespace are known, or one that was meant.
  bool knows_queue_of_namespace() const;

 private:
  bool is_known(ObjectKind kind) const { return snapshot_.has_all(kind); }
  bool names_cluster_queue() const;
  bool knows_queue() const;
  bool covers_mapped_name() const;
  std::optional<quota::SourceCount> count_by_source(const kube::KueueSource& source,
                                                    const kube::DeviceOptionView& option) const;
  std::optional<std::int64_t> smallest_of(const kube::KueueSource& source,
                                          std::string_view device_class) const;
  std::optional<std::int64_t> devices_of_request(std::string_view device_class,
                                                 std::span<const kube::Json> selectors) const;
  std::optional<quota::StarvedRequest> starved_once(
      std::span<const kube::DeviceRequestView> requests);
  // verdict(question, arguments..., index)
  template <typename Verdict, typename... Arguments>
  auto ask(std::span<const quota::QueuedPods> pods, Verdict verdict, const Arguments&... arguments);

  const std::string_view ns_;
  const quota::Placement& placement_;
  Known& known_;
  const Snapshot& snapshot_;
  std::map<std::string, std::optional<quota::StarvedRequest>> starved_;  // by requests of a claim
};

}  // namespace drawbridge::admission
