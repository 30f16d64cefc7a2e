#include "rules/cel/interpreter.h"

#include <algorithm>
#include <array>

#include "kube/api/saturating.h"
#include "rules/cel/accumulators.h"
#include "rules/cel/dispatch.h"
#include "rules/cel/steps.h"
#include "rules/cel/value_order.h"

namespace drawbridge::cel {
namespace {

// Slots that lie on the stack; more lie in the arena.
constexpr std::size_t kStackSlots = 48;
// A slot pair's second slot while its variable is computed holds where to go on; then this.
constexpr std::int64_t kComputed = -1;
constexpr std::int64_t kNotComputed = -2;

constexpr EvalError kCostExceededError{kCancelled};

// min(|a|, |b|) / 10, rounded up, as == and != and < of text cost.
std::uint64_t cost_by_sizes(const Value& a, const Value& b) {
  // One unit for what is short, which needs no counting.
  const auto is_short = [](const Value& value) {
    return value.is(ValueKind::kString) && value.as_text().size() <= 10 && !value.as_text().empty();
  };
  const bool scalar_a = a.kind() < ValueKind::kString || is_short(a);
  const bool scalar_b = b.kind() < ValueKind::kString || is_short(b);
  if (scalar_a && scalar_b) return 1;
  return (smaller_size_for_cost(a, b) + 9) / 10;
}

class Machine {
 public:
  Machine(const Code& code, const Bindings& bindings, std::uint64_t cost_max,
          Evaluation& evaluation, Value* slots)
      : code_(code),
        evaluation_(evaluation),
        slots_(slots),
        bases_{slots, code.constants.data(), bindings.variables.data(), nullptr},
        cost_max_(cost_max),
        free_max_(std::min(
            std::max(kFreeStepsMin, kube::saturating_multiply(cost_max, kFreeStepsPerUnit)),
            kube::saturating_multiply(bindings.steps_max, kFreeStepsPerStep))),
        free_left_(free_max_) {}

  Outcome run();
  // What loops took that cost nothing.
  std::uint64_t free_steps() const { return std::min(free_max_, free_max_ - free_left_); }
  bool gave_up() const { return gave_up_; }

 private:
  const Value& read(Operand operand) const {
    return bases_[operand >> kOperandShift][operand & kOperandIndexMax];
  }
  std::span<const Value> args(const Instruction& at) const { return {slots_ + at.a, at.count}; }

  // False: the budget is used up.
  bool charge(std::uint64_t cost) {
    cost_ += cost;
    if (cost_ < cost) cost_ = UINT64_MAX;
    return cost_ <= cost_max_;
  }
  // The error is none that anything absorbs: the budget is gone, or the evaluation broke.
  bool ends_all(const Value& error) {
    const std::string_view message = error.error_message();
    if (message == kCancelled) return !give_up();
    if (!message.starts_with(kInternalError)) return false;
    broken_ = error;
    return true;
  }
  // Work that costs do not count has used it up.
  bool give_up() {
    gave_up_ = evaluation_.refused_cost() == 0;
    if (charge(evaluation_.refused_cost())) {
      cost_ = cost_max_ == UINT64_MAX ? cost_max_ : cost_max_ + 1;
    }
    return false;
  }
  // Nothing goes on: the budget is used up, or the evaluation broke.
  Outcome ended() const {
    if (broken_.is_error()) return {broken_, cost_, false};
    return {Value::error(&kCostExceededError), cost_, true};
  }

