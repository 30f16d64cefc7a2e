#include "webhook/admission/memory_quotas.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "quota/recount.h"
#include "webhook/decide/quotas/charge_units.h"

namespace drawbridge::admission {
namespace {

using Flow = quota::ChargeFlow;

std::string quota_key(const ChargeWish& wish, const std::string& quota) {
  return wish.ns + "/" + quota;
}

// The folder counts it.
bool is_in(const Snapshot& folder, const std::string& ns, const quota::Hold& hold) {
  const kube::Json found =
      hold.kind == "Pod" ? folder.pod(ns, hold.name) : folder.claim(ns, hold.name);
  const std::string_view uid = found["metadata"]["uid"].as_string();
  return !found.is_null() && (uid.empty() || uid == hold.uid);
}

quota::UnitOf unit_in(const Snapshot& folder, const std::string& ns) {
  return unit_of(folder, folder.labels_of(ns));
}

}  // namespace

quota::QuotaState MemoryQuotas::state_of(const ChargeWish& wish, const quota::DeviceQuota& quota,
                                         const Folder& folder, Time now) {
  const std::string key = quota_key(wish, quota.name);
  Book& book = books_[key];
  quota::Ledger& ledger = book.ledger;
  quota::Count count{
      .listed = quota.used, .seen = {}, .dropped = {}, .unknown = quota.uncountable_of_folder};
  if (keeps_ == Keeps::kAsHoldsMay && folder != nullptr) count.dropped = watch_.expired(key, now);
  const bool is_another =
      folder != nullptr && (book.counted_by.lock() != folder || ledger.hard != quota.hard);
  if (ledger.recounts == 0 || is_another || !count.dropped.empty()) {
    if (folder != nullptr) count.seen = settled(quota, wish.ns, *folder, book);
    const quota::UnitOf unit = folder == nullptr ? quota::UnitOf() : unit_in(*folder, wish.ns);
    if (auto counted = quota::recounted(quota, ledger, ledger, count, *wish.waiter.countings, unit))
      ledger = std::move(*counted);
    book.counted_by = folder;
    watch_.saw(key, ledger, now);
  }
  // One who was judged a moment before the folder changed is charged all the same.
  ledger.observed_generation = quota.generation;
  ledger.mapping_hash = quota::mapping_hash(*wish.waiter.countings, quota.hard);
  return {quota, ledger, std::to_string(book.version)};
}

std::set<std::string, std::less<>> MemoryQuotas::settled(const quota::DeviceQuota& quota,
                                                         const std::string& ns,
                                                         const Snapshot& folder, Book& book) {
  const bool is_written_anew = book.said != quota.used;
  book.said = quota.used;
  std::set<std::string, std::less<>> uids;
  for (const quota::Hold& hold : book.ledger.holds) {
    const bool is_counted =
        is_written_anew ||
        std::all_of(hold.charge.begin(), hold.charge.end(), [&](const auto& entry) {
          return quota.counted_of_folder.contains(entry.first);
        });
    if (!is_in(folder, ns, hold)) {
      if (book.held.contains(hold.uid)) uids.insert(hold.uid);
    } else if (is_counted) {
      uids.insert(hold.uid);
    } else {
      book.held.insert(hold.uid);
    }
  }
  for (const std::string& uid : uids) book.held.erase(uid);
  return uids;
}

quota::ChargeResult MemoryQuotas::charge(ChargeWish wish, const Folder& folder, Time now) {
  const std::string ticket = std::to_string(++tickets_);
  wish.waiter.ticket = ticket;
  if (wish.waiter.uid.empty())
    wish.waiter.uid =
        wish.waiter.kind + " " + (wish.waiter.name.empty() ? "#" + ticket : wish.waiter.name);
  std::map<std::string, const quota::DeviceQuota*> quotas;
  for (const quota::DeviceQuota& each : wish.quotas) quotas.emplace(each.name, &each);
  if (keeps_ == Keeps::kAll) take_holds(wish);
  Flow flow(wish.quotas, {wish.as_waiter()});
  while (flow.next().step != Flow::Step::kDone) {
    const std::string name = flow.next().quota;
    if (flow.next().step == Flow::Step::kRead) {
      flow.was_read(state_of(wish, *quotas.at(name), folder, now));
      continue;
    }
    Book& book = books_[quota_key(wish, name)];
    book.ledger = flow.next().ledger;
    watch_.saw(quota_key(wish, name), book.ledger, now);
    flow.was_written(Flow::Written::kDone, std::to_string(++book.version));
  }
  quota::ChargeResult result = flow.results().front();
  if (!result.passes()) add_others(wish, folder, now, result);
  if (keeps_ == Keeps::kAll) set_holds_aside(wish);
  return result;
}

void MemoryQuotas::take_holds(const ChargeWish& wish) {
  for (const quota::DeviceQuota& each : wish.quotas) {
    Book& book = books_[quota_key(wish, each.name)];
    const auto take = [&book](const std::string& uid) {
      if (auto found = book.aside.extract(uid); !found.empty())
        book.ledger.holds.push_back(std::move(found.mapped()));
    };
    take(wish.waiter.uid);
    if (wish.waiter.made_for) take(wish.waiter.made_for->uid);
  }
}

void MemoryQuotas::set_holds_aside(const ChargeWish& wish) {
  for (const quota::DeviceQuota& each : wish.quotas) {
    Book& book = books_[quota_key(wish, each.name)];
    for (quota::Hold& hold : std::exchange(book.ledger.holds, {})) {
      // One object may be given any number of times, too.
      hold.tickets.resize(1);
      book.aside.insert_or_assign(hold.uid, std::move(hold));
    }
  }
}

// The first that refuses ends the charge. What those behind it would say is no secret here, and
// whoever heeds the one alone meets the next.
void MemoryQuotas::add_others(const ChargeWish& wish, const Folder& folder, Time now,
                              quota::ChargeResult& result) {
  quota::Waiter asking = wish.waiter;
  asking.dry_run = true;
  const std::string refusing = result.judgements.back().quota;
  for (const quota::DeviceQuota& each : wish.quotas) {
    if (each.name <= refusing) continue;
    const quota::QuotaState state = state_of(wish, each, folder, now);
    quota::Charging charging = quota::charge(state.quota, state.ledger, std::span(&asking, 1));
    for (quota::Judgement& judgement : charging.judgements) {
      if (judgement.problem != quota::Judgement::Problem::kNone)
        result.judgements.push_back(std::move(judgement));
    }
  }
}

}  // namespace drawbridge::admission
