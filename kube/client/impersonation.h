// Impersonation as the API server takes it: header fields of each request
// (kubernetes.io/docs/reference/access-authn-authz/authentication, "User impersonation").
#pragma once

#include <string>

#include "kube/api/json.h"
#include "kube/api/result.h"
#include "kube/client/config.h"

namespace drawbridge::kube {

// "Impersonate-User: ...\r\n" and so on. Precondition: made by read_impersonation().
std::string impersonation_fields(const Impersonation& impersonation);

// Reads as, as-uid, as-groups and as-user-extra of a kubeconfig's user. The result's user is empty
// where none of them is set. An error names the field: the last three need the first, and a value
// with a control character fits into no header.
Result<Impersonation> read_impersonation(const Json& user);

}  // namespace drawbridge::kube
