#include "rules/checks/node_selector_never_matches.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/integer.h"
#include "rules/checks/wanted_devices.h"
#include "rules/devices/demand_text.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

constexpr std::size_t kValuesLooked = 50;
constexpr std::size_t kValuesTold = 3;
constexpr std::size_t kKeysLooked = 300;
constexpr std::string_view kNameOfNode = "kubernetes.io/hostname";

// A label that a node must have, with one of these values; with any where there are none.
struct WantedLabel {
  std::string_view field;
  std::string_view key;
  std::vector<std::string_view> values;
  char sign = '=';  // or '>' or '<' of one value, a whole number
};

bool is_bound(const WantedLabel& label) {
  return label.sign != '=';
}

// Nodes of these labels have no DRA driver.
struct DriverlessNodes {
  std::string_view key;
  std::string_view value;
  std::string_view name;
  bool has_plugin;  // a device plugin serves extended resources there
};
constexpr DriverlessNodes kDriverless[] = {
    // docs.aws.amazon.com/eks/latest/userguide/device-management.html: "DRA is not currently
    // supported with EKS Auto Mode"; .../associate-workload.html has the label.
    {"eks.amazonaws.com/compute-type", "auto", "Amazon EKS Auto Mode", true},
    // .../fargate.html: "GPUs aren't currently available on Fargate", nor DaemonSets.
    {"eks.amazonaws.com/compute-type", "fargate", "AWS Fargate", false},
};

// Labels, or their beginnings, that say which pool, zone or machine a node is of. Karpenter, the
// cluster autoscaler and the providers' own make nodes with other values of them for pods that
// wait.
constexpr std::string_view kOfPools[] = {
    "agentpool",
    "alpha.eksctl.io/",
    "beta.kubernetes.io/instance-type",
    "cloud.google.com/compute-class",
    "cloud.google.com/gke-",
    "cloud.google.com/machine-family",
    "cloud.google.com/reservation-",
    "doks.digitalocean.com/",
    "eks.amazonaws.com/",
    "failure-domain.beta.kubernetes.io/",
    "karpenter.azure.com/",
    "karpenter.k8s.aws/",
    "karpenter.sh/",
    "kubernetes.azure.com/",
    "node.cluster.x-k8s.io/",
    "node.kubernetes.io/instance-type",
    "oci.oraclecloud.com/",
    "scheduling.cast.ai/",
    "topology.kubernetes.io/",
};

// nullopt: it holds for nodes without a certain label, too.
std::optional<WantedLabel> label_of(const Json& expression) {
  const std::string_view how = expression["operator"].as_string();
  WantedLabel wanted{"spec.affinity.nodeAffinity", expression["key"].as_string(), {}};
  if (how == "Exists") return wanted;
  const bool is_bound = how == "Gt" || how == "Lt";
  // Of none and of several the API server refuses it, where it looks.
  if (is_bound && expression["values"].size() != 1) return std::nullopt;
  if (is_bound)
    wanted.sign = how == "Gt" ? '>' : '<';
  else if (how != "In")
    return std::nullopt;
  for (const Json& value : expression["values"].elements())
    wanted.values.push_back(value.as_string());
  return wanted;
}

// As Go's strconv.ParseInt.
std::optional<std::int64_t> label_number(std::string_view text) {
  const bool has_plus = text.starts_with('+') && text.find_first_of("+-", 1) != 1;
  return kube::parse_integer(text.substr(has_plus ? 1 : 0));
}

// Labels are compared as numbers (component-helpers' nodeaffinity): what is none is never more nor
// less.
bool takes(const WantedLabel& bound, std::string_view value) {
  const std::optional<std::int64_t> limit = label_number(bound.values.front());
  const std::optional<std::int64_t> number = label_number(value);
  return limit && number && (bound.sign == '>' ? *number > *limit : *number < *limit);
}

// What a pod asks of its node's labels.
struct WantedLabels {
  std::vector<WantedLabel> all;                 // each has to be there
  std::vector<std::vector<WantedLabel>> terms;  // all of one of them, where there are any
  std::size_t count = 0;
};

WantedLabels wanted_labels(const Json& spec) {
  WantedLabels wanted;
  for (const Json::Member& label : spec["nodeSelector"].members()) {
    if (++wanted.count > kNodeLabelsMax) return wanted;
    wanted.all.push_back({"spec.nodeSelector", label.key(), {label.value.as_string()}});
  }
  const Json terms = spec["affinity"]["nodeAffinity"]
                         ["requiredDuringSchedulingIgnoredDuringExecution"]["nodeSelectorTerms"];
  for (const Json& term : terms.elements()) {
    std::vector<WantedLabel>& labels = wanted.terms.emplace_back();
    ++wanted.count;
    for (const Json& expression : term["matchExpressions"].elements()) {
      wanted.count += 1 + expression["values"].elements().size();
      if (wanted.count > kNodeLabelsMax) return wanted;
      if (auto label = label_of(expression)) labels.push_back(std::move(*label));
    }
  }
  return wanted;
}

