#include "rules/cel/device_environment.h"

#include <algorithm>
#include <new>
#include <utility>

#include "rules/cel/evaluation.h"
#include "rules/cel/function.h"
#include "rules/cel/library/libraries.h"
#include "rules/cel/library/semver.h"
#include "rules/cel/value_order.h"

namespace drawbridge::cel {
namespace {

constexpr std::uint32_t kMinorOfListAttributes = 36;
constexpr std::uint32_t kMinorOfConsumableCapacity = 34;
constexpr std::uint32_t kMinorOfLibraryIncludes = 37;

constexpr std::string_view kDeviceType = "kubernetes.DRADevice";

Value includes(Evaluation& evaluation, std::span<const Value> args) {
  if (!args[0].is(ValueKind::kList)) return Value::boolean(equal(args[0], args[1]));
  for (std::size_t i = 0; i < args[0].size(); ++i) {
    if (i >= kAttributeListMax) {
      return evaluation.error("'includes' function cannot be applied to lists longer than " +
                              std::to_string(kAttributeListMax) + " values");
    }
    if (equal(args[0].element(i), args[1])) return Value::boolean(true);
  }
  return Value::boolean(false);
}

std::optional<CallEstimate> estimate_includes(const EstimatedNode* target,
                                              std::span<const EstimatedNode> /*args*/) {
  if (target == nullptr) return std::nullopt;
  return CallEstimate{{0, kAttributeListMax}};
}

// From 1.37 on it is the lists' library's, also where that library is still without it.
Overload includes_overload(KubernetesVersion version) {
  if (version.minor >= kMinorOfLibraryIncludes) {
    Declarations library;
    add_kubernetes_includes(library);
    return library.find("includes")->overloads[0];
  }
  Overload overload;
  overload.id = "dra_includes_dyn_dyn";
  overload.params = {&type::kDyn, &type::kDyn};
  overload.result = &type::kBool;
  overload.member = true;
  overload.run = includes;
  overload.estimate = estimate_includes;
  return overload;
}

// Sizes along device.attributes.@values.@values and the like; a name below a domain's attributes is
// an attribute's.
std::optional<SizeEstimate> device_sizes(std::span<const std::string_view> path) {
  const auto most = [](std::uint64_t size) { return SizeEstimate{0, size}; };
  if (path.empty() || path[0] != "device") return std::nullopt;
  if (path.size() == 1) return most(0);
  const std::string_view field = path[1];
  path = path.subspan(2);
  if (field == "driver")
    return path.empty() ? std::optional(most(kDriverNameLengthMax)) : std::nullopt;
  if (field == "allowMultipleAllocations") {
    return path.empty() ? std::optional(most(1)) : std::nullopt;
  }
  const bool is_attributes = field == "attributes";
  if (!is_attributes && field != "capacity") return std::nullopt;
  const auto is_value = [](std::string_view name) { return name == "@values" || name == "@items"; };
  if (path.empty()) return most(kAttributesAndCapacitiesMax);
  if (path[0] == "@keys" && path.size() == 1) return most(kDeviceDomainLengthMax);
  if (!is_value(path[0])) return std::nullopt;
  if (path.size() == 1) return most(kAttributesAndCapacitiesMax);
  if (path[1] == "@keys" && path.size() == 2) return most(kDeviceIdLengthMax);
  if (path.size() != 2 || path[1] == "@keys") return std::nullopt;
  if (is_attributes) return most(kAttributeValueLengthMax);
  return is_value(path[1]) ? std::optional(most(0)) : std::nullopt;
}

// A map from domains, of which one that is unknown is empty when it is looked up.
class DomainMap final : public HostMap {
 public:
  explicit DomainMap(Value domains) : domains_(domains) {}

  std::size_t size() const override { return domains_.size(); }
  Entry entry(std::size_t index) const override { return domains_.entry(index); }
  bool find(const Value& key, Value& found) const override {
    if (!find_in_map(domains_, key, found)) found = Value::map(std::span<const Entry>());
    return true;
  }
  bool contains(const Value& key) const override { return map_contains(domains_, key); }
  const Type* type() const override { return nullptr; }

