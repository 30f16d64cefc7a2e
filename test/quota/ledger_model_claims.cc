// Pods whose entries name templates, the claims that the claim controller makes of these, claims of
// people, and what becomes of all.
#include <algorithm>
#include <utility>

#include "test/quota/ledger_model.h"

namespace drawbridge::quota {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t kTemplates = 4;

// The one that is generated.
constexpr std::size_t kGenerated = 0;

std::string template_name(std::size_t which) {
  return "t" + std::to_string(which);
}

// As the API server writes times.
seconds second_of(milliseconds time) {
  return std::chrono::floor<seconds>(time);
}
}  // namespace

void add_wants(std::int64_t devices, std::int64_t of_other, const std::string& claim,
               std::vector<Want>& wants) {
  if (devices > of_other) wants.push_back({"", "gpu", devices - of_other, {}, 0, claim});
  if (of_other > 0) wants.push_back({"", "other-gpu", of_other, {}, 0, claim});
}

bool LedgerModel::Template::is_older_than(Millis pod) const {
  return second_of(created) + kStoreTime + kTemplatesLate <= second_of(pod);
}

bool LedgerModel::Template::is_younger_than(Millis pod) const {
  return !is_generated && second_of(pod) < second_of(created);
}

void LedgerModel::add_entries(Request& request) {
  request.devices = static_cast<std::int64_t>(draw(3));
  const std::size_t entries = chance(30) ? 2 : 1;
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t which = draw(kTemplates);
    // From one file.
    if (chance(40)) change_template(which);
    request.entries.emplace("e" + std::to_string(i), template_name(which));
  }
}

// Of a user, who may say that it is a pod's.
void LedgerModel::begin_claim(Request& request) {
  request.is_claim = true;
  if (objects_.empty() || chance(50)) return;
  const Request& pod = request_of(any_object());
  request.is_forged = true;
  request.pod = {pod.uid, ""};
  if (chance(50)) request.pod.claim = pod.entries.empty() ? "e0" : pod.entries.begin()->first;
}

// What a replica says of it.
Waiter LedgerModel::judged(Request& request, const Known& known) {
  const ModelMapping& by = mapping(known);
  const UnitOf unit_of = by.unit_of(published_[known.published]);
  Waiter waiter = asking(request.uid, request.devices, "ticket" + std::to_string(++tickets_));
  if (request.is_claim) {
    waiter.wants.clear();
    add_wants(request.devices, request.of_other, "", waiter.wants);
    waiter.kind = "ResourceClaim";
    if (!request.pod.uid.empty()) waiter.owner = {"v1", "Pod", "pod", request.pod.uid};
    if (request.is_made()) waiter.made_for = paid_by_pod(request, known);
    if (waiter.made_for) waiter.made_for->unit_of = unit_of;
  } else {
    waiter.wants = wants_by_name(request.devices);
    own(request, waiter);
    judge_pod(request, waiter);
  }
  waiter.charge = charge_of(waiter.wants, unit_of);
  waiter.countings = by.countings;
  waiter.dry_run = request.dry_run;
  return waiter;
}

void LedgerModel::judge_pod(Request& request, Waiter& waiter) {
  const Templates& templates = templates_of_replica();
  for (const auto& [entry, name] : request.entries) {
    const auto made_of = templates.find(name);
    if (made_of == templates.end() || !made_of->second.is_older_than(request.began))
      waiter.awaits = true;
    if (made_of == templates.end()) continue;
    add_wants(made_of->second.devices, made_of->second.of_other, entry, waiter.wants);
    std::int64_t& charged = request.charged[entry];
    charged = std::max(charged, made_of->second.devices);
  }
}

// As webhook/decide/quotas/made_claims.h has it.
std::optional<MadeFor> LedgerModel::paid_by_pod(const Request& request, const Known& known) {
  const auto pod = objects_.find(request.pod.uid);
  if (pod == objects_.end() || pod->second.has_ended ||
      claim_of(request.pod.uid, request.pod.claim) != nullptr)
    return std::nullopt;
  if (!request.is_by_scheduler()) return paid_by_template(request, pod->second);
  if (!mapping(known).claim_costs_no_more(published_[known.published])) return std::nullopt;
  return request.pod;
}

std::optional<MadeFor> LedgerModel::paid_by_template(const Request& request, const Object& of) {
  const Request& pod = request_of(of);
  const Templates& templates = templates_of_replica();
  const auto made_of = templates.find(pod.entries.at(request.pod.claim));
  MadeFor paid = request.pod;
  paid.is_unsure = of.named.contains(request.pod.claim) || made_of == templates.end() ||
                   !made_of->second.is_older_than(pod.began) ||
                   made_of->second.devices != request.devices ||
                   made_of->second.of_other != request.of_other;
  return paid;
}

