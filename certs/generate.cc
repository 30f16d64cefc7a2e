#include "certs/generate.h"

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <string_view>

#include "certs/openssl.h"

namespace drawbridge {
namespace {

using std::chrono::system_clock;

// Positive, at most 20 octets (RFC 5280, 4.1.2.2), too long to be guessed.
constexpr int kSerialBits = 127;
// The longest common name that X.509 allows; the real names are in the subjectAltName.
constexpr std::size_t kCommonNameBytesMax = 64;

struct Extension {
  int nid;
  std::string value;
};

Error failed(const std::string& what) {
  return Error{what + " can't be made: " + openssl::last_reason()};
}

Status add_extension(X509* certificate, X509* issuer, const Extension& extension) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  const openssl::X509Extension made(
      X509V3_EXT_conf_nid(nullptr, &context, extension.nid, extension.value.c_str()));
  if (!made || X509_add_ext(certificate, made.get(), -1) != 1) {
    return failed("the certificate's extension " + extension.value);
  }
  return {};
}

bool set_serial(X509* certificate) {
  const openssl::BigNumber number(BN_new());
  return number && BN_rand(number.get(), kSerialBits, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY) == 1 &&
         BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(certificate)) != nullptr;
}

bool set_validity(X509* certificate, const Validity& validity) {
  const std::time_t begin = system_clock::to_time_t(validity.now - kCertificateBackdate);
  const std::time_t end = system_clock::to_time_t(validity.now + validity.length);
  return ASN1_TIME_set(X509_getm_notBefore(certificate), begin) != nullptr &&
         ASN1_TIME_set(X509_getm_notAfter(certificate), end) != nullptr;
}

bool set_common_name(X509* certificate, const std::string& name) {
  const std::string cut = name.substr(0, kCommonNameBytesMax);
  return X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), "CN", MBSTRING_UTF8,
                                    reinterpret_cast<const unsigned char*>(cut.data()),
                                    static_cast<int>(cut.size()), -1, 0) == 1;
}

// All but issuer, extensions and signature.
Result<openssl::Certificate> begin_certificate(const std::string& common_name, EVP_PKEY* key,
                                               const Validity& validity) {
  openssl::Certificate certificate(X509_new());
  if (!certificate || X509_set_version(certificate.get(), X509_VERSION_3) != 1 ||
      !set_serial(certificate.get()) || !set_validity(certificate.get(), validity) ||
      !set_common_name(certificate.get(), common_name) ||
      X509_set_pubkey(certificate.get(), key) != 1) {
    return failed("the certificate of " + common_name);
  }
  return certificate;
}

Status finish_certificate(X509* certificate, X509* issuer, EVP_PKEY* issuer_key,
                          const std::vector<Extension>& extensions) {
  if (X509_set_issuer_name(certificate, X509_get_subject_name(issuer)) != 1) {
    return failed("the certificate");
  }
  for (const Extension& extension : extensions) {
    if (Status added = add_extension(certificate, issuer, extension); !added) return added;
  }
  if (X509_sign(certificate, issuer_key, EVP_sha256()) == 0) return failed("the signature");
  return {};
}

Result<kube::TlsIdentity> as_pem(X509* certificate, EVP_PKEY* key) {
  const openssl::Bio certificate_pem(BIO_new(BIO_s_mem()));
  const openssl::Bio key_pem(BIO_new(BIO_s_mem()));
  if (!certificate_pem || !key_pem || PEM_write_bio_X509(certificate_pem.get(), certificate) != 1 ||
      PEM_write_bio_PKCS8PrivateKey(key_pem.get(), key, nullptr, nullptr, 0, nullptr, nullptr) !=
          1) {
    return failed("the PEM text");
  }
  return kube::TlsIdentity{openssl::text_of(certificate_pem.get()),
                           openssl::text_of(key_pem.get())};
}

