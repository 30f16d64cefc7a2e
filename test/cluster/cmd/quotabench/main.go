// Command quotabench measures what quotas cost, on one API server in one run: creates of pods and of
// claims that a DeviceQuota charges through three replicas of Drawbridge, beside creates of the same
// that the built-in ResourceQuota charges, and that nobody does. In turn, round by round.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"

	"drawbridge.dev/test/cluster"
)

const (
	deviceName  = "example.com/gpu"
	deviceClass = "gpu.example.com"
)

func main() {
	seconds := flag.Float64("seconds", 5, "how long each measurement lasts")
	rounds := flag.Int("rounds", 5, "how often each is made")
	clients := flag.Int("clients", 32, "clients at a time")
	namespaces := flag.Int("namespaces", 100, "of the measurement over many of them")
	flag.Parse()
	if err := run(time.Duration(*seconds*float64(time.Second)), *rounds, *clients, *namespaces); err != nil {
		fmt.Fprintln(os.Stderr, "quotabench:", err)
		os.Exit(1)
	}
}

// counted says who counts the objects of a measurement, in a DeviceQuota or ResourceQuota.
type counted struct {
	name     string
	quota    bool
	webhooks bool
}

var kinds = []counted{
	{name: "none"},
	// What asking the webhooks costs by itself.
	{name: "webhooks", webhooks: true},
	{name: "ResourceQuota", quota: true},
	{name: "DeviceQuota", quota: true, webhooks: true},
}

// created says what a measurement creates, and under which names that is counted.
type created struct {
	name                       string
	resourceQuota, deviceQuota string
	create                     func(client *kubernetes.Clientset, namespace, name string) error
}

var objects = []created{
	// The API server asks three webhooks about a pod with an extended resource that nobody rewrites.
	{"pods", "requests." + deviceName, deviceName, createPod},
	// And one about a claim.
	{"claims", deviceClass + ".deviceclass.resource.k8s.io/devices", deviceClass, createClaim},
}

// manifest is that of the quota, if any.
func (o created) manifest(kind counted) string {
	switch {
	case !kind.quota:
		return ""
	case kind.webhooks:
		return "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceQuota\nmetadata: {name: gpus}\nspec: {hard: {" + o.deviceQuota + ": 1000000}}\n"
	default:
		return "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: gpus}\nspec: {hard: {" + o.resourceQuota + ": 1000000}}\n"
	}
}

// result of all rounds of a measurement: how long each create took, and the CPU time that each
// program used and the calls that the API server answered meanwhile.
type result struct {
	latencies []time.Duration
	used      map[string]time.Duration
	calls     map[string]float64
}

type bench struct {
	c     *cluster.Cluster
	front *cluster.Front
	// Of Drawbridge.
	replicas   []*cluster.Drawbridge
	sent, late float64 // writes of theirs until now; and what came too late
	bundle     []byte
	clients    []*kubernetes.Clientset
	lasts      time.Duration
	serial     int
}

func run(lasts time.Duration, rounds, clients, namespaces int) (err error) {
	c, err := cluster.Start(cluster.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Stop()) }()
	b := &bench{c: c, lasts: lasts}
	if err := b.setUp(clients); err != nil {
		return err
	}
	for _, of := range objects {
		for _, spread := range []int{1, namespaces} {
			if err := b.compare(of, spread, rounds); err != nil {
				return err
			}
		}
	}
	return nil
}

// compare measures with each kind of quota in turn, and prints what came of it.
func (b *bench) compare(of created, spread, rounds int) error {
	results := map[string]*result{}
	for _, kind := range kinds {
		results[kind.name] = &result{used: map[string]time.Duration{}, calls: map[string]float64{}}
	}
	for range rounds {
		for _, kind := range kinds {
			if err := b.measure(of, kind, spread, results[kind.name]); err != nil {
				return err
			}
		}
	}
	b.print(of, results, spread, time.Duration(rounds)*b.lasts)
	printCalls(results["DeviceQuota"])
	return b.printWrites(of, len(results["DeviceQuota"].latencies))
}

