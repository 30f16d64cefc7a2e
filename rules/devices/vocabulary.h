// Vocabulary: which attributes and capacities the devices of each driver have.
//
// One answer to "what is known of X in domain D", fed from two sides: by what drivers publish
// (VocabularyBuilder, from ResourceSlices), and by the catalogue of drivers, for those that publish
// nothing here. Immutable; shared between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/quantity.h"

namespace drawbridge::rules {

enum class NameKind : std::uint8_t { kAttribute, kCapacity };

// Types of an attribute, as bits: a driver may publish one name with several.
namespace attribute_type {
inline constexpr std::uint8_t kInt = 1;
inline constexpr std::uint8_t kBool = 2;
inline constexpr std::uint8_t kString = 4;
inline constexpr std::uint8_t kVersion = 8;
inline constexpr std::uint8_t kList = 16;  // of any of them
}  // namespace attribute_type

// An attribute or capacity of a driver's devices.
struct Word {
  NameKind kind = NameKind::kAttribute;
  std::string domain;
  std::string id;
  std::uint8_t types = 0;     // of attribute_type; 0 where not known
  std::uint32_t devices = 0;  // published ones that have it; 0 in the catalogue
  // Of a capacity, the different values that are published, ascending; empty where there are more
  // than kWordValuesMax, or none is known.
  std::vector<kube::Quantity> values = {};
  // How it is published where the domain is the driver's own: as "id", or as "domain/id". To CEL
  // that is one name; a request for capacity names it as it stands.
  bool is_bare = false;
  bool is_qualified = false;
};

inline constexpr std::size_t kWordValuesMax = 64;

struct DriverWords {
  std::string driver;
  std::uint32_t devices = 0;  // published, in complete pools; 0 in the catalogue
  // There may be more words than these: slices of a pool are still to come.
  bool incomplete = false;
  std::vector<Word> words;  // sorted by kind, domain and id

  bool has(NameKind kind, std::string_view domain, std::string_view id) const;
};

class Vocabulary {
 public:
  Vocabulary() = default;
  // In any order; one element for each driver, each word of it once.
  explicit Vocabulary(std::vector<DriverWords> drivers);

  // By name.
  std::span<const DriverWords> drivers() const { return drivers_; }
  // nullptr where nothing is known of it.
  const DriverWords* driver(std::string_view name) const;

 private:
  std::vector<DriverWords> drivers_;
};

// Several vocabularies as one; what comes first counts first: the published before the catalogue.
// A view, valid as long as they are; null pointers are passed over.
class Words {
 public:
  explicit Words(std::span<const Vocabulary* const> vocabularies);

  // What the first vocabulary that knows the word says of it, over all drivers: devices are added
  // up. `known` is false where none does.
  struct Facts {
    bool known = false;
    bool published = false;  // else from the catalogue
    std::uint8_t types = 0;
    std::uint32_t devices = 0;
    std::vector<kube::Quantity> values = {};  // ascending; empty where not known
  };
  Facts find(NameKind kind, std::string_view domain, std::string_view id) const;
  // The names in the domain, sorted, each once.
  std::vector<std::string_view> ids(NameKind kind, std::string_view domain) const;
  // Sorted, each once.
  std::vector<std::string_view> drivers() const;
  // All domains with attributes or capacities, sorted, each once.
  std::vector<std::string_view> domains() const;
  bool has_domain(std::string_view domain) const;
  // Some published device has an attribute in it.
  bool publishes(std::string_view domain) const;
  // Domains that have such a name, sorted.
  std::vector<std::string_view> domains_with(NameKind kind, std::string_view id) const;
  // A driver that has words of the domain publishes more than is known yet, or nothing is known.
  bool is_incomplete(std::string_view domain) const;

 private:
  template <typename Visit>
  void for_each(Visit visit) const;
  std::vector<const Vocabulary*> all_;
};

}  // namespace drawbridge::rules
