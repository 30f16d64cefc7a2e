// Texts that are nearly right: quantities, versions, and the syntax of other languages.
#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include "kube/api/ascii.h"
#include "rules/devices/literals.h"
#include "rules/devices/selector_mend.h"
#include "rules/devices/selector_path.h"
#include "rules/devices/selector_repair.h"
#include "rules/devices/selector_settle.h"

namespace drawbridge::rules {
namespace {

using kube::is_digit;
using kube::lowered;

constexpr std::string_view kBlanks = " \t\r\n";

bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 19> kUnits = {{
    {"ki", "Ki"}, {"kib", "Ki"}, {"kb", "k"},   {"mi", "Mi"},  {"mib", "Mi"},
    {"mb", "M"},  {"g", "G"},    {"gb", "G"},   {"gi", "Gi"},  {"gib", "Gi"},
    {"t", "T"},   {"tb", "T"},   {"ti", "Ti"},  {"tib", "Ti"}, {"p", "P"},
    {"pb", "P"},  {"pi", "Pi"},  {"pib", "Pi"}, {"b", ""},
}};

// The text behind a string literal that starts at `at`.
std::size_t behind_literal(std::string_view text, std::size_t at) {
  return at + literal_length(text, at).value_or(text.size() - at);
}

std::string_view word_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_word(text[end])) ++end;
  return text.substr(at, end - at);
}

std::string_view operator_for(std::string_view word) {
  const std::string plain = lowered(word);
  if (plain == "and") return "&&";
  if (plain == "or") return "||";
  if (plain == "not") return "!";
  if (plain == "is" || plain == "eq") return "==";
  if (plain == "ne") return "!=";
  for (const std::string_view name : {"quantity", "semver"}) {
    if (plain == name) return name;
  }
  return {};
}

// 16Gi, 1.5T: a quantity that stands there without quotes.
std::size_t size_length(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && (is_digit(text[end]) || text[end] == '.')) ++end;
  const std::string_view unit = word_at(text, end);
  const std::string plain = lowered(unit);
  const bool known = !plain.empty() && plain != "u" && plain != "b" &&
                     (plain == "m" || plain == "k" ||
                      std::any_of(kUnits.begin(), kUnits.end(),
                                  [&](const auto& one) { return one.first == plain; }));
  return known ? end + unit.size() : 0;
}

}  // namespace

std::string mended_quantity(std::string_view text) {
  // >=40Gi, of which the bound is asked for by the operator.
  for (const std::string_view mark : {">=", ">", " "}) {
    if (text.starts_with(mark)) text.remove_prefix(mark.size());
  }
  if (text.empty() || !is_digit(text.front())) return {};
  if (kube::Quantity::parse(text)) return std::string(text);
  std::size_t end = 0;
  while (end < text.size() && (is_digit(text[end]) || text[end] == '.')) ++end;
  std::string_view unit = text.substr(end);
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  while (!unit.empty() && unit.back() == ' ') unit.remove_suffix(1);
  std::string mended(text.substr(0, end));
  const std::string plain = lowered(unit);
  const auto found = std::find_if(kUnits.begin(), kUnits.end(),
                                  [&](const auto& one) { return one.first == plain; });
  // What was only set apart by blanks is right itself.
  if (kube::Quantity::parse(mended + std::string(unit))) return mended + std::string(unit);
  if (found == kUnits.end()) return {};
  mended += found->second;
  return kube::Quantity::parse(mended) ? mended : std::string();
}

std::string plain_version(std::string_view text) {
  for (const std::string_view name : {"sm_", "sm", "compute_"}) {
    const std::string_view digits = text.starts_with(name) ? text.substr(name.size()) : "";
    if (digits.size() < 2 || digits.size() > 3 ||
        !std::all_of(digits.begin(), digits.end(), is_digit))
      continue;
    return std::string(digits.substr(0, digits.size() - 1)) + "." + digits.back();
  }
  const std::size_t dot = text.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return std::string(text);
  const std::string_view last = text.substr(dot + 1);
  if (last == "x" || last == "X" || last == "*") return plain_version(text.substr(0, dot));
  const bool is_fourth = std::count(text.begin(), text.end(), '.') == 3 && last == "0";
  return std::string(is_fourth ? text.substr(0, dot) : text);
}

