// AdmissionReview v1 to the letter: what is no complete review is a 400 that names the field, and
// nothing is allowed by accident.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "test/webhook/admission_testing.h"
#include "webhook/decide/review_codec.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const json kGpu = {{"nvidia.com/gpu", "1"}};

void expect_bad_request(ReviewServer& server, std::string_view body, std::string_view says) {
  for (const char* path : {"/mutate", "/validate"}) {
    const Response answer = server.post(path, body);
    EXPECT_EQ(answer.status, 400u) << path << " " << body.substr(0, 400);
    EXPECT_THAT(answer.body, HasSubstr(says)) << path << " " << body.substr(0, 400);
    EXPECT_THAT(answer.body, ::testing::StartsWith("This is no AdmissionReview"));
    EXPECT_THAT(answer.body, ::testing::Not(HasSubstr("allowed")));
  }
}

// A good review with one value at `pointer` replaced, or without it.
std::string broken(const std::string& pointer, const json& value) {
  json review = review_of(pod_asking(kGpu));
  review[json::json_pointer(pointer)] = value;
  return review.dump();
}
std::string without(const std::string& pointer) {
  json review = review_of(pod_asking(kGpu));
  const json::json_pointer at(pointer);
  review[at.parent_pointer()].erase(at.back());
  return review.dump();
}

TEST(AdmissionReview, AnotherVersionOrKindIsRefusedAsSuch) {
  ReviewServer server;
  expect_bad_request(server, broken("/apiVersion", "admission.k8s.io/v1beta1"),
                     "must be admission.k8s.io/v1");
  expect_bad_request(server, broken("/apiVersion", "v1"), "apiVersion: ");
  expect_bad_request(server, broken("/apiVersion", 1), "apiVersion: ");
  expect_bad_request(server, without("/apiVersion"), "apiVersion: ");
  expect_bad_request(server, broken("/kind", "Pod"), "kind: ");
  expect_bad_request(server, broken("/kind", json::object()), "kind: ");
  expect_bad_request(server, without("/kind"), "kind: ");
  for (const char* body : {"null", "[]", "{}", "7", "\"AdmissionReview\"", "true"})
    expect_bad_request(server, body, "must be an AdmissionReview");
}

TEST(AdmissionReview, EveryFieldThatIsNeededIsNamedWhenItIsMissing) {
  ReviewServer server;
  for (const char* field : {"request", "request.uid", "request.kind", "request.kind.kind",
                            "request.kind.version", "request.operation", "request.userInfo",
                            "request.object", "request.object.kind", "request.namespace"}) {
    std::string pointer = "/" + std::string(field);
    for (char& c : pointer) c = c == '.' ? '/' : c;
    expect_bad_request(server, without(pointer), std::string(field) + ": ");
    expect_bad_request(server, broken(pointer, nullptr), std::string(field) + ": ");
  }
  for (const char* pointer : {"/request/uid", "/request/kind/kind", "/request/operation",
                              "/request/namespace", "/request/object/kind"})
    expect_bad_request(server, broken(pointer, ""), "must be");
}

