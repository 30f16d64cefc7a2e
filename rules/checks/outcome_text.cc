#include "rules/checks/outcome_text.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "kube/api/ascii.h"
#include "rules/cel/ast_builder.h"
#include "rules/cel/operators.h"
#include "rules/cel/unparse.h"
#include "rules/checks/class_texts.h"
#include "rules/checks/likely_names.h"
#include "rules/checks/selector_advice.h"
#include "rules/checks/selector_guards.h"
#include "rules/checks/value_meant.h"
#include "rules/devices/catalogue.h"
#include "rules/devices/selector_faults.h"
#include "rules/devices/selector_parts.h"
#include "rules/devices/selector_path.h"
#include "rules/devices/selector_repair.h"
#include "rules/devices/vocabulary.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

constexpr std::size_t kErrorBytesMax = 100;
// Of so many letters of a name one may be wrong.
constexpr std::size_t kNameLettersPerTypo = 4;

std::string devices_text(std::size_t devices, Inventory inventory) {
  if (inventory == Inventory::kNothing) return "published devices";
  return std::to_string(devices) + " published device" + (devices == 1 ? "" : "s");
}

bool is_only_one(std::size_t devices, Inventory inventory) {
  return devices == 1 && inventory != Inventory::kNothing;
}

std::string none_of(std::size_t devices, Inventory inventory) {
  return is_only_one(devices, inventory) ? "no published device"
                                         : "none of " + devices_text(devices, inventory);
}

std::string some_of(std::size_t some, std::size_t devices, Inventory inventory) {
  if (is_only_one(devices, inventory)) return "the only published device";
  return (inventory == Inventory::kNothing ? "" : std::to_string(some) + " of ") +
         devices_text(devices, inventory);
}

// "largest 80Gi" as the end of a sentence.
std::string nearest_text(std::string_view nearest) {
  for (const std::string_view word : {"largest ", "smallest "}) {
    if (nearest.starts_with(word))
      return ", the " + std::string(word) + "has " + std::string(nearest.substr(word.size()));
  }
  return nearest.empty() ? std::string() : " (" + std::string(nearest) + ")";
}

std::string with_word(std::string text, std::string_view word, std::string_view meant) {
  const auto is_word = [](char c) {
    return kube::is_digit(c) || c == '_' || (kube::to_lower(c) >= 'a' && kube::to_lower(c) <= 'z');
  };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
    const std::size_t end = at + word.size();
    const bool is_whole =
        (at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]));
    if (is_whole) text.replace(at, word.size(), meant);
    at += is_whole ? meant.size() : word.size();
  }
  return text;
}

// As the expression was meant, where that is known, or what is wrong with it.
std::string repaired(std::string_view expression, const OutcomeSubject& subject, bool is_alone,
                     const CheckFacts& facts) {
  const Words words = words_of(facts);
  RepairHints hints = hints_of(subject.device_class, words, facts, subject.before);
  if (!is_alone) hints.guarded = {};
  const auto meant = repair_selector(expression, hints);
  if (meant && !is_size_in_vain(subject.device_class, subject.before, *meant, facts))
    return "Write: " + printable(meant->text);
  const std::vector<SelectorMistake> mistakes = selector_mistakes(expression, hints);
  return mistakes.empty() ? std::string() : mistakes.front().fix;
}

// The published name that this one is the beginning of, or nearest to; empty for none.
std::string name_meant(const SelectorPath& path, const CheckFacts& facts) {
  const Vocabulary* published[] = {&facts.devices.vocabulary()};
  const Words words(published);
  const std::vector<std::string_view> ids = words.ids(path.kind, path.steps[0].name);
  const std::string_view near = nearest(path.steps[1].name, ids);
  return near == path.steps[1].name ? std::string() : shown(near);
}

// The text that the expression wants the path to equal; empty for none.
std::string_view wanted_text(const SelectorPath& path, const cel::Expr& root) {
  std::string_view text;
  Bound bound;
  walk(root, bound, [&](const cel::Expr& expr, const Bound&) {
    if (!is_call(expr, cel::op::kEquals) || expr.args.size() != 2 ||
        expr.args[1]->kind != cel::ExprKind::kString)
      return true;
    const auto read = read_path(*expr.args[0]);
    if (read && read->reads_value() && read_text(*read) == read_text(path))
      text = expr.args[1]->text;
    return true;
  });
  return text;
}

