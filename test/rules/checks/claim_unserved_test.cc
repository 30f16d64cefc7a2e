// What is said of claims that no node could serve.

#include "rules/checks/claim_unserved.h"

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/checks/pod_unserved.h"
#include "rules/devices/claim_trial.h"
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class ClaimUnserved : public ::testing::Test {
 protected:
  ClaimUnserved() {
    world_.add_class("gpu.acme.com", "gpu.acme.com");
    world_.add_class("nic.acme.com", "nic.acme.com");
  }

  // A slice of one node; `devices` as a YAML list, `where` instead of its nodeName.
  void add_slice(std::string_view driver, std::string_view node, std::string_view devices,
                 std::string_view where = "", std::string_view more = "") {
    const std::string name = std::string(driver) + "-" + std::string(node) + std::string(more);
    world_.add("{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: \"" + name +
               "\"}, spec: {driver: " + std::string(driver) + ", " +
               (where.empty() ? "nodeName: " + std::string(node) : std::string(where)) +
               ", pool: {name: " + std::string(node) +
               ", generation: 1, resourceSliceCount: 1}, devices: [" + std::string(devices) +
               "]}}");
  }
  // n1 with 4 GPUs of 40Gi, of which one has 80Gi, and n2 with 2 NICs and a GPU.
  void add_usual() {
    add_slice("gpu.acme.com", "n1",
              "{name: d0, attributes: {root: {string: r0}}, capacity: {memory: {value: 40Gi}}}, "
              "{name: d1, attributes: {root: {string: r0}}, capacity: {memory: {value: 40Gi}}}, "
              "{name: d2, attributes: {root: {string: r1}}, capacity: {memory: {value: 40Gi}}}, "
              "{name: d3, attributes: {root: {string: r1}, big: {bool: true}}, capacity: {memory: "
              "{value: 80Gi}}}");
    add_slice("gpu.acme.com", "n2", "{name: d0, capacity: {memory: {value: 40Gi}}}");
    add_slice("nic.acme.com", "n2", "{name: nic0}, {name: nic1}");
  }

  std::vector<std::string> said(std::string_view requests, std::string_view constraints = "") {
    return said_of(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: t, "
        "namespace: team-a}, spec: {spec: {devices: {requests: [" +
        std::string(requests) + "]" +
        (constraints.empty() ? "" : ", constraints: [" + std::string(constraints) + "]") + "}}}}");
  }
  // "CODE at FIELD: MESSAGE FIX"; what is only information is left out.
  std::vector<std::string> said_of(std::string_view object) {
    const kube::Document document = yaml(object);
    std::vector<Finding> findings;
    check_object({document.root(), {}}, world_.facts(), findings);
    std::vector<std::string> lines;
    for (const Finding& finding : findings) {
      EXPECT_TRUE(finding.message.ends_with('.')) << finding.text();
      EXPECT_FALSE(finding.fix.empty()) << finding.text();
      for (const std::string& line : warning_lines(finding))
        EXPECT_LE(line.size(), kWarningBytesMax);
      if (finding.severity == Severity::kInfo) continue;
      lines.push_back(std::string(finding.code) + " at " + finding.field + ": " + finding.message +
                      " " + finding.fix);
    }
    return lines;
  }
  static std::string request(std::string_view name, std::string_view exactly,
                             std::string_view device_class = "gpu.acme.com") {
    return "{name: " + std::string(name) +
           ", exactly: {deviceClassName: " + std::string(device_class) +
           (exactly.empty() ? "" : ", ") + std::string(exactly) + "}}";
  }

  CheckWorld world_;
};

constexpr std::string_view kBig =
    "selectors: [{cel: {expression: \"has(device.attributes['gpu.acme.com'].big)\"}}]";

TEST_F(ClaimUnserved, MoreThanOneNodeHas) {
  add_usual();
  EXPECT_THAT(said(request("gpu", "count: 4")), IsEmpty());
  EXPECT_THAT(said(request("gpu", "count: 5")),
              ElementsAre("DevicesTooFew at spec.spec.devices.requests[0]: Request gpu asks for 5 "
                          "devices of class gpu.acme.com, and no node has more than 4. Ask for 4 "
                          "at most; else it waits for a node that has more."));
  EXPECT_THAT(said(request("gpu", "count: 2, " + std::string(kBig))),
              ElementsAre(HasSubstr("that match its selectors, and no node has more than 1.")));
  world_.settings.inventory = Inventory::kNothing;
  EXPECT_THAT(said(request("gpu", "count: 5")),
              ElementsAre(HasSubstr("and no node has as many. Ask for fewer;")));
}

TEST_F(ClaimUnserved, FewerWouldNotHelpWhereTheConstraintsAttributeIsNowhere) {
  add_usual();
  EXPECT_THAT(said(request("gpu",
                           "count: 4, selectors: [{cel: {expression: "
                           "\"!has(device.attributes['gpu.acme.com'].big)\"}}]"),
                   "{matchAttribute: gpu.acme.com/big}"),
              ElementsAre(HasSubstr("matchAttribute gpu.acme.com/big never holds: no device for "
                                    "request gpu has that attribute.")));
  EXPECT_THAT(said(request("gpu", "count: 5"), "{matchAttribute: gpu.acme.com/root}"),
              ElementsAre(HasSubstr("and no node has more than 2 that satisfy its constraints. "
                                    "Ask for 2 at most;")));
}

