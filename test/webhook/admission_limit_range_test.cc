// What LimitRanges would say later of the pods of a workload.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/webhook/admission_testing.h"
#include "webhook/decide/quotas/given_devices.h"
#include "webhook/decide/quotas/limit_range_bounds.h"
#include "webhook/decide/quotas/limit_range_check.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

std::string range_of(std::string_view limits) {
  return "\n---\n{apiVersion: v1, kind: LimitRange, metadata: {name: lr, namespace: default}, "
         "spec: {limits: [" +
         std::string(limits) + "]}}\n";
}

// Behind the limits of one LimitRange, in front of those of the next.
const std::string kNextRange =
    "]}}\n---\n{apiVersion: v1, kind: LimitRange, metadata: {name: l2, namespace: default}, "
    "spec: {limits: [";

json job_within(const json& pod) {
  return {{"apiVersion", "batch/v1"},
          {"kind", "Job"},
          {"metadata", {{"name", "train"}, {"namespace", "default"}}},
          {"spec", {{"template", {{"spec", pod["spec"]}}}}}};
}

std::string told_of_ranges(const json& object, const std::string& limits) {
  ReviewServer server(range_of(limits));
  const json response = server.response("/validate", review_of(object));
  EXPECT_TRUE(response["allowed"]) << response;
  std::string text;
  for (const json& warning : response.value("warnings", json::array()))
    text += (text.empty() ? "" : "\n") + std::string(warning);
  return text;
}

json pod_of_two() {
  json pod = pod_asking({{"x.com/gpu", "2"}, {"cpu", "3"}});
  json second = pod["spec"]["containers"][0];
  second["name"] = "second";
  pod["spec"]["containers"].push_back(second);
  return pod;
}

TEST(LimitRangeCheck, AContainerThatHasMoreThanItMay) {
  const json job = job_within(pod_asking({{"x.com/gpu", "2"}, {"cpu", "3"}}));
  EXPECT_EQ(told_of_ranges(job, "{type: Container, max: {x.com/gpu: 2, cpu: 3, memory: 1Gi}}"), "");
  EXPECT_EQ(told_of_ranges(job, "{type: Container, max: {x.com/gpu: 1}}"),
            "LimitRange lr allows 1 x.com/gpu at most in a container, and container main of each "
            "pod of this Job has 2: it will be refused. Ask for 1 or less, or see kubectl describe "
            "limitrange lr -n default. [LimitRangeExceeded]");
  EXPECT_THAT(told_of_ranges(job, "{type: Container, max: {x.com/gpu: 0}}"),
              HasSubstr("has 2: it will be refused. Ask for none, or see kubectl"));
  EXPECT_THAT(told_of_ranges(job, "{type: Pod, max: {x.com/gpu: 0}}"),
              HasSubstr("\nWrite resources: {requests: {x.com/gpu: 0}, limits: {x.com/gpu: 0}} "
                        "where it is asked for, or see kubectl"))
      << "a pod without a limit is refused, too";
  EXPECT_THAT(told_of_ranges(job, "{type: Container, max: {cpu: 2500m}}"),
              HasSubstr("allows 2500m cpu at most in a container"));
  EXPECT_THAT(told_of_ranges(job, "{type: Container, min: {x.com/gpu: 4}}"),
              HasSubstr("allows 4 x.com/gpu at least in a container, and container main of each "
                        "pod of this Job has 2: it will be refused. Ask for 4 or more"));
  EXPECT_EQ(told_of_ranges(job, "{type: Container, min: {x.com/gpu: 2, memory: 1Gi}}"), "");
  const json part = job_within(pod_asking({{"x.com/gpu", "1"}, {"cpu", "99500u"}}));
  EXPECT_EQ(told_of_ranges(part, "{type: Container, min: {cpu: 100m}}"), "") << "rounded up";
  EXPECT_THAT(told_of_ranges(part, "{type: Container, max: {cpu: 99m}}"),
              HasSubstr("has 99500u: it will be refused."));
  EXPECT_EQ(told_of_ranges(part, "{type: Container, max: {cpu: 99400u}}"), "") << "of both";
}

TEST(LimitRangeCheck, APodWithMoreThanItMay) {
  const json job = job_within(pod_of_two());
  EXPECT_EQ(told_of_ranges(job, "{type: Pod, max: {x.com/gpu: 4, cpu: 6}}"), "");
  EXPECT_THAT(told_of_ranges(job, "{type: Pod, max: {x.com/gpu: 3}}"),
              HasSubstr("allows 3 x.com/gpu at most in a pod, and each pod of this Job has 4"));
  json whole = job;
  json& spec = whole["spec"]["template"]["spec"];
  for (json& container : spec["containers"])
    container["resources"]["requests"] = {{"x.com/gpu", "2"}, {"cpu", "1"}};
  spec["resources"] = {{"limits", {{"cpu", "5"}}}};
  EXPECT_EQ(told_of_ranges(whole, "{type: Pod, max: {cpu: 5}}"), "")
      << "the limit of the pod takes the place of its containers'";
}

// A pod with one x.com/gpu in a container, and these resources besides; `more` are of its spec.
json job_with(const json& limits, const json& requests, const json& more = json::object()) {
  json pod = pod_asking({{"x.com/gpu", "1"}});
  json& resources = pod["spec"]["containers"][0]["resources"];
  resources["limits"].update(limits);
  resources["requests"] = {{"x.com/gpu", "1"}};
  resources["requests"].update(requests);
  pod["spec"].update(more);
  return job_within(pod);
}

json beside(const json& job, const json& container, const char* list = "containers") {
  json with = job;
  json& all = with["spec"]["template"]["spec"][list];
  all.push_back({{"name", "b"}, {"image", "x"}});
  all.back().update(container);
  return with;
}

