// CatchUp: waits until what is followed of a kind is as new as this moment.
//
// A watch tells of a write a few milliseconds after it. A pod that comes right behind its
// DeviceMapping, out of one file, would be judged without it. So whoever misses an object asks the
// API server once which objects there are, and waits until the Reflector has told the newest. Asked
// again and again that takes 100 ms each: the API server answers from its cache, once etcd has told
// it that nothing is missing there, which it asks etcd ten times a second (KEP-2340). So this is
// for what nobody offers, and not for what is asked for all the time.
//
// Not thread-safe: on the executor of the Reflector.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "kube/client/alarm.h"
#include "kube/client/client.h"
#include "kube/client/reflector.h"

namespace drawbridge::admission {

// Between the beginnings of two lists of one kind: who names what does not exist loads nobody.
inline constexpr std::chrono::milliseconds kCatchUpInterval{25};
// For the list: an API server that has much to do answers late, and tells its watches late.
inline constexpr std::chrono::milliseconds kCatchUpAnswerTime{4'000};
// From the list on nobody waits longer: where watches hang, what is known has to do.
inline constexpr std::chrono::milliseconds kCatchUpTime{1'000};

class CatchUp {
 public:
  // `reflector` outlives it.
  explicit CatchUp(const kube::Reflector& reflector) : reflector_(reflector) {}
  CatchUp(const CatchUp&) = delete;
  CatchUp& operator=(const CatchUp&) = delete;

  // Returns when the Reflector has told every object that existed when this was called, or at
  // `until`, or when `urgent` gets no answer. One list serves all who wait.
  boost::asio::awaitable<void> wait(kube::Client* urgent, kube::Deadline until);
  // The Reflector has told something.
  void moved();

 private:
  boost::asio::awaitable<void> ask(kube::Client* urgent, kube::Deadline until);
  // The highest resourceVersion of the kind's objects.
  boost::asio::awaitable<std::optional<std::uint64_t>> newest(kube::Client* urgent,
                                                              kube::Deadline until) const;
  bool is_behind() const;

  const kube::Reflector& reflector_;
  std::vector<kube::Alarm*> waiting_;
  std::uint64_t wanted_ = 0;     // resourceVersion that the last list showed
  std::uint64_t questions_ = 0;  // of those who wait, numbered as they come
  std::uint64_t answered_ = 0;   // up to this one
  bool is_asking_ = false;
  kube::Deadline asked_at_{};
};

}  // namespace drawbridge::admission