TEST_F(ClaimUnserved, WhatSeveralTakeOfOneShareableDeviceAddsUp) {
  add_slice("nic.acme.com", "n1",
            "{name: nic0, allowMultipleAllocations: true, capacity: {bandwidth: {value: 100}}}");
  const auto both = [&](std::string_view a, std::string_view b) {
    const auto of = [](std::string_view amount) {
      return amount.empty() ? std::string()
                            : "capacity: {requests: {bandwidth: " + std::string(amount) + "}}";
    };
    return said(request("a", of(a), "nic.acme.com") + ", " + request("b", of(b), "nic.acme.com"));
  };
  EXPECT_THAT(both("60", "40"), IsEmpty());
  EXPECT_THAT(both("60", "41"),
              ElementsAre("CapacityNeverFits at spec.spec.devices.requests[1]: The devices of no "
                          "node have capacity for both request a and request b. Ask for less "
                          "capacity; else it waits for a node that has more."));
  EXPECT_THAT(both("1", ""),
              ElementsAre(HasSubstr("both request a and request b: a request that names none takes "
                                    "the default, or all of it. Write capacity: {requests: {NAME: "
                                    "AMOUNT}} in both; else")));
  // By the policy it takes the default, or more than it asks for.
  add_slice("nic.acme.com", "n2",
            "{name: nic0, allowMultipleAllocations: true, capacity: {bandwidth: {value: 120, "
            "requestPolicy: {default: 50, validRange: {min: 50, step: 50}}}}}");
  EXPECT_THAT(both("1", ""), IsEmpty());
  EXPECT_THAT(both("51", "50"), SizeIs(1)) << "100 and 50";
}

TEST_F(ClaimUnserved, APoolThatNodesReachByTheirLabels) {
  const auto zone = [](std::string_view name) {
    return "nodeSelector: {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, "
           "values: [" +
           std::string(name) + "]}]}]}";
  };
  add_slice("gpu.acme.com", "far", "{name: d0}, {name: d1}", zone("a"));
  const std::string two = request("gpu", "count: 2") + ", " + request("nic", "", "nic.acme.com");
  add_slice("nic.acme.com", "n1", "{name: nic0}");
  EXPECT_THAT(said(two), IsEmpty()) << "which nodes reach them is not known";
  world_.add("{apiVersion: v1, kind: Node, metadata: {name: n1, labels: {zone: b}}}");
  EXPECT_THAT(said(two), IsEmpty()) << "others may";
  world_.add("{apiVersion: v1, kind: Node, metadata: {name: n2, labels: {zone: a}}}");
  EXPECT_THAT(said(two), ElementsAre(HasSubstr("No node has enough devices for both")));
  world_.add("{apiVersion: v1, kind: Node, metadata: {name: n3, labels: {zone: a}}}");
  add_slice("nic.acme.com", "n3", "{name: nic0}");
  EXPECT_THAT(said(two), IsEmpty());
}

TEST_F(ClaimUnserved, APoolOfAnotherDriverMayLackSlices) {
  add_usual();
  const std::string both = request("gpu", "count: 2") + ", " + request("nic", "", "nic.acme.com");
  const auto incomplete = [&](std::string_view driver) {
    world_.add("{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: part-" +
               std::string(driver) + "}, spec: {driver: " + std::string(driver) +
               ", nodeName: n9, pool: {name: n9, generation: 1, resourceSliceCount: 2}, devices: "
               "[{name: d0}]}}");
  };
  incomplete("fpga.acme.com");
  EXPECT_THAT(said(both), SizeIs(1));
  incomplete("nic.acme.com");
  EXPECT_THAT(said(both), IsEmpty()) << "the rest of it may be what is asked for";
}

TEST_F(ClaimUnserved, RequestsOfWhichNoNodeHasBoth) {
  add_usual();
  EXPECT_THAT(said(request("gpu", "") + ", " + request("nic", "count: 2", "nic.acme.com")),
              IsEmpty());
  EXPECT_THAT(said(request("gpu", "count: 2") + ", " + request("nic", "", "nic.acme.com")),
              ElementsAre("DevicesTooFew at spec.spec.devices.requests[1]: No node has enough "
                          "devices for both request gpu and request nic. Ask for what one node "
                          "has; else it waits for such a node."));
  EXPECT_THAT(said(request("big", kBig) + ", " + request("rest", "count: 4")), SizeIs(1));
  EXPECT_THAT(said(request("big", kBig) + ", " + request("rest", "count: 3")), IsEmpty());
}

TEST_F(ClaimUnserved, AllLeavesNothing) {
  add_usual();
  EXPECT_THAT(said(request("all", "allocationMode: All")), IsEmpty());
  EXPECT_THAT(said(request("all", "allocationMode: All") + ", " + request("one", "")),
              ElementsAre("DevicesTooFew at spec.spec.devices.requests[1]: Request all takes all "
                          "devices of class gpu.acme.com of a node (allocationMode: All), which "
                          "leaves none for request one. Remove request one, or write a count "
                          "instead of allocationMode: All."));
  EXPECT_THAT(said(request("all", "allocationMode: All") + ", " +
                   request("nics", "allocationMode: All", "nic.acme.com")),
              IsEmpty());
  EXPECT_THAT(said(request("all", "allocationMode: All, " + std::string(kBig)) + ", " +
                   request("rest", "count: 3")),
              IsEmpty());
}

