#include "rules/checks/kueue_invalid.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/ascii.h"
#include "kube/api/kueue_configuration.h"
#include "kube/api/labels.h"
#include "kube/api/names.h"
#include "kube/api/object.h"
#include "kube/api/quantity.h"
#include "kube/api/small_names.h"
#include "rules/checks/class_names.h"
#include "rules/checks/kueue_startup.h"
#include "rules/checks/likely_names.h"
#include "rules/devices/catalogue.h"
#include "rules/devices/device_meters.h"
#include "rules/devices/selector_repair.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using kube::kKueueClassesMax;
using kube::kKueueMappingsMax;

// pkg/config/validation.go, validateDeviceClassMappings.
constexpr std::size_t kKueueNameBytesMax = 253;
// pkg/controller/jobs of v0.19: FrameworkName of each; mxjob went before it.
constexpr std::string_view kFrameworks[] = {"batch/job",
                                            "deployment",
                                            "jobset.x-k8s.io/jobset",
                                            "kubeflow.org/jaxjob",
                                            "kubeflow.org/mpijob",
                                            "kubeflow.org/mxjob",
                                            "kubeflow.org/paddlejob",
                                            "kubeflow.org/pytorchjob",
                                            "kubeflow.org/tfjob",
                                            "kubeflow.org/xgboostjob",
                                            "leaderworkerset.x-k8s.io/leaderworkerset",
                                            "pod",
                                            "ray.io/raycluster",
                                            "ray.io/rayjob",
                                            "ray.io/rayservice",
                                            "sparkoperator.k8s.io/sparkapplication",
                                            "statefulset",
                                            "trainer.kubeflow.org/trainjob",
                                            "workload.codeflare.dev/appwrapper"};

std::string element_text(std::string_view path, std::size_t at) {
  return std::string(path) + "[" + std::to_string(at) + "]";
}

std::string_view last_part(std::string_view name) {
  return name.substr(name.rfind('/') + 1);
}

// "v1", "v1beta2": what Kubernetes calls versions.
bool is_version_name(std::string_view text) {
  if (!text.starts_with('v')) return false;
  const std::size_t major = kube::count_digits(text, 1);
  std::string_view rest = text.substr(1 + major);
  if (major == 0 || rest.empty()) return major > 0;
  for (const std::string_view stage : {"alpha", "beta"}) {
    if (!rest.starts_with(stage)) continue;
    rest = rest.substr(stage.size());
    return !rest.empty() && kube::count_digits(rest, 0) == rest.size();
  }
  return false;
}

// A word of these is meant as the known one, also behind another domain; jobs there may be of
// many kinds.
bool is_framework_meant(std::string_view name, std::string_view known) {
  const std::string_view last = last_part(known);
  // kubeflow.org/pytorch
  if (letters_apart(std::string(last_part(name)) + "job", last) == 0 && last_part(name) != "ray")
    return true;
  if (name.find('/') != std::string_view::npos)
    return letters_apart(name, known) <= 1 || (letters_apart(last_part(name), last) == 0 &&
                                               (last != "job" || name.starts_with("batch")));
  return letters_apart(name, last) == 0 ||
         (name.size() == last.size() + 1 && name.ends_with('s') && name.starts_with(last));
}

class Startup {
 public:
  // `ns` is the namespace of the ConfigMap that holds it; empty where that is not known.
  Startup(const Json& configuration, std::string_view ns, std::vector<Finding>& findings)
      : configuration_(configuration), ns_(ns), findings_(findings) {}

  void run() {
    check_version();
    check_kueue_settings(configuration_, findings_);
    check_frameworks();
    check_external_frameworks();
    check_kueue_gates(configuration_, findings_);
    check_strategy();
    check_transformations();
    check_namespaces();
    check_mappings();
  }

 private:
  void say(const std::string& field, const std::string& what, std::string fix) {
    findings_.say(field, what, std::move(fix));
  }

  void check_version() {
    const std::string_view version =
        kube::parse_api_version(configuration_["apiVersion"].as_string()).version;
    // A newer one may come.
    if (is_version_name(version) && !version.starts_with("v1alpha")) return;
    say("apiVersion", "is " + shown(configuration_["apiVersion"].as_string()),
        "Write apiVersion: config.kueue.x-k8s.io/v1beta2.");
  }

