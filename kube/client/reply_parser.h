// ReplyParser: one HTTP/1.1 answer, fed as its bytes arrive (Boost.Beast's parser behind it).
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace drawbridge::kube {

// Status line and header fields of an answer, each; also the longest chunk header and trailer. The
// API server's own stay below 2 KiB.
inline constexpr std::uint32_t kReplyHeadBytesMax = 16 * 1024;
// Interim answers (1xx) before the answer.
inline constexpr int kInterimRepliesMax = 8;

// Not thread-safe.
class ReplyParser {
 public:
  enum class State : std::uint8_t {
    kHead,      // the header is not complete
    kBody,      // it is; take_body() gives what has arrived
    kDone,      // the answer is complete
    kTooLarge,  // over a limit: problem()
    kInvalid,   // no HTTP/1.1: problem()
  };

  // `body_bytes_max`: nothing for an answer that may go on for ever, such as a watch.
  explicit ReplyParser(std::optional<std::uint64_t> body_bytes_max);
  ~ReplyParser();
  ReplyParser(const ReplyParser&) = delete;
  ReplyParser& operator=(const ReplyParser&) = delete;

  // Precondition: state() is kHead or kBody.
  State feed(std::string_view bytes);
  // The connection has ended. kDone where that ends the answer; otherwise the state stays, and the
  // answer is a part of one.
  State end();

  State state() const { return state_; }
  // Whether any byte of an answer has been fed.
  bool has_begun() const { return has_begun_; }
  // In words, for kTooLarge and kInvalid.
  const std::string& problem() const { return problem_; }

  // Preconditions: the header is complete.
  int status() const;
  std::string content_type() const;
  std::string content_encoding() const;
  // Retry-After in seconds; a date, which Kubernetes does not send, counts as absent.
  std::optional<std::chrono::seconds> retry_after() const;
  // Whether the connection can carry another request. Precondition: kDone.
  bool keeps_alive() const;

  // The bytes of the body since the last call, chunks already undone.
  std::string take_body();

 private:
  struct Beast;
  void advance();
  void fail(State state, std::string problem);

  std::unique_ptr<Beast> beast_;
  const std::optional<std::uint64_t> body_bytes_max_;
  std::string held_;  // fed and not yet consumed
  std::string problem_;
  State state_ = State::kHead;
  bool has_begun_ = false;
  int interim_replies_ = 0;
};

}  // namespace drawbridge::kube
