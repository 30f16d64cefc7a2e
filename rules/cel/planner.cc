#include "rules/cel/planner.h"

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <string_view>
#include <vector>

#include "rules/cel/call_parts.h"
#include "rules/cel/code_writer.h"
#include "rules/cel/dispatch.h"
#include "rules/cel/operators.h"
#include "rules/cel/qualify.h"
#include "rules/cel/steps.h"
#include "rules/cel/value_order.h"

namespace drawbridge::cel {
namespace {

using Kind = Reference::Kind;

// What a node costs beside what is inside it. cel-go counts no attribute where it is a branch of
// ?: or an index: only its qualifiers.
enum class Counted : std::uint8_t { kWhole, kQualifiersOnly };

// A name of a comprehension.
struct Local {
  std::string_view name;
  std::uint32_t slot = 0;
  bool lazy = false;  // computed when first read: the slot pair of kBind
  Label* start = nullptr;
};

// A field, key or index of a chain, from the base on.
struct Link {
  const Expr* index = nullptr;  // nullptr: `qualifier` is constant
  Qualifier qualifier;
};

std::optional<Comparison> comparison_of(std::string_view function) {
  constexpr std::array<std::string_view, 4> kNames = {op::kLess, op::kLessEquals, op::kGreater,
                                                      op::kGreaterEquals};
  const auto at = std::find(kNames.begin(), kNames.end(), function);
  if (at == kNames.end()) return std::nullopt;
  return static_cast<Comparison>(at - kNames.begin());
}

bool is_call(const Expr& expr, std::string_view function) {
  return expr.kind == ExprKind::kCall && expr.text == function;
}

bool is_index(const Expr& expr) {
  return is_call(expr, op::kIndex) || is_call(expr, op::kOptIndex) || is_call(expr, op::kOptSelect);
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

class Planner {
 public:
  Planner(const CheckedAst& checked, const Constants& constants, Code& code)
      : checked_(checked), constants_(constants), code_(code), writer_(code) {}

  void run() {
    const std::uint32_t slot = writer_.take_slots(1);
    const Operand result = operand(*checked_.ast.root(), slot);
    writer_.emit({.op = Op::kReturn, .a = result});
  }

 private:
  const Reference& reference(const Expr& expr) const { return checked_.reference_of[expr.id]; }

  bool is_name(const Expr& expr) const {
    const Kind kind = reference(expr).kind;
    return kind == Kind::kVariable || kind == Kind::kLocal || expr.kind == ExprKind::kIdent;
  }
  bool is_constant(const Expr& expr) const { return constants_.find(expr) != nullptr; }
  bool may_fail(const Expr& expr) const {
    const Value* constant = constants_.find(expr);
    return constant == nullptr || constant->is_error();
  }
  bool is_conditional(const Expr& expr) const {
    return !is_constant(expr) && is_call(expr, op::kConditional);
  }
  bool is_chain(const Expr& expr) const {
    if (is_constant(expr) || is_name(expr)) return false;
    return expr.kind == ExprKind::kSelect || is_index(expr);
  }
  // What cel-go plans as an attribute.
  bool is_attribute(const Expr& expr) const {
    return !is_constant(expr) && (is_name(expr) || is_chain(expr) || is_conditional(expr));
  }

  const Local* find_local(std::string_view name) const {
    if (name.starts_with('.')) name.remove_prefix(1);  // `.x` of Kubernetes 1.36
    const auto at = std::find_if(locals_.rbegin(), locals_.rend(),
                                 [name](const Local& local) { return local.name == name; });
    return at == locals_.rend() ? nullptr : &*at;
  }

  // Where a name's value is, computed if need be.
  Operand name_operand(const Expr& expr) {
    const Reference& meant = reference(expr);
    const Local* local = meant.kind == Kind::kVariable ? nullptr : find_local(expr.text);
    if (local == nullptr) return kVariableOperand | static_cast<Operand>(meant.variable);
    if (local->lazy) writer_.emit_jump({.op = Op::kEnsure, .to = local->slot}, *local->start);
    return local->slot;
  }

  // Where the node's value is: in `slot` if it has to be computed.
  Operand operand(const Expr& expr, std::uint32_t slot, Counted counted = Counted::kWhole) {
    if (const Value* constant = constants_.find(expr)) return writer_.constant(*constant);
    if (is_name(expr)) {
      const Operand at = name_operand(expr);
      if (counted == Counted::kWhole) writer_.add_cost(1);
      return at;
    }
    if (const std::optional<Operand> known = known_call(expr)) return *known;
    compute(expr, slot, counted);
    return slot;
  }

  void into(const Expr& expr, std::uint32_t slot, Counted counted = Counted::kWhole) {
    const Operand at = operand(expr, slot, counted);
    if (at != slot) writer_.emit({.op = Op::kMove, .to = slot, .a = at});
  }

  void compute(const Expr& expr, std::uint32_t to, Counted counted) {
    const std::uint32_t mark = writer_.mark();
    if (is_chain(expr)) {
      plan_chain(expr, to, counted);
    } else if (expr.kind == ExprKind::kCall) {
      plan_call(expr, to);
    } else if (expr.kind == ExprKind::kList) {
      plan_list(expr, to);
    } else if (expr.kind == ExprKind::kMap) {
      plan_map(expr, to);
    } else if (expr.kind == ExprKind::kStruct) {
      plan_struct(expr, to);
    } else {
      plan_comprehension(*expr.comprehension, to);
    }
    writer_.release(mark);
  }

  // quantity('1Gi') and the like: known now, counted when it runs.
  std::optional<Operand> known_call(const Expr& expr) {
    if (expr.kind != ExprKind::kCall) return std::nullopt;
    const CallParts parts(checked_, expr);
    const Overload* overload = parts.overload();
    if (overload == nullptr || !overload->pure || overload->run == nullptr || parts.size() != 1) {
      return std::nullopt;
    }
    const bool opaque = overload->result != nullptr && (overload->result->is(TypeKind::kOpaque) ||
                                                        overload->result->is(TypeKind::kObject));
    const Value* argument = constants_.find(parts[0]);
    if (!opaque || argument == nullptr || !argument->is(ValueKind::kString)) return std::nullopt;
    const Value result = call_any(*code_.memory, expr.text, parts.overloads(), {argument, 1});
    if (!result.is(ValueKind::kOpaque)) return std::nullopt;
    writer_.add_cost(overload->cost == nullptr ? 1 : overload->cost({argument, 1}, result));
    return writer_.constant(result);
  }

  // ---- attributes

  std::vector<Link> links_of(const Expr& expr, const Expr*& base) const {
    std::vector<Link> links;
    const Expr* at = &expr;
    for (;; at = is_index(*at) ? at->args[0] : at->target) {
      if (!is_chain(*at) || (at != &expr && at->test_only)) break;
      Link link;
      if (at->kind == ExprKind::kSelect) {
        link.qualifier.key = Value::string(at->text);
      } else {
        link.qualifier.optional = at->text != op::kIndex;
        const Value* key = constants_.find(*at->args[1]);
        if (key != nullptr) link.qualifier.key = *key;
        if (key == nullptr) link.index = at->args[1];
      }
      links.push_back(link);
    }
    std::reverse(links.begin(), links.end());
    base = at;
    return links;
  }

  void plan_chain(const Expr& expr, std::uint32_t to, Counted counted) {
    const Expr* base = nullptr;
    const std::vector<Link> links = links_of(expr, base);
    int end_cost = 0;
    if (counted == Counted::kWhole) {
      end_cost = (is_conditional(*base) ? 0 : 1) - (expr.test_only ? 1 : 0);
    }
    std::uint8_t end = 0;
    if (end_cost > 0) end = flag::kEndCosts;
    if (end_cost < 0) end = flag::kEndRefunds;
    if (expr.test_only) end |= flag::kOfTest;
    Operand at = operand(*base, to, is_name(*base) ? Counted::kQualifiersOnly : Counted::kWhole);
    Label done;
    for (std::size_t i = 0; i < links.size();) {
      if (links[i].index != nullptr) {
        if (i == 0) {
          writer_.emit_jump({.op = Op::kGuard, .flags = end, .to = to, .a = at}, done);
        }
        plan_index(links[i], at, to, end, i + 1 == links.size(), done);
        ++i;
      } else {
        i = plan_path(links, i, expr.test_only, at, to, end, done);
      }
      at = to;
    }
    writer_.bind(done);
  }

  // The constant links from `first` on as one instruction; the position behind them.
  std::size_t plan_path(const std::vector<Link>& links, std::size_t first, bool test, Operand base,
                        std::uint32_t to, std::uint8_t end, Label& done) {
    std::size_t last = first;
    while (last < links.size() && links[last].index == nullptr) ++last;
    Qualifier* path = code_.arena.allocate<Qualifier>(last - first);
    for (std::size_t i = first; i < last; ++i)
      new (path + (i - first)) Qualifier(links[i].qualifier);
    const bool ends = last == links.size();
    std::uint8_t flags = end;
    if (ends) flags |= flag::kEnds;
    if (ends && test) flags |= flag::kTest;
    Instruction select{.op = Op::kSelect, .flags = flags, .to = to, .a = base};
    select.count = static_cast<std::uint32_t>(last - first);
    select.data = path;
    writer_.emit_jump(select, done);
    return last;
  }

  void plan_index(const Link& link, Operand base, std::uint32_t to, std::uint8_t end, bool ends,
                  Label& done) {
    const std::uint32_t mark = writer_.mark();
    const std::uint32_t slot = writer_.take_slots(1);
    const Counted counted = is_attribute(*link.index) ? Counted::kQualifiersOnly : Counted::kWhole;
    const Operand index = operand(*link.index, slot, counted);
    std::uint8_t flags = end;
    if (ends) flags |= flag::kEnds;
    if (link.qualifier.optional) flags |= flag::kOptional;
    writer_.emit_jump({.op = Op::kIndex, .flags = flags, .to = to, .a = base, .b = index}, done);
    writer_.release(mark);
  }

  // ---- calls

  void plan_call(const Expr& expr, std::uint32_t to) {
    const CallParts parts(checked_, expr);
    if (expr.text == op::kAnd || expr.text == op::kOr) return plan_terms(expr, to);
    if (expr.text == op::kConditional) return plan_conditional(expr, to);
    if (parts.is("optional_or_optional")) return plan_optional_or(parts, to, false);
    if (parts.is("optional_orValue_value")) return plan_optional_or(parts, to, true);
    if (parts.size() == 2 && plan_binary(expr, parts, to)) return;
    if (parts.size() == 1 && plan_unary(expr, parts, to)) return;
    plan_function(expr, parts, to);
  }

  // a && b && c in any nesting: one row of terms.
  void terms_of(const Expr& expr, std::string_view function, std::vector<const Expr*>& terms) {
    if (!is_call(expr, function)) return terms.push_back(&expr);
    for (const Expr* arg : expr.args) terms_of(*arg, function, terms);
  }

  void plan_terms(const Expr& expr, std::uint32_t to) {
    std::vector<const Expr*> terms;
    terms_of(expr, expr.text, terms);
    Label done;
    for (const Expr* term : terms) {
      plan_term(*term, expr.text, term == terms.front() ? Op::kFirstTerm : Op::kNextTerm, to, done);
    }
    writer_.bind(done);
  }

  void plan_term(const Expr& term, std::string_view function, Op op, std::uint32_t to,
                 Label& done) {
    const std::uint32_t mark = writer_.mark();
    const std::uint32_t slot = op == Op::kFirstTerm ? to : writer_.take_slots(1);
    const Operand at = operand(term, slot);
    const std::uint8_t flags = function == op::kOr ? flag::kOr : 0;
    writer_.emit_jump({.op = op, .flags = flags, .to = to, .a = at}, done);
    writer_.release(mark);
  }

  void plan_conditional(const Expr& expr, std::uint32_t to) {
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

  void plan_branch(const Expr& expr, std::uint32_t to) {
    into(expr, to, is_attribute(expr) ? Counted::kQualifiersOnly : Counted::kWhole);
  }

  void plan_optional_or(const CallParts& parts, std::uint32_t to, bool value) {
    Label done;
    const Operand left = operand(parts[0], to);
    const std::uint8_t flags = value ? flag::kValue : 0;
    writer_.emit_jump({.op = Op::kOptionalOr, .flags = flags, .to = to, .a = left}, done);
    into(parts[1], to);
    writer_.bind(done);
  }

  // Two operands that lie anywhere.
  std::pair<Operand, Operand> two_operands(const CallParts& parts, std::uint32_t to) {
    const Operand left = operand(parts[0], to);
    const Operand right = operand(parts[1], writer_.take_slots(1));
    return {left, right};
  }

  bool plan_binary(const Expr& expr, const CallParts& parts, std::uint32_t to) {
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
      writer_.emit({.op = Op::kAddInt, .to = to, .a = a, .b = b});
      return true;
    }
    return parts.is("in_list") && plan_member(parts, to);
  }

  bool plan_member(const CallParts& parts, std::uint32_t to) {
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

  // The elements, and each number as the other kinds that equal it; nullopt where cel-go makes no
  // set of them.
  std::optional<std::span<const Value>> set_of(const Value& list) {
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

  static void add_equal_numbers(const Value& element, std::vector<Value>& to) {
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

  bool plan_unary(const Expr& expr, const CallParts& parts, std::uint32_t to) {
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

  CallSite* call_site(const Expr& expr, const CallParts& parts) {
    auto* site = new (code_.arena.allocate<std::byte>(sizeof(CallSite))) CallSite;
    site->function = expr.text;
    site->candidates = parts.overloads();
    const bool singleton = is_singleton(expr.text);
    const Overload* overload = parts.overload();
    if (overload == nullptr) {
      site->stops_at_error = !singleton;
      // cel-go's own costs go by the overload, which is not known; Kubernetes' by the name.
      const bool by_overload = singleton || expr.text == "bytes" || expr.text == "string";
      if (!by_overload && !parts.overloads().empty()) site->cost = parts.overloads()[0]->cost;
      return site;
    }
    site->run = overload->run;
    site->cost = overload->cost;
    site->stops_at_error = parts.size() > 2;
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

  void take_pattern(const Expr& expr, const Overload& overload, CallSite& site) {
    std::shared_ptr<const Pattern> pattern = constants_.pattern(expr);
    if (pattern == nullptr) return;
    site.run_compiled = overload.run_compiled;
    site.pattern = pattern.get();
    site.stops_at_error = true;
    code_.patterns.push_back(std::move(pattern));
  }

  void plan_function(const Expr& expr, const CallParts& parts, std::uint32_t to) {
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

  // ---- lists, maps, messages

  // A value in its slot; what fails ends the literal, which costs what it costs all the same.
  void plan_element(const Expr& expr, std::uint32_t slot, std::uint32_t to, Label& failed) {
    into(expr, slot);
    if (may_fail(expr)) {
      writer_.emit_jump({.op = Op::kJumpIfError, .to = to, .a = slot}, failed);
    }
  }

  void plan_list(const Expr& expr, std::uint32_t to) {
    const auto count = static_cast<std::uint32_t>(expr.args.size());
    const std::uint32_t first = writer_.take_slots(count);
    Label failed;
    for (std::uint32_t i = 0; i < count; ++i) {
      plan_element(*expr.args[i], first + i, to, failed);
    }
    bool* optionals = nullptr;
    if (!expr.optional_indices.empty()) {
      optionals = code_.arena.allocate<bool>(count);
      std::fill(optionals, optionals + count, false);
      for (const std::uint32_t index : expr.optional_indices) optionals[index] = true;
    }
    Instruction make{.op = Op::kMakeList, .to = to, .a = first};
    make.count = count;
    make.data = optionals;
    writer_.emit(make);
    writer_.bind(failed);
    writer_.emit({.op = Op::kCharge, .b = kListCreateBaseCost});
  }

  void plan_map(const Expr& expr, std::uint32_t to) {
    const auto count = static_cast<std::uint32_t>(expr.entries.size());
    const std::uint32_t first = writer_.take_slots(2 * count);
    bool* optionals = code_.arena.allocate<bool>(count);
    Label failed;
    for (std::uint32_t i = 0; i < count; ++i) {
      const MapEntry& entry = expr.entries[i];
      plan_element(*entry.key, first + 2 * i, to, failed);
      plan_element(*entry.value, first + 2 * i + 1, to, failed);
      optionals[i] = entry.optional;
    }
    Instruction make{.op = Op::kMakeMap, .to = to, .a = first};
    make.count = 2 * count;
    make.data = optionals;
    writer_.emit(make);
    writer_.bind(failed);
    writer_.emit({.op = Op::kCharge, .b = kMapCreateBaseCost});
  }

  void plan_struct(const Expr& expr, std::uint32_t to) {
    const auto count = static_cast<std::uint32_t>(expr.entries.size());
    const std::uint32_t first = writer_.take_slots(count);
    auto* fields = reinterpret_cast<std::string_view*>(
        code_.arena.allocate<std::byte>(count * sizeof(std::string_view)));
    bool* optionals = code_.arena.allocate<bool>(count);
    Label failed;
    for (std::uint32_t i = 0; i < count; ++i) {
      const MapEntry& entry = expr.entries[i];
      plan_element(*entry.value, first + i, to, failed);
      new (fields + i) std::string_view(entry.key->text);
      optionals[i] = entry.optional;
    }
    auto* site = new (code_.arena.allocate<std::byte>(sizeof(StructSite))) StructSite;
    *site = {expr.text, {fields, count}, {optionals, count}};
    Instruction make{.op = Op::kMakeStruct, .to = to, .a = first};
    make.count = count;
    make.data = site;
    writer_.emit(make);
    writer_.bind(failed);
    writer_.emit({.op = Op::kCharge, .b = kStructCreateBaseCost});
  }

  // ---- comprehensions

  bool is_local(const Expr& expr, std::string_view name) const {
    return expr.kind == ExprKind::kIdent && expr.text == name && !is_constant(expr);
  }

  // cel.bind and optMap: nothing is gone through, only a name is given.
  bool only_binds(const Comprehension& loop) const {
    const Value* range = constants_.find(*loop.range);
    return range != nullptr && range->is(ValueKind::kList) && range->size() == 0;
  }

  void plan_comprehension(const Comprehension& loop, std::uint32_t to) {
    const std::uint32_t accu = writer_.take_slots(2);
    Label start;
    if (only_binds(loop)) {
      plan_init(loop, accu, start);
      return plan_result(loop, {loop.accu_var, accu, true, &start}, to);
    }
    const std::uint32_t state = writer_.take_slots(3);
    const std::uint32_t variables = writer_.take_slots(2);
    const bool two = !loop.iter_var2.empty();
    Label failed;
    const Operand range = operand(*loop.range, to);
    writer_.emit_jump(
        {.op = Op::kIterate, .to = to, .a = range, .b = state, .count = two ? 2U : 1U}, failed);
    Local accumulator{loop.accu_var, accu, false, nullptr};
    Collects collects = Collects::kNothing;
    if (const Value* init = constants_.find(*loop.init)) {
      collects = collects_what(loop, *init);
      start_accumulator(*init, collects, accu);
    } else {
      accumulator.lazy = true;
      accumulator.start = &start;
      plan_init(loop, accu, start);
    }
    plan_loop(loop, accumulator, collects, state, variables);
    if (collects == Collects::kMap) writer_.emit({.op = Op::kFinishMap, .to = accu});
    plan_result(loop, accumulator, to);
    writer_.bind(failed);
  }

  void plan_init(const Comprehension& loop, std::uint32_t accu, Label& start) {
    Label over;
    writer_.emit_jump({.op = Op::kBind, .to = accu}, over);
    writer_.bind(start);
    writer_.keeping_slots([&] { into(*loop.init, accu); });
    writer_.emit({.op = Op::kEndEnsure, .to = accu});
    writer_.bind(over);
  }

  void plan_result(const Comprehension& loop, const Local& accumulator, std::uint32_t to) {
    locals_.push_back(accumulator);
    into(*loop.result, to);
    locals_.pop_back();
  }

  // What a macro's accumulator grows by, so that it may grow in place.
  enum class Collects : std::uint8_t { kNothing, kList, kMap };

  bool is_append(const Expr& step, std::string_view accu) const {
    return is_call(step, op::kAdd) && step.args.size() == 2 && is_local(*step.args[0], accu) &&
           step.args[1]->kind == ExprKind::kList && step.args[1]->args.size() == 1 &&
           step.args[1]->optional_indices.empty();
  }
  bool is_insert(const Expr& step, std::string_view accu) const {
    return is_call(step, op::kMapInsert) && step.args.size() >= 2 && is_local(*step.args[0], accu);
  }
  // The step itself, or the branch of ?: in which something happens.
  const Expr& growth_of(const Comprehension& loop) const {
    const Expr& step = *loop.step;
    const bool filters = is_conditional(step) && is_local(*step.args[2], loop.accu_var);
    return filters ? *step.args[1] : step;
  }

  Collects collects_what(const Comprehension& loop, const Value& init) const {
    if (loop.accu_var != kAccumulatorName) return Collects::kNothing;
    const Expr& growth = growth_of(loop);
    if (init.is(ValueKind::kList) && init.size() == 0 && is_append(growth, loop.accu_var)) {
      return Collects::kList;
    }
    if (init.is(ValueKind::kMap) && init.size() == 0 && is_insert(growth, loop.accu_var)) {
      return Collects::kMap;
    }
    return Collects::kNothing;
  }

  void start_accumulator(const Value& init, Collects collects, std::uint32_t accu) {
    if (collects == Collects::kMap) {
      writer_.emit({.op = Op::kNewMap, .to = accu});
      return;
    }
    writer_.emit({.op = Op::kMove, .to = accu, .a = writer_.constant(init)});
    if (collects == Collects::kNothing) return;
    const Operand capacity = writer_.constant(Value::unsigned_integer(0));
    writer_.emit({.op = Op::kMove, .to = accu + 1, .a = capacity});
  }

  void plan_loop(const Comprehension& loop, const Local& accumulator, Collects collects,
                 std::uint32_t state, std::uint32_t variables) {
    Label next;
    Label done;
    const bool two = !loop.iter_var2.empty();
    writer_.bind(next);
    writer_.emit_jump(
        {.op = Op::kNext, .flags = two ? flag::kTwo : std::uint8_t{0}, .to = variables, .b = state},
        done);
    const std::size_t outside = locals_.size();
    locals_.push_back(accumulator);
    locals_.push_back({loop.iter_var, variables, false, nullptr});
    if (two) locals_.push_back({loop.iter_var2, variables + 1, false, nullptr});
    plan_condition(*loop.condition, done);
    plan_step(loop, accumulator.slot, collects);
    locals_.resize(outside);
    writer_.emit_jump({.op = Op::kJump}, next);
    writer_.bind(done);
  }

  void plan_condition(const Expr& condition, Label& done) {
    if (const Value* constant = constants_.find(condition)) {
      if (constant->is_false()) writer_.emit_jump({.op = Op::kJump}, done);
      return;
    }
    const std::uint32_t mark = writer_.mark();
    const std::uint32_t slot = writer_.take_slots(1);
    std::uint8_t flags = 0;
    const Expr* of = &condition;
    // @not_strictly_false(x) and @not_strictly_false(!x) without a value between.
    if (is_call(*of, op::kNotStrictlyFalse)) {
      of = of->args[0];
      if (is_call(*of, op::kNot)) {
        of = of->args[0];
        flags = flag::kNegated;
      }
    }
    const Operand value = operand(*of, slot);
    writer_.add_cost(of == &condition ? 0 : flags == 0 ? 1 : 2);
    writer_.emit_jump({.op = Op::kWhile, .flags = flags, .a = value}, done);
    writer_.release(mark);
  }

  void plan_step(const Comprehension& loop, std::uint32_t accu, Collects collects) {
    const Expr& step = *loop.step;
    const std::uint32_t mark = writer_.mark();
    if (collects != Collects::kNothing) {
      plan_growing_step(loop, accu, collects);
    } else if (adds_term(step, loop)) {
      // accu && p, accu || p: the condition has seen that accu decides nothing.
      writer_.add_cost(1);
      std::vector<const Expr*> terms;
      terms_of(*step.args[1], step.text, terms);
      Label done;
      for (const Expr* term : terms) plan_term(*term, step.text, Op::kNextTerm, accu, done);
      writer_.bind(done);
    } else {
      const std::uint32_t slot = writer_.take_slots(1);
      into(step, slot);
      writer_.emit({.op = Op::kMove, .to = accu, .a = slot});
    }
    writer_.release(mark);
  }

  // The steps of all() and exists().
  bool adds_term(const Expr& step, const Comprehension& loop) const {
    if (loop.accu_var != kAccumulatorName || !is_call(*loop.condition, op::kNotStrictlyFalse)) {
      return false;
    }
    const Expr& condition = *loop.condition->args[0];
    const bool all = is_call(step, op::kAnd) && is_local(condition, loop.accu_var);
    const bool exists = is_call(step, op::kOr) && is_call(condition, op::kNot) &&
                        is_local(*condition.args[0], loop.accu_var);
    return (all || exists) && step.args.size() == 2 && is_local(*step.args[0], loop.accu_var);
  }

  void plan_growing_step(const Comprehension& loop, std::uint32_t accu, Collects collects) {
    const Expr& growth = growth_of(loop);
    Label done;
    if (&growth != loop.step) {
      const Operand condition = operand(*loop.step->args[0], writer_.take_slots(1));
      writer_.emit_branch({.op = Op::kBranch, .to = accu, .a = condition}, done, done);
    }
    if (collects == Collects::kList) {
      plan_append(growth, accu);
    } else {
      plan_insert(growth, accu, done);
    }
    writer_.bind(done);
  }

  void plan_append(const Expr& growth, std::uint32_t accu) {
    writer_.add_cost(1);
    const Expr& list = *growth.args[1];
    const Operand element = operand(*list.args[0], writer_.take_slots(1));
    // A constant list is folded and costs nothing.
    if (!is_constant(list)) writer_.emit({.op = Op::kCharge, .b = kListCreateBaseCost});
    writer_.add_cost(1);
    writer_.emit({.op = Op::kAppend, .to = accu, .a = element});
  }

  void plan_insert(const Expr& growth, std::uint32_t accu, Label& done) {
    writer_.add_cost(1);
    const bool one = growth.args.size() == 3;
    if (one) {
      // Three arguments are not evaluated behind one that failed.
      writer_.emit_jump({.op = Op::kJumpIfError, .to = accu, .a = accu}, done);
    }
    const std::uint32_t slots = writer_.take_slots(2);
    const Operand from = operand(*growth.args[1], slots);
    Operand value = 0;
    if (one) {
      writer_.emit_jump({.op = Op::kJumpIfError, .to = accu, .a = from}, done);
      value = operand(*growth.args[2], slots + 1);
    }
    writer_.add_cost(1);
    writer_.emit({.op = Op::kMapInsert,
                  .flags = one ? flag::kTwo : std::uint8_t{0},
                  .to = accu,
                  .a = from,
                  .b = value});
  }

  const CheckedAst& checked_;
  const Constants& constants_;
  Code& code_;
  CodeWriter writer_;
  std::vector<Local> locals_;
};

}  // namespace

std::variant<std::unique_ptr<const Code>, PlanFailure> plan(const CheckedAst& checked) {
  auto code = std::make_unique<Code>();
  Constants constants(checked.ast.id_end());
  if (auto failure = fold_constants(checked, *code->memory, constants)) {
    return std::move(*failure);
  }
  Planner(checked, constants, *code).run();
  return std::unique_ptr<const Code>(std::move(code));
}

}  // namespace drawbridge::cel