TEST_F(ClaimUnserved, AllIsMoreThanAClaimHolds) {
  world_.add_devices("gpu.acme.com", "n1", 33);
  EXPECT_THAT(said(request("all", "allocationMode: All")),
              ElementsAre(HasSubstr("Request all takes all devices of class gpu.acme.com of a "
                                    "node, and a claim holds 32 at most: no node has fewer than "
                                    "33. Write a count of at most 32")));
  world_.add_devices("gpu.acme.com", "n2", 32);
  EXPECT_THAT(said(request("all", "allocationMode: All")), IsEmpty());
}

TEST_F(ClaimUnserved, CapacityOfTheDevicesThatTheSelectorsLetThrough) {
  add_usual();
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: small}, spec: "
      "{selectors: [{cel: {expression: \"device.driver == 'gpu.acme.com' && "
      "!has(device.attributes['gpu.acme.com'].big)\"}}]}}");
  const std::string wants = "capacity: {requests: {memory: 60Gi}}";
  EXPECT_THAT(said(request("gpu", wants)), IsEmpty());
  EXPECT_THAT(said(request("gpu", wants, "small")),
              ElementsAre("CapacityNeverFits at spec.spec.devices.requests[0]: No device of class "
                          "small for request gpu gives 60Gi of memory, the most is 40Gi. Write: "
                          "memory: 40Gi"));
  EXPECT_THAT(said(request("gpu", "count: 2, " + wants)),
              ElementsAre(HasSubstr("with the capacity that it requests, and no node has more "
                                    "than 1. Ask for 1 at most;")));
}

TEST_F(ClaimUnserved, TaintsOfDevices) {
  add_slice("gpu.acme.com", "n1",
            "{name: d0, taints: [{key: acme.com/worn, value: x, effect: NoSchedule}]}, {name: d1}");
  EXPECT_THAT(said(request("gpu", "")), IsEmpty());
  EXPECT_THAT(
      said(request("gpu", "count: 2")),
      ElementsAre("TolerationMissing at spec.spec.devices.requests[0]: Request gpu does "
                  "not tolerate taint acme.com/worn=x:NoSchedule of its devices, and "
                  "without those no node has as many. Add tolerations: [{key: acme.com/worn, "
                  "operator: Exists}] to its request, or wait."));
  EXPECT_THAT(said(request("gpu",
                           "count: 2, tolerations: [{key: acme.com/worn, operator: "
                           "Exists, effect: NoSchedule}]")),
              IsEmpty());
  EXPECT_THAT(said(request("gpu", "allocationMode: All")), SizeIs(1));
}

// All that one device needs are told at once, and as common what is on all.
TEST_F(ClaimUnserved, SeveralTaintsOfDevices) {
  const auto taint = [](std::string_view key) {
    return "{key: " + std::string(key) + ", effect: NoSchedule}";
  };
  add_slice("gpu.acme.com", "n1",
            "{name: d0, taints: [" + taint("a") + ", " + taint("all") + "]}, {name: d1, taints: [" +
                taint("b") + ", " + taint("all") + "]}");
  EXPECT_THAT(
      said(request("gpu", "")),
      ElementsAre(HasSubstr("All devices for request gpu have taint all:NoSchedule, which it "
                            "does not tolerate. Add tolerations: [{key: a, operator: "
                            "Exists}, {key: all, operator: Exists}] to its request")));
  EXPECT_THAT(said(request("gpu", "tolerations: [{key: all, operator: Exists}]")),
              ElementsAre(HasSubstr("have taints, such as a:NoSchedule, which it does not "
                                    "tolerate. Add tolerations: [{key: a, operator: Exists}]")));
}

TEST_F(ClaimUnserved, CapacityThatNoDeviceHasIsTheCauseWhateverTheCount) {
  add_usual();
  EXPECT_THAT(said(request("gpu", "count: 2, capacity: {requests: {memory: 90Gi}}"),
                   "{matchAttribute: gpu.acme.com/root}"),
              ElementsAre(HasSubstr("CapacityNeverFits")));
}

TEST_F(ClaimUnserved, PartitionsOfOneDevice) {
  const auto part = [](std::string_view name, int slots) {
    return "{name: " + std::string(name) +
           ", consumesCounters: [{counterSet: gpu, counters: {slots: {value: \"" +
           std::to_string(slots) + "\"}}}]}";
  };
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: counters}, spec: "
      "{driver: gpu.acme.com, nodeName: n1, pool: {name: n1, generation: 1, resourceSliceCount: "
      "2}, sharedCounters: [{name: gpu, counters: {slots: {value: \"7\"}}}]}}");
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: parts}, spec: "
      "{driver: gpu.acme.com, nodeName: n1, pool: {name: n1, generation: 1, resourceSliceCount: "
      "2}, devices: [" +
      part("p0", 3) + ", " + part("p1", 3) + ", " + part("p2", 3) + ", " + part("whole", 7) +
      "]}}");
  EXPECT_THAT(said(request("gpu", "count: 2")), IsEmpty());
  EXPECT_THAT(said(request("gpu", "count: 3")),
              ElementsAre(HasSubstr("Request gpu asks for 3 devices of class gpu.acme.com, which "
                                    "are partitions of the same devices, and no node has more "
                                    "than 2. Ask for 2 at most;")));
}

