package cluster_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"drawbridge.dev/test/cluster"
)

const (
	appliedFiles   = 200
	kubectlsAtOnce = 4
)

// oneFile is everything that two pods need, and the pods: the first fits, and the
// second asks for one device too many, by its template and by name together.
func oneFile(name string) string {
	return strings.ReplaceAll(`---
apiVersion: v1
kind: Namespace
metadata: {name: NAME}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: trainer, namespace: NAME}
---
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: NAME.nvidia.com}
spec: {selectors: [{cel: {expression: device.driver == 'gpu.nvidia.com'}}]}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: pair, namespace: NAME}
spec: {spec: {devices: {requests: [{name: gpus, exactly: {deviceClassName: NAME.nvidia.com, count: 2}}]}}}
---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: NAME}
spec:
  logicalResource: NAME.example.com/gpu
  deviceClassNames: [NAME.nvidia.com]
  mixedNodes: Rewrite
  rewrites: [{resource: NAME.example.com/gpu, action: Rewrite, request: {exactly: {deviceClassName: NAME.nvidia.com}}}]
---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceQuota
metadata: {name: gpus, namespace: NAME}
spec: {hard: {NAME.example.com/gpu: "2"}}
---
apiVersion: v1
kind: Pod
metadata: {name: fits, namespace: NAME}
spec:
  serviceAccountName: trainer
  schedulingGates: [{name: example.com/never}]
  containers: [{name: main, image: example.com/none, resources: {limits: {NAME.example.com/gpu: 2}}}]
---
apiVersion: v1
kind: Pod
metadata: {name: exceeds, namespace: NAME}
spec:
  serviceAccountName: trainer
  schedulingGates: [{name: example.com/never}]
  resourceClaims: [{name: pair, resourceClaimTemplateName: pair}]
  containers:
  - name: main
    image: example.com/none
    resources: {limits: {NAME.example.com/gpu: 1}, claims: [{name: pair}]}
`, "NAME", name)
}

// kubectl apply of one file decides about its pods by what stands above them, every
// time, also where a node offers by device plugin what they ask for.
func appliedTogether(v *view) {
	offered := map[string]string{}
	for i := range appliedFiles / 2 {
		offered[appliedName(2*i)+".example.com/gpu"] = "8"
	}
	must(v.t, v.AddNode("offers-applied", cluster.NodeOptions{Allocatable: offered}))
	one := v.start(cluster.DrawbridgeOptions{})
	// A DeviceQuota refuses until a leader has counted what is in use.
	must(v.t, cluster.WaitFor("a leader", leaderLimit, func() error {
		if one.term() == "" {
			return errors.New("nobody leads")
		}
		return nil
	}))
	var group sync.WaitGroup
	said := make([]cluster.KubectlResult, kubectlsAtOnce)
	for worker := range kubectlsAtOnce {
		group.Go(func() {
			// Many files one after the other, in one call: kubectl sends each object
			// when the one before is there.
			var files strings.Builder
			for i := worker; i < appliedFiles; i += kubectlsAtOnce {
				files.WriteString(oneFile(appliedName(i)))
			}
			said[worker] = v.RunKubectl(cluster.KubectlCommand{Args: []string{"apply", "-f", "-"}, Stdin: files.String()})
		})
	}
	group.Wait()

	unexpected := 0
	complain := func(format string, args ...any) {
		if unexpected++; unexpected <= 5 {
			v.t.Errorf(format, args...)
		}
	}
	refusals := 0
	for _, result := range said {
		for _, line := range strings.Split(result.Stderr, "\n") {
			if !strings.Contains(line, "Error from server") {
				continue
			}
			if refusals++; !strings.Contains(line, "of 2 applied-") {
				complain("what was to be made was refused: %s", line)
			}
		}
	}
	if refusals != appliedFiles {
		complain("%d objects were refused, want %d", refusals, appliedFiles)
	}
	for i := range appliedFiles {
		name := appliedName(i)
		stderr := said[i%kubectlsAtOnce].Stderr
		refusal := fmt.Sprintf("%[1]s has 2 of 2 %[1]s.example.com/gpu in use (DeviceQuota gpus) and this Pod asks for 3 (", name)
		if !strings.Contains(stderr, refusal) {
			complain("%s: the second pod was not refused with: %s", name, refusal)
		}
		pod, err := v.Client.CoreV1().Pods(name).Get(v.t.Context(), "fits", getOptions)
		if err != nil {
			complain("%s: the first pod: %v", name, err)
			continue
		}
		if len(pod.Spec.ResourceClaims) != 1 || pod.Annotations["drawbridge.dev/rewritten"] == "" {
			complain("%s: the first pod was not rewritten: %+v", name, pod.Spec.Containers[0].Resources)
		}
	}
	if unexpected > 5 {
		v.t.Errorf("and %d more", unexpected-5)
	}
	v.forgetApplied()
}

func appliedName(i int) string { return fmt.Sprintf("applied-%d", i) }

// forgetApplied leaves the namespaces, which take minutes to go and harm nobody.
func (v *view) forgetApplied() {
	must(v.t, v.Client.CoreV1().Nodes().Delete(v.t.Context(), "offers-applied", metav1.DeleteOptions{}))
	for i := range appliedFiles {
		v.delete(mappingKind, "", appliedName(i))
		err := v.Client.ResourceV1().DeviceClasses().Delete(v.t.Context(), appliedName(i)+".nvidia.com", metav1.DeleteOptions{})
		if err != nil {
			v.t.Error(err)
		}
	}
}
