// Limits of the HTTPS server, each with its default. docs/server.md lists them for administrators.
//
// What a limit refuses is answered (413, 431, 408, 503) where an answer can still be sent, and
// counted in drawbridge_server_refused_total{bound="..."} under the name that stands here in
// brackets.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace drawbridge {

// The API server refuses objects over 3 MiB and sends an old and a new one. [body_bytes] -> 413
inline constexpr std::size_t kBodyBytesMax = 8 * 1024 * 1024;
// Request line, fields and the blank line; also the trailer of a chunked body. [header_bytes] ->
// 431
inline constexpr std::uint32_t kHeaderBytesMax = 16 * 1024;
// [header_fields] -> 431
inline constexpr std::uint32_t kHeaderFieldsMax = 100;
// Extensions of one chunk; curl, Go and browsers send none. [chunk_extension_bytes] -> 400
inline constexpr std::size_t kChunkExtensionBytesMax = 1024;
// Open at once in the process, over all threads. One more takes the place of the connection that
// has been idle longest on its thread; where none is idle, of the one that has been at its
// handshake or its request longest, if for kPlaceTimeMin; else it is closed. [connections]
inline constexpr std::size_t kConnectionsMax = 1024;
// A handshake takes 4 ms at most, and a storm of them still comes to an end within this.
inline constexpr std::chrono::milliseconds kPlaceTimeMin{500};
// Bodies over kSmallBodyBytesMax that are being read or decided, of the whole process; taken as
// their bytes come. [body_memory] -> 503
inline constexpr std::size_t kBodyMemoryBytesMax = 64 * 1024 * 1024;
// Those up to this have room beside them: one for each connection.
inline constexpr std::size_t kSmallBodyBytesMax = 64 * 1024;
// A body that finds no memory free waits this long before it is refused.
inline constexpr std::chrono::milliseconds kBodyMemoryWaitMax{1000};
// While one waits, those have to go that have not brought kBodyStepBytes within this. [body_time]
// -> 408
inline constexpr std::chrono::milliseconds kBodyStepTimeMax{250};
inline constexpr std::size_t kBodyStepBytes = 64 * 1024;

// From accept to the end of the TLS handshake. [handshake_time]
inline constexpr std::chrono::milliseconds kHandshakeTimeMax{5'000};
// From a request's first byte to the end of its header. [header_time] -> 408
inline constexpr std::chrono::milliseconds kHeaderTimeMax{5'000};
// From there to the end of the body; the request's own deadline if that is earlier. [body_time] ->
// 408
inline constexpr std::chrono::milliseconds kBodyTimeMax{10'000};
// Without a request. Longer than the 90 s after which the API server closes a connection itself, so
// that the two do not cross. [idle_time]
inline constexpr std::chrono::milliseconds kIdleTimeMax{120'000};
// From the answer's first byte to its last, for a client that does not read. [write_time]
inline constexpr std::chrono::milliseconds kWriteTimeMax{10'000};
// After the last answer of a connection: how long and how much of what the client still sends is
// thrown away, so that the answer reaches it before the connection is reset.
inline constexpr std::chrono::milliseconds kLingerTimeMax{1'000};
inline constexpr std::size_t kLingerBytesMax = 16 * 1024 * 1024;

// `?timeout=` of a request is cut to this; Kubernetes allows webhooks 30 s at most.
inline constexpr std::chrono::milliseconds kRequestDeadlineMax{30'000};
// Without `?timeout=`: what Kubernetes sends by default.
inline constexpr std::chrono::milliseconds kRequestDeadlineDefault{10'000};

// Fairness: what one connection may do before its thread looks after the others, so that none of
// those waits longer than a millisecond for it. A larger body is parsed and decided by a worker
// thread: to parse 32 KiB takes 25 us for an ordinary review and 450 us for nothing but short keys.
// Four reads take 60 us, and 230 us where they bring chunks of one byte.
inline constexpr std::size_t kInlineBodyBytesMax = 32 * 1024;
inline constexpr unsigned kReadsPerTurnMax = 4;
inline constexpr unsigned kRequestsPerTurnMax = 8;
// After a turn that took so long no further request is begun.
inline constexpr std::chrono::microseconds kTurnTimeMax{500};
inline constexpr unsigned kWritesPerTurnMax = 16;

// After SIGTERM: how long the server answers as before while Kubernetes takes it out of the
// Service.
inline constexpr std::chrono::milliseconds kShutdownDelay{5'000};
// Then: how long what is in flight may take, and how long a new connection may take to send its
// request.
inline constexpr std::chrono::milliseconds kShutdownFinishMax{31'000};
inline constexpr std::chrono::milliseconds kShutdownFirstRequestMax{1'000};

enum class Bound : std::uint8_t {
  kNone,
  kBodyBytes,
  kHeaderBytes,
  kHeaderFields,
  kChunkExtensionBytes,
  kConnections,
  kBodyMemory,
  kHandshakeTime,
  kHeaderTime,
  kBodyTime,
  kIdleTime,
  kWriteTime,
};
inline constexpr std::size_t kBoundCount = static_cast<std::size_t>(Bound::kWriteTime) + 1;
// "body_bytes" and so on; empty for kNone.
std::string_view bound_name(Bound bound);

// The limits of one port; tests and administrators set others.
struct ServerLimits {
  std::size_t body_bytes_max = kBodyBytesMax;
  std::uint32_t header_bytes_max = kHeaderBytesMax;
  std::uint32_t header_fields_max = kHeaderFieldsMax;
  std::size_t connections_max = kConnectionsMax;
  std::chrono::milliseconds place_time_min = kPlaceTimeMin;
  std::size_t body_memory_bytes_max = kBodyMemoryBytesMax;
  std::size_t inline_body_bytes_max = kInlineBodyBytesMax;
  std::chrono::milliseconds body_memory_wait_max = kBodyMemoryWaitMax;
  std::chrono::milliseconds body_step_time_max = kBodyStepTimeMax;
  std::chrono::milliseconds handshake_time_max = kHandshakeTimeMax;
  std::chrono::milliseconds header_time_max = kHeaderTimeMax;
  std::chrono::milliseconds body_time_max = kBodyTimeMax;
  std::chrono::milliseconds idle_time_max = kIdleTimeMax;
  std::chrono::milliseconds write_time_max = kWriteTimeMax;
  std::chrono::microseconds turn_time_max = kTurnTimeMax;
  std::chrono::milliseconds linger_time_max = kLingerTimeMax;
  std::chrono::milliseconds request_deadline_max = kRequestDeadlineMax;
  std::chrono::milliseconds request_deadline_default = kRequestDeadlineDefault;
  std::chrono::milliseconds shutdown_delay = kShutdownDelay;
  std::chrono::milliseconds shutdown_finish_max = kShutdownFinishMax;
  std::chrono::milliseconds shutdown_first_request_max = kShutdownFirstRequestMax;
};

}  // namespace drawbridge
