#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kube/client/config.h"
#include "kube/client/impersonation.h"
#include "test/kube_client/folder.h"

namespace drawbridge::kube {
namespace {

using std::filesystem::path;
using ::testing::AllOf;
using ::testing::HasSubstr;

// A kubeconfig of one context, "dev", with these lines in its cluster and its user.
std::string kubeconfig(const std::string& cluster, const std::string& user) {
  return "apiVersion: v1\nkind: Config\ncurrent-context: dev\ncontexts:\n"
         "- name: dev\n  context: {cluster: c, user: u, namespace: team-a}\n"
         "clusters:\n- name: c\n  cluster: {" +
         cluster + "}\nusers:\n- name: u\n  user: {" + user + "}\n";
}

const std::string kServer = "server: 'https://api.test:6443'";

class Kubeconfig : public ::testing::Test {
 protected:
  Result<ClientConfig> load(const std::string& text, std::string_view context = {}) {
    const std::vector<path> files = {folder_.write("config", text)};
    return load_kubeconfig(files, context);
  }
  std::string error(const std::string& text, std::string_view context = {}) {
    const Result<ClientConfig> config = load(text, context);
    return config ? "read without an error" : config.error().text();
  }

  TestFolder folder_;
};

TEST_F(Kubeconfig, InlineCertificatesAndToken) {
  const Result<ClientConfig> config = load(kubeconfig(
      kServer + ", certificate-authority-data: Q0E=, tls-server-name: kubernetes.default",
      "client-certificate-data: Q0VSVA==, client-key-data: S0VZ, token: s3cret"));
  ASSERT_TRUE(config.ok()) << config.error().text();
  EXPECT_EQ(config->server.host, "api.test");
  EXPECT_EQ(config->server.port, 6443);
  EXPECT_EQ(config->server.path, "");
  EXPECT_TRUE(config->server.tls);
  EXPECT_EQ(config->tls_server_name, "kubernetes.default");
  EXPECT_EQ(config->ca.text, "CA");
  EXPECT_EQ(config->certificate.text, "CERT");
  EXPECT_EQ(config->key.text, "KEY");
  EXPECT_EQ(config->token.text, "s3cret");
  EXPECT_EQ(config->ns, "team-a");
  EXPECT_FALSE(config->skip_verification);
  EXPECT_EQ(config->origin, "context \"dev\" of " + (folder_.path() / "config").string());
}

TEST_F(Kubeconfig, FilesAreRelativeToTheFolder) {
  folder_.write("pki/ca.crt", "CA");
  folder_.write("pki/me.crt", "CERT");
  folder_.write("pki/me.key", "KEY");
  folder_.write("token", "s3cret\n");
  const std::string absolute = (folder_.path() / "pki/me.key").string();
  const Result<ClientConfig> config = load(kubeconfig(
      kServer + ", certificate-authority: pki/ca.crt",
      "client-certificate: ./pki/me.crt, client-key: '" + absolute + "', tokenFile: token"));
  ASSERT_TRUE(config.ok()) << config.error().text();
  EXPECT_EQ(config->ca.file, folder_.path() / "pki/ca.crt");
  EXPECT_EQ(config->certificate.file.lexically_normal(), folder_.path() / "pki/me.crt");
  EXPECT_EQ(config->key.file, absolute);
  EXPECT_EQ(config->token.file, folder_.path() / "token");
}

TEST_F(Kubeconfig, WhatKindWritesIsRead) {
  const Result<ClientConfig> config = load(R"({"kind":"Config","apiVersion":"v1","preferences":{},
    "clusters":[{"name":"kind","cluster":{"server":"https://[::1]:40001/","certificate-authority-data":"Q0E="}}],
    "users":[{"name":"kind","user":{"client-certificate-data":"QQ==","client-key-data":"Qg=="}}],
    "contexts":[{"name":"kind","context":{"cluster":"kind","user":"kind"}}],"current-context":"kind"})");
  ASSERT_TRUE(config.ok()) << config.error().text();
  EXPECT_EQ(config->server.host, "::1");
  EXPECT_EQ(config->server.url(), "https://[::1]:40001");
  EXPECT_EQ(config->ns, "default");
}

TEST_F(Kubeconfig, AContextIsChosenByName) {
  const std::string text =
      kubeconfig(kServer, "token: a") + "- name: admin\n  user: {token: b}\n" + "extensions: []\n";
  const std::string two = "contexts:\n- {name: other, context: {cluster: c, user: admin}}\n- ";
  std::string changed = text;
  changed.replace(changed.find("contexts:\n- "), 12, two);
  const Result<ClientConfig> config = load(changed, "other");
  ASSERT_TRUE(config.ok()) << config.error().text();
  EXPECT_EQ(config->token.text, "b");
  EXPECT_EQ(load(changed)->token.text, "a");
  EXPECT_THAT(error(changed, "staging"), AllOf(HasSubstr("no context is called \"staging\""),
                                               HasSubstr("there are: other, dev")));
}

TEST_F(Kubeconfig, OfSeveralFilesTheFirstGivesAllOfAName) {
  const path first = folder_.write(
      "one/config",
      "contexts:\n- {name: dev, context: {cluster: c, user: u}}\n"
      "users:\n- {name: u, user: {client-certificate: me.crt, client-key: me.key}}\n");
  const path second = folder_.write("two/config", kubeconfig(kServer, "token: never"));
  folder_.write("one/me.crt", "CERT");
  folder_.write("one/me.key", "KEY");
  const std::vector<path> files = {first, folder_.path() / "absent", second};
  const Result<ClientConfig> config = load_kubeconfig(files);
  ASSERT_TRUE(config.ok()) << config.error().text();
  EXPECT_EQ(config->server.host, "api.test");
  EXPECT_TRUE(config->token.empty());
  EXPECT_EQ(config->certificate.file, folder_.path() / "one/me.crt");
  EXPECT_EQ(config->ns, "default");
}

TEST_F(Kubeconfig, AContextWithoutAUserIsNobody) {
  const Result<ClientConfig> config = load(
      "current-context: proxy\ncontexts: [{name: proxy, context: {cluster: c}}]\n"
      "clusters: [{name: c, cluster: {server: 'http://127.0.0.1:8001'}}]\n");
  ASSERT_TRUE(config.ok()) << config.error().text();
  EXPECT_FALSE(config->server.tls);
  EXPECT_TRUE(config->token.empty());
}

TEST_F(Kubeconfig, MissingFiles) {
  const std::vector<path> one = {folder_.path() / "absent"};
  EXPECT_THAT(load_kubeconfig(one).error().text(),
              AllOf(HasSubstr("there is no kubeconfig"), HasSubstr("absent does not exist")));
  const std::vector<path> two = {folder_.path() / "a", folder_.path() / "b"};
  EXPECT_THAT(load_kubeconfig(two).error().text(), HasSubstr("/b does not exist"));
  EXPECT_THAT(load_kubeconfig({}).error().text(), HasSubstr("no kubeconfig was named"));
  const std::vector<path> folder = {folder_.path()};
  EXPECT_THAT(load_kubeconfig(folder).error().text(), HasSubstr("it is a folder"));
}

TEST_F(Kubeconfig, FilesAtAndPastTheLimit) {
  const std::string text = kubeconfig(kServer, "token: a") + "# ";
  EXPECT_TRUE(load(text + std::string(kConfigFileBytesMax - text.size(), 'x')).ok());
  EXPECT_THAT(error(text + std::string(kConfigFileBytesMax - text.size() + 1, 'x')),
              HasSubstr("longer than 1048576 bytes"));
}

TEST_F(Kubeconfig, WhatIsMissingIsNamedWithFileAndContext) {
  EXPECT_THAT(error("kind: Config\n"), HasSubstr("no current-context is set"));
  EXPECT_THAT(error(""),
              HasSubstr("no current-context is set and no context was named; there is none"));
  EXPECT_THAT(error("kind: Pod\n"), HasSubstr("is no kubeconfig: its kind is \"Pod\""));
  EXPECT_THAT(error("- a\n"), HasSubstr("is no kubeconfig"));
  EXPECT_THAT(error("a: 1\n---\nb: 1\n"), HasSubstr("holds several documents"));
  EXPECT_THAT(error("a: [\n"),
              AllOf(HasSubstr((folder_.path() / "config").string()), HasSubstr("line ")));
  EXPECT_THAT(error("current-context: dev\ncontexts: [{name: dev, context: {cluster: c}}]\n"),
              AllOf(HasSubstr("context \"dev\""), HasSubstr("no cluster is called \"c\"")));
  EXPECT_THAT(
      error("current-context: dev\ncontexts: [{name: dev, context: {cluster: c, user: me}}]\n"
            "clusters: [{name: c, cluster: {server: 'https://a'}}]\n"),
      AllOf(HasSubstr("context \"dev\""), HasSubstr("no user is called \"me\"")));
  EXPECT_THAT(error("current-context: dev\ncontexts: [{name: dev, context: {user: me}}]\n"),
              HasSubstr("it names no cluster"));
  EXPECT_THAT(error(kubeconfig("", "")),
              AllOf(HasSubstr("cluster \"c\""), HasSubstr("it has no server")));
}

TEST_F(Kubeconfig, WhatContradictsItselfIsRefused) {
  const std::string twice = kubeconfig(kServer, "token: a") + "- name: u\n  user: {token: b}\n";
  EXPECT_THAT(error(twice), HasSubstr("the user \"u\" stands twice"));
  EXPECT_THAT(error(kubeconfig(
                  kServer + ", certificate-authority: ca, certificate-authority-data: Q0E=", "")),
              HasSubstr("are both set"));
  EXPECT_THAT(
      error(kubeconfig(
          kServer + ", insecure-skip-tls-verify: true, certificate-authority-data: Q0E=", "")),
      HasSubstr("insecure-skip-tls-verify says not to use it"));
  EXPECT_THAT(error(kubeconfig(kServer, "client-certificate-data: QQ==")),
              HasSubstr("without its client-key"));
  EXPECT_THAT(error(kubeconfig(kServer, "client-key-data: QQ==")),
              HasSubstr("without its client-certificate"));
  EXPECT_THAT(error(kubeconfig("server: 'http://a'", "token: a")),
              HasSubstr("would travel unprotected"));
}

TEST_F(Kubeconfig, ValuesOfTheWrongKind) {
  EXPECT_THAT(
      error(kubeconfig(kServer, "token: 12345")),
      AllOf(HasSubstr("user \"u\""), HasSubstr("token is of kind integer; put it in quotes")));
  EXPECT_THAT(error(kubeconfig(kServer + ", insecure-skip-tls-verify: 'true'", "")),
              HasSubstr("neither true nor false"));
  EXPECT_THAT(error(kubeconfig(kServer + ", certificate-authority-data: '%%'", "")),
              HasSubstr("certificate-authority-data is no base64"));
  EXPECT_THAT(
      error(kubeconfig(kServer + ", certificate-authority: absent.crt", "")),
      AllOf(HasSubstr("cluster \"c\""), HasSubstr("absent.crt can't be read: No such file")));
  EXPECT_THAT(error(kubeconfig(kServer, "tokenFile: absent")), HasSubstr("tokenFile: "));
  EXPECT_TRUE(load(kubeconfig(kServer, "tokenFile: absent, token: a")).ok());
}

TEST_F(Kubeconfig, WhatIsNotSupportedIsRefusedByName) {
  EXPECT_THAT(error(kubeconfig(kServer, "auth-provider: {name: gcp}")),
              AllOf(HasSubstr("user \"u\""), HasSubstr("auth-provider asks for")));
  EXPECT_THAT(error(kubeconfig(kServer, "username: me, password: x")),
              HasSubstr("username asks for a password"));
  EXPECT_THAT(error(kubeconfig(kServer + ", proxy-url: 'socks5://proxy:1080'", "")),
              AllOf(HasSubstr("proxy-url of cluster \"c\""), HasSubstr("asks for a SOCKS proxy")));
  // Present but empty is what tools write.
  EXPECT_TRUE(
      load(kubeconfig(kServer + ", proxy-url: ''", "as: '', exec: null, as-groups: []")).ok());
}

TEST_F(Kubeconfig, AProxyOfTheClusterComesBeforeTheEnvironments) {
  const TestVariable everything("NO_PROXY", "*");
  const TestVariable variable("HTTPS_PROXY", "http://other:1");
  const Result<ClientConfig> config =
      load(kubeconfig(kServer + ", proxy-url: 'http://u:p@proxy:3128'", ""));
  ASSERT_TRUE(config.ok() && config->proxy) << config.error().text();
  EXPECT_EQ(config->proxy->address.url(), "http://proxy:3128");
  EXPECT_EQ(config->proxy->authorization, "Basic dTpw");
  EXPECT_FALSE(load(kubeconfig(kServer, ""))->proxy);
  const TestVariable nothing("NO_PROXY", "");
  EXPECT_EQ(load(kubeconfig(kServer, ""))->proxy->address.host, "other");
}

TEST_F(Kubeconfig, Impersonation) {
  const Result<ClientConfig> config =
      load(kubeconfig(kServer,
                      "token: a, as: jane, as-uid: '7', as-groups: [dev, 'system:x'], "
                      "as-user-extra: {scopes: [view, edit], 'a/b%c': [d]}"));
  ASSERT_TRUE(config.ok() && config->impersonation) << config.error().text();
  EXPECT_EQ(impersonation_fields(*config->impersonation),
            "Impersonate-User: jane\r\nImpersonate-Uid: 7\r\nImpersonate-Group: dev\r\n"
            "Impersonate-Group: system:x\r\nImpersonate-Extra-a%2Fb%25c: d\r\n"
            "Impersonate-Extra-scopes: view\r\nImpersonate-Extra-scopes: edit\r\n");
  EXPECT_FALSE(load(kubeconfig(kServer, "token: a"))->impersonation);
  for (const char* user : {"as-groups: [x]", "as-uid: x", "as-user-extra: {a: [b]}"}) {
    EXPECT_THAT(error(kubeconfig(kServer, user)),
                AllOf(HasSubstr("user \"u\""), HasSubstr("without as; name the user in as")));
  }
  EXPECT_THAT(error(kubeconfig(kServer, "as: \"a\\r\\nX: y\"")), HasSubstr("control character"));
  EXPECT_THAT(error(kubeconfig(kServer, "as: 7")), HasSubstr("as is no text"));
  EXPECT_THAT(error(kubeconfig(kServer, "as: a, as-groups: x")), HasSubstr("as-groups is no list"));
  EXPECT_THAT(error(kubeconfig(kServer, "as: a, as-user-extra: {k: v}")),
              HasSubstr("as-user-extra.k is no list"));
}

TEST_F(Kubeconfig, APlugin) {
  const std::string cluster =
      kServer +
      ", certificate-authority-data: Q0E=, proxy-url: 'http://p:1', extensions: "
      "[{name: other, extension: 1}, {name: client.authentication.k8s.io/exec, "
      "extension: {audience: x}}]";
  const std::string exec =
      "apiVersion: client.authentication.k8s.io/v1, interactiveMode: IfAvailable, "
      "args: [get, token], env: [{name: A, value: b}], installHint: brew install it, ";
  const Result<ClientConfig> config = load(
      kubeconfig(cluster, "exec: {" + exec + "command: bin/plugin, provideClusterInfo: true}"));
  ASSERT_TRUE(config.ok() && config->exec) << config.error().text();
  EXPECT_EQ(config->exec->command, folder_.path() / "bin/plugin");
  EXPECT_EQ(config->exec->args, (std::vector<std::string>{"get", "token"}));
  EXPECT_EQ(config->exec->env.front(), std::make_pair(std::string("A"), std::string("b")));
  EXPECT_EQ(config->exec->install_hint, "brew install it");
  EXPECT_EQ(config->exec->cluster_info,
            R"({"server":"https://api.test:6443","proxy-url":"http://p:1",)"
            R"("certificate-authority-data":"Q0E=","config":{"audience":"x"}})");
  const Result<ClientConfig> named = load(kubeconfig(kServer, "exec: {" + exec + "command: aws}"));
  ASSERT_TRUE(named.ok()) << named.error().text();
  EXPECT_EQ(named->exec->command, "aws");
  EXPECT_EQ(named->exec->cluster_info, "");
}

TEST_F(Kubeconfig, PluginsThatCantBeRun) {
  const auto exec_error = [this](const std::string& fields) {
    return error(kubeconfig(kServer, "exec: {" + fields + "}"));
  };
  const std::string v1 = "apiVersion: client.authentication.k8s.io/v1, ";
  EXPECT_THAT(exec_error("command: a"),
              AllOf(HasSubstr("user \"u\""), HasSubstr("exec: apiVersion is \"\"")));
  EXPECT_THAT(exec_error("command: a, apiVersion: client.authentication.k8s.io/v1alpha1"),
              HasSubstr("write client.authentication.k8s.io/v1 or"));
  EXPECT_THAT(exec_error(v1 + "command: a"), HasSubstr("interactiveMode is missing"));
  EXPECT_THAT(exec_error("apiVersion: client.authentication.k8s.io/v1beta1, command: a"),
              HasSubstr("read without an error"));
  EXPECT_THAT(exec_error(v1 + "command: a, interactiveMode: Always"),
              HasSubstr("drawbridge has none to ask"));
  EXPECT_THAT(exec_error(v1 + "command: a, interactiveMode: never"), HasSubstr("write Never"));
  const std::string mode = v1 + "interactiveMode: Never, ";
  EXPECT_THAT(exec_error(mode + "args: []"), HasSubstr("command is missing"));
  EXPECT_THAT(exec_error(mode + "command: 7"), HasSubstr("command is no text"));
  EXPECT_THAT(exec_error(mode + "command: a, args: x"), HasSubstr("args is no list"));
  EXPECT_THAT(exec_error(mode + "command: a, args: [1]"), HasSubstr("args holds what is no text"));
  EXPECT_THAT(exec_error(mode + "command: a, env: {A: b}"), HasSubstr("env is no list"));
  EXPECT_THAT(exec_error(mode + "command: a, env: [{name: A=B, value: c}]"),
              HasSubstr("\"A=B\" is no name of a variable"));
  EXPECT_THAT(exec_error(mode + "command: a, env: [{value: c}]"), HasSubstr("no name of a"));
  EXPECT_THAT(exec_error(mode + "command: a, provideClusterInfo: 'true'"),
              HasSubstr("neither true nor false"));
  EXPECT_THAT(error(kubeconfig("server: 'http://a'", "exec: {" + mode + "command: a}")),
              HasSubstr("would travel unprotected"));
}

TEST(DefaultKubeconfig, ListAndHome) {
  const TestVariable home("HOME", "/home/me");
  {
    const TestVariable list("KUBECONFIG", ":/a/config::/b/config:");
    EXPECT_EQ(default_kubeconfig_paths(), (std::vector<path>{"/a/config", "/b/config"}));
  }
  const TestVariable list("KUBECONFIG", "");
  EXPECT_EQ(default_kubeconfig_paths(), (std::vector<path>{"/home/me/.kube/config"}));
  const TestVariable none("HOME", "");
  EXPECT_TRUE(default_kubeconfig_paths().empty());
}

TEST(ServerUrl, IsSplit) {
  const auto url = [](std::string_view text) {
    const Result<ServerAddress> server = parse_server(text);
    return server ? server->url() : "refused";
  };
  EXPECT_EQ(url("https://api.test"), "https://api.test:443");
  EXPECT_EQ(url("http://10.0.0.1"), "http://10.0.0.1:80");
  EXPECT_EQ(url("https://api.test:6443/"), "https://api.test:6443");
  EXPECT_EQ(url("https://rancher.test/k8s/clusters/c-1//"),
            "https://rancher.test:443/k8s/clusters/c-1");
  EXPECT_EQ(url("https://[fd00::1]"), "https://[fd00::1]:443");
  EXPECT_EQ(url("https://[fd00::1]:6443/a"), "https://[fd00::1]:6443/a");
  EXPECT_EQ(url("https://a:65535"), "https://a:65535");
  for (const char* text : {"",
                           "api.test",
                           "api.test:6443",
                           "ftp://a",
                           "https://",
                           "https://:443",
                           "https://a:",
                           "https://a:0",
                           "https://a:65536",
                           "https://a:6x",
                           "https://user:secret@a",
                           "https://fd00::1",
                           "https://[fd00::1",
                           "https://[a]",
                           "https://[::1]443",
                           "https://a b",
                           "https://a/?x=1",
                           "https://a/#x",
                           "https://a/ b",
                           "https://a\r\nX: y"}) {
    EXPECT_EQ(url(text), "refused") << text;
  }
}

class InCluster : public ::testing::Test {
 protected:
  InCluster() {
    folder_.write("token", "s3cret\n");
    folder_.write("ca.crt", "CA");
    folder_.write("namespace", "drawbridge-system\n");
  }
  TestFolder folder_;
};

TEST_F(InCluster, ReadsAccountAndAddress) {
  const TestVariable host("KUBERNETES_SERVICE_HOST", "fd00:10:96::1");
  const TestVariable port("KUBERNETES_SERVICE_PORT", "443");
  const Result<ClientConfig> config = in_cluster(folder_.path());
  ASSERT_TRUE(config.ok()) << config.error().text();
  EXPECT_EQ(config->server.url(), "https://[fd00:10:96::1]:443");
  EXPECT_EQ(config->token.file, folder_.path() / "token");
  EXPECT_EQ(config->ca.file, folder_.path() / "ca.crt");
  EXPECT_EQ(config->ns, "drawbridge-system");
}

TEST_F(InCluster, SaysWhatIsMissing) {
  {
    const TestVariable host("KUBERNETES_SERVICE_HOST", "");
    EXPECT_THAT(in_cluster(folder_.path()).error().text(), HasSubstr("runs in no pod"));
  }
  const TestVariable host("KUBERNETES_SERVICE_HOST", "10.96.0.1");
  {
    const TestVariable port("KUBERNETES_SERVICE_PORT", "tcp://10.96.0.1:443");
    EXPECT_THAT(in_cluster(folder_.path()).error().text(), HasSubstr("are no address"));
  }
  const TestVariable port("KUBERNETES_SERVICE_PORT", "443");
  EXPECT_TRUE(in_cluster(folder_.path()).ok());
  std::filesystem::remove(folder_.path() / "token");
  EXPECT_THAT(in_cluster(folder_.path()).error().text(),
              AllOf(HasSubstr("token can't be read"), HasSubstr("automountServiceAccountToken")));
}

}  // namespace
}  // namespace drawbridge::kube
