#include "rules/devices/selector_idioms.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kube/api/ascii.h"
#include "kube/api/saturating.h"
#include "rules/cel/operators.h"
#include "rules/devices/selector_mend.h"
#include "rules/devices/selector_parts.h"
#include "rules/devices/selector_path.h"
#include "rules/devices/selector_settle.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;
namespace op = cel::op;

// Of a number that can be read.
constexpr std::size_t kDigitsMax = 18;

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

// Functions and methods of quantities, versions and optional values, in small letters.
constexpr Row kCalls[] = {{"asapproximatefloat", "asApproximateFloat"},
                          {"asinteger", "asInteger"},
                          {"charat", "charAt"},
                          {"cmp", "compareTo"},
                          {"compare", "compareTo"},
                          {"compareto", "compareTo"},
                          {"findall", "findAll"},
                          {"hasvalue", "hasValue"},
                          {"indexof", "indexOf"},
                          {"isgreater", "isGreaterThan"},
                          {"isgreaterthan", "isGreaterThan"},
                          {"isless", "isLessThan"},
                          {"islessthan", "isLessThan"},
                          {"isquantity", "isQuantity"},
                          {"issemver", "isSemver"},
                          {"lastindexof", "lastIndexOf"},
                          {"major", "major"},
                          {"minor", "minor"},
                          {"orvalue", "orValue"},
                          {"patch", "patch"},
                          {"quantity", "quantity"},
                          {"replace", "replace"},
                          {"semver", "semver"},
                          {"size", "size"},
                          {"split", "split"},
                          {"substring", "substring"},
                          {"trim", "trim"}};

// Functions and methods that ask whether a device has a name, in small letters.
constexpr std::string_view kPresences[] = {"defined",   "exist", "exists", "isdefined",
                                           "ispresent", "isset", "present"};

// Functions that are methods here.
constexpr Row kFunctions[] = {{"contains", "contains"}, {"endsWith", "endsWith"},
                              {"lower", "lowerAscii"},  {"lowerAscii", "lowerAscii"},
                              {"matches", "matches"},   {"startsWith", "startsWith"},
                              {"upper", "upperAscii"},  {"upperAscii", "upperAscii"}};

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

// CEL's own name of what is written in other letters, or nearly so; empty for its own.
std::string_view call_meant(std::string_view name) {
  std::string small = kube::lowered(name);
  std::erase(small, '_');
  const std::string_view meant = meaning_in(kCalls, small);
  return meant == name ? std::string_view() : meant;
}

// Of a product or sum of whole numbers; nullopt for everything else.
std::optional<std::int64_t> number_of(const Expr& expr) {
  if (expr.kind == ExprKind::kInt) return expr.int_value;
  const bool is_product = is_call(expr, op::kMultiply);
  if ((!is_product && !is_call(expr, op::kAdd)) || expr.args.size() != 2) return std::nullopt;
  const std::optional<std::int64_t> left = number_of(*expr.args[0]);
  const std::optional<std::int64_t> right = left ? number_of(*expr.args[1]) : std::nullopt;
  if (!right) return std::nullopt;
  return is_product ? kube::saturating_multiply(*left, *right)
                    : kube::saturating_add(*left, *right);
}

// 40Gi of 42949672960.
std::string bytes_text(std::int64_t bytes) {
  constexpr std::int64_t kMebi = std::int64_t{1} << 20;
  if (bytes % kMebi != 0) return std::to_string(bytes);
  const std::int64_t mebis = bytes / kMebi;
  return mebis % 1024 == 0 ? std::to_string(mebis / 1024) + "Gi" : std::to_string(mebis) + "Mi";
}

