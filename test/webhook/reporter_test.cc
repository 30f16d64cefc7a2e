#include "webhook/admission/reporter.h"

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
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string kMappings = "/apis/drawbridge.dev/v1alpha1/devicemappings/";
constexpr milliseconds kInterval{10};

// The reporter over an API server of objects. What the server has, it knows after sync() only.
class ReporterTest : public ::testing::Test {
 protected:
  ReporterTest() {
    kube::HttpOptions http;
    http.background_rate = {.per_second = 10'000, .burst = 10'000};
    client_ = std::move(
        *kube::Client::create(loop_.io.get_executor(), server_.config(), std::move(http)));
    background_ = client_->background();
    builder_.begin_list("drawbridge.dev", "DeviceMapping");
    builder_.end_list("drawbridge.dev", "DeviceMapping");
  }
  ~ReporterTest() override {
    stop();
    client_->stop();
    EXPECT_TRUE(until([this] { return client_->active() == 0; }));
  }

  void start() {
    ReporterOptions options;
    options.instance = "drawbridge-0";
    options.tally = &tally_;
    options.interval = kInterval;
    options.pause_first = pause_first_;
    options.pause_max = milliseconds(400);
    options.write_until = [this]() -> std::optional<kube::Deadline> {
      if (!leads_) return std::nullopt;
      return kube::in_ms(10'000);
    };
    options.troubled = [this](const std::string& text) { troubles_.push_back(text); };
    reporter_ = std::make_unique<Reporter>(loop_.io.get_executor(), *background_, snapshots_,
                                           std::move(options));
    running_ = true;
    boost::asio::co_spawn(loop_.io, reporter_->run(), [this](const std::exception_ptr& problem) {
      running_ = false;
      EXPECT_EQ(problem, nullptr);
    });
  }
  bool until(const std::function<bool()>& condition, int ms = 20'000) {
    return loop_.until(condition, ms);
  }
  void run_for(int ms) {
    until([] { return false; }, ms);
  }
  void stop() {
    if (reporter_) reporter_->stop();
    EXPECT_TRUE(until([this] { return !running_; })) << "it does not stop";
    reporter_.reset();
  }

  // A mapping in the API server; what was there of the name keeps its status.
  void put(const std::string& name, const json& spec, int generation = 1) {
    json object = {{"apiVersion", "drawbridge.dev/v1alpha1"},
                   {"kind", "DeviceMapping"},
                   {"metadata", {{"name", name}, {"uid", "uid-" + name}}},
                   {"spec", spec}};
    object["metadata"]["generation"] = generation;
    const json before = objects_.get(kMappings + name);
    if (before.contains("status")) object["status"] = before["status"];
    objects_.put(kMappings + name, object);
  }
  static json counting(const std::string& logical, const std::string& device_class) {
    return {{"logicalResource", logical}, {"deviceClassNames", {device_class}}};
  }
  // What a watch brings.
  void sync(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      const Result<kube::Document> object = kube::read_json(objects_.get(kMappings + name).dump());
      builder_.put(object->root());
    }
    snapshots_.publish(builder_.publish());
  }
  json condition(const std::string& name, const std::string& type) const {
    const json object = objects_.get(kMappings + name);
    if (!object.contains("status")) return json::object();
    for (const json& one : object["status"]["conditions"]) {
      if (one["type"] == type) return one;
    }
    return json::object();
  }
  bool is(const std::string& name, const std::string& type, const std::string& reason) const {
    return condition(name, type).value("reason", "") == reason;
  }
  // Bodies of requests that begin so.
  std::vector<std::string> bodies(const std::string& line) const {
    std::vector<std::string> found;
    for (const kube::SeenRequest& request : server_.requests()) {
      if (request.line().starts_with(line)) found.push_back(request.body);
    }
    return found;
  }
  std::size_t status_writes() const { return bodies("PUT ").size(); }
  std::vector<json> events() const {
    std::vector<json> all;
    for (const std::string& body : bodies("POST /apis/events.k8s.io/v1/namespaces/default/events"))
      all.push_back(json::parse(body));
    return all;
  }

  kube::ObjectStore objects_;
  kube::Loop loop_;
  SnapshotBuilder builder_;
  SnapshotStore snapshots_{SnapshotBuilder().publish()};
  bool leads_ = true;
  kube::EventTally tally_;
  milliseconds pause_first_{50};
  std::vector<std::string> troubles_;
  kube::FakeServer server_{objects_.script()};
  std::unique_ptr<kube::Client> client_;
  std::unique_ptr<kube::Client> background_;
  std::unique_ptr<Reporter> reporter_;
  bool running_ = false;
};

