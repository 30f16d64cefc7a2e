// Every check of the tables in rules/checks/checks.cc: what it speaks of, what is nearly that and
// right, and objects that nobody in their senses writes. Texts stand in the tests beside this one.
#include <set>
#include <tuple>

#include "test/generated_cases.h"
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

enum class Queue : std::uint8_t { kNone, kPlainPod, kElsewhere };

// A class, its devices and a template that every row has.
constexpr std::string_view kGpus[] = {
    "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.nvidia.com}, spec: "
    "{selectors: [{cel: {expression: \"device.driver == 'gpu.nvidia.com'\"}}]}}",
    "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: empty}, spec: "
    "{selectors: [{cel: {expression: \"device.driver == 'empty'\"}}]}}",
    "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: {driver: "
    "gpu.nvidia.com, nodeName: node-1, pool: {name: node-1, generation: 1, resourceSliceCount: 1}, "
    "devices: "
    "[{name: d0, attributes: {type: {string: gpu}, model: {string: H100}, minor: {int: 0}}, "
    "capacity: {memory: {value: 80Gi}}}, {name: d1, attributes: {type: {string: mig}, profile: "
    "{string: 1g.5gb}, minor: {int: 1}}, capacity: {memory: {value: 5Gi}}}]}}",
    "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: t}, spec: "
    "{spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]}}}}",
    "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: shared}, spec: "
    "{devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]}}}"};

constexpr std::string_view kCarries =
    "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: carrier, "
    "creationTimestamp: '2026-01-01T00:00:00Z'}, spec: {extendedResourceName: x.com/gpu, "
    "selectors: [{cel: {expression: \"device.driver == 'gpu.nvidia.com'\"}}]}}";
constexpr std::string_view kPlugin =
    "{apiVersion: v1, kind: Node, metadata: {name: node-1}, status: {allocatable: {nvidia.com/gpu: "
    "4}}}";
constexpr std::string_view kMapping =
    "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
    "{logicalResource: ours, deviceClassNames: [gpu.nvidia.com], rewrites: [{resource: x.com/gpu, "
    "action: Warn, request: {exactly: {deviceClassName: gpu.nvidia.com}}}]}}";

std::string kueue(std::string_view name, std::string_view more = "") {
  return CheckWorld::kueue_configuration(
      "resources: {deviceClassMappings: [{name: " + std::string(name) +
      ", deviceClassNames: "
      "[gpu.nvidia.com]}]}" +
      std::string(more));
}

// A pod that asks by an entry "gpu", which its container names.
std::string by_entry(std::string_view source, std::string_view spec = "",
                     std::string_view of_container = "{name: gpu}") {
  return "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {" + std::string(spec) +
         "containers: [{name: main, resources: {claims: [" + std::string(of_container) +
         "]}}], resourceClaims: [{name: gpu, " + std::string(source) + "}]}}";
}
const std::string kByTemplate = by_entry("resourceClaimTemplateName: t");
const std::string kByClaim = by_entry("resourceClaimName: shared");

std::string asks(std::string_view resources) {
  return pod_with("limits: {" + std::string(resources) + "}");
}

std::string claim(std::string_view request, std::string_view devices = "",
                  std::string_view metadata = "") {
  return "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c" +
         std::string(metadata) +
         "}, spec: {devices: {requests: [{name: r, exactly: "
         "{deviceClassName: gpu.nvidia.com" +
         std::string(request) + "}}]" + std::string(devices) + "}}}";
}
std::string selects(std::string_view expression) {
  return claim(", selectors: [{cel: {expression: \"" + std::string(expression) + "\"}}]");
}
std::string template_of(std::string_view name, std::string_view exactly) {
  return "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: " +
         std::string(name) + "}, spec: {spec: {devices: {requests: [{name: r, exactly: {" +
         std::string(exactly) + "}}]}}}}";
}
std::string device_class(std::string_view name, std::string_view spec) {
  return "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: " +
         std::string(name) + "}, spec: {" + std::string(spec) + "}}";
}
std::string mapping_of(std::string_view logical, std::string_view rewrites = "") {
  return "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: new}, spec: "
         "{logicalResource: " +
         std::string(logical) + ", deviceClassNames: [gpu.nvidia.com], rewrites: [" +
         std::string(rewrites) + "]}}";
}

