#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cerrno>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <system_error>
#include <vector>

#include <prometheus/counter.h>
#include <prometheus/registry.h>

#include "certs/files.h"
#include "certs/generate.h"
#include "certs/keeper.h"
#include "certs/reloader.h"
#include "webhook/admission/admission_service.h"
#include "webhook/admission/api_gateway.h"
#include "webhook/admission/memory_gateway.h"
#include "webhook/cli/certificate_metrics.h"
#include "webhook/cli/commands.h"
#include "webhook/cli/config_file.h"
#include "webhook/cli/leader_metrics.h"
#include "webhook/cli/rule_metrics.h"
#include "webhook/cli/state_watcher.h"
#include "webhook/cli/usage.h"
#include "webhook/cli/view_metrics.h"
#include "webhook/server/server.h"
#include "webhook/server/termination.h"
#include "webhook/zones/zone_files.h"

namespace drawbridge::cli {
namespace {

struct ServeOptions {
  std::string state;
  std::string config;
  std::string kubeconfig;
  std::string context;
  bool in_cluster = false;
  std::string ns;
  std::string service;
  std::string certificates_secret;
  std::int64_t template_hours = admission::kTemplateTimeToLive.count();
  std::string tls_cert;
  std::string tls_key;
  std::string client_ca;
  std::string write_ca;
  std::string log_level = "info";
  std::int64_t shutdown_delay_ms = kShutdownDelay.count();
  ServerOptions server;
};

// The server's certificate: from files, then kept up to date, or made for this process.
class Certificate {
 public:
  Status load(const ServeOptions& options) {
    return options.tls_cert.empty() ? make(options) : read(options);
  }
  kube::TlsContext& context() { return *context_; }
  // What clients must show, where the certificate is not from files; empty for nothing.
  const std::string& client_ca_pem() const { return client_ca_pem_; }
  const CertificateExpiry& expiry() const { return reloader_ ? reloader_->expiry() : made_expiry_; }

 private:
  Status make(const ServeOptions& options) {
    Result<SelfSigned> made = make_self_signed({"drawbridge.drawbridge-system.svc"});
    if (!made) return std::move(made).error();
    if (!options.write_ca.empty()) {
      std::ofstream file(options.write_ca, std::ios::binary);
      file << made->ca_bundle_pem << std::flush;
      if (!file) {
        return Error{"--write-ca: " + options.write_ca +
                     " cannot be written: " + std::generic_category().message(errno)};
      }
    }
    kube::TlsServerOptions tls;
    tls.identity = made->identity;
    made_expiry_.set(made->identity.certificate_chain_pem);
    if (Status status = read_client_ca(options); !status) return status;
    tls.client_ca_pem = client_ca_pem_;
    spdlog::info(
        "a self-signed certificate was made for this process; --tls-cert and --tls-key name a "
        "lasting one");
    return use(kube::TlsContext::server(tls));
  }

  Status read_client_ca(const ServeOptions& options) {
    if (options.client_ca.empty()) return {};
    Result<std::string> bundle = kube::read_config_file(options.client_ca);
    if (!bundle) return std::move(bundle).error();
    // Without an authority the server would ask for none, and let in everybody.
    if (bundle->find("-----BEGIN CERTIFICATE-----") == std::string::npos)
      return Error{options.client_ca + ": no certificate in PEM is in it"};
    client_ca_pem_ = std::move(*bundle);
    return {};
  }

  Status read(const ServeOptions& options) {
    const CertificateFiles files{options.tls_cert, options.tls_key, options.client_ca};
    Result<LoadedCertificates> loaded = load_certificates(files, std::chrono::system_clock::now());
    if (!loaded) return std::move(loaded).error();
    for (const std::string& warning : loaded->warnings) spdlog::warn("{}", warning);
    if (Status status = use(kube::TlsContext::server(loaded->options)); !status) return status;
    const auto report = [](CertificateReloader::Event event, const std::string& text) {
      if (event == CertificateReloader::Event::kReloaded) {
        spdlog::info("{}", text);
      } else {
        spdlog::warn("{}", text);
      }
    };
    reloader_.emplace(*context_, files, std::move(*loaded), report);
    return {};
  }

