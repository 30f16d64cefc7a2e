#include "rules/placeholder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;

TEST(Placeholder, IsToldFromWhatIsWrittenSo) {
  struct Case {
    std::string_view text;
    std::string_view placeholder;
  };
  for (const auto& [text, placeholder] :
       {Case{"${N}", "${N}"}, Case{"${N:-2}Gi", "${N:-2}"}, Case{"$(COUNT)", "$(COUNT)"},
        Case{"{{ .Values.count }}", "{{ .Values.count }}"}, Case{"a-{{ name }}", "{{ name }}"},
        Case{"<your-class>", "<your-class>"}, Case{"$DEVICE_CLASS", "$DEVICE_CLASS"},
        Case{"YOUR_CLASS", "YOUR_CLASS"}, Case{"PLACEHOLDER", "PLACEHOLDER"},
        Case{"FILLED_BY_CI", "FILLED_BY_CI"},
        // What is none.
        Case{"YOUR_class", ""}, Case{"THE_YOUR_CLASS", ""}, Case{"your-class", ""},
        Case{"gpu.nvidia.com", ""}, Case{"", ""}, Case{"$", ""}, Case{"<", ""}, Case{"<>", ""},
        Case{"a < b > c", ""}, Case{"<a> and <b>", ""}, Case{"^gpu$", ""}, Case{"$5", ""},
        Case{"a{2}", ""}, Case{"^(a|b)$(", ""}, Case{"${", ""}, Case{"${}", ""},
        Case{"{value}", ""}, Case{"{{", ""}, Case{"}}{{", ""}, Case{"$name", ""}})
    EXPECT_EQ(placeholder_in(text), placeholder) << text;
}

TEST(Placeholder, InBracesIsAMapToYaml) {
  EXPECT_EQ(placeholder_in_braces(yaml("{YOUR_IMAGE}").root()), "YOUR_IMAGE");
  for (const char* other : {"{image}", "{YOUR_IMAGE: a}", "{YOUR_A, YOUR_B}", "{}", "YOUR_IMAGE"})
    EXPECT_EQ(placeholder_in_braces(yaml(other).root()), "") << other;
}

TEST(Placeholder, IsToldOnceAndForWhatItIs) {
  const kube::Document document = yaml("{a: {class: '${CLASS}', args: ['$(HOME)']}}");
  std::vector<Finding> findings = {
      {"Other", Severity::kWarn, "x", "of before: ${CLASS}.", "Fix."},
      {"B", Severity::kWarn, "a.class", "Class ${CLASS} is not there.", "Make it."},
      {"A", Severity::kDeny, "a.class", "${CLASS} is no name.", "Name it."},
      {"C", Severity::kWarn, "", "Another thing.", "Do it."},
  };
  tell_placeholders(document.root(), 1, findings);
  EXPECT_THAT(findings,
              ElementsAre(Field(&Finding::message, "of before: ${CLASS}."),
                          Field(&Finding::message,
                                "class is ${CLASS}, a placeholder that nothing has filled in."),
                          Field(&Finding::message, "Another thing.")));
  EXPECT_EQ(findings[1].severity, Severity::kDeny);
  EXPECT_EQ(findings[1].fix, "Fill it in first: envsubst <FILE | kubectl apply -f -.");
}

}  // namespace
}  // namespace drawbridge::rules