TEST_F(ReporterTest, WritesWhatItFoundOnceAndTellsWhatIsWrong) {
  put("a", counting("a.com/gpu", "gpu.a.com"));
  put("b", counting("b.com/gpu", "gpu.a.com"));
  put("c", {{"logicalRessource", "c.com/gpu"}});
  put("d", counting("d.com/gpu", "gpu.d.com"));
  sync({"a", "b", "c", "d"});
  start();
  ASSERT_TRUE(until([this] { return reporter_->statuses_written() == 4; }));
  EXPECT_TRUE(is("a", "Ready", "Compiled"));
  EXPECT_TRUE(is("a", "Conflicting", "MappedTwice"));
  EXPECT_TRUE(is("b", "Conflicting", "MappedTwice"));
  EXPECT_TRUE(is("c", "Ready", "NotCompiled"));
  EXPECT_EQ(condition("c", "Ready")["status"], "False");
  EXPECT_TRUE(is("d", "Conflicting", "NoConflict"));
  EXPECT_EQ(objects_.get(kMappings + "d")["status"]["observedGeneration"], 1);
  ASSERT_TRUE(until([this] { return events().size() == 3; }));
  for (const json& event : events()) {
    EXPECT_EQ(event["regarding"]["kind"], "DeviceMapping");
    EXPECT_EQ(event["type"], "Warning");
    EXPECT_EQ(event["reportingInstance"], "drawbridge-0");
  }
  // It takes no notice of its own writes, and none before they are known is repeated.
  run_for(200);
  sync({"a", "b", "c", "d"});
  run_for(200);
  EXPECT_EQ(status_writes(), 4U);
  EXPECT_THAT(events(), SizeIs(3));
  EXPECT_THAT(troubles_, IsEmpty());
}

TEST_F(ReporterTest, FollowsWhatIsCorrected) {
  put("a", {{"logicalRessource", "a.com/gpu"}});
  sync({"a"});
  start();
  ASSERT_TRUE(until([this] { return is("a", "Ready", "NotCompiled"); }));
  put("a", counting("a.com/gpu", "gpu.a.com"), 2);
  sync({"a"});
  ASSERT_TRUE(until([this] { return is("a", "Ready", "Compiled"); }));
  EXPECT_EQ(condition("a", "Ready")["observedGeneration"], 2);
  ASSERT_TRUE(until([this] { return events().size() == 2; }));
  EXPECT_EQ(events()[1]["type"], "Normal");
  // Another one comes that clashes, and goes.
  sync({"a"});
  put("b", counting("b.com/gpu", "gpu.a.com"));
  sync({"b"});
  ASSERT_TRUE(until([this] { return is("a", "Conflicting", "MappedTwice"); }));
  EXPECT_THAT(condition("a", "Conflicting")["message"].get<std::string>(),
              HasSubstr("DeviceMapping b"));
  objects_.remove(kMappings + "b");
  builder_.remove("drawbridge.dev", "DeviceMapping", "", "b");
  sync({"a"});
  EXPECT_TRUE(until([this] { return is("a", "Conflicting", "NoConflict"); }));
}

TEST_F(ReporterTest, HealsAStatusInGrowingPauses) {
  put("a", counting("a.com/gpu", "gpu.a.com"));
  sync({"a"});
  start();
  ASSERT_TRUE(until([this] { return is("a", "Ready", "Compiled"); }));
  const std::string since = condition("a", "Ready")["lastTransitionTime"];
  // Somebody writes it wrongly over and over.
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 4; ++i) {
    json object = objects_.get(kMappings + "a");
    object["status"]["conditions"][0]["reason"] = "Forged";
    objects_.put(kMappings + "a", object);
    sync({"a"});
    ASSERT_TRUE(until([this] { return is("a", "Ready", "Compiled"); }));
    sync({"a"});
  }
  // The pauses: 50, 100, 200 and 400 ms.
  EXPECT_GE(std::chrono::steady_clock::now() - begin, milliseconds(700));
  EXPECT_EQ(status_writes(), 5U);
  EXPECT_EQ(condition("a", "Ready")["lastTransitionTime"], since);
}

