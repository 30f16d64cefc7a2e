#include "rules/cel/concatenated_list.h"

#include <algorithm>
#include <span>

namespace drawbridge::cel {
namespace {

// A node of a balanced tree (AVL: the heights of two siblings differ by one at most), so that
// neither a long chain of `+` nor a doubling one makes reading slow or deep.
class Concatenation final : public HostList {
 public:
  Concatenation(const Value& left, const Value& right)
      : left_(left),
        right_(right),
        left_size_(left.size()),
        size_(left_size_ + right.size()),
        left_node_(node_of(left)),
        right_node_(node_of(right)),
        height_(1 + std::max(height_of(left), height_of(right))) {}

  std::size_t size() const override { return size_; }

  Value element(std::size_t index) const override {
    const Concatenation* at = this;
    while (true) {
      const bool is_left = index < at->left_size_;
      const Concatenation* next = is_left ? at->left_node_ : at->right_node_;
      if (!is_left) index -= at->left_size_;
      if (next == nullptr) return (is_left ? at->left_ : at->right_).element(index);
      at = next;
    }
  }

  const Value& left() const { return left_; }
  const Value& right() const { return right_; }

  static const Concatenation* node_of(const Value& list) {
    if (list.form() != Value::Form::kHost) return nullptr;
    return dynamic_cast<const Concatenation*>(list.host_list());
  }
  static int height_of(const Value& list) {
    const Concatenation* node = node_of(list);
    return node == nullptr ? 0 : node->height_;
  }

 private:
  Value left_;
  Value right_;
  std::size_t left_size_;
  std::size_t size_;
  const Concatenation* left_node_;  // nullptr: a list of another kind
  const Concatenation* right_node_;
  int height_;
};

class Joiner {
 public:
  explicit Joiner(Evaluation& evaluation) : evaluation_(evaluation) {}

  // Recurses along one side, as deep as the taller tree is high: 1.44 times log2 of its leaves.
  Value join(const Value& a, const Value& b) {
    const int a_height = Concatenation::height_of(a);
    const int b_height = Concatenation::height_of(b);
    if (a_height > b_height + 1) {
      const Concatenation* node = Concatenation::node_of(a);
      return balanced(node->left(), join(node->right(), b));
    }
    if (b_height > a_height + 1) {
      const Concatenation* node = Concatenation::node_of(b);
      return balanced(join(a, node->left()), node->right());
    }
    return pair(a, b);
  }

 private:
  Value pair(const Value& a, const Value& b) {
    return Value::list(evaluation_.make<Concatenation>(a, b));
  }

  // The two differ by two in height at most.
  Value balanced(const Value& a, const Value& b) {
    const int a_height = Concatenation::height_of(a);
    const int b_height = Concatenation::height_of(b);
    if (a_height > b_height + 1) {
      const Concatenation* node = Concatenation::node_of(a);
      if (Concatenation::height_of(node->left()) >= Concatenation::height_of(node->right())) {
        return pair(node->left(), pair(node->right(), b));
      }
      const Concatenation* inner = Concatenation::node_of(node->right());
      return pair(pair(node->left(), inner->left()), pair(inner->right(), b));
    }
    if (b_height > a_height + 1) {
      const Concatenation* node = Concatenation::node_of(b);
      if (Concatenation::height_of(node->right()) >= Concatenation::height_of(node->left())) {
        return pair(pair(a, node->left()), node->right());
      }
      const Concatenation* inner = Concatenation::node_of(node->left());
      return pair(pair(a, inner->left()), pair(inner->right(), node->right()));
    }
    return pair(a, b);
  }

  Evaluation& evaluation_;
};

}  // namespace

Value concatenate(Evaluation& evaluation, const Value& a, const Value& b) {
  const std::size_t a_size = a.size();
  const std::size_t b_size = b.size();
  if (a_size == 0) return b;
  if (b_size == 0) return a;
  if (a_size > kConcatenatedElementsMax - b_size) return evaluation.error(kCancelled);
  if (a_size + b_size > kCopiedElementsMax) return Joiner(evaluation).join(a, b);
  Value* all = evaluation.arena().allocate<Value>(a_size + b_size);
  for (std::size_t i = 0; i < a_size; ++i) all[i] = a.element(i);
  for (std::size_t i = 0; i < b_size; ++i) all[a_size + i] = b.element(i);
  return Value::list(std::span<const Value>(all, a_size + b_size));
}

}  // namespace drawbridge::cel
