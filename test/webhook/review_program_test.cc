// `drawbridge review` as a program: what it reads, prints and exits with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "test/webhook/admission_testing.h"
#include "test/webhook/program_testing.h"

namespace drawbridge::cli {
namespace {

using admission::kGpuCluster;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class ReviewProgram : public ProgramTest {
 protected:
  ReviewProgram() { folder_.write("state/cluster.yaml", kGpuCluster); }

  Outcome run(const std::string& arguments, std::string_view input = "") {
    return run_program("review " + arguments, input);
  }

  void write_pod(const std::string& file, const std::string& gpus, const std::string& name = "p") {
    folder_.write(file,
                  "apiVersion: v1\nkind: Pod\nmetadata: {name: " + name +
                      "}\nspec: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: " +
                      gpus + "}}}]}\n");
  }
};

TEST_F(ReviewProgram, ExitsWith0WhenAllIsAllowed) {
  write_pod("pod.yaml", "1");
  const Outcome result = run("--state @/state @/pod.yaml");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("Pod default/p "), HasSubstr("allowed, rewritten"),
                    HasSubstr("1 object: 0 refused, 1 rewritten. 0 problems, 0 warnings.")));
  EXPECT_EQ(result.out.find('\x1b'), std::string::npos) << "no colour into a file";
}

TEST_F(ReviewProgram, ExitsWith1WhenSomethingIsRefused) {
  write_pod("good.yaml", "1");
  write_pod("bad.yaml", "33", "q");
  const Outcome result = run("--state @/state @/good.yaml @/bad.yaml");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.out, HasSubstr("2 objects: 1 refused, 1 rewritten. 1 problem, 0 warnings."));
}

TEST_F(ReviewProgram, ExitsWith2WhenInputCannotBeReadAndStillJudgesTheRest) {
  write_pod("good.yaml", "1");
  folder_.write("broken.yaml", "a: [1\nb: 2\n");
  const Outcome broken = run("--state @/state @/broken.yaml @/good.yaml");
  EXPECT_EQ(broken.status, 2);
  EXPECT_THAT(broken.err, AllOf(HasSubstr("broken.yaml"), HasSubstr("line ")));
  EXPECT_THAT(broken.out, HasSubstr("Pod default/p "));

  EXPECT_EQ(run("@/missing.yaml").status, 2);
  EXPECT_THAT(run("@/missing.yaml").err, HasSubstr("missing.yaml: cannot be read: No such file"));
  EXPECT_THAT(run("@/state").err, HasSubstr("state: is a folder. Name the files in it"));
  EXPECT_EQ(run("--state @/missing @/good.yaml").status, 2);
  EXPECT_EQ(run("").status, 2) << "no file at all";
  EXPECT_EQ(run("-o xml @/good.yaml").status, 2);
  EXPECT_EQ(run("--unknown @/good.yaml").status, 2);
}

TEST_F(ReviewProgram, ReadsStandardInputAndPipes) {
  write_pod("pod.yaml", "33");
  const std::string text = admission::read_file(folder_.path() / "pod.yaml");
  EXPECT_EQ(run("--state @/state -", text).status, 1);
  EXPECT_THAT(run("--state @/state /dev/stdin", text).out, HasSubstr("/dev/stdin\n"));
  EXPECT_EQ(run("--state @/state -", "").status, 0) << "nothing is nothing wrong";
}

TEST_F(ReviewProgram, JsonIsOneObjectALineAndTheSameEveryTime) {
  write_pod("a.yaml", "1", "a");
  write_pod("b.yaml", "33", "b");
  const Outcome first = run("--state @/state -o json @/a.yaml @/b.yaml");
  EXPECT_EQ(first.status, 1);
  EXPECT_EQ(run("--state @/state -o json @/a.yaml @/b.yaml").out, first.out);
  std::istringstream lines(first.out);
  std::vector<json> objects;
  for (std::string line; std::getline(lines, line);) objects.push_back(json::parse(line));
  ASSERT_EQ(objects.size(), 2u);
  EXPECT_EQ(objects[0]["name"], "a");
  EXPECT_TRUE(objects[0]["allowed"]);
  EXPECT_EQ(objects[0]["creates"].size(), 1u);
  EXPECT_FALSE(objects[1]["allowed"]);
  EXPECT_EQ(objects[1]["findings"][0]["code"], "TooManyDevices");
  EXPECT_EQ(objects[1]["findings"][0]["severity"], "deny");
  EXPECT_EQ(objects[1]["patch"], json::array());
}

