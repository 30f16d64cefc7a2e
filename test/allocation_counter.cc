#include "test/allocation_counter.h"

#include <cstdlib>
#include <new>

namespace {
thread_local std::size_t count = 0;
}  // namespace

namespace drawbridge::test {

std::size_t allocation_count() {
  return count;
}

}  // namespace drawbridge::test

// The array and nothrow forms call these two.
void* operator new(std::size_t bytes) {
  ++count;
  if (void* memory = std::malloc(bytes > 0 ? bytes : 1)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
