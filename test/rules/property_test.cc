// Generated pods: what must hold for every one of them, whatever it asks for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "rules/mapping/canonical.h"
#include "test/generated_cases.h"
#include "test/rules/rich_mappings.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using nlohmann::json;

const int kPods = test::generated_cases(1000);

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
  }
  bool one_in(std::size_t n) { return below(n) == 0; }

  // Mostly few, now and then at the limit or past it.
  std::string count() {
    if (one_in(40)) return std::to_string(28 + below(8));
    if (one_in(300)) return "9223372036854775807";
    return std::to_string(below(5));
  }

  json resources() {
    json limits = json::object();
    const std::size_t kinds = below(3);
    for (std::size_t i = 0; i < kinds; ++i)
      limits[std::string(kRichResources[below(std::size(kRichResources))])] = count();
    // Pairs are asked for in equal numbers.
    if (limits.contains("a.com/rail-gpu") && !one_in(10))
      limits["a.com/rail-nic"] = limits["a.com/rail-gpu"];
    const bool gpu = limits.contains("a.com/gpu") || limits.contains("a.com/gpu-shared");
    if (gpu && one_in(2)) limits["a.com/gpumem"] = std::to_string(1 + below(3));
    if (one_in(2)) limits["cpu"] = "1";
    if (one_in(10)) limits["b.com/unmapped"] = "1";
    if (one_in(10)) limits["a.com/shadow"] = "1";
    json result = json::object();
    if (!limits.empty()) {
      result["limits"] = limits;
      result["requests"] = limits;
    }
    if (one_in(8)) result["claims"] = {{{"name", one_in(2) ? "own" : "devices"}}};
    return result;
  }

  json container(const std::string& name, bool init) {
    json result = {{"name", name}, {"image", "i"}, {"resources", resources()}};
    if (init && one_in(2)) result["restartPolicy"] = "Always";
    return result;
  }

  json pod() {
    json spec = json::object();
    std::size_t number = 0;
    for (const bool init : {true, false}) {
      json list = json::array();
      const std::size_t count = init ? below(4) : 1 + below(3);
      for (std::size_t i = 0; i < count; ++i) {
        // Names whose parts collide, and long ones.
        static const std::string kNames[] = {"a", "a-a", "a-a-com", std::string(58, 'n')};
        list.push_back(container(kNames[below(4)] + std::to_string(number++), init));
      }
      if (!list.empty()) spec[init ? "initContainers" : "containers"] = list;
    }
    if (one_in(4)) {
      spec["resourceClaims"] = {
          {{"name", one_in(2) ? "own" : "devices"}, {"resourceClaimName", "x"}}};
    }
    json metadata = {{"generateName", "p-"}, {"namespace", "team-a"}};
    if (one_in(3))
      metadata["annotations"] = {{"a.com/model", one_in(2) ? "H100" : "\" || \"'\\{value}\n"}};
    return {{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", metadata}, {"spec", spec}};
  }

 private:
  std::mt19937 random_;
};

std::vector<json> all_containers(const json& pod) {
  std::vector<json> result;
  for (const char* list : {"initContainers", "containers"}) {
    for (const json& container : pod["spec"].value(list, json::array()))
      result.push_back(container);
  }
  return result;
}

bool is_short(const json& pod, std::size_t i) {
  const json init = pod["spec"].value("initContainers", json::array());
  return i < init.size() && init[i].value("restartPolicy", "") != "Always";
}

std::int64_t asked(const json& container, std::string_view resource) {
  const json limits = container["resources"].value("limits", json::object());
  // More than a claim holds is too many, however many it is; what is summed here stays small.
  return std::min<std::int64_t>(std::stoll(limits.value(std::string(resource), "0")), 1000);
}

// The scheduler's rule (KEP-5004), said the slow way: long-lived containers add up; each
// short-lived one takes whole requests behind it, one after another, until it has enough, and lacks
// the rest; of what they lack the most is added.
std::int64_t scheduler_count(const json& pod, std::string_view resource) {
  const std::vector<json> containers = all_containers(pod);
  std::int64_t sum = 0;
  std::int64_t most_lacking = 0;
  for (std::size_t i = 0; i < containers.size(); ++i) {
    std::int64_t wanted = asked(containers[i], resource);
    if (!is_short(pod, i)) {
      sum += wanted;
      continue;
    }
    for (std::size_t j = i; j < containers.size() && wanted > 0; ++j) {
      if (!is_short(pod, j)) wanted -= asked(containers[j], resource);
    }
    most_lacking = std::max(most_lacking, wanted);
  }
  return sum + most_lacking;
}

// Bodies of requests differ with the companion; then nothing is shared between containers.
bool has_companions(const json& pod) {
  for (const json& container : all_containers(pod)) {
    if (asked(container, "a.com/gpumem") > 0) return true;
  }
  return false;
}

// Counts of a claim's devices by the resource that its requests were made for, which their names
// say.
std::int64_t counted(const json& devices, std::string_view slug) {
  std::int64_t sum = 0;
  for (const json& request : devices["requests"]) {
    std::string name = request["name"];
    const std::size_t at = name.find(slug);
    if (at == std::string::npos) continue;
    const std::string rest = name.substr(at + slug.size());
    if (!rest.empty() && rest.find_first_not_of("-0123456789") != std::string::npos) continue;
    const json& option =
        request.contains("exactly") ? request["exactly"] : request["firstAvailable"][0];
    sum += option["count"].get<std::int64_t>();
  }
  return sum;
}

class PropertyTest : public ::testing::TestWithParam<unsigned> {
 protected:
  PropertyTest() { world_.mappings = rich_mappings(); }
  World world_;
};

// Everything that a container names exists, and every template is what its name says.
void check_result(const Rewritten& result) {
  std::map<std::string, json> claims;  // entry -> devices
  for (const json& entry : result.pod["spec"].value("resourceClaims", json::array())) {
    const std::string name = entry["name"];
    EXPECT_FALSE(claims.contains(name)) << "two entries are called " << name;
    claims[name] = nullptr;
    EXPECT_LE(name.size(), 63u);
    for (const ClaimTemplate& made : result.rewrite.templates) {
      if (made.name == entry.value("resourceClaimTemplateName", ""))
        claims[name] = devices_of(made);
    }
  }
  for (const ClaimTemplate& made : result.rewrite.templates) {
    const Result<kube::Document> spec = kube::read_json(made.spec);
    ASSERT_TRUE(spec.ok());
    EXPECT_EQ(*canonical_template_spec(spec->root()), made.spec);
    EXPECT_EQ(template_name(made.spec), made.name);
    for (const char* version : {"v1", "v1beta2", "v1beta1"}) {
      const Result<kube::Document> object =
          kube::read_json(template_object(made, "team-a", version));
      ASSERT_TRUE(object.ok());
      EXPECT_FALSE(check_template(object->root())) << version;
    }
    std::set<std::string> names;
    std::int64_t devices = 0;
    const json content = devices_of(made);
    for (const json& request : content["requests"]) {
      const std::string name = request["name"];
      EXPECT_TRUE(names.insert(name).second) << name;
      EXPECT_TRUE(name.size() <= 63 && name.back() != '-' && name.front() != '-') << name;
      const json& option =
          request.contains("exactly") ? request["exactly"] : request["firstAvailable"][0];
      devices += option["count"].get<std::int64_t>();
    }
    EXPECT_LE(devices, 32);
    for (const char* list : {"constraints", "config"}) {
      EXPECT_LE(content.value(list, json::array()).size(), 32u);
      for (const json& each : content.value(list, json::array())) {
        EXPECT_FALSE(each["requests"].empty());
        for (const json& name : each["requests"]) EXPECT_TRUE(names.contains(name)) << name;
      }
    }
  }
  for (const json& container : all_containers(result.pod)) {
    std::set<std::pair<std::string, std::string>> used;
    for (const json& claim : container["resources"].value("claims", json::array())) {
      const std::string request = claim.value("request", "");
      if (request.empty()) continue;  // the pod's own
      EXPECT_TRUE(used.insert({claim["name"], request}).second);
      ASSERT_TRUE(claims.contains(claim["name"])) << claim;
      bool found = false;
      for (const json& each : claims[claim["name"]]["requests"]) found |= each["name"] == request;
      EXPECT_TRUE(found) << claim << " in " << claims[claim["name"]];
    }
  }
}

TEST_P(PropertyTest, ARewrittenPodIsWholeAndStable) {
  Generator generator(GetParam());
  int rewrites = 0;
  int refusals = 0;
  for (int i = 0; i < kPods && !HasFailure(); ++i) {
    const json pod = generator.pod();
    SCOPED_TRACE(pod.dump());
    const Rewritten result = rewritten_object(world_, pod);
    if (any_denies(result.rewrite.findings)) {
      ++refusals;
      EXPECT_EQ(result.rewrite.patch, "");
      EXPECT_TRUE(result.rewrite.templates.empty());
      continue;
    }
    rewrites += result.rewrite.patch.empty() ? 0 : 1;
    check_result(result);
    for (const json& container : all_containers(result.pod)) {
      for (const std::string_view resource : kRichResources)
        EXPECT_EQ(asked(container, resource), 0) << resource << " is left in " << container;
    }
    const Rewritten again = rewritten_object(world_, result.pod);
    EXPECT_EQ(again.rewrite.patch, "");
    EXPECT_EQ(again.rewrite.templates.size(), result.rewrite.templates.size());
  }
  EXPECT_GT(rewrites, kPods / 3);
  EXPECT_GT(refusals, kPods / 100);
}

TEST_P(PropertyTest, CountsAreTheSchedulers) {
  Generator generator(GetParam() + 1000);
  int compared = 0;
  for (int i = 0; i < kPods && !HasFailure(); ++i) {
    const json pod = generator.pod();
    if (has_companions(pod)) continue;
    SCOPED_TRACE(pod.dump());
    const Rewritten result = rewritten_object(world_, pod);
    struct {
      const char* resource;
      const char* slug;
      const char* group;
    } const kResources[] = {{"a.com/gpu", "-a-gpu", ""},
                            {"a.com/gpu-shared", "-a-gpu-shared", ""},
                            {"a.com/mig-1g.5gb", "-a-mig-1g-5gb", ""},
                            {"a.com/mig-2g.10gb", "-a-mig-2g-10gb", ""},
                            {"a.com/rail-gpu", "-a-rail-gpu", "rail"},
                            {"a.com/rail-nic", "-a-rail-nic", "rail"},
                            {"a.com/second", "-a-second", "2"}};
    std::map<std::string, std::int64_t> in_group;
    for (const auto& each : kResources) in_group[each.group] += scheduler_count(pod, each.resource);
    const bool too_many = std::any_of(in_group.begin(), in_group.end(),
                                      [](const auto& group) { return group.second > 32; });
    const std::vector<std::string> found = codes(result.rewrite.findings);
    const bool refused = std::find(found.begin(), found.end(), "TooManyDevices") != found.end();
    EXPECT_EQ(refused, too_many);
    if (any_denies(result.rewrite.findings)) continue;
    json devices = {{"requests", json::array()}};
    for (const ClaimTemplate& made : result.rewrite.templates) {
      const json content = devices_of(made);
      for (const json& request : content["requests"]) devices["requests"].push_back(request);
    }
    // Names that were cut tell the resource no more.
    if (pod.dump().find("nnnnnnnn") != std::string::npos) continue;
    for (const auto& each : kResources) {
      EXPECT_EQ(counted(devices, each.slug), scheduler_count(pod, each.resource)) << each.resource;
      ++compared;
    }
  }
  EXPECT_GT(compared, kPods);
}

// Every container has as many devices at hand as it asked for.
TEST_P(PropertyTest, EveryContainerGetsWhatItAskedFor) {
  Generator generator(GetParam() + 2000);
  for (int i = 0; i < kPods && !HasFailure(); ++i) {
    const json pod = generator.pod();
    SCOPED_TRACE(pod.dump());
    const Rewritten result = rewritten_object(world_, pod);
    if (any_denies(result.rewrite.findings)) continue;
    std::map<std::string, std::int64_t> count_of;  // "ENTRY/REQUEST"
    for (const json& entry : result.pod["spec"].value("resourceClaims", json::array())) {
      for (const ClaimTemplate& made : result.rewrite.templates) {
        if (made.name != entry.value("resourceClaimTemplateName", "")) continue;
        const json content = devices_of(made);
        for (const json& request : content["requests"]) {
          const json& option =
              request.contains("exactly") ? request["exactly"] : request["firstAvailable"][0];
          count_of[entry["name"].get<std::string>() + "/" + request["name"].get<std::string>()] =
              option["count"];
        }
      }
    }
    const std::vector<json> before = all_containers(pod);
    const std::vector<json> after = all_containers(result.pod);
    for (std::size_t c = 0; c < before.size(); ++c) {
      std::int64_t wanted = 0;
      for (const std::string_view resource : kRichResources) wanted += asked(before[c], resource);
      std::int64_t got = 0;
      for (const json& claim : after[c]["resources"].value("claims", json::array())) {
        got += count_of[claim["name"].get<std::string>() + "/" + claim.value("request", "")];
      }
      EXPECT_GE(got, wanted);
      if (!is_short(pod, c)) {
        EXPECT_EQ(got, wanted) << "a long-lived container has its own devices";
      }
    }
  }
}

json without_empties(json value) {
  if (value.is_object()) {
    json result = json::object();
    for (const auto& [key, member] : value.items()) {
      const json inner = without_empties(member);
      if (inner.is_null() || ((inner.is_object() || inner.is_array()) && inner.empty())) continue;
      result[key] = inner;
    }
    return result;
  }
  if (value.is_array()) {
    for (json& element : value) element = without_empties(element);
  }
  return value;
}

// Whatever a later webhook does to containers, the second turn gives what the first would give.
TEST_P(PropertyTest, ASecondTurnGivesWhatTheFirstWouldGive) {
  Generator generator(GetParam() + 3000);
  int compared = 0;
  for (int i = 0; i < kPods && !HasFailure(); ++i) {
    json before = generator.pod();
    const Rewritten first = rewritten_object(world_, before);
    if (any_denies(first.rewrite.findings)) continue;
    json after = first.pod;
    const std::size_t change = generator.below(4);
    const std::string list = before["spec"].contains("initContainers") && generator.one_in(2)
                                 ? "initContainers"
                                 : "containers";
    const std::size_t at = generator.below(before["spec"][list].size());
    if (change == 0) {
      for (json* pod : {&before, &after}) (*pod)["spec"][list].erase(at);
    } else if (change == 1) {
      json added = generator.container("late", list == "initContainers");
      added["resources"].erase("claims");  // a claim called devices would be another one before
      for (json* pod : {&before, &after}) {
        json& into = (*pod)["spec"][list];
        into.insert(into.begin() + static_cast<std::ptrdiff_t>(at), added);
      }
    } else if (change == 2) {  // put back, as LimitRanger does, with its own number
      const json limits = before["spec"][list][at]["resources"].value("limits", json::object());
      for (const auto& [resource, quantity] : limits.items()) {
        if (resource == "cpu" || asked(before["spec"][list][at], resource) == 0) continue;
        if (first.pod["spec"][list][at]["resources"]
                .value("limits", json::object())
                .contains(resource))
          continue;
        for (const char* part : {"limits", "requests"})
          after["spec"][list][at]["resources"][part][resource] = "7";
      }
    } else {
      const std::string resource(kRichResources[generator.below(std::size(kRichResources))]);
      if (asked(before["spec"][list][at], resource) > 0) continue;
      for (json* pod : {&before, &after}) {
        for (const char* part : {"limits", "requests"})
          (*pod)["spec"][list][at]["resources"][part][resource] = "1";
      }
    }
    SCOPED_TRACE(std::to_string(change) + " " + before.dump() + "\n" + after.dump());
    const Rewritten fresh = rewritten_object(world_, before);
    const Rewritten second = rewritten_object(world_, after);
    EXPECT_EQ(any_denies(second.rewrite.findings), any_denies(fresh.rewrite.findings));
    if (any_denies(fresh.rewrite.findings)) continue;
    ++compared;
    EXPECT_EQ(without_empties(second.pod), without_empties(fresh.pod));
  }
  EXPECT_GT(compared, kPods / 3);
}

// Held back in the second turn, the pod is what it was.
TEST_P(PropertyTest, ARewriteThatIsHeldBackLaterIsUndone) {
  Generator generator(GetParam() + 4000);
  World preset;
  preset.mappings = rich_mappings();
  preset.facts.queue.runs_elsewhere = true;
  for (int i = 0; i < kPods && !HasFailure(); ++i) {
    const json before = generator.pod();
    const Rewritten first = rewritten_object(world_, before);
    if (any_denies(first.rewrite.findings)) continue;
    SCOPED_TRACE(before.dump());
    EXPECT_EQ(without_empties(rewritten_object(preset, first.pod).pod), without_empties(before));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, PropertyTest, ::testing::Values(1u, 20261121u));

}  // namespace
}  // namespace drawbridge::rules
