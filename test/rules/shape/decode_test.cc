// Strict decoding: what an object's fields are held against, and what is said of those that do not
// fit.
#include "rules/shape/decode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "rules/shape/schema.h"
#include "test/rules/shape/decode_testing.h"

namespace drawbridge::rules::shape {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Decode, KeysThatStandTwiceAreFoundAmongSoManyElements) {
  constexpr std::size_t kElements = 10'000;
  // The last of them has the name of the first.
  const auto with = [](std::size_t elements) {
    std::string containers;
    for (std::size_t i = 0; i < elements; ++i)
      containers += "{\"name\": \"c" + std::to_string(i + 1 == elements ? 0 : i) + "\"},";
    containers.back() = ']';
    Result<kube::Document> document = kube::read_json(
        R"({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [)" +
        containers + "}}");
    return texts(decode(document->root()));
  };
  EXPECT_THAT(with(kElements),
              ElementsAre(HasSubstr("spec.containers[9999].name MalformedObject")));
  EXPECT_THAT(with(kElements + 1), IsEmpty());
}

TEST(Decode, AGang) {
  const auto with = [](std::string_view spec) {
    return said(
        "{apiVersion: scheduling.x-k8s.io/v1alpha1, kind: PodGroup, metadata: {name: a}, "
        "spec: {" +
        std::string(spec) + "}}");
  };
  EXPECT_THAT(with("minMember: 4, minResources: {nvidia.com/gpu: 4}, scheduleTimeoutSeconds: 60"),
              IsEmpty());
  EXPECT_THAT(with("minMembers: 4"),
              ElementsAre("spec.minMembers UnknownField: Write minMember: 4."));
  EXPECT_THAT(
      with("minMember: '4'"),
      ElementsAre("spec.minMember MalformedObject: Write it without quotes: minMember: 4."));
  EXPECT_THAT(with("minMember: 3.5"),
              ElementsAre("spec.minMember MalformedObject: Write a whole number, such as "
                          "minMember: 4."));
  EXPECT_THAT(with("minMember: 9999999999"),
              ElementsAre(HasSubstr("Correct the field; kubectl explain shows its type.")));
}

TEST(Decode, GangsAndQueuesOfOthersAreWarnedOf) {
  const auto with = [](const std::string& version, const std::string& kind,
                       const std::string& spec) {
    const kube::Document document = yaml("{apiVersion: " + version + ", kind: " + kind +
                                         ", metadata: {name: a}, spec: {" + spec + "}}");
    std::vector<std::string> said;
    for (const Finding& finding : decode(document.root()).findings)
      said.push_back(std::string(finding.severity == Severity::kWarn ? "warn " : "deny ") +
                     finding.text());
    return said;
  };
  const std::string kai = "scheduling.run.ai/v2alpha2";
  EXPECT_THAT(with(kai, "PodGroup", "minMember: 2, queue: a, subGroups: [{name: b}]"), IsEmpty());
  EXPECT_THAT(with(kai, "PodGroup", "minMembers: 2"),
              ElementsAre("warn spec.minMembers is not a field of a PodGroup in "
                          "scheduling.run.ai/v2alpha2. Write minMember: 2. [UnknownField]"));
  EXPECT_THAT(with("scheduling.run.ai/v2", "Queue", "resources: {gpu: {quota: 1.5}}"), IsEmpty());
  const std::string volcano = "scheduling.volcano.sh/v1beta1";
  EXPECT_THAT(with(volcano, "Queue", "weight: 1, capability: {nvidia.com/gpu: 4, cpu: '2'}"),
              IsEmpty());
  EXPECT_THAT(with(volcano, "PodGroup", "minMember: '2'"),
              ElementsAre(HasSubstr("deny spec.minMember: must be a whole number")));
}

