#include "rules/checks/claim_invalid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/checks/admin_access.h"
#include "rules/checks/allocation_mode_all.h"
#include "rules/checks/claim_devices.h"
#include "rules/checks/claim_empty.h"
#include "rules/checks/class_names.h"
#include "rules/checks/pod_claims_invalid.h"
#include "rules/checks/resource_names.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

struct ClaimWorld {
  MappingIndex mappings;
  DeviceIndex devices;
  Settings settings;
  kube::Json labels;
  CheckFacts facts() const {
    const auto nothing = [](std::string_view) { return Found(); };
    return {"team-a", labels,  mappings, devices,
            settings, nothing, nothing,  [](std::string_view) { return Known::kUnknown; }};
  }
};

std::vector<std::string> texts(const std::vector<Finding>& findings,
                               Severity severity = Severity::kDeny) {
  check_findings(findings);
  std::vector<std::string> result;
  for (const Finding& finding : findings) {
    EXPECT_EQ(finding.severity, severity);
    result.push_back(finding.field + " " + finding.text());
  }
  return result;
}

using Check = void (*)(const ObjectSubject&, const CheckFacts&, std::vector<Finding>&);

std::vector<std::string> judged(Check check, std::string_view object, const ClaimWorld& world = {},
                                Severity severity = Severity::kDeny) {
  const kube::Document document = yaml(object);
  std::vector<Finding> findings;
  check({document.root(), {}}, world.facts(), findings);
  return texts(findings, severity);
}

// A ResourceClaim with spec.devices.
std::string claim(std::string_view devices, std::string_view version = "v1") {
  return "{apiVersion: resource.k8s.io/" + std::string(version) +
         ", kind: ResourceClaim, metadata: {name: c}, spec: {devices: " + std::string(devices) +
         "}}";
}

std::vector<std::string> warned(std::string_view devices) {
  return judged(check_claim_invalid, claim(devices), {}, Severity::kWarn);
}

std::vector<std::string> said(std::string_view devices, std::string_view version = "v1") {
  return judged(check_claim_invalid, claim(devices, version));
}

std::string times(std::size_t count, const std::string& element) {
  std::string list = "[";
  for (std::size_t i = 0; i < count; ++i) {
    std::string one = element;
    for (std::size_t at = one.find('#'); at != std::string::npos; at = one.find('#'))
      one.replace(at, 1, std::to_string(i));
    list += (i == 0 ? "" : ", ") + one;
  }
  return list + "]";
}

constexpr std::string_view kOne = "{name: a, exactly: {deviceClassName: c}}";

TEST(ClaimInvalid, OneOfExactlyAndFirstAvailable) {
  EXPECT_THAT(said("{requests: [{name: a}]}"),
              ElementsAre(HasSubstr("spec.devices.requests[0] has neither exactly nor "
                                    "firstAvailable. Write exactly: {deviceClassName: CLASS}")));
  EXPECT_THAT(said("{requests: [{name: a, exactly: {deviceClassName: c}, firstAvailable: [{name: "
                   "b, deviceClassName: c}]}]}"),
              ElementsAre(HasSubstr("has both exactly and firstAvailable.")));
  EXPECT_THAT(said("{requests: [{name: a, firstAvailable: []}]}"),
              ElementsAre(HasSubstr("has no alternative")));
  EXPECT_THAT(said("{requests: [{name: a}]}", "v1beta1"),
              ElementsAre(HasSubstr("neither deviceClassName nor firstAvailable")));
  EXPECT_THAT(said("{requests: [{name: a, deviceClassName: c}]}", "v1beta1"), IsEmpty());
  // Decoding tells where these belong.
  EXPECT_THAT(said("{requests: [{name: a, deviceClassName: c}]}"), IsEmpty());
  EXPECT_THAT(said("{requests: [" + std::string(kOne) + "]}"), IsEmpty());
  EXPECT_THAT(said("{requests: [{name: a, exactly: null}]}"),
              ElementsAre(HasSubstr("has neither exactly nor firstAvailable.")))
      << "as of a key with nothing behind it";
  EXPECT_THAT(said("{requests: []}"), IsEmpty());
  EXPECT_THAT(judged(check_claim_invalid, "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim}"),
              IsEmpty());
}

TEST(ClaimInvalid, AClaimThatAsksForNothingGivesNothing) {
  const auto of_template = [](std::string_view spec) {
    return judged(check_claim_empty,
                  "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: "
                  "t}, spec: " +
                      std::string(spec) + "}",
                  {}, Severity::kWarn);
  };
  const auto warned_of = [](std::string_view devices) {
    return judged(check_claim_empty, claim(devices), {}, Severity::kWarn);
  };
  EXPECT_THAT(
      warned_of("{}"),
      ElementsAre("spec.devices.requests spec.devices.requests is empty: a pod gets no device by "
                  "this ResourceClaim. Write requests: [{name: device, exactly: {deviceClassName: "
                  "CLASS}}] in spec.devices. [ClaimInvalid]"));
  EXPECT_THAT(warned_of("{requests: []}"), SizeIs(1));
  EXPECT_THAT(judged(check_claim_empty, claim("{}", "v1beta1"), {}, Severity::kWarn),
              ElementsAre(HasSubstr("[{name: device, deviceClassName: CLASS}]")));
  EXPECT_THAT(of_template("{spec: {}}"), ElementsAre(HasSubstr("by this ResourceClaimTemplate.")));
  // Of other fields decoding tells where they belong.
  EXPECT_THAT(of_template("{devices: {}}"), IsEmpty());
  EXPECT_THAT(of_template("{spec: {deviceClassName: c}}"), IsEmpty());
  EXPECT_THAT(warned_of("{deviceClassName: c}"), IsEmpty());
  EXPECT_THAT(warned_of("{requests: [" + std::string(kOne) + "]}"), IsEmpty());
}

