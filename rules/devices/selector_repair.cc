#include "rules/devices/selector_repair.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <deque>
#include <iterator>
#include <span>
#include <variant>

#include "rules/cel/ast_builder.h"
#include "rules/cel/device_environment.h"
#include "rules/cel/operators.h"
#include "rules/devices/selector_binds.h"
#include "rules/devices/selector_idioms.h"
#include "rules/devices/selector_lists.h"
#include "rules/devices/selector_literals.h"
#include "rules/devices/selector_mend.h"
#include "rules/devices/selector_names.h"
#include "rules/devices/selector_parts.h"
#include "rules/devices/selector_path.h"
#include "rules/devices/selector_settle.h"
#include "rules/devices/selector_sizes.h"
#include "rules/devices/selector_truth.h"
#include "rules/devices/selector_versions.h"
#include "rules/devices/selectors.h"
#include "rules/finding.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;
namespace op = cel::op;

// device.attributes['d'].id, and something behind it.
constexpr std::size_t kPathStepsMax = 3;
// What a repair shows is repaired again, so often.
constexpr int kRoundsMax = 3;

bool compares(std::string_view method) {
  return is_one_of(method, {"compareTo", "isGreaterThan", "isLessThan"});
}

class Rewriter {
 public:
  Rewriter(cel::AstBuilder& make, const RepairHints& hints, bool compiles,
           std::deque<std::string>& texts)
      : make_(make), words_(hints.words), desk_(make, hints, texts, compiles), names_(desk_) {}

  void note_guards(const Expr& root) { names_.note_guards(root); }

  const Expr* term(const Expr& expr) {
    if (const auto path = read_path(expr); path && path->steps.size() == 1 && !compiles())
      return value(expr, Use::kValue);
    if (const Expr* made = truth_of_term(desk_, expr)) return made;
    if (const Expr* made = driver_and_meant(desk_, expr)) return rewrite(*made);
    if (const Expr* made = names_.name_for_domain(expr)) return made;
    return rewrite(expr);
  }
  bool compiles() const { return desk_.compiles(); }
  std::vector<Repair> take() { return desk_.take(); }

 private:
  const Expr* rewrite(const Expr& expr) {
    if (expr.kind == ExprKind::kCall) {
      if (const Expr* made = names_.hyphen(expr)) return made;
      if (const Expr* made = member_meant(desk_, expr, names_.driver())) return made;
      if (const Expr* made = names_.presence(expr)) return made;
      if (const Expr* made = names_.key_asked(expr)) return rewrite(*made);
      if (const Expr* made = list_meant(desk_, expr)) return rewrite(*made);
      if (const Expr* made = foreign_method(expr)) return made;
      if (const Expr* made = negated_ ? nullptr : exclusions_meant(desk_, expr))
        return rewrite(*made);
      if (const Expr* made = truth_meant(desk_, expr)) return made;
      if (const Expr* made = comparison(expr)) return made;
      if (const Expr* made = stand_in_meant(desk_, expr)) return made;
      if (const Expr* made = method(expr)) return made;
      if (const Expr* made = literal_call(desk_, expr)) return made;
      if (const Expr* made = conversion(expr)) return made;
    }
    if (expr.kind == ExprKind::kComprehension) {
      if (const Expr* made = search_in_value(desk_, expr)) return made;
      const Expr* key = search_in_domains(desk_, expr);
      const Expr* made = key != nullptr ? names_.presence(*key) : nullptr;
      if (made == nullptr && key != nullptr) made = names_.name_for_domain(*key);
      if (made != nullptr) return made;
    }
    if (const Expr* made = settled(expr, Use::kAny)) return made;
    // Part of a path that is not understood as a whole would be understood wrongly.
    if (const auto path = read_path(expr); path && path->steps.size() > kPathStepsMax) return &expr;
    return children(expr);
  }

  const Expr* children(const Expr& expr) {
    const int inside = expr.comprehension == nullptr ? 0 : 1;
    const bool turns = is_call(expr, op::kNot);
    folds_ += inside;
    ++depth_;
    negated_ ^= turns;
    const Expr* made =
        with_children(expr, make_, [this](const Expr& child) { return rewrite(child); });
    negated_ ^= turns;
    --depth_;
    folds_ -= inside;
    return made;
  }

