// Arena: memory for one document, given back all at once.
//
// Not thread-safe. What is allocated is never destroyed, so only trivially destructible types go
// in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace drawbridge::kube {

class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  Arena(Arena&& other) noexcept { *this = std::move(other); }
  Arena& operator=(Arena&& other) noexcept {
    blocks_ = std::move(other.blocks_);
    next_ = std::exchange(other.next_, nullptr);
    end_ = std::exchange(other.end_, nullptr);
    return *this;
  }

  // Uninitialised room for `count` objects of T; valid until reset() or destruction.
  template <typename T>
  T* allocate(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= kAlignment);
    const std::size_t bytes = (count * sizeof(T) + kAlignment - 1) & ~(kAlignment - 1);  // NOLINT
    if (static_cast<std::size_t>(end_ - next_) < bytes) grow(bytes);
    std::byte* result = next_;
    next_ += bytes;
    return reinterpret_cast<T*>(result);
  }

  // A copy of `text` that lives as long as the arena's contents.
  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char* to = allocate<char>(text.size());
    std::memcpy(to, text.data(), text.size());
    return {to, text.size()};
  }

  // Forgets everything allocated and keeps one block of at most kKeptBytesMax for the next
  // document.
  void reset();

  // Bytes held from the system.
  std::size_t capacity() const;

  static constexpr std::size_t kAlignment = 8;
  static constexpr std::size_t kFirstBlockBytes = 16 * 1024;
  static constexpr std::size_t kKeptBytesMax = 256 * 1024;

 private:
  struct Block {
    std::unique_ptr<std::byte[]> data;
    std::size_t size;
  };
  void grow(std::size_t bytes_min);

  std::vector<Block> blocks_;
  std::byte* next_ = nullptr;
  std::byte* end_ = nullptr;
};

}  // namespace drawbridge::kube
