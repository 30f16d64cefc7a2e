// A model of everything that touches a DeviceQuota: replicas that charge requests, leaders that
// count, an API server that fails, answers too late and reorders, people who create and delete
// pods, claims and templates, the claim controller that makes claims of templates for pods, the
// scheduler that makes them for extended resources, mappings that change, devices that are
// published and are not, and controllers that try again what was refused. What happens next is
// drawn by chance, so that a seed is one interleaving.
//
// Played here: what all these do, what a replica says of an object before it is charged (as
// webhook/decide/decide.cc does), and what a list says (webhook/admission/quota_census.h). All
// that is judged by that is judged by quota/.
//
// In use is, of a pod and the first claim that the scheduler made for it, the dearer of the two,
// once; of any other claim itself.
//
// Some DeviceQuotas let pass what they can't be asked for, or only warn: of these nothing is said
// on the way, and what is in use has to be right at the end.
//
// DeviceQuotas have no limits of single objects, and what a LimitRange or a ResourceQuota refuses
// ends before it is charged. That a claim is refused behind Drawbridge while its pod was charged is
// played, as of all objects.
//
// Not played: a claim that is on its way while its pod goes, its template changes or a count is
// written that knew another template, or, of a template, in place of one that was deleted during a
// count, claims of ended pods that others take, replicas that know templates late, and controllers
// that take a create for failed that is stored later. There more than `hard` can be stored, for a
// moment; so it can where the scheduler's claim is on its way while a count is written by another
// mapping, which is played.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "quota/charge_flow.h"
#include "quota/hold_watch.h"
#include "quota/recount.h"
#include "test/quota/quota_testing.h"

namespace drawbridge::quota {

// etcd may write a request some seconds after the API server gave it up.
inline constexpr std::chrono::seconds kStoreTime{45};
// The clock of an API server may be so far behind another's.
inline constexpr std::chrono::minutes kClocksApart{10};
// A replica knows templates as they were so long ago, at most.
inline constexpr std::chrono::seconds kTemplatesLate{30};

// Devices of two classes, for a claim by that entry of a pod.
void add_wants(std::int64_t devices, std::int64_t of_other, const std::string& claim,
               std::vector<Want>& wants);

// How devices are counted that a claim asks for, of whichever class, and those that a pod asks for
// by an extended resource: another class may serve its name than the one of which the scheduler
// makes a claim.
struct ModelMapping {
  std::string logical_resource;
  std::int64_t each = 1;
  std::int64_t by_name = 1;
  std::shared_ptr<const Countings> countings;

  Amounts amounts(std::int64_t units) const;
  bool is_by_capacity() const { return each > 1 || by_name > 1; }
  // Whether a claim of the scheduler is told to cost no more than what its pod asks for by name.
  bool claim_costs_no_more(bool is_published) const;
  // `is_published`: the capacity by which they count.
  UnitOf unit_of(bool is_published) const;
};

// All that there are.
const std::vector<ModelMapping>& model_mappings();

// Of a pod, by an extended resource.
std::vector<Want> wants_by_name(std::int64_t devices);

class LedgerModel {
 public:
  explicit LedgerModel(std::uint64_t seed);

  // What went wrong on the way, or that at the end used is not what there is, or that what was
  // freed can't be used; empty: nothing.
  std::string run();

 private:
  using Millis = std::chrono::milliseconds;
  using Uids = std::set<std::string, std::less<>>;

  struct Template {
    std::int64_t devices = 0;
    Millis created{0};
    std::int64_t of_other = 0;  // of these, those of another class
    std::size_t change = 0;     // which of all changes of templates made it
    bool is_generated = false;  // all of its name hold the same

    // As times tell it that are of whole seconds, and of requests.
    bool is_older_than(Millis pod) const;
    bool is_younger_than(Millis pod) const;
  };
  using Templates = std::map<std::string, Template, std::less<>>;

  // A request of the API server, which asks one or two replicas.
  struct Request {
    std::string uid;
    bool is_claim = false;
    std::int64_t devices = 0;   // a pod's by extended resources
    std::int64_t of_other = 0;  // as a template's, of a claim
    // Of a pod: the templates that its entries name, and what it was charged for these at most.
    std::map<std::string, std::string> entries;
    std::map<std::string, std::int64_t> charged;
    // Of a claim: the pod that it was made for, or says that it was; and whether the call that is
    // believed says that the pod has paid for it.
    MadeFor pod;
    bool is_paid = false;
    // Of a pod: the UID of the set that made it, or of which its maker says so.
    std::string set;
    bool is_forged = false;
    bool dry_run = false;
    bool refused_later = false;  // by a webhook behind ours
    bool is_refused = false;
    std::optional<std::size_t> stored_as = {};  // in created_
    std::size_t deciding = 0;                   // which of its calls is the one that it believes
    Millis began{0};

