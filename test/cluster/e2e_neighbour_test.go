package cluster_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	admissionv1 "k8s.io/api/admission/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"drawbridge.dev/test/cluster"
)

// A pod with label "neighbour" is also sent to the webhooks of a neighbour, which
// do what the label's value says.
const neighbourConfigurations = `
# Called between Drawbridge's two turns.
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: middle-neighbour}
webhooks:
- name: middle.example.com
  admissionReviewVersions: [v1]
  clientConfig: {url: https://127.0.0.1/middle}
  rules: [{operations: [CREATE], apiGroups: [""], apiVersions: [v1], resources: [pods]}]
  objectSelector: {matchExpressions: [{key: neighbour, operator: Exists}]}
  sideEffects: None
---
# Called after both.
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: zzz-neighbour}
webhooks:
- name: last.example.com
  admissionReviewVersions: [v1]
  clientConfig: {url: https://127.0.0.1/last}
  rules: [{operations: [CREATE], apiGroups: [""], apiVersions: [v1], resources: [pods]}]
  objectSelector: {matchExpressions: [{key: neighbour, operator: Exists}]}
  sideEffects: None
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: neighbour}
webhooks:
- name: refuse.example.com
  admissionReviewVersions: [v1]
  clientConfig: {url: https://127.0.0.1/refuse}
  rules: [{operations: [CREATE], apiGroups: [""], apiVersions: [v1], resources: [pods]}]
  objectSelector: {matchExpressions: [{key: neighbour, operator: Exists}]}
  sideEffects: None
`

const (
	annotate = `[{"op": "add", "path": "/metadata/annotations/neighbour", "value": "was here"}]`
	inject   = `[{"op": "add", "path": "/spec/containers/-", "value":
		{"name": "injected", "image": "example.com/none", "resources": {"limits": {"nvidia.com/gpu": "1"}}}}]`
)

// startNeighbour registers the neighbour for the subtests.
func startNeighbour(t *testing.T) {
	t.Helper()
	c := shared(t)
	server, err := c.ServeWebhook(neighbourAnswers)
	must(t, err)
	must(t, c.RegisterConfigurations(neighbourConfigurations, server.URL, server.CABundle))
	t.Cleanup(func() {
		must(t, c.UnregisterConfigurations(neighbourConfigurations))
		server.Close()
	})
}

func neighbourAnswers(path string, request *admissionv1.AdmissionRequest) *admissionv1.AdmissionResponse {
	pod := corev1.Pod{}
	if err := yaml.Unmarshal(request.Object.Raw, &pod); err != nil {
		return nil
	}
	injected := slices.ContainsFunc(pod.Spec.Containers, func(c corev1.Container) bool { return c.Name == "injected" })
	switch behaviour := pod.Labels["neighbour"]; {
	case behaviour == "annotates" && path == "/last" && pod.Annotations["neighbour"] == "":
		return patched(annotate)
	case behaviour == "injects-between" && path == "/middle" && !injected,
		behaviour == "injects-last" && path == "/last" && !injected:
		return patched(inject)
	case behaviour == "refuses" && path == "/refuse":
		return &admissionv1.AdmissionResponse{Result: &metav1.Status{
			Code: http.StatusForbidden, Reason: metav1.StatusReasonForbidden, Message: "not today",
		}}
	}
	return nil
}

func patched(patch string) *admissionv1.AdmissionResponse {
	kind := admissionv1.PatchTypeJSONPatch
	return &admissionv1.AdmissionResponse{Allowed: true, Patch: []byte(patch), PatchType: &kind}
}

// withNeighbour labels the text of a pod.
func withNeighbour(pod, behaviour string) string {
	return strings.Replace(pod, "metadata: {", "metadata: {annotations: {some: text}, labels: {neighbour: "+behaviour+"}, ", 1)
}

// The last webhook changes the pod, so that the API server asks us again about
// what we have rewritten.
func reinvocationChangesNothing(t *testing.T) {
	r := newRoom(t, gpus(2)...)
	pod, warned, err := r.create(withNeighbour(r.pod("train", "nvidia.com/gpu: 2"), "annotates"))
	must(t, err)
	if pod.Annotations["neighbour"] != "was here" {
		t.Fatal("the neighbour was not called")
	}
	wantStripped(t, pod)
	if len(claimEntries(pod)) != 1 || len(pod.Spec.Containers[0].Resources.Claims) != 1 || len(warned) != 1 {
		t.Errorf("claims %+v of %+v, warnings %q, want one of each", pod.Spec.Containers[0].Resources.Claims, pod.Spec.ResourceClaims, warned)
	}
	if got := len(r.devicesOf("train")["main-nvidia-gpu"]); got != 2 {
		t.Errorf("it got %d devices, want 2", got)
	}
}

