// The state folder: what is read, what contradicts itself, and that a broken file takes nothing
// away.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "test/webhook/admission_testing.h"
#include "webhook/admission/snapshot_store.h"
#include "webhook/admission/state_folder.h"
#include "webhook/decide/object_set.h"

namespace drawbridge::admission {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr std::string_view kClass =
    "apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: gpu.nvidia.com}\n";
constexpr std::string_view kConfiguration =
    "apiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\n";
constexpr std::string_view kConfigMap = R"(apiVersion: v1
kind: ConfigMap
metadata: {name: kueue-manager-config, namespace: kueue-system}
data:
  controller_manager_config.yaml: |
    apiVersion: config.kueue.x-k8s.io/v1beta2
    kind: Configuration
)";

std::string pod_named(const std::string& name) {
  return "apiVersion: v1\nkind: Pod\nmetadata: {name: " + name + "}\n";
}

std::string error_of(const fs::path& folder) {
  Result<std::vector<SourcedObject>> read = read_state_folder(folder);
  return read ? "read without an error" : read.error().text();
}

std::size_t count_of(const fs::path& folder) {
  Result<std::vector<SourcedObject>> read = read_state_folder(folder);
  EXPECT_TRUE(read.ok()) << (read ? "" : read.error().text());
  return read ? read->size() : 0;
}

TEST(StateFolder, ReadsManifestsOfAllSubfoldersInOrder) {
  const TemporaryFolder folder;
  folder.write("b.yaml", pod_named("b1") + "---\n" + pod_named("b2"));
  folder.write("a/deep/er/x.yml", pod_named("a"));
  folder.write("c.json", R"({"apiVersion":"v1","kind":"List","items":[
    {"apiVersion":"v1","kind":"Pod","metadata":{"name":"c"}}]})");
  folder.write("notes.txt", "{{{ no manifest");
  folder.write("README.md", "# no manifest");
  Result<std::vector<SourcedObject>> read = read_state_folder(folder.path());
  ASSERT_TRUE(read.ok()) << read.error().text();
  std::vector<std::string> names;
  for (const SourcedObject& object : *read) names.emplace_back(object.view().name());
  EXPECT_THAT(names, ::testing::ElementsAre("a", "b1", "b2", "c"));
  EXPECT_EQ((*read)[2].place(), (folder.path() / "b.yaml").string() + ":5");
}

TEST(StateFolder, OneObjectTwiceNamesBothPlaces) {
  const TemporaryFolder folder;
  folder.write("one.yaml", kClass);
  folder.write("two.yaml", "# a comment\n---\n" + std::string(kClass));
  const std::string error = error_of(folder.path());
  EXPECT_THAT(error, HasSubstr("DeviceClass.resource.k8s.io gpu.nvidia.com"));
  EXPECT_THAT(error, HasSubstr((folder.path() / "one.yaml").string() + ":1"));
  EXPECT_THAT(error, HasSubstr((folder.path() / "two.yaml").string() + ":3"));
}

TEST(StateFolder, TheSameNameElsewhereIsAnotherObject) {
  const TemporaryFolder folder;
  folder.write("all.yaml",
               "apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: one}\n---\n"
               "apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: two}\n---\n"
               "apiVersion: v1\nkind: Secret\nmetadata: {name: a, namespace: one}\n---\n" +
                   pod_named("a"));
  EXPECT_EQ(count_of(folder.path()), 4u);
  // No namespace is the default one; another version is the same object.
  folder.write("more.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: default}\n");
  EXPECT_THAT(error_of(folder.path()), HasSubstr("stands already in"));
  folder.write("more.yaml", std::string(kClass) +
                                "---\napiVersion: resource.k8s.io/v1beta1\nkind: DeviceClass\n"
                                "metadata: {name: gpu.nvidia.com}\n");
  EXPECT_THAT(error_of(folder.path()), HasSubstr("stands already in"));
}

std::string config_map(std::string_view name, std::string_view ns) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + std::string(name) +
         ", namespace: " + std::string(ns) +
         "}\ndata:\n  controller_manager_config.yaml: |\n    apiVersion: "
         "config.kueue.x-k8s.io/v1beta2\n    kind: Configuration\n";
}

