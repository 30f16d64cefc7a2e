#include "rules/cel/token_reader.h"

#include <algorithm>

namespace drawbridge::cel {
namespace {

std::string names_of(TokenSet set) {
  std::string names;
  std::size_t count = 0;
  for (std::size_t i = 0; i < kTokenKinds; ++i) {
    if ((set >> i & 1) == 0) continue;
    if (count++ != 0) names += ", ";
    names += name_of(static_cast<TokenKind>(i));
  }
  return count == 1 ? names : '{' + names + '}';
}

std::string in_quotes(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    switch (c) {
      case '\t':
        result += "\\t";
        break;
      case '\n':
        result += "\\n";
        break;
      case '\r':
        result += "\\r";
        break;
      default:
        result += c;
    }
  }
  return result + '\'';
}

// What may follow a rule, seen from all the rules under way.
TokenSet in_context(Follow follow, const Rule& rule) {
  TokenSet set = follow.tokens;
  const Rule* at = &rule;
  while (follow.ends) {
    if (at->caller == nullptr) return set | set_of(TokenKind::kEnd);
    follow = at->follow;
    set |= follow.tokens;
    at = at->caller;
  }
  return set;
}

TokenSet recovery_set(const Rule& rule) {
  TokenSet set = 0;
  for (const Rule* at = &rule; at->caller != nullptr; at = at->caller) set |= at->follow.tokens;
  return set;
}

// A reserved word behind a dot is told as what it is.
std::string_view reserved_word(std::string_view input) {
  bool valid = true;
  if (input.empty()) return {};
  input.remove_prefix(code_point_bytes(input, valid));
  return input == "true" || input == "false" || input == "null" ? input : std::string_view{};
}

}  // namespace

TokenReader::TokenReader(std::string_view text, const Tokens& tokens)
    : text_(text), tokens_(tokens.tokens), lexical_(tokens.errors) {
  report_lexical();
}

void TokenReader::report(std::uint32_t offset, std::string_view message) {
  if (aborted_) return;
  if (reported_ == kSyntaxErrorsMax) {
    issues_.add(offset,
                "Syntax error: More than " + std::to_string(kSyntaxErrorsMax) + " syntax errors");
    return abort();
  }
  ++reported_;
  issues_.add(offset, "Syntax error: " + std::string(message));
}

void TokenReader::report_lexical() {
  while (!aborted_ && next_lexical_ < lexical_.size() && lexical_[next_lexical_].token <= at_) {
    const LexicalError& error = lexical_[next_lexical_++];
    const std::string_view text = text_.substr(error.begin, error.end - error.begin);
    report(error.offset, "token recognition error at: '" + std::string(text) + "'");
  }
}

void TokenReader::abort() {
  aborted_ = true;
  recovering_ = true;
  next_lexical_ = lexical_.size();
  at_ = tokens_.size() - 1;
}

void TokenReader::abort(std::string_view message) {
  if (!aborted_) issues_.add(kNoOffset, std::string(message));
  abort();
}

std::string TokenReader::shown(const Token& token) const {
  if (token.kind == TokenKind::kEnd) return "'<EOF>'";
  return in_quotes(text_.substr(token.begin, token.end - token.begin));
}

void TokenReader::report_unwanted(TokenSet expected) {
  recovering_ = true;
  report(token().offset, "extraneous input " + shown(token()) + " expecting " + names_of(expected));
}

// One token too many, where the next would fit.
bool TokenReader::skip_one(TokenSet expected) {
  if (aborted_ || !next_in(expected)) return false;
  if (!recovering_) report_unwanted(expected);
  advance();
  if (!aborted_) end_recovery();
  return true;
}

bool TokenReader::fail(TokenSet expected, const Rule& rule, Place place) {
  if (!recovering_) {
    recovering_ = true;
    report(token().offset,
           "mismatched input " + shown(token()) + " expecting " + names_of(expected));
  }
  recover(rule, place);
  return false;
}

bool TokenReader::expect_slow(TokenSet set, const Rule& rule, Place place) {
  return skip_one(set) || fail(set, rule, place);
}

void TokenReader::expect_more_slow(TokenSet set, const Rule& rule) {
  report_unwanted(set);
  std::uint32_t skipped = 0;
  skip_until(set | recovery_set(rule), skipped, false);
}

bool TokenReader::match_slow(TokenKind wanted, Follow after, const Rule& rule, Place place) {
  if (!may_recover()) return false;
  const TokenSet expected = set_of(wanted);
  if (skip_one(expected)) {
    take();
    return true;
  }
  if (in(in_context(after, rule))) {
    if (!recovering_) {
      recovering_ = true;
      report(token().offset, "missing " + names_of(expected) + " at " + shown(token()));
    }
    return true;
  }
  return fail(expected, rule, place);
}

bool TokenReader::no_alternative(std::size_t ahead, const Rule& rule, Place place) {
  if (!recovering_) {
    recovering_ = true;
    const std::string input = kind() == TokenKind::kEnd
                                  ? "<EOF>"
                                  : text_between(at_, std::min(at_ + ahead, tokens_.size() - 1));
    const std::string_view reserved = reserved_word(input);
    report(token(ahead).offset,
           reserved.empty()
               ? "no viable alternative at input " + in_quotes(input)
               : "mismatched input '" + std::string(reserved) + "' expecting IDENTIFIER");
  }
  recover(rule, place);
  return false;
}

// The tokens' text with the blanks between them, without what was no token.
std::string TokenReader::text_between(std::size_t from, std::size_t to) const {
  std::string result;
  std::uint32_t begin = tokens_[from].begin;
  const std::uint32_t end = tokens_[to].end;
  for (const LexicalError& error : lexical_) {
    if (error.end <= begin || error.begin >= end) continue;
    result += text_.substr(begin, error.begin - begin);
    begin = error.end;
  }
  result += text_.substr(begin, end - begin);
  return result;
}

void TokenReader::end_recovery() {
  recovering_ = aborted_;
  failed_places_.clear();
}

bool TokenReader::may_recover() {
  if (aborted_) return false;
  if (recoveries_ == kRecoveriesMax) {
    report(token().offset,
           "error recovery attempt limit exceeded: " + std::to_string(kRecoveriesMax));
    abort();
    return false;
  }
  ++recoveries_;
  return true;
}

void TokenReader::recover(const Rule& rule, Place place) {
  if (!may_recover()) return;
  std::uint32_t skipped = 0;
  const auto known = std::find(failed_places_.begin(), failed_places_.end(), place);
  if (known != failed_places_.end() && failed_at_ == at_) {
    advance();  // else the same would fail here again
    ++skipped;
  }
  failed_at_ = at_;
  if (known == failed_places_.end()) failed_places_.push_back(place);
  skip_until(recovery_set(rule), skipped, true);
}

void TokenReader::skip_until(TokenSet set, std::uint32_t& skipped, bool bounded) {
  for (; kind() != TokenKind::kEnd && !in(set) && !aborted_; advance()) {
    if (bounded && ++skipped > kRecoverySkipMax) {
      return abort("error recovery token lookahead limit exceeded: " +
                   std::to_string(kRecoverySkipMax));
    }
  }
}

}  // namespace drawbridge::cel
