#include "kube/api/thrown.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace drawbridge::kube {
namespace {

TEST(Thrown, IsSaidInItsWords) {
  EXPECT_EQ(what_of(std::make_exception_ptr(std::runtime_error("no room"))), "no room");
  EXPECT_EQ(what_of(std::make_exception_ptr(7)), "an exception of a foreign type");
}

}  // namespace
}  // namespace drawbridge::kube
