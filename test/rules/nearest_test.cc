#include "rules/nearest.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace drawbridge::rules {
namespace {

TEST(Nearest, LettersApart) {
  EXPECT_EQ(letters_apart("", ""), 0U);
  EXPECT_EQ(letters_apart("memory", "Memory"), 0U);
  EXPECT_EQ(letters_apart("memory", "memry"), 1U);
  EXPECT_EQ(letters_apart("memory", "memoyr"), 1U);
  EXPECT_EQ(letters_apart("gpu.nvidia.com", "nvidia.com/gpu"), 8U);
  EXPECT_EQ(letters_apart("abc", ""), 3U);
}

std::string_view meant(std::string_view word, const std::vector<std::string_view>& known) {
  return nearest(word, known);
}

TEST(Nearest, TheOneThatWasMeant) {
  constexpr std::string_view kNames[] = {"gpu.nvidia.com", "mig.nvidia.com", "vfio.gpu.nvidia.com"};
  EXPECT_EQ(nearest("gpu.nvidia.con", kNames), "gpu.nvidia.com");
  EXPECT_EQ(nearest("mgi.nvidia.com", kNames), "mig.nvidia.com");
  EXPECT_EQ(nearest("tpu.google.com", kNames), "");
  EXPECT_EQ(meant("DeviceMaping", {"DeviceQuota", "DeviceMapping"}), "DeviceMapping");
  EXPECT_EQ(meant("DeviceMappings", {"DeviceMapping"}), "DeviceMapping");
  EXPECT_EQ(meant("DeviceClass", {"DeviceMapping", "DeviceQuota"}), "");
}

TEST(Nearest, OfSeveralTheLeastLettersApart) {
  EXPECT_EQ(meant("DevizeRole", {"DevizzRole", "DeviceRole"}), "DevizzRole") << "the first";
  EXPECT_EQ(meant("DevizeRole", {"DevizzRolle", "DeviceRole"}), "DeviceRole");
}

TEST(Nearest, AThirdOfTheLettersAndNotOneMore) {
  EXPECT_EQ(meant("abcdef", {"abcdxy"}), "abcdxy");
  EXPECT_EQ(meant("abcdef", {"abcxyz"}), "");
  EXPECT_EQ(meant("xbc", {"abc"}), "abc");
  EXPECT_EQ(meant("xb", {"ab"}), "");
  EXPECT_EQ(meant("AB", {"ab"}), "ab");
  EXPECT_EQ(meant("", {"ab", ""}), "");
}

TEST(Nearest, ABeginningIsMeantAsAWhole) {
  EXPECT_EQ(meant("Devi", {"Quota", "DeviceMapping", "DeviceQuota"}), "DeviceMapping");
  EXPECT_EQ(meant("rev", {"review"}), "review");
  EXPECT_EQ(meant("re", {"review"}), "");
}

TEST(Nearest, LongNamesAreNotCompared) {
  const std::string at_limit(kNearestBytesMax, 'a');
  const std::string past = at_limit + "a";
  EXPECT_EQ(letters_apart(at_limit, at_limit), 0U);
  EXPECT_EQ(letters_apart(at_limit, past), kNearestBytesMax);
  EXPECT_EQ(letters_apart(std::string(kNearestBytesMax, 'b'), at_limit), kNearestBytesMax);
}

TEST(Nearest, OfUnlistedNamesOnlyASlipIsMeant) {
  constexpr std::string_view kNames[] = {"gpu-a", "team-queue", "node-1.pool", "one-gpu",
                                         "gpu.nvidia.com"};
  const auto near = [&](std::string_view name) { return nearest_misspelt(name, kNames); };
  EXPECT_EQ(near("team-qeue"), "team-queue");
  EXPECT_EQ(near("gpua"), "gpu-a");
  EXPECT_EQ(near("node-1.pol"), "node-1.pool");
  EXPECT_EQ(near("one-gpus"), "one-gpu");
  EXPECT_EQ(near("one-gup"), "one-gpu");
  EXPECT_EQ(near("gpu-nvidia-com"), "gpu.nvidia.com");
  EXPECT_EQ(near("gpu.nvidea.com"), "gpu.nvidia.com");
  EXPECT_EQ(near("one-gpu"), "") << "it is there";
  EXPECT_EQ(near("gpu-b"), "");
  EXPECT_EQ(near("node-2.pool"), "");
  EXPECT_EQ(near(std::string(kNearestBytesMax + 1, 'a')), "");
  EXPECT_EQ(nearest("node-2.pool", kNames), "node-1.pool");
}

TEST(Nearest, OtherWordsAreOtherThings) {
  constexpr std::pair<std::string_view, std::string_view> kRows[] = {
      {"sriov-port2", "sriov-port1"},    {"h200.nvidia.com", "h100.nvidia.com"},
      {"gpu.foo.com", "gpu.amd.com"},    {"my.gpu.com", "my.nic.com"},
      {"gpu.acme.org", "gpu.acme.com"},  {"single-nic", "single-gpu"},
      {"team-b-gpu", "team-a-gpu"},      {"a100", "h100"},
      {"cpu.acme.com", "gpu.acme.com"},  {"gpu", "gpu-large"},
      {"brain-gpu", "train-gpu"},        {"vgpu", "gpu"},
      {"gpu.acme.com.", "gpu.com.acme"}, {"", "gpu"},
  };
  for (const auto& [given, name] : kRows) EXPECT_FALSE(is_misspelt(given, name)) << given;
}

TEST(Nearest, TheOnlyOneThatGoesOn) {
  constexpr std::string_view kOne[] = {"prod-gpu-claim", "nic"};
  EXPECT_EQ(only_longer("gpu-claim", kOne), "prod-gpu-claim");
  EXPECT_EQ(only_longer("prod-gpu", kOne), "prod-gpu-claim");
  EXPECT_EQ(only_longer("prod-gpu-claim", kOne), "") << "that is it";
  EXPECT_EQ(only_longer("claims", kOne), "");
  EXPECT_EQ(only_longer("laim", kOne), "") << "no word of it";
  EXPECT_EQ(only_longer("", kOne), "");
  constexpr std::string_view kTwo[] = {"prod-gpu", "test-gpu"};
  EXPECT_EQ(only_longer("gpu", kTwo), "") << "nobody knows which";
}

TEST(Nearest, AValueThatStandsInAText) {
  constexpr std::string_view kValues[] = {"H1", "1g.10gb", "2g.20gb"};
  EXPECT_EQ(value_within("mig-1g.10gb", kValues), "1g.10gb");
  EXPECT_EQ(value_within("mig-11g.10gb", kValues), "");
  EXPECT_EQ(value_within("1g.10gb", kValues), "") << "that is it";
  EXPECT_EQ(value_within("an H1", kValues), "") << "too short to say anything";
}

TEST(Nearest, AValueInWhichAWordStands) {
  const std::string_view values[] = {"NVIDIA-H100-80GB", "NVIDIA A100 40GB", "NVIDIA A100 80GB"};
  EXPECT_EQ(value_with_word("h100", values), "NVIDIA-H100-80GB");
  EXPECT_EQ(value_with_word("A100 40GB", values), "NVIDIA A100 40GB");
  for (const std::string_view none : {"A100", "A10", "H10", "100", "H200", "", "NVIDIA"})
    EXPECT_EQ(value_with_word(none, values), "") << none;
  const std::string_view one[] = {"H100"};
  EXPECT_EQ(value_with_word("h100", one), "H100");
}

}  // namespace
}  // namespace drawbridge::rules
