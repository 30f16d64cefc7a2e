// What `drawbridge audit` and `drawbridge devices` take for the big cluster, once the API server's
// answers are there: reading them, matching devices, judging everything. Times are those of the
// thread's CPU; others' work on the machine does not count.
#include <time.h>

#include <cstdio>
#include <string>
#include <vector>

#include "bench/big_cluster.h"
#include "kube/api/json.h"
#include "webhook/cli/audit.h"
#include "webhook/cli/inventory.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::bench {
namespace {

double seconds_of_cpu() {
  timespec spent = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
  return static_cast<double>(spent.tv_sec) + static_cast<double>(spent.tv_nsec) * 1e-9;
}

class Phase {
 public:
  explicit Phase(const char* name) : name_(name), began_(seconds_of_cpu()) {}
  ~Phase() { std::printf("  %-36s %7.3f s\n", name_, seconds_of_cpu() - began_); }
  Phase(const Phase&) = delete;
  Phase& operator=(const Phase&) = delete;

 private:
  const char* name_;
  const double began_;
};

using Make = std::string (*)(std::size_t i, std::size_t version);

std::vector<std::string> texts_of(Make make, std::size_t count) {
  std::vector<std::string> texts;
  texts.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    texts.push_back(make(i, 0));
    texts.back().reserve(texts.back().size() + kube::JsonReader::kPaddingBytes);
  }
  return texts;
}

// All texts one after another, so that making them is not measured.
struct Kind {
  const char* group;
  const char* kind;
  std::vector<std::string> texts;
};

std::vector<Kind> kinds() {
  std::vector<Kind> all;
  all.push_back({"", "Namespace", texts_of(namespace_json, kNamespaces)});
  all.push_back({"", "Node", texts_of(node_json, kNodes)});
  all.push_back({"", "ResourceQuota", texts_of(resource_quota_json, kNamespaces)});
  all.push_back({"resource.k8s.io", "DeviceClass", texts_of(class_json, kClasses)});
  all.push_back({"resource.k8s.io", "ResourceSlice", texts_of(slice_json, kNodes)});
  all.push_back({"resource.k8s.io", "ResourceClaim", texts_of(claim_json, kClaims)});
  all.push_back(
      {"resource.k8s.io", "ResourceClaimTemplate", texts_of(claim_template_json, kNamespaces)});
  all.push_back({"drawbridge.dev", "DeviceMapping", texts_of(mapping_json, kMappings)});
  all.push_back({"drawbridge.dev", "DeviceQuota", texts_of(device_quota_json, kNamespaces)});
  all.push_back({"kueue.x-k8s.io", "LocalQueue", texts_of(local_queue_json, kNamespaces)});
  return all;
}

int run() {
  const std::vector<Kind> all = kinds();
  const std::vector<std::string> pods = texts_of(pod_json, kPods);
  kube::JsonReader reader;
  kube::Document document;
  cli::AuditReport report;
  std::shared_ptr<const admission::Snapshot> snapshot;
  {
    const Phase whole("audit, all together");
    admission::SnapshotBuilder builder;
    {
      const Phase phase("reading what decisions read");
      for (const Kind& kind : all) {
        builder.begin_list(kind.group, kind.kind);
        for (const std::string& text : kind.texts) {
          if (reader.read(text, document)) builder.put(document.root());
        }
        builder.end_list(kind.group, kind.kind);
      }
    }
    {
      const Phase phase("matching 40,000 devices");
      snapshot = builder.publish();
    }
    cli::Auditor auditor(snapshot);
    {
      const Phase phase("judging it");
      auditor.judge_snapshot();
      auditor.add_problems();
    }
    {
      const Phase phase("reading and judging 150,000 pods");
      for (const std::string& text : pods) {
        if (reader.read(text, document)) auditor.judge({document.root(), {}, 0});
      }
    }
    report = auditor.finish();
  }
  cli::Inventory inventory;
  {
    const Phase phase("devices");
    inventory = cli::take_inventory(*snapshot);
  }
  std::printf("  %zu objects, %zu findings; %zu devices in %zu rows\n", report.objects,
              report.groups.size(), inventory.devices, inventory.rows.size());
  for (const cli::AuditGroup& group : report.groups)
    std::printf("    %-24s %7zu objects: %s\n", std::string(group.code).c_str(),
                group.objects.size(), group.message.substr(0, 100).c_str());
  return 0;
}

}  // namespace
}  // namespace drawbridge::bench

int main() {
  return drawbridge::bench::run();
}
