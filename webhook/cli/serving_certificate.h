// The certificate that `drawbridge serve` begins with.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "certs/expiry.h"
#include "certs/reloader.h"
#include "kube/client/tls.h"
#include "webhook/cli/serve_options.h"

namespace drawbridge::cli {

// From files, then kept up to date, or made for this process.
class ServingCertificate {
 public:
  Status load(const ServeOptions& options);
  kube::TlsContext& context() { return *context_; }
  // What clients must show, where the certificate is not from files; empty for nothing.
  const std::string& client_ca_pem() const { return client_ca_pem_; }
  const CertificateExpiry& expiry() const { return reloader_ ? reloader_->expiry() : made_expiry_; }

 private:
  Status make(const ServeOptions& options);
  Status read_client_ca(const ServeOptions& options);
  Status read(const ServeOptions& options);
  Status use(Result<std::unique_ptr<kube::TlsContext>> context);

  std::string client_ca_pem_;
  CertificateExpiry made_expiry_;  // of the one that was made for this process
  std::unique_ptr<kube::TlsContext> context_;
  std::optional<CertificateReloader> reloader_;  // goes before what it keeps up to date
};

}  // namespace drawbridge::cli
