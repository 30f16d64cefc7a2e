// Gateway: the way from a decision to the world: look-ups that it needs, effects that it wants:
// templates, charges.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "quota/charge_flow.h"
#include "webhook/decide/request.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

using Deadline = std::chrono::steady_clock::time_point;
// Implementations are safe to call from every request thread. try_ functions never wait and answer
// nullopt where waiting is needed; the others are awaited on the caller's executor, resume on it,
// and answer before the deadline.
class Gateway {
 public:
  virtual ~Gateway() = default;

  virtual std::optional<LookUp> try_look_up(const ObjectRef& ref) = 0;
  // All at once; what was found in their order.
  virtual boost::asio::awaitable<std::vector<LookUp>> look_up(std::vector<ObjectRef> refs,
                                                              Deadline deadline) = 0;

  virtual std::optional<CreateOutcome> try_create(const CreateTemplate& create) = 0;
  virtual boost::asio::awaitable<CreateOutcome> create(CreateTemplate create,
                                                       Deadline deadline) = 0;

  // `by` is what the wish was decided by.
  virtual std::optional<quota::ChargeResult> try_charge(
      const ChargeWish& wish, const std::shared_ptr<const Snapshot>& by) = 0;
  virtual boost::asio::awaitable<quota::ChargeResult> charge(ChargeWish wish,
                                                             Deadline deadline) = 0;

  // The object passes at /validate, in a namespace that has DeviceQuotas, and no dry run.
  virtual void was_let_pass(const AdmissionRequest& /*request*/) {}
};

}  // namespace drawbridge::admission
