#include "rules/shape/unknown.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "kube/api/ascii.h"
#include "kube/api/prose.h"

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
std::string body_of(std::span<const UnknownField> fields) {
  std::string body;
  for (const UnknownField& field : fields)
    body += (body.empty() ? "" : ", ") + entry_text(field.name, field.value);
  return body;
}

// Expressions of which each has to hold, as one.
std::string joined(const Meant& meant, const Json& value) {
  if (meant.name != "expression" || value.size() < 2) return {};
  std::string all;
  for (const Json& one : value.elements()) {
    const std::string_view text = one.as_string();
    if (text.empty()) return {};
    const bool is_choice = text.find("||") != std::string_view::npos;
    (all += all.empty() ? "" : " && ") +=
        is_choice ? "(" + std::string(text) + ")" : std::string(text);
  }
  return entry_text(meant.name, Json::string(all));
}

// A text, or a list of some.
bool is_text(const Json& value) {
  const auto elements = value.elements();
  return value.is_string() ||
         (!elements.empty() && std::all_of(elements.begin(), elements.end(),
                                           [](const Json& one) { return one.is_string(); }));
}

// A few names, as they stand; empty for others.
std::string short_list(const Json& value) {
  constexpr std::size_t kNamesMax = 4;
  const auto names = value.elements();
  if (names.empty() || names.size() > kNamesMax || !is_text(value)) return {};
  std::string text;
  for (const Json& name : names) text += (text.empty() ? "[" : ", ") + value_text(name);
  return text + "]";
}

// The field as it is spelt, with the value that it takes.
std::string spelling_text(const Meant& meant, const Json& value) {
  switch (meant.form) {
    case Meant::Form::kAsItIs:
      if (meant.name == "coveredResources" && !short_list(value).empty())
        return shown(meant.name) + ": " + short_list(value);
      break;
    case Meant::Form::kEntry:
      break;
    case Meant::Form::kIntoList:
      return "a list of it: " + shown(meant.name) + ": [" + value_text(value) + "]";
    case Meant::Form::kIntoNamed: {
      std::string named;
      for (const Json& name : value.is_array() ? value.elements() : std::span(&value, 1))
        named += (named.empty() ? "{" : ", {") + entry_text("name", name) + "}";
      return shown(meant.name) + ": [" + named + "]";
    }
    case Meant::Form::kOutOfList:
      if (std::string all = joined(meant, value); !all.empty()) return all;
      return entry_text(meant.name, value.at(0)) +
             (value.size() > 1 ? ", since it takes only one" : "");
  }
  return entry_text(meant.name, value);
}

bool is_old_source(const Type& type, std::string_view name) {
  return type.name == "core/v1.PodResourceClaim" && name == "source";
}

Finding old_source(const Frame& frame, const UnknownField& field, std::string_view kind) {
  const std::string at = printable(frame.path);
  return {"RemovedApi", Severity::kDeny, at + ".source",
          at + ".source is not a field of " + a_kind(kind) + " any more.",
          "Write " + source_text(field.value) + " directly in " + at + "."};
}

// How far the steps lead into what is there: a field that stands must not be written twice.
struct Place {
  std::string path;
  std::span<const std::string> steps;  // that are not there
  bool deeper = false;
};

// What a step leads to, as it is written in a path; null where that is not there.
struct Below {
  std::string text;
  Json value;
};

// `next` is to stand in it.
Below step_below(const Json& at, std::string_view step, std::string_view next) {
  if (!step.ends_with("[]")) return {std::string(step), at[step]};
  step.remove_suffix(2);
  const std::optional<std::size_t> element = open_element(at[step], next);
  if (!element) return {};
  return {std::string(step) + "[" + std::to_string(*element) + "]", at[step].at(*element)};
}

