package cluster_test

import (
	"fmt"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"drawbridge.dev/test/cluster"
)

const (
	// answerLimit is what the API server gives an answer, and the answer's way.
	answerLimit = 6 * time.Second
	// slowLink still carries what changes, in a while.
	slowLink = 20_000
	// devicesOfALargeSlice are as many as a slice may have.
	devicesOfALargeSlice = 128
)

// Whatever happens to the way to the API server, an instance decides by what it
// knows, says so, and catches up when the way is whole again.
func partitionsHeal(v *view) {
	for _, one := range []struct {
		name    string
		disturb func(*cluster.Link) error
	}{
		{"cut", func(l *cluster.Link) error { l.Cut(); return nil }},
		{"hang", (*cluster.Link).Hang},
		// No object gets through whole.
		{"reset", func(l *cluster.Link) error { return l.ResetAfter(100) }},
	} {
		v.t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			v.in(t).decidesWithout(one.name, one.disturb)
		})
	}
	v.t.Run("slow", func(t *testing.T) {
		t.Parallel()
		v.in(t).learnsSlowly()
	})
	v.t.Run("reset-in-an-object", func(t *testing.T) {
		t.Parallel()
		v.in(t).learnsALargeObjectAtLast()
	})
}

func (v *view) decidesWithout(name string, disturb func(*cluster.Link) error) {
	d, link := v.startBehindLink()
	known, removed, added := "known-"+name, "removed-"+name, "added-"+name
	v.announce(known)
	v.apply("", mappingOf(removed, "gpu.nvidia.com", "Warn"))
	v.apply("", mappingOf("rewrites-"+name, "gpu.nvidia.com", "Rewrite"))
	defer v.delete(mappingKind, "", "rewrites-"+name)
	for _, mapping := range []string{known, removed} {
		d.soonFinds(aboutMapping(mapping), "WouldRewrite")
	}
	d.soonFinds(aboutMapping("rewrites-"+name), "Rewritten")

	must(v.t, disturb(link))
	before := d.ageOf("DeviceMapping")
	v.delete(mappingKind, "", removed)
	v.announce(added)
	for end := time.Now().Add(lasting); time.Now().Before(end); {
		d.stillFinds(aboutMapping(known), "WouldRewrite")
		d.stillFinds(aboutMapping(removed), "WouldRewrite")
		d.doesNotFind(aboutMapping(added), "WouldRewrite")
	}
	d.refusesInTime("rewrites-"+name, "TemplateNotCreated")
	// It knows how old that is.
	old := d.ageOf("DeviceMapping")
	if old < before+lasting {
		v.t.Errorf("what is known of DeviceMappings was %s old, and is %s old later", before, old)
	}

	must(v.t, link.Pass())
	d.soonFinds(aboutMapping(added), "WouldRewrite")
	d.soonForgets(aboutMapping(removed), "WouldRewrite")
	d.soonFinds(question{"/mutate", "kube-public", podFor("rewrites-"+name, 1)}, "Rewritten")
	if now := d.ageOf("DeviceMapping"); now >= old {
		v.t.Errorf("what is known of DeviceMappings was %s old before the way was whole again, and is %s old", old, now)
	}
}

// ageOf is how long ago the API server confirmed what an instance knows of a kind.
func (d *instance) ageOf(kind string) time.Duration {
	d.v.t.Helper()
	return time.Duration(d.metric("drawbridge_view_age_seconds", `kind="`+kind+`"`) * float64(time.Second))
}

// refusesInTime asks what can't be done now: a person must not wait for ever, and
// nothing is said to be done that is not.
func (d *instance) refusesInTime(mapping, code string) {
	d.v.t.Helper()
	start := time.Now()
	verdict := d.asks(question{"/mutate", "kube-public", podFor(mapping, 2)})
	if verdict.Allowed || len(verdict.Codes) == 0 || verdict.Codes[0] != code {
		d.v.t.Errorf("it answers %+v, want a refusal with %s", verdict, code)
	}
	if took := time.Since(start); took > answerLimit {
		d.v.t.Errorf("the answer took %s", took)
	}
}

func (v *view) learnsSlowly() {
	d, link := v.startBehindLink()
	must(v.t, link.Slow(slowLink))
	for i := range 3 {
		name := fmt.Sprint("slow-", i)
		v.announce(name)
		d.soonFinds(aboutMapping(name), "WouldRewrite")
	}
	// A list takes longer than one event.
	link.Drop()
	v.announce("slow-after-all")
	d.soonFinds(aboutMapping("slow-after-all"), "WouldRewrite")
}

// The first tries to learn of a large object end in its middle; what was learned
// before stands.
func (v *view) learnsALargeObjectAtLast() {
	d, link := v.startBehindLink()
	v.apply("", mappingOf("large", "large.nvidia.com", "Rewrite")+`---
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: large.nvidia.com}
spec: {selectors: [{cel: {expression: device.driver == 'large.nvidia.com'}}]}
`)
	slice := cluster.Slice("large.nvidia.com", "gpu-a", gpus(devicesOfALargeSlice)...)
	v.t.Cleanup(func() {
		v.delete(mappingKind, "", "large")
		v.delete(kindOf("resource.k8s.io", "v1", "deviceclasses"), "", "large.nvidia.com")
		v.delete(kindOf("resource.k8s.io", "v1", "resourceslices"), "", slice.Name)
	})
	about := aboutMapping("large")
	d.soonFinds(about, "ClassWithoutDevices")

	must(v.t, link.ResetAfter(20_000))
	must(v.t, v.PublishSlice(slice))
	for end := time.Now().Add(lasting); time.Now().Before(end); {
		d.stillFinds(about, "ClassWithoutDevices")
	}
	must(v.t, link.Pass())
	d.soonFinds(about, "Rewritten")
	must(v.t, v.Client.ResourceV1().ResourceSlices().Delete(v.t.Context(), slice.Name, metav1.DeleteOptions{}))
	d.soonFinds(about, "ClassWithoutDevices")
}

// An instance that starts before it can reach anything waits, and is not ready.
func startsBeforeTheAPIServer(v *view) {
	v.announce("before")
	link := v.newLink()
	link.Cut()
	kubeconfig, err := v.KubeconfigThrough(link)
	must(v.t, err)
	d := v.start(cluster.DrawbridgeOptions{NoWebhooks: true, NotReady: true, Kubeconfig: kubeconfig})
	for end := time.Now().Add(lasting); time.Now().Before(end); {
		if answer, err := d.Get("/readyz"); err == nil {
			v.t.Fatalf("it calls itself ready and knows nothing: %s", answer)
		}
		must(v.t, d.Running())
	}
	must(v.t, link.Pass())
	v.eventually("the instance to be ready", func() error {
		_, err := d.Get("/readyz")
		return err
	})
	// Ready is when all that exists is known.
	d.stillFinds(aboutMapping("before"), "WouldRewrite")
}
