#include "webhook/cli/state_watcher.h"

#include <malloc.h>

#include "webhook/admission/state_folder.h"
#include "webhook/cli/counted_quotas.h"

namespace drawbridge::cli {

Result<std::shared_ptr<const admission::Snapshot>> load_snapshot(
    const std::filesystem::path& folder, rules::SharedSettings settings,
    std::vector<std::string>* notes) {
  if (folder.empty()) return admission::Snapshot::build({}, std::move(settings));
  Result<std::vector<admission::SourcedObject>> objects =
      admission::read_state_folder(folder, nullptr, notes);
  if (!objects) return std::move(objects).error();
  auto snapshot = admission::Snapshot::build(*objects, settings);
  if (!needs_count(*objects, *objects)) return snapshot;
  // The pods and claims of the folder run already.
  count_quotas(*objects, *objects, snapshot);
  return admission::Snapshot::build(*objects, std::move(settings));
}

StateWatcher::StateWatcher(std::filesystem::path folder, admission::SnapshotStore& store,
                           Report report, std::chrono::milliseconds interval)
    : folder_(std::move(folder)),
      store_(store),
      report_(std::move(report)),
      interval_(interval),
      fingerprint_(admission::folder_fingerprint(folder_)),
      thread_([this] { run(); }) {}

StateWatcher::~StateWatcher() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stop_requested_.notify_all();
  thread_.join();
}

void StateWatcher::run() {
  std::unique_lock lock(mutex_);
  while (!stop_requested_.wait_for(lock, interval_, [this] { return stopping_; })) {
    lock.unlock();
    look();
    lock.lock();
  }
}

void StateWatcher::look() {
  // Of the folder before its last change, which this thread has had, too.
  (void)store_.get();
  if (store_.collect()) (void)::malloc_trim(0);
  std::string fingerprint = admission::folder_fingerprint(folder_);
  if (fingerprint == fingerprint_) return;
  Result<std::shared_ptr<const admission::Snapshot>> loaded =
      load_snapshot(folder_, store_.get()->parts().settings);
  // A file that was being written has another fingerprint at the next look.
  fingerprint_ = std::move(fingerprint);
  if (!loaded) return report_(nullptr, loaded.error().text());
  store_.publish(*loaded);
  report_(loaded->get(), {});
}

}  // namespace drawbridge::cli
