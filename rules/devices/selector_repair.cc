#include "rules/devices/selector_repair.h"

#include <algorithm>
#include <deque>
#include <initializer_list>
#include <variant>

#include "rules/cel/ast_builder.h"
#include "rules/cel/device_environment.h"
#include "rules/cel/operators.h"
#include "rules/cel/unparse.h"
#include "rules/devices/selector_idioms.h"
#include "rules/devices/selector_mend.h"
#include "rules/devices/selector_path.h"
#include "rules/devices/selector_settle.h"
#include "rules/devices/selectors.h"
#include "rules/finding.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;
namespace op = cel::op;

// A published value this much below what was asked for, in percent, is what was meant.
constexpr std::int64_t kNearlyPercent = 10;
// device.attributes['d'].id, and something behind it.
constexpr std::size_t kPathStepsMax = 3;
// A number without a unit below this means Gi, and Mi from there.
constexpr std::int64_t kGibisMax = 4096;
constexpr std::size_t kBareDigitsMax = 18;

std::string text_of(const Expr& expr) {
  return cel::unparse(expr, cel::single_quoted);
}

bool is_ordering(std::string_view function) {
  return is_one_of(function, {op::kLess, op::kLessEquals, op::kGreater, op::kGreaterEquals});
}

bool compares(std::string_view method) {
  return is_one_of(method, {"compareTo", "isGreaterThan", "isLessThan"});
}

bool is_literal(const Expr& expr) {
  return expr.kind == ExprKind::kString || expr.kind == ExprKind::kInt ||
         expr.kind == ExprKind::kBool || expr.kind == ExprKind::kDouble;
}

bool is_quantity_call(const Expr& expr) {
  return is_call(expr, "quantity") && expr.target == nullptr && expr.args.size() == 1;
}

// The literal of quantity('16Gi').
const Expr* quantity_literal(const Expr& expr) {
  const bool is_one = is_quantity_call(expr) && expr.args[0]->kind == ExprKind::kString;
  return is_one ? expr.args[0] : nullptr;
}

bool is_size(std::string_view text) {
  return !mended_quantity(text).empty() && text.find_first_not_of("0123456789.") < text.size();
}

class Rewriter {
 public:
  Rewriter(cel::AstBuilder& make, const RepairHints& hints, bool compiles,
           std::deque<std::string>& texts)
      : make_(make),
        words_(hints.words),
        class_driver_(hints.driver),
        settler_(hints, compiles),
        compiles_(compiles),
        texts_(texts) {}

  void note_guards(const Expr& root) { settler_.note_guards(root); }

  const Expr* term(const Expr& expr) {
    if (const auto path = read_path(expr); path && path->steps.size() == 1 && !compiles_)
      return value(expr, Use::kValue);
    return rewrite(expr);
  }
  bool compiles() const { return compiles_; }
  std::vector<Repair> take() { return std::move(repairs_); }

 private:
  const Expr* rewrite(const Expr& expr) {
    if (expr.kind == ExprKind::kCall) {
      if (const Expr* made = hyphen(expr)) return made;
      if (const Expr* made = foreign_method(expr)) return made;
      if (const Expr* made = comparison(expr)) return made;
      if (const Expr* made = method(expr)) return made;
      if (const Expr* made = part_of_text(expr)) return made;
      if (const Expr* made = literal_call(expr)) return made;
      if (const Expr* made = conversion(expr)) return made;
    }
    if (expr.kind == ExprKind::kComprehension) {
      if (const Expr* made = search_in_value(expr)) return made;
    }
    if (const Expr* made = settled(expr, Use::kAny)) return made;
    // Part of a path that is not understood as a whole would be understood wrongly.
    if (const auto path = read_path(expr); path && path->steps.size() > kPathStepsMax) return &expr;
    return children(expr);
  }

  const Expr* children(const Expr& expr) {
    const int inside = expr.comprehension == nullptr ? 0 : 1;
    folds_ += inside;
    const Expr* made =
        with_children(expr, make_, [this](const Expr& child) { return rewrite(child); });
    folds_ -= inside;
    return made;
  }

  void note(Mistake mistake, std::string what) { repairs_.push_back({mistake, std::move(what)}); }

