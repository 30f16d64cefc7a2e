// TLS steps over a scripted pair of sockets: the traps of driving OpenSSL without waiting, and who
// is let in.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "certs/generate.h"
#include "kube/client/tls.h"
#include "test/webhook/server_testing.h"

namespace drawbridge::testing {
namespace {

using kube::TlsContext;
using kube::TlsStep;
using kube::TlsStream;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using Outcome = TlsStep::Outcome;
using namespace std::chrono_literals;

// Two ends of a connection in one thread, each a TlsStream.
class Pair {
 public:
  Pair(const TlsContext& server_context, const TlsContext& client_context,
       const std::string& host = "localhost", int buffer_bytes = 0) {
    kube::ignore_sigpipe();
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds_.data()), 0);
    if (buffer_bytes > 0) {
      for (const int fd : fds_) {
        ::setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &buffer_bytes, sizeof(buffer_bytes));
      }
    }
    Result<TlsStream> accepted = TlsStream::accept(server_context, fds_[0]);
    Result<TlsStream> connected = TlsStream::connect(client_context, fds_[1], host);
    EXPECT_TRUE(accepted.ok() && connected.ok());
    server.emplace(std::move(accepted).value());
    client.emplace(std::move(connected).value());
  }
  ~Pair() {
    close_client();
    ::close(fds_[0]);
  }

  // Both handshakes, step by step; true where both got through.
  bool shake_hands() {
    Outcome server_outcome = Outcome::kWantRead;
    Outcome client_outcome = Outcome::kWantRead;
    for (int i = 0; i < 20; ++i) {
      if (waits(client_outcome)) client_outcome = client->handshake().outcome;
      if (waits(server_outcome)) server_outcome = server->handshake().outcome;
    }
    return server_outcome == Outcome::kProgress && client_outcome == Outcome::kProgress;
  }
  void close_client() {
    if (fds_[1] >= 0) ::close(fds_[1]);
    fds_[1] = -1;
  }
  int server_fd() const { return fds_[0]; }
  int client_fd() const { return fds_[1]; }
  bool server_readable() const {
    pollfd wanted = {fds_[0], POLLIN, 0};
    return ::poll(&wanted, 1, 0) == 1;
  }

  std::optional<TlsStream> server;
  std::optional<TlsStream> client;

 private:
  static bool waits(Outcome outcome) {
    return outcome == Outcome::kWantRead || outcome == Outcome::kWantWrite;
  }
  std::array<int, 2> fds_ = {-1, -1};
};

std::unique_ptr<TlsContext> client_context(const kube::TlsClientOptions& options = {
                                               .ca_pem = test_certificate().ca_bundle_pem}) {
  Result<std::unique_ptr<TlsContext>> context = TlsContext::client(options);
  EXPECT_TRUE(context.ok());
  return std::move(context).value();
}

std::string read_all(TlsStream& stream) {
  std::string text;
  std::array<char, 1'000> bytes;
  for (;;) {
    const TlsStep step = stream.read(bytes);
    if (step.outcome != Outcome::kProgress) return text;
    text.append(bytes.data(), step.bytes);
  }
}

TEST(TlsStep, ReadsWritesAndSaysGoodbye) {
  const auto server = test_server_context();
  const auto client = client_context();
  Pair pair(*server, *client);
  ASSERT_TRUE(pair.shake_hands());
  std::array<char, 100> bytes;
  EXPECT_EQ(pair.server->read(bytes).outcome, Outcome::kWantRead);
  EXPECT_EQ(pair.client->write("hello").bytes, 5u);
  EXPECT_EQ(pair.client->write("").outcome, Outcome::kProgress);
  const TlsStep step = pair.server->read(bytes);
  EXPECT_EQ(step.outcome, Outcome::kProgress);
  EXPECT_EQ(std::string(bytes.data(), step.bytes), "hello");
  // A half that is closed can still be written to.
  EXPECT_EQ(pair.client->shutdown().outcome, Outcome::kProgress);
  EXPECT_EQ(pair.server->read(bytes).outcome, Outcome::kClosed);
  EXPECT_EQ(pair.server->write("late").outcome, Outcome::kProgress);
  EXPECT_EQ(read_all(*pair.client), "late");
  EXPECT_EQ(pair.server->failure(), "");
}

