// DevicesTooFew: more is asked for than there is.
#include "rules/checks/node_fit.h"
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class DevicesTooFewTest : public ::testing::Test {
 protected:
  DevicesTooFewTest() {
    world_.add_class("gpu.example.com", "gpu.example.com");
    world_.add_devices("gpu.example.com", "node-1", 2);
    world_.add_devices("gpu.example.com", "node-2", 2);
  }
  std::vector<std::string> told(std::string_view requests) {
    world_.add_template("gpu-claim", requests);
    return world_.pod(
        "DevicesTooFew",
        pod_with("claims: [{name: gpu}]", "{name: gpu, resourceClaimTemplateName: gpu-claim}"));
  }
  static std::string of_class(std::string_view more) {
    return "{name: r, exactly: {deviceClassName: gpu.example.com" + std::string(more) + "}}";
  }

  CheckWorld world_;
};

TEST_F(DevicesTooFewTest, AsManyAsOneNodeHasIsSilentAndOneMoreIsTold) {
  EXPECT_THAT(told(of_class(", count: 2")), IsEmpty());
  EXPECT_THAT(told(of_class(", count: 3")),
              ElementsAre("spec: This Pod asks for 3 devices of class gpu.example.com (by template "
                          "gpu-claim), and no node has more than 2. Ask for fewer; else it stays "
                          "Pending until nodes bring more. [DevicesTooFew]"));
  world_.add_devices("gpu.example.com", "node-3", 4);
  EXPECT_THAT(told(of_class(", count: 4")), IsEmpty());
  EXPECT_THAT(told(of_class(", count: 5")),
              ElementsAre("spec: This Pod asks for 5 devices of class gpu.example.com (by template "
                          "gpu-claim), and no node has more than 4. Ask for fewer; else it stays "
                          "Pending until nodes bring more. [DevicesTooFew]"));
  world_.settings.inventory = Inventory::kNothing;
  EXPECT_THAT(told(of_class(", count: 5")),
              ElementsAre("spec: This Pod asks for 5 devices of class gpu.example.com (by template "
                          "gpu-claim), and no node has as many. Ask for fewer; else it stays "
                          "Pending until nodes bring more. [DevicesTooFew]"));
}

TEST_F(DevicesTooFewTest, OfADevicePluginsResourceNoPodGetsMoreThanANodeHas) {
  const auto add_node = [&](std::string_view name, std::string_view gpus) {
    world_.add("{apiVersion: v1, kind: Node, metadata: {name: " + std::string(name) +
               "}, status: {allocatable: {acme.com/gpu: " + std::string(gpus) + "}}}");
  };
  const auto asks = [&](std::string_view count, std::string_view more = "") {
    return world_.pod("DevicesTooFew", "{spec: {" + std::string(more) +
                                           "containers: [{name: main, resources: {limits: "
                                           "{acme.com/gpu: " +
                                           std::string(count) + "}}}]}}");
  };
  EXPECT_THAT(asks("9"), IsEmpty());
  add_node("n1", "4");
  add_node("n2", "8");
  EXPECT_THAT(asks("8"), IsEmpty());
  EXPECT_THAT(asks("9"),
              ElementsAre("spec: This Pod asks for 9 of acme.com/gpu, and no node has more than 8. "
                          "Ask for fewer; else it stays Pending until nodes bring more. "
                          "[DevicesTooFew]"));
  EXPECT_THAT(asks("9", "nodeSelector: {node.kubernetes.io/instance-type: p5.48xlarge}, "),
              IsEmpty())
      << "an autoscaler may bring such nodes";
  EXPECT_THAT(asks("9", "nodeName: n1, "), IsEmpty());
  add_node("n2", "2");
  EXPECT_THAT(asks("5"), SizeIs(1)) << "what the node had before counts no more";
}

TEST_F(DevicesTooFewTest, MoreThanAllNodesHaveIsTold) {
  EXPECT_THAT(told(of_class(", count: 5")),
              ElementsAre("spec: This Pod asks for 5 devices of class gpu.example.com (by template "
                          "gpu-claim), and 4 are published, on all nodes together. Ask for fewer; "
                          "else it stays Pending until nodes bring more. [DevicesTooFew]"));
  world_.settings.inventory = Inventory::kNothing;
  EXPECT_THAT(told(of_class(", count: 5")),
              ElementsAre("spec: This Pod asks for 5 devices of class gpu.example.com (by template "
                          "gpu-claim), and fewer are published, on all nodes together. Ask for "
                          "fewer; else it stays Pending until nodes bring more. [DevicesTooFew]"));
}

TEST_F(DevicesTooFewTest, WhatOneNodeHasIsCountedOverItsPools) {
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: second}, spec: "
      "{driver: gpu.example.com, nodeName: node-1, pool: {name: second, generation: 1, "
      "resourceSliceCount: 1}, devices: [{name: e}]}}");
  EXPECT_THAT(told(of_class(", count: 3")), IsEmpty());
}

