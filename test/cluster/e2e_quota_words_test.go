package cluster_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	admissionv1 "k8s.io/api/admission/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"

	"drawbridge.dev/test/cluster"
)

// kubectl get devicequota asks for a Table, whose columns the CustomResourceDefinition names.
func quotaIsPrinted(v *view) {
	ns := v.namespace("quota-printed")
	v.apply(ns, deviceQuota(8))
	v.soonUses(ns, "0")
	must(v.t, v.createPod(gpuPod(ns, "three", 3), metav1.CreateOptions{}))
	v.soonUses(ns, "3")
	raw, err := v.Client.CoreV1().RESTClient().Get().
		AbsPath("/apis/drawbridge.dev/v1alpha1/namespaces/"+ns+"/devicequotas").
		SetHeader("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io").DoRaw(context.Background())
	must(v.t, err)
	var table metav1.Table
	must(v.t, json.Unmarshal(raw, &table))
	shown := map[string]string{}
	for i, column := range table.ColumnDefinitions {
		shown[column.Name] = fmt.Sprint(table.Rows[0].Cells[i])
	}
	for name, want := range map[string]string{
		"Name": "gpus", "Used": `{"example.com/gpu":"3"}`, "Hard": `{"example.com/gpu":"8"}`, "Enforcement": "Deny", "Ready": "True",
	} {
		if shown[name] != want {
			v.t.Errorf("column %s is %q, want %q", name, shown[name], want)
		}
	}

	all, err := v.UserConfig("reader-of-quotas", "system:masters")
	must(v.t, err)
	out, status := v.quotaAs(all, ns)
	if !strings.Contains(out, "########............  3 / 8") || !strings.Contains(out, "Pod three") || status != 0 {
		v.t.Errorf("drawbridge quota ends with %d, and says:\n%s", status, out)
	}

	// Who may view the namespace reads the same status, and can't tell what each pod costs.
	v.apply(ns, viewersRoles)
	tenant, err := v.UserConfig("viewer-of-quotas")
	must(v.t, err)
	v.eventually("the roles to be granted", func() error {
		if out, status = v.quotaAs(tenant, ns); !strings.Contains(out, "########............  3 / 8") {
			return fmt.Errorf("it says %q", out)
		}
		return nil
	})
	want := "drawbridge quota: DeviceClasses, ResourceSlices, DeviceMappings and Kueue's Configuration can't be read by this user, "
	if !strings.Contains(out, want) || strings.Count(out, "drawbridge quota: ") != 1 ||
		strings.Contains(out, "being counted") || strings.Contains(out, "Pod three") || status != 2 {
		v.t.Errorf("to a viewer drawbridge quota ends with %d, and says:\n%s", status, out)
	}
}

