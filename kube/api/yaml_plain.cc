// Which plain text a reader may take for something other than a string.

#include <string>

#include "kube/api/ascii.h"
#include "kube/api/yaml_number.h"
#include "kube/api/yaml_scalar.h"

namespace drawbridge::kube {
namespace {

// Base 60 of YAML 1.1: 190:20:30 and 190:20:30.15.
bool is_sexagesimal(std::string_view text) {
  if (text.find(':') == std::string_view::npos) return false;
  if (is_sign(text[0])) text.remove_prefix(1);
  if (text.empty() || !is_digit(text[0])) return false;
  const std::size_t dot = text.find('.');
  const std::string_view whole = text.substr(0, dot);
  if (dot != std::string_view::npos &&
      text.find_first_not_of("0123456789_", dot + 1) != std::string_view::npos) {
    return false;
  }
  std::size_t at = whole.find_first_not_of("0123456789_");
  while (at < whole.size()) {
    const std::size_t digits = whole[at] == ':' ? count_digits(whole, at + 1) : 0;
    if (digits == 0 || digits > 2 || (digits == 2 && whole[at + 1] > '5')) return false;
    at += 1 + digits;
  }
  return true;
}

// A date as YAML 1.1's own pattern has it, wider than Go's: any day, spaces before the zone.
bool begins_like_date(std::string_view text) {
  if (count_digits(text, 0) != 4 || text.size() < 8 || text[4] != '-') return false;
  const std::size_t month = count_digits(text, 5);
  const std::size_t dash = 5 + month;
  if (month == 0 || month > 2 || dash >= text.size() || text[dash] != '-') return false;
  const std::size_t day = count_digits(text, dash + 1);
  const std::size_t end = dash + 1 + day;
  if (day == 0 || day > 2) return false;
  if (end == text.size()) return true;
  if (text[end] != 'T' && text[end] != 't' && text[end] != ' ' && text[end] != '\t') return false;
  return text.find_first_not_of("0123456789:.+-Zz \t", end + 1) == std::string_view::npos;
}

}  // namespace

bool yaml_plain_is_ambiguous(std::string_view text) {
  if (text.empty() || text == "=" || text == "<<") return true;
  if (resolve_yaml_scalar(text).kind != YamlScalar::Kind::kString) return true;
  const char first = text[0];
  if (first == '.') {
    // Other readers drop underscores here too.
    std::string plain(text);
    std::erase(plain, '_');
    return looks_like_yaml_float(plain);
  }
  if (!is_digit(first) && !is_sign(first)) return false;
  // Digits that only underscores follow behind a prefix (0b_, 0x_) make PyYAML stumble.
  const std::string_view digits = text.substr(is_sign(first) ? 1 : 0);
  const bool has_prefix = digits.starts_with("0b") || digits.starts_with("0x");
  if (has_prefix && digits.size() > 2 &&
      digits.find_first_not_of('_', 2) == std::string_view::npos) {
    return true;
  }
  return is_sexagesimal(text) || begins_like_date(text);
}

}  // namespace drawbridge::kube