struct Row {
  const char* code;
  std::string hit;
  std::string near;  // what is right, and looks like it
  std::vector<std::string> world = {};
  Queue queue = Queue::kNone;
  std::int64_t pods = 1;
};

const std::string kRewrite =
    "{resource: x.com/gpu, action: Rewrite, request: {exactly: {deviceClassName: gpu.nvidia.com}}}";

std::string quota_of(std::string_view hard) {
  return "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q}, spec: "
         "{hard: {" +
         std::string(hard) + "}}}";
}

// A claim whose devices are those of one node.
std::string allocated_at(std::string_view name, std::string_view node) {
  return "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: " +
         std::string(name) +
         "}, spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu.nvidia.com}}]}}, "
         "status: {allocation: {devices: {results: [{request: r, driver: gpu.nvidia.com, pool: " +
         std::string(node) +
         ", device: d0}]}, nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, "
         "operator: In, values: [" +
         std::string(node) + "]}]}]}}}}";
}

std::vector<Row> pod_rows() {
  return {
      {"AmbiguousExtendedResource",
       asks("x.com/gpu: 1"),
       asks("y.com/gpu: 1"),
       {std::string(kCarries), device_class("second", "extendedResourceName: x.com/gpu")}},
      {"BothPaths",
       by_entry("resourceClaimTemplateName: t",
                "initContainers: [{name: i, resources: {limits: "
                "{x.com/gpu: 1}}}], "),
       by_entry("resourceClaimTemplateName: t",
                "initContainers: [{name: i, resources: {limits: "
                "{x.com/nic: 1}}}], "),
       {std::string(kCarries)}},
      {"CapacityNeverFits",
       by_entry("resourceClaimTemplateName: big"),
       kByTemplate,
       {template_of("big",
                    "deviceClassName: gpu.nvidia.com, capacity: {requests: {memory: 81Gi}}")}},
      {"ClaimElsewhere",
       by_entry("resourceClaimName: there", "nodeSelector: {zone: b}, "),
       by_entry("resourceClaimName: there", "nodeSelector: {zone: a}, "),
       {{"{apiVersion: v1, kind: Node, metadata: {name: n1, labels: {zone: a}}}",
         allocated_at("there", "n1")}}},
      {"ClaimEntryUndeclared", pod_with("claims: [{name: gpu}]"), kByTemplate},
      {"ClaimEntryUnused", by_entry("resourceClaimTemplateName: t", "", ""), kByTemplate},
      {"ClaimInvalid", by_entry("resourceClaimTemplateName: t", "", "{name: gpu}, {name: gpu}"),
       by_entry("resourceClaimTemplateName: t", "", "{name: gpu, request: gpu}")},
      {"ClaimMissing", by_entry("resourceClaimName: none"), kByClaim},
      {"ClaimNotReusable", kByClaim, kByTemplate, {}, Queue::kNone, 4},
      {"ClaimRequestUnknown",
       by_entry("resourceClaimTemplateName: t", "", "{name: gpu, request: gpus}"),
       by_entry("resourceClaimTemplateName: t", "", "{name: gpu, request: gpu}")},
      {"ClassBeforeWorkload",
       by_entry("resourceClaimTemplateName: none"),
       kByTemplate,
       {template_of("none", "deviceClassName: empty")}},
      {"ConstraintNeverHolds",
       by_entry("resourceClaimName: c"),
       kByClaim,
       {claim("", ", constraints: [{matchAttribute: gpu.nvidia.com/modell}]")}},
      {"DeviceClassMissing",
       by_entry("resourceClaimTemplateName: bad"),
       kByTemplate,
       {template_of("bad", "deviceClassName: gpu.nvidia.con")}},
      {"DevicesTaken",
       by_entry("resourceClaimTemplateName: busy"),
       kByTemplate,
       {device_class("busy", "selectors: [{cel: {expression: \"device.driver == 'busy.com'\"}}]"),
        "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: busy}, spec: "
        "{driver: busy.com, pool: {name: p, generation: 1, resourceSliceCount: 1}, devices: "
        "[{name: d}]}}",
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: has}, status: "
        "{allocation: {devices: {results: [{driver: busy.com, pool: p, device: d}]}}}}",
        template_of("busy", "deviceClassName: busy")}},
      {"DevicesTooFew",
       by_entry("resourceClaimTemplateName: many"),
       kByTemplate,
       {device_class("many", "selectors: [{cel: {expression: \"device.driver == 'many.com'\"}}]"),
        "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: many}, spec: "
        "{driver: many.com, pool: {name: p, generation: 1, resourceSliceCount: 1}, devices: "
        "[{name: d}]}}",
        template_of("many", "deviceClassName: many, count: 2")}},
      {"HostNetworkRefused",
       by_entry("resourceClaimTemplateName: nics", "hostNetwork: true, "),
       by_entry("resourceClaimTemplateName: nics", "hostNetwork: false, "),
       {"{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: dranet}, spec: "
        "{selectors: [{cel: {expression: \"device.driver == 'dra.net'\"}}]}}",
        template_of("nics", "deviceClassName: dranet")}},
      {"ImplicitExtendedResource",
       asks("deviceclass.resource.kubernetes.io/carrier: 1"),
       asks("deviceclass.resource.kubernetes.io/gpu.nvidia.com: 1"),
       {std::string(kCarries)}},
      {"KueueGateOff",
       kByTemplate,
       asks("x.com/gpu: 1"),
       {kueue("pool", ", featureGates: {DynamicResourceAllocation: false}")},
       Queue::kPlainPod},
      {"MappedTwice",
       asks("x.com/gpu: 1"),
       asks("y.com/gpu: 1"),
       {std::string(kCarries),
        CheckWorld::kueue_configuration("resources: {deviceClassMappings: [{name: pool, "
                                        "deviceClassNames: [carrier]}]}")},
       Queue::kPlainPod},
      {"MultiKueueObjects", kByTemplate, asks("x.com/gpu: 1"), {}, Queue::kElsewhere},
      {"SelectorNeverMatches",
       by_entry("resourceClaimTemplateName: picky"),
       kByTemplate,
       {template_of("picky",
                    "deviceClassName: gpu.nvidia.com, selectors: [{cel: {expression: "
                    "\"device.attributes['gpu.nvidia.com'].type == 'npu'\"}}]")}},
      {"MappingConflict",
       asks("x.com/gpu: 1"),
       asks("y.com/gpu: 1"),
       {std::string(kCarries), std::string(kMapping)}},
      {"NamesDisagree",
       kByTemplate,
       asks("x.com/nic: 1"),
       {kueue("pool"), std::string(kMapping)},
       Queue::kPlainPod},
      {"NodeNamePreset", by_entry("resourceClaimTemplateName: t", "nodeName: node-1, "),
       by_entry("resourceClaimTemplateName: t", "nodeName: '', ")},
      {"NodeSelectorNeverMatches",
       by_entry("resourceClaimTemplateName: t",
                "nodeSelector: {eks.amazonaws.com/compute-type: auto}, "),
       by_entry("resourceClaimTemplateName: t",
                "nodeSelector: {eks.amazonaws.com/compute-type: hybrid}, ")},
      {"NodeServedTwice", kByTemplate, asks("x.com/nic: 1"), {std::string(kPlugin)}},
      {"PoolMerged", kByTemplate, asks("x.com/nic: 1"), {kueue("cpu")}, Queue::kPlainPod},
      {"ResourceIsClassName", asks("gpu.nvidia.com: 1"), asks("nvidia.com/gpu: 1")},
      {"ResourceNotOffered",
       asks("nvidia.com/gpus: 1"),
       asks("x.com/nic: 1"),
       {std::string(kPlugin)}},
      {"ResourceQuantityInvalid",
       pod_with("requests: {deviceclass.resource.kubernetes.io/gpu.nvidia.com: 500m}"),
       pod_with("requests: {deviceclass.resource.kubernetes.io/gpu.nvidia.com: 2000m}")},
      {"TooManyDevices",
       asks("x.com/gpu: 17, deviceclass.resource.kubernetes.io/gpu.nvidia.com: 16"),
       asks("x.com/gpu: 17, deviceclass.resource.kubernetes.io/gpu.nvidia.com: 15, y.com/gpu: 9"),
       {std::string(kCarries)}},
      {"SharedDevices", kByTemplate, asks("x.com/nic: 1"), {std::string(kCarries), kueue("pool")}},
      {"SharingIgnored",
       by_entry("resourceClaimTemplateName: t",
                "nodeSelector: {cloud.google.com/gke-gpu-sharing-strategy: time-sharing}, "),
       by_entry("resourceClaimTemplateName: t",
                "nodeSelector: {cloud.google.com/gke-accelerator: nvidia-h100-80gb}, ")},
      {"TemplateMissing", by_entry("resourceClaimTemplateName: none"), kByTemplate},
      {"ClaimNamedTwice",
       pod_with("claims: [{name: a}]",
                "{name: a, resourceClaimName: shared}, {name: b, resourceClaimName: shared}"),
       pod_with("claims: [{name: a}]",
                "{name: a, resourceClaimName: shared}, {name: b, resourceClaimName: other}")},
      {"TolerationMissing",
       kByTemplate,
       by_entry("resourceClaimTemplateName: t",
                "tolerations: [{key: nvidia.com/gpu, operator: Exists}], "),
       {"{apiVersion: v1, kind: Node, metadata: {name: node-1}, spec: {taints: [{key: "
        "nvidia.com/gpu, "
        "value: present, effect: NoSchedule}]}}"}},
  };
}

