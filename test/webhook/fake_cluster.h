// FakeCluster: an API server with objects that can be listed and watched, and namespaces that can
// be got.
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "test/kube_client/fake_server.h"

namespace drawbridge::admission {

// Thread-safe.
class FakeCluster {
 public:
  FakeCluster();

  // `fields` are JSON, beside metadata, and `metadata` what that has beyond its name, its namespace
  // and a resourceVersion; `resource` is "nodes" or "devicemappings".
  void put(const std::string& resource, const std::string& ns, const std::string& name,
           const std::string& fields = "", const std::string& metadata = "");
  void remove(const std::string& resource, const std::string& ns, const std::string& name);
  // Groups beside the core that are served, all of their kinds as v1, v1alpha1 or v1beta1.
  void serve(const std::string& group, const std::string& version, std::set<std::string> resources);
  // To list and watch them.
  void forbid(std::set<std::string> resources);
  // While away, it ends every connection at once.
  void go_away(bool away);
  // Lists are answered so much later, in milliseconds.
  void list_after(int ms);
  // Watches go on, and tell nothing.
  void keep_silent(bool silent);

  kube::ClientConfig config() const { return server_.config(); }
  // Whether the first line of any request has this in it.
  bool was_asked(std::string_view of) const;

 private:
  struct Change {
    std::string resource;
    std::string type;
    std::string object;
    long version;
  };
  using Key = std::pair<std::string, std::string>;  // resource, namespace/name

  void answer(const std::string& line, kube::Peer& peer);
  std::string discovery(const std::string& path);
  std::string namespace_at(const std::string& path);
  std::string list(const std::string& resource);
  void watch(const std::string& resource, long from, kube::Peer& peer);
  std::string changes_since(const std::string& resource, long* from);
  bool is_away();
  bool is_silent();
  bool is_forbidden(const std::string& resource);

  std::mutex mutex_;
  // Protected by mutex_.
  std::map<Key, std::string> objects_;
  std::vector<Change> changes_;
  std::map<std::string, std::pair<std::string, std::set<std::string>>> groups_;
  std::set<std::string> forbidden_;
  long version_ = 1;
  bool is_away_ = false;
  bool is_silent_ = false;
  int list_after_ms_ = 0;

  kube::FakeServer server_;  // the last: it answers from its first moment on
};

}  // namespace drawbridge::admission
