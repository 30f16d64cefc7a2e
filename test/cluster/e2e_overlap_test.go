package cluster_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"drawbridge.dev/test/cluster"
)

// installKueuesKinds brings the definitions of Kueue's kinds, where they are at hand: they
// are no part of this repository.
func installKueuesKinds(t *testing.T, c *cluster.Cluster) bool {
	t.Helper()
	files, err := filepath.Glob("../../../shared/manifests/kueue/crds/*.yaml")
	must(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(t, err)
		_, err = c.ApplyYAML("", string(text))
		must(t, err)
	}
	return len(files) > 0
}

// kueueConfigMap carries Kueue's Configuration with these resources.
func kueueConfigMap(resources string) string {
	return `
apiVersion: v1
kind: ConfigMap
metadata: {name: kueue-manager-config, namespace: kueue-system}
data:
  controller_manager_config.yaml: |
    apiVersion: config.kueue.x-k8s.io/v1beta2
    kind: Configuration
    resources: {` + resources + `}
---
`
}

func mappedAs(name, classes string) string {
	return fmt.Sprintf("deviceClassMappings: [{name: %s, deviceClassNames: [%s]}]", name, classes)
}

func classOf(name, extended, expression string) string {
	if extended != "" {
		extended = "extendedResourceName: " + extended + ", "
	}
	return fmt.Sprintf(`
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: %s}
spec: {%sselectors: [{cel: {expression: "%s"}}]}
---
`, name, extended, expression)
}

// Queue "users" covers the extended resource of a class, and not the name that Kueue
// counts its devices by.
const queuesOfExtended = `
apiVersion: kueue.x-k8s.io/v1beta2
kind: ResourceFlavor
metadata: {name: default}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: ClusterQueue
metadata: {name: research}
spec:
  namespaceSelector: {}
  resourceGroups:
  - coveredResources: [mapped.example.com/gpu]
    flavors: [{name: default, resources: [{name: mapped.example.com/gpu, nominalQuota: 8}]}]
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: LocalQueue
metadata: {name: users, namespace: NAMESPACE}
spec: {clusterQueue: research}
---
`

func inQueue(pod string) string {
	return strings.Replace(pod, "{name: asks}", "{name: asks, labels: {kueue.x-k8s.io/queue-name: users}}", 1)
}

