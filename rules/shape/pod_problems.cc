#include "rules/shape/pod_problems.h"

#include <algorithm>
#include <map>

#include "kube/api/ascii.h"
#include "kube/api/names.h"
#include "kube/api/object.h"
#include "kube/api/small_names.h"
#include "rules/nearest.h"
#include "rules/placeholder.h"
#include "rules/shape/texts.h"

namespace drawbridge::rules::shape {
namespace {

using kube::Json;

constexpr std::string_view kContainerLists[] = {"initContainers", "containers"};
// validation.IsValidPortName of apimachinery.
constexpr std::size_t kPortNameBytesMax = 15;
constexpr std::int64_t kPortMax = 65535;
// strings.TrimSpace of Go, of ASCII.
constexpr std::string_view kBlanks = " \t\n\v\f\r";

std::string at_index(const std::string& list, std::size_t index) {
  return list + "[" + std::to_string(index) + "]";
}

bool is_filled_in(std::string_view text) {
  return placeholder_in(text).empty() && text.find_first_of("$<%@") == std::string_view::npos;
}

// In small letters, with dashes for what can't stand in a label; empty where that is none either.
std::string label_meant(std::string_view name) {
  std::string text = kube::lowered(name);
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return c == '_' || c == '.' || c == ' ' || c == '/' || c == ':'; }, '-');
  return kube::dns_label_problem(text) ? std::string() : text;
}

class PodJudge {
 public:
  PodJudge(const Json& pod, const PodPlace& place, const std::set<std::string_view>& meant)
      : pod_(pod), spec_(pod["spec"]), place_(place), meant_(meant) {}

  std::vector<Finding> judge() {
    if (!pod_.is_null() && !pod_.is_object()) return {};
    judge_labels(pod_["metadata"]["labels"], below(place_.path, "metadata.labels"));
    judge_labels(spec_["nodeSelector"], below(place_.path, "spec.nodeSelector"));
    judge_annotations(pod_["metadata"]["annotations"], below(place_.path, "metadata.annotations"));
    judge_volumes();
    judge_containers();
    return std::move(findings_);
  }

 private:
  void add(std::string field, std::string message, std::string fix) {
    findings_.push_back(
        {"MalformedObject", Severity::kDeny, std::move(field), std::move(message), std::move(fix)});
  }

  bool is_told(std::string_view field) const { return meant_.contains(field); }

  void judge_labels(const Json& labels, const std::string& at) {
    for (const Json::Member& label : labels.members()) {
      if (!is_filled_in(label.key())) continue;
      if (const auto problem = kube::qualified_name_problem(label.key())) {
        const std::string meant = kube::qualified_name_in_small(label.key());
        add(at,
            printable(at) + " has " + shown(label.key()) + ", and a label's name " + *problem + ".",
            meant.empty() ? "Write a name such as app or example.com/app."
                          : "Write " + shown(meant) + ".");
        continue;
      }
      const std::string_view value = label.value.as_string();
      if (!label.value.is_string() || !is_filled_in(value)) continue;
      const auto problem = kube::label_value_problem(value);
      if (!problem) continue;
      std::string other(value.substr(0, kube::kLabelValueBytesMax));
      std::replace_if(
          other.begin(), other.end(),
          [](char c) { return c == ' ' || c == '/' || c == ':' || c == '@' || c == ','; }, '-');
      // What nodes are chosen by are labels of theirs.
      const std::string_view or_else =
          at.ends_with("nodeSelector") ? "." : ", or make it an annotation.";
      add(at,
          printable(at) + " has " + shown(label.key()) + ": " + shown(value) +
              ", and a label's value " + *problem + ".",
          (kube::label_value_problem(other) ? "Write letters, digits, dashes, dots and underscores"
                                            : "Write " + shown(label.key()) + ": " + other) +
              std::string(or_else));
    }
  }

