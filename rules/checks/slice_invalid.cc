#include "rules/checks/slice_invalid.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "kube/api/claim.h"
#include "kube/api/names.h"
#include "kube/api/object.h"
#include "rules/checks/slice_desk.h"
#include "rules/checks/slice_device_invalid.h"
#include "rules/checks/slice_nodes.h"
#include "rules/devices/device_survey.h"
#include "rules/devices/published.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

constexpr const char* kNodeWays[] = {"nodeName", "nodeSelector", "allNodes",
                                     "perDeviceNodeSelection"};

void judge_pool(const Json& pool, SliceDesk& desk) {
  if (!pool.is_object()) return;
  judge_pool_name(pool["name"], "spec.pool.name", desk);
  const Json count = pool["resourceSliceCount"];
  if (count.is_null() || (count.is_integer() && count.as_int() <= 0))
    desk.refuse("count", "spec.pool.resourceSliceCount",
                "spec.pool.resourceSliceCount is " +
                    (count.is_null() ? std::string("not set") : kube::to_text(count)) +
                    ", and must be at least 1.",
                "Write how many ResourceSlices the pool has: resourceSliceCount: 1.");
  const Json generation = pool["generation"];
  if (generation.is_integer() && generation.as_int() < 0)
    desk.refuse("generation", "spec.pool.generation",
                "spec.pool.generation is " + kube::to_text(generation) + ", and must be 0 or more.",
                "Write generation: 1.");
}

bool is_said(const Json& way) {
  return way.is_bool() ? way.as_bool() : way.is_string() ? !way.empty() : !way.is_null();
}

void judge_nodes(const Json& spec, SliceDesk& desk) {
  std::string said;
  std::size_t ways = 0;
  bool is_told = false;
  for (const char* way : kNodeWays) {
    const Json json = spec[way];
    if (is_said(json)) {
      said += (ways++ == 0 ? "" : " and ") + std::string(way);
    } else if (json.is_bool() || json.is_string()) {
      const std::string at = std::string("spec.") + way;
      is_told = true;
      desk.refuse(
          "nodes", at, at + (json.is_bool() ? " is false." : " is empty."),
          json.is_bool() ? "Write true, or take it away." : "Write the node, or take it away.");
    }
  }
  constexpr std::string_view kWrite =
      "Write one of nodeName: NODE, nodeSelector: {...}, allNodes: true and "
      "perDeviceNodeSelection: true.";
  if (ways == 0 && !is_told)
    desk.refuse("nodes", "spec", "spec does not say which nodes have the devices.",
                std::string(kWrite));
  if (ways > 1)
    desk.refuse("nodes", "spec", "spec has " + said + ", and only one of them can be.",
                "Keep one.");
  const Json selector = spec["nodeSelector"];
  const std::size_t terms = selector["nodeSelectorTerms"].elements().size();
  if (selector.is_object() && terms != 1)
    desk.refuse("terms", "spec.nodeSelector.nodeSelectorTerms",
                "spec.nodeSelector has " + std::to_string(terms) + " terms, and must have one.",
                terms == 0 ? "Write nodeSelectorTerms: [{matchExpressions: [...]}]."
                           : "Write one, with In for several values, or a slice for each term.");
  judge_node_selector(selector, "spec.nodeSelector", desk);
  judge_node_name(spec["nodeName"], "spec.nodeName", desk);
}

void judge_counter_sets(const Json& sets, SliceDesk& desk) {
  const std::string at = "spec.sharedCounters";
  if (!desk.at_most(at, sets.elements().size(), kCounterSetsMax,
                    "Put the others into another slice of the pool, and count it in "
                    "resourceSliceCount."))
    return;
  std::set<std::string_view> names;
  const auto each = sets.elements();
  for (std::size_t i = 0; i < each.size(); ++i) {
    const std::string place = at + "[" + std::to_string(i) + "]";
    const std::string_view name = each[i]["name"].as_string();
    judge_label(each[i]["name"], place + ".name", " is ", desk);
    if (!name.empty() && !names.insert(name).second)
      desk.refuse("set twice", place, place + " is " + shown(name) + ", as one before it.",
                  "Give one of the two another name.");
    const Json counters = each[i]["counters"];
    if (counters.empty() && each[i].is_object())
      desk.refuse("no counters", place, place + " has no counter.",
                  "Write counters: {NAME: {value: AMOUNT}} in it.");
    desk.at_most(place + ".counters", counters.size(), kCountersMax,
                 "Put the others into another set.");
    for (const Json::Member& counter : counters.members())
      judge_label(Json::string(counter.key()), place + ".counters", " has ", desk);
  }
}

