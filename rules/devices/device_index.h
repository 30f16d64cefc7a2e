// DeviceIndex: DeviceClasses, how many published devices they match, and the nodes that have them.
//
// A copy shares what it has in common with its origin (kube/api/cow_map.h): one thread keeps an
// index up to date and hands out copies, which any number of threads read.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/cow_map.h"
#include "kube/api/json.h"
#include "kube/api/result.h"
#include "rules/devices/compiled_selector.h"
#include "rules/devices/device_matches.h"
#include "rules/devices/node_index.h"

namespace drawbridge::rules {

enum class Known : std::uint8_t { kUnknown, kNo, kYes };

// Of two classes that carry one extendedResourceName Kubernetes picks the newer, then the lower
// name. One that was not created yet is newer than any that was.
bool is_picked_before(std::string_view created, std::string_view name,
                      std::string_view other_created, std::string_view other_name);

class DeviceIndex {
 public:
  struct DeviceClass {
    std::string name;
    std::string extended_resource_name;
    std::string created;  // RFC 3339: ordered as text; empty in a file that is yet to be applied
    // nullopt: one of them does not compile, and nothing is known of the class's devices.
    std::optional<SelectorList> selectors;
    bool configured = false;  // its claims get a configuration (spec.config)
  };
  using Carriers = std::vector<std::shared_ptr<const DeviceClass>>;

  // True for kinds that replace() reads.
  static bool reads(const kube::Json& object);
  // A DeviceClass or ResourceSlice (any served version of resource.k8s.io) or a Node took the place
  // of `before`, its last version; null for one that was not there before, or is no more. Fails,
  // naming the field, where a class's selector does not compile: the class is there all the same.
  Status replace(const kube::Json& before, const kube::Json& after);
  // Of these kinds all objects are known from now on: that one is not there is a fact.
  void set_classes_known() { classes_known_ = true; }
  void set_slices_known() { slices_known_ = true; }
  // What the slices that replace() was told of match.
  void set_matches(MatchTable matches) { matches_ = std::move(matches); }

  // Whether anything is known of published devices.
  bool knows_slices() const { return slices_known_ || slices_ > 0; }

  // nullptr when it is not known.
  const DeviceClass* device_class(std::string_view name) const;
  // visit(const DeviceClass&), in the order of names.
  template <typename Visit>
  void for_each_class(Visit visit) const {
    classes_.for_each([&](const auto& entry) { visit(*entry.value); });
  }
  // kUnknown while nothing is known about classes.
  Known class_exists(std::string_view name) const;
  // kNo where no published device matches its selectors. kUnknown while nothing is known about
  // slices, where a selector fails on a device before any matches, and where matching devices wait
  // for the rest of their pool.
  Known class_has_devices(std::string_view name) const;
  // Of the devices of the class: how many there are, how many of them no claim has to itself, and
  // how many one pod can have: the most that one node has, and all where more than one node reaches
  // some. nullopt where that is not known, where matching devices wait for the rest of their pool,
  // and where several claims may have one of them at once: they serve more than their number.
  struct Free {
    std::uint32_t devices = 0;
    std::uint32_t free = 0;
    std::uint32_t within_reach = 0;
  };
  std::optional<Free> free_devices_of_class(std::string_view name) const;
  // Published devices that the class's selectors and the request's own let through; those of the
  // class where its own were not put to them, which may be more. nullopt where nothing is known.
  std::optional<std::uint32_t> devices_of_request(std::string_view device_class,
                                                  std::span<const kube::Json> selectors) const;
  const MatchTable& matches() const { return matches_; }
  // What attributes and capacities the published devices have.
  const Vocabulary& vocabulary() const { return matches_.vocabulary(); }
  // The class that carries the extended resource name; the one that Kubernetes would pick where
  // several do (newest, then the lowest name). Empty when none does.
  std::string_view class_of_extended_resource(std::string_view resource) const;
  // All that carry it, the one that Kubernetes would pick first.
  const Carriers& classes_of_extended_resource(std::string_view resource) const;
  const NodeIndex& nodes() const { return nodes_; }

 private:
  Status replace_class(const kube::Json& before, const kube::Json& after);
  void remove_carrier(const std::string& resource, std::string_view name);

  kube::CowMap<std::shared_ptr<const DeviceClass>> classes_;
  kube::CowMap<std::shared_ptr<const Carriers>> carriers_;  // by extended resource
  NodeIndex nodes_;
  MatchTable matches_;
  std::size_t slices_ = 0;
  bool classes_known_ = false;
  bool slices_known_ = false;
};

}  // namespace drawbridge::rules