  // Whose case does not matter (ValidateAnnotations of apimachinery).
  void judge_annotations(const Json& annotations, const std::string& at) {
    for (const Json::Member& annotation : annotations.members()) {
      if (!is_filled_in(annotation.key())) continue;
      const auto problem = kube::qualified_name_problem(kube::lowered(annotation.key()));
      if (!problem) continue;
      add(at,
          printable(at) + " has " + shown(annotation.key()) + ", and an annotation's name " +
              *problem + ".",
          "Write a name such as example.com/note.");
    }
  }

  void judge_name(std::string_view name, const std::string& at, std::string_view of) {
    if (!is_filled_in(name)) return;
    if (name.empty()) {
      return add(at + ".name", printable(at) + ".name is not set.",
                 "Write name: " + std::string(of) + " in " + printable(at) + ".");
    }
    const auto problem = kube::dns_label_problem(name);
    if (!problem) return;
    const std::string other = label_meant(name);
    add(at + ".name", printable(at) + ".name is " + shown(name) + ", and it " + *problem + ".",
        other.empty() ? "Name it with small letters, digits and dashes."
                      : "Write name: " + other + ".");
  }

  void judge_volumes() {
    const std::string list = below(place_.path, "spec.volumes");
    const auto volumes = spec_["volumes"].elements();
    for (std::size_t i = 0; i < volumes.size(); ++i) {
      const Json name = volumes[i]["name"];
      if (volumes[i].is_object() && (name.is_string() || name.is_null()))
        judge_name(name.as_string(), at_index(list, i), "data");
    }
  }

  void judge_containers() {
    const std::string list = below(place_.path, "spec.containers");
    const Json containers = spec_["containers"];
    const bool may_lack = place_.is_part || is_told("containers");
    if (spec_.is_null() || spec_.is_object()) {
      if ((containers.is_null() || (containers.is_array() && containers.empty())) && !may_lack &&
          !is_told("spec") && !is_told("template"))
        add(list, printable(list) + " is not set, and a pod has at least one container.",
            "Write containers: [{name: main, image: IMAGE}] in " +
                printable(below(place_.path, "spec")) + ".");
    }
    for (const std::string_view kind : kContainerLists) {
      const auto elements = spec_[kind].elements();
      for (std::size_t i = 0; i < elements.size(); ++i) {
        if (elements[i].is_object())
          judge_container(elements[i],
                          at_index(below(place_.path, "spec." + std::string(kind)), i));
      }
    }
  }

  // initContainers and containers share their names; of one list decode() tells it.
  void judge_container_name(const Json& container, const std::string& at) {
    const Json given = container["name"];
    if (!given.is_string() && !given.is_null()) return;
    const std::string_view name = given.as_string();
    if (!name.empty() || !(place_.is_part || is_told("name"))) judge_name(name, at, "main");
    if (name.empty()) return;
    const std::string list = at.substr(0, at.rfind('['));
    const auto [first, is_new] = names_.emplace(name, at);
    if (is_new || first->second.starts_with(list + "[")) return;
    add(at + ".name",
        printable(at) + ".name: " + shown(name) + " stands already in " + printable(first->second) +
            ", and the API server refuses a second one.",
        "Give one of the two another name, or take it away.");
  }

  void judge_container(const Json& container, const std::string& at) {
    judge_container_name(container, at);
    const Json image = container["image"];
    const bool lacks_image = image.is_null() || (image.is_string() && image.empty());
    if (lacks_image && !place_.is_part && !is_told("image")) {
      add(at + ".image", printable(at) + ".image is not set.",
          "Write image: IMAGE in " + printable(at) + ".");
    }
    judge_image_blanks(image.as_string(), at + ".image");
    judge_env(container["env"], at + ".env");
    judge_mounts(container, at);
    judge_ports(container["ports"], at + ".ports");
  }

  // An image of blanks alone stands in templates for one that a controller fills in.
  void judge_image_blanks(std::string_view image, const std::string& at) {
    const std::size_t first = image.find_first_not_of(kBlanks);
    if (image.empty() || (first == std::string_view::npos && !place_.path.empty())) return;
    const std::string_view bare =
        first == std::string_view::npos
            ? std::string_view()
            : image.substr(first, image.find_last_not_of(kBlanks) + 1 - first);
    if (bare.size() == image.size()) return;
    add(at,
        printable(at) + (bare.empty() ? " is blank." : " has blanks before or behind the name.") +
            (place_.path.empty() ? "" : " The pods are refused when they are made."),
        "Write image: " + (bare.empty() ? std::string("IMAGE") : shown(bare)) + ".");
  }