// `name` is to stand behind the steps.
Place place_below(const Frame& frame, std::span<const std::string> steps, std::string_view name) {
  Place place{printable(frame.path), steps, false};
  Json at = frame.value;
  while (!place.steps.empty()) {
    const std::string_view next = place.steps.size() > 1 ? place.steps[1] : name;
    Below below = step_below(at, place.steps.front(), next);
    if (!below.value.is_object()) break;
    at = below.value;
    place.path += (place.path.empty() ? "" : ".") + below.text;
    place.steps = place.steps.subspan(1);
    place.deeper = true;
  }
  return place;
}

std::string below_advice(const Frame& frame, const Meant& meant, const std::string& body) {
  const Place place = place_below(frame, meant.steps, meant.name);
  // The spec of a template's spec: its name alone would seem to be there.
  if (!place.deeper && place.path == place.steps.front())
    return "Write " + place.path + ": {" + nested_text(place.steps, body) + "}.";
  return "Write " + nested_text(place.steps, body) +
         (place.deeper ? " in " + place.path + "." : std::string(" instead."));
}

std::string take_away(std::size_t fields) {
  return fields > 1 ? "Take them away" : "Take it away";
}

std::string elsewhere_advice(std::span<const Frame> frames, const Meant& meant,
                             const std::string& body, std::size_t fields) {
  const Frame& into = frame_at(frames, meant.path);
  const Json there = meant.steps.empty() ? into.value[meant.name] : Json();
  if (there.is_null()) {
    const Place place = place_below(into, meant.steps, meant.name);
    if (place.deeper)
      return "Write it in " + place.path + ": " + nested_text(place.steps, body) + ".";
    return "Write it " + place_text(meant.path) + ": " + nested_text(meant.steps, body) + ".";
  }
  const std::string place = field_path(into, meant.name);
  if (there.is_array() || there.is_object()) return "Write it in " + place + ", which is there.";
  return take_away(fields) + ": " + place + " is set.";
}

// Until v1beta1 of Kueue's Configuration a section had a switch; now it is on where it stands.
bool is_old_switch(const UnknownField& field) {
  return field.name == "enable" && field.value.is_bool();
}

std::string advice_on_switch(const Frame& frame, const UnknownField& field) {
  const std::string on = "where " + printable(frame.path) + " stands it is on.";
  // Without these Kueue does not start (pkg/config, validateFairSharing).
  if (field.value.as_bool() && frame.path == "fairSharing" &&
      frame.value["preemptionStrategies"].empty())
    return "Write preemptionStrategies: [LessThanOrEqualToFinalShare, LessThanInitialShare].";
  // What nothing is left in is null, and may be off.
  if (field.value.as_bool() && frame.path == "waitForPodsReady" && frame.value.size() == 1)
    return "Write timeout: 30m instead; " + on;
  if (field.value.as_bool()) return "Take enable away; " + on;
  return "Take " + printable(frame.path) + " away; where it stands it is on.";
}

UnknownField spelt_as(const Meant& meant, const UnknownField& field) {
  return {meant.form == Meant::Form::kEntry ? field.name : meant.name, field.value};
}

void note(const Meant& meant, const Json& value, UnknownFields::Told& told) {
  if (meant.kind != Meant::Kind::kNothing) told.anywhere.push_back(meant.name);
  if (meant.kind == Meant::Kind::kSpelling ||
      (meant.kind == Meant::Kind::kBelow && meant.steps.size() == 1))
    told.here.push_back(meant.name);
  if (meant.kind != Meant::Kind::kUnwrapped) return;
  for (const Json::Member& member : value.members()) told.here.push_back(member.key());
}

}  // namespace

std::string UnknownFields::message(std::span<const UnknownField> fields, const Frame& frame) const {
  const std::string version =
      api_version_.empty() ? ""
                           : " in " + shown(api_version_) + (is_kueue() ? " of Kueue 0.19" : "");
  const std::string them = fields.size() > 1 ? "them." : "it.";
  std::string refusal = ", and kubectl apply refuses " + them;
  if (may_be_newer(frame))
    refusal = is_kueue_configuration() ? ", which does not start with " + them : ".";
  if (fields.size() == 1) {
    return field_path(frame, fields.front().name) + " is not a field of " + a_kind(kind_) +
           version + refusal;
  }
  std::vector<std::string> names;
  for (const UnknownField& field : fields) names.push_back(shown(field.name));
  const std::string where = frame.path.empty() ? "The object" : printable(frame.path);
  return where + " has " + kube::and_list(names) + ", which are no fields there of " +
         a_kind(kind_) + version + refusal;
}