std::string mended_version(std::string_view text) {
  const std::string plain = plain_version(text);
  text = plain;
  if (text.starts_with('v') || text.starts_with('V')) text.remove_prefix(1);
  const std::size_t core_end = std::min(text.find_first_of("-+"), text.size());
  std::string_view core = text.substr(0, core_end);
  std::string result;
  int parts = 0;
  while (true) {
    const std::string_view part = core.substr(0, core.find('.'));
    if (part.empty() || part.size() > 9 || !std::all_of(part.begin(), part.end(), is_digit))
      return {};
    const std::size_t first = std::min(part.find_first_not_of('0'), part.size() - 1);
    result += (parts++ == 0 ? "" : ".") + std::string(part.substr(first));
    if (part.size() == core.size()) break;
    core.remove_prefix(part.size() + 1);
  }
  if (parts > 3) return {};
  for (; parts < 3; ++parts) result += ".0";
  return result + std::string(text.substr(core_end));
}

std::string bound_below(const kube::Quantity& value) {
  constexpr std::int64_t kMebi = 1LL << 20;
  constexpr std::int64_t kGibi = 1LL << 30;
  const std::int64_t amount = value.checked_value().value_or(0);
  if (amount >= 4 * kGibi) return std::to_string(amount / kGibi) + "Gi";
  if (amount >= 4 * kMebi) return std::to_string(amount / kMebi) + "Mi";
  return value.canonical();
}