// overlaps shows each way in which devices are counted twice, or by a name that nobody
// has quota for, on the object that brings it about. Neither Kubernetes nor Kueue says a
// word when these are applied.
//
// Of Kueue's known ways two have no row. A template that is deleted and made again larger
// is charged as it was: what a Workload was admitted for does not stand in the template.
// And a cluster without ResourceSlices is not this one.
func overlaps(t *testing.T, c *cluster.Cluster) {
	const ours = "device.driver == 'mapped.example.com'"
	const gpus = "device.driver == 'gpu.nvidia.com'"
	must(t, c.CreateNamespace("kueue-system", nil))
	namespace := newNamespace(t, c)
	apply := func(t *testing.T, text string) {
		t.Helper()
		must(t, c.RunKubectl(cluster.KubectlCommand{Args: []string{"apply", "--filename", "-"}, Stdin: text}).Err())
	}
	apply(t, strings.ReplaceAll(queuesOfExtended, "NAMESPACE", namespace)+
		classOf("mapped.example.com", "mapped.example.com/gpu", ours)+
		classOf("whole.example.com", "", gpus)+
		classOf("again.example.com", "again.example.com/gpu", gpus)+
		kueueConfigMap(mappedAs("mapped-pool", "mapped.example.com")+
			", transformations: [{input: some.example.com/a, outputs: {some.example.com/memory: 8}}]"))

	// What was applied just before is known within a moment.
	for _, one := range []struct{ name, object, told string }{
		{"class-mapped-and-extended", classOf("mapped.example.com", "mapped.example.com/other", ours), "MappedTwice"},
		{"mapping-of-an-extended-class", kueueConfigMap(mappedAs("other-pool", "mapped.example.com")), "MappedTwice"},
		{"workload-whose-queue-covers-the-extended-name", inQueue(podWithLimits("mapped.example.com/gpu: 1")), "MappedTwice"},
		{"same-devices-by-mapping", kueueConfigMap(mappedAs("pool", "whole.example.com")), "SharedDevices"},
		{"same-devices-by-class", classOf("new.example.com", "new.example.com/gpu", gpus+" && true"), "SharedDevices"},
		{"class-in-two-mappings", kueueConfigMap(`deviceClassMappings:
      [{name: one, deviceClassNames: [whole.example.com]}, {name: two, deviceClassNames: [whole.example.com]}]`), "MappedTwice"},
		{"several-classes-of-one-name", classOf("newest.example.com", "again.example.com/gpu", gpus), "AmbiguousExtendedResource"},
		{"implicit-name", inQueue(podWithLimits("deviceclass.resource.kubernetes.io/mapped.example.com: 1")), "ImplicitExtendedResource"},
		{"named-as-cpu", kueueConfigMap(mappedAs("cpu", "other.example.com")), "PoolMerged"},
		{"named-as-another-class", kueueConfigMap(mappedAs("again.example.com/gpu", "other.example.com")), "PoolMerged"},
		{"named-as-an-output", kueueConfigMap(mappedAs("some.example.com/memory", "other.example.com") +
			", transformations: [{input: some.example.com/a, outputs: {some.example.com/memory: 8}}]"), "PoolMerged"},
		{"transformed-twice", kueueConfigMap("transformations: [{input: mapped.example.com/gpu, outputs: {example.com/memory: 8}}]"), "MappedTwice"},
	} {
		t.Run(one.name, func(t *testing.T) {
			args := []string{"apply", "--dry-run=server", "--filename", "-"}
			if strings.Contains(one.object, "kind: Pod\n") {
				args = append(args, "--namespace", namespace)
			}
			must(t, cluster.WaitFor("to be told "+one.told, 20*time.Second, func() error {
				result := c.RunKubectl(cluster.KubectlCommand{Args: args, Stdin: one.object})
				if !strings.Contains(result.Stderr, "["+one.told+"]") {
					return fmt.Errorf("kubectl says: %s%s", result.Stdout, result.Stderr)
				}
				return nil
			}))
		})
	}
	t.Run("the-newest-is-picked", func(t *testing.T) { newestIsPicked(t, c) })
}

// newestIsPicked: the scheduler says in its claim which class it picked, and nowhere else.
func newestIsPicked(t *testing.T, c *cluster.Cluster) {
	const gpus = "device.driver == 'gpu.nvidia.com'"
	_, err := c.ApplyYAML("", classOf("newest.example.com", "again.example.com/gpu", gpus))
	must(t, err)
	namespace := newNamespace(t, c)
	pod := podWithLimits("again.example.com/gpu: 1")
	must(t, cluster.WaitFor("the pod to be told", 20*time.Second, func() error {
		result := c.RunKubectl(cluster.KubectlCommand{
			Args: []string{"apply", "--namespace", namespace, "--dry-run=server", "--filename", "-"}, Stdin: pod,
		})
		if !strings.Contains(result.Stderr, "gets devices of the newest, newest.example.com") {
			return fmt.Errorf("kubectl says: %s", result.Stderr)
		}
		return nil
	}))
	must(t, kubectlApply(c, namespace, pod).Err())
	_, err = c.WaitPodAllocated(namespace, "asks")
	must(t, err)
	claims, err := c.Client.ResourceV1().ResourceClaims(namespace).List(t.Context(), metav1.ListOptions{})
	must(t, err)
	if len(claims.Items) != 1 {
		t.Fatalf("%d claims", len(claims.Items))
	}
	if class := claims.Items[0].Spec.Devices.Requests[0].Exactly.DeviceClassName; class != "newest.example.com" {
		t.Errorf("the scheduler picked class %s", class)
	}
}
