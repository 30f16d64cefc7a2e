package cluster_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	admissionv1 "k8s.io/api/admission/v1"
	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"

	"drawbridge.dev/test/cluster"
)

const loadHard = 100

// quotaLoad is what the long form, ./dev test --long, has more of.
type quotaLoad struct {
	clients  int
	lasts    time.Duration // at least; on a busy machine until enough has happened
	longest  time.Duration
	restarts int // of the API server
}

func quotaLoadForm() quotaLoad {
	if longTests() {
		return quotaLoad{clients: 200, lasts: 75 * time.Second, longest: 3 * time.Minute, restarts: 3}
	}
	return quotaLoad{clients: 40, lasts: 10 * time.Second, longest: 45 * time.Second, restarts: 1}
}

// TestQuotaLoad creates, deletes and dry-runs pods and claims as ordinary users against one
// DeviceQuota, through three replicas under the chart's account that are killed on the way, over an
// API server that crashes, with a neighbour that refuses some of it and a ResourceQuota that refuses
// every second pod. Never more than the quota
// is stored; at the end used is what there is, and what was freed can be had to the last device.
// About half of all objects are sent to Drawbridge twice.
func TestQuotaLoad(t *testing.T) {
	t.Parallel()
	c := bareCluster(t, cluster.Options{})
	must(t, c.InstallCRDs())
	v := &view{c, t}
	l := &quotaWorld{view: v, form: quotaLoadForm(), seed: quotaSeed(t)}
	l.setUp()
	l.disturb()
	l.clientsWork()
	l.settles()
}

func quotaSeed(t *testing.T) uint64 {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	if given := os.Getenv("DRAWBRIDGE_SEED"); given != "" {
		parsed, err := strconv.ParseUint(given, 10, 64)
		must(t, err)
		seed = parsed
	}
	t.Logf("DRAWBRIDGE_SEED=%d", seed)
	return seed
}

type quotaWorld struct {
	*view
	form      quotaLoad
	seed      uint64
	namespace string
	front     *cluster.Front

	replicas []*cluster.Drawbridge // of the goroutine that kills them, once clients work
	started  int                   // of the same

	ctx      context.Context
	harm     sync.WaitGroup
	clients  sync.WaitGroup
	kills    atomic.Int64
	restarts atomic.Int64
	created  atomic.Int64
	refused  atomic.Int64
	behindUs atomic.Int64
	foreseen atomic.Int64 // refused by the ResourceQuota
	dryRuns  atomic.Int64
	others   sync.Map
}

func (l *quotaWorld) random(stream uint64) *rand.Rand { return rand.New(rand.NewPCG(l.seed, stream)) }

func (l *quotaWorld) setUp() {
	l.namespace = l.view.namespace("quota-load")
	front, err := cluster.NewFront()
	must(l.t, err)
	l.t.Cleanup(front.Close)
	l.front = front
	for range 3 {
		replica, err := l.startReplica()
		must(l.t, err)
		l.replicas = append(l.replicas, replica)
	}
	l.front.Use(l.replicas...)
	must(l.t, l.RegisterWebhooks(front.URL, l.replicas[0].CABundle))
	l.t.Cleanup(func() { must(l.t, l.UnregisterWebhooks()) })
	l.apply("", "apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: "+quotaClass+"}\nspec: {extendedResourceName: example.com/gpu}\n")
	l.apply(l.namespace, deviceQuota(loadHard)+tenantsRole+noPodThatEnds)
	l.soonUses(l.namespace, "0")
	l.refuseSome()
	l.askTwice()
}

// noPodThatEnds refuses every pod with an activeDeadlineSeconds, behind the webhooks.
const noPodThatEnds = `---
apiVersion: v1
kind: ResourceQuota
metadata: {name: no-pod-that-ends}
spec: {hard: {pods: "0"}, scopes: [Terminating]}
`

// refuseSome registers a neighbour that refuses what is labelled so, after it was charged or while.
func (l *quotaWorld) refuseSome() {
	server, err := l.ServeWebhook(func(_ string, request *admissionv1.AdmissionRequest) *admissionv1.AdmissionResponse {
		if !strings.Contains(string(request.Object.Raw), `"refuse":"me"`) {
			return nil
		}
		return &admissionv1.AdmissionResponse{Result: &metav1.Status{Message: "the neighbour says no"}}
	})
	must(l.t, err)
	l.t.Cleanup(server.Close)
	const configuration = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: zz-neighbour}
