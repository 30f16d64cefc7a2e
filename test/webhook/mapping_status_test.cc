#include "webhook/admission/mapping_status.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>

#include "kube/api/condition.h"
#include "kube/api/json_writer.h"
#include "webhook/admission/problem_news.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::Time;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const Time kNow = *kube::parse_time("2026-11-21T12:00:00Z");
constexpr std::string_view kEarlier = "2026-01-01T00:00:00Z";

kube::Document read(const std::string& text) {
  Result<kube::Document> document = kube::read_json(text);
  if (!document) throw std::runtime_error(document.error().text() + " in " + text);
  return std::move(*document);
}

std::string mapping_text(const std::string& name, const std::string& spec,
                         const std::string& status = "") {
  return R"({"apiVersion":"drawbridge.dev/v1alpha1","kind":"DeviceMapping","metadata":{"name":")" +
         name + R"(","uid":"uid-)" + name + R"(","generation":3,"resourceVersion":"9"},"spec":)" +
         spec + (status.empty() ? "" : R"(,"status":)" + status) + "}";
}

// Counts `logical`, and rewrites `resource` to a class of its own.
std::string rewriting(const std::string& logical, const std::string& resource,
                      const std::string& more = "") {
  return R"({"logicalResource":")" + logical + R"(","rewrites":[{"resource":")" + resource +
         R"(","action":"Rewrite","request":{"exactly":{"deviceClassName":"gpu.example.com"}})" +
         more + "}]}";
}
std::string counting(const std::string& logical, const std::string& device_class) {
  return R"({"logicalResource":")" + logical + R"(","deviceClassNames":[")" + device_class +
         R"("]})";
}

std::shared_ptr<const Snapshot> snapshot_of(const std::vector<std::string>& objects) {
  SnapshotBuilder builder;
  for (const std::string& object : objects) builder.put(read(object).root());
  return builder.publish();
}

const Condition& ready(const MappingVerdict& verdict) {
  return verdict.at(0);
}
const Condition& conflicting(const MappingVerdict& verdict) {
  return verdict.at(1);
}

TEST(JudgeMapping, OneThatCompilesAndIsAloneIsReady) {
  const auto snapshot = snapshot_of({mapping_text("a", counting("a.com/gpu", "gpu.a.com"))});
  const MappingVerdict verdict = judge_mapping(*snapshot, "a");
  EXPECT_EQ(ready(verdict), (Condition{"Ready", true, "Compiled", "It is in use."}));
  EXPECT_EQ(conflicting(verdict),
            (Condition{"Conflicting", false, "NoConflict",
                       "No other DeviceMapping claims the same resources or counts the same "
                       "classes."}));
}

TEST(JudgeMapping, OneThatDoesNotCompileSaysWhereAndWhatToDo) {
  const auto snapshot = snapshot_of({mapping_text("a", R"({"logicalRessource":"a.com/gpu"})"),
                                     mapping_text("b", counting("a.com/gpu", "gpu.a.com"))});
  const MappingVerdict verdict = judge_mapping(*snapshot, "a");
  EXPECT_FALSE(ready(verdict).holds);
  EXPECT_EQ(ready(verdict).reason, "NotCompiled");
  EXPECT_THAT(ready(verdict).message,
              AllOf(HasSubstr("spec.logicalRessource: is not a field here"),
                    HasSubstr("Correct it: kubectl edit devicemapping a;")));
  EXPECT_FALSE(conflicting(verdict).holds);
  EXPECT_EQ(conflicting(verdict).reason, "NotCompiled");
  // Its neighbour stands.
  EXPECT_TRUE(ready(judge_mapping(*snapshot, "b")).holds);
}

TEST(JudgeMapping, BothOfAConflictNameTheOther) {
  const auto snapshot = snapshot_of({mapping_text("a", rewriting("x.com/gpu", "x.com/gpu")),
                                     mapping_text("b", rewriting("x.com/gpu", "x.com/gpu"))});
  for (const auto& [name, other] : {std::pair{"a", "b"}, std::pair{"b", "a"}}) {
    const MappingVerdict verdict = judge_mapping(*snapshot, name);
    EXPECT_TRUE(ready(verdict).holds);
    EXPECT_TRUE(conflicting(verdict).holds);
    EXPECT_EQ(conflicting(verdict).reason, "MappingConflict");
    EXPECT_EQ(conflicting(verdict).message,
              "spec.rewrites[0] matches x.com/gpu, and so does spec.rewrites[0] of DeviceMapping " +
                  std::string(other) +
                  ": pods that ask for it are refused. Keep the two apart by their "
                  "namespaceSelectors, or set action: \"Off\" in one of them.");
  }
}

