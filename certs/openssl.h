// OpenSSL's objects with owners, and the few calls on PEM text that certs/ repeats. For sources of
// certs/.
#pragma once

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace drawbridge::openssl {

template <auto kFree>
struct FreeWith {
  template <typename T>
  void operator()(T* object) const {
    kFree(object);
  }
};
using Bio = std::unique_ptr<BIO, FreeWith<BIO_free>>;
using BigNumber = std::unique_ptr<BIGNUM, FreeWith<BN_free>>;
using Certificate = std::unique_ptr<X509, FreeWith<X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, FreeWith<EVP_PKEY_free>>;
using X509Extension = std::unique_ptr<X509_EXTENSION, FreeWith<X509_EXTENSION_free>>;

// The reason of the last failed call, which is then forgotten.
std::string last_reason();

// The first certificate or key of the text; null where there is none. A key under a password is not
// read, and nobody is asked for it.
Certificate read_certificate(const std::string& pem);
Key read_key(const std::string& pem);
// Every certificate up to the first that can't be read.
std::vector<Certificate> read_certificates(const std::string& pem);

// Nothing where it can't be read.
std::optional<std::chrono::system_clock::time_point> time_of(const ASN1_TIME* time);

// What was written to a memory BIO.
std::string text_of(BIO* bio);
bool is_ip_address(const std::string& text);

}  // namespace drawbridge::openssl
