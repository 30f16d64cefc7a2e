// HttpClient: what is sent and answered, and that every wait ends at the deadline.
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "test/kube_client/http_fixture.h"

namespace drawbridge::kube {
namespace {

using Kind = HostError::Kind;

TEST_F(HttpTest, SendsWhatWasAskedAndKeepsTheConnection) {
  HttpOptions options;
  options.user_agent = "drawbridge/test";
  start(answering({reply("200 OK", R"({"a":1})"), reply("201 Created", "{}")}), std::move(options));
  const HttpResult first = send(get("/api/v1/nodes?limit=5"));
  ASSERT_TRUE(std::holds_alternative<HttpReply>(first));
  EXPECT_EQ(std::get<HttpReply>(first).status, 200);
  EXPECT_EQ(std::get<HttpReply>(first).body, R"({"a":1})");
  EXPECT_EQ(std::get<HttpReply>(first).content_type, "application/json");
  EXPECT_EQ(status(write(Method::kPost)), 201);
  EXPECT_EQ(server_->connections(), 1);
  const std::vector<SeenRequest> seen = server_->requests();
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0].line(), "GET /api/v1/nodes?limit=5 HTTP/1.1");
  EXPECT_EQ(seen[0].field("Host"), "127.0.0.1:" + std::to_string(server_->port()));
  EXPECT_EQ(seen[0].field("User-Agent"), "drawbridge/test");
  EXPECT_EQ(seen[0].field("Authorization"), "");
  EXPECT_EQ(seen[0].field("Content-Length"), "");
  EXPECT_EQ(seen[1].line(), "POST /api/v1/namespaces/team-a/configmaps HTTP/1.1");
  EXPECT_EQ(seen[1].field("Content-Type"), "application/json");
  EXPECT_EQ(seen[1].body, R"({"kind":"ConfigMap"})");
}

TEST_F(HttpTest, ThePathOfTheServerComesBeforeEveryTarget) {
  server_ = std::make_unique<FakeServer>(answering({reply("200 OK", "{}")}));
  ClientConfig config = server_->config();
  config.server.path = "/k8s/clusters/c-1";
  config.token.text = "s3cret";
  connect(config);
  EXPECT_EQ(status(get()), 200);
  const std::vector<SeenRequest> seen = server_->requests();
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].line(), "GET /k8s/clusters/c-1/api/v1/nodes HTTP/1.1");
  EXPECT_EQ(seen[0].field("Authorization"), "Bearer s3cret");
}

TEST_F(HttpTest, ServersAreReachedByNameAndByIpv6) {
  FakeServer v6(answering({reply("200 OK", "{}")}), "::1");
  connect(v6.config());
  EXPECT_EQ(status(get()), 200);
  EXPECT_EQ(v6.requests().front().field("Host"), "[::1]:" + std::to_string(v6.port()));
  // localhost may be ::1 first, where nobody listens.
  server_ = std::make_unique<FakeServer>(answering({reply("200 OK", "{}")}));
  ClientConfig config = server_->config();
  config.server.host = "localhost";
  connect(config);
  EXPECT_EQ(status(get()), 200);
}

TEST_F(HttpTest, ChunksAndAnswersWithoutLength) {
  start([](FakeServer& server, Peer& peer) {
    server.take(peer);
    peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n");
    peer.pause(20);
    peer.write("3\r\nefg\r\n0\r\n\r\n");
    server.take(peer);
    peer.write("HTTP/1.1 200 OK\r\n\r\nup to the end");
  });
  EXPECT_EQ(std::get<HttpReply>(send(get())).body, "abcdefg");
  EXPECT_EQ(std::get<HttpReply>(send(get())).body, "up to the end");
  EXPECT_EQ(server_->connections(), 1);
}

TEST_F(HttpTest, LargeBodiesBothWays) {
  start(answering({reply("200 OK", std::string(4 * 1024 * 1024, 'x'))}));
  HttpCall call = write(Method::kPut);
  call.body = std::string(3 * 1024 * 1024, 'y');
  const HttpResult result = send(std::move(call));
  ASSERT_TRUE(std::holds_alternative<HttpReply>(result)) << std::get<HostError>(result).message;
  EXPECT_EQ(std::get<HttpReply>(result).body.size(), 4u * 1024 * 1024);
  EXPECT_EQ(server_->requests().front().body.size(), 3u * 1024 * 1024);
}

