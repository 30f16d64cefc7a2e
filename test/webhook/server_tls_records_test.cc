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
#include <cerrno>
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

constexpr char kTls12Cipher[] = "ECDHE-ECDSA-AES128-GCM-SHA256";

unsigned char* bytes_of(std::string& text) {
  return reinterpret_cast<unsigned char*>(text.data());
}
const unsigned char* bytes_of(const std::string& text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string eight_bytes(std::uint64_t number) {
  std::string bytes;
  for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift);
  return bytes;
}

std::string two_bytes(std::size_t number) {
  return {static_cast<char>(number >> 8), static_cast<char>(number)};
}

std::string hmac(const std::string& key, const std::string& text) {
  std::string block(32, 0);
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), bytes_of(text), text.size(),
       bytes_of(block), nullptr);
  return block;
}

// What AES-128-GCM makes of `plain`, and behind it the tag, which vouches for `head`, too.
std::string sealed(const std::string& key, const std::string& nonce, const std::string& head,
                   const std::string& plain) {
  const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> cipher(EVP_CIPHER_CTX_new(),
                                                                               EVP_CIPHER_CTX_free);
  std::string text(plain.size(), 0);
  std::string tag(16, 0);
  int written = 0;
  EVP_EncryptInit_ex(cipher.get(), EVP_aes_128_gcm(), nullptr, bytes_of(key), bytes_of(nonce));
  EVP_EncryptUpdate(cipher.get(), nullptr, &written, bytes_of(head), static_cast<int>(head.size()));
  EVP_EncryptUpdate(cipher.get(), bytes_of(text), &written, bytes_of(plain),
                    static_cast<int>(plain.size()));
  EVP_EncryptFinal_ex(cipher.get(), nullptr, &written);
  EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, 16, tag.data());
  return text + tag;
}

// KeyUpdates of TLS 1.3, which bring nothing. True where all of them are sent.
bool update_keys(SSL* ssl, unsigned times) {
  for (unsigned i = 0; i < times; ++i) {
    if (SSL_key_update(ssl, SSL_KEY_UPDATE_NOT_REQUESTED) != 1 || SSL_do_handshake(ssl) != 1)
      return false;
  }
  return true;
}

// A client over a socket pair whose TLS 1.3 records can be forged; those of TLS 1.2 are
// Tls12Records'.
class Forger {
 public:
  explicit Forger(const TlsContext& server_context, int version = TLS1_3_VERSION) {
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds_.data()), 0);
    server.emplace(TlsStream::accept(server_context, fds_[0]).value());
    SSL_CTX_set_max_proto_version(context_.get(), version);
    SSL_CTX_set_cipher_list(context_.get(), kTls12Cipher);
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
    return there == Outcome::kProgress && here == 1;
  }
  bool send(std::string_view bytes) const {
    return ::send(fds_[1], bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(bytes.size());
  }
  // The next record of application data that holds `content` of this type (RFC 8446, 5.2).
  // Precondition: OpenSSL has sent none.
  std::string record(std::string_view content, char type) {
    const std::string plain = std::string(content) + type;
    const std::string head = "\x17\3\3" + two_bytes(plain.size() + 16);
    std::string nonce = expanded("iv", 12);
    const std::string number = eight_bytes(sent_++);
    for (std::size_t i = 0; i < 8; ++i) nonce[4 + i] ^= number[i];
    return head + sealed(expanded("key", 16), nonce, head, plain);
  }
  SSL* client() const { return ssl_.get(); }

  std::optional<TlsStream> server;

 private:
  void note_secret(std::string_view hex) {
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
      secret_ += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  // HKDF-Expand-Label (RFC 8446, 7.1), of one block.
  std::string expanded(const std::string& label, std::size_t size) const {
    const std::string name = "tls13 " + label;
    const std::string info = std::string{0, static_cast<char>(size)} +
                             static_cast<char>(name.size()) + name + std::string{0, 1};
    return hmac(secret_, info).substr(0, size);
  }

  std::array<int, 2> fds_ = {-1, -1};
  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_{SSL_CTX_new(TLS_client_method()),
                                                                   SSL_CTX_free};
  std::unique_ptr<SSL, decltype(&SSL_free)> ssl_{nullptr, SSL_free};
  std::string secret_;
  std::uint64_t sent_ = 0;
};

// What comes next from a client that speaks TLS 1.2 with kTls12Cipher (RFC 5246, 6.2 and 6.3; RFC
// 5288). Precondition: its handshake is done, and OpenSSL has sent nothing since.
class Tls12Records {
 public:
  explicit Tls12Records(const SSL* client) {
    std::string secret(48, 0);
    std::string client_random(32, 0);
    std::string server_random(32, 0);
    SSL_SESSION_get_master_key(SSL_get_session(client), bytes_of(secret), secret.size());
    SSL_get_client_random(client, bytes_of(client_random), client_random.size());
    SSL_get_server_random(client, bytes_of(server_random), server_random.size());
    const std::string seed = "key expansion" + server_random + client_random;
    std::string block;
    for (std::string link = hmac(secret, seed); block.size() < 40; link = hmac(secret, link))
      block += hmac(secret, link + seed);
    // Between them is the server's key.
    key_ = block.substr(0, 16);
    iv_ = block.substr(32, 4);
  }

  std::string next(std::string_view content, char type) {
    const std::string number = eight_bytes(sent_++);
    const std::string head = std::string{type, 3, 3};
    return head + two_bytes(number.size() + content.size() + 16) + number +
           sealed(key_, iv_ + number, number + head + two_bytes(content.size()),
                  std::string(content));
  }
  std::string next(unsigned times, std::string_view content, char type) {
    std::string records;
    for (unsigned i = 0; i < times; ++i) records += next(content, type);
    return records;
  }

 private:
  std::string key_;
  std::string iv_;
  std::uint64_t sent_ = 1;  // its Finished was the first
};

// What of TLS 1.2 brings nothing once the handshake is done.
struct Useless {
  const char* name;
  std::string_view content;
  char type;
  unsigned harmless;  // so many in a row
  const char* failure;
};
constexpr char kTooMany[] = "16 TLS records in a row";
constexpr std::array<Useless, 3> kUseless = {{
    {"no data", "", 0x17, kube::kTlsUselessRecordsMax, kTooMany},
    // A ClientHello without its body, at which nobody looks.
    {"a wish to renegotiate", {"\1\0\0\0", 4}, 0x16, kube::kTlsUselessRecordsMax, kTooMany},
    // OpenSSL itself takes few of them.
    {"user_canceled", "\1\x5a", 0x15, 1, "too many warn alerts"},
}};

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
  ASSERT_TRUE(update_keys(forger.client(), 200));
  EXPECT_EQ(forger.server->read(bytes).outcome, Outcome::kFailed);
  EXPECT_THAT(forger.server->failure(), HasSubstr("16 TLS records in a row"));
  EXPECT_TRUE(forger.server->has_pending()) << "600 of them, a buffer full, take 6 ms";
}

