// What is said of an object and the queue that it names (docs/kueue.md, docs/messages.md).
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quota/kueue/judgement.h"
#include "quota/kueue/placement.h"
#include "rules/finding.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

struct QueueSubject {
  std::string_view ns;
  const quota::Placement& placement;
  std::string_view name;  // "this Job", for the middle of a sentence
  const Snapshot& snapshot;
  std::span<const quota::QueuedPods> pods;
  // What its queue would say of these instead; empty where nobody can say.
  std::function<quota::QueueVerdict::Kind(std::span<const quota::QueuedPods> pods)> judge = nullptr;
  std::function<const rules::DeviceSurvey*()> survey = nullptr;  // as Known's
  bool is_proposed = false;  // the queue is told to be named in place of another one, or of none
  bool is_group = false;     // Kueue's, of pods
};

struct QueueCase {
  const QueueSubject& subject;
  const quota::QueueVerdict& verdict;
};

// Names of queues and sources that a message lists.
inline constexpr std::size_t kQueueNamesShown = 3;

// The first of the names, and `rest` where there are more.
std::string list_text(std::span<const std::string_view> names,
                      std::string_view rest = "or another");
// The ClusterQueue behind a LocalQueue of the namespace that stands in a ClusterQueue's place;
// empty for none.
std::string_view behind_local_queue(std::string_view ns, std::string_view name,
                                    const quota::KueueIndex& index);
// Which labels the namespace needs for the queue to take its workloads; `labels` are those that it
// has, null where they are not known.
std::string fix_of_namespace_labels(std::string_view ns, const kube::Json& labels,
                                    std::string_view cluster_queue,
                                    const quota::ClusterQueue* queue);
// "queue user-queue", or why it is in that one.
std::string queue_text(const QueueSubject& subject);
// "This Job can never run in queue user-queue: ", of what Kueue takes and admits never.
std::string never_runs(const QueueSubject& subject);

// A Workload that somebody wrote. Kueue reads annotations of what it makes Workloads of, and not of
// these.
bool is_workload(const quota::QueueVerdict& verdict);
// "Write integrations.frameworks: [batch/job, pod] and restart Kueue", of `frameworks` that stand
// there and one more.
std::string fix_of_frameworks(std::string_view framework, std::span<const std::string> frameworks);
// As a warning the finding has all its words.
bool is_told_whole(const rules::Finding& finding);
// Adds what follows another one in a sentence, `between` them.
void add_clause(std::string& text, std::string more, std::string_view between);

// LocalQueues of a namespace.
struct NamespaceQueues {
  std::span<const std::string_view> all;
  std::span<const std::string_view> taking;  // those that may take the workload at some time
};

struct QueueProposal {
  rules::Finding finding;
  std::string_view queue;  // what it says to name first; empty for none
};

// What happens to a workload that Kueue leaves alone: its pods start, nothing resumes it, or what
// it makes waits in a queue by itself.
enum class Ignored : std::uint8_t { kStarts, kStaysSuspended, kPartsWait };

// Each is for one kind of verdict or placement; `queues` are the LocalQueues of the namespace.
// `suspended`: the workload is, and what Kueue leaves alone nothing resumes. `frameworks` is
// integrations.frameworks.
rules::Finding queue_ignored(const quota::Placement& placement, std::string_view kind, Ignored what,
                             std::span<const std::string> frameworks);
rules::Finding queue_elsewhere(const quota::Placement& placement, std::string_view kind,
                               std::string_view ns, bool suspended);
// Of the pods of an AppWrapper, of which one set asks for this claim.
rules::Finding claims_not_counted(const quota::Placement& placement, std::string_view set_path,
                                  std::string_view claim);
// `fault`: the field of Kueue's Configuration with which it does not start.
rules::Finding not_starting(const quota::Placement& placement, std::string_view kind,
                            std::string_view fault);
rules::Finding pods_held(const quota::Placement& placement, std::string_view kind,
                         std::span<const std::string> frameworks);
rules::Finding queue_not_named(const quota::Placement& placement, std::string_view kind,
                               std::span<const std::string_view> queues);
// `others_may_exist`: in the namespace, but one of that name does in another one, or it is that of
// a ClusterQueue.
QueueProposal queue_missing(const QueueSubject& subject, const NamespaceQueues& queues,
                            bool others_may_exist);
rules::Finding cluster_queue_missing(const QueueCase& judged);
rules::Finding queue_not_for_namespace(const QueueCase& judged);
rules::Finding queue_stopped(const QueueCase& judged);

// What is proposed to a workload that waits, while no queue is known that has room for it.
inline constexpr std::string_view kAnotherQueue = "use a queue that has more left";
inline constexpr std::string_view kAnotherQueueThanStopped = "use another queue";

}  // namespace drawbridge::admission
