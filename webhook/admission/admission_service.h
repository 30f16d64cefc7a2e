// AdmissionService: /mutate and /validate, from the body of a review to the body of its answer.
#pragma once

#include <memory>

#include "webhook/admission/decide.h"
#include "webhook/admission/gateway.h"
#include "webhook/admission/rule_tally.h"
#include "webhook/admission/snapshot_store.h"
#include "webhook/server/service.h"

namespace drawbridge::admission {

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

 private:
  Facts facts_within(bool may_take_long) const;

  const SnapshotStore& snapshots_;
  Gateway& gateway_;
  const cel::TimeZones* const time_zones_;
  RuleTally rules_;
};

}  // namespace drawbridge::admission
