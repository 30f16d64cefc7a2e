#include "rules/checks/selector_fails.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "kube/api/claim.h"
#include "kube/api/object.h"
#include "rules/checks/class_texts.h"
#include "rules/checks/known_values.h"
#include "rules/checks/outcome_text.h"
#include "rules/checks/selector_advice.h"
#include "rules/checks/selector_invalid.h"
#include "rules/checks/selector_unguarded.h"
#include "rules/checks/value_meant.h"
#include "rules/devices/device_survey.h"
#include "rules/devices/selector_bounds.h"
#include "rules/devices/selector_faults.h"
#include "rules/devices/selector_outcome.h"
#include "rules/devices/selector_path.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

// The selectors of one request, or of a class.
struct Asked {
  std::string field;
  std::string name;  // "request gpu", "this DeviceClass"
  std::string_view device_class;
  SelectorList own;
  // Of which request it is an alternative, and how many there are.
  std::size_t request = 0;
  std::size_t alternatives = 1;
  // Some are as they were meant, which is told with their mistakes: only what is left then is told.
  bool mended = false;
};

// Of one driver, that are tried for one that was meant.
constexpr std::size_t kOtherClassesMax = 16;

std::string number_text(std::size_t number) {
  return std::to_string(number);
}

class Check {
 public:
  Check(const ObjectSubject& subject, const CheckFacts& facts, std::vector<Finding>& findings)
      : subject_(subject), facts_(facts), words_(words_of(facts)), findings_(findings) {}

  void run() {
    look_at_classes();
    const std::vector<Asked> all = asked();
    if (all.empty()) return;
    const DeviceSurvey* survey = facts_.survey ? &facts_.survey() : nullptr;
    std::uint64_t cost_left = kOutcomeCostMax;
    std::map<std::string, const Asked*> told;
    std::vector<std::pair<const Asked*, const Asked*>> same;
    const std::size_t begin = findings_.size();
    for (const Asked& one : all) {
      std::string key(one.device_class);
      for (const auto& selector : one.own) key += "\n" + selector->text;
      const auto [first, is_new] = told.try_emplace(std::move(key), &one);
      if (!is_new) {
        same.emplace_back(first->second, &one);
        continue;
      }
      const auto before = static_cast<std::ptrdiff_t>(findings_.size());
      if (survey == nullptr || !look_at(one, *survey, cost_left)) without_devices(one);
      if (one.mended)
        findings_.erase(std::remove_if(findings_.begin() + before, findings_.end(), is_written),
                        findings_.end());
    }
    for (auto& [request, none] : without_) tell(none);
    for (const auto& [first, other] : same) {
      for (std::size_t i = begin; i < findings_.size(); ++i) {
        if (findings_[i].field == first->field) add_same(findings_[i], other->name);
      }
    }
  }

