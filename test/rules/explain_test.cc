#include "rules/devices/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "rules/devices/device_survey.h"
#include "rules/devices/published.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view kSlice = R"(
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: s}
spec:
  driver: a.com
  pool: {name: node}
  devices:
  - {name: d0, attributes: {model: {string: H100}, slots: {int: 4}}, capacity: {memory: {value: 80Gi}}}
  - {name: d1, attributes: {model: {string: H100}, slots: {int: 2}}, capacity: {memory: {value: 40Gi}}}
  - {name: d2, attributes: {model: {string: A2}}, capacity: {memory: {value: 16Gi}}}
)";

class Explain : public ::testing::Test {
 protected:
  Explain() : document_(yaml(kSlice)) {
    for (const PublishedDevice& published : devices_of(document_.root())) {
      const Result<cel::Device> device = read_device(published.driver, published.body);
      EXPECT_TRUE(device.ok());
      devices_.push_back(std::get<cel::Value>(values_.add(*device)));
    }
  }

  // "CLAUSE PASSED/DEVICES NEAREST" each, and the number of matches last.
  std::vector<std::string> told(std::vector<std::string_view> expressions) const {
    const Result<Explanation> explanation = explain(expressions, devices_);
    if (!explanation) return {explanation.error().message};
    std::vector<std::string> lines;
    for (const ExplainedClause& clause : explanation->clauses) {
      lines.push_back(clause.text + " " + std::to_string(clause.passed) + "/" +
                      std::to_string(clause.devices) +
                      (clause.nearest.empty() ? "" : " " + clause.nearest));
    }
    lines.push_back(std::to_string(explanation->matches));
    return lines;
  }

  const kube::Document document_;
  cel::DeviceValues values_;
  std::vector<cel::Value> devices_;
};

TEST_F(Explain, EachClauseIsPutToWhatTheOnesBeforeLetThrough) {
  EXPECT_THAT(
      told({"device.driver == 'a.com' && device.attributes['a.com'].model == 'H100' &&\n"
            "device.capacity['a.com'].memory.compareTo(quantity('60Gi')) >= 0"}),
      ElementsAre("device.driver == 'a.com' 3/3", "device.attributes['a.com'].model == 'H100' 2/3",
                  "device.capacity['a.com'].memory.compareTo(quantity('60Gi')) >= 0 1/2", "1"));
}

TEST_F(Explain, WhatFailsGoesOnToTheClauseThatExcludesIt) {
  const std::string_view slots = "device.attributes['a.com'].slots > 1";
  const std::string both = std::string(slots) + " && device.attributes['a.com'].model == 'H100'";
  EXPECT_THAT(told({both}), ElementsAre(HasSubstr("slots > 1 3/3"), HasSubstr(" 2/3"), "2"));
  EXPECT_THAT(told({slots, "device.attributes['a.com'].model == 'H100'"}),
              ElementsAre(HasSubstr("slots > 1 2/3"), HasSubstr(" 2/2"), "2"))
      << "another expression excludes nothing";
  EXPECT_THAT(told({std::string(slots) + " && device.attributes['a.com'].model == 'A2'"}),
              ElementsAre(HasSubstr("slots > 1 2/3"), HasSubstr(" 0/2 seen: H100"), "0"));
}

TEST_F(Explain, SelectorsOfTheClassComeFirst) {
  EXPECT_THAT(told({"device.driver == 'a.com'", "false"}),
              ElementsAre("device.driver == 'a.com' 3/3", "false 0/3", "0"));
}

