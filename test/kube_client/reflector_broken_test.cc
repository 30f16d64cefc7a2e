// Reflector: watches that bring what nobody can read.
#include <ostream>

#include "test/kube_client/reflector_fixture.h"

namespace drawbridge::kube {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

// An event that can't be understood may be a change that is now missed, so all is listed again.
struct Broken {
  const char* name;
  std::string event;
  const char* told;

  friend std::ostream& operator<<(std::ostream& to, const Broken& broken) {
    return to << broken.name;
  }
};

class BrokenEvent : public ReflectorTest, public ::testing::WithParamInterface<Broken> {};

TEST_P(BrokenEvent, IsToldAndListedAgain) {
  api_.lists = {list_of("7", {object("a", "3")}), list_of("20", {object("a", "9")})};
  api_.watches = {watch_of({event("ADDED", object("b", "8")), GetParam().event,
                            event("ADDED", object("never", "10"))}),
                  watch_of({event("ADDED", object("c", "21"))})};
  start();
  ASSERT_TRUE(until_heard("put c 21"));
  EXPECT_THAT(sink_.heard, ElementsAre("begins", "put a 3", "listed", "put b 8", "begins",
                                       "put a 9", "listed", "put c 21"));
  EXPECT_THAT(sink_.troubles, ElementsAre(HasSubstr(GetParam().told)));
  EXPECT_THAT(api_.watch_lines(), SizeIs(2));
}

INSTANTIATE_TEST_SUITE_P(
    Reflector, BrokenEvent,
    ::testing::Values(
        Broken{"NoJson", "{\"type\":\"ADDED\",\n", "no JSON"},
        Broken{"Html", "<html>\n", "no JSON"},
        Broken{"Twice",
               R"({"type":"ADDED","type":"DELETED","object":{}})"
               "\n",
               "stands twice"},
        Broken{"NotUtf8", event("ADDED", "\"\xff\""), "UTF-8"},
        Broken{"NoObject", "[1]\n", "no type that is known"},
        Broken{"UnknownType", event("RENAMED", object("x", "9")), "no type that is known"},
        Broken{"NoVersion", event("ADDED", R"({"metadata":{"name":"x"}})"), "without a resourceV"},
        Broken{"NumberForVersion",
               event("ADDED", R"({"metadata":{"name":"x","resourceVersion":9}})"),
               "without a resourceVersion"},
        Broken{"NoName", event("MODIFIED", R"({"metadata":{"resourceVersion":"9"}})"),
               "without a name"},
        Broken{"NoMetadata", event("DELETED", "null"), "without a resourceVersion"},
        Broken{"BookmarkOfNothing", bookmark(""), "without a resourceVersion"},
        Broken{"TooLarge", std::string(kWatchEventBytesMax + 2, ' ') + "\n", "a line is over"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST_F(ReflectorTest, AServerThatOnlyBringsGarbageIsLeftInPeace) {
  options_.back_off_first = std::chrono::milliseconds(20);
  options_.back_off_max = std::chrono::milliseconds(500);
  api_.watches = {watch_of({"garbage\n"})};
  start();
  run_for(1500);
  EXPECT_GE(api_.list_lines().size(), 4u);
  EXPECT_LE(api_.list_lines().size(), 12u);
}

// Any string is a version: the server understands it, or refuses it.
TEST_F(ReflectorTest, StrangeVersionsAreHandedBackAsTheyCame) {
  api_.lists = {list_of("no number & more", {})};
  api_.watches = {watch_of({event("ADDED", object("a", "9")), event("ADDED", object("b", "3"))},
                           [](Peer& peer) { peer.reset(); }),
                  watch_of({})};
  start();
  ASSERT_TRUE(until([&] { return api_.watch_lines().size() == 2; }));
  EXPECT_THAT(api_.watch_lines()[0], HasSubstr("resourceVersion=no%20number%20%26%20more&"));
  EXPECT_THAT(api_.watch_lines()[1], HasSubstr("resourceVersion=3&"));
}

}  // namespace
}  // namespace drawbridge::kube
