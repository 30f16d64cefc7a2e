package cluster_test

import (
	"testing"

	"drawbridge.dev/test/cluster"
)

// A cluster where Kubernetes itself makes no claims of extended resources (the
// gate is off, as before 1.36), and where the older API is served beside v1.
func TestClusterWithoutTheNativePath(t *testing.T) {
	c := ownCluster(t, cluster.Options{
		FeatureGates:  "DRAExtendedResource=false",
		APIServerArgs: []string{"--runtime-config=resource.k8s.io/v1beta1=true"},
	})
	d, err := cluster.StartDrawbridge(c, cluster.DrawbridgeOptions{State: gateState(t), Args: briefShutdown})
	must(t, err)
	defer func() { must(t, d.Stop()) }()

	t.Run("pod", func(t *testing.T) {
		r := newRoomOn(t, c, "older", nil, gpus(1)...)
		device := one(t, r.allocated(r.pod("train", "nvidia.com/gpu: 1")))
		if text(device, "type") != "gpu" {
			t.Errorf("got %+v", device)
		}
	})
	// The gate is registered for v1 and sees what comes by the other version, too.
	t.Run("template", func(t *testing.T) {
		r := newRoomOn(t, c, "older-template", nil)
		template := func(name string) string {
			return `
apiVersion: resource.k8s.io/v1beta1
kind: ResourceClaimTemplate
metadata: {name: ` + name + `}
spec: {spec: {devices: {requests: [{name: main-nvidia-gpu, deviceClassName: gpu.nvidia.com}]}}}
`
		}
		_, err := r.ApplyYAML(r.namespace, template(nameOf(t, oneGPU(2, ""))))
		wantRefused(t, err, "TemplateTampered")
		_, err = r.ApplyYAML(r.namespace, template(nameOf(t, oneGPU(1, ""))))
		must(t, err)
	})
}
