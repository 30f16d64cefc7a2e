// The flags of `drawbridge serve`.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <string>

#include "kube/api/result.h"
#include "kube/client/config.h"
#include "webhook/admission/template_keeper.h"
#include "webhook/server/limits.h"
#include "webhook/server/server.h"

namespace drawbridge::cli {

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

// Adds them to the command; `options` outlives it.
void add_serve_options(CLI::App& command, ServeOptions& options);

// An error says which flags do not go together, or what is missing.
Status check_serve_options(const ServeOptions& options);

bool has_cluster(const ServeOptions& options);
// Precondition: has_cluster().
Result<kube::ClientConfig> client_config(const ServeOptions& options);

}  // namespace drawbridge::cli