  void check_frameworks() {
    const std::span<const Json> frameworks =
        configuration_["integrations"]["frameworks"].elements();
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < std::min(frameworks.size(), kStartupElementsMax); ++i) {
      const std::string field = element_text("integrations.frameworks", i);
      const std::string_view name = frameworks[i].as_string();
      if (!frameworks[i].is_string()) {
        say(field, "is " + written_text(frameworks[i]),
            "Write the name of a framework: batch/job.");
      } else if (const std::string_view meant = kueue_framework_meant(name); !meant.empty()) {
        say(field, "is " + shown(name), "Write " + std::string(meant) + ".");
      } else if (!seen.insert(name).second) {
        say(field, "is " + shown(name) + " a second time", "Take one of the two away.");
      } else if (name == "sparkoperator.k8s.io/sparkapplication") {
        check_gate_of(field, "SparkApplicationIntegration", false);
      }
    }
  }

  void check_strategy() {
    constexpr std::string_view kField = "resources.quotaCheckStrategy";
    const Json resources = configuration_["resources"];
    const Json strategy = resources["quotaCheckStrategy"];
    if (strategy.is_null() || strategy.as_string() == "BlockUndeclared") return;
    // Kueue reads it only while its gate is on (validateQuotaCheckStrategy).
    if (!kube::kueue_gate(configuration_["featureGates"], "QuotaCheckStrategy", true)
             .value_or(true))
      return;
    if (strategy.as_string() != "IgnoreUndeclared") {
      const bool ignores = letters_apart(strategy.as_string(), "IgnoreUndeclared") <
                           letters_apart(strategy.as_string(), "BlockUndeclared");
      return say(std::string(kField), "is " + written_text(strategy),
                 std::string("Write ") + (ignores ? "IgnoreUndeclared" : "BlockUndeclared") +
                     ", or " + (ignores ? "BlockUndeclared" : "IgnoreUndeclared") + ".");
    }
    if (!resources["excludeResourcePrefixes"].empty())
      say(std::string(kField), "is IgnoreUndeclared beside excludeResourcePrefixes",
          "Take excludeResourcePrefixes away: what no queue declares is ignored anyway.");
  }

  // Quantities, as in a ResourceList.
  void check_outputs(const Json& outputs, const std::string& field) {
    std::size_t looked_at = 0;
    for (const Json::Member& output : outputs.members()) {
      if (++looked_at > kStartupElementsMax) return;
      const bool is_amount = output.value.is_string() || output.value.is_number();
      if (!is_amount || kube::Quantity::from_json(output.value)) continue;
      const std::string meant = mended_quantity(output.value.as_string());
      say(field + "[" + shown(output.key(), 60) + "]", "is " + written_text(output.value),
          meant.empty() ? "Write a quantity, such as 1 or 10Gi." : "Write " + meant + ".");
    }
  }

  // "Workflow.v1alpha1.argoproj.io" (validateIntegrations, ParseKindArg).
  void check_external_frameworks() {
    const std::span<const Json> names =
        configuration_["integrations"]["externalFrameworks"].elements();
    for (std::size_t i = 0; i < std::min(names.size(), kStartupElementsMax); ++i) {
      const std::string_view name =
          names[i].is_object() ? names[i]["name"].as_string() : names[i].as_string();
      const bool has_slash = name.find('/') != std::string_view::npos;
      if (name.empty() || (!has_slash && std::count(name.begin(), name.end(), '.') > 1)) continue;
      say(element_text("integrations.externalFrameworks", i) +
              (names[i].is_object() ? ".name" : ""),
          "is " + shown(name), "Write KIND.VERSION.GROUP, such as " + kind_arg_of(name) + ".");
    }
  }

  // argoproj.io/v1alpha1/Workflow and argoproj.io/v1alpha1, Kind=Workflow.
  static std::string kind_arg_of(std::string_view name) {
    constexpr std::string_view kKind = ", Kind=";
    const std::size_t slash = name.find('/');
    const bool is_written_out = name.find(kKind) != std::string_view::npos;
    const std::size_t end = is_written_out ? name.find(kKind) : name.rfind('/');
    if (slash == std::string_view::npos || end == std::string_view::npos || end <= slash)
      return "Workflow.v1alpha1.argoproj.io";
    const std::string_view kind = name.substr(end + (is_written_out ? kKind.size() : 1));
    const std::string_view version = name.substr(slash + 1, end - slash - 1);
    if (kind.empty() || version.empty() || slash == 0) return "Workflow.v1alpha1.argoproj.io";
    return shown(kind, 60) + "." + shown(version, 30) + "." + shown(name.substr(0, slash), 60);
  }

  void check_transformations() {
    const std::span<const Json> list = configuration_["resources"]["transformations"].elements();
    std::set<std::string_view> inputs;
    for (std::size_t i = 0; i < std::min(list.size(), kStartupElementsMax); ++i) {
      const std::string field = element_text("resources.transformations", i);
      const Json strategy = list[i]["strategy"];
      const std::string_view word = strategy.as_string();
      if (!strategy.is_null() && !word.empty() && word != "Retain" && word != "Replace")
        say(field + ".strategy", "is " + written_text(strategy), "Write Retain or Replace.");
      const std::string_view input = list[i]["input"].as_string();
      if (!input.empty() && !inputs.insert(input).second)
        say(field + ".input", "is " + shown(input) + " a second time",
            "Put both outputs into one transformation.");
      check_outputs(list[i]["outputs"], field + ".outputs");
    }
  }

  void check_namespaces() {
    const Json selector = configuration_["managedJobsNamespaceSelector"];
    if (selector.is_null()) return;
    const Result<kube::LabelSelector> read = kube::LabelSelector::from_json(selector);
    if (!read) {
      return say("managedJobsNamespaceSelector", "is no selector",
                 "Write matchLabels or matchExpressions: " + shown(read.error().text(), 100) + ".");
    }
    // Its own namespace, where the Configuration does not say it, is that of the ConfigMap; nobody
    // knows it where a file does not say that, and `default` stands for that.
    const std::string_view of_map = ns_ == "default" ? std::string_view() : ns_;
    const std::string_view own = configuration_["namespace"].as_string(of_map);
    for (const std::string_view ns : {std::string_view("kube-system"), own}) {
      if (ns.empty()) continue;
      Json::Member label{Json::string("kubernetes.io/metadata.name"), Json::string(ns)};
      if (!read->matches(Json::object({&label, 1}))) continue;
      return say("managedJobsNamespaceSelector", "selects namespace " + shown(ns),
                 "Leave it out: matchExpressions: [{key: kubernetes.io/metadata.name, operator: "
                 "NotIn, values: [kube-system, " +
                     (own.empty() ? std::string("kueue-system") : shown(own)) + "]}].");
    }
  }

  void check_name(const Json& value, const std::string& field, std::string_view what) {
    const std::string_view name = value.as_string();
    if (!value.is_string() || name.empty())
      return say(field, "is no " + std::string(what), "Write a text, such as gpu.example.com.");
    const std::optional<std::string> problem =
        name.size() > kKueueNameBytesMax
            ? "must be " + std::to_string(kKueueNameBytesMax) + " bytes at most"
            : kube::qualified_name_problem(name);
    const std::string meant = kube::qualified_name_in_small(name);
    if (problem)
      say(field, "is " + shown(name, 40),
          meant.empty() ? "Write another " + std::string(what) + ": it " + *problem + "."
                        : "Write " + shown(meant, 60) + ": before '/' stand no capitals.");
  }

  // Under another key, which the schema misses: resourceName.
  static bool is_named_otherwise(const Json& mapping) {
    const auto members = mapping.members();
    return mapping["name"].is_null() &&
           std::any_of(members.begin(), members.end(), [](const Json::Member& member) {
             return member.value.is_string() &&
                    (member.key().ends_with("Name") || member.key() == "resource");
           });
  }

  void check_mappings() {
    constexpr std::string_view kPath = "resources.deviceClassMappings";
    const std::span<const Json> mappings =
        configuration_["resources"]["deviceClassMappings"].elements();
    if (mappings.size() > kKueueMappingsMax)
      say(std::string(kPath), "has " + std::to_string(mappings.size()) + " entries",
          "Write " + std::to_string(kKueueMappingsMax) + " at most.");
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < std::min(mappings.size(), kStartupElementsMax); ++i) {
      const std::string field = element_text(kPath, i);
      if (!is_named_otherwise(mappings[i]))
        check_name(mappings[i]["name"], field + ".name", "name");
      const std::string_view name = mappings[i]["name"].as_string();
      if (!name.empty() && !names.insert(name).second)
        say(field + ".name", "is " + shown(name) + " a second time",
            "Put the classes of both into one entry.");
      // Under another name the schema misses them.
      if (!mappings[i]["deviceClassNames"].is_null() || kube::kueue_classes(mappings[i]).empty())
        check_classes(mappings[i]["deviceClassNames"], field + ".deviceClassNames");
      check_sources(mappings[i]["sources"], field + ".sources");
    }
  }

  // Of those that can be read; what can't be is told where the Configuration is.
  void check_sources(const Json& list, const std::string& field) {
    const std::span<const Json> sources = list.elements();
    for (std::size_t i = 0; i < std::min(sources.size(), kStartupElementsMax); ++i) {
      const std::string at = element_text(field, i);
      const Result<kube::KueueSource> source = kube::read_kueue_source(sources[i], at);
      if (!source) continue;
      const bool is_counter = source->kind == kube::KueueSource::Kind::kCounter;
      if (is_counter) {
        check_gate_of(at, "KueueDRAIntegrationPartitionableDevices", true);
      } else {
        check_gate_of(at, "KueueDRAIntegrationConsumableCapacity", false);
      }
      if (const auto meter = compile_meter(*source); !meter)
        say(at, "has a deviceSelector that " + shown(meter.error().message, 100),
            "Correct the expression.");
    }
  }

  // What needs a gate, which v0.19 has `on` where nothing is written. Where gates stand here, the
  // command line sets none.
  void check_gate_of(const std::string& field, const std::string& gate, bool on) {
    const Json gates = configuration_["featureGates"];
    const std::optional<bool> set = kube::kueue_gate(gates, gate, on);
    if (gates.empty() || set.value_or(on)) return;
    say(field, "needs gate " + gate + ", which is off" + (set ? "" : " in Kueue 0.19"),
        "Write " + gate + ": true in featureGates.");
  }

  void check_classes(const Json& list, const std::string& field) {
    const std::span<const Json> classes = list.elements();
    // What is no list at all the schema says.
    if (!list.is_null() && !list.is_array()) return;
    if (classes.empty()) return say(field, "is empty", "Write the DeviceClasses that count.");
    if (classes.size() > kKueueClassesMax)
      say(field, "has " + std::to_string(classes.size()) + " entries",
          "Write " + std::to_string(kKueueClassesMax) + " at most.");
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < std::min(classes.size(), kStartupElementsMax); ++i) {
      check_name(classes[i], element_text(field, i), "name of a DeviceClass");
      const std::string_view name = classes[i].as_string();
      if (!name.empty() && !seen.insert(name).second)
        say(element_text(field, i), "is " + shown(name) + " a second time",
            "Take one of the two away.");
    }
  }

  const Json configuration_;
  const std::string_view ns_;
  StartupFindings findings_;
};

