// Sources: apimachinery pkg/api/validate/content, kube-openapi pkg/validation/strfmt.
#include "rules/cel/library/named_formats.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>
#include <variant>

#include "kube/api/ascii.h"
#include "rules/cel/library/go_url.h"

namespace drawbridge::cel {
namespace {

using Problems = std::vector<std::string>;

constexpr std::size_t kLabelBytesMax = 63;
constexpr std::size_t kSubdomainBytesMax = 253;

constexpr std::string_view kDnsLabelPattern = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
constexpr std::string_view kDnsSubdomainPattern =
    "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
constexpr std::string_view kDns1035LabelPattern = "[a-z]([-a-z0-9]*[a-z0-9])?";
constexpr std::string_view kLabelKeyPattern = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
constexpr std::string_view kLabelValuePattern = "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?";

using kube::is_digit;

bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_lower_or_digit(char c) {
  return is_lower(c) || is_digit(c);
}
bool is_alphanumeric(char c) {
  return is_lower_or_digit(c) || (c >= 'A' && c <= 'Z');
}
bool is_label_char(char c) {
  return is_lower_or_digit(c) || c == '-';
}
bool is_key_char(char c) {
  return is_alphanumeric(c) || c == '-' || c == '_' || c == '.';
}

bool is_dns_label(std::string_view text) {
  return !text.empty() && is_lower_or_digit(text.front()) && is_lower_or_digit(text.back()) &&
         std::all_of(text.begin(), text.end(), is_label_char);
}

bool is_dns_subdomain(std::string_view text) {
  while (true) {
    const std::size_t dot = text.find('.');
    if (!is_dns_label(text.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}

bool is_label_key_name(std::string_view text) {
  return !text.empty() && is_alphanumeric(text.front()) && is_alphanumeric(text.back()) &&
         std::all_of(text.begin(), text.end(), is_key_char);
}

// DNS names are counted in bytes too, but called otherwise.
std::string too_long(std::size_t bytes_max, std::string_view unit) {
  return "must be no more than " + std::to_string(bytes_max) + std::string(unit);
}

// Kubernetes' RegexError.
std::string not_matching(std::string_view message, std::string_view pattern,
                         std::initializer_list<std::string_view> examples) {
  std::string text(message);
  text += " (e.g. ";
  for (const std::string_view example : examples) {
    if (example != *examples.begin()) text += " or ";
    text += "'";
    text += example;
    text += "', ";
  }
  text += "regex used for validation is '";
  text += pattern;
  text += "')";
  return text;
}

Problems dns_label(std::string_view text) {
  Problems problems;
  if (text.size() > kLabelBytesMax) problems.push_back(too_long(kLabelBytesMax, " characters"));
  if (is_dns_label(text)) return problems;
  if (is_dns_subdomain(text)) {
    problems.emplace_back("must not contain dots");
    return problems;
  }
  problems.push_back(not_matching(
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and "
      "must start and end with an alphanumeric character",
      kDnsLabelPattern, {"my-name", "123-abc"}));
  return problems;
}

Problems subdomain(std::string_view text, std::string_view unit) {
  Problems problems;
  if (text.size() > kSubdomainBytesMax) problems.push_back(too_long(kSubdomainBytesMax, unit));
  if (is_dns_subdomain(text)) return problems;
  problems.push_back(not_matching(
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or "
      "'.', and must start and end with an alphanumeric character",
      kDnsSubdomainPattern, {"example.com"}));
  return problems;
}

Problems dns_subdomain(std::string_view text) {
  return subdomain(text, " characters");
}

Problems dns_1035_label(std::string_view text) {
  Problems problems;
  if (text.size() > kLabelBytesMax) problems.push_back(too_long(kLabelBytesMax, " characters"));
  if (is_dns_label(text) && is_lower(text.front())) return problems;
  problems.push_back(not_matching(
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an "
      "alphabetic character, and end with an alphanumeric character",
      kDns1035LabelPattern, {"my-name", "abc-123"}));
  return problems;
}

// A name to which something will be appended may end in a dash.
template <Problems (*kRule)(std::string_view)>
Problems as_prefix(std::string_view text) {
  if (text.size() < 2 || !text.ends_with('-')) return kRule(text);
  return kRule(std::string(text.substr(0, text.size() - 2)) + "a");
}

std::string key_not_matching(std::string_view prefix) {
  return not_matching(std::string(prefix) +
                          "must consist of alphanumeric characters, '-', '_' or '.', and must "
                          "start and end with an alphanumeric character",
                      kLabelKeyPattern, {"MyName", "my.name", "123-abc"});
}

Problems qualified_name(std::string_view text) {
  Problems problems;
  std::string_view name = text;
  if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
    const std::string_view prefix = text.substr(0, slash);
    name = text.substr(slash + 1);
    if (name.find('/') != std::string_view::npos) {
      return {key_not_matching("a valid label key ") +
              " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"};
    }
    if (prefix.empty()) {
      problems.emplace_back("prefix part must be non-empty");
    } else {
      for (const std::string& problem : subdomain(prefix, " bytes")) {
        problems.push_back("prefix part " + problem);
      }
    }
  }
  if (name.empty()) {
    problems.emplace_back("name part must be non-empty");
  } else if (name.size() > kLabelBytesMax) {
    problems.push_back("name part " + too_long(kLabelBytesMax, " bytes"));
  }
  if (!is_label_key_name(name)) problems.push_back(key_not_matching("name part "));
  return problems;
}

Problems label_value(std::string_view text) {
  Problems problems;
  if (text.size() > kLabelBytesMax) problems.push_back(too_long(kLabelBytesMax, " bytes"));
  if (text.empty() || is_label_key_name(text)) return problems;
  problems.push_back(not_matching(
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or "
      "'.', and must start and end with an alphanumeric character",
      kLabelValuePattern, {"MyValue", "my_value", "12345"}));
  return problems;
}

Problems uri(std::string_view text) {
  const auto parsed = parse_request_uri(text);
  if (const auto* error = std::get_if<UrlError>(&parsed)) return {error->text};
  return {};
}

bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// Any dash between the groups may be missing.
bool is_uuid(std::string_view text) {
  for (const std::size_t digits : {8u, 4u, 4u, 4u, 12u}) {
    if (digits != 8 && text.starts_with('-')) text.remove_prefix(1);
    if (text.size() < digits) return false;
    if (!std::all_of(text.begin(), text.begin() + digits, is_hex)) return false;
    text.remove_prefix(digits);
  }
  return text.empty();
}

bool is_base64(std::string_view text) {
  if (text.empty() || text.size() % 4 != 0) return false;
  for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return is_alphanumeric(c) || c == '+' || c == '/'; });
}

bool are_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_digit);
}

