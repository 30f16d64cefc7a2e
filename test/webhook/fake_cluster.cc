#include "test/webhook/fake_cluster.h"

namespace drawbridge::admission {
namespace {

std::string not_found() {
  return kube::reply("404 Not Found", "404 page not found\n");
}

// Between two looks of a watch for what is new.
constexpr int kLookEveryMs = 2;
constexpr int kLooksPerBookmark = 10;
constexpr std::string_view kNamespaces = "/api/v1/namespaces/";

}  // namespace

FakeCluster::FakeCluster()
    : server_([this](kube::FakeServer& server, kube::Peer& peer) {
        while (!is_away()) {
          const std::optional<kube::SeenRequest> request = server.take(peer);
          if (!request || is_away()) return;
          answer(request->line(), peer);
        }
      }) {}

void FakeCluster::put(const std::string& resource, const std::string& ns, const std::string& name,
                      const std::string& fields, const std::string& metadata) {
  const std::lock_guard lock(mutex_);
  const Key key(resource, ns + "/" + name);
  const bool is_new = !objects_.contains(key);
  const std::string in_namespace = ns.empty() ? "" : R"("namespace":")" + ns + R"(",)";
  const std::string object = R"({"metadata":{)" + in_namespace + R"("name":")" + name +
                             R"(","resourceVersion":")" + std::to_string(++version_) + R"(")" +
                             (metadata.empty() ? "" : "," + metadata) + "}" +
                             (fields.empty() ? "" : "," + fields) + "}";
  objects_[key] = object;
  changes_.push_back({resource, is_new ? "ADDED" : "MODIFIED", object, version_});
}

void FakeCluster::remove(const std::string& resource, const std::string& ns,
                         const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto found = objects_.find(Key(resource, ns + "/" + name));
  changes_.push_back({resource, "DELETED", found->second, ++version_});
  objects_.erase(found);
}

void FakeCluster::serve(const std::string& group, const std::string& version,
                        std::set<std::string> resources) {
  const std::lock_guard lock(mutex_);
  groups_[group] = {version, std::move(resources)};
}

void FakeCluster::forbid(std::set<std::string> resources) {
  const std::lock_guard lock(mutex_);
  forbidden_ = std::move(resources);
}

void FakeCluster::go_away(bool away) {
  const std::lock_guard lock(mutex_);
  is_away_ = away;
}

void FakeCluster::list_after(int ms) {
  const std::lock_guard lock(mutex_);
  list_after_ms_ = ms;
}

void FakeCluster::keep_silent(bool silent) {
  const std::lock_guard lock(mutex_);
  is_silent_ = silent;
}

bool FakeCluster::is_silent() {
  const std::lock_guard lock(mutex_);
  return is_silent_;
}

bool FakeCluster::is_away() {
  const std::lock_guard lock(mutex_);
  return is_away_;
}

bool FakeCluster::is_forbidden(const std::string& resource) {
  const std::lock_guard lock(mutex_);
  return forbidden_.contains(resource);
}

void FakeCluster::answer(const std::string& line, kube::Peer& peer) {
  const std::string target = line.substr(4, line.find(' ', 4) - 4);
  const std::size_t question = target.find('?');
  if (question == std::string::npos) {
    peer.write(target.starts_with(kNamespaces) ? namespace_at(target) : discovery(target));
    return;
  }
  const std::string path = target.substr(0, question);
  const std::string resource = path.substr(path.rfind('/') + 1);
  if (is_forbidden(resource)) {
    peer.write(kube::reply("403 Forbidden", kube::status_body(403, "Forbidden", "RBAC says no")));
  } else if (target.find("watch=true") == std::string::npos) {
    std::string objects = list(resource);
    peer.pause([this] {
      const std::lock_guard lock(mutex_);
      return list_after_ms_;
    }());
    peer.write(kube::reply("200 OK", objects));
  } else {
    const std::size_t at = target.find("resourceVersion=") + 16;
    watch(resource, std::stol(target.substr(at)), peer);
  }
}

std::string FakeCluster::discovery(const std::string& path) {
  const std::lock_guard lock(mutex_);
  for (const auto& [group, served] : groups_) {
    const auto& [version, resources] = served;
    if (path == "/apis/" + group) {
      return kube::reply("200 OK",
                         R"({"kind":"APIGroup","versions":[{"version":")" + version + R"("}]})");
    }
    if (path != "/apis/" + group + "/" + version) continue;
    std::string names;
    for (const std::string& name : resources) {
      names += (names.empty() ? "" : ",") + (R"({"name":")" + name + R"("})");
    }
    return kube::reply("200 OK", R"({"kind":"APIResourceList","resources":[)" + names + "]}");
  }
  return not_found();
}

std::string FakeCluster::namespace_at(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const auto found = objects_.find(Key("namespaces", "/" + path.substr(kNamespaces.size())));
  if (found == objects_.end())
    return kube::reply("404 Not Found", kube::status_body(404, "NotFound", "it is not there"));
  return kube::reply("200 OK",
                     R"({"apiVersion":"v1","kind":"Namespace",)" + found->second.substr(1));
}

std::string FakeCluster::list(const std::string& resource) {
  const std::lock_guard lock(mutex_);
  std::string items;
  for (const auto& [key, object] : objects_) {
    if (key.first == resource) items += (items.empty() ? "" : ",") + object;
  }
  return R"({"kind":"List","metadata":{"resourceVersion":")" + std::to_string(version_) +
         R"("},"items":[)" + items + "]}";
}

std::string FakeCluster::changes_since(const std::string& resource, long* from) {
  const std::lock_guard lock(mutex_);
  std::string lines;
  for (const Change& change : changes_) {
    if (change.version <= *from) continue;
    *from = change.version;
    if (change.resource != resource) continue;
    lines += R"({"type":")" + change.type + R"(","object":)" + change.object + "}\n";
  }
  return lines;
}

// Ends when the client or the server has ended: then a bookmark can't be written.
void FakeCluster::watch(const std::string& resource, long from, kube::Peer& peer) {
  peer.write(kube::kChunkedHead);
  for (int look = 0; !is_away(); ++look) {
    if (is_silent()) {
      peer.pause(kLookEveryMs);
      continue;
    }
    std::string lines = changes_since(resource, &from);
    if (look % kLooksPerBookmark == 0) {
      lines += R"({"type":"BOOKMARK","object":{"metadata":{"resourceVersion":")" +
               std::to_string(from) + "\"}}}\n";
    }
    if (!lines.empty() && !peer.write(kube::chunk(lines))) return;
    peer.pause(kLookEveryMs);
  }
  peer.reset();
}

bool FakeCluster::was_asked(std::string_view of) const {
  const std::vector<kube::SeenRequest> requests = server_.requests();
  return std::any_of(requests.begin(), requests.end(), [of](const kube::SeenRequest& request) {
    return request.line().find(of) != std::string::npos;
  });
}

}  // namespace drawbridge::admission
