#include "webhook/decide/snapshot_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "kube/api/json_writer.h"
#include "kube/api/yaml.h"
#include "test/generated_cases.h"
#include "test/webhook/admission_testing.h"
#include "test/webhook/random_cluster.h"

namespace drawbridge::admission {
namespace {

using nlohmann::json;
using rules::Known;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class SnapshotBuilderTest : public ::testing::Test {
 protected:
  // Of YAML documents; true where the last of them changed anything.
  bool put(std::string_view yaml, std::string_view place = {}) {
    bool changed = false;
    for (const SourcedObject& object : manifests(yaml))
      changed = builder_.put(object.json(), place);
    return changed;
  }
  std::shared_ptr<const Snapshot> published() { return builder_.publish(); }

  SnapshotBuilder builder_;
};

std::string claim_template(std::string_view ns, std::string_view name) {
  return "---\n{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: " +
         std::string(name) + ", namespace: " + std::string(ns) + "}, spec: {spec: {}}}\n";
}

TEST_F(SnapshotBuilderTest, BeginsWithNothing) {
  const auto snapshot = published();
  EXPECT_TRUE(snapshot->mappings().mappings().empty());
  EXPECT_EQ(snapshot->devices().class_exists("a"), Known::kUnknown);
  EXPECT_EQ(snapshot->limits_of("a"), nullptr);
  EXPECT_EQ(snapshot->namespace_labels("a"), nullptr);
  EXPECT_TRUE(snapshot->claim("a", "b").is_null());
  EXPECT_THAT(snapshot->problems(), IsEmpty());
  EXPECT_EQ(published(), snapshot) << "nothing changed";
}

TEST_F(SnapshotBuilderTest, ANamespaceHasTheLabelOfItsName) {
  const auto labels = [&](const std::string& metadata) {
    put("{apiVersion: v1, kind: Namespace, metadata: " + metadata + "}");
    return kube::to_text(*published()->namespace_labels("a"));
  };
  EXPECT_EQ(labels("{name: a}"), R"({"kubernetes.io/metadata.name":"a"})");
  EXPECT_EQ(labels("{name: a, labels: {z: b, a: b}}"),
            R"({"a":"b","kubernetes.io/metadata.name":"a","z":"b"})");
  EXPECT_EQ(labels("{name: a, labels: {kubernetes.io/metadata.name: a}}"),
            R"({"kubernetes.io/metadata.name":"a"})");
  EXPECT_EQ(labels("{name: a, labels: [z]}"), R"({"kubernetes.io/metadata.name":"a"})");
}

TEST_F(SnapshotBuilderTest, ReadsItsKindsInAnyVersion) {
  EXPECT_TRUE(SnapshotBuilder::reads("resource.k8s.io", "DeviceClass"));
  EXPECT_TRUE(SnapshotBuilder::reads("", "ConfigMap"));
  EXPECT_TRUE(SnapshotBuilder::reads("kueue.x-k8s.io", "Cohort"));
  EXPECT_FALSE(SnapshotBuilder::reads("", "Pod"));
  EXPECT_FALSE(SnapshotBuilder::reads("batch.volcano.sh", "Job"));
  EXPECT_FALSE(put("{apiVersion: v1, kind: Pod, metadata: {name: p}}"));
  EXPECT_FALSE(builder_.remove("", "Pod", "default", "p"));
  EXPECT_FALSE(builder_.end_list("", "Pod"));
}

TEST_F(SnapshotBuilderTest, APublishedSnapshotKeepsItsMoment) {
  put(claim_template("team-a", "one"));
  const auto first = published();
  put(claim_template("team-a", "two"));
  EXPECT_TRUE(builder_.remove("resource.k8s.io", "ResourceClaimTemplate", "team-a", "one"));
  EXPECT_FALSE(builder_.remove("resource.k8s.io", "ResourceClaimTemplate", "team-a", "one"));
  const auto second = published();
  EXPECT_FALSE(first->claim_template("team-a", "one").is_null());
  EXPECT_TRUE(first->claim_template("team-a", "two").is_null());
  EXPECT_TRUE(second->claim_template("team-a", "one").is_null());
  EXPECT_FALSE(second->claim_template("team-a", "two").is_null());
}

TEST_F(SnapshotBuilderTest, WhatDecisionsDoNotReadIsNoChange) {
  const auto node = [](std::string_view more) {
    return "{apiVersion: v1, kind: Node, metadata: {name: node-1, resourceVersion: '" +
           std::string(more) + "', managedFields: [{time: '" + std::string(more) +
           "'}]}, status: {allocatable: {cpu: 8, memory: " + std::string(more) +
           "Gi, a.com/gpu: 4}, conditions: [{lastHeartbeatTime: '" + std::string(more) + "'}]}}";
  };
  EXPECT_TRUE(put(node("1")));
  const auto first = published();
  EXPECT_FALSE(put(node("2")));
  EXPECT_EQ(published(), first);
  const std::string kept = kube::to_text(first->object(ObjectKind::kNode, "", "node-1"));
  EXPECT_EQ(kept, R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"node-1"},)"
                  R"("status":{"allocatable":{"a.com/gpu":4}}})");
}

