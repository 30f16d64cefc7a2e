// What a decision is asked (admission.k8s.io/v1 AdmissionRequest) and what it answers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/result.h"
#include "quota/charging.h"
#include "rules/cel/time_zones.h"
#include "rules/checks/facts.h"
#include "rules/devices/class_capacities.h"
#include "rules/finding.h"
#include "rules/mapping/template.h"
#include "rules/policy/judge_policy.h"
#include "webhook/decide/quotas/asked_beside.h"
#include "webhook/decide/rule_run.h"

namespace drawbridge::admission {

// API groups whose objects are judged.
inline constexpr std::string_view kOurGroup = "drawbridge.dev";
inline constexpr std::string_view kResourceGroup = "resource.k8s.io";
inline constexpr std::string_view kKueueGroup = "kueue.x-k8s.io";

enum class Endpoint : std::uint8_t { kMutate, kValidate };
enum class Operation : std::uint8_t { kCreate, kUpdate, kDelete, kConnect };

// What there is already of a workload that a request asks to create, as in a review of files: what
// it asks for beyond that is judged by quotas.
struct Standing {
  kube::Json object = {};             // null where it is not known, or is not there
  std::vector<kube::Json> pods = {};  // that it has made and that have not ended
  bool pods_known = false;            // it has made no others
  AskedBeside others = {};            // that come in the same files
  // Of a pod of Kueue's groups all pods of it, where all of them come in the same files.
  std::vector<kube::Json> group = {};
  bool is_group_there = false;  // of these some are there already
  // Of a pod: others of its group are known, though not all, and are not like it, or in another
  // queue.
  bool is_of_mixed_group = false;
  bool any() const { return !object.is_null() || !pods.empty(); }
};

// Views into the review's document, to which a Decision does not refer.
struct AdmissionRequest {
  Endpoint endpoint = Endpoint::kValidate;
  std::string_view uid;
  std::string_view group;  // of `kind`
  std::string_view version;
  std::string_view kind;
  std::string_view subresource;
  std::string_view name;  // empty under generateName in a mutating review
  std::string_view ns;
  Operation operation = Operation::kCreate;
  std::string_view user;
  std::vector<std::string_view> groups;
  kube::Json object;      // null on DELETE
  kube::Json old_object;  // null on CREATE
  bool dry_run = false;
  kube::Json review = {};  // the request as it came; null where none did
  Standing standing = {};  // on CREATE; only `others` of what makes no pods and is none

