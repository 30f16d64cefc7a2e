// What a person reads who applies something to a Kueue queue: the whole text, from objects to the
// answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/webhook/admission_testing.h"
#include "test/webhook/queue_manifests.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

std::string queued_cluster() {
  const std::string selects =
      "selectors: [{cel: {expression: \"device.driver == 'gpu.nvidia.com'\"}}]";
  return device_class("gpu.nvidia.com", "extendedResourceName: nvidia.com/gpu, " + selects) +
         device_class("other.nvidia.com") +
         claim_template("gpu-claim", "gpu.nvidia.com", ", count: 3") +
         claim_template("other-claim", "other.nvidia.com") +
         claim_template("all-claim", "gpu.nvidia.com", ", allocationMode: All") +
         R"(apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: shared, namespace: default}
spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]}}
---
)" + resource_flavor("h100", "nodeLabels: {model: h100}") +
         resource_flavor("tainted", "nodeTaints: [{key: gpu, value: big, effect: NoSchedule}]") +
         local_queue("user-queue") +
         cluster_queue("  cohortName: ml\n  resourceGroups:\n" +
                       group_of("nvidia.com/gpu", "h100", 4, ", borrowingLimit: 4") +
                       group_of("tainted.com/gpu", "tainted", 4) +
                       "status: {flavorsReservation: [{name: h100, resources: [{name: "
                       "nvidia.com/gpu, total: 3}]}]}\n") +
         cluster_queue(
             "  cohortName: ml\n  resourceGroups:\n" + group_of("nvidia.com/gpu", "h100", 9),
             "vision") +
         kueue_configuration("batch/job, pod, statefulset", "nvidia.com/gpu", "gpu.nvidia.com",
                             "waitForPodsReady: {}\n");
}

// A class of the driver, a device of it, and template t-NAME that asks for one.
std::string class_and_slice(std::string_view name, std::string_view driver) {
  return "---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: " +
         std::string(name) + "}\nspec: {selectors: [{cel: {expression: \"device.driver == '" +
         std::string(driver) +
         "'\"}}]}\n---\napiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {name: " +
         std::string(driver) + "}\nspec: {nodeName: node, driver: " + std::string(driver) +
         ", pool: {name: node, generation: 1, resourceSliceCount: 1}, devices: [{name: d}]}\n" +
         "---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: t-" +
         std::string(name) +
         ", namespace: default}\nspec: {spec: {devices: {requests: [{name: r, exactly: "
         "{deviceClassName: " +
         std::string(name) + "}}]}}}\n";
}

class QueuedTest : public ::testing::Test {
 protected:
  static json entry(std::string_view template_name) {
    return {{"name", "gpus"}, {"resourceClaimTemplateName", template_name}};
  }
  static json job(const json& pod, int parallelism = 1) {
    return {{"apiVersion", "batch/v1"},
            {"kind", "Job"},
            {"metadata",
             {{"name", "train"},
              {"namespace", "default"},
              {"labels", {{"kueue.x-k8s.io/queue-name", "user-queue"}}}}},
            {"spec",
             {{"suspend", true},
              {"parallelism", parallelism},
              {"completions", parallelism},
              {"template", {{"spec", pod}}}}}};
  }
  static json claiming(const json& entry) {
    return {{"containers", {{{"name", "main"}, {"resources", {{"claims", {{{"name", "gpus"}}}}}}}}},
            {"resourceClaims", {entry}}};
  }
  static json asking(const json& resources) { return pod_asking(resources)["spec"]; }

  // The refusal; the warnings where there is none.
  static std::string told(const json& object, std::string_view more = "") {
    ReviewServer server(queued_cluster() + std::string(more));
    return text_of(server.response("/validate", review_of(object)));
  }
  // Of the change.
  static std::string told_of_change(const json& after, const json& before) {
    json review = review_of(after);
    review["request"]["operation"] = "UPDATE";
    review["request"]["oldObject"] = before;
    ReviewServer server{queued_cluster()};
    return text_of(server.response("/validate", review));
  }
  static std::string text_of(const json& response) {
    if (!response["allowed"]) return response["status"]["message"];
    std::string text;
    for (const json& warning : response.value("warnings", json::array()))
      text += (text.empty() ? "" : "\n") + std::string(warning);
    return text;
  }
};

TEST_F(QueuedTest, WhatFitsIsSilent) {
  EXPECT_EQ(told(job(asking({{"nvidia.com/gpu", "1"}}))), "");
  EXPECT_EQ(told(job(claiming(entry("gpu-claim")))), "");
}

TEST_F(QueuedTest, MoreThanTheQueueCanReach) {
  EXPECT_EQ(told(job(claiming(entry("gpu-claim")), 4)),
            "This Job can never run in queue user-queue: it asks for 12 nvidia.com/gpu (4 pods x "
            "3, template gpu-claim, class gpu.nvidia.com), and ClusterQueue research can reach 8 "
            "at most (4 of its own + 4 it may borrow).\n"
            "Ask for 2 a pod, or raise nominalQuota or borrowingLimit of ClusterQueue research. "
            "[NeverFits]");
}

// In the place of the cluster's: its resource groups follow, whose flavors may be plain, too.
constexpr std::string_view kResearch = R"(---
apiVersion: kueue.x-k8s.io/v1beta2
kind: ResourceFlavor
metadata: {name: plain}
spec: {}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: ClusterQueue
metadata: {name: research}
spec:
  namespaceSelector: {}
  resourceGroups:
)";

TEST_F(QueuedTest, ManyFlavorsOfWhichNoneHasEnough) {
  const std::string flavors =
      std::string(kResearch) + R"(  - coveredResources: [cpu, nvidia.com/gpu]
    flavors:
    - {name: h100, resources: [{name: cpu, nominalQuota: 4}, {name: nvidia.com/gpu, nominalQuota: 8}]}
    - {name: plain, resources: [{name: cpu, nominalQuota: 64}, {name: nvidia.com/gpu, nominalQuota: 2}]}
    - {name: tainted, resources: [{name: cpu, nominalQuota: 70}, {name: nvidia.com/gpu, nominalQuota: 20}]}
)";
  const auto told_of = [&](std::string_view gpus, std::string_view cpus) {
    json pod = asking({{"nvidia.com/gpu", gpus}});
    pod["containers"][0]["resources"]["requests"]["cpu"] = cpus;
    return told(job(pod), flavors);
  };
  EXPECT_EQ(told_of("4", "80"),
            "This Job can never run in queue user-queue: it asks for 80 cpu, 4 nvidia.com/gpu, and "
            "no flavor of ClusterQueue research has enough of each: h100 can reach 4 cpu, plain "
            "can reach 2 nvidia.com/gpu.\nGive one flavor of ClusterQueue research enough of "
            "each. [NeverFits]");
  EXPECT_EQ(told_of("1", "80"),
            "This Job can never run in queue user-queue: it asks for 80 cpu, and ClusterQueue "
            "research can reach 64 at most in one flavor, and a pod template takes no two.\n"
            "Ask for 64, or raise nominalQuota of cpu of flavor plain in ClusterQueue research. "
            "[NeverFits]");
  EXPECT_EQ(told_of("4", "8"),
            "This Job can never run in queue user-queue: it asks for 8 cpu, 4 nvidia.com/gpu, and "
            "no flavor of ClusterQueue research has enough of each: h100 can reach 4 cpu, plain "
            "can reach 2 nvidia.com/gpu. Flavor tainted has enough, but the pods do not tolerate "
            "its taint gpu=big:NoSchedule.\nAdd to tolerations: - {key: gpu, operator: Exists}, "
            "for that flavor. [NeverFits]");
  EXPECT_EQ(told_of("4", "2"), "") << "h100";
  EXPECT_EQ(told_of("2", "8"), "") << "plain";
}