bool asks_presence(std::string_view name) {
  std::string small = kube::lowered(name);
  std::erase(small, '_');
  return std::find(std::begin(kPresences), std::end(kPresences), small) != std::end(kPresences);
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

bool is_number_call(const Expr& expr) {
  return expr.kind == ExprKind::kCall &&
         is_one_of(expr.text, {"major", "minor", "patch", "size", "compareTo", "asInteger"});
}

bool is_bool_call(const Expr& expr) {
  return expr.kind == ExprKind::kCall &&
         is_one_of(expr.text, {"isGreaterThan", "isLessThan", "contains", "startsWith", "endsWith",
                               "matches", "hasValue"});
}

bool is_bool_field(const Expr& expr) {
  return is_field_of_device(expr) && expr.text == "allowMultipleAllocations";
}

bool is_compare_to(const Expr& expr) {
  return expr.kind == ExprKind::kCall && expr.target != nullptr && expr.text == "compareTo" &&
         expr.args.size() == 1;
}

bool is_semver(const Expr& expr) {
  return is_call(expr, "semver") && expr.target == nullptr;
}

class Idioms {
 public:
  Idioms(cel::AstBuilder& make, std::deque<std::string>& texts) : make_(make), texts_(texts) {}

  // A number or a text where true or false belongs: compareTo(x), and `x ? 'yes' : 'no'`.
  const Expr* truth(const Expr* expr) {
    if (expr->kind != ExprKind::kCall) return expr;
    if (is_compare_to(*expr)) return at_least(expr);
    if (expr->text != op::kConditional || expr->args.size() != 3) return expr;
    const Expr& yes = *expr->args[1];
    const Expr& no = *expr->args[2];
    const bool says_yes = yes.kind == ExprKind::kString ||
                          (yes.kind == ExprKind::kBool && yes.bool_value) ||
                          (yes.kind == ExprKind::kInt && yes.int_value == 1);
    const bool says_no = no.kind == ExprKind::kString ||
                         (no.kind == ExprKind::kBool && !no.bool_value) ||
                         (no.kind == ExprKind::kInt && no.int_value == 0);
    return says_yes && says_no ? expr->args[0] : expr;
  }

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

  const Expr* device() { return make_.ident(0, "device"); }

  const Expr* meant(const Expr& expr) {
    // .attributes
    if (expr.kind == ExprKind::kIdent &&
        is_one_of(expr.text, {".attributes", ".capacity", ".driver"}))
      return make_.select(expr.offset, device(), expr.text.substr(1));
    // device.driver.name
    if (expr.kind == ExprKind::kSelect && !expr.test_only && is_driver(*expr.target) &&
        (expr.text == "name" || is_value_field(expr.text)))
      return expr.target;
    // self.attributes
    if (expr.kind == ExprKind::kSelect && expr.target->kind == ExprKind::kIdent &&
        expr.target->text != "device" && is_one_of(expr.text, {"attributes", "capacity", "driver"}))
      return make_.select(expr.offset, device(), expr.text, expr.test_only);
    if (is_field_of_device(expr)) {
      std::string_view field = meaning_in(kFields, expr.text);
      for (const std::string_view one : {"attributes", "capacity", "driver"}) {
        if (expr.text != one && kube::lowered(expr.text) == one) field = one;
      }
      return field.empty() ? nullptr : make_.select(expr.offset, expr.target, field);
    }
    if (expr.kind != ExprKind::kCall) return nullptr;
    if (const std::string_view name = call_meant(expr.text); !name.empty())
      return make_.call(expr.offset, name, expr.args, expr.target);
    if (expr.target != nullptr) return method(expr);
    if (expr.text == "version" && expr.args.size() == 1 && expr.args[0]->kind == ExprKind::kString)
      return make_.call(expr.offset, "semver", expr.args);
    if (is_one_of(expr.text, {op::kAnd, op::kOr, op::kNot})) {
      if (const Expr* made = of_truths(expr)) return made;
    }
    if (const std::string_view name = meaning_in(kFunctions, expr.text);
        !name.empty() && !expr.args.empty() && read_path(*expr.args[0]))
      return make_.call(expr.offset, name, expr.args.subspan(1), expr.args[0]);
    if (expr.args.size() == 1) return of_one(expr, *expr.args[0]);
    if (expr.args.size() != 2) return nullptr;
    const Expr& left = *expr.args[0];
    const Expr& right = *expr.args[1];
    if (expr.text == op::kIndex) return index(expr, left, right);
    // has(attributes['d'], 'productName')
    if (expr.text == "has" && is_map(left) && right.kind == ExprKind::kString)
      return make_.call(expr.offset, "hasKey", {&right}, &left);
    if (expr.text == op::kDivide) return qualified_name(left, right);
    if (expr.text == op::kIn) {
      const Expr* words = right.kind == ExprKind::kList ? in_words(left, right) : nullptr;
      return words != nullptr ? words : in_text(left, right);
    }
    if (expr.text == op::kOr) return alternative(expr, left, right);
    if (const Expr* made = difference(expr, left, right)) return made;
    if (expr.text == op::kEquals || expr.text == op::kNotEquals) return equality(expr, left, right);
    const bool orders = expr.text == op::kLess || expr.text == op::kLessEquals ||
                        expr.text == op::kGreater || expr.text == op::kGreaterEquals;
    if (!orders) return nullptr;
    if (const Expr* made = range(expr, left, right)) return made;
    if (is_semver(left) || is_semver(right)) return compared(expr.text, &left, &right);
    return typed(expr, left, right);
  }

  const Expr* at_least(const Expr* comparison) {
    return make_.call(0, op::kGreaterEquals, {comparison, make_.integer(0, 0)});
  }

  // What is joined by && and ||; nullptr where all of it is true or false already.
  const Expr* of_truths(const Expr& expr) {
    std::vector<const Expr*> parts;
    bool changes = false;
    for (const Expr* part : expr.args) {
      parts.push_back(truth(part));
      changes |= parts.back() != part;
    }
    return changes ? make_.call(expr.offset, expr.text, parts) : nullptr;
  }

  // 0 <= index <= 2
  const Expr* range(const Expr& expr, const Expr& left, const Expr& right) {
    if (left.kind != ExprKind::kCall || !is_ordering(left.text) || left.args.size() != 2 ||
        !read_path(*left.args[1]))
      return nullptr;
    return make_.call(0, op::kAnd, {&left, make_.call(0, expr.text, {left.args[1], &right})});
  }

  // memory.sub(quantity('40Gi')) >= 0, memory - quantity('40Gi') >= 0
  const Expr* difference(const Expr& expr, const Expr& left, const Expr& right) {
    const bool is_zero = right.kind == ExprKind::kInt && right.int_value == 0;
    if (!is_zero || !is_comparison(expr.text) || left.kind != ExprKind::kCall) return nullptr;
    if (left.text == "sub" && left.target != nullptr && left.args.size() == 1)
      return compared(expr.text, left.target, left.args[0]);
    const bool subtracts =
        is_call(left, op::kSubtract) && left.args.size() == 2 && is_quantity_call(*left.args[1]);
    return subtracts ? compared(expr.text, left.args[0], left.args[1]) : nullptr;
  }

  // exists(productName), productName.isDefined()
  const Expr* presence(const Expr& expr, const Expr& inner) {
    const auto path = asks_presence(expr.text) ? read_path(inner) : std::nullopt;
    if (!path || path->test_only || path->has_optional()) return nullptr;
    if (path->is_value()) return has_of(*path, make_);
    const bool is_domain = path->steps.size() == 1 && path->map != nullptr &&
                           path->steps[0].name.find('.') != std::string_view::npos;
    return is_domain ? make_.call(0, op::kIn, {string(std::string(path->steps[0].name)), path->map})
                     : nullptr;
  }

  // not(x), len(x)
  const Expr* of_one(const Expr& expr, const Expr& inner) {
    if (const Expr* made = presence(expr, inner)) return made;
    if (is_one_of(expr.text, {"not", "Not", "NOT"}))
      return make_.call(expr.offset, op::kNot, {&inner});
    if (expr.text == "float") return make_.call(expr.offset, "double", {&inner});
    return is_one_of(expr.text, {"len", "length"}) ? make_.call(expr.offset, "size", {&inner})
                                                   : nullptr;
  }

  // major() >= '8', contains('x') == 'true'
  const Expr* typed(const Expr& expr, const Expr& left, const Expr& right) {
    if (right.kind != ExprKind::kString) return nullptr;
    const std::string_view text = right.text;
    const bool is_number = !text.empty() && text.size() <= kDigitsMax &&
                           text.find_first_not_of("0123456789") == std::string_view::npos;
    const Expr* value = nullptr;
    if (is_number_call(left) && is_number) value = make_.integer(0, std::stoll(std::string(text)));
    if ((is_bool_call(left) || is_bool_field(left)) && (text == "true" || text == "false"))
      value = make_.boolean(0, text == "true");
    return value == nullptr ? nullptr : make_.call(expr.offset, expr.text, {&left, value});
  }

  // gpu.nvidia.com/architecture == 'Hopper'
  const Expr* qualified_name(const Expr& domain, const Expr& name) {
    std::string words = dotted_words(domain);
    if (words.find('.') == std::string::npos || name.kind != ExprKind::kIdent) return nullptr;
    const Expr* names = make_.call(
        0, op::kIndex, {make_.select(0, device(), "attributes"), string(std::move(words))});
    return make_.select(0, names, name.text);
  }

  const Expr* compared(std::string_view function, const Expr* left, const Expr* right) {
    return make_.call(0, function,
                      {make_.call(0, "compareTo", {right}, left), make_.integer(0, 0)});
  }

  // version.isGreaterThanOrEqual(semver('8.0.0')), attributes['d'].get('name')
  const Expr* method(const Expr& expr) {
    // device.attributes('d')
    if (expr.target->kind == ExprKind::kIdent && expr.target->text == "device" &&
        is_one_of(expr.text, {"attributes", "capacity"}) && expr.args.size() == 1 &&
        expr.args[0]->kind == ExprKind::kString)
      return make_.call(expr.offset, op::kIndex,
                        {make_.select(0, expr.target, expr.text), expr.args[0]});
    // productName.string(): a selector has the value itself.
    const auto path =
        is_value_field(expr.text) && expr.args.empty() ? read_path(*expr.target) : std::nullopt;
    if (path && !path->steps.empty() && !path->has_optional())
      return make_.select(expr.offset, expr.target, expr.text);
    if (expr.args.empty() && read_path(*expr.target) &&
        is_one_of(expr.text, {"string", "toString", "asString", "int", "version", "value"}))
      return expr.target;
    if (expr.args.empty()) {
      if (const Expr* made = presence(expr, *expr.target)) return made;
      if (const Expr* made = without_arguments(expr)) return made;
    }
    constexpr std::string_view kAny = "Any";
    if (expr.text.ends_with(kAny))
      return of_each(*make_.call(expr.offset, expr.text.substr(0, expr.text.size() - kAny.size()),
                                 expr.args, expr.target));
    if (expr.args.empty() && expr.text == "sign") return make_.call(0, "sign", {expr.target});
    if (const Expr* made = of_each(expr)) return made;
    if (expr.args.size() != 1) return nullptr;
    if (const Expr* made = in_any_letters(expr)) return made;
    if (const Expr* made = where_published(expr)) return made;
    if (const Expr* made = of_number(expr)) return made;
    if (expr.text == "matches" && expr.args[0]->kind == ExprKind::kString) return glob(expr);
    if (expr.text == "get" && expr.args[0]->kind == ExprKind::kString && is_map(*expr.target))
      return make_.call(expr.offset, op::kIndex, {expr.target, expr.args[0]});
    const std::string_view function = operator_of(expr.text);
    if (function.empty()) return nullptr;
    if (function == op::kEquals) return make_.call(0, function, {expr.target, expr.args[0]});
    return compared(function, expr.target, expr.args[0]);
  }

  // memory.toInt(), attributes['d'].keys()
  const Expr* without_arguments(const Expr& expr) {
    if (expr.text == "keys" && is_map(*expr.target)) return expr.target;
    const bool to_number = is_one_of(kube::lowered(expr.text), {"asint", "toint", "tointeger"});
    const auto path = to_number ? read_path(*expr.target) : std::nullopt;
    if (!path) return nullptr;
    return path->kind == NameKind::kCapacity ? make_.call(0, "asInteger", {}, expr.target)
                                             : expr.target;
  }

  // architecture.equalsIgnoreCase('hopper')
  const Expr* in_any_letters(const Expr& expr) {
    const Expr& text = *expr.args[0];
    if (!is_one_of(expr.text, {"equalsIgnoreCase", "equalFold", "equalsFold"}) ||
        text.kind != ExprKind::kString)
      return nullptr;
    return make_.call(
        0, op::kEquals,
        {make_.call(0, "lowerAscii", {}, expr.target), string(kube::lowered(text.text))});
  }

  // productName.contains('H100' || 'H200'), startsWith('H100', 'H200'), endsWith(['H100'])
  const Expr* of_each(const Expr& expr) {
    if (!is_one_of(expr.text, {"contains", "endsWith", "matches", "startsWith"})) return nullptr;
    std::vector<const Expr*> calls;
    for (const Expr* text : expr.args) {
      if (!add_calls(expr, *text, calls)) return nullptr;
    }
    const bool is_right = expr.args.size() == 1 && expr.args[0]->kind == ExprKind::kString;
    return is_right || calls.empty() ? nullptr : chain_of(op::kOr, calls, make_);
  }

  // False where one is no text.
  bool add_calls(const Expr& expr, const Expr& text, std::vector<const Expr*>& calls) {
    if (text.kind == ExprKind::kList || is_call(text, op::kOr))
      return std::all_of(text.args.begin(), text.args.end(),
                         [&](const Expr* one) { return add_calls(expr, *one, calls); });
    calls.push_back(make_.call(0, expr.text, {&text}, expr.target));
    return text.kind == ExprKind::kString;
  }

  // attributes['d'].?productName.orValue('').contains('H100'): how long the text is has no bound.
  const Expr* where_published(const Expr& expr) {
    const bool is_lowered = is_one_of(expr.target->text, {"lowerAscii", "upperAscii"}) &&
                            expr.target->kind == ExprKind::kCall && expr.target->args.empty() &&
                            expr.target->target != nullptr;
    const Expr& text = is_lowered ? *expr.target->target : *expr.target;
    if (!is_one_of(expr.text, {"contains", "matches"}) || text.kind != ExprKind::kCall ||
        text.text != "orValue" || text.target == nullptr || text.args.size() != 1 ||
        text.args[0]->kind != ExprKind::kString || !text.args[0]->text.empty())
      return nullptr;
    const std::optional<SelectorPath> path = read_path(*text.target);
    if (!path || !path->is_value()) return nullptr;
    const Expr* has = has_of(*path, make_);
    const Expr* value = make_.select(0, has->target, has->text);
    if (is_lowered) value = make_.call(0, expr.target->text, {}, value);
    return make_.call(0, op::kAnd, {has, make_.call(0, expr.text, expr.args, value)});
  }

  // memory.compareTo(40 * 1024 * 1024 * 1024)
  const Expr* of_number(const Expr& expr) {
    const Expr& number = *expr.args[0];
    const auto path = read_path(*expr.target);
    if (!is_one_of(expr.text, {"compareTo", "isGreaterThan", "isLessThan"}) ||
        number.kind == ExprKind::kInt || !path || path->kind != NameKind::kCapacity)
      return nullptr;
    const std::optional<std::int64_t> bytes = number_of(number);
    if (!bytes || *bytes < 1) return nullptr;
    return make_.call(0, expr.text, {make_.call(0, "quantity", {string(bytes_text(*bytes))})},
                      expr.target);
  }

  // matches('^(?!.*T4).*$'), matches('(?=H100)'): RE2 looks at nothing ahead.
  const Expr* lookahead(const Expr& expr) {
    std::string_view text = expr.args[0]->text;
    const bool from_start = text.starts_with('^');
    if (from_start) text.remove_prefix(1);
    const bool forbids = text.starts_with("(?!");
    if (!forbids && !text.starts_with("(?=")) return nullptr;
    text.remove_prefix(3);
    const bool anywhere = text.starts_with(".*");
    if (anywhere) text.remove_prefix(2);
    const std::size_t close = text.find(')');
    if (close == std::string_view::npos || (forbids && !anywhere && !from_start)) return nullptr;
    std::string_view word = text.substr(0, close);
    if (word.ends_with(".*")) word.remove_suffix(2);
    const auto is_plain = [](char c) {
      return kube::is_digit(c) || (kube::to_lower(c) >= 'a' && kube::to_lower(c) <= 'z') ||
             c == ' ' || c == '-';
    };
    if (word.empty() || !std::all_of(word.begin(), word.end(), is_plain) ||
        !is_one_of(text.substr(close + 1), {"", ".*", ".*$", ".+", ".+$"}))
      return nullptr;
    const Expr* found = make_.call(0, anywhere || !from_start ? "contains" : "startsWith",
                                   {string(std::string(word))}, expr.target);
    return forbids ? make_.call(0, op::kNot, {found}) : found;
  }

  // matches('*H100*')
  const Expr* glob(const Expr& expr) {
    if (const Expr* made = lookahead(expr)) return made;
    const std::string_view text = expr.args[0]->text;
    const auto search = text.starts_with('*') ? search_meant(text) : std::nullopt;
    if (!search) return nullptr;
    return make_.call(expr.offset, search->method, {string(std::string(search->text))},
                      expr.target);
  }

  // device.attributes, or a domain of it.
  static bool is_map(const Expr& expr) {
    const std::optional<SelectorPath> path = read_path(expr);
    return path && path->steps.size() < 2;
  }

  // device.attributes[gpu.nvidia.com], and a name without quotes behind it.
  const Expr* index(const Expr& expr, const Expr& of, const Expr& at) {
    // device['attributes']
    if (of.kind == ExprKind::kIdent && of.text == "device" && at.kind == ExprKind::kString &&
        is_one_of(at.text, {"attributes", "capacity", "driver"}))
      return make_.select(expr.offset, &of, at.text);
    if (!is_map(of)) return nullptr;
    std::string words = dotted_words(at);
    return words.empty() ? nullptr
                         : make_.call(expr.offset, op::kIndex, {&of, string(std::move(words))});
  }

  // architecture in [Hopper, Ampere]: a name of one letter may be a variable.
  const Expr* in_words(const Expr& value, const Expr& list) {
    if (!is_driver(value) && !read_path(value)) return nullptr;
    std::vector<const Expr*> elements;
    bool changes = false;
    for (const Expr* element : list.args) {
      std::string words = dotted_words(*element);
      const bool is_text = words.size() > 1;
      changes |= is_text;
      elements.push_back(is_text ? string(std::move(words)) : element);
    }
    return changes ? make_.call(0, op::kIn, {&value, make_.list(0, elements)}) : nullptr;
  }

  // architecture in 'Hopper', architecture in 'Hopper, Ampere', !architecture in ['Hopper']
  const Expr* in_text(const Expr& value, const Expr& text) {
    if (is_call(value, op::kNot) && value.args.size() == 1 && read_path(*value.args[0]))
      return make_.call(0, op::kNot, {make_.call(0, op::kIn, {value.args[0], &text})});
    if (std::string driver = is_driver(value) ? dotted_words(text) : ""; !driver.empty())
      return make_.call(0, op::kEquals, {&value, string(std::move(driver))});
    if (text.kind != ExprKind::kString || (!is_driver(value) && !read_path(value))) return nullptr;
    std::vector<const Expr*> words;
    for (std::string_view left = text.text; !left.empty();) {
      const std::size_t end = std::min(left.find(','), left.size());
      const std::size_t begin = std::min(left.find_first_not_of(' '), end);
      std::string word(left.substr(begin, end - begin));
      while (word.ends_with(' ')) word.pop_back();
      if (!word.empty()) words.push_back(string(std::move(word)));
      left.remove_prefix(std::min(end + 1, left.size()));
    }
    if (words.size() < 2) return make_.call(0, op::kEquals, {&value, &text});
    return make_.call(0, op::kIn, {&value, make_.list(0, words)});
  }

  // device.driver == gpu.nvidia.com, !architecture == 'Hopper'
  const Expr* equality(const Expr& expr, const Expr& left, const Expr& right) {
    if (is_driver(left)) {
      std::string words = dotted_words(right);
      if (!words.empty()) return make_.call(0, expr.text, {&left, string(std::move(words))});
    }
    if (const Expr* made = typed(expr, left, right)) return made;
    if (const Expr* made = of_truth(expr, left, right)) return made;
    if (const Expr* made = optional(expr, left, right)) return made;
    if (expr.text != op::kEquals || !is_call(left, op::kNot) || left.args.size() != 1 ||
        !read_path(*left.args[0]) || right.kind == ExprKind::kBool)
      return nullptr;
    return make_.call(0, op::kNotEquals, {left.args[0], &right});
  }

  // compareTo(x) == true, isGreaterThan(x) == 1, (a in b) == false, architecture == null
  const Expr* of_truth(const Expr& expr, const Expr& left, const Expr& right) {
    const bool is_equal = expr.text == op::kEquals;
    const auto path = right.kind == ExprKind::kNull && left.kind == ExprKind::kSelect
                          ? read_path(left)
                          : std::nullopt;
    if (path && path->reads_value()) {
      const Expr* has = has_of(*path, make_);
      return is_equal ? make_.call(0, op::kNot, {has}) : has;
    }
    const Expr* said = is_compare_to(left)                            ? at_least(&left)
                       : is_bool_call(left) || is_call(left, op::kIn) ? &left
                                                                      : nullptr;
    const bool is_number = is_bool_call(left) && right.kind == ExprKind::kInt &&
                           (right.int_value == 0 || right.int_value == 1);
    if (said == nullptr || (right.kind != ExprKind::kBool && !is_number)) return nullptr;
    const bool is_true = right.kind == ExprKind::kBool ? right.bool_value : right.int_value == 1;
    return is_true == is_equal ? said : make_.call(0, op::kNot, {said});
  }

  // attributes['d'].?architecture == 'Hopper'
  const Expr* optional(const Expr& expr, const Expr& left, const Expr& value) {
    const std::optional<SelectorPath> path = read_path(left);
    if (!path || !path->is_value() || !path->has_optional()) return nullptr;
    const Expr* none = nullptr;
    if (value.kind == ExprKind::kString) none = string({});
    if (value.kind == ExprKind::kBool) none = make_.boolean(0, !value.bool_value);
    if (value.kind == ExprKind::kInt) none = make_.integer(0, value.int_value == 0 ? 1 : 0);
    if (none == nullptr) return nullptr;
    return make_.call(expr.offset, expr.text, {make_.call(0, "orValue", {none}, &left), &value});
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
  Idioms idioms(make, texts);
  return idioms.truth(idioms.renew(root));
}

}  // namespace drawbridge::rules
