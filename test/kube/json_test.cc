#include "kube/api/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "kube/api/json_writer.h"

namespace drawbridge::kube {
namespace {

using ::testing::HasSubstr;

std::string read_error(std::string_view text) {
  Result<Document> document = read_json(text);
  return document ? "read without an error" : document.error().message;
}

TEST(JsonReader, OfTooManyTokensNothingIsRead) {
  const std::string text = R"( {"a": ["x y", -1.5], "b": null} )";  // 13 of them
  Document document;
  EXPECT_TRUE(JsonReader(13).read(text, document));
  EXPECT_EQ(document.root()["a"].size(), 2u);
  const Status refused = JsonReader(12).read(text, document);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().text(), HasSubstr("has 13 tokens"));
  EXPECT_THAT(refused.error().text(), HasSubstr("may have 12"));
  EXPECT_TRUE(document.root().is_null());
  document.clear();
  EXPECT_TRUE(JsonReader().read(text, document));
  document.clear();
  EXPECT_TRUE(document.root().is_null());
}

TEST(Json, ReadsEveryKindAndFindsKeys) {
  Result<Document> document = read_json(
      R"({"b":true,"i":-7,"u":18446744073709551615,"d":1.5,"s":"h\u00e9\n","n":null,"a":[1,[2]],"o":{"x":{}}})");
  ASSERT_TRUE(document.ok());
  const Json root = document->root();
  EXPECT_TRUE(root["b"].as_bool());
  EXPECT_EQ(root["i"].as_int(), -7);
  EXPECT_EQ(root["u"].as_uint(), 18446744073709551615u);
  EXPECT_EQ(root["d"].as_double(), 1.5);
  EXPECT_EQ(root["s"].as_string(), "h\u00e9\n");
  EXPECT_TRUE(root["n"].is_null());
  EXPECT_NE(root.find("n"), nullptr);
  EXPECT_EQ(root.find("absent"), nullptr);
  EXPECT_EQ(root["a"].at(1).at(0).as_int(), 2);
  EXPECT_TRUE(root["o"]["x"].is_object());
  EXPECT_TRUE(root["o"]["y"]["z"].is_null());
}

TEST(Json, MembersAreSortedAndWrittenAlike) {
  Result<Document> a = read_json(R"({"b":1,"a":{"d":2,"c":3}})");
  Result<Document> b = read_json(R"({ "a" : {"c":3, "d":2}, "b":1 })");
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_EQ(to_text(a->root()), R"({"a":{"c":3,"d":2},"b":1})");
  EXPECT_EQ(a->root(), b->root());
}

TEST(Json, FindsEachOfManyKeys) {
  for (const int count : {1, 8, 9, 24, 25, 3000}) {
    std::string text = "{";
    for (int i = count; i-- > 0;)
      text += "\"k" + std::to_string(i) + "\":" + std::to_string(i) + (i ? "," : "}");
    Result<Document> document = read_json(text);
    ASSERT_TRUE(document.ok());
    for (int i = 0; i < count; ++i)
      EXPECT_EQ(document->root()["k" + std::to_string(i)].as_int(-1), i);
  }
}

TEST(Json, DuplicateKeysAreRefusedByName) {
  EXPECT_THAT(read_error(R"({"spec":1,"x":{"name":1,"name":2}})"),
              HasSubstr("the key \"name\" stands twice"));
  // The same key written with an escape.
  EXPECT_THAT(read_error(R"({"name":1,"n\u0061me":2})"), HasSubstr("stands twice"));
}

TEST(Json, DuplicateKeysAreFoundAmongFewAndMany) {
  for (const int count : {1, 2, 23, 24, 25, 26, 300}) {
    std::string text = "{";
    for (int i = count; i-- > 0;) text += "\"common-prefix-" + std::to_string(i) + "\":{\"x\":1},";
    ASSERT_TRUE(read_json(text + "\"common-prefix-\":1}").ok()) << count;
    EXPECT_THAT(read_error(text + "\"common-prefix-0\":1}"),
                HasSubstr("the key \"common-prefix-0\" stands twice"))
        << count;
  }
  // Of two such keys the one that was repeated last is told.
  EXPECT_THAT(read_error(R"({"b":1,"a":1,"a":1,"b":1})"), HasSubstr("the key \"b\""));
  EXPECT_THAT(read_error(R"({"b":1,"a":1,"b":1,"a":1})"), HasSubstr("the key \"a\""));
  EXPECT_THAT(read_error(R"({"":1,"":1})"), HasSubstr("the key \"\" stands twice"));
}

TEST(Json, MalformedTextIsRefused) {
  for (const char* text : {"", " ", "{", "[1,]", "{\"a\":1}x", "{} {}", "nul", "'a'", "[01]",
                           "{\"a\" 1}", "\xef\xbb\xbf{}"}) {
    EXPECT_NE(read_error(text), "read without an error") << text;
  }
  EXPECT_THAT(read_error("\"\xff\""), HasSubstr("UTF-8"));
  EXPECT_THAT(read_error("\"a\nb\""), HasSubstr("control character"));
  EXPECT_NE(read_error(R"("\ud800")"), "read without an error");
}

TEST(Json, NumbersAtAndPastTheirRange) {
  EXPECT_EQ(read_json("9223372036854775807")->root().kind(), Json::Kind::kInt);
  EXPECT_EQ(read_json("9223372036854775808")->root().kind(), Json::Kind::kUint);
  EXPECT_EQ(read_json("-9223372036854775808")->root().as_int(), INT64_MIN);
  EXPECT_THAT(read_error("18446744073709551616"), HasSubstr("out of range"));
  EXPECT_THAT(read_error("-9223372036854775809"), HasSubstr("out of range"));
  EXPECT_THAT(read_error("1e400"), HasSubstr("out of range"));
}

TEST(Json, NumbersHaveTheGrammarOfJson) {
  for (const char* text :
       {"0", "-0", "12", "1.5", "-1.5e300", "1E+5", "1e-5", "0e999999999999999999999",
        "1.7976931348623157e308", "5e-324", "3.14159265358979323846264338327950288",
        "100000000000000000000000000e-10", "2.2250738585072011e-308"}) {
    const Result<Document> document = read_json(text);
    ASSERT_TRUE(document.ok()) << text;
    EXPECT_EQ(document->root().as_double(), std::strtod(text, nullptr)) << text;
  }
  EXPECT_EQ(read_json("1e-400")->root().as_double(1), 0);
  EXPECT_EQ(read_json("-1e-99999999999999999999")->root().as_double(1), 0);
  for (const char* text :
       {"01", "-01", "-", "+1", "1.", "1.e5", ".5", "1e", "1e+", "0x10", "1a", "1.5.5", "1\f",
        "NaN", "Infinity", "-Infinity", "1.7976931348623159e308", "1e99999999999999999999"}) {
    EXPECT_NE(read_error(text), "read without an error") << text;
    EXPECT_NE(read_error("[" + std::string(text) + ", 1]"), "read without an error") << text;
  }
  // A zero behind a number ends the text no more than any other character.
  EXPECT_NE(read_error(std::string_view("1\0", 2)), "read without an error");
}

TEST(Json, EscapesAreReadAndNothingElse) {
  const Result<Document> document = read_json(
      R"(["\"\\\/\b\f\n\r\t","\u0041\u00e9\u20AC\ud83d\ude00","plain","a\\","\\\"",""," \n x "])");
  ASSERT_TRUE(document.ok());
  const Json list = document->root();
  EXPECT_EQ(list.at(0).as_string(), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(list.at(1).as_string(), "A\u00e9\u20ac\U0001f600");
  EXPECT_EQ(list.at(2).as_string(), "plain");
  EXPECT_EQ(list.at(3).as_string(), "a\\");
  EXPECT_EQ(list.at(4).as_string(), "\\\"");
  EXPECT_EQ(list.at(5).as_string(), "");
  EXPECT_EQ(list.at(6).as_string(), " \n x ");
  for (const char* text : {R"("\x41")", R"("\u12")", R"("\u12g4")", R"("\ud83d")", R"("\ud83dx")",
                           R"("\ud83d\u0041")", R"("\ude00\")", R"("a)", R"("a\")"}) {
    EXPECT_NE(read_error(text), "read without an error") << text;
  }
}

TEST(Json, TokensStandWhereTheyBelong) {
  for (const char* text : {"{\"a\"}",
                           "{\"a\":}",
                           "{\"a\":1,}",
                           "{,}",
                           "{1:2}",
                           "{a:1}",
                           "{\"a\":1 \"b\":2}",
                           "{\"a\":1]",
                           "[1}",
                           "[1 2]",
                           "[,1]",
                           "[\"a\"\"b\"]",
                           "[\"a\"b]",
                           "[b\"a\"]",
                           "{\"a\"::1}",
                           "{\"a\":1}}",
                           "[]]",
                           "[][]",
                           "true false",
                           "truex",
                           "[true1]",
                           "\\\"a\"",
                           "[\\ \"a\"]",
                           "1\"a\"",
                           "\"a\"1",
                           ":",
                           ",",
                           "]",
                           "}"}) {
    EXPECT_NE(read_error(text), "read without an error") << text;
  }
  EXPECT_EQ(to_text(read_json(" \r\n\t{ \"a\" : [ true , null , { } , [ ] ] } \n")->root()),
            R"({"a":[true,null,{},[]]})");
}

TEST(Json, KeysAreSortedByTheirBytes) {
  // Equal in the first eight bytes, shorter than them, and beyond ASCII.
  const std::string keys[] = {"",          "a",        "ab", "abcdefgh", "abcdefgh\u0001",
                              "abcdefghi", "abcdefgz", "b",  "\u00e9"};
  std::string text = "{";
  for (std::size_t i = std::size(keys); i-- > 0;) {
    write_json_string(keys[i], text);
    text += i > 0 ? ":1," : ":1}";
  }
  const Result<Document> document = read_json(text);
  ASSERT_TRUE(document.ok());
  ASSERT_EQ(document->root().size(), std::size(keys));
  for (std::size_t i = 0; i < std::size(keys); ++i)
    EXPECT_EQ(document->root().members()[i].key(), keys[i]);
}

TEST(Json, DepthAtAndPastTheLimit) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(read_json(nested(kJsonDepthMax)).ok());
  EXPECT_THAT(read_error(nested(kJsonDepthMax + 1)), HasSubstr("more than 256 levels"));
  EXPECT_THAT(read_error(nested(1'000'000)), HasSubstr("more than 256 levels"));
  EXPECT_NE(read_error(std::string(1 << 20, '[')), "read without an error");
}

