// ResourceSlices that the API server refuses, or whose pool the scheduler passes over.

#include "rules/checks/slice_invalid.h"

#include <string>
#include <string_view>
#include <vector>

#include "rules/checks/slice_device_invalid.h"
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::string_view kNode = "nodeName: n1";
constexpr std::string_view kPool = "pool: {name: n1, generation: 1, resourceSliceCount: 1}";

std::string slice_of(std::string_view spec, std::string_view name = "s",
                     std::string_view version = "v1") {
  return "{apiVersion: resource.k8s.io/" + std::string(version) +
         ", kind: ResourceSlice, metadata: {name: " + std::string(name) +
         "}, spec: {driver: gpu.acme.com, " + std::string(spec) + "}}";
}
// A slice of devices, as a YAML list.
std::string with_devices(std::string_view devices) {
  return slice_of(std::string(kNode) + ", " + std::string(kPool) + ", devices: [" +
                  std::string(devices) + "]");
}
std::string with_device(std::string_view body) {
  return with_devices("{name: gpu-0, " + std::string(body) + "}");
}
std::string with_policy(std::string_view policy) {
  return with_device(
      "allowMultipleAllocations: true, capacity: {memory: {value: 40Gi, "
      "requestPolicy: " +
      std::string(policy) + "}}");
}

std::vector<std::string> judged_slice(std::string_view slice, Severity severity = Severity::kDeny) {
  CheckWorld world;
  world.severity = severity;
  return world.object("SliceInvalid", slice);
}

std::string repeated(std::size_t count, std::string_view before, std::string_view after) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += std::string(before) + std::to_string(i) + std::string(after) + ", ";
  return text;
}

TEST(SliceInvalid, RightOnesPass) {
  const std::string sets = "sharedCounters: [{name: c, counters: {m: {value: 1}}}]";
  for (const std::string& slice : {
           with_device("attributes: {model: {string: x}, acme.com/v: {version: 1.2.3}, "
                       "l: {strings: [a, b]}}, capacity: {memory: {value: 40Gi}}"),
           with_devices(repeated(kSliceDevicesMax, "{name: g", "}")),
           slice_of("nodeName: n1, pool: {name: n1/gpus, generation: 0, resourceSliceCount: 2}, " +
                    sets),
           slice_of(std::string(kPool) + ", allNodes: true, devices: []"),
           slice_of(std::string(kPool) +
                    ", nodeSelector: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: "
                    "Exists}]}]}"),
           slice_of(std::string(kPool) +
                    ", perDeviceNodeSelection: true, devices: [{name: a, nodeName: n1}]"),
           with_device("bindingConditions: [a.b/c], bindingFailureConditions: [a.b/d]"),
           with_device("taints: [{key: a.b/c, value: d, effect: None}]"),
           with_policy("{default: 1Gi}"),
           with_policy("{default: 1Gi, validValues: [1Gi, 2Gi]}"),
           with_policy("{default: 500m, validRange: {min: 500m, step: 500m}}"),
           with_policy("{default: 3Gi, validRange: {min: 1Gi, max: 5Gi, step: 2Gi}}"),
           slice_of(std::string(kNode) + ", " + std::string(kPool) +
                        ", devices: [{name: a, basic: {attributes: {m: {int: 1}}}}]",
                    "s", "v1beta1"),
       })
    EXPECT_THAT(judged_slice(slice), IsEmpty()) << slice;
}

struct RefusedSlice {
  std::string slice;
  std::string told;
};

void expect_told(const std::vector<RefusedSlice>& rows) {
  for (const RefusedSlice& row : rows)
    EXPECT_THAT(judged_slice(row.slice), ElementsAre(HasSubstr(row.told))) << row.slice;
}