// "DNS:drawbridge.svc,IP:127.0.0.1". A comma or colon in a name would begin another entry.
Result<std::string> alternative_names(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    const bool address = openssl::is_ip_address(name);
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             std::string_view("-._*").find(c) != std::string_view::npos;
    });
    if (name.empty() || (!address && !plain)) {
      return Error{"\"" + name + "\" is neither a DNS name nor an IP address"};
    }
    if (!text.empty()) text += ',';
    text += (address ? "IP:" : "DNS:") + name;
  }
  return text;
}

// A certificate that `authority` signs, with `extensions` beside those that all of them carry.
Result<kube::TlsIdentity> make_leaf(const kube::TlsIdentity& authority,
                                    const std::string& common_name, const Validity& validity,
                                    std::vector<Extension> extensions) {
  const openssl::Certificate issuer = openssl::read_certificate(authority.certificate_chain_pem);
  const openssl::Key issuer_key = openssl::read_key(authority.private_key_pem);
  if (!issuer || !issuer_key) {
    return Error{"the authority is not a PEM certificate and key: " + openssl::last_reason()};
  }
  const openssl::Key key(EVP_EC_gen("P-256"));
  if (!key) return failed("a key");
  Result<openssl::Certificate> certificate = begin_certificate(common_name, key.get(), validity);
  if (!certificate) return std::move(certificate).error();
  extensions.push_back({NID_basic_constraints, "critical,CA:FALSE"});
  extensions.push_back({NID_key_usage, "critical,digitalSignature"});
  extensions.push_back({NID_subject_key_identifier, "hash"});
  extensions.push_back({NID_authority_key_identifier, "keyid:always"});
  Status finished =
      finish_certificate(certificate->get(), issuer.get(), issuer_key.get(), extensions);
  if (!finished) return std::move(finished).error();
  return as_pem(certificate->get(), key.get());
}

}  // namespace

Result<kube::TlsIdentity> make_authority(const std::string& common_name, const Validity& validity) {
  const openssl::Key key(EVP_EC_gen("P-256"));
  if (!key) return failed("a key");
  Result<openssl::Certificate> certificate = begin_certificate(common_name, key.get(), validity);
  if (!certificate) return std::move(certificate).error();
  X509* x509 = certificate->get();
  Status finished = finish_certificate(x509, x509, key.get(),
                                       {{NID_basic_constraints, "critical,CA:TRUE,pathlen:0"},
                                        {NID_key_usage, "critical,keyCertSign,cRLSign"},
                                        {NID_subject_key_identifier, "hash"}});
  if (!finished) return std::move(finished).error();
  return as_pem(x509, key.get());
}

Result<kube::TlsIdentity> make_serving_certificate(const kube::TlsIdentity& authority,
                                                   const std::vector<std::string>& names,
                                                   const Validity& validity) {
  if (names.empty()) return Error{"a certificate needs at least one name"};
  const Result<std::string> alternatives = alternative_names(names);
  if (!alternatives) return alternatives.error();
  return make_leaf(authority, names.front(), validity,
                   {{NID_ext_key_usage, "serverAuth"}, {NID_subject_alt_name, *alternatives}});
}

Result<kube::TlsIdentity> make_client_certificate(const kube::TlsIdentity& authority,
                                                  const std::string& common_name,
                                                  const Validity& validity) {
  return make_leaf(authority, common_name, validity, {{NID_ext_key_usage, "clientAuth"}});
}

Result<SelfSigned> make_self_signed(const std::vector<std::string>& names) {
  std::vector<std::string> all = {"localhost", "127.0.0.1", "::1"};
  for (const std::string& name : names) {
    if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
  }
  const Validity validity;
  Result<kube::TlsIdentity> authority = make_authority("drawbridge self-signed", validity);
  if (!authority) return std::move(authority).error();
  Result<kube::TlsIdentity> identity = make_serving_certificate(*authority, all, validity);
  if (!identity) return std::move(identity).error();
  return SelfSigned{std::move(identity).value(), authority->certificate_chain_pem};
}

}  // namespace drawbridge
