// Charges: from what an object asks for under a snapshot's mappings to what the ledger counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "quota/charging.h"
#include "rules/devices/demand.h"
#include "webhook/decide/request.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// Which of an object's requests are charged to it.
enum class ChargedFor : std::uint8_t {
  kPod,    // its extended resources, and the claims that its templates will make
  kClaim,  // all that it asks for
};

// What outlives a change of mappings; alternatives of one request stay together. adminAccess costs
// nothing. `allocation` is that of the claim (API: status.allocation): an allocationMode All is as
// many devices as match, or as it has got where these are more.
std::vector<quota::Want> wants_of(std::span<const rules::DeviceRequest> requests,
                                  const Snapshot& snapshot, ChargedFor whom,
                                  const kube::Json& allocation = {});

// What exceeds a DeviceQuota of a namespace with these labels is let pass, whatever the quota says.
bool quotas_only_warn(const Snapshot& snapshot, const kube::Json& namespace_labels);

// What a claim by itself asks for, under the snapshot's mappings.
std::vector<rules::DeviceRequest> claim_requests(const kube::Json& claim, const Snapshot& snapshot);

// Kueue: SchedulingGateName of the pod integration.
inline constexpr std::string_view kKueueGate = "kueue.x-k8s.io/admission";

// A pod that waits behind Kueue's scheduling gate.
bool is_queued(const kube::Json& pod);
// And Kueue will open it: the pod names a LocalQueue of its namespace. Anybody may write a gate.
bool waits_in_queue(const kube::Json& pod, std::string_view ns, const Snapshot& snapshot);

// The quota has a limit of something that is charged.
bool limits(const quota::DeviceQuota& device_quota, const quota::Charge& charge);

// What of the charge the quotas limit that it is put to.
quota::Amounts charged_amounts(const ChargeWish& wish);

// What is not certain of the templates that a pod's claims will be made of; of several the last.
enum class Awaits : std::uint8_t {
  kNothing,
  kYoung,  // another one may have had its name
  kMissing,
};

// Wants (quota::bytes_of) up to which those are noted, too, that nothing limits: something may
// before the object is seen, and they are counted then.
inline constexpr std::size_t kUnlimitedBytesMax = 2 * 1024;

// The wish to charge an object for `requests` to the DeviceQuotas of the request's namespace;
// nullopt where these limit none of it. `who` is the object in messages: "this Pod".
std::optional<ChargeWish> charge_wish(const AdmissionRequest& request, const Snapshot& snapshot,
                                      std::span<const rules::DeviceRequest> requests,
                                      const kube::Json& namespace_labels, ChargedFor whom,
                                      std::string_view who, Awaits awaits = Awaits::kNothing);

}  // namespace drawbridge::admission
