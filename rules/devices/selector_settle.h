// Which attribute or capacity a path of a selector was meant to name.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rules/devices/selector_path.h"
#include "rules/devices/selector_repair.h"

namespace drawbridge::rules {

struct DeviceName {
  NameKind kind = NameKind::kAttribute;
  std::string domain;
  std::string id;
};

// How the value is used, which says what it must be.
enum class Use : std::uint8_t {
  kAny,       // perhaps not at all: the map of a domain is
  kValue,     // compared, or asked for something
  kQuantity,  // compared with a quantity
};

struct Settled {
  DeviceName name;
  Mistake mistake = Mistake::kUnknownName;
  std::string what;
  std::string_view method = {};  // to be called on the value: "major" of a version
};

// What the fields of a DeviceAttribute or DeviceCapacity are called, or are taken for: a selector
// has the value itself.
bool is_value_field(std::string_view name);

// What people call the memory of a device: memoryGB, gpu_memory, vram.
bool is_word_for_memory(std::string_view id);

// A name that CEL takes behind a dot.
bool is_identifier(std::string_view name);

// Whether the test of a driver has to be true: for all devices, for some, or for none.
enum class DriverTest : std::uint8_t { kRequired, kOneOf, kExcluded };

class Settler {
 public:
  // `compiles`: the expression as a whole does, so that what can't compile is not in it.
  Settler(const RepairHints& hints, bool compiles) : hints_(hints), compiles_(compiles) {}

  // Names whose presence the expression tests itself may be absent.
  void note_guards(const cel::Expr& root);
  // That the selector tests, or its class asks for; empty for none.
  const std::string& driver() const {
    return tested_driver_.empty() ? hints_.driver : tested_driver_;
  }

  // nullopt where the path is right, or not known to be wrong. `written` is its text. The name of a
  // domain alone has no id.
  std::optional<Settled> settle(const SelectorPath& path, Use use,
                                const std::string& written) const;

  // The same of its form alone, whether or not there is such a name.
  std::optional<Settled> place(const SelectorPath& path, Use use, const std::string& written) const;

  // Of a name for which neither map nor domain is given.
  std::optional<DeviceName> guess(std::string_view id) const;
  // The driver that was meant by one that nothing is known of: the one that the class asks for,
  // where the test is required, or else the nearest that is known. Empty where it is right, or not
  // known to be wrong.
  std::string driver_meant(std::string_view driver, DriverTest test) const;
  // The name that was meant by one with hyphens: a known one, or in camelCase.
  DeviceName without_hyphens(DeviceName name) const;

 private:
  std::optional<Settled> misplaced(const SelectorPath& path, Use use,
                                   const std::string& written) const;
  std::optional<Settled> without_domain(const SelectorPath& path, Use use,
                                        const std::string& written) const;
  Settled with_part(const SelectorPath& path, Mistake at_run) const;
  bool is_of_driver(const DeviceName& name) const;
  std::optional<Settled> misspelt_domain(const DeviceName& name) const;
  std::optional<Settled> other_drivers(const DeviceName& name) const;
  std::optional<Settled> misnamed(const DeviceName& name, Use use,
                                  const std::string& written) const;
  bool moved(DeviceName& name, std::string& what) const;
  bool has_by_catalogue(std::string_view driver, const DeviceName& name,
                        std::string_view domain) const;
  bool elsewhere(DeviceName& name, std::string& what) const;
  std::string_view model_name(const DeviceName& name) const;
  std::string near_domain(std::string_view domain) const;
  std::string domain_for(NameKind kind, std::string_view id) const;

  const RepairHints& hints_;
  bool compiles_;
  std::set<std::string, std::less<>> guarded_;
  std::string tested_driver_;
};

}  // namespace drawbridge::rules