  // What was there: before a change, or in the files of a review. Null for none.
  const kube::Json& before() const { return old_object.is_null() ? standing.object : old_object; }
  bool stores_object() const {
    return (operation == Operation::kCreate || operation == Operation::kUpdate) &&
           subresource.empty();
  }
  // What a class or a mapping leaves behind is judged, and no other deletion.
  bool deletes_class() const {
    return operation == Operation::kDelete && group == kResourceGroup && kind == "DeviceClass";
  }
  bool deletes_mapping() const {
    return operation == Operation::kDelete && group == kOurGroup && kind == "DeviceMapping";
  }
};

// An object that the decision needs to read and the snapshot does not have.
struct ObjectRef {
  enum class Kind : std::uint8_t {
    kNamespace,
    kClaimTemplate,
    kClaim,
    kPod,
    // No object: that the snapshot of the next round has every object of the kind `name`
    // (DeviceMapping, DeviceClass) that existed when the request came, as far as the API server
    // can be asked.
    kNewest,
    // The params of a rule (rule_look_ups.h): `what` is "APIVERSION KIND"; the one called `name`,
    // or without a name all that `selector` (a LabelSelector as JSON) matches.
    kParams,
    // An access review (rule_look_ups.h): `what` is its spec.
    kAccess,
  };
  Kind kind = Kind::kNamespace;
  std::string ns;
  std::string name;
  std::string what = {};
  std::string selector = {};
  friend bool operator==(const ObjectRef&, const ObjectRef&) = default;
};

// Units of cost (rules/cel/cel.h) that the rules of one request have together; 3 to 10 ns each.
inline constexpr std::uint64_t kRequestCostMax = 12'000'000;
// What of it a connection's own thread spends: whatever costs more is for a worker.
inline constexpr std::uint64_t kInlineRuleCostMax = 100'000;

struct RuleProgress;

struct Needs {
  std::vector<ObjectRef> objects;
  // Where rules wait for the authorizer: for Facts::rules of the next round.
  std::shared_ptr<const RuleProgress> rules = nullptr;
};

using SharedDocument = std::shared_ptr<const kube::Document>;

// A nullptr document: the object does not exist. ObjectRef::Kind::kNewest has none.
using LookUp = Result<SharedDocument>;

// What was looked up for the decision so far.
struct Facts {
  struct Looked {
    ObjectRef ref;
    std::optional<kube::Json> object;  // nullopt: there is none
    std::string failure = {};          // why nobody knows whether there is one
  };
  std::vector<Looked> looked_up;
  // What rules have come to in earlier rounds, by the same snapshot.
  std::shared_ptr<const RuleProgress> rules = nullptr;
  // What all rules together may cost, in all rounds.
  std::uint64_t rule_cost_max = kRequestCostMax;
  // Where rules are to be measured: a clock that never goes back.
  std::int64_t (*nanoseconds)() = nullptr;
  // Selectors that are new may be put to all devices, for up to 40 ms (rules::kOutcomeCostMax).
  bool may_survey = true;
  // Where many objects are judged by one snapshot, by one thread.
  rules::UnservedMemo* unserved = nullptr;
  // For rules that name one; without it they know UTC and offsets.
  const cel::TimeZones* time_zones = nullptr;
  // Codes of which the cause has been told already, and which are left out.
  std::vector<std::string_view> told = {};

  const Looked* find(const ObjectRef& ref) const {
    for (const Looked& looked : looked_up) {
      if (looked.ref == ref) return &looked;
    }
    return nullptr;
  }
};

// To be done before the answer is given. On a dry run it is sent with dryRun=All: nothing is kept,
// and what a real run would refuse is refused.
struct CreateTemplate {
  std::string ns;
  rules::ClaimTemplate claim_template;
  bool dry_run = false;  // everything is done but storing it
};

// What one request alone asks of a capacity of devices that can be shared, or several that ask for
// the same of the same devices.
struct AskedShare {
  std::int64_t devices = 0;
  std::optional<kube::Quantity> requested;  // of each device, by name
  std::optional<kube::Quantity> taken;      // of each, as their requestPolicy rounds
  std::shared_ptr<const rules::ClassCapacity> of_device;
};

// The extended resource beside another one that says how much of a capacity is asked for.
struct Companion {
  std::string resource;
  std::string unit;  // of its number: "Gi"
};

// How messages speak of what is asked for of one logical resource.
struct Asked {
  std::string sources;        // "container main, class gpu.nvidia.com, by template gpu"
  bool has_all = false;       // allocationMode All is among it
  bool is_all = false;        // all of it is
  std::string capacity = {};  // of the devices, by which it is counted; empty: by their number
  // What one of them counts that can't be shared, whatever is requested of it.
  std::optional<kube::Quantity> whole_device = {};
  // Each device of it counts as the largest of its class, which are not all of one size.
  bool is_largest = false;
  std::string unpublished_class = {};  // of which no device has that capacity
  // The extended resource by which all of it is asked for; empty where it is by claim, or by two.
  std::string by_resource = {};
  std::optional<Companion> companion = {};  // of by_resource, where it is rewritten
  std::int64_t template_uses = 1;           // by how many entries, where all ask by one template
  bool is_of_several =
      false;  // requests of one claim, containers, or resources ask for a part each
  std::optional<AskedShare> share = {};
  // There is no such, and what is asked for may be rounded up: which less fits nobody can say.
  bool may_round = false;
  // The quota::Want::alternative_of where all of it is one device of one request's alternatives.
  std::int64_t choice = 0;
  // Of the devices as many as one pod can have, where that is known and may be told.
  std::optional<std::int64_t> within_reach = {};
};

// To be charged once everything else is decided and done. A dry run (waiter.dry_run) is judged and
// leaves nothing.
struct ChargeWish {
  // `waiter`, put to `quotas`.
  quota::Waiter as_waiter() const {
    quota::Waiter result = waiter;
    for (const quota::DeviceQuota& each : quotas) result.quotas.push_back(each.name);
    return result;
  }

