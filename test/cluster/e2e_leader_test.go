package cluster_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"drawbridge.dev/test/cluster"
)

const (
	// leaseDuration is for how long a replica must have seen the Lease unchanged before it
	// takes over (LeaseTimes), and leaderLimit when it has done so on a busy machine.
	leaseDuration = 15 * time.Second
	leaderLimit   = 60 * time.Second
	// careTwice is longer than a leader takes to look twice at what is to do
	// (kTemplateCareInterval).
	careTwice = 5 * time.Second
)

// What one replica does for all: who it is, and that it does it. The pods of these tests
// are judged by an instance that reads its state from a folder: it takes no part in the
// election.
func TestLeader(t *testing.T) {
	t.Parallel()
	c := ownCluster(t, cluster.Options{})
	must(t, c.InstallCRDs())
	_, err := c.ApplyYAML("", gateMapping)
	must(t, err)
	gate, err := cluster.StartDrawbridge(c, cluster.DrawbridgeOptions{
		State: cluster.ClassesYAML + "---" + gateMapping, Args: briefShutdown,
	})
	must(t, err)
	defer func() { must(t, gate.Stop()) }()

	e := &election{view: &view{c, t}}
	for range 3 {
		e.join()
	}
	for _, one := range []struct {
		name string
		test func(*election)
	}{
		{"killed", leaderIsKilled},
		{"paused", leaderIsPaused},
		{"restarted", leadersAreReplaced},
		{"deleted-template", tenantDeletesTheTemplate},
		{"clean-up", podsAreCreatedDuringTheCleanUp},
	} {
		if !t.Run(one.name, func(t *testing.T) { one.test(e.in(t)) }) {
			break // the next begins with what this one left
		}
	}
}

// election is three replicas that are never registered, one of which leads.
type election struct {
	*view
	replicas []*instance
}

func (e *election) in(t *testing.T) *election {
	e.view = &view{e.Cluster, t}
	return e
}

// join starts a replica that stays until the end of the test that called it first.
func (e *election) join() *instance {
	e.t.Helper()
	d, err := cluster.StartDrawbridge(e.Cluster, cluster.DrawbridgeOptions{
		Live: true, NoWebhooks: true, Args: append([]string{"--template-time-to-live", "1"}, briefShutdown...),
	})
	must(e.t, err)
	one := &instance{d, e.view, d.Reviewer()}
	e.replicas = append(e.replicas, one)
	return one
}

// leave ends a replica as its pod ends.
func (e *election) leave(one *instance) {
	e.t.Helper()
	must(e.t, one.Stop())
	e.forget(one)
}

func (e *election) forget(one *instance) {
	var left []*instance
	for _, other := range e.replicas {
		if other != one {
			left = append(left, other)
		}
	}
	e.replicas = left
}

func (e *election) lease() (*coordinationv1.Lease, error) {
	return e.Client.CoordinationV1().Leases(cluster.LiveNamespace).Get(e.t.Context(), "drawbridge", getOptions)
}

// renewed is when the Lease was last renewed.
func (e *election) renewed() time.Time {
	e.t.Helper()
	lease, err := e.lease()
	must(e.t, err)
	return lease.Spec.RenewTime.Time
}

var (
	leads     = regexp.MustCompile(`this replica leads \(term (\d+)\)`)
	leadsOver = "this replica leads no more"
	putBack   = regexp.MustCompile(`ResourceClaimTemplate (\S+) was put back: pod`)
	removed   = regexp.MustCompile(`ResourceClaimTemplate (\S+) was removed: nobody uses it`)
)

// term is the number of the term that an instance says it leads in; empty when it does
// not.
func (d *instance) term() string {
	log := d.Log()
	found := leads.FindAllStringSubmatchIndex(log, -1)
	if len(found) == 0 {
		return ""
	}
	last := found[len(found)-1]
	if strings.Contains(log[last[1]:], leadsOver) {
		return ""
	}
	return log[last[2]:last[3]]
}

