#include "rules/checks/config_parameters.h"

#include <algorithm>
#include <utility>

#include "kube/api/names.h"
#include "kube/api/object.h"
#include "kube/api/quantity.h"
#include "kube/api/yaml.h"
#include "rules/checks/claim_invalid.h"
#include "rules/checks/known_values.h"
#include "rules/checks/pod_claims.h"
#include "rules/devices/selector_repair.h"
#include "rules/devices/selector_sizes.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

constexpr std::size_t kValueBytesMax = 60;

// A version of the same group that the driver may have got since the catalogue was made.
bool is_later(std::string_view api_version, std::string_view known) {
  const kube::GroupVersion given = kube::parse_api_version(api_version);
  const kube::GroupVersion of_catalogue = kube::parse_api_version(known);
  const auto rank = kube::version_rank(given.version);
  const auto known_rank = kube::version_rank(of_catalogue.version);
  return given.group == of_catalogue.group && rank && known_rank && *rank > *known_rank;
}

// The last name of a path: "strategy" of "sharing.strategy".
std::string_view last_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

// What holds the field: "sharing" of "sharing.strategy"; empty for a field at the top.
std::string_view holder_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : path.substr(0, dot);
}

bool is_below(std::string_view path, std::string_view holder) {
  return path.size() > holder.size() && path.starts_with(holder) && path[holder.size()] == '.';
}

bool has_type(const Json& value, FieldType type) {
  switch (type) {
    case FieldType::kString:
      return value.is_string();
    case FieldType::kInt:
      return value.is_integer();
    case FieldType::kBool:
      return value.is_bool();
    case FieldType::kQuantity:
      return kube::Quantity::from_json(value).ok();
    case FieldType::kList:
      return value.is_array();
    case FieldType::kMap:
      return value.is_object();
    case FieldType::kNone:
      break;
  }
  return true;
}

std::string_view type_text(FieldType type) {
  switch (type) {
    case FieldType::kString:
      return "a text";
    case FieldType::kInt:
      return "a whole number";
    case FieldType::kBool:
      return "true or false";
    case FieldType::kQuantity:
      return "a quantity";
    case FieldType::kList:
      return "a list";
    case FieldType::kMap:
      return "a map";
    case FieldType::kNone:
      break;
  }
  return "";
}

std::string value_text(const Json& value) {
  if (value.is_object()) return "a map";
  if (value.is_array()) return "a list";
  if (value.is_string() && value.empty()) return "an empty text";
  return value.is_string() ? "the text " + shown(value.as_string(), kValueBytesMax)
                           : shown(kube::to_text(value), kValueBytesMax);
}

// How to write a value that has the wrong type.
std::string type_fix(const Json& value, FieldType type) {
  const std::string_view text = value.as_string();
  const bool is_number = !text.empty() && text.size() < 16 &&
                         text.find_first_not_of("0123456789") == std::string_view::npos;
  if (type == FieldType::kInt && is_number)
    return "Write " + std::string(text) + ", without quotation marks.";
  if (type == FieldType::kBool && (text == "true" || text == "false"))
    return "Write " + std::string(text) + ", without quotation marks.";
  if (const std::string meant = mended_quantity(text);
      type == FieldType::kQuantity && !meant.empty())
    return "Write " + meant + ".";
  if (type == FieldType::kInt && text.ends_with('%') && text.size() < 16 &&
      text.find_first_not_of("0123456789") == text.size() - 1)
    return "Write " + std::string(text.substr(0, text.size() - 1)) + ".";
  if (type == FieldType::kList && !text.empty())
    return "Write [" + shown(text, kValueBytesMax) + "].";
  if (type == FieldType::kString && (value.is_number() || value.is_bool()))
    return "Put quotation marks around it.";
  return "Write " + std::string(type_text(type)) + " there.";
}

// The parameters of one entry, held against what their driver takes.
class ParametersReader {
 public:
  ParametersReader(const OpaqueParameters& parameters, const CatalogueDriver& driver,
                   std::vector<Finding>& findings)
      : parameters_(parameters), driver_(driver), findings_(findings) {}

  const CatalogueConfig* read(const Catalogue& catalogue) {
    const Json& root = parameters_.json;
    const std::string_view api_version = root["apiVersion"].as_string();
    const std::string_view kind = root["kind"].as_string();
    const auto& configs = driver_.configs;
    if (std::any_of(configs.begin(), configs.end(), [&](const CatalogueConfig& config) {
          return is_later(api_version, config.api_version);
        }))
      return nullptr;
    config_ = meant(api_version, kind);
    if (config_ == nullptr) {
      tell_kinds(api_version, kind, catalogue);
      return nullptr;
    }
    tell_names(api_version, kind);
    if (!config_->fields.empty()) judge_map(root, {});
    return config_;
  }

