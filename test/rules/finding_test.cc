#include "rules/finding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace drawbridge::rules {
namespace {

using ::testing::Contains;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Finding finding(std::string message, std::string fix = "Do this.") {
  return {"MixedNodes", Severity::kWarn, "spec", std::move(message), std::move(fix)};
}

// The texts of the project's own sources, by path.
std::map<std::string, std::string> sources() {
  std::map<std::string, std::string> result;
  for (const char* layer : {"rules", "quota", "webhook"}) {
    const std::filesystem::path folder = std::filesystem::path(DRAWBRIDGE_SOURCE_DIR) / layer;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.path().extension() != ".cc" && entry.path().extension() != ".h") continue;
      std::ifstream stream(entry.path());
      std::ostringstream text;
      text << stream.rdbuf();
      result[entry.path().string()] = text.str();
    }
  }
  return result;
}

std::vector<std::string> code_names() {
  std::vector<std::string> names;
  for (const Code& code : all_codes()) names.emplace_back(code.name);
  return names;
}

TEST(Codes, AreSortedUniqueAndExplained) {
  const std::vector<std::string> names = code_names();
  std::vector<std::string> sorted = names;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(names, sorted);
  EXPECT_EQ(std::adjacent_find(sorted.begin(), sorted.end()), sorted.end());
  for (const Code& code : all_codes()) EXPECT_GT(code.meaning.size(), 20u) << code.name;
}

TEST(Codes, EveryCodeInTheSourcesIsKnownAndEveryKnownCodeIsUsed) {
  // Where a finding is made: its code is the first thing in the braces or parentheses.
  const std::regex made(
      R"re((?:Finding\{|Finding \w+\{|return \{|push_back\(\s*\{|left_alone\(|refuse\(|deny\(|\{\{)\s*"([A-Z][a-z]+(?:[A-Z][A-Za-z]+)+)",)re");
  const std::vector<std::string> names = code_names();
  std::set<std::string> used;
  std::size_t found = 0;
  for (const auto& [file, text] : sources()) {
    if (file.ends_with("rules/codes.cc")) continue;
    for (auto at = std::sregex_iterator(text.begin(), text.end(), made);
         at != std::sregex_iterator(); ++at) {
      EXPECT_THAT(names, Contains((*at)[1].str())) << file;
      used.insert((*at)[1].str());
      ++found;
    }
    for (const std::string& name : names) {
      if (text.find("\"" + name + "\"") != std::string::npos) used.insert(name);
    }
  }
  EXPECT_GT(found, 20u) << "the expression above finds the places no more";
  for (const std::string& name : names)
    EXPECT_TRUE(used.contains(name)) << name << " is listed, and nothing makes it";
}

TEST(Finding, TextEndsWithTheCode) {
  EXPECT_EQ(finding("It is wrong.").text(), "It is wrong. Do this. [MixedNodes]");
  EXPECT_EQ(finding("It is so.", "").text(), "It is so. [MixedNodes]");
}

TEST(Finding, SortsBySeverityThenCodeFieldAndMessage) {
  std::vector<Finding> findings = {
      {"Rewritten", Severity::kInfo, "", "a.", ""},
      {"MixedNodes", Severity::kWarn, "spec", "b.", "f."},
      {"MixedNodes", Severity::kWarn, "spec", "a.", "f."},
      {"MixedNodes", Severity::kWarn, "metadata", "c.", "f."},
      {"LimitRangeBlocks", Severity::kWarn, "spec", "z.", "f."},
      {"TooManyDevices", Severity::kDeny, "spec", "x.", "f."},
  };
  sort_findings(findings);
  std::vector<std::string> messages;
  for (const Finding& each : findings) messages.push_back(each.message);
  EXPECT_EQ(messages, (std::vector<std::string>{"x.", "z.", "c.", "a.", "b.", "a."}));
}

TEST(Finding, NumbersInFieldsAreSortedAsNumbers) {
  const std::vector<std::string> sorted = {
      "spec",       "spec.a[2]",  "spec.a[2].b[9]", "spec.a[2].b[010]",
      "spec.a[10]", "spec.a[99]", "spec.a[100]",    "spec.a[18446744073709551616]",
      "spec.b[0]",
  };
  std::vector<Finding> findings;
  for (auto field = sorted.rbegin(); field != sorted.rend(); ++field)
    findings.push_back({"MixedNodes", Severity::kWarn, *field, "m.", "f."});
  sort_findings(findings);
  std::vector<std::string> fields;
  for (const Finding& each : findings) fields.push_back(each.field);
  EXPECT_EQ(fields, sorted);
}

TEST(WarningLines, OneOf256BytesAndWhatToDoInASecondWhereThatIsTooLittle) {
  // "MESSAGE Do this. [MixedNodes]" is 22 bytes longer than the message.
  const std::string rest = " Do this. [MixedNodes]";
  const std::string fits(kWarningBytesMax - rest.size(), 'x');
  EXPECT_THAT(warning_lines(finding(fits)), ElementsAre(fits + rest));
  EXPECT_EQ(warning_lines(finding(fits)).front().size(), 256u);

  const std::string longer = fits + "y";
  EXPECT_THAT(warning_lines(finding(longer)),
              ElementsAre(longer + " [MixedNodes]", "Do this. [MixedNodes]"));
}

