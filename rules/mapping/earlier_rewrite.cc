#include "rules/mapping/earlier_rewrite.h"

#include <algorithm>
#include <optional>

#include "kube/api/names.h"
#include "kube/api/quantity.h"
#include "rules/mapping/template.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

bool is_positive_whole(const Json& value) {
  if (!value.is_string()) return false;
  const Result<kube::Quantity> quantity = kube::Quantity::from_json(value);
  return quantity && quantity->sign() > 0 && quantity->whole();
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

// Those that the annotation names and the pod has, sorted.
std::vector<std::string_view> our_entries(const kube::PodView& pod) {
  std::vector<std::string_view> named;
  for (std::string_view rest = pod.object().annotation(kEntriesAnnotation); !rest.empty();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    named.push_back(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  std::sort(named.begin(), named.end());
  std::vector<std::string_view> entries;
  for (const Json& entry : pod.resource_claims()) {
    const std::string_view name = entry["name"].as_string();
    if (std::binary_search(named.begin(), named.end(), name) &&
        is_generated_template_name(entry["resourceClaimTemplateName"].as_string()))
      entries.push_back(name);
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

}  // namespace

EarlierRewrite EarlierRewrite::read(const kube::PodView& pod, kube::Document& scratch) {
  const std::string_view annotation = pod.object().annotation(kRewrittenAnnotation);
  if (annotation.empty() || annotation.size() > kRewrittenBytesMax) return {};
  EarlierRewrite earlier;
  earlier.entries_ = our_entries(pod);
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
