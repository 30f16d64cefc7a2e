#include "rules/devices/selector_idioms.h"

#include <algorithm>

#include "kube/api/ascii.h"
#include "rules/cel/operators.h"
#include "rules/devices/selector_path.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;
namespace op = cel::op;

struct Row {
  std::string_view name;
  std::string_view meant;
};

// Fields of a device, as they are misremembered.
constexpr Row kFields[] = {
    {"attribute", "attributes"}, {"attrs", "attributes"}, {"capacities", "capacity"}};

// Methods that compare, in small letters, and the operator that each stands for.
constexpr Row kOrderings[] = {
    {"equalto", op::kEquals},
    {"ge", op::kGreaterEquals},
    {"greaterthan", op::kGreater},
    {"greaterthanorequal", op::kGreaterEquals},
    {"greaterthanorequalto", op::kGreaterEquals},
    {"gt", op::kGreater},
    {"gte", op::kGreaterEquals},
    {"isatleast", op::kGreaterEquals},
    {"isatmost", op::kLessEquals},
    {"isequal", op::kEquals},
    {"isequalto", op::kEquals},
    {"isgreaterorequal", op::kGreaterEquals},
    {"isgreaterthanequal", op::kGreaterEquals},
    {"isgreaterthanequalto", op::kGreaterEquals},
    {"isgreaterthanorequal", op::kGreaterEquals},
    {"isgreaterthanorequalto", op::kGreaterEquals},
    {"islessorequal", op::kLessEquals},
    {"islessthanequal", op::kLessEquals},
    {"islessthanorequal", op::kLessEquals},
    {"islessthanorequalto", op::kLessEquals},
    {"le", op::kLessEquals},
    {"lessthan", op::kLess},
    {"lessthanorequal", op::kLessEquals},
    {"lessthanorequalto", op::kLessEquals},
    {"lt", op::kLess},
    {"lte", op::kLessEquals},
};

template <std::size_t N>
std::string_view meaning_in(const Row (&rows)[N], std::string_view name) {
  const Row* found = std::find_if(std::begin(rows), std::end(rows),
                                  [&](const Row& row) { return row.name == name; });
  return found == std::end(rows) ? std::string_view() : found->meant;
}

std::string_view operator_of(std::string_view method) {
  std::string small(method);
  for (char& c : small) c = kube::to_lower(c);
  std::erase(small, '_');
  return meaning_in(kOrderings, small);
}

bool is_field_of_device(const Expr& expr) {
  return expr.kind == ExprKind::kSelect && !expr.test_only && expr.target != nullptr &&
         expr.target->kind == ExprKind::kIdent && expr.target->text == "device";
}

// gpu.nvidia.com without its quotes; empty for everything else.
std::string dotted_words(const Expr& expr) {
  if (expr.kind == ExprKind::kIdent)
    return expr.text == "device" ? std::string() : std::string(expr.text);
  if (expr.kind != ExprKind::kSelect || expr.test_only || expr.target == nullptr) return {};
  std::string before = dotted_words(*expr.target);
  return before.empty() ? before : before + "." + std::string(expr.text);
}

bool is_semver(const Expr& expr) {
  return is_call(expr, "semver") && expr.target == nullptr;
}

class Idioms {
 public:
  Idioms(cel::AstBuilder& make, std::deque<std::string>& texts) : make_(make), texts_(texts) {}

  const Expr* renew(const Expr& expr) {
    // The variables of a macro are words, too.
    if (expr.kind == ExprKind::kComprehension) return &expr;
    const Expr* below =
        with_children(expr, make_, [this](const Expr& child) { return renew(child); });
    const Expr* made = meant(*below);
    return made == nullptr ? below : made;
  }

 private:
  const Expr* string(std::string text) {
    return make_.text(ExprKind::kString, 0, texts_.emplace_back(std::move(text)));
  }

