// What every Kubernetes object has: kind, version, name, namespace, labels, annotations, owners.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "kube/api/json.h"

namespace drawbridge::kube {

// `group/version` split; the core group is "".
struct GroupVersion {
  std::string_view group;
  std::string_view version;
};
GroupVersion parse_api_version(std::string_view api_version);

// A metadata.resourceVersion: of two of one kind the larger one is the newer (KEP-5504). 0 for what
// is no number.
std::uint64_t version_number(std::string_view resource_version);

// A view; valid as long as the object that it was made from.
class ObjectView {
 public:
  explicit ObjectView(Json object) : object_(object), metadata_(object["metadata"]) {}

  Json json() const { return object_; }
  std::string_view kind() const { return object_["kind"].as_string(); }
  std::string_view api_version() const { return object_["apiVersion"].as_string(); }
  std::string_view group() const { return parse_api_version(api_version()).group; }
  std::string_view name() const { return metadata_["name"].as_string(); }
  std::string_view generate_name() const { return metadata_["generateName"].as_string(); }
  std::string_view ns() const { return metadata_["namespace"].as_string(); }
  std::string_view uid() const { return metadata_["uid"].as_string(); }
  Json labels() const { return metadata_["labels"]; }
  Json annotations() const { return metadata_["annotations"]; }
  std::string_view label(std::string_view key) const { return labels()[key].as_string(); }
  std::string_view annotation(std::string_view key) const { return annotations()[key].as_string(); }
  // The ownerReference with `controller: true`; null when there is none.
  Json controller() const;
  // The name, or "NAME-*" while the API server has yet to make one from generateName.
  std::string shown_name() const;

 private:
  Json object_;
  Json metadata_;
};

}  // namespace drawbridge::kube
