package kueue

import (
	"fmt"
	"slices"

	resourcev1 "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/utils/ptr"
)

const (
	driver      = "gpu.nvidia.com"
	gpuClass    = "gpu.nvidia.com"
	migClass    = "mig.nvidia.com"
	sharedClass = "shared.nvidia.com"

	isGPU    = "device.attributes['gpu.nvidia.com'].type == 'gpu'"
	isMIG    = "device.attributes['gpu.nvidia.com'].type == 'mig'"
	isShared = "device.attributes['gpu.nvidia.com'].type == 'shared'"
)

func celSelector(expression string) resourcev1.DeviceSelector {
	return resourcev1.DeviceSelector{CEL: &resourcev1.CELDeviceSelector{Expression: expression}}
}

func deviceClass(name, expression string) *resourcev1.DeviceClass {
	class := &resourcev1.DeviceClass{TypeMeta: resourceType("DeviceClass"), ObjectMeta: named(name)}
	class.Spec.Selectors = []resourcev1.DeviceSelector{celSelector(expression)}
	return class
}

// drawDevices makes three classes and their devices. Some always are published: of what is not known at all
// Drawbridge says nothing.
func drawDevices(d draw, c *cluster) {
	whole, part, shared := deviceClass(gpuClass, isGPU), deviceClass(migClass, isMIG), deviceClass(sharedClass, isShared)
	if c.traits.claims && d.percent(35) {
		whole.Spec.ExtendedResourceName = ptr.To(string(oneOf(d, gpu, gpu, otherGPU)))
	}
	if c.traits.claims && d.percent(15) {
		part.Spec.ExtendedResourceName = ptr.To(string(mig))
	}
	c.classes = []*resourcev1.DeviceClass{whole, part, shared}
	if !c.traits.claims {
		return
	}
	for i := range d.between(1, 2) {
		drawNodeDevices(d, c, fmt.Sprintf("node-%d", i))
	}
}

func drawNodeDevices(d draw, c *cluster, node string) {
	var devices []resourcev1.Device
	for i := range d.between(3, 8) {
		devices = append(devices, drawGPU(d, fmt.Sprintf("gpu-%d", i)))
	}
	var sets []resourcev1.CounterSet
	for i := range d.between(1, 2) {
		set := fmt.Sprintf("gpu-%d-counters", i)
		sets = append(sets, resourcev1.CounterSet{Name: set, Counters: map[string]resourcev1.Counter{
			"memory": {Value: quantity("40Gi")}, "compute": {Value: quantity("7")}}})
		for j := range d.between(2, 4) {
			devices = append(devices, drawMIG(d, fmt.Sprintf("gpu-%d-mig-%d", i, j), set))
		}
	}
	for i := range d.between(1, 2) {
		devices = append(devices, drawShared(d, fmt.Sprintf("shared-%d", i)))
	}
	// A slice has counters or devices.
	counters := slice(node, "counters", resourcev1.ResourceSliceSpec{SharedCounters: sets})
	published := slice(node, "devices", resourcev1.ResourceSliceSpec{Devices: devices})
	c.slices = append(c.slices, counters, published)
	if d.percent(15) {
		// What the driver published before is still there.
		counters.Spec.Pool.Generation, published.Spec.Pool.Generation = 2, 2
		c.slices = append(c.slices, slice(node, "before", resourcev1.ResourceSliceSpec{
			Devices: []resourcev1.Device{drawGPU(d, "gpu-old"), drawMIG(d, "mig-old", sets[0].Name)}}))
	}
}

func slice(node, name string, spec resourcev1.ResourceSliceSpec) *resourcev1.ResourceSlice {
	spec.Driver, spec.NodeName = driver, ptr.To(node)
	spec.Pool = resourcev1.ResourcePool{Name: node, Generation: 1, ResourceSliceCount: 2}
	return &resourcev1.ResourceSlice{
		TypeMeta:   resourceType("ResourceSlice"),
		ObjectMeta: named(node + "-" + name),
		Spec:       spec,
	}
}

func attributes(kind string, model string) map[resourcev1.QualifiedName]resourcev1.DeviceAttribute {
	return map[resourcev1.QualifiedName]resourcev1.DeviceAttribute{
		"type": {StringValue: ptr.To(kind)}, "model": {StringValue: ptr.To(model)}}
}

func capacities(memory resource.Quantity) map[resourcev1.QualifiedName]resourcev1.DeviceCapacity {
	return map[resourcev1.QualifiedName]resourcev1.DeviceCapacity{"memory": {Value: memory}}
}

func drawGPU(d draw, name string) resourcev1.Device {
	device := resourcev1.Device{Name: name, Attributes: attributes("gpu", oneOf(d, "H100", "H100", "A100"))}
	device.Capacity = capacities(quantity(oneOf(d, "80Gi", "40Gi")))
	return device
}

