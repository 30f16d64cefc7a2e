// What the files of the strings library share.
#pragma once

#include <span>
#include <string>

#include "rules/cel/evaluation.h"
#include "rules/cel/function.h"
#include "rules/cel/value.h"

namespace drawbridge::cel {

struct StringCost {
  RuntimeCost cost = nullptr;
  EstimateCost estimate = nullptr;
};
extern const StringCost kCostOfIndexing, kCostOfTransforming, kCostOfReplacing, kCostOfSplitting,
    kCostOfJoining, kCostOfFormatting, kCostOfQuoting;

// string.indexOf(string[, int]) and lastIndexOf
Value index_of_text(Evaluation& evaluation, std::span<const Value> args);
Value last_index_of_text(Evaluation& evaluation, std::span<const Value> args);
// string.format(list)
Value format_values(Evaluation& evaluation, std::span<const Value> args);
// strings.quote(string)
Value quote_for_cel(Evaluation& evaluation, std::span<const Value> args);

// What Go's %v shows of a value of cel-go, for messages.
std::string go_text_of(const Value& value);

}  // namespace drawbridge::cel
