// What the tests of HttpClient have in common: a server that misbehaves, and one client of it.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "kube/client/http.h"
#include "test/kube_client/fake_server.h"
#include "test/kube_client/loop.h"

namespace drawbridge::kube {

inline HttpCall get(const std::string& target = "/api/v1/nodes") {
  HttpCall call;
  call.target = target;
  return call;
}

inline HttpCall write(Method method, Retry retry = Retry::kIfUnsent) {
  HttpCall call;
  call.method = method;
  call.target = "/api/v1/namespaces/team-a/configmaps";
  call.body = R"({"kind":"ConfigMap"})";
  call.content_type = "application/json";
  call.retry = retry;
  return call;
}

class HttpTest : public ::testing::Test {
 protected:
  void connect(const ClientConfig& config, HttpOptions options = {}) {
    Result<std::unique_ptr<HttpClient>> made =
        HttpClient::create(loop_.io.get_executor(), config, std::move(options));
    ASSERT_TRUE(made.ok()) << made.error().text();
    client_ = std::move(made).value();
  }
  void start(FakeServer::Script script, HttpOptions options = {}) {
    server_ = std::make_unique<FakeServer>(std::move(script));
    connect(server_->config(), std::move(options));
  }

  HttpResult send(HttpCall call, int ms = 10'000) {
    return loop_.run(client_->request(std::move(call), in_ms(ms)));
  }
  // The status, or -1 for a HostError.
  int status(HttpCall call, int ms = 10'000) {
    const HttpResult result = send(std::move(call), ms);
    const HttpReply* answer = std::get_if<HttpReply>(&result);
    return answer != nullptr ? answer->status : -1;
  }
  HostError error(HttpCall call, int ms = 10'000) {
    const HttpResult result = send(std::move(call), ms);
    const HostError* failed = std::get_if<HostError>(&result);
    return failed != nullptr ? *failed : HostError{HostError::Kind::kRequest, "it succeeded"};
  }
  void expect_timeout(HttpCall call, const std::string& doing, bool may_have_arrived) {
    const HostError failed = error(std::move(call), 200);
    EXPECT_EQ(failed.kind, HostError::Kind::kTimeout) << failed.message;
    EXPECT_THAT(failed.message, ::testing::HasSubstr(doing));
    EXPECT_EQ(failed.may_have_arrived, may_have_arrived);
    EXPECT_GE(loop_.took, std::chrono::milliseconds(195));
    EXPECT_LT(loop_.took, std::chrono::milliseconds(200) + kSlack);
  }

  Loop loop_;
  std::unique_ptr<FakeServer> server_;
  std::unique_ptr<HttpClient> client_;
};

}  // namespace drawbridge::kube
