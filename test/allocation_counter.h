// Counts the calls of operator new in this thread, and the bytes that it has not given back. A test
// that links allocation_counter.cc has it throughout; gtest's own allocations count too, so look
// only around the code under test.
#pragma once

#include <cstddef>

namespace drawbridge::test {

std::size_t allocation_count();
// Less than nothing where it gave back what other threads have taken.
std::ptrdiff_t allocated_bytes();

}  // namespace drawbridge::test