    bool is_made() const { return is_claim && !pod.uid.empty() && !is_forged; }
    bool is_by_scheduler() const { return is_made() && pod.claim.empty(); }
  };
  struct Object {
    std::size_t request = 0;
    bool has_ended = false;  // a pod
    bool is_in_use = false;  // a claim: devices are allocated to it
    Uids named = {};         // a pod: entries of which its status names a claim
  };
  // A controller, and what it makes.
  struct Set {
    std::string uid;
    std::int64_t wanted = 0;
    bool is_observed = false;        // its controller has made what is wanted now
    std::int64_t round_wanted = -1;  // when it began these
    std::vector<std::size_t> round;  // of requests_: it waits for their answers
  };
  struct Call {
    std::size_t request = 0;
    std::size_t number = 0;
    Waiter waiter;
  };
  // A write that is on its way to the API server.
  struct Write {
    std::string quota;
    Ledger ledger;
    std::string resource_version;
    std::optional<std::size_t> changes;  // of templates, that a count knew
  };
  // What a watch has told of it, which may be late: of mapped_, and of published_.
  struct Known {
    std::size_t mapping = 0;
    std::size_t published = 0;
  };
  struct Replica {
    std::map<std::string, QuotaState, std::less<>> remembered;
    Known known;
    std::deque<Call> waiting;
    std::vector<Call> asked;  // in the flow
    std::deque<bool> answered;
    std::unique_ptr<ChargeFlow> flow;
    std::optional<QuotaState> read;    // what was read, and not told yet
    std::optional<std::size_t> write;  // in writes_
    std::optional<std::pair<ChargeFlow::Written, std::string>> written;  // not told yet
  };
  // What a list says of a pod.
  struct ListedPod {
    bool has_ended = false;
    // By entry; of extended resources by "".
    std::map<std::string, std::int64_t, std::less<>> costs;
    std::map<std::string, bool, std::less<>> awaited;             // and whether of what is unsure
    std::map<std::string, std::vector<Want>, std::less<>> wants;  // of what is not younger
    Uids claimed = {};                                            // entries whose claim was listed
    Uids changeable = {};  // entries whose template another one may replace
  };
  struct Leader {
    enum class Stage : std::uint8_t {
      kRead,
      kFindPhantoms,
      kListPods,
      kListClaims,
      kReadAgain,
      kWrite
    };
    Stage stage = Stage::kRead;
    Millis clock_offset{0};
    HoldWatch watch;
    std::size_t told = 0;  // of created_
    Known known;
    Templates templates;      // that it knew when it began
    std::size_t changes = 0;  // of templates, that there were then
    std::string quota;
    Ledger before;
    Uids phantoms;  // Hold::identity() of them
    std::map<std::string, ListedPod, std::less<>> pods;
    Count count;
    std::optional<QuotaState> now;
  };
  // What else is known of a DeviceQuota.
  struct Truth {
    std::vector<std::string> hashes;  // of all mappings
    std::size_t counted_by = 0;       // of all mappings
    std::optional<Millis> remapped;   // since when
    // Since its limits or how it is counted changed: what had come by then, or had a hold.
    std::optional<Uids> before;
  };

  std::uint64_t draw(std::uint64_t below) { return random_() % below; }
  bool chance(std::uint64_t percent) { return draw(100) < percent; }

  // ledger_model.cc
  void make_lenient(DeviceQuota& quota);
  void step();
  void pass_time();
  void begin_request();
  void ask(Request request);
  void step_replica(Replica& replica);
  void begin_flow(Replica& replica);
  const QuotaState* told_now(const std::string& quota);
  void step_flow(Replica& replica);
  void join_some(Replica& replica);
  Waiter put_to_all(Waiter waiter) const;
  void end_flow(Replica& replica);
  void answer(Replica& replica);
  void crash(Replica& replica);
  void arrive(std::size_t write, Replica* sender);
  void arrive_late();
  void tell(const QuotaState& state);
  void store_some();
  void store(std::size_t request);
  void check();
  void settle();
  void check_used();
  bool charge_now(Waiter waiter);
  void use_what_is_free();
  // Whether nothing passes that was not charged there.
  bool is_strict(const std::string& quota) const { return quotas_.at(quota).quota.fails(); }

  // ledger_model_claims.cc
  void add_entries(Request& request);
  void begin_claim(Request& request);
  Waiter judged(Request& request, const Known& known);
  void judge_pod(Request& request, Waiter& waiter);
  std::optional<MadeFor> paid_by_pod(const Request& request, const Known& known);
  std::optional<MadeFor> paid_by_template(const Request& request, const Object& of);
  void make_claim();
  Template new_template(const std::string& name, Millis created);
  bool is_on_its_way(const Request& request) const;
  bool lacks_claim(const std::string& pod, const std::string& entry, bool knows_late);
  // The first of them.
  const Request* claim_of(const std::string& pod, const std::string& entry) const;
  bool awaits_claim(const std::string& pod) const;
  bool has_claim_on_its_way(const std::string& pod_or_template) const;
  void change_template(std::size_t which);
  void change_some_template();
  void change_templates_of(const Request& request);
  const Templates& templates_of_replica();
  bool is_counting() const;
  bool is_counted_as_before(const Template& made_of) const;
  void delete_some();
  void change_some();
  Object& any_object();
  const Request& request_of(const Object& object) const { return requests_[object.request]; }
  const Request& request_of(const std::string& uid) const;
  std::int64_t cost(const Object& object, const ModelMapping& by) const;
  std::int64_t in_use(const ModelMapping& by) const;
  std::int64_t stored_by(const Truth& truth) const;
  std::int64_t in_use_at_most(const ModelMapping& by) const;
  void delete_what_waits();