TEST_F(SnapshotBuilderTest, OfAClaimWhatQuotaAndSharingReadIsKept) {
  put(R"(
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata:
  name: c
  namespace: team-a
  uid: u1
  resourceVersion: "5"
  annotations: {resource.kubernetes.io/pod-claim-name: g, other.example.com/text: long}
  ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: u2, controller: true, blockOwnerDeletion: true}]
spec:
  devices:
    requests: [{name: r, exactly: {deviceClassName: c}}]
    config: [{opaque: {driver: d, parameters: {a: b}}}]
status:
  allocation:
    devices: {results: [{request: r, driver: d, pool: p, device: x, bindingConditions: [y]}], config: [{z: 1}]}
    nodeSelector: {nodeSelectorTerms: []}
  reservedFor: [{resource: pods, name: p, uid: u2}, {resource: pods, name: q, uid: u3}]
  devices: [{driver: d, data: {big: text}}]
)");
  EXPECT_EQ(
      kube::to_text(published()->claim("team-a", "c")),
      R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"annotations":)"
      R"({"resource.kubernetes.io/pod-claim-name":"g"},"name":"c","namespace":"team-a",)"
      R"("ownerReferences":[{"controller":true,"kind":"Pod","name":"p","uid":"u2"}],)"
      R"("uid":"u1"},"spec":{"devices":{"config":[{}],"requests":[{"exactly":)"
      R"({"deviceClassName":"c"},"name":"r"}]}},"status":{"allocation":{"devices":{"results":[{"device":"x",)"
      R"("driver":"d","pool":"p","request":"r"}]},"nodeSelector":{"nodeSelectorTerms":[]}},)"
      R"("reservedFor":[{},{}]}})");
}

TEST_F(SnapshotBuilderTest, AListRemovesWhatItLacksAndMakesItsKindKnown) {
  put(claim_template("a", "one") + claim_template("a", "two") + claim_template("b", "one"));
  EXPECT_FALSE(published()->knows(ObjectKind::kResourceClaimTemplate));
  constexpr std::string_view kGroup = "resource.k8s.io";
  constexpr std::string_view kKind = "ResourceClaimTemplate";
  builder_.begin_list(kGroup, kKind);
  put(claim_template("a", "one"));
  EXPECT_EQ(published()->count(ObjectKind::kResourceClaimTemplate), 3u) << "it goes on";
  // Broken off, and begun again.
  builder_.begin_list(kGroup, kKind);
  put(claim_template("a", "two"));
  EXPECT_TRUE(builder_.end_list(kGroup, kKind));
  EXPECT_FALSE(builder_.end_list(kGroup, kKind)) << "none was begun";
  const auto snapshot = published();
  EXPECT_TRUE(snapshot->knows(ObjectKind::kResourceClaimTemplate));
  EXPECT_EQ(snapshot->count(ObjectKind::kResourceClaimTemplate), 1u);
  EXPECT_FALSE(snapshot->claim_template("a", "two").is_null());
  builder_.begin_list(kGroup, kKind);
  put(claim_template("a", "two"));
  EXPECT_FALSE(builder_.end_list(kGroup, kKind)) << "no news";
  EXPECT_EQ(published(), snapshot);
  EXPECT_TRUE(builder_.clear(kGroup, kKind));
  EXPECT_EQ(published()->count(ObjectKind::kResourceClaimTemplate), 0u);
}

