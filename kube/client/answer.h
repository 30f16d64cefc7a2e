// What came of a call of the API server.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "kube/api/json.h"
#include "kube/client/error.h"

namespace drawbridge::kube {

// "the API server answered 404 NotFound: ...".
std::string error_text(const ApiError& error);

// A Status object of the API server, as an error. Its code is 0 where it has none.
ApiError status_error(const Json& status);

// How a call ended: exactly one of the three.
template <typename T>
class [[nodiscard]] ApiAnswer {
 public:
  // asio makes one for a coroutine that threw; it is an answer that never came.
  ApiAnswer() : state_(HostError{HostError::Kind::kCancelled, "no answer"}) {}
  ApiAnswer(T value) : state_(std::move(value)) {}          // NOLINT: implicit by design
  ApiAnswer(ApiError error) : state_(std::move(error)) {}   // NOLINT: implicit by design
  ApiAnswer(HostError error) : state_(std::move(error)) {}  // NOLINT: implicit by design

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // Precondition: ok().
  T& value() { return std::get<0>(state_); }
  const T& value() const { return std::get<0>(state_); }

  // The server's "no"; nullptr where it said yes or nothing.
  const ApiError* api_error() const { return std::get_if<ApiError>(&state_); }
  // Why there is no answer; nullptr where there is one.
  const HostError* host_error() const { return std::get_if<HostError>(&state_); }
  // Whether the server answered with this reason, such as kReasonNotFound.
  bool is(std::string_view reason) const {
    return api_error() != nullptr && api_error()->is(reason);
  }
  // The same error as the answer to something else. Precondition: !ok().
  template <typename Other>
  ApiAnswer<Other> error_as() const {
    if (const ApiError* error = api_error()) return *error;
    return *host_error();
  }
  // Either error in words; empty where there is none.
  std::string error_text() const {
    if (const HostError* error = host_error()) return error->message;
    return api_error() != nullptr ? kube::error_text(*api_error()) : std::string();
  }

 private:
  std::variant<T, ApiError, HostError> state_;
};

struct ApiReply {
  int code = 200;        // 200 to 299
  Document object = {};  // null where the body was empty
};

class [[nodiscard]] ApiResult : public ApiAnswer<ApiReply> {
 public:
  using ApiAnswer<ApiReply>::ApiAnswer;

  // Precondition: ok().
  ApiReply& reply() { return value(); }
  const ApiReply& reply() const { return value(); }
  Json object() const { return value().object.root(); }
};

}  // namespace drawbridge::kube
