#include "rules/checks/source_missing.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rules/checks/likely_names.h"
#include "rules/devices/demand_text.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

struct Sort {
  std::string_view code;
  std::string_view kind;
  std::string_view other_field;  // the entry's field for an object of the other kind
  std::string_view other_kind;
};
constexpr Sort kTemplates{"TemplateMissing", "ResourceClaimTemplate", "resourceClaimName",
                          "a ResourceClaim"};
constexpr Sort kClaims{"ClaimMissing", "ResourceClaim", "resourceClaimTemplateName",
                       "a ResourceClaimTemplate"};

// The names of the other kind that are known; nothing is looked up for them.
class OtherNames {
 public:
  explicit OtherNames(const Names& names) : names_(names) {}

  bool contain(std::string_view name) {
    if (!all_ && names_) {
      const std::vector<std::string_view> listed = names_();
      all_.emplace(listed.begin(), listed.end());
    }
    return all_ && all_->contains(name);
  }

 private:
  const Names& names_;
  std::optional<std::set<std::string_view>> all_;
};

// Some ComputeDomain makes a template of that name.
bool is_template_of_domain(const PodClaim& claim, const CheckFacts& facts) {
  return facts.domain_of_template && !facts.domain_of_template(claim.source).empty();
}

// The template that the ComputeDomain of that name makes, which a pod names; empty for no such, and
// where that is the name of a template all the same.
std::string_view of_domain(const PodClaim& claim, const CheckFacts& facts) {
  return facts.template_of_domain && claim.found.known != Known::kYes &&
                 !is_template_of_domain(claim, facts)
             ? facts.template_of_domain(claim.source)
             : std::string_view();
}

// A claim is named as a ComputeDomain's template is.
bool is_made_by_domain(const PodClaim& claim, const CheckFacts& facts) {
  return !claim.by_template && claim.found.known != Known::kYes &&
         is_template_of_domain(claim, facts);
}

// A DeviceClass stands where a template or claim of it belongs. Where nobody knows which templates
// there are, one may well be called like an administrator's class; drivers' names have a domain.
bool names_class(const PodClaim& claim, const CheckFacts& facts) {
  const bool may_be_both =
      claim.found.known == Known::kUnknown && claim.source.find('.') == std::string_view::npos;
  return claim.found.known != Known::kYes && !may_be_both &&
         (facts.devices.class_exists(claim.source) == Known::kYes ||
          facts.settings.catalogue().driver_of_class(claim.source) != nullptr);
}

// The nearest of the names; else the only one that a prefix or suffix was put to.
std::string name_meant(std::string_view name, const Names& names) {
  std::string likely = likely_name(name, names);
  return likely.empty() && names ? shown(only_longer(name, names())) : likely;
}

// A template that is called after a ComputeDomain, gb-channel of domain gb, where that makes
// another one. One that is made by hand has a channel of no domain.
std::string domains_other_template(std::string_view name, const CheckFacts& facts) {
  for (std::size_t dash = name.rfind('-'); facts.template_of_domain && dash < name.size();
       dash = dash == 0 ? std::string_view::npos : name.rfind('-', dash - 1)) {
    const std::string_view domain = name.substr(0, dash);
    const std::string_view made = facts.template_of_domain(domain);
    if (!made.empty())
      return "ComputeDomain " + shown(domain) + " makes template " + shown(made) +
             ": write resourceClaimTemplateName: " + shown(made) + ".";
  }
  return {};
}

std::string source_fix(const PodClaim& claim, const Sort& sort, const CheckFacts& facts) {
  if (const std::string_view made = of_domain(claim, facts); !made.empty())
    return shown(claim.source) +
           " is a ComputeDomain: write resourceClaimTemplateName: " + shown(made) +
           ", the template that it makes.";
  const Find& other = claim.by_template ? facts.claim : facts.claim_template;
  const std::string name = shown(claim.source);
  if (is_made_by_domain(claim, facts))
    return name + " is a template, which ComputeDomain " +
           shown(facts.domain_of_template(claim.source)) +
           " makes: write resourceClaimTemplateName: " + name + ".";
  const bool is_known = claim.found.known == Known::kNo;
  const bool is_class = names_class(claim, facts);
  if ((!is_known && !is_class) || other(claim.source).known == Known::kYes)
    return name + " is " + std::string(sort.other_kind) + ": write " +
           std::string(sort.other_field) + ": " + name + ".";
  if (is_class)
    return name + " is a DeviceClass: name a " + std::string(sort.kind) +
           " whose request has deviceClassName: " + name + ".";
  const std::string_view elsewhere =
      facts.elsewhere ? facts.elsewhere(claim.by_template, claim.source) : std::string_view();
  if (!elsewhere.empty())
    return "It is in namespace " + shown(elsewhere) +
           ", and those of other namespaces can't be used: " + "write namespace: " +
           shown(facts.ns) + " in its metadata, or create one there, too.";
  if (std::string other_template =
          claim.by_template ? domains_other_template(claim.source, facts) : std::string();
      !other_template.empty())
    return other_template;
  const std::string likely =
      name_meant(claim.source, claim.by_template ? facts.claim_template_names : facts.claim_names);
  return (likely.empty() ? "Create it there" : "Write " + likely + ", or create it there") +
         std::string("; those of other namespaces can't be used.");
}

void check(const PodSubject& subject, const CheckFacts& facts, const Sort& sort, bool by_template,
           std::vector<Finding>& findings) {
  std::set<std::string_view> told;
  OtherNames others(by_template ? facts.claim_names : facts.claim_template_names);
  for (const PodClaim& claim : subject.claims) {
    if (claim.by_template != by_template || claim.source.empty()) continue;
    // Where nothing is known of the kind, one of another kind with that name says enough.
    const bool is_missing = claim.found.known == Known::kNo ||
                            (claim.found.known == Known::kUnknown &&
                             (others.contain(claim.source) || !of_domain(claim, facts).empty() ||
                              is_made_by_domain(claim, facts) || names_class(claim, facts)));
    if (!is_missing || !told.insert(claim.source).second) continue;
    if (told.size() > kLikeFindingsMax) return;
    const std::string what = claim.found.known == Known::kNo
                                 ? missing_text(sort.kind, claim.source, facts.ns)
                                 : std::string(sort.kind) + " " + shown(claim.source) +
                                       " is not known in namespace " + shown(facts.ns);
    findings.push_back({sort.code, Severity::kWarn, claim.field(),
                        what + ", and " + std::string(subject.name) + " waits for it.",
                        source_fix(claim, sort, facts), claim.cause(facts.ns)});
  }
}

}  // namespace

std::string missing_text(std::string_view kind, std::string_view name, std::string_view ns) {
  return std::string(kind) + " " + shown(name) + " does not exist in namespace " + shown(ns);
}

void check_templates_exist(const PodSubject& subject, const CheckFacts& facts,
                           std::vector<Finding>& findings) {
  check(subject, facts, kTemplates, true, findings);
}

void check_claims_exist(const PodSubject& subject, const CheckFacts& facts,
                        std::vector<Finding>& findings) {
  check(subject, facts, kClaims, false, findings);
}

}  // namespace drawbridge::rules
