#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <vector>

#include <prometheus/counter.h>
#include <prometheus/registry.h>

#include "certs/keeper.h"
#include "webhook/admission/admission_service.h"
#include "webhook/admission/api_gateway.h"
#include "webhook/admission/memory_gateway.h"
#include "webhook/cli/certificate_metrics.h"
#include "webhook/cli/commands.h"
#include "webhook/cli/config_file.h"
#include "webhook/cli/finding_metrics.h"
#include "webhook/cli/leader_metrics.h"
#include "webhook/cli/quota_metrics.h"
#include "webhook/cli/rule_metrics.h"
#include "webhook/cli/serve_options.h"
#include "webhook/cli/serving_certificate.h"
#include "webhook/cli/state_watcher.h"
#include "webhook/cli/usage.h"
#include "webhook/cli/view_metrics.h"
#include "webhook/server/server.h"
#include "webhook/server/termination.h"
#include "webhook/zones/zone_files.h"

namespace drawbridge::cli {
namespace {

// The way to the cluster, where there is one.
struct Cluster {
  std::unique_ptr<admission::Gateway> gateway;
  admission::ApiGateway* api = nullptr;  // `gateway`, where a cluster is behind it
  std::string ns;                        // what the replicas share lies there
};

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
                   admission::SnapshotStore& store, ServingCertificate& certificate) {
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

void tell_problems(const admission::Snapshot& snapshot) {
  for (const admission::Problem& problem : snapshot.problems())
    spdlog::error("cannot be used: {}", problem.line());
}

prometheus::Counter& reload_failures_in(prometheus::Registry& registry) {
  return prometheus::BuildCounter()
      .Name("drawbridge_state_reload_failures_total")
      .Help("Times that a changed --state folder could not be read.")
      .Register(registry)
      .Add({});
}

// What the log says of the folder as it changes. `failed` counts the times that it can't be read.
StateWatcher::Report report_of_state(std::string folder, bool begins_well,
                                     std::function<void()> failed) {
  return [folder = std::move(folder), failed = std::move(failed), was_well = begins_well](
             const admission::Snapshot* loaded, const std::string& problem) mutable {
    if (loaded == nullptr) {
      failed();
      was_well = false;
      return spdlog::error("{}. Deciding on what was there before", problem);
    }
    spdlog::info("{}: read again after a change", folder);
    tell_problems(*loaded);
    const bool is_well = loaded->problems().empty();
    if (is_well && !was_well) spdlog::info("{}: all of it can be used again", folder);
    was_well = is_well;
  };
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
  if (Status checked = check_serve_options(options); !checked) return complain(checked.error());
  const Result<rules::SharedSettings> settings = read_config(options.config);
  if (!settings) return complain(settings.error());
  TerminationSignal termination;
  std::vector<std::string> notes;
  Result<std::shared_ptr<const admission::Snapshot>> snapshot =
      load_snapshot(options.state, *settings, &notes);
  if (!snapshot) return complain(snapshot.error());
  for (const std::string& note : notes) spdlog::warn("{}", note);
  tell_problems(**snapshot);
  admission::SnapshotStore store(*snapshot);
  ServingCertificate certificate;
  if (Status loaded = certificate.load(options); !loaded) return complain(loaded.error());
  Result<Cluster> cluster = make_cluster(options);
  if (!cluster) return complain(cluster.error());

  prometheus::Registry registry;
  prometheus::Counter& reload_failures = reload_failures_in(registry);
  std::optional<StateWatcher> watcher;
  if (!options.state.empty())
    watcher.emplace(options.state, store,
                    report_of_state(options.state, (*snapshot)->problems().empty(),
                                    [&reload_failures] { reload_failures.Increment(); }));
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
  std::optional<QuotaMetrics> quota_metrics;
  if (view != nullptr) {
    view_metrics.emplace(*view);
    leader_metrics.emplace(*cluster->api);
    quota_metrics.emplace(store, [api = cluster->api] { return api->leads(); });
  }
  admission::AdmissionService service(store, *cluster->gateway, &zones::of_this_machine());
  const RuleMetrics rule_metrics(service.rules());
  const FindingMetrics finding_metrics(service.findings());
  options.server.limits.shutdown_delay = std::chrono::milliseconds(options.shutdown_delay_ms);
  Server server(options.server, certificate.context(), service);
  server.add_metrics(registry);
  server.add_metrics(certificate_metrics);
  server.add_metrics(rule_metrics);
  server.add_metrics(finding_metrics);
  if (view_metrics) server.add_metrics(*view_metrics);
  if (leader_metrics) server.add_metrics(*leader_metrics);
  if (quota_metrics) server.add_metrics(*quota_metrics);
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
  add_serve_options(*command, *options);
  command->footer(
      "Examples:\n"
      "  drawbridge serve --state examples/cluster --write-ca ca.pem\n"
      "  drawbridge serve --in-cluster --tls-cert tls.crt --tls-key tls.key");
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace drawbridge::cli
