#include "rules/mapping/mapping.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kube/api/claim.h"
#include "rules/mapping/mapping_faults.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::string_view kCompiles = "compiled without an error";

// The error of a mapping with one rewrite that has these fields.
std::string rewrite_error(std::string_view fields) {
  return mapping_error("logicalResource: a.com/gpu\nrewrites:\n- {" + std::string(fields) + "}\n");
}

// The error of one whose request is this.
std::string request_error(std::string_view request) {
  return rewrite_error("resource: a.com/gpu, request: {" + std::string(request) + "}");
}

// The error of one with these parameters.
std::string parameter_error(std::string_view parameters) {
  return rewrite_error(
      "resource: a.com/gpu, request: {exactly: {deviceClassName: c}}, parameters: [" +
      std::string(parameters) + "]");
}

// The error of one with these further fields of its spec.
std::string spec_error(std::string_view fields) {
  return mapping_error("logicalResource: a.com/gpu\n" + std::string(fields) + "\n");
}

TEST(Mapping, CompilesEveryField) {
  const auto compiled = mapping("full", R"(
logicalResource: nvidia.com/gpu
deviceClassNames: [gpu.nvidia.com, mig.nvidia.com]
charge: {type: Capacity, capacity: gpu.nvidia.com/memory}
mixedNodes: Rewrite
claimGroup: rail
constraints:
- {matchAttribute: resource.kubernetes.io/pcieRoot}
- {scope: Claim, distinctAttribute: a.com/slot}
- {scope: Unit, matchAttribute: a.com/rail}
config:
- opaque: {driver: gpu.nvidia.com, parameters: {kind: GpuConfig, apiVersion: r/v1}}
rewrites:
- resource: nvidia.com/gpu
  namespaceSelector: {matchLabels: {team: a}}
  action: Rewrite
  request:
    exactly:
      deviceClassName: gpu.nvidia.com
      allocationMode: ExactCount
      selectors: [{cel: {expression: "true"}}]
      tolerations: [{key: k, operator: Exists}, {key: l, value: v, effect: NoSchedule}]
      capacity: {requests: {memory: 1024Mi, cores: 50}}
  parameters:
  - {type: Resource, resource: nvidia.com/gpumem, capacity: memory, unit: Mi}
  - {type: Annotation, annotation: nvidia.com/use-gputype, selector: "device.driver == {value}"}
- resource: nvidia.com/mig-{profile}
  namespaceSelector: {}
  request:
    firstAvailable:
    - {deviceClassName: mig.nvidia.com, selectors: [{cel: {expression: "device.driver == {profile}"}}]}
    - {name: whole, deviceClassName: gpu.nvidia.com}
)");
  EXPECT_EQ(compiled->name, "full");
  EXPECT_EQ(compiled->logical_resource, "nvidia.com/gpu");
  EXPECT_EQ(compiled->device_classes.size(), 2u);
  EXPECT_EQ(compiled->charge.type, Charge::Type::kCapacity);
  EXPECT_EQ(compiled->charge.capacity_domain, "gpu.nvidia.com");
  EXPECT_EQ(compiled->charge.capacity_name, "memory");
  EXPECT_EQ(compiled->mixed_nodes, MixedNodes::kRewrite);
  EXPECT_EQ(compiled->claim_group, "rail");
  ASSERT_EQ(compiled->constraints.size(), 3u);
  EXPECT_EQ(compiled->constraints[0].scope, Constraint::Scope::kContainer);
  EXPECT_EQ(compiled->constraints[1].scope, Constraint::Scope::kClaim);
  EXPECT_EQ(compiled->constraints[1].member, "distinctAttribute");
  EXPECT_EQ(compiled->constraints[2].scope, Constraint::Scope::kUnit);
  EXPECT_EQ(
      compiled->config,
      (std::vector<std::string>{
          R"("opaque":{"driver":"gpu.nvidia.com","parameters":{"apiVersion":"r/v1","kind":"GpuConfig"}})"}));

  ASSERT_EQ(compiled->rewrites.size(), 2u);
  const RewriteRule& gpu = compiled->rewrites[0];
  EXPECT_EQ(gpu.action, Action::kRewrite);
  EXPECT_TRUE(gpu.namespace_selector.has_value());
  EXPECT_EQ(gpu.parameters.size(), 2u);
  ASSERT_EQ(gpu.options.size(), 1u);
  EXPECT_EQ(gpu.options[0].capacity,
            (std::vector<std::pair<std::string, std::string>>{{"cores", "50"}, {"memory", "1Gi"}}));
  EXPECT_EQ(gpu.options[0].tolerations,
            R"([{"key":"k","operator":"Exists"},)"
            R"({"effect":"NoSchedule","key":"l","operator":"Equal","value":"v"}])");
  const RewriteRule& mig = compiled->rewrites[1];
  EXPECT_EQ(mig.action, Action::kWarn) << "the default changes nothing";
  EXPECT_FALSE(mig.namespace_selector.has_value()) << "{} means everywhere";
  EXPECT_TRUE(mig.first_available);
  ASSERT_EQ(mig.options.size(), 2u);
  EXPECT_EQ(mig.options[0].name, "option-0");
  EXPECT_EQ(mig.options[1].name, "whole");
}

