// DeviceIndex: DeviceClasses, the devices that drivers publish, and what nodes offer by device
// plugin.
//
// Immutable once built; shared between threads.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"

namespace drawbridge::rules {

enum class Known : std::uint8_t { kUnknown, kNo, kYes };

class DeviceIndex {
 public:
  struct DeviceClass {
    std::string extended_resource_name;
    // Drivers that a selector demands by `device.driver == '...'`; empty: any.
    std::vector<std::string> drivers;
  };

  // True for kinds that add() reads.
  static bool reads(const kube::Json& object);
  // Adds a DeviceClass or ResourceSlice (any served version of resource.k8s.io) or a Node.
  void add(const kube::Json& object);

  // nullptr when it is not known.
  const DeviceClass* device_class(std::string_view name) const;
  // kUnknown while no DeviceClass is known at all: then nothing is known about classes.
  Known class_exists(std::string_view name) const;
  // kNo where every selector-matching device would need a driver that publishes none. kUnknown
  // while no ResourceSlice is known at all.
  Known class_has_devices(std::string_view name) const;
  // The class that carries the extended resource name; the one that Kubernetes would pick where
  // several do (newest, then the lowest name). Empty when none does.
  std::string_view class_of_extended_resource(std::string_view resource) const;
  // The name of a node whose allocatable has the resource; empty for none.
  std::string_view node_offering(std::string_view resource) const;

 private:
  struct Carrier {
    std::string device_class;
    std::string created;  // RFC 3339: ordered as text; empty in a file that is yet to be applied
    bool wins_over(const Carrier& other) const;
  };

  void add_class(const kube::Json& object);
  void add_slice(const kube::Json& object);
  void add_node(const kube::Json& object);

  std::map<std::string, DeviceClass, std::less<>> classes_;
  std::map<std::string, Carrier, std::less<>> carriers_;
  std::map<std::string, std::size_t, std::less<>> devices_by_driver_;
  std::map<std::string, std::string, std::less<>> plugin_nodes_;  // resource -> node
  bool slices_known_ = false;
};

}  // namespace drawbridge::rules