 private:
  // A request without selectors of its own suffers from those of its class alone. What is wrong in
  // them is told with them where it is known.
  void look_at_classes() {
    const std::string_view kind = kube::ObjectView(subject_.object).kind();
    if (kind != "ResourceClaim" && kind != "ResourceClaimTemplate") return;
    const kube::ClaimSpecView claim = kube::ClaimSpecView::of(subject_.object);
    const std::string spec = kind == "ResourceClaim" ? "spec" : "spec.spec";
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < claim.request_count(); ++i) {
      const kube::DeviceRequestView request = claim.request(i);
      for (std::size_t j = 0; j < request.option_count(); ++j) {
        const kube::DeviceOptionView option = request.option(j);
        if (!option.selectors().empty() || !seen.insert(option.device_class()).second) continue;
        if (subject_.old_object.is_null() && !class_mistake(option.device_class(), facts_).empty())
          continue;
        if (auto finding = failing_class_finding(
                option.device_class(), spec + ".devices.requests[" + number_text(i) + "]", facts_))
          findings_.push_back(std::move(*finding));
      }
    }
  }

  // Alternatives of a request that match nothing.
  struct Without {
    std::size_t asked = 0;  // that there are
    bool mended = false;
    std::vector<Finding> of_each;
    std::vector<Finding> slips;  // of those where it is sure what was meant
  };

  // Of a request one alternative that can be had is enough, and of the others slips are told. Where
  // there is none, each is told that can be mended, or the last for all.
  void tell(Without& none) {
    std::vector<Finding>& told = none.of_each.size() < none.asked ? none.slips : none.of_each;
    if (&told == &none.of_each) {
      const Finding last = told.back();
      std::erase_if(told, [](const Finding& one) { return !one.fix.starts_with("Write"); });
      if (told.empty()) told.push_back(last);
    }
    if (none.mended) std::erase_if(told, is_written);
    for (Finding& one : told) findings_.push_back(std::move(one));
  }

  static bool is_written(const Finding& finding) { return finding.fix.starts_with("Write: "); }

  // With selectors of its own that are new and have no known mistake, which would be told twice.
  std::vector<Asked> asked() const {
    std::vector<Asked> all;
    std::map<std::string_view, std::string> fresh;  // as they were meant
    for (const AdvisedSelector& selector : advised_selectors(subject_, facts_)) {
      if (selector.sampled) continue;
      std::string meant = selector.of_class ? std::string() : as_meant(selector);
      if (!meant.empty()) fresh.emplace(selector.expression, std::move(meant));
    }
    const auto add = [&](std::span<const Json> selectors, Asked one) {
      if (selectors.empty()) return;
      for (const Json& selector : selectors) {
        const auto meant = fresh.find(selector["cel"]["expression"].as_string());
        if (meant == fresh.end()) return;
        auto compiled = compile_stored_selector(meant->second);
        if (!compiled) return;
        one.own.push_back(std::move(*compiled));
        one.mended |= meant->first != meant->second;
      }
      all.push_back(std::move(one));
    };
    const kube::ObjectView view(subject_.object);
    if (view.kind() == "DeviceClass") {
      add(subject_.object["spec"]["selectors"].elements(),
          {"spec.selectors", "this DeviceClass", {}, {}});
      return all;
    }
    // v1beta1 has the fields of `exactly` in the request.
    const bool is_flat = view.api_version().ends_with("/v1beta1");
    const auto add_request = [&](const kube::DeviceRequestView& request, const std::string& path,
                                 const std::string& name, std::size_t number) {
      for (std::size_t j = 0; j < request.option_count(); ++j) {
        const kube::DeviceOptionView option = request.option(j);
        const bool first = request.first_available();
        const std::string field = path + (first     ? ".firstAvailable[" + number_text(j) + "]"
                                          : is_flat ? std::string()
                                                    : std::string(".exactly"));
        add(option.selectors(), {field + ".selectors",
                                 name + (first ? "/" + shown(option.name()) : ""),
                                 option.device_class(),
                                 {},
                                 number,
                                 request.option_count()});
      }
    };
    if (view.kind() == "DeviceMapping") {
      // What holds a placeholder does not compile, and is judged with a pod's word in its place.
      const std::span<const Json> rewrites = subject_.object["spec"]["rewrites"].elements();
      for (std::size_t i = 0; i < rewrites.size(); ++i) {
        add_request({rewrites[i]["request"]}, "spec.rewrites[" + number_text(i) + "].request",
                    "what " + shown(rewrites[i]["resource"].as_string()) + " becomes", i);
      }
      return all;
    }
    const kube::ClaimSpecView claim = kube::ClaimSpecView::of(subject_.object);
    const std::string spec = view.kind() == "ResourceClaimTemplate" ? "spec.spec" : "spec";
    for (std::size_t i = 0; i < claim.request_count(); ++i) {
      const kube::DeviceRequestView request = claim.request(i);
      add_request(request, spec + ".devices.requests[" + number_text(i) + "]",
                  "request " + shown(request.name()), i);
    }
    return all;
  }

  // The selector where nothing is known to be wrong with it, or with all that is put right; empty
  // where how it was meant is not known.
  std::string as_meant(const AdvisedSelector& selector) const {
    const RepairHints hints = hints_of(selector, words_, facts_);
    const auto meant = repair_selector(selector.expression, hints);
    if (!meant && is_refused_selector(selector.expression, facts_)) return {};
    const bool is_kept = !meant || is_size_in_vain(selector, *meant, facts_);
    std::string text = is_kept ? std::string(selector.expression) : meant->text;
    return selector_mistakes(text, hints).empty() ? text : std::string();
  }

  // False where no published device says anything.
  bool look_at(const Asked& one, const DeviceSurvey& survey, std::uint64_t& cost_left) {
    static const SelectorList kNone;
    const DeviceIndex::DeviceClass* known = facts_.devices.device_class(one.device_class);
    const bool is_class = one.device_class.empty();
    if (!is_class && (known == nullptr || !known->selectors)) return false;
    const SelectorList& of_class = is_class ? kNone : *known->selectors;
    auto outcome = selector_outcome(of_class, one.own, survey, cost_left);
    if (!outcome || outcome->let_through == 0) return false;
    if (outcome->failed > 0) {
      fails(one, of_class, *outcome, survey, cost_left);
      return true;
    }
    if (outcome->matched > 0) {
      decides_nothing(one, of_class, survey, cost_left);
      return true;
    }
    // A class or claim for a driver that publishes nothing is usual: the driver comes after it.
    if (outcome->dead.text.empty() || outcome->asks_for_driver) return false;
    Without& none = without_[one.request];
    none.asked = one.alternatives;
    none.mended |= one.mended;
    OutcomeSubject subject{one.name, one.device_class, one.own.size()};
    for (const auto& selector : one.own) subject.expressions.push_back(selector->text);
    subject.other_class = other_class(one, survey, cost_left);
    for (const auto& selector : one.own) {
      if (!subject.meant.empty() || selector->text.find(outcome->dead.text) == std::string::npos)
        continue;
      auto part = dead_part_of(selector->text, of_class, survey, cost_left);
      if (!part) continue;
      subject.meant = std::move(part->meant);
      if (outcome->dead.nearest.empty())
        outcome->dead.nearest = std::move(part->outcome.dead.nearest);
    }
    const auto within = is_class ? std::nullopt : contradiction_in({}, subject.expressions);
    const auto both = is_class || within ? std::nullopt
                                         : contradiction_in(class_texts(one.device_class, facts_),
                                                            subject.expressions);
    const auto apart = apart_bounds({}, subject.expressions);
    none.of_each.push_back(within ? never_of_itself(one, *within)
                           : both && subject.other_class.empty()
                               ? never_of_class(one, subject.expressions, *both)
                           : apart ? never_both(one, *apart)
                                   : outcome_finding(subject, *outcome, one.field, facts_));
    // The driver's chart brings it whatever devices the nodes have.
    const std::string_view name = kube::ObjectView(subject_.object).name();
    const bool is_usual = is_class && facts_.settings.catalogue().driver_of_class(name) != nullptr;
    if (within || both || !word_meant(outcome->dead).empty())
      none.slips.push_back(none.of_each.back());
    if (is_usual && none.of_each.back().severity == Severity::kInfo) without_.erase(one.request);
    return true;
  }

  static std::string never_text(const Asked& one) {
    return one.own.size() == 1 ? "The selector of " + one.name + " matches"
                               : "The selectors of " + one.name + " match";
  }

  // What it asks for in one place is not what it does in another.
  static Finding never_of_itself(const Asked& one, const Contradiction& both) {
    return {"SelectorNeverMatches", Severity::kWarn, one.field,
            never_text(one) + " no device: " + shown(both.read, 80) + " can't be " +
                shown(both.one, 40) + " and " + shown(both.other, 40) + ".",
            "Write: " + printable(both.read) + " in [" + printable(both.one) + ", " +
                printable(both.other) + "]"};
  }

  static Finding never_both(const Asked& one, const ApartBounds& apart) {
    const std::string of_class =
        apart.is_before ? ", which class " + shown(one.device_class) + " asks for," : "";
    return {"SelectorNeverMatches", Severity::kWarn, one.field,
            never_text(one) + " no device: " + apart.one + of_class + " and " + apart.other +
                " are never both true.",
            apart.is_before ? "Ask for another class, or take " + apart.other + " out."
                            : "Take one of them out, or write || where one is enough."};
  }

  // What the class asks for is not what its selectors do.
  Finding never_of_class(const Asked& one, std::span<const std::string_view> own,
                         const Contradiction& both) const {
    const bool slips = letters_apart(both.one, both.other) == 0;
    const std::string other = class_instead(one.device_class, both, own, facts_);
    const auto in_letters = slips || !other.empty()
                                ? std::nullopt
                                : class_in_other_letters(one.device_class, both, facts_);
    const std::string part = shown(both.read + " == " + both.other, 100);
    const std::string none =
        none_published_fix(other, clause_text(both.read + " == " + both.other), facts_);
    std::string fix = "Ask for another class, or take " + part + " out of the selector.";
    if (slips) fix = "Write " + shown(both.one, 40) + " for " + shown(both.other, 40) + ".";
    if (!other.empty()) fix = "Write deviceClassName: " + shown(other) + ".";
    if (!none.empty()) fix = none;
    if (in_letters)
      fix = "Write deviceClassName: " + shown(in_letters->device_class) + ", and " +
            shown(in_letters->value, 40) + " for " + shown(both.other, 40) + ".";
    return {"SelectorNeverMatches", Severity::kWarn, one.field,
            never_text(one) + " no device of class " + shown(one.device_class) + ", whose " +
                shown(both.read, 80) + " is " + shown(both.one, 40) + ".",
            std::move(fix)};
  }

  // What no device can be, whatever is published.
  void without_devices(const Asked& one) {
    std::vector<std::string_view> own;
    for (const auto& selector : one.own) own.push_back(selector->text);
    const std::vector<std::string_view> of_class = class_texts(one.device_class, facts_);
    const auto add = [&](std::string_view code, std::string message, std::string fix) {
      findings_.push_back({code, Severity::kWarn, one.field, std::move(message), std::move(fix)});
    };
    if (const auto both = contradiction_in({}, own))
      return findings_.push_back(never_of_itself(one, *both));
    if (const auto both = contradiction_in(of_class, own))
      return findings_.push_back(never_of_class(one, own, *both));
    if (const auto apart = apart_bounds(of_class, own))
      return findings_.push_back(never_both(one, *apart));
    if (auto miss = lacked_name(one.device_class, of_class, own, facts_)) {
      const std::string name = (own.size() == 1 ? "The selector of " : "A selector of ") + one.name;
      return add(miss->fails ? "SelectorFails" : "SelectorNeverMatches", name + " " + miss->what,
                 std::move(miss->fix));
    }
    if (auto miss = no_known_value(one.device_class, of_class, own, facts_))
      add("SelectorNeverMatches", never_text(one) + " " + miss->what, std::move(miss->fix));
  }

  std::optional<DeadPart> dead_part_of(std::string_view expression, const SelectorList& of_class,
                                       const DeviceSurvey& survey, std::uint64_t& cost_left) const {
    return dead_part(expression, [&](std::string_view part) -> std::optional<SelectorOutcome> {
      auto compiled = compile_stored_selector(part);
      if (!compiled) return std::nullopt;
      return selector_outcome(of_class, {std::move(*compiled)}, survey, cost_left);
    });
  }

  // Some match, and what the author wanted left out or added does nothing.
  void decides_nothing(const Asked& one, const SelectorList& of_class, const DeviceSurvey& survey,
                       std::uint64_t& cost_left) {
    for (const auto& selector : one.own) {
      const auto part = dead_part_of(selector->text, of_class, survey, cost_left);
      if (!part) continue;
      findings_.push_back(dead_part_finding({one.name, one.device_class, one.own.size()}, *part,
                                            one.field, facts_));
      return;
    }
  }

  void fails(const Asked& one, const SelectorList& of_class, const SelectorOutcome& outcome,
             const DeviceSurvey& survey, std::uint64_t& cost_left) {
    const bool in_class = outcome.failing < of_class.size();
    // SelectorUnguarded tells it already.
    if (!in_class && is_told_unguarded(one, of_class, outcome)) return;
    OutcomeSubject subject{one.name, one.device_class, one.own.size()};
    for (std::size_t i = 0; !in_class && i < outcome.failing - of_class.size(); ++i)
      subject.before.push_back(one.own[i]->text);
    if (!in_class && outcome.matched == 0) {
      subject.other_class = other_class(one, survey, cost_left);
      if (subject.other_class.empty()) subject.other_class = class_by_catalogue(one);
    }
    findings_.push_back(outcome_finding(subject, outcome, one.field, facts_));
  }

  // A class of the same driver, or of that which the selectors ask for, of which devices match and
  // none fails, as those of mig.nvidia.com for a profile; empty for none.
  std::string other_class(const Asked& one, const DeviceSurvey& survey,
                          std::uint64_t& cost_left) const {
    if (one.device_class.empty()) return {};  // a class itself
    std::string driver = driver_of_class(one.device_class, facts_, words_);
    for (const auto& selector : one.own) {
      if (std::string asked = driver_asked_for(selector->text); !asked.empty())
        driver = std::move(asked);
    }
    std::string found;
    std::size_t looked_at = 0;
    facts_.devices.for_each_class([&](const DeviceIndex::DeviceClass& other) {
      if (!found.empty() || driver.empty() || other.name == one.device_class || !other.selectors ||
          driver_of_class(other.name, facts_, words_) != driver || ++looked_at > kOtherClassesMax)
        return;
      const auto outcome = selector_outcome(*other.selectors, one.own, survey, cost_left);
      if (outcome && outcome->matched > 0 && outcome->failed == 0) found = other.name;
    });
    return found;
  }

  // The class whose devices have by the catalogue what none that is published has.
  std::string class_by_catalogue(const Asked& one) const {
    std::vector<std::string_view> own;
    for (const auto& selector : one.own) own.push_back(selector->text);
    const auto miss =
        lacked_name(one.device_class, class_texts(one.device_class, facts_), own, facts_);
    return miss ? miss->other_class : std::string();
  }

  bool is_told_unguarded(const Asked& one, const SelectorList& of_class,
                         const SelectorOutcome& outcome) const {
    if (!is_first_guard(one, of_class)) return false;
    std::vector<std::string_view> before;
    for (const SelectorList* list : {&of_class, &one.own}) {
      for (const auto& selector : *list) {
        if (before.size() == outcome.failing) break;
        before.push_back(selector->text);
      }
    }
    return find_unguarded(outcome.failing_text, before, facts_).has_value();
  }

  // No selector before it tests the driver.
  static bool is_first_guard(const Asked& one, const SelectorList& of_class) {
    for (const SelectorList* list : {&of_class, &one.own}) {
      for (const auto& selector : *list) {
        const std::optional<cel::Ast> ast = parse_selector(selector->text);
        if (ast && mentions_driver(*ast->root())) return false;
      }
    }
    return true;
  }

  const ObjectSubject& subject_;
  const CheckFacts& facts_;
  const Words words_;
  std::map<std::size_t, Without> without_;  // by request
  std::vector<Finding>& findings_;
};

}  // namespace

void check_selector_fails(const ObjectSubject& subject, const CheckFacts& facts,
                          std::vector<Finding>& findings) {
  add_repairs(subject, facts, Mistake::kFails, "SelectorFails", findings);
  add_repairs(subject, facts, Mistake::kNeverTrue, "SelectorNeverMatches", findings);
  Check(subject, facts, findings).run();
}

}  // namespace drawbridge::rules