std::vector<Row> object_rows() {
  return {
      {"AdminAccessNotAllowed", claim(", adminAccess: true"), claim(", adminAccess: false")},
      {"AllocationModeAll", claim(", allocationMode: All"),
       claim(", allocationMode: All, adminAccess: true")},
      {"AmbiguousExtendedResource",
       device_class("new", "extendedResourceName: x.com/gpu"),
       device_class("new", "extendedResourceName: y.com/gpu"),
       {std::string(kCarries)}},
      {"CapacityNeverFits", claim(", capacity: {requests: {memory: 81Gi}}"),
       claim(", capacity: {requests: {memory: 80Gi}}")},
      {"ClaimInvalid", claim(", count: 0"), claim(", count: 1")},
      {"ChargesDiffer",
       "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q}, spec: {hard: "
       "{gpu.nvidia.com: 8Gi}}}",
       "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q}, spec: {hard: "
       "{gpu.nvidia.com: 8}}}"},
      {"MalformedObject",
       CheckWorld::kueue_configuration("resources: {excludeResourcePrefixes: ['nvidia.com/*']}"),
       CheckWorld::kueue_configuration("resources: {excludeResourcePrefixes: [nvidia.com/]}")},
      {"ClassNameIsResource",
       "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: {devices: "
       "{requests: [{name: r, exactly: {deviceClassName: nvidia.com/gpu}}]}}}",
       claim("")},
      {"ConfigIgnored", claim("", ", config: [{opaque: {driver: gpu.nvdia.com, parameters: {}}}]"),
       claim("", ", config: [{opaque: {driver: gpu.nvidia.com, parameters: {}}}]")},
      {"ConfigRefused",
       claim("",
             ", config: [{opaque: {driver: gpu.nvidia.com, parameters: {apiVersion: "
             "gpu.nvidia.com/v1, kind: GpuConfig}}}]"),
       claim("",
             ", config: [{opaque: {driver: gpu.nvidia.com, parameters: {apiVersion: "
             "resource.nvidia.com/v1beta1, kind: GpuConfig}}}]")},
      {"ConstraintNeverHolds",
       claim("", ", constraints: [{matchAttribute: gpu.nvidia.com/modell}]"),
       claim("", ", constraints: [{matchAttribute: gpu.nvidia.com/model}]")},
      {"PatternUnused",
       mapping_of("pattern",
                  "{resource: 'x.com/part-{size}', request: {exactly: {deviceClassName: "
                  "gpu.nvidia.com}}}"),
       mapping_of("pattern",
                  "{resource: 'x.com/part-{size}', request: {exactly: {deviceClassName: "
                  "gpu.nvidia.com, selectors: [{cel: {expression: "
                  "\"device.attributes['gpu.nvidia.com'].type == {size}\"}}]}}}")},
      {"SharingIgnored",
       mapping_of("x.com/gpu.shared",
                  "{resource: x.com/gpu.shared, request: {exactly: {deviceClassName: "
                  "gpu.nvidia.com}}}"),
       mapping_of("x.com/gpu",
                  "{resource: x.com/gpu, request: {exactly: {deviceClassName: gpu.nvidia.com}}}")},
      {"TemplateConflict", template_of("imex", "deviceClassName: gpu.nvidia.com"),
       template_of("other", "deviceClassName: gpu.nvidia.com")},
      {"UnitMissing", claim(", capacity: {requests: {memory: 40}}"),
       claim(", capacity: {requests: {memory: 40Gi}}")},
      {"DeviceClassMissing", template_of("x", "deviceClassName: gpu.nvidia.con"),
       template_of("x", "deviceClassName: gpu.nvidia.com")},
      {"KueueConfigurationInvalid",
       CheckWorld::kueue_configuration("integrations: {frameworks: [job]}"),
       CheckWorld::kueue_configuration("integrations: {frameworks: [batch/job]}")},
      {"KueueGateOff",
       CheckWorld::kueue_configuration(
           "resources: {deviceClassMappings: [{name: m, deviceClassNames: [c], sources: "
           "[{capacity: {name: memory, driver: d}}]}]}"),
       CheckWorld::kueue_configuration(
           "resources: {deviceClassMappings: [{name: m, deviceClassNames: [c], sources: "
           "[{counter: {name: memory, driver: d}}]}]}")},
      {"LimitRangeDefaults",
       "{apiVersion: v1, kind: LimitRange, metadata: {name: l}, spec: {limits: [{type: Container, "
       "max: {nvidia.com/gpu: 2}}]}}",
       "{apiVersion: v1, kind: LimitRange, metadata: {name: l}, spec: {limits: [{type: Container, "
       "max: {nvidia.com/gpu: 2}, default: {nvidia.com/gpu: 0}}]}}"},
      {"MappedTwice",
       device_class("gpu.nvidia.com", "extendedResourceName: x.com/gpu"),
       device_class("other", "extendedResourceName: x.com/gpu"),
       {kueue("pool")}},
      {"MappingConflict",
       mapping_of("x.com/gpu", kRewrite),
       mapping_of("x.com/gpu"),
       {std::string(kCarries)}},
      {"NamesDisagree", mapping_of("ours"), mapping_of("pool"), {kueue("pool")}},
      {"NodeServedTwice",
       device_class("gpu.nvidia.com", ""),
       device_class("empty", ""),
       {std::string(kPlugin)}},
      {"PoolMerged", mapping_of("memory"), mapping_of("example.com/memory")},
      {"QuotaCountsNothing", quota_of("requests.gpu.nvidia.com: 1"), quota_of("gpu.nvidia.com: 1")},
      {"ReservedAnnotation",
       claim("", "", ", annotations: {resource.kubernetes.io/pod-claim-name: gpu}"),
       claim("", "", ", annotations: {example.com/pod-claim-name: gpu}")},
      {"SelectorComparesText", selects("device.attributes['gpu.nvidia.com'].memory >= '16Gi'"),
       selects("device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('5Gi')) >= 0")},
      {"SelectorExactSize",
       selects("device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('81Gi')) == 0"),
       selects("device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('80Gi')) == 0")},
      {"SelectorFails", selects("device.attributes['gpu.nvidia.com'].profile == '1g.5gb'"),
       selects("device.attributes['gpu.nvidia.com'].type == 'mig'")},
      {"SelectorUnguarded",
       device_class("open",
                    "selectors: [{cel: {expression: "
                    "\"device.attributes['gpu.nvidia.com'].type == 'gpu'\"}}]"),
       device_class("open",
                    "selectors: [{cel: {expression: \"device.driver == 'gpu.nvidia.com' && "
                    "device.attributes['gpu.nvidia.com'].type == 'gpu'\"}}]")},
      {"SelectorUnknownAttribute", selects("device.attributes['gpu.nvidia.com'].modell == 'H100'"),
       selects("has(device.attributes['gpu.nvidia.com'].model)")},
      {"SharedDevices",
       device_class("new",
                    "extendedResourceName: x.com/other, selectors: [{cel: {expression: "
                    "\"device.driver.startsWith('gpu.')\"}}]"),
       device_class("new",
                    "extendedResourceName: x.com/gpu, selectors: [{cel: {expression: "
                    "\"device.driver.startsWith('gpu.')\"}}]"),
       {std::string(kCarries)}},
      {"DevicesTooFew", claim(", count: 3"), claim(", count: 2")},
      {"SliceInvalid",
       "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: {driver: "
       "d.com, allNodes: true, pool: {name: p, resourceSliceCount: 0}}}",
       "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: {driver: "
       "d.com, allNodes: true, pool: {name: p, resourceSliceCount: 1}}}"},
      {"EveryDeviceTainted",
       "{apiVersion: resource.k8s.io/v1, kind: DeviceTaintRule, metadata: {name: r}, spec: "
       "{deviceSelector: {}, taint: {key: a.b/c, effect: NoSchedule}}}",
       "{apiVersion: resource.k8s.io/v1, kind: DeviceTaintRule, metadata: {name: r}, spec: "
       "{deviceSelector: {pool: p}, taint: {key: a.b/c, effect: NoSchedule}}}"},
      {"TaintRuleIdle",
       "{apiVersion: resource.k8s.io/v1, kind: DeviceTaintRule, metadata: {name: r}, spec: "
       "{deviceSelector: {driver: gpu.nvdia.com}, taint: {key: a.b/c, effect: NoSchedule}}}",
       "{apiVersion: resource.k8s.io/v1, kind: DeviceTaintRule, metadata: {name: r}, spec: "
       "{deviceSelector: {driver: gpu.acme.com}, taint: {key: a.b/c, effect: NoSchedule}}}"},
      {"TaintRuleInvalid",
       "{apiVersion: resource.k8s.io/v1, kind: DeviceTaintRule, metadata: {name: r}, spec: "
       "{deviceSelector: {driver: gpu.acme.com/a}, taint: {key: a.b/c, effect: NoSchedule}}}",
       "{apiVersion: resource.k8s.io/v1, kind: DeviceTaintRule, metadata: {name: r}, spec: "
       "{deviceSelector: {driver: gpu.acme.com}, taint: {key: a.b/c, effect: NoSchedule}}}"},
      {"TooManyDevices", claim(", count: 33"), claim(", count: 32")},
  };
}