func drawMIG(d draw, name, set string) resourcev1.Device {
	size := oneOf(d, "5Gi", "10Gi", "20Gi")
	device := resourcev1.Device{Name: name, Attributes: attributes("mig", oneOf(d, "H100", "A100"))}
	device.Capacity = capacities(quantity(size))
	counters := map[string]resourcev1.Counter{"memory": {Value: quantity(size)}}
	if d.percent(80) {
		counters["compute"] = resourcev1.Counter{Value: quantity(oneOf(d, "1", "2", "3"))}
	}
	device.ConsumesCounters = []resourcev1.DeviceCounterConsumption{{CounterSet: set, Counters: counters}}
	return device
}

func drawShared(d draw, name string) resourcev1.Device {
	device := resourcev1.Device{Name: name, Attributes: attributes("shared", oneOf(d, "H100", "A100"))}
	device.AllowMultipleAllocations = ptr.To(true)
	has := resourcev1.DeviceCapacity{Value: quantity("40Gi")}
	if d.percent(60) {
		has.RequestPolicy = drawRequestPolicy(d)
	}
	device.Capacity = map[resourcev1.QualifiedName]resourcev1.DeviceCapacity{"memory": has}
	return device
}

func drawRequestPolicy(d draw) *resourcev1.CapacityRequestPolicy {
	policy := &resourcev1.CapacityRequestPolicy{Default: ptr.To(quantity("10Gi"))}
	if d.percent(50) {
		policy.ValidValues = []resource.Quantity{quantity("5Gi"), quantity("10Gi"), quantity("20Gi")}
	} else {
		policy.ValidRange = &resourcev1.CapacityRequestPolicyRange{
			Min: ptr.To(quantity("2Gi")), Max: ptr.To(quantity("20Gi")), Step: ptr.To(quantity("4Gi"))}
	}
	return policy
}

// drawTemplates makes the claims that pods may ask for.
func drawTemplates(d draw, c *cluster) {
	if !c.traits.claims {
		return
	}
	for i := range 4 {
		template := &resourcev1.ResourceClaimTemplate{
			TypeMeta:   resourceType("ResourceClaimTemplate"),
			ObjectMeta: inNamespace(fmt.Sprintf("t%d", i)),
		}
		requests := 1
		if d.percent(25) {
			requests = 2
		}
		for j := range requests {
			template.Spec.Spec.Devices.Requests = append(template.Spec.Spec.Devices.Requests,
				drawDeviceRequest(d, c, fmt.Sprintf("r%d", j)))
		}
		c.templates = append(c.templates, template)
	}
}

func drawDeviceRequest(d draw, c *cluster, name string) resourcev1.DeviceRequest {
	exactly := &resourcev1.ExactDeviceRequest{
		DeviceClassName: gpuClass,
		AllocationMode:  resourcev1.DeviceAllocationModeExactCount,
		Count:           int64(d.between(1, 3)),
	}
	if d.percent(35) {
		exactly.DeviceClassName = migClass
	}
	if c.traits.sources && (slices.Contains(c.charged, memory) || d.percent(5)) && d.percent(35) {
		exactly.DeviceClassName = sharedClass
		exactly.Count = 1
		if d.percent(60) {
			exactly.Capacity = &resourcev1.CapacityRequirements{Requests: map[resourcev1.QualifiedName]resource.Quantity{
				"memory": quantity(oneOf(d, "1Gi", "5Gi", "7Gi", "12Gi"))}}
		}
	}
	if d.percent(30) {
		exactly.Selectors = append(exactly.Selectors, celSelector(drawSelector(d)))
	}
	request := resourcev1.DeviceRequest{Name: name, Exactly: exactly}
	if c.traits.odd && d.percent(12) {
		makeOdd(d, &request)
	}
	return request
}

func drawSelector(d draw) string {
	return oneOf(d,
		"device.attributes['gpu.nvidia.com'].model == 'H100'",
		"device.attributes['gpu.nvidia.com'].model == 'A100'",
		"device.attributes['gpu.nvidia.com'].model != 'T4'",
		"device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('10Gi')) >= 0",
		"device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('40Gi')) >= 0")
}

// What Kueue admits in no queue, and what only looks so.
func makeOdd(d draw, request *resourcev1.DeviceRequest) {
	switch d.IntN(4) {
	case 0:
		request.Exactly.AdminAccess = ptr.To(true)
	case 1:
		request.Exactly.AllocationMode = resourcev1.DeviceAllocationModeAll
		request.Exactly.Count = 0
	case 2:
		request.FirstAvailable = []resourcev1.DeviceSubRequest{{Name: "a", DeviceClassName: gpuClass,
			AllocationMode: resourcev1.DeviceAllocationModeExactCount, Count: 1}}
		request.Exactly = nil
	case 3:
		request.Exactly.AdminAccess = ptr.To(false)
	}
}
