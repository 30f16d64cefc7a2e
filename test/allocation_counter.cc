#include "test/allocation_counter.h"

#include <malloc.h>

#include <cstdlib>
#include <new>

namespace {
thread_local std::size_t count = 0;
thread_local std::ptrdiff_t bytes_held = 0;

void give_back(void* memory) {
  bytes_held -= static_cast<std::ptrdiff_t>(malloc_usable_size(memory));
  std::free(memory);
}
}  // namespace

namespace drawbridge::test {

std::size_t allocation_count() {
  return count;
}

std::ptrdiff_t allocated_bytes() {
  return bytes_held;
}

}  // namespace drawbridge::test

// The array forms call these. The nothrow ones would too, if a sanitizer did not bring its own.
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  ++count;
  void* memory = std::malloc(bytes > 0 ? bytes : 1);
  bytes_held += static_cast<std::ptrdiff_t>(malloc_usable_size(memory));
  return memory;
}
void* operator new(std::size_t bytes) {
  if (void* memory = operator new(bytes, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  give_back(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  give_back(memory);
}
