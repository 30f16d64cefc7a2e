#include "rules/policy/idle_words.h"

#include <algorithm>
#include <span>
#include <utility>
#include <variant>

#include "kube/api/names.h"
#include "kube/api/prose.h"
#include "rules/cel/ast.h"
#include "rules/cel/operators.h"
#include "rules/cel/parser.h"
#include "rules/devices/workloads.h"
#include "rules/finding.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;

struct JudgedKind {
  std::string_view group;
  std::string_view kind;
  std::string_view plural;
};

constexpr JudgedKind kNoWorkloads[] = {
    {"", "Pod", "pods"},
    {"resource.k8s.io", "ResourceClaim", "resourceclaims"},
    {"resource.k8s.io", "ResourceClaimTemplate", "resourceclaimtemplates"},
};

// The kind that is written otherwise: "pods", "pod", "Pods".
std::string_view kind_written(std::string_view group, std::string_view kind) {
  const auto is_same = [&](const JudgedKind& each) {
    return each.group == group && each.kind != kind &&
           (letters_apart(kind, each.kind) == 0 || letters_apart(kind, each.plural) == 0);
  };
  const auto* found = std::find_if(std::begin(kNoWorkloads), std::end(kNoWorkloads), is_same);
  if (found != std::end(kNoWorkloads)) return found->kind;
  for (const WorkloadKind& each : workload_kinds()) {
    if (is_same({each.group, each.kind, each.plural})) return each.kind;
  }
  return {};
}

std::string quoted(std::string_view text) {
  return "'" + shown(text) + "'";
}

constexpr std::string_view kPaths[] = {"ExtendedResource", "ClaimTemplate", "SharedClaim"};
constexpr std::string_view kModes[] = {"ExactCount", "All"};

// The values that a field of a device request can have; empty for any.
std::span<const std::string_view> values_of(std::string_view field) {
  if (field == "path") return kPaths;
  if (field == "allocationMode") return kModes;
  return {};
}

std::string otherwise(std::string_view value, std::span<const std::string_view> values) {
  if (const std::string_view meant = nearest(value, values); !meant.empty())
    return "write " + quoted(meant);
  std::vector<std::string> all;
  for (const std::string_view each : values) all.push_back(quoted(each));
  return "it is " + kube::or_list(all);
}

class Comparisons {
 public:
  std::vector<std::string> find(const Expr& root) {
    visit(root);
    return std::move(found_);
  }

 private:
  // `devices`, or those of them that a macro kept.
  static bool is_devices(const Expr& list) {
    if (list.kind == ExprKind::kIdent) return list.text == "devices";
    return list.kind == ExprKind::kComprehension && is_devices(*list.comprehension->range);
  }

  void visit(const Expr& expr) {
    if (expr.kind == ExprKind::kComprehension) return visit_loop(*expr.comprehension);
    if (expr.kind == ExprKind::kCall) compare(expr);
    if (expr.target != nullptr) visit(*expr.target);
    for (const Expr* arg : expr.args) visit(*arg);
    for (const cel::MapEntry& entry : expr.entries) {
      if (entry.key != nullptr) visit(*entry.key);
      visit(*entry.value);
    }
  }

  void visit_loop(const cel::Comprehension& loop) {
    visit(*loop.range);
    visit(*loop.init);
    // Of one variable, the element; of two, that is the second.
    const bool is_device = is_devices(*loop.range);
    const std::string_view element = loop.iter_var2.empty() ? loop.iter_var : loop.iter_var2;
    const std::vector<std::string_view> outside = devices_;
    std::erase_if(devices_, [&](std::string_view each) {
      return each == loop.iter_var || each == loop.iter_var2;
    });
    if (is_device) devices_.push_back(element);
    visit(*loop.condition);
    visit(*loop.step);
    devices_ = outside;
    visit(*loop.result);
  }

  bool is_field_of_device(const Expr& expr) const {
    return expr.kind == ExprKind::kSelect && !expr.test_only &&
           expr.target->kind == ExprKind::kIdent &&
           std::find(devices_.begin(), devices_.end(), expr.target->text) != devices_.end();
  }

  void compare(const Expr& call) {
    if (call.args.size() != 2) return;
    const Expr& left = *call.args[0];
    const Expr& right = *call.args[1];
    if (call.text == cel::op::kEquals || call.text == cel::op::kNotEquals) {
      compare(left, right);
      compare(right, left);
    } else if (call.text == cel::op::kIn && right.kind == ExprKind::kList) {
      for (const Expr* element : right.args) compare(left, *element);
    }
  }

  void compare(const Expr& field, const Expr& literal) {
    if (!is_field_of_device(field) || literal.kind != ExprKind::kString) return;
    const std::string name = std::string(field.target->text) + "." + std::string(field.text);
    const std::span<const std::string_view> values = values_of(field.text);
    // What asks for a device without one has an empty text.
    if (literal.text.empty()) return;
    if (field.text == "deviceClass" && literal.text.find('/') != std::string_view::npos)
      return add(
          name + " is never " + quoted(literal.text) +
          ", which is no name of a DeviceClass; compare logicalResource or resource with it");
    if (values.empty() || std::find(values.begin(), values.end(), literal.text) != values.end())
      return;
    add(name + " is never " + quoted(literal.text) + "; " + otherwise(literal.text, values));
  }

  void add(std::string text) {
    if (std::find(found_.begin(), found_.end(), text) == found_.end())
      found_.push_back(std::move(text));
  }

  std::vector<std::string_view> devices_;  // variables that are elements of `devices`
  std::vector<std::string> found_;
};

}  // namespace

std::string idle_kind(std::string_view group, std::string_view kind) {
  const std::size_t slash = group.find('/');
  if (slash != std::string_view::npos)
    return shown(group) +
           " is a group with a version; write group: " + shown(group.substr(0, slash));
  if (kube::version_rank(group) || group == "core")
    return shown(group) + " is no group; write group: \"\" for " + shown(kind);
  const std::string_view written = kind_written(group, kind);
  return written.empty() ? std::string()
                         : "no kind is called " + shown(kind) + "; write " + std::string(written);
}

std::vector<std::string> idle_values(std::string_view expression) {
  const auto parsed = cel::parse(expression, {.bind_macro = true, .quoted_identifiers = true});
  const cel::Ast* ast = std::get_if<cel::Ast>(&parsed);
  return ast == nullptr ? std::vector<std::string>() : Comparisons().find(*ast->root());
}

}  // namespace drawbridge::rules
