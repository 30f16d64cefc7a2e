#include "quota/charging.h"

#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace drawbridge::quota {
namespace {

using kube::Quantity;
using Problem = Judgement::Problem;

constexpr std::size_t kHashBytes = 16;

// What of `amounts` the quota limits.
Amounts limited(const Amounts& amounts, const DeviceQuota& quota) {
  Amounts result;
  for (const auto& [name, amount] : amounts) {
    if (quota.hard.contains(name)) result.emplace(name, amount);
  }
  return result;
}

class Book {
 public:
  Book(const DeviceQuota& quota, Ledger ledger)
      : quota_(quota), ledger_(std::move(ledger)), size_(ledger_.holds_size()) {}

  Judgement judge(const Waiter& waiter) {
    Judgement judgement;
    judgement.quota = quota_.name;
    Amounts asked = limited(waiter.charge.amounts, quota_);
    for (const std::string& name : waiter.charge.unknown) {
      if (quota_.hard.contains(name)) judgement.uncountable.push_back(name);
    }
    if (asked.empty() && judgement.uncountable.empty() && !waiter.awaits) return judgement;
    if (waiter.made_for && can_be_compared(waiter)) {
      if (is_paid(waiter)) return judgement;
      Amounts more = beyond(asked, paid_in_part(*waiter.made_for));
      if (!more.empty() || !judgement.uncountable.empty()) {
        asked = std::move(more);
      } else if (pays_from_now_on(waiter)) {
        return judgement;
      }
    }
    Hold* known = ledger_.find(waiter.uid);
    const bool denies =
        quota_.enforcement == DeviceQuota::Enforcement::kDeny && !waiter.never_refused;
    find_problem(waiter, asked, known, denies, judgement);
    // It costs nothing, and nearly always that is so.
    if (waiter.may_go_unheld && asked.empty() && judgement.uncountable.empty() &&
        (judgement.problem == Problem::kTooManyAwaiting ||
         judgement.problem == Problem::kTooManyHolds)) {
      judgement.problem = Problem::kNone;
      return judgement;
    }
    judgement.refuses = judgement.problem != Problem::kNone && denies;
    if (judgement.refuses || waiter.dry_run) return judgement;
    // Under Warn what passes is counted all the same, where there is room to note it.
    if (judgement.problem == Problem::kTooManyHolds ||
        judgement.problem == Problem::kTooManyTickets ||
        judgement.problem == Problem::kTooManyWants ||
        judgement.problem == Problem::kTooManyAwaiting)
      return judgement;
    hold(waiter, asked, known);
    judgement.is_held = true;
    return judgement;
  }

  Charging take() && { return {std::move(ledger_), changed_, {}}; }

 private:
  // That a pod's extended resources cost as much as the claim is said by mappings: by others than
  // those of the last count they may cost less.
  bool can_be_compared(const Waiter& waiter) {
    return !waiter.made_for->claim.empty() || ledger_.recounts == 0 ||
           is_counted_by(waiter.countings) ||
           ledger_.mapping_hash == mapping_hash(*waiter.countings, ledger_.hard);
  }

  // By the pod that the claim was made for.
  bool is_paid(const Waiter& waiter) const {
    const MadeFor& made_for = *waiter.made_for;
    const Hold* pod = ledger_.find(made_for.uid);
    if (pod == nullptr) return !made_for.is_unsure || (made_for.is_queued && quota_.exclude_queued);
    return made_for.claim.empty() || same_wants(wants_for(made_for, *pod), waiter.wants);
  }

  static std::vector<Want> wants_for(const MadeFor& made_for, const Hold& pod) {
    std::vector<Want> wants;
    for (Want want : pod.demand) {
      if (std::exchange(want.claim, {}) == made_for.claim) wants.push_back(std::move(want));
    }
    return wants;
  }

  // By the pod's hold, which stays until the claim is counted with its pod (quota/recount.h).
  Amounts paid_in_part(const MadeFor& made_for) const {
    const Hold* pod = ledger_.find(made_for.uid);
    if (pod == nullptr || !made_for.unit_of) return {};
    return common(charge_of(wants_for(made_for, *pod), made_for.unit_of).amounts, pod->charge);
  }

