package cluster_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"

	"drawbridge.dev/test/cluster"
)

const pcieRoot = "resource.kubernetes.io/pcieRoot"

// What becomes of pods and workloads, up to the devices that the scheduler gives.
func TestGate(t *testing.T) {
	startGate(t)
	startNeighbour(t)
	for name, test := range map[string]func(*testing.T){
		"pod":               podGetsAWholeGPU,
		"deployment":        replicasShareOneTemplate,
		"job":               jobGetsItsDevices,
		"selector":          selectorOfTheMappingDecides,
		"mig":               migByPattern,
		"memory":            companionIsACapacityRequest,
		"first-available":   secondChoiceWhenTheFirstIsTaken,
		"aligned":           gpuAndNICOfOneRoot,
		"pairs":             unitsAreAlignedInPairs,
		"counts":            asManyDevicesAsTheScheduler,
		"new-namespace":     namespaceThatOnlyTheAPIServerKnows,
		"dry-run":           dryRunMakesNothing,
		"applied-again":     whatIsAppliedAgain,
		"copied-pod":        rewrittenPodIsCopied,
		"forged-annotation": annotationIsNoWish,
		"preset-node":       presetNodeIsLeftAlone,
		"limited-known":     limitRangeThatIsKnown,
		"limited-unknown":   limitRangeThatIsNotKnown,
		"tenant":            tenantWithRoleEdit,
		"reinvoked":         reinvocationChangesNothing,
		"injected-between":  containerInjectedBetweenOurTurns,
		"injected-last":     containerInjectedAfterOurTurns,
		"refused-later":     podRefusedByALaterWebhook,
		"forged":            forgedTemplateIsRefused,
		"faithful-copy":     copiedTemplateIsAccepted,
		"forged-before":     podRefusesToUseAForgedTemplate,
		"recreated":         deletedTemplateComesBack,
		"template-limit":    templatesOfANamespaceAreBounded,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t)
		})
	}
}

func podGetsAWholeGPU(t *testing.T) {
	r := newRoom(t, aMIG(0, "1g.10gb"), cluster.GPU("gpu-7", cluster.H100, "pci0000:70"))
	pod, warned, err := r.create(r.pod("train", "nvidia.com/gpu: 1, cpu: 1"))
	must(t, err)
	wantStripped(t, pod)
	if got := pod.Spec.Containers[0].Resources.Limits.Cpu().String(); got != "1" {
		t.Errorf("its cpu limit is %s now", got)
	}
	made := r.oneTemplate()
	want := fmt.Sprintf(`nvidia.com/gpu: 1 of container main became claim "devices" (class gpu.nvidia.com, template %s). [Rewritten]`, made.Name)
	// The early and the late turn say one thing once.
	if !slices.Equal(warned, []string{want}) {
		t.Errorf("warnings %q, want %q", warned, want)
	}
	// Called twice, it adds one entry.
	if len(pod.Spec.ResourceClaims) != 1 || *pod.Spec.ResourceClaims[0].ResourceClaimTemplateName != made.Name {
		t.Errorf("claims of the pod: %+v, want one of %s", pod.Spec.ResourceClaims, made.Name)
	}
	if claims := pod.Spec.Containers[0].Resources.Claims; len(claims) != 1 || claims[0].Name != "devices" {
		t.Errorf("claims of the container: %+v", claims)
	}
	if got := pod.Annotations["drawbridge.dev/rewritten"]; got != `{"main":{"nvidia.com/gpu":"1"}}` {
		t.Errorf("annotation: %s", got)
	}
	device := one(t, r.devicesOf("train"))
	if device.Name != "gpu-7" || text(device, "type") != "gpu" {
		t.Errorf("got %s of type %s", device.Name, text(device, "type"))
	}
}

func replicasShareOneTemplate(t *testing.T) {
	r := newRoom(t, gpus(3)...)
	_, err := r.ApplyYAML(r.namespace, `
apiVersion: apps/v1
kind: Deployment
metadata: {name: serve}
spec:
  replicas: 3
  selector: {matchLabels: {app: serve}}
  template:
    metadata: {labels: {app: serve}}
    spec:
      nodeSelector: {kubernetes.io/hostname: `+r.node+`}
      containers: [{name: main, image: example.com/none, resources: {limits: {nvidia.com/gpu: 1}}}]
`)
	must(t, err)
	pods, err := r.WaitPodsAllocated(r.namespace, "app=serve", 3)
	must(t, err)
	taken := map[string]bool{}
	for _, pod := range pods {
		for _, device := range pod.Devices {
			taken[device.Device] = true
		}
	}
	if len(taken) != 3 {
		t.Errorf("the three have %v, want a device each", slices.Collect(maps.Keys(taken)))
	}
	r.oneTemplate()
	deployment, err := r.Client.AppsV1().Deployments(r.namespace).Get(t.Context(), "serve", getOptions)
	must(t, err)
	if _, kept := deployment.Spec.Template.Spec.Containers[0].Resources.Limits["nvidia.com/gpu"]; !kept {
		t.Error("the Deployment itself was changed: a second kubectl apply would bring the limit back beside the claim")
	}
}

