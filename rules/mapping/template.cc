#include "rules/mapping/template.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include "kube/api/json_writer.h"
#include "kube/api/object.h"
#include "rules/mapping/canonical.h"

namespace drawbridge::rules {
namespace {

constexpr std::size_t kDigestBytes = 32;

// Looked up once: OpenSSL 3 searches its providers under a lock each time, which takes longer than
// hashing a claim.
const EVP_MD* sha256() {
  static const EVP_MD* const found = EVP_MD_fetch(nullptr, "SHA2-256", nullptr);
  return found;
}

std::array<unsigned char, kDigestBytes> digest_of(std::string_view text) {
  std::array<unsigned char, kDigestBytes> digest{};
  // Used again: to make one takes as long as to hash a claim.
  thread_local const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context(EVP_MD_CTX_new(),
                                                                                EVP_MD_CTX_free);
  // A name that is not the hash of its content would be trusted: better to end than to go on.
  if (EVP_DigestInit_ex(context.get(), sha256(), nullptr) != 1 ||
      EVP_DigestUpdate(context.get(), text.data(), text.size()) != 1 ||
      EVP_DigestFinal_ex(context.get(), digest.data(), nullptr) != 1) {
    std::abort();
  }
  return digest;
}

}  // namespace

std::string template_name(std::string_view canonical_spec) {
  constexpr std::string_view kHex = "0123456789abcdef";
  const std::array<unsigned char, kDigestBytes> digest = digest_of(canonical_spec);
  std::array<char, kTemplateHashDigits> digits{};
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    digits[i] = kHex[digest[i / 2] >> 4];
    digits[i + 1] = kHex[digest[i / 2] & 15];
  }
  std::string name;
  name.reserve(kTemplateNamePrefix.size() + digits.size());
  name.append(kTemplateNamePrefix).append(digits.data(), digits.size());
  return name;
}

bool is_generated_template_name(std::string_view name) {
  if (!name.starts_with(kTemplateNamePrefix)) return false;
  const std::string_view digits = name.substr(kTemplateNamePrefix.size());
  return digits.size() == kTemplateHashDigits &&
         digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string template_object(const ClaimTemplate& claim_template, std::string_view ns,
                            std::string_view version) {
  const std::string api_version = "resource.k8s.io/" + std::string(version);
  std::string text;
  kube::JsonWriter writer(text);
  writer.begin_object();
  writer.key("apiVersion").string(api_version).key("kind").string("ResourceClaimTemplate");
  writer.key("metadata").begin_object();
  writer.key("labels")
      .begin_object()
      .key("app.kubernetes.io/managed-by")
      .string("drawbridge")
      .end_object();
  writer.key("name").string(claim_template.name).key("namespace").string(ns).end_object();
  writer.key("spec");
  if (request_shape(api_version) == RequestShape::kFlat) {
    writer.raw(flat_template_spec(claim_template.spec)).end_object();
  } else {
    writer.raw(claim_template.spec).end_object();
  }
  return text;
}

std::optional<Finding> check_template(const kube::Json& claim_template) {
  const std::string_view name = kube::ObjectView(claim_template).name();
  if (!is_generated_template_name(name)) return std::nullopt;
  const std::string_view api_version = kube::ObjectView(claim_template).api_version();
  Result<std::string> spec =
      canonical_template_spec(claim_template["spec"], request_shape(api_version));
  if (!spec)
    return Finding{"MalformedObject", Severity::kDeny, "spec", spec.error().text() + ".",
                   "Write it as a quantity such as 16Gi."};
  if (template_name(*spec) == name) return std::nullopt;
  return Finding{
      "TemplateTampered", Severity::kDeny, "metadata.name",
      "ResourceClaimTemplate " + std::string(name) +
          " holds other content than its name stands for: names of this form are the hash of what "
          "a DeviceMapping makes, and pods trust them.",
      "Choose a name that does not begin with \"drawbridge-\"."};
}

}  // namespace drawbridge::rules
