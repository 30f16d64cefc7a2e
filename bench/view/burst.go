package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

const (
	writers = 16
	// One of so many changes is looked for, by whom it is measured.
	probeEvery = 10
)

type burstResult struct {
	Seconds  float64 `json:"seconds"`
	Changes  int64   `json:"changes"`
	Failures int64   `json:"failures"`
	// From the API server's answer to the write, and from when the write was sent.
	FromAnswer summary `json:"from_answer"`
	FromSent   summary `json:"from_sent"`
	// How long the API server took for a write.
	Write summary `json:"write"`
}

type burster struct {
	api     rest.Interface
	watcher watcher
	changed atomic.Int64
	failed  atomic.Int64

	mutex    sync.Mutex
	failure  error // the first
	writes   []time.Duration
	answered []time.Duration
	sent     []time.Duration
}

// burst changes objects through the API server at a steady rate, and looks how soon a change is
// seen by Drawbridge (a verdict depends on it) or by the manager (its cache has it).
func burst(arguments []string) error {
	flags := flag.NewFlagSet("burst", flag.ExitOnError)
	kubeconfig := flags.String("kubeconfig", "", "the cluster")
	drawbridge := flags.String("drawbridge", "", "https://HOST:PORT")
	manager := flags.String("manager", "", "http://HOST:PORT")
	seconds := flags.Float64("seconds", 10, "how long")
	rate := flags.Float64("rate", 200, "changes a second")
	_ = flags.Parse(arguments)
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	if err != nil {
		return err
	}
	config.QPS = -1
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	b := &burster{api: client.CoreV1().RESTClient(), watcher: managerWatcher(*manager)}
	if *drawbridge != "" {
		b.watcher = drawbridgeWatcher(*drawbridge)
	}
	probes, err := b.prepareProbes()
	if err != nil {
		return err
	}
	begin := time.Now()
	b.run(begin, *seconds, *rate, probes)
	if b.failure != nil {
		return fmt.Errorf("%d of %d changes failed; the first: %w", b.failed.Load(), b.changed.Load(), b.failure)
	}
	return printResult(burstResult{
		Seconds: time.Since(begin).Seconds(), Changes: b.changed.Load(), Failures: b.failed.Load(),
		FromAnswer: summarise(b.answered), FromSent: summarise(b.sent), Write: summarise(b.writes),
	})
}

func (b *burster) run(begin time.Time, seconds, rate float64, probes []*probe) {
	work := make(chan int)
	var writing sync.WaitGroup
	for range writers {
		writing.Go(func() {
			for i := range work {
				b.change(i)
			}
		})
	}
	count := int(seconds * rate)
	for i := range count {
		time.Sleep(time.Until(begin.Add(time.Duration(float64(i) / rate * float64(time.Second)))))
		if i%probeEvery == 0 {
			p := probes[i/probeEvery%len(probes)]
			writing.Go(func() { b.probe(p) })
		} else {
			work <- i
		}
	}
	close(work)
	writing.Wait()
}

func (b *burster) change(i int) {
	path, patch := changeOf(i)
	began := time.Now()
	err := b.patch(path, patch)
	b.done(time.Since(began), err)
}

func (b *burster) patch(path, patch string) error {
	ctx, cancel := context.WithTimeout(context.Background(), requestTimeMax)
	defer cancel()
	return b.api.Patch(mergePatch).AbsPath(path).Body([]byte(patch)).Do(ctx).Error()
}

func (b *burster) done(took time.Duration, err error) {
	b.changed.Add(1)
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.writes = append(b.writes, took)
	if err != nil {
		b.failed.Add(1)
		if b.failure == nil {
			b.failure = err
		}
	}
}

func (b *burster) probe(p *probe) {
	// Probes of one namespace do not overlap: another second, another turn.
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.on = !p.on
	began := time.Now()
	seen := make(chan time.Time, 1)
	failed := make(chan error, 1)
	stop := make(chan struct{})
	go func() {
		at, err := p.await(b.watcher, stop)
		failed <- err
		seen <- at
	}()
	err := b.patch(p.path(), p.patch())
	answered := time.Now()
	if err != nil {
		close(stop)
	}
	err = errors.Join(err, <-failed)
	at := <-seen
	b.done(answered.Sub(began), err)
	if err != nil {
		return
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	// Seen before the API server had answered: no delay.
	b.answered = append(b.answered, max(0, at.Sub(answered)))
	b.sent = append(b.sent, at.Sub(began))
}