namespace {

// has() takes a name behind a dot. What it takes instead of `inner`, which ends with a name in
// brackets: has(x.id) for x['id'], and `'d' in x` for a name that CEL does not take behind a dot.
// Empty where it ends with something else.
std::string presence_of(std::string_view inner) {
  const std::size_t open = inner.rfind('[');
  if (open == std::string_view::npos || inner.size() < open + 4 || inner.back() != ']') return {};
  const std::string_view literal = inner.substr(open + 1, inner.size() - open - 2);
  const char quote = literal.front();
  if ((quote != '\'' && quote != '"') || behind_literal(literal, 0) != literal.size()) return {};
  const std::string_view id = literal.substr(1, literal.size() - 2);
  const std::string map(inner.substr(0, open));
  if (is_identifier(id)) return "has(" + map + "." + std::string(id) + ")";
  // The name within the brackets of the domain.
  const std::size_t slash = id.find('/');
  if (slash != std::string_view::npos && is_identifier(id.substr(slash + 1)))
    return "has(" + map + "['" + std::string(id.substr(0, slash)) + "']." +
           std::string(id.substr(slash + 1)) + ")";
  return std::string(literal) + " in " + map;
}

// The length of "has(...)" at the start of `text`; 0 where its end is not found.
std::size_t has_length(std::string_view text) {
  std::size_t depth = 0;
  const std::size_t end = find_outside_literals(text, text.find('('), [&](std::size_t at) {
    depth += text[at] == '(' ? 1 : 0;
    return text[at] == ')' && --depth == 0;
  });
  return end == std::string_view::npos ? 0 : end + 1;
}

// quantity(40Gi), semver(8.0.0): the argument without its quotes, at the start of `text`; empty for
// everything else, and for a plain number, which parses.
std::string_view bare_argument(std::string_view before, std::string_view text) {
  if (!before.ends_with("quantity(") && !before.ends_with("semver(")) return {};
  const std::string_view bare = text.substr(0, text.find_first_of(")', \""));
  const bool is_number = bare.find_first_not_of("0123456789") == std::string_view::npos;
  return !is_number && is_digit(bare.front()) ? bare : std::string_view();
}

// NVIDIA L4, 1g.10gb: a value without quotes behind == or !=, at the start of `text`; empty for
// everything else, and for a word that CEL reads as a name.
std::string_view bare_text(std::string_view before, std::string_view text) {
  before = before.substr(0, before.find_last_not_of(' ') + 1);
  if (!before.ends_with("==") && !before.ends_with("!=")) return {};
  std::string_view bare = text.substr(0, text.find_first_of("&|()[]{},;'\"=<>!?:"));
  bare = bare.substr(0, bare.find_last_not_of(" \n") + 1);
  const auto may_stand = [](char c) { return is_word(c) || c == ' ' || c == '.' || c == '-'; };
  const bool has_letter =
      std::any_of(bare.begin(), bare.end(), [](char c) { return is_word(c) && !is_digit(c); });
  if (!has_letter || !std::all_of(bare.begin(), bare.end(), may_stand) ||
      bare.starts_with("device.") || bare.find(" - ") != std::string_view::npos)
    return {};
  // An operator in words behind it.
  for (std::size_t at = bare.find(' '); at != std::string_view::npos; at = bare.find(' ', at + 1)) {
    const std::string_view word = word_at(bare, at + 1);
    if (!operator_for(word).empty() || lowered(word) == "in" || lowered(word) == "like") return {};
  }
  const bool is_name = bare.find_first_of(" -") == std::string_view::npos &&
                       (!is_digit(bare.front()) || bare.find('.') == std::string_view::npos);
  return is_name || size_length(bare) == bare.size() ? std::string_view() : bare;
}

// `like 'NVIDIA%'` of SQL at the start of `text`, as the call that it stands for.
struct Pattern {
  std::string call;
  std::size_t length = 0;
};
Pattern sql_pattern(std::string_view word, std::string_view text) {
  if (lowered(word) != "like") return {};
  const std::size_t quote = text.find_first_of("'\"");
  if (quote == std::string_view::npos || text.find_first_not_of(' ', word.size()) != quote)
    return {};
  const std::size_t end = behind_literal(text, quote);
  if (end < quote + 2 || text[end - 1] != text[quote]) return {};
  std::string_view wanted = text.substr(quote + 1, end - quote - 2);
  const bool any_before = wanted.starts_with('%');
  if (any_before) wanted.remove_prefix(1);
  const bool any_behind = wanted.ends_with('%');
  if (any_behind) wanted.remove_suffix(1);
  if (wanted.find_first_of("%_") != std::string_view::npos) return {};
  const std::string_view method = any_before == any_behind ? "contains"
                                  : any_before             ? "endsWith"
                                                           : "startsWith";
  const std::string mark(1, text[quote]);
  return {"." + std::string(method) + "(" + mark + std::string(wanted) + mark + ")", end};
}

// Marks of other languages and of word processors. What CEL has itself stands before what it begins
// with.
struct MarkRow {
  std::string_view written;
  std::string_view meant;
};
constexpr MarkRow kMarks[] = {
    {"<>", "!="},
    {"> =", ">="},
    {"< =", "<="},
    {"! =", "!="},
    {"= =", "=="},
    {"= >", ">="},
    {"= <", "<="},
    {"& &", "&&"},
    {"| |", "||"},
    {"&&", "&&"},
    {"&", "&&"},
    {"||", "||"},
    {"|", "||"},
    {"=>", ">="},
    {"=<", "<="},
    {"?.", ".?"},
    {".?[", "[?"},
    {"$.device.", "device."},
    {"$device.", "device."},
    {"$.", "device."},
    {"@.", "device."},
};

// A literal in the quotes of a word processor at the start of `text`, in those of CEL.
struct Quoted {
  std::string literal;
  std::size_t length = 0;
};
Quoted curly_literal(std::string_view text) {
  constexpr std::string_view kSingle[] = {"\u2018", "\u2019"};
  constexpr std::string_view kDouble[] = {"\u201c", "\u201d"};
  for (const auto& [pair, mark] : {std::pair(kSingle, "'"), std::pair(kDouble, "\"")}) {
    if (!text.starts_with(pair[0]) && !text.starts_with(pair[1])) continue;
    const std::size_t begin = pair[0].size();
    const std::size_t end = std::min(text.find(pair[0], begin), text.find(pair[1], begin));
    if (end == std::string_view::npos) return {};
    return {mark + std::string(text.substr(begin, end - begin)) + mark, end + pair[1].size()};
  }
  return {};
}

// `gpu.nvidia.com`, a text of JavaScript and Go, at the start of `text`.
Quoted backtick_literal(std::string_view text) {
  const std::size_t end = text.starts_with('`') ? text.find('`', 1) : std::string_view::npos;
  if (end == std::string_view::npos) return {};
  const std::string_view inner = text.substr(1, end - 1);
  if (inner.find_first_of("'\"\\\n") != std::string_view::npos) return {};
  return {"'" + std::string(inner) + "'", end + 1};
}

// A regular expression between slashes at the start of `text`, as the literal that matches() takes.
Quoted slashed_pattern(std::string_view text) {
  if (!text.starts_with('/')) return {};
  std::string literal;
  std::size_t end = 1;
  for (; end < text.size() && text[end] != '/'; ++end) {
    const bool escapes = text[end] == '\\' && end + 1 < text.size();
    if (escapes && text[end + 1] != '/') literal += "\\\\";
    end += escapes ? 1 : 0;
    if (text[end] == '\'') literal += '\\';
    literal += text[end];
  }
  const std::string_view flags = end < text.size() ? word_at(text, end + 1) : "?";
  if (literal.empty() || (!flags.empty() && flags != "i")) return {};
  return {"'" + std::string(flags.empty() ? "" : "(?i)") + literal + "'", end + 1 + flags.size()};
}

// `if true` at the end, with which other languages go on.
bool is_always(std::string_view text) {
  constexpr std::string_view kIf = "if";
  constexpr std::size_t kBytesMax = 32;
  if (text.size() > kBytesMax || word_at(text, 0) != kIf) return false;
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks, kIf.size()), text.size()));
  return lowered(text.substr(0, text.find_last_not_of(kBlanks) + 1)) == "true";
}

