// Prints the objects of the big cluster, a line each: what bench/view puts into etcd.
//
//   bench_big_cluster [PARTS]    only the first of so many parts of each kind
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "bench/big_cluster.h"

namespace drawbridge::bench {
namespace {

struct Kind {
  std::string (*make)(std::size_t i, std::size_t version);
  std::size_t count;
};
constexpr Kind kKinds[] = {{namespace_json, kNamespaces},
                           {node_json, kNodes},
                           {slice_json, kNodes},
                           {class_json, kClasses},
                           {mapping_json, kMappings},
                           {resource_quota_json, kNamespaces},
                           {device_quota_json, kNamespaces},
                           {claim_template_json, kNamespaces},
                           {claim_json, kClaims},
                           {pod_json, kPods}};
// In fewer parts than this a kind is not cut: what an administrator wrote does not become less.
constexpr std::size_t kCountWhole = 100;

int print(std::size_t parts) {
  for (const Kind& kind : kKinds) {
    const std::size_t count = kind.count <= kCountWhole ? kind.count : kind.count / parts;
    for (std::size_t i = 0; i < count; ++i) {
      const std::string line = kind.make(i, 0) + "\n";
      if (std::fwrite(line.data(), 1, line.size(), stdout) != line.size()) return 1;
    }
  }
  return std::fflush(stdout) == 0 ? 0 : 1;
}

}  // namespace
}  // namespace drawbridge::bench

int main(int count, char** arguments) {
  const int parts = count > 1 ? std::atoi(arguments[1]) : 1;
  return drawbridge::bench::print(static_cast<std::size_t>(std::max(1, parts)));
}
