// The larger steps of the interpreter, one function each.
#pragma once

#include <cstdint>
#include <span>

#include "rules/cel/code.h"
#include "rules/cel/evaluation.h"
#include "rules/cel/value.h"

namespace drawbridge::cel {

// The absorbed form of what && || ?: make of a value that is no bool: its error, or "no such
// overload".
Value not_bool(Evaluation& evaluation, const Value& value);

// How a chain of qualifiers went.
struct Chain {
  Value value;
  std::uint32_t cost = 0;
  bool ended = false;     // it failed, or an optional was none: the rest is not evaluated
  bool optional = false;  // with `test`: it went through an optional
};
// base.a.?b["c"]...; with `test`, whether the last one is there. Kubernetes' cost of each.
Chain select_path(Evaluation& evaluation, const Value& base, std::span<const Qualifier> path,
                  bool test);
// base[index], base[?index].
// `flags` are those of kIndex (code.h).
Chain select_index(Evaluation& evaluation, const Value& base, const Value& index,
                   std::uint8_t flags);

// What call_any() does for a call that was resolved while compiling, errors in the arguments
// included: then it is the first of them.
Value run_call(Evaluation& evaluation, const CallSite& call, std::span<const Value> args);
// Whether cel-go survives counting the call's cost (CountedArgument); else the error it ends with.
inline bool can_count(const CallSite& call, std::span<const Value> args) {
  return call.counted.kind == ValueKind::kError || args[call.counted.index].is(call.counted.kind);
}
Value uncounted(Evaluation& evaluation, const CallSite& call, std::span<const Value> args);
std::uint64_t call_cost(const CallSite& call, std::span<const Value> args, const Value& result);

// < <= > >= by the position of the operator in that order.
enum class Comparison : std::uint8_t { kLess, kLessEquals, kGreater, kGreaterEquals };
Value run_comparison(Evaluation& evaluation, Comparison comparison, const Value& a, const Value& b);

// Of elements that are no errors; `optionals` may be nullptr.
Value make_list(Evaluation& evaluation, std::span<const Value> elements, const bool* optionals);
// Of keys and values in turn.
Value make_map(Evaluation& evaluation, std::span<const Value> entries, const bool* optionals);
// A message of google.protobuf that stands for a CEL value.
Value make_struct(Evaluation& evaluation, const StructSite& site, std::span<const Value> values);

// x in a constant list of scalars, whose elements are the sorted `set`.
Value is_member(Evaluation& evaluation, const Value& value, std::span<const Value> set);

// An optional as cel-go 0.26 makes it anew where a name or a branch of ?: is read, through a value
// of Go: one within it is gone, a type is its name, and what has no such way back is an error
// inside.
Value reread(Evaluation& evaluation, const Value& optional);
// The error that one holds then; nullptr where there is none.
const Value* error_within(const Value& optional);

// The error of an entry whose key is in the map already.
Value insert_failed(Evaluation& evaluation, const Value& key);

// Whether a loop can go through it: null, or the error that says that it can't.
Value check_range(Evaluation& evaluation, const Value& range, bool two_variables);

}  // namespace drawbridge::cel
