#include <utility>

#include "rules/cel/evaluation.h"
#include "rules/cel/interpreter.h"
#include "rules/cel/program_impl.h"

namespace drawbridge::cel {

Program::Program(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;
Program::~Program() = default;

const Type& Program::result_type() const {
  return impl_->checked.type();
}

CostEstimate Program::estimated_cost() const {
  return impl_->estimate;
}

Outcome Program::evaluate(const Bindings& bindings, std::uint64_t cost_max,
                          kube::Arena& arena) const {
  Evaluation evaluation(arena, bindings.authorizer, bindings.time_zones, bindings.steps_max);
  Outcome outcome = interpret(*impl_->code, bindings, cost_max, evaluation);
  switch (outcome.value.kind()) {
    case ValueKind::kOpaque:
    case ValueKind::kList:
    case ValueKind::kMap:
    case ValueKind::kOptional:
      outcome.kept = evaluation.release();
      break;
    default:
      break;
  }
  return outcome;
}

}  // namespace drawbridge::cel
