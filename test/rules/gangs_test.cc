#include "rules/devices/gangs.h"

#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

std::optional<std::int64_t> size_of(std::string_view label, std::string_view annotation) {
  const kube::Document pod =
      yaml("{metadata: {labels: {kueue.x-k8s.io/pod-group-name: '" + std::string(label) +
           "'}, annotations: "
           "{kueue.x-k8s.io/pod-group-total-count: '" +
           std::string(annotation) + "'}}}");
  return pod_group_size(kube::ObjectView(pod.root()));
}

TEST(Gangs, TheAnnotationNamesAGroupAndComesFirst) {
  const kube::Document pod = yaml(
      "{metadata: {labels: {kueue.x-k8s.io/pod-group-name: a}, annotations: "
      "{kueue.x-k8s.io/pod-group-name: b, kueue.x-k8s.io/pod-group-total-count: '3'}}}");
  EXPECT_EQ(kueue_pod_group(kube::ObjectView(pod.root())), "b");
  const kube::Document only = yaml(
      "{metadata: {annotations: {kueue.x-k8s.io/pod-group-name: b, "
      "kueue.x-k8s.io/pod-group-total-count: '3'}}}");
  EXPECT_EQ(pod_group_size(kube::ObjectView(only.root())), 3);
}

TEST(Gangs, APodSaysHowManyItsGroupHas) {
  EXPECT_EQ(size_of("group", "8"), 8);
  EXPECT_EQ(size_of("group", "1"), 1);
  EXPECT_EQ(size_of("", "8"), std::nullopt);
  for (const char* text : {"", "0", "-8", "8 ", "eight", "8.5", "9223372036854775808", "0x8"})
    EXPECT_EQ(size_of("group", text), std::nullopt) << text;
  EXPECT_EQ(pod_group_size(kube::ObjectView(kube::Json())), std::nullopt);
}

std::string name_of(std::string_view metadata) {
  const kube::Document pod = yaml("{metadata: {" + std::string(metadata) + "}}");
  const auto found = pod_group_name(kube::ObjectView(pod.root()));
  return found ? std::string(found->group) + "/" + std::string(found->name) : "none";
}

TEST(Gangs, APodNamesItsPodGroup) {
  EXPECT_EQ(name_of("labels: {scheduling.x-k8s.io/pod-group: train}"), "scheduling.x-k8s.io/train");
  EXPECT_EQ(name_of("annotations: {pod-group-name: train}"), "scheduling.run.ai/train");
  for (const char* other :
       {"labels: {pod-group-name: train}", "labels: {}", "annotations: []",
        "labels: {scheduling.x-k8s.io/pod-group: 5}", "annotations: {pod-group-name: ''}"})
    EXPECT_EQ(name_of(other), "none") << other;
}

TEST(Gangs, APodGroupSaysHowManyStartTogether) {
  const auto size = [](std::string_view spec) {
    const kube::Document group = yaml("{spec: " + std::string(spec) + "}");
    return gang_size(group.root());
  };
  EXPECT_EQ(size("{minMember: 8}"), 8);
  for (const char* other :
       {"{minMember: 0}", "{minMember: -1}", "{minMember: '8'}", "{minMember: 8.5}", "{}", "[]",
        "5", "{minMember: 9223372036854775808}", "{minMember: [8]}"})
    EXPECT_EQ(size(other), std::nullopt) << other;
}

}  // namespace
}  // namespace drawbridge::rules
