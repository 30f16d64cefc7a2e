// ResourcePath: where an object or a collection stands in the API, as a URL path.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/result.h"

namespace drawbridge::kube {

struct ResourcePath {
  std::string group = {};  // "" is the core group
  std::string version = {};
  std::string resource = {};     // plural, lower case: "resourceclaimtemplates"
  std::string ns = {};           // empty: of the cluster, or in all namespaces
  std::string name = {};         // empty: the collection
  std::string subresource = {};  // "status"; only with a name
};

// "/apis/resource.k8s.io/v1/namespaces/team-a/resourceclaims/gpu/status".
//
// The API server undoes the escaping of a path before it splits it, so a slash could lead a name
// that a tenant has chosen to any other object. Names are therefore held to the rule for path
// segments (apimachinery, api/validation/path): not ".", not "..", no "/" and no "%"; the rest is
// escaped.
Result<std::string> url_path(const ResourcePath& path);

// Parameters of a query, escaped and joined: "?dryRun=All&fieldManager=drawbridge"; empty for none.
std::string url_query(const std::vector<std::pair<std::string, std::string>>& parameters);

}  // namespace drawbridge::kube