webhooks:
- name: neighbour.example.com
  admissionReviewVersions: [v1]
  sideEffects: None
  timeoutSeconds: 10
  failurePolicy: Fail
  clientConfig: {url: "https://127.0.0.1/"}
  objectSelector: {matchLabels: {refuse: me}}
  rules:
  - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}
  - {apiGroups: [resource.k8s.io], apiVersions: ["*"], operations: [CREATE], resources: [resourceclaims]}
`
	must(l.t, l.RegisterConfigurations(configuration, server.URL, server.CABundle))
	l.t.Cleanup(func() { must(l.t, l.UnregisterConfigurations(configuration)) })
}

// askTwice registers Drawbridge once more, under another name and for what is labelled so: the API
// server asks both at a time.
func (l *quotaWorld) askTwice() {
	const configuration = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: drawbridge-again}
webhooks:
- name: again.drawbridge.dev
  admissionReviewVersions: [v1]
  sideEffects: NoneOnDryRun
  timeoutSeconds: 10
  failurePolicy: Fail
  clientConfig: {url: "https://127.0.0.1/validate"}
  objectSelector: {matchLabels: {asked: twice}}
  rules:
  - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}
  - {apiGroups: [resource.k8s.io], apiVersions: ["*"], operations: [CREATE], resources: [resourceclaims]}
`
	must(l.t, l.RegisterConfigurations(configuration, l.front.URL, l.replicas[0].CABundle))
	l.t.Cleanup(func() { must(l.t, l.UnregisterConfigurations(configuration)) })
}

// startReplica starts each second one with a clock that is ten minutes ahead.
func (l *quotaWorld) startReplica() (*cluster.Drawbridge, error) {
	l.started++
	replica, err := cluster.StartDrawbridge(l.Cluster, cluster.DrawbridgeOptions{
		Live: true, NoWebhooks: true, Args: briefShutdown,
		ClockAhead: time.Duration(l.started%2) * 10 * time.Minute,
	})
	if err != nil {
		return nil, err
	}
	l.t.Cleanup(func() {
		must(l.t, replica.Stop())
		if l.t.Failed() {
			l.t.Logf("%s:\n%s", replica.LogFile, replica.Log())
		}
	})
	return replica, nil
}

// disturb kills replicas and the API server, until clientsWork ends.
func (l *quotaWorld) disturb() {
	ctx, cancel := context.WithTimeout(context.Background(), l.form.longest)
	l.ctx = ctx
	l.t.Cleanup(cancel)
	began := time.Now()
	l.harm.Go(func() {
		for l.sleep(100 * time.Millisecond) {
			if time.Since(began) > l.form.lasts && l.isEnough() {
				cancel()
			}
		}
	})
	l.harm.Go(func() {
		random := l.random(1)
		for l.sleep(time.Duration(2+random.IntN(4)) * time.Second) {
			which := random.IntN(len(l.replicas))
			killed := l.replicas[which]
			l.replicas = slices.Delete(l.replicas, which, which+1)
			killed.Kill()
			l.front.Use(l.replicas...)
			replica, err := l.startReplica()
			for ; err != nil && l.sleep(time.Second); replica, err = l.startReplica() {
				// The API server is away.
				l.t.Log(err)
			}
			if err == nil {
				l.replicas = append(l.replicas, replica)
				l.front.Use(l.replicas...)
			}
			l.kills.Add(1)
		}
	})
	l.harm.Go(func() {
		for range l.form.restarts {
			if !l.sleep(l.form.lasts / time.Duration(l.form.restarts+1)) {
				return
			}
			if err := l.RestartAPIServer(); err != nil {
				l.t.Error(err)
			}
			l.restarts.Add(1)
		}
	})
}

// isEnough says whether all that shall happen has.
func (l *quotaWorld) isEnough() bool {
	return l.created.Load() >= loadHard/2 && l.refused.Load() > 0 && l.behindUs.Load() > 0 && l.foreseen.Load() > 0 && l.dryRuns.Load() > 0 &&
		l.kills.Load() > 0 && l.restarts.Load() >= int64(l.form.restarts)
}

// sleep is false when the time is over.
func (l *quotaWorld) sleep(time_ time.Duration) bool {
	select {
	case <-l.ctx.Done():
		return false
	case <-time.After(time_):
		return true
	}
}

