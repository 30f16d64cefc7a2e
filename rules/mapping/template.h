// The ResourceClaimTemplates that a rewrite makes: named by what they hold.
//
// A name that is the hash of the content makes every replica reuse one template, makes creating it
// twice harmless, and lets anyone check that nobody has put other content behind it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "rules/finding.h"

namespace drawbridge::rules {

inline constexpr std::string_view kTemplateNamePrefix = "drawbridge-";
// Hexadecimal digits of SHA-256 that the name carries: 128 bits.
inline constexpr std::size_t kTemplateHashDigits = 32;
// The label of those that Drawbridge made, as a selector.
inline constexpr std::string_view kTemplateSelector = "app.kubernetes.io/managed-by=drawbridge";
// Generated templates in one namespace.
inline constexpr std::size_t kTemplatesPerNamespaceMax = 256;

struct ClaimTemplate {
  std::string name;
  std::string spec;  // canonical JSON (rules/mapping/canonical.h)
};

// "drawbridge-" and the hash of the canonical spec.
std::string template_name(std::string_view canonical_spec);

// Has the shape of a generated name, whatever its digits.
bool is_generated_template_name(std::string_view name);

// The object to create, as JSON text: in a version of resource.k8s.io, v1, v1beta2 or v1beta1. The
// name is the same in each.
std::string template_object(const ClaimTemplate& claim_template, std::string_view ns,
                            std::string_view version = "v1");

// A finding (TemplateTampered) where `claim_template`, a ResourceClaimTemplate, has a generated
// name and other content than the name says. Anyone may create one whose content does: restores
// need it.
std::optional<Finding> check_template(const kube::Json& claim_template);

}  // namespace drawbridge::rules