json requesting(const char* amount) {
  return {{"resources", {{"requests", {{"cpu", amount}}}}}};
}
json limited(const char* amount) {
  return {{"resources", {{"limits", {{"cpu", amount}}}}}};
}

TEST(LimitRangeCheck, APodWithLessThanItHasTo) {
  const json job = job_with({{"cpu", "2"}}, json::object());
  EXPECT_EQ(told_of_ranges(job, "{type: Pod, min: {x.com/gpu: 1, cpu: 2}}"), "");
  EXPECT_EQ(
      told_of_ranges(job, "{type: Pod, min: {x.com/gpu: 2}}"),
      "LimitRange lr allows 2 x.com/gpu at least in a pod, and each pod of this Job has 1: it "
      "will be refused. Ask for 2 or more in all, or see kubectl describe limitrange lr -n "
      "default. "
      "[LimitRangeExceeded]");
  EXPECT_THAT(told_of_ranges(job, "{type: Pod, min: {cpu: 2001m}}"),
              HasSubstr("has 2: it will be refused. Ask for 2001m or more in all, or see"));
  const std::string least = "{type: Pod, min: {cpu: 1}}";
  EXPECT_EQ(told_of_ranges(job_within(pod_asking({{"x.com/gpu", "1"}})), least),
            "LimitRange lr allows 1 cpu at least in a pod, and each pod of this Job has no request "
            "of it: it will be refused. Write requests: {cpu: 1}, or more, in its container. "
            "[LimitRangeExceeded]");
  EXPECT_EQ(told_of_ranges(job_with(json::object(), {{"cpu", "1"}}), least), "");
  EXPECT_THAT(told_of_ranges(beside(job_with({{"cpu", "1"}}, {{"cpu", "1"}}), requesting("3")),
                             "{type: Pod, min: {cpu: 2}}"),
              HasSubstr("has limits of 1: it will be refused. Write limits of 2 or more in all"));
  EXPECT_THAT(told_of_ranges(beside(job_with({{"cpu", "1"}}, {{"cpu", "1"}}), requesting("500m")),
                             "{type: Pod, min: {cpu: 3}}"),
              HasSubstr("has limits of 1: it will be refused. Write requests and limits of 3 or "
                        "more in all, or see"));
  // What is given is short, and the limits are not.
  EXPECT_THAT(told_of_ranges(beside(job_with({{"cpu", "4"}}, {{"cpu", "100m"}}), json::object()),
                             least + ", {type: Container, default: {cpu: 2}, defaultRequest: {cpu: "
                                     "100m}}"),
              AllOf(HasSubstr("has requests of 200m (LimitRange lr gives a container 100m)"),
                    HasSubstr("Write requests of 1 or more in all, or see")));
  EXPECT_THAT(told_of_ranges(job, "{type: Pod, min: {y.com/fpga: 1}}"),
              HasSubstr("Have y.com/fpga taken out of LimitRange lr, whose min refuses 0 of it."));
  EXPECT_THAT(told_of_ranges(job, "{type: Pod, min: {y.com/fpga: 0}}"),
              HasSubstr("limits: {y.com/fpga: 0}} in a container."));
}

TEST(LimitRangeCheck, WhatAPodHasInAll) {
  const std::string most = "{type: Pod, max: {cpu: 4}}";
  const json job = job_with({{"cpu", "2"}}, json::object());
  EXPECT_EQ(told_of_ranges(beside(job, requesting("2")), most), "");
  EXPECT_EQ(
      told_of_ranges(beside(job, requesting("3")), most),
      "LimitRange lr allows 4 cpu at most in a pod, and each pod of this Job has requests of "
      "5: it will be refused. Ask for 4 or less in all, or see kubectl describe limitrange lr -n "
      "default. [LimitRangeExceeded]");
  // An init container runs before the others, and beside the sidecars before it.
  EXPECT_EQ(told_of_ranges(beside(job, limited("4"), "initContainers"), most), "");
  EXPECT_THAT(
      told_of_ranges(beside(job, limited("5"), "initContainers"), most),
      HasSubstr("each pod of this Job has 5: it will be refused. Ask for 4 or less in all"));
  json sidecar = limited("2");
  sidecar["restartPolicy"] = "Always";
  const json with_sidecar = beside(job, sidecar, "initContainers");
  EXPECT_EQ(told_of_ranges(with_sidecar, most), "");
  EXPECT_EQ(told_of_ranges(beside(with_sidecar, limited("2"), "initContainers"), most), "");
  EXPECT_THAT(told_of_ranges(beside(with_sidecar, limited("3"), "initContainers"), most),
              HasSubstr("has 5: it will be refused."));
}

TEST(LimitRangeCheck, WhatAPodHasAsAWhole) {
  const json none = json::object();
  const auto whole = [&](const json& resources) {
    return job_with(none, none, {{"resources", resources}});
  };
  const std::string most = "{type: Pod, max: {cpu: 4}}";
  EXPECT_EQ(told_of_ranges(whole({{"limits", {{"cpu", "4"}}}}), most), "");
  EXPECT_THAT(
      told_of_ranges(whole({{"limits", {{"cpu", "6"}}}}), most),
      HasSubstr("each pod of this Job has 6: it will be refused. Ask for 4 or less, or see"));
  EXPECT_THAT(
      told_of_ranges(whole({{"limits", {{"cpu", "6"}}}, {"requests", {{"cpu", "1"}}}}), most),
      HasSubstr("has limits of 6: it will be refused. Write limits of 4 or less, or see"));
  EXPECT_THAT(told_of_ranges(job_with({{"cpu", "5"}}, {{"cpu", "1"}},
                                      {{"resources", {{"limits", {{"cpu", "6"}}}}}}),
                             most),
              HasSubstr("Write limits of 4 or less, also in its containers, or see"));
  EXPECT_THAT(told_of_ranges(whole({{"requests", {{"cpu", "2"}}}}), most),
              HasSubstr("has no limit of it"));
  EXPECT_EQ(told_of_ranges(whole({{"limits", {{"cpu", "4"}}}}), "{type: Pod, min: {cpu: 4}}"), "")
      << "its limit is its request, too";
  // Its containers' requests are, where they have some.
  EXPECT_THAT(
      told_of_ranges(job_with(none, {{"cpu", "1"}}, {{"resources", {{"limits", {{"cpu", "4"}}}}}}),
                     "{type: Pod, min: {cpu: 2}}"),
      HasSubstr("has requests of 1: it will be refused. Write requests of 2 or more, or see"));
}

