#include "rules/devices/catalogue.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "kube/api/yaml.h"
#include "rules/finding.h"
#include "rules/nearest.h"

namespace drawbridge::rules {

// catalogue.yaml, put there by CMake.
extern const std::string_view kBuiltInCatalogue;

namespace {

using kube::Json;

constexpr std::string_view kDriverFields[] = {"groups", "model", "name", "repository", "title"};
constexpr std::string_view kGroupFields[] = {"attributes", "capacity",      "changes", "classes",
                                             "configs",    "formerClasses", "source"};
constexpr std::string_view kAttributeFields[] = {"examples", "list",   "mixed", "only",
                                                 "type",     "unique", "values"};
constexpr std::string_view kCapacityFields[] = {"examples", "only"};
constexpr std::string_view kClassFields[] = {"extendedResourceName", "name", "pluginResources",
                                             "selectors"};
constexpr std::string_view kFormerClassFields[] = {"name", "note", "version"};
constexpr std::string_view kChangeFields[] = {"name", "note", "now", "version"};
constexpr std::string_view kConfigFields[] = {"apiVersion", "fields", "kind", "only"};
constexpr std::string_view kFieldFields[] = {"cidrs", "max",      "maxBytes", "min",   "note",
                                             "only",  "required", "type",     "values"};

// A name of 63 bytes, a slash and 32 more (resource.k8s.io/v1 QualifiedName).
constexpr std::size_t kNameBytesMax = 96;
constexpr std::size_t kTextBytesMax = 1024;

Status check_fields(const Json& object, std::span<const std::string_view> known,
                    const std::string& path) {
  if (!object.is_object()) return Error{"must be a map", path};
  for (const Json::Member& entry : object.members()) {
    if (std::find(known.begin(), known.end(), entry.key()) != known.end()) continue;
    const std::string_view near = nearest(entry.key(), known);
    return Error{"is not known" + (near.empty() ? "" : "; " + std::string(near) + " is"),
                 path + "." + shown(entry.key())};
  }
  return {};
}

// A text of a file that is shown to people.
Status read_text(const Json& object, std::string_view key, bool required, const std::string& path,
                 std::string& into) {
  const Json value = object[key];
  if (value.is_null() && !required) return {};
  if (!value.is_string() || value.empty())
    return Error{"must be a text", path + "." + std::string(key)};
  if (value.size() > kTextBytesMax)
    return Error{"is longer than " + std::to_string(kTextBytesMax) + " bytes",
                 path + "." + std::string(key)};
  into = printable(value.as_string());
  return {};
}

Status read_texts(const Json& list, const std::string& path, std::vector<std::string>& into) {
  if (list.is_null()) return {};
  if (!list.is_array()) return Error{"must be a list of texts", path};
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Json text = list.at(i);
    if (!text.is_string() || text.empty() || text.size() > kTextBytesMax)
      return Error{"must be a text of at most " + std::to_string(kTextBytesMax) +
                       " bytes; put quotation marks around a number",
                   path + "[" + std::to_string(i) + "]"};
    into.push_back(printable(text.as_string()));
  }
  return {};
}

std::pair<std::string, std::string> qualified(std::string_view name, std::string_view driver) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos) return {std::string(driver), std::string(name)};
  return {std::string(name.substr(0, slash)), std::string(name.substr(slash + 1))};
}

// nullopt for a type that there is not.
std::optional<std::uint8_t> types_of(const Json& attribute) {
  constexpr std::pair<std::string_view, std::uint8_t> kTypes[] = {
      {"string", attribute_type::kString},
      {"version", attribute_type::kVersion},
      {"int", attribute_type::kInt},
      {"bool", attribute_type::kBool}};
  for (const auto& [name, type] : kTypes) {
    if (attribute["type"].as_string() != name) continue;
    if (attribute["mixed"].as_bool()) return std::uint8_t{0};
    const bool list = attribute["list"].as_bool();
    return list ? static_cast<std::uint8_t>(type | attribute_type::kList) : type;
  }
  return std::nullopt;
}