TEST(Decode, WhatAnotherKindCallsIt) {
  EXPECT_THAT(said("{apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload, metadata: {name: w}, "
                   "spec: {podSets: [{name: a, replicas: 3, template: {spec: {containers: [{name: "
                   "c, image: i}]}}}]}}"),
              ElementsAre(HasSubstr("Write count: 3.")));
  const std::string_view deployment =
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {selector: {matchLabels: "
      "{a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: "
      "i}]}}, ";
  EXPECT_THAT(said(std::string(deployment) + "updateStrategy: {type: Recreate}}}"),
              ElementsAre(HasSubstr("Write strategy: {...}.")));
  EXPECT_THAT(said("{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, "
                   "image: i, devices: [gpu]}]}}"),
              ElementsAre(HasSubstr("Take it away: a container gets devices by limits, or by "
                                    "claims, in resources.")));
  EXPECT_THAT(said("{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {serviceAccount: b, "
                   "serviceAccountName: b, containers: [{name: c, image: i, serviceAccount: a, "
                   "serviceAccountName: a}]}}"),
              ElementsAre(HasSubstr("Take them away: spec.serviceAccount is set.")));
}

TEST(Decode, AComputeDomain) {
  const auto with = [](const std::string& spec) {
    const kube::Document document = yaml(
        "{apiVersion: resource.nvidia.com/v1beta1, kind: ComputeDomain, metadata: {name: a}, "
        "spec: {" +
        spec + "}}");
    std::vector<std::string> said;
    for (const Finding& finding : decode(document.root()).findings)
      said.push_back(std::string(finding.severity == Severity::kWarn ? "warn " : "deny ") +
                     finding.text());
    return said;
  };
  const std::string channel = "channel: {resourceClaimTemplate: {name: c}}";
  EXPECT_THAT(with(channel), IsEmpty());
  EXPECT_THAT(with("numNodes: 0, channel: {allocationMode: All, resourceClaimTemplate: {name: c}}"),
              IsEmpty());
  EXPECT_THAT(with("numNode: 2, " + channel),
              ElementsAre("warn spec.numNode is not a field of a ComputeDomain in "
                          "resource.nvidia.com/v1beta1. Write numNodes: 2. [UnknownField]"));
  EXPECT_THAT(with("numNodes: '2', " + channel),
              ElementsAre(HasSubstr("Write it without quotes: numNodes: 2.")));
  EXPECT_THAT(with("numNodes: 2"),
              ElementsAre(HasSubstr("deny spec.channel is not set, and the API server requires")));
  EXPECT_THAT(with("resourceClaimTemplate: {name: c}"),
              ElementsAre(HasSubstr("Write channel: {resourceClaimTemplate: {...}} instead.")));
  EXPECT_THAT(with("channel: {resourceClaimTemplateName: c}"),
              ElementsAre(HasSubstr("Write resourceClaimTemplate: {name: c} instead.")));
  EXPECT_THAT(with("resourceClaimTemplateName: c"),
              ElementsAre(HasSubstr("Write channel: {resourceClaimTemplate: {name: c}} instead.")));
  EXPECT_THAT(with("channel: {resourceClaimTemplate: c}"),
              ElementsAre(HasSubstr("Write resourceClaimTemplate: {name: c}.")));
  EXPECT_THAT(with("channel: {resourceClaimTemplate: {}}"),
              ElementsAre(HasSubstr("spec.channel.resourceClaimTemplate.name is not set")));
  EXPECT_THAT(with("channel: {allocationMode: ExactCount, resourceClaimTemplate: {name: c}}"),
              ElementsAre(HasSubstr("must be Single or All")));
  EXPECT_THAT(with("allocationMode: All, " + channel),
              ElementsAre(HasSubstr("Write allocationMode: All in spec.channel.")));
  // A newer version, and what nobody can read.
  EXPECT_THAT(said("{apiVersion: resource.nvidia.com/v1, kind: ComputeDomain, metadata: {name: a}, "
                   "spec: {nodes: 2}}"),
              IsEmpty());
  EXPECT_THAT(with("channel: [[[5]]]"), ElementsAre(HasSubstr("spec.channel: must be a map")));
}

TEST(Decode, AJobOfVolcano) {
  const auto with = [](const std::string& spec) {
    const kube::Document document =
        yaml("{apiVersion: batch.volcano.sh/v1alpha1, kind: Job, metadata: {name: a}, spec: {" +
             spec + "}}");
    std::vector<std::string> said;
    for (const Finding& finding : decode(document.root()).findings)
      said.push_back(std::string(finding.severity == Severity::kWarn ? "warn " : "deny ") +
                     finding.text());
    return said;
  };
  const auto task = [&](const std::string& more, const std::string& pod) {
    return with(
        "minAvailable: 1, queue: q, plugins: {svc: [], ssh: [a]}, policies: [{event: "
        "PodEvicted, action: RestartJob, timeout: 1m}], tasks: [{name: w, replicas: 2, " +
        more + "template: {spec: {" + pod + "}}}]");
  };
  const std::string pod = "containers: [{name: c, image: i}]";
  EXPECT_THAT(task("dependsOn: {name: [m], iteration: any}, ", pod), IsEmpty());
  EXPECT_THAT(with("volumes: [{mountPath: /a, volumeClaim: {accessModes: [ReadWriteOnce]}}]"),
              IsEmpty());
  EXPECT_THAT(task("replica: 3, ", pod),
              ElementsAre(HasSubstr("warn spec.tasks[0].replica is not a field of a Job in "
                                    "batch.volcano.sh/v1alpha1.")));
  // Its pods are Kubernetes' own.
  EXPECT_THAT(task("", "contaners: [{name: c, image: i}]"),
              ElementsAre(HasSubstr("deny spec.tasks[0].template.spec.contaners is not a field")));
  EXPECT_THAT(with("tasks: [{template: {metadata: {label: {a: b}}}}]"),
              ElementsAre(HasSubstr("deny spec.tasks[0].template.metadata.label is not a field")));
  EXPECT_THAT(task("minAvailable: '1', ", pod),
              ElementsAre(HasSubstr("Write it without quotes: minAvailable: 1.")));
  EXPECT_THAT(with("task: [{name: w}]"), ElementsAre(HasSubstr("Write tasks: ")));
  EXPECT_THAT(with("volumes: [{volumeClaimName: a}]"),
              ElementsAre(HasSubstr("spec.volumes[0].mountPath is not set")));
  EXPECT_THAT(with("tasks: 5"), ElementsAre(HasSubstr("spec.tasks: must be"))) << "and hostile";
}

TEST(Decode, ARuleOfTaints) {
  const auto with = [](const std::string& version, const std::string& spec) {
    return said("{apiVersion: resource.k8s.io/" + version +
                ", kind: DeviceTaintRule, metadata: {name: a}, spec: {" + spec + "}}");
  };
  const std::string taint = "taint: {key: a.com/b, effect: NoExecute}";
  for (const char* version : {"v1", "v1beta2", "v1alpha3"}) {
    EXPECT_THAT(with(version, "deviceSelector: {driver: a.com, pool: b, device: c}, " + taint),
                IsEmpty());
    EXPECT_THAT(with(version, "deviceSelecter: {driver: a.com}, " + taint),
                ElementsAre(HasSubstr("Write deviceSelector: {...}.")));
    EXPECT_THAT(with(version, "taint: {key: a, effect: PreferNoSchedule}"),
                ElementsAre(HasSubstr("spec.taint.effect MalformedObject: Write effect: "
                                      "NoSchedule.")));
  }
  // 1.34 had it, newer ones drop it.
  EXPECT_THAT(with("v1alpha3", "deviceSelector: {deviceClassName: a}, " + taint), IsEmpty());
  EXPECT_THAT(with("v1", "deviceSelector: {deviceClassName: a, selectors: []}, " + taint),
              ElementsAre("spec.deviceSelector.deviceClassName UnknownField: Write driver: DRIVER, "
                          "pool: POOL and device: DEVICE instead; with none of them the rule "
                          "taints every device."));
  EXPECT_THAT(with("v1", "deviceSelector: {driver: a.com, selectors: []}, " + taint),
              ElementsAre(HasSubstr("Choose the devices by driver, pool and device alone.")));
}

TEST(Decode, FlatFieldsOfV1beta1BelongUnderExactlyInV1) {
  const std::string flat = "[{name: gpu, deviceClassName: gpu.nvidia.com, count: 2}]";
  for (const char* version : {"v1", "v1beta2"}) {
    EXPECT_THAT(said(claim(version, flat)),
                ElementsAre("spec.devices.requests[0].count UnknownField: Write exactly: {count: "
                            "2, deviceClassName: gpu.nvidia.com} instead."));
  }
  EXPECT_THAT(said(claim("v1beta1", flat)), IsEmpty());
  const std::string nested = "[{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]";
  EXPECT_THAT(said(claim("v1", nested)), IsEmpty());
  EXPECT_THAT(said(claim("v1beta1", nested)),
              ElementsAre("spec.devices.requests[0].exactly UnknownField: Write apiVersion: "
                          "resource.k8s.io/v1, which has exactly; or what it holds directly in "
                          "spec.devices.requests[0]."));
  // A template is one level deeper.
  EXPECT_THAT(said("{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: "
                   "a}, spec: {spec: {devices: {requests: [{name: b, deviceClassName: c}]}}}}"),
              ElementsAre(HasSubstr("spec.spec.devices.requests[0].deviceClassName UnknownField: "
                                    "Write exactly: {deviceClassName: c} instead.")));
  EXPECT_THAT(said("{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: "
                   "a}, spec: {devices: {requests: []}}}"),
              ElementsAre("spec.devices UnknownField: Write spec: {spec: {devices: {...}}}."));
}

TEST(Decode, WhatAClaimSaysInAnotherPlace) {
  EXPECT_THAT(said(claim("v1",
                         "[{name: a, exactly: {deviceClassName: c, capacity: {limits: "
                         "{memory: 10Gi}}}}]")),
              ElementsAre(HasSubstr("capacity.limits UnknownField: Write requests: {")));
  EXPECT_THAT(said(claim("v1",
                         "[{name: a, exactly: {deviceClassName: c, selectors: [{cel: "
                         "{expression: ''}}]}}]")),
              ElementsAre(HasSubstr("Write expression: device.driver == 'DRIVER' there.")));
  const auto constraint = [](std::string_view fields) {
    return said(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: a}, spec: "
        "{devices: "
        "{requests: [{name: b, exactly: {deviceClassName: c}}], constraints: [{" +
        std::string(fields) + "}]}}}");
  };
  EXPECT_THAT(constraint("matchAttribute: gpu.nvidia.com/productName, value: H100"),
              ElementsAre("spec.devices.constraints[0].value UnknownField: Write a selector of the "
                          "request instead: device.attributes['gpu.nvidia.com'].productName == "
                          "'H100'."));
  for (const char* other : {"matchAttribute: a.b/c, values: [d]", "value: d"})
    EXPECT_THAT(constraint(other), Contains(HasSubstr("Take it away: matchAttribute makes")))
        << other;
}

TEST(Decode, AnExpressionHasASelectorAroundIt) {
  const auto of_request = [](std::string_view version, std::string_view fields) {
    return said(claim(version, "[{name: gpu, " + std::string(fields) + "}]"));
  };
  const std::string fix = "Write selectors: [{cel: {expression: \"a.b == 1\"}}] instead.";
  EXPECT_THAT(of_request("v1", "exactly: {deviceClassName: c, expression: a.b == 1}"),
              ElementsAre("spec.devices.requests[0].exactly.expression UnknownField: " + fix));
  EXPECT_THAT(of_request("v1beta1", "deviceClassName: c, expression: a.b == 1"),
              ElementsAre("spec.devices.requests[0].expression UnknownField: " + fix));
  EXPECT_THAT(of_request("v1", "exactly: {deviceClassName: c}, expression: a.b == 1"),
              ElementsAre(HasSubstr("selectors: [{cel: {expression: \"a.b == 1\"}}]")));
  const auto selector = [&](std::string_view fields) {
    return of_request("v1",
                      "exactly: {deviceClassName: c, selectors: [{" + std::string(fields) + "}]}");
  };
  EXPECT_THAT(selector("attributes: {gpu.nvidia.com/productName: H100, a.b/n: 2}"),
              ElementsAre(HasSubstr(
                  "Write cel: {expression: \"device.attributes['a.b'].n == 2 && "
                  "device.attributes['gpu.nvidia.com'].productName == 'H100'\"} instead")));
  for (const char* other : {"matchLabels: {nvidia.com/gpu.product: H100}",
                            "attributes: {model: H100}", "attributes: {\"a.b/c' || 'd\": H100}"})
    EXPECT_THAT(selector(other), ElementsAre(HasSubstr("device.attributes['DOMAIN'].NAME")))
        << other;
}

TEST(Decode, WhatStandsBesideAlternativesBelongsIntoEach) {
  const auto beside = [](std::string_view field) {
    return said(claim("v1", "[{name: gpu, firstAvailable: [{name: a, deviceClassName: c}], " +
                                std::string(field) + "}]"));
  };
  EXPECT_THAT(beside("count: 2"),
              ElementsAre("spec.devices.requests[0].count UnknownField: Write it in each element "
                          "of spec.devices.requests[0].firstAvailable: count: 2."));
  EXPECT_THAT(beside("selectors: []"), ElementsAre(HasSubstr("firstAvailable: selectors: [].")));
  EXPECT_THAT(beside("colour: red"), ElementsAre(HasSubstr("Take it away")));
}

TEST(Decode, WordsOfOthersForWhatThereIs) {
  const auto exactly = [](std::string_view field) {
    return said(
        claim("v1", "[{name: gpu, exactly: {deviceClassName: c, " + std::string(field) + "}}]"));
  };
  EXPECT_THAT(exactly("replicas: 2"), ElementsAre(HasSubstr("UnknownField: Write count: 2.")));
  EXPECT_THAT(exactly("mode: All"), ElementsAre(HasSubstr("Write allocationMode: All.")));
  EXPECT_THAT(exactly("mode: fast"), ElementsAre(HasSubstr("Take it away")));
  EXPECT_THAT(exactly("capacity: [{name: memory, value: 10Gi}]"),
              ElementsAre(HasSubstr("Write capacity: {requests: {memory: \"10Gi\"}}.")));
  EXPECT_THAT(exactly("capacity: [{name: memory, value: [1]}]"),
              ElementsAre(HasSubstr("Write one map, without a dash")));
  const auto devices = [](std::string_view text) {
    return said(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: a}, spec: "
        "{devices: " +
        std::string(text) + "}}");
  };
  EXPECT_THAT(devices("[{name: gpu, exactly: {deviceClassName: c}}]"),
              ElementsAre(HasSubstr("Write devices: {requests: [...]}.")));
  EXPECT_THAT(devices("[{}]"), ElementsAre(HasSubstr("Write one map, without a dash")));
  const auto beside_request = [&](std::string_view fields) {
    return devices("{requests: [{name: b, exactly: {deviceClassName: c}}], " + std::string(fields) +
                   "}");
  };
  EXPECT_THAT(beside_request("constraints: [{attribute: a.b/c}]"),
              ElementsAre(HasSubstr("UnknownField: Write matchAttribute: a.b/c.")));
  EXPECT_THAT(beside_request("constraints: [{attributes: [a.b/c, a.b/d]}]"),
              ElementsAre(HasSubstr("Write matchAttribute: a.b/c, since it takes only one.")));
  EXPECT_THAT(
      beside_request("config: [{opaque: {driver: d.e, params: {apiVersion: v1, kind: K}}}]"),
      ElementsAre(HasSubstr("UnknownField: Write parameters: {...}.")));
}