// Where it stands; empty for none.
std::string first_capacity_source(const Json& configuration) {
  constexpr std::string_view kPath = "resources.deviceClassMappings";
  const std::span<const Json> mappings =
      configuration["resources"]["deviceClassMappings"].elements();
  for (std::size_t i = 0; i < std::min(mappings.size(), kStartupElementsMax); ++i) {
    const std::span<const Json> sources = mappings[i]["sources"].elements();
    for (std::size_t j = 0; j < std::min(sources.size(), kStartupElementsMax); ++j) {
      if (!sources[j]["capacity"].is_null())
        return element_text(element_text(kPath, i) + ".sources", j);
    }
  }
  return {};
}

// A name with a slash is none of a class.
std::string counted_class_meant(std::string_view name, const CheckFacts& facts) {
  return name.find('/') == std::string_view::npos ? class_meant(name, facts)
                                                  : class_of_resource(name, facts);
}

// Of a name that may as well be meant.
constexpr std::size_t kSlipLettersMax = 2;

// It may be one that is still to come, and is near to one that is there; empty where none is.
std::string class_near(std::string_view name, const CheckFacts& facts) {
  if (name.empty() || facts.class_exists(name) != Known::kNo ||
      facts.settings.inventory == Inventory::kNothing ||
      facts.settings.catalogue().driver_of_class(name) != nullptr)
    return {};
  std::vector<std::string_view> names;
  facts.devices.for_each_class(
      [&](const DeviceIndex::DeviceClass& known) { names.push_back(known.name); });
  const std::string_view near = nearest(name, names);
  return letters_apart(name, near) <= kSlipLettersMax ? shown(near) : std::string();
}

