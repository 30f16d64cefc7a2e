// Calls at run time: which overload takes the arguments, and cel-go's words where none does.
#pragma once

#include <span>
#include <string_view>

#include "rules/cel/evaluation.h"
#include "rules/cel/function.h"
#include "rules/cel/value.h"

namespace drawbridge::cel {

// Whether an overload may be called with these values, as cel-go tells it: parameters of types are
// erased, but the first element of a list and the first entry of a map are looked at.
// Precondition: no argument is an error.
bool accepts(const Overload& overload, std::span<const Value> args);

// The first of `candidates` that accepts the arguments; nullptr where none does.
const Overload* choose(std::span<const Overload* const> candidates, std::span<const Value> args);

// Whether cel-go runs the function by one implementation for all overloads, which looks at its
// arguments itself: the operators, size(), matches(), contains() and the like, type() and dyn().
bool is_singleton(std::string_view function);

// cel-go's error for arguments that no overload takes.
Value no_such_overload(Evaluation& evaluation, std::string_view function,
                       std::span<const Value> args);

// Calls the overload that takes the arguments, or fails. Precondition: no argument is an error.
Value call_any(Evaluation& evaluation, std::string_view function,
               std::span<const Overload* const> candidates, std::span<const Value> args);

// What Go's maps can't have as a key: types with a slice or a function inside.
bool is_unhashable(const Value& key);
// The error that such a key ends the evaluation with.
Value unhashable(Evaluation& evaluation, const Value& key);

// What Go's %T says of a value, for messages: "types.Bytes", "*types.baseList".
std::string_view go_type_name(const Value& value);
// Of a library's value, the same of what Go holds in it: "*resource.Quantity"; empty where that is
// the value itself.
std::string_view native_type_name(const Value& value);
// The same once cel-go has made a value of its own of what an object holds.
std::string_view adapted_type_name(const Value& value);

}  // namespace drawbridge::cel
