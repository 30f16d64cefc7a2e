#include "rules/cel/library/go_url.h"

#include <algorithm>
#include <optional>

#include "rules/cel/library/go_text.h"
#include "rules/cel/library/net.h"

namespace drawbridge::cel {
namespace {

enum class Part { kPath, kHost, kZone, kUser, kQuery, kFragment };

bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_one_of(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}

// Whether `c` stands for itself in that part (RFC 3986, with Go's leniency).
bool stands_bare(char c, Part part) {
  if (is_letter_or_digit(c) || is_one_of(c, "-_.~")) return true;
  switch (part) {
    case Part::kHost:
    case Part::kZone:
      return is_one_of(c, "!$&'()*+,;=:[]<>\"");
    case Part::kPath:
      return is_one_of(c, "$&+,/:;=@");
    case Part::kUser:
      return is_one_of(c, "$&+,;=");
    case Part::kQuery:
      return false;
    case Part::kFragment:
      return is_one_of(c, "$&+,/:;=?@!()*");
  }
  return false;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Whether %XX may stand there.
bool may_be_escaped(std::string_view escape, Part part) {
  if (escape == "%25") return true;
  const int value = hex_value(escape[1]) << 4 | hex_value(escape[2]);
  if (part == Part::kHost) return value >= 0x80;
  if (part == Part::kZone) {
    return value == ' ' || stands_bare(static_cast<char>(value), Part::kHost);
  }
  return true;
}

// Decoded, or what is wrong.
struct Decoded {
  std::string text;
  std::string error;
  bool ok() const { return error.empty(); }
};

Decoded unescape(std::string_view text, Part part) {
  Decoded result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '%') {
      const std::string_view escape = text.substr(i, 3);
      const bool whole =
          escape.size() == 3 && hex_value(escape[1]) >= 0 && hex_value(escape[2]) >= 0;
      if (!whole || !may_be_escaped(escape, part)) {
        result.error = "invalid URL escape " + quoted(escape);
        return result;
      }
      result.text += static_cast<char>(hex_value(escape[1]) << 4 | hex_value(escape[2]));
      i += 2;
    } else if (c == '+' && part == Part::kQuery) {
      result.text += ' ';
    } else {
      const bool in_host = part == Part::kHost || part == Part::kZone;
      if (in_host && static_cast<unsigned char>(c) < 0x80 && !stands_bare(c, part)) {
        result.error = "invalid character " + quoted(text.substr(i, 1)) + " in host name";
        return result;
      }
      result.text += c;
    }
  }
  return result;
}

std::string escape(std::string_view text, Part part) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    if (stands_bare(c, part)) {
      result += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    result += '%';
    result += kHex[byte >> 4];
    result += kHex[byte & 0xF];
  }
  return result;
}

// Whether text that was read may be written as it stands.
bool is_encoded(std::string_view text, Part part) {
  return std::all_of(text.begin(), text.end(), [part](char c) {
    return is_one_of(c, "!$&'()*+,;=:@[]%") || stands_bare(c, part);
  });
}

// What is read: as written where that is not what encoding it would give.
std::string written_differently(std::string_view written, std::string_view decoded, Part part) {
  return escape(decoded, part) == written ? std::string() : std::string(written);
}

std::string encoded(const std::string& raw, const std::string& decoded, Part part) {
  if (!raw.empty() && is_encoded(raw, part)) {
    const Decoded again = unescape(raw, part);
    if (again.ok() && again.text == decoded) return raw;
  }
  return escape(decoded, part);
}

bool is_optional_port(std::string_view port) {
  if (port.empty()) return true;
  return port[0] == ':' &&
         std::all_of(port.begin() + 1, port.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_user_info(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter_or_digit(c) || is_one_of(c, "-._:~!$&'()*+,;=%@");
  });
}

class Parser {
 public:
  Parser(std::string_view text, bool via_request) : text_(text), via_request_(via_request) {}

