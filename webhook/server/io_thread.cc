#include "webhook/server/io_thread.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <optional>
#include <utility>

namespace drawbridge {
namespace {

namespace asio = boost::asio;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

// A body that waits for memory looks for it again after this.
constexpr milliseconds kMemoryPollInterval{10};
constexpr milliseconds kSweepIntervalMin{5};
constexpr milliseconds kSweepIntervalMax{500};

// A time is kept to a quarter of itself.
milliseconds sweep_interval_for(const ServerLimits& limits) {
  const milliseconds shortest =
      std::min({limits.handshake_time_max, limits.header_time_max, limits.body_time_max,
                limits.idle_time_max, limits.write_time_max, limits.linger_time_max,
                limits.shutdown_first_request_max});
  return std::clamp(shortest / 4, kSweepIntervalMin, kSweepIntervalMax);
}

asio::awaitable<bool> decide_here(Session* session) {
  co_return session->decide_at_length();
}

Transport make_transport(kube::TlsStream stream, int fd) {
  return {fd, std::move(stream)};
}

}  // namespace

struct IoThread::Connection {
  Connection(Socket the_socket, Transport transport, SessionThread& sessions, Site& site)
      : socket(std::move(the_socket)),
        session(std::move(transport), sessions, site, steady_clock::now()) {}

