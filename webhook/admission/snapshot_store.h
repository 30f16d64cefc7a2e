// SnapshotStore: hands the newest Snapshot to request threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

// Any thread may publish and read. A reader keeps a copy of the pointer per thread and only locks
// when a newer one was published: std::atomic<std::shared_ptr> locks on every read in libstdc++ 12.
class SnapshotStore {
 public:
  explicit SnapshotStore(std::shared_ptr<const Snapshot> first);

  // The one before goes when no thread has it any more, at a later call of this or of collect():
  // to destroy a large one takes milliseconds, which no request waits for.
  void publish(std::shared_ptr<const Snapshot> next);
  // True where something went.
  bool collect();
  // The calling thread's pointer; valid until its next call of get().
  const std::shared_ptr<const Snapshot>& get() const;

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Snapshot> current_;               // by mutex_
  std::vector<std::shared_ptr<const Snapshot>> retired_;  // by mutex_
  // Of all stores of the process, so that a thread never takes the snapshot of a store that lay at
  // the same address before.
  std::atomic<std::uint64_t> version_;
};

}  // namespace drawbridge::admission
