#include "rules/devices/selector_versions.h"

#include <algorithm>
#include <string>
#include <utility>

#include "rules/cel/operators.h"
#include "rules/devices/selector_mend.h"
#include "rules/finding.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;
namespace op = cel::op;

// What is of version 570, or of 570.86.
const Expr* of_release(RepairDesk& desk, const Expr& side, const std::string& version,
                       bool has_minor) {
  const auto number = [&](std::string_view part, const std::string& text) {
    return desk.call(op::kEquals,
                     {desk.call(part, {}, &side), desk.make().integer(0, std::stoll(text))});
  };
  const std::size_t dot = version.find('.');
  const Expr* major = number("major", version.substr(0, dot));
  if (!has_minor) return major;
  const std::size_t end = version.find('.', dot + 1);
  return desk.call(op::kAnd, {major, number("minor", version.substr(dot + 1, end - dot - 1))});
}

std::ptrdiff_t dots_in(std::string_view text) {
  return std::count(text.begin(), text.end(), '.');
}

bool has_suffix(std::string_view text) {
  return text.find_first_of("-+") != std::string_view::npos;
}

const Expr* as_text(RepairDesk& desk, const Expr& expr, const Expr& side, const Expr& literal,
                    const SelectorPath& path, bool swapped) {
  const std::string version = mended_version(literal.text);
  if (version.empty() || path.kind != NameKind::kAttribute) return nullptr;
  const Words::Facts facts = desk.facts_of(path);
  const std::string_view id = path.steps[1].name;
  const bool orders = is_ordering(expr.text);
  const bool is_version = facts.types == attribute_type::kVersion;
  const bool guessed = !facts.known && orders && looks_like_version(id);
  const bool is_text = facts.types == attribute_type::kString && orders && looks_like_version(id);
  if (!is_version && !guessed && !is_text) return nullptr;
  desk.note(Mistake::kComparesText,
            selector_text(side) +
                (is_version ? is_of_type("a version", facts) + ", and is compared with text"
                            : " is compared letter by letter, in which 9 is more than 10"));
  const std::string numbers = plain_version(literal.text);
  const auto dots = dots_in(numbers);
  if (is_version && expr.text == op::kEquals && dots < 2 && !has_suffix(numbers))
    return of_release(desk, side, version, dots > 0);
  const Expr* a = &side;
  const Expr* b = desk.call("semver", {desk.string(version)});
  if (is_text) a = desk.call("semver", {&side, desk.make().boolean(0, true)});
  if (swapped) std::swap(a, b);
  return orders ? desk.compared(expr.text, a, b) : desk.call(expr.text, {a, b});
}

// driverVersion >= 570, cudaVersion > 12.4: a version has parts, and is no number.
const Expr* as_number(RepairDesk& desk, const Expr& expr, const Expr& side, const Expr& literal,
                      const SelectorPath& path, bool swapped) {
  const bool is_int = literal.kind == ExprKind::kInt;
  if ((!is_int && literal.kind != ExprKind::kDouble) ||
      desk.facts_of(path).types != attribute_type::kVersion)
    return nullptr;
  const std::string version = mended_version(selector_text(literal));
  if (version.empty()) return nullptr;
  desk.note(Mistake::kFails, selector_text(side) + " is a version, and no number");
  if (!is_int && expr.text == op::kEquals) return of_release(desk, side, version, true);
  const Expr* a = is_int ? desk.call("major", {}, &side) : &side;
  const Expr* b = is_int ? &literal : desk.call("semver", {desk.string(version)});
  if (swapped) std::swap(a, b);
  return is_int || !is_ordering(expr.text) ? desk.call(expr.text, {a, b})
                                           : desk.compared(expr.text, a, b);
}

// The numbers that a pattern of a version begins with: 570 of ^570.*, and 570.86 of 570\.86\..+
std::string numbers_of_pattern(std::string_view pattern) {
  if (pattern.starts_with('^')) pattern.remove_prefix(1);
  for (const std::string_view end : {"$", "*", "+", ".", "\\."}) {
    if (pattern.ends_with(end)) pattern.remove_suffix(end.size());
  }
  std::string numbers;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '\\' || pattern.substr(i + 1, 1) != ".") numbers += pattern[i];
  }
  return numbers;
}

}  // namespace

bool looks_like_version(std::string_view id) {
  return id.find("ersion") != std::string_view::npos;
}

const Expr* version_meant(RepairDesk& desk, const Expr& expr, const Expr& side, const Expr& literal,
                          const SelectorPath& path, bool swapped) {
  return literal.kind == ExprKind::kString ? as_text(desk, expr, side, literal, path, swapped)
                                           : as_number(desk, expr, side, literal, path, swapped);
}

const Expr* release_meant(RepairDesk& desk, const Expr& expr) {
  if (!is_call(expr, op::kEquals) || expr.args.size() != 2) return nullptr;
  const Expr& side = *expr.args[0];
  const Expr& call = *expr.args[1];
  const bool is_one = is_call(call, "semver") && call.target == nullptr && call.args.size() == 1 &&
                      call.args[0]->kind == ExprKind::kString;
  const std::string numbers = is_one ? plain_version(call.args[0]->text) : std::string();
  const std::string version = mended_version(numbers);
  if (version.empty() || dots_in(numbers) > 1 || has_suffix(numbers) || !read_path(side))
    return nullptr;
  desk.note(Mistake::kFails, selector_text(call) + " is an error: " + shown(call.args[0]->text) +
                                 " is not a version of three numbers");
  return of_release(desk, side, version, dots_in(numbers) > 0);
}

const Expr* version_search(RepairDesk& desk, const Expr& expr, const SelectorPath& path) {
  if (!is_one_of(expr.text, {"startsWith", "contains", "matches"}) || expr.args.size() != 1 ||
      !path.reads_value() || expr.args[0]->kind != ExprKind::kString ||
      desk.facts_of(path).types != attribute_type::kVersion)
    return nullptr;
  std::string numbers = expr.text == "matches" ? numbers_of_pattern(expr.args[0]->text)
                                               : std::string(expr.args[0]->text);
  if (numbers.ends_with('.')) numbers.pop_back();
  numbers = plain_version(numbers);
  const std::string version = mended_version(numbers);
  const auto dots = dots_in(numbers);
  if (version.empty() || dots > 1 || has_suffix(numbers)) return nullptr;
  desk.note(Mistake::kFails, selector_text(*expr.target) + " is a version, and no text");
  return of_release(desk, *expr.target, version, dots > 0);
}

}  // namespace drawbridge::rules
