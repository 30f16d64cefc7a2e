// The tokens as the grammar's rules take them, and what happens where they don't fit.
//
// Errors are found, worded and recovered from as ANTLR's DefaultErrorStrategy does it under cel-go
// with its limits (cel-go parser/parser.go): one token too many is skipped, one that is missing is
// imagined, else everything is skipped up to what may follow a rule that is under way. All of that
// is off the path of an expression without errors.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/cel/issue.h"
#include "rules/cel/lexer.h"

namespace drawbridge::cel {

// cel-go's limits: recoveries of one expression, and tokens that one of them skips.
inline constexpr std::uint32_t kRecoveriesMax = 30;
inline constexpr std::uint32_t kRecoverySkipMax = 256;
inline constexpr std::uint32_t kSyntaxErrorsMax = 100;

// A set of token kinds, one bit each.
using TokenSet = std::uint64_t;
template <typename... Kinds>
constexpr TokenSet set_of(Kinds... kinds) {
  return (TokenSet{0} | ... | (TokenSet{1} << static_cast<unsigned>(kinds)));
}

// What may come next; `ends`: or the rule ends, and what follows it comes.
struct Follow {
  TokenSet tokens = 0;
  bool ends = false;
};

// A rule of the grammar that is under way, and what may follow it where it was called.
struct Rule {
  const Rule* caller = nullptr;  // nullptr: the outermost
  Follow follow = {};
};

class TokenReader {
 public:
  // A place of the grammar, for ANTLR's test of having failed there before.
  using Place = std::uint8_t;

  // Precondition: both outlive this.
  TokenReader(std::string_view text, const Tokens& tokens);

  TokenKind kind() const { return tokens_[at_].kind; }
  TokenKind kind(std::size_t ahead) const { return token(ahead).kind; }
  bool in(TokenSet set) const { return (set >> static_cast<unsigned>(kind()) & 1) != 0; }
  bool next_in(TokenSet set) const { return (set >> static_cast<unsigned>(kind(1)) & 1) != 0; }
  // 0 is the current one; past the end it is kEnd.
  const Token& token(std::size_t ahead = 0) const {
    const std::size_t index = at_ + ahead;
    return tokens_[index < tokens_.size() ? index : tokens_.size() - 1];
  }

  // Takes the current token, which fits.
  void take() {
    if (recovering_) end_recovery();
    advance();
  }
  bool take_if(TokenKind wanted) {
    if (kind() != wanted) return false;
    take();
    return true;
  }

  // All of these: false where an error was reported and recovered from; the rule then ends.

  // Is the current token one of `set`, which a rule's alternatives begin with? One that stands
  // before such a token is skipped with an error.
  bool expect(TokenSet set, const Rule& rule, Place place) {
    return in(set) || recovering_ || expect_slow(set, rule, place);
  }
  // The same inside of a repetition, which goes on behind what is skipped.
  void expect_more(TokenSet set, const Rule& rule) {
    if (!in(set) && !recovering_) expect_more_slow(set, rule);
  }
  // Takes `wanted`, with `after` behind it.
  bool match(TokenKind wanted, Follow after, const Rule& rule, Place place) {
    if (kind() != wanted) return match_slow(wanted, after, rule, place);
    take();
    return true;
  }
  // No alternative has what stands up to token(ahead). Always false.
  bool no_alternative(std::size_t ahead, const Rule& rule, Place place);

  // Ends parsing: nothing is reported any more and only kEnd is read.
  void abort();
  void abort(std::string_view message);  // with an issue of the expression as a whole
  bool aborted() const { return aborted_; }

  Issues& issues() { return issues_; }

 private:
  void advance() {
    if (at_ + 1 < tokens_.size()) ++at_;
    if (next_lexical_ < lexical_.size() && lexical_[next_lexical_].token <= at_) report_lexical();
  }
  void report_lexical();
  void report(std::uint32_t offset, std::string_view message);
  bool expect_slow(TokenSet set, const Rule& rule, Place place);
  void expect_more_slow(TokenSet set, const Rule& rule);
  bool match_slow(TokenKind wanted, Follow after, const Rule& rule, Place place);
  bool skip_one(TokenSet expected);
  void report_unwanted(TokenSet expected);
  bool fail(TokenSet expected, const Rule& rule, Place place);
  void end_recovery();
  bool may_recover();
  void recover(const Rule& rule, Place place);
  void skip_until(TokenSet set, std::uint32_t& skipped, bool bounded);
  std::string shown(const Token& token) const;
  std::string text_between(std::size_t from, std::size_t to) const;

  std::string_view text_;
  const std::vector<Token>& tokens_;
  const std::vector<LexicalError>& lexical_;
  std::size_t at_ = 0;
  std::size_t next_lexical_ = 0;
  bool recovering_ = false;
  bool aborted_ = false;
  std::uint32_t recoveries_ = 0;
  std::uint32_t reported_ = 0;
  std::size_t failed_at_ = 0;         // where the last recovery began,
  std::vector<Place> failed_places_;  // and those of the grammar that failed since the last match
  Issues issues_;
};

}  // namespace drawbridge::cel
