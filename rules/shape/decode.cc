#include "rules/shape/decode.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "kube/api/ascii.h"
#include "kube/api/object.h"
#include "kube/api/prose.h"
#include "rules/nearest.h"
#include "rules/placeholder.h"
#include "rules/shape/fits.h"
#include "rules/shape/mend.h"
#include "rules/shape/schema.h"
#include "rules/shape/unknown.h"
#include "rules/shape/wrapping.h"

namespace drawbridge::rules::shape {
namespace {

using kube::Json;

constexpr std::string_view kPodClaim = "core/v1.PodResourceClaim";

// Lists in which an element is looked for among the earlier ones.
constexpr std::size_t kKeyedElementsMax = 10'000;

// Words of an older version, and what its conversion makes of them: of whenCanBorrow and
// whenCanPreempt (Kueue's apis/kueue/v1beta1/clusterqueue_conversion.go, v0.19).
constexpr std::string_view kOlderWords[][2] = {{"Borrow", "MayStopSearch"},
                                               {"Preempt", "MayStopSearch"}};

// The nearest, or the one that is part of what was written (PreferNoSchedule); empty for none.
std::string_view word_meant(std::string_view given, std::span<const std::string_view> words) {
  for (const auto& [older, now] : kOlderWords) {
    if (given == older && std::find(words.begin(), words.end(), now) != words.end()) return now;
  }
  if (const std::string_view near = nearest(given, words); !near.empty()) return near;
  const auto part = std::find_if(words.begin(), words.end(), [given](std::string_view word) {
    return !word.empty() && given.find(word) != std::string_view::npos;
  });
  return part == words.end() ? std::string_view() : *part;
}

// Any that an element has: else it can't be one.
bool has_fields_of(const Json& value, const Type& element) {
  if (element.kind != Kind::kStruct) return true;
  const auto members = value.members();
  return members.empty() || std::any_of(members.begin(), members.end(), [&](const auto& member) {
           return find_field(element, member.key()) != nullptr;
         });
}

// Kueue's lists of what has a name, written as a map: resources: {gpus: 4} of a flavor, and
// deviceClassMappings: {gpus: [gpu.nvidia.com]}. Empty for others.
std::string counts_by_name(const Json& value, const Type& list, std::string_view name) {
  constexpr std::size_t kNamesShownMax = 4;
  const Type& element = type_at(list.first);
  const bool is_quota = element.name.ends_with(".spec.resourceGroups[].flavors[].resources[]");
  const bool is_mapping = element.name.ends_with(".resources.deviceClassMappings[]");
  if (value.empty() || value.size() > kNamesShownMax || !(is_quota || is_mapping)) return {};
  std::string elements;
  for (const Json::Member& member : value.members()) {
    const bool is_amount = member.value.is_string() || member.value.is_number();
    const bool fits = is_quota ? is_amount : member.value.is_string() || member.value.is_array();
    if (!fits || find_field(element, member.key()) != nullptr) return {};
    std::string rest = value_text(member.value);
    if (is_mapping && member.value.is_string()) rest.insert(0, "[").append("]");
    if (is_mapping && member.value.is_array()) {
      rest.clear();
      for (const Json& one : member.value.elements())
        rest.append(rest.empty() ? "[" : ", ").append(value_text(one));
      rest += rest.empty() ? "[...]" : "]";
    }
    elements.append(elements.empty() ? "{" : ", {")
        .append(entry_text("name", Json::string(member.key())))
        .append(is_quota ? ", nominalQuota: " : ", deviceClassNames: ")
        .append(rest)
        .append("}");
  }
  return "Write a list: " + shown(name) + ": [" + elements + "].";
}

// "1" of "1 GPU" and "2 devices"; empty for others.
std::string_view number_of_devices(std::string_view text) {
  const std::size_t end = kube::count_digits(text, 0);
  if (end == 0 || end == text.size()) return {};
  std::string unit = kube::lowered(text.substr(end));
  unit.erase(0, unit.find_first_not_of(' '));
  if (unit.ends_with('s')) unit.pop_back();
  constexpr std::string_view kUnits[] = {"card", "device", "gpu", "npu", "tpu"};
  const bool is_known = std::find(std::begin(kUnits), std::end(kUnits), unit) != std::end(kUnits);
  return is_known ? text.substr(0, end) : std::string_view();
}

bool is_name_alone(const Json& element) {
  return element.size() == 1 && element["name"].is_string();
}

class Walk {
 public:
  Walk(Decoded& into, const UnknownFields& unknown) : into_(into), unknown_(unknown) {}

