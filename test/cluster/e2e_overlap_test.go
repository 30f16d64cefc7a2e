package cluster_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"drawbridge.dev/test/cluster"
)

// configurationOfKueue is its ConfigMap with these lines of its Configuration.
func configurationOfKueue(lines string) string {
	return `
apiVersion: v1
kind: ConfigMap
metadata: {name: kueue-manager-config, namespace: kueue-system}
data:
  controller_manager_config.yaml: |
    apiVersion: config.kueue.x-k8s.io/v1beta2
    kind: Configuration
    ` + strings.ReplaceAll(strings.TrimSpace(lines), "\n", "\n    ") + "\n"
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
`, name, extended, expression)
}

// overlaps shows each way in which devices are counted twice, on the object that brings
// it about: none of them is seen by Kubernetes or by Kueue.
func overlaps(t *testing.T, c *cluster.Cluster) {
	const gpus = "device.driver == 'gpu.nvidia.com'"
	must(t, c.CreateNamespace("kueue-system", nil))
	t.Cleanup(func() { must(t, c.DeleteNamespace("kueue-system")) })
	apply := func(t *testing.T, text, code string) {
		t.Helper()
		// What was applied just before is known within a moment.
		must(t, cluster.WaitFor("a warning "+code, 20*time.Second, func() error {
			result := c.RunKubectl(cluster.KubectlCommand{
				Args: []string{"apply", "--dry-run=server", "--filename", "-"}, Stdin: text,
			})
			if strings.Contains(result.Stderr, "["+code+"]") {
				return nil
			}
			return fmt.Errorf("kubectl says: %s%s", result.Stdout, result.Stderr)
		}))
		must(t, kubectlApply(c, "default", text).Err())
	}
	quietly := func(t *testing.T, text string) {
		t.Helper()
		result := kubectlApply(c, "default", text)
		must(t, result.Err())
		if strings.Contains(result.Stderr, "Warning") {
			t.Errorf("kubectl says: %s", result.Stderr)
		}
	}
	t.Run("mapped-and-extended", func(t *testing.T) {
		quietly(t, classOf("mapped.example.com", "mapped.example.com/gpu", "device.driver == 'mapped.example.com'"))
		apply(t, configurationOfKueue(`resources:
  deviceClassMappings: [{name: mapped-pool, deviceClassNames: [mapped.example.com]}]`), "MappedTwice")
		apply(t, classOf("mapped.example.com", "mapped.example.com/other", "device.driver == 'mapped.example.com'"),
			"MappedTwice")
	})
	t.Run("pool-merged", func(t *testing.T) {
		apply(t, configurationOfKueue(`resources:
  deviceClassMappings: [{name: cpu, deviceClassNames: [other.example.com]}]`), "PoolMerged")
	})
	t.Run("class-in-two-mappings", func(t *testing.T) {
		result := kubectlApply(c, "default", configurationOfKueue(`resources:
  deviceClassMappings:
  - {name: one, deviceClassNames: [other.example.com]}
  - {name: two, deviceClassNames: [other.example.com]}`))
		if result.ExitCode == 0 || !strings.Contains(result.Stderr, "[MappedTwice]") {
			t.Errorf("kubectl apply: %+v", result)
		}
	})
	t.Run("transformation", func(t *testing.T) {
		apply(t, configurationOfKueue(`resources:
  transformations: [{input: mapped.example.com/other, outputs: {example.com/memory: 8}}]`), "MappedTwice")
	})
	t.Run("same-devices", func(t *testing.T) {
		quietly(t, configurationOfKueue("resources: {}"))
		quietly(t, classOf("whole.example.com", "", gpus))
		quietly(t, configurationOfKueue(`resources:
  deviceClassMappings: [{name: pool, deviceClassNames: [whole.example.com]}]`))
		apply(t, classOf("again.example.com", "again.example.com/gpu", gpus), "SharedDevices")
	})
	t.Run("several-classes-of-one-name", func(t *testing.T) {
		apply(t, classOf("newest.example.com", "again.example.com/gpu", gpus), "AmbiguousExtendedResource")
		namespace := newNamespace(t, c)
		pod := `
apiVersion: v1
kind: Pod
metadata: {name: asks}
spec: {containers: [{name: main, image: example.com/none, resources: {limits: {again.example.com/gpu: 1}}}]}
`
		must(t, cluster.WaitFor("the pod to be told", 20*time.Second, func() error {
			result := c.RunKubectl(cluster.KubectlCommand{
				Args: []string{"apply", "-n", namespace, "--dry-run=server", "-f", "-"}, Stdin: pod,
			})
			if strings.Contains(result.Stderr, "gets devices of the newest, newest.example.com") {
				return nil
			}
			return fmt.Errorf("kubectl says: %s", result.Stderr)
		}))
		// The scheduler says in its claim which class it picked, and nowhere else.
		must(t, kubectlApply(c, namespace, pod).Err())
		_, err := c.WaitPodAllocated(namespace, "asks")
		must(t, err)
		claims, err := c.Client.ResourceV1().ResourceClaims(namespace).List(t.Context(), metav1.ListOptions{})
		must(t, err)
		if len(claims.Items) != 1 {
			t.Fatalf("%d claims", len(claims.Items))
		}
		if class := claims.Items[0].Spec.Devices.Requests[0].Exactly.DeviceClassName; class != "newest.example.com" {
			t.Errorf("the scheduler picked class %s", class)
		}
	})
}
