// What the checks of selectors share: which selectors an object brings, and where one is repaired.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/checks/checks.h"
#include "rules/devices/selector_repair.h"
#include "rules/devices/selectors.h"
#include "rules/mapping/text_template.h"

namespace drawbridge::rules {

// Bytes of an object's selectors that are looked at for mistakes; those behind them are only
// compiled.
inline constexpr std::size_t kAdvisedBytesMax = 64 * 1024;

// A mapping's expression with places for words, and one that has some text in each.
struct SampledSelector {
  TextTemplate pattern;
  std::string sample;
};

struct AdvisedSelector {
  std::string_view expression;
  std::string field;
  std::string name;               // "Selector 2 of request gpu", for the start of a sentence
  std::string_view device_class;  // of the request; empty in a DeviceClass
  // The mistake is the class's: "Selector 1 of DeviceClass gpu.example.com".
  bool of_class = false;
  // Those in front of it in its list.
  std::vector<std::string_view> before = {};
  // Where `expression` is a sample; what is said of it goes through said_of().
  std::shared_ptr<const SampledSelector> sampled = nullptr;
};

// Whether all that is put right in it are sizes, and no published device that is left by the rest
// of the selector has such a size.
bool is_size_in_vain(const AdvisedSelector& selector, const RepairedSelector& meant,
                     const CheckFacts& facts);
// The same of the expression alone, of the class's devices that `before` leaves.
bool is_size_in_vain(std::string_view device_class, std::span<const std::string_view> before,
                     const RepairedSelector& meant, const CheckFacts& facts);

// A text about the expression, with the placeholders of a sampled one.
std::string said_of(const AdvisedSelector& selector, std::string text);

// The selectors of a DeviceClass, claim, template or DeviceMapping that were not there before, and
// behind them those of the classes that a claim's or template's new selectors and requests name.
std::vector<AdvisedSelector> advised_selectors(const ObjectSubject& subject,
                                               const CheckFacts& facts);

// An expression that is longer is corrected by the part that is wrong (one of the terms of &&), not
// as a whole.
inline constexpr std::size_t kWholeBytesMax = 180;

// What is published, and behind it the catalogue. Holds as long as the facts.
Words words_of(const CheckFacts& facts);

// The driver that the class asks for by ==. Of a class that is not known the one that brings it by
// the catalogue, or its name where that is a domain of `words`. Empty where nothing says it.
std::string driver_of_class(std::string_view device_class, const CheckFacts& facts,
                            const Words& words);

// What is wrong in a selector of the class, without a full stop; empty where nothing is known to
// be.
std::string class_mistake(std::string_view device_class, const CheckFacts& facts);

// Of a selector in a request for this class, empty for one of a class itself, behind the selectors
// `before` of the same list. Holds as long as the arguments.
RepairHints hints_of(std::string_view device_class, const Words& words, const CheckFacts& facts,
                     std::span<const std::string_view> before = {});
// The same of one that was advised.
inline RepairHints hints_of(const AdvisedSelector& selector, const Words& words,
                            const CheckFacts& facts) {
  return hints_of(selector.device_class, words, facts, selector.before);
}

// The finding holds of another one, too: "Selector 1 of request nic", "request nic".
void add_same(Finding& finding, std::string_view name);

// A finding with `code` (kWarn) for each term of them whose first repair is of `mistake`, with the
// term as it was meant; and for what is wrong and could not be repaired (selector_faults.h). What
// does not compile is left to SelectorInvalid.
void add_repairs(const ObjectSubject& subject, const CheckFacts& facts, Mistake mistake,
                 std::string_view code, std::vector<Finding>& findings);

}  // namespace drawbridge::rules
