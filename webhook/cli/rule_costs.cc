#include "webhook/cli/rule_costs.h"

#include <charconv>
#include <cmath>
#include <optional>

namespace drawbridge::cli {
namespace {

constexpr std::string_view kFamilies = "drawbridge_rule_";
constexpr std::string_view kLabel = "rule=\"";

struct Sample {
  std::string_view family;
  std::string rule;
  double value = 0;
};

// `drawbridge_rule_cost_total{rule="few"} 12 1700000000000`, the time being optional.
std::optional<Sample> read_sample(std::string_view line) {
  const std::size_t open = line.find('{');
  const std::size_t label = line.find(kLabel);
  if (open == std::string_view::npos || label == std::string_view::npos) return std::nullopt;
  Sample sample;
  sample.family = line.substr(0, open);
  std::size_t at = label + kLabel.size();
  for (; at < line.size() && line[at] != '"'; ++at) {
    if (line[at] == '\\' && at + 1 < line.size()) ++at;
    sample.rule += line[at];
  }
  const std::size_t close = line.find('}', at);
  if (close == std::string_view::npos) return std::nullopt;
  const std::size_t begin = line.find_first_not_of(' ', close + 1);
  if (begin == std::string_view::npos) return std::nullopt;
  const char* end = line.data() + line.size();
  const auto [stop, problem] = std::from_chars(line.data() + begin, end, sample.value);
  const bool is_whole = stop == end || *stop == ' ';
  if (problem != std::errc() || !is_whole || !std::isfinite(sample.value)) return std::nullopt;
  return sample;
}

}  // namespace

Status add_rule_costs(std::string_view text, RuleCosts& costs) {
  bool is_ours = false;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    is_ours = is_ours || line.find("drawbridge_") != std::string_view::npos;
    if (!line.starts_with(kFamilies)) continue;
    const std::optional<Sample> sample = read_sample(line);
    if (!sample)
      return Error{"line " + std::to_string(number) + " is not what /metrics says of a rule"};
    RuleCost& cost = costs[sample->rule];
    if (sample->family == "drawbridge_rule_evaluations_total") cost.evaluations += sample->value;
    if (sample->family == "drawbridge_rule_cost_total") cost.cost += sample->value;
    if (sample->family == "drawbridge_rule_seconds_total") cost.seconds += sample->value;
  }
  if (!is_ours) return Error{"holds no metrics of Drawbridge"};
  return {};
}

}  // namespace drawbridge::cli
