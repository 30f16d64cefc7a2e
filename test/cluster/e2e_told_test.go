package cluster_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	resourcev1 "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"drawbridge.dev/test/cluster"
)

// What Kubernetes says of a pod that asks for devices which it can't get: an event or
// a condition, later, or nothing at all. Drawbridge says it when the object is applied.
//
// What is not here: a claim with a count of 33, and all that the API server itself refuses, stays
// no object of which Kubernetes could say something later; DeviceQuota is shown in its own test.
type toldOne struct {
	name    string
	objects string
	told    string // by Drawbridge, to kubectl apply
	later   string // by Kubernetes, of pod "asks"; empty for nothing
	again   bool   // told once what stands in the same file is known
}

var toldAtApply = []toldOne{{
	name:    "template-missing",
	objects: podWithClaim("resourceClaimTemplateName: not-there"),
	told:    "Warning: ResourceClaimTemplate not-there does not exist in namespace",
	later:   `resourceclaimtemplate.resource.k8s.io "not-there" not found`,
}, {
	name:    "template-misspelt",
	objects: claimTemplate("gpu-claim", "gpu.nvidia.com") + podWithClaim("resourceClaimTemplateName: gpu-clam"),
	told:    "Write gpu-claim, or create it there", // a near name comes from the watch
	later:   `resourceclaimtemplate.resource.k8s.io "gpu-clam" not found`,
	again:   true,
}, {
	name:    "claim-missing",
	objects: podWithClaim("resourceClaimName: not-there"),
	told:    "Warning: ResourceClaim not-there does not exist in namespace",
	later:   "", // the pod waits, and there is no event
}, {
	name:    "class-missing",
	objects: claimTemplate("gpu-claim", "gpu.nvidia.con") + podWithClaim("resourceClaimTemplateName: gpu-claim"),
	told:    "needs DeviceClass gpu.nvidia.con (template gpu-claim, request gpu), which does not exist",
	later:   "device class gpu.nvidia.con does not exist",
}, {
	name: "implicit-class-missing",
	objects: `
apiVersion: v1
kind: Pod
metadata: {name: asks}
spec:
  containers:
  - {name: main, image: example.com/none, resources: {limits: {deviceclass.resource.kubernetes.io/not-there: 1}}}
`,
	told:  "needs DeviceClass not-there (container main, by its implicit name)",
	later: "Insufficient deviceclass.resource.kubernetes.io/not-there",
}, {
	name: "resource-not-offered",
	objects: classOf("gadget.example.com", "example.com/gadget", "device.driver == 'gpu.nvidia.com'") +
		podWithLimits("example.com/gadgets: 1"),
	told:  "No node offers example.com/gadgets (container main)",
	later: "Insufficient example.com/gadgets",
	again: true,
}, {
	name: "claim-quota",
	objects: resourceQuota("count/resourceclaims.resource.k8s.io") + claimTemplate("gpu-claim", "gpu.nvidia.com") +
		podWithClaim("resourceClaimTemplateName: gpu-claim"),
	told:  "ResourceQuota claims has 0 of 0 count/resourceclaims.resource.k8s.io in use",
	later: "exceeded quota: claims",
	again: true,
}, {
	name: "device-quota",
	objects: resourceQuota("gpu.nvidia.com.deviceclass.resource.k8s.io/devices") +
		podWithRequests("deviceclass.resource.kubernetes.io/gpu.nvidia.com: 1"),
	told:  "the claims of this Pod need 1 (deviceclass.resource.kubernetes.io/gpu.nvidia.com)",
	later: "exceeded quota: claims",
	again: true,
}, {
	name:    "no-devices",
	objects: claimTemplate("gpu-claim", "empty.example.com") + podWithClaim("resourceClaimTemplateName: gpu-claim"),
	told:    "No device of class empty.example.com is published (template gpu-claim)",
	later:   "cannot allocate all claims",
}, {
	// The pod is scheduled, and its container has no device: nobody says so.
	name: "request-unknown",
	objects: claimTemplate("gpu-claim", "gpu.nvidia.com") +
		strings.Replace(podWithClaim("resourceClaimTemplateName: gpu-claim"), "{name: gpu}", "{name: gpu, request: gpus}", 1),
	told:  `asks claim "gpu" (template gpu-claim) for request gpus, which it lacks`,
	later: "Successfully assigned",
}, {
	name: "no-match",
	objects: templateWith("gpu-claim", "deviceClassName: gpu.nvidia.com, selectors: [{cel: {expression: "+
		`"device.attributes['gpu.nvidia.com'].architecture == 'Rubin'"}}]`, "") +
		podWithClaim("resourceClaimTemplateName: gpu-claim"),
	told:  "architecture == Rubin fails on all of them",
	later: "cannot allocate all claims",
}, {
	name: "capacity",
	objects: templateWith("gpu-claim", "deviceClassName: gpu.nvidia.com, capacity: {requests: {memory: 500Gi}}", "") +
		podWithClaim("resourceClaimTemplateName: gpu-claim"),
	told:  "No published device of gpu.nvidia.com has 500Gi of memory",
	later: "cannot allocate all claims",
}, {
	name: "constraint",
	objects: templateWith("gpu-claim", "deviceClassName: gpu.nvidia.com",
		", constraints: [{matchAttribute: gpu.nvidia.com/cabinet}]") +
		podWithClaim("resourceClaimTemplateName: gpu-claim"),
	told:  "matchAttribute gpu.nvidia.com/cabinet never holds",
	later: "cannot allocate all claims",
}, {
	name: "more-than-a-node-has",
	objects: templateWith("gpu-claim", "deviceClassName: gpu.nvidia.com, count: 9", "") +
		podWithClaim("resourceClaimTemplateName: gpu-claim"),
	told:  "Request gpu asks for 9 devices of class gpu.nvidia.com, and no node has more than",
	later: "cannot allocate all claims",
}, {
	name: "all-beside-one",
	objects: templateWith("gpu-claim", "deviceClassName: gpu.nvidia.com, allocationMode: All}}, "+
		"{name: one, exactly: {deviceClassName: gpu.nvidia.com", "") +
		podWithClaim("resourceClaimTemplateName: gpu-claim"),
	told:  "Request gpu takes all devices of class gpu.nvidia.com of a node (allocationMode: All)",
	later: "cannot allocate all claims",
}, {
	// A constraint that does not hold of all devices of a node ends the search for all nodes.
	name: "all-alike",
	objects: templateWith("gpu-claim", "deviceClassName: gpu.nvidia.com, allocationMode: All",
		", constraints: [{matchAttribute: gpu.nvidia.com/uuid}]") +
		podWithClaim("resourceClaimTemplateName: gpu-claim"),
	told:  "matchAttribute gpu.nvidia.com/uuid never holds: no node has all devices for request gpu with one value",
	later: "cannot add device",
}, {
	name: "selector-fails",
	objects: templateWith("gpu-claim", "deviceClassName: gpu.nvidia.com, selectors: [{cel: {expression: "+
		`"device.attributes['gpu.nvidia.com'].cabinet == 'a'"}}]`, "") +
		podWithClaim("resourceClaimTemplateName: gpu-claim"),
	told:  "Selector 1 of request gpu fails on 4 of 4 published devices (no such key: cabinet)",
	later: "CEL runtime error: no such key: cabinet",
}, {
	name: "class-fails",
	objects: classOf("fails.example.com", "",
		"device.driver == 'gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].cabinet == 'a'") +
		claimTemplate("gpu-claim", "fails.example.com") + podWithClaim("resourceClaimTemplateName: gpu-claim"),
	told:  "Selector 1 of this DeviceClass fails on 8 of 8 published devices (no such key: cabinet)",
	later: "class fails.example.com: selector #0: CEL runtime error: no such key: cabinet",
}, {
	name: "more-than-a-claim-holds",
	objects: classOf("many.example.com", "example.com/many", "device.driver == 'gpu.nvidia.com'") +
		podWithLimits("example.com/many: 33"),
	told:  "asks for 33 devices as example.com/many",
	later: "number of requested devices 33 exceeds the claim limit of 32",
	again: true,
}, {
	name:    "fraction",
	objects: podWithRequests("deviceclass.resource.kubernetes.io/gpu.nvidia.com: 500m"),
	told:    "asks for 500m of class gpu.nvidia.com",
	later:   "nil or empty request mappings",
}, {
	name: "taint",
	objects: claimTemplate("gpu-claim", "tainted.example.com") +
		podWithClaim("resourceClaimTemplateName: gpu-claim"),
	told:  "All nodes with devices of class tainted.example.com have taint example.com/gpus",
	later: "untolerated taint",
}, {
	name: "device-taint",
	objects: claimTemplate("gpu-claim", "worn.example.com") +
		podWithClaim("resourceClaimTemplateName: gpu-claim"),
	told: "This Pod finds no node: all devices for request gpu (template gpu-claim) have taint " +
		"worn.example.com/ecc=yes:NoSchedule, which it does not tolerate",
	later: "cannot allocate all claims",
}, {
	name:    "device-taint-rewritten",
	objects: podWithLimits("worn.example.com/gpu: 1"),
	told:    "have taint worn.example.com/ecc=yes:NoSchedule, which it does not tolerate",
	later:   "cannot allocate all claims",
}, {
	name: "taken",
	objects: claimTemplate("gpu-claim", "taken.example.com") +
		podWithClaim("resourceClaimTemplateName: gpu-claim"),
	told: "The only device of class taken.example.com is allocated (by template gpu-claim), and this Pod " +
		"stays Pending until one is free",
	later: "cannot allocate all claims",
}, {
	name: "node-selector",
	objects: claimTemplate("gpu-claim", "parts.example.com") +
		strings.Replace(podWithClaim("resourceClaimTemplateName: gpu-claim"), "spec:\n", "spec:\n  nodeSelector: {gpu: h100}\n", 1),
	told:  "No node with devices of class parts.example.com has label gpu=h100 (seen: l4)",
	later: "didn't match Pod's node affinity/selector",
}, {
	name:    "profile-misspelt",
	objects: podWithLimits("parts.example.com/part-1g10gb: 1"),
	told: "parts.example.com/part-1g10gb of container main becomes a claim that matches no published device " +
		"of class parts.example.com: profile == 1g10gb fails on it (seen: 1g.10gb). " +
		"Write: parts.example.com/part-1g.10gb",
	later: "cannot allocate all claims",
}}

