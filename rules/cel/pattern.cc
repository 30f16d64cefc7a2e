#include "rules/cel/pattern.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <utility>

#include "rules/cel/evaluation.h"
#include "rules/cel/pattern_syntax.h"

namespace drawbridge::cel {
namespace {

re2::RE2::Options options_for(std::size_t bytes_max) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  // Only the whole match is ever asked for.
  options.set_never_capture(true);
  options.set_max_mem(static_cast<std::int64_t>(bytes_max));
  return options;
}

// What it takes at most to find out which of two errors comes first.
constexpr std::size_t kInstructionsOfError = 10'000;

// What RE2 needs to be given for a program of so many instructions: two thirds go to the forward
// program, a quarter of them to instructions of 16 bytes (re2/re2.cc and compile.cc, 2022-12).
std::size_t bytes_for(std::size_t instructions) {
  constexpr std::size_t kBytesPerInstruction = 16 * 4 * 3 / 2;
  constexpr std::size_t kBytesBesides = 4096;
  return std::min(kPatternBytesMax, kBytesBesides + kBytesPerInstruction * instructions);
}

std::string_view code_in_go(re2::RE2::ErrorCode code) {
  switch (code) {
    case re2::RE2::ErrorBadEscape:
      return "invalid escape sequence";
    case re2::RE2::ErrorBadCharClass:
      return "invalid character class";
    case re2::RE2::ErrorBadCharRange:
      return "invalid character class range";
    case re2::RE2::ErrorMissingBracket:
      return "missing closing ]";
    case re2::RE2::ErrorMissingParen:
      return "missing closing )";
    case re2::RE2::ErrorUnexpectedParen:
      return "unexpected )";
    case re2::RE2::ErrorTrailingBackslash:
      return "trailing backslash at end of expression";
    case re2::RE2::ErrorRepeatArgument:
      return "missing argument to repetition operator";
    case re2::RE2::ErrorRepeatSize:
      return "invalid repeat count";
    case re2::RE2::ErrorRepeatOp:
      return "invalid nested repetition operator";
    case re2::RE2::ErrorBadPerlOp:
      return "invalid or unsupported Perl syntax";
    case re2::RE2::ErrorBadUTF8:
      return "invalid UTF-8";
    case re2::RE2::ErrorBadNamedCapture:
      return "invalid named capture";
    case re2::RE2::ErrorPatternTooLarge:
      return "expression too large";
    case re2::RE2::NoError:
    case re2::RE2::ErrorInternal:
      break;
  }
  return "regexp/syntax: internal error";
}

std::string error_in_go(const re2::RE2& compiled, std::string_view text) {
  switch (compiled.error_code()) {
    // These repeat the whole expression, which RE2 got rewritten.
    case re2::RE2::ErrorMissingParen:
    case re2::RE2::ErrorUnexpectedParen:
    case re2::RE2::ErrorPatternTooLarge:
      return pattern_error(code_in_go(compiled.error_code()), text);
    // Go has nothing to show behind the last backslash.
    case re2::RE2::ErrorTrailingBackslash:
      return pattern_error(code_in_go(compiled.error_code()), "");
    default:
      return pattern_error(code_in_go(compiled.error_code()), compiled.error_arg());
  }
}

std::string first_error(PatternError& error, std::string_view text) {
  const re2::RE2 before(error.before, options_for(kPatternBytesUsual));
  // What is only still open there is no error of its own.
  const auto code = before.error_code();
  if (before.ok() || code == re2::RE2::ErrorMissingParen || code == re2::RE2::ErrorMissingBracket) {
    return std::move(error.text);
  }
  return error_in_go(before, text);
}

// Of usual patterns: classes of characters beyond ASCII take the most.
constexpr std::size_t kUsualInstructions = 64;
constexpr std::size_t kInstructionsPerByte = 4;

// In steps of 20 ns, as measured.
constexpr std::uint64_t kStepsOfCompiling = 250;
constexpr std::uint64_t kStepsPerInstruction = 8;
constexpr std::uint64_t kStepsOfTooLarge = 1'000'000;
constexpr std::size_t kFollowedPerStep = 8;

struct Remembered {
  std::string text;
  std::shared_ptr<const Pattern> pattern;
};

}  // namespace