TEST(JudgeMapping, AClassUnderTwoNamesAndANameInTwoUnits) {
  const std::string by_memory =
      R"({"logicalResource":"x.com/gpu","charge":{"type":"Capacity","capacity":"x.com/memory"}})";
  const auto snapshot = snapshot_of({mapping_text("a", counting("x.com/gpu", "gpu.x.com")),
                                     mapping_text("b", counting("y.com/gpu", "gpu.x.com")),
                                     mapping_text("c", by_memory)});
  const Condition a = conflicting(judge_mapping(*snapshot, "a"));
  EXPECT_TRUE(a.holds);
  EXPECT_EQ(a.reason, "ChargesDiffer");  // the first by its code
  EXPECT_THAT(a.message,
              AllOf(HasSubstr("DeviceMapping c"),
                    HasSubstr("DeviceClass gpu.x.com is counted twice: as x.com/gpu here and as "
                              "y.com/gpu by DeviceMapping b."),
                    HasSubstr(" List it in one of the two.")));
  EXPECT_EQ(conflicting(judge_mapping(*snapshot, "b")).reason, "MappedTwice");
  EXPECT_EQ(conflicting(judge_mapping(*snapshot, "c")).reason, "ChargesDiffer");
}

TEST(JudgeMapping, ARewriteToAClassThatIsCountedElsewhereIsAConflict) {
  const auto snapshot = snapshot_of({mapping_text("a", rewriting("x.com/gpu", "x.com/gpu")),
                                     mapping_text("b", counting("y.com/gpu", "gpu.example.com"))});
  for (const char* name : {"a", "b"}) {
    const Condition condition = conflicting(judge_mapping(*snapshot, name));
    EXPECT_TRUE(condition.holds) << name;
    EXPECT_EQ(condition.reason, "MappedTwice") << name;
  }
}

TEST(JudgeMapping, WhatOnlySomeNamespaceWouldMakeAConflictIsNone) {
  const auto selected = [](const std::string& key) {
    return R"(,"namespaceSelector":{"matchLabels":{")" + key + R"(":"yes"}})";
  };
  const auto snapshot =
      snapshot_of({mapping_text("a", rewriting("x.com/gpu", "x.com/gpu", selected("one"))),
                   mapping_text("b", rewriting("x.com/gpu", "x.com/gpu", selected("two")))});
  const Condition condition = conflicting(judge_mapping(*snapshot, "a"));
  EXPECT_FALSE(condition.holds);
  EXPECT_EQ(condition.reason, "MayConflict");
  EXPECT_THAT(condition.message, HasSubstr("DeviceMapping b"));
}

// A conflict is mutual, one that does not compile takes part in none, and the order in which they
// came changes nothing.
TEST(JudgeMapping, HoldsForAnyMappings) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  std::minstd_rand random(seed);
  const auto any = [&random](std::vector<std::string> of) { return of[random() % of.size()]; };
  for (int round = 0; round < 200; ++round) {
    std::vector<std::string> names;
    std::vector<std::string> objects;
    for (int i = 0; i < 5; ++i) {
      const std::string logical = any({"x.com/gpu", "y.com/gpu"});
      names.push_back("m" + std::to_string(i));
      objects.push_back(mapping_text(
          names.back(),
          any({counting(logical, any({"gpu.x.com", "gpu.example.com", "other.x.com"})),
               rewriting(logical, any({"x.com/gpu", "y.com/gpu", "x.com/mig-{p}"})), "{}"})));
    }
    const auto snapshot = snapshot_of(objects);
    std::shuffle(objects.begin(), objects.end(), random);
    const auto shuffled = snapshot_of(objects);
    for (const std::string& name : names) {
      const MappingVerdict verdict = judge_mapping(*snapshot, name);
      ASSERT_EQ(verdict, judge_mapping(*shuffled, name));
      ASSERT_FALSE(conflicting(verdict).holds && !ready(verdict).holds);
      bool named = false;
      for (const std::string& other : names) {
        if (conflicting(verdict).message.find("DeviceMapping " + other) == std::string::npos)
          continue;
        named = true;
        const Condition theirs = conflicting(judge_mapping(*snapshot, other));
        // Whoever is told of as this mapping's rival is told of it, too.
        ASSERT_TRUE(theirs.holds) << name << " and " << other << ": " << theirs.message;
      }
      if (conflicting(verdict).reason == "MappedTwice") {
        ASSERT_TRUE(named) << conflicting(verdict).message;
      }
    }
  }
}

