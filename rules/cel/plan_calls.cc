// Operators and functions.
#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <new>

#include "rules/cel/dispatch.h"
#include "rules/cel/plan_builder.h"
#include "rules/cel/qualify.h"
#include "rules/cel/steps.h"
#include "rules/cel/value_order.h"

namespace drawbridge::cel {
namespace {

std::optional<Comparison> comparison_of(std::string_view function) {
  constexpr std::array<std::string_view, 4> kNames = {op::kLess, op::kLessEquals, op::kGreater,
                                                      op::kGreaterEquals};
  const auto at = std::find(kNames.begin(), kNames.end(), function);
  if (at == kNames.end()) return std::nullopt;
  return static_cast<Comparison>(at - kNames.begin());
}

bool is_any(const Type& type) {
  return type.is_dyn() || type.is(TypeKind::kParam);
}

// The kind of all values that a parameter takes, where that says it all; kAnyKind where it takes
// everything but errors. nullopt: it needs a look inside.
std::optional<std::uint8_t> kind_taken(const Type& type) {
  const auto only = [](ValueKind kind) { return static_cast<std::uint8_t>(kind); };
  switch (type.kind) {
    case TypeKind::kDyn:
    case TypeKind::kAny:
    case TypeKind::kParam:
      return CallSite::kAnyKind;
    case TypeKind::kBool:
      return only(ValueKind::kBool);
    case TypeKind::kInt:
      return only(ValueKind::kInt);
    case TypeKind::kUint:
      return only(ValueKind::kUint);
    case TypeKind::kDouble:
      return only(ValueKind::kDouble);
    case TypeKind::kString:
      return only(ValueKind::kString);
    case TypeKind::kBytes:
      return only(ValueKind::kBytes);
    case TypeKind::kDuration:
      return only(ValueKind::kDuration);
    case TypeKind::kTimestamp:
      return only(ValueKind::kTimestamp);
    case TypeKind::kList:
      return is_any(*type.params[0]) ? std::optional(only(ValueKind::kList)) : std::nullopt;
    case TypeKind::kOpaque:
    case TypeKind::kObject:
      return only(ValueKind::kOpaque);
    default:
      return std::nullopt;
  }
}

}  // namespace

void Planner::plan_call(const Expr& expr, std::uint32_t to) {
  const CallParts parts(checked_, expr);
  if (expr.text == op::kAnd || expr.text == op::kOr) return plan_terms(expr, to);
  if (expr.text == op::kConditional) return plan_conditional(expr, to);
  if (parts.is("optional_or_optional")) return plan_optional_or(parts, to, false);
  if (parts.is("optional_orValue_value")) return plan_optional_or(parts, to, true);
  if (parts.size() == 2 && plan_binary(expr, parts, to)) return;
  if (parts.size() == 1 && plan_unary(expr, parts, to)) return;
  plan_function(expr, parts, to);
}

void Planner::terms_of(const Expr& expr, std::string_view function,
                       std::vector<const Expr*>& terms) {
  if (!is_call(expr, function)) return terms.push_back(&expr);
  for (const Expr* arg : expr.args) terms_of(*arg, function, terms);
}

void Planner::plan_terms(const Expr& expr, std::uint32_t to) {
  std::vector<const Expr*> terms;
  terms_of(expr, expr.text, terms);
  Label done;
  for (const Expr* term : terms) {
    plan_term(*term, expr.text, term == terms.front() ? Op::kFirstTerm : Op::kNextTerm, to, done);
  }
  writer_.bind(done);
}

void Planner::plan_term(const Expr& term, std::string_view function, Op op, std::uint32_t to,
                        Label& done) {
  const std::uint32_t mark = writer_.mark();
  const std::uint32_t slot = op == Op::kFirstTerm ? to : writer_.take_slots(1);
  const Operand at = operand(term, slot);
  const std::uint8_t flags = function == op::kOr ? flag::kOr : 0;
  writer_.emit_jump({.op = op, .flags = flags, .to = to, .a = at}, done);
  writer_.release(mark);
}

void Planner::plan_conditional(const Expr& expr, std::uint32_t to) {
  Label otherwise;
  Label done;
  const Operand condition = operand(*expr.args[0], to);
  writer_.emit_branch({.op = Op::kBranch, .to = to, .a = condition}, otherwise, done);
  plan_branch(*expr.args[1], to);
  writer_.emit_jump({.op = Op::kJump}, done);
  writer_.bind(otherwise);
  plan_branch(*expr.args[2], to);
  writer_.bind(done);
}

void Planner::plan_optional_or(const CallParts& parts, std::uint32_t to, bool value) {
  Label done;
  const Operand left = operand(parts[0], to);
  const bool guarded = parts.overloads().empty() || parts.overloads().front()->guarded;
  const auto flags =
      static_cast<std::uint8_t>((value ? flag::kValue : 0) | (guarded ? 0 : flag::kAnything));
  writer_.emit_jump({.op = Op::kOptionalOr, .flags = flags, .to = to, .a = left}, done);
  into(parts[1], to);
  writer_.bind(done);
}

std::pair<Operand, Operand> Planner::two_operands(const CallParts& parts, std::uint32_t to) {
  const Operand left = operand(parts[0], to);
  const Operand right = operand(parts[1], writer_.take_slots(1));
  return {left, right};
}

bool Planner::plan_binary(const Expr& expr, const CallParts& parts, std::uint32_t to) {
  if (expr.text == op::kEquals || expr.text == op::kNotEquals) {
    const auto [a, b] = two_operands(parts, to);
    const Op op = expr.text == op::kEquals ? Op::kEqual : Op::kNotEqual;
    writer_.emit({.op = op, .to = to, .a = a, .b = b});
    return true;
  }
  if (const auto comparison = comparison_of(expr.text)) {
    const auto [a, b] = two_operands(parts, to);
    const Overload* overload = parts.overload();
    const bool by_sizes = overload != nullptr && (overload->params[0]->is(TypeKind::kString) ||
                                                  overload->params[0]->is(TypeKind::kBytes));
    writer_.emit({.op = Op::kCompare,
                  .flags = by_sizes ? flag::kByOverload : std::uint8_t{0},
                  .to = to,
                  .a = a,
                  .b = b,
                  .count = static_cast<std::uint32_t>(*comparison)});
    return true;
  }
  if (parts.is("add_int64")) {
    const auto [a, b] = two_operands(parts, to);
    writer_.add_cost(1);
    writer_.emit({.op = Op::kAddInt, .to = to, .a = a, .b = b, .data = call_site(expr, parts)});
    return true;
  }
  return parts.is("in_list") && plan_member(parts, to);
}

bool Planner::plan_member(const CallParts& parts, std::uint32_t to) {
  const Value* list = constants_.find(parts[1]);
  if (list == nullptr || !list->is(ValueKind::kList)) return false;
  const std::optional<std::span<const Value>> set = set_of(*list);
  if (!set) return false;
  const Operand value = operand(parts[0], to);
  Instruction member{.op = Op::kMember, .to = to, .a = value};
  member.count = static_cast<std::uint32_t>(set->size());
  member.data = set->data();
  writer_.emit(member);
  return true;
}

std::optional<std::span<const Value>> Planner::set_of(const Value& list) {
  std::vector<Value> found;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Value element = list.element(i);
    if (!can_qualify(element)) return std::nullopt;
    found.push_back(element);
    add_equal_numbers(element, found);
  }
  const auto before = [](const Value& a, const Value& b) { return compare_keys(a, b) < 0; };
  std::sort(found.begin(), found.end(), before);
  Value* set = code_.arena.allocate<Value>(found.size());
  std::copy(found.begin(), found.end(), set);
  return std::span<const Value>(set, found.size());
}

