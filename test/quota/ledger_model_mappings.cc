// Mappings, limits and published devices that change. Until what is in use was counted for them,
// nothing is let pass; what had come by then may be more than is allowed now, and nothing new comes
// beyond that.
#include <algorithm>

#include "test/quota/ledger_model.h"

namespace drawbridge::quota {
namespace {

ModelMapping model_mapping(const char* logical_resource, std::int64_t each) {
  const Countings countings = {{logical_resource, "charge " + std::to_string(each)}};
  return {logical_resource, each, std::make_shared<const Countings>(countings)};
}

}  // namespace

Amounts ModelMapping::cost(std::int64_t devices) const {
  return {{logical_resource, kube::Quantity::from_int(devices * each)}};
}

// By a capacity, of which each device has the same.
UnitOf ModelMapping::unit_of(bool is_published) const {
  Unit unit{logical_resource};
  if (is_by_capacity()) {
    unit.capacity = "memory";
    unit.is_unpublished = !is_published;
    if (is_published) unit.most = kube::Quantity::from_int(each);
  }
  return [unit](const Want&) { return unit; };
}

const std::vector<ModelMapping>& model_mappings() {
  static const std::vector<ModelMapping> kMappings = {
      model_mapping("gpu", 1), model_mapping("gpu", 2), model_mapping("accelerator", 1),
      model_mapping("accelerator", 3)};
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
  note_change(state.quota.name);
}

// Of what costs something: whether it was let pass since the last change. A claim that its pod was
// charged for came with it.
bool LedgerModel::is_new(const Uids& before, const Object& object) const {
  const Request& request = request_of(object);
  if (before.contains(request.uid)) return false;
  if (!request.is_made() || !before.contains(request.pod.uid)) return true;
  const auto& charged = request_of(request.pod.uid).charged;
  const auto of_entry = charged.find(request.pod.claim);
  return of_entry == charged.end() || of_entry->second < request.devices;
}

bool LedgerModel::has_new(const std::string& quota) const {
  const std::optional<Uids>& before = truths_.at(quota).before;
  return !before || std::any_of(objects_.begin(), objects_.end(), [&](const auto& entry) {
    return cost(entry.second) > 0 && is_new(*before, entry.second);
  });
}

}  // namespace drawbridge::quota
