#include "kube/client/config.h"

#include <arpa/inet.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <system_error>

#include "kube/client/proxy.h"

namespace drawbridge::kube {
namespace {

bool is_ipv6(const std::string& host) {
  std::array<unsigned char, sizeof(in6_addr)> address;
  return inet_pton(AF_INET6, host.c_str(), address.data()) == 1;
}

// Letters, digits and what else a DNS name or an IPv4 address holds. An internationalised name is
// written in its ASCII form.
bool is_host_name(std::string_view host) {
  if (host.empty() || host.size() > 253) return false;
  for (const char c : host) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!plain && c != '.' && c != '-' && c != '_') return false;
  }
  return true;
}

std::optional<std::uint16_t> parse_port(std::string_view text) {
  unsigned port = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, port);
  if (problem != std::errc() || stop != end || port == 0 || port > 65535) return std::nullopt;
  return static_cast<std::uint16_t>(port);
}

// Splits "host", "host:port", "[v6]" or "[v6]:port"; what follows the host's colon is the port.
bool split_authority(std::string_view authority, ServerAddress& into) {
  std::string_view port;
  if (authority.starts_with('[')) {
    const std::size_t close = authority.find(']');
    if (close == std::string_view::npos) return false;
    into.host = authority.substr(1, close - 1);
    if (!is_ipv6(into.host)) return false;
    port = authority.substr(close + 1);
  } else {
    const std::size_t colon = authority.find(':');
    into.host = authority.substr(0, colon);
    if (!is_host_name(into.host)) return false;
    port = colon == std::string_view::npos ? std::string_view() : authority.substr(colon);
  }
  if (port.empty()) return true;
  const std::optional<std::uint16_t> number = parse_port(port.substr(1));
  if (port.front() != ':' || !number) return false;
  into.port = *number;
  return true;
}

}  // namespace

std::string environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets variables
  return value != nullptr ? value : "";
}

std::string ServerAddress::authority() const {
  const std::string shown = host.find(':') == std::string::npos ? host : "[" + host + "]";
  return shown + ":" + std::to_string(port);
}

std::string ServerAddress::url() const {
  return (tls ? "https://" : "http://") + authority() + path;
}

Result<ServerAddress> parse_server(std::string_view url) {
  const Error malformed{"\"" + std::string(url) +
                        "\" is no address of an API server; write https://HOST:PORT"};
  ServerAddress server;
  std::string_view rest = url;
  if (rest.starts_with("https://")) {
    rest.remove_prefix(8);
  } else if (rest.starts_with("http://")) {
    rest.remove_prefix(7);
    server.tls = false;
    server.port = 80;
  } else {
    return malformed;
  }
  const std::size_t slash = rest.find('/');
  if (!split_authority(rest.substr(0, slash), server)) return malformed;
  if (slash != std::string_view::npos) server.path = rest.substr(slash);
  while (server.path.ends_with('/')) server.path.pop_back();
  for (const char c : server.path) {
    if (c <= ' ' || c == '?' || c == '#' || c == 0x7f) return malformed;
  }
  return server;
}

std::vector<std::filesystem::path> default_kubeconfig_paths() {
  std::vector<std::filesystem::path> paths;
  const std::string variable = environment("KUBECONFIG");
  std::string_view list = variable;
  while (!list.empty()) {
    const std::size_t colon = list.find(':');
    if (colon != 0) paths.emplace_back(list.substr(0, colon));
    list = colon == std::string_view::npos ? std::string_view() : list.substr(colon + 1);
  }
  const std::string home = environment("HOME");
  if (paths.empty() && !home.empty()) {
    paths.push_back(std::filesystem::path(home) / ".kube" / "config");
  }
  return paths;
}

Result<ClientConfig> in_cluster(const std::filesystem::path& folder) {
  const std::string host = environment("KUBERNETES_SERVICE_HOST");
  const std::string port = environment("KUBERNETES_SERVICE_PORT");
  if (host.empty() || port.empty()) {
    return Error{
        "this process runs in no pod (KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not "
        "set); name a kubeconfig instead"};
  }
  const std::optional<std::uint16_t> number = parse_port(port);
  if (!number || (!is_host_name(host) && !is_ipv6(host))) {
    return Error{"KUBERNETES_SERVICE_HOST=" + host + " and KUBERNETES_SERVICE_PORT=" + port +
                 " are no address of an API server"};
  }
  ClientConfig config;
  config.server.host = host;
  config.server.port = *number;
  config.token.file = folder / "token";
  config.ca.file = folder / "ca.crt";
  config.origin = "the pod's service account (" + folder.string() + ")";
  Result<std::optional<Proxy>> proxy = proxy_of_environment(config.server);
  if (!proxy) return std::move(proxy).error();
  config.proxy = std::move(proxy).value();
  for (const std::filesystem::path& file : {config.token.file, config.ca.file}) {
    if (Result<std::string> text = read_config_file(file); !text) {
      return Error{text.error().message +
                   "; the pod needs a service account token (automountServiceAccountToken: true)"};
    }
  }
  if (Result<std::string> ns = read_config_file(folder / "namespace"); ns) {
    std::string name = std::move(ns).value();
    while (!name.empty() && (name.back() == '\n' || name.back() == ' ')) name.pop_back();
    if (!name.empty()) config.ns = std::move(name);
  }
  return config;
}

Result<std::string> read_config_file(const std::filesystem::path& file) {
  const auto failed = [&file](const std::string& why) {
    return Error{file.string() + " can't be read: " + why};
  };
  std::error_code problem;
  if (std::filesystem::is_directory(file, problem)) return failed("it is a folder");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> opened(std::fopen(file.c_str(), "rbe"),
                                                               std::fclose);
  if (!opened) return failed(std::system_category().message(errno));
  std::string text(kConfigFileBytesMax + 1, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), opened.get()));
  if (std::ferror(opened.get()) != 0) return failed(std::system_category().message(errno));
  if (text.size() > kConfigFileBytesMax) {
    return failed("it is longer than " + std::to_string(kConfigFileBytesMax) + " bytes");
  }
  return text;
}

}  // namespace drawbridge::kube
