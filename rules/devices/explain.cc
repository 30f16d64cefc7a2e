#include "rules/devices/explain.h"

#include <algorithm>
#include <optional>
#include <set>
#include <variant>

#include "rules/cel/device_environment.h"
#include "rules/cel/library/quantity.h"
#include "rules/cel/library/semver.h"
#include "rules/cel/operators.h"
#include "rules/cel/unparse.h"
#include "rules/cel/value_order.h"
#include "rules/cel/value_text.h"
#include "rules/devices/selector_path.h"
#include "rules/devices/selectors.h"
#include "rules/finding.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;
using cel::Value;
using cel::ValueKind;

// The byte behind so many code points.
std::size_t byte_at(std::string_view text, std::uint32_t code_points) {
  std::size_t at = 0;
  for (; code_points > 0 && at < text.size(); --code_points) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) ++at;
  }
  return at;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n\f";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

// Where the `&&` of a chain stand. A chain is a balanced tree, whose depth is bounded as the
// parser's.
void collect_ands(const Expr& expr, std::vector<std::uint32_t>& offsets) {
  if (!is_call(expr, cel::op::kAnd)) return;
  for (const Expr* term : expr.args) collect_ands(*term, offsets);
  offsets.push_back(expr.offset);
}

// A piece that is no expression by itself was cut inside of parentheses, and goes on.
std::vector<std::string_view> clauses_of(std::string_view text) {
  const std::optional<cel::Ast> ast = parse_selector(text);
  std::vector<std::uint32_t> offsets;
  if (ast) collect_ands(*ast->root(), offsets);
  std::sort(offsets.begin(), offsets.end());
  std::vector<std::string_view> clauses;
  std::size_t begin = 0;
  for (const std::uint32_t offset : offsets) {
    const std::size_t end = byte_at(text, offset);
    const std::string_view clause = trimmed(text.substr(begin, end - begin));
    if (!parse_selector(clause)) continue;
    clauses.push_back(clause);
    begin = end + std::string_view("&&").size();
  }
  clauses.push_back(trimmed(text.substr(begin)));
  return clauses;
}

// A comparison of something with a constant, or with each of a list: what is compared, and which
// way.
struct Comparison {
  enum class Wants : std::uint8_t { kLarge, kSmall, kEqual };
  std::string subject;
  Wants wants = Wants::kEqual;
};

std::optional<Comparison::Wants> wants_of(std::string_view operation) {
  if (operation == cel::op::kGreater || operation == cel::op::kGreaterEquals)
    return Comparison::Wants::kLarge;
  if (operation == cel::op::kLess || operation == cel::op::kLessEquals)
    return Comparison::Wants::kSmall;
  if (operation == cel::op::kEquals) return Comparison::Wants::kEqual;
  return std::nullopt;
}

std::string text_between(std::string_view text, std::size_t begin, std::size_t end) {
  return std::string(trimmed(text.substr(begin, end - begin)));
}

// `x.compareTo(y)` compares x.
std::string receiver(std::string_view text) {
  return text_between(text, 0, text.rfind(".compareTo("));
}

// 80, quantity('80Gi'), semver('1.0.0'): what is compared is on the other side.
bool is_constant(const Expr& expr) {
  if (expr.kind == ExprKind::kString || expr.kind == ExprKind::kInt) return true;
  return (is_call(expr, "quantity") || is_call(expr, "semver")) && expr.target == nullptr &&
         !expr.args.empty() && expr.args[0]->kind == ExprKind::kString;
}

Comparison::Wants turned(Comparison::Wants wants) {
  using Wants = Comparison::Wants;
  if (wants == Wants::kEqual) return wants;
  return wants == Wants::kLarge ? Wants::kSmall : Wants::kLarge;
}

// quantity('80Gi').compareTo(memory) <= 0, quantity('80Gi').isLessThan(memory), 80 <= mtu
std::optional<Comparison> with_constant_first(const Expr& root) {
  const auto subject = [](const Expr& expr) { return cel::unparse(expr, cel::single_quoted); };
  if (root.target != nullptr) {
    if (!is_constant(*root.target) || root.args.size() != 1) return std::nullopt;
    const bool less = root.text == "isLessThan";
    if (!less && root.text != "isGreaterThan") return std::nullopt;
    return Comparison{subject(*root.args[0]),
                      less ? Comparison::Wants::kLarge : Comparison::Wants::kSmall};
  }
  const std::optional<Comparison::Wants> wants = wants_of(root.text);
  if (!wants || root.args.size() != 2) return std::nullopt;
  const Expr& left = *root.args[0];
  const bool by_method = is_call(left, "compareTo") && left.target != nullptr &&
                         left.args.size() == 1 && is_constant(*left.target);
  if (by_method) return Comparison{subject(*left.args[0]), turned(*wants)};
  if (!is_constant(left)) return std::nullopt;
  return Comparison{subject(*root.args[1]), turned(*wants)};
}

