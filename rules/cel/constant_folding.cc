#include "rules/cel/constant_folding.h"

#include <algorithm>
#include <array>
#include <variant>

#include "rules/cel/call_parts.h"
#include "rules/cel/dispatch.h"
#include "rules/cel/operators.h"
#include "rules/cel/qualify.h"
#include "rules/cel/value_order.h"
#include "rules/cel/value_text.h"

namespace drawbridge::cel {
namespace {

// The conversions that cel-go folds (overloads.IsTypeConversionFunction).
constexpr std::array<std::string_view, 10> kConversions = {
    "bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint"};

Value literal(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kBool:
      return Value::boolean(expr.bool_value);
    case ExprKind::kInt:
      return Value::integer(expr.int_value);
    case ExprKind::kUint:
      return Value::unsigned_integer(expr.uint_value);
    case ExprKind::kDouble:
      return Value::real(expr.double_value);
    case ExprKind::kString:
      return Value::string(expr.text);
    case ExprKind::kBytes:
      return Value::bytes(expr.text);
    default:
      return Value();
  }
}

class Folder {
 public:
  Folder(const CheckedAst& checked, Evaluation& memory, PatternBudget* patterns,
         Constants& constants)
      : checked_(checked), memory_(memory), patterns_(patterns), constants_(constants) {}

  std::optional<PlanFailure> run() {
    fold(*checked_.ast.root());
    return failure_;
  }

 private:
  bool failed() const { return failure_.has_value(); }
  void fail(const Expr& at, std::string_view message) {
    if (!failed()) failure_ = PlanFailure{at.offset, std::string(message)};
  }

  void fold(const Expr& expr) {
    if (failed()) return;
    const Reference& reference = checked_.reference_of[expr.id];
    if (reference.kind == Reference::Kind::kNamedType) {
      // A message's name makes no program: validate() says so.
      const NamedType* named = reference.named_type;
      return constants_.set(expr, named == nullptr ? Value() : named->value);
    }
    switch (expr.kind) {
      case ExprKind::kIdent:
        return;
      case ExprKind::kSelect:
        if (reference.kind == Reference::Kind::kNone) fold(*expr.target);
        return;
      case ExprKind::kCall:
        return fold_call(expr);
      case ExprKind::kList:
        return fold_list(expr);
      case ExprKind::kMap:
        return fold_map(expr);
      case ExprKind::kStruct:
        for (const MapEntry& entry : expr.entries) fold(*entry.value);
        return;
      case ExprKind::kComprehension:
        return fold_comprehension(*expr.comprehension);
      default:
        return constants_.set(expr, literal(expr));
    }
  }

  void fold_comprehension(const Comprehension& loop) {
    for (const Expr* part : {loop.init, loop.range, loop.condition, loop.step, loop.result}) {
      fold(*part);
    }
  }

  void fold_list(const Expr& expr) {
    bool all = true;
    for (const Expr* element : expr.args) {
      fold(*element);
      all = all && constants_.find(*element) != nullptr;
    }
    if (failed() || !all) return;
    // An empty one has a place of its own as well, which tells it from others as a key.
    Value* elements = memory_.arena().allocate<Value>(std::max<std::size_t>(expr.args.size(), 1));
    for (std::size_t i = 0; i < expr.args.size(); ++i) {
      new (elements + i) Value(*constants_.find(*expr.args[i]));
    }
    for (const std::uint32_t index : expr.optional_indices) {
      // A constant is never an optional: a list that fails when it is read.
      return constants_.set(expr, not_optional(elements[index]));
    }
    constants_.set(expr, Value::list({elements, expr.args.size()}));
  }

  Value not_optional(const Value& value) {
    return memory_.error(
        std::string("cannot initialize optional list element from non-optional value ")
            .append(go_text(value)));
  }

  void fold_map(const Expr& expr) {
    bool all = true;
    bool optional = false;
    for (const MapEntry& entry : expr.entries) {
      fold(*entry.key);
      fold(*entry.value);
      optional = optional || entry.optional;
      all =
          all && constants_.find(*entry.key) != nullptr && constants_.find(*entry.value) != nullptr;
    }
    // What fails when it is made is made when it runs; it costs more than cel-go counts then.
    if (failed() || !all || optional) return;
    for (const MapEntry& entry : expr.entries) {
      const Value& key = *constants_.find(*entry.key);
      if (is_unhashable(key)) return fail(expr, unhashable(memory_, key).error_message());
    }
    Entry* entries = memory_.arena().allocate<Entry>(std::max<std::size_t>(expr.entries.size(), 1));
    for (std::size_t i = 0; i < expr.entries.size(); ++i) {
      const MapEntry& entry = expr.entries[i];
      new (entries + i) Entry{*constants_.find(*entry.key), *constants_.find(*entry.value)};
    }
    constants_.set(expr, Value::map(sort_entries({entries, expr.entries.size()})));
  }

  void fold_call(const Expr& expr) {
    const CallParts parts(checked_, expr);
    for (std::size_t i = 0; i < parts.size(); ++i) fold(parts[i]);
    if (failed()) return;
    if (expr.text == op::kIndex || expr.text == op::kOptIndex) return check_index(expr, parts);
    if (parts.size() == 1) return fold_conversion(expr, parts);
    if (parts.size() < 2 || parts.overload() == nullptr) return;
    const Value* second = constants_.find(parts[1]);
    if (second == nullptr) return;
    if (parts.is("in_list") && second->size() == 0) {
      return constants_.set(expr, Value::boolean(false));
    }
    if (parts.overload()->run_compiled != nullptr && second->is(ValueKind::kString)) {
      compile_pattern(expr, second->as_text());
    }
  }

  void check_index(const Expr& expr, const CallParts& parts) {
    const Value* key = constants_.find(parts[1]);
    if (key == nullptr || can_qualify(*key)) return;
    fail(expr, std::string("invalid qualifier type: ").append(go_type_name(*key)));
  }

  void fold_conversion(const Expr& expr, const CallParts& parts) {
    const Value* argument = constants_.find(parts[0]);
    if (argument == nullptr || parts.overloads().empty()) return;
    const std::string_view name = called(checked_, expr);
    if (std::find(kConversions.begin(), kConversions.end(), name) == kConversions.end()) return;
    const Value result = argument->is_error()
                             ? *argument
                             : call_any(memory_, name, parts.overloads(), {argument, 1});
    if (result.is_error()) return fail(expr, result.error_message());
    constants_.set(expr, result);
  }

  void compile_pattern(const Expr& expr, std::string_view text) {
    auto compiled = Pattern::compile(text, patterns_);
    if (const std::string* error = std::get_if<std::string>(&compiled)) return fail(expr, *error);
    constants_.set_pattern(expr, std::get<std::shared_ptr<const Pattern>>(std::move(compiled)));
  }

  const CheckedAst& checked_;
  Evaluation& memory_;
  PatternBudget* patterns_;
  Constants& constants_;
  std::optional<PlanFailure> failure_;
};

}  // namespace

std::optional<PlanFailure> fold_constants(const CheckedAst& checked, Evaluation& memory,
                                          PatternBudget* patterns, Constants& constants) {
  return Folder(checked, memory, patterns, constants).run();
}

std::span<Entry> sort_entries(std::span<Entry> entries) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return compare_keys(a.key, b.key) < 0; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool again = kept > 0 && compare_keys(entries[kept - 1].key, entries[i].key) == 0;
    entries[again ? kept - 1 : kept++] = entries[i];
  }
  return entries.first(kept);
}

}  // namespace drawbridge::cel