  Socket socket;
  Session session;
  std::list<std::weak_ptr<Connection>>::iterator place;
};

IoThread::IoThread(Port& port, ThreadCounters& counters)
    : port_(port),
      sessions_(port.limits, port.memory, counters),
      sweep_interval_(sweep_interval_for(port.limits)),
      last_sweep_(steady_clock::now().time_since_epoch().count()),
      context_(1),
      sweep_timer_(context_),
      work_(asio::make_work_guard(context_)) {}

IoThread::~IoThread() {
  stop();
}

void IoThread::start() {
  schedule_sweep();
  thread_ = std::thread([this] { run(); });
}

void IoThread::stop() {
  context_.stop();
  if (thread_.joinable()) thread_.join();
  // Nobody else is left to touch them.
  for (const std::weak_ptr<Connection>& entry : connections_) {
    boost::system::error_code ignored;
    if (const std::shared_ptr<Connection> connection = entry.lock())
      connection->socket.close(ignored);
  }
}

void IoThread::run() {
  for (;;) {
    try {
      context_.run();
      return;
    } catch (const std::exception& error) {
      spdlog::error("A connection of the server failed: {}", error.what());
    }
  }
}

void IoThread::adopt(Socket socket) {
  auto task = [this, socket = std::move(socket)]() mutable { admit(std::move(socket)); };
  asio::post(context_, std::move(task));
}

void IoThread::begin_closing() {
  asio::post(context_, [this] { sessions_.closing = true; });
}

void IoThread::begin_finishing(TimePoint first_request_until) {
  asio::post(context_, [this, first_request_until] {
    sessions_.finishing = true;
    sessions_.first_request_until = first_request_until;
    sweep();
  });
}

void IoThread::admit(Socket socket) {
  sessions_.counters.connections_accepted.add();
  const std::size_t others = port_.connections_open.fetch_add(1, std::memory_order_relaxed);
  if (others >= port_.limits.connections_max && !evict_longest_idle()) {
    sessions_.counters.count_refusal(Bound::kConnections);
    port_.connections_open.fetch_sub(1, std::memory_order_relaxed);
    return;
  }
  const int fd = socket.native_handle();
  boost::system::error_code ignored;
  socket.native_non_blocking(true, ignored);
  socket.set_option(asio::ip::tcp::no_delay(true), ignored);
  std::optional<Transport> transport;
  if (port_.tls == nullptr) {
    transport.emplace(fd);
  } else if (Result<kube::TlsStream> stream = kube::TlsStream::accept(*port_.tls, fd); stream) {
    transport.emplace(make_transport(std::move(stream).value(), fd));
  } else {
    spdlog::error("A connection is dropped: {}", stream.error().text());
    port_.connections_open.fetch_sub(1, std::memory_order_relaxed);
    return;
  }
  auto connection =
      std::make_shared<Connection>(std::move(socket), std::move(*transport), sessions_, port_.site);
  connection->place = connections_.insert(connections_.end(), connection);
  sessions_.counters.connections_open.add();
  asio::awaitable<void> served = serve(connection);
  asio::co_spawn(context_, std::move(served),
                 [this, connection](const std::exception_ptr& failure) {
                   forget(connection);
                   if (failure) std::rethrow_exception(failure);
                 });
}

void IoThread::forget(const std::shared_ptr<Connection>& connection) {
  connections_.erase(connection->place);
  sessions_.counters.connections_open.subtract();
  port_.connections_open.fetch_sub(1, std::memory_order_relaxed);
}

bool IoThread::evict_longest_idle() {
  std::shared_ptr<Connection> longest;
  for (const std::weak_ptr<Connection>& entry : connections_) {
    std::shared_ptr<Connection> connection = entry.lock();
    if (!connection || !connection->session.idle() || connection->session.leaving()) continue;
    if (!longest || connection->session.idle_since() < longest->session.idle_since()) {
      longest = std::move(connection);
    }
  }
  if (!longest) return false;
  longest->session.evict();
  longest->socket.cancel();
  return true;
}

asio::awaitable<void> IoThread::serve(std::shared_ptr<Connection> connection) {
  // How a wait ended does not matter: the session finds out what there is to do.
  constexpr auto kAnyEnd = asio::as_tuple(asio::use_awaitable);
  for (;;) {
    const TimePoint now = steady_clock::now();
    switch (connection->session.advance(now)) {
      case Session::Wait::kReadable:
        co_await connection->socket.async_wait(Socket::wait_read, kAnyEnd);
        break;
      case Session::Wait::kWritable:
        co_await connection->socket.async_wait(Socket::wait_write, kAnyEnd);
        break;
      case Session::Wait::kTurn:
        co_await asio::post(context_, asio::use_awaitable);
        break;
      case Session::Wait::kMemory: {
        asio::steady_timer pause(context_, kMemoryPollInterval);
        co_await pause.async_wait(kAnyEnd);
        break;
      }
      case Session::Wait::kWorker:
        co_await work_elsewhere(connection);
        break;
      case Session::Wait::kLater:
        if (co_await answer_later(connection) == Progress::kTakesLong)
          co_await work_elsewhere(connection);
        break;
      case Session::Wait::kEnd:
        co_return;
    }
  }
}

asio::awaitable<void> IoThread::work_elsewhere(std::shared_ptr<Connection> connection) {
  if (port_.workers == nullptr) {
    if (!connection->session.decide_at_length()) co_await answer_later(connection);
    co_return;
  }
  asio::awaitable<bool> deciding = decide_here(&connection->session);
  const bool decided =
      co_await asio::co_spawn(*port_.workers, std::move(deciding), asio::use_awaitable);
  if (decided) co_return;
  // It begins anew with a body that takes long to read.
  asio::awaitable<Progress> answering = answer_later(connection);
  co_await asio::co_spawn(*port_.workers, std::move(answering), asio::use_awaitable);
}

asio::awaitable<Progress> IoThread::answer_later(std::shared_ptr<Connection> connection) {
  Session& session = connection->session;
  const Request& request = session.request();
  Response& response = session.response();
  std::exception_ptr failure;
  try {
    co_return co_await port_.site.answer_later(request, response);
  } catch (...) {
    failure = std::current_exception();
  }
  session.fail_deciding(failure);
  co_return Progress::kAnswered;
}

void IoThread::schedule_sweep() {
  sweep_timer_.expires_after(sweep_interval_);
  sweep_timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    sweep();
    schedule_sweep();
  });
}

void IoThread::sweep() {
  const TimePoint now = steady_clock::now();
  last_sweep_.store(now.time_since_epoch().count());
  for (const std::weak_ptr<Connection>& entry : connections_) {
    const std::shared_ptr<Connection> connection = entry.lock();
    if (!connection) continue;
    Session& session = connection->session;
    const bool late = now >= session.deadline();
    if (late) session.expire();
    if (late || (sessions_.finishing && session.idle())) connection->socket.cancel();
  }
}

}  // namespace drawbridge
