// Charges: from what an object asks for under a snapshot's mappings to what the ledger counts.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <set>
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

// An object has its time from before the webhooks are asked, and its name when etcd has written it:
// whoever was created less than this after a template may have come when another one had the name.
// The API server gives up a create after 34 s, and etcd may take some more. Nor may the watch of
// whoever charged it have been silent since: for so long it is trusted
// (kube/client/reflector.h, kWatchSilenceMax).
inline constexpr std::chrono::seconds kTemplateSureAfter{180};
// What a generated template holds its name says, so that all of one name are the same: no watch
// can know another. But it may have been away, while a count found nothing that its pods ask for.
// The leader's watch may know none for as long as it may be silent: then a claim that is deleted
// and made anew can be given away once more, which nobody has in his hand.
inline constexpr std::chrono::seconds kGeneratedSureAfter{60};

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

// Of a class of which no device is published any more: what is new can't be counted, and what is
// there costs what it did.
enum class Unpublished : std::uint8_t { kUnknown, kAsLast };
// How the snapshot counts. It and the labels must outlive the function.
quota::UnitOf unit_of(const Snapshot& snapshot, kube::Json namespace_labels,
                      Unpublished unpublished = Unpublished::kUnknown);

// The same of the classes that these wants name and those that there are, and a Unit without a name
// of others. It outlives the snapshot.
quota::UnitOf unit_of_classes(std::span<const quota::Want> wants, const Snapshot& snapshot,
                              const kube::Json& namespace_labels);

// The claim says that it was made for a pod: a Pod is its controller, and it carries the annotation
// of an entry or of extended resources. Who says so has to be one of Settings::claim_makers.
bool is_made_for_pod(const kube::Json& claim);

// What a claim by itself asks for, under the snapshot's mappings.
std::vector<rules::DeviceRequest> claim_requests(const kube::Json& claim, const Snapshot& snapshot);

// The entry of its pod's spec.resourceClaims that a claim was made for; empty for one that the
// scheduler makes of the pod's extended resources.
std::string_view entry_of_claim(const kube::Json& claim);
// Its annotations say that it was made for that entry of a pod; an empty one stands for the pod's
// extended resources.
bool is_of_entry(const kube::Json& claim, std::string_view entry);

// The template that this entry of the pod names; empty where it names none.
std::string_view template_of_entry(const kube::Json& pod, std::string_view entry);

// The template was created in a later second than the pod, which was charged by another one or by
// none. False for generated ones, of which all of one name are the same, and in files, which have
// no such times.
bool is_younger(const kube::Json& claim_template, const kube::Json& pod);
// It is what it was when the pod came, and was there ever since: created surely before the pod.
// False where it is not known, or they have no such times.
bool is_as_before(const kube::Json& claim_template, const kube::Json& pod);

// How messages speak of what is asked for, by logical resource.
std::map<std::string, Asked, std::less<>> asked_by_resource(
    std::span<const rules::DeviceRequest> requests, ChargedFor whom, const Snapshot& snapshot,
    const kube::Json& namespace_labels);

// Kueue: SchedulingGateName of the pod integration.
inline constexpr std::string_view kKueueGate = "kueue.x-k8s.io/admission";

// A pod that waits behind Kueue's scheduling gate.
bool is_queued(const kube::Json& pod);
// And Kueue will open it: the pod names a LocalQueue of its namespace. Anybody may write a gate.
bool waits_in_queue(const kube::Json& pod, std::string_view ns, const Snapshot& snapshot);

// How each logical resource is counted: its classes and mappings, as text that is another one where
// a change may count otherwise.
quota::Countings countings_of(const rules::MappingIndex& mappings,
                              const rules::DeviceIndex& devices,
                              const kube::KueueConfiguration* kueue,
                              const std::function<kube::Json(std::string_view mapping)>& spec_of);

// Logical resources of which one device of some class counts otherwise than it did: what published
// devices have of the capacity that counts. Of mappings that both have.
std::set<std::string> with_other_capacities(const Snapshot& now, const Snapshot& before);

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