  // The pod pays for the claim, and for nothing else by that entry: a count that comes before the
  // claim has what the hold says, and one of more that takes the claim's place would be in no count
  // that has this one. False where there is no room to note it.
  bool pays_from_now_on(const Waiter& waiter) {
    const std::string& claim = waiter.made_for->claim;
    Hold& pod = *ledger_.find(waiter.made_for->uid);
    std::vector<Want> demand = pod.demand;
    std::erase_if(demand, [&claim](const Want& want) { return want.claim == claim; });
    std::vector<Want> noted = waiter.wants;
    number_alternatives(noted, number_alternatives(demand, 0));
    for (Want& want : noted) {
      want.claim = claim;
      demand.push_back(std::move(want));
    }
    if (!has_room(demand, pod)) return false;
    if (waiter.dry_run) return true;
    size_.remove(pod);
    pod.demand = std::move(demand);
    size_.add(pod);
    changed_ = true;
    return true;
  }

  bool has_room(const std::vector<Want>& demand, const Hold& hold) const {
    const std::size_t before = bytes_of(hold.demand);
    const std::size_t after = bytes_of(demand);
    if (!can_be_noted(demand)) return false;
    return after <= before ||
           (size_.bytes - before + after <= kHoldsBytesMax &&
            (!hold.awaits || size_.awaiting_bytes - before + after <= kAwaitingBytesMax));
  }

  void find_problem(const Waiter& waiter, const Amounts& asked, const Hold* known, bool denies,
                    Judgement& judgement) {
    if (asked.empty() && judgement.uncountable.empty()) {
      // It only leaves a note.
    } else if (!is_counted_by(waiter.countings)) {
      judgement.problem = Problem::kNotCounted;
    } else if (!judgement.uncountable.empty()) {
      judgement.problem = Problem::kUncountable;
    } else {
      find_shortfalls(asked, known, judgement);
    }
    // What is refused need not be noted.
    if (judgement.problem != Problem::kNone && denies) return;
    if (!can_be_noted(waiter.wants)) {
      judgement.problem = Problem::kTooManyWants;
    } else if (known != nullptr) {
      if (!has_ticket(*known, waiter.ticket) && known->tickets.size() >= kTicketsMax)
        judgement.problem = Problem::kTooManyTickets;
    } else {
      find_lack_of_room(hold_of(waiter, asked), judgement);
    }
  }

  void find_shortfalls(const Amounts& asked, const Hold* known, Judgement& judgement) const {
    judgement.uncounted = uncounted(asked);
    if (!judgement.uncounted.empty()) {
      judgement.problem = Problem::kNotCounted;
      return;
    }
    judgement.shortfalls = lacking(asked, known);
    if (!judgement.shortfalls.empty()) judgement.problem = Problem::kExceeds;
  }

  // Those who wait together mostly share them, and a hash is dear.
  bool is_counted_by(const std::shared_ptr<const Countings>& countings) {
    if (counted_by_ != countings) {
      counted_by_ = countings;
      is_counted_ = was_counted_for(quota_, ledger_, *countings);
    }
    return is_counted_;
  }

  std::vector<std::string> uncounted(const Amounts& asked) const {
    std::vector<std::string> names;
    for (const auto& [name, amount] : asked) {
      if (!ledger_.used.contains(name)) names.push_back(name);
    }
    return names;
  }

  void find_lack_of_room(const Hold& hold, Judgement& judgement) const {
    const std::size_t bytes = bytes_of(hold);
    const bool is_free = hold.charge.empty();
    if (hold.awaits && ((is_free && size_.awaiting_free >= kAwaitingHoldsMax) ||
                        size_.awaiting_bytes + bytes > kAwaitingBytesMax)) {
      judgement.problem = Problem::kTooManyAwaiting;
    } else if (ledger_.holds.size() >= kHoldsMax || size_.bytes + bytes > kHoldsBytesMax) {
      judgement.problem = Problem::kTooManyHolds;
    }
  }

  std::vector<Shortfall> lacking(const Amounts& asked, const Hold* known) const {
    std::vector<Shortfall> result;
    for (const auto& [name, amount] : asked) {
      Quantity others = amount_of(ledger_.used, name);
      const Quantity held = known == nullptr ? Quantity() : amount_of(known->charge, name);
      if (amount <= held) continue;
      others.sub(held);
      Quantity total = others;
      total.add(amount);
      const Quantity& hard = quota_.hard.find(name)->second;
      if (hard < total)
        result.push_back({quota_.name, name, quota_.enforcement, hard, others, amount});
    }
    return result;
  }

