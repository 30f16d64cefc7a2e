#include "webhook/admission/leader_duties.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <functional>
#include <string>
#include <vector>

#include "test/kube_client/loop.h"
#include "test/kube_client/object_store.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;
using ::testing::Contains;
using ::testing::StartsWith;

const std::string kMapping = "/apis/drawbridge.dev/v1alpha1/devicemappings/a";
const std::string kLease = "/apis/coordination.k8s.io/v1/namespaces/gate/leases/drawbridge";

// One replica, and an API server that serves neither templates nor Kueue's kinds.
class LeaderDutiesTest : public ::testing::Test {
 protected:
  LeaderDutiesTest() {
    kube::HttpOptions http;
    http.background_rate = {.per_second = 10'000, .burst = 10'000};
    client_ = std::move(
        *kube::Client::create(loop_.io.get_executor(), server_.config(), std::move(http)));
    background_ = client_->background();
    discovery_ = std::make_unique<kube::Discovery>(*background_);
    put("{}");
  }
  ~LeaderDutiesTest() override {
    client_->stop();
    EXPECT_TRUE(until([this] { return !running_ && client_->active() == 0; }));
  }

  // The mapping as it is in the API server, and as it is known.
  void put(const std::string& spec) {
    objects_.put(kMapping,
                 json::parse(R"({"apiVersion":"drawbridge.dev/v1alpha1","kind":"DeviceMapping",)"
                             R"("metadata":{"name":"a","uid":"u","generation":1},"spec":)" +
                             spec + "}"));
    SnapshotBuilder builder;
    builder.begin_list("drawbridge.dev", "DeviceMapping");
    builder.put(kube::read_json(objects_.get(kMapping).dump())->root());
    builder.end_list("drawbridge.dev", "DeviceMapping");
    snapshots_.publish(builder.publish());
  }
  void start() {
    LeaderDutiesOptions options;
    options.ns = "gate";
    options.identity = "drawbridge-0";
    options.times.duration = std::chrono::seconds(1);
    options.times.renew_deadline = milliseconds(600);
    options.times.retry = milliseconds(50);
    options.duties_again = milliseconds(100);
    options.done = [this](const std::string& text) { told_.push_back(text); };
    options.troubled = [this](const std::string& text) {
      told_.push_back(text);
      if (std::exchange(throws_, false)) throw std::runtime_error("a fault of ours");
    };
    duties_ = std::make_unique<LeaderDuties>(loop_.io.get_executor(), *client_, *background_,
                                             *discovery_, snapshots_, std::move(options));
    running_ = true;
    boost::asio::co_spawn(loop_.io, duties_->run(), [this](const std::exception_ptr& problem) {
      running_ = false;
      EXPECT_EQ(problem, nullptr);
    });
  }
  bool until(const std::function<bool()>& condition, int ms = 20'000) {
    return loop_.until(condition, ms);
  }
  bool has_status() const { return objects_.get(kMapping).contains("status"); }

  kube::ObjectStore objects_;
  kube::Loop loop_;
  SnapshotStore snapshots_{SnapshotBuilder().publish()};
  std::vector<std::string> told_;
  bool throws_ = false;  // once, where something is told that went wrong
  kube::FakeServer server_{objects_.script()};
  std::unique_ptr<kube::Client> client_;
  std::unique_ptr<kube::Client> background_;
  std::unique_ptr<kube::Discovery> discovery_;
  std::unique_ptr<LeaderDuties> duties_;
  bool running_ = false;
};

TEST_F(LeaderDutiesTest, WhatIsWrongIsToldByTheLeaderUntilItStops) {
  start();
  EXPECT_FALSE(duties_->led_lately());
  ASSERT_TRUE(until([this] { return duties_->leads(); }));
  EXPECT_FALSE(has_status()) << "before it led";
  EXPECT_TRUE(duties_->led_lately());
  ASSERT_TRUE(until([this] { return has_status(); }));
  EXPECT_THAT(told_, Contains(StartsWith("this replica leads (term ")));
  duties_->stop();
  ASSERT_TRUE(until([this] { return !running_; }));
  EXPECT_FALSE(duties_->led_lately());
  // It gave the Lease away.
  EXPECT_EQ(objects_.get(kLease)["spec"].value("holderIdentity", ""), "");
}

TEST_F(LeaderDutiesTest, AFaultOfOursIsToldAndAllDutiesBeginAnew) {
  throws_ = true;
  objects_.intercept([](const kube::SeenRequest& request) -> std::optional<std::string> {
    if (request.line().find("devicemappings") == std::string::npos) return std::nullopt;
    return kube::reply("403 Forbidden", kube::status_body(403, "Forbidden", "not now"));
  });
  start();
  ASSERT_TRUE(until([this] { return duties_->leads() && !throws_; }));
  ASSERT_TRUE(until([this] { return told_.size() >= 3; }));
  EXPECT_THAT(told_, Contains("a duty of the leader failed and begins anew: a fault of ours"));
  objects_.intercept({});
  ASSERT_TRUE(until([this] { return has_status(); }));
  EXPECT_TRUE(duties_->leads()) << "in the same term";
  duties_->stop();
  ASSERT_TRUE(until([this] { return !running_; }));
}

TEST_F(LeaderDutiesTest, OneThatLosesTheLeaseStopsAndTheNextTermGoesOn) {
  start();
  ASSERT_TRUE(until([this] { return has_status(); }));
  objects_.intercept([](const kube::SeenRequest& request) -> std::optional<std::string> {
    if (request.line().find("/leases") == std::string::npos) return std::nullopt;
    return kube::reply("500 Internal Server Error", kube::status_body(500, "InternalError", "no"));
  });
  ASSERT_TRUE(until([this] { return !duties_->led_lately(); }));
  put(R"({"logicalResource":"a.com/gpu"})");
  EXPECT_FALSE(until([this] { return has_status(); }, 700)) << "it leads no more";
  objects_.intercept({});
  ASSERT_TRUE(until([this] { return duties_->led_lately() && has_status(); }));
  EXPECT_EQ(objects_.get(kMapping)["status"]["conditions"][0]["status"], "True");
  duties_->stop();
  ASSERT_TRUE(until([this] { return !running_; }));
}

}  // namespace
}  // namespace drawbridge::admission
