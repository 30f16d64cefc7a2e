// What a pod and its claims are charged under one name of a ResourceQuota, and in words who asks
// for it, and for how much less they can ask.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "webhook/decide/snapshot.h"

namespace drawbridge::admission {

inline constexpr std::string_view kClaimObjects = "count/resourceclaims.resource.k8s.io";

struct NameCharge {
  struct Source {
    std::string text;        // "template gpu-claim"
    bool is_itself = false;  // the object asks for it itself
  };

  void add_source(std::string_view text, bool is_itself);
  // Of what is asked for by claims nothing is left.
  void leave_out_claims();

  // The class of the devices; an extended resource that has none, or the name itself, where that
  // counts no devices.
  std::string of;
  std::int64_t amount = 0;
  std::int64_t of_itself = 0;   // of `amount`
  std::vector<Source> sources;  // each once
  std::int64_t claims = 0;      // that templates of users make
  const char* field = "spec.resourceClaims";
  bool is_of_claims = false;
  std::int64_t least = 0;      // of its claims the one that asks for least
  bool has_all = false;        // of allocationMode: All, charged as the most that a claim holds
  bool is_of_several = false;  // requests of one claim, or containers, ask for a part each
};

// "4", or what it is called that nobody counts.
std::string count_text(std::int64_t count);
// "4 (template one, template two)".
std::string needs_text(const NameCharge& charge);

// Of what a quota has left as much as one pod can have, as far as that is known and may be told.
std::int64_t within_reach(const NameCharge& charge, std::int64_t left, const Snapshot& snapshot);

// "Ask for 2 a claim": how to come by no more than `left`; empty where that is nothing.
std::string less_text(const NameCharge& charge, std::int64_t left);

}  // namespace drawbridge::admission