func jobGetsItsDevices(t *testing.T) {
	r := newRoom(t, gpus(4)...)
	_, err := r.ApplyYAML(r.namespace, `
apiVersion: batch/v1
kind: Job
metadata: {name: train}
spec:
  parallelism: 2
  completions: 2
  template:
    metadata: {labels: {app: train}}
    spec:
      restartPolicy: Never
      nodeSelector: {kubernetes.io/hostname: `+r.node+`}
      containers: [{name: main, image: example.com/none, resources: {limits: {nvidia.com/gpu: 2}}}]
`)
	must(t, err)
	pods, err := r.WaitPodsAllocated(r.namespace, "app=train", 2)
	must(t, err)
	for _, pod := range pods {
		if len(pod.Devices) != 2 {
			t.Errorf("pod %s has %v, want 2 devices", pod.Pod, pod.Devices)
		}
	}
	r.oneTemplate()
}

// The class would take any device of the driver, and the first published ones are wrong.
func selectorOfTheMappingDecides(t *testing.T) {
	r := newRoom(t, aMIG(0, "1g.10gb"), cluster.GPU("gpu-0", cluster.A100, "pci0000:10"),
		cluster.GPU("gpu-1", cluster.H100, "pci0000:20"))
	device := one(t, r.allocated(r.pod("train", "example.com/hopper: 1")))
	if text(device, "architecture") != "Hopper" || text(device, "type") != "gpu" {
		t.Errorf("got %s, a %s of %s", device.Name, text(device, "type"), text(device, "architecture"))
	}
}

func migByPattern(t *testing.T) {
	r := newRoom(t, cluster.GPU("gpu-0", cluster.H100, "pci0000:10"), aMIG(0, "3g.40gb"), aMIG(1, "1g.10gb"))
	device := one(t, r.allocated(r.pod("notebook", "nvidia.com/mig-1g.10gb: 1")))
	if text(device, "profile") != "1g.10gb" {
		t.Errorf("got %s with profile %q", device.Name, text(device, "profile"))
	}
}

// A request for capacity picks among devices that are not shared, too: one with
// less is passed over, and the whole device is taken.
func companionIsACapacityRequest(t *testing.T) {
	r := newRoom(t, cluster.GPU("gpu-0", cluster.T4, "pci0000:10"), cluster.GPU("gpu-1", cluster.A100, "pci0000:20"))
	device := one(t, r.allocated(r.pod("train", "nvidia.com/gpu: 1, nvidia.com/gpumem: 20000")))
	memory := device.Capacity["memory"].Value
	if device.Name != "gpu-1" || memory.String() != "40Gi" {
		t.Errorf("got %s with %s, want the one with 40Gi", device.Name, memory.String())
	}
	request := r.oneTemplate().Spec.Spec.Devices.Requests[0].Exactly
	asked := request.Capacity.Requests["memory"]
	if asked.String() != "20000Mi" || request.Count != 1 {
		t.Errorf("the claim asks for %d devices of %s", request.Count, asked.String())
	}
}

func secondChoiceWhenTheFirstIsTaken(t *testing.T) {
	r := newRoom(t, cluster.GPU("gpu-0", cluster.A100, "pci0000:10"), cluster.GPU("gpu-1", cluster.H100, "pci0000:20"))
	for i, want := range []string{"Hopper", "Ampere"} {
		device := one(t, r.allocated(r.pod(fmt.Sprint("train-", i), "example.com/best: 1")))
		if got := text(device, "architecture"); got != want {
			t.Errorf("pod %d got a %s, want a %s", i, got, want)
		}
	}
}

// The first GPU and the first NIC of the node are on different roots.
func gpuAndNICOfOneRoot(t *testing.T) {
	r := newRoom(t, cluster.GPU("gpu-0", cluster.H100, "pci0000:10"), cluster.GPU("gpu-1", cluster.H100, "pci0000:20"))
	r.publish(cluster.NICDriver, cluster.NIC("nic-0", "pci0000:30"), cluster.NIC("nic-1", "pci0000:20"))
	devices := r.allocated(r.pod("train", "example.com/near-gpu: 1, example.com/near-nic: 1"))
	gpu, nic := devices["main-example-near-gpu"], devices["main-example-near-nic"]
	if len(gpu) != 1 || len(nic) != 1 || gpu[0].Name != "gpu-1" || nic[0].Name != "nic-1" || text(gpu[0], pcieRoot) != text(nic[0], pcieRoot) {
		t.Errorf("got GPU %+v and NIC %+v, want those on pci0000:20", gpu, nic)
	}
}

