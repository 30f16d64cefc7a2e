#include "webhook/admission/cluster_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <functional>
#include <memory>
#include <set>
#include <thread>

#include "test/kube_client/loop.h"
#include "test/webhook/fake_cluster.h"
#include "webhook/admission/api_gateway.h"
#include "webhook/admission/catch_up.h"

namespace drawbridge::admission {
namespace {

using std::chrono::milliseconds;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

const char* const kDraGroup = "resource.k8s.io";
const char* const kOurGroup = "drawbridge.dev";
const std::set<std::string> kDraResources = {"deviceclasses", "resourceslices", "resourceclaims",
                                             "resourceclaimtemplates"};
const std::set<std::string> kOurResources = {"devicemappings", "devicequotas", "devicerules"};

TEST(ReflectedKinds, EachKindOnceInAVersionThatTheBuilderReads) {
  std::set<std::string> seen;
  for (const kube::ReflectedKind& kind : reflected_kinds()) {
    EXPECT_TRUE(seen.insert(kind.group + "/" + kind.resource).second) << kind.resource;
    EXPECT_TRUE(SnapshotBuilder::reads(kind.group, kind.kind)) << kind.kind;
    EXPECT_FALSE(kind.versions.empty());
  }
  EXPECT_TRUE(seen.contains("kueue.x-k8s.io/workloads"));
  EXPECT_FALSE(seen.contains("/pods"));
}

class ClusterViewTest : public ::testing::Test {
 protected:
  ClusterViewTest() : store_(SnapshotBuilder().publish()) {
    options_.reflector.back_off_first = milliseconds(5);
    options_.reflector.back_off_max = milliseconds(20);
    options_.absent_poll_interval = milliseconds(30);
    options_.check_interval = milliseconds(30);
    cluster_.serve(kDraGroup, "v1", kDraResources);
  }
  ~ClusterViewTest() override { stop(); }

  void start() {
    kube::HttpOptions http;
    http.background_rate = {.per_second = 10'000, .burst = 10'000};
    Result<std::unique_ptr<kube::Client>> made =
        kube::Client::create(loop_.io.get_executor(), cluster_.config(), std::move(http));
    ASSERT_TRUE(made.ok()) << made.error().text();
    client_ = std::move(made).value();
    background_ = client_->background();
    const auto report = [this](ClusterView::Level, const std::string& text) {
      reports_.push_back(text);
    };
    view_ =
        std::make_unique<ClusterView>(*background_, store_, report, reflected_kinds(), options_);
    view_->start();
  }
  void stop() {
    if (!view_) return;
    view_->stop();
    EXPECT_TRUE(until([this] { return view_->running() == 0 && client_->active() == 0; }));
    loop_.io.restart();
    loop_.io.poll();
    view_.reset();
  }
  bool until(const std::function<bool()>& condition, int ms = 20'000) {
    const auto end = kube::in_ms(ms);
    while (!condition()) {
      if (std::chrono::steady_clock::now() > end) return false;
      loop_.io.restart();
      loop_.io.run_one_for(milliseconds(20));
    }
    return true;
  }
  bool until_ready() {
    return until([this] { return view_->not_ready().empty(); });
  }
  bool knows_namespace(const std::string& name) {
    return store_.get()->namespace_labels(name) != nullptr;
  }
  ClusterView::KindStatus status_of(const std::string& kind) {
    for (const ClusterView::KindStatus& status : view_->status()) {
      if (status.kind == kind) return status;
    }
    return {};
  }

