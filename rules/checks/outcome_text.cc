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
#include "rules/checks/selector_advice.h"
#include "rules/devices/catalogue.h"
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

// "largest 80Gi" as the end of a sentence.
std::string nearest_text(std::string_view nearest) {
  for (const std::string_view word : {"largest ", "smallest "}) {
    if (nearest.starts_with(word))
      return ", the " + std::string(word) + "has " + std::string(nearest.substr(word.size()));
  }
  return nearest.empty() ? std::string() : " (" + std::string(nearest) + ")";
}

// The path that fails with "no such key: ID".
std::optional<SelectorPath> path_without(const cel::Expr& root, std::string_view error) {
  constexpr std::string_view kNoKey = "no such key: ";
  const std::size_t at = error.find(kNoKey);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view id = error.substr(at + kNoKey.size());
  const cel::Expr* found = nullptr;
  Bound bound;
  walk(root, bound, [&](const cel::Expr& expr, const Bound& names) {
    const auto path = read_path(expr, names);
    const bool reads = path && path->reads_value();
    if (found == nullptr && reads && path->steps[1].name == id && names.empty()) found = &expr;
    return found == nullptr;
  });
  return found == nullptr ? std::nullopt : read_path(*found);
}

// As the expression was meant, where that is known.
std::string repaired(std::string_view expression, std::string_view device_class,
                     const CheckFacts& facts) {
  const Words words = words_of(facts);
  const auto meant = repair_selector(
      expression,
      {words, driver_of_class(device_class, facts.devices, words), &facts.settings.catalogue()});
  return meant ? "Write: " + printable(meant->text) : std::string();
}

// The published name that this one is the beginning of, or nearest to; empty for none.
std::string name_meant(const SelectorPath& path, const CheckFacts& facts) {
  const Vocabulary* published[] = {&facts.devices.vocabulary()};
  const Words words(published);
  const std::vector<std::string_view> ids = words.ids(path.kind, path.steps[0].name);
  const std::string_view near = nearest(path.steps[1].name, ids);
  return near == path.steps[1].name ? std::string() : shown(near);
}

bool is_published(const SelectorPath& path, const CheckFacts& facts) {
  const Vocabulary* published[] = {&facts.devices.vocabulary()};
  const std::vector<std::string_view> ids = Words(published).ids(path.kind, path.steps[0].name);
  return std::find(ids.begin(), ids.end(), path.steps[1].name) != ids.end();
}

// Of the driver that its domain names.
bool some_lack(const SelectorPath& path, const CheckFacts& facts) {
  const DriverWords* driver = facts.devices.vocabulary().driver(path.steps[0].name);
  if (driver == nullptr) return false;
  return std::any_of(driver->words.begin(), driver->words.end(), [&](const Word& word) {
    return word.kind == path.kind && word.domain == path.steps[0].name &&
           word.id == path.steps[1].name && word.devices < driver->devices;
  });
}

// The path, and where the selector has branches all others that some devices lack: the next one
// would fail in its place.
std::vector<SelectorPath> lacked(const SelectorPath& failing, const cel::Expr& root,
                                 const CheckFacts& facts) {
  std::vector<SelectorPath> paths = {failing};
  std::set<std::pair<std::string_view, std::string_view>> seen = {
      {failing.steps[0].name, failing.steps[1].name}};
  bool branches = false;
  Bound bound;
  walk(root, bound, [&](const cel::Expr& expr, const Bound& names) {
    branches = branches || is_call(expr, cel::op::kOr) || is_call(expr, cel::op::kConditional);
    const auto path = read_path(expr, names);
    if (!path) return true;
    if (path->reads_value() && some_lack(*path, facts) &&
        seen.emplace(path->steps[0].name, path->steps[1].name).second)
      paths.push_back(*path);
    return false;
  });
  if (!branches) paths.resize(1);
  return paths;
}