  const Expr* string(std::string text) {
    return make_.text(ExprKind::kString, 0, texts_.emplace_back(std::move(text)));
  }
  const Expr* call(std::string_view function, std::initializer_list<const Expr*> args,
                   const Expr* target = nullptr) {
    return make_.call(0, function, args, target);
  }
  const Expr* quantity(std::string text) { return call("quantity", {string(std::move(text))}); }
  const Expr* compared(std::string_view function, const Expr* left, const Expr* right) {
    return call(function, {call("compareTo", {right}, left), make_.integer(0, 0)});
  }

  const Expr* path_of(const DeviceName& name, bool test_only) {
    const std::string_view map = name.kind == NameKind::kCapacity ? "capacity" : "attributes";
    const Expr* domain =
        call(op::kIndex, {make_.select(0, make_.ident(0, "device"), map), string(name.domain)});
    if (!is_identifier(name.id)) return call(op::kIndex, {domain, string(name.id)});
    return make_.select(0, domain, texts_.emplace_back(name.id), test_only);
  }

  // The path as it was meant; nullptr where it is right as it is, or none.
  const Expr* settled(const Expr& expr, Use use) {
    const std::optional<SelectorPath> path = read_path(expr);
    if (!path) return undefined_field(expr);
    const std::optional<Settled> meant = settler_.settle(*path, use, text_of(expr));
    if (!meant) return nullptr;
    note(meant->mistake, meant->what);
    const Expr* made = path_of(meant->name, path->test_only && meant->method.empty());
    return meant->method.empty() ? made : call(meant->method, {}, made);
  }

  const Expr* value(const Expr& expr, Use use) {
    const Expr* made = settled(expr, use);
    return made != nullptr ? made : rewrite(expr);
  }

  // device.model, and model alone
  const Expr* undefined_field(const Expr& expr) {
    if (compiles_) return nullptr;
    const bool is_of_device = expr.kind == ExprKind::kSelect &&
                              expr.target->kind == ExprKind::kIdent &&
                              expr.target->text == "device";
    if ((expr.kind == ExprKind::kIdent && folds_ == 0 &&
         is_one_of(expr.text, {"driver", "driverName"})) ||
        (is_of_device && expr.text == "driverName")) {
      note(Mistake::kNeverCompiles, "the driver is called device.driver");
      return make_.select(0, make_.ident(0, "device"), "driver");
    }
    if (expr.kind == ExprKind::kIdent && expr.text != "device" && folds_ == 0) {
      const std::optional<DeviceName> meant = settler_.guess(expr.text);
      if (meant) note(Mistake::kNeverCompiles, shown(expr.text) + " is a name of a device");
      return meant ? path_of(*meant, false) : nullptr;
    }
    if (!is_of_device ||
        is_one_of(expr.text, {"driver", "attributes", "capacity", "allowMultipleAllocations"}))
      return nullptr;
    const std::optional<DeviceName> meant = settler_.guess(expr.text);
    if (!meant) return nullptr;
    note(Mistake::kNeverCompiles, text_of(expr) + " is no field of a device");
    return path_of(*meant, expr.test_only);
  }

  // device.attributes['d'].product-name is a subtraction.
  const Expr* hyphen(const Expr& expr) {
    if (compiles_ || !is_call(expr, op::kSubtract) || expr.args.size() != 2) return nullptr;
    std::string name;
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
    name = path->steps[1].name;
    for (std::size_t i = words.size(); i-- > 1;) name += "-" + std::string(words[i]->text);
    name += "-" + std::string(last->text);
    const DeviceName meant =
        settler_.without_hyphens({path->kind, std::string(path->steps[0].name), std::move(name)});
    note(Mistake::kNeverCompiles, "a hyphen in a name is read as minus, and names have none");
    return in_place_of(*words.front(), *last, path_of(meant, false));
  }

  // `expr` with `made` in the place of the innermost receiver.
  const Expr* in_place_of(const Expr& expr, const Expr& innermost, const Expr* made) {
    if (&expr == &innermost) return made;
    return make_.call(expr.offset, expr.text, expr.args,
                      in_place_of(*expr.target, innermost, made));
  }

  const Expr* comparison(const Expr& expr) {
    const bool orders = is_ordering(expr.text);
    if ((!orders && !is_one_of(expr.text, {op::kEquals, op::kNotEquals})) || expr.args.size() != 2)
      return nullptr;
    const Expr& left = *expr.args[0];
    const Expr& right = *expr.args[1];
    if (const Expr* made = misspelt_driver(expr)) return made;
    if (const Expr* made = exact_size(expr)) return made;
    if (const Expr* made = bare_word(expr)) return made;
    const auto left_path = read_path(left);
    const auto right_path = read_path(right);
    const bool left_is_quantity = is_quantity(left, left_path);
    const bool right_is_quantity = is_quantity(right, right_path);
    if (left_is_quantity || right_is_quantity) return quantities(expr, orders);
    if (left_path && is_literal(right)) return with_literal(expr, left, right, *left_path, false);
    if (right_path && is_literal(left)) return with_literal(expr, right, left, *right_path, true);
    return nullptr;
  }

