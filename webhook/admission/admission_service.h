// AdmissionService: /mutate and /validate, from the body of a review to the body of its answer.
#pragma once

#include <memory>

#include "webhook/admission/finding_tally.h"
#include "webhook/admission/gateway.h"
#include "webhook/admission/rule_tally.h"
#include "webhook/admission/snapshot_store.h"
#include "webhook/decide/decide.h"
#include "webhook/server/service.h"

namespace drawbridge::admission {

// Tokens of a review (kube::JsonReader). The densest of real ones have 4.4 bytes for each, so that
// only a body of kBodyBytesMax that is made for the purpose has more; and to judge this many takes
// less than 100 ms and 75 MiB beside the text.
inline constexpr std::size_t kReviewTokensMax = 2'000'000;

class AdmissionService final : public Service {
 public:
  // All outlive the service. Without `time_zones`, rules know UTC and offsets.
  AdmissionService(const SnapshotStore& snapshots, Gateway& gateway,
                   const cel::TimeZones* time_zones = nullptr)
      : snapshots_(snapshots), gateway_(gateway), time_zones_(time_zones) {}

  Progress answer_now(const Request& request, Response& response) override;
  boost::asio::awaitable<Progress> answer_later(const Request& request,
                                                Response& response) override;

  // What DeviceRules came to.
  const RuleTally& rules() const { return rules_; }
  // What answers refused and warned of.
  const FindingTally& findings() const { return findings_; }

 private:
  struct Course;
  Facts facts_within(bool may_take_long) const;
  // Takes the request as far as it goes without waiting.
  Progress go_on(const Request& http, Course& course, Response& response);
  // kAnswered: there is a decision.
  Progress judge(const Request& http, const AdmissionRequest& request, Course& course);
  // kAnswered: what the decision wants to be done is done.
  Progress carry_out(Course& course);
  boost::asio::awaitable<void> what_it_waits_for(Course* course, Deadline deadline);

  const SnapshotStore& snapshots_;
  Gateway& gateway_;
  const cel::TimeZones* const time_zones_;
  RuleTally rules_;
  FindingTally findings_;
};

}  // namespace drawbridge::admission