TEST_F(QueuedTest, WhatWaitsIsTold) {
  EXPECT_EQ(told(job(asking({{"nvidia.com/gpu", "6"}}))),
            "This Job waits in queue user-queue: it asks for 6 nvidia.com/gpu, and ClusterQueue "
            "research (3 of 4 used, flavor h100) can get 5 more; borrowingLimit 4 keeps it from 5 "
            "of cohort ml (vision has 9). Ask for 5 to start now. [QueueFull]");
}

TEST_F(QueuedTest, AllThatIsShortIsTold) {
  const std::string two_groups = std::string(kResearch) + R"(  - coveredResources: [cpu]
    flavors: [{name: plain, resources: [{name: cpu, nominalQuota: 8}]}]
  - coveredResources: [nvidia.com/gpu]
    flavors: [{name: h100, resources: [{name: nvidia.com/gpu, nominalQuota: 4}]}]
status:
  flavorsReservation:
  - {name: plain, resources: [{name: cpu, total: 7}]}
  - {name: h100, resources: [{name: nvidia.com/gpu, total: 4}]}
)";
  json pod = asking({{"nvidia.com/gpu", "1"}});
  pod["containers"][0]["resources"]["requests"]["cpu"] = "2";
  EXPECT_EQ(told(job(pod), two_groups),
            "This Job waits in queue user-queue: it asks for 2 cpu, and ClusterQueue research (7 "
            "of 8 used, flavor plain) can get 1 more; nvidia.com/gpu is short, too. Wait, or use a "
            "queue that has more left. [QueueFull]");
  pod["containers"][0]["resources"]["requests"]["cpu"] = "1";
  EXPECT_EQ(told(job(pod), two_groups),
            "This Job waits in queue user-queue: it asks for 1 nvidia.com/gpu, and ClusterQueue "
            "research (4 of 4 used, flavor h100) can get 0 more. Wait, or use a queue that has "
            "more left. [QueueFull]");
}

TEST_F(QueuedTest, ClassesThatKueueDoesNotCount) {
  EXPECT_EQ(told(job(claiming(entry("other-claim")))),
            "This Job can never run in queue user-queue: Kueue's deviceClassMappings do not list "
            "class other.nvidia.com (template other-claim).\n"
            "Add to them, and restart Kueue: - {name: other.nvidia.com, deviceClassNames: "
            "[other.nvidia.com]}; and cover other.nvidia.com in ClusterQueue research. "
            "[ClassNotMapped]");
}

TEST_F(QueuedTest, AClassIsNotCountedUnderTheNameOfOtherDevices) {
  const auto fix = [](std::string_view name, const std::string& cluster) {
    const std::string text = told(job(claiming(entry("t-" + std::string(name)))), cluster);
    return text.substr(text.find('\n') + 1);
  };
  // Another vendor; a name that is of no vendor.
  EXPECT_EQ(fix("gpu.amd.com", class_and_slice("gpu.amd.com", "gpu.amd.com")),
            "Add to them, and restart Kueue: - {name: gpu.amd.com, deviceClassNames: "
            "[gpu.amd.com]}; and cover gpu.amd.com in ClusterQueue research. [ClassNotMapped]");
  EXPECT_THAT(fix("dranet", class_and_slice("dranet", "dra.net")),
              HasSubstr("- {name: dranet, deviceClassNames: [dranet]}; and cover dranet in "));
  // Of the same vendor, where nobody knows the driver.
  EXPECT_THAT(
      fix("rdma.nvidia.com", "---\n" + claim_template("t-rdma.nvidia.com", "rdma.nvidia.com")),
      HasSubstr("- {name: rdma.nvidia.com, deviceClassNames: [rdma.nvidia.com]}; and "));
  EXPECT_THAT(fix("big-gpu.nvidia.com",
                  "---\n" + claim_template("t-big-gpu.nvidia.com", "big-gpu.nvidia.com")),
              HasSubstr("Add big-gpu.nvidia.com to the deviceClassNames of nvidia.com/gpu there"));
  // Of the same vendor, and of another driver, as their selectors say; and where both publish.
  const std::string channel = class_and_slice("imex.nvidia.com", "imex.nvidia.com");
  EXPECT_THAT(fix("imex.nvidia.com", channel),
              HasSubstr("- {name: imex.nvidia.com, deviceClassNames: [imex.nvidia.com]}; and "));
  const std::string gpus = class_and_slice("full.nvidia.com", "gpu.nvidia.com");
  EXPECT_THAT(fix("imex.nvidia.com", channel + gpus),
              HasSubstr("- {name: imex.nvidia.com, deviceClassNames: [imex.nvidia.com]}; and "));
  EXPECT_THAT(fix("full.nvidia.com", channel + gpus),
              HasSubstr("Add full.nvidia.com to the deviceClassNames of nvidia.com/gpu there"));
}

TEST_F(QueuedTest, ClaimsThatKueueDoesNotAdmit) {
  EXPECT_THAT(told(job(claiming({{"name", "gpus"}, {"resourceClaimName", "shared"}}))),
              HasSubstr("This Job can never run in queue user-queue: it uses claim shared by name, "
                        "and Kueue admits no workload that does.\nPut its spec into a "
                        "ResourceClaimTemplate, and name that: resourceClaimTemplateName instead "
                        "of resourceClaimName. "
                        "[KueueCannotAdmit]"));
  EXPECT_THAT(told(job(claiming(entry("all-claim")))),
              HasSubstr("template all-claim asks for allocationMode: All, which Kueue does not "
                        "admit.\nAsk for a number: allocationMode: ExactCount with count. "
                        "[KueueCannotAdmit]"));
}

TEST_F(QueuedTest, ResourcesWithoutQuota) {
  json pod = asking({{"nvidia.com/gpu", "1"}});
  pod["containers"][0]["resources"]["requests"]["memory"] = "1Gi";
  EXPECT_EQ(told(job(pod)),
            "This Job can never run in queue user-queue: it asks for 1Gi memory, and ClusterQueue "
            "research has no quota of that name.\n"
            "Cover memory in ClusterQueue research (resourceGroups: coveredResources, and a "
            "nominalQuota in each flavor), or list it in resources.excludeResourcePrefixes of "
            "Kueue's Configuration. [QueueNotCovering]");
}

