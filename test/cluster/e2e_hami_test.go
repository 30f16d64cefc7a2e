package cluster_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	authorizationv1 "k8s.io/api/authorization/v1"
	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"drawbridge.dev/test/cluster"
)

// HAMi-DRA rewrites the same pods, and its faults are named here one by one. Each
// test has a fault's name and shows that Drawbridge does not have it.
func TestFaultsOfHAMi(t *testing.T) {
	d := startGate(t)
	startNeighbour(t)
	t.Run("probes-missing", func(t *testing.T) {
		for _, path := range []string{"/livez", "/readyz"} {
			if _, err := d.Get(path); err != nil {
				t.Error(err)
			}
		}
	})
	for name, test := range map[string]func(*testing.T){
		"claim-orphaned-when-a-later-webhook-refuses": noClaimIsOrphaned,
		"forty-pods-a-second":                         manyPodsAtOnce,
		"second-replica-fails-under-generate-name":    generateNameWorks,
		"ambiguous-names":                             namesAreNotAmbiguous,
		"init-containers-ignored":                     initContainersCount,
		"only-limits-read":                            requestsAreRemovedToo,
		"memory-without-a-count":                      companionAloneIsRefused,
		"existing-claims-overwritten":                 existingClaimsAreKept,
		"dry-run-creates-claims":                      dryRunMakesNothing,
		"annotations-spliced-into-cel":                annotationsAreQuoted,
		"users-template-deleted":                      templatesOfUsersStay,
		"nothing-seen-at-kubectl":                     deploymentSaysWhatWillHappen,
		"all-verbs-on-claims":                         noVerbOnClaims,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t)
		})
	}
}

// It makes claims in the handler, where the pod has no UID to own them.
func noClaimIsOrphaned(t *testing.T) {
	r := newNamedRoom(t, "hami-orphan", nil, gpus(1)...)
	for i := range 3 {
		if _, _, err := r.create(withNeighbour(r.pod(fmt.Sprint("train-", i), "nvidia.com/gpu: 1"), "refuses")); err == nil {
			t.Fatal("the neighbour did not refuse it")
		}
	}
	r.oneTemplate()
	if claims := r.claims(); len(claims) != 0 {
		t.Errorf("claims are left: %v", claims)
	}
	// The claim of a pod that was admitted goes with it.
	r.allocated(r.pod("train", "nvidia.com/gpu: 1"))
	must(t, r.Kubectl("-n", r.namespace, "delete", "pod", "train", "--force", "--grace-period=0").Err())
	must(t, cluster.WaitFor("the claim to go with its pod", cluster.DefaultLimit, func() error {
		if claims := r.claims(); len(claims) != 0 {
			return fmt.Errorf("%s is left", claims[0].Name)
		}
		return nil
	}))
}

// Its client's rate limit lets about 40 pods a second through, then requests time out. Here
// manyPods need one template and come at once: at 40 a second the last would wait twice as long as
// the API server waits for a webhook.
func manyPodsAtOnce(t *testing.T) {
	const manyPods = 400
	r := newNamedRoom(t, "hami-many", nil)
	var group sync.WaitGroup
	failed := make(chan error, manyPods)
	for i := range manyPods {
		group.Go(func() {
			pod, err := r.Client.CoreV1().Pods(r.namespace).Create(t.Context(), &corev1.Pod{
				ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("pod-", i)},
				Spec: corev1.PodSpec{
					// Gated: this is not about the scheduler.
					SchedulingGates: []corev1.PodSchedulingGate{{Name: "example.com/never"}},
					Containers: []corev1.Container{{
						Name: "main", Image: "example.com/none",
						Resources: corev1.ResourceRequirements{Limits: corev1.ResourceList{"nvidia.com/gpu": resource.MustParse("1")}},
					}},
				},
			}, metav1.CreateOptions{})
			if err == nil && len(pod.Spec.ResourceClaims) != 1 {
				err = fmt.Errorf("%s was not rewritten", pod.Name)
			}
			if err != nil {
				failed <- err
			}
		})
	}
	group.Wait()
	if len(failed) > 0 {
		t.Errorf("%d of %d pods failed, one with: %v", len(failed), manyPods, <-failed)
	}
	r.oneTemplate()
}

// Its first release used the pod's name, which is not there yet.
func generateNameWorks(t *testing.T) {
	r := newNamedRoom(t, "hami-generate", nil, gpus(2)...)
	text := strings.Replace(r.pod("replica", "nvidia.com/gpu: 1"), "{name: replica}", "{generateName: replica-}", 1)
	first, second := r.mustCreate(text), r.mustCreate(text)
	a, b := one(t, r.devicesOf(first.Name)), one(t, r.devicesOf(second.Name))
	if first.Name == second.Name || a.Name == b.Name {
		t.Errorf("pods %s and %s got %s and %s", first.Name, second.Name, a.Name, b.Name)
	}
	r.oneTemplate()
}

