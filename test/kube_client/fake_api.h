// FakeApi: an API server for one collection, whose every answer a test chooses.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "test/kube_client/fake_server.h"

namespace drawbridge::kube {

// Answers one request; the connection is kept unless the peer was cut.
using Answer = std::function<void(Peer&)>;

inline Answer text(std::string answer) {
  return [answer = std::move(answer)](Peer& peer) { peer.write(answer); };
}
inline Answer refuse(const std::string& status, int code, const std::string& reason,
                     const std::string& more_fields = "") {
  return text(reply(status, status_body(code, reason, "the test says " + reason), more_fields));
}

// {"metadata":{"name":"a","resourceVersion":"5"}}
inline std::string object(const std::string& name, const std::string& version) {
  return R"({"metadata":{"name":")" + name + R"(","resourceVersion":")" + version + R"("}})";
}
inline std::string list_body(const std::string& version, const std::vector<std::string>& items,
                             const std::string& next = "") {
  std::string joined;
  for (const std::string& item : items) joined += (joined.empty() ? "" : ",") + item;
  return R"({"kind":"XList","metadata":{"resourceVersion":")" + version + R"(","continue":")" +
         next + R"("},"items":[)" + joined + "]}";
}
inline Answer list_of(const std::string& version, const std::vector<std::string>& items,
                      const std::string& next = "") {
  return text(reply("200 OK", list_body(version, items, next)));
}

inline std::string event(const std::string& type, const std::string& json) {
  return R"({"type":")" + type + R"(","object":)" + json + "}\n";
}
inline std::string bookmark(const std::string& version) {
  return event("BOOKMARK", R"({"metadata":{"resourceVersion":")" + version + R"("}})");
}
// A watch that brings `lines`; what happens then is up to `then`, and to nobody without it.
inline Answer watch_of(const std::vector<std::string>& lines, Answer then = {}) {
  return [lines, then = std::move(then)](Peer& peer) {
    peer.write(kChunkedHead);
    for (const std::string& line : lines) peer.write(chunk(line));
    if (then) return then(peer);
    peer.hang();
  };
}
inline Answer ended() {
  return [](Peer& peer) { peer.write(kLastChunk); };
}

class FakeApi {
 public:
  FakeApi()
      : server_([this](FakeServer& server, Peer& peer) {
          while (const std::optional<SeenRequest> request = server.take(peer)) {
            answer_to(request->line())(peer);
          }
        }) {}

  // The n-th list or watch gets the n-th answer, further ones the last.
  std::vector<Answer> lists = {list_of("1", {})};
  std::vector<Answer> watches = {watch_of({})};
  // So gets the n-th question for the server's version.
  std::vector<Answer> version_checks = {list_of("1000000", {})};

  // Which versions of the group are served with all of its kinds.
  void serve(std::set<std::string> versions) {
    const std::lock_guard lock(mutex_);
    versions_ = std::move(versions);
  }
  // How the group itself is answered instead.
  void answer_group(Answer answer) {
    const std::lock_guard lock(mutex_);
    group_ = std::move(answer);
  }

  ClientConfig config() const { return server_.config(); }
  // Targets of the requests of one sort, in their order.
  std::vector<std::string> list_lines() const { return lines(Sort::kList); }
  std::vector<std::string> watch_lines() const { return lines(Sort::kWatch); }
  std::vector<std::string> version_check_lines() const { return lines(Sort::kVersionCheck); }
  std::vector<std::string> discovery_lines() const { return lines(Sort::kDiscovery); }

  static constexpr const char* kGroup = "example.com";

 private:
  enum class Sort { kList, kWatch, kVersionCheck, kDiscovery };

  // A list of one object before any watch is a page of the list, and later the question.
  Sort sort_of(const std::string& line) const {
    if (line.find("watch=true") != std::string::npos) return Sort::kWatch;
    if (line.find("/widgets") == std::string::npos) return Sort::kDiscovery;
    const bool one =
        line.find("?limit=1&") != std::string::npos || line.find("?limit=1 ") != std::string::npos;
    return one && given_watches_ > 0 ? Sort::kVersionCheck : Sort::kList;
  }
  std::vector<std::string> lines(Sort sort) const {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> found;
    for (const auto& [seen, line] : seen_) {
      if (seen == sort) found.push_back(line);
    }
    return found;
  }

  static Answer next(const std::vector<Answer>& answers, std::atomic<std::size_t>& given) {
    const std::size_t index = given++;
    return answers[index < answers.size() ? index : answers.size() - 1];
  }
  Answer answer_to(const std::string& line) {
    const std::lock_guard lock(mutex_);
    const Sort sort = sort_of(line);
    seen_.emplace_back(sort, line);
    if (sort == Sort::kWatch) return next(watches, given_watches_);
    if (sort == Sort::kVersionCheck) return next(version_checks, given_version_checks_);
    if (sort == Sort::kList) return next(lists, given_lists_);
    if (line == "GET /apis/example.com HTTP/1.1") return group_ ? group_ : text(group_reply());
    for (const std::string& version : versions_) {
      if (line == "GET /apis/example.com/" + version + " HTTP/1.1") {
        return text(reply("200 OK", R"({"kind":"APIResourceList","resources":[{"name":"widgets"},)"
                                    R"({"name":"widgets/status"},{"name":"gadgets"}]})"));
      }
    }
    return text(reply("404 Not Found", "404 page not found\n"));
  }
  std::string group_reply() const {
    if (versions_.empty()) return reply("404 Not Found", "404 page not found\n");
    std::string listed;
    for (const std::string& version : versions_) {
      listed += (listed.empty() ? "" : ",") + (R"({"version":")" + version + R"("})");
    }
    return reply("200 OK", R"({"kind":"APIGroup","versions":[)" + listed + "]}");
  }

  mutable std::mutex mutex_;
  std::set<std::string> versions_ = {"v1"};         // protected by mutex_
  Answer group_;                                    // protected by mutex_
  std::vector<std::pair<Sort, std::string>> seen_;  // protected by mutex_
  std::atomic<std::size_t> given_lists_ = 0;
  std::atomic<std::size_t> given_watches_ = 0;
  std::atomic<std::size_t> given_version_checks_ = 0;
  FakeServer server_;  // the last: it answers from its first moment on
};

}  // namespace drawbridge::kube
