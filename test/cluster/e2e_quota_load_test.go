package cluster_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
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
	"k8s.io/client-go/kubernetes"

	"drawbridge.dev/test/cluster"
)

const (
	loadHard = 100
	// loadReached is how much of it is stored before anything is killed or deleted.
	loadReached = 90
)

// quotaLoad is what the long form, ./dev test --long, has more of.
type quotaLoad struct {
	clients  int
	lasts    time.Duration // at least; on a busy machine until enough has happened
	longest  time.Duration
	restarts int           // of the API server
	kills    time.Duration // between two of replicas, at least, and at most twice as long
	tide     time.Duration // of three fifths in which clients delete as well, and two in which they only create
	rivals   time.Duration // between two meetings
	refused  int           // of so many objects the neighbour refuses one
}

func quotaLoadForm() quotaLoad {
	if longTests() {
		return quotaLoad{
			clients: 200, lasts: 75 * time.Second, longest: 3 * time.Minute,
			restarts: 3, kills: 4 * time.Second, tide: 25 * time.Second, rivals: 15 * time.Second, refused: 400,
		}
	}
	return quotaLoad{
		clients: 40, lasts: 10 * time.Second, longest: 45 * time.Second,
		restarts: 1, kills: 2 * time.Second, tide: 10 * time.Second, rivals: 5 * time.Second, refused: 100,
	}
}

// TestQuotaLoad creates, deletes and dry-runs pods and claims as ordinary users against one
// DeviceQuota, through three replicas under the chart's account that are killed on the way, over an
// API server that crashes. A ResourceQuota refuses every second pod, which Drawbridge foresees;
// another one, and a neighbour, refuse some that were charged. At no revision of etcd more is stored
// than the quota says; at the end used is what there is, and all of it can be had, to the last
// device. About half of all objects are sent to Drawbridge twice, and every second clock is ten
// minutes ahead.
func TestQuotaLoad(t *testing.T) {
	t.Parallel()
	c := bareCluster(t, cluster.Options{})
	must(t, c.InstallCRDs())
	v := &view{c, t}
	l := &quotaWorld{view: v, form: quotaLoadForm(), seed: quotaSeed(t)}
	l.setUp()
	defer func() {
		l.answers.judge(t)
		l.history.judge(t, &l.answers)
	}()
	l.load()
	l.settles()
	l.frees()
	l.canBeHadToTheLast()
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
	history   history
	answers   answers

	replicas []quotaReplica // of the goroutine that kills them, once clients work

	ctx      context.Context
	full     chan struct{} // closed once the quota was reached
	began    time.Time     // of the harm, then
	harm     sync.WaitGroup
	clients  sync.WaitGroup
	kills    atomic.Int64
	restarts atomic.Int64
}

func (l *quotaWorld) random(stream uint64) *rand.Rand { return rand.New(rand.NewPCG(l.seed, stream)) }

func (l *quotaWorld) setUp() {
	l.namespace = l.view.namespace("quota-load")
	l.history.follow(l.t, l.Cluster, l.namespace)
	front, err := cluster.NewFront()
	must(l.t, err)
	l.t.Cleanup(front.Close)
	l.front = front
	for i := range 3 {
		replica, err := l.startReplica(time.Duration(i%2) * 10 * time.Minute)
		must(l.t, err)
		l.replicas = append(l.replicas, replica)
	}
	l.useReplicas()
	must(l.t, l.RegisterWebhooks(front.URL, l.replicas[0].CABundle))
	l.t.Cleanup(func() { must(l.t, l.UnregisterWebhooks()) })
	l.apply("", "apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: "+quotaClass+"}\nspec: {extendedResourceName: example.com/gpu}\n"+
		"---\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: rival}\nvalue: 1\n")
	l.apply(l.namespace, deviceQuota(loadHard)+tenantsRole+noPodThatEnds+oneRival)
	l.soonUses(l.namespace, "0")
	l.refuseSome()
	l.askTwice()
}