// To it, pod a-b with container c is pod a with container b-c.
func namesAreNotAmbiguous(t *testing.T) {
	r := newNamedRoom(t, "hami-names", nil, gpus(3)...)
	container := "containers: [{name: %s, image: example.com/none, resources: {limits: {nvidia.com/gpu: %d}}}]"
	first := r.allocated(r.podOf("a-b", fmt.Sprintf(container, "c", 1)))
	second := r.allocated(r.podOf("a", fmt.Sprintf(container, "b-c", 2)))
	if len(first["c-nvidia-gpu"]) != 1 || len(second["b-c-nvidia-gpu"]) != 2 {
		t.Errorf("got %v and %v, want 1 and 2 devices", first, second)
	}
	// One name for two wishes within a pod, too.
	clash := r.mustCreate(r.podOf("clash", `containers:
- {name: a, image: example.com/none, resources: {limits: {example.com/near-gpu: 1}}}
- {name: a-example, image: example.com/none, resources: {limits: {nvidia.com/mig-1g.10gb: 1, nvidia.com/mig-1g-10gb: 1}}}`))
	names := map[string]bool{}
	for _, template := range r.templates() {
		if !slices.Contains(claimEntries(clash), template.Name) {
			continue
		}
		for _, request := range template.Spec.Spec.Devices.Requests {
			names[request.Name] = true
		}
	}
	if len(names) != 3 {
		t.Errorf("requests of the pod: %v, want 3", names)
	}
}

func initContainersCount(t *testing.T) {
	r := newNamedRoom(t, "hami-init", nil, gpus(2)...)
	pod := r.mustCreate(r.podOf("train", `initContainers: [{name: warm-up, image: example.com/none, resources: {limits: {nvidia.com/gpu: 2}}}]
containers: [{name: main, image: example.com/none, resources: {limits: {nvidia.com/gpu: 1}}}]`))
	wantStripped(t, pod)
	if len(pod.Spec.InitContainers[0].Resources.Claims) != 2 || len(pod.Spec.Containers[0].Resources.Claims) != 1 {
		t.Errorf("claims of the init container: %v, of the main: %v", pod.Spec.InitContainers[0].Resources.Claims, pod.Spec.Containers[0].Resources.Claims)
	}
	if allocation, err := r.WaitPodAllocated(r.namespace, "train"); err != nil || len(allocation.Devices) != 2 {
		t.Errorf("got %v, want 2 devices: %v", allocation.Devices, err)
	}
}

// What is left in requests makes the pod unschedulable; what stands only there is
// no valid pod, which is said at once.
func requestsAreRemovedToo(t *testing.T) {
	r := newNamedRoom(t, "hami-requests", nil, gpus(1)...)
	container := "containers: [{name: main, image: example.com/none, resources: {%s}}]"
	pod := r.mustCreate(r.podOf("both", fmt.Sprintf(container, "limits: {nvidia.com/gpu: 1}, requests: {nvidia.com/gpu: 1, cpu: 1}")))
	wantStripped(t, pod)
	one(t, r.devicesOf("both"))
	_, _, err := r.create(r.podOf("one", fmt.Sprintf(container, "requests: {nvidia.com/gpu: 1}")))
	wantRefused(t, err, "ResourceQuantityInvalid")
}

// It leaves the memory on the pod, which nothing ever offers.
func companionAloneIsRefused(t *testing.T) {
	r := newNamedRoom(t, "hami-memory", nil)
	_, _, err := r.create(r.pod("train", "nvidia.com/gpumem: 20000"))
	wantRefused(t, err, "CompanionWithoutResource")
	if templates := r.templates(); len(templates) != 0 {
		t.Errorf("templates are made: %v", templates)
	}
}

func existingClaimsAreKept(t *testing.T) {
	r := newNamedRoom(t, "hami-existing", nil, gpus(1)...)
	r.publish(cluster.NICDriver, cluster.NIC("nic-0", "pci0000:10"))
	_, err := r.ApplyYAML(r.namespace, `
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: my-nic}
spec: {spec: {devices: {requests: [{name: nic, exactly: {deviceClassName: nic.example.com}}]}}}
`)
	must(t, err)
	// The user's entry has the name that ours would have.
	pod := r.mustCreate(r.podOf("train", `resourceClaims: [{name: devices, resourceClaimTemplateName: my-nic}]
containers: [{name: main, image: example.com/none, resources: {claims: [{name: devices}], limits: {nvidia.com/gpu: 1}}}]`))
	claims := pod.Spec.Containers[0].Resources.Claims
	if len(claims) != 2 || claims[0].Name != "devices" || claims[0].Request != "" || len(pod.Spec.ResourceClaims) != 2 {
		t.Errorf("claims %+v of %+v", claims, pod.Spec.ResourceClaims)
	}
	devices := r.devicesOf("train")
	if len(devices["nic"]) != 1 || len(devices["main-nvidia-gpu"]) != 1 {
		t.Errorf("got %v, want a NIC and a GPU", devices)
	}
}

