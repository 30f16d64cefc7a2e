package kueue

import (
	"flag"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
	"time"

	ctrl "sigs.k8s.io/controller-runtime"
)

var (
	seed = flag.Uint64("seed", 0, "first seed, 0 for one of the time")
	n    = flag.Int("n", 0, "how many clusters; 0 for as many as -for allows")
	span = flag.Duration("for", 20*time.Second, "how long, where -n is 0")
	per  = flag.Int("per", 16, "how many workloads a cluster")
	keep = flag.Int("keep", 5, "how many reproductions of a fault and kind are written")
	show = flag.Bool("excepted", false, "whether differences that are meant are written, too")
	out  = flag.String("out", filepath.Join("..", "..", "build", "kueue"), "where they are written")
)

// Whatever the seed, what Kueue's own code decides is what Drawbridge says.
func TestDrawbridgeSaysWhatKueueDecides(t *testing.T) {
	first := *seed
	if first == 0 {
		first = uint64(time.Now().UnixNano()) % 1_000_000_000
	}
	under, err := newProgram(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	all := newTally(*out, *keep, *show)
	start := time.Now()
	count := 0
	for ; *n > 0 && count < *n || *n == 0 && time.Since(start) < *span; count++ {
		if err := all.run(under, first+uint64(count), *per); err != nil {
			t.Fatalf("-seed %d -n 1: %v", first+uint64(count), err)
		}
	}
	t.Logf("%d clusters from -seed %d\n%s", count, first, all)
	for _, one := range all.reported {
		t.Error(one)
	}
	if all.compared >= leastForShares {
		for _, missing := range all.missing() {
			t.Error(missing)
		}
	}
}

func TestMain(m *testing.M) {
	must(openGates())
	ctrl.SetLogger(silent)
	// Clusters in memory come and go.
	debug.SetGCPercent(400)
	flag.Parse()
	os.Exit(m.Run())
}

// A comparison that can't fail shows nothing: with Kueue's decisions turned round, every fault is found.
func TestTurnedDecisionsAreNoticed(t *testing.T) {
	under, err := newProgram(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	found := map[fault]int{}
	for number := uint64(1); number <= 12; number++ {
		err := eachDecision(under, number, 16, func(_ *cluster, _ drawn, of decision, says said) {
			turned := of
			if of.couldEver() {
				turned.misconfigured = "turned"
			} else {
				turned.misconfigured, turned.ever, turned.now = "", attempt{fits: true}, attempt{fits: true}
				turned.stopped = false
			}
			if one, _ := compare(turned, says); one != "" {
				found[one]++
			}
			turned = of
			turned.stopped = false
			turned.now = attempt{fits: !of.now.fits}
			if one, _ := compare(turned, says); one != "" {
				found[one]++
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, one := range []fault{falseRefusal, silentNever, silentWait, falseWait} {
		if found[one] < 3 {
			t.Errorf("%q was found %d times", one, found[one])
		}
	}
}
