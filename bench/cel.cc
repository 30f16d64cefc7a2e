// CEL expressions, compiled (with their cost estimate) and evaluated; bench/cel.py sets the same
// beside cel-go. Allocations are counted, since they are what grows unseen.
//
//   bench_cel DEVICE ROWS [--benchmark_...]    a row is {"name", "env", "expression"}, one a line;
//                                              env: device or base; "cluster": true: also over
//                                              40,000 devices of slices, read apart from matched
#include "rules/cel/cel.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <deque>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "kube/api/json.h"
#include "rules/cel/device_environment.h"
#include "rules/devices/published.h"
#include "test/allocation_counter.h"

namespace drawbridge::cel {
namespace {

struct Row {
  std::string name;
  bool of_device = false;
  bool of_cluster = false;  // measured over all devices of a cluster too
  std::string expression;
};

struct Bench {
  Environment device_env;
  Environment base_env;
  Value device;
  const Environment& env_of(const Row& row) const { return row.of_device ? device_env : base_env; }
};

std::string read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    std::cerr << "bench_cel: cannot read " << path << "\n";
    std::exit(1);
  }
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::deque<Row> read_rows(const char* path) {
  std::deque<Row> rows;
  const std::string text = read_file(path);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const auto line = kube::read_json(std::string_view(text).substr(at, end - at));
    if (line.ok()) {
      const kube::Json row = line->root();
      rows.push_back({std::string(row["name"].as_string()), row["env"].as_string() == "device",
                      row["cluster"].as_bool(), std::string(row["expression"].as_string())});
    }
    at = end + 1;
  }
  return rows;
}

Value read_device(const kube::Json& json, DeviceValues& values) {
  const auto device = rules::read_device(json["driver"].as_string(), json);
  if (!device.ok()) {
    std::cerr << "bench_cel: " << device.error().message << "\n";
    std::exit(1);
  }
  auto made = values.add(*device);
  if (const Value* value = std::get_if<Value>(&made)) return *value;
  std::cerr << "bench_cel: " << std::get<std::string>(made) << "\n";
  std::exit(1);
}

// A cluster's devices, in slices as drivers publish them: the same but for their names and numbers.
constexpr std::size_t kClusterDevices = 40'000;
constexpr std::size_t kDevicesInSlice = 128;

std::vector<std::string> cluster_slices(const kube::Json& device) {
  std::vector<std::string> slices;
  for (std::size_t made = 0; made < kClusterDevices;) {
    std::string text =
        R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceSlice","spec":{"driver":")" +
        std::string(device["driver"].as_string()) + R"(","devices":[)";
    for (std::size_t i = 0; i < kDevicesInSlice && made < kClusterDevices; ++i, ++made) {
      std::string attributes = kube::to_text(device["attributes"]);
      attributes.insert(1, R"("serial":{"int":)" + std::to_string(made) + "},");
      text.append(i == 0 ? "" : ",").append(R"({"name":"d-)").append(std::to_string(made));
      text.append(R"(","attributes":)").append(attributes);
      text.append(R"(,"capacity":)").append(kube::to_text(device["capacity"])).append("}");
    }
    slices.push_back(text.append("]}}"));
  }
  return slices;
}

std::vector<Value> read_slices(const std::vector<kube::Document>& slices, DeviceValues& values) {
  std::vector<Value> devices;
  for (const kube::Document& slice : slices) {
    for (const rules::PublishedDevice& device : rules::devices_of(slice.root())) {
      const auto read = rules::read_device(device.driver, device.body);
      if (!read.ok()) std::exit(1);
      devices.push_back(std::get<Value>(values.add(*read)));
    }
  }
  return devices;
}

// All devices of a cluster as values, and one selector put to all of them.
class Cluster {
 public:
  explicit Cluster(const kube::Json& device) {
    for (const std::string& text : cluster_slices(device)) {
      slices_.push_back(kube::read_json(text).value());
    }
    devices_ = read_slices(slices_, values_);
  }

