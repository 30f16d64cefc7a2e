#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <prometheus/metric_family.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quota/hold_watch.h"
#include "test/kube_client/fake_api.h"
#include "test/kube_client/loop.h"
#include "test/kube_client/object_store.h"
#include "test/quota/quota_testing.h"
#include "webhook/admission/api_gateway.h"
#include "webhook/admission/api_paths.h"
#include "webhook/admission/phantom_holds.h"
#include "webhook/admission/quota_count.h"
#include "webhook/admission/quota_desk.h"
#include "webhook/admission/quota_keeper.h"
#include "webhook/admission/recount_pace.h"
#include "webhook/admission/seen_objects.h"
#include "webhook/cli/leader_metrics.h"
#include "webhook/decide/object_set.h"

namespace drawbridge::admission::quota_care {
namespace {

using nlohmann::json;
using quota::ChargeResult;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using std::chrono::steady_clock;
using ::testing::_;
using ::testing::ElementsAre;
using ::testing::Pair;

const std::string kGpu = "example.com/gpu";

std::string quota_path(const std::string& name, const std::string& ns = "team") {
  return "/apis/drawbridge.dev/v1alpha1/namespaces/" + ns + "/devicequotas/" + name;
}

quota::DeviceQuota limits(std::int64_t hard, const std::string& name = "gpus") {
  return quota::quota_of({{kGpu, kube::Quantity::from_int(hard)}}, name);
}

quota::Waiter asking_for(const std::string& uid, int devices) {
  quota::Waiter waiter = quota::asking(uid, 1);
  waiter.wants = {{kGpu, "", devices}};
  waiter.charge = quota::charge_of(waiter.wants, quota::plain_unit);
  return waiter;
}

quota::Ledger using_of(const quota::DeviceQuota& quota, std::int64_t used) {
  return quota::counted(quota, {{kGpu, kube::Quantity::from_int(used)}});
}

json object_of(const quota::DeviceQuota& quota, const quota::Ledger& ledger) {
  const json bare = {
      {"apiVersion", "drawbridge.dev/v1alpha1"},
      {"kind", "DeviceQuota"},
      {"metadata", {{"name", quota.name}, {"namespace", "team"}, {"generation", quota.generation}}},
      {"spec", {{"hard", {{kGpu, quota.hard.at(kGpu).canonical()}}}}}};
  return json::parse(quota::with_ledger(kube::read_json(bare.dump())->root(), ledger));
}

std::string unanswered() {
  return kube::reply("500 Internal Server Error", kube::status_body(500, "InternalError", "no"));
}
std::string forbidden() {
  return kube::reply("403 Forbidden", kube::status_body(403, "Forbidden", "not you"));
}

// An API server, and one of its clients.
class ServedTest : public ::testing::Test {
 protected:
  ServedTest() {
    kube::HttpOptions http;
    http.background_rate = {.per_second = 10'000, .burst = 10'000};
    client_ = std::move(
        *kube::Client::create(loop_.io.get_executor(), server_->config(), std::move(http)));
  }
  void TearDown() override {
    client_->stop();
    loop_.io.restart();
    loop_.io.run_for(seconds(20));
    EXPECT_TRUE(loop_.io.stopped() && open_ == 0) << "it hangs";
    // No answer is under way any more.
    server_.reset();
  }

  bool until(const std::function<bool()>& condition, int ms = 20'000) {
    return loop_.until(condition, ms);
  }
  void put(const quota::DeviceQuota& quota, std::int64_t used = 0) {
    objects_.put(quota_path(quota.name), object_of(quota, using_of(quota, used)));
  }
  json status() const { return objects_.get(quota_path("gpus")).value("status", json::object()); }
  std::string used() const { return status().value("used", json::object()).value(kGpu, "none"); }
  // The UIDs of what is held.
  std::string held() const {
    std::string uids;
    for (const json& hold : status().value("holds", json::array()))
      uids += json::parse(hold.get<std::string>()).value("uid", "none") + " ";
    return uids;
  }

  kube::ObjectStore objects_;
  kube::Loop loop_;
  std::optional<kube::FakeServer> server_{std::in_place, objects_.script()};
  std::unique_ptr<kube::Client> client_;
  int open_ = 0;  // coroutines that have not ended
};

// ---- Charges.

// A DeviceQuota of 8, and others as a test says.
class ChargeCareTest : public ServedTest {
 protected:
  ChargeCareTest() { put(limits(8)); }

