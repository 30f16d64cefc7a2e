// Reflector: lists, and lists that go wrong.
#include "test/kube_client/reflector_fixture.h"

namespace drawbridge::kube {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

TEST_F(ReflectorTest, PagesAreFollowedAndWatchedFromTheFirst) {
  api_.lists = {list_of("7", {object("a", "3"), object("b", "4")}, "next/1"),
                list_of("9", {object("c", "5")})};
  start();
  ASSERT_TRUE(until([&] { return !api_.watch_lines().empty(); }));
  EXPECT_THAT(sink_.heard, ElementsAre("begins", "put a 3", "put b 4", "put c 5", "listed"));
  EXPECT_EQ(sink_.fresh_count, 1);
  EXPECT_THAT(api_.list_lines(),
              ElementsAre("GET /apis/example.com/v1/widgets?limit=500 HTTP/1.1",
                          "GET /apis/example.com/v1/widgets?limit=500&continue=next%2F1 HTTP/1.1"));
  EXPECT_THAT(api_.watch_lines()[0], HasSubstr("/widgets?resourceVersion=7&timeoutSeconds="));
  EXPECT_THAT(api_.watch_lines()[0], HasSubstr("&watch=true&allowWatchBookmarks=true "));
  EXPECT_THAT(sink_.troubles, IsEmpty());
}

TEST_F(ReflectorTest, ObjectsOfListsGetTheirKind) {
  api_.lists = {list_of("7", {R"({"zzz":1,"metadata":{"name":"a","resourceVersion":"3"}})"})};
  start();
  ASSERT_TRUE(until_heard("listed"));
  EXPECT_EQ(sink_.last_put, R"({"apiVersion":"example.com/v1","kind":"Widget",)"
                            R"("metadata":{"name":"a","resourceVersion":"3"},"zzz":1})");
}

TEST_F(ReflectorTest, OneObjectOfTheCoreGroup) {
  kind_ = {.kind = "ConfigMap",
           .group = "",
           .resource = "widgets",
           .versions = {"v1"},
           .field_selector = "metadata.name=kueue-manager-config",
           .ns = "kueue-system"};
  api_.lists = {list_of("7", {object("kueue-manager-config", "3")})};
  start();
  ASSERT_TRUE(until([&] { return !api_.watch_lines().empty(); }));
  EXPECT_THAT(sink_.last_put, HasSubstr(R"("apiVersion":"v1","kind":"ConfigMap")"));
  const std::string selector = "fieldSelector=metadata.name%3Dkueue-manager-config";
  EXPECT_THAT(api_.list_lines()[0],
              HasSubstr("/api/v1/namespaces/kueue-system/widgets?limit=500&" + selector));
  EXPECT_THAT(api_.watch_lines()[0], HasSubstr(selector));
  EXPECT_THAT(api_.discovery_lines(), IsEmpty());
}

TEST_F(ReflectorTest, ObjectsThatCanNotBeReadAreLeftOutAndTold) {
  api_.lists = {list_of("7", {object("a", "3"), R"({"metadata":{"name":"no version"}})",
                              R"({"metadata":{"resourceVersion":"4"}})", R"({"a":1,"a":2})", "{[}]",
                              "nonsense", "null", R"({"metadata":[]})", object("z", "9")})};
  start();
  ASSERT_TRUE(until_heard("listed"));
  EXPECT_THAT(sink_.heard, ElementsAre("begins", "put a 3", "put z 9", "listed"));
  EXPECT_THAT(sink_.troubles, ElementsAre("7 of 9 objects were left out; the first is object 2: it "
                                          "has no resourceVersion"));
}

TEST_F(ReflectorTest, WhatIsNoListChangesNothing) {
  api_.lists = {text(reply("200 OK", "<html>login</html>")), text(reply("200 OK", "{}")),
                text(reply("200 OK", R"({"metadata":{},"items":[]})")),
                text(reply("200 OK", list_body("7", {object("a", "3")}).substr(0, 90))),
                list_of("7", {object("a", "3")})};
  start();
  ASSERT_TRUE(until_heard("listed"));
  EXPECT_THAT(sink_.troubles,
              ElementsAre(HasSubstr("can't be read"), HasSubstr("can't be read"),
                          HasSubstr("no resourceVersion"), HasSubstr("can't be read")));
  EXPECT_EQ(sink_.times("listed"), 1);
}

TEST_F(ReflectorTest, AnExpiredContinueTokenBeginsTheListAgainOnce) {
  api_.lists = {list_of("7", {object("a", "3")}, "next"), refuse("410 Gone", 410, "Expired"),
                list_of("8", {object("b", "4")}, "next"), refuse("410 Gone", 410, "Expired"),
                list_of("9", {object("c", "5")})};
  start();
  ASSERT_TRUE(until_heard("listed"));
  EXPECT_THAT(sink_.heard,
              ElementsAre("begins", "put a 3", "begins", "put b 4", "begins", "put c 5", "listed"));
  // The second time in a row it is a trouble, and there is a pause.
  EXPECT_THAT(sink_.troubles, ElementsAre(HasSubstr("410 Expired")));
  ASSERT_TRUE(until([&] { return !api_.watch_lines().empty(); }));
  EXPECT_THAT(api_.watch_lines()[0], HasSubstr("resourceVersion=9&"));
}

TEST_F(ReflectorTest, PagesThatRepeatAreNotFollowedForEver) {
  api_.lists = {list_of("7", {object("a", "3")}, "same"), list_of("7", {object("a", "3")}, "same"),
                list_of("7", {object("b", "3")})};
  start();
  ASSERT_TRUE(until_heard("listed"));
  EXPECT_THAT(sink_.troubles, ElementsAre("the list repeats its pages"));
  EXPECT_THAT(sink_.objects, SizeIs(1));
}

TEST_F(ReflectorTest, PagesWithoutEndAreGivenUp) {
  options_.list_pages_max = 5;
  const std::vector<std::string> two = {object("a", "3"), object("b", "4")};
  api_.lists.clear();
  for (int i = 0; i < 100; ++i) api_.lists.push_back(list_of("7", two, "t" + std::to_string(i)));
  start();
  ASSERT_TRUE(until([&] { return sink_.troubles.size() >= 3; }));
  EXPECT_THAT(sink_.troubles,
              Each("the list does not end: it was given up after 5 pages with 10 objects"));
  EXPECT_EQ(sink_.times("listed"), 0);
}

TEST_F(ReflectorTest, AListAtItsLimitsIsOne) {
  options_.list_pages_max = 3;
  options_.list_objects_max = 3;
  api_.lists = {list_of("7", {object("a", "3")}, "1"), list_of("7", {object("b", "4")}, "2"),
                list_of("7", {object("c", "5")})};
  start();
  ASSERT_TRUE(until_heard("listed"));
  EXPECT_THAT(sink_.troubles, IsEmpty());
}

TEST_F(ReflectorTest, TooManyObjectsAreGivenUp) {
  options_.list_objects_max = 3;
  api_.lists = {list_of("7", {object("a", "3"), object("b", "4"), object("c", "5")}, "1")};
  start();
  ASSERT_TRUE(until([&] { return !sink_.troubles.empty(); }));
  EXPECT_THAT(sink_.troubles[0], HasSubstr("after 1 pages with 3 objects"));
}

TEST_F(ReflectorTest, APageThatIsTooLargeIsAskedForInSmallerOnes) {
  const Answer too_large = [](Peer& peer) {
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\n");
    peer.hang();
  };
  api_.lists = {too_large, too_large, list_of("7", {object("a", "3")}, "next"), too_large,
                list_of("7", {object("b", "3")})};
  start();
  ASSERT_TRUE(until_heard("listed"));
  EXPECT_THAT(sink_.heard, ElementsAre("begins", "put a 3", "put b 3", "listed"));
  EXPECT_THAT(
      api_.list_lines(),
      ElementsAre(HasSubstr("limit=500 "), HasSubstr("limit=125 "), HasSubstr("limit=31 "),
                  HasSubstr("limit=31&continue=next "), HasSubstr("limit=7&continue=next ")));
}

TEST_F(ReflectorTest, OneObjectThatIsTooLargeIsATrouble) {
  options_.page_objects = 1;
  api_.lists = {text("HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\n")};
  start();
  ASSERT_TRUE(until([&] { return !sink_.troubles.empty(); }));
  EXPECT_THAT(sink_.troubles[0], HasSubstr("too large"));
}

TEST_F(ReflectorTest, RefusalsAreToldAndListedAgainLater) {
  api_.lists = {
      refuse("403 Forbidden", 403, "Forbidden"), refuse("401 Unauthorized", 401, "Unauthorized"),
      refuse("500 Internal Server Error", 500, "InternalError"), list_of("7", {object("a", "3")})};
  start();
  ASSERT_TRUE(until_heard("listed"));
  EXPECT_THAT(sink_.troubles, ElementsAre(HasSubstr("403 Forbidden"), HasSubstr("401 Unauthorized"),
                                          HasSubstr("500 InternalError")));
  EXPECT_THAT(sink_.heard, Not(::testing::Contains("absent")));
}

TEST_F(ReflectorTest, ABrokenListIsListedAgain) {
  const Answer cut = [](Peer& peer) {
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"metadata\":");
    peer.reset();
  };
  api_.lists = {list_of("7", {object("a", "3")}, "next"), cut, list_of("7", {object("b", "3")})};
  start();
  ASSERT_TRUE(until_heard("listed"));
  EXPECT_EQ(sink_.times("begins"), 1);
  EXPECT_THAT(sink_.objects, SizeIs(2));
}