// Taints, counters or lists of values make a slice a long one.
bool is_advanced(const Json& body) {
  if (!body["taints"].empty() || !body["consumesCounters"].empty()) return true;
  const auto attributes = body["attributes"].members();
  return std::any_of(attributes.begin(), attributes.end(), [](const Json::Member& entry) {
    const auto values = entry.value.members();
    return std::any_of(values.begin(), values.end(),
                       [](const Json::Member& value) { return value.value.is_array(); });
  });
}

void judge_devices(const Json& slice, SliceDesk& desk) {
  const Json spec = slice["spec"];
  const auto devices = devices_of(slice);
  const std::string at = "spec.devices";
  const std::string split =
      "Put the others into another slice of the pool, and count it in resourceSliceCount.";
  if (!desk.at_most(at, devices.size(), kSliceDevicesMax, split)) return;
  if (devices.size() > kAdvancedDevicesMax &&
      std::any_of(devices.begin(), devices.end(),
                  [](const PublishedDevice& device) { return is_advanced(device.body); }))
    desk.warn("many", at,
              at + " has " + std::to_string(devices.size()) +
                  " elements, and can have 64 where one has taints, counters or lists.",
              split);
  if (!devices.empty() && !spec["sharedCounters"].empty())
    desk.warn("both", "spec",
              "spec has both devices and sharedCounters, which Kubernetes refuses from 1.36 on.",
              "Put sharedCounters into another slice of the pool, and count it in "
              "resourceSliceCount.");
  const bool each_says = spec["perDeviceNodeSelection"].as_bool();
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const std::string place = at + "[" + std::to_string(i) + "]";
    const Json& body = devices[i].body;
    const std::string in = spec["devices"].at(i)["basic"].is_null() ? place : place + ".basic";
    judge_label(spec["devices"].at(i)["name"], place + ".name", " is ", desk);
    judge_device_values(body, in, desk);
    judge_capacities(body, in, desk);
    judge_device_uses(body, in, desk);
    judge_device_nodes(body, each_says, in, desk);
  }
}

// Slices of the pool in its generation, this one among them; those of a newer one make this one
// obsolete.
struct Pool {
  std::vector<Json> slices;
  bool is_obsolete = false;
};

Pool pool_of(const Json& slice, const DeviceSurvey& survey) {
  Pool pool{{slice}};
  const Json spec = slice["spec"];
  const std::int64_t generation = spec["pool"]["generation"].as_int();
  const auto compare = [&](const Json& other) {
    if (other["metadata"]["name"] == slice["metadata"]["name"]) return;
    const std::int64_t of_other = other["spec"]["pool"]["generation"].as_int();
    pool.is_obsolete |= of_other > generation;
    if (of_other == generation) pool.slices.push_back(other);
  };
  survey.for_each_slice_of(spec["driver"].as_string(), spec["pool"]["name"].as_string(), compare);
  return pool;
}

std::string twice_text(const std::string& at, std::string_view device, std::string_view slice,
                       const std::string& pool) {
  return at + " is " + shown(device) + ", which ResourceSlice " + shown(slice) + " of pool " +
         pool + " has too: the scheduler uses no device of the pool.";
}

std::string draws_text(const std::string& at, const std::string& lacking, const std::string& pool) {
  return at + " draws from " + lacking + ", which no slice of pool " + pool +
         " has: the scheduler uses no device of the pool.";
}

