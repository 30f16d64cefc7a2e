#include "kube/client/credentials.h"

#include <string_view>
#include <utility>

#include "kube/client/dialer.h"
#include "kube/client/impersonation.h"

namespace drawbridge::kube {

namespace asio = boost::asio;

namespace {

// The file's contents, or the text that stands in for it.
Result<std::string> current(const Material& material) {
  if (material.file.empty()) return material.text;
  Result<std::string> text = read_config_file(material.file);
  if (!text && !material.text.empty()) return material.text;
  return text;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

bool same(const TlsClientOptions& a, const TlsClientOptions& b) {
  return a.ca_pem == b.ca_pem && a.identity.private_key_pem == b.identity.private_key_pem &&
         a.identity.certificate_chain_pem == b.identity.certificate_chain_pem;
}

}  // namespace

Credentials::Credentials(const ClientConfig& config)
    : config_(config),
      impersonation_fields_(config.impersonation ? impersonation_fields(*config.impersonation)
                                                 : std::string()) {
  // A token or a certificate of the kubeconfig comes first, as with kubectl.
  if (config.exec && config.token.empty() && config.certificate.empty()) {
    plugin_ = std::make_unique<ExecPlugin>(*config.exec);
  }
}

Result<std::unique_ptr<Credentials>> Credentials::load(const ClientConfig& config, Time now) {
  std::unique_ptr<Credentials> loaded(new Credentials(config));
  if (Status read = loaded->read_token(now); !read) {
    return Error{config.origin + ": " + read.error().message};
  }
  if (!config.server.tls) return loaded;
  if (Status read = loaded->read_tls(now); !read) {
    return Error{config.origin + ": " + read.error().message};
  }
  return loaded;
}

Status Credentials::read_token(Time now) {
  token_read_at_ = now;
  if (config_.token.empty()) return {};
  Result<std::string> text = current(config_.token);
  if (!text) return std::move(text).error();
  const std::string_view token = trimmed(*text);
  const std::string where =
      config_.token.file.empty() ? "" : " (" + config_.token.file.string() + ")";
  if (token.empty()) return Error{"the token" + where + " is empty"};
  if (!fits_a_header(token)) {
    return Error{"the token" + where + " holds a character that no token has"};
  }
  authorization_ = "Bearer " + std::string(token);
  return {};
}

Status Credentials::read_tls(Time now) {
  tls_read_at_ = now;
  TlsClientOptions options;
  options.skip_verification = config_.skip_verification;
  Result<std::string> ca = current(config_.ca);
  if (!ca) return std::move(ca).error();
  // An empty file would otherwise mean the authorities of the system.
  if (ca->empty() && !config_.ca.empty()) {
    return Error{config_.ca.file.string() + " holds no certificate"};
  }
  Result<std::string> certificate = current(config_.certificate);
  if (!certificate) return std::move(certificate).error();
  Result<std::string> key = current(config_.key);
  if (!key) return std::move(key).error();
  options.ca_pem = std::move(ca).value();
  options.identity.certificate_chain_pem = std::move(certificate).value();
  options.identity.private_key_pem = std::move(key).value();
  if (plugin_) options.identity = plugin_identity_;
  if (tls_ && same(options, tls_options_)) return {};
  if (tls_) {
    if (Status replaced = tls_->replace(options); !replaced) return replaced;
  } else {
    Result<std::unique_ptr<TlsContext>> made = TlsContext::client(options);
    if (!made) return std::move(made).error();
    tls_ = std::move(made).value();
  }
  tls_options_ = std::move(options);
  ++tls_generation_;
  return {};
}

asio::awaitable<std::optional<HostError>> Credentials::ready(Alarm* alarm, Deadline until) {
  if (!plugin_) co_return std::nullopt;
  const Woken woken = co_await plugin_->refresh(alarm, until);
  const std::string name = plugin_->command().string();
  if (woken != Woken::kReady) {
    co_return interrupted(woken, "waiting for the credential plugin " + name);
  }
  HostError error;
  error.kind = HostError::Kind::kIdentity;
  if (plugin_->credential() == nullptr) {
    error.message = plugin_->problem();
    co_return error;
  }
  if (identity_generation_ == plugin_->generation()) co_return std::nullopt;
  if (Status adopted = adopt(*plugin_->credential()); !adopted) {
    error.message = "the credential plugin " + name +
                    " gave a certificate that can't be used: " + adopted.error().message;
    co_return error;
  }
  identity_generation_ = plugin_->generation();
  co_return std::nullopt;
}

Status Credentials::adopt(const ExecCredential& credential) {
  plugin_identity_ = credential.identity;
  if (tls_) {
    if (Status read = read_tls(std::chrono::steady_clock::now()); !read) return read;
  }
  authorization_ = credential.token.empty() ? "" : "Bearer " + credential.token;
  return {};
}

std::string Credentials::identity_fields(Time now) {
  const std::string& value = authorization(now);
  return (value.empty() ? "" : "Authorization: " + value + "\r\n") + impersonation_fields_;
}

bool Credentials::reread(Time now, unsigned identity_generation) {
  const bool files = reread(now);
  if (!plugin_) return files;
  return files || identity_generation != identity_generation_ || plugin_->refused();
}

const std::string& Credentials::authorization(Time now) {
  if (!config_.token.file.empty() && now - token_read_at_ >= kCredentialAgeMax) {
    const Status read = read_token(now);
    token_problem_ = read ? "" : read.error().message;
  }
  return authorization_;
}

const TlsContext* Credentials::tls(Time now) {
  const bool files =
      !config_.ca.file.empty() || !config_.certificate.file.empty() || !config_.key.file.empty();
  if (tls_ && files && now - tls_read_at_ >= kCredentialAgeMax) {
    const Status read = read_tls(now);
    tls_problem_ = read ? "" : read.error().message;
  }
  return tls_.get();
}

bool Credentials::reread(Time now) {
  const std::string token_before = authorization_;
  const unsigned generation_before = tls_generation_;
  const Status token = read_token(now);
  token_problem_ = token ? "" : token.error().message;
  if (tls_) {
    const Status tls = read_tls(now);
    tls_problem_ = tls ? "" : tls.error().message;
  }
  return authorization_ != token_before || tls_generation_ != generation_before;
}

std::string Credentials::problem() const {
  if (token_problem_.empty()) return tls_problem_;
  return tls_problem_.empty() ? token_problem_ : token_problem_ + "; " + tls_problem_;
}

}  // namespace drawbridge::kube
