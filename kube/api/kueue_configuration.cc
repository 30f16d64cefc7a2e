#include "kube/api/kueue_configuration.h"

#include <algorithm>
#include <utility>

#include "kube/api/object.h"

namespace drawbridge::kube {
namespace {

std::vector<std::string> texts_of(const Json& list) {
  std::vector<std::string> texts;
  for (const Json& element : list.elements()) {
    if (element.is_string()) texts.emplace_back(element.as_string());
  }
  return texts;
}

std::optional<bool> gate_of(const Json& gates, std::string_view name, std::string_view old_name) {
  for (const std::string_view known : {name, old_name}) {
    if (const Json gate = gates[known]; gate.is_bool()) return gate.as_bool();
  }
  return std::nullopt;
}

bool waits(const Json& configuration) {
  const Json wait = configuration["waitForPodsReady"];
  if (!wait.is_object()) return false;
  const bool has_switch =
      parse_api_version(configuration["apiVersion"].as_string()).version == "v1beta1";
  return has_switch ? wait["enable"].as_bool() : wait["enable"].as_bool(true);
}

LabelSelector managed_namespaces(const Json& selector) {
  static const LabelSelector kDefault = [] {
    const Result<Document> usual =
        read_json(R"({"matchExpressions":[{"key":"kubernetes.io/metadata.name","operator":"NotIn",)"
                  R"("values":["kube-system","kueue-system"]}]})");
    return LabelSelector::from_json(usual->root()).value();
  }();
  if (selector.is_null()) return kDefault;
  Result<LabelSelector> read = LabelSelector::from_json(selector);
  if (!read) return kDefault;
  return std::move(read).value();
}

void read_resources(const Json& resources, KueueConfiguration& into) {
  for (const Json& mapping : resources["deviceClassMappings"].elements()) {
    into.mappings.push_back({std::string(mapping["name"].as_string()),
                             texts_of(mapping["deviceClassNames"]), mapping["sources"].empty()});
  }
  for (const Json& transformation : resources["transformations"].elements()) {
    KueueTransformation& read = into.transformations.emplace_back();
    read.input = transformation["input"].as_string();
    read.replaces = transformation["strategy"].as_string() == "Replace";
    read.multiply_by = transformation["multiplyBy"].as_string();
    for (const Json::Member& output : transformation["outputs"].members()) {
      read.outputs.emplace_back(output.key());
      const Result<Quantity> factor = Quantity::from_json(output.value);
      read.factors.push_back(factor ? *factor : Quantity());
    }
  }
  into.excluded_prefixes = texts_of(resources["excludeResourcePrefixes"]);
  into.ignores_undeclared = resources["quotaCheckStrategy"].as_string() == "IgnoreUndeclared";
}

}  // namespace

KueueConfiguration read_kueue_configuration(const Json& configuration) {
  KueueConfiguration result;
  read_resources(configuration["resources"], result);
  const Json integrations = configuration["integrations"];
  result.frameworks = texts_of(integrations["frameworks"]);
  result.external_frameworks = texts_of(integrations["externalFrameworks"]);
  result.has_pod_options = !integrations["podOptions"].is_null();
  result.manages_unnamed = configuration["manageJobsWithoutQueueName"].as_bool();
  const Json selector = configuration["managedJobsNamespaceSelector"];
  result.managed_namespaces = managed_namespaces(selector);
  result.manages_usual_namespaces = selector.is_null();
  const Json gates = configuration["featureGates"];
  result.claims_gate = gate_of(gates, "KueueDRAIntegration", "DynamicResourceAllocation");
  result.extended_gate =
      gate_of(gates, "KueueDRAIntegrationExtendedResource", "DRAExtendedResources");
  result.waits_for_pods_ready = waits(configuration);
  return result;
}

std::optional<std::size_t> mapping_of_class(const KueueConfiguration& configuration,
                                            std::string_view device_class) {
  for (std::size_t i = 0; i < configuration.mappings.size(); ++i) {
    const std::vector<std::string>& listed = configuration.mappings[i].device_classes;
    if (std::find(listed.begin(), listed.end(), device_class) != listed.end()) return i;
  }
  return std::nullopt;
}

}  // namespace drawbridge::kube
