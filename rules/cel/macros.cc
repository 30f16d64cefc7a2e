#include "rules/cel/macros.h"

#include "rules/cel/operators.h"

namespace drawbridge::cel {
namespace {

// No expression can spell it: the variable of a fold that runs over nothing.
constexpr std::string_view kUnusedVariable = "#unused";
// What sortBy() calls the list that it is called on.
constexpr std::string_view kSortedList = "@__sortBy_input__";
// The accumulator's name in older expressions, still reserved.
constexpr std::string_view kOldAccumulatorName = "__result__";

enum class MacroKind : std::uint8_t {
  kHas,
  kAll,
  kExists,
  kExistsOne,
  kMap,
  kFilter,
  kTransformList,
  kTransformMap,
  kTransformMapEntry,
  kOptMap,
  kOptFlatMap,
  kBind,
  kSortBy,
};

enum class Needs : std::uint8_t { kNothing, kTwoVariables, kOptionals, kBind, kSortBy };

struct Macro {
  std::string_view name;
  std::size_t args;
  bool member;
  MacroKind kind;
  Needs needs = Needs::kNothing;
};

constexpr Macro kMacros[] = {
    {"has", 1, false, MacroKind::kHas},
    {"all", 2, true, MacroKind::kAll},
    {"exists", 2, true, MacroKind::kExists},
    {"exists_one", 2, true, MacroKind::kExistsOne},
    {"map", 2, true, MacroKind::kMap},
    {"map", 3, true, MacroKind::kMap},
    {"filter", 2, true, MacroKind::kFilter},
    {"all", 3, true, MacroKind::kAll, Needs::kTwoVariables},
    {"exists", 3, true, MacroKind::kExists, Needs::kTwoVariables},
    {"exists_one", 3, true, MacroKind::kExistsOne, Needs::kTwoVariables},
    {"existsOne", 3, true, MacroKind::kExistsOne, Needs::kTwoVariables},
    {"transformList", 3, true, MacroKind::kTransformList, Needs::kTwoVariables},
    {"transformList", 4, true, MacroKind::kTransformList, Needs::kTwoVariables},
    {"transformMap", 3, true, MacroKind::kTransformMap, Needs::kTwoVariables},
    {"transformMap", 4, true, MacroKind::kTransformMap, Needs::kTwoVariables},
    {"transformMapEntry", 3, true, MacroKind::kTransformMapEntry, Needs::kTwoVariables},
    {"transformMapEntry", 4, true, MacroKind::kTransformMapEntry, Needs::kTwoVariables},
    {"optMap", 2, true, MacroKind::kOptMap, Needs::kOptionals},
    {"optFlatMap", 2, true, MacroKind::kOptFlatMap, Needs::kOptionals},
    {"bind", 3, true, MacroKind::kBind, Needs::kBind},
    {"sortBy", 2, true, MacroKind::kSortBy, Needs::kSortBy},
};

bool is_on(Needs needs, const ParserOptions& options) {
  switch (needs) {
    case Needs::kNothing:
      return true;
    case Needs::kTwoVariables:
      return options.two_variable_macros;
    case Needs::kOptionals:
      return options.optional_syntax;
    case Needs::kBind:
      return options.bind_macro;
    case Needs::kSortBy:
      return options.sort_by_macro;
  }
  return false;
}

const Macro* find_macro(const ParserOptions& options, const MacroCall& call) {
  for (const Macro& macro : kMacros) {
    if (macro.args == call.args.size() && macro.member == (call.target != nullptr) &&
        macro.name == call.function && is_on(macro.needs, options)) {
      return &macro;
    }
  }
  return nullptr;
}

class Expander {
 public:
  Expander(AstBuilder& builder, const MacroCall& call) : builder_(builder), call_(call) {}