TEST_F(ReflectorTest, ListsThatAlwaysFailAreFewerAndFewer) {
  options_.back_off_first = std::chrono::milliseconds(20);
  options_.back_off_max = std::chrono::milliseconds(500);
  api_.lists = {refuse("410 Gone", 410, "Expired")};
  start();
  run_for(1500);
  const std::size_t lists = api_.list_lines().size();
  // With pauses of 20, 40, 80, 160, 320, 500 ms, or half of that.
  EXPECT_GE(lists, 4u);
  EXPECT_LE(lists, 12u);
  EXPECT_EQ(sink_.troubles.size(), lists);
}

TEST_F(ReflectorTest, AnAbsentKindIsFoundWhenItComesAndLeftWhenItGoes) {
  api_.serve({});
  api_.lists = {list_of("7", {object("a", "3")}), refuse("404 Not Found", 404, "NotFound"),
                list_of("17", {object("b", "13")})};
  api_.watches = {watch_of({bookmark("8")},
                           [this](Peer& peer) {
                             api_.serve({});
                             peer.write(kLastChunk);
                           }),
                  refuse("404 Not Found", 404, "NotFound"), watch_of({})};
  start();
  ASSERT_TRUE(until_heard("absent"));
  ASSERT_TRUE(until([&] { return sink_.fresh_count >= 3; })) << "absence is confirmed";
  EXPECT_THAT(sink_.heard, ElementsAre("absent"));
  api_.serve({"v1beta1"});
  ASSERT_TRUE(until_heard("listed"));
  EXPECT_THAT(api_.list_lines()[0], HasSubstr("/apis/example.com/v1beta1/widgets?"));
  ASSERT_TRUE(until_heard("absent", 2));
  EXPECT_THAT(sink_.objects, IsEmpty());
  EXPECT_THAT(sink_.troubles, IsEmpty());
  api_.serve({"v1", "v1beta1"});
  ASSERT_TRUE(until_heard("put b 13"));
  EXPECT_THAT(api_.list_lines().back(), HasSubstr("/apis/example.com/v1/widgets?"));
}

TEST_F(ReflectorTest, AKindThatIsServedAndCanNotBeFoundIsATrouble) {
  api_.lists = {refuse("404 Not Found", 404, "NotFound")};
  start();
  ASSERT_TRUE(until([&] { return sink_.troubles.size() >= 2; }));
  EXPECT_THAT(sink_.troubles[0], HasSubstr("404 NotFound"));
  EXPECT_EQ(sink_.times("absent"), 0);
}

TEST_F(ReflectorTest, AFailingDiscoveryIsNoAbsence) {
  api_.answer_group(refuse("503 Service Unavailable", 503, "ServiceUnavailable"));
  start();
  ASSERT_TRUE(until([&] { return sink_.troubles.size() >= 2; }));
  EXPECT_THAT(sink_.troubles[0], HasSubstr("whether it is served"));
  EXPECT_THAT(sink_.heard, IsEmpty());
  api_.answer_group({});
  ASSERT_TRUE(until_heard("listed"));
}

}  // namespace
}  // namespace drawbridge::kube