TEST(Mapping, UnknownFieldsAreRefusedWhereTheyStand) {
  EXPECT_EQ(spec_error("mixedNode: Leave"),
            "spec.mixedNode: is not a field here; the fields are logicalResource, "
            "deviceClassNames, charge, rewrites, mixedNodes, config, constraints, claimGroup");
  EXPECT_THAT(rewrite_error("resource: a.com/g, ressource: x"),
              StartsWith("spec.rewrites[0].ressource: is not a field here"));
  EXPECT_THAT(rewrite_error("resource: a.com/g, namespaceSelector: {matchLabel: {a: b}}"),
              StartsWith("spec.rewrites[0].namespaceSelector.matchLabel: is not a field here"));
  EXPECT_THAT(request_error("exactly: {deviceClassName: c, selector: x}"),
              StartsWith("spec.rewrites[0].request.exactly.selector: is not a field here"));
  EXPECT_THAT(request_error("exactly: {deviceClassName: c, selectors: [{expression: x}]}"),
              StartsWith("spec.rewrites[0].request.exactly.selectors[0].expression: is not"));
  EXPECT_THAT(request_error("exactly: {deviceClassName: c, selectors: [{cel: {expr: x}}]}"),
              StartsWith("spec.rewrites[0].request.exactly.selectors[0].cel.expr: is not a field"));
  EXPECT_THAT(request_error("exactly: {deviceClassName: c, tolerations: [{kee: x}]}"),
              StartsWith("spec.rewrites[0].request.exactly.tolerations[0].kee: is not a field"));
  EXPECT_THAT(request_error("exactly: {deviceClassName: c, capacity: {request: {}}}"),
              StartsWith("spec.rewrites[0].request.exactly.capacity.request: is not a field"));
  EXPECT_THAT(spec_error("config: [{opaque: {driver: d, parameters: {}, more: x}}]"),
              StartsWith("spec.config[0].opaque.more: is not a field here"));
  EXPECT_THAT(spec_error("constraints: [{matchAttribute: a.com/b, scop: Unit}]"),
              StartsWith("spec.constraints[0].scop: is not a field here"));
}

TEST(Mapping, SpecMustBeAnObjectWithALogicalResource) {
  EXPECT_EQ(mapping_error("5"), "spec: must be an object");
  EXPECT_EQ(mapping_error("[]"), "spec: must be an object");
  EXPECT_EQ(mapping_error("{}"), "spec.logicalResource: must be set to a string");
  EXPECT_EQ(mapping_error("logicalResource: 5"), "spec.logicalResource: must be set to a string");
  EXPECT_THAT(mapping_error("logicalResource: 'a b'"), StartsWith("spec.logicalResource: "));
  EXPECT_EQ(mapping_error("logicalResource: gpu"), kCompiles);
}

TEST(Mapping, RequestHasOneShapeAndLeavesCountAndAdminAccessOut) {
  EXPECT_EQ(rewrite_error("resource: a.com/gpu"), "spec.rewrites[0].request: must be an object");
  EXPECT_THAT(request_error(""), HasSubstr("exactly one of exactly and firstAvailable"));
  EXPECT_THAT(
      request_error("exactly: {deviceClassName: c}, firstAvailable: [{deviceClassName: c}]"),
      HasSubstr("exactly one of exactly and firstAvailable"));
  EXPECT_EQ(
      request_error("deviceClassName: c"),
      "spec.rewrites[0].request.deviceClassName: belongs under exactly: (resource.k8s.io/v1)");
  EXPECT_EQ(request_error("exactly: {deviceClassName: c, count: 2}"),
            "spec.rewrites[0].request.exactly.count: must be left out: the count comes from the "
            "container");
  EXPECT_EQ(request_error("exactly: {deviceClassName: c, adminAccess: true}"),
            "spec.rewrites[0].request.exactly.adminAccess: must be left out: it would bypass "
            "allocation and quota");
  EXPECT_EQ(request_error("exactly: {deviceClassName: c, allocationMode: All}"),
            "spec.rewrites[0].request.exactly.allocationMode: must be one of ExactCount, not "
            "\"All\"");
  EXPECT_EQ(request_error("exactly: {}"),
            "spec.rewrites[0].request.exactly.deviceClassName: must be set to a string");
  EXPECT_THAT(request_error("exactly: {deviceClassName: GPU}"),
              StartsWith("spec.rewrites[0].request.exactly.deviceClassName: "));
}