TEST(Decode, WhatAPodSaysOfItsClaimsInAnotherPlace) {
  const auto pod = [](std::string_view fields) {
    return said(
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, "
        "image: i}], " +
        std::string(fields) + "}}");
  };
  EXPECT_THAT(pod("claims: [{name: gpu, resourceClaimTemplateName: t}]"),
              ElementsAre("spec.claims UnknownField: Write resourceClaims: [...]."));
  EXPECT_THAT(
      pod("resourceClaims: [{name: gpu, resourceClaimTemplateName: t, request: a}]"),
      ElementsAre("spec.resourceClaims[0].request UnknownField: Write it in resources.claims of "
                  "the container: - {name: gpu, request: a}."));
}

TEST(Decode, WhatADriverPublishesHasItsType) {
  const auto of = [](std::string_view device) {
    return said(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: a}, spec: {driver: "
        "d.com, nodeName: x, pool: {name: x, generation: 1, resourceSliceCount: 1}, devices: "
        "[{name: a, " +
        std::string(device) + "}]}}");
  };
  EXPECT_THAT(of("attributes: {model: H100}"),
              ElementsAre(HasSubstr("Write model: {string: H100}.")));
  EXPECT_THAT(
      of("attributes: {index: 1, ready: true}"),
      ElementsAre(HasSubstr("Write index: {int: 1}."), HasSubstr("Write ready: {bool: true}.")));
  EXPECT_THAT(of("capacity: {memory: 40Gi}"),
              ElementsAre(HasSubstr("Write memory: {value: \"40Gi\"}.")));
  EXPECT_THAT(of("attributes: {model: {string: H100}}, capacity: {memory: {value: 40Gi}}"),
              IsEmpty());
}

TEST(Decode, WhatADriverPublishesUnderAWordOfItsType) {
  const auto device = [](std::string_view fields) {
    return said(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: "
        "{driver: d.e, allNodes: true, pool: {name: p, generation: 1, resourceSliceCount: "
        "1}, devices: [{name: a, " +
        std::string(fields) + "}]}}");
  };
  EXPECT_THAT(device("attributes: {model: {stringValue: U250}}"),
              ElementsAre(HasSubstr("UnknownField: Write string: U250.")));
  EXPECT_THAT(device("attributes: {n: {value: 7}}"), ElementsAre(HasSubstr("Write int: 7.")));
  EXPECT_THAT(device("attributes: {n: {value: true}}"), ElementsAre(HasSubstr("Write bool: true")));
  EXPECT_THAT(device("capacity: {memory: {quantity: 4Gi}}"),
              ElementsAre(HasSubstr("UnknownField: Write value: \"4Gi\".")));
  EXPECT_THAT(device("attributes: {n: {value: [7]}}"), ElementsAre(HasSubstr("Take it away")));
}

TEST(Decode, AMisspeltFieldIsGivenItsSpelling) {
  struct Case {
    const char* spec;
    const char* fix;
  };
  for (const Case& at : {
           Case{"{resourceclaims: []}", "Write resourceClaims: []."},
           Case{"{resource_claims: []}", "Write resourceClaims: []."},
           Case{"{ResourceClaims: []}", "Write resourceClaims: []."},
           Case{"{resourceClaim: []}", "Write resourceClaims: []."},
           Case{"{nodeSelectr: {a: b}}", "Write nodeSelector: {...}."},
           Case{"{containers: [{name: a, Image: b}]}", "Write image: b."},
           Case{"{containers: [{name: a, imgae: 'yes'}]}", "Write image: \"yes\"."},
       }) {
    EXPECT_THAT(said(pod(at.spec)), ElementsAre(HasSubstr(at.fix))) << at.spec;
  }
  // A part of the name.
  EXPECT_THAT(said(claim("v1", "[{name: a, exactly: {deviceClass: c}}]")),
              ElementsAre(HasSubstr("Write deviceClassName: c.")));
  EXPECT_THAT(said(pod("{resourceClaims: [{name: a, templateName: t}, {name: b, claimName: c}]}")),
              ElementsAre(HasSubstr("Write resourceClaimTemplateName: t."),
                          HasSubstr("Write resourceClaimName: c.")));
  // One for many, and many for one.
  const auto of_class = [](std::string_view spec) {
    return said("{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: a}, spec: " +
                std::string(spec) + "}");
  };
  EXPECT_THAT(of_class("{selector: {cel: {expression: \"true\"}}}"),
              ElementsAre("spec.selector UnknownField: Write a list of it: selectors: [{...}]."));
  EXPECT_THAT(of_class("{extendedResourceNames: [a.b/c]}"),
              ElementsAre(HasSubstr("Write extendedResourceName: a.b/c.")));
  EXPECT_THAT(
      of_class("{extendedResourceNames: [a.b/c, a.b/d]}"),
      ElementsAre(HasSubstr("Write extendedResourceName: a.b/c, since it takes only one.")));
  EXPECT_THAT(of_class("{extendedResourceNames: []}"), ElementsAre(HasSubstr("Take it away")));
  EXPECT_THAT(of_class("{selectors: [], selector: {}}"), ElementsAre(HasSubstr("Take it away")));
  EXPECT_THAT(said(pod("{containers: [{name: a, arg: b}]}")),
              ElementsAre(HasSubstr("Write a list of it: args: [b].")));
  // What it is called in another version.
  const auto queue = [](std::string_view version, std::string_view spec) {
    return said("{apiVersion: kueue.x-k8s.io/" + std::string(version) +
                ", kind: ClusterQueue, metadata: {name: a}, spec: " + std::string(spec) + "}");
  };
  EXPECT_THAT(queue("v1beta1", "{cohortName: all}"), ElementsAre(HasSubstr("Write cohort: all.")));
  EXPECT_THAT(queue("v1beta2", "{cohort: all}"), ElementsAre(HasSubstr("Write cohortName: all.")));
  EXPECT_THAT(queue("v1beta2", "{resources: [{name: a, flavors: []}]}"),
              ElementsAre(HasSubstr("Write resourceGroups: [...].")));
  EXPECT_THAT(queue("v1beta2", "{resources: {coveredResources: []}}"),
              ElementsAre(HasSubstr("Write a list of it: resourceGroups: [{...}].")));
  EXPECT_THAT(queue("v1beta2", "{resources: [{name: a, nominalQuota: 1}]}"),
              ElementsAre(HasSubstr("resourceGroups: [{flavors: [{resources: [...]}]}]")));
  EXPECT_THAT(queue("v1beta2", "{cohorts: [all]}"), ElementsAre(HasSubstr("cohortName: all.")));
  EXPECT_THAT(queue("v1beta2", "{admissionChecks: [a, b]}"),
              ElementsAre(HasSubstr(
                  "Write admissionChecksStrategy: {admissionChecks: [{name: a}, {name: b}]}")));
  // Of volumeMounts and volumeDevices nobody knows which.
  EXPECT_THAT(said(pod("{containers: [{name: a, volume: []}]}")),
              ElementsAre(HasSubstr("Take it away")));
  // Nothing is like it.
  EXPECT_THAT(said(pod("{containers: [{name: a, xyz: {}}]}")),
              ElementsAre("spec.containers[0].xyz UnknownField: Take it away; kubectl explain "
                          "pod.spec.containers lists the fields that there are."));
  EXPECT_THAT(said("{apiVersion: v1, kind: Pod, metadata: {name: a}, $patch: delete}"),
              Contains(HasSubstr("Review what kubectl kustomize prints")));
  // What stands there already is not meant.
  EXPECT_THAT(said(pod("{containers: [{name: a, image: b, imag: c}]}")),
              ElementsAre(HasSubstr("Take it away")));
}

