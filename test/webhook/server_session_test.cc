// One connection step by step over a pair of sockets: what one of them may do before the others'
// turn.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>

#include "test/webhook/server_testing.h"
#include "webhook/server/session.h"

namespace drawbridge::testing {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Wait = Session::Wait;

// A session, without TLS unless there is a context for it, and the client's end of its socket.
class Scripted {
 public:
  // Unless told otherwise a turn ends by what was done, not by how long it took.
  static ServerLimits with_long_turns(ServerLimits limits) {
    if (limits.turn_time_max == kTurnTimeMax) limits.turn_time_max = std::chrono::hours(1);
    return limits;
  }

  explicit Scripted(const ServerLimits& the_limits = {}, int buffer_bytes = 4'000'000,
                    const kube::TlsContext* tls = nullptr)
      : limits(with_long_turns(the_limits)), site(service, limits) {
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds_.data()), 0);
    for (const int fd : fds_) {
      // Beyond the system's limit for users, which a test as root may pass.
      ::setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &buffer_bytes, sizeof(buffer_bytes));
      ::setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &buffer_bytes, sizeof(buffer_bytes));
    }
    session.emplace(tls == nullptr
                        ? Transport(fds_[0])
                        : Transport(fds_[0], kube::TlsStream::accept(*tls, fds_[0]).value()),
                    thread, site, now);
  }
  ~Scripted() {
    for (const int fd : fds_) ::close(fd);
  }

  Wait advance() { return session->advance(now); }
  // What did not fit into the socket is returned.
  std::string_view send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(fds_[1], bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) break;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return bytes;
  }
  int client_fd() const { return fds_[1]; }
  void close_client_side() { ::shutdown(fds_[1], SHUT_WR); }
  std::string receive() {
    std::string text;
    std::array<char, 65'536> bytes;
    for (;;) {
      const ssize_t received = ::recv(fds_[1], bytes.data(), bytes.size(), 0);
      if (received <= 0) return text;
      text.append(bytes.data(), static_cast<std::size_t>(received));
    }
  }
  int unread_bytes() const {
    int bytes = 0;
    ::ioctl(fds_[0], FIONREAD, &bytes);
    return bytes;
  }
  std::uint64_t answered() const {
    return counters.routes[0].by_status[200 - ThreadCounters::kStatusMin].value();
  }

  const ServerLimits limits;
  ScriptedService service;
  AdmissionSite site;
  BodyMemory memory{kBodyMemoryBytesMax};
  ThreadCounters counters{kAdmissionPort};
  SessionThread thread{limits, memory, counters};
  TimePoint now = std::chrono::steady_clock::now();
  std::optional<Session> session;

 private:
  std::array<int, 2> fds_ = {-1, -1};
};

// The same with TLS, for what is bounded by records.
class TlsPair {
 public:
  TlsPair()
      : server_context_(test_server_context()),
        client_context_(kube::TlsContext::client({.skip_verification = true}).value()),
        scripted_({}, 4'000'000, server_context_.get()),
        client_(kube::TlsStream::connect(*client_context_, scripted_.client_fd(), "localhost")
                    .value()) {
    scripted_.service.now = [this](const Request&, Response& response) {
      response.body.assign(body_bytes_, 'a');
      return true;
    };
    while (client_.handshake().outcome != kube::TlsStep::Outcome::kProgress) advance();
  }

  void ask(std::size_t body_bytes) {
    body_bytes_ = body_bytes;
    const std::string request = post("{}");
    EXPECT_EQ(client_.write(request).bytes, request.size());
  }
  std::string answer_to(std::size_t body_bytes) {
    ask(body_bytes);
    std::string answer;
    for (Wait wait = Wait::kTurn; wait == Wait::kTurn; answer += receive()) wait = advance();
    return answer;
  }
  Wait advance() { return scripted_.advance(); }
  // What has come.
  std::string receive() {
    std::string text;
    std::array<char, 65'536> bytes;
    for (;;) {
      const kube::TlsStep step = client_.read(bytes);
      if (step.outcome != kube::TlsStep::Outcome::kProgress) return text;
      text.append(bytes.data(), step.bytes);
    }
  }
  std::uint64_t answered() const { return scripted_.answered(); }

