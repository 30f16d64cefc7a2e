// The requests that a review of files puts to decide() in the API server's place, and what it tells
// them of the cluster: which templates are there, what quotas have left.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/object.h"
#include "quota/amounts.h"
#include "rules/checks/claim_unserved.h"
#include "webhook/admission/memory_quotas.h"
#include "webhook/cli/asked_by_given.h"
#include "webhook/cli/review.h"
#include "webhook/decide/object_set.h"
#include "webhook/decide/request.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::cli {

// What a review knows of the object that it asks about.
struct Judged {
  admission::Standing standing = {};        // only `others` of what makes no pods and is none
  bool runs = false;                        // in the state, and in the queue that it names
  std::vector<std::string_view> told = {};  // codes
  bool is_there = false;                    // in the state
  bool is_made_by_workload = false;         // a pod
  bool come_later = false;                  // such pods: what is in use now says nothing of them
  std::vector<std::string> own_pods = {};   // of a workload, by name; in the state and the files
};

// What one answer has made is there for the next, and what it asks quotas for is gone for those
// behind it, once it is settled. For one thread.
class ReviewRequests {
 public:
  // Views into `all`, what `snapshot` is of, and `options`, which must outlive it.
  ReviewRequests(std::shared_ptr<const admission::Snapshot> snapshot,
                 std::span<const admission::SourcedObject> all, const ReviewOptions& options);

  // Views into `object`, `ns` and the options.
  admission::AdmissionRequest request_for(const kube::Json& object, const std::string& ns,
                                          admission::Endpoint endpoint, const Judged& judged) const;
  // Adds to `creates` the objects that would be made, as JSON text.
  admission::AdmissionResponse ask(const admission::AdmissionRequest& request, const Judged& judged,
                                   std::vector<std::string>& creates);

  // What all other objects that were asked about ask of quotas.
  admission::AskedBeside asked_by_others(const std::string& ns, const kube::ObjectView& view) const;
  // Of an object all is asked: what was made for it is there where webhooks see it, whatever they
  // answer, and what it may take is taken where it and its pods are let in.
  void settle(bool is_seen, bool is_let_in);

 private:
  // Of the object that is asked about.
  struct Unsettled {
    std::optional<admission::ChargeWish> charge = {};
    bool is_new = false;  // the charge is in no status yet
    std::optional<AskedByGiven::Entry> asked = {};
    std::vector<std::pair<std::string, std::string>> made = {};  // keys of made_
  };

  std::string_view claim_maker() const;
  admission::CreateOutcome outcome_of(const admission::CreateTemplate& create);
  admission::LookUp look_up(const admission::ObjectRef& ref);
  void note_charge(const Judged& judged, const std::optional<admission::ChargeWish>& charge);
  void note_asked(const admission::AdmissionRequest& request, const Judged& judged,
                  admission::AskedOfQuotas asked);
  void remember(const std::vector<admission::CreateTemplate>& wanted,
                std::vector<std::string>& creates);

  const std::shared_ptr<const admission::Snapshot> snapshot_;
  const std::span<const admission::SourcedObject> all_;
  const ReviewOptions& options_;
  std::map<std::string, std::map<std::string, std::shared_ptr<const kube::Document>>>
      made_;  // namespace -> name
  admission::MemoryQuotas quotas_ = admission::MemoryQuotas(admission::MemoryQuotas::Keeps::kAll);
  AskedByGiven asked_by_given_;
  Unsettled unsettled_;
  rules::UnservedMemo unserved_;
};

}  // namespace drawbridge::cli