  DriverTest driver_test() const {
    if (negated_) return DriverTest::kExcluded;
    return depth_ == 0 ? DriverTest::kRequired : DriverTest::kOneOf;
  }

  // The path as it was meant; nullptr where it is right as it is, or none.
  const Expr* settled(const Expr& expr, Use use) { return names_.settled(expr, use, folds_ == 0); }

  const Expr* value(const Expr& expr, Use use) {
    const Expr* made = settled(expr, use);
    return made != nullptr ? made : rewrite(expr);
  }

  const Expr* comparison(const Expr& expr) {
    if (const Expr* made = size_meant(desk_, expr)) return made;
    if (!is_comparison(expr.text) || expr.args.size() != 2) return nullptr;
    if (const Expr* made = sign_meant(desk_, expr)) return rewrite(*made);
    if (const Expr* made = absence_meant(expr)) return made;
    if (const Expr* made = release_meant(desk_, expr)) return made;
    if (const Expr* made = names_.misspelt_driver(expr, driver_test())) return made;
    if (const Expr* made = names_.driver_as_attribute(expr)) return made;
    if (const Expr* made = bare_word(expr)) return made;
    const Expr* left = names_.placed(*expr.args[0]);
    const Expr* right = names_.placed(*expr.args[1]);
    if (left == nullptr && right == nullptr) return of_sides(expr);
    const Expr* placed = desk_.call(expr.text, {left == nullptr ? expr.args[0] : left,
                                                right == nullptr ? expr.args[1] : right});
    return rewrite(*placed);
  }

  // parentUUID == null: what a device lacks is an error, and what it has is no null.
  const Expr* absence_meant(const Expr& expr) {
    const auto path = read_path(*expr.args[0]);
    if (expr.text != op::kEquals || expr.args[1]->kind != ExprKind::kNull || !path ||
        !path->reads_value())
      return nullptr;
    desk_.note(Mistake::kFails, selector_text(*expr.args[0]) +
                                    " is never null: what a device lacks is an error, and has() "
                                    "asks for it");
    return desk_.call(op::kNot, {has_of(*path, make_)});
  }

  // Of what is wrong with one side alone, only what is compared with it says so.
  const Expr* of_sides(const Expr& expr) {
    const Expr& left = *plain(*expr.args[0], *expr.args[1]);
    const Expr& right = *plain(*expr.args[1], *expr.args[0]);
    if (&left != expr.args[0] || &right != expr.args[1])
      return of_values(*desk_.call(expr.text, {&left, &right}));
    return of_values(expr);
  }

  // What a value is converted from: memory of int(memory), and of memory.asInteger() where that is
  // compared with a quantity. nullptr for everything else.
  static const Expr* converted(const Expr& side, const Expr& other) {
    if (side.kind != ExprKind::kCall) return nullptr;
    if (side.target == nullptr)
      return side.args.size() == 1 && is_one_of(side.text, {"int", "uint", "double", "string"})
                 ? side.args[0]
                 : nullptr;
    return side.args.empty() && is_one_of(side.text, {"asInteger", "asApproximateFloat"}) &&
                   (is_quantity_call(other) || other.kind == ExprKind::kString)
               ? side.target
               : nullptr;
  }

  // int(memory) is memory, and 40 * 1024 a number. `other`: what it is compared with.
  const Expr* plain(const Expr& side, const Expr& other) {
    if (const auto number = int_constant(side); number && side.kind != ExprKind::kInt)
      return make_.integer(0, *number);
    const Expr* inner = converted(side, other);
    const auto path = inner != nullptr ? read_path(*inner) : std::nullopt;
    if (!path || !path->reads_value()) return &side;
    const bool is_version = desk_.facts_of(*path).types == attribute_type::kVersion;
    return is_version || desk_.capacity_of(*path) ? inner : &side;
  }

  const Expr* of_values(const Expr& expr) {
    const Expr& left = *expr.args[0];
    const Expr& right = *expr.args[1];
    const auto left_path = read_path(left);
    const auto right_path = read_path(right);
    // Nobody knows which domain is meant (selector_faults.h).
    if (lacks_domain(left_path) || lacks_domain(right_path)) return nullptr;
    if (is_quantity(left, left_path) || is_quantity(right, right_path)) return quantities(expr);
    if (const Expr* made = one_of_list(expr, left, right, left_path)) return made;
    if (left_path && is_literal(right)) return with_literal(expr, left, right, *left_path, false);
    if (right_path && is_literal(left)) return with_literal(expr, right, left, *right_path, true);
    return nullptr;
  }

