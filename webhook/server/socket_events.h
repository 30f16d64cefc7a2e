// SocketEvents: what the sockets of one thread have become ready for.
//
// An event loop that is told anew for each request which socket to wait for makes a system call for
// it. Here a socket is registered once (epoll(7), edge-triggered), and the loop waits for all of
// them as for one descriptor.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cstddef>
#include <functional>

namespace drawbridge {

// Events that are taken at once; the others' turn comes when the loop has looked after its other
// tasks.
inline constexpr std::size_t kEventsPerTurnMax = 64;

// Of one thread. An event tells of a change: data that was left in a socket is not told of again.
class SocketEvents {
 public:
  struct Event {
    void* owner = nullptr;
    bool readable = false;
    bool writable = false;
    bool closing = false;  // the peer has closed its side, or the connection is broken
  };
  using Handler = std::function<void(const Event&)>;

  // Throws boost::system::system_error where there is no descriptor left.
  explicit SocketEvents(boost::asio::io_context& context);

  // From now on `handler`, which does not throw, gets each event.
  void start(Handler handler);

  // False where the system has no room. `owner` is valid until remove().
  bool add(int fd, void* owner);
  // Before the socket is closed. No event of it comes afterwards, also where a process that was
  // forked has the socket for a moment longer. Not within the handler of another socket's event.
  void remove(int fd);

 private:
  void wait();
  void take();

  boost::asio::posix::basic_stream_descriptor<boost::asio::io_context::executor_type> epoll_;
  Handler handler_;
};

}  // namespace drawbridge
