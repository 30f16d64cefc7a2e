// Which pods of a folder of files a workload has made: those that its controllers own, up the chain
// of owners as far as the folder holds it. Of one that it does not hold, such as a ReplicaSet or
// the Job of a JobSet, who made it is told by the name that its controller gives it, and by labels.
#pragma once

#include <map>
#include <set>
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
  struct Owner {
    std::string key;  // object_key(); empty: there is none
    std::string_view kind;
    std::string_view name;
  };

  // Views into `state`, which must outlive it.
  explicit StandingPods(std::span<const admission::SourcedObject> state);

  // What there is of the workload, which is in the namespace `ns` where it names none.
  admission::Standing of(const kube::ObjectView& workload, const std::string& ns) const;
  // The object of the state in its place, which is in the namespace `ns` where it names none and
  // is not cluster-wide; null for none.
  kube::Json object(const kube::ObjectView& view, const std::string& ns) const;

 private:
  using PodsByOwner = std::map<std::string, std::vector<kube::Json>>;  // by object_key()

  void add_pod(const kube::Json& pod);
  // `owner` and those above it, each once.
  void note_owners(const kube::Json& pod, Owner owner, PodsByOwner& pods,
                   std::set<std::string>& noted);

  std::map<std::string, kube::Json> objects_;  // by object_key()
  PodsByOwner owned_;
  PodsByOwner likely_;                       // behind an owner that the state does not hold
  std::map<std::string, std::size_t> pods_;  // in a namespace
};

}  // namespace drawbridge::cli
