#include "bench/big_cluster.h"

#include <array>
#include <cstdio>

namespace drawbridge::bench {
namespace {

std::string numbered(const std::string& what, std::size_t i) {
  const std::string digits = std::to_string(i);
  return what + "-" + std::string(digits.size() < 5 ? 5 - digits.size() : 0, '0') + digits;
}

std::string two_digits(std::size_t i) {
  return (i < 10 ? "0" : "") + std::to_string(i);
}

// No two are alike, as in a cluster: what is equal is kept once.
std::string uid_of(const std::string& ns, const std::string& name) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%08x-33aa-4f0e-9d3b-%012llx",
                static_cast<unsigned>(std::hash<std::string>{}(ns)),
                static_cast<unsigned long long>(std::hash<std::string>{}(name)) & 0xffff'ffff'ffff);
  return text.data();
}

// What every object carries and nobody here reads.
std::string metadata(const std::string& name, const std::string& ns, std::size_t version,
                     const std::string& more = "") {
  std::string text = R"("metadata":{"name":")" + name + "\",";
  if (!ns.empty()) text += R"("namespace":")" + ns + "\",";
  text += R"("uid":")" + uid_of(ns, name) + R"(","resourceVersion":")" +
          std::to_string(1'000'000 + version) +
          R"(","generation":1,"creationTimestamp":"2026-05-01T10:00:00Z",)" + more +
          R"("managedFields":[{"manager":"kube-controller-manager","operation":"Update",)"
          R"("apiVersion":"v1","time":"2026-05-01T10:00:01Z","fieldsType":"FieldsV1","fieldsV1":)"
          R"({"f:metadata":{"f:labels":{".":{},"f:team":{}}},"f:spec":{"f:devices":{}}}}]})";
  return text;
}

std::string object(const std::string& api_version, const std::string& kind,
                   const std::string& metadata_text, const std::string& rest) {
  return R"({"apiVersion":")" + api_version + R"(","kind":")" + kind + "\"," + metadata_text + "," +
         rest + "}";
}

std::string namespace_of(std::size_t i) {
  return numbered("team", i % kNamespaces);
}

struct Model {
  const char* product;
  const char* architecture;
  const char* memory;
};
constexpr Model kModels[] = {{"NVIDIA H100 80GB HBM3", "Hopper", "81559Mi"},
                             {"NVIDIA A100-SXM4-40GB", "Ampere", "40Gi"},
                             {"NVIDIA L40S", "Ada Lovelace", "46068Mi"}};

// As the NVIDIA driver publishes them.
std::string device_json(std::size_t node, std::size_t i, std::size_t version) {
  const Model& model = kModels[node % std::size(kModels)];
  const std::string index = std::to_string(i);
  const std::string uuid = "GPU-4cf8db2d-06c0-7d70-1a51-" +
                           std::to_string(100'000'000'000 + node * kDevicesPerSlice + i);
  const auto text = [](const std::string& name, const std::string& value) {
    return "\"" + name + R"(":{"string":")" + value + "\"},";
  };
  return R"({"name":"gpu-)" + index + R"(","attributes":{)" + text("type", "gpu") +
         text("uuid", uuid) + text("productName", model.product) + text("brand", "Nvidia") +
         text("architecture", model.architecture) + R"("index":{"int":)" + index +
         R"(},"minor":{"int":)" + index + "}," +
         R"("cudaComputeCapability":{"version":"9.0.0"},"driverVersion":{"version":"570.86.)" +
         std::to_string(version) + R"("},"cudaDriverVersion":{"version":"12.8.0"},)" +
         text("pcieBusID", "0000:" + index + "b:00.0") +
         R"("resource.kubernetes.io/pcieRoot":{"string":"pci0000:)" + index +
         R"(b"}},"capacity":{"memory":{"value":")" + model.memory + R"("}}})";
}

}  // namespace

std::string node_json(std::size_t i, std::size_t version) {
  return object(
      "v1", "Node",
      metadata(numbered("node", i), "", version,
               R"("labels":{"kubernetes.io/hostname":"n","topology.kubernetes.io/zone":"a"},)"),
      R"("spec":{"podCIDR":"10.0.0.0/24"},"status":{"allocatable":{"cpu":"96","memory":"1056Gi",)"
      R"("pods":"250","ephemeral-storage":"900Gi","rdma/hca":")" +
          std::string(i % 10 == 0 ? "4" : "0") +
          R"("},"conditions":[{"type":"Ready","status":"True","lastHeartbeatTime":)" +
          R"("2026-05-01T10:)" + two_digits(version % 60) +
          R"(:00Z"}],"images":[{"names":["registry.example.com/cuda:12"],)"
          R"("sizeBytes":4000000000}]})");
}

std::string slice_json(std::size_t i, std::size_t version) {
  std::string devices;
  for (std::size_t device = 0; device < kDevicesPerSlice; ++device)
    devices += (device == 0 ? "" : ",") + device_json(i, device, version);
  const std::string node = numbered("node", i);
  return object(
      "resource.k8s.io/v1", "ResourceSlice", metadata(node + "-gpu.nvidia.com-x7k2p", "", version),
      R"("spec":{"driver":"gpu.nvidia.com","nodeName":")" + node + R"(","pool":{"name":")" + node +
          R"(","generation":1,"resourceSliceCount":1},"devices":[)" + devices + "]}");
}

