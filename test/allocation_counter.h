// Counts the calls of operator new in this thread. A test that links allocation_counter.cc has it
// throughout; gtest's own allocations count too, so look only around the code under test.
#pragma once

#include <cstddef>

namespace drawbridge::test {

std::size_t allocation_count();

}  // namespace drawbridge::test
