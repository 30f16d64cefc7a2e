#include "rules/devices/vocabulary_builder.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "rules/devices/published.h"

namespace drawbridge::rules {
namespace {

using kube::Json;

std::uint8_t type_of(const Json& attribute) {
  if (!attribute.is_object() || attribute.size() != 1) return 0;
  const std::string_view name = attribute.members().front().key();
  constexpr std::pair<std::string_view, std::uint8_t> kTypes[] = {
      {"int", attribute_type::kInt},       {"bool", attribute_type::kBool},
      {"string", attribute_type::kString}, {"version", attribute_type::kVersion},
      {"ints", attribute_type::kList},     {"bools", attribute_type::kList},
      {"strings", attribute_type::kList},  {"versions", attribute_type::kList},
  };
  for (const auto& [known, type] : kTypes) {
    if (known == name) return type;
  }
  return 0;
}

}  // namespace

std::uint32_t VocabularyBuilder::insert(Entry entry) {
  entries_.push_back(std::move(entry));
  return static_cast<std::uint32_t>(entries_.size() - 1);
}

std::uint32_t VocabularyBuilder::intern(What what, std::string_view driver, std::string_view name,
                                        std::string_view value, std::uint8_t type) {
  // No name or quantity holds a line break.
  key_.assign(1, static_cast<char>(what));
  key_ += static_cast<char>('A' + type);
  for (const std::string_view part : {driver, name, value}) {
    key_ += part;
    key_ += '\n';
  }
  if (const auto found = ids_.find(key_); found != ids_.end()) return found->second;
  if (what != What::kOverflow && entries_.size() >= kVocabularyEntriesMax)
    return intern(What::kOverflow, driver, {}, {}, 0);
  const std::size_t slash = name.find('/');
  const bool qualified = slash != std::string_view::npos;
  Entry entry;
  entry.what = what;
  entry.driver = driver;
  entry.domain = qualified ? name.substr(0, slash) : driver;
  entry.id = qualified ? name.substr(slash + 1) : name;
  entry.is_qualified = qualified;
  entry.type = type;
  entry.value = value;
  const std::uint32_t id = insert(std::move(entry));
  ids_.emplace(key_, id);
  return id;
}

std::vector<VocabularyBuilder::Share> VocabularyBuilder::read(const Json& slice) {
  std::vector<std::uint32_t> seen;
  for (const PublishedDevice& device : devices_of(slice)) {
    seen.push_back(intern(What::kDevice, device.driver, {}, {}, 0));
    for (const Json::Member& entry : device.body["attributes"].members()) {
      seen.push_back(
          intern(What::kAttribute, device.driver, entry.key(), {}, type_of(entry.value)));
    }
    for (const Json::Member& entry : device.body["capacity"].members()) {
      const std::string_view value = entry.value["value"].as_string();
      seen.push_back(intern(What::kCapacity, device.driver, entry.key(), value, 0));
    }
  }
  std::sort(seen.begin(), seen.end());
  std::vector<Share> shares;
  for (const std::uint32_t entry : seen) {
    if (shares.empty() || shares.back().entry != entry) shares.push_back({entry, 0});
    ++shares.back().devices;
  }
  shares.shrink_to_fit();
  return shares;
}

void VocabularyBuilder::change(std::span<const Share> shares, bool complete, bool add) {
  for (const Share& share : shares) {
    Entry& entry = entries_[share.entry];
    std::uint32_t& count = complete ? entry.complete : entry.pending;
    count = add ? count + share.devices : count - share.devices;
  }
  if (!shares.empty()) built_.reset();
}

void VocabularyBuilder::add(std::span<const Share> shares, bool complete) {
  change(shares, complete, true);
}

void VocabularyBuilder::remove(std::span<const Share> shares, bool complete) {
  change(shares, complete, false);
}

std::shared_ptr<const Vocabulary> VocabularyBuilder::build() const {
  struct Building {
    DriverWords driver;
    std::map<std::tuple<NameKind, std::string_view, std::string_view>, Word> words;
  };
  std::map<std::string_view, Building> drivers;
  for (const Entry& entry : entries_) {
    if (entry.complete == 0 && entry.pending == 0) continue;
    Building& building = drivers[entry.driver];
    building.driver.driver = entry.driver;
    building.driver.incomplete =
        building.driver.incomplete || entry.pending > 0 || entry.what == What::kOverflow;
    if (entry.complete == 0 || entry.what == What::kOverflow) continue;
    if (entry.what == What::kDevice) {
      building.driver.devices = entry.complete;
      continue;
    }
    const NameKind kind =
        entry.what == What::kCapacity ? NameKind::kCapacity : NameKind::kAttribute;
    Word& word = building.words[{kind, entry.domain, entry.id}];
    word.kind = kind;
    word.domain = entry.domain;
    word.id = entry.id;
    word.types |= entry.type;
    word.devices += entry.complete;
    (entry.is_qualified ? word.is_qualified : word.is_bare) = true;
    if (kind == NameKind::kAttribute) continue;
    if (const auto value = kube::Quantity::parse(entry.value)) word.values.push_back(*value);
  }
  std::vector<DriverWords> all;
  for (auto& [name, building] : drivers) {
    for (auto& [key, word] : building.words) {
      std::sort(word.values.begin(), word.values.end());
      word.values.erase(std::unique(word.values.begin(), word.values.end()), word.values.end());
      if (word.values.size() > kWordValuesMax) word.values.clear();
      building.driver.words.push_back(std::move(word));
    }
    all.push_back(std::move(building.driver));
  }
  return std::make_shared<const Vocabulary>(std::move(all));
}

std::shared_ptr<const Vocabulary> VocabularyBuilder::vocabulary() {
  if (built_ == nullptr) built_ = build();
  return built_;
}

}  // namespace drawbridge::rules
