#include "rules/shape/meant.h"

#include <algorithm>
#include <optional>

#include "kube/api/ascii.h"
#include "rules/nearest.h"
#include "rules/shape/request_words.h"

namespace drawbridge::rules::shape {

bool letters_equal(std::string_view a, std::string_view b) {
  const auto skip = [](std::string_view text, std::size_t& i) {
    while (i < text.size() && (text[i] == '-' || text[i] == '_')) ++i;
  };
  std::size_t i = 0;
  std::size_t j = 0;
  while (true) {
    skip(a, i);
    skip(b, j);
    if (i == a.size() || j == b.size()) return i == a.size() && j == b.size();
    if (kube::to_lower(a[i++]) != kube::to_lower(b[j++])) return false;
  }
}

namespace {

using kube::Json;

// So common that another place which has one says nothing.
bool is_common(std::string_view name) {
  constexpr std::string_view kCommon[] = {"name",     "value",  "key",     "type",   "kind",
                                          "path",     "values", "mode",    "reason", "spec",
                                          "metadata", "status", "template"};
  return std::find(std::begin(kCommon), std::end(kCommon), name) != std::end(kCommon);
}

bool takes(const Type& type, const Json& value) {
  switch (type.kind) {
    case Kind::kStruct:
    case Kind::kMap:
    case Kind::kObject:
      return value.is_object();
    case Kind::kList:
      return value.is_array();
    case Kind::kBool:
      return value.is_bool();
    case Kind::kAny:
      return true;
    default:
      return !value.is_object() && !value.is_array();
  }
}

// The field of that name, whatever its letters' case.
const Field* field_like(const Type& type, std::string_view word, const Json& value) {
  for (const Field& field : fields_of(type)) {
    if (letters_equal(field.name, word) && takes(type_of(field), value)) return &field;
  }
  return nullptr;
}

std::string_view nearest_field(const Type& type, const Json& owner, std::string_view name,
                               const Json& value) {
  std::vector<std::string_view> names;
  for (const Field& field : fields_of(type)) {
    if (owner[field.name].is_null() && (value.is_null() || takes(type_of(field), value)))
      names.push_back(field.name);
  }
  const std::string_view near = nearest(name, names);
  return letters_apart(name, near) <= kLettersApartMax ? near : std::string_view();
}

// The one field that begins or ends with the name: deviceClass, templateName; of deviceClasses, the
// field that begins with deviceClass. With Name at its end before others: resourceClaim.
std::string_view field_with_part(const Type& type, const Json& owner, std::string_view name,
                                 const Json& value) {
  if (value.is_array() && name.ends_with("ses")) name.remove_suffix(2);
  std::string_view found;
  bool several = false;
  for (const Field& field : fields_of(type)) {
    if (name.size() < kPartLettersMin || name.size() >= field.name.size() ||
        !owner[field.name].is_null() || !takes(type_of(field), value))
      continue;
    if (!letters_equal(field.name.substr(0, name.size()), name) &&
        !letters_equal(field.name.substr(field.name.size() - name.size()), name))
      continue;
    if (field.name.substr(name.size()) == "Name") return field.name;
    several |= !found.empty();
    found = field.name;
  }
  return several ? std::string_view() : found;
}

// claimName where the field is name.
std::string_view name_with_kind(const Type& type, const Json& owner, std::string_view name,
                                const Json& value) {
  const Field* field = find_field(type, "name");
  const bool is_name = name.ends_with("Name") && field != nullptr && takes(type_of(*field), value);
  return is_name && owner[field->name].is_null() ? field->name : std::string_view();
}

// cohortName where the field is cohort.
std::string_view field_without_end(const Type& type, const Json& owner, std::string_view name,
                                   const Json& value) {
  for (const std::string_view end : {"Name", "Names", "List", "Ref"}) {
    if (name.size() <= end.size() || !name.ends_with(end)) continue;
    const Field* field = field_like(type, name.substr(0, name.size() - end.size()), value);
    if (field != nullptr && owner[field->name].is_null()) return field->name;
  }
  return {};
}

// Groups of a ClusterQueue under the name that they had in Kueue's alpha. Of quotas alone, which
// are called resources too, their place further down is told.
std::optional<Meant> resource_groups(const Type& type, const Json& owner, std::string_view name,
                                     const Json& value) {
  if (name != "resources" || !type.name.starts_with("ClusterQueue/")) return std::nullopt;
  const Field* field = find_field(type, "resourceGroups");
  const Json group = value.is_array() ? value.at(0) : value;
  const bool is_group = !group["flavors"].is_null() || !group["coveredResources"].is_null();
  if (field == nullptr || !owner[field->name].is_null() || !is_group) return std::nullopt;
  return Meant{Meant::Kind::kSpelling,
               field->name,
               {},
               {},
               value.is_array() ? Meant::Form::kAsItIs : Meant::Form::kIntoList};
}

// An expression without the selector around it.
std::optional<Meant> selector_of_request(const Type& type, const Json& owner) {
  std::vector<std::string> steps = {"selectors[]", "cel"};
  if (type.name.ends_with(".DeviceRequest") && find_field(type, "selectors") == nullptr) {
    if (!owner["firstAvailable"].is_null() || !owner["exactly"]["selectors"].is_null())
      return std::nullopt;
    steps.insert(steps.begin(), "exactly");
  } else if (find_field(type, "deviceClassName") == nullptr || !owner["selectors"].is_null()) {
    return std::nullopt;
  }
  return Meant{Meant::Kind::kBelow, "expression", std::move(steps), {}, {}};
}

bool is_pod_claim(const Json& entry) {
  return !entry["resourceClaimTemplateName"].is_null() || !entry["resourceClaimName"].is_null();
}

// What the schema does not say: the driver's own fields are its parameters, and memory is asked for
// as a capacity.
std::optional<Meant> known_below(const Type& type, const Json& owner, std::string_view name,
                                 const Json& value) {
  const bool is_opaque =
      type.name.ends_with(".OpaqueDeviceConfiguration") && owner["parameters"].is_null();
  if (is_opaque && (!value["kind"].is_null() || !value["apiVersion"].is_null()))
    return Meant{Meant::Kind::kSpelling, "parameters", {}, {}, {}};
  if (is_opaque)
    return Meant{Meant::Kind::kBelow, "parameters", {"parameters"}, {}, Meant::Form::kEntry};
  if (name == "memory" && !value.is_object() && owner["capacity"].is_null() &&
      (type.name.ends_with(".ExactDeviceRequest") || type.name.ends_with(".DeviceSubRequest")))
    return Meant{
        Meant::Kind::kBelow, "requests", {"capacity", "requests"}, {}, Meant::Form::kEntry};
  // Of several attributes each has a constraint of its own.
  if (name == "matchAttribute" && value.at(0).is_string() && owner[name].is_null())
    return Meant{Meant::Kind::kSpelling, "matchAttribute", {}, {}, Meant::Form::kOutOfList};
  if (name == "expression" && value.is_string()) return selector_of_request(type, owner);
  // Entries of the pod, which say what they are made from.
  if (name == "claims" && type.name == "core/v1.PodSpec" && owner["resourceClaims"].is_null() &&
      std::any_of(value.elements().begin(), value.elements().end(), is_pod_claim))
    return Meant{Meant::Kind::kSpelling, "resourceClaims", {}, {}, {}};
  // As a container has them; of a device there is no other amount than what is requested.
  if (name == "limits" && type.name.ends_with(".CapacityRequirements") &&
      owner["requests"].is_null() && value.is_object())
    return Meant{Meant::Kind::kSpelling, "requests", {}, {}, {}};
  if (name == "template" && type.name == "batch/v1.CronJobSpec" && owner["jobTemplate"].is_null() &&
      value["spec"].is_object())
    return Meant{Meant::Kind::kBelow, "template", {"jobTemplate", "spec"}, {}, {}};
  return std::nullopt;
}

// `selector: {...}` for `selectors: [{...}]`, `claim: a` for `claims: [{name: a}]`, and `names:
// [a]` for `name: a`.
std::optional<Meant> other_number(const Type& type, const Json& owner, std::string_view name,
                                  const Json& value) {
  for (const Field& field : fields_of(type)) {
    if (!owner[field.name].is_null()) continue;
    const Type& of_field = type_of(field);
    const bool plural = field.name.ends_with('s') &&
                        letters_equal(field.name.substr(0, field.name.size() - 1), name);
    if (plural && value.is_array() && takes(of_field, value))
      return Meant{Meant::Kind::kSpelling, field.name, {}, {}, {}};
    if (plural && of_field.kind == Kind::kList && !value.is_null() &&
        takes(type_at(of_field.first), value))
      return Meant{Meant::Kind::kSpelling, field.name, {}, {}, Meant::Form::kIntoList};
    if (plural && value.is_string() && has_named_elements(of_field))
      return Meant{Meant::Kind::kSpelling, field.name, {}, {}, Meant::Form::kIntoNamed};
    const std::string_view one = name.substr(0, name.size() - 1);
    // Of a list of names, too: cohorts for cohortName.
    const bool singular =
        name.ends_with('s') && (letters_equal(field.name, one) ||
                                (one.size() >= kPartLettersMin && field.name.ends_with("Name") &&
                                 letters_equal(field.name.substr(0, field.name.size() - 4), one)));
    if (singular && value.is_array() && !value.empty() && takes(of_field, value.at(0)))
      return Meant{Meant::Kind::kSpelling, field.name, {}, {}, Meant::Form::kOutOfList};
  }
  return std::nullopt;
}

struct Step {
  std::string_view name;
  bool list = false;
  const Type* into = nullptr;
};

// The structs right below a struct: in its fields, and in the lists that those are.
std::vector<Step> steps_of(const Type& type) {
  std::vector<Step> steps;
  for (const Field& field : fields_of(type)) {
    const Type& of_field = type_of(field);
    // Nobody writes a status; the others are of Kubernetes 1.37 alone.
    if (field.name == "status" || field.name == "scheduling" || field.name == "derivedAttributes")
      continue;
    if (of_field.kind == Kind::kStruct) steps.push_back({field.name, false, &of_field});
    if (of_field.kind == Kind::kList && type_at(of_field.first).kind == Kind::kStruct)
      steps.push_back({field.name, true, &type_at(of_field.first)});
  }
  return steps;
}

struct Route {
  std::vector<Step> steps;
  std::string_view name;