// leader waits until one of the replicas leads in the term that the Lease names.
func (e *election) leader() (*instance, *coordinationv1.Lease) {
	e.t.Helper()
	var found *instance
	var lease *coordinationv1.Lease
	must(e.t, cluster.WaitFor("a replica to lead", leaderLimit, func() error {
		var err error
		if lease, err = e.lease(); err != nil {
			return err
		}
		if lease.Spec.HolderIdentity == nil || *lease.Spec.HolderIdentity == "" || lease.Spec.LeaseTransitions == nil {
			return errors.New("nobody holds the Lease")
		}
		for _, one := range e.replicas {
			if one.term() == fmt.Sprint(*lease.Spec.LeaseTransitions) {
				found = one
				return nil
			}
		}
		return fmt.Errorf("%s holds the Lease, and nobody says so", *lease.Spec.HolderIdentity)
	}))
	return found, lease
}

// onlyOneLeads checks what the replicas say of themselves. One that is paused says
// nothing.
func (e *election) onlyOneLeads() {
	e.t.Helper()
	terms := map[string]bool{}
	for _, one := range e.replicas {
		if term := one.term(); term != "" {
			terms[term] = true
		}
	}
	if len(terms) != 1 {
		e.t.Errorf("there are leaders of the terms %v", terms)
	}
}

// waiting is a pod that has no claim yet, for nobody makes any, and its template.
type waiting struct {
	*room
	pod *corev1.Pod
}

// podWaits makes one, in a room of its own. Nothing makes claims until claimsAreMade.
func (e *election) podWaits(name string) *waiting {
	e.t.Helper()
	r := newRoomOn(e.t, e.Cluster, name, nil, gpus(1)...)
	e.KillControllerManager()
	e.t.Cleanup(func() {
		if e.t.Failed() {
			_ = e.StartControllerManagerAgain()
		}
	})
	pod := r.mustCreate(r.pod("train", "nvidia.com/gpu: 1"))
	wantStripped(e.t, pod)
	return &waiting{r, pod}
}

// tenantDeletes removes the pod's template, as whoever may edit the namespace can.
func (w *waiting) tenantDeletes() types.UID {
	w.t.Helper()
	made := w.oneTemplate()
	tenant := w.tenant("tenant-of-" + w.namespace)
	must(w.t, w.KubectlAs(tenant, "-n", w.namespace, "delete", "resourceclaimtemplate", made.Name).Err())
	return made.UID
}

// isPutBack waits until there is another template in the place of the one that was
// deleted.
func (w *waiting) isPutBack(deleted types.UID, limit time.Duration) {
	w.t.Helper()
	must(w.t, cluster.WaitFor("the template to be put back", limit, func() error {
		all := w.templates()
		if len(all) != 1 || all[0].UID == deleted {
			return fmt.Errorf("there are %d", len(all))
		}
		return nil
	}))
}

// claimsAreMade lets the pod have its claim, and checks that it gets its device.
func (w *waiting) claimsAreMade() {
	w.t.Helper()
	must(w.t, w.StartControllerManagerAgain())
	one(w.t, w.devicesOf(w.pod.Name))
}

// One of three takes over when the leader is gone without a word, though not before its
// time, and does what is to do: also what happened while nobody led.
func leaderIsKilled(e *election) {
	old, _ := e.leader()
	e.onlyOneLeads()
	old.Kill()
	e.forget(old)
	last := e.renewed()
	w := e.podWaits("nobody-leads")
	deleted := w.tenantDeletes()

	next, lease := e.leader()
	if waited := lease.Spec.AcquireTime.Sub(last); waited < leaseDuration {
		e.t.Errorf("another took over %s after the last renewal", waited)
	}
	e.onlyOneLeads()
	w.isPutBack(deleted, cluster.DefaultLimit)
	// It says so right after the API server has answered.
	said := func() []string { return putBack.FindAllString(next.Log(), -1) }
	for end := time.Now().Add(10 * time.Second); len(said()) == 0 && time.Now().Before(end); {
		time.Sleep(50 * time.Millisecond)
	}
	if got := said(); len(got) != 1 {
		e.t.Errorf("the new leader says it put back %q", got)
	}
	w.claimsAreMade()
	e.join()
}