  // False: error() says why.
  bool run() {
    if (std::any_of(text_.begin(), text_.end(),
                    [](char c) { return (c >= 0 && c < ' ') || c == 0x7F; })) {
      return fail("net/url: invalid control character in URL");
    }
    if (text_.empty() && via_request_) return fail("empty url");
    if (text_ == "*") {
      url_.path = "*";
      return true;
    }
    std::string_view rest = text_;
    if (!take_scheme(rest)) return false;
    take_query(rest);
    if (!rest.starts_with('/')) {
      if (!url_.scheme.empty()) {
        url_.opaque = rest;
        return true;
      }
      if (via_request_) return fail("invalid URI for request");
      if (is_one_of(':', rest.substr(0, rest.find('/')))) {
        return fail("first path segment in URL cannot contain colon");
      }
    }
    const bool has_scheme = !url_.scheme.empty();
    if ((has_scheme || (!via_request_ && !rest.starts_with("///"))) && rest.starts_with("//")) {
      const std::string_view authority = rest.substr(2, rest.substr(2).find('/'));
      rest.remove_prefix(2 + authority.size());
      if (!take_authority(authority)) return false;
    } else if (has_scheme && rest.starts_with('/')) {
      url_.no_host = true;
    }
    return take(rest, Part::kPath, url_.path, url_.raw_path);
  }

  bool take_fragment(std::string_view fragment) {
    return take(fragment, Part::kFragment, url_.fragment, url_.raw_fragment);
  }

  Url& url() { return url_; }
  const std::string& error() const { return error_; }

 private:
  bool fail(std::string why) {
    error_ = std::move(why);
    return false;
  }

  // Decodes `written`, and keeps it where it matters how it was written.
  bool take(std::string_view written, Part part, std::string& decoded, std::string& raw) {
    Decoded result = unescape(written, part);
    if (!result.ok()) return fail(std::move(result.error));
    raw = written_differently(written, result.text, part);
    decoded = std::move(result.text);
    return true;
  }

  bool take_scheme(std::string_view& rest) {
    for (std::size_t i = 0; i < rest.size(); ++i) {
      const char c = rest[i];
      if (c == ':') {
        if (i == 0) return fail("missing protocol scheme");
        for (const char letter : rest.substr(0, i)) {
          const bool upper = letter >= 'A' && letter <= 'Z';
          url_.scheme += upper ? static_cast<char>(letter - 'A' + 'a') : letter;
        }
        rest.remove_prefix(i + 1);
        return true;
      }
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      const bool later = (c >= '0' && c <= '9') || is_one_of(c, "+-.");
      if (!letter && (!later || i == 0)) return true;
    }
    return true;
  }

  void take_query(std::string_view& rest) {
    const std::size_t mark = rest.find('?');
    if (mark == std::string_view::npos) return;
    url_.question_mark = mark + 1 == rest.size();
    url_.query = rest.substr(mark + 1);
    rest = rest.substr(0, mark);
  }

  bool take_authority(std::string_view authority) {
    const std::size_t at = authority.rfind('@');
    if (at == std::string_view::npos) return take_host(authority);
    if (!take_host(authority.substr(at + 1))) return false;
    const std::string_view info = authority.substr(0, at);
    if (!is_user_info(info)) return fail("net/url: invalid userinfo");
    const std::size_t colon = info.find(':');
    url_.has_user = true;
    url_.has_password = colon != std::string_view::npos;
    Decoded user = unescape(info.substr(0, colon), Part::kUser);
    if (!user.ok()) return fail(std::move(user.error));
    url_.user = std::move(user.text);
    if (!url_.has_password) return true;
    Decoded password = unescape(info.substr(colon + 1), Part::kUser);
    if (!password.ok()) return fail(std::move(password.error));
    url_.password = std::move(password.text);
    return true;
  }

  bool take_host(std::string_view host) {
    const std::size_t bracket = host.rfind('[');
    if (bracket == 0) return take_ip_literal(host);
    if (bracket != std::string_view::npos) return fail("invalid IP-literal");
    if (const std::size_t first = host.find(':'); first != std::string_view::npos) {
      // Databases write lists of hosts with ports; only http is strict.
      const bool strict = url_.scheme == "http" || url_.scheme == "https";
      const std::string_view port = host.substr(strict ? first : host.rfind(':'));
      if (!is_optional_port(port)) return fail("invalid port " + quoted(port) + " after host");
    }
    Decoded decoded = unescape(host, Part::kHost);
    if (!decoded.ok()) return fail(std::move(decoded.error));
    url_.host = std::move(decoded.text);
    return true;
  }

