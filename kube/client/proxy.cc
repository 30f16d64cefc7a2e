#include "kube/client/proxy.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <utility>
#include <vector>

#include "kube/api/base64.h"

namespace drawbridge::kube {
namespace {

namespace ip = boost::asio::ip;
using boost::system::error_code;

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Undoes %XX; nothing where a % is followed by something else.
std::optional<std::string> unescaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    if (i + 2 >= text.size() || hex_value(text[i + 1]) < 0 || hex_value(text[i + 2]) < 0) {
      return std::nullopt;
    }
    result += static_cast<char>(16 * hex_value(text[i + 1]) + hex_value(text[i + 2]));
    i += 2;
  }
  return result;
}

// "Basic ..." of "user:password" as a URL holds it (RFC 7617).
std::optional<std::string> basic_authorization(std::string_view user_info) {
  const std::size_t colon = user_info.find(':');
  const std::optional<std::string> user = unescaped(user_info.substr(0, colon));
  const std::optional<std::string> password =
      colon == std::string_view::npos ? std::string() : unescaped(user_info.substr(colon + 1));
  if (!user || !password || user->find(':') != std::string::npos) return std::nullopt;
  return "Basic " + encode_base64(*user + ":" + *password);
}

std::optional<ip::address> address_of(const std::string& host) {
  error_code no_address;
  const ip::address address = ip::make_address(host, no_address);
  if (no_address) return std::nullopt;
  // ::ffff:10.0.0.1 is 10.0.0.1 to Go.
  if (address.is_v6() && address.to_v6().is_v4_mapped()) {
    return ip::make_address_v4(ip::v4_mapped, address.to_v6());
  }
  return address;
}

bool prefix_holds(const std::string& entry, const ip::address& address) {
  error_code no_prefix;
  if (address.is_v4()) {
    const ip::network_v4 network = ip::make_network_v4(entry, no_prefix);
    if (no_prefix) return false;
    const ip::address_v4 mask = network.netmask();
    return (address.to_v4().to_uint() & mask.to_uint()) ==
           (network.address().to_uint() & mask.to_uint());
  }
  const ip::network_v6 network = ip::make_network_v6(entry, no_prefix);
  if (no_prefix) return false;
  const ip::network_v6 other(address.to_v6(), network.prefix_length());
  return other.canonical() == network.canonical();
}

struct HostAndPort {
  std::string host;
  std::string port;  // empty: any
};

HostAndPort split(const std::string& entry) {
  if (entry.starts_with('[')) {
    const std::size_t close = entry.find(']');
    if (close == std::string::npos) return {entry, ""};
    const std::string rest = entry.substr(close + 1);
    return {entry.substr(1, close - 1), rest.starts_with(':') ? rest.substr(1) : ""};
  }
  const std::size_t colon = entry.find(':');
  // More than one colon: an IPv6 address.
  if (colon == std::string::npos || entry.find(':', colon + 1) != std::string::npos) {
    return {entry, ""};
  }
  return {entry.substr(0, colon), entry.substr(colon + 1)};
}

bool name_holds(std::string entry, const std::string& host) {
  if (entry.starts_with("*.")) entry.erase(0, 1);
  if (entry.empty()) return false;
  if (entry.front() == '.') return host.ends_with(entry);
  return host == entry || host.ends_with("." + entry);
}

// Whether one entry of NO_PROXY holds the server. An address is never held by a name.
bool entry_holds(const std::string& entry, const std::string& host, std::uint16_t port) {
  if (entry.empty()) return false;
  if (entry == "*") return true;
  const std::optional<ip::address> address = address_of(host);
  if (entry.find('/') != std::string::npos) return address && prefix_holds(entry, *address);
  const HostAndPort wanted = split(entry);
  if (!wanted.port.empty() && wanted.port != std::to_string(port)) return false;
  const std::optional<ip::address> wanted_address = address_of(wanted.host);
  if (wanted_address || address) return wanted_address == address;
  return name_holds(wanted.host, host);
}

bool is_local(const std::string& host) {
  const std::optional<ip::address> address = address_of(host);
  return host == "localhost" || (address && address->is_loopback());
}

bool is_excepted(const std::string& no_proxy, const ServerAddress& server) {
  const std::string host = lower(server.host);
  if (is_local(host)) return true;
  std::string_view rest = no_proxy;
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const std::string entry = lower(trimmed(rest.substr(0, comma)));
    if (entry_holds(entry, host, server.port)) return true;
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
  }
  return false;
}

}  // namespace

Result<Proxy> parse_proxy(std::string_view url, const std::string& origin) {
  const std::size_t scheme_end = url.find("://");
  const std::string scheme = lower(url.substr(0, scheme_end));
  if (scheme_end != std::string_view::npos && scheme.starts_with("socks")) {
    return Error{origin +
                 " asks for a SOCKS proxy, which drawbridge does not speak; name an HTTP " +
                 "proxy (http://HOST:PORT) or a server that is reached directly"};
  }
  const Error malformed{origin + " is no address of a proxy; write http://HOST:PORT, or " +
                        "http://USER:PASSWORD@HOST:PORT with % escapes for / : @ and %"};
  if (scheme != "http" && scheme != "https") return malformed;
  const std::string_view rest = url.substr(scheme_end + 3);
  std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
  Proxy proxy;
  proxy.origin = origin;
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
    std::optional<std::string> authorization = basic_authorization(authority.substr(0, at));
    if (!authorization) return malformed;
    proxy.authorization = std::move(*authorization);
    authority.remove_prefix(at + 1);
  }
  Result<ServerAddress> address = parse_server(scheme + "://" + std::string(authority));
  if (!address) return malformed;
  proxy.address = std::move(address).value();
  return proxy;
}

Result<std::optional<Proxy>> choose_proxy(const ProxyVariables& variables,
                                          const ServerAddress& server) {
  const std::string& url = server.tls ? variables.https_proxy : variables.http_proxy;
  if (url.empty() || is_excepted(variables.no_proxy, server)) return std::optional<Proxy>();
  const std::string origin =
      std::string(server.tls ? "HTTPS_PROXY" : "HTTP_PROXY") + " of the environment";
  const bool has_scheme = url.find("://") != std::string::npos;
  Result<Proxy> proxy = parse_proxy(has_scheme ? url : "http://" + url, origin);
  if (!proxy) return std::move(proxy).error();
  return std::optional<Proxy>(std::move(proxy).value());
}

Result<std::optional<Proxy>> proxy_of_environment(const ServerAddress& server) {
  const auto either = [](const char* capitals, const char* small) {
    const std::string value = environment(capitals);
    return value.empty() ? environment(small) : value;
  };
  ProxyVariables variables;
  variables.https_proxy = either("HTTPS_PROXY", "https_proxy");
  variables.http_proxy = either("HTTP_PROXY", "http_proxy");
  variables.no_proxy = either("NO_PROXY", "no_proxy");
  return choose_proxy(variables, server);
}

std::string request_target_prefix(const ClientConfig& config) {
  return config.proxy && !config.server.tls ? config.server.url() : config.server.path;
}

std::string proxy_request_fields(const ClientConfig& config) {
  if (!config.proxy || config.server.tls || config.proxy->authorization.empty()) return {};
  return "Proxy-Authorization: " + config.proxy->authorization + "\r\n";
}

std::string connect_request(const ClientConfig& config) {
  const std::string authority = config.server.authority();
  std::string text = "CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n";
  if (!config.proxy->authorization.empty()) {
    text += "Proxy-Authorization: " + config.proxy->authorization + "\r\n";
  }
  return text + "\r\n";
}

}  // namespace drawbridge::kube
