// TLS as non-blocking steps over a socket, shared by the server and the API client.
//
// TlsContext is what connections have in common: trust, certificate and key. TlsStream drives one
// connection; each call does what it can without waiting and says what to wait for. Neither knows
// of an event loop. OpenSSL reads and writes the socket itself, which costs half of what copying
// through memory buffers does.
//
// TLS 1.2 and 1.3 with AEAD suites only; no renegotiation, no compression, no early data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "kube/api/result.h"

struct ssl_ctx_st;
struct ssl_st;

namespace drawbridge::kube {

// A TLS 1.3 ticket, or a TLS 1.2 session, may be resumed for this long. A client certificate is
// verified when the session begins, not when it is resumed, so this also bounds how long a session
// outlives its client's certificate.
inline constexpr long kTlsSessionSecondsMax = 300;

// Records in a row that bring nothing: TLS 1.3 allows any number of KeyUpdates, TLS 1.2 of wishes
// to renegotiate. After one more a server ends the connection, as Go does (crypto/tls,
// maxUselessRecords).
inline constexpr unsigned kTlsUselessRecordsMax = 16;

// A write to a pipe that nobody reads any more, such as a log's, raises SIGPIPE, whose default ends
// the process; streams here never do. A server calls this once, before its first connection.
void ignore_sigpipe();

// A certificate chain (the leaf first) and its private key, both PEM. Empty: none.
struct TlsIdentity {
  std::string certificate_chain_pem;
  std::string private_key_pem;
};

struct TlsServerOptions {
  TlsIdentity identity;
  // Not empty: every client must show a certificate signed by one of these authorities.
  std::string client_ca_pem = {};
};

struct TlsClientOptions {
  // Authorities that may sign the server's certificate. Empty: those that the system trusts.
  std::string ca_pem = {};
  // The certificate that the client shows when it is asked for one.
  TlsIdentity identity = {};
  // Talks to whoever answers. Only for a person who asked for exactly that.
  bool skip_verification = false;
};

// Thread-safe. Streams keep what they were opened with, also after replace() and after destruction.
class TlsContext {
 public:
  static Result<std::unique_ptr<TlsContext>> server(const TlsServerOptions& options);
  static Result<std::unique_ptr<TlsContext>> client(const TlsClientOptions& options);

  // Connections opened from now on use the new options; older ones go on undisturbed, and their
  // sessions can't be resumed any more. On an error nothing changes.
  Status replace(const TlsServerOptions& options);
  Status replace(const TlsClientOptions& options);

  TlsContext(const TlsContext&) = delete;
  TlsContext& operator=(const TlsContext&) = delete;
  ~TlsContext();

 private:
  friend class TlsStream;
  explicit TlsContext(std::shared_ptr<ssl_ctx_st> context);
  std::shared_ptr<ssl_ctx_st> current() const;

  mutable std::mutex mutex_;
  std::shared_ptr<ssl_ctx_st> context_;  // protected by mutex_
};

// What one step did. `bytes` counts for kProgress of read() and write().
struct TlsStep {
  enum class Outcome : std::uint8_t {
    kProgress,   // done: the handshake is complete, bytes were read or written, the goodbye is sent
    kWantRead,   // wait until the socket is readable, then repeat the call
    kWantWrite,  // wait until the socket is writable, then repeat the call
    kClosed,     // the peer has said goodbye: nothing more will be read
    kFailed,     // over; TlsStream::failure() says why
  };
  Outcome outcome = Outcome::kFailed;
  std::size_t bytes = 0;
};

// One TLS connection on a non-blocking socket, which stays the caller's and must outlive the
// stream. Movable, not thread-safe; may move between threads from one call to the next.
//
// Any call may want either direction: a read can want to write and the reverse.
class TlsStream {
 public:
  // The server's side. `context` is one of TlsContext::server().
  static Result<TlsStream> accept(const TlsContext& context, int fd);
  // The client's side. `host` is a DNS name or an IP address, without port and brackets: the one
  // that the server's certificate must carry, and for a name the one that it is asked for (SNI).
  static Result<TlsStream> connect(const TlsContext& context, int fd, const std::string& host);
  // The same within another stream whose handshake is done, such as one to a proxy. `carrier`
  // outlives the stream and may be moved; what to wait for is its socket.
  static Result<TlsStream> connect_through(const TlsContext& context, const TlsStream& carrier,
                                           const std::string& host);

  TlsStream(TlsStream&&) noexcept = default;
  TlsStream& operator=(TlsStream&&) noexcept = default;
  ~TlsStream() = default;

  TlsStep handshake();

  // Reads at least one byte or says why not. More may lie ready than was asked for: before waiting
  // for the socket, read until kWantRead or until has_pending() is false, because the socket does
  // not become readable for what the stream holds already. Precondition: `into` is not empty.
  TlsStep read(std::span<char> into);

  // Writes a part of `from` (a TLS record, up to 16 KiB) or says why not. After kWantRead or
  // kWantWrite the repeated call must bring the same memory with the same contents; it may not be
  // shorter.
  TlsStep write(std::string_view from);

  // Says goodbye and does not wait for the peer's. Nothing can be written afterwards; the peer may
  // still be read. Does nothing (kFailed) on a stream that failed or never finished its handshake.
  TlsStep shutdown();

  // Whether bytes of the peer are held that read() has not given out. They may be a part of a
  // record.
  bool has_pending() const;
  // Whether the last read from the socket took all there was; see socket_bio.h. False within
  // another stream.
  bool is_drained() const;
  void expect_more();
  // Gives the memory back that records are read into and written from, 34 KiB, as far as it holds
  // nothing; the next record takes some again.
  void release_buffers();
  // Whether the peer has begun a record that it has not finished.
  bool in_record() const;
  // Whether the handshake resumed an earlier session. Precondition: handshake() made progress.
  bool resumed() const;
  // Why the last step failed, in words; empty when none did.
  const std::string& failure() const { return failure_; }
  // Whether it failed because the peer was gone without a goodbye: what was read may be cut short.
  bool peer_left() const { return peer_left_; }

 private:
  struct Free {
    void operator()(ssl_st* ssl) const;
  };
  explicit TlsStream(std::unique_ptr<ssl_st, Free> ssl) : ssl_(std::move(ssl)) {}
  static Result<TlsStream> open(const TlsContext& context, int fd);
  static Result<TlsStream> for_client(Result<TlsStream> stream, std::string host);
  TlsStep outcome_of(int result, int system_error);
  void describe_failure(int ssl_error, int system_error);
  void begin_step();
  bool awaits_body() const;
  // Whether the peer has sent more than kTlsUselessRecordsMax in a row. `has_data`: the last one
  // brought some.
  bool is_flooded(bool has_data);

  std::unique_ptr<ssl_st, Free> ssl_;
  bool is_server_ = false;
  std::string host_;  // the name to verify; empty on the server's side
  std::string failure_;
  bool peer_left_ = false;
};

}  // namespace drawbridge::kube
