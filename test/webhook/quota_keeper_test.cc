#include "webhook/admission/quota_keeper.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "test/kube_client/fake_api.h"
#include "test/kube_client/loop.h"
#include "test/kube_client/object_store.h"
#include "test/quota/quota_testing.h"
#include "webhook/decide/object_set.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::admission {
namespace {

using kube::reply;
using nlohmann::json;
using std::chrono::seconds;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const std::string kKeptQuota = "/apis/drawbridge.dev/v1alpha1/namespaces/team/devicequotas/gpus";
const std::string kResource = "example.com/gpu";

constexpr std::string_view kCluster = R"(
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceQuota
metadata: {name: gpus, namespace: team, generation: 1}
spec: {hard: {example.com/gpu: "8"}}
---
apiVersion: v1
kind: Namespace
metadata: {name: team}
)";

std::string pod_text(const std::string& uid, int devices, const std::string& phase = "Running") {
  return json{
      {"metadata", {{"name", uid}, {"namespace", "team"}, {"uid", uid}, {"resourceVersion", "7"}}},
      {"spec",
       {{"containers",
         {{{"name", "c"}, {"resources", {{"limits", {{kResource, std::to_string(devices)}}}}}}}}}},
      {"status", {{"phase", phase}}}}
      .dump();
}

// One namespace with one DeviceQuota of 8, and an API server that lists what a test says.
class QuotaKeeperTest : public ::testing::Test {
 protected:
  explicit QuotaKeeperTest(kube::RateLimit background = {.per_second = 10'000, .burst = 10'000})
      : store_(Snapshot::build(*read_manifest_text(kCluster, "cluster.yaml"))) {
    kube::HttpOptions http;
    http.background_rate = background;
    client_ = std::move(
        *kube::Client::create(loop_.io.get_executor(), server_.config(), std::move(http)));
    background_ = client_->background();
    discovery_ = std::make_unique<kube::Discovery>(*background_);
    objects_.intercept([this](const kube::SeenRequest& request) { return answer(request); });
    put(quota::Ledger());
  }
  ~QuotaKeeperTest() override {
    if (keeper_) keeper_->stop();
    client_->stop();
    EXPECT_TRUE(until([this] { return !running_ && client_->active() == 0; })) << "it hangs";
  }

  void start() {
    QuotaKeeperOptions options;
    options.write_until = [this]() -> std::optional<kube::Deadline> {
      if (!leads_) return std::nullopt;
      return kube::in_ms(write_ms_);
    };
    options.troubled = [this](const std::string& text) { told_.push_back(text); };
    options.urgent = client_.get();
    options.tally = &tally_;
    keeper_ = std::make_unique<QuotaKeeper>(loop_.io.get_executor(), *background_, *discovery_,
                                            store_, std::move(options));
    running_ = true;
    boost::asio::co_spawn(loop_.io, keeper_->run(), [this](const std::exception_ptr& problem) {
      running_ = false;
      EXPECT_EQ(problem, nullptr);
    });
    tell_pods();
  }
  // As whoever watches Pods does.
  void tell_pods() {
    kube::ReflectorSink& sink = keeper_->pods();
    sink.list_begins(kPods);
    for (const std::string& pod : pods()) sink.put(kPods, kube::read_json(pod)->root());
    sink.listed(kPods);
  }
  void tell_removed(const std::string& pod) {
    keeper_->pods().removed(kPods, kube::read_json(pod)->root());
  }

  void set_pods(std::vector<std::string> pods) {
    const std::lock_guard lock(mutex_);
    pods_ = std::move(pods);
  }
  std::vector<std::string> pods() const {
    const std::lock_guard lock(mutex_);
    return pods_;
  }
  // What happens when somebody first writes the status.
  void on_first_write(std::function<void()> then) {
    const std::lock_guard lock(mutex_);
    on_write_ = std::move(then);
  }

