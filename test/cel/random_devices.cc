#include "test/cel/random_devices.h"

namespace drawbridge::cel::generating {
namespace {

using nlohmann::json;

constexpr const char* kIds[] = {"model",    "count",     "memory",   "shared",
                                "version",  "models",    "counts",   "flags",
                                "versions", "namespace", "__dash__", "a__dot__b"};

}  // namespace

json RandomDevices::scalar(const std::string& kind) {
  constexpr const char* kTexts[] = {"a100",  "h100",  "A100-80GB", "",
                                    "model", "1.2.0", "16Gi",      "\u00fcber"};
  constexpr const char* kVersions[] = {"1.2.0", "1.3.0-rc.1", "0.0.1", "1.2.0+build", "10.0.0"};
  constexpr std::int64_t kNumbers[] = {0, 1, 3, 40, -7, 9'223'372'036'854'775'807};
  if (kind == "bool") return one_in(2);
  if (kind == "int") return kNumbers[random_() % std::size(kNumbers)];
  return kind == "string" ? any_of(kTexts) : any_of(kVersions);
}

json RandomDevices::attribute(bool lists) {
  constexpr const char* kKinds[] = {"bool", "int", "string", "version"};
  const std::string kind = any_of(kKinds);
  if (!lists || !one_in(3)) return {{kind, scalar(kind)}};
  json list = json::array();
  // A list has at least one value; includes() looks at 48 at most.
  const std::size_t size = one_in(20) ? 49 : 1 + random_() % 4;
  while (list.size() < size) list.push_back(scalar(kind));
  return {{kind + "s", list}};
}

json RandomDevices::capacity() {
  // None that Go keeps as a big decimal ("1.5Gi"): in 1.36 add() and sub() change the device
  // itself.
  constexpr const char* kAmounts[] = {"16Gi", "80Gi", "500m", "0", "1e3", "17179869184", "1536Mi"};
  json made = {{"value", any_of(kAmounts)}};
  if (one_in(3)) {
    made["requestPolicy"] = {{"default", "1"}, {"validRange", {{"min", "1"}, {"step", "1"}}}};
  } else if (one_in(3)) {
    made["requestPolicy"] = {{"default", "1"}, {"validValues", {"1", "2"}}};
  }
  return made;
}

std::string RandomDevices::qualified(const std::string& id) {
  if (one_in(3)) return "dra.example.com/" + id;
  return one_in(3) ? "other.example.com/" + id : id;
}

json RandomDevices::make(bool lists) {
  constexpr const char* kDrivers[] = {"dra.example.com", "dra.example.com", "third.example.org"};
  json device = {
      {"driver", any_of(kDrivers)}, {"attributes", json::object()}, {"capacity", json::object()}};
  if (!one_in(3)) device["allowMultipleAllocations"] = one_in(2);
  const std::string own = device["driver"].get<std::string>() + "/";
  const auto add = [&](const char* field, const std::string& id, json value) {
    const std::string name = qualified(id);
    const bool is_own = name.starts_with(own);
    const std::string other = is_own ? id : own + name;
    if (!device[field].contains(other)) device[field][name] = std::move(value);
  };
  for (const char* id : kIds) {
    if (one_in(2)) add("attributes", id, attribute(lists));
    if (one_in(4)) add("attributes", id, attribute(lists));
  }
  if (!one_in(4)) add("capacity", "memory", capacity());
  for (const char* id : kIds) {
    if (one_in(6)) add("capacity", id, capacity());
  }
  return device;
}

}  // namespace drawbridge::cel::generating