TEST_F(SnapshotBuilderTest, WhatWasListedIsKnownNotToBeThere) {
  EXPECT_TRUE(builder_.clear("resource.k8s.io", "DeviceClass"));
  EXPECT_EQ(published()->devices().class_exists("a"), Known::kNo);
  put("{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: a}, spec: {}}");
  EXPECT_EQ(published()->devices().class_has_devices("a"), Known::kUnknown);
  builder_.begin_list("resource.k8s.io", "ResourceSlice");
  EXPECT_TRUE(builder_.end_list("resource.k8s.io", "ResourceSlice"));
  EXPECT_EQ(published()->devices().class_has_devices("a"), Known::kNo);
}

TEST_F(SnapshotBuilderTest, AProblemStaysWithItsObject) {
  const auto mapping = [](std::string_view name, std::string_view spec) {
    return "---\n{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: " +
           std::string(name) + "}, spec: {" + std::string(spec) + "}}\n";
  };
  put(mapping("good", "logicalResource: a.com/x"));
  put(mapping("bad", "logicalRessource: a.com/x"), "x.yaml:7");
  put("{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: c}, spec: {selectors: "
      "[{cel: {expression: 'device.'}}]}}");
  put("{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: s}, spec: {driver: "
      "d, devices: [{name: x, attributes: {v: {version: nine}}}]}}",
      "s.yaml:1");
  put("{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: "
      "team-a}, spec: {hard: {a.com/x: many}}}");
  auto snapshot = published();
  EXPECT_EQ(snapshot->mappings().mappings().size(), 1u);
  std::vector<std::string> about;
  for (const Problem& problem : snapshot->problems()) {
    about.push_back(problem.kind + " " + problem.ns + "/" + problem.name);
    EXPECT_FALSE(problem.text.empty());
  }
  EXPECT_THAT(about, ::testing::ElementsAre("DeviceClass /c", "DeviceMapping /bad",
                                            "DeviceQuota team-a/q", "ResourceSlice /s"));
  const auto bad = snapshot->problems_of(ObjectKind::kDeviceMapping, "", "bad");
  ASSERT_EQ(bad.size(), 1u);
  EXPECT_THAT(bad[0].line(),
              ::testing::StartsWith("x.yaml:7: DeviceMapping.drawbridge.dev bad: spec"));
  EXPECT_THAT(snapshot->problems_of(ObjectKind::kResourceSlice, "", "s")[0].line(),
              HasSubstr("s.yaml:1: ResourceSlice.resource.k8s.io s: spec.devices: device x"));
  // Mended, and gone.
  put(mapping("bad", "logicalResource: a.com/y"));
  put("{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q, namespace: "
      "team-a}, spec: {hard: {a.com/x: 5}}}");
  builder_.remove("resource.k8s.io", "DeviceClass", "", "c");
  builder_.clear("resource.k8s.io", "ResourceSlice");
  snapshot = published();
  EXPECT_THAT(snapshot->problems(), IsEmpty());
  EXPECT_EQ(snapshot->mappings().mappings().size(), 2u);
  EXPECT_EQ(snapshot->device_quotas_of("team-a").size(), 1u);
}

