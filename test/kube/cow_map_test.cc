#include "kube/api/cow_map.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "test/generated_cases.h"

namespace drawbridge::kube {
namespace {

using Model = std::map<std::string, int, std::less<>>;

Model content_of(const CowMap<int>& map) {
  Model content;
  std::string last;
  map.for_each([&](const auto& entry) {
    EXPECT_TRUE(content.empty() || last < entry.key) << "the order of keys";
    last = entry.key;
    content.emplace(entry.key, entry.value);
  });
  EXPECT_EQ(content.size(), map.size());
  return content;
}

TEST(CowMap, IsEmptyAtFirst) {
  const CowMap<int> map;
  EXPECT_TRUE(map.empty());
  EXPECT_EQ(map.find(std::string_view("a")), nullptr);
  EXPECT_EQ(map.lower_bound(std::string_view("")), nullptr);
  EXPECT_TRUE(content_of(map).empty());
}

TEST(CowMap, ACopyKeepsWhatItHas) {
  CowMap<int> map;
  map.set("a", 1);
  const CowMap<int> first = map;
  map.set("a", 2);
  map.set("b", 3);
  const CowMap<int> second = map;
  EXPECT_TRUE(map.erase("a"));
  EXPECT_FALSE(map.erase("a"));
  EXPECT_EQ(content_of(first), (Model{{"a", 1}}));
  EXPECT_EQ(content_of(second), (Model{{"a", 2}, {"b", 3}}));
  EXPECT_EQ(content_of(map), (Model{{"b", 3}}));
}

TEST(CowMap, ACopyThatChangesLeavesItsOrigin) {
  CowMap<int> map;
  for (int i = 0; i < 100; ++i) map.set("key-" + std::to_string(i), i);
  const Model before = content_of(map);
  CowMap<int> copy = map;
  copy.set("key-7", -1);
  copy.erase("key-8");
  EXPECT_EQ(content_of(map), before);
  map.set("key-7", -2);
  EXPECT_EQ(*copy.find(std::string_view("key-7")), -1);
  CowMap<int> assigned;
  assigned.set("x", 1);
  assigned = map;
  map.set("x", 5);
  EXPECT_EQ(assigned.find(std::string_view("x")), nullptr);
  const CowMap<int> moved = std::move(assigned);
  EXPECT_EQ(moved.size(), 100u);
}

TEST(CowMap, FindsPairsWithoutPuttingThemTogether) {
  CowMap<int> map;
  for (const char* key : {"a-b/x", "a/x", "a/y", "a.b/x", "a", "ab/x", "", "/", "a/"})
    map.set(key, static_cast<int>(map.size()) + 1);
  EXPECT_EQ(*map.find(KeyPair{"a", "y"}), 3);
  EXPECT_EQ(*map.find(KeyPair{"a-b", "x"}), 1);
  EXPECT_EQ(*map.find(KeyPair{"", ""}), 8);
  EXPECT_EQ(*map.find(KeyPair{"a", ""}), 9);
  EXPECT_EQ(map.find(KeyPair{"a", "xx"}), nullptr);
  EXPECT_EQ(map.find(KeyPair{"a", "x", ':'}), nullptr);
  std::vector<std::string> tails;
  map.for_each_in("a", [&](const auto&, std::string_view tail) { tails.emplace_back(tail); });
  EXPECT_EQ(tails, (std::vector<std::string>{"", "x", "y"}));
  EXPECT_EQ(key_text({"ns", "name"}), "ns/name");
}

TEST(CowMap, PairsAreSortedAsTheirText) {
  const std::vector<std::string> parts = {"", "a", "a-", "a.", "a0", "aa", "b", "\xff", "-"};
  for (const std::string& head : parts) {
    for (const std::string& tail : parts) {
      const KeyPair pair{head, tail};
      for (const std::string& other_head : parts) {
        for (const std::string& other_tail : parts) {
          const std::string text = key_text({other_head, other_tail});
          const int expected = text.compare(key_text(pair));
          const int found = compare_key(text, pair);
          EXPECT_EQ(found < 0, expected < 0) << text << " beside " << key_text(pair);
          EXPECT_EQ(found > 0, expected > 0) << text << " beside " << key_text(pair);
        }
      }
    }
  }
}

TEST(CowMap, BlocksAreFullAndOneMoreSplitsThem) {
  CowMap<int> map;
  Model model;
  for (std::size_t i = 0; i <= kCowBlockEntries; ++i) {
    const std::string key = "k" + std::to_string(100 + i);
    map.set(key, static_cast<int>(i));
    model[key] = static_cast<int>(i);
    EXPECT_EQ(content_of(map), model);
  }
  // In the middle, and in front of everything.
  for (const char* key : {"k115a", "a"}) {
    map.set(key, -1);
    model[key] = -1;
    EXPECT_EQ(content_of(map), model);
  }
}

// Random changes and copies, held against std::map.
TEST(CowMapProperty, IsAMapOfEveryMoment) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const int rounds = test::generated_cases(30);
  for (int round = 0; round < rounds; ++round) {
    CowMap<int> map;
    Model model;
    std::vector<std::pair<CowMap<int>, Model>> copies;
    const int keys = round % 3 == 0 ? 20 : 2000;
    // Grows, then shrinks.
    for (int step = 0; step < 3000; ++step) {
      const std::string key =
          "ns-" + std::to_string(random() % 7) + "/" + std::to_string(random() % unsigned(keys));
      const bool removes = random() % 100 < (step < 1500 ? 20U : 80U);
      if (removes) {
        EXPECT_EQ(map.erase(key), model.erase(key) == 1);
      } else {
        map.set(key, step);
        model[key] = step;
      }
      if (random() % 100 == 0) copies.emplace_back(map, model);
      const auto expected = model.lower_bound(key);
      const auto* found = map.lower_bound(std::string_view(key));
      ASSERT_EQ(found == nullptr, expected == model.end());
      if (found != nullptr) {
        ASSERT_EQ(found->key, expected->first);
      }
    }
    EXPECT_EQ(content_of(map), model);
    for (const auto& [copy, then] : copies) EXPECT_EQ(content_of(copy), then);
  }
}

// A writer publishes copies behind a lock; readers look at them without one.
TEST(CowMap, CopiesAreReadWhileTheWriterGoesOn) {
  CowMap<std::shared_ptr<const int>> writers;
  std::mutex mutex;
  CowMap<std::shared_ptr<const int>> published;
  std::atomic<bool> done{false};
  std::atomic<int> wrong{0};
  std::vector<std::thread> readers;
  for (int i = 0; i < 3; ++i) {
    readers.emplace_back([&] {
      while (!done.load()) {
        std::unique_lock lock(mutex);
        auto mine = std::make_unique<const CowMap<std::shared_ptr<const int>>>(published);
        lock.unlock();
        std::size_t count = 0;
        int generation = -1;
        mine->for_each([&](const auto& entry) {
          ++count;
          if (generation == -1) generation = *entry.value;
          if (*entry.value != generation) ++wrong;
        });
        if (count != mine->size()) ++wrong;
      }
    });
  }
  for (int generation = 0; generation < 300; ++generation) {
    const auto value = std::make_shared<const int>(generation);
    for (int i = 0; i < 100; ++i) writers.set("key-" + std::to_string(i), value);
    const std::lock_guard lock(mutex);
    published = writers;
  }
  done = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(wrong.load(), 0);
}

}  // namespace
}  // namespace drawbridge::kube