TEST_F(ClaimUnserved, ConstraintsOnWhatAllTakes) {
  add_usual();
  EXPECT_THAT(said(request("all", "allocationMode: All"), "{matchAttribute: gpu.acme.com/root}"),
              ElementsAre("ConstraintNeverHolds at spec.spec.devices.constraints[0]: "
                          "matchAttribute gpu.acme.com/root never holds: no node has all devices "
                          "for request all with one value. Take a request out of the constraint, "
                          "or the constraint away."));
  add_slice("gpu.acme.com", "n3", "{name: d0, attributes: {root: {string: r0}}}");
  EXPECT_THAT(said(request("all", "allocationMode: All"), "{matchAttribute: gpu.acme.com/root}"),
              IsEmpty())
      << "n1 has two values, n2 none, and n3 would do: information, since pods may keep to it";
  EXPECT_THAT(said(request("a", "") + ", " + request("b", ""),
                   "{matchAttribute: gpu.acme.com/root}, {distinctAttribute: gpu.acme.com/root}"),
              ElementsAre(HasSubstr("The constraints never hold together")));
}

TEST_F(ClaimUnserved, Alternatives) {
  add_usual();
  const auto with = [&](int first, int second) {
    return said("{name: gpu, firstAvailable: [{name: many, deviceClassName: gpu.acme.com, count: " +
                std::to_string(first) + "}, {name: few, deviceClassName: gpu.acme.com, count: " +
                std::to_string(second) + "}]}, " + request("nic", "", "nic.acme.com"));
  };
  EXPECT_THAT(with(4, 1), IsEmpty()) << "one of them is beside a NIC";
  EXPECT_THAT(with(4, 2), ElementsAre(HasSubstr("for both request gpu and request nic.")));
  EXPECT_THAT(with(9, 8), ElementsAre(HasSubstr("No alternative of request gpu can be had")));
}

TEST_F(ClaimUnserved, AnAlternativeOfMoreThanAClaimHolds) {
  world_.add_devices("gpu.acme.com", "n1", 40);
  const auto with = [&](int first) {
    return said("{name: gpu, firstAvailable: [{name: many, deviceClassName: gpu.acme.com, count: " +
                std::to_string(first) + "}, {name: big, deviceClassName: gpu.acme.com, " +
                std::string(kBig) + "}]}");
  };
  EXPECT_THAT(with(32), IsEmpty());
  EXPECT_THAT(with(33), ElementsAre(HasSubstr("No alternative of request gpu can be had")));
}

TEST_F(ClaimUnserved, WhatIsNotKnown) {
  add_slice("gpu.acme.com", "n1", "{name: d0}", "nodeSelector: {nodeSelectorTerms: []}");
  EXPECT_THAT(said(request("gpu", "count: 2")), IsEmpty()) << "nodes by their labels";
  add_slice("gpu.acme.com", "n1", "{name: d0}");
  EXPECT_THAT(said(request("gpu", "count: 2")), SizeIs(1));
  EXPECT_THAT(said(request("gpu", "count: 2") + ", " + request("other", "", "unknown")),
              ElementsAre(HasSubstr("DeviceClassMissing")));
  EXPECT_THAT(
      said_of("{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c, "
              "namespace: team-a}, spec: {devices: {requests: [" +
              request("gpu", "count: 2") + "]}}, status: {allocation: {devices: {results: []}}}}"),
      IsEmpty())
      << "it has its devices";
}

TEST_F(ClaimUnserved, WhatIsToldBetter) {
  add_usual();
  EXPECT_THAT(said(request("gpu", "count: 33")), ElementsAre(HasSubstr("TooManyDevices at")));
  EXPECT_THAT(said(request("gpu", "count: 9, capacity: {requests: {memory: 99Gi}}")),
              ElementsAre(HasSubstr("CapacityNeverFits at")));
}

// The claims of a pod together.
class PodUnserved : public ClaimUnserved {
 protected:
  PodUnserved() {
    add_usual();
    world_.add_template("gpus", request("gpu", "count: 2"));
    world_.add_template("nic", request("nic", "", "nic.acme.com"));
    world_.add_template("one", request("gpu", ""));
    world_.add_template("watch", request("gpu", "adminAccess: true"));
  }

  // With these templates; `more` of the pod's metadata. "survey" where it would take one.
  std::vector<std::string> said_of_pod(std::string_view templates, bool may_survey = true,
                                       std::string_view more = "", std::string_view spec = "",
                                       std::string_view limits = "") {
    std::string entries;
    for (std::size_t at = 0; at < templates.size();) {
      const std::size_t end = std::min(templates.find(' ', at), templates.size());
      entries += "{name: e" + std::to_string(at) +
                 ", resourceClaimTemplateName: " + std::string(templates.substr(at, end - at)) +
                 "},";
      at = end + 1;
    }
    const kube::Json json = world_.keep(
        "{apiVersion: v1, kind: Pod, metadata: {name: p" + std::string(more) + "}, spec: {" +
        std::string(spec) + "resourceClaims: [" + entries +
        "], containers: [{name: c, resources: {limits: {" + std::string(limits) + "}}}]}}");
    const Result<kube::PodView> pod = kube::PodView::read(json);
    const CheckFacts facts = world_.facts();
    const std::vector<PodClaim> claims = pod_claims(*pod, facts);
    const std::vector<DeviceRequest> requests =
        device_requests({*pod,
                         facts.mappings,
                         facts.devices,
                         {},
                         [&](std::string_view name) { return facts.claim_template(name).object; },
                         [&](std::string_view name) { return facts.claim(name).object; }});
    std::vector<Finding> findings;
    const PodSubject subject{*pod, "Pod", "this Pod", 1, requests, claims};
    if (check_pod_served(subject, may_survey, facts, findings)) return {"survey"};
    std::vector<std::string> lines;
    for (const Finding& finding : findings) {
      for (const std::string& line : warning_lines(finding))
        EXPECT_LE(line.size(), kWarningBytesMax);
      lines.push_back(std::string(finding.code) + " at " + finding.field + ": " + finding.message +
                      " " + finding.fix + " (" + finding.cause + ")");
    }
    return lines;
  }
};