// noPodThatEnds refuses every pod with an activeDeadlineSeconds, behind the webhooks. Drawbridge
// foresees that.
const noPodThatEnds = `---
apiVersion: v1
kind: ResourceQuota
metadata: {name: no-pod-that-ends}
spec: {hard: {pods: "0"}, scopes: [Terminating]}
`

// oneRival has room for one pod of its class. Of two that come together Drawbridge foresees nothing.
const oneRival = `---
apiVersion: v1
kind: ResourceQuota
metadata: {name: one-rival}
spec:
  hard: {pods: "1"}
  scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: In, values: [rival]}]}
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

// load lets clients work while replicas and the API server are killed.
func (l *quotaWorld) load() {
	var users []kubernetes.Interface
	for i := range l.form.clients + 1 {
		user, err := l.UserConfig(fmt.Sprintf("tenant-%d", i), "tenants")
		must(l.t, err)
		client, err := kubernetes.NewForConfig(user.REST)
		must(l.t, err)
		users = append(users, client)
	}
	ctx, cancel := context.WithTimeout(context.Background(), l.form.longest)
	defer cancel()
	l.ctx, l.full = ctx, make(chan struct{})
	// While there is room for both: later the DeviceQuota mostly refuses one, or both.
	for n := 0; l.answers.count(wasNotForeseen) < 3 && l.ctx.Err() == nil; n++ {
		l.meet(users[0], fmt.Sprintf("early-%d", n))
	}
	for i, user := range users[1:] {
		l.clients.Go(func() { l.work(user, i) })
	}
	l.clients.Go(func() {
		for n := 0; l.sleep(l.form.rivals); n++ {
			l.meet(users[0], fmt.Sprint(n))
		}
	})
	for l.history.most() < loadReached && l.sleep(20*time.Millisecond) {
	}
	first := l.history.mostAnew()
	l.began = time.Now()
	close(l.full)
	l.harm.Go(l.killReplicas)
	l.harm.Go(l.killAPIServer)
	for l.sleep(100 * time.Millisecond) {
		if time.Since(l.began) > l.form.lasts && l.isEnough() {
			cancel()
		}
	}
	l.clients.Wait()
	l.harm.Wait()
	l.t.Logf("%d clients in %v: %v; %d replicas were killed, the API server %d times; at most %d of %d devices were stored, and %d later",
		l.form.clients, time.Since(l.began).Round(time.Second), &l.answers, l.kills.Load(), l.restarts.Load(), first, loadHard, l.history.most())
	if first < loadReached {
		l.t.Error("the quota was never reached")
	}
	if !l.isEnough() {
		l.t.Error("too little happened")
	}
}

// isEnough says whether all that shall happen has.
func (l *quotaWorld) isEnough() bool {
	return l.answers.count(wasCreated) >= loadHard/2 && l.answers.count(wasExceeded) > 0 && l.answers.count(wasRefusedByNeighbour) > 0 &&
		l.answers.count(wasForeseen) > 0 && l.answers.count(wasNotForeseen) > 0 && l.answers.count(wasDryRun) > 0 &&
		l.kills.Load() > 0 && l.restarts.Load() >= int64(l.form.restarts) &&
		l.answers.lastCreated().Sub(l.began) > l.form.lasts*2/3 // nobody starves
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

// isRising says that nobody deletes anything now.
func (l *quotaWorld) isRising() bool {
	select {
	case <-l.full:
		return time.Since(l.began)%l.form.tide >= l.form.tide*3/5
	default:
		return true
	}
}

// afterFailure a client rests: the API server may be away.
const afterFailure = 200 * time.Millisecond

// work is one client's: of what it made it keeps the last few.
func (l *quotaWorld) work(client kubernetes.Interface, number int) {
	random := l.random(uint64(100 + number))
	var mine []func() error
	for n := 0; l.ctx.Err() == nil; n++ {
		one, err := l.create(client, fmt.Sprintf("o-%d-%d", number, n), random)
		if one != nil {
			mine = append(mine, one)
		}
		if one != nil && err != nil {
			l.sleep(afterFailure)
		}
		for !l.isRising() && len(mine) > random.IntN(6) && l.remove(mine[0]) {
			mine = mine[1:]
		}
		l.sleep(time.Duration(random.IntN(40)) * time.Millisecond)
	}
}

// remove says whether it is gone.
func (l *quotaWorld) remove(one func() error) bool {
	began := time.Now()
	err := one()
	if err == nil || apierrors.IsNotFound(err) {
		return true
	}
	l.answers.failed(err, began)
	l.sleep(afterFailure)
	return false
}

// create makes a pod or a claim, and says how it is removed, nil where it is not stored for sure.
func (l *quotaWorld) create(client kubernetes.Interface, name string, random *rand.Rand) (remove func() error, err error) {
	devices := int64(1 + random.IntN(3))
	labels := map[string]string{}
	if random.IntN(l.form.refused) == 0 { // each holds it for a minute
		labels["refuse"], devices = "me", 1
	}
	if random.IntN(2) == 0 {
		labels["asked"] = "twice"
	}
	options := metav1.CreateOptions{}
	if random.IntN(10) == 0 {
		options.DryRun = []string{metav1.DryRunAll}
	}
	if random.IntN(3) == 0 {
		claim := gpuClaimOf(l.namespace, devices)
		claim.GenerateName, claim.Name, claim.Labels = "", name, labels
		return l.createClaim(client, claim, options)
	}
	pod := gpuPod(l.namespace, name, devices)
	pod.Labels = labels
	if random.IntN(2) == 0 {
		pod.Spec.ActiveDeadlineSeconds = new(int64(3600))
	}
	return l.createGatedPod(client, pod, options)
}

func (l *quotaWorld) createClaim(client kubernetes.Interface, claim *resourcev1.ResourceClaim, options metav1.CreateOptions) (remove func() error, err error) {
	claims, began := client.ResourceV1().ResourceClaims(l.namespace), time.Now()
	_, err = claims.Create(context.Background(), claim, options)
	if !l.answers.heard(claim, options, err, began) {
		return nil, err
	}
	return func() error { return claims.Delete(context.Background(), claim.Name, atOnce()) }, err
}

// createGatedPod makes one that the scheduler leaves alone, so that it makes no claim of it.
func (l *quotaWorld) createGatedPod(client kubernetes.Interface, pod *corev1.Pod, options metav1.CreateOptions) (remove func() error, err error) {
	pod.Spec.SchedulingGates = []corev1.PodSchedulingGate{{Name: "example.com/never"}}
	pods, began := client.CoreV1().Pods(l.namespace), time.Now()
	_, err = pods.Create(context.Background(), pod, options)
	if !l.answers.heard(pod, options, err, began) {
		return nil, err
	}
	return func() error { return pods.Delete(context.Background(), pod.Name, atOnce()) }, err
}

func atOnce() metav1.DeleteOptions { return metav1.DeleteOptions{GracePeriodSeconds: new(int64(0))} }

// meet creates two pods at a time where a ResourceQuota has room for one.
func (l *quotaWorld) meet(client kubernetes.Interface, where string) {
	var mine [2]func() error
	var both sync.WaitGroup
	for i := range mine {
		both.Go(func() {
			pod := gpuPod(l.namespace, fmt.Sprintf("rival-%s-%d", where, i), 1)
			pod.Spec.PriorityClassName = "rival"
			mine[i], _ = l.createGatedPod(client, pod, metav1.CreateOptions{})
		})
	}
	both.Wait()
	for _, one := range mine {
		for one != nil && !l.remove(one) && l.ctx.Err() == nil {
		}
	}
}
