// PodView: a Pod, or the pod template of a workload, as far as devices are concerned.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "kube/api/json.h"
#include "kube/api/object.h"
#include "kube/api/result.h"

namespace drawbridge::kube {

// Containers of one pod that are read, init containers included. The API has no limit of its own; a
// pod within the API server's 3 MiB that comes near this one could never start.
inline constexpr std::size_t kPodContainersMax = 2048;
// Entries of spec.resourceClaims that another one is compared with.
inline constexpr std::size_t kEarlierEntriesMax = 64;

struct ContainerView {
  ContainerView(const Json& container, std::size_t index_in_list, bool is_init)
      : json(container), resources(json["resources"]), index(index_in_list), init(is_init) {}

  Json json;
  Json resources;
  std::size_t index;  // within its own list
  bool init;

  std::string_view name() const { return json["name"].as_string(); }
  Json limits() const { return resources["limits"]; }
  Json requests() const { return resources["requests"]; }
  Json claims() const { return resources["claims"]; }
  // An init container that runs beside the others (KEP-753).
  bool sidecar() const { return init && json["restartPolicy"].as_string() == "Always"; }
  // Keeps its devices for the pod's whole life.
  bool long_lived() const { return !init || sidecar(); }
  // "spec.initContainers[2]".
  std::string path() const;
};

// A view; valid as long as the object. Every accessor answers "nothing" where a field is absent.
class PodView {
 public:
  // `pod` is a Pod or a PodTemplateSpec: it has `metadata` and `spec`. Fails, naming the field,
  // where something that devices are asked with is not of its type, or past kPodContainersMax.
  static Result<PodView> read(Json pod);

  const ObjectView& object() const { return object_; }
  Json spec() const { return spec_; }
  std::size_t container_count() const { return init_.size() + regular_.size(); }
  // Init containers first, then the regular ones, as the scheduler numbers them.
  ContainerView container(std::size_t i) const {
    return i < init_.size() ? ContainerView{init_[i], i, true}
                            : ContainerView{regular_[i - init_.size()], i - init_.size(), false};
  }
  // Some container has an entry in resources.claims.
  bool uses_claims() const { return uses_claims_; }
  std::span<const Json> resource_claims() const { return resource_claims_; }
  // An earlier entry of spec.resourceClaims has the name of this one, so that the API server
  // refuses it; of those before it the first kEarlierEntriesMax are looked at.
  bool repeats_claim(std::size_t entry) const;
  std::string_view node_name() const { return node_name_; }
  // Made by a kubelet from a file on its node; the API server only mirrors it.
  bool mirror() const {
    return object_.annotations().find("kubernetes.io/config.mirror") != nullptr;
  }

 private:
  explicit PodView(Json pod) : object_(pod) {}

  ObjectView object_;
  Json spec_;
  std::span<const Json> init_;
  std::span<const Json> regular_;
  std::span<const Json> resource_claims_;
  std::string_view node_name_;
  bool uses_claims_ = false;
};

// Core v1, whatever kinds of that name others have.
bool is_pod(const Json& object);

// Whether a Pod needs its devices no more: status.phase is Succeeded or Failed.
bool has_ended(const Json& pod);

}  // namespace drawbridge::kube