// getAndValidateCounterSets, validateDeviceNames and validateDeviceCounterConsumption.
void judge_complete_pool(const Json& slice, const Pool& pool, SliceDesk& desk) {
  const std::string name = shown(slice["spec"]["pool"]["name"].as_string());
  std::map<std::string_view, Json> sets;
  std::map<std::string_view, std::string_view> others;  // devices, by the slice that has them
  for (const Json& one : pool.slices) {
    for (const Json& set : one["spec"]["sharedCounters"].elements())
      sets.emplace(set["name"].as_string(), set["counters"]);
    if (one["metadata"]["name"] == slice["metadata"]["name"]) continue;
    for (const PublishedDevice& device : devices_of(one))
      others.emplace(device.name, one["metadata"]["name"].as_string());
  }
  const auto devices = devices_of(slice);
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const std::string at = "spec.devices[" + std::to_string(i) + "]";
    if (const auto twice = others.find(devices[i].name); twice != others.end())
      desk.warn("device twice", at + ".name", twice_text(at, devices[i].name, twice->second, name),
                "Give one of the two another name, or its slice a pool of its own.");
    for (const Json& draw : devices[i].body["consumesCounters"].elements()) {
      const std::string_view set = draw["counterSet"].as_string();
      const auto found = sets.find(set);
      std::string lacking = found == sets.end() ? "counter set " + shown(set) : std::string();
      for (const Json::Member& counter : draw["counters"].members()) {
        if (lacking.empty() && found->second[counter.key()].is_null())
          lacking = "counter " + shown(counter.key()) + " of set " + shown(set);
      }
      if (lacking.empty()) continue;
      desk.warn(lacking, at + ".consumesCounters", draws_text(at, lacking, name),
                pool.slices.size() == 1
                    ? "Write a second slice of the pool with sharedCounters, and "
                      "resourceSliceCount: 2 in both."
                    : "Correct the name, or add it to sharedCounters.");
    }
  }
}

void judge_pool_as_whole(const Json& slice, const CheckFacts& facts, SliceDesk& desk) {
  const Json count = slice["spec"]["pool"]["resourceSliceCount"];
  if (!facts.survey || !count.is_integer() || slice["metadata"]["name"].empty()) return;
  const Pool pool = pool_of(slice, facts.survey());
  if (pool.is_obsolete) return;
  const auto present = static_cast<std::int64_t>(pool.slices.size());
  if (present > count.as_int())
    desk.warn("slices of the pool", "spec.pool.resourceSliceCount",
              "spec.pool.resourceSliceCount is " + std::to_string(count.as_int()) + ", and pool " +
                  shown(slice["spec"]["pool"]["name"].as_string()) + " has " +
                  std::to_string(present) + " ResourceSlices: the scheduler uses none of them.",
              "Write resourceSliceCount: " + std::to_string(present) +
                  " in all of them, or give each a pool of its own.");
  if (present == count.as_int()) judge_complete_pool(slice, pool, desk);
}

void judge_alone(const Json& slice, SliceDesk& desk) {
  const Json spec = slice["spec"];
  judge_driver_name(spec["driver"], "spec.driver", desk);
  judge_pool(spec["pool"], desk);
  judge_nodes(spec, desk);
  judge_counter_sets(spec["sharedCounters"], desk);
  judge_devices(slice, desk);
}

}  // namespace

void judge_driver_name(const Json& driver, const std::string& at, SliceDesk& desk) {
  if (!driver.is_string() || driver.empty()) return;
  if (kube::is_driver_name(driver.as_string())) return;
  desk.refuse(
      "driver", at,
      at + " is " + shown(driver.as_string()) + ", and must be a DNS name of at most 63 bytes.",
      "Write the driver's name, such as gpu.example.com.");
}

void judge_pool_name(const Json& pool, const std::string& at, SliceDesk& desk) {
  const std::string_view name = pool.as_string();
  std::optional<std::string> problem;
  for (std::size_t begin = 0; pool.is_string() && begin <= name.size() && !problem;) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    problem = kube::dns_subdomain_problem(name.substr(begin, end - begin));
    begin = end + 1;
  }
  if (name.size() > kube::kDnsSubdomainBytesMax)
    problem = "must be " + std::to_string(kube::kDnsSubdomainBytesMax) + " bytes at most";
  if (problem)
    desk.refuse("pool", at,
                at + " is " + (name.empty() ? "empty" : shown(name)) + ", and it " + *problem + ".",
                "Write the name of the node, or another that is one of DNS.");
}

bool is_refused_slice(const Json& slice) {
  std::vector<Finding> found;
  {
    SliceDesk desk(found);
    judge_alone(slice, desk);
  }
  return any_denies(found);
}

void check_slice_invalid(const ObjectSubject& subject, const CheckFacts& facts,
                         std::vector<Finding>& findings) {
  std::vector<Finding> found;
  {
    SliceDesk desk(found);
    judge_alone(subject.object, desk);
    if (found.empty()) judge_pool_as_whole(subject.object, facts, desk);
  }
  findings.insert(findings.end(), std::make_move_iterator(found.begin()),
                  std::make_move_iterator(found.end()));
}

}  // namespace drawbridge::rules
