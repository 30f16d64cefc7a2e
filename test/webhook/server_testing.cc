#include "test/webhook/server_testing.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <thread>
#include <utility>

namespace drawbridge::testing {
namespace {

using std::chrono::milliseconds;

timeval as_timeval(milliseconds time) {
  return {time.count() / 1000, (time.count() % 1000) * 1000};
}

void receive_timeout(int fd, milliseconds time) {
  const timeval value = as_timeval(time);
  ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &value, sizeof(value));
  ::setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &value, sizeof(value));
}

int connect_to(std::uint16_t port, int receive_buffer_bytes) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  if (receive_buffer_bytes > 0) {
    ::setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &receive_buffer_bytes, sizeof(receive_buffer_bytes));
  }
  receive_timeout(fd, kPatience);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0) return fd;
  ::close(fd);
  return -1;
}

void use_identity(SSL_CTX* context, const kube::TlsIdentity& identity) {
  BIO* certificate_bio = BIO_new_mem_buf(identity.certificate_chain_pem.data(), -1);
  BIO* key_bio = BIO_new_mem_buf(identity.private_key_pem.data(), -1);
  X509* certificate = PEM_read_bio_X509(certificate_bio, nullptr, nullptr, nullptr);
  EVP_PKEY* key = PEM_read_bio_PrivateKey(key_bio, nullptr, nullptr, nullptr);
  SSL_CTX_use_certificate(context, certificate);
  SSL_CTX_use_PrivateKey(context, key);
  X509_free(certificate);
  EVP_PKEY_free(key);
  BIO_free(certificate_bio);
  BIO_free(key_bio);
}

void trust_test_authority(SSL_CTX* context) {
  BIO* bio = BIO_new_mem_buf(test_certificate().ca_bundle_pem.data(), -1);
  X509* authority = PEM_read_bio_X509(bio, nullptr, nullptr, nullptr);
  X509_STORE_add_cert(SSL_CTX_get_cert_store(context), authority);
  X509_free(authority);
  BIO_free(bio);
}

// Parses the header in front of `buffer`, which it takes off. Precondition: it is complete.
Reply take_header(std::string& buffer, std::size_t size) {
  Reply reply;
  const std::string header = buffer.substr(0, size);
  buffer.erase(0, size + 4);
  reply.status = static_cast<unsigned>(std::strtoul(header.substr(9, 3).c_str(), nullptr, 10));
  std::size_t line = header.find("\r\n");
  while (line != std::string::npos) {
    const std::size_t begin = line + 2;
    line = header.find("\r\n", begin);
    const std::string field = header.substr(begin, line - begin);
    const std::size_t colon = field.find(": ");
    std::string name = field.substr(0, colon);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    reply.fields[name] = field.substr(colon + 2);
  }
  return reply;
}

}  // namespace

const SelfSigned& test_certificate() {
  static const SelfSigned kMade = [] {
    Result<SelfSigned> made = make_self_signed({});
    EXPECT_TRUE(made.ok());
    return std::move(made).value();
  }();
  return kMade;
}

std::unique_ptr<kube::TlsContext> test_server_context() {
  Result<std::unique_ptr<kube::TlsContext>> context =
      kube::TlsContext::server({test_certificate().identity});
  EXPECT_TRUE(context.ok());
  return std::move(context).value();
}

struct Client::Tls {
  SSL_CTX* context = nullptr;
  SSL* ssl = nullptr;
  ~Tls() {
    SSL_free(ssl);
    SSL_CTX_free(context);
  }
};

Client::Client(std::uint16_t port, const ClientOptions& options) : Client(port, options, nullptr) {}

Client::Client(std::uint16_t port, const ClientOptions& options, Client* earlier)
    : port_(port), options_(options), fd_(connect_to(port, options.receive_buffer_bytes)) {
  kube::ignore_sigpipe();
  if (fd_ < 0) return;
  connected_ = true;
  if (!options_.tls) return;
  tls_ = std::make_unique<Tls>();
  tls_->context = SSL_CTX_new(TLS_client_method());
  trust_test_authority(tls_->context);
  SSL_CTX_set_verify(tls_->context, SSL_VERIFY_PEER, nullptr);
  SSL_CTX_set_session_cache_mode(tls_->context, SSL_SESS_CACHE_CLIENT);
  if (options_.tls_version_max != 0) {
    SSL_CTX_set_min_proto_version(tls_->context, 0);
    SSL_CTX_set_max_proto_version(tls_->context, options_.tls_version_max);
    SSL_CTX_set_security_level(tls_->context, 0);
  }
  if (!options_.tls12_ciphers.empty()) {
    SSL_CTX_set_cipher_list(tls_->context, options_.tls12_ciphers.c_str());
  }
  if (options_.identity) use_identity(tls_->context, *options_.identity);
  tls_->ssl = SSL_new(tls_->context);
  SSL_set_fd(tls_->ssl, fd_);
  SSL_set1_host(tls_->ssl, "localhost");
  if (earlier != nullptr) {
    SSL_SESSION* session = SSL_get1_session(earlier->tls_->ssl);
    SSL_set_session(tls_->ssl, session);
    SSL_SESSION_free(session);
  }
  if (options_.handshake) connected_ = SSL_connect(tls_->ssl) == 1;
}

Client::~Client() {
  tls_.reset();
  if (fd_ >= 0) ::close(fd_);
}

