package cluster_test

import (
	"slices"
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"

	"drawbridge.dev/test/cluster"
)

func dryRunMakesNothing(t *testing.T) {
	r := newRoom(t, gpus(1)...)
	result := r.RunKubectl(cluster.KubectlCommand{
		Args:  []string{"apply", "--dry-run=server", "-n", r.namespace, "-o", "jsonpath={.spec.resourceClaims[0].name}", "-f", "-"},
		Stdin: r.pod("train", "nvidia.com/gpu: 1"),
	})
	must(t, result.Err())
	if result.Stdout != "devices" || !has([]string{trimmed(result.Stderr)}, "Rewritten") {
		t.Errorf("kubectl prints %q and %q", result.Stdout, result.Stderr)
	}
	if templates, claims := r.templates(), r.claims(); len(templates)+len(claims) != 0 {
		t.Errorf("a dry run has made %v and %v", templates, claims)
	}
	one(t, r.allocated(r.pod("train", "nvidia.com/gpu: 1"))) // and leaves nothing believed to be made
}

// People apply the same file again. A Deployment is left as it was written, so
// that nothing changes. To a plain Pod kubectl would add the limit once more, and
// the API server refuses that: the fields of a pod are final. It names the pod's
// fields and not us, and nothing is lost: the pod that runs is the one that was
// asked for.
func whatIsAppliedAgain(t *testing.T) {
	r := newRoom(t)
	deployment := `
apiVersion: apps/v1
kind: Deployment
metadata: {name: serve}
spec:
  replicas: 0
  selector: {matchLabels: {app: serve}}
  template:
    metadata: {labels: {app: serve}}
    spec: {containers: [{name: main, image: example.com/none, resources: {limits: {nvidia.com/gpu: "1"}}}]}
`
	apply := func(text string) cluster.KubectlResult {
		return r.RunKubectl(cluster.KubectlCommand{Args: []string{"apply", "-n", r.namespace, "-f", "-"}, Stdin: text})
	}
	must(t, apply(deployment).Err())
	if again := apply(deployment); again.Stdout != "deployment.apps/serve unchanged\n" || again.Stderr != "" {
		t.Errorf("for the Deployment kubectl says %q and %q", again.Stdout, again.Stderr)
	}
	must(t, apply(r.pod("train", "nvidia.com/gpu: 1")).Err())
	again := apply(r.pod("train", "nvidia.com/gpu: 1"))
	if again.ExitCode != 1 || !strings.Contains(again.Stderr, "pod updates may not change fields") {
		t.Errorf("for the Pod kubectl says, with code %d: %s", again.ExitCode, again.Stderr)
	}
}

// Someone exports a pod that was rewritten, and applies it under another name: in
// its namespace, and in one where nobody has made the template.
func rewrittenPodIsCopied(t *testing.T) {
	r := newRoom(t, gpus(3)...)
	other := newNamedRoom(t, "copied-pod-elsewhere", nil)
	original := r.mustCreate(r.pod("original", "nvidia.com/gpu: 1"))
	for _, where := range []*room{r, other} {
		pod := original.DeepCopy()
		pod.ObjectMeta = metav1.ObjectMeta{Name: "copy", Annotations: original.Annotations}
		pod, err := r.Client.CoreV1().Pods(where.namespace).Create(t.Context(), pod, metav1.CreateOptions{})
		must(t, err)
		if !slices.Equal(claimEntries(pod), claimEntries(original)) || len(pod.Spec.Containers[0].Resources.Claims) != 1 {
			t.Errorf("in %s the copy has claims %v, and the original %v", where.namespace, claimEntries(pod), claimEntries(original))
		}
		one(t, where.devicesOf("copy"))
		where.oneTemplate()
	}
}

// The annotation by which Drawbridge knows what it has done is there for tenants to
// write. It gives them nothing.
func annotationIsNoWish(t *testing.T) {
	r := newRoom(t, gpus(4)...)
	forge := func(pod, annotation string) string {
		return strings.Replace(pod, "metadata: {", "metadata: {annotations: {drawbridge.dev/rewritten: '"+annotation+"'}, ", 1)
	}
	for name, annotation := range map[string]string{
		"more":      `{"main":{"nvidia.com/gpu":"4"}}`,
		"nothing":   `{"main":{}}`,
		"elsewhere": `{"other":{"nvidia.com/gpu":"1"}}`,
		"malformed": `{"main":`,
	} {
		pod := r.mustCreate(forge(r.pod(name, "nvidia.com/gpu: 1"), annotation))
		wantStripped(t, pod)
		if got := pod.Annotations["drawbridge.dev/rewritten"]; got != `{"main":{"nvidia.com/gpu":"1"}}` {
			t.Errorf("%s: the annotation is %s now", name, got)
		}
		one(t, r.devicesOf(name))
	}
	pod := r.mustCreate(forge(r.pod("alone", "example.com/none: 1"), `{"main":{"nvidia.com/gpu":"4"}}`))
	if len(pod.Spec.ResourceClaims) != 0 {
		t.Errorf("an annotation alone gives claims %v", claimEntries(pod))
	}
	r.oneTemplate()
}