// What the chart's ClusterRole makes view grant, which is not installed here.
const viewersRoles = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: viewers}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: viewer-of-quotas}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: quota-viewers}
rules: [{apiGroups: [drawbridge.dev], resources: [devicequotas], verbs: [get, list, watch]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: quota-viewers}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: quota-viewers}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: viewer-of-quotas}]
`

// quotaAs is what drawbridge quota prints for a user, on both outputs, and its exit status.
func (v *view) quotaAs(user cluster.UserConfig, ns string) (string, int) {
	binary, err := cluster.FindDrawbridge("")
	must(v.t, err)
	command := exec.Command(binary, "quota", "-n", ns, "--kubeconfig", user.Kubeconfig)
	command.Env = append(command.Environ(), "LC_ALL=C")
	out, err := command.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		must(v.t, err)
	}
	return string(out), command.ProcessState.ExitCode()
}

// A ReplicaSet's pods are refused by a webhook beside us, and it tries again and again: what was held
// for those does not starve the others.
func phantomsStarveNobody(v *view) {
	ns := v.namespace("quota-phantoms")
	v.apply(ns, deviceQuota(11))
	letTwoPass(v)
	v.soonUses(ns, "0")
	three := int32(3)
	labels := map[string]string{"app": "retry"}
	template := gpuPod(ns, "", 1)
	template.Labels = labels
	_, err := v.Client.AppsV1().ReplicaSets(ns).Create(context.Background(), &appsv1.ReplicaSet{
		ObjectMeta: metav1.ObjectMeta{Namespace: ns, Name: "retry"},
		Spec: appsv1.ReplicaSetSpec{
			Replicas: &three, Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{ObjectMeta: template.ObjectMeta, Spec: template.Spec},
		},
	}, metav1.CreateOptions{})
	must(v.t, err)
	began := time.Now()
	// It tries 11 times within 10 s, in growing pauses.
	v.eventually("the tries to be held", func() error {
		if used := v.usedOf(ns); !strings.Contains(used, "held") {
			return fmt.Errorf("it says %q", used)
		}
		return nil
	})
	dry := metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}}
	must(v.t, cluster.WaitFor("what was held for pods that never came", 45*time.Second, func() error {
		if time.Since(began) < 15*time.Second {
			return fmt.Errorf("it has not tried often enough yet")
		}
		// Two are there, three more it may still want, and one is on its way.
		claim := gpuClaimOf(ns, 5)
		_, err := v.Client.ResourceV1().ResourceClaims(ns).Create(context.Background(), claim, dry)
		return err
	}))
	if took := time.Since(began); took > 50*time.Second {
		v.t.Errorf("that took %v: holds go after 60 s anyway", took)
	}
}

// letTwoPass registers a neighbour that refuses all pods of app retry but two. A ResourceQuota that
// did would be foreseen, and nothing charged.
func letTwoPass(v *view) {
	var passed atomic.Int64
	server, err := v.ServeWebhook(func(_ string, _ *admissionv1.AdmissionRequest) *admissionv1.AdmissionResponse {
		if passed.Add(1) <= 2 {
			return nil
		}
		return &admissionv1.AdmissionResponse{Result: &metav1.Status{Message: "two are enough"}}
	})
	must(v.t, err)
	v.t.Cleanup(server.Close)
	const configuration = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: zz-two-are-enough}
webhooks:
- name: two-are-enough.example.com
  admissionReviewVersions: [v1]
  sideEffects: None
  clientConfig: {url: "https://127.0.0.1/"}
  objectSelector: {matchLabels: {app: retry}}
  rules:
  - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}
`
	must(v.t, v.RegisterConfigurations(configuration, server.URL, server.CABundle))
	v.t.Cleanup(func() { must(v.t, v.UnregisterConfigurations(configuration)) })
}

// gpuClaimOf asks for devices of a class that counts as example.com/gpu.
func gpuClaimOf(namespace string, count int64) *resourcev1.ResourceClaim {
	return &resourcev1.ResourceClaim{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, GenerateName: "c-"},
		Spec: resourcev1.ResourceClaimSpec{Devices: resourcev1.DeviceClaim{Requests: []resourcev1.DeviceRequest{{
			Name: "r", Exactly: &resourcev1.ExactDeviceRequest{
				DeviceClassName: quotaClass, AllocationMode: resourcev1.DeviceAllocationModeExactCount, Count: count,
			},
		}}}},
	}
}

// A template that comes after its pod, or takes the place of another, is charged when the claim is
// made of it, which is refused where it does not fit.
func replacedTemplatesAreCharged(v *view, name string, pause time.Duration) {
	ns := v.namespace(name)
	v.apply(ns, deviceQuota(4))
	v.soonUses(ns, "0")
	name = "late"
	pod := gpuPod(ns, "waits", 1)
	pod.Spec.Containers[0].Resources = corev1.ResourceRequirements{Claims: []corev1.ResourceClaim{{Name: "gpu"}}}
	pod.Spec.ResourceClaims = []corev1.PodResourceClaim{{Name: "gpu", ResourceClaimTemplateName: &name}}
	must(v.t, v.createPod(pod, metav1.CreateOptions{}))
	time.Sleep(pause)
	template := func(count int) string {
		return fmt.Sprintf("apiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: late}\n"+
			"spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: %s, count: %d}}]}}}\n", quotaClass, count)
	}
	v.apply(ns, template(8))
	v.eventually("the claim to be refused", func() error {
		events, err := v.Client.CoreV1().Events(ns).List(context.Background(), metav1.ListOptions{})
		if err != nil {
			return err
		}
		for _, event := range events.Items {
			if strings.Contains(event.Message, "[QuotaExceeded]") {
				return nil
			}
		}
		return errNot
	})
	if claims := v.claimsIn(ns); claims != 0 {
		v.t.Errorf("%d claims were made of a template that exceeds the quota", claims)
	}
	must(v.t, v.Client.ResourceV1().ResourceClaimTemplates(ns).Delete(context.Background(), name, metav1.DeleteOptions{}))
	v.apply(ns, template(3))
	v.eventually("a claim that fits", func() error {
		if v.claimsIn(ns) != 1 {
			return errNot
		}
		return nil
	})
	v.soonUses(ns, "3")
}

func (v *view) claimsIn(namespace string) int {
	v.t.Helper()
	claims, err := v.Client.ResourceV1().ResourceClaims(namespace).List(context.Background(), metav1.ListOptions{})
	must(v.t, err)
	return len(claims.Items)
}

