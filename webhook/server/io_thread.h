// IoThread: one thread, its event loop and the connections that were dealt to it. Connections never
// move to another thread, so nothing of theirs is locked.
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <list>
#include <memory>
#include <thread>

#include "kube/client/tls.h"
#include "webhook/server/session.h"
#include "webhook/server/site.h"
#include "webhook/server/socket_events.h"

namespace drawbridge {

// What all connections of a port have in common. Everything referred to outlives its threads.
struct Port {
  Site& site;
  const ServerLimits& limits;
  BodyMemory& memory;
  const kube::TlsContext* tls = nullptr;        // nullptr: plain HTTP
  boost::asio::thread_pool* workers = nullptr;  // nullptr: every body is answered by its own thread
  std::atomic<std::size_t> connections_open = 0;  // and those that a thread has been given
};

class IoThread {
 public:
  using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp,
                                                  boost::asio::io_context::executor_type>;

  IoThread(Port& port, ThreadCounters& counters);
  // Precondition: stopped.
  ~IoThread();
  IoThread(const IoThread&) = delete;
  IoThread& operator=(const IoThread&) = delete;

  boost::asio::io_context& context() { return context_; }
  void start();
  // Ends the loop where it stands, waits for the thread and closes what is still open.
  void stop();

  // Each may be called from any thread.
  void adopt(Socket socket);
  // From now on each answer asks its client to close the connection.
  void begin_closing();
  // From now on connections end as soon as they have no request; one that never had any may still
  // bring its first until then.
  void begin_finishing(TimePoint first_request_until);
  // When the thread last looked after its timeouts: a thread that hangs is seen by this.
  TimePoint last_sweep() const { return TimePoint(TimePoint::duration(last_sweep_.load())); }

 private:
  struct Connection;

  using Connections = std::list<std::shared_ptr<Connection>>;

  void run();
  // False where there is no room for it. `others` were open when it came.
  bool admit(Socket socket, std::size_t others);
  // nullptr where the system has no room for it.
  std::shared_ptr<Connection> connect(Socket accepted);
  // Of the connections that may have to go for another, the one that goes first; nullptr for none.
  std::shared_ptr<Connection> least_needed() const;
  bool make_place();
  void notice(const SocketEvents::Event& event);
  // Takes the connection as far as it goes, and has it waited for what it waits for then.
  void go_on(std::shared_ptr<Connection> connection);
  // The same where it waits for its socket.
  void wake(const std::shared_ptr<Connection>& connection);
  void wait(const std::shared_ptr<Connection>& connection);
  // On workers, with what comes later.
  boost::asio::awaitable<void> work_elsewhere(std::shared_ptr<Connection> connection);
  boost::asio::awaitable<void> work_later(std::shared_ptr<Connection> connection);
  boost::asio::awaitable<Progress> answer_later(std::shared_ptr<Connection> connection);
  void end(Connection& connection);
  void schedule_sweep();
  void sweep();

  Port& port_;
  SessionThread sessions_;
  const std::chrono::milliseconds sweep_interval_;
  std::atomic<TimePoint::rep> last_sweep_;
  Connections connections_;
  // Behind what its handlers use: destroying it destroys those that still wait.
  boost::asio::io_context context_;
  SocketEvents events_;
  boost::asio::steady_timer sweep_timer_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::thread thread_;
};

}  // namespace drawbridge
