// QuotaReport: what DeviceQuotas allow, what is in use and held, and what uses the most of it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "quota/device_quota.h"
#include "quota/ledger.h"
#include "webhook/admission/quota_census.h"
#include "webhook/decide/snapshot.h"

namespace drawbridge::cli {

// A logical resource that a DeviceQuota limits.
struct QuotaRow {
  std::string resource;
  kube::Quantity hard;
  kube::Quantity used;  // as its status says, holds included
  kube::Quantity held;
  std::optional<kube::Quantity> found;  // what the pods and claims cost that are there, if known
  // Pods and claims of which nobody can tell how much of it they take: the first, as "Pod p", and
  // how many there are.
  std::string unknown_first = {};
  std::size_t unknown = 0;
  bool is_used_known = true;  // else `used` is what could be counted
  kube::Quantity free() const;
};

struct QuotaStatus {
  std::string ns;
  std::string name;
  quota::DeviceQuota::Enforcement enforcement = quota::DeviceQuota::Enforcement::kDeny;
  // It is one that refuses, and the namespace's label lets it.
  bool refuses = true;
  // Why `used` does not say what is in use; empty where it does.
  std::string not_counted;
  std::string unread;          // why its status can't be read; empty where it can, or there is none
  std::vector<QuotaRow> rows;  // by resource
  std::vector<quota::Hold> holds;
  // Of names in spec.hard under which nothing is counted: why, and what to write instead.
  std::vector<std::string> counts_nothing;
};

// An object that has some of what a DeviceQuota of its namespace limits.
struct QuotaConsumer {
  std::string ns;
  std::string resource;
  kube::Quantity cost;
  std::string kind;
  std::string name;
  enum class State : std::uint8_t { kPlain, kQueued, kDeleted, kHeld } state = State::kPlain;
};

struct QuotaReport {
  std::vector<QuotaStatus> quotas;  // by namespace and name
  // What the labels of their namespaces say of enforcement, of those that have it.
  std::map<std::string, std::string> enforcement;
  // By namespace and resource, the largest first.
  std::vector<QuotaConsumer> consumers;
};

// What a report is made of.
struct QuotaSources {
  // No leader counts there, and where a status is missing, what was found is in use.
  bool of_files = false;
  // All was read that decides by what is counted. Otherwise nobody here can tell whether it has
  // changed since the leader counted.
  bool has_countings = true;
  // All was read besides that decides what an object costs. Otherwise no costs are told.
  bool has_costs = true;
};

// Adds a namespace, of which `census` was told the pods and claims that could be read.
void report_namespace(const admission::Snapshot& snapshot, const std::string& ns,
                      const admission::QuotaCensus& census, const QuotaSources& sources,
                      QuotaReport& report);

// `with_blocks`: bars of U+2588 and U+2591, else of # and dots.
std::string quota_text(const QuotaReport& report, bool with_blocks);
std::string quota_json(const QuotaReport& report);

}  // namespace drawbridge::cli
