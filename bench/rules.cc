// DeviceRules over one pod: what judging by 1, 10 and 100 of them costs, by itself (`judge`), which
// bench/rules.py sets beside the API server's evaluator of ValidatingAdmissionPolicies and OPA's,
// and within the decision of a whole request (`decide`, of which 0 rules are the part to take off).
//
//   bench_rules POLICIES REVIEW [--benchmark_...]    a policy is {"name", "spec"}, one a line
#include <benchmark/benchmark.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/json_writer.h"
#include "rules/policy/judge_policy.h"
#include "rules/policy/policy.h"
#include "test/allocation_counter.h"
#include "webhook/decide/decide.h"
#include "webhook/decide/review_codec.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::rules {
namespace {

struct Bench {
  std::vector<Policy> policies;
  std::vector<kube::Document> specs;
  kube::Document review;
  kube::Document ns;
};

// By the first `count` policies, from the beginning again where there are fewer.
void judge(benchmark::State& state, const Bench& bench) {
  const auto count = static_cast<std::size_t>(state.range(0));
  const kube::Json request = bench.review.root()["request"];
  PolicyInput input;
  input.object = request["object"];
  input.old_object = request["oldObject"];
  input.request = request;
  input.ns = bench.ns.root();
  PolicyScratch scratch;
  std::size_t refused = 0;
  const std::size_t before = test::allocation_count();
  for (auto _ : state) {
    refused = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const PolicyOutcome outcome =
          judge_policy(bench.policies[i % bench.policies.size()], input, scratch);
      for (const PolicyDecision& decision : outcome.decisions) refused += decision.denies ? 1 : 0;
    }
  }
  state.counters["allocations"] = static_cast<double>(test::allocation_count() - before) /
                                  static_cast<double>(state.iterations());
  state.counters["refused"] = static_cast<double>(refused);
}

// As DeviceRules of any pod, named one by one.
std::shared_ptr<const admission::Snapshot> with_rules(const std::vector<kube::Document>& policies,
                                                      std::size_t count) {
  admission::SnapshotBuilder builder;
  for (std::size_t i = 0; i < count; ++i) {
    std::string text;
    kube::JsonWriter writer(text);
    writer.begin_object().key("apiVersion").string("drawbridge.dev/v1alpha1");
    writer.key("kind").string("DeviceRule").key("metadata").begin_object();
    writer.key("name").string("rule-" + std::to_string(i)).end_object().key("spec").begin_object();
    writer.key("matchPolicy").begin_object().key("allPods").boolean(true).end_object();
    for (const char* part : {"variables", "validations"})
      writer.key(part).json(policies[i % policies.size()].root()["spec"][part]);
    writer.end_object().end_object();
    const Result<kube::Document> rule = kube::read_json(text);
    if (!rule || !builder.put(rule->root())) return nullptr;
  }
  std::shared_ptr<const admission::Snapshot> snapshot = builder.publish();
  return snapshot->problems().empty() ? snapshot : nullptr;
}

void decide(benchmark::State& state, const Bench& bench) {
  const auto snapshot = with_rules(bench.specs, static_cast<std::size_t>(state.range(0)));
  if (!snapshot) return state.SkipWithError("a policy is no DeviceRule");
  const Result<admission::AdmissionRequest> request =
      admission::decode_review(bench.review.root(), admission::Endpoint::kValidate);
  if (!request) return state.SkipWithError("the review can't be read");
  // Nothing more has to be looked up, and the namespace has no labels.
  admission::Facts facts;
  facts.looked_up.push_back(
      {{admission::ObjectRef::Kind::kNamespace, "", std::string(request->ns)}, bench.ns.root()});
  std::size_t runs = 0;
  const std::size_t before = test::allocation_count();
  for (auto _ : state) {
    const auto judged = admission::decide(*request, *snapshot, facts);
    const auto* decision = std::get_if<admission::Decision>(&judged);
    runs = decision == nullptr ? 0 : decision->rule_runs.size();
  }
  state.counters["allocations"] = static_cast<double>(test::allocation_count() - before) /
                                  static_cast<double>(state.iterations());
  if (runs != static_cast<std::size_t>(state.range(0)))
    state.SkipWithError("not all rules have judged");
}

bool read_json_file(const char* file, kube::Document& into) {
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  Result<kube::Document> read = kube::read_json(text);
  if (read) into = std::move(*read);
  return read.ok();
}

bool read_policies(const char* file, Bench& into) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    Result<kube::Document> read = kube::read_json(line);
    if (!read) return false;
    into.policies.push_back(
        Policy::compile(read->root()["spec"], {cel::KubernetesVersion{37}, {}}));
    into.specs.push_back(std::move(*read));
    for (const PolicyProblem& problem : into.policies.back().problems()) {
      std::cerr << "bench_rules: " << problem.field << ": " << problem.text << "\n";
      return false;
    }
  }
  return !into.policies.empty();
}

int run(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  Bench bench;
  const Result<kube::Document> ns =
      kube::read_json(R"({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "ml"}})");
  if (argc != 3 || !ns || !read_policies(argv[1], bench) ||
      !read_json_file(argv[2], bench.review)) {
    std::cerr << "usage: bench_rules POLICIES REVIEW [--benchmark_...]\n";
    return 2;
  }
  bench.ns.set_root(ns->root());
  benchmark::RegisterBenchmark("judge", [&bench](benchmark::State& state) { judge(state, bench); })
      ->Arg(1)
      ->Arg(10)
      ->Arg(100);
  benchmark::RegisterBenchmark("decide",
                               [&bench](benchmark::State& state) { decide(state, bench); })
      ->Arg(0)
      ->Arg(1)
      ->Arg(10)
      ->Arg(100);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace
}  // namespace drawbridge::rules

int main(int argc, char** argv) {
  return drawbridge::rules::run(argc, argv);
}