TEST(LimitRangeCheck, WhatContainersAreGivenIsOfThePod) {
  const json none = json::object();
  const json job = job_with(none, none);
  const std::string most = "{type: Pod, max: {cpu: 4}}, ";
  EXPECT_EQ(told_of_ranges(job, most + "{type: Container, default: {cpu: 4}}"), "");
  EXPECT_EQ(told_of_ranges(job, most + "{type: Container, default: {cpu: 5}}"),
            "LimitRange lr allows 4 cpu at most in a pod, and each pod of this Job has 5 "
            "(LimitRange lr gives a container 5): it will be refused. Write limits of 4 or less in "
            "all, or see kubectl describe limitrange lr -n default. [LimitRangeExceeded]");
  EXPECT_EQ(
      told_of_ranges(job_with({{"cpu", "4"}}, none), most + "{type: Container, default: {cpu: 5}}"),
      "")
      << "as it is told to";
  const json of_two = beside(job, none);
  EXPECT_EQ(told_of_ranges(of_two, most + "{type: Container, max: {cpu: 2}}"), "");
  EXPECT_THAT(told_of_ranges(of_two, most + "{type: Container, max: {cpu: 3}}"),
              HasSubstr("has 6 (LimitRange lr gives a container 3): it will be refused."));
  EXPECT_THAT(told_of_ranges(beside(job_with({{"cpu", "3"}}, none), none),
                             most + "{type: Container, min: {cpu: 2}}"),
              HasSubstr("has requests of 5 (LimitRange lr gives a container 2): it will be"));
  // Which of two is given depends on their order, which nobody knows.
  EXPECT_EQ(told_of_ranges(job, most + "{type: Container, default: {cpu: 5}}" + kNextRange +
                                    "{type: Container, default: {cpu: 3}}"),
            "");
  EXPECT_THAT(told_of_ranges(job, "{type: Pod, max: {cpu: 4}}" + kNextRange +
                                      "{type: Container, default: {cpu: 5}}"),
              HasSubstr("LimitRange lr allows 4 cpu at most in a pod, and each pod of this Job has "
                        "5 (LimitRange l2 gives a container 5)"));
}

TEST(LimitRangeCheck, ALimitOfTooManyTimesTheRequest) {
  const json none = json::object();
  const json job = job_with({{"cpu", "4"}}, {{"cpu", "1"}});
  const auto ratio = [](const std::string& type, const std::string& most) {
    return "{type: " + type + ", maxLimitRequestRatio: {" + most + "}}";
  };
  EXPECT_EQ(told_of_ranges(job, ratio("Container", "cpu: 4")), "");
  EXPECT_EQ(told_of_ranges(job, ratio("Pod", "cpu: 4")), "");
  EXPECT_EQ(
      told_of_ranges(job, ratio("Container", "cpu: 3")),
      "LimitRange lr allows a limit of 3 times the request of cpu at most in a container, and "
      "container main of each pod of this Job has 4 and 1: it will be refused. Write "
      "requests: {cpu: 1334m}, or more, there. [LimitRangeExceeded]");
  EXPECT_EQ(told_of_ranges(job_with({{"cpu", "4"}}, {{"cpu", "1334m"}}), ratio("Pod", "cpu: 3")),
            "");
  EXPECT_THAT(told_of_ranges(job_with({{"cpu", "4"}}, {{"cpu", "1333m"}}), ratio("Pod", "cpu: 3")),
              HasSubstr("at most in a pod, and each pod of this Job has 4 and 1333m: it will be "
                        "refused. Write requests of 1334m or more in all."));
  EXPECT_THAT(told_of_ranges(job_with({{"memory", "8Gi"}}, {{"memory", "1Gi"}}),
                             ratio("Container", "memory: 2500m")),
              HasSubstr("Write requests: {memory: 3435973837}, or more, there."));
  // Of the one or the other it wants some.
  EXPECT_THAT(told_of_ranges(job_with(none, none), ratio("Container", "cpu: 2")),
              HasSubstr("has neither: it will be refused. Write requests of cpu, and limits of up "
                        "to 2 times as much."));
  EXPECT_THAT(told_of_ranges(job_with(none, {{"cpu", "1"}}), ratio("Pod", "cpu: 2")),
              HasSubstr("has no limit: it will be refused."));
  EXPECT_THAT(told_of_ranges(job_with({{"cpu", "1"}}, {{"cpu", "0"}}), ratio("Pod", "cpu: 2")),
              HasSubstr("has no request: it will be refused."));
  EXPECT_EQ(told_of_ranges(job, ratio("Pod", "x.com/gpu: 1")), "");
  EXPECT_THAT(told_of_ranges(job, ratio("Pod", "y.com/fpga: 1")),
              HasSubstr("Have y.com/fpga taken out of maxLimitRequestRatio of LimitRange lr."));
}