  // "[fe80::1%25en0]:80"
  bool take_ip_literal(std::string_view host) {
    const std::size_t end = host.rfind(']');
    if (end == std::string_view::npos) return fail("missing ']' in host");
    const std::string_view port = host.substr(end + 1);
    if (!is_optional_port(port)) return fail("invalid port " + quoted(port) + " after host");
    const std::string_view name = host.substr(1, end - 1);
    const std::size_t zone = name.find("%25");
    Decoded decoded = unescape(name.substr(0, zone), Part::kHost);
    if (!decoded.ok()) return fail(std::move(decoded.error));
    if (zone != std::string_view::npos) {
      Decoded decoded_zone = unescape(name.substr(zone), Part::kZone);
      if (!decoded_zone.ok()) return fail(std::move(decoded_zone.error));
      decoded.text += decoded_zone.text;
    }
    const auto address = parse_address(decoded.text);
    if (const auto* error = std::get_if<std::string>(&address)) {
      return fail("invalid host: " + *error);
    }
    if (std::get<Address>(address).is_v4) return fail("invalid IP-literal");
    url_.host = "[" + decoded.text + "]" + std::string(port);
    return true;
  }

  std::string_view text_;
  bool via_request_;
  Url url_;
  std::string error_;
};

UrlError parse_error(std::string_view text, const std::string& why) {
  return {"parse " + quoted(text) + ": " + why};
}

// Where the host ends and its port begins.
std::pair<std::string_view, std::string_view> split_host(std::string_view host) {
  std::string_view port;
  const std::size_t colon = host.rfind(':');
  if (colon != std::string_view::npos && is_optional_port(host.substr(colon))) {
    port = host.substr(colon + 1);
    host = host.substr(0, colon);
  }
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  return {host, port};
}

}  // namespace

std::string_view Url::hostname() const {
  return split_host(host).first;
}

std::string_view Url::port() const {
  return split_host(host).second;
}

std::string Url::escaped_path() const {
  return path == "*" && raw_path.empty() ? path : encoded(raw_path, path, Part::kPath);
}

std::string Url::text() const {
  std::string result;
  if (!scheme.empty()) result = scheme + ":";
  if (!opaque.empty()) {
    result += opaque;
  } else {
    const bool has_host = !host.empty() || has_user;
    if ((!scheme.empty() || has_host) && (!no_host || has_host)) {
      if (has_host || !path.empty()) result += "//";
      if (has_user) result += escape(user, Part::kUser);
      if (has_password) result += ":" + escape(password, Part::kUser);
      if (has_user) result += '@';
      result += escape(host, Part::kHost);
    }
    const std::string escaped = escaped_path();
    if (!escaped.empty() && escaped[0] != '/' && !host.empty()) result += '/';
    if (result.empty() && is_one_of(':', std::string_view(escaped).substr(0, escaped.find('/')))) {
      result += "./";
    }
    result += escaped;
  }
  if (question_mark || !query.empty()) result += "?" + query;
  if (!fragment.empty()) result += "#" + encoded(raw_fragment, fragment, Part::kFragment);
  return result;
}

std::vector<std::pair<std::string, std::string>> Url::parameters() const {
  std::vector<std::pair<std::string, std::string>> result;
  const auto ampersands = std::count(query.begin(), query.end(), '&');
  if (static_cast<std::size_t>(ampersands) + 1 > kUrlParametersMax) return result;
  std::string_view rest = query;
  while (!rest.empty()) {
    const std::size_t end = rest.find('&');
    const std::string_view pair = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    if (pair.empty() || is_one_of(';', pair)) continue;
    const std::size_t equals = pair.find('=');
    Decoded key = unescape(pair.substr(0, equals), Part::kQuery);
    Decoded value;
    if (equals != std::string_view::npos) value = unescape(pair.substr(equals + 1), Part::kQuery);
    if (key.ok() && value.ok()) result.emplace_back(std::move(key.text), std::move(value.text));
  }
  return result;
}

std::variant<Url, UrlError> parse_request_uri(std::string_view text) {
  Parser parser(text, true);
  if (!parser.run()) return parse_error(text, parser.error());
  return std::move(parser.url());
}

std::variant<Url, UrlError> parse_url(std::string_view text) {
  const std::size_t hash = text.find('#');
  const std::string_view before = text.substr(0, hash);
  Parser parser(before, false);
  if (!parser.run()) return parse_error(before, parser.error());
  if (hash != std::string_view::npos && !parser.take_fragment(text.substr(hash + 1))) {
    return parse_error(text, parser.error());
  }
  return std::move(parser.url());
}

}  // namespace drawbridge::cel
