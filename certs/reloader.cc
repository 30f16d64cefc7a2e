#include "certs/reloader.h"

#include <utility>

namespace drawbridge {
namespace {

bool equal(const kube::TlsServerOptions& a, const kube::TlsServerOptions& b) {
  return a.identity.certificate_chain_pem == b.identity.certificate_chain_pem &&
         a.identity.private_key_pem == b.identity.private_key_pem &&
         a.client_ca_pem == b.client_ca_pem;
}

}  // namespace

CertificateReloader::CertificateReloader(kube::TlsContext& context, CertificateFiles files,
                                         LoadedCertificates loaded, Report report,
                                         std::chrono::milliseconds poll_interval)
    : context_(context),
      files_(std::move(files)),
      report_(std::move(report)),
      poll_interval_(poll_interval),
      current_(std::move(loaded.options)),
      told_warnings_(std::move(loaded.warnings)) {
  expiry_.set(current_.identity.certificate_chain_pem);
  thread_ = std::thread([this] { run(); });
}

CertificateReloader::~CertificateReloader() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stop_requested_.notify_all();
  thread_.join();
}

void CertificateReloader::run() {
  std::unique_lock lock(mutex_);
  while (!stop_requested_.wait_for(lock, poll_interval_, [this] { return stopping_; })) {
    lock.unlock();
    look();
    lock.lock();
  }
}

void CertificateReloader::look() {
  Result<LoadedCertificates> loaded = load_certificates(files_, std::chrono::system_clock::now());
  if (!loaded) {
    keep_old(loaded.error().text());
    return;
  }
  if (!equal(loaded->options, current_)) {
    if (Status replaced = context_.replace(loaded->options); !replaced) {
      keep_old(files_.certificate_path + ": " + replaced.error().text());
      return;
    }
    current_ = loaded->options;
    expiry_.set(current_.identity.certificate_chain_pem);
    report_(Event::kReloaded,
            "new connections use the new certificate of " + files_.certificate_path);
  }
  seen_problem_.clear();
  told_problem_.clear();
  if (loaded->warnings == told_warnings_) return;
  told_warnings_ = loaded->warnings;
  for (const std::string& warning : told_warnings_) report_(Event::kWarning, warning);
}

void CertificateReloader::keep_old(const std::string& problem) {
  // Files that are just being replaced are a problem for one look only.
  if (problem != std::exchange(seen_problem_, problem) || problem == told_problem_) return;
  told_problem_ = problem;
  report_(Event::kKeptOld, problem + " The certificate loaded before stays in use.");
}

}  // namespace drawbridge