TEST(Decode, AMisplacedFieldIsGivenItsPlace) {
  struct Case {
    std::string object;
    const char* says;
  };
  const auto deployment = [](std::string_view spec) {
    return "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: " +
           std::string(spec) + "}";
  };
  for (const Case& at : {
           // One level up.
           Case{deployment("{template: {replicas: 2}}"), "directly in spec: replicas: 2."},
           Case{pod("{containers: [{name: a, resourceClaims: []}]}"),
                "directly in spec: resourceClaims: []."},
           Case{pod("{containers: [{name: a, resources: {limits: {claims: [{name: b}]}}}]}"),
                "directly in spec.containers[0].resources: claims: [...]."},
           Case{pod("{containers: [{name: a, resources: {requests: {claims: b}}}]}"),
                "directly in spec.containers[0].resources: claims: [{name: b}]."},
           Case{pod("{containers: [{name: a, resources: {limits: {claims: [b, c]}}}]}"),
                "directly in spec.containers[0].resources: claims: [{name: b}, {name: c}]."},
           Case{pod("{containers: [{name: a, resources: {limits: {claims: {name: b}}}}]}"),
                "directly in spec.containers[0].resources: a list of it: claims: [{...}]."},
           Case{pod("{spec: {}, containers: []}"), "spec.spec UnknownField: Take it away"},
           // Down.
           Case{deployment("{nodeSelector: {a: b}}"),
                "Write template: {spec: {nodeSelector: {...}}} instead."},
           Case{deployment("{containers: []}"),
                "Write template: {spec: {containers: []}} instead."},
           Case{pod("{containers: [{name: a, claims: [{name: b}]}]}"),
                "Write resources: {claims: [...]} instead."},
           Case{pod("{image: busybox}"), "Write containers: [{image: busybox}] instead."},
           Case{claim("v1",
                      "[{name: a, exactly: {deviceClassName: c, selectors: [{expression: "
                      "\"true\"}]}}]"),
                "Write cel: {expression: \"true\"} instead."},
           Case{claim("v1", "[{name: a, exactly: {deviceClassName: c, capacity: {memory: 10Gi}}}]"),
                "Write requests: {memory: \"10Gi\"} instead."},
           Case{claim("v1",
                      "[{name: a, exactly: {deviceClassName: c, capacity: {memory: {value: 1}}}}]"),
                "Take it away"},
           // Beside.
           Case{"{apiVersion: v1, kind: Pod, metadata: {name: a}, labels: {b: c}, spec: {}}",
                "Write labels: {...} in metadata."},
           Case{"{apiVersion: v1, kind: Pod, metadata: {name: a, nodeName: b}, spec: {}}",
                "Write it in spec: nodeName: b."},
           Case{claim("v1",
                      "[{name: a, firstAvailable: [{name: b, deviceClassName: c, adminAccess: "
                      "true}]}]"),
                "Take it away: only a request without alternatives can have it."},
           Case{claim("v1",
                      "[{name: a, firstAvailable: [{name: b, deviceClassName: c, adminaccess: "
                      "true}]}]"),
                "Take it away: only a request without alternatives can have it."},
           // Without what is around it.
           Case{"{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: a}, spec: "
                "{driver: d, pool: {name: p, resourceSliceCount: 1}, devices: [{name: x, basic: "
                "{attributes: {}}}]}}",
                "Write what it holds directly in spec.devices[0], without basic."},
       }) {
    EXPECT_THAT(said(at.object), ElementsAre(HasSubstr(at.says))) << at.object;
  }
}

// What the schema alone does not lead to.
TEST(Decode, WhatIsSaidInAnotherWayIsToldSo) {
  const auto device_class = [](std::string_view fields) {
    return "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: a}, " +
           std::string(fields) + "}";
  };
  const auto config = [](std::string_view opaque) {
    return "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: a}, spec: "
           "{devices: {requests: [], config: [{opaque: " +
           std::string(opaque) + "}]}}}";
  };
  const auto rewrite = [](std::string_view fields) {
    return "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: a}, spec: "
           "{logicalResource: a.com/x, rewrites: [{resource: a.com/x, " +
           std::string(fields) + "}]}}";
  };
  struct Case {
    std::string object;
    const char* says;
  };
  for (const Case& at : {
           Case{rewrite("namespace: team-a, request: {exactly: {deviceClassName: c}}"),
                "Write namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: team-a}} "
                "instead."},
           Case{rewrite("namespaceSelector: {team: a}, request: {exactly: {deviceClassName: c}}"),
                "Write matchLabels: {team: a} instead."},
           Case{rewrite("request: {name: x, exactly: {deviceClassName: c}}"),
                "Take it away: requests are named after containers."},
           Case{rewrite("request: {exactly: {deviceClassName: c, tolerations: [{effect: "
                        "PreferNoSchedule}]}}"),
                "Write effect: NoSchedule."},
           Case{device_class("spec: {driver: d.com}"),
                "spec.driver UnknownField: Write selectors: [{cel: {expression: device.driver == "
                "'d.com'}}] instead."},
           Case{device_class("driverName: d.com"),
                "Write spec: {selectors: [{cel: {expression: device.driver == 'd.com'}}]} "
                "instead."},
           Case{"{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: a}, spec: "
                "{spec: {devices: {requests: [{name: a, exactly: {deviceClassName: c}}]}}}}",
                "Write kind: ResourceClaimTemplate; or, for a claim that pods share, what it holds "
                "in spec, without spec."},
           Case{"{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: a}, spec: "
                "{nodeSelector: {a: b}, devices: {}}}",
                "Write it in the spec of the pod: a claim chooses no nodes."},
           Case{claim("v1", "[{name: a, exactly: {deviceClassName: c, nodeSelector: {a: b}}}]"),
                "Write it in the spec of the pod: a claim chooses no nodes."},
           Case{claim("v1", "[{name: a, exactly: {deviceClassName: c, shareable: true}}]"),
                "Take it away: pods share what one ResourceClaim has, by resourceClaimName."},
           Case{claim("v1",
                      "[{name: a, exactly: {deviceClassName: c, resources: {limits: {memory: "
                      "10Gi}}}}]"),
                "Write capacity: {requests: {memory: \"10Gi\"}} instead."},
           Case{device_class("spec: {suitableNodes: {nodeSelectorTerms: []}}"),
                "Write it in the spec of pods, as nodeSelector or affinity: a class chooses no "
                "nodes."},
           Case{pod("{resourceClaims: [{name: g, resourceClaimTemplateRef: {name: t}}]}"),
                "Write resourceClaimTemplateName: t instead."},
           Case{
               "{apiVersion: resource.k8s.io/v1alpha3, kind: DeviceTaintRule, metadata: {name: r}, "
               "spec: {deviceSelector: {driver: d.com, node: n1}, taint: {key: a, effect: "
               "NoSchedule}}}",
               "Write pool: POOL, that of the node in kubectl get resourceslices; without it the "
               "rule taints more."},
           Case{pod("{resourceClaims: [{name: g, claimTemplate: t}]}"),
                "Write resourceClaimTemplateName: t."},
           Case{pod("{resourceClaims: [{name: g, claimRef: {name: c}}]}"),
                "Write resourceClaimName: c instead."},
           Case{pod("{resourceClaims: [{name: g, deviceClassName: c}]}"),
                "Write it in a ResourceClaimTemplate, and here resourceClaimTemplateName: its "
                "name."},
           Case{pod("{resourceClaims: [{name: g, resourceClaimTemplate: {spec: {devices: {}}}}]}"),
                "Write it in a ResourceClaimTemplate, and here resourceClaimTemplateName: its "
                "name."},
           Case{pod("{containers: [{name: c, resources: {claims: [{name: g, "
                    "resourceClaimTemplateName: t}]}}]}"),
                "Write it in the pod's spec.resourceClaims: - {name: g, "
                "resourceClaimTemplateName: t}; here the name is enough."},
           Case{claim("v1", "[{name: a, count: 2, exactly: {deviceClassName: c}}]"),
                "Write count: 2 in spec.devices.requests[0].exactly."},
           Case{claim("v1", "[{name: a, exactly: {deviceClassName: c, memory: 40Gi}}]"),
                "Write capacity: {requests: {memory: \"40Gi\"}} instead."},
           Case{claim("v1", "[{name: a, exactly: {deviceClassName: c, selectors: [\"true\"]}}]"),
                "Write {cel: {expression: \"true\"}} in its place."},
           Case{claim("v1",
                      "[{name: a, firstAvailable: [{name: b, exactly: {deviceClassName: "
                      "c}}]}]"),
                "without exactly."},
           Case{config("{driver: d, apiVersion: r/v1, kind: GpuConfig, sharing: {}}"),
                "Write parameters: {apiVersion: r/v1, kind: GpuConfig, sharing: {}} instead."},
           Case{"{apiVersion: batch/v1, kind: Job, metadata: {name: a}, spec: {resourceClaims: "
                "[{name: g}], template: {spec: {}}}}",
                "Write resourceClaims: [...] in spec.template.spec."},
           Case{claim("v1",
                      "[{name: a, exactly: {deviceClassName: c, tolerations: [{effect: "
                      "PreferNoSchedule}]}}]"),
                "Write effect: NoSchedule."},
           Case{claim("v1", "[gpu.nvidia.com]"),
                "Write {name: gpu, exactly: {deviceClassName: gpu.nvidia.com}} in its place."},
           Case{claim("v1", "[gpu]"),
                "Write {name: gpu, exactly: {deviceClassName: CLASS}} in its place."},
           Case{claim("v1beta1", "[gpu.nvidia.com]"),
                "Write {name: gpu, deviceClassName: gpu.nvidia.com} in its place."},
           Case{claim("v1", "[{name: a, exactly: gpu.nvidia.com}]"),
                "Write exactly: {deviceClassName: gpu.nvidia.com}."},
       }) {
    EXPECT_THAT(said(at.object), ElementsAre(HasSubstr(at.says))) << at.object;
  }
}