  void value(const Json& value, const Type& type, std::string_view name, const std::string& path) {
    if (value.is_null() || full()) return;
    if (!fits(value, type.kind)) return wrong_type(value, type, name, path);
    switch (type.kind) {
      case Kind::kStruct:
        return fields(value, type, path);
      case Kind::kList:
        return elements(value, type, name, path);
      case Kind::kMap:
        return entries(value, type_at(type.first), path);
      case Kind::kEnum:
        return word(value, type, name, path);
      default:
        return;
    }
  }

  // Only types: what stands there was not written by hand, or is of a kind without a schema.
  void types_only(bool only) { types_only_ = only; }

  // The root's name, where an empty word is one like any other: Kubernetes' own types take it for
  // none.
  void of_definition(std::string_view name) { definition_ = name; }

 private:
  bool full() const { return into_.findings.size() >= kMistakesMax; }

  void add(std::string_view code, const std::string& path, std::string message, std::string fix) {
    if (!full())
      into_.findings.push_back(
          {code, Severity::kDeny, printable(path), std::move(message), std::move(fix)});
  }

  void wrong_type(const Json& value, const Type& type, std::string_view name,
                  const std::string& path) {
    if (type.kind == Kind::kList && value.is_object()) return map_for_list(value, type, name, path);
    into_.typed = false;
    const bool lacks_map = type.kind == Kind::kStruct && value.is_string();
    std::string meant = lacks_map ? wrapped_meant(value, type) : value_meant(value, type.kind);
    const bool is_emptied = meant.empty() && may_be_emptied();
    if (is_emptied) meant = empty_of(type.kind);
    // An entry that has a name only.
    const bool keeps_place = is_emptied || (lacks_map && type.name == kPodClaim);
    into_.mendable &= !meant.empty() || may_be_left_out();
    into_.mends.push_back({way_, meant, path, keeps_place});
    if (!placeholder_in(value.as_string()).empty()) return unfilled(value, path);
    if (const std::string_view word = placeholder_in_braces(value); !word.empty())
      return add("MalformedObject", path,
                 printable(path) + " is " + shown("{" + std::string(word) + "}") +
                     ", a placeholder that nothing has filled in.",
                 "Write the value in its place, without braces.");
    const bool of_its_kind = value.is_string() || value.is_number();
    const std::string what =
        of_its_kind && (type.kind == Kind::kQuantity || type.kind == Kind::kTime)
            ? ", and is " + value_text(value)
        : value.is_integer() && type.kind == Kind::kInt32
            ? " of 32 bits, and is " + value_text(value)
            : ", and is of type " + std::string(kube::kind_name(value.kind()));
    add("MalformedObject", path,
        printable(path) + ": must be " + std::string(type_text(type.kind)) + what + "." +
            unmarshal_text(type.kind, value),
        type_fix(value, type, name, path));
  }

  // A field, or an entry of a map, that nothing else names or is found by.
  bool may_be_left_out() const {
    constexpr std::string_view kNamed[] = {
        "apiVersion", "claims",   "containers",  "devices",  "initContainers",
        "kind",       "metadata", "name",        "request",  "resourceClaims",
        "requests",   "selector", "jobTemplate", "template", "spec"};
    if (way_.empty() || frames_.empty() || is_index(way_.back())) return false;
    return std::find(std::begin(kNamed), std::end(kNamed), way_.back()) == std::end(kNamed);
  }

  // An element of a list that nothing else names: an empty one in its place leaves the others where
  // they are.
  bool may_be_emptied() const {
    constexpr std::string_view kNamed[] = {"claims",   "devices",        "initContainers",
                                           "requests", "resourceClaims", "volumes"};
    if (way_.size() < 2 || !is_index(way_.back())) return false;
    const std::string_view list = way_[way_.size() - 2];
    return std::find(std::begin(kNamed), std::end(kNamed), list) == std::end(kNamed);
  }

