// What devices of a class are for, as far as their names tell.
#pragma once

#include <string_view>

#include "kube/api/claim.h"
#include "rules/checks/facts.h"

namespace drawbridge::rules {

// Computing: GPUs, TPUs and other accelerators, of which a container needs one to use it. Moving
// data: network cards and the like, which a driver may move into the pod without any container
// naming them. kOther for everything that neither the class's name nor its selectors tell.
enum class ClassUse : std::uint8_t { kOther, kComputing, kNetwork };
ClassUse class_use(std::string_view device_class, const DeviceIndex& devices);

// The request is for devices that compute, whichever alternative is had, and takes them from others
// (adminAccess does not).
bool computes(const kube::DeviceRequestView& request, const CheckFacts& facts);
// Every request of the claim does.
bool computes(const kube::ClaimSpecView& claim, const CheckFacts& facts);

}  // namespace drawbridge::rules