  // device.driver == 'gpu.nvdia.com'
  const Expr* misspelt_driver(const Expr& expr) {
    const std::string_view driver = driver_of_test(expr);
    const std::string meant = settler_.driver_meant(driver);
    if (meant.empty()) return nullptr;
    note(Mistake::kUnknownName, "no device is of driver " + shown(driver) +
                                    (class_driver_.empty() ? ", the nearest is " + meant
                                                           : ", and the class asks for " + meant));
    return call(expr.text, {make_.select(0, make_.ident(0, "device"), "driver"), string(meant)});
  }

  // device.attributes['d'].architecture == Hopper: text without its quotes.
  const Expr* bare_word(const Expr& expr) {
    if (compiles_ || folds_ > 0) return nullptr;
    const Expr& left = *expr.args[0];
    const Expr& word = *expr.args[1];
    const std::optional<SelectorPath> path = read_path(left);
    if (!path || !path->is_value() || path->kind != NameKind::kAttribute ||
        word.kind != ExprKind::kIdent || word.text == "device")
      return nullptr;
    const bool is_true = letters_apart(word.text, "true") == 0;
    if (is_true || letters_apart(word.text, "false") == 0) {
      note(Mistake::kNeverCompiles, "CEL's booleans are true and false");
      return call(expr.text, {value(left, Use::kValue), make_.boolean(0, is_true)});
    }
    const Words::Facts facts =
        words_.find(NameKind::kAttribute, path->steps[0].name, path->steps[1].name);
    if (facts.known && facts.types != attribute_type::kString) return nullptr;
    note(Mistake::kNeverCompiles, "text stands in quotes");
    return call(expr.text, {value(left, Use::kValue), string(std::string(word.text))});
  }

  bool is_quantity(const Expr& expr, const std::optional<SelectorPath>& path) const {
    if (is_quantity_call(expr)) return true;
    if (!path || path->kind != NameKind::kCapacity || path->steps.empty()) return false;
    if (!path->is_value()) return true;
    const std::string_view domain = path->steps[0].name;
    const std::string_view id = path->steps[1].name;
    return words_.find(NameKind::kCapacity, domain, id).known ||
           !words_.find(NameKind::kAttribute, domain, id).known;
  }

  // `other`: what it is compared with.
  const Expr* as_quantity(const Expr& expr, const Expr& other) {
    if (expr.kind == ExprKind::kString) {
      const std::string meant = mended_quantity(expr.text);
      const bool bare = meant.size() <= kBareDigitsMax &&
                        meant.find_first_not_of("0123456789") == std::string::npos;
      return quantity(bare ? amount_meant(std::stoll(meant), other) : meant);
    }
    if (expr.kind == ExprKind::kInt) return quantity(amount_meant(expr.int_value, other));
    return value(expr, Use::kQuantity);
  }

  // A bare number is one of bytes. Of what is published in megabytes and more, the unit is missing
  // in which it is sold.
  std::string amount_meant(std::int64_t amount, const Expr& other) const {
    constexpr std::int64_t kMebi = 1LL << 20;
    std::string text = std::to_string(amount);
    const std::optional<SelectorPath> path = read_path(other);
    if (!path || path->steps.size() < 2 || amount <= 0 || amount >= kMebi) return text;
    const std::string_view id = path->steps[1].name;
    const Words::Facts facts = words_.find(NameKind::kCapacity, path->steps[0].name, id);
    const bool is_memory = facts.values.empty()
                               ? id.find("emory") != std::string_view::npos
                               : facts.values.front().checked_value().value_or(0) >= kMebi;
    if (!is_memory) return text;
    return text + (amount < kGibisMax ? "Gi" : "Mi");
  }

  static bool can_be_quantity(const Expr& expr) {
    if (expr.kind == ExprKind::kString) return !mended_quantity(expr.text).empty();
    return expr.kind != ExprKind::kBool && expr.kind != ExprKind::kDouble;
  }

