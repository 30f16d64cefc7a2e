// Why no node could serve what a ClaimTrial tries: the first thing that stands against it, as it is
// told, with what to do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/quantity.h"
#include "rules/checks/facts.h"
#include "rules/devices/claim_trial.h"

namespace drawbridge::rules {

// What stands against a claim.
struct Unserved {
  std::string_view code;
  std::optional<std::size_t> request;     // that it is about
  std::optional<std::size_t> constraint;  // else this one
  std::string message;
  std::string fix;
  bool is_served = false;  // by some node, while on others the whole pod fails
};

// Where a toleration belongs.
inline constexpr std::string_view kInRequest = "its request";
inline constexpr std::string_view kInMapping = "its DeviceMapping";

struct Askers {
  std::string_view tolerations_in = kInRequest;
  // From this request on they are of the claim that the scheduler makes, which tolerates nothing.
  std::size_t natives_from = SIZE_MAX;
};

class UnservedReasons {
 public:
  UnservedReasons(ClaimTrial& trial, const CheckFacts& facts, const Askers& askers = {})
      : trial_(trial), facts_(facts), askers_(askers) {}

  // The first request for which no device is there; nullopt for none. Of all nodes others tell it.
  std::optional<std::size_t> without_candidates() const;

  // nullopt where it can be served, and where nothing is known. Precondition: each request has
  // candidates.
  std::optional<Unserved> run();

  // It has no device on the nodes that are left.
  Unserved lacks_candidates(std::size_t request) const;

 private:
  using Outcome = ClaimTrial::Outcome;

  const std::vector<TrialRequest>& requests() const { return trial_.wish().requests; }
  bool serves(const TrialLess& less) { return trial_.run(less) == Outcome::kServed; }
  bool tells_counts() const { return facts_.settings.inventory != Inventory::kNothing; }
  bool tells_values() const { return facts_.settings.inventory == Inventory::kValues; }

  bool has_candidates(std::size_t request) const;
  const std::string& name_of(std::size_t request) const { return requests()[request].label; }
  const TrialOption& option_of(std::size_t request) const;

  // "2 devices of class gpu.nvidia.com that match its selectors"
  std::string devices_text(std::size_t request) const;
  // "no node has more than 2."
  std::string most_text(std::optional<std::int64_t> most, std::string_view which = "") const;
  std::string less_text(std::optional<std::int64_t> most) const;

  // Some node serves it. What All takes has to satisfy the constraints on each that the scheduler
  // looks at: there it ends its search, as for a selector that fails.
  std::optional<Unserved> failing();

  Unserved alone(std::size_t request);
  Unserved too_few(std::size_t request);
  Unserved too_many_for_all(std::size_t request);
  // Tolerations for the device that needs the fewest, and a taint of it that all have where there
  // is one.
  Unserved tainted(std::size_t request);
  static std::string taint_text(const kube::Json& taint);
  Unserved too_small(std::size_t request);
  Unserved too_small(std::size_t request, const kube::Json::Member& entry,
                     const std::optional<kube::Quantity>& largest) const;

  // Without its constraints it could be had.
  Unserved constrained(const std::vector<std::size_t>& only);
  // Requests that the constraint binds.
  std::vector<std::size_t> bound_by(std::size_t constraint,
                                    const std::vector<std::size_t>& only) const;
  Unserved never_holds(std::size_t constraint, const std::vector<std::size_t>& only);

  // Each could be had alone, and not all of them from one node, whatever the constraints.
  Unserved together();
  bool takes_all(std::size_t request) const;
  Unserved pair(std::size_t one, std::size_t other);

  // "Request gpu"; an extended resource stays as it is written.
  static std::string sentence(const std::string& text);
  // "request a, request b and request c"; how many there are where that is too long.
  std::string all_text() const;

  // Of the requests, those of which each is put beside each.
  static constexpr std::size_t kPairedMax = 8;
  // Of a warning, what names them.
  static constexpr std::size_t kNamesBytesMax = 110;

  ClaimTrial& trial_;
  const CheckFacts& facts_;
  const Askers askers_;
};

}  // namespace drawbridge::rules
