#include "rules/checks/made_requests.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "kube/api/claim.h"
#include "kube/api/quantity.h"
#include "rules/checks/capacity_never_fits.h"
#include "rules/checks/outcome_text.h"
#include "rules/checks/pod_claims.h"
#include "rules/checks/unit_missing.h"
#include "rules/devices/compiled_selector.h"
#include "rules/devices/demand_text.h"
#include "rules/devices/device_survey.h"
#include "rules/devices/selector_outcome.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

class Check {
 public:
  Check(const MadeSubject& subject, bool may_survey, const CheckFacts& facts,
        std::vector<Finding>& findings)
      : subject_(subject), may_survey_(may_survey), facts_(facts), findings_(findings) {}

  bool run() {
    // Containers that ask alike share a body.
    std::vector<const RequestBody*> seen;
    for (const Ask& ask : subject_.asks) {
      if (!holds_words_of_pod(ask) && !is_doubtful(*ask.rule)) continue;
      if (std::find(seen.begin(), seen.end(), ask.body.get()) != seen.end()) continue;
      if (seen.size() == kLikeFindingsMax) break;
      seen.push_back(ask.body.get());
      look_at(ask);
    }
    return wants_survey_;
  }

 private:
  bool holds_words_of_pod(const Ask& ask) const {
    const auto is_filled = [](const RequestOption& option) {
      return !option.capacity.empty() ||
             !std::all_of(option.selectors.begin(), option.selectors.end(),
                          [](const TextTemplate& selector) { return selector.is_constant(); });
    };
    return !ask.companions.empty() || annotation_of(ask) != nullptr ||
           std::any_of(ask.rule->options.begin(), ask.rule->options.end(), is_filled);
  }

  // The first of the rule's annotations that the pod has; nullptr for none.
  const Parameter* annotation_of(const Ask& ask) const {
    for (const Parameter& parameter : ask.rule->parameters) {
      if (parameter.type == Parameter::Type::kAnnotation &&
          subject_.pod.object().annotations().find(parameter.annotation) != nullptr)
        return &parameter;
    }
    return nullptr;
  }

  // What the mapping asks for is counted all the time.
  bool is_doubtful(const RewriteRule& rule) const {
    const MatchTable& matches = facts_.devices.matches();
    std::size_t without = 0;
    for (const RequestOption& option : rule.options) {
      const MatchCount* count = matches.of_option(option);
      if (count == nullptr) continue;
      if (count->failed > 0) return true;
      if (count->matched == 0 && count->pending == 0) ++without;
    }
    return without == rule.options.size();
  }

  // Of a request one alternative that can be had is enough; one that fails is too much.
  void look_at(const Ask& ask) {
    std::string text = "{";
    ask.body->append_with_count(1, text);
    text += '}';
    const Result<kube::Document> body = kube::read_json(text);
    if (!body) return;
    const kube::DeviceRequestView request{body->root()};
    std::vector<Finding> last;
    for (std::size_t i = 0; i < request.option_count(); ++i) {
      const kube::DeviceOptionView option = request.option(i);
      const std::shared_ptr<const SelectorOutcome> outcome = outcome_of(option);
      if (outcome != nullptr && outcome->failed > 0) return tell_failing(ask, option, *outcome);
      std::vector<Finding> why = too_little_capacity(ask, option);
      if (outcome != nullptr && is_told(*outcome))
        why.push_back(nothing_matches(ask, option, *outcome));
      if (why.empty()) return;
      last = std::move(why);
    }
    std::move(last.begin(), last.end(), std::back_inserter(findings_));
  }

  // A driver that publishes nothing yet is told by the class.
  static bool is_told(const SelectorOutcome& outcome) {
    return outcome.let_through > 0 && outcome.matched == 0 && !outcome.dead.text.empty() &&
           !outcome.asks_for_driver;
  }

  // nullptr where some device matches and none fails, and where it is not known.
  std::shared_ptr<const SelectorOutcome> outcome_of(const kube::DeviceOptionView& option) {
    const std::span<const Json> selectors = option.selectors();
    if (selectors.empty()) return nullptr;
    const MatchTable& matches = facts_.devices.matches();
    if (matches.count_of_request(option.device_class(), selectors) != nullptr) {
      // Of the table, which outlives this.
      return {std::shared_ptr<const SelectorOutcome>(),
              matches.of_request(option.device_class(), selectors)};
    }
    const DeviceIndex::DeviceClass* known = facts_.devices.device_class(option.device_class());
    if (!facts_.survey || !subject_.is_new || known == nullptr || !known->selectors) return nullptr;
    if (!may_survey_) {
      wants_survey_ = true;
      return nullptr;
    }
    const Result<SelectorList> own = compile_selectors(selectors, "");
    if (!own) return nullptr;
    std::optional<SelectorOutcome> outcome =
        selector_outcome(*known->selectors, *own, facts_.survey(), cost_left_);
    return outcome ? std::make_shared<const SelectorOutcome>(std::move(*outcome)) : nullptr;
  }

