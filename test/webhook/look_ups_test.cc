#include "webhook/admission/look_ups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <stdexcept>
#include <vector>

namespace drawbridge::admission {
namespace {

using boost::asio::awaitable;
using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::HasSubstr;
using Clock = std::chrono::steady_clock;

// An API server whose answers take a while, and the look-ups that ask it.
class LookUpsTest : public ::testing::Test {
 protected:
  awaitable<std::optional<LookUp>> fetch(ObjectRef ref, Deadline) {
    ++fetched;
    boost::asio::steady_timer timer(io, answer_after);
    co_await timer.async_wait(boost::asio::use_awaitable);
    if (breaks) throw std::runtime_error("broken");
    if (fails) co_return LookUp(Error{"503 Service Unavailable"});
    if (ref.name.starts_with("missing")) co_return LookUp(SharedDocument());
    co_return LookUp(std::make_shared<const kube::Document>());
  }

  // Begins to ask; the answer appears in `answers` when run() comes to it.
  void ask(const std::string& name, const std::string& ns = "team-a",
           Clock::duration time = seconds(20)) {
    ask_all({{ObjectRef::Kind::kClaimTemplate, ns, name}}, time);
  }
  void ask_all(std::vector<ObjectRef> refs, Clock::duration time = seconds(20)) {
    const std::size_t place = answers.size();
    answers.resize(place + refs.size());
    awaitable<std::vector<LookUp>> asked = look_ups->get(std::move(refs), Clock::now() + time);
    boost::asio::co_spawn(
        io, std::move(asked),
        [this, place](const std::exception_ptr& problem, std::vector<LookUp> found) {
          ASSERT_FALSE(problem);
          for (std::size_t i = 0; i < found.size(); ++i) answers[place + i] = std::move(found[i]);
        });
  }
  void run() {
    io.restart();
    io.run();
  }
  // "found", "missing", or the error.
  std::string answer(std::size_t place) const {
    const std::optional<LookUp>& given = answers.at(place);
    if (!given) return "none";
    if (!given->ok()) return given->error().text();
    return **given == nullptr ? "missing" : "found";
  }

