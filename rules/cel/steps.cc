#include "rules/cel/steps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <new>
#include <string>

#include "rules/cel/constant_folding.h"
#include "rules/cel/dispatch.h"
#include "rules/cel/operators.h"
#include "rules/cel/qualify.h"
#include "rules/cel/value_order.h"
#include "rules/cel/value_text.h"

namespace drawbridge::cel {
namespace {

constexpr std::array<std::string_view, 4> kComparisonNames = {op::kLess, op::kLessEquals,
                                                              op::kGreater, op::kGreaterEquals};

Value wrapped(Evaluation& evaluation, const Value& value) {
  return Value::optional(evaluation.make<Value>(value));
}

// The base of a chain: an optional is looked into, and all that follows is optional then.
bool begin(const Value& base, Value& at, bool& optional) {
  at = base;
  if (base.is_error()) return false;
  if (!base.is(ValueKind::kOptional)) return true;
  if (base.as_optional() == nullptr) return false;
  at = *base.as_optional();
  optional = true;
  return true;
}

// Up to this many constants a scan beats a binary search.
constexpr std::size_t kScannedSetMax = 24;

// compare_keys() == 0, for the scalars that sets are made of.
bool is_same_key(const Value& a, const Value& b) {
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case ValueKind::kBool:
      return a.as_bool() == b.as_bool();
    case ValueKind::kInt:
      return a.as_int() == b.as_int();
    case ValueKind::kUint:
      return a.as_uint() == b.as_uint();
    case ValueKind::kDouble:
      return a.as_double() == b.as_double();
    case ValueKind::kString:
      return a.as_text() == b.as_text();
    default:
      return false;
  }
}

// A map compares a key with as many of its own as a binary search visits.
constexpr std::size_t kLongKeyBytes = 256;
constexpr std::size_t kKeysVisited = 16;
bool pay_for_key(Evaluation& evaluation, const Value& key) {
  if (!key.is(ValueKind::kString) || key.as_text().size() < kLongKeyBytes) return true;
  return evaluation.spend_on_text(key.as_text().size() * kKeysVisited);
}

// As far as maps have the keys and nothing is optional, which is nearly always to the end; how many
// steps that is.
std::size_t walk(Evaluation& evaluation, std::span<const Qualifier> path, bool optional,
                 Value& at) {
  std::size_t walked = 0;
  while (!optional && walked < path.size() && !path[walked].optional && at.is(ValueKind::kMap)) {
    Value found;
    pay_for_key(evaluation, path[walked].key);
    if (!find_in_map(at, path[walked].key, found) || found.is_error()) break;
    at = found;
    ++walked;
  }
  return walked;
}

bool is_nan(const Value& value) {
  return value.is(ValueKind::kDouble) && std::isnan(value.as_double());
}

bool comes_to(Comparison comparison, std::partial_ordering ordering) {
  switch (comparison) {
    case Comparison::kLess:
      return ordering < 0;
    case Comparison::kLessEquals:
      return ordering <= 0;
    case Comparison::kGreater:
      return ordering > 0;
    case Comparison::kGreaterEquals:
      return ordering >= 0;
  }
  return false;
}

bool of_type(const Opaque& value, const Type& type) {
  return value.type() == &type || value.type()->name == type.name;
}

bool kinds_agree(const CallSite& call, std::span<const Value> args) {
  for (std::size_t i = 0; i < args.size(); ++i) {
    const std::uint8_t wanted = call.kinds[i];
    const auto kind = static_cast<std::uint8_t>(args[i].kind());
    if (wanted == CallSite::kAnyKind ? args[i].is_error() : wanted != kind) return false;
    if (wanted == kind && args[i].is(ValueKind::kOpaque) &&
        !of_type(*args[i].as_opaque(), *call.types[i])) {
      return false;
    }
  }
  return true;
}

}  // namespace

Value not_bool(Evaluation& evaluation, const Value& value) {
  return value.is_error() ? value : evaluation.error("no such overload");
}