// has() helps where some devices have it. Where none has, the selector would match nothing.
std::string fails_fix(const OutcomeSubject& subject, const SelectorOutcome& outcome,
                      const CheckFacts& facts) {
  if (std::string meant = repaired(outcome.failing_text, subject.device_class, facts);
      !meant.empty())
    return meant;
  const std::optional<cel::Ast> ast = parse_selector(outcome.failing_text);
  const std::optional<SelectorPath> path =
      ast ? path_without(*ast->root(), outcome.error) : std::nullopt;
  if (path && !subject.other_class.empty())
    return "Write deviceClassName: " + subject.other_class + ", whose devices have " +
           shown(path->steps[1].name) + ".";
  if (outcome.failed < outcome.let_through && (!path || is_published(*path, facts))) {
    if (!path) return "Test with has() or the driver what not every device has.";
    kube::Arena arena;
    cel::AstBuilder make(arena);
    return "Write: " +
           printable(text_with_has(lacked(*path, *ast->root(), facts), *ast->root(), make));
  }
  if (!path) return "Compare it as what it is: kubectl get resourceslices -o yaml shows the types.";
  const CatalogueChange* change =
      facts.settings.catalogue().change(path->steps[0].name, path->steps[1].name);
  if (change != nullptr && !change->now.empty()) {
    return "Since " + shown(change->version) + " of the driver there is " + shown(change->now) +
           " instead: ask for that.";
  }
  if (const std::string meant = name_meant(*path, facts); !meant.empty())
    return "Write " + meant + ": none of them has " + shown(path->steps[1].name) + ".";
  return "None of them has it; kubectl get resourceslices -o yaml shows what they have.";
}

// What was cut, or would have to be escaped, is not to be pasted.
bool can_be_pasted(std::string_view value) {
  return !value.empty() && value.find("...") == std::string_view::npos &&
         value.find_first_of("'\"\\") == std::string_view::npos;
}

// The expression that the clause stands in, with `meant` in its place; empty where it stands in
// none.
std::string with_clause(const OutcomeSubject& subject, const std::string& clause,
                        const std::string& meant) {
  for (const std::string_view expression : subject.expressions) {
    const std::size_t at = expression.find(clause);
    if (at == std::string_view::npos) continue;
    std::string text(expression);
    return "Write: " + printable(text.replace(at, clause.size(), meant));
  }
  return {};
}

// == "H100" where the devices are called "NVIDIA H100 80GB HBM3", "NVIDIA-H100-80GB-HBM3" as node
// labels have it, and "mig-1g.10gb" where the profile is "1g.10gb".
std::string_view equal_meant(const cel::Expr& root, std::span<const std::string_view> seen) {
  if (root.text != cel::op::kEquals || root.target != nullptr ||
      root.args.back()->kind != cel::ExprKind::kString)
    return {};
  const std::string_view text = root.args.back()->text;
  std::string_view meant = value_with_word(text, seen);
  if (meant.empty()) meant = nearest_misspelt(text, seen);
  return meant.empty() ? value_within(text, seen) : meant;
}

// The text that a pattern of no more than anchors and stars looks for: H100 of ^H100.* and *H100*.
// Empty for others.
std::string_view text_of_pattern(std::string_view pattern) {
  const auto drop = [&pattern](std::string_view edge) {
    while (pattern.starts_with(edge)) pattern.remove_prefix(edge.size());
    while (pattern.ends_with(edge)) pattern.remove_suffix(edge.size());
  };
  for (const std::string_view edge : {"^", "$", ".*", "*"}) drop(edge);
  return pattern.find_first_of("^$.*+?()[]{}|\\") == std::string_view::npos ? pattern
                                                                            : std::string_view();
}

bool is_same_letter(char a, char b) {
  return kube::to_lower(a) == kube::to_lower(b);
}

// The first of `values` that has the word in it, in capitals or not, as it stands there, and where.
struct Place {
  std::string_view word;
  bool at_start = false;
  bool at_end = false;
};
std::optional<Place> place_of(std::string_view word, std::span<const std::string_view> values) {
  for (const std::string_view value : values) {
    const auto* at =
        std::search(value.begin(), value.end(), word.begin(), word.end(), is_same_letter);
    if (word.empty() || at == value.end()) continue;
    const auto begin = static_cast<std::size_t>(at - value.begin());
    return Place{value.substr(begin, word.size()), begin == 0, begin + word.size() == value.size()};
  }
  return std::nullopt;
}