TEST(ClaimInvalid, LimitsOfLists) {
  const std::string request = "{name: r#, exactly: {deviceClassName: c}}";
  EXPECT_THAT(said("{requests: " + times(kClaimElementsMax, request) + "}"), IsEmpty());
  EXPECT_THAT(said("{requests: " + times(kClaimElementsMax + 1, request) + "}"),
              ElementsAre(HasSubstr("spec.devices.requests has 33 elements, and can have 32.")));
  const std::string option = "{name: o#, deviceClassName: c#}";
  const auto alternatives = [&](std::size_t count) {
    return said("{requests: [{name: a, firstAvailable: " + times(count, option) + "}]}");
  };
  EXPECT_THAT(alternatives(kAlternativesMax), IsEmpty());
  EXPECT_THAT(alternatives(kAlternativesMax + 1), ElementsAre(HasSubstr("can have 8.")));
  const std::string selector = "{cel: {expression: \"true\"}}";
  const auto selectors = [&](std::size_t count) {
    return said("{requests: [{name: a, exactly: {deviceClassName: c, selectors: " +
                times(count, selector) + "}}]}");
  };
  EXPECT_THAT(selectors(kClaimElementsMax), IsEmpty());
  EXPECT_THAT(selectors(kClaimElementsMax + 1), ElementsAre(HasSubstr("Join them with &&")));
  const std::string constraint = "{matchAttribute: d.com/x}";
  EXPECT_THAT(said("{constraints: " + times(kClaimElementsMax, constraint) + "}"), IsEmpty());
  EXPECT_THAT(said("{constraints: " + times(kClaimElementsMax + 1, constraint) + "}"),
              ElementsAre(HasSubstr("spec.devices.constraints has 33")));
}

TEST(ClaimInvalid, Counts) {
  const auto exactly = [](std::string_view fields) {
    return said("{requests: [{name: a, exactly: {deviceClassName: c, " + std::string(fields) +
                "}}]}");
  };
  EXPECT_THAT(exactly("count: 1"), IsEmpty());
  EXPECT_THAT(warned("{requests: [{name: a, exactly: {deviceClassName: c, count: 0}}]}"),
              ElementsAre(HasSubstr("count is 0, which the API server turns into 1.")));
  EXPECT_THAT(exactly("count: -2"), ElementsAre(HasSubstr("count is -2")));
  EXPECT_THAT(exactly("allocationMode: All"), IsEmpty());
  EXPECT_THAT(exactly("allocationMode: All, count: 2"),
              ElementsAre(HasSubstr("Take count away, or write allocationMode: ExactCount.")));
  EXPECT_THAT(exactly("selectors: [{}]"), ElementsAre(HasSubstr("selectors[0] has no cel.")));
}

TEST(ClaimInvalid, Names) {
  const auto named = [](const std::string& name) {
    return said("{requests: [{name: " + name + ", exactly: {deviceClassName: c}}]}");
  };
  EXPECT_THAT(named("gpu-1"), IsEmpty());
  EXPECT_THAT(named("My_GPU"),
              ElementsAre(AllOf(HasSubstr("spec.devices.requests[0].name is My_GPU"),
                                HasSubstr("Write name: my-gpu."))));
  EXPECT_THAT(named("---"), ElementsAre(HasSubstr("Name it with small letters")));
  EXPECT_THAT(named(std::string(63, 'a')), IsEmpty());
  EXPECT_THAT(named(std::string(64, 'a')).size(), 1U);
}

TEST(ClaimInvalid, NamesOfClasses) {
  const auto of_class = [](const std::string& name) {
    return said("{requests: [{name: a, exactly: {deviceClassName: " + name + "}}]}");
  };
  EXPECT_THAT(of_class("gpu.nvidia.com"), IsEmpty());
  EXPECT_THAT(
      of_class("GPU.nvidia.com"),
      ElementsAre(AllOf(HasSubstr("exactly.deviceClassName is GPU.nvidia.com, and it may hold"),
                        HasSubstr("Write it as kubectl get deviceclasses shows it."))));
  EXPECT_THAT(of_class("nvidia.com/gpu"), IsEmpty()) << "which is told as what it is";
}

TEST(ClaimInvalid, ElementsThatSayNothing) {
  EXPECT_THAT(said("{requests: [{name: a, exactly: {deviceClassName: c, selectors: [null]}}]}"),
              ElementsAre(HasSubstr("selectors[0] has no cel.")));
  EXPECT_THAT(
      said("{requests: [{name: a, exactly: {deviceClassName: c, selectors: [{cel: null}]}}]}"),
      ElementsAre(HasSubstr("selectors[0] has no cel.")));
  EXPECT_THAT(
      said("{requests: [{name: a, firstAvailable: [{name: b, deviceClassName: c}, null]}]}"),
      ElementsAre(HasSubstr("requests[0].firstAvailable[1] is empty. Write {name: NAME")));
  EXPECT_THAT(said("{requests: [" + std::string(kOne) +
                   "], constraints: [{matchAttribute: a.b/c, requests: [a, null]}]}"),
              ElementsAre(HasSubstr("constraints[0].requests[1] is empty.")));
}

