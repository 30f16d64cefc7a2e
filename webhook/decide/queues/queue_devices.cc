#include "webhook/decide/queues/queue_devices.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/devices/demand_text.h"
#include "rules/devices/device_meters.h"
#include "rules/devices/device_turns.h"
#include "rules/devices/kind_verdicts.h"
#include "rules/devices/selector_outcome.h"
#include "rules/nearest.h"

namespace drawbridge::admission {
namespace {

using kube::Json;
using kube::KueueSource;
using rules::shown;

// Those of its class, and its own; nullopt where one is not known or does not compile.
std::optional<rules::SelectorList> selectors_of_option(const kube::DeviceOptionView& option,
                                                       const rules::DeviceIndex& devices) {
  const rules::DeviceIndex::DeviceClass* known = devices.device_class(option.device_class());
  if (known == nullptr || !known->selectors) return std::nullopt;
  Result<rules::SelectorList> own = rules::compile_selectors(option.selectors(), "selectors");
  if (!own) return std::nullopt;
  rules::SelectorList all = *known->selectors;
  all.insert(all.end(), own->begin(), own->end());
  return all;
}

// What a source would count of the devices that a request may get.
struct Counted {
  std::int64_t devices = 0;
  std::set<std::string, std::less<>> names;  // that these have, of its kind
  rules::MeasuredDevices measured;
};

void add_names(const Json& device, KueueSource::Kind kind, Counted& counted) {
  if (kind == KueueSource::Kind::kCapacity) {
    for (const Json::Member& entry : device["capacity"].members())
      counted.names.emplace(entry.key());
    return;
  }
  for (const Json& consumption : device["consumesCounters"].elements()) {
    for (const Json::Member& entry : consumption["counters"].members())
      counted.names.emplace(entry.key());
  }
}

// What it has been called by others than the one who wrote the source; empty where nobody knows.
std::string_view meant_of(std::string_view written, std::span<const std::string_view> names) {
  const std::string_view near = rules::nearest(written, names);
  return near.empty() && names.size() == 1 ? names.front() : near;
}

class SourceRepair {
 public:
  SourceRepair(const QueueCase& judged, const quota::Uncountable& uncountable,
               const rules::DeviceSurvey& survey)
      : told_(uncountable), devices_(judged.subject.snapshot.devices()), survey_(survey) {}

  std::string run() {
    const auto& drivers = devices_.matches().drivers_of_class(told_.device_class);
    KueueSource source = told_.counted_by;
    if (std::find(drivers.begin(), drivers.end(), source.driver) == drivers.end()) {
      const std::vector<std::string_view> names(drivers.begin(), drivers.end());
      const std::string_view meant = meant_of(source.driver, names);
      if (meant.empty()) return {};
      source.driver = meant;
      fix_ = "Write driver: " + shown(meant) + kWhere;
    }
    std::optional<Counted> counted = count(source);
    if (!counted) return {};
    if (counted->devices >= told_.asked && !counted->measured.any()) {
      const std::vector<std::string_view> names(counted->names.begin(), counted->names.end());
      const std::string_view meant = meant_of(source.name, names);
      if (meant.empty()) return {};
      // Of both, within what a warning may hold.
      fix_ = fix_.empty()
                 ? "Write " + shown(meant) + " instead of " + shown(source.name) + kWhere
                 : "Write driver: " + shown(source.driver) + ", name: " + shown(meant) + " there";
      source.name = meant;
      counted = count(source);
    } else if (fix_.empty() && counted->devices == 0) {
      source.selector = "true";
      fix_ = "Have its deviceSelector match them";
      counted = count(source);
    }
    return counted && works(*counted, source) ? fix_ + "." : std::string();
  }

 private:
  static constexpr const char* kWhere = " in deviceClassMappings";

  bool works(const Counted& counted, const KueueSource& source) const {
    const Json asked = source.kind == KueueSource::Kind::kCapacity
                           ? told_.option.capacity_requests()[source.name]
                           : Json();
    return !fix_.empty() && counted.devices >= told_.asked && counted.measured.any() &&
           rules::largest_charge(counted.measured, asked).has_value();
  }

  // nullopt where that is not known.
  std::optional<Counted> count(const KueueSource& source) {
    const Result<rules::SharedMeter> meter = rules::compile_meter(source);
    std::optional<rules::SelectorList> selectors = selectors_of_option(told_.option, devices_);
    if (!meter || !selectors) return std::nullopt;
    selectors->insert(selectors->begin(), (*meter)->selector);
    rules::KindVerdicts verdicts({std::move(*selectors)}, cost_left_);
    Counted counted;
    rules::DeviceMeters meters;
    bool known = true;
    known &= survey_.visit(verdicts.names(), {source.driver}, [&](const auto& device) {
      const std::vector<bool>* matches = verdicts.of(device);
      if (matches == nullptr) return known = false;
      if (!matches->front()) return true;
      ++counted.devices;
      add_names(device.body, source.kind, counted);
      meters.note(&counted, 0, source, device.body);
      return true;
    });
    if (!known) return std::nullopt;
    const rules::DeviceMeters::Key slices[] = {&counted};
    meters.recount(&meters, slices);
    if (const auto table = meters.table(); table != nullptr && table->contains(0))
      counted.measured = table->at(0);
    return counted;
  }

  const quota::Uncountable& told_;
  const rules::DeviceIndex& devices_;
  const rules::DeviceSurvey& survey_;
  std::uint64_t cost_left_ = rules::kOutcomeCostMax;
  std::string fix_;
};

}  // namespace

std::optional<quota::StarvedRequest> starved_request(
    std::span<const kube::DeviceRequestView> requests, Known& known) {
  const rules::DeviceIndex& devices = known.snapshot().devices();
  std::vector<rules::TurnRequest> turns;
  for (const kube::DeviceRequestView& request : requests) {
    const kube::DeviceOptionView option = request.option(0);
    // Nobody could say which.
    if (request.name().empty()) return std::nullopt;
    std::optional<rules::SelectorList> selectors = selectors_of_option(option, devices);
    if (!selectors) return std::nullopt;
    turns.push_back({std::move(*selectors), option.count().value_or(1)});
  }
  const rules::DeviceSurvey* survey = known.survey();
  if (survey == nullptr) return std::nullopt;
  std::uint64_t cost_left = rules::kOutcomeCostMax;
  const auto better = rules::better_turns(turns, *survey, cost_left);
  if (!better) return std::nullopt;
  quota::StarvedRequest starved{
      std::string(requests[better->starved].name()), std::string(requests[better->by].name()), {}};
  for (const std::size_t at : better->order) starved.order.emplace_back(requests[at].name());
  return starved;
}

std::string fix_of_source(const QueueCase& judged, const quota::Uncountable& uncountable) {
  const rules::DeviceSurvey* survey = judged.subject.survey ? judged.subject.survey() : nullptr;
  return survey == nullptr ? std::string() : SourceRepair(judged, uncountable, *survey).run();
}

}  // namespace drawbridge::admission
