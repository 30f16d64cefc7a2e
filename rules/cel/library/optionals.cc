// Optional values: cel-go's cel.OptionalTypes in its newest version, which Kubernetes takes.
// `or` and `orValue` are declared here and run by the interpreter, since they do not always
// evaluate what stands right of them; so are ?. and [?_].
#include <cstdint>
#include <new>
#include <string>

#include "rules/cel/evaluation.h"
#include "rules/cel/library/libraries.h"
#include "rules/cel/operators.h"
#include "rules/cel/value_text.h"

namespace drawbridge::cel {
namespace {

using Args = std::span<const Value>;

// 0001-01-01T00:00:00Z: Go's zero time.
constexpr std::int64_t kZeroTimeSeconds = -62'135'596'800;

Value none() {
  return Value::optional(nullptr);
}

Value of(Evaluation& evaluation, const Value& value) {
  return Value::optional(evaluation.make<Value>(value));
}

// cel-go's traits.Zeroer.
bool is_zero(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kNull:
      return true;
    case ValueKind::kBool:
      return !value.as_bool();
    case ValueKind::kInt:
    case ValueKind::kDuration:
      return value.as_int() == 0;
    case ValueKind::kUint:
      return value.as_uint() == 0;
    case ValueKind::kDouble:
      return value.as_double() == 0;
    case ValueKind::kString:
    case ValueKind::kBytes:
      return value.as_text().empty();
    case ValueKind::kTimestamp:
      return value.timestamp_seconds() == kZeroTimeSeconds && value.timestamp_nanoseconds() == 0;
    case ValueKind::kList:
    case ValueKind::kMap:
      return value.size() == 0;
    default:
      return false;
  }
}

Value optional_of(Evaluation& evaluation, Args args) {
  return of(evaluation, args[0]);
}

Value optional_of_non_zero_value(Evaluation& evaluation, Args args) {
  return is_zero(args[0]) ? none() : of(evaluation, args[0]);
}

Value optional_none(Evaluation&, Args) {
  return none();
}

Value optional_value(Evaluation& evaluation, Args args) {
  const Value* value = args[0].as_optional();
  return value != nullptr ? *value : evaluation.error("optional.none() dereference");
}

Value optional_has_value(Evaluation&, Args args) {
  return Value::boolean(args[0].as_optional() != nullptr);
}

Value list_first(Evaluation& evaluation, Args args) {
  return args[0].size() == 0 ? none() : of(evaluation, args[0].element(0));
}

Value list_last(Evaluation& evaluation, Args args) {
  const std::size_t size = args[0].size();
  return size == 0 ? none() : of(evaluation, args[0].element(size - 1));
}

Value optional_unwrap(Evaluation& evaluation, Args args) {
  const std::size_t size = args[0].size();
  if (!evaluation.spend(size)) return evaluation.error(kCancelled);
  Value* values = evaluation.arena().allocate<Value>(size);
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const Value element = args[0].element(i);
    if (!element.is(ValueKind::kOptional)) {
      return evaluation.error(
          std::string("value ").append(go_text(element)).append(" is not optional"));
    }
    if (element.as_optional() != nullptr) new (values + count++) Value(*element.as_optional());
  }
  return Value::list({values, count});
}

Overload function(std::string_view id, std::vector<const Type*> params, const Type* result,
                  Implementation run) {
  Overload overload;
  overload.id = id;
  overload.params = std::move(params);
  overload.result = result;
  overload.run = run;
  return overload;
}

Overload member(std::string_view id, std::vector<const Type*> params, const Type* result,
                Implementation run) {
  Overload overload = function(id, std::move(params), result, run);
  overload.member = true;
  return overload;
}

}  // namespace

void add_optionals(Declarations& to) {
  TypeTable& types = to.types();
  const Type* key = types.param("K");
  const Type* value = types.param("V");
  const Type* optional = types.optional(value);
  const Type* list = types.list(value);
  const Type* map = types.map(key, value);
  const Type* optional_list = types.optional(list);
  const Type* optional_map = types.optional(map);
  const Type* list_of_optionals = types.list(optional);
  to.add_type("optional_type", optional);
  to.add("optional.of", function("optional_of", {value}, optional, optional_of));
  to.add("optional.ofNonZeroValue",
         function("optional_ofNonZeroValue", {value}, optional, optional_of_non_zero_value));
  to.add("optional.none", function("optional_none", {}, optional, optional_none));
  to.add("value", member("optional_value", {optional}, value, optional_value));
  to.add("hasValue", member("optional_hasValue", {optional}, &type::kBool, optional_has_value));
  to.add("or", member("optional_or_optional", {optional, optional}, optional, nullptr));
  to.add("orValue", member("optional_orValue_value", {optional, value}, value, nullptr));
  to.add("first", member("list_first", {list}, optional, list_first));
  to.add("last", member("list_last", {list}, optional, list_last));
  to.add("optional.unwrap",
         function("optional_unwrap", {list_of_optionals}, list, optional_unwrap));
  to.add("unwrapOpt", member("optional_unwrapOpt", {list_of_optionals}, list, optional_unwrap));
  to.add(op::kOptSelect,
         function("select_optional_field", {&type::kDyn, &type::kString}, optional, nullptr));
  to.add(op::kOptIndex,
         function("list_optindex_optional_int", {list, &type::kInt}, optional, nullptr));
  to.add(op::kOptIndex, function("optional_list_optindex_optional_int",
                                 {optional_list, &type::kInt}, optional, nullptr));
  to.add(op::kOptIndex, function("map_optindex_optional_value", {map, key}, optional, nullptr));
  to.add(op::kOptIndex,
         function("optional_map_optindex_optional_value", {optional_map, key}, optional, nullptr));
  to.add(op::kIndex,
         function("optional_list_index_int", {optional_list, &type::kInt}, optional, nullptr));
  to.add(op::kIndex, function("optional_map_index_value", {optional_map, key}, optional, nullptr));
}

}  // namespace drawbridge::cel
