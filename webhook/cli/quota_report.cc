#include "webhook/cli/quota_report.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "kube/api/json_writer.h"
#include "quota/amount_text.h"
#include "rules/checks/enforcement_label.h"
#include "rules/finding.h"
#include "rules/settings.h"
#include "webhook/cli/table.h"
#include "webhook/decide/quotas/charge_units.h"
#include "webhook/decide/quotas/charges.h"

namespace drawbridge::cli {
namespace {

using admission::QuotaCensus;
using kube::Json;
using kube::Quantity;
using State = QuotaConsumer::State;

constexpr int kBarColumns = 20;
// Of each namespace and resource so many objects are printed; -o json has all.
constexpr std::size_t kConsumersShown = 5;
constexpr std::size_t kNameColumns = 63;

// `countings` is null where they are not known.
std::string why_not_counted(const quota::DeviceQuota& quota, const quota::Ledger& ledger,
                            const quota::Countings* countings) {
  if (countings == nullptr ? quota::was_counted_for(quota, ledger)
                           : quota::was_counted_for(quota, ledger, *countings))
    return {};
  if (ledger.recounts == 0) return "it was not counted yet";
  if (ledger.observed_generation != quota.generation) return "its limits have changed";
  return "what it counts has changed";
}

bool is_charged(const QuotaCensus::Consumer& consumer, bool exclude_queued) {
  return !(consumer.is_queued && exclude_queued) &&
         !(consumer.in_place_of_queued && !exclude_queued);
}

void note_unknown(const QuotaCensus& census, bool exclude_queued, QuotaRow& row) {
  for (const QuotaCensus::Consumer& each : census.consumers()) {
    if (!each.cost.unknown.contains(row.resource) || !is_charged(each, exclude_queued)) continue;
    if (row.unknown++ == 0) row.unknown_first = each.kind + " " + rules::shown(each.name);
  }
}

// What the pods and claims that are there have in use of a DeviceQuota, and what the holds of
// others do.
struct Found {
  quota::Charge there;
  quota::Amounts held;
  // By UID, of pods whose claims are yet to come: what they cost beyond what the census says.
  std::map<std::string, quota::Amounts> beyond;
};

// As the leader counts, if there is one: by a pod's hold, where it has one (quota/recount.h).
Found found_of(const quota::DeviceQuota& quota, const quota::Ledger& ledger,
               const QuotaCensus& census, const quota::UnitOf& unit_of, bool has_leader) {
  Found found{census.cost(quota.exclude_queued), {}, {}};
  for (const quota::Hold& hold : ledger.holds) {
    if (!census.uids().contains(hold.uid)) quota::add(found.held, hold.charge);
  }
  if (!has_leader) return found;
  for (const auto& [uid, pod] : census.awaiting(quota.exclude_queued)) {
    quota::AwaitedCost cost = quota::awaited_cost(pod, ledger.find(uid), quota, unit_of);
    for (const auto& [name, amount] : cost.listed) cost.counted[name].sub(amount);
    quota::add(found.there.amounts, cost.counted);
    found.beyond.emplace(uid, std::move(cost.counted));
  }
  return found;
}

QuotaStatus status_of(const quota::DeviceQuota& quota, const quota::Ledger& ledger,
                      const Found& found, const QuotaCensus& census, const QuotaSources& sources) {
  QuotaStatus status;
  status.name = quota.name;
  status.enforcement = quota.enforcement;
  status.holds = ledger.holds;
  for (const auto& [name, hard] : quota.hard) {
    const auto used = ledger.used.find(name);
    const Quantity there = quota::amount_of(found.there.amounts, name);
    const bool is_said = used != ledger.used.end();
    const bool is_found = sources.has_costs && !found.there.unknown.contains(name);
    QuotaRow& row = status.rows.emplace_back();
    row.resource = name;
    row.hard = hard;
    if (is_said || sources.of_files) row.used = is_said ? used->second : there;
    row.held = quota::amount_of(found.held, name);
    if (is_found) row.found = there;
    row.is_used_known = is_said || (sources.of_files && !found.there.unknown.contains(name));
    if (sources.has_costs && !is_found) note_unknown(census, quota.exclude_queued, row);
  }
  return status;
}

std::string bar_of(const QuotaRow& row, bool with_blocks) {
  const double hard = row.hard.approximate_double();
  const double used = row.used.approximate_double();
  // A quota of nothing is full. What is in use is never drawn as nothing, nor a rest as none, nor
  // what is too much as full.
  double share = hard > 0 ? std::clamp(used / hard, 0.0, 1.0) : 1.0;
  int full = static_cast<int>(std::lround(share * kBarColumns));
  if (used > 0 && full == 0) full = 1;
  if (used < hard && full == kBarColumns) full = kBarColumns - 1;
  std::string bar;
  for (int i = 0; i < kBarColumns; ++i)
    bar += i < full ? (with_blocks ? "\u2588" : "#") : (with_blocks ? "\u2591" : ".");
  if (used > hard) bar.replace(bar.size() - (with_blocks ? 3 : 1), std::string::npos, ">");
  return bar;
}

std::string table_of(const QuotaReport& report, bool with_blocks) {
  Table table({"NAMESPACE", "QUOTA", "RESOURCE", "USED / HARD", "", "FREE", "HELD"},
              {false, false, false, false, true, true, true});
  for (const QuotaStatus& quota : report.quotas) {
    for (const QuotaRow& row : quota.rows) {
      const bool is_known = quota.not_counted.empty() && row.is_used_known;
      table.add(
          {rules::shown(quota.ns), rules::shown(quota.name), rules::shown(row.resource),
           is_known                    ? bar_of(row, with_blocks)
           : quota.not_counted.empty() ? "not known"
                                       : "being counted",
           (is_known ? quota::amount_text(row.used) : "?") + " / " + quota::amount_text(row.hard),
           is_known ? quota::amount_text(row.free()) : "?", quota::amount_text(row.held)});
    }
  }
  return table.text();
}

// What the label of a namespace does to all its DeviceQuotas; empty for nothing.
std::string remark_on_label(const std::string& ns, const std::string& value) {
  const std::string label = "Label " + std::string(rules::kEnforcementLabel) + " of " +
                            rules::shown(ns) + " is " +
                            (value.empty() ? "empty" : rules::shown(value, 40));
  const std::optional<rules::Enforcement> known = rules::parse_enforcement(value);
  if (known == rules::Enforcement::kDeny) return {};
  if (known == rules::Enforcement::kOff)
    return label + ": nothing is refused there, and nobody is told.\n";
  if (known) return label + ": nothing is refused there, only warned of.\n";
  const std::string_view meant = rules::meant_enforcement(value);
  // YAML reads a bare Off as a boolean.
  const std::string right = meant.empty()    ? "Deny, Warn or \"Off\""
                            : meant == "Off" ? "\"Off\""
                                             : std::string(meant);
  return label + ", which changes nothing: write " + right + ".\n";
}

std::string remark_on_unknown(const std::string& quota, const QuotaRow& row) {
  const std::string others =
      row.unknown == 1 ? " takes" : " and " + std::to_string(row.unknown - 1) + " more take";
  return quota + ": nobody knows how much " + rules::shown(row.resource) + " " + row.unknown_first +
         others + ": no published device of the class has the capacity by which it is counted" +
         (row.is_used_known ? ". USED is no less than when it was known. "
                            : ", so what is in use is not known. ") +
         "Publish such devices (of --state, add their ResourceSlices), delete what asks for them, "
         "or have the DeviceMapping count devices.\n";
}

// What is not as it should be, a line each.
std::string remarks_on(const QuotaReport& report) {
  std::string text;
  for (const auto& [ns, value] : report.enforcement) text += remark_on_label(ns, value);
  for (const QuotaStatus& quota : report.quotas) {
    const std::string name =
        "DeviceQuota " + rules::shown(quota.name) + " of " + rules::shown(quota.ns);
    if (!quota.not_counted.empty()) {
      text +=
          name + " is being counted: " + quota.not_counted +
          (quota.refuses ? ". Until then what it limits is refused. [QuotaNotCounted]\n" : ".\n");
      continue;
    }
    if (quota.rows.empty()) text += name + " limits nothing: its spec.hard is empty.\n";
    for (const std::string& why : quota.counts_nothing) (text += name) += ": " + why + "\n";
    for (const QuotaRow& row : quota.rows) {
      if (row.unknown > 0) {
        text += remark_on_unknown(name, row);
      } else if (!row.is_used_known) {
        text += name + ": how much " + rules::shown(row.resource) +
                " is in use could not be counted: kubectl describe devicequota -n " +
                rules::shown(quota.ns) + " " + rules::shown(quota.name) + ".\n";
      }
      if (row.used > row.hard)
        text += name + ": more " + rules::shown(row.resource) + " is in use than it allows (" +
                quota::amount_text(row.used) + " of " + quota::amount_text(row.hard) +
                "). What is there stays" + (quota.refuses ? ", nothing more passes.\n" : ".\n");
    }
    if (quota.enforcement == quota::DeviceQuota::Enforcement::kWarn)
      text += name + " only warns (enforcement: Warn).\n";
  }
  return text;
}

std::string_view word_of(State state) {
  switch (state) {
    case State::kPlain:
      return "";
    case State::kQueued:
      return "waits in its queue";
    case State::kDeleted:
      return "is being deleted";
    case State::kHeld:
      return "held: let pass, not seen yet";
  }
  return "";
}

std::string largest_of(const QuotaReport& report) {
  Table table({"NAMESPACE", "RESOURCE", "COST", "LARGEST", ""}, {false, false, true, false, false});
  std::size_t in_group = 0;
  std::size_t left_out = 0;
  const QuotaConsumer* before = nullptr;
  for (const QuotaConsumer& each : report.consumers) {
    const bool same =
        before != nullptr && before->ns == each.ns && before->resource == each.resource;
    before = &each;
    in_group = same ? in_group + 1 : 1;
    if (in_group > kConsumersShown) {
      ++left_out;
      continue;
    }
    table.add({same ? "" : rules::shown(each.ns), same ? "" : rules::shown(each.resource),
               quota::amount_text(each.cost),
               each.kind + " " + rules::shown(each.name, kNameColumns),
               std::string(word_of(each.state))});
  }
  if (before == nullptr) return {};
  return "\n" + table.text() +
         (left_out == 0 ? "" : "... and " + std::to_string(left_out) + " more: -o json\n");
}

void write_quota(const QuotaStatus& quota, const QuotaReport& report, kube::JsonWriter& writer) {
  writer.begin_object().key("namespace").string(quota.ns).key("name").string(quota.name);
  writer.key("enforcement")
      .string(quota.enforcement == quota::DeviceQuota::Enforcement::kDeny ? "Deny" : "Warn");
  if (const auto label = report.enforcement.find(quota.ns); label != report.enforcement.end())
    writer.key("namespaceEnforcement").string(rules::printable(label->second));
  writer.key("counted").boolean(quota.not_counted.empty());
  if (!quota.not_counted.empty()) writer.key("notCounted").string(quota.not_counted);
  writer.key("resources").begin_array();
  for (const QuotaRow& row : quota.rows) {
    writer.begin_object().key("resource").string(row.resource);
    writer.key("hard").string(row.hard.canonical());
    if (row.is_used_known) {
      writer.key("used").string(row.used.canonical());
      writer.key("free").string(row.free().canonical());
    }
    writer.key("held").string(row.held.canonical());
    if (row.unknown > 0) writer.key("uncountable").integer(static_cast<std::int64_t>(row.unknown));
    if (row.found) writer.key("found").string(row.found->canonical());
    writer.end_object();
  }
  writer.end_array().key("countsNothing").begin_array();
  for (const std::string& why : quota.counts_nothing) writer.string(why);
  writer.end_array().key("holds").begin_array();
  for (const quota::Hold& hold : quota.holds) {
    writer.begin_object().key("kind").string(hold.kind).key("name").string(hold.name);
    writer.key("uid").string(hold.uid).key("creator").string(rules::printable(hold.creator));
    writer.key("since").string(hold.since).key("charge");
    quota::write_amounts(hold.charge, writer);
    writer.end_object();
  }
  writer.end_array().end_object();
}

}  // namespace

Quantity QuotaRow::free() const {
  Quantity rest = hard;
  rest.sub(used);
  return rest.sign() < 0 ? Quantity() : rest;
}

namespace {

// What uses a namespace's devices: what is there, and what was let pass and not seen yet.
class Consumers {
 public:
  Consumers(std::string ns, const QuotaCensus& census) : ns_(std::move(ns)), census_(census) {}

