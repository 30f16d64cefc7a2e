// Mappings, limits and published devices that change. Until what is in use was counted for them,
// nothing is let pass; what had come by then may be more than is allowed now, and nothing new comes
// beyond that.
#include <algorithm>

#include "test/quota/ledger_model.h"

namespace drawbridge::quota {
namespace {

ModelMapping model_mapping(const char* logical_resource, std::int64_t each, std::int64_t by_name) {
  const Countings countings = {
      {logical_resource, "charge " + std::to_string(each) + " " + std::to_string(by_name)}};
  return {logical_resource, each, by_name, std::make_shared<const Countings>(countings)};
}

}  // namespace

Amounts ModelMapping::amounts(std::int64_t units) const {
  return {{logical_resource, kube::Quantity::from_int(units)}};
}

// By a capacity, of which each device of a class has the same.
UnitOf ModelMapping::unit_of(bool is_published) const {
  Unit unit{logical_resource};
  if (is_by_capacity()) {
    unit.capacity = "memory";
    unit.is_unpublished = !is_published;
  }
  const auto most_of = [is_known = is_published && is_by_capacity()](std::int64_t most) {
    return is_known ? std::optional(kube::Quantity::from_int(most)) : std::nullopt;
  };
  Unit named = unit;
  unit.most = most_of(each);
  named.most = most_of(by_name);
  return [unit, named](const Want& want) { return want.resource.empty() ? unit : named; };
}

// What nobody can tell of one class says nothing of another.
bool ModelMapping::claim_costs_no_more(bool is_published) const {
  return is_published || !is_by_capacity() ? each <= by_name : each == by_name;
}

const std::vector<ModelMapping>& model_mappings() {
  static const std::vector<ModelMapping> kMappings = {
      model_mapping("gpu", 1, 1),         model_mapping("gpu", 2, 2),
      model_mapping("gpu", 2, 1),         model_mapping("accelerator", 1, 1),
      model_mapping("accelerator", 3, 3), model_mapping("accelerator", 1, 2)};
  return kMappings;
}

void LedgerModel::note_quota(const DeviceQuota& quota) {
  std::vector<std::string>& hashes = truths_[quota.name].hashes;
  for (const ModelMapping& mapping : model_mappings())
    hashes.push_back(mapping_hash(*mapping.countings, quota.hard));
}

void LedgerModel::change_mapping() {
  mapped_.push_back(draw(model_mappings().size()));
}

// The nodes that have them come and go.
void LedgerModel::change_published() {
  published_.push_back(!published_.back());
}

void LedgerModel::change_limits() {
  QuotaState& state =
      std::next(quotas_.begin(), static_cast<std::ptrdiff_t>(draw(quotas_.size())))->second;
  for (auto& [name, hard] : state.quota.hard)
    hard = kube::Quantity::from_int(static_cast<std::int64_t>(4 + draw(claims_ > 0 ? 20 : 8)));
  ++state.quota.generation;
  state.resource_version = std::to_string(++version_);
  tell(state);
  note_change(state.quota.name);
}

// Under other limits, or counted otherwise.
void LedgerModel::note_change(const std::string& quota) {
  Uids& before = truths_.at(quota).before.emplace();
  for (const auto& [uid, object] : objects_) before.insert(uid);
  for (const Hold& hold : quotas_.at(quota).ledger.holds) before.insert(hold.uid);
}

void LedgerModel::note_count(const QuotaState& state) {
  Truth& truth = truths_.at(state.quota.name);
  if (truth.hashes[truth.counted_by] == state.ledger.mapping_hash) return;
  const auto hash = std::find(truth.hashes.begin(), truth.hashes.end(), state.ledger.mapping_hash);
  truth.counted_by = static_cast<std::size_t>(hash - truth.hashes.begin());
  truth.remapped = now_;
  note_change(state.quota.name);
}

// Of what costs something: whether it was let pass since the last change. A claim that its pod was
// charged for came with it.
bool LedgerModel::is_new(const Uids& before, const Object& object) const {
  const Request& request = request_of(object);
  if (before.contains(request.uid)) return false;
  if (!request.is_made() || !before.contains(request.pod.uid)) return true;
  if (request.is_by_scheduler()) return !request.is_paid;
  const auto& charged = request_of(request.pod.uid).charged;
  const auto of_entry = charged.find(request.pod.claim);
  return of_entry == charged.end() || of_entry->second < request.devices;
}

bool LedgerModel::has_new(const std::string& quota) const {
  const Truth& truth = truths_.at(quota);
  const ModelMapping& by = model_mappings()[truth.counted_by];
  return !truth.before || std::any_of(objects_.begin(), objects_.end(), [&](const auto& entry) {
    return cost(entry.second, by) > 0 && is_new(*truth.before, entry.second);
  });
}

}  // namespace drawbridge::quota
