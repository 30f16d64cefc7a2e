#include "webhook/admission/api_gateway.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <string>
#include <thread>

#include "test/kube_client/loop.h"
#include "test/kube_client/object_store.h"
#include "test/quota/quota_testing.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string kSpec = R"({"spec":{"devices":{"requests":[{"exactly":{"allocationMode":)"
                          R"("ExactCount","count":1,"deviceClassName":"gpu.nvidia.com"},)"
                          R"("name":"c-nvidia-gpu"}]}}})";

// An API server that serves templates in some versions, with all objects in each of them.
class ApiGatewayTest : public ::testing::Test {
 protected:
  ApiGatewayTest() {
    objects_.intercept([this](const kube::SeenRequest& request) {
      std::optional<std::string> other = before_ ? before_(request) : std::nullopt;
      return other ? other : discovery(request);
    });
    Result<std::unique_ptr<ApiGateway>> gateway = ApiGateway::start(server_.config());
    if (!gateway) throw std::runtime_error(gateway.error().text());
    gateway_ = std::move(*gateway);
  }

  void serve(std::vector<std::string> versions) {
    const std::lock_guard lock(mutex_);
    versions_ = std::move(versions);
  }
  static std::string templates(const std::string& version) {
    return "/apis/resource.k8s.io/" + version + "/namespaces/team-a/resourceclaimtemplates";
  }
  static CreateTemplate wanted(int n) {
    std::string spec = kSpec;
    spec.replace(spec.find("\"count\":1"), 9, "\"count\":" + std::to_string(n));
    CreateTemplate create;
    create.ns = "team-a";
    create.claim_template = {rules::template_name(spec), spec};
    return create;
  }
  CreateOutcome create(int n) { return loop_.run(made(wanted(n))); }
  LookUp look_up(const std::string& name, ObjectRef::Kind kind = ObjectRef::Kind::kClaimTemplate) {
    ObjectRef ref;
    ref.kind = kind;
    ref.ns = "team-a";
    ref.name = name;
    return *loop_.run(looked_up(ref));
  }
  // What this thread confirmed is known to it alone: the loop runs on it.
  Gateway& gateway() { return *gateway_; }
  int asked(const std::string& line) const {
    int count = 0;
    for (const kube::SeenRequest& request : server_.requests()) count += request.line() == line;
    return count;
  }

