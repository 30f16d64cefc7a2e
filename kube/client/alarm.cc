#include "kube/client/alarm.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <tuple>
#include <utility>
#include <variant>

namespace drawbridge::kube {

namespace asio = boost::asio;
using asio::experimental::awaitable_operators::operator||;
using boost::system::error_code;

namespace {
constexpr asio::as_tuple_t<asio::use_awaitable_t<>> kAsTuple(asio::use_awaitable);
}  // namespace

Woken Alarm::after(error_code timer_result) const {
  if (aborted_) return Woken::kCancelled;
  return timer_result ? Woken::kCancelled : Woken::kDeadline;
}

asio::awaitable<Woken> Alarm::sleep(Deadline until) {
  if (aborted_) co_return Woken::kCancelled;
  if (!woken_) {
    timer_.expires_at(until);
    const std::tuple<error_code> result = co_await timer_.async_wait(kAsTuple);
    if (!woken_ || aborted_) co_return after(std::get<0>(result));
  }
  woken_ = false;
  co_return Woken::kReady;
}

asio::awaitable<Woken> Alarm::wait(asio::ip::tcp::socket* socket,
                                   asio::socket_base::wait_type direction, Deadline until) {
  if (aborted_) co_return Woken::kCancelled;
  timer_.expires_at(until);
  auto ready = socket->async_wait(direction, kAsTuple);
  auto expired = timer_.async_wait(kAsTuple);
  auto either = std::move(ready) || std::move(expired);
  const auto result = co_await std::move(either);
  if (result.index() == 1) co_return after(std::get<0>(std::get<1>(result)));
  const error_code problem = std::get<0>(std::get<0>(result));
  // Any other problem is the socket's; the next read or write says what it is.
  if (problem == asio::error::operation_aborted || aborted_) co_return Woken::kCancelled;
  co_return Woken::kReady;
}

asio::awaitable<Woken> Alarm::connect(asio::ip::tcp::socket* socket, asio::ip::tcp::endpoint to,
                                      Deadline until, error_code* problem) {
  if (aborted_) co_return Woken::kCancelled;
  timer_.expires_at(until);
  auto connected = socket->async_connect(to, kAsTuple);
  auto expired = timer_.async_wait(kAsTuple);
  auto either = std::move(connected) || std::move(expired);
  const auto result = co_await std::move(either);
  if (result.index() == 1) co_return after(std::get<0>(std::get<1>(result)));
  *problem = std::get<0>(std::get<0>(result));
  if (*problem == asio::error::operation_aborted || aborted_) co_return Woken::kCancelled;
  co_return Woken::kReady;
}

void Alarm::wake() {
  woken_ = true;
  timer_.cancel();
}

void Alarm::abort() {
  aborted_ = true;
  timer_.cancel();
}

}  // namespace drawbridge::kube
