#include "rules/devices/selector_settle.h"

#include <algorithm>
#include <iterator>

#include "kube/api/ascii.h"
#include "kube/api/names.h"
#include "rules/cel/operators.h"
#include "rules/devices/catalogue.h"
#include "rules/finding.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

// At the end of resource.kubernetes.io, whose names all drivers share.
constexpr std::string_view kSharedDomain = "kubernetes.io";

bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// dranet of dra.net.
std::string without_dots(std::string_view driver) {
  std::string joined(driver);
  std::erase(joined, '.');
  return joined;
}

// Stricter than nearest(): both names may be real, such as driverVersion and cudaDriverVersion.
std::string_view near_id(std::string_view id, std::span<const std::string_view> ids) {
  const std::string_view near = nearest(id, ids);
  if (near.empty()) return {};
  const std::size_t apart = letters_apart(id, near);
  return apart * 5 <= id.size() || (apart == 1 && id.size() >= 3) ? near : std::string_view();
}

// "cuda" and "Version" of cudaVersion; of pcie_root "pcie" and "root".
std::vector<std::string_view> words_within(std::string_view id) {
  std::vector<std::string_view> words;
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= id.size(); ++i) {
    const bool ends =
        i == id.size() || id[i] == '_' || (is_capital(id[i]) && !is_capital(id[i - 1]));
    if (!ends) continue;
    if (i > begin) words.push_back(id.substr(begin, i - begin));
    begin = i < id.size() && id[i] == '_' ? i + 1 : i;
  }
  return words;
}

// The only one of `ids` that says more by words between or around those of `id`, if it has several:
// cudaDriverVersion for cudaVersion. One word alone is in many.
std::string_view fuller_id(std::string_view id, std::span<const std::string_view> ids) {
  const std::vector<std::string_view> words = words_within(id);
  if (words.size() < 2) return {};
  std::string_view found;
  for (const std::string_view candidate : ids) {
    auto next = words.begin();
    for (const std::string_view word : words_within(candidate)) {
      if (next != words.end() && letters_apart(word, *next) == 0) ++next;
    }
    if (next != words.end()) continue;
    if (!found.empty()) return {};
    found = candidate;
  }
  return found;
}

// product_name of productName.
bool is_same_word(std::string id, std::string_view other) {
  std::erase(id, '_');
  std::string plain(other);
  std::erase(plain, '_');
  return letters_apart(id, plain) == 0;
}

std::string_view first_label(std::string_view domain) {
  return domain.substr(0, domain.find('.'));
}

// gce.dra.net of dra.net.
bool is_below(std::string_view domain, std::string_view driver) {
  return !driver.empty() && domain.size() > driver.size() && domain.ends_with(driver) &&
         domain[domain.size() - driver.size() - 1] == '.';
}

// Words for the model of a device.
bool is_model(std::string_view id) {
  constexpr std::string_view kWords[] = {"model",        "modelName",  "deviceModel",
                                         "gpuModel",     "product",    "productName",
                                         "productModel", "gpuProduct", "gpuName"};
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [id](std::string_view word) { return letters_apart(id, word) == 0; });
}

}  // namespace

bool is_word_for_memory(std::string_view id) {
  std::string word = kube::lowered(id);
  std::erase(word, '_');
  std::string_view left = word;
  for (const std::string_view begin : {"gpu", "device", "total", "max"}) {
    if (left.starts_with(begin)) left.remove_prefix(begin.size());
  }
  for (const std::string_view end : {"gb", "gib", "mb", "mib", "bytes", "total", "size", "in"}) {
    if (left.ends_with(end)) left.remove_suffix(end.size());
  }
  return is_one_of(left, {"memory", "mem", "vram"});
}

namespace {

// The name that is meant by attributes['d'].capacity.memory; nullopt for everything else, and where
// there is an attribute of the second map's name.
std::optional<DeviceName> below_second_map(const SelectorPath& path, const Words& words) {
  const std::vector<SelectorPath::Step>& steps = path.steps;
  if (steps.size() != 3 || !steps[0].in_brackets ||
      !is_one_of(steps[1].name, {"attributes", "capacity"}) || !is_identifier(steps[2].name) ||
      words.find(path.kind, steps[0].name, steps[1].name).known)
    return std::nullopt;
  return DeviceName{steps[1].name == "capacity" ? NameKind::kCapacity : NameKind::kAttribute,
                    std::string(steps[0].name), std::string(steps[2].name)};
}

NameKind other(NameKind kind) {
  return kind == NameKind::kAttribute ? NameKind::kCapacity : NameKind::kAttribute;
}

}  // namespace