  // As JSON; empty where that says something.
  static std::string empty_of(Kind kind) {
    if (kind == Kind::kStruct || kind == Kind::kMap) return "{}";
    return kind == Kind::kString ? "\"\"" : "";
  }

  static bool is_index(std::string_view step) {
    return step.find_first_not_of("0123456789") == std::string_view::npos;
  }

  void unfilled(const Json& value, const std::string& path) {
    add("MalformedObject", path, placeholder_text(path, value.as_string()),
        placeholder_advice(value.as_string()));
  }

  // args behind command: [sh, -c], whose text is read by the shell.
  bool is_for_shell(std::string_view name) const {
    if (name != "args" || frames_.empty()) return false;
    const auto command = frames_.back().value["command"].elements();
    return !command.empty() && command.back().as_string() == "-c";
  }

  std::string type_fix(const Json& value, const Type& type, std::string_view name,
                       const std::string& path) const {
    if (name == "count" && type.kind == Kind::kInt64 &&
        letters_apart(value.as_string(), "all") == 0)
      return "Write allocationMode: All in its place.";
    // What a driver publishes has its type beside it, or stands as a value.
    if (type.kind == Kind::kQuantity) {
      if (const std::string_view number = number_of_devices(value.as_string()); !number.empty())
        return "Write " + shown(name) + ": " + std::string(number) + ".";
    }
    const bool is_scalar = value.is_string() || value.is_integer() || value.is_bool();
    std::string_view key;
    if (is_scalar && type.name.ends_with(".DeviceAttribute"))
      key = value.is_string() ? "string" : value.is_bool() ? "bool" : "int";
    if (is_scalar && !value.is_bool() &&
        (type.name.ends_with(".DeviceCapacity") || type.name.ends_with(".Counter")))
      key = "value";
    if (!key.empty())
      return "Write " + shown(name) + ": {" + std::string(key) + ": " + value_text(value) + "}.";
    if (type.kind == Kind::kList && is_for_shell(name))
      return "Write a list: args: [" + value_text(value) + "].";
    if (std::string fix = spacing_advice(value, type, name, path); !fix.empty()) return fix;
    if (value.is_string() && type.kind == Kind::kStruct)
      return wrapping_advice(value, type, name, path);
    if (value.is_array() && type.kind == Kind::kStruct) {
      if (std::string fix = listed_advice(value, type, name); !fix.empty()) return fix;
    }
    return value.is_string() && type.kind == Kind::kList ? wrapped_in_list_advice(value, type, name)
                                                         : retype_advice(name, type.kind, value);
  }

  static std::string list_fix(const Json& value, const Type& type, std::string_view name) {
    std::string fix = counts_by_name(value, type, name);
    return fix.empty() ? listing_advice(value, type, name) : fix;
  }

  void map_for_list(const Json& value, const Type& type, std::string_view name,
                    const std::string& path) {
    add("MalformedObject", path,
        printable(path) + ": must be " + std::string(type_text(type.kind)) + ", and is of type " +
            std::string(kube::kind_name(value.kind())) + ".",
        list_fix(value, type, name));
    // What is wrong within it too; with values of other types there it is not clear what is meant.
    into_.typed = true;
    const std::size_t mends = into_.mends.size();
    const Type& element = type_at(type.first);
    if (is_map_by_name(value, type)) {
      for (const Json::Member& member : value.members()) {
        is_rest_ = true;
        if (member.value.is_object())
          this->value(member.value, element, member.key(),
                      path + "[" + std::string(member.key()) + "]");
        is_rest_ = false;
      }
    } else if (has_fields_of(value, element)) {
      this->value(value, element, name, path);
    } else {
      into_.mendable = false;
    }
    into_.mendable &= into_.typed;
    into_.typed = false;
    into_.mends.resize(mends);
    into_.mends.push_back({way_, list_meant(value, type)});
  }

