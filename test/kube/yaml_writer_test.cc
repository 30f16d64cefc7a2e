// The exact text of write_yaml(), and that it is read back alike.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "kube/api/yaml.h"
#include "test/kube/yaml_support.h"

namespace drawbridge::kube {
namespace {

std::string write(std::string_view text) {
  const auto objects = read_yaml(text);
  return objects ? write_yaml(objects->front().document.root()) : objects.error().text();
}

TEST(WriteYaml, KubernetesObjectsInTheOrderOfPeople) {
  EXPECT_EQ(
      write(R"({"spec":{"containers":[{"resources":{},"name":"a","args":[]}],"b":[[1,2],[{"x":1}]]},
                      "status":null,"kind":"Pod","apiVersion":"v1","data":1.5,"metadata":{"name":"p","labels":{"a":"b"}}})"),
      "apiVersion: v1\n"
      "kind: Pod\n"
      "metadata:\n"
      "  labels:\n"
      "    a: b\n"
      "  name: p\n"
      "spec:\n"
      "  b:\n"
      "  - - 1\n"
      "    - 2\n"
      "  - - x: 1\n"
      "  containers:\n"
      "  - args: []\n"
      "    name: a\n"
      "    resources: {}\n"
      "status: null\n"
      "data: 1.5\n");
  EXPECT_EQ(write("[1e300, 2e-300, 1.5e300, 0.5]"), "- 1.0e+300\n- 2.0e-300\n- 1.5e+300\n- 0.5\n");
  EXPECT_EQ(write(R"({"spec":1,"kind":"x","a":2})"), "a: 2\nkind: x\nspec: 1\n");
}

TEST(WriteYaml, QuotesExactlyWhatWouldBeReadOtherwise) {
  for (const char* text : {"y",
                           "No",
                           "on",
                           "true",
                           "null",
                           "~",
                           "",
                           "1",
                           "0777",
                           "0x1F",
                           "1e3",
                           "1_000",
                           ".5",
                           ".5_",
                           "1.",
                           ".inf",
                           "-.INF",
                           ".nan",
                           "<<",
                           "=",
                           "190:20:30",
                           "-1:00",
                           "12:30:45.5",
                           "2001-01-01",
                           "2001-99-99",
                           "0b_",
                           "2001-01-01T00:00:00Z",
                           "2001-1-1 1:2:3 +1",
                           "0o17",
                           "18446744073709551616",
                           "+0b1"}) {
    EXPECT_EQ(write_yaml(Json::string(text)), "\"" + std::string(text) + "\"\n");
  }
  for (const char* text : {"yEs",   "a",           "8Gi",          "500m",        "1.2.3",
                           "v1",    "_1",          "10.0.0.1",     "1-2",         "nvidia.com/gpu",
                           "a b",   "0xg",         "1:60",         "1:2:x",       "2001-01",
                           "a:b",   "a#b",         "http://x/y?z", "0o8",         "80/tcp",
                           "1e400", "0x",          "\u00fc",       "2001-01-01x", "1,000",
                           "x=y",   "12:30:45:5.x"}) {
    EXPECT_EQ(write_yaml(Json::string(text)), std::string(text) + "\n");
  }
  for (const char* text : {"- a", "a: b", "#x", "a #b", "*x", "&x", "!x", "@x", "%x", "{a}", "[a]",
                           "a:", " a", "a ", "? a", "'a", "|"}) {
    const std::string written = write_yaml(Json::string(text));
    EXPECT_TRUE(written.starts_with('\'') || written.starts_with('"')) << written;
    EXPECT_EQ(read(written), to_text(Json::string(text)));
  }
}

TEST(WriteYaml, TextOfSeveralLines) {
  EXPECT_EQ(write(R"({"a":"x\n  y\n","b":"x\ny","c":["x\ny\n"]})"),
            "a: |\n  x\n    y\nb: |-\n  x\n  y\nc:\n- |\n  x\n  y\n");
  EXPECT_EQ(
      write(R"({"a":" x\ny","b":"x \ny","c":"x\ty\n","d":"\nx","e":"x\n\n","f":"x\u0007\n"})"),
      "a: \" x\\ny\"\nb: \"x \\ny\"\nc: \"x\\ty\\n\"\nd: \"\\nx\"\ne: \"x\\n\\n\"\nf: "
      "\"x\\a\\n\"\n");
}

TEST(WriteYaml, IsReadBackAlike) {
  for (
      const std::string_view text :
      {"{a: [[[]], {}, [{}], {b: {c: []}}], ? 'long key' : 1, '': 2}",
       "[1.5, 1e300, -1e-300, 1e21, 123456789012345678]",
       "[18446744073709551615, -9223372036854775808, true, null]",
       "'a\\0\\r\\n\\u2028\\uFEFF\\x7f\\x85'",
       R"(["a\0\r\n\u2028\uFEFF\x7f\x85", "\U0001F600", "a\r", "\t", "---", "...", "--- a", "a\n---\nb\n", "...\nx\n"])",
       R"({"a": "x\u0085y\n", "b": "x\u2028y\nz\n", "c": "x\n\u2029\n"})",
       R"({"a\nb": 1, "x: y": 2, "- z": 3, "? q": 4, "12": 5, "yes": 6, "#": 7, "": 8, " ": 9, "\n": 10})"}) {
    const auto objects = read_yaml(text);
    ASSERT_TRUE(objects.ok()) << text << objects.error().message;
    const std::string written = write_yaml(objects->front().document.root());
    const auto again = read_yaml(written);
    ASSERT_TRUE(again.ok()) << written << again.error().message;
    EXPECT_EQ(again->front().document.root(), objects->front().document.root()) << written;
  }
  std::string text =
      "{\"" + std::string(300, 'k') + "\": [" + repeated("[", 200) + repeated("]", 200) + "]}";
  const std::string written = write(text);
  EXPECT_EQ(read(written), read(text)) << written;
}

}  // namespace
}  // namespace drawbridge::kube
