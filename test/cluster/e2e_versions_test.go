package cluster_test

import (
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"drawbridge.dev/test/cluster"
)

// API servers from before resource.k8s.io/v1: templates are made, found again and
// judged in the version that there is.
func TestOlderVersionsOfTheAPI(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"v1beta2", "v1beta1"} {
		t.Run(version, func(t *testing.T) { templatesInVersion(t, version) })
	}
}

func templatesInVersion(t *testing.T, version string) {
	served := map[string]string{"v1": "false", "v1beta2": "false", "v1beta1": "false"}
	served[version] = "true"
	var config []string
	for name, value := range served {
		config = append(config, "resource.k8s.io/"+name+"="+value)
	}
	c := bareCluster(t, cluster.Options{APIServerArgs: []string{"--runtime-config=" + strings.Join(config, ",")}})
	must(t, c.InstallCRDs())
	v := &view{c, t}
	v.apply("", strings.ReplaceAll(oneClassAndSlice(version), "VERSION", version)+gateMapping)
	v.start(cluster.DrawbridgeOptions{})

	templates := kindOf("resource.k8s.io", version, "resourceclaimtemplates")
	// They go with their cluster: without v1 nobody deletes what is in them.
	const namespace, copied = "versions", "versions-copy"
	must(t, c.CreateNamespace(namespace, nil))
	must(t, c.CreateNamespace(copied, nil))
	want := nameOf(t, oneGPU(1, ""))
	for _, pod := range []string{"first", "second"} {
		v.apply(namespace, `
apiVersion: v1
kind: Pod
metadata: {name: `+pod+`}
spec: {containers: [{name: main, image: example.com/none, resources: {limits: {nvidia.com/gpu: 1}}}]}
`)
		made, err := v.Client.CoreV1().Pods(namespace).Get(t.Context(), pod, getOptions)
		must(t, err)
		wantStripped(t, made)
		if entries := claimEntries(made); len(entries) != 1 || entries[0] != want {
			t.Fatalf("pod %s uses %v, want %s", pod, entries, want)
		}
	}
	made, err := v.Dynamic.Resource(templates).Namespace(namespace).Get(t.Context(), want, getOptions)
	must(t, err)
	requests, _, err := unstructured.NestedSlice(made.Object, "spec", "spec", "devices", "requests")
	must(t, err)
	if len(requests) != 1 {
		t.Fatalf("the template asks for %v", requests)
	}

	// The name stands for the content in each version.
	forged := made.DeepCopy()
	forged.SetResourceVersion("")
	forged.SetUID("")
	forged.SetName(nameOf(t, oneGPU(2, "")))
	_, err = v.Dynamic.Resource(templates).Namespace(namespace).Create(t.Context(), forged, metav1.CreateOptions{})
	wantRefused(t, err, "TemplateTampered")
	forged.SetNamespace(copied)
	forged.SetName(want)
	_, err = v.Dynamic.Resource(templates).Namespace(copied).Create(t.Context(), forged, metav1.CreateOptions{})
	must(t, err)
}

// oneClassAndSlice is a class with one device. Before v1beta2 a device's attributes
// stood under basic.
func oneClassAndSlice(version string) string {
	device := `{name: gpu-0, attributes: {type: {string: gpu}}}`
	if version == "v1beta1" {
		device = `{name: gpu-0, basic: {attributes: {type: {string: gpu}}}}`
	}
	return `---
apiVersion: resource.k8s.io/VERSION
kind: DeviceClass
metadata: {name: gpu.nvidia.com}
spec: {selectors: [{cel: {expression: "device.driver == 'gpu.nvidia.com'"}}]}
---
apiVersion: resource.k8s.io/VERSION
kind: ResourceSlice
metadata: {name: gpu-a}
spec:
  driver: gpu.nvidia.com
  nodeName: gpu-a
  pool: {name: gpu-a, generation: 1, resourceSliceCount: 1}
  devices: [` + device + `]
---`
}