// Its CEL expression is what the tenant writes. Here the text is compared, whatever
// stands in it: the second pod gets the device that is called so.
func annotationsAreQuoted(t *testing.T) {
	const hostile = `A100' || true || "x" == '\`
	named := cluster.A100
	named.ProductName = hostile
	r := newNamedRoom(t, "hami-quoted", nil, cluster.GPU("gpu-0", cluster.H100, "pci0000:10"), cluster.GPU("gpu-1", named, "pci0000:20"))
	annotated := func(name, value string) string {
		return strings.Replace(r.pod(name, "nvidia.com/gpu: 1"), "metadata: {", fmt.Sprintf("metadata: {annotations: {nvidia.com/use-gputype: %q}, ", value), 1)
	}
	device := one(t, r.allocated(annotated("by-name", hostile)))
	if device.Name != "gpu-1" {
		t.Errorf("got %s of product %s", device.Name, text(device, "productName"))
	}
	want := `device.attributes['gpu.nvidia.com'].productName == `
	expression := r.oneTemplate().Spec.Spec.Devices.Requests[0].Exactly.Selectors[0].CEL.Expression
	if !strings.HasPrefix(expression, want) || strings.Contains(strings.TrimPrefix(expression, want), ` || true || "x"`) {
		t.Errorf("the selector is %s", expression)
	}
	one(t, r.allocated(annotated("other", cluster.H100.ProductName)))
}

// It deletes by the name of a pod's claim, whoever made it.
func templatesOfUsersStay(t *testing.T) {
	r := newNamedRoom(t, "hami-delete", nil, gpus(2)...)
	_, err := r.ApplyYAML(r.namespace, `
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: devices}
spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]}}}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: devices}
spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]}}
`)
	must(t, err)
	r.allocated(r.pod("train", "nvidia.com/gpu: 1"))
	must(t, r.Kubectl("-n", r.namespace, "delete", "pod", "train", "--force", "--grace-period=0").Err())
	must(t, cluster.WaitFor("the pod's claim to be gone", cluster.DefaultLimit, func() error {
		if claims := r.claims(); len(claims) != 1 || claims[0].Name != "devices" {
			return fmt.Errorf("claims %v", claims)
		}
		return nil
	}))
	must(t, r.Kubectl("-n", r.namespace, "get", "resourceclaimtemplate", "devices").Err())
	r.oneTemplate()
}

// It converts the pods when they come, and the person at kubectl sees nothing.
func deploymentSaysWhatWillHappen(t *testing.T) {
	r := newNamedRoom(t, "hami-advice", nil)
	for _, count := range []int{1, 33} {
		result := r.RunKubectl(cluster.KubectlCommand{Args: []string{"apply", "-n", r.namespace, "-f", "-"}, Stdin: fmt.Sprintf(`
apiVersion: batch/v1
kind: Job
metadata: {name: train-%d}
spec:
  suspend: true
  template:
    spec:
      restartPolicy: Never
      containers: [{name: main, image: example.com/none, resources: {limits: {nvidia.com/gpu: %d}}}]
`, count, count)})
		said := trimmed(result.Stderr)
		if count == 1 && (result.ExitCode != 0 || !strings.Contains(said, "will become claim") || !has([]string{said}, "Rewritten")) {
			t.Errorf("for a Job that will be rewritten kubectl says: %s", said)
		}
		if count == 33 && (result.ExitCode != 1 || !has([]string{said}, "TooManyDevices")) {
			t.Errorf("for a Job that can never run kubectl says: %s", said)
		}
	}
}

// It may do everything with claims. Drawbridge may read them, and makes and removes
// templates.
func noVerbOnClaims(t *testing.T) {
	c := shared(t)
	for kind, allowed := range map[string][]string{
		"resourceclaims":         {"get", "list", "watch"},
		"resourceclaims/status":  nil,
		"resourceclaimtemplates": {"get", "list", "watch", "create", "patch", "delete"},
	} {
		for _, verb := range []string{"get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"} {
			name, subresource, _ := strings.Cut(kind, "/")
			review, err := c.Client.AuthorizationV1().SubjectAccessReviews().Create(t.Context(), &authorizationv1.SubjectAccessReview{
				Spec: authorizationv1.SubjectAccessReviewSpec{User: cluster.DrawbridgeUser, ResourceAttributes: &authorizationv1.ResourceAttributes{
					Group: resourcev1.GroupName, Resource: name, Subresource: subresource, Verb: verb, Namespace: "default",
				}},
			}, metav1.CreateOptions{})
			must(t, err)
			if want := slices.Contains(allowed, verb); review.Status.Allowed != want {
				t.Errorf("%s %s: allowed is %v", verb, kind, review.Status.Allowed)
			}
		}
	}
}
