#include "rules/shape/workload_problems.h"

#include <algorithm>
#include <string>

#include "kube/api/object.h"
#include "rules/devices/workloads.h"
#include "rules/placeholder.h"
#include "rules/shape/pod_problems.h"
#include "rules/shape/texts.h"

namespace drawbridge::rules::shape {
namespace {

using kube::Json;

// Which the API server wants to be 0 or more.
constexpr std::string_view kCounts[] = {
    "replicas",        "parallelism",           "completions",
    "backoffLimit",    "activeDeadlineSeconds", "ttlSecondsAfterFinished",
    "minReadySeconds", "revisionHistoryLimit"};
// The generated label of a Job's selector, in one that was read from a cluster.
constexpr std::string_view kJobUidLabels[] = {"controller-uid",
                                              "batch.kubernetes.io/controller-uid"};

// Words of a schedule of cron: minute, hour, day, month, day of the week.
constexpr std::size_t kScheduleWords = 5;

std::size_t words_in(std::string_view text) {
  std::size_t words = 0;
  for (std::size_t at = text.find_first_not_of(" \t"); at != std::string_view::npos;
       at = text.find_first_not_of(" \t", at)) {
    ++words;
    at = std::min(text.find_first_of(" \t", at), text.size());
  }
  return words;
}

class WorkloadJudge {
 public:
  WorkloadJudge(const Json& object, const std::set<std::string_view>& meant)
      : object_(object), view_(object), meant_(meant) {}

  std::vector<Finding> judge() {
    const std::string_view group = view_.group();
    const std::string_view kind = view_.kind();
    if (group.empty() && kind == "Pod") {
      // Spark and others take Pods as patterns, to which they add an image.
      const bool is_pattern = is_spark_template(object_) ||
                              (!images_of(object_["spec"]).any && !names_devices(object_["spec"]));
      add_pod(object_, {.path = "", .is_part = is_pattern});
    } else if (group.empty() && kind == "PodTemplate") {
      add_pod(object_["template"], {.path = "template", .is_part = true});
    } else if (group == "apps" || (group.empty() && kind == "ReplicationController")) {
      judge_replicated();
    } else if (group == "batch" && kind == "Job") {
      judge_job(object_["spec"], "spec", false);
    } else if (group == "batch" && kind == "CronJob") {
      judge_schedule();
      judge_job(object_["spec"]["jobTemplate"]["spec"], "spec.jobTemplate.spec", true);
    } else if (kind == "AppWrapper") {
      judge_components(object_["spec"]["components"].elements());
    }
    return std::move(findings_);
  }

 private:
  void add(std::string field, std::string message, std::string fix) {
    findings_.push_back(
        {"MalformedObject", Severity::kDeny, std::move(field), std::move(message), std::move(fix)});
  }

  bool is_told(std::string_view field) const { return meant_.contains(field); }

  void add_pod(const Json& pod, const PodPlace& place) {
    for (Finding& finding : pod_problems(pod, place, meant_))
      findings_.push_back(std::move(finding));
  }

  void judge_counts(const Json& spec, const std::string& path) {
    for (const std::string_view field : kCounts) {
      const Json count = spec[field];
      if (!count.is_integer() || count.as_int() >= 0) continue;
      const std::string at = path + "." + std::string(field);
      add(at, at + " is " + value_text(count) + ", and must not be negative.",
          "Write " + std::string(field) + ": " + (field == "replicas" ? "1" : "0") +
              ", or leave it out.");
    }
  }

  // What kustomize merges into the object that has the rest. It changes an image, or adds what
  // pods ask for; who writes a whole one forgets less.
  bool is_patch(const Json& spec) const {
    if (is_told("selector") || is_told("template")) return false;
    if (spec["template"].is_null()) return true;
    if (!spec["selector"].is_null()) return false;
    const Json pod = spec["template"];
    const Images images = images_of(pod["spec"]);
    if (!pod["metadata"]["labels"].empty()) return !images.any;
    return !images.all || !names_devices(pod["spec"]);
  }