  // One of the two is a quantity.
  const Expr* quantities(const Expr& expr, bool orders) {
    const Expr& left = *expr.args[0];
    const Expr& right = *expr.args[1];
    if (!can_be_quantity(left) || !can_be_quantity(right)) return nullptr;
    const Expr* literal = is_literal(left) ? &left : is_literal(right) ? &right : nullptr;
    if (!orders && literal == nullptr) {
      const Expr* a = value(left, Use::kQuantity);
      const Expr* b = value(right, Use::kQuantity);
      return a == &left && b == &right ? nullptr : call(expr.text, {a, b});
    }
    note(Mistake::kNeverCompiles, orders ? "quantities are compared with compareTo()"
                                         : "a quantity equals no text or number");
    const Expr* a = as_quantity(left, right);
    const Expr* b = as_quantity(right, left);
    if (orders) return compared(expr.text, a, b);
    // Of sizes, that many or more is meant.
    const bool at_least = expr.text == op::kEquals && literal == &right;
    return at_least ? compared(op::kGreaterEquals, a, b) : call(expr.text, {a, b});
  }

  // A path compared with a literal; `mirrored`: the literal stands on the left.
  const Expr* with_literal(const Expr& expr, const Expr& side, const Expr& literal,
                           const SelectorPath& path, bool mirrored) {
    const auto in_order = [&](const Expr* a, const Expr* b, bool by_method) {
      const Expr* first = mirrored ? b : a;
      const Expr* second = mirrored ? a : b;
      return by_method ? compared(expr.text, first, second) : call(expr.text, {first, second});
    };
    if (path.is_value() && !path.has_optional()) {
      const DeviceName name{path.kind, std::string(path.steps[0].name),
                            std::string(path.steps[1].name)};
      const Words::Facts facts = words_.find(name.kind, name.domain, name.id);
      const bool is_capacity =
          !facts.known && words_.find(NameKind::kCapacity, name.domain, name.id).known;
      const Expr* meant = nullptr;
      bool by_method = false;
      if (literal.kind == ExprKind::kString) {
        const bool orders = is_ordering(expr.text);
        const bool size = is_size(literal.text);
        if (is_capacity ? !mended_quantity(literal.text).empty()
                        : (orders && size && !facts.known && path.kind == NameKind::kAttribute &&
                           !looks_like_version(name.id)))
          return text_as_quantity(expr, name, literal, is_capacity, mirrored);
        if (const Expr* made = version_as_text(expr, side, literal, name, facts, mirrored))
          return made;
        meant = typed_literal(side, literal, facts);
      } else if (const Expr* release = version_as_number(expr, side, literal, facts, mirrored)) {
        return release;
      } else if (literal.kind == ExprKind::kInt && is_capacity) {
        note(Mistake::kUnknownName, text_of(side) + " is a capacity, and no attribute");
        const DeviceName capacity{NameKind::kCapacity, name.domain, name.id};
        return in_order(path_of(capacity, false), quantity(amount_meant(literal.int_value, side)),
                        true);
      } else if (facts.published && facts.types == attribute_type::kString) {
        note(Mistake::kComparesText, text_of(side) + " is published as text");
        meant = string(text_of(literal));
      }
      if (meant != nullptr) return in_order(&side, meant, by_method);
    }
    const Expr* made = value(side, Use::kValue);
    return made == &side ? nullptr : in_order(made, &literal, false);
  }

  const Expr* text_as_quantity(const Expr& expr, const DeviceName& name, const Expr& literal,
                               bool known, bool mirrored) {
    const DeviceName capacity{NameKind::kCapacity, name.domain, name.id};
    const std::string subject = text_of(*path_of(name, false));
    note(Mistake::kComparesText,
         subject + (known ? " is compared as text, and " + shown(name.id) + " is a capacity"
                          : " is compared as text, and sizes are capacities"));
    const Expr* a = path_of(capacity, false);
    const Expr* b = quantity(mended_quantity(literal.text));
    if (mirrored) return compared(expr.text, b, a);
    return compared(expr.text == op::kEquals ? op::kGreaterEquals : expr.text, a, b);
  }

  static bool looks_like_version(std::string_view id) {
    return id.find("ersion") != std::string_view::npos;
  }

