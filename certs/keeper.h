// CertificateKeeper: makes, shares, renews and serves the certificates that Drawbridge makes itself
// (plan.h says what they are), and keeps them trusted by our own webhook configurations.
//
// Every replica does all of it; the API server's resourceVersions decide who was first, and the
// others read what the first wrote.
#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "certs/expiry.h"
#include "certs/plan.h"
#include "kube/client/alarm.h"
#include "kube/client/client.h"
#include "kube/client/tls.h"

namespace drawbridge {

// How often the Secret and the webhook configurations are looked at: how long an emptied caBundle
// stays empty at most. Four small requests of each replica.
inline constexpr std::chrono::milliseconds kCertificateLookInterval{5'000};
// A request that takes longer is given up until the next look.
inline constexpr std::chrono::milliseconds kCertificateRequestTime{5'000};
// A new certificate is served this long after its authority was put into all configurations: an API
// server learns of a change by its watch, moments after it was stored. A replica that has nothing
// else to serve does not wait.
inline constexpr std::chrono::milliseconds kBundleSpreadTime{10'000};

struct CertificateKeeperOptions {
  std::string ns = {};
  std::string secret = {};
  std::string service = {};
  // Names of the configurations whose webhooks call the Service. One that does not exist is passed
  // over, until it does.
  std::vector<std::string> mutating = {};
  std::vector<std::string> validating = {};
  // Clients of the server must show a certificate of these authorities; empty: none is asked for.
  std::string client_ca_pem = {};
  std::chrono::milliseconds interval = kCertificateLookInterval;
  std::chrono::milliseconds spread_time = kBundleSpreadTime;
  std::function<std::chrono::system_clock::time_point()> wall_clock =
      std::chrono::system_clock::now;
  enum class Event : std::uint8_t {
    kMade,     // new certificates were made and stored, and why
    kServing,  // the server uses other certificates from now on
    kHealed,   // a configuration's caBundle was set
    kProblem,  // something can't be done; told once until it is another problem
  };
  // Called on the client's executor; may not block.
  std::function<void(Event event, const std::string& text)> report = {};
};

// Not thread-safe but for is_serving() and expiry(): on the client's executor.
//
// RBAC: secrets create, and get and update of the one; the named configurations get and update.
class CertificateKeeper {
 public:
  // `client` and `context` outlive it. `context` is the server's; what it was made with is served
  // until the first certificates of the Secret are there.
  CertificateKeeper(const boost::asio::any_io_executor& executor, kube::Client& client,
                    kube::TlsContext& context, CertificateKeeperOptions options);
  CertificateKeeper(const CertificateKeeper&) = delete;
  CertificateKeeper& operator=(const CertificateKeeper&) = delete;

  // Runs until stop(), or until its client is stopped.
  boost::asio::awaitable<void> run();
  void stop();

  // Whether certificates of the Secret are served: before that, no replica is ready. Thread-safe.
  bool is_serving() const { return is_serving_; }
  // Of the certificate of the Secret that is served. Thread-safe.
  const CertificateExpiry& expiry() const { return expiry_; }

 private:
  using Event = CertificateKeeperOptions::Event;
  using Clock = std::chrono::steady_clock;

  boost::asio::awaitable<void> look();
  // The Secret's content as it is, or as it was just made; false where there is none to be had.
  boost::asio::awaitable<bool> settle_secret();
  boost::asio::awaitable<bool> store(std::shared_ptr<const kube::ApiResult> before,
                                     SharedCertificates held, std::string reason);
  // Whether the Secret still holds current_.
  boost::asio::awaitable<bool> holds_current();
  boost::asio::awaitable<void> settle_bundles();
  boost::asio::awaitable<bool> settle_bundle(kube::ResourcePath path);
  void serve();
  void tell(Event event, const std::string& text) const;
  void problem(const std::string& text);
  kube::Deadline soon() const;
  std::string secret_name() const;

  kube::Client& client_;
  kube::TlsContext& context_;
  const CertificateKeeperOptions options_;
  const std::vector<std::string> names_;
  kube::Alarm alarm_;
  bool stopped_ = false;

  SharedCertificates current_;  // what the Secret holds
  SharedCertificates served_;
  bool bundles_settled_ = false;       // all configurations have current_.ca_pem
  Clock::time_point settled_since_{};  // since when, for this ca_pem
  std::string settled_ca_;
  std::string look_problem_;  // of the look under way
  std::string told_problem_;
  CertificateExpiry expiry_;
  std::atomic<bool> is_serving_ = false;
};

}  // namespace drawbridge