void fill(CheckWorld& world, const Row& row) {
  static const std::set<std::string, std::less<>> kCovered = {"x.com/gpu"};
  for (const std::string_view text : kGpus) world.add(text);
  world.domains["imex"] = "domain";
  for (const std::string& text : row.world) world.add(text);
  if (row.queue == Queue::kNone) return;
  world.queue.role = QueueFacts::Role::kPlainPod;
  world.queue.queue = "users";
  world.has_quota = true;
  world.queue.covered = &kCovered;
  world.queue.runs_elsewhere = row.queue == Queue::kElsewhere;
}

std::size_t said_of_pod(const Row& row, const std::string& text) {
  CheckWorld world;
  fill(world, row);
  return world.pod_findings(text, row.pods, row.code).size();
}

std::size_t said_of_object(const Row& row, const std::string& text) {
  CheckWorld world;
  fill(world, row);
  return world.object_findings(text, "", row.code).size();
}

TEST(CheckTable, EveryCheckOfAPodHasAHitAndANearMiss) {
  std::set<std::string_view> rows;
  for (const Row& row : pod_rows()) {
    rows.insert(row.code);
    EXPECT_GT(said_of_pod(row, row.hit), 0U) << row.code << " says nothing of " << row.hit;
    EXPECT_EQ(said_of_pod(row, row.near), 0U) << row.code << " speaks of " << row.near;
  }
  for (const PodCheck& check : pod_checks()) EXPECT_TRUE(rows.contains(check.code)) << check.code;
}