constexpr std::string_view kOpening = "([{";
constexpr std::string_view kClosing = ")]}";

// The brackets that are open at the end of `text`, from the outside in, and those that close
// nothing.
std::string unmatched(std::string_view text) {
  std::string open;
  outside_literals(text, [&](std::size_t at) {
    const std::size_t closes = kClosing.find(text[at]);
    if (closes != std::string_view::npos && !open.empty() && open.back() == kOpening[closes])
      open.pop_back();
    else if (closes != std::string_view::npos || kOpening.find(text[at]) != std::string_view::npos)
      open += text[at];
  });
  return open;
}

// Parentheses that are one too many at the end, and brackets that are missing there.
void balance(std::string& text) {
  std::string open = unmatched(text);
  for (; open.ends_with(')') && text.ends_with(')'); text.pop_back()) open.pop_back();
  if (open.find_first_of(kClosing) != std::string::npos) return;
  for (; !open.empty(); open.pop_back()) text += kClosing[kOpening.find(open.back())];
}

// A literal at the start of `text` that nobody closed ends before the next term, or before what
// closes the brackets that stand open in front of it. 1 where nothing is left of it.
std::size_t unclosed_length(std::string_view before, std::string_view text) {
  std::size_t end = std::min({text.size(), text.find("&&"), text.find("||")});
  const auto trim = [&] {
    while (end > 1 && kBlanks.find(text[end - 1]) != std::string_view::npos) --end;
  };
  trim();
  std::string open = unmatched(before);
  const auto closes = [&](char bracket) {
    const std::size_t kind = kOpening.find(bracket);
    return kind != std::string_view::npos && text[end - 1] == kClosing[kind];
  };
  while (!open.empty() && end > 1 && closes(open.back())) {
    --end;
    open.pop_back();
    trim();
  }
  return end;
}

// Whether it compares, outside of its brackets and literals: has() takes no such thing.
bool is_comparison_text(std::string_view text) {
  int depth = 0;
  bool compares = false;
  outside_literals(text, [&](std::size_t at) {
    const char c = text[at];
    depth += kOpening.find(c) != std::string_view::npos ? 1 : 0;
    depth -= kClosing.find(c) != std::string_view::npos ? 1 : 0;
    compares |=
        depth == 0 && (c == '=' || c == '<' || c == '>' || text.substr(at).starts_with(" in "));
  });
  return compares;
}

// An operator at the end, behind which nothing stands any more.
void drop_last_operator(std::string& text) {
  const auto trim = [&text] {
    while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.pop_back();
  };
  trim();
  if (!text.ends_with("&&") && !text.ends_with("||")) return;
  text.resize(text.size() - 2);
  trim();
}