// Of a text, by another one.
bool is_search(std::string_view function) {
  return function == "contains" || function == "startsWith" || function == "endsWith" ||
         function == "matches";
}

std::optional<Comparison> comparison_of(std::string_view clause) {
  const std::optional<cel::Ast> ast = parse_selector(clause);
  if (!ast) return std::nullopt;
  const Expr& root = *ast->root();
  if (root.kind != ExprKind::kCall) return std::nullopt;
  if (auto other = with_constant_first(root)) return other;
  if (root.target != nullptr && (root.text == "isGreaterThan" || root.text == "isLessThan")) {
    const std::size_t at = clause.rfind("." + std::string(root.text) + "(");
    if (at == std::string_view::npos) return std::nullopt;
    return Comparison{text_between(clause, 0, at), root.text == "isGreaterThan"
                                                       ? Comparison::Wants::kLarge
                                                       : Comparison::Wants::kSmall};
  }
  if (root.target != nullptr && is_search(root.text)) {
    const std::size_t at = clause.rfind("." + std::string(root.text) + "(");
    if (at == std::string_view::npos) return std::nullopt;
    return Comparison{text_between(clause, 0, at), Comparison::Wants::kEqual};
  }
  const bool is_listed =
      root.text == cel::op::kIn && root.args.size() == 2 && root.args[1]->kind == ExprKind::kList;
  const std::optional<Comparison::Wants> wants =
      is_listed ? Comparison::Wants::kEqual : wants_of(root.text);
  if (!wants || root.args.size() != 2) return std::nullopt;
  const std::string_view left = trimmed(clause.substr(0, byte_at(clause, root.offset)));
  if (!parse_selector(left)) return std::nullopt;
  return Comparison{receiver(left), *wants};
}

const kube::Quantity* quantity_of(const Value& value) {
  const bool is_one =
      value.is(ValueKind::kOpaque) && value.as_opaque()->type() == &cel::QuantityValue::kType;
  return is_one ? &static_cast<const cel::QuantityValue*>(value.as_opaque())->quantity() : nullptr;
}

const cel::Semver* version_of(const Value& value) {
  const bool is_one =
      value.is(ValueKind::kOpaque) && value.as_opaque()->type() == &cel::SemverValue::kType;
  return is_one ? &static_cast<const cel::SemverValue*>(value.as_opaque())->version() : nullptr;
}

bool has_order(const Value& value) {
  return !value.is(ValueKind::kOpaque) || quantity_of(value) != nullptr ||
         version_of(value) != nullptr;
}

bool is_list(const Value& value) {
  return value.is(ValueKind::kList);
}

bool is_before(const Value& a, const Value& b) {
  const kube::Quantity* x = quantity_of(a);
  const kube::Quantity* y = quantity_of(b);
  if (x != nullptr && y != nullptr) return *x < *y;
  const cel::Semver* u = version_of(a);
  const cel::Semver* v = version_of(b);
  if (u != nullptr && v != nullptr) return *u < *v;
  const auto ordering = cel::order(a, b);
  return ordering && *ordering < 0;
}

// The text of a value for a person: a quantity as it is written, text without quotes.
std::string plain_text(const Value& value) {
  return shown(value.is(ValueKind::kOpaque) ? value.as_opaque()->text() : cel::go_text(value));
}

class Explainer {
 public:
  Explainer(std::span<const Value> devices, std::span<const std::uint32_t> weights,
            const cel::TimeZones* time_zones)
      : time_zones_(time_zones) {
    for (std::size_t i = 0; i < devices.size(); ++i)
      left_.push_back({devices[i], weights.empty() ? 1 : weights[i]});
  }