TEST_F(Explain, TheNearestValueIsTold) {
  EXPECT_THAT(told({"device.capacity['a.com'].memory.compareTo(quantity('96Gi')) >= 0"}),
              ElementsAre(HasSubstr(" 0/3 largest 80Gi"), "0"));
  EXPECT_THAT(told({"device.capacity['a.com'].memory.isLessThan(quantity('1Gi'))"}),
              ElementsAre(HasSubstr(" 0/3 smallest 16Gi"), "0"));
  EXPECT_THAT(told({"device.attributes['a.com'].slots > 8"}),
              ElementsAre(HasSubstr(" 0/3 largest 4"), "0"));
  EXPECT_THAT(told({"device.attributes['a.com'].model == 'B200'"}),
              ElementsAre(HasSubstr(" 0/3 seen: A2, H100"), "0"));
  EXPECT_THAT(told({"device.attributes['a.com'].model.startsWith('B')"}),
              ElementsAre(HasSubstr(" 0/3 seen: A2, H100"), "0"));
  EXPECT_THAT(told({"device.attributes['a.com'].model.lowerAscii().contains('b2')"}),
              ElementsAre(HasSubstr(" 0/3 seen: a2, h100"), "0"));
  EXPECT_THAT(told({"device.attributes['a.com'].model in ['B200', 'B300']"}),
              ElementsAre(HasSubstr(" 0/3 seen: A2, H100"), "0"));
  EXPECT_THAT(told({"device.attributes['a.com'].model in device.attributes"}),
              ElementsAre("device.attributes['a.com'].model in device.attributes 0/3", "0"));
}

TEST_F(Explain, SoManyValuesAreSeen) {
  const auto seen = [](std::size_t values) {
    std::string devices;
    for (std::size_t i = 0; i < values; ++i)
      devices += "{name: d, attributes: {model: {string: m" + std::to_string(i) + "}}},";
    const kube::Document slice = yaml(
        "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, spec: {driver: a.com, devices: [" +
        devices + "]}}");
    cel::DeviceValues made;
    std::vector<cel::Value> all;
    for (const PublishedDevice& published : devices_of(slice.root()))
      all.push_back(std::get<cel::Value>(made.add(*read_device(published.driver, published.body))));
    const std::vector<std::string_view> expressions = {"device.attributes['a.com'].model == 'x'"};
    return explain(expressions, all)->clauses.at(0).nearest;
  };
  EXPECT_EQ(seen(kSeenValuesMax), "seen: m0, m1, m2, m3, m4");
  EXPECT_EQ(seen(kSeenValuesMax + 1), "seen: m0, m1, m2, m3, m4, ...");
}

TEST_F(Explain, ParenthesesAreNotCut) {
  EXPECT_THAT(told({"(device.driver == 'a.com' && true) && (false || device.driver != '&&')"}),
              ElementsAre("(device.driver == 'a.com' && true) 3/3",
                          "(false || device.driver != '&&') 3/3", "3"));
  EXPECT_THAT(told({"true && false ? true : device.driver == 'a.com'"}),
              ElementsAre("true && false ? true : device.driver == 'a.com' 3/3", "3"));
  // Offsets count characters, not bytes.
  EXPECT_THAT(told({"'\u00fc\U0001f600' != '' && true"}),
              ElementsAre("'\u00fc\U0001f600' != '' 3/3", "true 3/3", "3"));
}

TEST_F(Explain, ErrorsAreCounted) {
  const std::string_view expression = "device.attributes['a.com'].slots >= 1";
  const Result<Explanation> explanation = explain({{expression}}, devices_);
  ASSERT_TRUE(explanation.ok());
  EXPECT_EQ(explanation->clauses[0].passed, 2u);
  EXPECT_EQ(explanation->clauses[0].failed, 1u);
  EXPECT_EQ(explanation->clauses[0].error, "no such key: slots");
}

TEST_F(Explain, WhatDoesNotCompileIsAnError) {
  EXPECT_THAT(told({"true && x"}), ElementsAre(HasSubstr("undeclared reference to 'x'")));
}