func (l *quotaWorld) clientsWork() {
	for i := range l.form.clients {
		user, err := l.UserConfig(fmt.Sprintf("tenant-%d", i), "tenants")
		must(l.t, err)
		client, err := kubernetes.NewForConfig(user.REST)
		must(l.t, err)
		l.clients.Go(func() { l.work(client, i) })
	}
	stored := l.watchStored()
	l.clients.Wait()
	l.harm.Wait()
	most := stored()
	l.t.Logf("%d clients: %d created, %d refused by the quota, %d by the neighbour, %d by the ResourceQuota, %d dry runs; %d replicas were killed, the API server %d times; at most %d of %d devices stored",
		l.form.clients, l.created.Load(), l.refused.Load(), l.behindUs.Load(), l.foreseen.Load(), l.dryRuns.Load(), l.kills.Load(), l.restarts.Load(), most, loadHard)
	if most > loadHard {
		l.t.Errorf("%d devices were stored at a time", most)
	}
	if !l.isEnough() {
		l.others.Range(func(text, count any) bool { l.t.Logf("%v: %v", count, text); return true })
		l.t.Error("too little happened")
	}
}

// work is one client's: of what it made it keeps the last few.
func (l *quotaWorld) work(client *kubernetes.Clientset, number int) {
	random := l.random(uint64(100 + number))
	var mine []func() error
	for n := 0; l.ctx.Err() == nil; n++ {
		devices := int64(1 + random.IntN(3))
		options := metav1.CreateOptions{}
		if random.IntN(10) == 0 {
			options.DryRun = []string{metav1.DryRunAll}
		}
		remove, err := l.create(client, fmt.Sprintf("o-%d-%d", number, n), devices, options, random)
		switch {
		case err == nil && options.DryRun != nil:
			l.dryRuns.Add(1)
		case err == nil:
			l.created.Add(1)
			mine = append(mine, remove)
		case strings.Contains(err.Error(), "[QuotaExceeded]"):
			l.refused.Add(1)
		case strings.Contains(err.Error(), "the neighbour says no"):
			l.behindUs.Add(1)
		case strings.Contains(err.Error(), "[ResourceQuotaExceeded]"):
			l.foreseen.Add(1)
		default:
			l.others.Store(err.Error(), n)
		}
		for len(mine) > random.IntN(6) {
			if err := mine[0](); err == nil || apierrors.IsNotFound(err) {
				mine = mine[1:]
			}
			if l.ctx.Err() != nil {
				return
			}
		}
		l.sleep(time.Duration(random.IntN(40)) * time.Millisecond)
	}
}

// create makes a pod or a claim, which the neighbour may refuse, and says how it is removed.
func (l *quotaWorld) create(client *kubernetes.Clientset, name string, devices int64, options metav1.CreateOptions, random *rand.Rand) (func() error, error) {
	labels := map[string]string{}
	if random.IntN(100) == 0 { // each holds its devices for a minute
		labels["refuse"] = "me"
	}
	if random.IntN(2) == 0 {
		labels["asked"] = "twice"
	}
	now := int64(0)
	remove := metav1.DeleteOptions{GracePeriodSeconds: &now}
	if random.IntN(3) == 0 {
		claim := gpuClaimOf(l.namespace, devices)
		claim.GenerateName, claim.Name, claim.Labels = "", name, labels
		claims := client.ResourceV1().ResourceClaims(l.namespace)
		_, err := claims.Create(context.Background(), claim, options)
		return func() error { return claims.Delete(context.Background(), name, remove) }, err
	}
	pod := gpuPod(l.namespace, name, devices)
	pod.Labels = labels
	// The scheduler shall not make claims of it.
	pod.Spec.SchedulingGates = []corev1.PodSchedulingGate{{Name: "example.com/never"}}
	if random.IntN(2) == 0 {
		pod.Spec.ActiveDeadlineSeconds = new(int64(3600))
	}
	pods := client.CoreV1().Pods(l.namespace)
	_, err := pods.Create(context.Background(), pod, options)
	return func() error { return pods.Delete(context.Background(), name, remove) }, err
}