  void judge_replicated() {
    const std::string_view kind = view_.kind();
    if (kind != "Deployment" && kind != "ReplicaSet" && kind != "StatefulSet" &&
        kind != "DaemonSet" && kind != "ReplicationController")
      return;
    const Json spec = object_["spec"];
    const bool by_default = kind == "ReplicationController";
    const bool is_part = is_patch(spec);
    judge_counts(spec, "spec");
    if (!by_default) judge_selector(spec, is_part);
    judge_match(by_default ? spec["selector"] : spec["selector"]["matchLabels"], spec["template"]);
    const std::string_view policy = spec["template"]["spec"]["restartPolicy"].as_string();
    if (policy == "Never" || policy == "OnFailure") {
      add("spec.template.spec.restartPolicy",
          "spec.template.spec.restartPolicy is " + shown(policy) + ", and the pods of a " +
              std::string(kind) + " are always restarted.",
          "Write restartPolicy: Always; what runs to its end is a Job.");
    }
    const Json strategy = spec["strategy"];
    if (kind == "Deployment" && strategy["type"].as_string() == "Recreate" &&
        !strategy["rollingUpdate"].is_null()) {
      add("spec.strategy.rollingUpdate",
          "spec.strategy has rollingUpdate, and its type is Recreate.",
          "Take rollingUpdate away, or write type: RollingUpdate.");
    }
    PodPlace place{.path = "spec.template", .is_part = is_part};
    if (kind == "StatefulSet") {
      for (const Json& claim : spec["volumeClaimTemplates"].elements())
        place.more_volumes.push_back(claim["metadata"]["name"].as_string());
    }
    add_pod(spec["template"], place);
  }

  void judge_selector(const Json& spec, bool is_part) {
    const Json selector = spec["selector"];
    if (is_part || is_told("selector") || is_told("matchLabels") || is_told("matchExpressions"))
      return;
    if (!selector.is_null() && !selector.is_object()) return;
    // What it has besides those two is unknown, and told.
    if (!selector["matchLabels"].empty() || !selector["matchExpressions"].empty()) return;
    const auto fields = selector.members();
    if (std::any_of(fields.begin(), fields.end(), [](const Json::Member& field) {
          return field.key() != "matchLabels" && field.key() != "matchExpressions";
        }))
      return;
    const Json labels = spec["template"]["metadata"]["labels"];
    const std::string name = view_.name().empty() ? std::string("NAME") : shown(view_.name());
    const bool has_labels = labels.is_object() && !labels.empty();
    const std::string pairs = has_labels ? labels_text(labels) : "{app: " + name + "}";
    add("spec.selector",
        std::string("spec.selector ") + (selector.is_null() ? "is not set" : "selects nothing") +
            ", and a " + std::string(view_.kind()) + " finds its pods by it.",
        "Write selector: {matchLabels: " + pairs + "} in spec" +
            (has_labels ? std::string(".")
                        : ", and labels: " + pairs + " in spec.template.metadata."));
  }

  // `wanted` are matchLabels, or the selector of a ReplicationController.
  void judge_match(const Json& wanted, const Json& pod_template) {
    const Json labels = pod_template["metadata"]["labels"];
    if (pod_template.is_null() || is_told("labels") || is_told("metadata") || is_told("template"))
      return;
    if (!labels.is_null() && !labels.is_object()) return;
    for (const Json::Member& one : wanted.members()) {
      const Json has = labels[one.key()];
      if (!one.value.is_string() || (!has.is_null() && !has.is_string())) return;
      if (has.is_string() && has.as_string() == one.value.as_string()) continue;
      const std::string entry = shown(one.key()) + ": " + value_text(one.value);
      add("spec.template.metadata.labels",
          "spec.selector wants " + entry + ", and the pods " +
              (has.is_null() ? "do not have that label."
                             : "have " + shown(one.key()) + ": " + value_text(has) + "."),
          "Write " + entry + " in spec.template.metadata.labels.");
    }
  }

