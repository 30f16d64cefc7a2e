#include "kube/api/names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "kube/api/ascii.h"
#include "kube/api/small_names.h"

namespace drawbridge::kube {
namespace {

// Where a character may stand, as bits.
enum : std::uint8_t { kDnsEdge = 1, kDnsInner = 2, kNameEdge = 4, kNameInner = 8 };

// Not <cctype>: that one follows the locale.
constexpr auto kPlaces = [] {
  std::array<std::uint8_t, 256> places{};
  const auto allow = [&](std::string_view characters, int where) {
    for (const char c : characters)
      places[static_cast<unsigned char>(c)] = static_cast<std::uint8_t>(where);
  };
  allow("abcdefghijklmnopqrstuvwxyz0123456789", kDnsEdge | kDnsInner | kNameEdge | kNameInner);
  allow("ABCDEFGHIJKLMNOPQRSTUVWXYZ", kNameEdge | kNameInner);
  allow("-", kDnsInner | kNameInner);
  allow("_.", kNameInner);
  return places;
}();

bool may_stand(char c, std::uint8_t where) {
  return (kPlaces[static_cast<unsigned char>(c)] & where) != 0;
}
bool is_name_edge(char c) {
  return may_stand(c, kNameEdge);
}

bool has_shape(std::string_view text, std::uint8_t edge, std::uint8_t inner) {
  if (text.empty() || !may_stand(text.front(), edge) || !may_stand(text.back(), edge)) return false;
  for (const char c : text) {
    if (!may_stand(c, inner)) return false;
  }
  return true;
}

bool is_dns_label_shape(std::string_view label) {
  return has_shape(label, kDnsEdge, kDnsInner);
}

bool is_dns_subdomain_shape(std::string_view name) {
  for (std::size_t from = 0;;) {
    const std::size_t dot = name.find('.', from);
    if (!is_dns_label_shape(name.substr(from, dot - from))) return false;
    if (dot == std::string_view::npos) return true;
    from = dot + 1;
  }
}

bool is_name_shape(std::string_view name) {
  return has_shape(name, kNameEdge, kNameInner);
}

// `where` is the part of the name: " before '/'", or nothing for all of it.
std::string is_empty(std::string_view where) {
  return "must not be empty" + std::string(where);
}

std::string too_long(std::string_view where, std::size_t bytes, std::size_t bytes_max) {
  return "must be " + std::to_string(bytes_max) + " bytes at most" + std::string(where) +
         ", and is " + std::to_string(bytes) + " long";
}

std::string breaks_name_rule(std::string_view where) {
  return "may hold" + std::string(where) +
         " letters, digits, '-', '_' and '.', and must begin and end with a letter or a digit";
}

std::optional<std::string> subdomain_problem(std::string_view name, std::string_view where) {
  if (name.empty()) return is_empty(where);
  if (name.size() > kDnsSubdomainBytesMax)
    return too_long(where, name.size(), kDnsSubdomainBytesMax);
  if (is_dns_subdomain_shape(name)) return std::nullopt;
  return "may hold" + std::string(where) +
         " lower-case letters, digits, '-' and '.', and each part between dots must begin and end "
         "with a letter or a digit";
}

}  // namespace

std::optional<std::string> dns_label_problem(std::string_view name) {
  if (name.empty()) return "must not be empty";
  if (name.size() > kDnsLabelBytesMax) return too_long("", name.size(), kDnsLabelBytesMax);
  if (is_dns_label_shape(name)) return std::nullopt;
  if (is_dns_subdomain_shape(name)) return "must not hold dots";
  return "may hold lower-case letters, digits and '-', and must begin and end with a letter or a "
         "digit";
}

std::string dns_label_meant(std::string_view name) {
  std::string meant;
  for (const char c : name) {
    const char small = to_lower(c);
    meant += is_digit(c) || (small >= 'a' && small <= 'z') ? small : '-';
  }
  meant.erase(0, meant.find_first_not_of('-'));
  meant.erase(meant.find_last_not_of('-') + 1);
  return dns_label_problem(meant) ? std::string() : meant;
}

std::optional<std::string> dns_subdomain_problem(std::string_view name) {
  return subdomain_problem(name, "");
}

std::string dns_subdomain_in_small(std::string_view name) {
  const std::string small = lowered(name);
  return small == name || dns_subdomain_problem(small) ? std::string() : small;
}

std::optional<std::string> qualified_name_problem(std::string_view name) {
  const std::size_t slash = name.find('/');
  std::string_view base = name;
  if (slash != std::string_view::npos) {
    base = name.substr(slash + 1);
    if (base.find('/') != std::string_view::npos) return "must not hold more than one '/'";
    if (auto problem = subdomain_problem(name.substr(0, slash), " before '/'")) return problem;
  }
  const std::string_view where = slash == std::string_view::npos ? "" : " behind '/'";
  if (base.empty()) return is_empty(where);
  if (base.size() > kQualifiedNameBytesMax)
    return too_long(where, base.size(), kQualifiedNameBytesMax);
  if (!is_name_shape(base)) return breaks_name_rule(where);
  return std::nullopt;
}

std::string qualified_name_in_small(std::string_view name) {
  const std::size_t slash = std::min(name.find('/'), name.size());
  const std::string small = lowered(name.substr(0, slash)) + std::string(name.substr(slash));
  // The part behind '/' may have capitals; where all is written large it has none.
  const bool all_large =
      std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  const std::string meant = all_large ? lowered(name) : small;
  return slash == name.size() || meant == name || qualified_name_problem(meant) ? std::string()
                                                                                : meant;
}

std::optional<std::string> label_value_problem(std::string_view value) {
  if (value.size() > kLabelValueBytesMax) return too_long("", value.size(), kLabelValueBytesMax);
  if (value.empty() || is_name_shape(value)) return std::nullopt;
  return breaks_name_rule("");
}

std::string_view without_quota_prefix(std::string_view name) {
  for (const std::string_view prefix : {kRequestsPrefix, kLimitsPrefix}) {
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  }
  return name;
}

bool is_extended_resource_name(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos || name.starts_with(kRequestsPrefix)) return false;
  if (name.find("kubernetes.io/") != std::string_view::npos) return false;
  return slash + kRequestsPrefix.size() <= kDnsSubdomainBytesMax && !qualified_name_problem(name);
}

