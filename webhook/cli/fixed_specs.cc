#include "webhook/cli/fixed_specs.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "kube/api/object.h"
#include "kube/api/pod.h"
#include "kube/api/quantity.h"
#include "rules/devices/demand.h"
#include "rules/mapping/canonical.h"
#include "rules/mapping/earlier_rewrite.h"

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

Json named_in(const Json& list, std::string_view name) {
  for (const Json& one : list.elements()) {
    if (one["name"].as_string() == name) return one;
  }
  return {};
}

Json amount_in(const Json& resources, std::string_view resource) {
  const Json limit = resources["limits"][resource];
  return limit.is_null() ? resources["requests"][resource] : limit;
}

// The container asks for other devices by extended resources than the one that is there, or than
// that one did before it was rewritten.
bool asks_for_others(const Json& container, const Json& standing, const Json& rewritten) {
  for (const char* list : {"limits", "requests"}) {
    for (const Json::Member& entry : container["resources"][list].members()) {
      if (!rules::names_devices(entry.key())) continue;
      const std::optional<kube::Quantity> amount = kube::Quantity::if_given(entry.value);
      const Json now = amount_in(standing["resources"], entry.key());
      const Json before = now.is_null() ? rewritten[entry.key()] : now;
      const bool is_nothing = !amount || (amount->is_zero() && before.is_null());
      if (!is_nothing && !is_same(entry.value, before, true)) return true;
    }
  }
  return false;
}

// Where the pod asks for other devices than the one that is there; empty for nowhere. What this one
// does not say may have been given to that one by others.
std::string other_devices_at(const Json& pod, const Json& standing) {
  kube::Document scratch;
  rules::EarlierRewrite rewrite;
  if (const Result<kube::PodView> view = kube::PodView::read(standing))
    rewrite = rules::EarlierRewrite::read(*view, scratch);
  for (const char* list : {"initContainers", "containers"}) {
    std::size_t at = 0;
    for (const Json& container : pod["spec"][list].elements()) {
      const std::string_view name = container["name"].as_string();
      const Json there = named_in(standing["spec"][list], name);
      const Json before = rewrite.found() ? rewrite.asked(name) : Json();
      if (!there.is_null() && asks_for_others(container, there, before))
        return "spec." + std::string(list) + "[" + std::to_string(at) + "].resources";
      ++at;
    }
  }
  std::size_t at = 0;
  for (const Json& entry : pod["spec"]["resourceClaims"].elements()) {
    const Json there = named_in(standing["spec"]["resourceClaims"], entry["name"].as_string());
    if (!is_same(entry, there, false)) return "spec.resourceClaims[" + std::to_string(at) + "]";
    ++at;
  }
  return {};
}

// ValidatePodUpdate of Kubernetes: "pod updates may not change fields other than" images and a few
// more.
std::optional<rules::Finding> changes_devices(const Json& pod, const Json& standing) {
  if (!kube::is_pod(pod) || standing.is_null() ||
      !standing["metadata"]["deletionTimestamp"].is_null())
    return std::nullopt;
  std::string field = other_devices_at(pod, standing);
  if (field.empty()) return std::nullopt;
  return rules::Finding{
      "MalformedObject", rules::Severity::kDeny, std::move(field),
      name_text(pod) + " is there with other devices, and the API server never changes a pod's.",
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
    if (has_fixed_spec(object.json()) || is_local_queue(object.json()) ||
        kube::is_pod(object.json()))
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
  if (auto finding = changes_devices(object, standing)) return finding;
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
