// Alarm: how a coroutine waits until something happens, its deadline passes, or someone wakes it.
//
// One Alarm belongs to one request and is what all its waits go through, so that one wake() ends
// the request wherever it stands. Not thread-safe: everything runs on one executor.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <vector>

namespace drawbridge::kube {

using Deadline = std::chrono::steady_clock::time_point;

enum class Woken : std::uint8_t {
  kReady,      // what was waited for has happened
  kDeadline,   // the time is over
  kCancelled,  // the caller was cancelled, or abort() was called
};

class Alarm {
 public:
  explicit Alarm(const boost::asio::any_io_executor& executor) : timer_(executor) {}
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  // Until wake() (kReady); a wake() that came since the last wait ends this one at once.
  boost::asio::awaitable<Woken> sleep(Deadline until);
  // Until the socket can be read or written, or has failed.
  boost::asio::awaitable<Woken> wait(boost::asio::ip::tcp::socket* socket,
                                     boost::asio::socket_base::wait_type direction, Deadline until);
  // Until the connection stands or has failed, which `problem` tells.
  boost::asio::awaitable<Woken> connect(boost::asio::ip::tcp::socket* socket,
                                        boost::asio::ip::tcp::endpoint to, Deadline until,
                                        boost::system::error_code* problem);

  void wake();
  // Ends this wait and all later ones with kCancelled.
  void abort();
  bool aborted() const { return aborted_; }

 private:
  Woken after(boost::system::error_code timer_result) const;

  boost::asio::steady_timer timer_;
  bool woken_ = false;
  bool aborted_ = false;
};

// Keeps an alarm on a list of those who wait for one thing, for as long as its coroutine waits,
// however that ends. Whoever makes the thing happen wakes them all; the list outlives its entries.
class Waiting {
 public:
  Waiting(std::vector<Alarm*>* list, Alarm* alarm) : list_(list), alarm_(alarm) {
    list_->push_back(alarm_);
  }
  ~Waiting() { std::erase(*list_, alarm_); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  std::vector<Alarm*>* list_;
  Alarm* alarm_;
};

}  // namespace drawbridge::kube
