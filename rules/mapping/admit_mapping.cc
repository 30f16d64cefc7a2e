#include "rules/mapping/admit_mapping.h"

#include <algorithm>
#include <optional>
#include <string>

#include "rules/mapping/fields.h"

namespace drawbridge::rules {
namespace {

// A resource that both match, preferably a short one; nullopt where there is none.
//
// What a pattern captures is never empty and of a resource's characters, so both patterns match a
// text that begins with the longer prefix and ends with the longer suffix, if any text at all.
std::optional<std::string> common_resource(const ResourcePattern& a, const ResourcePattern& b) {
  if (a.is_literal() != b.is_literal()) return std::nullopt;  // the literal name wins
  if (a.is_literal()) {
    return a.text() == b.text() ? std::optional<std::string>(std::string(a.text())) : std::nullopt;
  }
  const auto prefix = [](const ResourcePattern& pattern) {
    return pattern.text().substr(0, pattern.text().find('{'));
  };
  const auto suffix = [](const ResourcePattern& pattern) {
    return pattern.text().substr(pattern.text().find('}') + 1);
  };
  const std::string begin(std::max(
      prefix(a), prefix(b), [](auto left, auto right) { return left.size() < right.size(); }));
  const std::string end(std::max(suffix(a), suffix(b),
                                 [](auto left, auto right) { return left.size() < right.size(); }));
  // With a letter between them, or one laid over the other: names end at 63 characters.
  std::vector<std::string> tries = {begin + "x" + end, begin + end};
  for (std::size_t shared = 1; shared <= std::min(begin.size(), end.size()); ++shared) {
    if (begin.ends_with(end.substr(0, shared))) tries.push_back(begin + end.substr(shared));
  }
  for (std::string& candidate : tries) {
    if (a.match(candidate) && b.match(candidate)) return std::move(candidate);
  }
  return std::nullopt;
}

kube::LabelSelector namespaces_of(const RewriteRule& rule) {
  return rule.namespace_selector.value_or(kube::LabelSelector::everything());
}

std::string field_of(const RewriteRule& rule) {
  return at("spec", "rewrites", rule.index);
}

class Admission {
 public:
  Admission(const Mapping& mapping, const MappingIndex& others)
      : mapping_(mapping), others_(others) {}

  std::vector<Finding> run() {
    for (const RewriteRule& rule : mapping_.rewrites) {
      for (const RewriteRule& own : mapping_.rewrites) {
        if (own.index < rule.index) compare(rule, own, mapping_);
      }
    }
    for (const auto& other : others_.mappings()) {
      if (other->name == mapping_.name) continue;
      compare_counting(*other);
      for (const RewriteRule& rule : mapping_.rewrites) {
        for (const RewriteRule& theirs : other->rewrites) compare(rule, theirs, *other);
      }
    }
    return std::move(findings_);
  }

 private:
  void add(Finding finding) {
    if (findings_.size() < kMappingFindingsMax) findings_.push_back(std::move(finding));
  }

  void compare(const RewriteRule& rule, const RewriteRule& theirs, const Mapping& other) {
    if (rule.action == Action::kOff || theirs.action == Action::kOff) return;
    const std::optional<std::string> resource = common_resource(rule.resource, theirs.resource);
    if (!resource) return;
    const kube::LabelSelector here = namespaces_of(rule);
    const kube::LabelSelector there = namespaces_of(theirs);
    if (!here.overlaps(there)) return;
    // Every namespace that one of the two speaks for would have both.
    const bool certain = here.implies(there) || there.implies(here);
    const std::string place = field_of(theirs) + " of " +
                              (&other == &mapping_ ? std::string("this DeviceMapping")
                                                   : "DeviceMapping " + shown(other.name));
    add({"MappingConflict", certain ? Severity::kDeny : Severity::kWarn,
         field_of(rule) + ".resource",
         field_of(rule) + " matches " + shown(*resource) + ", and so does " + place +
             (certain ? ": pods that ask for it are refused."
                      : ": pods that ask for it are refused in a namespace that both "
                        "namespaceSelectors match."),
         "Keep the two apart by their namespaceSelectors, or set action: \"Off\" in one of them."});
  }

