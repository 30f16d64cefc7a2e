#include "webhook/cli/fixed_specs.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "kube/api/object.h"
#include "kube/api/quantity.h"
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

// As apimachinery's Semantic.DeepEqual, of what is defaulted: empty is nil, and quantities are
// equal by their value.
bool is_same(const Json& one, const Json& other, bool is_quantity) {
  if (rules::is_absent(one) || rules::is_absent(other))
    return rules::is_absent(one) && rules::is_absent(other);
  if (is_quantity) {
    const Result<kube::Quantity> amount = kube::Quantity::from_json(one);
    const Result<kube::Quantity> other_amount = kube::Quantity::from_json(other);
    if (amount && other_amount) return *amount == *other_amount;
  }
  if (one.is_array() && other.is_array()) {
    if (one.size() != other.size()) return false;
    for (std::size_t i = 0; i < one.size(); ++i) {
      if (!is_same(one.at(i), other.at(i), is_quantity)) return false;
    }
    return true;
  }
  if (!one.is_object() || !other.is_object()) return one == other;
  const auto same_in = [&](const Json& of, const Json& from) {
    const auto members = from.members();
    return std::all_of(members.begin(), members.end(), [&](const Json::Member& member) {
      return is_same(of[member.key()], member.value, is_quantity || member.key() == "capacity");
    });
  };
  return same_in(one, other) && same_in(other, one);
}

// With the API server's defaults, in the shape of v1; nullopt where it can't be read.
std::optional<kube::Document> defaulted_spec(const Json& object) {
  const ObjectView view(object);
  const rules::RequestShape shape = rules::request_shape(view.api_version());
  const Json spec = object["spec"];
  const Json::Member inner{Json::string("spec"), spec};
  const Result<std::string> text = rules::canonical_template_spec(
      view.kind() == "ResourceClaim" ? Json::object({&inner, 1}) : spec, shape);
  if (!text) return std::nullopt;
  Result<kube::Document> document = kube::read_json(*text);
  return document ? std::optional(std::move(*document)) : std::nullopt;
}

bool differ(const Json& one, const Json& other) {
  const std::optional<kube::Document> spec = defaulted_spec(one);
  const std::optional<kube::Document> other_spec = defaulted_spec(other);
  return spec && other_spec && !is_same(spec->root(), other_spec->root(), false);
}

std::string name_text(const Json& object) {
  const ObjectView view(object);
  return std::string(view.kind()) + " " + rules::shown(view.name(), 63);
}

bool is_local_queue(const Json& object) {
  const ObjectView view(object);
  return view.group() == "kueue.x-k8s.io" && view.kind() == "LocalQueue";
}

// LocalQueueSpec of Kueue: "spec.clusterQueue: field is immutable".
std::optional<rules::Finding> changes_cluster_queue(const Json& object, const Json& standing) {
  const std::string_view now = object["spec"]["clusterQueue"].as_string();
  const std::string_view before = standing["spec"]["clusterQueue"].as_string();
  if (!is_local_queue(object) || before.empty() || now.empty() || now == before)
    return std::nullopt;
  return rules::Finding{"MalformedObject", rules::Severity::kDeny, "spec.clusterQueue",
                        name_text(object) + " is there with clusterQueue " +
                            rules::shown(before, 60) + ", and the API server never changes that.",
                        "Give this one another name, or delete the other one first."};
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

std::set<const kube::Document*> changed_in_state(std::span<const admission::SourcedObject> given,
                                                 std::span<const admission::SourcedObject> state,
                                                 const std::string& ns) {
  std::map<std::string, Json> standing;
  for (const admission::SourcedObject& object : state) {
    if (has_fixed_spec(object.json()) || is_local_queue(object.json()))
      standing.emplace(admission::object_key(object.json(), "default"), object.json());
  }
  std::set<const kube::Document*> changed;
  for (const admission::SourcedObject& object : given) {
    const auto before = standing.find(admission::object_key(object.json(), ns));
    if (before != standing.end() && changes_standing(object.json(), before->second))
      changed.insert(object.document.get());
  }
  return changed;
}

std::optional<rules::Finding> changes_standing(const Json& object, const Json& standing) {
  if (auto finding = changes_cluster_queue(object, standing)) return finding;
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