TEST(DeviceSurvey, LooksAtSoManyDevices) {
  const auto devices_told = [](std::size_t devices) -> std::uint32_t {
    std::string list = "{}";
    for (std::size_t i = 1; i < devices; ++i) list += ",{}";
    const Result<kube::Document> slice = kube::read_json(
        R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceSlice","spec":{"devices":[)" + list +
        "]}}");
    DeviceSurvey survey;
    survey.add_slice(slice->root());
    const auto kinds = survey.kinds({});
    return kinds ? kinds->at(0).devices : 0;
  };
  EXPECT_EQ(devices_told(kSurveyDevicesMax), kSurveyDevicesMax);
  EXPECT_EQ(devices_told(kSurveyDevicesMax + 1), 0u);
}

TEST(DeviceSurvey, RemembersWhatTheSameNamesToldApart) {
  const kube::Document slice = yaml(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, spec: {driver: a.com, devices: ["
      "{name: one, attributes: {model: {string: A}, index: {int: 0}}},"
      "{name: two, attributes: {model: {string: A}, index: {int: 1}}},"
      "{name: three, attributes: {model: {string: B}, index: {int: 2}}}]}}");
  DeviceSurvey survey;
  survey.add_slice(slice.root());
  const auto read = [](const std::vector<std::string_view>& expressions) {
    return names_read_by(expressions);
  };
  constexpr std::string_view kModel = "device.attributes['a.com'].model == 'A'";
  constexpr std::string_view kIndex = "device.attributes['a.com'].index == 1";
  const DeviceSurvey::Kinds models = survey.kinds(read({kModel}));
  ASSERT_NE(models, nullptr);
  EXPECT_EQ(models->size(), 2u);
  EXPECT_EQ(survey.kinds(read({kModel, kModel})), models);
  const DeviceSurvey::Kinds both = survey.kinds(read({kModel, kIndex}));
  ASSERT_NE(both, nullptr);
  EXPECT_EQ(both->size(), 3u);
  EXPECT_EQ(survey.kinds(read({kIndex, kModel})), both);
  const DeviceSurvey::Kinds other = survey.kinds(read({kModel}), {"b.com"});
  ASSERT_NE(other, nullptr);
  EXPECT_TRUE(other->empty());
}

// One more forgets those before; what was handed out stays.
TEST(DeviceSurvey, RemembersSoManyAnswers) {
  const kube::Document slice = yaml(
      "{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, spec: {driver: a.com, devices: "
      "[{}]}}");
  DeviceSurvey survey;
  survey.add_slice(slice.root());
  const auto ask = [&](std::size_t i) {
    const std::string expression = "device.attributes['a.com'].a" + std::to_string(i) + " == 1";
    const std::string_view view = expression;
    return survey.kinds(names_read_by({&view, 1}));
  };
  const DeviceSurvey::Kinds first = ask(0);
  for (std::size_t i = 1; i < kSurveysKeptMax; ++i) ask(i);
  EXPECT_EQ(ask(0), first);
  ask(kSurveysKeptMax);
  const DeviceSurvey::Kinds again = ask(0);
  EXPECT_NE(again, first);
  EXPECT_EQ(again->size(), first->size());
}

TEST(ReadDevice, NamesTheFieldThatItCannotRead) {
  const auto problem = [](std::string_view body) {
    const kube::Document document = yaml(body);
    const Result<cel::Device> device = read_device("a.com", document.root());
    return device ? "none" : device.error().text();
  };
  EXPECT_EQ(problem("{}"), "none");
  EXPECT_EQ(problem("{attributes: {a: {ints: [1, 2]}, b: {version: 1.2.3}}}"), "none");
  EXPECT_EQ(problem("{attributes: {a: {int: text}}}"),
            "attributes[a]: must be string, version, int or bool, with a value of that type");
  EXPECT_EQ(problem("{attributes: {a: {int: 1, bool: true}}}"),
            "attributes[a]: must have one value, such as {string: text}");
  EXPECT_THAT(problem("{capacity: {c: {value: 1x}}}"), HasSubstr("capacity[c].value: "));
}

}  // namespace
}  // namespace drawbridge::rules