// The claim controller makes one for each entry, and again where one was refused or is gone. One
// that has just begun to lead may know late of what there is: then it makes a second one, or one
// for a pod that has ended, or takes a template for what it was.
void LedgerModel::make_claim() {
  const bool knows_late = chance(knows_late_);
  std::vector<MadeFor> wanted;
  for (const auto& [uid, object] : objects_) {
    if (object.has_ended && !knows_late) continue;
    for (const auto& [entry, name] : request_of(object).entries) {
      const auto made_of = templates_.find(name);
      if (made_of != templates_.end() && !is_counted_as_before(made_of->second) &&
          lacks_claim(uid, entry, knows_late))
        wanted.push_back({uid, entry});
    }
  }
  if (wanted.empty()) return;
  Request claim;
  claim.is_claim = true;
  claim.pod = wanted[draw(wanted.size())];
  const std::string& name = request_of(claim.pod.uid).entries.at(claim.pod.claim);
  const Template made_of = knows_late ? new_template(name, now_) : templates_.at(name);
  claim.devices = made_of.devices;
  claim.of_other = made_of.of_other;
  made_[claim.pod.uid][claim.pod.claim] = requests_.size();
  ask(std::move(claim));
}

bool LedgerModel::is_on_its_way(const Request& request) const {
  return !request.is_refused && !request.stored_as && now_ - request.began <= kStoreTime;
}

// As who makes them knows it.
bool LedgerModel::lacks_claim(const std::string& pod, const std::string& entry, bool knows_late) {
  const std::optional<std::size_t> made = made_[pod][entry];
  return !(made && is_on_its_way(requests_[*made])) &&
         (knows_late || claim_of(pod, entry) == nullptr);
}

const LedgerModel::Request* LedgerModel::claim_of(const std::string& pod,
                                                  const std::string& entry) const {
  for (const auto& [uid, object] : objects_) {
    const Request& request = request_of(object);
    if (request.is_made() && request.pod.uid == pod && request.pod.claim == entry) return &request;
  }
  return nullptr;
}

bool LedgerModel::awaits_claim(const std::string& pod) const {
  const auto& entries = request_of(pod).entries;
  return std::any_of(entries.begin(), entries.end(),
                     [&](const auto& entry) { return claim_of(pod, entry.first) == nullptr; });
}

// For this pod, or of this template.
bool LedgerModel::has_claim_on_its_way(const std::string& pod_or_template) const {
  for (const auto& [pod, entries] : made_) {
    for (const auto& [entry, made] : entries) {
      if (!made || !is_on_its_way(requests_[*made])) continue;
      if (pod == pod_or_template) return true;
      if (!entry.empty() && request_of(pod).entries.at(entry) == pod_or_template) return true;
    }
  }
  return false;
}

LedgerModel::Template LedgerModel::new_template(const std::string& name, Millis created) {
  if (name == template_name(kGenerated))
    return {.devices = 3, .created = created, .is_generated = true};
  const auto devices = static_cast<std::int64_t>(1 + draw(3));
  const auto of_other =
      chance(50) ? 0 : static_cast<std::int64_t>(draw(static_cast<std::uint64_t>(devices) + 1));
  return {.devices = devices, .created = created, .of_other = of_other};
}

// It is created, deleted, or replaced by a larger or a smaller one.
void LedgerModel::change_template(std::size_t which) {
  const std::string name = template_name(which);
  if (has_claim_on_its_way(name)) return;
  replaced_.emplace_back(now_, templates_);
  if (chance(20)) {
    templates_.erase(name);
  } else {
    // Its time is that of the request, which may have been on its way for long, by the clock of
    // some API server.
    const Millis before = chance(50)   ? Millis(0)
                          : chance(90) ? Millis(draw(kStoreTime / Millis(1)))
                                       : Millis(draw(kClocksApart / Millis(1)));
    templates_[name] = new_template(name, now_ - before);
    templates_[name].change = ++changes_;
  }
}

// As the replica knows them that judges a request: one in ten is late.
const LedgerModel::Templates& LedgerModel::templates_of_replica() {
  while (!replaced_.empty() && replaced_.front().first + kTemplatesLate < now_)
    replaced_.pop_front();
  return replaced_.empty() || !chance(10) ? templates_ : replaced_[draw(replaced_.size())].second;
}

void LedgerModel::change_some_template() {
  change_template(draw(kTemplates));
}

// Right behind a pod, or its claim.
void LedgerModel::change_templates_of(const Request& request) {
  const Request& pod = request.is_made() ? request_of(request.pod.uid) : request;
  for (const auto& [entry, name] : pod.entries) {
    if (chance(40)) change_template(std::stoul(name.substr(1)));
  }
}

