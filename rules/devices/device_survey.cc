#include "rules/devices/device_survey.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "rules/cel/operators.h"
#include "rules/devices/published.h"
#include "rules/devices/selector_path.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;
using cel::ExprKind;
using kube::Json;

class SurveyReader {
 public:
  NamesRead run(std::span<const std::string_view> expressions) {
    for (const std::string_view expression : expressions) {
      const std::optional<cel::Ast> ast = parse_selector(expression);
      if (!ast) {
        result_.all = true;
        break;
      }
      Bound bound;
      look_at(*ast->root(), bound);
    }
    return std::move(result_);
  }

 private:
  void look_at(const Expr& root, Bound& bound) {
    walk(root, bound, [this](const Expr& expr, const Bound& names) { return visit(expr, names); });
  }

  // False where all below is known.
  bool visit(const Expr& expr, const Bound& names) {
    if (result_.all) return false;
    if (const auto path = read_path(expr, names)) {
      if (path->steps.size() >= 2) {
        add(path->kind, path->steps[0].name, path->steps[1].name);
      } else if (!path->test_only) {
        result_.all = true;
      }
      return false;
    }
    if (is_call(expr, cel::op::kIn) && expr.args[0]->kind == ExprKind::kString) {
      const auto path = read_path(*expr.args[1], names);
      if (path && path->steps.size() < 2) {
        const bool of_domain = path->steps.size() == 1;
        add(path->kind, of_domain ? path->steps[0].name : expr.args[0]->text,
            of_domain ? expr.args[0]->text : std::string_view());
        return false;
      }
    }
    if (expr.kind == ExprKind::kSelect && expr.target->kind == ExprKind::kIdent &&
        expr.target->text == "device")
      return false;
    if (expr.kind == ExprKind::kIdent && expr.text == "device") result_.all = true;
    if (expr.comprehension != nullptr && expr.comprehension->iter_var.starts_with('#')) {
      const cel::Comprehension& let = *expr.comprehension;
      Bound inner = names;
      // What is bound to a domain is read where its name is used.
      if (!read_path(*let.init, names)) look_at(*let.init, inner);
      inner.emplace_back(let.accu_var, let.init);
      look_at(*let.result, inner);
      return false;
    }
    return true;
  }

  void add(NameKind kind, std::string_view domain, std::string_view id) {
    for (const NamesRead::Name& name : result_.names) {
      if (name.kind == kind && name.domain == domain && name.id == id) return;
    }
    result_.names.push_back(
        {kind, std::string(domain), std::string(id), std::string(domain) + "/" + std::string(id)});
  }

  NamesRead result_;
};

void append(std::string& key, const Json& value) {
  if (value.is_string()) {
    key += value.as_string();
  } else {
    key += kube::to_text(value);
  }
  key += '\n';
}

bool has_any_of(const Json& map, std::string_view driver, const NamesRead::Name& name) {
  for (const Json::Member& entry : map.members()) {
    const bool qualified = entry.key().find('/') != std::string_view::npos;
    if (qualified ? entry.key().starts_with(name.qualified) : driver == name.domain) return true;
  }
  return false;
}

// What stands in `key` is equal for two devices exactly where the selectors can't tell them apart.
void write_key(const PublishedDevice& device, const NamesRead& names, std::string& key) {
  key.assign(device.driver);
  key += device.body["allowMultipleAllocations"].as_bool() ? "\n+" : "\n-";
  if (names.all) return append(key, device.body);
  for (const NamesRead::Name& name : names.names) {
    const bool is_capacity = name.kind == NameKind::kCapacity;
    const Json map = device.body[is_capacity ? "capacity" : "attributes"];
    if (name.id.empty()) {
      key += has_any_of(map, device.driver, name) ? '+' : '-';
      continue;
    }
    Json value = map[name.qualified];
    if (value.is_null() && device.driver == name.domain) value = map[name.id];
    if (is_capacity && !value.is_null()) {
      append(key, value["value"]);
    } else if (value.is_object() && value.size() == 1) {
      key += value.members().front().key();
      key += ':';
      append(key, value.members().front().value);
    } else {
      append(key, value);
    }
  }
}

