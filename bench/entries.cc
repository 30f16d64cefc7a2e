// Objects whose entries are many: how long one of them keeps a connection's thread, with as many
// entries as are judged there (kInlineEntriesMax) and with all that an inline body holds.
//
//   bench_entries [ROUNDS]
//
// Milliseconds of the thread's CPU time, each the least of ROUNDS (9), over examples/cluster
// with 300 classes more. What is judged there may take a millisecond; exits with 1 where the worst
// takes more.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bench/reviews.h"
#include "webhook/admission/admission_service.h"
#include "webhook/admission/memory_gateway.h"
#include "webhook/admission/state_folder.h"
#include "webhook/decide/object_set.h"
#include "webhook/decide/takes_long.h"
#include "webhook/server/limits.h"

namespace drawbridge::admission {
namespace {

using bench::cpu_ms;
using bench::review_of;
using nlohmann::json;

constexpr double kInlineBound = 1;  // milliseconds
constexpr int kClasses = 300;

// An object of one kind with `count` entries of one sort.
struct Shape {
  std::string_view name;
  std::string_view group;  // with the version: "apps/v1"
  std::string_view kind;
  std::function<json(int count)> spec;
};

json list_of(int count, const std::function<json(const std::string& number)>& element) {
  json list = json::array();
  for (int i = 0; i < count; ++i) list.push_back(element(std::to_string(i)));
  return list;
}

json map_of(int count, std::string_view prefix, const json& value) {
  json map = json::object();
  for (int i = 0; i < count; ++i) map[std::string(prefix) + std::to_string(i)] = value;
  return map;
}

json container(const json& limits, const std::string& number = "") {
  return {{"name", "c" + number}, {"image", "i"}, {"resources", {{"limits", limits}}}};
}

const json kOneGpu = {{"nvidia.com/gpu", "1"}};

json one_container(const json& limits) {
  return {{"containers", {container(limits)}}};
}

json template_of(const json& pod_spec) {
  return {{"replicas", 2}, {"template", {{"spec", pod_spec}}}};
}

json names(int count, std::string_view prefix) {
  return one_container(map_of(count, prefix, "1"));
}

json init_containers(int count) {
  json spec = one_container(kOneGpu);
  spec["initContainers"] =
      list_of(count, [](const std::string& number) { return container(kOneGpu, number); });
  return spec;
}

json claims(int count, std::string_view by) {
  return {{"containers",
           {{{"name", "c"},
             {"resources",
              {{"claims", list_of(count,
                                  [](const std::string& number) {
                                    return json({{"name", "k" + number}});
                                  })}}}}}},
          {"resourceClaims", list_of(count, [by](const std::string& number) {
             return json({{"name", "k" + number}, {by, "t" + number}});
           })}};
}

json devices(const json& devices) {
  return {{"devices", devices}};
}

json gpu_request(const json& more = json::object()) {
  json exactly = {{"deviceClassName", "gpu.nvidia.com"}};
  exactly.update(more);
  return {{"name", "r"}, {"exactly", exactly}};
}

json config(const std::string&) {
  return {{"opaque",
           {{"driver", "gpu.nvidia.com"},
            {"parameters",
             {{"apiVersion", "resource.nvidia.com/v1beta1"},
              {"kind", "GpuConfig"},
              {"sharing", {{"strategy", "TimeSlicingg"}}}}}}}};
}

std::vector<Shape> pods() {
  return {
      {"containers", "v1", "Pod",
       [](int count) {
         return json({{"containers", list_of(count, [](const std::string& number) {
                         return container(kOneGpu, number);
                       })}});
       }},
      {"containers without resources", "v1", "Pod",
       [](int count) {
         return json({{"containers", list_of(count, [](const std::string& number) {
                         return json({{"name", "c" + number}, {"image", "i"}});
                       })}});
       }},
      {"containers of claims", "v1", "Pod",
       [](int count) {
         return json({{"containers", list_of(count, [](const std::string& number) {
                         return json({{"name", "c" + number},
                                      {"resources", {{"claims", {{{"name", "k" + number}}}}}}});
                       })}});
       }},
      {"quantities with exponents", "v1", "Pod",
       [](int count) {
         return json({{"containers", list_of(count, [](const std::string& number) {
                         return container({{"nvidia.com/gpu", "1e" + number}}, number);
                       })}});
       }},
      {"init containers", "v1", "Pod", init_containers},
      {"names of a pattern", "v1", "Pod",
       [](int count) { return names(count, "nvidia.com/mig-"); }},
      {"names of the same domain", "v1", "Pod",
       [](int count) { return names(count, "nvidia.com/g"); }},
      {"names of nobody", "v1", "Pod", [](int count) { return names(count, "e.io/m"); }},
      {"implicit names of no class", "v1", "Pod",
       [](int count) { return names(count, "deviceclass.resource.kubernetes.io/gpu.nvidia.co"); }},
      {"claims by template", "v1", "Pod",
       [](int count) { return claims(count, "resourceClaimTemplateName"); }},
      {"claims by name", "v1", "Pod", [](int count) { return claims(count, "resourceClaimName"); }},
      {"unknown fields", "v1", "Pod",
       [](int count) {
         json spec = one_container(kOneGpu);
         spec["containers"][0].update(map_of(count, "x", 1));
         return spec;
       }},
      {"tolerations", "v1", "Pod",
       [](int count) {
         json spec = one_container(kOneGpu);
         spec["tolerations"] = list_of(count, [](const std::string& number) {
           return json({{"key", "nvidia.com/gpu" + number}, {"operator", "Exists"}});
         });
         return spec;
       }},
      {"environment", "v1", "Pod",
       [](int count) {
         json spec = one_container(kOneGpu);
         spec["containers"][0]["env"] = list_of(count, [](const std::string& number) {
           return json({{"name", "NVIDIA_VISIBLE_DEVICES" + number}, {"value", "all"}});
         });
         return spec;
       }},
      {"node selector", "v1", "Pod",
       [](int count) {
         json spec = one_container(kOneGpu);
         spec["nodeSelector"] = map_of(count, "l", "b");
         return spec;
       }},
  };
}

std::vector<Shape> workloads() {
  return {
      {"names of a pattern", "apps/v1", "Deployment",
       [](int count) { return template_of(names(count, "nvidia.com/mig-")); }},
      {"init containers", "apps/v1", "Deployment",
       [](int count) { return template_of(init_containers(count)); }},
      {"jobs", "jobset.x-k8s.io/v1alpha2", "JobSet",
       [](int count) {
         return json({{"replicatedJobs", list_of(count, [](const std::string& number) {
                         return json(
                             {{"name", "j" + number},
                              {"template", {{"spec", template_of(one_container(kOneGpu))}}}});
                       })}});
       }},
      {"jobs of claims", "jobset.x-k8s.io/v1alpha2", "JobSet",
       [](int count) {
         return json({{"replicatedJobs", list_of(count, [](const std::string& number) {
                         return json(
                             {{"name", "j" + number},
                              {"template",
                               {{"spec", template_of(claims(1, "resourceClaimTemplateName"))}}}});
                       })}});
       }},
      {"groups", "ray.io/v1", "RayCluster",
       [](int count) {
         return json({{"headGroupSpec", template_of(one_container({}))},
                      {"workerGroupSpecs", list_of(count, [](const std::string& number) {
                         json group = template_of(one_container(kOneGpu));
                         group["groupName"] = "g" + number;
                         return group;
                       })}});
       }},
      {"groups of empty containers", "ray.io/v1", "RayCluster",
       [](int count) {
         return json({{"headGroupSpec", template_of(one_container({}))},
                      {"workerGroupSpecs", list_of(count, [](const std::string&) {
                         return template_of({{"containers", {json::object()}}});
                       })}});
       }},
      {"components", "workload.codeflare.dev/v1beta2", "AppWrapper",
       [](int count) {
         return json({{"components", list_of(count, [](const std::string& number) {
                         return json({{"template",
                                       {{"apiVersion", "v1"},
                                        {"kind", "Pod"},
                                        {"metadata", {{"name", "p" + number}}},
                                        {"spec", one_container(kOneGpu)}}}});
                       })}});
       }},
  };
}

std::vector<Shape> claim_objects() {
  constexpr std::string_view kVersion = "resource.k8s.io/v1";
  constexpr std::string_view kKind = "ResourceClaim";
  return {
      {"requests", kVersion, kKind,
       [](int count) {
         return devices({{"requests", list_of(count, [](const std::string& number) {
                            json request = gpu_request();
                            request["name"] = "r" + number;
                            return request;
                          })}});
       }},
      {"classes of nobody", kVersion, kKind,
       [](int count) {
         return devices({{"requests", list_of(count, [](const std::string& number) {
                            return json({{"name", "r" + number},
                                         {"exactly", {{"deviceClassName", "gpu" + number}}}});
                          })}});
       }},
      {"alternatives", kVersion, kKind,
       [](int count) {
         return devices(
             {{"requests",
               {{{"name", "r"},
                 {"firstAvailable", list_of(count, [](const std::string& number) {
                    return json({{"name", "s" + number}, {"deviceClassName", "gpu.nvidia.com"}});
                  })}}}}});
       }},
      {"constraints", kVersion, kKind,
       [](int count) {
         return devices({{"requests", {gpu_request()}},
                         {"constraints", list_of(count, [](const std::string& number) {
                            return json({{"matchAttribute", "gpu.nvidia.com/f" + number}});
                          })}});
       }},
      {"configurations", kVersion, kKind,
       [](int count) {
         return devices({{"requests", {gpu_request()}}, {"config", list_of(count, config)}});
       }},
      {"tolerations", kVersion, kKind,
       [](int count) {
         return devices(
             {{"requests",
               {gpu_request({{"tolerations", list_of(count, [](const std::string& number) {
                                return json({{"key", "k" + number}});
                              })}})}}});
       }},
      {"capacities", kVersion, kKind,
       [](int count) {
         return devices(
             {{"requests",
               {gpu_request({{"capacity", {{"requests", map_of(count, "memory", "1")}}}})}}});
       }},
      {"unknown fields", kVersion, kKind,
       [](int count) {
         return devices({{"requests", {gpu_request(map_of(count, "f", "1"))}}});
       }},
  };
}

json object_of(const Shape& shape, int count) {
  return {{"apiVersion", shape.group},
          {"kind", shape.kind},
          {"metadata", {{"name", "probe"}, {"namespace", "team-b"}}},
          {"spec", shape.spec(count)}};
}

// The most entries with which it `fits`, which one entry does.
int most(const std::function<bool(int count)>& fits) {
  int least = 1;
  int above = 2;
  while (fits(above)) above *= 2;
  while (above - least > 1) {
    const int middle = (least + above) / 2;
    (fits(middle) ? least : above) = middle;
  }
  return least;
}

// With as many classes as a large cluster has: names that lead nowhere are compared with each.
std::vector<SourcedObject> cluster() {
  std::vector<SourcedObject> objects =
      read_state_folder(std::string(DRAWBRIDGE_SOURCE_DIR) + "/examples/cluster").value();
  for (int i = 0; i < kClasses; ++i) {
    const std::string name = "team-" + std::to_string(i) + ".gpu.nvidia.com";
    const json made = {
        {"apiVersion", "resource.k8s.io/v1"},
        {"kind", "DeviceClass"},
        {"metadata", {{"name", name}}},
        {"spec",
         {{"extendedResourceName", "nvidia.com/gpu-" + std::to_string(i)},
          {"selectors", {{{"cel", {{"expression", "device.driver == 'gpu.nvidia.com'"}}}}}}}}};
    objects.push_back(
        {std::make_shared<const kube::Document>(kube::read_json(made.dump()).value()), name, 1});
  }
  return objects;
}

class Thread {
 public:
  Thread() : store_(Snapshot::build(cluster())), service_(store_, gateway_) {}