MappingVerdict sound() {
  return {Condition{"Ready", true, "Compiled", "It is in use."},
          Condition{"Conflicting", false, "NoConflict", "None."}};
}

TEST(WithVerdict, WhatWasWrittenSaysSoAndIsNotWrittenAgain) {
  const kube::Document before = read(mapping_text("a", counting("a.com/gpu", "gpu.a.com")));
  EXPECT_FALSE(says(before.root(), wish_of(sound())));
  const kube::Document after = read(with_conditions(before.root(), wish_of(sound()), kNow));
  EXPECT_TRUE(says(after.root(), wish_of(sound())));
  EXPECT_EQ(after.root()["spec"], before.root()["spec"]);
  EXPECT_EQ(after.root()["metadata"], before.root()["metadata"]);
  EXPECT_EQ(after.root()["status"]["observedGeneration"].as_int(), 3);
  const Json& first = after.root()["status"]["conditions"].at(0);
  EXPECT_EQ(first["type"].as_string(), "Ready");
  EXPECT_EQ(first["status"].as_string(), "True");
  EXPECT_EQ(first["lastTransitionTime"].as_string(), "2026-11-21T12:00:00Z");
  EXPECT_EQ(first["observedGeneration"].as_int(), 3);
}

TEST(WithVerdict, TheTimeChangesOnlyWithTheStatus) {
  const std::string status =
      R"({"observedGeneration":2,"conditions":[{"type":"Ready","status":"True","reason":"Old",)"
      R"("message":"m","lastTransitionTime":")" +
      std::string(kEarlier) +
      R"(","observedGeneration":2},{"type":"Conflicting","status":"True","reason":"Old",)"
      R"("message":"m","lastTransitionTime":")" +
      std::string(kEarlier) + R"(","observedGeneration":2}]})";
  const kube::Document before = read(mapping_text("a", "{}", status));
  EXPECT_FALSE(says(before.root(), wish_of(sound())));
  const kube::Document after = read(with_conditions(before.root(), wish_of(sound()), kNow));
  const Json& conditions = after.root()["status"]["conditions"];
  EXPECT_EQ(conditions.at(0)["lastTransitionTime"].as_string(), kEarlier);
  EXPECT_EQ(conditions.at(1)["lastTransitionTime"].as_string(), "2026-11-21T12:00:00Z");
  EXPECT_TRUE(says(after.root(), wish_of(sound())));
}

TEST(WithVerdict, WhatOthersWroteStaysAndWhatIsForgedDoesNot) {
  const std::string condition =
      R"("status":"True","reason":"R","message":"m","lastTransitionTime":"x"})";
  const auto conditions = [&condition](std::size_t others) {
    std::string all = R"({"type":"Ready",)" + condition;
    for (std::size_t i = 0; i < others; ++i)
      all += R"(,{"type":"example.com/c)" + std::to_string(i) + "\"," + condition;
    return R"({"more":1,"conditions":[)" + all + "]}";
  };
  for (const std::size_t others : {std::size_t{1}, kConditionsMax - 2, kConditionsMax - 1}) {
    const kube::Document before = read(mapping_text("a", "{}", conditions(others)));
    const kube::Document after = read(with_conditions(before.root(), wish_of(sound()), kNow));
    const Json& status = after.root()["status"];
    EXPECT_EQ(status["more"].as_int(), 1);
    EXPECT_EQ(status["conditions"].size(), std::min(others + 2, kConditionsMax));
    EXPECT_EQ(status["conditions"].at(2)["type"].as_string(), "example.com/c0");
    EXPECT_EQ(status["conditions"].at(0)["lastTransitionTime"].as_string(), "2026-11-21T12:00:00Z");
    EXPECT_TRUE(says(after.root(), wish_of(sound())));
  }
}

