#include "kube/client/client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/kube_client/fake_server.h"
#include "test/kube_client/loop.h"

namespace drawbridge::kube {
namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const ResourcePath kTemplates = {.group = "resource.k8s.io",
                                 .version = "v1",
                                 .resource = "resourceclaimtemplates",
                                 .ns = "team-a"};

ResourcePath named(const std::string& name) {
  ResourcePath path = kTemplates;
  path.name = name;
  return path;
}

class ClientTest : public ::testing::Test {
 protected:
  void start(FakeServer::Script script) {
    server_ = std::make_unique<FakeServer>(std::move(script));
    Result<std::unique_ptr<Client>> made =
        Client::create(loop_.io.get_executor(), server_->config());
    ASSERT_TRUE(made.ok()) << made.error().text();
    client_ = std::move(made).value();
  }
  void start(const std::string& answer) { start(answering({answer})); }

  ApiResult get(const ResourcePath& path) { return loop_.run(client_->get(path, in_ms(5000))); }
  ApiResult create(const std::string& json, const WriteOptions& options = {}) {
    const Result<Document> document = read_json(json);
    return loop_.run(client_->create(kTemplates, document->root(), in_ms(5000), options));
  }
  // The error that an answer becomes.
  ApiError refusal(const std::string& answer) {
    start(answer);
    const ApiResult result = get(named("gpu"));
    EXPECT_FALSE(result.ok());
    EXPECT_EQ(result.host_error(), nullptr);
    return result.api_error() != nullptr ? *result.api_error() : ApiError();
  }
  SeenRequest last() { return server_->requests().back(); }