  // IsRelaxedEnvVarName of apimachinery: what can be printed in ASCII, but for '='.
  void judge_env(const Json& env, const std::string& at) {
    for (std::size_t i = 0; i < env.elements().size(); ++i) {
      const Json entry = env.at(i);
      const std::string where = at_index(at, i) + ".name";
      if (!entry.is_object() || (!entry["name"].is_null() && !entry["name"].is_string())) continue;
      const std::string_view name = entry["name"].as_string();
      if (name.empty()) {
        if (!place_.is_part && !is_told("name"))
          add(where, printable(where) + " is not set.", "Write name: NAME there, or take it away.");
        continue;
      }
      const bool good = std::all_of(name.begin(), name.end(),
                                    [](char c) { return c >= ' ' && c <= '~' && c != '='; });
      if (good || !is_filled_in(name)) continue;
      const std::size_t sign = name.find('=');
      const bool is_pair = sign != std::string_view::npos && sign > 0 && entry["value"].is_null() &&
                           entry["valueFrom"].is_null();
      add(where,
          printable(where) + " is " + shown(name) +
              ", and the name of a variable is of ASCII without '='.",
          is_pair ? "Write {name: " + shown(name.substr(0, sign)) +
                        ", value: " + value_text(Json::string(name.substr(sign + 1))) + "}."
                  : std::string("Write a name of letters, digits and underscores."));
    }
  }

  bool has_volume(std::string_view name) const {
    const auto volumes = spec_["volumes"].elements();
    return std::any_of(volumes.begin(), volumes.end(),
                       [&](const Json& one) { return one["name"].as_string() == name; }) ||
           std::find(place_.more_volumes.begin(), place_.more_volumes.end(), name) !=
               place_.more_volumes.end();
  }

  std::string volume_advice(std::string_view name) const {
    std::vector<std::string_view> names = place_.more_volumes;
    for (const Json& volume : spec_["volumes"].elements())
      names.push_back(volume["name"].as_string());
    std::erase(names, std::string_view());
    const std::string_view near = nearest(name, names);
    if (!near.empty()) return "Write name: " + shown(near) + ".";
    return "Write volumes: [{name: " + shown(name) + ", emptyDir: {}}] in " +
           printable(below(place_.path, "spec")) + ", or another source than emptyDir.";
  }

  void judge_mounts(const Json& container, const std::string& at) {
    const bool volumes_known = !place_.is_part && !is_told("volumes") &&
                               !is_told("volumeClaimTemplates") &&
                               (spec_["volumes"].is_null() || spec_["volumes"].is_array());
    std::map<std::string_view, std::size_t> paths;
    const auto mounts = container["volumeMounts"].elements();
    for (std::size_t i = 0; i < mounts.size(); ++i) {
      const std::string mount = at_index(at + ".volumeMounts", i);
      const std::string_view name = mounts[i]["name"].as_string();
      if (volumes_known && !name.empty() && is_filled_in(name) && !has_volume(name)) {
        add(mount + ".name",
            printable(mount) + ".name is " + shown(name) +
                ", and the pod has no volume of that name.",
            volume_advice(name));
      }
      const Json path = mounts[i]["mountPath"];
      if (!mounts[i].is_object() || (!path.is_null() && !path.is_string())) continue;
      if (path.empty() && !place_.is_part && !is_told("mountPath")) {
        add(mount + ".mountPath", printable(mount) + ".mountPath is not set.",
            "Write mountPath: /" + (name.empty() ? std::string("data") : shown(name)) + ".");
        continue;
      }
      const auto [first, is_new] = paths.emplace(path.as_string(), i);
      if (is_new || path.empty()) continue;
      add(mount + ".mountPath",
          printable(mount) + ".mountPath: " + shown(path.as_string()) + " stands already in " +
              printable(at_index(at + ".volumeMounts", first->second)) +
              ", and the API server refuses a second one.",
          "Mount one of the two elsewhere, or take it away.");
    }
  }

