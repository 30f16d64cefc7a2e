#include "kube/api/kueue_configuration.h"

#include <algorithm>
#include <utility>

#include "kube/api/claim.h"
#include "kube/api/names.h"
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

// Of a gate that is on by default, and had another name before v0.18.
std::optional<bool> renamed_gate(const Json& gates, std::string_view name,
                                 std::string_view old_name) {
  if (const Json old = gates[old_name]; old.is_bool() && !gates[name].is_bool())
    return old.as_bool();
  return kueue_gate(gates, name, true);
}

// Kueue does not start with a gate that its version does not have.
std::optional<bool> refuses_claims(const Json& gates, bool claims_off) {
  const std::optional<bool> refuses =
      kueue_gate(gates, "KueueDRARejectWorkloadsWhenDRADisabled", true);
  if (!claims_off || refuses == false) return false;
  if (refuses || gates["KueueDRAIntegration"].is_bool()) return true;
  return std::nullopt;
}

bool has_old_names(const Json& gates) {
  const auto has = [&gates](std::string_view name) { return !gates[name].is_null(); };
  return (has("DynamicResourceAllocation") || has("DRAExtendedResources")) &&
         !has("KueueDRAIntegration") && !has("KueueDRAIntegrationExtendedResource");
}

bool has_ready_switch(const Json& configuration) {
  return parse_api_version(configuration["apiVersion"].as_string()).version == "v1beta1";
}

bool is_ready_gate_off(const Json& gates) {
  return kueue_gate(gates, "DisableWaitForPodsReady", false).value_or(false);
}

// Of v1beta2 Kueue 0.19 sets it by default (apis/config/v1beta2/defaults.go), which a gate says
// that 0.18 does not have; and DisableWaitForPodsReady switches it off (pkg/util/waitforpodsready).
bool waits(const Json& configuration) {
  const Json wait = configuration["waitForPodsReady"];
  const Json gates = configuration["featureGates"];
  if (is_ready_gate_off(gates)) return false;
  if (wait.is_null() && !has_ready_switch(configuration) &&
      !gates["KueueDRAIntegrationConsumableCapacity"].is_null())
    return true;
  return wait.is_object() && wait["enable"].as_bool(!has_ready_switch(configuration));
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

Error unusable(const std::string& field, const std::string& what) {
  return {what + "; Kueue does not start with that. Correct it", field};
}

// A capacity's name: an identifier, which a domain may stand before.
bool is_capacity_name(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos) return is_c_identifier(name);
  return !dns_subdomain_problem(name.substr(0, slash)) && is_c_identifier(name.substr(slash + 1));
}

std::vector<KueueSource> sources_of(const Json& list) {
  std::vector<KueueSource> sources;
  for (const Json& element : list.elements()) {
    Result<KueueSource> source = read_kueue_source(element, {});
    if (!source) return {};
    sources.push_back(std::move(*source));
  }
  return sources;
}

