// ObjectStore: the objects of a FakeServer that behaves: GET, POST, PUT, merge and JSON PATCH by
// path, PUT of "/status", with resourceVersions that are compared.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "test/kube_client/fake_server.h"

namespace drawbridge::kube {

class ObjectStore {
 public:
  // An answer in place of the store's, nothing to let it answer. Called on the server's threads.
  using Intercept = std::function<std::optional<std::string>(const SeenRequest&)>;

  // For FakeServer. The store outlives the server.
  FakeServer::Script script();

  // "/api/v1/namespaces/a/secrets/b".
  void put(const std::string& path, nlohmann::json object);
  // null where there is none.
  nlohmann::json get(const std::string& path) const;
  void remove(const std::string& path);
  void intercept(Intercept intercept);
  // How often an object was written by requests.
  int writes() const;

 private:
  std::string answer(const SeenRequest& request);
  std::string create(const std::string& path, nlohmann::json object);
  std::string change(const std::string& path, const nlohmann::json& object);
  std::string change_status(const std::string& path, const nlohmann::json& object);
  std::string patch(const std::string& path, const SeenRequest& request);
  std::string stored(const std::string& path, nlohmann::json object, const std::string& status);

  mutable std::mutex mutex_;
  std::map<std::string, nlohmann::json> objects_;  // all protected by mutex_
  Intercept intercept_;
  int version_ = 100;
  int writes_ = 0;
};

}  // namespace drawbridge::kube
