#include "rules/cel/evaluation.h"

#include <memory>

namespace drawbridge::cel {

Evaluation::~Evaluation() {
  destroy(owned_);
}

void Evaluation::destroy(std::vector<Owned>& owned) {
  for (std::size_t i = owned.size(); i > 0; --i) owned[i - 1].destroy(owned[i - 1].object);
  owned.clear();
}

std::shared_ptr<const void> Evaluation::release() {
  if (owned_.empty()) return nullptr;
  struct Kept {
    std::vector<Owned> owned;
    Kept() = default;
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;
    ~Kept() { destroy(owned); }
  };
  auto kept = std::make_shared<Kept>();
  kept->owned.swap(owned_);
  return kept;
}

Value Evaluation::error(std::string_view message) {
  static constexpr EvalError kGivenUp{kCancelled};
  if (message == kCancelled || !spend(message.size() / 16)) return Value::error(&kGivenUp);
  return Value::error(make<EvalError>(EvalError{arena_.copy(message)}));
}

}  // namespace drawbridge::cel
