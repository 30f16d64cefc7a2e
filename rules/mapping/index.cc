#include "rules/mapping/index.h"

#include <algorithm>

namespace drawbridge::rules {
namespace {

bool takes_part(const RewriteRule& rule, const kube::Json& namespace_labels) {
  if (rule.action == Action::kOff) return false;
  return !rule.namespace_selector || rule.namespace_selector->matches(namespace_labels);
}

}  // namespace

MappingIndex::MappingIndex(std::vector<std::shared_ptr<const Mapping>> mappings)
    : mappings_(std::move(mappings)) {
  std::sort(mappings_.begin(), mappings_.end(),
            [](const auto& a, const auto& b) { return a->name < b->name; });
  for (const auto& mapping : mappings_) {
    by_logical_resource_.emplace(mapping->logical_resource, mapping.get());
    for (const std::string& device_class : mapping->device_classes)
      by_class_.emplace(device_class, mapping.get());
    for (const RewriteRule& rule : mapping->rewrites) {
      const Candidate candidate{mapping.get(), &rule};
      has_namespace_selectors_ |= rule.namespace_selector.has_value();
      if (rule.resource.is_literal()) {
        literals_[std::string(rule.resource.text())].push_back(candidate);
      } else {
        patterns_.push_back(candidate);
      }
      for (const Parameter& parameter : rule.parameters) {
        if (parameter.type == Parameter::Type::kResource)
          companions_[parameter.resource].push_back(candidate);
      }
    }
  }
  // What a rewrite makes is counted like the resource that it replaces, whether or not its class is
  // listed; a mapping that lists the class comes first.
  for (const auto& mapping : mappings_) {
    for (const RewriteRule& rule : mapping->rewrites) {
      for (const RequestOption& option : rule.options) {
        by_class_.emplace(option.device_class, mapping.get());
      }
    }
  }
}

void MappingIndex::consider(const Candidate& candidate, std::string_view captured,
                            const kube::Json& labels, Lookup& lookup) {
  if (!takes_part(*candidate.rule, labels)) return;
  const Match match{candidate.mapping, candidate.rule, captured};
  if (!lookup.match) {
    lookup.match = match;
  } else if (!lookup.conflict) {
    lookup.conflict = match;
  }
}

MappingIndex::Lookup MappingIndex::find(std::string_view resource,
                                        const kube::Json& namespace_labels) const {
  Lookup lookup;
  if (const auto literal = literals_.find(resource); literal != literals_.end()) {
    for (const Candidate& candidate : literal->second)
      consider(candidate, {}, namespace_labels, lookup);
  }
  if (lookup.match) return lookup;
  for (const Candidate& candidate : patterns_) {
    if (const auto captured = candidate.rule->resource.match(resource))
      consider(candidate, *captured, namespace_labels, lookup);
  }
  return lookup;
}

std::vector<MappingIndex::Match> MappingIndex::companions_of(
    std::string_view resource, const kube::Json& namespace_labels) const {
  std::vector<Match> result;
  const auto found = companions_.find(resource);
  if (found == companions_.end()) return result;
  for (const Candidate& candidate : found->second) {
    if (takes_part(*candidate.rule, namespace_labels))
      result.push_back({candidate.mapping, candidate.rule, {}});
  }
  return result;
}

bool MappingIndex::needs_namespace_labels(std::string_view resource) const {
  const auto selective = [](const Candidate& candidate) {
    return candidate.rule->namespace_selector.has_value();
  };
  const auto any_in = [&](const ByName& names) {
    const auto found = names.find(resource);
    return found != names.end() &&
           std::any_of(found->second.begin(), found->second.end(), selective);
  };
  const auto pattern = [&](const Candidate& candidate) {
    return selective(candidate) && candidate.rule->resource.match(resource).has_value();
  };
  return any_in(literals_) || any_in(companions_) ||
         std::any_of(patterns_.begin(), patterns_.end(), pattern);
}

const Mapping* MappingIndex::mapping_of_class(std::string_view device_class) const {
  const auto found = by_class_.find(device_class);
  return found == by_class_.end() ? nullptr : found->second;
}

const Mapping* MappingIndex::mapping_of_logical_resource(std::string_view name) const {
  const auto found = by_logical_resource_.find(name);
  return found == by_logical_resource_.end() ? nullptr : found->second;
}

}  // namespace drawbridge::rules