// == '*H100*', matches('^H100.*') and == 'A100', where several models of it are there, as a search.
// Empty for other calls.
std::string pattern_meant(const cel::Expr& root, std::span<const std::string_view> seen) {
  const bool matches = root.text == "matches" && root.target != nullptr && root.args.size() == 1;
  const bool equals =
      root.text == cel::op::kEquals && root.target == nullptr && root.args.size() == 2;
  if ((!matches && !equals) || root.args.back()->kind != cel::ExprKind::kString) return {};
  const std::string_view pattern = root.args.back()->text;
  const auto has_word = [pattern](const std::string_view& value) {
    return !value_with_word(pattern, std::span(&value, 1)).empty();
  };
  if (equals && pattern.find('*') == std::string_view::npos &&
      std::count_if(seen.begin(), seen.end(), has_word) < 2)
    return {};
  const std::optional<Place> place = place_of(text_of_pattern(pattern), seen);
  if (!place || !can_be_pasted(place->word)) return {};
  const cel::Expr& subject = matches ? *root.target : *root.args.front();
  return cel::unparse(subject, cel::single_quoted) + ".contains('" + std::string(place->word) +
         "')";
}

// The search that finds something: contains('H100') for contains('h100') and startsWith('H100')
// where the devices are called "NVIDIA H100 80GB HBM3". Empty for other calls.
std::string search_meant(const cel::Expr& root, std::span<const std::string_view> seen) {
  const bool starts = root.text == "startsWith";
  const bool ends = root.text == "endsWith";
  if (root.target == nullptr || (!starts && !ends && root.text != "contains") ||
      root.args.size() != 1 || root.args[0]->kind != cel::ExprKind::kString)
    return {};
  const std::optional<Place> place = place_of(root.args[0]->text, seen);
  if (!place || !can_be_pasted(place->word)) return {};
  const bool stays = (starts && place->at_start) || (ends && place->at_end);
  return cel::unparse(*root.target, cel::single_quoted) + "." +
         (stays ? std::string(root.text) : "contains") + "('" + std::string(place->word) + "')";
}

// `in ['H100', 'A100']` where models have longer names: as a search for one of them. Empty for
// others.
std::string list_meant(const cel::Expr& root, std::span<const std::string_view> seen) {
  if (!is_call(root, cel::op::kIn) || root.args.size() != 2 ||
      root.args[1]->kind != cel::ExprKind::kList)
    return {};
  bool finds = false;
  for (const cel::Expr* word : root.args[1]->args) {
    if (word->kind != cel::ExprKind::kString) return {};
    finds = finds || place_of(word->text, seen).has_value();
  }
  if (!finds) return {};
  return cel::unparse(*root.args[1], cel::single_quoted) + ".exists(m, " +
         cel::unparse(*root.args[0], cel::single_quoted) + ".contains(m))";
}

// A bound that what the other clauses leave misses by little: 80Gi where those have 81559Mi, though
// a device of another model has 80Gi. Empty for other clauses.
std::string size_meant(const cel::Expr& root, const SelectorOutcome& outcome) {
  constexpr std::string_view kLargest = "largest ";
  std::vector<kube::Quantity> left;
  const auto add = [&left](std::string_view text) {
    if (const Result<kube::Quantity> value = kube::Quantity::parse(text)) left.push_back(*value);
  };
  if (outcome.nearest.starts_with(kLargest))
    add(std::string_view(outcome.nearest).substr(kLargest.size()));
  for (const std::string& value : outcome.seen) add(value);
  std::optional<SelectorPath> capacity;
  Bound bound;
  walk(root, bound, [&](const cel::Expr& expr, const Bound& names) {
    const auto path = read_path(expr, names);
    if (path && path->kind == NameKind::kCapacity && path->is_value()) capacity = path;
    return !capacity;
  });
  if (!capacity || left.empty()) return {};
  std::sort(left.begin(), left.end());
  const std::string domain(capacity->steps[0].name);
  // As if they were all that there is.
  const Vocabulary words(
      {{domain,
        1,
        false,
        {{NameKind::kCapacity, domain, std::string(capacity->steps[1].name), 0, 1, left}}}});
  const Vocabulary* const known[] = {&words};
  const auto meant = repair_selector(outcome.clause, {Words(known), domain});
  return meant && meant->compiled ? meant->text : std::string();
}

