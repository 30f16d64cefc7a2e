#include "webhook/admission/api_paths.h"

#include <utility>

#include "webhook/admission/served_templates.h"

namespace drawbridge::admission {

kube::ResourcePath pod_path(std::string ns, std::string name) {
  kube::ResourcePath path;
  path.version = "v1";
  path.resource = "pods";
  path.ns = std::move(ns);
  path.name = std::move(name);
  return path;
}

kube::ResourcePath device_quota_path(std::string ns, std::string name) {
  kube::ResourcePath path;
  path.group = "drawbridge.dev";
  path.version = "v1alpha1";
  path.resource = "devicequotas";
  path.ns = std::move(ns);
  path.name = std::move(name);
  return path;
}

kube::ReflectedKind pods_kind() {
  return {.kind = "Pod", .group = "", .resource = "pods", .versions = {"v1"}};
}

kube::ReflectedKind claims_kind() {
  return {.kind = "ResourceClaim",
          .group = "resource.k8s.io",
          .resource = "resourceclaims",
          .versions = template_versions()};
}

}  // namespace drawbridge::admission