TEST_F(PodUnserved, ClaimsThatNoNodeServesTogether) {
  EXPECT_THAT(said_of_pod("one nic"), IsEmpty());
  EXPECT_THAT(said_of_pod("gpus nic"),
              ElementsAre("DevicesTooFew at spec.resourceClaims: This Pod finds no node: no node "
                          "has enough devices for both request gpu (template gpus) and request nic "
                          "(template nic). Ask for what one node has; else it waits for such a "
                          "node. (ResourceClaimTemplate team-a/gpus)"));
  EXPECT_THAT(said_of_pod("gpus gpus"), IsEmpty());
  EXPECT_THAT(said_of_pod("gpus gpus one"), SizeIs(1));
  EXPECT_THAT(said_of_pod("gpus gpus watch"), IsEmpty()) << "who looks on takes nothing";
}

TEST_F(PodUnserved, AsksForTheTimeThatItTakes) {
  EXPECT_THAT(said_of_pod("gpus nic", false), ElementsAre("survey"));
  EXPECT_THAT(said_of_pod("gpus", false), IsEmpty()) << "their number is known";
}

TEST_F(PodUnserved, WhatAControllerMadeIsToldOfTheWorkload) {
  EXPECT_THAT(said_of_pod("gpus nic", true,
                          ", ownerReferences: [{apiVersion: batch/v1, kind: Job, name: j, uid: u, "
                          "controller: true}]"),
              IsEmpty());
}

constexpr std::string_view kOnN3 = "nodeSelector: {name: n3}, ";

TEST_F(PodUnserved, OnNodesThatItMayGoTo) {
  for (const char* node : {"n1", "n2", "n3"})
    world_.add("{apiVersion: v1, kind: Node, metadata: {name: " + std::string(node) +
               ", labels: {name: " + node + "}}}");
  add_slice("gpu.acme.com", "n3", "{name: d0, attributes: {root: {string: r0}}}");
  EXPECT_THAT(said_of_pod("one nic", true, "", "nodeSelector: {name: n2}, "), IsEmpty());
  EXPECT_THAT(said_of_pod("one one", true, "", kOnN3),
              ElementsAre(HasSubstr("This Pod finds no node that it may go to: no "
                                    "node has enough devices for both request gpu (entry e0) and "
                                    "request gpu (entry e4). Allow others by "
                                    "nodeSelector, affinity and tolerations, or ask for less.")));
  EXPECT_THAT(said_of_pod("one nic", true, "", kOnN3),
              ElementsAre(HasSubstr("no node has a device for request nic (template nic)")))
      << "as one of several things that are missing";
}

TEST_F(PodUnserved, WhatNoNodeHasIsNotForThoseThatItMayGoTo) {
  world_.add_class("fpga.acme.com", "fpga.acme.com");
  world_.add_template("fpga", request("fpga", "", "fpga.acme.com"));
  EXPECT_THAT(said_of_pod("one fpga"), IsEmpty()) << "ClassBeforeWorkload tells it";
}

// What All takes there has to satisfy the constraints, or the scheduler ends its search.
TEST_F(PodUnserved, OnOtherNodesTheWholePodWouldFail) {
  for (const char* node : {"n1", "n2", "n3"})
    world_.add("{apiVersion: v1, kind: Node, metadata: {name: " + std::string(node) +
               ", labels: {name: " + node + "}}}");
  add_slice("gpu.acme.com", "n3", "{name: d0, attributes: {root: {string: r0}}}");
  world_.add_template("all", request("all", "allocationMode: All"),
                      ", constraints: [{matchAttribute: gpu.acme.com/root}]");
  EXPECT_THAT(said_of_pod("all"),
              ElementsAre(HasSubstr("This Pod may find no node: request all (template all) takes "
                                    "all devices of a node (allocationMode: All), and on 2 nodes "
                                    "they don't satisfy matchAttribute")));
  EXPECT_THAT(said_of_pod("all", true, "", kOnN3), IsEmpty()) << "it keeps off them";
}