  // ledger_model_scheduler.cc
  bool is_served(const Object& object, bool knows_late) const;
  void schedule_some();
  Request claim_by_scheduler(const Object& pod) const;
  std::int64_t paid_by_name(const Request& claim, const ModelMapping& by) const;
  void check_paid(const Call& call, const ChargeResult& result);
  void schedule_all();
  void schedule_now(Request claim);

  // ledger_model_sets.cc
  std::int64_t pods_wanted();
  void step_set();
  void forge_owner();
  void begin_pod(const std::string& set, bool is_forged);
  void own(const Request& request, Waiter& waiter) const;
  void find_phantoms_by(Leader& leader);

  // ledger_model_counts.cc
  void step_leader(Leader& leader);
  void read_by(Leader& leader);
  Uids seen_by(Leader& leader, const Ledger& ledger);
  void settle_by(Leader& leader);
  bool awaits_claims(const Leader& leader, const Hold& hold) const;
  void list_pods_by(Leader& leader);
  void list_claims_by(Leader& leader);
  void add_listed(Leader& leader, std::int64_t by_themselves);
  void write_by(Leader& leader);
  void recount_all();

  // ledger_model_mappings.cc
  void change_mapping();
  void change_published();
  void change_limits();
  void note_quota(const DeviceQuota& quota);
  void note_change(const std::string& quota);
  void note_count(const QuotaState& state);
  void learn(Known& known) {
    known.mapping += draw(mapped_.size() - known.mapping);
    known.published += draw(published_.size() - known.published);
  }
  Known all_known() const { return {mapped_.size() - 1, published_.size() - 1}; }
  const ModelMapping& mapping(const Known& known) const {
    return model_mappings()[mapped_[known.mapping]];
  }
  bool is_new(const Uids& before, const Object& object) const;
  bool has_new(const std::string& quota) const;

  std::mt19937_64 random_;
  // Of this seed: how often, in percent, a request asks twice, how often a leader counts and
  // somebody deletes, how often it settles instead of counting, how many pods have claims, how
  // often mappings change, and what is published, how much is refused behind ours, how often the
  // claim controller knows late of what there is, how many DeviceQuotas are lenient, how many
  // pods controllers make, how much of what passed is stored soon, and how many pods' extended
  // resources the scheduler serves by claims.
  const std::uint64_t asks_twice_;
  const std::uint64_t counts_;
  const std::uint64_t deletes_;
  const std::uint64_t settles_;
  const std::uint64_t claims_;
  const std::uint64_t remaps_;
  const std::uint64_t publishes_;
  const std::uint64_t step_time_;  // in milliseconds, at most
  const std::uint64_t waits_;      // steps in a thousand that take long
  const std::uint64_t refuses_;
  const std::uint64_t knows_late_;
  const std::uint64_t lenient_;
  const std::uint64_t controls_;
  const std::uint64_t stores_;
  const std::uint64_t schedules_;
  Millis now_{kClocksApart};
  std::string problem_;

  std::map<std::string, QuotaState, std::less<>> quotas_;  // the API server's
  std::map<std::string, Truth, std::less<>> truths_;
  std::deque<QuotaState> told_;      // what they were lately, by a watch
  std::vector<std::size_t> mapped_;  // by which of all mappings, one after the other
  std::vector<bool> published_;      // whether devices were, one after the other
  Templates templates_;
  std::size_t changes_ = 0;                            // of these
  std::deque<std::pair<Millis, Templates>> replaced_;  // what they were, and until when
  std::map<std::string, Object, std::less<>> objects_;
  std::vector<std::size_t> created_;  // of requests_: what a watch tells
  std::vector<Request> requests_;
  // Of requests_, by pod and entry: the last one for its claim.
  std::map<std::string, std::map<std::string, std::optional<std::size_t>>> made_;
  std::vector<std::size_t> passed_;  // of requests_: yet to be stored
  std::vector<std::optional<Write>> writes_;
  std::uint64_t version_ = 1;
  std::uint64_t tickets_ = 0;

  std::vector<Set> sets_;
  std::vector<Replica> replicas_;
  std::vector<Leader> leaders_;  // the second believes that it still leads
};

}  // namespace drawbridge::quota
