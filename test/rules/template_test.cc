// The canonical text of a claim's spec, and templates that are named by it.
#include "rules/mapping/template.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "rules/mapping/canonical.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

std::string canonical(const json& spec, RequestShape shape = RequestShape::kNested) {
  const kube::Document document = from_nlohmann(spec);
  Result<std::string> text = canonical_template_spec(document.root(), shape);
  return text ? *text : text.error().text();
}

// What a rewrite writes, with one of everything.
json full_spec() {
  return json::parse(R"({"spec":{"devices":{
    "config":[{"opaque":{"driver":"gpu.nvidia.com","parameters":{"kind":"GpuConfig","x":{}}},
               "requests":["a"]}],
    "constraints":[{"matchAttribute":"a.com/root","requests":["a","b"]}],
    "requests":[
      {"name":"a","exactly":{"allocationMode":"ExactCount","count":2,"deviceClassName":"gpu.nvidia.com",
        "capacity":{"requests":{"memory":"1Gi"}},
        "selectors":[{"cel":{"expression":"true"}}],
        "tolerations":[{"key":"k","operator":"Equal","value":"v","effect":"NoSchedule","tolerationSeconds":5}]}},
      {"name":"b","firstAvailable":[
        {"name":"x","allocationMode":"ExactCount","count":1,"deviceClassName":"c"},
        {"name":"y","allocationMode":"ExactCount","count":3,"deviceClassName":"d",
         "capacity":{"requests":{"memory":"1536Mi"}}}]}]}}})");
}

json& request(json& spec, std::size_t i) {
  return spec["spec"]["devices"]["requests"][i];
}
json& exactly_of(json& spec) {
  return request(spec, 0)["exactly"];
}

TEST(Canonical, SortsKeysAndIsItsOwnCanonicalText) {
  const std::string text = canonical(full_spec());
  EXPECT_EQ(canonical(json::parse(text)), text);
  EXPECT_EQ(text.find("{\"spec\":{\"devices\":{\"config\":[{\"opaque\":{\"driver\""), 0u) << text;
}

TEST(Canonical, TakesTheServersDefaultsForGranted) {
  const std::string text = canonical(full_spec());
  json spec = full_spec();
  exactly_of(spec).erase("allocationMode");
  EXPECT_EQ(canonical(spec), text);
  exactly_of(spec)["allocationMode"] = "";
  EXPECT_EQ(canonical(spec), text);
  exactly_of(spec)["tolerations"][0].erase("operator");
  EXPECT_EQ(canonical(spec), text);
  exactly_of(spec)["tolerations"][0]["operator"] = "";
  EXPECT_EQ(canonical(spec), text);
  for (const json& count : {json(nullptr), json(0)}) {
    request(spec, 1)["firstAvailable"][0]["count"] = count;
    EXPECT_EQ(canonical(spec), text);
  }
  request(spec, 1)["firstAvailable"][0].erase("count");
  EXPECT_EQ(canonical(spec), text);
  request(spec, 1)["firstAvailable"][1].erase("allocationMode");
  EXPECT_EQ(canonical(spec), text);
}

TEST(Canonical, LeavesOutWhatTheServerDoesNotStore) {
  const std::string text = canonical(full_spec());
  json spec = full_spec();
  spec["metadata"] = {{"creationTimestamp", nullptr}, {"labels", json::object()}};
  exactly_of(spec)["adminAccess"] = nullptr;
  spec["spec"]["devices"]["more"] = json::array();
  request(spec, 1)["firstAvailable"][0]["tolerations"] = json::array();
  request(spec, 1)["firstAvailable"][0]["selectors"] = nullptr;
  request(spec, 1)["firstAvailable"][0]["capacity"] = json::object();
  EXPECT_EQ(canonical(spec), text);
}

TEST(Canonical, WritesQuantitiesAsTheServerStoresThem) {
  const std::string text = canonical(full_spec());
  json spec = full_spec();
  exactly_of(spec)["capacity"]["requests"]["memory"] = "1024Mi";
  request(spec, 1)["firstAvailable"][1]["capacity"]["requests"]["memory"] = "1.5Gi";
  EXPECT_EQ(canonical(spec), text);
  exactly_of(spec)["capacity"]["requests"]["memory"] = "1025Mi";
  EXPECT_NE(canonical(spec), text);
  exactly_of(spec)["capacity"]["requests"]["memory"] = "many";
  EXPECT_THAT(canonical(spec), HasSubstr("capacity.requests[memory]: "));
}