void Planner::add_equal_numbers(const Value& element, std::vector<Value>& to) {
  constexpr double kTwoTo63 = 9223372036854775808.0;
  constexpr double kTwoTo64 = 18446744073709551616.0;
  if (element.is(ValueKind::kInt)) {
    const std::int64_t value = element.as_int();
    to.push_back(Value::real(static_cast<double>(value)));
    if (value >= 0) {
      to.push_back(Value::unsigned_integer(static_cast<std::uint64_t>(value)));
    }
  } else if (element.is(ValueKind::kUint)) {
    const std::uint64_t value = element.as_uint();
    to.push_back(Value::real(static_cast<double>(value)));
    if (value <= INT64_MAX) to.push_back(Value::integer(static_cast<std::int64_t>(value)));
  } else if (element.is(ValueKind::kDouble)) {
    const double value = element.as_double();
    if (value >= -kTwoTo63 && value < kTwoTo63 &&
        static_cast<double>(static_cast<std::int64_t>(value)) == value) {
      to.push_back(Value::integer(static_cast<std::int64_t>(value)));
    }
    if (value >= 0 && value < kTwoTo64 &&
        static_cast<double>(static_cast<std::uint64_t>(value)) == value) {
      to.push_back(Value::unsigned_integer(static_cast<std::uint64_t>(value)));
    }
  }
}

