// The flat form of a checked expression: one vector of instructions over numbered slots.
//
// An operand names a slot of the evaluation, a constant of the program or a variable. Jumps go to
// positions in the vector. Immutable once planned; shared between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "kube/api/arena.h"
#include "rules/cel/evaluation.h"
#include "rules/cel/function.h"
#include "rules/cel/pattern.h"
#include "rules/cel/value.h"

namespace drawbridge::cel {

enum class Op : std::uint8_t {
  kMove,         // to = a
  kCharge,       // costs b, all at once
  kJump,         // on at `target`
  kReturn,       // the result is a
  kBranch,       // ?: on a: true goes on, false to `target`, else to = the error and on at b
  kFirstTerm,    // && ||: to = a; decided: on at `target`
  kNextTerm,     // && ||: to = what to and a come to; decided: on at `target`
  kSelect,       // to = a, qualified by `path`; where that ends early: on at `target`
  kIndex,        // to = a[b]
  kGuard,        // a ends a chain of qualifiers early: to = a, on at `target`
  kCall,         // to = call(slots from a on)
  kJumpIfError,  // a is an error: to = a, on at `target`
  kEqual,        // to = a == b
  kNotEqual,     // to = a != b
  kCompare,      // to = a < b and the like
  kNot,          // to = !a
  kNotFalse,     // to = @not_strictly_false(a)
  kAddInt,       // to = a + b
  kMember,       // to = a in a set of constants
  kMakeList,     // to = a list of the slots from a on
  kMakeMap,      // to = a map of the slots from a on
  kMakeStruct,   // to = google.protobuf.X{...} of the slots from a on
  kIterate,      // begins a loop over a in the slots from b on; fails: to = error, on at `target`
  kNext,         // the next element into the slots from `to` on; none is left: on at `target`
  kWhile,        // a comprehension's condition is false: on at `target`
  kBind,         // the slots from `to` on: a variable that is computed when first read
  kEnsure,       // computes the variable in the slots from `to` on, which starts at `target`
  kEndEnsure,    // it is computed
  kAppend,       // to (a list that nobody else sees) = to + [a]
  kNewMap,       // to = an empty map that nobody else sees
  kMapInsert,    // to (such a map) with the entry a: b, or all entries of a
  kFinishMap,    // to (such a map) is visible from now on
  kOptionalOr,   // a has a value: to = it, on at `target`
  kReread,       // to = the optional a as cel-go 0.26 makes it anew (Kubernetes 1.36)
};

// What Instruction::flags mean to the instructions that read them.
namespace flag {
inline constexpr std::uint8_t kOr = 1;        // kFirstTerm, kNextTerm: || rather than &&
inline constexpr std::uint8_t kTest = 1;      // kSelect: the last qualifier is has()
inline constexpr std::uint8_t kEnds = 2;      // kSelect, kIndex: nothing follows in the chain
inline constexpr std::uint8_t kOptional = 4;  // kIndex: [?_]
// kSelect, kIndex, kGuard: what the end of the chain costs: nothing, 1, or 1 less.
inline constexpr std::uint8_t kEndCosts = 8;
inline constexpr std::uint8_t kEndRefunds = 16;
// kSelect, kIndex, kGuard: of has(), which makes false of what is absent on the way.
inline constexpr std::uint8_t kOfTest = 32;
// kSelect, kIndex, kGuard: of has() as an index: what is found in an optional stays one.
inline constexpr std::uint8_t kTestStays = 128;
inline constexpr std::uint8_t kAdapted = 64;    // kIndex: the index is no part of the object itself
inline constexpr std::uint8_t kTwo = 1;         // kNext: key and value; kMapInsert: a key, a value
inline constexpr std::uint8_t kByOverload = 1;  // kCompare, kEqual: cost follows the sizes
inline constexpr std::uint8_t kValue = 1;       // kOptionalOr: orValue
inline constexpr std::uint8_t kAnything = 2;    // kOptionalOr: what is no optional is the result
inline constexpr std::uint8_t kNegated = 1;     // kWhile: @not_strictly_false(!a)
inline constexpr std::uint8_t kPlain = 2;       // kWhile: a itself
}  // namespace flag

// An operand: the two upper bits say where it lies.
using Operand = std::uint32_t;
inline constexpr std::uint32_t kOperandShift = 30;
inline constexpr Operand kSlotOperand = 0U << kOperandShift;
inline constexpr Operand kConstantOperand = 1U << kOperandShift;
inline constexpr Operand kVariableOperand = 2U << kOperandShift;
inline constexpr std::uint32_t kOperandIndexMax = (1U << kOperandShift) - 1;

// A constant field, key or index.
struct Qualifier {
  Value key;
  bool optional = false;  // ?. or [?_]
};

// A call as it was resolved while compiling.
struct CallSite {
  std::string_view function;
  std::span<const Overload* const> candidates;  // several: the first that takes the arguments
  Implementation run = nullptr;                 // where there is one candidate only
  PatternImplementation run_compiled = nullptr;
  const Pattern* pattern = nullptr;  // of run_compiled
  RuntimeCost cost = nullptr;        // nullptr: 1
  CountedArgument counted = {};
  // Kinds that all arguments must have to skip the look at the overload's types; kAnyKind: any.
  static constexpr std::uint8_t kAnyKind = 255;
  std::uint8_t kinds[4] = {kAnyKind, kAnyKind, kAnyKind, kAnyKind};
  const Type* types[4] = {};  // of library values, where the kind is kOpaque
  bool kinds_suffice = false;
  bool stops_at_error = false;  // cel-go evaluates no argument behind one that failed
  std::uint8_t steps = 2;       // of Overload; of several the most
};

struct StructSite {
  std::string_view type_name;
  std::span<const std::string_view> fields;
  std::span<const bool> optionals;  // empty: none
};

struct Instruction {
  Op op = Op::kReturn;
  std::uint8_t flags = 0;
  std::uint16_t cost = 0;  // charged before all else, unit by unit
  std::uint32_t to = 0;    // slot
  Operand a = 0;
  std::uint32_t b = 0;         // an operand, a slot, a position or a number: see Op
  std::uint32_t target = 0;    // position in the code
  std::uint32_t count = 0;     // of qualifiers, arguments, elements, entries
  const void* data = nullptr;  // what the accessors give