TEST(Mapping, Alternatives) {
  EXPECT_EQ(request_error("firstAvailable: []"),
            "spec.rewrites[0].request.firstAvailable: must have at least one alternative");
  EXPECT_THAT(request_error("firstAvailable: [{name: A, deviceClassName: c}]"),
              StartsWith("spec.rewrites[0].request.firstAvailable[0].name: "));
  EXPECT_EQ(request_error("firstAvailable: [{name: a, deviceClassName: c}, {name: a, "
                          "deviceClassName: d}]"),
            "spec.rewrites[0].request.firstAvailable[1].name: stands twice in firstAvailable");
  std::string most = "{deviceClassName: c}";
  for (std::size_t i = 1; i < kFirstAvailableMax; ++i) most += ", {deviceClassName: c}";
  EXPECT_EQ(request_error("firstAvailable: [" + most + "]"), kCompiles);
  EXPECT_EQ(request_error("firstAvailable: [" + most + ", {deviceClassName: c}]"),
            "spec.rewrites[0].request.firstAvailable: has 9 entries; at most 8 are possible");
}

TEST(Mapping, SelectorsAtAndPastTheirLimits) {
  const auto selectors = [](std::size_t count) {
    std::string list;
    for (std::size_t i = 0; i < count; ++i) list += "{cel: {expression: 'true'}}, ";
    return request_error("exactly: {deviceClassName: c, selectors: [" + list + "]}");
  };
  EXPECT_EQ(selectors(kSelectorsMax), kCompiles);
  EXPECT_THAT(selectors(kSelectorsMax + 1), HasSubstr("has 33 entries; at most 32 are possible"));
  const auto length = [](std::size_t bytes) {
    constexpr std::string_view kAround = "'' == ''";
    return request_error("exactly: {deviceClassName: c, selectors: [{cel: {expression: \"'" +
                         std::string(bytes - kAround.size(), 'x') + "' == ''\"}}]}");
  };
  EXPECT_EQ(length(kSelectorBytesMax), kCompiles);
  EXPECT_THAT(length(kSelectorBytesMax + 1), HasSubstr("is longer than 10 KiB"));
  EXPECT_THAT(request_error("exactly: {deviceClassName: c, selectors: [{cel: {expression: ''}}]}"),
              HasSubstr("must be set to a CEL expression"));
  EXPECT_THAT(request_error("exactly: {deviceClassName: c, selectors: [{cel: {expression: "
                            "\"x == {profile}\"}}]}"),
              HasSubstr("{profile} is not known here; known: none"));
}

TEST(Mapping, TolerationsAndCapacity) {
  const auto tolerations = [](std::size_t count) {
    std::string list;
    for (std::size_t i = 0; i < count; ++i) list += "{key: a}, ";
    return request_error("exactly: {deviceClassName: c, tolerations: [" + list + "]}");
  };
  EXPECT_EQ(tolerations(kTolerationsMax), kCompiles);
  EXPECT_THAT(tolerations(kTolerationsMax + 1), HasSubstr("has 17 entries"));
  EXPECT_THAT(request_error("exactly: {deviceClassName: c, tolerations: [x]}"),
              HasSubstr("tolerations[0]: must be an object"));
  EXPECT_THAT(request_error("exactly: {deviceClassName: c, tolerations: [{operator: Has}]}"),
              HasSubstr("tolerations[0].operator: must be one of Equal, Exists"));
  EXPECT_THAT(request_error("exactly: {deviceClassName: c, capacity: {requests: {memory: x}}}"),
              HasSubstr("capacity.requests[memory]: "));
  EXPECT_THAT(request_error("exactly: {deviceClassName: c, capacity: {requests: [1]}}"),
              HasSubstr("capacity.requests: must be an object"));
  EXPECT_THAT(
      request_error("exactly: {deviceClassName: c, capacity: {requests: {gpu.com/memory: 1}}}"),
      HasSubstr(
          "capacity.requests[gpu.com/memory]: must be the capacity's name without its domain"));
}