int number_of(std::string_view digits) {
  int value = 0;
  for (const char digit : digits) value = 10 * value + (digit - '0');
  return value;
}

bool is_date(std::string_view text) {
  const bool shaped = text.size() == 10 && text[4] == '-' && text[7] == '-' &&
                      are_digits(text.substr(0, 4)) && are_digits(text.substr(5, 2)) &&
                      are_digits(text.substr(8, 2));
  if (!shaped) return false;
  const int year = number_of(text.substr(0, 4));
  const int month = number_of(text.substr(5, 2));
  const int day = number_of(text.substr(8, 2));
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month < 1 || month > 12 || day < 1) return false;
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return day <= kDays[static_cast<std::size_t>(month - 1)] + (month == 2 && leap ? 1 : 0);
}

// "z", or an offset of any digits.
bool is_zone(std::string_view text) {
  if (text == "z" || text == "Z") return true;
  return text.size() == 6 && (text[0] == '+' || text[0] == '-') && text[3] == ':' &&
         are_digits(text.substr(1, 2)) && are_digits(text.substr(4, 2));
}

// `^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$`, where the dot is any
// character.
bool is_time(std::string_view text) {
  const bool shaped = text.size() > 8 && text[2] == ':' && text[5] == ':' &&
                      are_digits(text.substr(0, 2)) && are_digits(text.substr(3, 2)) &&
                      are_digits(text.substr(6, 2));
  if (!shaped || text.substr(0, 2) > "23" || text[3] > '5' || text[6] > '5') return false;
  text.remove_prefix(8);
  if (is_zone(text)) return true;
  if (text.front() == '\n') return false;
  // One character of any length.
  std::size_t at = 1;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
  const std::size_t digits = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  return at > digits && is_zone(text.substr(at));
}

bool is_datetime(std::string_view text) {
  const std::size_t separator = text.find_first_of("tT");
  if (separator == std::string_view::npos || !is_date(text.substr(0, separator))) return false;
  text.remove_prefix(separator + 1);
  // What follows another t is not looked at.
  return is_time(text.substr(0, text.find_first_of("tT")));
}

Problems uuid(std::string_view text) {
  return is_uuid(text) ? Problems() : Problems{"does not match the UUID format"};
}
Problems base64(std::string_view text) {
  return is_base64(text) ? Problems() : Problems{"invalid base64"};
}
Problems date(std::string_view text) {
  return is_date(text) ? Problems() : Problems{"invalid date"};
}
Problems datetime(std::string_view text) {
  return is_datetime(text) ? Problems() : Problems{"invalid datetime"};
}

constexpr std::array<NamedFormatRule, 13> kFormats{{
    {"byte", "byte", base64, 84},
    {"date", "date", date, 71},
    {"datetime", "datetime", datetime, 71},
    {"dns1035Label", "DNS1035Label", dns_1035_label, 30},
    {"dns1035LabelPrefix", "DNS1035LabelPrefix", as_prefix<dns_1035_label>, 30},
    {"dns1123Label", "DNS1123Label", dns_label, 30},
    {"dns1123LabelPrefix", "DNS1123LabelPrefix", as_prefix<dns_label>, 30},
    {"dns1123Subdomain", "DNS1123Subdomain", dns_subdomain, 60},
    {"dns1123SubdomainPrefix", "DNS1123SubdomainPrefix", as_prefix<dns_subdomain>, 60},
    {"labelValue", "LabelValue", label_value, 40},
    {"qualifiedName", "QualifiedName", qualified_name, 60},
    {"uri", "URI", uri, 1103},
    {"uuid", "uuid", uuid, 70},
}};

}  // namespace

std::span<const NamedFormatRule> named_formats() {
  return kFormats;
}

}  // namespace drawbridge::cel
