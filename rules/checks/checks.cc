#include "rules/checks/checks.h"

#include "kube/api/object.h"
#include "rules/checks/admin_access.h"
#include "rules/checks/allocation_mode_all.h"
#include "rules/checks/ambiguous_extended_resource.h"
#include "rules/checks/both_paths.h"
#include "rules/checks/capacity_never_fits.h"
#include "rules/checks/charge_units.h"
#include "rules/checks/claim_devices.h"
#include "rules/checks/claim_elsewhere.h"
#include "rules/checks/claim_empty.h"
#include "rules/checks/claim_entries.h"
#include "rules/checks/claim_invalid.h"
#include "rules/checks/claim_not_reusable.h"
#include "rules/checks/claim_unserved.h"
#include "rules/checks/class_before_workload.h"
#include "rules/checks/class_conflict.h"
#include "rules/checks/class_names.h"
#include "rules/checks/config_ignored.h"
#include "rules/checks/config_refused.h"
#include "rules/checks/constraint_never_holds.h"
#include "rules/checks/covered_names.h"
#include "rules/checks/device_class_missing.h"
#include "rules/checks/devices_taken.h"
#include "rules/checks/devices_too_few.h"
#include "rules/checks/every_device_tainted.h"
#include "rules/checks/host_network.h"
#include "rules/checks/implicit_extended_resource.h"
#include "rules/checks/kueue_hints.h"
#include "rules/checks/kueue_invalid.h"
#include "rules/checks/limit_ranges.h"
#include "rules/checks/mapped_twice.h"
#include "rules/checks/mapping_words.h"
#include "rules/checks/names_disagree.h"
#include "rules/checks/native_path.h"
#include "rules/checks/node_name_preset.h"
#include "rules/checks/node_selector_never_matches.h"
#include "rules/checks/node_served_twice.h"
#include "rules/checks/pattern_unused.h"
#include "rules/checks/pod_claims_invalid.h"
#include "rules/checks/pool_merged.h"
#include "rules/checks/queue_amounts.h"
#include "rules/checks/quota_names.h"
#include "rules/checks/reserved_annotation.h"
#include "rules/checks/resource_names.h"
#include "rules/checks/resource_not_offered.h"
#include "rules/checks/resource_quota_names.h"
#include "rules/checks/selector_compares_text.h"
#include "rules/checks/selector_exact_size.h"
#include "rules/checks/selector_fails.h"
#include "rules/checks/selector_unguarded.h"
#include "rules/checks/selector_unknown_attribute.h"
#include "rules/checks/shared_devices.h"
#include "rules/checks/sharing_ignored.h"
#include "rules/checks/slice_invalid.h"
#include "rules/checks/source_missing.h"
#include "rules/checks/taint_rule_idle.h"
#include "rules/checks/taint_rule_invalid.h"
#include "rules/checks/template_conflict.h"
#include "rules/checks/toleration_missing.h"
#include "rules/checks/unit_missing.h"
#include "rules/placeholder.h"