  Expansion expand(const Macro& macro) {
    switch (macro.kind) {
      case MacroKind::kHas:
        return has();
      case MacroKind::kAll:
      case MacroKind::kExists:
      case MacroKind::kExistsOne:
        return quantifier(macro);
      case MacroKind::kMap:
      case MacroKind::kFilter:
        return list(macro);
      case MacroKind::kTransformList:
      case MacroKind::kTransformMap:
      case MacroKind::kTransformMapEntry:
        return transform(macro);
      case MacroKind::kOptMap:
      case MacroKind::kOptFlatMap:
        return optional(macro);
      case MacroKind::kBind:
        return bind();
      case MacroKind::kSortBy:
        return sort_by();
    }
    return {};
  }

 private:
  static Expansion done(const Expr* expr) { return {true, expr}; }
  static Expansion refuse(const Expr* at, std::string message) {
    return {true, nullptr, at->offset, std::move(message)};
  }

  const Expr* arg(std::size_t index) const { return call_.args[index]; }
  const Expr* accumulator() { return builder_.ident(call_.offset, kAccumulatorName); }
  const Expr* boolean(bool value) { return builder_.boolean(call_.offset, value); }
  const Expr* integer(std::int64_t value) { return builder_.integer(call_.offset, value); }
  const Expr* list_of(std::initializer_list<const Expr*> elements) {
    return builder_.list(call_.offset, elements);
  }
  const Expr* make(std::string_view function, std::initializer_list<const Expr*> args,
                   const Expr* target = nullptr) {
    return builder_.call(call_.offset, function, args, target);
  }
  const Expr* comprehension(const Comprehension& parts) {
    return builder_.comprehension(call_.offset, parts);
  }
  // filter ? step : accumulator
  const Expr* only_if(const Expr* filter, const Expr* step) {
    return filter == nullptr ? step : make(op::kConditional, {filter, step, accumulator()});
  }

  Expansion has() {
    const Expr* field = arg(0);
    if (field->kind != ExprKind::kSelect) return refuse(field, "invalid argument to has() macro");
    return done(builder_.select(call_.offset, field->target, field->text, true));
  }

  // The loop's one or two variables into `parts`; what is wrong with them otherwise.
  bool variables(std::size_t count, std::string_view not_a_name, Comprehension& parts,
                 Expansion& wrong) {
    for (std::size_t i = 0; i < count; ++i) {
      if (arg(i)->kind == ExprKind::kIdent) continue;
      wrong = refuse(arg(i), std::string(not_a_name));
      return false;
    }
    if (count == 2 && arg(0)->text == arg(1)->text) {
      wrong = refuse(arg(1), "duplicate variable name: " + std::string(arg(1)->text));
      return false;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (arg(i)->text != kAccumulatorName && arg(i)->text != kOldAccumulatorName) continue;
      wrong = refuse(arg(i), "iteration variable overwrites accumulator variable");
      return false;
    }
    parts.range = call_.target;
    parts.iter_var = arg(0)->text;
    if (count == 2) parts.iter_var2 = arg(1)->text;
    parts.accu_var = kAccumulatorName;
    return true;
  }

  Expansion quantifier(const Macro& macro) {
    Comprehension parts;
    Expansion wrong;
    const std::size_t names = call_.args.size() - 1;
    if (!variables(names, "argument must be a simple name", parts, wrong)) return wrong;
    const Expr* predicate = arg(names);
    if (macro.kind == MacroKind::kAll) {
      parts.init = boolean(true);
      parts.condition = make(op::kNotStrictlyFalse, {accumulator()});
      parts.step = make(op::kAnd, {accumulator(), predicate});
      parts.result = accumulator();
    } else if (macro.kind == MacroKind::kExists) {
      parts.init = boolean(false);
      parts.condition = make(op::kNotStrictlyFalse, {make(op::kNot, {accumulator()})});
      parts.step = make(op::kOr, {accumulator(), predicate});
      parts.result = accumulator();
    } else {
      parts.init = integer(0);
      parts.condition = boolean(true);
      parts.step = only_if(predicate, make(op::kAdd, {accumulator(), integer(1)}));
      parts.result = make(op::kEquals, {accumulator(), integer(1)});
    }
    return done(comprehension(parts));
  }

