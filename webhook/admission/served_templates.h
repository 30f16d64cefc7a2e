// Where generated ResourceClaimTemplates stand in the API: in the best version of resource.k8s.io
// that the API server serves. Before 1.34 there is no v1, and 1.32 has v1beta1 alone.
//
// Source: Kubernetes' API, resource.k8s.io (v1 since 1.34, v1beta2 since 1.33, v1beta1 since 1.32).
#pragma once

#include <boost/asio/awaitable.hpp>
#include <string>
#include <vector>

#include "kube/client/answer.h"
#include "kube/client/discovery.h"
#include "kube/client/resource_path.h"

namespace drawbridge::admission {

// The best first.
const std::vector<std::string>& template_versions();

// The collection in a namespace, or with a name one of it, in the version that `discovery` says is
// served; an ApiError where none is. Without a namespace: all of them.
boost::asio::awaitable<kube::ApiAnswer<kube::ResourcePath>> find_templates(
    kube::Discovery* discovery, std::string ns, std::string name, kube::Deadline until);

// The API server serves no such path: what discovery said was wrong, or is not so any more. What is
// only missing has another answer.
bool is_unserved(const kube::ApiResult& result);

}  // namespace drawbridge::admission