  // The DeviceQuotas, and what else there is, as decisions know it.
  void publish(const std::vector<json>& objects) {
    SnapshotBuilder builder;
    for (const json& object : objects) builder.put(kube::read_json(object.dump())->root());
    store_.publish(builder.publish());
  }
  void put(const quota::Ledger& ledger) {
    const Result<kube::Document> bare = kube::read_json(
        R"({"apiVersion":"drawbridge.dev/v1alpha1","kind":"DeviceQuota","metadata":)"
        R"({"name":"gpus","namespace":"team","generation":1},"spec":{"hard":)"
        R"({"example.com/gpu":"8"}}})");
    objects_.put(kKeptQuota, json::parse(quota::with_ledger(bare->root(), ledger)));
  }
  quota::Ledger holding(const std::vector<std::pair<std::string, int>>& holds) const {
    const quota::DeviceQuota limits =
        quota::quota_of({{kResource, kube::Quantity::from_int(100)}}, "gpus");
    std::vector<quota::Waiter> waiters;
    for (const auto& [uid, devices] : holds) {
      quota::Waiter& waiter = waiters.emplace_back(quota::asking(uid, 1));
      waiter.wants = {{kResource, "", devices}};
      waiter.wants[0].claim = claim_;
      waiter.charge = quota::charge_of(waiter.wants, quota::plain_unit);
    }
    return quota::charge(limits, quota::counted(limits), waiters).ledger;
  }
  bool until(const std::function<bool()>& condition, int ms = 20'000) {
    return loop_.until(condition, ms);
  }
  json status() const { return objects_.get(kKeptQuota).value("status", json::object()); }
  std::string used() const {
    return status().value("used", json::object()).value(kResource, "none");
  }
  // The UID of its first hold.
  std::string held() const {
    return json::parse(status()["holds"][0].get<std::string>()).value("uid", "none");
  }
  std::size_t holds() const { return status().value("holds", json::array()).size(); }
  bool soon_says(const std::string& want, std::size_t held) {
    return until([&] { return used() == want && holds() == held; });
  }
  std::vector<std::string> lines(const std::string& with) const {
    std::vector<std::string> found;
    for (const kube::SeenRequest& request : server_.requests()) {
      if (request.line().find(with) != std::string::npos) found.push_back(request.line());
    }
    return found;
  }

  const kube::ReflectedKind kPods = {
      .kind = "Pod", .group = "", .resource = "pods", .versions = {"v1"}};
  kube::ObjectStore objects_;
  std::unique_ptr<QuotaKeeper> keeper_;
  const kube::ReflectedKind kClaims = {.kind = "ResourceClaim",
                                       .group = "resource.k8s.io",
                                       .resource = "resourceclaims",
                                       .versions = {"v1"}};
  bool leads_ = true;
  int write_ms_ = 10'000;
  std::string claim_;  // by which the holds ask for their devices
  std::vector<std::string> told_;
  CountTally tally_;
  std::atomic<bool> forbids_pods_ = false;

 private:
  std::optional<std::string> answer(const kube::SeenRequest& request) {
    const std::string line = request.line();
    const std::string group = "GET /apis/resource.k8s.io";
    if (line.starts_with(group + " HTTP"))
      return reply("200 OK", R"({"kind":"APIGroup","versions":[{"version":"v1"}]})");
    if (line.starts_with(group + "/v1 HTTP"))
      return reply("200 OK",
                   R"({"kind":"APIResourceList","resources":[{"name":"resourceclaims"}]})");
    // It never answers.
    if (line.find("watch=true") != std::string::npos) return "";
    if (line.find("/resourceclaims?") != std::string::npos)
      return reply("200 OK", kube::list_body("5", {}));
    if (line.starts_with("GET /api/v1/namespaces/busy-")) return "";
    if (line.starts_with("GET /api/v1/namespaces/team/pods?") && forbids_pods_)
      return reply("403 Forbidden", kube::status_body(403, "Forbidden", "not you"));
    if (line.starts_with("GET /api/v1/namespaces/team/pods?"))
      return reply("200 OK", kube::list_body("5", pods()));
    if (line.starts_with("PUT ")) {
      std::function<void()> then;
      {
        const std::lock_guard lock(mutex_);
        then = std::exchange(on_write_, {});
      }
      if (then) then();
    }
    if (line.find("/pods?") != std::string::npos) return reply("200 OK", kube::list_body("5", {}));
    return std::nullopt;
  }

  mutable std::mutex mutex_;
  std::vector<std::string> pods_;   // protected by mutex_
  std::function<void()> on_write_;  // protected by mutex_
  kube::Loop loop_;
  SnapshotStore store_;
  kube::FakeServer server_{objects_.script()};
  std::unique_ptr<kube::Client> client_;
  std::unique_ptr<kube::Client> background_;
  std::unique_ptr<kube::Discovery> discovery_;
  bool running_ = false;
};

TEST_F(QuotaKeeperTest, CountsWhatIsThereAndSaysSo) {
  set_pods({pod_text("a", 3), pod_text("b", 2), pod_text("ended", 1, "Succeeded")});
  start();
  ASSERT_TRUE(soon_says("5", 0));
  EXPECT_EQ(status()["observedGeneration"], 1);
  EXPECT_EQ(status()["recounts"], 1);
  EXPECT_EQ(status()["hard"][kResource], "8");
  EXPECT_EQ(status()["conditions"][0]["type"], "Ready");
  EXPECT_EQ(status()["conditions"][0]["status"], "True");
  EXPECT_THAT(told_, IsEmpty());
}

