#include "rules/checks/node_fit.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/taint.h"
#include "rules/checks/node_selector_never_matches.h"
#include "rules/checks/toleration_missing.h"
#include "rules/checks/wanted_devices.h"
#include "rules/devices/demand_text.h"

namespace drawbridge::rules {
namespace {

// Devices of one kind, so many of them from one node.
struct Wanted {
  const MatchCount* devices = nullptr;  // all there are
  std::int64_t count = 0;
  const DeviceRequest* first = nullptr;
  bool selected = false;     // by selectors of the request, too
  std::uint32_t within = 0;  // that one node has to which the pod may go
};

class Fit {
 public:
  Fit(const PodSubject& subject, const CheckFacts& facts) : subject_(subject), facts_(facts) {
    for (const DeviceRequest& request : subject.requests) {
      if (!needs_class(request, facts)) continue;
      add(table().of_class(request.device_class), request, false);
      if (const MatchCount* devices = selected_by(request, facts)) add(devices, request, true);
    }
  }

  std::optional<Finding> finding() {
    if (wanted_.empty()) return std::nullopt;
    const NodeChoice choice = node_choice(subject_);
    std::size_t looked_at = 0;
    bool may_fit = false;
    table().for_each_node(*wanted_.front().devices, [&](std::string_view node, std::uint32_t) {
      may_fit = ++looked_at > kFitNodesMax || look_at(node, choice);
      return !may_fit;
    });
    if (may_fit || looked_at == 0 || picks_nodes_that_may_come(subject_, facts_))
      return std::nullopt;
    if (!has_fit_) return none_has_all();
    if (is_told_otherwise()) return std::nullopt;
    return none_chosen_has_all(choice);
  }

 private:
  const MatchTable& table() const { return facts_.devices.matches(); }

  void add(const MatchCount* devices, const DeviceRequest& request, bool selected) {
    if (devices == nullptr || devices->on_one_node == 0 || devices->pending > 0 ||
        devices->shareable > 0)
      return;
    const auto known = std::find_if(wanted_.begin(), wanted_.end(), [&](const Wanted& one) {
      return one.devices == devices && one.selected == selected;
    });
    const std::int64_t count = std::min<std::int64_t>(request.count, kube::kClaimDevicesMax);
    if (known != wanted_.end()) {
      known->count += count;
    } else if (wanted_.size() < kWantedMax) {
      wanted_.push_back({devices, count, &request, selected});
    }
  }

  // True where the pod may go to the node and finds all there.
  bool look_at(std::string_view node, const NodeChoice& choice) {
    const bool may_go = facts_.devices.nodes().may_take(node, choice);
    bool fits = true;
    for (Wanted& one : wanted_) {
      const std::uint32_t has = table().on_node(*one.devices, node);
      if (may_go) one.within = std::max(one.within, has);
      fits = fits && has >= one.count;
    }
    has_fit_ |= fits;
    if (fits && !may_go && taint_.empty())
      taint_ = facts_.devices.nodes().taint_against(node, choice);
    return fits && may_go;
  }

  std::string devices_text(const Wanted& wanted) const {
    const std::string count = std::to_string(wanted.count);
    return count + (wanted.count == 1 ? " device" : " devices") + " of class " +
           shown(wanted.first->device_class, 50) +
           (wanted.selected ? " that match the selectors of " + name_of(*wanted.first) : "") +
           " (" + path_text(*wanted.first) + ")";
  }
  static std::string name_of(const DeviceRequest& request) {
    return request.request.empty() ? "its mapping" : "request " + shown(request.request, 40);
  }
  bool tells() const { return facts_.settings.inventory != Inventory::kNothing; }

  Finding made(std::string message, std::string fix) const {
    return {"DevicesTooFew", Severity::kWarn, "spec",
            sentence_start(subject_.name) + " asks for " + std::move(message), std::move(fix)};
  }

  std::optional<Finding> none_has_all() const {
    const auto lacking = std::find_if(wanted_.begin(), wanted_.end(), [](const Wanted& one) {
      return one.devices->on_one_node < one.count;
    });
    if (lacking != wanted_.end()) {
      const std::string most = std::to_string(lacking->devices->on_one_node);
      return made(devices_text(*lacking) + ", and " +
                      (tells() ? "no node has more than " + most + "." : "no node has as many."),
                  "Ask for fewer; else it stays Pending until nodes bring more.");
    }
    const auto [one, other] = apart();
    if (one == nullptr) return std::nullopt;
    if (other->selected && !one->selected && is_of_one_class(*one, *other))
      return made(std::to_string(one->count) + " devices of class " +
                      shown(one->first->device_class, 50) + ", " + std::to_string(other->count) +
                      " of which have to match the selectors of " + name_of(*other->first) +
                      ", and no node has those.",
                  "Ask for what one node has; else it waits for such a node.");
    return made(short_text(*one) + " and " + short_text(*other) + ", and no node has both.",
                "Ask for what one node has; else it waits for such a node.");
  }

