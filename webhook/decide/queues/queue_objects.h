// What is wrong with Kueue's own objects, for who writes them: quotas that the API server refuses,
// and names that lead nowhere.
#pragma once

#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"
#include "webhook/decide/known.h"

namespace drawbridge::admission {

// Of a ClusterQueue, Cohort or LocalQueue (kueue.x-k8s.io), whose fields have their types:
//   MalformedObject  what the CustomResourceDefinition or Kueue's webhook refuses (pkg/webhooks of
//                    v0.19): a flavor's resources are not those of coveredResources, in their
//                    order; a resource or flavor stands twice; a limit without a cohort, or more
//                    lent than there is; a negative amount;
//   FlavorMissing    a flavor of a ClusterQueue that does not exist, where one of a similar name
//                    does;
//   QueueMissing     the same of the ClusterQueue that a LocalQueue names.
// Names that are like no other may come from where nobody looked, and nothing is said of them.
std::vector<rules::Finding> check_queue_object(const kube::Json& object, Known& known);

}  // namespace drawbridge::admission