std::string uncounted_text(std::string_view device_class, std::string_view name,
                           const CheckFacts& facts) {
  if (device_class.find('/') != std::string_view::npos)
    return shown(device_class) +
           " is the name of an extended resource, and none of a DeviceClass: " +
           "Kueue counts nothing as " + shown(name, 40) + " by it.";
  const std::string nothing = "Kueue counts nothing as " + shown(name, 40) + " by it.";
  return facts.class_exists(device_class) == Known::kUnknown
             ? "No driver is known to bring DeviceClass " + shown(device_class) +
                   "; unless somebody made it " + nothing
             : "DeviceClass " + shown(device_class) + " does not exist, and " + nothing;
}

// Of the devices of all classes that the mapping lists; none where those of one are not known.
std::vector<std::string_view> drivers_counted(const Json& mapping, const CheckFacts& facts) {
  std::vector<std::string_view> drivers;
  const std::span<const Json> classes = mapping["deviceClassNames"].elements();
  for (std::size_t i = 0; i < std::min(classes.size(), kStartupElementsMax); ++i) {
    const std::string_view name = classes[i].as_string();
    const std::vector<std::string>& published = facts.devices.matches().drivers_of_class(name);
    drivers.insert(drivers.end(), published.begin(), published.end());
    const CatalogueDriver* usual = facts.settings.catalogue().driver_of_class(name);
    if (usual != nullptr) drivers.push_back(usual->name);
    if (published.empty() && usual == nullptr) return {};
  }
  return drivers;
}

}  // namespace

