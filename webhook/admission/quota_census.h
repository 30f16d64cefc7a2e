// QuotaCensus: what the pods and claims of a namespace cost, as they were listed.
//
// A pod costs its extended resources and the claims of its templates. Where such a claim was made
// (its controller is the pod, and its annotation says for which entry), the dearer of the two
// counts, once: a template may have been replaced in between. Every other claim costs by itself. A
// pod that has ended costs nothing, and its claims do until they are being deleted and are neither
// allocated nor reserved for others, who may name them too; what else is being deleted costs until
// it is gone.
//
// Not thread-safe.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "kube/api/json.h"
#include "quota/charge.h"
#include "quota/recount.h"
#include "rules/devices/demand.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

class QuotaCensus {
 public:
  QuotaCensus(std::shared_ptr<const Snapshot> snapshot, std::string ns);

  // An object that costs something, or of which nobody can tell, or whose claims are yet to come.
  struct Consumer {
    std::string kind;  // Pod or ResourceClaim
    std::string name;
    std::string uid;
    quota::Charge cost;
    bool is_queued = false;   // behind Kueue's gate
    bool is_deleted = false;  // it is being deleted
    // A claim that costs by itself where its pod, which is queued, does not.
    bool in_place_of_queued = false;
  };

  // All pods come before the first claim. Items of lists: they need no kind.
  void add_pod(const kube::Json& pod);
  void add_claim(const kube::Json& claim);

  // Without the pods that wait behind Kueue's gate, and their claims, where these are excluded.
  quota::Charge cost(bool exclude_queued) const;
  // Pods, then claims that cost by themselves, each in the order of their names.
  std::vector<Consumer> consumers() const;
  // UIDs of all.
  const std::set<std::string, std::less<>>& uids() const { return uids_; }
  // Pods of which some claim is not made yet, by UID.
  std::map<std::string, quota::Awaiting, std::less<>> awaiting(bool exclude_queued) const;
  // Entries, by the UID of their pod, whose claim is here and costs by itself, as the pod is not:
  // it is gone, or came when pods had been listed.
  const std::map<std::string, std::set<std::string>, std::less<>>& claimed_alone() const {
    return claimed_alone_;
  }

 private:
  struct Pod {
    std::string name;
    bool is_queued = false;
    bool has_ended = false;
    bool is_deleted = false;
    // By the entry of spec.resourceClaims; of extended resources by "".
    std::map<std::string, quota::Charge, std::less<>> costs;
    std::set<std::string, std::less<>> claimed;  // entries whose claim was seen
    // Entries whose claim is yet to be made.
    struct Awaited {
      // It may ask for something else than the pod was charged for: its template is not known, or
      // not surely older (is_as_before). Or the claim is made anew, and may have been given away by
      // a count that knew no template for it.
      bool is_unsure = false;
      bool is_changeable = false;  // another template may take its template's place
    };
    std::map<std::string, Awaited, std::less<>> awaited;
    // By such an entry, what its template asks for.
    std::map<std::string, std::vector<quota::Want>, std::less<>> wants;
    // Claims that others use, which cost also where the pod does not.
    std::vector<Consumer> shared;

    quota::Charge cost() const;
    bool is_charged(bool exclude_queued) const {
      return !has_ended && !(exclude_queued && is_queued);
    }
  };

  void note_awaited(const kube::Json& pod, Pod& known) const;
  quota::Charge cost_of(std::span<const quota::Want> wants) const;

  const std::shared_ptr<const Snapshot> snapshot_;
  const std::string ns_;
  const kube::Json labels_;
  std::map<std::string, Pod, std::less<>> pods_;  // by UID, or name
  std::vector<Consumer> claims_;                  // that nobody's pod pays for
  std::map<std::string, std::set<std::string>, std::less<>> claimed_alone_;
  std::set<std::string, std::less<>> uids_;
};

}  // namespace drawbridge::admission