// nullopt for a type that there is not.
std::optional<FieldType> field_type(std::string_view name) {
  constexpr std::pair<std::string_view, FieldType> kTypes[] = {
      {"string", FieldType::kString},     {"int", FieldType::kInt},   {"bool", FieldType::kBool},
      {"quantity", FieldType::kQuantity}, {"list", FieldType::kList}, {"map", FieldType::kMap},
      {"none", FieldType::kNone}};
  for (const auto& [known, type] : kTypes) {
    if (known == name) return type;
  }
  return std::nullopt;
}

bool is_name(std::string_view name) {
  return !name.empty() && name.size() <= kNameBytesMax && name.front() != '/' &&
         name.back() != '/' && name == printable(name) &&
         name.find_first_of(" \\") == std::string_view::npos;
}

class DriverReader {
 public:
  DriverReader(const Json& object, std::string path) : object_(object), path_(std::move(path)) {}

  Result<CatalogueDriver> read() {
    if (Status known = check_fields(object_, kDriverFields, path_); !known) return known.error();
    for (const auto& [key, required, into] :
         {std::tuple{"name", true, &driver_.name}, std::tuple{"title", false, &driver_.title},
          std::tuple{"repository", false, &driver_.repository}}) {
      if (Status read = read_text(object_, key, required, path_, *into); !read) return read.error();
    }
    if (!is_name(driver_.name)) return Error{"must be the name of a driver", path_ + ".name"};
    if (driver_.title.empty()) driver_.title = driver_.name;
    if (Status read = read_texts(object_["model"], path_ + ".model", driver_.model); !read)
      return read.error();
    const Json groups = object_["groups"];
    if (!groups.is_array()) return Error{"must be a list", path_ + ".groups"};
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (Status read = read_group(groups.at(i), path_ + ".groups[" + std::to_string(i) + "]");
          !read)
        return read.error();
    }
    if (driver_.words.size() > kCatalogueWordsMax)
      return Error{
          "has more than " + std::to_string(kCatalogueWordsMax) + " attributes and capacities",
          path_ + ".groups"};
    std::sort(driver_.words.begin(), driver_.words.end(),
              [](const CatalogueWord& a, const CatalogueWord& b) {
                return std::tie(a.word.kind, a.word.domain, a.word.id) <
                       std::tie(b.word.kind, b.word.domain, b.word.id);
              });
    return std::move(driver_);
  }

 private:
  Status read_group(const Json& group, const std::string& path) {
    if (Status known = check_fields(group, kGroupFields, path); !known) return known;
    std::string source;
    if (Status read = read_text(group, "source", true, path, source); !read) return read;
    driver_.sources.push_back(std::move(source));
    if (Status read = read_words(group["attributes"], path + ".attributes", false); !read)
      return read;
    if (Status read = read_words(group["capacity"], path + ".capacity", true); !read) return read;
    for (const auto& [list, one] : {std::pair{"classes", &DriverReader::read_class},
                                    std::pair{"formerClasses", &DriverReader::read_former_class},
                                    std::pair{"changes", &DriverReader::read_change},
                                    std::pair{"configs", &DriverReader::read_config}}) {
      const std::string list_path = path + "." + list;
      const Json entries = group[list];
      if (entries.is_null()) continue;
      if (!entries.is_array()) return Error{"must be a list", list_path};
      for (std::size_t i = 0; i < entries.size(); ++i) {
        if (Status read = (this->*one)(entries.at(i), list_path + "[" + std::to_string(i) + "]");
            !read)
          return read;
      }
    }
    return {};
  }

  Status read_words(const Json& words, const std::string& path, bool capacity) {
    if (words.is_null()) return {};
    if (!words.is_object()) return Error{"must be a map of names", path};
    for (const Json::Member& entry : words.members()) {
      const std::string entry_path = path + "." + shown(entry.key());
      if (!is_name(entry.key())) return Error{"is no name of an attribute or capacity", entry_path};
      const std::span<const std::string_view> fields =
          capacity ? std::span<const std::string_view>(kCapacityFields)
                   : std::span<const std::string_view>(kAttributeFields);
      if (Status known = check_fields(entry.value, fields, entry_path); !known) return known;
      CatalogueWord made;
      made.word.kind = capacity ? NameKind::kCapacity : NameKind::kAttribute;
      std::tie(made.word.domain, made.word.id) = qualified(entry.key(), driver_.name);
      if (!capacity) {
        const std::optional<std::uint8_t> types = types_of(entry.value);
        if (!types) return Error{"must be string, version, int or bool", entry_path + ".type"};
        made.word.types = *types;
        made.is_unique = entry.value["unique"].as_bool();
      }
      for (const auto& [key, into] :
           {std::pair{"examples", &made.examples}, std::pair{"values", &made.values}}) {
        if (Status read = read_texts(entry.value[key], entry_path + "." + key, *into); !read)
          return read;
      }
      if (Status read = read_only(entry.value["only"], entry_path + ".only", made.of, made.kinds);
          !read)
        return read;
      driver_.words.push_back(std::move(made));
    }
    return {};
  }

  // {type: [mig]}
  static Status read_only(const Json& only, const std::string& path, std::string& of,
                          std::vector<std::string>& kinds) {
    if (only.is_null()) return {};
    if (!only.is_object() || only.size() != 1)
      return Error{"must be a map of one name and the values that it has there", path};
    for (const Json::Member& entry : only.members()) {
      if (!is_name(entry.key()) || entry.value.empty())
        return Error{"must be a map of one name and the values that it has there", path};
      of = entry.key();
      return read_texts(entry.value, path + "." + shown(entry.key()), kinds);
    }
    return {};
  }

  Status read_class(const Json& entry, const std::string& path) {
    if (Status known = check_fields(entry, kClassFields, path); !known) return known;
    CatalogueClass made;
    if (Status read = read_text(entry, "name", true, path, made.name); !read) return read;
    if (Status read =
            read_text(entry, "extendedResourceName", false, path, made.extended_resource_name);
        !read)
      return read;
    for (const auto& [key, into] : {std::pair{"selectors", &made.selectors},
                                    std::pair{"pluginResources", &made.plugin_resources}}) {
      if (Status read = read_texts(entry[key], path + "." + key, *into); !read) return read;
    }
    driver_.classes.push_back(std::move(made));
    return {};
  }

  Status read_former_class(const Json& entry, const std::string& path) {
    if (Status known = check_fields(entry, kFormerClassFields, path); !known) return known;
    CatalogueFormerClass former;
    for (const auto& [key, into] :
         {std::pair{"name", &former.name}, std::pair{"version", &former.version},
          std::pair{"note", &former.note}}) {
      if (Status read = read_text(entry, key, true, path, *into); !read) return read;
    }
    driver_.former_classes.push_back(std::move(former));
    return {};
  }

  Status read_change(const Json& entry, const std::string& path) {
    if (Status known = check_fields(entry, kChangeFields, path); !known) return known;
    CatalogueChange change;
    std::string name;
    for (const auto& [key, required, into] :
         {std::tuple{"name", true, &name}, std::tuple{"version", true, &change.version},
          std::tuple{"now", false, &change.now}, std::tuple{"note", false, &change.note}}) {
      if (Status read = read_text(entry, key, required, path, *into); !read) return read;
    }
    std::tie(change.domain, change.name) = qualified(name, driver_.name);
    driver_.changes.push_back(std::move(change));
    return {};
  }

  Status read_config(const Json& entry, const std::string& path) {
    if (Status known = check_fields(entry, kConfigFields, path); !known) return known;
    CatalogueConfig config;
    const bool is_named = !entry["apiVersion"].is_null() || !entry["kind"].is_null();
    if (Status read = read_text(entry, "apiVersion", is_named, path, config.api_version); !read)
      return read;
    if (Status read = read_text(entry, "kind", is_named, path, config.kind); !read) return read;
    if (Status read = read_only(entry["only"], path + ".only", config.of, config.kinds); !read)
      return read;
    if (Status read = read_fields(entry["fields"], path + ".fields", config.fields); !read)
      return read;
    driver_.configs.push_back(std::move(config));
    return {};
  }

  static Status read_fields(const Json& fields, const std::string& path,
                            std::vector<CatalogueField>& into) {
    if (fields.is_null()) return {};
    if (!fields.is_object()) return Error{"must be a map of paths such as sharing.strategy", path};
    if (fields.size() > kConfigFieldsMax)
      return Error{"has more than " + std::to_string(kConfigFieldsMax) + " fields", path};
    for (const Json::Member& entry : fields.members()) {
      const std::string at = path + "." + shown(entry.key());
      if (!is_name(entry.key())) return Error{"is no path of a field", at};
      if (Status known = check_fields(entry.value, kFieldFields, at); !known) return known;
      const std::optional<FieldType> type = field_type(entry.value["type"].as_string());
      if (!type)
        return Error{"must be string, int, bool, quantity, list, map or none", at + ".type"};
      CatalogueField field{std::string(entry.key()), *type};
      field.is_required = entry.value["required"].as_bool();
      if (Status read = read_bounds(entry.value, at, field); !read) return read;
      field.is_cidrs = entry.value["cidrs"].as_bool();
      if (Status read = read_text(entry.value, "note", *type == FieldType::kNone, at, field.note);
          !read)
        return read;
      if (Status read = read_texts(entry.value["values"], at + ".values", field.values); !read)
        return read;
      if (Status read = read_only(entry.value["only"], at + ".only", field.of, field.kinds); !read)
        return read;
      into.push_back(std::move(field));
    }
    return {};
  }

  static Status read_bounds(const Json& entry, const std::string& at, CatalogueField& field) {
    const bool is_amount = field.type == FieldType::kInt || field.type == FieldType::kQuantity;
    for (const auto& [key, may_be, of, bound] :
         {std::tuple{"min", is_amount, "int or quantity", &field.min},
          std::tuple{"max", is_amount, "int or quantity", &field.max},
          std::tuple{"maxBytes", field.type == FieldType::kString, "string", &field.max_bytes}}) {
      const Json written = entry[key];
      if (written.is_null()) continue;
      if (!written.is_integer() || !may_be)
        return Error{std::string("must be a whole number, of a field of type ") + of,
                     at + "." + key};
      *bound = written.as_int();
    }
    return {};
  }

  const Json object_;
  const std::string path_;
  CatalogueDriver driver_;
};

