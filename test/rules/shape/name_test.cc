// Names that the API server takes, and what is said of others.
#include "rules/shape/name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/rules/rules_testing.h"

namespace drawbridge::rules::shape {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// The field and the advice; "-" where nothing is said.
std::string said(const std::string& metadata, const std::string& rest = "v1, kind: Pod") {
  const kube::Document document = yaml("{metadata: " + metadata + ", apiVersion: " + rest + "}");
  const std::optional<Finding> finding = name_problem(document.root());
  if (!finding) return "-";
  check_findings({*finding});
  EXPECT_EQ(finding->code, "MalformedObject");
  return finding->field + ": " + finding->fix;
}

TEST(Name, IsADnsName) {
  EXPECT_EQ(said("{name: Gpu_Claim}"), "metadata.name: Write name: gpu-claim.");
  EXPECT_EQ(said("{generateName: Gpu_}"), "metadata.generateName: Write generateName: gpu-.");
  EXPECT_THAT(said("{name: '-a'}"), StartsWith("metadata.name: Name it with small letters"));
  EXPECT_THAT(said("{name: 'a-'}"), StartsWith("metadata.name: Name it with small letters"));
  EXPECT_THAT(said("{name: a__b_}"), StartsWith("metadata.name: Name it with small letters"));
  for (const char* good : {"{name: a}", "{name: a.b-c.d1}", "{generateName: a-}",
                           "{generateName: a, name: b}", "{name: \"1\"}"})
    EXPECT_EQ(said(good), "-") << good;
  EXPECT_EQ(said("{name: " + std::string(253, 'a') + "}"), "-");
  EXPECT_EQ(said("{name: " + std::string(254, 'a') + "}"), "metadata.name: Shorten it.");
}

TEST(Name, OfItsNamespaceIsALabel) {
  EXPECT_EQ(said("{name: a, namespace: Team_A}"), "metadata.namespace: Write namespace: team-a.");
  EXPECT_EQ(said("{name: a, namespace: \"team\\e[2Ja\"}"),
            "metadata.namespace: Name a namespace that there is: kubectl get namespaces.");
  EXPECT_EQ(said("{name: a, namespace: team.a}"),
            "metadata.namespace: Name a namespace that there is: kubectl get namespaces.");
  for (const char* good : {"team-a", "\"1\"", "\"${NAMESPACE}\"", "\"\""})
    EXPECT_EQ(said("{name: a, namespace: " + std::string(good) + "}"), "-") << good;
  EXPECT_EQ(said("{name: a, namespace: " + std::string(63, 'a') + "}"), "-");
  EXPECT_NE(said("{name: a, namespace: " + std::string(64, 'a') + "}"), "-");
}

TEST(Name, IsThereOrHasABeginning) {
  EXPECT_THAT(said("{}"), HasSubstr("Give it a name"));
  EXPECT_THAT(said("{name: \"\"}"), HasSubstr("Give it a name"));
  // Strict decoding says that it is no string.
  EXPECT_EQ(said("{name: n}"), "-");
}

TEST(Name, ThatIsYetToBeFilledInIsNotJudged) {
  for (const char* name : {"${NAME}_1", "{{ .Name }}", "<NAME>", "%NAME%", "a-__INDEX__", "job_ID_",
                           "JOB_NAME", "NAME"})
    EXPECT_EQ(said("{name: \"" + std::string(name) + "\"}"), "-") << name;
  for (const char* name : {"Gpu_Claim", "a_B", "my_GPU", "gpu_GPu_a", "H100_GPU"})
    EXPECT_NE(said("{name: \"" + std::string(name) + "\"}"), "-") << name;
}

TEST(Name, OfAClassMayBeMeantForItsExtendedResource) {
  const std::string of_class = "resource.k8s.io/v1, kind: DeviceClass, spec: ";
  EXPECT_EQ(said("{name: a100.nvidia.com/gpu}", of_class + "{}"),
            "metadata.name: Write name: a100.nvidia.com-gpu; where pods are to ask for "
            "a100.nvidia.com/gpu, write it as extendedResourceName in spec.");
  EXPECT_EQ(said("{name: a100.nvidia.com/gpu}", of_class + "{extendedResourceName: a.b/c}"),
            "metadata.name: Write name: a100.nvidia.com-gpu.");
}

}  // namespace
}  // namespace drawbridge::rules::shape
