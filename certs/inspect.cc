#include "certs/inspect.h"

#include <openssl/pem.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include <memory>

#include "certs/openssl.h"

namespace drawbridge {
namespace {

using std::chrono::system_clock;
using Store = std::unique_ptr<X509_STORE, openssl::FreeWith<X509_STORE_free>>;
using StoreContext = std::unique_ptr<X509_STORE_CTX, openssl::FreeWith<X509_STORE_CTX_free>>;
using Names = std::unique_ptr<GENERAL_NAMES, openssl::FreeWith<GENERAL_NAMES_free>>;

std::vector<std::string> dns_names_of(X509* certificate) {
  std::vector<std::string> names;
  const Names all(static_cast<GENERAL_NAMES*>(
      X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)));
  if (!all) return names;
  for (int i = 0; i < sk_GENERAL_NAME_num(all.get()); ++i) {
    const GENERAL_NAME* name = sk_GENERAL_NAME_value(all.get(), i);
    if (name->type != GEN_DNS) continue;
    const unsigned char* text = ASN1_STRING_get0_data(name->d.dNSName);
    names.emplace_back(reinterpret_cast<const char*>(text),
                       static_cast<std::size_t>(ASN1_STRING_length(name->d.dNSName)));
  }
  return names;
}

std::string pem_of(X509* certificate) {
  const openssl::Bio pem(BIO_new(BIO_s_mem()));
  if (!pem || PEM_write_bio_X509(pem.get(), certificate) != 1) return {};
  return openssl::text_of(pem.get());
}

}  // namespace

std::optional<CertificateFacts> inspect_certificate(const std::string& pem) {
  const openssl::Certificate certificate = openssl::read_certificate(pem);
  (void)openssl::last_reason();
  if (!certificate) return std::nullopt;
  const auto begin = openssl::time_of(X509_get0_notBefore(certificate.get()));
  const auto end = openssl::time_of(X509_get0_notAfter(certificate.get()));
  if (!begin || !end) return std::nullopt;
  return CertificateFacts{*begin, *end, dns_names_of(certificate.get())};
}

bool is_covered(const std::string& bundle_pem, const std::string& certificate_pem,
                system_clock::time_point now) {
  const openssl::Certificate certificate = openssl::read_certificate(certificate_pem);
  const Store store(X509_STORE_new());
  const StoreContext context(X509_STORE_CTX_new());
  if (!certificate || !store || !context) return false;
  for (const openssl::Certificate& authority : openssl::read_certificates(bundle_pem)) {
    X509_STORE_add_cert(store.get(), authority.get());
  }
  const bool ready =
      X509_STORE_CTX_init(context.get(), store.get(), certificate.get(), nullptr) == 1 &&
      X509_STORE_CTX_set_default(context.get(), "ssl_server") == 1;
  if (ready) X509_STORE_CTX_set_time(context.get(), 0, system_clock::to_time_t(now));
  const bool covered = ready && X509_verify_cert(context.get()) == 1;
  (void)openssl::last_reason();
  return covered;
}

std::string living_certificates(const std::string& bundle_pem, system_clock::time_point now,
                                std::size_t count_max) {
  std::string text;
  std::size_t count = 0;
  for (const openssl::Certificate& certificate : openssl::read_certificates(bundle_pem)) {
    const auto end = openssl::time_of(X509_get0_notAfter(certificate.get()));
    const std::string pem = pem_of(certificate.get());
    const bool again = text.find(pem) != std::string::npos;
    if (!end || *end <= now || pem.empty() || again || count == count_max) continue;
    text += pem;
    ++count;
  }
  return text;
}

}  // namespace drawbridge
