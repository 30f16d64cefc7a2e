#include "kube/client/exec_plugin.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <optional>
#include <thread>

#include "kube/api/time.h"
#include "kube/client/exec_process.h"
#include "test/kube_client/certificates.h"
#include "test/kube_client/folder.h"
#include "test/kube_client/http_fixture.h"

namespace drawbridge::kube {
namespace {

using std::chrono::milliseconds;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kV1 = "client.authentication.k8s.io/v1";

std::string credential(const std::string& status) {
  return R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{)" +
         status + "}}";
}

std::string read_error(const std::string& text) {
  const Result<ExecCredential> read = read_exec_credential(text, kV1);
  return read ? "read" : read.error().text();
}

TEST(ExecCredential, IsRead) {
  const Result<ExecCredential> read = read_exec_credential(
      credential(R"("token":"t","clientCertificateData":"C","clientKeyData":"K",)"
                 R"("expirationTimestamp":"2026-11-21T15:00:00Z","unknown":1)"),
      kV1);
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(read->token, "t");
  EXPECT_EQ(read->identity.certificate_chain_pem, "C");
  EXPECT_EQ(read->identity.private_key_pem, "K");
  EXPECT_EQ(read->expires, *parse_time("2026-11-21T15:00:00Z"));
  // kubectl reads YAML too.
  const Result<ExecCredential> yaml = read_exec_credential(
      "kind: ExecCredential\napiVersion: client.authentication.k8s.io/v1\nstatus: {token: y1}\n",
      kV1);
  ASSERT_TRUE(yaml.ok()) << yaml.error().text();
  EXPECT_EQ(yaml->token, "y1");
  EXPECT_FALSE(yaml->expires);
}

TEST(ExecCredential, WhatIsNoneIsRefusedWithoutShowingIt) {
  EXPECT_THAT(read_error(""), HasSubstr("no ExecCredential"));
  EXPECT_THAT(read_error("s3cret"), AllOf(HasSubstr("no ExecCredential"), Not(HasSubstr("s3c"))));
  EXPECT_THAT(read_error(R"({"kind":"Secret"})"), HasSubstr("no ExecCredential"));
  EXPECT_THAT(read_error(R"({"kind":"ExecCredential",
                 "apiVersion":"client.authentication.k8s.io/v1beta1","status":{"token":"t"}})"),
              HasSubstr("another version than exec.apiVersion asks for"));
  EXPECT_THAT(read_error(R"({"kind":"ExecCredential",
                 "apiVersion":"client.authentication.k8s.io/v1"})"),
              HasSubstr("has no status"));
  EXPECT_THAT(read_error(credential("")), HasSubstr("neither a token nor a client certificate"));
  EXPECT_THAT(read_error(credential(R"("token":"")")), HasSubstr("neither"));
  EXPECT_THAT(read_error(credential(R"("token":"t","clientKeyData":"K")")),
              HasSubstr("a key without its certificate"));
  EXPECT_THAT(read_error(credential(R"("clientCertificateData":"C")")),
              HasSubstr("without its key"));
  EXPECT_THAT(read_error(credential(R"("token":"a b")")),
              HasSubstr("a character that no token has"));
  EXPECT_THAT(read_error(credential(R"("token":"a","expirationTimestamp":"soon")")),
              HasSubstr("expirationTimestamp is no time"));
}

