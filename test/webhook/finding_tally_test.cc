#include "webhook/admission/finding_tally.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "test/webhook/admission_testing.h"

namespace drawbridge::admission {
namespace {

using rules::Finding;
using rules::Severity;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

Finding finding_of(std::string_view code, Severity severity) {
  Finding finding;
  finding.code = code;
  finding.severity = severity;
  return finding;
}

// "CODE SEVERITY FINDINGS" of each.
std::vector<std::string> counted(const FindingTally& tally) {
  std::vector<std::string> all;
  for (const FindingTally::Count& count : tally.counts()) {
    std::string& text = all.emplace_back(count.code);
    text += ' ';
    text += severity_name(count.severity);
    text += ' ';
    text += std::to_string(count.findings);
  }
  return all;
}

TEST(FindingTally, CountsRefusalsAndWarningsOfEachCode) {
  FindingTally tally;
  EXPECT_THAT(counted(tally), IsEmpty());
  tally.add({});
  tally.add(std::vector{finding_of("TooManyDevices", Severity::kDeny),
                        finding_of("BothPaths", Severity::kWarn),
                        finding_of("Rewritten", Severity::kInfo)});
  tally.add(std::vector{finding_of("TooManyDevices", Severity::kWarn),
                        finding_of("BothPaths", Severity::kWarn)});
  EXPECT_THAT(counted(tally),
              ElementsAre("BothPaths warn 2", "TooManyDevices deny 1", "TooManyDevices warn 1"));
}

// Nothing else becomes a label.
TEST(FindingTally, CountsNoOtherCodes) {
  FindingTally tally;
  for (const char* code : {"", "A", "BothPath", "BothPathsX", "Zzz"})
    tally.add(std::vector{finding_of(code, Severity::kDeny)});
  EXPECT_THAT(counted(tally), IsEmpty());
  for (const rules::Code& code : rules::all_codes())
    tally.add(std::vector{finding_of(code.name, Severity::kDeny)});
  EXPECT_EQ(tally.counts().size(), rules::all_codes().size());
}

TEST(FindingTally, ThreadsLoseNothing) {
  constexpr std::uint64_t kRounds = 500'000;
  FindingTally tally;
  std::latch begin(2);
  const auto add = [&] {
    const std::vector<Finding> findings = {finding_of("BothPaths", Severity::kWarn)};
    begin.arrive_and_wait();
    for (std::uint64_t i = 0; i < kRounds; ++i) tally.add(findings);
  };
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  EXPECT_THAT(counted(tally), ElementsAre("BothPaths warn 1000000"));
}

TEST(FindingTally, HasWhatAnswersSay) {
  ReviewServer server;
  const nlohmann::json many = review_of(pod_asking({{"nvidia.com/gpu", "33"}}));
  server.response("/mutate", many);
  server.response("/mutate", many);
  server.response("/mutate", review_of(pod_asking({{"nvidia.com/gpu", "1"}})));
  EXPECT_THAT(counted(server.findings()), ElementsAre("TooManyDevices deny 2"));
}

}  // namespace
}  // namespace drawbridge::admission
