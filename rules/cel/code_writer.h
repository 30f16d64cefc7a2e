// Writes instructions: slots, constants, labels, and what operands cost that need no instruction.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "rules/cel/code.h"

namespace drawbridge::cel {

// A position in the code that jumps may name before it is known.
class Label {
  friend class CodeWriter;
  std::int64_t position_ = -1;
  std::vector<std::pair<std::size_t, bool>> uses_;  // instruction; whether it is in b
};

class CodeWriter {
 public:
  explicit CodeWriter(Code& code) : code_(code) {}

  // Slots are taken and given back as a stack.
  std::uint32_t take_slots(std::uint32_t count) {
    const std::uint32_t first = next_slot_;
    next_slot_ += count;
    peak_ = std::max(peak_, next_slot_);
    code_.slots = std::max(code_.slots, next_slot_);
    return first;
  }
  std::uint32_t mark() const { return next_slot_; }
  void release(std::uint32_t mark) { next_slot_ = mark; }
  // Keeps every slot that `write` uses: code that runs in the midst of other code.
  template <typename Write>
  void keeping_slots(Write write) {
    const std::uint32_t outer = std::exchange(peak_, next_slot_);
    write();
    next_slot_ = peak_;
    peak_ = std::max(outer, peak_);
  }

  Operand constant(const Value& value) {
    code_.constants.push_back(value);
    return kConstantOperand | static_cast<Operand>(code_.constants.size() - 1);
  }

  // Charged with the next instruction.
  void add_cost(std::uint64_t cost) { pending_ += cost; }

  std::size_t emit(Instruction instruction);
  std::size_t emit_jump(Instruction instruction, Label& target);
  // kBranch has a second one.
  std::size_t emit_branch(Instruction instruction, Label& otherwise, Label& failed);
  void bind(Label& label);
  Instruction& at(std::size_t position) { return code_.instructions[position]; }

 private:
  static constexpr std::uint64_t kInstructionCostMax = UINT16_MAX;
  void use(Label& label, std::size_t instruction, bool in_b);

  Code& code_;
  std::uint32_t next_slot_ = 0;
  std::uint32_t peak_ = 0;  // of next_slot_
  std::uint64_t pending_ = 0;
};

}  // namespace drawbridge::cel