TEST(ClaimInvalid, NamesOfTolerations) {
  const auto tolerates = [](const std::string& toleration) {
    return said("{requests: [{name: a, exactly: {deviceClassName: c, tolerations: [" + toleration +
                "]}}]}");
  };
  EXPECT_THAT(tolerates("{key: example.com/bad, operator: Equal, value: v-1}"), IsEmpty());
  EXPECT_THAT(tolerates("{operator: Exists}"), IsEmpty());
  EXPECT_THAT(tolerates("{effect: NoSchedule, value: bad}"), IsEmpty()) << "of all keys";
  EXPECT_THAT(warned("{requests: [{name: a, exactly: {deviceClassName: c, tolerations: [{effect: "
                     "NoSchedule}]}}]}"),
              ElementsAre(HasSubstr("tolerations[0] has neither key nor operator, and so tolerates "
                                    "only taints that have no value. Write operator: Exists")));
  EXPECT_THAT(tolerates("{key: -bad, operator: Exists}"),
              ElementsAre(HasSubstr("tolerations[0].key is -bad, and it ")));
  EXPECT_THAT(tolerates("{key: bad, operator: Equal, value: a b}"),
              ElementsAre(HasSubstr("tolerations[0].value is a b, and it ")));
  EXPECT_THAT(
      tolerates("{key: example.com/gpu=present, operator: Exists}"),
      ElementsAre(AllOf(HasSubstr("is example.com/gpu=present, and it may hold behind '/' "),
                        HasSubstr("Write key: example.com/gpu, operator: Equal, value: "
                                  "\"present\"."))));
  EXPECT_THAT(tolerates("{key: 'gpu=:NoSchedule', operator: Exists}"),
              ElementsAre(HasSubstr("Write key: gpu, operator: Exists.")));
  EXPECT_THAT(tolerates("{key: '=present', operator: Exists}"),
              ElementsAre(HasSubstr("Write it as it stands in the taint")));
}

TEST(ClaimInvalid, Attributes) {
  const auto match = [](const std::string& attribute) {
    return said("{constraints: [{matchAttribute: " + attribute + "}]}");
  };
  EXPECT_THAT(match("gpu.nvidia.com/parentUUID"), IsEmpty());
  EXPECT_THAT(
      match("parentUUID"),
      ElementsAre(HasSubstr("Write DOMAIN/parentUUID, such as gpu.nvidia.com/parentUUID.")));
  EXPECT_THAT(match("gpu.nvidia.com/numa-node"), ElementsAre(HasSubstr("letters, digits and _")));
  EXPECT_THAT(match("d.com/" + std::string(32, 'a')), IsEmpty());
  EXPECT_THAT(match("d.com/" + std::string(33, 'a')).size(), 1U);
  EXPECT_THAT(said("{constraints: [{requests: []}]}"),
              ElementsAre(HasSubstr("has neither matchAttribute nor distinctAttribute.")));
  EXPECT_THAT(match("null"), ElementsAre(HasSubstr("has neither matchAttribute")));
  EXPECT_THAT(said("{constraints: [{requests: [], matchAttributes: a.b/c}]}"), IsEmpty())
      << "decoding tells the field";
  EXPECT_THAT(warned("{constraints: [{matchAttribute: a.b/c, distinctAttribute: a.b/c}]}"),
              ElementsAre(HasSubstr("matchAttribute, beside which distinctAttribute is ignored.")));
}

TEST(ClaimInvalid, AnAttributeWithoutADomainIsTakenForTheDriversOwn) {
  const auto match = [](const std::string& device_class, const std::string& attribute) {
    return said("{requests: [{name: g, exactly: {deviceClassName: " + device_class +
                "}}], constraints: [{matchAttribute: " + attribute + "}]}");
  };
  EXPECT_THAT(match("gpu.nvidia.com", "productName"),
              ElementsAre(HasSubstr("such as gpu.nvidia.com/productName.")));
  EXPECT_THAT(match("gpu.amd.com", "productName"),
              ElementsAre(HasSubstr("such as gpu.amd.com/productName.")));
  EXPECT_THAT(match("gpu.amd.com", "pcieRoot"),
              ElementsAre(HasSubstr("such as resource.kubernetes.io/pcieRoot.")));
  EXPECT_THAT(match("gpu.nvidia.com", "gpu.nvidia.com.productName"),
              ElementsAre(HasSubstr("Write gpu.nvidia.com/productName.")));
}

TEST(ClaimInvalid, OfV1beta1AnyFieldMakesARequestOfAClass) {
  EXPECT_THAT(said("{requests: [{name: g, count: 2}]}", "v1beta1"),
              ElementsAre(HasSubstr("requests[0].deviceClassName is not set. Write "
                                    "deviceClassName: CLASS in it.")));
  EXPECT_THAT(said("{requests: [{name: g, count: 2, firstAvailable: [{name: x, deviceClassName: "
                   "c}]}]}",
                   "v1beta1"),
              ElementsAre(HasSubstr("Keep firstAvailable alone")));
  EXPECT_THAT(said("{requests: [{name: g, count: 2, deviceClassName: c}]}", "v1beta1"), IsEmpty());
}