func (b *bench) setUp(clients int) error {
	if err := b.c.InstallCRDs(); err != nil {
		return err
	}
	// By its device plugin, as ResourceQuota's users have it: who asks for what nobody offers waits
	// until it is sure that no mapping came just now.
	if err := b.c.AddNode("node", cluster.NodeOptions{Allocatable: map[string]string{deviceName: "1000000"}}); err != nil {
		return err
	}
	front, err := cluster.NewFront()
	if err != nil {
		return err
	}
	b.front = front
	for range 3 {
		replica, err := cluster.StartDrawbridge(b.c, cluster.DrawbridgeOptions{Live: true, NoWebhooks: true})
		if err != nil {
			return err
		}
		b.replicas = append(b.replicas, replica)
		b.bundle = replica.CABundle
	}
	front.Use(b.replicas...)
	for i := range clients {
		// An ordinary user: the API server exempts administrators from fairness.
		user, err := b.c.UserConfig(fmt.Sprintf("bench-%d", i), "bench")
		if err != nil {
			return err
		}
		client, err := kubernetes.NewForConfig(user.REST)
		if err != nil {
			return err
		}
		b.clients = append(b.clients, client)
	}
	_, err = b.c.ApplyYAML("", `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: bench}
rules:
- {apiGroups: [""], resources: [pods], verbs: [create]}
- {apiGroups: [resource.k8s.io], resources: [resourceclaims], verbs: [create]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: bench}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: bench}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: bench}]
---
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: `+deviceClass+`}
spec: {}
`)
	return err
}

// measure creates them in new namespaces, and adds what that took to the result.
func (b *bench) measure(of created, kind counted, spread int, to *result) (err error) {
	if kind.webhooks {
		if err := b.c.RegisterWebhooks(b.front.URL, b.bundle); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, b.c.UnregisterWebhooks()) }()
	}
	var names []string
	for range spread {
		b.serial++
		names = append(names, fmt.Sprintf("bench-%d", b.serial))
	}
	prepare := func(name string) error {
		if err := b.c.CreateNamespace(name, nil); err != nil || !kind.quota {
			return err
		}
		_, err := b.c.ApplyYAML(name, of.manifest(kind))
		return err
	}
	if err := forEach(names, prepare); err != nil {
		return err
	}
	if kind.name == "DeviceQuota" {
		// One that nobody counted yet refuses, and who has not heard of it lets pass.
		counted := b.c.Kubectl("wait", "--all-namespaces", "--all", "--for=condition=Ready", "--timeout=1m", "devicequota")
		if counted.ExitCode != 0 {
			return fmt.Errorf("wait until the quotas were counted: %s", counted.Stderr)
		}
	}
	for _, name := range names {
		if err := cluster.WaitFor("the quota to count", time.Minute, func() error { return of.create(b.clients[0], name, "first") }); err != nil {
			return err
		}
	}
	callsBefore, err := b.calls()
	if err != nil {
		return err
	}
	before, err := b.c.CPUTime()
	if err != nil {
		return err
	}
	latencies, err := b.work(of, names)
	if err != nil {
		return err
	}
	after, err := b.c.CPUTime()
	if err != nil {
		return err
	}
	calls, err := b.calls()
	if err != nil {
		return err
	}
	for call, count := range calls {
		to.calls[call] += count - callsBefore[call]
	}
	to.latencies = append(to.latencies, latencies...)
	for program, used := range after {
		to.used[program] += used - before[program]
	}
	return forEach(names, b.c.DeleteNamespace)
}

// forEach does it with all namespaces, some at a time.
func forEach(namespaces []string, do func(string) error) error {
	const atATime = 8
	failures := make([]error, len(namespaces))
	room := make(chan struct{}, atATime)
	var group sync.WaitGroup
	for i, namespace := range namespaces {
		room <- struct{}{}
		group.Go(func() {
			failures[i] = do(namespace)
			<-room
		})
	}
	group.Wait()
	return errors.Join(failures...)
}

func (b *bench) work(of created, namespaces []string) ([]time.Duration, error) {
	var lock sync.Mutex
	var all []time.Duration
	var failures error
	var group sync.WaitGroup
	end := time.Now().Add(b.lasts)
	for i, client := range b.clients {
		group.Go(func() {
			var mine []time.Duration
			var failure error
			for n := 0; time.Now().Before(end) && failure == nil; n++ {
				began := time.Now()
				failure = of.create(client, namespaces[(i+n)%len(namespaces)], fmt.Sprintf("p-%d-%d", i, n))
				mine = append(mine, time.Since(began))
			}
			lock.Lock()
			defer lock.Unlock()
			all = append(all, mine...)
			failures = errors.Join(failures, failure)
		})
	}
	group.Wait()
	return all, failures
}

func createPod(client *kubernetes.Clientset, namespace, name string) error {
	gpus := corev1.ResourceList{deviceName: *resource.NewQuantity(1, resource.DecimalSI)}
	pod := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name},
		Spec: corev1.PodSpec{
			Containers: []corev1.Container{{
				Name: "main", Image: "example.com/none", Resources: corev1.ResourceRequirements{Limits: gpus, Requests: gpus},
			}},
			// The scheduler stays out of it.
			SchedulingGates: []corev1.PodSchedulingGate{{Name: "example.com/never"}},
		},
	}
	_, err := client.CoreV1().Pods(namespace).Create(context.Background(), pod, metav1.CreateOptions{})
	return err
}