  static std::string in_vain(std::string_view resource, const Ask& ask,
                             const CapacityFault& fault) {
    return shown(resource) + " of container " + shown(ask.container_name) +
           " can't be had: " + sentence_middle(fault.message);
  }

  // "nvidia.com/mig-1g10gb of container main"
  static std::string asker(const Ask& ask) {
    return shown(ask.resource) + " of container " + shown(ask.container_name);
  }

  std::string field(const Ask& ask) const {
    return subject_.pod.container(ask.container).path() + ".resources";
  }

  OutcomeSubject outcome_subject(const Ask& ask, const kube::DeviceOptionView& option) const {
    return {"what " + asker(ask) + " becomes", option.device_class(), option.selectors().size(),
            mapping_cause(ask.mapping->name)};
  }

  void tell_failing(const Ask& ask, const kube::DeviceOptionView& option,
                    const SelectorOutcome& outcome) {
    Finding finding = outcome_finding(outcome_subject(ask, option), outcome, field(ask), facts_);
    std::string of_pod = fix_of_annotation(ask, finding.fix);
    finding.fix = of_pod.empty() ? mended(ask) + fix_of_everybody(ask, std::move(finding.fix))
                                 : std::move(of_pod);
    findings_.push_back(std::move(finding));
  }

  // The selector with another word in the place of an annotation's, as in quantity('10G') for 10GB:
  // the word is the pod's to mend. Empty where the fix changes anything else.
  std::string fix_of_annotation(const Ask& ask, const std::string& fix) const {
    constexpr std::string_view kWrite = "Write: ";
    const std::size_t at = fix.find(kWrite);
    if (at == std::string::npos) return {};
    const std::string_view mended = std::string_view(fix).substr(at + kWrite.size());
    for (const Parameter& parameter : ask.rule->parameters) {
      if (parameter.type != Parameter::Type::kAnnotation) continue;
      const Json* value = subject_.pod.object().annotations().find(parameter.annotation);
      if (value == nullptr) continue;
      const TextTemplate::Value given{"value", value->as_string()};
      const std::string made = parameter.selector.expand({&given, 1});
      const std::string literal = cel_string_literal(given.text);
      const std::size_t from = made.find(literal);
      if (from == std::string::npos) continue;
      const std::string_view before = std::string_view(made).substr(0, from);
      const std::string_view behind = std::string_view(made).substr(from + literal.size());
      // Its quotes too.
      if (mended.size() < before.size() + behind.size() + 3 || !mended.starts_with(before) ||
          !mended.ends_with(behind))
        continue;
      const std::string_view word =
          mended.substr(before.size() + 1, mended.size() - before.size() - behind.size() - 2);
      const bool is_word = word.find_first_of("'\"") == std::string_view::npos;
      if (!is_word || word == given.text) continue;
      return "Write: " + shown(parameter.annotation) + ": " + shown(word);
    }
    return {};
  }

  static std::string mended(const Ask& ask) {
    return "Have DeviceMapping " + shown(ask.mapping->name) + " mended. ";
  }

  // The words of this pod are not those of others, for whom the mapping is, too.
  std::string fix_of_everybody(const Ask& ask, std::string fix) const {
    std::vector<TextTemplate::Value> values = {{ask.rule->resource.placeholder(), ask.captured}};
    for (const Parameter& parameter : ask.rule->parameters) {
      const Json* value = parameter.type == Parameter::Type::kAnnotation
                              ? subject_.pod.object().annotations().find(parameter.annotation)
                              : nullptr;
      if (value != nullptr) values.push_back({"value", value->as_string()});
    }
    return with_placeholders(std::move(fix), values);
  }

  Finding nothing_matches(const Ask& ask, const kube::DeviceOptionView& option,
                          const SelectorOutcome& outcome) const {
    return {"SelectorNeverMatches",
            Severity::kWarn,
            field(ask),
            asker(ask) + " becomes a claim that matches " +
                none_text(option.device_class(), outcome, facts_.settings.inventory),
            fixes_of(ask, outcome),
            mapping_cause(ask.mapping->name)};
  }

  std::string fixes_of(const Ask& ask, const SelectorOutcome& outcome) const {
    std::string fixes = fix_of(ask, outcome.dead);
    for (const DeadClause& other : outcome.dead_too) {
      const std::string fix = fix_of(ask, other);
      if (fixes.find(fix) == std::string::npos) fixes += (fixes.ends_with('.') ? " " : "; ") + fix;
    }
    return fixes;
  }