const MarkRow* mark_at(std::string_view text) {
  const MarkRow* found =
      std::find_if(std::begin(kMarks), std::end(kMarks),
                   [&](const MarkRow& row) { return text.starts_with(row.written); });
  return found == std::end(kMarks) ? nullptr : found;
}

// The text behind the list that opens at `open` and ends with `close`; npos where it does not end.
std::size_t behind_list(std::string_view text, std::size_t open, char close) {
  const std::size_t end =
      find_outside_literals(text, open + 1, [&](std::size_t at) { return text[at] == close; });
  return end == std::string_view::npos ? end : end + 1;
}

// `in ('a', 'b')` of SQL and `in {'a', 'b'}` at the start of `text`, as a list; empty for
// everything else.
std::string other_list(std::string_view word, std::string_view text, std::size_t& length) {
  const std::size_t open = text.find_first_not_of(' ', word.size());
  if (lowered(word) != "in" || open == std::string_view::npos ||
      (text[open] != '(' && text[open] != '{'))
    return {};
  length = behind_list(text, open, text[open] == '(' ? ')' : '}');
  if (length == std::string_view::npos) return {};
  const std::string_view list = text.substr(open + 1, length - open - 2);
  const auto is_colon = [list](std::size_t at) { return list[at] == ':'; };
  const bool is_map = find_outside_literals(list, 0, is_colon) != std::string_view::npos;
  return is_map ? std::string() : "in [" + std::string(list) + "]";
}

// `.in(['a', 'b'])` at the start of `text`, as the operator; empty for everything else.
std::string in_method(std::string_view text, std::size_t& length) {
  if (!text.starts_with(".in(")) return {};
  length = has_length(text);
  if (length < 6) return {};
  const std::string inner(text.substr(4, length - 5));
  return " in " + (inner.starts_with('[') ? inner : "[" + inner + "]");
}

// `is not x` and `not in [a, b]` at the start of `text`, as CEL says them; empty for everything
// else.
std::string two_words(std::string_view word, std::string_view text, std::size_t& length) {
  const std::size_t at = text.find_first_not_of(' ', word.size());
  if (at == std::string_view::npos || at == word.size()) return {};
  const std::string_view second = word_at(text, at);
  length = at + second.size();
  if (lowered(word) == "is" && lowered(second) == "not") return "!=";
  const std::size_t open = text.find_first_not_of(' ', length);
  if (lowered(word) != "not" || lowered(second) != "in" || open == std::string_view::npos ||
      text[open] != '[')
    return {};
  length = behind_list(text, open, ']');
  if (length == std::string_view::npos) return {};
  return "in " + std::string(text.substr(open, length - open)) + " == false";
}

// `=~ 'H100'`, `!~ /H100/` and others at the start of `text`, as the method; empty for everything
// else.
std::string match_operator(std::string_view text, std::size_t& length) {
  constexpr std::string_view kOperators[] = {"=~", "!~", "~=", "~"};
  const auto* found = std::find_if(std::begin(kOperators), std::end(kOperators),
                                   [text](std::string_view one) { return text.starts_with(one); });
  if (found == std::end(kOperators)) return {};
  const std::size_t quote = text.find_first_not_of(' ', found->size());
  if (quote == std::string_view::npos) return {};
  const std::string_view end = *found == "!~" ? ") == false" : ")";
  if (const Quoted pattern = slashed_pattern(text.substr(quote)); pattern.length > 0) {
    length = quote + pattern.length;
    return ".matches(" + pattern.literal + std::string(end);
  }
  if (text[quote] != '\'' && text[quote] != '"') return {};
  length = behind_literal(text, quote);
  return ".matches(" + with_backslashes(text.substr(quote, length - quote)) + std::string(end);
}

// As a page of HTML writes them, from which the expression was copied.
std::string without_entities(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> kEntities[] = {
      {"&amp;", "&"}, {"&gt;", ">"}, {"&lt;", "<"}, {"&quot;", "\""}, {"&#39;", "'"}};
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const auto found =
        std::find_if(std::begin(kEntities), std::end(kEntities),
                     [&](const auto& entity) { return text.substr(at).starts_with(entity.first); });
    const bool is_entity = found != std::end(kEntities);
    result += is_entity ? found->second : text.substr(at, 1);
    at += is_entity ? found->first.size() : 1;
  }
  return result;
}

