// StateWatcher: the snapshot follows the folder, and a broken file takes nothing away.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "test/webhook/admission_testing.h"
#include "webhook/cli/state_watcher.h"

namespace drawbridge::cli {
namespace {

using admission::kGpuCluster;

// The reports of a watcher, one after another.
class Reports {
 public:
  void add(bool loaded, const std::string& problem) {
    const std::lock_guard lock(mutex_);
    ++count_;
    loaded_ = loaded;
    problem_ = problem;
    changed_.notify_all();
  }

  // The problem that the next report tells, empty for a reload; after a long time a failure.
  std::string next() {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, std::chrono::seconds(20), [&] { return count_ > seen_; }))
      return "nothing was reported";
    seen_ = count_;
    EXPECT_EQ(loaded_, problem_.empty());
    return problem_;
  }

  int count() {
    const std::lock_guard lock(mutex_);
    return count_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int count_ = 0;
  int seen_ = 0;
  bool loaded_ = false;
  std::string problem_;
};

StateWatcher::Report into(Reports& reports) {
  return [&reports](const admission::Snapshot* loaded, const std::string& problem) {
    reports.add(loaded != nullptr, problem);
  };
}

TEST(LoadSnapshot, WhatTheFoldersPodsCostIsInUseWhereNoLeaderHasCounted) {
  const std::string quota =
      "---\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: q, "
      "namespace: team-a}\nspec: {hard: {nvidia.com/gpu: 4}}\n";
  const std::string pod =
      "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: team-a}\nspec: {containers: "
      "[{name: c, image: x, resources: {limits: {nvidia.com/gpu: 3}}}]}\n";
  const auto used = [](const std::string& cluster) {
    const admission::TemporaryFolder folder;
    folder.write("cluster.yaml", std::string(kGpuCluster) + cluster);
    const auto snapshot = load_snapshot(folder.path());
    EXPECT_TRUE(snapshot.ok());
    std::string found;
    (*snapshot)->for_each(admission::ObjectKind::kDeviceQuota, [&](const kube::Json& object) {
      found = kube::to_text(object["status"]["used"]);
    });
    return found;
  };
  EXPECT_EQ(used(quota + pod), R"({"nvidia.com/gpu":"3"})");
  EXPECT_EQ(used(quota), "null");
  EXPECT_EQ(used(quota + "status: {used: {nvidia.com/gpu: 1}}\n" + pod), R"({"nvidia.com/gpu":1})");
  EXPECT_EQ(used(quota + "status: {used: {a.com/nic: 1}}\n" + pod),
            R"({"a.com/nic":1,"nvidia.com/gpu":"3"})")
      << "its limit is newer than the count";
}

TEST(StateWatcher, FollowsTheFolderAndKeepsTheLastGoodSnapshot) {
  const admission::TemporaryFolder folder;
  folder.write("cluster.yaml", kGpuCluster);
  auto first = load_snapshot(folder.path());
  ASSERT_TRUE(first.ok()) << first.error().text();
  EXPECT_EQ((*first)->mappings().mappings().size(), 1u);
  admission::SnapshotStore store(*first);
  Reports reports;
  const StateWatcher watcher(folder.path(), store, into(reports), std::chrono::milliseconds(5));

  // A file appears whole: renamed into its place, as careful writers do.
  const auto put = [&](const std::string& name, std::string_view text) {
    std::filesystem::rename(folder.write(name + ".new", text), folder.path() / name);
  };
  put("broken.yaml", "kind: [Pod\n");
  EXPECT_THAT(reports.next(), ::testing::HasSubstr("broken.yaml"));
  EXPECT_EQ(store.get(), *first);

  put("broken.yaml", "apiVersion: v1\nkind: Namespace\nmetadata: {name: mended}\n");
  EXPECT_EQ(reports.next(), "");
  EXPECT_NE(store.get(), *first);
  EXPECT_NE(store.get()->namespace_labels("mended"), nullptr);
  EXPECT_EQ(store.get()->mappings().mappings().size(), 1u);

  std::filesystem::remove(folder.path() / "cluster.yaml");
  EXPECT_EQ(reports.next(), "");
  EXPECT_EQ(store.get()->mappings().mappings().size(), 0u);
  EXPECT_EQ(reports.count(), 3) << "an unchanged folder was read again";
}

TEST(StateWatcher, GivesBackTheSnapshotBefore) {
  const admission::TemporaryFolder folder;
  folder.write("cluster.yaml", kGpuCluster);
  auto first = load_snapshot(folder.path());
  ASSERT_TRUE(first.ok()) << first.error().text();
  const std::weak_ptr<const admission::Snapshot> watched = *first;
  admission::SnapshotStore store(std::move(first).value());
  Reports reports;
  const StateWatcher watcher(folder.path(), store, into(reports), std::chrono::milliseconds(5));
  folder.write("more.yaml", "apiVersion: v1\nkind: Namespace\nmetadata: {name: more}\n");
  EXPECT_EQ(reports.next(), "");
  (void)store.get();
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!watched.expired() && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_TRUE(watched.expired());
}

TEST(StateWatcher, EndsAtOnceWhateverItsInterval) {
  const admission::TemporaryFolder folder;
  admission::SnapshotStore store(*load_snapshot(""));
  const auto begin = std::chrono::steady_clock::now();
  {
    const StateWatcher watcher(
        folder.path(), store, [](const admission::Snapshot*, const std::string&) {},
        std::chrono::hours(1));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(StateWatcher, NoFolderIsAnEmptyCluster) {
  const auto empty = load_snapshot("");
  ASSERT_TRUE(empty.ok());
  EXPECT_TRUE((*empty)->mappings().mappings().empty());
  EXPECT_FALSE(load_snapshot("/absent/folder").ok());
}

}  // namespace
}  // namespace drawbridge::cli
