// Records that OpenSSL's client would not send, sealed by hand, and floods of those that bring
// nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "kube/client/tls.h"
#include "test/webhook/server_testing.h"

namespace drawbridge::testing {
namespace {

using kube::TlsContext;
using kube::TlsStep;
using kube::TlsStream;
using ::testing::HasSubstr;
using Outcome = TlsStep::Outcome;

// A client over a socket pair whose TLS 1.3 records can be forged.
class Forger {
 public:
  explicit Forger(const TlsContext& server_context) {
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds_.data()), 0);
    server.emplace(TlsStream::accept(server_context, fds_[0]).value());
    SSL_CTX_set_ciphersuites(context_.get(), "TLS_AES_128_GCM_SHA256");
    SSL_CTX_set_keylog_callback(context_.get(), [](const SSL* of, const char* line) {
      const std::string_view text = line;
      const std::size_t name = text.find("CLIENT_TRAFFIC_SECRET_0 ");
      if (name != std::string_view::npos)
        static_cast<Forger*>(SSL_get_app_data(of))->note_secret(text.substr(text.rfind(' ') + 1));
    });
    ssl_.reset(SSL_new(context_.get()));
    SSL_set_app_data(ssl_.get(), this);
    SSL_set_fd(ssl_.get(), fds_[1]);
  }
  ~Forger() {
    for (const int fd : fds_) ::close(fd);
  }
  Forger(const Forger&) = delete;
  Forger& operator=(const Forger&) = delete;