TEST_F(QueuedTest, FlavorsThatDoNotTakeThePods) {
  EXPECT_EQ(told(job(asking({{"tainted.com/gpu", "1"}}))),
            "This Job can never run in queue user-queue: no flavor of ClusterQueue research that "
            "has tainted.com/gpu takes its pods (tainted: they do not tolerate its taint "
            "gpu=big:NoSchedule).\nAdd to tolerations: - {key: gpu, operator: Exists}. "
            "[NoFlavorFits]");
}

TEST_F(QueuedTest, ATopologyThatNoFlavorHas) {
  json object = job(asking({{"nvidia.com/gpu", "1"}}));
  object["spec"]["template"]["metadata"]["annotations"]["kueue.x-k8s.io/podset-required-topology"] =
      "rack";
  const std::string flavor =
      "---\napiVersion: kueue.x-k8s.io/v1beta2\nkind: ResourceFlavor\nmetadata: {name: h100}\n";
  EXPECT_EQ(
      told(object, flavor),
      "This Job can never run in queue user-queue: no flavor of ClusterQueue research that "
      "has nvidia.com/gpu takes its pods (h100: they ask for a topology, and it has no "
      "topologyName).\nTake the annotations kueue.x-k8s.io/podset-...-topology away, or use a "
      "queue whose flavors have a topologyName. [NoFlavorFits]");
  EXPECT_EQ(told(object, flavor + "spec: {topologyName: racks}\n"), "");
}

// podSetTopologyRequest of v0.19: what the pods themselves request of it does not matter.
TEST_F(QueuedTest, ATopologyInAQueueWithoutAnyForClaims) {
  json object = job(claiming(entry("gpu-claim")));
  json& annotations = object["spec"]["template"]["metadata"]["annotations"];
  annotations["kueue.x-k8s.io/podset-required-topology"] = "rack";
  EXPECT_THAT(told(object), HasSubstr("h100: they ask for a topology, and it has no topologyName"));
  EXPECT_THAT(
      told(object,
           "---\napiVersion: kueue.x-k8s.io/v1beta2\nkind: ResourceFlavor\nmetadata: {name: "
           "tainted}\nspec: {topologyName: racks}\n"),
      HasSubstr("h100: they ask for a topology, and it has no topologyName"))
      << "another flavor has one, of what they do not ask for";
  annotations.clear();
  EXPECT_EQ(told(object), "");
}

TEST_F(QueuedTest, MorePodTemplatesThanAWorkloadTakes) {
  const auto of_sets = [](int sets) {
    json jobs = json::array();
    for (int i = 0; i < sets; ++i)
      jobs.push_back({{"name", "j" + std::to_string(i)},
                      {"replicas", i == 0 ? 1 : 0},
                      {"template",
                       {{"spec", {{"template", {{"spec", asking({{"nvidia.com/gpu", "1"}})}}}}}}}});
    return told(
        json{{"apiVersion", "jobset.x-k8s.io/v1alpha2"},
             {"kind", "JobSet"},
             {"metadata",
              {{"name", "train"},
               {"namespace", "default"},
               {"labels", {{"kueue.x-k8s.io/queue-name", "user-queue"}}}}},
             {"spec", {{"replicatedJobs", jobs}}}},
        "---\napiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\nintegrations: "
        "{frameworks: [jobset.x-k8s.io/jobset]}\nwaitForPodsReady: {}\n");
  };
  EXPECT_EQ(of_sets(18), "");
  EXPECT_THAT(of_sets(19),
              HasSubstr("This JobSet has 19 pod templates, and Kueue makes one Workload of them, "
                        "which takes 18: it waits in queue user-queue for ever. Use fewer pod "
                        "templates. [KueueCannotAdmit]"));
}

TEST_F(QueuedTest, OfAReplicaSetKueueReadsThePodsAlone) {
  json object = job(asking({{"nvidia.com/gpu", "1"}}));
  object["apiVersion"] = "apps/v1";
  object["kind"] = "ReplicaSet";
  object["spec"] = {{"template", object["spec"]["template"]}};
  EXPECT_EQ(told(object),
            "Kueue does not read label kueue.x-k8s.io/queue-name of a ReplicaSet: the pods of this "
            "ReplicaSet start without quota of queue user-queue. Write it in "
            "spec.template.metadata.labels. [QueueIgnored]");
  object["spec"]["template"]["metadata"]["labels"] = object["metadata"]["labels"];
  EXPECT_THAT(told(object), ::testing::Not(HasSubstr("[QueueIgnored]")));
}

TEST_F(QueuedTest, AllTemplatesThatNoFlavorTakesAreNamed) {
  const auto replicas = [](bool tolerates) {
    json pod = asking({{"tainted.com/gpu", "1"}});
    if (tolerates) pod["tolerations"] = {{{"operator", "Exists"}}};
    return json{{"replicas", 1}, {"template", {{"spec", pod}}}};
  };
  json object = {
      {"apiVersion", "kubeflow.org/v1"},
      {"kind", "PyTorchJob"},
      {"metadata",
       {{"name", "train"},
        {"namespace", "default"},
        {"labels", {{"kueue.x-k8s.io/queue-name", "user-queue"}}}}},
      {"spec",
       {{"pytorchReplicaSpecs", {{"Master", replicas(true)}, {"Worker", replicas(false)}}}}}};
  const std::string more =
      "---\napiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\nintegrations: "
      "{frameworks: [kubeflow.org/pytorchjob]}\nwaitForPodsReady: {}\n";
  EXPECT_EQ(told(object, more),
            "This PyTorchJob can never run in queue user-queue: no flavor of ClusterQueue research "
            "that has tainted.com/gpu takes the pods of spec.pytorchReplicaSpecs.Worker (tainted: "
            "they do not tolerate its taint gpu=big:NoSchedule).\nAdd to tolerations: - {key: gpu, "
            "operator: Exists}. [NoFlavorFits]");
  object["spec"]["pytorchReplicaSpecs"]["Master"] = replicas(false);
  EXPECT_THAT(told(object, more),
              ::testing::AllOf(HasSubstr("takes the pods of spec.pytorchReplicaSpecs.Master, "
                                         "spec.pytorchReplicaSpecs.Worker (tainted: "),
                               HasSubstr("Add to tolerations of these 2 templates: - {key: ")));
}

