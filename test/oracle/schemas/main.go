// The schemas of rules/shape, made from the Go types of k8s.io/api (what they are named, their types, which fields
// are required, which values an enumeration has) and from CustomResourceDefinitions: ours in charts/, and those of
// others in folders here: Kueue's, of gangs, NVIDIA's ComputeDomain.
//
//	go run ./schemas >../../rules/shape/schema_data.cc
package main

import (
	"fmt"
	"os"
	"reflect"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	resourcev1alpha3 "k8s.io/api/resource/v1alpha3"
	resourcev1beta1 "k8s.io/api/resource/v1beta1"
	resourcev1beta2 "k8s.io/api/resource/v1beta2"
)

// The kinds that are read by Go type: about pods and devices, and those that stand in one file with them, where
// devices are asked for by mistake.
var roots = []struct {
	group, version string
	object         any
}{
	{"", "v1", corev1.ConfigMap{}},
	{"", "v1", corev1.LimitRange{}},
	{"", "v1", corev1.Namespace{}},
	{"", "v1", corev1.Node{}},
	{"", "v1", corev1.PersistentVolumeClaim{}},
	{"", "v1", corev1.Pod{}},
	{"", "v1", corev1.PodTemplate{}},
	{"", "v1", corev1.ReplicationController{}},
	{"", "v1", corev1.ResourceQuota{}},
	{"", "v1", corev1.Secret{}},
	{"", "v1", corev1.Service{}},
	{"", "v1", corev1.ServiceAccount{}},
	{"apps", "v1", appsv1.DaemonSet{}},
	{"apps", "v1", appsv1.Deployment{}},
	{"apps", "v1", appsv1.ReplicaSet{}},
	{"apps", "v1", appsv1.StatefulSet{}},
	{"batch", "v1", batchv1.CronJob{}},
	{"batch", "v1", batchv1.Job{}},
	{"resource.k8s.io", "v1", resourcev1.DeviceClass{}},
	{"resource.k8s.io", "v1", resourcev1.DeviceTaintRule{}},
	{"resource.k8s.io", "v1", resourcev1.ResourceClaim{}},
	{"resource.k8s.io", "v1", resourcev1.ResourceClaimTemplate{}},
	{"resource.k8s.io", "v1", resourcev1.ResourceSlice{}},
	{"resource.k8s.io", "v1alpha3", resourcev1alpha3.DeviceTaintRule{}},
	{"resource.k8s.io", "v1beta1", resourcev1beta1.DeviceClass{}},
	{"resource.k8s.io", "v1beta1", resourcev1beta1.ResourceClaim{}},
	{"resource.k8s.io", "v1beta1", resourcev1beta1.ResourceClaimTemplate{}},
	{"resource.k8s.io", "v1beta1", resourcev1beta1.ResourceSlice{}},
	{"resource.k8s.io", "v1beta2", resourcev1beta2.DeviceClass{}},
	{"resource.k8s.io", "v1beta2", resourcev1beta2.DeviceTaintRule{}},
	{"resource.k8s.io", "v1beta2", resourcev1beta2.ResourceClaim{}},
	{"resource.k8s.io", "v1beta2", resourcev1beta2.ResourceClaimTemplate{}},
	{"resource.k8s.io", "v1beta2", resourcev1beta2.ResourceSlice{}},
}

// Folders of CustomResourceDefinitions, from this module's own folder, in the order in which they are written.
var definitionFolders = []string{
	"../../charts/drawbridge/crds", "schemas/kueue", "schemas/gangs", "schemas/nvidia",
}

// generate makes the whole file; `module` is the folder of this Go module.
func generate(module string) ([]byte, error) {
	tables := newTables(module)
	for _, root := range roots {
		typ := reflect.TypeOf(root.object)
		index, err := tables.ofGo(typ)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", typ, err)
		}
		tables.roots = append(tables.roots, rootRow{root.group, root.version, typ.Name(), index})
	}
	for _, folder := range definitionFolders {
		if err := tables.addDefinitions(folder); err != nil {
			return nil, err
		}
	}
	return tables.write(), nil
}

func main() {
	text, err := generate(".")
	if err == nil {
		_, err = os.Stdout.Write(text)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "schemas:", err)
		os.Exit(1)
	}
}
