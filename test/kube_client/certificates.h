// Certificates made for a test: an authority and what it signs (ECDSA P-256).
#pragma once

#include <memory>
#include <string>

#include "kube/client/tls.h"

struct evp_pkey_st;
struct x509_st;

namespace drawbridge::kube {

// Seconds from now.
struct Validity {
  long from = -3600;
  long until = 3600;
};

class TestAuthority {
 public:
  explicit TestAuthority(Validity validity = {});
  // An intermediate one.
  TestAuthority(const TestAuthority& issuer, const std::string& name);
  ~TestAuthority();
  TestAuthority(const TestAuthority&) = delete;
  TestAuthority& operator=(const TestAuthority&) = delete;

  std::string pem() const;
  // `names` as OpenSSL writes them: "IP:127.0.0.1,DNS:api.test"; empty: it has a common name alone.
  TlsIdentity issue(const std::string& names, Validity validity = {},
                    const std::string& common_name = "test leaf") const;

 private:
  std::shared_ptr<evp_pkey_st> key_;
  std::shared_ptr<x509_st> certificate_;
};

}  // namespace drawbridge::kube
