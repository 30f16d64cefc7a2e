#include "webhook/cli/object_shape.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "kube/api/object.h"
#include "quota/device_quota.h"
#include "rules/devices/removed_api.h"
#include "rules/devices/workloads.h"
#include "rules/shape/decode.h"
#include "rules/shape/kinds.h"
#include "rules/shape/operators.h"
#include "rules/shape/schema.h"

namespace drawbridge::cli {
namespace {

using kube::Json;
using kube::ObjectView;

// The steps of a field as messages name it: spec.replicatedJobs[1].template is spec,
// replicatedJobs, 1, template; spec.hard[nvidia.com/gpu] is spec, hard, nvidia.com/gpu.
nlohmann::json::json_pointer pointer_to(std::string_view field) {
  nlohmann::json::json_pointer pointer;
  while (!field.empty()) {
    const bool in_brackets = field.front() == '[';
    const std::size_t end =
        std::min(field.size(), field.find_first_of(in_brackets ? "]" : ".[", 1));
    pointer /= std::string(field.substr(in_brackets ? 1 : 0, end - (in_brackets ? 1 : 0)));
    field.remove_prefix(std::min(field.size(), end + (in_brackets ? 1 : 0)));
    if (field.starts_with('.')) field.remove_prefix(1);
  }
  return pointer;
}

// The object with what is meant in place of its values of other types.
class Mended {
 public:
  void add(const rules::shape::Decoded& decoded, const std::string& path) {
    possible_ &= decoded.mendable;
    for (const rules::shape::Mend& mend : decoded.mends) {
      json::json_pointer at = pointer_to(path);
      for (const std::string& step : mend.way) at /= step;
      mends_.emplace_back(std::move(at), mend.json);
      if (mend.json.empty() || mend.keeps_place) left_out_.push_back(mend.field);
    }
  }

  // Fields that are not there in what apply() makes.
  const std::vector<std::string>& left_out() const { return left_out_; }

  std::shared_ptr<const kube::Document> apply(const Json& object) const {
    if (!possible_ || mends_.empty()) return nullptr;
    json mended = json::parse(kube::to_text(object));
    for (const auto& [at, value] : mends_) {
      if (!mended.contains(at)) return nullptr;
      json& holder = mended[at.parent_pointer()];
      if (value.empty() && !holder.is_object()) return nullptr;
      if (value.empty())
        holder.erase(at.back());
      else
        mended[at] = json::parse(value);
    }
    Result<kube::Document> document = kube::read_json(mended.dump());
    return document ? std::make_shared<const kube::Document>(std::move(*document)) : nullptr;
  }