TEST(ClaimInvalid, AnEmptyListOfAlternativesIsNone) {
  EXPECT_THAT(said("{requests: [{name: g, exactly: {deviceClassName: c}, firstAvailable: []}]}"),
              IsEmpty());
  EXPECT_THAT(said("{requests: [{name: g, firstAvailable: []}]}"),
              ElementsAre(HasSubstr("firstAvailable has no alternative.")));
}

TEST(ClaimInvalid, WhatAClaimOfATemplateIsCalledIsNotWrittenThere) {
  const auto metadata = [](const std::string& fields) {
    return judged(check_claim_invalid,
                  "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: "
                  "t}, spec: {metadata: {" +
                      fields + "}, spec: {devices: {requests: []}}}}");
  };
  EXPECT_THAT(metadata("labels: {a: b}, annotations: {a: b}, creationTimestamp: null"), IsEmpty());
  EXPECT_THAT(metadata("name: gpu, namespace: default"),
              ElementsAre(HasSubstr("spec.metadata.name is set, and the claims of a template take "
                                    "labels and annotations alone from there.")));
  EXPECT_THAT(metadata("finalizers: [a.b/c]"), ElementsAre(HasSubstr("spec.metadata.finalizers")));
  EXPECT_THAT(metadata("name: \"\", generation: 0, finalizers: []"), IsEmpty());
}

TEST(ClaimInvalid, RequestsThatConstraintsAndConfigName) {
  const std::string requests =
      "requests: [{name: gpu, exactly: {deviceClassName: c}}, {name: nic, firstAvailable: [{name: "
      "fast, deviceClassName: c}]}]";
  const auto names = [&](const std::string& name) {
    return said("{" + requests + ", constraints: [{matchAttribute: a.b/c, requests: [" + name +
                "]}]}");
  };
  for (const char* good : {"gpu", "nic", "nic/fast", "gpu, nic"})
    EXPECT_THAT(names(good), IsEmpty()) << good;
  EXPECT_THAT(names("c"), ElementsAre(HasSubstr("no such request. Write gpu.")))
      << "the class of the only request for it";
  EXPECT_THAT(names("gpus"), ElementsAre(HasSubstr("names gpus, and the claim has no such request. "
                                                   "Write gpu.")));
  EXPECT_THAT(names("fast"), ElementsAre(HasSubstr("Write nic/fast.")));
  EXPECT_THAT(names("gpu, nic, gpu"),
              ElementsAre(HasSubstr("requests names gpu twice. Take one of the two away.")));
  EXPECT_THAT(
      names("nic/slow"),
      ElementsAre(AllOf(HasSubstr("names nic/slow"),
                        HasSubstr("Write nic/fast, or leave out requests for all of them."))));
  EXPECT_THAT(names("disk"), ElementsAre(HasSubstr("Write gpu or nic, or leave out requests for "
                                                   "all of them.")));
  EXPECT_THAT(names("gpu/fast").size(), 1U);
  EXPECT_THAT(said("{" + requests +
                   ", config: [{requests: [other], opaque: {driver: d, parameters: {}}}]}"),
              ElementsAre(HasSubstr("config[0].requests names other")));
}

TEST(ClaimInvalid, OpaqueParameters) {
  const auto opaque = [](const std::string& fields) {
    return said("{config: [{opaque: {" + fields + "}}]}");
  };
  EXPECT_THAT(opaque("driver: d.com, parameters: {kind: X}"), IsEmpty());
  EXPECT_THAT(opaque("driver: d.com, parameters: [1]"), ElementsAre(HasSubstr("must be a map")));
  EXPECT_THAT(opaque("driver: D_com, parameters: {}"),
              ElementsAre(HasSubstr("must be a DNS name")));
  EXPECT_THAT(opaque("driver: D.com, parameters: {}"), IsEmpty()) << "the API server takes it";
  EXPECT_THAT(opaque("driver: " + std::string(63, 'd') + ", parameters: {}"), IsEmpty());
  EXPECT_THAT(opaque("driver: " + std::string(64, 'd') + ", parameters: {}").size(), 1U);
  // {"a":"..."} has 8 bytes beside the text.
  const auto sized = [&](std::size_t bytes) {
    return opaque("driver: d, parameters: {a: " + std::string(bytes - 8, 'x') + "}");
  };
  EXPECT_THAT(sized(kOpaqueParametersBytesMax), IsEmpty());
  EXPECT_THAT(sized(kOpaqueParametersBytesMax + 1), ElementsAre(HasSubstr("10241 bytes")));
  EXPECT_THAT(said("{config: [{requests: []}]}"), ElementsAre(HasSubstr("has no opaque")));
}

TEST(ClaimInvalid, TemplatesAndClasses) {
  EXPECT_THAT(judged(check_claim_invalid,
                     "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, spec: {spec: "
                     "{devices: {requests: [{name: A, exactly: {deviceClassName: c}}]}}}}"),
              ElementsAre(HasSubstr("spec.spec.devices.requests[0].name")));
  EXPECT_THAT(judged(check_claim_invalid,
                     "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, spec: {selectors: [{}], "
                     "config: [{}]}}"),
              ElementsAre(HasSubstr("spec.selectors[0]"), HasSubstr("spec.config[0]")));
}

