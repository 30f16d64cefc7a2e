#include "kube/api/arena.h"

#include <algorithm>

namespace drawbridge::kube {

void Arena::grow(std::size_t bytes_min) {
  const std::size_t last = blocks_.empty() ? kFirstBlockBytes / 2 : blocks_.back().size;
  const std::size_t size = std::max(bytes_min, last * 2);
  // Uninitialised: make_unique would clear it first.
  blocks_.push_back({std::unique_ptr<std::byte[]>(new std::byte[size]), size});
  next_ = blocks_.back().data.get();
  end_ = next_ + size;
}

void Arena::reset() {
  std::size_t kept = blocks_.size();
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const bool fits = blocks_[i].size <= kKeptBytesMax;
    if (fits && (kept == blocks_.size() || blocks_[i].size > blocks_[kept].size)) kept = i;
  }
  if (kept == blocks_.size()) {
    blocks_.clear();
    next_ = end_ = nullptr;
    return;
  }
  if (kept != 0) std::swap(blocks_[0], blocks_[kept]);
  blocks_.resize(1);
  next_ = blocks_[0].data.get();
  end_ = next_ + blocks_[0].size;
}

std::size_t Arena::capacity() const {
  std::size_t total = 0;
  for (const Block& block : blocks_) total += block.size;
  return total;
}

}  // namespace drawbridge::kube
