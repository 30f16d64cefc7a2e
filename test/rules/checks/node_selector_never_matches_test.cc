// NodeSelectorNeverMatches: nodes are picked by a label that none with the devices has.
#include "rules/checks/node_selector_never_matches.h"

#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class NodeSelectorTest : public ::testing::Test {
 protected:
  NodeSelectorTest() {
    world_.add_class("gpu.example.com", "gpu.example.com");
    world_.add_template("gpu-claim", "{name: r, exactly: {deviceClassName: gpu.example.com}}");
    world_.add_devices("gpu.example.com", "node-1", 1);
    world_.add_devices("gpu.example.com", "node-2", 1);
    add_node("node-1", "zone: a, gpu.example.com/model: a100");
    add_node("node-2", "zone: b, gpu.example.com/model: l4");
    add_node("node-3", "zone: c, gpu.example.com/model: h100");  // without devices
  }
  void add_node(std::string_view name, std::string_view labels) {
    world_.add("{apiVersion: v1, kind: Node, metadata: {name: " + std::string(name) +
               ", labels: {" + std::string(labels) + "}}}");
  }
  std::vector<std::string> told(std::string_view spec) {
    return world_.pod("NodeSelectorNeverMatches",
                      "{spec: {" + std::string(spec) +
                          ", containers: [{name: main, resources: {claims: [{name: gpu}]}}], "
                          "resourceClaims: [{name: gpu, resourceClaimTemplateName: gpu-claim}]}}");
  }
  static std::string affinity(std::string_view terms) {
    return "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
           "{nodeSelectorTerms: [" +
           std::string(terms) + "]}}}";
  }

  CheckWorld world_;
};

TEST_F(NodeSelectorTest, ALabelThatNodesWithDevicesHaveIsSilentAndAnotherIsTold) {
  EXPECT_THAT(told("nodeSelector: {zone: a}"), IsEmpty());
  EXPECT_THAT(told("nodeSelector: {zone: a, gpu.example.com/model: l4}"), IsEmpty())
      << "each label is there, and one is looked at at a time";
  EXPECT_THAT(told("nodeSelector: {zone: c}"),
              ElementsAre("spec.nodeSelector: No node with devices of class gpu.example.com has "
                          "label zone=c (seen: a, b). Correct it; else this Pod stays Pending "
                          "until one has it. [NodeSelectorNeverMatches]"));
  EXPECT_THAT(told("nodeSelector: {gpu.example.com/model: a10}"),
              ElementsAre(HasSubstr("model=a10 (seen: a100, l4). Correct it;")))
      << "another product";
  EXPECT_THAT(told("nodeSelector: {gpu.example.com/model: h100}"),
              ElementsAre(HasSubstr("model=h100 (seen: a100, l4). Correct it;")));
  EXPECT_THAT(
      told("nodeSelector: {gpu.example.com/modle: a100}"),
      ElementsAre(
          "spec.nodeSelector: No node with devices of class gpu.example.com has label "
          "gpu.example.com/modle=a100. Write gpu.example.com/model. [NodeSelectorNeverMatches]"));
  EXPECT_THAT(
      told("nodeSelector: {disk: ssd}"),
      ElementsAre(
          "spec.nodeSelector: No node with devices of class gpu.example.com has label disk=ssd. "
          "Correct it; else this Pod stays Pending until one has it. [NodeSelectorNeverMatches]"));
}

// configuration.md promises it.
TEST_F(NodeSelectorTest, NamesOfNodesAreNotTold) {
  add_node("node-1", "kubernetes.io/hostname: gpu-a");
  add_node("node-2", "kubernetes.io/hostname: gpu-b");
  const auto told_without_name =
      ElementsAre(HasSubstr("has label kubernetes.io/hostname=gpu-c. Correct it; else this Pod"));
  EXPECT_THAT(told("nodeSelector: {kubernetes.io/hostname: gpu-c}"), told_without_name);
  EXPECT_THAT(told(affinity("{matchExpressions: [{key: kubernetes.io/hostname, operator: In, "
                            "values: [gpu-c]}]}")),
              told_without_name);
}

