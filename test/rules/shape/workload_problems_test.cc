// What the API server refuses in Pods and workloads beside their devices, and what it takes.
#include "rules/shape/workload_problems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/rules/rules_testing.h"

namespace drawbridge::rules::shape {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// "FIELD: FIX" of each.
std::vector<std::string> said_of(const std::string& object,
                                 const std::set<std::string_view>& meant = {}) {
  const kube::Document document = yaml(object);
  const std::vector<Finding> findings = workload_problems(document.root(), meant);
  check_findings(findings);
  std::vector<std::string> said;
  for (const Finding& finding : findings) said.push_back(finding.field + ": " + finding.fix);
  return said;
}

std::string object_of(const std::string& api_version, const std::string& kind,
                      const std::string& spec) {
  return "{apiVersion: " + api_version + ", kind: " + kind + ", metadata: {name: a}, spec: {" +
         spec + "}}";
}

std::vector<std::string> of_pod(const std::string& spec) {
  return said_of(object_of("v1", "Pod", spec));
}

std::vector<std::string> of_deployment(const std::string& spec) {
  return said_of(object_of("apps/v1", "Deployment", spec));
}

std::vector<std::string> of_job(const std::string& spec) {
  return said_of(object_of("batch/v1", "Job", spec));
}

TEST(WorkloadProblems, APodHasContainersAndTheyHaveNameAndImage) {
  EXPECT_THAT(of_pod("containers: [{name: a, image: b}]"), IsEmpty());
  EXPECT_THAT(of_pod("containers: [], resourceClaims: []"),
              ElementsAre("spec.containers: Write containers: [{name: main, image: IMAGE}] in "
                          "spec."));
  EXPECT_THAT(of_pod("containers: [{image: b}, {name: a}, {name: A_b, image: b}]"),
              ElementsAre("spec.containers[0].name: Write name: main in spec.containers[0].",
                          "spec.containers[1].image: Write image: IMAGE in spec.containers[1].",
                          "spec.containers[2].name: Write name: a-b."));
  EXPECT_THAT(of_pod("initContainers: [{name: a, image: b}], containers: [{name: a, image: b}]"),
              ElementsAre("spec.containers[0].name: Give one of the two another name, or take it "
                          "away."));
  // What decode() tells is not missing.
  EXPECT_THAT(said_of(object_of("v1", "Pod", "container: [{name: a}]"), {"containers"}), IsEmpty());
  EXPECT_THAT(of_pod("containers: [{name: '${NAME}', image: '${IMAGE}'}]"), IsEmpty());
  EXPECT_THAT(of_pod("containers: {a: b}"), IsEmpty());
  EXPECT_THAT(of_pod("containers: [a, 1, null], volumes: [a], resourceClaims: 1"), IsEmpty());
}

TEST(WorkloadProblems, WhatIsMountedIsThere) {
  const std::string mounts = "containers: [{name: a, image: b, volumeMounts: ";
  EXPECT_THAT(of_pod(mounts + "[{name: shm, mountPath: /dev/shm}]}], volumes: [{name: shm}]"),
              IsEmpty());
  EXPECT_THAT(of_pod(mounts + "[{name: shn, mountPath: /dev/shm}]}], volumes: [{name: shm}]"),
              ElementsAre("spec.containers[0].volumeMounts[0].name: Write name: shm."));
  EXPECT_THAT(of_pod(mounts + "[{name: models, mountPath: /m}]}]"),
              ElementsAre("spec.containers[0].volumeMounts[0].name: Write volumes: [{name: models, "
                          "emptyDir: {}}] in spec, or another source than emptyDir."));
  EXPECT_THAT(of_pod(mounts + "[{name: a, mountPath: /m}, {name: b, mountPath: /m}, {name: a}]}], "
                              "volumes: [{name: a}, {name: b}]"),
              ElementsAre("spec.containers[0].volumeMounts[1].mountPath: Mount one of the two "
                          "elsewhere, or take it away.",
                          "spec.containers[0].volumeMounts[2].mountPath: Write mountPath: /a."));
  const std::string set =
      "serviceName: a, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, "
      "spec: {" +
      mounts + "[{name: data, mountPath: /d}]}]}}, volumeClaimTemplates: [{metadata: {name: ";
  EXPECT_THAT(said_of(object_of("apps/v1", "StatefulSet", set + "data}}]")), IsEmpty());
  EXPECT_THAT(said_of(object_of("apps/v1", "StatefulSet", set + "dat}}]")),
              ElementsAre(HasSubstr("Write name: dat.")));
}

TEST(WorkloadProblems, VariablesHaveNames) {
  const auto with = [](const std::string& env) {
    return of_pod("containers: [{name: a, image: b, env: " + env + "}]");
  };
  EXPECT_THAT(with("[{name: A, value: b}, {name: 'a.b-c d', value: '='}, {name: '${N}=x'}]"),
              IsEmpty());
  EXPECT_THAT(
      with("[{value: b}, {name: '', value: c}]"),
      ElementsAre("spec.containers[0].env[0].name: Write name: NAME there, or take it away.",
                  HasSubstr("env[1].name: Write name: NAME")));
  EXPECT_THAT(with("[{name: A=b}, {name: A=b, value: c}, {name: ü}]"),
              ElementsAre("spec.containers[0].env[0].name: Write {name: A, value: b}.",
                          HasSubstr("env[1].name: Write a name of letters"),
                          HasSubstr("env[2].name: Write a name of letters")));
  EXPECT_THAT(with("[5, null, {name: 6}, {name: [a]}]"), IsEmpty());
  EXPECT_THAT(with("{a: b}"), IsEmpty());
}

TEST(WorkloadProblems, ImagesHaveNoBlanksAround) {
  const auto with = [](const std::string& image) {
    return of_pod("containers: [{name: a, image: \"" + image + "\"}]");
  };
  EXPECT_THAT(with("a.com/b:c"), IsEmpty());
  EXPECT_THAT(with("a b"), IsEmpty()) << "which the API server leaves to the runtime";
  EXPECT_THAT(with("b "), ElementsAre("spec.containers[0].image: Write image: b."));
  EXPECT_THAT(with("\\tb:c\\n"), ElementsAre("spec.containers[0].image: Write image: b:c."));
  EXPECT_THAT(with(" "), ElementsAre("spec.containers[0].image: Write image: IMAGE."));
  const auto in_deployment = [](const std::string& image) {
    return of_deployment(
        "selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: "
        "{containers: [{name: a, image: '" +
        image + "'}]}}");
  };
  EXPECT_THAT(in_deployment(" b"),
              ElementsAre("spec.template.spec.containers[0].image: Write image: b."));
  EXPECT_THAT(in_deployment(" "), IsEmpty());
}

TEST(WorkloadProblems, PortsHaveNamesOfTheirOwn) {
  const auto with = [](const std::string& ports) {
    return of_pod("containers: [{name: a, image: b, ports: [" + ports +
                  "]}, {name: c, image: b, ports: [{containerPort: 1, name: http}]}]");
  };
  EXPECT_THAT(with("{containerPort: 1, name: http}, {containerPort: 1}, {containerPort: 2}"),
              IsEmpty());
  EXPECT_THAT(with("{containerPort: 1, name: '${P}'}, {containerPort: 2, name: '${P}'}"),
              IsEmpty());
  EXPECT_THAT(with("{containerPort: 1, name: http}, {containerPort: 2, name: http}"),
              ElementsAre("spec.containers[0].ports[1].name: Give one of the two another name, or "
                          "take it away."));
  EXPECT_THAT(with("5, {containerPort: 1, name: [a]}, {containerPort: 2, name: [a]}"), IsEmpty());
}

TEST(WorkloadProblems, PortsAndLabels) {
  const std::string container = "containers: [{name: a, image: b, ";
  EXPECT_THAT(of_pod(container + "ports: [{containerPort: 8080, name: http}]}]"), IsEmpty());
  EXPECT_THAT(of_pod(container + "ports: [{containerPort: 80800}, {containerPort: 1, name: "
                                 "openai-compatible-api}]}]"),
              ElementsAre(HasSubstr("Write containerPort: 8080"),
                          "spec.containers[0].ports[1].name: Write name: openai-compatib."));
  EXPECT_THAT(of_pod("nodeSelector: {gpu: 'NVIDIA L4'}, " + container + "}]"),
              ElementsAre("spec.nodeSelector: Write gpu: NVIDIA-L4."));
  EXPECT_THAT(of_pod("nodeSelector: {gpu: '', example.com/a.b_c: '1'}, " + container + "}]"),
              IsEmpty());
}

TEST(WorkloadProblems, NamesOfAnnotations) {
  const auto with = [](std::string_view annotations) {
    return of_deployment(
        "selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}, "
        "annotations: {" +
        std::string(annotations) + "}}, spec: {containers: [{name: a, image: b}]}}");
  };
  EXPECT_THAT(with("example.com/Note_1: 'any text: at all', EXAMPLE.com/x: y, a: ''"), IsEmpty());
  EXPECT_THAT(with("nvidia.com/use gputype: H100"),
              ElementsAre("spec.template.metadata.annotations: Write a name such as "
                          "example.com/note."));
  EXPECT_THAT(with("/x: y, '{{ .name }}': z"), SizeIs(1));
}

TEST(WorkloadProblems, ASelectorIsThereAndFindsThePods) {
  const std::string pods = "spec: {containers: [{name: a, image: b}]}}";
  const std::string labelled = "template: {metadata: {labels: {app: web}}, " + pods;
  EXPECT_THAT(of_deployment("selector: {matchLabels: {app: web}}, " + labelled), IsEmpty());
  EXPECT_THAT(of_deployment(labelled),
              ElementsAre("spec.selector: Write selector: {matchLabels: {app: web}} in spec."));
  EXPECT_THAT(of_deployment("template: {spec: {containers: [{name: a, image: b, resources: "
                            "{limits: {nvidia.com/gpu: 1}}}]}}"),
              ElementsAre("spec.selector: Write selector: {matchLabels: {app: a}} in spec, and "
                          "labels: {app: a} in spec.template.metadata."));
  EXPECT_THAT(of_deployment("selector: {}, " + labelled), ElementsAre(HasSubstr("{app: web}")));
  EXPECT_THAT(of_deployment("selector: {app: web}, " + labelled), IsEmpty());  // decode() tells it
  EXPECT_THAT(of_deployment("selector: {matchLabels: {app: wab}}, " + labelled),
              ElementsAre("spec.template.metadata.labels: Write app: wab in "
                          "spec.template.metadata.labels."));
  EXPECT_THAT(
      of_deployment("selector: {matchExpressions: [{key: app, operator: Exists}]}, " + labelled),
      IsEmpty());
  EXPECT_THAT(said_of(object_of("v1", "ReplicationController", labelled)), IsEmpty());
  EXPECT_THAT(said_of(object_of("v1", "ReplicationController", "selector: {app: x}, " + labelled)),
              ElementsAre(HasSubstr("Write app: x")));
  EXPECT_THAT(of_deployment("selector: 1, template: []"), IsEmpty());
}

TEST(WorkloadProblems, OfAPatchNothingIsMissing) {
  EXPECT_THAT(of_deployment("replicas: 2"), IsEmpty());
  EXPECT_THAT(of_deployment("template: {spec: {containers: [{name: a, volumeMounts: [{name: v}], "
                            "resources: {limits: {cpu: 1}}}]}}"),
              IsEmpty());
  EXPECT_THAT(of_job("template: {spec: {containers: [{name: a, resources: {}}]}}"), IsEmpty());
  EXPECT_THAT(of_deployment("template: {spec: {containers: [{name: a, image: b}]}}"), IsEmpty());
  EXPECT_THAT(of_pod("containers: [{name: spark-kubernetes-executor}]"), IsEmpty());
  EXPECT_THAT(said_of(object_of("batch/v1", "CronJob", "suspend: true")), IsEmpty());
  EXPECT_THAT(of_deployment("replicas: -1"),
              ElementsAre("spec.replicas: Write replicas: 1, or leave it out."));
}

TEST(WorkloadProblems, WhatRunsToItsEndIsNotRestarted) {
  const std::string pods = "containers: [{name: a, image: b}]}}";
  const std::string policy = "spec.template.spec.restartPolicy: ";
  EXPECT_THAT(of_job("template: {spec: {restartPolicy: Never, " + pods), IsEmpty());
  EXPECT_THAT(of_job("template: {spec: {" + pods),
              ElementsAre(policy + "Write restartPolicy: Never or restartPolicy: OnFailure."));
  EXPECT_THAT(of_job("template: {spec: {restartPolicy: Always, " + pods),
              ElementsAre(HasSubstr("Write restartPolicy: Never")));
  EXPECT_THAT(of_deployment("selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: "
                            "b}}, spec: {restartPolicy: Never, " +
                            pods),
              ElementsAre(policy + "Write restartPolicy: Always; what runs to its end is a Job."));
  EXPECT_THAT(
      of_deployment("strategy: {type: Recreate, rollingUpdate: {maxSurge: 1}}, selector: "
                    "{matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {" +
                    pods),
      ElementsAre(HasSubstr("Take rollingUpdate away")));
}

TEST(WorkloadProblems, OfJobs) {
  const std::string pods =
      "template: {metadata: {labels: {a: b}}, spec: {restartPolicy: Never, containers: [{name: a, "
      "image: b}]}}";
  EXPECT_THAT(of_job("selector: {matchLabels: {a: b}}, " + pods),
              ElementsAre("spec.selector: Take selector away."));
  EXPECT_THAT(of_job("manualSelector: true, selector: {matchLabels: {a: b}}, " + pods), IsEmpty());
  EXPECT_THAT(of_job("selector: {matchLabels: {controller-uid: x}}, " + pods), IsEmpty());
  EXPECT_THAT(of_job("completionMode: Indexed, parallelism: 4, " + pods),
              ElementsAre("spec.completions: Write completions: 4."));
  EXPECT_THAT(of_job("parallelism: -1, backoffLimit: -2, " + pods),
              ElementsAre(HasSubstr("Write parallelism: 0"), HasSubstr("Write backoffLimit: 0")));
  const auto of_cron = [&](const std::string& schedule) {
    return said_of(
        object_of("batch/v1", "CronJob", schedule + "jobTemplate: {spec: {" + pods + "}}"));
  };
  EXPECT_THAT(of_cron("schedule: '*/5 * * * *', "), IsEmpty());
  EXPECT_THAT(of_cron("schedule: '@hourly', "), IsEmpty());
  EXPECT_THAT(of_cron("schedule: '${WHEN}', "), IsEmpty());
  EXPECT_THAT(of_cron(""), ElementsAre(HasSubstr("Write schedule: \"0 * * * *\"")));
  EXPECT_THAT(of_cron("schedule: '0 * * *', "), ElementsAre(HasSubstr("Write five words")));
}

TEST(WorkloadProblems, AnAppWrappersPathLeadsToAPodTemplate) {
  const auto of = [](const std::string& path) {
    return said_of(object_of("workload.codeflare.dev/v1beta2", "AppWrapper",
                             "components: [{podSets: [{replicas: 1, path: '" + path +
                                 "'}], template: {spec: {template: {spec: {}}, groups: [{template: "
                                 "{spec: {}}}]}}}]"));
  };
  EXPECT_THAT(of("template.spec.template"), IsEmpty());
  EXPECT_THAT(of("template.spec.groups[0].template"), IsEmpty());
  EXPECT_THAT(
      of("spec.template"),
      ElementsAre("spec.components[0].podSets[0].path: Write path: template.spec.template."));
  EXPECT_THAT(of("spec.pods"),
              ElementsAre("spec.components[0].podSets[0].path: Write the path of the pod template, "
                          "which begins with template."));
}

}  // namespace
}  // namespace drawbridge::rules::shape