  void fields(const Json& value, const Type& type, const std::string& path) {
    const bool is_rest = std::exchange(is_rest_, false);
    const bool is_part = std::exchange(is_part_, false);
    frames_.push_back({&type, path, value});
    std::vector<UnknownField> strange;
    for (const Json::Member& member : value.members()) {
      const Field* field = find_field(type, member.key());
      if (field == nullptr) {
        // null is absent to the decoder, and still a field that it does not know.
        if (!types_only_) strange.push_back({member.key(), member.value});
        continue;
      }
      const bool status = path.empty() && field->name == "status";
      const bool before = types_only_;
      types_only_ |= status;
      way_.emplace_back(field->name);
      this->value(member.value, type_of(*field), field->name, below(path, field->name));
      way_.pop_back();
      types_only_ = before;
    }
    UnknownFields::Told told = unknown_.tell(frames_, strange, into_.findings);
    into_.meant.insert(told.anywhere.begin(), told.anywhere.end());
    into_.moves.insert(into_.moves.end(), told.moves.begin(), told.moves.end());
    if (full()) into_.findings.resize(kMistakesMax);
    for (const MeantValue& meant : told.values) as_meant(meant);
    // The key of a map that is meant as a list (wrapping.h) is one of the two.
    if (is_rest) told.here.insert(told.here.end(), {"name", "resource"});
    if (!types_only_ && !is_part) required(value, type, path, told.here);
    frames_.pop_back();
  }

  // Nobody reads what stands there, so that its types don't matter to those who read the object.
  void as_meant(const MeantValue& meant) {
    std::vector<Frame> frames = frames_;
    frames_.resize(meant.frames);
    const bool typed = into_.typed;
    const bool mendable = into_.mendable;
    const std::size_t mends = into_.mends.size();
    into_.typed = true;
    is_part_ = meant.is_part;
    const std::size_t before = into_.findings.size();
    this->value(meant.value, *meant.type, meant.name, meant.path);
    if (meant.is_spelt) merge_value(meant.path, before);
    is_part_ = false;
    // In its place it could not be read.
    if (!into_.typed)
      std::erase_if(into_.moves, [&](const Move& one) { return one.from.starts_with(meant.path); });
    into_.typed = typed;
    into_.mendable = mendable;
    into_.mends.resize(mends);
    frames_ = std::move(frames);
  }

  // allocationmode: all, which is told as a field that there is not: what to write for both.
  void merge_value(const std::string& path, std::size_t before) {
    const auto first = into_.findings.begin() + static_cast<std::ptrdiff_t>(before);
    const auto is_of = [field = printable(path)](std::string_view code) {
      return [field, code](const Finding& one) { return one.code == code && one.field == field; };
    };
    const auto value = std::find_if(first, into_.findings.end(), is_of("MalformedObject"));
    const auto name = std::find_if(into_.findings.begin(), first, is_of("UnknownField"));
    if (value == into_.findings.end() || name == first) return;
    name->fix = std::move(value->fix);
    into_.findings.erase(value);
  }

  // In the struct around it, where it is unknown, and told to belong here.
  bool stands_around(std::string_view name) const {
    if (frames_.size() < 2) return false;
    const Frame& around = frames_[frames_.size() - 2];
    return find_field(*around.type, name) == nullptr && !around.value[name].is_null();
  }

  // What an unknown field's finding names already is not said again.
  void required(const Json& value, const Type& type, const std::string& path,
                std::span<const std::string_view> meant) {
    for (const Field& field : fields_of(type)) {
      if (!field.required) continue;
      const Json set = value[field.name];
      const bool missing = set.is_null() || ((set.is_string() || set.is_array()) && set.empty());
      if (!missing || std::find(meant.begin(), meant.end(), field.name) != meant.end() ||
          stands_around(field.name))
        continue;
      const std::string at = below(path, field.name);
      const std::string what = set.is_array() ? " is empty, and the API server requires an element."
                                              : " is not set, and the API server requires it.";
      add("MalformedObject", at, printable(at) + what,
          "Write " + std::string(field.name) + ": " + example(field, value) + " there.");
    }
  }

  // Of a ClusterQueue's group, as its first flavor has them in the same order; empty for others.
  static std::string covered_by_flavor(const Field& field, const Json& owner) {
    constexpr std::size_t kNamesShownMax = 8;
    if (field.name != "coveredResources") return {};
    const auto resources = owner["flavors"].at(0)["resources"].elements();
    std::vector<std::string> names;
    for (const Json& resource : resources) {
      if (!resource["name"].as_string().empty())
        names.push_back(shown(resource["name"].as_string()));
    }
    return names.empty() || names.size() > kNamesShownMax ? std::string()
                                                          : "[" + kube::listed(names, ", ") + "]";
  }