  bool first_term(const Instruction& at);
  bool next_term(const Instruction& at);
  void branch(const Instruction& at);
  bool chain(const Instruction& at, const Chain& chain, bool ends);
  bool select(const Instruction& at);
  bool index(const Instruction& at);
  void guard(const Instruction& at);
  bool call(const Instruction& at);
  bool equality(const Instruction& at);
  bool compare(const Instruction& at);
  void negate(const Instruction& at);
  void add_int(const Instruction& at);
  bool iterate(const Instruction& at);
  bool next(const Instruction& at);
  bool goes_on(const Instruction& at) const;
  void ensure(const Instruction& at);
  void append_to(const Instruction& at);
  void new_map(const Instruction& at);
  void insert(const Instruction& at);
  void finish_map(const Instruction& at);
  void jump_if_error(const Instruction& at);
  bool other_step(const Instruction& at);
  bool optional_or(const Instruction& at);
  void end_costs(const Instruction& at);
  void settle_test(const Instruction& at);

  const Code& code_;
  Evaluation& evaluation_;
  Value* const slots_;
  const std::array<const Value*, 4> bases_;
  const std::uint64_t cost_max_;
  std::uint64_t cost_ = 0;
  const std::uint64_t free_max_;
  std::uint64_t free_left_;
  bool gave_up_ = false;
  Value broken_;            // an error that nothing absorbs
  std::uint32_t next_ = 0;  // position of the next instruction
};

// && and || with both absorbed: to = a; true where that decides.
bool Machine::first_term(const Instruction& at) {
  const Value& term = read(at.a);
  if (term.is(ValueKind::kBool)) [[likely]] {
    const bool decided = term.as_bool() == ((at.flags & flag::kOr) != 0);
    slots_[at.to] = term;
    return decided;
  }
  slots_[at.to] = not_bool(evaluation_, term);
  return false;
}

bool Machine::next_term(const Instruction& at) {
  const Value& term = read(at.a);
  if (term.is(ValueKind::kBool)) [[likely]] {
    if (term.as_bool() != ((at.flags & flag::kOr) != 0)) return false;
    slots_[at.to] = term;
    return true;
  }
  if (!slots_[at.to].is_error()) slots_[at.to] = not_bool(evaluation_, term);
  return false;
}

void Machine::branch(const Instruction& at) {
  const Value& condition = read(at.a);
  if (condition.is(ValueKind::kBool)) [[likely]] {
    if (!condition.as_bool()) next_ = at.target;
    return;
  }
  slots_[at.to] = not_bool(evaluation_, condition);
  next_ = at.b;
}

void Machine::end_costs(const Instruction& at) {
  if ((at.flags & flag::kEndCosts) != 0) ++cost_;
  if ((at.flags & flag::kEndRefunds) != 0 && cost_ > 0) --cost_;
}

void Machine::settle_test(const Instruction& at) {
  const bool settles = (at.flags & flag::kOfTest) != 0 && (at.flags & flag::kTestStays) == 0;
  if (settles && !slots_[at.to].is_error()) {
    slots_[at.to] = Value::boolean(false);
  }
}

// False: the budget is used up.
bool Machine::chain(const Instruction& at, const Chain& chain, bool ends) {
  slots_[at.to] = chain.value;
  if (chain.ended) settle_test(at);
  cost_ += chain.cost;
  if (ends || chain.ended) end_costs(at);
  if (chain.ended) next_ = at.target;
  if (cost_ <= cost_max_) return true;
  cost_ = cost_max_ + 1;
  return false;
}

bool Machine::select(const Instruction& at) {
  Chain went =
      select_path(evaluation_, read(at.a), {at.path(), at.count}, (at.flags & flag::kTest) != 0);
  if (went.optional && (at.flags & flag::kTestStays) != 0) went.value = Value::optional(nullptr);
  return chain(at, went, (at.flags & flag::kEnds) != 0);
}

bool Machine::index(const Instruction& at) {
  return chain(at, select_index(evaluation_, read(at.a), read(at.b), at.flags),
               (at.flags & flag::kEnds) != 0);
}

void Machine::guard(const Instruction& at) {
  const Value& base = read(at.a);
  const bool none = base.is(ValueKind::kOptional) && base.as_optional() == nullptr;
  if (!base.is_error() && !none) return;
  slots_[at.to] = base;
  settle_test(at);
  end_costs(at);
  next_ = at.target;
}

bool Machine::call(const Instruction& at) {
  evaluation_.set_cost_left(cost_max_ - cost_);
  if (!evaluation_.spend_on_call(at.call()->steps)) return give_up();
  const std::span<const Value> arguments = args(at);
  const bool counts = can_count(*at.call(), arguments);
  const Value result = counts ? run_call(evaluation_, *at.call(), arguments)
                              : uncounted(evaluation_, *at.call(), arguments);
  slots_[at.to] = result;
  if (result.is_error() && ends_all(result)) [[unlikely]]
    return false;
  return charge(call_cost(*at.call(), arguments, result));
}

bool Machine::equality(const Instruction& at) {
  const Value& a = read(at.a);
  const Value& b = read(at.b);
  const bool wanted = at.op == Op::kEqual;
  // Kubernetes counts == of library values as 1; != by sizes, which are 1.
  const std::uint64_t cost = wanted && a.is(ValueKind::kOpaque) ? 1 : cost_by_sizes(a, b);
  if (a.is_error() || b.is_error()) {
    slots_[at.to] = a.is_error() ? a : b;
    return charge(cost);
  }
  if (wanted && equality_fails(a, b)) [[unlikely]] {
    const Value* error = error_within(a);
    slots_[at.to] = error != nullptr ? *error : evaluation_.error("no such overload");
    return charge(cost);
  }
  const std::optional<bool> same = equal_within(a, b, evaluation_.steps_left());
  if (!same) return give_up();
  slots_[at.to] = Value::boolean(*same == wanted);
  return charge(cost);
}

bool Machine::compare(const Instruction& at) {
  const Value& a = read(at.a);
  const Value& b = read(at.b);
  const std::uint64_t cost = (at.flags & flag::kByOverload) != 0 ? cost_by_sizes(a, b) : 1;
  if (!evaluation_.spend_on_text(common_bytes(a, b))) return give_up();
  slots_[at.to] = run_comparison(evaluation_, static_cast<Comparison>(at.count), a, b);
  return charge(cost);
}

void Machine::negate(const Instruction& at) {
  const Value& value = read(at.a);
  slots_[at.to] =
      value.is(ValueKind::kBool) ? Value::boolean(!value.as_bool()) : not_bool(evaluation_, value);
}

void Machine::add_int(const Instruction& at) {
  const Value& a = read(at.a);
  const Value& b = read(at.b);
  std::int64_t sum = 0;
  if (a.is_error() || b.is_error()) {
    slots_[at.to] = a.is_error() ? a : b;
  } else if (!a.is(ValueKind::kInt) || !b.is(ValueKind::kInt)) {
    // The type said int, but cel-go adds what it finds.
    const std::array<Value, 2> both{a, b};
    slots_[at.to] = run_call(evaluation_, *at.call(), both);
  } else if (__builtin_add_overflow(a.as_int(), b.as_int(), &sum)) {
    slots_[at.to] = evaluation_.error("integer overflow");
  } else {
    slots_[at.to] = Value::integer(sum);
  }
}

// Slots from b on: the range, the position, the size.
bool Machine::iterate(const Instruction& at) {
  const Value& range = read(at.a);
  const Value error = check_range(evaluation_, range, at.count == 2);
  if (error.is_error()) {
    slots_[at.to] = error;
    return false;
  }
  slots_[at.b] = range;
  slots_[at.b + 1] = Value::integer(0);
  slots_[at.b + 2] = Value::unsigned_integer(range.size());
  return true;
}

// False: too many elements were free of cost.
bool Machine::next(const Instruction& at) {
  if (free_left_-- == 0 || evaluation_.exhausted()) [[unlikely]]
    return give_up();
  const auto position = static_cast<std::size_t>(slots_[at.b + 1].as_int());
  if (position >= slots_[at.b + 2].as_uint()) {
    next_ = at.target;
    return true;
  }
  const Value& range = slots_[at.b];
  slots_[at.b + 1] = Value::integer(static_cast<std::int64_t>(position) + 1);
  const bool two = (at.flags & flag::kTwo) != 0;
  if (range.is(ValueKind::kList)) {
    if (two) slots_[at.to] = Value::integer(static_cast<std::int64_t>(position));
    slots_[at.to + (two ? 1 : 0)] = range.element(position);
  } else {
    const Entry entry = range.entry(position);
    slots_[at.to] = entry.key;
    if (two) slots_[at.to + 1] = entry.value;
  }
  return true;
}

void Machine::jump_if_error(const Instruction& at) {
  if (!read(at.a).is_error()) return;
  slots_[at.to] = read(at.a);
  next_ = at.target;
}

// A condition that is no bool goes on, as in cel-go.
bool Machine::goes_on(const Instruction& at) const {
  const Value& condition = read(at.a);
  if ((at.flags & flag::kNegated) != 0) return !condition.is_true();
  return !condition.is_false();
}

void Machine::ensure(const Instruction& at) {
  Value& state = slots_[at.to + 1];
  if (state.as_int() == kComputed) return;
  state = Value::integer(next_);
  next_ = at.target;
}

void Machine::append_to(const Instruction& at) {
  Value& list = slots_[at.to];
  const Value& element = read(at.a);
  if (list.is_error()) return;
  if (element.is_error()) {
    list = element;
    return;
  }
  auto capacity = static_cast<std::size_t>(slots_[at.to + 1].as_uint());
  append(evaluation_.arena(), list, capacity, element);
  slots_[at.to + 1] = Value::unsigned_integer(capacity);
}

void Machine::new_map(const Instruction& at) {
  slots_[at.to] = Value::map(evaluation_.make<MapBuilder>());
}

void Machine::insert(const Instruction& at) {
  Value& map = slots_[at.to];
  if (map.is_error()) return;
  // Only kNewMap puts a host's map there.
  auto& builder = const_cast<MapBuilder&>(static_cast<const MapBuilder&>(*map.host_map()));
  const bool one = (at.flags & flag::kTwo) != 0;
  const Value from = read(at.a);
  if (from.is_error() || (one && read(at.b).is_error())) {
    map = from.is_error() ? from : read(at.b);
    return;
  }
  if (!one && !from.is(ValueKind::kMap)) {
    const std::array<Value, 2> both{map, from};
    map = no_such_overload(evaluation_, "cel.@mapInsert", both);
    return;
  }
  const std::size_t count = one ? 1 : from.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Entry entry = one ? Entry{from, read(at.b)} : from.entry(i);
    if (builder.insert(evaluation_.arena(), entry.key, entry.value)) continue;
    map = insert_failed(evaluation_, entry.key);
    return;
  }
}

void Machine::finish_map(const Instruction& at) {
  Value& map = slots_[at.to];
  if (map.is_error()) return;
  auto& builder = const_cast<MapBuilder&>(static_cast<const MapBuilder&>(*map.host_map()));
  map = builder.finish(evaluation_.arena());
}

// True: what stands left of .or() and .orValue() is the result.
bool Machine::optional_or(const Instruction& at) {
  const Value& value = read(at.a);
  if (!value.is(ValueKind::kOptional)) {
    const bool anything = (at.flags & flag::kAnything) != 0;
    slots_[at.to] = anything ? value : not_bool(evaluation_, value);
    return true;
  }
  if (value.as_optional() == nullptr) return false;
  slots_[at.to] = (at.flags & flag::kValue) != 0 ? *value.as_optional() : value;
  return true;
}

// The instructions that few programs have, or that do much. False: the budget is used up.
bool Machine::other_step(const Instruction& at) {
  switch (at.op) {
    case Op::kCharge:
      return charge(at.b);
    case Op::kGuard:
      guard(at);
      break;
    case Op::kNotFalse:
      slots_[at.to] = Value::boolean(!read(at.a).is_false());
      break;
    case Op::kMember:
      slots_[at.to] = is_member(evaluation_, read(at.a), {at.set(), at.count});
      return !slots_[at.to].is_error() || !ends_all(slots_[at.to]);
    case Op::kMakeList:
      slots_[at.to] = make_list(evaluation_, args(at), at.optionals());
      break;
    case Op::kMakeMap:
      slots_[at.to] = make_map(evaluation_, args(at), at.optionals());
      return !slots_[at.to].is_error() || !ends_all(slots_[at.to]);
    case Op::kMakeStruct:
      slots_[at.to] = make_struct(evaluation_, *at.site(), args(at));
      break;
    case Op::kIterate:
      if (!iterate(at)) next_ = at.target;
      break;
    case Op::kBind:
      slots_[at.to + 1] = Value::integer(kNotComputed);
      next_ = at.target;
      break;
    case Op::kEnsure:
      ensure(at);
      break;
    case Op::kEndEnsure:
      next_ = static_cast<std::uint32_t>(slots_[at.to + 1].as_int());
      slots_[at.to + 1] = Value::integer(kComputed);
      break;
    case Op::kReread:
      slots_[at.to] = reread(evaluation_, read(at.a));
      break;
    case Op::kNewMap:
      new_map(at);
      break;
    case Op::kMapInsert:
      insert(at);
      break;
    case Op::kFinishMap:
      finish_map(at);
      break;
    case Op::kOptionalOr:
      if (optional_or(at)) next_ = at.target;
      break;
    default:
      break;
  }
  return true;
}

Outcome Machine::run() {
  for (;;) {
    const Instruction& at = code_.instructions[next_++];
    cost_ += at.cost;
    if (cost_ > cost_max_) [[unlikely]] {
      cost_ = cost_max_ + 1;
      return ended();
    }
    bool within = true;
    switch (at.op) {
      case Op::kMove:
        slots_[at.to] = read(at.a);
        break;
      case Op::kJump:
        next_ = at.target;
        break;
      case Op::kReturn:
        return {read(at.a), cost_, false};
      case Op::kBranch:
        branch(at);
        break;
      case Op::kFirstTerm:
        if (first_term(at)) next_ = at.target;
        break;
      case Op::kNextTerm:
        if (next_term(at)) next_ = at.target;
        break;
      case Op::kSelect:
        within = select(at);
        break;
      case Op::kIndex:
        within = index(at);
        break;
      case Op::kCall:
        within = call(at);
        break;
      case Op::kJumpIfError:
        jump_if_error(at);
        break;
      case Op::kEqual:
      case Op::kNotEqual:
        within = equality(at);
        break;
      case Op::kCompare:
        within = compare(at);
        break;
      case Op::kNot:
        negate(at);
        break;
      case Op::kAddInt:
        add_int(at);
        break;
      case Op::kNext:
        within = next(at);
        break;
      case Op::kWhile:
        if (!goes_on(at)) next_ = at.target;
        break;
      case Op::kAppend:
        append_to(at);
        break;
      default:
        within = other_step(at);
    }
    if (!within) [[unlikely]]
      return ended();
  }
}

}  // namespace

Outcome interpret(const Code& code, const Bindings& bindings, std::uint64_t cost_max,
                  Evaluation& evaluation) {
  // Every slot is written before it is read.
  alignas(Value) std::array<std::byte, kStackSlots * sizeof(Value)> stack;
  Value* slots = code.slots <= kStackSlots ? reinterpret_cast<Value*>(stack.data())
                                           : evaluation.arena().allocate<Value>(code.slots);
  Machine machine(code, bindings, cost_max, evaluation, slots);
  Outcome outcome = machine.run();
  outcome.steps = evaluation.steps() + machine.free_steps() / kFreeStepsPerStep;
  outcome.steps_exceeded = outcome.cost_exceeded && machine.gave_up();
  return outcome;
}

}  // namespace drawbridge::cel