TEST(SliceInvalid, NodesPoolsAndCounterSets) {
  const std::string node(kNode);
  const std::string pool(kPool);
  const std::string sets = node + ", " + pool + ", sharedCounters: ";
  expect_told({
      {slice_of(pool), "spec: spec does not say which nodes have the devices. Write one of "},
      {slice_of(pool + ", allNodes: false"), "spec.allNodes: spec.allNodes is false. Write"},
      {slice_of(node + ", " + pool + ", allNodes: true"), "spec has nodeName and allNodes,"},
      {slice_of(pool + ", nodeSelector: {nodeSelectorTerms: [{}, {}]}"),
       "spec.nodeSelector has 2 terms, and must have one."},
      {slice_of(node + ", pool: {name: N_1, resourceSliceCount: 1}"),
       "spec.pool.name is N_1, and it may hold"},
      {slice_of(node + ", pool: {name: n1}"), "resourceSliceCount is not set"},
      {slice_of(node + ", pool: {name: n1, resourceSliceCount: 1, generation: -1}"),
       "Write generation: 1."},
      {slice_of(sets + "[{name: C_x, counters: {m: {value: 1}}}]"),
       "spec.sharedCounters[0].name is C_x, and it may hold lower-case letters, digits and '-', "
       "and must begin and end with a letter or a digit. Write c-x."},
      {slice_of(sets + "[{name: c, counters: {}}]"), "spec.sharedCounters[0] has no counter."},
      {with_devices(repeated(kSliceDevicesMax + 1, "{name: g", "}")),
       "has 129 elements, and can have 128."},
  });
}

TEST(SliceInvalid, NodeSelectors) {
  const auto with = [](const std::string& term) {
    return slice_of(std::string(kPool) + ", nodeSelector: {nodeSelectorTerms: [{" + term + "}]}");
  };
  const auto label = [&](const std::string& wanted) {
    return with("matchExpressions: [{" + wanted + "}]");
  };
  const auto field = [&](const std::string& wanted) {
    return with("matchFields: [{" + wanted + "}]");
  };
  const auto each = [](const std::string& nodes) {
    return slice_of(std::string(kPool) + ", perDeviceNodeSelection: true, devices: [{name: a, " +
                    nodes + "}]");
  };
  for (const std::string& slice : {
           with(""),
           label("key: a.com/b, operator: In, values: [c, d, '']"),
           label("key: a, operator: NotIn, values: [c]"),
           label("key: a, operator: DoesNotExist, values: []"),
           label("key: a, operator: Gt, values: ['4']"),
           label("key: '${KEY}', operator: In, values: ['${VALUE}']"),
           field("key: metadata.name, operator: In, values: [node-1.acme.com]"),
           slice_of(std::string(kPool) + ", nodeName: '${NODE}'"),
           each("nodeSelector: {nodeSelectorTerms: [{}, {}]}"),
           // A word that decode() tells.
           label("key: a, operator: Equals, values: [c]"),
           // What nobody can read.
           with("matchExpressions: 5, matchFields: [7, null]"),
           label("key: 5, operator: 6, values: 7"),
       })
    EXPECT_THAT(judged_slice(slice), IsEmpty()) << slice;
  expect_told({
      {label("key: a, operator: In"),
       "has operator In and no values. Write values: [VALUE], or "
       "operator: Exists."},
      {label("key: a, operator: NotIn, values: []"), "or operator: DoesNotExist."},
      {label("key: a, operator: Exists, values: ['true']"),
       "has values, and operator Exists takes none. Take them away, or write operator: In."},
      {label("key: a, operator: Gt, values: ['1', '2']"),
       "has 2 values, and operator Gt takes one"},
      {label("operator: Exists"), "matchExpressions[0].key is not set. Write key: LABEL"},
      {label("key: 'a b', operator: Exists"), "key is a b, and a label's name "},
      {label("key: a, operator: In, values: [b, 'c d']"),
       "matchExpressions[0].values[1] is c d, and a label's value "},
      {field("key: kubernetes.io/hostname, operator: In, values: [n1]"),
       "and matchFields knows metadata.name alone. Write it in matchExpressions."},
      {field("key: name, operator: In, values: [n1]"), "Write key: metadata.name."},
      {field("key: metadata.name, operator: Exists"), "and matchFields takes In and NotIn."},
      {field("key: metadata.name, operator: In, values: [a, b]"),
       "has 2 values, and matchFields takes one."},
      {field("key: metadata.name, operator: In, values: [N1]"), "values[0] is N1, and it "},
      {slice_of(std::string(kPool) + ", nodeName: Node-1"), "Write node-1."},
      {slice_of(std::string(kPool) + ", nodeName: 'a b'"), "kubectl get nodes."},
      {each("nodeSelector: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: In}]}]}"),
       "spec.devices[0].nodeSelector.nodeSelectorTerms[0].matchExpressions[0] has operator In"},
      {each("nodeSelector: {}"), "spec.devices[0].nodeSelector has no term."},
      {each("nodeName: n1, allNodes: false"), "spec.devices[0].allNodes is false. Take it away"},
      {each("nodeName: ''"), "says nothing of its nodes"},
      {with_device("allNodes: false"), "and only devices of a slice with perDeviceNodeSelection"},
  });
  EXPECT_THAT(judged_slice(label("key: a, operator: Gt, values: [many]"), Severity::kWarn),
              ElementsAre(HasSubstr("Gt compares whole numbers")));
}