TEST(AdmissionReview, AWrongTypeIsNamedWithItsField) {
  ReviewServer server;
  const json wrong_values[] = {
      7, 1.5, true, "text", json::array(), json::array({"a"}), json::object(), {{"a", "b"}}};
  struct Field {
    const char* name;
    json::value_t wanted;
  };
  const Field fields[] = {{"request", json::value_t::object},
                          {"request.uid", json::value_t::string},
                          {"request.kind", json::value_t::object},
                          {"request.kind.group", json::value_t::string},
                          {"request.kind.version", json::value_t::string},
                          {"request.kind.kind", json::value_t::string},
                          {"request.resource", json::value_t::object},
                          {"request.resource.group", json::value_t::string},
                          {"request.resource.version", json::value_t::string},
                          {"request.resource.resource", json::value_t::string},
                          {"request.subResource", json::value_t::string},
                          {"request.name", json::value_t::string},
                          {"request.namespace", json::value_t::string},
                          {"request.dryRun", json::value_t::boolean},
                          {"request.userInfo", json::value_t::object},
                          {"request.userInfo.username", json::value_t::string},
                          {"request.userInfo.groups", json::value_t::array},
                          {"request.operation", json::value_t::string},
                          {"request.object", json::value_t::object},
                          {"request.object.kind", json::value_t::string},
                          {"request.object.apiVersion", json::value_t::string},
                          {"request.object.metadata", json::value_t::object},
                          {"request.oldObject", json::value_t::object}};
  for (const Field& field : fields) {
    std::string pointer = "/" + std::string(field.name);
    for (char& c : pointer) c = c == '.' ? '/' : c;
    for (const json& value : wrong_values) {
      if (value.type() == field.wanted) continue;
      SCOPED_TRACE(pointer + " = " + value.dump());
      expect_bad_request(server, broken(pointer, value), std::string(field.name) + ": must be");
    }
  }
  expect_bad_request(server, broken("/request/userInfo/groups", {"a", 7}),
                     "request.userInfo.groups: must be a list of strings");
  expect_bad_request(server, broken("/request/operation", "create"),
                     "request.operation: must be CREATE, UPDATE, DELETE or CONNECT");
  expect_bad_request(server, broken("/request/object/kind", "Node"),
                     "request.object.kind: must be the kind of request.kind");
}

// Judged as one thing, stored as another: `allowed: true` by accident.
TEST(AdmissionReview, PartsThatContradictEachOtherAreABadRequest) {
  ReviewServer server;
  json review = review_of(pod_asking(kGpu));
  json& request = review["request"];
  const json kind = request["kind"];
  request["kind"] = {{"group", "apps"}, {"version", "v1"}, {"kind", "Pod"}};
  request["resource"] = {{"group", "apps"}, {"version", "v1"}, {"resource", "pods"}};
  expect_bad_request(server, review.dump(),
                     "request.object.apiVersion: must be that of request.kind, which is "
                     "\"apps/v1\", and is \"v1\"");
  request["kind"] = kind;
  expect_bad_request(server, review.dump(),
                     "request.resource: must be the resource of request.kind");
  request["kind"]["version"] = "v2";
  request["resource"] = {{"group", ""}, {"version", "v2"}, {"resource", "pods"}};
  expect_bad_request(server, review.dump(), "request.object.apiVersion: must be");
  request["kind"] = kind;
  request["resource"] = {{"group", ""}, {"version", "v1"}, {"resource", "secrets"}};
  expect_bad_request(server, review.dump(), "v1 secrets");
  request.erase("resource");
  expect_bad_request(server, review.dump(), "request.resource: must be set");
}

TEST(AdmissionReview, ANamespaceThatIsNoneIsABadRequest) {
  ReviewServer server;
  for (const std::string& ns : {std::string("Bad/../NS"), std::string("a.b"), std::string(64, 'a')})
    expect_bad_request(server, broken("/request/namespace", ns),
                       "request.namespace: must be the name of a namespace");
  json review = review_of(pod_asking(kGpu));
  review["request"]["namespace"] = std::string(63, 'a');
  EXPECT_TRUE(server.response("/mutate", review).value("allowed", false));
}

TEST(AdmissionReview, AnUpdateNeedsBothObjects) {
  ReviewServer server;
  json review = review_of(pod_asking(kGpu));
  review["request"]["operation"] = "UPDATE";
  expect_bad_request(server, review.dump(), "request.oldObject: must be set");
  review["request"]["oldObject"] = review["request"]["object"];
  review["request"]["object"] = nullptr;
  expect_bad_request(server, review.dump(), "request.object: must be set");
}

