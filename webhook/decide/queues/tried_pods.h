// TriedPods: what the queue would say of a workload if one of its pod templates asked for less of
// what there is too little of, or had fewer pods. What is found so is a fix that holds, whichever
// flavors the other templates come to take.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/json_writer.h"
#include "quota/kueue/demand.h"
#include "webhook/decide/queues/queue_texts.h"

namespace drawbridge::admission {

// Of a verdict with a misfit; what its other obstacles lack nobody asks for here, and what keeps
// the pods from a flavor is changed in them, as if all that were mended. Borrows the case.
class TriedPods {
 public:
  explicit TriedPods(const QueueCase& judged);

  // False where nobody can say how the queue takes other amounts.
  bool can_tell() const { return can_tell_; }
  // What each pod of the template, one of the workload's, may ask for at most of the misfit's
  // resource, and how many pods it may have, up to `most`; 0 for none, nullopt where nobody can
  // say. A workload that waits is to start now.
  std::optional<std::int64_t> most_each(const std::string& path, std::int64_t most);
  std::optional<std::int64_t> most_pods(const std::string& path, std::int64_t most);

  // Of one number, where anything can be told.
  bool admits_each(const std::string& path, std::int64_t each);
  bool admits_pods(const std::string& path, std::int64_t pods);

 private:
  bool is_made_of_others() const;
  bool is_known_to_be_none(const std::string& path);
  // `mends`: of what other obstacles lack nobody asks.
  void write_template(std::size_t set, std::int64_t of_misfit, bool mends = true);
  bool lacks_more(std::size_t set) const;
  void write_placing(std::size_t set, const kube::Json& spec, kube::JsonWriter& writer) const;
  std::vector<quota::FlavorMismatch> told_of_flavor(std::size_t set) const;
  bool is_mended_besides(std::size_t set, std::string_view resource) const;
  std::int64_t asked_by_each(std::size_t set) const;
  std::size_t position(const std::string& path) const;
  bool admits() const;

  const QueueCase& judged_;
  std::vector<quota::QueuedPods> pods_;
  std::vector<kube::Document> templates_;
  bool can_tell_ = false;
};

}  // namespace drawbridge::admission
