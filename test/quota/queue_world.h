// Queues of YAML text, and what is asked of them.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/object.h"
#include "kube/api/yaml.h"
#include "quota/kueue/judgement.h"

namespace drawbridge::quota {

class QueueWorld {
 public:
  QueueWorld& add(std::string_view text) {
    Result<std::vector<kube::YamlObject>> documents = kube::read_yaml(text);
    EXPECT_TRUE(documents.ok()) << text;
    for (kube::YamlObject& object : *documents) {
      kept_.push_back(std::move(object.document));
      const kube::Json root = kept_.back().root();
      const std::string kind(kube::ObjectView(root).kind());
      if (kind == "ResourceClaimTemplate") {
        templates_[std::string(kube::ObjectView(root).name())] = root;
      } else if (kind == "DeviceClass") {
        carriers_[std::string(root["spec"]["extendedResourceName"].as_string())] =
            std::string(kube::ObjectView(root).name());
      } else if (kind == "LimitRange") {
        limit_ranges_.push_back(root);
      } else {
        EXPECT_TRUE(KueueIndex::reads(root)) << kind;
        EXPECT_TRUE(index_.replace({}, root)) << text;
      }
    }
    return *this;
  }
  QueueWorld& configure(std::string_view content) {
    return add("{apiVersion: config.kueue.x-k8s.io/v1beta2, kind: Configuration, " +
               std::string(content) + "}");
  }
  // LocalQueue q of namespace ns, of ClusterQueue c with this spec.
  QueueWorld& queue(std::string_view spec) {
    add("{apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: q, namespace: "
        "ns}, spec: {clusterQueue: c}}");
    return cluster_queue("c", spec);
  }
  QueueWorld& cluster_queue(std::string_view name, std::string_view spec,
                            std::string_view status = "{}") {
    return add("{apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: " +
               std::string(name) + "}, spec: {namespaceSelector: {}, " + std::string(spec) +
               "}, status: " + std::string(status) + "}");
  }
  QueueWorld& claim_template(std::string_view name, std::string_view requests) {
    return add("{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: " +
               std::string(name) + "}, spec: {spec: {devices: {requests: [" +
               std::string(requests) + "]}}}}");
  }

  kube::Json read(std::string_view yaml) {
    Result<std::vector<kube::YamlObject>> documents = kube::read_yaml(yaml);
    EXPECT_TRUE(documents.ok()) << yaml;
    kept_.push_back(std::move(documents->front().document));
    return kept_.back().root();
  }
  // A pod template of this spec, so many times.
  QueuedPods pods(std::string_view spec, std::int64_t count = 1) {
    const kube::Json object =
        read("{apiVersion: v1, kind: Pod, spec: {" + std::string(spec) + "}}");
    return {"spec.template", object, count, count};
  }

  DemandFacts facts() const {
    DemandFacts facts;
    facts.claim_template = [this](std::string_view name) {
      const auto found = templates_.find(std::string(name));
      return found == templates_.end() ? kube::Json() : found->second;
    };
    facts.class_of_extended_resource = [this](std::string_view resource) {
      const auto found = carriers_.find(std::string(resource));
      return found == carriers_.end() ? std::string_view() : std::string_view(found->second);
    };
    facts.limit_ranges = limit_ranges_;
    facts.count_by_source = [this](const kube::KueueSource& source,
                                   const kube::DeviceOptionView& /*request*/) {
      const auto found = counted.find(source.name);
      return found == counted.end() ? std::nullopt : std::optional<SourceCount>(found->second);
    };
    return facts;
  }
  QueueVerdict judge(const std::vector<QueuedPods>& pods, std::string_view queue = "q",
                     const kube::Json& namespace_labels = {}) const {
    const DemandFacts known = facts();
    const QueueQuestion question = {.ns = "ns",
                                    .queue = queue,
                                    .namespace_labels = namespace_labels,
                                    .pods = pods,
                                    .facts = known,
                                    .local_queues_known = true,
                                    .cluster_queues_known = true,
                                    .flavors_known = flavors_known,
                                    .admission_checks_known = admission_checks_known,
                                    .topologies_known = topologies_known,
                                    .classes_known = classes_known};
    QueueVerdict verdict = judge_queue(question, index_);
    EXPECT_EQ(judge_kind(question, index_), verdict.kind);
    return verdict;
  }
  QueueDemand demand(const std::vector<QueuedPods>& pods) const {
    return queue_demand(pods, index_, facts());
  }

  KueueIndex& index() { return index_; }
  bool flavors_known = false;
  bool admission_checks_known = false;
  bool topologies_known = false;
  bool classes_known = true;
  std::map<std::string, SourceCount> counted;  // by the name of the counter or capacity

 private:
  std::vector<kube::Document> kept_;
  KueueIndex index_;
  std::map<std::string, kube::Json> templates_;
  std::map<std::string, std::string> carriers_;  // extended resource -> class
  std::vector<kube::Json> limit_ranges_;
};

// resourceGroups of one flavor: "gpu: 8" as resources with nominalQuota.
inline std::string one_flavor(const std::vector<std::pair<std::string, std::string>>& quotas,
                              std::string_view flavor = "f") {
  std::string covered;
  std::string resources;
  for (const auto& [name, quota] : quotas) {
    covered += (covered.empty() ? "" : ", ") + name;
    resources += (resources.empty() ? "" : ", ");
    resources += "{name: " + name + ", nominalQuota: " + quota + "}";
  }
  return "resourceGroups: [{coveredResources: [" + covered +
         "], flavors: [{name: " + std::string(flavor) + ", resources: [" + resources + "]}]}]";
}

}  // namespace drawbridge::quota
