#include "rules/cel/unify.h"

#include <algorithm>
#include <array>

namespace drawbridge::cel {
namespace {

constexpr std::size_t kParamsUsual = 8;

const Type& unwrapped(const Type& type) {
  return type.is(TypeKind::kWrapper) ? *type.params[0] : type;
}

bool is_dyn_or_error(const Type& type) {
  return type.is_dyn() || type.is(TypeKind::kError);
}

bool takes_null(const Type& type) {
  switch (type.kind) {
    case TypeKind::kNull:
    case TypeKind::kWrapper:
    case TypeKind::kOpaque:
    case TypeKind::kObject:
    case TypeKind::kAny:
    case TypeKind::kDuration:
    case TypeKind::kTimestamp:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool is_exactly(const Type& a, const Type& b) {
  const Type& x = unwrapped(a);
  const Type& y = unwrapped(b);
  if (&x == &y) return true;
  if (x.kind != y.kind || x.serial != y.serial || x.name != y.name) return false;
  return std::equal(x.params.begin(), x.params.end(), y.params.begin(), y.params.end(),
                    [](const Type* p, const Type* q) { return is_exactly(*p, *q); });
}

const Type* Unifier::fresh() {
  bindings_.push_back(nullptr);
  Type* made = new (arena_.allocate<Type>(1)) Type;
  made->kind = TypeKind::kParam;
  made->serial = static_cast<std::uint32_t>(bindings_.size());
  made->name = "_var";
  made->open = true;
  return made;
}

const Type* Unifier::binding(const Type* param) const {
  return param->serial == 0 ? nullptr : bindings_[param->serial - 1];
}

void Unifier::bind(const Type* param, const Type* to) {
  const std::size_t at = param->serial - 1;
  trail_.push_back({at, bindings_[at]});
  bindings_[at] = to;
}

void Unifier::undo_to(std::size_t trail_size) {
  while (trail_.size() > trail_size) {
    bindings_[trail_.back().at] = trail_.back().former;
    trail_.pop_back();
  }
}

Unifier::Step::Step(Unifier& of) : of_(of), allowed_(of.steps_left_ > 0) {
  allowed_ = ++of.depth_ <= kTypeNestingMax && allowed_;
  if (allowed_) {
    --of.steps_left_;
  } else {
    of.too_complex_ = true;
  }
}

bool Unifier::fits(std::size_t depth) {
  if (depth < kTypeDepthMax) return true;
  too_complex_ = true;
  return false;
}

const Type* Unifier::list(const Type* element) {
  return fits(element->depth) ? types_.list(element) : &type::kDyn;
}

const Type* Unifier::map(const Type* key, const Type* value) {
  return fits(std::max(key->depth, value->depth)) ? types_.map(key, value) : &type::kDyn;
}

const Type* Unifier::optional(const Type* value) {
  return fits(value->depth) ? types_.optional(value) : &type::kDyn;
}

bool Unifier::assignable(const Type* from, const Type* to) {
  return assignable({&from, 1}, {&to, 1});
}

bool Unifier::assignable(std::span<const Type* const> from, std::span<const Type* const> to) {
  const std::size_t before = trail_.size();
  if (assign_all(from, to)) return true;
  undo_to(before);
  return false;
}

bool Unifier::assign_all(std::span<const Type* const> from, std::span<const Type* const> to) {
  if (from.size() != to.size()) return false;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (!assign(from[i], to[i])) return false;
  }
  return true;
}

bool Unifier::assign(const Type* from, const Type* to) {
  if (from == to) return true;
  const Step step(*this);
  if (!step.allowed()) return false;
  if (to->is(TypeKind::kParam)) {
    const auto [valid, is_known] = valid_substitution(from, to);
    if (valid) return true;
    if (is_known) return false;
  }
  if (from->is(TypeKind::kParam)) return valid_substitution(to, from).first;
  if (is_dyn_or_error(*from) || is_dyn_or_error(*to)) return true;
  if (from->is(TypeKind::kNull)) return takes_null(*to);
  if (to->is(TypeKind::kNull)) return takes_null(*from);
  switch (kind_of(*from)) {
    case TypeKind::kType:
      return to->is(TypeKind::kType);
    case TypeKind::kOpaque:
    case TypeKind::kList:
    case TypeKind::kMap:
      return from->kind == to->kind && from->name == to->name &&
             assign_all(from->params, to->params);
    default:
      return kind_of(*to) == kind_of(*from) && unwrapped(*to).name == unwrapped(*from).name;
  }
}

std::pair<bool, bool> Unifier::valid_substitution(const Type* type, const Type* param) {
  if (type->is(TypeKind::kParam) && is_exactly(*type, *param)) return {true, true};
  if (const Type* known = binding(param)) {
    if (kind_of(*type) == kind_of(*known) && is_exactly(*type, *known)) return {true, true};
    if (!assign(type, known)) return {false, true};
    const Type* wider = most_general(type, known);
    if (occurs_nowhere(param, wider)) bind(param, wider);
    return {true, true};
  }
  // A declaration's own parameter stands for itself alone.
  if (param->serial == 0 || !occurs_nowhere(param, type)) return {false, false};
  bind(param, type);
  return {true, false};
}

bool Unifier::occurs_nowhere(const Type* param, const Type* within) {
  const Step step(*this);
  if (!step.allowed()) return false;
  while (true) {
    if (within == param || is_exactly(*within, *param)) return false;
    if (!within->is(TypeKind::kParam)) break;
    const Type* known = binding(within);
    if (known == nullptr) return true;
    within = known;
  }
  if (!within->open) return true;
  return std::all_of(within->params.begin(), within->params.end(),
                     [&](const Type* it) { return occurs_nowhere(param, it); });
}

const Type* Unifier::most_general(const Type* a, const Type* b) {
  return equal_or_less_specific(a, b) ? a : b;
}

bool Unifier::equal_or_less_specific(const Type* a, const Type* b) {
  if (a == b) return true;
  const Step step(*this);
  if (!step.allowed()) return false;
  if (a->is_dyn() || a->is(TypeKind::kParam)) return true;
  if (b->is_dyn() || b->is(TypeKind::kParam)) return false;
  if (kind_of(*a) != kind_of(*b)) return false;
  switch (a->kind) {
    case TypeKind::kOpaque:
      if (a->name != b->name || a->params.size() != b->params.size()) return false;
      [[fallthrough]];
    case TypeKind::kList:
    case TypeKind::kMap:
      return std::equal(
          a->params.begin(), a->params.end(), b->params.begin(), b->params.end(),
          [this](const Type* x, const Type* y) { return equal_or_less_specific(x, y); });
    case TypeKind::kType:
      return true;
    default:
      return is_exactly(*a, *b);
  }
}

// What was not known to be anything stays as it is: most types are made of no parameter.
const Type* Unifier::substitute(const Type* type, bool free_to_dyn) {
  if (!type->open) return type;
  const Step step(*this);
  if (!step.allowed()) return &type::kDyn;
  while (type->is(TypeKind::kParam)) {
    const Type* known = binding(type);
    if (known == nullptr) return free_to_dyn ? &type::kDyn : type;
    type = known;
  }
  if (!type->open) return type;
  return replaced_params(type, [&](const Type* it) { return substitute(it, free_to_dyn); });
}

const Type* Unifier::instantiate(const Type* declared, Renamed& renamed) {
  if (!declared->open) return declared;
  if (declared->is(TypeKind::kParam)) {
    for (const auto& [name, type] : renamed) {
      if (name == declared->name) return type;
    }
    return renamed.emplace_back(declared->name, fresh()).second;
  }
  return replaced_params(declared, [&](const Type* it) { return instantiate(it, renamed); });
}

template <typename Replace>
const Type* Unifier::replaced_params(const Type* type, Replace replace) {
  std::array<const Type*, kParamsUsual> few{};
  std::vector<const Type*> many;
  std::span<const Type*> params(few.data(), std::min(few.size(), type->params.size()));
  if (type->params.size() > few.size()) {
    many.resize(type->params.size());
    params = many;
  }
  bool changed = false;
  for (std::size_t i = 0; i < params.size(); ++i) {
    params[i] = replace(type->params[i]);
    changed = changed || params[i] != type->params[i];
  }
  return changed ? rebuilt(type, params) : type;
}

const Type* Unifier::rebuilt(const Type* type, std::span<const Type* const> params) {
  for (const Type* param : params) {
    if (!fits(param->depth)) return &type::kDyn;
  }
  switch (type->kind) {
    case TypeKind::kList:
      return types_.list(params[0]);
    case TypeKind::kMap:
      return types_.map(params[0], params[1]);
    case TypeKind::kType:
      return types_.type_of(params[0]);
    case TypeKind::kWrapper:
      return types_.wrapper(params[0]);
    default:
      return types_.opaque(type->name, params);
  }
}

}  // namespace drawbridge::cel