// The apiVersion after this one, where it has the field there; else empty.
std::string UnknownFields::newer_version_with(const Frame& frame, std::string_view field) const {
  constexpr std::string_view kOlder = "/v1beta1";
  constexpr std::string_view kNewer = "/v1beta2";
  const auto renewed = [&](std::string_view text) {
    std::string newer(text);
    const std::size_t at = newer.find(kOlder);
    return at == std::string::npos ? std::string() : newer.replace(at, kOlder.size(), kNewer);
  };
  const Type* type = find_type(renewed(frame.type->name));
  return type != nullptr && find_field(*type, field) != nullptr ? renewed(api_version_)
                                                                : std::string();
}

std::string UnknownFields::explain_advice(const Frame& frame, std::size_t fields) const {
  const std::string take = take_away(fields);
  if (is_kueue_configuration()) {
    constexpr std::size_t kFieldsShownMax = 6;
    std::vector<std::string> names;
    for (const Field& field : fields_of(*frame.type)) names.emplace_back(field.name);
    if (names.size() > kFieldsShownMax)
      return take + ", or look for " + (fields > 1 ? "their" : "its") + " place in Kueue's docs.";
    return take + "; the fields there are " + kube::and_list(names) + ".";
  }
  std::string path;
  bool index = false;
  for (const char c : frame.path) {
    index = c == '[' || (index && c != ']');
    if (!index && c != ']') path += c;
  }
  const std::string kind = kube::lowered(shown(kind_));
  return take + "; kubectl explain " + kind + (path.empty() ? "" : "." + printable(path)) +
         " lists the fields that there are.";
}

Finding UnknownFields::finding(std::span<const Frame> frames, std::span<const UnknownField> fields,
                               std::span<const UnknownField> spelt, const Meant& meant) const {
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
      fix = newer_version_with(frame, first.name);
      fix = fix.empty() ? explain_advice(frame, fields.size())
                        : "Write apiVersion: " + fix + ", which has " + shown(first.name) + ".";
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
      if (kind_ == "ResourceClaim" && first.name == "spec" && frame.path == "spec")
        fix =
            "Write kind: ResourceClaimTemplate; or, for a claim that pods share, what it holds "
            "in spec, without spec.";
      break;
    case Meant::Kind::kBelow:
      fix = below_advice(frame, meant,
                         meant.form == Meant::Form::kIntoNamed ? spelling_text(meant, first.value)
                                                               : body_of(spelt));
      break;
    case Meant::Kind::kElsewhere:
      fix = elsewhere_advice(frames, meant, body_of(spelt), fields.size());
      break;
  }
  const Field* instead =
      meant.kind == Meant::Kind::kSpelling ? find_field(*frame.type, meant.name) : nullptr;
  // Kueue refuses what lacks it, in the versions that are known.
  const bool is_missed = instead != nullptr && instead->required &&
                         frame.value[instead->name].is_null() && !is_kueue_configuration();
  std::string text = message(fields, frame);
  if (may_be_newer(frame) && is_missed)
    text.insert(text.size() - 1, ", and " + std::string(instead->name) + " is missed");
  return {"UnknownField",
          may_be_newer(frame) && !is_missed ? Severity::kWarn : Severity::kDeny,
          field_path(frame, first.name),
          std::move(text),
          std::move(fix),
          {},
          meant.kind == Meant::Kind::kSpelling ? std::string(meant.name) : std::string()};
}