TEST(LimitRangeCheck, ALimitThatIsGivenAndLessThanTheRequest) {
  json pod = pod_asking({{"x.com/gpu", "1"}});
  pod["spec"]["containers"][0]["resources"]["requests"] = {{"x.com/gpu", "1"}, {"cpu", "4"}};
  const json job = job_within(pod);
  EXPECT_EQ(told_of_ranges(job, "{type: Container, default: {cpu: 2}}"),
            "Container main of each pod of this Job asks for 4 cpu without a limit, and LimitRange "
            "lr gives it a limit of 2: it will be refused. Write limits: {cpu: 4} there. "
            "[LimitRangeExceeded]");
  EXPECT_EQ(told_of_ranges(job, "{type: Container, default: {cpu: 4}}"), "");
  EXPECT_EQ(told_of_ranges(job, "{type: Container, defaultRequest: {cpu: 2}}"), "");
  EXPECT_THAT(told_of_ranges(job, "{type: Container, max: {cpu: 2}}"),
              HasSubstr("allows 2 cpu at most in a container"));
  EXPECT_EQ(told_of_ranges(job, "{type: Container, default: {cpu: 2}, max: {cpu: 3}}"),
            "LimitRange lr allows 3 cpu at most in a container, and container main of each pod of "
            "this Job has 4: it will be refused. Ask for 3 or less, or see kubectl describe "
            "limitrange lr -n default. [LimitRangeExceeded]")
      << "a limit of 4 would be refused, too";
  EXPECT_EQ(told_of_ranges(job_within(pod_of_two()), "{type: Container, default: {cpu: 1}}"), "")
      << "they have limits";
  EXPECT_EQ(told_of_ranges(job, "{type: Pod, max: {cpu: 8}}"),
            "LimitRange lr allows 8 cpu at most in a pod, and each pod of this Job has no limit of "
            "it: it will be refused. Write limits: {cpu: 8}, or less, in its container. "
            "[LimitRangeExceeded]");
  EXPECT_EQ(told_of_ranges(job, "{type: Pod, max: {cpu: 8}}, {type: Container, default: {cpu: 6}}"),
            "");
}

// Which of two LimitRanges is first nobody knows.
TEST(LimitRangeCheck, OfSeveralLimitsThatMayBeGivenTheLargestIsJudged) {
  const json job = job_with(json::object(), {{"cpu", "4"}});
  const auto of = [&](const std::string& first, const std::string& second) {
    return told_of_ranges(
        job, "{type: Container, " + first + "}" + kNextRange + "{type: Container, " + second + "}");
  };
  for (const char* enough : {"default: {cpu: 4}", "default: {cpu: 8}", "max: {cpu: 8}"}) {
    EXPECT_EQ(of("default: {cpu: 1}", enough), "") << enough;
    EXPECT_EQ(of(enough, "default: {cpu: 1}"), "") << enough;
  }
  const std::string low =
      "Container main of each pod of this Job asks for 4 cpu without a limit, and LimitRanges of "
      "the namespace give it a limit of 2 at most: it will be refused. Write limits: {cpu: 4} "
      "there. [LimitRangeExceeded]";
  EXPECT_EQ(of("default: {cpu: 1}", "default: {cpu: 2}"), low);
  EXPECT_EQ(of("default: {cpu: 2}", "default: {cpu: 1}"), low);
  EXPECT_THAT(of("default: {cpu: 2}", "default: {cpu: 2}"),
              HasSubstr(" gives it a limit of 2: it will be refused."));
}

// Of devices the API server takes no limit that differs from the request.
TEST(LimitRangeCheck, ALimitOfDevicesThatIsGivenAndDiffersFromTheRequest) {
  json pod = pod_asking({});
  pod["spec"]["containers"][0]["resources"] = {{"requests", {{"x.com/gpu", "2"}}}};
  const json job = job_within(pod);
  json custom = job;
  custom["apiVersion"] = "kubeflow.org/v1";
  custom["kind"] = "PyTorchJob";
  custom["spec"] = {{"pytorchReplicaSpecs", {{"Worker", job["spec"]}}}};
  EXPECT_EQ(told_of_ranges(custom, "{type: Container, default: {x.com/gpu: 2}}"), "");
  const std::string differs =
      "Container main of each pod of this PyTorchJob asks for 2 x.com/gpu without "
      "a limit, and LimitRange lr gives it a limit of 4: it will be refused. Write limits: "
      "{x.com/gpu: 2} there. [LimitRangeExceeded]";
  EXPECT_EQ(told_of_ranges(custom, "{type: Container, default: {x.com/gpu: 4}}"), differs);
  EXPECT_EQ(told_of_ranges(custom, "{type: Container, max: {x.com/gpu: 4}}"), differs);
  EXPECT_EQ(told_of_ranges(custom, "{type: Container, default: {x.com/gpu: 4}}" + kNextRange +
                                       "{type: Container, default: {x.com/gpu: 2}}"),
            "")
      << "which of them is given nobody knows";
  EXPECT_EQ(told_of_ranges(job, "{type: Container, default: {x.com/gpu: 4}}"), "")
      << "the API server refuses a Job without that limit";
  EXPECT_THAT(told_of_ranges(job_within(pod_asking({{"x.com/gpu", "1"}})),
                             "{type: Container, max: {hugepages-2Mi: 8Mi}, defaultRequest: "
                             "{hugepages-2Mi: 2Mi}}, {type: Pod, min: {hugepages-2Mi: 4Mi}}"),
              HasSubstr("Write requests and limits of 4Mi or more in all, or see"))
      << "of pages the two are one";
  const json pages = job_with(json::object(), {{"hugepages-2Mi", "2Mi"}, {"cpu", "1"}});
  EXPECT_THAT(told_of_ranges(pages, "{type: Container, default: {hugepages-2Mi: 4Mi}}"),
              HasSubstr("gives it a limit of 4Mi: it will be refused."));
}

