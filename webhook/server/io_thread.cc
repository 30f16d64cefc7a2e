#include "webhook/server/io_thread.h"

#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <exception>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace drawbridge {
namespace {

namespace asio = boost::asio;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
using Wait = Session::Wait;

// A body that waits for memory looks for it again after this.
constexpr milliseconds kMemoryPollInterval{10};
// An idle connection keeps the memory for its records so long.
constexpr milliseconds kBuffersKept{500};
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

class OwnedSocket {
 public:
  explicit OwnedSocket(int fd) : fd_(fd) {}
  OwnedSocket(OwnedSocket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  OwnedSocket& operator=(OwnedSocket&&) = delete;
  ~OwnedSocket() {
    if (fd_ >= 0) ::close(fd_);
  }
  int fd() const { return fd_; }

 private:
  int fd_;
};

}  // namespace

struct IoThread::Connection {
  Connection(OwnedSocket the_socket, Transport transport, SessionThread& sessions, Site& site)
      : socket(std::move(the_socket)),
        session(std::move(transport), sessions, site, steady_clock::now()) {}

  OwnedSocket socket;
  Session session;
  Wait waits_for = Wait::kTurn;
  Connections::iterator place;
};

IoThread::IoThread(Port& port, ThreadCounters& counters)
    : port_(port),
      sessions_(port.limits, port.memory, counters),
      sweep_interval_(sweep_interval_for(port.limits)),
      last_sweep_(steady_clock::now().time_since_epoch().count()),
      context_(1),
      events_(context_),
      sweep_timer_(context_),
      work_(asio::make_work_guard(context_)) {}

IoThread::~IoThread() {
  stop();
}

void IoThread::start() {
  events_.start([this](const SocketEvents::Event& event) { notice(event); });
  schedule_sweep();
  thread_ = std::thread([this] { run(); });
}

void IoThread::stop() {
  context_.stop();
  if (thread_.joinable()) thread_.join();
  // A worker may still have one; its client need not wait for it.
  for (const std::shared_ptr<Connection>& connection : connections_) {
    events_.remove(connection->socket.fd());
    ::shutdown(connection->socket.fd(), SHUT_RDWR);
  }
  connections_.clear();
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
  // At once: who drains must not find nothing open while it waits for its thread.
  const std::size_t others = port_.connections_open.fetch_add(1, std::memory_order_relaxed);
  auto task = [this, others, socket = std::move(socket)]() mutable {
    if (!admit(std::move(socket), others))
      port_.connections_open.fetch_sub(1, std::memory_order_relaxed);
  };
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

bool IoThread::admit(Socket socket, std::size_t others) {
  sessions_.counters.connections_accepted.add();
  if (others >= port_.limits.connections_max && !make_place()) {
    sessions_.counters.count_refusal(Bound::kConnections);
    return false;
  }
  std::shared_ptr<Connection> connection = connect(std::move(socket));
  if (!connection) return false;
  connection->place = connections_.insert(connections_.end(), connection);
  sessions_.counters.connections_open.add();
  go_on(connection);
  return true;
}

std::shared_ptr<IoThread::Connection> IoThread::connect(Socket accepted) {
  boost::system::error_code error;
  accepted.native_non_blocking(true, error);
  if (!error) accepted.set_option(asio::ip::tcp::no_delay(true), error);
  // Asio would look at it for each packet, too.
  OwnedSocket socket(error ? -1 : accepted.release(error));
  const auto dropped = [](std::string_view why) {
    spdlog::error("A connection is dropped: {}", why);
    return nullptr;
  };
  if (error) return dropped(error.message());
  std::optional<Transport> transport;
  if (port_.tls == nullptr) {
    transport.emplace(socket.fd());
  } else {
    Result<kube::TlsStream> stream = kube::TlsStream::accept(*port_.tls, socket.fd());
    if (!stream) return dropped(stream.error().text());
    transport.emplace(socket.fd(), std::move(stream).value());
  }
  auto connection =
      std::make_shared<Connection>(std::move(socket), std::move(*transport), sessions_, port_.site);
  if (!events_.add(connection->socket.fd(), connection.get()))
    return dropped(std::system_category().message(errno));
  return connection;
}

void IoThread::end(Connection& connection) {
  events_.remove(connection.socket.fd());
  connections_.erase(connection.place);
  sessions_.counters.connections_open.subtract();
  port_.connections_open.fetch_sub(1, std::memory_order_relaxed);
}

std::shared_ptr<IoThread::Connection> IoThread::least_needed() const {
  std::shared_ptr<Connection> idle;
  std::shared_ptr<Connection> unfinished;
  const TimePoint latest = steady_clock::now() - port_.limits.place_time_min;
  for (const std::shared_ptr<Connection>& connection : connections_) {
    const Session& session = connection->session;
    if (session.leaving()) continue;
    if (session.idle() && (!idle || session.idle_since() < idle->session.idle_since()))
      idle = connection;
    if (session.unfinished() && session.unfinished_since() <= latest &&
        (!unfinished || session.unfinished_since() < unfinished->session.unfinished_since()))
      unfinished = connection;
  }
  return idle ? idle : unfinished;
}

bool IoThread::make_place() {
  const std::shared_ptr<Connection> leaves = least_needed();
  if (!leaves) return false;
  leaves->session.evict();
  wake(leaves);
  return true;
}

void IoThread::notice(const SocketEvents::Event& event) {
  auto& connection = *static_cast<Connection*>(event.owner);
  if (event.readable) connection.session.expect_more(event.closing);
  const Wait wait = connection.waits_for;
  if ((wait == Wait::kReadable && event.readable) || (wait == Wait::kWritable && event.writable))
    go_on(*connection.place);
}

void IoThread::wake(const std::shared_ptr<Connection>& connection) {
  const Wait wait = connection->waits_for;
  if (wait == Wait::kReadable || wait == Wait::kWritable) go_on(connection);
}

void IoThread::go_on(std::shared_ptr<Connection> connection) {
  Session& session = connection->session;
  try {
    connection->waits_for = session.advance(steady_clock::now());
    // What is there already is no event any more.
    if (connection->waits_for == Wait::kReadable && !session.is_drained())
      connection->waits_for = Wait::kTurn;
    if (connection->waits_for != Wait::kEnd) return wait(connection);
  } catch (const std::exception& error) {
    spdlog::error("A connection of the server failed: {}", error.what());
  }
  end(*connection);
}

void IoThread::wait(const std::shared_ptr<Connection>& connection) {
  const auto then = [this, connection](auto&&...) { go_on(connection); };
  switch (connection->waits_for) {
    case Wait::kReadable:
    case Wait::kWritable:
    case Wait::kEnd:
      return;
    case Wait::kTurn:
      return asio::post(context_, then);
    case Wait::kMemory: {
      const auto pause = std::make_shared<asio::steady_timer>(context_, kMemoryPollInterval);
      return pause->async_wait([then, pause](const boost::system::error_code&) { then(); });
    }
    case Wait::kWorker:
    case Wait::kLater: {
      asio::awaitable<void> working = connection->waits_for == Wait::kWorker
                                          ? work_elsewhere(connection)
                                          : work_later(connection);
      return asio::co_spawn(context_, std::move(working),
                            [then, connection](const std::exception_ptr& failure) {
                              if (failure) connection->session.fail_deciding(failure);
                              then();
                            });
    }
  }
}

asio::awaitable<void> IoThread::work_later(std::shared_ptr<Connection> connection) {
  asio::awaitable<Progress> answering = answer_later(connection);
  const Progress progress = co_await std::move(answering);
  if (progress != Progress::kTakesLong) co_return;
  asio::awaitable<void> working = work_elsewhere(connection);
  co_await std::move(working);
}

asio::awaitable<void> IoThread::work_elsewhere(std::shared_ptr<Connection> connection) {
  if (port_.workers == nullptr) {
    if (connection->session.decide_at_length()) co_return;
    asio::awaitable<Progress> answering = answer_later(connection);
    co_await std::move(answering);
    co_return;
  }
  asio::awaitable<bool> deciding = decide_here(&connection->session);
  const bool decided =
      co_await asio::co_spawn(*port_.workers, std::move(deciding), asio::use_awaitable);
  if (decided) co_return;
  // It reads the body again, which takes long.
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
  for (auto at = connections_.begin(); at != connections_.end();) {
    const std::shared_ptr<Connection> connection = *at++;  // it may end here
    Session& session = connection->session;
    const bool late = now >= session.deadline() || session.holds_up(now);
    if (late) session.expire();
    if (session.idle() && now - session.idle_since() > kBuffersKept) session.release_buffers();
    if (late || (sessions_.finishing && session.idle())) wake(connection);
  }
}

}  // namespace drawbridge
