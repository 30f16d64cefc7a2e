#include "webhook/admission/snapshot_store.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace drawbridge::admission {
namespace {

struct Seen {
  std::uint64_t version = 0;
  std::shared_ptr<const Snapshot> snapshot;
};
thread_local Seen seen;

std::uint64_t next_version() {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

}  // namespace

SnapshotStore::SnapshotStore(std::shared_ptr<const Snapshot> first)
    : current_(std::move(first)), version_(next_version()) {}

void SnapshotStore::publish(std::shared_ptr<const Snapshot> next) {
  {
    const std::lock_guard lock(mutex_);
    retired_.push_back(std::exchange(current_, std::move(next)));
    version_.store(next_version(), std::memory_order_release);
  }
  collect();
}

bool SnapshotStore::collect() {
  std::vector<std::shared_ptr<const Snapshot>> unused;  // destroyed without the lock
  const std::lock_guard lock(mutex_);
  // Nobody gets at a retired one but who has it already.
  const auto first = std::partition(retired_.begin(), retired_.end(),
                                    [](const auto& one) { return one.use_count() > 1; });
  unused.assign(std::move_iterator(first), std::move_iterator(retired_.end()));
  retired_.erase(first, retired_.end());
  return !unused.empty();
}

const std::shared_ptr<const Snapshot>& SnapshotStore::get() const {
  const std::uint64_t version = version_.load(std::memory_order_acquire);
  if (seen.version != version) {
    const std::lock_guard lock(mutex_);
    // Read again: what is copied now may be newer than `version`, never older.
    seen = {version_.load(std::memory_order_relaxed), current_};
  }
  return seen.snapshot;
}

}  // namespace drawbridge::admission