TEST(Mapping, ResourceParameters) {
  const auto with_unit = [](std::string_view unit) {
    return parameter_error("{type: Resource, resource: a.com/mem, capacity: memory, unit: '" +
                           std::string(unit) + "'}");
  };
  for (const char* unit :
       {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "k", "M", "G", "T", "P", "E", "m"})
    EXPECT_EQ(with_unit(unit), kCompiles) << unit;
  // A digit would go on with the number of the container: 4 and "0" would make 40.
  for (const char* unit : {"MB", "0", "00Mi", ".5", "e3", " ", "mi", "-", "5Mi"})
    EXPECT_THAT(with_unit(unit), HasSubstr("unit: must be a quantity suffix")) << unit;
  EXPECT_THAT(parameter_error("{resource: a.com/mem, capacity: memory}"),
              HasSubstr("type: must be Resource or Annotation"));
  EXPECT_THAT(parameter_error("{type: Resource, resource: mem, capacity: memory}"),
              HasSubstr("resource: must be an extended resource"));
  EXPECT_THAT(parameter_error("{type: Resource, resource: a.com/mem, capacity: a.com/memory}"),
              HasSubstr("capacity: must be the capacity's name without its domain"));
  EXPECT_THAT(parameter_error("{type: Resource, resource: a.com/mem, capacity: memory, unit: 5}"),
              HasSubstr("unit: must be a string"));
  EXPECT_THAT(parameter_error("{type: Resource, resource: a.com/gpu, capacity: memory}"),
              HasSubstr("is the resource itself"));
  EXPECT_THAT(parameter_error("{type: Resource, resource: a.com/mem, capacity: memory}, "
                              "{type: Resource, resource: a.com/mem, capacity: cores}"),
              HasSubstr("parameters[1].resource: stands twice"));
  EXPECT_THAT(parameter_error("{type: Resource, resource: a.com/mem, capacity: memory}, "
                              "{type: Resource, resource: a.com/mem2, capacity: memory}"),
              HasSubstr("parameters[1].capacity: is requested by two"));
}

TEST(Mapping, AnnotationParameters) {
  EXPECT_EQ(parameter_error(
                "{type: Annotation, annotation: a.com/x, selector: 'device.driver == {value}'}"),
            kCompiles);
  EXPECT_THAT(parameter_error(
                  "{type: Annotation, annotation: 'a b', selector: 'device.driver == {value}'}"),
              HasSubstr("annotation: "));
  EXPECT_THAT(parameter_error("{type: Annotation, annotation: a.com/x, selector: 'y == 1'}"),
              HasSubstr("selector: must use {value}, the annotation's value"));
  EXPECT_THAT(
      parameter_error("{type: Annotation, annotation: a.com/x, selector: \"y == '{value}'\"}"),
      HasSubstr("stands inside quotes"));
  std::string most;
  for (std::size_t i = 0; i < kMappingParametersMax; ++i)
    most += "{type: Annotation, annotation: a.com/x, selector: 'device.driver == {value}'}, ";
  EXPECT_EQ(parameter_error(most), kCompiles);
  EXPECT_THAT(parameter_error(most + "{type: Annotation}"), HasSubstr("has 17 entries"));
}

TEST(Mapping, ConstraintsNameOneQualifiedAttribute) {
  EXPECT_THAT(spec_error("constraints: [{matchAttribute: pcieRoot}]"),
              HasSubstr("must be a fully qualified attribute"));
  EXPECT_THAT(spec_error("constraints: [{matchAttribute: a.com/pcie-root}]"),
              HasSubstr("must be a fully qualified attribute"));
  EXPECT_THAT(spec_error("constraints: [{}]"),
              HasSubstr("must have exactly one of matchAttribute and distinctAttribute"));
  EXPECT_THAT(spec_error("constraints: [{matchAttribute: a.com/b, distinctAttribute: a.com/c}]"),
              HasSubstr("must have exactly one"));
  EXPECT_THAT(spec_error("constraints: [{scope: Pod, matchAttribute: a.com/b}]"),
              HasSubstr("scope: must be one of Container, Claim, Unit"));
  EXPECT_THAT(spec_error("constraints: [{scope: Unit, matchAttribute: a.com/b}]"),
              HasSubstr("set spec.claimGroup in each of them"));
  EXPECT_EQ(spec_error("claimGroup: g\nconstraints: [{scope: Unit, matchAttribute: a.com/b}]"),
            kCompiles);
}

