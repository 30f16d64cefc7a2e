#include <array>
#include <utility>

#include "kube/api/base64.h"
#include "kube/api/json_writer.h"
#include "kube/client/exec_config.h"
#include "kube/client/impersonation.h"
#include "kube/client/kubeconfig_entry.h"

namespace drawbridge::kube {
namespace {

constexpr std::array<RefusedField, 3> kRefused = {{
    {"auth-provider",
     "an authentication provider, which Kubernetes has removed; name a user with a client "
     "certificate or a token"},
    {"username", "a password, which API servers refuse; use a client certificate or a token"},
    {"password", "a password, which API servers refuse; use a client certificate or a token"},
}};

// What of a cluster is for the plugins that its users run.
constexpr std::string_view kPluginExtension = "client.authentication.k8s.io/exec";

// kubectl prefers tokenFile, which is read again, and takes token where the file can't be read.
Status read_token(const KubeconfigEntry& entry, Material& into) {
  Result<std::string> token = text_of(entry, "token");
  if (!token) return token.error();
  const Result<std::string> file = text_of(entry, "tokenFile");
  if (!file) return file.error();
  into.text = std::move(token).value();
  if (file->empty()) return {};
  into.file = entry.file->parent_path() / *file;
  if (Result<std::string> text = read_config_file(into.file); !text && into.text.empty()) {
    return entry.error("tokenFile: " + text.error().message);
  }
  return {};
}

// spec.cluster of an ExecCredential (client.authentication.k8s.io/v1 Cluster).
Result<std::string> cluster_info(const KubeconfigEntry& cluster, const ClientConfig& config) {
  std::string ca = config.ca.text;
  if (!config.ca.file.empty()) {
    Result<std::string> text = read_config_file(config.ca.file);
    if (!text) return std::move(text).error();
    ca = std::move(text).value();
  }
  Json plugin_config;
  for (const Json& extension : cluster.value["extensions"].elements()) {
    if (extension["name"].as_string() == kPluginExtension) plugin_config = extension["extension"];
  }
  std::string text;
  JsonWriter writer(text);
  writer.begin_object().key("server").json(cluster.value["server"]);
  for (const char* field :
       {"tls-server-name", "insecure-skip-tls-verify", "proxy-url", "disable-compression"}) {
    const Json value = cluster.value[field];
    const bool is_default = !is_set(value) || (value.is_bool() && !value.as_bool());
    if (!is_default) writer.key(field).json(value);
  }
  if (!ca.empty()) writer.key("certificate-authority-data").string(encode_base64(ca));
  writer.key("config").json(plugin_config).end_object();
  return text;
}

Status read_exec(const KubeconfigEntry& user, const KubeconfigEntry& cluster,
                 ClientConfig& config) {
  const Json exec = user.value["exec"];
  if (!is_set(exec)) return {};
  Result<ExecConfig> read = read_exec_config(exec, user.file->parent_path());
  if (!read) return user.error(read.error().message);
  if (wants_cluster_info(exec)) {
    Result<std::string> info = cluster_info(cluster, config);
    if (!info) return user.error("exec: " + info.error().message);
    read->cluster_info = std::move(info).value();
  }
  config.exec = std::move(read).value();
  return {};
}

}  // namespace

Status read_user(const KubeconfigEntry& user, const KubeconfigEntry& cluster,
                 ClientConfig& config) {
  for (const RefusedField& refused : kRefused) {
    if (Status done = refuse(user, refused); !done) return done;
  }
  if (Status done = read_material(user, "client-certificate", config.certificate); !done) {
    return done;
  }
  if (Status done = read_material(user, "client-key", config.key); !done) return done;
  if (Status done = read_token(user, config.token); !done) return done;
  if (Status done = read_exec(user, cluster, config); !done) return done;
  Result<Impersonation> impersonation = read_impersonation(user.value);
  if (!impersonation) return user.error(impersonation.error().message);
  if (!impersonation->user.empty()) config.impersonation = std::move(impersonation).value();
  if (config.certificate.empty() != config.key.empty()) {
    return user.error(config.key.empty() ? "a client-certificate is given without its client-key"
                                         : "a client-key is given without its client-certificate");
  }
  const bool identified = !config.token.empty() || !config.certificate.empty() || config.exec;
  if (identified && !config.server.tls) {
    return user.error("its credentials would travel unprotected to " + config.server.url() +
                      "; use a server with https://, or a context without a user");
  }
  return {};
}

}  // namespace drawbridge::kube
