#include "rules/checks/value_meant.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "kube/api/ascii.h"
#include "rules/cel/operators.h"
#include "rules/devices/selector_parts.h"
#include "rules/devices/selector_path.h"
#include "rules/devices/selector_repair.h"
#include "rules/devices/vocabulary.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using Values = std::span<const std::string_view>;

// What was cut, or would have to be escaped, is not to be pasted.
bool can_be_pasted(std::string_view value) {
  return !value.empty() && value.find("...") == std::string_view::npos &&
         value.find_first_of("'\"\\") == std::string_view::npos;
}

// The value that is meant by a text: "Hopper" by "hopper", "NVIDIA H100 80GB HBM3" by "H100" where
// that is the only such, "NVIDIA-H100-80GB-HBM3" as node labels have it, and "1g.10gb" by
// "mig-1g.10gb". Empty for none.
std::string_view value_meant(std::string_view text, Values seen) {
  for (const std::string_view value : seen) {
    if (letters_apart(text, value) == 0) return value;
  }
  std::string_view meant = value_with_word(text, seen);
  if (meant.empty()) meant = nearest_misspelt(text, seen);
  return meant.empty() ? value_within(text, seen) : meant;
}

// The literal of `value == 'text'`; nullptr for everything else.
const cel::Expr* equal_literal(const cel::Expr& root) {
  const bool is_one = is_call(root, cel::op::kEquals) && root.args.size() == 2 &&
                      root.args[1]->kind == cel::ExprKind::kString;
  return is_one ? root.args[1] : nullptr;
}

// == "H100" with the value that it stands for in its place.
std::string equal_meant(const cel::Expr& root, const std::string& clause, Values seen) {
  const cel::Expr* literal = equal_literal(root);
  const std::string_view meant = literal == nullptr ? "" : value_meant(literal->text, seen);
  const std::size_t word = literal == nullptr ? std::string::npos : clause.rfind(literal->text);
  if (!can_be_pasted(meant) || word == std::string::npos) return {};
  return std::string(clause).replace(word, literal->text.size(), meant);
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
struct WordPlace {
  std::string_view word;
  bool at_start = false;
  bool at_end = false;
};
std::optional<WordPlace> place_of(std::string_view word, Values values) {
  for (const std::string_view value : values) {
    const auto* at =
        std::search(value.begin(), value.end(), word.begin(), word.end(), is_same_letter);
    if (word.empty() || at == value.end()) continue;
    const auto begin = static_cast<std::size_t>(at - value.begin());
    return WordPlace{value.substr(begin, word.size()), begin == 0,
                     begin + word.size() == value.size()};
  }
  return std::nullopt;
}

// == '*H100*', matches('^H100.*') and == 'A100', where several models of it are there, as a search.
// Empty for other calls.
std::string pattern_meant(const cel::Expr& root, Values seen) {
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
  const std::optional<WordPlace> place = place_of(text_of_pattern(pattern), seen);
  if (!place || !can_be_pasted(place->word)) return {};
  const cel::Expr& subject = matches ? *root.target : *root.args.front();
  return selector_text(subject) + ".contains('" + std::string(place->word) + "')";
}

// The search that finds something: contains('H100') for contains('h100') and startsWith('H100')
// where the devices are called "NVIDIA H100 80GB HBM3". Empty for other calls.
std::string search_that_finds(const cel::Expr& root, Values seen) {
  const bool starts = root.text == "startsWith";
  const bool ends = root.text == "endsWith";
  if (root.target == nullptr || (!starts && !ends && root.text != "contains") ||
      root.args.size() != 1 || root.args[0]->kind != cel::ExprKind::kString)
    return {};
  const std::optional<WordPlace> place = place_of(root.args[0]->text, seen);
  if (!place || !can_be_pasted(place->word)) return {};
  const bool stays = (starts && place->at_start) || (ends && place->at_end);
  return selector_text(*root.target) + "." + (stays ? std::string(root.text) : "contains") + "('" +
         std::string(place->word) + "')";
}

// One of these words, as a list of values where each stands for one, else as a search for them.
// Empty where no device has any.
std::string any_meant(const cel::Expr& subject, const std::vector<std::string_view>& words,
                      Values seen) {
  bool finds = false;
  bool all_whole = true;
  std::string values;
  std::string parts;
  const auto add = [](std::string& list, std::string_view word) {
    (list += list.empty() ? "'" : ", '").append(word) += "'";
  };
  for (const std::string_view word : words) {
    const std::string_view value = value_meant(word, seen);
    const std::optional<WordPlace> place = place_of(word, seen);
    finds = finds || !value.empty() || place;
    all_whole = all_whole && (!value.empty() || !place);
    if (!can_be_pasted(value.empty() ? word : value)) return {};
    add(values, value.empty() ? word : value);
    add(parts, place ? place->word : word);
  }
  if (!finds) return {};
  return all_whole ? selector_text(subject) + " in [" + values + "]"
                   : "[" + parts + "].exists(m, " + selector_text(subject) + ".contains(m))";
}

// `in ['h100', 'A100']`. Empty for others.
std::string words_meant(const cel::Expr& root, Values seen) {
  if (!is_call(root, cel::op::kIn) || root.args.size() != 2 ||
      root.args[1]->kind != cel::ExprKind::kList)
    return {};
  std::vector<std::string_view> words;
  for (const cel::Expr* word : root.args[1]->args) {
    if (word->kind != cel::ExprKind::kString) return {};
    words.push_back(word->text);
  }
  return any_meant(*root.args[0], words, seen);
}

// == 'Hopper|Ampere' and == 'Hopper, Ampere': one of several. Empty for others.
std::string alternatives_meant(const cel::Expr& root, Values seen) {
  const cel::Expr* literal = equal_literal(root);
  if (literal == nullptr) return {};
  std::string_view left = literal->text;
  const char separator = left.find('|') != std::string_view::npos ? '|' : ',';
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t end = std::min(left.find(separator), left.size());
    std::string_view word = left.substr(0, end);
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    if (word.empty()) return {};
    words.push_back(word);
    if (end == left.size()) break;
    left.remove_prefix(end + 1);
  }
  return words.size() < 2 ? std::string() : any_meant(*root.args[0], words, seen);
}

