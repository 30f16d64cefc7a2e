// DeviceRules over one pod: what judging by 1, 10 and 100 of them costs. bench/rules.py sets it
// beside the API server's evaluator of ValidatingAdmissionPolicies and OPA's.
//
//   bench_rules POLICIES REVIEW [--benchmark_...]    a policy is {"name", "spec"}, one a line
#include <benchmark/benchmark.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "kube/api/json.h"
#include "rules/policy/judge_policy.h"
#include "rules/policy/policy.h"
#include "test/allocation_counter.h"

namespace drawbridge::rules {
namespace {

struct Bench {
  std::vector<Policy> policies;
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

bool read_json_file(const char* file, kube::Document& into) {
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  Result<kube::Document> read = kube::read_json(text);
  if (read) into = std::move(*read);
  return read.ok();
}

bool read_policies(const char* file, std::vector<Policy>& into) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    const Result<kube::Document> read = kube::read_json(line);
    if (!read) return false;
    into.push_back(Policy::compile(read->root()["spec"], {cel::KubernetesVersion{37}, {}}));
    for (const PolicyProblem& problem : into.back().problems()) {
      std::cerr << "bench_rules: " << problem.field << ": " << problem.text << "\n";
      return false;
    }
  }
  return !into.empty();
}

int run(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  Bench bench;
  const Result<kube::Document> ns =
      kube::read_json(R"({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "ml"}})");
  if (argc != 3 || !ns || !read_policies(argv[1], bench.policies) ||
      !read_json_file(argv[2], bench.review)) {
    std::cerr << "usage: bench_rules POLICIES REVIEW [--benchmark_...]\n";
    return 2;
  }
  bench.ns.set_root(ns->root());
  benchmark::RegisterBenchmark("judge", [&bench](benchmark::State& state) { judge(state, bench); })
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