bool Planner::plan_unary(const Expr& expr, const CallParts& parts, std::uint32_t to) {
  Op op = Op::kNot;
  if (expr.text == op::kNotStrictlyFalse) {
    op = Op::kNotFalse;
  } else if (expr.text != op::kNot) {
    return false;
  }
  const Operand value = operand(parts[0], to);
  writer_.add_cost(1);
  writer_.emit({.op = op, .to = to, .a = value});
  return true;
}

// cel-go has one implementation for all overloads of an operator: where the types that were
// inferred for an empty or unknown list turn out wrong, it does what the values ask for.
std::span<const Overload* const> Planner::all_overloads(std::string_view function) {
  const Function* declared = declarations_.find(function);
  if (declared == nullptr) return {};
  const Overload** all = code_.arena.allocate<const Overload*>(declared->overloads.size());
  std::size_t count = 0;
  for (const Overload& overload : declared->overloads) all[count++] = &overload;
  return {all, count};
}

CallSite* Planner::call_site(const Expr& expr, const CallParts& parts) {
  auto* site = new (code_.arena.allocate<std::byte>(sizeof(CallSite))) CallSite;
  const std::string_view function = reference(expr).function;
  site->function = function.empty() ? expr.text : function;  // a?.b has none
  site->candidates = parts.overloads();
  const bool singleton = is_singleton(site->function);
  for (const Overload* each : parts.overloads()) site->steps = std::max(site->steps, each->steps);
  const Overload* overload = parts.overload();
  if (overload == nullptr) {
    site->stops_at_error = !singleton;
    // cel-go's own costs go by the overload, which is not known; Kubernetes' by the name, and what
    // they add for an overload they add for the first.
    const bool by_overload = singleton || site->function == "bytes" || site->function == "string";
    if (!by_overload && !parts.overloads().empty()) site->cost = parts.overloads().back()->cost;
    return site;
  }
  site->run = overload->run;
  site->cost = overload->cost;
  site->counted = overload->counted;
  if (singleton) site->candidates = all_overloads(site->function);
  site->stops_at_error = parts.size() > 2 || overload->stops_at_error;
  take_pattern(expr, *overload, *site);
  site->kinds_suffice = parts.size() <= std::size(site->kinds);
  for (std::size_t i = 0; i < parts.size() && site->kinds_suffice; ++i) {
    const std::optional<std::uint8_t> kind = kind_taken(*overload->params[i]);
    if (kind) site->kinds[i] = *kind;
    site->types[i] = overload->params[i];
    site->kinds_suffice = kind.has_value();
  }
  return site;
}

void Planner::take_pattern(const Expr& expr, const Overload& overload, CallSite& site) {
  std::shared_ptr<const Pattern> pattern = constants_.pattern(expr);
  if (pattern == nullptr) return;
  site.run_compiled = overload.run_compiled;
  site.pattern = pattern.get();
  site.stops_at_error = true;
  code_.patterns.push_back(std::move(pattern));
}

void Planner::plan_function(const Expr& expr, const CallParts& parts, std::uint32_t to) {
  const CallSite* site = call_site(expr, parts);
  const auto count = static_cast<std::uint32_t>(parts.size());
  const std::uint32_t first = writer_.take_slots(count);
  Label done;
  for (std::uint32_t i = 0; i < count; ++i) {
    into(parts[i], first + i);
    const bool last = i + 1 == count;
    if (site->stops_at_error && !last && may_fail(parts[i])) {
      writer_.emit_jump({.op = Op::kJumpIfError, .to = to, .a = first + i}, done);
    }
  }
  Instruction call{.op = Op::kCall, .to = to, .a = first};
  call.count = count;
  call.data = site;
  writer_.emit(call);
  writer_.bind(done);
}

}  // namespace drawbridge::cel
