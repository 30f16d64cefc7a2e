#include "rules/checks/outcome_text.h"

#include <optional>
#include <utility>

#include "rules/cel/ast_builder.h"
#include "rules/cel/operators.h"
#include "rules/checks/selector_advice.h"
#include "rules/devices/catalogue.h"
#include "rules/devices/selector_path.h"
#include "rules/devices/selector_repair.h"
#include "rules/devices/vocabulary.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

constexpr std::size_t kErrorBytesMax = 100;

std::string devices_text(std::size_t devices, Inventory inventory) {
  if (inventory == Inventory::kNothing) return "published devices";
  return std::to_string(devices) + " published device" + (devices == 1 ? "" : "s");
}

// "largest 80Gi" as the end of a sentence.
std::string nearest_text(std::string_view nearest) {
  for (const std::string_view word : {"largest ", "smallest "}) {
    if (nearest.starts_with(word))
      return ", the " + std::string(word) + "has " + std::string(nearest.substr(word.size()));
  }
  return nearest.empty() ? std::string() : " (" + std::string(nearest) + ")";
}

// The path that fails with "no such key: ID".
std::optional<SelectorPath> path_without(const cel::Expr& root, std::string_view error) {
  constexpr std::string_view kNoKey = "no such key: ";
  const std::size_t at = error.find(kNoKey);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view id = error.substr(at + kNoKey.size());
  const cel::Expr* found = nullptr;
  Bound bound;
  walk(root, bound, [&](const cel::Expr& expr, const Bound& names) {
    const auto path = read_path(expr, names);
    const bool reads = path && path->is_value() && !path->test_only && !path->has_optional();
    if (found == nullptr && reads && path->steps[1].name == id && names.empty()) found = &expr;
    return found == nullptr;
  });
  return found == nullptr ? std::nullopt : read_path(*found);
}

// As the expression was meant, where that is known.
std::string repaired(std::string_view expression, std::string_view device_class,
                     const CheckFacts& facts) {
  const Words words = words_of(facts);
  const auto meant = repair_selector(
      expression,
      {words, driver_of_class(device_class, facts.devices, words), &facts.settings.catalogue()});
  return meant ? "Write: " + printable(meant->text) : std::string();
}

// The published name that this one is the beginning of, or nearest to; empty for none.
std::string name_meant(const SelectorPath& path, const CheckFacts& facts) {
  const Vocabulary* published[] = {&facts.devices.vocabulary()};
  const Words words(published);
  const std::vector<std::string_view> ids = words.ids(path.kind, path.steps[0].name);
  const std::string_view near = nearest(path.steps[1].name, ids);
  return near == path.steps[1].name ? std::string() : shown(near);
}

// has() helps where some devices have it. Where none has, the selector would match nothing.
std::string fails_fix(const OutcomeSubject& subject, const SelectorOutcome& outcome,
                      const CheckFacts& facts) {
  if (std::string meant = repaired(outcome.failing_text, subject.device_class, facts);
      !meant.empty())
    return meant;
  const std::optional<cel::Ast> ast = parse_selector(outcome.failing_text);
  const std::optional<SelectorPath> path =
      ast ? path_without(*ast->root(), outcome.error) : std::nullopt;
  if (outcome.failed < outcome.let_through) {
    if (!path) return "Test with has() or the driver what not every device has.";
    kube::Arena arena;
    cel::AstBuilder make(arena);
    return "Write: " + printable(text_behind(has_of(*path, make), *ast->root(), make));
  }
  if (!path) return "Compare it as what it is: kubectl get resourceslices -o yaml shows the types.";
  const CatalogueChange* change =
      facts.settings.catalogue().change(path->steps[0].name, path->steps[1].name);
  if (change != nullptr && !change->now.empty()) {
    return "Since " + shown(change->version) + " of the driver there is " + shown(change->now) +
           " instead: ask for that.";
  }
  if (const std::string meant = name_meant(*path, facts); !meant.empty())
    return "Write " + meant + ": none of them has " + shown(path->steps[1].name) + ".";
  return "None of them has it; kubectl get resourceslices -o yaml shows what they have.";
}

