package cluster_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"drawbridge.dev/test/cluster"
)

// history is what etcd stored of a namespace under one DeviceQuota, revision after revision. At each
// of them what is stored, and what is held for what is not, is no more than used, and that no more
// than hard: a pod or claim is stored after its charge, and goes before a count finds it gone. What
// was deleted and is not counted yet leaves room below used; so each object has to have had its hold.
//
// docs/quota.md declares two exceptions, and neither can occur here: all replicas know the
// DeviceQuota before the first client starts, those that come later list it before they are ready;
// and no claim is made for a pod, since no pod is scheduled or names a template.
type history struct {
	namespace string

	mu         sync.Mutex
	revision   int64
	stored     map[string]storedObject // pods and claims that are there, by name
	total      int64                   // devices of these
	used, held int64
	heldFor    map[string]int64 // devices, by name
	mostTotal  int64
	longest    time.Duration        // that a hold stayed beside its object
	holds      map[string]*holdSeen // all that ever were, by the name of the object
	wrong      []string
}

// holdBesideObject is by when what is stored is counted: the next leader takes 18 s after the end of
// one and counts within 10 s, and the API server may be away meanwhile.
const holdBesideObject = time.Minute

type storedObject struct {
	devices int64
	since   time.Time
}

type holdSeen struct {
	devices int64
	came    bool // its object
}

// follow begins before there is anything in the namespace.
func (h *history) follow(t *testing.T, c *cluster.Cluster, namespace string) {
	h.namespace = namespace
	h.stored, h.holds = map[string]storedObject{}, map[string]*holdSeen{}
	ctx, cancel := context.WithCancel(context.Background())
	ended, err := c.FollowStored(ctx, h.saw)
	must(t, err)
	t.Cleanup(func() {
		cancel()
		must(t, <-ended)
	})
}

func (h *history) saw(change cluster.StoredChange) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.revision = change.Revision
	kind, name, _ := strings.Cut(strings.TrimPrefix(change.Key, "/registry/"), "/"+h.namespace+"/")
	switch kind {
	case "pods", "resourceclaims":
		devices, err := devicesStored(change)
		if err != nil {
			h.wrong = append(h.wrong, err.Error())
		}
		h.sawObject(name, devices, change.Value == nil)
		h.mostTotal = max(h.mostTotal, h.total)
	case "drawbridge.dev/devicequotas":
		if err := h.sawLedger(change); err != nil {
			h.wrong = append(h.wrong, fmt.Sprintf("%s: %v", change.Key, err))
		}
	default:
		return
	}
	if held := h.heldBeside(); h.total+held > h.used || h.used > loadHard {
		h.wrong = append(h.wrong, fmt.Sprintf("revision %d, %s: %d devices are stored and %d held for others, and the quota says that %d of %d are in use",
			change.Revision, change.Key, h.total, held, h.used, loadHard))
	}
}

// judge fails where more was stored than was charged for, or a hold kept devices from others that
// nobody asked for, or that its object had long.
func (h *history) judge(t *testing.T, answers *answers) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, text := range h.wrong[:min(len(h.wrong), 10)] {
		t.Error(text)
	}
	if more := len(h.wrong) - 10; more > 0 {
		t.Errorf("and %d more", more)
	}
	phantoms := int64(0)
	var unexplained []string
	for name, hold := range h.holds {
		if !answers.mayHaveHeld(name) {
			unexplained = append(unexplained, name)
		}
		if !hold.came {
			phantoms += hold.devices
		}
	}
	if len(unexplained) > 0 {
		t.Errorf("%d of %d holds were for what Drawbridge refused, or a dry run, or nobody asked for, as %v",
			len(unexplained), len(h.holds), unexplained[:min(len(unexplained), 10)])
	}
	t.Logf("%d devices in all were held for what never came; a hold stayed %v beside its object", phantoms, h.longest.Round(time.Second))
	if h.longest > holdBesideObject {
		t.Errorf("a hold stayed %v beside its object", h.longest)
	}
}

// heldBeside is what is held for objects that are not there.
func (h *history) heldBeside() int64 {
	held := int64(0)
	for name, devices := range h.heldFor {
		if _, isThere := h.stored[name]; !isThere {
			held += devices
		}
	}
	return held
}

func (h *history) sawObject(name string, devices int64, isGone bool) {
	one, isThere := h.stored[name]
	h.total += devices - one.devices
	if hold := h.holds[name]; hold != nil {
		hold.came = true
	}
	if isGone {
		delete(h.stored, name)
		return
	}
	if one.devices = devices; !isThere {
		one.since = time.Now()
		if hold := h.holds[name]; hold == nil || hold.devices != devices {
			h.wrong = append(h.wrong, fmt.Sprintf("%s was stored with %d devices, and its hold was %+v", name, devices, hold))
		}
	}
	h.stored[name] = one
}

// devicesStored is what the object counts for now: a pod that has ended for nothing.
func devicesStored(change cluster.StoredChange) (int64, error) {
	if change.Value == nil {
		return 0, nil
	}
	object, err := change.Object()
	if err != nil {
		return 0, err
	}
	switch object := object.(type) {
	case *corev1.Pod:
		if object.Status.Phase == corev1.PodSucceeded || object.Status.Phase == corev1.PodFailed {
			return 0, nil
		}
		gpus := object.Spec.Containers[0].Resources.Limits["example.com/gpu"]
		return gpus.Value(), nil
	case *resourcev1.ResourceClaim:
		return object.Spec.Devices.Requests[0].Exactly.Count, nil
	}
	return 0, fmt.Errorf("%s in etcd is a %T", change.Key, object)
}

