package cluster

import (
	"fmt"
	"hash/fnv"

	resourcev1 "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Drivers of the devices that GPU, MIG and NIC describe.
const (
	GPUDriver = "gpu.nvidia.com"
	NICDriver = "nic.example.com"
)

// pcieRootAttribute is the standard attribute by which devices of several
// drivers are aligned.
const pcieRootAttribute = "resource.kubernetes.io/pcieRoot"

// GPUModel is a product as NVIDIA's DRA driver describes it.
type GPUModel struct {
	ProductName, Architecture, ComputeCapability, Memory string
}

var (
	H100 = GPUModel{"NVIDIA H100 80GB HBM3", "Hopper", "9.0.0", "80Gi"}
	A100 = GPUModel{"NVIDIA A100-SXM4-40GB", "Ampere", "8.0.0", "40Gi"}
	T4   = GPUModel{"Tesla T4", "Turing", "7.5.0", "16Gi"}
)

// GPU is a whole GPU, published as NVIDIA's driver does.
func GPU(name string, model GPUModel, pcieRoot string) resourcev1.Device {
	attributes := gpuAttributes(model)
	attributes["type"] = Text("gpu")
	attributes[pcieRootAttribute] = Text(pcieRoot)
	return resourcev1.Device{
		Name:       name,
		Attributes: attributes,
		Capacity:   capacities(map[string]string{"memory": model.Memory}),
	}
}

// MIG is a slice of a GPU. profile is such as "1g.10gb", memory such as "9856Mi".
func MIG(name string, model GPUModel, parentUUID, profile, memory string) resourcev1.Device {
	attributes := gpuAttributes(model)
	attributes["type"] = Text("mig")
	attributes["profile"] = Text(profile)
	attributes["parentUUID"] = Text(parentUUID)
	return resourcev1.Device{
		Name:       name,
		Attributes: attributes,
		Capacity:   capacities(map[string]string{"memory": memory, "copyEngines": "1", "decoders": "1"}),
	}
}

// NIC is a network interface that can stand on one PCIe root with a GPU.
func NIC(name, pcieRoot string) resourcev1.Device {
	return resourcev1.Device{
		Name: name,
		Attributes: map[resourcev1.QualifiedName]resourcev1.DeviceAttribute{
			"model":           Text("ConnectX-7"),
			pcieRootAttribute: Text(pcieRoot),
		},
		Capacity: capacities(map[string]string{"bandwidth": "400G"}),
	}
}

func gpuAttributes(model GPUModel) map[resourcev1.QualifiedName]resourcev1.DeviceAttribute {
	brand := "Nvidia"
	if model == T4 {
		brand = "Tesla"
	}
	return map[resourcev1.QualifiedName]resourcev1.DeviceAttribute{
		"productName":           Text(model.ProductName),
		"brand":                 Text(brand),
		"architecture":          Text(model.Architecture),
		"cudaComputeCapability": Version(model.ComputeCapability),
		"driverVersion":         Version("580.82.7"),
		"cudaDriverVersion":     Version("13.0.0"),
	}
}

// Text, Version, Number and Bool are attribute values.
func Text(value string) resourcev1.DeviceAttribute {
	return resourcev1.DeviceAttribute{StringValue: &value}
}

func Version(value string) resourcev1.DeviceAttribute {
	return resourcev1.DeviceAttribute{VersionValue: &value}
}

func Number(value int64) resourcev1.DeviceAttribute {
	return resourcev1.DeviceAttribute{IntValue: &value}
}

func Bool(value bool) resourcev1.DeviceAttribute {
	return resourcev1.DeviceAttribute{BoolValue: &value}
}

func capacities(amounts map[string]string) map[resourcev1.QualifiedName]resourcev1.DeviceCapacity {
	all := map[resourcev1.QualifiedName]resourcev1.DeviceCapacity{}
	for name, amount := range amounts {
		all[resourcev1.QualifiedName(name)] = resourcev1.DeviceCapacity{Value: resource.MustParse(amount)}
	}
	return all
}

// Slice is the one slice of the pool that a driver has on a node. Devices of
// NVIDIA's driver get a UUID that depends on the node and the device's name only.
func Slice(driver, node string, devices ...resourcev1.Device) *resourcev1.ResourceSlice {
	for _, device := range devices {
		if driver == GPUDriver && device.Attributes != nil {
			device.Attributes["uuid"] = Text(gpuUUID(device, node))
		}
	}
	return &resourcev1.ResourceSlice{
		ObjectMeta: metav1.ObjectMeta{Name: node + "-" + driver},
		Spec: resourcev1.ResourceSliceSpec{
			Driver:   driver,
			NodeName: &node,
			Pool:     resourcev1.ResourcePool{Name: node, Generation: 1, ResourceSliceCount: 1},
			Devices:  devices,
		},
	}
}

func gpuUUID(device resourcev1.Device, node string) string {
	prefix := "GPU"
	if _, mig := device.Attributes["profile"]; mig {
		prefix = "MIG"
	}
	hash := fnv.New128a()
	fmt.Fprintf(hash, "%s/%s", node, device.Name)
	sum := hash.Sum(nil)
	return fmt.Sprintf("%s-%x-%x-%x-%x-%x", prefix, sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:])
}

// PublishSlice creates a slice as a driver would, or replaces the one of its name.
func (c *Cluster) PublishSlice(slice *resourcev1.ResourceSlice) error {
	slices := c.Client.ResourceV1().ResourceSlices()
	_, err := slices.Create(background, slice, metav1.CreateOptions{})
	if !apierrors.IsAlreadyExists(err) {
		return err
	}
	before, err := slices.Get(background, slice.Name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	next := slice.DeepCopy()
	next.ResourceVersion = before.ResourceVersion
	next.Spec.Pool.Generation = before.Spec.Pool.Generation + 1
	_, err = slices.Update(background, next, metav1.UpdateOptions{})
	return err
}
