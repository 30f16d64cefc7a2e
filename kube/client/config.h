// ClientConfig: which API server to talk to, whom to trust and who one is.
//
// Read from kubeconfig files as kubectl reads them, or from the service account of the pod that the
// process runs in. What a kubeconfig asks for and this client can't do (passwords, auth-provider,
// SOCKS proxies) is refused by name, never ignored: a request in another identity than the one
// configured would be worse than none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/result.h"
#include "kube/client/exec_config.h"

namespace drawbridge::kube {

// Longest kubeconfig, certificate, key or token file that is read.
inline constexpr std::size_t kConfigFileBytesMax = 1 << 20;

// Where a pod finds its service account.
inline constexpr const char* kServiceAccountFolder =
    "/var/run/secrets/kubernetes.io/serviceaccount";

// PEM text or a token, given in place or as a file that its owner may replace at any time. With
// both, the text stands in until the file can be read.
struct Material {
  std::string text = {};
  std::filesystem::path file = {};

  bool empty() const { return text.empty() && file.empty(); }
};

struct ServerAddress {
  std::string host = {};  // a DNS name or an IP address, without brackets
  std::uint16_t port = 443;
  std::string path = {};  // before every path of the API: "" or "/prefix", no slash at its end
  bool tls = true;

  // "host:port", an IPv6 address in brackets.
  std::string authority() const;
  // "https://host:port/path".
  std::string url() const;
};

// A proxy that connections to the API server go through (proxy.h says which).
struct Proxy {
  ServerAddress address = {};  // tls: the proxy itself is spoken to by TLS; path is empty
  // The value of Proxy-Authorization; empty: none is sent.
  std::string authorization = {};
  // Who asked for it, for messages: "HTTPS_PROXY of the environment".
  std::string origin = {};
};

// Whom the API server shall take the client for, which it allows by RBAC (verb impersonate).
struct Impersonation {
  std::string user = {};
  std::string uid = {};
  std::vector<std::string> groups = {};
  std::vector<std::pair<std::string, std::vector<std::string>>> extra = {};
};

struct ClientConfig {
  ServerAddress server = {};
  std::optional<Proxy> proxy = {};
  // The name that the server's certificate must carry; empty: the server's host.
  std::string tls_server_name = {};
  // Talks to whoever answers (insecure-skip-tls-verify).
  bool skip_verification = false;
  Material ca = {};  // empty: the authorities that the system trusts
  Material certificate = {};
  Material key = {};
  Material token = {};
  // Asked for a token or a certificate where neither is configured.
  std::optional<ExecConfig> exec = {};
  std::optional<Impersonation> impersonation = {};
  // Where objects go that name no namespace.
  std::string ns = "default";
  // Where this configuration stands, for messages: "context dev (/home/u/.kube/config)".
  std::string origin = {};
};

// Reads "https://host:port/path"; "http://" means a connection without TLS. The port defaults to
// 443 or 80.
Result<ServerAddress> parse_server(std::string_view url);

// The files of $KUBECONFIG, or else ~/.kube/config; empty when neither variable is set.
std::vector<std::filesystem::path> default_kubeconfig_paths();

// Merges `paths` as kubectl does: the first file that has a context, cluster or user of a name
// gives all of it, the first current-context counts. One path must exist; of several, those that do
// not are passed over. `context` empty: the current-context. Certificates and tokens may stand in
// the file (base64) or in files of their own, whose names are relative to the kubeconfig's folder.
// A cluster without proxy-url is reached through the proxy of the environment, if it names one.
Result<ClientConfig> load_kubeconfig(std::span<const std::filesystem::path> paths,
                                     std::string_view context = {});

// The account of the pod that this process runs in: KUBERNETES_SERVICE_HOST and _PORT, and the
// files token, ca.crt and namespace of `folder`.
Result<ClientConfig> in_cluster(const std::filesystem::path& folder = kServiceAccountFolder);

// A variable of the environment; "" where it is not set.
std::string environment(const char* name);

// The contents of `file`; an error for what is missing, is a folder or is longer than
// kConfigFileBytesMax.
Result<std::string> read_config_file(const std::filesystem::path& file);

}  // namespace drawbridge::kube