TEST(LimitRangeCheck, HugePagesThatAreGivenToAContainerWithoutAny) {
  const json none = json::object();
  const json job = job_with({{"cpu", "1"}}, none);
  for (const char* bound : {"min", "defaultRequest"})
    EXPECT_EQ(
        told_of_ranges(job, "{type: Container, " + std::string(bound) + ": {hugepages-2Mi: 2Mi}}"),
        "LimitRange lr gives container main of each pod of this Job a request of 2Mi "
        "hugepages-2Mi and no limit: it will be refused. Have hugepages-2Mi taken out of "
        "LimitRange lr. [LimitRangeExceeded]");
  EXPECT_THAT(told_of_ranges(job, "{type: Container, min: {hugepages-2Mi: 0}}"),
              HasSubstr("a request of 0 hugepages-2Mi and no limit: it will be refused."));
  const std::string given = "{type: Container, default: {hugepages-2Mi: 2Mi}}";
  EXPECT_EQ(told_of_ranges(job, given), "");
  EXPECT_EQ(told_of_ranges(job_with(none, none), given),
            "LimitRange lr gives container main of each pod of this Job 2Mi hugepages-2Mi, and it "
            "has neither cpu nor memory: it will be refused. Write memory there, too, or have "
            "hugepages-2Mi taken out of LimitRange lr. [LimitRangeExceeded]");
  EXPECT_EQ(told_of_ranges(job_with(none, none),
                           "{type: Container, default: {hugepages-2Mi: 2Mi, memory: 1Gi}}"),
            "");
  EXPECT_EQ(told_of_ranges(job_with({{"cpu", "1"}, {"hugepages-2Mi", "4Mi"}}, none),
                           "{type: Container, min: {hugepages-2Mi: 2Mi}}"),
            "");
}

json job_as_a_whole(const json& resources) {
  return job_with(json::object(), json::object(), {{"resources", resources}});
}

TEST(LimitRangeCheck, ALimitThatIsGivenBesideThatOfThePod) {
  const json job = job_as_a_whole({{"limits", {{"cpu", "2"}}}});
  EXPECT_EQ(told_of_ranges(job, "{type: Container, default: {cpu: 2}}"), "");
  EXPECT_EQ(told_of_ranges(job, "{type: Container, default: {cpu: 2001m}}"),
            "LimitRange lr gives container main of each pod of this Job a limit of 2001m cpu, and "
            "the pod's own is 2: it will be refused. Write limits: {cpu: 2}, or "
            "less, there, and requests of cpu in each container, 2 or less in all. "
            "[LimitRangeExceeded]");
  EXPECT_THAT(told_of_ranges(job, "{type: Container, max: {cpu: 8}}"),
              HasSubstr("gives container main of each pod of this Job a limit of 8 cpu"));
  EXPECT_THAT(told_of_ranges(beside(job, json::object()), "{type: Container, default: {cpu: 3}}"),
              HasSubstr("It is the same with container b."));
  EXPECT_THAT(
      told_of_ranges(job_as_a_whole({{"limits", {{"cpu", "2"}}}, {"requests", {{"cpu", "1"}}}}),
                     "{type: Container, default: {cpu: 3}}"),
      HasSubstr("in each container, 1 or less in all."));
  // Of init containers the requests are compared alone, and other resources not at all.
  json with_init =
      job_with({{"cpu", "1"}}, json::object(), {{"resources", {{"limits", {{"cpu", "2"}}}}}});
  with_init = beside(with_init, requesting("1"), "initContainers");
  EXPECT_EQ(told_of_ranges(with_init, "{type: Container, default: {cpu: 3}}"), "");
  EXPECT_EQ(told_of_ranges(job, "{type: Container, default: {memory: 4Gi}}"), "");
  EXPECT_EQ(told_of_ranges(job, "{type: Container, default: {cpu: 3}}" + kNextRange +
                                    "{type: Container, default: {cpu: 1}}"),
            "")
      << "which of them is given nobody knows";
  const json as_told =
      job_with({{"cpu", "2"}}, {{"cpu", "2"}}, {{"resources", {{"limits", {{"cpu", "2"}}}}}});
  EXPECT_EQ(told_of_ranges(as_told, "{type: Container, default: {cpu: 3}}"), "");
}

TEST(LimitRangeCheck, RequestsThatAreGivenBesideThoseOfThePod) {
  const auto of = [](const json& resources, const std::string& range) {
    return told_of_ranges(job_as_a_whole(resources), "{type: Container, " + range + "}");
  };
  const json two = {{"requests", {{"cpu", "2"}}}};
  EXPECT_EQ(of(two, "default: {cpu: 4}, defaultRequest: {cpu: 2}"), "");
  EXPECT_EQ(of(two, "default: {cpu: 4}, defaultRequest: {cpu: 3}"),
            "Containers of each pod of this Job ask for 3 cpu in all with what LimitRange lr gives "
            "them, and the pod as a whole for 2: it will be refused. Write requests of cpu in each "
            "container, 2 or less in all. [LimitRangeExceeded]");
  // Its limit is its request, too.
  const json one = {{"limits", {{"memory", "1Gi"}}}};
  EXPECT_EQ(of(one, "defaultRequest: {memory: 1Gi}"), "");
  EXPECT_THAT(of(one, "defaultRequest: {memory: 2Gi}"),
              HasSubstr("ask for 2Gi memory in all with what LimitRange lr gives them, and the pod "
                        "as a whole for 1Gi"));
  EXPECT_THAT(of(one, "default: {memory: 4Gi}, defaultRequest: {memory: 2Gi}"),
              testing::Not(HasSubstr("in all with what")))
      << "the fix of its limit has them";
  // What some containers have written is all that the pod has, whose limits are of memory.
  const std::string half = "{type: Container, defaultRequest: {cpu: 500m}}";
  const json written = job_with(json::object(), {{"cpu", "1"}}, {{"resources", one}});
  EXPECT_EQ(told_of_ranges(written, half), "");
  EXPECT_THAT(told_of_ranges(beside(written, json::object()), half),
              HasSubstr("ask for 1500m cpu in all with what LimitRange lr gives them, and the pod "
                        "as a whole for 1: it will be refused. Write requests of cpu in each "
                        "container. ["));
  EXPECT_EQ(told_of_ranges(beside(written, requesting("1")), half), "");
}

