// Which requests a connection's thread leaves to a worker.
#include "webhook/decide/takes_long.h"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "test/webhook/admission_testing.h"
#include "webhook/decide/review_codec.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;

json review_of_spec(const std::string& version, const std::string& kind, const json& spec) {
  json review = review_of({{"apiVersion", version},
                           {"kind", kind},
                           {"metadata", {{"name", "probe"}, {"namespace", "default"}}},
                           {"spec", spec}});
  return review;
}

bool takes_long(const json& review, Endpoint endpoint = Endpoint::kValidate) {
  const Result<kube::Document> read = kube::read_json(review.dump());
  const Result<AdmissionRequest> request = decode_review(read->root(), endpoint);
  EXPECT_TRUE(request) << request.error().text();
  return request && takes_long(*request);
}

json list_of(std::size_t count, const std::function<json(const std::string& number)>& element) {
  json list = json::array();
  for (std::size_t i = 0; i < count; ++i) list.push_back(element(std::to_string(i)));
  return list;
}

json containers(std::size_t count) {
  return list_of(count, [](const std::string& number) { return json({{"name", "c" + number}}); });
}

// One container with `count` limits: as many entries and three.
json limits(std::size_t count) {
  json limits = json::object();
  for (std::size_t i = 0; i < count; ++i) limits["example.com/r" + std::to_string(i)] = "1";
  json spec;
  spec["containers"] = json::array({{{"name", "c"}, {"resources", {{"limits", limits}}}}});
  return spec;
}

TEST(TakesLong, APodOfManyEntries) {
  const auto pod = [](const json& spec) { return review_of_spec("v1", "Pod", spec); };
  for (const Endpoint endpoint : {Endpoint::kMutate, Endpoint::kValidate}) {
    EXPECT_FALSE(takes_long(pod({{"containers", containers(kInlineEntriesMax)}}), endpoint));
    EXPECT_TRUE(takes_long(pod({{"containers", containers(kInlineEntriesMax + 1)}}), endpoint));
    EXPECT_FALSE(takes_long(pod(limits(kInlineEntriesMax - 3)), endpoint));
    EXPECT_TRUE(takes_long(pod(limits(kInlineEntriesMax - 2)), endpoint));
  }
  json with_init = limits(1);
  with_init["initContainers"] = containers(kInlineEntriesMax - 4);
  EXPECT_FALSE(takes_long(pod(with_init)));
  with_init["initContainers"] = containers(kInlineEntriesMax - 3);
  EXPECT_TRUE(takes_long(pod(with_init)));
  // The list, and of each claim the object and what it says.
  const auto claims = [&pod](std::size_t count) {
    json spec = {{"containers", containers(1)}};
    spec["resourceClaims"] = list_of(count, [](const std::string& number) {
      return json({{"name", "k" + number}, {"resourceClaimName", "a"}});
    });
    return takes_long(pod(spec));
  };
  EXPECT_FALSE(claims((kInlineEntriesMax - 2) / 3));
  EXPECT_TRUE(claims((kInlineEntriesMax - 2) / 3 + 1));
}

TEST(TakesLong, WhatAPodHasBesideThem) {
  json spec = limits(2);
  spec["containers"][0]["env"] = list_of(500, [](const std::string& number) {
    return json({{"name", "E" + number}, {"value", "x"}});
  });
  json review = review_of_spec("v1", "Pod", spec);
  for (int i = 0; i < 500; ++i)
    review["request"]["object"]["metadata"]["labels"]["l" + std::to_string(i)] = "resources";
  EXPECT_FALSE(takes_long(review, Endpoint::kMutate));
  EXPECT_FALSE(takes_long(review));
}

TEST(TakesLong, AnUpdateOfAPodIsNotJudged) {
  json review = review_of_spec("v1", "Pod", {{"containers", containers(kInlineEntriesMax + 1)}});
  review["request"]["operation"] = "UPDATE";
  review["request"]["oldObject"] = review["request"]["object"];
  EXPECT_FALSE(takes_long(review, Endpoint::kMutate));
  EXPECT_FALSE(takes_long(review));
}

TEST(TakesLong, AWorkloadOfManyEntriesInAllItsTemplates) {
  const auto job_set = [](std::size_t jobs) {
    const json pods = {{"template", {{"spec", limits(1)}}}};
    json spec;
    spec["replicatedJobs"] = list_of(jobs, [&pods](const std::string& number) {
      return json({{"name", "j" + number}, {"template", {{"spec", pods}}}});
    });
    return review_of_spec("jobset.x-k8s.io/v1alpha2", "JobSet", spec);
  };
  EXPECT_FALSE(takes_long(job_set(kInlineEntriesMax / 4)));
  EXPECT_TRUE(takes_long(job_set(kInlineEntriesMax / 4 + 1)));
  EXPECT_FALSE(takes_long(job_set(kInlineEntriesMax / 4 + 1), Endpoint::kMutate));
}

TEST(TakesLong, AClaimOfManyEntries) {
  // `devices`, `constraints`, and of each constraint the object and the attribute.
  const auto claim = [](std::size_t constraints) {
    json devices;
    devices["constraints"] = list_of(constraints, [](const std::string& number) {
      return json({{"matchAttribute", "gpu.nvidia.com/a" + number}});
    });
    return review_of_spec("resource.k8s.io/v1", "ResourceClaim", {{"devices", devices}});
  };
  EXPECT_FALSE(takes_long(claim((kInlineEntriesMax - 2) / 2)));
  EXPECT_TRUE(takes_long(claim((kInlineEntriesMax - 2) / 2 + 1)));
}

TEST(TakesLong, IsAskedBeforeTheyAreJudged) {
  const SnapshotStore store(snapshot_of(kGpuCluster));
  MemoryGateway gateway;
  AdmissionService service(store, gateway);
  const std::string review = review_of_spec("v1", "Pod", limits(kInlineEntriesMax)).dump();
  const std::string body = review + std::string(kBodyPaddingBytes, ' ');
  Request http{"/mutate", "", std::string_view(body).substr(0, review.size()),
               std::chrono::steady_clock::now() + std::chrono::seconds(10)};
  Response response;
  EXPECT_EQ(service.answer_now(http, response), Progress::kTakesLong);
  EXPECT_EQ(response.body, "");
  http.may_take_long = true;
  EXPECT_EQ(service.answer_now(http, response), Progress::kAnswered);
  EXPECT_NE(response.body, "");
}

}  // namespace
}  // namespace drawbridge::admission
