#include "webhook/cli/asked_by_given.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "kube/api/saturating.h"

namespace drawbridge::cli {
namespace {

void add_asker(const std::string& name, const std::string& who, admission::AskersByName& askers) {
  const auto [at, is_new] = askers.try_emplace(name, admission::Askers{who});
  if (!is_new) ++at->second.more;
}

}  // namespace

void AskedByGiven::note(Entry entry) {
  if (!entry.asker.is_one_of_many) leave_out(entry.asker);
  // Of many the last may be left out, whatever it asks.
  if (!entry.asked.empty() || entry.asker.is_one_of_many) entries_.push_back(std::move(entry));
}

void AskedByGiven::note_charged_pod(const std::string& ns, const std::string& name,
                                    quota::Amounts charged) {
  charged_pods_.insert_or_assign({ns, name}, std::move(charged));
}

void AskedByGiven::leave_out(const Asker& asker) {
  const auto last = std::find_if(entries_.rbegin(), entries_.rend(),
                                 [&](const Entry& entry) { return entry.asker == asker; });
  if (last != entries_.rend()) entries_.erase(std::next(last).base());
}

quota::Amounts AskedByGiven::uncharged(const Entry& entry) const {
  if (entry.is_charged) return {};
  quota::Amounts charged;
  for (const std::string& pod : entry.own_pods) {
    if (const auto found = charged_pods_.find({entry.asker.ns, pod}); found != charged_pods_.end())
      quota::add(charged, found->second);
  }
  return quota::beyond(entry.asked.devices, charged);
}

admission::AskedBeside AskedByGiven::others(const Asker& asker) const {
  admission::AskedBeside beside;
  for (const Entry& entry : entries_) {
    const Asker& other = entry.asker;
    if (other.ns != asker.ns || (other == asker && !asker.is_one_of_many)) continue;
    quota::add(beside.devices, entry.asked.devices);
    const quota::Amounts left = uncharged(entry);
    quota::add(beside.uncharged.devices, left);
    for (const auto& [resource, amount] : entry.asked.devices)
      add_asker(resource, other.who, beside.who);
    for (const auto& [resource, amount] : left)
      add_asker(resource, other.who, beside.uncharged.who);
    for (const auto& [name, amount] : entry.asked.names) {
      std::int64_t& sum = beside.names[name];
      sum = kube::saturating_add(sum, amount);
      add_asker(name, other.who, beside.who_of_names);
    }
  }
  return beside;
}

}  // namespace drawbridge::cli