  Status use(Result<std::unique_ptr<kube::TlsContext>> context) {
    if (!context) return std::move(context).error();
    context_ = std::move(*context);
    return {};
  }

  std::string client_ca_pem_;
  CertificateExpiry made_expiry_;  // of the one that was made for this process
  std::unique_ptr<kube::TlsContext> context_;
  std::optional<CertificateReloader> reloader_;  // goes before what it keeps up to date
};

// The way to the cluster, where there is one.
struct Cluster {
  std::unique_ptr<admission::Gateway> gateway;
  admission::ApiGateway* api = nullptr;  // `gateway`, where a cluster is behind it
  std::string ns;                        // what the replicas share lies there
};

// The kubeconfig of the environment counts where nothing else is named: beside a --state folder,
// templates would be created in whatever cluster one last worked with.
bool uses_environment(const ServeOptions& options) {
  return options.state.empty() && options.kubeconfig.empty() && !options.in_cluster &&
         !kube::environment("KUBECONFIG").empty();
}

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

Result<Cluster> make_cluster(const ServeOptions& options) {
  Cluster cluster;
  if (!has_cluster(options)) {
    spdlog::info(
        "no cluster: templates are only remembered; --kubeconfig or --in-cluster name one");
    cluster.gateway = std::make_unique<admission::MemoryGateway>();
    return cluster;
  }
  Result<kube::ClientConfig> config = client_config(options);
  if (!config) return std::move(config).error();
  Result<std::unique_ptr<admission::ApiGateway>> gateway = admission::ApiGateway::start(*config);
  if (!gateway) return std::move(gateway).error();
  spdlog::info("templates are created at {} ({})", config->server.url(), config->origin);
  cluster.api = gateway->get();
  cluster.ns = options.ns.empty() ? config->ns : options.ns;
  cluster.gateway = std::move(*gateway);
  return cluster;
}

void report_view(admission::ClusterView::Level level, const std::string& text) {
  if (level == admission::ClusterView::Level::kInfo) {
    spdlog::info("{}", text);
  } else {
    spdlog::warn("{}", text);
  }
}

// Of this replica, in the Lease: the pod's name, which is its host's.
std::string replica_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return "drawbridge";
  return name.data();
}

// What the replicas do together: one of them leads; all keep the certificates.
void join_replicas(const ServeOptions& options, const Cluster& cluster,
                   admission::SnapshotStore& store, Certificate& certificate) {
  admission::LeaderDutiesOptions duties;
  duties.ns = cluster.ns;
  duties.identity = replica_name();
  duties.template_time_to_live = std::chrono::hours(options.template_hours);
  duties.done = [](const std::string& text) { spdlog::info("{}", text); };
  duties.troubled = [](const std::string& text) { spdlog::warn("{}", text); };
  cluster.api->lead(store, std::move(duties));
  if (options.certificates_secret.empty()) return;
  CertificateKeeperOptions keeper;
  keeper.ns = cluster.ns;
  keeper.secret = options.certificates_secret;
  keeper.service = options.service;
  keeper.mutating = {"drawbridge-early", "zz-drawbridge-late"};
  keeper.validating = {"drawbridge"};
  keeper.client_ca_pem = certificate.client_ca_pem();
  keeper.report = [](CertificateKeeperOptions::Event event, const std::string& text) {
    if (event == CertificateKeeperOptions::Event::kProblem) {
      spdlog::warn("{}", text);
    } else {
      spdlog::info("{}", text);
    }
  };
  cluster.api->keep_certificates(certificate.context(), std::move(keeper));
}

// Why this replica is not ready; nothing from then on when it is.
std::vector<std::string> not_ready(const admission::ApiGateway& api) {
  std::vector<std::string> reasons;
  if (const admission::ClusterView* view = api.view()) reasons = view->not_ready();
  const CertificateKeeper* certificates = api.certificates();
  if (certificates != nullptr && !certificates->is_serving())
    reasons.emplace_back("the certificates of the Secret are not served yet");
  return reasons;
}

// Flags that do not go together.
Status check(const ServeOptions& options) {
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

void tell_problems(const admission::Snapshot& snapshot) {
  for (const admission::Problem& problem : snapshot.problems())
    spdlog::error("cannot be used: {}", problem.line());
}

// "https://HOST:PORT" of an address as it was given, with the port that was taken.
std::string shown_address(const std::string& scheme, const std::string& address,
                          std::uint16_t port) {
  std::string host = address.substr(0, address.rfind(':'));
  if (host.empty()) host = "0.0.0.0";
  return scheme + "://" + host + ":" + std::to_string(port);
}

void announce(const ServerOptions& options, const Server& server) {
  std::string line = "drawbridge serves " +
                     shown_address("https", options.addresses.front(), server.ports().front());
  if (!server.probe_ports().empty()) {
    line += " and " +
            shown_address("http", options.probe_addresses.front(), server.probe_ports().front());
  }
  std::cout << line << std::endl;  // a program that waits for the line must get it now
}

int complain(const Error& error) {
  std::cerr << "drawbridge serve: " << sentence(rules::printable(error.text())) << "\n";
  return kExitUnreadable;
}

int run(ServeOptions options) {
  spdlog::set_default_logger(spdlog::stderr_logger_mt("drawbridge"));
  spdlog::set_level(spdlog::level::from_str(options.log_level));
  if (Status checked = check(options); !checked) return complain(checked.error());
  const Result<rules::SharedSettings> settings = read_config(options.config);
  if (!settings) return complain(settings.error());
  TerminationSignal termination;
  Result<std::shared_ptr<const admission::Snapshot>> snapshot =
      load_snapshot(options.state, *settings);
  if (!snapshot) return complain(snapshot.error());
  tell_problems(**snapshot);
  admission::SnapshotStore store(*snapshot);
  Certificate certificate;
  if (Status loaded = certificate.load(options); !loaded) return complain(loaded.error());
  Result<Cluster> cluster = make_cluster(options);
  if (!cluster) return complain(cluster.error());

  prometheus::Registry registry;
  prometheus::Counter& reload_failures =
      prometheus::BuildCounter()
          .Name("drawbridge_state_reload_failures_total")
          .Help("Times that a changed --state folder could not be read.")
          .Register(registry)
          .Add({});
  std::optional<StateWatcher> watcher;
  if (!options.state.empty()) {
    const bool begins_well = (*snapshot)->problems().empty();
    watcher.emplace(options.state, store,
                    [&, was_well = begins_well](const admission::Snapshot* loaded,
                                                const std::string& problem) mutable {
                      if (loaded == nullptr) {
                        reload_failures.Increment();
                        was_well = false;
                        return spdlog::error("{}. Deciding on what was there before", problem);
                      }
                      spdlog::info("{}: read again after a change", options.state);
                      tell_problems(*loaded);
                      const bool is_well = loaded->problems().empty();
                      if (is_well && !was_well)
                        spdlog::info("{}: all of it can be used again", options.state);
                      was_well = is_well;
                    });
  }
  const admission::ClusterView* view = nullptr;
  if (cluster->api != nullptr && options.state.empty()) {
    cluster->api->follow(store, report_view);
    view = cluster->api->view();
    join_replicas(options, *cluster, store, certificate);
  }
  const CertificateMetrics certificate_metrics([&]() -> const CertificateExpiry& {
    const CertificateKeeper* keeper =
        cluster->api == nullptr ? nullptr : cluster->api->certificates();
    const bool kept = keeper != nullptr && keeper->is_serving();
    return kept ? keeper->expiry() : certificate.expiry();
  });
  std::optional<ViewMetrics> view_metrics;
  std::optional<LeaderMetrics> leader_metrics;
  if (view != nullptr) {
    view_metrics.emplace(*view);
    leader_metrics.emplace(*cluster->api);
  }
  admission::AdmissionService service(store, *cluster->gateway, &zones::of_this_machine());
  const RuleMetrics rule_metrics(service.rules());
  options.server.limits.shutdown_delay = std::chrono::milliseconds(options.shutdown_delay_ms);
  Server server(options.server, certificate.context(), service);
  server.add_metrics(registry);
  server.add_metrics(certificate_metrics);
  server.add_metrics(rule_metrics);
  if (view_metrics) server.add_metrics(*view_metrics);
  if (leader_metrics) server.add_metrics(*leader_metrics);
  if (view != nullptr) server.set_ready_check([api = cluster->api] { return not_ready(*api); });
  if (Status started = server.start(); !started) return complain(started.error());
  announce(options.server, server);
  termination.wait();
  spdlog::info("asked to stop: answering for {} ms more, then finishing what is in flight",
               options.shutdown_delay_ms);
  server.drain();
  // A request that was cut off may still wait for the gateway's thread, which answers to the
  // server's: that thread ends while the server is still there.
  cluster->gateway.reset();
  return kExitAllowed;
}

}  // namespace

void add_serve_command(CLI::App& app, int& status) {
  auto options = std::make_shared<ServeOptions>();
  CLI::App* command =
      app.add_subcommand("serve", "Answer the API server's admission reviews over HTTPS");
  command
      ->add_option("--state", options->state,
                   "Folder of manifests to decide by instead of the cluster's objects; read again "
                   "when a file changes")
      ->type_name("DIR");
  add_config_option(*command, options->config);
  command
      ->add_option("--listen", options->server.addresses,
                   "host:port of POST /mutate and /validate; port 0 takes a free one")
      ->default_val(std::vector<std::string>{":8443"})
      ->type_name("ADDRESS");
  command
      ->add_option("--http-listen", options->server.probe_addresses,
                   "host:port of GET /livez, /readyz and /metrics, without TLS")
      ->default_val(std::vector<std::string>{":8080"})
      ->type_name("ADDRESS");
  command
      ->add_option("--tls-cert", options->tls_cert,
                   "Certificate chain, PEM; read again when it changes")
      ->type_name("FILE");
  command->add_option("--tls-key", options->tls_key, "Its private key, PEM")->type_name("FILE");
  command
      ->add_option("--client-ca", options->client_ca,
                   "Demand client certificates that these authorities signed")
      ->type_name("FILE");
  command
      ->add_option("--write-ca", options->write_ca,
                   "Where to write the authority of a self-signed certificate")
      ->type_name("FILE");
  CLI::Option* kubeconfig = command
                                ->add_option("--kubeconfig", options->kubeconfig,
                                             "Cluster to follow, and to create templates in")
                                ->type_name("FILE");
  command->add_option("--context", options->context, "Context of the kubeconfig")
      ->type_name("NAME");
  command->add_flag("--in-cluster", options->in_cluster, "Use the service account of this pod")
      ->excludes(kubeconfig);
  command
      ->add_option("--namespace", options->ns,
                   "Namespace of what the replicas share: the Lease and the certificates' Secret "
                   "(default: that of the account)")
      ->type_name("NS");
  command
      ->add_option("--certificates-secret", options->certificates_secret,
                   "Secret of certificates that the replicas make and renew, and put into the "
                   "webhook configurations")
      ->type_name("NAME");
  command
      ->add_option("--service", options->service,
                   "Service that the API server reaches the replicas by")
      ->type_name("NAME");
  command
      ->add_option("--template-time-to-live", options->template_hours,
                   "Hours after its last use that the leader removes a generated template which no "
                   "pod names")
      ->default_val(admission::kTemplateTimeToLive.count())
      ->check(CLI::Range(admission::kTemplateTimeToLiveMin.count(),
                         admission::kTemplateTimeToLiveMax.count()))
      ->type_name("HOURS");
  command->add_option("--threads", options->server.threads, "Request threads; 0: one for each CPU")
      ->check(CLI::Range(0U, kThreadsMax))
      ->type_name("N");
  command
      ->add_option("--shutdown-delay", options->shutdown_delay_ms,
                   "Milliseconds that SIGTERM lets pass before closing")
      ->check(CLI::Range(0, 600'000))
      ->type_name("MS");
  command->add_option("--log-level", options->log_level, "debug, info, warn or error")
      ->check(one_of({"debug", "info", "warn", "error"}))
      ->type_name("LEVEL");
  command->footer(
      "Examples:\n"
      "  drawbridge serve --state examples/cluster --write-ca ca.pem\n"
      "  drawbridge serve --in-cluster --tls-cert tls.crt --tls-key tls.key");
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace drawbridge::cli