TEST_F(PodUnserved, WhereAnAllocatedClaimHasDevices) {
  const auto share = [&](std::string_view results) {
    world_.add(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: shared}, spec: "
        "{devices: {requests: [{name: g, exactly: {deviceClassName: gpu.acme.com}}]}}, status: "
        "{allocation: {devices: {results: [" +
        std::string(results) +
        "]}, nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, "
        "operator: In, values: [n2]}]}]}}}}");
  };
  share("");
  const auto beside = [&](std::string_view name) {
    const kube::Json json = world_.keep(
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {resourceClaims: [{name: s, "
        "resourceClaimName: shared}, {name: t, resourceClaimTemplateName: " +
        std::string(name) + "}], containers: [{name: c}]}}");
    const Result<kube::PodView> pod = kube::PodView::read(json);
    const CheckFacts facts = world_.facts();
    const std::vector<PodClaim> claims = pod_claims(*pod, facts);
    std::vector<Finding> findings;
    EXPECT_FALSE(check_pod_served({*pod, "Pod", "this Pod", 1, {}, claims}, true, facts, findings));
    return findings.empty() ? std::string() : findings.front().text();
  };
  EXPECT_EQ(beside("nic"), "");
  EXPECT_EQ(beside("gpus"),
            "This Pod finds no node where its allocated claim has devices: request gpu (template "
            "gpus) asks for 2 devices of class gpu.acme.com, and no node has more than 1. Use a "
            "template instead of the claim that is allocated already. [DevicesTooFew]");
  EXPECT_EQ(beside("one"), "");
  const std::string its_gpu = "{request: g, driver: gpu.acme.com, pool: n2, device: d0";
  share(its_gpu + ", adminAccess: true}");
  EXPECT_EQ(beside("one"), "") << "which takes nothing";
  share(its_gpu + "}");
  EXPECT_THAT(beside("one"), HasSubstr("finds no node where its allocated claim has devices: "))
      << "the one GPU of the node is its claim's";
}

TEST_F(PodUnserved, WhatKueueLetsWait) {
  world_.queue.role = QueueFacts::Role::kBelow;
  EXPECT_THAT(said_of_pod("gpus nic"), IsEmpty());
}

// What a rewrite makes, with the constraints of its DeviceMapping.
TEST_F(PodUnserved, OfWhatARewriteMakes) {
  const auto said_of_made = [&](int count, std::string_view constraints) {
    const ClaimTemplate made{"drawbridge-x",
                             R"({"spec":{"devices":{)" + std::string(constraints) +
                                 R"("requests":[{"exactly":{"count":)" + std::to_string(count) +
                                 R"(,"deviceClassName":"gpu.acme.com"},"name":"main-gpu"}]}}})"};
    const kube::Json json = world_.keep(
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: "
        "c}]}}");
    const Result<kube::PodView> pod = kube::PodView::read(json);
    const CheckFacts facts = world_.facts();
    const PodSubject subject{*pod, "Pod", "this Pod", 1, {}, {}};
    std::vector<Finding> findings;
    EXPECT_EQ(check_made_served(subject, {{&made, 1}, true}, false, facts, findings),
              !constraints.empty());
    EXPECT_FALSE(check_made_served(subject, {{&made, 1}, true}, true, facts, findings));
    std::vector<std::string> lines;
    for (const Finding& finding : findings) lines.push_back(finding.text());
    return lines;
  };
  constexpr std::string_view kAligned =
      R"("constraints":[{"matchAttribute":"gpu.acme.com/root"}],)";
  EXPECT_THAT(said_of_made(2, kAligned), IsEmpty());
  EXPECT_THAT(said_of_made(3, kAligned),
              ElementsAre("This Pod finds no node: matchAttribute gpu.acme.com/root never holds: "
                          "no node has 3 devices for request main-gpu with one value, the most is "
                          "2. Ask for fewer devices; the constraint is that of the DeviceMapping. "
                          "[ConstraintNeverHolds]"));
  EXPECT_THAT(said_of_made(9, ""), IsEmpty()) << "told by their number";
}

// Selectors that fail on devices of nodes to which the pod does not go fail for nobody.
TEST_F(PodUnserved, SelectorsThatFailElsewhere) {
  for (const char* node : {"n1", "n2"})
    world_.add("{apiVersion: v1, kind: Node, metadata: {name: " + std::string(node) +
               ", labels: {name: " + node + "}}}");
  world_.add_template(
      "rooted",
      "{name: gpu, exactly: {deviceClassName: gpu.acme.com, selectors: [{cel: {expression: "
      "\"device.attributes['gpu.acme.com'].root == 'r0'\"}}]}}");
  const auto told = [&](std::string_view node, bool may_survey = true) {
    const kube::Json json = world_.keep(
        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {nodeSelector: {name: " +
        std::string(node) +
        "}, resourceClaims: [{name: c, resourceClaimTemplateName: rooted}], containers: [{name: "
        "c}]}}");
    const Result<kube::PodView> pod = kube::PodView::read(json);
    const CheckFacts facts = world_.facts();
    const std::vector<PodClaim> claims = pod_claims(*pod, facts);
    std::vector<Finding> findings = {
        {"SelectorFails", Severity::kWarn, "spec.resourceClaims[0]", "", ""},
        {"SelectorFails", Severity::kWarn, "spec.containers[0]", "", ""}};
    EXPECT_EQ(
        drop_fails_elsewhere({*pod, "Pod", "this Pod", 1, {}, claims}, may_survey, facts, findings),
        !may_survey);
    return findings.size();
  };
  EXPECT_EQ(told("n1"), 1U);
  EXPECT_EQ(told("n1", false), 2U);
  EXPECT_EQ(told("n2"), 2U) << "there is one without a root";
}

// The number of devices does not tell where they are tainted or partitions; then one plain request
// is tried out, too.
TEST_F(PodUnserved, PlainRequestsForDevicesOfWhichTheNumberIsNotAll) {
  constexpr std::string_view kTaint =
      "taints: [{key: acme.com/unhealthy, value: ecc, effect: NoSchedule}]";
  world_.add_class("bad.acme.com", "bad.acme.com");
  world_.add_class("half.acme.com", "half.acme.com");
  world_.add_class("part.acme.com", "part.acme.com");
  add_slice("bad.acme.com", "n1", "{name: d0, " + std::string(kTaint) + "}");
  add_slice("half.acme.com", "n1", "{name: d0, " + std::string(kTaint) + "}, {name: d1}");
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: sets}, spec: "
      "{driver: part.acme.com, nodeName: n1, pool: {name: n1, generation: 1, resourceSliceCount: "
      "2}, sharedCounters: [{name: s, counters: {memory: {value: 40Gi}}}]}}");
  const std::string draws =
      "consumesCounters: [{counterSet: s, counters: {memory: {value: 40Gi}}}]";
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: parts}, spec: "
      "{driver: part.acme.com, nodeName: n1, pool: {name: n1, generation: 1, resourceSliceCount: "
      "2}, devices: [{name: p0, " +
      draws + "}, {name: p1, " + draws + "}]}}");
  world_.add_template("t-bad", "{name: gpu, exactly: {deviceClassName: bad.acme.com}}");
  world_.add_template("t-half", "{name: gpu, exactly: {deviceClassName: half.acme.com}}");
  world_.add_template("t-both", "{name: gpu, exactly: {deviceClassName: half.acme.com, count: 2}}");
  world_.add_template("t-part", "{name: gpu, exactly: {deviceClassName: part.acme.com}}");
  world_.add_template("t-parts",
                      "{name: gpu, exactly: {deviceClassName: part.acme.com, count: 2}}");
  EXPECT_THAT(
      said_of_pod("t-bad"),
      ElementsAre("TolerationMissing at spec.resourceClaims: This Pod finds no node: all "
                  "devices for request gpu (template t-bad) have taint "
                  "acme.com/unhealthy=ecc:NoSchedule, which it does not tolerate. Add tolerations: "
                  "[{key: acme.com/unhealthy, operator: Exists}] to its request, or wait. "
                  "(ResourceClaimTemplate team-a/t-bad)"));
  EXPECT_THAT(said_of_pod("t-bad", false), ElementsAre("survey"));
  EXPECT_THAT(said_of_pod("t-half", false), IsEmpty()) << "some have no taint";
  EXPECT_THAT(said_of_pod("t-both"), ElementsAre(HasSubstr("TolerationMissing")));
  EXPECT_THAT(said_of_pod("t-part", false), IsEmpty()) << "one can always be had";
  EXPECT_THAT(said_of_pod("t-parts"),
              ElementsAre(HasSubstr("which are partitions of the same devices")));
}

