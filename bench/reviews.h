// What bench_hostile and bench_entries send, and the time that they read.
#pragma once

#include <time.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

namespace drawbridge::bench {

// A CREATE review of the object, whose kind's plural ends with an s.
inline std::string review_of(const nlohmann::json& object) {
  const std::string version = object["apiVersion"];
  const std::size_t slash = version.find('/');
  const bool is_core = slash == std::string::npos;
  const std::string group = is_core ? "" : version.substr(0, slash);
  const std::string plain = is_core ? version : version.substr(slash + 1);
  std::string resource = object["kind"].get<std::string>() + "s";
  std::transform(resource.begin(), resource.end(), resource.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return nlohmann::json(
             {{"apiVersion", "admission.k8s.io/v1"},
              {"kind", "AdmissionReview"},
              {"request",
               {{"uid", "705ab4f5-6393-11e8-b7cc-42010a800002"},
                {"kind", {{"group", group}, {"version", plain}, {"kind", object["kind"]}}},
                {"resource", {{"group", group}, {"version", plain}, {"resource", resource}}},
                {"name", object["metadata"]["name"]},
                {"namespace", object["metadata"]["namespace"]},
                {"operation", "CREATE"},
                {"userInfo", {{"username", "mallory"}}},
                {"object", object},
                {"dryRun", false}}}})
      .dump();
}

// That this thread has had a processor.
inline double cpu_ms() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

}  // namespace drawbridge::bench
