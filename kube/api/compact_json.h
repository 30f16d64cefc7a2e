// CompactJson: a Json that owns its memory, in one allocation of exactly its size.
//
// For objects that are kept by the thousand: equal strings, arrays and objects within one document
// are stored once, so eight devices of one model cost little more than one. Immutable; a copy
// shares the memory. Safe for any number of threads.
#pragma once

#include <cstddef>
#include <memory>

#include "kube/api/json.h"

namespace drawbridge::kube {

class CompactJson {
 public:
  CompactJson() = default;  // null
  explicit CompactJson(const Json& value);

  // Valid as long as any copy of this.
  const Json& root() const { return root_; }
  // Of the allocation; shared by all copies.
  std::size_t bytes() const { return bytes_; }

 private:
  std::shared_ptr<const std::byte[]> memory_;
  std::size_t bytes_ = 0;
  Json root_;
};

}  // namespace drawbridge::kube