// They need a device, however many they take and whichever.
TEST_F(NodeSelectorTest, AllAdminAccessAndAlternativesNeedANodeToo) {
  const auto of = [&](std::string_view request, std::string_view label) {
    world_.add_template("gpu-claim", "{name: r, " + std::string(request) + "}");
    return told("nodeSelector: {" + std::string(label) + "}");
  };
  for (const char* request :
       {"exactly: {deviceClassName: gpu.example.com, allocationMode: All}",
        "exactly: {deviceClassName: gpu.example.com, adminAccess: true}",
        "firstAvailable: [{name: a, deviceClassName: gpu.example.com, count: 8}, {name: b, "
        "deviceClassName: gpu.example.com}]"}) {
    EXPECT_THAT(of(request, "zone: c"), ElementsAre(HasSubstr("has label zone=c"))) << request;
    EXPECT_THAT(of(request, "zone: b"), IsEmpty()) << request;
  }
  world_.add_class("nic.example.com", "nic.example.com");
  world_.add_devices("nic.example.com", "node-3", 1);
  EXPECT_THAT(of("firstAvailable: [{name: a, deviceClassName: gpu.example.com}, {name: b, "
                 "deviceClassName: nic.example.com}]",
                 "zone: c"),
              IsEmpty())
      << "the other driver has one there";
}

TEST_F(NodeSelectorTest, AWordOfAValueIsWhatWasMeant) {
  add_node("node-1", "gpu.example.com/model: ACME-A100-80GB");
  EXPECT_THAT(told("nodeSelector: {gpu.example.com/model: a100}"),
              ElementsAre(HasSubstr("Write gpu.example.com/model: ACME-A100-80GB. [")));
  EXPECT_THAT(told("nodeSelector: {gpu.example.com/model: a10}"),
              ElementsAre(HasSubstr("Correct it;")));
  add_node("node-2", "gpu.example.com/model: ACME-A100-40GB");
  EXPECT_THAT(told("nodeSelector: {gpu.example.com/model: a100}"),
              ElementsAre(HasSubstr("(seen: ACME-A100-40GB, ACME-A100-80GB). Correct it;")));
  EXPECT_THAT(told("nodeSelector: {gpu.example.com/model: ''}"),
              ElementsAre(HasSubstr("Correct it;")));
}

TEST_F(NodeSelectorTest, OfTheNodeAffinityEachTermHasToFail) {
  const std::string none = "{matchExpressions: [{key: zone, operator: In, values: [c, d]}]}";
  EXPECT_THAT(
      told(affinity(none)),
      ElementsAre("spec.affinity.nodeAffinity: No node with devices of class gpu.example.com has "
                  "label zone in (c, ...) (seen: a, b). Correct it; else this Pod stays Pending "
                  "until one has it. [NodeSelectorNeverMatches]"));
  EXPECT_THAT(told(affinity(none + ", {matchExpressions: [{key: disk, operator: Exists}]}")),
              SizeIs(1));
  for (const std::string_view other :
       {"{key: zone, operator: In, values: [c, b]}", "{key: zone, operator: NotIn, values: [a, b]}",
        "{key: zone, operator: Exists}", "{key: disk, operator: DoesNotExist}"}) {
    EXPECT_THAT(told(affinity("{matchExpressions: [" + std::string(other) + "]}, " + none)),
                IsEmpty())
        << other;
  }
  EXPECT_THAT(told(affinity("{matchFields: [{key: metadata.name, operator: In, values: [x]}]}")),
              IsEmpty());
  EXPECT_THAT(told("affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: "
                   "[{weight: 1, preference: " +
                   none + "}]}}"),
              IsEmpty());
}

TEST_F(NodeSelectorTest, FollowsWhatNodesHave) {
  EXPECT_THAT(told("nodeSelector: {zone: c}"), SizeIs(1));
  add_node("node-2", "zone: c");
  EXPECT_THAT(told("nodeSelector: {zone: c}"), IsEmpty());
  EXPECT_THAT(told("nodeSelector: {zone: b}"), SizeIs(1));
  world_.add_devices("gpu.example.com", "node-3", 1);
  add_node("node-2", "");
  EXPECT_THAT(told("nodeSelector: {gpu.example.com/model: h100}"), IsEmpty());
  world_.add_devices("gpu.example.com", "node-3", 0);
  EXPECT_THAT(told("nodeSelector: {gpu.example.com/model: h100}"), SizeIs(1));
}

