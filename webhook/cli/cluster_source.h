// Where a command that looks at a whole cluster takes it from: a folder of manifests, or an API
// server, listed once in pages.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/result.h"
#include "kube/client/reflector.h"
#include "webhook/admission/gateway.h"
#include "webhook/decide/snapshot_builder.h"

namespace CLI {
class App;
}  // namespace CLI

namespace drawbridge::cli {

struct ClusterOptions {
  std::string state;
  std::string kubeconfig;
  std::string context;
  bool in_cluster = false;
};

// Adds --state, --kubeconfig, --context and --in-cluster to a command.
void add_cluster_options(CLI::App& command, ClusterOptions& options);

// An object, valid during the call that hands it out.
struct ReadObject {
  kube::Json json;
  std::string_view file;  // empty for an object of an API server
  int line = 0;           // 1-based; 0 without a file
};

// A kind that could not be listed.
struct UnreadKind {
  std::string kind;   // "DeviceClass"
  std::string text;   // "deviceclasses: the API server answered 403 Forbidden: ..."
  bool is_forbidden;  // to this user, for all that it is there
};

// Used by one thread.
class ClusterSource {
 public:
  using Visit = std::function<void(const ReadObject& object)>;

  virtual ~ClusterSource() = default;

  // Without --state, --kubeconfig and --in-cluster, what KUBECONFIG names, or ~/.kube/config.
  static Result<std::unique_ptr<ClusterSource>> open(const ClusterOptions& options);

  // All that decisions read goes into `builder`. `unread` gets a line for each kind that could not
  // be listed: of those nothing is known. Fails where nothing can be read at all.
  virtual Status fill(admission::SnapshotBuilder& builder, std::vector<std::string>& unread) = 0;
  // Every object of the kinds, in their order; returns the kinds of which not all were. Of
  // namespaces a kind's `ns` is the one that is read: who may read it may not list them all.
  virtual std::vector<UnreadKind> list(std::span<const kube::ReflectedKind> kinds,
                                       const Visit& visit) = 0;
  // The same; `unread` as above.
  void visit(std::span<const kube::ReflectedKind> kinds, const Visit& visit,
             std::vector<std::string>& unread);
  // Every object that decisions read, with the place where it stands, which fill() forgets. False
  // for a cluster, whose objects have none: the snapshot holds them.
  virtual bool visit_read(const Visit& visit) = 0;
  // Every object that no decision reads and that is of none of the kinds; of a cluster none.
  virtual void visit_others(std::span<const kube::ReflectedKind> kinds, const Visit& visit) = 0;
  // The params that a rule names (ObjectRef::Kind::kParams, rule_look_ups.h).
  virtual admission::LookUp params(const admission::ObjectRef& ref) = 0;
  // Where objects are looked for when nobody names a namespace: that of the context.
  virtual std::string default_namespace() const = 0;
  // "context dev (/home/u/.kube/config)", "folder state".
  virtual std::string text() const = 0;
};

}  // namespace drawbridge::cli