void read_resources(const Json& resources, KueueConfiguration& into) {
  for (const Json& mapping : resources["deviceClassMappings"].elements()) {
    const Json sources = mapping["sources"];
    into.mappings.push_back({std::string(mapping["name"].as_string()), kueue_classes(mapping),
                             sources.empty(), sources_of(sources)});
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

// Kueue does not start with them, and goes on with what it read before.
void drop_gated_sources(KueueConfiguration& configuration) {
  for (KueueClassMapping& mapping : configuration.mappings) {
    const bool off =
        std::any_of(mapping.sources.begin(), mapping.sources.end(), [&](const KueueSource& source) {
          const bool is_counter = source.kind == KueueSource::Kind::kCounter;
          return !(is_counter ? configuration.counter_gate : configuration.capacity_gate)
                      .value_or(true);
        });
    if (off) mapping.sources.clear();
  }
}

}  // namespace

Result<KueueSource> read_kueue_source(const Json& source, const std::string& field) {
  const bool is_counter = source["counter"].is_object();
  if (is_counter == source["capacity"].is_object())
    return unusable(field, "must have one of counter and capacity");
  KueueSource read;
  read.kind = is_counter ? KueueSource::Kind::kCounter : KueueSource::Kind::kCapacity;
  const std::string within = field + (is_counter ? ".counter" : ".capacity");
  const Json body = source[is_counter ? "counter" : "capacity"];
  read.name = body["name"].as_string();
  if (is_counter) {
    if (const auto problem = dns_label_problem(read.name))
      return unusable(within + ".name", "the name of a counter " + *problem);
  } else if (!is_capacity_name(read.name)) {
    return unusable(within + ".name",
                    "must be the name of a capacity, such as memory or gpu.example.com/memory");
  }
  read.driver = body["driver"].as_string();
  if (const auto problem = dns_subdomain_problem(read.driver))
    return unusable(within + ".driver", "the name of a driver " + *problem);
  if (read.driver.size() > kDriverNameBytesMax)
    return unusable(within + ".driver", "the name of a driver must be " +
                                            std::to_string(kDriverNameBytesMax) + " bytes at most");
  read.selector = body["deviceSelector"]["cel"]["expression"].as_string();
  if (read.selector.empty())
    return unusable(within + ".deviceSelector.cel.expression",
                    "must be a CEL expression that says which devices count");
  return read;
}

std::vector<std::string> kueue_classes(const Json& mapping) {
  Json classes = mapping["deviceClassNames"];
  for (const Json::Member& member : mapping.members()) {
    if (classes.is_null() && member.key().find("lass") != std::string_view::npos)
      classes = member.value;
  }
  return classes.is_string() ? std::vector<std::string>{std::string(classes.as_string())}
                             : texts_of(classes);
}

std::optional<bool> kueue_gate(const Json& gates, std::string_view name, bool usual) {
  if (const Json gate = gates[name]; gate.is_bool()) return gate.as_bool();
  if (usual && !gates["AllBeta"].as_bool(true)) return false;
  if (!usual && gates["AllAlpha"].as_bool()) return true;
  return std::nullopt;
}

KueueConfiguration read_kueue_configuration(const Json& configuration) {
  KueueConfiguration result;
  read_resources(configuration["resources"], result);
  const Json integrations = configuration["integrations"];
  result.frameworks = texts_of(integrations["frameworks"]);
  result.external_frameworks = texts_of(integrations["externalFrameworks"]);
  result.has_pod_options = !integrations["podOptions"].is_null();
  result.manages_unnamed = configuration["manageJobsWithoutQueueName"].as_bool();
  result.managed_namespaces = managed_namespaces(configuration["managedJobsNamespaceSelector"]);
  const Json gates = configuration["featureGates"];
  const auto is_on = [&gates](std::string_view name) {
    return kueue_gate(gates, name, true).value_or(true);
  };
  result.claims_gate = renamed_gate(gates, "KueueDRAIntegration", "DynamicResourceAllocation");
  result.extended_gate =
      renamed_gate(gates, "KueueDRAIntegrationExtendedResource", "DRAExtendedResources");
  result.old_gate_names = has_old_names(gates);
  result.prioritized_lists = gates["KueueDRAIntegrationPrioritizedList"].as_bool();
  result.refuses_claims = refuses_claims(gates, !result.claims_gate.value_or(true));
  result.ignores_undeclared &= is_on("QuotaCheckStrategy");
  result.partial_admission = is_on("PartialAdmission");
  result.elastic_jobs = is_on("ElasticJobsViaWorkloadSlices");
  result.topology_aware_scheduling = is_on("TopologyAwareScheduling");
  result.topology_layers = is_on("TASMultiLayerTopology");
  result.automates_quotas =
      kueue_gate(gates, "MultiKueueManagerQuotaAutomation", false).value_or(false);
  result.counter_gate = kueue_gate(gates, "KueueDRAIntegrationPartitionableDevices", true);
  result.capacity_gate = kueue_gate(gates, "KueueDRAIntegrationConsumableCapacity", false);
  drop_gated_sources(result);
  result.waits_for_pods_ready = waits(configuration);
  result.ready_gate_off = is_ready_gate_off(gates);
  result.has_ready_switch = has_ready_switch(configuration);
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