bool Client::send(std::string_view bytes) {
  if (!connected_) return false;
  if (!tls_) return send_raw(bytes);
  return bytes.empty() || SSL_write(tls_->ssl, bytes.data(), static_cast<int>(bytes.size())) ==
                              static_cast<int>(bytes.size());
}

bool Client::send_raw(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool Client::fill() {
  std::array<char, 16384> bytes;
  const ssize_t received = tls_ ? SSL_read(tls_->ssl, bytes.data(), static_cast<int>(bytes.size()))
                                : ::recv(fd_, bytes.data(), bytes.size(), 0);
  if (received <= 0) return false;
  buffer_.append(bytes.data(), static_cast<std::size_t>(received));
  return true;
}

std::optional<Reply> Client::receive(bool to_head) {
  std::size_t end;
  while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
    if (!connected_ || !fill()) return std::nullopt;
  }
  Reply reply = take_header(buffer_, end);
  if (to_head || reply.status < 200) return reply;
  const std::size_t size = std::strtoul(reply.field("content-length").c_str(), nullptr, 10);
  while (buffer_.size() < size) {
    if (!fill()) return std::nullopt;
  }
  reply.body = buffer_.substr(0, size);
  buffer_.erase(0, size);
  return reply;
}

bool Client::closed_by_server(milliseconds within) {
  if (!connected_) return true;
  if (!buffer_.empty()) return false;
  receive_timeout(fd_, within);
  char byte = 0;
  // Read past TLS: after its goodbye the end of the stream must follow.
  if (tls_ && SSL_read(tls_->ssl, &byte, 1) == 1) return false;
  for (;;) {
    const ssize_t received = ::recv(fd_, &byte, 1, 0);
    if (received == 0 || (received < 0 && errno == ECONNRESET)) return true;
    if (received < 0) return false;
    if (!tls_) return false;
  }
}

void Client::finish_writing() {
  if (tls_) SSL_shutdown(tls_->ssl);
  ::shutdown(fd_, SHUT_WR);
}

void Client::reset_connection() {
  const linger at_once = {1, 0};
  ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
  ::close(std::exchange(fd_, -1));
}

ssl_st* Client::ssl() const {
  return tls_ ? tls_->ssl : nullptr;
}
std::string Client::tls_cipher() const {
  return SSL_get_cipher_name(tls_->ssl);
}
bool Client::resumed() const {
  return SSL_session_reused(tls_->ssl) == 1;
}

std::unique_ptr<Client> Client::resume() {
  return std::unique_ptr<Client>(new Client(port_, options_, this));
}

std::string post(std::string_view body, std::string_view target, std::string_view more_fields) {
  std::string text = "POST ";
  text.append(target).append(" HTTP/1.1\r\nHost: drawbridge.svc\r\nUser-Agent: kube-apiserver\r\n");
  text.append("Content-Length: ").append(std::to_string(body.size()));
  text.append("\r\nContent-Type: application/json\r\n").append(more_fields).append("\r\n");
  return text.append(body);
}

std::string get(std::string_view target) {
  return "GET " + std::string(target) + " HTTP/1.1\r\nHost: probe\r\n\r\n";
}

Progress ScriptedService::answer_now(const Request& request, Response& response) {
  if (takes_long && !request.may_take_long && takes_long(request)) return Progress::kTakesLong;
  if (now) return now(request, response) ? Progress::kAnswered : Progress::kWaits;
  response.body = request.body;
  return Progress::kAnswered;
}

boost::asio::awaitable<Progress> ScriptedService::answer_later(const Request& request,
                                                               Response& response) {
  return later(request, response);
}

namespace {

ServerOptions test_options(const ServerLimits& limits, unsigned threads, std::uint16_t port) {
  ServerOptions options;
  options.addresses = {"127.0.0.1:" + std::to_string(port)};
  options.probe_addresses = {"127.0.0.1:0"};
  options.threads = threads;
  options.limits = limits;
  return options;
}

}  // namespace

TestServer::TestServer(ServerLimits limits, unsigned threads, std::uint16_t port)
    : tls_(test_server_context()), server_(test_options(limits, threads, port), *tls_, service) {
  const Status started = server_.start();
  EXPECT_TRUE(started.ok()) << (started.ok() ? "" : started.error().text());
}

double TestServer::metric(const std::string& name) {
  Client client(probe_port(), {.tls = false});
  client.send(get("/metrics"));
  const std::optional<Reply> reply = client.receive();
  if (!reply) return -1;
  const std::size_t line = reply->body.find("\n" + name + " ");
  if (line == std::string::npos) return 0;
  return std::strtod(reply->body.c_str() + line + name.size() + 2, nullptr);
}

::testing::AssertionResult TestServer::metric_becomes(const std::string& name, double value) {
  const auto until = std::chrono::steady_clock::now() + kPatience;
  double now = metric(name);
  while (now != value && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(milliseconds(5));
    now = metric(name);
  }
  if (now == value) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << name << " is " << now << " and not " << value;
}

ServerLimits quick_limits() {
  ServerLimits limits;
  limits.handshake_time_max = limits.header_time_max = limits.body_time_max = milliseconds(60);
  limits.idle_time_max = limits.write_time_max = limits.linger_time_max = milliseconds(60);
  limits.body_memory_wait_max = milliseconds(60);
  limits.shutdown_delay = milliseconds(60);
  limits.shutdown_first_request_max = milliseconds(60);
  limits.shutdown_finish_max = milliseconds(2'000);
  return limits;
}

}  // namespace drawbridge::testing
