#include "kube/client/discovery.h"

#include <boost/asio/this_coro.hpp>
#include <utility>

#include "kube/client/dialer.h"

namespace drawbridge::kube {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

// Only one asks about a group at a time; the others then find what it was told.
class Discovery::Turn {
 public:
  explicit Turn(Group& group) : group_(group) {}
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() {
    if (!is_taken_) return;
    group_.is_asked = false;
    for (Alarm* alarm : group_.waiting) alarm->wake();
  }

  asio::awaitable<Woken> take(Deadline until) {
    const asio::any_io_executor executor = co_await asio::this_coro::executor;
    Alarm alarm(executor);
    while (group_.is_asked) {
      const Waiting waiting(&group_.waiting, &alarm);
      const Woken woken = co_await alarm.sleep(until);
      if (woken != Woken::kReady) co_return woken;
    }
    group_.is_asked = true;
    is_taken_ = true;
    co_return Woken::kReady;
  }

 private:
  Group& group_;
  bool is_taken_ = false;
};

Discovery::Time Discovery::stale_at(const std::string& group) const {
  const auto found = groups_.find(group);
  return found == groups_.end() ? Time() : found->second.asked_at + age_max_;
}

void Discovery::forget(const std::string& group) {
  groups_[group].asked_at = Time();
}

asio::awaitable<ApiAnswer<std::string>> Discovery::find(std::string group, std::string resource,
                                                        std::vector<std::string> versions,
                                                        Deadline until) {
  if (group.empty()) co_return versions.front();
  Group& known = groups_[group];
  Turn turn(known);
  const Woken woken = co_await turn.take(until);
  if (woken != Woken::kReady) co_return interrupted(woken, "asking which versions are served");
  const std::string path = "/apis/" + group;
  if (!known.versions || Clock::now() >= stale_at(group)) {
    known.asked_at = Clock::now();
    known.versions.reset();
    known.resources.clear();
    ApiAnswer<Names> served = co_await ask(path, "APIGroup", "versions", "version", until);
    if (!served) co_return served.error_as<std::string>();
    known.versions = std::move(served.value());
  }
  for (const std::string& version : versions) {
    if (!known.versions->contains(version)) continue;
    if (!known.resources.contains(version)) {
      std::string resources = path;
      resources.append("/").append(version);
      ApiAnswer<Names> served =
          co_await ask(resources, "APIResourceList", "resources", "name", until);
      if (!served) co_return served.error_as<std::string>();
      known.resources[version] = std::move(served.value());
    }
    if (known.resources[version].contains(resource)) co_return version;
  }
  co_return std::string();
}

asio::awaitable<ApiAnswer<Discovery::Names>> Discovery::ask(std::string path, std::string kind,
                                                            std::string list, std::string name,
                                                            Deadline until) {
  ApiResult result = co_await client_.get_path(path, until);
  if (const ApiError* refused = result.api_error(); refused != nullptr && refused->code == 404) {
    co_return Names();
  }
  if (!result) co_return result.error_as<Names>();
  if (result.object()["kind"].as_string() != kind) {
    HostError error;
    error.kind = HostError::Kind::kProtocol;
    error.message = "GET " + path + ": the server answered with something that is no " + kind;
    error.may_have_arrived = true;
    co_return error;
  }
  Names names;
  for (const Json& element : result.object()[list].elements()) {
    names.emplace(element[name].as_string());
  }
  co_return names;
}

}  // namespace drawbridge::kube