TEST(StateFolder, TwoConfigurationsOfKueueNameBothPlaces) {
  const std::string copy = config_map("kueue-manager-config", "team-a");
  const std::string backup = config_map("kueue-manager-config-old", "kueue-system");
  for (const auto& [first, second] :
       {std::pair<std::string, std::string>(kConfiguration, kConfiguration),
        std::pair(std::string(kConfiguration), copy), std::pair(copy, backup)}) {
    const TemporaryFolder folder;
    folder.write("first.yaml", first);
    EXPECT_THAT(count_of(folder.path()), ::testing::AnyOf(1u, 2u));
    folder.write("second.yaml", second);
    const std::string error = error_of(folder.path());
    EXPECT_THAT(error, HasSubstr("Configuration.config.kueue.x-k8s.io"));
    EXPECT_THAT(error, HasSubstr((folder.path() / "first.yaml").string() + ":1"));
    EXPECT_THAT(error, HasSubstr((folder.path() / "second.yaml").string() + ":1"));
  }
  const TemporaryFolder folder;
  folder.write("first.yaml", kConfigMap);
  folder.write("second.yaml", kConfigMap);
  EXPECT_THAT(error_of(folder.path()), HasSubstr("stands already in")) << "both are Kueue's own";
}

// What its Deployment mounts is one key.
TEST(StateFolder, OtherKeysOfWhatKueueReadsAreNotRead) {
  const TemporaryFolder folder;
  const std::string other = "\n    apiVersion: config.kueue.x-k8s.io/v1beta2\n    kind: ";
  folder.write("a.yaml", std::string(kConfigMap) + "  controller_manager_config.yaml.bak: |" +
                             other + "Configuration\n  z.yaml: |" + other +
                             "Configuration\n    integrations: [\n");
  EXPECT_EQ(count_of(folder.path()), 2U) << "the ConfigMap, and one Configuration";
  const TemporaryFolder elsewhere;
  elsewhere.write(
      "a.yaml", config_map("another", "kueue-system") + "  z.yaml: |" + other + "Configuration\n");
  EXPECT_THAT(error_of(elsewhere.path()), HasSubstr("stands already in")) << "of no mount";
}

TEST(StateFolder, TheConfigurationThatKueueReadsStandsForOthers) {
  const std::string others[] = {config_map("kueue-manager-config", "team-a"),
                                config_map("kueue-manager-config-old", "kueue-system"),
                                std::string(kConfiguration)};
  for (const std::string& other : others) {
    for (const bool comes_first : {true, false}) {
      const TemporaryFolder folder;
      folder.write(comes_first ? "b.yaml" : "a.yaml", kConfigMap);
      folder.write(comes_first ? "a.yaml" : "b.yaml", other);
      std::vector<std::string> notes;
      const Result<std::vector<SourcedObject>> read =
          read_state_folder(folder.path(), nullptr, &notes);
      ASSERT_TRUE(read.ok()) << read.error().text();
      std::vector<std::string> places;
      for (const SourcedObject& object : *read) {
        if (object.view().kind() == "Configuration") places.push_back(object.place());
      }
      const std::string own =
          (folder.path() / (comes_first ? "b.yaml" : "a.yaml")).string() + ":1 data[";
      ASSERT_THAT(places, ::testing::ElementsAre(HasSubstr(own)));
      EXPECT_THAT(notes, ::testing::ElementsAre(::testing::AllOf(
                             HasSubstr(comes_first ? "a.yaml:1" : "b.yaml:1"),
                             HasSubstr(": this Configuration is passed over, as Kueue reads that "
                                       "of ConfigMap kueue-manager-config in kueue-system: " +
                                       own))));
    }
  }
}

TEST(StateFolder, ABrokenFileIsNamedWithItsLine) {
  struct Case {
    std::string_view text;
    std::string_view says;
  };
  for (const Case& at :
       {Case{"apiVersion: v1\nkind: [Pod\n", "line "}, Case{"a: 1\nb: 2\na: 3\n", "line 3"},
        Case{"kind: Pod\n", ":1: apiVersion is not set"},
        Case{"# none\n---\napiVersion: v1\n", ":3: kind is not set"},
        Case{"- a\n- b\n", "a manifest is an object with apiVersion and kind"},
        Case{"\xff\xfe\xff", "broken.yaml"},
        Case{"apiVersion: v1\nkind: Pod\nmetadata: text\n", "metadata must be an object"}}) {
    const TemporaryFolder folder;
    folder.write("broken.yaml", at.text);
    EXPECT_THAT(error_of(folder.path()), HasSubstr(at.says)) << at.text;
    EXPECT_THAT(error_of(folder.path()), HasSubstr((folder.path() / "broken.yaml").string()));
  }
}

