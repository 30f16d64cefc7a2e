package cluster_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
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
// Where the API server has no ResourceSlices Kueue charges nothing for a source. One that
// serves claims has them, so that the row of it is a source that finds no device in them.
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
		{"source-that-counts-nothing", kueueConfigMap(`deviceClassMappings: [{name: pool, deviceClassNames: [whole.example.com],
      sources: [{counter: {name: memory, driver: gpus.example.com, deviceSelector: {cel: {expression: "true"}}}}]}]`), "QuotaCountsNothing"},
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
	t.Run("a-name-is-left", func(t *testing.T) { nameIsLeft(t, c) })
	t.Run("a-workload-of-its-own", func(t *testing.T) { ownWorkload(t, c, namespace) })
	t.Run("a-template-made-anew", func(t *testing.T) { templateMadeAnew(t, c, namespace) })
}

// nameIsLeft: two classes carry one name, and the one that is deleted, which kubectl
// alone would do in silence, may take it from both.
func nameIsLeft(t *testing.T, c *cluster.Cluster) {
	remove := func(class string) string {
		result := c.Kubectl("delete", "deviceclass", class, "--dry-run=server")
		must(t, result.Err())
		return result.Stderr
	}
	must(t, cluster.WaitFor("to be told of the class that is left", 20*time.Second, func() error {
		if said := remove("newest.example.com"); !strings.Contains(said, "DeviceClass again.example.com carries it still") {
			return fmt.Errorf("kubectl says: %s", said)
		}
		return nil
	}))
	for _, class := range []string{"mapped.example.com", "whole.example.com"} {
		if said := remove(class); said != "" {
			t.Errorf("of %s, whose name nobody else carries, kubectl says: %s", class, said)
		}
	}
}

// workloadOf is a Workload of Kueue's with two pods that ask by template "parts".
func workloadOf(name, owner string) string {
	return `
apiVersion: kueue.x-k8s.io/v1beta2
kind: Workload
metadata: {name: ` + name + owner + `}
spec:
  queueName: users
  podSets:
  - name: main
    count: 2
    template:
      spec:
        restartPolicy: Never
        containers: [{name: main, image: none.example.com/none, resources: {claims: [{name: gpu}]}}]
        resourceClaims: [{name: gpu, resourceClaimTemplateName: parts}]
`
}

// ownWorkload: who writes a Workload himself is told as of a Job; of one that Kueue makes
// of a Job, the Job is.
func ownWorkload(t *testing.T, c *cluster.Cluster, namespace string) {
	must(t, kubectlApply(c, namespace, templateWith("parts", "deviceClassName: mapped.example.com", "")).Err())
	apply := func(owner string) string {
		result := c.RunKubectl(cluster.KubectlCommand{
			Args:  []string{"create", "--namespace", namespace, "--dry-run=server", "--filename", "-"},
			Stdin: workloadOf("own", owner),
		})
		return result.Stdout + result.Stderr
	}
	must(t, cluster.WaitFor("to be told of the queue", 20*time.Second, func() error {
		if said := apply(""); !strings.Contains(said, "mapped-pool") || !strings.Contains(said, "[QueueNotCovering]") {
			return fmt.Errorf("kubectl says: %s", said)
		}
		return nil
	}))
	const job = ", ownerReferences: [{apiVersion: batch/v1, kind: Job, name: train, uid: a, controller: true}]"
	if said := apply(job); strings.Contains(said, "[") {
		t.Errorf("of one that was made of a Job kubectl says: %s", said)
	}
}

// templateMadeAnew: Kueue has charged 2 devices, and pods that come now get 4.
func templateMadeAnew(t *testing.T, c *cluster.Cluster, namespace string) {
	queues := strings.ReplaceAll(queuesOfExtended, "NAMESPACE", namespace)
	queues = strings.NewReplacer("research", "pooled", "users", "pools", "mapped.example.com/gpu", "mapped-pool").Replace(queues)
	must(t, kubectlApply(c, "", queues).Err())
	workload := strings.Replace(workloadOf("admitted", ""), "users", "pools", 1)
	must(t, cluster.WaitFor("the queue to be known", 20*time.Second, func() error {
		return kubectlApply(c, namespace, workload).Err()
	}))
	must(t, c.Kubectl("patch", "workload", "admitted", "--namespace", namespace, "--subresource=status", "--type=merge",
		"--patch", `{"status":{"admission":{"clusterQueue":"pooled","podSetAssignments":[{"name":"main","count":2,"resourceUsage":{"mapped-pool":"2"}}]}}}`).Err())
	if said := auditOf(t, c); strings.Contains(said, "WorkloadUndercharged") {
		t.Errorf("what was charged in full is told of:\n%s", said)
	}
	must(t, c.Kubectl("delete", "resourceclaimtemplate", "parts", "--namespace", namespace).Err())
	must(t, kubectlApply(c, namespace, templateWith("parts", "deviceClassName: mapped.example.com, count: 2", "")).Err())
	if said := auditOf(t, c); !strings.Contains(said, "admitted this Workload for 2 mapped-pool (pod set main), and its pods ask for 4") {
		t.Errorf("drawbridge audit says:\n%s", said)
	}
	must(t, c.Kubectl("delete", "workload", "admitted", "--namespace", namespace).Err())
}

// auditOf is what `drawbridge audit` prints of the cluster, each message in one line.
func auditOf(t *testing.T, c *cluster.Cluster) string {
	t.Helper()
	binary, err := cluster.FindDrawbridge("")
	must(t, err)
	out, err := exec.Command(binary, "audit", "--color", "never", "--kubeconfig", c.Kubeconfig).CombinedOutput()
	if exit := (&exec.ExitError{}); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("drawbridge audit: %v\n%s", err, out)
	}
	return strings.Join(strings.Fields(string(out)), " ")
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