TEST(ClaimInvalid, WhatATemplateWritesOnItsClaims) {
  const auto with = [](std::string_view metadata) {
    return judged(check_claim_invalid,
                  "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: "
                  "t}, spec: {metadata: {" +
                      std::string(metadata) + "}, spec: {devices: {requests: []}}}}");
  };
  EXPECT_THAT(with("labels: {example.com/a: b, c: ''}, annotations: {example.com/a: any thing}"),
              IsEmpty());
  EXPECT_THAT(with("labels: {a: -b}"),
              ElementsAre(HasSubstr("spec.metadata.labels has the value -b, and it ")));
  EXPECT_THAT(with("labels: {-a: b}"),
              ElementsAre(HasSubstr("spec.metadata.labels has the key -a, and it ")));
  EXPECT_THAT(with("annotations: {a b: c}").size(), 1U);
}

TEST(ClaimInvalid, TheExtendedResourceOfAClass) {
  const auto named = [](const std::string& name) {
    return judged(check_claim_invalid,
                  "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: a}, spec: "
                  "{extendedResourceName: " +
                      name + "}}");
  };
  EXPECT_THAT(named("gpu"), ElementsAre(HasSubstr("as in example.com/gpu, or take it away")));
  EXPECT_THAT(named("b100"), ElementsAre(HasSubstr("as in example.com/b100")));
  EXPECT_THAT(named("\"\""), ElementsAre(HasSubstr("extendedResourceName is empty")));
  for (const char* bad : {"gpus.kubernetes.io/a", "requests.nvidia.com/gpu", "nvidia.com/gpu/b",
                          "nvidia.com/", "NVIDIA.com/gpu"})
    EXPECT_THAT(named(bad), ElementsAre(HasSubstr("as in example.com/gpu"))) << bad;
  for (const char* good : {"nvidia.com/gpu", "a/b", "intel.com/GPU_1", "null"})
    EXPECT_THAT(named(good), IsEmpty()) << good;
}

TEST(ClaimInvalid, WhatStandsThereAlreadyIsNotJudged) {
  const kube::Document document = yaml(claim("{requests: [{name: a}]}"));
  std::vector<Finding> findings;
  const ClaimWorld world{};
  check_claim_invalid({document.root(), document.root()}, world.facts(), findings);
  EXPECT_THAT(findings, IsEmpty());
}

TEST(ClaimInvalid, HostileObjects) {
  for (const char* devices :
       {"5", "[]", "{requests: 5}", "{requests: [5, null, []]}", "{requests: [{name: {}}]}",
        "{constraints: [5]}", "{config: [null, 5]}",
        "{requests: [{name: \"\\e[31m\\n\", exactly: "
        "{count: 99999999999999999999}}]}",
        "{constraints: [{matchAttribute: \"\\n/\\e\"}]}"}) {
    for (const std::string& text : said(devices)) EXPECT_EQ(text, printable(text)) << devices;
  }
}

std::vector<std::string> pod_said(std::string_view pod) {
  const kube::Document document = yaml(pod);
  const Result<kube::PodView> view = kube::PodView::read(document.root());
  if (!view) return {"unreadable"};
  const ClaimWorld world{};
  std::vector<Finding> findings;
  check_pod_claims_invalid({*view, "Pod", "this Pod", 1, {}}, world.facts(), findings);
  return texts(findings);
}

TEST(ClaimInvalid, ATolerationForAnyValueNamesNone) {
  const auto of_claim = [](std::string_view toleration) {
    return said("{requests: [{name: r, exactly: {deviceClassName: c, tolerations: [" +
                std::string(toleration) + "]}}]}");
  };
  EXPECT_THAT(of_claim("{key: a, operator: Exists}"), IsEmpty());
  EXPECT_THAT(of_claim("{key: a, operator: Exists, value: ''}"), IsEmpty());
  EXPECT_THAT(of_claim("{key: a, operator: Equal, value: b}"), IsEmpty());
  EXPECT_THAT(of_claim("{key: a, operator: Exists, value: b}"),
              ElementsAre("spec.devices.requests[0].exactly.tolerations[0] "
                          "spec.devices.requests[0].exactly.tolerations[0] has value b beside "
                          "operator: Exists, which is for any value. Take value away, or write "
                          "operator: Equal. [ClaimInvalid]"));
  const auto of_pod = [](std::string_view spec) {
    return pod_said("{spec: {containers: [], " + std::string(spec) + "}}");
  };
  EXPECT_THAT(of_pod("tolerations: [{effect: NoSchedule}]"),
              ElementsAre(HasSubstr("tolerations[0] has no key, and only operator: Exists does")));
  EXPECT_THAT(of_pod("tolerations: [{kye: a, operator: Equal}]"), IsEmpty()) << "decoding tells it";
  EXPECT_THAT(of_pod("tolerations: [{operator: Exists}, 1, {key: a, operator: Exists, value: b}]"),
              ElementsAre(HasSubstr("spec.tolerations[2] has value b")));
  EXPECT_THAT(of_pod("tolerations: {a: b}"), IsEmpty());
}

