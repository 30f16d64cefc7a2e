#include "webhook/cli/asked_by_given.h"

#include <algorithm>
#include <map>
#include <utility>

#include "kube/api/saturating.h"

namespace drawbridge::cli {
namespace {

// Who asks for each name, and how many more.
class Named {
 public:
  void add(const std::string& name, const std::string& who) {
    const auto [at, is_new] = askers_.try_emplace(name, Asker{who, 0});
    if (!is_new) ++at->second.others;
  }

  admission::Askers texts() const {
    admission::Askers texts;
    for (const auto& [name, asker] : askers_) {
      std::string text = asker.first + " asks";
      if (asker.others > 0)
        text = asker.first + " and " + std::to_string(asker.others) +
               (asker.others == 1 ? " other ask" : " others ask");
      texts.emplace(name, std::move(text));
    }
    return texts;
  }

 private:
  struct Asker {
    std::string first;
    std::size_t others = 0;
  };
  std::map<std::string, Asker, std::less<>> askers_;
};

}  // namespace

void AskedByGiven::note(std::string_view ns, std::string who, admission::AskedOfQuotas asked) {
  std::erase_if(entries_, [&](const Entry& entry) { return entry.ns == ns && entry.who == who; });
  if (!asked.empty()) entries_.push_back({std::string(ns), std::move(who), std::move(asked)});
}

admission::AskedBeside AskedByGiven::others(std::string_view ns, std::string_view who) const {
  admission::AskedBeside beside;
  Named of_devices;
  Named of_names;
  for (const Entry& entry : entries_) {
    if (entry.ns != ns || entry.who == who) continue;
    quota::add(beside.devices, entry.asked.devices);
    for (const auto& [resource, amount] : entry.asked.devices) of_devices.add(resource, entry.who);
    for (const auto& [name, amount] : entry.asked.names) {
      std::int64_t& sum = beside.names[name];
      sum = kube::saturating_add(sum, amount);
      of_names.add(name, entry.who);
    }
  }
  beside.who = of_devices.texts();
  beside.who_of_names = of_names.texts();
  return beside;
}

}  // namespace drawbridge::cli