// Who says that a claim of theirs was made for a pod pays in full.
func forgedClaimsPayInFull(v *view) {
	ns := v.namespace("quota-forged")
	v.apply(ns, deviceQuota(4)+tenantsRole)
	v.soonUses(ns, "0")
	must(v.t, v.createPod(gpuPod(ns, "mine", 3), metav1.CreateOptions{}))
	pod, err := v.Client.CoreV1().Pods(ns).Get(context.Background(), "mine", metav1.GetOptions{})
	must(v.t, err)
	user, err := v.UserConfig("forger", "tenants")
	must(v.t, err)
	tenant, err := kubernetes.NewForConfig(rest.CopyConfig(user.REST))
	must(v.t, err)
	yes := true
	claim := gpuClaimOf(ns, 2)
	claim.OwnerReferences = []metav1.OwnerReference{{APIVersion: "v1", Kind: "Pod", Name: pod.Name, UID: pod.UID}}
	claim.Labels = map[string]string{"drawbridge.dev/generated": "true"}
	_, err = tenant.ResourceV1().ResourceClaims(ns).Create(context.Background(), claim, metav1.CreateOptions{})
	if err == nil || !strings.Contains(err.Error(), "[QuotaExceeded]") {
		v.t.Errorf("a claim for 2 of the last one, with a pod as its owner: %v", err)
	}
	claim.OwnerReferences[0].Controller = &yes
	_, err = tenant.ResourceV1().ResourceClaims(ns).Create(context.Background(), claim, metav1.CreateOptions{})
	if err == nil || !strings.Contains(err.Error(), "[ReservedAnnotation]") {
		v.t.Errorf("with the pod as its controller: %v", err)
	}
	claim.OwnerReferences = nil
	claim.Annotations = map[string]string{"resource.kubernetes.io/pod-claim-name": "gpu"}
	_, err = tenant.ResourceV1().ResourceClaims(ns).Create(context.Background(), claim, metav1.CreateOptions{})
	if err == nil || !strings.Contains(err.Error(), "[ReservedAnnotation]") {
		v.t.Errorf("with the annotation of the claim controller: %v", err)
	}
}

