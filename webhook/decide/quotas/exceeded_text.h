// The words for what exceeds a quota: what is in use and asked for, and the ways out.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

#include "kube/api/quantity.h"
#include "quota/device_quota.h"
#include "webhook/decide/quotas/asked_beside.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

// How that resource is asked for; without words where nobody knows.
Asked asked_of(const std::map<std::string, Asked, std::less<>>& asked, std::string_view resource);

// "team-a has 3 of 8 example.com/gpu in use"
std::string in_use_text(const quota::Shortfall& shortfall, std::string_view ns);
// Who asks for the resource; "others" where nobody has said who.
Askers asking_for(const std::string& resource, const AskersByName& who);
// ", Deployment web asks for 3"
std::string beside_text(const Askers& who, const kube::Quantity& amount);
// " (DeviceQuota gpus), Deployment web asks for 3 and this Pod asks for 4 (container main)";
// `beside` is a beside_text() or empty.
std::string asks_text(const quota::Shortfall& shortfall, std::string_view beside,
                      std::string_view who, const Asked& asked);

// By resource the least that one of the quotas has left which are short of it: what is proposed is
// to fit all of them.
class LeastLeft {
 public:
  // `beside` is what others ask for.
  void note(const quota::Shortfall& shortfall, const kube::Quantity& beside);
  // "Ask for 2 a pod": what each of so many pods can ask for of a resource that was noted; empty
  // for nothing.
  std::string less_text(const std::string& resource, const Asked& asked,
                        std::int64_t pods = 1) const;

 private:
  std::map<std::string, kube::Quantity, std::less<>> left_;
};

// "Ask for 2, or free one" of "Ask for 2" and "free one". Empty ones are none.
std::string either_text(std::initializer_list<std::string> ways);
// "Ask for 2, or have the quota raised to 8"; `less` may be empty.
std::string raise_text(const std::string& less, const kube::Quantity& needed);
// "Ask for 2, or free one for all 3 pods: kubectl ...": what has to be freed for `whom`, "" or "
// for all 3 pods".
std::string free_text(const std::string& less, const kube::Quantity& over, const std::string& whom,
                      const std::string& ns);
// What to do where more is asked for than can be counted, `beside` of it by others: no quota is a
// way out. "Ask for 2."; `less` may be empty.
std::string past_counting_text(const std::string& less, const Askers& others,
                               const kube::Quantity& beside);
// ": kubectl get devicequota -n team-a."
std::string see_quota_text(const std::string& ns);

// Rounded up where it counts devices, which are whole, whatever stands in the quota.
kube::Quantity whole_devices(const kube::Quantity& amount, const Asked& asked);

}  // namespace drawbridge::admission