  // Whether it is asked so often, in the end.
  bool is_asked(const std::string& line, int times) {
    return loop_.until([&] { return asked(line) >= times; }, 20'000) && asked(line) == times;
  }

  // A template that was used long ago; its path.
  std::string put_used(int n) {
    json object = json::parse(rules::template_object(wanted(n).claim_template, "team-a"));
    object["metadata"]["creationTimestamp"] = "2020-01-01T00:00:00Z";
    const std::string path = templates("v1") + "/" + object["metadata"]["name"].get<std::string>();
    objects_.put(path, object);
    return path;
  }

  kube::ObjectStore objects_;
  // What is asked before anything else. Called on the server's threads; set before any request.
  kube::ObjectStore::Intercept before_;

 private:
  boost::asio::awaitable<CreateOutcome> made(CreateTemplate create) {
    const kube::Deadline until = kube::in_ms(10'000);
    CreateOutcome outcome = co_await gateway_->create(std::move(create), until);
    co_return outcome;
  }
  boost::asio::awaitable<std::optional<LookUp>> looked_up(ObjectRef ref) {
    const kube::Deadline until = kube::in_ms(10'000);
    std::vector<ObjectRef> refs = {std::move(ref)};
    std::vector<LookUp> found = co_await gateway_->look_up(std::move(refs), until);
    co_return found.at(0);
  }
  // What the store does not know: the API's directory, and lists.
  std::optional<std::string> discovery(const kube::SeenRequest& request) {
    const std::lock_guard lock(mutex_);
    const std::string line = request.line();
    std::string listed;
    bool served = line.find("/apis/resource.k8s.io/") == std::string::npos;
    for (const std::string& version : versions_) {
      listed += (listed.empty() ? "" : ",") + (R"({"version":")" + version + R"("})");
      served = served || line.find("/apis/resource.k8s.io/" + version + "/") != std::string::npos;
      if (line == "GET /apis/resource.k8s.io/" + version + " HTTP/1.1")
        return kube::reply(
            "200 OK",
            R"({"kind":"APIResourceList","resources":[{"name":"resourceclaimtemplates"}]})");
    }
    if (line == "GET /apis/resource.k8s.io HTTP/1.1")
      return kube::reply("200 OK", R"({"kind":"APIGroup","versions":[)" + listed + "]}");
    if (!served) return kube::reply("404 Not Found", "404 page not found\n");
    if (line.find("/resourceclaimtemplates?labelSelector") != std::string::npos)
      return kube::reply("200 OK", R"({"kind":"ResourceClaimTemplateList","items":[]})");
    return std::nullopt;
  }

  std::mutex mutex_;
  std::vector<std::string> versions_ = {"v1"};  // protected by mutex_
  kube::FakeServer server_{objects_.script()};
  kube::Loop loop_;
  std::unique_ptr<ApiGateway> gateway_;
};

TEST_F(ApiGatewayTest, MakesATemplateInTheBestVersionThatIsServed) {
  int n = 1;
  for (const auto& [served, best] :
       {std::pair<std::vector<std::string>, std::string>{{"v1beta1", "v1", "v1beta2"}, "v1"},
        {{"v1beta1", "v1beta2"}, "v1beta2"},
        {{"v1beta1"}, "v1beta1"}}) {
    SCOPED_TRACE(best);
    serve(served);
    const CreateTemplate create = wanted(n);
    const CreateOutcome outcome = this->create(n++);
    // The version before is not served any more, which it finds out by itself.
    EXPECT_EQ(outcome.kind, CreateOutcome::Kind::kDone) << outcome.detail;
    const json object = objects_.get(templates(best) + "/" + create.claim_template.name);
    ASSERT_FALSE(object.is_null());
    EXPECT_EQ(object["apiVersion"], "resource.k8s.io/" + best);
    const json request = object["spec"]["spec"]["devices"]["requests"][0];
    EXPECT_EQ(request.contains("exactly"), best != "v1beta1");
    EXPECT_EQ(request.contains("deviceClassName"), best == "v1beta1");
    const LookUp found = look_up(create.claim_template.name);
    ASSERT_TRUE(found.ok() && *found != nullptr);
    EXPECT_EQ((*found)->root()["apiVersion"].as_string(), "resource.k8s.io/" + best);
  }
}

TEST_F(ApiGatewayTest, KnowsWhatExistsInAnyVersion) {
  serve({"v1beta1"});
  json object = json::parse(rules::template_object(wanted(1).claim_template, "team-a", "v1beta1"));
  // As the server returns it, used a moment ago.
  object["metadata"]["creationTimestamp"] = kube::time_text(
      std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now()));
  const std::string path =
      templates("v1beta1") + "/" + object["metadata"]["name"].get<std::string>();
  objects_.put(path, object);
  EXPECT_EQ(create(1).kind, CreateOutcome::Kind::kDone);
  EXPECT_EQ(objects_.writes(), 0);

  json forged = json::parse(rules::template_object(wanted(2).claim_template, "team-a", "v1beta1"));
  forged["spec"]["spec"]["devices"]["requests"][0]["count"] = 8;
  objects_.put(templates("v1beta1") + "/" + forged["metadata"]["name"].get<std::string>(), forged);
  EXPECT_EQ(create(2).kind, CreateOutcome::Kind::kTampered);
}

TEST_F(ApiGatewayTest, NotesAUseInTheVersionThatIsServed) {
  serve({"v1beta2"});
  json object = json::parse(rules::template_object(wanted(1).claim_template, "team-a", "v1beta2"));
  object["metadata"]["creationTimestamp"] = "2020-01-01T00:00:00Z";
  const std::string path =
      templates("v1beta2") + "/" + object["metadata"]["name"].get<std::string>();
  objects_.put(path, object);
  EXPECT_EQ(create(1).kind, CreateOutcome::Kind::kDone);
  EXPECT_TRUE(objects_.get(path)["metadata"]["annotations"].contains("drawbridge.dev/last-used"));
}

TEST_F(ApiGatewayTest, NotesAUseAgainWhereTheAnswerWasNone) {
  std::atomic<int> patches = 0;
  before_ = [&](const kube::SeenRequest& request) -> std::optional<std::string> {
    if (!request.line().starts_with("PATCH") || ++patches > 1) return std::nullopt;
    return kube::reply("500 Internal Server Error", "{}", "Retry-After: 0\r\n");
  };
  const std::string path = put_used(1);
  const CreateOutcome outcome = create(1);
  EXPECT_EQ(outcome.kind, CreateOutcome::Kind::kDone) << outcome.detail;
  EXPECT_EQ(patches, 2);
  EXPECT_TRUE(objects_.get(path)["metadata"]["annotations"].contains("drawbridge.dev/last-used"));
}

TEST_F(ApiGatewayTest, ATemplateThatOthersChangeIsReadAnewSomeTimes) {
  std::atomic<int> conflicts = 0;
  before_ = [&](const kube::SeenRequest& request) -> std::optional<std::string> {
    if (!request.line().starts_with("PATCH") || conflicts-- <= 0) return std::nullopt;
    return kube::reply("409 Conflict", kube::status_body(409, "Conflict", "changed"));
  };
  put_used(1);
  conflicts = kEnsureRoundsMax - 1;
  const CreateOutcome done = create(1);
  EXPECT_EQ(done.kind, CreateOutcome::Kind::kDone) << done.detail;
  put_used(2);
  conflicts = kEnsureRoundsMax;
  const CreateOutcome refused = create(2);
  EXPECT_EQ(refused.kind, CreateOutcome::Kind::kFailed);
  EXPECT_EQ(refused.detail, "it is being changed by somebody else");
}

// Somebody makes it before us, and somebody removes it before we read it.
TEST_F(ApiGatewayTest, ATemplateThatIsGoneAgainIsMadeAnew) {
  std::atomic<int> posts = 0;
  before_ = [&](const kube::SeenRequest& request) -> std::optional<std::string> {
    if (!request.line().starts_with("POST") || ++posts > 1) return std::nullopt;
    return kube::reply("409 Conflict", kube::status_body(409, "AlreadyExists", "it exists"));
  };
  const CreateOutcome outcome = create(1);
  EXPECT_EQ(outcome.kind, CreateOutcome::Kind::kDone) << outcome.detail;
  EXPECT_EQ(posts, 2);
  EXPECT_FALSE(objects_.get(templates("v1") + "/" + wanted(1).claim_template.name).is_null());
}

TEST_F(ApiGatewayTest, WithoutAnyVersionItSaysWhatToDo) {
  serve({});
  const CreateOutcome outcome = create(1);
  EXPECT_EQ(outcome.kind, CreateOutcome::Kind::kFailed);
  EXPECT_THAT(outcome.detail, HasSubstr("it serves no resourceclaimtemplates of resource.k8s.io"));
  // It is looked for again with the next pod.
  serve({"v1"});
  EXPECT_EQ(create(1).kind, CreateOutcome::Kind::kDone);
}

TEST_F(ApiGatewayTest, AsksForVersionsOnceNotForEachPod) {
  for (int n = 1; n <= 5; ++n) EXPECT_EQ(create(n).kind, CreateOutcome::Kind::kDone);
  EXPECT_EQ(asked("GET /apis/resource.k8s.io HTTP/1.1"), 1);
  EXPECT_EQ(asked("GET /apis/resource.k8s.io/v1 HTTP/1.1"), 1);
}

TEST_F(ApiGatewayTest, AsksAgainBesideTheRequests) {
  EXPECT_EQ(create(1).kind, CreateOutcome::Kind::kDone);
  const std::string get =
      "GET " + templates("v1") + "/" + wanted(1).claim_template.name + " HTTP/1.1";
  EXPECT_EQ(asked(get), 1);
  EXPECT_TRUE(gateway().try_create(wanted(1)));
  std::this_thread::sleep_for(kConfirmedFor - kConfirmAgainWithin);
  // None of these waits, and one of them has it asked.
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(gateway().try_create(wanted(1)));
  EXPECT_TRUE(is_asked(get, 2));
}

TEST(Confirmations, HoldForAWhileAndAreAskedForAgainByOne) {
  const Confirmation::Time begin{};
  const auto tick = std::chrono::nanoseconds(1);
  Confirmations known;
  known.add("made team-a/x", nullptr, begin);
  EXPECT_EQ(known.find("made team-a/y", begin), nullptr);
  const std::shared_ptr<Confirmation> one = known.find("made team-a/x", begin);
  ASSERT_NE(one, nullptr);
  const Confirmation::Time due = begin + kConfirmedFor - kConfirmAgainWithin;
  EXPECT_FALSE(one->is_due(due - tick));
  EXPECT_TRUE(one->is_due(due));
  EXPECT_FALSE(one->is_due(due));
  // Nobody could answer.
  EXPECT_NE(known.find("made team-a/x", begin + kConfirmedFor - tick), nullptr);
  EXPECT_EQ(known.find("made team-a/x", begin + kConfirmedFor), nullptr);
  EXPECT_EQ(known.size(), 0u);
}

TEST(Confirmations, AreProlongedOrRevoked) {
  const Confirmation::Time begin{};
  Confirmations known;
  known.add("x", nullptr, begin);
  const std::shared_ptr<Confirmation> one = known.find("x", begin);
  ASSERT_TRUE(one->is_due(begin + kConfirmedFor));
  one->prolong(begin + kConfirmedFor);
  EXPECT_EQ(known.find("x", begin + kConfirmedFor), one);
  EXPECT_FALSE(one->is_due(begin + kConfirmedFor));
  one->revoke();
  EXPECT_EQ(known.find("x", begin), nullptr);
}

TEST(Confirmations, AreBounded) {
  Confirmations known;
  for (std::size_t i = 0; i < kConfirmedMax; ++i) known.add(std::to_string(i), nullptr, {});
  EXPECT_EQ(known.size(), kConfirmedMax);
  known.add("one more", nullptr, {});
  EXPECT_EQ(known.size(), 1u);
}

TEST_F(ApiGatewayTest, LooksEachKindUpWhereItStands) {
  const std::string claim = "/apis/resource.k8s.io/v1/namespaces/team-a/resourceclaims/x";
  const std::string pod = "/api/v1/namespaces/team-a/pods/x";
  objects_.put(templates("v1") + "/x", {{"kind", "ResourceClaimTemplate"}});
  objects_.put(claim, {{"kind", "ResourceClaim"}});
  objects_.put(pod, {{"kind", "Pod"}});
  const auto kind_of = [this](ObjectRef::Kind kind) {
    const LookUp found = look_up("x", kind);
    return found && *found ? std::string((*found)->root()["kind"].as_string()) : "nothing";
  };
  EXPECT_EQ(kind_of(ObjectRef::Kind::kClaimTemplate), "ResourceClaimTemplate");
  EXPECT_EQ(kind_of(ObjectRef::Kind::kClaim), "ResourceClaim");
  EXPECT_EQ(kind_of(ObjectRef::Kind::kPod), "Pod");
  // Another pod may take the name; what was asked for lasts a moment for the others.
  EXPECT_EQ(kind_of(ObjectRef::Kind::kPod), "Pod");
  EXPECT_EQ(asked("GET " + pod + " HTTP/1.1"), 2);
  EXPECT_FALSE(gateway().try_look_up({ObjectRef::Kind::kPod, "team-a", "x"}));
  EXPECT_TRUE(gateway().try_look_up({ObjectRef::Kind::kClaim, "team-a", "x"}));
}

// The cluster has no DeviceQuota of that name: nobody may take that for one without a limit.
TEST_F(ApiGatewayTest, QuotasOfAFolderAreChargedHere) {
  quota::DeviceQuota quota = quota::quota_of(quota::gpus(8), "gpus");
  quota.used = quota::gpus(5);
  std::vector<bool> passed;
  for (const char* uid : {"a", "b"}) {
    ChargeWish wish;
    wish.ns = "team";
    wish.quotas = {quota};
    wish.waiter = quota::asking(uid, 2);
    const std::optional<quota::ChargeResult> result = gateway().try_charge(wish, nullptr);
    ASSERT_TRUE(result.has_value());
    passed.push_back(result->passes());
  }
  EXPECT_THAT(passed, ElementsAre(true, false)) << "5 and 2 of 8, and 2 more do not fit";
}

}  // namespace
}  // namespace drawbridge::admission