  static std::string example(const Field& field, const Json& owner) {
    if (std::string names = covered_by_flavor(field, owner); !names.empty()) return names;
    switch (type_of(field).kind) {
      case Kind::kEnum:
        // The first word of an effect says that the taint has none.
        return field.name == "effect" ? "NoSchedule"
                                      : std::string(words_of(type_of(field)).front());
      case Kind::kList:
        return "[...]";
      case Kind::kAny:
      case Kind::kStruct:
      case Kind::kMap:
        return "{...}";
      default:
        if (field.name == "expression") return "device.driver == 'DRIVER'";
        return field.name == "deviceClassName" ? "CLASS" : "VALUE";
    }
  }

  // A dash too many: `- name: a` and `- exactly: {...}` are one element.
  bool tell_parted(std::span<const Json> elements, std::size_t i, const Type& type,
                   const std::string& path) {
    const Field* name = type.kind == Kind::kStruct ? find_field(type, "name") : nullptr;
    if (i == 0 || name == nullptr || !name->required || elements[i].empty() ||
        !elements[i]["name"].is_null() || !elements[i].is_object() ||
        !is_name_alone(elements[i - 1]))
      return false;
    const std::string at = path + "[" + std::to_string(i) + "]";
    add("MalformedObject", at + ".name",
        printable(at) + ".name is not set, and " + printable(path) + "[" + std::to_string(i - 1) +
            "] has nothing but a name.",
        "Take away the dash before " + shown(elements[i].members().front().key()) +
            ": the two are one.");
    return true;
  }

  // null is an element without fields, and these have fields that have to be set. Of claims and
  // what else is in resource.k8s.io, ClaimInvalid says so.
  bool is_refused_empty(std::string_view list) const {
    constexpr std::string_view kLists[] = {"containers",  "env",     "initContainers", "ports",
                                           "tolerations", "volumes", "volumeMounts"};
    return !types_only_ && !frames_.empty() && frames_.back().type->name.starts_with("core/v1.") &&
           std::find(std::begin(kLists), std::end(kLists), list) != std::end(kLists);
  }

  void tell_empty(const std::string& at) {
    into_.typed = false;
    into_.mends.push_back({way_, "{}", at, true});
    add("MalformedObject", at, printable(at) + " is empty, and the API server refuses it.",
        "Take its dash away, or write behind it what was meant.");
  }

  void elements(const Json& value, const Type& type, std::string_view name,
                const std::string& path) {
    std::map<std::string_view, std::size_t> seen;
    for (std::size_t i = 0; i < value.elements().size() && !full(); ++i) {
      const Json& element = value.elements()[i];
      const std::string at = path + "[" + std::to_string(i) + "]";
      is_rest_ = tell_parted(value.elements(), i, type_at(type.first), path);
      way_.push_back(std::to_string(i));
      if (element.is_null() && is_refused_empty(name)) tell_empty(at);
      this->value(element, type_at(type.first), std::string(name) + "[" + std::to_string(i) + "]",
                  at);
      way_.pop_back();
      if (type.name.empty() || i >= kKeyedElementsMax) continue;
      const std::string_view key = element[type.name].as_string();
      const auto [first, added] = seen.emplace(key, i);
      if (added || key.empty()) continue;
      add("MalformedObject", at + "." + std::string(type.name),
          printable(at) + "." + std::string(type.name) + ": " + shown(key) + " stands already in " +
              printable(path) + "[" + std::to_string(first->second) +
              "], and the API server refuses a second one.",
          "Give one of the two another " + std::string(type.name) + ", or take it away.");
    }
  }

  void entries(const Json& value, const Type& type, const std::string& path) {
    for (const Json::Member& member : value.members()) {
      if (full()) return;
      const std::string at = path + "[" + std::string(member.key()) + "]";
      // `claims` under limits: a field of the struct that holds the map.
      if (!member.value.is_null() && !fits(member.value, type.kind)) {
        std::optional<Move> move =
            unknown_.tell_misplaced(frames_, member.key(), member.value, path, into_.findings);
        if (move) {
          into_.meant.insert(member.key());
          into_.moves.push_back(std::move(*move));
          continue;
        }
      }
      way_.emplace_back(member.key());
      this->value(member.value, type, member.key(), at);
      way_.pop_back();
    }
  }

