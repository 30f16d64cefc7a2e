#include "webhook/decide/queues/pod_roles.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>

#include "kube/api/quantity.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::Quantity;

// As the API server has it: limits where requests are missing.
std::map<std::string_view, Quantity> requests_of(const Json& resources) {
  std::map<std::string_view, Quantity> requests;
  for (const char* list : {"requests", "limits"}) {
    for (const Json::Member& entry : resources[list].members()) {
      if (const std::optional<Quantity> amount = Quantity::if_given(entry.value))
        requests.emplace(entry.key(), *amount);
    }
  }
  return requests;
}

bool containers_are_alike(const Json& a, const Json& b) {
  const auto one = a.elements();
  const auto other = b.elements();
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const Json& left, const Json& right) {
                      return left["ports"] == right["ports"] &&
                             requests_of(left["resources"]) == requests_of(right["resources"]);
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
         requests_of(a["resources"]) == requests_of(b["resources"]) &&
         containers_are_alike(a["containers"], b["containers"]) &&
         containers_are_alike(a["initContainers"], b["initContainers"]);
}

}  // namespace drawbridge::admission