  static bool has_ticket(const Hold& hold, const std::string& ticket) {
    return std::find(hold.tickets.begin(), hold.tickets.end(), ticket) != hold.tickets.end();
  }

  // But for its ticket.
  static Hold hold_of(const Waiter& waiter, const Amounts& charge) {
    return {.uid = waiter.uid,
            .kind = waiter.kind,
            .name = waiter.name,
            .creator = waiter.creator,
            .owner = waiter.owner,
            .since = waiter.since,
            .charge = charge,
            .demand = waiter.wants,
            .tickets = {},
            .awaits = waiter.awaits};
  }

  void hold(const Waiter& waiter, const Amounts& asked, Hold* known) {
    if (known == nullptr) {
      known = &ledger_.holds.emplace_back(hold_of(waiter, {}));
    } else {
      size_.remove(*known);
    }
    note(waiter, asked, *known);
    size_.add(*known);
  }

  void note(const Waiter& waiter, const Amounts& asked, Hold& hold) {
    if (waiter.awaits && !std::exchange(hold.awaits, true)) changed_ = true;
    const Amounts more = beyond(asked, hold.charge);
    if (more.empty() && has_ticket(hold, waiter.ticket)) return;
    changed_ = true;
    if (hold.demand.empty() || !more.empty()) hold.demand = waiter.wants;
    raise(hold.charge, asked);
    // What was never counted has no number that could be added to.
    for (const auto& [name, amount] : more) {
      const auto used = ledger_.used.find(name);
      if (used != ledger_.used.end()) used->second.add(amount);
    }
    if (!has_ticket(hold, waiter.ticket)) hold.tickets.push_back(waiter.ticket);
  }

  const DeviceQuota& quota_;
  Ledger ledger_;
  HoldsSize size_;
  bool changed_ = false;
  std::shared_ptr<const Countings> counted_by_;
  bool is_counted_ = false;
};

}  // namespace

std::string mapping_hash(const Countings& countings, const Amounts& hard) {
  std::string text;
  const auto of_names = countings.lower_bound(kOfNames);
  for (const auto& [name, amount] : hard) {
    const auto counting = countings.find(name);
    text += std::to_string(name.size()) + ":";
    text += name;
    text += '=';
    if (counting != countings.end()) text += counting->second;
    for (auto at = of_names; at != countings.end(); ++at) {
      if (name.starts_with(std::string_view(at->first).substr(kOfNames.size()))) text += at->second;
    }
    text += '\n';
  }
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data());
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string hash;
  for (std::size_t i = 0; i < kHashBytes; ++i) {
    hash += kHex[digest[i] >> 4];
    hash += kHex[digest[i] & 15];
  }
  return hash;
}

bool was_counted_for(const DeviceQuota& quota, const Ledger& ledger) {
  return ledger.observed_generation == quota.generation && ledger.recounts > 0;
}

bool was_counted_for(const DeviceQuota& quota, const Ledger& ledger, const Countings& countings) {
  return was_counted_for(quota, ledger) &&
         ledger.mapping_hash == mapping_hash(countings, quota.hard);
}

bool is_counted(const DeviceQuota& quota, const Ledger& ledger, const Countings& countings) {
  return was_counted_for(quota, ledger, countings) &&
         std::all_of(quota.hard.begin(), quota.hard.end(),
                     [&](const auto& entry) { return ledger.used.contains(entry.first); });
}

Charging charge(const DeviceQuota& quota, Ledger ledger, std::span<const Waiter> waiters) {
  Book book(quota, std::move(ledger));
  std::vector<Judgement> judgements;
  judgements.reserve(waiters.size());
  for (const Waiter& waiter : waiters) judgements.push_back(book.judge(waiter));
  Charging result = std::move(book).take();
  result.judgements = std::move(judgements);
  return result;
}

bool release(Ledger& ledger, std::string_view uid, std::string_view ticket) {
  Hold* hold = ledger.find(uid);
  if (hold == nullptr || std::erase(hold->tickets, ticket) == 0) return false;
  if (!hold->tickets.empty()) return true;
  for (const auto& [name, amount] : hold->charge) {
    const auto used = ledger.used.find(name);
    if (used == ledger.used.end()) continue;
    used->second.sub(amount);
    if (used->second.sign() < 0) used->second = Quantity();
  }
  ledger.holds.erase(ledger.holds.begin() + (hold - ledger.holds.data()));
  return true;
}

}  // namespace drawbridge::quota
