// Every code that no table of checks has (rules/checks/checks.h; test/rules/checks/table_test.cc
// has those): what it speaks of, what is nearly that and right, and what nobody in their senses
// writes. Texts stand in the tests beside this one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rules/checks/checks.h"
#include "test/generated_cases.h"
#include "test/webhook/queue_manifests.h"
#include "test/webhook/review_testing.h"

namespace drawbridge::cli {
namespace {

using admission::kGpuCluster;
using nlohmann::json;

struct Row {
  std::string_view code;
  std::string hit;
  std::string near;
  std::string state = "";
  std::string near_state = "";  // where that is what differs
};

// Of other things than files: an API server that answers, or does not, and commands. The test that
// has each stands behind it.
constexpr std::string_view kNotOfReview[] = {
    "NotImported",         // rules_import_test.cc
    "NotMigrated",         // migrate_program_test.cc
    "NotRewritten",        // admission_review_test.cc
    "ObjectMissing",       // admission_decide_test.cc
    "ObjectUnusable",      // audit_program_test.cc
    "QuotaNotCounted",     // quota_answers_test.cc
    "QuotaUnreachable",    // quota_answers_test.cc
    "TemplateNotCreated",  // admission_decide_test.cc
};

std::string pod_with(std::string_view resources, std::string_view spec = "",
                     std::string_view metadata = "") {
  return "{apiVersion: v1, kind: Pod, metadata: {name: p" + std::string(metadata) + "}, spec: {" +
         std::string(spec) + "containers: [{name: main, image: i, resources: {" +
         std::string(resources) + "}}]}}\n---\n";
}
std::string gpus(std::string_view count, std::string_view spec = "",
                 std::string_view metadata = "") {
  return pod_with("limits: {nvidia.com/gpu: " + std::string(count) + "}", spec, metadata);
}

// In queue q; both its resources and its claims are to be said.
std::string job(std::string_view container, std::string_view pod_spec = "",
                std::string_view spec = "",
                std::string_view labels = "kueue.x-k8s.io/queue-name: q") {
  return "{apiVersion: batch/v1, kind: Job, metadata: {name: j, labels: {" + std::string(labels) +
         "}}, spec: {" + std::string(spec) + "template: {spec: {restartPolicy: Never, " +
         std::string(pod_spec) + "containers: [{name: c, image: i, resources: {" +
         std::string(container) + "}}]}}}}\n---\n";
}
std::string job_of(int count, std::string_view spec = "") {
  const std::string gpu = "{nvidia.com/gpu: " + std::to_string(count) + "}";
  return job("requests: " + gpu + ", limits: " + gpu, "", spec);
}
std::string job_by(std::string_view entry) {
  return job("claims: [{name: g}]", "resourceClaims: [{name: g, " + std::string(entry) + "}], ");
}

// Queue q with 4 GPUs.
std::string queue_of_four(std::string_view more = "", std::string_view configuration = "") {
  return admission::local_queue() + admission::resource_flavor("f") +
         admission::cluster_queue("  resourceGroups:\n" +
                                  admission::group_of("nvidia.com/gpu", "f", 4)) +
         std::string(more) +
         admission::kueue_configuration("batch/job, pod", "nvidia.com/gpu", "gpu.nvidia.com",
                                        configuration);
}

std::string mapping(std::string_view rewrite, std::string_view name = "m",
                    std::string_view more = "") {
  return "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: " +
         std::string(name) +
         "}, spec: {logicalResource: nvidia.com/gpu, deviceClassNames: [gpu.nvidia.com]" +
         std::string(more) + ", rewrites: [{resource: nvidia.com/gpu, " + std::string(rewrite) +
         "}]}}\n---\n";
}
constexpr std::string_view kToClass =
    "action: Rewrite, request: {exactly: {deviceClassName: gpu.nvidia.com}}";

// Beside others of the cluster.
std::string with(std::string_view object) {
  return std::string(kGpuCluster) + "\n---\n" + std::string(object);
}

std::string claim_with_selector(std::string_view expression) {
  return "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: "
         "{devices: {requests: [{name: r, exactly: {deviceClassName: gpu.nvidia.com, selectors: "
         "[{cel: {expression: \"" +
         std::string(expression) + "\"}}]}}]}}}";
}

std::string device_rule(std::string_view spec) {
  return "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceRule, metadata: {name: r}, spec: "
         "{" +
         std::string(spec) + "}}\n---\n";
}

std::string device_quota(std::string_view hard) {
  return "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: "
         "default}, spec: {hard: {" +
         std::string(hard) + "}}}\n---\n";
}
std::string of_core(std::string_view kind, std::string_view spec, std::string_view more = "") {
  return "{apiVersion: v1, kind: " + std::string(kind) +
         ", metadata: {name: x, namespace: default}, spec: {" + std::string(spec) + "}" +
         std::string(more) + "}\n---\n";
}

// What a rewrite is left out for, and what one says.
std::vector<Row> rewrite_rows() {
  const std::string paired =
      mapping(std::string(kToClass), "gpu",
              ", claimGroup: g, constraints: [{scope: Unit, matchAttribute: a.com/b}]") +
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: nic}, spec: "
      "{logicalResource: a.com/nic, claimGroup: g, deviceClassNames: [nic], rewrites: [{resource: "
      "a.com/nic, action: Rewrite, request: {exactly: {deviceClassName: nic}}}]}}\n---\n";
  std::string bound = ", constraints: [";
  for (int i = 0; i < 17; ++i)
    bound +=
        (i == 0 ? "" : ", ") + std::string("{matchAttribute: a.com/b") + std::to_string(i) + "}";
  const auto two_containers = [](int second) {
    return "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a, image: "
           "i, resources: {limits: {nvidia.com/gpu: 2}}}, {name: b, image: i, resources: {limits: "
           "{nvidia.com/gpu: " +
           std::to_string(second) + "}}}]}}";
  };
  const std::string with_memory = mapping(
      std::string(kToClass) +
      ", parameters: [{type: Resource, resource: nvidia.com/gpumem, capacity: memory, unit: Mi}]");
  const std::string queued = gpus("1", "", ", labels: {kueue.x-k8s.io/queue-name: q}");
  const auto counted_as = [](std::string_view name, std::string_view checks = "") {
    return with(admission::local_queue() + admission::resource_flavor("f") +
                admission::cluster_queue(std::string(checks) + "  resourceGroups:\n" +
                                         admission::group_of("nvidia.com/gpu", "f", 4)) +
                admission::kueue_configuration("pod", name, "gpu.nvidia.com"));
  };
  const auto checked_by = [&](std::string_view controller) {
    return admission::admission_check("mk", "kueue.x-k8s.io/" + std::string(controller)) +
           counted_as("nvidia.com/gpu",
                      "  admissionChecksStrategy: {admissionChecks: [{name: mk}]}\n");
  };
  const auto plugin = [](std::string_view resource) {
    return "{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {" +
           std::string(resource) + ": 4}}}";
  };
  return {
      {"ClaimTooLarge", two_containers(2), two_containers(0), mapping(kToClass, "m", bound + "]")},
      {"ClassWithoutDevices", gpus("1"), pod_with("limits: {a.com/gpu: 1}"),
       with("{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.nvidia.com}, "
            "spec: {selectors: [{cel: {expression: \"device.driver == 'other'\"}}]}}")},
      {"CompanionWithoutResource", pod_with("limits: {nvidia.com/gpumem: 100}"),
       pod_with("limits: {nvidia.com/gpumem: 100, nvidia.com/gpu: 1}"), with_memory},
      {"ParameterInvalid",
       pod_with("limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 9223372036854775807}"),
       pod_with("limits: {nvidia.com/gpu: 1, nvidia.com/gpumem: 9223}"), with_memory},
      {"LimitRangeBlocks", gpus("1"), gpus("1", "", ", namespace: other"),
       with(of_core("LimitRange", "limits: [{type: Container, max: {nvidia.com/gpu: 2}}]"))},
      {"MirrorPod", gpus("1", "", ", annotations: {kubernetes.io/config.mirror: a}"),
       gpus("1", "", ", annotations: {kubernetes.io/config.source: a}"), with("")},
      {"MixedNodes", gpus("1"), pod_with("limits: {a.com/gpu: 1}"), with(plugin("nvidia.com/gpu"))},
      {"MultiKueueManager", queued, queued, checked_by("multikueue"),
       checked_by("provisioning-request")},
      {"KueueCannotCharge", queued, queued, counted_as("pool"), counted_as("nvidia.com/gpu")},
      {"QuotaWouldEscape", gpus("1"), gpus("1", "", ", namespace: other"),
       with(of_core("ResourceQuota", "hard: {requests.nvidia.com/gpu: 4}"))},
      {"Rewritten", gpus("1"), pod_with("limits: {a.com/gpu: 1}"), with("")},
      {"UnitCountsDiffer", pod_with("limits: {nvidia.com/gpu: 2, a.com/nic: 1}"),
       pod_with("limits: {nvidia.com/gpu: 1, a.com/nic: 1}"), paired},
      {"WouldRewrite", gpus("1"), pod_with("limits: {a.com/gpu: 1}"),
       mapping("action: Warn, request: {exactly: {deviceClassName: gpu.nvidia.com}}")},
  };
}

// Kueue's queues.
std::vector<Row> queue_rows() {
  const auto flavor_with_taint =
      admission::local_queue() +
      admission::resource_flavor("f", "nodeTaints: [{key: a, value: b, effect: NoSchedule}]") +
      admission::cluster_queue("  resourceGroups:\n" +
                               admission::group_of("nvidia.com/gpu", "f", 4)) +
      admission::kueue_configuration("batch/job", "p", "c");
  const std::string templates = admission::device_class("gpu.nvidia.com") +
                                admission::device_class("gpu.other.com") +
                                admission::claim_template("t", "gpu.nvidia.com") +
                                admission::claim_template("other", "gpu.other.com");
  const auto cohort = [](std::string_view name, std::string_view queue) {
    return "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: " +
           std::string(queue) +
           "}, spec: {namespaceSelector: {}, cohortName: " + std::string(name) + "}}";
  };
  const std::string gpu = "requests: {nvidia.com/gpu: 1}, limits: {nvidia.com/gpu: 1}";
  const auto of_namespace = [](std::string_view name) {
    return "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: research}, "
           "spec: {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: " +
           std::string(name) +
           "}}, resourceGroups: [{coveredResources: [nvidia.com/gpu], flavors: [{name: f, "
           "resources: [{name: nvidia.com/gpu, nominalQuota: 4}]}]}]}}\n---\n"
           "{apiVersion: v1, kind: Namespace, metadata: {name: default}}\n---\n" +
           admission::local_queue() + admission::resource_flavor("f") +
           admission::kueue_configuration("batch/job", "p", "c");
  };
  const auto stopped = [](std::string_view policy) {
    return admission::local_queue() + admission::resource_flavor("f") +
           admission::cluster_queue("  stopPolicy: " + std::string(policy) +
                                    "\n  resourceGroups:\n" +
                                    admission::group_of("nvidia.com/gpu", "f", 4)) +
           admission::kueue_configuration("batch/job", "p", "c");
  };
  const std::string used =
      "{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: research}, spec: "
      "{namespaceSelector: {}, resourceGroups: [{coveredResources: [nvidia.com/gpu], flavors: "
      "[{name: f, resources: [{name: nvidia.com/gpu, nominalQuota: 4}]}]}]}, status: "
      "{flavorsReservation: [{name: f, resources: [{name: nvidia.com/gpu, total: 3}]}]}}\n---\n" +
      admission::local_queue() + admission::resource_flavor("f") +
      admission::kueue_configuration("batch/job", "p", "c");
  return {
      {"ClassNotMapped", job_by("resourceClaimTemplateName: other"),
       job_by("resourceClaimTemplateName: t"), queue_of_four(templates)},
      {"CohortAlone", cohort("sciense", "a"), cohort("science", "a"),
       "{apiVersion: kueue.x-k8s.io/v1beta2, kind: Cohort, metadata: {name: science}, spec: {}}"},
      {"FlavorMissing",
       admission::cluster_queue("  resourceGroups:\n" +
                                admission::group_of("cpu", "default-flavour", 4)),
       admission::cluster_queue("  resourceGroups:\n" +
                                admission::group_of("cpu", "default-flavor", 4)),
       admission::resource_flavor("default-flavor")},
      {"KueueCannotAdmit", job_by("resourceClaimName: shared"),
       job_by("resourceClaimTemplateName: t"),
       queue_of_four(
           templates +
           "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: shared, "
           "namespace: default}, spec: {devices: {requests: [{name: g, exactly: "
           "{deviceClassName: gpu.nvidia.com}}]}}}\n---\n")},
      {"NeverFits", job_of(5), job_of(4), queue_of_four()},
      {"NoFlavorFits", job_of(1), job(gpu, "tolerations: [{key: a, operator: Exists}], "),
       flavor_with_taint},
      {"PriorityClassMissing",
       job(gpu, "", "", "kueue.x-k8s.io/queue-name: q, kueue.x-k8s.io/priority-class: hihg"),
       job(gpu, "", "", "kueue.x-k8s.io/queue-name: q, kueue.x-k8s.io/priority-class: high"),
       queue_of_four(
           "{apiVersion: kueue.x-k8s.io/v1beta2, kind: WorkloadPriorityClass, metadata: {name: "
           "high}, value: 1}\n---\n")},
      {"QueueFull", job_of(2), job_of(1), used},
      {"QueueIgnored", job(gpu, "", "", "kueue.x-k8s.io/queue-nme: q"), job_of(1), queue_of_four()},
      {"QueueMissing", job(gpu, "", "", "kueue.x-k8s.io/queue-name: qq"), job_of(1),
       queue_of_four()},
      {"QueueNotCovering", job("requests: {a.com/gpu: 1}, limits: {a.com/gpu: 1}"), job_of(1),
       queue_of_four(admission::device_class("gpu.nvidia.com"))},
      {"QueueNotForNamespace", job_of(1), job_of(1), of_namespace("other"),
       of_namespace("default")},
      {"QueueNotNamed", job(gpu, "", "", "a: b"), job_of(1),
       queue_of_four("", "manageJobsWithoutQueueName: true\n")},
      {"QueueStopped", job_of(1), job_of(1), stopped("Hold"), stopped("None")},
      {"WaitForPodsReadyOff", job_of(1, "parallelism: 2, completions: 2, "), job_of(1),
       queue_of_four("", "waitForPodsReady: {enable: false}\n")},
      {"WorkloadUndercharged",
       "{apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload, metadata: {name: w}, spec: "
       "{queueName: "
       "q, podSets: [{name: main, count: 2, template: {spec: {containers: [{name: c, image: i, "
       "resources: {claims: [{name: g}]}}], resourceClaims: [{name: g, resourceClaimTemplateName: "
       "t}]}}}]}, status: {admission: {clusterQueue: research, podSetAssignments: [{name: main, "
       "count: 2, resourceUsage: {nvidia.com/gpu: 1}}]}}}",
       "{apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload, metadata: {name: w}, spec: "
       "{queueName: "
       "q, podSets: [{name: main, count: 2, template: {spec: {containers: [{name: c, image: i, "
       "resources: {claims: [{name: g}]}}], resourceClaims: [{name: g, resourceClaimTemplateName: "
       "t}]}}}]}, status: {admission: {clusterQueue: research, podSetAssignments: [{name: main, "
       "count: 2, resourceUsage: {nvidia.com/gpu: 2}}]}}}",
       queue_of_four(templates)},
  };
}

// Administrators' rules, and quotas.
std::vector<Row> limit_rows() {
  const auto deployment = [](int replicas, std::string_view spec) {
    return "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d, namespace: default}, spec: "
           "{replicas: " +
           std::to_string(replicas) + ", " + std::string(spec) +
           "selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: "
           "{containers: [{name: c, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}}";
  };
  const std::string rule = device_rule(
      "validations: [{expression: \"devices.all(d, d.count < 2)\", message: Too many.}]");
  const std::string failing = device_rule(
      "validations: [{expression: \"1 / (2 - devices[0].count) "
      "> 0\", message: Too many.}]");
  return {
      {"DeviceRuleDenied", gpus("2"), gpus("1"), with(rule)},
      {"DeviceRuleFailed", gpus("2"), gpus("1"), with(failing)},
      {"DeviceRuleInvalid", device_rule("validations: [{expression: \"devices.size( < 2\"}]"),
       device_rule("validations: [{expression: \"devices.size() < 2\"}]")},
      {"DeviceRuleWarned", gpus("2"), gpus("1"),
       with(device_rule("validationActions: [Warn], validations: [{expression: \"devices.all(d, "
                        "d.count < 2)\", message: Too many.}]"))},
      {"LimitRangeExceeded", job("limits: {x.com/gpu: 2}"), job("limits: {x.com/gpu: 1}"),
       of_core("LimitRange", "limits: [{type: Container, max: {x.com/gpu: 1}}]")},
      {"QuotaExceeded", gpus("3"), gpus("2"), with(device_quota("nvidia.com/gpu: 2"))},
      {"QuotaUncountable",
       pod_with("claims: [{name: g}]",
                "resourceClaims: [{name: g, resourceClaimTemplateName: t}], "),
       gpus("1"),
       admission::device_class("gpu.nvidia.com") +
           admission::claim_template("t", "gpu.nvidia.com") +
           "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
           "{logicalResource: x.com/memory, deviceClassNames: [gpu.nvidia.com], charge: {type: "
           "Capacity, capacity: gpu.nvidia.com/memory}}}\n---\n" +
           device_quota("x.com/memory: 20Gi")},
      {"ResourceQuotaExceeded", gpus("3"), gpus("2"),
       of_core("ResourceQuota", "hard: {requests.nvidia.com/gpu: 2}")},
      {"RolloutBlocked", deployment(2, ""),
       deployment(2, "strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}, "),
       with(device_quota("nvidia.com/gpu: 4"))},
  };
}

// Devices, and the shape of objects.
std::vector<Row> shape_rows() {
  const auto mpi_job = [](int workers) {
    return "{apiVersion: kubeflow.org/v2beta1, kind: MPIJob, metadata: {name: m}, spec: "
           "{mpiReplicaSpecs: {Worker: {replicas: " +
           std::to_string(workers) +
           ", template: {spec: {containers: [{name: c, image: i, resources: {claims: [{name: "
           "g}]}}], resourceClaims: [{name: g, resourceClaimTemplateName: t}]}}}}}}";
  };
  const auto selecting = [](std::string_view expression) {
    return mapping(
        "action: Rewrite, request: {exactly: {deviceClassName: gpu.nvidia.com, "
        "selectors: [{cel: {expression: \"" +
        std::string(expression) + "\"}}]}}");
  };
  // So many loops within each other, each over ten numbers.
  const auto loops = [](int count) {
    std::string text = "true";
    for (int i = 0; i < count; ++i) {
      text.insert(0, "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].all(a" + std::to_string(i) + ", ");
      text += ")";
    }
    return claim_with_selector(text);
  };
  const auto empty_template = [](std::string_view name) {
    return "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: " +
           std::string(name) +
           ", namespace: default, labels: {app.kubernetes.io/managed-by: drawbridge}}, spec: "
           "{spec: {devices: {requests: [{name: g, exactly: {deviceClassName: "
           "gpu.nvidia.com}}]}}}}\n---\n";
  };
  const auto made = [&](int count) {
    std::string all;
    for (int i = 0; i < count; ++i)
      all += empty_template("drawbridge-" + std::string(29, '0') + std::to_string(100 + i));
    return with(all);
  };
  const auto claim_in = [](std::string_view version, std::string_view devices) {
    return "{apiVersion: resource.k8s.io/" + std::string(version) +
           ", kind: ResourceClaim, metadata: {name: c}, spec: {" + std::string(devices) + "}}";
  };
  return {
      {"EnforcementUnknown",
       "{apiVersion: v1, kind: Namespace, metadata: {name: a, labels: {drawbridge.dev/enforcement: "
       "Disabled}}}",
       "{apiVersion: v1, kind: Namespace, metadata: {name: a, labels: {drawbridge.dev/enforcement: "
       "'Off'}}}"},
      {"GangExceedsDevices", mpi_job(2), mpi_job(1),
       with(admission::claim_template("t", "gpu.nvidia.com"))},
      {"MappingInvalid", selecting("device.driver ="), selecting("device.driver == 'a'")},
      {"NamespaceMissing", gpus("1", "", ", namespace: reserach"),
       gpus("1", "", ", namespace: research"),
       "{apiVersion: v1, kind: Namespace, metadata: {name: research}}"},
      {"RemovedApi", claim_in("v1alpha2", "resourceClassName: gpu.nvidia.com"),
       claim_in("v1beta1", "devices: {requests: [{name: r, deviceClassName: gpu.nvidia.com}]}")},
      {"SelectorInvalid", claim_with_selector("device.driver = 'gpu.nvidia.com'"),
       claim_with_selector("device.driver == 'gpu.nvidia.com'")},
      {"SelectorTooCostly", loops(7), loops(3)},
      {"TemplateLimit", gpus("1"), gpus("1"), made(256), made(255)},
      {"TemplateTampered", empty_template("drawbridge-" + std::string(32, '0')),
       empty_template("drawbridge-" + std::string(31, '0'))},
      {"UnknownField", gpus("1", "schedulerNam: a, "), gpus("1", "schedulerName: a, ")},
      {"UnknownKind", "{apiVersion: v1, kind: Pdo, metadata: {name: p}}",
       "{apiVersion: v1, kind: Pod, metadata: {name: p}}"},
  };
}

std::vector<Row> all_rows() {
  std::vector<Row> rows = rewrite_rows();
  for (const auto& make : {queue_rows, limit_rows, shape_rows}) {
    const std::vector<Row> more = make();
    rows.insert(rows.end(), more.begin(), more.end());
  }
  return rows;
}

std::multiset<std::string> codes_of(std::string_view state, std::string_view given) {
  std::multiset<std::string> result;
  for (const ReviewedObject& object : review(state, given)) {
    for (const rules::Finding& finding : object.findings) result.emplace(finding.code);
  }
  return result;
}

void expect_safe(const std::vector<ReviewedObject>& objects, const std::string& where) {
  for (const ReviewedObject& object : objects) {
    for (const rules::Finding& finding : object.findings) {
      EXPECT_EQ(finding.text(), rules::printable(finding.text())) << where;
      EXPECT_LE(finding.text().size(), 4'096U) << finding.code << where;
      const bool of_rule = finding.code.starts_with("DeviceRule");
      EXPECT_TRUE(of_rule || finding.severity == rules::Severity::kInfo || !finding.fix.empty())
          << finding.text();
    }
  }
}

TEST(ReviewCodes, EveryCodeHasARowSomewhere) {
  std::set<std::string_view> covered(std::begin(kNotOfReview), std::end(kNotOfReview));
  const std::vector<Row> rows = all_rows();
  for (const Row& row : rows)
    EXPECT_TRUE(covered.insert(row.code).second) << row.code << " stands there twice";
  for (const rules::PodCheck& check : rules::pod_checks()) covered.insert(check.code);
  for (const rules::ObjectCheck& check : rules::object_checks()) covered.insert(check.code);
  for (const rules::Code& code : rules::all_codes())
    EXPECT_TRUE(covered.contains(code.name)) << code.name;
  EXPECT_EQ(covered.size(), rules::all_codes().size()) << "one of them is no code";
}

TEST(ReviewCodes, AreToldOfTheMistakeAndOfNothingNearIt) {
  for (const Row& row : all_rows()) {
    EXPECT_THAT(codes_of(row.state, row.hit), ::testing::Contains(row.code));
    const std::string& beside = row.near_state.empty() ? row.state : row.near_state;
    EXPECT_THAT(codes_of(beside, row.near), ::testing::Not(::testing::Contains(row.code)));
    expect_safe(review(row.state, row.hit), row.hit);
  }
}

// Of every value, and of all that hold some.
std::set<std::string> places_of(const json& whole) {
  std::set<std::string> places;
  const json leaves = whole.flatten();
  for (const auto& [place, value] : leaves.items()) {
    for (std::size_t end = place.size(); end != 0 && end != std::string::npos;
         end = place.rfind('/', end - 1))
      places.insert(place.substr(0, end));
  }
  return places;
}

// A quota that the namespace turns into advice holds nothing.
TEST(ReviewCodes, ANamespaceThatSoftensItsDeviceQuotaKeepsItsResourceQuota) {
  const std::string state =
      with(of_core("ResourceQuota", "hard: {requests.nvidia.com/gpu: 4}")) +
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: "
      "default}, spec: {hard: {nvidia.com/gpu: 4}}}\n---\n";
  const auto told = [&](std::string_view enforcement) {
    return told_by_review(state +
                              "{apiVersion: v1, kind: Namespace, metadata: {name: default, "
                              "labels: {drawbridge.dev/enforcement: " +
                              std::string(enforcement) + "}}}",
                          gpus("1"));
  };
  EXPECT_THAT(told("Warn"), ::testing::ElementsAre(::testing::HasSubstr("[QuotaWouldEscape]")));
  EXPECT_THAT(told("Deny"), ::testing::IsEmpty()) << "it is rewritten";
}

// Every value of every object that is told something, in turn, with what nobody writes.
TEST(ReviewCodes, HostileObjects) {
  const std::vector<json> hostile = {nullptr,
                                     -1,
                                     9'223'372'036'854'775'807,
                                     "",
                                     true,
                                     json::array({json::array()}),
                                     json::object({{"a\nb", "\x1b["}}),
                                     std::string(65'536, 'x'),
                                     "$(A){{b}}<c>"};
  std::size_t tried = 0;
  // A prime, so that every kind of value comes to every kind of place.
  const std::size_t stride = test::generated_cases(1) > 1 ? 1 : test::kSanitized ? 97 : 7;
  for (const Row& row : all_rows()) {
    for (const admission::SourcedObject& object : admission::manifests(row.hit)) {
      const json whole = json::parse(kube::to_text(object.json()));
      for (const std::string& place : places_of(whole)) {
        for (const json& bad : hostile) {
          if (++tried % stride != 0) continue;
          json changed = whole;
          changed[json::json_pointer(place)] = bad;
          const std::vector<admission::SourcedObject> state = admission::manifests(row.state);
          std::vector<std::string> problems;
          auto given = admission::read_manifest_text(changed.dump(), "given.json", &problems);
          if (given) expect_safe(review_objects(state, *given, {}), row.hit + place + bad.dump());
        }
      }
    }
  }
  EXPECT_GT(tried / stride, 50U);
}

}  // namespace
}  // namespace drawbridge::cli