TEST_F(NodeSelectorTest, WhereANodeIsNotKnownNothingIs) {
  world_.add_devices("gpu.example.com", "node-4", 1);
  EXPECT_THAT(told("nodeSelector: {zone: c}"), IsEmpty());
  add_node("node-4", "");
  EXPECT_THAT(told("nodeSelector: {zone: c}"), SizeIs(1));
}

TEST_F(NodeSelectorTest, DevicesThatManyNodesReachAreNoMatterOfLabels) {
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: fabric}, spec: "
      "{driver: gpu.example.com, allNodes: true, pool: {name: fabric, generation: 1, "
      "resourceSliceCount: 1}, devices: [{name: d}]}}");
  EXPECT_THAT(told("nodeSelector: {zone: c}"), IsEmpty());
}

TEST_F(NodeSelectorTest, WhoeverHasANodeIsNotTold) {
  EXPECT_THAT(told("nodeName: node-3, nodeSelector: {zone: c}"), IsEmpty());
}

TEST_F(NodeSelectorTest, TellsNoLabelsOfTheClusterWhereThatIsNotWanted) {
  world_.settings.inventory = Inventory::kNothing;
  EXPECT_THAT(told("nodeSelector: {gpu.example.com/model: a10}"),
              ElementsAre("spec.nodeSelector: No node with devices of class gpu.example.com has "
                          "label gpu.example.com/model=a10. Correct it; else this Pod stays "
                          "Pending until one has it. [NodeSelectorNeverMatches]"));
}

TEST_F(NodeSelectorTest, NodesOfAProviderThatHaveNoDriver) {
  EXPECT_THAT(
      told("nodeSelector: {eks.amazonaws.com/compute-type: auto}"),
      ElementsAre(
          "spec.nodeSelector: Amazon EKS Auto Mode (label eks.amazonaws.com/compute-type=auto) "
          "runs no DRA driver, and this Pod asks for devices of class gpu.example.com. Pick other "
          "nodes: of a managed node group, or your own. [NodeSelectorNeverMatches]"));
  EXPECT_THAT(
      told(affinity("{matchExpressions: [{key: eks.amazonaws.com/compute-type, operator: "
                    "In, values: [fargate]}]}")),
      ElementsAre(
          "spec.affinity.nodeAffinity: AWS Fargate (label eks.amazonaws.com/compute-type=fargate) "
          "runs no DRA driver, and this Pod asks for devices of class gpu.example.com. Pick other "
          "nodes: of a managed node group, or your own. [NodeSelectorNeverMatches]"));
  add_node("node-1", "eks.amazonaws.com/compute-type: auto");
  EXPECT_THAT(told("nodeSelector: {eks.amazonaws.com/compute-type: auto}"), IsEmpty())
      << "they have one by now";
  CheckWorld offline;
  offline.add_template("gpu-claim", "{name: r, exactly: {deviceClassName: gpu.nvidia.com}}");
  EXPECT_THAT(
      offline.pod("NodeSelectorNeverMatches",
                  "{spec: {nodeSelector: {eks.amazonaws.com/compute-type: auto}, containers: "
                  "[{name: main}], resourceClaims: [{name: gpu, resourceClaimTemplateName: "
                  "gpu-claim}]}}"),
      ElementsAre(HasSubstr("runs no DRA driver, and this Pod asks for devices of class "
                            "gpu.nvidia.com.")));
}

TEST_F(NodeSelectorTest, NodesOfAnotherPoolMayStillCome) {
  add_node("node-1",
           "zone: a, karpenter.sh/nodepool: gpu-large, topology.kubernetes.io/zone: eu-west-1a");
  for (const std::string key :
       {"karpenter.sh/nodepool", "karpenter.k8s.aws/instance-gpu-name", "scheduling.cast.ai/node",
        "topology.kubernetes.io/zone", "node.kubernetes.io/instance-type"})
    EXPECT_THAT(told("nodeSelector: {" + key + ": other}"), IsEmpty()) << key;
  EXPECT_THAT(told("nodeSelector: {karpenter.sh/nodepool: gpu-lagre}"),
              ElementsAre(HasSubstr("Write karpenter.sh/nodepool: gpu-large.")));
  EXPECT_THAT(told("nodeSelector: {karpenter.sh/nodepool: other, zone: c}"),
              ElementsAre(HasSubstr("has label zone=c")));
}