TEST(WarningLines, AreCutAt256BytesAndKeepTheirCode) {
  const std::string huge(100'000, 'x');
  for (const std::string& line : warning_lines(finding(huge, huge))) {
    EXPECT_EQ(line.size(), 256u);
    EXPECT_THAT(line, EndsWith("... [MixedNodes]"));
  }
  const std::string fits(kWarningBytesMax - std::string_view(" [MixedNodes]").size(), 'x');
  EXPECT_THAT(warning_lines(finding(fits, "")), ElementsAre(fits + " [MixedNodes]"));
  EXPECT_THAT(warning_lines(finding(fits + "y", "")), ElementsAre(EndsWith("... [MixedNodes]")));
}

TEST(WarningLines, IsCutBetweenCharacters) {
  for (std::size_t shift = 0; shift < 4; ++shift) {
    std::string message(shift, 'x');
    while (message.size() < 300) message += "\u20ac";  // three bytes each
    const std::string line = warning_lines(finding(message)).front();
    EXPECT_LE(line.size(), 256u);
    EXPECT_GE(line.size(), 254u);
    EXPECT_EQ(printable(line), line) << "a broken character would be escaped";
    EXPECT_THAT(line, EndsWith("... [MixedNodes]"));
  }
}

TEST(WarningLines, HasNoLineBreakOrTab) {
  const std::string line = warning_lines(finding("a\nb\tc\rd", "e\nf.")).front();
  EXPECT_EQ(line, "a\\nb\\x09c\\x0dd e\\nf. [MixedNodes]");
}

TEST(Printable, EscapesWhatATerminalWouldObey) {
  EXPECT_EQ(printable("plain \"text\" \\ ~"), "plain \"text\" \\ ~");
  EXPECT_EQ(printable("\x1b[31mred\x07\x7f"), "\\x1b[31mred\\x07\\x7f");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\u009b31m"), "\\xc2\\x9b31m");     // a C1 control sequence
  EXPECT_EQ(printable("a\u202eb"), "a\\xe2\\x80\\xaeb");  // right-to-left override
  EXPECT_EQ(printable("a\u2066b\u2069"), "a\\xe2\\x81\\xa6b\\xe2\\x81\\xa9");
  EXPECT_EQ(printable("a\u061cb"), "a\\xd8\\x9cb");                            // Arabic letter mark
  EXPECT_EQ(printable("a\u200bb\ufeff"), "a\\xe2\\x80\\x8bb\\xef\\xbb\\xbf");  // zero width
  EXPECT_EQ(printable("a\u2028b"), "a\\xe2\\x80\\xa8b");                       // line separator
  EXPECT_EQ(printable("\U000e0041"), "\\xf3\\xa0\\x81\\x81");                  // a tag character
}

TEST(Printable, KeepsWordsOfEveryLanguage) {
  for (const char* text : {"\u00e9\u00fc", "\u4e2d\u6587", "\u0440\u0443", "\U0001f600", "\u05d0"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, EscapesBrokenText) {
  EXPECT_EQ(printable("\xff"), "\\xff");
  EXPECT_EQ(printable("\xc3"), "\\xc3");                             // cut off
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");                    // overlong
  EXPECT_EQ(printable("\xe0\x80\x80"), "\\xe0\\x80\\x80");           // overlong
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // a surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // past U+10FFFF
}

TEST(Shown, IsCutAtItsLimit) {
  EXPECT_EQ(shown(std::string(64, 'a')), std::string(64, 'a'));
  EXPECT_EQ(shown(std::string(65, 'a')), std::string(61, 'a') + "...");
  EXPECT_EQ(shown(std::string(1'000'000, 'a'), 10), "aaaaaaa...");
  // Escapes count as what they become.
  EXPECT_EQ(shown(std::string(20, '\x01'), 12), "\\x01\\x01\\...");
  for (std::size_t shift = 0; shift < 4; ++shift) {
    std::string text(shift, 'x');
    for (int i = 0; i < 100; ++i) text += "\U0001f600";
    const std::string result = shown(text);
    EXPECT_LE(result.size(), 64u);
    EXPECT_THAT(result, EndsWith("..."));
    EXPECT_EQ(result.find("\\x"), std::string::npos) << result;
  }
}

TEST(Kinds, HaveTheArticleThatIsSpoken) {
  for (const char* kind : {"AppWrapper", "Ingress", "MPIJob", "XGBoostJob", "HTTPRoute"})
    EXPECT_EQ(a_kind(kind), "an " + std::string(kind));
  for (const char* kind : {"Job", "JAXJob", "TFJob", "RayCluster", "MyJob", "Xylophone", "F", ""})
    EXPECT_EQ(a_kind(kind), "a " + std::string(kind));
}

TEST(Severity, HasAName) {
  EXPECT_EQ(severity_name(Severity::kDeny), "deny");
  EXPECT_EQ(severity_name(Severity::kWarn), "warn");
  EXPECT_EQ(severity_name(Severity::kInfo), "info");
}

}  // namespace
}  // namespace drawbridge::rules