// Blanks outside of literals that nobody sees, and CEL does not take: a no-break space and others.
std::string without_odd_blanks(std::string_view text) {
  constexpr std::string_view kWide[] = {"\u00a0", "\u2009", "\u202f", "\u3000"};
  constexpr std::string_view kNone[] = {"\u200b", "\ufeff"};
  const auto begins = [](std::string_view rest, auto& blanks) {
    const auto* found = std::find_if(std::begin(blanks), std::end(blanks),
                                     [&](std::string_view one) { return rest.starts_with(one); });
    return found == std::end(blanks) ? std::size_t{0} : found->size();
  };
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const std::size_t wide = begins(rest, kWide);
    const bool is_literal = rest.front() == '"' || rest.front() == '\'';
    const std::size_t length = is_literal ? behind_literal(rest, 0) : 1;
    if (wide > 0) result += ' ';
    const std::size_t odd = std::max(wide, begins(rest, kNone));
    if (odd == 0) result += rest.substr(0, length);
    at += odd == 0 ? length : odd;
  }
  return result;
}

struct MethodRow {
  std::string_view name;  // in small letters
  std::string_view meant;
};
constexpr MethodRow kMethods[] = {
    {"beginswith", "startsWith"},
    {"contain", "contains"},
    {"contains", "contains"},
    {"endswith", "endsWith"},
    {"endwith", "endsWith"},
    {"equal", "=="},
    {"equals", "=="},
    {"has", "contains"},
    {"hasprefix", "startsWith"},
    {"hassuffix", "endsWith"},
    {"include", "contains"},
    {"len", "size"},
    {"length", "size"},
    {"lower", "lowerAscii"},
    {"lowerascii", "lowerAscii"},
    {"lowercase", "lowerAscii"},
    {"match", "matches"},
    {"matches", "matches"},
    {"matchesregex", "matches"},
    {"regexmatch", "matches"},
    {"regexmatches", "matches"},
    {"startswith", "startsWith"},
    {"startwith", "startsWith"},
    {"strip", "trim"},
    {"tolower", "lowerAscii"},
    {"tolowercase", "lowerAscii"},
    {"toupper", "upperAscii"},
    {"touppercase", "upperAscii"},
    {"trimspace", "trim"},
    {"upper", "upperAscii"},
    {"upperascii", "upperAscii"},
    {"uppercase", "upperAscii"},
};

// Whether a term may end with the text.
bool ends_term(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  if (last == std::string_view::npos) return false;
  const char c = text[last];
  return is_word(c) || c == '\'' || c == '"' || c == ')' || c == ']';
}

// What begins a term, in a line of its own.
bool begins_term(std::string_view text) {
  for (const std::string_view begin : {"device.", "has(", "!device.", "!has("}) {
    if (text.starts_with(begin)) return true;
  }
  return false;
}

// The text behind /* ... */ at `at`; `at` itself where none begins there, or it has no end.
std::size_t behind_comment(std::string_view text, std::size_t at) {
  if (!text.substr(at).starts_with("/*")) return at;
  const std::size_t end = text.find("*/", at + 2);
  return end == std::string_view::npos ? at : end + 2;
}

// With && where a comma or no more than a new line stands between terms, and without comments that
// begin with # or stand between /* and */.
std::string with_terms_joined(std::string_view text) {
  std::string result;
  int depth = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      const std::size_t end = behind_literal(text, at);
      result += text.substr(at, end - at);
      at = end;
      continue;
    }
    if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (const std::size_t end = behind_comment(text, at); end > at) {
      at = end;
      continue;
    }
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    const std::size_t next = std::min(text.find_first_not_of(" \t\r\n", at + 1), text.size());
    const bool joins = depth == 0 && (c == ',' || c == '\n') && ends_term(result) &&
                       begins_term(text.substr(next));
    if (joins) {
      while (result.ends_with(' ')) result.pop_back();
      result += " && ";
      at = next;
    } else {
      result += c;
      ++at;
    }
  }
  return result;
}

}  // namespace

