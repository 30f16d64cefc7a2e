#include "webhook/admission/memory_quotas.h"

#include <span>
#include <utility>
#include <vector>

#include "quota/recount.h"

namespace drawbridge::admission {
namespace {

using Flow = quota::ChargeFlow;

std::string quota_key(const ChargeWish& wish, const std::string& quota) {
  return wish.ns + "/" + quota;
}

}  // namespace

quota::QuotaState MemoryQuotas::state_of(const ChargeWish& wish, const quota::DeviceQuota& quota,
                                         Time now) {
  const std::string key = quota_key(wish, quota.name);
  Book& book = books_[key];
  if (book.hard != quota.hard || book.used != quota.used) book = {quota.hard, quota.used, {}, 1};
  const std::set<std::string, std::less<>> expired = watch_.expired(key, now);
  std::erase_if(book.ledger.holds,
                [&expired](const quota::Hold& hold) { return expired.contains(hold.identity()); });
  book.ledger.observed_generation = quota.generation;
  book.ledger.mapping_hash = quota::mapping_hash(*wish.waiter.countings, quota.hard);
  book.ledger.recounts = 1;
  quota::Amounts used = quota.used;
  for (const quota::Hold& hold : book.ledger.holds) quota::add(used, hold.charge);
  for (const auto& [name, hard] : quota.hard)
    book.ledger.used.insert_or_assign(name, quota::amount_of(used, name));
  return {quota, book.ledger, std::to_string(book.version)};
}

quota::ChargeResult MemoryQuotas::charge(ChargeWish wish, Time now) {
  const std::string ticket = std::to_string(++tickets_);
  wish.waiter.ticket = ticket;
  if (wish.waiter.uid.empty())
    wish.waiter.uid =
        wish.waiter.kind + " " + (wish.waiter.name.empty() ? "#" + ticket : wish.waiter.name);
  std::map<std::string, const quota::DeviceQuota*> quotas;
  for (const quota::DeviceQuota& each : wish.quotas) quotas.emplace(each.name, &each);
  Flow flow(wish.quotas, {wish.waiter});
  while (flow.next().step != Flow::Step::kDone) {
    const std::string name = flow.next().quota;
    if (flow.next().step == Flow::Step::kRead) {
      flow.was_read(state_of(wish, *quotas.at(name), now));
      continue;
    }
    Book& book = books_[quota_key(wish, name)];
    book.ledger = flow.next().ledger;
    watch_.saw(quota_key(wish, name), book.ledger, now);
    flow.was_written(Flow::Written::kDone, std::to_string(++book.version));
  }
  quota::ChargeResult result = flow.results().front();
  if (!result.passes()) add_others(wish, now, result);
  return result;
}

// The first that refuses ends the charge. What those behind it would say is no secret here, and
// whoever heeds the one alone meets the next.
void MemoryQuotas::add_others(const ChargeWish& wish, Time now, quota::ChargeResult& result) {
  quota::Waiter asking = wish.waiter;
  asking.dry_run = true;
  const std::string refusing = result.judgements.back().quota;
  for (const quota::DeviceQuota& each : wish.quotas) {
    if (each.name <= refusing) continue;
    const quota::QuotaState state = state_of(wish, each, now);
    quota::Charging charging = quota::charge(state.quota, state.ledger, std::span(&asking, 1));
    for (quota::Judgement& judgement : charging.judgements) {
      if (judgement.problem != quota::Judgement::Problem::kNone)
        result.judgements.push_back(std::move(judgement));
    }
  }
}

}  // namespace drawbridge::admission
