// Any text is read or refused. A tree's ids are its own and below its end, its places lie in the
// text, its depth is bounded, and its text is UTF-8; a refusal says why, in order. The first byte
// says whether the rest is the text or makes one.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "rules/cel/ast_builder.h"
#include "rules/cel/lexer.h"
#include "rules/cel/parser.h"
#include "test/cel/expression_from_bytes.h"

namespace {

using namespace drawbridge::cel;

// 250 levels, and at each what a macro or operators may add.
constexpr std::size_t kTreeDepthMax = 250 * 16;

void require(bool holds) {
  if (!holds) std::abort();
}

class Checker {
 public:
  Checker(const Ast& ast, std::size_t code_points)
      : seen_(ast.id_end()), code_points_(code_points) {}

  void check(const Expr* expr, std::size_t depth) {
    if (expr == nullptr) return;
    require(depth <= kTreeDepthMax);
    claim(expr->id);
    require(expr->offset <= code_points_);
    require(expr->kind == ExprKind::kBytes || to_valid_utf8(expr->text) == expr->text);
    check(expr->target, depth + 1);
    for (const Expr* arg : expr->args) check(arg, depth + 1);
    for (const std::uint32_t index : expr->optional_indices) require(index < expr->args.size());
    for (const MapEntry& entry : expr->entries) {
      claim(entry.id);
      require(entry.key != nullptr && entry.value != nullptr);
      check(entry.key, depth + 1);
      check(entry.value, depth + 1);
    }
    if (expr->kind != ExprKind::kComprehension) return;
    const Comprehension& fold = *expr->comprehension;
    for (const Expr* part : {fold.range, fold.init, fold.condition, fold.step, fold.result}) {
      require(part != nullptr);
      check(part, depth + 1);
    }
  }

 private:
  void claim(std::uint32_t id) {
    require(id > 0 && id < seen_.size() && !seen_[id]);
    seen_[id] = true;
  }

  std::vector<bool> seen_;
  std::size_t code_points_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 2 == 1) text = ExpressionFromBytes({data + 1, size - 1}).expression();
  ParserOptions options;
  options.bind_macro = (data[0] & 2) == 0;
  options.quoted_identifiers = (data[0] & 4) == 0;
  options.optional_syntax = (data[0] & 8) == 0;
  const auto parsed = parse(text, options);
  const std::size_t code_points = count_code_points(text);
  if (const Ast* ast = std::get_if<Ast>(&parsed)) {
    require(ast->id_end() <= kNodesMax + 1);
    Checker(*ast, code_points).check(ast->root(), 0);
    return 0;
  }
  const auto& issues = std::get<std::vector<Issue>>(parsed);
  require(!issues.empty() && issues.size() <= kIssuesMax + 1);
  for (std::size_t i = 0; i < issues.size(); ++i) {
    require(issues[i].offset <= code_points || issues[i].offset >= kAfterAll);
    require(i == 0 || issues[i].offset == kAfterAll ||
            issues[i - 1].offset + 1 <= issues[i].offset + 1);
    require(!issues[i].message.empty());
  }
  require(!to_text(issues, text).empty());
  return 0;
}
