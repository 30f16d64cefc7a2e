// A workload is told of quotas what its pods will be told: by what they ask for once they are
// rewritten.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <regex>
#include <set>
#include <string>
#include <string_view>

#include "test/generated_cases.h"
#include "test/webhook/admission_testing.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kA = "example.com/a";
constexpr const char* kB = "example.com/b";

// A class, its devices, and a mapping that rewrites to it.
std::string rewritten_to(std::string_view name) {
  const std::string n(name);
  return "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: c" + n +
         "}}\n---\n{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s" + n +
         "}, spec: {nodeName: node, driver: c" + n + ", pool: {name: p" + n +
         ", generation: 1, resourceSliceCount: 1}, devices: [{name: one}]}}\n---\n{apiVersion: "
         "drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m" +
         n + "}, spec: {logicalResource: example.com/" + n + ", deviceClassNames: [c" + n +
         "], rewrites: [{resource: example.com/" + n +
         ", action: Rewrite, request: {exactly: {deviceClassName: c" + n + "}}}]}}\n---\n";
}

// With it a mapping that waits for nodes to be migrated holds back.
std::string node_offering(std::string_view resource) {
  return "{apiVersion: v1, kind: Node, metadata: {name: plugin}, status: {allocatable: {" +
         std::string(resource) + ": 8}}}\n---\n";
}

std::string quota_for(int a, int b) {
  return "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: "
         "default}, spec: {hard: {" +
         std::string(kA) + ": " + std::to_string(a) + ", " + kB + ": " + std::to_string(b) +
         "}}}\n---\n";
}

std::string template_own() {
  return "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: own, "
         "namespace: default}, spec: {spec: {devices: {requests: [{name: r, exactly: "
         "{deviceClassName: ca, count: 2}}]}}}}\n---\n";
}

json asking_container(const std::string& name, int a, int b) {
  json limits = json::object();
  if (a > 0) limits[kA] = a;
  if (b > 0) limits[kB] = b;
  json resources = json::object();
  if (!limits.empty()) resources = {{"limits", limits}, {"requests", limits}};
  return {{"name", name}, {"image", "example.com/x"}, {"resources", resources}};
}

json pod_with(const json& containers) {
  return {{"apiVersion", "v1"},
          {"kind", "Pod"},
          {"metadata", {{"name", "probe"}, {"namespace", "default"}}},
          {"spec", {{"restartPolicy", "Never"}, {"containers", containers}}}};
}

json job_making(const json& pod) {
  json metadata = json::object();
  if (pod["metadata"].contains("annotations"))
    metadata["annotations"] = pod["metadata"]["annotations"];
  return {{"apiVersion", "batch/v1"},
          {"kind", "Job"},
          {"metadata", {{"name", "train"}, {"namespace", "default"}}},
          {"spec", {{"template", {{"metadata", metadata}, {"spec", pod["spec"]}}}}}};
}

// As the API server stores it, once it was rewritten.
json as_stored(ReviewServer& server, const json& pod) {
  const json response = server.response("/mutate", review_of(pod));
  return response.contains("patch") ? pod.patch(patch_of(response)) : pod;
}

// What it is refused for: its message, and status codes of other things.
std::string refusal_of_pod(const std::string& cluster, const json& pod) {
  ReviewServer server(cluster);
  const json mutated = server.response("/mutate", review_of(pod));
  if (!mutated["allowed"]) return mutated["status"]["message"];
  const json after = mutated.contains("patch") ? pod.patch(patch_of(mutated)) : pod;
  const json validated = server.response("/validate", review_of(after));
  return validated["allowed"] ? std::string() : std::string(validated["status"]["message"]);
}

std::string refusal_of_job(const std::string& cluster, const json& job) {
  ReviewServer server(cluster);
  const json validated = server.response("/validate", review_of(job));
  return validated["allowed"] ? std::string() : std::string(validated["status"]["message"]);
}

// "example.com/a 3" for each "... example.com/a in use ... asks for 3".
std::set<std::string> asked_too_much(const std::string& message) {
  static const std::regex kExceeded(R"((\S+) in use[^\n]*? asks for (\d+))");
  std::set<std::string> asked;
  for (std::sregex_iterator at(message.begin(), message.end(), kExceeded), end; at != end; ++at)
    asked.insert((*at)[1].str() + " " + (*at)[2].str());
  return asked;
}

class RewrittenWorkload : public ::testing::Test {
 protected:
  int upto(int most) { return static_cast<int>(random_() % static_cast<unsigned>(most + 1)); }

