// The objects of a big cluster as the API server sends them, one JSON text each: 5,000 nodes of 8
// GPUs, 10,000 claims and 150,000 pods in 1,000 namespaces, and what goes with them.
#pragma once

#include <cstddef>
#include <string>

namespace drawbridge::bench {

inline constexpr std::size_t kNodes = 5'000;  // with one slice each
inline constexpr std::size_t kDevicesPerSlice = 8;
inline constexpr std::size_t kClaims = 10'000;  // each of the pod of its number
inline constexpr std::size_t kPods = 150'000;
inline constexpr std::size_t kNamespaces = 1'000;
inline constexpr std::size_t kClasses = 24;
inline constexpr std::size_t kMappings = 8;

// Precondition: i is below the number of its kind. `version` changes what decisions read, in every
// kind but Node, where it is a heartbeat.
std::string node_json(std::size_t i, std::size_t version = 0);
std::string slice_json(std::size_t i, std::size_t version = 0);
std::string claim_json(std::size_t i, std::size_t version = 0);
std::string pod_json(std::size_t i, std::size_t version = 0);
std::string namespace_json(std::size_t i, std::size_t version = 0);
std::string resource_quota_json(std::size_t i, std::size_t version = 0);
std::string device_quota_json(std::size_t i, std::size_t version = 0);
std::string claim_template_json(std::size_t i, std::size_t version = 0);  // of a namespace each
std::string local_queue_json(std::size_t i, std::size_t version = 0);     // of a namespace each
std::string class_json(std::size_t i, std::size_t version = 0);
std::string mapping_json(std::size_t i, std::size_t version = 0);

}  // namespace drawbridge::bench
