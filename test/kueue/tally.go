package kueue

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// tally counts what was compared, and reports what differs.
type tally struct {
	folder string
	keep   int
	// Differences that are meant are reported, too.
	showExcepted bool

	compared int
	// By kind, and in each by outcome.
	kinds    map[string]map[outcome]int
	outcomes map[outcome]int
	// Of what could be admitted, by what it has.
	features map[string]int
	// Of the answers of Drawbridge.
	refused, warned, waits int
	// What is not compared, and why.
	left map[string]int
	// By the name of the exception.
	excepted map[string]int
	whys     map[string]int
	// By fault and kind.
	faults   map[string]int
	reported []string
}

func newTally(folder string, keep int, showExcepted bool) *tally {
	return &tally{
		folder: folder, keep: keep, showExcepted: showExcepted,
		kinds:    map[string]map[outcome]int{},
		outcomes: map[outcome]int{},
		features: map[string]int{},
		left:     map[string]int{},
		excepted: map[string]int{},
		faults:   map[string]int{},
	}
}

// run compares the workloads of one seed.
func (t *tally) run(under program, seed uint64, per int) error {
	return eachDecision(under, seed, per, func(c *cluster, of drawn, made decision, says said) {
		switch {
		case made.refused != "":
			t.left["refused by Kueue's webhooks or the API server"]++
			return
		case made.nothing:
			t.left["without pods"]++
			return
		case made.ever.panicked || made.now.panicked:
			t.left["Kueue panics"]++
			if t.showExcepted {
				t.report(seed, c, of, made, says, "left out, Kueue panics")
			}
			return
		case made.ever.unknown || made.now.unknown:
			t.left["too many choices of flavors"]++
			return
		}
		t.count(c, of, made, says)
		found, exception := compare(made, says)
		if exception != "" {
			t.excepted[exception]++
			if t.showExcepted {
				t.report(seed, c, of, made, says, fault("excepted by "+exception))
			}
		}
		if found != "" {
			t.report(seed, c, of, made, says, found)
		}
	})
}

func (t *tally) count(c *cluster, of drawn, made decision, says said) {
	t.compared++
	comes := made.outcome()
	t.outcomes[comes]++
	if t.kinds[of.kind] == nil {
		t.kinds[of.kind] = map[outcome]int{}
	}
	t.kinds[of.kind][comes]++
	for name, has := range features {
		if comes != never && has(c, of, made) {
			t.features[name]++
		}
	}
	switch {
	case says.refused:
		t.refused++
	case says.warnedNever:
		t.warned++
	case says.waits:
		t.waits++
	}
}

// report writes the first of each fault and kind, and counts the others.
func (t *tally) report(seed uint64, c *cluster, of drawn, made decision, says said, found fault) {
	key := string(found) + ": " + of.kind
	t.faults[key]++
	if t.faults[key] > t.keep {
		return
	}
	folder := filepath.Join(t.folder, fileName(string(found)), fmt.Sprintf("%s-%d-%s", fileName(of.kind), seed, of.name))
	text := explained(seed, of, made, says, found)
	must(reproduce(folder, c, of, text))
	t.reported = append(t.reported, text+"in "+folder)
}

func (t *tally) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%d workloads compared: %s\n", t.compared, counted(t.outcomes))
	fmt.Fprintf(&text, "drawbridge: %d refused, %d warned of never, %d of waiting\n", t.refused, t.warned, t.waits)
	for _, kind := range slices.Sorted(maps.Keys(t.kinds)) {
		fmt.Fprintf(&text, "  %-16s %s\n", kind, counted(t.kinds[kind]))
	}
	for _, part := range []struct {
		title  string
		counts map[string]int
	}{{"of what could be admitted", t.features}, {"left out", t.left}, {"excepted", t.excepted}, {"FAULTS", t.faults}} {
		if len(part.counts) > 0 {
			fmt.Fprintf(&text, "%s: %s\n", part.title, counted(part.counts))
		}
	}
	return text.String()
}

func counted[K ~string](counts map[K]int) string {
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d %s", counts[key], key))
	}
	return strings.Join(parts, ", ")
}

// Below so many workloads shares say little.
const leastForShares = 3000

// missing says what hardly occurred, so that the generator does not come to draw the trivial alone.
func (t *tally) missing() []string {
	var all []string
	tooFew := func(what string, count, of, percent int) {
		if 100*count < percent*of {
			all = append(all, fmt.Sprintf("%s: %d of %d, and %d %% are wanted", what, count, of, percent))
		}
	}
	for _, one := range []outcome{never, notNow, fits} {
		tooFew(string(one), t.outcomes[one], t.compared, map[outcome]int{never: 20, notNow: 5, fits: 10}[one])
	}
	tooFew("refused", t.refused, t.compared, 20)
	tooFew("said to wait", t.waits, t.compared, 5)
	for name := range features {
		tooFew(name, t.features[name], t.compared-t.outcomes[never], 1)
	}
	for kind := range kinds {
		counts := t.kinds[kind]
		sum := counts[never] + counts[notNow] + counts[fits]
		tooFew(kind, sum, t.compared, 2)
		for _, one := range []outcome{never, notNow, fits} {
			tooFew(kind+" "+string(one), counts[one], sum, 2)
		}
	}
	slices.Sort(all)
	return all
}
