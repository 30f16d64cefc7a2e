#include "kube/api/nearest.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace drawbridge::kube {
namespace {

std::string_view meant(std::string_view word, const std::vector<std::string_view>& known) {
  return nearest(word, known);
}

TEST(Nearest, TwoSlipsAreForgivenAndNotThree) {
  EXPECT_EQ(meant("DeviceMaping", {"DeviceQuota", "DeviceMapping"}), "DeviceMapping");
  EXPECT_EQ(meant("deviceMaping", {"DeviceMapping"}), "DeviceMapping");
  EXPECT_EQ(meant("deviceMapin", {"DeviceMapping"}), "");
  EXPECT_EQ(meant("DeviceMappings", {"DeviceMapping"}), "DeviceMapping");
  EXPECT_EQ(meant("DeviceClass", {"DeviceMapping", "DeviceQuota"}), "");
}

TEST(Nearest, OfSeveralTheLeastSlips) {
  EXPECT_EQ(meant("DeviceRol", {"DeviceRoles", "DeviceRole"}), "DeviceRoles");  // both begin so
  EXPECT_EQ(meant("DevizeRole", {"DevizzRole", "DeviceRole"}), "DevizzRole");   // the first
  EXPECT_EQ(meant("DevizeRole", {"DevizzRolle", "DeviceRole"}), "DeviceRole");
}

TEST(Nearest, ABeginningIsMeantAsAWhole) {
  EXPECT_EQ(meant("rev", {"review"}), "review");
  EXPECT_EQ(meant("re", {"review"}), "");
}

TEST(Nearest, OfAShortWordSlipsLeaveNothing) {
  EXPECT_EQ(meant("xbc", {"abc"}), "abc");
  EXPECT_EQ(meant("xb", {"ab"}), "");
  EXPECT_EQ(meant("", {"ab", ""}), "");
}

TEST(Nearest, LongWordsAreComparedUpToALimit) {
  const std::string known(kMisspeltBytesMax, 'a');
  EXPECT_EQ(meant("b" + known.substr(1), {known}), known);
  EXPECT_EQ(meant("b" + known, {known}), "");  // one past it
}

}  // namespace
}  // namespace drawbridge::kube