std::string_view kueue_framework_meant(std::string_view name) {
  const std::span<const std::string_view> known = kFrameworks;
  if (std::find(known.begin(), known.end(), name) != known.end()) return {};
  const auto meant = std::find_if(known.begin(), known.end(), [&](std::string_view each) {
    return is_framework_meant(name, each);
  });
  return meant == known.end() ? std::string_view() : *meant;
}

std::vector<Finding> kueue_mistakes(const Json& configuration, std::string_view ns) {
  std::vector<Finding> findings;
  Startup(configuration, ns, findings).run();
  return findings;
}

void check_kueue_invalid(const ObjectSubject& subject, const CheckFacts& /*facts*/,
                         std::vector<Finding>& findings) {
  for (Finding& mistake : kueue_mistakes(subject.object, subject.config_map_ns))
    findings.push_back(std::move(mistake));
}

void check_kueue_capacity_gate(const ObjectSubject& subject, const CheckFacts& /*facts*/,
                               std::vector<Finding>& findings) {
  if (!subject.object["featureGates"].empty()) return;
  const std::string field = first_capacity_source(subject.object);
  if (field.empty()) return;
  findings.push_back({"KueueGateOff", Severity::kWarn, field,
                      field +
                          " needs gate KueueDRAIntegrationConsumableCapacity, which Kueue 0.19 has "
                          "off by default; it does not start without.",
                      "Write KueueDRAIntegrationConsumableCapacity: true in featureGates, unless "
                      "--feature-gates of Kueue's manager sets it."});
}