// A refusal meanwhile says to look there.
TEST_F(QuotaKeeperTest, WhatCannotBeListedIsToldInTheStatus) {
  const auto ready = [this] {
    const json conditions = status().value("conditions", json::array());
    return conditions.empty() ? json::object() : conditions[0];
  };
  forbids_pods_ = true;
  set_pods({pod_text("a", 3)});
  start();
  ASSERT_TRUE(until([&] { return ready().value("status", "") == "False"; }));
  EXPECT_EQ(ready()["reason"], "NotCounted");
  EXPECT_THAT(ready()["message"].get<std::string>(),
              HasSubstr("can't be counted: the pods of namespace team could not be listed: "));
  EXPECT_EQ(used(), "none");
  EXPECT_TRUE(until([&] { return tally_.failed >= 1U; }));
  EXPECT_EQ(tally_.counted, 0U);
  forbids_pods_ = false;
  ASSERT_TRUE(soon_says("3", 0));
  EXPECT_TRUE(until([&] { return tally_.counted >= 1U; }));
  EXPECT_EQ(ready()["status"], "True");
  EXPECT_EQ(ready()["reason"], "Counted");
}

// A watch cache may be older than what the leader before has seen.
TEST_F(QuotaKeeperTest, ListsByQuorumAfterItReadTheQuota) {
  set_pods({pod_text("a", 3)});
  start();
  ASSERT_TRUE(soon_says("3", 0));
  const std::vector<std::string> listed = lines("/namespaces/team/");
  ASSERT_GE(listed.size(), 4U);
  EXPECT_THAT(listed[0], HasSubstr("GET " + kKeptQuota));
  EXPECT_THAT(listed[1], HasSubstr("/pods?"));
  EXPECT_THAT(listed[2], HasSubstr("/resourceclaims?"));
  for (const std::string& line : listed) EXPECT_THAT(line, Not(HasSubstr("resourceVersion")));
}

TEST_F(QuotaKeeperTest, AHoldStaysUntilItsPodWasSeen) {
  put(holding({{"late", 2}, {"never", 1}}));
  set_pods({pod_text("a", 3)});
  start();
  ASSERT_TRUE(soon_says("6", 2));
  set_pods({pod_text("a", 3), pod_text("late", 2)});
  tell_pods();
  ASSERT_TRUE(soon_says("6", 1));
  EXPECT_EQ(held(), "never");
}

// The class's last ResourceSlice goes while its devices are in use: those of other drivers stay.
TEST_F(QuotaKeeperTest, WhatNobodyCanTellAnyMoreStaysInUseUntilItIsKnownAgain) {
  const json quota = objects_.get(kKeptQuota);
  const auto slice = [](const std::string& driver) {
    return json::parse(R"({"apiVersion": "resource.k8s.io/v1", "kind": "ResourceSlice",
        "metadata": {"name": ")" +
                       driver + R"("}, "spec": {"driver": ")" + driver + R"(",
        "nodeName": "n", "pool": {"name": "n", "generation": 1, "resourceSliceCount": 1},
        "devices": [{"name": "a", "capacity": {"memory": {"value": "3"}}}]}})");
  };
  const std::vector<json> always = {quota, slice("nic.acme.com"), json::parse(R"({
      "apiVersion": "resource.k8s.io/v1", "kind": "DeviceClass", "metadata": {"name": "gpu.acme.com"},
      "spec": {"extendedResourceName": "example.com/gpu", "selectors": [{"cel": {
      "expression": "device.driver == 'gpu.acme.com'"}}]}})"),
                                    json::parse(R"({
      "apiVersion": "drawbridge.dev/v1alpha1", "kind": "DeviceMapping", "metadata": {"name": "m"},
      "spec": {"logicalResource": "example.com/gpu", "deviceClassNames": ["gpu.acme.com"],
      "charge": {"type": "Capacity", "capacity": "gpu.acme.com/memory"}}})")};
  std::vector<json> with_devices = always;
  with_devices.push_back(slice("gpu.acme.com"));
  const auto told = [this](const std::string& text) {
    const json conditions = status().value("conditions", json::array());
    return !conditions.empty() &&
           conditions[0]["message"].get<std::string>().find(text) != std::string::npos;
  };
  publish(with_devices);
  set_pods({pod_text("a", 2)});
  start();
  ASSERT_TRUE(soon_says("6", 0));
  publish(always);
  ASSERT_TRUE(until([&] { return told("Of example.com/gpu no less is said than before"); }));
  EXPECT_EQ(used(), "6");
  publish(with_devices);
  ASSERT_TRUE(until([&] { return !told("example.com/gpu"); }));
  EXPECT_EQ(used(), "6");
  // As another mapping had it, nobody knows what it is by this one.
  json edited = objects_.get(kKeptQuota);
  edited["status"]["mappingHash"] = "other";
  objects_.put(kKeptQuota, edited);
  publish(always);
  ASSERT_TRUE(
      until([&] { return told("How much is in use of example.com/gpu can't be counted"); }));
  EXPECT_EQ(used(), "none");
  EXPECT_EQ(status()["conditions"][0]["status"], "False");
  publish(with_devices);
  ASSERT_TRUE(soon_says("6", 0));
  EXPECT_EQ(status()["conditions"][0]["status"], "True");
}