DriverWords words_of(const CatalogueDriver& driver) {
  DriverWords words;
  words.driver = driver.name;
  for (const CatalogueWord& known : driver.words) words.words.push_back(known.word);
  return words;
}

bool has_lesser_name(const CatalogueDriver& a, const CatalogueDriver& b) {
  return a.name < b.name;
}

bool is_plugin_resource(const CatalogueClass& made, std::string_view resource) {
  return std::any_of(made.plugin_resources.begin(), made.plugin_resources.end(),
                     [resource](std::string_view name) {
                       return name.ends_with('*')
                                  ? resource.starts_with(name.substr(0, name.size() - 1))
                                  : name == resource;
                     });
}

}  // namespace

bool CatalogueClass::gives(std::string_view resource) const {
  return (!resource.empty() && resource == extended_resource_name) ||
         is_plugin_resource(*this, resource);
}

const Catalogue& Catalogue::built_in() {
  static const Catalogue kCatalogue = [] {
    const Result<std::vector<kube::YamlObject>> text = kube::read_yaml(kBuiltInCatalogue);
    if (!text || text->size() != 1) return Catalogue();
    Result<Catalogue> read = Catalogue::read(text->front().document.root());
    return read ? std::move(*read) : Catalogue();
  }();
  return kCatalogue;
}

