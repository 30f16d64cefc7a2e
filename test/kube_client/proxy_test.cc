#include "kube/client/proxy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/kube_client/certificates.h"
#include "test/kube_client/fake_proxy.h"
#include "test/kube_client/folder.h"
#include "test/kube_client/http_fixture.h"

namespace drawbridge::kube {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string parsed(const std::string& url) {
  const Result<Proxy> proxy = parse_proxy(url, "the variable");
  return proxy ? proxy->address.url() + " " + proxy->authorization : proxy.error().text();
}

TEST(ProxyUrl, IsRead) {
  EXPECT_EQ(parsed("http://proxy.test:3128"), "http://proxy.test:3128 ");
  EXPECT_EQ(parsed("http://proxy.test"), "http://proxy.test:80 ");
  EXPECT_EQ(parsed("https://proxy.test/"), "https://proxy.test:443 ");
  EXPECT_EQ(parsed("HTTP://[fd00::1]:3128/ignored"), "http://[fd00::1]:3128 ");
  // RFC 7617's own example.
  EXPECT_EQ(parsed("http://Aladdin:open%20sesame@p:1"),
            "http://p:1 Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
  EXPECT_EQ(parsed("http://u@p:1"), "http://p:1 Basic dTo=");
  EXPECT_EQ(parsed("http://u:p%40ss@p:1"), "http://p:1 Basic dTpwQHNz");
}

TEST(ProxyUrl, WhatIsNoneIsRefusedWithoutItsPassword) {
  EXPECT_THAT(parsed("socks5://proxy:1080"),
              AllOf(StartsWith("the variable asks for a SOCKS proxy"), HasSubstr("http://HOST")));
  EXPECT_THAT(parsed("socks5h://proxy:1080"), HasSubstr("SOCKS"));
  for (const char* url : {"", "proxy:3128", "ftp://proxy", "http://", "http://p:0",
                          "http://p:99999", "http://a b", "http://u:s3cret%@p",
                          "http://u:s3cret%g0@p", "http://u%3a:s3cret@p", "http://u:s3cret@p q"}) {
    EXPECT_THAT(parsed(url), AllOf(HasSubstr("is no address of a proxy"), Not(HasSubstr("s3cret"))))
        << url;
  }
}

// The proxy for `url` with these exceptions; "" for none.
std::string chosen(const std::string& url, const std::string& no_proxy) {
  const ProxyVariables variables = {"http://secure:1", "plain:2", no_proxy};
  const Result<std::optional<Proxy>> proxy = choose_proxy(variables, parse_server(url).value());
  if (!proxy) return proxy.error().text();
  return *proxy ? (*proxy)->address.host : "";
}

TEST(ProxyOfEnvironment, DependsOnTheServersScheme) {
  EXPECT_EQ(chosen("https://api.test", ""), "secure");
  EXPECT_EQ(chosen("http://api.test", ""), "plain");
  const Result<std::optional<Proxy>> none =
      choose_proxy(ProxyVariables{}, parse_server("https://api.test").value());
  EXPECT_TRUE(none.ok() && !*none);
  const Result<std::optional<Proxy>> socks =
      choose_proxy({"socks5://p:1", "", ""}, parse_server("https://api.test").value());
  EXPECT_THAT(socks.error().text(), HasSubstr("HTTPS_PROXY of the environment asks for a SOCKS"));
}

TEST(ProxyOfEnvironment, LocalServersAreReachedDirectly) {
  for (const char* url : {"https://localhost:6443", "https://127.0.0.1:1", "https://127.9.9.9",
                          "https://[::1]:6443"}) {
    EXPECT_EQ(chosen(url, ""), "") << url;
  }
  EXPECT_EQ(chosen("https://localhost.test", ""), "secure");
}

TEST(ProxyOfEnvironment, Exceptions) {
  struct Case {
    const char* url;
    const char* no_proxy;
    bool direct;
  };
  const Case cases[] = {
      {"https://api.test", "*", true},
      {"https://api.test", "test", true},
      {"https://api.test", "api.test", true},
      {"https://API.test", "aPi.Test", true},
      {"https://api.test", ".test", true},
      {"https://api.test", "*.test", true},
      {"https://api.test", ".api.test", false},
      {"https://xapi.test", "api.test", false},
      {"https://api.test", "api.test:443", true},
      {"https://api.test", "api.test:6443", false},
      {"https://api.test", " other.test , api.test ", true},
      {"https://api.test", ",,", false},
      {"https://api.test", ":443", false},
      {"https://10.96.0.1", "10.96.0.1", true},
      {"https://10.96.0.1", "10.96.0.1:443", true},
      {"https://10.96.0.1", "10.96.0.1:80", false},
      {"https://10.96.0.1", "10.0.0.0/8", true},
      {"https://10.96.0.1", "10.96.0.7/16", true},
      {"https://11.96.0.1", "10.0.0.0/8", false},
      {"https://10.96.0.1", "96.0.1", false},
      {"https://10.96.0.1", ".1", false},
      {"https://10.96.0.1", "10.0.0.0/99", false},
      {"https://[fd00::1]:6443", "fd00::1", true},
      {"https://[fd00::1]:6443", "[fd00::1]:6443", true},
      {"https://[fd00::1]:6443", "[fd00::1]:443", false},
      {"https://[fd00::1]:6443", "fd00::/8", true},
      {"https://[fd00::1]:6443", "fe00::/8", false},
      {"https://[fd00::1]:6443", "10.0.0.0/8", false},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(chosen(c.url, c.no_proxy).empty(), c.direct) << c.url << " " << c.no_proxy;
  }
}

TEST(ProxyOfEnvironment, CapitalsComeFirst) {
  const TestVariable small("https_proxy", "http://small:1");
  const TestVariable none("NO_PROXY", "");
  const TestVariable small_none("no_proxy", "");
  const ServerAddress server = parse_server("https://api.test").value();
  {
    const TestVariable capitals("HTTPS_PROXY", "http://capitals:1");
    EXPECT_EQ((*proxy_of_environment(server))->address.host, "capitals");
  }
  const TestVariable capitals("HTTPS_PROXY", "");
  EXPECT_EQ((*proxy_of_environment(server))->address.host, "small");
}

class ProxyTest : public HttpTest {
 protected:
  // A server with TLS behind a proxy.
  void start_tls(FakeProxyOptions options = {}) {
    TlsServerOptions tls;
    tls.identity = authority_.issue("DNS:api.test");
    server_ = std::make_unique<FakeServer>(answering({reply("200 OK", "{}")}), tls);
    start_proxy(std::move(options));
  }
  void start_proxy(FakeProxyOptions options) {
    if (options.target_port == 0) options.target_port = server_->port();
    proxy_ = std::make_unique<FakeProxy>(std::move(options));
    config_ = server_->config();
    config_.proxy = proxy_->config();
    // Known to the proxy alone.
    config_.server.host = "api.test";
    config_.ca.text = authority_.pem();
  }
  std::string first_line() const {
    const std::vector<std::string> heads = proxy_->heads();
    return heads.empty() ? "" : heads.front().substr(0, heads.front().find("\r\n"));
  }

  TestAuthority authority_;
  std::unique_ptr<FakeProxy> proxy_;
  ClientConfig config_;
};

TEST_F(ProxyTest, ATunnelIsOpenedOnceForAConnection) {
  start_tls();
  connect(config_);
  EXPECT_EQ(status(get()), 200);
  EXPECT_EQ(status(get()), 200);
  const std::string authority = "api.test:" + std::to_string(server_->port());
  EXPECT_EQ(first_line(), "CONNECT " + authority + " HTTP/1.1");
  EXPECT_THAT(proxy_->heads().front(), HasSubstr("\r\nHost: " + authority + "\r\n"));
  EXPECT_EQ(proxy_->heads().size(), 1U);
  EXPECT_EQ(server_->connections(), 1);
  EXPECT_EQ(server_->requests().front().field("Host"), authority);
}

TEST_F(ProxyTest, TheApiServersTokenIsNotForTheProxy) {
  start_tls();
  config_.token.text = "s3cret";
  connect(config_);
  EXPECT_EQ(status(get()), 200);
  EXPECT_THAT(proxy_->heads().front(), Not(HasSubstr("s3cret")));
  EXPECT_EQ(server_->requests().front().field("Authorization"), "Bearer s3cret");
}

TEST_F(ProxyTest, AProxyMaySpeakTlsItself) {
  FakeProxyOptions options;
  options.tls.emplace();
  options.tls->identity = authority_.issue("IP:127.0.0.1");
  start_tls(std::move(options));
  connect(config_);
  HttpCall call = write(Method::kPost);
  call.body.assign(300'000, 'x');
  EXPECT_EQ(status(call), 200);
  EXPECT_EQ(status(get()), 200);
  EXPECT_EQ(server_->requests().front().body.size(), 300'000U);
  EXPECT_EQ(server_->connections(), 1);
}

TEST_F(ProxyTest, AProxyMustBeWhoItSaysToo) {
  FakeProxyOptions options;
  options.tls.emplace();
  options.tls->identity = authority_.issue("DNS:elsewhere.test");
  start_tls(std::move(options));
  connect(config_);
  const HostError failed = error(get(), 1000);
  EXPECT_EQ(failed.kind, HostError::Kind::kTls);
  EXPECT_THAT(failed.message, HasSubstr("no TLS with the proxy 127.0.0.1:"));
  EXPECT_TRUE(proxy_->heads().empty());
}

TEST_F(ProxyTest, TheServerIsVerifiedThroughTheTunnel) {
  start_tls();
  config_.server.host = "other.test";
  connect(config_);
  const HostError failed = error(get(), 1000);
  EXPECT_EQ(failed.kind, HostError::Kind::kTls);
  EXPECT_THAT(failed.message, HasSubstr("the certificate of other.test is not accepted"));
}

TEST_F(ProxyTest, UserAndPassword) {
  FakeProxyOptions options;
  options.authorization = "Basic dTpw";
  start_tls(options);
  connect(config_);
  EXPECT_EQ(status(get()), 200);
  config_.proxy->authorization.clear();
  connect(config_);
  const HostError nobody = error(get(), 1000);
  EXPECT_EQ(nobody.kind, HostError::Kind::kIdentity);
  EXPECT_THAT(nobody.message, AllOf(HasSubstr("refused a tunnel to api.test:"), HasSubstr("407"),
                                    HasSubstr("write http://USER:PASSWORD@HOST:PORT")));
  EXPECT_FALSE(nobody.may_have_arrived);
  config_.proxy->authorization = "Basic eDp5";
  connect(config_);
  EXPECT_THAT(error(get(), 1000).message, HasSubstr("does not accept the user and password"));
}

TEST_F(ProxyTest, ARefusalIsTriedAgainAndThenTold) {
  FakeProxyOptions options;
  options.refusal = "HTTP/1.1 403 Forbidden\r\nContent-Length: 5\r\n\r\nnever";
  start_tls(options);
  connect(config_);
  const HostError failed = error(write(Method::kPost), 400);
  EXPECT_EQ(failed.kind, HostError::Kind::kConnect);
  EXPECT_THAT(failed.message, AllOf(HasSubstr("(the test's proxy) refused a tunnel"),
                                    HasSubstr("with status 403")));
  EXPECT_FALSE(failed.may_have_arrived);
  EXPECT_GT(proxy_->heads().size(), 1U);
  EXPECT_EQ(server_->request_count(), 0);
}

TEST_F(ProxyTest, WhatIsNoProxy) {
  FakeProxyOptions options;
  options.refusal = "SSH-2.0-OpenSSH\r\n\r\n";
  start_tls(options);
  connect(config_);
  EXPECT_THAT(error(get(), 10'000).message,
              HasSubstr("opened no tunnel: the answer is no HTTP/1.1"));
  options.refusal = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc";
  start_tls(options);
  connect(config_);
  EXPECT_THAT(error(get(), 10'000).message, HasSubstr("sent data of its own"));
}

TEST_F(ProxyTest, AProxyThatHangsEndsWithTheDeadline) {
  FakeServer silent([](FakeServer&, Peer& peer) { peer.hang(); });
  start_tls();
  config_.proxy->address.port = silent.port();
  connect(config_);
  expect_timeout(get(), "the answer", false);
}

TEST_F(ProxyTest, RequestsToAServerWithoutTlsCarryTheWholeUrl) {
  server_ = std::make_unique<FakeServer>(answering({reply("200 OK", "{}")}));
  FakeProxyOptions options;
  options.authorization = "Basic dTpw";
  start_proxy(options);
  config_.server.path = "/prefix";
  connect(config_);
  EXPECT_EQ(status(get()), 200);
  EXPECT_EQ(first_line(), "GET http://api.test:" + std::to_string(server_->port()) +
                              "/prefix/api/v1/nodes HTTP/1.1");
}

TEST_F(ProxyTest, ServersOnIpv6AreReachedDirectlyAndByProxy) {
  server_ = std::make_unique<FakeServer>(answering({reply("200 OK", "{}")}), "::1");
  const std::string authority = "[::1]:" + std::to_string(server_->port());
  connect(server_->config());
  EXPECT_EQ(status(get()), 200);
  EXPECT_EQ(server_->requests().front().field("Host"), authority);
  TlsServerOptions tls;
  tls.identity = authority_.issue("IP:fd00::1");
  server_ = std::make_unique<FakeServer>(answering({reply("200 OK", "{}")}), tls);
  start_proxy({});
  config_.server.host = "fd00::1";
  connect(config_);
  EXPECT_EQ(status(get()), 200);
  EXPECT_EQ(first_line(), "CONNECT [fd00::1]:" + std::to_string(server_->port()) + " HTTP/1.1");
}

}  // namespace
}  // namespace drawbridge::kube
