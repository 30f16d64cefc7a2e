// Which proxy a connection to the API server goes through, as client-go decides it: proxy-url of
// the kubeconfig's cluster, else HTTPS_PROXY (HTTP_PROXY for a server without TLS) unless NO_PROXY
// names the server.
//
// A server with TLS is reached by CONNECT (RFC 9110, 9.3.6), one without by requests that carry the
// whole URL (RFC 9112, 3.2.2). The proxy itself may speak TLS. SOCKS is refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kube/api/result.h"
#include "kube/client/config.h"

namespace drawbridge::kube {

// "http://proxy:3128" or "https://user:password@proxy"; the port defaults to 80 or 443. `origin` is
// whom messages name. No message shows the password.
Result<Proxy> parse_proxy(std::string_view url, const std::string& origin);

// The variables, each of which may also be written in lower case; capitals count first.
struct ProxyVariables {
  std::string https_proxy = {};
  std::string http_proxy = {};
  std::string no_proxy = {};
};

// Nothing where the server is reached directly: no proxy is named, the server is localhost or a
// loopback address, or `no_proxy` holds it. That is a list, separated by commas, of "*", addresses,
// prefixes ("10.0.0.0/8"), and names, which hold for the names below them too (".svc" and "*.svc"
// for these alone); an address or a name may end with ":port". A proxy is named without http://
// too.
Result<std::optional<Proxy>> choose_proxy(const ProxyVariables& variables,
                                          const ServerAddress& server);
// The same with the variables of this process.
Result<std::optional<Proxy>> proxy_of_environment(const ServerAddress& server);

// What stands before the path in a request: the server's own path, after the server's URL where a
// proxy takes requests instead of a tunnel.
std::string request_target_prefix(const ClientConfig& config);
// Header fields for such a proxy, each with its line break; empty otherwise.
std::string proxy_request_fields(const ClientConfig& config);
// The request that opens a tunnel. Precondition: the configuration has a proxy.
std::string connect_request(const ClientConfig& config);

}  // namespace drawbridge::kube
