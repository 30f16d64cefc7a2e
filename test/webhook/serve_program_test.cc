// `drawbridge serve` as a program: the flags that it refuses before it serves anything.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/webhook/admission_testing.h"
#include "test/webhook/program_testing.h"
#include "webhook/admission/template_care.h"
#include "webhook/cli/finding_metrics.h"
#include "webhook/cli/quota_metrics.h"
#include "webhook/server/metrics.h"

namespace drawbridge::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class ServeProgram : public ProgramTest {
 protected:
  // What it says when it is asked to serve a certificate without a key, which nothing can serve.
  Outcome run(const std::string& arguments) {
    return run_program("serve --tls-cert @/none " + arguments);
  }
  Outcome run_with_hours(std::int64_t hours) {
    return run("--template-time-to-live " + std::to_string(hours));
  }
};

TEST_F(ServeProgram, TheTimeToLiveOfTemplatesHasBounds) {
  const std::int64_t least = admission::kTemplateTimeToLiveMin.count();
  const std::int64_t most = admission::kTemplateTimeToLiveMax.count();
  for (const std::int64_t hours : {least, most}) {
    const Outcome accepted = run_with_hours(hours);
    EXPECT_EQ(accepted.status, 2) << hours;
    EXPECT_THAT(accepted.err, HasSubstr("--tls-cert and --tls-key go together")) << hours;
  }
  for (const std::int64_t hours : {least - 1, most + 1}) {
    const Outcome refused = run_with_hours(hours);
    EXPECT_NE(refused.status, 0) << hours;
    EXPECT_THAT(refused.err, HasSubstr("--template-time-to-live")) << hours;
    EXPECT_THAT(refused.err, Not(HasSubstr("go together"))) << hours;
  }
  EXPECT_THAT(run("--template-time-to-live 90m").err, HasSubstr("--template-time-to-live"));
}

TEST_F(ServeProgram, FlagsThatDoNotGoTogether) {
  EXPECT_THAT(run("").err, HasSubstr("--tls-cert and --tls-key go together"));
  EXPECT_THAT(run_program("serve --certificates-secret s").err,
              HasSubstr("--certificates-secret needs a cluster: --in-cluster or --kubeconfig"));
  EXPECT_THAT(run_program("serve --in-cluster --certificates-secret s").err,
              HasSubstr("--certificates-secret needs --service"));
  EXPECT_THAT(run("--tls-key @/none --in-cluster --certificates-secret s --service x").err,
              HasSubstr("--certificates-secret does not go with --tls-cert"));
}

// Nobody may be let in because the authorities could not be read.
TEST_F(ServeProgram, AuthoritiesOfClientsAreReadBeforeItServes) {
  EXPECT_THAT(run_program("serve --state @ --client-ca @/none").err, HasSubstr("none"));
  folder_.write("empty.pem", "");
  const Outcome refused = run_program("serve --state @ --client-ca @/empty.pem");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("empty.pem: no certificate in PEM is in it"));
}

// The Secret's certificate takes the place of the first by itself.
TEST_F(ServeProgram, ALastingCertificateIsAskedForWhereNoneComes) {
  const std::string arguments = "serve --kubeconfig @/missing";
  const std::string told = "a self-signed certificate was made for this process; --tls-cert";
  EXPECT_THAT(run_program(arguments).err, HasSubstr(told));
  const Outcome kept = run_program(arguments + " --certificates-secret s --service x");
  EXPECT_THAT(kept.err, AllOf(HasSubstr("missing"), Not(HasSubstr("self-signed"))));
}

// Ready, and allowing everything: that is no gate.
TEST_F(ServeProgram, NothingToDecideByIsRefused) {
  const std::string told =
      "drawbridge serve: there is nothing to decide by. In a pod give --in-cluster; elsewhere "
      "--kubeconfig FILE or KUBECONFIG in the environment, or --state DIR with manifests.\n";
  unsetenv("KUBECONFIG");  // NOLINT(concurrency-mt-unsafe): no thread yet
  const Outcome nothing = run_program("serve --listen 127.0.0.1:0 --http-listen 127.0.0.1:0");
  EXPECT_EQ(nothing.status, 2);
  EXPECT_EQ(nothing.err, told);
  // Of an environment that names a kubeconfig, the kubeconfig is read.
  const std::string missing = (folder_.path() / "missing.kubeconfig").string();
  setenv("KUBECONFIG", missing.c_str(), 1);  // NOLINT(concurrency-mt-unsafe): no thread yet
  const Outcome named = run_program("serve --listen 127.0.0.1:0 --http-listen 127.0.0.1:0");
  unsetenv("KUBECONFIG");  // NOLINT(concurrency-mt-unsafe): no thread yet
  EXPECT_EQ(named.status, 2);
  EXPECT_THAT(named.err, HasSubstr("missing.kubeconfig"));
}