  bool shake_hands() {
    Outcome there = Outcome::kWantRead;
    int here = -1;
    for (int i = 0; i < 20 && (there != Outcome::kProgress || here != 1); ++i) {
      if (here != 1) here = SSL_connect(ssl_.get());
      if (there != Outcome::kProgress) there = server->handshake().outcome;
    }
    return there == Outcome::kProgress && here == 1 && !secret_.empty();
  }
  bool update_keys(int times) {
    for (int i = 0; i < times; ++i) {
      if (SSL_key_update(ssl_.get(), SSL_KEY_UPDATE_NOT_REQUESTED) != 1 ||
          SSL_do_handshake(ssl_.get()) != 1)
        return false;
    }
    return true;
  }
  bool send(std::string_view bytes) const {
    return ::send(fds_[1], bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(bytes.size());
  }
  // The next record of application data that holds `content` of this type (RFC 8446, 5.2).
  // Precondition: OpenSSL has sent none.
  std::string record(std::string_view content, char type) {
    std::string plain = std::string(content) + type;
    const std::size_t size = plain.size() + 16;
    const std::string head = {0x17, 3, 3, static_cast<char>(size >> 8), static_cast<char>(size)};
    std::string nonce = expanded("iv", 12);
    for (std::size_t i = 0; i < 8; ++i) nonce[11 - i] ^= static_cast<char>(sent_ >> (8 * i));
    ++sent_;
    const std::string key = expanded("key", 16);
    const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> cipher(
        EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
    std::string sealed(plain.size(), 0);
    std::string tag(16, 0);
    int written = 0;
    EVP_EncryptInit_ex(cipher.get(), EVP_aes_128_gcm(), nullptr, bytes_of(key), bytes_of(nonce));
    EVP_EncryptUpdate(cipher.get(), nullptr, &written, bytes_of(head), 5);
    EVP_EncryptUpdate(cipher.get(), bytes_of(sealed), &written, bytes_of(plain),
                      static_cast<int>(plain.size()));
    EVP_EncryptFinal_ex(cipher.get(), nullptr, &written);
    EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, 16, tag.data());
    return head + sealed + tag;
  }

  std::optional<TlsStream> server;

 private:
  static unsigned char* bytes_of(std::string& text) {
    return reinterpret_cast<unsigned char*>(text.data());
  }
  static const unsigned char* bytes_of(const std::string& text) {
    return reinterpret_cast<const unsigned char*>(text.data());
  }
  void note_secret(std::string_view hex) {
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
      secret_ += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  // HKDF-Expand-Label (RFC 8446, 7.1), of one block.
  std::string expanded(const std::string& label, std::size_t size) const {
    const std::string name = "tls13 " + label;
    const std::string info = std::string{0, static_cast<char>(size)} +
                             static_cast<char>(name.size()) + name + std::string{0, 1};
    std::string block(32, 0);
    unsigned written = 0;
    HMAC(EVP_sha256(), secret_.data(), static_cast<int>(secret_.size()), bytes_of(info),
         info.size(), bytes_of(block), &written);
    return block.substr(0, size);
  }

  std::array<int, 2> fds_ = {-1, -1};
  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_{SSL_CTX_new(TLS_client_method()),
                                                                   SSL_CTX_free};
  std::unique_ptr<SSL, decltype(&SSL_free)> ssl_{nullptr, SSL_free};
  std::string secret_;
  std::uint64_t sent_ = 0;
};

// A 408 is written to a client that has begun a KeyUpdate: OpenSSL reads on before it writes.
TEST(TlsStep, AWriteThatHasToReadWaitsForMore) {
  const auto context = test_server_context();
  Forger forger(*context);
  ASSERT_TRUE(forger.shake_hands());
  std::array<char, 100> bytes;
  ASSERT_TRUE(forger.send(forger.record("GET", 0x17)));
  EXPECT_EQ(forger.server->read(bytes).bytes, 3u);
  ASSERT_TRUE(forger.send(forger.record(std::string_view("\x18\0\0\1", 4), 0x16)));
  EXPECT_EQ(forger.server->read(bytes).outcome, Outcome::kWantRead);
  EXPECT_EQ(forger.server->write("408").outcome, Outcome::kWantRead);
  ASSERT_TRUE(forger.send("\x17\x03"));
  forger.server->expect_more();
  EXPECT_EQ(forger.server->write("408").outcome, Outcome::kWantRead);
  EXPECT_TRUE(forger.server->is_drained()) << "else its thread comes back at once, for ever";
}

TEST(TlsStep, OfRecordsThatBringNothingAReadTakesNoMoreThanAreAllowed) {
  const auto context = test_server_context();
  Forger forger(*context);
  ASSERT_TRUE(forger.shake_hands());
  std::array<char, 100> bytes;
  ASSERT_TRUE(forger.update_keys(200));
  EXPECT_EQ(forger.server->read(bytes).outcome, Outcome::kFailed);
  EXPECT_THAT(forger.server->failure(), HasSubstr("16 TLS records in a row"));
  EXPECT_TRUE(forger.server->has_pending()) << "600 of them, a buffer full, take 6 ms";
}

// Records that bring nothing, of the client's side of a blocking connection.
bool update_keys(SSL* ssl, unsigned times) {
  for (unsigned i = 0; i < times; ++i) {
    if (SSL_key_update(ssl, SSL_KEY_UPDATE_NOT_REQUESTED) != 1 || SSL_do_handshake(ssl) != 1)
      return false;
  }
  return true;
}

TEST(TlsServer, OfRecordsThatBringNothingItTakesSoManyInARow) {
  TestServer server;
  server.service.now = [](const Request& request, Response& response) {
    response.body = request.body;
    return true;
  };
  Client client(server.port());
  ASSERT_TRUE(client.connected());
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(update_keys(client.ssl(), kube::kTlsUselessRecordsMax));
    ASSERT_TRUE(client.send(post("{}")));
    const std::optional<Reply> reply = client.receive();
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->body, "{}");
  }
  (void)update_keys(client.ssl(), kube::kTlsUselessRecordsMax + 1);
  EXPECT_TRUE(client.closed_by_server());
  Client other(server.port());
  EXPECT_TRUE(other.send(post("{}")) && other.receive());
}

// Of a flood the server reads a part.
TEST(TlsServer, AFloodOfRecordsThatBringNothingEnds) {
  TestServer server;
  Client client(server.port());
  ASSERT_TRUE(client.connected());
  for (int i = 0; i < 100 && update_keys(client.ssl(), 1'000); ++i) {
  }
  EXPECT_TRUE(client.closed_by_server());
}

}  // namespace
}  // namespace drawbridge::testing
