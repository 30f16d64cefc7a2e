package cluster

import (
	_ "embed"
	"fmt"
	"strings"

	resourcev1 "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

// ClassesYAML are the device classes that drivers of GPU, MIG and NIC bring,
// without extended resource names.
//
//go:embed manifests/classes.yaml
var ClassesYAML string

// PublishInventory adds three nodes with devices: gpu-a with two H100 and two
// NICs, each pair on one PCIe root; gpu-b with an A100 and a T4; and mig-a with
// an A100 cut in MIG devices, three 1g.5gb and one 3g.20gb.
func (c *Cluster) PublishInventory() error {
	for _, slice := range inventory() {
		if err := c.PublishSlice(slice); err != nil {
			return err
		}
	}
	return c.AddNodesOfSlices()
}

// InventoryYAML are the slices that PublishInventory publishes, for the state of a
// Drawbridge that is to know them.
func InventoryYAML() string {
	var all strings.Builder
	for _, slice := range inventory() {
		slice.APIVersion, slice.Kind = "resource.k8s.io/v1", "ResourceSlice"
		text, err := yaml.Marshal(slice)
		if err != nil {
			panic(err) // it is made of constants
		}
		all.WriteString("---\n")
		all.Write(text)
	}
	return all.String()
}

// AddNodesOfSlices adds the nodes that published slices name and that are not there.
func (c *Cluster) AddNodesOfSlices() error {
	slices, err := c.Client.ResourceV1().ResourceSlices().List(background, metav1.ListOptions{})
	if err != nil {
		return err
	}
	for _, slice := range slices.Items {
		if slice.Spec.NodeName == nil {
			continue
		}
		if err := c.AddNode(*slice.Spec.NodeName, NodeOptions{}); err != nil && !apierrors.IsAlreadyExists(err) {
			return err
		}
	}
	return nil
}

func inventory() []*resourcev1.ResourceSlice {
	var gpus, nics []resourcev1.Device
	for i := range 2 {
		root := fmt.Sprintf("pci0000:%d0", i+1)
		gpus = append(gpus, GPU(fmt.Sprintf("gpu-%d", i), H100, root))
		nics = append(nics, NIC(fmt.Sprintf("nic-%d", i), root))
	}
	parent := gpuUUID(resourcev1.Device{Name: "gpu-0"}, "mig-a")
	return []*resourcev1.ResourceSlice{
		Slice(GPUDriver, "gpu-a", gpus...),
		Slice(NICDriver, "gpu-a", nics...),
		Slice(GPUDriver, "gpu-b", GPU("gpu-0", A100, "pci0000:10"), GPU("gpu-1", T4, "pci0000:20")),
		Slice(GPUDriver, "mig-a",
			MIG("gpu-0-mig-19-0-1", A100, parent, "1g.5gb", "4864Mi"),
			MIG("gpu-0-mig-19-1-1", A100, parent, "1g.5gb", "4864Mi"),
			MIG("gpu-0-mig-19-2-1", A100, parent, "1g.5gb", "4864Mi"),
			MIG("gpu-0-mig-9-4-4", A100, parent, "3g.20gb", "19968Mi")),
	}
}