TEST_F(ReviewProgram, AFileNameThatIsNoTextIsStillValidJson) {
  write_pod("pod.yaml", "1");
  std::filesystem::rename(folder_.path() / "pod.yaml", folder_.path() / "p\xff\x1b.yaml");
  const Outcome result = run("--state @/state -o json @/p*.yaml");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(json::parse(result.out)["file"].get<std::string>(), HasSubstr("p\\xff\\x1b.yaml"));
  EXPECT_THAT(run("--state @/state @/p*.yaml").out, HasSubstr("p\\xff\\x1b.yaml\n"));
}

TEST_F(ReviewProgram, MappingsOfTheStateThatCannotBeUsedAreToldWithTheirPlace) {
  folder_.write(
      "state/bad.yaml",
      "# first\napiVersion: drawbridge.dev/v1alpha1\nkind: DeviceMapping\nmetadata: {name: bad}\n"
      "spec: {logicalResource: a.com/x, claimGroups: x}\n");
  write_pod("pod.yaml", "1");
  const Outcome result = run("--state @/state @/pod.yaml");
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("bad.yaml:"), HasSubstr("DeviceMapping.drawbridge.dev bad"),
                    HasSubstr("spec.claimGroups: is not a field here")));
  EXPECT_THAT(result.out, HasSubstr("allowed, rewritten")) << "its neighbours stand";
}

// ---- What is given together sees itself.

TEST_F(ReviewProgram, KueuesConfigurationInAGivenConfigMapCounts) {
  const std::string pod =
      "apiVersion: v1\nkind: Pod\nmetadata: {name: p, labels: {kueue.x-k8s.io/queue-name: q}}\n"
      "spec: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: 1}}}]}\n";
  const std::string config_map =
      "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: kueue-manager-config, namespace: "
      "kueue-system}\n"
      "data:\n  controller_manager_config.yaml: |\n    apiVersion: config.kueue.x-k8s.io/v1beta2\n"
      "    kind: Configuration\n    resources: {}\n";
  EXPECT_THAT(run("--state @/state -", pod).out, HasSubstr("allowed, rewritten"));
  EXPECT_THAT(run("--state @/state -", pod + config_map).out, HasSubstr("KueueCannotCharge"));
  const Outcome broken = run("--state @/state -", pod + config_map + "      [\n");
  EXPECT_EQ(broken.status, 2);
  EXPECT_THAT(broken.err, HasSubstr("-:6 data[controller_manager_config.yaml]: line "));
}

TEST_F(ReviewProgram, PodsOfACronJobAreJudgedAsItsJobsAre) {
  const std::string cron =
      "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: nightly}\nspec:\n  jobTemplate:\n"
      "    metadata: {labels: {kueue.x-k8s.io/queue-name: q}}\n    spec: {template: {spec: "
      "{containers: "
      "[{name: main, resources: {limits: {nvidia.com/gpu: 1}}}]}}}\n";
  EXPECT_THAT(run("--state @/state -", cron).out, HasSubstr("allowed, its pods rewritten"));
  const std::string configuration =
      "---\napiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\nresources: {}\n";
  const Outcome held = run("--state @/state -", cron + configuration);
  EXPECT_EQ(held.status, 0);
  EXPECT_THAT(held.out, AllOf(HasSubstr("KueueCannotCharge"),
                              HasSubstr("0 rewritten. 0 problems, 1 warning.")));
}

}  // namespace
}  // namespace drawbridge::cli
