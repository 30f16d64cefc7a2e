// Which pods of a folder of files a workload has made: those that its controllers own, up the chain
// of owners as far as the folder holds it. Of a ReplicaSet or Job that it does not hold, the
// Deployment or CronJob is told by the name that its controller makes of its own, and by labels.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/object.h"
#include "webhook/decide/object_set.h"
#include "webhook/decide/request.h"

namespace drawbridge::cli {

class StandingPods {
 public:
  // Views into `state`, which must outlive it.
  explicit StandingPods(std::span<const admission::SourcedObject> state);

  // What there is of the workload, which is in the namespace `ns` where it names none.
  admission::Standing of(const kube::ObjectView& workload, const std::string& ns) const;
  // The object of the state in its place, which is in the namespace `ns` where it names none and
  // is not cluster-wide; null for none.
  kube::Json object(const kube::ObjectView& view, const std::string& ns) const;

 private:
  void add_pod(const kube::Json& pod);

  std::map<std::string, kube::Json> objects_;             // by object_key()
  std::map<std::string, std::vector<kube::Json>> owned_;  // of an owner
  // Of one that the state does not hold, by the name of the owner whose name it begins with.
  std::map<std::string, std::vector<kube::Json>> likely_;
  std::map<std::string, std::size_t> pods_;  // in a namespace
};

}  // namespace drawbridge::cli