// Every leaf of the document, changed, removed, or beside something new, makes another text.
void for_each_leaf(json& value, const std::function<void()>& check) {
  if (value.is_object()) {
    value["unknownField"] = "x";
    check();
    value.erase("unknownField");
    std::vector<std::string> keys;
    for (const auto& [key, member] : value.items()) keys.push_back(key);
    for (const std::string& key : keys) {
      for_each_leaf(value[key], check);
      const json kept = value[key];
      value[key] = "changed";
      check();
      value[key] = 77;
      check();
      value[key] = json::array({json::object({{"a", 1}})});
      check();
      value[key] = kept;
    }
  } else if (value.is_array()) {
    value.push_back("x");
    check();
    value.erase(value.size() - 1);
    if (!value.empty()) {
      const json first = value[0];
      value.erase(0);
      check();
      value.insert(value.begin(), first);
    }
    for (json& element : value) for_each_leaf(element, check);
  } else {
    const json kept = value;
    for (const json& other : {json(true), json(1.5), json("other"), json(18446744073709551615u)}) {
      value = other;
      check();
    }
    value = kept;
  }
}

TEST(Canonical, EveryFieldCounts) {
  const std::string text = canonical(full_spec());
  json spec = full_spec();
  int tried = 0;
  for_each_leaf(spec, [&] {
    ++tried;
    EXPECT_NE(canonical(spec), text) << spec.dump();
  });
  EXPECT_GT(tried, 200);
  EXPECT_EQ(spec, full_spec()) << "the test put everything back";
}

TEST(Canonical, ACountIsNotGuessed) {
  json spec = full_spec();
  request(spec, 1)["firstAvailable"][0]["count"] = 1;
  const std::string one = canonical(spec);
  for (const json& count : {json("1"), json(1.5), json(2), json(-1), json(9223372036854775808u),
                            json(true), json::array({1})}) {
    request(spec, 1)["firstAvailable"][0]["count"] = count;
    EXPECT_NE(canonical(spec), one) << count;
  }
}

TEST(Canonical, AllHasNoCount) {
  json spec = full_spec();
  exactly_of(spec)["allocationMode"] = "All";
  exactly_of(spec).erase("count");
  EXPECT_EQ(
      json::parse(canonical(spec))["spec"]["devices"]["requests"][0]["exactly"].count("count"), 0u);
}

TEST(Canonical, ReadsTheFlatRequestsOfV1Beta1) {
  const std::string text = canonical(full_spec());
  json flat = full_spec();
  json fields = exactly_of(flat);
  fields["name"] = "a";
  request(flat, 0) = fields;
  EXPECT_EQ(canonical(flat, RequestShape::kFlat), text);
  EXPECT_NE(canonical(flat, RequestShape::kNested), text);
  EXPECT_NE(canonical(full_spec(), RequestShape::kFlat), text) << "v1beta1 does not know exactly";
  request(flat, 0)["more"] = 1;
  EXPECT_NE(canonical(flat, RequestShape::kFlat), text);

  EXPECT_EQ(request_shape("resource.k8s.io/v1beta1"), RequestShape::kFlat);
  for (const char* version : {"resource.k8s.io/v1", "resource.k8s.io/v1beta2", ""})
    EXPECT_EQ(request_shape(version), RequestShape::kNested) << version;
}

// ---- Templates.

json template_from(const json& spec, const std::string& api_version = "resource.k8s.io/v1") {
  const ClaimTemplate made{template_name(canonical(spec)), canonical(spec)};
  json object = json::parse(template_object(made, "team-a"));
  object["apiVersion"] = api_version;
  object["spec"] = spec;
  return object;
}

std::string checked(const json& object) {
  const kube::Document document = from_nlohmann(object);
  const std::optional<Finding> finding = check_template(document.root());
  if (!finding) return "accepted";
  check_findings({*finding});
  EXPECT_EQ(finding->severity, Severity::kDeny);
  return std::string(finding->code);
}

TEST(Template, IsNamedByTheHashOfItsSpec) {
  // printf '{}' | sha256sum
  EXPECT_EQ(template_name("{}"), "drawbridge-44136fa355b3678a1146ad16f7e8649e");
  EXPECT_TRUE(is_generated_template_name(template_name("x")));
  for (const char* name : {"", "drawbridge-", "drawbridge-44136fa355b3678a1146ad16f7e8649",
                           "drawbridge-44136fa355b3678a1146ad16f7e8649e0",
                           "drawbridge-44136FA355B3678A1146AD16F7E8649E",
                           "xdrawbridge-44136fa355b3678a1146ad16f7e8649e",
                           "drawbridge-g4136fa355b3678a1146ad16f7e8649e"})
    EXPECT_FALSE(is_generated_template_name(name)) << name;
}