  const Expr* version_as_text(const Expr& expr, const Expr& side, const Expr& literal,
                              const DeviceName& name, const Words::Facts& facts, bool mirrored) {
    const std::string version = mended_version(literal.text);
    if (version.empty() || name.kind != NameKind::kAttribute) return nullptr;
    const bool orders = is_ordering(expr.text);
    const bool is_version = facts.types == attribute_type::kVersion;
    const bool guessed = !facts.known && orders && looks_like_version(name.id);
    const bool is_text =
        facts.types == attribute_type::kString && orders && looks_like_version(name.id);
    if (!is_version && !guessed && !is_text) return nullptr;
    note(
        Mistake::kComparesText,
        text_of(side) + (is_version ? " is a version, and is compared with text"
                                    : " is compared letter by letter, in which 9 is more than 10"));
    const auto dots = std::count(literal.text.begin(), literal.text.end(), '.');
    if (is_version && expr.text == op::kEquals && dots < 2 &&
        literal.text.find_first_of("-+") == std::string_view::npos)
      return of_release(side, version, dots > 0);
    const Expr* a = &side;
    const Expr* b = call("semver", {string(version)});
    if (is_text) {
      a = call("semver", {&side, make_.boolean(0, true)});
    }
    if (mirrored) std::swap(a, b);
    return orders ? compared(expr.text, a, b) : call(expr.text, {a, b});
  }

  // driverVersion >= 570, cudaVersion > 12.4: a version has parts, and is no number.
  const Expr* version_as_number(const Expr& expr, const Expr& side, const Expr& literal,
                                const Words::Facts& facts, bool mirrored) {
    const bool is_int = literal.kind == ExprKind::kInt;
    if ((!is_int && literal.kind != ExprKind::kDouble) || facts.types != attribute_type::kVersion)
      return nullptr;
    const std::string version = mended_version(text_of(literal));
    if (version.empty()) return nullptr;
    note(Mistake::kFails, text_of(side) + " is a version, and no number");
    if (!is_int && expr.text == op::kEquals) return of_release(side, version, true);
    const Expr* a = is_int ? call("major", {}, &side) : &side;
    const Expr* b = is_int ? &literal : call("semver", {string(version)});
    if (mirrored) std::swap(a, b);
    return is_int || !is_ordering(expr.text) ? call(expr.text, {a, b}) : compared(expr.text, a, b);
  }

  // 'true' of a boolean, '4' of a number: what is published is no text.
  const Expr* typed_literal(const Expr& side, const Expr& literal, const Words::Facts& facts) {
    if (!facts.known) return nullptr;
    const bool is_true = letters_apart(literal.text, "true") == 0;
    if (facts.types == attribute_type::kBool &&
        (is_true || letters_apart(literal.text, "false") == 0)) {
      note(Mistake::kComparesText, text_of(side) + " is a boolean, and is compared with text");
      return make_.boolean(0, is_true);
    }
    const bool digits = !literal.text.empty() && literal.text.size() <= 18 &&
                        literal.text.find_first_not_of("0123456789") == std::string_view::npos;
    if (facts.types != attribute_type::kInt || !digits) return nullptr;
    note(Mistake::kComparesText, text_of(side) + " is a number, and is compared with text");
    return make_.integer(0, std::stoll(std::string(literal.text)));
  }

  // productName.includes('H100'), productName.toLowerCase()
  const Expr* foreign_method(const Expr& expr) {
    if (compiles_ || expr.target == nullptr) return nullptr;
    const std::string_view meant = method_meant(expr.text);
    const bool takes_text = meant != "size" && meant != "trim" && !meant.ends_with("Ascii");
    if (meant.empty() || expr.args.size() != (takes_text ? 1 : 0)) return nullptr;
    const std::optional<SelectorPath> path = read_path(*expr.target);
    if (path && path->steps.size() < 2) return nullptr;  // a domain has no text
    note(Mistake::kNeverCompiles, "CEL has no " + shown(expr.text, 40) + "()");
    return rewrite(meant == "==" ? *call(op::kEquals, {expr.target, expr.args[0]})
                                 : *make_.call(expr.offset, meant, expr.args, expr.target));
  }

