package cluster_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/kubernetes"

	"drawbridge.dev/test/cluster"
)

const (
	quotaClients = 30
	quotaHard    = 40
	// freedLimit is by when freed quota is usable: a second, and what a busy machine adds.
	freedLimit = 5 * time.Second
	quotaClass = "quota.example.com"
	// tenantsRole lets group tenants do in a namespace what these tests do.
	tenantsRole = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: tenants}
rules:
- {apiGroups: [""], resources: [pods], verbs: [create, delete, get, list]}
- {apiGroups: [resource.k8s.io], resources: [resourceclaims], verbs: [create, delete, get, list]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: tenants}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: tenants}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: tenants}]
`
)

// DeviceQuotas over three replicas that charge at the same time, one of which counts.
func TestQuota(t *testing.T) {
	t.Parallel()
	c := bareCluster(t, cluster.Options{})
	must(t, c.InstallCRDs())
	v := &view{c, t}
	first := v.start(cluster.DrawbridgeOptions{NoWebhooks: true})
	v.waitLeader(first)
	second := v.start(cluster.DrawbridgeOptions{NoWebhooks: true})
	third := v.start(cluster.DrawbridgeOptions{NoWebhooks: true})
	front, err := cluster.NewFront()
	must(t, err)
	defer front.Close()
	front.Use(first.Drawbridge, second.Drawbridge, third.Drawbridge)
	must(t, c.RegisterWebhooks(front.URL, first.CABundle))
	defer func() { must(t, c.UnregisterWebhooks()) }()

	t.Run("counts-what-is-there", func(t *testing.T) { quotaCountsWhatIsThere(v.in(t)) })
	t.Run("claims", func(t *testing.T) { claimsAreCharged(v.in(t)) })
	t.Run("words", func(t *testing.T) { runQuotaWords(t, v.in(t)) })
	t.Run("many-clients", func(t *testing.T) { manyClientsNeverOverspend(v.in(t)) })
	t.Run("lead-changes", func(t *testing.T) {
		first.Kill()
		front.Use(second.Drawbridge, third.Drawbridge)
		manyClientsNeverOverspend(v.in(t))
	})
}

// deviceQuota limits example.com/gpu, which no class and no mapping knows.
func deviceQuota(hard int) string {
	return fmt.Sprintf(`
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceQuota
metadata: {name: gpus}
spec: {hard: {example.com/gpu: "%d"}}
`, hard)
}

func gpuPod(namespace, name string, devices int64) *corev1.Pod {
	gpus := corev1.ResourceList{"example.com/gpu": *resource.NewQuantity(devices, resource.DecimalSI)}
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name},
		Spec: corev1.PodSpec{Containers: []corev1.Container{{
			Name: "main", Image: "example.com/none", Resources: corev1.ResourceRequirements{Limits: gpus, Requests: gpus},
		}}},
	}
}

// usedOf is status.used of the quota, empty before it was counted.
func (v *view) usedOf(namespace string) string {
	v.t.Helper()
	quota, err := v.Dynamic.Resource(quotaKind).Namespace(namespace).Get(context.Background(), "gpus", metav1.GetOptions{})
	must(v.t, err)
	used, _, err := unstructured.NestedStringMap(quota.Object, "status", "used")
	must(v.t, err)
	holds, _, err := unstructured.NestedSlice(quota.Object, "status", "holds")
	must(v.t, err)
	if len(holds) > 0 {
		return fmt.Sprintf("%s, %d held", used["example.com/gpu"], len(holds))
	}
	return used["example.com/gpu"]
}

// soonUses waits until the quota says so, without holds, and says how long it took.
func (v *view) soonUses(namespace, want string) time.Duration {
	v.t.Helper()
	began := time.Now()
	v.eventually("DeviceQuota to say "+want, func() error {
		if used := v.usedOf(namespace); used != want {
			return fmt.Errorf("it says %q", used)
		}
		return nil
	})
	return time.Since(began)
}

func (v *view) createPod(pod *corev1.Pod, options metav1.CreateOptions) error {
	_, err := v.Client.CoreV1().Pods(pod.Namespace).Create(context.Background(), pod, options)
	return err
}

// A quota over existing pods counts them before it lets anything pass; what ends or goes
// is free at once; a dry run takes nothing.
func quotaCountsWhatIsThere(v *view) {
	ns := v.namespace("quota-existing")
	must(v.t, v.createPod(gpuPod(ns, "before", 3), metav1.CreateOptions{}))
	v.apply(ns, deviceQuota(8))
	v.soonUses(ns, "3")
	must(v.t, v.createPod(gpuPod(ns, "dry", 5), metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}}))
	must(v.t, v.createPod(gpuPod(ns, "rest", 5), metav1.CreateOptions{}))
	err := v.createPod(gpuPod(ns, "more", 1), metav1.CreateOptions{})
	if err == nil || !strings.Contains(err.Error(), "has 8 of 8 example.com/gpu in use (DeviceQuota gpus)") {
		v.t.Errorf("one more than there is: %v", err)
	}
	v.soonUses(ns, "8")

	must(v.t, v.SetPodPhase(ns, "before", corev1.PodSucceeded))
	if took := v.soonUses(ns, "5"); took > freedLimit {
		v.t.Errorf("what a pod that has ended had was free after %v", took)
	}
	now := int64(0)
	must(v.t, v.Client.CoreV1().Pods(ns).Delete(context.Background(), "rest", metav1.DeleteOptions{GracePeriodSeconds: &now}))
	if took := v.soonUses(ns, "0"); took > freedLimit {
		v.t.Errorf("what a pod that is gone had was free after %v", took)
	}
	// Lowered below what is in use it deletes nothing, and refuses the next.
	must(v.t, v.createPod(gpuPod(ns, "last", 6), metav1.CreateOptions{}))
	v.apply(ns, deviceQuota(4))
	v.eventually("the lower limit to refuse", func() error {
		err := v.createPod(gpuPod(ns, "next", 1), metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
		if err == nil || !strings.Contains(err.Error(), "has 6 of 4 example.com/gpu in use") {
			return fmt.Errorf("it says %v", err)
		}
		return nil
	})
}

// A claim that a user makes costs by itself; the one that is made of a template costs its pod.
func claimsAreCharged(v *view) {
	ns := v.namespace("quota-claims")
	v.apply("", "apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: quota.example.com}\nspec: {extendedResourceName: example.com/gpu}\n")
	v.t.Cleanup(func() {
		must(v.t, v.Client.ResourceV1().DeviceClasses().Delete(context.Background(), "quota.example.com", metav1.DeleteOptions{}))
	})
	const request = "devices: {requests: [{name: r, exactly: {deviceClassName: quota.example.com, count: 2}}]}"
	v.apply(ns, deviceQuota(5)+`---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: two}