  void judge_job(const Json& spec, const std::string& path, bool of_cron) {
    const Json pod = spec["template"];
    const std::string at = path + ".template.spec.restartPolicy";
    const Json policy = pod["spec"]["restartPolicy"];
    const bool is_part = policy.is_null() && !images_of(pod["spec"]).any &&
                         (!pod["spec"]["containers"].empty() || !names_devices(pod["spec"]));
    judge_counts(spec, path);
    const bool lacks_policy = policy.is_null() && !is_part && !is_told("restartPolicy") &&
                              !is_told("template") && !is_told("spec") && pod["spec"].is_object();
    if (lacks_policy || policy.as_string() == "Always") {
      add(at,
          at + " is " + (policy.is_null() ? "not set, which means Always" : "Always") +
              ", and the pods of a Job come to an end.",
          "Write restartPolicy: Never or restartPolicy: OnFailure.");
    }
    judge_job_selector(spec, path, of_cron);
    const Json mode = spec["completionMode"];
    if (mode.as_string() == "Indexed" && spec["completions"].is_null() && !is_told("completions")) {
      const Json parallelism = spec["parallelism"];
      add(path + ".completions",
          path + ".completions is not set, and completionMode: Indexed wants it.",
          "Write completions: " + (parallelism.is_integer() ? value_text(parallelism) : "1") + ".");
    }
    add_pod(pod, {.path = path + ".template", .is_part = is_part});
  }

  void judge_job_selector(const Json& spec, const std::string& path, bool of_cron) {
    const Json selector = spec["selector"];
    const bool manual = spec["manualSelector"].as_bool() && !of_cron;
    if (!selector.is_object()) return;
    if (manual) return judge_match(selector["matchLabels"], spec["template"]);
    for (const std::string_view label : kJobUidLabels) {
      if (!selector["matchLabels"][label].is_null()) return;
    }
    add(path + ".selector", path + ".selector is set, and the API server makes a Job's selector.",
        "Take selector away.");
  }

  // AppWrapper's webhook refuses a podSets entry whose path leads to no pod template
  // (project-codeflare/appwrapper, internal/webhook).
  void judge_components(std::span<const Json> components) {
    for (std::size_t i = 0; i < components.size(); ++i) {
      const auto sets = components[i]["podSets"].elements();
      for (std::size_t j = 0; j < sets.size(); ++j) {
        const std::string_view path = sets[j]["path"].as_string();
        if (path.empty() || at_path(components[i], path).is_object()) continue;
        const std::string at =
            "spec.components[" + std::to_string(i) + "].podSets[" + std::to_string(j) + "].path";
        const std::string below = "template." + std::string(path);
        add(at, at + " is " + shown(path, 80) + ", and no pod template stands there.",
            at_path(components[i], below).is_object()
                ? "Write path: " + shown(below, 90) + "."
                : "Write the path of the pod template, which begins with template.");
      }
    }
  }

  void judge_schedule() {
    const Json schedule = object_["spec"]["schedule"];
    const std::string_view text = schedule.as_string();
    const bool is_part = !images_of(object_["spec"]["jobTemplate"]["spec"]["template"]["spec"]).any;
    if ((!schedule.is_null() && !schedule.is_string()) || is_told("schedule")) return;
    if (text.empty()) {
      if (!is_part)
        add("spec.schedule", "spec.schedule is not set.",
            "Write schedule: \"0 * * * *\" for every hour.");
      return;
    }
    if (text.starts_with('@') || !placeholder_in(text).empty() ||
        text.find('=') != std::string_view::npos || words_in(text) == kScheduleWords)
      return;
    add("spec.schedule",
        "spec.schedule is " + shown(text) + ", and it takes minute, hour, day, month and weekday.",
        "Write five words, such as \"0 * * * *\" for every hour.");
  }

  const Json object_;
  const kube::ObjectView view_;
  const std::set<std::string_view>& meant_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> workload_problems(const Json& object,
                                       const std::set<std::string_view>& meant) {
  return WorkloadJudge(object, meant).judge();
}

}  // namespace drawbridge::rules::shape