TEST(ClaimInvalid, OnlyContainersUseClaims) {
  const auto of = [](std::string_view resources) {
    return pod_said("{spec: {containers: [], resources: {" + std::string(resources) + "}}}");
  };
  EXPECT_THAT(of("claims: [{name: gpu}]"),
              ElementsAre(HasSubstr("Write it in the container that needs the devices: resources: "
                                    "{claims: [{name: gpu}]}.")));
  EXPECT_THAT(of("claims: []"), ElementsAre(HasSubstr("[{name: NAME}]")));
  EXPECT_THAT(of("limits: {cpu: 1}"), IsEmpty());
}

TEST(ClaimInvalid, EntriesOfAPod) {
  const auto entry = [](std::string_view fields) {
    return pod_said("{spec: {containers: [], resourceClaims: [{name: gpu" + std::string(fields) +
                    "}]}}");
  };
  EXPECT_THAT(entry(", resourceClaimName: a"), IsEmpty());
  EXPECT_THAT(entry(", resourceClaimTemplateName: a"), IsEmpty());
  for (const char* none : {"", ", resourceClaimTemplateName: null", ", resourceClaimName: null"})
    EXPECT_THAT(entry(none), ElementsAre(HasSubstr("spec.resourceClaims[0] names no claim.")))
        << none;
  EXPECT_THAT(entry(", resourceClaimName: a, resourceClaimTemplateName: b"),
              ElementsAre(HasSubstr("has both")));
  EXPECT_THAT(entry(", source: {resourceClaimName: a}"), IsEmpty());
  EXPECT_THAT(entry(", resourceClaimTemplateName: One_GPU"),
              ElementsAre(AllOf(HasSubstr("resourceClaimTemplateName is One_GPU, and it may hold"),
                                HasSubstr("Write the name of the ResourceClaimTemplate."))));
  EXPECT_THAT(entry(", resourceClaimName: ''"),
              ElementsAre(AllOf(HasSubstr("resourceClaimName must not be empty."),
                                HasSubstr("Write the name of the ResourceClaim."))));
  EXPECT_THAT(pod_said("{spec: {resourceClaims: [{name: My GPU, resourceClaimName: a}]}}").size(),
              1U);
}

TEST(ClaimInvalid, AnEntryWithoutANameIsTheOneThatAContainerMeans) {
  const auto entries = [](std::string_view list) {
    return pod_said(
        "{spec: {containers: [{name: c, resources: {claims: [{name: a}, {name: gpu}, {name: gpu, "
        "request: r}]}}], resourceClaims: [{name: a, resourceClaimName: a}" +
        std::string(list) + "]}}");
  };
  const std::vector<std::string> said = entries(
      ", {resourceClaimTemplateName: t}, {name: \"\", "
      "resourceClaimName: b}");
  EXPECT_THAT(said, ::testing::IsSupersetOf(
                        {"spec.resourceClaims[1].name spec.resourceClaims[1].name is not set, and "
                         "container c uses claim \"gpu\". Write name: gpu in "
                         "spec.resourceClaims[1]. [ClaimInvalid]",
                         "spec.resourceClaims[2].name spec.resourceClaims[2].name is not set. "
                         "Write name: NAME in spec.resourceClaims[2]. [ClaimInvalid]"}));
  EXPECT_THAT(pod_said("{spec: {containers: [{name: c, resources: {claims: [{}]}}], "
                       "resourceClaims: [{resourceClaimTemplateName: t}]}}"),
              ElementsAre("spec.resourceClaims[0].name spec.resourceClaims[0].name is not set, nor "
                          "is that of spec.containers[0].resources.claims[0]. Write one name in "
                          "both, such as name: devices. [ClaimInvalid]"));
  // One that has a field more may have it misspelt.
  for (const char* list : {"", ", {nam: gpu, resourceClaimName: b}"})
    EXPECT_THAT(entries(list), Not(::testing::Contains(HasSubstr("is not set")))) << list;
}

TEST(ClaimInvalid, ClaimsOfAContainer) {
  const auto claims = [](std::string_view list) {
    return pod_said("{spec: {containers: [{name: c, resources: {claims: [" + std::string(list) +
                    "]}}]}}");
  };
  EXPECT_THAT(claims("{name: a}, {name: b}"), IsEmpty());
  EXPECT_THAT(claims("{name: a, request: r1}, {name: a, request: r2}"), IsEmpty());
  EXPECT_THAT(claims("{name: a}, {name: a}"), ElementsAre(HasSubstr("names claim a twice.")));
  EXPECT_THAT(claims("{name: a}, {name: a, request: x}"),
              ElementsAre(HasSubstr("claim a and one of its requests beside it.")));
  EXPECT_THAT(claims("{name: a, request: gpu/big}"),
              ElementsAre(HasSubstr("Write request: gpu, or leave request out")));
  EXPECT_THAT(claims("{name: a, request: /}"),
              ElementsAre(HasSubstr("Write the name of a request of the claim, or")));
}