TEST(StateFolder, AMountedConfigMapIsReadOnce) {
  const TemporaryFolder folder;
  folder.write("..2026_11_21/class.yaml", kClass);
  fs::create_directory_symlink("..2026_11_21", folder.path() / "..data");
  fs::create_symlink("..data/class.yaml", folder.path() / "class.yaml");
  folder.write(".hidden.yaml", "{{{ broken");
  folder.write(".git/config.yaml", "{{{ broken");
  EXPECT_EQ(count_of(folder.path()), 1u);

  // The kubelet writes a new folder and turns the link.
  const std::string before = folder_fingerprint(folder.path());
  folder.write("..2026_11_22/class.yaml", kClass);
  EXPECT_EQ(folder_fingerprint(folder.path()), before);
  fs::remove(folder.path() / "..data");
  fs::create_directory_symlink("..2026_11_22", folder.path() / "..data");
  EXPECT_NE(folder_fingerprint(folder.path()), before);
}

TEST(StateFolder, WhatCannotBeReadIsAnErrorWithItsName) {
  const TemporaryFolder folder;
  EXPECT_THAT(error_of(folder.path() / "absent"), HasSubstr("is no folder"));
  const fs::path file = folder.write("file.yaml", kClass);
  EXPECT_THAT(error_of(file), HasSubstr("is no folder"));
  fs::create_symlink("absent", folder.path() / "dangling.yaml");
  EXPECT_THAT(error_of(folder.path()), HasSubstr("dangling.yaml"));
  fs::remove(folder.path() / "dangling.yaml");
  fs::create_directory_symlink("..", folder.path() / "sub");
  fs::remove(folder.path() / "sub");
  fs::create_directory_symlink(".", folder.path() / "loop");
  EXPECT_THAT(error_of(folder.path()), HasSubstr("Does a link lead back"));
  fs::remove(folder.path() / "loop");
  EXPECT_FALSE(read_manifest_file(folder.path()).ok());
  EXPECT_FALSE(read_manifest_file(folder.path() / "absent.yaml").ok());
  if (geteuid() == 0) return;  // root reads everything
  fs::permissions(file, fs::perms::none);
  EXPECT_THAT(error_of(folder.path()), HasSubstr("file.yaml: cannot be read"));
}

TEST(StateFolder, FoldersAreReadToADepth) {
  const TemporaryFolder folder;
  std::string deep;
  for (int depth = 0; depth < kStateDepthMax; ++depth) deep += "d/";
  folder.write(deep + "x.yaml", kClass);
  EXPECT_EQ(count_of(folder.path()), 1u);
  folder.write(deep + "d/y.yaml", pod_named("y"));
  EXPECT_THAT(error_of(folder.path()), HasSubstr("more than 16 folders deep"));
}

TEST(StateFolder, AFileHasABoundedSize) {
  const TemporaryFolder folder;
  std::string text = std::string(kClass) + "#";
  text.resize(kManifestBytesMax - 1, '-');
  text += '\n';
  ASSERT_EQ(text.size(), kManifestBytesMax);
  folder.write("large.yaml", text);
  EXPECT_EQ(count_of(folder.path()), 1u);
  folder.write("large.yaml", text + "\n");
  EXPECT_THAT(error_of(folder.path()), HasSubstr("more than 16 MiB"));
}

TEST(StateFolder, AFolderHasABoundedNumberOfFiles) {
  const TemporaryFolder folder;
  for (std::size_t i = 0; i < kStateFilesMax; ++i)
    folder.write(std::to_string(i % 100) + "/" + std::to_string(i) + ".yaml", "");
  EXPECT_EQ(count_of(folder.path()), 0u);
  folder.write("zz.yaml", "");
  EXPECT_THAT(error_of(folder.path()), HasSubstr("more than 10,000 manifests"));
}