  void judge_ports(const Json& ports, const std::string& at) {
    std::map<std::string_view, std::size_t> names;
    for (std::size_t i = 0; i < ports.elements().size(); ++i) {
      const Json port = ports.at(i);
      if (!port.is_object()) continue;
      const std::string where = at_index(at, i);
      const Json number = port["containerPort"];
      const bool is_missing = number.is_null() && !place_.is_part && !is_told("containerPort");
      if (is_missing ||
          (number.is_integer() && (number.as_int() < 1 || number.as_int() > kPortMax)))
        add(where + ".containerPort",
            printable(where) + ".containerPort is " +
                (number.is_null() ? "not set" : value_text(number) + ", and ports are 1 to 65535") +
                ".",
            "Write containerPort: 8080, or the port that the program listens on.");
      judge_port_name(port["name"].as_string(), where);
      const std::string_view name = port["name"].as_string();
      const auto [first, is_new] = names.emplace(name, i);
      if (is_new || name.empty() || !is_filled_in(name)) continue;
      add(where + ".name",
          printable(where) + ".name: " + shown(name) + " stands already in " +
              printable(at_index(at, first->second)) + ", and the API server refuses a second one.",
          "Give one of the two another name, or take it away.");
    }
  }

  void judge_port_name(std::string_view name, const std::string& at) {
    if (name.empty() || !is_filled_in(name)) return;
    const bool has_letter =
        std::any_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    const bool good = name.size() <= kPortNameBytesMax && has_letter &&
                      !kube::dns_label_problem(name) && name.find("--") == std::string_view::npos;
    if (good) return;
    std::string other = label_meant(name).substr(0, kPortNameBytesMax);
    while (other.ends_with('-')) other.pop_back();
    add(at + ".name",
        printable(at) + ".name is " + shown(name) +
            ", and a port's name has at most 15 small letters, digits and single dashes.",
        has_letter && !other.empty() && other.find("--") == std::string::npos
            ? "Write name: " + other + "."
            : "Write a name such as http, or leave it out.");
  }

  const Json pod_;
  const Json spec_;
  const PodPlace& place_;
  const std::set<std::string_view>& meant_;
  std::map<std::string_view, std::string> names_;
  std::vector<Finding> findings_;
};

}  // namespace

Images images_of(const Json& pod_spec) {
  Images images;
  for (const std::string_view list : kContainerLists) {
    for (const Json& container : pod_spec[list].elements()) {
      const bool has_one = !container["image"].is_null();
      images.any |= has_one;
      images.all &= has_one;
    }
  }
  return images;
}

bool is_spark_template(const Json& object) {
  const kube::ObjectView view(object);
  if (view.kind() != "Pod" || !view.group().empty() || !view.name().empty() ||
      !view.generate_name().empty())
    return false;
  const auto containers = object["spec"]["containers"].elements();
  return !images_of(object["spec"]).any &&
         std::any_of(containers.begin(), containers.end(), [](const Json& container) {
           return container["name"].as_string().starts_with("spark-");
         });
}

bool names_devices(const Json& pod_spec) {
  if (!pod_spec["resourceClaims"].is_null()) return true;
  for (const std::string_view list : kContainerLists) {
    for (const Json& container : pod_spec[list].elements()) {
      if (!container["resources"]["claims"].is_null()) return true;
      for (const std::string_view amounts : {"limits", "requests"}) {
        for (const Json::Member& amount : container["resources"][amounts].members()) {
          if (amount.key().find('/') != std::string_view::npos) return true;
        }
      }
    }
  }
  return false;
}

std::string labels_text(const Json& labels) {
  std::string text;
  for (const Json::Member& label : labels.members())
    text += (text.empty() ? "" : ", ") + shown(label.key()) + ": " + value_text(label.value);
  return "{" + text + "}";
}

std::vector<Finding> pod_problems(const Json& pod, const PodPlace& place,
                                  const std::set<std::string_view>& meant) {
  return PodJudge(pod, place, meant).judge();
}

}  // namespace drawbridge::rules::shape
