#include "webhook/cli/serving_certificate.h"

#include <spdlog/spdlog.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <system_error>
#include <utility>

#include "certs/files.h"
#include "certs/generate.h"

namespace drawbridge::cli {

Status ServingCertificate::load(const ServeOptions& options) {
  return options.tls_cert.empty() ? make(options) : read(options);
}

Status ServingCertificate::make(const ServeOptions& options) {
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
  // That of the Secret takes its place by itself.
  if (options.certificates_secret.empty())
    spdlog::info(
        "a self-signed certificate was made for this process; --tls-cert and --tls-key name a "
        "lasting one");
  return use(kube::TlsContext::server(tls));
}

Status ServingCertificate::read_client_ca(const ServeOptions& options) {
  if (options.client_ca.empty()) return {};
  Result<std::string> bundle = kube::read_config_file(options.client_ca);
  if (!bundle) return std::move(bundle).error();
  // Without an authority the server would ask for none, and let in everybody.
  if (bundle->find("-----BEGIN CERTIFICATE-----") == std::string::npos)
    return Error{options.client_ca + ": no certificate in PEM is in it"};
  client_ca_pem_ = std::move(*bundle);
  return {};
}

Status ServingCertificate::read(const ServeOptions& options) {
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

Status ServingCertificate::use(Result<std::unique_ptr<kube::TlsContext>> context) {
  if (!context) return std::move(context).error();
  context_ = std::move(*context);
  return {};
}

}  // namespace drawbridge::cli
