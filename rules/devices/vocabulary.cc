#include "rules/devices/vocabulary.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace drawbridge::rules {
namespace {

auto order_of(const Word& word) {
  return std::tuple(word.kind, std::string_view(word.domain), std::string_view(word.id));
}

void sort_once(std::vector<std::string_view>& names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
}

}  // namespace

bool DriverWords::has(NameKind kind, std::string_view domain, std::string_view id) const {
  return std::any_of(words.begin(), words.end(), [&](const Word& word) {
    return word.kind == kind && word.domain == domain && word.id == id;
  });
}

Vocabulary::Vocabulary(std::vector<DriverWords> drivers) : drivers_(std::move(drivers)) {
  std::sort(drivers_.begin(), drivers_.end(),
            [](const auto& a, const auto& b) { return a.driver < b.driver; });
  for (DriverWords& driver : drivers_) {
    std::sort(driver.words.begin(), driver.words.end(),
              [](const Word& a, const Word& b) { return order_of(a) < order_of(b); });
  }
}

const DriverWords* Vocabulary::driver(std::string_view name) const {
  const auto found = std::lower_bound(
      drivers_.begin(), drivers_.end(), name,
      [](const DriverWords& words, std::string_view wanted) { return words.driver < wanted; });
  return found == drivers_.end() || found->driver != name ? nullptr : &*found;
}

Words::Words(std::span<const Vocabulary* const> vocabularies) {
  for (const Vocabulary* vocabulary : vocabularies) {
    if (vocabulary != nullptr) all_.push_back(vocabulary);
  }
}

template <typename Visit>
void Words::for_each(Visit visit) const {
  for (const Vocabulary* vocabulary : all_) {
    for (const DriverWords& driver : vocabulary->drivers()) {
      for (const Word& word : driver.words) visit(word);
    }
  }
}

Words::Facts Words::find(NameKind kind, std::string_view domain, std::string_view id) const {
  Facts facts;
  bool values_known = true;
  for (const Vocabulary* vocabulary : all_) {
    for (const DriverWords& driver : vocabulary->drivers()) {
      for (const Word& word : driver.words) {
        if (word.kind != kind || word.domain != domain || word.id != id) continue;
        facts.known = true;
        facts.published = facts.published || word.devices > 0;
        facts.types |= word.types;
        facts.devices += word.devices;
        facts.values.insert(facts.values.end(), word.values.begin(), word.values.end());
        values_known = values_known && !word.values.empty();
      }
    }
    if (facts.known) break;
  }
  if (!values_known) facts.values.clear();
  std::sort(facts.values.begin(), facts.values.end());
  facts.values.erase(std::unique(facts.values.begin(), facts.values.end()), facts.values.end());
  return facts;
}

std::vector<std::string_view> Words::ids(NameKind kind, std::string_view domain) const {
  std::vector<std::string_view> names;
  for_each([&](const Word& word) {
    if (word.kind == kind && word.domain == domain) names.push_back(word.id);
  });
  sort_once(names);
  return names;
}

std::vector<std::string_view> Words::domains() const {
  std::vector<std::string_view> names;
  for_each([&](const Word& word) { names.push_back(word.domain); });
  sort_once(names);
  return names;
}

bool Words::has_domain(std::string_view domain) const {
  bool found = false;
  for_each([&](const Word& word) { found = found || word.domain == domain; });
  return found;
}

bool Words::publishes(std::string_view domain) const {
  const std::vector<std::string_view> names = ids(NameKind::kAttribute, domain);
  return std::any_of(names.begin(), names.end(), [&](std::string_view id) {
    return find(NameKind::kAttribute, domain, id).published;
  });
}

std::vector<std::string_view> Words::domains_with(NameKind kind, std::string_view id) const {
  std::vector<std::string_view> names;
  for_each([&](const Word& word) {
    if (word.kind == kind && word.id == id) names.push_back(word.domain);
  });
  sort_once(names);
  return names;
}

std::vector<std::string_view> Words::drivers() const {
  std::vector<std::string_view> names;
  for (const Vocabulary* vocabulary : all_) {
    for (const DriverWords& driver : vocabulary->drivers()) names.push_back(driver.driver);
  }
  sort_once(names);
  return names;
}

bool Words::is_incomplete(std::string_view domain) const {
  for (const Vocabulary* vocabulary : all_) {
    for (const DriverWords& driver : vocabulary->drivers()) {
      if (!driver.incomplete) continue;
      if (driver.driver == domain) return true;
      for (const Word& word : driver.words) {
        if (word.domain == domain) return true;
      }
    }
  }
  return false;
}

}  // namespace drawbridge::rules
