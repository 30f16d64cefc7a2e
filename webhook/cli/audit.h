// Audit: what is wrong with all that exists, grouped by its cause.
//
// Every object is judged by the same decide() as a request, as if it were created now. What is
// wrong with many objects for one reason is one group, with all that suffer from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "kube/api/json.h"
#include "kube/client/reflector.h"
#include "rules/checks/claim_unserved.h"
#include "rules/finding.h"
#include "webhook/cli/cluster_source.h"
#include "webhook/decide/request.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::cli {

struct AuditedObject {
  std::string kind;
  std::string ns;  // empty for kinds without a namespace
  std::string name;
  std::string field;  // of the finding; empty for the object as a whole
  std::string file;   // empty for an object of a cluster
  int line = 0;

  // "Job team-a/train"
  std::string text() const;
};

// One thing that is wrong.
struct AuditGroup {
  std::string_view code;
  rules::Severity severity = rules::Severity::kWarn;
  std::string cause;    // the object that has to change; empty where each of `objects` has to
  std::string message;  // of the first of them
  std::string fix;
  std::vector<AuditedObject> objects;  // in the order in which they were judged

  std::size_t namespaces() const;
};

struct AuditReport {
  std::vector<AuditGroup> groups;  // most severe first, then those with the most objects
  std::size_t objects = 0;         // that were judged, or stand behind one that was
};

// Kinds that are judged beside those that decisions read: all that make pods, the administrator's
// too, in the order of who owns whom, and pods last.
std::vector<kube::ReflectedKind> judged_kinds(const rules::Settings& settings);

// Used by one thread, never one that answers requests.
class Auditor {
 public:
  explicit Auditor(std::shared_ptr<const admission::Snapshot> snapshot);

  // An object that decisions read: a class, mapping, template, claim, Kueue's. Kinds that make pods
  // are passed over.
  void judge_read(const ReadObject& object);
  // All of them that the snapshot holds.
  void judge_snapshot();
  // What of them can't be used.
  void add_problems();
  // Any object of judged_kinds(), whose owners were judged before. What a judged workload made is
  // counted and not judged again, but for what its pods have kept; nor is a pod that has ended.
  void judge(const ReadObject& object);
  // An object of a folder that no kind above covers: APIs that are gone.
  void judge_other(const ReadObject& object);

  AuditReport finish();

 private:
  using Key = std::tuple<std::string_view, std::string, std::string>;  // code, cause, message

  bool is_made_by_judged(const kube::Json& object) const;
  // With `only`, of all findings those of that code.
  void decide(const ReadObject& object, std::string_view only = {});
  // What a pod that waits for a node kept of what mappings rewrite.
  void judge_kept(const ReadObject& pod);
  void add(const ReadObject& object, rules::Finding finding);

  const std::shared_ptr<const admission::Snapshot> snapshot_;
  rules::UnservedMemo unserved_;
  const std::string user_;                  // in whose name objects are judged
  bool refuses_to_start_ = false;           // Kueue, which was told of its Configuration
  std::unordered_set<std::string> owners_;  // "KIND NAMESPACE/NAME" of workloads
  std::map<Key, std::size_t> index_;
  std::vector<AuditGroup> groups_;
  std::size_t objects_ = 0;
};

// All of it. `unread` gets a line for each kind that could not be listed.
Result<AuditReport> audit(ClusterSource& source, const rules::SharedSettings& settings,
                          std::vector<std::string>& unread);

}  // namespace drawbridge::cli