// So many containers with all that a LimitRange may bound.
json job_of_containers(std::size_t containers) {
  json pod = pod_asking({{"x.com/gpu", "2"}, {"cpu", "3"}, {"memory", "2Gi"}});
  json& all = pod["spec"]["containers"];
  for (std::size_t i = 1; i < containers; ++i) {
    all.push_back(all[0]);
    all.back()["name"] = "c" + std::to_string(i);
  }
  return job_within(pod);
}

TEST(LimitRangeCheck, AllContainersAreCountedThatAreBeyondABound) {
  EXPECT_THAT(told_of_ranges(job_of_containers(12), "{type: Container, max: {cpu: 1}}"),
              HasSubstr("It is the same with 11 more containers: c1, c2, c3 and 8 others."));
  const std::string of_three = told_of_ranges(
      job_of_containers(5), "{type: Container, max: {cpu: 1, memory: 1Gi, x.com/gpu: 1}}");
  for (const char* bound : {"1 cpu", "1Gi memory", "1 x.com/gpu"})
    EXPECT_THAT(of_three, HasSubstr(std::string("allows ") + bound + " at most")) << of_three;
  EXPECT_THAT(of_three, testing::ContainsRegex("(4 more containers.*\n?){3}"));
}

// A limit of the device would have the pod take more of them, beside those of its claim.
TEST(LimitRangeCheck, ALimitOfNoDevices) {
  json pod = pod_asking({{"x.com/gpu", "1"}});
  pod["spec"]["containers"][0]["resources"] = {{"claims", {{{"name", "c"}}}}};
  pod["spec"]["resourceClaims"] = {{{"name", "c"}, {"resourceClaimTemplateName", "t"}}};
  const json job = job_within(pod);
  const std::string max = "{type: Pod, max: {x.com/gpu: 4}}";
  EXPECT_EQ(told_of_ranges(job, max),
            "LimitRange lr allows 4 x.com/gpu at most in a pod, and each pod of this Job has no "
            "limit of it: it will be refused. Write resources: {requests: {x.com/gpu: 0}, limits: "
            "{x.com/gpu: 0}} in a container. [LimitRangeExceeded]");
  EXPECT_THAT(told_of_ranges(job, "{type: Pod, max: {hugepages-2Mi: 64Mi}}"),
              HasSubstr("limits: {hugepages-2Mi: 0}} in a container that has cpu or memory. ["));
  json written = job;
  json& container = written["spec"]["template"]["spec"]["containers"][0];
  container["resources"]["limits"] = {{"x.com/gpu", "0"}};
  container["resources"]["requests"] = {{"x.com/gpu", "0"}};
  EXPECT_EQ(told_of_ranges(written, max), "");
  for (const char* other : {", {type: Container, min: {cpu: 1}}", ", {type: Pod, min: {cpu: 1}}"})
    EXPECT_THAT(told_of_ranges(job, max + other), HasSubstr("limits: {x.com/gpu: 0}}")) << other;
  EXPECT_THAT(told_of_ranges(job, "{type: Pod, max: {x.com/gpu: 4}, min: {x.com/gpu: 1}}"),
              HasSubstr("Have x.com/gpu taken out of LimitRange lr, whose min refuses 0 of it."));
  EXPECT_THAT(
      told_of_ranges(job, "{type: Pod, max: {x.com/gpu: 4}, maxLimitRequestRatio: {x.com/gpu: 1}}"),
      HasSubstr("out of LimitRange lr, whose maxLimitRequestRatio refuses 0 of it."));
}

TEST(LimitRangeCheck, ALimitBelowTheRequestIsNotProposed) {
  json pod = pod_asking({{"x.com/gpu", "1"}});
  json& resources = pod["spec"]["containers"][0]["resources"];
  resources["requests"] = {{"x.com/gpu", "1"}, {"cpu", "6"}};
  EXPECT_EQ(told_of_ranges(job_within(pod), "{type: Pod, max: {cpu: 4}}"),
            "LimitRange lr allows 4 cpu at most in a pod, and each pod of this Job has requests of "
            "6 and no limit of it: it will be refused. Ask for 4 or less in all, and write limits "
            "of it as high. [LimitRangeExceeded]");
  resources["requests"]["cpu"] = "4";
  EXPECT_THAT(told_of_ranges(job_within(pod), "{type: Pod, max: {cpu: 4}}"),
              HasSubstr("has no limit of it: it will be refused. Write limits: {cpu: 4}, or less"));
  resources["limits"]["cpu"] = "4";
  EXPECT_EQ(told_of_ranges(job_within(pod), "{type: Pod, max: {cpu: 4}}"), "");
}

// Where one is written it is the request of that container, beside those of the others.
TEST(LimitRangeCheck, WhereALimitThatIsMissingGoes) {
  const json none = json::object();
  const std::string most = "{type: Pod, max: {cpu: 4}}";
  const json job = job_with(none, none);
  EXPECT_THAT(told_of_ranges(beside(job, none), most),
              HasSubstr("Write limits: {cpu: 4}, or less, in a container."));
  EXPECT_THAT(told_of_ranges(beside(job, requesting("1")), most),
              HasSubstr("Write limits: {cpu: 4}, or less, in container b."));
  EXPECT_THAT(told_of_ranges(beside(job_with(none, {{"cpu", "1"}}), requesting("1")), most),
              HasSubstr("Write limits of cpu in each container, 4 or less in all."));
  EXPECT_THAT(
      told_of_ranges(beside(job, none), most + ", {type: Container, defaultRequest: {cpu: 100m}}"),
      HasSubstr("Write limits of cpu in each container, 4 or less in all."));
  EXPECT_THAT(told_of_ranges(beside(job_as_a_whole({{"requests", {{"cpu", "1"}}}}), none), most),
              HasSubstr("Write limits: {cpu: 4}, or less, in spec.resources."));
  EXPECT_THAT(told_of_ranges(beside(job, none), "{type: Pod, min: {cpu: 1}}"),
              HasSubstr("Write requests: {cpu: 1}, or more, in a container."));
}