  // Of several DeviceQuotas each has its own hold of one object, and its own idea of what a pod
  // costs whose claims are yet to come: the first one's is told.
  void add(const quota::DeviceQuota& quota, const std::vector<quota::Hold>& holds,
           const Found& found) {
    for (const auto& [name, hard] : quota.hard) {
      const auto [limit, is_new] = limited_.emplace(name, Limit{quota.exclude_queued, {}});
      if (is_new) {
        for (const auto& [uid, amounts] : found.beyond)
          limit->second.beyond.emplace(uid, quota::amount_of(amounts, name));
      } else {
        limit->second.excludes_queued = limit->second.excludes_queued && quota.exclude_queued;
      }
    }
    for (const quota::Hold& hold : holds) {
      if (census_.uids().contains(hold.uid)) continue;
      for (const auto& [name, charge] : hold.charge)
        held_.try_emplace({hold.uid, name},
                          QuotaConsumer{ns_, name, charge, hold.kind, hold.name, State::kHeld});
    }
  }

  // By resource, the largest first.
  std::vector<QuotaConsumer> all() const {
    std::vector<QuotaConsumer> all;
    for (const auto& [key, each] : held_) all.push_back(each);
    for (const QuotaCensus::Consumer& each : census_.consumers()) {
      for (const auto& [name, limit] : limited_) {
        Quantity cost = quota::amount_of(each.cost.amounts, name);
        if (const auto more = limit.beyond.find(each.uid); more != limit.beyond.end())
          cost.add(more->second);
        if (cost.sign() <= 0 || !is_charged(each, limit.excludes_queued)) continue;
        all.push_back({ns_, name, cost, each.kind, each.name, state_of(each)});
      }
    }
    std::stable_sort(all.begin(), all.end(), [](const QuotaConsumer& a, const QuotaConsumer& b) {
      if (a.resource != b.resource) return a.resource < b.resource;
      if (a.cost != b.cost) return a.cost > b.cost;
      return std::tie(a.kind, a.name) < std::tie(b.kind, b.name);
    });
    return all;
  }

