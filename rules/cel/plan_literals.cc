// Lists, maps and messages that are written out.
#include <algorithm>
#include <new>

#include "rules/cel/plan_builder.h"

namespace drawbridge::cel {

void Planner::plan_element(const Expr& expr, std::uint32_t slot, std::uint32_t to, Label& failed) {
  into(expr, slot);
  if (may_fail(expr)) {
    writer_.emit_jump({.op = Op::kJumpIfError, .to = to, .a = slot}, failed);
  }
}

void Planner::plan_list(const Expr& expr, std::uint32_t to) {
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

void Planner::plan_map(const Expr& expr, std::uint32_t to) {
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

void Planner::plan_struct(const Expr& expr, std::uint32_t to) {
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

}  // namespace drawbridge::cel
