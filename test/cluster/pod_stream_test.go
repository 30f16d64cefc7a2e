package cluster_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"drawbridge.dev/test/cluster"
)

// tally counts what is done all the time.
type tally struct{ atomic.Int64 }

// more waits until so many more are done.
func (c *tally) more(t *testing.T, count int64) {
	t.Helper()
	from := c.Load()
	must(t, cluster.WaitFor(fmt.Sprint(count, " more pods"), cluster.DefaultLimit, func() error {
		if made := c.Load() - from; made < count {
			return fmt.Errorf("%d are created", made)
		}
		return nil
	}))
}

// podStream creates pods that ask for devices, all the time, until it is stopped.
type podStream struct {
	created tally
	failed  chan error
	stop    func() // says how many there are, and fails the test when one was lost
}

const (
	podStreamWriters = 3
	// podStreamPause keeps the pods so few that their namespace is soon deleted.
	podStreamPause = 80 * time.Millisecond
)

// streamPods counts as failed what the API server did not create, and what nobody
// rewrote: each webhook's failurePolicy is Fail.
func (r *room) streamPods() *podStream {
	ctx, cancel := context.WithCancel(r.t.Context())
	s := &podStream{failed: make(chan error, 1)}
	var group sync.WaitGroup
	for writer := range podStreamWriters {
		group.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				pod, _, err := r.create(r.podOf(fmt.Sprintf("pod-%d-%d", writer, i), `schedulingGates: [{name: example.com/never}]
containers: [{name: main, image: example.com/none, resources: {limits: {nvidia.com/gpu: 1}}}]`))
				if err == nil && len(pod.Spec.ResourceClaims) != 1 {
					err = fmt.Errorf("pod %s was let through as it came", pod.Name)
				}
				if err != nil {
					select {
					case s.failed <- err:
					default: // the first says enough
					}
					return
				}
				s.created.Add(1)
				time.Sleep(podStreamPause)
			}
		})
	}
	s.stop = func() {
		cancel()
		group.Wait()
		select {
		case err := <-s.failed:
			r.t.Errorf("of %d pods one was not created: %v", s.created.Load(), err)
		default:
			r.t.Logf("%d pods were created meanwhile", s.created.Load())
		}
	}
	return s
}
