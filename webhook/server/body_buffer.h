// Where request bodies lie: memory that is reserved for the whole process before it is read into.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "webhook/server/limits.h"

namespace drawbridge {

using TimePoint = std::chrono::steady_clock::time_point;

// How many bytes of bodies the process holds, and how many of large ones it may. Thread-safe.
class BodyMemory {
 public:
  explicit BodyMemory(std::size_t bytes_max) : bytes_max_(bytes_max) {}

  // False, and nothing reserved, where the limit would be passed.
  bool reserve(std::size_t bytes);
  void release(std::size_t bytes) { in_use_.fetch_sub(bytes, std::memory_order_relaxed); }
  // Of small bodies, which are bounded by the number of connections.
  void add_small(std::size_t bytes) { small_.fetch_add(bytes, std::memory_order_relaxed); }
  void release_small(std::size_t bytes) { small_.fetch_sub(bytes, std::memory_order_relaxed); }
  // Of both.
  std::size_t in_use() const {
    return in_use_.load(std::memory_order_relaxed) + small_.load(std::memory_order_relaxed);
  }

  // A body waits for memory until then.
  void note_wait(TimePoint until);
  bool is_waited_for(TimePoint now) const {
    return now.time_since_epoch().count() < waited_until_.load(std::memory_order_relaxed);
  }

 private:
  const std::size_t bytes_max_;
  std::atomic<std::size_t> in_use_ = 0;
  std::atomic<std::size_t> small_ = 0;
  std::atomic<TimePoint::rep> waited_until_ = 0;
};

// Blocks for bodies of ordinary size, kept for the next request. Belongs to one thread.
class BodyPool {
 public:
  using Block = std::unique_ptr<char[]>;
  Block take();
  void give_back(Block block);

  // Bytes of a body that fit into one block; the padding comes on top.
  static constexpr std::size_t kBlockBytes = kSmallBodyBytesMax;
  static constexpr std::size_t kKeptBlocksMax = 16;

 private:
  std::vector<Block> kept_;
};

// One body. Up to kBlockBytes it lies in a block of the pool, which is there for everybody; a
// larger one in pages of its own, mapped once for the largest size it can reach and reserved as it
// comes, so that growing never copies more than one block. Belongs to one thread at a time; cleared
// on the thread of its pool.
class BodyBuffer {
 public:
  BodyBuffer(BodyMemory& memory, BodyPool& pool) : memory_(memory), pool_(pool) {}
  BodyBuffer(const BodyBuffer&) = delete;
  BodyBuffer& operator=(const BodyBuffer&) = delete;
  ~BodyBuffer() { clear(); }

  // Makes room for `bytes` in all. False where the process has no memory free for that; what was
  // reserved stays, and the call can be repeated. `bytes_max` is what the body can reach at most,
  // the same in each call until clear(). Precondition: bytes <= bytes_max.
  bool reserve(std::size_t bytes, std::size_t bytes_max);

  // Precondition: there is room.
  void append(std::string_view bytes);

  // kBodyPaddingBytes are readable behind its end.
  std::string_view view() const { return {data_ != nullptr ? data_ : kNothing, size_}; }
  std::size_t size() const { return size_; }
  // Of what all large bodies share.
  std::size_t reserved() const { return reserved_; }

  // Forgets the body and gives everything back.
  void clear();

 private:
  static const char kNothing[];
  bool make_room(std::size_t bytes, std::size_t bytes_max);
  std::size_t room() const;

  BodyMemory& memory_;
  BodyPool& pool_;
  BodyPool::Block block_;
  char* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t small_ = 0;  // of memory_, as the next
  std::size_t reserved_ = 0;
  std::size_t mapped_bytes_ = 0;  // data_ is a mapping of this size; 0: it is block_
};

}  // namespace drawbridge