 private:
  std::unique_ptr<kube::TlsContext> server_context_;
  std::unique_ptr<kube::TlsContext> client_context_;
  std::size_t body_bytes_ = 0;
  Scripted scripted_;
  kube::TlsStream client_;
};

TEST(Session, ReadsABoundedAmountPerTurn) {
  Scripted scripted;
  const std::string request = post(std::string(1'000'000, 'x'));
  std::string_view left = scripted.send(request);
  std::uint64_t before = 0;
  int turns = 0;
  for (;;) {
    const Wait wait = scripted.advance();
    const std::uint64_t read = scripted.counters.received_bytes.value() - before;
    before += read;
    EXPECT_LE(read, kReadsPerTurnMax * SessionThread::kInputBytes);
    left = scripted.send(left);
    if (wait == Wait::kWorker) break;
    ASSERT_TRUE(wait == Wait::kTurn || wait == Wait::kReadable);
    ++turns;
  }
  EXPECT_GE(turns, 1'000'000 / static_cast<int>(kReadsPerTurnMax * SessionThread::kInputBytes));
  EXPECT_TRUE(scripted.session->decide_at_length());
  EXPECT_EQ(scripted.session->request().body.size(), 1'000'000u);
}

TEST(Session, AnswersABoundedNumberOfPipelinedRequestsPerTurn) {
  Scripted scripted;
  std::string requests;
  for (int i = 0; i < 20; ++i) requests += post("{}");
  ASSERT_EQ(scripted.send(requests), "");
  EXPECT_EQ(scripted.advance(), Wait::kTurn);
  EXPECT_EQ(scripted.answered(), kRequestsPerTurnMax);
  EXPECT_EQ(scripted.advance(), Wait::kTurn);
  EXPECT_EQ(scripted.answered(), 2 * kRequestsPerTurnMax);
  EXPECT_EQ(scripted.advance(), Wait::kReadable);
  EXPECT_EQ(scripted.answered(), 20u);
}

TEST(Session, BeginsNoOtherRequestAfterALongTurn) {
  ServerLimits limits;
  limits.turn_time_max = std::chrono::microseconds(0);
  Scripted scripted(limits);
  ASSERT_EQ(scripted.send(post("{}") + post("{}")), "");
  EXPECT_EQ(scripted.advance(), Wait::kTurn);
  EXPECT_EQ(scripted.answered(), 1u);
  EXPECT_FALSE(scripted.session->idle()) << "it would lose its place to another connection";
  EXPECT_EQ(scripted.advance(), Wait::kReadable);
  EXPECT_EQ(scripted.answered(), 2u);
  EXPECT_TRUE(scripted.session->idle());
}

// An answer leaves in records of 16 KiB; one of exactly a turn's, and one a byte longer.
TEST(Session, WritesABoundedAmountPerTurn) {
  constexpr std::size_t kRecordBytes = 16'384;
  for (const std::size_t past : {0U, 1U}) {
    TlsPair scripted;
    // What the header takes is told by a first answer, whose body's length has as many digits.
    const std::size_t header = scripted.answer_to(kWritesPerTurnMax * kRecordBytes - 1).size() -
                               (kWritesPerTurnMax * kRecordBytes - 1);
    const std::size_t body = kWritesPerTurnMax * kRecordBytes - header + past;
    scripted.ask(body);
    EXPECT_EQ(scripted.advance(), past == 0 ? Wait::kReadable : Wait::kTurn);
    EXPECT_EQ(scripted.receive().size(), kWritesPerTurnMax * kRecordBytes);
    EXPECT_EQ(scripted.answered(), past == 0 ? 2U : 1U);
    EXPECT_EQ(scripted.advance(), Wait::kReadable);
    EXPECT_EQ(scripted.receive().size(), past);
    EXPECT_EQ(scripted.answered(), 2U);
  }
}