// partsMapping makes a claim's selector of a part of the resource's name.
const partsMapping = `
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: parts}
spec:
  logicalResource: parts.example.com/part
  deviceClassNames: [parts.example.com]
  rewrites:
  - resource: parts.example.com/part-{profile}
    action: Rewrite
    request:
      exactly:
        deviceClassName: parts.example.com
        selectors: [{cel: {expression: "device.attributes['parts.example.com'].profile == {profile}"}}]
---
`

// wornMapping asks for devices that are all tainted.
const wornMapping = `
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: worn}
spec:
  logicalResource: worn.example.com/gpu
  deviceClassNames: [worn.example.com]
  rewrites:
  - resource: worn.example.com/gpu
    action: Rewrite
    request: {exactly: {deviceClassName: worn.example.com}}
---
`

// resourceQuota "claims" leaves nothing of a resource.
func resourceQuota(resource string) string {
	return fmt.Sprintf(`
apiVersion: v1
kind: ResourceQuota
metadata: {name: claims}
spec: {hard: {%s: 0}}
---
`, resource)
}

func templateWith(name, request, devices string) string {
	return fmt.Sprintf(`
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: %s}
spec: {spec: {devices: {requests: [{name: gpu, exactly: {%s}}]%s}}}
---
`, name, request, devices)
}

