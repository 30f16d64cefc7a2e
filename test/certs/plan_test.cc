#include "certs/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "certs/generate.h"
#include "certs/inspect.h"
#include "kube/api/base64.h"

namespace drawbridge {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::system_clock;
using ::testing::HasSubstr;

const system_clock::time_point kNow{std::chrono::seconds(1'800'000'000)};
const std::vector<std::string> kNames = service_names("drawbridge", "drawbridge-system");

SharedCertificates made(system_clock::time_point now = kNow,
                        const std::vector<std::string>& names = kNames) {
  Result<SharedCertificates> certificates = renew_certificates({}, names, now);
  EXPECT_TRUE(certificates.ok());
  return std::move(certificates).value();
}

std::string reason(const SharedCertificates& held, system_clock::time_point now = kNow) {
  return plan_certificates(held, kNames, now).reason;
}

std::size_t count(const std::string& pem) {
  std::size_t certificates = 0;
  for (std::size_t at = 0; (at = pem.find("BEGIN CERT", at)) != std::string::npos; ++at) {
    ++certificates;
  }
  return certificates;
}

TEST(CertificatePlan, NamesOfAService) {
  EXPECT_EQ(kNames, (std::vector<std::string>{"drawbridge.drawbridge-system.svc",
                                              "drawbridge.drawbridge-system.svc.cluster.local",
                                              "drawbridge.drawbridge-system"}));
}

TEST(CertificatePlan, WhatWasJustMadeIsKept) {
  const SharedCertificates held = made();
  EXPECT_EQ(reason(held), "");
  EXPECT_TRUE(plan_certificates(held, kNames, kNow).usable);
  EXPECT_EQ(count(held.ca_pem), 1U);
  EXPECT_EQ(held.ca_pem.find("PRIVATE KEY"), std::string::npos);
  EXPECT_TRUE(is_covered(held.ca_pem, held.identity.certificate_chain_pem, kNow));
  EXPECT_FALSE(is_covered(made().ca_pem, held.identity.certificate_chain_pem, kNow));
  EXPECT_EQ(inspect_certificate(held.identity.certificate_chain_pem)->dns_names, kNames);
}

TEST(CertificatePlan, IsRenewedAtTwoThirdsAndServesUntilThen) {
  const SharedCertificates held = made();
  const auto due = kNow + kServingValidity * 2 / 3;
  EXPECT_EQ(reason(held, due - minutes(1)), "");
  const CertificatePlan plan = plan_certificates(held, kNames, due);
  EXPECT_THAT(plan.reason, HasSubstr("two thirds"));
  EXPECT_TRUE(plan.usable);
  EXPECT_TRUE(plan_certificates(held, kNames, kNow + kServingValidity - minutes(1)).usable);
  const CertificatePlan expired = plan_certificates(held, kNames, kNow + kServingValidity);
  EXPECT_THAT(expired.reason, HasSubstr("has expired"));
  EXPECT_FALSE(expired.usable);
}

TEST(CertificatePlan, ThroughYearsNothingServedIsEverUncovered) {
  SharedCertificates held = made();
  SharedCertificates before = held;
  int renewals = 0;
  for (auto now = kNow; now < kNow + hours(3 * 365 * 24); now += hours(4 * 24)) {
    if (!reason(held, now).empty()) {
      ASSERT_TRUE(plan_certificates(held, kNames, now).usable);
      before = std::exchange(held, renew_certificates(held, kNames, now).value());
      ++renewals;
    }
    ASSERT_TRUE(is_covered(held.ca_pem, held.identity.certificate_chain_pem, now));
    // A replica that has not noticed yet serves the one before, as long as that is valid.
    const bool old_valid = plan_certificates(before, kNames, now).usable;
    ASSERT_TRUE(!old_valid || is_covered(held.ca_pem, before.identity.certificate_chain_pem, now));
    ASSERT_LE(count(held.ca_pem), 2U);
  }
  EXPECT_EQ(renewals, 18);
}

TEST(CertificatePlan, DamageIsNamed) {
  SharedCertificates held = made();
  EXPECT_THAT(reason({}), HasSubstr("tls.crt holds no certificate"));
  SharedCertificates bad = held;
  bad.identity.certificate_chain_pem = "-----BEGIN CERTIFICATE-----\nAAAA\n";
  EXPECT_THAT(reason(bad), HasSubstr("tls.crt holds no certificate"));
  bad = held;
  bad.identity.private_key_pem = made().identity.private_key_pem;
  EXPECT_THAT(reason(bad), HasSubstr("tls.key is not the private key of its tls.crt"));
  bad.identity.private_key_pem = "no key";
  EXPECT_THAT(reason(bad), HasSubstr("tls.key is not the private key of its tls.crt"));
  bad = held;
  bad.ca_pem = made().ca_pem;
  EXPECT_THAT(reason(bad), HasSubstr("no authority of its ca.crt has signed"));
  bad.ca_pem.clear();
  EXPECT_THAT(reason(bad), HasSubstr("no authority"));
  EXPECT_FALSE(plan_certificates(bad, kNames, kNow).usable);
}

TEST(CertificatePlan, OtherNamesAreReplacedAfterAPause) {
  const SharedCertificates held = made(kNow, service_names("old", "drawbridge-system"));
  EXPECT_EQ(reason(held, kNow + kRenamePause - minutes(1)), "");
  const CertificatePlan plan = plan_certificates(held, kNames, kNow + kRenamePause);
  EXPECT_THAT(plan.reason, HasSubstr("lacks a name of the Service"));
  EXPECT_TRUE(plan.usable);
}

TEST(CertificatePlan, AClockThatIsBehindBreaksNothing) {
  EXPECT_EQ(reason(made(kNow + hours(48)), kNow), "");
}

TEST(CertificatePlan, AuthoritiesAreBounded) {
  SharedCertificates held;
  for (std::size_t i = 0; i < kAuthoritiesMax; ++i) {
    held = renew_certificates(held, kNames, kNow).value();
    EXPECT_EQ(count(held.ca_pem), i + 1);
  }
  const SharedCertificates more = renew_certificates(held, kNames, kNow).value();
  EXPECT_EQ(count(more.ca_pem), kAuthoritiesMax);
  EXPECT_EQ(reason(more), "");
  EXPECT_TRUE(is_covered(more.ca_pem, held.identity.certificate_chain_pem, kNow));
}

TEST(CertificatesSecret, KeepsWhatIsNotOurs) {
  const Result<kube::Document> before = kube::read_json(
      R"({"kind":"Secret","type":"Opaque","metadata":{"name":"s","resourceVersion":"7",)"
      R"("labels":{"a":"b"},"managedFields":[{}]},"data":{"other":"eA==","tls.crt":"eA=="}})");
  const SharedCertificates held = made();
  const Result<kube::Document> after =
      kube::read_json(certificates_secret_text(before->root(), "ns", "s", held));
  ASSERT_TRUE(after.ok());
  const kube::Json root = after->root();
  EXPECT_EQ(root["type"].as_string(), "Opaque");
  EXPECT_EQ(root["metadata"]["resourceVersion"].as_string(), "7");
  EXPECT_EQ(root["metadata"]["labels"]["a"].as_string(), "b");
  EXPECT_TRUE(root["metadata"]["managedFields"].is_null());
  EXPECT_EQ(root["data"]["other"].as_string(), "eA==");
  EXPECT_EQ(read_certificates_secret(root).identity.private_key_pem, held.identity.private_key_pem);
  EXPECT_EQ(read_certificates_secret(root).ca_pem, held.ca_pem);
  const Result<kube::Document> made_new =
      kube::read_json(certificates_secret_text(kube::Json(), "ns", "s", held));
  EXPECT_EQ(made_new->root()["type"].as_string(), "kubernetes.io/tls");
  EXPECT_EQ(made_new->root()["metadata"]["namespace"].as_string(), "ns");
  EXPECT_EQ(read_certificates_secret(kube::read_json(R"({"data":{"ca.crt":"%"}})")->root()).ca_pem,
            "");
}

TEST(CaBundle, IsSetWhereOurServiceIsCalled) {
  const Result<kube::Document> configuration = kube::read_json(
      R"({"kind":"ValidatingWebhookConfiguration","metadata":{"name":"d","resourceVersion":"7",)"
      R"("managedFields":[{}]},"webhooks":[)"
      R"({"name":"ours","clientConfig":{"service":{"name":"drawbridge","namespace":"ns","path":"/v"}}},)"
      R"({"name":"theirs","clientConfig":{"caBundle":"eA==","service":{"name":"other","namespace":"ns"}}},)"
      R"({"name":"url","clientConfig":{"url":"https://a"}}]})");
  ASSERT_TRUE(configuration.ok());
  EXPECT_TRUE(calls_service(configuration->root(), "drawbridge", "ns"));
  EXPECT_FALSE(calls_service(configuration->root(), "drawbridge", "other"));
  EXPECT_FALSE(with_bundle(configuration->root(), "drawbridge", "other", "CA"));
  const std::optional<std::string> changed =
      with_bundle(configuration->root(), "drawbridge", "ns", "CA");
  ASSERT_TRUE(changed);
  const Result<kube::Document> after = kube::read_json(*changed);
  ASSERT_TRUE(after.ok());
  const kube::Json webhooks = after->root()["webhooks"];
  EXPECT_EQ(webhooks.at(0)["clientConfig"]["caBundle"].as_string(), "Q0E=");
  EXPECT_EQ(webhooks.at(0)["clientConfig"]["service"]["path"].as_string(), "/v");
  EXPECT_EQ(webhooks.at(1)["clientConfig"]["caBundle"].as_string(), "eA==");
  EXPECT_TRUE(webhooks.at(2)["clientConfig"]["caBundle"].is_null());
  EXPECT_EQ(after->root()["metadata"]["resourceVersion"].as_string(), "7");
  EXPECT_TRUE(after->root()["metadata"]["managedFields"].is_null());
  EXPECT_FALSE(with_bundle(after->root(), "drawbridge", "ns", "CA"));
}

}  // namespace
}  // namespace drawbridge
