// The server's certificate from files, as `--tls-cert`, `--tls-key` and `--client-ca` name them.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "kube/api/result.h"
#include "kube/client/tls.h"

namespace drawbridge {

struct CertificateFiles {
  std::string certificate_path;
  std::string private_key_path;
  // Empty: clients show no certificate.
  std::string client_ca_path = {};
};

// A certificate or key, or a bundle of authorities, is far smaller; what is larger is another file.
inline constexpr std::size_t kCertificateFileBytesMax = 1024 * 1024;
// A warning is given when less than this is left.
inline constexpr std::chrono::hours kExpiryWarning{14 * 24};

struct LoadedCertificates {
  kube::TlsServerOptions options;
  // What an administrator should know though the server can run with it: expired, soon to expire,
  // not yet valid, without names. One line each.
  std::vector<std::string> warnings;
};

// Reads and checks. An error names the file and what is wrong with it. The files may be replaced
// while they are read (a mounted Secret is, by a symbolic link): certificate and key that do not
// fit are then read anew.
Result<LoadedCertificates> load_certificates(const CertificateFiles& files,
                                             std::chrono::system_clock::time_point now);

// With a larger one a handshake takes more than a millisecond of a thread (2 of 3072 bits, 4 of
// 4096), and an ECDSA key a tenth of one. [bits]
inline constexpr int kQuickRsaBitsMax = 2048;

// The same two checks for certificates from elsewhere; `name` is what messages call them.
Status check_identity(const kube::TlsIdentity& identity, const std::string& name);
std::vector<std::string> certificate_warnings(const std::string& certificate_pem,
                                              const std::string& name,
                                              std::chrono::system_clock::time_point now);

}  // namespace drawbridge