TEST(SliceInvalid, Devices) {
  expect_told({
      {with_devices("{name: GPU_0}, {name: GPU_1}"),
       "spec.devices[0].name is GPU_0, and it may hold lower-case letters, digits and '-', and "
       "must begin and end with a letter or a digit. It is the same with 1 more. Write gpu-0."},
      {with_device("attributes: {a: {string: x, int: 1}}"), "has values of several types"},
      {with_device("attributes: {a: {}}"), "spec.devices[0].attributes[a] has no value."},
      {with_device("attributes: {a: {version: \"12.4\"}}"), "Write version: 12.4.0."},
      {with_device("attributes: {a: {version: latest}}"), "Write string instead of version"},
      {with_device("attributes: {a: {versions: [1.0.0, v2]}}"), "Write version: 2.0.0."},
      {with_device("attributes: {a: {string: " + std::string(kAttributeBytesMax + 1, 'x') + "}}"),
       "has 65 bytes, and can have 64."},
      {with_device("attributes: {a: {strings: []}}"), "is an empty list"},
      {with_device("attributes: {product-name: {int: 1}}"), "Write product_name."},
      {with_device("attributes: {A_b/c: {int: 1}}"), "the domain A_b is no DNS name"},
      {with_device("attributes: {" + repeated(kDeviceValuesMax + 1, "a", ": {int: 1}") + "}"),
       "has 33 attributes and capacities, and can have 32"},
      {with_device("taints: [" + repeated(kDeviceTaintsMax + 1, "{key: a.b/k", ", effect: None}") +
                   "]"),
       "has 17 elements, and can have 16."},
      {with_device("taints: [{key: a b, effect: None}]"), "taints[0].key is a b, and it"},
      {with_device("taints: [{key: a.b/c, value: d e, effect: None}]"), "as in value: broken-fan."},
      {with_device("consumesCounters: [{counterSet: c, counters: {m: {value: 1}}}, "
                   "{counterSet: c, counters: {o: {value: 1}}}]"),
       "draws from c, and so does one before it"},
      {with_device("nodeName: n1"), "only devices of a slice with perDeviceNodeSelection"},
      {slice_of(std::string(kPool) + ", perDeviceNodeSelection: true, devices: [{name: a}]"),
       "says nothing of its nodes"},
      {with_device("bindingConditions: [a.b/c]"), "has no bindingFailureConditions"},
  });
}

TEST(SliceInvalid, WhatClaimsMayRequest) {
  expect_told({
      {with_device("capacity: {m: {value: 1, requestPolicy: {default: 1}}}"),
       "Write allowMultipleAllocations: true"},
      {with_policy("{validValues: [2Gi]}"), "Write default: 2Gi there."},
      {with_policy("{default: 1Gi, validValues: [1Gi], validRange: {min: 1Gi}}"),
       "has both validValues and validRange"},
      {with_policy("{default: 1Gi, validValues: [2Gi, 1Gi]}"), "the smallest first"},
      {with_policy("{default: 3Gi, validValues: [1Gi]}"), "which is none of validValues"},
      {with_policy("{default: 1Gi, validValues: [1Gi, 80Gi]}"), "the device has 40Gi"},
      {with_policy("{default: 1Gi, validRange: {max: 2Gi}}"), "Write min: 1Gi there."},
      {with_policy("{default: 1Gi, validRange: {min: 2Gi}}"), "Write default: 2Gi."},
      {with_policy("{default: 3Gi, validRange: {min: 2Gi, step: 2Gi}}"),
       "nobody comes to default 3Gi"},
      {with_policy("{default: 2Gi, validRange: {min: 2Gi, step: 0}}"), "more than 0"},
  });
}