TEST(TooManyDevices, OfAClaim) {
  const auto counts = [](std::string_view requests) {
    return judged(check_claim_devices, claim("{requests: " + std::string(requests) + "}"));
  };
  EXPECT_THAT(counts("[{name: a, exactly: {deviceClassName: c, count: 32}}]"), IsEmpty());
  EXPECT_THAT(counts("[{name: a, exactly: {deviceClassName: c, count: 33}}]"),
              ElementsAre(HasSubstr("This claim asks for 33 devices")));
  EXPECT_THAT(counts("[{name: a, exactly: {deviceClassName: c, count: 17}}, {name: b, exactly: "
                     "{deviceClassName: c, count: 16}}]"),
              ElementsAre(HasSubstr("Ask for at most 32 in all")));
  // An alternative that is too large is passed over.
  EXPECT_THAT(counts("[{name: a, firstAvailable: [{name: x, deviceClassName: c, count: 40}, {name: "
                     "y, deviceClassName: c}]}]"),
              IsEmpty());
  EXPECT_THAT(counts("[{name: a, exactly: {deviceClassName: c, allocationMode: All}}]"), IsEmpty());
  EXPECT_THAT(
      counts("[{name: a, exactly: {deviceClassName: c, count: 9223372036854775807}}]").size(), 1U);
}

TEST(AllocationModeAll, TheChipsOfANodeAreOneSlice) {
  const auto all_of = [](std::string_view device_class) {
    return judged(check_allocation_mode_all,
                  claim("{requests: [{name: a, exactly: {allocationMode: All, deviceClassName: " +
                        std::string(device_class) + "}}]}"),
                  {}, Severity::kInfo);
  };
  EXPECT_EQ(all_of("gpu.nvidia.com").size(), 1U);
  EXPECT_THAT(all_of("tpu.google.com"), IsEmpty());
}

TEST(ClassNameIsResource, IsToldWithTheClass) {
  const auto request = [](std::string_view name, const ClaimWorld& world) {
    return judged(
        check_class_names,
        claim("{requests: [{name: a, exactly: {deviceClassName: " + std::string(name) + "}}]}"),
        world);
  };
  ClaimWorld world;
  EXPECT_THAT(request("gpu.nvidia.com", world), IsEmpty());
  EXPECT_THAT(request("nvidia.com/gpu", world),
              ElementsAre(HasSubstr("Write deviceClassName: gpu.nvidia.com.")))
      << "by the catalogue";
  EXPECT_THAT(request("deviceclass.resource.kubernetes.io/gpu.acme.com", world),
              ElementsAre(HasSubstr("Write deviceClassName: gpu.acme.com.")));
  EXPECT_THAT(request("nvidia.com/mig-1g.10gb", world),
              ElementsAre(HasSubstr("Write deviceClassName: mig.nvidia.com, and have a selector "
                                    "device.attributes['gpu.nvidia.com'].profile == '1g.10gb'")));
  EXPECT_THAT(request("acme.com/mig-1g.10gb", world),
              ElementsAre(HasSubstr("as kubectl get deviceclasses lists them.")));
  EXPECT_THAT(request("acme.com/gpu", world),
              ElementsAre(HasSubstr("as kubectl get deviceclasses lists them.")));
  const kube::Document device_class = yaml(
      "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.nvidia.com}, "
      "spec: {extendedResourceName: nvidia.com/gpu}}");
  ASSERT_TRUE(world.devices.replace({}, device_class.root()).ok());
  EXPECT_THAT(request("nvidia.com/gpu", world),
              ElementsAre(HasSubstr("Write deviceClassName: gpu.nvidia.com.")));
  EXPECT_EQ(request("\"\\e/\\n\"", world).size(), 1U);
}

TEST(ResourceIsClassName, IsToldOfKnownClassesOnly) {
  ClaimWorld world;
  const kube::Document device_class =
      yaml("{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.nvidia.com}}");
  ASSERT_TRUE(world.devices.replace({}, device_class.root()).ok());
  const auto limits = [&](std::string_view name) {
    const kube::Document document = yaml("{spec: {containers: [{name: c, resources: {limits: {" +
                                         std::string(name) + ": 1}}}]}}");
    const Result<kube::PodView> view = kube::PodView::read(document.root());
    EXPECT_TRUE(view.ok());
    std::vector<Finding> findings;
    if (view) check_resource_names({*view, "Pod", "this Pod", 1, {}}, world.facts(), findings);
    return texts(findings);
  };
  EXPECT_THAT(limits("gpu.nvidia.com"),
              ElementsAre(HasSubstr("Write deviceclass.resource.kubernetes.io/gpu.nvidia.com: 1")));
  EXPECT_THAT(limits("other.nvidia.com"), IsEmpty());
  EXPECT_THAT(limits("nvidia.com/gpu"), IsEmpty());
  EXPECT_THAT(limits("cpu"), IsEmpty());
}