 private:
  const CatalogueConfig* meant(std::string_view api_version, std::string_view kind) const {
    if (const CatalogueConfig* exact = config_of(driver_, api_version, kind)) return exact;
    const CatalogueConfig* by_kind = nullptr;
    const CatalogueConfig* by_slip = nullptr;
    for (const CatalogueConfig& config : driver_.configs) {
      if (config.kind.empty()) return &config;
      if (config.kind == kind) by_kind = &config;
      if (is_misspelt(kind, config.kind)) by_slip = &config;
    }
    if (by_kind != nullptr || by_slip != nullptr) return by_kind != nullptr ? by_kind : by_slip;
    const bool is_only = kind.empty() && driver_.configs.size() == 1;
    return is_only ? &driver_.configs.front() : nullptr;
  }

  // Of parameters that are none of the driver's. A kind of its own group may be newer than the
  // catalogue.
  void tell_kinds(std::string_view api_version, std::string_view kind, const Catalogue& catalogue) {
    const auto& configs = driver_.configs;
    if (configs.empty()) return;
    const std::string_view group = kube::parse_api_version(api_version).group;
    const bool is_own =
        std::any_of(configs.begin(), configs.end(), [group](const CatalogueConfig& config) {
          return kube::parse_api_version(config.api_version).group == group;
        });
    for (const CatalogueDriver& other : catalogue.drivers()) {
      if (kind.empty() || config_of(other, api_version, kind) == nullptr) continue;
      return add("kind",
                 refuses(given(api_version, kind), "which by the catalogue is another driver's,"),
                 "Write driver: " + shown(other.name, 63) + ", or parameters of this one.");
    }
    if (is_own && !kind.empty()) return;
    std::vector<std::string> kinds;
    for (const CatalogueConfig& config : configs) {
      if (config.api_version == configs.front().api_version) kinds.push_back(config.kind);
    }
    const std::string today = shown(configs.front().api_version, 100);
    add(is_own ? "kind" : "apiVersion", refuses(given(api_version, kind), "by the catalogue,"),
        "Write " + (is_own ? "" : "apiVersion: " + today + " and ") +
            "kind: " + any_of_text(kinds) + ".");
  }

  void tell_names(std::string_view api_version, std::string_view kind) {
    const bool same_version = config_->api_version == api_version;
    const bool same_kind = config_->kind == kind;
    if (config_->kind.empty() || (same_version && same_kind)) return;
    std::string fix = "Write ";
    if (!same_version) fix += "apiVersion: " + shown(config_->api_version, 100);
    if (!same_version && !same_kind) fix += " and ";
    if (!same_kind) fix += "kind: " + shown(config_->kind, 63);
    add(same_version ? "kind" : "apiVersion",
        refuses(given(api_version, kind), "by the catalogue,"), fix + ".");
  }

  static std::string given(std::string_view api_version, std::string_view kind) {
    if (kind.empty()) return "parameters without a kind";
    return shown(kind, 63) + (api_version.empty() ? std::string(" without an apiVersion")
                                                  : " of " + shown(api_version, 100));
  }

  void judge_map(const Json& map, const std::string& holder) {
    for (const Json::Member& member : map.members()) {
      const std::string_view name = member.key();
      if (holder.empty() && !config_->kind.empty() && (name == "apiVersion" || name == "kind"))
        continue;
      const std::string path =
          holder.empty() ? std::string(name) : holder + "." + std::string(name);
      const CatalogueField* field = field_at(path);
      const bool is_holder = holds_fields(path);
      const bool is_none = field != nullptr && field->type == FieldType::kNone;
      if ((field == nullptr || is_none) && !is_holder) {
        tell_unknown(path, name, holder, member.value);
        continue;
      }
      if (member.value.is_null()) continue;
      if (is_holder && !member.value.is_object()) {
        tell_type(path, member.value, FieldType::kMap);
        continue;
      }
      if (field != nullptr) judge_value(*field, member.value);
      if (is_holder) judge_map(member.value, path);
    }
    for (const CatalogueField& field : config_->fields) {
      if (field.is_required && holder_of(field.path) == holder && !is_meant(field, map))
        tell_required(field);
    }
  }

  // It is there, or what is told to be it.
  static bool is_meant(const CatalogueField& field, const Json& map) {
    const std::string_view name = last_of(field.path);
    const auto members = map.members();
    return std::any_of(members.begin(), members.end(), [name](const Json::Member& member) {
      return member.key() == name ? !member.value.is_null() : is_misspelt(member.key(), name);
    });
  }

