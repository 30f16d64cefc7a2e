// VocabularyBuilder: counts the words of published devices, slice by slice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "kube/api/json.h"
#include "rules/devices/vocabulary.h"

namespace drawbridge::rules {

// Different words, each capacity with each of its values counted by itself. What comes past them is
// not kept, and its driver is `incomplete`.
inline constexpr std::size_t kVocabularyEntriesMax = 16'384;

// Used by one thread.
class VocabularyBuilder {
 public:
  struct Share {
    std::uint32_t entry = 0;
    std::uint32_t devices = 0;

    friend bool operator==(const Share&, const Share&) = default;
  };

  // What a ResourceSlice adds, by entry. A device that cannot be read is counted with the words
  // that can.
  std::vector<Share> read(const kube::Json& slice);
  // `complete`: of a pool all of whose slices are there.
  void add(std::span<const Share> shares, bool complete);
  void remove(std::span<const Share> shares, bool complete);

  // The same pointer as long as nothing changed.
  std::shared_ptr<const Vocabulary> vocabulary();

 private:
  enum class What : char { kDevice = 'd', kAttribute = 'a', kCapacity = 'c', kOverflow = 'o' };
  struct Entry {
    What what = What::kDevice;
    std::string driver;
    std::string domain;
    std::string id;
    bool is_qualified = false;
    std::uint8_t type = 0;
    std::string value;  // of a capacity
    std::uint32_t complete = 0;
    std::uint32_t pending = 0;
  };

  std::uint32_t intern(What what, std::string_view driver, std::string_view name,
                       std::string_view value, std::uint8_t type);
  std::uint32_t insert(Entry entry);
  void change(std::span<const Share> shares, bool complete, bool add);
  std::shared_ptr<const Vocabulary> build() const;

  std::unordered_map<std::string, std::uint32_t> ids_;
  std::string key_;  // scratch
  std::vector<Entry> entries_;
  std::shared_ptr<const Vocabulary> built_;
};

}  // namespace drawbridge::rules