// The only other attribute of the domain of which the published devices have the value that is
// asked for: ifName for `name == 'eth1'`. Empty for none.
std::string name_with_value(const SelectorPath& path, const cel::Expr& root,
                            std::string_view device_class, const CheckFacts& facts) {
  const std::string_view wanted = wanted_text(path, root);
  if (wanted.empty() || path.kind != NameKind::kAttribute) return {};
  const Vocabulary* published[] = {&facts.devices.vocabulary()};
  const Words words = words_of(facts);
  const RepairHints hints = hints_of(device_class, words, facts);
  const std::string_view domain = path.steps[0].name;
  std::string found;
  for (const std::string_view id : Words(published).ids(path.kind, domain)) {
    if (words.find(path.kind, domain, id).types != attribute_type::kString) continue;
    SelectorPath other = path;
    other.steps[1].name = id;
    const std::vector<std::string> values = hints.published_texts(other);
    if (std::find(values.begin(), values.end(), wanted) == values.end()) continue;
    if (!found.empty()) return {};
    found = id;
  }
  return found;
}

// What to ask for in the place of a name that the driver dropped.
std::string changed_fix(const CatalogueChange& change, const SelectorPath& path,
                        std::string_view device_class, const CheckFacts& facts) {
  const std::string now = shown(change.now);
  if (path.kind != NameKind::kAttribute || change.now.find('/') != std::string::npos ||
      !facts.survey || facts.settings.inventory != Inventory::kValues)
    return "Since " + shown(change.version) + " of the driver there is " + now +
           " instead: ask for that.";
  const Words words = words_of(facts);
  SelectorPath meant = path;
  meant.steps[1].name = change.now;
  const auto values = hints_of(device_class, words, facts).published_texts(meant);
  if (values.empty())
    return "Leave it out: these devices have neither it nor " + now + ", which replaced it.";
  const std::string instead = printable(read_text(meant) + " == '" + values.front() + "'");
  const CatalogueWord* word =
      facts.settings.catalogue().word(path.kind, path.steps[0].name, change.now);
  // A template that asks for one certain device has all its pods wait for that.
  return word != nullptr && word->is_unique ? "Leave it out, or pick one by " + instead + "."
                                            : "Write " + instead + ", or leave it out.";
}

// Of a name that nothing tells the meaning of: those that all devices of the driver have, since
// what is of some need not be of those in question.
std::string other_names_fix(const SelectorPath& path, std::string_view device_class,
                            const CheckFacts& facts) {
  const std::string of_class = driver_of_class(device_class, facts, words_of(facts));
  const std::string_view domain = path.steps[0].name;
  const DriverWords* published =
      facts.devices.vocabulary().driver(of_class.empty() ? domain : std::string_view(of_class));
  std::vector<std::string_view> ids;
  for (const Word& word : published == nullptr ? std::span<const Word>() : published->words) {
    if (word.kind == path.kind && word.domain == domain && word.devices == published->devices)
      ids.push_back(word.id);
  }
  if (ids.empty() || facts.settings.inventory == Inventory::kNothing)
    return "None of them has it; kubectl get resourceslices -o yaml shows what they have.";
  std::string names = names_text(path.steps[1].name, ids);
  return "None of them has it; they have " + names + (names.ends_with('.') ? "" : ".");
}