TEST(Mapping, ConfigIsOpaqueAndSurvivesBeingStored) {
  const auto opaque = [](std::string_view text) {
    return spec_error("config: [{opaque: {" + std::string(text) + "}}]");
  };
  EXPECT_EQ(opaque("driver: gpu.com, parameters: {a: [1, 2.5, x, null, {}]}"), kCompiles);
  EXPECT_THAT(opaque("parameters: {}"), HasSubstr("opaque.driver: must be set"));
  EXPECT_THAT(opaque("driver: GPU, parameters: {}"), HasSubstr("opaque.driver: "));
  EXPECT_THAT(opaque("driver: gpu.com"), HasSubstr("opaque.parameters: must be an object"));
  EXPECT_THAT(spec_error("config: [{}]"), HasSubstr("opaque: must be an object"));
  EXPECT_THAT(spec_error("config: [{requests: [a], opaque: {driver: d, parameters: {}}}]"),
              HasSubstr("config[0].requests: must be left out"));
  const auto driver = [&](std::size_t bytes) {
    return opaque("driver: " + std::string(bytes, 'd') + ", parameters: {}");
  };
  EXPECT_EQ(driver(kube::kDriverNameBytesMax), kCompiles);
  EXPECT_THAT(driver(kube::kDriverNameBytesMax + 1),
              HasSubstr("opaque.driver: is longer than 63 bytes"));
  const auto parameters = [&](std::size_t bytes) {  // {"a":"..."} is 8 bytes longer than the text
    return opaque("driver: d, parameters: {a: " + std::string(bytes - 8, 'x') + "}");
  };
  EXPECT_EQ(parameters(kConfigParametersBytesMax), kCompiles);
  EXPECT_THAT(parameters(kConfigParametersBytesMax + 1), HasSubstr("are longer than 10 KiB"));
}

TEST(Mapping, ChargeAndClassesAndGroup) {
  EXPECT_EQ(spec_error("charge: {type: Devices}"), kCompiles);
  EXPECT_THAT(spec_error("charge: {type: Capacity}"),
              HasSubstr("must be a fully qualified capacity such as gpu.nvidia.com/memory"));
  EXPECT_THAT(spec_error("charge: {capacity: a.com/memory}"),
              HasSubstr("goes with type: Capacity"));
  EXPECT_THAT(spec_error("deviceClassNames: [a, a]"),
              HasSubstr("deviceClassNames[1]: stands twice"));
  EXPECT_THAT(spec_error("deviceClassNames: [5]"),
              HasSubstr("deviceClassNames[0]: must be the name of a DeviceClass"));
  EXPECT_THAT(spec_error("deviceClassNames: a"), HasSubstr("deviceClassNames: must be a list"));
  EXPECT_THAT(spec_error("claimGroup: Rail"), HasSubstr("spec.claimGroup: "));
  EXPECT_THAT(spec_error("claimGroup: 5"), HasSubstr("spec.claimGroup: must be a string"));
  EXPECT_EQ(spec_error("claimGroup: " + std::string(kClaimGroupBytesMax, 'g')), kCompiles);
  EXPECT_THAT(spec_error("claimGroup: " + std::string(kClaimGroupBytesMax + 1, 'g')),
              HasSubstr("spec.claimGroup: is longer than 50 bytes"));
  EXPECT_THAT(spec_error("mixedNodes: Stay"), HasSubstr("must be one of Leave, Rewrite"));
}

TEST(Mapping, ListsAtAndPastTheirLimits) {
  const auto list = [](std::string_view key, std::size_t count, auto entry) {
    std::string text = std::string(key) + ":\n";
    for (std::size_t i = 0; i < count; ++i) text += "- " + entry(i) + "\n";
    return spec_error(text);
  };
  const auto rewrite = [](std::size_t i) {
    return "{resource: a.com/r" + std::to_string(i) + ", request: {exactly: {deviceClassName: c}}}";
  };
  EXPECT_EQ(list("rewrites", kMappingRewritesMax, rewrite), kCompiles);
  EXPECT_THAT(list("rewrites", kMappingRewritesMax + 1, rewrite), HasSubstr("has 65 entries"));
  const auto name = [](std::size_t i) { return "c" + std::to_string(i); };
  EXPECT_EQ(list("deviceClassNames", kMappingClassesMax, name), kCompiles);
  EXPECT_THAT(list("deviceClassNames", kMappingClassesMax + 1, name), HasSubstr("has 33 entries"));
  const auto constraint = [](std::size_t i) {
    return "{matchAttribute: a.com/b" + std::to_string(i) + "}";
  };
  EXPECT_EQ(list("constraints", kMappingConstraintsMax, constraint), kCompiles);
  EXPECT_THAT(list("constraints", kMappingConstraintsMax + 1, constraint),
              HasSubstr("has 33 entries"));
  const auto config = [](std::size_t) {
    return std::string("{opaque: {driver: d, parameters: {}}}");
  };
  EXPECT_EQ(list("config", kMappingConfigMax, config), kCompiles);
  EXPECT_THAT(list("config", kMappingConfigMax + 1, config), HasSubstr("has 33 entries"));
}