TEST(ClaimInvalid, AnAlternativeThatIsNeverTaken) {
  const auto of = [](std::string_view alternatives) {
    return warned("{requests: [{name: r, firstAvailable: [" + std::string(alternatives) + "]}]}");
  };
  const std::string narrow =
      "{name: b, deviceClassName: c, selectors: [{cel: {expression: \"device.driver == 'x'\"}}]}";
  EXPECT_THAT(
      of("{name: a, deviceClassName: c}, " + narrow),
      ElementsAre("spec.devices.requests[0].firstAvailable[1] "
                  "spec.devices.requests[0].firstAvailable[1] is never taken: wherever it "
                  "could be had, spec.devices.requests[0].firstAvailable[0] is had, and comes "
                  "first. Put it in front of that one, or take it away. [ClaimInvalid]"));
  EXPECT_THAT(of("{name: a, deviceClassName: c}, {name: b, deviceClassName: c, count: 2}"),
              SizeIs(1));
  EXPECT_THAT(of("{name: a, deviceClassName: c}, {name: b, deviceClassName: c}, {name: d, "
                 "deviceClassName: c}"),
              ElementsAre(HasSubstr("firstAvailable[1] is never taken")))
      << "the first that is";
  EXPECT_THAT(
      warned("{requests: [{name: r, firstAvailable: [{name: near, deviceClassName: c}, "
             "{name: far, deviceClassName: c}]}, {name: nic, exactly: {deviceClassName: d}}], "
             "constraints: [{requests: [r/near, nic], matchAttribute: "
             "resource.kubernetes.io/pcieRoot}]}"),
      IsEmpty())
      << "near others if possible, else anywhere";
  EXPECT_THAT(
      of("{name: a, deviceClassName: c}, {name: b, deviceClassName: c, capacity: {requests: "
         "{memory: 8Gi}}}"),
      IsEmpty())
      << "a part may be had where no whole device is";
  for (const std::string& right :
       {narrow + ", {name: a, deviceClassName: c}",
        std::string("{name: a, deviceClassName: c}, {name: b, deviceClassName: d}"),
        std::string("{name: a, deviceClassName: c, count: 2}, {name: b, deviceClassName: c}"),
        std::string("{name: a, deviceClassName: c, capacity: {requests: {memory: 8Gi}}}, {name: b, "
                    "deviceClassName: c}"),
        std::string("{name: a, deviceClassName: c}, {name: b, deviceClassName: c, tolerations: "
                    "[{operator: Exists}]}")})
    EXPECT_THAT(of(right), IsEmpty()) << right;
}

TEST(ClaimInvalid, AConstraintOfOneDeviceAlone) {
  const auto of = [](std::string_view requests, std::string_view gpu = "deviceClassName: c") {
    return warned("{requests: [{name: gpu, exactly: {" + std::string(gpu) +
                  "}}, {name: nic, exactly: {deviceClassName: d}}], constraints: [{" +
                  std::string(requests) + "matchAttribute: resource.kubernetes.io/pcieRoot}]}");
  };
  EXPECT_THAT(of("requests: [gpu], "),
              ElementsAre("spec.devices.constraints[0].requests spec.devices.constraints[0] is for "
                          "one device alone, that of request gpu: it says nothing of any other. "
                          "Write requests: [gpu, nic], or take requests away for all of them. "
                          "[ClaimInvalid]"));
  EXPECT_THAT(of("requests: [gpu], ", "deviceClassName: c, count: 2"), IsEmpty());
  EXPECT_THAT(of("requests: [gpu], ", "deviceClassName: c, allocationMode: All"), IsEmpty());
  EXPECT_THAT(of("requests: [gpu, nic], "), IsEmpty());
  EXPECT_THAT(of(""), IsEmpty());
  EXPECT_THAT(warned("{requests: [{name: gpu, exactly: {deviceClassName: c}}], constraints: "
                     "[{requests: [gpu], matchAttribute: a.com/b}]}"),
              IsEmpty())
      << "there is no other";
}

TEST(ClaimInvalid, AClassWithASpace) {
  EXPECT_THAT(said("{requests: [{name: r, exactly: {deviceClassName: \"gpu.nvidia.com \"}}]}"),
              ElementsAre(HasSubstr("with a space at one end. Write gpu.nvidia.com, without the "
                                    "space.")));
}

TEST(AdminAccessNotAllowed, WhereTheNamespaceIsKnownToLackTheLabel) {
  const std::string object =
      claim("{requests: [{name: a, exactly: {deviceClassName: c, adminAccess: true}}]}");
  ClaimWorld world;
  EXPECT_THAT(judged(check_admin_access, object, world, Severity::kInfo),
              ElementsAre(HasSubstr("kubectl get namespace team-a --show-labels.")));
  const kube::Document other = yaml("{a: b}");
  world.labels = other.root();
  EXPECT_THAT(judged(check_admin_access, object, world),
              ElementsAre(HasSubstr("kubectl label namespace team-a "
                                    "resource.kubernetes.io/admin-access=true.")));
  const kube::Document former = yaml("{resource.k8s.io/admin-access: \"true\"}");
  world.labels = former.root();
  EXPECT_THAT(judged(check_admin_access, object, world),
              ElementsAre(HasSubstr("and team-a has resource.k8s.io/admin-access, which is of 1.33 "
                                    "alone.")));
  EXPECT_THAT(judged(check_admin_access,
                     claim("{requests: [{name: a, exactly: {deviceClassName: c}}]}"), world),
              IsEmpty());
  EXPECT_THAT(judged(check_admin_access,
                     claim("{requests: [{name: a, firstAvailable: [{name: b, deviceClassName: c, "
                           "adminAccess: true}]}]}"),
                     world),
              IsEmpty())
      << "that is no field of an alternative";
  const kube::Document label = yaml("{resource.kubernetes.io/admin-access: \"true\"}");
  world.labels = label.root();
  EXPECT_THAT(judged(check_admin_access, object, world), IsEmpty());
}

}  // namespace
}  // namespace drawbridge::rules
