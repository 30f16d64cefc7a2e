package cluster_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// answer is what a client was told of one create.
type answer string

const (
	wasCreated            answer = "created"
	wasDryRun             answer = "dry runs"
	wasExceeded           answer = "refused by the DeviceQuota"
	wasForeseen           answer = "refused for a ResourceQuota by Drawbridge"
	wasNotForeseen        answer = "refused by a ResourceQuota"
	wasRefusedByNeighbour answer = "refused by the neighbour"
	hasFailed             answer = "failed"
)

// answers are all that clients were told.
type answers struct {
	mu       sync.Mutex
	counts   map[answer]int
	created  time.Time       // the last one
	mayHold  map[string]bool // by the name of what was asked for
	failures []failure
	harms    []*harm
}

type failure struct {
	text         string
	began, ended time.Time
}

// harm was done to the cluster meanwhile.
type harm struct {
	kind         harmKind
	began, ended time.Time
}

type harmKind int

const (
	replicaKilled harmKind = iota
	apiServerAway
)

func answerOf(err error, options metav1.CreateOptions) answer {
	switch {
	case err == nil && options.DryRun != nil:
		return wasDryRun
	case err == nil:
		return wasCreated
	case strings.Contains(err.Error(), "[QuotaExceeded]"):
		return wasExceeded
	case strings.Contains(err.Error(), "[ResourceQuotaExceeded]"):
		return wasForeseen
	case strings.Contains(err.Error(), "exceeded quota: "):
		return wasNotForeseen
	case strings.Contains(err.Error(), "the neighbour says no"):
		return wasRefusedByNeighbour
	}
	return hasFailed
}

// heard says whether the object may be stored.
func (a *answers) heard(object metav1.Object, options metav1.CreateOptions, err error, began time.Time) bool {
	heard := answerOf(err, options)
	if heard == hasFailed {
		a.failed(err, began)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.counts == nil {
		a.counts, a.mayHold = map[answer]int{}, map[string]bool{}
	}
	a.counts[heard]++
	if heard == wasCreated {
		a.created = time.Now()
	}
	isRefusedOnce := heard == wasForeseen || heard == wasExceeded && object.GetLabels()["asked"] != "twice"
	a.mayHold[object.GetName()] = options.DryRun == nil && !isRefusedOnce
	return options.DryRun == nil && (heard == wasCreated || heard == hasFailed)
}

func (a *answers) failed(err error, began time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failures = append(a.failures, failure{err.Error(), began, time.Now()})
}

func (a *answers) count(of answer) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.counts[of]
}

func (a *answers) lastCreated() time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.created
}

// harmed begins a harm, which its return value ends.
func (a *answers) harmed(kind harmKind) (healed func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	one := &harm{kind: kind, began: time.Now()}
	a.harms = append(a.harms, one)
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		one.ended = time.Now()
	}
}

// mayHaveHeld says whether devices may have been held for it. Of what is asked for twice one may be
// charged and the other refused.
func (a *answers) mayHaveHeld(name string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.mayHold[name]
}

func (a *answers) String() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	var texts []string
	for _, kind := range slices.Sorted(maps.Keys(a.counts)) {
		texts = append(texts, fmt.Sprintf("%d %s", a.counts[kind], kind))
	}
	return strings.Join(texts, ", ")
}

// foretold are the failures that may come, and how long after which harm. Of those that may come at
// any time, on a busy machine, few may.
var foretold = []struct {
	pattern *regexp.Regexp
	harm    harmKind
	after   time.Duration
	seldom  bool
}{
	// A client's own, and of an API server that has not read its roles or kinds yet.
	{regexp.MustCompile(`^(Post|Delete) "https://127\.0\.0\.1:\d+/apis?/`), apiServerAway, 5 * time.Second, false},
	{regexp.MustCompile(`^unexpected error when reading response body`), apiServerAway, 5 * time.Second, false},
	{regexp.MustCompile(`is forbidden: User "tenant-\d+" cannot (create|delete) resource`), apiServerAway, 5 * time.Second, false},
	{regexp.MustCompile(`is forbidden: not yet ready to handle request$`), apiServerAway, 5 * time.Second, false},
	{regexp.MustCompile(`before all known HTTP paths have been installed`), apiServerAway, 5 * time.Second, false},
	// The API server's, to a replica that is gone.
	{regexp.MustCompile(webhookFailed + `(EOF|unexpected EOF|http: server closed idle connection|.*: (broken pipe|connection reset by peer|connection refused))$`),
		replicaKilled, 5 * time.Second, false},
	// Drawbridge's, and of a replica that is slow: it waits for the API server as long as a webhook may.
	{regexp.MustCompile(`\[(QuotaUnreachable|QuotaNotCounted)\]$`), apiServerAway, 12 * time.Second, true},
	{regexp.MustCompile(webhookFailed + `.*(context deadline exceeded|TLS handshake timeout)`), apiServerAway, 12 * time.Second, true},
	{regexp.MustCompile(`^Timeout: request did not complete within`), apiServerAway, 40 * time.Second, true},
	// Of two rivals, or of one and the controller that counts them.
	{regexp.MustCompile(`^Operation cannot be fulfilled on resourcequotas `), apiServerAway, 12 * time.Second, true},
}

const (
	webhookFailed = `^Internal error occurred: failed calling webhook "[a-z.-]+": failed to call webhook: Post "[^"]*": `
	// seldomPercent of all answers may be those that may come at any time.
	seldomPercent = 5
)

// judge fails where something failed that had no reason to.
func (a *answers) judge(t *testing.T) {
	a.mu.Lock()
	defer a.mu.Unlock()
	all, seldom, wrong := 0, 0, 0
	for _, count := range a.counts {
		all += count
	}
	for _, one := range a.failures {
		isForetold, isSeldom := a.isForetold(one)
		switch {
		case isForetold:
		case isSeldom:
			seldom++
		default:
			if wrong++; wrong <= 10 {
				t.Errorf("%v to %v: %s", one.began.Format(time.TimeOnly), one.ended.Format(time.TimeOnly), one.text)
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d requests failed for no reason", wrong, all)
	}
	if seldom > 0 {
		t.Logf("%d of %d requests were not answered in time, though the API server was there", seldom, all)
	}
	if seldom*100 > all*seldomPercent {
		t.Errorf("that is more than %d %%", seldomPercent)
	}
}

func (a *answers) isForetold(one failure) (isForetold, isSeldom bool) {
	for _, kind := range foretold {
		if !kind.pattern.MatchString(one.text) {
			continue
		}
		for _, harm := range a.harms {
			if kind.harm == harm.kind && one.began.Before(harm.ended.Add(kind.after)) && one.ended.After(harm.began) {
				return true, false
			}
		}
		isSeldom = isSeldom || kind.seldom
	}
	return false, isSeldom
}
