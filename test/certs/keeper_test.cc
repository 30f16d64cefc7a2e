#include "certs/keeper.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "certs/generate.h"
#include "certs/inspect.h"
#include "kube/api/base64.h"
#include "test/kube_client/loop.h"
#include "test/kube_client/object_store.h"

namespace drawbridge {
namespace {

using kube::FakeServer;
using kube::ObjectStore;
using kube::SeenRequest;
using nlohmann::json;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::system_clock;
using ::testing::Contains;
using ::testing::HasSubstr;
using Event = CertificateKeeperOptions::Event;

// What is waited for comes within moments; under a sanitizer, on a busy machine, these are long.
constexpr milliseconds kPatience{30'000};

constexpr const char* kSecret = "/api/v1/namespaces/drawbridge-system/secrets/certs";
constexpr const char* kMutating =
    "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/drawbridge-early";
constexpr const char* kValidating =
    "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/drawbridge";

json configuration(const std::string& name) {
  return {{"metadata", {{"name", name}}},
          {"webhooks",
           {{{"name", "a.drawbridge.dev"},
             {"clientConfig",
              {{"service", {{"name", "drawbridge"}, {"namespace", "drawbridge-system"}}}}}}}}};
}

// Whether a client that trusts `ca_pem` alone, and shows `identity` when it is asked, gets through
// a handshake with `server`.
bool accepts(const kube::TlsContext& server, const std::string& ca_pem,
             const kube::TlsIdentity& identity = {}) {
  kube::TlsClientOptions options;
  options.ca_pem = ca_pem;
  options.identity = identity;
  const auto context = kube::TlsContext::client(options);
  // Without authorities those of the system would count.
  if (ca_pem.empty() || !context.ok()) return false;
  std::array<int, 2> ends = {};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()) != 0) return false;
  bool done = false;
  {
    auto client = kube::TlsStream::connect(**context, ends[0], "drawbridge.drawbridge-system.svc");
    auto peer = kube::TlsStream::accept(server, ends[1]);
    // In TLS 1.3 the client is done before the server has seen its certificate.
    for (int i = 0; i < 20 && !done; ++i) {
      const bool first = client->handshake().outcome == kube::TlsStep::Outcome::kProgress;
      done = peer->handshake().outcome == kube::TlsStep::Outcome::kProgress && first;
    }
  }
  ::close(ends[0]);
  ::close(ends[1]);
  return done;
}

struct Replica {
  std::unique_ptr<kube::Client> client;
  std::unique_ptr<kube::TlsContext> context;
  std::unique_ptr<CertificateKeeper> keeper;
  std::vector<std::string> told;
  int made = 0;
  int served = 0;
  bool done = false;
};

class KeeperTest : public ::testing::Test {
 protected:
  KeeperTest() : server_(store_.script()) {
    store_.put(kMutating, configuration("drawbridge-early"));
    store_.put(kValidating, configuration("drawbridge"));
  }
  ~KeeperTest() override {
    for (const auto& replica : replicas_) {
      replica->keeper->stop();
      replica->client->stop();
    }
    (void)until(kPatience, [this] {
      for (const auto& replica : replicas_) {
        if (!replica->done || replica->client->active() > 0) return false;
      }
      return true;
    });
  }

  Replica& start(const std::string& client_ca_pem = "") {
    replicas_.push_back(std::make_unique<Replica>());
    Replica& replica = *replicas_.back();
    replica.client = kube::Client::create(loop_.io.get_executor(), server_.config()).value();
    kube::TlsServerOptions first;
    first.identity = make_self_signed({})->identity;
    replica.context = kube::TlsContext::server(first).value();
    CertificateKeeperOptions options;
    options.ns = "drawbridge-system";
    options.secret = "certs";
    options.service = "drawbridge";
    options.mutating = {"drawbridge-early", "zz-drawbridge-late"};  // the second does not exist
    options.validating = {"drawbridge"};
    options.client_ca_pem = client_ca_pem;
    options.interval = milliseconds(20);
    options.spread_time = milliseconds(200);
    options.wall_clock = [this] { return now_; };
    options.report = [&replica](Event event, const std::string& text) {
      replica.told.push_back(text);
      replica.made += event == Event::kMade ? 1 : 0;
      replica.served += event == Event::kServing ? 1 : 0;
    };
    replica.keeper = std::make_unique<CertificateKeeper>(loop_.io.get_executor(), *replica.client,
                                                         *replica.context, std::move(options));
    boost::asio::co_spawn(loop_.io, replica.keeper->run(),
                          [&replica](std::exception_ptr) { replica.done = true; });
    return replica;
  }