spec: {spec: {`+request+`}}
`)
	v.soonUses(ns, "0")
	claim := func(name string) error {
		_, err := v.ApplyYAML(ns, "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: "+name+"}\nspec: {"+request+"}\n")
		return err
	}
	must(v.t, claim("mine"))
	name := "two"
	pod := gpuPod(ns, "with-claim", 1)
	pod.Spec.Containers[0].Resources = corev1.ResourceRequirements{Claims: []corev1.ResourceClaim{{Name: "gpu"}}}
	pod.Spec.ResourceClaims = []corev1.PodResourceClaim{{Name: "gpu", ResourceClaimTemplateName: &name}}
	must(v.t, v.createPod(pod, metav1.CreateOptions{}))
	v.eventually("the pod's claim", func() error {
		claims, err := v.Client.ResourceV1().ResourceClaims(ns).List(context.Background(), metav1.ListOptions{})
		if err != nil || len(claims.Items) != 2 {
			return errNot
		}
		return nil
	})
	v.soonUses(ns, "4")
	if err := claim("another"); err == nil || !strings.Contains(err.Error(), "[QuotaExceeded]") {
		v.t.Errorf("a claim for 2 of the last one: %v", err)
	}
	must(v.t, v.createPod(gpuPod(ns, "last", 1), metav1.CreateOptions{}))
	v.soonUses(ns, "5")
}

// Ordinary users create and delete through all replicas; some of it is refused behind us.
func manyClientsNeverOverspend(v *view) {
	ns := v.namespace(strings.ToLower(strings.ReplaceAll("quota-"+v.t.Name()[len("TestQuota/"):], "_", "-")))
	v.apply(ns, deviceQuota(quotaHard)+tenantsRole+`---