  boost::asio::io_context io{1};
  milliseconds answer_after{5};
  bool fails = false;
  bool breaks = false;
  int fetched = 0;
  std::vector<std::optional<LookUp>> answers;
  std::unique_ptr<LookUps> look_ups = std::make_unique<LookUps>(
      io.get_executor(),
      [this](ObjectRef ref, Deadline until) { return fetch(std::move(ref), until); });
};

TEST_F(LookUpsTest, OneFlightServesAllWhoAskMeanwhile) {
  for (int i = 0; i < 50; ++i) ask("t");
  ask("other");
  run();
  EXPECT_EQ(fetched, 2);
  for (std::size_t i = 0; i < answers.size(); ++i) EXPECT_EQ(answer(i), "found") << i;
  EXPECT_EQ(look_ups->flights(), 0u);
  ask("t");
  run();
  EXPECT_EQ(fetched, 3) << "what exists is asked for again: it may have changed";
}

TEST_F(LookUpsTest, WhatOneRequestNeedsIsAskedForAtOnce) {
  const ObjectRef::Kind kind = ObjectRef::Kind::kClaimTemplate;
  answer_after = milliseconds(50);
  const Clock::time_point begun = Clock::now();
  std::vector<ObjectRef> refs;
  for (int i = 0; i < 40; ++i)
    refs.push_back({kind, "team-a", (i % 2 == 0 ? "t" : "missing") + std::to_string(i)});
  ask_all(refs);
  run();
  EXPECT_LT(Clock::now() - begun, milliseconds(40 * 50 / 2));
  EXPECT_EQ(fetched, 40);
  for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(answer(i), i % 2 == 0 ? "found" : "missing");
  // One of them may be under way already, or known.
  ask("t0");
  ask_all({{kind, "team-a", "t0"}, {kind, "team-a", "missing1"}, {kind, "team-a", "new"}});
  run();
  EXPECT_EQ(fetched, 42);
  EXPECT_EQ(answer(41), "found");
  EXPECT_EQ(answer(42), "missing");
  EXPECT_EQ(answer(43), "found");
}

// Each pod of a Job may have a question of its own, and none may be refused for its neighbours'.
TEST_F(LookUpsTest, QuestionsForTheAuthorizerAreNotCounted) {
  std::vector<ObjectRef> refs;
  for (std::size_t i = 0; i < kFlightsMax; ++i)
    refs.push_back({ObjectRef::Kind::kAccess, "team-a", {}, std::to_string(i)});
  ask_all(refs);
  run();
  for (std::size_t i = 0; i < kFlightsMax; ++i) EXPECT_EQ(answer(i), "found") << i;
  ask("t");
  run();
  EXPECT_EQ(answer(kFlightsMax), "found");
}

TEST_F(LookUpsTest, ThatSomethingIsMissingIsBelievedForAMoment) {
  ask("missing");
  run();
  EXPECT_EQ(answer(0), "missing");
  ask("missing");
  run();
  EXPECT_EQ(answer(1), "missing");
  EXPECT_EQ(fetched, 1);
  boost::asio::steady_timer timer(io, kMissingFor + milliseconds(1));
  timer.wait();
  ask("missing");
  run();
  EXPECT_EQ(fetched, 2);
}

TEST_F(LookUpsTest, OfMoreAbsencesThanAreRememberedAllAreForgotten) {
  answer_after = milliseconds(0);
  const auto ask_next = [this](std::size_t count) {
    std::vector<ObjectRef> refs;
    for (std::size_t i = 0; i < count; ++i)
      refs.push_back({ObjectRef::Kind::kAccess, "", "missing",
                      std::to_string(fetched) + "-" + std::to_string(i)});
    ask_all(std::move(refs));
    run();
  };
  while (look_ups->missing() < kMissingMax)
    ask_next(std::min<std::size_t>(kFlightsMax, kMissingMax - look_ups->missing()));
  EXPECT_EQ(fetched, static_cast<int>(kMissingMax));
  EXPECT_EQ(look_ups->missing(), kMissingMax);
  ask_next(1);
  EXPECT_EQ(look_ups->missing(), 1u);
  EXPECT_EQ(answer(kMissingMax), "missing");
}

TEST_F(LookUpsTest, AFailureIsToldToThoseWhoWaitedAndNotRemembered) {
  fails = true;
  ask("t");
  ask("t");
  run();
  EXPECT_EQ(answer(0), "503 Service Unavailable");
  EXPECT_EQ(answer(1), "503 Service Unavailable");
  fails = false;
  breaks = true;
  ask("t");
  run();
  EXPECT_EQ(answer(2), "the API server could not be asked");
  breaks = false;
  ask("t");
  run();
  EXPECT_EQ(answer(3), "found");
}

TEST_F(LookUpsTest, AWaiterLeavesAtItsOwnDeadline) {
  answer_after = milliseconds(200);
  ask("t", "team-a", milliseconds(10));
  ask("t");
  io.run_for(milliseconds(100));
  EXPECT_EQ(answer(0), "the API server did not answer in time");
  EXPECT_EQ(answer(1), "none");
  run();
  EXPECT_EQ(answer(1), "found");
  EXPECT_EQ(fetched, 1);
}

// Far more than a slow machine lets become free again meanwhile.
constexpr std::size_t kFarTooMany = 3 * static_cast<std::size_t>(kFlightsBurst);

TEST_F(LookUpsTest, ANamespaceThatAsksTooOftenIsTheOnlyOneToWait) {
  for (std::size_t i = 0; i < kFarTooMany; ++i) ask("t" + std::to_string(i));
  ask("t", "team-b");
  run();
  EXPECT_EQ(answer(static_cast<std::size_t>(kFlightsBurst) - 1), "found");
  EXPECT_THAT(answer(kFarTooMany - 1),
              HasSubstr("namespace team-a asks for objects that are not known"));
  EXPECT_EQ(answer(kFarTooMany), "found");
  // A flight that others began costs nothing, and the allowance comes back.
  boost::asio::steady_timer timer(io, milliseconds(1100 / static_cast<int>(kFlightsPerSecond)));
  timer.wait();
  ask("again");
  ask("again");
  run();
  EXPECT_EQ(answer(kFarTooMany + 1), "found");
  EXPECT_EQ(answer(kFarTooMany + 2), "found");
}

TEST_F(LookUpsTest, SoManyFlightsAtATime) {
  const auto ask_many = [this](std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) ask("t", "team-" + std::to_string(i));
    run();
  };
  ask_many(kFlightsMax);
  EXPECT_EQ(answer(kFlightsMax - 1), "found");
  answers.clear();
  ask_many(kFlightsMax + 1);
  EXPECT_EQ(answer(kFlightsMax - 1), "found");
  EXPECT_THAT(answer(kFlightsMax), HasSubstr("too many objects are being looked up"));
}

TEST_F(LookUpsTest, AFlightThatLandsLaterThanItsLookUpsHurtsNobody) {
  answer_after = milliseconds(50);
  ask("t", "team-a", milliseconds(1));
  io.run_for(milliseconds(20));
  EXPECT_EQ(answer(0), "the API server did not answer in time");
  look_ups.reset();
  run();
  EXPECT_EQ(fetched, 1);
}

TEST_F(LookUpsTest, ANamespaceCountsAsAskedForFromWithin) {
  for (std::size_t i = 0; i < kFarTooMany; ++i) ask("t" + std::to_string(i));
  ask_all({{ObjectRef::Kind::kNamespace, "", "team-a"}});
  run();
  EXPECT_THAT(answers.back()->error().text(), HasSubstr("namespace team-a asks for objects"));
}

}  // namespace
}  // namespace drawbridge::admission