TEST_F(QueuedTest, QueuesThatAreMissing) {
  json object = job(asking({{"nvidia.com/gpu", "1"}}));
  object["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = "user-quue";
  EXPECT_EQ(told(object),
            "LocalQueue user-quue does not exist in namespace default, so Kueue never admits this "
            "Job.\nWrite kueue.x-k8s.io/queue-name: user-queue. [QueueMissing]");
  object["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = "default/user-queue";
  EXPECT_THAT(told(object), HasSubstr("\nWrite kueue.x-k8s.io/queue-name: user-queue. [Q"));
}

TEST_F(QueuedTest, AClusterQueueIsNamedInPlaceOfAQueue) {
  json object = job(asking({{"nvidia.com/gpu", "1"}}));
  object["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = "research";
  EXPECT_EQ(told(object),
            "LocalQueue research does not exist in namespace default, so Kueue never admits this "
            "Job: that is a ClusterQueue.\nWrite kueue.x-k8s.io/queue-name: user-queue, the "
            "LocalQueue that leads to research. [QueueMissing]");
  object["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = "vision";
  EXPECT_THAT(told(object), HasSubstr("\nCreate a LocalQueue with clusterQueue: vision in the "
                                      "namespace, and name that. [QueueMissing]"));
}

TEST_F(QueuedTest, AClassThatIsMisspeltInTheMappings) {
  const auto fix = [](std::string_view name) {
    const std::string text = told(job(claiming(entry("t-" + std::string(name)))),
                                  class_and_slice(name, "gpu.example.com") +
                                      "---\napiVersion: config.kueue.x-k8s.io/v1beta2\nkind: "
                                      "Configuration\nresources: {deviceClassMappings: [{name: "
                                      "x.com/gpu, deviceClassNames: [gpu.exmple.com]}]}\n");
    return text.substr(text.find('\n') + 1);
  };
  EXPECT_EQ(fix("gpu.example.com"),
            "Write gpu.example.com instead of gpu.exmple.com in the deviceClassNames of x.com/gpu "
            "there, and restart Kueue. [ClassNotMapped]");
  EXPECT_THAT(fix("mig.example.com"), HasSubstr("Add "));
  EXPECT_THAT(fix("gpu.amd.com"), HasSubstr("Add "));
}

TEST_F(QueuedTest, KindsThatKueueLeavesAlone) {
  json object = job(asking({{"nvidia.com/gpu", "1"}}));
  object["apiVersion"] = "apps/v1";
  object["kind"] = "Deployment";
  object["spec"].erase("suspend");
  EXPECT_EQ(told(object),
            "Kueue leaves this Deployment alone (integrations.frameworks lacks deployment): its "
            "pods start without quota of queue user-queue. Add deployment to "
            "integrations.frameworks and restart Kueue, or take the label away. [QueueIgnored]");
}

TEST_F(QueuedTest, ALabelThatKueueDoesNotRead) {
  const auto with = [&](std::string_view where, std::string_view key) {
    json object = job(asking({{"nvidia.com/gpu", "1"}}));
    object["spec"].erase("suspend");
    object["metadata"]["labels"].erase("kueue.x-k8s.io/queue-name");
    object["metadata"][std::string(where)][std::string(key)] = "user-queue";
    return told(object);
  };
  EXPECT_EQ(with("labels", "kueue.x-k8s.io/queue"),
            "Kueue does not read label kueue.x-k8s.io/queue: the pods of this Job start without "
            "quota of queue user-queue. Write it as label kueue.x-k8s.io/queue-name: user-queue. "
            "[QueueIgnored]");
  EXPECT_EQ(with("annotations", "kueue.x-k8s.io/queue-name"),
            "Kueue does not read annotation kueue.x-k8s.io/queue-name since 0.15: the pods of this "
            "Job start without quota of queue user-queue. Write it as label "
            "kueue.x-k8s.io/queue-name: user-queue. [QueueIgnored]");
  for (const std::string_view near : {"kueue.x-k8s.io/queue-nme", "kueue.x-k8s.io/queuename",
                                      "kueue.k8s.io/queue-name", "kueue.sigs.k8s.io/queue-name",
                                      "x-k8s.io.kueue/queue-name", "kueue.x-k8s.io/local-queue"}) {
    EXPECT_THAT(with("labels", near), HasSubstr("[QueueIgnored]")) << near;
    EXPECT_THAT(with("annotations", near),
                HasSubstr("does not read annotation " + std::string(near)))
        << near;
  }
  for (const std::string_view other :
       {"kueue.x-k8s.io/priority-class", "kueue.x-k8s.io/managed", "kueue.x-k8s.io/pod-group-name",
        "kueue.x-k8s.io/local-queue-name", "kueue.x-k8s.io/cluster-queue-name", "app", "queue-name",
        "volcano.sh/queue-name", "kueue.sigs.k8s.io/queue"})
    EXPECT_THAT(with("labels", other), ::testing::Not(HasSubstr("[QueueIgnored]"))) << other;
}

TEST_F(QueuedTest, ALabelWhereKueueDoesNotLookForIt) {
  const json label = {{"kueue.x-k8s.io/queue-name", "user-queue"}};
  json right = job(asking({{"nvidia.com/gpu", "1"}}));
  right["spec"].erase("suspend");
  json in_pods = right;
  in_pods["metadata"].erase("labels");
  in_pods["spec"]["template"]["metadata"]["labels"] = label;
  const std::string jobs_alone =
      "---\napiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\nintegrations: "
      "{frameworks: [batch/job]}\n";
  EXPECT_EQ(told(in_pods, jobs_alone),
            "Kueue does not read label kueue.x-k8s.io/queue-name of the pods of a Job: the pods of "
            "this Job start without quota of queue user-queue. Write it in metadata.labels. "
            "[QueueIgnored]");
  EXPECT_THAT(told(in_pods), ::testing::Not(HasSubstr("QueueIgnored")))
      << "where Kueue takes pods, it takes them one by one";
  in_pods["spec"]["suspend"] = true;
  EXPECT_EQ(told(in_pods),
            "Kueue does not read label kueue.x-k8s.io/queue-name of the pods of a Job: this Job "
            "stays suspended, and never runs in queue user-queue. Write it in metadata.labels. "
            "[QueueIgnored]");

  json cron = {{"apiVersion", "batch/v1"},
               {"kind", "CronJob"},
               {"metadata", {{"name", "nightly"}, {"namespace", "default"}, {"labels", label}}},
               {"spec", {{"jobTemplate", {{"spec", right["spec"]}}}}}};
  EXPECT_EQ(told(cron),
            "Kueue does not read label kueue.x-k8s.io/queue-name of a CronJob: the pods of this "
            "CronJob start without quota of queue user-queue. Write it in "
            "spec.jobTemplate.metadata.labels. [QueueIgnored]");
  cron["spec"]["jobTemplate"]["spec"]["suspend"] = true;
  EXPECT_THAT(told(cron), HasSubstr("of a CronJob: this CronJob's Jobs stay suspended, and never "
                                    "run in queue user-queue. "));
  cron["spec"]["jobTemplate"]["spec"].erase("suspend");
  cron["spec"]["jobTemplate"]["metadata"]["labels"] = label;
  EXPECT_THAT(told(cron), ::testing::Not(HasSubstr("QueueIgnored")));

  json empty = right;
  empty["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = "";
  EXPECT_THAT(told(empty), HasSubstr("Label kueue.x-k8s.io/queue-name is empty: the pods of this "
                                     "Job start without quota of a queue. Name a LocalQueue of "
                                     "the namespace: kueue.x-k8s.io/queue-name: "));
  constexpr std::string_view kDefault =
      "---\n{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: default, "
      "namespace: default}, spec: {clusterQueue: research}}\n---\n";
  EXPECT_THAT(told(empty, std::string(kDefault) + jobs_alone.substr(4)),
              ::testing::Not(HasSubstr("is empty")))
      << "it goes into that one";
}

TEST_F(QueuedTest, AStatefulSetIsAdmittedAsOne) {
  json object = job(asking({{"nvidia.com/gpu", "3"}}));
  object["apiVersion"] = "apps/v1";
  object["kind"] = "StatefulSet";
  object["spec"]["replicas"] = 3;
  EXPECT_THAT(told(object), HasSubstr("it asks for 9 nvidia.com/gpu (3 pods x 3, "));
}

TEST_F(QueuedTest, PodsOfAGroup) {
  json pod = pod_asking({{"nvidia.com/gpu", "3"}});
  pod["metadata"]["labels"] = {{"kueue.x-k8s.io/queue-name", "user-queue"},
                               {"kueue.x-k8s.io/pod-group-name", "g"}};
  pod["metadata"]["annotations"] = {{"kueue.x-k8s.io/pod-group-total-count", "3"}};
  EXPECT_EQ(told(pod),
            "The 3 pods of the group ask for 9 nvidia.com/gpu if they are alike, and ClusterQueue "
            "research can reach 8 at most (4 of its own + 4 it may borrow). Ask for 2 a pod, or "
            "raise nominalQuota or borrowingLimit of ClusterQueue research. [NeverFits]");
  pod["metadata"]["annotations"] = {{"kueue.x-k8s.io/pod-group-total-count", "1"}};
  EXPECT_EQ(told(pod), "");
  pod["spec"]["containers"][0]["resources"] = {{"limits", {{"nvidia.com/gpu", "9"}}},
                                               {"requests", {{"nvidia.com/gpu", "9"}}}};
  EXPECT_THAT(told(pod), HasSubstr("[NeverFits]"));
}

TEST_F(QueuedTest, APodGroupThatKueueRefuses) {
  const auto told_of = [](const json& labels, const json& annotations) {
    json pod = pod_asking({{"nvidia.com/gpu", "1"}});
    pod["metadata"]["labels"] = labels;
    pod["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = "user-queue";
    pod["metadata"]["annotations"] = annotations;
    return told(pod);
  };
  const std::string name = "kueue.x-k8s.io/pod-group-name";
  const std::string count = "kueue.x-k8s.io/pod-group-total-count";
  EXPECT_EQ(told_of({{name, "g"}}, json::object()),
            "Kueue's webhook refuses this Pod in queue user-queue: label " + name +
                " wants annotation " + count + " beside it.\nAdd the annotation " + count +
                ": \"N\", the pods of group g. [KueueCannotAdmit]");
  EXPECT_THAT(told_of({{name, "g"}, {count, "2"}}, json::object()),
              HasSubstr("Write " + count + ": \"2\" in annotations: it stands in labels."));
  EXPECT_EQ(told_of(json::object(), {{count, "2"}}),
            "Kueue's webhook refuses this Pod in queue user-queue: annotation " + count +
                " wants label " + name + " beside it.\nAdd the label " + name +
                ", the same on all its pods. [KueueCannotAdmit]");
  for (const json& wrong : std::vector<json>{"0", "-1", "two", "", "1.5"})
    EXPECT_THAT(told_of({{name, "g"}}, {{count, wrong}}), HasSubstr(", and no number of pods.\n"))
        << wrong;
  EXPECT_EQ(told_of({{name, "g"}}, {{count, "1"}}), "");
  EXPECT_THAT(told_of(json::object(), {{name, "g"}}),
              HasSubstr("annotation " + name + " wants annotation " + count +
                        " beside it (since Kueue 0.17). [KueueCannotAdmit]"));
  EXPECT_THAT(told_of({{name, "G_a"}}, {{count, "1"}}),
              HasSubstr("label " + name + " is G_a, which is no name of an object. Write "));
  EXPECT_EQ(told_of(json::object(), {{name, "g"}, {count, "1"}}), "") << "since Kueue 0.17";
}

TEST_F(QueuedTest, ARayJobThatKueueRefuses) {
  const std::string more =
      "---\napiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\nintegrations: "
      "{frameworks: [ray.io/rayjob, ray.io/raycluster]}\nwaitForPodsReady: {}\n";
  const auto ray = [](std::string_view kind, const json& spec) {
    return json{{"apiVersion", "ray.io/v1"},
                {"kind", kind},
                {"metadata",
                 {{"name", "train"},
                  {"namespace", "default"},
                  {"labels", {{"kueue.x-k8s.io/queue-name", "user-queue"}}}}},
                {"spec", spec}};
  };
  const json cluster = {
      {"headGroupSpec", {{"template", {{"spec", asking({{"nvidia.com/gpu", "1"}})}}}}}};
  const json submitter = {{"spec", {{"containers", json::array()}}}};
  EXPECT_EQ(
      told(ray("RayJob", {{"rayClusterSpec", cluster}, {"submitterPodTemplate", submitter}}), more),
      "Kueue's webhook refuses this RayJob in queue user-queue: it keeps its cluster, and "
      "the quota of that, when the job has ended.\nWrite shutdownAfterJobFinishes: true. "
      "[KueueCannotAdmit]");
  json spec = {{"rayClusterSpec", cluster},
               {"shutdownAfterJobFinishes", true},
               {"submitterPodTemplate", submitter}};
  EXPECT_EQ(told(ray("RayJob", spec), more), "");
  spec["clusterSelector"] = {{"ray.io/cluster", "old"}};
  EXPECT_THAT(told(ray("RayJob", spec), more), HasSubstr("an existing cluster beside rayCluster"));
  spec.erase("rayClusterSpec");
  EXPECT_EQ(told(ray("RayJob", spec), more), "") << "it asks for no devices";
  spec["submitterPodTemplate"]["spec"] = asking({{"nvidia.com/gpu", "1"}});
  EXPECT_EQ(
      told(ray("RayJob", spec), more),
      "In queue user-queue this RayJob never starts: it uses an existing cluster "
      "(clusterSelector), and nothing resumes it when Kueue's webhook has suspended it. Write "
      "rayClusterSpec in place of clusterSelector, or take the label away. "
      "[KueueCannotAdmit]");
  spec.erase("clusterSelector");
  EXPECT_EQ(told(ray("RayJob", spec), more), "");
  EXPECT_EQ(told(ray("RayJob", json::array()), more), "");

  json scaling = cluster;
  scaling["enableInTreeAutoscaling"] = true;
  EXPECT_THAT(told(ray("RayJob", {{"rayClusterSpec", scaling},
                                  {"shutdownAfterJobFinishes", true},
                                  {"submissionMode", "HTTPMode"}}),
                   more),
              HasSubstr("it scales itself (enableInTreeAutoscaling).\n"));
  json object = ray("RayCluster", scaling);
  EXPECT_EQ(told(object, more),
            "Kueue's webhook refuses this RayCluster in queue user-queue: it scales itself "
            "(enableInTreeAutoscaling).\nWrite enableInTreeAutoscaling: false, or, since Kueue "
            "0.18, the annotation kueue.x-k8s.io/elastic-job: \"true\". [KueueCannotAdmit]");
  object["spec"]["autoscalerOptions"]["resources"] = json::object();
  object["metadata"]["annotations"] = {{"kueue.x-k8s.io/elastic-job", "true"}};
  EXPECT_EQ(told(object, more), "");
  EXPECT_THAT(told(object, more + "featureGates: {ElasticJobsViaWorkloadSlices: false}\n"),
              HasSubstr("\nWrite enableInTreeAutoscaling: false, or, since Kueue 0.18, "
                        "ElasticJobsViaWorkloadSlices: true in featureGates of Kueue's "
                        "Configuration, and restart Kueue. [KueueCannotAdmit]"));
  json named = cluster;
  named["workerGroupSpecs"] = {{{"groupName", "gpus"}}, {{"groupName", "head"}}};
  EXPECT_THAT(told(ray("RayCluster", named), more), HasSubstr("a worker group is called head"));
  EXPECT_EQ(told(ray("RayCluster", cluster), more), "");
}

TEST_F(QueuedTest, ThePodThatSubmitsARayJobIsCounted) {
  const std::string more =
      "---\napiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\nintegrations: "
      "{frameworks: [ray.io/rayjob]}\nwaitForPodsReady: {}\n";
  json object = {
      {"apiVersion", "ray.io/v1"},
      {"kind", "RayJob"},
      {"metadata",
       {{"name", "train"},
        {"namespace", "default"},
        {"labels", {{"kueue.x-k8s.io/queue-name", "user-queue"}}}}},
      {"spec",
       {{"shutdownAfterJobFinishes", true},
        {"rayClusterSpec",
         {{"headGroupSpec", {{"template", {{"spec", asking({{"nvidia.com/gpu", "1"}})}}}}}}}}}};
  EXPECT_THAT(told(object, more),
              HasSubstr("it asks for 500m cpu (for the pod that submits it) and 200Mi memory (for "
                        "the pod that submits it), and ClusterQueue research has no quota of these "
                        "names"));
  for (const char* mode : {"HTTPMode", "InteractiveMode"}) {
    object["spec"]["submissionMode"] = mode;
    EXPECT_EQ(told(object, more), "") << mode;
  }
  object["spec"]["submissionMode"] = "SidecarMode";
  EXPECT_THAT(told(object, more),
              HasSubstr("it asks for 500m cpu (for what KubeRay adds to the head pod) and "));
  object["spec"]["submissionMode"] = "K8sJobMode";
  EXPECT_THAT(told(object, more), HasSubstr("500m cpu"));
  object["spec"]["submitterPodTemplate"]["spec"]["containers"] = json::array();
  EXPECT_EQ(told(object, more), "");
}

TEST_F(QueuedTest, TheAutoscalerOfARayClusterIsCounted) {
  const std::string more =
      "---\napiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\nintegrations: "
      "{frameworks: [ray.io/raycluster]}\nwaitForPodsReady: {}\n";
  json object = {
      {"apiVersion", "ray.io/v1"},
      {"kind", "RayCluster"},
      {"metadata",
       {{"name", "train"},
        {"namespace", "default"},
        {"labels", {{"kueue.x-k8s.io/queue-name", "user-queue"}}},
        {"annotations", {{"kueue.x-k8s.io/elastic-job", "true"}}}}},
      {"spec",
       {{"enableInTreeAutoscaling", true},
        {"headGroupSpec", {{"template", {{"spec", asking({{"nvidia.com/gpu", "1"}})}}}}}}}};
  EXPECT_THAT(told(object, more),
              HasSubstr("it asks for 500m cpu (for what KubeRay adds to the head pod) and "));
  object["spec"]["autoscalerOptions"]["resources"]["requests"]["memory"] = "1Gi";
  EXPECT_THAT(told(object, more), HasSubstr("it asks for 1Gi memory (for what KubeRay adds"));
  object["spec"]["autoscalerOptions"]["resources"] = json::object();
  EXPECT_EQ(told(object, more), "");
}

// pkg/controller/jobs/raycluster: accountForRedisCleanupInHeadPodSet.
TEST_F(QueuedTest, TheCleanUpOfRedisIsCountedInTheHeadPod) {
  const std::string more =
      "---\napiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\nintegrations: "
      "{frameworks: [ray.io/raycluster]}\nwaitForPodsReady: {}\n";
  json object = {
      {"apiVersion", "ray.io/v1"},
      {"kind", "RayCluster"},
      {"metadata",
       {{"name", "train"},
        {"namespace", "default"},
        {"labels", {{"kueue.x-k8s.io/queue-name", "user-queue"}}}}},
      {"spec", {{"headGroupSpec", {{"template", {{"spec", asking({{"nvidia.com/gpu", "1"}})}}}}}}}};
  EXPECT_EQ(told(object, more), "");
  object["metadata"]["annotations"] = {{"ray.io/ft-enabled", "True"}};
  EXPECT_THAT(told(object, more),
              HasSubstr("it asks for 200m cpu (for KubeRay's clean-up of Redis) "
                        "and 256Mi memory (for KubeRay's clean-up of Redis)"));
  object["metadata"]["annotations"] = {{"ray.io/ft-enabled", "false"}};
  EXPECT_EQ(told(object, more), "");
  object["spec"]["gcsFaultToleranceOptions"] = {{"redisAddress", "redis:6379"}};
  EXPECT_THAT(told(object, more), HasSubstr("it asks for 200m cpu"));
  json& first = object["spec"]["headGroupSpec"]["template"]["spec"]["containers"][0];
  first["resources"]["limits"]["memory"] = "128Mi";
  EXPECT_THAT(told(object, more),
              HasSubstr("container main counts with 256Mi memory for KubeRay's clean-up of Redis, "
                        "its limit is 128Mi, and Kueue wants no request beyond its limit.\nWrite "
                        "memory: 256Mi in its limits. [KueueCannotAdmit]"));
  first["resources"]["limits"].erase("memory");
  first["resources"]["requests"] = {{"cpu", "150m"}, {"memory", "1Gi"}};
  EXPECT_THAT(told(object, more), HasSubstr("it asks for 200m cpu")) << "the larger of the two";
  EXPECT_THAT(told(object, more), HasSubstr("1Gi memory"));
}

// InferPodSets and GetPodTemplateSpec of AppWrapper's library: no claims, no hosts of a replica,
// and of kinds that it does not know what is declared.
TEST_F(QueuedTest, OfAnAppWrapperWhatItsLibraryFindsIsCounted) {
  const std::string more =
      "---\napiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\nintegrations: "
      "{frameworks: [workload.codeflare.dev/appwrapper]}\nresources: {deviceClassMappings: [{name: "
      "nvidia.com/gpu, deviceClassNames: [gpu.nvidia.com]}]}\nwaitForPodsReady: {}\n";
  const auto wrapped = [&](const json& component) {
    return told({{"apiVersion", "workload.codeflare.dev/v1beta2"},
                 {"kind", "AppWrapper"},
                 {"metadata",
                  {{"name", "w"},
                   {"namespace", "default"},
                   {"labels", {{"kueue.x-k8s.io/queue-name", "user-queue"}}}}},
                 {"spec", {{"suspend", true}, {"components", {component}}}}},
                more);
  };
  const auto workers = [](int replicas, int hosts) {
    return json{{"groupName", "g"},
                {"replicas", replicas},
                {"numOfHosts", hosts},
                {"template", {{"spec", asking({{"nvidia.com/gpu", "3"}})}}}};
  };
  const auto ray = [](const json& group) {
    return json{
        {"template",
         {{"apiVersion", "ray.io/v1"},
          {"kind", "RayCluster"},
          {"metadata", {{"name", "r"}}},
          {"spec",
           {{"headGroupSpec", {{"template", {{"spec", {{"containers", {{{"name", "h"}}}}}}}}}},
            {"workerGroupSpecs", {group}}}}}}};
  };
  EXPECT_THAT(wrapped(ray(workers(3, 1))), HasSubstr("it asks for 9 nvidia.com/gpu (3 pods x 3"));
  EXPECT_THAT(wrapped(ray(workers(2, 4))), HasSubstr("[QueueFull]"));
  json jax = {{"template",
               {{"apiVersion", "kubeflow.org/v1"},
                {"kind", "JAXJob"},
                {"metadata", {{"name", "j"}}},
                {"spec", {{"jaxReplicaSpecs", {{"Worker", workers(3, 1)}}}}}}}};
  EXPECT_EQ(wrapped(jax), "");
  jax["podSets"] = {{{"replicas", 3}, {"path", "template.spec.jaxReplicaSpecs.Worker.template"}}};
  EXPECT_THAT(wrapped(jax), HasSubstr("[NeverFits]"));
  const auto pod = [](std::string_view of) {
    return json{{"template",
                 {{"apiVersion", "v1"},
                  {"kind", "Pod"},
                  {"metadata", {{"name", "p"}}},
                  {"spec", claiming(entry(of))}}}};
  };
  const auto names_no_quota =
      AllOf(HasSubstr("what these ask for by claim gpus takes no quota of queue user-queue."),
            HasSubstr("[QueueIgnored]"), ::testing::Not(HasSubstr("\n")));
  EXPECT_THAT(wrapped(pod("all-claim")), names_no_quota) << "Kueue does not see its claims";
  EXPECT_THAT(wrapped(pod("other-claim")), names_no_quota);
}

TEST_F(QueuedTest, AJobMayStartWithFewerPodsUnlessTheGateIsOff) {
  const auto with = [](std::string_view gates) {
    return "---\napiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\nwaitForPodsReady: "
           "{}\n" +
           std::string(gates);
  };
  json object = job(asking({{"nvidia.com/gpu", "1"}}), 99);
  EXPECT_THAT(told(object, with("")), HasSubstr("[NeverFits]"));
  object["metadata"]["annotations"]["kueue.x-k8s.io/job-min-parallelism"] = "1";
  EXPECT_THAT(told(object, with("")), ::testing::Not(HasSubstr("[NeverFits]")));
  EXPECT_THAT(told(object, with("featureGates: {PartialAdmission: false}\n")),
              HasSubstr("[NeverFits]"));
  json cron = {{"apiVersion", "batch/v1"},
               {"kind", "CronJob"},
               {"metadata", {{"name", "nightly"}, {"namespace", "default"}}},
               {"spec",
                {{"schedule", "0 2 * * *"},
                 {"jobTemplate", {{"metadata", object["metadata"]}, {"spec", object["spec"]}}}}}};
  EXPECT_THAT(told(cron, with("")), ::testing::Not(HasSubstr("[NeverFits]")));
  cron["spec"]["jobTemplate"]["metadata"].erase("annotations");
  EXPECT_THAT(told(cron, with("")), HasSubstr("[NeverFits]"));
}

TEST_F(QueuedTest, ATransformationTakesEffectWhereExtendedResourcesAreNotCounted) {
  const auto told_with = [](std::string_view gates) {
    return told(
        job(asking({{"nvidia.com/gpu", "1"}})),
        "---\napiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\n" +
            std::string(gates) +
            "resources: {transformations: [{input: nvidia.com/gpu, strategy: Replace, "
            "outputs: {tainted.com/gpu: 1}}]}\n---\napiVersion: "
            "kueue.x-k8s.io/v1beta2\nkind: ResourceFlavor\nmetadata: {name: "
            "plain}\n---\napiVersion: kueue.x-k8s.io/v1beta2\nkind: "
            "ClusterQueue\nmetadata: {name: research}\nspec: {namespaceSelector: {}, "
            "resourceGroups: [{coveredResources: [tainted.com/gpu], flavors: [{name: plain, "
            "resources: [{name: tainted.com/gpu, nominalQuota: 4}]}]}]}\n");
  };
  EXPECT_THAT(told_with("featureGates: {KueueDRAIntegrationExtendedResource: true}\n"),
              HasSubstr("has no quota of that name.\n"))
      << "refused";
  EXPECT_THAT(told_with(""), HasSubstr("has no quota of that name. ")) << "Kueue 0.18 admits it";
  EXPECT_THAT(told_with("featureGates: {KueueDRAIntegrationExtendedResource: false}\n"),
              ::testing::Not(HasSubstr("QueueNotCovering")));
}

TEST_F(QueuedTest, AChangeOfWhatKueueManagesIsNeverRefused) {
  const json before = job(asking({{"nvidia.com/gpu", "1"}}), 1);
  json after = job(asking({{"nvidia.com/gpu", "1"}}), 20);
  EXPECT_THAT(told_of_change(after, before), HasSubstr("[NeverFits]"));
  json started = before;
  started["spec"]["suspend"] = false;
  EXPECT_EQ(told_of_change(started, before), "");
  json fewer = after;
  fewer["spec"]["suspend"] = false;
  started["spec"]["parallelism"] = started["spec"]["completions"] = 30;
  EXPECT_EQ(told_of_change(fewer, started), "") << "it runs";
  after["spec"]["suspend"] = false;
  EXPECT_THAT(told_of_change(after, before), HasSubstr("[NeverFits]"))
      << "Kueue stops it, and for good";
  json elastic = before;
  elastic["metadata"]["annotations"] = {{"kueue.x-k8s.io/elastic-job", "true"}};
  json grown = elastic;
  grown["spec"]["parallelism"] = grown["spec"]["completions"] = 20;
  EXPECT_THAT(told_of_change(grown, elastic),
              HasSubstr("What is to become of this Job can never run in queue user-queue: "))
      << "what was admitted of it goes on";
  json elsewhere = before;
  elsewhere["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = "nowhere";
  EXPECT_THAT(told_of_change(elsewhere, before), HasSubstr("so Kueue never admits this Job.\n"))
      << "the queue is another one";
}

// The pods are what they were.
TEST_F(QueuedTest, AChangeOfNothingButWhatKueueReadsIsJudged) {
  const json pod = claiming(entry("gpu-claim"));
  const json in_queue = {{"labels", {{"kueue.x-k8s.io/queue-name", "user-queue"}}}};
  json cron = {{"apiVersion", "batch/v1"},
               {"kind", "CronJob"},
               {"metadata", {{"name", "nightly"}, {"namespace", "default"}}},
               {"spec", {{"schedule", "0 1 * * *"}, {"jobTemplate", job(pod)}}}};
  cron["spec"]["jobTemplate"]["metadata"] = in_queue;
  const auto named = [&](std::string_view queue) {
    json other = cron;
    other["spec"]["jobTemplate"]["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = queue;
    return other;
  };
  constexpr std::string_view kMissing = "so Kueue never admits this CronJob.\n";
  EXPECT_THAT(told_of_change(named("nowhere"), cron), HasSubstr(kMissing));
  json none = cron;
  none["spec"]["jobTemplate"].erase("metadata");
  EXPECT_THAT(told_of_change(named("nowhere"), none), HasSubstr(kMissing));
  json labelled = cron;
  json elsewhere = named("nowhere");
  labelled["metadata"]["labels"] = elsewhere["metadata"]["labels"] = in_queue["labels"];
  EXPECT_THAT(told_of_change(elsewhere, labelled), HasSubstr(kMissing))
      << "its own label is read by none";

  json workload = {
      {"apiVersion", "kueue.x-k8s.io/v1beta2"},
      {"kind", "Workload"},
      {"metadata", {{"name", "w"}, {"namespace", "default"}}},
      {"spec",
       {{"queueName", "user-queue"},
        {"podSets", {{{"name", "main"}, {"count", 1}, {"template", {{"spec", pod}}}}}}}}};
  json moved = workload;
  moved["spec"]["queueName"] = "nowhere";
  EXPECT_THAT(told_of_change(moved, workload), HasSubstr("so Kueue never admits this Workload.\n"));

  json set = job(pod);
  set["apiVersion"] = "apps/v1";
  set["kind"] = "ReplicaSet";
  set["metadata"].erase("labels");
  set["spec"] = {{"replicas", 1}, {"template", {{"metadata", in_queue}, {"spec", pod}}}};
  json of_pods = set;
  of_pods["spec"]["template"]["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] = "nowhere";
  EXPECT_THAT(told_of_change(of_pods, set), HasSubstr("so Kueue never admits this ReplicaSet.\n"))
      << "its pods alone name it";

  json least = job(pod, 4);
  least["metadata"]["annotations"]["kueue.x-k8s.io/job-min-parallelism"] = "2";
  json most = least;
  most["metadata"]["annotations"]["kueue.x-k8s.io/job-min-parallelism"] = "4";
  EXPECT_THAT(told_of_change(most, least), HasSubstr("it asks for 12 nvidia.com/gpu"));
  most = least;
  most["metadata"]["annotations"]["example.com/note"] = "4";
  EXPECT_EQ(told_of_change(most, least), "");
}

// What is in no queue Kueue does not resume.
TEST_F(QueuedTest, WhoResumesAJobSetHearsWhatItsJobsWaitFor) {
  json part = job(claiming(entry("gpu-claim")), 4);
  part["spec"].erase("suspend");
  json set = {{"apiVersion", "jobset.x-k8s.io/v1alpha2"},
              {"kind", "JobSet"},
              {"metadata", {{"name", "set"}, {"namespace", "default"}}},
              {"spec",
               {{"suspend", false},
                {"replicatedJobs",
                 {{{"name", "a"},
                   {"template", {{"metadata", part["metadata"]}, {"spec", part["spec"]}}}}}}}}};
  json suspended = set;
  suspended["spec"]["suspend"] = true;
  EXPECT_THAT(told_of_change(set, suspended),
              HasSubstr("This Job can never run in queue user-queue: it asks for 12"));
  EXPECT_EQ(told_of_change(set, set), "");
  EXPECT_EQ(told_of_change(suspended, suspended), "");
  set["metadata"]["labels"] = suspended["metadata"]["labels"] = part["metadata"]["labels"];
  EXPECT_THAT(told_of_change(set, suspended), ::testing::Not(HasSubstr("This Job")))
      << "that is Kueue";

  json alone = job(asking({{"nvidia.com/gpu", "9"}}));
  alone["metadata"].erase("labels");
  alone["spec"]["template"]["metadata"] = part["metadata"];
  json held = alone;
  alone["spec"]["suspend"] = false;
  EXPECT_THAT(told_of_change(alone, held), HasSubstr("This Job can never run in queue user-queue"))
      << "its pods alone name it";
}

TEST_F(QueuedTest, AClassThatKueueIsToCountNoMore) {
  const auto config_map = [](std::string_view resources, std::string_view more = "") {
    return json{{"apiVersion", "v1"},
                {"kind", "ConfigMap"},
                {"metadata", {{"name", "kueue-manager-config"}, {"namespace", "kueue-system"}}},
                {"data",
                 {{"controller_manager_config.yaml",
                   "apiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\nresources: {" +
                       std::string(resources) + "}\n" + std::string(more)}}}};
  };
  const auto update = [](const json& after, const json& before) {
    json review = review_of(after);
    review["request"]["operation"] = "UPDATE";
    review["request"]["oldObject"] = before;
    ReviewServer server{
        "apiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: one, "
        "namespace: team-a}\nspec: {spec: {devices: {requests: [{name: r, exactly: "
        "{deviceClassName: gpu.example.com}}]}}}\n"};
    return text_of(server.response("/validate", review));
  };
  const json both = config_map(
      "deviceClassMappings: [{name: gpus, deviceClassNames: [gpu.example.com, nic.example.com]}]");
  const json one =
      config_map("deviceClassMappings: [{name: gpus, deviceClassNames: [nic.example.com]}]");
  EXPECT_THAT(update(one, both),
              HasSubstr("deviceClassMappings list class gpu.example.com no more: once Kueue is "
                        "restarted it admits nothing that asks for it by template, as by "
                        "team-a/one. Leave it there until no workload of a queue uses such a "
                        "template. [ClassNotMapped]"));
  EXPECT_EQ(update(both, one), "");
  EXPECT_EQ(update(config_map("deviceClassMappings: [{name: gpus, deviceClassNames: "
                              "[gpu.example.com]}]"),
                   both),
            "")
      << "no template asks for the other one";
  EXPECT_EQ(update(config_map("deviceClassMappings: [{name: other, deviceClassNames: "
                              "[nic.example.com]}, {name: gpus, deviceClassNames: "
                              "[gpu.example.com]}]"),
                   both),
            "")
      << "under whatever name";
  const std::string misspelt = update(config_map("deviceClassMapping: []"), both);
  EXPECT_THAT(misspelt, HasSubstr("[UnknownField]"));
  EXPECT_THAT(misspelt, ::testing::Not(HasSubstr("ClassNotMapped")));
}

TEST_F(QueuedTest, WhatFinishedWaitsForNothing) {
  json object = job(asking({{"nvidia.com/gpu", "9"}}));
  EXPECT_THAT(told(object), HasSubstr("[NeverFits]"));
  object["status"]["conditions"] = {{{"type", "Complete"}, {"status", "True"}}};
  EXPECT_EQ(told(object), "");
}

}  // namespace
}  // namespace drawbridge::admission