UnknownFields::Told UnknownFields::tell(std::span<const Frame> frames,
                                        std::span<const UnknownField> fields,
                                        std::vector<Finding>& findings) const {
  Told result;
  std::vector<bool> told(fields.size());
  std::vector<Meant> meant(fields.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    meant[i] = what_was_meant(frames, fields[i].name, fields[i].value);
    note(meant[i], fields[i].value, result);
    // What is written there with it is not missing either.
    if (meant[i].kind != Meant::Kind::kBelow) continue;
    if (const Field* around = find_field(*frames.back().type, meant[i].steps.front()))
      result.here.push_back(around->name);
  }
  const auto note_value = [&](std::size_t i) {
    // A newer version may mean another thing by it.
    if (may_be_newer(frames.back())) return;
    std::vector<Move> moves = moves_of(frames, fields[i].name, fields[i].value, meant[i]);
    std::move(moves.begin(), moves.end(), std::back_inserter(result.moves));
    if (std::optional<MeantValue> value =
            meant_value(frames, fields[i].name, fields[i].value, meant[i]))
      result.values.push_back(std::move(*value));
  };
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (told[i]) continue;
    if (is_old_source(*frames.back().type, fields[i].name)) {
      note_value(i);
      findings.push_back(old_source(frames.back(), fields[i], kind_));
      continue;
    }
    std::vector<UnknownField> together = {fields[i]};
    std::vector<UnknownField> spelt = {spelt_as(meant[i], fields[i])};
    if (const std::optional<Otherwise> otherwise = said_otherwise(frames, fields, i)) {
      for (const std::size_t other : otherwise->fields) {
        if (other != i) together.push_back(fields[other]);
        told[other] = true;
      }
      result.anywhere.insert(result.anywhere.end(), otherwise->meant.begin(),
                             otherwise->meant.end());
      result.here.insert(result.here.end(), otherwise->spared.begin(), otherwise->spared.end());
      findings.push_back({"UnknownField", Severity::kDeny,
                          field_path(frames.back(), fields[i].name),
                          message(together, frames.back()), otherwise->fix});
      continue;
    }
    note_value(i);
    const bool moves =
        meant[i].kind == Meant::Kind::kBelow || meant[i].kind == Meant::Kind::kElsewhere;
    for (std::size_t j = i + 1; moves && j < fields.size(); ++j) {
      if (meant[j].kind != meant[i].kind || meant[j].steps != meant[i].steps ||
          meant[j].path != meant[i].path)
        continue;
      together.push_back(fields[j]);
      spelt.push_back(spelt_as(meant[j], fields[j]));
      note_value(j);
      told[j] = true;
    }
    findings.push_back(finding(frames, together, spelt, meant[i]));
  }
  return result;
}

std::optional<Move> UnknownFields::tell_misplaced(std::span<const Frame> frames,
                                                  std::string_view key, const Json& value,
                                                  const std::string& path,
                                                  std::vector<Finding>& findings) const {
  const Field* field = frames.empty() ? nullptr : find_field(*frames.back().type, key);
  if (field == nullptr) return std::nullopt;
  Meant meant{Meant::Kind::kElsewhere, field->name, {}, frames.back().path, {}};
  if (has_named_elements(type_of(*field)) && is_text(value))
    meant.form = Meant::Form::kIntoNamed;
  else if (type_of(*field).kind == Kind::kList && !value.is_array())
    meant.form = Meant::Form::kIntoList;
  const std::size_t dot = path.rfind('.');
  const std::string map(dot == std::string::npos ? path : path.substr(dot + 1));
  findings.push_back(
      {"UnknownField", Severity::kDeny, printable(path) + "." + shown(key),
       printable(path) + "." + shown(key) + " is read as an entry of " + printable(map) +
           ", and is a field beside it.",
       "Write it " + place_text(frames.back().path) + ": " + spelling_text(meant, value) + "."});
  return Move{path + "[" + std::string(key) + "]", below(frames.back().path, key), meant.form};
}

}  // namespace drawbridge::rules::shape
