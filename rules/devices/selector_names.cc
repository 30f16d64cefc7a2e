#include "rules/devices/selector_names.h"

#include <utility>
#include <vector>

#include "kube/api/ascii.h"
#include "rules/cel/operators.h"
#include "rules/finding.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;
namespace op = cel::op;

// Letters of a long field that may be wrong.
constexpr std::size_t kFieldTyposMax = 3;

// The name of a domain, and not that of an attribute.
bool is_dotted(std::string_view name) {
  return name.find('.') != std::string_view::npos && name.find('/') == std::string_view::npos;
}

// As names of attributes do, and those of products don't.
bool begins_small(std::string_view id) {
  return !id.empty() && id.front() >= 'a' && id.front() <= 'z' &&
         id.find_first_of("0123456789") == std::string_view::npos;
}

// `expr` with `made` in the place of the innermost receiver.
const Expr* in_place_of(cel::AstBuilder& make, const Expr& expr, const Expr& innermost,
                        const Expr* made) {
  if (&expr == &innermost) return made;
  return make.call(expr.offset, expr.text, expr.args,
                   in_place_of(make, *expr.target, innermost, made));
}

}  // namespace

const Expr* NameRepairs::made_of(const Settled& meant, bool test_only) {
  desk_.note(meant.mistake, meant.what);
  const Expr* made = desk_.path_of(meant.name, test_only && meant.method.empty());
  return meant.method.empty() ? made : desk_.call(meant.method, {}, made);
}

const Expr* NameRepairs::settled(const Expr& expr, Use use, bool is_free) {
  const std::optional<SelectorPath> path = read_path(expr);
  if (!path) return undefined_field(expr, is_free);
  const std::optional<Settled> meant = settler_.settle(*path, use, selector_text(expr));
  if (!meant) return nullptr;
  if (!path->has_optional() && !meant->name.id.empty()) return made_of(*meant, path->test_only);
  desk_.note(meant->mistake, meant->what);
  return renamed(expr, meant->name, path->steps.size());
}

const Expr* NameRepairs::placed(const Expr& expr) {
  const std::optional<SelectorPath> path = read_path(expr);
  const std::optional<Settled> meant =
      path ? settler_.place(*path, Use::kValue, selector_text(expr)) : std::nullopt;
  return meant ? made_of(*meant, path->test_only) : nullptr;
}

const Expr* NameRepairs::renamed(const Expr& expr, const DeviceName& name, std::size_t steps) {
  cel::AstBuilder& make = desk_.make();
  if (steps == 0)
    return make.select(0, expr.target,
                       name.kind == NameKind::kCapacity ? "capacity" : "attributes");
  const Expr* word = desk_.string(steps == 1 ? name.domain : name.id);
  if (expr.kind == ExprKind::kSelect)
    return make.select(0, renamed(*expr.target, name, steps - 1), word->text, expr.test_only);
  return make.call(0, expr.text, {renamed(*expr.args[0], name, steps - 1), word});
}

const Expr* NameRepairs::name_for_domain(const Expr& term) {
  if (!is_call(term, op::kIn) || term.args.size() != 2 || term.args[0]->kind != ExprKind::kString)
    return nullptr;
  const std::optional<SelectorPath> path = read_path(*term.args[1]);
  if (!path || !path->steps.empty()) return nullptr;
  const std::string_view id = term.args[0]->text;
  const std::optional<DeviceName> meant =
      is_identifier(id) && !desk_.hints().words.has_domain(id) ? settler_.guess(id) : std::nullopt;
  if (!meant) return nullptr;
  desk_.note(Mistake::kUnknownName,
             shown(id) +
                 (meant->kind == NameKind::kCapacity ? " is a capacity" : " is an attribute") +
                 ", and no domain of them");
  return desk_.path_of(*meant, true);
}

