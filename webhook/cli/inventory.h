// Inventory: what is published, by driver, class and model, how much of it is allocated, and by
// which names people get there.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "webhook/decide/snapshot.h"

namespace drawbridge::cli {

// Devices of one driver that one class matches, and that are of one model.
struct InventoryRow {
  std::string driver;
  std::string device_class;  // empty: no class matches them
  std::string model;         // empty: the driver does not say
  std::size_t nodes = 0;     // that publish them; 0 where they belong to no node
  std::size_t devices = 0;
  std::size_t allocated = 0;         // of the devices, to at least one claim
  std::size_t tainted = 0;           // of the devices
  std::vector<std::string> reached;  // extended resources that lead to the class
  std::vector<std::string> counted;  // the logical resource; two where Kueue counts another
};

struct Inventory {
  std::vector<InventoryRow> rows;  // by driver, class, model
  // Classes that match no published device, with the driver that makes them by the catalogue.
  struct EmptyClass {
    std::string name;
    std::string driver_title;  // empty where no driver of the catalogue makes it
    std::string problem;       // why nothing is known of its devices; empty: there are none
  };
  std::vector<EmptyClass> empty_classes;
  // Pools of whose newest generation slices are missing: the scheduler uses none of their devices.
  struct Pool {
    std::string driver;
    std::string name;
    std::size_t slices = 0;
    std::size_t expected = 0;
    std::size_t devices = 0;
  };
  std::vector<Pool> incomplete;
  struct Taint {
    std::string driver;
    std::string text;  // "KEY=VALUE:EFFECT"
    std::size_t devices = 0;
  };
  std::vector<Taint> taints;
  // Devices of a driver that are there and that a class's selector fails on.
  struct Failure {
    std::string device_class;
    std::size_t devices = 0;
  };
  std::vector<Failure> failures;
  std::size_t devices = 0;  // in complete pools
  std::size_t allocated = 0;
};

Inventory take_inventory(const admission::Snapshot& snapshot);

}  // namespace drawbridge::cli
