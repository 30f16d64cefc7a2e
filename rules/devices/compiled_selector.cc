#include "rules/devices/compiled_selector.h"

#include <utility>
#include <variant>

#include "rules/cel/device_environment.h"
#include "rules/devices/selectors.h"
#include "rules/finding.h"

namespace drawbridge::rules {
namespace {

constexpr std::size_t kCauseBytesMax = 300;

Error refused(std::string_view text, const std::string& cause) {
  if (std::optional<SelectorFault> fault = selector_fault(text)) return Error{fault->what};
  return Error{"does not compile: " + shown(cause, kCauseBytesMax)};
}

}  // namespace

Result<std::shared_ptr<const CompiledSelector>> compile_stored_selector(std::string_view text) {
  if (text.size() > kSelectorExpressionBytesMax) return refused(text, "too long");
  std::variant<cel::Program, std::string> compiled =
      cel::compile_selector(stored_selector_environment(), text);
  if (const auto* cause = std::get_if<std::string>(&compiled)) return refused(text, *cause);
  return std::make_shared<const CompiledSelector>(
      CompiledSelector{std::string(text), std::get<cel::Program>(std::move(compiled))});
}

Result<SelectorList> compile_selectors(std::span<const kube::Json> list, const std::string& path) {
  SelectorList selectors;
  for (std::size_t i = 0; i < list.size(); ++i) {
    auto compiled = compile_stored_selector(list[i]["cel"]["expression"].as_string());
    if (!compiled) {
      return Error{compiled.error().message, path + "[" + std::to_string(i) + "].cel.expression"};
    }
    selectors.push_back(std::move(*compiled));
  }
  return selectors;
}

SelectorVerdict ask(const SelectorList& selectors, const cel::Value& device, kube::Arena& arena) {
  for (const auto& selector : selectors) {
    arena.reset();
    const cel::Outcome outcome =
        selector->program.evaluate({std::span(&device, 1)}, kSelectorCostMax, arena);
    if (!outcome.value.is(cel::ValueKind::kBool)) return SelectorVerdict::kFailed;
    if (!outcome.value.as_bool()) return SelectorVerdict::kNoMatch;
  }
  return SelectorVerdict::kMatch;
}

}  // namespace drawbridge::rules
