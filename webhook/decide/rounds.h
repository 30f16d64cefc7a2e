// Rounds: one request, judged by decide() again and again until nothing is left to be looked up.
//
// Questions for the authorizer come one behind the other where a rule asks the second because of
// what the first one answered. Rounds for them alone are not counted: each brings a question that
// is new, and a request has kAccessReviewsMax of them. All rounds of a request share what its rules
// may cost, and no rule is judged again that has come to its verdict (RuleProgress).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "webhook/decide/decide.h"
#include "webhook/decide/request.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// One request's. Refers to nothing of the request, so that it may outlive the document that the
// request was read from, and go on with another of the same text.
class Rounds {
 public:
  explicit Rounds(Facts facts = {}) : facts_(std::move(facts)) {}

  // False: the request needs more rounds than one may have.
  bool may_go_on() const { return left_ > 0; }
  // By `newest`; once a rule waits for the authorizer, by the snapshot that it was judged by
  // before. nullopt: missing() has to be looked up first. Precondition: may_go_on(), and nothing is
  // missing.
  std::optional<Decision> judge(const AdmissionRequest& request,
                                const std::shared_ptr<const Snapshot>& newest);
  std::span<const ObjectRef> missing() const { return missing_; }
  // What was found of the last one of missing(), which is so no longer.
  void add(LookUp found);

  const Facts& facts() const { return facts_; }

 private:
  Facts facts_;
  std::vector<SharedDocument> kept_;  // what facts_ refer to
  std::shared_ptr<const Snapshot> judged_by_;
  std::vector<ObjectRef> missing_;
  int left_ = kDecideRoundsMax;
};

}  // namespace drawbridge::admission
