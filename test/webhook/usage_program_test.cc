// Command lines that can't be meant: each is named, with what to write instead.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/webhook/program_testing.h"

namespace drawbridge::cli {
namespace {

using ::testing::EndsWith;
using ::testing::Eq;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class UsageProgram : public ProgramTest {
 protected:
  // What is said of a command line that is refused with 2.
  std::string refusal(const std::string& arguments) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
    return outcome.err;
  }
};

TEST_F(UsageProgram, AnUnknownCommandIsNamedAndTheNearestOne) {
  EXPECT_THAT(refusal("revew x.yaml"),
              StartsWith("drawbridge: there is no command revew. Did you mean review?\n"));
  EXPECT_THAT(refusal("bogus"),
              StartsWith("drawbridge: there is no command bogus. Choose review,"));
  EXPECT_THAT(refusal(""), StartsWith("drawbridge: a command is missing. Choose review,"));
}

TEST_F(UsageProgram, AnUnknownFlagIsNamedAndTheNearestOne) {
  EXPECT_THAT(refusal("--bogus"), StartsWith("drawbridge: there is no flag --bogus here.\n"));
  EXPECT_THAT(refusal("review --bogus"),
              StartsWith("drawbridge review: there is no flag --bogus.\n"));
  EXPECT_THAT(refusal("review --bogus @/in"), StartsWith("drawbridge review: there is no flag"));
  EXPECT_THAT(refusal("review --stat=x @/in"),
              StartsWith("drawbridge review: there is no flag --stat. Did you mean --state?\n"));
  EXPECT_THAT(refusal("serve --log-levle info"), HasSubstr("Did you mean --log-level?\n"));
  EXPECT_THAT(refusal("version now"), HasSubstr("now is one argument too many.\n"));
}

TEST_F(UsageProgram, AnEmptyValueIsNoValue) {
  const char* state = "--state is empty: name a folder, or leave it out.\n";
  EXPECT_THAT(refusal("review --state '' @/in"),
              StartsWith(std::string("drawbridge review: ") + state));
  EXPECT_THAT(refusal("serve --state ''"), StartsWith(std::string("drawbridge serve: ") + state));
  EXPECT_THAT(refusal("explain x --state ''"), HasSubstr(state));
  EXPECT_THAT(refusal("serve --kubeconfig ''"),
              HasSubstr("--kubeconfig is empty: name a file, or leave it out.\n"));
}

TEST_F(UsageProgram, AWordThatIsNotOneOfThemIsShownWithThem) {
  EXPECT_THAT(
      refusal("serve --log-level trace"),
      HasSubstr("--log-level: \"trace\" is not known. Choose debug, info, warn or error.\n"));
  EXPECT_THAT(refusal("review -o xml @/in"),
              HasSubstr("\"xml\" is not known. Choose text or json.\n"));
}

TEST_F(UsageProgram, ANamespaceIsADnsLabel) {
  EXPECT_THAT(refusal("review -n 'Bad NS!' @/in"),
              HasSubstr("\"Bad NS!\" is no name of a namespace: it may hold lower-case letters"));
  EXPECT_THAT(refusal("review -n " + std::string(64, 'a') + " @/in"),
              HasSubstr("63 bytes at most"));
  EXPECT_THAT(refusal("review -n " + std::string(63, 'a') + " @/in"),
              Not(HasSubstr("name of a namespace")));
  EXPECT_THAT(refusal("review -n '' @/in"), HasSubstr("--namespace is empty"));
}

TEST_F(UsageProgram, AComplaintEndsWithOneFullStop) {
  for (const char* address : {"foo", ":99999"}) {
    const std::string text = refusal("serve --state @ --listen " + std::string(address));
    EXPECT_THAT(text, EndsWith("[::1]:8443 or :8443.\n")) << address;
  }
}

TEST_F(UsageProgram, HelpIsWhatTheFlagPrints) {
  const auto same = [&](const std::string& command) {
    const Outcome asked = run_program("help " + command);
    EXPECT_EQ(asked.status, 0) << asked.err;
    EXPECT_EQ(asked.out, run_program(command + " --help").out) << command;
  };
  for (const char* command : {"", "review", "rules", "rules test"}) same(command);
  EXPECT_THAT(refusal("help revew"), Eq("drawbridge: there is no command revew. Did you mean "
                                        "review?\n"));
  EXPECT_THAT(refusal("help rules tset"),
              Eq("drawbridge rules: there is no command tset. Did you mean test?\n"));
  EXPECT_THAT(refusal("help review x"), Eq("drawbridge review: x is one argument too many.\n"));
}

TEST_F(UsageProgram, TheExamplesOfTheWholeProgramAreItsOwn) {
  EXPECT_THAT(run_program("--help").out, HasSubstr("drawbridge COMMAND --help"));
  EXPECT_THAT(run_program("version --help").out, Not(HasSubstr("Examples")));
}

}  // namespace
}  // namespace drawbridge::cli
