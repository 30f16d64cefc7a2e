#include "rules/checks/selector_fails.h"

#include <set>
#include <string>
#include <utility>

#include "kube/api/claim.h"
#include "kube/api/object.h"
#include "rules/cel/ast_builder.h"
#include "rules/cel/operators.h"
#include "rules/cel/unparse.h"
#include "rules/checks/selector_advice.h"
#include "rules/checks/selector_unguarded.h"
#include "rules/devices/selector_outcome.h"
#include "rules/devices/selector_path.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

constexpr std::size_t kErrorBytesMax = 100;

// The selectors of one request, or of a class.
struct Asked {
  std::string field;
  std::string name;  // "request gpu", "this DeviceClass"
  std::string_view device_class;
  SelectorList own;
};

std::string number_text(std::size_t number) {
  return std::to_string(number);
}

// "largest 80Gi" as the end of a sentence.
std::string nearest_text(std::string_view nearest) {
  for (const std::string_view word : {"largest ", "smallest "}) {
    if (nearest.starts_with(word))
      return ", the " + std::string(word) + "has " + std::string(nearest.substr(word.size()));
  }
  return nearest.empty() ? std::string() : " (" + std::string(nearest) + ")";
}

// The selector with has() in front of the term that fails with "no such key: ID".
std::string guarded(std::string_view expression, std::string_view error) {
  constexpr std::string_view kNoKey = "no such key: ";
  const std::size_t at = error.find(kNoKey);
  const std::optional<cel::Ast> ast = parse_selector(expression);
  if (at == std::string_view::npos || !ast) return {};
  const std::string_view id = error.substr(at + kNoKey.size());
  const cel::Expr* found = nullptr;
  Bound bound;
  walk(*ast->root(), bound, [&](const cel::Expr& expr, const Bound& names) {
    const auto path = read_path(expr, names);
    const bool reads = path && path->is_value() && !path->test_only && !path->has_optional();
    if (found == nullptr && reads && path->steps[1].name == id && names.empty()) found = &expr;
    return found == nullptr;
  });
  const std::optional<SelectorPath> path = found == nullptr ? std::nullopt : read_path(*found);
  if (!path) return {};
  kube::Arena arena;
  cel::AstBuilder make(arena);
  const std::string_view map = path->kind == NameKind::kCapacity ? "capacity" : "attributes";
  const cel::Expr* names = make.call(0, cel::op::kIndex,
                                     {make.select(0, make.ident(0, "device"), map),
                                      make.text(cel::ExprKind::kString, 0, path->steps[0].name)});
  const cel::Expr* whole = make.select(0, names, path->steps[1].name, true);
  for (const cel::Expr* term : terms_of(*ast->root()))
    whole = make.call(0, cel::op::kAnd, {whole, term});
  return cel::unparse(*whole, [](const cel::Expr& literal) {
    const bool plain = literal.kind == cel::ExprKind::kString &&
                       literal.text.find_first_of("'\\\n\r\t") == std::string_view::npos;
    return plain ? "'" + std::string(literal.text) + "'" : std::string();
  });
}

class Check {
 public:
  Check(const ObjectSubject& subject, const CheckFacts& facts, std::vector<Finding>& findings)
      : subject_(subject), facts_(facts), words_(words_of(facts)), findings_(findings) {}

  void run() {
    if (!facts_.for_each_slice) return;
    const std::vector<Asked> all = asked();
    if (all.empty()) return;
    DeviceSurvey survey;
    facts_.for_each_slice([&](const Json& slice) { survey.add_slice(slice); });
    std::uint64_t cost_left = kOutcomeCostMax;
    std::set<std::string> told;
    for (const Asked& one : all) {
      std::string key(one.device_class);
      for (const auto& selector : one.own) key += "\n" + selector->text;
      if (told.insert(std::move(key)).second) look_at(one, survey, cost_left);
    }
  }

 private:
  // With selectors of its own that are new and have no known mistake, which would be told twice.
  std::vector<Asked> asked() const {
    std::vector<Asked> all;
    std::set<std::string_view> fresh;
    for (const AdvisedSelector& selector : advised_selectors(subject_, facts_)) {
      if (!selector.of_class && !has_mistake(selector)) fresh.insert(selector.expression);
    }
    const auto add = [&](std::span<const Json> selectors, Asked one, const std::string& path) {
      if (selectors.empty()) return;
      for (const Json& selector : selectors) {
        if (!fresh.contains(selector["cel"]["expression"].as_string())) return;
      }
      Result<SelectorList> own = compile_selectors(selectors, path);
      if (!own) return;
      one.own = std::move(*own);
      all.push_back(std::move(one));
    };
    const kube::ObjectView view(subject_.object);
    if (view.kind() == "DeviceClass") {
      add(subject_.object["spec"]["selectors"].elements(),
          {"spec.selectors", "this DeviceClass", {}, {}}, "spec.selectors");
      return all;
    }
    const kube::ClaimSpecView claim = kube::ClaimSpecView::of(subject_.object);
    const std::string spec = view.kind() == "ResourceClaimTemplate" ? "spec.spec" : "spec";
    for (std::size_t i = 0; i < claim.request_count(); ++i) {
      const kube::DeviceRequestView request = claim.request(i);
      for (std::size_t j = 0; j < request.option_count(); ++j) {
        const kube::DeviceOptionView option = request.option(j);
        const bool first = request.first_available();
        const std::string field =
            spec + ".devices.requests[" + number_text(i) + "]" +
            (first ? ".firstAvailable[" + number_text(j) + "]" : std::string(".exactly"));
        add(option.selectors(),
            {field + ".selectors",
             "request " + shown(request.name()) + (first ? "/" + shown(option.name()) : ""),
             option.device_class(),
             {}},
            field);
      }
    }
    return all;
  }