  void judge_value(const CatalogueField& field, const Json& value) {
    if (!has_type(value, field.type)) return tell_type(field.path, value, field.type);
    judge_bounds(field, value);
    const std::string name(last_of(field.path));
    const auto is_one = [](const std::vector<std::string>& values, std::string_view text) {
      return std::find(values.begin(), values.end(), text) != values.end();
    };
    if (!field.values.empty() && !is_one(field.values, value.as_string())) {
      const std::vector<std::string_view> values(field.values.begin(), field.values.end());
      const std::string_view near = nearest(value.as_string(), values);
      add(field.path,
          refuses(value_text(value) + " in " + field.path,
                  "which by the catalogue is " + any_of_text(field.values) + ","),
          "Write " + name + ": " + (near.empty() ? any_of_text(field.values) : std::string(near)) +
              ".");
    }
    if (field.of.empty()) return;
    const CatalogueField* decides = field_at(field.of);
    const std::string_view decided = value_at(parameters_.json, field.of).as_string();
    // What is no value at all is told as that.
    const bool is_known =
        decides == nullptr || decides->values.empty() || is_one(decides->values, decided);
    if (decided.empty() || !is_known || is_one(field.kinds, decided)) return;
    add(field.path,
        refuses(field.path, "which by the catalogue goes with " + field.of + " " +
                                any_of_text(field.kinds) + ", not " +
                                shown(decided, kValueBytesMax) + ","),
        "Write " + std::string(last_of(field.of)) + ": " + any_of_text(field.kinds) + ", or take " +
            name + " away.");
  }

  void judge_bounds(const CatalogueField& field, const Json& value) {
    if (field.max_bytes && value.size() > static_cast<std::size_t>(*field.max_bytes)) {
      const std::string most = std::to_string(*field.max_bytes) + " characters at most";
      return add(field.path,
                 refuses(value_text(value) + " in " + field.path,
                         "which by the catalogue has " + most + ","),
                 "Write a name of " + most + ".");
    }
    if (field.is_cidrs) judge_addresses(field, value);
    const Result<kube::Quantity> amount = kube::Quantity::from_json(value);
    if (!amount || (!field.min && !field.max)) return;
    const bool is_less = field.min && *amount < kube::Quantity::from_int(*field.min);
    if (!is_less && (!field.max || *amount <= kube::Quantity::from_int(*field.max))) return;
    const std::string bound =
        amount_text(field, is_less ? *field.min : *field.max) + (is_less ? " or more" : " at most");
    const std::string written(value.is_string() ? value.as_string() : kube::to_text(value));
    const bool is_size = field.type == FieldType::kQuantity && is_less;
    const std::string with_unit = is_size ? amount_meant("memory", {}, written) : written;
    add(field.path,
        refuses(value_text(value) + " in " + field.path,
                "which by the catalogue is " + bound + ","),
        "Write " + (with_unit == written ? bound : shown(with_unit)) + ".");
  }

  static std::string amount_text(const CatalogueField& field, std::int64_t bound) {
    if (field.type == FieldType::kInt) return std::to_string(bound);
    constexpr std::int64_t kMebi = std::int64_t{1} << 20;
    return bound % kMebi == 0 ? std::to_string(bound / kMebi) + "Mi" : std::to_string(bound);
  }

  // 10.0.0.2 for 10.0.0.2/24.
  void judge_addresses(const CatalogueField& field, const Json& list) {
    for (const Json& element : list.elements()) {
      const std::string_view address = element.as_string();
      if (address.empty() || address.find('/') != std::string_view::npos) continue;
      return add(field.path,
                 refuses(value_text(element) + " in " + field.path,
                         "which by the catalogue are addresses with their prefix,"),
                 "Write " + shown(address, kValueBytesMax) + "/" +
                     (address.find(':') == std::string_view::npos ? "24" : "64") +
                     ", with the prefix of its network.");
    }
  }

  void tell_unknown(const std::string& path, std::string_view name, std::string_view holder,
                    const Json& value) {
    const std::string unknown =
        refuses(shown(path, kValueBytesMax),
                "which by the catalogue is no field of " + config_text() + ",");
    if (config_->kind.empty() && holder.empty() && (name == "apiVersion" || name == "kind"))
      return add(name, unknown, "Take " + std::string(name) + " away.");
    std::vector<std::string_view> beside;
    for (const CatalogueField& field : config_->fields) {
      if (field.type == FieldType::kNone) {
        if (last_of(field.path) == name) return add(path, unknown, field.note);
        continue;
      }
      if (!holder.empty() && !is_below(field.path, holder)) continue;
      const std::string_view rest =
          std::string_view(field.path).substr(holder.empty() ? 0 : holder.size() + 1);
      beside.push_back(rest.substr(0, rest.find('.')));
    }
    std::string_view near = nearest_misspelt(name, beside);
    if (near.empty()) near = begun_with(name, beside);
    if (!near.empty()) return add(path, unknown, "Write " + std::string(near) + ".");
    for (const CatalogueField& field : config_->fields) {
      const std::string_view above = holder_of(field.path);
      if (last_of(field.path) == name) return add(path, unknown, "Write it as " + field.path + ".");
      if (!above.empty() && last_of(above) == name && above != path)
        return add(path, unknown, "Write it as " + std::string(above) + ".");
    }
    for (const CatalogueConfig& other : driver_.configs) {
      const auto has = [&](const CatalogueField& field) {
        return field.path == path || is_below(field.path, path);
      };
      if (std::any_of(other.fields.begin(), other.fields.end(), has))
        return add(path, unknown,
                   "Take it away; " + other.kind + " has it, which is for other devices.");
    }
    // spec: {sharing: ...}; below the top a newer driver may have it.
    if (!holder.empty()) return;
    const auto members = value.members();
    const auto belongs = [&](const Json::Member& member) {
      return std::find(beside.begin(), beside.end(), member.key()) != beside.end();
    };
    if (!members.empty() && std::all_of(members.begin(), members.end(), belongs))
      add(path, unknown, "Write what it holds without " + shown(name, kValueBytesMax) + ".");
  }