 private:
  using json = nlohmann::json;
  bool possible_ = true;
  std::vector<std::pair<json::json_pointer, std::string>> mends_;
  std::vector<std::string> left_out_;
};

nlohmann::json formed(nlohmann::json value, rules::shape::Meant::Form form) {
  using Form = rules::shape::Meant::Form;
  if (form == Form::kIntoList) return nlohmann::json::array({std::move(value)});
  if (form == Form::kIntoNamed) {
    nlohmann::json named = nlohmann::json::array();
    // As a range, a text is one element.
    for (nlohmann::json& name : value) named.push_back({{"name", std::move(name)}});
    return named;
  }
  return form == Form::kOutOfList && value.is_array() && !value.empty() ? value[0] : value;
}

// False where the way there leads through a list or a value that is not there.
bool can_hold(const nlohmann::json& object, nlohmann::json::json_pointer at) {
  const std::string name = at.back();
  at.pop_back();
  if (object.contains(at)) return object[at].is_object() && !object[at].contains(name);
  return !at.empty() && at.back().find_first_not_of("0123456789") != std::string::npos &&
         can_hold(object, at);
}

// The object with its unknown fields where they were meant to stand; nullptr where none can be
// moved.
std::shared_ptr<const kube::Document> with_moves(const Json& object,
                                                 std::span<const rules::shape::Move> moves) {
  if (moves.empty()) return nullptr;
  nlohmann::json moved = nlohmann::json::parse(kube::to_text(object));
  bool changed = false;
  // What is within another field is moved before that is.
  for (auto move = moves.rbegin(); move != moves.rend(); ++move) {
    const auto from = pointer_to(move->from);
    const auto to = pointer_to(move->to);
    if (!moved.contains(from) || !can_hold(moved, to)) continue;
    nlohmann::json& holder = moved[from.parent_pointer()];
    if (!holder.is_object()) continue;  // a name with marks of a path in it
    nlohmann::json value = formed(moved[from], move->form);
    holder.erase(from.back());
    moved[to] = std::move(value);
    changed = true;
  }
  Result<kube::Document> document = kube::read_json(moved.dump());
  return changed && document ? std::make_shared<const kube::Document>(std::move(*document))
                             : nullptr;
}

// The object without the fields that are told, so that the rest of it can be judged; nullptr where
// that is not possible.
std::shared_ptr<const kube::Document> without_fields(const Json& object,
                                                     std::span<const rules::Finding> told) {
  nlohmann::json left = nlohmann::json::parse(kube::to_text(object));
  for (const rules::Finding& finding : told) {
    const auto at = pointer_to(finding.field);
    if (at.empty() || !left.contains(at) || !left[at.parent_pointer()].is_object()) return nullptr;
    left[at.parent_pointer()].erase(at.back());
  }
  // Of a DeviceQuota nothing is left then that could be judged.
  const nlohmann::json::json_pointer hard("/spec/hard");
  if (left.contains(hard) && left[hard].empty()) return nullptr;
  Result<kube::Document> document = kube::read_json(left.dump());
  return document ? std::make_shared<const kube::Document>(std::move(*document)) : nullptr;
}

void add_decoded(const rules::shape::Decoded& decoded, Shape& shape) {
  shape.judged &= decoded.typed;
  // What containers use and what the pod has seems not to fit while one of the two is misplaced.
  if (decoded.meant.contains("resourceClaims") || decoded.meant.contains("claims"))
    shape.told = {"ClaimEntryUndeclared", "ClaimEntryUnused"};
  shape.meant.insert(decoded.meant.begin(), decoded.meant.end());
  shape.findings.insert(shape.findings.end(), decoded.findings.begin(), decoded.findings.end());
}

// The templates of a kind that has no schema, each with its path.
std::vector<std::pair<std::string, rules::shape::Decoded>> decoded_templates(
    const rules::WorkloadKind& kind, const Json& object) {
  std::vector<std::pair<std::string, rules::shape::Decoded>> decoded;
  if (kind.kind == "JobSet") {
    const auto jobs = object["spec"]["replicatedJobs"].elements();
    for (std::size_t i = 0; i < std::min(jobs.size(), rules::kPodSetsMax); ++i) {
      const std::string path = "spec.replicatedJobs[" + std::to_string(i) + "].template";
      decoded.emplace_back(path,
                           rules::shape::decode_job_template(jobs[i]["template"], path, kind.kind));
    }
    return decoded;
  }
  for (const rules::PodSet& set : rules::pod_sets(kind, object)) {
    // Of a component that is a Pod the object itself is the template.
    const bool is_pod = !kind.components.empty() && ObjectView(set.pod_template).kind() == "Pod";
    decoded.emplace_back(
        set.path, is_pod
                      ? rules::shape::decode_pod(set.pod_template, set.path, kind.kind)
                      : rules::shape::decode_pod_template(set.pod_template, set.path, kind.kind));
  }
  return decoded;
}

rules::Finding refused_text(const std::string& field, const std::string& text, std::string fix) {
  return {"MalformedObject", rules::Severity::kDeny, rules::printable(field),
          rules::printable(text) + ".", std::move(fix)};
}

// What a DeviceQuota is refused for, beside what decoding told.
void add_amounts(const Json& object, Shape& shape) {
  const auto is_told = [&shape](const std::string& field) {
    return std::any_of(shape.findings.begin(), shape.findings.end(),
                       [&field](const rules::Finding& told) { return told.field == field; });
  };
  for (const quota::HardProblem& problem : quota::hard_problems(object["spec"]["hard"])) {
    if (!is_told(rules::printable(problem.field)))
      shape.findings.push_back(
          refused_text(problem.field, problem.field + ": " + problem.message, problem.fix));
  }
  const auto quota = quota::DeviceQuota::read(object);
  const std::string fix = "Correct the field; kubectl explain shows its type.";
  if (!quota && shape.findings.empty())
    shape.findings.push_back(refused_text(quota.error().field, quota.error().text(), fix));
  if (quota && !quota->status_problem.empty() && shape.findings.empty())
    shape.findings.push_back(refused_text("status.used", quota->status_problem, fix));
}

// Of a kind that has no schema here.
rules::Finding claims_beside_pods(std::string_view kind, std::string_view path) {
  return {
      "UnknownField", rules::Severity::kWarn, "spec.resourceClaims",
      "spec.resourceClaims is not a field of a " + std::string(kind) + ": its pods have claims.",
      "Write it in " + rules::printable(path) +
          ".spec, and in that of each other template that uses it."};
}

Shape shape_of_known(const Json& object, std::span<const Json> beside) {
  const ObjectView view(object);
  const kube::GroupVersion version = kube::parse_api_version(view.api_version());
  Shape shape;
  Mended mended;
  const rules::shape::Decoded whole = rules::shape::decode(object);
  add_decoded(whole, shape);
  mended.add(whole, "");
  if (shape.judged) shape.moved = with_moves(object, whole.moves);
  // What reads ours would say these once more.
  const bool is_ours = view.group() == "drawbridge.dev";
  if (is_ours && view.kind() == "DeviceQuota") add_amounts(object, shape);
  if (is_ours && !shape.findings.empty()) {
    shape.judged = false;
    // Without a field that is meant by another one more would seem to be missing.
    if (whole.meant.empty()) {
      shape.mended = without_fields(object, shape.findings);
      for (const rules::Finding& finding : shape.findings) shape.left_out.push_back(finding.field);
    }
  }
  const rules::WorkloadKind* kind = rules::workload_kind(view.group(), view.kind());
  if (kind != nullptr &&
      rules::shape::find_root(version.group, version.version, view.kind()) == nullptr) {
    for (const auto& [path, part] : decoded_templates(*kind, object)) {
      add_decoded(part, shape);
      mended.add(part, path);
    }
    const auto told = rules::shape::operator_problems(object, *kind);
    shape.findings.insert(shape.findings.end(), told.begin(), told.end());
    const auto pods = rules::pod_sets(*kind, object);
    if (!object["spec"]["resourceClaims"].is_null() && !pods.empty())
      shape.findings.push_back(claims_beside_pods(view.kind(), pods.front().path));
  }
  if (!shape.judged && !is_ours) {
    shape.mended = mended.apply(object);
    shape.left_out = mended.left_out();
  }
  if (!has_denial_of(shape.findings, "RemovedApi")) {
    if (std::optional<rules::Finding> removed = rules::removed_api(object, beside))
      shape.findings.push_back(std::move(*removed));
  }
  return shape;
}

std::shared_ptr<const kube::Document> with_kind(const Json& object,
                                                const rules::shape::UnknownKind& unknown) {
  if (unknown.kind.empty()) return nullptr;
  nlohmann::json copy = nlohmann::json::parse(kube::to_text(object));
  copy["apiVersion"] = unknown.api_version;
  copy["kind"] = unknown.kind;
  Result<kube::Document> document = kube::read_json(copy.dump());
  return document ? std::make_shared<const kube::Document>(std::move(*document)) : nullptr;
}

// What else is wrong, as of the kind that was meant.
Shape shape_of_misspelt(const Json& object, const rules::shape::UnknownKind& unknown,
                        std::span<const Json> beside) {
  Shape shape;
  auto meant = with_kind(object, unknown);
  if (meant != nullptr) {
    shape = shape_of_known(meant->root(), beside);
    if (shape.judged) shape.mended = shape.moved ? shape.moved : meant;
    shape.of_kind = std::move(meant);
  } else {
    shape = shape_of_known(object, beside);
  }
  if (unknown.finding.severity == rules::Severity::kDeny) shape.judged = false;
  shape.findings.push_back(unknown.finding);
  return shape;
}

}  // namespace

bool has_denial_of(const std::vector<rules::Finding>& findings, std::string_view code) {
  return std::any_of(findings.begin(), findings.end(), [&](const rules::Finding& finding) {
    return finding.code == code && finding.severity == rules::Severity::kDeny;
  });
}

Shape shape_of(const Json& object, std::span<const Json> beside) {
  const ObjectView view(object);
  // Of these it says what stands in their pods, and nothing of the kind.
  const bool makes_pods =
      view.kind() == "Pod" || rules::workload_kind(view.group(), view.kind()) != nullptr;
  const auto removed = rules::removed_api(object, beside);
  if (makes_pods || !removed) {
    if (const auto unknown = rules::shape::misspelt_kind(object))
      return shape_of_misspelt(object, *unknown, beside);
  } else if (const std::string version = rules::version_of_fields(object); !version.empty()) {
    return shape_of_misspelt(
        object, {*removed, "resource.k8s.io/" + version, std::string(view.kind())}, beside);
  }
  return shape_of_known(object, beside);
}

void add_resources(const Json& object, const std::vector<rules::Finding>& known,
                   const rules::shape::GivenLimits& given_limits,
                   std::vector<rules::Finding>& findings) {
  const ObjectView view(object);
  for (const char* code : {"ResourceQuantityInvalid", "ResourceIsClassName"}) {
    if (has_denial_of(known, code)) return;
  }
  const auto add = [&](const Json& spec, const std::string& path) {
    for (rules::Finding& finding : rules::shape::resource_problems(spec, path, given_limits)) {
      const bool is_told =
          std::any_of(known.begin(), known.end(), [&finding](const rules::Finding& other) {
            const bool is_same = other.code == finding.code && other.fix == finding.fix;
            // Kueue wants of a container what the API server wants of its pod.
            const bool is_of_queue = other.code == "KueueCannotAdmit" && !other.about.empty() &&
                                     other.about == finding.about &&
                                     finding.field.starts_with(other.field + ".resources");
            return is_same || is_of_queue;
          });
      if (!is_told) findings.push_back(std::move(finding));
    }
  };
  if (view.group().empty() && view.kind() == "Pod") return add(object["spec"], "spec");
  if (view.group().empty() && view.kind() == "PodTemplate")
    return add(object["template"]["spec"], "template.spec");
  const rules::WorkloadKind* kind = rules::workload_kind(view.group(), view.kind());
  // A Workload of Kueue's says what others make: nobody holds its templates to what pods need.
  const bool is_workload = view.group() == "kueue.x-k8s.io";
  if (kind == nullptr || is_workload) return;
  for (const rules::PodSet& set : rules::pod_sets(*kind, object))
    add(set.pod_template["spec"], set.path + ".spec");
}

}  // namespace drawbridge::cli
