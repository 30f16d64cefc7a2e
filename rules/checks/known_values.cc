#include "rules/checks/known_values.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "kube/api/arena.h"
#include "kube/api/ascii.h"
#include "kube/api/prose.h"
#include "rules/cel/ast_builder.h"
#include "rules/cel/device_environment.h"
#include "rules/cel/operators.h"
#include "rules/checks/class_texts.h"
#include "rules/checks/selector_advice.h"
#include "rules/checks/value_meant.h"
#include "rules/devices/catalogue.h"
#include "rules/devices/explain.h"
#include "rules/devices/selector_outcome.h"
#include "rules/devices/selector_parts.h"
#include "rules/devices/selector_path.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;
namespace op = cel::op;

constexpr std::size_t kReadBytesMax = 80;
constexpr std::size_t kTermBytesMax = 100;

std::string quoted(std::string_view value) {
  return "'" + std::string(value) + "'";
}

// Of a path and where it is read: for certain, or only to ask whether it is there.
struct Read {
  SelectorPath path;
  bool tests = false;
};

// What is read whenever the selector gets there: not what another side of `||` may spare.
void collect_reads(const Expr& expr, std::vector<Read>& reads) {
  if (const auto path = read_path(expr)) {
    if (path->reads_value()) reads.push_back({*path, false});
    return;
  }
  if (expr.kind != ExprKind::kCall || is_call(expr, op::kOr) || is_call(expr, op::kConditional))
    return;
  if (expr.target != nullptr) collect_reads(*expr.target, reads);
  for (const Expr* argument : expr.args) collect_reads(*argument, reads);
}

std::vector<Read> reads_of(const Expr& root) {
  std::vector<Read> reads;
  for (const Expr* term : terms_of(root)) {
    const auto path = read_path(*term);
    if (path && path->test_only && path->is_value() && !path->has_optional()) {
      reads.push_back({*path, true});
    } else {
      collect_reads(*term, reads);
    }
  }
  return reads;
}

std::string read_of(const CatalogueWord& word) {
  return read_text(NameKind::kAttribute, word.word.domain, word.of);
}

KnownMiss lacking(const Read& read, const CatalogueWord& word, const std::string& required,
                  std::string_view device_class, std::span<const std::string_view> own,
                  bool by_class, const CheckFacts& facts) {
  const std::string id = shown(read.path.steps[1].name, 40);
  std::string other;
  if (by_class) {
    for (const std::string& kind : word.kinds) {
      if (other.empty())
        other = class_instead(device_class, {read_of(word), required, quoted(kind)}, own, facts);
    }
  }
  KnownMiss miss;
  miss.fails = !read.tests;
  miss.other_class = other;
  const std::string of = shown(word.of, 40);
  miss.what = "asks for " + id + ", which by the catalogue only devices of " + of + " " +
              any_of_text(word.kinds) + " have, and " +
              (by_class ? "those of class " + shown(device_class) + " are of " + of + " "
                        : "for " + of + " ") +
              shown(required, 40) + (read.tests ? "." : ": the error fails the whole pod.");
  const std::string none = none_published_fix(other, id, facts);
  miss.fix = !none.empty()    ? none
             : !other.empty() ? "Write deviceClassName: " + shown(other) + "."
             : by_class       ? "Ask for another class, or leave out " + id + "."
                              : "Ask for " + shown(read_of(word), kReadBytesMax) +
                              " == " + shown(quoted(word.kinds.front()), 40) + ", or leave out " +
                              id + ".";
  return miss;
}

// The attribute that a term reads, where it reads just one and nothing else of the device.
std::optional<SelectorPath> only_read(const Expr& term) {
  std::optional<SelectorPath> found;
  bool is_one = true;
  Bound bound;
  walk(term, bound, [&](const Expr& expr, const Bound& names) {
    if (is_driver(expr)) is_one = false;
    const auto path = read_path(expr, names);
    if (!path) return is_one;
    const bool reads = path->reads_value() && path->kind == NameKind::kAttribute;
    const bool same = !found || read_text(*found) == read_text(*path);
    is_one = is_one && reads && same;
    if (is_one) found = path;
    return false;
  });
  return is_one ? found : std::nullopt;
}