// --- deadlines

TEST_F(HttpTest, ANameServerThatHangsEndsAtTheDeadline) {
  ClientConfig config;
  config.server.host = "api.test";
  config.server.tls = false;
  HttpOptions options;
  options.lookup = [](const std::string&, std::uint16_t, const LookupDone&) {};
  connect(config, std::move(options));
  expect_timeout(get(), "looking up api.test", false);
  expect_timeout(write(Method::kPost), "looking up api.test", false);
}

TEST_F(HttpTest, AConnectThatHangsEndsAtTheDeadline) {
  // A listener whose queue is full answers no SYN.
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(listener, 0), 0);
  ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
  std::vector<int> fillers;
  for (int i = 0; i < 8; ++i) {
    fillers.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0));
    (void)::connect(fillers.back(), reinterpret_cast<sockaddr*>(&address), size);
  }
  ClientConfig config;
  config.server.host = "127.0.0.1";
  config.server.port = ntohs(address.sin_port);
  config.server.tls = false;
  connect(config);
  expect_timeout(write(Method::kPost), "connecting to 127.0.0.1", false);
  for (const int filler : fillers) ::close(filler);
  ::close(listener);
}

TEST_F(HttpTest, AHandshakeThatHangsEndsAtTheDeadline) {
  server_ = std::make_unique<FakeServer>([](FakeServer&, Peer& peer) { peer.hang(); });
  ClientConfig config = server_->config();
  config.server.tls = true;
  config.skip_verification = true;
  connect(config);
  expect_timeout(write(Method::kPost), "agreeing on TLS", false);
}

TEST_F(HttpTest, AServerThatReadsNothingEndsAtTheDeadline) {
  start([](FakeServer&, Peer& peer) { peer.pause(5000); });
  HttpCall call = write(Method::kPost);
  call.body = std::string(32 * 1024 * 1024, 'x');
  expect_timeout(std::move(call), "sending the request", true);
}

TEST_F(HttpTest, AServerThatAnswersNothingEndsAtTheDeadlineAndIsAskedOnce) {
  start([](FakeServer& server, Peer& peer) {
    server.take(peer);
    peer.hang();
  });
  expect_timeout(get(), "waiting for the answer", true);
  EXPECT_EQ(server_->request_count(), 1);
  EXPECT_EQ(client_->active(), 0u);
}

TEST_F(HttpTest, ASlowHeaderEndsAtTheDeadline) {
  start([](FakeServer& server, Peer& peer) {
    server.take(peer);
    peer.write("HTTP/1.1 200 OK\r\n");
    for (int i = 0; i < 100; ++i) {
      peer.write("X: y\r\n");
      peer.pause(20);
    }
  });
  expect_timeout(get(), "reading the answer", true);
  EXPECT_EQ(server_->request_count(), 1);
}

TEST_F(HttpTest, ASlowBodyEndsAtTheDeadline) {
  start([](FakeServer& server, Peer& peer) {
    server.take(peer);
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
    for (int i = 0; i < 100; ++i) {
      peer.write("x");
      peer.pause(20);
    }
  });
  expect_timeout(get(), "reading the answer", true);
}

TEST_F(HttpTest, AFloodEndsAtTheDeadline) {
  start([](FakeServer& server, Peer& peer) {
    server.take(peer);
    peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    std::string chunks;
    for (int i = 0; i < 10'000; ++i) chunks += "1\r\nx\r\n";
    while (peer.write(chunks)) {
    }
  });
  HttpCall call = get();
  call.reply_body_bytes_max = std::size_t{1} << 40;
  expect_timeout(std::move(call), "reading the answer", true);
}

TEST_F(HttpTest, ADeadlineThatHasPassedSendsNothing) {
  start(answering({reply("200 OK", "{}")}));
  const HostError failed = error(write(Method::kPost), -1);
  EXPECT_EQ(failed.kind, Kind::kTimeout);
  EXPECT_EQ(server_->request_count(), 0);
}

}  // namespace
}  // namespace drawbridge::kube
