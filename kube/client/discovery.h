// Discovery: which versions of which kinds the API server serves.
//
// Not thread-safe: on the executor of its Client. What the server says of a group is remembered for
// a while and asked once for all who want to know it: one request for an absent group, one more for
// each version that somebody reads.
//
// Source of the rules: Kubernetes API concepts, "API discovery"; meta/v1 APIGroup, APIResourceList.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kube/client/alarm.h"
#include "kube/client/answer.h"
#include "kube/client/client.h"

namespace drawbridge::kube {

// How often a kind that the API server does not serve is looked for again, and how long what was
// learned of a group counts.
inline constexpr std::chrono::milliseconds kAbsentPollInterval{2'000};

class Discovery {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // `client`, which should be a background one, outlives it.
  explicit Discovery(Client& client, std::chrono::milliseconds age_max = kAbsentPollInterval)
      : client_(client), age_max_(age_max) {}
  Discovery(const Discovery&) = delete;
  Discovery& operator=(const Discovery&) = delete;

  // The first of `versions`, of which the best stands first, that the server serves `resource` in;
  // "" where it serves it in none of them. The core group's kinds are always there: it is not
  // asked.
  boost::asio::awaitable<ApiAnswer<std::string>> find(std::string group, std::string resource,
                                                      std::vector<std::string> versions,
                                                      Deadline until);

  // From when on find() asks the server again; the time that is over where it would now.
  Time stale_at(const std::string& group) const;
  // What was said of `group` turned out to be wrong.
  void forget(const std::string& group);

 private:
  using Names = std::set<std::string>;
  // What the server said of a group.
  struct Group {
    std::optional<Names> versions;           // served ones
    std::map<std::string, Names> resources;  // of a version
    Time asked_at{};
    bool is_asked = false;          // right now
    std::vector<Alarm*> waiting{};  // until that is over
  };
  class Turn;

  // Names that the document of `kind` at `path` lists under `list` as `name`; none where there is
  // no such document.
  boost::asio::awaitable<ApiAnswer<Names>> ask(std::string path, std::string kind, std::string list,
                                               std::string name, Deadline until);

  Client& client_;
  const std::chrono::milliseconds age_max_;
  std::map<std::string, Group> groups_;
};

}  // namespace drawbridge::kube