Chain select_path(Evaluation& evaluation, const Value& base, std::span<const Qualifier> path,
                  bool test) {
  Chain chain;
  bool optional = false;
  Value at;
  if (!begin(base, at, optional)) return {at, 0, true};
  const std::size_t walked =
      walk(evaluation, path.first(path.size() - (test ? 1 : 0)), optional, at);
  chain.cost = static_cast<std::uint32_t>(walked);
  for (std::size_t i = walked; i < path.size(); ++i) {
    const Qualifier& qualifier = path[i];
    optional = optional || qualifier.optional;
    const bool tested = test && i + 1 == path.size();
    if (!optional && !tested) {
      ++chain.cost;
      at = qualify(evaluation, at, qualifier.key);
      if (at.is_error()) return {at, chain.cost, true};
      continue;
    }
    Value found;
    const Presence presence = qualify_if_present(evaluation, at, qualifier.key, found);
    if ((tested && !optional) || presence == Presence::kPresent) ++chain.cost;
    if (presence == Presence::kFailed) return {found, chain.cost, true};
    if (tested) {
      return {Value::boolean(presence == Presence::kPresent), chain.cost, false, optional};
    }
    if (presence == Presence::kAbsent) return {Value::optional(nullptr), chain.cost, true};
    at = found;
  }
  chain.value = optional ? wrapped(evaluation, at) : at;
  return chain;
}

Chain select_index(Evaluation& evaluation, const Value& base, const Value& index,
                   std::uint8_t flags) {
  bool optional = (flags & flag::kOptional) != 0;
  Value at;
  if (!begin(base, at, optional)) return {at, 0, true};
  // What fails is counted where the index is not optional.
  const std::uint32_t cost_of_failure = optional ? 0 : 1;
  if (index.is_error()) return {index, cost_of_failure, true};
  if (!can_qualify(index)) {
    const std::string_view type =
        (flags & flag::kAdapted) != 0 ? adapted_type_name(index) : go_type_name(index);
    return {evaluation.error(std::string("invalid qualifier type: ").append(type)), cost_of_failure,
            true};
  }
  pay_for_key(evaluation, index);
  if (!optional) {
    at = qualify(evaluation, at, index);
    return {at, 1, at.is_error()};
  }
  Value found;
  switch (qualify_if_present(evaluation, at, index, found)) {
    case Presence::kPresent:
      return {wrapped(evaluation, found), 1, false};
    case Presence::kFailed:
      return {found, 0, true};
    case Presence::kAbsent:
      break;
  }
  return {Value::optional(nullptr), 0, true};
}

Value run_call(Evaluation& evaluation, const CallSite& call, std::span<const Value> args) {
  if (call.run != nullptr && call.kinds_suffice && kinds_agree(call, args)) [[likely]] {
    return call.run_compiled != nullptr ? call.run_compiled(evaluation, args, *call.pattern)
                                        : call.run(evaluation, args);
  }
  for (const Value& argument : args) {
    if (argument.is_error()) return argument;
  }
  if (call.run_compiled != nullptr) {
    return accepts(*call.candidates.front(), args)
               ? call.run_compiled(evaluation, args, *call.pattern)
               : evaluation.error("no such overload");
  }
  return call_any(evaluation, call.function, call.candidates, args);
}

// What Go says of a value that is no list; types that add have the first of a list's methods.
Value uncounted(Evaluation& evaluation, const CallSite& call, std::span<const Value> args) {
  const Value& value = args[call.counted.index];
  const std::string_view type = adapted_type_name(value);
  std::string message(kInternalError);
  message.append("interface conversion: ");
  if (call.counted.kind == ValueKind::kInt) {
    return evaluation.error(message.append("ref.Val is ").append(type).append(", not types.Int"));
  }
  const bool adds = !value.is(ValueKind::kBool) && value.kind() >= ValueKind::kInt &&
                    value.kind() <= ValueKind::kTimestamp;
  return evaluation.error(message.append(type)
                              .append(" is not traits.Lister: missing method ")
                              .append(adds ? "Contains" : "Add"));
}

std::uint64_t call_cost(const CallSite& call, std::span<const Value> args, const Value& result) {
  return call.cost == nullptr ? 1 : call.cost(args, result);
}

Value run_comparison(Evaluation& evaluation, Comparison comparison, const Value& a,
                     const Value& b) {
  if (a.is(ValueKind::kInt) && b.is(ValueKind::kInt)) {
    return Value::boolean(comes_to(comparison, a.as_int() <=> b.as_int()));
  }
  if (a.is_error()) return a;
  if (b.is_error()) return b;
  if (const auto ordering = order(a, b)) return Value::boolean(comes_to(comparison, *ordering));
  const bool numbers = a.kind() >= ValueKind::kInt && a.kind() <= ValueKind::kDouble &&
                       b.kind() >= ValueKind::kInt && b.kind() <= ValueKind::kDouble;
  if (is_nan(a) || (numbers && is_nan(b))) {
    return evaluation.error("NaN values cannot be ordered");
  }
  const std::array<Value, 2> both{a, b};
  return no_such_overload(evaluation, kComparisonNames[static_cast<std::size_t>(comparison)], both);
}

