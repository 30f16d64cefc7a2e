#include "webhook/admission/served_templates.h"

#include <utility>

namespace drawbridge::admission {
namespace {

constexpr const char* kGroup = "resource.k8s.io";
constexpr const char* kResource = "resourceclaimtemplates";

kube::ApiError not_served() {
  kube::ApiError error;
  error.code = 404;
  error.message =
      "it serves no resourceclaimtemplates of resource.k8s.io in v1, v1beta2 or v1beta1; switch "
      "Dynamic Resource Allocation on (--runtime-config of kube-apiserver)";
  return error;
}

}  // namespace

const std::vector<std::string>& template_versions() {
  static const std::vector<std::string> kVersions = {"v1", "v1beta2", "v1beta1"};
  return kVersions;
}

boost::asio::awaitable<kube::ApiAnswer<kube::ResourcePath>> find_templates(
    kube::Discovery* discovery, std::string ns, std::string name, kube::Deadline until) {
  std::string group = kGroup;
  std::string resource = kResource;
  std::vector<std::string> versions = template_versions();
  const kube::ApiAnswer<std::string> version =
      co_await discovery->find(std::move(group), std::move(resource), std::move(versions), until);
  if (!version) co_return version.error_as<kube::ResourcePath>();
  if (version.value().empty()) {
    // Asked again the next time: an administrator may be about to change it.
    discovery->forget(kGroup);
    co_return not_served();
  }
  kube::ResourcePath path;
  path.group = kGroup;
  path.version = version.value();
  path.resource = kResource;
  path.ns = std::move(ns);
  path.name = std::move(name);
  co_return path;
}

bool is_unserved(const kube::ApiResult& result) {
  const kube::ApiError* error = result.api_error();
  return error != nullptr && error->code == 404 && error->reason.empty();
}

}  // namespace drawbridge::admission