  std::string ns;
  std::string who;  // the object in messages: "this Pod"
  // Those that limit something of it, by name.
  std::vector<quota::DeviceQuota> quotas;
  // But `since` and `ticket`, which are for whoever carries it out, as is the UID of an object that
  // has none yet, in a file; and the names of `quotas`.
  quota::Waiter waiter;
  std::map<std::string, Asked, std::less<>> asked;  // by logical resource
  bool says_nothing = false;                        // the administrator does not want to hear of it
};

// How the API server tells a refusal (metav1.Status).
struct Refusal {
  int code = 403;
  std::string_view reason = "Forbidden";  // of static storage
};

// What rules write into the audit log.
struct RuleAudit {
  // A validation that does not hold, of a rule with the action Audit.
  struct Failure {
    std::string rule;
    std::string message;
    std::size_t validation = 0;
    std::vector<std::string_view> actions;  // of static storage
  };
  std::vector<Failure> failures;
  // By "RULE_KEY": the values, each once.
  std::map<std::string, std::vector<std::string>, std::less<>> annotations;
};

// What the rules of a request have come to so far. Immutable.
struct RuleProgress {
  struct Turn {
    rules::PolicyOutcome outcome;
    RuleRun run;  // of all rounds
  };
  // One for each rule, object or pod template, and each of the rule's params, in this order. With
  // an outcome that waits it is judged again, nullptr where it was not its turn yet.
  std::vector<std::shared_ptr<const Turn>> turns;
  std::uint64_t cost = 0;  // of Facts::rule_cost_max
};

// Refers to nothing of the request.
struct Decision {
  std::vector<rules::Finding> findings;
  std::string patch;  // JSON Patch; only from /mutate
  std::vector<CreateTemplate> creates;
  std::optional<ChargeWish> charge;
  // What is asked for at once, beyond what is in use; of ResourceQuotas in files alone.
  AskedOfQuotas asked_now;
  RuleAudit rule_audit;
  std::vector<RuleRun> rule_runs;
  std::shared_ptr<const RuleProgress> rules;  // nullptr: none judged it
  // Lines that follow the refusal: of expressions, each with the place of what is wrong below it.
  std::vector<std::string> excerpts;
  bool rules_ran_out = false;  // Facts::rule_cost_max was not enough
  bool wants_survey = false;   // without Facts::may_survey not all is told
  // Of the first rule that refuses; where nothing but rules does, it is the answer's.
  std::optional<Refusal> refused_by_rule;
};

// What became of one CreateTemplate.
struct CreateOutcome {
  enum class Kind : std::uint8_t {
    kDone,      // it exists with the content that we want, made now or before
    kTampered,  // the name is taken by other content
    kTooMany,   // the namespace holds kTemplatesPerNamespaceMax already
    kFailed,    // the API server refused or could not be reached
  };
  Kind kind = Kind::kDone;
  std::string detail;  // kFailed: why
};

struct AdmissionResponse {
  bool allowed = false;
  int code = 0;             // HTTP code of the refusal
  std::string_view reason;  // metav1.StatusReason of the refusal
  std::string message;
  std::string patch;
  std::vector<std::string> warnings;
  std::vector<std::pair<std::string, std::string>> audit_annotations;
  std::vector<rules::Finding> findings;  // sorted
};

}  // namespace drawbridge::admission
