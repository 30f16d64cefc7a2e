// Leaders that count, and in between strike off the holds of what has come.
#include <utility>

#include "test/quota/ledger_model.h"

namespace drawbridge::quota {

using std::chrono::milliseconds;

void LedgerModel::step_leader(Leader& leader) {
  if (chance(2)) {
    // Another one leads, whose watches may have told it less.
    const Millis offset{draw(600'000)};
    const Known known = leader.known;
    leader = Leader();
    leader.clock_offset = offset;
    leader.known = known;
    leader.told = draw(created_.size() + 1);
  }
  switch (leader.stage) {
    case Leader::Stage::kRead:
      return chance(settles_) ? settle_by(leader) : read_by(leader);
    case Leader::Stage::kFindPhantoms:
      return find_phantoms_by(leader);
    case Leader::Stage::kListPods:
      list_pods_by(leader);
      // Mostly at once.
      if (chance(70)) list_claims_by(leader);
      return;
    case Leader::Stage::kListClaims:
      return list_claims_by(leader);
    case Leader::Stage::kReadAgain:
      leader.now = quotas_.at(leader.quota);
      leader.stage = Leader::Stage::kWrite;
      // Where much is written, only who is quick ever gets through.
      if (chance(70)) write_by(leader);
      return;
    case Leader::Stage::kWrite:
      return write_by(leader);
  }
}

void LedgerModel::read_by(Leader& leader) {
  learn(leader.known);
  leader.templates = templates_;
  leader.changes = changes_;
  const QuotaState& state =
      std::next(quotas_.begin(), static_cast<std::ptrdiff_t>(draw(quotas_.size())))->second;
  leader.quota = state.quota.name;
  leader.before = state.ledger;
  leader.now = state;
  leader.watch.saw(leader.quota, state.ledger, HoldWatch::Time(now_ + leader.clock_offset));
  leader.stage = Leader::Stage::kFindPhantoms;
}

// Of these holds, what the watch has told by now.
LedgerModel::Uids LedgerModel::seen_by(Leader& leader, const Ledger& ledger) {
  leader.told += draw(created_.size() - leader.told + 1);
  Uids seen;
  for (const Hold& hold : ledger.holds) {
    const Request& request = request_of(hold.uid);
    if (request.stored_as && *request.stored_as < leader.told) seen.insert(hold.uid);
  }
  return seen;
}

// As webhook/admission/seen_objects.h has it.
bool LedgerModel::awaits_claims(const Leader& leader, const Hold& hold) const {
  if (hold.awaits) return true;
  Uids wanted;
  for (const Want& want : hold.demand) {
    if (!want.claim.empty()) wanted.insert(want.claim);
  }
  for (std::size_t i = 0; i < leader.told && !wanted.empty(); ++i) {
    const Request& request = requests_[created_[i]];
    if (request.is_made() && request.pod.uid == hold.uid) wanted.erase(request.pod.claim);
  }
  return !wanted.empty();
}

void LedgerModel::settle_by(Leader& leader) {
  const QuotaState& state =
      std::next(quotas_.begin(), static_cast<std::ptrdiff_t>(draw(quotas_.size())))->second;
  Uids seen = seen_by(leader, state.ledger);
  for (const Hold& hold : state.ledger.holds) {
    if (awaits_claims(leader, hold)) seen.erase(hold.uid);
  }
  std::optional<Ledger> after = settled(state.ledger, seen);
  if (!after) return;
  writes_.push_back(Write{state.quota.name, std::move(*after), state.resource_version, {}});
  // Or it is on its way for long.
  if (!chance(10)) arrive(writes_.size() - 1, nullptr);
}

void LedgerModel::list_pods_by(Leader& leader) {
  leader.count = {};
  leader.count.seen = seen_by(leader, leader.before);
  leader.count.dropped =
      leader.watch.expired(leader.quota, HoldWatch::Time(now_ + leader.clock_offset));
  leader.count.dropped.insert(leader.phantoms.begin(), leader.phantoms.end());
  leader.pods.clear();
  const ModelMapping& by = mapping(leader.known);
  for (const auto& [uid, object] : objects_) {
    const Request& pod = request_of(object);
    if (pod.is_claim) continue;
    leader.count.seen.insert(uid);
    ListedPod& listed = leader.pods[uid];
    listed.has_ended = object.has_ended;
    if (pod.devices > 0) listed.costs[""] = pod.devices * by.by_name;
    for (const auto& [entry, name] : pod.entries) {
      const auto made_of = leader.templates.find(name);
      const bool is_known = made_of != leader.templates.end();
      listed.awaited[entry] =
          object.named.contains(entry) || !is_known || !made_of->second.is_older_than(pod.began);
      if (!is_known || !made_of->second.is_generated) listed.changeable.insert(entry);
      if (!is_known || made_of->second.is_younger_than(pod.began)) continue;
      listed.costs[entry] = made_of->second.devices * by.each;
      add_wants(made_of->second.devices, made_of->second.of_other, entry, listed.wants[entry]);
    }
  }
  leader.stage = Leader::Stage::kListClaims;
}

void LedgerModel::list_claims_by(Leader& leader) {
  const std::int64_t each = mapping(leader.known).each;
  std::int64_t by_themselves = 0;
  for (const auto& [uid, object] : objects_) {
    const Request& claim = request_of(object);
    if (!claim.is_claim) continue;
    leader.count.seen.insert(uid);
    const auto pod = claim.is_made() ? leader.pods.find(claim.pod.uid) : leader.pods.end();
    if (pod == leader.pods.end() || !pod->second.claimed.insert(claim.pod.claim).second) {
      by_themselves += claim.devices * each;
      continue;
    }
    pod->second.awaited.erase(claim.pod.claim);
    std::int64_t& cost = pod->second.costs[claim.pod.claim];
    cost = std::max(cost, claim.devices * each);
    if (pod->second.has_ended) by_themselves += claim.devices * each;
  }
  add_listed(leader, by_themselves);
  leader.stage = Leader::Stage::kWrite;
}

void LedgerModel::add_listed(Leader& leader, std::int64_t by_themselves) {
  const ModelMapping& by = mapping(leader.known);
  const bool is_known = published_[leader.known.published] || !by.is_by_capacity();
  std::int64_t all = by_themselves;
  for (auto& [uid, pod] : leader.pods) {
    if (pod.has_ended) continue;
    for (const auto& [entry, cost] : pod.costs) all += cost;
    if (pod.awaited.empty()) continue;
    Awaiting& awaiting = leader.count.awaiting[uid];
    for (const auto& [entry, is_unsure] : pod.awaited) {
      awaiting.entries.insert(entry);
      awaiting.is_unsure |= is_unsure;
      if (pod.changeable.contains(entry)) awaiting.changeable.insert(entry);
      const auto cost = pod.costs.find(entry);
      if (cost == pod.costs.end()) continue;
      if (is_known) add(awaiting.listed, by.amounts(cost->second));
      awaiting.wants[entry] = pod.wants[entry];
      if (is_known && is_unsure) add(awaiting.listed_unsure, by.amounts(cost->second));
    }
  }
  if (is_known) {
    leader.count.listed = by.amounts(all);
  } else if (all > 0) {
    leader.count.unknown.insert(by.logical_resource);
  }
}

void LedgerModel::write_by(Leader& leader) {
  const ModelMapping& by = mapping(leader.known);
  std::optional<Ledger> after =
      recounted(leader.now->quota, leader.before, leader.now->ledger, leader.count, *by.countings,
                by.unit_of(published_[leader.known.published]));
  leader.stage = Leader::Stage::kRead;
  if (!after) return;
  writes_.push_back(
      Write{leader.quota, std::move(*after), leader.now->resource_version, leader.changes});
  // Lost, or on its way for long: it begins anew.
  if (chance(10)) return;
  if (quotas_.at(leader.quota).resource_version != leader.now->resource_version)
    leader.stage = Leader::Stage::kReadAgain;
  arrive(writes_.size() - 1, nullptr);
}

void LedgerModel::recount_all() {
  Leader& leader = leaders_.front();
  leader.known = all_known();
  leader.templates = templates_;
  for (const auto& [name, state] : quotas_) {
    leader.quota = name;
    leader.before = state.ledger;
    leader.now = state;
    leader.phantoms.clear();
    leader.watch.saw(name, state.ledger, HoldWatch::Time(now_ + leader.clock_offset));
    list_pods_by(leader);
    list_claims_by(leader);
    while (quotas_.at(name).ledger.recounts == leader.before.recounts) write_by(leader);
  }
}

}  // namespace drawbridge::quota
