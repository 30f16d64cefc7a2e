// CertificateExpiry: when the certificate that is served ends, for a metric: whoever makes it,
// somebody has to be told before the API server is.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace drawbridge {

// Thread-safe. Said by whoever serves the certificate.
class CertificateExpiry {
 public:
  // `pem` is served from now on; its first certificate counts.
  void set(const std::string& pem);
  // Nothing before the first set(), and where the certificate could not be read.
  std::optional<std::chrono::system_clock::time_point> get() const;

 private:
  std::atomic<std::int64_t> unix_seconds_ = 0;  // 0: nothing
};

}  // namespace drawbridge