TEST(CheckTable, EveryCheckOfAnObjectHasAHitAndANearMiss) {
  std::set<std::string_view> rows;
  for (const Row& row : object_rows()) {
    rows.insert(row.code);
    EXPECT_GT(said_of_object(row, row.hit), 0U) << row.code << " says nothing of " << row.hit;
    EXPECT_EQ(said_of_object(row, row.near), 0U) << row.code << " speaks of " << row.near;
  }
  for (const ObjectCheck& check : object_checks())
    EXPECT_TRUE(rows.contains(check.code)) << check.code;
}

std::string list_of(std::size_t count, std::string_view element) {
  std::string list = "[";
  for (std::size_t i = 0; i < count; ++i) {
    std::string one(element);
    for (std::size_t at; (at = one.find('#')) != std::string::npos;)
      one.replace(at, 1, std::to_string(i));
    list += one + ",";
  }
  return list + "]";
}

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

// Values of the wrong type, of enormous size and depth, and such that a terminal obeys.
std::vector<std::string> hostile_values() {
  constexpr std::size_t kMany = test::kSanitized ? 300 : 2'000;
  return {"5",
          "null",
          "true",
          "[]",
          "{}",
          "[[]]",
          "[5, null, {}]",
          "\"\\e[31m\\r\\n\\u202e\"",
          "'" + std::string(100'000, 'x') + "'",
          nested(64),
          list_of(kMany, "{name: 'n#', exactly: {deviceClassName: 'none-#', count: 1e30}}"),
          list_of(kMany, "{name: 5, request: [], source: {}, resourceClaimTemplateName: 't-#'}"),
          "{exactly: {selectors: [{cel: {expression: '" + std::string(9'000, '(') + "'}}]}}"};
}