TEST(StateFolder, TheFingerprintChangesWithEveryChange) {
  const TemporaryFolder folder;
  std::string last = folder_fingerprint(folder.path());
  const auto changed = [&] {
    const std::string now = folder_fingerprint(folder.path());
    const bool different = now != last;
    EXPECT_EQ(folder_fingerprint(folder.path()), now);
    last = now;
    return different;
  };
  EXPECT_FALSE(changed());
  const fs::path file = folder.write("sub/a.yaml", kClass);
  EXPECT_TRUE(changed());
  folder.write("sub/a.yaml", std::string(kClass) + "# longer\n");
  EXPECT_TRUE(changed());
  // As long and as old as before, and another file.
  const auto time = fs::last_write_time(file);
  folder.write("sub/new", std::string(kClass) + "# LONGER\n");
  fs::last_write_time(folder.path() / "sub/new", time);
  fs::rename(folder.path() / "sub/new", file);
  EXPECT_TRUE(changed());
  fs::rename(file, folder.path() / "sub/b.yaml");
  EXPECT_TRUE(changed());
  folder.write("sub/notes.txt", "no manifest");
  EXPECT_FALSE(changed());
  fs::remove(folder.path() / "sub/b.yaml");
  EXPECT_TRUE(changed());
}

TEST(Snapshot, AnObjectThatCannotBeUsedIsLeftOutAlone) {
  const auto snapshot = Snapshot::build(manifests(std::string(kGpuCluster) + R"(
---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: broken}
spec: {logicalRessource: example.com/typo}
)"));
  ASSERT_EQ(snapshot->problems().size(), 1u);
  EXPECT_THAT(snapshot->problems()[0].line(), HasSubstr("test.yaml:"));
  EXPECT_THAT(snapshot->problems()[0].line(), HasSubstr("broken"));
  EXPECT_THAT(snapshot->problems()[0].line(), HasSubstr("logicalRessource"));
  EXPECT_EQ(snapshot->mappings().mappings().size(), 1u);
}

TEST(SnapshotStore, EveryThreadSeesTheNewestAndNeverAnOlderOne) {
  constexpr std::size_t kPublished = 2000;
  std::vector<std::shared_ptr<const Snapshot>> snapshots;
  for (std::size_t i = 0; i < kPublished; ++i) snapshots.push_back(Snapshot::build({}));
  const auto number = [&](const std::shared_ptr<const Snapshot>& snapshot) {
    const auto at = std::find(snapshots.begin(), snapshots.end(), snapshot);
    return static_cast<std::size_t>(at - snapshots.begin());
  };
  SnapshotStore store(snapshots.front());
  std::atomic<bool> done{false};
  std::atomic<int> wrong{0};
  std::vector<std::thread> readers;
  for (int i = 0; i < 4; ++i) {
    readers.emplace_back([&] {
      std::size_t last = 0;
      for (bool end = false; !end;) {
        end = done.load();
        const std::size_t now = number(store.get());
        if (now < last || now >= kPublished) ++wrong;
        last = now;
      }
      if (last != kPublished - 1) ++wrong;
    });
  }
  for (const auto& snapshot : snapshots) store.publish(snapshot);
  done = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(wrong.load(), 0);
}

// To destroy a large one takes milliseconds.
TEST(SnapshotStore, NoReaderDestroysOne) {
  auto first = Snapshot::build({});
  const std::weak_ptr<const Snapshot> watched = first;
  SnapshotStore store(std::move(first));
  (void)store.get();
  store.publish(Snapshot::build({}));
  EXPECT_FALSE(store.collect()) << "this thread has it still";
  (void)store.get();
  EXPECT_FALSE(watched.expired());
  EXPECT_TRUE(store.collect());
  EXPECT_TRUE(watched.expired());
  EXPECT_FALSE(store.collect());
}

TEST(SnapshotStore, StoresAreNotMistakenForEachOther) {
  // One after the other at the same address, as the threads of a long test see them.
  for (int i = 0; i < 3; ++i) {
    const auto snapshot = Snapshot::build({});
    const SnapshotStore store(snapshot);
    const auto other_snapshot = Snapshot::build({});
    const SnapshotStore other(other_snapshot);
    for (int turn = 0; turn < 3; ++turn) {
      EXPECT_EQ(store.get(), snapshot);
      EXPECT_EQ(other.get(), other_snapshot);
    }
  }
}

}  // namespace
}  // namespace drawbridge::admission
