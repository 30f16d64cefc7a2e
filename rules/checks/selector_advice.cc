#include "rules/checks/selector_advice.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "kube/api/claim.h"
#include "kube/api/object.h"
#include "rules/checks/class_texts.h"
#include "rules/checks/selector_guards.h"
#include "rules/checks/selector_values.h"
#include "rules/devices/demand_text.h"
#include "rules/devices/device_survey.h"
#include "rules/devices/selector_faults.h"
#include "rules/devices/selector_outcome.h"
#include "rules/devices/selector_path.h"
#include "rules/devices/selector_settle.h"

namespace drawbridge::rules {
namespace {

// Of a warning what stands around the message, the fix and the code: ". ", " [", "]".
constexpr std::size_t kMarksBytes = 5;

using kube::Json;

// The expressions of a DeviceMapping.
class OfMapping {
 public:
  std::vector<AdvisedSelector> run(const Json& mapping) {
    const std::span<const Json> rewrites = mapping["spec"]["rewrites"].elements();
    for (std::size_t i = 0; i < rewrites.size(); ++i)
      add_rewrite(rewrites[i], "spec.rewrites[" + std::to_string(i) + "]");
    return std::move(all_);
  }

 private:
  void add_rewrite(const Json& rewrite, const std::string& path) {
    const kube::DeviceRequestView request{rewrite["request"]};
    const auto resource = ResourcePattern::compile(rewrite["resource"].as_string());
    const std::string_view word = resource ? resource->placeholder() : std::string_view();
    for (std::size_t i = 0; i < request.option_count(); ++i) {
      const kube::DeviceOptionView option = request.option(i);
      const std::string at =
          path + ".request" +
          (request.first_available() ? ".firstAvailable[" + std::to_string(i) + "]" : ".exactly");
      const std::span<const Json> selectors = option.selectors();
      for (std::size_t j = 0; j < selectors.size(); ++j)
        add(selectors[j]["cel"]["expression"],
            at + ".selectors[" + std::to_string(j) + "].cel.expression", option.device_class(),
            word);
    }
    const std::span<const Json> parameters = rewrite["parameters"].elements();
    for (std::size_t i = 0; i < parameters.size() && request.option_count() == 1; ++i)
      add(parameters[i]["selector"], path + ".parameters[" + std::to_string(i) + "].selector",
          request.option(0).device_class(), "value");
  }

  void add(const Json& expression, std::string field, std::string_view device_class,
           std::string_view word) {
    if (!expression.is_string()) return;
    AdvisedSelector selector = {expression.as_string(), std::move(field),
                                "A selector of this DeviceMapping", device_class, false};
    const Result<TextTemplate> pattern = TextTemplate::compile(selector.expression, {&word, 1});
    if (pattern && !pattern->is_constant()) {
      std::string sample = pattern->sample();
      // Where that says the same without the placeholder, nobody could tell the two apart.
      if (pattern->about_sample(sample) != selector.expression) return;
      selector.sampled =
          std::make_shared<const SampledSelector>(SampledSelector{*pattern, std::move(sample)});
      selector.expression = selector.sampled->sample;
    }
    all_.push_back(std::move(selector));
  }

  std::vector<AdvisedSelector> all_;
};

std::vector<AdvisedSelector> own_selectors(const Json& object) {
  if (kube::ObjectView(object).kind() == "DeviceMapping") return OfMapping().run(object);
  std::vector<AdvisedSelector> all;
  for (Selector& selector : selectors_of(object)) {
    all.push_back({selector.expression, std::move(selector.field), std::move(selector.name),
                   selector.device_class, false});
  }
  return all;
}

// "spec.devices.requests[0].exactly" of one of its selectors' fields.
std::string_view list_of(std::string_view field) {
  return field.substr(0, field.rfind(".selectors["));
}

// Those of a list stand one behind another.
void note_before(std::vector<AdvisedSelector>& all) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (list_of(all[i].field) != list_of(all[begin].field)) begin = i;
    for (std::size_t j = begin; j < i; ++j) all[i].before.push_back(all[j].expression);
  }
}

// The classes of the requests, each with the field of the first that names it.
std::vector<std::pair<std::string_view, std::string>> classes_of(const Json& object) {
  std::vector<std::pair<std::string_view, std::string>> all;
  std::set<std::string_view> seen;
  const kube::ClaimSpecView claim = kube::ClaimSpecView::of(object);
  const bool nested = kube::ObjectView(object).kind() == "ResourceClaimTemplate";
  for (std::size_t i = 0; i < claim.request_count(); ++i) {
    const kube::DeviceRequestView request = claim.request(i);
    for (std::size_t j = 0; j < request.option_count(); ++j) {
      const std::string_view name = request.option(j).device_class();
      if (name.empty() || !seen.insert(name).second) continue;
      all.emplace_back(name, std::string(nested ? "spec.spec" : "spec") + ".devices.requests[" +
                                 std::to_string(i) + "]");
    }
  }
  return all;
}

}  // namespace