  // productName == ['H100', 'A100']
  const Expr* one_of_list(const Expr& expr, const Expr& left, const Expr& right,
                          const std::optional<SelectorPath>& path) {
    const bool equals = expr.text == op::kEquals;
    if (!path || !path->is_value() || path->has_optional() || right.kind != ExprKind::kList ||
        (!equals && expr.text != op::kNotEquals))
      return nullptr;
    const Words::Facts facts = desk_.facts_of(*path);
    if (!facts.known || facts.types != attribute_type::kString) return nullptr;
    desk_.note(Mistake::kComparesText, selector_text(left) + " is text, and never equals a list");
    const Expr* within = desk_.call(op::kIn, {value(left, Use::kValue), &right});
    return equals ? within : desk_.call(op::kNot, {within});
  }

  bool lacks_domain(const std::optional<SelectorPath>& path) const {
    return path && path->steps.size() == 2 && is_value_field(path->steps[1].name) &&
           is_identifier(path->steps[0].name) && !words_.has_domain(path->steps[0].name);
  }

  // device.attributes['d'].architecture == Hopper: text without its quotes.
  const Expr* bare_word(const Expr& expr) {
    if (compiles() || folds_ > 0) return nullptr;
    const Expr& left = *expr.args[0];
    const Expr& word = *expr.args[1];
    const std::optional<SelectorPath> path = read_path(left);
    if (!path || !path->is_value() || path->kind != NameKind::kAttribute ||
        word.kind != ExprKind::kIdent || word.text == "device")
      return nullptr;
    const bool is_true = letters_apart(word.text, "true") == 0;
    if (is_true || letters_apart(word.text, "false") == 0) {
      desk_.note(Mistake::kNeverCompiles, "CEL's booleans are true and false");
      return desk_.call(expr.text, {value(left, Use::kValue), make_.boolean(0, is_true)});
    }
    const Words::Facts facts = desk_.facts_of(*path);
    if (facts.known && facts.types != attribute_type::kString) return nullptr;
    desk_.note(Mistake::kNeverCompiles, "text stands in quotes");
    return desk_.call(expr.text, {value(left, Use::kValue), desk_.string(std::string(word.text))});
  }

  bool is_quantity(const Expr& expr, const std::optional<SelectorPath>& path) const {
    if (is_quantity_call(expr) || is_quantity_stand_in(expr)) return true;
    if (!path || path->kind != NameKind::kCapacity || path->steps.empty()) return false;
    if (!path->is_value()) return true;
    const std::string_view domain = path->steps[0].name;
    const std::string_view id = path->steps[1].name;
    return words_.find(NameKind::kCapacity, domain, id).known ||
           !words_.find(NameKind::kAttribute, domain, id).known;
  }

  // `other`: what it is compared with.
  const Expr* as_quantity(const Expr& expr, const Expr& other) {
    const Expr& measured = is_quantity_stand_in(other) ? *other.target : other;
    if (expr.kind == ExprKind::kString)
      return desk_.quantity(amount_meant(desk_, expr.text, measured));
    if (const auto amount = is_literal(expr) ? whole_constant(expr) : std::nullopt)
      return desk_.quantity(amount_meant(desk_, *amount, measured));
    return value(expr, Use::kQuantity);
  }

  static bool can_be_quantity(const Expr& expr) {
    if (expr.kind == ExprKind::kString) return !mended_quantity(expr.text).empty();
    return expr.kind != ExprKind::kBool &&
           (expr.kind != ExprKind::kDouble || whole_constant(expr).has_value());
  }