  // What it takes of a connection's thread, until it has the answer or leaves it to a worker.
  double taken(std::string_view path, const std::string& review, int rounds) {
    const std::string body = review + std::string(kBodyPaddingBytes, ' ');
    double least = 1e9;
    for (int round = 0; round < rounds; ++round) {
      const Request request{path, "", std::string_view(body).substr(0, review.size()),
                            std::chrono::steady_clock::now() + std::chrono::seconds(10)};
      Response response;
      const double begin = cpu_ms();
      service_.answer_now(request, response);
      least = std::min(least, cpu_ms() - begin);
      if (response.status != 200) throw std::runtime_error(response.body);
    }
    return least;
  }

 private:
  MemoryGateway gateway_;
  const SnapshotStore store_;
  AdmissionService service_;
};

int run(int rounds) {
  Thread thread;
  double worst = 0;
  std::printf("%-45s %8s %8s %8s %8s\n", "ms of the connection's thread", "entries", "judged",
              "entries", "32 KiB");
  const auto tell = [&](const Shape& shape) {
    const std::string_view path = shape.kind == "Pod" ? "/mutate" : "/validate";
    const auto review = [&shape](int count) { return review_of(object_of(shape, count)); };
    const auto is_inline = [&](int count) { return review(count).size() <= kInlineBodyBytesMax; };
    const int all = most(is_inline);
    const int judged = most([&](int count) {
      const Result<kube::Document> read = kube::read_json(object_of(shape, count).dump());
      return judged_entries(read->root(), shape.kind == "Pod") <= kInlineEntriesMax &&
             is_inline(count);
    });
    const double of_judged = thread.taken(path, review(judged), rounds);
    const double of_all = thread.taken(path, review(all), rounds);
    worst = std::max({worst, of_judged, of_all});
    std::printf("%-45s %8d %8.2f %8d %8.2f\n",
                (std::string(shape.kind) + ": " + std::string(shape.name)).c_str(), judged,
                of_judged, all, of_all);
  };
  for (const std::vector<Shape>& shapes : {pods(), workloads(), claim_objects()})
    std::for_each(shapes.begin(), shapes.end(), tell);
  std::printf("%-45s %8s %8.2f\n%-45s %8s %8.2f\n", "worst", "", worst, "may be", "", kInlineBound);
  return worst > kInlineBound ? 1 : 0;
}

}  // namespace
}  // namespace drawbridge::admission

int main(int argc, char** argv) {
  return drawbridge::admission::run(argc > 1 ? std::atoi(argv[1]) : 9);
}
