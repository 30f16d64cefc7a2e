#include "kube/client/discovery.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/detached.hpp>

#include "test/kube_client/fake_api.h"
#include "test/kube_client/loop.h"

namespace drawbridge::kube {
namespace {

using boost::asio::awaitable;
using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::vector<std::string> kVersions = {"v1", "v1beta2", "v1beta1"};
const char* const kGroupLine = "GET /apis/example.com HTTP/1.1";

class DiscoveryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Result<std::unique_ptr<Client>> made = Client::create(loop_.io.get_executor(), api_.config());
    ASSERT_TRUE(made.ok()) << made.error().text();
    client_ = std::move(made).value();
  }
  // The version, or the error.
  std::string find(Discovery& discovery, const std::string& resource = "widgets") {
    const ApiAnswer<std::string> found =
        loop_.run(discovery.find(FakeApi::kGroup, resource, kVersions, in_ms(5000)));
    return found ? found.value() : found.error_text();
  }

  FakeApi api_;
  Loop loop_;
  std::unique_ptr<Client> client_;
};

TEST_F(DiscoveryTest, TheBestVersionThatServesTheKind) {
  for (const auto& [served, best] : std::vector<std::pair<std::set<std::string>, std::string>>{
           {{"v1", "v1beta1"}, "v1"},
           {{"v1beta1", "v1beta2"}, "v1beta2"},
           {{"v1beta1"}, "v1beta1"},
           {{"v2"}, ""},
           {{}, ""}}) {
    api_.serve(served);
    Discovery discovery(*client_);
    EXPECT_EQ(find(discovery), best);
    EXPECT_EQ(find(discovery, "gizmos"), "");
  }
}

TEST_F(DiscoveryTest, AsksOnceForAllAndAgainLater) {
  Discovery discovery(*client_, milliseconds(1000));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(find(discovery), "v1");
  EXPECT_THAT(api_.discovery_lines(), ElementsAre(kGroupLine, "GET /apis/example.com/v1 HTTP/1.1"));
  EXPECT_GT(discovery.stale_at(FakeApi::kGroup), std::chrono::steady_clock::now());
  loop_.run(client_->pause(in_ms(1050)));
  api_.serve({});
  EXPECT_EQ(find(discovery), "");
  EXPECT_EQ(find(discovery, "gadgets"), "");
  EXPECT_THAT(api_.discovery_lines(), SizeIs(3));
  discovery.forget(FakeApi::kGroup);
  api_.serve({"v1beta1"});
  EXPECT_EQ(find(discovery), "v1beta1");
}

awaitable<void> count_found(Discovery* discovery, int* found, Deadline until) {
  std::vector<std::string> versions = kVersions;
  const ApiAnswer<std::string> answer =
      co_await discovery->find(FakeApi::kGroup, "widgets", std::move(versions), until);
  *found += answer && answer.value() == "v1" ? 1 : 100;
}

TEST_F(DiscoveryTest, ThoseWhoAskAtOnceShareTheAnswer) {
  Discovery discovery(*client_, std::chrono::minutes(1));
  int found = 0;
  for (int i = 0; i < 20; ++i) {
    boost::asio::co_spawn(loop_.io, count_found(&discovery, &found, in_ms(5000)),
                          boost::asio::detached);
  }
  while (found < 20) ASSERT_GT(loop_.io.run_one_for(kHangs), 0u);
  EXPECT_EQ(found, 20);
  EXPECT_THAT(api_.discovery_lines(), SizeIs(2));
}

TEST_F(DiscoveryTest, TheCoreGroupIsNotAsked) {
  Discovery discovery(*client_);
  const std::vector<std::string> versions = {"v1"};
  const ApiAnswer<std::string> found =
      loop_.run(discovery.find("", "namespaces", versions, in_ms(5000)));
  EXPECT_EQ(found.value(), "v1");
  EXPECT_THAT(api_.discovery_lines(), IsEmpty());
}

TEST_F(DiscoveryTest, WhatIsNoAnswerIsNotAbsence) {
  Discovery discovery(*client_);
  api_.answer_group(refuse("403 Forbidden", 403, "Forbidden"));
  EXPECT_THAT(find(discovery), HasSubstr("403 Forbidden"));
  api_.answer_group(refuse("500 Internal Server Error", 500, "InternalError"));
  EXPECT_THAT(find(discovery), HasSubstr("500 InternalError"));
  api_.answer_group(text(reply("200 OK", R"({"kind":"Login"})")));
  EXPECT_THAT(find(discovery), HasSubstr("no APIGroup"));
  api_.answer_group(text(reply("200 OK", "<html>")));
  EXPECT_THAT(find(discovery), HasSubstr("no JSON"));
  // And is not remembered.
  api_.answer_group({});
  EXPECT_EQ(find(discovery), "v1");
}

}  // namespace
}  // namespace drawbridge::kube