  // One of the two is a quantity.
  const Expr* quantities(const Expr& expr) {
    const Expr& left = *expr.args[0];
    const Expr& right = *expr.args[1];
    if (!can_be_quantity(left) || !can_be_quantity(right)) return nullptr;
    const bool orders = is_ordering(expr.text);
    const Expr* literal = is_literal(left) ? &left : is_literal(right) ? &right : nullptr;
    if (!orders && literal == nullptr) {
      const Expr* a = value(left, Use::kQuantity);
      const Expr* b = value(right, Use::kQuantity);
      const bool same = a == &left && b == &right;
      if (expr.text == op::kEquals) return same ? nullptr : desk_.call(expr.text, {a, b});
      if (same) desk_.note(Mistake::kNeverCompiles, "what != of quantities costs has no bound");
      return desk_.compared(expr.text, a, b);
    }
    desk_.note(Mistake::kNeverCompiles, orders ? "quantities are compared with compareTo()"
                                               : "a quantity equals no text or number");
    const Expr* a = as_quantity(left, right);
    const Expr* b = as_quantity(right, left);
    const auto path = read_path(left);
    const Expr* amount = quantity_literal(*b);
    if (expr.text != op::kEquals || literal != &right || !path || path->steps.empty() ||
        amount == nullptr)
      return desk_.compared(expr.text, a, b);
    const std::string_view meant = equality_meant(path->steps.back().name, amount->text);
    if (meant != op::kEquals && path->is_value())
      b = desk_.quantity(least_as_sold(desk_, *path, std::string(amount->text)));
    return desk_.compared(meant, a, b);
  }

  // 0x56c0 where that is published, and not 22208.
  std::string number_as_published(const SelectorPath& path, const Expr& literal) const {
    if (literal.kind == ExprKind::kInt && desk_.hints().published_texts) {
      for (std::string& text : desk_.hints().published_texts(path)) {
        std::int64_t number = 0;
        const char* end = text.data() + text.size();
        if (text.starts_with("0x") &&
            std::from_chars(text.data() + 2, end, number, 16).ptr == end &&
            number == literal.int_value)
          return std::move(text);
      }
    }
    return selector_text(literal);
  }

  static bool is_bit(const Expr& literal) {
    return literal.kind == ExprKind::kInt && (literal.int_value == 0 || literal.int_value == 1);
  }

  // A path compared with a literal; `mirrored`: the literal stands on the left.
  const Expr* with_literal(const Expr& expr, const Expr& side, const Expr& literal,
                           const SelectorPath& path, bool mirrored) {
    const auto in_order = [&](const Expr* a, const Expr* b) {
      return mirrored ? desk_.call(expr.text, {b, a}) : desk_.call(expr.text, {a, b});
    };
    if (path.is_value() && !path.has_optional()) {
      const Words::Facts facts = desk_.facts_of(path);
      const std::optional<DeviceName> capacity = desk_.capacity_of(path);
      if (literal.kind == ExprKind::kString && is_size_text(expr, literal, path, facts, capacity))
        return text_as_quantity(desk_, expr, path, literal, capacity.has_value(), mirrored);
      if (const Expr* made = version_meant(desk_, expr, side, literal, path, mirrored)) return made;
      if (const Expr* made = star_meant(desk_, expr, side, literal, facts)) return made;
      const Expr* meant = nullptr;
      if (literal.kind == ExprKind::kString) {
        meant = typed_literal(desk_, side, literal, facts);
      } else if (is_bit(literal) && facts.known && facts.types == attribute_type::kBool) {
        desk_.note(Mistake::kComparesText,
                   selector_text(side) + " is a boolean, and is compared with a number");
        meant = make_.boolean(0, literal.int_value == 1);
      } else if (literal.kind == ExprKind::kInt && capacity) {
        desk_.note(Mistake::kUnknownName, selector_text(side) + " is a capacity, and no attribute");
        const Expr* a = desk_.path_of(*capacity);
        const Expr* b = desk_.quantity(amount_meant(desk_, literal.int_value, side));
        if (mirrored) return desk_.compared(expr.text, b, a);
        const bool equal = expr.text == op::kEquals;
        return desk_.compared(
            equal ? equality_meant(capacity->id, quantity_literal(*b)->text) : expr.text, a, b);
      } else if (literal.kind != ExprKind::kBool && facts.known &&
                 facts.types == attribute_type::kString) {
        desk_.note(
            Mistake::kComparesText,
            selector_text(side) +
                (facts.published ? " is published as text"
                                 : " is text by the catalogue, and is compared with a number"));
        meant = desk_.string(number_as_published(path, literal));
      }
      if (meant != nullptr) return in_order(&side, meant);
    }
    const Expr* made = value(side, Use::kValue);
    return made == &side ? nullptr : in_order(made, &literal);
  }

