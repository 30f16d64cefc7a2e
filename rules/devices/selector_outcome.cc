#include "rules/devices/selector_outcome.h"

#include <algorithm>
#include <variant>
#include <vector>

#include "rules/cel/device_environment.h"
#include "rules/cel/operators.h"
#include "rules/cel/unparse.h"
#include "rules/devices/explain.h"
#include "rules/devices/published.h"
#include "rules/devices/selector_parts.h"
#include "rules/devices/selector_path.h"
#include "rules/devices/selectors.h"
#include "rules/finding.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;

constexpr std::size_t kClauseBytesMax = 100;

class Counter {
 public:
  Counter(const SelectorList& of_class, const SelectorList& own, std::uint64_t& cost_left)
      : of_class_(of_class), own_(own), cost_left_(cost_left) {}

  // False where the budget is spent.
  bool count(const SurveyedKind& kind) {
    const Result<cel::Device> read = read_device(kind.driver, kind.body);
    if (!read) return true;  // a fault of the slice, and told there
    const auto made = values_.add(*read);
    const auto* device = std::get_if<cel::Value>(&made);
    if (device == nullptr) return true;
    for (std::size_t i = 0; i < of_class_.size() + own_.size(); ++i) {
      if (i == of_class_.size()) let_through(*device, kind.devices);
      const auto& selector = i < of_class_.size() ? of_class_[i] : own_[i - of_class_.size()];
      arena_.reset();
      const cel::SelectorMatch match = cel::match_selector(
          selector->program, *device, std::min(cost_left_, kSelectorCostMax), arena_);
      cost_left_ -= std::min(cost_left_, match.cost);
      if (cost_left_ == 0) return false;
      if (!match.error.empty()) {
        if (outcome_.failed == 0) {
          outcome_.failing = i;
          outcome_.of_class = of_class_.size();
          outcome_.failing_text = selector->text;
          outcome_.error = match.error;
        }
        outcome_.failed += kind.devices;
        if (i < of_class_.size()) outcome_.let_through += kind.devices;
        return true;
      }
      if (!match.matches) return true;
    }
    if (own_.empty()) let_through(*device, kind.devices);
    outcome_.matched += kind.devices;
    return true;
  }

  SelectorOutcome take() {
    if (outcome_.matched == 0 && outcome_.failed == 0) explain_nothing();
    return std::move(outcome_);
  }

 private:
  void let_through(const cel::Value& device, std::uint32_t devices) {
    outcome_.let_through += devices;
    devices_.push_back(device);
    weights_.push_back(devices);
  }

  void explain_nothing() {
    std::vector<std::string_view> texts;
    for (const auto& selector : own_) texts.push_back(selector->text);
    const Result<Explanation> explanation = explain(texts, devices_, nullptr, weights_);
    if (!explanation) return;
    for (const ExplainedClause& clause : explanation->clauses) {
      if (clause.devices > 0 && clause.failed == clause.devices && outcome_.fails_too.empty())
        outcome_.fails_too = clause_text(clause.text) + ": " + shown(clause.error);
      if (clause.passed > 0 || clause.devices == 0) continue;
      outcome_.dead = dead_clause(clause);
      if (clause.devices < outcome_.let_through && is_so_alone(clause))
        outcome_.dead.devices = outcome_.let_through;
      const std::optional<cel::Ast> ast = parse_selector(clause.text);
      outcome_.asks_for_driver = !class_has_driver() && (!ast || mentions_driver(*ast->root()));
      break;
    }
    for (const ExplainedClause& clause : explanation->clauses) {
      if (clause.text != outcome_.dead.text) look_at_alone(clause.text);
    }
  }

  // What fails by itself may stand behind a test of the others.
  void look_at_alone(std::string_view clause) {
    if (outcome_.dead_too.size() == kDeadTooMax) return;
    const Result<Explanation> alone = explain({&clause, 1}, devices_, nullptr, weights_);
    if (!alone || alone->clauses.size() != 1) return;
    const ExplainedClause& found = alone->clauses.front();
    if (found.passed == 0 && found.failed == 0) outcome_.dead_too.push_back(dead_clause(found));
  }

  // None of the devices satisfies it, whatever the other clauses leave, nor comes nearer.
  bool is_so_alone(const ExplainedClause& clause) const {
    const std::string_view text = clause.text;
    const Result<Explanation> alone = explain({&text, 1}, devices_, nullptr, weights_);
    return alone && alone->clauses.size() == 1 && alone->clauses.front().passed == 0 &&
           alone->clauses.front().nearest == clause.nearest;
  }