// All of several DeviceQuotas or none.
func severalQuotasChargeAllOrNothing(v *view) {
	ns := v.namespace("quota-several")
	v.apply(ns, deviceQuota(8)+`---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceQuota
metadata: {name: later}
spec: {hard: {example.com/gpu: "2"}}
`)
	v.soonUses(ns, "0")
	v.eventually("the second to be counted", func() error {
		return v.createPod(gpuPod(ns, "dry", 1), metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
	})
	err := v.createPod(gpuPod(ns, "three", 3), metav1.CreateOptions{})
	if err == nil || !strings.Contains(err.Error(), "(DeviceQuota later)") {
		v.t.Errorf("3 of 2: %v", err)
	}
	// What the first held is given back at once, not when it expires.
	if took := v.soonUses(ns, "0"); took > freedLimit {
		v.t.Errorf("what the other quota held was free after %v", took)
	}
	must(v.t, v.createPod(gpuPod(ns, "two", 2), metav1.CreateOptions{}))
	v.soonUses(ns, "2")
}

// A pod that is being deleted and its replacement both count.
func terminatingPodsCount(v *view) {
	ns := v.namespace("quota-terminating")
	v.apply(ns, deviceQuota(3))
	v.soonUses(ns, "0")
	// On a node: one that never came to a node is marked as failed, and so released, by the pods' garbage
	// collector, whenever that comes along.
	v.apply("", "{apiVersion: v1, kind: Node, metadata: {name: quota-terminating}}")
	pod := gpuPod(ns, "old", 2)
	pod.Finalizers = []string{"example.com/stays"}
	pod.Spec.NodeName = "quota-terminating"
	must(v.t, v.createPod(pod, metav1.CreateOptions{}))
	v.soonUses(ns, "2")
	atOnce := metav1.DeleteOptions{GracePeriodSeconds: new(int64)} // no kubelet ends it
	must(v.t, v.Client.CoreV1().Pods(ns).Delete(context.Background(), "old", atOnce))
	time.Sleep(time.Second)
	if err := v.createPod(gpuPod(ns, "new", 2), metav1.CreateOptions{}); err == nil {
		v.t.Error("the pod that is being deleted was not counted any more")
	}
	_, err := v.Client.CoreV1().Pods(ns).Patch(context.Background(), "old", "application/merge-patch+json",
		[]byte(`{"metadata": {"finalizers": null}}`), metav1.PatchOptions{})
	must(v.t, err)
	v.soonUses(ns, "0")
	must(v.t, v.createPod(gpuPod(ns, "new", 2), metav1.CreateOptions{}))
}

// What is counted under another name is refused until it was counted anew.
func renamedResourcesAreCountedAnew(v *view) {
	ns := v.namespace("quota-renamed")
	v.apply(ns, `
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceQuota
metadata: {name: gpus}
spec: {hard: {example.com/gpu: "8", example.com/renamed: "2"}}
`)
	v.soonUses(ns, "0")
	_, err := v.Client.ResourceV1().ResourceClaims(ns).Create(context.Background(), gpuClaimOf(ns, 2), metav1.CreateOptions{})
	must(v.t, err)
	v.soonUses(ns, "2")
	v.apply("", `
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: renamed}
spec: {logicalResource: example.com/renamed, deviceClassNames: [`+quotaClass+`]}
`)
	v.t.Cleanup(func() {
		must(v.t, v.Dynamic.Resource(mappingKind).Delete(context.Background(), "renamed", metav1.DeleteOptions{}))
	})
	v.eventually("the claim to count under its new name", func() error {
		_, err := v.Client.ResourceV1().ResourceClaims(ns).Create(context.Background(), gpuClaimOf(ns, 1),
			metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
		if err == nil {
			// By a replica that has not heard of the mapping yet.
			return errNot
		}
		if !strings.Contains(err.Error(), "has 2 of 2 example.com/renamed in use") {
			return err
		}
		return nil
	})
	v.soonUses(ns, "0")
}

// The scheduler's claim costs a ResourceQuota nothing that its pod has not paid for, though there is
// nothing left.
func theSchedulersClaimIsLetPass(v *view) {
	ns := v.namespace("quota-scheduled")
	must(v.t, v.AddNode("quota-scheduled", cluster.NodeOptions{}))
	slice := cluster.Slice("quota.example.com", "quota-scheduled", resourcev1.Device{Name: "a"}, resourcev1.Device{Name: "b"})
	must(v.t, v.PublishSlice(slice))
	v.t.Cleanup(func() {
		must(v.t, v.Client.ResourceV1().ResourceSlices().Delete(context.Background(), slice.Name, metav1.DeleteOptions{}))
		must(v.t, v.Client.CoreV1().Nodes().Delete(context.Background(), "quota-scheduled", metav1.DeleteOptions{}))
	})
	// Were it charged once more there would be no room.
	v.apply(ns, deviceQuota(2)+`
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: whole}
spec: {hard: {requests.example.com/gpu: "2"}}
`)
	v.soonUses(ns, "0")
	v.eventually("a pod that takes all of the ResourceQuota", func() error {
		return v.createPod(gpuPod(ns, "whole", 2), metav1.CreateOptions{})
	})
	allocation, err := v.WaitPodAllocated(ns, "whole")
	must(v.t, err)
	if len(allocation.Devices) != 2 {
		v.t.Errorf("the pod has devices %v", allocation.Devices)
	}
	v.soonUses(ns, "2")
}

func runQuotaWords(t *testing.T, v *view) {
	v.apply("", "apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: "+quotaClass+"}\nspec: {extendedResourceName: example.com/gpu}\n")
	defer func() {
		must(t, v.Client.ResourceV1().DeviceClasses().Delete(context.Background(), quotaClass, metav1.DeleteOptions{}))
	}()
	t.Run("printed", func(t *testing.T) { quotaIsPrinted(v.in(t)) })
	t.Run("replaced-template", func(t *testing.T) { replacedTemplatesAreCharged(v.in(t), "quota-replaced", 1100*time.Millisecond) })
	t.Run("template-of-the-same-second", func(t *testing.T) { replacedTemplatesAreCharged(v.in(t), "quota-same-second", 0) })
	t.Run("forged", func(t *testing.T) { forgedClaimsPayInFull(v.in(t)) })
	t.Run("scheduled", func(t *testing.T) { theSchedulersClaimIsLetPass(v.in(t)) })
	t.Run("several", func(t *testing.T) { severalQuotasChargeAllOrNothing(v.in(t)) })
	t.Run("terminating", func(t *testing.T) { terminatingPodsCount(v.in(t)) })
	t.Run("phantoms", func(t *testing.T) { phantomsStarveNobody(v.in(t)) })
	t.Run("renamed", func(t *testing.T) { renamedResourcesAreCountedAnew(v.in(t)) })
}
