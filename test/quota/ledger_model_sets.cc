// Controllers that make pods, try again where one was refused, and are wanted to make other numbers
// of them; and the leader's suspicion of what they tried beyond that.
#include <algorithm>
#include <utility>

#include "test/quota/ledger_model.h"

namespace drawbridge::quota {
namespace {

constexpr const char* kController = "system:serviceaccount:kube-system:replicaset-controller";

}  // namespace

std::int64_t LedgerModel::pods_wanted() {
  return static_cast<std::int64_t>(draw(4));
}

// As the ReplicaSet controller: it makes all that it lacks at once, waits until the API server has
// answered for each, and says then which generation it has seen.
void LedgerModel::step_set() {
  Set& set = sets_[draw(sets_.size())];
  if (chance(30)) {
    set.wanted = pods_wanted();
    set.is_observed = false;
    return;
  }
  const bool waits = std::any_of(set.round.begin(), set.round.end(), [this](std::size_t request) {
    return is_on_its_way(requests_[request]);
  });
  if (waits) return;
  if (set.round_wanted == set.wanted) set.is_observed = true;
  set.round.clear();
  set.round_wanted = set.wanted;
  std::int64_t there = 0;
  for (const auto& [uid, object] : objects_) {
    if (request_of(object).set == set.uid && !object.has_ended) ++there;
  }
  for (; there < set.wanted; ++there) {
    set.round.push_back(requests_.size());
    begin_pod(set.uid, false);
  }
}

// What anybody may write of the pods that he makes himself.
void LedgerModel::forge_owner() {
  begin_pod(sets_[draw(sets_.size())].uid, true);
}

void LedgerModel::begin_pod(const std::string& set, bool is_forged) {
  Request request;
  request.set = set;
  request.is_forged = is_forged;
  request.devices = static_cast<std::int64_t>(1 + draw(2));
  if (chance(claims_)) add_entries(request);
  ask(std::move(request));
}

// Who asks for it, and for whom it says that it is.
void LedgerModel::own(const Request& request, Waiter& waiter) const {
  if (request.set.empty()) return;
  waiter.owner = {"apps/v1", "ReplicaSet", "set", request.set};
  if (!request.is_forged) waiter.creator = kController;
}

// As webhook/admission/phantom_holds.h has it: the API server is asked for the sets, and for the
// pods of holds that are beyond what these want.
void LedgerModel::find_phantoms_by(Leader& leader) {
  Ledger unseen = leader.before;
  const Uids seen = seen_by(leader, unseen);
  std::erase_if(unseen.holds, [&seen](const Hold& hold) { return seen.contains(hold.uid); });
  HoldWatch::Suspicion suspicion;
  suspicion.is_controller = [](std::string_view user) { return user == kController; };
  suspicion.wants = [this](const Owner& owner) -> std::optional<std::int64_t> {
    for (const Set& set : sets_) {
      if (set.uid == owner.uid && set.is_observed) return set.wanted;
    }
    return std::nullopt;
  };
  leader.phantoms.clear();
  for (const Hold* hold : leader.watch.suspects(leader.quota, unseen, suspicion,
                                                HoldWatch::Time(now_ + leader.clock_offset))) {
    if (!objects_.contains(hold->uid)) leader.phantoms.insert(hold->identity());
  }
  leader.stage = Leader::Stage::kListPods;
}

}  // namespace drawbridge::quota
