#include "kube/client/tls.h"

#include <arpa/inet.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <utility>

#include "kube/client/socket_bio.h"

namespace drawbridge::kube {
namespace {

template <auto kFree>
struct FreeWith {
  template <typename T>
  void operator()(T* object) const {
    kFree(object);
  }
};
using Bio = std::unique_ptr<BIO, FreeWith<BIO_free>>;
using Certificate = std::unique_ptr<X509, FreeWith<X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, FreeWith<EVP_PKEY_free>>;

constexpr char kSessionContext[] = "drawbridge";
// The client chooses, and P-384 takes a server three times as long. Where clients show certificates
// OpenSSL takes none of a group that is not among these (TLS 1.2).
constexpr char kQuickGroups[] = "X25519:P-256";
constexpr char kAllGroups[] = "X25519:P-256:P-384";
// What one step of a server takes from the socket: the rest of a record, and once the buffer full.
// OpenSSL reads on for as long as records come that bring nothing.
constexpr int kReceivesPerStepMax = 2;
constexpr std::array<unsigned char, 9> kHttp11 = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};

// To clear OpenSSL's queue takes longer than to see that it is empty, as it nearly always is.
void empty_error_queue() {
  if (ERR_peek_error() != 0) ERR_clear_error();
}

// The reason of the first error in OpenSSL's queue, which it empties.
std::string openssl_reason() {
  const unsigned long code = ERR_get_error();
  ERR_clear_error();
  if (code == 0) return "no reason given";
  if (ERR_SYSTEM_ERROR(code)) return std::system_category().message(ERR_GET_REASON(code));
  const char* reason = ERR_reason_error_string(code);
  return reason != nullptr ? reason : "OpenSSL error " + std::to_string(code);
}

// Refuses where OpenSSL would otherwise ask for a password on the terminal.
int no_password(char*, int, int, void*) {
  return -1;
}

Bio memory_of(const std::string& text) {
  return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

// Whether reading PEM blocks ended because there are no more of them.
bool ended_at_last_block() {
  const unsigned long code = ERR_peek_last_error();
  const bool ended =
      ERR_GET_LIB(code) == ERR_LIB_PEM && ERR_GET_REASON(code) == PEM_R_NO_START_LINE;
  if (ended) ERR_clear_error();
  return ended;
}

Status use_chain(SSL_CTX* context, const std::string& pem) {
  const Bio bio = memory_of(pem);
  const Certificate leaf(PEM_read_bio_X509_AUX(bio.get(), nullptr, no_password, nullptr));
  if (!leaf) return Error{"the certificate is not PEM (" + openssl_reason() + ")"};
  if (SSL_CTX_use_certificate(context, leaf.get()) != 1) {
    return Error{"the certificate can't be used: " + openssl_reason()};
  }
  while (Certificate next{PEM_read_bio_X509(bio.get(), nullptr, no_password, nullptr)}) {
    if (SSL_CTX_add0_chain_cert(context, next.get()) != 1) {
      return Error{"the certificate's chain can't be used: " + openssl_reason()};
    }
    (void)next.release();  // the context's now
  }
  if (!ended_at_last_block()) {
    return Error{"the certificate's chain is not PEM throughout (" + openssl_reason() + ")"};
  }
  return {};
}

Status use_identity(SSL_CTX* context, const TlsIdentity& identity) {
  if (Status used = use_chain(context, identity.certificate_chain_pem); !used) return used;
  const Bio bio = memory_of(identity.private_key_pem);
  const Key key(PEM_read_bio_PrivateKey(bio.get(), nullptr, no_password, nullptr));
  if (!key) {
    return Error{"the private key is not PEM without a password (" + openssl_reason() + ")"};
  }
  if (SSL_CTX_use_PrivateKey(context, key.get()) != 1 || SSL_CTX_check_private_key(context) != 1) {
    return Error{"the private key does not belong to the certificate (" + openssl_reason() + ")"};
  }
  return {};
}

// Adds every certificate of `pem` to those trusted; with `names`, announces them to clients too.
Status trust(SSL_CTX* context, const std::string& pem, bool announce) {
  const Bio bio = memory_of(pem);
  X509_STORE* store = SSL_CTX_get_cert_store(context);
  // Whoever is trusted need not be a root: Go and curl take an intermediate, too.
  X509_STORE_set_flags(store, X509_V_FLAG_PARTIAL_CHAIN);
  std::size_t count = 0;
  while (Certificate authority{PEM_read_bio_X509(bio.get(), nullptr, no_password, nullptr)}) {
    ++count;
    if (X509_STORE_add_cert(store, authority.get()) != 1 ||
        (announce && SSL_CTX_add_client_CA(context, authority.get()) != 1)) {
      return Error{"CA certificate " + std::to_string(count) +
                   " can't be used: " + openssl_reason()};
    }
  }
  if (!ended_at_last_block() || count == 0) {
    return Error{"the CA bundle is not PEM from its certificate " + std::to_string(count + 1) +
                 " on (" + openssl_reason() + ")"};
  }
  return {};
}

int select_http11(SSL*, const unsigned char** out, unsigned char* out_size,
                  const unsigned char* offered, unsigned offered_size, void*) {
  unsigned char* chosen = nullptr;
  const int found = SSL_select_next_proto(&chosen, out_size, kHttp11.data(), kHttp11.size(),
                                          offered, offered_size);
  if (found != OPENSSL_NPN_NEGOTIATED) return SSL_TLSEXT_ERR_NOACK;
  *out = chosen;
  return SSL_TLSEXT_ERR_OK;
}

void count_records(int is_write, int, int type, const void*, std::size_t, SSL* ssl, void*) {
  if (is_write != 0 || type != SSL3_RT_HEADER) return;
  note_record(SSL_get_rbio(ssl));
  // Nothing else makes OpenSSL stop while its buffer holds more of them, which are 600.
  if (SSL_is_init_finished(ssl) == 1 && records(SSL_get_rbio(ssl)) > kTlsUselessRecordsMax + 1)
    SSL_set_shutdown(ssl, SSL_get_shutdown(ssl) | SSL_RECEIVED_SHUTDOWN);
}

Result<std::shared_ptr<SSL_CTX>> common_context(const SSL_METHOD* method, const char* groups) {
  ERR_clear_error();
  const std::shared_ptr<SSL_CTX> context(SSL_CTX_new(method), SSL_CTX_free);
  if (!context) return Error{"TLS can't be set up: " + openssl_reason()};
  SSL_CTX* ctx = context.get();
  SSL_CTX_set_options(ctx, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  SSL_CTX_set_mode(ctx, SSL_MODE_ENABLE_PARTIAL_WRITE);
  SSL_CTX_set_read_ahead(ctx, 1);
  SSL_CTX_set_timeout(ctx, kTlsSessionSecondsMax);
  // Tickets alone: the cache of sessions would hold up to 20,480 of them, behind a lock.
  SSL_CTX_set_session_cache_mode(ctx, SSL_SESS_CACHE_OFF);
  if (SSL_CTX_set_min_proto_version(ctx, TLS1_2_VERSION) != 1 ||
      SSL_CTX_set_cipher_list(ctx, "ECDHE+AESGCM:ECDHE+CHACHA20") != 1 ||
      SSL_CTX_set_ciphersuites(ctx,
                               "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:"
                               "TLS_CHACHA20_POLY1305_SHA256") != 1 ||
      SSL_CTX_set1_groups_list(ctx, groups) != 1) {
    return Error{"TLS can't be set up: " + openssl_reason()};
  }
  return context;
}

Result<std::shared_ptr<SSL_CTX>> server_context(const TlsServerOptions& options) {
  Result<std::shared_ptr<SSL_CTX>> context = common_context(
      TLS_server_method(), options.client_ca_pem.empty() ? kQuickGroups : kAllGroups);
  if (!context) return context;
  SSL_CTX* ctx = context->get();
  if (Status used = use_identity(ctx, options.identity); !used) return std::move(used).error();
  // Else it reads on by itself behind a record that brings nothing, however many there are.
  SSL_CTX_clear_mode(ctx, SSL_MODE_AUTO_RETRY);
  SSL_CTX_set_msg_callback(ctx, count_records);
  SSL_CTX_set_alpn_select_cb(ctx, select_http11, nullptr);
  SSL_CTX_set_num_tickets(ctx, 1);
  if (SSL_CTX_set_session_id_context(ctx, reinterpret_cast<const unsigned char*>(kSessionContext),
                                     sizeof(kSessionContext) - 1) != 1) {
    return Error{"TLS can't be set up: " + openssl_reason()};
  }
  if (!options.client_ca_pem.empty()) {
    if (Status trusted = trust(ctx, options.client_ca_pem, true); !trusted) {
      return std::move(trusted).error();
    }
    SSL_CTX_set_verify(ctx, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  }
  return context;
}

Result<std::shared_ptr<SSL_CTX>> client_context(const TlsClientOptions& options) {
  Result<std::shared_ptr<SSL_CTX>> context = common_context(TLS_client_method(), kAllGroups);
  if (!context) return context;
  SSL_CTX* ctx = context->get();
  if (!options.identity.certificate_chain_pem.empty() ||
      !options.identity.private_key_pem.empty()) {
    if (Status used = use_identity(ctx, options.identity); !used) return std::move(used).error();
  }
  SSL_CTX_set_verify(ctx, options.skip_verification ? SSL_VERIFY_NONE : SSL_VERIFY_PEER, nullptr);
  if (!options.ca_pem.empty()) {
    if (Status trusted = trust(ctx, options.ca_pem, false); !trusted) {
      return std::move(trusted).error();
    }
  } else if (SSL_CTX_set_default_verify_paths(ctx) != 1) {
    return Error{"the system's trusted certificates can't be read: " + openssl_reason()};
  }
  return context;
}

bool is_ip_address(const std::string& host) {
  std::array<unsigned char, sizeof(in6_addr)> address;
  return inet_pton(AF_INET, host.c_str(), address.data()) == 1 ||
         inet_pton(AF_INET6, host.c_str(), address.data()) == 1;
}

}  // namespace

void ignore_sigpipe() {
  std::signal(SIGPIPE, SIG_IGN);
}

TlsContext::TlsContext(std::shared_ptr<ssl_ctx_st> context) : context_(std::move(context)) {}
TlsContext::~TlsContext() = default;

std::shared_ptr<ssl_ctx_st> TlsContext::current() const {
  const std::lock_guard lock(mutex_);
  return context_;
}

Result<std::unique_ptr<TlsContext>> TlsContext::server(const TlsServerOptions& options) {
  Result<std::shared_ptr<SSL_CTX>> context = server_context(options);
  if (!context) return std::move(context).error();
  return std::unique_ptr<TlsContext>(new TlsContext(std::move(context).value()));
}

Result<std::unique_ptr<TlsContext>> TlsContext::client(const TlsClientOptions& options) {
  Result<std::shared_ptr<SSL_CTX>> context = client_context(options);
  if (!context) return std::move(context).error();
  return std::unique_ptr<TlsContext>(new TlsContext(std::move(context).value()));
}

Status TlsContext::replace(const TlsServerOptions& options) {
  Result<std::shared_ptr<SSL_CTX>> context = server_context(options);
  if (!context) return std::move(context).error();
  const std::lock_guard lock(mutex_);
  context_ = std::move(context).value();
  return {};
}

Status TlsContext::replace(const TlsClientOptions& options) {
  Result<std::shared_ptr<SSL_CTX>> context = client_context(options);
  if (!context) return std::move(context).error();
  const std::lock_guard lock(mutex_);
  context_ = std::move(context).value();
  return {};
}

void TlsStream::Free::operator()(ssl_st* ssl) const {
  SSL_free(ssl);
}

Result<TlsStream> TlsStream::open(const TlsContext& context, int fd) {
  ERR_clear_error();
  std::unique_ptr<ssl_st, Free> ssl(SSL_new(context.current().get()));
  BIO* bio = make_socket_bio(fd);
  if (!ssl || bio == nullptr) {
    BIO_free(bio);
    return Error{"a TLS connection can't be set up: " + openssl_reason()};
  }
  SSL_set_bio(ssl.get(), bio, bio);
  return TlsStream(std::move(ssl));
}

Result<TlsStream> TlsStream::accept(const TlsContext& context, int fd) {
  Result<TlsStream> stream = open(context, fd);
  if (!stream) return stream;
  stream->is_server_ = true;
  SSL_set_accept_state(stream->ssl_.get());
  return stream;
}

Result<TlsStream> TlsStream::connect(const TlsContext& context, int fd, const std::string& host) {
  return for_client(open(context, fd), host);
}

Result<TlsStream> TlsStream::connect_through(const TlsContext& context, const TlsStream& carrier,
                                             const std::string& host) {
  ERR_clear_error();
  std::unique_ptr<ssl_st, Free> ssl(SSL_new(context.current().get()));
  BIO* bio = BIO_new(BIO_f_ssl());
  if (!ssl || bio == nullptr) {
    BIO_free(bio);
    return Error{"a TLS connection can't be set up: " + openssl_reason()};
  }
  BIO_set_ssl(bio, carrier.ssl_.get(), BIO_NOCLOSE);
  SSL_set_bio(ssl.get(), bio, bio);
  return for_client(TlsStream(std::move(ssl)), host);
}

Result<TlsStream> TlsStream::for_client(Result<TlsStream> stream, std::string host) {
  // "kubernetes.default.svc." is looked up as it stands; certificates carry it without the dot.
  if (host.ends_with('.')) host.pop_back();
  if (host.empty()) return Error{"no host name was given that the server's certificate must carry"};
  if (!stream) return stream;
  SSL* ssl = stream->ssl_.get();
  SSL_set_connect_state(ssl);
  stream->host_ = host;
  if (is_ip_address(host)) {
    if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host.c_str()) != 1) {
      return Error{"the address " + host + " can't be verified: " + openssl_reason()};
    }
    return stream;
  }
  // A common name is no host's name (RFC 9525); Go does not look at it either.
  SSL_set_hostflags(ssl,
                    X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
  if (SSL_set_tlsext_host_name(ssl, host.c_str()) != 1 || SSL_set1_host(ssl, host.c_str()) != 1) {
    return Error{"the host name " + host + " can't be verified: " + openssl_reason()};
  }
  return stream;
}

// OpenSSL's error queue belongs to the thread, not to the connection: what another connection left
// there would be taken for this one's, so it is emptied before each call.
TlsStep TlsStream::handshake() {
  ERR_clear_error();
  const int result = SSL_do_handshake(ssl_.get());
  if (result == 1) forget_records(SSL_get_rbio(ssl_.get()));
  return outcome_of(result, errno);
}

// A write reads, too, behind a KeyUpdate that has begun.
void TlsStream::begin_step() {
  empty_error_queue();
  if (is_server_) allow_receives(SSL_get_rbio(ssl_.get()), kReceivesPerStepMax);
}

TlsStep TlsStream::read(std::span<char> into) {
  begin_step();
  std::size_t bytes = 0;
  const int result = SSL_read_ex(ssl_.get(), into.data(), into.size(), &bytes);
  const int system_error = errno;
  if (is_server_ && is_flooded(result == 1)) {
    failure_ = "the peer sent more than " + std::to_string(kTlsUselessRecordsMax) +
               " TLS records in a row that bring nothing";
    return {TlsStep::Outcome::kFailed, 0};
  }
  if (result == 1) return {TlsStep::Outcome::kProgress, bytes};
  return outcome_of(result, system_error);
}

bool TlsStream::is_flooded(bool has_data) {
  BIO* bio = SSL_get_rbio(ssl_.get());
  const unsigned all = records(bio);
  if (has_data) forget_records(bio);
  // A record of which only the beginning has come may bring something yet.
  const unsigned useful = has_data || awaits_body() ? 1 : 0;
  return all > kTlsUselessRecordsMax + useful;
}

TlsStep TlsStream::write(std::string_view from) {
  if (from.empty()) return {TlsStep::Outcome::kProgress, 0};
  begin_step();
  std::size_t bytes = 0;
  const int result = SSL_write_ex(ssl_.get(), from.data(), from.size(), &bytes);
  if (result == 1) return {TlsStep::Outcome::kProgress, bytes};
  return outcome_of(result, errno);
}

TlsStep TlsStream::shutdown() {
  if (!failure_.empty() || SSL_is_init_finished(ssl_.get()) == 0) return {};
  begin_step();
  const int result = SSL_shutdown(ssl_.get());
  // 0: ours is sent and the peer's not yet seen, which is all that is promised.
  if (result >= 0) return {TlsStep::Outcome::kProgress, 0};
  return outcome_of(result, errno);
}

bool TlsStream::has_pending() const {
  return SSL_has_pending(ssl_.get()) == 1;
}

bool TlsStream::is_drained() const {
  return kube::is_drained(SSL_get_rbio(ssl_.get()));
}

void TlsStream::expect_more() {
  kube::expect_more(SSL_get_rbio(ssl_.get()));
}

void TlsStream::release_buffers() {
  // It keeps those that hold something.
  (void)SSL_free_buffers(ssl_.get());
}

bool TlsStream::in_record() const {
  return has_pending() || awaits_body();
}

bool TlsStream::awaits_body() const {
  // The record's header is taken off.
  return std::string_view(SSL_rstate_string(ssl_.get())) == "RB";
}

bool TlsStream::resumed() const {
  return SSL_session_reused(ssl_.get()) == 1;
}

TlsStep TlsStream::outcome_of(int result, int system_error) {
  if (result == 1) return {TlsStep::Outcome::kProgress, 0};
  const int error = SSL_get_error(ssl_.get(), result);
  switch (error) {
    case SSL_ERROR_WANT_READ:
      return {TlsStep::Outcome::kWantRead, 0};
    case SSL_ERROR_WANT_WRITE:
      return {TlsStep::Outcome::kWantWrite, 0};
    case SSL_ERROR_ZERO_RETURN:
      return {TlsStep::Outcome::kClosed, 0};
    default:
      describe_failure(error, system_error);
      return {TlsStep::Outcome::kFailed, 0};
  }
}

void TlsStream::describe_failure(int ssl_error, int system_error) {
  const unsigned long code = ERR_peek_error();
  const long verified = SSL_get_verify_result(ssl_.get());
  if (ERR_GET_LIB(code) == ERR_LIB_SSL &&
      ERR_GET_REASON(code) == SSL_R_UNEXPECTED_EOF_WHILE_READING) {
    failure_ = "the peer closed the connection without ending TLS";
    peer_left_ = true;
  } else if (ssl_error == SSL_ERROR_SYSCALL && code == 0) {
    peer_left_ = system_error == 0 || system_error == ECONNRESET || system_error == EPIPE;
    failure_ = system_error == 0 ? "the peer closed the connection"
                                 : std::system_category().message(system_error);
  } else if (verified != X509_V_OK && ERR_GET_LIB(code) == ERR_LIB_SSL &&
             ERR_GET_REASON(code) == SSL_R_CERTIFICATE_VERIFY_FAILED) {
    failure_ = "the certificate of " + (host_.empty() ? std::string("the client") : host_) +
               " is not accepted: " + X509_verify_cert_error_string(verified);
  } else if (ERR_GET_LIB(code) == ERR_LIB_SSL && ERR_GET_REASON(code) == SSL_R_HTTP_REQUEST) {
    failure_ = "the peer speaks plain HTTP where HTTPS is expected";
  } else {
    failure_ = "TLS failed: " + openssl_reason();
  }
  ERR_clear_error();
}

}  // namespace drawbridge::kube
