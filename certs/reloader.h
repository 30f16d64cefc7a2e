// CertificateReloader: keeps a running server's certificate what its files say.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "certs/expiry.h"
#include "certs/files.h"
#include "kube/api/result.h"
#include "kube/client/tls.h"

namespace drawbridge {

// How often the files are read. They are compared by content, so that it does not matter how they
// were replaced: written over, renamed, or swapped by the link of a mounted Secret. The kubelet
// itself brings a changed Secret only after up to a minute.
inline constexpr std::chrono::milliseconds kCertificatePollInterval{10'000};

class CertificateReloader {
 public:
  enum class Event { kReloaded, kWarning, kKeptOld };
  // What to tell the administrator; called on the reloader's thread. A problem is told once, not at
  // each look.
  using Report = std::function<void(Event event, const std::string& text)>;

  // `context` must outlive the reloader and already use `loaded`, which came from `files`.
  CertificateReloader(kube::TlsContext& context, CertificateFiles files, LoadedCertificates loaded,
                      Report report,
                      std::chrono::milliseconds poll_interval = kCertificatePollInterval);
  ~CertificateReloader();
  CertificateReloader(const CertificateReloader&) = delete;
  CertificateReloader& operator=(const CertificateReloader&) = delete;

  // Of the certificate that is served, whatever the files hold. Any thread.
  const CertificateExpiry& expiry() const { return expiry_; }

 private:
  void run();
  void look();
  void keep_old(const std::string& problem);

  kube::TlsContext& context_;
  const CertificateFiles files_;
  const Report report_;
  const std::chrono::milliseconds poll_interval_;
  // The thread's own.
  kube::TlsServerOptions current_;
  std::vector<std::string> told_warnings_;
  std::string seen_problem_;
  std::string told_problem_;

  CertificateExpiry expiry_;
  std::mutex mutex_;
  std::condition_variable stop_requested_;
  bool stopping_ = false;  // protected by mutex_
  std::thread thread_;
};

}  // namespace drawbridge
