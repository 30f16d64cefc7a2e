#include "webhook/server/body_buffer.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "webhook/server/service.h"

namespace drawbridge {

const char BodyBuffer::kNothing[kBodyPaddingBytes] = {};

bool BodyMemory::reserve(std::size_t bytes) {
  std::size_t now = in_use_.load(std::memory_order_relaxed);
  do {
    if (bytes > bytes_max_ || now > bytes_max_ - bytes) return false;
  } while (!in_use_.compare_exchange_weak(now, now + bytes, std::memory_order_relaxed));
  return true;
}

void BodyMemory::note_wait(TimePoint until) {
  const TimePoint::rep wanted = until.time_since_epoch().count();
  TimePoint::rep now = waited_until_.load(std::memory_order_relaxed);
  while (now < wanted &&
         !waited_until_.compare_exchange_weak(now, wanted, std::memory_order_relaxed)) {
  }
}

BodyPool::Block BodyPool::take() {
  if (kept_.empty()) return Block(new char[kBlockBytes + kBodyPaddingBytes]);
  Block block = std::move(kept_.back());
  kept_.pop_back();
  return block;
}

void BodyPool::give_back(Block block) {
  if (kept_.size() < kKeptBlocksMax) kept_.push_back(std::move(block));
}

bool BodyBuffer::reserve(std::size_t bytes, std::size_t bytes_max) {
  if (bytes <= std::max(reserved_, small_) && bytes <= room()) return true;
  const std::size_t steps = (bytes + kBodyStepBytes - 1) / kBodyStepBytes;
  const std::size_t wanted = std::min(steps * kBodyStepBytes, bytes_max);
  if (bytes <= BodyPool::kBlockBytes) {
    memory_.add_small(wanted - std::exchange(small_, wanted));
  } else if (wanted > reserved_) {
    if (!memory_.reserve(wanted - reserved_)) return false;
    reserved_ = wanted;
    memory_.release_small(std::exchange(small_, 0));
  }
  return make_room(bytes, bytes_max);
}

bool BodyBuffer::make_room(std::size_t bytes, std::size_t bytes_max) {
  if (bytes <= room()) return true;
  if (bytes <= BodyPool::kBlockBytes) {
    if (!block_) block_ = pool_.take();
    data_ = block_.get();
    return true;
  }
  const std::size_t map_bytes = bytes_max + kBodyPaddingBytes;
  void* pages = ::mmap(nullptr, map_bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) return false;
  if (size_ > 0) std::memcpy(pages, data_, size_);
  if (block_) pool_.give_back(std::move(block_));
  data_ = static_cast<char*>(pages);
  mapped_bytes_ = map_bytes;
  return true;
}

std::size_t BodyBuffer::room() const {
  if (mapped_bytes_ != 0) return mapped_bytes_ - kBodyPaddingBytes;
  return block_ ? BodyPool::kBlockBytes : 0;
}

void BodyBuffer::append(std::string_view bytes) {
  if (bytes.empty()) return;
  std::memcpy(data_ + size_, bytes.data(), bytes.size());
  size_ += bytes.size();
}

void BodyBuffer::clear() {
  if (mapped_bytes_ != 0) ::munmap(data_, std::exchange(mapped_bytes_, 0));
  if (block_) pool_.give_back(std::move(block_));
  data_ = nullptr;
  size_ = 0;
  memory_.release_small(std::exchange(small_, 0));
  memory_.release(std::exchange(reserved_, 0));
}

}  // namespace drawbridge