func podWithLimits(limits string) string {
	return fmt.Sprintf(`
apiVersion: v1
kind: Pod
metadata: {name: asks}
spec: {containers: [{name: main, image: example.com/none, resources: {limits: {%s}}}]}
`, limits)
}

func podWithRequests(requests string) string {
	return strings.Replace(podWithLimits(requests), "limits:", "requests:", 1)
}

func claimTemplate(name, class string) string {
	return fmt.Sprintf(`
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: %s}
spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: %s}}]}}}
---
`, name, class)
}

func podWithClaim(source string) string {
	return fmt.Sprintf(`
apiVersion: v1
kind: Pod
metadata: {name: asks}
spec:
  containers: [{name: main, image: example.com/none, resources: {claims: [{name: gpu}]}}]
  resourceClaims: [{name: gpu, %s}]
`, source)
}

// kubectlApply is what a person reads.
func kubectlApply(c *cluster.Cluster, namespace, text string) cluster.KubectlResult {
	return c.RunKubectl(cluster.KubectlCommand{
		Args: []string{"apply", "--namespace", namespace, "--filename", "-"}, Stdin: text,
	})
}

// saidOf is all that Kubernetes says about a pod.
func saidOf(t *testing.T, c *cluster.Cluster, namespace, name string) string {
	t.Helper()
	pod, err := c.Client.CoreV1().Pods(namespace).Get(t.Context(), name, metav1.GetOptions{})
	must(t, err)
	var said strings.Builder
	for _, condition := range pod.Status.Conditions {
		fmt.Fprintf(&said, "%s %s: %s\n", condition.Type, condition.Reason, condition.Message)
	}
	for _, event := range c.Events(namespace, name) {
		fmt.Fprintf(&said, "%s: %s\n", event.Reason, event.Message)
	}
	return said.String()
}

