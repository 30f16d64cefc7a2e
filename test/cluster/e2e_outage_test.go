package cluster_test

import (
	"errors"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"drawbridge.dev/test/cluster"
)

// startBehind runs an instance that is registered by the address of a front only.
func startBehind(t *testing.T) *cluster.Drawbridge {
	t.Helper()
	d, err := cluster.StartDrawbridge(shared(t), cluster.DrawbridgeOptions{
		State: gateState(t), NoWebhooks: true, Args: briefShutdown,
	})
	must(t, err)
	t.Cleanup(func() { must(t, d.Stop()) })
	return d
}

func startFront(t *testing.T, instances ...*cluster.Drawbridge) *cluster.Front {
	t.Helper()
	c := shared(t)
	front, err := cluster.NewFront()
	must(t, err)
	front.Use(instances...)
	must(t, c.RegisterWebhooks(front.URL, instances[0].CABundle))
	t.Cleanup(func() {
		must(t, c.UnregisterWebhooks())
		front.Close()
	})
	return front
}

var answered = regexp.MustCompile(`drawbridge_server_requests_total\{[^}]*path="(/[a-z]+)"[^}]*\} (\d+)`)

// requestsTo counts what an instance has answered, by path. It counts an answer once it is
// written, which whoever asked may have read by then: so what it says twice is waited for.
func requestsTo(t *testing.T, d *cluster.Drawbridge) map[string]int {
	t.Helper()
	counts := countedBy(t, d)
	for range 50 { // Of pods that keep coming it is never said twice.
		time.Sleep(100 * time.Millisecond)
		before := counts
		counts = countedBy(t, d)
		if maps.Equal(before, counts) {
			break
		}
	}
	return counts
}

func countedBy(t *testing.T, d *cluster.Drawbridge) map[string]int {
	t.Helper()
	metrics, err := d.Get("/metrics")
	must(t, err)
	counts := map[string]int{}
	for _, match := range answered.FindAllStringSubmatch(metrics, -1) {
		count, err := strconv.Atoi(match[2])
		must(t, err)
		counts[match[1]] += count
	}
	return counts
}

// Who waits for Drawbridge: whoever wants a device, and nobody else.
func TestDrawbridgeIsDown(t *testing.T) {
	first := startBehind(t)
	front := startFront(t, first)
	r := newNamedRoom(t, "outage", nil, gpus(2)...)

	r.mustCreate(r.pod("plain-before", "cpu: 1"))
	if got := requestsTo(t, first); len(got) != 0 {
		t.Errorf("it was asked about a pod without devices: %v", got)
	}
	before := r.mustCreate(r.pod("before", "nvidia.com/gpu: 1"))
	// What the early one rewrote the late one is not asked about. (It may have been
	// asked about the claim that was made of the template meanwhile, too.)
	if got := requestsTo(t, first); got["/mutate"] != 1 || got["/validate"] < 1 || len(before.Spec.ResourceClaims) != 1 {
		t.Errorf("it was asked %v about a pod whose claims are %v; want once to change it, and 1 claim", got, before.Spec.ResourceClaims)
	}
	r.mustCreate(r.pod("unmapped", "example.com/unmapped: 1"))
	if got := requestsTo(t, first); got["/mutate"] != 3 {
		t.Errorf("it was asked %v; want 2 times more to change a pod that it leaves alone", got)
	}

	front.Use()
	must(t, first.Stop())
	r.mustCreate(r.pod("plain-meanwhile", "cpu: 1"))
	_, _, err := r.create(r.pod("meanwhile", "nvidia.com/gpu: 1"))
	if err == nil || !strings.Contains(err.Error(), `failed calling webhook "mutate.drawbridge.dev"`) {
		t.Errorf("a pod with a device, while Drawbridge is down: %v", err)
	}
	// Workloads are only advised: they go through, and their pods wait.
	_, err = r.ApplyYAML(r.namespace, `
apiVersion: apps/v1
kind: Deployment
metadata: {name: patient}
spec:
  selector: {matchLabels: {app: patient}}
  template:
    metadata: {labels: {app: patient}}
    spec:
      nodeSelector: {kubernetes.io/hostname: `+r.node+`}
      containers: [{name: main, image: example.com/none, resources: {limits: {nvidia.com/gpu: 1}}}]
`)
	must(t, err)
	must(t, cluster.WaitFor("the Deployment's pod to be refused", cluster.DefaultLimit, func() error {
		for _, event := range r.Events(r.namespace, "") {
			if event.Reason == "FailedCreate" && strings.Contains(event.Message, "failed calling webhook") {
				return nil
			}
		}
		return errors.New("no event says so")
	}))

	second := startBehind(t)
	front.Use(second)
	pods, err := r.WaitPodsAllocated(r.namespace, "app=patient", 1)
	must(t, err)
	if len(pods[0].Devices) != 1 {
		t.Errorf("the Deployment's pod got %v", pods[0].Devices)
	}
	r.oneTemplate()
}

// Two instances behind one address are replaced one after the other, as a rollout
// does it, while pods are created all the time. Nobody notices.
func TestRollingRestartLosesNoPod(t *testing.T) {
	old := []*cluster.Drawbridge{startBehind(t), startBehind(t)}
	front := startFront(t, old...)
	r := newNamedRoom(t, "rolling", nil)
	// Their pods are gated: this is not about the scheduler.
	stream := r.streamPods()
	stream.created.more(t, 20)
	replacement := startBehind(t)
	front.Use(replacement, old[1])
	must(t, old[0].Stop())
	stream.created.more(t, 20)
	last := startBehind(t)
	front.Use(replacement, last)
	must(t, old[1].Stop())
	stream.created.more(t, 20)
	stream.stop()
	if got := requestsTo(t, replacement)["/mutate"] + requestsTo(t, last)["/mutate"]; got < 20 {
		t.Errorf("the new instances answered %d requests: the test shows nothing", got)
	}
	r.oneTemplate()
}