  const Expr* method(const Expr& expr) {
    if (expr.target == nullptr) return nullptr;
    const std::optional<SelectorPath> path = read_path(*expr.target);
    if (!path || path->steps.empty()) return nullptr;
    if (!compares(expr.text)) {
      // Of a domain one may ask this.
      if (is_one_of(expr.text, {"size", "orValue", "hasValue", "value", "optMap", "optFlatMap"}))
        return nullptr;
      if (const Expr* made = version_prefix(expr, *path)) return made;
      const Expr* target = settled(*expr.target, Use::kValue);
      return target == nullptr ? nullptr : make_.call(expr.offset, expr.text, expr.args, target);
    }
    if (expr.args.size() != 1) return nullptr;
    const Expr* argument = expr.args[0];
    if (const Expr* made = bound_missed(expr, *path)) return made;
    const bool is_capacity = path->kind == NameKind::kCapacity;
    if (argument->kind == ExprKind::kString) {
      const std::string size = mended_quantity(argument->text);
      const std::string version = mended_version(argument->text);
      if (!size.empty() && (is_capacity || is_size(argument->text))) {
        note(Mistake::kNeverCompiles, "a quantity is compared with quantity('" + size + "')");
        argument = quantity(size);
      } else if (!version.empty() && !is_capacity) {
        note(Mistake::kNeverCompiles, "a version is compared with semver('" + version + "')");
        argument = call("semver", {string(version)});
      }
    } else if (is_quantity_call(*argument) && argument->args[0]->kind == ExprKind::kInt) {
      note(Mistake::kNeverCompiles, "quantity() takes text");
      argument = quantity(amount_meant(argument->args[0]->int_value, *expr.target));
    } else if (argument->kind == ExprKind::kInt && is_capacity) {
      note(Mistake::kNeverCompiles, "a quantity is compared with another quantity");
      argument = quantity(amount_meant(argument->int_value, *expr.target));
    }
    const Expr* written = rewrite(*argument);
    const Expr* target =
        value(*expr.target, is_quantity_call(*written) ? Use::kQuantity : Use::kValue);
    if (target == expr.target && written == expr.args[0]) return nullptr;
    return call(expr.text, {written}, target);
  }

  // quantity('16GB') and semver('550.54') are errors on every device.
  const Expr* literal_call(const Expr& expr) {
    if (expr.target != nullptr || expr.args.size() != 1) return nullptr;
    const Expr& literal = *expr.args[0];
    if (literal.kind != ExprKind::kString) return nullptr;
    std::string meant;
    if (expr.text == "quantity" && !kube::Quantity::parse(literal.text))
      meant = mended_quantity(literal.text);
    if (expr.text == "semver") meant = mended_version(literal.text);
    if (meant.empty() || meant == literal.text) return nullptr;
    note(Mistake::kFails,
         text_of(expr) + " is an error: " + shown(literal.text) +
             (expr.text == "semver" ? " is not a version of three numbers" : " is no quantity"));
    return call(expr.text, {string(std::move(meant))});
  }

  // quantity(device.capacity['d'].memory): it is one already.
  const Expr* conversion(const Expr& expr) {
    const bool to_quantity = expr.text == "quantity";
    if (expr.target != nullptr || expr.args.empty() || (!to_quantity && expr.text != "semver"))
      return nullptr;
    const Expr& given = *expr.args[0];
    const std::optional<SelectorPath> path = read_path(given);
    if (!path || !path->is_value() || path->has_optional() || path->test_only) return nullptr;
    if (to_quantity) {
      if (!is_quantity(given, path)) return nullptr;
      note(Mistake::kNeverCompiles, text_of(given) + " is a quantity already");
      return value(given, Use::kQuantity);
    }
    const Words::Facts facts = words_.find(path->kind, path->steps[0].name, path->steps[1].name);
    if (facts.types != attribute_type::kVersion) return nullptr;
    note(Mistake::kFails, text_of(given) + " is a version already");
    return &given;
  }

  // driverVersion.startsWith('570.'): a version is no text, and has numbers.
  const Expr* version_prefix(const Expr& expr, const SelectorPath& path) {
    if (expr.text != "startsWith" || expr.args.size() != 1 || !path.is_value() ||
        path.has_optional() || expr.args[0]->kind != ExprKind::kString)
      return nullptr;
    const Words::Facts facts = words_.find(path.kind, path.steps[0].name, path.steps[1].name);
    std::string_view prefix = expr.args[0]->text;
    if (prefix.ends_with('.')) prefix.remove_suffix(1);
    const std::string version = mended_version(prefix);
    const auto dots = std::count(prefix.begin(), prefix.end(), '.');
    if (facts.types != attribute_type::kVersion || version.empty() || dots > 1 ||
        prefix.find_first_of("-+") != std::string_view::npos)
      return nullptr;
    note(Mistake::kFails, text_of(*expr.target) + " is a version, and no text");
    return of_release(*expr.target, version, dots > 0);
  }