  FakeCluster cluster_;
  kube::Loop loop_;
  SnapshotStore store_;
  ClusterViewOptions options_;
  std::vector<std::string> reports_;
  std::unique_ptr<kube::Client> client_;
  std::unique_ptr<kube::Client> background_;
  std::unique_ptr<ClusterView> view_;
};

TEST_F(ClusterViewTest, IsReadyWhenAllIsListedOrAbsent) {
  cluster_.put("namespaces", "", "team-a");
  start();
  EXPECT_THAT(view_->not_ready(), SizeIs(reflected_kinds().size()));
  EXPECT_THAT(view_->not_ready(), Contains("deviceclasses have yet to be listed"));
  ASSERT_TRUE(until_ready());
  // Whoever hears that it is ready finds what was listed.
  EXPECT_TRUE(knows_namespace("team-a"));
  EXPECT_TRUE(status_of("Workload").is_absent);
  EXPECT_TRUE(status_of("DeviceMapping").is_absent);
  EXPECT_FALSE(status_of("DeviceClass").is_absent);
  EXPECT_THAT(reports_, ElementsAre("the view of the cluster is complete"));
}

TEST_F(ClusterViewTest, ChangesAreSeenSoon) {
  start();
  ASSERT_TRUE(until_ready());
  cluster_.put("namespaces", "", "team-a", R"("x":1)");
  const auto begun = std::chrono::steady_clock::now();
  ASSERT_TRUE(until([this] { return knows_namespace("team-a"); }));
  EXPECT_LT(std::chrono::steady_clock::now() - begun, kube::kSlack);
  cluster_.remove("namespaces", "", "team-a");
  ASSERT_TRUE(until([this] { return !knows_namespace("team-a"); }));
}

const char* const kMapping =
    R"("spec":{"logicalResource":"example.com/gpu","deviceClassNames":["gpu.example.com"]})";

TEST_F(ClusterViewTest, CatchesUpWithWhatExistsWhenItIsAsked) {
  // Nothing is published soon unless somebody waits for it.
  options_.publish_delay_max = std::chrono::hours(1);
  options_.mapping_publish_delay_max = std::chrono::hours(1);
  cluster_.serve(kOurGroup, "v1alpha1", kOurResources);
  start();
  ASSERT_TRUE(until_ready());
  const auto mappings = [this] { return store_.get()->mappings().mappings().size(); };
  for (int round = 0; round < 20; ++round) {
    const std::size_t before = mappings();
    cluster_.put("devicemappings", "", "m" + std::to_string(round), kMapping);
    int caught_up = 0;
    for (int i = 0; i < 5; ++i) {
      boost::asio::co_spawn(loop_.io,
                            view_->catch_up("DeviceMapping", client_.get(), kube::in_ms(10'000)),
                            [&](const std::exception_ptr& problem) {
                              EXPECT_EQ(problem, nullptr);
                              EXPECT_EQ(mappings(), before + 1);
                              ++caught_up;
                            });
    }
    ASSERT_TRUE(until([&caught_up] { return caught_up == 5; }));
  }
}

TEST_F(ClusterViewTest, CatchesUpWithAnApiServerThatHasMuchToDo) {
  cluster_.serve(kOurGroup, "v1alpha1", kOurResources);
  start();
  ASSERT_TRUE(until_ready());
  const auto begun = std::chrono::steady_clock::now();
  const auto is_past = [&](milliseconds time) {
    return std::chrono::steady_clock::now() - begun > time;
  };
  const milliseconds late = kCatchUpTime + milliseconds(300);
  cluster_.list_after(static_cast<int>(late.count()));
  cluster_.keep_silent(true);
  cluster_.put("devicemappings", "", "one", kMapping);
  bool caught_up = false;
  boost::asio::co_spawn(loop_.io,
                        view_->catch_up("DeviceMapping", client_.get(), kube::in_ms(10'000)),
                        [&](const std::exception_ptr&) {
                          EXPECT_EQ(store_.get()->mappings().mappings().size(), 1u);
                          caught_up = true;
                        });
  // Its watch tells after its list.
  EXPECT_TRUE(until([&] { return is_past(late + milliseconds(200)); }, 10'000));
  EXPECT_FALSE(caught_up);
  cluster_.keep_silent(false);
  ASSERT_TRUE(until([&] { return caught_up; }));
}

TEST_F(ClusterViewTest, NobodyWaitsLongForAWatchThatHangs) {
  cluster_.serve(kOurGroup, "v1alpha1", kOurResources);
  start();
  ASSERT_TRUE(until_ready());
  cluster_.keep_silent(true);
  cluster_.put("devicemappings", "", "one", kMapping);
  const auto begun = std::chrono::steady_clock::now();
  bool caught_up = false;
  boost::asio::co_spawn(loop_.io,
                        view_->catch_up("DeviceMapping", client_.get(), kube::in_ms(30'000)),
                        [&](const std::exception_ptr&) {
                          EXPECT_EQ(store_.get()->mappings().mappings().size(), 0u);
                          caught_up = true;
                        });
  EXPECT_TRUE(until([&] { return caught_up; }, 20'000));
  cluster_.keep_silent(false);
  EXPECT_GE(std::chrono::steady_clock::now() - begun, kCatchUpTime);
}

TEST_F(ClusterViewTest, CatchesUpAtOnceWhereThereIsNobodyToAsk) {
  start();
  ASSERT_TRUE(until_ready());
  int caught_up = 0;
  const auto ask = [&](int ms) {
    boost::asio::co_spawn(loop_.io,
                          view_->catch_up("DeviceMapping", client_.get(), kube::in_ms(ms)),
                          [&caught_up](const std::exception_ptr&) { ++caught_up; });
  };
  ask(10'000);  // not served: there is none
  ASSERT_TRUE(until([&caught_up] { return caught_up == 1; }, 1'000));
  cluster_.serve(kOurGroup, "v1alpha1", kOurResources);
  ASSERT_TRUE(until([this] { return !status_of("DeviceMapping").is_absent; }));
  cluster_.go_away(true);
  ask(300);
  ASSERT_TRUE(until([&caught_up] { return caught_up == 2; }, 5'000));
}

TEST_F(ClusterViewTest, ABurstIsPublishedTogether) {
  options_.publish_delay_max = milliseconds(300);
  start();
  ASSERT_TRUE(until_ready());
  const std::uint64_t before = view_->publications();
  for (int i = 0; i < 200; ++i) cluster_.put("namespaces", "", "team-" + std::to_string(i));
  ASSERT_TRUE(until([this] { return knows_namespace("team-199"); }));
  EXPECT_LE(view_->publications() - before, 3u);
  EXPECT_GE(status_of("Namespace").changes, 200u);
}

TEST_F(ClusterViewTest, AMappingWaitsForNoBurst) {
  options_.publish_delay_max = std::chrono::hours(1);
  cluster_.serve(kOurGroup, "v1alpha1", kOurResources);
  start();
  ASSERT_TRUE(until_ready());
  const auto mappings = [this] { return store_.get()->mappings().mappings().size(); };
  // It goes with what waits already, and takes it along.
  cluster_.put("namespaces", "", "team-a");
  ASSERT_TRUE(until([this] { return status_of("Namespace").changes > 0; }));
  EXPECT_FALSE(knows_namespace("team-a"));
  cluster_.put("devicemappings", "", "one", kMapping);
  ASSERT_TRUE(until([&] { return mappings() == 1; }));
  EXPECT_TRUE(knows_namespace("team-a"));
  cluster_.remove("devicemappings", "", "one");
  ASSERT_TRUE(until([&] { return mappings() == 0; }));
}

TEST_F(ClusterViewTest, AChangeAfterAQuietWhileIsPublishedAtOnce) {
  options_.publish_delay_max = milliseconds(2'000);
  start();
  ASSERT_TRUE(until_ready());
  const auto ready = std::chrono::steady_clock::now();
  cluster_.put("namespaces", "", "team-a");
  ASSERT_TRUE(until([this] { return knows_namespace("team-a"); }));
  EXPECT_GT(std::chrono::steady_clock::now() - ready, milliseconds(1'000)) << "soon after another";
  const auto quiet_until = std::chrono::steady_clock::now() + options_.publish_delay_max;
  until([&] { return std::chrono::steady_clock::now() > quiet_until; });
  cluster_.put("namespaces", "", "team-b");
  const auto put = std::chrono::steady_clock::now();
  ASSERT_TRUE(until([this] { return knows_namespace("team-b"); }));
  EXPECT_LT(std::chrono::steady_clock::now() - put, milliseconds(1'500));
}

TEST_F(ClusterViewTest, ANewClassIsPutToManyDevicesInTurns) {
  const std::size_t slices = 30;
  std::string devices;
  for (int i = 0; i < 100; ++i) {
    devices += (i == 0 ? "{\"name\":\"d" : ",{\"name\":\"d") + std::to_string(i) + "\"}";
  }
  for (std::size_t i = 0; i < slices; ++i) {
    const std::string name = "s" + std::to_string(i);
    cluster_.put("resourceslices", "", name,
                 R"("spec":{"driver":"a.com","pool":{"name":")" + name +
                     R"(","generation":1,"resourceSliceCount":1},"devices":[)" + devices + "]}");
  }
  start();
  ASSERT_TRUE(until_ready());
  ASSERT_GT(slices * 100, 2 * kAsksPerTurn);
  cluster_.put("deviceclasses", "", "all",
               R"("spec":{"selectors":[{"cel":{"expression":"device.driver == 'a.com'"}}]})");
  const auto count = [this] { return store_.get()->devices().matches().of_class("all"); };
  ASSERT_TRUE(until([&] { return count() != nullptr; }));
  EXPECT_EQ(count()->matched, slices * 100);
}

TEST_F(ClusterViewTest, WhatCanNotBeListedIsSaid) {
  cluster_.forbid({"nodes"});
  start();
  ASSERT_TRUE(
      until([this] { return view_->not_ready().size() == 1 && status_of("Node").troubles > 2; }));
  EXPECT_THAT(view_->not_ready(),
              ElementsAre(HasSubstr("nodes have yet to be listed: it can't be listed: the API "
                                    "server answered 403 Forbidden: RBAC says no")));
  // Once, though it was tried more often.
  EXPECT_THAT(reports_, ElementsAre(HasSubstr("nodes: it can't be listed")));
  cluster_.forbid({});
  ASSERT_TRUE(until_ready());
}

TEST_F(ClusterViewTest, GoesOnWithWhatItKnowsWhenTheApiServerIsAway) {
  options_.age_max = milliseconds(300);
  cluster_.put("namespaces", "", "team-a");
  start();
  ASSERT_TRUE(until_ready());
  reports_.clear();
  cluster_.go_away(true);
  ASSERT_TRUE(until([this] { return status_of("Namespace").age > milliseconds(400); }));
  ASSERT_TRUE(until([this] {
    return std::any_of(reports_.begin(), reports_.end(), [](const std::string& report) {
      return report.find("the view of the cluster is old: of ") == 0;
    });
  }));
  EXPECT_THAT(view_->not_ready(), IsEmpty());
  EXPECT_TRUE(knows_namespace("team-a"));
  cluster_.put("namespaces", "", "team-b");
  cluster_.remove("namespaces", "", "team-a");
  cluster_.go_away(false);
  ASSERT_TRUE(until([this] { return knows_namespace("team-b") && !knows_namespace("team-a"); }));
  ASSERT_TRUE(
      until([this] { return reports_.back() == "the view of the cluster is fresh again"; }));
}

TEST_F(ClusterViewTest, AnAgeIsReportedPastItsLimitAndNotBefore) {
  options_.age_max = milliseconds(1'500);
  start();
  ASSERT_TRUE(until_ready());
  reports_.clear();
  cluster_.go_away(true);
  const auto told = [this] {
    return std::count_if(reports_.begin(), reports_.end(), [](const std::string& report) {
      return report.starts_with("the view of the cluster is old: of ");
    });
  };
  ASSERT_TRUE(until([&] { return told() > 0; }));
  milliseconds oldest{0};
  for (const ClusterView::KindStatus& status : view_->status())
    oldest = std::max(oldest, status.age);
  EXPECT_GT(oldest, options_.age_max);
  // Once, while it lasts.
  until([] { return false; }, 200);
  EXPECT_EQ(told(), 1);
  // By itself, a quiet cluster is never old: a silent watch has been opened anew by then.
  EXPECT_EQ(ClusterViewOptions{}.age_max, kViewAgeMax);
  EXPECT_GT(kViewAgeMax, kube::kWatchSilenceMax + std::chrono::minutes(1));
}

TEST_F(ClusterViewTest, FollowsACrdThatIsInstalledLaterAndRemoved) {
  start();
  ASSERT_TRUE(until_ready());
  cluster_.put("devicemappings", "", "broken", R"("spec":{"logicalResource":7})");
  cluster_.serve(kOurGroup, "v1alpha1", kOurResources);
  ASSERT_TRUE(until([this] { return !store_.get()->problems().empty(); }));
  EXPECT_FALSE(status_of("DeviceMapping").is_absent);
  ASSERT_TRUE(until([this] { return view_->problems() == 1; }));
  EXPECT_THAT(reports_, Contains(HasSubstr("cannot be used: ")));
  EXPECT_THAT(view_->not_ready(), IsEmpty());
  cluster_.remove("devicemappings", "", "broken");
  ASSERT_TRUE(until([this] { return store_.get()->problems().empty(); }));
  EXPECT_TRUE(until([this] { return view_->problems() == 0; }));
}

// The control thread of a gateway has a view of its own.
TEST(ApiGateway, FollowsTheClusterUntilItsEnd) {
  for (int round = 0; round < 8; ++round) {
    FakeCluster cluster;
    cluster.serve(kDraGroup, "v1", kDraResources);
    cluster.put("namespaces", "", "team-a");
    SnapshotStore store(SnapshotBuilder().publish());
    Result<std::unique_ptr<ApiGateway>> gateway = ApiGateway::start(cluster.config());
    ASSERT_TRUE(gateway.ok()) << gateway.error().text();
    EXPECT_EQ((*gateway)->view(), nullptr);
    (*gateway)->follow(store, [](ClusterView::Level, const std::string&) {});
    const auto end = kube::in_ms(20'000);
    // The first rounds end it before it is ready.
    while (round >= 4 && !(*gateway)->view()->not_ready().empty()) {
      ASSERT_LT(std::chrono::steady_clock::now(), end);
      std::this_thread::sleep_for(milliseconds(1));
    }
    if (round >= 4) {
      EXPECT_NE(store.get()->namespace_labels("team-a"), nullptr);
    } else {
      std::this_thread::sleep_for(milliseconds(5 * round));
    }
    gateway->reset();
  }
}

// What a leader counts by half a view is too little.
TEST(ApiGateway, LeadsOnceItKnowsAllKinds) {
  FakeCluster cluster;
  cluster.serve(kDraGroup, "v1", kDraResources);
  cluster.forbid({"resourceslices"});
  SnapshotStore store(SnapshotBuilder().publish());
  Result<std::unique_ptr<ApiGateway>> gateway = ApiGateway::start(cluster.config());
  ASSERT_TRUE(gateway.ok()) << gateway.error().text();
  (*gateway)->follow(store, [](ClusterView::Level, const std::string&) {});
  LeaderDutiesOptions duties;
  duties.ns = "drawbridge-system";
  duties.identity = "a";
  (*gateway)->lead(store, std::move(duties));
  const auto eventually = [](const auto& holds) {
    const auto end = kube::in_ms(20'000);
    while (!holds() && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(milliseconds(5));
    return holds();
  };
  const auto lacks_slices_alone = [&] {
    const std::vector<std::string> missing = (*gateway)->view()->not_ready();
    return missing.size() == 1 && missing.front().starts_with("resourceslices");
  };
  ASSERT_TRUE(eventually(lacks_slices_alone));
  std::this_thread::sleep_for(3 * kViewLookInterval);
  EXPECT_FALSE(cluster.was_asked("/leases"));
  cluster.forbid({});
  EXPECT_TRUE(eventually([&] { return cluster.was_asked("/leases"); }));
}

}  // namespace
}  // namespace drawbridge::admission