// A claim that lacked them would ask for nothing.
TEST(Decode, TheDriverIsChosenByAClass) {
  const auto of_class = [](std::string_view spec) {
    return said("{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: a}, spec: " +
                std::string(spec) + "}");
  };
  EXPECT_THAT(
      of_class("{driver: d.example.com, selectors: [{cel: {expression: device.driver == "
               "'d.example.com'}}]}"),
      ElementsAre("spec.driver UnknownField: Take it away: a selector chooses the driver."));
  EXPECT_THAT(of_class("{driver: d, selectors: [{cel: {expression: 'true'}}]}"),
              ElementsAre("spec.driver UnknownField: Write it as a selector, in spec.selectors: - "
                          "cel: {expression: device.driver == 'd'}."));
  EXPECT_THAT(said(claim("v1", "[{name: a, exactly: {deviceClassName: b, driver: c}}]")),
              ElementsAre(HasSubstr("Take it away: the DeviceClass of a request chooses")));
}

TEST(Decode, WhatAQuotaAllowsIsCalledHard) {
  EXPECT_THAT(said("{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: a}, "
                   "spec: {limits: {example.com/gpu: 4}}}"),
              ElementsAre("spec.limits UnknownField: Write hard: {...}."));
}

TEST(Decode, ASelectorOfLabelsHasThemUnderMatchLabels) {
  const auto of = [](std::string_view selector) {
    return said("{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {selector: " +
                std::string(selector) + "}}");
  };
  EXPECT_THAT(of("{app: a, tier: b}"), ElementsAre("spec.selector.app UnknownField: Write "
                                                   "matchLabels: {app: a, tier: b} instead."));
  EXPECT_THAT(of("{matchLabels: {c: d}, app: a}"),
              ElementsAre("spec.selector.app UnknownField: Write app: a in "
                          "spec.selector.matchLabels."));
  EXPECT_THAT(of("{matchlabels: {c: d}}"),
              ElementsAre("spec.selector.matchlabels UnknownField: Write matchLabels: {...}."));
}

TEST(Decode, ALevelThatIsLeftOutIsToldWhereBothWouldTakeTheField) {
  EXPECT_THAT(said("{apiVersion: batch/v1, kind: CronJob, metadata: {name: a}, spec: {schedule: "
                   "'* * * * *', jobTemplate: {template: {spec: {containers: []}}}}}"),
              ElementsAre("spec.jobTemplate.template UnknownField: Write spec: {template: {...}} "
                          "instead."));
  EXPECT_THAT(said(claim("v1",
                         "[{name: a, exactly: {firstAvailable: [{name: b, deviceClassName: "
                         "c}]}}]")),
              ElementsAre("spec.devices.requests[0].exactly.firstAvailable UnknownField: Write it "
                          "in place of exactly: firstAvailable: [...]."));
}

TEST(Decode, WhatARequestSaysIsToldIntoOne) {
  const auto claim_spec = [](std::string_view spec, std::string_view version = "v1") {
    return "{apiVersion: resource.k8s.io/" + std::string(version) +
           ", kind: ResourceClaim, metadata: {name: a}, spec: " + std::string(spec) + "}";
  };
  const auto of_template = [](std::string_view spec) {
    return "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: a}, "
           "spec: " +
           std::string(spec) + "}";
  };
  const auto beside = [&](std::string_view fields, std::string_view request) {
    return claim_spec("{devices: {requests: [" + std::string(request) + "], " +
                      std::string(fields) + "}}");
  };
  const std::string one = "{name: g, exactly: {deviceClassName: c}}";
  struct Case {
    std::string object;
    const char* says;
  };
  for (const Case& at : {
           Case{claim_spec("{deviceClassName: gpu.a.com, count: 1}"),
                "Write devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.a.com, "
                "count: 1}}]} instead."},
           Case{claim_spec("{deviceClassName: gpu.a.com}", "v1beta1"),
                "Write devices: {requests: [{name: gpu, deviceClassName: gpu.a.com}]} instead."},
           Case{claim_spec("{resourceClassName: gpu.a.com}"),
                "Write devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.a.com}}]} "
                "instead."},
           Case{claim_spec("{devices: {deviceClassName: gpu.a.com, name: x}}"),
                "Write requests: [{name: x, exactly: {deviceClassName: gpu.a.com}}] instead."},
           Case{claim_spec("{count: 2, devices: {}}"),
                "Write requests: [{name: NAME, exactly: {deviceClassName: CLASS, count: 2}}] in "
                "spec.devices."},
           Case{of_template("{deviceClassName: gpu.a.com}"),
                "Write spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: "
                "gpu.a.com}}]}} instead."},
           Case{claim_spec("{deviceRequests: [{name: g, deviceClass: c, quantity: 2}]}"),
                "Write devices: {requests: [{name: g, exactly: {deviceClassName: c, count: 2}}]} "
                "instead."},
           Case{beside("count: 2, selectors: []", one),
                "Write count: 2, selectors: [] in spec.devices.requests[0].exactly."},
           Case{beside("count: 2", "{name: g, exactly: {deviceClassName: c, count: 1}}"),
                "Take it away: spec.devices.requests[0].exactly.count is set."},
           Case{beside("count: 2", one + ", {name: h, exactly: {deviceClassName: c}}"),
                "Write it in the request that it is for, under exactly: count: 2."},
           Case{beside("count: 2", "{name: g, firstAvailable: [{name: a, deviceClassName: c}]}"),
                "Write it in the alternative of spec.devices.requests[0].firstAvailable that it is "
                "for: count: 2."},
           Case{beside("exactly: {deviceClassName: c}", "{name: g}"),
                "Write it in spec.devices.requests[0], as far to the right as its name: exactly: "
                "{...}."},
           Case{claim("v1", "[{name: g, deviceClass: c, quantity: 2}]"),
                "Write exactly: {deviceClassName: c, count: 2} instead."},
           Case{claim("v1", "[{name: g, oneOf: [{name: a, deviceClassName: c}]}]"),
                "Write firstAvailable: [...]."},
           Case{claim("v1", "[{name: g}, {exactly: {deviceClassName: c}}]"),
                "spec.devices.requests[1].name MalformedObject: Take away the dash before exactly: "
                "the two are one."},
           Case{claim("v1", "[{name: g, deviceClassName: c, exactly: {count: 2}}]"),
                "Write deviceClassName: c in spec.devices.requests[0].exactly."},
       }) {
    EXPECT_THAT(said(at.object), ElementsAre(HasSubstr(at.says))) << at.object;
  }
}

TEST(Decode, WhatContainersUseIsToldByTheNamesOfThePodsEntries) {
  struct Case {
    const char* spec;
    const char* says;
  };
  for (const Case& at : {
           Case{"{containers: [{name: c, resources: {claims: [{claimName: gpu}]}}]}",
                "Write name: gpu."},
           Case{"{containers: [{name: c, resources: {claim: gpu}}]}",
                "Write claims: [{name: gpu}]."},
           Case{"{containers: [{name: c, resourceClaims: [{name: g}]}], resourceClaims: [{name: g, "
                "resourceClaimName: t}]}",
                "Write resources: {claims: [{name: g}]} instead."},
           Case{"{containers: [{name: c, resources: {}, resourceClaims: [{name: g}]}]}",
                "Write claims: [{name: g}] in spec.containers[0].resources."},
           Case{"{containers: [{name: c, resources: {resourceClaims: [g]}}]}",
                "Write claims: [{name: g}] instead."},
           Case{"{containers: [{name: c, resourceClaims: [{name: g, resourceClaimName: t}]}]}",
                "Write it directly in spec: resourceClaims: [...]; and resources: {claims: [{name: "
                "g}]} instead."},
           Case{"{containers: [{name: c}], resource_claims: [{name: g}]}",
                "Write resourceClaims: [...]."},
           Case{"{resourceClaims: [{name: g, resourceClaimTemplate: {name: t}}]}",
                "Write resourceClaimTemplateName: t instead."},
           Case{"{resourceClaims: [{name: g, resourceClaim: t}]}", "Write resourceClaimName: t."},
           Case{"{resourceClaims: [{name: g, source: {resourceClaimTemplate: t}}]}",
                "Write resourceClaimTemplateName: t directly in spec.resourceClaims[0]."},
       }) {
    EXPECT_THAT(said(pod(at.spec)), ElementsAre(HasSubstr(at.says))) << at.spec;
  }
  const kube::Document misplaced =
      yaml(pod("{containers: [{name: c, resourceClaims: [{name: g}]}]}"));
  EXPECT_THAT(decode(misplaced.root()).meant, Contains("claims"));
}