TEST(Mapping, OneNameHasOneRewriteInANamespace) {
  const auto two = [](std::string_view first, std::string_view second) {
    const std::string rest = "request: {exactly: {deviceClassName: c}}}\n";
    return spec_error("rewrites:\n- {resource: a.com/g, " + std::string(first) + rest +
                      "- {resource: a.com/g, " + std::string(second) + rest);
  };
  EXPECT_EQ(two("", ""),
            "spec.rewrites[1].resource: stands already in spec.rewrites[0]; give one of the two a "
            "namespaceSelector that keeps them apart");
  EXPECT_EQ(two("namespaceSelector: {matchLabels: {a: b}}, ", ""), kCompiles);
  EXPECT_EQ(two("action: 'Off', ", ""), kCompiles);
}

std::string pattern_error(std::string_view text) {
  Result<ResourcePattern> pattern = ResourcePattern::compile(text);
  return pattern ? std::string(kCompiles) : pattern.error().message;
}

std::vector<std::string> fields_at_fault(const std::string& spec) {
  const kube::Document document = yaml(
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: " +
      spec + "}");
  const std::vector<Error> faults = mapping_faults(document.root()).faults;
  EXPECT_EQ(compile_mapping(document.root()).ok(), faults.empty());
  std::vector<std::string> fields;
  for (const Error& fault : faults) fields.push_back(fault.field);
  return fields;
}

TEST(Mapping, AllThatIsWrongIsToldAtOnce) {
  using ::testing::ElementsAre;
  EXPECT_THAT(
      fields_at_fault(R"({logicalResource: x.com/gpu, mixedNodes: leave, claimGroup: X_y,
        deviceClassNames: [a, a, B_c], charge: {type: Capacity, capacity: memory},
        config: [{opaque: {driver: Gpu_x, parameters: {}}}, {opaque: {driver: d, parameters: 1}}],
        constraints: [{matchAttribute: pcieRoot}, {matchAttribute: a.com/b}],
        rewrites: [
          {resource: x.com/gpu, action: rewrite,
           request: {exactly: {deviceClassName: A_b, selectors: [{cel: {expression: 'device.driver = 1'}},
             {cel: {expression: 'true'}}, {cel: {expression: '1'}}], tolerations: [{operator: Maybe}],
             capacity: {requests: {x.com/memory: 1}}}},
           parameters: [{type: Resource, resource: mem, capacity: memory}, {type: Text}]},
          {resource: gpu, request: {exactly: {deviceClassName: a}}}]})"),
      ElementsAre("spec.mixedNodes", "spec.claimGroup", "spec.deviceClassNames[1]",
                  "spec.deviceClassNames[2]", "spec.charge.capacity",
                  "spec.config[0].opaque.driver", "spec.config[1].opaque.parameters",
                  "spec.constraints[0].matchAttribute", "spec.rewrites[0].action",
                  "spec.rewrites[0].request.exactly.deviceClassName",
                  "spec.rewrites[0].request.exactly.selectors[0].cel.expression",
                  "spec.rewrites[0].request.exactly.selectors[2].cel.expression",
                  "spec.rewrites[0].request.exactly.tolerations[0].operator",
                  "spec.rewrites[0].request.exactly.capacity.requests[x.com/memory]",
                  "spec.rewrites[0].parameters[0].resource", "spec.rewrites[0].parameters[1].type"))
      << "and no more than kFaultsMax";
  EXPECT_THAT(fields_at_fault("{logicalRessource: x.com/gpu}"),
              ElementsAre("spec.logicalRessource"))
      << "what is missing is what is misspelt";
  EXPECT_THAT(fields_at_fault("{logicalResource: x.com/gpu, rewrites: [{resource: x.com/gpu, "
                              "request: {exactly: {deviceClass: a}}}]}"),
              ElementsAre("spec.rewrites[0].request.exactly.deviceClass"));
  EXPECT_THAT(fields_at_fault("{logicalResource: x.com/gpu}"), ElementsAre());
}

TEST(ResourcePattern, CapturesCharactersOfANameOnly) {
  const Result<ResourcePattern> pattern = ResourcePattern::compile("nvidia.com/mig-{profile}");
  ASSERT_TRUE(pattern.ok());
  EXPECT_FALSE(pattern->is_literal());
  EXPECT_EQ(pattern->placeholder(), "profile");
  EXPECT_EQ(pattern->match("nvidia.com/mig-1g.10gb"), "1g.10gb");
  EXPECT_EQ(pattern->match("nvidia.com/mig-1g.10gb.me"), "1g.10gb.me");
  EXPECT_EQ(pattern->match("nvidia.com/mig-"), std::nullopt);
  EXPECT_EQ(pattern->match("nvidia.com/mig"), std::nullopt);
  EXPECT_EQ(pattern->match("nvidia.com/gpu"), std::nullopt);
  EXPECT_EQ(pattern->match("xnvidia.com/mig-1g"), std::nullopt);
  // What is no name never becomes part of a claim; the API server refuses it.
  for (const char* hostile :
       {"nvidia.com/mig-' || true || '", "nvidia.com/mig-a/b", "nvidia.com/mig-a b",
        "nvidia.com/mig-\n", "nvidia.com/mig-a-", "nvidia.com/mig-\u00e9"})
    EXPECT_EQ(pattern->match(hostile), std::nullopt) << hostile;
  EXPECT_EQ(pattern->match("nvidia.com/mig-" + std::string(59, 'a')), std::string(59, 'a'));
  EXPECT_EQ(pattern->match("nvidia.com/mig-" + std::string(60, 'a')), std::nullopt)
      << "63 bytes behind the slash at most";
}