TEST(AdmissionReview, BrokenJsonIsABadRequest) {
  ReviewServer server;
  const std::string good = review_of(pod_asking(kGpu)).dump();
  expect_bad_request(server, "", "");
  expect_bad_request(server, " \n", "");
  expect_bad_request(server, good + "x", "");
  expect_bad_request(server, good + good, "");
  expect_bad_request(server, good + "}", "");
  expect_bad_request(server, good.substr(0, good.size() - 1), "");
  expect_bad_request(server, "\xef\xbb\xbf" + good, "");
  // The first, the last or none of two answers: nobody can say which the API server meant.
  expect_bad_request(server, "{\"kind\":\"AdmissionReview\"," + good.substr(1), "kind");
  std::string twice = good;
  twice.insert(twice.find("\"uid\""), "\"uid\":\"another\",");
  expect_bad_request(server, twice, "uid");
  std::string nested = good;
  nested.insert(nested.find("\"image\""), "\"image\":\"other\",");
  expect_bad_request(server, nested, "image");
  for (const char* bytes : {"\xff", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"}) {
    std::string text = good;
    text.replace(text.find("cuda"), 4, bytes);
    expect_bad_request(server, text, "UTF-8");
  }
}

TEST(AdmissionReview, NestingBombsAndHugeListsEnd) {
  ReviewServer server;
  const std::string good = review_of(pod_asking(kGpu)).dump();
  std::string bomb = good;
  bomb.replace(bomb.find("\"cuda\""), 6, std::string(100'000, '[') + std::string(100'000, ']'));
  expect_bad_request(server, bomb, "");
  expect_bad_request(server, std::string(1'000'000, '['), "");
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  expect_bad_request(server, objects, "");
  std::string list = "[";
  for (int i = 0; i < 500'000; ++i) list += "0,";
  list += "0]";
  expect_bad_request(server, list, "must be an AdmissionReview");
  std::string groups = good;
  groups.replace(groups.find("[\"system:authenticated\"]"), 24, list);
  expect_bad_request(server, groups, "request.userInfo.groups");
}

TEST(AdmissionReview, TheUidComesBackAsItCame) {
  ReviewServer server;
  json review = review_of(pod_asking(kGpu));
  for (const std::string& uid : {std::string("a"), std::string("quote\" back\\ \n \x01 \xc3\xa9"),
                                 std::string(100'000, 'u')}) {
    review["request"]["uid"] = uid;
    EXPECT_EQ(server.response("/mutate", review).value("uid", ""), uid);
  }
}

TEST(AdmissionReview, AGpuBecomesAPatchFromMutateAlone) {
  ReviewServer server;
  const json review = review_of(pod_asking(kGpu));
  const json mutated = server.response("/mutate", review);
  EXPECT_TRUE(mutated.value("allowed", false));
  EXPECT_FALSE(mutated.contains("status"));
  const json after = review["request"]["object"].patch(patch_of(mutated));
  EXPECT_EQ(after.at("spec").at("resourceClaims").size(), 1u);
  // An empty map of limits may stay or go.
  EXPECT_EQ(after.dump().find("\"nvidia.com/gpu\""), std::string::npos) << after;

  const json validated = server.response("/validate", review);
  EXPECT_FALSE(validated.contains("patch"));
  EXPECT_FALSE(validated.contains("patchType"));
}

TEST(AdmissionReview, TheRewrittenPodIsLeftAloneByASecondRound) {
  ReviewServer server;
  json review = review_of(pod_asking(kGpu));
  json& pod = review["request"]["object"];
  pod = pod.patch(patch_of(server.response("/mutate", review)));
  for (const char* path : {"/mutate", "/validate"}) {
    const json response = server.response(path, review);
    EXPECT_TRUE(response.value("allowed", false)) << response;
    EXPECT_FALSE(response.contains("patch")) << response;
    EXPECT_FALSE(response.contains("warnings")) << response;
  }
}

TEST(AdmissionReview, DeletesUpdatesAndSubresourcesAreLeftAlone) {
  ReviewServer server;
  json remove = review_of(pod_asking(kGpu));
  remove["request"]["operation"] = "DELETE";
  remove["request"]["oldObject"] = remove["request"]["object"];
  remove["request"]["object"] = nullptr;
  json bare_remove = remove;
  bare_remove["request"]["oldObject"] = nullptr;
  json update = review_of(pod_asking(kGpu));
  update["request"]["operation"] = "UPDATE";
  update["request"]["oldObject"] = pod_asking({{"cpu", "1"}});
  json subresource = update;
  subresource["request"]["subResource"] = "ephemeralcontainers";
  json binding = review_of(pod_asking(kGpu));
  binding["request"]["subResource"] = "binding";
  binding["request"]["object"] = {{"apiVersion", "v1"}, {"kind", "Binding"}};
  json connect = review_of(pod_asking(kGpu));
  connect["request"]["operation"] = "CONNECT";
  connect["request"]["subResource"] = "exec";
  connect["request"]["object"] = {{"apiVersion", "v1"}, {"kind", "PodExecOptions"}};
  for (const json& review : {remove, bare_remove, update, subresource, binding, connect}) {
    for (const char* path : {"/mutate", "/validate"}) {
      const json expected = {{"uid", review["request"]["uid"]}, {"allowed", true}};
      EXPECT_EQ(server.response(path, review), expected) << path << review.dump();
    }
  }
}

// Of all deletions two have something to say: the name that a class leaves to others (overlap), and
// quotas that count nothing without a mapping.
TEST(AdmissionReview, AClassThatIsDeletedLeavesItsName) {
  const auto of_class = [](std::string_view name, std::string_view resource) {
    return "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: " +
           std::string(name) + "}, spec: {extendedResourceName: " + std::string(resource) + "}}";
  };
  const std::string classes = of_class("a", "x.com/gpu") + "\n---\n" + of_class("b", "x.com/gpu") +
                              "\n---\n" + of_class("c", "x.com/nic");
  ReviewServer server(classes);
  const auto deletes = [&](const char* name, const char* resource) {
    json review = review_of({{"apiVersion", "resource.k8s.io/v1"},
                             {"kind", "DeviceClass"},
                             {"metadata", {{"name", name}}},
                             {"spec", {{"extendedResourceName", resource}}}});
    review["request"]["operation"] = "DELETE";
    review["request"]["oldObject"] = review["request"]["object"];
    review["request"]["object"] = nullptr;
    review["request"].erase("namespace");
    return server.response("/validate", review);
  };
  const json told = deletes("a", "x.com/gpu");
  EXPECT_TRUE(told["allowed"]);
  EXPECT_EQ(told["warnings"],
            json({"Kubernetes 1.36 serves x.com/gpu no longer once one of its classes gives the "
                  "name up; DeviceClass b carries it still. Write that class again: kubectl "
                  "annotate deviceclass b touched=1. [AmbiguousExtendedResource]"}));
  for (const json& silent :
       {deletes("c", "x.com/nic"), deletes("d", ""), deletes("e", "y.com/z")}) {
    EXPECT_TRUE(silent["allowed"]);
    EXPECT_FALSE(silent.contains("warnings")) << silent;
  }
}

json mapping_of(std::string_view logical_resource) {
  return {
      {"apiVersion", "drawbridge.dev/v1alpha1"},
      {"kind", "DeviceMapping"},
      {"metadata", {{"name", "m"}}},
      {"spec", {{"logicalResource", logical_resource}, {"deviceClassNames", {"gpu.nvidia.com"}}}}};
}

std::string quota_text(std::string_view ns, std::string_view name) {
  return "---\n{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: gpus, "
         "namespace: " +
         std::string(ns) + "}, spec: {hard: {" + std::string(name) + ": 8}}}\n";
}

// From one mapping to another one, nullptr where it is deleted: what is said.
std::string told_of_mapping(const std::string& state, const json& before, const json& after) {
  ReviewServer server((before.is_null() ? "" : "---\n" + before.dump() + "\n") + state);
  json review = review_of(after.is_null() ? before : after);
  review["request"]["operation"] = after.is_null()    ? "DELETE"
                                   : before.is_null() ? "CREATE"
                                                      : "UPDATE";
  review["request"]["oldObject"] = before;
  review["request"]["object"] = after;
  review["request"].erase("namespace");
  const json response = server.response("/validate", review);
  EXPECT_TRUE(response["allowed"]);
  return response.contains("warnings") ? response["warnings"].dump() : "";
}

TEST(AdmissionReview, AMappingThatIsRenamedOrDeletedLeavesQuotas) {
  const json before = mapping_of("nvidia.com/gpu");
  const json after = mapping_of("gpus");
  const std::string of_one = quota_text("team-a", "nvidia.com/gpu");
  EXPECT_EQ(told_of_mapping(of_one, before, after),
            R"(["DeviceQuota gpus of team-a limits nvidia.com/gpu, and what claims of class )"
            R"(gpu.nvidia.com ask for is counted as gpus from now on. Write gpus in it, too: )"
            R"(kubectl get devicequota -A shows all. [QuotaCountsNothing]"])");
  EXPECT_EQ(told_of_mapping(of_one + quota_text("team-b", "nvidia.com/gpu"), before, nullptr),
            R"(["DeviceQuota gpus of team-a and 1 more limit nvidia.com/gpu, and what claims of )"
            R"(class gpu.nvidia.com ask for is counted as gpu.nvidia.com without this )"
            R"(DeviceMapping. [QuotaCountsNothing]","Write gpu.nvidia.com in them, too: kubectl )"
            R"(get devicequota -A shows all. [QuotaCountsNothing]"])");
  EXPECT_EQ(told_of_mapping(of_one, before, before), "");
  json with_choice = before;
  with_choice["spec"].erase("deviceClassNames");
  with_choice["spec"]["rewrites"] = {
      {{"resource", "nvidia.com/gpu"},
       {"action", "Rewrite"},
       {"request",
        {{"firstAvailable", {{{"name", "a"}, {"deviceClassName", "gpu.nvidia.com"}}}}}}}};
  EXPECT_THAT(told_of_mapping(of_one, with_choice, nullptr),
              HasSubstr("what claims of class gpu.nvidia.com ask for"));
  EXPECT_EQ(told_of_mapping(quota_text("team-a", "x.com/nic"), before, nullptr), "");
  EXPECT_EQ(told_of_mapping(quota_text("team-a", "nvidia.com/gpu: 8, gpus"), before, after), "")
      << "it limits both";
  json other = mapping_of("nvidia.com/gpu");
  other["metadata"]["name"] = "other";
  other["spec"]["deviceClassNames"] = {"mig.nvidia.com"};
  EXPECT_THAT(told_of_mapping(of_one + "---\n" + other.dump() + "\n", before, nullptr),
              HasSubstr("what claims of class gpu.nvidia.com ask for is counted as gpu.nvidia.com"))
      << "another one counts other devices under that name";
  other["spec"]["deviceClassNames"] = {"mig.nvidia.com", "gpu.nvidia.com"};
  EXPECT_EQ(told_of_mapping(of_one + "---\n" + other.dump() + "\n", before, nullptr), "")
      << "another one counts them under that name";
  EXPECT_EQ(
      told_of_mapping(of_one + "---\n{apiVersion: resource.k8s.io/v1, kind: DeviceClass, "
                               "metadata: {name: gpu.nvidia.com}, spec: {extendedResourceName: "
                               "nvidia.com/gpu}}\n",
                      before, nullptr),
      "")
      << "the class has that name without one";
}

// From one to another, whichever mapping says it.
TEST(AdmissionReview, AMappingThatTakesClassesOutOfQuotas) {
  const auto of_classes = [](const json& classes) {
    json mapping = mapping_of("nvidia.com/gpu");
    mapping["spec"]["deviceClassNames"] = classes;
    return mapping;
  };
  const json one = of_classes({"gpu.nvidia.com"});
  const json both = of_classes({"gpu.nvidia.com", "mig.nvidia.com"});
  const std::string quota = quota_text("team-a", "nvidia.com/gpu");
  const auto counted_as = [](const std::string& of_class, const std::string& name) {
    return HasSubstr("and what claims of class " + of_class + " ask for is counted as " + name +
                     " from now on. Write " + name + " in it, too: ");
  };
  EXPECT_THAT(told_of_mapping(quota, one, of_classes({"mig.nvidia.com"})),
              counted_as("gpu.nvidia.com", "gpu.nvidia.com"));
  EXPECT_THAT(told_of_mapping(quota, both, one), counted_as("mig.nvidia.com", "mig.nvidia.com"));
  EXPECT_EQ(told_of_mapping(quota, one, both), "");
  const std::string of_mig = quota_text("team-a", "mig.nvidia.com");
  EXPECT_THAT(told_of_mapping(of_mig, one, both), counted_as("mig.nvidia.com", "nvidia.com/gpu"));
  EXPECT_THAT(told_of_mapping(of_mig, nullptr, both),
              counted_as("mig.nvidia.com", "nvidia.com/gpu"))
      << "it is new";
  EXPECT_EQ(told_of_mapping(quota, nullptr, both), "");
  const std::string carries =
      "---\n{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu.nvidia.com}, "
      "spec: {extendedResourceName: nvidia.com/gpu}}\n";
  EXPECT_THAT(told_of_mapping(quota + carries, nullptr, mapping_of("gpus")),
              counted_as("gpu.nvidia.com", "gpus"));
}

TEST(AdmissionReview, AKindThatIsNotOursIsAllowedWithoutAWord) {
  ReviewServer server;
  const json secret = {{"apiVersion", "v1"}, {"kind", "Secret"}, {"metadata", {{"name", "probe"}}}};
  // A kind of the same name in a foreign group.
  json foreign = pod_asking(kGpu);
  foreign["apiVersion"] = "example.com/v1";
  for (const json& object : {secret, foreign}) {
    for (const char* path : {"/mutate", "/validate"}) {
      const json response = server.response(path, review_of(object));
      EXPECT_EQ(response.size(), 2u) << response;
      EXPECT_TRUE(response.value("allowed", false));
    }
  }
}

TEST(AdmissionReview, ARefusalIsA403OfAnAnswerWithStatus200) {
  ReviewServer server;
  for (const json& resources : {json{{"nvidia.com/gpu", "1500m"}}, json{{"nvidia.com/gpu", "-1"}},
                                json{{"nvidia.com/gpu", "many"}}, json{{"nvidia.com/gpu", "33"}}}) {
    const json response = server.response("/mutate", review_of(pod_asking(resources)));
    EXPECT_FALSE(response.value("allowed", true)) << resources;
    EXPECT_FALSE(response.contains("patch")) << resources;
    const json status = response.value("status", json::object());
    EXPECT_EQ(status.value("code", 0), 403);
    EXPECT_EQ(status.value("reason", ""), "Forbidden");
    EXPECT_EQ(status.value("status", ""), "Failure");
    EXPECT_FALSE(status.value("message", "").empty());
    EXPECT_FALSE(response["auditAnnotations"].value("findings", "").empty()) << response;
  }
}

// What is no pod is no reason to let it pass: the API server may read what we could not.
TEST(AdmissionReview, AMalformedPodIsRefusedWithItsField) {
  ReviewServer server;
  struct Case {
    const char* pointer;
    json value;
    const char* field;
  };
  const Case cases[] = {
      {"/spec", 7, "spec"},
      {"/spec/containers", "main", "spec.containers"},
      {"/spec/containers/0", json::array(), "spec.containers[0]"},
      {"/spec/containers/0/resources", "all", "spec.containers[0].resources"},
      {"/spec/containers/0/resources/limits", json::array({1}),
       "spec.containers[0].resources.limits"},
      {"/spec/containers/0/name", 5, "spec.containers[0].name"},
      {"/spec/initContainers", 5, "spec.initContainers"},
      {"/spec/resourceClaims", "gpu", "spec.resourceClaims"},
      {"/metadata/annotations", "text", "metadata.annotations"},
  };
  for (const Case& at : cases) {
    json pod = pod_asking(kGpu);
    pod[json::json_pointer(at.pointer)] = at.value;
    for (const char* path : {"/mutate", "/validate"}) {
      const json response = server.response(path, review_of(pod));
      EXPECT_FALSE(response.value("allowed", true)) << path << at.pointer;
      EXPECT_THAT(response.value("status", json::object()).value("message", ""),
                  HasSubstr(at.field))
          << path;
      EXPECT_FALSE(response.contains("patch"));
    }
  }
}

TEST(AdmissionReview, TenantTextNeverBreaksAWarningOrAMessage) {
  ReviewServer server(std::string(kGpuCluster) + R"(
---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: warns}
spec:
  logicalResource: example.com/fpga
  rewrites:
  - resource: example.com/fpga-{model}
    action: Warn
    request: {exactly: {deviceClassName: gpu.nvidia.com}}
)");
  for (const std::string& text :
       {std::string("new\nline\ttab\r\x1b[31m"), std::string(5000, 'x'),
        std::string("\xe2\x80\xae turned"), std::string("\xe2\x80\xa8 separator")}) {
    json pod = pod_asking({{"example.com/fpga-a", "1"}, {"nvidia.com/gpu", "1"}});
    pod["metadata"]["name"] = text;
    pod["metadata"]["annotations"] = {{text, text}};
    pod["spec"]["containers"][0]["name"] = text;
    pod["spec"]["containers"][0]["resources"]["limits"]["example.com/fpga-" + text] = "1";
    pod["spec"]["resourceClaims"] = {{{"name", text}, {"resourceClaimTemplateName", text}}};
    for (const char* path : {"/mutate", "/validate"}) {
      const json response = server.response(path, review_of(pod));
      for (const json& warning : response.value("warnings", json::array())) {
        const std::string line = warning.get<std::string>();
        EXPECT_LE(line.size(), 256u);
        EXPECT_EQ(line.find_first_of("\n\r\t\x1b"), std::string::npos) << line;
        EXPECT_EQ(line.find("\xe2\x80\xae"), std::string::npos) << line;
        EXPECT_EQ(line.find("\xe2\x80\xa8"), std::string::npos) << line;
      }
      const std::string message = response.value("status", json::object()).value("message", "");
      EXPECT_EQ(message.find_first_of("\r\t\x1b"), std::string::npos) << message;
    }
  }
}

