#include "rules/devices/selector_lists.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "rules/cel/operators.h"
#include "rules/devices/catalogue.h"
#include "rules/devices/selector_sizes.h"
#include "rules/finding.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;
namespace op = cel::op;

// 'H100' in productName
const Expr* part_of_text(RepairDesk& desk, const Expr& expr) {
  if (expr.args[0]->kind != ExprKind::kString) return nullptr;
  const std::optional<SelectorPath> path = read_path(*expr.args[1]);
  if (!path || !path->is_value() || path->has_optional() || path->kind != NameKind::kAttribute)
    return nullptr;
  const Words::Facts facts = desk.facts_of(*path);
  if (!facts.known || facts.types != attribute_type::kString) return nullptr;
  desk.note(Mistake::kFails, selector_text(*expr.args[1]) + " is text, and `in` wants a list");
  return desk.call("contains", {expr.args[0]}, expr.args[1]);
}

// The text as a value of the type; nullptr where it is none.
const Expr* typed(RepairDesk& desk, std::string_view text, std::uint8_t types) {
  if (types == attribute_type::kInt)
    return is_digits(text) ? desk.make().integer(0, std::stoll(std::string(text))) : nullptr;
  const bool is_true = letters_apart(text, "true") == 0;
  const bool is_bool = is_true || letters_apart(text, "false") == 0;
  return types == attribute_type::kBool && is_bool ? desk.make().boolean(0, is_true) : nullptr;
}

// numaNode in ['0']
const Expr* of_another_type(RepairDesk& desk, const Expr& side, const Expr& list,
                            const Words::Facts& facts) {
  std::vector<const Expr*> values;
  for (const Expr* value : list.args) {
    const Expr* made =
        value->kind == ExprKind::kString ? typed(desk, value->text, facts.types) : nullptr;
    if (made == nullptr) return nullptr;
    values.push_back(made);
  }
  desk.note(Mistake::kComparesText,
            selector_text(side) +
                is_of_type(facts.types == attribute_type::kInt ? "a number" : "a boolean", facts) +
                ", and is compared with text");
  if (values.size() == 1 && facts.types == attribute_type::kBool)
    return desk.call(op::kEquals, {&side, values[0]});
  return desk.call(op::kIn, {&side, desk.make().list(0, values)});
}

// cudaComputeCapability in ['8.0', '9.0']: each of them by itself, which is then a release.
const Expr* of_versions(RepairDesk& desk, const Expr& side, const Expr& list) {
  const Expr* any = nullptr;
  for (const Expr* value : list.args) {
    if (value->kind != ExprKind::kString || mended_version(value->text).empty()) return nullptr;
    const Expr* one = desk.call(op::kEquals, {&side, value});
    any = any == nullptr ? one : desk.call(op::kOr, {any, one});
  }
  return any;
}

// memory in ['40Gi', '80Gi']: the least of them, or more.
const Expr* of_sizes(RepairDesk& desk, const DeviceName& name, const Expr& side, const Expr& list) {
  const Expr* capacity = desk.path_of(name);
  std::optional<kube::Quantity> least;
  std::string least_text;
  const Expr* any = nullptr;
  bool all_memory = true;
  for (const Expr* value : list.args) {
    const Expr* literal = quantity_literal(*value);
    const bool is_text = value->kind == ExprKind::kString;
    const std::optional<std::int64_t> number = whole_constant(*value);
    const std::string meant = literal != nullptr ? std::string(literal->text)
                              : is_text          ? amount_meant(desk, value->text, *capacity)
                              : number           ? amount_meant(desk, *number, *capacity)
                                                 : std::string();
    const Result<kube::Quantity> amount = kube::Quantity::parse(meant);
    if (meant.empty() || !amount) return nullptr;
    all_memory = all_memory && equality_meant(name.id, meant) != op::kEquals;
    if (!least || *amount < *least) {
      least = *amount;
      least_text = meant;
    }
    const Expr* one = desk.compared(op::kEquals, capacity, desk.quantity(meant));
    any = any == nullptr ? one : desk.call(op::kOr, {any, one});
  }
  if (any == nullptr) return nullptr;
  desk.note(Mistake::kComparesText,
            selector_text(side) + " is a quantity, and equals no text or number");
  return all_memory ? desk.compared(op::kGreaterEquals, capacity, desk.quantity(least_text)) : any;
}

// VALUE in [...]
const Expr* in_list(RepairDesk& desk, const Expr& side, const Expr& list) {
  const std::optional<SelectorPath> path = read_path(side);
  if (!path || !path->reads_value() || list.args.empty()) return nullptr;
  const bool all_quantities =
      std::all_of(list.args.begin(), list.args.end(),
                  [](const Expr* value) { return quantity_literal(*value) != nullptr; });
  if (const std::optional<DeviceName> name = desk.capacity_of(*path))
    return path->kind == NameKind::kCapacity && all_quantities ? nullptr
                                                               : of_sizes(desk, *name, side, list);
  const Words::Facts facts =
      path->kind == NameKind::kAttribute ? desk.facts_of(*path) : Words::Facts();
  if (facts.types == attribute_type::kInt || facts.types == attribute_type::kBool)
    return of_another_type(desk, side, list, facts);
  return facts.types == attribute_type::kVersion ? of_versions(desk, side, list) : nullptr;
}

}  // namespace

