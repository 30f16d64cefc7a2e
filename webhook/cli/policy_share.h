// What a policy and its binding match, as the parts of rules. Internal to rules_import.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "webhook/cli/policy_reach.h"

namespace drawbridge::cli {

// The kinds that are matched alike: on the same operations, with the same names.
struct Share {
  std::array<bool, kRuledOperations.size()> operations = {};
  NameSet names;
  std::vector<std::pair<std::string, std::string>> kinds;  // group, kind
};

// One for each set of operations and of names, in the order of the kinds.
std::vector<Share> shares_of(const PolicyReach& reach);

// The match condition, in CEL, that lets objects of these names through.
std::string names_condition(const NameSet& set);

// Both label selectors in one. A label that both name stands once more, as an expression.
nlohmann::json merged_selector(const nlohmann::json& a, const nlohmann::json& b);

}  // namespace drawbridge::cli