// has() helps where some devices have it. Where none has, the selector would match nothing.
std::string fails_fix(const OutcomeSubject& subject, const SelectorOutcome& outcome,
                      const CheckFacts& facts) {
  const std::size_t place =
      outcome.failing < outcome.of_class ? 0 : outcome.failing - outcome.of_class;
  const bool is_alone = place == subject.before.size();
  if (std::string meant = repaired(outcome.failing_text, subject, is_alone, facts); !meant.empty())
    return meant;
  const std::optional<cel::Ast> ast = parse_selector(outcome.failing_text);
  const std::optional<SelectorPath> path =
      ast ? path_without(*ast->root(), outcome.error) : std::nullopt;
  std::string none =
      path ? none_published_fix(subject.other_class, shown(path->steps[1].name), facts) : "";
  if (!none.empty()) return none;
  if (path && !subject.other_class.empty())
    return "Write deviceClassName: " + subject.other_class + ", whose devices have " +
           shown(path->steps[1].name) + ".";
  if (outcome.failed < outcome.let_through && (!path || is_published(*path, facts))) {
    if (!path) return "Test with has() or the driver what not every device has.";
    std::string guarded =
        with_has_of_lacked(outcome.failing_text, outcome.error, subject.device_class, facts);
    if (!is_alone) return "Write: " + printable(guarded);
    const std::string all = finished_selector(guarded, subject.device_class, subject.before, facts);
    return "Write: " + printable(all.empty() ? guarded : all);
  }
  if (!path) return "Compare it as what it is: kubectl get resourceslices -o yaml shows the types.";
  const CatalogueChange* change =
      facts.settings.catalogue().change(path->steps[0].name, path->steps[1].name);
  if (change != nullptr && !change->now.empty())
    return changed_fix(*change, *path, subject.device_class, facts);
  if (const std::string meant = name_meant(*path, facts); !meant.empty())
    return "Write " + meant + ": none of them has " + shown(path->steps[1].name) + ".";
  if (const std::string id = name_with_value(*path, *ast->root(), subject.device_class, facts);
      !id.empty()) {
    const std::string named = with_word(outcome.failing_text, std::string(path->steps[1].name), id);
    const std::string all =
        is_alone ? finished_selector(named, subject.device_class, subject.before, facts)
                 : std::string();
    return "Write: " + printable(all.empty() ? named : all);
  }
  return other_names_fix(*path, subject.device_class, facts);
}

// Without line ends and comments, which can't be pasted between quotation marks.
std::string one_line(std::string text) {
  if (text.find('\n') == std::string::npos) return text;
  const std::optional<cel::Ast> ast = parse_selector(text);
  return ast ? selector_text(*ast->root()) : text;
}

// The expressions with the values that are meant in the clauses that let nothing through. Empty
// where they are not known of one of them.
std::string with_values_meant(const OutcomeSubject& subject, const SelectorOutcome& outcome) {
  std::vector<std::string> expressions(subject.expressions.begin(), subject.expressions.end());
  std::vector<const DeadClause*> dead = {&outcome.dead};
  for (const DeadClause& other : outcome.dead_too) dead.push_back(&other);
  for (const DeadClause* clause : dead) {
    const auto mend = [clause](std::string& one) { return mend_clause(*clause, one); };
    if (std::none_of(expressions.begin(), expressions.end(), mend)) return {};
  }
  std::string fix;
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    if (expressions[i] != subject.expressions[i])
      fix += (fix.empty() ? "Write: " : "; and: ") + printable(one_line(std::move(expressions[i])));
  }
  return fix;
}

// The expression with another name where the clause asks by has() or .? for one that no device has,
// and some have one that differs in few letters.
std::string with_name_meant(const OutcomeSubject& subject, const SelectorOutcome& outcome,
                            const CheckFacts& facts) {
  const std::optional<cel::Ast> ast = parse_selector(outcome.dead.text);
  if (!ast) return {};
  std::string id;
  std::string meant;
  Bound bound;
  walk(*ast->root(), bound, [&](const cel::Expr& expr, const Bound& names) {
    const auto path = read_path(expr, names);
    if (!meant.empty() || !path || !path->is_value() || path->reads_value() ||
        is_published(*path, facts))
      return meant.empty();
    id = path->steps[1].name;
    meant = name_meant(*path, facts);
    if (letters_apart(id, meant) * kNameLettersPerTypo > id.size()) meant.clear();
    return meant.empty();
  });
  if (meant.empty()) return {};
  for (const std::string_view expression : subject.expressions) {
    if (expression.find(outcome.dead.text) != std::string_view::npos)
      return "Write: " + printable(one_line(with_word(std::string(expression), id, meant)));
  }
  return {};
}

bool is_literal_quantity(const cel::Expr& expr) {
  return expr.kind == cel::ExprKind::kCall && expr.text == "quantity" && expr.target == nullptr &&
         expr.args.size() == 1 && expr.args[0]->kind == cel::ExprKind::kString;
}