std::vector<AdvisedSelector> advised_selectors(const ObjectSubject& subject,
                                               const CheckFacts& facts) {
  std::set<std::string_view> stored;
  const std::vector<AdvisedSelector> old = own_selectors(subject.old_object);
  for (const AdvisedSelector& selector : old) stored.insert(selector.expression);
  std::vector<AdvisedSelector> all;
  std::size_t bytes = 0;
  const auto add = [&](AdvisedSelector selector) {
    bytes += selector.expression.size();
    if (bytes <= kAdvisedBytesMax) all.push_back(std::move(selector));
  };
  std::vector<AdvisedSelector> own = own_selectors(subject.object);
  note_before(own);
  for (AdvisedSelector& selector : own) {
    if (!stored.contains(selector.expression)) add(std::move(selector));
  }
  // A claim's spec never changes: what its class got wrong is told when it is made.
  if (!subject.old_object.is_null()) return all;
  for (const auto& [name, field] : classes_of(subject.object)) {
    const DeviceIndex::DeviceClass* known = facts.devices.device_class(name);
    if (known == nullptr || !known->selectors) continue;
    for (std::size_t i = 0; i < known->selectors->size(); ++i) {
      add({(*known->selectors)[i]->text, field,
           "Selector " + std::to_string(i + 1) + " of DeviceClass " + shown(name), name, true});
    }
  }
  return all;
}

Words words_of(const CheckFacts& facts) {
  const Vocabulary* all[] = {&facts.devices.vocabulary(), &facts.settings.catalogue().vocabulary()};
  return Words(all);
}

std::string driver_of_class(std::string_view device_class, const CheckFacts& facts,
                            const Words& words) {
  const DeviceIndex::DeviceClass* known = facts.devices.device_class(device_class);
  if (known == nullptr) {
    const CatalogueDriver* driver = facts.settings.catalogue().driver_of_class(device_class);
    if (driver != nullptr) return driver->name;
    return words.has_domain(device_class) ? std::string(device_class) : std::string();
  }
  if (!known->selectors) return {};
  for (const auto& selector : *known->selectors) {
    if (std::string driver = driver_asked_for(selector->text); !driver.empty()) return driver;
  }
  return {};
}

std::string class_mistake(std::string_view device_class, const CheckFacts& facts) {
  const DeviceIndex::DeviceClass* known = facts.devices.device_class(device_class);
  if (known == nullptr || !known->selectors) return {};
  const Words words = words_of(facts);
  for (const auto& selector : *known->selectors) {
    const auto meant = repair_selector(selector->text, {words, {}, &facts.settings.catalogue()});
    if (meant && !meant->terms.empty()) return printable(meant->terms.front().repairs.front().what);
  }
  return {};
}

namespace {

// The whole of it can be pasted; of a long one a warning has room for the part that is wrong.
std::string written(const RepairedSelector& meant, const RepairedTerm& term) {
  if (meant.text.size() <= kWholeBytesMax) return printable(meant.text);
  const std::string guard = meant.guard.empty() ? "" : printable(meant.guard) + " && ";
  return guard + (term.position > 0 ? "... && " : "") + printable(term.text) +
         (term.position + 1 < meant.term_count ? " && ..." : "");
}

// The texts that the class's devices have of the attribute; of all devices in a class itself.
std::vector<std::string> published_texts(const SelectorPath& attribute,
                                         std::string_view device_class, const CheckFacts& facts) {
  static const SelectorList kNone;
  const std::string domain(attribute.steps[0].name);
  const std::string id(attribute.steps[1].name);
  const DeviceIndex::DeviceClass* known = facts.devices.device_class(device_class);
  const bool of_class = known != nullptr && known->selectors;
  if (!facts.survey || facts.settings.inventory != Inventory::kValues ||
      (!device_class.empty() && !of_class) || domain.find_first_of("'\\") != std::string::npos ||
      !is_identifier(id))
    return {};
  // What no device has, so that all that they have is told.
  const std::string read = read_text(attribute);
  auto asked = compile_stored_selector("has(" + read + ") && " + read + " == '?'");
  if (!asked) return {};
  std::uint64_t cost_left = kOutcomeCostMax;
  auto outcome = selector_outcome(of_class ? *known->selectors : kNone, {std::move(*asked)},
                                  facts.survey(), cost_left);
  return outcome ? std::move(outcome->dead.seen) : std::vector<std::string>();
}

// As it is written it is an error on all devices that it is asked of, and as it was meant on none.
// On some it may be another one, such as of a name that these lack.
bool is_error(const AdvisedSelector& selector, const RepairedSelector& meant,
              const CheckFacts& facts) {
  if (selector.sampled || meant.terms.size() != 1) return false;
  const std::string_view device_class = selector.of_class ? "" : selector.device_class;
  std::uint64_t cost_left = kOutcomeCostMax / 4;
  const auto outcome_of = [&](std::string_view expression) {
    return outcome_behind(expression, device_class, selector.before, facts, cost_left);
  };
  const auto written = outcome_of(selector.expression);
  if (!written || written->failed == 0 || written->failed < written->let_through) return false;
  const auto corrected = outcome_of(meant.text);
  return corrected && corrected->failed == 0;
}

}  // namespace