TEST_F(SnapshotBuilderTest, AMappingWhoseStatusChangesIsNotCompiledAgain) {
  const auto mapping = [](std::string_view status) {
    return "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: m}, spec: "
           "{logicalResource: a.com/x}, status: {" +
           std::string(status) + "}}";
  };
  put(mapping(""));
  const auto first = published();
  EXPECT_TRUE(put(mapping("observedGeneration: 1")));
  const auto second = published();
  EXPECT_NE(first, second);
  EXPECT_EQ(&first->mappings(), &second->mappings());
}

TEST_F(SnapshotBuilderTest, KueuesConfigurationComesOutOfItsConfigMap) {
  const auto config_map = [](std::string_view name, std::string_view data) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + std::string(name) +
           ", namespace: kueue-system}\ndata:\n  controller_manager_config.yaml: |\n" +
           std::string(data);
  };
  const std::string configuration =
      "    apiVersion: config.kueue.x-k8s.io/v1beta2\n    kind: Configuration\n"
      "    resources: {deviceClassMappings: [{name: a.com/gpu, deviceClassNames: [c]}]}\n";
  EXPECT_FALSE(put(config_map("other", "    just: text\n")));
  EXPECT_TRUE(put(config_map("config", configuration)));
  auto snapshot = published();
  ASSERT_NE(snapshot->kueue().class_names(), nullptr);
  EXPECT_EQ(snapshot->kueue().class_names()->at("c"), "a.com/gpu");
  EXPECT_TRUE(
      put(config_map("config", "    apiVersion: config.kueue.x-k8s.io/v1beta2\n    - x\n")));
  snapshot = published();
  EXPECT_EQ(snapshot->kueue().class_names(), nullptr);
  EXPECT_EQ(snapshot->problems().size(), 1u);
  put(config_map("config", configuration));
  EXPECT_NE(published()->kueue().class_names(), nullptr);
  EXPECT_FALSE(builder_.remove("", "ConfigMap", "kueue-system", "other"));
  EXPECT_TRUE(builder_.remove("", "ConfigMap", "kueue-system", "config"));
  EXPECT_TRUE(published()->kueue().absent());
}

// Kueue does not start with it, and what it counts is not known: that is told, not passed over.
TEST_F(SnapshotBuilderTest, KueuesOwnConfigMapIsReadWhateverItHolds) {
  const auto put_data = [&](std::string_view data) {
    put("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: kueue-manager-config, namespace: "
        "kueue-system}\ndata:\n  controller_manager_config.yaml: " +
        std::string(data) + "\n");
    return published()->problems();
  };
  const std::string head =
      "|\n    apiVersion: config.kueue.x-k8s.io/v1beta2\n    kind: Configuration\n    resources: ";
  for (const char* data : {"'{{{'", "'foo: [1,'", "'foo: 1'", "''"}) {
    const std::vector<Problem> problems = put_data(data);
    ASSERT_EQ(problems.size(), 1u) << data;
    const std::string start =
        "ConfigMap kueue-system/kueue-manager-config: data[controller_manager_config.yaml]";
    EXPECT_EQ(problems[0].line().substr(0, start.size()), start) << problems[0].line();
  }
  for (const char* data : {"{deviceClassMappings: oops}", "{deviceClassMappings: [{name: 7}]}"}) {
    const std::vector<Problem> problems = put_data(head + data);
    ASSERT_EQ(problems.size(), 1u) << data;
    EXPECT_EQ(problems[0].text.substr(0, 29), "resources.deviceClassMappings") << data;
  }
  EXPECT_EQ(put_data(head + "{}").size(), 0u);
  EXPECT_NE(published()->kueue().class_names(), nullptr);
}