// What a term comes to on devices that have nothing but one of the values each; nullopt where it
// is not about text.
std::optional<ExplainedClause> on_values(std::string_view term, const SelectorPath& path,
                                         std::span<const std::string> values) {
  const std::string name = std::string(path.steps[0].name) + "/" + std::string(path.steps[1].name);
  cel::DeviceValues made;
  std::vector<cel::Value> devices;
  for (const std::string& value : values) {
    cel::Device device;
    device.attributes.push_back(cel::DeviceAttribute{name, false, {std::string_view(value)}});
    const auto added = made.add(device);
    if (const auto* known = std::get_if<cel::Value>(&added)) devices.push_back(*known);
  }
  const std::string_view texts[] = {term};
  const Result<Explanation> explanation = explain(texts, devices);
  if (!explanation || explanation->clauses.size() != 1) return std::nullopt;
  return explanation->clauses.front();
}

// The literal without its quotation marks; nullopt for what is no text.
std::optional<std::string> plain_text(const std::string& literal) {
  const std::optional<cel::Ast> ast = parse_selector(literal);
  if (!ast || ast->root()->kind != ExprKind::kString) return std::nullopt;
  return std::string(ast->root()->text);
}

// A class whose devices have another of the values, of which the term is true; empty for none, and
// where several are.
std::string class_for(const std::string& term, const SelectorPath& path,
                      const std::string& required, std::string_view device_class,
                      std::span<const std::string_view> own, const CheckFacts& facts) {
  const CatalogueWord* word =
      facts.settings.catalogue().word(path.kind, path.steps[0].name, path.steps[1].name);
  if (word == nullptr) return {};
  std::string wanted;
  for (const std::string& value : word->values) {
    const auto clause = on_values(term, path, std::span(&value, 1));
    if (!clause || clause->passed == 0) continue;
    if (!wanted.empty()) return {};
    wanted = value;
  }
  if (wanted.empty()) return {};
  return class_instead(device_class, {read_text(path), required, quoted(wanted)}, own, facts);
}

// The whole expression with `text` in the place of the term; empty where that is no expression.
std::string with_term(const Expr& root, const Expr& term, const std::string& text) {
  const std::optional<cel::Ast> meant = text.empty() ? std::nullopt : parse_selector(text);
  if (!meant) return {};
  kube::Arena arena;
  cel::AstBuilder make(arena);
  std::vector<const Expr*> terms = terms_of(root);
  std::replace(terms.begin(), terms.end(), &term, meant->root());
  return selector_text(*chain_of(op::kAnd, terms, make));
}

// The whole expression with the term as it was meant; empty where that is not known.
std::string with_term_meant(const Expr& root, const Expr& term, const ExplainedClause& clause) {
  DeadClause dead;
  dead.text = clause.text;
  dead.seen = clause.seen;
  return with_term(root, term, clause_meant(dead));
}

// The values that the attribute can have: the one that the class asks for, or all that the driver
// knows. What is published may be of a newer driver than the catalogue.
std::vector<std::string> values_of(const SelectorPath& path, const std::string& required,
                                   const CheckFacts& facts) {
  if (!required.empty()) {
    const auto text = plain_text(required);
    return text ? std::vector<std::string>{*text} : std::vector<std::string>();
  }
  const std::string_view domain = path.steps[0].name;
  const std::string_view id = path.steps[1].name;
  const CatalogueWord* word = facts.settings.catalogue().word(path.kind, domain, id);
  if (word == nullptr || words_of(facts).find(path.kind, domain, id).published) return {};
  return word->values;
}

KnownMiss not_of_class(const Expr& root, const Expr& term, const ExplainedClause& clause,
                       const SelectorPath& path, const std::string& required,
                       std::string_view device_class, std::span<const std::string_view> own,
                       const CheckFacts& facts) {
  const std::string text = selector_text(term);
  const std::string other = class_for(text, path, required, device_class, own, facts);
  const std::string meant = other.empty() ? with_term_meant(root, term, clause) : std::string();
  const std::string none =
      none_published_fix(other, shown(clause_text(text), kTermBytesMax), facts);
  std::string fix = !none.empty()    ? none
                    : !other.empty() ? "Write deviceClassName: " + shown(other) + "."
                    : !meant.empty() ? "Write: " + printable(meant)
                                     : "Ask for another class, or take " +
                                           shown(text, kTermBytesMax) + " out of the selector.";
  return {false,
          "no device of class " + shown(device_class) + ", whose " +
              shown(read_text(path), kReadBytesMax) + " is " + shown(required, 40) + ".",
          std::move(fix), other, meant};
}

