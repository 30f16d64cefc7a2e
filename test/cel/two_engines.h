// Our engine and Kubernetes' (the oracle), asked about one expression of the base environment with
// the variable `object`.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "kube/api/json.h"
#include "rules/cel/cel.h"
#include "test/oracle_client.h"

namespace drawbridge::cel::generating {

// What they say: kind, type, text of an error, value, cost and cost_est, as conformance data have
// them.
class TwoEngines {
 public:
  // `minor`: Kubernetes 1.`minor`, 36 or 37.
  explicit TwoEngines(std::uint32_t minor);

  // Whether there is an oracle to ask; without one only ours() may be called.
  bool complete() const { return oracle_ != nullptr; }

  nlohmann::json ours(const std::string& expression) const;
  nlohmann::json theirs(const std::string& expression);
  // Of each; much faster than one by one, where the machine is busy.
  std::vector<nlohmann::json> theirs(std::span<const std::string> expressions);
  // Go walks a map in another order each time, and what comes of it may differ: one of several
  // answers has to be ours.
  bool disagree(const std::string& expression);
  static bool agree(const nlohmann::json& a, const nlohmann::json& b);

 private:
  nlohmann::json judged(const std::string& expression) const;

  static nlohmann::json comparable(nlohmann::json answer);

  const nlohmann::json object_;
  const kube::Document document_;
  const Environment environment_;
  std::unique_ptr<test::OracleClient> oracle_;
};

}  // namespace drawbridge::cel::generating