// Whatever stands in a field: nothing ends the program, no more is said than anybody reads, and all
// of it can be printed.
void expect_calm(const std::vector<Finding>& findings, const std::string& where) {
  EXPECT_LE(findings.size(), 20'000U) << where;
  for (const Finding& finding : findings) {
    EXPECT_EQ(finding.text(), printable(finding.text())) << where;
    EXPECT_LE(finding.text().size(), 4'096U) << finding.code << where;
    EXPECT_FALSE(finding.fix.empty()) << finding.text();
  }
}

TEST(CheckTable, HostilePods) {
  for (const std::string& value : hostile_values()) {
    const std::string pods[] = {
        "{spec: " + value + "}",
        "{spec: {resourceClaims: " + value +
            ", containers: [{name: c, resources: {claims: [{name: "
            "gpu}]}}]}}",
        "{spec: {containers: [{name: c, resources: {claims: " + value + "}}]}}",
        "{spec: {nodeSelector: " + value + ", tolerations: " + value +
            ", resourceClaims: [{name: gpu, resourceClaimTemplateName: t}], containers: [{name: "
            "c}]}}",
        "{spec: {resourceClaims: [{name: gpu, resourceClaimTemplateName: hostile}, {name: g, "
        "resourceClaimName: hostile}], containers: [{name: c}]}}"};
    CheckWorld world;
    for (const std::string_view text : kGpus) world.add(text);
    world.add(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: hostile}, "
        "spec: {spec: {devices: {requests: " +
        value + ", config: " + value + "}}}}");
    world.add(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: hostile}, spec: " +
        value + "}");
    for (const std::string& text : pods)
      expect_calm(world.pod_findings(text, 4), text.substr(0, 200));
  }
}