  void read(benchmark::State& state) const {
    for (auto _ : state) {
      DeviceValues values;
      benchmark::DoNotOptimize(read_slices(slices_, values));
    }
    state.counters["devices"] = static_cast<double>(devices_.size());
  }

  void match(benchmark::State& state, const Environment& env, const std::string& selector) const {
    const auto compiled = compile_selector(env, selector);
    const Program* program = std::get_if<Program>(&compiled);
    if (program == nullptr) return state.SkipWithError("refused");
    kube::Arena arena;
    std::size_t matches = 0;
    for (auto _ : state) {
      matches = 0;
      for (const Value& device : devices_) {
        arena.reset();
        matches += match_selector(*program, device, kPerCallCostMax, arena).matches ? 1 : 0;
      }
    }
    state.counters["devices"] = static_cast<double>(devices_.size());
    state.counters["matches"] = static_cast<double>(matches);
  }

 private:
  std::vector<kube::Document> slices_;
  DeviceValues values_;
  std::vector<Value> devices_;
};

void report_allocations(benchmark::State& state, std::size_t before) {
  state.counters["allocations"] = static_cast<double>(test::allocation_count() - before) /
                                  static_cast<double>(state.iterations());
}

void compile(benchmark::State& state, const Bench& bench, const Row& row) {
  const Environment& env = bench.env_of(row);
  const std::size_t before = test::allocation_count();
  for (auto _ : state) benchmark::DoNotOptimize(env.compile(row.expression));
  report_allocations(state, before);
}

void evaluate(benchmark::State& state, const Bench& bench, const Row& row) {
  const auto compiled = bench.env_of(row).compile(row.expression);
  const Program* program = std::get_if<Program>(&compiled);
  if (program == nullptr) return state.SkipWithError("refused");
  kube::Arena arena;
  const Bindings bindings{std::span<const Value>(&bench.device, row.of_device ? 1 : 0)};
  Outcome outcome;
  const std::size_t before = test::allocation_count();
  for (auto _ : state) {
    arena.reset();
    outcome = program->evaluate(bindings, kPerCallCostMax, arena);
    benchmark::DoNotOptimize(outcome.value);
  }
  report_allocations(state, before);
  state.counters["cost"] = static_cast<double>(outcome.cost);
  state.counters["error"] = outcome.value.is_error() ? 1 : 0;
}

int run(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: bench_cel DEVICE ROWS [--benchmark_...]\n";
    return 1;
  }
  const auto device = kube::read_json(read_file(argv[1]));
  if (!device.ok()) return 1;
  DeviceValues values;
  EnvironmentBuilder base({.minor = 37});
  base.add_bindings_macro();
  const DeviceFeatures features{.consumable_capacity = true, .list_type_attributes = true};
  const Bench bench{device_environment({.minor = 37}, features), std::move(base).build(),
                    read_device(device->root(), values)};
  const std::deque<Row> rows = read_rows(argv[2]);
  for (const Row& row : rows) {
    benchmark::RegisterBenchmark(("compile/" + row.name).c_str(),
                                 [&](benchmark::State& state) { compile(state, bench, row); });
    benchmark::RegisterBenchmark(("evaluate/" + row.name).c_str(),
                                 [&](benchmark::State& state) { evaluate(state, bench, row); });
  }
  std::unique_ptr<Cluster> cluster;
  for (const Row& row : rows) {
    if (!row.of_cluster) continue;
    if (!cluster) cluster = std::make_unique<Cluster>(device->root());
    benchmark::RegisterBenchmark(("read/" + row.name).c_str(),
                                 [&](benchmark::State& state) { cluster->read(state); });
    benchmark::RegisterBenchmark(("match/" + row.name).c_str(), [&](benchmark::State& state) {
      cluster->match(state, bench.device_env, row.expression);
    });
  }
  int rest = argc - 2;
  argv[2] = argv[0];
  benchmark::Initialize(&rest, argv + 2);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace
}  // namespace drawbridge::cel

int main(int argc, char** argv) {
  return drawbridge::cel::run(argc, argv);
}
