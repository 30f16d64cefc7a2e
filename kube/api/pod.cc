#include "kube/api/pod.h"

#include <algorithm>

namespace drawbridge::kube {
namespace {

using Kind = Json::Kind;

// Checks types on the way down a path that is only written out when something is wrong.
class ShapeCheck {
 public:
  // The member's value; null when it is absent, null, or of another kind (which is noted).
  Json member(const Json& of, std::string_view key, Kind kind, std::string_view path) {
    const Json value = of[key];
    if (value.is_null() || value.kind() == kind) return value;
    note(std::string(path) + (path.empty() ? "" : ".") + std::string(key), kind, value);
    return {};
  }

  void note(std::string path, Kind wanted, const Json& got) {
    if (failed_) return;
    failed_ = true;
    error_ = {"must be " + article(wanted) + ", not " + article(got.kind()), std::move(path)};
  }

  void note_quantity(std::string path, const Json& got) {
    refuse(std::move(path), "must be a quantity such as 1, not " + article(got.kind()));
  }

  void refuse(std::string path, std::string message) {
    if (failed_) return;
    failed_ = true;
    error_ = {std::move(message), std::move(path)};
  }

  bool failed() const { return failed_; }
  const Error& error() const { return error_; }

  void note_used_claims() { uses_claims_ = true; }
  bool uses_claims() const { return uses_claims_; }

 private:
  static std::string article(Kind kind) {
    const std::string_view name = kind_name(kind);
    if (kind == Kind::kNull) return "null";
    const bool vowel = name[0] == 'a' || name[0] == 'i' || name[0] == 'o';
    return (vowel ? "an " : "a ") + std::string(name);
  }

  bool failed_ = false;
  bool uses_claims_ = false;
  Error error_;
};

void check_string_map(ShapeCheck& check, const Json& of, std::string_view key,
                      std::string_view path) {
  for (const Json::Member& entry : check.member(of, key, Kind::kObject, path).members()) {
    // The API server reads null as an empty text, as Go does: `labels: {app: }`.
    if (!entry.value.is_string() && !entry.value.is_null()) {
      check.note(std::string(path) + "." + std::string(key) + "[" + std::string(entry.key()) + "]",
                 Kind::kString, entry.value);
    }
  }
}

void check_quantities(ShapeCheck& check, const Json& resources, std::string_view key,
                      std::string_view path) {
  for (const Json::Member& entry : check.member(resources, key, Kind::kObject, path).members()) {
    // The API server reads null as 0 (resource.Quantity UnmarshalJSON).
    if (!entry.value.is_string() && !entry.value.is_number() && !entry.value.is_null()) {
      check.note_quantity(
          std::string(path) + "." + std::string(key) + "[" + std::string(entry.key()) + "]",
          entry.value);
    }
  }
}

void check_named_objects(ShapeCheck& check, const Json& list, std::string_view second,
                         std::string_view path) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Json& entry = list.elements()[i];
    if (entry["name"].is_string() && entry[second].is_string()) continue;
    const std::string at = std::string(path) + "[" + std::to_string(i) + "]";
    if (!entry.is_object()) return check.note(at, Kind::kObject, entry);
    check.member(entry, "name", Kind::kString, at);
    check.member(entry, second, Kind::kString, at);
  }
}

bool container_is_plain(const Json& container) {
  const Json resources = container["resources"];
  const auto plain = [](const Json& value, Kind kind) {
    return value.is_null() || value.kind() == kind;
  };
  const auto quantities = [&](std::string_view key) {
    const Json map = resources[key];
    if (!plain(map, Kind::kObject)) return false;
    for (const Json::Member& entry : map.members()) {
      if (!entry.value.is_string() && !entry.value.is_number()) return false;
    }
    return true;
  };
  return container.is_object() && container["name"].is_string() &&
         plain(resources, Kind::kObject) && plain(container["restartPolicy"], Kind::kString) &&
         resources["claims"].is_null() && quantities("limits") && quantities("requests");
}

void check_container(ShapeCheck& check, const Json& container, std::string_view path) {
  if (!container.is_object()) return check.note(std::string(path), Kind::kObject, container);
  check.member(container, "name", Kind::kString, path);
  check.member(container, "restartPolicy", Kind::kString, path);
  const Json resources = check.member(container, "resources", Kind::kObject, path);
  const std::string inner = std::string(path) + ".resources";
  check_quantities(check, resources, "limits", inner);
  check_quantities(check, resources, "requests", inner);
  const Json claims = check.member(resources, "claims", Kind::kArray, inner);
  if (!claims.empty()) check.note_used_claims();
  check_named_objects(check, claims, "request", inner + ".claims");
}

std::span<const Json> checked_containers(ShapeCheck& check, const Json& spec,
                                         std::string_view key) {
  const Json list = check.member(spec, key, Kind::kArray, "spec");
  if (list.size() > kPodContainersMax) {
    check.refuse("spec." + std::string(key), "has " + std::to_string(list.size()) +
                                                 " entries; at most " +
                                                 std::to_string(kPodContainersMax) + " are read");
    return {};
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    // The path is text, and text is only made for a container that needs a closer look.
    if (container_is_plain(list.elements()[i])) continue;
    check_container(check, list.elements()[i],
                    "spec." + std::string(key) + "[" + std::to_string(i) + "]");
  }
  return list.elements();
}

}  // namespace

std::string ContainerView::path() const {
  return (init ? "spec.initContainers[" : "spec.containers[") + std::to_string(index) + "]";
}

Result<PodView> PodView::read(Json pod) {
  ShapeCheck check;
  if (!pod.is_object())
    return Error{"a Pod must be an object, not " + std::string(kind_name(pod.kind()))};
  const Json metadata = check.member(pod, "metadata", Kind::kObject, "");
  check.member(metadata, "name", Kind::kString, "metadata");
  check.member(metadata, "generateName", Kind::kString, "metadata");
  check.member(metadata, "namespace", Kind::kString, "metadata");
  check_string_map(check, metadata, "labels", "metadata");
  check_string_map(check, metadata, "annotations", "metadata");
  const Json owners = check.member(metadata, "ownerReferences", Kind::kArray, "metadata");
  check_named_objects(check, owners, "uid", "metadata.ownerReferences");
  PodView view(pod);
  view.spec_ = check.member(pod, "spec", Kind::kObject, "");
  view.node_name_ = check.member(view.spec_, "nodeName", Kind::kString, "spec").as_string();
  view.init_ = checked_containers(check, view.spec_, "initContainers");
  view.regular_ = checked_containers(check, view.spec_, "containers");
  const Json claims = check.member(view.spec_, "resourceClaims", Kind::kArray, "spec");
  check_named_objects(check, claims, "resourceClaimTemplateName", "spec.resourceClaims");
  view.resource_claims_ = claims.elements();
  view.uses_claims_ = check.uses_claims();
  if (check.failed()) return check.error();
  return view;
}

bool PodView::repeats_claim(std::size_t entry) const {
  const std::span<const Json> entries = resource_claims();
  const std::string_view name = entries[entry]["name"].as_string();
  if (name.empty()) return false;
  for (std::size_t i = 0; i < std::min(entry, kEarlierEntriesMax); ++i) {
    if (entries[i]["name"].as_string() == name) return true;
  }
  return false;
}

bool is_pod(const Json& object) {
  const ObjectView view(object);
  return view.group().empty() && view.kind() == "Pod";
}

bool has_ended(const Json& pod) {
  const std::string_view phase = pod["status"]["phase"].as_string();
  return phase == "Succeeded" || phase == "Failed";
}

}  // namespace drawbridge::kube
