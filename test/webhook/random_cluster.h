// A cluster that changes at random, for whoever keeps a view of it.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "webhook/decide/reduce.h"

namespace drawbridge::admission {

// The objects that there are, by kind and then "NAMESPACE/NAME" (or name). Few names, so that what
// changes meets what was there.
class RandomCluster {
 public:
  explicit RandomCluster(std::uint32_t seed) : random_(seed) {}

  using Objects = std::map<std::string, nlohmann::json>;

  // The kinds that take part.
  static const std::vector<ObjectKind>& kinds();

  std::uint32_t pick(std::uint32_t below) { return static_cast<std::uint32_t>(random_() % below); }
  ObjectKind any_kind() { return kinds()[pick(static_cast<std::uint32_t>(kinds().size()))]; }
  // A new version of some object of the kind, which the cluster now has; now and then one that
  // cannot be used.
  const nlohmann::json& change(ObjectKind kind);
  // Takes some object of the kind away and says which (namespace, name); both empty for none.
  std::pair<std::string, std::string> remove(ObjectKind kind);
  void remove_all(ObjectKind kind) { objects_[kind].clear(); }

  const Objects& of(ObjectKind kind) { return objects_[kind]; }

 private:
  nlohmann::json any_spec(ObjectKind kind);
  std::string any_of(std::vector<std::string> texts) {
    return texts[pick(static_cast<std::uint32_t>(texts.size()))];
  }

  std::mt19937 random_;
  std::map<ObjectKind, Objects> objects_;
};

}  // namespace drawbridge::admission