  // Where it is required it is told as missing.
  bool is_empty_refused(std::string_view name) const {
    if (definition_.empty() || !frames_.back().type->name.starts_with(definition_)) return false;
    const Field* field = find_field(*frames_.back().type, name);
    return field != nullptr && !field->required;
  }

  void word(const Json& value, const Type& type, std::string_view name, const std::string& path) {
    const std::span<const std::string_view> words = words_of(type);
    const std::string_view given = value.as_string();
    if (types_only_ || std::find(words.begin(), words.end(), given) != words.end() ||
        (given.empty() && !is_empty_refused(name)))
      return;
    if (!placeholder_in(given).empty()) return unfilled(value, path);
    constexpr std::size_t kWordsShownMax = 8;
    std::vector<std::string> shown_words(
        words.begin(),
        words.begin() + static_cast<std::ptrdiff_t>(std::min(words.size(), kWordsShownMax)));
    // The word for all of them is no word to write.
    std::erase(shown_words, "");
    if (words.size() > kWordsShownMax) shown_words.emplace_back("others");
    // Nobody knows which of several is meant by what is near none. Taints are compared by Equal,
    // and labels by In.
    const bool is_in = (given == "Equals" || given == "Equal" || given == "==") &&
                       std::find(words.begin(), words.end(), "In") != words.end();
    const std::string meant(is_in                     ? "In"
                            : shown_words.size() == 1 ? shown_words.front()
                                                      : word_meant(given, words));
    add("MalformedObject", path,
        printable(path) + " is " + value_text(value) + ", and must be " +
            kube::or_list(shown_words) + ".",
        given.empty()   ? "Take it away, or write one of them."
        : meant.empty() ? "Write one of them."
                        : "Write " + (path.ends_with(']') ? "" : std::string(name) + ": ") + meant +
                              (path.ends_with(']') ? " in its place." : "."));
  }

  Decoded& into_;
  const UnknownFields& unknown_;
  std::vector<Frame> frames_;
  std::vector<std::string> way_;
  bool types_only_ = false;
  std::string_view definition_;
  bool is_rest_ = false;  // of the element before; told
  bool is_part_ = false;  // of a struct around it, which has the rest
};

// A part of an object that has no schema.
Decoded decode_as(std::string_view type_name, const Json& value, const std::string& path,
                  std::string_view kind) {
  Decoded result;
  const UnknownFields unknown(kind, {});
  Walk walk(result, unknown);
  const Type* type = find_type(type_name);
  if (type != nullptr) walk.value(value, *type, {}, path);
  return result;
}

}  // namespace

Decoded decode(const Json& object) {
  Decoded result;
  const kube::ObjectView view(object);
  const kube::GroupVersion version = kube::parse_api_version(view.api_version());
  const Root* root = find_root(version.group, version.version, view.kind());
  const UnknownFields unknown(view.kind(), view.api_version());
  Walk walk(result, unknown);
  if (root != nullptr) {
    if (root->group == "kueue.x-k8s.io") walk.of_definition(type_at(root->type).name);
    walk.value(object, type_at(root->type), {}, {});
    return result;
  }
  const Type* metadata = find_type("meta/v1.ObjectMeta");
  walk.types_only(true);
  if (metadata != nullptr) walk.value(object["metadata"], *metadata, "metadata", "metadata");
  return result;
}

Decoded decode_pod_template(const Json& pod_template, const std::string& path,
                            std::string_view kind) {
  return decode_as("core/v1.PodTemplateSpec", pod_template, path, kind);
}

Decoded decode_job_template(const Json& job_template, const std::string& path,
                            std::string_view kind) {
  return decode_as("batch/v1.JobTemplateSpec", job_template, path, kind);
}

Decoded decode_pod(const Json& pod, const std::string& path, std::string_view kind) {
  return decode_as("core/v1.Pod", pod, path, kind);
}

}  // namespace drawbridge::rules::shape
