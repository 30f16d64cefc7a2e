// What cel-go's ext.TwoVarComprehensions adds beside its macros: cel.@mapInsert, the step of
// transformMap() and transformMapEntry(). The planner grows the macros' map in place; what is here
// runs where it can't.
#include "rules/cel/accumulators.h"
#include "rules/cel/evaluation.h"
#include "rules/cel/library/libraries.h"
#include "rules/cel/operators.h"
#include "rules/cel/steps.h"

namespace drawbridge::cel {
namespace {

using Args = std::span<const Value>;

// A copy of the map with the entries of the other. Precondition: both are maps.
Value inserted(Evaluation& evaluation, const Value& map, const Value& entries) {
  if (!evaluation.spend(map.size() + entries.size())) return evaluation.error(kCancelled);
  MapBuilder builder;
  for (const Value& from : {map, entries}) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      const Entry entry = from.entry(i);
      if (!builder.insert(evaluation.arena(), entry.key, entry.value)) {
        return insert_failed(evaluation, entry.key);
      }
    }
  }
  return builder.finish(evaluation.arena());
}

Value insert_entry(Evaluation& evaluation, Args args) {
  const Entry entry{args[1], args[2]};
  return inserted(evaluation, args[0], Value::map(std::span<const Entry>(&entry, 1)));
}

Value insert_map(Evaluation& evaluation, Args args) {
  return inserted(evaluation, args[0], args[1]);
}

}  // namespace

void add_two_variable_comprehensions(Declarations& to) {
  TypeTable& types = to.types();
  const Type* key = types.param("K");
  const Type* value = types.param("V");
  const Type* map = types.map(key, value);
  Overload entry;
  entry.id = "@mapInsert_map_key_value";
  entry.params = {map, key, value};
  entry.result = map;
  entry.run = insert_entry;
  to.add(op::kMapInsert, entry);
  Overload whole;
  whole.id = "@mapInsert_map_map";
  whole.params = {map, map};
  whole.result = map;
  whole.run = insert_map;
  to.add(op::kMapInsert, whole);
}

}  // namespace drawbridge::cel