TEST_F(DevicesTooFewTest, WhatMoreThanOneNodeReachesIsWithinReach) {
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: all}, spec: {driver: "
      "gpu.example.com, allNodes: true, pool: {name: all, generation: 1, resourceSliceCount: 1}, "
      "devices: [{name: e}]}}");
  EXPECT_THAT(told(of_class(", count: 3")), IsEmpty());
}

TEST_F(DevicesTooFewTest, AllRequestsOfAClassAreCountedTogether) {
  EXPECT_THAT(told(of_class(", count: 2") + ", {name: s, exactly: {deviceClassName: "
                                            "gpu.example.com}}"),
              ElementsAre("spec: This Pod asks for 3 devices of class gpu.example.com (by template "
                          "gpu-claim), and no node has more than 2. Ask for fewer; else it stays "
                          "Pending until nodes bring more. [DevicesTooFew]"));
}

TEST_F(DevicesTooFewTest, WhatMayBeHadOtherwiseIsSilent) {
  EXPECT_THAT(told("{name: r, firstAvailable: [{name: a, deviceClassName: gpu.example.com, count: "
                   "9}, {name: b, deviceClassName: gpu.example.com}]}"),
              IsEmpty());
  EXPECT_THAT(told(of_class(", allocationMode: All")), IsEmpty());
  EXPECT_THAT(told(of_class(", count: 9, adminAccess: true")), IsEmpty());
  world_.queue.role = QueueFacts::Role::kPlainPod;
  EXPECT_THAT(told(of_class(", count: 9")), IsEmpty());
}

TEST_F(DevicesTooFewTest, WhereNothingIsPublishedTheClassIsTold) {
  world_.add_class("empty.example.com", "empty.example.com");
  EXPECT_THAT(told("{name: r, exactly: {deviceClassName: empty.example.com, count: 2}}"),
              IsEmpty());
}

TEST_F(DevicesTooFewTest, WhatSeveralMayHaveIsNotCounted) {
  world_.add_class("part.example.com", "part.example.com");
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: part}, spec: "
      "{driver: "
      "part.example.com, nodeName: n, pool: {name: n, generation: 1, resourceSliceCount: 1}, "
      "devices: [{name: d, allowMultipleAllocations: true}, {name: e}]}}");
  EXPECT_THAT(told("{name: r, exactly: {deviceClassName: part.example.com, count: 3}}"), IsEmpty());
  // Of the driver's devices those count that the class lets through.
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: whole.example.com}, "
      "spec: {selectors: [{cel: {expression: \"device.driver == 'part.example.com' && "
      "!device.allowMultipleAllocations\"}}]}}");
  EXPECT_THAT(told("{name: r, exactly: {deviceClassName: whole.example.com, count: 2}}"),
              SizeIs(1));
}

TEST_F(DevicesTooFewTest, APoolOfWhichSlicesAreToComeSaysNothing) {
  world_.add_class("more.example.com", "more.example.com");
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: more}, spec: "
      "{driver: "
      "more.example.com, nodeName: n, pool: {name: n, generation: 1, resourceSliceCount: 2}, "
      "devices: [{name: d}]}}");
  EXPECT_THAT(told("{name: r, exactly: {deviceClassName: more.example.com, count: 2}}"), IsEmpty());
}

TEST_F(DevicesTooFewTest, ASliceThatIsReplacedCountsOnce) {
  world_.add_devices("gpu.example.com", "node-1", 4);
  EXPECT_THAT(told(of_class(", count: 4")), IsEmpty());
  world_.add_devices("gpu.example.com", "node-1", 1);
  EXPECT_THAT(told(of_class(", count: 3")), SizeIs(1));
  EXPECT_THAT(told(of_class(", count: 2")), IsEmpty());
  world_.add_devices("gpu.example.com", "node-2", 1);
  EXPECT_THAT(told(of_class(", count: 2")), SizeIs(1));
}

TEST_F(DevicesTooFewTest, MoreThanAClaimMayHoldIsToldAsSuch) {
  EXPECT_THAT(told(of_class(", count: 32")), SizeIs(1));
  EXPECT_THAT(told(of_class(", count: 33")), IsEmpty());
  EXPECT_THAT(told(of_class(", count: 9223372036854775807")), IsEmpty());
}

