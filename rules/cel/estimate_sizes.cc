#include <array>

#include "rules/cel/estimate_walk.h"
#include "rules/cel/unify.h"
#include "rules/cel/value_order.h"

namespace drawbridge::cel::estimating {
namespace {

// A path deeper than this has no hint.
constexpr std::size_t kPathLengthMax = 64;

bool is_scalar(const Type& type) {
  switch (kind_of(type)) {
    case TypeKind::kBool:
    case TypeKind::kDouble:
    case TypeKind::kDuration:
    case TypeKind::kInt:
    case TypeKind::kTimestamp:
    case TypeKind::kUint:
      return true;
    case TypeKind::kOpaque:
      return is_optional(type) && is_scalar(*type.params[0]);
    default:
      return false;
  }
}

// What stands in the expression itself.
std::optional<SizeEstimate> written_size(const Expr& expr) {
  std::uint64_t size = 1;
  switch (expr.kind) {
    case ExprKind::kString:
      size = code_points(expr.text);
      break;
    case ExprKind::kBytes:
      size = expr.text.size();
      break;
    case ExprKind::kList:
      size = expr.args.size();
      break;
    case ExprKind::kMap:
      size = expr.entries.size();
      break;
    default:
      if (!is_literal(expr)) return std::nullopt;
  }
  return SizeEstimate{size, size};
}

}  // namespace

const Path* Estimator::extended(const Path* parent, std::string_view step) {
  return new (arena_.allocate<Path>(1))
      Path{parent, step, parent == nullptr ? 1 : parent->length + 1};
}

// cel-go puts the whole qualified name into one step; a hint knows variables without dots only.
std::string_view Estimator::global_name(const Expr& expr) const {
  return expr.kind == ExprKind::kIdent ? expr.text : std::string_view();
}

const Path* Estimator::path_of(const Expr& expr) const {
  if (const Local* local = find_local(expr)) return local->path;
  return known_[expr.id].path;
}

std::optional<SizeEstimate> Estimator::hint(const Path* path) const {
  if (hints_ == nullptr || path == nullptr || path->length > kPathLengthMax) return std::nullopt;
  std::array<std::string_view, kPathLengthMax> steps;
  const std::size_t length = path->length;
  for (std::size_t i = length; i > 0; --i, path = path->parent) steps[i - 1] = path->step;
  return hints_(std::span<const std::string_view>(steps.data(), length));
}

const Estimator::Local* Estimator::find_local(const Expr& expr) const {
  if (reference(expr).kind != Reference::Kind::kLocal) return nullptr;
  const std::string_view name = expr.text.starts_with('.') ? expr.text.substr(1) : expr.text;
  for (std::size_t i = locals_.size(); i > 0; --i) {
    if (locals_[i - 1].name == name) return &locals_[i - 1];
  }
  return nullptr;
}

std::optional<SizeEstimate> Estimator::size_of(const Expr& expr) {
  Known& known = known_[expr.id];
  if (known.size) return known.size;
  if (const auto written = written_size(expr)) return written;
  if (const auto hinted = hint(path_of(expr))) return known.size = hinted;
  if (is_scalar(type(expr))) return SizeEstimate{1, 1};
  const Local* local = find_local(expr);
  return local != nullptr ? local->size : std::nullopt;
}

std::optional<EntrySize> Estimator::entry_of(const Expr& expr) const {
  if (known_[expr.id].entry) return known_[expr.id].entry;
  const Local* local = find_local(expr);
  return local != nullptr ? local->entry : std::nullopt;
}

EstimatedNode Estimator::node(const Expr& expr) {
  EstimatedNode made;
  made.expr = &expr;
  made.type = &type(expr);
  const std::optional<SizeEstimate> size = size_of(expr);
  made.has_size = size.has_value();
  made.size = size.value_or(kUnknownSize);
  made.has_element = !made.type->params.empty() && !made.type->is(TypeKind::kWrapper);
  if (!made.has_element) return made;
  made.element_type = made.type->params[0];
  made.element = kUnknownSize;
  const Path* path = path_of(expr);
  if (path == nullptr || hints_ == nullptr) return made;
  made.element = hint(extended(path, "@items")).value_or(kUnknownSize);
  return made;
}

}  // namespace drawbridge::cel::estimating
