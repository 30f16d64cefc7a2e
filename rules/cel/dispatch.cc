#include "rules/cel/dispatch.h"

#include <array>
#include <string>

#include "rules/cel/library/quantity.h"
#include "rules/cel/operators.h"
#include "rules/cel/value_order.h"

namespace drawbridge::cel {
namespace {

bool accepts_value(const Type& type, const Value& value);

// Erased, but for the first of what is inside.
bool accepts_container(const Type& type, const Value& value) {
  if (type.params.empty() || value.size() == 0) return true;
  if (type.is(TypeKind::kList)) return accepts_value(*type.params[0], value.element(0));
  const Entry first = value.entry(0);
  return accepts_value(*type.params[0], first.key) && accepts_value(*type.params[1], first.value);
}

bool same_name(std::string_view a, std::string_view b) {
  return a.data() == b.data() || a == b;
}

bool accepts_value(const Type& type, const Value& value) {
  switch (type.kind) {
    case TypeKind::kDyn:
    case TypeKind::kAny:
    case TypeKind::kParam:
      return true;
    case TypeKind::kError:
      return false;
    case TypeKind::kNull:
      return value.is(ValueKind::kNull);
    case TypeKind::kBool:
      return value.is(ValueKind::kBool);
    case TypeKind::kInt:
      return value.is(ValueKind::kInt);
    case TypeKind::kUint:
      return value.is(ValueKind::kUint);
    case TypeKind::kDouble:
      return value.is(ValueKind::kDouble);
    case TypeKind::kString:
      return value.is(ValueKind::kString);
    case TypeKind::kBytes:
      return value.is(ValueKind::kBytes);
    case TypeKind::kDuration:
      return value.is(ValueKind::kDuration);
    case TypeKind::kTimestamp:
      return value.is(ValueKind::kTimestamp);
    case TypeKind::kList:
      return value.is(ValueKind::kList) && accepts_container(type, value);
    case TypeKind::kMap:
      return value.is(ValueKind::kMap) && accepts_container(type, value);
    case TypeKind::kWrapper:
      return value.is(ValueKind::kNull) || accepts_value(*type.params[0], value);
    case TypeKind::kType:
      return value.is(ValueKind::kType);
    case TypeKind::kOpaque:
    case TypeKind::kObject:
      return same_name(type.name, type_of(value)->name);
  }
  return false;
}

using Kinds = std::uint32_t;

template <typename... K>
constexpr Kinds kinds(K... kind) {
  return ((Kinds{1} << static_cast<unsigned>(kind)) | ...);
}

constexpr Kinds kAllKinds = ~Kinds{0};
constexpr Kinds kOrdered =
    kinds(ValueKind::kBool, ValueKind::kInt, ValueKind::kUint, ValueKind::kDouble,
          ValueKind::kString, ValueKind::kBytes, ValueKind::kDuration, ValueKind::kTimestamp);

// The functions of cel-go's standard library and lists that are bound once for all overloads, with
// the kinds of the first argument that have the trait that it asks for (common/stdlib,
// common/types).
struct Singleton {
  std::string_view name;
  Kinds first;
};

constexpr std::array<Singleton, 22> kSingletons = {{
    {op::kAdd,
     kinds(ValueKind::kInt, ValueKind::kUint, ValueKind::kDouble, ValueKind::kString,
           ValueKind::kBytes, ValueKind::kDuration, ValueKind::kTimestamp, ValueKind::kList)},
    {op::kSubtract, kinds(ValueKind::kInt, ValueKind::kUint, ValueKind::kDouble,
                          ValueKind::kDuration, ValueKind::kTimestamp)},
    {op::kMultiply, kinds(ValueKind::kInt, ValueKind::kUint, ValueKind::kDouble)},
    {op::kDivide, kinds(ValueKind::kInt, ValueKind::kUint, ValueKind::kDouble)},
    {op::kModulo, kinds(ValueKind::kInt, ValueKind::kUint)},
    {op::kNegate,
     kinds(ValueKind::kBool, ValueKind::kInt, ValueKind::kDouble, ValueKind::kDuration)},
    {op::kLess, kOrdered},
    {op::kLessEquals, kOrdered},
    {op::kGreater, kOrdered},
    {op::kGreaterEquals, kOrdered},
    {op::kIn, kAllKinds},
    {op::kNot, kAllKinds},
    {"size", kinds(ValueKind::kString, ValueKind::kBytes, ValueKind::kList, ValueKind::kMap)},
    {"matches", kinds(ValueKind::kString)},
    {"type", kAllKinds},
    {"dyn", kAllKinds},
    {"contains", kAllKinds},
    {"startsWith", kAllKinds},
    {"endsWith", kAllKinds},
    {op::kIndex, kinds(ValueKind::kList, ValueKind::kMap)},
    {"sort", kinds(ValueKind::kList)},
    {"@sortByAssociatedKeys", kinds(ValueKind::kList)},
}};

// Kinds whose cel-go types are receivers: they answer for what they can't do themselves.
constexpr Kinds kReceivers = kinds(ValueKind::kString, ValueKind::kDuration, ValueKind::kTimestamp);

const Singleton* find_singleton(std::string_view function) {
  for (const Singleton& singleton : kSingletons) {
    if (singleton.name == function) return &singleton;
  }
  return nullptr;
}

bool holds(Kinds set, ValueKind kind) {
  return (set >> static_cast<unsigned>(kind) & 1) != 0;
}

// sort() and sortBy() take any list and say themselves what they can't sort.
bool is_sorting(std::string_view function) {
  return function == "sort" || function == "@sortByAssociatedKeys";
}

}  // namespace

bool accepts(const Overload& overload, std::span<const Value> args) {
  if (overload.params.size() != args.size()) return false;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const Type& type = *overload.params[i];
    const bool any_list = !overload.guarded && type.is(TypeKind::kList);
    if (any_list ? !args[i].is(ValueKind::kList) : !accepts_value(type, args[i])) return false;
  }
  return true;
}