  const Expr* meant(const Expr& expr) {
    if (is_field_of_device(expr)) {
      const std::string_view field = meaning_in(kFields, expr.text);
      return field.empty() ? nullptr : make_.select(expr.offset, expr.target, field);
    }
    if (expr.kind != ExprKind::kCall) return nullptr;
    if (expr.target != nullptr) return method(expr);
    if (expr.args.size() != 2) return nullptr;
    const Expr& left = *expr.args[0];
    const Expr& right = *expr.args[1];
    if (expr.text == op::kIndex) return index(expr, left, right);
    if (expr.text == op::kIn) return in_text(left, right);
    if (expr.text == op::kOr) return alternative(expr, left, right);
    if (expr.text == op::kEquals || expr.text == op::kNotEquals) return equality(expr, left, right);
    const bool orders = expr.text == op::kLess || expr.text == op::kLessEquals ||
                        expr.text == op::kGreater || expr.text == op::kGreaterEquals;
    return orders && (is_semver(left) || is_semver(right)) ? compared(expr.text, &left, &right)
                                                           : nullptr;
  }

  const Expr* compared(std::string_view function, const Expr* left, const Expr* right) {
    return make_.call(0, function,
                      {make_.call(0, "compareTo", {right}, left), make_.integer(0, 0)});
  }

  // version.isGreaterThanOrEqual(semver('8.0.0')), attributes['d'].get('name')
  const Expr* method(const Expr& expr) {
    if (expr.args.size() != 1) return nullptr;
    if (expr.text == "get" && expr.args[0]->kind == ExprKind::kString && is_map(*expr.target))
      return make_.call(expr.offset, op::kIndex, {expr.target, expr.args[0]});
    const std::string_view function = operator_of(expr.text);
    if (function.empty()) return nullptr;
    if (function == op::kEquals) return make_.call(0, function, {expr.target, expr.args[0]});
    return compared(function, expr.target, expr.args[0]);
  }

  // device.attributes, or a domain of it.
  static bool is_map(const Expr& expr) {
    const std::optional<SelectorPath> path = read_path(expr);
    return path && path->steps.size() < 2;
  }

  // device.attributes[gpu.nvidia.com], and a name without quotes behind it.
  const Expr* index(const Expr& expr, const Expr& of, const Expr& at) {
    if (!is_map(of)) return nullptr;
    std::string words = dotted_words(at);
    return words.empty() ? nullptr
                         : make_.call(expr.offset, op::kIndex, {&of, string(std::move(words))});
  }

  // architecture in 'Hopper'
  const Expr* in_text(const Expr& value, const Expr& text) {
    if (text.kind != ExprKind::kString || !read_path(value)) return nullptr;
    return make_.call(0, op::kEquals, {&value, &text});
  }

  // device.driver == gpu.nvidia.com, !architecture == 'Hopper'
  const Expr* equality(const Expr& expr, const Expr& left, const Expr& right) {
    if (is_driver(left)) {
      std::string words = dotted_words(right);
      if (!words.empty()) return make_.call(0, expr.text, {&left, string(std::move(words))});
    }
    if (expr.text != op::kEquals || !is_call(left, op::kNot) || left.args.size() != 1 ||
        !read_path(*left.args[0]) || right.kind == ExprKind::kBool)
      return nullptr;
    return make_.call(0, op::kNotEquals, {left.args[0], &right});
  }

  // architecture == 'Hopper' || 'Ada'
  const Expr* alternative(const Expr& expr, const Expr& left, const Expr& right) {
    const Expr* last = &left;
    while (is_call(*last, op::kOr) && last->args.size() == 2) last = last->args[1];
    const bool compares = is_call(*last, op::kEquals) && last->args.size() == 2;
    if (right.kind != ExprKind::kString || !compares || last->args[1]->kind != ExprKind::kString ||
        !read_path(*last->args[0]))
      return nullptr;
    return make_.call(expr.offset, op::kOr,
                      {&left, make_.call(0, op::kEquals, {last->args[0], &right})});
  }

  cel::AstBuilder& make_;
  std::deque<std::string>& texts_;
};

}  // namespace

const Expr* with_idioms(const Expr& root, cel::AstBuilder& make, std::deque<std::string>& texts) {
  return Idioms(make, texts).renew(root);
}

}  // namespace drawbridge::rules