  static DeadClause dead_clause(const ExplainedClause& clause) {
    return {clause.text, clause_text(clause.text), clause.nearest,
            clause.seen, clause.seen_in_lists,     clause.devices};
  }

  // What the class asks for no other driver's device can be.
  bool class_has_driver() const {
    return std::any_of(of_class_.begin(), of_class_.end(), [](const auto& selector) {
      return !driver_asked_for(selector->text).empty();
    });
  }

  const SelectorList& of_class_;
  const SelectorList& own_;
  std::uint64_t& cost_left_;
  cel::DeviceValues values_;
  kube::Arena arena_;
  std::vector<cel::Value> devices_;
  std::vector<std::uint32_t> weights_;
  SelectorOutcome outcome_;
};

std::string plain(const Expr& literal) {
  if (literal.kind == ExprKind::kString) return shown(literal.text);
  return cel::unparse(literal);
}

// Text that reads like a boolean or a number keeps its quotes: they are what is wrong with it.
std::string plain_or_quoted(const Expr& literal) {
  std::string text = plain(literal);
  if (literal.kind != ExprKind::kString) return text;
  const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  return text == "true" || text == "false" || is_number ? "'" + text + "'" : text;
}

bool has_plain_text(const Expr& expr) {
  return expr.kind == ExprKind::kString || expr.kind == ExprKind::kInt ||
         expr.kind == ExprKind::kBool;
}

// The literal in quantity('16Gi') and semver('1.2.3').
const Expr* inner_literal(const Expr& expr) {
  const bool one = expr.kind == ExprKind::kCall && expr.target == nullptr &&
                   (expr.text == "quantity" || expr.text == "semver") && !expr.args.empty();
  return one && expr.args[0]->kind == ExprKind::kString ? expr.args[0] : nullptr;
}

std::string compared(const Expr& subject, std::string_view function, const std::string& literal) {
  const std::optional<SelectorPath> path = read_path(subject);
  if (!path || !path->is_value()) return {};
  return shown(path->steps[1].name) + std::string(sign_of(function)) + literal;
}

std::string short_text(const Expr& root) {
  if (root.kind != ExprKind::kCall || sign_of(root.text).empty()) return {};
  if (root.target != nullptr) {
    const Expr* literal = root.args.size() == 1 ? inner_literal(*root.args[0]) : nullptr;
    return literal == nullptr ? std::string() : compared(*root.target, root.text, plain(*literal));
  }
  if (root.args.size() != 2) return {};
  const Expr& left = *root.args[0];
  const Expr& right = *root.args[1];
  const bool is_zero = right.kind == ExprKind::kInt && right.int_value == 0;
  if (is_zero && is_call(left, "compareTo") && left.target != nullptr && left.args.size() == 1) {
    const Expr* literal = inner_literal(*left.args[0]);
    return literal == nullptr ? std::string() : compared(*left.target, root.text, plain(*literal));
  }
  if (has_plain_text(right)) return compared(left, root.text, plain_or_quoted(right));
  const Expr* literal = inner_literal(right);
  return literal == nullptr ? std::string() : compared(left, root.text, plain(*literal));
}

}  // namespace

std::optional<SelectorOutcome> selector_outcome(const SelectorList& of_class,
                                                const SelectorList& own, const DeviceSurvey& survey,
                                                std::uint64_t& cost_left) {
  std::vector<std::string_view> texts;
  for (const SelectorList* list : {&of_class, &own}) {
    for (const auto& selector : *list) texts.push_back(selector->text);
  }
  // Where the first selector asks for a driver, no other driver's device gets any further.
  DeviceSurvey::Drivers drivers;
  if (std::string driver = texts.empty() ? "" : driver_asked_for(texts.front()); !driver.empty())
    drivers.insert(std::move(driver));
  const auto kinds = survey.kinds(names_read_by(texts), drivers);
  if (!kinds) return std::nullopt;
  Counter counter(of_class, own, cost_left);
  for (const SurveyedKind& kind : *kinds) {
    if (!counter.count(kind)) return std::nullopt;
  }
  return counter.take();
}

std::string clause_text(std::string_view clause) {
  if (const std::optional<cel::Ast> ast = parse_selector(clause)) {
    if (std::string text = short_text(*ast->root()); !text.empty()) return text;
  }
  std::string line;
  for (const char c : clause) {
    const bool blank = c == '\n' || c == '\t' || c == ' ';
    if (!blank || (!line.empty() && line.back() != ' ')) line += blank ? ' ' : c;
  }
  return shown(line, kClauseBytesMax);
}

}  // namespace drawbridge::rules
