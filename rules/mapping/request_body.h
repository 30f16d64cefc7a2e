// The body of a DeviceRequest (resource.k8s.io/v1): all that it says besides its name and count,
// from a rule, the companions in the container, and the pod's annotations.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/pod.h"
#include "rules/finding.h"
#include "rules/mapping/index.h"

namespace drawbridge::rules {

// Canonical JSON of the request's members (rules/mapping/canonical.h), with a gap wherever the
// count goes.
struct RequestBody {
  std::vector<std::string> pieces;

  void append_with_count(std::int64_t count, std::string& to) const;
  friend bool operator==(const RequestBody&, const RequestBody&) = default;
};

// Shared by the containers that ask alike: a pod may have thousands of them, and a body 10 KiB.
using SharedBody = std::shared_ptr<const RequestBody>;

// A companion resource of a container.
struct Companion {
  const Parameter* parameter = nullptr;  // of the matched rule
  std::int64_t amount = 0;               // in the parameter's unit; > 0
};

struct BodyInput {
  const MappingIndex::Match& match;
  std::span<const Companion> companions;
  kube::Json annotations;                // the pod's
  const kube::ContainerView& container;  // for messages
};

// Of a rule without a placeholder and parameters; nullptr of every other one, and where there can
// be none.
SharedBody fixed_body_of(const Mapping& mapping, const RewriteRule& rule);

// The body, or why there can be none (ParameterInvalid, kDeny).
std::variant<RequestBody, Finding> build_request_body(const BodyInput& input);

}  // namespace drawbridge::rules
