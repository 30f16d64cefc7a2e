#include "webhook/decide/queues/pod_roles.h"

#include <algorithm>
#include <iterator>

#include "quota/kueue/pod_requests.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using quota::requests_of_resources;

bool containers_are_alike(const Json& a, const Json& b) {
  const auto one = a.elements();
  const auto other = b.elements();
  return std::equal(
      one.begin(), one.end(), other.begin(), other.end(), [](const Json& left, const Json& right) {
        return left["ports"] == right["ports"] && requests_of_resources(left["resources"]) ==
                                                      requests_of_resources(right["resources"]);
      });
}

}  // namespace

bool have_one_role(const Json& a, const Json& b) {
  constexpr const char* kFields[] = {"nodeSelector", "affinity",
                                     "tolerations",  "runtimeClassName",
                                     "priority",     "topologySpreadConstraints",
                                     "overhead",     "resourceClaims"};
  return std::all_of(std::begin(kFields), std::end(kFields),
                     [&](const char* field) { return a[field] == b[field]; }) &&
         a["resources"].is_null() == b["resources"].is_null() &&
         requests_of_resources(a["resources"]) == requests_of_resources(b["resources"]) &&
         containers_are_alike(a["containers"], b["containers"]) &&
         containers_are_alike(a["initContainers"], b["initContainers"]);
}

}  // namespace drawbridge::admission