// The expression that the clause stands in, with the value that is meant in the place of a word of
// it. Empty where that is not known.
std::string with_value_meant(const OutcomeSubject& subject, const SelectorOutcome& outcome) {
  const std::optional<cel::Ast> ast = parse_selector(outcome.clause);
  if (!ast || ast->root()->kind != cel::ExprKind::kCall) return {};
  const cel::Expr& root = *ast->root();
  const std::vector<std::string_view> seen(outcome.seen.begin(), outcome.seen.end());
  if (const std::string search = search_meant(root, seen); !search.empty())
    return with_clause(subject, outcome.clause, search);
  if (const std::string size = size_meant(root, outcome); !size.empty())
    return with_clause(subject, outcome.clause, size);
  if (const std::string search = list_meant(root, seen); !search.empty())
    return with_clause(subject, outcome.clause, search);
  if (const std::string search = pattern_meant(root, seen); !search.empty())
    return with_clause(subject, outcome.clause, search);
  const std::string_view meant = equal_meant(root, seen);
  if (!can_be_pasted(meant)) return {};
  const std::string_view text = root.args.back()->text;
  const std::size_t word = outcome.clause.rfind(text);
  if (word == std::string::npos) return {};
  std::string clause = outcome.clause;
  return with_clause(subject, outcome.clause, clause.replace(word, text.size(), meant));
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

// The expression with another name where the clause asks by has() or .? for one that no device has,
// and some have one that differs in few letters.
std::string with_name_meant(const OutcomeSubject& subject, const SelectorOutcome& outcome,
                            const CheckFacts& facts) {
  const std::optional<cel::Ast> ast = parse_selector(outcome.clause);
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
    if (expression.find(outcome.clause) != std::string_view::npos)
      return "Write: " + printable(with_word(std::string(expression), id, meant));
  }
  return {};
}

}  // namespace

std::string none_text(std::string_view device_class, const SelectorOutcome& outcome,
                      Inventory inventory) {
  return "none of " + devices_text(outcome.let_through, inventory) +
         (device_class.empty() ? "" : " of class " + shown(device_class)) + ": " + outcome.said +
         " fails on all of them" +
         (inventory == Inventory::kValues ? nearest_text(outcome.nearest) : "") + ".";
}

Finding never_matches_finding(const OutcomeSubject& subject, const SelectorOutcome& outcome,
                              std::string field, const CheckFacts& facts) {
  std::string fix;
  for (const std::string_view expression : subject.expressions) {
    if (fix.empty()) fix = repaired(expression, subject.device_class, facts);
  }
  if (fix.empty()) fix = with_name_meant(subject, outcome, facts);
  if (fix.empty() && facts.settings.inventory == Inventory::kValues)
    fix = with_value_meant(subject, outcome);
  if (fix.empty() && !subject.other_class.empty())
    fix = "Write deviceClassName: " + subject.other_class + ", of which some match.";
  const std::string begin = subject.selectors == 1 ? "The selector of " + subject.name + " matches "
                                                   : "The selectors of " + subject.name + " match ";
  return {"SelectorNeverMatches",
          Severity::kWarn,
          std::move(field),
          begin + none_text(subject.device_class, outcome, facts.settings.inventory),
          fix.empty() ? "Ask for what is published; until then a pod waits." : std::move(fix),
          subject.cause};
}

Finding fails_finding(const OutcomeSubject& subject, const SelectorOutcome& outcome,
                      std::string field, const CheckFacts& facts) {
  const Inventory inventory = facts.settings.inventory;
  const bool in_class = outcome.failing < outcome.of_class;
  const std::size_t place = in_class ? outcome.failing : outcome.failing - outcome.of_class;
  const std::string counts = inventory == Inventory::kNothing
                                 ? "on published devices"
                                 : "on " + std::to_string(outcome.failed) + " of " +
                                       devices_text(outcome.let_through, inventory);
  return {"SelectorFails",
          Severity::kWarn,
          std::move(field),
          "Selector " + std::to_string(place + 1) + " of " +
              (in_class ? "DeviceClass " + shown(subject.device_class) : subject.name) + " fails " +
              counts + " (" + shown(outcome.error, kErrorBytesMax) +
              "), and one of them fails the whole pod.",
          fails_fix(subject, outcome, facts),
          in_class ? class_cause(subject.device_class) : subject.cause};
}

}  // namespace drawbridge::rules