Result<Catalogue> Catalogue::read(const Json& drivers) {
  if (!drivers.is_array()) return Error{"must be a list of drivers", "drivers"};
  if (drivers.size() > kCatalogueDriversMax)
    return Error{"has more than " + std::to_string(kCatalogueDriversMax) + " drivers", "drivers"};
  std::vector<CatalogueDriver> read;
  for (std::size_t i = 0; i < drivers.size(); ++i) {
    const std::string path = "drivers[" + std::to_string(i) + "]";
    Result<CatalogueDriver> driver = DriverReader(drivers.at(i), path).read();
    if (!driver) return std::move(driver).error();
    const bool again = std::any_of(read.begin(), read.end(), [&](const CatalogueDriver& other) {
      return other.name == driver->name;
    });
    if (again) return Error{"stands there twice", path + ".name"};
    read.push_back(std::move(*driver));
  }
  return Catalogue(std::move(read));
}

Catalogue Catalogue::built_in_with(const Catalogue& added) {
  std::vector<CatalogueDriver> drivers = added.drivers_;
  for (const CatalogueDriver& driver : built_in().drivers_) {
    if (added.driver(driver.name) == nullptr) drivers.push_back(driver);
  }
  return Catalogue(std::move(drivers));
}

Catalogue::Catalogue(std::vector<CatalogueDriver> drivers) : drivers_(std::move(drivers)) {
  std::sort(drivers_.begin(), drivers_.end(), has_lesser_name);
  std::vector<DriverWords> words;
  for (const CatalogueDriver& driver : drivers_) words.push_back(words_of(driver));
  vocabulary_ = Vocabulary(std::move(words));
}