TEST_F(DevicesTooFewTest, OneAlternativeThatCanBeHadIsEnough) {
  world_.add_class("nic.example.com", "nic.example.com");
  const auto of = [&](std::string_view alternatives) {
    return told("{name: r, firstAvailable: [" + std::string(alternatives) + "]}");
  };
  const std::string three = "{name: three, deviceClassName: gpu.example.com, count: 3}";
  EXPECT_THAT(of(three + ", {name: two, deviceClassName: gpu.example.com, count: 2}"), IsEmpty());
  EXPECT_THAT(of(three + ", {name: nic, deviceClassName: nic.example.com}"),
              ElementsAre("spec.resourceClaims[0]: No alternative of request r (template "
                          "gpu-claim) can be had: three asks for 3 devices of class "
                          "gpu.example.com, and no node has as many. Add one that asks for fewer; "
                          "else this Pod stays Pending. [DevicesTooFew]"));
  EXPECT_THAT(of("{name: nic, deviceClassName: nic.example.com}"), IsEmpty())
      << "ClassBeforeWorkload, if anything";
  EXPECT_THAT(of(three + ", {name: x, deviceClassName: unknown}"), IsEmpty());
  EXPECT_THAT(of(three + ", {name: all, deviceClassName: gpu.example.com, allocationMode: All}"),
              IsEmpty());
}

// Two nodes with GPUs, one of them with a NIC, one of them with parts of GPUs.
class NodeFitTest : public DevicesTooFewTest {
 protected:
  NodeFitTest() {
    add_slice("node-2", "H100", 2);
    add_slice("node-3", "A2", 4);
    world_.add_class("nic.example.com", "nic.example.com");
    world_.add_devices("nic.example.com", "node-3", 1);
    for (const char* node : {"node-1", "node-2", "node-3"}) {
      world_.add("{apiVersion: v1, kind: Node, metadata: {name: " + std::string(node) +
                 ", labels: {name: " + node + ", zone: a}}}");
    }
  }
  void add_slice(const std::string& node, std::string_view model, int count) {
    std::string devices;
    for (int i = 0; i < count; ++i)
      devices += "{name: d" + std::to_string(i) +
                 ", attributes: {model: {string: " + std::string(model) + "}}},";
    world_.add(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: "
        "gpu.example.com-" +
        node + "}, spec: {driver: gpu.example.com, nodeName: " + node + ", pool: {name: " + node +
        ", generation: 1, resourceSliceCount: 1}, devices: [" + devices + "]}}");
  }
  std::vector<std::string> told(std::string_view requests, std::string_view spec = "") {
    world_.add_template("gpu-claim", requests);
    return world_.pod("DevicesTooFew",
                      "{spec: {" + std::string(spec) +
                          "containers: [{name: main, resources: {claims: [{name: gpu}]}}], "
                          "resourceClaims: [{name: gpu, resourceClaimTemplateName: gpu-claim}]}}");
  }
  static std::string selects(std::string_view model, std::string_view more) {
    return of_class(
        ", selectors: [{cel: {expression: \"has(device.attributes['gpu.example.com'].model) && "
        "device.attributes['gpu.example.com'].model == '" +
        std::string(model) + "'\"}}]" + std::string(more));
  }
};

TEST_F(NodeFitTest, DevicesThatTheSelectorsLeaveAreCounted) {
  EXPECT_THAT(told(selects("H100", ", count: 2")), IsEmpty());
  EXPECT_THAT(told(selects("H100", ", count: 3")),
              ElementsAre("spec: This Pod asks for 3 devices of class gpu.example.com that match "
                          "the selectors of request r (by template gpu-claim), and no node has "
                          "more than 2. Ask for fewer; else it stays Pending until nodes bring "
                          "more. [DevicesTooFew]"));
  EXPECT_THAT(told(selects("B200", ", count: 3")), IsEmpty()) << "SelectorNeverMatches tells it";
}

TEST_F(NodeFitTest, OneNodeHasAllThatOnePodAsksFor) {
  const std::string nic = ", {name: nic, exactly: {deviceClassName: nic.example.com}}";
  EXPECT_THAT(told(selects("A2", ", count: 4") + nic), IsEmpty());
  EXPECT_THAT(told(of_class(", count: 2") + nic), IsEmpty());
  EXPECT_THAT(
      told(selects("H100", "") + nic),
      ElementsAre("spec: This Pod asks for 1 of class gpu.example.com (request r with its "
                  "selectors) and 1 of class nic.example.com (request nic), and no node has "
                  "both. Ask for what one node has; else it waits for such a node. "
                  "[DevicesTooFew]"));
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: all}, spec: {driver: "
      "nic.example.com, allNodes: true, pool: {name: all, generation: 1, resourceSliceCount: 1}, "
      "devices: [{name: e}]}}");
  EXPECT_THAT(told(selects("H100", "") + nic), IsEmpty()) << "every node reaches a NIC";
}

// What there are too few of is told, and not what stands first.
TEST_F(NodeFitTest, TheDevicesThatAreMissingAreTold) {
  EXPECT_THAT(told(selects("H100", ""), "nodeSelector: {name: node-3}, "),
              ElementsAre(::testing::HasSubstr(
                  "1 device of class gpu.example.com that match the selectors of request r (by "
                  "template gpu-claim), and no node that its nodeSelector and tolerations allow "
                  "has any.")));
}

