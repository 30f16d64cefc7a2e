// Mappings that use every field, for tests with generated pods.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/yaml.h"
#include "rules/mapping/index.h"

namespace drawbridge::rules {

inline constexpr std::string_view kRichMappings = R"(
metadata: {name: gpu}
spec:
  logicalResource: a.com/gpu
  deviceClassNames: [gpu.a.com]
  config:
  - opaque: {driver: gpu.a.com, parameters: {sharing: {strategy: TimeSlicing}}}
  rewrites:
  - resource: a.com/gpu
    action: Rewrite
    request:
      exactly:
        deviceClassName: gpu.a.com
        selectors: [{cel: {expression: "device.driver == 'gpu.a.com'"}}]
        tolerations: [{operator: Exists}]
        capacity: {requests: {cores: 1}}
    parameters:
    - {type: Resource, resource: a.com/gpumem, capacity: memory, unit: Mi}
    - {type: Annotation, annotation: a.com/model, selector: "device.driver == {value}"}
  - resource: a.com/gpu-shared
    action: Rewrite
    request: {firstAvailable: [{deviceClassName: gpu.a.com}, {name: cpu, deviceClassName: cpu.a.com}]}
    parameters:
    - {type: Resource, resource: a.com/gpumem, capacity: memory, unit: Mi}
---
metadata: {name: mig}
spec:
  logicalResource: a.com/mig
  constraints: [{scope: Claim, matchAttribute: a.com/parent}]
  rewrites:
  - resource: a.com/mig-{profile}
    action: Rewrite
    request:
      exactly: {deviceClassName: mig.a.com, selectors: [{cel: {expression: "device.driver == {profile}"}}]}
---
metadata: {name: rail-gpu}
spec:
  logicalResource: a.com/rail
  claimGroup: rail
  constraints:
  - {scope: Unit, matchAttribute: resource.kubernetes.io/pcieRoot}
  rewrites:
  - {resource: a.com/rail-gpu, action: Rewrite, request: {exactly: {deviceClassName: gpu.a.com}}}
---
metadata: {name: rail-nic}
spec:
  logicalResource: a.com/rail
  claimGroup: rail
  rewrites:
  - {resource: a.com/rail-nic, action: Rewrite, request: {exactly: {deviceClassName: nic.a.com}}}
---
metadata: {name: second}
spec:
  logicalResource: a.com/second
  claimGroup: "2"
  constraints: [{matchAttribute: a.com/root}, {scope: Claim, distinctAttribute: a.com/slot}]
  rewrites:
  - {resource: a.com/second, action: Rewrite, request: {exactly: {deviceClassName: gpu.a.com}}}
---
metadata: {name: shadow}
spec:
  logicalResource: a.com/shadow
  rewrites:
  - {resource: a.com/shadow, request: {exactly: {deviceClassName: gpu.a.com}}}
  - {resource: a.com/off, action: "Off", request: {exactly: {deviceClassName: gpu.a.com}}}
)";

// Resources that kRichMappings rewrite, companions aside.
inline constexpr std::string_view kRichResources[] = {
    "a.com/gpu",      "a.com/gpu-shared", "a.com/mig-1g.5gb", "a.com/mig-2g.10gb",
    "a.com/rail-gpu", "a.com/rail-nic",   "a.com/second"};

inline MappingIndex rich_mappings() {
  std::vector<std::shared_ptr<const Mapping>> result;
  const Result<std::vector<kube::YamlObject>> read = kube::read_yaml(kRichMappings);
  if (!read) return {};
  for (const kube::YamlObject& object : *read) {
    Result<std::shared_ptr<const Mapping>> compiled = compile_mapping(object.document.root());
    if (!compiled) return {};
    result.push_back(std::move(*compiled));
  }
  return MappingIndex(std::move(result));
}

}  // namespace drawbridge::rules