namespace drawbridge::rules {
namespace {

constexpr PodCheck kPodChecks[] = {
    {"AmbiguousExtendedResource", check_pod_ambiguous},
    {"BothPaths", check_both_paths},
    {"CapacityNeverFits", check_pod_capacities},
    {"ClaimElsewhere", check_claims_elsewhere},
    {"ClaimEntryUndeclared", check_undeclared_entries},
    {"ClaimEntryUnused", check_unused_entries},
    {"ClaimInvalid", check_pod_claims_invalid},
    {"ClaimMissing", check_claims_exist},
    {"ClaimNamedTwice", check_claims_named_twice},
    {"ClaimNotReusable", check_shared_claims},
    {"ClaimRequestUnknown", check_unknown_requests},
    {"ClassBeforeWorkload", check_class_has_devices},
    {"ConstraintNeverHolds", check_pod_constraints},
    {"DeviceClassMissing", check_pod_classes},
    {"DevicesTaken", check_devices_taken},
    {"DevicesTooFew", check_devices_too_few},
    {"HostNetworkRefused", check_host_network},
    {"ImplicitExtendedResource", check_implicit_names},
    {"KueueGateOff", check_kueue_gates},
    {"MappedTwice", check_pod_mapped_twice},
    {"MappingConflict", check_pod_class_conflict},
    {"MultiKueueObjects", check_multikueue_objects},
    {"NamesDisagree", check_pod_names},
    {"NodeNamePreset", check_node_name},
    {"NodeSelectorNeverMatches", check_node_selector},
    {"NodeServedTwice", check_pod_nodes},
    {"PoolMerged", check_pod_pool},
    {"ResourceIsClassName", check_resource_names},
    {"ResourceNotOffered", check_resource_offered},
    {"ResourceQuantityInvalid", check_native_fractions},
    {"SelectorNeverMatches", check_pod_selectors},
    {"SharedDevices", check_pod_shared_devices},
    {"SharingIgnored", check_sharing_labels},
    {"TemplateMissing", check_templates_exist},
    {"TolerationMissing", check_tolerations},
    {"TooManyDevices", check_native_devices},
    {"TooManyDevices", check_pod_claim_devices},
};

constexpr std::string_view kCore;
constexpr std::string_view kDra = "resource.k8s.io";
constexpr std::string_view kOurs = "drawbridge.dev";
constexpr std::string_view kKueue = "config.kueue.x-k8s.io";
constexpr std::string_view kQueues = "kueue.x-k8s.io";

// Without a kind: of all kinds of the group, which the check tells apart itself.
constexpr ObjectCheck kObjectChecks[] = {
    {kDra, "", "CapacityNeverFits", check_capacity_never_fits},
    {kDra, "", "ConstraintNeverHolds", check_constraint_never_holds},
    {kOurs, "DeviceMapping", "CapacityNeverFits", check_mapping_capacities},
    {kOurs, "DeviceMapping", "CapacityNeverFits", check_charge_capacity},
    {kOurs, "DeviceMapping", "ConstraintNeverHolds", check_constraint_never_holds},
    {kDra, "", "SelectorComparesText", check_selector_compares_text},
    {kOurs, "DeviceMapping", "SelectorComparesText", check_selector_compares_text},
    {kDra, "", "SelectorExactSize", check_selector_exact_size},
    {kOurs, "DeviceMapping", "SelectorExactSize", check_selector_exact_size},
    {kDra, "", "SelectorFails", check_selector_fails},
    {kOurs, "DeviceMapping", "SelectorFails", check_selector_fails},
    {kOurs, "DeviceMapping", "SelectorFails", check_mapping_words},
    {kDra, "", "SelectorUnguarded", check_selector_unguarded},
    {kDra, "", "SelectorUnknownAttribute", check_selector_unknown_attribute},
    {kOurs, "DeviceMapping", "SelectorUnknownAttribute", check_selector_unknown_attribute},
    {kDra, "DeviceTaintRule", "EveryDeviceTainted", check_every_device_tainted},
    {kDra, "DeviceTaintRule", "TaintRuleIdle", check_taint_rule_idle},
    {kDra, "DeviceTaintRule", "TaintRuleInvalid", check_taint_rule_invalid},
    {kDra, "DeviceClass", "AmbiguousExtendedResource", check_class_ambiguous},
    {kDra, "DeviceClass", "ClaimInvalid", check_claim_invalid},
    {kDra, "DeviceClass", "ConfigIgnored", check_config_ignored},
    {kDra, "DeviceClass", "ConfigRefused", check_config_refused},
    {kDra, "DeviceClass", "MappedTwice", check_class_mapped_twice},
    {kDra, "DeviceClass", "MappingConflict", check_class_class_conflict},
    {kDra, "DeviceClass", "NodeServedTwice", check_class_nodes},
    {kDra, "DeviceClass", "PoolMerged", check_class_pool},
    {kDra, "DeviceClass", "SharedDevices", check_class_shared_devices},
    {kDra, "ResourceClaim", "AdminAccessNotAllowed", check_admin_access},
    {kDra, "ResourceClaim", "AllocationModeAll", check_allocation_mode_all},
    {kDra, "ResourceClaim", "ClaimInvalid", check_claim_empty},
    {kDra, "ResourceClaim", "ClaimInvalid", check_claim_invalid},
    {kDra, "ResourceClaim", "ClassNameIsResource", check_class_names},
    {kDra, "ResourceClaim", "ConfigIgnored", check_config_ignored},
    {kDra, "ResourceClaim", "ConfigRefused", check_config_refused},
    {kDra, "ResourceClaim", "DeviceClassMissing", check_claim_classes},
    {kDra, "ResourceClaim", "ReservedAnnotation", check_reserved_of_claim},
    {kDra, "ResourceClaim", "TooManyDevices", check_claim_devices},
    {kDra, "ResourceClaim", "UnitMissing", check_units},
    {kDra, "ResourceClaimTemplate", "AdminAccessNotAllowed", check_admin_access},
    {kDra, "ResourceClaimTemplate", "AllocationModeAll", check_allocation_mode_all},
    {kDra, "ResourceClaimTemplate", "ClaimInvalid", check_claim_empty},
    {kDra, "ResourceClaimTemplate", "ClaimInvalid", check_claim_invalid},
    {kDra, "ResourceClaimTemplate", "ClassNameIsResource", check_class_names},
    {kDra, "ResourceClaimTemplate", "ConfigIgnored", check_config_ignored},
    {kDra, "ResourceClaimTemplate", "ConfigRefused", check_config_refused},
    {kDra, "ResourceClaimTemplate", "DeviceClassMissing", check_claim_classes},
    {kDra, "ResourceClaimTemplate", "ReservedAnnotation", check_reserved_of_template},
    {kDra, "ResourceClaimTemplate", "TemplateConflict", check_template_conflict},
    {kDra, "ResourceClaimTemplate", "TooManyDevices", check_claim_devices},
    {kDra, "ResourceClaimTemplate", "UnitMissing", check_units},
    {kDra, "ResourceSlice", "SliceInvalid", check_slice_invalid},
    {kOurs, "DeviceMapping", "ConfigIgnored", check_config_ignored},
    {kOurs, "DeviceMapping", "ConfigRefused", check_config_refused},
    {kOurs, "DeviceMapping", "DeviceClassMissing", check_mapping_classes},
    {kOurs, "DeviceMapping", "MappingConflict", check_mapping_class_conflict},
    {kOurs, "DeviceMapping", "NamesDisagree", check_mapping_names},
    {kOurs, "DeviceMapping", "NodeServedTwice", check_mapping_nodes},
    {kOurs, "DeviceMapping", "PatternUnused", check_pattern_unused},
    {kOurs, "DeviceMapping", "PoolMerged", check_mapping_pool},
    {kOurs, "DeviceMapping", "SharedDevices", check_mapping_shared_devices},
    {kOurs, "DeviceMapping", "SharingIgnored", check_shared_resources},
    {kOurs, "DeviceMapping", "UnitMissing", check_units},
    {kOurs, "DeviceQuota", "ChargesDiffer", check_quota_amounts},
    {kOurs, "DeviceQuota", "QuotaCountsNothing", check_quota_names},
    {kOurs, "DeviceQuota", "SharedDevices", check_quota_shared_devices},
    {kCore, "LimitRange", "LimitRangeDefaults", check_limit_range},
    {kCore, "ResourceQuota", "ChargesDiffer", check_resource_quota_amounts},
    {kCore, "ResourceQuota", "QuotaCountsNothing", check_resource_quota_names},
    {kKueue, "Configuration", "DeviceClassMissing", check_kueue_classes},
    {kKueue, "Configuration", "KueueConfigurationInvalid", check_kueue_invalid},
    {kKueue, "Configuration", "KueueGateOff", check_kueue_capacity_gate},
    {kKueue, "Configuration", "MalformedObject", check_kueue_prefixes},
    {kKueue, "Configuration", "MappedTwice", check_kueue_mapped_twice},
    {kKueue, "Configuration", "NamesDisagree", check_kueue_names},
    {kKueue, "Configuration", "PoolMerged", check_kueue_pools},
    {kKueue, "Configuration", "QuotaCountsNothing", check_kueue_sources},
    {kKueue, "Configuration", "SharedDevices", check_kueue_shared_devices},
    {kQueues, "", "ChargesDiffer", check_queue_amounts},
    {kQueues, "", "QuotaCountsNothing", check_covered_names},
    {kQueues, "", "UnitMissing", check_queue_bytes},
    // They say nothing where one of those above has told the cause.
    {kDra, "ResourceClaim", "DevicesTooFew", check_claim_served},
    {kDra, "ResourceClaimTemplate", "DevicesTooFew", check_claim_served},
    {kOurs, "DeviceMapping", "ConstraintNeverHolds", check_mapping_served},
};

}  // namespace

std::span<const PodCheck> pod_checks() {
  return kPodChecks;
}

std::span<const ObjectCheck> object_checks() {
  return kObjectChecks;
}

void check_pod(const PodSubject& subject, const CheckFacts& facts, std::vector<Finding>& findings) {
  const std::size_t before = findings.size();
  for (const PodCheck& check : pod_checks()) check.run(subject, facts, findings);
  tell_placeholders(subject.pod.spec(), before, findings);
}

void check_object(const ObjectSubject& subject, const CheckFacts& facts,
                  std::vector<Finding>& findings) {
  const kube::ObjectView view(subject.object);
  const std::size_t before = findings.size();
  for (const ObjectCheck& check : object_checks()) {
    if ((check.kind.empty() || check.kind == view.kind()) && check.group == view.group())
      check.run(subject, facts, findings);
  }
  tell_placeholders(subject.object["spec"], before, findings);
}

bool asks_for_devices(const kube::Json& requests, const kube::Json& limits) {
  for (const kube::Json& names : {requests, limits}) {
    for (const kube::Json::Member& entry : names.members()) {
      if (names_devices(entry.key()) || is_like_class_name(entry.key())) return true;
    }
  }
  return false;
}

bool asks_for_devices(const kube::PodView& pod) {
  if (pod.uses_claims() || !pod.resource_claims().empty()) return true;
  for (std::size_t i = 0; i < pod.container_count(); ++i) {
    const kube::ContainerView container = pod.container(i);
    // In the pod template of a workload a limit may stand alone.
    if (asks_for_devices(container.requests(), container.limits())) return true;
  }
  return false;
}

}  // namespace drawbridge::rules