TEST(SliceInvalid, AtTheLimits) {
  const auto sets_of = [&](std::size_t count) {
    return slice_of(std::string(kNode) + ", " + std::string(kPool) + ", sharedCounters: [" +
                    repeated(count, "{name: c", ", counters: {m: {value: 1}}}") + "]");
  };
  EXPECT_THAT(judged_slice(sets_of(kCounterSetsMax)), IsEmpty());
  EXPECT_THAT(judged_slice(sets_of(kCounterSetsMax + 1)), SizeIs(1));
  const auto values = [&](std::size_t count) {
    return with_device("attributes: {a: {strings: [" + repeated(count, "a", "") + "]}}");
  };
  EXPECT_THAT(judged_slice(values(kDeviceListValuesMax)), IsEmpty());
  EXPECT_THAT(judged_slice(values(kDeviceListValuesMax + 1)), SizeIs(1));
  const auto tainted = [&](std::size_t count) {
    return with_devices("{name: t, taints: [{key: a.b/c, effect: None}]}, " +
                        repeated(count - 1, "{name: g", "}"));
  };
  EXPECT_THAT(judged_slice(tainted(kAdvancedDevicesMax), Severity::kWarn), IsEmpty());
  EXPECT_THAT(judged_slice(tainted(kAdvancedDevicesMax + 1), Severity::kWarn), SizeIs(1));
}

TEST(SliceInvalid, APoolThatTheSchedulerPassesOver) {
  const std::string of_two =
      "nodeName: n1, pool: {name: n1, generation: 1, resourceSliceCount: 2}, ";
  const std::string draws =
      "devices: [{name: a, consumesCounters: [{counterSet: c, counters: {m: {value: 1}}}]}]";
  // One slice alone can't have both.
  EXPECT_THAT(judged_slice(slice_of(std::string(kNode) + ", " + std::string(kPool) + ", " + draws),
                           Severity::kWarn),
              ElementsAre(HasSubstr("draws from counter set c, which no slice of pool n1 has")));
  // The other slice is still to come.
  EXPECT_THAT(judged_slice(slice_of(of_two + draws), Severity::kWarn), IsEmpty());
  const auto beside = [&](std::string_view others) {
    CheckWorld world;
    world.add(slice_of(of_two + std::string(others), "other"));
    return world.object("SliceInvalid", slice_of(of_two + draws));
  };
  EXPECT_THAT(beside("sharedCounters: [{name: c, counters: {m: {value: 4}}}]"), IsEmpty());
  EXPECT_THAT(beside("sharedCounters: [{name: c, counters: {x: {value: 4}}}]"),
              ElementsAre(HasSubstr("counter m of set c, which no slice of pool n1 has")));
  CheckWorld world;
  world.add(slice_of(of_two + "devices: [{name: a}]", "other"));
  EXPECT_THAT(world.object("SliceInvalid", slice_of(of_two + "devices: [{name: a}]")),
              ElementsAre(HasSubstr("is a, which ResourceSlice other of pool n1 has too")));
  EXPECT_THAT(world.object("SliceInvalid", slice_of(of_two + "devices: [{name: b}]")), IsEmpty());
  world.add(slice_of(of_two + "devices: [{name: d}]", "third"));
  EXPECT_THAT(world.object("SliceInvalid", slice_of(of_two + "devices: [{name: b}]")),
              ElementsAre(HasSubstr("is 2, and pool n1 has 3 ResourceSlices")));
}

}  // namespace
}  // namespace drawbridge::rules
