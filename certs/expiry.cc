#include "certs/expiry.h"

#include "certs/inspect.h"

namespace drawbridge {

using std::chrono::system_clock;

void CertificateExpiry::set(const std::string& pem) {
  const std::optional<CertificateFacts> facts = inspect_certificate(pem);
  unix_seconds_ = facts ? system_clock::to_time_t(facts->not_after) : 0;
}

std::optional<system_clock::time_point> CertificateExpiry::get() const {
  const std::int64_t seconds = unix_seconds_;
  if (seconds == 0) return std::nullopt;
  return system_clock::from_time_t(seconds);
}

}  // namespace drawbridge
