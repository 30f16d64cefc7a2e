#include "webhook/admission/quota_count.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "kube/api/condition.h"
#include "kube/api/prose.h"
#include "kube/client/wall_clock.h"
#include "quota/recount.h"
#include "rules/finding.h"
#include "webhook/admission/api_paths.h"
#include "webhook/admission/conditions.h"
#include "webhook/decide/quotas/charge_units.h"

namespace drawbridge::admission {
namespace {

using boost::asio::awaitable;
using kube::Json;

constexpr std::size_t kNamesShown = 8;

// `unknown` of what the quota limits: what is said of it stands, or nothing is.
ConditionsWish counted_wish(const quota::DeviceQuota& quota, const quota::Ledger& after,
                            const std::set<std::string, std::less<>>& unknown) {
  std::vector<std::string> standing;
  std::vector<std::string> uncounted;
  for (const std::string& name : unknown) {
    if (quota.hard.contains(name))
      (after.used.contains(name) ? standing : uncounted).push_back(rules::shown(name));
  }
  const std::string why =
      " no published device has the capacity by which it is counted, and the namespace has pods or "
      "claims that ask for it.";
  if (!uncounted.empty())
    return {.conditions = {{kReadyCondition, false, "NotCounted",
                            "How much is in use of " + kube::and_list(uncounted, kNamesShown) +
                                " can't be counted:" + why}},
            .owns_status = false};
  std::string text = "What is in use was counted for this generation.";
  if (!standing.empty())
    text += " Of " + kube::and_list(standing, kNamesShown) +
            " no less is said than before, until it can be counted:" + why;
  return {.conditions = {{kReadyCondition, true, "Counted", std::move(text)}},
          .owns_status = false};
}

}  // namespace

std::vector<std::string> QuotaCount::quota_names() const {
  std::vector<std::string> names;
  for (const quota::DeviceQuota& quota : snapshot_->device_quotas_of(ns_))
    names.push_back(quota.name);
  return names;
}

awaitable<bool> QuotaCount::run(std::vector<kube::ResourcePath> lists) {
  const std::vector<std::string> names = quota_names();
  for (const std::string& name : names) {
    awaitable<bool> reading = read(name);
    if (!co_await std::move(reading)) co_return false;
  }
  for (const std::string& name : names) {
    awaitable<void> finding = find_phantoms(name);
    co_await std::move(finding);
  }
  note_seen();
  for (kube::ResourcePath& path : lists) {
    path.ns = ns_;
    awaitable<bool> listing = list(std::move(path));
    if (co_await std::move(listing)) continue;
    awaitable<void> telling = tell_uncounted();
    co_await std::move(telling);
    co_return false;
  }
  seen_.insert(census_.uids().begin(), census_.uids().end());
  bool is_done = true;
  for (const std::string& name : names) {
    if (!before_.contains(name)) continue;
    awaitable<bool> writing = write(name);
    const bool is_written = co_await std::move(writing);
    is_done = is_done && is_written;
  }
  co_return is_done;
}

// Before the lists begin. What a watch has told by now is in them, or gone; what it tells later may
// be neither.
void QuotaCount::note_seen() {
  const auto list_began = std::chrono::steady_clock::now();
  for (const auto& [name, read] : before_) {
    dropped_[name].merge(counting_.holds.expired(ns_ + "/" + name, list_began));
    for (const quota::Hold& hold : read.state.ledger.holds) {
      if (counting_.seen.has(hold.uid)) seen_.insert(hold.uid);
    }
  }
}

awaitable<bool> QuotaCount::read(std::string name) {
  const std::optional<kube::Deadline> until = counting_.write_until();
  if (!until) co_return false;
  kube::ResourcePath path = device_quota_path(ns_, name);
  kube::ApiResult result = co_await client_.get(std::move(path), *until);
  const std::string key = ns_ + "/" + name;
  if (!result.ok()) {
    if (result.is(kube::kReasonNotFound)) {
      counting_.holds.forget(key);
      counting_.phantoms.forget(key);
      before_.erase(name);
      co_return true;
    }
    counting_.troubled(shown(name) + " could not be read: " + result.error_text());
    co_return false;
  }
  Result<quota::QuotaState> state = quota::QuotaState::read(result.object());
  if (!state) {
    counting_.troubled(shown(name) + " can't be counted: " + state.error().text());
    co_return false;
  }
  counting_.holds.saw(key, state->ledger, std::chrono::steady_clock::now());
  before_.insert_or_assign(name, Read{std::move(result.reply().object), std::move(*state)});
  co_return true;
}

awaitable<void> QuotaCount::find_phantoms(std::string name) {
  const auto read = before_.find(name);
  if (read == before_.end()) co_return;
  quota::Ledger ledger = read->second.state.ledger;
  // Of pods that came they may stay, for their claims.
  std::erase_if(ledger.holds,
                [this](const quota::Hold& hold) { return counting_.seen.has(hold.uid); });
  std::string ns = ns_;
  std::string quota = name;
  std::set<std::string, std::less<>> found = co_await counting_.phantoms.find(
      &client_, std::move(ns), std::move(quota), std::move(ledger));
  dropped_[name] = std::move(found);
}

awaitable<bool> QuotaCount::list(kube::ResourcePath path) {
  std::string token;
  std::size_t page_objects = kube::kListPageObjects;
  while (true) {
    const std::optional<kube::Deadline> until = counting_.write_until();
    if (!until) co_return false;
    kube::Client::Query query = {{"limit", std::to_string(page_objects)}};
    if (!token.empty()) query.emplace_back("continue", token);
    const kube::ApiAnswer<kube::ListPage> page =
        co_await client_.list(path, *until, std::move(query));
    if (!page.ok()) {
      if (const auto fewer = kube::smaller_page(page.host_error(), page_objects)) {
        page_objects = *fewer;
        continue;
      }
      // A list that took too long begins anew.
      if (page.is(kube::kReasonExpired) || page.is(kube::kReasonGone)) co_return false;
      why_not_listed_ = "the " + path.resource + " of namespace " + ns_ +
                        " could not be listed: " + page.error_text();
      counting_.troubled(why_not_listed_);
      co_return false;
    }
    add_page(page.value(), path.resource);
    token = page.value().continue_token();
    if (token.empty()) co_return true;
  }
}

void QuotaCount::add_page(const kube::ListPage& page, const std::string& resource) {
  kube::Document document;
  std::size_t unreadable = 0;
  for (std::size_t i = 0; i < page.size(); ++i) {
    if (!client_.reader().read_padded(page.item(i), document)) {
      ++unreadable;
    } else if (resource == pods_kind().resource) {
      census_.add_pod(document.root());
    } else {
      census_.add_claim(document.root());
    }
  }
  if (unreadable != 0)
    counting_.troubled(std::to_string(unreadable) + " of the " + resource + " of namespace " + ns_ +
                       " can't be read, and are not counted");
}

// Whoever is refused meanwhile looks at the status.
awaitable<void> QuotaCount::tell_uncounted() {
  if (why_not_listed_.empty()) co_return;
  const ConditionsWish wish = {.conditions = {{kReadyCondition, false, "NotCounted",
                                               "What is in use can't be counted: " +
                                                   rules::shown(why_not_listed_, 500) + "."}},
                               .owns_status = false};
  for (const std::string& name : quota_names()) {
    const auto read = before_.find(name);
    if (read == before_.end()) continue;
    // The cause may be in other words each time.
    const Json told = kube::condition_of(read->second.object.root(), kReadyCondition);
    if (told["reason"].as_string() == "NotCounted" &&
        told["observedGeneration"].as_int() == read->second.state.quota.generation)
      continue;
    const kube::Time time = kube::wall_now();
    Result<kube::Document> body =
        kube::read_json(with_conditions(read->second.object.root(), wish, time));
    if (!body) continue;
    awaitable<Written> writing = replace(name, std::move(*body), /*is_count=*/false);
    co_await std::move(writing);
  }
}

awaitable<bool> QuotaCount::write(std::string name) {
  const quota::Ledger before = before_.at(name).state.ledger;
  const quota::UnitOf unit = unit_of(*snapshot_, snapshot_->labels_of(ns_), Unpublished::kAsLast);
  for (int round = 0; round < kRecountWritesMax; ++round) {
    const Read& now = before_.at(name);
    const quota::DeviceQuota& quota = now.state.quota;
    quota::Charge listed = census_.cost(quota.exclude_queued);
    const quota::Count count = {.listed = std::move(listed.amounts),
                                .seen = seen_,
                                .dropped = dropped_[name],
                                .awaiting = census_.awaiting(quota.exclude_queued),
                                .claimed_alone = census_.claimed_alone(),
                                .unknown = std::move(listed.unknown)};
    const std::optional<quota::Ledger> after =
        quota::recounted(quota, before, now.state.ledger, count, *snapshot_->countings(), unit);
    if (!after) co_return false;
    has_holds_ = has_holds_ || !after->holds.empty();
    const auto never_came = static_cast<std::uint64_t>(std::count_if(
        now.state.ledger.holds.begin(), now.state.ledger.holds.end(), [&](const quota::Hold& hold) {
          return !seen_.contains(hold.uid) && after->find(hold.uid) == nullptr;
        }));
    quota::Ledger same = *after;
    same.recounts = now.state.ledger.recounts;
    const ConditionsWish wish = counted_wish(quota, *after, count.unknown);
    const bool is_said = says(now.object.root(), wish);
    if (is_said && same.recounts > 0 && same == now.state.ledger) {
      counting_.counted(ns_, name, now.object.root());
      co_return true;
    }
    Result<kube::Document> body = kube::read_json(quota::with_ledger(now.object.root(), *after));
    if (body && !is_said) {
      const kube::Time time = kube::wall_now();
      body = kube::read_json(with_conditions(body->root(), wish, time));
    }
    if (!body) {
      counting_.troubled("the status of " + shown(name) +
                         " can't be put into words: " + body.error().text());
      co_return false;
    }
    awaitable<Written> writing = replace(name, std::move(*body));
    const Written written = co_await std::move(writing);
    if (written == Written::kDone) counting_.tally.holds_dropped += never_came;
    if (written == Written::kDone || written == Written::kGone) co_return true;
    if (written == Written::kFailed) co_return false;
    awaitable<bool> reading = read(name);
    if (!co_await std::move(reading)) co_return false;
    if (!before_.contains(name)) co_return true;
  }
  co_return false;
}

awaitable<QuotaCount::Written> QuotaCount::replace(std::string name, kube::Document body,
                                                   bool is_count) {
  const std::optional<kube::Deadline> until = counting_.write_until();
  if (!until) co_return Written::kFailed;
  kube::ResourcePath path = device_quota_path(ns_, name);
  path.subresource = "status";
  const Json root = body.root();
  const kube::ApiResult written = co_await client_.replace(std::move(path), root, *until);
  if (written.ok()) {
    if (is_count) counting_.counted(ns_, name, written.object());
    co_return Written::kDone;
  }
  if (written.is(kube::kReasonNotFound)) co_return Written::kGone;
  if (written.is(kube::kReasonConflict)) co_return Written::kConflict;
  counting_.troubled("the status of " + shown(name) +
                     " could not be written: " + written.error_text());
  co_return Written::kFailed;
}

awaitable<int> QuotaCount::settle() {
  const std::vector<std::string> names = quota_names();
  int left = 0;
  for (const std::string& name : names) {
    awaitable<int> settling = settle_one(name);
    left = std::max(left, co_await std::move(settling));
  }
  co_return left;
}

// How many holds of what was seen are left.
awaitable<int> QuotaCount::settle_one(std::string name) {
  int left = 0;
  for (int round = 0; round < kSettleWritesMax; ++round) {
    awaitable<bool> reading = read(name);
    const bool is_read = co_await std::move(reading);
    if (!is_read || !before_.contains(name)) co_return 0;
    const Read& now = before_.at(name);
    left = 0;
    std::set<std::string, std::less<>> come;
    for (const quota::Hold& hold : now.state.ledger.holds) {
      if (!counting_.seen.has(hold.uid)) continue;
      ++left;
      if (!counting_.seen.awaits_claims(hold)) come.insert(hold.uid);
    }
    const std::optional<quota::Ledger> after = quota::settled(now.state.ledger, come);
    if (!after) break;
    Result<kube::Document> body = kube::read_json(quota::with_ledger(now.object.root(), *after));
    if (!body) break;
    awaitable<Written> writing = replace(name, std::move(*body));
    const Written written = co_await std::move(writing);
    if (written == Written::kDone) co_return left - static_cast<int>(come.size());
    if (written != Written::kConflict) break;
  }
  co_return left;
}

}  // namespace drawbridge::admission