 private:
  struct Limit {
    bool excludes_queued;
    std::map<std::string, Quantity> beyond;  // Found::beyond of this resource
  };

  static State state_of(const QuotaCensus::Consumer& consumer) {
    if (consumer.is_deleted) return State::kDeleted;
    return consumer.is_queued ? State::kQueued : State::kPlain;
  }

  const std::string ns_;
  const QuotaCensus& census_;
  std::map<std::string, Limit, std::less<>> limited_;                   // by resource
  std::map<std::tuple<std::string, std::string>, QuotaConsumer> held_;  // by UID and resource
};

}  // namespace

void report_namespace(const admission::Snapshot& snapshot, const std::string& ns,
                      const QuotaCensus& census, const QuotaSources& sources, QuotaReport& report) {
  const Json labels = snapshot.labels_of(ns);
  const Json label = labels[rules::kEnforcementLabel];
  if (label.is_string()) report.enforcement.emplace(ns, label.as_string());
  const bool only_warns = admission::quotas_only_warn(snapshot, labels);
  const quota::UnitOf unit_of =
      admission::unit_of(snapshot, labels, admission::Unpublished::kAsLast);
  Consumers consumers(ns, census);
  for (const quota::DeviceQuota& quota : snapshot.device_quotas_of(ns)) {
    const Json object = snapshot.object(admission::ObjectKind::kDeviceQuota, ns, quota.name);
    const Result<quota::Ledger> read = quota::Ledger::read(object);
    const quota::Ledger ledger = read ? *read : quota::Ledger();
    const Found found = found_of(quota, ledger, census, unit_of, !sources.of_files);
    QuotaStatus& status =
        report.quotas.emplace_back(status_of(quota, ledger, found, census, sources));
    if (!read) status.unread = read.error().text();
    if (!sources.of_files)
      status.not_counted =
          read ? why_not_counted(quota, ledger,
                                 sources.has_countings ? snapshot.countings().get() : nullptr)
               : "its status can't be read";
    status.ns = ns;
    status.refuses = status.enforcement == quota::DeviceQuota::Enforcement::kDeny && !only_warns;
    consumers.add(quota, ledger.holds, found);
  }
  if (!sources.has_costs) return;
  for (QuotaConsumer& each : consumers.all()) report.consumers.push_back(std::move(each));
}

std::string quota_text(const QuotaReport& report, bool with_blocks) {
  std::string remarks = remarks_on(report);
  const bool limits_any = std::any_of(report.quotas.begin(), report.quotas.end(),
                                      [](const QuotaStatus& quota) { return !quota.rows.empty(); });
  if (!limits_any) return remarks;
  return table_of(report, with_blocks) + largest_of(report) + (remarks.empty() ? "" : "\n") +
         remarks;
}

std::string quota_json(const QuotaReport& report) {
  std::string text;
  kube::JsonWriter writer(text);
  writer.begin_object().key("quotas").begin_array();
  for (const QuotaStatus& quota : report.quotas) write_quota(quota, report, writer);
  writer.end_array().key("consumers").begin_array();
  for (const QuotaConsumer& each : report.consumers) {
    writer.begin_object().key("namespace").string(each.ns).key("resource").string(each.resource);
    writer.key("cost").string(each.cost.canonical()).key("kind").string(each.kind);
    writer.key("name").string(rules::printable(each.name));
    writer.key("held").boolean(each.state == State::kHeld);
    writer.key("queued").boolean(each.state == State::kQueued);
    writer.key("deleted").boolean(each.state == State::kDeleted).end_object();
  }
  writer.end_array().end_object();
  return text + "\n";
}

}  // namespace drawbridge::cli