func createClaim(client *kubernetes.Clientset, namespace, name string) error {
	claim := &resourcev1.ResourceClaim{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name},
		Spec: resourcev1.ResourceClaimSpec{Devices: resourcev1.DeviceClaim{Requests: []resourcev1.DeviceRequest{{
			Name: "gpu", Exactly: &resourcev1.ExactDeviceRequest{DeviceClassName: deviceClass, AllocationMode: resourcev1.DeviceAllocationModeExactCount, Count: 1},
		}}}},
	}
	_, err := client.ResourceV1().ResourceClaims(namespace).Create(context.Background(), claim, metav1.CreateOptions{})
	return err
}

func (b *bench) print(of created, results map[string]*result, spread int, took time.Duration) {
	where := "one namespace"
	if spread > 1 {
		where = fmt.Sprintf("%d namespaces", spread)
	}
	fmt.Printf("%s into %s, %d clients\n", of.name, where, len(b.clients))
	builtIn := results["ResourceQuota"].latencies
	for _, kind := range kinds {
		latencies := results[kind.name].latencies
		line := fmt.Sprintf("  %-14s %8.0f creates/s  p50 %7.1f ms  p99 %7.1f ms", kind.name,
			float64(len(latencies))/took.Seconds(), at(latencies, 50), at(latencies, 99))
		if kind.webhooks {
			line += fmt.Sprintf("  %.2f times as many, %.2f times the p99", float64(len(latencies))/float64(len(builtIn)), at(latencies, 99)/at(builtIn, 99))
		}
		fmt.Println(line)
	}
	fmt.Println("  CPU time of a create, in ms")
	for _, kind := range kinds {
		line := fmt.Sprintf("  %-14s", kind.name)
		for _, program := range programs {
			used := results[kind.name].used[program]
			line += fmt.Sprintf("  %s %.2f", program, used.Seconds()*1000/float64(len(results[kind.name].latencies)))
		}
		fmt.Println(line)
	}
}

var programs = []string{"kube-apiserver", "etcd", "kube-controller-manager", "kube-scheduler", "drawbridge", "load"}

// A watch counts once it has ended.
var callLine = regexp.MustCompile(`(?m)^apiserver_request_total\{code="(\d+)".*,resource="(pods|resourceclaims|devicequotas)",scope="\w+",subresource="(\w*)",verb="(\w+)",.*\} (\S+)$`)

// calls that the API server has answered by now of what is measured: "PUT devicequotas/status 200".
func (b *bench) calls() (map[string]float64, error) {
	metrics := b.c.Kubectl("get", "--raw", "/metrics")
	if metrics.ExitCode != 0 {
		return nil, fmt.Errorf("metrics of the API server: %s", metrics.Stderr)
	}
	calls := map[string]float64{}
	for _, line := range callLine.FindAllStringSubmatch(metrics.Stdout, -1) {
		count, err := strconv.ParseFloat(line[5], 64)
		if err != nil {
			return nil, err
		}
		calls[strings.TrimSuffix(line[4]+" "+line[2]+"/"+line[3], "/")+" "+line[1]] += count
	}
	return calls, nil
}

// printCalls says which calls come with a create, itself among them.
func printCalls(result *result) {
	fmt.Print("  Calls of a create with a DeviceQuota:")
	for _, call := range slices.Sorted(maps.Keys(result.calls)) {
		if each := result.calls[call] / float64(len(result.latencies)); each >= 0.005 {
			fmt.Printf("  %s %.2f", call, each)
		}
	}
	fmt.Println()
}

var writeLine = regexp.MustCompile(`(?m)^drawbridge_charge_writes_total\{outcome="(\w+)"\} (\S+)$`)

// printWrites says how many writes of a DeviceQuota charged so many objects.
func (b *bench) printWrites(of created, charged int) error {
	var sent, late float64
	for _, replica := range b.replicas {
		text, err := replica.Get("/metrics")
		if err != nil {
			return err
		}
		for _, line := range writeLine.FindAllStringSubmatch(text, -1) {
			number, err := strconv.ParseFloat(line[2], 64)
			if err != nil {
				return err
			}
			if line[1] == "conflict" {
				late += number
			} else {
				sent += number
			}
		}
	}
	fmt.Printf("  %d %s were charged by %.0f writes, and %.0f came too late\n", charged, of.name, sent-b.sent-(late-b.late), late-b.late)
	b.sent, b.late = sent, late
	return nil
}

// at is a percentile in milliseconds.
func at(latencies []time.Duration, percent int) float64 {
	if len(latencies) == 0 {
		return 0
	}
	slices.Sort(latencies)
	return float64(latencies[(len(latencies)-1)*percent/100].Microseconds()) / 1000
}