RepairHints hints_of(std::string_view device_class, const Words& words, const CheckFacts& facts,
                     std::span<const std::string_view> before) {
  std::string driver = driver_of_class(device_class, facts, words);
  for (const std::string_view text : before) {
    if (driver.empty()) driver = driver_asked_for(text);
  }
  return {words,
          std::move(driver),
          &facts.settings.catalogue(),
          [device_class, &facts](const SelectorPath& attribute) {
            return published_texts(attribute, device_class, facts);
          },
          [device_class, &facts, before](std::string_view expression) {
            return with_known_values(expression, device_class, facts, before);
          },
          [device_class, &facts, before](std::string_view expression) {
            return with_guards(expression, device_class, before, facts);
          }};
}

bool is_size_in_vain(std::string_view device_class, std::span<const std::string_view> before,
                     const RepairedSelector& meant, const CheckFacts& facts) {
  const bool are_sizes =
      std::all_of(meant.terms.begin(), meant.terms.end(), [](const RepairedTerm& term) {
        return std::all_of(term.repairs.begin(), term.repairs.end(), [](const Repair& repair) {
          return repair.mistake == Mistake::kExactSize;
        });
      });
  if (!are_sizes || meant.terms.empty() || !meant.compiled ||
      facts.settings.inventory != Inventory::kValues)
    return false;
  std::uint64_t cost_left = kOutcomeCostMax / 4;
  const auto outcome = outcome_behind(meant.text, device_class, before, facts, cost_left);
  return outcome && outcome->let_through > 0 && outcome->matched == 0 && outcome->failed == 0;
}

bool is_size_in_vain(const AdvisedSelector& selector, const RepairedSelector& meant,
                     const CheckFacts& facts) {
  return !selector.sampled &&
         is_size_in_vain(selector.of_class ? std::string_view() : selector.device_class,
                         selector.before, meant, facts);
}

std::string said_of(const AdvisedSelector& selector, std::string text) {
  return selector.sampled ? selector.sampled->pattern.about_sample(std::move(text)) : text;
}

void add_same(Finding& finding, std::string_view name) {
  constexpr std::string_view kSame = " It is the same with ";
  std::string other(name);
  if (other.starts_with('S')) other.front() = 's';
  const bool is_first = finding.message.find(kSame) == std::string::npos;
  if (!is_first) finding.message.pop_back();
  finding.message += (is_first ? std::string(kSame) : std::string(", ")) + other + ".";
}

void add_repairs(const ObjectSubject& subject, const CheckFacts& facts, Mistake mistake,
                 std::string_view code, std::vector<Finding>& findings) {
  const Words words = words_of(facts);
  std::map<std::pair<std::string, std::string>, std::size_t> told;  // where it stands in findings
  for (const AdvisedSelector& selector : advised_selectors(subject, facts)) {
    // What devices say of it, see check_mapping_words().
    if (selector.sampled && facts.devices.class_has_devices(selector.device_class) == Known::kYes)
      continue;
    const auto tell = [&](Mistake known, std::string what, std::string fix) {
      if (known != mistake) return;
      what = said_of(selector, printable(what));
      // What begins otherwise begins with a name.
      if (what.starts_with("no ") || what.starts_with("by ")) what = sentence_start(what);
      fix = said_of(selector, std::move(fix));
      const auto [first, is_new] = told.try_emplace({what, fix}, findings.size());
      if (!is_new) {
        Finding& same = findings[first->second];
        if (same.field != selector.field && !selector.of_class) add_same(same, selector.name);
        return;
      }
      const std::string where = selector.of_class ? selector.name + ": " : std::string();
      findings.push_back({code, Severity::kWarn, selector.field, where + what + ".", fix,
                          selector.of_class ? class_cause(selector.device_class) : std::string()});
    };
    const RepairHints hints = hints_of(selector, words, facts);
    const std::optional<RepairedSelector> meant = repair_selector(selector.expression, hints);
    if (meant && !meant->compiled) continue;
    if (meant) {
      // What else was repaired in a term comes of the first, or is put right with it.
      for (const RepairedTerm& term : meant->terms) {
        const Repair& repair = term.repairs.front();
        if (repair.mistake != mistake ||
            (mistake == Mistake::kExactSize && is_size_in_vain(selector, *meant, facts)))
          continue;
        const std::string fix = "Write: " + written(*meant, term);
        constexpr std::string_view kError = ": the error fails the whole pod";
        const bool has_room = repair.what.size() + kError.size() + fix.size() + code.size() <
                              kWarningBytesMax - kMarksBytes;
        const bool is_said =
            has_room && mistake != Mistake::kFails && is_error(selector, *meant, facts);
        tell(repair.mistake, repair.what + std::string(is_said ? kError : ""), fix);
      }
    }
    for (const SelectorMistake& left :
         selector_mistakes(meant ? std::string_view(meant->text) : selector.expression, hints))
      tell(left.mistake, left.what, left.fix);
  }
}

}  // namespace drawbridge::rules