TEST_F(NodeFitTest, OnlyNodesThatThePodMayGoToCount) {
  const auto on = [&](std::string_view spec) { return told(of_class(", count: 3"), spec); };
  EXPECT_THAT(on("nodeSelector: {name: node-3}, "), IsEmpty());
  EXPECT_THAT(on("nodeSelector: {name: node-2}, "),
              ElementsAre("spec: This Pod asks for 3 devices of class gpu.example.com (by template "
                          "gpu-claim), and no node that its nodeSelector and tolerations allow has "
                          "more than 2. Allow others: one of them has all of it. "
                          "[DevicesTooFew]"));
  const auto affinity = [](std::string_view how) {
    return "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
           "{nodeSelectorTerms: [{matchExpressions: [{key: name, " +
           std::string(how) + "}]}]}}}, ";
  };
  EXPECT_THAT(on(affinity("operator: NotIn, values: [node-1]")), IsEmpty());
  EXPECT_THAT(on(affinity("operator: NotIn, values: [node-3]")), SizeIs(1));
  EXPECT_THAT(
      on(affinity("operator: DoesNotExist")),
      ElementsAre(::testing::HasSubstr("no node that its affinity and tolerations allow "
                                       "has any. Allow others: one of them has all of it.")));
  EXPECT_THAT(on("nodeSelector: {name: node-9}, "), IsEmpty()) << "NodeSelectorNeverMatches";
  EXPECT_THAT(on("nodeName: node-1, "), IsEmpty());
  world_.add(
      "{apiVersion: v1, kind: Node, metadata: {name: node-3, labels: {name: node-3, zone: a}}, "
      "spec: {taints: [{key: big, effect: NoSchedule}]}}");
  const std::string taint =
      "Another node has all of it. Add to tolerations: - {key: big, operator: Exists}.";
  EXPECT_THAT(
      on(""),
      ElementsAre(::testing::HasSubstr("that its tolerations allow has more than 2. " + taint)));
  EXPECT_THAT(on("nodeSelector: {name: node-3}, "), ElementsAre(::testing::HasSubstr(taint)));
  EXPECT_THAT(on("nodeSelector: {name: node-2}, "),
              ElementsAre(::testing::HasSubstr("Allow others: one of them has all of it.")))
      << "which is more than a taint away";
  EXPECT_THAT(on("tolerations: [{key: big, operator: Exists}], "), IsEmpty());
  world_.settings.inventory = Inventory::kNothing;
  EXPECT_THAT(on("nodeSelector: {name: node-2}, "),
              ElementsAre(::testing::HasSubstr("allow has as many. Allow others, or ask for "
                                               "fewer.")));
}

// An autoscaler makes nodes with other values of these labels.
TEST_F(NodeFitTest, NodesOfAPoolMayStillCome) {
  const auto on = [&](std::string_view spec) { return told(of_class(", count: 3"), spec); };
  for (const char* label : {"topology.kubernetes.io/zone: c", "karpenter.sh/nodepool: gpu",
                            "cloud.google.com/gke-accelerator: nvidia-h100-80gb"})
    EXPECT_THAT(on("nodeSelector: {" + std::string(label) + "}, "), IsEmpty()) << label;
  EXPECT_THAT(on("nodeSelector: {name: node-2, karpenter.sh/nodepool: gpu}, "), IsEmpty());
  EXPECT_THAT(on("affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                 "{nodeSelectorTerms: [{matchExpressions: [{key: karpenter.sh/nodepool, operator: "
                 "Exists}]}]}}}, "),
              IsEmpty());
}

TEST_F(NodeFitTest, WhatIsNotKnownOfANodeIsNotHeldAgainstIt) {
  world_.add_devices("gpu.example.com", "node-4", 3);
  EXPECT_THAT(told(of_class(", count: 3"), "nodeSelector: {name: node-2}, "), IsEmpty());
}

TEST_F(NodeFitTest, OfMoreNodesThanTheLimitNothingIsSaid) {
  const auto world_with = [&](std::size_t nodes) {
    for (std::size_t i = 3; i < nodes; ++i) {
      const std::string name = "n" + std::to_string(i);
      world_.add_devices("gpu.example.com", name, 1);
      world_.add("{apiVersion: v1, kind: Node, metadata: {name: " + name + "}}");
    }
  };
  world_with(kFitNodesMax);
  EXPECT_THAT(told(of_class(", count: 3"), "nodeSelector: {name: node-2}, "), SizeIs(1));
  world_with(kFitNodesMax + 1);
  EXPECT_THAT(told(of_class(", count: 3"), "nodeSelector: {name: node-2}, "), IsEmpty());
}

}  // namespace
}  // namespace drawbridge::rules