TEST_F(NodeSelectorTest, SoManyLabelsAreLookedAtAndOfOneMoreNothingIsSaid) {
  const auto many = [](std::size_t count) {
    std::string labels;
    for (std::size_t i = 0; i < count; ++i) labels += "l" + std::to_string(i) + ": x, ";
    return "nodeSelector: {" + labels + "}";
  };
  EXPECT_THAT(told(many(kNodeLabelsMax)), SizeIs(1));
  EXPECT_THAT(told(many(kNodeLabelsMax + 1)), IsEmpty());
}

TEST_F(NodeSelectorTest, HostileSelectors) {
  for (const std::string_view spec :
       {"nodeSelector: [zone]", "nodeSelector: {zone: 7}", "nodeSelector: {'': ''}", "affinity: 7",
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
        "{nodeSelectorTerms: {a: b}}}}",
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
        "{nodeSelectorTerms: [7, {matchExpressions: [7, {key: 7, operator: In}]}]}}}"}) {
    EXPECT_LE(told(spec).size(), 1u) << spec;
  }
}

TEST_F(NodeSelectorTest, BoundsOfALabelAreComparedAsNumbers) {
  add_node("node-1", "memory: '40960', free: lots");
  add_node("node-2", "memory: '81920', free: '-5'");
  const auto bound = [&](std::string_view key, std::string_view op, std::string_view value) {
    return told(affinity("{matchExpressions: [{key: " + std::string(key) + ", operator: " +
                         std::string(op) + ", values: ['" + std::string(value) + "']}]}"));
  };
  EXPECT_THAT(bound("memory", "Gt", "81919"), IsEmpty());
  EXPECT_THAT(bound("memory", "Lt", "40961"), IsEmpty());
  EXPECT_THAT(bound("memory", "Gt", "81920"),
              ElementsAre("spec.affinity.nodeAffinity: No node with devices of class "
                          "gpu.example.com has label memory > 81920 (seen: 40960, 81920). Correct "
                          "it; else this Pod stays Pending until one has it. "
                          "[NodeSelectorNeverMatches]"));
  EXPECT_THAT(bound("memory", "Lt", "40960"), ElementsAre(HasSubstr("has label memory < 40960 (")));
  EXPECT_THAT(bound("free", "Gt", "-5"), SizeIs(1)) << "lots is no number";
  EXPECT_THAT(bound("memory", "Gt", "80Gi"),
              ElementsAre("spec.affinity.nodeAffinity: No node has label memory > 80Gi: operators "
                          "Gt and Lt compare whole numbers. Write a whole number, in the unit of "
                          "the nodes' label. [NodeSelectorNeverMatches]"));
}

TEST_F(NodeSelectorTest, ABoundThatIsNoneIsNotJudged) {
  for (const std::string_view values : {"", ", values: []", ", values: ['1', '2']", ", values: 7",
                                        ", values: [{}]", ", values: ['+9']"})
    EXPECT_THAT(told(affinity("{matchExpressions: [{key: none, operator: Lt" + std::string(values) +
                              "}]}, {matchExpressions: [{key: zone, "
                              "operator: Exists}]}")),
                IsEmpty())
        << values;
  add_node("node-1", "memory: '61'");
  EXPECT_THAT(told(affinity("{matchExpressions: [{key: memory, operator: Gt, values: ['+60']}]}")),
              IsEmpty());
}

TEST_F(NodeSelectorTest, ABoundBesideManyValuesIsNotJudged) {
  for (int i = 0; i < 50; ++i) {
    const std::string name = "many-" + std::to_string(i);
    world_.add_devices("gpu.example.com", name, 1);
    add_node(name, "number: '" + std::to_string(i) + "'");
  }
  EXPECT_THAT(told(affinity("{matchExpressions: [{key: number, operator: Gt, values: ['99']}]}")),
              IsEmpty());
}

}  // namespace
}  // namespace drawbridge::rules
