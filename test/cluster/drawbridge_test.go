package cluster_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"drawbridge.dev/test/cluster"
)

// startFake runs the stand-in beside the shared cluster for one test.
func startFake(t *testing.T, options cluster.DrawbridgeOptions) *cluster.Drawbridge {
	t.Helper()
	options.Binary = os.Args[0]
	options.State = cluster.ClassesYAML
	d, err := cluster.StartDrawbridge(shared(t), options)
	must(t, err)
	t.Cleanup(func() { must(t, d.Stop()) })
	return d
}

// seenBy are the reviews that the stand-in was sent for an object of this name,
// as "path kind", in order.
func seenBy(t *testing.T, d *cluster.Drawbridge, name string) []string {
	t.Helper()
	text, err := d.Get("/seen")
	must(t, err)
	var all []review
	must(t, json.Unmarshal([]byte(text), &all))
	var found []string
	for _, one := range all {
		if one.Name == name {
			found = append(found, one.Path+" "+one.Kind)
		}
	}
	slices.Sort(found)
	return found
}

func TestWebhooksSeeDevicesOnly(t *testing.T) {
	c := shared(t)
	namespace := newNamespace(t, c)
	d := startFake(t, cluster.DrawbridgeOptions{})
	const pod = "{apiVersion: v1, kind: Pod, metadata: {name: %NAME}, spec: {%MORE containers: [{name: main, image: example.com/none%RESOURCES}]}}"
	podReviews := []string{"/mutate Pod", "/mutate Pod", "/validate Pod"}
	for _, one := range []struct {
		name, object string
		want         []string
	}{
		{"no-device", strings.NewReplacer("%MORE", "", "%RESOURCES", ", resources: {limits: {cpu: 1, memory: 1Gi}}").Replace(pod), nil},
		{"by-name", strings.NewReplacer("%MORE", "", "%RESOURCES", ", resources: {limits: {nvidia.com/gpu: 1}}").Replace(pod), podReviews},
		{"by-claim", strings.NewReplacer("%MORE", "resourceClaims: [{name: a, resourceClaimName: b}],", "%RESOURCES", "").Replace(pod), []string{"/validate Pod"}},
		{"marked", strings.NewReplacer("metadata: {", "metadata: {annotations: {drawbridge.dev/rewritten: x}, ", "%MORE", "resourceClaims: [{name: a, resourceClaimName: b}],", "%RESOURCES", "").Replace(pod), []string{"/mutate Pod", "/validate Pod"}},
		{"in-init", strings.NewReplacer("%MORE", "initContainers: [{name: first, image: example.com/none, resources: {limits: {nvidia.com/gpu: 1}}}],", "%RESOURCES", "").Replace(pod), podReviews},
		{"claim", "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: %NAME}, spec: {}}", []string{"/validate ResourceClaim"}},
		{"template", "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: %NAME}, spec: {spec: {}}}", []string{"/validate ResourceClaimTemplate"}},
		{"job", "{apiVersion: batch/v1, kind: Job, metadata: {name: %NAME}, spec: {suspend: true, template: {spec: {restartPolicy: Never, containers: [{name: main, image: example.com/none}]}}}}", []string{"/validate Job"}},
	} {
		_, err := c.ApplyYAML(namespace, strings.ReplaceAll(one.object, "%NAME", one.name))
		must(t, err)
		if got := seenBy(t, d, one.name); !slices.Equal(got, one.want) {
			t.Errorf("for %s it was sent %q, want %q", one.name, got, one.want)
		}
	}
}

func TestWebhooksLeaveDrawbridgeAndItsPeersAlone(t *testing.T) {
	c := shared(t)
	namespace := newNamespace(t, c)
	d := startFake(t, cluster.DrawbridgeOptions{})
	template := "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: %NAME}, spec: {spec: {}}}"

	itself, err := c.UserConfig(cluster.DrawbridgeUser)
	must(t, err)
	own := c.RunKubectl(cluster.KubectlCommand{
		User: &itself, Args: []string{"create", "--validate=false", "-n", namespace, "-f", "-"},
		Stdin: strings.ReplaceAll(template, "%NAME", "its-own"),
	})
	must(t, own.Err())
	_, err = c.ApplyYAML("kube-system", strings.ReplaceAll(template, "%NAME", "exempt"))
	must(t, err)
	for _, name := range []string{"its-own", "exempt"} {
		if got := seenBy(t, d, name); len(got) > 0 {
			t.Errorf("for %s it was sent %q, want nothing", name, got)
		}
	}
	if result := c.KubectlAs(itself, "-n", namespace, "delete", "pod", "any"); !strings.Contains(result.Stderr, "Forbidden") {
		t.Error("Drawbridge may delete pods, more than it needs")
	}
}

func TestStoppedDrawbridgeLeavesTheClusterOpen(t *testing.T) {
	c := shared(t)
	namespace := newNamespace(t, c)
	d := startFake(t, cluster.DrawbridgeOptions{})
	must(t, d.Stop())
	_, err := c.ApplyYAML(namespace, claimingPod("after", "gpu.nvidia.com", "true"))
	must(t, err)
}

func TestDrawbridgeThatDoesNotStart(t *testing.T) {
	c := shared(t)
	options := cluster.DrawbridgeOptions{Binary: os.Args[0], State: cluster.ClassesYAML, Args: []string{"--fail"}}
	_, err := cluster.StartDrawbridge(c, options)
	if err == nil || !strings.Contains(err.Error(), "drawbridge ended: exit status 3") || !strings.Contains(err.Error(), "told to fail") {
		t.Errorf("does not say what happened: %v", err)
	}
	_, err = cluster.StartDrawbridge(c, cluster.DrawbridgeOptions{Binary: "/nowhere/drawbridge"})
	if err == nil || !strings.Contains(err.Error(), "run ./dev build") {
		t.Errorf("does not say what to do: %v", err)
	}
}