// A replica that was paused past its term does nothing when it goes on, though there is
// much to do and nobody else does it.
func leaderIsPaused(e *election) {
	old, before := e.leader()
	w := e.podWaits("paused")
	must(e.t, old.Pause())
	defer func() { _ = old.Resume() }()
	did := len(old.Log())
	e.forget(old)
	next, lease := e.leader()
	if *lease.Spec.HolderIdentity == *before.Spec.HolderIdentity {
		e.t.Fatal("the paused replica holds the Lease")
	}

	// Nobody else can act, and the Lease is not for the taking yet.
	must(e.t, next.Pause())
	defer func() { _ = next.Resume() }()
	deleted := w.tenantDeletes()
	must(e.t, old.Resume())
	must(e.t, cluster.WaitFor("the replica to say that it leads no more", careTwice, func() error {
		if term := old.term(); term != "" {
			return fmt.Errorf("it leads in term %s", term)
		}
		return nil
	}))
	for end := time.Now().Add(careTwice); time.Now().Before(end); time.Sleep(lasting) {
		if made := w.templates(); len(made) > 0 {
			e.t.Fatalf("somebody put the template back:\n%s", old.Log())
		}
		if term := old.term(); term != "" {
			e.t.Fatalf("it leads again, in term %s", term)
		}
	}
	must(e.t, next.Resume())
	e.replicas = append(e.replicas, old)
	w.isPutBack(deleted, leaderLimit)
	if after, _, _ := strings.Cut(old.Log()[did:], leadsOver); putBack.MatchString(after) {
		e.t.Errorf("it acted after its term:\n%s", after)
	}
	w.claimsAreMade()
}

// A rollout replaces one replica after the other: each gives the Lease away, and nobody
// waits for its time to run out.
func leadersAreReplaced(e *election) {
	for range len(e.replicas) {
		old, before := e.leader()
		e.join()
		stopped := time.Now()
		e.leave(old)
		next, lease := e.leader()
		if waited := lease.Spec.AcquireTime.Sub(stopped); waited > leaseDuration*2/3 {
			e.t.Errorf("the Lease was taken %s after its holder ended", waited)
		}
		if *lease.Spec.LeaseTransitions <= *before.Spec.LeaseTransitions || next == old {
			e.t.Errorf("term %d follows term %d", *lease.Spec.LeaseTransitions, *before.Spec.LeaseTransitions)
		}
		if !strings.Contains(old.Log(), leadsOver) {
			e.t.Error("it ended as the leader")
		}
	}
	e.onlyOneLeads()
}

// The leader saw it go.
func tenantDeletesTheTemplate(e *election) {
	leader, _ := e.leader()
	did := len(leader.Log())
	w := e.podWaits("deleted")
	deleted := w.tenantDeletes()
	w.isPutBack(deleted, cluster.DefaultLimit)
	template := w.oneTemplate()
	if got := putBack.FindStringSubmatch(leader.Log()[did:]); got == nil || got[1] != w.namespace+"/"+template.Name {
		e.t.Errorf("the leader says it put back %q", got)
	}
	w.claimsAreMade()
	// Then the tenant may have it.
	must(e.t, w.Client.ResourceV1().ResourceClaimTemplates(w.namespace).Delete(e.t.Context(), template.Name, metav1.DeleteOptions{}))
	for end := time.Now().Add(lasting); time.Now().Before(end); time.Sleep(lasting / 5) {
		if _, err := w.Client.ResourceV1().ResourceClaimTemplates(w.namespace).Get(e.t.Context(), template.Name, getOptions); !apierrors.IsNotFound(err) {
			e.t.Fatalf("a template that nobody waits for is there again: %v", err)
		}
	}
}