  // productName.includes('H100'), productName.toLowerCase()
  const Expr* foreign_method(const Expr& expr) {
    if (compiles() || expr.target == nullptr) return nullptr;
    const std::string_view meant = method_meant(expr.text);
    const bool takes_text = meant != "size" && meant != "trim" && !meant.ends_with("Ascii");
    if (meant.empty() || expr.args.size() != (takes_text ? 1 : 0)) return nullptr;
    const std::optional<SelectorPath> path = read_path(*expr.target);
    if (path && path->steps.size() < 2) return nullptr;  // a domain has no text
    desk_.note(Mistake::kNeverCompiles, "CEL has no " + shown(expr.text, 40) + "()");
    return rewrite(meant == "==" ? *desk_.call(op::kEquals, {expr.target, expr.args[0]})
                                 : *make_.call(expr.offset, meant, expr.args, expr.target));
  }

  // string(driverVersion).startsWith('570')
  const Expr* version_as_text(const Expr& expr) {
    const Expr& side = *expr.target;
    const bool converts =
        is_call(side, "string") && side.target == nullptr && side.args.size() == 1;
    const auto path = converts ? read_path(*side.args[0]) : std::nullopt;
    if (!path || !path->reads_value()) return nullptr;
    return version_search(desk_, *make_.call(expr.offset, expr.text, expr.args, side.args[0]),
                          *path);
  }

  const Expr* method(const Expr& expr) {
    if (expr.target == nullptr) return nullptr;
    if (const Expr* made = version_as_text(expr)) return made;
    const bool stands_in = is_quantity_stand_in(*expr.target);
    const std::optional<SelectorPath> path =
        read_path(stands_in ? *expr.target->target : *expr.target);
    if (!path || path->steps.empty()) return nullptr;
    if (!compares(expr.text)) {
      // Of a domain one may ask this.
      if (is_one_of(expr.text, {"size", "orValue", "hasValue", "value", "optMap", "optFlatMap"}))
        return nullptr;
      if (const Expr* made = version_search(desk_, expr, *path)) return made;
      const Expr* target = settled(*expr.target, Use::kValue);
      return target == nullptr ? nullptr : make_.call(expr.offset, expr.text, expr.args, target);
    }
    if (expr.args.size() != 1) return nullptr;
    if (const Expr* placed = names_.placed(*expr.target))
      return rewrite(*desk_.call(expr.text, {expr.args[0]}, placed));
    const Expr* argument =
        compared_with(desk_, *expr.args[0], stands_in ? *expr.target->target : *expr.target,
                      stands_in || path->kind == NameKind::kCapacity);
    const Expr* written = rewrite(*argument);
    const Expr* target =
        value(*expr.target, is_quantity_call(*written) ? Use::kQuantity : Use::kValue);
    if (target == expr.target && written == expr.args[0]) return nullptr;
    return desk_.call(expr.text, {written}, target);
  }

  // quantity(device.capacity['d'].memory): it is one already.
  const Expr* conversion(const Expr& expr) {
    const bool to_quantity = expr.text == "quantity";
    if (expr.target != nullptr || expr.args.empty() || (!to_quantity && expr.text != "semver"))
      return nullptr;
    const Expr* placed = names_.placed(*expr.args[0]);
    const Expr& given = placed == nullptr ? *expr.args[0] : *placed;
    const std::optional<SelectorPath> path = read_path(given);
    if (!path || !path->reads_value()) return nullptr;
    if (to_quantity) {
      const std::optional<DeviceName> name = desk_.capacity_of(*path);
      if (!name) return nullptr;
      desk_.note(path->kind == NameKind::kCapacity ? Mistake::kNeverCompiles : Mistake::kFails,
                 selector_text(*desk_.path_of(*name)) + " is a quantity already");
      return desk_.path_of(*name);
    }
    if (desk_.facts_of(*path).types != attribute_type::kVersion) return nullptr;
    desk_.note(Mistake::kFails, selector_text(given) + " is a version already");
    return &given;
  }

  cel::AstBuilder& make_;
  const Words& words_;
  RepairDesk desk_;
  NameRepairs names_;
  int folds_ = 0;  // that the expression stands in: their variables are no bare words
  int depth_ = 0;  // below a term, which has to be true
  bool negated_ = false;
};

bool compiles(std::string_view expression) {
  const auto compiled = cel::compile_selector(new_selector_environment(), expression);
  return std::holds_alternative<cel::Program>(compiled);
}