bool is_model_name(const CatalogueWord& word, const Catalogue& catalogue) {
  const CatalogueDriver* driver = catalogue.driver(word.word.domain);
  return driver != nullptr &&
         std::find(driver->model.begin(), driver->model.end(), word.word.id) != driver->model.end();
}

// The text as the example is written, where the two differ in their numbers, and in nothing else
// but letters' case and what stands between words: 1g.10gb for 1G10GB, as 1g.5gb is. Empty where
// they differ otherwise.
std::string written_as(std::string_view text, std::string_view example) {
  std::string written;
  std::size_t at = 0;
  for (std::size_t i = 0; i < example.size(); ++i) {
    const char c = example[i];
    if (kube::is_digit(c)) {
      if (i > 0 && kube::is_digit(example[i - 1])) continue;
      const std::size_t begin = at;
      while (at < text.size() && kube::is_digit(text[at])) ++at;
      if (at == begin) return {};
      written += text.substr(begin, at - begin);
    } else if (kube::to_lower(c) >= 'a' && kube::to_lower(c) <= 'z') {
      if (at == text.size() || kube::to_lower(text[at]) != kube::to_lower(c)) return {};
      written += c;
      ++at;
    } else {
      written += c;
      if (at < text.size() && std::string_view(" -._").find(text[at]) != std::string_view::npos)
        ++at;
    }
  }
  return at == text.size() ? written : std::string();
}

// What stands behind the name of the kind, as in resources and labels: 1g.10gb of mig-1g.10gb.
std::string_view behind_kind(std::string_view text) {
  text.remove_prefix(text.rfind('/') + 1);
  const std::size_t end = text.find_first_of(" -._");
  if (end == std::string_view::npos) return {};
  const std::string_view kind = text.substr(0, end);
  const bool is_word = std::all_of(kind.begin(), kind.end(), [](char c) {
    return kube::to_lower(c) >= 'a' && kube::to_lower(c) <= 'z';
  });
  return is_word ? text.substr(end + 1) : std::string_view();
}

std::string example_meant(const Expr& term, std::span<const std::string> examples, bool is_model);

// The same of a term that is written like this; itself where nothing else was meant.
std::string text_meant(const std::string& text, std::span<const std::string> examples,
                       bool is_model) {
  const std::optional<cel::Ast> ast = parse_selector(text);
  const std::string meant = ast ? example_meant(*ast->root(), examples, is_model) : std::string();
  return meant.empty() ? text : meant;
}

bool is_plain_literal(const Expr& expr) {
  return expr.kind == ExprKind::kString &&
         expr.text.find_first_of("'\\\n") == std::string_view::npos;
}

// productName in ['H100', 'A100']: each as if it stood alone.
std::string list_of_examples_meant(const Expr& term, std::span<const std::string> examples,
                                   bool is_model) {
  const auto& elements = term.args[1]->args;
  if (!std::all_of(elements.begin(), elements.end(),
                   [](const Expr* one) { return is_plain_literal(*one); }))
    return {};
  const std::string subject = selector_text(*term.args[0]);
  const std::string equals = subject + " == ";
  bool changed = false;
  bool all_equal = true;
  std::vector<std::string> meant;
  for (const Expr* one : elements) {
    const std::string written = equals + quoted(one->text);
    meant.push_back(text_meant(written, examples, is_model));
    changed |= meant.back() != written;
    all_equal &= meant.back().starts_with(equals);
  }
  if (!changed) return {};
  std::string list;
  std::string alternatives;
  for (std::size_t i = 0; i < meant.size(); ++i) {
    if (all_equal) (list += list.empty() ? "" : ", ") += meant[i].substr(equals.size());
    // H200 beside H100, which is a word of a name: so is this, of one that the examples lack.
    const bool is_word = !all_equal && meant[i].starts_with(equals) &&
                         elements[i]->text.find(' ') == std::string::npos;
    (alternatives += alternatives.empty() ? "" : " || ") +=
        is_word ? subject + ".contains(" + quoted(elements[i]->text) + ")" : meant[i];
  }
  return all_equal ? subject + " in [" + list + "]" : alternatives;
}