// == 'pci0000:00' of a list that has it. Empty for others.
std::string member_meant(const cel::Expr& root, Values seen) {
  const cel::Expr* literal = equal_literal(root);
  const std::string_view meant = literal == nullptr ? "" : value_meant(literal->text, seen);
  return can_be_pasted(meant) ? "'" + std::string(meant) + "' in " + selector_text(*root.args[0])
                              : std::string();
}

// A bound that what the other clauses leave misses by little: 80Gi where those have 81559Mi, though
// a device of another model has 80Gi. Empty for other clauses.
std::string bound_meant(const cel::Expr& root, const DeadClause& clause) {
  constexpr std::string_view kLargest = "largest ";
  std::vector<kube::Quantity> left;
  const auto add = [&left](std::string_view text) {
    if (const Result<kube::Quantity> value = kube::Quantity::parse(text)) left.push_back(*value);
  };
  if (clause.nearest.starts_with(kLargest))
    add(std::string_view(clause.nearest).substr(kLargest.size()));
  for (const std::string& value : clause.seen) add(value);
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
  const auto meant = repair_selector(clause.text, {Words(known), domain});
  return meant && meant->compiled ? meant->text : std::string();
}

}  // namespace

std::string clause_meant(const DeadClause& clause) {
  const std::optional<cel::Ast> ast = parse_selector(clause.text);
  if (!ast || ast->root()->kind != cel::ExprKind::kCall) return {};
  const cel::Expr& root = *ast->root();
  const std::vector<std::string_view> seen(clause.seen.begin(), clause.seen.end());
  if (clause.seen_in_lists) return member_meant(root, seen);
  if (std::string search = search_that_finds(root, seen); !search.empty()) return search;
  if (std::string size = bound_meant(root, clause); !size.empty()) return size;
  if (std::string list = words_meant(root, seen); !list.empty()) return list;
  if (std::string list = alternatives_meant(root, seen); !list.empty()) return list;
  if (std::string search = pattern_meant(root, seen); !search.empty()) return search;
  return equal_meant(root, clause.text, seen);
}

bool mend_clause(const DeadClause& clause, std::string& expression) {
  const std::size_t at = expression.find(clause.text);
  const std::string meant = at == std::string::npos ? std::string() : clause_meant(clause);
  if (meant.empty()) return false;
  expression.replace(at, clause.text.size(), meant);
  return true;
}

std::string word_meant(const DeadClause& clause) {
  const std::optional<cel::Ast> ast = parse_selector(clause.text);
  if (!ast || clause.seen_in_lists) return {};
  const cel::Expr& root = *ast->root();
  const std::vector<std::string_view> seen(clause.seen.begin(), clause.seen.end());
  if (root.target != nullptr) return search_that_finds(root, seen);
  const cel::Expr* literal = equal_literal(root);
  if (literal == nullptr) return {};
  const std::string_view word = literal->text;
  const bool is_there =
      std::any_of(seen.begin(), seen.end(), [word](const std::string_view& value) {
        return letters_apart(word, value) == 0 ||
               !value_with_word(word, std::span(&value, 1)).empty();
      });
  if (!is_there) return {};
  std::string search = pattern_meant(root, seen);
  return search.empty() ? equal_meant(root, clause.text, seen) : search;
}

}  // namespace drawbridge::rules
