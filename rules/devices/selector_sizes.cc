#include "rules/devices/selector_sizes.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "rules/cel/operators.h"
#include "rules/devices/catalogue.h"
#include "rules/devices/selector_bounds.h"
#include "rules/finding.h"

namespace drawbridge::rules {

bool names_memory(std::string_view id) {
  return id.find("emory") != std::string_view::npos && id.find("lice") == std::string_view::npos;
}

bool is_nearly(const kube::Quantity& value, const kube::Quantity& wanted) {
  // So much below what was asked for, in percent.
  constexpr std::int64_t kNearlyPercent = 10;
  return value <= wanted && value.multiplied_by(100) >= wanted.multiplied_by(100 - kNearlyPercent);
}

namespace {

using cel::Expr;
using cel::ExprKind;
namespace op = cel::op;

constexpr std::int64_t kMebi = 1LL << 20;
constexpr std::int64_t kGibi = 1LL << 30;
// A number without a unit below this means Gi, and Mi from there, where no value is known.
constexpr std::int64_t kGibisMax = 4096;
// What is so many times the largest value as Gi was meant as Mi.
constexpr std::int64_t kTimesMax = 16;

kube::Quantity with_unit(std::int64_t amount, std::string_view unit) {
  const auto parsed = kube::Quantity::parse(std::to_string(amount) + std::string(unit));
  return parsed ? *parsed : kube::Quantity();
}

// The unit in which the amount is one of the values, or nearly; else one in which it is not far
// beyond them.
std::string_view unit_meant(std::int64_t amount, std::span<const kube::Quantity> values) {
  constexpr std::string_view kUnits[] = {"Gi", "Mi", "G", "M", "Ti", "T"};
  for (const bool exactly : {true, false}) {
    for (const std::string_view unit : kUnits) {
      const kube::Quantity wanted = with_unit(amount, unit);
      const auto fits = [&](const kube::Quantity& value) {
        return exactly ? value == wanted : is_nearly(value, wanted);
      };
      if (std::any_of(values.begin(), values.end(), fits)) return unit;
    }
  }
  return with_unit(amount, "Gi") > values.back().multiplied_by(kTimesMax) ? "Mi" : "Gi";
}

// Examples of the capacity that the catalogue has, ascending: some of the values that there are.
std::vector<kube::Quantity> examples_of(const Catalogue* catalogue, const SelectorPath& path) {
  std::vector<kube::Quantity> values;
  if (catalogue == nullptr) return values;
  for (const CatalogueDriver& driver : catalogue->drivers()) {
    for (const CatalogueWord& known : driver.words) {
      if (known.word.kind != NameKind::kCapacity || known.word.domain != path.steps[0].name ||
          known.word.id != path.steps[1].name)
        continue;
      for (const std::string& text : known.examples) {
        if (auto value = kube::Quantity::parse(text)) values.push_back(*value);
      }
    }
  }
  std::sort(values.begin(), values.end());
  return values;
}

// Memory is sold in round numbers, and drivers of which the catalogue says so publish a little
// less. Whether that is asked for exactly is a mistake is known of these alone.
std::string bound_of_sold(const RepairDesk& desk, const SelectorPath& path,
                          const kube::Quantity& wanted) {
  const std::int64_t amount = wanted.checked_value().value_or(0);
  if (amount < 4 * kGibi || amount % kGibi != 0 || !names_memory(path.steps[1].name)) return {};
  const std::vector<kube::Quantity> examples = examples_of(desk.hints().catalogue, path);
  const kube::Quantity* best = nullptr;
  bool all_round = true;
  for (const kube::Quantity& value : examples) {
    if (value == wanted) return {};
    all_round = all_round && value.checked_value().value_or(0) % kGibi == 0;
    if (is_nearly(value, wanted)) best = &value;
  }
  if (all_round) return {};
  return best != nullptr ? bound_below(*best) : std::to_string(amount / kGibi * 95 / 100) + "Gi";
}

const Expr* unpublished_size(RepairDesk& desk, const AmountTest& test, const SelectorPath& path,
                             const kube::Quantity& wanted) {
  const std::string bound =
      test.function == op::kEquals ? bound_of_sold(desk, path, wanted) : std::string();
  if (bound.empty()) return nullptr;
  desk.note(Mistake::kExactSize, "real devices have a little less memory than they are sold with");
  return desk.compared(op::kGreaterEquals, test.side, desk.quantity(bound));
}

// The bound that the nearest published value reaches; nullptr where one reaches what is asked for
// or none is near.
const Expr* published_size(RepairDesk& desk, const AmountTest& test, std::string_view id,
                           std::span<const kube::Quantity> values, const kube::Quantity& wanted) {
  const bool equal = test.function == op::kEquals;
  const bool more = test.function == op::kGreater;
  if (!equal && !more && test.function != op::kGreaterEquals) return nullptr;
  const kube::Quantity* best = nullptr;
  for (const kube::Quantity& value : values) {
    if (equal ? value == wanted : value > wanted || (value == wanted && !more)) return nullptr;
    if (value <= wanted) best = &value;
  }
  if (best == nullptr || !is_nearly(*best, wanted)) return nullptr;
  desk.note(Mistake::kExactSize, "no published " + shown(id) + " is " + (more ? "more than " : "") +
                                     shown(test.literal->text) + ", the nearest is " +
                                     best->canonical());
  return desk.compared(op::kGreaterEquals, test.side, desk.quantity(bound_below(*best)));
}

const Expr* capacity_size(RepairDesk& desk, const AmountTest& test) {
  const std::optional<SelectorPath> path = read_path(*test.side);
  if (!path || path->kind != NameKind::kCapacity || !path->is_value() || path->has_optional())
    return nullptr;
  const Result<kube::Quantity> wanted = kube::Quantity::parse(test.literal->text);
  if (!wanted || wanted->sign() <= 0) return nullptr;
  const std::string_view id = path->steps[1].name;
  const Words::Facts facts = desk.facts_of(*path);
  const bool may_tell = !facts.values.empty() || (facts.known && !facts.published);
  if (may_tell && test.function != op::kNotEquals) {
    const std::string meant = amount_meant(id, facts.values, test.literal->text);
    if (meant != test.literal->text) {
      desk.note(Mistake::kExactSize,
                "quantity('" + shown(test.literal->text) + "') is " +
                    std::string(amount_fault(test.literal->text)) +
                    (facts.published ? ", and every published " + shown(id) + " is more"
                                     : ", and no " + shown(id) + " is so small"));
      const std::string_view function =
          test.function == op::kEquals ? equality_meant(id, meant) : test.function;
      return desk.compared(function, test.side, desk.quantity(meant));
    }
  }
  if (facts.values.empty())
    return facts.published ? nullptr : unpublished_size(desk, test, *path, *wanted);
  return published_size(desk, test, id, facts.values, *wanted);
}

// mtu >= quantity('1500'): the attribute is a whole number.
const Expr* plain_number(RepairDesk& desk, const AmountTest& test) {
  const std::optional<SelectorPath> path = read_path(*test.side);
  const std::optional<DeviceName> name = path ? desk.number_of(*path) : std::nullopt;
  if (!name) return nullptr;
  const std::string meant = mended_quantity(test.literal->text);
  const Result<kube::Quantity> amount = kube::Quantity::parse(meant);
  const std::optional<std::int64_t> number =
      amount && !meant.empty() ? amount->as_int64() : std::nullopt;
  if (!number) return nullptr;
  desk.note(Mistake::kFails, selector_text(*desk.path_of(*name)) + " is a number, and no quantity");
  return desk.call(test.function, {desk.path_of(*name), desk.make().integer(0, *number)});
}

// memory.asInteger() >= 40, int(memory) >= 40: a number of bytes, or of what is a number already.
const Expr* as_integer(RepairDesk& desk, const Expr& expr) {
  if (expr.kind != ExprKind::kCall || expr.target != nullptr || !is_comparison(expr.text) ||
      expr.args.size() != 2)
    return nullptr;
  const bool swapped = whole_constant(*expr.args[0]).has_value();
  const Expr& call = *expr.args[swapped ? 1 : 0];
  const std::optional<std::int64_t> amount = whole_constant(*expr.args[swapped ? 0 : 1]);
  const bool is_method = call.kind == ExprKind::kCall && call.target != nullptr &&
                         call.args.empty() &&
                         is_one_of(call.text, {"asInteger", "asApproximateFloat"});
  const std::optional<SelectorPath> path = is_method ? read_path(*call.target) : std::nullopt;
  if (!amount || !path) return nullptr;
  const std::string_view function = swapped ? mirrored(expr.text) : expr.text;
  if (const std::optional<DeviceName> name = desk.number_of(*path)) {
    desk.note(Mistake::kFails,
              selector_text(*desk.path_of(*name)) + " is a number, and no quantity");
    return desk.call(function, {desk.path_of(*name), desk.make().integer(0, *amount)});
  }
  const std::optional<DeviceName> name = desk.capacity_of(*path);
  if (!name || !desk.words().find(NameKind::kCapacity, name->domain, name->id).known)
    return nullptr;
  const Expr* capacity = desk.path_of(*name);
  const std::string meant = amount_meant(desk, *amount, *capacity);
  if (meant == std::to_string(*amount)) return nullptr;
  desk.note(Mistake::kExactSize, std::to_string(*amount) + " is a number of bytes, and no " +
                                     shown(name->id) + " is so small");
  return desk.compared(function == op::kEquals ? equality_meant(name->id, meant) : function,
                       capacity, desk.quantity(meant));
}

}  // namespace

std::string amount_meant(std::string_view id, std::span<const kube::Quantity> values,
                         std::string_view text) {
  std::string meant(text);
  const bool is_milli = text.ends_with('m');
  // What 40000 is written as by the API server.
  const bool is_thousands = text.ends_with('k');
  std::string digits(text.substr(0, text.size() - (is_milli || is_thousands ? 1 : 0)));
  if (is_thousands) digits += "000";
  if (!is_digits(digits)) return meant;
  const std::int64_t amount = std::stoll(digits);
  const bool is_large =
      values.empty() ? names_memory(id) : values.front().checked_value().value_or(0) >= kMebi;
  if (!is_large || amount <= 0) return meant;
  if (is_milli) return digits + "Mi";
  if (amount >= kMebi) return meant;
  if (values.empty()) return digits + (amount < kGibisMax ? "Gi" : "Mi");
  return digits + std::string(unit_meant(amount, values));
}

std::string_view amount_fault(std::string_view text) {
  return text.ends_with('m') ? "in thousandths of a byte (m is not Mi)" : "a number of bytes";
}

std::string amount_meant(const RepairDesk& desk, std::int64_t amount, const Expr& other) {
  const std::optional<SelectorPath> path = read_path(other);
  if (!path || path->steps.size() < 2) return std::to_string(amount);
  const std::string_view id = path->steps[1].name;
  const Words::Facts facts = desk.words().find(NameKind::kCapacity, path->steps[0].name, id);
  return amount_meant(id, facts.values, std::to_string(amount));
}

std::string amount_meant(const RepairDesk& desk, std::string_view text, const Expr& other) {
  std::string meant = mended_quantity(text);
  return is_digits(meant) ? amount_meant(desk, std::stoll(meant), other) : meant;
}

std::string least_as_sold(const RepairDesk& desk, const SelectorPath& path, std::string amount) {
  const Result<kube::Quantity> wanted = kube::Quantity::parse(amount);
  if (!wanted || desk.hints()
                     .words.find(NameKind::kCapacity, path.steps[0].name, path.steps[1].name)
                     .published)
    return amount;
  std::string bound = bound_of_sold(desk, path, *wanted);
  return bound.empty() ? amount : bound;
}

std::string_view equality_meant(std::string_view id, std::string_view amount) {
  const Result<kube::Quantity> parsed = kube::Quantity::parse(amount);
  const bool is_size = parsed && *parsed >= kube::Quantity::from_int(kMebi);
  return names_memory(id) && is_size ? op::kGreaterEquals : op::kEquals;
}

const Expr* size_meant(RepairDesk& desk, const Expr& expr) {
  const std::optional<AmountTest> test = amount_test(expr);
  if (!test || test->type != AmountType::kQuantity) return as_integer(desk, expr);
  if (const Expr* made = plain_number(desk, *test)) return made;
  return capacity_size(desk, *test);
}

bool is_quantity_stand_in(const Expr& expr) {
  return expr.target != nullptr && expr.text == "orValue" && expr.args.size() == 1 &&
         is_quantity_call(*expr.args[0]);
}

const Expr* stand_in_meant(RepairDesk& desk, const Expr& expr) {
  if (expr.target == nullptr || expr.text != "orValue" || expr.args.size() != 1) return nullptr;
  const Expr& literal = *expr.args[0];
  const std::optional<SelectorPath> path = read_path(*expr.target);
  if (!path || !path->is_value() || !path->has_optional()) return nullptr;
  const std::string_view domain = path->steps[0].name;
  const std::string_view id = path->steps[1].name;
  const bool is_attribute = desk.words().find(NameKind::kAttribute, domain, id).known;
  if (is_attribute || (path->kind == NameKind::kAttribute &&
                       !desk.words().find(NameKind::kCapacity, domain, id).known))
    return nullptr;
  const std::string amount = literal.kind == ExprKind::kString ? mended_quantity(literal.text)
                             : literal.kind == ExprKind::kInt  ? std::to_string(literal.int_value)
                                                               : std::string();
  if (amount.empty()) return nullptr;
  if (path->kind == NameKind::kAttribute)
    desk.note(Mistake::kUnknownName,
              selector_text(*expr.target) + " is a capacity, and no attribute");
  else
    desk.note(Mistake::kNeverCompiles,
              "only a quantity can stand in for " + selector_text(*expr.target));
  return desk.call("orValue", {desk.quantity(amount)}, expr.target);
}

}  // namespace drawbridge::rules