TEST_F(ServeProgram, AContextIsOfAKubeconfigWhichTheEnvironmentMayName) {
  const std::string context = "serve --listen 127.0.0.1:0 --http-listen 127.0.0.1:0 --context dev";
  const std::string told =
      "drawbridge serve: --context chooses of a kubeconfig, and none is read: give --kubeconfig "
      "FILE too, or leave it out.\n";
  unsetenv("KUBECONFIG");  // NOLINT(concurrency-mt-unsafe): no thread yet
  EXPECT_EQ(run_program(context).err, told);
  EXPECT_EQ(run_program(context + " --in-cluster").err, told);
  folder_.write("kubeconfig", "{apiVersion: v1, kind: Config, contexts: [{name: prod}]}");
  const std::string kubeconfig = (folder_.path() / "kubeconfig").string();
  setenv("KUBECONFIG", kubeconfig.c_str(), 1);  // NOLINT(concurrency-mt-unsafe): no thread yet
  const Outcome chosen = run_program(context);
  // Beside a folder of manifests the environment's is not read.
  const Outcome beside = run_program(context + " --state @");
  unsetenv("KUBECONFIG");  // NOLINT(concurrency-mt-unsafe): no thread yet
  EXPECT_THAT(chosen.err, HasSubstr("no context is called \"dev\"; there are: prod"));
  EXPECT_EQ(beside.err, told);
}

TEST_F(ServeProgram, AFileThatCannotBeWrittenIsNamedWithTheReason) {
  folder_.write("state/pod.yaml", "{apiVersion: v1, kind: Pod, metadata: {name: p}}");
  const Outcome write = run_program("serve --state @/state --write-ca @/none/ca.pem");
  EXPECT_EQ(write.status, 2);
  EXPECT_THAT(write.err, HasSubstr("ca.pem cannot be written: No such file or directory.\n"));
}

// As Prometheus reads them.
TEST(FindingMetrics, HaveTheCodeAndTheSeverity) {
  admission::FindingTally tally;
  rules::Finding refused;
  refused.code = "TooManyDevices";
  refused.severity = rules::Severity::kDeny;
  rules::Finding warned;
  warned.code = "BothPaths";
  tally.add(std::vector{refused, warned, warned});
  const FindingMetrics metrics(tally);
  EXPECT_THAT(
      metrics_text({&metrics}),
      AllOf(HasSubstr("# TYPE drawbridge_findings_total counter\n"),
            HasSubstr("\ndrawbridge_findings_total{code=\"BothPaths\",severity=\"warn\"} 2\n"),
            HasSubstr("\ndrawbridge_findings_total{code=\"TooManyDevices\",severity="
                      "\"deny\"} 1\n")));
}

TEST(QuotaMetrics, AreWhatIsAllowedAndInUseAndOneReplicaTellsThem) {
  const admission::SnapshotStore store(admission::snapshot_of(
      "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: gpus, namespace: "
      "team-a}\nspec: {hard: {acme.com/mem: 640Mi, example.com/gpu: '8'}}\n"
      "status: {used: {example.com/gpu: '7', example.com/other: '1'}}\n"));
  bool tells = true;
  const QuotaMetrics metrics(store, [&tells] { return tells; });
  const std::string of = "{namespace=\"team-a\",devicequota=\"gpus\",resource=";
  EXPECT_EQ(metrics_text({&metrics}),
            "# HELP drawbridge_quota_hard What a DeviceQuota allows of a logical resource "
            "(spec.hard); told by the leader.\n# TYPE drawbridge_quota_hard gauge\n"
            "drawbridge_quota_hard" +
                of +
                "\"acme.com/mem\"} 671088640\n"
                "drawbridge_quota_hard" +
                of +
                "\"example.com/gpu\"} 8\n"
                "# HELP drawbridge_quota_used What is in use of it (status.used), once that was "
                "counted; told by the leader.\n# TYPE drawbridge_quota_used gauge\n"
                "drawbridge_quota_used" +
                of + "\"example.com/gpu\"} 7\n");
  tells = false;
  EXPECT_EQ(metrics_text({&metrics}), "");
}

}  // namespace
}  // namespace drawbridge::cli
