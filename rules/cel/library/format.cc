// Kubernetes' named formats (apiserver pkg/cel/library/format.go).
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "rules/cel/library/libraries.h"
#include "rules/cel/library/named_formats.h"
#include "rules/cel/library/support.h"

namespace drawbridge::cel {
namespace {

// limits.go: MaxNameFormatRegexSize.
constexpr double kPatternSizeMax = 128;

class FormatValue final : public Opaque {
 public:
  static constexpr const Type& kType = type::kNamedFormat;

  explicit FormatValue(const NamedFormatRule& rule) : rule_(rule) {}
  const NamedFormatRule& rule() const { return rule_; }

  const Type* type() const override { return &kType; }
  bool equals(const Opaque& other) const override {
    return other.type() == &kType && &rule_ == &static_cast<const FormatValue&>(other).rule_;
  }
  std::string text() const override { return std::string(rule_.name); }

 private:
  const NamedFormatRule& rule_;
};

Value make_format(Evaluation& evaluation, const NamedFormatRule& rule) {
  return Value::opaque(evaluation.make<FormatValue>(rule));
}

Value some(Evaluation& evaluation, const Value& value) {
  return Value::optional(evaluation.make<Value>(value));
}

template <std::size_t kIndex>
Value constant(Evaluation& evaluation, std::span<const Value> /*args*/) {
  return make_format(evaluation, named_formats()[kIndex]);
}

Value named(Evaluation& evaluation, std::span<const Value> args) {
  for (const NamedFormatRule& rule : named_formats()) {
    if (rule.key == args[0].as_text()) return some(evaluation, make_format(evaluation, rule));
  }
  return Value::optional(nullptr);
}

Value validate(Evaluation& evaluation, std::span<const Value> args) {
  const auto* self = opaque_cast<FormatValue>(args[0]);
  if (self == nullptr) return evaluation.error(kNoSuchOverload);
  const std::vector<std::string> problems = self->rule().problems(args[1].as_text());
  if (problems.empty()) return Value::optional(nullptr);
  const auto list = new_list(evaluation, problems.size());
  std::transform(problems.begin(), problems.end(), list.begin(),
                 [&](const std::string& problem) { return evaluation.text(problem); });
  return some(evaluation, Value::list(list));
}

// As of matching the expression that stands for the format.
std::uint64_t cost_of_validate(std::span<const Value> args, const Value& /*result*/) {
  const auto* self = opaque_cast<FormatValue>(args[0]);
  if (self == nullptr) return 1;
  const auto pattern_cost = static_cast<std::uint64_t>(
      std::ceil(static_cast<double>(self->rule().pattern_size) * kRegexStringLengthCostFactor));
  return cost_of_passes(size_for_cost(args[1]) + 1) * pattern_cost;
}

std::optional<CallEstimate> estimate_of_validate(const EstimatedNode* /*target*/,
                                                 std::span<const EstimatedNode> args) {
  if (args.empty()) return std::nullopt;
  return CallEstimate{scale(scale(args[0].size, kStringTraversalCostFactor),
                            kPatternSizeMax * kRegexStringLengthCostFactor)};
}

template <std::size_t... kIndices>
void add_constants(Declarations& to, const Type* format, std::index_sequence<kIndices...>) {
  const auto add = [&](std::string_view name, Implementation run) {
    to.add(name, {.id = name, .params = {}, .result = format, .run = run});
  };
  constexpr std::array<std::string_view, sizeof...(kIndices)> kNames = {
      "format.byte",
      "format.date",
      "format.datetime",
      "format.dns1035Label",
      "format.dns1035LabelPrefix",
      "format.dns1123Label",
      "format.dns1123LabelPrefix",
      "format.dns1123Subdomain",
      "format.dns1123SubdomainPrefix",
      "format.labelValue",
      "format.qualifiedName",
      "format.uri",
      "format.uuid",
  };
  (add(kNames[kIndices], constant<kIndices>), ...);
}

}  // namespace

void add_format(Declarations& to) {
  const Type* format = declared(to, type::kNamedFormat);
  to.add("format.named", {.id = "format-named",
                          .params = {&type::kString},
                          .result = to.types().optional(format),
                          .run = named});
  to.add("validate", {.id = "format-validate",
                      .params = {format, &type::kString},
                      .result = to.types().optional(to.types().list(&type::kString)),
                      .member = true,
                      .run = validate,
                      .cost = cost_of_validate,
                      .estimate = estimate_of_validate});
  add_constants(to, format, std::make_index_sequence<13>());
}

}  // namespace drawbridge::cel
