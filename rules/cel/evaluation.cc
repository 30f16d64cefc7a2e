#include "rules/cel/evaluation.h"

namespace drawbridge::cel {

Evaluation::~Evaluation() {
  for (std::size_t i = owned_.size(); i > 0; --i) owned_[i - 1].destroy(owned_[i - 1].object);
}

Value Evaluation::error(std::string_view message) {
  return Value::error(make<EvalError>(EvalError{arena_.copy(message)}));
}

}  // namespace drawbridge::cel