// The comparison of a size with what a device has, where the size stands before it and is to be the
// greater: who writes quantity('20Gi').isGreaterThan(memory) hardly asks for less than 20Gi.
// nullptr for none.
const cel::Expr* size_compared(const cel::Expr& clause) {
  const auto compares = [](const cel::Expr& expr, std::string_view by) {
    return expr.kind == cel::ExprKind::kCall && expr.text == by && expr.target != nullptr &&
           expr.args.size() == 1 && is_literal_quantity(*expr.target) &&
           !is_literal_quantity(*expr.args[0]);
  };
  if (compares(clause, "isGreaterThan")) return &clause;
  if (clause.kind != cel::ExprKind::kCall || clause.args.size() != 2) return nullptr;
  const cel::Expr& sign = *clause.args[1];
  const bool is_greater = clause.text == cel::op::kGreaterEquals ||
                          clause.text == cel::op::kGreater ||
                          (clause.text == cel::op::kEquals && sign.int_value == 1);
  return is_greater && sign.kind == cel::ExprKind::kInt && compares(*clause.args[0], "compareTo")
             ? clause.args[0]
             : nullptr;
}

// The expression with that comparison the other way round.
std::string with_size_behind(const OutcomeSubject& subject, const SelectorOutcome& outcome) {
  const std::optional<cel::Ast> ast = parse_selector(outcome.dead.text);
  const cel::Expr* compared = ast ? size_compared(*ast->root()) : nullptr;
  if (compared == nullptr) return {};
  const std::string written = selector_text(*compared);
  const std::string turned = selector_text(*compared->args[0]) + "." + std::string(compared->text) +
                             "(" + selector_text(*compared->target) + ")";
  for (const std::string_view expression : subject.expressions) {
    std::string text = one_line(std::string(expression));
    const std::size_t at = text.find(written);
    if (at != std::string::npos)
      return "Write: " + printable(text.replace(at, written.size(), turned));
  }
  return {};
}

}  // namespace

std::string none_text(std::string_view device_class, const SelectorOutcome& outcome,
                      Inventory inventory) {
  const auto nearest = [inventory](const DeadClause& clause) {
    return inventory == Inventory::kValues ? nearest_text(clause.nearest) : std::string();
  };
  std::string others;
  for (const DeadClause& other : outcome.dead_too)
    others += "; " + other.said + " fails, too" + nearest(other);
  // The clauses before it leave only some.
  const bool is_of_rest = outcome.dead.devices < outcome.let_through;
  const std::string of_rest = inventory == Inventory::kNothing
                                  ? std::string(" fails on all")
                                  : " fails on the " + std::to_string(outcome.dead.devices);
  return none_of(outcome.let_through, inventory) +
         (device_class.empty() ? "" : " of class " + shown(device_class)) + ": " +
         outcome.dead.said +
         (is_of_rest                                    ? of_rest + " that the rest leaves"
          : is_only_one(outcome.let_through, inventory) ? " fails on it"
                                                        : " fails on all of them") +
         nearest(outcome.dead) + others +
         (outcome.fails_too.empty() ? "" : ", and none can be asked " + outcome.fails_too) + ".";
}

