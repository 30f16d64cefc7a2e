// Each limit of yaml.h at its value and one past it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "kube/api/yaml.h"
#include "test/kube/yaml_support.h"

namespace drawbridge::kube {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(YamlLimits, Depth) {
  const std::string too_deep = "lists and mappings are nested more than 256 levels deep";
  const auto flow = [](std::size_t depth) {
    return "- " + repeated("[", depth - 1) + repeated("]", depth - 1);
  };
  EXPECT_TRUE(read_yaml(flow(kJsonDepthMax)).ok());
  EXPECT_EQ(read(flow(kJsonDepthMax + 1)), "line 1, column 258: " + too_deep);
  const auto block = [](std::size_t depth) { return repeated("- ", depth) + "x"; };
  EXPECT_TRUE(read_yaml(block(kJsonDepthMax)).ok());
  EXPECT_EQ(read(block(kJsonDepthMax + 1)), "line 1, column 513: " + too_deep);
  // An alias brings the depth of what it stands for.
  const auto alias = [](std::size_t depth) {
    return "- &a " + repeated("[", 100) + repeated("]", 100) + "\n- " +
           repeated("- ", depth - 101) + "*a\n";
  };
  EXPECT_TRUE(read_yaml(alias(kJsonDepthMax)).ok());
  EXPECT_THAT(read(alias(kJsonDepthMax + 1)), HasSubstr(too_deep));
  EXPECT_THAT(read(repeated("[", 1 << 20)), HasSubstr(too_deep));
  EXPECT_THAT(read(repeated("{a: ", 1 << 20)), HasSubstr(too_deep));
}

TEST(YamlLimits, Bytes) {
  std::string text = "a: 1\n#";
  text.resize(kYamlBytesMax, '#');
  EXPECT_EQ(read(text), R"({"a":1})");
  text += '#';
  EXPECT_EQ(
      read(text),
      "line 1: the text has 67108865 bytes, more than the 67108864 that are read: split the file");
}

TEST(YamlLimits, Nodes) {
  // An object, its key, its list and so many zeros; then a list and a number.
  const auto text = [](std::size_t zeros) {
    return "{\"a\":[0" + repeated(",0", zeros - 1) + "]}\n---\n- 1\n";
  };
  constexpr std::size_t kZerosMax = kYamlNodesMax - 3 - 2;
  EXPECT_TRUE(read_yaml(text(kZerosMax)).ok());
  EXPECT_EQ(read(text(kZerosMax + 1)),
            "line 3, column 3: there are more than 4000000 values up to here, with aliases "
            "expanded: split "
            "the file");
  EXPECT_EQ(read(text(kZerosMax + 3)),
            "line 1: there are more than 4000000 values up to the end of this: split the file");
}

TEST(YamlLimits, Documents) {
  const std::string text = repeated("a\n---\n", kYamlDocumentsMax);
  EXPECT_EQ(read_yaml(text)->size(), kYamlDocumentsMax);
  EXPECT_EQ(
      read(text + "a\n"),
      "line 200001: this is one more than the 100000 documents that are read: split the file");
}

TEST(YamlLimits, ItemsOfLists) {
  const auto text = [](std::size_t items) {
    return "{}{\"kind\":\"List\",\"items\":[{}" + repeated(",{}", items - 1) + "]}";
  };
  EXPECT_EQ(read_manifests(text(kYamlDocumentsMax - 1))->size(), kYamlDocumentsMax);
  EXPECT_EQ(shown(read_manifests(text(kYamlDocumentsMax))),
            "line 1: this is one more than the 100000 objects that are read: split the file");
}

TEST(YamlLimits, ShareOfAliases) {
  EXPECT_EQ(yaml_alias_share_max(0), 0.99);
  EXPECT_EQ(yaml_alias_share_max(400'000), 0.99);
  EXPECT_LT(yaml_alias_share_max(400'001), 0.99);
  EXPECT_NEAR(yaml_alias_share_max(2'200'000), 0.545, 1e-9);
  EXPECT_NEAR(yaml_alias_share_max(3'999'999), 0.10, 1e-6);
  EXPECT_EQ(yaml_alias_share_max(4'000'000), 0.10);
  const auto text = [](std::size_t values, std::size_t aliases) {
    return "- &a [0" + repeated(",0", values - 1) + "]\n- [*a" + repeated(" ,*a", aliases - 1) +
           " ]\n";
  };
  EXPECT_TRUE(read_yaml(text(1000, 110)).ok());
  EXPECT_EQ(read(text(1000, 111)),
            "line 2, column 444: aliases make up 111111 of the 112226 values up to here, and "
            "kubectl refuses "
            "so many: write some of them out");
  EXPECT_TRUE(read_yaml(text(200'000, 4)).ok());
  EXPECT_THAT(read(text(200'000, 5)), HasSubstr("aliases make up 1000005 of the 1200014 values"));
}

TEST(YamlLimits, AThousandLaughsAreRefusedAtOnce) {
  std::string text = "a0: &a0 [lol, lol, lol]\n";
  for (int i = 1; i <= 60; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    const std::string name = "a" + std::to_string(i);
    text += name + ": &" + name + " [" + before + " ," + before + " ," + before + " ]\n";
  }
  EXPECT_THAT(read(text), StartsWith("line 7, column 10: aliases make up 3604 of the 3639 values"));
}

}  // namespace
}  // namespace drawbridge::kube