func tellsAtApply(t *testing.T, c *cluster.Cluster, one toldOne) {
	namespace := newNamespace(t, c)
	result := kubectlApply(c, namespace, one.objects)
	must(t, result.Err())
	// What stands in the same file is known a moment later.
	if one.again && !strings.Contains(result.Stderr, one.told) {
		must(t, cluster.WaitFor("to be told "+one.told, 20*time.Second, func() error {
			again := c.RunKubectl(cluster.KubectlCommand{
				Args:  []string{"create", "--namespace", namespace, "--dry-run=server", "--filename", "-"},
				Stdin: strings.ReplaceAll(one.objects, "name: asks", "name: asks-again"),
			})
			if !strings.Contains(again.Stderr, one.told) {
				return fmt.Errorf("kubectl says:\n%s", again.Stderr)
			}
			return nil
		}))
	} else if !strings.Contains(result.Stderr, one.told) {
		t.Errorf("kubectl apply says:\n%s\nand not: %s", result.Stderr, one.told)
	}
	if one.later == "" {
		if said := saidOf(t, c, namespace, "asks"); strings.Contains(said, "not-there") {
			t.Errorf("Kubernetes does say something: %s", said)
		}
		return
	}
	must(t, cluster.WaitFor("Kubernetes to say: "+one.later, time.Minute, func() error {
		if said := saidOf(t, c, namespace, "asks"); !strings.Contains(said, one.later) {
			return fmt.Errorf("it says:\n%s", said)
		}
		return nil
	}))
}

func TestToldAtApply(t *testing.T) {
	t.Parallel()
	c := ownCluster(t, cluster.Options{})
	must(t, c.InstallCRDs())
	withKueue := installKueuesKinds(t, c)
	_, err := c.ApplyYAML("", classOf("empty.example.com", "", "device.driver == 'empty.example.com'")+
		classOf("tainted.example.com", "", "device.driver == 'tainted.example.com'")+
		classOf("taken.example.com", "", "device.driver == 'taken.example.com'")+
		classOf("parts.example.com", "", "device.driver == 'parts.example.com'")+partsMapping+
		classOf("worn.example.com", "", "device.driver == 'worn.example.com'")+wornMapping)
	must(t, err)
	must(t, c.AddNode("tainted", cluster.NodeOptions{}))
	must(t, c.PublishSlice(cluster.Slice("tainted.example.com", "tainted", resourcev1.Device{Name: "d"})))
	must(t, c.Kubectl("taint", "node", "tainted", "example.com/gpus=yes:NoSchedule").Err())
	must(t, c.AddNode("small", cluster.NodeOptions{Labels: map[string]string{"gpu": "l4"}}))
	must(t, c.PublishSlice(cluster.Slice("taken.example.com", "small", resourcev1.Device{Name: "d"})))
	must(t, c.PublishSlice(cluster.Slice("worn.example.com", "small", resourcev1.Device{
		Name: "d", Taints: []resourcev1.DeviceTaint{{Key: "worn.example.com/ecc", Value: "yes", Effect: resourcev1.DeviceTaintEffectNoSchedule}},
	})))
	profile := "1g.10gb"
	must(t, c.PublishSlice(cluster.Slice("parts.example.com", "small", resourcev1.Device{
		Name: "d", Attributes: map[resourcev1.QualifiedName]resourcev1.DeviceAttribute{"profile": {StringValue: &profile}},
	})))
	holder := newNamespace(t, c)
	must(t, kubectlApply(c, holder, claimTemplate("gpu-claim", "taken.example.com")+
		podWithClaim("resourceClaimTemplateName: gpu-claim")).Err())
	_, err = c.WaitPodAllocated(holder, "asks")
	must(t, err)
	d, err := cluster.StartDrawbridge(c, cluster.DrawbridgeOptions{Live: true, Args: briefShutdown})
	must(t, err)
	defer func() { must(t, d.Stop()) }()

	t.Run("told", func(t *testing.T) {
		for _, one := range toldAtApply {
			t.Run(one.name, func(t *testing.T) {
				t.Parallel()
				tellsAtApply(t, c, one)
			})
		}
	})
	t.Run("forged", func(t *testing.T) { forgedClaims(t, c) })
	t.Run("overlap", func(t *testing.T) {
		if !withKueue {
			t.Skip("SKIPPED: Kueue's CustomResourceDefinitions are not here")
		}
		overlaps(t, c)
	})
}

