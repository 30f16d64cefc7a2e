#include "certs/plan.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "certs/files.h"
#include "certs/generate.h"
#include "certs/inspect.h"
#include "kube/api/base64.h"
#include "kube/api/json_writer.h"

namespace drawbridge {
namespace {

using kube::Json;
using kube::JsonWriter;
using std::chrono::system_clock;

constexpr std::string_view kCa = "ca.crt";
constexpr std::string_view kCertificate = "tls.crt";
constexpr std::string_view kKey = "tls.key";

std::string decoded(const Json& data, std::string_view key) {
  return kube::decode_base64(data[key].as_string()).value_or("");
}

bool lacks_a_name(const CertificateFacts& facts, const std::vector<std::string>& names) {
  return std::any_of(names.begin(), names.end(), [&facts](const std::string& name) {
    return std::find(facts.dns_names.begin(), facts.dns_names.end(), name) == facts.dns_names.end();
  });
}

void write_metadata(JsonWriter& writer, const Json& before, const std::string& ns,
                    const std::string& name) {
  writer.key("metadata").begin_object();
  if (before.is_null()) writer.key("name").string(name).key("namespace").string(ns);
  for (const Json::Member& member : before["metadata"].members()) {
    if (member.key() != "managedFields") writer.key(member.key()).json(member.value);
  }
  writer.end_object();
}

bool is_ours(const Json& webhook, const std::string& service, const std::string& ns) {
  const Json called = webhook["clientConfig"]["service"];
  return called["name"].as_string() == service && called["namespace"].as_string() == ns;
}

void write_with_bundle(JsonWriter& writer, const Json& webhook, const std::string& bundle) {
  writer.begin_object();
  for (const Json::Member& member : webhook.members()) {
    writer.key(member.key());
    if (member.key() != "clientConfig") {
      writer.json(member.value);
      continue;
    }
    writer.begin_object().key("caBundle").string(bundle);
    for (const Json::Member& field : member.value.members()) {
      if (field.key() != "caBundle") writer.key(field.key()).json(field.value);
    }
    writer.end_object();
  }
  writer.end_object();
}

}  // namespace

SharedCertificates read_certificates_secret(const Json& secret) {
  const Json data = secret["data"];
  SharedCertificates held;
  held.ca_pem = decoded(data, kCa);
  held.identity.certificate_chain_pem = decoded(data, kCertificate);
  held.identity.private_key_pem = decoded(data, kKey);
  return held;
}

std::string certificates_secret_text(const Json& before, const std::string& ns,
                                     const std::string& name,
                                     const SharedCertificates& certificates) {
  std::string text;
  JsonWriter writer(text);
  writer.begin_object().key("apiVersion").string("v1").key("kind").string("Secret");
  // The type of a Secret can't be changed.
  writer.key("type").string(before["type"].as_string("kubernetes.io/tls"));
  write_metadata(writer, before, ns, name);
  writer.key("data").begin_object();
  for (const Json::Member& member : before["data"].members()) {
    const std::string_view key = member.key();
    if (key != kCa && key != kCertificate && key != kKey) writer.key(key).json(member.value);
  }
  writer.key(kCa).string(kube::encode_base64(certificates.ca_pem));
  writer.key(kCertificate).string(kube::encode_base64(certificates.identity.certificate_chain_pem));
  writer.key(kKey).string(kube::encode_base64(certificates.identity.private_key_pem));
  writer.end_object().end_object();
  return text;
}

std::vector<std::string> service_names(const std::string& service, const std::string& ns) {
  const std::string name = service + "." + ns;
  return {name + ".svc", name + ".svc.cluster.local", name};
}

CertificatePlan plan_certificates(const SharedCertificates& held,
                                  const std::vector<std::string>& names,
                                  system_clock::time_point now) {
  CertificatePlan plan;
  const kube::TlsIdentity& identity = held.identity;
  const std::optional<CertificateFacts> facts = inspect_certificate(identity.certificate_chain_pem);
  if (!facts) {
    plan.reason = "its tls.crt holds no certificate that can be read";
    return plan;
  }
  if (!check_identity(identity, "the Secret").ok()) {
    plan.reason = "its tls.key is not the private key of its tls.crt";
    return plan;
  }
  if (facts->not_after <= now) {
    plan.reason = "its certificate has expired";
    return plan;
  }
  // Not yet valid: looked at as it will be, so that a clock that is behind breaks nothing.
  if (!is_covered(held.ca_pem, identity.certificate_chain_pem, std::max(now, facts->not_before))) {
    plan.reason = "no authority of its ca.crt has signed its certificate";
    return plan;
  }
  plan.usable = true;
  const system_clock::time_point made = facts->not_before + kCertificateBackdate;
  if (now >= made + (facts->not_after - made) * 2 / 3) {
    plan.reason = "two thirds of its certificate's life are over";
  } else if (lacks_a_name(*facts, names) && now >= made + kRenamePause) {
    plan.reason = "its certificate lacks a name of the Service";
  }
  return plan;
}

Result<SharedCertificates> renew_certificates(const SharedCertificates& held,
                                              const std::vector<std::string>& names,
                                              system_clock::time_point now) {
  if (names.empty()) return Error{"a certificate needs at least one name"};
  Validity validity;
  validity.now = now;
  validity.length = kServingValidity;
  const Result<kube::TlsIdentity> authority =
      make_authority("drawbridge authority of " + names.front(), validity);
  if (!authority) return authority.error();
  Result<kube::TlsIdentity> identity = make_serving_certificate(*authority, names, validity);
  if (!identity) return std::move(identity).error();
  SharedCertificates made;
  made.ca_pem =
      living_certificates(authority->certificate_chain_pem + held.ca_pem, now, kAuthoritiesMax);
  made.identity = std::move(identity).value();
  return made;
}

bool calls_service(const Json& configuration, const std::string& service, const std::string& ns) {
  const auto webhooks = configuration["webhooks"].elements();
  return std::any_of(webhooks.begin(), webhooks.end(),
                     [&](const Json& webhook) { return is_ours(webhook, service, ns); });
}

std::optional<std::string> with_bundle(const Json& configuration, const std::string& service,
                                       const std::string& ns, const std::string& ca_pem) {
  const std::string bundle = kube::encode_base64(ca_pem);
  const auto webhooks = configuration["webhooks"].elements();
  const bool complete = std::all_of(webhooks.begin(), webhooks.end(), [&](const Json& webhook) {
    return !is_ours(webhook, service, ns) ||
           webhook["clientConfig"]["caBundle"].as_string() == bundle;
  });
  if (complete) return std::nullopt;
  std::string text;
  JsonWriter writer(text);
  writer.begin_object();
  for (const Json::Member& member : configuration.members()) {
    if (member.key() == "metadata") {
      write_metadata(writer, configuration, "", "");
    } else if (member.key() == "webhooks") {
      writer.key("webhooks").begin_array();
      for (const Json& webhook : webhooks) {
        if (is_ours(webhook, service, ns)) {
          write_with_bundle(writer, webhook, bundle);
        } else {
          writer.json(webhook);
        }
      }
      writer.end_array();
    } else {
      writer.key(member.key()).json(member.value);
    }
  }
  writer.end_object();
  return text;
}

}  // namespace drawbridge
