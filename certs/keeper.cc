#include "certs/keeper.h"

#include <memory>
#include <utility>

#include "certs/files.h"
#include "certs/inspect.h"

namespace drawbridge {

namespace asio = boost::asio;
using kube::ApiResult;
using kube::ResourcePath;

namespace {

ResourcePath secret_path(const std::string& ns, const std::string& name) {
  ResourcePath path;
  path.version = "v1";
  path.resource = "secrets";
  path.ns = ns;
  path.name = name;
  return path;
}

ResourcePath configuration_path(const char* resource, const std::string& name) {
  ResourcePath path;
  path.group = "admissionregistration.k8s.io";
  path.version = "v1";
  path.resource = resource;
  path.name = name;
  return path;
}

bool same(const SharedCertificates& a, const SharedCertificates& b) {
  return a.identity.certificate_chain_pem == b.identity.certificate_chain_pem &&
         a.identity.private_key_pem == b.identity.private_key_pem;
}

// What RBAC refused, with what to do.
std::string in_words(const ApiResult& result) {
  std::string text = result.error_text();
  if (!result.is(kube::kReasonForbidden)) return text;
  return text += "; the chart's Role and ClusterRole allow it where certificates.mode is BuiltIn";
}

}  // namespace

CertificateKeeper::CertificateKeeper(const asio::any_io_executor& executor, kube::Client& client,
                                     kube::TlsContext& context, CertificateKeeperOptions options)
    : client_(client),
      context_(context),
      options_(std::move(options)),
      names_(service_names(options_.service, options_.ns)),
      alarm_(executor) {}

void CertificateKeeper::stop() {
  stopped_ = true;
  alarm_.abort();
}

kube::Deadline CertificateKeeper::soon() const {
  return Clock::now() + kCertificateRequestTime;
}

std::string CertificateKeeper::secret_name() const {
  return "Secret " + options_.ns + "/" + options_.secret;
}

void CertificateKeeper::tell(Event event, const std::string& text) const {
  if (options_.report) options_.report(event, text);
}

void CertificateKeeper::problem(const std::string& text) {
  look_problem_ += (look_problem_.empty() ? "" : "; ") + text;
}

asio::awaitable<void> CertificateKeeper::run() {
  while (!stopped_) {
    look_problem_.clear();
    co_await look();
    if (stopped_) co_return;
    if (look_problem_ != told_problem_) {
      told_problem_ = look_problem_;
      if (!told_problem_.empty()) tell(Event::kProblem, told_problem_);
    }
    const kube::Deadline until = Clock::now() + options_.interval;
    const kube::Woken woken = co_await alarm_.sleep(until);
    if (woken == kube::Woken::kCancelled) co_return;
  }
}

asio::awaitable<void> CertificateKeeper::look() {
  const bool held = co_await settle_secret();
  if (!held || stopped_) co_return;
  co_await settle_bundles();
  if (!stopped_) serve();
}

asio::awaitable<bool> CertificateKeeper::settle_secret() {
  const ResourcePath path = secret_path(options_.ns, options_.secret);
  const kube::Deadline until = soon();
  ApiResult got = co_await client_.get(path, until);
  const auto before = std::make_shared<const ApiResult>(std::move(got));
  const kube::HostError* lost = before->host_error();
  if (lost != nullptr && lost->kind == kube::HostError::Kind::kCancelled) stopped_ = true;
  if (!before->ok() && !before->is(kube::kReasonNotFound)) {
    problem(secret_name() + " can't be read: " + in_words(*before));
    co_return false;
  }
  SharedCertificates held;
  std::string reason = "there was no " + secret_name();
  if (before->ok()) {
    held = read_certificates_secret(before->object());
    const CertificatePlan plan = plan_certificates(held, names_, options_.wall_clock());
    if (plan.usable) current_ = held;
    if (plan.reason.empty()) co_return true;
    reason = secret_name() + ": " + plan.reason;
    const bool stored = co_await store(before, std::move(held), std::move(reason));
    co_return stored || plan.usable;
  }
  const bool stored = co_await store(before, std::move(held), std::move(reason));
  co_return stored;
}

asio::awaitable<bool> CertificateKeeper::store(std::shared_ptr<const ApiResult> before,
                                               SharedCertificates held, std::string reason) {
  // A Secret that was removed takes nothing from the trust in what is still served.
  held.ca_pem += current_.ca_pem + served_.ca_pem;
  Result<SharedCertificates> made = renew_certificates(held, names_, options_.wall_clock());
  if (!made) {
    problem(made.error().message);
    co_return false;
  }
  const bool exists = before->ok();
  const kube::Json old = exists ? before->object() : kube::Json();
  const Result<kube::Document> secret =
      kube::read_json(certificates_secret_text(old, options_.ns, options_.secret, *made));
  if (!secret) {
    problem(secret_name() + " can't be written: " + secret.error().text());
    co_return false;
  }
  ResourcePath path = secret_path(options_.ns, exists ? options_.secret : "");
  const kube::Json body = secret->root();
  const kube::Deadline until = soon();
  ApiResult written;
  if (exists) {
    written = co_await client_.replace(path, body, until);
  } else {
    written = co_await client_.create(path, body, until);
  }
  if (written.ok()) {
    current_ = std::move(made).value();
    tell(Event::kMade,
         "new certificates were made and stored in " + secret_name() + ", because " + reason);
    co_return true;
  }
  // Another replica was first. Its certificates are read at once, not at the next look.
  if (written.is(kube::kReasonConflict) || written.is(kube::kReasonAlreadyExists)) {
    path.name = options_.secret;
    const kube::Deadline again = soon();
    const ApiResult theirs = co_await client_.get(path, again);
    if (!theirs.ok()) co_return false;
    SharedCertificates read = read_certificates_secret(theirs.object());
    const CertificatePlan plan = plan_certificates(read, names_, options_.wall_clock());
    if (plan.usable) current_ = std::move(read);
    co_return plan.usable;
  }
  problem(secret_name() + " can't be written: " + in_words(written));
  co_return false;
}

asio::awaitable<void> CertificateKeeper::settle_bundles() {
  bool settled = true;
  for (const std::string& name : options_.mutating) {
    ResourcePath path = configuration_path("mutatingwebhookconfigurations", name);
    const bool done = co_await settle_bundle(std::move(path));
    settled = settled && done;
  }
  for (const std::string& name : options_.validating) {
    ResourcePath path = configuration_path("validatingwebhookconfigurations", name);
    const bool done = co_await settle_bundle(std::move(path));
    settled = settled && done;
  }
  if (settled && (!bundles_settled_ || settled_ca_ != current_.ca_pem)) {
    settled_since_ = Clock::now();
    settled_ca_ = current_.ca_pem;
  }
  bundles_settled_ = settled;
}

asio::awaitable<bool> CertificateKeeper::settle_bundle(ResourcePath path) {
  const std::string shown = path.resource + "/" + path.name;
  const kube::Deadline until = soon();
  const ApiResult got = co_await client_.get(path, until);
  // Not installed, or not yet: there is nobody who calls us and would have to trust us.
  if (got.is(kube::kReasonNotFound)) co_return true;
  if (!got.ok()) {
    problem(shown + " can't be read: " + in_words(got));
    co_return false;
  }
  if (!calls_service(got.object(), options_.service, options_.ns)) co_return true;
  const std::optional<std::string> changed =
      with_bundle(got.object(), options_.service, options_.ns, current_.ca_pem);
  if (!changed) co_return true;
  // The Secret once more, after the configuration: if another replica has renewed since, its bundle
  // is in there or will be, and ours may not take its place. What comes between from now on is a
  // Conflict.
  const bool is_current = co_await holds_current();
  if (!is_current) co_return false;
  const Result<kube::Document> body = kube::read_json(*changed);
  if (!body) {
    problem(shown + " can't be changed: " + body.error().text());
    co_return false;
  }
  const kube::Json root = body->root();
  const kube::Deadline by = soon();
  const ApiResult written = co_await client_.replace(path, root, by);
  // Another replica, or a person, was first: the next look sees what came of it.
  if (written.is(kube::kReasonConflict)) co_return false;
  if (!written.ok()) {
    problem(shown + ": caBundle can't be set: " + in_words(written));
    co_return false;
  }
  tell(Event::kHealed, shown + ": caBundle is now the bundle of " + secret_name());
  co_return true;
}

asio::awaitable<bool> CertificateKeeper::holds_current() {
  const ResourcePath path = secret_path(options_.ns, options_.secret);
  const kube::Deadline until = soon();
  const ApiResult got = co_await client_.get(path, until);
  co_return got.ok() && read_certificates_secret(got.object()).ca_pem == current_.ca_pem;
}

void CertificateKeeper::serve() {
  if (same(current_, served_)) return;
  // What is served can be served on, as long as the API server accepts it.
  const auto now = options_.wall_clock();
  const bool has_other = plan_certificates(served_, names_, now).usable &&
                         is_covered(current_.ca_pem, served_.identity.certificate_chain_pem, now);
  const bool spread = bundles_settled_ && Clock::now() - settled_since_ >= options_.spread_time;
  if (has_other && !spread) return;
  kube::TlsServerOptions server;
  server.identity = current_.identity;
  server.client_ca_pem = options_.client_ca_pem;
  if (Status replaced = context_.replace(server); !replaced) {
    problem("the certificate of " + secret_name() +
            " can't be served: " + replaced.error().message);
    return;
  }
  served_ = current_;
  expiry_.set(server.identity.certificate_chain_pem);
  is_serving_ = true;
  tell(Event::kServing, "new connections use the certificate of " + secret_name());
}

}  // namespace drawbridge
