// LookUps: asks the API server for what the snapshot lacks, and no more often than needed.
//
// Requests for one object at the same time share one flight; that an object does not exist is
// believed for a moment; and a namespace may only ask so often. So a tenant who invents names loads
// nobody, and makes nobody but his own namespace wait (docs/server.md).
//
// Not thread-safe: everything happens on one executor of one thread.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kube/client/alarm.h"
#include "webhook/admission/gateway.h"

namespace drawbridge::admission {

// That there is no such object is believed this long. The watch tells of a new one within a few
// milliseconds, and the snapshot is asked first.
inline constexpr std::chrono::milliseconds kMissingFor{250};
// Objects whose absence is remembered.
inline constexpr std::size_t kMissingMax = 10'000;
// Flights at a time, and the longest that one takes, whoever waits for it.
inline constexpr std::size_t kFlightsMax = 256;
inline constexpr std::chrono::milliseconds kFlightTime{5'000};
// Flights that a namespace may begin: so many at once, then so many a second. Questions for the
// authorizer are not counted: an administrator's rule asks them, and of each request only so many.
inline constexpr double kFlightsBurst = 100;
inline constexpr double kFlightsPerSecond = 20;
// Namespaces whose flights are counted; of more, all counts begin anew.
inline constexpr std::size_t kCountedNamespacesMax = 10'000;

class LookUps {
 public:
  // Asks the API server; answers by the deadline.
  using Fetch = std::function<boost::asio::awaitable<std::optional<LookUp>>(ObjectRef, Deadline)>;

  LookUps(boost::asio::any_io_executor executor, Fetch fetch);
  // Flights that are under way end on their own and are heard by nobody.
  ~LookUps();
  LookUps(const LookUps&) = delete;
  LookUps& operator=(const LookUps&) = delete;

  // All are asked for at once; one for each, in their order. An error where the flight failed, was
  // not over at `until`, or the namespace asked too often.
  boost::asio::awaitable<std::vector<LookUp>> get(std::vector<ObjectRef> refs, Deadline until);

  std::size_t flights() const { return flights_.size(); }
  // Objects that are remembered to be missing, also those of which it is believed no more.
  std::size_t missing() const { return missing_.size(); }

 private:
  struct Flight;
  struct Allowance {
    double left = kFlightsBurst;
    Deadline counted_at;
  };

  // One of the two is there.
  struct Asked {
    std::optional<LookUp> answer;
    std::shared_ptr<Flight> flight;
  };

  Asked ask(ObjectRef ref);
  boost::asio::awaitable<void> landed(std::shared_ptr<Flight> flight, Deadline until);
  std::optional<LookUp> answer_without_asking(const std::string& key, const ObjectRef& ref);
  bool take_allowance(const std::string& ns);
  std::shared_ptr<Flight> begin_flight(const std::string& key, ObjectRef ref);
  void land(const std::string& key, std::optional<LookUp> result);

  const boost::asio::any_io_executor executor_;
  const Fetch fetch_;
  std::map<std::string, std::shared_ptr<Flight>> flights_;
  std::map<std::string, Deadline> missing_;  // until when it is believed
  std::map<std::string, Allowance> allowances_;
  // What a flight that lands looks at first: whether this object is still there.
  const std::shared_ptr<bool> alive_;
};

}  // namespace drawbridge::admission