func (h *history) sawLedger(change cluster.StoredChange) error {
	var quota struct {
		Status struct {
			Used  map[string]string
			Holds []string
		}
	}
	if err := json.Unmarshal(change.Value, &quota); err != nil {
		return err
	}
	for name := range h.heldFor { // until now
		if one, isThere := h.stored[name]; isThere {
			h.longest = max(h.longest, time.Since(one.since))
		}
	}
	h.used, h.held, h.heldFor = 0, 0, map[string]int64{}
	if used, counted := quota.Status.Used["example.com/gpu"]; counted {
		var err error
		if h.used, err = strconv.ParseInt(used, 10, 64); err != nil {
			return err
		}
	}
	for _, text := range quota.Status.Holds {
		var hold struct {
			Name   string
			Kind   string
			Charge map[string]string
		}
		if err := json.Unmarshal([]byte(text), &hold); err != nil {
			return err
		}
		devices, err := strconv.ParseInt(hold.Charge["example.com/gpu"], 10, 64)
		if err != nil {
			return err
		}
		h.held += devices
		h.heldFor[hold.Name] += devices
		_, isThere := h.stored[hold.Name]
		if h.holds[hold.Name] == nil {
			h.holds[hold.Name] = &holdSeen{devices: devices, came: isThere}
		}
	}
	return nil
}

// most is what was stored at most at a time.
func (h *history) most() int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.mostTotal
}

// mostAnew is the same, which begins anew.
func (h *history) mostAnew() int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	most := h.mostTotal
	h.mostTotal = h.total
	return most
}

// last is what was heard of last.
func (h *history) last() (stored, used, held int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.total, h.used, h.held
}

// now has heard of all that was answered before.
func (h *history) now(l *quotaWorld) (stored, used, held int64) {
	l.t.Helper()
	mark := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: h.namespace, GenerateName: "mark-"}}
	made, err := l.Client.CoreV1().ConfigMaps(h.namespace).Create(context.Background(), mark, metav1.CreateOptions{})
	must(l.t, err)
	revision, err := strconv.ParseInt(made.ResourceVersion, 10, 64)
	must(l.t, err)
	must(l.t, cluster.WaitFor("etcd to tell of a revision", cluster.DefaultLimit, func() error {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.revision < revision {
			return errNot
		}
		return nil
	}))
	return h.last()
}

// settles: used is what there is and what is held.
func (l *quotaWorld) settles() {
	l.history.now(l)
	must(l.t, cluster.WaitFor("what is used to be what is there", time.Minute, func() error {
		if stored, used, held := l.history.last(); used != stored+held {
			return fmt.Errorf("%d are there, and the quota says %d, %d of them held", stored, used, held)
		}
		return nil
	}))
}

// freedWithin is by when all is free that was held for what never came: a minute after its leader
// has seen it, which may have just begun to lead, and with the next count.
const freedWithin = 2 * time.Minute

// frees: of what is deleted nothing stays in use, and no hold for what was refused behind us.
func (l *quotaWorld) frees() {
	began := time.Now()
	must(l.t, l.Client.CoreV1().Pods(l.namespace).DeleteCollection(context.Background(), atOnce(), metav1.ListOptions{}))
	must(l.t, l.Client.ResourceV1().ResourceClaims(l.namespace).DeleteCollection(context.Background(), atOnce(), metav1.ListOptions{}))
	must(l.t, cluster.WaitFor("all to be free", freedWithin, func() error {
		if stored, used, held := l.history.last(); stored+used+held > 0 {
			return fmt.Errorf("%d are there, and the quota says %d, %d of them held", stored, used, held)
		}
		return nil
	}))
	l.t.Logf("all was free %v after the load", time.Since(began).Round(time.Second))
}

// canBeHadToTheLast: nobody is refused who asks for one that is free, and there is not one more. Where
// a request fails on a busy machine, its hold keeps a device for a minute.
func (l *quotaWorld) canBeHadToTheLast() {
	// One after the other would take long: a replica rests after each write.
	var all sync.WaitGroup
	var failures atomic.Int64
	for first := range 10 {
		all.Go(func() {
			for i := first; i < loadHard; i += 10 {
				err := cluster.WaitFor("one that is free", freedWithin, func() error {
					err := l.createOne(i)
					switch answerOf(err, metav1.CreateOptions{}) {
					case hasFailed:
						failures.Add(1)
					case wasExceeded:
						if failures.Load() == 0 {
							l.t.Errorf("one of those that are free: %v", err)
						}
					}
					return err
				})
				if err != nil {
					l.t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	if stored, used, _ := l.history.now(l); stored != loadHard || used != loadHard {
		l.t.Errorf("%d are there, and the quota says %d", stored, used)
	}
	for number := range 2 { // a claim, and a pod
		err := l.createOne(loadHard + 2 + number)
		if err == nil || !strings.Contains(err.Error(), "has 100 of 100 example.com/gpu in use") || !strings.HasSuffix(err.Error(), "[QuotaExceeded]") {
			l.t.Errorf("one more than there is: %v", err)
		}
	}
}

// createOne makes a pod or a claim of one device, unless an earlier call that failed has. Charged
// each time that it is asked for, the last one would never fit.
func (l *quotaWorld) createOne(number int) (err error) {
	name, labels := fmt.Sprintf("last-%d", number), map[string]string{"asked": "twice"}
	if number%3 == 0 {
		claim := gpuClaimOf(l.namespace, 1)
		claim.GenerateName, claim.Name, claim.Labels = "", name, labels
		_, err = l.createClaim(l.Client, claim, metav1.CreateOptions{})
	} else {
		pod := gpuPod(l.namespace, name, 1)
		pod.Labels = labels
		_, err = l.createGatedPod(l.Client, pod, metav1.CreateOptions{})
	}
	if apierrors.IsAlreadyExists(err) {
		return nil
	}
	return err
}
