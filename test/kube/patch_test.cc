#include "kube/api/patch.h"

#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>

namespace drawbridge::kube {
namespace {

using nlohmann::json;

json applied(const std::string& document, const PatchBuilder& patch) {
  return json::parse(document).patch(json::parse(patch.text()));
}

TEST(JsonPointer, EscapesTokensAndTakesThemBack) {
  JsonPointer pointer;
  EXPECT_EQ(pointer.text(), "");
  pointer.push("metadata").push("annotations").push("nvidia.com/use~gpu~1type");
  EXPECT_EQ(pointer.text(), "/metadata/annotations/nvidia.com~1use~0gpu~01type");
  EXPECT_EQ(pointer.pop().text(), "/metadata/annotations");
  EXPECT_EQ(pointer.push_index(3).push("").text(), "/metadata/annotations/3/");
  EXPECT_EQ(pointer.pop().pop().pop().pop().text(), "");
  EXPECT_EQ(JsonPointer({"a", "b/c"}), JsonPointer().push("a").push("b/c"));
}

TEST(PatchBuilder, SetsReplacesAndRemovesHostileKeys) {
  // Every character that a key could break out of a pointer or of JSON with.
  const std::string key = "a/b~c~1\"\\\n\u00e9{}";
  const json document = {{"metadata", {{"annotations", {{key, "old"}, {"kept", "x"}}}}}};
  const JsonPointer path({"metadata", "annotations", key});

  PatchBuilder patch;
  patch.replace(path, Json::string("new \"value\""));
  json expected = document;
  expected["metadata"]["annotations"][key] = "new \"value\"";
  EXPECT_EQ(applied(document.dump(), patch), expected);

  patch.remove(path).add(JsonPointer({"metadata", "labels"}), Json::object({}));
  patch.add_raw(JsonPointer({"metadata", "labels", key}), R"(["raw", {"x": 1}])");
  expected["metadata"]["annotations"].erase(key);
  expected["metadata"]["labels"][key] = json::parse(R"(["raw", {"x": 1}])");
  EXPECT_EQ(applied(document.dump(), patch), expected);

  patch.replace_raw(JsonPointer({"metadata", "labels", key}), "null");
  expected["metadata"]["labels"][key] = nullptr;
  EXPECT_EQ(applied(document.dump(), patch), expected);
}

TEST(PatchBuilder, InsertsAndAppendsElements) {
  PatchBuilder patch;
  const Json x = Json::string("x");
  patch.add(JsonPointer({"list"}).push_index(0), x);
  patch.add(JsonPointer({"list", "-"}), Json::integer(9));
  EXPECT_EQ(applied(R"({"list":[1,2]})", patch), json::parse(R"({"list":["x",1,2,9]})"));
}

TEST(PatchBuilder, RemovesElementsFromTheHighestDown) {
  constexpr std::array<std::size_t, 3> kIndexes = {0, 2, 11};
  PatchBuilder patch;
  patch.remove_elements(JsonPointer({"spec", "list"}), kIndexes);
  EXPECT_EQ(patch.text(),
            R"([{"op":"remove","path":"/spec/list/11"},{"op":"remove","path":"/spec/list/2"},)"
            R"({"op":"remove","path":"/spec/list/0"}])");
  EXPECT_EQ(applied(R"({"spec":{"list":[0,1,2,3,4,5,6,7,8,9,10,11]}})", patch),
            json::parse(R"({"spec":{"list":[1,3,4,5,6,7,8,9,10]}})"));

  PatchBuilder none;
  none.remove_elements(JsonPointer({"spec", "list"}), {});
  EXPECT_TRUE(none.empty());
}

TEST(PatchBuilder, TheWholeDocument) {
  PatchBuilder patch;
  patch.replace(JsonPointer(), Json::boolean(true));
  EXPECT_EQ(applied("{}", patch), json(true));
}

TEST(PatchBuilder, TakeLeavesItEmpty) {
  PatchBuilder patch;
  EXPECT_TRUE(patch.empty());
  EXPECT_EQ(patch.text(), "[]");
  EXPECT_EQ(patch.take(), "[]");
  patch.remove(JsonPointer({"a"}));
  EXPECT_FALSE(patch.empty());
  EXPECT_EQ(patch.text(), patch.text());
  EXPECT_EQ(patch.take(), R"([{"op":"remove","path":"/a"}])");
  EXPECT_TRUE(patch.empty());
  patch.remove(JsonPointer({"b"}));
  EXPECT_EQ(patch.take(), R"([{"op":"remove","path":"/b"}])");
}

}  // namespace
}  // namespace drawbridge::kube
