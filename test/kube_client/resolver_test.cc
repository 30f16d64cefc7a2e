#include "kube/client/resolver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/detached.hpp>

#include "test/kube_client/loop.h"

namespace drawbridge::kube {
namespace {

using boost::asio::awaitable;
using tcp = boost::asio::ip::tcp;

struct Answer {
  Woken woken = Woken::kCancelled;
  Result<Endpoints> endpoints = Endpoints();
};

awaitable<Answer> resolve(Resolver* resolver, Alarm* alarm, Deadline until) {
  Answer answer;
  answer.woken = co_await resolver->resolve(alarm, until, &answer.endpoints);
  co_return answer;
}

awaitable<void> resolve_into(Resolver* resolver, Alarm* alarm, Deadline until, Answer* into) {
  *into = co_await resolve(resolver, alarm, until);
}

// A name server that answers when it is told to.
struct SlowLookup {
  std::vector<LookupDone> asked;

  Lookup lookup() {
    return [this](const std::string&, std::uint16_t, LookupDone done) {
      asked.push_back(std::move(done));
    };
  }
};

TEST(Resolver, AddressesAreNotLookedUp) {
  for (const char* host : {"127.0.0.1", "::1", "fd00::10"}) {
    Loop loop;
    SlowLookup slow;
    Resolver resolver(host, 6443, slow.lookup());
    Alarm alarm(loop.io.get_executor());
    const Answer answer = loop.run(resolve(&resolver, &alarm, in_ms(1000)));
    ASSERT_EQ(answer.woken, Woken::kReady);
    ASSERT_TRUE(answer.endpoints.ok());
    EXPECT_EQ(answer.endpoints->front(), tcp::endpoint(boost::asio::ip::make_address(host), 6443));
    EXPECT_TRUE(slow.asked.empty());
  }
}

TEST(Resolver, TheSystemKnowsLocalhostAndNotWhatCanNotExist) {
  Loop loop;
  Alarm alarm(loop.io.get_executor());
  Resolver known("localhost", 443, system_lookup(loop.io.get_executor()));
  const Answer found = loop.run(resolve(&known, &alarm, in_ms(10'000)));
  ASSERT_EQ(found.woken, Woken::kReady);
  ASSERT_TRUE(found.endpoints.ok());
  EXPECT_TRUE(found.endpoints->front().address().is_loopback());
  Resolver unknown("no-such-host.invalid", 443, system_lookup(loop.io.get_executor()));
  const Answer missing = loop.run(resolve(&unknown, &alarm, in_ms(20'000)));
  ASSERT_EQ(missing.woken, Woken::kReady);
  EXPECT_FALSE(missing.endpoints.ok());
}

TEST(Resolver, ADeadNameServerCollectsOneLookupAndHoldsNobodyPastTheDeadline) {
  Loop loop;
  SlowLookup slow;
  Resolver resolver("api.test", 443, slow.lookup());
  for (int i = 0; i < 3; ++i) {
    Alarm alarm(loop.io.get_executor());
    const Answer answer = loop.run(resolve(&resolver, &alarm, in_ms(50)));
    EXPECT_EQ(answer.woken, Woken::kDeadline);
    EXPECT_LT(loop.took, std::chrono::milliseconds(50) + kSlack);
  }
  EXPECT_EQ(slow.asked.size(), 1u);
}

TEST(Resolver, ThoseWhoWaitTogetherGetOneAnswer) {
  Loop loop;
  SlowLookup slow;
  Resolver resolver("api.test", 443, slow.lookup());
  Alarm first(loop.io.get_executor());
  Alarm second(loop.io.get_executor());
  Answer a;
  Answer b;
  boost::asio::co_spawn(loop.io, resolve_into(&resolver, &first, in_ms(5000), &a),
                        boost::asio::detached);
  boost::asio::co_spawn(loop.io, resolve_into(&resolver, &second, in_ms(5000), &b),
                        boost::asio::detached);
  loop.io.poll();
  ASSERT_EQ(slow.asked.size(), 1u);
  slow.asked.front()(Endpoints{tcp::endpoint(boost::asio::ip::address_v4::loopback(), 443)});
  loop.io.restart();
  loop.io.run_for(std::chrono::seconds(5));
  EXPECT_EQ(a.woken, Woken::kReady);
  EXPECT_EQ(b.woken, Woken::kReady);
  ASSERT_TRUE(a.endpoints.ok() && b.endpoints.ok());
  EXPECT_EQ(a.endpoints->size(), 1u);
}

TEST(Resolver, AnAnswerThatCameTooLateIsNotUsedLater) {
  Loop loop;
  SlowLookup slow;
  Resolver resolver("api.test", 443, slow.lookup());
  Alarm alarm(loop.io.get_executor());
  EXPECT_EQ(loop.run(resolve(&resolver, &alarm, in_ms(20))).woken, Woken::kDeadline);
  slow.asked.front()(Error{"old news"});
  EXPECT_EQ(loop.run(resolve(&resolver, &alarm, in_ms(20))).woken, Woken::kDeadline);
  EXPECT_EQ(slow.asked.size(), 2u);
}

TEST(Resolver, ALookupMayOutliveTheResolver) {
  Loop loop;
  SlowLookup slow;
  {
    Resolver resolver("api.test", 443, slow.lookup());
    Alarm alarm(loop.io.get_executor());
    EXPECT_EQ(loop.run(resolve(&resolver, &alarm, in_ms(20))).woken, Woken::kDeadline);
  }
  slow.asked.front()(Error{"nobody waits"});
  EXPECT_EQ(slow.asked.size(), 1u);
}

TEST(Resolver, NoAddressIsAnError) {
  Loop loop;
  const Lookup empty = [](const std::string&, std::uint16_t, const LookupDone& done) {
    done(Endpoints());
  };
  Resolver resolver("api.test", 443, empty);
  Alarm alarm(loop.io.get_executor());
  const Answer answer = loop.run(resolve(&resolver, &alarm, in_ms(1000)));
  ASSERT_EQ(answer.woken, Woken::kReady);
  ASSERT_FALSE(answer.endpoints.ok());
  EXPECT_EQ(answer.endpoints.error().message, "it has no address");
}

TEST(Alarm, AbortEndsThisWaitAndLaterOnes) {
  Loop loop;
  SlowLookup slow;
  Resolver resolver("api.test", 443, slow.lookup());
  Alarm alarm(loop.io.get_executor());
  alarm.abort();
  EXPECT_EQ(loop.run(resolve(&resolver, &alarm, in_ms(5000))).woken, Woken::kCancelled);
  EXPECT_EQ(loop.run(alarm.sleep(in_ms(5000))), Woken::kCancelled);
}

TEST(Alarm, AWakeThatCameBeforeTheWaitIsNotLost) {
  Loop loop;
  Alarm alarm(loop.io.get_executor());
  alarm.wake();
  EXPECT_EQ(loop.run(alarm.sleep(in_ms(5000))), Woken::kReady);
  EXPECT_EQ(loop.run(alarm.sleep(in_ms(10))), Woken::kDeadline);
}

}  // namespace
}  // namespace drawbridge::kube