// The API server takes it.
bool is_usable(std::string_view expression) {
  const auto compiled = cel::compile_selector(new_selector_environment(), expression);
  const auto* program = std::get_if<cel::Program>(&compiled);
  return program != nullptr && program->estimated_cost().max <= kSelectorCostMax;
}

// A term, and what was repaired in it.
struct Term {
  const Expr* expr = nullptr;
  std::vector<Repair> repairs;
};

// What repairs make shows mistakes that could not be seen before, such as a size that none has.
// True where there was anything.
bool repair_terms(std::vector<Term>& terms, Rewriter& rewriter) {
  bool changed = false;
  for (Term& term : terms) {
    const Expr* meant = rewriter.term(*term.expr);
    std::vector<Repair> repairs = rewriter.take();
    if (meant == term.expr) continue;
    changed = true;
    term.expr = meant;
    std::move(repairs.begin(), repairs.end(), std::back_inserter(term.repairs));
  }
  return changed;
}

const Expr* joined_terms(const std::vector<Term>& terms, cel::AstBuilder& make) {
  std::vector<const Expr*> exprs;
  for (const Term& term : terms) exprs.push_back(term.expr);
  return chain_of(op::kAnd, exprs, make);
}

// The whole as it can stand: with guards in front of the terms, and with values that there are.
struct Finished {
  std::optional<cel::Ast> ast = std::nullopt;  // nullopt where it is right as it is
  std::size_t guards = 0;                      // terms in front of those that there were
};

Finished finished(const Expr& root, std::size_t terms, const RepairHints& hints) {
  Finished result;
  const auto put = [&](const auto& hint, bool adds_terms) {
    const Expr& now = result.ast ? *result.ast->root() : root;
    const std::string meant = hint ? hint(selector_text(now)) : std::string();
    std::optional<cel::Ast> ast = meant.empty() ? std::nullopt : parse_selector(meant);
    const std::size_t count = ast ? terms_of(*ast->root()).size() : 0;
    if (count < terms + result.guards || (!adds_terms && count > terms + result.guards)) return;
    result.guards = count - terms;
    result.ast = std::move(ast);
  };
  put(hints.guarded, true);
  put(hints.values_meant, false);
  return result;
}

std::string chain_text(std::span<const Expr* const> terms, cel::AstBuilder& make) {
  return terms.empty() ? std::string() : selector_text(*chain_of(op::kAnd, terms, make));
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
  const bool usable = parses && is_usable(expression);
  const bool compiled = usable || (parses && compiles(expression));
  const Expr* root = ast->root();
  if (!usable) root = with_idioms(*root, make, texts);
  bool changed = !parses || root != ast->root();
  root = without_binds(*root, make);
  std::vector<Term> terms;
  for (const Expr* term : terms_of(*root)) terms.push_back({term, {}});
  for (int round = 0; round < kRoundsMax; ++round) {
    Rewriter rewriter(make, hints, round == 0 ? compiled : compiles(selector_text(*root)), texts);
    rewriter.note_guards(*root);
    if (!repair_terms(terms, rewriter)) break;
    changed = true;
    root = joined_terms(terms, make);
  }
  if (!changed) return std::nullopt;
  const Finished whole = finished(*root, terms.size(), hints);
  RepairedSelector result;
  if (whole.ast) {
    root = whole.ast->root();
    const std::vector<const Expr*> parts = terms_of(*root);
    for (std::size_t i = 0; i < terms.size(); ++i) terms[i].expr = parts[whole.guards + i];
    result.guard = chain_text(std::span(parts).first(whole.guards), make);
  }
  result.text = selector_text(*root);
  if (!is_usable(result.text)) return std::nullopt;
  result.compiled = usable;
  result.term_count = terms.size();
  for (std::size_t i = 0; i < terms.size(); ++i) {
    // In what the API server takes, it is an error when it runs.
    for (Repair& repair : terms[i].repairs) {
      if (result.compiled && repair.mistake == Mistake::kNeverCompiles)
        repair.mistake = Mistake::kFails;
    }
    if (!terms[i].repairs.empty())
      result.terms.push_back({selector_text(*terms[i].expr), i, std::move(terms[i].repairs)});
  }
  return result;
}

}  // namespace drawbridge::rules