TEST_F(ReporterTest, WritesOnlyForWhatItJudged) {
  put("a", counting("a.com/gpu", "gpu.a.com"));
  sync({"a"});
  // The server has a later generation already.
  put("a", counting("b.com/gpu", "gpu.a.com"), 2);
  start();
  run_for(300);
  EXPECT_EQ(status_writes(), 0U);
  sync({"a"});
  ASSERT_TRUE(until([this] { return is("a", "Ready", "Compiled"); }));
  EXPECT_EQ(condition("a", "Ready")["observedGeneration"], 2);
}

TEST_F(ReporterTest, LooksAgainAfterAConflict) {
  put("a", counting("a.com/gpu", "gpu.a.com"));
  sync({"a"});
  std::atomic<int> conflicts = 0;
  objects_.intercept([&](const kube::SeenRequest& request) -> std::optional<std::string> {
    if (!request.line().starts_with("PUT ") || conflicts == 2) return std::nullopt;
    ++conflicts;
    return kube::reply("409 Conflict", kube::status_body(409, "Conflict", "changed"));
  });
  start();
  ASSERT_TRUE(until([this] { return is("a", "Ready", "Compiled"); }));
  EXPECT_EQ(status_writes(), 3U);
  EXPECT_THAT(troubles_, IsEmpty());
  EXPECT_THAT(events(), IsEmpty());
}

TEST_F(ReporterTest, SaysWhatItCouldNotWriteAndGoesOn) {
  put("a", counting("a.com/gpu", "gpu.a.com"));
  put("b", counting("b.com/gpu", "gpu.b.com"));
  sync({"a", "b"});
  objects_.intercept([](const kube::SeenRequest& request) -> std::optional<std::string> {
    if (request.line().find("/a/status") == std::string::npos) return std::nullopt;
    return kube::reply("403 Forbidden", kube::status_body(403, "Forbidden", "RBAC says no"));
  });
  start();
  ASSERT_TRUE(until([this] { return is("b", "Ready", "Compiled") && !troubles_.empty(); }));
  EXPECT_THAT(troubles_[0], HasSubstr("the status of DeviceMapping a could not be written: the API "
                                      "server answered 403 Forbidden"));
  EXPECT_THAT(events(), IsEmpty());
}

TEST_F(ReporterTest, WritesNothingWithoutTheLeadOrBeforeAllIsKnown) {
  put("a", {{"logicalRessource", "a.com/gpu"}});
  leads_ = false;
  sync({"a"});
  start();
  run_for(200);
  EXPECT_EQ(server_.request_count(), 0);
  leads_ = true;
  ASSERT_TRUE(until([this] { return is("a", "Ready", "NotCompiled"); }));
  stop();

  SnapshotBuilder unlisted;
  const Result<kube::Document> object = kube::read_json(objects_.get(kMappings + "a").dump());
  put("a", counting("a.com/gpu", "gpu.a.com"));
  unlisted.put(object->root());
  snapshots_.publish(unlisted.publish());
  const std::size_t before = status_writes();
  start();
  run_for(200);
  EXPECT_EQ(status_writes(), before);
}

