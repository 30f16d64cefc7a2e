// What an expression of a policy sees (admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy):
// object, oldObject and params, which may be anything, the typed request and namespaceObject, and
// the authorizer.
//
// Source of the types: k8s.io/apiserver, pkg/admission/plugin/cel/compile.go, with its spelling:
// metadata.UID is the only name of the namespace's uid.
#pragma once

#include "rules/cel/cel.h"

namespace drawbridge::cel {

// Which variables there are besides object, oldObject, request and namespaceObject.
struct PolicyVariables {
  bool params = false;      // the policy has a paramKind
  bool authorizer = false;  // also authorizer.requestResource; not for messages and annotations
};

// Declares the variables, in the order object, oldObject, namespaceObject, request, params,
// authorizer, authorizer.requestResource; the caller may add others behind them.
void add_policy_variables(EnvironmentBuilder& to, PolicyVariables which = {});

}  // namespace drawbridge::cel