  Expansion list(const Macro& macro) {
    Comprehension parts;
    Expansion wrong;
    if (!variables(1, "argument is not an identifier", parts, wrong)) return wrong;
    const bool is_filter = macro.kind == MacroKind::kFilter;
    const bool filters = is_filter || call_.args.size() == 3;
    const Expr* element = is_filter ? arg(0) : call_.args.back();
    parts.init = list_of({});
    parts.condition = boolean(true);
    parts.step =
        only_if(filters ? arg(1) : nullptr, make(op::kAdd, {accumulator(), list_of({element})}));
    parts.result = accumulator();
    return done(comprehension(parts));
  }

  Expansion transform(const Macro& macro) {
    Comprehension parts;
    Expansion wrong;
    if (!variables(2, "argument must be a simple name", parts, wrong)) return wrong;
    const Expr* filter = call_.args.size() == 4 ? arg(2) : nullptr;
    const Expr* result = call_.args.back();
    const Expr* step = nullptr;
    if (macro.kind == MacroKind::kTransformList) {
      step = make(op::kAdd, {accumulator(), list_of({result})});
      parts.init = list_of({});
    } else {
      parts.init = builder_.entries(ExprKind::kMap, call_.offset, {}, {});
      step = macro.kind == MacroKind::kTransformMapEntry
                 ? make(op::kMapInsert, {accumulator(), result})
                 : make(op::kMapInsert,
                        {accumulator(), builder_.ident(call_.offset, parts.iter_var), result});
    }
    parts.step = only_if(filter, step);
    parts.condition = boolean(true);
    parts.result = accumulator();
    return done(comprehension(parts));
  }

  // A fold over nothing, whose accumulator is the variable.
  const Expr* let(std::string_view name, const Expr* value, const Expr* result) {
    Comprehension parts;
    parts.range = list_of({});
    parts.iter_var = kUnusedVariable;
    parts.accu_var = name;
    parts.init = value;
    parts.condition = boolean(false);
    parts.step = builder_.ident(call_.offset, name);
    parts.result = result;
    return comprehension(parts);
  }

  Expansion optional(const Macro& macro) {
    if (arg(0)->kind != ExprKind::kIdent) {
      return refuse(arg(0),
                    std::string(macro.name) + "() variable name must be a simple identifier");
    }
    const Expr* has_value = make("hasValue", {}, call_.target);
    const Expr* value = make("value", {}, builder_.copy(call_.target, call_.offset));
    const Expr* result = let(arg(0)->text, value, arg(1));
    if (macro.kind == MacroKind::kOptMap) result = make("optional.of", {result});
    return done(make(op::kConditional, {has_value, result, make("optional.none", {})}));
  }

  Expansion bind() {
    if (call_.target->kind != ExprKind::kIdent || call_.target->text != "cel") return {};
    if (arg(0)->kind != ExprKind::kIdent) {
      return refuse(arg(0), "cel.bind() variable names must be simple identifiers");
    }
    return done(let(arg(0)->text, arg(1), arg(2)));
  }

  // The list by the keys that map() makes of it: it stands in a variable, as it is read twice.
  Expansion sort_by() {
    switch (call_.target->kind) {
      case ExprKind::kList:
      case ExprKind::kSelect:
      case ExprKind::kIdent:
      case ExprKind::kComprehension:
      case ExprKind::kCall:
        break;
      default:
        return refuse(call_.target,
                      "sortBy can only be applied to a list, identifier, comprehension, call or "
                      "select expression");
    }
    MacroCall mapping = call_;
    mapping.target = builder_.ident(call_.offset, kSortedList);
    Expansion keys = Expander(builder_, mapping).list({"map", 2, true, MacroKind::kMap});
    if (keys.expr == nullptr) return keys;
    const Expr* sorted =
        make("@sortByAssociatedKeys", {keys.expr}, builder_.ident(call_.offset, kSortedList));
    return done(let(kSortedList, call_.target, sorted));
  }

  AstBuilder& builder_;
  const MacroCall& call_;
};

}  // namespace

Expansion expand_macro(AstBuilder& builder, const ParserOptions& options, const MacroCall& call) {
  const Macro* macro = find_macro(options, call);
  return macro == nullptr ? Expansion{} : Expander(builder, call).expand(*macro);
}

}  // namespace drawbridge::cel
