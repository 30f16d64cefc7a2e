// The catalogue of drivers: what is known of DRA drivers from their own sources. It answers where
// a cluster publishes nothing of a driver yet, and without a cluster.
//
// The built-in one is rules/devices/catalogue.yaml, whose head describes the format; administrators
// add to it under `drivers:` of the Configuration (rules/settings.h), in the same format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/result.h"
#include "rules/devices/vocabulary.h"

namespace drawbridge::rules {

// Of one Configuration.
inline constexpr std::size_t kCatalogueDriversMax = 64;
inline constexpr std::size_t kCatalogueWordsMax = 256;  // of one driver
inline constexpr std::size_t kConfigFieldsMax = 128;    // of one kind of opaque parameters

// A DeviceClass that the driver's chart makes.
struct CatalogueClass {
  std::string name;
  std::vector<std::string> selectors;
  std::string extended_resource_name;  // empty where it sets none
  // What the vendor's device plugin calls the same devices: "nvidia.com/mig-*" for all that begin
  // so.
  std::vector<std::string> plugin_resources = {};

  // By either.
  bool gives(std::string_view resource) const;
};

// A class that the driver's chart made once.
struct CatalogueFormerClass {
  std::string name;
  std::string version;  // of the driver, the first that does not make it
  std::string note;     // a sentence: what to do instead
};

// An attribute or capacity that the driver publishes. Its types are 0 where not all devices give it
// the same.
struct CatalogueWord {
  Word word;
  std::vector<std::string> examples = {};  // as the driver publishes them; empty: not looked up
  std::vector<std::string> values = {};    // all that there are; empty: not known
  // Only devices whose attribute `of` (in the driver's own domain) is one of `kinds` have it;
  // empty: not known, or all have.
  std::string of = {};
  std::vector<std::string> kinds = {};
  bool is_unique = false;  // an attribute of which each device has another value
};

// What became of an attribute or capacity.
struct CatalogueChange {
  std::string domain;
  std::string name;
  std::string version;  // of the driver, the first that publishes it no more: "v25.8.0"
  std::string now;      // what to write instead, "DOMAIN/NAME" or "NAME"; empty: nothing
  std::string note;     // a sentence; may be empty
};

// kNone is no field: what people write there, and the driver refuses.
enum class FieldType { kString, kInt, kBool, kQuantity, kList, kMap, kNone };

// A field of opaque parameters. A map below which the catalogue has no field may hold anything.
struct CatalogueField {
  std::string path;  // "sharing.strategy"
  FieldType type = FieldType::kString;
  std::vector<std::string> values = {};  // all that there are; empty: any
  bool is_required = false;              // wherever what holds it is given
  // FieldType::kInt, and of kQuantity in its units: what the driver takes; nullopt: not known.
  std::optional<std::int64_t> min = {};
  std::optional<std::int64_t> max = {};
  std::optional<std::int64_t> max_bytes = {};  // FieldType::kString
  bool is_cidrs = false;                       // FieldType::kList of addresses with their prefix
  std::string note = {};                       // FieldType::kNone: a sentence, what to do instead
  // Only where the field at path `of` has one of `kinds`; empty: always.
  std::string of = {};
  std::vector<std::string> kinds = {};
};

// Opaque parameters that the driver takes.
struct CatalogueConfig {
  std::string api_version;             // empty where they name none,
  std::string kind;                    // nor a kind
  std::vector<CatalogueField> fields;  // empty: not looked up
  // Only for devices whose attribute `of` (in the driver's own domain) is one of `kinds`; empty:
  // for all.
  std::string of = {};
  std::vector<std::string> kinds = {};
};

struct CatalogueDriver {
  std::string name;                  // "gpu.nvidia.com", what device.driver is
  std::string title;                 // "NVIDIA GPU"
  std::string repository;            // where its sources are
  std::vector<std::string> model;    // attributes that name a device's model, the first that it has
  std::vector<CatalogueWord> words;  // in the order of a vocabulary's
  std::vector<CatalogueClass> classes;
  std::vector<CatalogueFormerClass> former_classes;
  std::vector<CatalogueChange> changes;
  std::vector<CatalogueConfig> configs;
  std::vector<std::string> sources;  // file or page of each group of lines
};

// Immutable.
class Catalogue {
 public:
  Catalogue() = default;

  // Never fails: a test reads it.
  static const Catalogue& built_in();
  // `drivers` is a list in the format of catalogue.yaml. Fails, naming the field, at the first
  // thing that is not known.
  static Result<Catalogue> read(const kube::Json& drivers);
  // The built-in drivers and those of `added`, which take the place of drivers of the same name.
  static Catalogue built_in_with(const Catalogue& added);

  const std::vector<CatalogueDriver>& drivers() const { return drivers_; }
  // nullptr where it is not known.
  const CatalogueDriver* driver(std::string_view name) const;
  // The driver whose chart makes the class; nullptr for none.
  const CatalogueDriver* driver_of_class(std::string_view device_class) const;
  // Those whose devices go by the name.
  std::vector<const CatalogueClass*> classes_giving(std::string_view resource) const;
  // The class whose devices the vendor's device plugin gives by the name; nullptr for none.
  const CatalogueClass* class_of_plugin_resource(std::string_view resource) const;
  // nullptr where none made one of the name.
  const CatalogueFormerClass* former_class(std::string_view device_class) const;

  // nullptr where it is not known, and where devices of several drivers have it.
  const CatalogueWord* word(NameKind kind, std::string_view domain, std::string_view id) const;
  // nullptr where nothing is known of it.
  const CatalogueChange* change(std::string_view domain, std::string_view name) const;
  // The same as words: what rules/devices/vocabulary.h joins with what is published.
  const Vocabulary& vocabulary() const { return vocabulary_; }

 private:
  explicit Catalogue(std::vector<CatalogueDriver> drivers);

  std::vector<CatalogueDriver> drivers_;  // by name
  Vocabulary vocabulary_;
};

}  // namespace drawbridge::rules