  // A clause of an expression, whose program is `whole`. What the clause fails on goes on to the
  // others where one of them is false: `error && false` is false.
  Status put(std::string_view text, const cel::Program& whole, Explanation& explanation) {
    const cel::Environment& environment = stored_selector_environment();
    const auto compiled = cel::compile_selector(environment, text);
    if (const auto* refused = std::get_if<std::string>(&compiled)) return Error{*refused};
    const cel::Program& program = std::get<cel::Program>(compiled);
    ExplainedClause clause;
    clause.text = text;
    clause.devices = left();
    std::vector<Weighed> passed;
    for (const Weighed& device : left_) {
      const cel::SelectorMatch match = ask(program, device);
      const bool goes_on =
          match.matches || (!match.error.empty() && ask(whole, device).error.empty());
      if (goes_on) passed.push_back(device);
      if (match.error.empty()) continue;
      if (clause.failed == 0) clause.error = match.error;
      clause.failed += device.devices;
    }
    clause.passed = sum(passed);
    if (passed.empty() && !left_.empty()) clause.nearest = nearest(text, clause);
    left_ = std::move(passed);
    explanation.clauses.push_back(std::move(clause));
    return {};
  }

  std::size_t left() const { return sum(left_); }

 private:
  struct Weighed {
    Value value;
    std::uint32_t devices = 1;
  };

  cel::SelectorMatch ask(const cel::Program& program, const Weighed& device) {
    arena_.reset();
    return cel::match_selector(program, device.value, kSelectorCostMax, arena_, time_zones_);
  }

  static std::size_t sum(const std::vector<Weighed>& all) {
    std::size_t devices = 0;
    for (const Weighed& one : all) devices += one.devices;
    return devices;
  }

  std::string nearest(std::string_view text, ExplainedClause& clause) {
    const std::optional<Comparison> comparison = comparison_of(text);
    if (!comparison) return {};
    const auto compiled = stored_selector_environment().compile(comparison->subject);
    const auto* program = std::get_if<cel::Program>(&compiled);
    if (program == nullptr) return {};
    kube::Arena arena;
    std::vector<cel::Outcome> outcomes;
    for (const Weighed& device : left_) {
      const Value variables[] = {device.value};
      outcomes.push_back(program->evaluate({.variables = variables, .time_zones = time_zones_},
                                           kSelectorCostMax, arena));
    }
    std::vector<Value> values;
    for (const cel::Outcome& outcome : outcomes) {
      if (!outcome.value.is_error()) values.push_back(outcome.value);
    }
    if (values.empty()) return {};
    if (comparison->wants == Comparison::Wants::kEqual) {
      clause.seen_in_lists = std::all_of(values.begin(), values.end(), is_list);
      clause.seen = texts_of(values);
      return seen_text(clause.seen);
    }
    if (!std::all_of(values.begin(), values.end(), has_order)) return {};
    const bool large = comparison->wants == Comparison::Wants::kLarge;
    const auto best = large ? std::max_element(values.begin(), values.end(), is_before)
                            : std::min_element(values.begin(), values.end(), is_before);
    return (large ? "largest " : "smallest ") + plain_text(*best);
  }

  static std::vector<std::string> texts_of(const std::vector<Value>& values) {
    std::set<std::string> texts;
    for (const Value& value : values) {
      if (!is_list(value)) texts.insert(plain_text(value));
      for (std::size_t i = 0; is_list(value) && i < value.size(); ++i)
        texts.insert(plain_text(value.element(i)));
    }
    return {texts.begin(), texts.end()};
  }

  static std::string seen_text(const std::vector<std::string>& texts) {
    std::string result;
    std::size_t count = 0;
    for (const std::string& text : texts) {
      if (text.empty()) continue;
      if (count == kSeenValuesMax) return result + ", ...";
      result += (count++ == 0 ? "seen: " : ", ") + text;
    }
    return result;
  }

  std::vector<Weighed> left_;
  const cel::TimeZones* time_zones_;
  kube::Arena arena_;
};

}  // namespace

Result<Explanation> explain(std::span<const std::string_view> expressions,
                            std::span<const Value> devices, const cel::TimeZones* time_zones,
                            std::span<const std::uint32_t> weights) {
  Explanation explanation;
  Explainer explainer(devices, weights, time_zones);
  explanation.devices = explainer.left();
  for (const std::string_view expression : expressions) {
    // As a whole first: what is wrong with it is said of what was written.
    const auto whole = cel::compile_selector(stored_selector_environment(), expression);
    if (const auto* refused = std::get_if<std::string>(&whole)) return Error{*refused};
    const auto& program = std::get<cel::Program>(whole);
    for (const std::string_view clause : clauses_of(expression)) {
      if (Status put = explainer.put(clause, program, explanation); !put)
        return std::move(put).error();
    }
  }
  explanation.matches = explainer.left();
  return explanation;
}

}  // namespace drawbridge::rules