  bool without_lists() const {
    return std::none_of(steps.begin(), steps.end(), [](const Step& step) { return step.list; });
  }
};

class Search {
 public:
  Search(std::string_view word, const Json& value) : word_(word), value_(value) {}

  // The one route of exactly `depth` steps below `type` that is meant; nothing where there are
  // several of equal rank.
  std::optional<Route> run(const Type& type, int depth) {
    routes_.clear();
    descend(type, depth);
    if (routes_.empty()) return std::nullopt;
    for (const Route& route : routes_) {
      if (route.steps.front().name == "containers") return route;
    }
    if (routes_.size() == 1) return routes_.front();
    std::optional<Route> plain;
    for (const Route& route : routes_) {
      if (!route.without_lists()) continue;
      if (plain) return std::nullopt;
      plain = route;
    }
    return plain;
  }

 private:
  void descend(const Type& type, int depth) {
    for (const Step& step : steps_of(type)) {
      way_.push_back(step);
      if (depth > 1) {
        descend(*step.into, depth - 1);
      } else if (const Field* field = field_like(*step.into, word_, value_)) {
        routes_.push_back({way_, field->name});
      }
      way_.pop_back();
    }
  }

  std::string_view word_;
  const Json& value_;
  std::vector<Step> way_;
  std::vector<Route> routes_;
};

std::vector<std::string> texts_of(const Route& route) {
  std::vector<std::string> texts;
  for (const Step& step : route.steps)
    texts.push_back(std::string(step.name) + (step.list ? "[]" : ""));
  return texts;
}

// admissionChecks: [a], as a ClusterQueue of v1beta1 has it, where v1beta2 has elements with names.
Meant::Form form_below(const Type& type, const Route& route, const Json& value) {
  const Field* field = find_field(*route.steps.back().into, route.name);
  const bool is_of_names = type.name.starts_with("ClusterQueue/") && field != nullptr &&
                           has_named_elements(type_of(*field)) && value.at(0).is_string();
  return is_of_names ? Meant::Form::kIntoNamed : Meant::Form::kAsItIs;
}

bool is_wrapper(const Type& type, const Json& value) {
  if (!value.is_object() || value.empty()) return false;
  const auto members = value.members();
  return std::all_of(members.begin(), members.end(), [&](const Json::Member& member) {
    return find_field(type, member.key()) != nullptr;
  });
}

// Fields in the value and in structs right below it that the type does not have.
std::size_t strangers(const Type& type, const Json& value, int depth = 2) {
  if (type.kind != Kind::kStruct) return 0;
  std::size_t count = 0;
  for (const Json::Member& member : value.members()) {
    const Field* field = find_field(type, member.key());
    if (field == nullptr) ++count;
    if (field != nullptr && depth > 1) count += strangers(type_of(*field), member.value, depth - 1);
  }
  return count;
}

// jobTemplate: {template: {spec: ...}} is read as the template of the Job's spec, whose pod it
// holds, rather than as something around that spec.
std::optional<Meant> skipped_level(const Type& own, std::string_view name, const Json& value) {
  for (const Step& step : steps_of(own)) {
    if (step.list) continue;
    const Field* field = find_field(*step.into, name);
    if (field != nullptr && strangers(type_of(*field), value) < strangers(own, value))
      return Meant{Meant::Kind::kBelow, field->name, {std::string(step.name)}, {}, {}};
  }
  return std::nullopt;
}

// capacity: {memory: 10Gi} for capacity: {requests: {memory: 10Gi}}: the only thing that the struct
// can hold is a map of such values.
std::optional<Meant> entry_of_map(const Type& type, const Json& owner, const Json& value) {
  const std::span<const Field> fields = fields_of(type);
  if (fields.size() != 1 || !owner[fields.front().name].is_null()) return std::nullopt;
  const Type& map = type_of(fields.front());
  if (map.kind != Kind::kMap || value.is_null() || !takes(type_at(map.first), value))
    return std::nullopt;
  return Meant{Meant::Kind::kBelow,
               fields.front().name,
               {std::string(fields.front().name)},
               {},
               Meant::Form::kEntry};
}

// The one whole number that has to stand there, and does not.
std::string_view number_missing(const Type& type, const Json& owner, const Json& value) {
  std::string_view found;
  if (!value.is_integer()) return found;
  for (const Field& field : fields_of(type)) {
    const Kind kind = type_of(field).kind;
    if (!field.required || (kind != Kind::kInt32 && kind != Kind::kInt64)) continue;
    if (!owner[field.name].is_null() || !found.empty()) return {};
    found = field.name;
  }
  return found;
}

// In one of the structs around the field's own, the nearest first; `from` is how far to begin.
std::optional<Meant> above(std::span<const Frame> frames, std::string_view word, const Json& value,
                           std::size_t from, std::size_t to) {
  for (std::size_t up = from; up <= to && up < frames.size(); ++up) {
    const Frame& frame = frames[frames.size() - 1 - up];
    const Field* field = field_like(*frame.type, word, value);
    // Not the field in which all this stands.
    if (field != nullptr && &type_of(*field) != frames.back().type)
      return Meant{Meant::Kind::kElsewhere, field->name, {}, frame.path, {}};
  }
  return std::nullopt;
}

}  // namespace

Meant what_was_meant(std::span<const Frame> frames, std::string_view called, const Json& value) {
  const Type& own = *frames.back().type;
  const Json& owner = frames.back().value;
  const std::string_view name = word_for(own, called, value);
  if (const Field* field = field_like(own, name, value)) {
    if (!owner[field->name].is_null()) return {};
    return {Meant::Kind::kSpelling, field->name, {}, {}, {}};
  }
  if (std::optional<Meant> known = known_below(own, owner, name, value)) return *known;
  if (std::optional<Meant> groups = resource_groups(own, owner, name, value)) return *groups;
  if (is_wrapper(own, value)) {
    if (std::optional<Meant> skipped = skipped_level(own, name, value)) return *skipped;
    return {Meant::Kind::kUnwrapped, {}, {}, {}, {}};
  }
  if (std::optional<Meant> parent = above(frames, name, value, 1, 1)) return *parent;
  Search search(name, value);
  if (std::optional<Route> child = search.run(own, 1))
    return {Meant::Kind::kBelow, child->name, texts_of(*child), {}, form_below(own, *child, value)};
  if (std::optional<Meant> other = other_number(own, owner, name, value)) return *other;
  if (const std::string_view near = nearest_field(own, owner, name, value); !near.empty())
    return {Meant::Kind::kSpelling, near, {}, {}, {}};
  if (const std::string_view whole = field_with_part(own, owner, name, value); !whole.empty())
    return {Meant::Kind::kSpelling, whole, {}, {}, {}};
  if (const std::string_view part = field_without_end(own, owner, name, value); !part.empty())
    return {Meant::Kind::kSpelling, part, {}, {}, {}};
  if (const std::string_view bare = name_with_kind(own, owner, name, value); !bare.empty())
    return {Meant::Kind::kSpelling, bare, {}, {}, {}};
  if (std::optional<Meant> entry = entry_of_map(own, owner, value)) return *entry;
  if (const std::string_view number = number_missing(own, owner, value); !number.empty())
    return {Meant::Kind::kSpelling, number, {}, {}, {}};
  if (is_common(name)) return {};
  if (std::optional<Meant> ancestor = above(frames, name, value, 2, frames.size()))
    return *ancestor;
  for (int depth = 2; depth <= kStepsDownMax; ++depth) {
    if (std::optional<Route> deeper = search.run(own, depth))
      return {Meant::Kind::kBelow, deeper->name, texts_of(*deeper), {}, {}};
  }
  for (std::size_t up = 1; up < frames.size(); ++up) {
    const Frame& frame = frames[frames.size() - 1 - up];
    for (int depth = 1; depth < kStepsDownMax; ++depth) {
      if (std::optional<Route> beside = search.run(*frame.type, depth))
        return {Meant::Kind::kElsewhere, beside->name, texts_of(*beside), frame.path, {}};
    }
  }
  return {};
}

}  // namespace drawbridge::rules::shape