  static bool is_of_one_class(const Wanted& one, const Wanted& other) {
    return one.first->device_class == other.first->device_class;
  }

  bool some_node_has(std::span<const Wanted* const> all) const {
    bool found = false;
    table().for_each_node(*all.front()->devices, [&](std::string_view node, std::uint32_t) {
      found = std::all_of(all.begin(), all.end(), [&](const Wanted* one) {
        return table().on_node(*one->devices, node) >= one->count;
      });
      return !found;
    });
    return found;
  }

  // Two of which no node has both; null for none.
  std::pair<const Wanted*, const Wanted*> apart() const {
    for (std::size_t i = 0; i < std::min(wanted_.size(), kPairedMax); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Wanted* two[] = {&wanted_[j], &wanted_[i]};
        if (!some_node_has(two)) return {two[0], two[1]};
      }
    }
    return {};
  }

  // "1 device of class gpu.nvidia.com (request gpu with its selectors)"
  static std::string short_text(const Wanted& wanted) {
    const DeviceRequest& first = *wanted.first;
    return std::to_string(wanted.count) + " of class " + shown(first.device_class, 40) + " (" +
           (first.request.empty() ? shown(first.source, 50)
                                  : "request " + shown(first.request, 30)) +
           (wanted.selected ? " with its selectors)" : ")");
  }

  // The most that one node has to which the pod may go.
  std::uint32_t most_within(const Wanted& wanted, const NodeChoice& choice) const {
    std::uint32_t most = 0;
    std::size_t looked_at = 0;
    table().for_each_node(*wanted.devices, [&](std::string_view node, std::uint32_t has) {
      if (++looked_at > kFitNodesMax)
        most = UINT32_MAX;
      else if (has > most && facts_.devices.nodes().may_take(node, choice))
        most = has;
      return most < wanted.count;
    });
    return most;
  }

  Finding none_chosen_has_all(const NodeChoice& choice) const {
    // Of which there are too few by itself, else the first, which is missing beside the others.
    const Wanted* told = nullptr;
    std::uint32_t most = 0;
    for (const Wanted& one : wanted_) {
      // Only nodes that have some of the first were looked at.
      if (told != nullptr || one.within >= one.count) continue;
      most = most_within(one, choice);
      if (most < one.count) told = &one;
    }
    std::string has = told == nullptr ? "all that it asks for." : "as many.";
    if (told != nullptr && tells())
      has = most == 0 ? "any." : "more than " + std::to_string(most) + ".";
    return made(devices_text(told == nullptr ? wanted_.front() : *told) +
                    ", and no node that its " + choice_text() + " allow has " + has,
                allow_text());
  }

  std::string allow_text() const {
    if (!tells()) return "Allow others, or ask for fewer.";
    // Names of nodes are never told.
    if (taint_.empty()) return "Allow others: one of them has all of it.";
    return "Another node has all of it. Add to tolerations: - {key: " +
           shown(kube::parse_taint(taint_).key, 60) + ", operator: Exists}.";
  }

  // What keeps it from other nodes.
  std::string choice_text() const {
    const kube::Json spec = subject_.pod.spec();
    std::string text;
    if (!spec["nodeSelector"].empty()) text = "nodeSelector";
    if (!spec["affinity"]["nodeAffinity"].empty()) text += text.empty() ? "affinity" : ", affinity";
    return text + (text.empty() ? "tolerations" : " and tolerations");
  }

  // What keeps the pod from all nodes with the devices is told better there.
  bool is_told_otherwise() const {
    std::vector<Finding> findings;
    check_node_selector(subject_, facts_, findings);
    check_tolerations(subject_, facts_, findings);
    return !findings.empty();
  }

  // Different ones that are looked at, of a pod that may ask for any number.
  static constexpr std::size_t kWantedMax = 64;
  // Of them, those of which each is put beside each.
  static constexpr std::size_t kPairedMax = 8;

  const PodSubject& subject_;
  const CheckFacts& facts_;
  std::vector<Wanted> wanted_;
  bool has_fit_ = false;    // some node has all of it
  std::string_view taint_;  // that alone keeps the pod off one
};

}  // namespace

std::optional<Finding> no_node_fits(const PodSubject& subject, const CheckFacts& facts) {
  if (!subject.pod.node_name().empty()) return std::nullopt;
  return Fit(subject, facts).finding();
}

}  // namespace drawbridge::rules