  // The words of the pod that the clause compares with are the pod's to mend.
  std::string fix_of(const Ask& ask, const DeadClause& clause) const {
    const bool tell = facts_.settings.inventory == Inventory::kValues;
    const std::vector<std::string_view> seen(clause.seen.begin(), clause.seen.end());
    const auto near = [&](std::string_view word) {
      return tell ? std::string(nearest_misspelt(word, seen)) : std::string();
    };
    const auto is_compared = [&clause](std::string_view word) {
      return clause.text.find(cel_string_literal(word)) != std::string::npos;
    };
    if (!ask.captured.empty() && is_compared(ask.captured)) {
      const std::string meant = near(ask.captured);
      if (meant.empty())
        return "Ask for a " + std::string(ask.rule->resource.placeholder()) +
               " that is published, instead of " + shown(ask.captured) +
               "; until then the pod waits.";
      std::string name(ask.resource);
      name.replace(static_cast<std::size_t>(ask.captured.data() - ask.resource.data()),
                   ask.captured.size(), meant);
      return "Write: " + shown(name);
    }
    for (const Parameter& parameter : ask.rule->parameters) {
      if (parameter.type != Parameter::Type::kAnnotation) continue;
      const Json* value = subject_.pod.object().annotations().find(parameter.annotation);
      if (value == nullptr || !is_compared(value->as_string())) continue;
      const std::string meant = near(value->as_string());
      if (!meant.empty()) return "Write: " + shown(parameter.annotation) + ": " + shown(meant);
      return "Set the annotation " + shown(parameter.annotation) +
             " to what is published, or take it away; until then the pod waits.";
    }
    return "Have DeviceMapping " + shown(ask.mapping->name) +
           " ask for what is published; until then the pod waits.";
  }

  std::vector<Finding> too_little_capacity(const Ask& ask, const kube::DeviceOptionView& option) {
    const bool asks = !option.capacity_requests().empty();
    if (asks && subject_.is_new && !may_survey_) wants_survey_ = true;
    std::vector<Finding> all;
    for (const CapacityFault& fault :
         capacity_faults(option, facts_, subject_.is_new && may_survey_)) {
      const auto companion =
          std::find_if(ask.companions.begin(), ask.companions.end(),
                       [&](const Companion& one) { return one.parameter->capacity == fault.name; });
      const bool is_pods = companion != ask.companions.end();
      all.push_back(
          {"CapacityNeverFits", Severity::kWarn, field(ask),
           in_vain(is_pods ? companion->parameter->resource : ask.resource, ask, fault),
           is_pods && fault.largest ? less_of(*companion, fault)
           : is_pods ? mended(ask) + (fault.meant.empty() ? "It names a capacity that they lack."
                                                          : "Write: capacity: " + fault.meant)
                     : mended(ask) + fault.fix,
           mapping_cause(ask.mapping->name)});
    }
    for (const UnitFault& fault : unit_faults(option, facts_))
      all.push_back(unit_missing(ask, fault));
    return all;
  }

  // A companion's number becomes one of bytes: its parameter has no unit.
  Finding unit_missing(const Ask& ask, const UnitFault& fault) const {
    const auto companion =
        std::find_if(ask.companions.begin(), ask.companions.end(),
                     [&](const Companion& one) { return one.parameter->capacity == fault.name; });
    const bool is_pods = companion != ask.companions.end();
    const std::string_view resource = is_pods ? companion->parameter->resource : ask.resource;
    const std::string unit = fault.meant.substr(fault.meant.find_first_not_of("0123456789"));
    return {"UnitMissing",
            Severity::kWarn,
            field(ask),
            shown(resource) + " of container " + shown(ask.container_name, 40) + " becomes " +
                unit_fault_text(fault),
            mended(ask) + (is_pods ? "Write unit: " + unit + " in its parameter."
                                   : "Write " + shown(fault.name) + ": " + fault.meant + "."),
            mapping_cause(ask.mapping->name)};
  }

  // As many of the parameter's units as fit.
  std::string less_of(const Companion& companion, const CapacityFault& fault) const {
    const Parameter& parameter = *companion.parameter;
    const std::string resource = shown(parameter.resource);
    const Result<kube::Quantity> unit = kube::Quantity::parse("1" + parameter.unit);
    const std::int64_t one = unit ? unit->checked_value().value_or(0) : 0;
    const std::int64_t most = fault.largest ? fault.largest->checked_value().value_or(0) : 0;
    const bool tell = facts_.settings.inventory == Inventory::kValues;
    if (!tell || one <= 0 || most < one) return "Ask for less of " + resource + ".";
    // 40Gi, of which each one counts as a Mi.
    if (const std::int64_t meant = companion.amount / one; meant > 0 && meant <= most / one)
      return "One of it is 1" + parameter.unit + ": write " + resource + ": " +
             std::to_string(meant) + ".";
    return "Write: " + resource + ": " + std::to_string(most / one);
  }

  const MadeSubject& subject_;
  const bool may_survey_;
  const CheckFacts& facts_;
  std::vector<Finding>& findings_;
  bool wants_survey_ = false;
  std::uint64_t cost_left_ = kOutcomeCostMax;
};

}  // namespace

bool check_made_requests(const MadeSubject& subject, bool may_survey, const CheckFacts& facts,
                         std::vector<Finding>& findings) {
  return Check(subject, may_survey, facts, findings).run();
}

}  // namespace drawbridge::rules