std::string turned_resource(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos) return {};
  std::string turned(name.substr(slash + 1));
  (turned += '.') += name.substr(0, slash);
  return turned;
}

bool is_c_identifier(std::string_view text) {
  if (text.empty() || is_digit(text.front())) return false;
  for (const char c : text) {
    if (!is_name_edge(c) && c != '_') return false;
  }
  return true;
}

bool is_api_version(std::string_view text) {
  const std::size_t slash = text.find('/');
  const bool has_group = slash != std::string_view::npos;
  const std::string_view version = has_group ? text.substr(slash + 1) : text;
  return (!has_group || !dns_subdomain_problem(text.substr(0, slash))) &&
         !dns_label_problem(version) && version.front() >= 'a';
}

std::optional<VersionRank> version_rank(std::string_view version) {
  const auto read_number = [&version]() -> std::optional<unsigned> {
    unsigned number = 0;
    const auto [end, error] =
        std::from_chars(version.data(), version.data() + version.size(), number);
    if (error != std::errc() || version.front() == '0') return std::nullopt;
    version.remove_prefix(static_cast<std::size_t>(end - version.data()));
    return number;
  };
  if (!version.starts_with('v')) return std::nullopt;
  version.remove_prefix(1);
  const std::optional<unsigned> major = read_number();
  if (!major) return std::nullopt;
  if (version.empty()) return VersionRank(2, *major, 0);
  int stage = 0;
  for (const std::string_view name : {"alpha", "beta"}) {
    if (version.starts_with(name)) {
      version.remove_prefix(name.size());
      const std::optional<unsigned> minor = read_number();
      return minor && version.empty() ? std::optional(VersionRank(stage, *major, *minor))
                                      : std::nullopt;
    }
    ++stage;
  }
  return std::nullopt;
}

std::string shown(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : text.substr(0, kShownBytesMax)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (byte >= 0x20 && byte < 0x7f) {
      result += c;
    } else {
      result += "\\x";
      result += kHex[byte >> 4];
      result += kHex[byte & 15];
    }
  }
  if (text.size() > kShownBytesMax) result += "...";
  result += '"';
  return result;
}

}  // namespace drawbridge::kube
