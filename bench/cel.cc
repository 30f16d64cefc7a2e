// CEL expressions, compiled (with their cost estimate) and evaluated; bench/cel.py sets the same
// beside cel-go. Allocations are counted, since they are what grows unseen.
//
//   bench_cel DEVICE ROWS [--benchmark_...]    a row is {"name", "env", "expression"}, one a line;
//                                              env: device or base
#include "rules/cel/cel.h"

#include <benchmark/benchmark.h>

#include <atomic>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <iostream>
#include <iterator>
#include <new>
#include <string>
#include <variant>

#include "kube/api/json.h"
#include "rules/cel/device_environment.h"

namespace {

std::atomic<std::size_t> allocations{0};

}  // namespace

void* operator new(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace drawbridge::cel {
namespace {

struct Row {
  std::string name;
  bool of_device = false;
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
                      std::string(row["expression"].as_string())});
    }
    at = end + 1;
  }
  return rows;
}

// A value of an attribute as resource.k8s.io/v1 writes it: {"int": 5}, {"versions": ["1.0.0"]}.
AttributeScalar scalar_of(std::string_view kind, const kube::Json& json) {
  if (kind.starts_with("bool")) return json.as_bool();
  if (kind.starts_with("int")) return json.as_int();
  if (kind.starts_with("version")) return VersionText{json.as_string()};
  return json.as_string();
}

Value read_device(const kube::Json& json, DeviceValues& values) {
  Device device;
  device.driver = json["driver"].as_string();
  for (const kube::Json::Member& member : json["attributes"].members()) {
    DeviceAttribute attribute{member.key(), false, {}};
    for (const kube::Json::Member& value : member.value.members()) {
      attribute.is_list = value.value.is_array();
      for (const kube::Json& element : value.value.elements()) {
        attribute.values.push_back(scalar_of(value.key(), element));
      }
      if (!attribute.is_list) attribute.values.push_back(scalar_of(value.key(), value.value));
    }
    device.attributes.push_back(std::move(attribute));
  }
  for (const kube::Json::Member& member : json["capacity"].members()) {
    auto quantity = kube::Quantity::parse(member.value["value"].as_string());
    if (!quantity.ok()) std::exit(1);
    device.capacity.push_back({member.key(), *quantity});
  }
  auto made = values.add(device);
  if (const Value* value = std::get_if<Value>(&made)) return *value;
  std::cerr << "bench_cel: " << std::get<std::string>(made) << "\n";
  std::exit(1);
}

void report_allocations(benchmark::State& state, std::size_t before) {
  state.counters["allocations"] =
      static_cast<double>(allocations.load() - before) / static_cast<double>(state.iterations());
}

void compile(benchmark::State& state, const Bench& bench, const Row& row) {
  const Environment& env = bench.env_of(row);
  const std::size_t before = allocations.load();
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
  const std::size_t before = allocations.load();
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