// A claim that says it was made for a pod is refused, however it comes to say so; those
// that Kubernetes makes are not.
func forgedClaims(t *testing.T, c *cluster.Cluster) {
	namespace := newNamespace(t, c)
	claim := func(metadata string) string {
		return `
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: forged` + metadata + `}
spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]}}
`
	}
	const extended = `, annotations: {resource.kubernetes.io/extended-resource-claim: "true"}`
	for name, metadata := range map[string]string{
		"extended":   extended,
		"pod-claim":  `, annotations: {resource.kubernetes.io/pod-claim-name: gpu}`,
		"controller": `, ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: a, controller: true}]`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := c.ApplyYAML(namespace, claim(metadata))
			wantRefused(t, err, "ReservedAnnotation")
		})
	}
	t.Run("later", func(t *testing.T) {
		_, err := c.ApplyYAML(namespace, claim(""))
		must(t, err)
		result := c.Kubectl("annotate", "resourceclaim", "forged", "--namespace", namespace,
			"resource.kubernetes.io/extended-resource-claim=true")
		if result.ExitCode == 0 || !strings.Contains(result.Stderr, "[ReservedAnnotation]") {
			t.Errorf("kubectl annotate: %+v", result)
		}
		must(t, c.Kubectl("annotate", "resourceclaim", "forged", "--namespace", namespace, "example.com/a=b").Err())
	})
	t.Run("while-deleted", func(t *testing.T) {
		_, err := c.ApplyYAML(namespace, strings.Replace(claim(", finalizers: [example.com/hold]"), "name: forged", "name: held", 1))
		must(t, err)
		must(t, c.Kubectl("delete", "resourceclaim", "held", "--namespace", namespace, "--wait=false").Err())
		result := c.Kubectl("annotate", "resourceclaim", "held", "--namespace", namespace,
			"resource.kubernetes.io/extended-resource-claim=true")
		if result.ExitCode == 0 || !strings.Contains(result.Stderr, "[ReservedAnnotation]") {
			t.Errorf("kubectl annotate: %+v", result)
		}
		must(t, c.Kubectl("patch", "resourceclaim", "held", "--namespace", namespace,
			"--type=merge", "--patch", `{"metadata": {"finalizers": null}}`).Err())
	})
	t.Run("by-template", func(t *testing.T) {
		_, err := c.ApplyYAML(namespace, `
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: forging}
spec:
  metadata: {annotations: {resource.kubernetes.io/extended-resource-claim: "true"}}
  spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]}}
`)
		wantRefused(t, err, "ReservedAnnotation")
	})
	t.Run("kubernetes-own", func(t *testing.T) {
		must(t, kubectlApply(c, namespace, claimTemplate("own", "gpu.nvidia.com")+
			podWithClaim("resourceClaimTemplateName: own")).Err())
		_, err := c.WaitPodAllocated(namespace, "asks")
		must(t, err)
	})
}