// The pod asked for nothing at our first turn: only the late one sees it.
func containerInjectedBetweenOurTurns(t *testing.T) {
	r := newRoom(t, gpus(3)...)
	pod, warned, err := r.create(withNeighbour(r.pod("empty", "cpu: 1"), "injects-between"))
	must(t, err)
	wantStripped(t, pod)
	if len(claimEntries(pod)) != 1 || !has(warned, "Rewritten") {
		t.Errorf("claims %v, warnings %q", claimEntries(pod), warned)
	}
	one(t, r.devicesOf("empty"))

	// And one that had a claim of ours already gets it anew, with both containers.
	pod = r.mustCreate(withNeighbour(r.pod("two", "nvidia.com/gpu: 1"), "injects-between"))
	wantStripped(t, pod)
	if len(claimEntries(pod)) != 1 {
		t.Errorf("claims %v, want one", claimEntries(pod))
	}
	devices := r.devicesOf("two")
	if len(devices["main-nvidia-gpu"]) != 1 || len(devices["injected-nvidia-gpu"]) != 1 {
		t.Errorf("it got %v, want a device for each container", devices)
	}
}

// A pod that had no device never comes to a mutating webhook of ours: the
// validating one can only say so. One that had is seen again in the second round.
func containerInjectedAfterOurTurns(t *testing.T) {
	r := newRoom(t, gpus(2)...)
	pod, warned, err := r.create(withNeighbour(r.pod("empty", "cpu: 1"), "injects-last"))
	must(t, err)
	if len(pod.Spec.ResourceClaims) != 0 || len(pod.Spec.Containers) != 2 {
		t.Fatalf("the pod is %+v", pod.Spec)
	}
	if !has(warned, "NotRewritten") {
		t.Errorf("warnings %q, want NotRewritten", warned)
	}

	pod, warned, err = r.create(withNeighbour(r.pod("two", "nvidia.com/gpu: 1"), "injects-last"))
	must(t, err)
	wantStripped(t, pod)
	if has(warned, "NotRewritten") {
		t.Errorf("warnings %q", warned)
	}
	devices := r.devicesOf("two")
	if len(devices["main-nvidia-gpu"]) != 1 || len(devices["injected-nvidia-gpu"]) != 1 {
		t.Errorf("it got %v, want a device for each container", devices)
	}
}

// A claim of a pod that never comes to be would be an orphan. A template is not:
// the next pod uses it.
func podRefusedByALaterWebhook(t *testing.T) {
	r := newRoom(t, gpus(1)...)
	_, _, err := r.create(withNeighbour(r.pod("train", "nvidia.com/gpu: 1"), "refuses"))
	if err == nil || !strings.Contains(err.Error(), "not today") {
		t.Fatalf("the neighbour did not refuse it: %v", err)
	}
	left := r.oneTemplate()
	if claims := r.claims(); len(claims) != 0 {
		t.Errorf("claims are left: %v", claims)
	}
	pod := r.mustCreate(r.pod("train", "nvidia.com/gpu: 1"))
	if got := claimEntries(pod); !slices.Equal(got, []string{left.Name}) || r.oneTemplate().UID != left.UID {
		t.Errorf("the next pod uses %v, want the template that is there, %s", got, left.Name)
	}
	one(t, r.devicesOf("train"))
}

// LimitRanger would put the limit back beside the claim.
func limitRangeThatIsKnown(t *testing.T) {
	r := newRoom(t, gpus(1)...)
	pod, warned := createUnderLimitRange(t, r, "nvidia.com/gpu: 1")
	if len(pod.Spec.ResourceClaims) != 0 || pod.Spec.Containers[0].Resources.Limits.Name("nvidia.com/gpu", "").String() != "1" {
		t.Errorf("the pod was changed: %+v", pod.Spec)
	}
	if !has(warned, "LimitRangeBlocks") || has(warned, "Rewritten") || len(r.templates()) != 0 {
		t.Errorf("warnings %q, templates %v", warned, r.templates())
	}
}

func createUnderLimitRange(t *testing.T, r *room, limits string) (*corev1.Pod, []string) {
	t.Helper()
	applyLimitRange(t, r)
	pod, warned, err := r.create(r.pod("train", limits))
	must(t, err)
	return pod, warned
}

func applyLimitRange(t *testing.T, r *room) {
	t.Helper()
	_, err := r.ApplyYAML(r.namespace, "{apiVersion: v1, kind: LimitRange, metadata: {name: gpu-bounds}, spec: {limits: [{type: Container, max: {nvidia.com/gpu: 2}}]}}")
	must(t, err)
	// LimitRanger reads it from a watch. A pod that breaks it shows that it has come.
	must(t, cluster.WaitFor("the LimitRange to be enforced", cluster.DefaultLimit, func() error {
		dryRun := r.Kubectl("-n", r.namespace, "run", "too-many", "--image=example.com/none", "--dry-run=server", "-o", "name",
			`--overrides={"spec":{"containers":[{"name":"a","image":"example.com/none","resources":{"limits":{"nvidia.com/gpu":"3"}}}]}}`)
		if dryRun.ExitCode == 0 || !strings.Contains(dryRun.Stderr, "maximum nvidia.com/gpu usage per Container is 2") {
			return errors.New(dryRun.Stderr)
		}
		return nil
	}))
}