TEST(CheckTable, HostileObjects) {
  constexpr std::tuple<std::string_view, std::string_view> kKinds[] = {
      {"resource.k8s.io/v1", "DeviceClass"},
      {"resource.k8s.io/v1", "ResourceClaim"},
      {"resource.k8s.io/v1beta1", "ResourceClaim"},
      {"resource.k8s.io/v1", "ResourceClaimTemplate"},
      {"drawbridge.dev/v1alpha1", "DeviceMapping"},
      {"drawbridge.dev/v1alpha1", "DeviceQuota"},
      {"v1", "ResourceQuota"},
      {"v1", "LimitRange"},
      {"resource.k8s.io/v1", "ResourceSlice"},
      {"resource.k8s.io/v1alpha3", "DeviceTaintRule"},
      {"kueue.x-k8s.io/v1beta2", "ClusterQueue"},
      {"config.kueue.x-k8s.io/v1beta2", "Configuration"}};
  CheckWorld world;
  for (const std::string_view text : kGpus) world.add(text);
  world.add(kueue("pool"));
  for (const auto& [version, kind] : kKinds) {
    for (const std::string& value : hostile_values()) {
      const std::string begin = "{apiVersion: " + std::string(version) +
                                ", kind: " + std::string(kind) + ", metadata: {name: x, ";
      for (const std::string& rest : {
               "annotations: " + value + ", ownerReferences: " + value + "}, spec: " + value +
                   ", resources: " + value + "}",
               "labels: {}}, spec: {driver: d.com, nodeName: n, pool: {name: p, generation: 1, "
               "resourceSliceCount: 1}, devices: " +
                   value + ", limits: [{type: Container, max: " + value + ", default: " + value +
                   "}], taint: {key: " + value + ", effect: " + value + "}}}",
               "labels: {}}, spec: {selectors: " + value + ", extendedResourceName: " + value +
                   ", deviceClassNames: " + value + ", rewrites: " + value + ", driver: " + value +
                   ", pool: " + value + ", nodeSelector: " + value + ", sharedCounters: " + value +
                   ", deviceSelector: " + value + ", taint: " + value + ", limits: " + value +
                   ", devices: {requests: " + value + ", constraints: " + value +
                   ", config: " + value + "}, hard: " + value + ", scopes: " + value +
                   ", resourceGroups: [{coveredResources: " + value + ", flavors: " + value +
                   "}], spec: {devices: " + value +
                   "}}, resources: {deviceClassMappings: " + value + ", transformations: " + value +
                   ", quotaCheckStrategy: " + value + "}, integrations: {frameworks: " + value +
                   "}, featureGates: " + value + ", managedJobsNamespaceSelector: " + value + "}",
           })
        expect_calm(world.object_findings(begin + rest), begin + rest.substr(0, 200));
    }
  }
}

}  // namespace
}  // namespace drawbridge::rules
