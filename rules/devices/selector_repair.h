// What people get wrong in selectors, found in the tree, and the expression as it was meant.
//
// A repair is made only of what is certain (no device can be what the expression takes it for) or
// known (Words says what is published, or what the catalogue has), and the repaired selector
// compiles.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/devices/vocabulary.h"

namespace drawbridge::rules {

class Catalogue;
struct SelectorPath;

enum class Mistake : std::uint8_t {
  kNeverCompiles,  // the API server refuses the expression for it
  kComparesText,   // text where a quantity, version, number or boolean is meant, or the reverse
  kUnknownName,    // no device has such an attribute or capacity
  kFails,          // ends with an error on every device
  kExactSize,      // a bound that the published values miss by little
  kNeverTrue,      // no value is what is asked for
};

struct Repair {
  Mistake mistake = Mistake::kNeverCompiles;
  std::string what;  // a sentence without its full stop: "memory is a capacity"
};

// A term of the outermost chain of `&&` that was repaired.
struct RepairedTerm {
  std::string text;          // as it was meant
  std::size_t position = 0;  // among the terms
  std::vector<Repair> repairs;
};

struct RepairedSelector {
  std::string text;   // the whole expression, as it was meant, with the guards that it needs
  std::string guard;  // of those what stands in front of its terms
  std::vector<RepairedTerm> terms;
  std::size_t term_count = 0;  // with those that were right
  bool compiled = false;       // as it was written, and the API server takes it
};

struct RepairHints {
  const Words& words;
  // The driver that the class asks for, whose domain is meant where none stands; empty where it is
  // not known.
  std::string driver = {};
  // What became of names that drivers published once; nullptr where nothing is known of that.
  const Catalogue* catalogue = nullptr;
  // The texts that the devices in question have of an attribute; empty where that is not known.
  std::function<std::vector<std::string>(const SelectorPath& attribute)> published_texts = {};
  // A repaired selector with values that the devices in question have in the place of those that
  // none has; empty where it is right, or nothing better is known.
  std::function<std::string(std::string_view expression)> values_meant = {};
  // A repaired selector with the guards without which it fails on some device; empty where it needs
  // none.
  std::function<std::string(std::string_view expression)> guarded = {};
};

// nullopt where nothing is known to be wrong, or how it was meant is not known. `expression` may
// be one that does not compile, or parse.
std::optional<RepairedSelector> repair_selector(std::string_view expression,
                                                const RepairHints& hints);

// The text of the quantity that was meant: "16GiB" is "16Gi", "16 G" is "16G"; empty where `text`
// is far from any. What is a quantity already stays as it is.
std::string mended_quantity(std::string_view text);

// The strict version that was meant: "550.54" is "550.54.0", "v535.104.05" is "535.104.5"; empty
// where `text` is no version. What is strict already stays as it is.
std::string mended_version(std::string_view text);

// The bound just below a published value, in the unit of what was asked for: 79Gi for 81559Mi.
std::string bound_below(const kube::Quantity& value);

}  // namespace drawbridge::rules
