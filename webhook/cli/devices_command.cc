// drawbridge devices: what is published, how much of it is allocated, and what leads there.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "kube/api/json_writer.h"
#include "webhook/cli/cluster_source.h"
#include "webhook/cli/commands.h"
#include "webhook/cli/config_file.h"
#include "webhook/cli/inventory.h"
#include "webhook/cli/table.h"
#include "webhook/cli/usage.h"
#include "webhook/decide/snapshot_builder.h"

namespace drawbridge::cli {
namespace {

// Of pools, taints and classes, so many lines are printed each; -o json has all.
constexpr std::size_t kRemarksMax = 10;

struct DevicesOptions {
  ClusterOptions cluster;
  std::string config;
  std::string output = "text";
};

int complain(const std::string& text) {
  std::cerr << "drawbridge devices: " << sentence(rules::printable(text)) << "\n";
  return kExitUnreadable;
}

std::string comma_separated(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + rules::shown(word, 80);
  return text;
}

std::string counted_as(std::size_t count, std::string_view one, std::string_view many) {
  return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

std::string table_of(const Inventory& inventory) {
  std::vector<const InventoryRow*> rows;
  for (const InventoryRow& row : inventory.rows) rows.push_back(&row);
  // What no class reaches comes last.
  std::stable_sort(rows.begin(), rows.end(), [](const InventoryRow* a, const InventoryRow* b) {
    if (a->driver != b->driver) return a->driver < b->driver;
    return !a->device_class.empty() && b->device_class.empty();
  });
  Table table(
      {"DRIVER", "CLASS", "MODEL", "NODES", "DEVICES", "ALLOCATED", "REACHED BY", "COUNTED AS"},
      {false, false, false, true, true, true, false, false});
  const InventoryRow* before = nullptr;
  for (const InventoryRow* row : rows) {
    const bool same_driver = before != nullptr && before->driver == row->driver;
    const bool same_class = same_driver && before->device_class == row->device_class;
    std::string reached = comma_separated(row->reached);
    if (!row->device_class.empty()) reached += (reached.empty() ? "" : ", ") + std::string("claim");
    table.add({same_driver ? "" : rules::shown(row->driver),
               same_class                  ? ""
               : row->device_class.empty() ? "-"
                                           : rules::shown(row->device_class),
               row->model.empty() ? "-" : row->model, std::to_string(row->nodes),
               std::to_string(row->devices), std::to_string(row->allocated),
               same_class ? "" : reached, same_class ? "" : comma_separated(row->counted)});
    before = row;
  }
  return table.text();
}

// At most kRemarksMax lines of each kind.
class Remarks {
 public:
  void add(const std::string& line) {
    if (++count_ <= kRemarksMax) text_ += line + "\n";
  }
  void end_kind() {
    if (count_ > kRemarksMax)
      text_ += "... and " + std::to_string(count_ - kRemarksMax) + " more: -o json\n";
    count_ = 0;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t count_ = 0;
};

std::string remarks_on(const Inventory& inventory) {
  Remarks remarks;
  for (const InventoryRow& row : inventory.rows) {
    if (row.device_class.empty())
      remarks.add(counted_as(row.devices, "device", "devices") + " of driver " +
                  rules::shown(row.driver) + (row.model.empty() ? "" : " (" + row.model + ")") +
                  ": no DeviceClass matches, so nobody can ask for them.");
  }
  remarks.end_kind();
  for (const Inventory::EmptyClass& empty : inventory.empty_classes) {
    const std::string driver = empty.driver_title.empty()
                                   ? ""
                                   : " Its driver, by the catalogue: " + empty.driver_title + ".";
    remarks.add("Class " + rules::shown(empty.name) +
                (empty.problem.empty() ? ": no published device matches." + driver
                                       : ": " + empty.problem + "."));
  }
  remarks.end_kind();
  for (const Inventory::Failure& failure : inventory.failures)
    remarks.add("Class " + rules::shown(failure.device_class) + ": its selectors fail on " +
                counted_as(failure.devices, "device", "devices") +
                ", which ends the search of the scheduler.");
  remarks.end_kind();
  for (const Inventory::Pool& pool : inventory.incomplete)
    remarks.add("Pool " + rules::shown(pool.name) + " of driver " + rules::shown(pool.driver) +
                " is incomplete: " + std::to_string(pool.slices) + " of " +
                counted_as(pool.expected, "slice is", "slices are") + " there. Its " +
                counted_as(pool.devices, "device waits", "devices wait") + ".");
  remarks.end_kind();
  for (const Inventory::Taint& taint : inventory.taints)
    remarks.add(counted_as(taint.devices, "device", "devices") + " of driver " +
                rules::shown(taint.driver) + (taint.devices == 1 ? " has" : " have") +
                " the taint " + rules::shown(taint.text, 128) + ".");
  remarks.end_kind();
  return remarks.text();
}

std::string text_of(const Inventory& inventory) {
  if (inventory.rows.empty() && inventory.incomplete.empty()) {
    return "No device is published. " + remarks_on(inventory);
  }
  const std::string remarks = remarks_on(inventory);
  return table_of(inventory) + (remarks.empty() ? "" : "\n" + remarks);
}

void write_names(const std::vector<std::string>& names, kube::JsonWriter& writer) {
  writer.begin_array();
  for (const std::string& name : names) writer.string(rules::printable(name));
  writer.end_array();
}

void write_rows(const Inventory& inventory, kube::JsonWriter& writer) {
  writer.key("rows").begin_array();
  for (const InventoryRow& row : inventory.rows) {
    writer.begin_object().key("driver").string(row.driver);
    writer.key("class").string(row.device_class).key("model").string(row.model);
    writer.key("nodes").unsigned_integer(row.nodes);
    writer.key("devices").unsigned_integer(row.devices);
    writer.key("allocated").unsigned_integer(row.allocated);
    writer.key("tainted").unsigned_integer(row.tainted);
    writer.key("reachedBy");
    write_names(row.reached, writer);
    writer.key("countedAs");
    write_names(row.counted, writer);
    writer.end_object();
  }
  writer.end_array();
}

std::string json_of(const Inventory& inventory) {
  std::string text;
  kube::JsonWriter writer(text);
  writer.begin_object().key("devices").unsigned_integer(inventory.devices);
  writer.key("allocated").unsigned_integer(inventory.allocated);
  write_rows(inventory, writer);
  writer.key("classesWithoutDevices").begin_array();
  for (const Inventory::EmptyClass& empty : inventory.empty_classes) {
    writer.begin_object().key("class").string(empty.name);
    writer.key("driver").string(empty.driver_title);
    writer.key("problem").string(empty.problem).end_object();
  }
  writer.end_array().key("classesThatFail").begin_array();
  for (const Inventory::Failure& failure : inventory.failures) {
    writer.begin_object().key("class").string(failure.device_class);
    writer.key("devices").unsigned_integer(failure.devices).end_object();
  }
  writer.end_array().key("incompletePools").begin_array();
  for (const Inventory::Pool& pool : inventory.incomplete) {
    writer.begin_object().key("driver").string(pool.driver).key("pool").string(pool.name);
    writer.key("slices").unsigned_integer(pool.slices);
    writer.key("expectedSlices").unsigned_integer(pool.expected);
    writer.key("devices").unsigned_integer(pool.devices).end_object();
  }
  writer.end_array().key("taints").begin_array();
  for (const Inventory::Taint& taint : inventory.taints) {
    writer.begin_object().key("driver").string(taint.driver).key("taint").string(taint.text);
    writer.key("devices").unsigned_integer(taint.devices).end_object();
  }
  writer.end_array().end_object();
  return text + "\n";
}

int run(const DevicesOptions& options) {
  Result<rules::SharedSettings> settings = read_config(options.config);
  if (!settings) return complain(settings.error().text());
  Result<std::unique_ptr<ClusterSource>> source = ClusterSource::open(options.cluster);
  if (!source) return complain(source.error().text());
  admission::SnapshotBuilder builder(*settings);
  std::vector<std::string> unread;
  if (Status filled = (*source)->fill(builder, unread); !filled)
    return complain(filled.error().text());
  const std::shared_ptr<const admission::Snapshot> snapshot = builder.publish();
  const Inventory inventory = take_inventory(*snapshot);
  std::cout << (options.output == "json" ? json_of(inventory) : text_of(inventory));
  for (const std::string& line : unread) complain("not read: " + line);
  return unread.empty() ? kExitAllowed : kExitUnreadable;
}

}  // namespace

void add_devices_command(CLI::App& app, int& status) {
  auto options = std::make_shared<DevicesOptions>();
  CLI::App* command = app.add_subcommand(
      "devices", "Show which devices are published, how many are allocated, and what leads there");
  add_cluster_options(*command, options->cluster);
  add_config_option(*command, options->config);
  command->add_option("-o,--output", options->output, "text or json")
      ->check(one_of({"text", "json"}))
      ->type_name("FORMAT");
  command->footer(
      "Examples:\n"
      "  drawbridge devices\n"
      "  drawbridge devices --context prod -o json | jq '.rows[] | select(.allocated < .devices)'\n"
      "  drawbridge devices --state examples/cluster\n\n"
      "Exit status: 0 shown, 2 something can't be read.");
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace drawbridge::cli
