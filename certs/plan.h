// What to do about the certificates that replicas share in a Secret. Pure: no clock, no network.
//
// The Secret (type kubernetes.io/tls) holds tls.crt and tls.key, the serving certificate, and
// ca.crt, the authorities that the API server is to trust. No authority's key is kept: each serving
// certificate has an authority of its own, whose key is forgotten as soon as it has signed. So what
// can be stolen from the Secret is one serving certificate of one service, and never the right to
// sign others that our webhook configurations trust.
//
// An authority stays in ca.crt until it expires: replicas that still serve under it, or that read
// the Secret late, stay trusted.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/result.h"
#include "kube/client/tls.h"

namespace drawbridge {

// How long a serving certificate and its authority are valid. It is replaced when two thirds of
// that are over, which leaves a month in which nothing breaks if replacing fails.
inline constexpr std::chrono::hours kServingValidity{90 * 24};
// Authorities in ca.crt at a time. One or two are normal; more come of a Secret that is damaged
// again and again.
inline constexpr std::size_t kAuthoritiesMax = 8;
// A certificate that lacks one of our names is replaced no sooner than this after it was made:
// replicas of two versions that name the service differently must not replace each other's in turn.
inline constexpr std::chrono::minutes kRenamePause{10};

struct SharedCertificates {
  std::string ca_pem = {};  // of all authorities to trust
  kube::TlsIdentity identity = {};
};

// Reads a Secret; what is missing or no base64 is empty.
SharedCertificates read_certificates_secret(const kube::Json& secret);
// The Secret to write: `before` (null: a new one) with our keys replaced, everything else kept.
std::string certificates_secret_text(const kube::Json& before, const std::string& ns,
                                     const std::string& name,
                                     const SharedCertificates& certificates);

// The names that the API server may call a Service by: NAME.NS.svc (the one that it uses),
// NAME.NS.svc.cluster.local, NAME.NS.
std::vector<std::string> service_names(const std::string& service, const std::string& ns);

struct CertificatePlan {
  // Not empty: new certificates must be made, and this is why, for the log.
  std::string reason = {};
  // Whether what is there can be served: readable, its own key, in force, covered by ca.crt.
  bool usable = false;
};
// `now` is compared with what the certificates say. One that is not valid yet is left alone, since
// a clock is wrong, and perhaps ours.
CertificatePlan plan_certificates(const SharedCertificates& held,
                                  const std::vector<std::string>& names,
                                  std::chrono::system_clock::time_point now);

// A new authority and serving certificate; of `held`, the authorities that are in force stay
// trusted.
Result<SharedCertificates> renew_certificates(const SharedCertificates& held,
                                              const std::vector<std::string>& names,
                                              std::chrono::system_clock::time_point now);

// The webhook configuration with `ca_pem` as the caBundle of every webhook that calls our Service;
// nothing where they all have it. `configuration` is a Mutating- or ValidatingWebhookConfiguration.
std::optional<std::string> with_bundle(const kube::Json& configuration, const std::string& service,
                                       const std::string& ns, const std::string& ca_pem);
// Whether a webhook of it calls our Service.
bool calls_service(const kube::Json& configuration, const std::string& service,
                   const std::string& ns);

}  // namespace drawbridge