 private:
  Value domains_;
};

// As Go prints a type: by the names that values have at run time.
std::string go_text(const Type& type) {
  std::string text(runtime_name(type));
  for (std::size_t i = 0; i < type.params.size(); ++i) {
    text += i == 0 ? "(" : ", ";
    text += go_text(*type.params[i]);
  }
  return type.params.empty() ? text : text + ')';
}

// What cel-go and Kubernetes say of a value that is to be a bool of Go's.
std::string no_bool(const Value& value) {
  const std::string name(runtime_name(*type_of(value)));
  std::string why = "type conversion error from ";
  switch (value.kind()) {
    case ValueKind::kInt:
    case ValueKind::kUint:
      return name + " could not be converted to bool: unsupported type conversion from '" + name +
             "' to bool";
    case ValueKind::kString:
      return name + " could not be converted to bool: unsupported native conversion from string " +
             "to 'bool'";
    case ValueKind::kDouble:
      why += "Double";
      break;
    case ValueKind::kBytes:
      why += "Bytes";
      break;
    case ValueKind::kDuration:
      why += "'Duration'";
      break;
    case ValueKind::kTimestamp:
      why += "'Timestamp'";
      break;
    case ValueKind::kNull:
      why += "'null_type'";
      break;
    case ValueKind::kOpaque:
      // Kubernetes' types say their own names without the package.
      why += '\'' + name.substr(name.rfind('.') + 1) + '\'';
      break;
    default:
      why += name;
  }
  return name + " could not be converted to bool: " + why + " to 'bool'";
}

// The type of an attribute's value: any, or dyn where it may be a list.
const Type* attribute_type(const Environment& env) {
  const auto compiled = env.compile("device.attributes.a.b");
  const Program* program = std::get_if<Program>(&compiled);
  return program == nullptr || program->result_type().is(TypeKind::kAny) ? &type::kAny
                                                                         : &type::kDyn;
}

}  // namespace

Environment device_environment(KubernetesVersion version, DeviceFeatures features,
                               SelectorUse use) {
  const bool stored = use == SelectorUse::kStored;
  const bool lists =
      version.minor >= kMinorOfListAttributes && (features.list_type_attributes || stored);
  version.new_expressions = !stored;
  EnvironmentBuilder builder(version);
  TypeTable& types = builder.types();
  const Type* attribute = lists ? &type::kDyn : &type::kAny;
  const Type* quantity = types.object(type::kQuantity.name);
  const auto by_domain = [&](const Type* value) {
    return types.map(&type::kString, types.map(&type::kString, value));
  };
  std::vector<Field> fields = {{"driver", &type::kString},
                               {"attributes", by_domain(attribute)},
                               {"capacity", by_domain(quantity)}};
  if (version.minor >= kMinorOfConsumableCapacity && (features.consumable_capacity || stored)) {
    fields.push_back({"allowMultipleAllocations", &type::kBool});
  }
  builder.add_object(kDeviceType, std::move(fields));
  builder.add_variable("device", types.object(kDeviceType));
  builder.add_bindings_macro();
  builder.set_size_hints(device_sizes);
  if (lists) builder.add_function("includes", includes_overload(version));
  return std::move(builder).build();
}

std::variant<Program, std::string> compile_selector(const Environment& env,
                                                    std::string_view expression,
                                                    PatternBudget* patterns) {
  auto compiled = env.compile(expression, patterns);
  const auto* failure = std::get_if<CompileFailure>(&compiled);
  if (failure != nullptr && failure->result_type == nullptr)
    return "compilation failed: " + failure->text;
  // What it comes to is looked at before a program is made.
  const Type& type =
      failure != nullptr ? *failure->result_type : std::get<Program>(compiled).result_type();
  const bool is_unknown = type.is_dyn() && type.is(attribute_type(env)->kind);
  if (!type.is(TypeKind::kBool) && !is_unknown) {
    return "must evaluate to bool or the unknown type, not " + go_text(type);
  }
  if (failure != nullptr) return "program instantiation failed: " + failure->issues.at(0).message;
  return std::move(std::get<Program>(compiled));
}

SelectorMatch match_selector(const Program& program, const Value& device, std::uint64_t cost_max,
                             kube::Arena& arena, const TimeZones* time_zones) {
  Bindings bindings;
  bindings.variables = std::span(&device, 1);
  bindings.time_zones = time_zones;
  const Outcome outcome = program.evaluate(bindings, cost_max, arena);
  SelectorMatch match;
  match.cost = outcome.cost;
  if (outcome.value.is_error()) {
    match.error = outcome.value.error_message();
  } else if (!outcome.value.is(ValueKind::kBool)) {
    match.error = "CEL result of type " + no_bool(outcome.value);
  } else {
    match.matches = outcome.value.as_bool();
  }
  return match;
}

struct DeviceValues::Named {
  std::string_view domain;
  Entry entry;
};

Value DeviceValues::text(std::string_view text) {
  const auto known = texts_.find(text);
  return Value::string(known != texts_.end() ? *known : *texts_.insert(arena_.copy(text)).first);
}

std::variant<Value, std::string> DeviceValues::scalar(const AttributeScalar& scalar) {
  if (const auto* number = std::get_if<std::int64_t>(&scalar)) return Value::integer(*number);
  if (const auto* truth = std::get_if<bool>(&scalar)) return Value::boolean(*truth);
  if (const auto* string = std::get_if<std::string_view>(&scalar)) {
    return text(*string);
  }
  auto version = Semver::parse(arena_.copy(std::get<VersionText>(scalar).text));
  if (const auto* wrong = std::get_if<std::string>(&version)) {
    return "parse semantic version: " + *wrong;
  }
  auto* value = arena_.allocate<SemverValue>(1);
  return Value::opaque(new (value) SemverValue(std::get<Semver>(version)));
}

std::variant<Value, std::string> DeviceValues::attribute(const DeviceAttribute& attribute) {
  Value* values = arena_.allocate<Value>(attribute.values.size());
  for (std::size_t i = 0; i < attribute.values.size(); ++i) {
    auto value = scalar(attribute.values[i]);
    if (auto* wrong = std::get_if<std::string>(&value)) {
      return "attribute " + std::string(attribute.name) + ": " + *wrong;
    }
    new (values + i) Value(std::get<Value>(value));
  }
  if (attribute.is_list) return Value::list({values, attribute.values.size()});
  if (attribute.values.size() == 1) return values[0];
  return "attribute " + std::string(attribute.name) + ": unsupported attribute value";
}

DeviceValues::Named DeviceValues::named(std::string_view name, std::string_view driver,
                                        const Value& value) {
  const std::size_t slash = name.find('/');
  const bool qualified = slash != std::string_view::npos;
  const std::string_view id = qualified ? name.substr(slash + 1) : name;
  return {qualified ? name.substr(0, slash) : driver, {text(id), value}};
}

// Where a name stands twice, in the driver's domain and without one, the last wins.
Value DeviceValues::map_of(std::span<const Entry> entries) {
  Entry* kept = arena_.allocate<Entry>(entries.size());
  std::size_t count = 0;
  for (const Entry& entry : entries) {
    if (count > 0 && equal(kept[count - 1].key, entry.key)) --count;
    new (kept + count++) Entry(entry);
  }
  return Value::map({kept, count});
}

Value DeviceValues::by_domain(std::vector<Named>& all) {
  std::stable_sort(all.begin(), all.end(), [](const Named& a, const Named& b) {
    if (a.domain != b.domain) return a.domain < b.domain;
    return compare_keys(a.entry.key, b.entry.key) < 0;
  });
  std::vector<Entry> domains;
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < all.size(); ++i) {
    entries.push_back(all[i].entry);
    if (i + 1 < all.size() && all[i + 1].domain == all[i].domain) continue;
    domains.push_back({text(all[i].domain), map_of(entries)});
    entries.clear();
  }
  std::sort(domains.begin(), domains.end(),
            [](const Entry& a, const Entry& b) { return compare_keys(a.key, b.key) < 0; });
  return Value::map(new (arena_.allocate<DomainMap>(1)) DomainMap(map_of(domains)));
}

std::variant<Value, std::string> DeviceValues::add(const Device& device) {
  std::vector<Named> attributes;
  for (const DeviceAttribute& it : device.attributes) {
    auto value = attribute(it);
    if (auto* wrong = std::get_if<std::string>(&value)) return std::move(*wrong);
    attributes.push_back(named(it.name, device.driver, std::get<Value>(value)));
  }
  std::vector<Named> capacity;
  for (const DeviceCapacity& it : device.capacity) {
    const QuantityValue& value = quantities_.emplace_back(it.value);
    capacity.push_back(named(it.name, device.driver, Value::opaque(&value)));
  }
  const Entry fields[] = {
      {Value::string("allowMultipleAllocations"),
       Value::boolean(device.allow_multiple_allocations)},
      {Value::string("attributes"), by_domain(attributes)},
      {Value::string("capacity"), by_domain(capacity)},
      {Value::string("driver"), text(device.driver)},
  };
  static_assert(std::size(fields) == 4);
  std::vector<Entry> sorted(std::begin(fields), std::end(fields));
  std::sort(sorted.begin(), sorted.end(),
            [](const Entry& a, const Entry& b) { return compare_keys(a.key, b.key) < 0; });
  return map_of(sorted);
}

}  // namespace drawbridge::cel