TEST(ResourcePattern, MayHaveASuffix) {
  const Result<ResourcePattern> pattern = ResourcePattern::compile("a.com/x-{size}-gpu");
  ASSERT_TRUE(pattern.ok());
  EXPECT_EQ(pattern->match("a.com/x-8-gpu"), "8");
  EXPECT_EQ(pattern->match("a.com/x--gpu"), std::nullopt) << "it stands for at least one character";
  EXPECT_EQ(pattern->match("a.com/x-gpu"), std::nullopt) << "prefix and suffix do not overlap";
  EXPECT_EQ(pattern->match("a.com/x-8-gpus"), std::nullopt);
}

TEST(ResourcePattern, LiteralMatchesItselfAlone) {
  const Result<ResourcePattern> pattern = ResourcePattern::compile("nvidia.com/gpu");
  ASSERT_TRUE(pattern.ok());
  EXPECT_TRUE(pattern->is_literal());
  EXPECT_EQ(pattern->match("nvidia.com/gpu"), "");
  EXPECT_EQ(pattern->match("nvidia.com/gpux"), std::nullopt);
}

TEST(ResourcePattern, IsAnExtendedResourceWithOnePlaceholderInItsName) {
  for (const char* good : {"a.com/{x}", "a.com/x-{y}-z", "a.com/gpu"})
    EXPECT_EQ(pattern_error(good), kCompiles) << good;
  for (const char* bad : {"{x}.com/gpu", "{x}", "a.com/{}", "a.com/{a-b}", "a.com/{a}{b}",
                          "a.com/a}b{", "a.com/{a", "a.com/a}", "a.com/{1}"})
    EXPECT_THAT(pattern_error(bad), HasSubstr("placeholder")) << bad;
  for (const char* bad : {"gpu", "cpu", "kubernetes.io/x", "a.kubernetes.io/x", "a.com/", "/a",
                          "requests.a.com/x", "deviceclass.resource.kubernetes.io/gpu"})
    EXPECT_THAT(pattern_error(bad), HasSubstr("must be an extended resource")) << bad;
  EXPECT_THAT(pattern_error("a.com/mig-*"), HasSubstr("must have a placeholder where * stands"));
}

TEST(Mapping, NamesOfAttributesAndCapacitiesAtAndPastTheirLimits) {
  const auto attribute = [](std::size_t domain, std::size_t id) {
    return spec_error("constraints: [{matchAttribute: " + std::string(domain, 'd') + "/" +
                      std::string(id, 'i') + "}]");
  };
  EXPECT_EQ(attribute(kAttributeDomainBytesMax, kAttributeIdBytesMax), kCompiles);
  EXPECT_THAT(attribute(kAttributeDomainBytesMax + 1, 1), HasSubstr("a domain of over 63 bytes"));
  EXPECT_THAT(attribute(1, kAttributeIdBytesMax + 1), HasSubstr("a name of over 32 bytes"));
  const auto capacity = [](std::size_t bytes) {
    return request_error("exactly: {deviceClassName: c, capacity: {requests: {" +
                         std::string(bytes, 'm') + ": 1}}}");
  };
  EXPECT_EQ(capacity(kAttributeIdBytesMax), kCompiles);
  EXPECT_THAT(capacity(kAttributeIdBytesMax + 1), HasSubstr("has over 32 bytes"));
  const auto capacities = [](std::size_t count) {
    std::string list;
    for (std::size_t i = 0; i < count; ++i) list += "m" + std::to_string(i) + ": 1, ";
    return request_error("exactly: {deviceClassName: c, capacity: {requests: {" + list + "}}}");
  };
  EXPECT_EQ(capacities(kCapacityRequestsMax), kCompiles);
  EXPECT_THAT(capacities(kCapacityRequestsMax + 1), HasSubstr("names over 32 capacities"));
}

