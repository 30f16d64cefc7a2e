// Reflector: watches, and its end.
#include "kube/client/reflector.h"

#include <random>

#include "test/kube_client/reflector_fixture.h"

namespace drawbridge::kube {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST_F(ReflectorTest, TellsWhatHappensInItsOrder) {
  api_.lists = {list_of("7", {object("a", "3"), object("b", "4")})};
  api_.watches = {watch_of({event("ADDED", object("c", "8")), event("MODIFIED", object("a", "9")),
                            event("DELETED", object("b", "10")), bookmark("12")})};
  start();
  ASSERT_TRUE(until_heard("removed b 10"));
  ASSERT_TRUE(until([&] { return sink_.fresh_count == 5; }));
  EXPECT_THAT(sink_.heard, ElementsAre("begins", "put a 3", "put b 4", "listed", "put c 8",
                                       "put a 9", "removed b 10"));
  EXPECT_THAT(sink_.objects, ElementsAre(std::pair("a", "9"), std::pair("c", "8")));
  EXPECT_THAT(sink_.troubles, IsEmpty());
  EXPECT_LT(stop(), kSlack);
}

// However a watch ends, the next one begins where it ended, and nothing is listed again.
TEST_F(ReflectorTest, ResumesFromTheLastVersionSeen) {
  options_.watch_silence_max = milliseconds(300);
  const std::string partly = "40\r\n" + event("ADDED", object("lost", "99")).substr(0, 30);
  api_.lists = {list_of("7", {})};
  api_.watches = {watch_of({event("ADDED", object("a", "8"))},
                           [partly](Peer& peer) {
                             peer.write(partly);
                             peer.reset();
                           }),
                  watch_of({bookmark("9")},
                           [partly](Peer& peer) {
                             peer.write(partly);
                             peer.cut();
                           }),
                  watch_of({event("DELETED", object("a", "10"))}, ended()),
                  watch_of({bookmark("11")}),  // silence
                  watch_of({bookmark("12")},
                           [](Peer& peer) {
                             while (peer.write(chunk(" "))) peer.pause(20);
                           }),
                  [](Peer& peer) { peer.cut(); },
                  refuse("500 Internal Server Error", 500, "InternalError"),
                  refuse("403 Forbidden", 403, "Forbidden"),
                  refuse("401 Unauthorized", 401, "Unauthorized"),
                  watch_of({event("ADDED", object("z", "13"))})};
  start();
  ASSERT_TRUE(until_heard("put z 13"));
  std::vector<std::string> from;
  for (const std::string& line : api_.watch_lines()) {
    const std::size_t at = line.find("resourceVersion=") + 16;
    from.push_back(line.substr(at, line.find('&') - at));
  }
  EXPECT_THAT(from, ElementsAre("7", "8", "9", "10", "11", "12", "12", "12", "12", "12"));
  EXPECT_THAT(api_.list_lines(), SizeIs(1));
  EXPECT_THAT(sink_.heard, ElementsAre("begins", "listed", "put a 8", "removed a 10", "put z 13"));
  // All but the one that the server ended in good order.
  EXPECT_THAT(sink_.troubles, SizeIs(8));
}

TEST_F(ReflectorTest, AVersionThatIsTooOldIsListedAgain) {
  api_.lists = {list_of("7", {object("a", "3"), object("b", "3")}),
                list_of("20", {object("a", "3")}), list_of("30", {object("c", "25")})};
  api_.watches = {refuse("410 Gone", 410, "Expired"),
                  watch_of({event("ADDED", object("b", "21")),
                            event("ERROR", status_body(410, "Expired", "too old"))}),
                  watch_of({})};
  start();
  ASSERT_TRUE(until_heard("put c 25"));
  ASSERT_TRUE(until_heard("listed", 3));
  EXPECT_THAT(sink_.objects, ElementsAre(std::pair("c", "25")));
  EXPECT_THAT(sink_.troubles, ElementsAre(HasSubstr("410 Expired"), HasSubstr("too old")));
}

TEST_F(ReflectorTest, AServerToWhichEveryVersionIsTooOldIsLeftInPeace) {
  options_.back_off_first = milliseconds(20);
  options_.back_off_max = milliseconds(500);
  api_.watches = {watch_of({bookmark("8"), event("ERROR", status_body(410, "Expired", "no"))})};
  start();
  run_for(1500);
  EXPECT_GE(api_.list_lines().size(), 4u);
  EXPECT_LE(api_.list_lines().size(), 12u);
  EXPECT_GE(sink_.troubles.size(), 3u);
}

TEST_F(ReflectorTest, OtherErrorsWithinAWatch) {
  api_.watches = {watch_of({event("ERROR", status_body(500, "InternalError", "etcd"))}),
                  watch_of({event("ERROR", status_body(400, "BadRequest", "what?"))}),
                  watch_of({event("ERROR", "{}")}), watch_of({bookmark("9")})};
  start();
  ASSERT_TRUE(until([&] { return sink_.fresh_count >= 4; }));
  // The first may pass, the others would stay.
  EXPECT_THAT(api_.list_lines(), SizeIs(3));
  EXPECT_THAT(api_.watch_lines(), SizeIs(4));
  EXPECT_THAT(sink_.troubles,
              ElementsAre(HasSubstr("etcd"), HasSubstr("what?"), HasSubstr("can't be watched")));
}

// After a backup was restored, the server opens a watch from what was seen before, and brings
// nothing. So it is asked first.
TEST_F(ReflectorTest, AVersionOfTheFutureIsNotResumed) {
  api_.lists = {list_of("900", {object("a", "900")}), list_of("7", {object("b", "7")})};
  api_.version_checks = {list_of("901", {}), list_of("99", {})};
  api_.watches = {watch_of({bookmark("901")}, ended()),
                  watch_of({bookmark("902")}, [](Peer& peer) { peer.reset(); }), watch_of({})};
  start();
  ASSERT_TRUE(until_heard("put b 7"));
  ASSERT_TRUE(until([&] { return api_.watch_lines().size() == 3; }));
  EXPECT_THAT(api_.version_check_lines(), SizeIs(2));
  EXPECT_THAT(api_.watch_lines()[2], HasSubstr("resourceVersion=7&"));
  EXPECT_THAT(sink_.objects, ElementsAre(std::pair("b", "7")));
  EXPECT_THAT(sink_.troubles, ElementsAre(HasSubstr("broke"), HasSubstr("version 99 after 902")));
}

// The watch itself finds out whether it can go on.
TEST_F(ReflectorTest, AServerThatDoesNotSayHowNewItIsIsWatchedOn) {
  api_.lists = {list_of("7", {object("a", "3")})};
  api_.version_checks = {refuse("504 Gateway Timeout", 504, "Timeout"),
                         refuse("500 Internal Server Error", 500, "InternalError"),
                         refuse("403 Forbidden", 403, "Forbidden"), list_of("no number", {})};
  api_.watches = {watch_of({bookmark("8")}, ended()), watch_of({bookmark("9")}, ended()),
                  watch_of({bookmark("10")}, ended()), watch_of({bookmark("11")}, ended()),
                  watch_of({event("ADDED", object("z", "13"))})};
  start();
  ASSERT_TRUE(until_heard("put z 13"));
  EXPECT_THAT(api_.list_lines(), SizeIs(1));
  EXPECT_THAT(api_.version_check_lines(), SizeIs(4));
}

TEST_F(ReflectorTest, AServerThatIsAwayIsAskedAgainBeforeTheWatchIsResumed) {
  api_.lists = {list_of("7", {object("a", "3")})};
  const Answer away = [](Peer& peer) { peer.cut(); };
  api_.version_checks = {away, list_of("8", {})};
  api_.watches = {watch_of({bookmark("8")}, ended()),
                  watch_of({event("ADDED", object("z", "13"))})};
  start();
  ASSERT_TRUE(until_heard("put z 13"));
  EXPECT_THAT(api_.list_lines(), SizeIs(1));
  EXPECT_THAT(api_.watch_lines(), SizeIs(2));
  EXPECT_GE(api_.version_check_lines().size(), 2u);
}

TEST_F(ReflectorTest, TheQuestionForTheVersionIsOfTheSameObjects) {
  kind_.field_selector = "metadata.name=one";
  api_.watches = {watch_of({bookmark("8")}, ended()), watch_of({})};
  start();
  ASSERT_TRUE(until([&] { return api_.watch_lines().size() == 2; }));
  EXPECT_THAT(api_.version_check_lines(),
              ElementsAre(HasSubstr("fieldSelector=metadata.name%3Done")));
}

TEST_F(ReflectorTest, AVersionOfTheFutureThatAWatchRefusesIsListedAgainAfterAFewAttempts) {
  api_.lists = {list_of("900", {}), list_of("7", {})};
  const Answer future = refuse("504 Gateway Timeout", 504, "Timeout");
  api_.watches = {future, future, future, watch_of({bookmark("8")})};
  start();
  ASSERT_TRUE(until([&] { return sink_.fresh_count >= 3; }));
  EXPECT_THAT(api_.list_lines(), SizeIs(2));
  EXPECT_THAT(api_.watch_lines()[3], HasSubstr("resourceVersion=7&"));
}

// Kubernetes answers 500 to a version that is no number.
TEST_F(ReflectorTest, AVersionThatTheServerCanNotReadIsListedAgainAfterAFewAttempts) {
  api_.lists = {list_of("6", {object("a", "6")}), list_of("9", {object("b", "9")})};
  const Answer what = refuse("500 Internal Server Error", 500, "InternalError");
  api_.watches = {watch_of({bookmark("never")}, ended()), what, what, what,
                  watch_of({bookmark("10")})};
  start();
  ASSERT_TRUE(until_heard("put b 9"));
  EXPECT_THAT(api_.list_lines(), SizeIs(2));
  for (std::size_t i = 1; i < 4; ++i)
    EXPECT_THAT(api_.watch_lines()[i], HasSubstr("resourceVersion=never&"));
  ASSERT_TRUE(until([&] { return api_.watch_lines().size() >= 5; }));
  EXPECT_THAT(api_.watch_lines()[4], HasSubstr("resourceVersion=9&"));
}

TEST_F(ReflectorTest, WatchesThatBringNothingAreNotOpenedAtFullSpeed) {
  options_.back_off_first = milliseconds(20);
  options_.back_off_max = milliseconds(400);
  api_.watches = {watch_of({}, ended())};
  start();
  run_for(1500);
  EXPECT_GE(api_.watch_lines().size(), 4u);
  EXPECT_LE(api_.watch_lines().size(), 20u);
  EXPECT_GE(api_.list_lines().size(), 2u);
}

TEST_F(ReflectorTest, RetryAfterIsHeeded) {
  api_.watches = {refuse("429 Too Many Requests", 429, "TooManyRequests", "Retry-After: 1\r\n"),
                  watch_of({bookmark("9")})};
  start();
  ASSERT_TRUE(until([&] { return !api_.watch_lines().empty(); }));
  const auto refused = std::chrono::steady_clock::now();
  ASSERT_TRUE(until([&] { return sink_.fresh_count == 2; }));
  EXPECT_GE(std::chrono::steady_clock::now() - refused, milliseconds(900));
  EXPECT_THAT(api_.list_lines(), SizeIs(1));
}

TEST_F(ReflectorTest, TheClientsStopEndsIt) {
  start();
  ASSERT_TRUE(until([&] { return !api_.watch_lines().empty(); }));
  client_->stop();
  ASSERT_TRUE(until([&] { return !running_; }));
  EXPECT_THAT(sink_.troubles.size(), ::testing::Le(1u));
}

TEST_F(ReflectorTest, AStopBeforeItRunsIsOne) {
  start();
  reflector_->stop();
  ASSERT_TRUE(until([&] { return !running_; }));
  EXPECT_EQ(sink_.calls, 0);
}

void repeat(std::vector<Answer>& answers) {
  const std::vector<Answer> once = answers;
  for (int i = 0; i < 6; ++i) answers.insert(answers.end(), once.begin(), once.end());
}

// Whatever it is doing: asking what is served, listing, pausing, opening a watch, watching.
TEST_F(ReflectorTest, StopsAtAnyTime) {
  options_.back_off_first = milliseconds(1);
  options_.back_off_max = milliseconds(4);
  const Answer slow = [](Peer& peer) {
    peer.pause(3);
    peer.write(reply("200 OK", list_body("7", {object("a", "3")})));
  };
  api_.lists = {list_of("7", {object("a", "3")}, "next"), slow,
                refuse("500 Internal Server Error", 500, "InternalError"), slow};
  repeat(api_.lists);
  api_.watches = {watch_of({bookmark("8")}, [](Peer& peer) { peer.reset(); }),
                  refuse("410 Gone", 410, "Expired"),
                  watch_of({event("ADDED", object("b", "9"))}, ended())};
  repeat(api_.watches);
  std::minstd_rand random(7);
  for (int round = 0; round < 60; ++round) {
    start();
    run_for(std::uniform_int_distribution<int>(0, 25)(random));
    reflector_->stop();
    const int calls = sink_.calls;
    EXPECT_LT(stop(), kSlack);
    EXPECT_EQ(sink_.calls, calls) << "it tells something after its end";
    client_->stop();
    ASSERT_TRUE(until([&] { return client_->active() == 0; }));
  }
}

// The n-th call of the sink ends it, for every n.
TEST_F(ReflectorTest, StopsWithinACallOfItsSink) {
  for (int last = 1; last <= 12; ++last) {
    FakeApi api;
    api.lists = {list_of("7", {object("a", "3"), object("b", "3")}, "next"), list_of("7", {"{}"}),
                 list_of("8", {object("c", "3")})};
    api.watches = {watch_of({event("ADDED", object("d", "9")), event("DELETED", object("d", "10"))},
                            [](Peer& peer) { peer.reset(); }),
                   refuse("410 Gone", 410, "Expired")};
    Result<std::unique_ptr<Client>> made = Client::create(loop_.io.get_executor(), api.config());
    ASSERT_TRUE(made.ok());
    client_ = std::move(made).value();
    discovery_ = std::make_unique<Discovery>(*client_);
    HeardSink sink;
    reflector_ = std::make_unique<Reflector>(*client_, *discovery_, kind_, sink, options_);
    sink.always = [&] {
      if (sink.calls == last) reflector_->stop();
    };
    running_ = true;
    boost::asio::co_spawn(loop_.io, reflector_->run(),
                          [this](std::exception_ptr) { running_ = false; });
    ASSERT_TRUE(until([&] { return !running_; })) << last;
    EXPECT_EQ(sink.calls, last);
    EXPECT_EQ(client_->active(), 0u);
    reflector_.reset();
    client_.reset();
  }
}

}  // namespace
}  // namespace drawbridge::kube