// pkg/workload, dropExcludedResources: a prefix is compared letter by letter, and no name has a
// star.
void check_kueue_prefixes(const ObjectSubject& subject, const CheckFacts& /*facts*/,
                          std::vector<Finding>& findings) {
  constexpr std::string_view kPath = "resources.excludeResourcePrefixes";
  const std::span<const Json> list =
      subject.object["resources"]["excludeResourcePrefixes"].elements();
  for (std::size_t i = 0; i < std::min(list.size(), kStartupElementsMax); ++i) {
    const std::string_view prefix = list[i].as_string();
    const std::string_view start = prefix.substr(0, prefix.find('*'));
    if (start.size() == prefix.size()) continue;
    findings.push_back({"MalformedObject", Severity::kWarn, element_text(kPath, i),
                        element_text(kPath, i) + " is " + shown(prefix, 40) +
                            ", and excludes nothing: Kueue compares it with the start of a name "
                            "as it stands.",
                        start.empty() ? "Write the start of the names, without a star."
                                      : "Write " + shown(start, 40) + "."});
    return;
  }
}

void check_kueue_classes(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings) {
  const std::span<const Json> mappings =
      subject.object["resources"]["deviceClassMappings"].elements();
  const std::size_t before = findings.size();
  for (std::size_t i = 0; i < std::min(mappings.size(), kStartupElementsMax); ++i) {
    const std::span<const Json> classes = mappings[i]["deviceClassNames"].elements();
    for (std::size_t j = 0; j < std::min(classes.size(), kStartupElementsMax); ++j) {
      const std::string_view name = classes[j].as_string();
      const std::string meant = name.empty() ? std::string() : counted_class_meant(name, facts);
      const std::string near = meant.empty() ? class_near(name, facts) : std::string();
      const bool is_resource = name.find('/') != std::string_view::npos;
      if ((meant.empty() && near.empty() && !is_resource) ||
          findings.size() - before == kLikeFindingsMax)
        continue;
      findings.push_back(
          {"DeviceClassMissing", meant.empty() && !is_resource ? Severity::kInfo : Severity::kWarn,
           element_text(element_text("resources.deviceClassMappings", i) + ".deviceClassNames", j),
           uncounted_text(name, mappings[i]["name"].as_string(), facts),
           is_resource && meant.empty()
               ? "Write the name of a DeviceClass, and restart Kueue: kubectl get deviceclasses."
           : meant.empty()
               ? "Write " + near + " if that is meant, and restart Kueue; else create it."
               : "Write " + shown(meant) + ", and restart Kueue."});
    }
  }
}

void check_kueue_sources(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings) {
  if (facts.settings.inventory == Inventory::kNothing) return;
  const std::span<const Json> mappings =
      subject.object["resources"]["deviceClassMappings"].elements();
  const std::size_t before = findings.size();
  for (std::size_t i = 0; i < std::min(mappings.size(), kStartupElementsMax); ++i) {
    const std::vector<std::string_view> drivers = drivers_counted(mappings[i], facts);
    if (drivers.empty()) continue;
    const std::span<const Json> sources = mappings[i]["sources"].elements();
    for (std::size_t j = 0; j < std::min(sources.size(), kStartupElementsMax); ++j) {
      const char* kind = sources[j]["counter"].is_object() ? "counter" : "capacity";
      const std::string_view driver = sources[j][kind]["driver"].as_string();
      if (driver.empty() || std::find(drivers.begin(), drivers.end(), driver) != drivers.end())
        continue;
      if (findings.size() - before == kLikeFindingsMax) return;
      findings.push_back(
          {"QuotaCountsNothing", Severity::kWarn,
           element_text(element_text("resources.deviceClassMappings", i) + ".sources", j) + "." +
               kind + ".driver",
           "Kueue counts nothing as " + shown(mappings[i]["name"].as_string(), 40) +
               " by this source: driver " + shown(driver, 60) + " has no device of its classes.",
           "Write driver: " + shown(drivers.front(), 60) + ", and restart Kueue."});
    }
  }
}

}  // namespace drawbridge::rules