// Or has counted, and the write is on its way.
bool LedgerModel::is_counting() const {
  return std::any_of(leaders_.begin(), leaders_.end(),
                     [](const Leader& leader) { return leader.stage != Leader::Stage::kRead; }) ||
         std::any_of(writes_.begin(), writes_.end(), [this](const std::optional<Write>& write) {
           return write && write->ledger.recounts > quotas_.at(write->quota).ledger.recounts;
         });
}

// By a count that is under way and knows what had its name before.
bool LedgerModel::is_counted_as_before(const Template& made_of) const {
  return std::any_of(leaders_.begin(), leaders_.end(),
                     [&made_of](const Leader& leader) {
                       return leader.stage != Leader::Stage::kRead &&
                              leader.changes < made_of.change;
                     }) ||
         std::any_of(writes_.begin(), writes_.end(), [&made_of](const std::optional<Write>& write) {
           return write && write->changes && *write->changes < made_of.change;
         });
}

// With a pod that had ended go the claims that nobody uses; the others stay for now.
void LedgerModel::delete_some() {
  if (objects_.empty()) return;
  const Object object = any_object();
  const std::string uid = request_of(object).uid;
  if (has_claim_on_its_way(uid) || (awaits_claim(uid) && chance(80))) return;
  // The scheduler's next one for the same pod asks for the same.
  const Request& request = request_of(object);
  if (request.is_made() && !request.is_by_scheduler() && is_counting()) return;
  if (object.has_ended) {
    std::erase_if(objects_, [&](const auto& each) {
      const Request& claim = request_of(each.second);
      return claim.is_made() && claim.pod.uid == uid && !each.second.is_in_use;
    });
  }
  objects_.erase(uid);
}

// A pod ends; devices are allocated to its claim, or no longer: then nobody uses it.
void LedgerModel::change_some() {
  if (objects_.empty()) return;
  Object& object = any_object();
  const Request& request = request_of(object);
  if (!request.is_claim) {
    object.has_ended |= !has_claim_on_its_way(request.uid) && chance(30);
    return;
  }
  const auto pod = objects_.find(request.is_made() ? request.pod.uid : "");
  const bool is_wanted = pod != objects_.end() && !pod->second.has_ended;
  if (object.is_in_use && !is_wanted) {
    objects_.erase(std::string(request.uid));
  } else {
    object.is_in_use = !object.is_in_use && is_wanted;
  }
}

// What a pod ended with is free, but for its claims until they are gone.
std::int64_t LedgerModel::cost(const Object& object, const ModelMapping& by) const {
  if (object.has_ended) return 0;
  const Request& request = request_of(object);
  if (!request.is_claim) return request.devices * by.by_name;
  const std::int64_t all = request.devices * by.each;
  return all - std::min(all, paid_by_name(request, by));
}

std::int64_t LedgerModel::in_use(const ModelMapping& by) const {
  std::int64_t units = 0;
  for (const auto& [uid, object] : objects_) units += cost(object, by);
  return units;
}

// But for claims of the scheduler that were on their way when a count was written by another
// mapping, under which their pods paid for less.
std::int64_t LedgerModel::stored_by(const Truth& truth) const {
  const ModelMapping& by = model_mappings()[truth.counted_by];
  std::int64_t units = in_use(by);
  for (const auto& [uid, object] : objects_) {
    const Request& request = request_of(object);
    if (truth.remapped && request.is_by_scheduler() && request.is_paid &&
        request.began <= *truth.remapped)
      units -= cost(object, by);
  }
  return units;
}

// With what pods were charged for claims that are yet to come; of these and of others, what the
// templates have now may count.
std::int64_t LedgerModel::in_use_at_most(const ModelMapping& by) const {
  std::int64_t devices = 0;
  for (const auto& [uid, object] : objects_) {
    const Request& pod = request_of(object);
    if (pod.is_claim || object.has_ended) continue;
    for (const auto& [entry, name] : pod.entries) {
      std::int64_t most = 0;
      const auto now = templates_.find(name);
      if (now != templates_.end() && !now->second.is_younger_than(pod.began))
        most = now->second.devices;
      if (const Request* has = claim_of(uid, entry)) {
        devices += std::max<std::int64_t>(0, most - has->devices);
        continue;
      }
      const auto charged = pod.charged.find(entry);
      devices += std::max(most, charged == pod.charged.end() ? 0 : charged->second);
    }
  }
  return in_use(by) + devices * by.each;
}

// Pods of which a claim never came, and all templates.
void LedgerModel::delete_what_waits() {
  std::erase_if(objects_, [this](const auto& each) { return awaits_claim(each.first); });
  templates_.clear();
}

}  // namespace drawbridge::quota