// watchStored follows both kinds. The function that it returns says how many devices were stored at
// most at a time: of one kind exactly, as etcd's order has it, and over both by lists.
func (l *quotaWorld) watchStored() func() int64 {
	var most atomic.Int64
	raise := func(seen int64) {
		for before := most.Load(); seen > before && !most.CompareAndSwap(before, seen); before = most.Load() {
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	follow := func(begin func() (watch.Interface, error), cost func(any) (string, int64)) {
		for ctx.Err() == nil {
			events, err := begin()
			if err != nil {
				time.Sleep(50 * time.Millisecond)
				continue
			}
			stored, total := map[string]int64{}, int64(0)
			for event := range events.ResultChan() {
				if event.Type == watch.Error || event.Type == watch.Bookmark {
					continue
				}
				name, devices := cost(event.Object)
				if event.Type == watch.Deleted {
					devices = 0
				}
				total += devices - stored[name]
				stored[name] = devices
				raise(total)
				if ctx.Err() != nil {
					events.Stop()
				}
			}
		}
	}
	all.Go(func() {
		follow(func() (watch.Interface, error) {
			return l.Client.CoreV1().Pods(l.namespace).Watch(ctx, metav1.ListOptions{})
		}, func(object any) (string, int64) { pod := object.(*corev1.Pod); return pod.Name, podDevices(pod) })
	})
	all.Go(func() {
		follow(func() (watch.Interface, error) {
			return l.Client.ResourceV1().ResourceClaims(l.namespace).Watch(ctx, metav1.ListOptions{})
		}, func(object any) (string, int64) {
			claim := object.(*resourcev1.ResourceClaim)
			return claim.Name, claimDevices(claim)
		})
	})
	all.Go(func() {
		for ctx.Err() == nil {
			if seen, err := l.storedNow(); err == nil {
				raise(seen)
			}
			time.Sleep(20 * time.Millisecond)
		}
	})
	return func() int64 { cancel(); all.Wait(); return most.Load() }
}

func podDevices(pod *corev1.Pod) int64 {
	gpus := pod.Spec.Containers[0].Resources.Limits["example.com/gpu"]
	return gpus.Value()
}

func claimDevices(claim *resourcev1.ResourceClaim) int64 {
	return claim.Spec.Devices.Requests[0].Exactly.Count
}

// storedNow never says more than what was stored at one moment: what is in both of two lists of
// pods was there when the claims were listed between them.
func (l *quotaWorld) storedNow() (int64, error) {
	list := func() (map[string]int64, error) {
		pods, err := l.Client.CoreV1().Pods(l.namespace).List(context.Background(), metav1.ListOptions{})
		if err != nil {
			return nil, err
		}
		found := map[string]int64{}
		for _, pod := range pods.Items {
			found[string(pod.UID)] = podDevices(&pod)
		}
		return found, nil
	}
	before, err := list()
	if err != nil {
		return 0, err
	}
	claims, err := l.Client.ResourceV1().ResourceClaims(l.namespace).List(context.Background(), metav1.ListOptions{})
	if err != nil {
		return 0, err
	}
	after, err := list()
	if err != nil {
		return 0, err
	}
	total := int64(0)
	for _, claim := range claims.Items {
		total += claimDevices(&claim)
	}
	for uid, devices := range before {
		if _, stays := after[uid]; stays {
			total += devices
		}
	}
	return total, nil
}

// settles: used is what there is and what is still held, for what was refused behind us; and the
// rest can be had to the last device. The long form waits for the holds to expire.
func (l *quotaWorld) settles() {
	must(l.t, cluster.WaitFor("what is used to be what is there", 2*time.Minute, func() error {
		stored, err := l.storedNow()
		if err != nil {
			return err
		}
		if used, held := l.ledger(); used != stored+held || (longTests() && held > 0) {
			return fmt.Errorf("%d are there, and the quota says %d, %d of them held", stored, used, held)
		}
		return nil
	}))
	used, _ := l.ledger()
	for i := used; i < loadHard; i++ {
		must(l.t, cluster.WaitFor("one that is free", cluster.DefaultLimit, func() error {
			last := gpuPod(l.namespace, fmt.Sprintf("last-%d", i), 1)
			// Charged each time that it is asked for, the last one would never fit.
			last.Labels = map[string]string{"asked": "twice"}
			return l.createPod(last, metav1.CreateOptions{})
		}))
	}
	if !longTests() {
		return // holds expire meanwhile
	}
	err := l.createPod(gpuPod(l.namespace, "too-much", 1), metav1.CreateOptions{})
	if err == nil || !strings.Contains(err.Error(), "has 100 of 100 example.com/gpu in use") {
		l.t.Errorf("one more than there is: %v", err)
	}
}

// ledger is status.used, and how much of it is held.
func (l *quotaWorld) ledger() (used, held int64) {
	object, err := l.Dynamic.Resource(quotaKind).Namespace(l.namespace).Get(context.Background(), "gpus", metav1.GetOptions{})
	must(l.t, err)
	amount := func(fields map[string]any, name string) int64 {
		text, _, err := unstructured.NestedString(fields, name, "example.com/gpu")
		must(l.t, err)
		parsed, err := strconv.ParseInt(text, 10, 64)
		must(l.t, err)
		return parsed
	}
	status := object.Object["status"].(map[string]any)
	holds, _, err := unstructured.NestedStringSlice(status, "holds")
	must(l.t, err)
	for _, text := range holds {
		var hold map[string]any
		must(l.t, json.Unmarshal([]byte(text), &hold))
		held += amount(hold, "charge")
	}
	return amount(status, "used"), held
}
