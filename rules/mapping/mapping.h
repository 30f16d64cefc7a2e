// Mapping: a DeviceMapping (drawbridge.dev/v1alpha1), compiled: what is counted as one thing, and
// which extended resources become a claim.
//
// Everything that can be wrong with one is found here, when it is loaded or applied; a compiled
// Mapping is immutable and shared between threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/labels.h"
#include "kube/api/result.h"
#include "rules/mapping/text_template.h"

namespace drawbridge::rules {

inline constexpr std::size_t kMappingRewritesMax = 64;
inline constexpr std::size_t kMappingParametersMax = 16;
inline constexpr std::size_t kMappingClassesMax = 32;
// As in a claim (resource.k8s.io/v1: DeviceClaimConstraints and DeviceConfig, 32 each).
inline constexpr std::size_t kMappingConstraintsMax = 32;
inline constexpr std::size_t kMappingConfigMax = 32;
// resource.k8s.io/v1: selectors of a request, alternatives of firstAvailable.
inline constexpr std::size_t kSelectorsMax = 32;
inline constexpr std::size_t kFirstAvailableMax = 8;
// resource.k8s.io/v1: length of a CEL expression, and of a configuration's parameters, in bytes.
inline constexpr std::size_t kSelectorBytesMax = 10 * 1024;
inline constexpr std::size_t kConfigParametersBytesMax = 10 * 1024;
// resource.k8s.io/v1: tolerations of a request; the length of a driver's name.
inline constexpr std::size_t kTolerationsMax = 16;
// resource.k8s.io/v1: the domain and the identifier of an attribute or capacity.
inline constexpr std::size_t kAttributeDomainBytesMax = 63;
inline constexpr std::size_t kAttributeIdBytesMax = 32;
// resource.k8s.io/v1: capacities of a device, so more can't be asked for.
inline constexpr std::size_t kCapacityRequestsMax = 32;
// Our own; the CustomResourceDefinition has the same bounds.
inline constexpr std::size_t kPlaceholderBytesMax = 63;
inline constexpr std::size_t kNamespaceSelectorEntriesMax = 32;  // matchLabels, matchExpressions
inline constexpr std::size_t kNamespaceSelectorValuesMax = 64;   // of one expression
// "devices-GROUP-9999" is still a DNS label: the number tells our entry in a pod from another one
// of that name.
inline constexpr std::size_t kClaimGroupBytesMax = 50;

struct RequestBody;  // rules/mapping/request_body.h

enum class Action : std::uint8_t { kWarn, kRewrite, kOff };
enum class MixedNodes : std::uint8_t { kLeave, kRewrite };

// A resource name, or one with a single {placeholder} that captures the rest of it.
class ResourcePattern {
 public:
  static Result<ResourcePattern> compile(std::string_view text);

  bool is_literal() const { return placeholder_.empty(); }
  std::string_view text() const { return text_; }
  std::string_view placeholder() const { return placeholder_; }
  // What the placeholder stands for in `resource` (empty view for a literal); nullopt without a
  // match.
  std::optional<std::string_view> match(std::string_view resource) const;

 private:
  std::string text_;
  std::string placeholder_;
  std::string prefix_;  // the whole name of a literal
  std::string suffix_;
};

// A companion of the resource: what else the container, or the pod, says about the device it wants.
struct Parameter {
  enum class Type : std::uint8_t { kResource, kAnnotation };
  Type type = Type::kResource;
  std::string resource;    // kResource: a second extended resource of the same container
  std::string capacity;    // kResource: the capacity that it requests of each device
  std::string unit;        // kResource: quantity suffix that its integer is given in; "" for none
  std::string annotation;  // kAnnotation: the pod's annotation
  TextTemplate selector;   // kAnnotation: with {value}
  // kAnnotation: whether the selector compiles depends on the value, as of matches({value}).
  bool value_decides = false;
};

// One way to satisfy a request: `exactly`, or one alternative of `firstAvailable`.
struct RequestOption {
  std::string name;  // of an alternative; empty for `exactly`
  std::string device_class;
  std::vector<TextTemplate> selectors;
  // Canonical JSON of the parts that are copied as they are; empty text where absent.
  std::string tolerations;
  std::vector<std::pair<std::string, std::string>> capacity;  // name -> canonical quantity, sorted
};

struct RewriteRule {
  std::size_t index = 0;  // in spec.rewrites
  ResourcePattern resource;
  std::optional<kube::LabelSelector> namespace_selector;  // nullopt: every namespace
  Action action = Action::kWarn;
  bool first_available = false;
  std::vector<RequestOption> options;  // exactly one unless first_available
  std::vector<Parameter> parameters;
  // The body of its requests where that is the same for every pod: without a placeholder and
  // parameters. Of a mapping that compiles; else nullptr.
  std::shared_ptr<const RequestBody> fixed_body;
};

struct Constraint {
  enum class Scope : std::uint8_t { kContainer, kClaim, kUnit };
  Scope scope = Scope::kContainer;
  std::string member;     // "matchAttribute" or "distinctAttribute"
  std::string attribute;  // fully qualified

  friend bool operator==(const Constraint&, const Constraint&) = default;
};

// What one device counts against a quota.
struct Charge {
  enum class Type : std::uint8_t { kDevices, kCapacity };
  Type type = Type::kDevices;
  std::string capacity_domain;  // kCapacity: "gpu.nvidia.com" of gpu.nvidia.com/memory
  std::string capacity_name;
};

struct Mapping {
  std::string name;
  std::string logical_resource;
  std::vector<std::string> device_classes;
  Charge charge;
  std::vector<RewriteRule> rewrites;
  MixedNodes mixed_nodes = MixedNodes::kLeave;
  std::vector<std::string> config;  // canonical JSON of each entry's members, without the braces
  std::vector<Constraint> constraints;
  std::string claim_group;
};

// The classes whose devices it counts: its own, and those that its rewrites ask for. One may come
// more than once.
std::vector<std::string_view> classes_of(const Mapping& mapping);

// Compiles a DeviceMapping object, or says which field is wrong and how it should be written.
Result<std::shared_ptr<const Mapping>> compile_mapping(const kube::Json& object);

}  // namespace drawbridge::rules