  Loop loop_;
  std::unique_ptr<FakeServer> server_;
  std::unique_ptr<Client> client_;
};

TEST_F(ClientTest, GetsAnObject) {
  start(reply("200 OK", R"({"kind":"ResourceClaimTemplate","metadata":{"name":"gpu"}})"));
  const ApiResult result = get(named("gpu"));
  ASSERT_TRUE(result.ok()) << result.error_text();
  EXPECT_EQ(result.reply().code, 200);
  EXPECT_EQ(result.object()["metadata"]["name"].as_string(), "gpu");
  EXPECT_EQ(result.error_text(), "");
  EXPECT_EQ(last().line(),
            "GET /apis/resource.k8s.io/v1/namespaces/team-a/resourceclaimtemplates/gpu HTTP/1.1");
  EXPECT_THAT(last().field("User-Agent"), StartsWith("drawbridge/0."));
  EXPECT_EQ(last().field("Accept"), "application/json");
}

TEST_F(ClientTest, AQueryComesWithACollection) {
  start(reply("200 OK", R"({"items":[]})"));
  const Client::Query query = {{"limit", "500"}, {"labelSelector", "a=b"}};
  EXPECT_TRUE(loop_.run(client_->get(kTemplates, in_ms(5000), query)).ok());
  EXPECT_THAT(last().line(), HasSubstr("/resourceclaimtemplates?limit=500&labelSelector=a%3Db "));
}

TEST_F(ClientTest, ResultsOutliveTheNextRequest) {
  start(answering({reply("200 OK", R"({"a":"first"})"), reply("200 OK", R"({"b":"second"})")}));
  const ApiResult first = get(named("a"));
  const ApiResult second = get(named("b"));
  EXPECT_EQ(to_text(first.object()), R"({"a":"first"})");
  EXPECT_EQ(to_text(second.object()), R"({"b":"second"})");
}

TEST_F(ClientTest, Creates) {
  start(reply("201 Created", R"({"metadata":{"uid":"1"}})"));
  const ApiResult result = create(R"({"kind":"ResourceClaimTemplate"})");
  ASSERT_TRUE(result.ok()) << result.error_text();
  EXPECT_EQ(result.reply().code, 201);
  EXPECT_EQ(last().line(),
            "POST /apis/resource.k8s.io/v1/namespaces/team-a/resourceclaimtemplates"
            "?fieldManager=drawbridge HTTP/1.1");
  EXPECT_EQ(last().body, R"({"kind":"ResourceClaimTemplate"})");
  EXPECT_EQ(last().field("Content-Type"), "application/json");
}

TEST_F(ClientTest, ADryRunSaysSo) {
  start(reply("201 Created", "{}"));
  EXPECT_TRUE(create("{}", {.dry_run = true}).ok());
  EXPECT_THAT(last().line(), HasSubstr("?fieldManager=drawbridge&dryRun=All "));
  const Preconditions none;
  const WriteOptions dry_run = {.dry_run = true};
  EXPECT_TRUE(loop_.run(client_->remove(named("gpu"), none, in_ms(5000), dry_run)).ok());
  EXPECT_EQ(last().body, R"({"kind":"DeleteOptions","apiVersion":"v1","dryRun":["All"]})");
}

TEST_F(ClientTest, ReplacesAndPatches) {
  start(reply("200 OK", "{}"));
  const Result<Document> object = read_json(R"({"spec":{}})");
  EXPECT_TRUE(loop_.run(client_->replace(named("gpu"), object->root(), in_ms(5000))).ok());
  EXPECT_THAT(last().line(), StartsWith("PUT /apis/"));
  EXPECT_EQ(last().body, R"({"spec":{}})");
  const std::vector<std::pair<PatchType, std::string>> types = {
      {PatchType::kJson, "application/json-patch+json"},
      {PatchType::kMerge, "application/merge-patch+json"},
      {PatchType::kStrategic, "application/strategic-merge-patch+json"},
      {PatchType::kApply, "application/apply-patch+yaml"}};
  for (const auto& [type, content_type] : types) {
    const WriteOptions options = {.force = true};
    EXPECT_TRUE(
        loop_.run(client_->patch(named("gpu"), type, object->root(), in_ms(5000), options)).ok());
    EXPECT_THAT(last().line(), StartsWith("PATCH /apis/"));
    EXPECT_EQ(last().field("Content-Type"), content_type);
    EXPECT_EQ(last().line().find("force=true") != std::string::npos, type == PatchType::kApply);
  }
}

TEST_F(ClientTest, RemovesUnderPreconditions) {
  start(reply("200 OK", R"({"kind":"Status","status":"Success"})"));
  const Preconditions as_seen = {.uid = "4f-1", .resource_version = "17"};
  EXPECT_TRUE(loop_.run(client_->remove(named("gpu"), as_seen, in_ms(5000))).ok());
  EXPECT_THAT(last().line(), StartsWith("DELETE /apis/"));
  EXPECT_EQ(last().body, R"({"kind":"DeleteOptions","apiVersion":"v1",)"
                         R"("preconditions":{"uid":"4f-1","resourceVersion":"17"}})");
  const Preconditions none;
  EXPECT_TRUE(loop_.run(client_->remove(named("gpu"), none, in_ms(5000))).ok());
  EXPECT_EQ(last().body, R"({"kind":"DeleteOptions","apiVersion":"v1"})");
}

TEST_F(ClientTest, RefusalsAreTheServersWords) {
  const ApiError missing =
      refusal(reply("404 Not Found", status_body(404, "NotFound", "templates gpu not found")));
  EXPECT_EQ(missing.code, 404);
  EXPECT_TRUE(missing.is(kReasonNotFound));
  EXPECT_EQ(missing.message, "templates gpu not found");
  EXPECT_EQ(missing.retry_after, std::nullopt);
  EXPECT_EQ(ApiResult(missing).error_text(),
            "the API server answered 404 NotFound: templates gpu not found");
  // Two reasons of one code.
  EXPECT_TRUE(refusal(reply("409 Conflict", status_body(409, "AlreadyExists", "")))
                  .is(kReasonAlreadyExists));
  EXPECT_TRUE(refusal(reply("409 Conflict", status_body(409, "Conflict", ""))).is(kReasonConflict));
  EXPECT_TRUE(
      refusal(reply("403 Forbidden", status_body(403, "Forbidden", ""))).is(kReasonForbidden));
  EXPECT_EQ(
      refusal(reply("500 Internal Server Error", status_body(500, "InternalError", "etcd"))).code,
      500);
}

TEST_F(ClientTest, RefusalsCarryWhenToComeBack) {
  const std::string body =
      R"({"kind":"Status","code":500,"reason":"ServerTimeout","details":{"retryAfterSeconds":3}})";
  EXPECT_EQ(refusal(reply("500 Internal Server Error", body)).retry_after, seconds(3));
  EXPECT_EQ(refusal(reply("429 Too Many Requests", "{}", "Retry-After: 9000\r\n")).retry_after,
            seconds(9000));
}

TEST_F(ClientTest, RefusalsThatAreNoStatus) {
  const ApiError gateway = refusal(reply("502 Bad Gateway", "<html>\n\x01 upstream</html>"));
  EXPECT_EQ(gateway.code, 502);
  EXPECT_EQ(gateway.reason, "");
  EXPECT_EQ(gateway.message, "<html> ? upstream</html>");
  EXPECT_EQ(refusal(reply("403 Forbidden", std::string(1000, 'x'))).message,
            std::string(200, 'x') + "...");
  EXPECT_EQ(refusal(reply("302 Found", "", "Location: https://login.test/\r\n")).code, 302);
}

TEST_F(ClientTest, ASuccessThatIsNoJsonIsNoSuccess) {
  for (const char* body : {"<html>login</html>", R"({"a":1)", R"({"a":1,"a":2})", "\xff"}) {
    start(reply("200 OK", body));
    const ApiResult result = get(named("gpu"));
    ASSERT_NE(result.host_error(), nullptr) << body;
    EXPECT_EQ(result.host_error()->kind, HostError::Kind::kProtocol);
    EXPECT_TRUE(result.host_error()->may_have_arrived);
    EXPECT_THAT(result.error_text(), HasSubstr("no JSON"));
    EXPECT_EQ(server_->request_count(), 1);
  }
}

TEST_F(ClientTest, AnEmptySuccessIsOne) {
  start("HTTP/1.1 204 No Content\r\n\r\n");
  const ApiResult result = get(named("gpu"));
  ASSERT_TRUE(result.ok()) << result.error_text();
  EXPECT_TRUE(result.object().is_null());
}

TEST_F(ClientTest, NamesThatLeadElsewhereAreNotSent) {
  start(reply("200 OK", "{}"));
  const ApiResult result = get(named("../../../secrets/token"));
  ASSERT_NE(result.host_error(), nullptr);
  EXPECT_EQ(result.host_error()->kind, HostError::Kind::kRequest);
  EXPECT_FALSE(result.host_error()->may_have_arrived);
  EXPECT_EQ(server_->request_count(), 0);
}

TEST_F(ClientTest, AlreadyExistsAfterARepetitionIsAnAnswer) {
  start([](FakeServer& server, Peer& peer) {
    server.take(peer);
    if (peer.index() == 0) return peer.reset();
    peer.write(reply("409 Conflict", status_body(409, "AlreadyExists", "it exists")));
  });
  const ApiResult result = create("{}", {.retry = Retry::kSafeToRepeat});
  EXPECT_TRUE(result.is(kReasonAlreadyExists)) << result.error_text();
  EXPECT_EQ(server_->request_count(), 2);
}

TEST_F(ClientTest, WithoutAnAnswerTheErrorSaysWhetherItMayHaveArrived) {
  start([](FakeServer& server, Peer& peer) {
    server.take(peer);
    peer.reset();
  });
  const ApiResult result = create("{}");
  ASSERT_NE(result.host_error(), nullptr);
  EXPECT_TRUE(result.host_error()->may_have_arrived);
  EXPECT_FALSE(result.is(kReasonNotFound));
  EXPECT_THAT(result.error_text(), HasSubstr("POST http://127.0.0.1:"));
  EXPECT_EQ(server_->request_count(), 1);
  client_->stop();
  EXPECT_EQ(create("{}").host_error()->kind, HostError::Kind::kCancelled);
  EXPECT_EQ(client_->active(), 0u);
}

}  // namespace
}  // namespace drawbridge::kube
