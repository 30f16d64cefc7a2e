#include "webhook/admission/quota_keeper.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <exception>
#include <utility>

#include "kube/api/object.h"
#include "kube/api/pod.h"
#include "kube/api/time.h"
#include "quota/recount.h"
#include "rules/checks/checks.h"
#include "webhook/admission/api_paths.h"
#include "webhook/admission/charges.h"
#include "webhook/admission/conditions.h"

namespace drawbridge::admission {
namespace {

using boost::asio::awaitable;
using kube::Json;

constexpr const char* kPods = "pods";

// False for pods that ask for no devices.
bool may_cost(const kube::ReflectedKind& kind, const Json& object) {
  if (kind.resource != "pods") return true;
  const Result<kube::PodView> pod = kube::PodView::read(object);
  return !pod || rules::asks_for_devices(*pod);
}

const ConditionsWish& counted_wish() {
  static const ConditionsWish kWish = {
      .conditions = {{kReadyCondition, true, "Counted",
                      "What is in use was counted for this generation."}},
      .owns_status = false};
  return kWish;
}

// The UID of the pod that a claim was made for.
std::string pod_of(const Json& object) {
  return is_made_for_pod(object)
             ? std::string(kube::ObjectView(object).controller()["uid"].as_string())
             : std::string();
}

std::uint64_t version_of(const Json& object) {
  return kube::version_number(object["metadata"]["resourceVersion"].as_string());
}

// What decisions would call not counted, as far as the snapshot knows.
bool is_stale(const quota::DeviceQuota& quota, const Json& object,
              const quota::Countings& countings) {
  const Json& status = object["status"];
  if (status["observedGeneration"].as_int() != quota.generation) return true;
  if (status["mappingHash"].as_string() != quota::mapping_hash(countings, quota.hard)) return true;
  return std::any_of(quota.hard.begin(), quota.hard.end(),
                     [&](const auto& entry) { return !quota.used.contains(entry.first); });
}

}  // namespace

struct QuotaKeeper::Watched {
  explicit Watched(std::string name) : resource(std::move(name)) {}

  const std::string resource;
  std::unique_ptr<kube::Reflector> reflector;  // nullptr: somebody else tells
  bool listed = false;
  bool absent = false;
  std::map<std::string, Tracked, std::less<>> objects;  // by UID, of namespaces with DeviceQuotas
};

struct QuotaKeeper::Count {
  Count(std::shared_ptr<const Snapshot> at, std::string name, kube::Client& by)
      : snapshot(std::move(at)), ns(std::move(name)), client(by), census(snapshot, ns) {}

  struct Read {
    kube::Document object;
    quota::QuotaState state;
  };

