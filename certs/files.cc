#include "certs/files.h"

#include <openssl/asn1.h>
#include <openssl/x509v3.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <memory>
#include <system_error>

#include "certs/openssl.h"

namespace drawbridge {
namespace {

using std::chrono::system_clock;

// A rotation swaps both files within milliseconds; a mismatch that outlasts these reads is a
// mistake.
constexpr int kReadsMax = 3;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

Result<std::string> read_file(const std::string& path) {
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) return Error{path + " can't be opened: " + std::system_category().message(errno)};
  std::string text(kCertificateFileBytesMax + 1, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file.get()));
  if (std::ferror(file.get()) != 0) {
    return Error{path + " can't be read: " + std::system_category().message(errno)};
  }
  if (text.size() > kCertificateFileBytesMax) {
    return Error{path + " is larger than 1 MiB and so no certificate or key"};
  }
  return text;
}

Status check_certificates(const std::string& pem, const std::string& name) {
  if (!openssl::read_certificates(pem).empty()) return {};
  return Error{name + " holds no certificate in PEM (-----BEGIN CERTIFICATE-----)"};
}

Status check_key(const std::string& pem, const std::string& name) {
  if (openssl::read_key(pem)) return {};
  if (pem.find("ENCRYPTED") != std::string::npos) {
    return Error{name + " is under a password. Write it without one: openssl pkey -in " + name +
                 " -out plain.pem"};
  }
  return Error{name + " holds no private key in PEM (-----BEGIN PRIVATE KEY-----): " +
               openssl::last_reason()};
}

bool belong_together(const kube::TlsIdentity& identity) {
  const openssl::Certificate leaf = openssl::read_certificate(identity.certificate_chain_pem);
  const openssl::Key key = openssl::read_key(identity.private_key_pem);
  const bool match = leaf && key && X509_check_private_key(leaf.get(), key.get()) == 1;
  (void)openssl::last_reason();
  return match;
}

std::string day_text(system_clock::time_point time) {
  const std::time_t seconds = system_clock::to_time_t(time);
  std::tm utc = {};
  ::gmtime_r(&seconds, &utc);
  std::array<char, 40> text;
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M UTC", &utc)};
}

Result<kube::TlsIdentity> read_identity(const CertificateFiles& files) {
  kube::TlsIdentity identity;
  for (int reads = 0; reads < kReadsMax; ++reads) {
    Result<std::string> certificate = read_file(files.certificate_path);
    if (!certificate) return std::move(certificate).error();
    Result<std::string> key = read_file(files.private_key_path);
    if (!key) return std::move(key).error();
    identity = {std::move(certificate).value(), std::move(key).value()};
    if (belong_together(identity)) return identity;
  }
  // Says which of the two is at fault, where one is.
  if (Status ok = check_certificates(identity.certificate_chain_pem, files.certificate_path); !ok) {
    return std::move(ok).error();
  }
  if (Status ok = check_key(identity.private_key_pem, files.private_key_path); !ok) {
    return std::move(ok).error();
  }
  return Error{files.private_key_path + " is not the key of the certificate in " +
               files.certificate_path + ". Give the key that the certificate was requested with."};
}

}  // namespace

Status check_identity(const kube::TlsIdentity& identity, const std::string& name) {
  if (Status ok = check_certificates(identity.certificate_chain_pem, name); !ok) return ok;
  if (Status ok = check_key(identity.private_key_pem, name); !ok) return ok;
  if (!belong_together(identity)) {
    return Error{"the private key of " + name + " is not the key of its certificate"};
  }
  return {};
}

std::vector<std::string> certificate_warnings(const std::string& certificate_pem,
                                              const std::string& name,
                                              system_clock::time_point now) {
  std::vector<std::string> warnings;
  const openssl::Certificate leaf = openssl::read_certificate(certificate_pem);
  if (!leaf) return warnings;
  const auto begin = openssl::time_of(X509_get0_notBefore(leaf.get()));
  const auto end = openssl::time_of(X509_get0_notAfter(leaf.get()));
  if (begin && *begin > now) {
    warnings.push_back(name + " is valid only from " + day_text(*begin) +
                       " on: until then clients refuse it");
  }
  if (end && *end <= now) {
    warnings.push_back(name + " has expired on " + day_text(*end) +
                       ": clients refuse it. Renew the certificate.");
  } else if (end && *end - now < kExpiryWarning) {
    warnings.push_back(name + " expires on " + day_text(*end) + ". Renew the certificate.");
  }
  if (X509_get_ext_by_NID(leaf.get(), NID_subject_alt_name, -1) < 0) {
    warnings.push_back(name +
                       " has no subjectAltName: the API server refuses it. Name the Service in it, "
                       "such as drawbridge.drawbridge-system.svc.");
  }
  const EVP_PKEY* key = X509_get0_pubkey(leaf.get());
  if (key != nullptr && EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA &&
      EVP_PKEY_get_bits(key) > kQuickRsaBitsMax) {
    warnings.push_back(name + " has an RSA key of " + std::to_string(EVP_PKEY_get_bits(key)) +
                       " bits: each new connection holds up the others of its thread for "
                       "milliseconds. Take an ECDSA key (P-256).");
  }
  return warnings;
}

Result<LoadedCertificates> load_certificates(const CertificateFiles& files,
                                             system_clock::time_point now) {
  Result<kube::TlsIdentity> identity = read_identity(files);
  if (!identity) return std::move(identity).error();
  LoadedCertificates loaded;
  loaded.options.identity = std::move(identity).value();
  loaded.warnings = certificate_warnings(loaded.options.identity.certificate_chain_pem,
                                         files.certificate_path, now);
  if (files.client_ca_path.empty()) return loaded;
  Result<std::string> client_ca = read_file(files.client_ca_path);
  if (!client_ca) return std::move(client_ca).error();
  if (Status ok = check_certificates(*client_ca, files.client_ca_path); !ok) {
    return std::move(ok).error();
  }
  loaded.options.client_ca_pem = std::move(client_ca).value();
  return loaded;
}

}  // namespace drawbridge
