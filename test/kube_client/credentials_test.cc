#include "kube/client/credentials.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/kube_client/certificates.h"
#include "test/kube_client/folder.h"

namespace drawbridge::kube {
namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;

const Credentials::Time kStart{seconds(1'000'000)};

std::unique_ptr<Credentials> load(const ClientConfig& config) {
  Result<std::unique_ptr<Credentials>> loaded = Credentials::load(config, kStart);
  EXPECT_TRUE(loaded.ok()) << (loaded ? "" : loaded.error().text());
  return loaded ? std::move(loaded).value() : nullptr;
}

std::string load_error(const ClientConfig& config) {
  const Result<std::unique_ptr<Credentials>> loaded = Credentials::load(config, kStart);
  return loaded ? "loaded" : loaded.error().text();
}

class CredentialsTest : public ::testing::Test {
 protected:
  CredentialsTest() {
    config_.origin = "the test";
    config_.ca.text = authority_.pem();
  }
  TestFolder folder_;
  TestAuthority authority_;
  ClientConfig config_;
};

TEST_F(CredentialsTest, ATokenFileIsReadAgainWhenItsTimeHasCome) {
  config_.token.file = folder_.write("token", "one\n");
  const std::unique_ptr<Credentials> credentials = load(config_);
  EXPECT_EQ(credentials->authorization(kStart), "Bearer one");
  folder_.write("token", "two\n");
  EXPECT_EQ(credentials->authorization(kStart + kCredentialAgeMax - seconds(1)), "Bearer one");
  EXPECT_EQ(credentials->authorization(kStart + kCredentialAgeMax), "Bearer two");
  folder_.write("token", "three\n");
  EXPECT_TRUE(credentials->reread(kStart + kCredentialAgeMax));
  EXPECT_EQ(credentials->authorization(kStart + kCredentialAgeMax), "Bearer three");
  EXPECT_FALSE(credentials->reread(kStart + kCredentialAgeMax));
}

TEST_F(CredentialsTest, ATokenFileThatIsGoneOrEmptyChangesNothing) {
  config_.token.file = folder_.write("token", "one");
  const std::unique_ptr<Credentials> credentials = load(config_);
  folder_.write("token", " \n");
  EXPECT_EQ(credentials->authorization(kStart + kCredentialAgeMax), "Bearer one");
  EXPECT_THAT(credentials->problem(), HasSubstr("is empty"));
  std::filesystem::remove(config_.token.file);
  EXPECT_EQ(credentials->authorization(kStart + 2 * kCredentialAgeMax), "Bearer one");
  EXPECT_THAT(credentials->problem(), HasSubstr("can't be read"));
  folder_.write("token", "two");
  EXPECT_EQ(credentials->authorization(kStart + 3 * kCredentialAgeMax), "Bearer two");
  EXPECT_EQ(credentials->problem(), "");
}

TEST_F(CredentialsTest, ATokenThatFitsNoHeaderIsRefused) {
  config_.token.text = "a\r\nX-Remote-User: root";
  EXPECT_EQ(load_error(config_), "the test: the token holds a character that no token has");
  config_.token.text = "\n";
  EXPECT_EQ(load_error(config_), "the test: the token is empty");
  config_.token.text = "with space";
  EXPECT_THAT(load_error(config_), HasSubstr("character"));
}

TEST_F(CredentialsTest, TheTextStandsInForAFileThatIsNotThere) {
  config_.token.text = "inline";
  config_.token.file = folder_.path() / "absent";
  EXPECT_EQ(load(config_)->authorization(kStart), "Bearer inline");
}

TEST_F(CredentialsTest, CertificatesAreFollowedAndKeptWhereTheNewOnesAreNone) {
  const TestAuthority next;
  config_.ca.text.clear();
  config_.ca.file = folder_.write("ca.crt", authority_.pem());
  const std::unique_ptr<Credentials> credentials = load(config_);
  const unsigned first = credentials->tls_generation();
  EXPECT_NE(credentials->tls(kStart + kCredentialAgeMax), nullptr);
  EXPECT_EQ(credentials->tls_generation(), first);
  folder_.write("ca.crt", "half a certifi");
  EXPECT_NE(credentials->tls(kStart + 2 * kCredentialAgeMax), nullptr);
  EXPECT_EQ(credentials->tls_generation(), first);
  EXPECT_THAT(credentials->problem(), HasSubstr("PEM"));
  folder_.write("ca.crt", "");
  EXPECT_NE(credentials->tls(kStart + 3 * kCredentialAgeMax), nullptr);
  EXPECT_THAT(credentials->problem(), HasSubstr("holds no certificate"));
  folder_.write("ca.crt", next.pem());
  EXPECT_NE(credentials->tls(kStart + 4 * kCredentialAgeMax - seconds(1)), nullptr);
  EXPECT_EQ(credentials->tls_generation(), first);
  EXPECT_NE(credentials->tls(kStart + 4 * kCredentialAgeMax), nullptr);
  EXPECT_EQ(credentials->tls_generation(), first + 1);
  EXPECT_EQ(credentials->problem(), "");
}

// How the kubelet replaces the files of a volume: they are links into ..data, which is a link to a
// folder and is swapped at once.
TEST_F(CredentialsTest, AServiceAccountsVolumeIsFollowed) {
  namespace fs = std::filesystem;
  const TestAuthority next;
  folder_.write("..2026_1/token", "one");
  folder_.write("..2026_1/ca.crt", authority_.pem());
  fs::create_symlink("..2026_1", folder_.path() / "..data");
  for (const char* name : {"token", "ca.crt"}) {
    fs::create_symlink(fs::path("..data") / name, folder_.path() / name);
  }
  config_.ca.text.clear();
  config_.ca.file = folder_.path() / "ca.crt";
  config_.token.file = folder_.path() / "token";
  const std::unique_ptr<Credentials> credentials = load(config_);
  EXPECT_EQ(credentials->authorization(kStart), "Bearer one");
  const unsigned first = credentials->tls_generation();

  folder_.write("..2026_2/token", "two");
  folder_.write("..2026_2/ca.crt", next.pem());
  fs::create_symlink("..2026_2", folder_.path() / "..data_tmp");
  fs::rename(folder_.path() / "..data_tmp", folder_.path() / "..data");
  fs::remove_all(folder_.path() / "..2026_1");
  EXPECT_EQ(credentials->identity_fields(kStart + kCredentialAgeMax),
            "Authorization: Bearer two\r\n");
  EXPECT_NE(credentials->tls(kStart + kCredentialAgeMax), nullptr);
  EXPECT_EQ(credentials->tls_generation(), first + 1);
  EXPECT_EQ(credentials->problem(), "");
}

TEST_F(CredentialsTest, WhatIsNoCertificateIsRefusedAtTheStart) {
  config_.ca.text = "no certificate";
  EXPECT_THAT(load_error(config_), HasSubstr("the test: the CA bundle is not PEM"));
  config_.ca.text.clear();
  config_.ca.file = folder_.write("ca.crt", "");
  EXPECT_THAT(load_error(config_), HasSubstr("ca.crt holds no certificate"));
  config_.ca.file.clear();
  config_.ca.text = authority_.pem();
  config_.certificate.text = authority_.issue("DNS:me").certificate_chain_pem;
  config_.key.text = authority_.issue("DNS:me").private_key_pem;
  EXPECT_THAT(load_error(config_), HasSubstr("does not belong to the certificate"));
}

TEST_F(CredentialsTest, WithoutTlsThereIsNone) {
  config_.server.tls = false;
  config_.ca.text = "never looked at";
  EXPECT_EQ(load(config_)->tls(kStart), nullptr);
}

}  // namespace
}  // namespace drawbridge::kube