// Of one node only the tainted ones.
TEST_F(PodUnserved, DevicesOfChosenNodesMayAllBeTainted) {
  for (const char* node : {"n1", "n2"})
    world_.add("{apiVersion: v1, kind: Node, metadata: {name: " + std::string(node) +
               ", labels: {name: " + node + "}}}");
  world_.add_class("half.acme.com", "half.acme.com");
  add_slice("half.acme.com", "n1", "{name: d0, taints: [{key: t, effect: NoSchedule}]}");
  add_slice("half.acme.com", "n2", "{name: d0}");
  world_.add_template("half", request("gpu", "", "half.acme.com"));
  EXPECT_THAT(said_of_pod("half"), IsEmpty());
  EXPECT_THAT(said_of_pod("half", true, "", "nodeSelector: {name: n2}, "), IsEmpty());
  EXPECT_THAT(said_of_pod("half", true, "", "nodeSelector: {name: n1}, "),
              ElementsAre(HasSubstr("TolerationMissing at spec.resourceClaims: This Pod finds no "
                                    "node that it may go to: all devices for request gpu "
                                    "(template half) have taint t:NoSchedule, which it does not "
                                    "tolerate. Tolerate it in the request (the pod's are for "
                                    "nodes), or allow other nodes.")));
}

// The scheduler makes an ordinary claim of extended resources that a class serves.
TEST_F(PodUnserved, OfWhatTheSchedulerMakesOfExtendedResources) {
  world_.add_class("bad.acme.com", "bad.acme.com", ", extendedResourceName: acme.com/bad");
  world_.add_class("small.acme.com", "part.acme.com", ", extendedResourceName: acme.com/small");
  world_.add_class("other.acme.com", "part.acme.com", ", extendedResourceName: acme.com/other");
  add_slice("bad.acme.com", "n1",
            "{name: d0, taints: [{key: acme.com/unhealthy, effect: NoSchedule}]}, {name: d1}");
  const std::string draws =
      "consumesCounters: [{counterSet: s, counters: {memory: {value: 20Gi}}}]";
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: sets}, spec: "
      "{driver: part.acme.com, nodeName: n1, pool: {name: n1, generation: 1, resourceSliceCount: "
      "2}, sharedCounters: [{name: s, counters: {memory: {value: 40Gi}}}]}}");
  world_.add(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: parts}, spec: "
      "{driver: part.acme.com, nodeName: n1, pool: {name: n1, generation: 1, resourceSliceCount: "
      "2}, devices: [{name: p0, " +
      draws + "}, {name: p1, " + draws + "}, {name: p2, " + draws + "}]}}");
  const auto of = [&](std::string_view limits, std::string_view templates = "") {
    return said_of_pod(templates, true, "", "", limits);
  };
  EXPECT_THAT(of("acme.com/bad: 1"), IsEmpty());
  EXPECT_THAT(
      of("acme.com/bad: 2"),
      ElementsAre("TolerationMissing at spec: This Pod finds no node: acme.com/bad does not "
                  "tolerate taint acme.com/unhealthy:NoSchedule of its devices, and without those "
                  "no node has as many. Ask by a claim template with tolerations: [{key: "
                  "acme.com/unhealthy, operator: Exists}], or wait. (DeviceClass bad.acme.com)"));
  EXPECT_THAT(of("deviceclass.resource.kubernetes.io/bad.acme.com: 2"), SizeIs(1));
  EXPECT_THAT(of("acme.com/small: 2"), IsEmpty());
  EXPECT_THAT(of("acme.com/small: 3"),
              ElementsAre(HasSubstr("DevicesTooFew at spec: This Pod finds no node: acme.com/small "
                                    "asks for 3 devices of class small.acme.com, which are "
                                    "partitions of the same devices, and no node has more than "
                                    "2.")));
  EXPECT_THAT(of("acme.com/small: 2, acme.com/other: 1"),
              ElementsAre(HasSubstr("no node gives devices for acme.com/other and acme.com/small "
                                    "at once: they are partitions of the same devices.")));
  world_.add_template("part", request("gpu", "", "other.acme.com"));
  EXPECT_THAT(of("acme.com/small: 1", "part"), IsEmpty());
  EXPECT_THAT(of("acme.com/small: 2", "part"),
              ElementsAre(HasSubstr("for request gpu (template part) and acme.com/small at once")));
  EXPECT_THAT(of("", "part part part"),
              ElementsAre(HasSubstr("for all of request gpu (entry e0), request gpu (entry e5) and "
                                    "request gpu (entry e10) at once.")));
  world_.add_class("none.acme.com", "none.acme.com", ", extendedResourceName: acme.com/none");
  EXPECT_THAT(of("acme.com/none: 1, acme.com/small: 1"), IsEmpty()) << "told of the class";
  world_.add_plugin("n9", "acme.com/small");
  EXPECT_THAT(of("acme.com/small: 3"), IsEmpty()) << "a device plugin may serve it";
}

