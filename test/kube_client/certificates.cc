#include "test/kube_client/certificates.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <atomic>
#include <stdexcept>

namespace drawbridge::kube {
namespace {

std::shared_ptr<EVP_PKEY> make_key() {
  return {EVP_EC_gen("P-256"), EVP_PKEY_free};
}

void check(int result) {
  if (result != 1) throw std::runtime_error("OpenSSL can't make a test certificate");
}

void add_extension(X509* certificate, X509* issuer, int id, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, id, value.c_str());
  if (extension == nullptr) throw std::runtime_error("no such extension: " + value);
  check(X509_add_ext(certificate, extension, -1));
  X509_EXTENSION_free(extension);
}

std::shared_ptr<X509> make_certificate(EVP_PKEY* key, const std::string& name, Validity validity) {
  static std::atomic<long> serial = 1;
  std::shared_ptr<X509> made(X509_new(), X509_free);
  check(X509_set_version(made.get(), X509_VERSION_3));
  check(ASN1_INTEGER_set(X509_get_serialNumber(made.get()), serial++));
  X509_gmtime_adj(X509_getm_notBefore(made.get()), validity.from);
  X509_gmtime_adj(X509_getm_notAfter(made.get()), validity.until);
  check(X509_set_pubkey(made.get(), key));
  check(X509_NAME_add_entry_by_txt(X509_get_subject_name(made.get()), "CN", MBSTRING_ASC,
                                   reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1,
                                   0));
  return made;
}

template <typename Write>
std::string pem_of(Write write) {
  const std::unique_ptr<BIO, int (*)(BIO*)> bio(BIO_new(BIO_s_mem()), BIO_free);
  check(write(bio.get()));
  char* text = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

std::string pem_of(X509* certificate) {
  return pem_of([certificate](BIO* bio) { return PEM_write_bio_X509(bio, certificate); });
}

void sign_authority(X509* certificate, X509* issuer, EVP_PKEY* issuer_key) {
  check(X509_set_issuer_name(certificate, X509_get_subject_name(issuer)));
  add_extension(certificate, issuer, NID_basic_constraints, "critical,CA:TRUE");
  add_extension(certificate, issuer, NID_key_usage, "critical,keyCertSign,cRLSign");
  add_extension(certificate, issuer, NID_subject_key_identifier, "hash");
  check(X509_sign(certificate, issuer_key, EVP_sha256()) > 0 ? 1 : 0);
}

}  // namespace

// All test authorities have one name, as the successive ones of a cluster do; the key tells them
// apart.
TestAuthority::TestAuthority(Validity validity)
    : key_(make_key()), certificate_(make_certificate(key_.get(), "test authority", validity)) {
  sign_authority(certificate_.get(), certificate_.get(), key_.get());
}

TestAuthority::TestAuthority(const TestAuthority& issuer, const std::string& name)
    : key_(make_key()), certificate_(make_certificate(key_.get(), name, {})) {
  sign_authority(certificate_.get(), issuer.certificate_.get(), issuer.key_.get());
}

TestAuthority::~TestAuthority() = default;

std::string TestAuthority::pem() const {
  return pem_of(certificate_.get());
}

TlsIdentity TestAuthority::issue(const std::string& names, Validity validity,
                                 const std::string& common_name) const {
  const std::shared_ptr<EVP_PKEY> key = make_key();
  const std::shared_ptr<X509> made = make_certificate(key.get(), common_name, validity);
  check(X509_set_issuer_name(made.get(), X509_get_subject_name(certificate_.get())));
  if (!names.empty()) add_extension(made.get(), certificate_.get(), NID_subject_alt_name, names);
  add_extension(made.get(), certificate_.get(), NID_authority_key_identifier, "keyid:always");
  check(X509_sign(made.get(), key_.get(), EVP_sha256()) > 0 ? 1 : 0);
  TlsIdentity identity;
  identity.certificate_chain_pem = pem_of(made.get());
  identity.private_key_pem = pem_of([&key](BIO* bio) {
    return PEM_write_bio_PrivateKey(bio, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
  });
  return identity;
}

}  // namespace drawbridge::kube
