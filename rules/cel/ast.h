// The tree of a CEL expression, as cel-go's common/ast: what the parser makes, macros expand and
// the checker annotates.
//
// Nodes lie in the Ast's arena and are freed with it in one go, so that no destructor recurses over
// what a tenant wrote. A node is found again by its id: tables beside the tree (types, overloads)
// are vectors indexed by id. Immutable once the parser returned it; safe for any number of readers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/arena.h"

namespace drawbridge::cel {

enum class ExprKind : std::uint8_t {
  kNull,
  kBool,
  kInt,
  kUint,
  kDouble,
  kString,  // `text`, UTF-8
  kBytes,   // `text`, any bytes
  kIdent,   // `text`; a leading dot (absolute name) is kept: ".a"
  kSelect,  // operand.text; test_only for has(); optional_select for ?.
  kCall,    // text(args) or target.text(args); operators are calls of their names, see operators.h
  kList,    // elements; those at `optional_indices` are [?e]
  kMap,     // entries
  kStruct,  // text{entries}, keys are kString nodes
  kComprehension,
};

struct Expr;

struct MapEntry {
  std::uint32_t id = 0;
  const Expr* key = nullptr;
  const Expr* value = nullptr;
  bool optional = false;     // {?key: value}
  std::uint32_t offset = 0;  // code points before the colon of a kStruct's field
};

// fold: accu = init; for (iter[, iter2] in range) { if (!condition) break; accu = step; } result
struct Comprehension {
  std::string_view iter_var;
  std::string_view iter_var2;  // empty for the one-variable form
  const Expr* range = nullptr;
  std::string_view accu_var;  // kAccumulatorName unless cel.bind named it
  const Expr* init = nullptr;
  const Expr* condition = nullptr;
  const Expr* step = nullptr;
  const Expr* result = nullptr;
};

// cel-go's hidden accumulator: no expression can spell it.
inline constexpr std::string_view kAccumulatorName = "@result";

struct Expr {
  ExprKind kind = ExprKind::kNull;
  bool test_only = false;      // kSelect made by has()
  std::uint32_t id = 0;        // 1 and up, unique within the Ast
  std::uint32_t offset = 0;    // code points before the place that errors point to
  std::string_view text = {};  // see ExprKind
  union {
    bool bool_value;
    std::int64_t int_value = 0;
    std::uint64_t uint_value;
    double double_value;
  };
  const Expr* target = nullptr;            // kSelect's operand, kCall's receiver or nullptr
  std::span<const Expr* const> args = {};  // kCall's arguments, kList's elements
  std::span<const std::uint32_t> optional_indices = {};  // kList
  std::span<const MapEntry> entries = {};                // kMap, kStruct
  const Comprehension* comprehension = nullptr;          // kComprehension
};

// A tree with the memory that it lies in and what it was read from.
class Ast {
 public:
  Ast() = default;
  Ast(Ast&&) noexcept = default;
  Ast& operator=(Ast&&) noexcept = default;

  const Expr* root() const { return root_; }
  // Ids lie below this: the size of a table indexed by id.
  std::uint32_t id_end() const { return id_end_; }
  void set_root(const Expr* root, std::uint32_t id_end) {
    root_ = root;
    id_end_ = id_end;
  }
  kube::Arena& arena() { return arena_; }

 private:
  kube::Arena arena_;
  const Expr* root_ = nullptr;
  std::uint32_t id_end_ = 1;
};

}  // namespace drawbridge::cel