TEST_F(SnapshotBuilderTest, GeneratedTemplatesAreCountedByNamespace) {
  const std::string name = "drawbridge-" + std::string(32, 'a');
  put(claim_template("a", name) + claim_template("a", "mine") + claim_template("b", name));
  put(claim_template("a", name));
  EXPECT_EQ(published()->generated_templates_in("a"), 1u);
  builder_.remove("resource.k8s.io", "ResourceClaimTemplate", "a", name);
  EXPECT_EQ(published()->generated_templates_in("a"), 0u);
  EXPECT_EQ(published()->generated_templates_in("b"), 1u);
}

// So many devices, each in a slice and pool of its own.
std::string slices_of(std::size_t devices) {
  std::string yaml;
  for (std::size_t i = 0; i < devices; ++i) {
    const std::string name = "s" + std::to_string(i);
    yaml += "---\n{apiVersion: resource.k8s.io/v1, kind: ResourceSlice, metadata: {name: " + name +
            "}, spec: {driver: a.com, pool: {name: " + name +
            ", generation: 1, resourceSliceCount: 1}, devices: [{name: d}]}}\n";
  }
  return yaml;
}

const char* const kClassOfAll =
    "---\n{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: all}, spec: "
    "{selectors: [{cel: {expression: \"device.driver == 'a.com'\"}}]}}\n";

TEST_F(SnapshotBuilderTest, ANewClassIsPutToAFewDevicesAtOnce) {
  put(slices_of(kAsksPerTurn));
  published();
  put(kClassOfAll);
  const auto at_once = builder_.publish(Matching::kLater);
  EXPECT_FALSE(builder_.is_matching()) << "as many as may be asked in a turn";
  EXPECT_EQ(at_once->devices().class_has_devices("all"), Known::kYes);
}

TEST_F(SnapshotBuilderTest, ANewClassIsPutToManyDevicesTurnByTurn) {
  put(slices_of(kAsksPerTurn + 1));
  published();
  put(kClassOfAll);
  const auto soon = builder_.publish(Matching::kLater);
  EXPECT_TRUE(builder_.is_matching());
  EXPECT_EQ(soon->devices().class_exists("all"), Known::kYes);
  EXPECT_EQ(soon->devices().class_has_devices("all"), Known::kUnknown);
  EXPECT_EQ(builder_.publish(Matching::kLater), soon) << "nothing is known yet that was not";
  builder_.match_some();
  EXPECT_FALSE(builder_.is_matching());
  const auto later = builder_.publish(Matching::kLater);
  ASSERT_NE(later->devices().matches().of_class("all"), nullptr);
  EXPECT_EQ(later->devices().matches().of_class("all")->matched, kAsksPerTurn + 1);
  EXPECT_EQ(soon->devices().class_has_devices("all"), Known::kUnknown);
}

TEST_F(SnapshotBuilderTest, WhoCanNotWaitGetsAllMatches) {
  put(slices_of(3 * kAsksPerTurn));
  published();
  put(kClassOfAll);
  builder_.publish(Matching::kLater);
  ASSERT_TRUE(builder_.is_matching());
  EXPECT_EQ(builder_.publish()->devices().matches().of_class("all")->matched, 3 * kAsksPerTurn);
  EXPECT_FALSE(builder_.is_matching());
}

TEST(Reduce, EveryKindIsFoundByItsName) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < kObjectKinds; ++i) {
    const auto kind = static_cast<ObjectKind>(i);
    const KindInfo& info = kind_info(kind);
    EXPECT_EQ(object_kind(info.group, info.kind), kind);
    EXPECT_TRUE(names.insert(std::string(info.group) + "/" + std::string(info.kind)).second);
    // What offline commands take for an object's identity is the same.
    const auto document = kube::read_json(
        json({{"apiVersion", std::string(info.group) + "/v1"}, {"kind", info.kind}}).dump());
    EXPECT_EQ(is_cluster_scoped(document->root()), !info.namespaced) << info.kind;
  }
  EXPECT_EQ(object_kind("", "DeviceClass"), std::nullopt);
}

