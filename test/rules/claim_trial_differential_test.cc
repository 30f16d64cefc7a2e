// Holds ClaimTrial against the scheduler's own allocator, over generated claims and devices. The
// seed is printed; DRAWBRIDGE_SEED repeats a run.
#include "rules/devices/claim_trial.h"

#include <gtest/gtest.h>

#include <deque>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "kube/api/json.h"
#include "rules/devices/selector_outcome.h"
#include "test/oracle_client.h"

namespace drawbridge::rules {
namespace {

using nlohmann::json;
using test::OracleClient;

const int kWorlds = test::generated_cases(3'000);

// Devices on a few nodes, and claims that some of them may serve.
class World {
 public:
  explicit World(std::mt19937_64& random) : random_(random) {
    for (const char* driver : {"gpu.acme.com", "nic.acme.com"}) {
      classes_.push_back(
          {{"apiVersion", "resource.k8s.io/v1"},
           {"kind", "DeviceClass"},
           {"metadata", {{"name", driver}}},
           {"spec",
            {{"selectors",
              {{{"cel", {{"expression", "device.driver == '" + std::string(driver) + "'"}}}}}}}}});
    }
    for (const char* node : {"n0", "n1", "n2"}) add_node(node);
    if (one_of(8)) add_slice("gpu.acme.com", "far", {{"allNodes", true}}, devices("gpu", 2));
    const int claims = one_of(4) ? 2 : 1;
    for (int i = 0; i < claims; ++i) add_claim(i, claims == 1);
  }

  json question() const {
    return {{"op", "allocate"},
            {"slices", slices_},
            {"classes", classes_},
            {"claims", claims_},
            {"nodes", {"n0", "n1", "n2", "bare"}}};
  }
  const std::vector<json>& slices() const { return slices_; }
  const std::vector<json>& classes() const { return classes_; }
  const std::vector<json>& claims() const { return claims_; }
  // Of these kServed may be too good.
  bool has_distinct() const { return has_distinct_; }

 private:
  int below(int end) { return static_cast<int>(random_() % static_cast<std::uint64_t>(end)); }
  bool one_of(int many) { return below(many) == 0; }
  std::string any(std::initializer_list<const char*> texts) {
    return texts.begin()[below(static_cast<int>(texts.size()))];
  }

  void add_node(const std::string& node) {
    if (one_of(6)) return;
    if (one_of(3)) {
      add_partitions(node);
    } else {
      add_slice("gpu.acme.com", node, {{"nodeName", node}}, devices("gpu", 1 + below(4)));
    }
    if (!one_of(3))
      add_slice("nic.acme.com", node, {{"nodeName", node}}, devices("nic", 1 + below(2)));
  }

  void add_slice(const std::string& driver, const std::string& pool, json spec, json devices,
                 int count = 1) {
    spec["driver"] = driver;
    spec["pool"] = {{"name", pool}, {"generation", 1}, {"resourceSliceCount", count}};
    if (!devices.empty()) spec["devices"] = std::move(devices);
    const std::string name = driver + "-" + std::to_string(slices_.size());
    slices_.push_back({{"apiVersion", "resource.k8s.io/v1"},
                       {"kind", "ResourceSlice"},
                       {"metadata", {{"name", name}}},
                       {"spec", std::move(spec)}});
  }

  // A device of which parts can be had, and the whole of it.
  void add_partitions(const std::string& node) {
    json counters = {{"memory", {{"value", any({"40Gi", "30Gi"})}}}, {"slots", {{"value", "4"}}}};
    add_slice(
        "gpu.acme.com", node,
        {{"nodeName", node}, {"sharedCounters", {{{"name", "gpu-0"}, {"counters", counters}}}}},
        json::array(), 2);
    json parts = devices("part", 2 + below(3));
    for (json& part : parts)
      part["consumesCounters"] = {{{"counterSet", "gpu-0"},
                                   {"counters",
                                    {{"memory", {{"value", any({"10Gi", "20Gi", "30Gi"})}}},
                                     {"slots", {{"value", any({"1", "2", "4"})}}}}}}};
    add_slice("gpu.acme.com", node, {{"nodeName", node}}, std::move(parts), 2);
  }

  json devices(const std::string& prefix, int count) {
    json list = json::array();
    for (int i = 0; i < count; ++i) list.push_back(device(prefix + std::to_string(i)));
    return list;
  }

  json device(const std::string& name) {
    json device = {{"name", name}, {"attributes", {{"model", {{"string", any({"A", "B"})}}}}}};
    if (!one_of(5)) device["attributes"]["acme.com/root"] = {{"string", any({"r0", "r1", "r2"})}};
    if (!one_of(5)) device["attributes"]["acme.com/numa"] = {{"int", below(2)}};
    if (!one_of(4)) device["capacity"]["memory"] = {{"value", any({"10Gi", "20Gi", "40Gi"})}};
    if (one_of(8)) device["capacity"]["cores"] = {{"value", any({"2", "8"})}};
    if (one_of(8))
      device["taints"] = {{{"key", "acme.com/bad"},
                           {"value", any({"", "worn"})},
                           {"effect", any({"NoSchedule", "NoExecute"})}}};
    if (one_of(6)) share(device);
    return device;
  }

  // Several requests may take parts of it, of each capacity as its policy says.
  void share(json& device) {
    device["allowMultipleAllocations"] = true;
    if (!device.contains("capacity")) return;
    for (auto& [name, capacity] : device["capacity"].items()) {
      const bool is_memory = name == "memory";
      if (one_of(3)) continue;
      capacity["requestPolicy"]["default"] = is_memory ? any({"5Gi", "10Gi"}) : any({"1", "2"});
      if (is_memory && one_of(2))
        capacity["requestPolicy"]["validRange"] = {{"min", "5Gi"}, {"step", "5Gi"}};
    }
  }

  json option() {
    json option = {{"deviceClassName", any({"gpu.acme.com", "gpu.acme.com", "nic.acme.com"})}};
    if (one_of(5)) {
      option["allocationMode"] = "All";
    } else {
      option["allocationMode"] = "ExactCount";
      option["count"] = 1 + (one_of(2) ? 0 : below(4));
    }
    if (one_of(4)) {
      const std::string name = option["deviceClassName"];
      const std::string expression =
          "device.attributes['" + name + "'].model == '" + any({"A", "B"}) + "'";
      option["selectors"] = {{{"cel", {{"expression", expression}}}}};
    }
    if (one_of(6))
      option["capacity"]["requests"] = {{any({"memory", "memory", "cores"}), any({"4", "20Gi"})}};
    if (one_of(8)) option["tolerations"] = {{{"operator", "Exists"}, {"key", "acme.com/bad"}}};
    return option;
  }

  json request(const std::string& name, bool alone) {
    if (one_of(5)) {
      json alternatives = json::array();
      for (const char* sub : {"first", "second"}) {
        alternatives.push_back(option());
        alternatives.back()["name"] = sub;
      }
      return {{"name", name}, {"firstAvailable", alternatives}};
    }
    json exactly = option();
    if (alone && one_of(10)) exactly["adminAccess"] = true;
    return {{"name", name}, {"exactly", exactly}};
  }

  void add_claim(int number, bool alone) {
    json requests = json::array();
    const int count = 1 + below(3);
    for (int i = 0; i < count; ++i) requests.push_back(request("r" + std::to_string(i), alone));
    json devices = {{"requests", requests}};
    if (one_of(2)) {
      const std::string member = any({"matchAttribute", "matchAttribute", "distinctAttribute"});
      has_distinct_ = has_distinct_ || member == "distinctAttribute";
      json constraint = {{member, any({"acme.com/root", "acme.com/numa", "gpu.acme.com/model"})}};
      if (one_of(2)) constraint["requests"] = {"r0"};
      if (one_of(6) && requests[0].contains("firstAvailable"))
        constraint["requests"] = {"r0/second"};
      devices["constraints"] = json::array({constraint});
      if (one_of(4)) devices["constraints"].push_back({{"matchAttribute", "acme.com/numa"}});
    }
    claims_.push_back({{"apiVersion", "resource.k8s.io/v1"},
                       {"kind", "ResourceClaim"},
                       {"metadata",
                        {{"name", "c" + std::to_string(number)},
                         {"namespace", "team-a"},
                         {"uid", "u" + std::to_string(number)}}},
                       {"spec", {{"devices", devices}}}});
  }

  std::mt19937_64& random_;
  std::vector<json> slices_;
  std::vector<json> classes_;
  std::vector<json> claims_;
  bool has_distinct_ = false;
};

// nullopt where nothing is known.
std::optional<ClaimTrial::Outcome> outcome_of(const World& world) {
  std::deque<kube::Document> documents;
  const auto read = [&](const json& object) {
    Result<kube::Document> document = kube::read_json(object.dump());
    EXPECT_TRUE(document.ok()) << object.dump();
    documents.push_back(std::move(*document));
    return documents.back().root();
  };
  DeviceIndex index;
  for (const json& device_class : world.classes())
    EXPECT_TRUE(index.replace({}, read(device_class)).ok());
  DeviceSurvey survey;
  for (const json& slice : world.slices()) survey.add_slice(read(slice));
  TrialWish wish;
  for (const json& claim : world.claims())
    EXPECT_TRUE(add_claim(kube::ClaimSpecView::of(read(claim)), "", index, wish));
  std::uint64_t cost_left = kOutcomeCostMax;
  std::optional<ClaimTrial> trial =
      ClaimTrial::of(std::move(wish), survey, index.nodes(), cost_left);
  return trial ? std::optional(trial->run()) : std::nullopt;
}

TEST(ClaimTrialDifferential, ServesWhatTheAllocatorServes) {
  const std::uint64_t seed = test::printed_seed();
  std::mt19937_64 random(seed);
  for (const std::uint32_t minor : {37U, 36U}) {
    const std::unique_ptr<OracleClient> oracle = OracleClient::start_of(minor);
    if (!oracle) GTEST_SKIP() << OracleClient::kMissing;
    int served = 0;
    int never = 0;
    for (int i = 0; i < kWorlds; ++i) {
      const World world(random);
      const json question = world.question();
      const json answer = oracle->ask(question);
      ASSERT_TRUE(answer.contains("nodes")) << answer.dump() << "\n" << question.dump();
      const std::optional<ClaimTrial::Outcome> outcome = outcome_of(world);
      const bool is_served = !answer["nodes"].empty();
      ASSERT_TRUE(outcome && *outcome != ClaimTrial::Outcome::kUnknown) << question.dump();
      if (*outcome == ClaimTrial::Outcome::kNever) {
        ASSERT_FALSE(is_served) << minor << " " << answer.dump() << "\n" << question.dump();
        ++never;
      } else if (!world.has_distinct() && answer["failed"].empty()) {
        ASSERT_TRUE(is_served) << minor << answer.dump() << "\n" << question.dump();
        ++served;
      }
    }
    EXPECT_GT(served, kWorlds / 10);
    EXPECT_GT(never, kWorlds / 10);
  }
}

}  // namespace
}  // namespace drawbridge::rules