std::string claim_json(std::size_t i, std::size_t version) {
  const std::string node = numbered("node", i % kNodes);
  return object(
      "resource.k8s.io/v1", "ResourceClaim",
      metadata(numbered("trainer-devices", i), namespace_of(i), version,
               R"("annotations":{"resource.kubernetes.io/pod-claim-name":"devices"},)"
               R"("ownerReferences":[{"apiVersion":"v1","kind":"Pod","name":"trainer-)" +
                   std::to_string(i) + R"(","uid":"0b1f7a55-90aa-4c9e-8d3b-)" +
                   std::to_string(100'000'000'000 + i) +
                   R"(","controller":true,"blockOwnerDeletion":true}],)"),
      R"("spec":{"devices":{"requests":[{"name":"gpu","exactly":{"deviceClassName":)"
      R"("gpu.nvidia.com","allocationMode":"ExactCount","count":1,"selectors":[{"cel":)"
      R"({"expression":"device.attributes['gpu.nvidia.com'].type == 'gpu'"}}]}}]}},)"
      R"("status":{"allocation":{"devices":{"results":[{"request":"gpu","driver":)"
      R"("gpu.nvidia.com","pool":")" +
          node + R"(","device":"gpu-)" + std::to_string((i + version) % kDevicesPerSlice) +
          R"("}]},"nodeSelector":{"nodeSelectorTerms":[{"matchFields":[{"key":"metadata.name",)"
          R"("operator":"In","values":[")" +
          node +
          R"("]}]}]}},"reservedFor":[{"resource":"pods","name":"trainer","uid":"0b1f7a55"}]})");
}

// One of each fifteen has devices, by a template that Drawbridge made.
std::string pod_json(std::size_t i, std::size_t version) {
  const bool has_devices = i < kClaims;
  const std::string ns = namespace_of(i);
  const std::string name = numbered(has_devices ? "trainer" : "web", i);
  const std::string node = numbered("node", i % kNodes);
  const std::string set = (has_devices ? "trainer-" : "web-") + std::to_string(i % 97);
  const std::string claims_of_container =
      has_devices ? R"(,"claims":[{"name":"devices","request":"main-nvidia-gpu"}])" : "";
  const std::string claims =
      has_devices ? R"("resourceClaims":[{"name":"devices","resourceClaimTemplateName":)"
                    R"("drawbridge-00000000000000000000000000000000"}],)"
                  : "";
  const std::string claim_statuses =
      has_devices ? R"("resourceClaimStatuses":[{"name":"devices","resourceClaimName":")" +
                        numbered("trainer-devices", i) + R"("}],)"
                  : "";
  return object(
      "v1", "Pod",
      metadata(name, ns, version,
               R"("labels":{"app.kubernetes.io/name":")" + set +
                   R"(","app.kubernetes.io/part-of":"ranking","pod-template-hash":"6d4cf56db6"},)"
                   R"("annotations":{"prometheus.io/scrape":"true","prometheus.io/port":"9090"},)"
                   R"("ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":")" +
                   set + R"(-6d4cf56db6","uid":")" + uid_of(ns, set) +
                   R"(","controller":true,"blockOwnerDeletion":true}],)"),
      R"("spec":{"volumes":[{"name":"data","emptyDir":{"sizeLimit":"200Gi"}},)"
      R"({"name":"kube-api-access-x7v2q","projected":{"defaultMode":420,"sources":[)"
      R"({"serviceAccountToken":{"expirationSeconds":3607,"path":"token"}},{"configMap":)"
      R"({"name":"kube-root-ca.crt","items":[{"key":"ca.crt","path":"ca.crt"}]}}]}}],)"
      R"("containers":[{"name":"main","image":"registry.example.com/ml/main:2.4.1","args":)"
      R"(["--config=/etc/run/config.yaml","--checkpoint-dir=/ckpt"],"env":[{"name":"NCCL_DEBUG",)"
      R"("value":"WARN"},{"name":"OMP_NUM_THREADS","value":"8"}],"ports":[{"name":"metrics",)"
      R"("containerPort":9090,"protocol":"TCP"}],"resources":{"limits":{"cpu":"8",)"
      R"("memory":"64Gi"},"requests":{"cpu":"8","memory":"64Gi"})" +
          claims_of_container +
          R"(},"volumeMounts":[{"name":"data","mountPath":"/data"},{"name":)"
          R"("kube-api-access-x7v2q","readOnly":true,"mountPath":)"
          R"("/var/run/secrets/kubernetes.io/serviceaccount"}],"readinessProbe":{"httpGet":)"
          R"({"path":"/ready","port":"metrics","scheme":"HTTP"},"timeoutSeconds":1,)"
          R"("periodSeconds":10,"successThreshold":1,"failureThreshold":3},)"
          R"("terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File",)"
          R"("imagePullPolicy":"IfNotPresent"}],)" +
          claims + R"("nodeName":")" + node +
          R"(","restartPolicy":"Always","terminationGracePeriodSeconds":60,"dnsPolicy":)"
          R"("ClusterFirst","serviceAccountName":"default","serviceAccount":"default",)"
          R"("securityContext":{},"schedulerName":"default-scheduler","tolerations":[{"key":)"
          R"("node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute",)"
          R"("tolerationSeconds":300}],"priority":0,"enableServiceLinks":true,)"
          R"("preemptionPolicy":"PreemptLowerPriority"},"status":{)" +
          claim_statuses +
          R"("phase":"Running","conditions":[{"type":"Ready","status":"True","lastProbeTime":null,)"
          R"("lastTransitionTime":"2026-05-01T10:)" +
          two_digits(version % 60) +
          R"(:00Z"},{"type":"PodScheduled","status":"True","lastProbeTime":null,)"
          R"("lastTransitionTime":"2026-05-01T10:00:00Z"}],"hostIP":"10.0.0.7","podIP":)"
          R"("10.1.2.3","startTime":"2026-05-01T10:00:00Z","qosClass":"Guaranteed",)"
          R"("containerStatuses":[{"name":"main","state":{"running":{"startedAt":)"
          R"("2026-05-01T10:00:02Z"}},"lastState":{},"ready":true,"restartCount":0,"image":)"
          R"("registry.example.com/ml/main:2.4.1","imageID":"registry.example.com/ml/main@sha256:)"
          R"(0f7c4373318a1792bc922491b12c6d37","containerID":"containerd://3b1f","started":true}]})");
}

