#include "rules/cel/pattern_syntax.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "rules/cel/pattern.h"

namespace drawbridge::cel {
namespace {

// Unicode's long names of its general categories (PropertyValueAliases.txt, gc), as Go compares
// them: letters only, the first one a capital.
struct CategoryName {
  std::string_view name;
  std::string_view category;
};
constexpr std::array<CategoryName, 39> kCategoryNames{{
    {"Closepunctuation", "Pe"},
    {"Cntrl", "Cc"},
    {"Combiningmark", "M"},
    {"Connectorpunctuation", "Pc"},
    {"Control", "Cc"},
    {"Currencysymbol", "Sc"},
    {"Dashpunctuation", "Pd"},
    {"Decimalnumber", "Nd"},
    {"Digit", "Nd"},
    {"Enclosingmark", "Me"},
    {"Finalpunctuation", "Pf"},
    {"Format", "Cf"},
    {"Initialpunctuation", "Pi"},
    {"Letter", "L"},
    {"Letternumber", "Nl"},
    {"Lineseparator", "Zl"},
    {"Lowercaseletter", "Ll"},
    {"Mark", "M"},
    {"Mathsymbol", "Sm"},
    {"Modifierletter", "Lm"},
    {"Modifiersymbol", "Sk"},
    {"Nonspacingmark", "Mn"},
    {"Number", "N"},
    {"Openpunctuation", "Ps"},
    {"Other", "C"},
    {"Otherletter", "Lo"},
    {"Othernumber", "No"},
    {"Otherpunctuation", "Po"},
    {"Othersymbol", "So"},
    {"Paragraphseparator", "Zp"},
    {"Privateuse", "Co"},
    {"Punct", "P"},
    {"Punctuation", "P"},
    {"Separator", "Z"},
    {"Spaceseparator", "Zs"},
    {"Spacingmark", "Mc"},
    {"Symbol", "S"},
    {"Titlecaseletter", "Lt"},
    {"Uppercaseletter", "Lu"},
}};
static_assert(std::is_sorted(kCategoryNames.begin(), kCategoryNames.end(),
                             [](const auto& a, const auto& b) { return a.name < b.name; }));

// The name that RE2 knows for one that stands in \p{...}.
std::string class_name(std::string_view written) {
  std::string plain;
  for (const char c : written) {
    if (c == '_' || c == '-' || c == ' ') continue;
    const bool upper = c >= 'A' && c <= 'Z';
    const bool lower = c >= 'a' && c <= 'z';
    if (!upper && !lower) return std::string(written);
    if (plain.empty() && lower) {
      plain += static_cast<char>(c - 'a' + 'A');
    } else if (!plain.empty() && upper) {
      plain += static_cast<char>(c - 'A' + 'a');
    } else {
      plain += c;
    }
  }
  const auto* found =
      std::lower_bound(kCategoryNames.begin(), kCategoryNames.end(), plain,
                       [](const CategoryName& a, const std::string& b) { return a.name < b; });
  if (found != kCategoryNames.end() && found->name == plain) return std::string(found->category);
  // Scripts of two words keep their underscore in RE2's tables.
  return written.find('_') == std::string_view::npos ? plain : std::string(written);
}

bool is_group_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
}

class Translator {
 public:
  explicit Translator(std::string_view text) : text_(text) { result_.reserve(text.size()); }

  std::variant<std::string, PatternError> run() {
    while (at_ < text_.size() && !error_) step();
    if (error_) return *std::move(error_);
    return std::move(result_);
  }

 private:
  void step() {
    switch (text_[at_]) {
      case '\\':
        return escape(false);
      case '[':
        return char_class();
      case '(':
        return open_group();
      case ')':
        if (!capturing_.empty()) {
          depth_ -= capturing_.back() == '(';
          capturing_.pop_back();
        }
        break;
      default:
        break;
    }
    copy(1);
  }

  void copy(std::size_t bytes) {
    result_ += text_.substr(at_, bytes);
    at_ = std::min(text_.size(), at_ + bytes);
  }

  void fail(std::string_view code, std::string_view part) {
    error_ = PatternError{pattern_error(code, part), result_};
  }

  // At a backslash.
  void escape(bool in_class) {
    const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (next == 'C') return fail("invalid escape sequence", text_.substr(at_, 2));
    if (next == 'Q' && !in_class) {
      const std::size_t end = text_.find("\\E", at_ + 2);
      return copy(end == std::string_view::npos ? text_.size() - at_ : end + 2 - at_);
    }
    if ((next == 'p' || next == 'P') && at_ + 2 < text_.size() && text_[at_ + 2] == '{') {
      const std::size_t end = text_.find('}', at_);
      if (end != std::string_view::npos) return named_class(end);
    }
    copy(2);
  }

  // \p{name}, which ends at `end`.
  void named_class(std::size_t end) {
    std::string_view name = text_.substr(at_ + 3, end - at_ - 3);
    result_ += text_.substr(at_, 3);
    if (name.starts_with('^')) {
      result_ += '^';
      name.remove_prefix(1);
    }
    result_ += class_name(name);
    result_ += '}';
    at_ = end + 1;
  }

  // [...]: only the escapes in it are looked at. A ] that stands first is a member.
  void char_class() {
    copy(1);
    if (at_ < text_.size() && text_[at_] == '^') copy(1);
    if (at_ < text_.size() && text_[at_] == ']') copy(1);
    while (at_ < text_.size() && text_[at_] != ']' && !error_) {
      if (text_[at_] == '\\') {
        escape(true);
        continue;
      }
      const std::size_t end = text_.substr(at_, 2) == "[:" ? text_.find(":]", at_ + 2) : 0;
      copy(end != 0 && end != std::string_view::npos ? end + 2 - at_ : 1);
    }
    copy(1);
  }

  void open_group() {
    const std::string_view rest = text_.substr(at_);
    const std::size_t name = rest.starts_with("(?P<") ? 4 : rest.starts_with("(?<") ? 3 : 0;
    if (name != 0 && rest.size() > name) {
      const std::size_t end = rest.find('>');
      if (end == std::string_view::npos) return fail("invalid named capture", rest);
      if (!is_group_name(rest.substr(name, end - name))) {
        return fail("invalid named capture", rest.substr(0, end + 1));
      }
      // Unnamed and not captured: a bare ( could join a ? behind it.
      result_ += "(?:";
      at_ += end + 1;
      return enter(true);
    }
    if (!rest.starts_with("(?")) {
      copy(1);
      return enter(true);
    }
    // Flags: those that end in ) open nothing.
    const std::size_t end = rest.find_first_of(":)", 2);
    if (end == std::string_view::npos || rest[end] == ':') enter(false);
    copy(end == std::string_view::npos ? rest.size() : end + 1);
  }

  void enter(bool captures) {
    capturing_ += captures ? '(' : ':';
    depth_ += captures;
    if (depth_ > kPatternGroupDepthMax) fail("expression nests too deeply", text_);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string result_;
  std::string capturing_;  // the open groups, '(' for those that capture
  std::size_t depth_ = 0;  // of those
  std::optional<PatternError> error_;
};

}  // namespace

std::string pattern_error(std::string_view code, std::string_view part) {
  std::string text = "error parsing regexp: ";
  text += code;
  text += ": `";
  text += part;
  text += '`';
  return text;
}

std::variant<std::string, PatternError> translate_pattern(std::string_view text) {
  return Translator(text).run();
}

}  // namespace drawbridge::cel