TEST(LimitRangeCheck, OnlyWhatIsSureIsSaid) {
  EXPECT_EQ(
      told_of_ranges(job_within(pod_asking({{"cpu", "3"}})), "{type: Container, max: {cpu: 1}}"),
      "")
      << "no devices";
  const json job = job_within(pod_of_two());
  EXPECT_EQ(told_of_ranges(job, "{type: PersistentVolumeClaim, max: {x.com/gpu: 0}}"), "");
}

// Without the head the workers never start.
TEST(LimitRangeCheck, PodsWithoutDevicesBesideSomeThatHaveThem) {
  const auto cluster = [](const json& head, const json& worker) {
    return json{{"apiVersion", "ray.io/v1"},
                {"kind", "RayCluster"},
                {"metadata", {{"name", "ray"}, {"namespace", "default"}}},
                {"spec",
                 {{"headGroupSpec", {{"template", {{"spec", pod_asking(head)["spec"]}}}}},
                  {"workerGroupSpecs",
                   {{{"groupName", "g"},
                     {"replicas", 1},
                     {"template", {{"spec", pod_asking(worker)["spec"]}}}}}}}}};
  };
  const std::string most = "{type: Container, max: {cpu: 2}}";
  EXPECT_EQ(told_of_ranges(cluster({{"cpu", "4"}}, {{"x.com/gpu", "1"}}), most),
            "LimitRange lr allows 2 cpu at most in a container, and container main of each pod of "
            "this RayCluster has 4: it will be refused. Ask for 2 or less, or see kubectl describe "
            "limitrange lr -n default. [LimitRangeExceeded]");
  EXPECT_EQ(told_of_ranges(cluster({{"cpu", "2"}}, {{"x.com/gpu", "1"}}), most), "");
  EXPECT_EQ(told_of_ranges(cluster({{"cpu", "4"}}, {{"cpu", "1"}}), most), "") << "no devices";
}

// What no API server would have stored is named where files are read, and says nothing here.
TEST(LimitRangeCheck, WhatIsOfAnotherTypeLimitsNothing) {
  const Result<kube::Document> pod = kube::read_json(pod_of_two().dump());
  for (const char* odd : {"7", "{type: Container, max: 7}", "{type: Container, max: {cpu: x}}",
                          "{type: Pod, max: [cpu], min: null}", "{type: [], max: {cpu: 1}}"}) {
    SnapshotBuilder builder;
    for (const SourcedObject& object : manifests(range_of(odd))) builder.put(object.json());
    EXPECT_EQ(check_limit_ranges(*kube::PodView::read(pod->root()), "this Pod",
                                 PodOrigin::kTemplate, "default", *builder.publish())
                  .size(),
              0U)
        << odd;
  }
}

// `text` so many times, with the number of each in the place of #.
std::string repeated(std::size_t times, std::string_view text) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) {
    std::string one(text);
    one.replace(one.find('#'), 1, std::to_string(i));
    all += one;
  }
  return all;
}

TEST(LimitRangeCheck, AtEachLimitAndOnePastIt) {
  struct Found {
    std::size_t beyond;
    std::size_t given;
  };
  const auto found = [](const json& pod, const std::string& limits) {
    SnapshotBuilder builder;
    const auto objects = manifests(range_of(limits));
    for (const SourcedObject& object : objects) builder.put(object.json());
    const auto snapshot = builder.publish();
    const Result<kube::Document> document = kube::read_json(pod.dump());
    const auto view = kube::PodView::read(document->root());
    return Found{
        check_limit_ranges(*view, "this Pod", PodOrigin::kTemplate, "default", *snapshot).size(),
        check_given_devices(*view, "this Pod", "default", *snapshot).size()};
  };
  const json two = pod_asking({{"x.com/gpu", "2"}});
  const std::string most = "{type: Container, max: {x.com/gpu: 1}}";
  const auto of_items = [&](std::size_t before) {
    return found(two, repeated(before, "{type: Other#}, ") + most).beyond;
  };
  EXPECT_EQ(of_items(kLimitRangeItemsMax - 1), 1U);
  EXPECT_EQ(of_items(kLimitRangeItemsMax), 0U);
  const auto of_names = [&](std::size_t before) {
    return found(two,
                 "{type: Container, max: {" + repeated(before, "a.com/r#: 1, ") + "x.com/gpu: 1}}")
        .beyond;
  };
  EXPECT_EQ(of_names(kLimitRangeNamesMax - 1), 1U);
  EXPECT_EQ(of_names(kLimitRangeNamesMax), 0U);
  const auto of_containers = [&](std::size_t containers) {
    json pod = two;
    json& all = pod["spec"]["containers"];
    for (std::size_t i = 1; i < containers; ++i) all.push_back(all[0]);
    return found(pod, most).beyond;
  };
  EXPECT_EQ(of_containers(kRangedContainersToldMax), kRangedContainersToldMax);
  EXPECT_EQ(of_containers(kRangedContainersToldMax + 1), kRangedContainersToldMax);
  const auto of_bounds = [&](std::size_t bounds) {
    return found(two, "{type: Pod, min: {" + repeated(bounds, "a.com/r#: 1, ") + "cpu: 0}}").beyond;
  };
  EXPECT_EQ(of_bounds(kLimitRangesToldMax), kLimitRangesToldMax);
  EXPECT_EQ(of_bounds(kLimitRangesToldMax + 1), kLimitRangesToldMax);
  const auto of_note = [&](const std::string& before) {
    json pod = two;
    pod["metadata"]["annotations"] = {
        {"kubernetes.io/limit-ranger",
         "LimitRanger plugin set: " + before + "x.com/gpu request for container main"}};
    return found(pod, "{type: Container, max: {x.com/gpu: 2}}").given;
  };
  const std::string note = "cpu request for container c#; ";
  EXPECT_EQ(of_note(repeated(kLimitRangerNotesMax - 1, note)), 1U);
  EXPECT_EQ(of_note(repeated(kLimitRangerNotesMax, note)), 0U);
  EXPECT_EQ(of_note(repeated(kLimitRangeNamesMax - 1, "a.com/r#, ")), 1U);
  EXPECT_EQ(of_note(repeated(kLimitRangeNamesMax, "a.com/r#, ")), 0U);
}