// The expression that the clause stands in, with the value that is meant in the place of a word of
// it: == "H100" where the devices are called "NVIDIA H100 80GB HBM3". Empty where that is not
// known.
std::string with_value_meant(const OutcomeSubject& subject, const SelectorOutcome& outcome) {
  const std::optional<cel::Ast> ast = parse_selector(outcome.clause);
  if (!ast || ast->root()->kind != cel::ExprKind::kCall || ast->root()->text != cel::op::kEquals)
    return {};
  const cel::Expr& constant = *ast->root()->args.back();
  if (constant.kind != cel::ExprKind::kString) return {};
  const std::vector<std::string_view> seen(outcome.seen.begin(), outcome.seen.end());
  const std::string_view meant = value_with_word(constant.text, seen);
  // What was cut, or would have to be escaped, is not to be pasted.
  if (meant.empty() || meant.find("...") != std::string_view::npos ||
      meant.find_first_of("'\"\\") != std::string_view::npos)
    return {};
  for (const std::string_view expression : subject.expressions) {
    const std::size_t clause = expression.find(outcome.clause);
    if (clause == std::string_view::npos) continue;
    const std::size_t word = outcome.clause.rfind(constant.text);
    if (word == std::string::npos) return {};
    std::string text(expression);
    return "Write: " + printable(text.replace(clause + word, constant.text.size(), meant));
  }
  return {};
}

}  // namespace

std::string none_text(std::string_view device_class, const SelectorOutcome& outcome,
                      Inventory inventory) {
  return "none of " + devices_text(outcome.let_through, inventory) +
         (device_class.empty() ? "" : " of class " + shown(device_class)) + ": " + outcome.said +
         " fails on all of them" +
         (inventory == Inventory::kValues ? nearest_text(outcome.nearest) : "") + ".";
}

Finding never_matches_finding(const OutcomeSubject& subject, const SelectorOutcome& outcome,
                              std::string field, const CheckFacts& facts) {
  std::string fix;
  for (const std::string_view expression : subject.expressions) {
    if (fix.empty()) fix = repaired(expression, subject.device_class, facts);
  }
  if (fix.empty() && facts.settings.inventory == Inventory::kValues)
    fix = with_value_meant(subject, outcome);
  const std::string begin = subject.selectors == 1 ? "The selector of " + subject.name + " matches "
                                                   : "The selectors of " + subject.name + " match ";
  return {"SelectorNeverMatches",
          Severity::kWarn,
          std::move(field),
          begin + none_text(subject.device_class, outcome, facts.settings.inventory),
          fix.empty() ? "Ask for what is published; until then a pod waits." : std::move(fix),
          subject.cause};
}

Finding fails_finding(const OutcomeSubject& subject, const SelectorOutcome& outcome,
                      std::string field, const CheckFacts& facts) {
  const Inventory inventory = facts.settings.inventory;
  const bool in_class = outcome.failing < outcome.of_class;
  const std::size_t place = in_class ? outcome.failing : outcome.failing - outcome.of_class;
  const std::string counts = inventory == Inventory::kNothing
                                 ? "on published devices"
                                 : "on " + std::to_string(outcome.failed) + " of " +
                                       devices_text(outcome.let_through, inventory);
  return {"SelectorFails",
          Severity::kWarn,
          std::move(field),
          "Selector " + std::to_string(place + 1) + " of " +
              (in_class ? "DeviceClass " + shown(subject.device_class) : subject.name) + " fails " +
              counts + " (" + shown(outcome.error, kErrorBytesMax) +
              "), and one of them fails the whole pod.",
          fails_fix(subject, outcome, facts),
          in_class ? class_cause(subject.device_class) : subject.cause};
}

}  // namespace drawbridge::rules
