// ClusterQueue, Cohort and ResourceFlavor (kueue.x-k8s.io/v1beta1, v1beta2), as far as quota is
// concerned. Views would keep whole objects alive: these hold what they need.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/labels.h"
#include "kube/api/quantity.h"
#include "quota/kueue/fit.h"
#include "quota/kueue/quota_tree.h"

namespace drawbridge::quota {

using NameSet = std::set<std::string, std::less<>>;

struct ClusterQueue {
  NameSet covered_resources;
  NameSet admission_checks;
  NameSet checks_of_some_flavors;  // of these: onFlavors does not name all flavors
  std::vector<ResourceGroup> groups;
  // Whose workloads it takes; nullopt, an absent selector, is none at all.
  std::optional<kube::LabelSelector> namespaces;
  // It takes in nothing now (spec.stopPolicy Hold or HoldAndDrain).
  bool stopped = false;
  // Workloads in it may preempt others (spec.preemption).
  bool preempts = false;
  // Why it admits nothing, as Kueue says (its condition Active is False); empty where it does.
  std::string inactive;

  static ClusterQueue read(const kube::Json& object);
  // `labels` are the namespace's, or null where they are not known: then what can't be told from
  // its name counts as taken.
  bool takes_namespace(std::string_view ns, const kube::Json& labels) const;
  // Which covers the resource; nullptr for none.
  const ResourceGroup* group_of(std::string_view resource) const;
};

// The ClusterQueue behind a LocalQueue.
struct LocalQueue {
  std::string cluster_queue;
  bool stopped = false;

  static LocalQueue read(const kube::Json& object);
};

struct AdmissionCheck {
  bool dispatches = false;  // MultiKueue's: workloads run on another cluster
  bool provisions = false;  // of ProvisioningRequests: nodes are asked for
  bool inactive = false;    // its condition Active is False: no queue that names it admits anything

  static AdmissionCheck read(const kube::Json& object);
};

// What a ClusterQueue or Cohort says for the QuotaTree: v1beta2's cohortName is v1beta1's cohort.
struct QuotaNode {
  std::string parent;
  QuotaTable quotas;
  UsageTable usage;  // status.flavorsReservation: what is reserved, admitted or not

  static QuotaNode read_queue(const kube::Json& object);
  static QuotaNode read_cohort(const kube::Json& object);
};

// The amount of a resource as Kueue counts it: cpu in thousandths, all else by its value, rounded
// up; what is no quantity, or negative, is 0, and what does not fit is the highest number.
std::int64_t kueue_amount(std::string_view resource, const kube::Json& quantity);
std::int64_t kueue_amount(std::string_view resource, const kube::Quantity& quantity);
// The amount as a person writes it: "12", "1500m" of cpu, "200Gi"; "over 9E" of the highest number.
std::string amount_text(std::string_view resource, std::int64_t amount);

}  // namespace drawbridge::quota