TEST(Json, ADocumentOutlivesTheReaderAndTheText) {
  Document document;
  {
    JsonReader reader;
    std::string text = R"({"name":"trainer","list":["a","b"]})";
    ASSERT_TRUE(reader.read(text, document).ok());
    text.assign(text.size(), 'x');
    Document other;
    ASSERT_TRUE(reader.read(R"({"name":"another"})", other).ok());
  }
  Document moved = std::move(document);
  EXPECT_EQ(moved.root()["name"].as_string(), "trainer");
  EXPECT_EQ(moved.root()["list"].at(1).as_string(), "b");
}

TEST(Json, AFailedReadLeavesAnEmptyDocumentAndAUsableReader) {
  JsonReader reader;
  Document document;
  ASSERT_TRUE(reader.read("{\"a\":1}", document).ok());
  EXPECT_FALSE(reader.read("{\"a\":", document).ok());
  EXPECT_TRUE(document.root().is_null());
  EXPECT_TRUE(reader.read("[1]", document).ok());
  EXPECT_EQ(document.root().at(0).as_int(), 1);
}

TEST(Json, CopyOwnsItsMemory) {
  Document copy;
  {
    Result<Document> document = read_json(R"({"a":["x",{"b":"y"}]})");
    ASSERT_TRUE(document.ok());
    copy.set_root(copy_json(document->root(), copy.arena()));
  }
  EXPECT_EQ(to_text(copy.root()), R"({"a":["x",{"b":"y"}]})");
}