const Expr* list_meant(RepairDesk& desk, const Expr& expr) {
  const bool asks_list = expr.target != nullptr && expr.target->kind == ExprKind::kList &&
                         expr.args.size() == 1 &&
                         is_one_of(expr.text, {"contains", "includes", "include", "has"});
  if (asks_list && !desk.compiles()) {
    desk.note(Mistake::kNeverCompiles, "whether a list has a value is asked with `in`");
    return desk.call(op::kIn, {expr.args[0], expr.target});
  }
  if (!is_call(expr, op::kIn) || expr.args.size() != 2) return nullptr;
  if (expr.args[1]->kind == ExprKind::kList) return in_list(desk, *expr.args[0], *expr.args[1]);
  return part_of_text(desk, expr);
}

const Expr* member_meant(RepairDesk& desk, const Expr& expr, std::string_view driver) {
  const bool compares = (expr.text == op::kEquals || expr.text == op::kNotEquals) &&
                        expr.target == nullptr && expr.args.size() == 2;
  const bool searches = expr.target != nullptr && expr.args.size() == 1 &&
                        is_one_of(expr.text, {"contains", "includes", "include", "has"});
  if (driver.empty() || (!compares && !searches)) return nullptr;
  const Expr* list = searches ? expr.target : expr.args[0];
  const Expr* value = searches ? expr.args[0] : expr.args[1];
  if (compares && is_literal(*list)) std::swap(list, value);
  const std::optional<SelectorPath> path = read_path(*list);
  if (!path || !path->reads_value() || path->kind != NameKind::kAttribute || !is_literal(*value))
    return nullptr;
  const Catalogue* catalogue = desk.hints().catalogue;
  const CatalogueDriver* known = catalogue == nullptr ? nullptr : catalogue->driver(driver);
  if (known == nullptr || desk.facts_of(*path).published) return nullptr;
  const bool is_list =
      std::any_of(known->words.begin(), known->words.end(), [&](const CatalogueWord& one) {
        return one.word.kind == path->kind && one.word.domain == path->steps[0].name &&
               one.word.id == path->steps[1].name && (one.word.types & attribute_type::kList) != 0;
      });
  if (!is_list) return nullptr;
  desk.note(
      searches ? Mistake::kFails : Mistake::kComparesText,
      selector_text(*list) + " of " + shown(driver) + " is a list" +
          (searches ? ", and has no " + shown(expr.text, 20) + "()" : ", and equals no value"));
  const Expr* member = desk.call(op::kIn, {value, list});
  return expr.text == op::kNotEquals ? desk.call(op::kNot, {member}) : member;
}

namespace {

// RANGE.exists(x, x == LITERAL): the literal; nullptr for everything else.
const Expr* value_searched(const cel::Comprehension& fold) {
  if (fold.range == nullptr || fold.init->kind != ExprKind::kBool || fold.init->bool_value ||
      !fold.iter_var2.empty() || fold.step->args.size() != 2)
    return nullptr;
  const Expr& test = *fold.step->args[1];
  if (!is_call(test, op::kEquals) || test.args.size() != 2) return nullptr;
  const auto is_variable = [&](const Expr& side) {
    return side.kind == ExprKind::kIdent && side.text == fold.iter_var;
  };
  const Expr* wanted = is_variable(*test.args[0])   ? test.args[1]
                       : is_variable(*test.args[1]) ? test.args[0]
                                                    : nullptr;
  return wanted == nullptr || !is_literal(*wanted) ? nullptr : wanted;
}

}  // namespace

const Expr* search_in_domains(RepairDesk& desk, const Expr& expr) {
  const Expr* wanted = value_searched(*expr.comprehension);
  const auto path = wanted == nullptr ? std::nullopt : read_path(*expr.comprehension->range);
  if (!path || !path->steps.empty() || wanted->kind != ExprKind::kString) return nullptr;
  return desk.call(op::kIn, {wanted, expr.comprehension->range});
}

const Expr* search_in_value(RepairDesk& desk, const Expr& expr) {
  const cel::Comprehension& fold = *expr.comprehension;
  const Expr* wanted = value_searched(fold);
  if (wanted == nullptr) return nullptr;
  const std::optional<SelectorPath> path = read_path(*fold.range);
  if (!path || !path->is_value() || path->has_optional()) return nullptr;
  const Words::Facts facts = desk.facts_of(*path);
  if (!facts.known || facts.types == 0 || (facts.types & attribute_type::kList) != 0)
    return nullptr;
  desk.note(Mistake::kFails,
            selector_text(*fold.range) + " is one value, and exists() wants a list");
  return desk.call(op::kEquals, {fold.range, wanted});
}

}  // namespace drawbridge::rules