bool is_value_field(std::string_view name) {
  constexpr std::string_view kValue = "Value";
  if (name.ends_with(kValue)) name.remove_suffix(kValue.size());
  return is_one_of(name, {"bool", "int", "string", "version", "value", "quantity"});
}

bool is_identifier(std::string_view name) {
  if (name.empty() || !is_letter(name.front()) || name == "in" || name == "true" ||
      name == "false" || name == "null")
    return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

void Settler::note_guards(const cel::Expr& root) {
  Bound bound;
  walk(root, bound, [&](const cel::Expr& expr, const Bound& names) {
    const std::optional<SelectorPath> path = read_path(expr, names);
    if (path && !path->steps.empty() && (path->test_only || path->has_optional()))
      guarded_.insert(std::string(path->steps.back().name));
    if (is_call(expr, cel::op::kIn) && expr.args[0]->kind == cel::ExprKind::kString)
      guarded_.insert(std::string(expr.args[0]->text));
    if (const std::string_view driver = driver_of_test(expr); !driver.empty()) {
      const std::string meant = driver_meant(driver, DriverTest::kRequired);
      tested_driver_ = meant.empty() ? std::string(driver) : meant;
    }
    return true;
  });
}

std::string Settler::domain_for(NameKind kind, std::string_view id) const {
  const std::vector<std::string_view> domains = hints_.words.domains_with(kind, id);
  if (!driver().empty()) return driver();
  return domains.size() == 1 ? std::string(domains.front()) : std::string();
}

std::string Settler::driver_meant(std::string_view driver, DriverTest test) const {
  if (driver.empty() || driver == hints_.driver) return {};
  const std::vector<std::string_view> drivers = hints_.words.drivers();
  const auto is_known = [&](std::string_view name) {
    return std::find(drivers.begin(), drivers.end(), name) != drivers.end();
  };
  if (is_known(driver)) return {};
  // Of no other are there devices in the class: not to be another one is right, or does nothing.
  if (!hints_.driver.empty() && test != DriverTest::kOneOf)
    return test == DriverTest::kRequired ? hints_.driver : std::string();
  // nvidia.com/gpu, a resource of gpu.nvidia.com.
  if (std::string turned = kube::turned_resource(driver); !turned.empty())
    return is_known(turned) ? turned : std::string();
  // The name of one of its classes.
  if (hints_.catalogue != nullptr) {
    const CatalogueDriver* known = hints_.catalogue->driver_of_class(driver);
    if (known != nullptr) return known->name;
  }
  const std::string_view near = nearest_misspelt(driver, drivers);
  const bool is_it =
      letters_apart(first_label(near), first_label(driver)) == 0 || without_dots(near) == driver;
  return is_it ? std::string(near) : std::string();
}

// A typo, and no other driver: gpu.nvidia.com and npu.nvidia.com may both be real.
std::string Settler::near_domain(std::string_view domain) const {
  if (domain == tested_driver_ || domain == hints_.driver) return {};
  // nvidia.com of gpu.nvidia.com
  const bool is_parent = is_below(hints_.driver, domain) && domain.find('.') != std::string::npos;
  if (is_parent && hints_.words.has_domain(hints_.driver)) return hints_.driver;
  // nvidia.com/gpu and gpu.intel.com/xe, resources of gpu.nvidia.com and gpu.intel.com.
  if (std::string turned = kube::turned_resource(domain); !turned.empty()) {
    if (hints_.words.has_domain(turned)) return turned;
    const std::string_view front = domain.substr(0, domain.find('/'));
    return std::string(hints_.words.has_domain(front) ? front : std::string_view());
  }
  const std::string_view near = nearest(domain, hints_.words.domains());
  if (near.empty()) return {};
  const std::size_t apart = letters_apart(domain, near);
  const bool asked_for = near == tested_driver_ || near == hints_.driver;
  const bool same_start = first_label(near) == first_label(domain);
  if (asked_for || apart == 0 || (apart <= 2 && same_start)) return std::string(near);
  return {};
}

// device.attributes["name"], or all of it within the brackets.
std::optional<Settled> Settler::without_domain(const SelectorPath& path, Use use,
                                               const std::string& written) const {
  const std::string_view name = path.steps.front().name;
  if (use == Use::kAny || compiles_ || hints_.words.has_domain(name)) return std::nullopt;
  const std::size_t slash = name.find('/');
  if (slash != std::string_view::npos) {
    return Settled{
        {path.kind, std::string(name.substr(0, slash)), std::string(name.substr(slash + 1))},
        Mistake::kNeverCompiles,
        written + " holds the name within the brackets of the domain"};
  }
  const std::string domain = domain_for(path.kind, name);
  if (domain.empty()) return std::nullopt;
  return Settled{{path.kind, domain, std::string(name)},
                 Mistake::kNeverCompiles,
                 written + " lacks the domain"};
}

// device.attributes["domain"].name.part
Settled Settler::with_part(const SelectorPath& path, Mistake at_run) const {
  const std::string_view first = path.steps[0].name;
  const std::string_view second = path.steps[1].name;
  const std::string_view last = path.steps[2].name;
  const bool is_capacity = path.kind == NameKind::kCapacity;
  const bool is_part = last == "major" || last == "minor" || last == "patch";
  if (is_part && hints_.words.find(path.kind, first, second).types == attribute_type::kVersion) {
    return Settled{{path.kind, std::string(first), std::string(second)},
                   at_run,
                   "." + std::string(last) + " of a version is a function",
                   last};
  }
  const bool is_length = is_one_of(last, {"length", "len", "size"});
  if (is_length && !is_capacity) {
    return Settled{
        {path.kind, std::string(first), std::string(second)},
        at_run,
        "." + std::string(last) + " is no part of an attribute, and size() is a function",
        "size"};
  }
  if (const std::string below = std::string(second) + "." + std::string(first);
      hints_.words.has_domain(below)) {
    return Settled{
        {path.kind, below, std::string(last)},
        at_run,
        shown(last) + " is published in domain " + shown(below) + ", and not in " + shown(first)};
  }
  return Settled{
      {path.kind, std::string(first), std::string(second)},
      at_run,
      "." + shown(last) + " is no part of " + (is_capacity ? "a capacity" : "an attribute")};
}

std::optional<Settled> Settler::misplaced(const SelectorPath& path, Use use,
                                          const std::string& written) const {
  const std::vector<SelectorPath::Step>& steps = path.steps;
  const bool is_capacity = path.kind == NameKind::kCapacity;
  // What an attribute does not have is asked for when the selector runs.
  const Mistake at_run =
      is_capacity && !compiles_ ? Mistake::kNeverCompiles : Mistake::kUnknownName;
  const std::string_view first = steps.front().name;
  if (steps.front().in_brackets && steps.size() > 3) {
    const std::string domain = dotted({steps.begin() + 1, steps.end() - 1});
    if (!hints_.words.has_domain(domain)) return std::nullopt;
    return Settled{{path.kind, domain, std::string(steps.back().name)},
                   at_run,
                   written + " holds two domains, and the name is of " + domain};
  }
  if (!domain_without_brackets(path, hints_.words).empty()) return std::nullopt;
  if (!steps.front().in_brackets && steps.size() >= 3) {
    const std::string domain = dotted({steps.begin(), steps.end() - 1});
    return Settled{{path.kind, domain, std::string(steps.back().name)},
                   at_run,
                   "the domain " + shown(domain) + " must stand in brackets"};
  }
  if (steps.size() == 1) return without_domain(path, use, written);
  const std::string_view second = steps[1].name;
  if (std::optional<DeviceName> below = below_second_map(path, hints_.words)) {
    return Settled{
        std::move(*below), at_run,
        "." + shown(second) + " stands behind device alone, and not behind " + shown(first)};
  }
  const bool has_part = steps.size() == 3 && steps.front().in_brackets &&
                        (!steps[2].in_brackets || is_value_field(steps[2].name));
  if (has_part) return with_part(path, at_run);
  const std::size_t within = first.find('/');
  if (steps.size() == 2 && within != std::string_view::npos && is_value_field(second)) {
    return Settled{
        {path.kind, std::string(first.substr(0, within)), std::string(first.substr(within + 1))},
        at_run,
        written + " holds the name within the brackets of the domain"};
  }
  if (steps.size() == 2 && is_value_field(second) && !hints_.words.has_domain(first) &&
      first.find('.') == std::string_view::npos) {
    const std::string domain = domain_for(path.kind, first);
    if (!domain.empty())
      return Settled{
          {path.kind, domain, std::string(first)}, at_run, written + " lacks the domain"};
  }
  const std::size_t slash = second.find('/');
  // What is no name of an attribute is a label of nodes.
  if (steps.size() == 2 && slash != std::string_view::npos &&
      kube::is_c_identifier(second.substr(slash + 1))) {
    return Settled{
        {path.kind, std::string(second.substr(0, slash)), std::string(second.substr(slash + 1))},
        Mistake::kUnknownName,
        written + " holds the domain twice"};
  }
  if (path.map == nullptr && !compiles_ && steps.size() == 2 && steps.front().in_brackets) {
    return Settled{{path.kind, std::string(first), std::string(second)},
                   Mistake::kNeverCompiles,
                   written + " lacks device. in front"};
  }
  return std::nullopt;
}

// A name that the driver publishes under another domain now. What it dropped for another thing
// (an index for a UUID) can't be put in its place.
bool Settler::moved(DeviceName& name, std::string& what) const {
  if (hints_.catalogue == nullptr || guarded_.contains(name.id)) return false;
  const CatalogueChange* change = hints_.catalogue->change(name.domain, name.id);
  const std::size_t slash = change == nullptr ? std::string::npos : change->now.find('/');
  if (slash == std::string::npos) return false;
  const std::string domain = change->now.substr(0, slash);
  const std::string id = change->now.substr(slash + 1);
  const Words::Facts facts = hints_.words.find(name.kind, domain, id);
  // Of devices that are published the slices say all.
  if (!facts.published && (!facts.known || hints_.words.publishes(name.domain))) return false;
  what = (facts.published ? "" : "by the catalogue ") + shown(name.id) +
         (facts.published ? " is published as " : " is ") + change->now + " since " +
         shown(change->version) + " of the driver";
  name = {name.kind, domain, id};
  return true;
}

// By the catalogue the driver's devices have the name in that domain.
bool Settler::has_by_catalogue(std::string_view driver, const DeviceName& name,
                               std::string_view domain) const {
  const DriverWords* known =
      hints_.catalogue == nullptr ? nullptr : hints_.catalogue->vocabulary().driver(driver);
  return known != nullptr && known->has(name.kind, domain, name.id);
}

// A name that the driver's devices have in another domain, its own or one that all share: the one
// such domain that is known.
bool Settler::elsewhere(DeviceName& name, std::string& what) const {
  if (guarded_.contains(name.id)) return false;
  const std::string& driver = tested_driver_.empty() ? hints_.driver : tested_driver_;
  std::string_view found;
  for (const std::string_view domain : hints_.words.domains_with(name.kind, name.id)) {
    // gpu.nvidia.com for nvidia.com.
    const bool is_part = is_below(domain, name.domain) && !hints_.words.has_domain(name.domain);
    if (domain != driver && !is_below(domain, driver) && !domain.ends_with(kSharedDomain) &&
        !is_part)
      continue;
    if (!found.empty()) return false;
    found = domain;
  }
  if (found.empty()) return false;
  const bool published = hints_.words.find(name.kind, found, name.id).published;
  // What stands in the domain of all drivers is agreed on, so that there the catalogue says enough.
  if (!published && !found.ends_with(kSharedDomain) && !name.domain.ends_with(kSharedDomain))
    return false;
  // ... of a driver that it knows. Others may have such a name of their own.
  if (!published && !name.domain.ends_with(kSharedDomain) &&
      !has_by_catalogue(name.domain, name, found))
    return false;
  // Of devices that are published the slices say all.
  if (!published && hints_.words.publishes(name.domain)) return false;
  what = (published ? "" : "by the catalogue ") + shown(name.id) +
         (published ? " is published in domain " : " is in domain ") + std::string(found) +
         ", and not in " + shown(name.domain);
  name.domain = found;
  return true;
}

// What the devices of the domain have for their model, where the name is a word for it: `model` of
// one driver is `productName` of another.
std::string_view Settler::model_name(const DeviceName& name) const {
  if (name.kind != NameKind::kAttribute || guarded_.contains(name.id) || !is_model(name.id))
    return {};
  std::string_view found;
  for (const std::string_view id : hints_.words.ids(name.kind, name.domain)) {
    if (!is_model(id)) continue;
    if (!found.empty()) return {};
    found = id;
  }
  return found;
}

// Nobody has names of its domain, and published devices of the class have that name in their
// driver's: dranet.io of dra.net.
bool Settler::is_of_driver(const DeviceName& name) const {
  if (hints_.driver.empty() || name.id.empty() || hints_.words.has_domain(name.domain) ||
      guarded_.contains(name.id) || guarded_.contains(name.domain) ||
      (!tested_driver_.empty() && tested_driver_ != hints_.driver))
    return false;
  return hints_.words.find(name.kind, hints_.driver, name.id).published;
}

std::optional<Settled> Settler::misspelt_domain(const DeviceName& name) const {
  std::string near =
      hints_.words.has_domain(name.domain) ? std::string() : near_domain(name.domain);
  if (near.empty() && is_of_driver(name)) near = hints_.driver;
  const bool is_resource = name.domain.find('/') != std::string::npos;
  // What stands behind a driver's name may be a name of its devices.
  const auto has_it = [&](NameKind kind) { return hints_.words.find(kind, near, name.id).known; };
  if (near.empty() || (is_resource && name.domain.starts_with(near) && !has_it(name.kind) &&
                       !has_it(other(name.kind))))
    return std::nullopt;
  return Settled{
      {name.kind, near, name.id},
      Mistake::kUnknownName,
      is_resource
          ? shown(name.domain) + " is a resource, and names of its devices are in domain " + near
          : std::string(hints_.words.publishes(near) ? "" : "by the catalogue ") +
                "no device has names of domain " + shown(name.domain) + ", the nearest is " + near};
}

// A domain that is another driver's name, copied from a selector of its devices. What may be there
// besides is the driver's own affair: only what both drivers have by the catalogue is moved.
std::optional<Settled> Settler::other_drivers(const DeviceName& name) const {
  const std::string& own = hints_.driver;
  if (hints_.catalogue == nullptr || name.domain == own || guarded_.contains(name.id) ||
      (!tested_driver_.empty() && tested_driver_ != own) ||
      !hints_.words.find(name.kind, own, name.id).known)
    return std::nullopt;
  const CatalogueDriver* driver = hints_.catalogue->driver(own);
  const CatalogueDriver* named = hints_.catalogue->driver(name.domain);
  if (driver == nullptr || named == nullptr ||
      std::any_of(driver->words.begin(), driver->words.end(),
                  [&](const CatalogueWord& word) { return word.word.domain == name.domain; }))
    return std::nullopt;
  return Settled{
      {name.kind, own, name.id},
      Mistake::kUnknownName,
      "by the class the devices are of driver " + own + ", and have nothing in domain " +
          name.domain +
          (named->classes.empty() ? "" : ", unlike those of class " + named->classes.front().name)};
}

std::optional<Settled> Settler::misnamed(const DeviceName& name, Use use,
                                         const std::string& written) const {
  const Words& words = hints_.words;
  DeviceName meant = name;
  std::string what;
  if (std::optional<Settled> respelt = misspelt_domain(name)) {
    meant = std::move(respelt->name);
    what = std::move(respelt->what);
  } else if (std::optional<Settled> own = other_drivers(name)) {
    return own;
  }
  const auto known = [&](NameKind kind) { return words.find(kind, meant.domain, meant.id).known; };
  const bool is_attribute = meant.kind == NameKind::kAttribute;
  if (!known(meant.kind)) {
    // Attributes are numbers, booleans, texts and versions, and never a quantity.
    const bool must_be_capacity = is_attribute && use == Use::kQuantity;
    if (known(other(meant.kind)) || must_be_capacity) {
      meant.kind = other(meant.kind);
      what = written + (is_attribute ? " is a capacity, and no attribute"
                                     : " is an attribute, and no capacity");
    } else if (moved(meant, what) ||
               (!words.is_incomplete(meant.domain) && elsewhere(meant, what))) {
      // What is gone here says where to, or it is where all drivers have it.
    } else if (words.has_domain(meant.domain) && !words.is_incomplete(meant.domain)) {
      const std::vector<std::string_view> ids = words.ids(meant.kind, meant.domain);
      std::string_view near = near_id(meant.id, ids);
      if (near.empty()) near = fuller_id(meant.id, ids);
      // A name whose presence is tested may be that of another version of the driver.
      if (!near.empty() && (!guarded_.contains(meant.id) || is_same_word(meant.id, near))) {
        const bool published = words.find(meant.kind, meant.domain, near).published;
        what = std::string(published ? "no published device has "
                                     : "by the catalogue no device has ") +
               shown(meant.id) + " in domain " + shown(meant.domain) + ", the nearest is " +
               std::string(near);
        meant.id = near;
      } else if (const std::string_view model = model_name(meant); !model.empty()) {
        what = shown(meant.domain) + " calls it " + std::string(model) + ", and has no " +
               shown(meant.id);
        meant.id = model;
      } else if (is_word_for_memory(meant.id) && !guarded_.contains(meant.id) &&
                 words.find(NameKind::kCapacity, meant.domain, "memory").known) {
        what = shown(meant.domain) + " has capacity memory, and no " + shown(meant.id);
        meant = {NameKind::kCapacity, meant.domain, "memory"};
      }
    }
  }
  if (what.empty()) return std::nullopt;
  return Settled{std::move(meant), Mistake::kUnknownName, std::move(what)};
}

std::optional<Settled> Settler::place(const SelectorPath& path, Use use,
                                      const std::string& written) const {
  if (path.steps.empty() || path.has_optional()) return std::nullopt;
  return misplaced(path, use, written);
}

std::optional<Settled> Settler::settle(const SelectorPath& path, Use use,
                                       const std::string& written) const {
  if (path.steps.empty()) return std::nullopt;
  const bool is_placed = path.map != nullptr && path.steps[0].in_brackets;
  if (path.has_optional() && !is_placed) return std::nullopt;
  std::optional<Settled> moved = path.has_optional() ? std::nullopt : misplaced(path, use, written);
  if (!moved && path.steps.size() == 1 && is_placed)
    return misspelt_domain({path.kind, std::string(path.steps[0].name), {}});
  if (!moved && !path.is_value()) return std::nullopt;
  const DeviceName name = moved ? moved->name
                                : DeviceName{path.kind, std::string(path.steps[0].name),
                                             std::string(path.steps[1].name)};
  std::optional<Settled> renamed = misnamed(name, use, written);
  if (!moved) return renamed;
  if (renamed) moved->name = std::move(renamed->name);
  return moved;
}

std::optional<DeviceName> Settler::guess(std::string_view id) const {
  for (const NameKind kind : {NameKind::kAttribute, NameKind::kCapacity}) {
    const std::vector<std::string_view> domains = hints_.words.domains_with(kind, id);
    const std::string domain = domain_for(kind, id);
    if (std::find(domains.begin(), domains.end(), domain) != domains.end())
      return DeviceName{kind, domain, std::string(id)};
  }
  return std::nullopt;
}

DeviceName Settler::without_hyphens(DeviceName name) const {
  std::string camel;
  std::string joined;
  bool upper = false;
  for (const char c : name.id) {
    if (c == '-') {
      upper = true;
      continue;
    }
    joined += c;
    camel += upper ? kube::to_upper(c) : c;
    upper = false;
  }
  const std::vector<std::string_view> ids = hints_.words.ids(name.kind, name.domain);
  const std::string_view near = near_id(joined, ids);
  name.id = near.empty() ? camel : std::string(near);
  return name;
}

}  // namespace drawbridge::rules