  const Qualifier* path() const { return static_cast<const Qualifier*>(data); }    // kSelect
  const CallSite* call() const { return static_cast<const CallSite*>(data); }      // kCall, kAddInt
  const StructSite* site() const { return static_cast<const StructSite*>(data); }  // kMakeStruct
  // kMakeList, kMakeMap: nullptr where nothing is optional.
  const bool* optionals() const { return static_cast<const bool*>(data); }
  // kMember: the constants, sorted, `count` of them.
  const Value* set() const { return static_cast<const Value*>(data); }
};
static_assert(sizeof(Instruction) == 32);

// How far a loop may go without costing anything, per unit of the budget: filter(x, false) is free
// in cel-go, and a budget has to end it nevertheless.
inline constexpr std::uint64_t kFreeStepsPerUnit = 2;
// Small budgets may loop too.
inline constexpr std::uint64_t kFreeStepsMin = 100'000;
// So many take as long as a step of Evaluation::spend().
inline constexpr std::uint64_t kFreeStepsPerStep = 4;

// Owns what its instructions point to.
struct Code {
  kube::Arena arena;
  // Ends before the arena does; holds constants that were computed, such as duration('1h').
  std::unique_ptr<Evaluation> memory = std::make_unique<Evaluation>(arena);
  std::vector<Instruction> instructions;
  std::vector<Value> constants;
  std::vector<std::shared_ptr<const Pattern>> patterns;
  std::uint32_t slots = 0;

  Code() = default;
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;
};

}  // namespace drawbridge::cel
