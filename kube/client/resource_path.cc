#include "kube/client/resource_path.h"

#include <array>

namespace drawbridge::kube {
namespace {

constexpr char kHexDigits[] = "0123456789ABCDEF";

// RFC 3986's unreserved characters, and the colon that names of RBAC objects hold.
bool stays(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~' || c == ':';
}

void append_escaped(std::string_view text, std::string& to) {
  for (const char c : text) {
    if (stays(c)) {
      to += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    to += '%';
    to += kHexDigits[byte >> 4];
    to += kHexDigits[byte & 15];
  }
}

bool is_segment(std::string_view text) {
  return text != "." && text != ".." && text.find_first_of("/%") == std::string_view::npos;
}

}  // namespace

Result<std::string> url_path(const ResourcePath& path) {
  if (path.version.empty() || path.resource.empty()) {
    return Error{"a path in the API needs a version and a resource"};
  }
  if (path.name.empty() && !path.subresource.empty()) {
    return Error{"the subresource " + path.subresource + " of no object was asked for"};
  }
  std::string url = path.group.empty() ? "/api" : "/apis";
  const std::array<std::pair<const char*, const std::string&>, 6> segments = {{
      {"", path.group},
      {"", path.version},
      {"/namespaces", path.ns},
      {"", path.resource},
      {"", path.name},
      {"", path.subresource},
  }};
  for (const auto& [before, segment] : segments) {
    if (segment.empty()) continue;
    if (!is_segment(segment)) {
      return Error{"\"" + segment +
                   "\" can't be the name of an object: it may be neither \".\" nor \"..\" and "
                   "contain neither \"/\" nor \"%\""};
    }
    url += before;
    url += '/';
    append_escaped(segment, url);
  }
  return url;
}

std::string url_query(const std::vector<std::pair<std::string, std::string>>& parameters) {
  std::string query;
  for (const auto& [key, value] : parameters) {
    query += query.empty() ? '?' : '&';
    append_escaped(key, query);
    query += '=';
    append_escaped(value, query);
  }
  return query;
}

}  // namespace drawbridge::kube
