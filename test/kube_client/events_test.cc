#include "kube/client/events.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <memory>
#include <string>

#include "test/kube_client/loop.h"
#include "test/kube_client/object_store.h"

namespace drawbridge::kube {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using ::testing::MatchesRegex;
using Instant = EventBook::Instant;

const Instant kStart{std::chrono::hours(100)};
const Time kWall{seconds(1'800'000'000)};

EventNews news(const std::string& name = "gpu", const std::string& reason = "Conflicting",
               const std::string& note = "clashes with other") {
  EventNews event;
  event.regarding = {"drawbridge.dev/v1alpha1", "DeviceMapping", "", name, "uid-1"};
  event.is_warning = true;
  event.reason = reason;
  event.action = "Compiled";
  event.note = note;
  return event;
}

TEST(EventBook, TheFirstIsAnEventTheSecondASeriesFurtherOnesAreCounted) {
  EventBook book;
  const auto first = book.record(news(), kStart, kWall);
  ASSERT_TRUE(first);
  EXPECT_FALSE(first->is_series);
  EXPECT_EQ(first->ns, "default");
  EXPECT_THAT(first->name, MatchesRegex("gpu\\.[0-9a-f]+"));
  const auto second = book.record(news("gpu", "Conflicting", "other words"), kStart, kWall);
  ASSERT_TRUE(second);
  EXPECT_TRUE(second->is_series);
  EXPECT_EQ(second->name, first->name);
  EXPECT_EQ(second->count, 2);
  for (int i = 0; i < 8; ++i) {
    EXPECT_FALSE(book.record(news(), kStart + seconds(1), kWall + seconds(1)));
  }
  EXPECT_TRUE(book.due(kStart + kEventSeriesRefresh - seconds(1)).empty());
  const auto due = book.due(kStart + kEventSeriesRefresh);
  ASSERT_EQ(due.size(), 1U);
  EXPECT_EQ(due[0].count, 10);
  EXPECT_EQ(due[0].last, kWall + seconds(1));
  EXPECT_TRUE(book.due(kStart + 2 * kEventSeriesRefresh).empty());
  EXPECT_EQ(book.dropped(), 0U);
}

TEST(EventBook, ASeriesEndsWhenItHasBeenQuiet) {
  EventBook book;
  const auto first = book.record(news(), kStart, kWall);
  EXPECT_TRUE(book.record(news(), kStart + kEventSeriesTime - seconds(1), kWall)->is_series);
  const auto later = book.record(news(), kStart + 2 * kEventSeriesTime, kWall);
  ASSERT_TRUE(later);
  EXPECT_FALSE(later->is_series);
  EXPECT_NE(later->name, first->name);
}

TEST(EventBook, WhatDiffersIsAnotherEvent) {
  EventBook book;
  EXPECT_FALSE(book.record(news(), kStart, kWall)->is_series);
  EXPECT_FALSE(book.record(news("other"), kStart, kWall)->is_series);
  EXPECT_FALSE(book.record(news("gpu", "Ready"), kStart, kWall)->is_series);
  EventNews normal = news();
  normal.is_warning = false;
  EXPECT_FALSE(book.record(normal, kStart, kWall)->is_series);
  EventNews again = news();
  again.regarding.uid = "uid-2";
  again.regarding.ns = "team-a";
  EXPECT_EQ(book.record(again, kStart, kWall)->ns, "team-a");
}

TEST(EventBook, AnObjectHasABurstAndThenARate) {
  EventBook book;
  for (int i = 0; i < kEventBurst; ++i) {
    EXPECT_TRUE(book.record(news("gpu", "R" + std::to_string(i)), kStart, kWall));
  }
  EXPECT_FALSE(book.record(news("gpu", "Past"), kStart, kWall));
  EXPECT_EQ(book.dropped(), 1U);
  EXPECT_TRUE(book.record(news("other", "R"), kStart, kWall));
  EXPECT_FALSE(book.record(news("gpu", "Past"), kStart + kEventRefill - seconds(1), kWall));
  EXPECT_TRUE(book.record(news("gpu", "Past"), kStart + kEventRefill, kWall));
  EXPECT_FALSE(book.record(news("gpu", "More"), kStart + kEventRefill, kWall));
}

TEST(EventBook, RemembersABoundedNumber) {
  EventBook book;
  for (std::size_t i = 0; i < kEventsRememberedMax + 50; ++i) {
    const Instant now = kStart + milliseconds(static_cast<int>(i));
    EXPECT_TRUE(book.record(news("object" + std::to_string(i)), now, kWall));
  }
  EXPECT_EQ(book.remembered(), 2 * kEventsRememberedMax);
  // The first is forgotten, the last is not.
  const Instant now = kStart + seconds(10);
  EXPECT_FALSE(book.record(news("object0"), now, kWall)->is_series);
  const std::string last = "object" + std::to_string(kEventsRememberedMax + 49);
  EXPECT_TRUE(book.record(news(last), now, kWall)->is_series);
}

TEST(EventBook, NotesAndNamesFit) {
  const std::string at_limit(kEventNoteBytesMax, 'x');
  EXPECT_EQ(cut_note(at_limit), at_limit);
  EXPECT_EQ(cut_note(at_limit + "x").size(), kEventNoteBytesMax);
  EXPECT_TRUE(cut_note(at_limit + "x").ends_with("x..."));
  std::string wide;
  while (wide.size() <= kEventNoteBytesMax) wide += "\xe2\x82\xac";  // three bytes
  const std::string cut = cut_note(wide);
  EXPECT_LE(cut.size(), kEventNoteBytesMax);
  EXPECT_EQ((cut.size() - 3) % 3, 0U);
  EventBook book;
  const auto event = book.record(news(std::string(250, 'a') + ".bc"), kStart, kWall);
  EXPECT_LE(event->name.size(), kEventNameBytesMax);
  const std::string dotted(300, '.');
  EXPECT_EQ(book.record(news("a" + dotted), kStart, kWall)->name.substr(0, 2), "a.");
}

class EventsTest : public ::testing::Test {
 protected:
  EventsTest() : server_(store_.script()) {
    client_ = Client::create(loop_.io.get_executor(), server_.config()).value();
    EventWriterOptions options;
    options.instance = "drawbridge-0";
    options.try_pause = milliseconds(30);
    options.request_time = milliseconds(300);
    options.write_until = [this]() -> std::optional<Deadline> {
      if (!may_write_) return std::nullopt;
      return in_ms(may_write_ms_);
    };
    writer_ = std::make_unique<EventWriter>(loop_.io.get_executor(), *client_, options);
    boost::asio::co_spawn(loop_.io, writer_->run(), [this](std::exception_ptr) { done_ = true; });
  }
  ~EventsTest() override {
    writer_->stop();
    client_->stop();
    EXPECT_TRUE(until([this] { return done_ && client_->active() == 0; }));
  }
  bool until(const std::function<bool()>& done) { return loop_.until(done, 5'000); }
  std::string refused(int code, const std::string& reason) {
    return reply(std::to_string(code) + " " + reason, status_body(code, reason, "no"));
  }

  ObjectStore store_;
  Loop loop_;
  FakeServer server_;
  std::unique_ptr<Client> client_;
  std::unique_ptr<EventWriter> writer_;
  bool done_ = false;
  bool may_write_ = true;
  int may_write_ms_ = 10'000;
};

TEST_F(EventsTest, AreDroppedByWhoMayNotWriteAnyMore) {
  may_write_ = false;
  writer_->tell(news());
  ASSERT_TRUE(until([this] { return writer_->counts().dropped == 1; }));
  EXPECT_EQ(server_.request_count(), 0);
  may_write_ = true;
  writer_->tell(news("other"));
  ASSERT_TRUE(until([this] { return writer_->counts().written == 1; }));
}

TEST_F(EventsTest, NoWriteLastsLongerThanItMay) {
  store_.intercept([](const SeenRequest&) { return std::string(); });
  may_write_ms_ = 20;
  const auto start = std::chrono::steady_clock::now();
  writer_->tell(news());
  ASSERT_TRUE(until([this] { return writer_->counts().dropped == 1; }));
  // All its tries, which would take 300 ms each.
  EXPECT_LT(std::chrono::steady_clock::now() - start, kEventTriesMax * milliseconds(300));
}

TEST_F(EventsTest, AreWrittenAsTheApiServerWantsThem) {
  writer_->tell(news());
  ASSERT_TRUE(until([this] { return writer_->counts().written == 1; }));
  const SeenRequest request = server_.requests().front();
  EXPECT_THAT(request.line(),
              ::testing::StartsWith("POST /apis/events.k8s.io/v1/namespaces/default/events?"));
  const json event = json::parse(request.body);
  EXPECT_EQ(event["reportingController"], "drawbridge.dev/drawbridge");
  EXPECT_EQ(event["reportingInstance"], "drawbridge-0");
  EXPECT_EQ(event["type"], "Warning");
  EXPECT_EQ(event["reason"], "Conflicting");
  EXPECT_EQ(event["action"], "Compiled");
  EXPECT_EQ(event["note"], "clashes with other");
  EXPECT_EQ(event["metadata"]["namespace"], "default");
  EXPECT_TRUE(parse_time(event["eventTime"].get<std::string>()));
  EXPECT_FALSE(event.contains("series"));
  EXPECT_EQ(event["regarding"], (json{{"apiVersion", "drawbridge.dev/v1alpha1"},
                                      {"kind", "DeviceMapping"},
                                      {"name", "gpu"},
                                      {"uid", "uid-1"}}));
  writer_->tell(news());
  ASSERT_TRUE(until([this] { return writer_->counts().written == 2; }));
  const std::string path = "/apis/events.k8s.io/v1/namespaces/default/events/" +
                           event["metadata"]["name"].get<std::string>();
  EXPECT_EQ(store_.get(path)["series"]["count"], 2);
}

TEST_F(EventsTest, ASeriesWhoseEventIsGoneGoesOnInANewOne) {
  writer_->tell(news());
  ASSERT_TRUE(until([this] { return writer_->counts().written == 1; }));
  const json event = json::parse(server_.requests().front().body);
  const std::string path = "/apis/events.k8s.io/v1/namespaces/default/events/" +
                           event["metadata"]["name"].get<std::string>();
  store_.remove(path);
  writer_->tell(news());
  ASSERT_TRUE(until([this] { return writer_->counts().written == 2; }));
  EXPECT_EQ(store_.get(path)["series"]["count"], 2);
  EXPECT_EQ(store_.get(path)["reason"], "Conflicting");
}

TEST_F(EventsTest, AreTriedAgainWhileNoAnswerComesAndNotAfterANo) {
  int calls = 0;
  store_.intercept([&, this](const SeenRequest&) -> std::optional<std::string> {
    if (++calls < 3) return refused(500, "InternalError");
    return std::nullopt;
  });
  writer_->tell(news());
  ASSERT_TRUE(until([this] { return writer_->counts().written == 1; }));
  EXPECT_EQ(server_.request_count(), 3);
  store_.intercept([this](const SeenRequest&) { return refused(403, "Forbidden"); });
  writer_->tell(news("other"));
  ASSERT_TRUE(until([this] { return writer_->counts().dropped == 1; }));
  EXPECT_EQ(server_.request_count(), 4);
  store_.intercept([this](const SeenRequest&) { return refused(500, "InternalError"); });
  writer_->tell(news("third"));
  ASSERT_TRUE(until([this] { return writer_->counts().dropped == 2; }));
  EXPECT_EQ(server_.request_count(), 4 + kEventTriesMax);
}

TEST_F(EventsTest, EndWithTheirClient) {
  client_->stop();
  writer_->tell(news());
  EXPECT_TRUE(until([this] { return done_; }));
}

TEST_F(EventsTest, TheQueueIsBoundedAndNobodyWaits) {
  store_.intercept([](const SeenRequest&) { return std::string(); });
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < kEventQueueMax + 5; ++i) {
    writer_->tell(news("object" + std::to_string(i)));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, seconds(3));
  EXPECT_EQ(writer_->waiting(), kEventQueueMax);
  EXPECT_EQ(writer_->counts().dropped, 5U);
  writer_->stop();
  EXPECT_TRUE(until([this] { return done_; }));
  EXPECT_EQ(writer_->waiting(), 0U);
  EXPECT_EQ(writer_->counts().dropped, kEventQueueMax + 5);
}

}  // namespace
}  // namespace drawbridge::kube
