#include "kube/client/list_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kube/api/json.h"

namespace drawbridge::kube {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> items(const std::string& text) {
  const Result<ListPage> page = ListPage::split(text);
  if (!page) return {"error: " + page.error().message};
  std::vector<std::string> found;
  for (std::size_t i = 0; i < page->size(); ++i) found.emplace_back(page->item(i));
  return found;
}

TEST(ListPage, CutsItemsOut) {
  const Result<ListPage> page = ListPage::split(
      R"({"kind":"DeviceClassList","metadata":{"resourceVersion":"17","continue":"abc"},)"
      R"("items":[{"a":[1,{"b":"}"}]}, {"c":"\"]\\"} ,{}]})");
  ASSERT_TRUE(page.ok()) << page.error().message;
  EXPECT_EQ(page->resource_version(), "17");
  EXPECT_EQ(page->continue_token(), "abc");
  ASSERT_EQ(page->size(), 3u);
  EXPECT_EQ(page->item(0), R"({"a":[1,{"b":"}"}]})");
  EXPECT_EQ(page->item(1), R"({"c":"\"]\\"})");
  EXPECT_EQ(page->item(2), "{}");
  // What is behind an item can be read by a parser that works in blocks.
  JsonReader reader;
  Document document;
  for (std::size_t i = 0; i < page->size(); ++i) {
    EXPECT_TRUE(reader.read_padded(page->item(i), document).ok());
  }
}

TEST(ListPage, WhatIsTooLargeIsAskedForInSmallerPages) {
  const HostError too_large{HostError::Kind::kTooLarge, "too large"};
  EXPECT_EQ(smaller_page(&too_large, 500), 125U);
  EXPECT_EQ(smaller_page(&too_large, 3), 1U);
  EXPECT_EQ(smaller_page(&too_large, 2), 1U);
  EXPECT_EQ(smaller_page(&too_large, 1), std::nullopt) << "one object is too large";
  const HostError late{HostError::Kind::kCancelled, "late"};
  EXPECT_EQ(smaller_page(&late, 500), std::nullopt);
  EXPECT_EQ(smaller_page(nullptr, 500), std::nullopt);
}

TEST(ListPage, AnyOrderAndSpacing) {
  EXPECT_THAT(items("\r\n{ \"items\" : [\t1 ,\n\"x,]\" ] , \"x\" : null , \"metadata\":{ } } \n"),
              ElementsAre("1", "\"x,]\""));
  EXPECT_THAT(items(R"({"metadata":{},"items":[]})"), IsEmpty());
  EXPECT_THAT(items(R"({"metadata":{},"items":null})"), IsEmpty());
  EXPECT_THAT(items(R"({"metadata":{},"items":[true,-1.5e3,null]})"),
              ElementsAre("true", "-1.5e3", "null"));
}

TEST(ListPage, AnItemThatIsNoJsonIsItsReadersAffair) {
  EXPECT_THAT(items(R"({"metadata":{},"items":[{"a":1,"a":2},{[}],nonsense,{"b":1}]})"),
              ElementsAre(R"({"a":1,"a":2})", "{[}]", "nonsense", R"({"b":1})"));
}

TEST(ListPage, OtherTextIsRefused) {
  for (const char* text : {
           "",
           "null",
           "[]",
           "<html>",
           "{",
           "{}",
           R"({"items":[]})",                                   // no metadata
           R"({"metadata":{}})",                                // a Status, say
           R"({"metadata":{},"items":{}})",                     // no array
           R"({"metadata":{},"items":[})",                      //
           R"({"metadata":{},"items":[{"a":1)",                 // cut off
           R"({"metadata":{},"items":[{"a":"1)",                //
           R"({"metadata":{},"items":["a\"])",                  //
           R"({"metadata":{},"items":[1,]})",                   //
           R"({"metadata":{},"items":[1 2]})",                  //
           R"({"metadata":{},"items":[]} {})",                  // more than one value
           R"({"metadata":{},"items":[],"items":[1]})",         // which one?
           R"({"metadata":{},"metadata":{"a":1},"items":[]})",  //
           R"({"metadata":{"a":1,"a":2},"items":[]})",          //
           R"({"metadata":{},"items":[],})",                    //
           R"({metadata:{},"items":[]})",                       //
       }) {
    EXPECT_FALSE(ListPage::split(text).ok()) << text;
  }
}

TEST(ListPage, NestingWithoutEndCostsNoStack) {
  const std::string deep(1'000'000, '[');
  EXPECT_FALSE(ListPage::split(R"({"metadata":{},"items":[)" + deep).ok());
}

TEST(ListPage, MovesWithItsItems) {
  Result<ListPage> page = ListPage::split(R"({"metadata":{},"items":[7]})");
  ASSERT_TRUE(page.ok());
  const ListPage moved = std::move(page).value();
  EXPECT_EQ(moved.item(0), "7");
}

}  // namespace
}  // namespace drawbridge::kube