TEST(Says, EveryFieldOfOursCounts) {
  const kube::Document written =
      read(with_conditions(read(mapping_text("a", "{}")).root(), wish_of(sound()), kNow));
  std::string text;
  kube::JsonWriter(text).json(written.root());
  for (const auto& [from, to] :
       {std::pair{R"("status":"True")", R"("status":"Unknown")"},
        std::pair{R"("reason":"NoConflict")", R"("reason":"Other")"},
        std::pair{"It is in use.", "It is not."},
        std::pair{R"("observedGeneration":3)", R"("observedGeneration":2)"},
        std::pair{R"("lastTransitionTime":"2026)", R"("lastTransitionTime":"day 2026)"},
        std::pair{R"("type":"Conflicting")", R"("type":"Conflict")"},
        std::pair{R"("generation":3)", R"("generation":4)"}}) {
    std::string changed = text;
    changed.replace(changed.find(from), std::string(from).size(), to);
    EXPECT_FALSE(says(read(changed).root(), wish_of(sound()))) << changed;
  }
  EXPECT_TRUE(says(read(text).root(), wish_of(sound())));
}

TEST(NewsOf, ToldIsWhatBecameWorseOrWellAgain) {
  const MappingVerdict broken = {Condition{"Ready", false, "NotCompiled", "spec.x: is wrong."},
                                 Condition{"Conflicting", false, "NotCompiled", "Left out."}};
  const MappingVerdict clash = {Condition{"Ready", true, "Compiled", "It is in use."},
                                Condition{"Conflicting", true, "MappedTwice", "b has it, too."}};
  const kube::Document fresh = read(mapping_text("a", "{}"));
  const auto after = [&fresh](const MappingVerdict& verdict) {
    return read(with_conditions(fresh.root(), wish_of(verdict), kNow));
  };
  EXPECT_THAT(news_of(fresh.root(), sound()), IsEmpty());
  EXPECT_THAT(news_of(after(broken).root(), broken), IsEmpty());

  const std::vector<kube::EventNews> worse = news_of(fresh.root(), broken);
  ASSERT_THAT(worse, SizeIs(1));
  EXPECT_TRUE(worse[0].is_warning);
  EXPECT_EQ(worse[0].reason, "NotCompiled");
  EXPECT_EQ(worse[0].note, "spec.x: is wrong.");
  EXPECT_EQ(worse[0].regarding.api_version, "drawbridge.dev/v1alpha1");
  EXPECT_EQ(worse[0].regarding.kind, "DeviceMapping");
  EXPECT_EQ(worse[0].regarding.name, "a");
  EXPECT_EQ(worse[0].regarding.uid, "uid-a");

  const std::vector<kube::EventNews> well = news_of(after(broken).root(), sound());
  ASSERT_THAT(well, SizeIs(1));
  EXPECT_FALSE(well[0].is_warning);
  EXPECT_EQ(well[0].reason, "Compiled");

  const std::vector<kube::EventNews> conflict = news_of(after(sound()).root(), clash);
  ASSERT_THAT(conflict, SizeIs(1));
  EXPECT_TRUE(conflict[0].is_warning);
  EXPECT_EQ(conflict[0].reason, "MappedTwice");
  ASSERT_THAT(news_of(after(clash).root(), sound()), SizeIs(1));
  EXPECT_THAT(news_of(after(clash).root(), broken), SizeIs(2));
}

std::string class_text(const std::string& name, const std::string& expression) {
  return R"({"apiVersion":"resource.k8s.io/v1","kind":"DeviceClass","metadata":{"name":")" + name +
         R"(","uid":"uid-)" + name + R"("},"spec":{"selectors":[{"cel":{"expression":")" +
         expression + R"("}}]}})";
}

TEST(ProblemNews, ToldOnceUntilItIsAnotherOrWellAgain) {
  ProblemNews problems;
  const auto broken = snapshot_of({class_text("a", "device.("), class_text("b", "true")});
  const std::vector<kube::EventNews> told = problems.look(*broken);
  ASSERT_THAT(told, SizeIs(1));
  EXPECT_TRUE(told[0].is_warning);
  EXPECT_EQ(told[0].regarding.kind, "DeviceClass");
  EXPECT_EQ(told[0].regarding.uid, "uid-a");
  EXPECT_THAT(told[0].note, HasSubstr("spec.selectors"));
  EXPECT_THAT(problems.look(*broken), IsEmpty());
  EXPECT_THAT(problems.look(*snapshot_of({class_text("a", "device.)")})), SizeIs(1));

  const std::vector<kube::EventNews> well =
      problems.look(*snapshot_of({class_text("a", "device.driver == 'x'")}));
  ASSERT_THAT(well, SizeIs(1));
  EXPECT_FALSE(well[0].is_warning);
  EXPECT_EQ(problems.remembered(), 0U);
  ASSERT_THAT(problems.look(*broken), SizeIs(1));
  EXPECT_THAT(problems.look(*snapshot_of({})), IsEmpty()) << "it is gone";
  EXPECT_EQ(problems.remembered(), 0U);
}