  ChargeWish wish(const std::string& uid, int devices) const {
    ChargeWish wish;
    wish.ns = "team";
    wish.who = "this Pod";
    wish.quotas = {limits(8)};
    wish.waiter = asking_for(uid, devices);
    return wish;
  }
  // What it points to is set once it is answered.
  std::shared_ptr<const std::optional<ChargeResult>> begin(ChargeWish wish, milliseconds within) {
    const auto result = std::make_shared<std::optional<ChargeResult>>();
    ++open_;
    boost::asio::co_spawn(loop_.io, desk_.charge(std::move(wish), steady_clock::now() + within),
                          [this, result](const std::exception_ptr& problem, auto answer) {
                            EXPECT_EQ(problem, nullptr);
                            *result = std::move(answer);
                            --open_;
                          });
    return result;
  }
  ChargeResult charge(ChargeWish wish, milliseconds within = seconds(10)) {
    const auto result = begin(std::move(wish), within);
    EXPECT_TRUE(until([&] { return result->has_value(); }));
    return result->value();
  }
  bool passes(const ChargeWish& wish) { return charge(wish).passes(); }
  // How long after its deadline it is answered. The least of some, as the machine may be busy.
  milliseconds late(const std::function<ChargeWish(int)>& wish) {
    constexpr milliseconds kWithin{100};
    milliseconds least = minutes(1);
    for (int i = 0; i < 3; ++i) {
      const auto deadline = steady_clock::now() + kWithin;
      const ChargeResult result = charge(wish(i), kWithin);
      least = std::min(least, std::chrono::ceil<milliseconds>(steady_clock::now() - deadline));
      EXPECT_FALSE(result.passes());
      EXPECT_EQ(result.unreached.size(), 1U);
    }
    return least;
  }
  void hang(const std::string& method) {
    objects_.intercept([method](const kube::SeenRequest& request) -> std::optional<std::string> {
      if (request.line().starts_with(method)) return "";
      return std::nullopt;
    });
  }
  // Each in a namespace of its own, so that none waits behind another.
  std::function<ChargeWish(int)> alone() {
    return [this](int i) {
      ChargeWish wish = this->wish("a", 1);
      wish.ns = "team-" + std::to_string(i);
      objects_.put(quota_path("gpus", wish.ns), object_of(limits(8), using_of(limits(8), 0)));
      return wish;
    };
  }
  // The API server dies after its commit, and answers so to what is asked then; `times` at most,
  // or until it is up again.
  void lose_first_write(const std::string& answer, int times) {
    objects_.intercept([=, this](const kube::SeenRequest& request) -> std::optional<std::string> {
      if (lost_ > 0) return is_up_ || lost_++ > times ? std::nullopt : std::optional(answer);
      if (!request.line().starts_with("PUT")) return std::nullopt;
      objects_.put(quota_path("gpus"), json::parse(request.body));
      ++lost_;
      return unanswered();
    });
  }
  // Names of the DeviceQuotas whose status was written, in that order.
  std::string written() const {
    std::string names;
    for (const kube::SeenRequest& request : server_->requests()) {
      const std::string line = request.line();
      const std::size_t name = line.find("/devicequotas/") + std::string("/devicequotas/").size();
      if (line.starts_with("PUT")) names += line.substr(name, line.find('/', name) - name) + " ";
    }
    return names;
  }

  QuotaDesk desk_{loop_.io.get_executor(), *client_};
  std::atomic_bool is_up_ = false;

