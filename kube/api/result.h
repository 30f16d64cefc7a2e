// Result<T>: a value, or an Error that says what was wrong and where.
//
// C++23's std::expected is not in g++ 12. Expected failures (bad input, a refused connection) are
// Results; exceptions are left to programming errors and to the standard library.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace drawbridge {

// What went wrong, in words for the person who sent the input. `field` is the path of the offending
// field (`spec.containers[0].resources.limits`), empty when there is none.
struct Error {
  std::string message;
  std::string field = {};

  // "FIELD: MESSAGE", or the message alone.
  std::string text() const { return field.empty() ? message : field + ": " + message; }
};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value)
      : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT: implicit by design
  Result(Error error)
      : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit by design

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // Precondition: ok().
  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  // Precondition: !ok().
  const Error& error() const& { return std::get<1>(state_); }
  Error&& error() && { return std::get<1>(std::move(state_)); }

 private:
  std::variant<T, Error> state_;
};

// A Result without a value.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : failed_(true), error_(std::move(error)) {}  // NOLINT: implicit by design

  bool ok() const { return !failed_; }
  explicit operator bool() const { return ok(); }
  const Error& error() const& { return error_; }
  Error&& error() && { return std::move(error_); }

 private:
  bool failed_ = false;
  Error error_;
};

}  // namespace drawbridge