TEST(Decode, AnEntryNamesAClaimOfThePodsNamespaceAndNoMore) {
  EXPECT_THAT(said(pod("{resourceClaims: [{name: a, resourceClaimName: b, namespace: c, count: "
                       "2}], containers: [{name: c, image: i, resources: {claims: [{name: a, "
                       "namespace: d, count: 2}]}}]}")),
              ElementsAre(HasSubstr("claims[0].count UnknownField: Write count: 2 in the request "
                                    "of the claim or template, under exactly"),
                          HasSubstr("claims[0].namespace UnknownField: Take it away: a pod uses "
                                    "claims and templates of its own namespace."),
                          HasSubstr("spec.resourceClaims[0].count UnknownField: Write count: 2"),
                          HasSubstr("spec.resourceClaims[0].namespace UnknownField: Take it")));
  EXPECT_THAT(said(pod("{resourceClaims: [{name: a, resourceClassName: gpu.nvidia.com}], "
                       "containers: [{name: c, image: i}]}")),
              ElementsAre(HasSubstr("resourceClassName UnknownField: Write it in a "
                                    "ResourceClaimTemplate, and here resourceClaimTemplateName")));
}

TEST(Decode, WhatStandsThereAlreadyIsNotWrittenTwice) {
  const auto of = [](std::string_view kind, std::string_view spec) {
    return said("{apiVersion: batch/v1, kind: " + std::string(kind) +
                ", metadata: {name: a}, spec: " + std::string(spec) + "}");
  };
  EXPECT_THAT(of("Job", "{resourceClaims: [{name: g}], template: {spec: {containers: []}}}"),
              ElementsAre(HasSubstr("Write resourceClaims: [...] in spec.template.spec.")));
  EXPECT_THAT(of("CronJob", "{schedule: x, template: {spec: {containers: []}}}"),
              ElementsAre(HasSubstr("Write jobTemplate: {spec: {template: {...}}} instead.")));
  EXPECT_THAT(said(pod("{tolerations: [], containers: [{name: a, tolerations: []}]}")),
              ElementsAre(HasSubstr("Write it in spec.tolerations, which is there.")));
  EXPECT_THAT(said(pod("{nodeName: one, containers: [{name: a, nodeName: two}]}")),
              ElementsAre(HasSubstr("Take it away: spec.nodeName is set.")));
  EXPECT_THAT(said("{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: a}, spec: "
                   "{resourceClaimTemplates: [{metadata: {name: g}}], template: {spec: {}}}}"),
              ElementsAre(HasSubstr("- {name: g, resourceClaimTemplateName: g}.")));
}

TEST(Decode, TheClaimsOfAPodWereOnceNestedUnderSource) {
  EXPECT_THAT(
      said(pod("{resourceClaims: [{name: a, resourceClaimName: x}, {name: b, source: "
               "{resourceClaimTemplateName: t}}, {name: c, source: {}}]}")),
      ElementsAre("spec.resourceClaims[1].source RemovedApi: Write resourceClaimTemplateName: t "
                  "directly in spec.resourceClaims[1].",
                  "spec.resourceClaims[2].source RemovedApi: Write resourceClaimName: NAME "
                  "directly in spec.resourceClaims[2]."));
}

TEST(Decode, AValueOfAnotherTypeIsNamedWithTheOneToWrite) {
  struct Case {
    const char* spec;
    const char* says;
  };
  for (const Case& at : {
           Case{"{containers: {name: a}}", "Write a list of it: containers: [{...}]."},
           Case{"{containers: [{name: a, env: [{name: B, value: 1}]}]}",
                "Put it in quotes as it is written: value: \"...\"."},
           Case{"{containers: [{name: a, env: [{name: B, value: yes}]}]}",
                "Put it in quotes as it is written: value: \"...\". YAML reads y, n, yes, no, on "
                "and "
                "off as true or false."},
           Case{"{containers: [{name: a, args: [b, 1]}]}",
                "args[1] MalformedObject: Put args[1] in quotes as it is written."},
           Case{"{containers: [{name: a, args: [on]}]}",
                "Put args[0] in quotes as it is written. YAML reads"},
           Case{"{containers: [{name: a, image: {YOUR_IMAGE}}]}",
                "Write the value in its place, without braces."},
           Case{"{containers: [[]]}", "Write one map as containers[0]: {...}."},
           Case{"{priority: high}", "Write a number, as in priority: 1."},
           Case{"{priority: '7'}", "Write it without quotes: priority: 7."},
           Case{"{priority: 3000000000}", "spec.priority MalformedObject: "},
           Case{"{hostNetwork: \"true\"}", "Write hostNetwork: true or hostNetwork: false"},
           Case{"{nodeSelector: [a]}", "Write a map: nodeSelector: {KEY: VALUE}."},
           Case{"{affinity: [{}]}", "Write one map, without a dash: affinity: {...}."},
           Case{"{containers: [{name: a, resources: {limits: {cpu: 1 core}}}]}",
                "spec.containers[0].resources.limits[cpu] MalformedObject: "},
           Case{"{containers: [{name: a, resources: {limits: {cpu: 3p}}}]}", "Correct the field"},
           Case{"{containers: [{name: a, resources: {limits: {memory: 3GB}}}]}", "memory: 3G."},
           Case{"5", "spec MalformedObject: "},
           Case{"{containers: [{name: a, resources: {claims: [gpu]}}]}",
                "Write {name: gpu} in its place."},
       }) {
    const kube::Document document = yaml(pod(at.spec));
    const Decoded decoded = decode(document.root());
    EXPECT_FALSE(decoded.typed) << at.spec;
    EXPECT_THAT(texts(decoded), ElementsAre(HasSubstr(at.says))) << at.spec;
  }
  const kube::Document document = yaml(pod("{priority: high}"));
  EXPECT_EQ(decode(document.root()).findings.at(0).message,
            "spec.priority: must be a whole number, and is of type string. The API server says: "
            "cannot unmarshal string into Go struct field of type int32.");
}

// A reader who copied 1.1 for 1.10 would have another version.
TEST(Decode, ASizeIsWrittenWithUnitsOfKubernetes) {
  const auto size = [](std::string_view text) {
    return said(claim("v1",
                      "[{name: r, exactly: {deviceClassName: c, capacity: {requests: "
                      "{memory: '" +
                          std::string(text) + "'}}}}]"));
  };
  const std::string at = "spec.devices.requests[0].exactly.capacity.requests[memory] ";
  EXPECT_THAT(size("10GB"), ElementsAre(at + "MalformedObject: Write memory: 10G."));
  EXPECT_THAT(size("16 GiB"), ElementsAre(at + "MalformedObject: Write memory: 16Gi."));
  EXPECT_THAT(size("much"),
              ElementsAre(at + "MalformedObject: Correct the field; kubectl explain shows its "
                               "type."));
  EXPECT_THAT(size("10Gi"), IsEmpty());
}

TEST(Decode, AValueThatIsReadOtherwiseThanWrittenIsNotShown) {
  for (const char* value : {"1.10", "0123", "0x1F", "1_000", "1e3", "on", "n"}) {
    EXPECT_THAT(said("{apiVersion: v1, kind: Pod, metadata: {name: a, labels: {b: " +
                     std::string(value) + "}}}"),
                ElementsAre(HasSubstr("as it is written: b: \"...\".")))
        << value;
  }
}

TEST(Decode, NullIsAbsentAndSomeTypesTakeSeveralValues) {
  for (const char* spec : {
           "{containers: null, nodeSelector: {a: null}, priority: null}",
           "{priority: 1.0, terminationGracePeriodSeconds: 30}",
           "{containers: [{name: a, resources: {limits: {cpu: 1, memory: 1.5Gi, a.b/c: \"2\"}}}]}",
           "{containers: [{name: a, livenessProbe: {httpGet: {port: http}}}]}",
           "{containers: [{name: a, livenessProbe: {httpGet: {port: 80}}}], imagePullSecrets: "
           "[null]}",
           "{restartPolicy: \"\", dnsPolicy: ClusterFirst}",
       }) {
    EXPECT_THAT(said(pod(spec)), IsEmpty()) << spec;
  }
}

TEST(Decode, WordsOfAnEnumeration) {
  EXPECT_THAT(said(claim("v1", "[{name: a, exactly: {deviceClassName: c, allocationMode: all}}]")),
              ElementsAre("spec.devices.requests[0].exactly.allocationMode MalformedObject: Write "
                          "allocationMode: All."));
  EXPECT_THAT(said(pod("{restartPolicy: Sometimes}")),
              ElementsAre(HasSubstr("restartPolicy MalformedObject: Write one of them.")));
  EXPECT_THAT(
      said("{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: a}, spec: "
           "{accessModes: [ReadWriteOnc]}}"),
      ElementsAre("spec.accessModes[0] MalformedObject: Write ReadWriteOnce in its place."));
  EXPECT_THAT(said("{apiVersion: v1, kind: LimitRange, metadata: {name: a}, spec: {limits: [{type: "
                   "openshift.io/Image}]}}"),
              IsEmpty());
}

