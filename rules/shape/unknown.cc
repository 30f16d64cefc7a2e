#include "rules/shape/unknown.h"

#include <algorithm>

#include "kube/api/ascii.h"

namespace drawbridge::rules::shape {
namespace {

using kube::Json;

std::string field_path(const Frame& frame, std::string_view name) {
  return printable(frame.path) + (frame.path.empty() ? "" : ".") + shown(name);
}

std::string place_text(const std::string& path) {
  return path.empty() ? "at the top level" : "directly in " + printable(path);
}

// Their entries, with the names as they are spelt.
std::string body_of(std::span<const UnknownField> fields, const Type& into) {
  std::string body;
  for (const UnknownField& field : fields) {
    std::string_view name = field.name;
    for (const Field& known : fields_of(into)) {
      if (letters_equal(known.name, name)) name = known.name;
    }
    body += (body.empty() ? "" : ", ") + entry_text(name, field.value);
  }
  return body;
}

// The field as it is spelt, with the value that it takes.
std::string spelling_text(const Meant& meant, const Json& value) {
  switch (meant.form) {
    case Meant::Form::kAsItIs:
      break;
    case Meant::Form::kIntoList:
      return "a list of it: " + shown(meant.name) + ": [" + value_text(value) + "]";
    case Meant::Form::kOutOfList:
      return entry_text(meant.name, value.at(0)) +
             (value.size() > 1 ? ", since it takes only one" : "");
  }
  return entry_text(meant.name, value);
}

// The struct to which the steps lead from `type`.
const Type& follow(const Type& type, std::span<const std::string> steps) {
  const Type* at = &type;
  for (std::string_view step : steps) {
    const bool list = step.ends_with("[]");
    if (list) step.remove_suffix(2);
    const Field* field = find_field(*at, step);
    if (field == nullptr) return *at;
    at = list ? &type_at(type_of(*field).first) : &type_of(*field);
  }
  return *at;
}

const Type& type_at_path(std::span<const Frame> frames, const std::string& path) {
  const auto found = std::find_if(frames.begin(), frames.end(),
                                  [&](const Frame& frame) { return frame.path == path; });
  return found == frames.end() ? *frames.back().type : *found->type;
}

bool is_old_source(const Type& type, std::string_view name) {
  return type.name == "core/v1.PodResourceClaim" && name == "source";
}

// The claim's name was nested until Kubernetes 1.30.
Finding old_source(const Frame& frame, const UnknownField& field, std::string_view kind) {
  std::string_view key = "resourceClaimTemplateName";
  if (field.value[key].is_null()) key = "resourceClaimName";
  const Json named = field.value[key];
  const std::string at = printable(frame.path);
  return {"RemovedApi", Severity::kDeny, at + ".source",
          at + ".source is not a field of a " + shown(kind) + " any more.",
          "Write " + std::string(key) + ": " +
              (named.is_string() && !named.empty() ? shown(named.as_string()) : "NAME") +
              " directly in " + at + "."};
}

std::string text_of(const Json& value, std::string_view fallback) {
  return value.is_string() && !value.empty() ? shown(value.as_string()) : std::string(fallback);
}

// Where a field leads that is no field of this type, nor of any other near it: what its writer
// wanted is said in another way. Empty for others.
std::string said_otherwise(const Type& type, const Json& owner, const UnknownField& field) {
  const std::string_view name = field.name;
  const Json& value = field.value;
  const bool is_driver = (name == "driver" || name == "driverName") && value.is_string();
  const bool is_class = type.name.ends_with(".DeviceClass");
  if (is_driver && (is_class || type.name.ends_with(".DeviceClassSpec")) &&
      owner[is_class ? "spec" : "selectors"].is_null()) {
    const std::string selectors =
        "selectors: [{cel: {expression: device.driver == '" + text_of(value, "DRIVER") + "'}}]";
    return "Write " + (is_class ? "spec: {" + selectors + "}" : selectors) + " instead.";
  }
  if (type.name.ends_with(".ResourceClaimSpec") &&
      (name == "nodeSelector" || name == "nodeName" || name == "affinity"))
    return "Write it in the spec of the pod: a claim chooses no nodes.";
  if (type.name == "core/v1.PodResourceClaim" && name.ends_with("Ref") && value.is_object()) {
    const bool made = name.find("emplate") != std::string_view::npos;
    return std::string("Write ") + (made ? "resourceClaimTemplateName: " : "resourceClaimName: ") +
           text_of(value["name"], "NAME") + " instead.";
  }
  if (type.name == "core/v1.PodResourceClaim" &&
      (name == "deviceClassName" || name == "spec" || name == "devices" || name == "requests"))
    return "Write it in a ResourceClaimTemplate, and here resourceClaimTemplateName: its name.";
  if (type.name == "core/v1.ResourceClaim" &&
      (name == "resourceClaimTemplateName" || name == "resourceClaimName"))
    return "Write it in the pod's spec.resourceClaims: - {name: " + text_of(owner["name"], "NAME") +
           ", " + entry_text(name, value) + "}; here the name is enough.";
  return {};
}

// Until v1beta1 of Kueue's Configuration a section had a switch; now it is on where it stands.
bool is_old_switch(const UnknownField& field) {
  return field.name == "enable" && field.value.is_bool();
}

std::string advice_on_switch(const Frame& frame, const UnknownField& field) {
  if (field.value.as_bool())
    return "Take enable away; where " + printable(frame.path) + " stands it is on.";
  return "Take " + printable(frame.path) + " away; where it stands it is on.";
}

}  // namespace

std::string UnknownFields::message(std::span<const UnknownField> fields, const Frame& frame) const {
  const std::string version =
      api_version_.empty() ? ""
                           : " in " + shown(api_version_) + (is_kueue() ? " of Kueue 0.19" : "");
  const std::string them = fields.size() > 1 ? "them." : "it.";
  std::string refusal = ", and kubectl apply refuses " + them;
  if (is_kueue()) refusal = is_kueue_configuration() ? ", which does not start with " + them : ".";
  if (fields.size() == 1) {
    return field_path(frame, fields.front().name) + " is not a field of a " + shown(kind_) +
           version + refusal;
  }
  std::vector<std::string> names;
  for (const UnknownField& field : fields) names.push_back(shown(field.name));
  const std::string where = frame.path.empty() ? "The object" : printable(frame.path);
  return where + " has " + list_text(names) + ", which are no fields there of a " + shown(kind_) +
         version + refusal;
}

std::string UnknownFields::explain_advice(const Frame& frame) const {
  if (is_kueue_configuration()) {
    constexpr std::size_t kFieldsShownMax = 6;
    std::vector<std::string> names;
    for (const Field& field : fields_of(*frame.type)) names.emplace_back(field.name);
    if (names.size() > kFieldsShownMax)
      return "Take it away, or look for its place in Kueue's docs.";
    return "Take it away; the fields there are " + list_text(names, " and ") + ".";
  }
  std::string path;
  bool index = false;
  for (const char c : frame.path) {
    index = c == '[' || (index && c != ']');
    if (!index && c != ']') path += c;
  }
  std::string kind = shown(kind_);
  for (char& c : kind) c = kube::to_lower(c);
  return "Take it away; kubectl explain " + kind + (path.empty() ? "" : "." + printable(path)) +
         " lists the fields that there are.";
}

Finding UnknownFields::finding(std::span<const Frame> frames, std::span<const UnknownField> fields,
                               const Json& owner, const Meant& meant) const {
  const Frame& frame = frames.back();
  const UnknownField& first = fields.front();
  std::string fix;
  if (is_kueue_configuration() && is_old_switch(first)) {
    fix = advice_on_switch(frame, first);
    return {"UnknownField", Severity::kWarn, field_path(frame, first.name), message(fields, frame),
            std::move(fix)};
  }
  switch (meant.kind) {
    case Meant::Kind::kNothing:
      fix = explain_advice(frame);
      break;
    case Meant::Kind::kSpelling:
      fix = "Write " + spelling_text(meant, first.value) + ".";
      break;
    case Meant::Kind::kUnwrapped:
      fix =
          "Write what it holds " + place_text(frame.path) + ", without " + shown(first.name) + ".";
      if (frame.type->name == "resource/v1beta1.DeviceRequest" && first.name == "exactly")
        fix = "Write apiVersion: resource.k8s.io/v1, which has exactly; or what it holds " +
              place_text(frame.path) + ".";
      break;
    case Meant::Kind::kBelow:
      // There already: a second one would be an error.
      if (owner[meant.steps.front()].is_object()) {
        fix = "Write " +
              nested_text(std::span(meant.steps).subspan(1),
                          body_of(fields, follow(*frame.type, meant.steps))) +
              " in " + field_path(frame, meant.steps.front()) + ".";
        break;
      }
      fix = "Write " + nested_text(meant.steps, body_of(fields, follow(*frame.type, meant.steps))) +
            " instead.";
      break;
    case Meant::Kind::kElsewhere: {
      if (first.name == "adminAccess" && frame.type->name.ends_with(".DeviceSubRequest")) {
        fix = "Take it away: only a request without alternatives can have it.";
        break;
      }
      const Type& into = follow(type_at_path(frames, meant.path), meant.steps);
      fix = "Write it " + place_text(meant.path) + ": " +
            nested_text(meant.steps, body_of(fields, into)) + ".";
      break;
    }
  }
  return {"UnknownField", is_kueue() ? Severity::kWarn : Severity::kDeny,
          field_path(frame, first.name), message(fields, frame), std::move(fix)};
}

std::vector<std::string_view> UnknownFields::tell(std::span<const Frame> frames,
                                                  std::span<const UnknownField> fields,
                                                  const Json& owner,
                                                  std::vector<Finding>& findings) const {
  std::vector<std::string_view> meant_here;
  std::vector<bool> told(fields.size());
  std::vector<Meant> meant(fields.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    meant[i] = what_was_meant(frames, owner, fields[i].name, fields[i].value);
    if (meant[i].kind == Meant::Kind::kSpelling) meant_here.push_back(meant[i].name);
    if (meant[i].kind == Meant::Kind::kBelow && meant[i].steps.size() == 1)
      meant_here.push_back(meant[i].name);
    if (meant[i].kind == Meant::Kind::kUnwrapped) {
      for (const Json::Member& member : fields[i].value.members())
        meant_here.push_back(member.key());
    }
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (told[i]) continue;
    if (is_old_source(*frames.back().type, fields[i].name)) {
      findings.push_back(old_source(frames.back(), fields[i], kind_));
      continue;
    }
    if (const std::string fix = said_otherwise(*frames.back().type, owner, fields[i]);
        !fix.empty()) {
      findings.push_back({"UnknownField", Severity::kDeny,
                          field_path(frames.back(), fields[i].name),
                          message(std::span(fields).subspan(i, 1), frames.back()), fix});
      continue;
    }
    std::vector<UnknownField> together = {fields[i]};
    const bool moves =
        meant[i].kind == Meant::Kind::kBelow || meant[i].kind == Meant::Kind::kElsewhere;
    for (std::size_t j = i + 1; moves && j < fields.size(); ++j) {
      if (meant[j].kind != meant[i].kind || meant[j].steps != meant[i].steps ||
          meant[j].path != meant[i].path)
        continue;
      together.push_back(fields[j]);
      told[j] = true;
    }
    findings.push_back(finding(frames, together, owner, meant[i]));
  }
  return meant_here;
}

bool UnknownFields::tell_misplaced(std::span<const Frame> frames, std::string_view key,
                                   const Json& value, const std::string& path,
                                   std::vector<Finding>& findings) const {
  if (frames.empty() || find_field(*frames.back().type, key) == nullptr) return false;
  const std::size_t dot = path.rfind('.');
  const std::string map(dot == std::string::npos ? path : path.substr(dot + 1));
  findings.push_back(
      {"UnknownField", Severity::kDeny, printable(path) + "." + shown(key),
       printable(path) + "." + shown(key) + " is read as an entry of " + printable(map) +
           ", and is a field beside it.",
       "Write it " + place_text(frames.back().path) + ": " + entry_text(key, value) + "."});
  return true;
}

}  // namespace drawbridge::rules::shape
