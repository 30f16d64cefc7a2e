#include "webhook/admission/snapshot_store.h"

namespace drawbridge::admission {
namespace {

struct Seen {
  const SnapshotStore* store = nullptr;
  std::uint64_t version = 0;
  std::shared_ptr<const Snapshot> snapshot;
};
thread_local Seen seen;

}  // namespace

void SnapshotStore::publish(std::shared_ptr<const Snapshot> next) {
  const std::lock_guard lock(mutex_);
  current_ = std::move(next);
  version_.fetch_add(1, std::memory_order_release);
}

const std::shared_ptr<const Snapshot>& SnapshotStore::get() const {
  const std::uint64_t version = version_.load(std::memory_order_acquire);
  if (seen.store != this || seen.version != version) {
    const std::lock_guard lock(mutex_);
    // Read again: what is copied now may be newer than `version`, never older.
    seen = {this, version_.load(std::memory_order_relaxed), current_};
  }
  return seen.snapshot;
}

}  // namespace drawbridge::admission
