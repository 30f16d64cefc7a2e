// Lists, and manifests that people really apply.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "kube/api/yaml.h"
#include "test/kube/yaml_support.h"

namespace drawbridge::kube {
namespace {

using ::testing::StartsWith;

TEST(Manifests, ListsAreExpanded) {
  const std::string text =
      "apiVersion: v1\n"
      "kind: List\n"
      "items:\n"
      "- apiVersion: v1\n"
      "  kind: Pod\n"
      "- kind: ConfigMap\n"
      "---\n"
      "kind: Pod\n"
      "items: [1]\n";
  const auto objects = read_manifests(text);
  EXPECT_EQ(
      shown(objects),
      R"({"apiVersion":"v1","kind":"Pod"} | {"kind":"ConfigMap"} | {"items":[1],"kind":"Pod"})");
  EXPECT_THAT(lines(objects), ::testing::ElementsAre(4, 6, 8));
  EXPECT_EQ(shown(read_yaml(text)).substr(0, 30), R"({"apiVersion":"v1","items":[{")");
}

TEST(Manifests, TypedListsNameTheirItems) {
  const auto objects = read_manifests(
      "{\"kind\": \"PodList\", \"apiVersion\": \"v1\", \"metadata\": {\"items\": [1, 2]},\n"
      " \"items\": [\n"
      "  {\"metadata\": {\"name\": \"a\"}},\n"
      "\n"
      "  {\"kind\": \"Other\"}, {\"kind\": \"\", \"apiVersion\": \"\"}\n"
      " ]}");
  EXPECT_EQ(
      shown(objects),
      R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}} | {"kind":"Other"} | {"apiVersion":"v1","kind":"Pod"})");
  EXPECT_THAT(lines(objects), ::testing::ElementsAre(3, 5, 5));
}

TEST(Manifests, ListsInListsComeLast) {
  EXPECT_EQ(
      shown(read_manifests("kind: List\nitems:\n- {kind: List, items: [{kind: A}]}\n- kind: B\n")),
      R"({"kind":"B"} | {"kind":"A"})");
  EXPECT_EQ(shown(read_manifests("kind: List\nitems: []\n")), "");
}

TEST(Manifests, WhatIsNoObjectIsRefused) {
  EXPECT_EQ(shown(read_manifests("a: 1\n---\n- a\n")),
            "line 3: a manifest is an object with apiVersion and kind, and this is a value of type "
            "array");
  EXPECT_EQ(shown(read_manifests("kind: List\nitems:\n- kind: A\n- text\n")),
            "line 4: items[1] of this List is no object but of type string");
}

TEST(Manifests, ItemsOutliveTheirList) {
  std::vector<YamlObject> kept;
  {
    auto objects = read_manifests(
        "kind: PodList\napiVersion: v1\nitems:\n- metadata: {name: &n some-name}\n  x: *n\n");
    ASSERT_TRUE(objects.ok());
    kept.push_back(std::move((*objects)[0]));
  }
  EXPECT_EQ(to_text(kept[0].document.root()),
            R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"some-name"},"x":"some-name"})");
}

std::filesystem::path shared_manifests() {
  const char* given = std::getenv("DRAWBRIDGE_SHARED");
  const std::filesystem::path shared =
      given != nullptr ? given : std::filesystem::path(DRAWBRIDGE_SOURCE_DIR) / "../shared";
  return shared / "manifests";
}

TEST(Manifests, RealOnesAreReadAndWrittenAlike) {
  if (!std::filesystem::exists(shared_manifests())) {
    GTEST_SKIP() << "SKIPPED: no manifests in " << shared_manifests()
                 << "; DRAWBRIDGE_SHARED says where they are";
  }
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(shared_manifests())) {
    if (entry.path().extension() != ".yaml") continue;
    ++files;
    std::ifstream file(entry.path());
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto objects = read_manifests(text);
    ASSERT_TRUE(objects.ok()) << entry.path() << objects.error().text();
    EXPECT_FALSE(objects->empty()) << entry.path();
    for (const YamlObject& object : *objects) {
      const Json root = object.document.root();
      EXPECT_TRUE(root["kind"].is_string()) << entry.path() << ": line " << object.line;
      const std::string written = write_yaml(root);
      EXPECT_THAT(written, StartsWith("apiVersion: "));
      const auto again = read_yaml(written);
      ASSERT_TRUE(again.ok()) << again.error().text() << "\n" << written;
      EXPECT_EQ(again->front().document.root(), root) << written;
    }
  }
  EXPECT_GE(files, 40);
}

}  // namespace
}  // namespace drawbridge::kube
