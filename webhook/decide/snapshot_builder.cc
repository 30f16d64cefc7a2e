#include "webhook/decide/snapshot_builder.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rules/mapping/template.h"
#include "rules/shape/decode.h"
#include "rules/shape/kinds.h"
#include "webhook/decide/kueue_config_map.h"
#include "webhook/decide/kueue_startup.h"
#include "webhook/decide/quotas/charge_units.h"

namespace drawbridge::admission {
namespace {

using kube::CompactJson;
using kube::Json;
using kube::ObjectView;

constexpr std::string_view kDefaultNamespace = "default";

struct Identity {
  ObjectKind kind;
  std::string ns;  // empty for kinds without a namespace
  std::string name;

  // In SnapshotParts::objects.
  std::string key() const { return kind_info(kind).namespaced ? kube::key_text({ns, name}) : name; }
};

std::optional<Identity> identity(std::string_view group, std::string_view kind, std::string_view ns,
                                 std::string_view name) {
  const std::optional<ObjectKind> known = object_kind(group, kind);
  if (!known) return std::nullopt;
  Identity result{*known, {}, std::string(name)};
  if (kind_info(*known).namespaced) result.ns = ns.empty() ? kDefaultNamespace : ns;
  // There is one, whatever its name.
  if (*known == ObjectKind::kKueueConfiguration) result.name.clear();
  return result;
}

std::optional<Identity> identity_of_key(ObjectKind kind, std::string_view key) {
  if (!kind_info(kind).namespaced) return Identity{kind, {}, std::string(key)};
  const std::size_t slash = key.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  return Identity{kind, std::string(key.substr(0, slash)), std::string(key.substr(slash + 1))};
}

}  // namespace

class SnapshotBuilder::State {
 public:
  explicit State(rules::SharedSettings settings) { parts_.settings = std::move(settings); }

  bool put(const Json& object, std::string_view place);
  bool remove(const Identity& which);
  void begin_list(ObjectKind kind) { listings_[kind].clear(); }
  bool end_list(ObjectKind kind);
  bool clear(ObjectKind kind);
  std::shared_ptr<const Snapshot> publish(Matching matching);
  bool is_matching() const { return matches_.is_behind(); }
  void match(std::size_t asks_max);

  void set_partial(ObjectKind kind) { parts_.partial[static_cast<std::size_t>(kind)] = true; }

 private:
  // An object took the place of another one, or of none; null on either side.
  struct Change {
    const Identity& which;
    Json before;
    const CompactJson& after;
    std::string_view place;
  };

  kube::CowMap<CompactJson>& objects(ObjectKind kind) {
    return parts_.objects[static_cast<std::size_t>(kind)];
  }
  void apply(const Identity& which, const CompactJson& after, std::string_view place);
  void tell_indexes(const Change& change);
  void report(const Change& change, const std::string& text);
  void report(const Identity& which, std::string_view place, const std::string& text);
  void report_shape(const Identity& which, const Json& object, std::string_view place);
  bool set_known(ObjectKind kind);

  void change_class(const Change& change);
  void change_slice(const Change& change);
  void change_mapping(const Change& change);
  void change_rule(const Change& change);
  void change_namespace_rules(const Change& change);
  void change_config_map(const Change& change);
  void change_kueue(const Change& change);
  void set_kueue_fault(std::string field);
  void change_meters(const Change& change);
  void count_template(const Change& change);
  void renew_wanted_capacities();