std::optional<TextSearch> search_meant(std::string_view text) {
  const bool any_before = text.starts_with('*');
  if (any_before) text.remove_prefix(1);
  const bool any_behind = text.ends_with('*');
  if (any_behind) text.remove_suffix(1);
  if ((!any_before && !any_behind) || text.empty() ||
      text.find_first_of("*?.[]()|\\") != std::string_view::npos)
    return std::nullopt;
  return TextSearch{!any_before ? "startsWith" : any_behind ? "contains" : "endsWith", text};
}

std::string_view method_meant(std::string_view name) {
  std::string small = lowered(name);
  std::erase(small, '_');
  const auto found = std::find_if(std::begin(kMethods), std::end(kMethods),
                                  [&](const MethodRow& row) { return row.name == small; });
  return found == std::end(kMethods) || found->meant == name ? std::string_view() : found->meant;
}

namespace {

// `contains 'H100'` at the start of `text`, as the method; empty for everything else.
std::string method_between(std::string_view word, std::string_view text, std::size_t& length) {
  const std::string_view meant = method_meant(word);
  const std::string_view name = meant.empty() ? word : meant;
  const std::size_t quote = text.find_first_not_of(' ', word.size());
  if (!is_one_of(name, {"contains", "endsWith", "matches", "startsWith"}) ||
      quote == std::string_view::npos || (text[quote] != '\'' && text[quote] != '"'))
    return {};
  length = behind_literal(text, quote);
  return "." + std::string(name) + "(" + with_backslashes(text.substr(quote, length - quote)) + ")";
}

// `not contains 'H100'` and `not like '%H100%'` at the start of `text`; empty for everything else.
std::string method_denied(std::string_view word, std::string_view text, std::size_t& length) {
  const std::size_t at = text.find_first_not_of(' ', word.size());
  if (lowered(word) != "not" || at == std::string_view::npos || at == word.size()) return {};
  const std::string_view rest = text.substr(at);
  const std::string_view second = word_at(rest, 0);
  std::string call = method_between(second, rest, length);
  if (const Pattern pattern = sql_pattern(second, rest); pattern.length > 0) {
    call = pattern.call;
    length = pattern.length;
  }
  length += at;
  return call.empty() ? call : call + " == false";
}

class SyntaxMender {
 public:
  explicit SyntaxMender(std::string_view text) : text_(text) {}

  std::string run() {
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      const bool is_end =
          rest.front() == ';' && rest.find_first_not_of("; \t\r\n") == std::string_view::npos;
      if (is_end || (begins_word() && is_always(rest))) break;
      if (!literal() && !method(rest) && !mark(rest) && !value(rest) && !word(rest)) put(1);
    }
    drop_last_operator(result_);
    balance(result_);
    return std::move(result_);
  }

 private:
  // The next `length` characters as they stand.
  void put(std::size_t length) { put(text_.substr(at_, length), length); }
  // What is meant by them.
  void put(std::string_view meant, std::size_t length) {
    if (meant == "[" || meant == "[?") ++lists_;
    if (meant == "]" && lists_ > 0) --lists_;
    result_ += meant;
    at_ += length;
  }
  void drop_blanks() {
    while (result_.ends_with(' ')) result_.pop_back();
  }
  bool begins_word() const {
    return is_word(text_[at_]) && (at_ == 0 || (!is_word(text_[at_ - 1]) && text_[at_ - 1] != '.'));
  }

  // r'H100\d', in which a backslash is one.
  bool behind_raw_prefix() const {
    std::size_t begin = result_.size();
    while (begin > 0 && is_word(result_[begin - 1])) --begin;
    return is_one_of(lowered(std::string_view(result_).substr(begin)), {"r", "br", "rb"});
  }

  bool literal() {
    const char quote = text_[at_];
    if (quote != '"' && quote != '\'') {
      Quoted quoted = curly_literal(text_.substr(at_));
      // Behind a dot it is a name.
      if (quote == '`' && !result_.ends_with('.')) quoted = backtick_literal(text_.substr(at_));
      if (quoted.length > 0) put(quoted.literal, quoted.length);
      return quoted.length > 0;
    }
    const std::optional<std::size_t> length = literal_length(text_, at_);
    if (length) {
      const std::string_view written = text_.substr(at_, *length);
      if (behind_raw_prefix())
        put(written, *length);
      else
        put(with_backslashes(written), *length);
      // ['H100' 'A100']
      const std::size_t next = text_.find_first_not_of(kBlanks, at_);
      const bool is_followed = next != std::string_view::npos && next > at_ &&
                               (text_[next] == '\'' || text_[next] == '"');
      if (lists_ > 0 && is_followed) result_ += ',';
      return true;
    }
    // Two of them leave open which text was meant.
    const std::size_t meant =
        has_closed_ ? text_.size() - at_ : unclosed_length(result_, text_.substr(at_));
    put(meant);
    if (!has_closed_ && meant > 1) result_ += quote;
    has_closed_ = true;
    return true;
  }