apiVersion: v1
kind: ResourceQuota
metadata: {name: behind-us}
spec: {hard: {count/pods: "25"}}
`)
	v.soonUses(ns, "0")

	ctx, cancel := context.WithTimeout(context.Background(), 12*time.Second)
	defer cancel()
	var clients sync.WaitGroup
	var created, refused, others sync.Map
	for i := range quotaClients {
		user, err := v.UserConfig(fmt.Sprintf("tenant-%d", i), "tenants")
		must(v.t, err)
		client, err := kubernetes.NewForConfig(user.REST)
		must(v.t, err)
		clients.Add(1)
		go func() {
			defer clients.Done()
			for n := 0; ctx.Err() == nil; n++ {
				pod := gpuPod(ns, fmt.Sprintf("p-%d-%d", i, n), int64(1+(i+n)%3))
				_, err := client.CoreV1().Pods(ns).Create(ctx, pod, metav1.CreateOptions{})
				switch {
				case err == nil:
					created.Store(pod.Name, true)
				case strings.Contains(err.Error(), "[QuotaExceeded]"):
					refused.Store(pod.Name, true)
				default:
					others.Store(err.Error(), true)
				}
				if err == nil && n%2 == 0 {
					now := int64(0)
					_ = client.CoreV1().Pods(ns).Delete(ctx, pod.Name, metav1.DeleteOptions{GracePeriodSeconds: &now})
				}
			}
		}()
	}
	most := int64(0)
	for ctx.Err() == nil {
		most = max(most, v.devicesOf(ns))
		time.Sleep(20 * time.Millisecond)
	}
	clients.Wait()
	if most = max(most, v.devicesOf(ns)); most > quotaHard {
		v.t.Errorf("%d devices were given away of %d", most, quotaHard)
	}
	v.t.Logf("%d pods were created, %d refused by the quota; at most %d devices at a time", size(&created), size(&refused), most)
	if size(&created) == 0 || size(&refused) == 0 {
		others.Range(func(text, _ any) bool { v.t.Log(text); return true })
		v.t.Error("the quota was never reached, or nobody ever got anything")
	}

	// What was held for pods that were refused behind us is free again.
	must(v.t, v.Client.CoreV1().ResourceQuotas(ns).Delete(context.Background(), "behind-us", metav1.DeleteOptions{}))
	must(v.t, cluster.WaitFor("what is used to be what is there", 3*time.Minute, func() error {
		if used, there := v.usedOf(ns), fmt.Sprint(v.devicesOf(ns)); used != there {
			return fmt.Errorf("%s are there, and the quota says %s", there, used)
		}
		return nil
	}))
	for i := v.devicesOf(ns); i < quotaHard; i++ {
		must(v.t, v.createPod(gpuPod(ns, fmt.Sprintf("last-%d", i), 1), metav1.CreateOptions{}))
	}
	if err := v.createPod(gpuPod(ns, "too-much", 1), metav1.CreateOptions{}); err == nil {
		v.t.Error("one more than there is was let pass")
	}
}

func size(m *sync.Map) int {
	count := 0
	m.Range(func(_, _ any) bool { count++; return true })
	return count
}

// devicesOf is what all pods of the namespace ask for.
func (v *view) devicesOf(namespace string) int64 {
	v.t.Helper()
	pods, err := v.Client.CoreV1().Pods(namespace).List(context.Background(), metav1.ListOptions{})
	must(v.t, err)
	total := int64(0)
	for _, pod := range pods.Items {
		if pod.Status.Phase == corev1.PodSucceeded || pod.Status.Phase == corev1.PodFailed {
			continue
		}
		gpus := pod.Spec.Containers[0].Resources.Limits["example.com/gpu"]
		total += gpus.Value()
	}
	return total
}