// LimitRanger refuses what is below a min, 0 too.
TEST(LimitRangeCheck, WhatAContainerIsGivenItCanRefuseOnlyWithoutAMin) {
  json pod = pod_asking({{"x.com/gpu", "1"}});
  pod["metadata"]["annotations"] = {
      {"kubernetes.io/limit-ranger",
       "LimitRanger plugin set: x.com/gpu request for container main; x.com/gpu limit for "
       "container main"}};
  EXPECT_EQ(told_of_ranges(pod, "{type: Container, default: {x.com/gpu: 1}}"),
            "Container main of this Pod asks for no x.com/gpu, and a LimitRange of the namespace "
            "gives it 1. Where it needs none, write resources: {requests: {x.com/gpu: 0}, limits: "
            "{x.com/gpu: 0}} there. "
            "[LimitRangeDefaults]");
  EXPECT_EQ(told_of_ranges(pod, "{type: Container, default: {x.com/gpu: 1}, min: {x.com/gpu: 1}}"),
            "Container main of this Pod asks for no x.com/gpu, and a LimitRange of the namespace "
            "gives it 1. Where it needs none, have x.com/gpu taken out of LimitRange lr, whose min "
            "refuses 0. [LimitRangeDefaults]");
  EXPECT_THAT(told_of_ranges(pod,
                             "{type: Container, default: {x.com/gpu: 1}, maxLimitRequestRatio: "
                             "{x.com/gpu: 1}}"),
              HasSubstr("have x.com/gpu taken out of LimitRange lr, whose maxLimitRequestRatio "
                        "refuses 0. ["));
  for (const char* other :
       {"{type: Container, default: {x.com/gpu: 1}, min: {x.com/gpu: 0}}",
        "{type: Container, default: {x.com/gpu: 1}, min: {cpu: 1m}}",
        "{type: Pod, min: {x.com/gpu: 1}}", "{type: Pod, maxLimitRequestRatio: {x.com/gpu: 1}}"})
    EXPECT_THAT(told_of_ranges(pod, other), HasSubstr("limits: {x.com/gpu: 0}}")) << other;
  // Of min alone it gets a request without a limit, which the API server refuses.
  json refused = pod_asking({{"x.com/gpu", "1"}});
  refused["spec"]["containers"][0]["resources"] = {{"requests", {{"x.com/gpu", "1"}}}};
  refused["metadata"]["annotations"] = {
      {"kubernetes.io/limit-ranger",
       "LimitRanger plugin set: x.com/gpu request for container main"}};
  ReviewServer server(range_of("{type: Container, min: {x.com/gpu: 1}}"));
  EXPECT_THAT(std::string(server.response("/validate", review_of(refused))["status"]["message"]),
              HasSubstr("Have x.com/gpu taken out of defaultRequest and min of LimitRange lr, "
                        "whose min refuses 0, too."));
  ReviewServer with_ratio(
      range_of("{type: Container, defaultRequest: {x.com/gpu: 1}, maxLimitRequestRatio: "
               "{x.com/gpu: 1}}"));
  EXPECT_THAT(
      std::string(with_ratio.response("/validate", review_of(refused))["status"]["message"]),
      HasSubstr("Have x.com/gpu taken out of defaultRequest, min and maxLimitRequestRatio of "
                "LimitRange lr, whose maxLimitRequestRatio refuses 0, too."));
}

// The API server does not ask how many they are.
TEST(LimitRangeCheck, ARequestOfNoDevicesWantsALimitToo) {
  const auto refusal = [](const json& resources) {
    json pod = pod_asking({{"x.com/gpu", "1"}});
    json second = pod["spec"]["containers"][0];
    second["name"] = "second";
    second["resources"] = resources;
    pod["spec"]["containers"].push_back(second);
    pod["metadata"]["annotations"] = {
        {"kubernetes.io/limit-ranger",
         "LimitRanger plugin set: x.com/gpu, deviceclass.resource.kubernetes.io/c request for "
         "container second"}};
    ReviewServer server(range_of("{type: Container, min: {x.com/gpu: 0}}"));
    const json response = server.response("/validate", review_of(pod));
    return response["allowed"] ? "" : std::string(response["status"]["message"]);
  };
  EXPECT_THAT(refusal({{"requests", {{"x.com/gpu", "0"}}}}),
              HasSubstr("Container second of this Pod asks for no x.com/gpu, and a LimitRange of "
                        "the namespace gives it a request of 0 and no limit: it will be refused.\n"
                        "Have x.com/gpu taken out of defaultRequest and min of the LimitRange, or "
                        "write resources: {requests: {x.com/gpu: 0}, limits: {x.com/gpu: 0}} "
                        "there."));
  EXPECT_THAT(refusal({{"requests", {{"x.com/gpu", "0"}}}, {"limits", {{"x.com/gpu", "2"}}}}),
              HasSubstr("gives it a request of 0 and a limit of 2: it will be refused."));
  EXPECT_EQ(refusal({{"requests", {{"x.com/gpu", "0"}}}, {"limits", {{"x.com/gpu", "0"}}}}), "");
  EXPECT_EQ(refusal({{"requests", {{"deviceclass.resource.kubernetes.io/c", "1"}}}}), "")
      << "of which a request may be less than its limit";
}

}  // namespace
}  // namespace drawbridge::admission
