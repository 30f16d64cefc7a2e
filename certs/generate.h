// Certificates made by ourselves: an authority and what it signs, ECDSA P-256 throughout (a
// handshake signs in 20 us with it, and in 300 us with RSA-2048).
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "kube/api/result.h"
#include "kube/client/tls.h"

namespace drawbridge {

// Certificates begin this long before they are made, for clients whose clock is behind.
inline constexpr std::chrono::hours kCertificateBackdate{1};
// Of an authority, and of what lives in memory and goes with the process.
inline constexpr std::chrono::hours kAuthorityValidity{10 * 365 * 24};

struct Validity {
  std::chrono::system_clock::time_point now = std::chrono::system_clock::now();
  std::chrono::hours length = kAuthorityValidity;
};

// A self-signed authority that signs certificates of servers and clients and no further
// authorities.
Result<kube::TlsIdentity> make_authority(const std::string& common_name, const Validity& validity);

// A server's certificate for `names`, DNS names or IP addresses, at least one; the first is its
// common name. The chain holds the certificate alone: clients have the authority's.
Result<kube::TlsIdentity> make_serving_certificate(const kube::TlsIdentity& authority,
                                                   const std::vector<std::string>& names,
                                                   const Validity& validity);

// A client's certificate, to be shown to a server that demands one of `authority`.
Result<kube::TlsIdentity> make_client_certificate(const kube::TlsIdentity& authority,
                                                  const std::string& common_name,
                                                  const Validity& validity);

// A server that was given no certificate: an authority whose key is forgotten at once, and a
// certificate for localhost, 127.0.0.1, ::1 and `names`.
struct SelfSigned {
  kube::TlsIdentity identity;
  std::string ca_bundle_pem;  // what clients, or a webhook configuration's caBundle, have to trust
};
Result<SelfSigned> make_self_signed(const std::vector<std::string>& names);

}  // namespace drawbridge
