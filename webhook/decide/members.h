// Objects that are made, member by member.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "kube/api/arena.h"
#include "kube/api/json.h"

namespace drawbridge::admission {

// An object of few members, of which the last of one name counts.
class Members {
 public:
  Members() = default;
  explicit Members(const kube::Json& from) {
    members_.assign(from.members().begin(), from.members().end());
  }

  Members& set(std::string_view key, kube::Json value) {
    erase(key);
    members_.push_back({kube::Json::string(key), value});
    return *this;
  }
  Members& set(std::string_view key, std::string_view text) {
    return set(key, kube::Json::string(text));
  }
  // Go's omitempty.
  Members& set_if(std::string_view key, std::string_view text) {
    return text.empty() ? erase(key) : set(key, text);
  }
  Members& erase(std::string_view key) {
    std::erase_if(members_,
                  [key](const kube::Json::Member& member) { return member.key() == key; });
    return *this;
  }
  kube::Json made(kube::Arena& arena) {
    kube::sort_members(members_);
    auto* kept = arena.allocate<kube::Json::Member>(members_.size());
    std::copy(members_.begin(), members_.end(), kept);
    return kube::Json::object({kept, members_.size()});
  }

 private:
  std::vector<kube::Json::Member> members_;
};

}  // namespace drawbridge::admission