  // What is of version 570, or of 570.86.
  const Expr* of_release(const Expr& side, const std::string& version, bool has_minor) {
    const auto number = [&](std::string_view part, const std::string& text) {
      return call(op::kEquals, {call(part, {}, &side), make_.integer(0, std::stoll(text))});
    };
    const std::size_t dot = version.find('.');
    const Expr* major = number("major", version.substr(0, dot));
    if (!has_minor) return major;
    const std::size_t end = version.find('.', dot + 1);
    return call(op::kAnd, {major, number("minor", version.substr(dot + 1, end - dot - 1))});
  }

  // 'H100' in productName
  const Expr* part_of_text(const Expr& expr) {
    if (!is_call(expr, op::kIn) || expr.args.size() != 2 || expr.args[0]->kind != ExprKind::kString)
      return nullptr;
    const std::optional<SelectorPath> path = read_path(*expr.args[1]);
    if (!path || !path->is_value() || path->has_optional() || path->kind != NameKind::kAttribute)
      return nullptr;
    const Words::Facts facts = words_.find(path->kind, path->steps[0].name, path->steps[1].name);
    if (!facts.known || facts.types != attribute_type::kString) return nullptr;
    note(Mistake::kFails, text_of(*expr.args[1]) + " is text, and `in` wants a list");
    return call("contains", {expr.args[0]}, expr.args[1]);
  }

  // attribute.exists(x, x == 'y') of what is no list.
  const Expr* search_in_value(const Expr& expr) {
    const cel::Comprehension& fold = *expr.comprehension;
    if (fold.range == nullptr || fold.init->kind != ExprKind::kBool || fold.init->bool_value ||
        !fold.iter_var2.empty() || fold.step->args.size() != 2)
      return nullptr;
    const std::optional<SelectorPath> path = read_path(*fold.range);
    if (!path || !path->is_value() || path->has_optional()) return nullptr;
    const Words::Facts facts = words_.find(path->kind, path->steps[0].name, path->steps[1].name);
    if (!facts.known || facts.types == 0 || (facts.types & attribute_type::kList) != 0)
      return nullptr;
    const Expr& test = *fold.step->args[1];
    if (!is_call(test, op::kEquals) || test.args.size() != 2) return nullptr;
    const auto is_variable = [&](const Expr& side) {
      return side.kind == ExprKind::kIdent && side.text == fold.iter_var;
    };
    const Expr* wanted = is_variable(*test.args[0])   ? test.args[1]
                         : is_variable(*test.args[1]) ? test.args[0]
                                                      : nullptr;
    if (wanted == nullptr || !is_literal(*wanted)) return nullptr;
    note(Mistake::kFails, text_of(*fold.range) + " is one value, and exists() wants a list");
    return call(op::kEquals, {fold.range, wanted});
  }

  // capacity == quantity(x), and capacity.compareTo(quantity(x)) >= 0.
  const Expr* exact_size(const Expr& expr) {
    const Expr& left = *expr.args[0];
    const Expr& right = *expr.args[1];
    if (expr.text == op::kEquals) {
      if (const Expr* literal = quantity_literal(right))
        return size_missed(left, *literal, Asks::kEqual);
      if (const Expr* literal = quantity_literal(left))
        return size_missed(right, *literal, Asks::kEqual);
    }
    const bool is_zero = right.kind == ExprKind::kInt && right.int_value == 0;
    if (!is_zero || !is_call(left, "compareTo") || left.target == nullptr || left.args.size() != 1)
      return nullptr;
    const Expr* literal = quantity_literal(*left.args[0]);
    if (literal == nullptr) return nullptr;
    if (expr.text == op::kEquals) return size_missed(*left.target, *literal, Asks::kEqual);
    if (expr.text == op::kGreaterEquals) return size_missed(*left.target, *literal, Asks::kAtLeast);
    if (expr.text == op::kGreater) return size_missed(*left.target, *literal, Asks::kMore);
    return nullptr;
  }

  const Expr* bound_missed(const Expr& expr, const SelectorPath& /*path*/) {
    const Expr* literal = quantity_literal(*expr.args[0]);
    if (expr.text != "isGreaterThan" || literal == nullptr) return nullptr;
    return size_missed(*expr.target, *literal, Asks::kMore);
  }

  enum class Asks : std::uint8_t { kEqual, kAtLeast, kMore };

