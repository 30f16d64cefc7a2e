#include "kube/client/resolver.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <optional>
#include <utility>

namespace drawbridge::kube {

namespace asio = boost::asio;
using boost::system::error_code;
using tcp = asio::ip::tcp;

// Outlives the Resolver while a lookup can't be stopped.
struct Resolver::Flight {
  std::optional<Result<Endpoints>> found;
  std::vector<Alarm*> waiting;
};

Lookup system_lookup(const asio::any_io_executor& executor) {
  return [executor](const std::string& host, std::uint16_t port, LookupDone done) {
    const auto resolver = std::make_shared<tcp::resolver>(executor);
    // Copied into the handler, so that the resolver lives until the lookup is over.
    resolver->async_resolve(host, std::to_string(port), tcp::resolver::numeric_service,
                            [resolver, done = std::move(done)](
                                error_code problem, const tcp::resolver::results_type& results) {
                              if (problem) return done(Error{problem.message()});
                              Endpoints endpoints;
                              for (const auto& result : results)
                                endpoints.push_back(result.endpoint());
                              done(std::move(endpoints));
                            });
  };
}

Resolver::Resolver(std::string host, std::uint16_t port, Lookup lookup)
    : host_(std::move(host)), port_(port), lookup_(std::move(lookup)) {}

asio::awaitable<Woken> Resolver::resolve(Alarm* alarm, Deadline until, Result<Endpoints>* into) {
  error_code no_address;
  const asio::ip::address address = asio::ip::make_address(host_, no_address);
  if (!no_address) {
    *into = Endpoints{tcp::endpoint(address, port_)};
    co_return Woken::kReady;
  }
  // What a lookup found while nobody waited any more may be old by now.
  if (!flight_ || flight_->found) {
    flight_ = std::make_shared<Flight>();
    LookupDone done = [flight = flight_](Result<Endpoints> found) {
      flight->found = std::move(found);
      for (Alarm* waiting : flight->waiting) waiting->wake();
    };
    lookup_(host_, port_, std::move(done));
  }
  const std::shared_ptr<Flight> flight = flight_;
  if (!flight->found) {
    const Waiting waiting(&flight->waiting, alarm);
    const Woken woken = co_await alarm->sleep(until);
    if (woken != Woken::kReady) co_return woken;
  }
  if (flight_ == flight) flight_ = nullptr;
  *into = *flight->found;
  if (into->ok() && (*into)->empty()) *into = Error{"it has no address"};
  co_return Woken::kReady;
}

}  // namespace drawbridge::kube