// Pods of one device each, and what they hold.
class SettlingTest : public QuotaKeeperTest {
 protected:
  void make(int pods) {
    std::vector<std::pair<std::string, int>> charged;
    std::vector<std::string> texts;
    for (int i = 0; i < pods; ++i) {
      charged.emplace_back("p" + std::to_string(i), 1);
      texts.push_back(pod_text("p" + std::to_string(i), 1));
    }
    put(holding(charged));
    set_pods(std::move(texts));
    tell_pods();
  }
  std::size_t counts() const { return lines("/pods?").size(); }
};

TEST_F(SettlingTest, WhereMuchComesAtOnceHoldsGoWithoutACount) {
  start();
  ASSERT_TRUE(soon_says("0", 0));
  const std::size_t before = counts();
  make(kArrivalsMax);
  ASSERT_TRUE(until([this] { return holds() == 0; }, 5'000)) << "sooner than they are counted";
  EXPECT_EQ(used(), std::to_string(kArrivalsMax));
  EXPECT_EQ(counts(), before);
}

TEST_F(SettlingTest, LessThanThatWaitsForTheCount) {
  start();
  ASSERT_TRUE(soon_says("0", 0));
  make(kArrivalsMax - 1);
  EXPECT_FALSE(until([this] { return holds() == 0; }, 1'000));
}

TEST_F(SettlingTest, WhatIsChargedMeanwhileStays) {
  start();
  ASSERT_TRUE(soon_says("0", 0));
  on_first_write([this] { put(holding({{"p0", 1}, {"meanwhile", 4}})); });
  make(kArrivalsMax);
  ASSERT_TRUE(soon_says("5", 1));
  EXPECT_EQ(held(), "meanwhile");
}

// By what its hold says the claim is charged that is made of a template that was replaced.
TEST_F(SettlingTest, AHoldStaysUntilTheClaimsOfItsPodHaveCome) {
  claim_ = "entry";
  start();
  ASSERT_TRUE(soon_says("0", 0));
  make(kArrivalsMax);
  ASSERT_FALSE(until([this] { return holds() < kArrivalsMax; }, 1'000));
  kube::ReflectorSink& sink = keeper_->pods();
  for (int i = 0; i < kArrivalsMax; ++i) {
    const std::string name = std::to_string(i);
    sink.put(kClaims, kube::read_json(R"({"metadata":{"namespace":"team","name":"c)" + name +
                                      R"(","uid":"c)" + name + R"(","annotations":{)" +
                                      R"("resource.kubernetes.io/pod-claim-name":"entry"},)" +
                                      R"("ownerReferences":[{"apiVersion":"v1","kind":"Pod",)" +
                                      R"("name":"p","uid":"p)" + name +
                                      R"(","controller":true}]},"spec":{}})")
                          ->root());
  }
  ASSERT_TRUE(until([this] { return holds() == 0; }, 5'000));
  EXPECT_EQ(used(), std::to_string(kArrivalsMax));
}

TEST_F(QuotaKeeperTest, WhatGoesOrEndsIsFreeWithinASecond) {
  set_pods({pod_text("a", 3), pod_text("b", 2)});
  start();
  ASSERT_TRUE(soon_says("5", 0));
  set_pods({pod_text("b", 2)});
  const auto began = std::chrono::steady_clock::now();
  tell_removed(pod_text("a", 3));
  ASSERT_TRUE(soon_says("2", 0));
  set_pods({pod_text("b", 2, "Failed")});
  tell_pods();
  ASSERT_TRUE(soon_says("0", 0));
  // Two counts, each within a second, and what a busy machine adds.
  EXPECT_LT(std::chrono::steady_clock::now() - began, seconds(2) + kube::kSlack);
}

// It is gone before any list has it: what a watch has told is enough.
TEST_F(QuotaKeeperTest, TheHoldOfAPodThatCameAndWentGoes) {
  put(holding({{"short", 4}}));
  start();
  ASSERT_TRUE(until([this] { return status()["recounts"] == 2; })) << "it was counted before";
  EXPECT_EQ(used(), "4");
  tell_removed(pod_text("short", 4));
  ASSERT_TRUE(soon_says("0", 0));
}

// A replica knew the DeviceQuota, and charged the pod, before the leader did.
TEST_F(QuotaKeeperTest, TheHoldOfAPodThatWentBeforeItsQuotaWasKnownGoes) {
  publish({});
  start();
  ASSERT_TRUE(until([this] { return !lines("watch=true").empty(); }));
  tell_removed(pod_text("short", 4));
  put(holding({{"short", 4}}));
  publish({{{"apiVersion", "drawbridge.dev/v1alpha1"},
            {"kind", "DeviceQuota"},
            {"metadata", {{"name", "gpus"}, {"namespace", "team"}, {"generation", 1}}},
            {"spec", {{"hard", {{kResource, "8"}}}}}}});
  ASSERT_TRUE(soon_says("0", 0));
}

TEST_F(QuotaKeeperTest, WhatIsChargedWhileItCountsStays) {
  set_pods({pod_text("a", 3)});
  on_first_write([this] { put(holding({{"meanwhile", 4}})); });
  start();
  ASSERT_TRUE(soon_says("7", 1));
  EXPECT_EQ(held(), "meanwhile");
}

// What another leader has counted since knows of objects that this list does not.
TEST_F(QuotaKeeperTest, BeginsAnewWhereSomebodyElseHasCounted) {
  set_pods({pod_text("a", 3)});
  on_first_write([this] {
    set_pods({pod_text("a", 3), pod_text("b", 5)});
    quota::Ledger theirs = holding({});
    theirs.recounts = 9;
    theirs.used[kResource] = kube::Quantity::from_int(8);
    put(theirs);
  });
  start();
  ASSERT_TRUE(until([this] { return status().value("recounts", 0) >= 10; }));
  EXPECT_EQ(used(), "8") << "of the list before it would be 3";
}

// As the API server has it after an edit, which decisions read from a snapshot.
TEST_F(QuotaKeeperTest, ChangedLimitsAreCountedAtOnce) {
  set_pods({pod_text("a", 3)});
  start();
  ASSERT_TRUE(soon_says("3", 0));
  json edited = objects_.get(kKeptQuota);
  edited["metadata"]["generation"] = 2;
  edited["spec"]["hard"][kResource] = "9";
  objects_.put(kKeptQuota, edited);
  publish({objects_.get(kKeptQuota)});
  const auto began = std::chrono::steady_clock::now();
  ASSERT_TRUE(until([this] { return status()["observedGeneration"] == 2; }));
  EXPECT_EQ(status()["hard"][kResource], "9");
  EXPECT_LT(std::chrono::steady_clock::now() - began, seconds(2) + kube::kSlack);
}

// Every new DeviceMapping changes by what is counted, and most quotas count nothing of it.
TEST_F(QuotaKeeperTest, WhatIsCountedAlreadyIsNotCountedAgainForAMappingOfOthers) {
  set_pods({pod_text("a", 3)});
  const json quota = objects_.get(kKeptQuota);
  on_first_write([this, quota] {
    publish({quota, json::parse(R"({"apiVersion": "drawbridge.dev/v1alpha1",
        "kind": "DeviceMapping", "metadata": {"name": "other"}, "spec": {
        "logicalResource": "other.com/gpu", "deviceClassNames": ["other.com"]}})")});
  });
  start();
  ASSERT_TRUE(soon_says("3", 0));
  until([] { return false; }, 2 * static_cast<int>(kRecountSoon.count() + 100));
  EXPECT_EQ(lines("/namespaces/team/pods?").size(), 1U);
}

// Enough of the background for what is watched, and for no count.
class BusyBackgroundTest : public QuotaKeeperTest {
 protected:
  BusyBackgroundTest() : QuotaKeeperTest({.per_second = 0.01, .burst = 4}) {}
};

TEST_F(BusyBackgroundTest, WhatRequestsWaitForIsCountedAllTheSame) {
  set_pods({pod_text("a", 3)});
  start();
  ASSERT_TRUE(until([this] { return used() == "3"; }, 5'000));
}

// Three are under way and hang. Of those that wait the one is next that has waited longest.
TEST_F(QuotaKeeperTest, NoNamespaceIsCountedBeforeOthersForItsName) {
  std::vector<json> quotas;
  const auto add = [&](const std::string& ns) {
    json quota = objects_.get(kKeptQuota);
    quota["metadata"]["namespace"] = ns;
    objects_.put("/apis/drawbridge.dev/v1alpha1/namespaces/" + ns + "/devicequotas/gpus", quota);
    quotas.push_back(std::move(quota));
  };
  for (std::size_t i = 0; i < kChangedRecountsMax; ++i) add("busy-" + std::to_string(i));
  add("z");
  publish(quotas);
  write_ms_ = 3'000;
  start();
  ASSERT_TRUE(until([&] { return lines("/busy-").size() >= 2 * kChangedRecountsMax; }));
  // Some begin together, and whose call arrives first is chance; the last comes long after them.
  const std::string later = "abcdefghijkl";
  for (const char ns : later) add(std::string(1, ns));
  publish(quotas);
  ASSERT_TRUE(
      until([&] { return !lines("/namespaces/l/").empty() && !lines("/namespaces/z/").empty(); }));
  std::string order;
  for (const std::string& line : lines("/devicequotas/gpus")) {
    const std::size_t at = line.find("/namespaces/") + std::string("/namespaces/").size();
    if (line.starts_with("GET ") && line[at + 1] == '/') order += line[at];
  }
  EXPECT_LT(order.find('z'), order.find(later.back())) << order;
}

TEST_F(QuotaKeeperTest, APodWhoseGateOpensIsCountedAtOnce) {
  json queued = json::parse(pod_text("a", 3, "Pending"));
  queued["spec"]["schedulingGates"] = {{{"name", "kueue.x-k8s.io/admission"}}};
  queued["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = "q";
  json excluding = objects_.get(kKeptQuota);
  excluding["spec"]["excludeQueued"] = true;
  objects_.put(kKeptQuota, excluding);
  set_pods({queued.dump()});
  start();
  ASSERT_TRUE(soon_says("0", 0));
  // By now it is known that the namespace has a DeviceQuota.
  tell_pods();
  queued["spec"].erase("schedulingGates");
  set_pods({queued.dump()});
  tell_pods();
  const auto began = std::chrono::steady_clock::now();
  ASSERT_TRUE(soon_says("3", 0));
  EXPECT_LT(std::chrono::steady_clock::now() - began, seconds(2) + kube::kSlack);
}

TEST_F(QuotaKeeperTest, WritesNothingWithoutTheLead) {
  leads_ = false;
  set_pods({pod_text("a", 3)});
  start();
  until([] { return false; }, 500);
  EXPECT_EQ(objects_.writes(), 0);
  leads_ = true;
  ASSERT_TRUE(soon_says("3", 0));
}

TEST_F(QuotaKeeperTest, AStatusThatIsRightIsNotWrittenAgain) {
  set_pods({pod_text("a", 3)});
  start();
  ASSERT_TRUE(soon_says("3", 0));
  const int writes = objects_.writes();
  // Marked by an event, counted, and the same.
  set_pods({pod_text("a", 3), pod_text("ended", 1, "Succeeded")});
  const std::size_t before = lines("/namespaces/team/pods?").size();
  tell_pods();
  ASSERT_TRUE(until([&] { return lines("/namespaces/team/pods?").size() > before; }));
  until([] { return false; }, 300);
  EXPECT_EQ(objects_.writes(), writes);
}

// ---- Phantom holds.

TEST(PhantomHoldsWords, WhoIsAControllerAndWhatItWants) {
  EXPECT_TRUE(is_kube_controller("system:kube-controller-manager"));
  EXPECT_TRUE(is_kube_controller("system:serviceaccount:kube-system:replicaset-controller"));
  EXPECT_FALSE(is_kube_controller("system:serviceaccount:team:replicaset-controller"));
  EXPECT_FALSE(is_kube_controller("somebody"));
  const auto wants = [](const std::string& kind, const std::string& api_version,
                        const std::string& text) -> std::string {
    const quota::Owner owner{api_version, kind, "x", "u"};
    const auto path = path_of_owner(owner, "team");
    if (!path) return "nobody knows";
    const std::optional<std::int64_t> wanted = wanted_by(owner, kube::read_json(text)->root());
    return kube::url_path(*path).value() + " " + (wanted ? std::to_string(*wanted) : "unknown");
  };
  EXPECT_EQ(wants("ReplicaSet", "apps/v1", R"({"spec":{"replicas":3}})"),
            "/apis/apps/v1/namespaces/team/replicasets/x 3");
  EXPECT_EQ(wants("StatefulSet", "apps/v1", "{}"),
            "/apis/apps/v1/namespaces/team/statefulsets/x 1");
  EXPECT_EQ(wants("Job", "batch/v1", R"({"metadata":{"generation":1},"spec":{"parallelism":3}})"),
            "/apis/batch/v1/namespaces/team/jobs/x 3");
  EXPECT_EQ(wants("ReplicationController", "v1", R"({"spec":{"replicas":2}})"),
            "/api/v1/namespaces/team/replicationcontrollers/x 2");
  EXPECT_EQ(wants("ReplicaSet", "example.com/v1", "{}"), "nobody knows");
  EXPECT_EQ(wants("RayCluster", "ray.io/v1", "{}"), "nobody knows");
  EXPECT_EQ(wants("DaemonSet", "apps/v1", "{}"), "nobody knows");
}

// What it wanted before may still be on its way.
TEST(PhantomHoldsWords, WhoIsNotDoneWithAChangeWantsNobodyKnowsHowMany) {
  const auto wanted = [](const std::string& kind, const std::string& text) {
    const quota::Owner owner{kind == "Job" ? "batch/v1" : "apps/v1", kind, "x", "u"};
    return wanted_by(owner, kube::read_json(text)->root());
  };
  EXPECT_EQ(wanted("ReplicaSet", R"({"metadata":{"generation":2},"spec":{"replicas":0},)"
                                 R"("status":{"observedGeneration":1}})"),
            std::nullopt);
  EXPECT_EQ(wanted("ReplicaSet", R"({"metadata":{"generation":2},"spec":{"replicas":0},)"
                                 R"("status":{"observedGeneration":2}})"),
            0);
  EXPECT_EQ(wanted("ReplicaSet", R"({"metadata":{"generation":1},"spec":{"replicas":2}})"),
            std::nullopt)
      << "its first status comes after its first pods";
  EXPECT_EQ(wanted("Job", R"({"metadata":{"generation":1},"spec":{}})"), 1);
  EXPECT_EQ(wanted("Job", R"({"metadata":{"generation":2},"spec":{"parallelism":2}})"),
            std::nullopt);
}

class PhantomHoldsTest : public ::testing::Test {
 protected:
  PhantomHoldsTest() {
    kube::HttpOptions http;
    http.background_rate = {.per_second = 10'000, .burst = 10'000};
    client_ = std::move(
        *kube::Client::create(loop_.io.get_executor(), server_.config(), std::move(http)));
    for (const char* uid : {"1", "2", "3"}) add(uid, kController, "r");
    for (const char* uid : {"4", "5", "6"}) add(uid, "somebody", "r");
    set_replicas(1, "r");
  }
  ~PhantomHoldsTest() override {
    client_->stop();
    EXPECT_TRUE(loop_.until([this] { return client_->active() == 0; }, 20'000));
  }
  void add(const std::string& uid, const std::string& user, const std::string& owner) {
    quota::Hold hold;
    hold.uid = uid;
    hold.kind = "Pod";
    hold.name = "pod-" + uid;
    hold.creator = user;
    hold.owner = {"apps/v1", "ReplicaSet", "web", owner};
    hold.tickets = {"t" + uid};
    ledger_.holds.push_back(std::move(hold));
  }
  void set_replicas(int replicas, const std::string& uid) {
    objects_.put(
        "/apis/apps/v1/namespaces/team/replicasets/web",
        {{"metadata", {{"name", "web"}, {"uid", uid}}}, {"spec", {{"replicas", replicas}}}});
  }
  void put_pod(const std::string& name, const std::string& uid) {
    objects_.put("/api/v1/namespaces/team/pods/" + name,
                 {{"metadata", {{"name", name}, {"uid", uid}}}});
  }
  // UIDs of what can go, of holds that were first seen so long ago.
  std::string found(std::chrono::milliseconds ago) {
    quota::HoldWatch watch;
    watch.saw("team/gpus", ledger_, std::chrono::steady_clock::now() - ago);
    PhantomHolds phantoms(watch, [] { return std::optional(kube::in_ms(10'000)); });
    return found_by(phantoms);
  }
  std::string found_by(PhantomHolds& phantoms) {
    const auto identities = *loop_.run(find(&phantoms));
    std::string text;
    for (const std::string& identity : identities)
      text += identity.substr(0, identity.find(' ')) + " ";
    return text;
  }

  const std::string kController = "system:serviceaccount:kube-system:replicaset-controller";
  kube::ObjectStore objects_;
  quota::Ledger ledger_;
  kube::FakeServer server_{objects_.script()};

 private:
  using Found = std::set<std::string, std::less<>>;
  boost::asio::awaitable<std::optional<Found>> find(PhantomHolds* phantoms) {
    std::string ns = "team";
    std::string name = "gpus";
    quota::Ledger ledger = ledger_;
    Found result =
        co_await phantoms->find(client_.get(), std::move(ns), std::move(name), std::move(ledger));
    co_return result;
  }

  kube::Loop loop_;
  std::unique_ptr<kube::Client> client_;
};

TEST_F(PhantomHoldsTest, OfARetryingControllerThoseBeyondWhatItWantsGo) {
  EXPECT_EQ(found(quota::kSuspectTime), "1 2 ") << "the oldest, and nobody else's";
}

// Owners of which nobody knows how many they want, as there are no such objects any more.
TEST_F(PhantomHoldsTest, OfManyOwnersTheNextAreAskedNextTime) {
  ledger_.holds.clear();
  for (std::size_t i = 0; i < kSuspectOwnersMax; ++i)
    add(std::to_string(i), kController, "a" + std::to_string(i));
  for (const char* uid : {"x", "y"}) add(uid, kController, "r");
  quota::HoldWatch watch;
  watch.saw("team/gpus", ledger_, std::chrono::steady_clock::now() - quota::kSuspectTime);
  PhantomHolds phantoms(watch, [] { return std::optional(kube::in_ms(10'000)); });
  EXPECT_EQ(found_by(phantoms), "");
  EXPECT_EQ(found_by(phantoms), "x ") << "it was the 17th";
}

TEST_F(PhantomHoldsTest, YoungOnesAreNotEvenAskedFor) {
  EXPECT_EQ(found(quota::kSuspectTime - seconds(2)), "");
  EXPECT_THAT(server_.requests(), IsEmpty());
}

TEST_F(PhantomHoldsTest, WhatIsThereStaysAndWhatAnotherObjectTookTheNameOfGoes) {
  put_pod("pod-1", "1");
  put_pod("pod-2", "another");
  EXPECT_EQ(found(quota::kSuspectTime), "2 ");
}

TEST_F(PhantomHoldsTest, WithinWhatTheOwnerWantsAllStay) {
  set_replicas(3, "r");
  EXPECT_EQ(found(quota::kSuspectTime), "");
}

TEST_F(PhantomHoldsTest, AnOwnerOfWhomNobodyKnowsIsAskedOnce) {
  objects_.remove("/apis/apps/v1/namespaces/team/replicasets/web");
  EXPECT_EQ(found(quota::kSuspectTime), "");
  EXPECT_EQ(server_.requests().size(), 1U) << "three holds are his";
}

TEST_F(PhantomHoldsTest, SoManyOwnersAndObjectsAreAskedFor) {
  const auto asked = [this](std::string_view what) {
    const auto requests = server_.requests();
    return static_cast<std::size_t>(
        std::count_if(requests.begin(), requests.end(), [&](const kube::SeenRequest& request) {
          return request.line().find(what) != std::string::npos;
        }));
  };
  ledger_.holds.clear();
  for (std::size_t i = 0; i <= kSuspectOwnersMax; ++i)
    add("o" + std::to_string(i), kController, "r" + std::to_string(i));
  EXPECT_EQ(found(quota::kSuspectTime), "");
  EXPECT_EQ(asked("/replicasets/"), kSuspectOwnersMax);
  ledger_.holds.clear();
  set_replicas(0, "r");
  for (std::size_t i = 0; i <= kSuspectsMax; ++i) add(std::to_string(i), kController, "r");
  found(quota::kSuspectTime);
  EXPECT_EQ(asked("/pods/"), kSuspectsMax);
}

TEST_F(PhantomHoldsTest, OfAnOwnerThatIsGoneSomeMayStillCome) {
  set_replicas(0, "a new one of the name");
  EXPECT_EQ(found(quota::kSuspectTime), "");
  objects_.remove("/apis/apps/v1/namespaces/team/replicasets/web");
  EXPECT_EQ(found(quota::kSuspectTime), "");
}

TEST_F(PhantomHoldsTest, WhereNobodyCanBeAskedAllStay) {
  objects_.intercept([](const kube::SeenRequest& request) -> std::optional<std::string> {
    const std::string kind = request.line().find("/pods/") == std::string::npos ? "500" : "403";
    return reply(kind + " No", kube::status_body(std::stoi(kind), "InternalError", "no"));
  });
  EXPECT_EQ(found(quota::kSuspectTime), "");
}

}  // namespace
}  // namespace drawbridge::admission
