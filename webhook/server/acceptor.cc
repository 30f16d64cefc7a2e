#include "webhook/server/acceptor.h"

#include <spdlog/spdlog.h>

#include <boost/asio/ip/v6_only.hpp>
#include <utility>

#include "webhook/server/address.h"

namespace drawbridge {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

// Out of file descriptors, most likely: trying again at once would only burn the CPU.
constexpr std::chrono::milliseconds kPauseAfterError{100};

}  // namespace

Acceptor::Acceptor(asio::io_context& context, std::function<IoThread&()> next_thread)
    : acceptor_(context), pause_(context), next_thread_(std::move(next_thread)) {}

Status Acceptor::bind(const Endpoint& endpoint) {
  error_code error;
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error && endpoint.address().is_v6()) {
    // [::] alone means IPv4 too, a certain address only itself.
    acceptor_.set_option(asio::ip::v6_only(!endpoint.address().is_unspecified()), error);
  }
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(tcp::acceptor::max_listen_connections, error);
  if (!error) acceptor_.non_blocking(true, error);
  if (!error) return {};
  error_code ignored;
  acceptor_.close(ignored);
  return Error{error.message()};
}

Result<std::uint16_t> Acceptor::listen(const std::string& address) {
  const Result<ListenAddress> wanted = parse_listen_address(address);
  if (!wanted) return wanted.error();
  Status bound;
  if (wanted->host.empty()) {
    bound = bind(Endpoint(tcp::v6(), wanted->port));
    // A machine without IPv6.
    if (!bound) bound = bind(Endpoint(tcp::v4(), wanted->port));
  } else {
    error_code error;
    tcp::resolver resolver(acceptor_.get_executor());
    const auto found =
        resolver.resolve(wanted->host, std::to_string(wanted->port), tcp::resolver::passive, error);
    if (error || found.empty()) {
      return Error{"the host of \"" + address + "\" is not known: " + error.message()};
    }
    bound = bind(found.begin()->endpoint());
  }
  if (!bound) {
    return Error{"can't listen on \"" + address + "\": " + bound.error().text() +
                 ". Stop what uses it, or choose another address."};
  }
  return acceptor_.local_endpoint().port();
}

void Acceptor::accept_next() {
  IoThread& thread = next_thread_();
  acceptor_.async_accept(thread.context(),
                         [this, &thread](const error_code& error, IoThread::Socket socket) {
                           // Also one that came as the acceptor was closed.
                           if (!error) thread.adopt(std::move(socket));
                           if (error == asio::error::operation_aborted || !acceptor_.is_open())
                             return;
                           if (!error) return accept_next();
                           spdlog::warn("A connection could not be accepted: {}", error.message());
                           pause_.expires_after(kPauseAfterError);
                           pause_.async_wait([this](const error_code& cancelled) {
                             if (!cancelled && acceptor_.is_open()) accept_next();
                           });
                         });
}

void Acceptor::close() {
  error_code error;
  acceptor_.cancel(error);
  pause_.cancel();
  while (acceptor_.is_open()) {
    IoThread& thread = next_thread_();
    IoThread::Socket socket(thread.context());
    acceptor_.accept(socket, error);
    if (error) break;
    thread.adopt(std::move(socket));
  }
  acceptor_.close(error);
}

}  // namespace drawbridge