TEST(Decode, RequiredFieldsOfDynamicResourceAllocation) {
  EXPECT_THAT(said(claim("v1", "[{exactly: {}}, {name: b, firstAvailable: [{name: c}]}]")),
              ElementsAre(HasSubstr("requests[0].exactly.deviceClassName MalformedObject: Write "
                                    "deviceClassName: CLASS there."),
                          HasSubstr("requests[0].name MalformedObject"),
                          HasSubstr("firstAvailable[0].deviceClassName MalformedObject")));
  // One that is misspelt is not missing.
  EXPECT_THAT(said(claim("v1", "[{name: a, exactly: {DeviceClassName: c}}]")),
              ElementsAre(HasSubstr("UnknownField: Write deviceClassName: c.")));
  EXPECT_THAT(said("{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: a}}"),
              IsEmpty());
}

TEST(Decode, KeysThatStandTwice) {
  EXPECT_THAT(said(pod("{containers: [{name: a}, {name: b}, {name: a}]}")),
              ElementsAre("spec.containers[2].name MalformedObject: Give one of the two another "
                          "name, or take it away."));
  EXPECT_THAT(said(pod("{resourceClaims: [{name: a}, {name: a}]}")),
              ElementsAre(HasSubstr("spec.resourceClaims[1].name")));
  const std::string request = "{name: a, exactly: {deviceClassName: c}}";
  EXPECT_THAT(said(claim("v1", "[" + request + ", " + request + "]")),
              ElementsAre(HasSubstr("spec.devices.requests[1].name")));
  // Ports and variables may be given twice.
  EXPECT_THAT(
      said(pod("{containers: [{name: a, env: [{name: B, value: v1}, {name: B, value: v2}]}]}")),
      IsEmpty());
}

TEST(Decode, OfKueueANewerVersionMayKnowTheField) {
  const kube::Document document = yaml(
      "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: a}, spec: "
      "{resourceGroup: []}}");
  const Decoded decoded = decode(document.root());
  ASSERT_THAT(texts(decoded), ElementsAre(HasSubstr("Write resourceGroups: [].")));
  EXPECT_EQ(decoded.findings[0].severity, Severity::kWarn);
}

TEST(Decode, AFieldOfTheNextVersionIsToldAsThat) {
  const kube::Document document = yaml(
      "{apiVersion: config.kueue.x-k8s.io/v1beta1, kind: Configuration, resources: "
      "{deviceClassMappings: [{name: a, deviceClassNames: [b], sources: []}]}}");
  EXPECT_THAT(texts(decode(document.root())),
              ElementsAre(HasSubstr(
                  "Write apiVersion: config.kueue.x-k8s.io/v1beta2, which has sources.")));
}

TEST(Decode, QuotasOfKueueUnderOtherWords) {
  const auto group = [](std::string_view fields) {
    return said(
        "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: a}, spec: "
        "{resourceGroups: [{" +
        std::string(fields) + "}]}}");
  };
  const auto quota = [&](std::string_view fields) {
    return group("coveredResources: [gpus], flavors: [{name: f, resources: [{" +
                 std::string(fields) + "}]}]");
  };
  EXPECT_THAT(quota("name: gpus, nominalQuota: 1"), IsEmpty());
  EXPECT_THAT(quota("name: gpus, nominalQuota: 1, borrowLimit: 2"),
              ElementsAre(EndsWith(": Write borrowingLimit: 2.")));
  EXPECT_THAT(quota("resource: gpus, nominalQuota: 1"),
              ElementsAre(EndsWith(": Write name: gpus.")));
  EXPECT_THAT(quota("name: gpus, quota: 1"), ElementsAre(EndsWith(": Write nominalQuota: 1.")));
  EXPECT_THAT(quota("name: gpus, nominalQuota: 1 GPU"),
              ElementsAre(EndsWith(": Write nominalQuota: 1.")));
  EXPECT_THAT(quota("name: gpus, nominalQuota: one GPU"),
              ElementsAre(EndsWith("kubectl explain shows its type.")));
  EXPECT_THAT(group("coveredResources: [gpus], flavors: [{flavor: f, resources: [{name: gpus, "
                    "nominalQuota: 1}]}]"),
              ElementsAre(EndsWith(": Write name: f.")));
  EXPECT_THAT(group("resources: [gpus], flavors: [{name: f, resources: [{name: gpus, "
                    "nominalQuota: 1}]}]"),
              ElementsAre(EndsWith("Write coveredResources: [gpus].")));
  EXPECT_THAT(group("coveredResources: [gpus, cpu], flavors: [{name: f, resources: {gpus: 4, cpu: "
                    "8}}]"),
              ElementsAre(EndsWith(": Write a list: resources: [{name: cpu, nominalQuota: 8}, "
                                   "{name: gpus, nominalQuota: 4}].")));
  EXPECT_THAT(said("{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: a}, "
                   "spec: {clusterQueueRef: {name: all}}}"),
              ElementsAre(EndsWith(": Write clusterQueue: all.")));
  EXPECT_THAT(said("{apiVersion: config.kueue.x-k8s.io/v1beta2, kind: Configuration, resources: "
                   "{deviceClassMappings: {gpus: [a.b], parts: c.d}}}"),
              ElementsAre(EndsWith("Write a list: deviceClassMappings: [{name: gpus, "
                                   "deviceClassNames: [a.b]}, {name: parts, deviceClassNames: "
                                   "[c.d]}].")));
}

TEST(Decode, ARewriteFromOneNameToAnother) {
  EXPECT_THAT(said("{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: "
                   "a}, spec: {logicalResource: x.com/npu, rewrites: [{from: x.com/npu, to: "
                   "npu.x.com}]}}"),
              ElementsAre(EndsWith("Write resource: x.com/npu."),
                          EndsWith("Write request: {exactly: {deviceClassName: npu.x.com}} "
                                   "instead.")));
}

TEST(Decode, AnEmptyWordIsNoneOfADefinition) {
  const auto queue = [](std::string_view spec) {
    return said(
        "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: a}, "
        "spec: {" +
        std::string(spec) + "}}");
  };
  EXPECT_THAT(queue("queueingStrategy: ''"),
              ElementsAre("spec.queueingStrategy MalformedObject: Take it away, or write one of "
                          "them."));
  EXPECT_THAT(queue("preemption: {reclaimWithinCohort: ''}"),
              ElementsAre(HasSubstr("Take it away, or write one of them.")));
  EXPECT_THAT(queue("queueingStrategy: null, stopPolicy: Hold, flavorFungibility: {}"), IsEmpty());
  EXPECT_THAT(queue("flavorFungibility: {whenCanBorrow: Borrow, whenCanPreempt: Preempt}"),
              ElementsAre(HasSubstr("Write whenCanBorrow: MayStopSearch."),
                          HasSubstr("Write whenCanPreempt: MayStopSearch.")))
      << "words of v1beta1";
  EXPECT_THAT(said("{apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload, metadata: {name: a}, "
                   "spec: {podSets: [{name: a, count: 1, template: {spec: {restartPolicy: '', "
                   "containers: [{name: a, image: i, imagePullPolicy: ''}]}}}]}}"),
              IsEmpty())
      << "of Kubernetes' own types";
  EXPECT_THAT(said(pod("{restartPolicy: '', containers: [{name: a, image: i}]}")), IsEmpty());
}