TEST(AdmissionReview, APatchNeverLeavesFromValidate) {
  AdmissionRequest request;
  request.endpoint = Endpoint::kValidate;
  request.uid = "u";
  Decision decision;
  decision.patch = "[]";
  const AdmissionResponse response = conclude(request, std::move(decision), {});
  EXPECT_TRUE(response.allowed);
  EXPECT_EQ(json::parse(encode_review(request, response))["response"],
            json({{"uid", "u"}, {"allowed", true}}));
}

TEST(AdmissionReview, RecordedReviewsAreAnswered) {
  const auto shared = shared_folder();
  if (!shared || !std::filesystem::is_directory(*shared / "reviews"))
    GTEST_SKIP() << "SKIPPED: no folder of recorded reviews; set DRAWBRIDGE_SHARED";
  ReviewServer server;
  int reviews = 0;
  int patches = 0;
  for (const auto& entry : std::filesystem::directory_iterator(*shared / "reviews")) {
    if (entry.path().extension() != ".json") continue;
    SCOPED_TRACE(entry.path().filename().string());
    const json review = json::parse(read_file(entry.path()));
    for (const char* path : {"/mutate", "/validate"}) {
      const json response = server.response(path, review);
      EXPECT_EQ(response.value("uid", ""), review["request"]["uid"].get<std::string>());
      EXPECT_TRUE(response.value("allowed", false)) << response;
      if (response.contains("patch")) {
        EXPECT_STREQ(path, "/mutate");
        const json after = review["request"]["object"].patch(patch_of(response));
        EXPECT_NE(after, review["request"]["object"]);
        ++patches;
      } else {
        EXPECT_FALSE(response.contains("patchType"));
      }
    }
    ++reviews;
  }
  EXPECT_GE(reviews, 9);
  EXPECT_GE(patches, 1);
}

// /validate sees the pod as it will be stored: what a webhook behind us put into it stays.
TEST(AdmissionReview, WhatSlippedPastIsNamedAndWhatIsAClaimIsNot) {
  ReviewServer server;
  json pod = pod_asking(kGpu);
  const json mutated = server.response("/mutate", review_of(pod));
  pod = pod.patch(patch_of(mutated));
  EXPECT_FALSE(server.response("/validate", review_of(pod)).contains("warnings"));

  pod["spec"]["containers"].push_back(
      {{"name", "injected"}, {"resources", {{"limits", {{"nvidia.com/gpu", "2"}}}}}});
  const json answer = server.response("/validate", review_of(pod));
  EXPECT_TRUE(answer["allowed"].get<bool>());
  ASSERT_EQ(answer["warnings"].size(), 1u) << answer;
  EXPECT_THAT(
      answer["warnings"][0].get<std::string>(),
      ::testing::StartsWith(
          "nvidia.com/gpu: 2 of container injected stays an extended resource: it was added"));
}

}  // namespace
}  // namespace drawbridge::admission
