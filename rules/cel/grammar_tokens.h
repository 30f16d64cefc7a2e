// What the rules of the grammar begin with, and the places where one may fail.
#pragma once

#include "rules/cel/token_reader.h"

namespace drawbridge::cel {

inline constexpr TokenSet kPrimaryFirst =
    set_of(TokenKind::kLeftBracket, TokenKind::kLeftBrace, TokenKind::kLeftParenthesis,
           TokenKind::kDot, TokenKind::kMinus, TokenKind::kTrue, TokenKind::kFalse,
           TokenKind::kNull, TokenKind::kFloat, TokenKind::kInt, TokenKind::kUint,
           TokenKind::kString, TokenKind::kBytes, TokenKind::kIdentifier);
inline constexpr TokenSet kExprFirst = kPrimaryFirst | set_of(TokenKind::kNot);
inline constexpr TokenSet kOptionalExprFirst = kExprFirst | set_of(TokenKind::kQuestion);
inline constexpr TokenSet kFieldNameFirst =
    set_of(TokenKind::kIdentifier, TokenKind::kQuotedIdentifier);
inline constexpr TokenSet kFieldFirst = kFieldNameFirst | set_of(TokenKind::kQuestion);
inline constexpr TokenSet kRelations =
    set_of(TokenKind::kEquals, TokenKind::kNotEquals, TokenKind::kIn, TokenKind::kLess,
           TokenKind::kLessEquals, TokenKind::kGreaterEquals, TokenKind::kGreater);
inline constexpr TokenSet kCalculations = set_of(
    TokenKind::kPlus, TokenKind::kMinus, TokenKind::kStar, TokenKind::kSlash, TokenKind::kPercent);
inline constexpr TokenSet kMemberNext = set_of(TokenKind::kDot, TokenKind::kLeftBracket);

// Where a call, list, map or message ends.
inline constexpr Follow kAfterPrimary{0, true};

enum GrammarPlace : TokenReader::Place {
  kAtStart,
  kAtTernary,
  kAtUnary,
  kAtMinus,
  kAtMember,
  kAtSelect,
  kAtMemberArgs,
  kAtMemberCallEnd,
  kAtIndex,
  kAtIndexEnd,
  kAtPrimary,
  kAtCallArgs,
  kAtCallEnd,
  kAtNestedEnd,
  kAtList,
  kAtListComma,
  kAtListEnd,
  kAtMap,
  kAtMapComma,
  kAtMapEnd,
  kAtMessage,
  kAtMessageComma,
  kAtMessageEnd,
  kAtMapColon,
  kAtFieldColon,
  kAtField,
  kAtFieldName,
  kAtOptionalExpr,
  kAtLiteral,
};

}  // namespace drawbridge::cel