TEST(TlsStep, OfTls12RecordsThatBringNothingAReadTakesNoMoreThanAreAllowed) {
  const auto context = test_server_context();
  for (const Useless& useless : kUseless) {
    SCOPED_TRACE(useless.name);
    Forger forger(*context, TLS1_2_VERSION);
    ASSERT_TRUE(forger.shake_hands());
    Tls12Records records(forger.client());
    std::array<char, 100> bytes;
    for (int round = 0; round < 3; ++round) {
      ASSERT_TRUE(forger.send(records.next(useless.harmless, useless.content, useless.type)));
      EXPECT_EQ(forger.server->read(bytes).outcome, Outcome::kWantRead);
      ASSERT_TRUE(forger.send(records.next("GET", 0x17)));
      EXPECT_EQ(forger.server->read(bytes).bytes, 3u) << forger.server->failure();
    }
    ASSERT_TRUE(forger.send(records.next(200, useless.content, useless.type)));
    EXPECT_EQ(forger.server->read(bytes).outcome, Outcome::kFailed);
    EXPECT_THAT(forger.server->failure(), HasSubstr(useless.failure));
    EXPECT_TRUE(forger.server->has_pending());
  }
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

// A part of a record is the beginning of a request: no time ends it sooner than the client gives
// up.
ServerLimits patient_limits() {
  ServerLimits limits;
  limits.header_time_max = 2 * kPatience;
  return limits;
}

// Of a flood the server reads a part.
TEST(TlsServer, AFloodOfRecordsThatBringNothingEnds) {
  TestServer server(patient_limits());
  Client client(server.port());
  ASSERT_TRUE(client.connected());
  for (int i = 0; i < 100 && update_keys(client.ssl(), 1'000); ++i) {
  }
  EXPECT_TRUE(client.closed_by_server());
}

// Waits for the end past TLS, whose client would complain of the server's alerts and so end it
// itself.
bool is_ended(int fd) {
  std::array<char, 4'096> bytes;
  ssize_t received = 1;
  while (received > 0) received = ::recv(fd, bytes.data(), bytes.size(), 0);
  return received == 0 || errno == ECONNRESET;
}

TEST(TlsServer, AFloodOfTls12RecordsThatBringNothingEnds) {
  TestServer server(patient_limits());
  for (const Useless& useless : kUseless) {
    SCOPED_TRACE(useless.name);
    Client client(server.port(),
                  {.tls_version_max = TLS1_2_VERSION, .tls12_ciphers = kTls12Cipher});
    ASSERT_TRUE(client.connected());
    Tls12Records records(client.ssl());
    for (int i = 0; i < 100; ++i) {
      if (!client.send_raw(records.next(1'000, useless.content, useless.type))) break;
    }
    EXPECT_TRUE(is_ended(client.fd()));
  }
}

}  // namespace
}  // namespace drawbridge::testing