// So are devices for which a rewrite asks.
TEST_F(PodUnserved, OfWhatARewriteMakesOfTaintedDevices) {
  world_.add_class("bad.acme.com", "bad.acme.com");
  add_slice("bad.acme.com", "n1",
            "{name: d0, taints: [{key: acme.com/unhealthy, effect: NoExecute}]}");
  const ClaimTemplate made{
      "drawbridge-x",
      R"({"spec":{"devices":{"requests":[{"exactly":{"deviceClassName":"bad.acme.com"},"name":"main-gpu"}]}}})"};
  const kube::Json json = world_.keep(
      "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c}]}}");
  const Result<kube::PodView> pod = kube::PodView::read(json);
  const CheckFacts facts = world_.facts();
  DeviceRequest request;
  request.device_class = "bad.acme.com";
  request.source = "acme.com/gpu";
  request.count = 1;
  const PodSubject subject{*pod, "Pod", "this Pod", 1, {&request, 1}, {}};
  std::vector<Finding> findings;
  EXPECT_TRUE(check_made_served(subject, {{&made, 1}, false}, false, facts, findings));
  EXPECT_FALSE(check_made_served(subject, {{&made, 1}, false}, true, facts, findings));
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(
      findings.front().text(),
      "This Pod finds no node: all devices for request main-gpu have taint "
      "acme.com/unhealthy:NoExecute, which it does not tolerate. Add tolerations: [{key: "
      "acme.com/unhealthy, operator: Exists}] to its DeviceMapping, or wait. [TolerationMissing]");
}

// What was found for one claim is said of all that ask alike.
TEST_F(ClaimUnserved, IsRemembered) {
  add_usual();
  UnservedMemo memo;
  CheckFacts facts = world_.facts();
  facts.unserved = &memo;
  int looks = 0;
  const auto survey = facts.survey;
  facts.survey = [&]() -> const DeviceSurvey& {
    ++looks;
    return survey();
  };
  for (const char* name : {"a", "b"}) {
    const kube::Document claim =
        yaml("{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: " +
             std::string(name) + "}, spec: {devices: {requests: [" + request("gpu", "count: 5") +
             "]}}}");
    std::vector<Finding> findings;
    check_claim_served({claim.root(), {}}, facts, findings);
    EXPECT_THAT(findings, SizeIs(1)) << name;
  }
  EXPECT_EQ(looks, 1);
}

// Nodes that differ are looked at up to a limit.
TEST_F(ClaimUnserved, SoManyDifferentNodesAreTried) {
  std::string requests;
  for (const char* model : {"A", "B", "C"})
    requests += request(model[0] == 'A'   ? "a"
                        : model[0] == 'B' ? "b"
                                          : "c",
                        "count: 8, selectors: [{cel: {expression: "
                        "\"device.attributes['gpu.acme.com'].model == '" +
                            std::string(model) + "'\"}}]") +
                ",";
  const auto add_node = [this](std::size_t i) {
    std::string devices;
    for (const char* model : {"A", "B", "C"}) {
      for (std::size_t j = 0; j < (model[0] == 'A' ? i : model[0] == 'B' ? i / 8 : i / 64) % 8; ++j)
        devices += "{name: " + std::string(model) + std::to_string(j) +
                   ", attributes: {model: {string: " + model + "}}},";
    }
    add_slice("gpu.acme.com", "n" + std::to_string(i), devices);
  };
  // A node without any is none that is tried.
  for (std::size_t i = 1; i < kTrialNodesMax; ++i) add_node(i);
  EXPECT_THAT(said(requests), SizeIs(1));
  add_slice("gpu.acme.com", "more",
            "{name: A0, attributes: {model: {string: A}}, taints: [{key: "
            "k, effect: NoSchedule}]}");
  EXPECT_THAT(said(requests), SizeIs(1)) << "as many as the limit";
  add_slice("gpu.acme.com", "most",
            "{name: B0, attributes: {model: {string: B}}, taints: [{key: "
            "k, effect: NoSchedule}]}");
  EXPECT_THAT(said(requests), IsEmpty()) << "one past it";
}

}  // namespace
}  // namespace drawbridge::rules