  bool until(milliseconds time, const std::function<bool()>& done) {
    return loop_.until(done, static_cast<int>(time.count()));
  }
  void run_for(milliseconds time) {
    (void)until(time, [] { return false; });
  }

  std::string bundle(const char* path) const {
    const json& config = store_.get(path);
    const json& client = config["webhooks"][0]["clientConfig"];
    if (!client.contains("caBundle")) return "";
    return kube::decode_base64(client["caBundle"].get<std::string>()).value_or("");
  }
  SharedCertificates held() const {
    return read_certificates_secret(kube::read_json(store_.get(kSecret).dump())->root());
  }
  // Whether the API server would accept what this replica serves.
  bool is_trusted(const Replica& replica) const {
    return accepts(*replica.context, bundle(kMutating)) &&
           accepts(*replica.context, bundle(kValidating));
  }

  ObjectStore store_;
  kube::Loop loop_;
  FakeServer server_;
  // By which certificates are made and judged. Handshakes go by the real clock.
  system_clock::time_point now_ = system_clock::now();
  std::vector<std::unique_ptr<Replica>> replicas_;
};

TEST_F(KeeperTest, ThreeReplicasAgreeOnOneAuthority) {
  Replica& a = start();
  Replica& b = start();
  Replica& c = start();
  for (Replica* replica : {&a, &b, &c}) {
    EXPECT_FALSE(replica->keeper->is_serving());
  }
  ASSERT_TRUE(until(kPatience, [&] {
    return a.keeper->is_serving() && b.keeper->is_serving() && c.keeper->is_serving();
  }));
  EXPECT_EQ(a.made + b.made + c.made, 1);
  for (Replica* replica : {&a, &b, &c}) {
    EXPECT_TRUE(is_trusted(*replica));
    EXPECT_EQ(replica->served, 1);
    EXPECT_EQ(replica->keeper->expiry().get(), a.keeper->expiry().get());
  }
  EXPECT_GT(a.keeper->expiry().get(), std::chrono::system_clock::now() + std::chrono::hours(24));
  EXPECT_EQ(store_.get(kSecret)["type"], "kubernetes.io/tls");
  EXPECT_FALSE(store_.get(kSecret)["data"].contains("ca.key"));
  const int writes = store_.writes();
  run_for(milliseconds(300));
  EXPECT_EQ(store_.writes(), writes);
}

TEST_F(KeeperTest, ClientsAreAskedForACertificateFromThenOn) {
  const kube::TlsIdentity authority = make_authority("clients", {}).value();
  const kube::TlsIdentity other = make_authority("strangers", {}).value();
  const Replica& replica = start(authority.certificate_chain_pem);
  ASSERT_TRUE(until(milliseconds(5000), [&] { return replica.keeper->is_serving(); }));
  const std::string trusted = bundle(kMutating);
  const kube::TlsIdentity shown = make_client_certificate(authority, "apiserver", {}).value();
  const kube::TlsIdentity foreign = make_client_certificate(other, "apiserver", {}).value();
  EXPECT_TRUE(accepts(*replica.context, trusted, shown));
  EXPECT_FALSE(accepts(*replica.context, trusted, foreign));
  EXPECT_FALSE(accepts(*replica.context, trusted));
}

TEST_F(KeeperTest, NobodyServesWhatTheBundleDoesNotCover) {
  Replica& a = start();
  Replica& b = start();
  Replica& c = start();
  ASSERT_TRUE(until(kPatience, [&] {
    return a.keeper->is_serving() && b.keeper->is_serving() && c.keeper->is_serving();
  }));
  const std::string first = held().identity.certificate_chain_pem;
  // Each pass renews; the real clock, by which handshakes go, stays within all validities.
  for (int renewal = 0; renewal < 3; ++renewal) {
    store_.put(kSecret, [this] {
      json secret = store_.get(kSecret);
      secret["data"]["tls.key"] = "eA==";
      return secret;
    }());
    const auto all_serve = [&] {
      for (Replica* replica : {&a, &b, &c}) {
        EXPECT_TRUE(is_trusted(*replica));
        if (replica->served < renewal + 2) return false;
      }
      return true;
    };
    ASSERT_TRUE(until(kPatience, all_serve));
  }
  EXPECT_NE(held().identity.certificate_chain_pem, first);
  EXPECT_EQ(a.made + b.made + c.made, 4);
}

TEST_F(KeeperTest, IsRenewedBeforeItExpires) {
  Replica& a = start();
  ASSERT_TRUE(until(kPatience, [&] { return a.keeper->is_serving(); }));
  const SharedCertificates before = held();
  now_ += kServingValidity * 2 / 3 - hours(1);
  run_for(milliseconds(200));
  EXPECT_EQ(a.made, 1);
  now_ += hours(1);
  ASSERT_TRUE(until(kPatience, [&] { return a.served == 2; }));
  EXPECT_THAT(a.told, Contains(HasSubstr("two thirds of its certificate's life")));
  EXPECT_TRUE(is_covered(bundle(kMutating), before.identity.certificate_chain_pem, now_));
  EXPECT_TRUE(is_covered(bundle(kMutating), held().identity.certificate_chain_pem, now_));
}

TEST_F(KeeperTest, ANewCertificateIsServedOnlyWhenTheBundleHasSpread) {
  Replica& a = start();
  ASSERT_TRUE(until(kPatience, [&] { return a.keeper->is_serving(); }));
  now_ += kServingValidity * 2 / 3;
  ASSERT_TRUE(until(kPatience, [&] { return a.made == 2; }));
  const auto made = std::chrono::steady_clock::now();
  EXPECT_EQ(a.served, 1);
  ASSERT_TRUE(until(kPatience, [&] { return a.served == 2; }));
  EXPECT_GE(std::chrono::steady_clock::now() - made, milliseconds(150));
}

TEST_F(KeeperTest, AnEmptiedOrChangedBundleIsHealed) {
  Replica& a = start();
  ASSERT_TRUE(until(kPatience, [&] { return a.keeper->is_serving(); }));
  store_.put(kValidating, configuration("drawbridge"));
  ASSERT_TRUE(until(kPatience, [&] { return is_trusted(a); }));
  json other = configuration("drawbridge-early");
  other["webhooks"][0]["clientConfig"]["caBundle"] = "eA==";
  other["webhooks"].push_back({{"name", "another"}, {"clientConfig", {{"url", "https://a"}}}});
  store_.put(kMutating, other);
  ASSERT_TRUE(until(kPatience, [&] { return is_trusted(a); }));
  EXPECT_EQ(store_.get(kMutating)["webhooks"][1], other["webhooks"][1]);
  EXPECT_THAT(a.told, Contains(HasSubstr("validatingwebhookconfigurations/drawbridge: caBundle")));
  EXPECT_EQ(a.made, 1);
}

TEST_F(KeeperTest, AConfigurationThatComesLaterGetsTheBundle) {
  store_.remove(kMutating);
  Replica& a = start();
  ASSERT_TRUE(until(kPatience, [&] { return a.keeper->is_serving(); }));
  store_.put(kMutating, configuration("drawbridge-early"));
  EXPECT_TRUE(until(kPatience, [&] { return is_trusted(a); }));
}

TEST_F(KeeperTest, ADamagedSecretIsReplacedWithAClearWord) {
  Replica& a = start();
  ASSERT_TRUE(until(kPatience, [&] { return a.keeper->is_serving(); }));
  const json whole = store_.get(kSecret);
  const SharedCertificates another =
      *renew_certificates({}, service_names("drawbridge", "drawbridge-system"), now_);
  const std::vector<std::pair<json, std::string>> cases = {
      {{{"tls.crt", "%%"}}, "tls.crt holds no certificate"},
      {{{"tls.key", kube::encode_base64(another.identity.private_key_pem)}},
       "tls.key is not the private key of its tls.crt"},
      {{{"ca.crt", kube::encode_base64(another.ca_pem)}}, "no authority of its ca.crt"},
      {{{"tls.crt", nullptr}, {"tls.key", nullptr}, {"ca.crt", nullptr}}, "no certificate"},
  };
  int made = a.made;
  for (const auto& [damage, word] : cases) {
    json secret = store_.get(kSecret);
    secret["data"].merge_patch(damage);
    store_.put(kSecret, secret);
    ASSERT_TRUE(until(kPatience, [&] { return a.made == made + 1; })) << word;
    ++made;
    EXPECT_THAT(a.told, Contains(HasSubstr(word)));
    ASSERT_TRUE(until(kPatience, [&] { return a.served == made; }));
    EXPECT_TRUE(is_trusted(a));
  }
}

TEST_F(KeeperTest, ARemovedSecretIsMadeAnewAndWhatIsServedStaysTrusted) {
  Replica& a = start();
  ASSERT_TRUE(until(kPatience, [&] { return a.keeper->is_serving(); }));
  store_.remove(kSecret);
  const auto begin = std::chrono::steady_clock::now();
  const auto passed = [&] { return std::chrono::steady_clock::now() - begin; };
  // On a busy machine the second comes later.
  while (passed() < milliseconds(600) || (a.served < 2 && passed() < kPatience)) {
    run_for(milliseconds(10));
    ASSERT_TRUE(is_trusted(a));
  }
  EXPECT_EQ(a.served, 2);
}

TEST_F(KeeperTest, WhatIsForbiddenIsToldOnce) {
  store_.intercept([](const SeenRequest& request) -> std::optional<std::string> {
    if (request.line().find("/secrets") == std::string::npos) return std::nullopt;
    return kube::reply("403 Forbidden", kube::status_body(403, "Forbidden", "no secrets for you"));
  });
  Replica& a = start();
  run_for(milliseconds(300));
  EXPECT_FALSE(a.keeper->is_serving());
  ASSERT_EQ(a.told.size(), 1U);
  EXPECT_THAT(a.told.front(), HasSubstr("Secret drawbridge-system/certs can't be read"));
  EXPECT_THAT(a.told.front(), HasSubstr("no secrets for you; the chart's Role"));
  store_.intercept({});
  EXPECT_TRUE(until(kPatience, [&] { return a.keeper->is_serving(); }));
}

TEST_F(KeeperTest, ConfigurationsThatMayNotBeWrittenKeepNobodyFromServing) {
  store_.intercept([](const SeenRequest& request) -> std::optional<std::string> {
    if (!request.line().starts_with("PUT ")) return std::nullopt;
    return kube::reply("403 Forbidden", kube::status_body(403, "Forbidden", "not this"));
  });
  Replica& a = start();
  EXPECT_TRUE(until(kPatience, [&] { return a.keeper->is_serving(); }));
  EXPECT_TRUE(until(kPatience, [&] {
    return !a.told.empty() && a.told.back().find("caBundle can't be set") != std::string::npos;
  }));
}

// A replica that read the Secret before another renewed it, and is slow.
TEST_F(KeeperTest, AStaleReplicaDoesNotPutAnOldBundleBack) {
  Replica& a = start();
  ASSERT_TRUE(until(kPatience, [&] { return a.keeper->is_serving(); }));
  std::atomic<bool> renewed = false;
  const SharedCertificates next =
      *renew_certificates(held(), service_names("drawbridge", "drawbridge-system"), now_);
  // Between its look at the Secret and its look at the configurations, another replica does all.
  store_.intercept([&](const SeenRequest& request) -> std::optional<std::string> {
    if (renewed || request.line().find(kMutating) == std::string::npos) return std::nullopt;
    renewed = true;
    json secret = store_.get(kSecret);
    secret["data"]["ca.crt"] = kube::encode_base64(next.ca_pem);
    secret["data"]["tls.crt"] = kube::encode_base64(next.identity.certificate_chain_pem);
    secret["data"]["tls.key"] = kube::encode_base64(next.identity.private_key_pem);
    store_.put(kSecret, secret);
    for (const char* path : {kMutating, kValidating}) {
      json changed = store_.get(path);
      changed["webhooks"][0]["clientConfig"]["caBundle"] = kube::encode_base64(next.ca_pem);
      store_.put(path, changed);
    }
    return std::nullopt;
  });
  const int writes = store_.writes();
  ASSERT_TRUE(until(kPatience, [&] { return a.served == 2; }));
  EXPECT_EQ(store_.writes(), writes);
  EXPECT_TRUE(is_trusted(a));
}

TEST_F(KeeperTest, EndsWithItsClient) {
  Replica& a = start();
  ASSERT_TRUE(until(kPatience, [&] { return a.keeper->is_serving(); }));
  a.client->stop();
  EXPECT_TRUE(until(kPatience, [&] { return a.done; }));
}

TEST_F(KeeperTest, AnApiServerThatIsAwayTakesNothingFromWhatIsServed) {
  Replica& a = start();
  ASSERT_TRUE(until(kPatience, [&] { return a.keeper->is_serving(); }));
  store_.intercept(
      [](const SeenRequest&) { return kube::reply("500 Internal Server Error", "no JSON"); });
  run_for(milliseconds(300));
  EXPECT_TRUE(is_trusted(a));
  EXPECT_EQ(a.served, 1);
  EXPECT_THAT(a.told.back(), HasSubstr("can't be read"));
  store_.intercept({});
  store_.put(kValidating, configuration("drawbridge"));
  EXPECT_TRUE(until(kPatience, [&] { return is_trusted(a); }));
}

}  // namespace
}  // namespace drawbridge
