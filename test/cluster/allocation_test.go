package cluster_test

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"drawbridge.dev/test/cluster"
)

// claimingPod is a pod with one claim, made from a template with this selector.
func claimingPod(name, class, selector string) string {
	return `
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: ` + name + `}
spec:
  spec:
    devices:
      requests:
      - name: device
        exactly:
          deviceClassName: ` + class + `
          selectors: [{cel: {expression: "` + selector + `"}}]
---
apiVersion: v1
kind: Pod
metadata: {name: ` + name + `}
spec:
  containers:
  - name: main
    image: example.com/none
    resources: {claims: [{name: devices}]}
  resourceClaims: [{name: devices, resourceClaimTemplateName: ` + name + `}]
`
}

func TestSchedulerAllocatesTheDeviceThatASelectorPicks(t *testing.T) {
	c := shared(t)
	namespace := newNamespace(t, c)
	for _, one := range []struct{ name, class, selector, node, device string }{
		{"t4", "gpu.nvidia.com", "device.attributes['gpu.nvidia.com'].architecture == 'Turing'", "gpu-b", "gpu-1"},
		{"mig", "mig.nvidia.com", "device.attributes['gpu.nvidia.com'].profile == '3g.20gb'", "mig-a", "gpu-0-mig-9-4-4"},
		{"nic", "nic.example.com", "device.attributes['resource.kubernetes.io'].pcieRoot == 'pci0000:20'", "gpu-a", "nic-1"},
	} {
		_, err := c.ApplyYAML(namespace, claimingPod(one.name, one.class, one.selector))
		must(t, err)
		got, err := c.WaitPodAllocated(namespace, one.name)
		must(t, err)
		if got.Node != one.node || len(got.Devices) != 1 || got.Devices[0].Device != one.device || got.Devices[0].Request != "device" {
			t.Errorf("%s got %+v, want device %s of node %s", one.name, got, one.device, one.node)
		}
	}
}

func TestFinishedPodFreesItsDevice(t *testing.T) {
	c := shared(t)
	namespace := newNamespace(t, c)
	onlyOne := "device.attributes['gpu.nvidia.com'].architecture == 'Turing'"
	for _, name := range []string{"first", "second"} {
		_, err := c.ApplyYAML(namespace, claimingPod(name, "gpu.nvidia.com", onlyOne))
		must(t, err)
		_, err = c.WaitPodAllocated(namespace, name)
		must(t, err)
		must(t, c.SetPodPhase(namespace, name, corev1.PodSucceeded))
	}
}

func TestDevicePluginResource(t *testing.T) {
	c := shared(t)
	namespace := newNamespace(t, c)
	must(t, c.AddNode("plugin-node", cluster.NodeOptions{
		Allocatable: map[string]string{"example.com/fpga": "2"},
		Labels:      map[string]string{"kind": "plugin"},
	}))
	_, err := c.ApplyYAML(namespace, `
apiVersion: v1
kind: Pod
metadata: {name: fpga}
spec:
  nodeSelector: {kind: plugin}
  containers:
  - name: main
    image: example.com/none
    resources: {limits: {example.com/fpga: 2}}
`)
	must(t, err)
	got, err := c.WaitPodAllocated(namespace, "fpga")
	must(t, err)
	if got.Node != "plugin-node" || len(got.Devices) != 0 {
		t.Errorf("got %+v, want node plugin-node and no device of a slice", got)
	}
}

func TestUsersAndKubectl(t *testing.T) {
	c := shared(t)
	namespace := newNamespace(t, c)
	alice, err := c.UserConfig("alice", "team-a")
	must(t, err)
	for _, one := range []struct {
		result         cluster.KubectlResult
		code           int
		stdout, stderr string
	}{
		{c.Kubectl("get", "namespace", namespace, "-o", "name"), 0, "namespace/" + namespace, ""},
		{c.KubectlAs(alice, "auth", "whoami", "-o", "jsonpath={.status.userInfo.groups}"), 0, `["team-a","system:authenticated"]`, ""},
		{c.KubectlAs(alice, "-n", namespace, "get", "pods"), 1, "", `Error from server (Forbidden): pods is forbidden: User "alice" cannot list`},
		{c.RunKubectl(cluster.KubectlCommand{Args: []string{"create", "-f", "-"}, Stdin: "{}"}), 1, "", "error: "},
	} {
		if one.result.ExitCode != one.code || !strings.Contains(one.result.Stdout, one.stdout) || !strings.Contains(one.result.Stderr, one.stderr) {
			t.Errorf("got %+v, want code %d, %q, %q", one.result, one.code, one.stdout, one.stderr)
		}
	}
}
