#include "rules/devices/selector_truth.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/cel/operators.h"
#include "rules/devices/catalogue.h"
#include "rules/finding.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;
namespace op = cel::op;

constexpr std::string_view kYes[] = {"true",      "yes",     "on",    "enabled", "up",
                                     "ready",     "healthy", "ok",    "good",    "active",
                                     "available", "normal",  "online"};
constexpr std::string_view kNo[] = {"false",    "no",       "off",         "disabled",
                                    "down",     "notready", "unhealthy",   "bad",
                                    "inactive", "failed",   "unavailable", "offline"};

bool is_among(std::span<const std::string_view> words, std::string_view value) {
  return std::any_of(words.begin(), words.end(),
                     [value](std::string_view word) { return letters_apart(word, value) == 0; });
}

// The only value that is one of the words; empty for none and for several.
std::string_view only_of(std::span<const std::string_view> words,
                         std::span<const std::string> values) {
  std::string_view found;
  for (const std::string& value : values) {
    if (!is_among(words, value)) continue;
    if (!found.empty()) return {};
    found = value;
  }
  return found;
}

// The text that the attribute has where it is to be true or false, or with `differs` must not have.
struct TruthText {
  std::string_view text;
  bool differs = false;
};
std::optional<TruthText> text_of(bool truth, std::span<const std::string> values) {
  const std::string_view same =
      only_of(truth ? std::span<const std::string_view>(kYes) : kNo, values);
  if (!same.empty()) return TruthText{same};
  const std::string_view other =
      only_of(truth ? std::span<const std::string_view>(kNo) : kYes, values);
  return other.empty() ? std::nullopt : std::optional(TruthText{other, true});
}

std::vector<std::string> examples_in(const Catalogue* catalogue, const SelectorPath& path) {
  if (catalogue == nullptr) return {};
  const CatalogueWord* known = catalogue->word(path.kind, path.steps[0].name, path.steps[1].name);
  if (known == nullptr) return {};
  return known->values.empty() ? known->examples : known->values;
}

// A value in the domain is read somewhere in it, and an error where the device lacks it.
bool reads_domain(const Expr& expr, std::string_view domain) {
  bool found = false;
  Bound bound;
  walk(expr, bound, [&](const Expr& part, const Bound& names) {
    const auto path = read_path(part, names);
    found = found || (path && path->reads_value() && path->steps[0].name == domain);
    return !found;
  });
  return found;
}

bool is_text_or_number(const Expr& expr) {
  return expr.kind == ExprKind::kString || expr.kind == ExprKind::kInt;
}

class TruthRepair {
 public:
  TruthRepair(RepairDesk& desk, const Expr& side) : desk_(desk), side_(side) {
    const std::optional<SelectorPath> path = read_path(side);
    if (!path || !path->reads_value() || path->kind != NameKind::kAttribute) return;
    const Words::Facts facts = desk.facts_of(*path);
    if (!facts.known || facts.types != attribute_type::kString) return;
    is_text_ = true;
    is_published_ = facts.published;
    const auto& published = desk.hints().published_texts;
    if (!is_published_) {
      values_ = examples_in(desk.hints().catalogue, *path);
    } else if (published) {
      values_ = published(*path);
    }
  }

  // `side` where it is to be `truth`, or with `differs` is not to be.
  const Expr* compared_with(bool truth, bool differs) {
    const auto text = is_text_ ? text_of(truth, values_) : std::nullopt;
    if (!text && !is_published_) return nullptr;
    desk_.note(Mistake::kComparesText, what());
    // rdmaDevice == true, and it is called mlx5_0.
    if (!text && !values_.empty() && side_.kind == ExprKind::kSelect) {
      const Expr* has = desk_.make().select(side_.offset, side_.target, side_.text, true);
      return truth != differs ? has : desk_.call(op::kNot, {has});
    }
    const Expr* value =
        desk_.string(text ? std::string(text->text) : std::string(truth ? "true" : "false"));
    const bool not_equal = text ? text->differs != differs : differs;
    return desk_.call(not_equal ? op::kNotEquals : op::kEquals, {&side_, value});
  }

