// ProblemNews: which Events are told of objects that Drawbridge cannot use, other than
// DeviceMappings, whose Events follow their status (mapping_status.h): a DeviceClass whose
// selectors do not compile, a DeviceQuota, what Kueue's objects say.
//
// Pure: it remembers what it has told and answers what is new. Not thread-safe.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "kube/client/event_book.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// Objects whose problems are told at one time: a driver's or an installer's fault in thousands of
// them shall not keep more urgent writes waiting. The rest comes with the next look.
inline constexpr std::size_t kProblemNewsMax = 20;
// Objects of which it is remembered that their problem was told. Further ones are told of when
// others are well again; the metric drawbridge_view_left_out and the log have all.
inline constexpr std::size_t kProblemsToldMax = 1000;

class ProblemNews {
 public:
  // At most kProblemNewsMax Events: objects that have a problem or another one than before, and
  // those that are well again, or gone, which are forgotten without an Event.
  std::vector<kube::EventNews> look(const Snapshot& snapshot);
  // There was more to tell than look() has.
  bool has_more() const { return has_more_; }
  std::size_t remembered() const { return told_.size(); }

 private:
  struct Told {
    kube::EventObject object;
    ObjectKind kind{};
    std::string text;
  };
  std::map<std::string, Told> told_;  // by problem_key()
  bool has_more_ = false;
};

}  // namespace drawbridge::admission