// The names in an order of their own: selectors that read the same ask the same.
std::string question_text(const NamesRead& names, const DeviceSurvey::Drivers& drivers) {
  std::set<std::string> read;
  for (const NamesRead::Name& name : names.names)
    read.insert((name.kind == NameKind::kCapacity ? "c " : "a ") + name.qualified);
  std::string text = names.all ? "all" : "";
  for (const std::string& name : read) (text += '\n') += name;
  text += '\n';
  for (const std::string& driver : drivers) (text += '\n') += driver;
  return text;
}

}  // namespace

NamesRead names_read_by(std::span<const std::string_view> expressions) {
  return SurveyReader().run(expressions);
}

void DeviceSurvey::add_slice(const Json& slice) {
  const Json spec = slice["spec"];
  const Json pool = spec["pool"];
  slices_.push_back({slice, spec["driver"].as_string(), pool["name"].as_string(),
                     pool["generation"].as_int(), pool["resourceSliceCount"].as_int()});
}

DeviceSurvey::Kinds DeviceSurvey::kinds(const NamesRead& names, const Drivers& drivers) const {
  std::string question = question_text(names, drivers);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (const auto kept = kept_.find(question); kept != kept_.end()) return kept->second;
  }
  Kinds found = look_for_kinds(names, drivers);
  const std::lock_guard<std::mutex> lock(mutex_);
  if (kept_.size() >= kSurveysKeptMax) kept_.clear();
  kept_.try_emplace(std::move(question), found);
  return found;
}

DeviceSurvey::Kinds DeviceSurvey::look_for_kinds(const NamesRead& names,
                                                 const Drivers& drivers) const {
  std::vector<SurveyedKind> result;
  const bool known = visit(names, drivers, [&](const SurveyedDevice& device) {
    if (device.kind == result.size()) result.push_back({device.driver, device.body, 0});
    ++result[device.kind].devices;
    return true;
  });
  return known ? std::make_shared<const std::vector<SurveyedKind>>(std::move(result)) : nullptr;
}

bool DeviceSurvey::visit(const NamesRead& names, const Drivers& drivers,
                         const std::function<bool(const SurveyedDevice&)>& visit) const {
  const std::optional<Pools> pools = complete_pools(drivers);
  if (!pools) return false;
  std::unordered_map<std::string, std::size_t> known;
  std::string key;
  std::size_t devices = 0;
  for (const Slice& slice : slices_) {
    const auto pool = pools->find({slice.driver, slice.pool});
    if (pool == pools->end() || slice.generation != pool->second.generation) continue;
    const Json spec = slice.object["spec"];
    const bool by_device = spec["perDeviceNodeSelection"].as_bool();
    for (const PublishedDevice& device : devices_of(slice.object)) {
      if (++devices > kSurveyDevicesMax) return false;
      write_key(device, names, key);
      const auto [found, is_new] = known.try_emplace(key, known.size());
      if (is_new && known.size() > kSurveyKindsMax) return false;
      const Json reach = by_device ? device.body : spec;
      if (!visit({device.driver, slice.pool, reach["nodeName"].as_string(),
                  reach["allNodes"].as_bool(), reach["nodeSelector"], device.body, found->second}))
        return true;
    }
  }
  return true;
}

void DeviceSurvey::visit_counters(const Drivers& drivers, const VisitCounters& visit) const {
  const std::optional<Pools> pools = complete_pools(drivers);
  if (!pools) return;
  for (const Slice& slice : slices_) {
    const auto pool = pools->find({slice.driver, slice.pool});
    if (pool == pools->end() || slice.generation != pool->second.generation) continue;
    for (const Json& set : slice.object["spec"]["sharedCounters"].elements())
      visit(slice.driver, slice.pool, set);
  }
}

std::optional<DeviceSurvey::Pools> DeviceSurvey::complete_pools(const Drivers& drivers) const {
  Pools pools;
  for (const Slice& slice : slices_) {
    if (!drivers.empty() && !drivers.contains(slice.driver)) continue;
    Pool& pool = pools[{slice.driver, slice.pool}];
    if (slice.generation < pool.generation) continue;
    if (slice.generation > pool.generation) pool = {slice.generation, 0, 0};
    if (pool.present++ == 0) pool.expected = slice.slices_in_pool;
  }
  const bool incomplete = std::any_of(pools.begin(), pools.end(), [](const auto& entry) {
    return entry.second.expected != 0 && entry.second.expected != entry.second.present;
  });
  return incomplete ? std::nullopt : std::optional(std::move(pools));
}

}  // namespace drawbridge::rules
