#include "webhook/admission/rule_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "test/kube_client/fake_api.h"
#include "test/kube_client/loop.h"
#include "webhook/decide/rule_look_ups.h"

namespace drawbridge::admission {
namespace {

using kube::Answer;
using kube::Peer;
using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

Answer body(const std::string& text) {
  return kube::text(kube::reply("200 OK", text));
}
// As the API server answers where nothing stands at all.
Answer no_page() {
  return kube::text(kube::reply("404 Not Found", "404 page not found\n"));
}
Answer nothing() {
  return [](Peer& peer) { peer.hang(); };
}

const std::string kCore = R"({"kind":"APIResourceList","resources":[)"
                          R"({"name":"secrets","kind":"Secret","namespaced":true},)"
                          R"({"name":"configmaps","kind":"ConfigMap","namespaced":true},)"
                          R"({"name":"configmaps/x","kind":"ConfigMap","namespaced":false}]})";
const std::string kLimits = R"({"kind":"APIResourceList","resources":[)"
                            R"({"name":"limits","kind":"Limit","namespaced":false},)"
                            R"({"name":"limits/status","kind":"Limit","namespaced":true}]})";
const std::string kConfigMaps = "GET /api/v1/namespaces/team-a/configmaps";
const std::string kQuery = "?labelSelector=a%3Db&limit=500";
const std::string kReview =
    "POST /apis/authorization.k8s.io/v1/subjectaccessreviews?fieldManager=drawbridge";
const std::string kNone = R"({"clusterScoped":false,"items":[]})";
const std::string kUnknown = R"({"unknownKind":true})";

ObjectRef named(const std::string& name, const std::string& what = "v1 ConfigMap",
                const std::string& ns = "team-a") {
  return {ObjectRef::Kind::kParams, ns, name, what};
}
ObjectRef selected(const std::string& what = "v1 ConfigMap", const std::string& ns = "team-a",
                   const std::string& selector = R"({"matchLabels":{"a":"b"}})") {
  return {ObjectRef::Kind::kParams, ns, "", what, selector};
}
ObjectRef access(const std::string& spec = R"({"user":"ana"})") {
  return {ObjectRef::Kind::kAccess, "team-a", "", spec};
}
std::string list_of(std::size_t objects, const std::string& next = "") {
  return kube::list_body("1", std::vector<std::string>(objects, R"({"data":{}})"), next);
}

// An API server with ConfigMaps and Limits, which have no namespace.
class RuleFactsTest : public ::testing::Test {
 protected:
  RuleFactsTest() {
    client_ = std::move(*kube::Client::create(loop_.io.get_executor(), server_.config()));
    facts_ = std::make_unique<RuleFacts>(*client_, [this] { return now; });
    answer("GET /api/v1", body(kCore));
    answer("GET /apis/example.com/v1", body(kLimits));
  }
  ~RuleFactsTest() override {
    client_->stop();
    EXPECT_TRUE(loop_.until([this] { return client_->active() == 0; }, 20'000)) << "it hangs";
  }

  // From now on; what has no answer is NotFound.
  void answer(const std::string& request, Answer answer) {
    const std::lock_guard lock(mutex_);
    answers_[request] = std::move(answer);
  }
  // The document, or the error behind "error: ".
  std::string told(const ObjectRef& ref, int ms = 10'000) {
    const std::optional<LookUp> found = loop_.run(facts_->fetch(ref, kube::in_ms(ms)));
    if (!found) return "none";
    if (!found->ok()) return "error: " + found->error().text();
    return **found == nullptr ? "null" : kube::to_text((**found)->root());
  }
  // Since the last time.
  std::vector<std::string> asked() {
    const std::vector<kube::SeenRequest> requests = server_.requests();
    std::vector<std::string> lines;
    for (; seen_ < requests.size(); ++seen_) lines.push_back(line_of(requests[seen_]));
    return lines;
  }
  // What the facts take for the time.
  Deadline now = std::chrono::steady_clock::now();
  json last_body() const { return json::parse(server_.requests().back().body); }
  void expect_timeout(const ObjectRef& ref, const std::string& doing) {
    const std::string answer = told(ref, 200);
    EXPECT_THAT(answer, StartsWith("error: "));
    EXPECT_THAT(answer, HasSubstr(doing));
    EXPECT_LT(loop_.took, std::chrono::milliseconds(200) + kube::kSlack);
  }

 private:
  static std::string line_of(const kube::SeenRequest& request) {
    const std::string line = request.line();
    return line.substr(0, line.rfind(' '));
  }
  Answer answer_to(const std::string& line) {
    const std::lock_guard lock(mutex_);
    const auto found = answers_.find(line);
    return found != answers_.end() ? found->second : kube::refuse("404 Not Found", 404, "NotFound");
  }

  std::mutex mutex_;
  std::map<std::string, Answer> answers_;  // protected by mutex_
  std::size_t seen_ = 0;
  kube::FakeServer server_{[this](kube::FakeServer& server, Peer& peer) {
    while (const std::optional<kube::SeenRequest> request = server.take(peer))
      answer_to(line_of(*request))(peer);
  }};
  kube::Loop loop_;
  std::unique_ptr<kube::Client> client_;
  std::unique_ptr<RuleFacts> facts_;
};

TEST_F(RuleFactsTest, ANameIsAskedForWhereItsKindStands) {
  answer(kConfigMaps + "/limits",
         body(R"({"kind":"ConfigMap","apiVersion":"v1","data":{"n":"2"}})"));
  EXPECT_EQ(told(named("limits")), R"({"clusterScoped":false,"items":[)"
                                   R"({"apiVersion":"v1","data":{"n":"2"},"kind":"ConfigMap"}]})");
  EXPECT_THAT(asked(), ElementsAre("GET /api/v1", kConfigMaps + "/limits"));
  // Whatever namespace the object has that is judged.
  answer("GET /apis/example.com/v1/limits/gpus", body(R"({"spec":{"most":4}})"));
  EXPECT_EQ(told(named("gpus", "example.com/v1 Limit")),
            R"({"clusterScoped":true,"items":[)"
            R"({"apiVersion":"example.com/v1","kind":"Limit","spec":{"most":4}}]})");
  EXPECT_THAT(asked(),
              ElementsAre("GET /apis/example.com/v1", "GET /apis/example.com/v1/limits/gpus"));
}

TEST_F(RuleFactsTest, ASelectorIsAskedForAsAList) {
  // An item says what it is only where its server chose to.
  answer(kConfigMaps + kQuery,
         body(kube::list_body("1", {R"({"data":{"n":"2"}})", R"({"kind":"X","apiVersion":"y"})"})));
  EXPECT_EQ(told(selected()), R"({"clusterScoped":false,"items":[)"
                              R"({"apiVersion":"v1","data":{"n":"2"},"kind":"ConfigMap"},)"
                              R"({"apiVersion":"v1","kind":"ConfigMap"}]})");
  EXPECT_THAT(asked(), ElementsAre("GET /api/v1", kConfigMaps + kQuery));
  const std::string limits =
      "GET /apis/example.com/v1/limits?labelSelector=a%3Db%2Cc%20in%20%28d%2Ce%29&limit=500";
  answer(limits, body(R"({"metadata":{},"items":null})"));
  EXPECT_EQ(told(selected("example.com/v1 Limit", "team-a",
                          R"({"matchLabels":{"a":"b"},"matchExpressions":[)"
                          R"({"key":"c","operator":"In","values":["d","e"]}]})")),
            R"({"clusterScoped":true,"items":[]})");
  EXPECT_THAT(asked(), ElementsAre("GET /apis/example.com/v1", limits));
  EXPECT_THAT(told(selected("v1 ConfigMap", "team-a", "{")), StartsWith("error: "));
  EXPECT_THAT(asked(), IsEmpty());
}

TEST_F(RuleFactsTest, ASelectorMatchesOnlySoMany) {
  const std::string too_many = "error: more than 500 objects are selected";
  answer(kConfigMaps + kQuery, body(list_of(kParamsMax)));
  const json most = json::parse(told(selected()));
  EXPECT_EQ(most["items"].size(), kParamsMax);
  answer(kConfigMaps + kQuery, body(list_of(kParamsMax, "more")));
  EXPECT_EQ(told(selected()), too_many);
  // The API server may have sent fewer than it was asked for.
  answer(kConfigMaps + kQuery, body(list_of(1, "more")));
  EXPECT_EQ(told(selected()), too_many);
  // It may not know of limits.
  answer(kConfigMaps + kQuery, body(list_of(kParamsMax + 1)));
  EXPECT_EQ(told(selected()), too_many);
}

TEST_F(RuleFactsTest, AnObjectThatIsNotThereIsNoError) {
  EXPECT_EQ(told(named("missing")), kNone);
  EXPECT_EQ(told(named("missing", "example.com/v1 Limit")), R"({"clusterScoped":true,"items":[]})");
  EXPECT_EQ(asked().size(), 4u);
  // The kind is there all the same.
  EXPECT_EQ(told(named("missing")), kNone);
  EXPECT_THAT(asked(), ElementsAre(kConfigMaps + "/missing"));
}

// A list without a namespace would be one of all namespaces.
TEST_F(RuleFactsTest, WithoutANamespaceNothingOfANamespaceIsAskedFor) {
  EXPECT_EQ(told(selected("v1 ConfigMap", "")), kNone);
  EXPECT_EQ(told(named("limits", "v1 ConfigMap", "")), kNone);
  EXPECT_THAT(asked(), ElementsAre("GET /api/v1"));
}

TEST_F(RuleFactsTest, AKindThatIsNotServedIsAskedForEachTime) {
  EXPECT_EQ(told(named("x", "v1 Limit")), kUnknown);
  EXPECT_EQ(told(named("x", "v1 Limit")), kUnknown);
  EXPECT_THAT(asked(), ElementsAre("GET /api/v1", "GET /api/v1"));
  const std::string other = "other.example.com/v2 Limit";
  EXPECT_EQ(told(named("x", other)), kUnknown);
  answer("GET /apis/other.example.com/v2", no_page());
  EXPECT_EQ(told(named("x", other)), kUnknown);
  EXPECT_EQ(asked().size(), 2u);
  answer("GET /apis/other.example.com/v2", body(kLimits));
  EXPECT_EQ(told(named("x", other)), R"({"clusterScoped":true,"items":[]})");
}

TEST_F(RuleFactsTest, AKindIsRememberedByVersionAndName) {
  EXPECT_EQ(told(named("x")), kNone);
  EXPECT_EQ(told(named("y")), kNone);
  EXPECT_EQ(told(named("y", "v1 ConfigMap", "team-b")), kNone);
  EXPECT_THAT(asked(), ElementsAre("GET /api/v1", kConfigMaps + "/x", kConfigMaps + "/y",
                                   "GET /api/v1/namespaces/team-b/configmaps/y"));
  EXPECT_EQ(told(named("y", "v1 Secret")), kNone);
  EXPECT_THAT(asked(), ElementsAre("GET /api/v1", "GET /api/v1/namespaces/team-a/secrets/y"));
}

// Another kind may have come by its name meanwhile, with another scope.
TEST_F(RuleFactsTest, AKindIsRememberedForSoLong) {
  EXPECT_EQ(told(named("x")), kNone);
  EXPECT_THAT(asked(), ElementsAre("GET /api/v1", kConfigMaps + "/x"));
  answer("GET /api/v1", body(R"({"kind":"APIResourceList","resources":[)"
                             R"({"name":"maps","kind":"ConfigMap","namespaced":false}]})"));
  now += kParamKindFor - std::chrono::nanoseconds(1);
  EXPECT_EQ(told(named("x")), kNone);
  EXPECT_THAT(asked(), ElementsAre(kConfigMaps + "/x"));
  now += std::chrono::nanoseconds(1);
  EXPECT_EQ(told(named("x")), R"({"clusterScoped":true,"items":[]})");
  EXPECT_THAT(asked(), ElementsAre("GET /api/v1", "GET /api/v1/maps/x"));
  // From then on, not from the first time.
  now += kParamKindFor - std::chrono::nanoseconds(1);
  EXPECT_EQ(told(named("x")), R"({"clusterScoped":true,"items":[]})");
  EXPECT_THAT(asked(), ElementsAre("GET /api/v1/maps/x"));
}

TEST_F(RuleFactsTest, OnlySoManyKindsAreRemembered) {
  json list = {{"kind", "APIResourceList"}, {"resources", json::array()}};
  for (std::size_t i = 0; i <= kParamKindsMax; ++i) {
    const std::string n = std::to_string(i);
    list["resources"].push_back({{"name", "k" + n}, {"kind", "K" + n}, {"namespaced", true}});
  }
  answer("GET /api/v1", body(list.dump()));
  // How often kinds were asked for meanwhile.
  const auto discoveries = [this](std::size_t from, std::size_t end) {
    for (std::size_t i = from; i < end; ++i)
      EXPECT_EQ(told(named("x", "v1 K" + std::to_string(i))), kNone);
    const std::vector<std::string> lines = asked();
    return static_cast<std::size_t>(std::count(lines.begin(), lines.end(), "GET /api/v1"));
  };
  EXPECT_EQ(discoveries(0, kParamKindsMax), kParamKindsMax);
  EXPECT_EQ(discoveries(0, kParamKindsMax), 0u);
  EXPECT_EQ(discoveries(kParamKindsMax, kParamKindsMax + 1), 1u);
  EXPECT_EQ(discoveries(kParamKindsMax, kParamKindsMax + 1), 0u);
  // None of the others is known any more.
  EXPECT_EQ(discoveries(0, kParamKindsMax - 1), kParamKindsMax - 1);
  EXPECT_EQ(discoveries(kParamKindsMax, kParamKindsMax + 1), 0u);
}

TEST_F(RuleFactsTest, ARefusalIsToldAndWhatWasKnownIsAskedAnew) {
  answer("GET /api/v1", kube::refuse("403 Forbidden", 403, "Forbidden"));
  EXPECT_EQ(told(named("x")),
            "error: the API server answered 403 Forbidden: the test says Forbidden");
  EXPECT_THAT(asked(), ElementsAre("GET /api/v1"));
  answer("GET /api/v1", body(kCore));
  answer(kConfigMaps + "/x", kube::refuse("500 Oops", 500, "InternalError"));
  answer(kConfigMaps + kQuery, kube::refuse("403 Forbidden", 403, "Forbidden"));
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(told(named("x")),
              "error: the API server answered 500 InternalError: the test says InternalError");
    EXPECT_THAT(asked(), ElementsAre("GET /api/v1", kConfigMaps + "/x"));
    EXPECT_EQ(told(selected()),
              "error: the API server answered 403 Forbidden: the test says Forbidden");
    EXPECT_THAT(asked(), ElementsAre("GET /api/v1", kConfigMaps + kQuery));
  }
}

TEST_F(RuleFactsTest, AKindThatWasTakenAwayIsNotTakenForOneWithoutObjects) {
  EXPECT_EQ(told(named("x", "example.com/v1 Limit")), R"({"clusterScoped":true,"items":[]})");
  answer("GET /apis/example.com/v1", no_page());
  answer("GET /apis/example.com/v1/limits/x", no_page());
  EXPECT_EQ(told(named("x", "example.com/v1 Limit")),
            "error: the API server answered 404: 404 page not found ");
  EXPECT_EQ(told(named("x", "example.com/v1 Limit")), kUnknown);
}

TEST_F(RuleFactsTest, NoAnswerInTimeIsAnError) {
  answer("GET /api/v1", nothing());
  expect_timeout(named("x"), "/api/v1: ");
  answer("GET /api/v1", body(kCore));
  EXPECT_EQ(told(named("y")), kNone);
  answer(kConfigMaps + "/x", nothing());
  expect_timeout(named("x"), "/api/v1/namespaces/team-a/configmaps/x: ");
  answer(kReview, nothing());
  expect_timeout(access(), "/apis/authorization.k8s.io/v1/subjectaccessreviews");
}

TEST_F(RuleFactsTest, ABrokenAnswerIsAnErrorAndNotNothing) {
  answer("GET /api/v1", body("<html>"));
  EXPECT_THAT(told(named("x")), StartsWith("error: the server answered 200 with a body"));
  answer("GET /api/v1", body(kCore));
  for (const char* text : {"", "null", "[]", "\"x\"", "7", "{", "{} {}"}) {
    SCOPED_TRACE(text);
    answer(kConfigMaps + "/x", body(text));
    answer(kConfigMaps + kQuery, body(text));
    EXPECT_THAT(told(named("x")), StartsWith("error: the "));
    EXPECT_THAT(told(selected()), StartsWith("error: the "));
  }
  for (const char* text : {"{}", R"({"items":{}})", R"({"items":"x"})", R"({"items":[null]})",
                           R"({"items":[{},7]})", R"({"kind":"Status","status":"Success"})"}) {
    SCOPED_TRACE(text);
    answer(kConfigMaps + kQuery, body(text));
    EXPECT_THAT(told(selected()), StartsWith("error: the API server answered with "));
  }
}

// Neither a server nor the author of a rule leads a request elsewhere.
TEST_F(RuleFactsTest, NothingElseComesToStandInTheRequest) {
  for (const char* version :
       {"", "/", "/v1", "v1/", "v1/x/y", "..", "../version", "apps/..", "v1?x=y", "v1#x", "v1%2f..",
        "v1\r\nX-Evil:y", "v1\tHTTP/1.1", "apps/v1\n", "apps/V1", "app_s/v1", "\xff/v1"}) {
    SCOPED_TRACE(version);
    EXPECT_EQ(told(named("x", std::string(version) + " ConfigMap")), kUnknown);
  }
  EXPECT_EQ(told(named("x", "v1")), kUnknown);
  EXPECT_THAT(asked(), ElementsAre("GET /api/v1"));
  for (const char* name : {"..", ".", "../../secrets/y", "a%2fb"}) {
    SCOPED_TRACE(name);
    EXPECT_THAT(told(named(name)), HasSubstr("can't be the name of an object"));
    EXPECT_THAT(told(named("x", "v1 ConfigMap", name)), HasSubstr("can't be the name"));
  }
  answer("GET /api/v1", body(R"({"kind":"APIResourceList","resources":[)"
                             R"({"name":"..","kind":"ConfigMap","namespaced":true}]})"));
  EXPECT_THAT(told(named("x")), HasSubstr("can't be the name of an object"));
  for (const std::string& line : asked()) EXPECT_EQ(line, "GET /api/v1");
}

TEST_F(RuleFactsTest, AnAccessReviewIsPosted) {
  answer(kReview, kube::text(kube::reply("201 Created", R"({"status":{"allowed":true}})")));
  EXPECT_EQ(told(access(R"({"user":"ana","nonResourceAttributes":{"path":"/p","verb":"get"}})")),
            R"({"allowed":true,"error":"","reason":""})");
  EXPECT_THAT(asked(), ElementsAre(kReview));
  const json expected = {
      {"apiVersion", "authorization.k8s.io/v1"},
      {"kind", "SubjectAccessReview"},
      {"spec", {{"user", "ana"}, {"nonResourceAttributes", {{"path", "/p"}, {"verb", "get"}}}}}};
  EXPECT_EQ(last_body(), expected);
  EXPECT_THAT(told(access("{")), StartsWith("error: "));
  EXPECT_THAT(asked(), IsEmpty());
}

TEST_F(RuleFactsTest, OnlyAClearYesOfAnAccessReviewIsOne) {
  const auto reviewed = [this](const std::string& text) {
    answer(kReview, body(text));
    return told(access());
  };
  EXPECT_EQ(reviewed(R"({"status":{"allowed":false,"denied":true,"reason":"not on Sundays"}})"),
            R"({"allowed":false,"error":"","reason":"not on Sundays"})");
  EXPECT_EQ(reviewed(R"({"status":{"allowed":false,"evaluationError":"no such role"}})"),
            R"({"allowed":false,"error":"no such role","reason":""})");
  const std::string no = R"({"allowed":false,"error":"","reason":""})";
  for (const char* text : {"", "{}", "[]", R"({"status":null})", R"({"allowed":true})",
                           R"({"status":{"allowed":"true","reason":7}})"}) {
    EXPECT_EQ(reviewed(text), no) << text;
  }
  EXPECT_THAT(reviewed("allowed"), StartsWith("error: the server answered 200 with a body"));
  answer(kReview, kube::refuse("403 Forbidden", 403, "Forbidden"));
  EXPECT_EQ(told(access()),
            "error: the API server answered 403 Forbidden: the test says Forbidden");
}

// It stores nothing, so that nobody minds it twice.
TEST_F(RuleFactsTest, AnAccessReviewWithoutAnAnswerIsRepeated) {
  std::atomic<int> posts = 0;
  answer(kReview, [&posts](Peer& peer) {
    if (posts++ == 0) return peer.cut();
    peer.write(kube::reply("201 Created", R"({"status":{"allowed":true}})"));
  });
  EXPECT_EQ(told(access()), R"({"allowed":true,"error":"","reason":""})");
  EXPECT_THAT(asked(), ElementsAre(kReview, kReview));
}

}  // namespace
}  // namespace drawbridge::admission
