#include "rules/mapping/earlier_rewrite.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "kube/api/names.h"
#include "kube/api/quantity.h"
#include "rules/mapping/template.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

bool is_positive_whole(const Json& value) {
  if (!value.is_string()) return false;
  const Result<kube::Quantity> quantity = kube::Quantity::from_json(value);
  if (!quantity || quantity->sign() <= 0) return false;
  const std::optional<std::int64_t> amount = quantity->checked_value();
  return amount && *quantity == kube::Quantity::from_int(*amount);
}

// {"CONTAINER":{"RESOURCE":"COUNT"}}
bool is_well_formed(const Json& asked) {
  if (!asked.is_object() || asked.empty()) return false;
  for (const Json::Member& container : asked.members()) {
    if (!container.value.is_object() || container.value.empty()) return false;
    for (const Json::Member& resource : container.value.members()) {
      if (!kube::is_extended_resource_name(resource.key()) || !is_positive_whole(resource.value))
        return false;
    }
  }
  return true;
}

// The base name that `entry` is made of, with or without a number; empty for any other name.
std::string_view base_of(std::string_view entry, const std::set<std::string, std::less<>>& bases) {
  if (bases.contains(entry)) return entry;
  const std::size_t dash = entry.rfind('-');
  if (dash == std::string_view::npos || dash + 1 == entry.size()) return {};
  const std::string_view number = entry.substr(dash + 1);
  const bool digits = number.find_first_not_of("0123456789") == std::string_view::npos;
  return digits && bases.contains(entry.substr(0, dash)) ? entry.substr(0, dash)
                                                         : std::string_view();
}

// Of several entries for one group ours is the last: a rewrite puts it behind those of the pod.
std::vector<std::string_view> our_entries(const kube::PodView& pod, const MappingIndex& mappings) {
  std::set<std::string, std::less<>> bases;
  for (const auto& mapping : mappings.mappings())
    bases.insert(entry_base_name(mapping->claim_group));
  std::map<std::string_view, std::string_view> last;
  for (const Json& entry : pod.resource_claims()) {
    const std::string_view name = entry["name"].as_string();
    if (!is_generated_template_name(entry["resourceClaimTemplateName"].as_string())) continue;
    const std::string_view base = base_of(name, bases);
    if (!base.empty()) last.insert_or_assign(base, name);
  }
  std::vector<std::string_view> entries;
  for (const auto& [base, name] : last) entries.push_back(name);
  std::sort(entries.begin(), entries.end());
  return entries;
}

}  // namespace

std::string entry_base_name(std::string_view group) {
  return group.empty() ? "devices" : "devices-" + std::string(group);
}

EarlierRewrite EarlierRewrite::read(const kube::PodView& pod, const MappingIndex& mappings,
                                    kube::Document& scratch) {
  const std::string_view annotation = pod.object().annotation(kRewrittenAnnotation);
  if (annotation.empty() || annotation.size() > kRewrittenBytesMax) return {};
  EarlierRewrite earlier;
  earlier.entries_ = our_entries(pod, mappings);
  if (earlier.entries_.empty()) return {};
  kube::JsonReader reader;
  if (!reader.read(annotation, scratch) || !is_well_formed(scratch.root())) return {};
  earlier.asked_ = scratch.root();
  for (std::size_t i = 0; i < pod.container_count(); ++i) {
    const kube::ContainerView container = pod.container(i);
    if (!earlier.asked(container.name()).is_null()) continue;
    for (const Json& claim : container.claims().elements()) {
      if (earlier.is_our_entry(claim["name"].as_string())) return {};
    }
  }
  return earlier;
}

bool EarlierRewrite::is_our_entry(std::string_view entry) const {
  return std::binary_search(entries_.begin(), entries_.end(), entry);
}

}  // namespace drawbridge::rules