  void compare_counting(const Mapping& other) {
    if (mapping_.logical_resource.empty()) return;  // not known, see FaultyMapping
    if (other.logical_resource == mapping_.logical_resource) {
      if (!same_unit(other.charge, mapping_.charge)) refuse_charge(other);
      return;
    }
    for (std::size_t i = 0; i < mapping_.device_classes.size(); ++i) {
      const std::string& name = mapping_.device_classes[i];
      const auto& listed = other.device_classes;
      if (std::find(listed.begin(), listed.end(), name) == listed.end()) continue;
      add({"MappedTwice", Severity::kDeny, at("spec", "deviceClassNames", i),
           "DeviceClass " + shown(name) + " is counted twice: as " +
               shown(mapping_.logical_resource) + " here and as " + shown(other.logical_resource) +
               " by DeviceMapping " + shown(other.name) + ".",
           "List it in one of the two."});
    }
    tell_counted_elsewhere(mapping_, other);
    tell_counted_elsewhere(other, mapping_);
  }

  // What a rewrite makes is counted by its class: under the name of the mapping that lists it.
  void tell_counted_elsewhere(const Mapping& rewriting, const Mapping& counting) {
    const auto lists = [](const Mapping& mapping, const std::string& name) {
      const auto& listed = mapping.device_classes;
      return std::find(listed.begin(), listed.end(), name) != listed.end();
    };
    for (const RewriteRule& rule : rewriting.rewrites) {
      if (rule.action == Action::kOff) continue;
      for (const RequestOption& option : rule.options) {
        if (!lists(counting, option.device_class) || lists(rewriting, option.device_class))
          continue;
        const bool ours = &rewriting == &mapping_;
        add({"MappedTwice", Severity::kWarn, ours ? field_of(rule) + ".request" : "",
             field_of(rule) + (ours ? "" : " of DeviceMapping " + shown(rewriting.name)) +
                 " makes claims of DeviceClass " + shown(option.device_class) + ", which " +
                 (ours ? "DeviceMapping " + shown(counting.name) : std::string("this mapping")) +
                 " counts as " + shown(counting.logical_resource) + " and not as " +
                 shown(rewriting.logical_resource) + ".",
             "Count both under one logicalResource, or rewrite to another class."});
        break;
      }
    }
  }

  static bool same_unit(const Charge& a, const Charge& b) {
    return a.type == b.type && a.capacity_domain == b.capacity_domain &&
           a.capacity_name == b.capacity_name;
  }

  static std::string unit_of(const Charge& charge) {
    return charge.type == Charge::Type::kDevices
               ? "devices"
               : shown(charge.capacity_domain + "/" + charge.capacity_name, 100);
  }

  void refuse_charge(const Mapping& other) {
    add({"ChargesDiffer", Severity::kDeny, "spec.charge",
         shown(mapping_.logical_resource) + " is counted in " + unit_of(mapping_.charge) +
             " here and in " + unit_of(other.charge) + " by DeviceMapping " + shown(other.name) +
             ", and a quota can't add the two up.",
         "Give both the same charge, or count one under another logicalResource."});
  }

  const Mapping& mapping_;
  const MappingIndex& others_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> admit_mapping(const Mapping& mapping, const Mapping* before,
                                   const MappingIndex& others) {
  std::vector<Finding> findings = Admission(mapping, others).run();
  if (before == nullptr || findings.empty()) return findings;
  const std::vector<Finding> known = Admission(*before, others).run();
  for (Finding& finding : findings) {
    const bool old = std::any_of(known.begin(), known.end(), [&](const Finding& earlier) {
      return earlier.code == finding.code && earlier.message == finding.message;
    });
    if (old) finding.severity = Severity::kWarn;
  }
  return findings;
}

}  // namespace drawbridge::rules