const Expr* NameRepairs::qualified_key(std::string_view key, const SelectorPath& path) {
  const std::size_t slash = key.find('/');
  if (!path.steps.empty() || slash == std::string_view::npos || !is_dotted(key.substr(0, slash)) ||
      !is_identifier(key.substr(slash + 1)))
    return nullptr;
  desk_.note(Mistake::kUnknownName,
             shown(key) + " is a domain and a name, and the keys of device." +
                 (path.kind == NameKind::kCapacity ? "capacity" : "attributes") + " are domains");
  return desk_.path_of(
      {path.kind, std::string(key.substr(0, slash)), std::string(key.substr(slash + 1))}, true);
}

const Expr* NameRepairs::key_asked(const Expr& expr) {
  if (desk_.compiles() || expr.target == nullptr || expr.args.size() != 1 ||
      expr.args[0]->kind != ExprKind::kString ||
      !is_one_of(kube::lowered(expr.text),
                 {"contains", "containskey", "exists", "has", "haskey", "includes"}))
    return nullptr;
  const std::optional<SelectorPath> path = read_path(*expr.target);
  if (!path || path->steps.size() > 1 || path->has_optional()) return nullptr;
  const std::string_view key = expr.args[0]->text;
  const bool is_of_maps = path->steps.empty();
  const Expr* within = desk_.call(op::kIn, {expr.args[0], expr.target});
  if (is_of_maps && !is_dotted(key.substr(0, key.find('/')))) return name_for_domain(*within);
  if (!is_of_maps && !may_be_name(path->steps[0].name, key)) return nullptr;
  desk_.note(Mistake::kNeverCompiles, "whether a device has a name is asked with has()");
  return is_of_maps ? within : desk_.make().select(0, expr.target, key, true);
}

// Of a domain that nobody knows the letters say it.
bool NameRepairs::may_be_name(std::string_view domain, std::string_view id) const {
  const Words& words = desk_.words();
  if (!is_dotted(domain) || !is_identifier(id)) return false;
  if (!words.has_domain(domain)) return begins_small(id);
  return words.find(NameKind::kAttribute, domain, id).known ||
         words.find(NameKind::kCapacity, domain, id).known;
}

const Expr* NameRepairs::presence(const Expr& expr) {
  if (!is_call(expr, op::kIn) || expr.args.size() != 2 || expr.args[0]->kind != ExprKind::kString)
    return nullptr;
  std::optional<SelectorPath> path = read_path(*expr.args[1]);
  if (!path || path->steps.size() > 1) return nullptr;
  if (const Expr* made = qualified_key(expr.args[0]->text, *path)) return made;
  path->steps.push_back({expr.args[0]->text, true, true});
  const std::size_t steps = path->steps.size();
  const std::optional<Settled> meant = settler_.settle(*path, Use::kAny, selector_text(expr));
  if (!meant) return nullptr;
  desk_.note(meant->mistake, meant->what);
  const DeviceName& name = meant->name;
  return desk_.call(op::kIn, {desk_.string(steps == 1 ? name.domain : name.id),
                              renamed(*expr.args[1], name, steps - 1)});
}

// device.model, and model alone
const Expr* NameRepairs::undefined_field(const Expr& expr, bool is_free) {
  if (desk_.compiles()) return nullptr;
  const bool is_of_device = expr.kind == ExprKind::kSelect &&
                            expr.target->kind == ExprKind::kIdent && expr.target->text == "device";
  if ((expr.kind == ExprKind::kIdent && is_free &&
       is_one_of(expr.text, {"driver", "driverName"})) ||
      (is_of_device && expr.text == "driverName")) {
    desk_.note(Mistake::kNeverCompiles, "the driver is called device.driver");
    return desk_.driver();
  }
  if (expr.kind == ExprKind::kIdent && expr.text != "device" && is_free) {
    const std::optional<DeviceName> meant = settler_.guess(expr.text);
    if (meant) desk_.note(Mistake::kNeverCompiles, shown(expr.text) + " is a name of a device");
    return meant ? desk_.path_of(*meant) : nullptr;
  }
  if (!is_of_device ||
      is_one_of(expr.text, {"driver", "attributes", "capacity", "allowMultipleAllocations"}))
    return nullptr;
  const std::optional<DeviceName> meant = settler_.guess(expr.text);
  constexpr std::string_view kShared = "allowMultipleAllocations";
  const bool is_shared = !meant && letters_apart(expr.text, kShared) <= kFieldTyposMax;
  if (!meant && !is_shared) return nullptr;
  desk_.note(Mistake::kNeverCompiles, selector_text(expr) + " is no field of a device");
  return is_shared ? desk_.make().select(0, expr.target, kShared, expr.test_only)
                   : desk_.path_of(*meant, expr.test_only);
}

