#include "test/kube_client/object_store.h"

#include <utility>

namespace drawbridge::kube {

using nlohmann::json;

namespace {

std::string refused(int code, const std::string& reason) {
  return reply(std::to_string(code) + " " + reason, status_body(code, reason, "refused"));
}

// The path of a request without its query.
std::string path_of(const SeenRequest& request) {
  const std::string line = request.line();
  const std::size_t start = line.find(' ') + 1;
  return line.substr(start, line.find_first_of(" ?", start) - start);
}

}  // namespace

FakeServer::Script ObjectStore::script() {
  return [this](FakeServer& server, Peer& peer) {
    while (const std::optional<SeenRequest> request = server.take(peer)) {
      Intercept intercept;
      {
        const std::lock_guard lock(mutex_);
        intercept = intercept_;
      }
      const std::optional<std::string> other = intercept ? intercept(*request) : std::nullopt;
      // An empty answer: none, ever.
      if (other && other->empty()) return (void)peer.hang();
      if (!peer.write(other ? *other : answer(*request))) return;
    }
  };
}

void ObjectStore::put(const std::string& path, json object) {
  const std::lock_guard lock(mutex_);
  (void)stored(path, std::move(object), "");
}

json ObjectStore::get(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  const auto found = objects_.find(path);
  return found == objects_.end() ? json() : found->second;
}

void ObjectStore::remove(const std::string& path) {
  const std::lock_guard lock(mutex_);
  objects_.erase(path);
}

void ObjectStore::intercept(Intercept intercept) {
  const std::lock_guard lock(mutex_);
  intercept_ = std::move(intercept);
}

int ObjectStore::writes() const {
  const std::lock_guard lock(mutex_);
  return writes_;
}

std::string ObjectStore::stored(const std::string& path, json object, const std::string& status) {
  object["metadata"]["resourceVersion"] = std::to_string(++version_);
  objects_[path] = object;
  return reply(status, object.dump());
}

std::string ObjectStore::create(const std::string& path, json object) {
  std::string& name = object["metadata"]["name"].get_ref<std::string&>();
  const std::string full = path + "/" + name;
  if (objects_.contains(full)) return refused(409, "AlreadyExists");
  ++writes_;
  return stored(full, std::move(object), "201 Created");
}

std::string ObjectStore::change(const std::string& path, const json& object) {
  const json& before = objects_.at(path);
  const json& wanted = object["metadata"]["resourceVersion"];
  if (wanted.is_string() && wanted != before["metadata"]["resourceVersion"]) {
    return refused(409, "Conflict");
  }
  ++writes_;
  return stored(path, object, "200 OK");
}

// As the API server does it: everything but the status and the version stays as it is.
std::string ObjectStore::change_status(const std::string& path, const json& object) {
  const auto found = objects_.find(path);
  if (found == objects_.end()) return refused(404, "NotFound");
  json changed = found->second;
  changed["metadata"]["resourceVersion"] = object["metadata"]["resourceVersion"];
  changed["status"] = object["status"];
  return change(path, changed);
}

std::string ObjectStore::patch(const std::string& path, const SeenRequest& request) {
  json object = objects_.at(path);
  const json patch = json::parse(request.body);
  if (request.field("Content-Type") == "application/json-patch+json") {
    try {
      return change(path, object.patch(patch));
    } catch (const json::exception&) {
      // A test that fails is Invalid to the API server.
      return refused(422, "Invalid");
    }
  }
  const json& wanted = patch.contains("metadata") ? patch["metadata"] : json::object();
  if (wanted.contains("resourceVersion") &&
      wanted["resourceVersion"] != object["metadata"]["resourceVersion"]) {
    return refused(409, "Conflict");
  }
  object.merge_patch(patch);
  return change(path, object);
}

std::string ObjectStore::answer(const SeenRequest& request) {
  const std::lock_guard lock(mutex_);
  const std::string path = path_of(request);
  const std::string line = request.line();
  if (line.starts_with("POST ")) return create(path, json::parse(request.body));
  constexpr std::string_view kStatus = "/status";
  if (line.starts_with("PUT ") && path.ends_with(kStatus))
    return change_status(path.substr(0, path.size() - kStatus.size()), json::parse(request.body));
  if (!objects_.contains(path)) return refused(404, "NotFound");
  if (line.starts_with("GET ")) return reply("200 OK", objects_.at(path).dump());
  if (line.starts_with("PUT ")) return change(path, json::parse(request.body));
  if (line.starts_with("PATCH ")) return patch(path, request);
  return refused(405, "MethodNotAllowed");
}

}  // namespace drawbridge::kube