  // The bound that the nearest published value reaches; nullptr where one reaches what is asked for
  // or none is near.
  const Expr* size_missed(const Expr& side, const Expr& literal, Asks asks) {
    const std::optional<SelectorPath> path = read_path(side);
    if (!path || path->kind != NameKind::kCapacity || !path->is_value() || path->has_optional())
      return nullptr;
    const Result<kube::Quantity> wanted = kube::Quantity::parse(literal.text);
    if (!wanted || wanted->sign() <= 0) return nullptr;
    const Words::Facts facts =
        words_.find(NameKind::kCapacity, path->steps[0].name, path->steps[1].name);
    const std::int64_t bytes = wanted->checked_value().value_or(0);
    if (const std::string meant = amount_meant(bytes, side);
        meant != std::to_string(bytes) && !facts.values.empty() &&
        literal.text.find_first_not_of("0123456789") == std::string_view::npos) {
      note(Mistake::kExactSize, "quantity('" + shown(literal.text) +
                                    "') is a number of bytes, and every published " +
                                    shown(path->steps[1].name) + " is more");
      return compared(asks == Asks::kMore ? op::kGreater : op::kGreaterEquals, &side,
                      quantity(meant));
    }
    if (facts.values.empty()) return unknown_size(side, *path, *wanted, facts, asks);
    const kube::Quantity* best = nullptr;
    for (const kube::Quantity& value : facts.values) {
      if (asks == Asks::kEqual ? value == *wanted
                               : value > *wanted || (value == *wanted && asks == Asks::kAtLeast))
        return nullptr;
      if (value <= *wanted) best = &value;
    }
    if (best == nullptr || best->multiplied_by(100) < wanted->multiplied_by(100 - kNearlyPercent))
      return nullptr;
    note(Mistake::kExactSize, "no published " + shown(path->steps[1].name) + " is " +
                                  (asks == Asks::kMore ? "more than " : "") + shown(literal.text) +
                                  ", the nearest is " + best->canonical());
    return compared(op::kGreaterEquals, &side, quantity(bound_below(*best)));
  }

  // Memory is sold in round numbers, and published a little below.
  const Expr* unknown_size(const Expr& side, const SelectorPath& path, const kube::Quantity& wanted,
                           const Words::Facts& facts, Asks asks) {
    constexpr std::int64_t kGibi = 1LL << 30;
    const std::int64_t amount = wanted.checked_value().value_or(0);
    if (asks != Asks::kEqual || facts.published || amount < 4 * kGibi || amount % kGibi != 0 ||
        path.steps[1].name.find("emory") == std::string_view::npos)
      return nullptr;
    note(Mistake::kExactSize, "real devices have a little less memory than they are sold with");
    return compared(op::kGreaterEquals, &side,
                    quantity(std::to_string(amount / kGibi * 95 / 100) + "Gi"));
  }

  cel::AstBuilder& make_;
  const Words& words_;
  const std::string& class_driver_;
  Settler settler_;
  bool compiles_;
  int folds_ = 0;  // that the expression stands in: their variables are no bare words
  std::deque<std::string>& texts_;
  std::vector<Repair> repairs_;
};

bool compiles(std::string_view expression) {
  const auto compiled = cel::compile_selector(new_selector_environment(), expression);
  return std::holds_alternative<cel::Program>(compiled);
}

}  // namespace

std::optional<RepairedSelector> repair_selector(std::string_view expression,
                                                const RepairHints& hints) {
  if (expression.size() > kSelectorExpressionBytesMax) return std::nullopt;
  std::optional<cel::Ast> ast = parse_selector(expression);
  const bool parses = ast.has_value();
  std::string mended;
  if (!parses) {
    mended = mended_syntax(expression);
    ast = parse_selector(mended);
    if (!ast) return std::nullopt;
  }
  kube::Arena arena;
  cel::AstBuilder make(arena);
  std::deque<std::string> texts;
  Rewriter rewriter(make, hints, parses && compiles(expression), texts);
  const Expr* root = ast->root();
  if (!rewriter.compiles()) root = with_idioms(*root, make, texts);
  rewriter.note_guards(*root);
  RepairedSelector result;
  result.compiled = rewriter.compiles();
  const Expr* whole = nullptr;
  bool changed = !parses || root != ast->root();
  for (const Expr* term : terms_of(*root)) {
    const Expr* meant = rewriter.term(*term);
    whole = whole == nullptr ? meant : make.call(0, op::kAnd, {whole, meant});
    if (meant == term) continue;
    changed = true;
    result.terms.push_back({text_of(*meant), rewriter.take()});
  }
  if (!changed) return std::nullopt;
  result.text = text_of(*whole);
  if (!compiles(result.text)) return std::nullopt;
  return result;
}

}  // namespace drawbridge::rules
