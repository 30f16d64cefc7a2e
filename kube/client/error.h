// How a call of the API server goes wrong. Two types, because they ask for different things:
// ApiError is the server's own "no"; HostError means that no answer came that could be understood,
// and says whether the server may have acted all the same.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace drawbridge::kube {

struct HostError {
  enum class Kind : std::uint8_t {
    kRequest,    // the request can't be made: a name that can't stand in a URL
    kIdentity,   // the credential plugin gave no credentials, or the proxy wants others
    kResolve,    // the host name has no address
    kConnect,    // no connection
    kTls,        // no TLS: certificate, protocol
    kTimeout,    // the deadline passed
    kClosed,     // the connection ended before the answer did
    kProtocol,   // the answer is no HTTP, or its body no JSON
    kTooLarge,   // the answer is larger than its limit
    kCancelled,  // the caller, or stop(), ended it
  };
  Kind kind = Kind::kConnect;
  // In words for a person: what was asked of whom, what went wrong.
  std::string message = {};
  // Whether the server may have got the whole request, and acted on it.
  bool may_have_arrived = false;
};

// Reasons of Kubernetes' Status objects that callers tell apart (apimachinery, meta/v1/types.go).
inline constexpr std::string_view kReasonForbidden = "Forbidden";
inline constexpr std::string_view kReasonNotFound = "NotFound";
inline constexpr std::string_view kReasonAlreadyExists = "AlreadyExists";
inline constexpr std::string_view kReasonConflict = "Conflict";
inline constexpr std::string_view kReasonExpired = "Expired";
inline constexpr std::string_view kReasonGone = "Gone";

struct ApiError {
  int code = 0;  // the HTTP status: 404
  // One of the reasons above or another; empty where the answer was no Status object.
  std::string reason = {};
  std::string message = {};
  // How long the server wants to be left alone.
  std::optional<std::chrono::seconds> retry_after = {};

  bool is(std::string_view wanted) const { return reason == wanted; }
};

}  // namespace drawbridge::kube