std::string text_of(const WantedLabel& label) {
  std::string key = shown(label.key, 60);
  if (label.values.empty()) return key;
  if (is_bound(label)) return key + " " + label.sign + " " + shown(label.values.front(), 40);
  if (label.values.size() == 1) return key + "=" + shown(label.values.front(), 40);
  return key + " in (" + shown(label.values.front(), 40) + ", ...)";
}

class Check {
 public:
  Check(const PodSubject& subject, const CheckFacts& facts, std::vector<Finding>& findings)
      : subject_(subject),
        facts_(facts),
        findings_(findings),
        labels_(wanted_labels(subject.pod.spec())) {}

  void run() {
    any_class([this](std::string_view name) {
      return tell_no_number() || tell_driverless(name) || tell_missing(name);
    });
  }

  bool picks_nodes_that_may_come() {
    return any_class([this](std::string_view) {
      return !driver_.empty() && missing([&](const WantedLabel& one) {
                                   return !is_there(one) && may_come(one);
                                 }) != nullptr;
    });
  }

 private:
  // True where the question is answered so for a class of the pod's, by driver_.
  template <typename Question>
  bool any_class(Question question) {
    if (labels_.count == 0 || labels_.count > kNodeLabelsMax) return false;
    std::set<std::string_view> classes;
    for (const DeviceRequest& request : subject_.requests) {
      if (needs_driver(request, facts_)) classes.insert(request.device_class);
    }
    return std::any_of(classes.begin(), classes.end(), [&](std::string_view name) {
      const std::vector<std::string>& drivers = facts_.devices.matches().drivers_of_class(name);
      driver_ = drivers.size() == 1 ? std::string_view(drivers.front()) : std::string_view();
      return question(name);
    });
  }

  const NodeIndex& nodes() const { return facts_.devices.nodes(); }

  bool is_there(const WantedLabel& label) const {
    if (label.values.empty()) return nodes().has_label(driver_, label.key);
    if (is_bound(label)) {
      const std::vector<std::string_view> values = values_of(label);
      return values.size() == kValuesLooked ||
             std::any_of(values.begin(), values.end(),
                         [&](std::string_view value) { return takes(label, value); });
    }
    return std::any_of(label.values.begin(), label.values.end(), [&](std::string_view value) {
      return nodes().has_label(driver_, label.key, value);
    });
  }

  // The first label because of which no node will do; nullptr where one may.
  template <typename IsMissing>
  const WantedLabel* missing(IsMissing is_missing) const {
    const auto all = std::find_if(labels_.all.begin(), labels_.all.end(), is_missing);
    if (all != labels_.all.end()) return &*all;
    const WantedLabel* first = nullptr;
    for (const std::vector<WantedLabel>& term : labels_.terms) {
      const auto one = std::find_if(term.begin(), term.end(), is_missing);
      if (one == term.end()) return nullptr;
      if (first == nullptr) first = &*one;
    }
    return first;
  }

  bool tell_no_number() {
    const WantedLabel* label = missing([](const WantedLabel& wanted) {
      return is_bound(wanted) && !label_number(wanted.values.front());
    });
    if (label == nullptr) return false;
    findings_.push_back(
        {"NodeSelectorNeverMatches", Severity::kWarn, std::string(label->field),
         "No node has label " + text_of(*label) + ": operators Gt and Lt compare whole numbers.",
         "Write a whole number, in the unit of the nodes' label."});
    return true;
  }

  // By a claim, or by the name of the class: no device plugin serves that.
  bool asks_by_driver(std::string_view device_class) const {
    return std::any_of(
        subject_.requests.begin(), subject_.requests.end(), [&](const DeviceRequest& request) {
          return request.device_class == device_class && (request.path != Path::kExtendedResource ||
                                                          !implicit_class(request.source).empty());
        });
  }

  bool tell_driverless(std::string_view device_class) {
    const bool by_driver = asks_by_driver(device_class);
    const DriverlessNodes* named = nullptr;
    const WantedLabel* label = missing([&](const WantedLabel& wanted) {
      const auto* found = std::find_if(
          std::begin(kDriverless), std::end(kDriverless), [&](const DriverlessNodes& nodes) {
            return wanted.key == nodes.key && wanted.values.size() == 1 && !is_bound(wanted) &&
                   wanted.values.front() == nodes.value && (by_driver || !nodes.has_plugin);
          });
      if (found == std::end(kDriverless)) return false;
      if (named == nullptr) named = found;
      return true;
    });
    if (label == nullptr || (!driver_.empty() && is_there(*label))) return false;
    findings_.push_back({"NodeSelectorNeverMatches", Severity::kWarn, std::string(label->field),
                         std::string(named->name) + " (label " + text_of(*label) +
                             ") runs no DRA driver, and " + std::string(subject_.name) +
                             " asks for devices of class " + shown(device_class, 50) + ".",
                         "Pick other nodes: of a managed node group, or your own."});
    return true;
  }

