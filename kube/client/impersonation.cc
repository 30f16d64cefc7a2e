#include "kube/client/impersonation.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace drawbridge::kube {
namespace {

// What may stand in the name of a header field (RFC 9110, 5.6.2), without the % that escapes the
// rest.
bool fits_a_name(char c) {
  const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return plain || std::string_view("!#$&'*+-.^_`|~").find(c) != std::string_view::npos;
}

std::string escaped(std::string_view key) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  for (const char c : key) {
    if (fits_a_name(c)) {
      text += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    text += '%';
    text += kDigits[byte >> 4];
    text += kDigits[byte & 0xf];
  }
  return text;
}

bool fits_a_value(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) >= ' ' && c != 0x7f; });
}

Result<std::string> value_of(const Json& value, const std::string& field) {
  if (value.is_null()) return std::string();
  if (!value.is_string()) return Error{field + " is no text; put it in quotes"};
  if (!fits_a_value(value.as_string())) {
    return Error{field + " holds a control character, which fits into no header"};
  }
  return std::string(value.as_string());
}

Status read_list(const Json& list, const std::string& field, std::vector<std::string>& into) {
  if (!list.is_null() && !list.is_array()) return Error{field + " is no list"};
  for (const Json& element : list.elements()) {
    Result<std::string> text = value_of(element, field);
    if (!text) return std::move(text).error();
    into.push_back(std::move(text).value());
  }
  return {};
}

}  // namespace

std::string impersonation_fields(const Impersonation& impersonation) {
  std::string text = "Impersonate-User: " + impersonation.user + "\r\n";
  if (!impersonation.uid.empty()) text += "Impersonate-Uid: " + impersonation.uid + "\r\n";
  for (const std::string& group : impersonation.groups) {
    text += "Impersonate-Group: " + group + "\r\n";
  }
  for (const auto& [key, values] : impersonation.extra) {
    for (const std::string& value : values) {
      text += "Impersonate-Extra-" + escaped(key) + ": " + value + "\r\n";
    }
  }
  return text;
}

Result<Impersonation> read_impersonation(const Json& user) {
  Impersonation read;
  Result<std::string> name = value_of(user["as"], "as");
  if (!name) return std::move(name).error();
  Result<std::string> uid = value_of(user["as-uid"], "as-uid");
  if (!uid) return std::move(uid).error();
  read.user = std::move(name).value();
  read.uid = std::move(uid).value();
  if (Status done = read_list(user["as-groups"], "as-groups", read.groups); !done) {
    return std::move(done).error();
  }
  const Json extra = user["as-user-extra"];
  if (!extra.is_null() && !extra.is_object()) {
    return Error{"as-user-extra is no map of keys to lists"};
  }
  for (const Json::Member& member : extra.members()) {
    std::vector<std::string> values;
    const std::string field = "as-user-extra." + std::string(member.key());
    if (Status done = read_list(member.value, field, values); !done) return std::move(done).error();
    read.extra.emplace_back(member.key(), std::move(values));
  }
  const bool more = !read.uid.empty() || !read.groups.empty() || !read.extra.empty();
  if (read.user.empty() && more) {
    return Error{"as-uid, as-groups or as-user-extra is set without as; name the user in as"};
  }
  return read;
}

}  // namespace drawbridge::kube
