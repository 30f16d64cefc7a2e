// The authorizer variable's questions, asked of the caller.
#pragma once

#include <cstdint>
#include <string_view>

#include "kube/api/arena.h"
#include "rules/cel/value.h"

namespace drawbridge::cel {

// A question as SubjectAccessReview puts it (authorization.k8s.io/v1). Empty: not given.
struct AccessQuestion {
  // Else the request's user.
  std::string_view service_account_namespace = {}, service_account_name = {};
  std::string_view path = {};  // non-resource
  std::string_view group = {}, resource = {}, subresource = {}, ns = {}, name = {}, verb = {};
  std::string_view field_selector = {}, label_selector = {};
};

struct AccessAnswer {
  bool allowed = false;
  std::string_view reason = {};  // the caller's memory, until the evaluation ends
  std::string_view error = {};   // empty: none
};

// What a check costs: two fit in an expression's budget of 1,000,000.
inline constexpr std::uint64_t kAccessCheckCost = 350'000;

// Answers at once, or ends the evaluation to be run again once the answer is there.
class Authorizer {
 public:
  // nullptr: not known yet; the evaluation then fails with kAccessUnknown and the caller looks it
  // up.
  virtual const AccessAnswer* ask(const AccessQuestion& question) = 0;

 protected:
  ~Authorizer() = default;
};

// What a policy's variables `authorizer` and `authorizer.requestResource` are bound to. The second
// is good as long as the arena and what `resource` refers to (group, resource, subresource, ns,
// name).
Value authorizer_value();
Value request_resource_value(kube::Arena& arena, const AccessQuestion& resource);

inline constexpr std::string_view kAccessUnknown = "the answer of the authorizer is not known yet";

}  // namespace drawbridge::cel