  bool tell_missing(std::string_view device_class) {
    const MatchCount* count = facts_.devices.matches().of_class(device_class);
    if (count == nullptr || count->on_one_node == 0 || count->pending > 0 || driver_.empty() ||
        !nodes().knows_all_of(driver_))
      return false;
    const WantedLabel* label =
        missing([&](const WantedLabel& one) { return !is_there(one) && !may_come(one); });
    if (label == nullptr) return false;
    // Names of nodes are never told.
    const bool tells =
        facts_.settings.inventory != Inventory::kNothing && label->key != kNameOfNode;
    std::vector<std::string_view> values;
    if (tells) values = values_of(*label);
    findings_.push_back({"NodeSelectorNeverMatches", Severity::kWarn, std::string(label->field),
                         "No node with devices of class " + shown(device_class, 50) +
                             " has label " + text_of(*label) + label_values_text(values) + ".",
                         tells ? fix(*label, values) : otherwise(), class_cause(device_class)});
    return true;
  }

  std::vector<std::string_view> values_of(const WantedLabel& label) const {
    return nodes().label_values(driver_, label.key, kValuesLooked);
  }

  // No node has the value yet, and it is none of theirs with a slip.
  bool may_come(const WantedLabel& label) const {
    return is_of_pool(label.key) && value_meant(label, values_of(label)).empty();
  }

  static std::string_view value_meant(const WantedLabel& label,
                                      const std::vector<std::string_view>& values) {
    return label.values.size() == 1 && !is_bound(label)
               ? label_value_meant(label.values.front(), values)
               : std::string_view();
  }

  std::string fix(const WantedLabel& label, const std::vector<std::string_view>& values) const {
    if (values.empty()) {
      const std::vector<std::string_view> keys = nodes().label_keys(driver_, kKeysLooked);
      const std::string_view meant = nearest_misspelt(label.key, keys);
      return meant.empty() ? otherwise() : "Write " + shown(meant, 60) + ".";
    }
    const std::string_view meant = value_meant(label, values);
    return meant.empty() ? otherwise()
                         : "Write " + shown(label.key, 60) + ": " + shown(meant, 40) + ".";
  }

  std::string otherwise() const {
    return "Correct it; else " + std::string(subject_.name) + " stays Pending until one has it.";
  }

  const PodSubject& subject_;
  const CheckFacts& facts_;
  std::vector<Finding>& findings_;
  const WantedLabels labels_;
  std::string_view driver_;  // of all the class's devices; empty for several, and for none
};

}  // namespace

bool is_of_pool(std::string_view key) {
  return std::any_of(std::begin(kOfPools), std::end(kOfPools),
                     [key](std::string_view begin) { return key.starts_with(begin); });
}

std::string label_values_text(std::span<const std::string_view> values) {
  std::string text;
  for (std::size_t i = 0; i < std::min(values.size(), kValuesTold); ++i) {
    text += i == 0 ? " (seen: " : ", ";
    text += shown(values[i], 40);
  }
  if (values.size() > kValuesTold) text += ", ...";
  return text + (values.empty() ? "" : ")");
}

std::string_view label_value_meant(std::string_view value,
                                   std::span<const std::string_view> values) {
  const std::string_view meant = value_with_word(value, values);
  return meant.empty() ? nearest_misspelt(value, values) : meant;
}

bool picks_nodes_that_may_come(const PodSubject& subject, const CheckFacts& facts) {
  std::vector<Finding> none;
  return Check(subject, facts, none).picks_nodes_that_may_come();
}

bool picks_pool(const kube::PodView& pod) {
  const WantedLabels wanted = wanted_labels(pod.spec());
  const auto has_pool = [](const std::vector<WantedLabel>& labels) {
    return std::any_of(labels.begin(), labels.end(),
                       [](const WantedLabel& label) { return is_of_pool(label.key); });
  };
  return has_pool(wanted.all) || std::any_of(wanted.terms.begin(), wanted.terms.end(), has_pool);
}

void check_node_selector(const PodSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings) {
  if (!facts.is_new || !subject.pod.node_name().empty()) return;
  Check(subject, facts, findings).run();
}

}  // namespace drawbridge::rules
