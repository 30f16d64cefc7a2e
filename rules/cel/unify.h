// Which types go for which, and what the free type parameters of an expression turn out to be.
//
// Source of the rules: cel-go checker/types.go and mapping.go. There every attempt copies the
// mapping; here it is undone from a trail.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/arena.h"
#include "rules/cel/type.h"

namespace drawbridge::cel {

// Comparisons of types that one expression may need. Types are graphs that share their parts: a
// hundred characters can name one of 2^40 nodes.
inline constexpr std::uint64_t kTypeStepsMax = 2'000'000;
// Comparisons within one another. More than a type has levels: a level of an open type takes a few,
// and so do parameters that stand for one another.
inline constexpr std::uint32_t kTypeNestingMax = 4 * kTypeDepthMax;

// One expression's, on one thread. The types it makes live in `types` and `arena`.
class Unifier {
 public:
  Unifier(TypeTable& types, kube::Arena& arena) : types_(types), arena_(arena) {}

  // A type parameter that nothing is known of: "_var0", "_var1", ...
  const Type* fresh();

  // Whether `from` goes where `to` is wanted; what that says of parameters is kept where it does.
  bool assignable(const Type* from, const Type* to);
  // The same for each of equally many.
  bool assignable(std::span<const Type* const> from, std::span<const Type* const> to);

  // With parameters replaced by what they are known to be; the others by dyn where wanted.
  const Type* substitute(const Type* type, bool free_to_dyn);

  // An overload's type with its parameters A, B, ... replaced; `renamed` says by what, and grows.
  using Renamed = std::vector<std::pair<std::string_view, const Type*>>;
  const Type* instantiate(const Type* declared, Renamed& renamed);

  // The one of two that stands for both.
  const Type* most_general(const Type* a, const Type* b);

  // A type became deeper than kTypeDepthMax, or comparing them took more than kTypeStepsMax or
  // kTypeNestingMax: what was said of them is void.
  bool too_complex() const { return too_complex_; }

  const Type* list(const Type* element);
  const Type* map(const Type* key, const Type* value);
  const Type* optional(const Type* value);

 private:
  const Type* binding(const Type* param) const;
  void bind(const Type* param, const Type* to);
  void undo_to(std::size_t trail_size);
  // One call of those that recurse; false where there were too many, in number or in depth.
  class Step {
   public:
    explicit Step(Unifier& of);
    ~Step() { --of_.depth_; }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;
    bool allowed() const { return allowed_; }

   private:
    Unifier& of_;
    bool allowed_;
  };
  bool fits(std::size_t depth);

  bool assign(const Type* from, const Type* to);
  bool assign_all(std::span<const Type* const> from, std::span<const Type* const> to);
  // first: `type` may stand for `param`; second: `param` stands for something already.
  std::pair<bool, bool> valid_substitution(const Type* type, const Type* param);
  bool occurs_nowhere(const Type* param, const Type* within);
  bool equal_or_less_specific(const Type* a, const Type* b);
  const Type* rebuilt(const Type* type, std::span<const Type* const> params);
  template <typename Replace>
  const Type* replaced_params(const Type* type, Replace replace);

  TypeTable& types_;
  kube::Arena& arena_;
  std::vector<const Type*> bindings_;  // of fresh ones, by serial - 1
  struct Undo {
    std::size_t at;
    const Type* former;
  };
  std::vector<Undo> trail_;
  std::uint64_t steps_left_ = kTypeStepsMax;
  std::uint32_t depth_ = 0;
  bool too_complex_ = false;
};

// Equal, a wrapper taken for what it wraps (cel-go: IsExactType).
bool is_exactly(const Type& a, const Type& b);

// The kind, a wrapper's being that of what it wraps.
inline TypeKind kind_of(const Type& type) {
  return type.is(TypeKind::kWrapper) ? type.params[0]->kind : type.kind;
}

inline bool is_optional(const Type& type) {
  return type.is(TypeKind::kOpaque) && type.name == kOptionalTypeName && type.params.size() == 1;
}

}  // namespace drawbridge::cel