TEST(Mapping, PlaceholdersAtAndPastTheirLimit) {
  const auto placeholder = [](std::size_t bytes) {
    return rewrite_error("resource: 'a.com/{" + std::string(bytes, 'p') +
                         "}', request: {exactly: {deviceClassName: c}}");
  };
  EXPECT_EQ(placeholder(kPlaceholderBytesMax), kCompiles);
  EXPECT_THAT(placeholder(kPlaceholderBytesMax + 1), HasSubstr("a placeholder of over 63 bytes"));
}

TEST(Mapping, NamespaceSelectorsAtAndPastTheirLimits) {
  const auto error = [](const std::string& selector) {
    return rewrite_error(
        "resource: a.com/gpu, request: {exactly: {deviceClassName: c}}, "
        "namespaceSelector: {" +
        selector + "}");
  };
  const auto labels = [&](std::size_t count) {
    std::string list;
    for (std::size_t i = 0; i < count; ++i) list += "l" + std::to_string(i) + ": v, ";
    return error("matchLabels: {" + list + "}");
  };
  EXPECT_EQ(labels(kNamespaceSelectorEntriesMax), kCompiles);
  EXPECT_THAT(labels(kNamespaceSelectorEntriesMax + 1), HasSubstr("matchLabels: has over 32"));
  const auto expressions = [&](std::size_t count) {
    std::string list;
    for (std::size_t i = 0; i < count; ++i) list += "{key: k, operator: Exists}, ";
    return error("matchExpressions: [" + list + "]");
  };
  EXPECT_EQ(expressions(kNamespaceSelectorEntriesMax), kCompiles);
  EXPECT_THAT(expressions(kNamespaceSelectorEntriesMax + 1),
              HasSubstr("matchExpressions: has over 32"));
  const auto values = [&](std::size_t count) {
    std::string list;
    for (std::size_t i = 0; i < count; ++i) list += "v, ";
    return error("matchExpressions: [{key: k, operator: In, values: [" + list + "]}]");
  };
  EXPECT_EQ(values(kNamespaceSelectorValuesMax), kCompiles);
  EXPECT_THAT(values(kNamespaceSelectorValuesMax + 1), HasSubstr("values: has over 64 entries"));
  EXPECT_THAT(error("matchExpressions: [{key: k, op: Exists}]"),
              HasSubstr("matchExpressions[0].op: is not a field here"));
}

TEST(Mapping, TolerationsAreHeldToWhatAClaimMayHave) {
  const auto error = [](const std::string& toleration) {
    return request_error("exactly: {deviceClassName: c, tolerations: [{" + toleration + "}]}");
  };
  EXPECT_EQ(error(""), kCompiles);
  EXPECT_EQ(error("key: a.com/b, value: v, effect: NoExecute, tolerationSeconds: 60"), kCompiles);
  EXPECT_EQ(error("key: '', operator: Exists, value: '', effect: ''"), kCompiles);
  EXPECT_THAT(error("key: a b"), HasSubstr("tolerations[0].key: "));
  EXPECT_THAT(error("key: 5"), HasSubstr("tolerations[0].key: must be a string"));
  EXPECT_THAT(error("value: a b"), HasSubstr("tolerations[0].value: "));
  EXPECT_THAT(error("operator: Exists, value: v"),
              HasSubstr("must be left out for operator Exists"));
  EXPECT_THAT(error("effect: Never"), HasSubstr("effect: must be one of None, NoSchedule"));
  EXPECT_THAT(error("tolerationSeconds: soon"), HasSubstr("must be a number of seconds"));
}

TEST(Mapping, AWordThatIsNoneOfThemIsShown) {
  const auto action = [](const std::string& value) {
    return rewrite_error("resource: a.com/gpu, action: " + value +
                         ", request: {exactly: {deviceClassName: c}}");
  };
  EXPECT_EQ(action("rewrite"),
            "spec.rewrites[0].action: must be one of Warn, Rewrite, Off, not \"rewrite\"");
  EXPECT_THAT(action("''"), HasSubstr("Off, not \"\""));
  EXPECT_THAT(action("7"), HasSubstr("Off, not integer"));
  EXPECT_THAT(action("[Warn]"), HasSubstr("Off, not array"));
  EXPECT_THAT(action("\"\\e[31mWarn\""), HasSubstr("not \"\\x1b[31mWarn\""));
}

TEST(Mapping, ABareOffIsABooleanAndTheMessageSaysSo) {
  EXPECT_EQ(
      rewrite_error("resource: a.com/gpu, action: Off, request: {exactly: {deviceClassName: c}}"),
      "spec.rewrites[0].action: must be one of Warn, Rewrite, Off, in quotes where YAML reads a "
      "boolean");
}

}  // namespace
}  // namespace drawbridge::rules
