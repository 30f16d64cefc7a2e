// What rules need from outside: the params that they name, and answers of the authorizer. Asked as
// Needs, answered by Facts, so that decide() stays pure.
//
// What a look-up answers (LookUp's document):
//   kParams  {"clusterScoped": true|false, "items": [...]}, or {"unknownKind": true}
//   kAccess  {"allowed": true|false, "reason": "...", "error": "..."}
//
// Source of the rules: k8s.io/apiserver pkg/admission/plugin/policy/generic (CollectParams) and
// pkg/cel/library/authz.go.
#pragma once

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/cel/library/authz.h"
#include "rules/policy/device_rule.h"
#include "webhook/decide/known.h"
#include "webhook/decide/object_set.h"

namespace drawbridge::admission {

// Access reviews that the rules of one request may ask for; further ones are answered with an
// error.
inline constexpr std::size_t kAccessReviewsMax = 64;
// Objects that a selector of params may match; of more, the rule fails.
inline constexpr std::size_t kParamsMax = 500;

struct RuleParamObjects {
  std::string failure;          // in the API server's words; empty for none
  std::vector<kube::Json> all;  // a single null where the rule has no params
};

// As long as `known`'s facts. None, and no failure, where they are noted as needed.
RuleParamObjects params_of(const rules::DeviceRule& rule, Known& known, std::string_view ns);

// Answers from facts; what these lack is noted as needed. As long as the request and `known`.
class FactAuthorizer final : public cel::Authorizer {
 public:
  FactAuthorizer(const AdmissionRequest& request, Known& known);

  const cel::AccessAnswer* ask(const cel::AccessQuestion& question) override;

 private:
  const AdmissionRequest& request_;
  Known& known_;
  std::deque<cel::AccessAnswer> answers_;
  std::size_t asked_ = 0;
};

// What authorizer.requestResource is about.
cel::AccessQuestion request_resource(const AdmissionRequest& request);

// Why a look-up fails whose selector matches more than kParamsMax.
Error too_many_params();
// The answer to a look-up of kParams from files.
LookUp params_among(std::span<const SourcedObject> objects, const ObjectRef& ref);
// The same of the API server: one object, or a list. `api_version` and `kind` are those of the
// params, which items of a list do not say.
std::shared_ptr<const kube::Document> params_document(std::span<const kube::Json> items,
                                                      std::string_view api_version,
                                                      std::string_view kind, bool cluster_scoped);

// A LabelSelector as the parameter labelSelector of a list: "team=a,tier in (x,y)".
std::string label_query(const kube::Json& selector);

// "APIVERSION KIND" apart.
struct ParamKind {
  std::string_view api_version;
  std::string_view kind;
};
ParamKind param_kind_of(std::string_view what);

}  // namespace drawbridge::admission
