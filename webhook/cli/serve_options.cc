#include "webhook/cli/serve_options.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <vector>

#include "webhook/admission/template_care.h"
#include "webhook/cli/config_file.h"
#include "webhook/cli/usage.h"

namespace drawbridge::cli {
namespace {

// The kubeconfig of the environment counts where nothing else is named: beside a --state folder,
// templates would be created in whatever cluster one last worked with.
bool uses_environment(const ServeOptions& options) {
  return options.state.empty() && options.kubeconfig.empty() && !options.in_cluster &&
         !kube::environment("KUBECONFIG").empty();
}

}  // namespace

bool has_cluster(const ServeOptions& options) {
  return !options.kubeconfig.empty() || options.in_cluster || uses_environment(options);
}

Result<kube::ClientConfig> client_config(const ServeOptions& options) {
  if (options.in_cluster) return kube::in_cluster();
  const std::vector<std::filesystem::path> paths =
      uses_environment(options) ? kube::default_kubeconfig_paths()
                                : std::vector<std::filesystem::path>{options.kubeconfig};
  return kube::load_kubeconfig(paths, options.context);
}

Status check_serve_options(const ServeOptions& options) {
  if (options.tls_cert.empty() != options.tls_key.empty())
    return Error{"--tls-cert and --tls-key go together"};
  if (!options.context.empty() && options.kubeconfig.empty() && !uses_environment(options))
    return Error{
        "--context chooses of a kubeconfig, and none is read: give --kubeconfig FILE too, or leave "
        "it out"};
  // It would be ready, and allow everything.
  if (options.state.empty() && !has_cluster(options) && options.certificates_secret.empty())
    return Error{
        "there is nothing to decide by. In a pod give --in-cluster; elsewhere --kubeconfig FILE "
        "or KUBECONFIG in the environment, or --state DIR with manifests"};
  if (options.certificates_secret.empty()) return {};
  if (!has_cluster(options))
    return Error{"--certificates-secret needs a cluster: --in-cluster or --kubeconfig"};
  if (options.service.empty())
    return Error{"--certificates-secret needs --service, whose name the certificate carries"};
  if (!options.tls_cert.empty()) return Error{"--certificates-secret does not go with --tls-cert"};
  return {};
}

// NOLINTNEXTLINE(readability-function-size): a table
void add_serve_options(CLI::App& command, ServeOptions& options) {
  command
      .add_option("--state", options.state,
                  "Folder of manifests to decide by instead of the cluster's objects; read again "
                  "when a file changes")
      ->type_name("DIR");
  add_config_option(command, options.config);
  command
      .add_option("--listen", options.server.addresses,
                  "host:port of POST /mutate and /validate; port 0 takes a free one")
      ->default_val(std::vector<std::string>{":8443"})
      ->type_name("ADDRESS");
  command
      .add_option("--http-listen", options.server.probe_addresses,
                  "host:port of GET /livez, /readyz and /metrics, without TLS")
      ->default_val(std::vector<std::string>{":8080"})
      ->type_name("ADDRESS");
  command
      .add_option("--tls-cert", options.tls_cert,
                  "Certificate chain, PEM; read again when it changes")
      ->type_name("FILE");
  command.add_option("--tls-key", options.tls_key, "Its private key, PEM")->type_name("FILE");
  command
      .add_option("--client-ca", options.client_ca,
                  "Demand client certificates that these authorities signed")
      ->type_name("FILE");
  command
      .add_option("--write-ca", options.write_ca,
                  "Where to write the authority of a self-signed certificate")
      ->type_name("FILE");
  CLI::Option* kubeconfig = command
                                .add_option("--kubeconfig", options.kubeconfig,
                                            "Cluster to follow, and to create templates in")
                                ->type_name("FILE");
  command.add_option("--context", options.context, "Context of the kubeconfig")->type_name("NAME");
  command.add_flag("--in-cluster", options.in_cluster, "Use the service account of this pod")
      ->excludes(kubeconfig);
  command
      .add_option("--namespace", options.ns,
                  "Namespace of what the replicas share: the Lease and the certificates' Secret "
                  "(default: that of the account)")
      ->type_name("NS");
  command
      .add_option("--certificates-secret", options.certificates_secret,
                  "Secret of certificates that the replicas make and renew, and put into the "
                  "webhook configurations")
      ->type_name("NAME");
  command
      .add_option("--service", options.service,
                  "Service that the API server reaches the replicas by")
      ->type_name("NAME");
  command
      .add_option("--template-time-to-live", options.template_hours,
                  "Hours after its last use that the leader removes a generated template which no "
                  "pod names")
      ->default_val(admission::kTemplateTimeToLive.count())
      ->check(CLI::Range(admission::kTemplateTimeToLiveMin.count(),
                         admission::kTemplateTimeToLiveMax.count()))
      ->type_name("HOURS");
  command.add_option("--threads", options.server.threads, "Request threads; 0: one for each CPU")
      ->check(CLI::Range(0U, kThreadsMax))
      ->type_name("N");
  command
      .add_option("--shutdown-delay", options.shutdown_delay_ms,
                  "Milliseconds that SIGTERM lets pass before closing")
      ->check(CLI::Range(0, 600'000))
      ->type_name("MS");
  command.add_option("--log-level", options.log_level, "debug, info, warn or error")
      ->check(one_of({"debug", "info", "warn", "error"}))
      ->type_name("LEVEL");
}

}  // namespace drawbridge::cli