TEST(ProblemNews, OfMappingsTheStatusTellsAndOfSlicesTheLog) {
  ProblemNews problems;
  const auto snapshot = snapshot_of(
      {mapping_text("a", "{}"),
       R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceSlice","metadata":{"name":"s"},)"
       R"("spec":{"driver":"x.com","pool":{"name":"p","generation":1,"resourceSliceCount":1},)"
       R"("nodeName":"n","devices":[{"name":"d","capacity":{"memory":{"value":"many"}}}]}})"});
  ASSERT_FALSE(snapshot->problems().empty());
  EXPECT_THAT(problems.look(*snapshot), IsEmpty());
}

TEST(ProblemNews, AtOneTimeAndAltogetherBounded) {
  ProblemNews problems;
  std::vector<std::string> objects;
  for (std::size_t i = 0; i <= kProblemsToldMax; ++i)
    objects.push_back(class_text("c" + std::to_string(i), "device.("));
  const auto snapshot = snapshot_of(objects);
  std::size_t told = 0;
  for (std::size_t look = 0; look < kProblemsToldMax / kProblemNewsMax; ++look) {
    const std::size_t news = problems.look(*snapshot).size();
    ASSERT_EQ(news, kProblemNewsMax);
    told += news;
  }
  EXPECT_EQ(told, kProblemsToldMax);
  EXPECT_THAT(problems.look(*snapshot), IsEmpty());
  EXPECT_FALSE(problems.has_more());
  EXPECT_EQ(problems.remembered(), kProblemsToldMax);
}

// Of a rule, of which nothing else is known here than that it can't be used.
TEST(ProblemWish, SaysWhatIsWrongAndHowToCorrectItUntilItIsGone) {
  const std::string rule =
      R"({"apiVersion":"drawbridge.dev/v1alpha1","kind":"DeviceRule","metadata":{"name":"r",)"
      R"("generation":4},"spec":{"validations":[{"expression":"true"}]})";
  SnapshotBuilder builder;
  builder.put(read(rule + "}").root());
  SnapshotParts parts = builder.publish()->parts();
  EXPECT_EQ(problem_wish(Snapshot(parts), ObjectKind::kDeviceRule, {}, "r"),
            (ConditionsWish{{}, false, true}));
  EXPECT_THAT(rule_wish(Snapshot(parts), "r").conditions,
              ElementsAre(Condition{"Ready", true, "Compiled", "It is in use."}));
  auto problems = std::make_shared<std::vector<Problem>>();
  problems->push_back({"", "drawbridge.dev", "DeviceRule", "", "r", "spec.validations: is empty"});
  parts.problems.set(problem_key(ObjectKind::kDeviceRule, {}, "r"), std::move(problems));
  const ConditionsWish wish = problem_wish(Snapshot(parts), ObjectKind::kDeviceRule, {}, "r");
  ASSERT_THAT(wish.conditions, SizeIs(1));
  EXPECT_EQ(wish.conditions[0],
            (Condition{"Ready", false, "NotCompiled",
                       "spec.validations: is empty. Drawbridge decides as if this DeviceRule did "
                       "not exist. Correct it: kubectl edit devicerule r."}));
  const kube::Document said = read(with_conditions(read(rule + "}").root(), wish, kNow));
  EXPECT_TRUE(says(said.root(), wish));
  EXPECT_TRUE(said.root()["status"]["observedGeneration"].is_null());
  EXPECT_EQ(kube::condition_of(said.root(), "Ready")["observedGeneration"].as_int(), 4);
  // It is well again: nothing of it is left.
  const ConditionsWish well{{}, false, true};
  EXPECT_FALSE(says(said.root(), well));
  const kube::Document after = read(with_conditions(said.root(), well, kNow));
  EXPECT_TRUE(says(after.root(), well));
  EXPECT_EQ(after.root()["status"]["conditions"].size(), 0u);
}

TEST(ProblemWish, WhatOthersSayOfReadyIsNotTakenBack) {
  const kube::Document counted = read(
      R"({"metadata":{"generation":1},"status":{"used":{"a":"1"},"conditions":[{"type":"Ready",)"
      R"("status":"False","reason":"NotCounted","message":"m","lastTransitionTime":)"
      R"("2026-01-01T00:00:00Z"}]}})");
  EXPECT_TRUE(says(counted.root(), ConditionsWish{{}, false, true}));
}

}  // namespace
}  // namespace drawbridge::admission