// matches('^h100'), a pattern that is nothing but a text at some place.
std::string pattern_meant(const Expr& term, std::span<const std::string> examples, bool is_model) {
  std::string_view pattern = term.args[0]->text;
  const bool at_start = pattern.starts_with('^');
  const bool at_end = pattern.ends_with('$');
  if (at_start) pattern.remove_prefix(1);
  if (at_end && !pattern.empty()) pattern.remove_suffix(1);
  const bool is_text = std::all_of(pattern.begin(), pattern.end(), [](char c) {
    return kube::is_digit(c) || (kube::to_lower(c) >= 'a' && kube::to_lower(c) <= 'z') ||
           c == ' ' || c == '-' || c == '_';
  });
  if (pattern.empty() || !is_text) return {};
  const std::string subject = selector_text(*term.target);
  const std::string text = at_start && at_end ? subject + " == " + quoted(pattern)
                                              : subject +
                                                    (at_start ? ".startsWith("
                                                     : at_end ? ".endsWith("
                                                              : ".contains(") +
                                                    quoted(pattern) + ")";
  const std::string meant = text_meant(text, examples, is_model);
  return meant == text ? std::string() : meant;
}

// The term as it was meant where it looks for one of the catalogue's examples in other letters, or
// for a word of a model's name as if it were all of it. There are more values than the examples:
// such a word stays the one that was asked for. Empty for other terms.
std::string example_meant(const Expr& term, std::span<const std::string> examples, bool is_model) {
  DeadClause dead;
  dead.text = selector_text(term);
  dead.seen.assign(examples.begin(), examples.end());
  if (is_call(term, op::kIn) && term.args.size() == 2 && term.args[1]->kind == ExprKind::kList)
    return list_of_examples_meant(term, examples, is_model);
  if (is_call(term, "matches") && term.target != nullptr && term.args.size() == 1 &&
      is_plain_literal(*term.args[0]))
    return pattern_meant(term, examples, is_model);
  if (!is_call(term, op::kEquals) || term.args.size() != 2)
    return is_model ? word_meant(dead) : std::string();
  const Expr& literal = *term.args[1];
  if (literal.kind != ExprKind::kString) return {};
  const auto is_it = [&](const std::string& one) { return letters_apart(one, literal.text) == 0; };
  if (std::any_of(examples.begin(), examples.end(), is_it)) return word_meant(dead);
  // NVIDIA-H100-80GB-HBM3, as labels of nodes have it.
  const auto is_slip = [&](const std::string& one) { return is_misspelt(literal.text, one); };
  if (is_model && std::any_of(examples.begin(), examples.end(), is_slip)) return clause_meant(dead);
  const bool is_word = std::any_of(examples.begin(), examples.end(), [&](std::string_view one) {
    return !value_with_word(literal.text, std::span(&one, 1)).empty();
  });
  for (const std::string& one : examples) {
    std::string written = written_as(literal.text, one);
    if (written.empty() && one.find(' ') == std::string::npos)
      written = written_as(behind_kind(literal.text), one);
    if (!written.empty())
      return written == literal.text ? std::string()
                                     : selector_text(*term.args[0]) + " == '" + written + "'";
  }
  // What has several words may be the whole name of another model.
  if (!is_model || !is_word || literal.text.find(' ') != std::string_view::npos) return {};
  dead.text = selector_text(*term.args[0]) + ".contains('" + std::string(literal.text) + "')";
  const std::string search = word_meant(dead);
  return search.empty() ? dead.text : search;
}

// The literal in the letters that it is compared with, behind lowerAscii() and upperAscii().
std::string in_letters_compared(const std::string& text) {
  const std::optional<cel::Ast> ast = parse_selector(text);
  const Expr* root = ast ? ast->root() : nullptr;
  if (root == nullptr || root->kind != ExprKind::kCall || root->args.empty()) return text;
  const Expr& subject = root->target != nullptr ? *root->target : *root->args.front();
  const Expr& literal = *root->args.back();
  const bool lowers = is_call(subject, "lowerAscii");
  if ((!lowers && !is_call(subject, "upperAscii")) || literal.kind != ExprKind::kString ||
      literal.text.find_first_of("'\\\n") != std::string_view::npos)
    return text;
  std::string letters(literal.text);
  for (char& c : letters) c = lowers ? kube::to_lower(c) : kube::to_upper(c);
  return root->target != nullptr
             ? selector_text(subject) + "." + std::string(root->text) + "(" + quoted(letters) + ")"
             : selector_text(subject) + " == " + quoted(letters);
}