std::string namespace_json(std::size_t i, std::size_t version) {
  return object("v1", "Namespace",
                metadata(namespace_of(i), "", version,
                         R"("labels":{"kubernetes.io/metadata.name":")" + namespace_of(i) +
                             R"(","team":")" + std::to_string(version) + R"("},)"),
                R"("spec":{"finalizers":["kubernetes"]},"status":{"phase":"Active"})");
}

std::string resource_quota_json(std::size_t i, std::size_t version) {
  return object(
      "v1", "ResourceQuota", metadata("devices", namespace_of(i), version),
      R"("spec":{"hard":{"requests.nvidia.com/gpu":"64","pods":"500"}},"status":{"hard":)"
      R"({"requests.nvidia.com/gpu":"64","pods":"500"},"used":{"requests.nvidia.com/gpu":")" +
          std::to_string(version) + R"(","pods":"70"}})");
}

std::string device_quota_json(std::size_t i, std::size_t version) {
  return object("drawbridge.dev/v1alpha1", "DeviceQuota",
                metadata("devices", namespace_of(i), version),
                R"("spec":{"hard":{"nvidia.com/gpu":"64"}},"status":{"used":{"nvidia.com/gpu":")" +
                    std::to_string(version) + R"("}})");
}

std::string claim_template_json(std::size_t i, std::size_t version) {
  return object("resource.k8s.io/v1", "ResourceClaimTemplate",
                metadata("gpus", namespace_of(i), version),
                R"("spec":{"spec":{"devices":{"requests":[{"name":"gpu","exactly":)"
                R"({"deviceClassName":"gpu.nvidia.com","allocationMode":"ExactCount","count":)" +
                    std::to_string(1 + version) + "}}]}}}");
}

std::string local_queue_json(std::size_t i, std::size_t version) {
  return object("kueue.x-k8s.io/v1beta2", "LocalQueue",
                metadata("default", namespace_of(i), version),
                R"("spec":{"clusterQueue":"queue-)" + std::to_string(version % 50) + "\"}");
}

std::string class_json(std::size_t i, std::size_t version) {
  const std::string name = i == 0 ? "gpu.nvidia.com" : numbered("class", i);
  const std::string own = i == 0
                              ? ""
                              : R"( && device.attributes['gpu.nvidia.com'].type == 'gpu' && )"
                                R"(device.capacity['gpu.nvidia.com'].memory.compareTo(quantity(')" +
                                    std::to_string(8 * i + version) + R"(Gi')) >= 0)";
  return object("resource.k8s.io/v1", "DeviceClass", metadata(name, "", version),
                R"("spec":{"extendedResourceName":"example.com/)" + name +
                    R"(","selectors":[{"cel":{"expression":"device.driver == 'gpu.nvidia.com')" +
                    own + "\"}}]}");
}

std::string mapping_json(std::size_t i, std::size_t version) {
  const std::string name = numbered("mapping", i);
  return object("drawbridge.dev/v1alpha1", "DeviceMapping", metadata(name, "", version),
                R"("spec":{"logicalResource":"example.com/)" + name +
                    R"(","rewrites":[{"resource":"example.com/)" + name +
                    R"(","action":"Rewrite","request":{"exactly":{"deviceClassName":)"
                    R"("gpu.nvidia.com","selectors":[{"cel":{"expression":)"
                    R"("device.attributes['gpu.nvidia.com'].index >= )" +
                    std::to_string(i + version) + R"("}}]}}}]})");
}

}  // namespace drawbridge::bench