TEST(Session, ReadsNothingWhileItDecidesOrWrites) {
  Scripted scripted({}, 4'096);
  scripted.service.now = [](const Request&, Response& response) {
    response.body.assign(100'000, 'a');
    return false;
  };
  ASSERT_EQ(scripted.send(post("one")), "");
  EXPECT_EQ(scripted.advance(), Wait::kLater);
  const std::string second = post("two");
  ASSERT_EQ(scripted.send(second), "");
  EXPECT_EQ(scripted.session->request().body, "one");
  // Decided elsewhere; the answer does not fit into the socket.
  EXPECT_EQ(scripted.advance(), Wait::kWritable);
  EXPECT_EQ(scripted.unread_bytes(), static_cast<int>(second.size()));
  std::string received;
  Wait wait = Wait::kWritable;
  while (wait == Wait::kWritable) {
    received += scripted.receive();
    wait = scripted.advance();
  }
  received += scripted.receive();
  EXPECT_EQ(wait, Wait::kReadable);
  EXPECT_TRUE(received.ends_with(std::string(100'000, 'a')));
  EXPECT_EQ(scripted.advance(), Wait::kLater);
  EXPECT_EQ(scripted.session->request().body, "two");
  EXPECT_EQ(scripted.memory.in_use(), 3u);
}

TEST(Session, NothingExpiresWhileItDecides) {
  Scripted scripted;
  scripted.service.now = [](const Request&, Response&) { return false; };
  EXPECT_EQ(scripted.advance(), Wait::kReadable);
  EXPECT_EQ(scripted.session->deadline(), scripted.now + kIdleTimeMax);
  EXPECT_TRUE(scripted.session->idle());
  const std::string request = post("{}", "/mutate?timeout=3s");
  scripted.send(request.substr(0, 10));
  EXPECT_EQ(scripted.advance(), Wait::kReadable);
  EXPECT_EQ(scripted.session->deadline(), scripted.now + kHeaderTimeMax);
  EXPECT_FALSE(scripted.session->idle());
  scripted.now += milliseconds(1'000);
  scripted.send(request.substr(10, request.size() - 11));
  EXPECT_EQ(scripted.advance(), Wait::kReadable);
  // The request's own deadline counts from its first byte, and is earlier than the body's.
  EXPECT_EQ(scripted.session->deadline(), scripted.now + milliseconds(2'000));
  scripted.send(request.substr(request.size() - 1));
  EXPECT_EQ(scripted.advance(), Wait::kLater);
  EXPECT_EQ(scripted.session->request().deadline, scripted.now + milliseconds(2'000));
  EXPECT_EQ(scripted.session->deadline(), TimePoint::max());
  EXPECT_EQ(scripted.advance(), Wait::kReadable);
  EXPECT_THAT(scripted.receive(), StartsWith("HTTP/1.1 200 OK\r\n"));
}

TEST(Session, ARequestThatArrivesAsItsConnectionExpiresIsAnswered) {
  for (const bool evicted : {true, false}) {
    Scripted scripted;
    EXPECT_EQ(scripted.advance(), Wait::kReadable);
    scripted.send(post("just in time"));
    if (evicted) scripted.session->evict();
    if (!evicted) scripted.session->expire();
    EXPECT_TRUE(scripted.session->leaving() || !evicted);
    const Wait wait = scripted.advance();
    EXPECT_EQ(wait, evicted ? Wait::kEnd : Wait::kReadable);
    const std::string answer = scripted.receive();
    EXPECT_THAT(answer, HasSubstr("Connection: close"));
    EXPECT_TRUE(answer.ends_with("just in time"));
  }
}

TEST(Session, LingersForABoundedAmount) {
  Scripted scripted;
  scripted.send("nonsense\r\n\r\n");
  EXPECT_EQ(scripted.advance(), Wait::kReadable);
  EXPECT_THAT(scripted.receive(), StartsWith("HTTP/1.1 400 "));
  const std::string megabyte(1'000'000, 'x');
  std::size_t sent = 0;
  Wait wait = Wait::kReadable;
  while (wait != Wait::kEnd && sent < 2 * kLingerBytesMax) {
    sent += megabyte.size() - scripted.send(megabyte).size();
    wait = scripted.advance();
    EXPECT_TRUE(wait == Wait::kTurn || wait == Wait::kReadable || wait == Wait::kEnd);
  }
  EXPECT_EQ(wait, Wait::kEnd);
  EXPECT_GE(sent, kLingerBytesMax);
}

TEST(Session, AnswersAfterTheDeadlineAreCounted) {
  Scripted scripted;
  scripted.now -= milliseconds(60'000);
  scripted.service.now = [](const Request&, Response&) { return false; };
  scripted.send(post("{}"));
  EXPECT_EQ(scripted.advance(), Wait::kLater);
  scripted.now += milliseconds(60'000);
  EXPECT_EQ(scripted.advance(), Wait::kReadable);
  EXPECT_EQ(scripted.counters.deadlines_missed.value(), 1u);
}

// An event tells of a change once: what was there already must be looked for.
TEST(Session, KnowsWhetherMoreMayLieInTheSocket) {
  Scripted scripted;
  // The first read is filled to the last byte by one request and the half of another.
  const std::string first = post("{}");
  std::string second = post(std::string(SessionThread::kInputBytes, ' '));
  ASSERT_EQ(scripted.send(first + second), "");
  scripted.session->expect_more(false);
  EXPECT_FALSE(scripted.session->is_drained());
  EXPECT_EQ(scripted.advance(), Wait::kReadable);
  EXPECT_EQ(scripted.answered(), 2u);
  EXPECT_TRUE(scripted.session->is_drained());
  // An event that comes while others have their turn is not forgotten by an answer without a read.
  scripted.session->expect_more(false);
  EXPECT_FALSE(scripted.session->is_drained());
  EXPECT_EQ(scripted.advance(), Wait::kReadable);
  EXPECT_TRUE(scripted.session->is_drained());
  // One that fills it exactly may have something behind it.
  std::string exact = post("{}");
  exact.insert(exact.find("\r\n") + 2,
               "X: " + std::string(SessionThread::kInputBytes - exact.size() - 5, 'x') + "\r\n");
  ASSERT_EQ(exact.size(), SessionThread::kInputBytes);
  ASSERT_EQ(scripted.send(exact), "");
  scripted.session->expect_more(false);
  EXPECT_EQ(scripted.advance(), Wait::kReadable);
  EXPECT_EQ(scripted.answered(), 3u);
  EXPECT_FALSE(scripted.session->is_drained());
  EXPECT_EQ(scripted.advance(), Wait::kReadable);
  EXPECT_TRUE(scripted.session->is_drained());
}

TEST(Session, TheEndOfWhatAClientSendsIsLookedForWithoutAnEvent) {
  Scripted scripted;
  ASSERT_EQ(scripted.send(post("{}")), "");
  scripted.close_client_side();
  scripted.session->expect_more(true);
  EXPECT_EQ(scripted.advance(), Wait::kReadable);
  EXPECT_EQ(scripted.answered(), 1u);
  EXPECT_FALSE(scripted.session->is_drained());
  EXPECT_EQ(scripted.advance(), Wait::kEnd);
}

TEST(Session, AnIdleSessionHoldsNoBuffers) {
  Scripted scripted;
  for (int i = 0; i < 3; ++i) {
    scripted.send(post(std::string(kInlineBodyBytesMax, 'x')));
    while (scripted.advance() == Wait::kTurn) {
    }
    EXPECT_EQ(scripted.memory.in_use(), 0u);
    scripted.receive();
  }
  EXPECT_EQ(scripted.answered(), 3u);
}

}  // namespace
}  // namespace drawbridge::testing
