// Certificates: made, loaded from files, and reloaded while a server runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>

#include "certs/expiry.h"
#include "certs/files.h"
#include "certs/generate.h"
#include "certs/openssl.h"
#include "certs/reloader.h"
#include "test/webhook/server_testing.h"

namespace drawbridge::testing {
namespace {

using std::chrono::system_clock;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

class Folder {
 public:
  Folder()
      : path_(fs::temp_directory_path() /
              ("drawbridge-certs-" + std::to_string(::getpid()) + "-" + std::to_string(next_++))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  fs::path operator/(const std::string& name) const { return path_ / name; }
  std::string write(const std::string& name, const std::string& text) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }

 private:
  static inline int next_ = 0;
  fs::path path_;
};

kube::TlsIdentity made(const std::vector<std::string>& names, const Validity& validity = {}) {
  const Result<kube::TlsIdentity> authority = make_authority("test", validity);
  EXPECT_TRUE(authority.ok());
  Result<kube::TlsIdentity> identity = make_serving_certificate(*authority, names, validity);
  EXPECT_TRUE(identity.ok());
  return std::move(identity).value();
}

bool names(const std::string& pem, const std::string& name) {
  const openssl::Certificate certificate = openssl::read_certificate(pem);
  if (openssl::is_ip_address(name)) {
    return X509_check_ip_asc(certificate.get(), name.c_str(), 0) == 1;
  }
  return X509_check_host(certificate.get(), name.data(), name.size(), 0, nullptr) == 1;
}

TEST(CertificateExpiry, IsThatOfTheFirstCertificate) {
  const auto begin = system_clock::from_time_t(1'790'000'000);
  const auto chain = [&](std::chrono::hours life) {
    return made({"localhost"}, {.now = begin, .length = life}).certificate_chain_pem;
  };
  CertificateExpiry expiry;
  EXPECT_EQ(expiry.get(), std::nullopt);
  expiry.set(chain(1h) + chain(2h));
  EXPECT_EQ(expiry.get(), begin + 1h);
  expiry.set(chain(2h));
  EXPECT_EQ(expiry.get(), begin + 2h);
  expiry.set("no certificate");
  EXPECT_EQ(expiry.get(), std::nullopt);
}

TEST(MakeCertificates, ASelfSignedOneCarriesItsNames) {
  const Result<SelfSigned> made_up =
      make_self_signed({"drawbridge.system.svc", "10.0.0.1", "localhost"});
  ASSERT_TRUE(made_up.ok());
  const std::string& pem = made_up->identity.certificate_chain_pem;
  for (const char* name : {"localhost", "127.0.0.1", "::1", "drawbridge.system.svc", "10.0.0.1"}) {
    EXPECT_TRUE(names(pem, name)) << name;
  }
  EXPECT_FALSE(names(pem, "example.com"));
  EXPECT_TRUE(check_identity(made_up->identity, "it").ok());
  EXPECT_THAT(certificate_warnings(pem, "it", system_clock::now()), IsEmpty());
  // The bundle is the authority's certificate and not the server's.
  EXPECT_EQ(openssl::read_certificates(made_up->ca_bundle_pem).size(), 1u);
  const openssl::Certificate authority = openssl::read_certificate(made_up->ca_bundle_pem);
  EXPECT_EQ(X509_check_ca(authority.get()), 1);
  const openssl::Certificate leaf = openssl::read_certificate(pem);
  EXPECT_EQ(X509_check_ca(leaf.get()), 0);
  EXPECT_EQ(X509_check_issued(authority.get(), leaf.get()), X509_V_OK);
}

TEST(MakeCertificates, NamesThatWouldBecomeOtherEntriesAreRefused) {
  const Result<kube::TlsIdentity> authority = make_authority("test", {});
  ASSERT_TRUE(authority.ok());
  for (const char* name : {"", "a,DNS:b", "a:b", "a b", "a\nb", "\xff"}) {
    EXPECT_FALSE(make_serving_certificate(*authority, {"good", name}, {}).ok()) << name;
  }
  EXPECT_FALSE(make_serving_certificate(*authority, {}, {}).ok());
  EXPECT_FALSE(make_serving_certificate({"nonsense", "nonsense"}, {"good"}, {}).ok());
  // Longer than a common name may be.
  const std::string longest = std::string(60, 'a') + "." + std::string(60, 'b') + ".svc";
  EXPECT_TRUE(names(made({longest}).certificate_chain_pem, longest));
}

TEST(LoadCertificates, ReadsAPairAndAnAuthority) {
  const Folder folder;
  const kube::TlsIdentity identity = made({"localhost"});
  const CertificateFiles files = {folder.write("tls.crt", identity.certificate_chain_pem),
                                  folder.write("tls.key", identity.private_key_pem),
                                  folder.write("ca.crt", test_certificate().ca_bundle_pem)};
  const Result<LoadedCertificates> loaded = load_certificates(files, system_clock::now());
  ASSERT_TRUE(loaded.ok()) << loaded.error().text();
  EXPECT_THAT(loaded->warnings, IsEmpty());
  EXPECT_TRUE(kube::TlsContext::server(loaded->options).ok());
  EXPECT_EQ(loaded->options.client_ca_pem, test_certificate().ca_bundle_pem);
}

TEST(LoadCertificates, ErrorsNameTheFileAndWhatIsWrongWithIt) {
  const Folder folder;
  const kube::TlsIdentity identity = made({"localhost"});
  const std::string certificate = folder.write("tls.crt", identity.certificate_chain_pem);
  const std::string key = folder.write("tls.key", identity.private_key_pem);
  const std::string other_key = folder.write("other.key", made({"localhost"}).private_key_pem);
  const std::string nonsense = folder.write("nonsense", "-----BEGIN LOVE LETTER-----\n");
  const std::string missing = (folder / "missing").string();
  const std::string encrypted = folder.write(
      "encrypted.key",
      "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n");
  const std::string largest = folder.write("largest", std::string(kCertificateFileBytesMax, '\n'));
  const std::string larger =
      folder.write("larger", std::string(kCertificateFileBytesMax + 1, '\n'));
  const auto problem = [](const CertificateFiles& files) {
    const Result<LoadedCertificates> loaded = load_certificates(files, system_clock::now());
    return loaded ? std::string() : loaded.error().text();
  };
  EXPECT_EQ(problem({certificate, key}), "");
  EXPECT_EQ(problem({missing, key}), missing + " can't be opened: No such file or directory");
  EXPECT_THAT(problem({certificate, missing}), HasSubstr(missing + " can't be opened"));
  EXPECT_THAT(problem({nonsense, key}), HasSubstr(nonsense + " holds no certificate in PEM"));
  EXPECT_THAT(problem({key, certificate}), HasSubstr(key + " holds no certificate in PEM"));
  EXPECT_THAT(problem({certificate, nonsense}),
              HasSubstr(nonsense + " holds no private key in PEM"));
  EXPECT_THAT(problem({certificate, other_key}),
              HasSubstr(other_key + " is not the key of the certificate in " + certificate));
  EXPECT_THAT(problem({certificate, encrypted}), HasSubstr("under a password"));
  EXPECT_THAT(problem({certificate, key, nonsense}), HasSubstr(nonsense + " holds no certificate"));
  EXPECT_THAT(problem({certificate, key, missing}), HasSubstr(missing));
  EXPECT_THAT(problem({largest, key}), HasSubstr("holds no certificate"));
  EXPECT_THAT(problem({larger, key}), HasSubstr("larger than 1 MiB"));
  EXPECT_THAT(problem({(folder / "").string(), key}), HasSubstr("can't be"));
}

TEST(LoadCertificates, WarnsOfWhatClientsWillRefuse) {
  const auto now = system_clock::now();
  const auto warnings = [now](system_clock::time_point made_at, std::chrono::hours length) {
    return certificate_warnings(made({"localhost"}, {made_at, length}).certificate_chain_pem,
                                "tls.crt", now);
  };
  EXPECT_THAT(warnings(now - 100h, 99h), ElementsAre(HasSubstr("tls.crt has expired on 20")));
  EXPECT_THAT(warnings(now, kExpiryWarning - 1h), ElementsAre(HasSubstr("tls.crt expires on 20")));
  EXPECT_THAT(warnings(now, kExpiryWarning + 1h), IsEmpty());
  EXPECT_THAT(warnings(now + 2h, 9'999h), ElementsAre(HasSubstr("is valid only from 20")));
  const Result<kube::TlsIdentity> nameless = make_authority("nameless", {});
  ASSERT_TRUE(nameless.ok());
  EXPECT_THAT(certificate_warnings(nameless->certificate_chain_pem, "tls.crt", now),
              ElementsAre(HasSubstr("no subjectAltName")));
}

TEST(LoadCertificates, WarnsOfAKeyThatHoldsUpOtherConnections) {
  const auto warnings = [](int bits) {
    const openssl::Key key(
        EVP_PKEY_Q_keygen(nullptr, nullptr, "RSA", static_cast<std::size_t>(bits)));
    const openssl::Certificate certificate =
        openssl::read_certificate(made({"localhost"}).certificate_chain_pem);
    const openssl::Bio pem(BIO_new(BIO_s_mem()));
    EXPECT_EQ(X509_set_pubkey(certificate.get(), key.get()), 1);
    EXPECT_GT(X509_sign(certificate.get(), key.get(), EVP_sha256()), 0);
    EXPECT_EQ(PEM_write_bio_X509(pem.get(), certificate.get()), 1);
    return certificate_warnings(openssl::text_of(pem.get()), "tls.crt", system_clock::now());
  };
  EXPECT_THAT(warnings(kQuickRsaBitsMax), IsEmpty());
  EXPECT_THAT(warnings(kQuickRsaBitsMax + 8),
              ElementsAre(HasSubstr("tls.crt has an RSA key of 2056 bits")));
}

// A server's context whose files are looked at every few milliseconds, and what was reported.
class Reloading {
 public:
  Reloading(const CertificateFiles& files) {
    Result<LoadedCertificates> loaded = load_certificates(files, system_clock::now());
    EXPECT_TRUE(loaded.ok());
    context_ = std::move(kube::TlsContext::server(loaded->options)).value();
    const auto report = [this](CertificateReloader::Event event, const std::string& text) {
      const std::lock_guard lock(mutex_);
      (event == CertificateReloader::Event::kReloaded ? reloads_ : problems_).push_back(text);
    };
    reloader_ = std::make_unique<CertificateReloader>(*context_, files, std::move(loaded).value(),
                                                      report, 5ms);
  }
  bool reloads_become(std::size_t count) {
    return eventually([this, count] { return reloads_.size() == count; });
  }
  bool problems_become(std::size_t count) {
    return eventually([this, count] { return problems_.size() == count; });
  }
  std::optional<system_clock::time_point> expires() const { return reloader_->expiry().get(); }
  std::vector<std::string> problems() {
    const std::lock_guard lock(mutex_);
    return problems_;
  }

 private:
  template <typename Condition>
  bool eventually(Condition condition) {
    for (const auto until = std::chrono::steady_clock::now() + kPatience;
         std::chrono::steady_clock::now() < until; std::this_thread::sleep_for(2ms)) {
      const std::lock_guard lock(mutex_);
      if (condition()) return true;
    }
    return false;
  }

  std::mutex mutex_;
  std::vector<std::string> reloads_;
  std::vector<std::string> problems_;
  std::unique_ptr<kube::TlsContext> context_;
  std::unique_ptr<CertificateReloader> reloader_;
};

TEST(CertificateReloader, FollowsTheLinkOfAMountedSecret) {
  const Folder folder;
  // As the kubelet lays it out: tls.crt -> ..data/tls.crt, ..data -> a folder of its own for each
  // version.
  const auto add_version = [&folder](int version) {
    const std::string name = "..version" + std::to_string(version);
    const kube::TlsIdentity identity = made({"localhost"});
    folder.write(name + "/tls.crt", identity.certificate_chain_pem);
    folder.write(name + "/tls.key", identity.private_key_pem);
    fs::create_directory_symlink(name, folder / "..data_tmp");
    fs::rename(folder / "..data_tmp", folder / "..data");
  };
  add_version(0);
  fs::create_symlink("..data/tls.crt", folder / "tls.crt");
  fs::create_symlink("..data/tls.key", folder / "tls.key");
  Reloading reloading({(folder / "tls.crt").string(), (folder / "tls.key").string()});
  for (int version = 1; version <= 5; ++version) {
    add_version(version);
    EXPECT_TRUE(reloading.reloads_become(static_cast<std::size_t>(version)));
  }
  EXPECT_THAT(reloading.problems(), IsEmpty());
}

TEST(CertificateReloader, KeepsTheOldCertificateWhileTheFilesAreWrong) {
  const Folder folder;
  const auto day = std::chrono::floor<std::chrono::days>(system_clock::now());
  const kube::TlsIdentity first = made({"localhost"}, {.now = day, .length = 480h});
  const kube::TlsIdentity second = made({"localhost"}, {.now = day, .length = 960h});
  const CertificateFiles files = {folder.write("tls.crt", first.certificate_chain_pem),
                                  folder.write("tls.key", first.private_key_pem)};
  Reloading reloading(files);
  folder.write("tls.crt", second.certificate_chain_pem);
  ASSERT_TRUE(reloading.problems_become(1));
  EXPECT_THAT(reloading.problems()[0], HasSubstr("is not the key of the certificate"));
  EXPECT_THAT(reloading.problems()[0], HasSubstr("stays in use"));
  EXPECT_EQ(reloading.expires(), day + 480h);  // of what is served
  fs::remove(files.private_key_path);
  ASSERT_TRUE(reloading.problems_become(2));
  EXPECT_THAT(reloading.problems()[1], HasSubstr("can't be opened"));
  folder.write("tls.key", second.private_key_pem);
  EXPECT_TRUE(reloading.reloads_become(1));
  EXPECT_EQ(reloading.expires(), day + 960h);
  // Told once, not at each look.
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(reloading.problems().size(), 2u);
}

TEST(CertificateReloader, RotatesUnderARunningServer) {
  TestServer server;
  const Folder folder;
  const CertificateFiles files = {
      folder.write("tls.crt", test_certificate().identity.certificate_chain_pem),
      folder.write("tls.key", test_certificate().identity.private_key_pem)};
  Result<LoadedCertificates> loaded = load_certificates(files, system_clock::now());
  ASSERT_TRUE(loaded.ok());
  std::atomic<int> reloads = 0;
  const CertificateReloader reloader(
      server.tls(), files, std::move(loaded).value(),
      [&reloads](CertificateReloader::Event event, const std::string&) {
        reloads += event == CertificateReloader::Event::kReloaded;
      },
      5ms);
  Client old(server.port());
  ASSERT_TRUE(old.send(post("before")));
  ASSERT_TRUE(old.receive());
  const kube::TlsIdentity foreign = made({"localhost"});
  folder.write("tls.key", foreign.private_key_pem);
  folder.write("tls.crt", foreign.certificate_chain_pem);
  for (const auto until = std::chrono::steady_clock::now() + kPatience;
       reloads == 0 && std::chrono::steady_clock::now() < until;) {
    std::this_thread::sleep_for(2ms);
  }
  EXPECT_EQ(reloads, 1);
  // New connections get the other certificate, which this client does not trust; the old one goes
  // on.
  EXPECT_FALSE(Client(server.port()).connected());
  ASSERT_TRUE(old.send(post("after")));
  EXPECT_EQ(old.receive()->body, "after");
}

}  // namespace
}  // namespace drawbridge::testing