func unitsAreAlignedInPairs(t *testing.T) {
	r := newRoom(t, gpus(3)...)
	r.publish(cluster.NICDriver,
		cluster.NIC("nic-2", "pci0000:20"), cluster.NIC("nic-9", "pci0000:90"), cluster.NIC("nic-1", "pci0000:10"))
	devices := r.allocated(r.pod("train", "example.com/paired-gpu: 2, example.com/paired-nic: 2"))
	var roots []string
	for i := range 2 {
		gpu := devices[fmt.Sprint("main-example-paired-gpu-", i)]
		nic := devices[fmt.Sprint("main-example-paired-nic-", i)]
		if len(gpu) != 1 || len(nic) != 1 || text(gpu[0], pcieRoot) != text(nic[0], pcieRoot) {
			t.Fatalf("pair %d is %+v and %+v, want one root", i, gpu, nic)
		}
		roots = append(roots, text(gpu[0], pcieRoot))
	}
	if roots[0] == roots[1] {
		t.Errorf("both pairs are on %s", roots[0])
	}
}

// The same pods on both paths: in a namespace that no mapping selects, the
// scheduler makes the claim.
func asManyDevicesAsTheScheduler(t *testing.T) {
	ours := newNamedRoom(t, "counts-ours", map[string]string{"counted-by": "drawbridge"})
	native := newNamedRoom(t, "counts-native", nil)
	var devices []resourcev1.Device
	for i := range 60 {
		devices = append(devices, resourcev1.Device{Name: fmt.Sprint("d-", i)})
	}
	ours.publish("counted.example.com", devices...)
	native.publish("counted.example.com", devices...)
	container := func(name string, count int, more string) string {
		return fmt.Sprintf("{name: %s, image: example.com/none, resources: {limits: {example.com/counted: %d}}%s}", name, count, more)
	}
	const sidecar = ", restartPolicy: Always"
	for name, shape := range map[string]struct{ init, main []string }{
		"two-containers":   {nil, []string{container("a", 1, ""), container("b", 2, "")}},
		"init-larger":      {[]string{container("i", 3, "")}, []string{container("a", 1, "")}},
		"init-smaller":     {[]string{container("i", 1, "")}, []string{container("a", 2, "")}},
		"sidecar-first":    {[]string{container("s", 1, sidecar), container("i", 2, "")}, []string{container("a", 1, "")}},
		"sidecar-last":     {[]string{container("i", 2, ""), container("s", 1, sidecar)}, []string{container("a", 1, "")}},
		"two-inits":        {[]string{container("i", 2, ""), container("j", 4, "")}, []string{container("a", 1, ""), container("b", 1, "")}},
		"init-only":        {[]string{container("i", 2, "")}, []string{"{name: a, image: example.com/none}"}},
		"partly-reused":    {[]string{container("i", 3, "")}, []string{container("a", 2, ""), container("b", 2, "")}},
		"zero-beside-some": {nil, []string{container("a", 0, ""), container("b", 1, "")}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			counts := map[string]int{}
			for _, r := range []*room{ours, native} {
				spec := "containers: [" + strings.Join(shape.main, ", ") + "]\ninitContainers: [" + strings.Join(shape.init, ", ") + "]"
				r := r.in(t)
				pod, _, err := r.create(r.podOf(name, spec))
				must(t, err)
				if rewritten := len(pod.Spec.ResourceClaims) > 0; rewritten != (r.namespace == ours.namespace) {
					t.Errorf("in %s the pod's claims are %+v", r.namespace, pod.Spec.ResourceClaims)
				}
				allocation, err := r.WaitPodAllocated(r.namespace, name)
				must(t, err)
				counts[r.namespace] = len(allocation.Devices)
			}
			if counts["counts-ours"] != counts["counts-native"] || counts["counts-ours"] == 0 {
				t.Errorf("devices: %v, want as many on both paths", counts)
			}
		})
	}
}

// Its labels decide, and must be fetched for the very first pod.
func namespaceThatOnlyTheAPIServerKnows(t *testing.T) {
	r := newLabelledRoom(t, map[string]string{"counted-by": "drawbridge"})
	pod := r.mustCreate(r.pod("first", "example.com/counted: 1"))
	wantStripped(t, pod)
	if len(pod.Spec.ResourceClaims) != 1 {
		t.Errorf("claims of the pod: %+v", pod.Spec.ResourceClaims)
	}
}

func gpus(count int) []resourcev1.Device {
	var devices []resourcev1.Device
	for i := range count {
		devices = append(devices, cluster.GPU(fmt.Sprint("gpu-", i), cluster.H100, fmt.Sprintf("pci0000:%d0", i)))
	}
	return devices
}

func aMIG(index int, profile string) resourcev1.Device {
	return cluster.MIG(fmt.Sprint("mig-", index), cluster.H100, "GPU-parent", profile, "9856Mi")
}

// claimEntries are the templates that a pod's claims come from.
func claimEntries(pod *corev1.Pod) []string {
	var names []string
	for _, entry := range pod.Spec.ResourceClaims {
		if entry.ResourceClaimTemplateName != nil {
			names = append(names, *entry.ResourceClaimTemplateName)
		}
	}
	return names
}
