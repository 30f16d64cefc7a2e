// ExecPlugin: what a credential plugin says of who one is, kept until it expires or is refused
// (client.authentication.k8s.io/v1 and v1beta1, as kubectl does it).
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "kube/api/result.h"
#include "kube/client/alarm.h"
#include "kube/client/exec_config.h"
#include "kube/client/tls.h"

namespace drawbridge::kube {

struct ExecCredential {
  std::string token = {};     // empty: none
  TlsIdentity identity = {};  // both empty: none
  // Nothing: until the API server refuses it.
  std::optional<std::chrono::system_clock::time_point> expires = {};
};

// Whether it can stand in a header: it has no blank and no control character.
bool fits_a_header(std::string_view token);

// Reads what a plugin printed, an ExecCredential in JSON or YAML of the version that it was asked
// for. The text stands in no message, since it holds secrets.
Result<ExecCredential> read_exec_credential(std::string_view text, std::string_view api_version);

// Not thread-safe. At most one program runs at a time; all who need it wait for the same one. It
// runs to its own limit (ExecConfig::time_max), even when those who asked have given up, and is
// ended when the ExecPlugin is.
class ExecPlugin {
 public:
  using WallClock = std::function<std::chrono::system_clock::time_point()>;

  explicit ExecPlugin(ExecConfig config, WallClock wall_clock = std::chrono::system_clock::now);
  ~ExecPlugin();
  ExecPlugin(const ExecPlugin&) = delete;
  ExecPlugin& operator=(const ExecPlugin&) = delete;

  // kReady: credential() is as good as it gets now, or problem() says why there is none. The
  // program is run where nothing is kept that is in force.
  boost::asio::awaitable<Woken> refresh(Alarm* alarm, Deadline until);
  // The last that it gave, nullptr where it never gave one or where its last run failed after that
  // was refused or had expired.
  const ExecCredential* credential() const { return credential_ ? &*credential_ : nullptr; }
  const std::string& problem() const { return problem_; }
  // Changes with each credential.
  unsigned generation() const { return generation_; }

  // The API server did not accept credential(). Whether a new one may be asked for already.
  bool refused();
  const std::filesystem::path& command() const { return config_.command; }

  // Ends the program that runs, so that nothing is waited for.
  void stop();

 private:
  struct Flight;
  static boost::asio::awaitable<void> fly(std::shared_ptr<Flight> flight, ExecConfig config);
  bool is_due() const;
  void land(const Flight& flight);

  const ExecConfig config_;
  const WallClock wall_clock_;
  std::shared_ptr<Flight> flight_;  // the run under way, or none
  std::optional<ExecCredential> credential_;
  std::string problem_;
  Deadline not_before_{};  // when the program may run again
  bool refused_ = false;
  unsigned generation_ = 0;
};

}  // namespace drawbridge::kube
