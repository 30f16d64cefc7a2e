// What a certificate in PEM says of itself, and who vouches for it.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace drawbridge {

struct CertificateFacts {
  std::chrono::system_clock::time_point not_before;
  std::chrono::system_clock::time_point not_after;
  std::vector<std::string> dns_names;  // of the subjectAltName
};

// Of the first certificate of the text; nothing where none can be read.
std::optional<CertificateFacts> inspect_certificate(const std::string& pem);

// Whether a client that trusts `bundle_pem` alone accepts the certificate as a server's at `now`,
// whatever its names.
bool is_covered(const std::string& bundle_pem, const std::string& certificate_pem,
                std::chrono::system_clock::time_point now);

// The certificates of `bundle_pem` that can be read and have not expired, in their order, each
// once, as one text; at most `count_max` of them.
std::string living_certificates(const std::string& bundle_pem,
                                std::chrono::system_clock::time_point now, std::size_t count_max);

}  // namespace drawbridge