  // The only one that is the name and more: timeSlicingConfig, addresses; netAttachDefName, before
  // netAttachDefNamespace.
  static std::string_view begun_with(std::string_view name,
                                     const std::vector<std::string_view>& names) {
    std::string_view found;
    for (const std::string_view one : names) {
      const bool begins = letters_apart(name, one.substr(0, name.size())) == 0;
      if (name.size() < kBeginningBytesMin || !begins) continue;
      if (found.empty() || found.starts_with(one))
        found = one;
      else if (!one.starts_with(found))
        return {};
    }
    return found;
  }

  void tell_type(std::string_view path, const Json& value, FieldType type) {
    add(path,
        refuses(value_text(value) + " in " + std::string(path),
                "where by the catalogue " + std::string(type_text(type)) + " belongs,"),
        type_fix(value, type));
  }

  void tell_required(const CatalogueField& field) {
    const std::string name(last_of(field.path));
    add(holder_of(field.path),
        refuses(config_text() + " without " + field.path, "by the catalogue,"),
        field.values.empty() ? "Add " + name + "."
                             : "Add " + name + ": " + any_of_text(field.values) + ".");
  }

  const CatalogueField* field_at(std::string_view path) const {
    for (const CatalogueField& field : config_->fields) {
      if (field.path == path) return &field;
    }
    return nullptr;
  }

  bool holds_fields(std::string_view path) const {
    return std::any_of(config_->fields.begin(), config_->fields.end(),
                       [path](const CatalogueField& field) { return is_below(field.path, path); });
  }

  static Json value_at(Json value, std::string_view path) {
    while (!path.empty()) {
      const std::size_t dot = path.find('.');
      value = value[path.substr(0, dot)];
      path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    }
    return value;
  }

  std::string refuses(const std::string& what, const std::string& why) const {
    return refuses_text(driver_, what, why, parameters_.pods);
  }
  std::string config_text() const {
    return config_->kind.empty() ? "its parameters" : shown(config_->kind, 63);
  }

  void add(std::string_view path, std::string message, std::string fix) {
    if (++told_ > kLikeFindingsMax) return;
    findings_.push_back(
        {"ConfigRefused", Severity::kWarn,
         path.empty() ? parameters_.field : printable(parameters_.field + "." + std::string(path)),
         std::move(message), std::move(fix)});
  }

  const OpaqueParameters& parameters_;
  const CatalogueDriver& driver_;
  const CatalogueConfig* config_ = nullptr;
  std::vector<Finding>& findings_;
  std::size_t told_ = 0;
};

}  // namespace

std::optional<kube::Document> parameters_in_text(const Json& parameters) {
  const std::string_view text = parameters.as_string();
  if (text.empty() || text.size() > kOpaqueParametersBytesMax) return std::nullopt;
  Result<std::vector<kube::YamlObject>> read = kube::read_yaml(text);
  if (!read || read->size() != 1 || !read->front().document.root().is_object()) return std::nullopt;
  return std::move(read->front().document);
}

const CatalogueConfig* config_of(const CatalogueDriver& driver, std::string_view api_version,
                                 std::string_view kind) {
  for (const CatalogueConfig& config : driver.configs) {
    if (config.api_version == api_version && config.kind == kind) return &config;
  }
  return nullptr;
}

std::string refuses_text(const CatalogueDriver& driver, const std::string& what,
                         const std::string& why, std::string_view pods) {
  return "Driver " + shown(driver.name, 63) + " refuses " + what + " on the node, " + why +
         " and " + std::string(pods) + " never starts.";
}

const CatalogueConfig* judge_parameters(const OpaqueParameters& parameters,
                                        const CatalogueDriver& driver, const Catalogue& catalogue,
                                        std::vector<Finding>& findings) {
  return ParametersReader(parameters, driver, findings).read(catalogue);
}

}  // namespace drawbridge::rules