  bool has_mistake(const AdvisedSelector& selector) const {
    return repair_selector(selector.expression,
                           {words_, driver_of_class(selector.device_class, facts_.devices, words_)})
        .has_value();
  }

  void look_at(const Asked& one, const DeviceSurvey& survey, std::uint64_t& cost_left) {
    static const SelectorList kNone;
    const DeviceIndex::DeviceClass* known = facts_.devices.device_class(one.device_class);
    const bool is_class = one.device_class.empty();
    if (!is_class && (known == nullptr || !known->selectors)) return;
    const SelectorList& of_class = is_class ? kNone : *known->selectors;
    const auto outcome = selector_outcome(of_class, one.own, survey, cost_left);
    if (!outcome || outcome->let_through == 0) return;
    if (outcome->failed > 0) return fails(one, of_class, *outcome);
    // A class without devices of its driver is usual: the driver comes after it.
    const std::optional<cel::Ast> clause = parse_selector(outcome->clause);
    if (outcome->matched > 0 || !clause || mentions_driver(*clause->root())) return;
    matches_none(one, *outcome);
  }

  std::string devices_text(std::size_t devices) const {
    if (facts_.settings.inventory == Inventory::kNothing) return "published devices";
    return number_text(devices) + " published device" + (devices == 1 ? "" : "s");
  }

  void fails(const Asked& one, const SelectorList& of_class, const SelectorOutcome& outcome) {
    const bool in_class = outcome.failing < of_class.size();
    const std::size_t place = in_class ? outcome.failing : outcome.failing - of_class.size();
    const auto& selector = in_class ? of_class[place] : one.own[place];
    // SelectorUnguarded tells it already.
    if (!in_class && find_unguarded(selector->text) && is_first_guard(one, of_class)) return;
    const std::string counts =
        facts_.settings.inventory == Inventory::kNothing
            ? "on published devices"
            : "on " + number_text(outcome.failed) + " of " + devices_text(outcome.let_through);
    const std::string of = in_class ? "DeviceClass " + shown(one.device_class) : one.name;
    const std::string fix = guarded(selector->text, outcome.error);
    findings_.push_back({"SelectorFails", Severity::kWarn, one.field,
                         "Selector " + number_text(place + 1) + " of " + of + " fails " + counts +
                             " (" + shown(outcome.error, kErrorBytesMax) +
                             "), and one of them fails the whole pod.",
                         fix.empty() ? "Test with has() or the driver what not every device has."
                                     : "Write: " + printable(fix)});
  }

  // No selector before it tests the driver.
  static bool is_first_guard(const Asked& one, const SelectorList& of_class) {
    for (const SelectorList* list : {&of_class, &one.own}) {
      for (const auto& selector : *list) {
        const std::optional<cel::Ast> ast = parse_selector(selector->text);
        if (ast && mentions_driver(*ast->root())) return false;
      }
    }
    return true;
  }

  void matches_none(const Asked& one, const SelectorOutcome& outcome) {
    const Inventory inventory = facts_.settings.inventory;
    const bool tell = inventory == Inventory::kValues;
    const std::string place = one.own.size() == 1
                                  ? "The selector of " + one.name + " matches none of "
                                  : "The selectors of " + one.name + " match none of ";
    findings_.push_back(
        {"SelectorNeverMatches", Severity::kWarn, one.field,
         place + devices_text(outcome.let_through) +
             (one.device_class.empty() ? "" : " of class " + shown(one.device_class)) + ": " +
             clause_text(outcome.clause) + " fails on all of them" +
             (tell ? nearest_text(outcome.nearest) : "") + ".",
         "Ask for what is published; until then a pod waits."});
  }

  const ObjectSubject& subject_;
  const CheckFacts& facts_;
  const Words words_;
  std::vector<Finding>& findings_;
};

}  // namespace

void check_selector_fails(const ObjectSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings) {
  add_repairs(subject, facts, Mistake::kFails, "SelectorFails", findings);
  Check(subject, facts, findings).run();
}

}  // namespace drawbridge::rules
