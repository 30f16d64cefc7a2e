#include "rules/cel/code_writer.h"

namespace drawbridge::cel {

std::size_t CodeWriter::emit(Instruction instruction) {
  while (pending_ > kInstructionCostMax) {
    pending_ -= kInstructionCostMax;
    code_.instructions.push_back(
        {.op = Op::kCharge, .cost = static_cast<std::uint16_t>(kInstructionCostMax)});
  }
  instruction.cost = static_cast<std::uint16_t>(std::exchange(pending_, 0));
  code_.instructions.push_back(instruction);
  return code_.instructions.size() - 1;
}

std::size_t CodeWriter::emit_jump(Instruction instruction, Label& target) {
  const std::size_t position = emit(instruction);
  use(target, position, false);
  return position;
}

std::size_t CodeWriter::emit_branch(Instruction instruction, Label& otherwise, Label& failed) {
  const std::size_t position = emit_jump(instruction, otherwise);
  use(failed, position, true);
  return position;
}

void CodeWriter::use(Label& label, std::size_t instruction, bool in_b) {
  if (label.position_ < 0) {
    label.uses_.emplace_back(instruction, in_b);
    return;
  }
  Instruction& at = code_.instructions[instruction];
  (in_b ? at.b : at.target) = static_cast<std::uint32_t>(label.position_);
}

void CodeWriter::bind(Label& label) {
  // What is owed here is owed by this way alone.
  if (pending_ > 0) emit({.op = Op::kCharge});
  label.position_ = static_cast<std::int64_t>(code_.instructions.size());
  for (const auto& [instruction, in_b] : label.uses_) {
    Instruction& at = code_.instructions[instruction];
    (in_b ? at.b : at.target) = static_cast<std::uint32_t>(label.position_);
  }
  label.uses_.clear();
}

}  // namespace drawbridge::cel