const CatalogueDriver* Catalogue::driver(std::string_view name) const {
  const auto found =
      std::find_if(drivers_.begin(), drivers_.end(),
                   [&](const CatalogueDriver& driver) { return driver.name == name; });
  return found == drivers_.end() ? nullptr : &*found;
}

const CatalogueDriver* Catalogue::driver_of_class(std::string_view device_class) const {
  const auto found =
      std::find_if(drivers_.begin(), drivers_.end(), [&](const CatalogueDriver& driver) {
        return std::any_of(driver.classes.begin(), driver.classes.end(),
                           [&](const CatalogueClass& made) { return made.name == device_class; });
      });
  return found == drivers_.end() ? nullptr : &*found;
}

std::vector<const CatalogueClass*> Catalogue::classes_giving(std::string_view resource) const {
  std::vector<const CatalogueClass*> classes;
  for (const CatalogueDriver& driver : drivers_) {
    for (const CatalogueClass& made : driver.classes) {
      if (made.gives(resource)) classes.push_back(&made);
    }
  }
  return classes;
}

const CatalogueClass* Catalogue::class_of_plugin_resource(std::string_view resource) const {
  for (const CatalogueDriver& driver : drivers_) {
    for (const CatalogueClass& made : driver.classes) {
      if (is_plugin_resource(made, resource)) return &made;
    }
  }
  return nullptr;
}

const CatalogueFormerClass* Catalogue::former_class(std::string_view device_class) const {
  for (const CatalogueDriver& driver : drivers_) {
    for (const CatalogueFormerClass& former : driver.former_classes) {
      if (former.name == device_class) return &former;
    }
  }
  return nullptr;
}

const CatalogueWord* Catalogue::word(NameKind kind, std::string_view domain,
                                     std::string_view id) const {
  const CatalogueWord* found = nullptr;
  for (const CatalogueDriver& driver : drivers_) {
    for (const CatalogueWord& known : driver.words) {
      if (known.word.kind != kind || known.word.domain != domain || known.word.id != id) continue;
      if (found != nullptr) return nullptr;
      found = &known;
    }
  }
  return found;
}

const CatalogueChange* Catalogue::change(std::string_view domain, std::string_view name) const {
  for (const CatalogueDriver& driver : drivers_) {
    for (const CatalogueChange& change : driver.changes) {
      if (change.domain == domain && change.name == name) return &change;
    }
  }
  return nullptr;
}

}  // namespace drawbridge::rules