TEST(Decode, KueueDoesNotStartWithAFieldThatItsConfigurationLacks) {
  const auto of = [](std::string_view version, std::string_view fields) {
    const kube::Document document =
        yaml("{apiVersion: config.kueue.x-k8s.io/" + std::string(version) +
             ", kind: Configuration, " + std::string(fields) + "}");
    const Decoded decoded = decode(document.root());
    std::vector<std::string> lines;
    for (const Finding& finding : decoded.findings) {
      EXPECT_EQ(finding.severity, Severity::kWarn) << "a newer Kueue may know it";
      EXPECT_EQ(warning_lines(finding), std::vector{finding.text()}) << "nothing is cut off";
      lines.push_back(finding.text());
    }
    return lines;
  };
  EXPECT_THAT(of("v1beta2", "deviceClassMappings: [{name: a, deviceClassNames: [b]}]"),
              ElementsAre("deviceClassMappings is not a field of a Configuration in "
                          "config.kueue.x-k8s.io/v1beta2 of Kueue 0.19, which does not start with "
                          "it. Write resources: {deviceClassMappings: [...]} instead. "
                          "[UnknownField]"));
  EXPECT_THAT(of("v1beta1", "resources: {deviceClassMapping: [{name: a}]}"),
              ElementsAre(HasSubstr("Write deviceClassMappings: [...].")));
  EXPECT_THAT(of("v1beta2", "resources: {deviceClassMappings: [{name: a, counts: [b]}]}"),
              ElementsAre(HasSubstr("the fields there are deviceClassNames, name and sources.")));
  EXPECT_THAT(of("v1beta2", "resources: {deviceClassMappings: [{name: a, deviceClasses: [b]}]}"),
              ElementsAre(HasSubstr("Write deviceClassNames: [...].")));
  // A list stays one.
  EXPECT_THAT(of("v1beta2", "resources: {deviceClassMappings: [{name: a, deviceClassName: [b]}]}"),
              ElementsAre(HasSubstr("Write deviceClassNames: [...].")));
  EXPECT_THAT(of("v1beta2", "resources: {deviceClassMappings: [{name: a, deviceClassName: b}]}"),
              ElementsAre(HasSubstr("Write a list of it: deviceClassNames: [b].")));
  EXPECT_THAT(of("v1beta2", "integrations: {framework: [batch/job]}"),
              ElementsAre(HasSubstr("Write frameworks: [...].")));
  // v1beta2 has no switch: that it is there switches it on.
  const std::string waits = "waitForPodsReady: {enable: true, timeout: 5m}";
  EXPECT_THAT(of("v1beta1", waits), IsEmpty());
  EXPECT_THAT(of("v1beta2", waits),
              ElementsAre(AllOf(HasSubstr("waitForPodsReady.enable is not a "),
                                HasSubstr("Take enable away; where waitForPodsReady stands it is "
                                          "on. [UnknownField]"))));
  EXPECT_THAT(of("v1beta2", "waitForPodsReady: {enable: true}"),
              ElementsAre(HasSubstr("Write timeout: 30m instead; where waitForPodsReady stands")))
      << "of which nothing would be left";
  EXPECT_THAT(of("v1beta2", "fairSharing: {enable: true}"),
              ElementsAre(HasSubstr("Write preemptionStrategies: [LessThanOrEqualToFinalShare, "
                                    "LessThanInitialShare].")));
  EXPECT_THAT(of("v1beta2",
                 "fairSharing: {enable: true, preemptionStrategies: "
                 "[LessThanInitialShare]}"),
              ElementsAre(HasSubstr("Take enable away; where fairSharing stands")));
  EXPECT_THAT(of("v1beta2", "fairSharing: {enable: false}"),
              ElementsAre(HasSubstr("Take fairSharing away; where it stands it is on.")));
  EXPECT_THAT(of("v1beta2", "metadata: {name: a}"), ElementsAre(HasSubstr("metadata is not a ")));
  EXPECT_THAT(of("v1beta1",
                 "integrations: {frameworks: [pod], podOptions: {podSelector: "
                 "{matchLabels: {a: b}}}}, featureGates: {AnyGate: true}, "
                 "controller: {groupKindConcurrency: {Job.batch: 5}}"),
              IsEmpty());
}

TEST(Decode, OurOwnKinds) {
  EXPECT_THAT(
      said("{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, "
           "spec: {logicalRessource: a/b, rewrites: [{resource: a/b, acton: Rewrite, "
           "request: {exactly: {deviceClassName: c}}}]}}"),
      ElementsAre(HasSubstr("Write action: Rewrite."), HasSubstr("Write logicalResource: a/b.")));
}

TEST(Decode, KindsThatMakeNoPodsAskForNoDevices) {
  EXPECT_THAT(said("{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {ports: [{port: 80, "
                   "targetPort: http}], resourceClaims: [{name: a}]}}"),
              ElementsAre(HasSubstr("spec.resourceClaims UnknownField: Take it away")));
}

TEST(Decode, OfOtherKindsOnlyTheMetadata) {
  EXPECT_THAT(said("{apiVersion: example.com/v1, kind: Pod, metadata: {name: a, labelz: {}}, spec: "
                   "{anything: 1}}"),
              IsEmpty());
  EXPECT_THAT(said("{apiVersion: v1, kind: Endpoints, metadata: {name: 5}}"),
              ElementsAre("metadata.name MalformedObject: Put it in quotes as it is written: name: "
                          "\"...\"."));
  EXPECT_THAT(said("{apiVersion: v1, kind: Endpoints, metadata: []}"),
              ElementsAre(HasSubstr("map")));
}

TEST(Decode, StatusIsLookedAtForTypesOnly) {
  EXPECT_THAT(said("{apiVersion: v1, kind: Node, metadata: {name: a}, status: {allocatable: {a/b: "
                   "1}, newer: 1, conditions: [{type: X, status: Perhaps}]}}"),
              IsEmpty());
  EXPECT_THAT(said("{apiVersion: v1, kind: Node, metadata: {name: a}, status: {allocatable: []}}"),
              ElementsAre(HasSubstr("status.allocatable MalformedObject")));
}

TEST(Decode, PodTemplatesOfKindsWithoutASchema) {
  const kube::Document document = yaml("{spec: {containers: [{name: a, resource: {}}]}}");
  EXPECT_THAT(
      texts(decode_pod_template(document.root(), "spec.x.template", "RayCluster")),
      ElementsAre(
          "spec.x.template.spec.containers[0].resource UnknownField: Write resources: {}."));
}

TEST(Decode, TemplatesOfJobsOfAKindWithoutASchema) {
  const kube::Document document =
      yaml("{spec: {parallelism: '2', containers: [{name: c, image: i, resource: {}}]}}");
  EXPECT_THAT(texts(decode_job_template(document.root(), "spec.jobs[0].template", "JobSet")),
              ElementsAre(HasSubstr("spec.jobs[0].template.spec.parallelism MalformedObject"),
                          "spec.jobs[0].template.spec.containers UnknownField: Write template: "
                          "{spec: {containers: [...]}} instead.",
                          "spec.jobs[0].template.spec.containers[0].resource UnknownField: Write "
                          "resources: {}."));
}

TEST(Decode, AWholePodWhereItsTemplateIsMeant) {
  const kube::Document document = yaml(
      "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: a, resource: "
      "{}}]}}");
  EXPECT_THAT(texts(decode_pod(document.root(), "spec.x.template", "AppWrapper")),
              ElementsAre("spec.x.template.spec.containers[0].resource UnknownField: Write "
                          "resources: {}."));
}

TEST(Decode, AllMistakesComeAtOnceUpToALimit) {
  const auto many = [](std::size_t count) {
    std::string spec = "{";
    for (std::size_t i = 0; i < count; ++i)
      spec += (i == 0 ? "xyz" : ", xyz") + std::to_string(i) + ": 1";
    return said(pod(spec + "}"));
  };
  EXPECT_EQ(many(kMistakesMax).size(), kMistakesMax);
  EXPECT_EQ(many(kMistakesMax + 1).size(), kMistakesMax);
}

TEST(Decode, HostileTextIsEscapedAndCut) {
  nlohmann::json object = {{"apiVersion", "v1"},
                           {"kind", "Pod"},
                           {"metadata", {{"name", "a"}, {"labels", {{"\x1b[31m\n", 5}}}}},
                           {"spec", {{"\x1b[31m\r\nred", "\x1b\n"}, {std::string(9999, 'x'), 1}}}};
  nlohmann::json deep = 1;
  for (int i = 0; i < 200; ++i) deep = nlohmann::json{{"spec", deep}};
  object["spec"]["template"] = deep;
  const kube::Document document = from_nlohmann(object);
  const Decoded decoded = decode(document.root());
  EXPECT_EQ(decoded.findings.size(), 4U);
  for (const Finding& finding : decoded.findings) {
    EXPECT_LT(finding.text().size(), 1000U);
    EXPECT_EQ(finding.text(), printable(finding.text()));
    EXPECT_EQ(finding.field, printable(finding.field));
  }
}

TEST(Schema, TablesReferToEachOther) {
  const auto types = all_types();
  std::set<std::string> names;
  for (const Type& type : types) {
    if (type.kind == Kind::kList || type.kind == Kind::kMap) {
      ASSERT_LT(type.first, types.size());
    } else if (type.kind == Kind::kEnum) {
      ASSERT_LE(std::size_t{type.first} + type.count, all_words().size());
      EXPECT_GT(type.count, 0);
    } else if (type.kind == Kind::kStruct) {
      EXPECT_TRUE(names.emplace(type.name).second) << type.name;
      ASSERT_LE(std::size_t{type.first} + type.count, all_fields().size());
      for (const Field& field : fields_of(type)) {
        ASSERT_LT(field.type, types.size());
        EXPECT_EQ(find_field(type, field.name), &field) << type.name;
      }
    }
  }
  for (const Root& root : all_roots()) {
    ASSERT_EQ(types[root.type].kind, Kind::kStruct);
    for (const std::string_view name : {"apiVersion", "kind", "metadata"}) {
      // A file has no name in the cluster.
      if (name == "metadata" && root.kind == "Configuration") continue;
      EXPECT_NE(find_field(types[root.type], name), nullptr) << root.kind << " " << name;
    }
  }
  EXPECT_NE(find_root("batch", "v1", "CronJob"), nullptr);
  EXPECT_NE(find_root("kueue.x-k8s.io", "v1beta1", "LocalQueue"), nullptr);
  EXPECT_EQ(find_root("batch", "v1beta1", "CronJob"), nullptr);
}

}  // namespace
}  // namespace drawbridge::rules::shape
