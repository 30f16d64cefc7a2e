#include "rules/devices/selector_binds.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/devices/selector_path.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;

// That names are replaced by, all together: each may hold the one before it twice.
constexpr std::size_t kAddedNodesMax = 1024;

// Those beyond `most` are not counted.
std::size_t nodes_in(const Expr& expr, std::size_t most) {
  std::size_t nodes = 0;
  Bound bound;
  walk(expr, bound, [&](const Expr&, const Bound&) { return ++nodes <= most; });
  return nodes;
}

class Inliner {
 public:
  explicit Inliner(cel::AstBuilder& make) : make_(make) {}

  const Expr* run(const Expr& expr) {
    if (expr.kind == ExprKind::kIdent) return value_of(expr);
    const cel::Comprehension* fold = expr.comprehension;
    if (fold == nullptr) return children(expr);
    if (fold->iter_var.starts_with('#')) {
      names_.emplace_back(fold->accu_var, run(*fold->init));
      const Expr* result = run(*fold->result);
      names_.pop_back();
      return result;
    }
    // A macro's own variable is none of the names.
    names_.emplace_back(fold->iter_var, nullptr);
    const Expr* made = children(expr);
    names_.pop_back();
    return made;
  }

  bool is_too_large() const { return added_ > kAddedNodesMax; }

 private:
  const Expr* children(const Expr& expr) {
    return with_children(expr, make_, [this](const Expr& child) { return run(child); });
  }

  const Expr* value_of(const Expr& ident) {
    const auto found = std::find_if(names_.rbegin(), names_.rend(),
                                    [&](const auto& name) { return name.first == ident.text; });
    if (found == names_.rend() || found->second == nullptr || is_too_large()) return &ident;
    added_ += nodes_in(*found->second, kAddedNodesMax);
    return found->second;
  }

  cel::AstBuilder& make_;
  std::vector<std::pair<std::string_view, const Expr*>> names_;
  std::size_t added_ = 0;
};

}  // namespace

const Expr* without_binds(const Expr& root, cel::AstBuilder& make) {
  Inliner inliner(make);
  const Expr* made = inliner.run(root);
  return inliner.is_too_large() ? &root : made;
}

}  // namespace drawbridge::rules
