// HttpClient and TLS: who is trusted, who one is, and what follows when either changes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kube/client/http.h"
#include "test/kube_client/certificates.h"
#include "test/kube_client/fake_server.h"
#include "test/kube_client/folder.h"
#include "test/kube_client/loop.h"

namespace drawbridge::kube {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::HasSubstr;
using Kind = HostError::Kind;

const std::string kNames = "IP:127.0.0.1,DNS:api.test";

HttpCall call(Method method = Method::kGet) {
  HttpCall call;
  call.method = method;
  call.target = "/api/v1/nodes";
  if (method != Method::kGet) call.body = "{}";
  if (method != Method::kGet) call.content_type = "application/json";
  return call;
}

class HttpTlsTest : public ::testing::Test {
 protected:
  // Serves with `identity`; the client trusts authority_.
  ClientConfig start(FakeServer::Script script, TlsIdentity identity,
                     const std::string& client_ca = "") {
    TlsServerOptions options;
    options.identity = std::move(identity);
    options.client_ca_pem = client_ca;
    server_ = std::make_unique<FakeServer>(std::move(script), options);
    ClientConfig config = server_->config();
    config.ca.text = authority_.pem();
    return config;
  }
  ClientConfig start(FakeServer::Script script) {
    return start(std::move(script), authority_.issue(kNames));
  }
  void connect(const ClientConfig& config) {
    Result<std::unique_ptr<HttpClient>> made = HttpClient::create(loop_.io.get_executor(), config);
    ASSERT_TRUE(made.ok()) << made.error().text();
    client_ = std::move(made).value();
  }
  int status(HttpCall sent) {
    const HttpResult result = loop_.run(client_->request(std::move(sent), in_ms(10'000)));
    const HttpReply* answer = std::get_if<HttpReply>(&result);
    EXPECT_NE(answer, nullptr) << std::get<HostError>(result).message;
    return answer != nullptr ? answer->status : -1;
  }
  HostError error(HttpCall sent, int ms = 10'000) {
    const HttpResult result = loop_.run(client_->request(std::move(sent), in_ms(ms)));
    const HostError* failed = std::get_if<HostError>(&result);
    return failed != nullptr ? *failed : HostError{Kind::kRequest, "it succeeded"};
  }
  // A server that we do not accept: told at once, and tried once.
  void expect_refused(const ClientConfig& config, const std::string& why) {
    connect(config);
    const HostError failed = error(call(Method::kPost));
    EXPECT_EQ(failed.kind, Kind::kTls) << failed.message;
    EXPECT_THAT(failed.message, HasSubstr(why));
    EXPECT_THAT(failed.message, HasSubstr("trust and identity are those of the test"));
    EXPECT_FALSE(failed.may_have_arrived);
    EXPECT_LT(loop_.took, seconds(2));
    EXPECT_EQ(server_->connections(), 1);
    EXPECT_EQ(server_->request_count(), 0);
  }

  Loop loop_;
  TestFolder folder_;
  TestAuthority authority_;
  std::unique_ptr<FakeServer> server_;
  std::unique_ptr<HttpClient> client_;
};

TEST_F(HttpTlsTest, AnswersOnAKeptConnection) {
  const std::string large(1024 * 1024, 'x');
  connect(start(answering({reply("200 OK", large), reply("201 Created", "{}")})));
  EXPECT_EQ(status(call()), 200);
  EXPECT_EQ(status(call(Method::kPost)), 201);
  HttpCall large_call = call(Method::kPut);
  large_call.body = large;
  EXPECT_EQ(status(std::move(large_call)), 201);
  EXPECT_EQ(server_->connections(), 1);
  EXPECT_EQ(server_->requests()[2].body, large);
}

TEST_F(HttpTlsTest, ServersThatAreNotAccepted) {
  expect_refused(start(answering({""}), authority_.issue("IP:127.0.0.2,DNS:other.test")),
                 "IP address mismatch");
  expect_refused(start(answering({""}), authority_.issue(kNames, {-7200, -3600})),
                 "certificate has expired");
  expect_refused(start(answering({""}), authority_.issue(kNames, {3600, 7200})),
                 "certificate is not yet valid");
  const TestAuthority stranger;
  expect_refused(start(answering({""}), stranger.issue(kNames)),
                 "certificate of 127.0.0.1 is not accepted");
}

TEST_F(HttpTlsTest, AnAuthorityThatHasExpiredVouchesForNobody) {
  const TestAuthority expired({-7200, -3600});
  ClientConfig config = start(answering({""}), expired.issue(kNames));
  config.ca.text = expired.pem();
  expect_refused(config, "certificate has expired");
}

TEST_F(HttpTlsTest, TheNameToVerifyCanBeGiven) {
  ClientConfig config =
      start(answering({reply("200 OK", "{}")}), authority_.issue("DNS:kubernetes.default"));
  config.tls_server_name = "kubernetes.default";
  connect(config);
  EXPECT_EQ(status(call()), 200);
  config.tls_server_name = "api.test";
  connect(config);
  EXPECT_THAT(error(call()).message, HasSubstr("certificate of api.test is not accepted"));
}

TEST_F(HttpTlsTest, ACommonNameIsNoName) {
  ClientConfig config = start(answering({""}), authority_.issue("", {}, "kubernetes.default"));
  config.tls_server_name = "kubernetes.default";
  expect_refused(config, "hostname mismatch");
}

TEST_F(HttpTlsTest, AnIntermediateAuthorityCanBeTheOneThatIsTrusted) {
  const TestAuthority between(authority_, "between");
  ClientConfig config = start(answering({reply("200 OK", "{}")}), between.issue(kNames));
  config.ca.text = between.pem();
  connect(config);
  EXPECT_EQ(status(call()), 200);
  // What signed it vouches for it no less, but the server does not show it.
  expect_refused(start(answering({""}), between.issue(kNames)),
                 "certificate of 127.0.0.1 is not accepted");
}

TEST_F(HttpTlsTest, VerificationIsSkippedOnlyForWhoAskedForIt) {
  const TestAuthority stranger;
  ClientConfig config = start(answering({reply("200 OK", "{}")}), stranger.issue("DNS:other.test"));
  config.ca.text.clear();
  config.skip_verification = true;
  connect(config);
  EXPECT_EQ(status(call()), 200);
}

TEST_F(HttpTlsTest, AClientCertificateIsShown) {
  const TestAuthority clients;
  const TlsIdentity identity = clients.issue("DNS:me");
  ClientConfig config =
      start(answering({reply("200 OK", "{}")}), authority_.issue(kNames), clients.pem());
  config.certificate.text = identity.certificate_chain_pem;
  config.key.text = identity.private_key_pem;
  connect(config);
  EXPECT_EQ(status(call()), 200);
}

TEST_F(HttpTlsTest, WithoutTheClientCertificateThatIsAskedForNothingIsRepeated) {
  const TestAuthority clients;
  connect(start(answering({reply("200 OK", "{}")}), authority_.issue(kNames), clients.pem()));
  const HostError failed = error(call());
  EXPECT_TRUE(failed.kind == Kind::kTls || failed.kind == Kind::kClosed) << failed.message;
  EXPECT_EQ(server_->request_count(), 0);
  EXPECT_LT(loop_.took, seconds(8));
}

TEST_F(HttpTlsTest, AnAnswerThatIsCutWithoutTlsGoodbyeIsNotWhole) {
  const auto script = [](bool goodbye) {
    return [goodbye](FakeServer& server, Peer& peer) {
      server.take(peer);
      peer.write("HTTP/1.1 200 OK\r\n\r\n{\"items\":[]}");
      if (!goodbye) peer.cut();
    };
  };
  connect(start(script(true)));
  EXPECT_EQ(status(call(Method::kPost)), 200);
  connect(start(script(false)));
  const HostError failed = error(call(Method::kPost));
  EXPECT_EQ(failed.kind, Kind::kClosed) << failed.message;
  EXPECT_THAT(failed.message, HasSubstr("without ending TLS"));
  EXPECT_EQ(server_->request_count(), 1);
}

TEST_F(HttpTlsTest, AConnectionThatWasClosedMeanwhileIsNotUsed) {
  for (const bool goodbye : {true, false}) {
    connect(start([goodbye](FakeServer& server, Peer& peer) {
      server.take(peer);
      peer.write(reply("200 OK", "{}"));
      if (!goodbye) peer.cut();
    }));
    EXPECT_EQ(status(call(Method::kPost)), 200);
    loop_.run(Alarm(loop_.io.get_executor()).sleep(in_ms(50)));
    EXPECT_EQ(status(call(Method::kPost)), 200);
    EXPECT_EQ(server_->connections(), 2);
  }
}

TEST_F(HttpTlsTest, AServerThatLeavesDuringTheHandshakeIsTriedAgain) {
  // Plain TCP that ends at once, as a server does that is being restarted.
  FakeServer leaving([](FakeServer&, Peer& peer) { peer.pause(1); });
  ClientConfig config = leaving.config();
  config.server.tls = true;
  config.ca.text = authority_.pem();
  connect(config);
  // Long enough for two handshakes under ThreadSanitizer beside other tests, on a machine that
  // stalls.
  const HostError failed = error(call(Method::kPost), 10'000);
  EXPECT_EQ(failed.kind, Kind::kConnect) << failed.message;
  EXPECT_FALSE(failed.may_have_arrived);
  EXPECT_GT(leaving.connections(), 1);
}

TEST_F(HttpTlsTest, ServersThatSpeakNoTls) {
  FakeServer plain([](FakeServer&, Peer& peer) {
    peer.write("HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n");
    peer.hang();
  });
  ClientConfig config = plain.config();
  config.server.tls = true;
  config.ca.text = authority_.pem();
  connect(config);
  const HostError failed = error(call(Method::kPost));
  EXPECT_EQ(failed.kind, Kind::kTls) << failed.message;
  EXPECT_EQ(plain.connections(), 1);
}

// Answers 200 to this token and 401 to every other.
FakeServer::Script accepts(const std::string& token) {
  return [token](FakeServer& server, Peer& peer) {
    while (const std::optional<SeenRequest> request = server.take(peer)) {
      const bool known = request->field("Authorization") == "Bearer " + token;
      peer.write(known ? reply("200 OK", "{}") : reply("401 Unauthorized", "{}"));
    }
  };
}

TEST_F(HttpTlsTest, ATokenThatWasReplacedIsReadAgainOnce) {
  for (const Method method : {Method::kGet, Method::kPost}) {
    ClientConfig config = start(accepts("two"));
    config.token.file = folder_.write("token", "one");
    connect(config);
    folder_.write("token", "two");
    EXPECT_EQ(status(call(method)), 200);
    EXPECT_EQ(server_->request_count(), 2);
    EXPECT_EQ(status(call(method)), 200);
    EXPECT_EQ(server_->request_count(), 3);
  }
}

TEST_F(HttpTlsTest, ARefusedTokenIsNotSentAgain) {
  ClientConfig config = start(accepts("two"));
  config.token.file = folder_.write("token", "one");
  connect(config);
  EXPECT_EQ(status(call()), 401);
  EXPECT_EQ(server_->request_count(), 1);
  folder_.write("token", "three");
  EXPECT_EQ(status(call()), 401);
  EXPECT_EQ(server_->request_count(), 3);
  config.token.file.clear();
  config.token.text = "inline";
  connect(config);
  EXPECT_EQ(status(call()), 401);
  EXPECT_EQ(server_->request_count(), 4);
}

TEST_F(HttpTlsTest, AnAuthorityThatWasReplacedIsReadAgain) {
  const TestAuthority next;
  ClientConfig config = start(answering({reply("200 OK", "{}")}), next.issue(kNames));
  config.ca.text.clear();
  config.ca.file = folder_.write("ca.crt", authority_.pem());
  connect(config);
  EXPECT_EQ(error(call()).kind, Kind::kTls);
  folder_.write("ca.crt", authority_.pem() + next.pem());
  EXPECT_EQ(status(call(Method::kPost)), 200);
  EXPECT_EQ(server_->request_count(), 1);
}

TEST_F(HttpTlsTest, FilesThatWereNotReadAreNamedInTheError) {
  ClientConfig config = start(answering({reply("200 OK", "{}")}), TestAuthority().issue(kNames));
  config.ca.text.clear();
  config.ca.file = folder_.write("ca.crt", authority_.pem());
  connect(config);
  std::filesystem::remove(config.ca.file);
  EXPECT_EQ(error(call()).kind, Kind::kTls);
  EXPECT_THAT(error(call()).message, HasSubstr("ca.crt can't be read"));
}

}  // namespace
}  // namespace drawbridge::kube
