#include "rules/cel/lexer.h"

#include <gtest/gtest.h>

#include <string>

namespace drawbridge::cel {
namespace {

// "kind text" of each token, "! text" of what is none.
std::string tokens_of(std::string_view text) {
  const Tokens tokens = tokenize(text);
  std::string result;
  std::size_t error = 0;
  for (std::uint32_t i = 0; i < tokens.tokens.size(); ++i) {
    for (; error < tokens.errors.size() && tokens.errors[error].token == i; ++error) {
      const LexicalError& it = tokens.errors[error];
      result += "!" + std::string(text.substr(it.begin, it.end - it.begin)) + "\n";
    }
    const Token& token = tokens.tokens[i];
    if (token.kind == TokenKind::kEnd) break;
    result += std::string(name_of(token.kind)) + " " +
              std::string(text.substr(token.begin, token.end - token.begin)) + "\n";
  }
  EXPECT_EQ(error, tokens.errors.size());
  return result;
}

TEST(Lexer, TheLongestMatchWins) {
  EXPECT_EQ(tokens_of("<=<!=!=="), "'<=' <=\n'<' <\n'!=' !=\n'!=' !=\n!=\n");
  EXPECT_EQ(tokens_of("in int true_ nullx"),
            "'in' in\nIDENTIFIER int\nIDENTIFIER true_\nIDENTIFIER nullx\n");
  EXPECT_EQ(tokens_of("1.5.2"), "NUM_FLOAT 1.5\nNUM_FLOAT .2\n");
  EXPECT_EQ(tokens_of("1..2"), "NUM_INT 1\n'.' .\nNUM_FLOAT .2\n");
  EXPECT_EQ(tokens_of("1e+ 1e5u 0x 0xFu 0X1"),
            "NUM_INT 1\nIDENTIFIER e\n'+' +\nNUM_FLOAT 1e5\nIDENTIFIER u\nNUM_INT 0\n"
            "IDENTIFIER x\nNUM_UINT 0xFu\nNUM_INT 0\nIDENTIFIER X1\n");
}

TEST(Lexer, PrefixesOfStrings) {
  EXPECT_EQ(tokens_of("r'a' R\"\\\" b'a' Br'\\' rb'a'"),
            "STRING r'a'\nSTRING R\"\\\"\nBYTES b'a'\nBYTES Br'\\'\nIDENTIFIER rb\nSTRING 'a'\n");
}

TEST(Lexer, TripleQuotesEndAtTheFirstThree) {
  EXPECT_EQ(tokens_of(R"("""a"b""c"""")"), "STRING \"\"\"a\"b\"\"c\"\"\"\n!\"\n");
  EXPECT_EQ(tokens_of(R"('''a\''''')"), "STRING '''a\\''''\n!'\n");
}

// What was whole on the way is taken, and the rest is read anew.
TEST(Lexer, OpenStrings) {
  EXPECT_EQ(tokens_of("'abc"), "!'abc\n");
  EXPECT_EQ(tokens_of("b'abc"), "IDENTIFIER b\n!'abc\n");
  EXPECT_EQ(tokens_of("'''abc"), "STRING ''\n!'abc\n");
  EXPECT_EQ(tokens_of("'a\\qb' c"), "!'a\\q\nIDENTIFIER b\n!' c\n");
  EXPECT_EQ(tokens_of("'a\nb"), "!'a\n\nIDENTIFIER b\n");
}

TEST(Lexer, BlanksAndComments) {
  EXPECT_EQ(tokens_of("a // b\n\f\t\r c//"), "IDENTIFIER a\nIDENTIFIER c\n");
  EXPECT_EQ(tokens_of("a\vb"), "IDENTIFIER a\n!\v\nIDENTIFIER b\n");
}

TEST(Lexer, QuotedIdentifiers) {
  EXPECT_EQ(tokens_of("`a-b/c. d_1` `` `a$`"), "ESC_IDENTIFIER `a-b/c. d_1`\n!``\n!`a$\n!`\n");
}

TEST(Lexer, OffsetsAreCodePoints) {
  const Tokens tokens = tokenize("'\u00e9\U0001F601' @ a");
  ASSERT_EQ(tokens.tokens.size(), 3u);
  EXPECT_EQ(tokens.tokens[1].offset, 7u);
  EXPECT_EQ(tokens.errors[0].offset, 5u);
  EXPECT_EQ(tokens.tokens[2].offset, 8u);
}

TEST(Text, BytesThatAreNoUtf8CountOneEach) {
  EXPECT_EQ(count_code_points("a\u00e9\U0001F601"), 3u);
  EXPECT_EQ(count_code_points("\xed\xa0\x80"), 3u);  // a surrogate
  EXPECT_EQ(count_code_points("\xc0\x80"), 2u);      // longer than need be
  EXPECT_EQ(count_code_points("\xf4\x90\x80\x80"), 4u);
  EXPECT_EQ(count_code_points("\xe2\x82"), 2u);
  EXPECT_EQ(to_valid_utf8("a\xff\u20ac\xe2\x82"), "a\ufffd\u20ac\ufffd\ufffd");
}

}  // namespace
}  // namespace drawbridge::cel
