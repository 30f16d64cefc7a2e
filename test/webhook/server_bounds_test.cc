// Every bound of the server at its limit and one past it, over real sockets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "test/webhook/server_testing.h"
#include "webhook/server/probe_site.h"

namespace drawbridge::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::HasSubstr;

std::string refused(const std::string& bound, const std::string& port = "admission") {
  return "drawbridge_server_refused_total{port=\"" + port + "\",bound=\"" + bound + "\"}";
}

unsigned status_of(std::uint16_t port, const std::string& request) {
  Client client(port);
  EXPECT_TRUE(client.send(request));
  const std::optional<Reply> reply = client.receive();
  if (reply && reply->status >= 400) {
    EXPECT_TRUE(client.closed_by_server());
  }
  return reply ? reply->status : 0;
}

TEST(ServerBounds, BodyBytes) {
  ServerLimits limits;
  limits.body_bytes_max = 10'000;
  TestServer server(limits);
  const auto chunked = [](std::size_t bytes) {
    char size[16];
    std::snprintf(size, sizeof(size), "%zx\r\n", bytes - 1);
    return "POST /mutate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
           "Transfer-Encoding: chunked\r\n\r\n" +
           (size + std::string(bytes - 1, 'x')) + "\r\n1\r\nx\r\n0\r\n\r\n";
  };
  EXPECT_EQ(status_of(server.port(), post(std::string(10'000, 'x'))), 200u);
  EXPECT_EQ(status_of(server.port(), post(std::string(10'001, 'x'))), 413u);
  EXPECT_EQ(status_of(server.port(), chunked(10'000)), 200u);
  EXPECT_EQ(status_of(server.port(), chunked(10'001)), 413u);
  // Also where the body is thrown away anyway.
  EXPECT_EQ(status_of(server.port(), post(std::string(10'001, 'x'), "/nowhere")), 413u);
  EXPECT_TRUE(server.metric_becomes(refused("body_bytes"), 3));
  Client client(server.port());
  ASSERT_TRUE(client.send(post(std::string(10'001, 'x'))));
  EXPECT_THAT(client.receive()->body,
              HasSubstr("The request's body is longer than 10000 bytes, and no more are read. Send "
                        "a smaller object."));
}

TEST(ServerBounds, TheDefaultBodyIs8MiB) {
  TestServer server;
  const std::string largest(kBodyBytesMax, 'x');
  Client client(server.port());
  ASSERT_TRUE(client.send(post(largest)));
  const std::optional<Reply> reply = client.receive();
  ASSERT_TRUE(reply);
  EXPECT_TRUE(reply->body == largest);
  // A client that goes on sending 4 MiB that nobody wants still gets to read why.
  Client larger(server.port());
  larger.send(post(largest + 'x').substr(0, 4'000'000));
  EXPECT_EQ(larger.receive()->status, 413u);
}

TEST(ServerBounds, HeaderBytes) {
  TestServer server;
  const auto with_header_of = [](std::size_t bytes) {
    const std::string empty = post("{}", "/mutate", "X: \r\n");
    const std::size_t header = empty.size() - 2;
    return post("{}", "/mutate", "X: " + std::string(bytes - header, 'h') + "\r\n");
  };
  EXPECT_EQ(status_of(server.port(), with_header_of(kHeaderBytesMax)), 200u);
  EXPECT_EQ(status_of(server.port(), with_header_of(kHeaderBytesMax + 1)), 431u);
  EXPECT_EQ(status_of(server.port(), "POST /" + std::string(100'000, 'm')), 431u);
  // In pieces it must not become more.
  for (const std::size_t bytes : {kHeaderBytesMax, kHeaderBytesMax + 1}) {
    Client client(server.port());
    const std::string request = with_header_of(bytes);
    for (std::size_t at = 0; at < request.size(); at += 1'000) {
      ASSERT_TRUE(client.send(request.substr(at, 1'000)));
      std::this_thread::sleep_for(milliseconds(1));
    }
    EXPECT_EQ(client.receive()->status, bytes > kHeaderBytesMax ? 431u : 200u);
  }
  EXPECT_TRUE(server.metric_becomes(refused("header_bytes"), 3));
}

TEST(ServerBounds, HeaderFieldsAndTrailers) {
  TestServer server;
  const auto fields = [](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += "X: y\r\n";
    return text;
  };
  // post() has four of its own.
  EXPECT_EQ(status_of(server.port(), post("{}", "/mutate", fields(kHeaderFieldsMax - 4))), 200u);
  EXPECT_EQ(status_of(server.port(), post("{}", "/mutate", fields(kHeaderFieldsMax - 3))), 431u);
  const auto with_trailer = [](const std::string& trailer) {
    return "POST /mutate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
           "Transfer-Encoding: chunked\r\n\r\n0\r\n" +
           trailer + "\r\n";
  };
  EXPECT_EQ(status_of(server.port(), with_trailer(fields(kHeaderFieldsMax - 3))), 200u);
  EXPECT_EQ(status_of(server.port(), with_trailer(fields(kHeaderFieldsMax - 2))), 431u);
  EXPECT_EQ(
      status_of(server.port(), with_trailer("X: " + std::string(kHeaderBytesMax, 'y') + "\r\n")),
      431u);
  EXPECT_TRUE(server.metric_becomes(refused("header_fields"), 2));
  EXPECT_TRUE(server.metric_becomes(refused("header_bytes"), 1));
}

TEST(ServerBounds, ChunkExtensions) {
  TestServer server;
  const auto with_extension = [](std::size_t bytes) {
    return "POST /mutate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
           "Transfer-Encoding: chunked\r\n\r\n1;" +
           std::string(bytes - 1, 'e') + "\r\nx\r\n0\r\n\r\n";
  };
  EXPECT_EQ(status_of(server.port(), with_extension(kChunkExtensionBytesMax)), 200u);
  EXPECT_EQ(status_of(server.port(), with_extension(kChunkExtensionBytesMax + 1)), 400u);
  EXPECT_EQ(status_of(server.port(), with_extension(200'000)), 431u);
  EXPECT_TRUE(server.metric_becomes(refused("chunk_extension_bytes"), 1));
}

// As many as fit have their places; nobody has been there too long.
ServerLimits room_for_two_connections() {
  ServerLimits limits;
  limits.connections_max = 2;
  limits.place_time_min = milliseconds(60'000);
  return limits;
}

TEST(ServerBounds, ConnectionsThatAreBusyKeepTheirPlaces) {
  const ServerLimits limits = room_for_two_connections();
  TestServer server(limits);
  Client first(server.port());
  Client second(server.port());
  // Answered once, so that the server is known to have seen the connection, then within a request.
  for (Client* client : {&first, &second}) {
    ASSERT_TRUE(client->send(post("{}") + "POST"));
    ASSERT_TRUE(client->receive());
  }
  Client third(server.port());
  EXPECT_FALSE(third.connected());
  EXPECT_TRUE(server.metric_becomes(refused("connections"), 1));
  ASSERT_TRUE(first.send(post("a").substr(4)));
  ASSERT_TRUE(second.send(post("b").substr(4)));
  EXPECT_EQ(first.receive()->body, "a");
  EXPECT_EQ(second.receive()->body, "b");
}

// Both ends of each connection are this process's.
bool may_open_twice(std::size_t connections) {
  rlimit files = {};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return false;
  const rlim_t wanted = 2 * connections + 256;
  if (files.rlim_cur >= wanted) return true;
  files.rlim_cur = wanted;
  return setrlimit(RLIMIT_NOFILE, &files) == 0;
}

TEST(ServerBounds, TheDefaultConnectionsAre1024) {
  ASSERT_TRUE(may_open_twice(kConnectionsMax));
  ServerLimits limits;
  limits.place_time_min = limits.handshake_time_max = milliseconds(60'000);
  TestServer server(limits, 2);
  const auto connect = [&server] {
    return std::make_unique<Client>(server.port(), ClientOptions{.handshake = false});
  };
  std::vector<std::unique_ptr<Client>> all;
  for (std::size_t i = 0; i < kConnectionsMax; ++i) all.push_back(connect());
  const std::string open = "drawbridge_server_connections_open{port=\"admission\"}";
  EXPECT_TRUE(server.metric_becomes(open, kConnectionsMax));
  EXPECT_EQ(server.metric(refused("connections")), 0);
  EXPECT_TRUE(connect()->closed_by_server());
  EXPECT_EQ(server.metric(refused("connections")), 1);
  all.pop_back();
  EXPECT_TRUE(server.metric_becomes(open, kConnectionsMax - 1));
  const std::unique_ptr<Client> next = connect();
  EXPECT_TRUE(server.metric_becomes(open, kConnectionsMax));
}

TEST(ServerBounds, AnIdleConnectionMakesRoomForANewOne) {
  ServerLimits limits;
  limits.connections_max = 2;
  TestServer server(limits);
  Client longest_idle(server.port());
  ASSERT_TRUE(longest_idle.send(post("a")));
  ASSERT_TRUE(longest_idle.receive());
  Client second(server.port());
  ASSERT_TRUE(second.send(post("b")));
  ASSERT_TRUE(second.receive());
  Client third(server.port());
  EXPECT_TRUE(longest_idle.closed_by_server());
  ASSERT_TRUE(third.send(post("c")));
  EXPECT_EQ(third.receive()->body, "c");
  ASSERT_TRUE(second.send(post("still here")));
  EXPECT_EQ(second.receive()->body, "still here");
  EXPECT_TRUE(server.metric_becomes(refused("connections"), 1));
  EXPECT_TRUE(server.metric_becomes("drawbridge_server_connections_open{port=\"admission\"}", 2));
}

TEST(ServerBounds, WhoeverNeverAsksMakesRoomForOthers) {
  ServerLimits limits = room_for_two_connections();
  limits.place_time_min = milliseconds(0);
  limits.handshake_time_max = limits.header_time_max = milliseconds(60'000);
  TestServer server(limits);
  Client silent(server.port(), {.handshake = false});
  Client half_open(server.port());
  // Answered once, so that the server is known to have seen what comes behind it.
  ASSERT_TRUE(half_open.send(post("{}") + "POST"));
  ASSERT_TRUE(half_open.receive());
  // The one that has been there longest, then the next.
  Client third(server.port());
  ASSERT_TRUE(third.send(post("c") + "POST"));
  EXPECT_EQ(third.receive()->body, "c");
  EXPECT_TRUE(silent.closed_by_server());
  Client fourth(server.port());
  ASSERT_TRUE(fourth.send(post("d")));
  EXPECT_EQ(fourth.receive()->body, "d");
  EXPECT_TRUE(half_open.closed_by_server());
  ASSERT_TRUE(third.send(post("e").substr(4)));
  EXPECT_EQ(third.receive()->body, "e");
  EXPECT_TRUE(server.metric_becomes(refused("connections"), 2));
}

TEST(ServerBounds, WhoeverWaitsForItsAnswerKeepsItsPlace) {
  ServerLimits limits = room_for_two_connections();
  limits.place_time_min = milliseconds(0);
  TestServer server(limits);
  std::promise<void> refused_third;
  const auto go_on = refused_third.get_future().share();
  std::promise<void> both_seen;
  std::atomic<int> seen = 0;
  server.service.takes_long = [&](const Request&) {
    if (++seen == 2) both_seen.set_value();
    return true;
  };
  server.service.now = [&go_on](const Request& request, Response& response) {
    EXPECT_EQ(go_on.wait_for(std::chrono::seconds(20)), std::future_status::ready);
    response.body = request.body;
    return true;
  };
  Client first(server.port());
  Client second(server.port());
  ASSERT_TRUE(first.send(post("a")));
  ASSERT_TRUE(second.send(post("b")));
  ASSERT_EQ(both_seen.get_future().wait_for(std::chrono::seconds(20)), std::future_status::ready);
  Client third(server.port());
  EXPECT_FALSE(third.connected());
  refused_third.set_value();
  EXPECT_EQ(first.receive()->body, "a");
  EXPECT_EQ(second.receive()->body, "b");
}

TEST(ServerBounds, HandshakeTime) {
  TestServer server(quick_limits());
  Client silent(server.port(), {.handshake = false});
  EXPECT_TRUE(silent.closed_by_server());
  // A ClientHello that never ends.
  Client slow(server.port(), {.handshake = false});
  ASSERT_TRUE(slow.send_raw({"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11}));
  EXPECT_TRUE(slow.closed_by_server());
  EXPECT_TRUE(server.metric_becomes(refused("handshake_time"), 2));
  EXPECT_TRUE(server.metric_becomes("drawbridge_server_handshakes_total{result=\"failed\"}", 2));
}

// Sends byte by byte until the time is over, with pauses that are each far below it.
void drip(Client& client, const std::string& bytes, milliseconds time) {
  const steady_clock::time_point until = steady_clock::now() + time;
  for (std::size_t i = 0; i < bytes.size() && steady_clock::now() < until; ++i) {
    if (!client.send(bytes.substr(i, 1))) return;
    std::this_thread::sleep_for(milliseconds(3));
  }
}

// quick_limits() but for one time, so that it is that one which is met.
ServerLimits only(milliseconds ServerLimits::*time) {
  ServerLimits limits;
  limits.*time = quick_limits().*time;
  limits.linger_time_max = milliseconds(200);
  return limits;
}

TEST(ServerBounds, HeaderTimeIsOfTheWholeHeader) {
  TestServer server(only(&ServerLimits::header_time_max));
  Client client(server.port());
  drip(client, post("{}", "/mutate", "X: " + std::string(1'000, 'x') + "\r\n"), milliseconds(100));
  const std::optional<Reply> reply = client.receive();
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 408u);
  EXPECT_THAT(reply->body, HasSubstr("header"));
  EXPECT_TRUE(client.closed_by_server());
  EXPECT_TRUE(server.metric_becomes(refused("header_time"), 1));
}

TEST(ServerBounds, APartOfATlsRecordCountsAsAHeader) {
  TestServer server(only(&ServerLimits::header_time_max));
  Client client(server.port());
  ASSERT_TRUE(client.send(post("{}")));
  ASSERT_TRUE(client.receive());
  // The first bytes of a record of application data.
  ASSERT_TRUE(client.send_raw({"\x17\x03\x03\x01\x00", 5}));
  EXPECT_EQ(client.receive()->status, 408u);
  EXPECT_TRUE(client.closed_by_server());
}

TEST(ServerBounds, BodyTimeIsOfTheWholeBody) {
  TestServer server(only(&ServerLimits::body_time_max));
  Client client(server.port());
  const std::string request = post(std::string(1'000, 'x'));
  ASSERT_TRUE(client.send(request.substr(0, request.size() - 1'000)));
  drip(client, std::string(1'000, 'x'), milliseconds(100));
  const std::optional<Reply> reply = client.receive();
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 408u);
  EXPECT_THAT(reply->body, HasSubstr("body"));
  EXPECT_TRUE(server.metric_becomes(refused("body_time"), 1));
  EXPECT_TRUE(server.metric_becomes("drawbridge_server_body_bytes_in_flight", 0));
  // Nobody waits for a body longer than for its answer.
  TestServer patient;
  Client hurried(patient.port());
  const std::string cut = post("{}", "/mutate?timeout=60ms");
  ASSERT_TRUE(hurried.send(cut.substr(0, cut.size() - 1)));
  EXPECT_EQ(hurried.receive()->status, 408u);
}

TEST(ServerBounds, IdleTimeIsWithoutARequest) {
  TestServer server(only(&ServerLimits::idle_time_max));
  Client never_used(server.port());
  Client used(server.port());
  for (int i = 0; i < 8; ++i) {
    ASSERT_TRUE(used.send(post("{}")));
    ASSERT_TRUE(used.receive());
    std::this_thread::sleep_for(milliseconds(10));
  }
  EXPECT_TRUE(never_used.closed_by_server());
  EXPECT_TRUE(used.closed_by_server());
  EXPECT_TRUE(server.metric_becomes(refused("idle_time"), 2));
}

TEST(ServerBounds, WriteTimeIsForClientsThatDoNotRead) {
  TestServer server(only(&ServerLimits::write_time_max));
  server.service.now = [](const Request&, Response& response) {
    response.body.assign(8'000'000, 'x');
    return true;
  };
  Client client(server.port(), {.receive_buffer_bytes = 4'096});
  ASSERT_TRUE(client.send(post("{}")));
  EXPECT_TRUE(server.metric_becomes(refused("write_time"), 1));
  EXPECT_FALSE(client.receive());
}

constexpr const char* kInFlight = "drawbridge_server_body_bytes_in_flight";

// Two of `bytes` fit.
ServerLimits room_for_two(std::size_t bytes) {
  ServerLimits limits;
  limits.body_bytes_max = bytes;
  limits.body_memory_bytes_max = 2 * bytes;
  return limits;
}

TEST(ServerBounds, BodyMemoryIsBoundedForTheProcess) {
  ServerLimits limits = room_for_two(200'000);
  limits.body_memory_bytes_max = 2 * 3 * kBodyStepBytes;
  limits.body_memory_wait_max = milliseconds(60);
  TestServer server(limits, 2);
  // Of two bodies that do not end, all but their last step.
  Client first(server.port());
  Client second(server.port());
  const std::string large = post(std::string(200'000, 'x'));
  const std::size_t most = large.size() - (200'000 - 3 * kBodyStepBytes);
  ASSERT_TRUE(first.send(large.substr(0, most)));
  ASSERT_TRUE(second.send(large.substr(0, most)));
  EXPECT_TRUE(server.metric_becomes(kInFlight, 6 * kBodyStepBytes));
  // Small bodies have room of their own; at their limit and one past it.
  Client third(server.port());
  ASSERT_TRUE(third.send(post(std::string(kSmallBodyBytesMax, 'x'))));
  EXPECT_EQ(third.receive()->status, 200u);
  ASSERT_TRUE(third.send(post(std::string(kSmallBodyBytesMax + 1, 'x'))));
  const std::optional<Reply> refused_reply = third.receive();
  ASSERT_TRUE(refused_reply);
  EXPECT_EQ(refused_reply->status, 503u);
  EXPECT_EQ(refused_reply->field("retry-after"), "1");
  EXPECT_TRUE(server.metric_becomes(refused("body_memory"), 1));
  first.reset_connection();
  EXPECT_TRUE(server.metric_becomes(kInFlight, 3 * kBodyStepBytes));
  ASSERT_TRUE(second.send(large.substr(most)));
  EXPECT_EQ(second.receive()->body.size(), 200'000u);
  EXPECT_TRUE(server.metric_becomes(kInFlight, 0));
}

TEST(ServerBounds, AHeaderTakesNoMemory) {
  TestServer server(room_for_two(200'000));
  const std::string large = post(std::string(200'000, 'x'));
  std::vector<std::unique_ptr<Client>> silent;
  for (int i = 0; i < 8; ++i) {
    silent.push_back(std::make_unique<Client>(server.port()));
    ASSERT_TRUE(silent.back()->send(large.substr(0, large.size() - 200'000)));
  }
  Client other(server.port());
  ASSERT_TRUE(other.send(large));
  EXPECT_EQ(other.receive()->status, 200u);
  EXPECT_TRUE(server.metric_becomes(kInFlight, 0));
}

// Two bodies of which the last byte does not come hold all the memory.
class HeldMemory {
 public:
  explicit HeldMemory(milliseconds step_time_max)
      : server(limits_with(step_time_max), 2), first(server.port()), second(server.port()) {
    for (Client* slow : {&first, &second})
      EXPECT_TRUE(slow->send(large.substr(0, large.size() - 1)));
    EXPECT_TRUE(server.metric_becomes(kInFlight, 400'000));
  }

  const std::string large = post(std::string(200'000, 'x'));
  TestServer server;
  Client first;
  Client second;

 private:
  static ServerLimits limits_with(milliseconds step_time_max) {
    ServerLimits limits = room_for_two(200'000);
    limits.body_memory_wait_max = milliseconds(20'000);
    limits.body_step_time_max = step_time_max;
    return limits;
  }
};

TEST(ServerBounds, WhoeverWaitsForMemoryGetsThatOfTheSlow) {
  HeldMemory held(milliseconds(200));
  // As long as nobody needs what they have, they may be slow.
  std::this_thread::sleep_for(milliseconds(500));
  EXPECT_EQ(held.server.metric(kInFlight), 400'000);
  Client other(held.server.port());
  ASSERT_TRUE(other.send(held.large));
  EXPECT_EQ(other.receive()->status, 200u);
  EXPECT_EQ(held.first.receive()->status, 408u);
  EXPECT_EQ(held.second.receive()->status, 408u);
  EXPECT_TRUE(held.server.metric_becomes(refused("body_time"), 2));
  EXPECT_EQ(held.server.metric(refused("body_memory")), 0);
}

TEST(ServerBounds, WhoeverBringsItsBodyInTimeKeepsItsMemory) {
  HeldMemory held(milliseconds(60'000));
  Client other(held.server.port());
  ASSERT_TRUE(other.send(held.large));
  std::this_thread::sleep_for(milliseconds(300));
  EXPECT_EQ(held.server.metric(refused("body_time")), 0);
  for (Client* slow : {&held.first, &held.second}) ASSERT_TRUE(slow->send("x"));
  for (Client* client : {&held.first, &held.second, &other})
    EXPECT_EQ(client->receive()->status, 200u);
}

TEST(ServerBounds, ChunkedBodiesReserveInSteps) {
  ServerLimits limits;
  limits.body_bytes_max = 200'000;
  limits.body_memory_bytes_max = 200'000;
  limits.body_memory_wait_max = milliseconds(60);
  TestServer server(limits);
  const std::string head =
      "POST /mutate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
      "Transfer-Encoding: chunked\r\n\r\n";
  const std::string chunk = "10000\r\n" + std::string(0x10000, 'x') + "\r\n";
  Client first(server.port());
  ASSERT_TRUE(first.send(head + "1\r\nx\r\n"));
  EXPECT_TRUE(server.metric_becomes(kInFlight, kBodyStepBytes));
  ASSERT_TRUE(first.send(chunk));
  EXPECT_TRUE(server.metric_becomes(kInFlight, 2 * kBodyStepBytes));
  Client second(server.port());
  ASSERT_TRUE(second.send(head + chunk + chunk));
  EXPECT_EQ(second.receive()->status, 503u);
  EXPECT_TRUE(server.metric_becomes(kInFlight, 2 * kBodyStepBytes));
  ASSERT_TRUE(first.send("0\r\n\r\n"));
  EXPECT_EQ(first.receive()->body.size(), 0x10001u);
}

TEST(ServerBounds, TheProbePortTakesShorterHeadersAndBodies) {
  TestServer server;
  const auto answer = [&server](const std::string& request) {
    Client client(server.probe_port(), {.tls = false});
    EXPECT_TRUE(client.send(request));
    const std::optional<Reply> reply = client.receive();
    return reply ? std::to_string(reply->status) + " " + reply->body : "none";
  };
  const auto with_header_of = [](std::size_t bytes) {
    const std::string start = "GET /livez HTTP/1.1\r\nHost: probe\r\nX: ";
    return start + std::string(bytes - start.size() - 4, 'h') + "\r\n\r\n";
  };
  EXPECT_EQ(answer(with_header_of(kProbeHeaderBytesMax)), "200 ok\n");
  EXPECT_THAT(answer(with_header_of(kProbeHeaderBytesMax + 1)),
              HasSubstr("The request's header is longer than 8192 bytes. Shorten its fields."));
  const auto with_body_of = [](std::size_t bytes) {
    return "GET /livez HTTP/1.1\r\nHost: probe\r\nContent-Length: " + std::to_string(bytes) +
           "\r\n\r\n" + std::string(bytes, 'x');
  };
  EXPECT_EQ(answer(with_body_of(kProbeBodyBytesMax)), "200 ok\n");
  EXPECT_THAT(answer(with_body_of(kProbeBodyBytesMax + 1)),
              HasSubstr("The request's body is longer than 4096 bytes, and no more are read. Send "
                        "a smaller object."));
  EXPECT_TRUE(server.metric_becomes(refused("header_bytes", "probe"), 1));
  EXPECT_TRUE(server.metric_becomes(refused("body_bytes", "probe"), 1));
  // Admission takes what is too long here.
  EXPECT_EQ(status_of(server.port(), post(std::string(kProbeBodyBytesMax + 1, 'x'))), 200u);
}

TEST(ServerBounds, TheProbePortIsBoundedOnItsOwn) {
  TestServer server;
  std::vector<std::unique_ptr<Client>> clients;
  const ClientOptions plain = {.tls = false};
  for (std::size_t i = 0; i < kProbeConnectionsMax; ++i) {
    clients.push_back(std::make_unique<Client>(server.probe_port(), plain));
    ASSERT_TRUE(clients.back()->send(get("/livez") + "GET"));
    ASSERT_TRUE(clients.back()->receive());
  }
  Client one_more(server.probe_port(), plain);
  one_more.send(get("/livez"));
  EXPECT_FALSE(one_more.receive());
  // Admission goes on.
  EXPECT_EQ(status_of(server.port(), post("{}")), 200u);
  clients.clear();
  EXPECT_TRUE(server.metric_becomes(refused("connections", "probe"), 1));
}

TEST(ServerBounds, SettingsThatContradictEachOtherAreRefused) {
  const auto problem = [](const ServerOptions& options) {
    const std::unique_ptr<kube::TlsContext> tls = test_server_context();
    ScriptedService service;
    Server server(options, *tls, service);
    const Status started = server.start();
    return started ? std::string() : started.error().text();
  };
  ServerOptions options;
  options.addresses = {"127.0.0.1:0"};
  options.probe_addresses = {};
  EXPECT_EQ(problem(options), "");
  options.limits.body_memory_bytes_max = options.limits.body_bytes_max - 1;
  EXPECT_THAT(problem(options), HasSubstr("memory for bodies"));
  options.limits.body_memory_bytes_max = options.limits.body_bytes_max;
  EXPECT_EQ(problem(options), "");
  options.threads = kThreadsMax + 1;
  EXPECT_THAT(problem(options), HasSubstr("256 threads"));
  options.threads = 1;
  options.addresses = {"nonsense"};
  EXPECT_THAT(problem(options), HasSubstr("host:port"));
  options.addresses = {"no-such-host.invalid:0"};
  EXPECT_THAT(problem(options), HasSubstr("is not known"));
  TestServer other;
  options.addresses = {"127.0.0.1:" + std::to_string(other.port())};
  EXPECT_THAT(problem(options), HasSubstr("in use"));
}

TEST(ServerAddresses, EachIsListenedOn) {
  const std::unique_ptr<kube::TlsContext> tls = test_server_context();
  ScriptedService service;
  ServerOptions options;
  options.addresses = {":0", "localhost:0", "127.0.0.1:0"};
  // A machine without IPv6 has no ::1 to test with.
  if (std::filesystem::exists("/proc/net/if_inet6")) options.addresses.push_back("[::1]:0");
  options.probe_addresses = {};
  options.threads = 2;
  Server server(options, *tls, service);
  const Status started = server.start();
  ASSERT_TRUE(started.ok()) << started.error().text();
  ASSERT_EQ(server.ports().size(), options.addresses.size());
  EXPECT_TRUE(server.probe_ports().empty());
  // Every address means IPv4, too.
  for (const std::size_t i : {0u, 2u}) {
    Client client(server.ports()[i]);
    ASSERT_TRUE(client.send(post("here")));
    EXPECT_EQ(client.receive()->body, "here");
  }
}

}  // namespace
}  // namespace drawbridge::testing