namespace {

// Empty where nobody can say.
std::string never_matches_fix(const OutcomeSubject& subject, const SelectorOutcome& outcome,
                              const CheckFacts& facts) {
  std::string fix;
  for (const std::string_view expression : subject.expressions) {
    if (fix.empty()) fix = repaired(expression, subject, subject.selectors == 1, facts);
  }
  if (fix.empty()) fix = with_name_meant(subject, outcome, facts);
  if (fix.empty()) fix = with_size_behind(subject, outcome);
  if (fix.empty() && facts.settings.inventory == Inventory::kValues)
    fix = subject.meant.empty() ? with_values_meant(subject, outcome)
                                : "Write: " + printable(subject.meant);
  if (fix.empty() && !subject.other_class.empty())
    fix = "Write deviceClassName: " + subject.other_class + ", of which some match.";
  return fix;
}

Finding never_matches(const OutcomeSubject& subject, const SelectorOutcome& outcome,
                      std::string field, std::string fix, Inventory inventory) {
  const std::string begin = subject.selectors == 1 ? "The selector of " + subject.name + " matches "
                                                   : "The selectors of " + subject.name + " match ";
  // A class asks for nothing: it may be there for devices that are still to come.
  const bool waits = subject.device_class.empty() && fix.empty();
  if (waits) fix = "Nothing to do where such devices are still to come.";
  return {"SelectorNeverMatches",
          waits ? Severity::kInfo : Severity::kWarn,
          std::move(field),
          begin + none_text(subject.device_class, outcome, inventory),
          fix.empty() ? "Ask for what is published; until then a pod waits." : std::move(fix),
          subject.cause};
}

Finding fails(const OutcomeSubject& subject, const SelectorOutcome& outcome, std::string field,
              std::string fix, Inventory inventory) {
  const bool in_class = outcome.failing < outcome.of_class;
  const std::size_t place = in_class ? outcome.failing : outcome.failing - outcome.of_class;
  return {"SelectorFails",
          Severity::kWarn,
          std::move(field),
          "Selector " + std::to_string(place + 1) + " of " +
              (in_class ? "DeviceClass " + shown(subject.device_class) : subject.name) +
              " fails on " + some_of(outcome.failed, outcome.let_through, inventory) + " (" +
              shown(outcome.error, kErrorBytesMax) + "), and " +
              (is_only_one(outcome.let_through, inventory) ? "that" : "one of them") +
              " fails the whole pod.",
          std::move(fix),
          in_class ? class_cause(subject.device_class) : subject.cause};
}

std::string advice(const OutcomeSubject& subject, const SelectorOutcome& outcome,
                   const CheckFacts& facts) {
  return outcome.failed > 0 ? fails_fix(subject, outcome, facts)
                            : never_matches_fix(subject, outcome, facts);
}

Finding finding_of(const OutcomeSubject& subject, const SelectorOutcome& outcome, std::string field,
                   std::string fix, Inventory inventory) {
  return outcome.failed > 0
             ? fails(subject, outcome, std::move(field), std::move(fix), inventory)
             : never_matches(subject, outcome, std::move(field), std::move(fix), inventory);
}

}  // namespace

Finding outcome_finding(const OutcomeSubject& subject, const SelectorOutcome& outcome,
                        std::string field, const CheckFacts& facts) {
  return finding_of(subject, outcome, std::move(field), advice(subject, outcome, facts),
                    facts.settings.inventory);
}

Finding outcome_for_pod(const OutcomeSubject& subject, const SelectorOutcome& outcome,
                        std::string field, const CheckFacts& facts) {
  const std::string& fix = outcome.advice->of([&] { return advice(subject, outcome, facts); });
  return finding_of(subject, outcome, std::move(field), fix, facts.settings.inventory);
}

Finding dead_part_finding(const OutcomeSubject& subject, const DeadPart& part, std::string field,
                          const CheckFacts& facts) {
  const Inventory inventory = facts.settings.inventory;
  return {"SelectorNeverMatches",
          Severity::kWarn,
          std::move(field),
          part.said + " of " + subject.name + (part.excludes ? " excludes " : " matches ") +
              none_of(part.outcome.let_through, inventory) +
              (subject.device_class.empty() ? "" : " of class " + shown(subject.device_class)) +
              (inventory == Inventory::kValues ? nearest_text(part.outcome.dead.nearest) : "") +
              ".",
          inventory == Inventory::kValues ? "Write: " + printable(part.meant)
                                          : "Write the value as it is published.",
          subject.cause};
}

std::optional<Finding> failing_class_finding(std::string_view device_class, std::string field,
                                             const CheckFacts& facts) {
  const MatchCount* devices = facts.devices.matches().of_class(device_class);
  if (devices == nullptr || devices->failed == 0) return std::nullopt;
  const Inventory inventory = facts.settings.inventory;
  const std::string mistake = class_mistake(device_class, facts);
  return Finding{
      "SelectorFails",
      Severity::kWarn,
      std::move(field),
      "A selector of DeviceClass " + shown(device_class) + " fails on " +
          (inventory == Inventory::kNothing ? std::string("published devices")
                                            : devices_text(devices->failed, inventory)) +
          ", and one of them fails the whole pod.",
      "Correct the class: " +
          (mistake.empty() ? "kubectl get deviceclass " + shown(device_class) + " -o yaml"
                           : mistake) +
          ".",
      class_cause(device_class)};
}

}  // namespace drawbridge::rules