const Overload* choose(std::span<const Overload* const> candidates, std::span<const Value> args) {
  for (const Overload* candidate : candidates) {
    if (accepts(*candidate, args)) return candidate;
  }
  return nullptr;
}

bool is_singleton(std::string_view function) {
  return find_singleton(function) != nullptr;
}

Value no_such_overload(Evaluation& evaluation, std::string_view function,
                       std::span<const Value> args) {
  if (const Singleton* singleton = find_singleton(function)) {
    const ValueKind kind = args[0].kind();
    if (holds(singleton->first, kind) || holds(kReceivers, kind)) {
      return evaluation.error("no such overload");
    }
    return evaluation.error(std::string("no such overload: ").append(function));
  }
  std::string message("no such overload: ");
  message.append(function).append("(");
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (i != 0) message.append(", ");
    message.append(runtime_name(*type_of(args[i])));
  }
  return evaluation.error(message.append(")"));
}

Value call_any(Evaluation& evaluation, std::string_view function,
               std::span<const Overload* const> candidates, std::span<const Value> args) {
  const Overload* chosen = choose(candidates, args);
  if (chosen != nullptr && chosen->run != nullptr) return chosen->run(evaluation, args);
  // Not declared, but cel-go's implementations do it.
  if (is_sorting(function) && args[0].is(ValueKind::kList) && !candidates.empty()) {
    return candidates.front()->run(evaluation, args);
  }
  if (function == op::kNegate && args[0].is(ValueKind::kDuration)) {
    if (args[0].as_duration() == INT64_MIN) return evaluation.error("integer overflow");
    return Value::duration(-args[0].as_duration());
  }
  if (!candidates.empty() && candidates.front()->refuse != nullptr) {
    return candidates.front()->refuse(evaluation, args);
  }
  return no_such_overload(evaluation, function, args);
}

bool is_unhashable(const Value& key) {
  if (key.is(ValueKind::kBytes)) return true;
  if (!key.is(ValueKind::kOpaque)) return false;
  const std::string_view type = key.as_opaque()->type()->name;
  return type == "kubernetes.Semver" || type == "kubernetes.NamedFormat";
}

Value unhashable(Evaluation& evaluation, const Value& key) {
  return evaluation.error(std::string(kInternalError)
                              .append("runtime error: hash of unhashable type ")
                              .append(go_type_name(key)));
}

std::string_view adapted_type_name(const Value& value) {
  if (value.is(ValueKind::kNull)) return "types.Null";
  if (value.is(ValueKind::kList)) return "*types.baseList";
  return value.is(ValueKind::kMap) ? "*types.baseMap" : go_type_name(value);
}

std::string_view go_type_name(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kError:
      return "*types.Err";
    case ValueKind::kNull:
      return value.form() == Value::Form::kJson ? "<nil>" : "types.Null";
    case ValueKind::kBool:
      return "types.Bool";
    case ValueKind::kInt:
      return "types.Int";
    case ValueKind::kUint:
      return "types.Uint";
    case ValueKind::kDouble:
      return "types.Double";
    case ValueKind::kString:
      return "types.String";
    case ValueKind::kBytes:
      return "types.Bytes";
    case ValueKind::kDuration:
      return "types.Duration";
    case ValueKind::kTimestamp:
      return "types.Timestamp";
    case ValueKind::kType:
      return "*types.Type";
    case ValueKind::kList:
      return value.form() == Value::Form::kJson ? "[]interface {}" : "*types.baseList";
    case ValueKind::kMap:
      return value.form() == Value::Form::kJson ? "map[string]interface {}" : "*types.baseMap";
    case ValueKind::kOptional:
      return "*types.Optional";
    case ValueKind::kOpaque:
      break;
  }
  // The libraries' types stand in apiserver's package cel under their own names.
  const std::string_view name = value.as_opaque()->type()->name;
  if (value.as_opaque()->type() == &QuantityValue::kType) {
    const auto& quantity = static_cast<const QuantityValue&>(*value.as_opaque());
    return quantity.made() == QuantityValue::Made::kBySum ? "*cel.Quantity" : "cel.Quantity";
  }
  if (name == "kubernetes.Semver") return "cel.Semver";
  if (name == "kubernetes.URL") return "cel.URL";
  if (name == "kubernetes.NamedFormat") return "cel.Format";
  if (name == "net.IP") return "cel.IP";
  if (name == "net.CIDR") return "cel.CIDR";
  return name;
}

std::string_view native_type_name(const Value& value) {
  const std::string_view name = value.as_opaque()->type()->name;
  if (name == "kubernetes.Quantity") return "*resource.Quantity";
  if (name == "kubernetes.Semver") return "semver.Version";
  if (name == "kubernetes.URL") return "*url.URL";
  if (name == "net.IP") return "netip.Addr";
  if (name == "net.CIDR") return "netip.Prefix";
  return {};
}

}  // namespace drawbridge::cel