TEST(Json, EqualityComparesNumbersByValue) {
  EXPECT_EQ(read_json("[1,2.0]")->root(), read_json("[1.0,2]")->root());
  EXPECT_FALSE(read_json("1")->root() == read_json("\"1\"")->root());
  EXPECT_FALSE(read_json("18446744073709551615")->root() == read_json("-1")->root());
}

TEST(JsonWriter, EscapesWhatJsonDemands) {
  std::string text;
  std::string all;
  for (char c = 1; c < 0x7f; ++c) all += c;
  all += '\0';
  write_json_string(all, text);
  EXPECT_EQ(nlohmann::json::parse(text).get<std::string>(), all);
}

TEST(JsonWriter, DoublesReadBackAsTheyWere) {
  for (const double value : {1.5, -0.0, 1e300, 5e-324, 9007199254740992.0, 9007199254740994.0,
                             123456789012345680000.0, -18446744073709551616.0, 0.1}) {
    const std::string text = to_text(Json::real(value));
    Result<Document> read = read_json(text);
    ASSERT_TRUE(read.ok()) << text;
    EXPECT_EQ(read->root().as_double(), value) << text;
    EXPECT_EQ(std::signbit(read->root().as_double()), std::signbit(value)) << text;
  }
}

TEST(JsonWriter, CommasAndNesting) {
  std::string text;
  JsonWriter writer(text);
  writer.begin_object()
      .key("a")
      .begin_array()
      .integer(1)
      .string("x")
      .begin_object()
      .end_object()
      .end_array();
  writer.key("b").boolean(true).key("c").null().key("d").raw("[2]").end_object();
  EXPECT_EQ(text, R"({"a":[1,"x",{}],"b":true,"c":null,"d":[2]})");
}

TEST(Arena, ResetKeepsAtMostOneBoundedBlock) {
  Arena arena;
  for (int i = 0; i < 100; ++i) arena.allocate<char>(100'000);
  EXPECT_GT(arena.capacity(), Arena::kKeptBytesMax);
  arena.reset();
  EXPECT_LE(arena.capacity(), Arena::kKeptBytesMax);
}

}  // namespace
}  // namespace drawbridge::kube