// No claim is ever allocated for it: the scheduler does not see such a pod.
func presetNodeIsLeftAlone(t *testing.T) {
	r := newRoom(t, gpus(1)...)
	pod, warned, err := r.create(r.podOf("placed", `nodeName: `+r.node+`
containers: [{name: main, image: example.com/none, resources: {limits: {nvidia.com/gpu: 1}}}]`))
	must(t, err)
	if _, kept := pod.Spec.Containers[0].Resources.Limits["nvidia.com/gpu"]; !kept || len(pod.Spec.ResourceClaims) != 0 {
		t.Errorf("the pod was changed: %+v", pod.Spec)
	}
	if !has(warned, "NodeNamePreset") || len(r.templates()) != 0 {
		t.Errorf("warnings %q, templates %v", warned, r.templates())
	}
}

// Whoever may make pods needs no further right: not to read classes, not even to
// make templates, which Drawbridge makes.
func tenantWithRoleEdit(t *testing.T) {
	r := newRoom(t, gpus(1)...)
	alice := r.tenant("alice")
	client, err := kubernetes.NewForConfig(alice.REST)
	must(t, err)
	if _, err := client.ResourceV1().DeviceClasses().List(t.Context(), metav1.ListOptions{}); err == nil {
		t.Error("role edit reads classes: this test shows nothing")
	}
	applied := r.RunKubectl(cluster.KubectlCommand{
		User: &alice, Args: []string{"apply", "-n", r.namespace, "-f", "-"}, Stdin: r.pod("train", "nvidia.com/gpu: 1"),
	})
	must(t, applied.Err())
	one(t, r.devicesOf("train"))
	must(t, r.KubectlAs(alice, "-n", r.namespace, "delete", "--force", "--grace-period=0", "pod", "train").Err())

	// Nor does the right to make templates matter, where someone has only pods.
	bob, err := r.UserConfig("bob")
	must(t, err)
	_, err = r.ApplyYAML(r.namespace, `
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: pods-only}
rules: [{apiGroups: [""], resources: [pods], verbs: [create, get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: bob}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: pods-only}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: bob}]
`)
	must(t, err)
	must(t, cluster.WaitFor("bob to be allowed to make a pod, with a template that is new", cluster.DefaultLimit, func() error {
		return r.RunKubectl(cluster.KubectlCommand{
			User: &bob, Args: []string{"create", "-n", r.namespace, "-f", "-"}, Stdin: r.pod("by-bob", "nvidia.com/gpu: 1, nvidia.com/gpumem: 1024"),
		}).Err()
	}))
	one(t, r.devicesOf("by-bob"))
}

// tenant is a user with role edit in the room's namespace.
func (r *room) tenant(name string) cluster.UserConfig {
	r.t.Helper()
	user, err := r.UserConfig(name)
	must(r.t, err)
	_, err = r.ApplyYAML(r.namespace, `
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: `+name+`}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: edit}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: `+name+`}]
`)
	must(r.t, err)
	must(r.t, cluster.WaitFor("role edit to be granted", cluster.DefaultLimit, func() error {
		return r.KubectlAs(user, "auth", "can-i", "-q", "create", "pods", "-n", r.namespace).Err()
	}))
	return user
}

// A LimitRange that Drawbridge does not know: before part 3 it knows only those of
// its --state. LimitRanger gives the stripped limit back, with its maximum of 2; we
// strip it again in the second round; then LimitRanger demands a limit. So the pod
// is refused, with words that do not name us but for the warning beside them.
// Better than one that gets devices by both paths, and worse than LimitRangeBlocks.
func limitRangeThatIsNotKnown(t *testing.T) {
	r := newRoom(t, gpus(1)...)
	applyLimitRange(t, r)
	_, warned, err := r.create(r.pod("train", "nvidia.com/gpu: 1"))
	if !apierrors.IsForbidden(err) || !strings.Contains(err.Error(), "maximum nvidia.com/gpu usage per Container is 2.  No limit is specified") {
		t.Errorf("want LimitRanger's refusal, got %v", err)
	}
	if len(warned) != 1 || !has(warned, "Rewritten") {
		t.Errorf("warnings %q, want one that says what became of the limit", warned)
	}
}
