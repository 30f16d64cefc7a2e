// Pattern: a regular expression as Go's regexp package reads it, run by RE2.
//
// The two take the same syntax but for a few things that are settled here, so that Kubernetes'
// verdict holds: `(?<name>` and Unicode's long names of categories (\p{Letter}) are Go's alone and
// rewritten; `\C`, names of groups beyond [A-Za-z0-9_] and more than 1000 groups in one another are
// RE2's alone and refused; errors are told in Go's words.
//
// Both match in time linear in the text. Go accepts programs of up to 3.3 million instructions,
// which only rows of counted repetitions reach: what does not fit kPatternBytesMax is refused here
// as "expression too large".
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "rules/cel/pattern_budget.h"

namespace re2 {
class RE2;
}

namespace drawbridge::cel {

// What a pattern may hold, its automata as far as they have been explored included: the first for
// nearly every pattern, the second for those whose program alone does not fit into it.
inline constexpr std::size_t kPatternBytesUsual = std::size_t{1} << 20;
inline constexpr std::size_t kPatternBytesMax = std::size_t{8} << 20;
// Capturing groups in one another (Go: maxHeight, which counts the innermost expression too).
inline constexpr std::size_t kPatternGroupDepthMax = 999;

// Immutable, safe for any number of threads.
class Pattern {
 public:
  // The pattern, or Go's text of what is wrong with it: "error parsing regexp: missing closing ]:
  // `[a`". With a budget, at its expense: one that is too large for it is refused as "expression
  // too large", and spends it all.
  static std::variant<std::shared_ptr<const Pattern>, std::string> compile(
      std::string_view text, PatternBudget* budget = nullptr);
  ~Pattern();

  // Whether it matches anywhere in `text`.
  bool matches(std::string_view text) const;
  // The leftmost match that begins at or after `from` <= text.size(): a part of `text`. What stands
  // before `from` counts for ^ and \b.
  std::optional<std::string_view> find(std::string_view text, std::size_t from = 0) const;

  // Bytes held at most.
  std::size_t bytes_max() const { return bytes_max_; }
  // Instructions of the program.
  std::size_t instructions() const { return instructions_; }
  // Those that nobody would expect of a pattern of this length.
  std::size_t excess() const { return excess_; }

 private:
  Pattern(std::unique_ptr<const re2::RE2> compiled, std::size_t text_bytes, std::size_t bytes_max);

  std::unique_ptr<const re2::RE2> compiled_;
  std::size_t bytes_max_;
  std::size_t instructions_;
  std::size_t excess_;
};

// As Pattern::compile, remembering the last few patterns of this thread: for those that only an
// evaluation knows. nullptr where the pattern is wrong, and then `error` says why. `is_new`:
// it was not remembered.
std::shared_ptr<const Pattern> cached_pattern(std::string_view text, std::string& error,
                                              bool* is_new = nullptr);

class Evaluation;

// The same at the evaluation's expense (Evaluation::spend): what compiling takes is charged to
// nobody. `error` is kCancelled where there was not enough.
std::shared_ptr<const Pattern> pattern_of(Evaluation& evaluation, std::string_view text,
                                          std::string& error);

// Whether the evaluation can still match so much text. Kubernetes charges for the pattern as it is
// written, and RE2 at worst follows each instruction for each byte: what counted repetitions make
// of a pattern is spent besides.
bool may_match(Evaluation& evaluation, const Pattern& pattern, std::size_t text_bytes);

// Patterns that a thread remembers (of kPatternBytesUsual at most), and how long their text may be.
inline constexpr std::size_t kCachedPatternsMax = 16;
inline constexpr std::size_t kCachedPatternTextMax = 4096;

}  // namespace drawbridge::cel
