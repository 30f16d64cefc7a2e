// Credentials: a ClientConfig's trust and identity as they are now, followed when their files
// change, or as a credential plugin gives them.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "kube/api/result.h"
#include "kube/client/alarm.h"
#include "kube/client/config.h"
#include "kube/client/error.h"
#include "kube/client/exec_plugin.h"
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

  // Before each request: asks the credential plugin where nothing that it gave is in force. Nothing
  // where all is well; else there is no identity, and no request may be sent. Files and texts need
  // no waiting for.
  boost::asio::awaitable<std::optional<HostError>> ready(Alarm* alarm, Deadline until);

  // The header fields that say who one is, each with its line break: Authorization and
  // Impersonate-*. Empty where there are none.
  std::string identity_fields(Time now);
  // The value of the Authorization header; empty where there is no token.
  const std::string& authorization(Time now);
  // For the connections that are opened from now on. nullptr where the server speaks no TLS.
  const TlsContext* tls(Time now);
  // Changes whenever tls() begins to give other certificates; connections opened under an earlier
  // number still carry the earlier identity.
  unsigned tls_generation() const { return tls_generation_; }

  // Changes whenever a plugin gives other credentials.
  unsigned identity_generation() const { return identity_generation_; }

  // After the server did not accept who we are, or we not who it is: reads every file at once. True
  // when something is another now than before.
  bool reread(Time now);
  // The same after a request that was sent under `identity_generation`. Also true when a plugin has
  // given others since, or may be asked again: ready() does it.
  bool reread(Time now, unsigned identity_generation);

  // Ends a plugin that runs.
  void stop() {
    if (plugin_) plugin_->stop();
  }

  // What the last reading of the files stumbled over; empty when all is well.
  std::string problem() const;

 private:
  explicit Credentials(const ClientConfig& config);
  Status adopt(const ExecCredential& credential);
  Status read_token(Time now);
  Status read_tls(Time now);

  const ClientConfig config_;
  const std::string impersonation_fields_;
  // Where a plugin is configured and neither a token nor a certificate is.
  std::unique_ptr<ExecPlugin> plugin_;
  TlsIdentity plugin_identity_;
  unsigned identity_generation_ = 0;
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