Value make_list(Evaluation& evaluation, std::span<const Value> elements, const bool* optionals) {
  // An empty one has a place of its own as well, which tells it from others as a key.
  Value* made = evaluation.arena().allocate<Value>(std::max<std::size_t>(elements.size(), 1));
  std::size_t count = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Value* element = &elements[i];
    if (optionals != nullptr && optionals[i]) {
      if (!element->is(ValueKind::kOptional)) {
        return evaluation.error(
            std::string("cannot initialize optional list element from non-optional value ")
                .append(go_text(*element)));
      }
      element = element->as_optional();
      if (element == nullptr) continue;
    }
    new (made + count++) Value(*element);
  }
  return Value::list({made, count});
}

Value make_map(Evaluation& evaluation, std::span<const Value> entries, const bool* optionals) {
  Entry* made = evaluation.arena().allocate<Entry>(std::max<std::size_t>(entries.size() / 2, 1));
  // An entry that is none takes away an earlier one of its key.
  static const Value kRemoved = Value::error(nullptr);
  std::size_t count = 0;
  for (std::size_t i = 0; i + 1 < entries.size(); i += 2) {
    const Value& key = entries[i];
    const Value* value = &entries[i + 1];
    if (is_unhashable(key)) return unhashable(evaluation, key);
    if (optionals != nullptr && optionals[i / 2]) {
      if (!value->is(ValueKind::kOptional)) {
        return evaluation.error(std::string("cannot initialize optional entry '")
                                    .append(go_text(key))
                                    .append("' from non-optional value ")
                                    .append(go_text(*value)));
      }
      value = value->as_optional();
      if (value == nullptr) value = &kRemoved;
    }
    new (made + count++) Entry{key, *value};
  }
  const std::span<Entry> sorted = sort_entries({made, count});
  const auto kept = std::remove_if(sorted.begin(), sorted.end(),
                                   [](const Entry& entry) { return entry.value.is_error(); });
  return Value::map(sorted.first(static_cast<std::size_t>(kept - sorted.begin())));
}

Value is_member(Evaluation& evaluation, const Value& value, std::span<const Value> set) {
  if (value.is_error()) return value;
  if (is_unhashable(value)) return unhashable(evaluation, value);
  if (is_nan(value)) return Value::boolean(false);
  if (set.size() <= kScannedSetMax) {
    const auto same = [&value](const Value& element) { return is_same_key(element, value); };
    return Value::boolean(std::any_of(set.begin(), set.end(), same));
  }
  const auto before = [](const Value& a, const Value& b) { return compare_keys(a, b) < 0; };
  return Value::boolean(std::binary_search(set.begin(), set.end(), value, before));
}

Value reread(Evaluation& evaluation, const Value& optional) {
  if (!optional.is(ValueKind::kOptional) || optional.as_optional() == nullptr) return optional;
  const Value& held = *optional.as_optional();
  switch (held.kind()) {
    case ValueKind::kOptional: {
      const Value* inner = &held;
      while (inner != nullptr && inner->is(ValueKind::kOptional)) inner = inner->as_optional();
      return wrapped(evaluation, inner == nullptr ? Value() : *inner);
    }
    case ValueKind::kType:
      return wrapped(evaluation, Value::string(runtime_name(*held.as_type())));
    case ValueKind::kOpaque:
      if (native_type_name(held).empty()) return optional;
      return wrapped(evaluation, evaluation.error("unsupported conversion to ref.Val: (" +
                                                  std::string(native_type_name(held)) + ")" +
                                                  held.as_opaque()->text()));
    default:
      return optional;
  }
}

const Value* error_within(const Value& optional) {
  const Value* held = &optional;
  while (held != nullptr && held->is(ValueKind::kOptional)) held = held->as_optional();
  return held != nullptr && held->is_error() ? held : nullptr;
}

Value insert_failed(Evaluation& evaluation, const Value& key) {
  if (is_unhashable(key)) return unhashable(evaluation, key);
  return evaluation.error(
      std::string("insert failed: key ").append(native_text(key)).append(" already exists"));
}

Value check_range(Evaluation& evaluation, const Value& range, bool two_variables) {
  if (range.is(ValueKind::kList) || range.is(ValueKind::kMap)) return Value();
  if (range.is_error()) return range;
  const std::string_view name = adapted_type_name(range);
  return evaluation.error(
      two_variables ? std::string("unsupported comprehension range type: ").append(name)
                    : std::string("got '").append(name).append("', expected iterable type"));
}

}  // namespace drawbridge::cel