  json drawn_pod() {
    json containers = json::array({asking_container("main", upto(3), upto(2))});
    if (upto(2) == 0) containers.push_back(asking_container("side", upto(2), upto(1)));
    json pod = pod_with(containers);
    if (upto(3) == 0)
      pod["spec"]["initContainers"] = json::array({asking_container("first", upto(3), upto(2))});
    if (upto(3) == 0) use(pod, "mine", "own");
    return pod;
  }

  static void use(json& pod, const std::string& entry, const std::string& claim_template) {
    pod["spec"]["resourceClaims"].push_back(
        {{"name", entry}, {"resourceClaimTemplateName", claim_template}});
    pod["spec"]["containers"][0]["resources"]["claims"].push_back({{"name", entry}});
  }

  std::mt19937 random_{20261128};
};

// Pods as their authors write them, copied from pods that were rewritten before, and those that
// name a generated template by hand; in clusters that rewrite both resources, one, or none.
TEST_F(RewrittenWorkload, IsToldWhatItsPodsAre) {
  const std::string all = rewritten_to("a") + rewritten_to("b") + template_own();
  int refused = 0;
  const int cases = test::generated_cases(1'500);
  for (int i = 0; i < cases; ++i) {
    json pod = drawn_pod();
    const int form = upto(3);
    ReviewServer before(all);
    const json copied = as_stored(before, pod);
    if (form == 1) pod = copied;
    if (form == 2 && copied["spec"].contains("resourceClaims"))
      use(pod, "by-hand", copied["spec"]["resourceClaims"].back()["resourceClaimTemplateName"]);
    std::string cluster = all;
    if (upto(1) == 0) cluster += node_offering(upto(1) == 0 ? kA : kB);
    if (upto(4) == 0) cluster = rewritten_to("a") + template_own();
    cluster += quota_for(upto(4), upto(3));
    const std::string of_pod = refusal_of_pod(cluster, pod);
    const std::string of_job = refusal_of_job(cluster, job_making(pod));
    // What is refused for another reason is not put to quotas.
    if (!of_pod.empty() && of_pod.find("[QuotaExceeded]") == std::string::npos) continue;
    if (!of_pod.empty()) ++refused;
    EXPECT_EQ(asked_too_much(of_job), asked_too_much(of_pod))
        << "case " << i << "\n"
        << pod.dump(1) << "\n"
        << cluster << "\nits pod: " << of_pod << "\nthe Job: " << of_job;
    if (HasFailure()) return;
  }
  EXPECT_GT(refused, cases / 10);
}

// What an annotation says lives as long as what was read of it.
TEST_F(RewrittenWorkload, ACopiedTemplateIsToldOfWhatItAskedForFirst) {
  const std::string all = rewritten_to("a") + rewritten_to("b");
  ReviewServer before(all);
  const json copied = as_stored(before, pod_with(json::array({asking_container("main", 3, 1)})));
  ASSERT_TRUE(copied["metadata"].contains("annotations"));
  const std::string message =
      refusal_of_job(rewritten_to("a") + rewritten_to("b") + node_offering(kB) + quota_for(2, 1),
                     job_making(copied));
  EXPECT_THAT(message, HasSubstr("asks for 3 (container main, class ca, as extended resource "
                                 "example.com/a)"));
  EXPECT_THAT(message, Not(HasSubstr("example.com/b in use")));
}

// Nothing comes of it, so that no quota is asked.
TEST_F(RewrittenWorkload, WhatIsNotRewrittenForItsMistakesIsToldOfThese) {
  const std::string cluster =
      "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: c}}\n---\n"
      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
      "{logicalResource: example.com/memory, deviceClassNames: [c], charge: {type: Capacity, "
      "capacity: c/memory}, rewrites: [{resource: example.com/a, action: Rewrite, request: "
      "{exactly: {deviceClassName: c}}, parameters: [{type: Resource, resource: example.com/b, "
      "capacity: memory, unit: Mi}]}]}}\n---\n{apiVersion: resource.k8s.io/v1, kind: "
      "ResourceSlice, metadata: {name: s}, spec: {nodeName: node, driver: c, pool: {name: p, "
      "generation: 1, resourceSliceCount: 1}, devices: [{name: one, allowMultipleAllocations: "
      "true, capacity: {memory: {value: 80Gi}}}]}}\n---\n{apiVersion: drawbridge.dev/v1alpha1, "
      "kind: DeviceQuota, metadata: {name: q, namespace: default}, spec: {hard: "
      "{example.com/memory: 50Gi}}}\n";
  const json pod =
      pod_with(json::array({asking_container("main", 1, 0), asking_container("side", 0, 4000)}));
  const std::string message = refusal_of_job(cluster, job_making(pod));
  EXPECT_THAT(message, HasSubstr("[CompanionWithoutResource]"));
  EXPECT_THAT(message, Not(HasSubstr("QuotaExceeded")));
}

}  // namespace
}  // namespace drawbridge::admission