TEST(Template, ObjectIsWhatTheApiServerTakes) {
  const ClaimTemplate made{template_name("{}"), R"({"spec":{}})"};
  EXPECT_EQ(json::parse(template_object(made, "team-a")), json::parse(R"({
    "apiVersion":"resource.k8s.io/v1","kind":"ResourceClaimTemplate",
    "metadata":{"labels":{"app.kubernetes.io/managed-by":"drawbridge"},
                "name":"drawbridge-44136fa355b3678a1146ad16f7e8649e","namespace":"team-a"},
    "spec":{"spec":{}}})"));
}

// Whatever version the API server serves, a template has one name, and what comes back is known by
// it.
TEST(Template, ObjectOfEachVersionHasOneName) {
  const ClaimTemplate made{template_name(canonical(full_spec())), canonical(full_spec())};
  for (const std::string version : {"v1", "v1beta2", "v1beta1"}) {
    const json object = json::parse(template_object(made, "team-a", version));
    EXPECT_EQ(object["apiVersion"], "resource.k8s.io/" + version);
    EXPECT_EQ(object["metadata"]["name"], made.name);
    EXPECT_EQ(checked(object), "accepted") << version;
    json forged = object;
    forged["spec"]["spec"]["devices"]["requests"][1]["firstAvailable"][0]["count"] = 8;
    EXPECT_EQ(checked(forged), "TemplateTampered") << version;
  }
  const json nested = json::parse(template_object(made, "team-a", "v1beta2"))["spec"];
  EXPECT_EQ(nested, json::parse(made.spec));
  const json flat = json::parse(template_object(made, "team-a", "v1beta1"))["spec"];
  const json& requests = flat["spec"]["devices"]["requests"];
  EXPECT_FALSE(requests[0].contains("exactly"));
  EXPECT_EQ(requests[0]["name"], "a");
  EXPECT_EQ(requests[0]["deviceClassName"], "gpu.nvidia.com");
  EXPECT_EQ(requests[0]["count"], 2);
  EXPECT_EQ(requests[0]["capacity"]["requests"]["memory"], "1Gi");
  EXPECT_EQ(requests[1], nested["spec"]["devices"]["requests"][1]);
  for (const char* list : {"config", "constraints"})
    EXPECT_EQ(flat["spec"]["devices"][list], nested["spec"]["devices"][list]);
  // A field of a claim that this version does not know stands in no other place.
  EXPECT_EQ(flat_template_spec(R"({"metadata":{"a":1},"spec":{"devices":{"x":[1]},"y":2}})"),
            R"({"metadata":{"a":1},"spec":{"devices":{"x":[1]},"y":2}})");
}

TEST(Template, AsTheServerStoredItIsAccepted) {
  json spec = full_spec();
  json object = template_from(spec);
  EXPECT_EQ(checked(object), "accepted");
  object["metadata"]["uid"] = "123";
  object["metadata"]["creationTimestamp"] = "2026-01-01T00:00:00Z";
  object["metadata"]["managedFields"] = json::array({json::object({{"manager", "drawbridge"}})});
  EXPECT_EQ(checked(object), "accepted");
  // Restored by a client of another version.
  object["apiVersion"] = "resource.k8s.io/v1beta2";
  EXPECT_EQ(checked(object), "accepted");
  json fields = object["spec"]["spec"]["devices"]["requests"][0]["exactly"];
  fields["name"] = "a";
  object["spec"]["spec"]["devices"]["requests"][0] = fields;
  EXPECT_EQ(checked(object), "TemplateTampered");
  object["apiVersion"] = "resource.k8s.io/v1beta1";
  EXPECT_EQ(checked(object), "accepted");
}

TEST(Template, WithOtherContentIsRefused) {
  json object = template_from(full_spec());
  int tried = 0;
  for_each_leaf(object["spec"], [&] {
    ++tried;
    EXPECT_NE(checked(object), "accepted") << object.dump();
  });
  EXPECT_GT(tried, 200);
  object["spec"]["metadata"]["labels"]["a"] = "b";
  EXPECT_EQ(checked(object), "TemplateTampered");
  object["spec"] = nullptr;
  EXPECT_EQ(checked(object), "TemplateTampered");
}

TEST(Template, WithABrokenQuantityIsRefusedAsMalformed) {
  json object = template_from(full_spec());
  exactly_of(object["spec"])["capacity"]["requests"]["memory"] = "lots";
  EXPECT_EQ(checked(object), "MalformedObject");
}

TEST(Template, OfAnyOtherNameIsNobodysBusiness) {
  json object = template_from(full_spec());
  for (const char* name : {"gpu", "drawbridge-mine", ""}) {
    object["metadata"]["name"] = name;
    object["spec"]["anything"] = 5;
    EXPECT_EQ(checked(object), "accepted") << name;
  }
}

}  // namespace
}  // namespace drawbridge::rules
