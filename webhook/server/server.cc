#include "webhook/server/server.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/post.hpp>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#include <utility>

#include "webhook/server/acceptor.h"
#include "webhook/server/io_thread.h"
#include "webhook/server/metrics.h"
#include "webhook/server/probe_site.h"

namespace drawbridge {
namespace {

namespace asio = boost::asio;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kDrainPollInterval{2};
// A thread that has not looked after its connections for so long hangs.
constexpr std::chrono::seconds kThreadSilenceMax{30};

Status check(const ServerOptions& options) {
  const ServerLimits& limits = options.limits;
  if (options.addresses.empty()) return Error{"no address to listen on was given"};
  if (limits.body_memory_bytes_max < limits.body_bytes_max) {
    return Error{"the memory for bodies (" + std::to_string(limits.body_memory_bytes_max) +
                 " bytes) is less than the longest body (" + std::to_string(limits.body_bytes_max) +
                 "). Raise it, or lower the longest body."};
  }
  if (options.threads > kThreadsMax || options.worker_threads > kThreadsMax) {
    return Error{"more than " + std::to_string(kThreadsMax) + " threads were asked for"};
  }
  return {};
}

unsigned thread_count(const ServerOptions& options) {
  return options.threads != 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace

// Members are destroyed from the last to the first: nobody who uses a thing outlives it.
class Server::Impl {
 public:
  Impl(ServerOptions options, const kube::TlsContext& tls, Service& service);
  ~Impl() { stop(); }

  Status start();
  void drain();
  void stop();

  ReadyCheck ready_check;
  std::vector<const prometheus::Collectable*> collectables;
  std::vector<std::uint16_t> ports;
  std::vector<std::uint16_t> probe_ports;

 private:
  friend class Server;
  std::vector<std::string> not_ready() const;
  std::vector<std::string> not_live() const;
  Status listen(const std::vector<std::string>& addresses, std::vector<std::uint16_t>& to,
                const std::function<IoThread&()>& next_thread);
  void close_acceptors();
  bool wait_for_stop(milliseconds at_most);

  const ServerOptions options_;
  const ServerLimits probe_limits_;
  BodyMemory memory_;
  BodyMemory probe_memory_;
  ServerMetrics metrics_;
  AdmissionSite admission_site_;
  ProbeSite probe_site_;
  Port port_;
  Port probe_port_;
  std::vector<std::unique_ptr<IoThread>> threads_;
  IoThread probe_thread_;  // accepts, too
  std::vector<std::unique_ptr<Acceptor>> acceptors_;
  std::size_t next_thread_ = 0;  // of the probe thread
  // Destroyed before the threads whose connections its jobs belong to.
  asio::thread_pool workers_;

  std::atomic<bool> draining_ = false;
  std::mutex mutex_;
  std::condition_variable stop_requested_;
  bool stopping_ = false;  // protected by mutex_
  std::once_flag stopped_;
};

Server::Impl::Impl(ServerOptions options, const kube::TlsContext& tls, Service& service)
    : options_(std::move(options)),
      probe_limits_(probe_limits(options_.limits)),
      memory_(options_.limits.body_memory_bytes_max),
      probe_memory_(probe_limits_.body_memory_bytes_max),
      metrics_(memory_),
      admission_site_(service, options_.limits),
      probe_site_({[this] { return not_live(); }, [this] { return not_ready(); },
                   [this] { return metrics_text(collectables); }}),
      port_{admission_site_, options_.limits, memory_, &tls, &workers_},
      probe_port_{probe_site_, probe_limits_, probe_memory_},
      probe_thread_(probe_port_, metrics_.add_thread(kProbePort)),
      workers_(std::max(1u, options_.worker_threads)) {
  collectables.push_back(&metrics_);
}

std::vector<std::string> Server::Impl::not_ready() const {
  std::vector<std::string> reasons;
  if (ready_check) reasons = ready_check();
  if (draining_) reasons.emplace_back("the server is shutting down");
  return reasons;
}

std::vector<std::string> Server::Impl::not_live() const {
  const TimePoint earliest = steady_clock::now() - kThreadSilenceMax;
  std::vector<std::string> reasons;
  for (std::size_t i = 0; i < threads_.size(); ++i) {
    if (threads_[i]->last_sweep() >= earliest) continue;
    reasons.push_back("request thread " + std::to_string(i) + " has hung for more than 30 seconds");
  }
  return reasons;
}

Status Server::Impl::start() {
  if (Status checked = check(options_); !checked) return checked;
  kube::ignore_sigpipe();
  for (unsigned i = 0; i < thread_count(options_); ++i) {
    threads_.push_back(std::make_unique<IoThread>(port_, metrics_.add_thread(kAdmissionPort)));
  }
  const auto in_turn = [this]() -> IoThread& {
    return *threads_[next_thread_++ % threads_.size()];
  };
  const auto probe_thread = [this]() -> IoThread& { return probe_thread_; };
  if (Status bound = listen(options_.addresses, ports, in_turn); !bound) return bound;
  if (Status bound = listen(options_.probe_addresses, probe_ports, probe_thread); !bound)
    return bound;
  for (const std::unique_ptr<IoThread>& thread : threads_) thread->start();
  for (const std::unique_ptr<Acceptor>& acceptor : acceptors_) acceptor->start();
  probe_thread_.start();
  return {};
}

Status Server::Impl::listen(const std::vector<std::string>& addresses,
                            std::vector<std::uint16_t>& to,
                            const std::function<IoThread&()>& next_thread) {
  for (const std::string& address : addresses) {
    auto acceptor = std::make_unique<Acceptor>(probe_thread_.context(), next_thread);
    Result<std::uint16_t> port = acceptor->listen(address);
    if (!port) return std::move(port).error();
    to.push_back(*port);
    acceptors_.push_back(std::move(acceptor));
  }
  return {};
}

// Returns when no acceptor hands out connections any more.
void Server::Impl::close_acceptors() {
  const auto closed = std::make_shared<std::promise<void>>();
  asio::post(probe_thread_.context(), [this, closed] {
    // The port for probes stays: the kubelet goes on asking until the end.
    for (std::size_t i = 0; i < options_.addresses.size(); ++i) acceptors_[i]->close();
    asio::post(probe_thread_.context(), [closed] { closed->set_value(); });
  });
  std::future<void> done = closed->get_future();
  while (done.wait_for(kDrainPollInterval) != std::future_status::ready) {
    if (wait_for_stop(milliseconds(0))) return;
  }
}

// Whether stop() was called within the time.
bool Server::Impl::wait_for_stop(milliseconds at_most) {
  std::unique_lock lock(mutex_);
  return stop_requested_.wait_for(lock, at_most, [this] { return stopping_; });
}

void Server::Impl::drain() {
  draining_ = true;
  for (const std::unique_ptr<IoThread>& thread : threads_) thread->begin_closing();
  if (!acceptors_.empty() && !wait_for_stop(options_.limits.shutdown_delay)) {
    close_acceptors();
    const TimePoint now = steady_clock::now();
    for (const std::unique_ptr<IoThread>& thread : threads_) {
      thread->begin_finishing(now + options_.limits.shutdown_first_request_max);
    }
    const TimePoint until = now + options_.limits.shutdown_finish_max;
    while (port_.connections_open > 0 && steady_clock::now() < until) {
      if (wait_for_stop(kDrainPollInterval)) break;
    }
    if (port_.connections_open > 0) {
      spdlog::warn("{} connections had not ended {} ms after the shutdown delay and are cut off",
                   port_.connections_open.load(), options_.limits.shutdown_finish_max.count());
    }
  }
  stop();
}

void Server::Impl::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stop_requested_.notify_all();
  std::call_once(stopped_, [this] {
    probe_thread_.stop();
    for (const std::unique_ptr<IoThread>& thread : threads_) thread->stop();
    workers_.stop();
    workers_.join();
  });
}

Server::Server(ServerOptions options, const kube::TlsContext& tls, Service& service)
    : impl_(std::make_unique<Impl>(std::move(options), tls, service)) {}
Server::~Server() = default;
void Server::set_ready_check(ReadyCheck check) {
  impl_->ready_check = std::move(check);
}
void Server::add_metrics(const prometheus::Collectable& metrics) {
  impl_->collectables.push_back(&metrics);
}
Status Server::start() {
  return impl_->start();
}
const std::vector<std::uint16_t>& Server::ports() const {
  return impl_->ports;
}
const std::vector<std::uint16_t>& Server::probe_ports() const {
  return impl_->probe_ports;
}
void Server::drain() {
  impl_->drain();
}
void Server::stop() {
  impl_->stop();
}
const prometheus::Collectable& Server::metrics() const {
  return impl_->metrics_;
}

}  // namespace drawbridge