  bool method(std::string_view rest) {
    std::size_t length = 0;
    if (const std::string in = in_method(rest, length); !in.empty()) {
      put(in, length);
    } else if (const std::string match = match_operator(rest, length); !match.empty()) {
      drop_blanks();
      put(match, length);
    } else {
      return false;
    }
    return true;
  }

  bool mark(std::string_view rest) {
    if (const MarkRow* row = mark_at(rest)) {
      put(row->meant, row->written.size());
      return true;
    }
    if (rest.front() != '=') return false;
    const std::size_t run = std::min(rest.find_first_not_of('='), rest.size());
    const bool is_end_of_other =
        at_ > 0 && std::string_view("<>!").find(text_[at_ - 1]) != std::string_view::npos;
    put(is_end_of_other ? "=" : "==", run);
    return true;
  }

  // A value that stands there without its quotes.
  bool value(std::string_view rest) {
    const Quoted pattern = result_.ends_with("matches(") ? slashed_pattern(rest) : Quoted();
    if (pattern.length > 0) {
      put(pattern.literal, pattern.length);
      return true;
    }
    std::string_view bare = bare_argument(result_, rest);
    if (bare.empty() && begins_word()) bare = bare_text(result_, rest);
    if (!bare.empty()) {
      put("'" + std::string(bare) + "'", bare.size());
      return true;
    }
    const std::size_t length = begins_word() && is_digit(rest.front()) ? size_length(rest) : 0;
    if (length > 0) put("quantity('" + mended_quantity(rest.substr(0, length)) + "')", length);
    return length > 0;
  }

  bool word(std::string_view rest) {
    if (!begins_word()) return false;
    if (presence(rest)) return true;
    const std::string_view word = word_at(rest, 0);
    if (const Pattern pattern = sql_pattern(word, rest); pattern.length > 0) {
      drop_blanks();
      put(pattern.call, pattern.length);
      return true;
    }
    std::size_t length = 0;
    std::string call = method_between(word, rest, length);
    if (call.empty()) call = method_denied(word, rest, length);
    if (!call.empty()) {
      drop_blanks();
      put(call, length);
      return true;
    }
    std::string words = other_list(word, rest, length);
    if (words.empty()) words = two_words(word, rest, length);
    if (!words.empty()) {
      put(words, length);
      return true;
    }
    const std::string_view meant = operator_for(word);
    const bool is_first = result_.find_first_not_of(kBlanks) == std::string::npos;
    put(is_first && word == "return" ? "" : meant.empty() ? word : meant, word.size());
    return true;
  }

  bool presence(std::string_view rest) {
    constexpr std::string_view kHas = "has";
    // Each is looked through to its end, and so what it holds.
    if (!rest.starts_with("has(") || at_ < seen_) return false;
    const std::size_t length = has_length(rest);
    seen_ = length == 0 ? text_.size() : at_ + length;
    if (length < 5) return false;
    const std::string_view inner = rest.substr(4, length - 5);
    if (is_comparison_text(inner)) {
      at_ += kHas.size();
      return true;
    }
    const std::string meant = presence_of(inner);
    if (!meant.empty()) put(meant, length);
    return !meant.empty();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string result_;
  int lists_ = 0;            // that are open
  bool has_closed_ = false;  // a literal without an end has got one
  std::size_t seen_ = 0;     // up to there has() was looked at
};

}  // namespace

std::string mended_syntax(std::string_view written) {
  if (written.size() > kMendedBytesMax) return std::string(written);
  const std::string text = with_terms_joined(without_odd_blanks(without_entities(written)));
  return SyntaxMender(text).run();
}

}  // namespace drawbridge::rules
