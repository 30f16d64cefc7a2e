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

TEST(Gangs, APodSaysHowManyItsGroupHas) {
  EXPECT_EQ(size_of("group", "8"), 8);
  EXPECT_EQ(size_of("group", "1"), 1);
  EXPECT_EQ(size_of("", "8"), std::nullopt);
  for (const char* text : {"", "0", "-8", "8 ", "eight", "8.5", "9223372036854775808", "0x8"})
    EXPECT_EQ(size_of("group", text), std::nullopt) << text;
  EXPECT_EQ(pod_group_size(kube::ObjectView(kube::Json())), std::nullopt);
}

}  // namespace
}  // namespace drawbridge::rules
