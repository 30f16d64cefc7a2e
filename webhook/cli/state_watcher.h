// StateWatcher: keeps the snapshot what the manifests of a folder say.
#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "webhook/admission/snapshot_store.h"

namespace drawbridge::cli {

inline constexpr std::chrono::milliseconds kStatePollInterval{1000};

// Reads --state once; empty folder name: an empty cluster. Where a DeviceQuota has no status, what
// the pods and claims of the folder cost is in use. `notes` as of read_state_folder().
Result<std::shared_ptr<const admission::Snapshot>> load_snapshot(
    const std::filesystem::path& folder, rules::SharedSettings settings = rules::default_settings(),
    std::vector<std::string>* notes = nullptr);

class StateWatcher {
 public:
  // `problem` is empty after a successful reload. Called on the watcher's thread.
  using Report = std::function<void(const admission::Snapshot* loaded, const std::string& problem)>;

  // Looks for changes after `interval`, again and again. A folder that can't be read leaves the
  // last good snapshot in place. The settings stay those of the snapshot that is there. `store`
  // outlives the watcher.
  StateWatcher(std::filesystem::path folder, admission::SnapshotStore& store, Report report,
               std::chrono::milliseconds interval = kStatePollInterval);
  ~StateWatcher();
  StateWatcher(const StateWatcher&) = delete;
  StateWatcher& operator=(const StateWatcher&) = delete;

 private:
  void run();
  void look();

  const std::filesystem::path folder_;
  admission::SnapshotStore& store_;
  const Report report_;
  const std::chrono::milliseconds interval_;
  std::string fingerprint_;  // the thread's own
  std::mutex mutex_;
  std::condition_variable stop_requested_;
  bool stopping_ = false;  // protected by mutex_
  std::thread thread_;
};

}  // namespace drawbridge::cli
