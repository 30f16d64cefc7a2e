#include "webhook/cli/fixed_specs.h"

#include <string_view>
#include <utility>

#include "kube/api/object.h"
#include "rules/mapping/canonical.h"

namespace drawbridge::cli {
namespace {

using kube::Json;
using kube::ObjectView;

bool has_fixed_spec(const Json& object) {
  const ObjectView view(object);
  return view.group() == "resource.k8s.io" &&
         (view.kind() == "ResourceClaimTemplate" || view.kind() == "ResourceClaim");
}

// One text for all that the API server takes for the same; nullopt where it can't be read.
std::optional<std::string> spec_text(const Json& object) {
  const ObjectView view(object);
  const rules::RequestShape shape = rules::request_shape(view.api_version());
  const Json spec = object["spec"];
  const Json::Member inner{Json::string("spec"), spec};
  Result<std::string> text = rules::canonical_template_spec(
      view.kind() == "ResourceClaim" ? Json::object({&inner, 1}) : spec, shape);
  return text ? std::optional(std::move(*text)) : std::nullopt;
}

bool differ(const Json& one, const Json& other) {
  const std::optional<std::string> text = spec_text(one);
  const std::optional<std::string> other_text = spec_text(other);
  return text && other_text && *text != *other_text;
}

std::string name_text(const Json& object) {
  const ObjectView view(object);
  return std::string(view.kind()) + " " + rules::shown(view.name(), 63);
}

}  // namespace

std::map<const kube::Document*, int> changed_in_file(
    std::span<const admission::SourcedObject> given, const std::string& ns) {
  std::map<const kube::Document*, int> changed;
  std::map<std::pair<std::string, std::string>, const admission::SourcedObject*> first;
  for (const admission::SourcedObject& object : given) {
    if (!has_fixed_spec(object.json()) || object.view().name().empty()) continue;
    const auto [before, is_new] =
        first.emplace(std::pair(object.file, admission::object_key(object.json(), ns)), &object);
    if (!is_new && differ(before->second->json(), object.json()))
      changed.emplace(object.document.get(), before->second->line);
  }
  return changed;
}

std::optional<rules::Finding> changes_standing(const Json& object, const Json& standing) {
  if (standing.is_null() || !has_fixed_spec(object) || !differ(standing, object))
    return std::nullopt;
  return rules::Finding{
      "ClaimInvalid", rules::Severity::kDeny, "spec",
      name_text(object) + " is there with another spec, and the API server never changes one.",
      "Give this one another name, or delete the other one first."};
}

rules::Finding changes_given(const Json& object, int line) {
  return {"ClaimInvalid", rules::Severity::kDeny, "spec",
          name_text(object) + " stands in line " + std::to_string(line) +
              " with another spec, and the API server never changes one: the first stays.",
          "Give this one another name."};
}

}  // namespace drawbridge::cli
