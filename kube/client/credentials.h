// Credentials: a ClientConfig's trust and identity as they are now, followed when their files
// change.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "kube/api/result.h"
#include "kube/client/config.h"
#include "kube/client/tls.h"

namespace drawbridge::kube {

// Files of credentials are read again when what was read of them is older than this. Bound tokens
// of a service account are replaced minutes before they expire.
inline constexpr std::chrono::seconds kCredentialAgeMax{60};

// Not thread-safe. A file that can't be read any more, or holds no PEM, changes nothing: what was
// read before is used on, and problem() says what is wrong.
class Credentials {
 public:
  using Time = std::chrono::steady_clock::time_point;

  static Result<std::unique_ptr<Credentials>> load(const ClientConfig& config, Time now);

  // The value of the Authorization header; empty where there is no token.
  const std::string& authorization(Time now);
  // For the connections that are opened from now on. nullptr where the server speaks no TLS.
  const TlsContext* tls(Time now);
  // Changes whenever tls() begins to give other certificates; connections opened under an earlier
  // number still carry the earlier identity.
  unsigned tls_generation() const { return tls_generation_; }

  // After the server did not accept who we are, or we not who it is: reads every file at once. True
  // when something is another now than before.
  bool reread(Time now);

  // What the last reading of the files stumbled over; empty when all is well.
  std::string problem() const;

 private:
  explicit Credentials(const ClientConfig& config) : config_(config) {}
  Status read_token(Time now);
  Status read_tls(Time now);

  const ClientConfig config_;
  std::string authorization_;
  Time token_read_at_{};
  std::string token_problem_;

  TlsClientOptions tls_options_;
  std::unique_ptr<TlsContext> tls_;
  Time tls_read_at_{};
  unsigned tls_generation_ = 0;
  std::string tls_problem_;
};

}  // namespace drawbridge::kube