  SnapshotParts parts_;
  std::map<ObjectKind, std::set<std::string, std::less<>>> listings_;  // what was put so far
  rules::DeviceMatches matches_;
  rules::ClassCapacities capacities_;
  std::map<std::string, std::string> slice_places_;  // of those that have one
  std::map<std::string, rules::SelectiveMapping, std::less<>> mappings_;
  std::map<std::string, std::shared_ptr<const rules::DeviceRule>, std::less<>> rules_;
  bool rules_changed_ = false;
  bool mappings_changed_ = false;
  bool countings_changed_ = false;
  bool capacities_changed_ = false;
  std::string configured_by_;  // the key of the ConfigMap that holds Kueue's Configuration
  bool changed_ = true;
  std::shared_ptr<const Snapshot> last_;
};

bool SnapshotBuilder::State::put(const Json& object, std::string_view place) {
  const ObjectView view(object);
  const std::optional<Identity> which = identity(view.group(), view.kind(), view.ns(), view.name());
  if (!which) return false;
  const std::string key = which->key();
  if (const auto listing = listings_.find(which->kind); listing != listings_.end())
    listing->second.insert(key);
  if (which->kind == ObjectKind::kConfigMap && !configures_kueue(object)) return remove(*which);
  if (which->kind == ObjectKind::kKueueConfiguration) set_kueue_fault(startup_fault(object));
  kube::Arena arena;
  const Json reduced = reduce(which->kind, object, arena);
  const CompactJson* before = objects(which->kind).find(key);
  if (before != nullptr && before->root() == reduced) return false;
  apply(*which, CompactJson(reduced), place);
  if (!place.empty()) report_shape(*which, object, place);
  return true;
}

// What no API server would have stored, and would be taken for something else or for nothing. Of
// files alone: what a cluster has was checked, and by a version that may know more fields.
void SnapshotBuilder::State::report_shape(const Identity& which, const Json& object,
                                          std::string_view place) {
  // What reads it has told already.
  if (parts_.problems.contains(problem_key(which.kind, which.ns, which.name))) return;
  const auto tell = [&](const rules::Finding& finding) {
    if (finding.severity == rules::Severity::kDeny)
      report(which, place, finding.message + " " + finding.fix);
  };
  if (const auto unknown = rules::shape::misspelt_kind(object)) tell(unknown->finding);
  const rules::shape::Decoded decoded = rules::shape::decode(object);
  if (decoded.typed && which.name.empty() && which.kind != ObjectKind::kKueueConfiguration &&
      object["metadata"]["generateName"].is_null())
    report(which, place, "metadata.name is not set. Write one.");
  // A field that nobody knows may be a newer version's. Of a slip all is told.
  if (decoded.typed && decoded.meant.empty()) return;
  for (const rules::Finding& finding : decoded.findings) tell(finding);
}

bool SnapshotBuilder::State::remove(const Identity& which) {
  if (!objects(which.kind).contains(which.key())) return false;
  if (which.kind == ObjectKind::kKueueConfiguration) set_kueue_fault({});
  apply(which, {}, {});
  return true;
}

bool SnapshotBuilder::State::end_list(ObjectKind kind) {
  const auto listing = listings_.find(kind);
  if (listing == listings_.end()) return false;
  const std::set<std::string, std::less<>> listed = std::move(listing->second);
  listings_.erase(listing);
  std::vector<Identity> gone;
  objects(kind).for_each([&](const auto& entry) {
    if (listed.contains(entry.key)) return;
    if (auto which = identity_of_key(kind, entry.key)) gone.push_back(std::move(*which));
  });
  for (const Identity& which : gone) remove(which);
  const bool news = set_known(kind);
  return news || !gone.empty();
}

bool SnapshotBuilder::State::clear(ObjectKind kind) {
  begin_list(kind);
  return end_list(kind);
}

bool SnapshotBuilder::State::set_known(ObjectKind kind) {
  if (std::exchange(parts_.known[static_cast<std::size_t>(kind)], true)) return false;
  if (kind == ObjectKind::kDeviceClass) parts_.devices.set_classes_known();
  if (kind == ObjectKind::kResourceSlice) parts_.devices.set_slices_known();
  return changed_ = true;
}

void SnapshotBuilder::State::apply(const Identity& which, const CompactJson& after,
                                   std::string_view place) {
  changed_ = true;
  const std::string key = which.key();
  const CompactJson* found = objects(which.kind).find(key);
  const CompactJson before = found == nullptr ? CompactJson() : *found;
  if (after.root().is_null()) {
    objects(which.kind).erase(key);
  } else {
    objects(which.kind).set(key, after);
  }
  parts_.problems.erase(problem_key(which.kind, which.ns, which.name));
  tell_indexes({which, before.root(), after, place});
}

void SnapshotBuilder::State::report(const Identity& which, std::string_view place,
                                    const std::string& text) {
  const KindInfo& info = kind_info(which.kind);
  const std::string key = problem_key(which.kind, which.ns, which.name);
  const auto* before = parts_.problems.find(key);
  auto problems = before == nullptr ? std::make_shared<std::vector<Problem>>()
                                    : std::make_shared<std::vector<Problem>>(**before);
  problems->push_back({std::string(place), std::string(info.group), std::string(info.kind),
                       which.ns, which.name, text});
  parts_.problems.set(key, std::move(problems));
}

void SnapshotBuilder::State::report(const Change& change, const std::string& text) {
  report(change.which, change.place, text);
}

void SnapshotBuilder::State::tell_indexes(const Change& change) {
  switch (change.which.kind) {
    case ObjectKind::kDeviceClass:
      return change_class(change);
    case ObjectKind::kResourceSlice:
      return change_slice(change);
    case ObjectKind::kNode:
      // Says nothing of a node that it could fail by.
      return static_cast<void>(parts_.devices.replace(change.before, change.after.root()));
    case ObjectKind::kDeviceMapping:
      return change_mapping(change);
    case ObjectKind::kDeviceRule:
      return change_rule(change);
    case ObjectKind::kLimitRange:
    case ObjectKind::kResourceQuota:
    case ObjectKind::kDeviceQuota:
      return change_namespace_rules(change);
    case ObjectKind::kResourceClaim:
      return matches_.change_claim(change.before, change.after.root());
    case ObjectKind::kResourceClaimTemplate:
      matches_.change_claim(change.before, change.after.root());
      return count_template(change);
    case ObjectKind::kConfigMap:
      return change_config_map(change);
    case ObjectKind::kKueueConfiguration:
      countings_changed_ = true;
      change_kueue(change);
      return change_meters(change);
    case ObjectKind::kAdmissionCheck:
    case ObjectKind::kClusterQueue:
    case ObjectKind::kCohort:
    case ObjectKind::kLocalQueue:
    case ObjectKind::kResourceFlavor:
    case ObjectKind::kTopology:
      return change_kueue(change);
    default:
      return;
  }
}

void SnapshotBuilder::State::change_kueue(const Change& change) {
  const Status status = parts_.kueue.replace(change.before, change.after.root());
  if (!status) report(change, status.error().text());
}

void SnapshotBuilder::State::set_kueue_fault(std::string field) {
  changed_ |= parts_.kueue_fault != field;
  parts_.kueue_fault = std::move(field);
}

void SnapshotBuilder::State::change_meters(const Change& change) {
  const kube::KueueConfiguration* configuration = parts_.kueue.configuration();
  std::vector<rules::ClassMeter> meters;
  const std::size_t mappings = configuration == nullptr ? 0 : configuration->mappings.size();
  for (std::size_t i = 0; i < mappings; ++i) {
    const kube::KueueClassMapping& mapping = configuration->mappings[i];
    for (std::size_t j = 0; j < mapping.sources.size(); ++j) {
      const Result<rules::SharedMeter> meter = rules::compile_meter(mapping.sources[j]);
      if (!meter) {
        report(change, "resources.deviceClassMappings[" + std::to_string(i) + "].sources[" +
                           std::to_string(j) + "]: its deviceSelector " + meter.error().message +
                           "; Kueue does not start with that. Correct it");
        continue;
      }
      for (const std::string& name : mapping.device_classes) meters.push_back({name, *meter});
    }
  }
  matches_.set_meters(std::move(meters));
}

void SnapshotBuilder::State::change_class(const Change& change) {
  countings_changed_ = capacities_changed_ = true;
  const Status status = parts_.devices.replace(change.before, change.after.root());
  if (!status) report(change, status.error().text());
  const rules::DeviceIndex::DeviceClass* known = parts_.devices.device_class(change.which.name);
  matches_.set_class(change.which.name, known == nullptr ? std::nullopt : known->selectors);
}

void SnapshotBuilder::State::change_slice(const Change& change) {
  static_cast<void>(parts_.devices.replace(change.before, change.after.root()));
  slice_places_.erase(change.which.name);
  if (change.after.root().is_null()) {
    matches_.remove_slice(change.which.name);
    capacities_.remove_slice(change.which.name);
  } else {
    if (!change.place.empty()) slice_places_.emplace(change.which.name, change.place);
    matches_.put_slice(change.which.name, change.after);
    capacities_.put_slice(change.which.name, change.after.root());
  }
}

void SnapshotBuilder::State::change_mapping(const Change& change) {
  const Json after = change.after.root();
  const auto known = mappings_.find(change.which.name);
  // Its status is ours to write, and compiles to nothing.
  if (known != mappings_.end() && !after.is_null() && change.before["spec"] == after["spec"])
    return;
  if (known != mappings_.end()) mappings_.erase(known);
  mappings_changed_ = countings_changed_ = capacities_changed_ = true;
  if (after.is_null()) return;
  Result<std::shared_ptr<const rules::Mapping>> mapping = rules::compile_mapping(after);
  if (!mapping) return report(change, mapping.error().text());
  mappings_.emplace(change.which.name, rules::compile_selectors_of(std::move(*mapping)));
}

void SnapshotBuilder::State::change_rule(const Change& change) {
  const Json after = change.after.root();
  auto known = rules_.find(change.which.name);
  const bool is_same =
      known != rules_.end() && !after.is_null() && change.before["spec"] == after["spec"];
  std::shared_ptr<const rules::DeviceRule> rule;
  if (is_same) {
    // Its status is ours to write.
    rule = known->second;
  } else {
    if (known != rules_.end()) rules_.erase(known);
    rules_changed_ = true;
    if (after.is_null()) return;
    Result<std::shared_ptr<const rules::DeviceRule>> compiled = rules::compile_device_rule(after);
    if (!compiled) return report(change, compiled.error().text());
    rule = std::move(*compiled);
    rules_.emplace(change.which.name, rule);
  }
  // It stays, and what it would judge follows its failurePolicy.
  for (const rules::PolicyProblem& problem : rule->policy.problems())
    report(change, problem.field + ": " + problem.brief);
}

void SnapshotBuilder::State::change_namespace_rules(const Change& change) {
  const std::string& ns = change.which.ns;
  auto made = std::make_shared<NamespaceRules>();
  for (const ObjectKind kind :
       {ObjectKind::kLimitRange, ObjectKind::kResourceQuota, ObjectKind::kDeviceQuota}) {
    objects(kind).for_each_in(ns, [&](const auto& entry, std::string_view /*name*/) {
      const Json object = entry.value.root();
      made->limited = true;
      rules::add_limits(object, made->limits);
      if (kind != ObjectKind::kDeviceQuota) return;
      if (Result<quota::DeviceQuota> quota = quota::DeviceQuota::read(object))
        made->device_quotas.push_back(std::move(*quota));
    });
  }
  if (made->limited) {
    parts_.namespace_rules.set(ns, std::move(made));
  } else {
    parts_.namespace_rules.erase(ns);
  }
  if (change.which.kind != ObjectKind::kDeviceQuota || change.after.root().is_null()) return;
  if (const auto quota = quota::DeviceQuota::read(change.after.root()); !quota) {
    report(change, quota.error().text());
  } else if (!quota->status_problem.empty()) {
    report(change, quota->status_problem);
  }
}

void SnapshotBuilder::State::count_template(const Change& change) {
  if (!rules::is_generated_template_name(change.which.name)) return;
  const bool before = !change.before.is_null();
  const bool after = !change.after.root().is_null();
  if (before == after) return;
  std::uint32_t& count = parts_.generated_templates.at(change.which.ns);
  count = after ? count + 1 : count - 1;
  if (count == 0) parts_.generated_templates.erase(change.which.ns);
}

// The Configuration is an object of its own here, as in a folder of manifests.
void SnapshotBuilder::State::change_config_map(const Change& change) {
  const Identity configuration{ObjectKind::kKueueConfiguration, {}, {}};
  const std::string key = change.which.key();
  const Json config_map = change.after.root();
  if (config_map.is_null()) {
    if (configured_by_ != key) return;
    remove(configuration);
    return set_kueue_fault({});
  }
  configured_by_ = key;
  auto document = std::make_shared<kube::Document>();
  document->set_root(config_map);
  const SourcedObject sourced{document, std::string(change.place), 0};
  const Result<std::vector<SourcedObject>> inner = inner_configurations(sourced);
  if (!inner) {
    remove(configuration);
    set_kueue_fault("data");
    return report(change, inner.error().text());
  }
  if (inner->empty()) remove(configuration);
  for (const SourcedObject& object : *inner) put(object.json(), change.place);
}

std::shared_ptr<const Snapshot> SnapshotBuilder::State::publish(Matching matching) {
  const bool match_all = matching == Matching::kAll;
  if (!changed_ && last_ != nullptr && !(match_all && is_matching())) return last_;
  if (std::exchange(mappings_changed_, false)) {
    std::vector<std::shared_ptr<const rules::Mapping>> all;
    std::vector<rules::SelectiveMapping> selective;
    for (const auto& [name, mapping] : mappings_) {
      all.push_back(mapping.mapping);
      selective.push_back(mapping);
    }
    parts_.mappings = std::make_shared<const rules::MappingIndex>(std::move(all));
    matches_.set_mappings(std::move(selective));
  }
  if (std::exchange(rules_changed_, false)) {
    rules::RuleIndex::Rules all;
    for (const auto& [name, rule] : rules_) all.push_back(rule);
    parts_.device_rules = std::make_shared<const rules::RuleIndex>(std::move(all));
  }
  if (std::exchange(countings_changed_, false)) {
    parts_.countings = std::make_shared<const quota::Countings>(
        countings_of(*parts_.mappings, parts_.devices, parts_.kueue.configuration(),
                     [this](std::string_view name) {
                       const CompactJson* found = objects(ObjectKind::kDeviceMapping).find(name);
                       return found == nullptr ? Json() : found->root()["spec"];
                     }));
  }
  if (std::exchange(capacities_changed_, false)) renew_wanted_capacities();
  parts_.capacities = capacities_.table();
  match(match_all ? std::numeric_limits<std::size_t>::max() : kAsksPerTurn);
  last_ = std::make_shared<const Snapshot>(parts_);
  changed_ = false;
  return last_;
}

// Of classes whose devices some mapping counts by a capacity.
void SnapshotBuilder::State::renew_wanted_capacities() {
  std::vector<rules::WantedCapacity> wanted;
  const auto want = [&](const std::string& device_class, const rules::Charge& charge) {
    const rules::DeviceIndex::DeviceClass* known = parts_.devices.device_class(device_class);
    if (known == nullptr || !known->selectors) return;
    wanted.push_back(
        {device_class, charge.capacity_domain, charge.capacity_name, *known->selectors});
  };
  for (const auto& mapping : parts_.mappings->mappings()) {
    if (mapping->charge.type != rules::Charge::Type::kCapacity) continue;
    const std::vector<std::string_view> all = rules::classes_of(*mapping);
    for (const std::string_view name : std::set(all.begin(), all.end()))
      want(std::string(name), mapping->charge);
  }
  if (!capacities_.set_wanted(std::move(wanted)) || !capacities_.wants_any()) return;
  objects(ObjectKind::kResourceSlice).for_each([this](const auto& entry) {
    capacities_.put_slice(entry.key, entry.value.root());
  });
}

void SnapshotBuilder::State::match(std::size_t asks_max) {
  std::vector<rules::DeviceMatches::SliceProblem> problems;
  parts_.devices.set_matches(matches_.update(problems, asks_max));
  for (const auto& [slice, text] : problems) {
    const Identity which{ObjectKind::kResourceSlice, {}, slice};
    if (text.empty()) continue;
    const auto place = slice_places_.find(slice);
    report(which, place == slice_places_.end() ? std::string_view() : place->second, text);
  }
  changed_ = true;
}

SnapshotBuilder::SnapshotBuilder(rules::SharedSettings settings)
    : state_(std::make_unique<State>(std::move(settings))) {}
SnapshotBuilder::~SnapshotBuilder() = default;

bool SnapshotBuilder::reads(std::string_view group, std::string_view kind) {
  return object_kind(group, kind).has_value();
}

bool SnapshotBuilder::put(const Json& object, std::string_view place) {
  return state_->put(object, place);
}

bool SnapshotBuilder::remove(std::string_view group, std::string_view kind, std::string_view ns,
                             std::string_view name) {
  const std::optional<Identity> which = identity(group, kind, ns, name);
  return which && state_->remove(*which);
}

void SnapshotBuilder::begin_list(std::string_view group, std::string_view kind) {
  if (const auto known = object_kind(group, kind)) state_->begin_list(*known);
}

bool SnapshotBuilder::end_list(std::string_view group, std::string_view kind) {
  const auto known = object_kind(group, kind);
  return known && state_->end_list(*known);
}

void SnapshotBuilder::set_partial(ObjectKind kind) {
  state_->set_partial(kind);
}

bool SnapshotBuilder::clear(std::string_view group, std::string_view kind) {
  const auto known = object_kind(group, kind);
  return known && state_->clear(*known);
}

std::shared_ptr<const Snapshot> SnapshotBuilder::publish(Matching matching) {
  return state_->publish(matching);
}

bool SnapshotBuilder::is_matching() const {
  return state_->is_matching();
}

void SnapshotBuilder::match_some() {
  if (state_->is_matching()) state_->match(kAsksPerTurn);
}

}  // namespace drawbridge::admission