Pattern::Pattern(std::unique_ptr<const re2::RE2> compiled, std::size_t text_bytes,
                 std::size_t bytes_max)
    : compiled_(std::move(compiled)),
      bytes_max_(bytes_max),
      instructions_(static_cast<std::size_t>(compiled_->ProgramSize())),
      excess_(instructions_ -
              std::min(instructions_, kUsualInstructions + kInstructionsPerByte * text_bytes)) {}

Pattern::~Pattern() = default;

std::variant<std::shared_ptr<const Pattern>, std::string> Pattern::compile(std::string_view text,
                                                                           PatternBudget* budget) {
  const std::size_t bytes_max = budget != nullptr ? bytes_for(budget->left()) : kPatternBytesMax;
  if (budget != nullptr && budget->is_spent()) return pattern_error("expression too large", text);
  std::variant<std::string, PatternError> translated = translate_pattern(text);
  if (auto* error = std::get_if<PatternError>(&translated)) {
    if (budget != nullptr) budget->take(kInstructionsOfError);
    return first_error(*error, text);
  }
  const std::string& source = std::get<std::string>(translated);
  for (std::size_t bytes = kPatternBytesUsual;; bytes = kPatternBytesMax) {
    bytes = std::min(bytes, bytes_max);
    auto compiled = std::make_unique<const re2::RE2>(source, options_for(bytes));
    if (compiled->ok()) {
      const std::shared_ptr<const Pattern> pattern(
          new Pattern(std::move(compiled), text.size(), bytes));
      if (budget != nullptr) budget->take(pattern->instructions() + kInstructionsPerPattern);
      return pattern;
    }
    const bool too_large = compiled->error_code() == re2::RE2::ErrorPatternTooLarge;
    if (too_large && bytes < bytes_max) continue;
    if (budget != nullptr && too_large) budget->take_all();
    if (budget != nullptr) budget->take(kInstructionsPerPattern);
    return error_in_go(*compiled, text);
  }
}

bool Pattern::matches(std::string_view text) const {
  return compiled_->Match({text.data(), text.size()}, 0, text.size(), re2::RE2::UNANCHORED, nullptr,
                          0);
}

std::optional<std::string_view> Pattern::find(std::string_view text, std::size_t from) const {
  re2::StringPiece found;
  if (!compiled_->Match({text.data(), text.size()}, from, text.size(), re2::RE2::UNANCHORED, &found,
                        1)) {
    return std::nullopt;
  }
  return std::string_view(found.data(), found.size());
}

std::shared_ptr<const Pattern> cached_pattern(std::string_view text, std::string& error,
                                              bool* is_new) {
  // Patterns that one expression asks for again and again; which ones stay is no matter of
  // correctness.
  thread_local std::array<Remembered, kCachedPatternsMax> remembered;
  thread_local std::size_t oldest = 0;
  for (const Remembered& each : remembered) {
    if (each.pattern && each.text == text) return each.pattern;
  }
  if (is_new != nullptr) *is_new = true;
  std::variant<std::shared_ptr<const Pattern>, std::string> compiled = Pattern::compile(text);
  if (auto* wrong = std::get_if<std::string>(&compiled)) {
    error = std::move(*wrong);
    return nullptr;
  }
  auto pattern = std::get<std::shared_ptr<const Pattern>>(std::move(compiled));
  if (text.size() <= kCachedPatternTextMax && pattern->bytes_max() <= kPatternBytesUsual) {
    remembered[oldest] = {std::string(text), pattern};
    oldest = (oldest + 1) % kCachedPatternsMax;
  }
  return pattern;
}

std::shared_ptr<const Pattern> pattern_of(Evaluation& evaluation, std::string_view text,
                                          std::string& error) {
  bool is_new = false;
  auto pattern = cached_pattern(text, error, &is_new);
  if (!is_new) return pattern;
  // What was refused for its size was compiled up to kPatternBytesMax.
  const bool too_large = pattern == nullptr && error.find("too large") != std::string::npos;
  const std::uint64_t steps = too_large            ? kStepsOfTooLarge
                              : pattern == nullptr ? text.size()
                                                   : kStepsPerInstruction * pattern->instructions();
  if (evaluation.spend(kStepsOfCompiling + steps)) return pattern;
  error = kCancelled;
  return nullptr;
}

bool may_match(Evaluation& evaluation, const Pattern& pattern, std::size_t text_bytes) {
  return evaluation.spend(text_bytes * pattern.excess() / kFollowedPerStep);
}

}  // namespace drawbridge::cel