TEST(Reduce, KindsOfOthersThatHaveNoNamespace) {
  const auto is_scoped = [](std::string_view version, std::string_view kind) {
    return is_cluster_scoped(
        kube::read_json(json({{"apiVersion", version}, {"kind", kind}}).dump())->root());
  };
  EXPECT_TRUE(is_scoped("scheduling.run.ai/v2", "Queue"));
  EXPECT_TRUE(is_scoped("scheduling.volcano.sh/v1beta1", "Queue"));
  EXPECT_FALSE(is_scoped("rabbitmq.com/v1beta1", "Queue"));
  EXPECT_TRUE(is_scoped("kueue.x-k8s.io/v1beta2", "MultiKueueConfig"));
  EXPECT_FALSE(is_scoped("kueue.x-k8s.io/v1beta2", "LocalQueue"));
}

TEST(Reduce, HostileShapesStayWhatTheyAre) {
  for (const char* object :
       {"{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, spec: 5, status: {reservedFor: 7}}",
        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, spec: [5], metadata: {name: 5, "
        "ownerReferences: [5, [], {}]}, status: {reservedFor: [1, [2]]}}",
        "{apiVersion: v1, kind: Node, status: {allocatable: [a]}, metadata: 5}"}) {
    SnapshotBuilder builder;
    const Result<std::vector<kube::YamlObject>> read = kube::read_yaml(object);
    ASSERT_TRUE(read.ok());
    EXPECT_TRUE(builder.put(read->front().document.root()));
    EXPECT_FALSE(builder.put(read->front().document.root()));
    EXPECT_NE(builder.publish(), nullptr);
  }
}

// Everything that a snapshot answers about a RandomCluster's names.
std::string answers(const Snapshot& snapshot) {
  std::string text;
  const auto say = [&](const auto&... parts) {
    ((text += parts), ...);
    text += '\n';
  };
  for (const ObjectKind kind : RandomCluster::kinds()) {
    say("known ", snapshot.knows(kind) ? "yes" : "no");
    snapshot.for_each(kind, [&](const kube::Json& object) { say(kube::to_text(object)); });
  }
  for (const char* ns : {"team-a", "team-b"}) {
    if (const rules::NamespaceLimits* limits = snapshot.limits_of(ns)) {
      for (const auto& limit : limits->limit_ranges) say("limit ", limit.resource, limit.object);
      for (const auto& quota : limits->resource_quotas) say("quota ", quota.resource, quota.object);
      for (const std::string& name : limits->device_quota_resources) say("hard ", name);
    }
    for (const quota::DeviceQuota& quota : snapshot.device_quotas_of(ns)) {
      say("device quota ", quota.name);
      for (const auto& [name, used] : quota.used) say(name, used.canonical());
    }
    say("generated ", std::to_string(snapshot.generated_templates_in(ns)));
  }
  for (int i = 0; i < 4; ++i) {
    const std::string name = "n" + std::to_string(i);
    const kube::Json* labels = snapshot.namespace_labels(name);
    say("labels ", labels == nullptr ? "none" : kube::to_text(*labels));
    const rules::DeviceIndex& devices = snapshot.devices();
    say("class ", std::to_string(static_cast<int>(devices.class_exists(name))),
        std::to_string(static_cast<int>(devices.class_has_devices(name))));
    if (const rules::MatchCount* count = devices.matches().of_class(name)) {
      say("count ", std::to_string(count->matched), " ", std::to_string(count->failed), " ",
          std::to_string(count->pending));
    }
    const rules::Mapping* mapping = snapshot.mappings().mapping_of_class(name);
    say("mapping ", mapping == nullptr ? "none" : mapping->name);
    for (const char* ns : {"team-a", "team-b"})
      say("queue ", std::string(snapshot.kueue().cluster_queue_of(ns, name).value_or("none")));
    if (const quota::ClusterQueue* queue = snapshot.kueue().cluster_queue(name)) {
      for (const std::string& covered : queue->covered_resources) say("covers ", covered);
      say("elsewhere ", snapshot.kueue().runs_elsewhere(*queue) ? "yes" : "no");
    }
  }
  for (const char* resource : {"a.com/gpu", "a.com/nic"}) {
    say("carried by ", std::string(snapshot.devices().class_of_extended_resource(resource)));
    say("offered by ", std::string(snapshot.devices().nodes().offering(resource)));
    const auto lookup = snapshot.mappings().find(resource, {});
    say("mapped by ", lookup.match ? lookup.match->mapping->name : "none",
        lookup.conflict ? " in conflict" : "");
    if (!lookup.match) continue;
    const auto* count = snapshot.devices().matches().of_option(lookup.match->rule->options.front());
    say("option ", count == nullptr ? "unknown" : std::to_string(count->matched));
  }
  say("kueue ", snapshot.kueue().absent() ? "absent" : "there");
  if (const auto* names = snapshot.kueue().class_names()) {
    for (const auto& [device_class, name] : *names) say(device_class, " is ", name);
  }
  for (const Problem& problem : snapshot.problems()) say(problem.line());
  return text;
}

bool put(SnapshotBuilder& builder, const json& object) {
  const Result<kube::Document> document = kube::read_json(object.dump());
  EXPECT_TRUE(document.ok());
  return document && builder.put(document->root());
}

// What is there, from nothing. Kueue's Configuration is that of the ConfigMap that came last, so
// the order matters there; only one of them is put.
std::string answers_of_scratch(RandomCluster& cluster, const std::set<ObjectKind>& known) {
  SnapshotBuilder builder;
  for (const ObjectKind kind : RandomCluster::kinds()) {
    const KindInfo& info = kind_info(kind);
    builder.begin_list(info.group, info.kind);
    for (const auto& [key, object] : cluster.of(kind)) put(builder, object);
    if (known.contains(kind)) builder.end_list(info.group, info.kind);
  }
  return answers(*builder.publish());
}

// After any changes, a snapshot answers as one that was made of the last state alone.
TEST(SnapshotBuilderProperty, AnswersAsOneMadeFromScratch) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomCluster cluster(seed);
  const int rounds = test::generated_cases(20);
  for (int round = 0; round < rounds; ++round) {
    SnapshotBuilder builder;
    std::set<ObjectKind> known;
    for (const ObjectKind kind : RandomCluster::kinds()) cluster.remove_all(kind);
    std::shared_ptr<const Snapshot> earlier;
    std::string earlier_answers;
    for (int step = 0; step < 150; ++step) {
      const ObjectKind kind = cluster.any_kind();
      const KindInfo& info = kind_info(kind);
      const auto action = cluster.pick(20);
      if (kind == ObjectKind::kConfigMap && cluster.of(kind).size() > 0 && action < 15) {
        const auto [ns, name] = cluster.remove(kind);
        builder.remove(info.group, info.kind, ns, name);
      } else if (action < 13) {
        put(builder, cluster.change(kind));
      } else if (action < 17) {
        const auto [ns, name] = cluster.remove(kind);
        if (!name.empty()) builder.remove(info.group, info.kind, ns, name);
      } else if (action < 18) {
        // A list that finds what the watch has missed.
        cluster.remove(kind);
        builder.begin_list(info.group, info.kind);
        for (const auto& [key, object] : cluster.of(kind)) put(builder, object);
        builder.end_list(info.group, info.kind);
        known.insert(kind);
      } else if (action < 19 && cluster.pick(4) == 0) {
        cluster.remove_all(kind);
        builder.clear(info.group, info.kind);
        known.insert(kind);
      } else {
        const auto now = builder.publish();
        if (earlier != nullptr) {
          EXPECT_EQ(answers(*earlier), earlier_answers) << "it changed";
        }
        earlier = now;
        earlier_answers = answers(*now);
      }
    }
    ASSERT_EQ(answers(*builder.publish()), answers_of_scratch(cluster, known));
  }
}

}  // namespace
}  // namespace drawbridge::admission
