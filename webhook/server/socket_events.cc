#include "webhook/server/socket_events.h"

#include <sys/epoll.h>

#include <array>
#include <boost/system/system_error.hpp>
#include <cerrno>
#include <utility>

namespace drawbridge {
namespace {

int make_epoll() {
  const int fd = ::epoll_create1(EPOLL_CLOEXEC);
  if (fd < 0)
    throw boost::system::system_error(errno, boost::system::system_category(), "epoll_create1");
  return fd;
}

}  // namespace

SocketEvents::SocketEvents(boost::asio::io_context& context) : epoll_(context, make_epoll()) {}

void SocketEvents::start(Handler handler) {
  handler_ = std::move(handler);
  wait();
}

bool SocketEvents::add(int fd, void* owner) {
  epoll_event event = {};
  event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  event.data.ptr = owner;
  return ::epoll_ctl(epoll_.native_handle(), EPOLL_CTL_ADD, fd, &event) == 0;
}

void SocketEvents::remove(int fd) {
  ::epoll_ctl(epoll_.native_handle(), EPOLL_CTL_DEL, fd, nullptr);
}

void SocketEvents::wait() {
  epoll_.async_wait(boost::asio::posix::descriptor_base::wait_read,
                    [this](const boost::system::error_code& error) {
                      if (error) return;
                      take();
                      wait();
                    });
}

void SocketEvents::take() {
  std::array<epoll_event, kEventsPerTurnMax> events;
  const int count =
      ::epoll_wait(epoll_.native_handle(), events.data(), static_cast<int>(events.size()), 0);
  for (int i = 0; i < count; ++i) {
    const std::uint32_t ready = events[static_cast<std::size_t>(i)].events;
    const bool closing = (ready & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
    handler_({events[static_cast<std::size_t>(i)].data.ptr, closing || (ready & EPOLLIN) != 0,
              closing || (ready & EPOLLOUT) != 0, closing});
  }
}

}  // namespace drawbridge