const Expr* NameRepairs::hyphen(const Expr& expr) {
  if (desk_.compiles() || !is_call(expr, op::kSubtract) || expr.args.size() != 2) return nullptr;
  const Expr* left = &expr;
  std::vector<const Expr*> words;
  while (is_call(*left, op::kSubtract) && left->args.size() == 2) {
    words.push_back(left->args[1]);
    left = left->args[0];
  }
  const std::optional<SelectorPath> path = read_path(*left);
  if (!path || path->steps.size() < 2 || path->has_optional()) return nullptr;
  // Only the last word can have a method behind it.
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i]->kind != ExprKind::kIdent) return nullptr;
  }
  const Expr* last = words.front();
  while (last->kind == ExprKind::kCall && last->target != nullptr) last = last->target;
  if (last->kind != ExprKind::kIdent || last->text == "device") return nullptr;
  std::string name(path->steps[1].name);
  for (std::size_t i = words.size(); i-- > 1;) name += "-" + std::string(words[i]->text);
  name += "-" + std::string(last->text);
  const DeviceName meant =
      settler_.without_hyphens({path->kind, std::string(path->steps[0].name), std::move(name)});
  desk_.note(Mistake::kNeverCompiles, "a hyphen in a name is read as minus, and names have none");
  return in_place_of(desk_.make(), *words.front(), *last, desk_.path_of(meant));
}

const Expr* NameRepairs::misspelt_driver(const Expr& expr, DriverTest test) {
  const std::string_view driver = driver_of_test(expr);
  const std::string meant = settler_.driver_meant(driver, test);
  if (meant.empty()) return nullptr;
  desk_.note(Mistake::kUnknownName,
             "no device is of driver " + shown(driver) +
                 (driver.find('/') != std::string_view::npos ? ", which is no driver's name"
                  : desk_.hints().driver != meant            ? ", the nearest is " + meant
                                                  : ", and the class asks for " + meant));
  return desk_.call(expr.text, {desk_.driver(), desk_.string(meant)});
}

const Expr* NameRepairs::driver_as_attribute(const Expr& expr) {
  if (!is_one_of(expr.text, {op::kEquals, op::kNotEquals})) return nullptr;
  for (const std::size_t i : {0U, 1U}) {
    const Expr& side = *expr.args[i];
    const Expr& literal = *expr.args[1 - i];
    const std::optional<SelectorPath> path = read_path(side);
    if (!path || path->kind != NameKind::kAttribute || path->test_only || path->has_optional() ||
        literal.kind != ExprKind::kString || literal.text.find('.') == std::string_view::npos ||
        path->steps.empty() || path->steps.back().name != "driver")
      continue;
    // A driver may have an attribute of the name, as gpu.intel.com has.
    if (path->steps.size() > 2 || (path->is_value() && desk_.facts_of(*path).known)) continue;
    desk_.note(desk_.compiles() ? Mistake::kUnknownName : Mistake::kNeverCompiles,
               "the driver is called device.driver");
    return desk_.call(expr.text, {desk_.driver(), &literal});
  }
  return nullptr;
}

}  // namespace drawbridge::rules
