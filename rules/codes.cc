// Every code that a message can end with. One line each, sorted; docs/messages.md tells the whole
// story.

#include "rules/finding.h"

namespace drawbridge::rules {
namespace {

constexpr Code kCodes[] = {
    {"AdminAccessNotAllowed", "adminAccess in a namespace without the label that it needs"},
    {"AmbiguousExtendedResource", "several DeviceClasses carry one extendedResourceName"},
    {"BothPaths", "one pod asks for the same devices as extended resource and by claim"},
    {"CapacityNeverFits",
     "a capacity is requested that no published device has, or has as much of"},
    {"ChargesDiffer", "two DeviceMappings count one logical resource in different units"},
    {"ClaimEntryUndeclared", "a container uses a claim that spec.resourceClaims does not have"},
    {"ClaimEntryUnused", "a claim of computing devices that no container uses"},
    {"ClaimInvalid", "a claim, a class or a pod's claims that the API server refuses"},
    {"ClaimMissing", "a pod names a ResourceClaim that does not exist"},
    {"ClaimNotReusable", "many pods of one workload use one claim, and get the same devices"},
    {"ClaimRequestUnknown", "a container names a request that its claim lacks"},
    {"ClaimTooLarge", "a claim would need more constraints or configurations than it can hold"},
    {"ClassBeforeWorkload", "no device of a class that is asked for is published"},
    {"ClassNameIsResource", "the name of an extended resource stands where a DeviceClass belongs"},
    {"ClassWithoutDevices", "a rewrite was left out: its class has no published device"},
    {"CompanionWithoutResource", "a companion such as gpumem is asked for without its resource"},
    {"ConstraintNeverHolds", "a matchAttribute that the devices of a request lack"},
    {"DeviceClassMissing", "devices are asked for by a DeviceClass that does not exist"},
    {"ImplicitExtendedResource",
     "a class is asked for by its implicit name and counted under another"},
    {"KueueCannotCharge",
     "a rewrite was left out: Kueue would not count the claim as it counts the resource"},
    {"KueueGateOff", "Kueue's gate for the way in which a workload asks for devices is off"},
    {"LimitRangeBlocks", "a rewrite was left out: a LimitRange would put the resource back"},
    {"MalformedObject", "a field is not of its type, is missing, or stands twice", true},
    {"MappedTwice", "two configurations say how devices of one DeviceClass are counted"},
    {"MappingConflict",
     "a resource is claimed by two DeviceMappings, or by one and by another DeviceClass"},
    {"MappingInvalid", "a DeviceMapping cannot be used as it is written", true},
    {"MirrorPod", "a rewrite was left out: the pod mirrors a kubelet's own"},
    {"MixedNodes", "a rewrite was left out: a node still offers the resource by device plugin"},
    {"MultiKueueManager", "a rewrite was left out: the pod runs on another cluster"},
    {"MultiKueueObjects", "what a workload needs is not copied to the cluster where it runs"},
    {"NamesDisagree", "a DeviceMapping and Kueue count one DeviceClass under different names"},
    {"NodeNamePreset",
     "a rewrite was left out: no claim is allocated for a pod whose node is preset"},
    {"NodeServedTwice", "a device plugin and a driver offer the devices of one node"},
    {"NotMigrated", "something of an older API has no place in resource.k8s.io/v1"},
    {"NotRewritten", "an extended resource was added after Drawbridge had seen the pod"},
    {"ObjectMissing", "an object that the decision needs could not be read", true},
    {"ObjectUnusable", "an object of the cluster can't be used as it is written"},
    {"ParameterInvalid", "a companion resource or annotation has a value that cannot be used"},
    {"PoolMerged", "devices are counted under a name that counts something else already"},
    {"QuotaExceeded", "a DeviceQuota has not enough left"},
    {"QuotaWouldEscape",
     "a rewrite was left out: a ResourceQuota would no longer count the devices"},
    {"RemovedApi", "the API version was removed from Kubernetes"},
    {"ReservedAnnotation",
     "a claim says that it was made for a pod, and whoever writes it makes none", true},
    {"ResourceIsClassName", "the name of a DeviceClass stands where a resource belongs"},
    {"ResourceQuantityInvalid",
     "an extended resource is a fraction, negative, or request and limit differ"},
    {"Rewritten", "an extended resource became a claim"},
    {"SelectorComparesText",
     "a selector compares text where a quantity, version or number is meant"},
    {"SelectorExactSize", "a selector asks for a size that the published values miss by little"},
    {"SelectorFails",
     "a selector ends with an error on published devices, which fails the whole pod"},
    {"SelectorInvalid", "a CEL selector does not compile, or may cost too much"},
    {"SelectorNeverMatches", "selectors that no published device matches"},
    {"SelectorTooCostly", "the regular expressions of one object take too long to compile", true},
    {"SelectorUnguarded", "a selector reads an attribute of devices of any driver"},
    {"SelectorUnknownAttribute", "a selector reads an attribute or capacity that no device has"},
    {"SharedDevices", "two classes that are counted under different names select the same devices"},
    {"TemplateLimit", "the namespace holds as many generated templates as it may", true},
    {"TemplateMissing", "a pod names a ResourceClaimTemplate that does not exist"},
    {"TemplateNotCreated", "the API server did not take the ResourceClaimTemplate", true},
    {"TemplateTampered", "a template with a generated name holds other content", true},
    {"TolerationMissing", "all nodes with the devices have a taint that the pod does not tolerate"},
    {"TooManyDevices", "a claim would ask for more than 32 devices"},
    {"UnitCountsDiffer", "resources that are paired one to one are asked for in different numbers"},
    {"UnknownField", "a field that the kind does not have; kubectl apply refuses the file"},
    {"WaitForPodsReadyOff", "Kueue would not take back a workload whose devices do not come"},
    {"WouldRewrite",
     "an extended resource would become a claim if the mapping's action were Rewrite"},
};

}  // namespace

std::span<const Code> all_codes() {
  return kCodes;
}

}  // namespace drawbridge::rules