  const std::shared_ptr<const Snapshot> snapshot;
  const std::string ns;
  kube::Client& client;
  QuotaCensus census;
  std::map<std::string, Read> before;  // as they were read before the lists
  std::set<std::string, std::less<>> seen;
  std::map<std::string, std::set<std::string, std::less<>>> dropped;
  bool has_holds = false;
};

QuotaKeeper::QuotaKeeper(const boost::asio::any_io_executor& executor, kube::Client& client,
                         kube::Discovery& discovery, const SnapshotStore& snapshots,
                         QuotaKeeperOptions options)
    : executor_(executor),
      client_(client),
      snapshots_(snapshots),
      options_(std::move(options)),
      phantoms_(client_, holds_,
                [this] { return stopped_ ? std::nullopt : options_.write_until(); }),
      alarm_(executor) {
  kinds_.push_back(std::make_unique<Watched>(kPods));
  kube::ReflectedKind claims = claims_kind();
  kinds_.push_back(std::make_unique<Watched>(claims.resource));
  kinds_.back()->reflector =
      std::make_unique<kube::Reflector>(client, discovery, std::move(claims), pods());
}

QuotaKeeper::~QuotaKeeper() = default;

awaitable<void> QuotaKeeper::run() {
  for (const std::unique_ptr<Watched>& kind : kinds_) {
    if (!kind->reflector) continue;
    ++reflecting_;
    awaitable<void> reflecting = reflect(kind.get());
    boost::asio::co_spawn(executor_, std::move(reflecting),
                          [this](const std::exception_ptr& problem) {
                            if (problem) problem_ = problem;
                            --reflecting_;
                            alarm_.wake();
                          });
  }
  try {
    awaitable<void> working = work();
    co_await std::move(working);
  } catch (...) {
    problem_ = std::current_exception();
  }
  stop();
  while (reflecting_ > 0 || changed_counting_ + due_counting_ + settling_ > 0) {
    const kube::Deadline next = Clock::now() + kQuotaKeepInterval;
    co_await alarm_.sleep(next);
  }
  if (problem_) std::rethrow_exception(problem_);
}

awaitable<void> QuotaKeeper::work() {
  while (!stopped_ && !problem_ && reflecting_ > 0) {
    note_snapshot();
    begin_due();
    forget_gone();
    const kube::Deadline next = Clock::now() + kQuotaKeepInterval;
    co_await alarm_.sleep(next);
  }
}

void QuotaKeeper::stop() {
  stopped_ = true;
  for (const std::unique_ptr<Watched>& kind : kinds_) {
    if (kind->reflector) kind->reflector->stop();
  }
  alarm_.wake();
}

awaitable<void> QuotaKeeper::reflect(Watched* watched) {
  co_await watched->reflector->run();
}

QuotaKeeper::Watched& QuotaKeeper::watched(const kube::ReflectedKind& kind) {
  const auto found = std::find_if(kinds_.begin(), kinds_.end(), [&kind](const auto& watched) {
    return watched->resource == kind.resource;
  });
  return **found;
}

void QuotaKeeper::list_begins(const kube::ReflectedKind& kind) {
  for (auto& [uid, tracked] : watched(kind).objects) tracked.is_listed = false;
}

void QuotaKeeper::put(const kube::ReflectedKind& kind, Json object) {
  const std::string ns(object["metadata"]["namespace"].as_string());
  if (!paces_.contains(ns) || !may_cost(kind, object)) return;
  const bool ended = kube::has_ended(object);
  const bool queued = is_queued(object);
  const auto [at, is_new] =
      watched(kind).objects.try_emplace(std::string(object["metadata"]["uid"].as_string()),
                                        Tracked{ns, ended, {}, true, queued, pod_of(object)});
  at->second.is_listed = true;
  if (is_new && !at->second.pod.empty()) ++claims_of_pods_[at->second.pod];
  const bool had_ended = std::exchange(at->second.has_ended, ended);
  const bool was_queued = std::exchange(at->second.is_queued, queued);
  if (had_ended != ended || was_queued != queued || (is_new && ended)) return mark(ns);
  if (is_new) note_arrival(ns);
}

void QuotaKeeper::removed(const kube::ReflectedKind& kind, Json last) {
  const std::string ns(last["metadata"]["namespace"].as_string());
  if (!paces_.contains(ns) || !may_cost(kind, last)) return;
  Tracked& tracked = watched(kind).objects[std::string(last["metadata"]["uid"].as_string())];
  tracked = {ns, true, Clock::now(), true, false, std::move(tracked.pod)};
  mark(ns);
}

void QuotaKeeper::listed(const kube::ReflectedKind& kind) {
  Watched& known = watched(kind);
  for (auto& [uid, tracked] : known.objects) {
    if (tracked.is_listed || tracked.gone_at) continue;
    tracked.gone_at = Clock::now();
    mark(tracked.ns);
  }
  known.listed = true;
  known.absent = false;
  alarm_.wake();
}

void QuotaKeeper::fresh(const kube::ReflectedKind& /*kind*/) {}

void QuotaKeeper::absent(const kube::ReflectedKind& kind) {
  list_begins(kind);
  listed(kind);
  watched(kind).absent = true;
}

void QuotaKeeper::troubled(const kube::ReflectedKind& /*kind*/, const std::string& what) {
  tell_trouble(what);
}

void QuotaKeeper::tell_trouble(const std::string& text) {
  if (options_.troubled) options_.troubled(text);
}

bool QuotaKeeper::is_tracked(const std::string& uid) const {
  return std::any_of(kinds_.begin(), kinds_.end(),
                     [&uid](const auto& kind) { return kind->objects.contains(uid); });
}

void QuotaKeeper::mark(const std::string& ns) {
  const auto pace = paces_.find(ns);
  if (pace == paces_.end()) return;
  pace->second.mark();
  alarm_.wake();
}

void QuotaKeeper::note_arrival(const std::string& ns) {
  Pace& pace = paces_[ns];
  pace.latest = std::min(pace.latest, Clock::now() + kRecountHolds);
  ++pace.arrivals;
}

void QuotaKeeper::note_snapshot() {
  const std::shared_ptr<const Snapshot> snapshot = snapshots_.get();
  if (snapshot == seen_) return;
  seen_ = snapshot;
  std::set<std::string> there;
  snapshot->for_each(ObjectKind::kDeviceQuota, [&](const Json& object) {
    there.emplace(object["metadata"]["namespace"].as_string());
  });
  std::erase_if(paces_, [&](const auto& entry) {
    return !entry.second.is_running && !there.contains(entry.first);
  });
  const bool counts_anew = seen_countings_ != snapshot->countings();
  seen_countings_ = snapshot->countings();
  for (const std::string& ns : there) {
    Pace& pace = paces_[ns];
    for (const quota::DeviceQuota& quota : snapshot->device_quotas_of(ns)) {
      const Json object = snapshot->object(ObjectKind::kDeviceQuota, ns, quota.name);
      const std::string_view version = object["metadata"]["resourceVersion"].as_string();
      std::string& known = pace.versions[quota.name];
      const bool is_written = known != version;
      known = version;
      // Whoever wrote it may have written what is not so.
      if (is_written) pace.latest = std::min(pace.latest, Clock::now() + kRecountHolds);
      if ((is_written || counts_anew) && is_uncounted(pace, quota, object)) pace.mark();
    }
  }
}

bool QuotaKeeper::is_uncounted(Pace& pace, const quota::DeviceQuota& quota,
                               const Json& object) const {
  const auto by = pace.counted_by.find(quota.name);
  if (by != pace.counted_by.end()) {
    const bool is_awaited = by->second.version == 0 || version_of(object) < by->second.version;
    if (is_awaited && by->second.generation == quota.generation &&
        by->second.mapping_hash == quota::mapping_hash(*seen_countings_, quota.hard)) {
      return false;
    }
    if (!is_awaited) pace.counted_by.erase(by);
  }
  return is_stale(quota, object, *seen_countings_);
}

void QuotaKeeper::note_counted(const std::string& ns, const std::string& name, const Json& object) {
  Pace& pace = paces_[ns];
  const auto by = pace.counted_by.find(name);
  if (by != pace.counted_by.end()) by->second.version = version_of(object);
}

void QuotaKeeper::begin_due() {
  const bool is_ready =
      std::all_of(kinds_.begin(), kinds_.end(), [](const auto& kind) { return kind->listed; });
  if (!is_ready || !options_.write_until()) return;
  begin(true, changed_counting_, kChangedRecountsMax);
  begin(false, due_counting_, kDueRecountsMax);
  begin_settling();
}

QuotaKeeper::Paces::iterator QuotaKeeper::longest_due(bool dirty) {
  const Clock::time_point now = Clock::now();
  auto longest = paces_.end();
  const auto since = [dirty](const Pace& pace) { return dirty ? pace.dirty_since : pace.latest; };
  for (auto at = paces_.begin(); at != paces_.end(); ++at) {
    const Pace& pace = at->second;
    if (pace.is_running || pace.dirty != dirty || now < (dirty ? pace.next : pace.latest)) continue;
    if (longest == paces_.end() || since(pace) < since(longest->second)) longest = at;
  }
  return longest;
}

void QuotaKeeper::begin(bool dirty, std::size_t& counting, std::size_t counting_max) {
  while (counting < counting_max) {
    const auto due = longest_due(dirty);
    if (due == paces_.end()) return;
    auto& [ns, pace] = *due;
    pace.is_running = true;
    pace.dirty = false;
    pace.arrivals = 0;
    pace.latest = Clock::time_point::max();  // what happens meanwhile brings it forward
    pace.counted_by.clear();
    for (const quota::DeviceQuota& quota : seen_->device_quotas_of(ns)) {
      pace.counted_by[quota.name] = {quota.generation,
                                     quota::mapping_hash(*seen_countings_, quota.hard)};
    }
    ++counting;
    awaitable<void> keeping = keep(ns, dirty);
    boost::asio::co_spawn(executor_, std::move(keeping),
                          [this, ns = ns, &counting](const std::exception_ptr& problem) {
                            --counting;
                            if (problem) after_throw(ns, problem);
                            alarm_.wake();
                          });
  }
}

void QuotaKeeper::begin_settling() {
  for (auto& [ns, pace] : paces_) {
    if (settling_ >= kSettlingMax) return;
    if (pace.is_running || pace.arrivals < kArrivalsMax || Clock::now() < pace.settles) continue;
    pace.is_running = true;
    pace.arrivals = 0;
    ++settling_;
    awaitable<void> settling = settle(ns);
    boost::asio::co_spawn(executor_, std::move(settling),
                          [this, ns = ns](const std::exception_ptr& problem) {
                            --settling_;
                            if (problem) after_throw(ns, problem);
                          });
  }
}

// A fault of ours; the others are counted, and this one is tried again.
void QuotaKeeper::after_throw(const std::string& ns, const std::exception_ptr& problem) {
  Pace& pace = paces_[ns];
  pace.is_running = false;
  pace.mark();
  pace.next = Clock::now() + kRecountAgain;
  try {
    std::rethrow_exception(problem);
  } catch (const std::exception& fault) {
    tell_trouble("namespace " + ns + " could not be counted: " + fault.what());
  }
}

void QuotaKeeper::forget_gone() {
  const Clock::time_point now = Clock::now();
  for (const std::unique_ptr<Watched>& kind : kinds_) {
    std::erase_if(kind->objects, [&](const auto& entry) {
      const Tracked& tracked = entry.second;
      const bool forgotten = tracked.gone_at && now - *tracked.gone_at > kGoneFor;
      const auto of_pod = forgotten ? claims_of_pods_.find(tracked.pod) : claims_of_pods_.end();
      if (of_pod != claims_of_pods_.end() && --of_pod->second == 0) claims_of_pods_.erase(of_pod);
      return forgotten;
    });
  }
}

awaitable<void> QuotaKeeper::keep(std::string ns, bool is_urgent) {
  kube::Client& client = is_urgent && options_.urgent != nullptr ? *options_.urgent : client_;
  const auto count = std::make_shared<Count>(snapshots_.get(), ns, client);
  awaitable<bool> counting = this->count(count);
  const bool is_done = co_await std::move(counting);
  Pace& pace = paces_[ns];
  const Clock::time_point now = Clock::now();
  pace.is_running = false;
  if (!is_done) pace.mark();
  pace.next = now + (is_done ? std::chrono::milliseconds(kRecountSoon) : kRecountAgain);
  const Clock::time_point again = now + (count->has_holds ? kRecountHolds : kRecountAlways);
  pace.latest = std::min(pace.latest, again);
}

awaitable<bool> QuotaKeeper::count(std::shared_ptr<Count> count) {
  std::vector<std::string> names;
  for (const quota::DeviceQuota& quota : count->snapshot->device_quotas_of(count->ns))
    names.push_back(quota.name);
  for (const std::string& name : names) {
    awaitable<bool> reading = read(count, name);
    if (!co_await std::move(reading)) co_return false;
  }
  for (const std::string& name : names) {
    awaitable<void> finding = find_phantoms(count, name);
    co_await std::move(finding);
  }
  const Clock::time_point list_began = Clock::now();
  for (const auto& [name, read] : count->before) {
    count->dropped[name].merge(holds_.expired(count->ns + "/" + name, list_began));
    // What a watch has told by now is in the list, or gone; what it tells later may be neither.
    for (const quota::Hold& hold : read.state.ledger.holds) {
      if (is_tracked(hold.uid)) count->seen.insert(hold.uid);
    }
  }
  for (const std::unique_ptr<Watched>& kind : kinds_) {
    if (kind->absent) continue;
    kube::ResourcePath path = kind->reflector ? kind->reflector->path() : pod_path({}, {});
    path.ns = count->ns;
    awaitable<bool> listing = list(count, std::move(path));
    if (!co_await std::move(listing)) co_return false;
  }
  count->seen.insert(count->census.uids().begin(), count->census.uids().end());
  bool is_done = true;
  for (const std::string& name : names) {
    if (!count->before.contains(name)) continue;
    awaitable<bool> writing = write(count, name);
    const bool is_written = co_await std::move(writing);
    is_done = is_done && is_written;
  }
  co_return is_done;
}

awaitable<bool> QuotaKeeper::read(std::shared_ptr<Count> count, std::string name) {
  const std::optional<kube::Deadline> until = options_.write_until();
  if (!until || stopped_) co_return false;
  kube::ResourcePath path = device_quota_path(count->ns, name);
  kube::ApiResult result = co_await count->client.get(std::move(path), *until);
  const std::string key = count->ns + "/" + name;
  if (!result.ok()) {
    if (result.is(kube::kReasonNotFound)) {
      holds_.forget(key);
      count->before.erase(name);
      co_return true;
    }
    tell_trouble("DeviceQuota " + key + " could not be read: " + result.error_text());
    co_return false;
  }
  Result<quota::QuotaState> state = quota::QuotaState::read(result.object());
  if (!state) {
    tell_trouble("DeviceQuota " + key + " can't be counted: " + state.error().text());
    co_return false;
  }
  holds_.saw(key, state->ledger, Clock::now());
  count->before.insert_or_assign(name,
                                 Count::Read{std::move(result.reply().object), std::move(*state)});
  co_return true;
}

awaitable<void> QuotaKeeper::find_phantoms(std::shared_ptr<Count> count, std::string name) {
  const auto read = count->before.find(name);
  if (read == count->before.end()) co_return;
  quota::Ledger ledger = read->second.state.ledger;
  std::string ns = count->ns;
  std::string quota = name;
  std::set<std::string, std::less<>> found =
      co_await phantoms_.find(std::move(ns), std::move(quota), std::move(ledger));
  count->dropped[name] = std::move(found);
}

awaitable<bool> QuotaKeeper::list(std::shared_ptr<Count> count, kube::ResourcePath path) {
  const bool are_pods = path.resource == kPods;
  std::string token;
  do {
    const std::optional<kube::Deadline> until = options_.write_until();
    if (!until || stopped_) co_return false;
    kube::Client::Query query = {{"limit", std::to_string(kube::kListPageObjects)}};
    if (!token.empty()) query.emplace_back("continue", token);
    const kube::ApiAnswer<kube::ListPage> page =
        co_await count->client.list(path, *until, std::move(query));
    if (!page.ok()) {
      // A list that took too long begins anew.
      if (!page.is(kube::kReasonExpired) && !page.is(kube::kReasonGone))
        tell_trouble("the " + path.resource + " of namespace " + count->ns +
                     " could not be listed: " + page.error_text());
      co_return false;
    }
    kube::Document document;
    for (std::size_t i = 0; i < page.value().size(); ++i) {
      if (!count->client.reader().read_padded(page.value().item(i), document)) continue;
      if (are_pods) {
        count->census.add_pod(document.root());
      } else {
        count->census.add_claim(document.root());
      }
    }
    token = page.value().continue_token();
  } while (!token.empty());
  co_return true;
}

awaitable<bool> QuotaKeeper::write(std::shared_ptr<Count> count, std::string name) {
  const quota::Ledger before = count->before.at(name).state.ledger;
  const Json* labels = count->snapshot->namespace_labels(count->ns);
  const quota::UnitOf unit = unit_of(*count->snapshot, labels == nullptr ? Json() : *labels);
  for (int round = 0; round < kRecountWritesMax; ++round) {
    const Count::Read& now = count->before.at(name);
    const quota::DeviceQuota& quota = now.state.quota;
    const std::optional<quota::Ledger> after = quota::recounted(
        quota, before, now.state.ledger,
        {count->census.cost(quota.exclude_queued), count->seen, count->dropped[name]},
        *count->snapshot->countings(), unit);
    if (!after) co_return false;
    count->has_holds = count->has_holds || !after->holds.empty();
    quota::Ledger same = *after;
    same.recounts = now.state.ledger.recounts;
    const bool is_said = says(now.object.root(), counted_wish());
    if (is_said && same.recounts > 0 && same == now.state.ledger) {
      note_counted(count->ns, name, now.object.root());
      co_return true;
    }
    Result<kube::Document> body = kube::read_json(quota::with_ledger(now.object.root(), *after));
    if (body && !is_said) {
      const kube::Time time =
          std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
      body = kube::read_json(with_conditions(body->root(), counted_wish(), time));
    }
    if (!body) {
      tell_trouble("the status of DeviceQuota " + count->ns + "/" + name +
                   " can't be put into words: " + body.error().text());
      co_return false;
    }
    awaitable<Written> writing = replace(count, name, std::move(*body));
    const Written written = co_await std::move(writing);
    if (written == Written::kDone) ++recounts_;
    if (written == Written::kDone || written == Written::kGone) co_return true;
    if (written == Written::kFailed) co_return false;
    awaitable<bool> reading = read(count, name);
    if (!co_await std::move(reading)) co_return false;
    if (!count->before.contains(name)) co_return true;
  }
  co_return false;
}

awaitable<QuotaKeeper::Written> QuotaKeeper::replace(std::shared_ptr<Count> count, std::string name,
                                                     kube::Document body) {
  const std::optional<kube::Deadline> until = options_.write_until();
  if (!until || stopped_) co_return Written::kFailed;
  kube::ResourcePath path = device_quota_path(count->ns, name);
  path.subresource = "status";
  const Json root = body.root();
  const kube::ApiResult written = co_await count->client.replace(std::move(path), root, *until);
  if (written.ok()) {
    note_counted(count->ns, name, written.object());
    co_return Written::kDone;
  }
  if (written.is(kube::kReasonNotFound)) co_return Written::kGone;
  if (written.is(kube::kReasonConflict)) co_return Written::kConflict;
  tell_trouble("the status of DeviceQuota " + count->ns + "/" + name +
               " could not be written: " + written.error_text());
  co_return Written::kFailed;
}

// Of a pod whose claims have not come yet, the hold tells by what they were charged.
bool QuotaKeeper::awaits_claims(const quota::Hold& hold) const {
  std::set<std::string_view> wanted;
  for (const quota::Want& want : hold.demand) {
    if (!want.claim.empty()) wanted.insert(want.claim);
  }
  if (wanted.empty()) return false;
  const auto made = claims_of_pods_.find(hold.uid);
  return made == claims_of_pods_.end() || made->second < wanted.size();
}

awaitable<void> QuotaKeeper::settle(std::string ns) {
  const auto count = std::make_shared<Count>(snapshots_.get(), ns, client_);
  int left = 0;
  for (const quota::DeviceQuota& quota : count->snapshot->device_quotas_of(ns)) {
    awaitable<int> settling = settle_one(count, quota.name);
    left = std::max(left, co_await std::move(settling));
  }
  Pace& pace = paces_[ns];
  pace.is_running = false;
  pace.settles = Clock::now() + kSettleInterval;
  if (left >= kUnsettledMax) mark(ns);
}

// How many holds of what was seen are left.
awaitable<int> QuotaKeeper::settle_one(std::shared_ptr<Count> count, std::string name) {
  int left = 0;
  for (int round = 0; round < kSettleWritesMax; ++round) {
    awaitable<bool> reading = read(count, name);
    const bool is_read = co_await std::move(reading);
    if (!is_read || !count->before.contains(name)) co_return 0;
    const Count::Read& now = count->before.at(name);
    left = 0;
    std::set<std::string, std::less<>> seen;
    for (const quota::Hold& hold : now.state.ledger.holds) {
      if (!is_tracked(hold.uid)) continue;
      ++left;
      if (!awaits_claims(hold)) seen.insert(hold.uid);
    }
    const std::optional<quota::Ledger> after = quota::settled(now.state.ledger, seen);
    if (!after) break;
    Result<kube::Document> body = kube::read_json(quota::with_ledger(now.object.root(), *after));
    if (!body) break;
    awaitable<Written> writing = replace(count, name, std::move(*body));
    const Written written = co_await std::move(writing);
    if (written == Written::kDone) co_return left - static_cast<int>(seen.size());
    if (written != Written::kConflict) break;
  }
  co_return left;
}

}  // namespace drawbridge::admission