 private:
  std::atomic<int> lost_ = 0;  // answers of lose_first_write()
};

constexpr milliseconds kLateMax{600};

TEST_F(ChargeCareTest, WhereReadsHangARequestIsAnsweredInItsTime) {
  hang("GET");
  EXPECT_LT(late(alone()), kLateMax);
}

TEST_F(ChargeCareTest, WhereWritesHangARequestIsAnsweredInItsTime) {
  hang("PUT");
  EXPECT_LT(late(alone()), kLateMax);
}

TEST_F(ChargeCareTest, WhoWaitsBehindOneThatHangsIsAnsweredInItsTime) {
  hang("GET");
  const auto first = begin(wish("first", 1), minutes(1));
  ASSERT_TRUE(until([this] { return server_->request_count() == 1; }));
  EXPECT_LT(late([this](int i) { return wish(std::to_string(i), 1); }), kLateMax);
  EXPECT_FALSE(first->has_value());
}

TEST_F(ChargeCareTest, SeveralDeviceQuotasAreChargedInTheOrderOfTheirNames) {
  for (const char* name : {"a", "m", "z"}) put(limits(8, name));
  ChargeWish of_three = wish("a", 1);
  of_three.quotas = {limits(8, "z"), limits(8, "a"), limits(8, "m")};
  EXPECT_TRUE(passes(of_three));
  of_three.waiter = asking_for("b", 1);
  std::swap(of_three.quotas[0], of_three.quotas[2]);
  EXPECT_TRUE(passes(of_three));
  EXPECT_EQ(written(), "a m z a m z ");
}

// A dry run is let pass without a write, which would tell that there are others.
TEST_F(ChargeCareTest, LimitsThatAreOlderThanThoseOfTheSnapshotJudgeNobody) {
  EXPECT_TRUE(passes(wish("a", 1)));
  quota::DeviceQuota lowered = limits(2);
  lowered.generation = 2;
  put(lowered, 1);
  ChargeWish dry = wish("b", 2);
  dry.waiter.dry_run = true;
  dry.quotas = {lowered};
  EXPECT_FALSE(passes(dry)) << "8 were remembered";
}

TEST_F(ChargeCareTest, ALostWriteOfARequestThatIsGivenUpIsGivenBack) {
  lose_first_write(unanswered(), 1'000'000);
  EXPECT_FALSE(charge(wish("a", 5), milliseconds(1'500)).passes());
  EXPECT_EQ(used(), "5") << "it was stored";
  is_up_ = true;
  EXPECT_TRUE(until([this] { return used() == "0"; }, 10'000));
  EXPECT_EQ(held(), "");
}

TEST_F(ChargeCareTest, ALostWriteWhoseQuotaCanNotBeReadThenIsGivenBack) {
  lose_first_write(forbidden(), 1);
  EXPECT_FALSE(passes(wish("a", 5)));
  EXPECT_TRUE(until([this] { return used() == "0"; }, 10'000));
  EXPECT_EQ(held(), "");
}

TEST_F(ChargeCareTest, ALostWriteOfARequestThatIsLetPassAllTheSameStays) {
  lose_first_write(forbidden(), 1);
  ChargeWish ignoring = wish("a", 5);
  ignoring.quotas[0].failure_policy = quota::DeviceQuota::FailurePolicy::kIgnore;
  EXPECT_TRUE(passes(ignoring));
  EXPECT_TRUE(passes(wish("b", 3)));
  EXPECT_EQ(used(), "8");
  EXPECT_EQ(held(), "a b ");
}

// ---- Their metrics.

// A gateway that charges a DeviceQuota of 4.
class ChargeMetricsTest : public ::testing::Test {
 protected:
  ChargeMetricsTest() {
    put(0);
    objects_.intercept([this](const kube::SeenRequest& request) -> std::optional<std::string> {
      if (!is_closed_ || !request.line().starts_with("PUT")) return std::nullopt;
      return forbidden();
    });
    Result<std::unique_ptr<ApiGateway>> gateway = ApiGateway::start(server_.config());
    if (!gateway) throw std::runtime_error(gateway.error().text());
    gateway_ = std::move(*gateway);
  }

  void put(std::int64_t used) {
    objects_.put(quota_path("gpus"), object_of(limits(4), using_of(limits(4), used)));
  }
  void charge(int times,
              quota::DeviceQuota::FailurePolicy policy = quota::DeviceQuota::FailurePolicy::kFail) {
    for (int i = 0; i < times; ++i) {
      ChargeWish wish;
      wish.ns = "team";
      wish.quotas = {limits(4)};
      wish.quotas[0].failure_policy = policy;
      wish.waiter = asking_for(std::to_string(next_++), 1);
      loop_.run(charged(std::move(wish)));
    }
  }
  // By outcome.
  std::map<std::string, double> values(const std::string& family) const {
    std::map<std::string, double> values;
    for (const prometheus::MetricFamily& each : cli::LeaderMetrics(*gateway_).Collect()) {
      if (each.name != family) continue;
      for (const prometheus::ClientMetric& metric : each.metric) {
        EXPECT_EQ(metric.label.size(), 1U);
        EXPECT_EQ(metric.label.front().name, "outcome");
        EXPECT_TRUE(values.emplace(metric.label.front().value, metric.counter.value).second);
      }
    }
    return values;
  }

  std::atomic_bool is_closed_ = false;  // nothing can be written

 private:
  boost::asio::awaitable<bool> charged(ChargeWish wish) {
    const kube::Deadline until = kube::in_ms(10'000);
    const ChargeResult result = co_await gateway_->charge(std::move(wish), until);
    co_return result.passes();
  }

  kube::ObjectStore objects_;
  kube::FakeServer server_{objects_.script()};
  kube::Loop loop_;
  std::unique_ptr<ApiGateway> gateway_;
  int next_ = 0;
};

TEST_F(ChargeMetricsTest, EachOutcomeHasItsOwnCount) {
  is_closed_ = true;
  charge(1, quota::DeviceQuota::FailurePolicy::kIgnore);
  charge(2);
  is_closed_ = false;
  charge(4);
  charge(3);
  EXPECT_THAT(values("drawbridge_charges_total"),
              ElementsAre(Pair("passed", 4), Pair("refused", 3), Pair("unreached_passed", 1),
                          Pair("unreached_refused", 2)));
}

TEST_F(ChargeMetricsTest, WritesAreCountedAndThoseThatOthersCameBefore) {
  charge(2);
  put(1);
  charge(1);
  const std::map<std::string, double> writes = values("drawbridge_charge_writes_total");
  EXPECT_THAT(writes, ElementsAre(Pair("conflict", _), Pair("sent", writes.at("conflict") + 3)));
}

// ---- Counts.

constexpr std::string_view kQuotaOnly =
    "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: gpus, namespace: "
    "team, generation: 1, resourceVersion: \"5\"}, spec: {hard: {example.com/gpu: 8}}}\n";

std::string pod_of(const std::string& uid, int devices) {
  return json{
      {"metadata", {{"name", uid}, {"namespace", "team"}, {"uid", uid}, {"resourceVersion", "7"}}},
      {"spec",
       {{"containers",
         {{{"name", "c"}, {"resources", {{"limits", {{kGpu, std::to_string(devices)}}}}}}}}}},
      {"status", {{"phase", "Running"}}}}
      .dump();
}

// One count of a DeviceQuota of 8, and the holds that the leader knows.
class CountCareTest : public ServedTest {
 protected:
  CountCareTest() {
    put(limits(8));
    objects_.intercept([this](const kube::SeenRequest& request) -> std::optional<std::string> {
      if (!request.line().starts_with("GET /api/v1/namespaces/team/pods?")) return std::nullopt;
      wait_for_listing();
      return kube::reply("200 OK", kube::list_body("5", pods_));
    });
  }

  void hold(const std::string& uid, int devices) {
    const quota::Ledger ledger =
        quota::charge(limits(8), using_of(limits(8), 0), std::vector{asking_for(uid, devices)})
            .ledger;
    objects_.put(quota_path("gpus"), object_of(limits(8), ledger));
  }
  // As if the leader had first seen the holds so long ago.
  void saw_holds(seconds ago) {
    const Result<kube::Document> now = kube::read_json(objects_.get(quota_path("gpus")).dump());
    holds_.forget("team/gpus");
    holds_.saw("team/gpus", *quota::Ledger::read(now->root()), steady_clock::now() - ago);
  }
  bool count() {
    const auto until = [] { return std::optional(kube::in_ms(20'000)); };
    PhantomHolds phantoms(holds_, until);
    const QuotaCounting counting = {
        .write_until = until,
        .troubled = troubled_,
        .counted = [](const std::string&, const std::string&, const kube::Json&) {},
        .seen = seen_,
        .holds = holds_,
        .phantoms = phantoms,
        .tally = tally_};
    QuotaCount job(snapshot_, "team", *client_, counting);
    return loop_.run(job.run({pod_path({}, {})}));
  }

  std::function<void(const std::string&)> troubled_ = [](const std::string& text) {
    ADD_FAILURE() << text;
  };
  std::vector<std::string> pods_;         // that are listed
  std::function<void()> while_it_lists_;  // on the loop's thread
  SeenObjects seen_{"pods", "resourceclaims"};
  quota::HoldWatch holds_;
  CountTally tally_;

 private:
  void wait_for_listing() {
    const auto done = std::make_shared<std::promise<void>>();
    boost::asio::post(loop_.io, [this, done] {
      if (while_it_lists_) while_it_lists_();
      done->set_value();
    });
    EXPECT_EQ(done->get_future().wait_for(kube::kHangs), std::future_status::ready);
  }

  const std::shared_ptr<const Snapshot> snapshot_ =
      Snapshot::build(*read_manifest_text(kQuotaOnly, "quota.yaml"));
};

// Twelve pods of 1.4 MiB are more than one reply may have.
TEST_F(CountCareTest, WhereAPageIsTooLargeSmallerOnesAreListed) {
  std::vector<std::string> all = {pod_of("a", 3)};
  json large = json::parse(pod_of("large", 0));
  large["spec"]["containers"][0] = {
      {"name", "c"}, {"env", {{{"name", "X"}, {"value", std::string(1'400 * 1024, 'x')}}}}};
  for (int i = 0; i < 12; ++i) {
    large["metadata"]["uid"] = "large-" + std::to_string(i);
    all.push_back(large.dump());
  }
  all.push_back(pod_of("b", 2));
  objects_.intercept([all](const kube::SeenRequest& request) -> std::optional<std::string> {
    const std::string line = request.line();
    if (!line.starts_with("GET /api/v1/namespaces/team/pods?")) return std::nullopt;
    const auto number = [&line](const std::string& name) {
      const std::size_t at = line.find(name);
      return at == std::string::npos ? 0 : std::stoi(line.substr(at + name.size()));
    };
    const int from = number("continue=");
    const int to = std::min(static_cast<int>(all.size()), from + number("limit="));
    json body = json::parse(kube::list_body("5", {all.begin() + from, all.begin() + to}));
    if (to < static_cast<int>(all.size())) body["metadata"]["continue"] = std::to_string(to);
    return kube::reply("200 OK", body.dump());
  });
  EXPECT_TRUE(count());
  EXPECT_EQ(used(), "5");
}

TEST_F(CountCareTest, WhatCanNotBeReadIsSaid) {
  std::string odd = pod_of("b", 4);
  odd.insert(odd.size() - 1, R"(,"x":1e999)");
  pods_ = {pod_of("a", 3), odd};
  std::string told;
  troubled_ = [&told](const std::string& text) { told += text; };
  EXPECT_TRUE(count());
  EXPECT_EQ(told, "1 of the pods of namespace team can't be read, and are not counted");
}

TEST_F(CountCareTest, AHoldThatWasKnownForAMinuteExpires) {
  hold("never", 3);
  saw_holds(seconds(61));
  ASSERT_TRUE(count());
  EXPECT_EQ(used(), "0");
  EXPECT_EQ(held(), "");
  EXPECT_EQ(tally_.holds_dropped, 1U);
}

TEST_F(CountCareTest, AHoldOfLessThanAMinuteStays) {
  hold("late", 3);
  saw_holds(seconds(40));
  ASSERT_TRUE(count());
  EXPECT_EQ(used(), "3");
  EXPECT_EQ(held(), "late ");
}

// Its object may have come since the list began.
TEST_F(CountCareTest, AHoldWhoseMinuteEndsWhileItListsStays) {
  hold("late", 3);
  while_it_lists_ = [this] { saw_holds(seconds(61)); };
  ASSERT_TRUE(count());
  EXPECT_EQ(used(), "3");
  EXPECT_EQ(held(), "late ");
}

// It may not be in the list.
TEST_F(CountCareTest, WhatIsSeenWhileItListsKeepsItsHold) {
  hold("late", 3);
  while_it_lists_ = [this] {
    seen_.put("pods", kube::read_json(pod_of("late", 3))->root());
    ASSERT_TRUE(seen_.has("late"));
  };
  ASSERT_TRUE(count());
  EXPECT_EQ(used(), "3");
  EXPECT_EQ(held(), "late ");
}

TEST_F(CountCareTest, AWrongNumberInTheStatusIsPutRight) {
  pods_ = {pod_of("a", 3)};
  for (const char* wrong : {"0", "7", "1000", "-3", "many"}) {
    SCOPED_TRACE(wrong);
    json object = objects_.get(quota_path("gpus"));
    object["status"]["used"][kGpu] = wrong;
    objects_.put(quota_path("gpus"), object);
    ASSERT_TRUE(count());
    EXPECT_EQ(used(), "3");
  }
}

// ---- When it is counted.

constexpr std::string_view kQuotaExcluding =
    "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: gpus, namespace: "
    "team, generation: 1, resourceVersion: \"5\"}, spec: {excludeQueued: true, hard: "
    "{example.com/gpu: 8}}}\n";

class PaceCareTest : public ::testing::Test {
 protected:
  // With these LocalQueues, in this order.
  void saw(std::string_view quota, const std::vector<std::string>& queues,
           const std::string& ns = "team") {
    std::string text(quota);
    for (const std::string& queue : queues)
      text +=
          "---\n{apiVersion: kueue.x-k8s.io/v1beta1, kind: LocalQueue, metadata: {name: " + queue +
          ", namespace: " + ns + "}, spec: {clusterQueue: all}}\n";
    pace_.saw(Snapshot::build(*read_manifest_text(text, "queues.yaml")), now_);
  }
  bool is_to_be_counted() {
    const bool counts = pace_.begin_count(RecountCause::kChanged, now_).has_value();
    if (counts) pace_.count_ended("team", true, false, now_);
    now_ += seconds(1);
    return counts;
  }

  RecountPace pace_;
  RecountPace::Time now_ = RecountPace::Time(std::chrono::hours(1000));
};

// A number that somebody wrote into a status is believed until then.
TEST_F(PaceCareTest, WhereNothingHappensItIsCountedWithinTwoMinutesAllTheSame) {
  saw(kQuotaOnly, {});
  ASSERT_TRUE(pace_.begin_count(RecountCause::kChanged, now_));
  pace_.count_ended("team", true, false, now_);
  EXPECT_TRUE(pace_.begin_count(RecountCause::kDue, now_ + minutes(2) - milliseconds(1)));
}

TEST_F(PaceCareTest, WhereQueuedPodsAreLeftOutLocalQueuesThatChangeAreCountedBy) {
  saw(kQuotaExcluding, {"a"});
  ASSERT_TRUE(is_to_be_counted());
  saw(kQuotaExcluding, {"a"});
  EXPECT_FALSE(is_to_be_counted());
  saw(kQuotaExcluding, {"a", "b"});
  EXPECT_TRUE(is_to_be_counted()) << "one came";
  saw(kQuotaExcluding, {"b"});
  EXPECT_TRUE(is_to_be_counted()) << "one went";
  saw(kQuotaExcluding, {"c"});
  EXPECT_TRUE(is_to_be_counted()) << "one took its place";
}

TEST_F(PaceCareTest, LocalQueuesOfAnotherNamespaceChangeNothing) {
  saw(kQuotaExcluding, {});
  ASSERT_TRUE(is_to_be_counted());
  saw(kQuotaExcluding, {"a"}, "other");
  EXPECT_FALSE(is_to_be_counted());
}

TEST_F(PaceCareTest, WhereQueuedPodsCountLocalQueuesChangeNothing) {
  saw(kQuotaOnly, {});
  ASSERT_TRUE(is_to_be_counted());
  saw(kQuotaOnly, {"a"});
  EXPECT_FALSE(is_to_be_counted());
}

constexpr std::string_view kClassOnly =
    "---\n{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.example.com}, "
    "spec: {extendedResourceName: example.com/gpu}}\n";

// A keeper of a DeviceQuota of 8, and claims of a class that counts as example.com/gpu.
class ClaimCareTest : public ServedTest {
 protected:
  ClaimCareTest() {
    objects_.put(quota_path("gpus"), object_of(limits(8), quota::Ledger()));
    objects_.intercept([this](const kube::SeenRequest& request) { return answer(request); });
    QuotaKeeperOptions options;
    options.write_until = [] { return std::optional(kube::in_ms(10'000)); };
    keeper_ = std::make_unique<QuotaKeeper>(loop_.io.get_executor(), *client_, discovery_, store_,
                                            std::move(options));
  }
  void TearDown() override {
    keeper_->stop();
    ServedTest::TearDown();
  }

  void start() {
    ++open_;
    boost::asio::co_spawn(loop_.io, keeper_->run(), [this](const std::exception_ptr& problem) {
      EXPECT_EQ(problem, nullptr);
      --open_;
    });
    keeper_->pods().list_begins(pods_kind());
    keeper_->pods().listed(pods_kind());
  }
  void set_claims(std::vector<std::string> claims) {
    const std::lock_guard lock(mutex_);
    claims_ = std::move(claims);
  }
  static std::string claim(const std::string& uid, int devices) {
    const json exactly = {{"deviceClassName", "gpu.example.com"}, {"count", devices}};
    return json{{"metadata",
                 {{"name", uid}, {"namespace", "team"}, {"uid", uid}, {"resourceVersion", "7"}}},
                {"spec", {{"devices", {{"requests", {{{"name", "r"}, {"exactly", exactly}}}}}}}}}
        .dump();
  }

  std::unique_ptr<QuotaKeeper> keeper_;

 private:
  std::optional<std::string> answer(const kube::SeenRequest& request) const {
    const std::string line = request.line();
    const std::string group = "GET /apis/resource.k8s.io";
    if (line.starts_with(group + " HTTP"))
      return kube::reply("200 OK", R"({"kind":"APIGroup","versions":[{"version":"v1"}]})");
    if (line.starts_with(group + "/v1 HTTP"))
      return kube::reply("200 OK",
                         R"({"kind":"APIResourceList","resources":[{"name":"resourceclaims"}]})");
    // It never answers.
    if (line.find("watch=true") != std::string::npos) return "";
    if (line.find("/pods?") != std::string::npos)
      return kube::reply("200 OK", kube::list_body("5", {}));
    if (line.find("/resourceclaims?") == std::string::npos) return std::nullopt;
    const std::lock_guard lock(mutex_);
    return kube::reply("200 OK", kube::list_body("5", claims_));
  }

  mutable std::mutex mutex_;
  std::vector<std::string> claims_;  // protected by mutex_
  SnapshotStore store_{Snapshot::build(
      *read_manifest_text(std::string(kQuotaOnly) + std::string(kClassOnly), "class.yaml"))};
  kube::Discovery discovery_{*client_};
};

TEST_F(ClaimCareTest, AClaimThatIsDeletedIsFreeWithinASecond) {
  set_claims({claim("a", 3), claim("b", 2)});
  start();
  ASSERT_TRUE(until([this] { return used() == "5"; }));
  set_claims({claim("b", 2)});
  const auto began = steady_clock::now();
  keeper_->pods().removed(claims_kind(), kube::read_json(claim("a", 3))->root());
  ASSERT_TRUE(until([this] { return used() == "2"; }));
  EXPECT_LT(steady_clock::now() - began, seconds(1) + kube::kSlack);
}

// ---- Suspects.

class SuspectCareTest : public ServedTest {
 protected:
  // Of a controller, for a ReplicaSet that wants none of them.
  SuspectCareTest() {
    quota::Hold hold;
    hold.uid = "1";
    hold.kind = "Pod";
    hold.name = "pod-1";
    hold.creator = "system:serviceaccount:kube-system:replicaset-controller";
    hold.owner = {"apps/v1", "ReplicaSet", "web", "r"};
    hold.tickets = {"t"};
    ledger_.holds.push_back(std::move(hold));
    objects_.put("/apis/apps/v1/namespaces/team/replicasets/web",
                 {{"metadata", {{"name", "web"}, {"uid", "r"}}}, {"spec", {{"replicas", 0}}}});
  }
  std::size_t found() {
    quota::HoldWatch watch;
    watch.saw("team/gpus", ledger_, steady_clock::now() - quota::kSuspectTime);
    PhantomHolds phantoms(watch, [] { return std::optional(kube::in_ms(10'000)); });
    return loop_.run(phantoms.find(client_.get(), "team", "gpus", ledger_)).size();
  }

  quota::Ledger ledger_;
};

// A watch cache may not have the pod yet.
TEST_F(SuspectCareTest, SuspectsAndTheirOwnersAreAskedForByQuorum) {
  ASSERT_EQ(found(), 1U);
  std::vector<std::string> lines;
  for (const kube::SeenRequest& request : server_->requests()) lines.push_back(request.line());
  EXPECT_THAT(lines, ElementsAre("GET /apis/apps/v1/namespaces/team/replicasets/web HTTP/1.1",
                                 "GET /api/v1/namespaces/team/pods/pod-1 HTTP/1.1"));
}

}  // namespace
}  // namespace drawbridge::admission::quota_care