std::optional<KnownMiss> no_example(const Expr& root, const Expr& term, const SelectorPath& path,
                                    const CheckFacts& facts) {
  const Catalogue& catalogue = facts.settings.catalogue();
  const std::string_view domain = path.steps[0].name;
  const std::string_view id = path.steps[1].name;
  const CatalogueWord* word = catalogue.word(path.kind, domain, id);
  if (word == nullptr || word->examples.empty() ||
      words_of(facts).find(path.kind, domain, id).published)
    return std::nullopt;
  const auto clause = on_values(selector_text(term), path, word->examples);
  if (!clause || clause->passed > 0 || clause->failed > 0) return std::nullopt;
  const std::string text =
      in_letters_compared(example_meant(term, word->examples, is_model_name(*word, catalogue)));
  if (text.empty() || text == selector_text(term)) return std::nullopt;
  std::string meant = with_term(root, term, text);
  if (meant.empty()) return std::nullopt;
  std::string fix = "Write: " + printable(meant);
  return KnownMiss{false,
                   "no device: " + shown(read_text(path), kReadBytesMax) + " is such as " +
                       any_of_text(word->examples) + " by the catalogue.",
                   std::move(fix),
                   {},
                   std::move(meant)};
}

}  // namespace

std::string any_of_text(std::span<const std::string> values) {
  std::vector<std::string> words;
  for (const std::string& value : values) words.push_back(shown(value, 40));
  return kube::or_list(words);
}

std::optional<KnownMiss> lacked_name(std::string_view device_class,
                                     std::span<const std::string_view> of_class,
                                     std::span<const std::string_view> own,
                                     const CheckFacts& facts) {
  for (const std::string_view expression : own) {
    const std::optional<cel::Ast> ast = parse_selector(expression);
    if (!ast) continue;
    for (const Read& read : reads_of(*ast->root())) {
      const CatalogueWord* word = facts.settings.catalogue().word(
          read.path.kind, read.path.steps[0].name, read.path.steps[1].name);
      if (word == nullptr || word->kinds.empty()) continue;
      std::string required = required_value(of_class, read_of(*word));
      const bool by_class = !required.empty();
      if (!by_class) required = required_value(own, read_of(*word));
      const auto has = [&](const std::string& kind) { return quoted(kind) == required; };
      if (required.empty() || std::any_of(word->kinds.begin(), word->kinds.end(), has)) continue;
      return lacking(read, *word, required, device_class, own, by_class, facts);
    }
  }
  return std::nullopt;
}

std::optional<KnownMiss> no_known_value(std::string_view device_class,
                                        std::span<const std::string_view> of_class,
                                        std::span<const std::string_view> own,
                                        const CheckFacts& facts) {
  for (const std::string_view expression : own) {
    const std::optional<cel::Ast> ast = parse_selector(expression);
    if (!ast) continue;
    for (const Expr* term : terms_of(*ast->root())) {
      const std::optional<SelectorPath> path = only_read(*term);
      if (!path) continue;
      const std::string required = required_value(of_class, read_text(*path));
      const std::vector<std::string> values = values_of(*path, required, facts);
      if (values.empty()) {
        if (auto miss = no_example(*ast->root(), *term, *path, facts)) return miss;
        continue;
      }
      const auto clause = on_values(selector_text(*term), *path, values);
      if (!clause || clause->passed > 0 || clause->failed > 0) continue;
      if (!required.empty())
        return not_of_class(*ast->root(), *term, *clause, *path, required, device_class, own,
                            facts);
      std::string meant = with_term_meant(*ast->root(), *term, *clause);
      std::string fix = meant.empty() ? "Ask for one of these." : "Write: " + printable(meant);
      return KnownMiss{false,
                       "no device: " + shown(read_text(*path), kReadBytesMax) + " is " +
                           any_of_text(values) + " by the catalogue.",
                       std::move(fix),
                       {},
                       std::move(meant)};
    }
  }
  return std::nullopt;
}

}  // namespace drawbridge::rules