TEST_F(ReporterTest, TellsOfOtherObjects) {
  const Result<kube::Document> broken = kube::read_json(
      R"({"apiVersion":"resource.k8s.io/v1","kind":"DeviceClass","metadata":{"name":"gpu",)"
      R"("uid":"u1"},"spec":{"selectors":[{"cel":{"expression":"device.("}}]}})");
  builder_.put(broken->root());
  sync({});
  start();
  ASSERT_TRUE(until([this] { return events().size() == 1; }));
  EXPECT_EQ(events()[0]["regarding"]["kind"], "DeviceClass");
  EXPECT_EQ(events()[0]["regarding"]["uid"], "u1");
  EXPECT_EQ(events()[0]["reason"], "NotCompiled");
  const Result<kube::Document> well = kube::read_json(
      R"({"apiVersion":"resource.k8s.io/v1","kind":"DeviceClass","metadata":{"name":"gpu",)"
      R"("uid":"u1"},"spec":{}})");
  builder_.put(well->root());
  sync({});
  ASSERT_TRUE(until([this] { return events().size() == 2; }));
  EXPECT_EQ(events()[1]["type"], "Normal");
}

TEST_F(ReporterTest, SaysOfAQuotaThatItCannotBeUsedAndTakesItBack) {
  const std::string path = "/apis/drawbridge.dev/v1alpha1/namespaces/team/devicequotas/gpus";
  const auto put_quota = [&](const std::string& hard, int generation) {
    json object = {{"apiVersion", "drawbridge.dev/v1alpha1"},
                   {"kind", "DeviceQuota"},
                   {"metadata", {{"name", "gpus"}, {"namespace", "team"}, {"uid", "u2"}}},
                   {"spec", {{"hard", {{"a.com/gpu", hard}}}}}};
    object["metadata"]["generation"] = generation;
    const json before = objects_.get(path);
    object["status"] = before.contains("status")
                           ? before["status"]
                           : json{{"observedGeneration", 1}, {"used", {{"a.com/gpu", "2"}}}};
    objects_.put(path, object);
  };
  const auto sync_quota = [&] {
    const Result<kube::Document> object = kube::read_json(objects_.get(path).dump());
    builder_.put(object->root());
    sync({});
  };
  const auto conditions = [&] {
    const json status = objects_.get(path)["status"];
    return status.contains("conditions") ? status["conditions"] : json::array();
  };
  put_quota("many", 2);
  sync_quota();
  start();
  ASSERT_TRUE(until([&] { return conditions().size() == 1; }));
  EXPECT_EQ(conditions()[0]["type"], "Ready");
  EXPECT_EQ(conditions()[0]["status"], "False");
  EXPECT_EQ(conditions()[0]["reason"], "NotCompiled");
  EXPECT_EQ(conditions()[0]["observedGeneration"], 2);
  EXPECT_THAT(conditions()[0]["message"].get<std::string>(),
              AllOf(HasSubstr("spec.hard[a.com/gpu]: \"many\""),
                    HasSubstr("Correct it: kubectl edit devicequota -n team gpus.")));
  // What was counted is not for it to touch.
  EXPECT_EQ(objects_.get(path)["status"]["observedGeneration"], 1);
  EXPECT_EQ(objects_.get(path)["status"]["used"]["a.com/gpu"], "2");
  sync_quota();
  run_for(100);
  EXPECT_EQ(status_writes(), 1U);
  put_quota("8", 3);
  sync_quota();
  ASSERT_TRUE(until([&] { return conditions().empty(); }));
  EXPECT_EQ(objects_.get(path)["status"]["used"]["a.com/gpu"], "2");
  // What another one says under that name stays.
  json counted = objects_.get(path);
  counted["status"]["conditions"] = {{{"type", "Ready"},
                                      {"status", "True"},
                                      {"reason", "Counted"},
                                      {"message", "m"},
                                      {"lastTransitionTime", "2026-01-01T00:00:00Z"}}};
  objects_.put(path, counted);
  sync_quota();
  run_for(200);
  EXPECT_EQ(status_writes(), 2U);
  EXPECT_EQ(conditions()[0]["reason"], "Counted");
  EXPECT_THAT(troubles_, IsEmpty());
}

TEST_F(ReporterTest, CountsItsEvents) {
  put("a", {{"logicalRessource", "a.com/gpu"}});
  put("b", {{"logicalRessource", "a.com/gpu"}});
  sync({"a", "b"});
  objects_.intercept([](const kube::SeenRequest& request) -> std::optional<std::string> {
    if (!request.line().starts_with("POST ") || request.body.find("uid-b") == std::string::npos)
      return std::nullopt;
    return kube::reply("403 Forbidden", kube::status_body(403, "Forbidden", "RBAC says no"));
  });
  start();
  EXPECT_TRUE(until([this] { return tally_.written == 1 && tally_.dropped == 1; }));
  stop();
  // It goes on over the next term.
  objects_.intercept({});
  put("c", {{"logicalRessource", "a.com/gpu"}});
  sync({"a", "b", "c"});
  start();
  EXPECT_TRUE(until([this] { return tally_.written == 2 && tally_.dropped == 1; }));
}

TEST_F(ReporterTest, EndsWithItsClient) {
  put("a", counting("a.com/gpu", "gpu.a.com"));
  sync({"a"});
  objects_.intercept([](const kube::SeenRequest&) { return std::string(); });  // never answers
  start();
  ASSERT_TRUE(until([this] { return server_.request_count() > 0; }));
  reporter_->stop();
  client_->stop();
  EXPECT_TRUE(until([this] { return !running_; }, 5'000));
}

}  // namespace
}  // namespace drawbridge::admission