TEST(TlsStep, AWriteThatHasToWaitIsRepeatedWithTheSameBytes) {
  const auto server = test_server_context();
  const auto client = client_context();
  Pair pair(*server, *client, "localhost", 4'096);
  ASSERT_TRUE(pair.shake_hands());
  std::string sent(300'000, 'a');
  for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = static_cast<char>('a' + i % 23);
  std::string received;
  std::size_t written = 0;
  int waits = 0;
  while (written < sent.size()) {
    const TlsStep step = pair.server->write(std::string_view(sent).substr(written));
    if (step.outcome == Outcome::kProgress) {
      written += step.bytes;
      continue;
    }
    ASSERT_EQ(step.outcome, Outcome::kWantWrite) << pair.server->failure();
    ++waits;
    // A read between the two tries must not disturb the write.
    std::array<char, 10> bytes;
    EXPECT_EQ(pair.server->read(bytes).outcome, Outcome::kWantRead);
    received += read_all(*pair.client);
  }
  received += read_all(*pair.client);
  EXPECT_GT(waits, 10);
  EXPECT_TRUE(received == sent);
}

TEST(TlsStep, AWriteToAPeerThatLeftFailsAndTheProcessLives) {
  const auto server = test_server_context();
  const auto client = client_context();
  Pair pair(*server, *client);
  ASSERT_TRUE(pair.shake_hands());
  pair.close_client();
  TlsStep step;
  for (int i = 0; i < 3 && step.outcome != Outcome::kProgress; ++i)
    step = pair.server->write("anyone?");
  EXPECT_EQ(step.outcome, Outcome::kFailed);
  EXPECT_TRUE(pair.server->peer_left());
  EXPECT_NE(pair.server->failure(), "");
  EXPECT_EQ(pair.server->shutdown().outcome, Outcome::kFailed);
}

TEST(TlsStep, ErrorsOfAnotherConnectionOnTheThreadAreNotThisOnes) {
  const auto server = test_server_context();
  const auto client = client_context();
  Pair broken(*server, *client);
  Pair healthy(*server, *client);
  ASSERT_TRUE(healthy.shake_hands());
  ASSERT_EQ(::write(broken.client_fd(), "this is not TLS at all", 22), 22);
  EXPECT_EQ(broken.server->handshake().outcome, Outcome::kFailed);
  std::array<char, 10> bytes;
  const auto leave_error = [] { ERR_raise(ERR_LIB_SSL, ERR_R_INTERNAL_ERROR); };
  leave_error();
  EXPECT_EQ(healthy.server->read(bytes).outcome, Outcome::kWantRead);
  leave_error();
  EXPECT_EQ(healthy.client->write("x").outcome, Outcome::kProgress);
  leave_error();
  EXPECT_EQ(healthy.server->read(bytes).outcome, Outcome::kProgress);
  leave_error();
  EXPECT_EQ(healthy.server->shutdown().outcome, Outcome::kProgress);
  leave_error();
  Pair fresh(*server, *client);
  EXPECT_EQ(fresh.server->handshake().outcome, Outcome::kWantRead);
  EXPECT_TRUE(fresh.shake_hands());
}

TEST(TlsStep, WhatWasReadAheadDoesNotWakeTheSocket) {
  const auto server = test_server_context();
  const auto client = client_context();
  Pair pair(*server, *client);
  ASSERT_TRUE(pair.shake_hands());
  // Two records, taken off the socket with one read.
  ASSERT_EQ(pair.client->write("one").bytes, 3u);
  ASSERT_EQ(pair.client->write("two").bytes, 3u);
  std::array<char, 2> bytes;
  ASSERT_EQ(pair.server->read(bytes).bytes, 2u);
  EXPECT_FALSE(pair.server_readable());
  EXPECT_TRUE(pair.server->has_pending());
  EXPECT_EQ(read_all(*pair.server), "etwo");
  EXPECT_FALSE(pair.server->has_pending());
}

TEST(TlsStep, KnowsWhetherItTookAllThereWas) {
  const auto server = test_server_context();
  const auto client = client_context();
  Pair pair(*server, *client);
  ASSERT_TRUE(pair.shake_hands());
  EXPECT_EQ(read_all(*pair.server), "");
  EXPECT_TRUE(pair.server->is_drained());
  pair.server->expect_more();
  EXPECT_FALSE(pair.server->is_drained());
  ASSERT_EQ(pair.client->write("one").bytes, 3u);
  std::array<char, 100> bytes;
  ASSERT_EQ(pair.server->read(bytes).bytes, 3u);
  EXPECT_TRUE(pair.server->is_drained());
  // More than its buffer takes at once.
  const std::string much(16'000, 'x');
  ASSERT_EQ(pair.client->write(much).bytes, much.size());
  ASSERT_EQ(pair.client->write(much).bytes, much.size());
  ASSERT_EQ(pair.server->read(bytes).bytes, bytes.size());
  EXPECT_FALSE(pair.server->is_drained());
  EXPECT_EQ(read_all(*pair.server).size(), 2 * much.size() - bytes.size());
  EXPECT_TRUE(pair.server->is_drained());
}

TEST(TlsStep, BuffersAreReleasedOnceTheyHoldNothing) {
  const auto server = test_server_context();
  const auto client = client_context();
  Pair pair(*server, *client);
  ASSERT_TRUE(pair.shake_hands());
  EXPECT_EQ(read_all(*pair.server), "");
  const auto allocated = [] { return ::mallinfo2().uordblks; };
  const std::size_t before = allocated();
  pair.server->release_buffers();
  // A sanitizer's allocator says nothing.
  EXPECT_LE(allocated(), before == 0 ? 0 : before - 16'000);
  ASSERT_EQ(pair.client->write("one").bytes, 3u);
  ASSERT_EQ(pair.client->write("two").bytes, 3u);
  std::array<char, 3> bytes;
  ASSERT_EQ(pair.server->read(bytes).bytes, 3u);
  pair.server->release_buffers();  // "two" stays
  EXPECT_EQ(read_all(*pair.server), "two");
  EXPECT_EQ(pair.server->failure(), "");
}

TEST(TlsStep, APartOfARecordIsSeen) {
  const auto server = test_server_context();
  const auto client = client_context();
  for (const std::size_t bytes : {1u, 4u, 5u, 6u, 10u}) {
    Pair pair(*server, *client);
    ASSERT_TRUE(pair.shake_hands());
    EXPECT_EQ(read_all(*pair.server), "");
    EXPECT_FALSE(pair.server->in_record());
    const std::string record = std::string("\x17\x03\x03\x01\x00", 5) + std::string(0x100, 'x');
    ASSERT_EQ(::write(pair.client_fd(), record.data(), bytes), static_cast<ssize_t>(bytes));
    EXPECT_EQ(read_all(*pair.server), "");
    EXPECT_TRUE(pair.server->in_record()) << bytes;
  }
}

TEST(TlsStep, AnEndWithoutGoodbyeIsNoEnd) {
  const auto server = test_server_context();
  const auto client = client_context();
  Pair pair(*server, *client);
  ASSERT_TRUE(pair.shake_hands());
  ASSERT_EQ(pair.client->write("cut sh").bytes, 6u);
  pair.close_client();
  std::array<char, 100> bytes;
  EXPECT_EQ(pair.server->read(bytes).bytes, 6u);
  EXPECT_EQ(pair.server->read(bytes).outcome, Outcome::kFailed);
  EXPECT_TRUE(pair.server->peer_left());
}

TEST(TlsStep, AStreamSurvivesAMove) {
  const auto server = test_server_context();
  const auto client = client_context();
  Pair pair(*server, *client);
  ASSERT_TRUE(pair.shake_hands());
  TlsStream moved = std::move(*pair.server);
  ASSERT_EQ(pair.client->write("x").bytes, 1u);
  EXPECT_EQ(read_all(moved), "x");
}

// Shakes hands and says what the client objects to, "" if nothing.
std::string verify(const TlsContext& server, const kube::TlsClientOptions& options,
                   const std::string& host) {
  const auto client = client_context(options);
  Pair pair(server, *client, host);
  return pair.shake_hands() ? "" : pair.client->failure();
}

TEST(TlsVerification, TheServersCertificateMustBeTrustedAndCarryTheName) {
  const auto server = test_server_context();
  const kube::TlsClientOptions trusting = {.ca_pem = test_certificate().ca_bundle_pem};
  for (const char* host : {"localhost", "localhost.", "127.0.0.1", "::1"})
    EXPECT_EQ(verify(*server, trusting, host), "");
  EXPECT_THAT(verify(*server, trusting, "example.com"), HasSubstr("hostname mismatch"));
  EXPECT_THAT(verify(*server, trusting, "127.0.0.2"), HasSubstr("IP address mismatch"));
  const Result<SelfSigned> other = make_self_signed({});
  ASSERT_TRUE(other.ok());
  EXPECT_THAT(verify(*server, {.ca_pem = other->ca_bundle_pem}, "localhost"),
              HasSubstr("the certificate of localhost is not accepted"));
  EXPECT_NE(verify(*server, {}, "localhost"), "");
  EXPECT_EQ(verify(*server, {.skip_verification = true}, "example.com"), "");
}

TEST(TlsVerification, AnExpiredCertificateIsRefused) {
  const auto long_ago = std::chrono::system_clock::now() - 100h;
  const Result<kube::TlsIdentity> authority = make_authority("old", {long_ago, 1'000h});
  ASSERT_TRUE(authority.ok());
  const Result<kube::TlsIdentity> expired =
      make_serving_certificate(*authority, {"localhost"}, {long_ago, 50h});
  ASSERT_TRUE(expired.ok());
  const auto server = TlsContext::server({*expired});
  ASSERT_TRUE(server.ok());
  EXPECT_THAT(verify(**server, {.ca_pem = authority->certificate_chain_pem}, "localhost"),
              HasSubstr("expired"));
}

TEST(TlsVerification, ClientCertificatesAreDemandedWhereAnAuthorityIsGiven) {
  const Result<kube::TlsIdentity> authority = make_authority("clients", {});
  const Result<kube::TlsIdentity> other_authority = make_authority("clients", {});
  ASSERT_TRUE(authority.ok() && other_authority.ok());
  const auto client = make_client_certificate(*authority, "kube-apiserver", {});
  const auto stranger = make_client_certificate(*other_authority, "kube-apiserver", {});
  // A server's certificate is none of a client.
  const auto wrong_usage = make_serving_certificate(*authority, {"x"}, {});
  ASSERT_TRUE(client.ok() && stranger.ok() && wrong_usage.ok());
  const auto server =
      TlsContext::server({test_certificate().identity, authority->certificate_chain_pem});
  ASSERT_TRUE(server.ok());
  const auto served = [&](const std::optional<kube::TlsIdentity>& identity) {
    kube::TlsClientOptions options = {.ca_pem = test_certificate().ca_bundle_pem};
    if (identity) options.identity = *identity;
    const auto context = client_context(options);
    Pair pair(**server, *context);
    pair.shake_hands();
    return pair.server->failure();
  };
  EXPECT_EQ(served(*client), "");
  EXPECT_THAT(served(std::nullopt), HasSubstr("did not return a certificate"));
  EXPECT_THAT(served(*stranger), HasSubstr("the certificate of the client is not accepted"));
  EXPECT_THAT(served(*wrong_usage), HasSubstr("not accepted"));
}

TEST(TlsContext, OptionsThatCanNotWorkAreExplained) {
  const SelfSigned& good = test_certificate();
  const Result<SelfSigned> other = make_self_signed({});
  ASSERT_TRUE(other.ok());
  const auto problem = [](const kube::TlsServerOptions& options) {
    const auto context = TlsContext::server(options);
    return context ? std::string() : context.error().text();
  };
  const std::string& certificate = good.identity.certificate_chain_pem;
  const std::string& key = good.identity.private_key_pem;
  EXPECT_EQ(problem({good.identity}), "");
  EXPECT_THAT(problem({}), HasSubstr("the certificate is not PEM"));
  EXPECT_THAT(problem({{certificate, ""}}), HasSubstr("the private key is not PEM"));
  EXPECT_THAT(problem({{certificate, other->identity.private_key_pem}}),
              HasSubstr("does not belong"));
  EXPECT_THAT(problem({{certificate + certificate.substr(0, 200), key}}),
              HasSubstr("not PEM throughout"));
  EXPECT_THAT(problem({good.identity, "nonsense"}), HasSubstr("CA bundle is not PEM"));
  EXPECT_THAT(problem({good.identity, good.ca_bundle_pem + "-----BEGIN CERTIFICATE-----\n"}),
              HasSubstr("certificate 2 on"));
  EXPECT_FALSE(TlsContext::client({.ca_pem = "nonsense"}).ok());
  EXPECT_FALSE(TlsContext::client({.identity = {certificate, "nonsense"}}).ok());
  const auto server = test_server_context();
  EXPECT_FALSE(TlsStream::connect(*client_context(), 0, "").ok());
  // A replacement that fails changes nothing.
  EXPECT_FALSE(server->replace(kube::TlsServerOptions{}).ok());
  EXPECT_EQ(verify(*server, {.ca_pem = good.ca_bundle_pem}, "localhost"), "");
}

TEST(TlsContext, AReplacedCertificateIsForNewConnections) {
  const auto server = test_server_context();
  const auto client = client_context();
  Pair old(*server, *client);
  ASSERT_TRUE(old.shake_hands());
  const Result<SelfSigned> next = make_self_signed({"next.example"});
  ASSERT_TRUE(next.ok());
  ASSERT_TRUE(server->replace(kube::TlsServerOptions{next->identity}).ok());
  ASSERT_EQ(old.client->write("still here").bytes, 10u);
  EXPECT_EQ(read_all(*old.server), "still here");
  EXPECT_NE(verify(*server, {.ca_pem = test_certificate().ca_bundle_pem}, "localhost"), "");
  EXPECT_EQ(verify(*server, {.ca_pem = next->ca_bundle_pem}, "next.example"), "");
  ASSERT_TRUE(client->replace(kube::TlsClientOptions{.ca_pem = next->ca_bundle_pem}).ok());
  Pair fresh(*server, *client);
  EXPECT_TRUE(fresh.shake_hands());
}

TEST(TlsServer, OnlyTls12And13WithAeadSuites) {
  TestServer server;
  Client newest(server.port());
  EXPECT_THAT(newest.tls_cipher(), AnyOf("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"));
  for (const char* cipher : {"ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-CHACHA20-POLY1305"}) {
    Client client(server.port(), {.tls_version_max = TLS1_2_VERSION, .tls12_ciphers = cipher});
    ASSERT_TRUE(client.connected());
    EXPECT_EQ(client.tls_cipher(), cipher);
    ASSERT_TRUE(client.send(post("tls 1.2")));
    EXPECT_EQ(client.receive()->body, "tls 1.2");
  }
  for (const char* cipher :
       {"ECDHE-ECDSA-AES128-SHA256", "ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES128-CCM"}) {
    Client client(server.port(), {.tls_version_max = TLS1_2_VERSION, .tls12_ciphers = cipher});
    EXPECT_FALSE(client.connected()) << cipher;
  }
  for (const int version : {TLS1_VERSION, TLS1_1_VERSION}) {
    Client client(server.port(), {.tls_version_max = version});
    EXPECT_FALSE(client.connected()) << version;
  }
}

TEST(TlsServer, SessionsAreResumedUntilTheCertificateChanges) {
  TestServer server;
  for (const int version : {0, TLS1_2_VERSION}) {
    Client first(server.port(), {.tls_version_max = version});
    // In TLS 1.3 the ticket comes with the first bytes read.
    ASSERT_TRUE(first.send(post("{}")));
    ASSERT_TRUE(first.receive());
    EXPECT_FALSE(first.resumed());
    const std::unique_ptr<Client> second = first.resume();
    ASSERT_TRUE(second->send(post("{}")));
    ASSERT_TRUE(second->receive());
    EXPECT_TRUE(second->resumed()) << version;
    ASSERT_TRUE(server.tls().replace(kube::TlsServerOptions{test_certificate().identity}).ok());
    const std::unique_ptr<Client> third = first.resume();
    EXPECT_TRUE(third->connected());
    EXPECT_FALSE(third->resumed()) << version;
  }
  EXPECT_TRUE(server.metric_becomes("drawbridge_server_handshakes_total{result=\"resumed\"}", 2));
  EXPECT_TRUE(server.metric_becomes("drawbridge_server_handshakes_total{result=\"full\"}", 4));
}

TEST(TlsServer, PlainHttpOnTheTlsPortEnds) {
  TestServer server;
  Client client(server.port(), {.tls = false});
  ASSERT_TRUE(client.send(post("{}")));
  EXPECT_FALSE(client.receive());
  EXPECT_TRUE(server.metric_becomes("drawbridge_server_handshakes_total{result=\"failed\"}", 1));
}

}  // namespace
}  // namespace drawbridge::testing