  // The value itself as a condition, which is an error when it runs; nullptr where it is not known
  // what it would be.
  const Expr* alone(bool truth) {
    const auto text = is_text_ ? text_of(truth, values_) : std::nullopt;
    if (!text) return nullptr;
    desk_.note(Mistake::kFails, what() + ", and no condition");
    return desk_.call(text->differs ? op::kNotEquals : op::kEquals,
                      {&side_, desk_.string(std::string(text->text))});
  }

 private:
  std::string what() const {
    return selector_text(side_) + (is_published_ ? " is published as text" : " is text");
  }

  RepairDesk& desk_;
  const Expr& side_;
  bool is_text_ = false;
  bool is_published_ = false;
  std::vector<std::string> values_;
};

}  // namespace

std::optional<bool> truth_of_word(std::string_view word) {
  if (is_among(kYes, word)) return true;
  return is_among(kNo, word) ? std::optional(false) : std::nullopt;
}

const Expr* truth_meant(RepairDesk& desk, const Expr& expr) {
  if (is_call(expr, op::kNot) && expr.args.size() == 1)
    return TruthRepair(desk, *expr.args[0]).alone(false);
  const bool differs = is_call(expr, op::kNotEquals);
  if ((!differs && !is_call(expr, op::kEquals)) || expr.args.size() != 2) return nullptr;
  const Expr* side = expr.args[0];
  const Expr* literal = expr.args[1];
  if (side->kind == ExprKind::kBool) std::swap(side, literal);
  if (literal->kind != ExprKind::kBool) return nullptr;
  return TruthRepair(desk, *side).compared_with(literal->bool_value, differs);
}

const Expr* exclusions_meant(RepairDesk& desk, const Expr& expr) {
  if (!is_call(expr, op::kOr)) return nullptr;
  const std::vector<const Expr*> sides = sides_of(expr);
  std::vector<std::string> excluded;
  std::string subject;
  for (const Expr* side : sides) {
    if (!is_call(*side, op::kNotEquals) || side->args.size() != 2 ||
        !is_text_or_number(*side->args[1]))
      return nullptr;
    const std::string of_side = selector_text(*side->args[0]);
    std::string value = selector_text(*side->args[1]);
    if ((!subject.empty() && of_side != subject) || !read_path(*side->args[0]) ||
        std::find(excluded.begin(), excluded.end(), value) != excluded.end())
      return nullptr;
    subject = of_side;
    excluded.push_back(std::move(value));
  }
  desk.note(Mistake::kNeverTrue, "no value is excluded: each is other than " +
                                     shown(excluded[0], 40) + " or other than " +
                                     shown(excluded[1], 40));
  return chain_of(op::kAnd, sides, desk.make());
}

const Expr* driver_and_meant(RepairDesk& desk, const Expr& term) {
  if (!is_call(term, op::kOr)) return nullptr;
  std::vector<const Expr*> sides = sides_of(term);
  const auto tests = [](const Expr* side) { return !driver_of_test(*side).empty(); };
  const auto test = std::find_if(sides.begin(), sides.end(), tests);
  if (test == sides.end()) return nullptr;
  const Expr* driver = *test;
  sides.erase(test);
  if (!std::all_of(sides.begin(), sides.end(), [driver](const Expr* side) {
        return !mentions_driver(*side) && reads_domain(*side, driver_of_test(*driver));
      }))
    return nullptr;
  desk.note(Mistake::kFails, "|| lets every device of " + shown(driver_of_test(*driver), 63) +
                                 " through, and fails on all others");
  const Expr* rest = chain_of(op::kOr, sides, desk.make());
  return chain_of(op::kAnd, std::vector<const Expr*>{driver, rest}, desk.make());
}

const Expr* truth_of_term(RepairDesk& desk, const Expr& term) {
  return TruthRepair(desk, term).alone(true);
}

}  // namespace drawbridge::rules