class ExecTest : public HttpTest {
 protected:
  ExecTest() {
    config_.api_version = kV1;
    config_.pause = milliseconds(0);
  }
  // A plugin that runs `script`; count() is how often.
  ExecConfig plugin(const std::string& script) {
    const std::filesystem::path file =
        folder_.write("plugin", "#!/bin/sh\necho run >> '" + (folder_.path() / "runs").string() +
                                    "'\n" + script + "\n");
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    config_.command = file;
    return config_;
  }
  std::string printing(const std::string& status) { return "echo '" + credential(status) + "'"; }
  int count() {
    std::ifstream file(folder_.path() / "runs");
    std::string line;
    int runs = 0;
    while (std::getline(file, line)) ++runs;
    return runs;
  }
  std::string read(const std::string& name) {
    std::ifstream file(folder_.path() / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // What one refresh() comes to: a token, or the problem.
  std::string refresh(ExecPlugin& plugin, int ms = 10'000) {
    Alarm alarm(loop_.io.get_executor());
    const Woken woken = loop_.run(plugin.refresh(&alarm, in_ms(ms)));
    if (woken != Woken::kReady) return "interrupted";
    return plugin.credential() != nullptr ? plugin.credential()->token : plugin.problem();
  }
  void start_server(const std::string& token) {
    server_ = std::make_unique<FakeServer>([token](FakeServer& server, Peer& peer) {
      while (const std::optional<SeenRequest> request = server.take(peer)) {
        const bool known = request->field("Authorization") == "Bearer " + token;
        peer.write(known ? reply("200 OK", "{}") : reply("401 Unauthorized", "{}"));
      }
    });
  }
  ClientConfig with(ExecConfig exec) {
    ClientConfig config = server_->config();
    config.exec = std::move(exec);
    return config;
  }

  TestFolder folder_;
  ExecConfig config_;
};

TEST_F(ExecTest, IsRunOnceAndKept) {
  ExecPlugin plugin(this->plugin(printing(R"("token":"one")")));
  EXPECT_EQ(refresh(plugin), "one");
  EXPECT_EQ(refresh(plugin), "one");
  EXPECT_EQ(count(), 1);
  EXPECT_EQ(plugin.generation(), 1U);
}

TEST_F(ExecTest, IsRunAgainWhenWhatItGaveHasExpired) {
  std::chrono::system_clock::time_point now = *parse_time("2026-11-21T15:00:00Z");
  ExecPlugin plugin(
      this->plugin(printing(R"("token":"one","expirationTimestamp":"2026-11-21T15:10:00Z")")),
      [&now] { return now; });
  EXPECT_EQ(refresh(plugin), "one");
  now += std::chrono::minutes(10);
  EXPECT_EQ(refresh(plugin), "one");
  EXPECT_EQ(count(), 1);
  now += std::chrono::seconds(1);
  EXPECT_EQ(refresh(plugin), "one");
  EXPECT_EQ(count(), 2);
  EXPECT_EQ(plugin.generation(), 2U);
}

TEST_F(ExecTest, PausesBetweenRuns) {
  config_.pause = milliseconds(60'000);
  ExecPlugin plugin(this->plugin("exit 3"));
  EXPECT_THAT(refresh(plugin), HasSubstr("exit code 3"));
  EXPECT_THAT(refresh(plugin), HasSubstr("exit code 3"));
  EXPECT_FALSE(plugin.refused());
  EXPECT_EQ(count(), 1);
}

TEST_F(ExecTest, GetsItsArgumentsAndEnvironmentAndNothingElse) {
  const TestVariable inherited("DRAWBRIDGE_TEST_A", "old");
  const TestVariable kept("DRAWBRIDGE_TEST_B", "kept");
  const int leaked = ::open("/dev/null", O_RDONLY);  // without O_CLOEXEC
  ASSERT_GE(leaked, 3);
  const std::string folder = folder_.path().string();
  config_.args = {"get token", "$HOME"};
  config_.env = {{"DRAWBRIDGE_TEST_A", "first"}, {"DRAWBRIDGE_TEST_A", "new"}};
  config_.cluster_info = R"({"server":"https://a"})";
  ExecPlugin plugin(
      this->plugin("printf '%s|' \"$@\" > " + folder +
                   "/args; echo \"$DRAWBRIDGE_TEST_A $DRAWBRIDGE_TEST_B\" > " + folder +
                   "/env; echo \"$KUBERNETES_EXEC_INFO\" > " + folder + "/info; cat > " + folder +
                   "/stdin; [ -e /proc/self/fd/" + std::to_string(leaked) + " ] && echo leaked > " +
                   folder + "/leak; ps -o pgid= -p $$ > " + folder + "/group 2>&1; echo $$ >> " +
                   folder + "/group\n" + printing(R"("token":"one")")));
  EXPECT_EQ(refresh(plugin), "one");
  ::close(leaked);
  EXPECT_EQ(read("args"), "get token|$HOME|");
  EXPECT_EQ(read("env"), "new kept\n");
  EXPECT_EQ(read("info"),
            R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",)"
            R"("spec":{"cluster":{"server":"https://a"},"interactive":false}})"
            "\n");
  EXPECT_EQ(read("stdin"), "");
  EXPECT_EQ(read("leak"), "");
}

TEST_F(ExecTest, WhatItSaysOfAFailureIsShown) {
  ExecPlugin plugin(
      this->plugin("echo 'token expired:' >&2; printf 'log in\\033[1m\\n' >&2; exit 1"));
  EXPECT_THAT(refresh(plugin), AllOf(HasSubstr("the credential plugin " + config_.command.string()),
                                     HasSubstr("exit code 1; it said: token expired: log in [1m")));
}

TEST_F(ExecTest, OutputIsBounded) {
  const std::string past = std::to_string(kExecOutputBytesMax + 1);
  ExecPlugin plugin(this->plugin("head -c " + past + " /dev/zero; sleep 60"));
  EXPECT_THAT(refresh(plugin), HasSubstr("printed more than 262144 bytes"));
  EXPECT_LT(loop_.took, std::chrono::seconds(20));
  const std::string rest =
      std::to_string(kExecOutputBytesMax - credential(R"("token":"a")").size());
  ExecPlugin at_limit(this->plugin("printf '%s' '" + credential(R"("token":"a")") + "'; head -c " +
                                   rest + " /dev/zero | tr '\\0' ' '"));
  EXPECT_EQ(refresh(at_limit), "a");
  ExecPlugin loud(this->plugin("head -c 1000000 /dev/zero | tr '\\0' x >&2; exit 1"));
  EXPECT_LT(refresh(loud).size(), kExecErrorBytesKept + 500);
}

TEST_F(ExecTest, IsEndedWithAllThatItStartedAtItsLimit) {
  config_.time_max = milliseconds(300);
  const std::string pid_file = (folder_.path() / "child").string();
  ExecPlugin plugin(this->plugin("sleep 60 & echo $! > " + pid_file + "; wait"));
  EXPECT_THAT(refresh(plugin), HasSubstr("did not answer within 300 ms and was ended"));
  const int child = std::stoi(read("child"));
  // Killed; its new parent may not have waited for it yet.
  for (int i = 0; i < 100 && ::kill(child, 0) == 0; ++i) {
    std::ifstream stat("/proc/" + std::to_string(child) + "/stat");
    const std::string text{std::istreambuf_iterator<char>(stat), {}};
    if (text.find(") Z ") != std::string::npos) return;
    ::usleep(20'000);
  }
  EXPECT_NE(::kill(child, 0), 0);
}

TEST_F(ExecTest, RunsOnWhenWhoAskedHasGivenUp) {
  ExecPlugin plugin(this->plugin("sleep 0.4\n" + printing(R"("token":"late")")));
  EXPECT_EQ(refresh(plugin, 50), "interrupted");
  EXPECT_LT(loop_.took, milliseconds(50) + kSlack);
  EXPECT_EQ(refresh(plugin), "late");
  EXPECT_EQ(count(), 1);
}

TEST_F(ExecTest, IsEndedWithItsOwner) {
  const std::string done = (folder_.path() / "done").string();
  {
    ExecPlugin plugin(this->plugin("sleep 1; touch " + done));
    EXPECT_EQ(refresh(plugin, 100), "interrupted");
  }
  ::usleep(1'200'000);
  EXPECT_FALSE(std::filesystem::exists(done));
}

TEST_F(ExecTest, IsEndedWhenTheClientStops) {
  start_server("one");
  ClientConfig config = with(plugin("sleep 20; " + printing(R"("token":"one")")));
  Result<std::unique_ptr<HttpClient>> client = HttpClient::create(loop_.io.get_executor(), config);
  ASSERT_TRUE(client.ok());
  HttpCall call;
  call.target = "/api/v1/nodes";
  std::optional<HttpResult> result;
  boost::asio::co_spawn(
      loop_.io, (*client)->request(std::move(call), in_ms(10'000)),
      [&](const std::exception_ptr&, HttpResult answered) { result = std::move(answered); });
  loop_.io.restart();
  while (count() == 0 && !result) loop_.io.run_one_for(milliseconds(10));
  const Deadline stopped = std::chrono::steady_clock::now();
  (*client)->stop();
  loop_.io.run();
  EXPECT_LT(std::chrono::steady_clock::now() - stopped, kSlack);
  EXPECT_EQ(count(), 1);
  ASSERT_TRUE(result && std::holds_alternative<HostError>(*result));
  EXPECT_EQ(std::get<HostError>(*result).kind, HostError::Kind::kCancelled);
}

// Takes from this thread, for good, what makes epoll watch one more file: as where the user's share
// of them is used up (fs.epoll.max_user_watches). Whether it could.
bool forbid_watching() {
  std::array<sock_filter, 6> steps = {{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_epoll_ctl, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[1])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, EPOLL_CTL_ADD, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSPC),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  const sock_fprog filter = {steps.size(), steps.data()};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

int lowest_free_file() {
  const int file = ::dup(STDIN_FILENO);
  ::close(file);
  return file;
}

TEST_F(ExecTest, IsNotStartedWhereItCanNotBeWatched) {
  ExecPlugin plugin(this->plugin(printing(R"("token":"one")")));
  Alarm alarm(loop_.io.get_executor());  // before: its event loop watches files of its own
  const int free_file = lowest_free_file();
  std::optional<Woken> other;
  std::string told;
  std::thread([&] {
    ASSERT_TRUE(forbid_watching());
    boost::asio::co_spawn(loop_.io, plugin.refresh(&alarm, in_ms(10'000)),
                          [&](const std::exception_ptr&, Woken woken) { other = woken; });
    told = refresh(plugin);
    (void)loop_.until([&] { return other.has_value(); }, 10'000);
  }).join();
  EXPECT_THAT(told, HasSubstr("it can't be started: No space left on device"));
  EXPECT_EQ(other, Woken::kReady);
  EXPECT_EQ(lowest_free_file(), free_file);
  EXPECT_EQ(count(), 0);
  EXPECT_EQ(refresh(plugin), "one");
}

TEST_F(ExecTest, ProgramsThatAreNotThere) {
  config_.command = "drawbridge-test-no-such-plugin";
  config_.install_hint = "get it at\nhttps://example.test";
  {
    ExecPlugin plugin(config_);
    EXPECT_THAT(refresh(plugin), AllOf(HasSubstr("there is no program drawbridge-test"),
                                       HasSubstr("in the folders of $PATH"),
                                       HasSubstr("(get it at https://example.test)")));
  }
  config_.command = folder_.path() / "absent";
  ExecPlugin absent(config_);
  EXPECT_THAT(refresh(absent), HasSubstr("there is no program " + config_.command.string() + ";"));
  config_.command = folder_.write("plain", "no program");
  ExecPlugin plain(config_);
  EXPECT_THAT(refresh(plain), HasSubstr("it can't be started: Permission denied"));
}

TEST_F(ExecTest, NamesAreLookedForInAbsoluteFoldersOfThePath) {
  const std::filesystem::path file = folder_.write("bin/plugin", "#!/bin/sh\n");
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  folder_.write("other/plugin", "not executable");
  const std::string folder = folder_.path().string();
  EXPECT_EQ(find_program("plugin", folder + "/other:" + folder + "/bin"), file);
  EXPECT_EQ(find_program("plugin", "::bin:."), "");
  EXPECT_EQ(find_program("plugin", ""), "");
}

TEST_F(ExecTest, ARequestCarriesItsToken) {
  start_server("one");
  connect(with(plugin(printing(R"("token":"one")"))));
  EXPECT_EQ(status(get()), 200);
  EXPECT_EQ(status(get()), 200);
  EXPECT_EQ(server_->request_count(), 2);
  EXPECT_EQ(count(), 1);
}

TEST_F(ExecTest, IsAskedAgainOnceAfterA401) {
  start_server("two");
  const std::string file = folder_.write("token", "one").string();
  connect(
      with(plugin("token=$(cat " + file +
                  ")\necho '{\"kind\":\"ExecCredential\",\"apiVersion\":"
                  "\"client.authentication.k8s.io/v1\",\"status\":{\"token\":\"'$token'\"}}'")));
  EXPECT_EQ(status(get()), 401);
  EXPECT_EQ(server_->request_count(), 2);
  EXPECT_EQ(count(), 2);
  folder_.write("token", "two");
  EXPECT_EQ(status(write(Method::kPost)), 200);
  EXPECT_EQ(count(), 3);
  EXPECT_EQ(status(get()), 200);
  EXPECT_EQ(count(), 3);
}

TEST_F(ExecTest, WithoutCredentialsNothingIsSent) {
  start_server("one");
  connect(with(plugin("echo no >&2; exit 1")));
  const HostError failed = error(get());
  EXPECT_EQ(failed.kind, HostError::Kind::kIdentity);
  EXPECT_THAT(failed.message, HasSubstr("gave no credentials: it failed with exit code 1"));
  EXPECT_EQ(server_->connections(), 0);
}

TEST_F(ExecTest, ATokenOfTheKubeconfigComesFirst) {
  start_server("static");
  ClientConfig config = with(plugin("exit 1"));
  config.token.text = "static";
  connect(config);
  EXPECT_EQ(status(get()), 200);
  EXPECT_EQ(count(), 0);
}

TEST_F(ExecTest, ImpersonationStandsBesideTheToken) {
  start_server("one");
  ClientConfig config = with(plugin(printing(R"("token":"one")")));
  config.impersonation.emplace();
  config.impersonation->user = "jane";
  config.impersonation->groups = {"dev"};
  connect(config);
  EXPECT_EQ(status(get()), 200);
  EXPECT_EQ(server_->requests().front().field("Impersonate-User"), "jane");
  EXPECT_EQ(server_->requests().front().field("Impersonate-Group"), "dev");
}

std::string escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;)
    text.replace(at, 1, "\\n");
  return text;
}

TEST_F(ExecTest, ItsCertificateIsShown) {
  const TestAuthority authority;
  TlsServerOptions tls;
  tls.identity = authority.issue("IP:127.0.0.1");
  tls.client_ca_pem = authority.pem();
  server_ = std::make_unique<FakeServer>(answering({reply("200 OK", "{}")}), tls);
  const TlsIdentity me = authority.issue("DNS:me");
  // printf, since some shells' echo undoes \n.
  const std::string file =
      folder_
          .write("credential",
                 credential(R"("clientCertificateData":")" + escaped(me.certificate_chain_pem) +
                            R"(","clientKeyData":")" + escaped(me.private_key_pem) + R"(")"))
          .string();
  ClientConfig config = with(plugin("cat " + file));
  config.ca.text = authority.pem();
  connect(config);
  EXPECT_EQ(status(get()), 200);
  EXPECT_EQ(status(get()), 200);
  EXPECT_EQ(count(), 1);
  folder_.write("credential", credential(R"("clientCertificateData":"C","clientKeyData":"K")"));
  connect(config);
  EXPECT_THAT(error(get()).message, HasSubstr("gave a certificate that can't be used"));
}

}  // namespace
}  // namespace drawbridge::kube
