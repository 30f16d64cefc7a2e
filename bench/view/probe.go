package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/scheme"
)

const (
	probeNamespaces = 32
	// The mapping of probe.yaml rewrites where a namespace has this label's value on.
	probeLabel = "bench.example.com/probe"
	// How often it is looked whether a change is seen: what is measured is too long by half of it.
	probePoll    = 2 * time.Millisecond
	probeTimeMax = 10 * time.Second
)

// probe is a namespace whose label goes on and off.
type probe struct {
	namespace string
	mutex     sync.Mutex
	on        bool
	conn      *connection
}

func (p *probe) path() string { return "/api/v1/namespaces/" + p.namespace }

func (p *probe) patch() string {
	return fmt.Sprintf(`{"metadata":{"labels":{%q:%q}}}`, probeLabel, p.value())
}

func (p *probe) value() string {
	if p.on {
		return "on"
	}
	return "off"
}

// watcher asks whoever is measured whether it has seen the label on.
type watcher struct {
	url   string
	looks func(c *connection, namespace string) []byte
	says  func(answer []byte) bool
}

// drawbridgeWatcher asks by a pod that is rewritten where the label is on.
func drawbridgeWatcher(url string) watcher {
	const review = `{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"1",` +
		`"kind":{"group":"","version":"v1","kind":"Pod"},"resource":{"group":"","version":"v1","resource":"pods"},` +
		`"namespace":%q,"operation":"CREATE","userInfo":{"username":"jane"},"dryRun":false,"oldObject":null,` +
		`"object":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"probe","namespace":%q},"spec":{"containers":` +
		`[{"name":"main","image":"registry.example.com/probe:1","resources":{"limits":{"example.com/probe":"1"}}}]}}}}`
	return watcher{
		url: url,
		looks: func(c *connection, namespace string) []byte {
			return c.request("POST", "/mutate?timeout=5s", fmt.Appendf(nil, review, namespace, namespace))
		},
		says: func(answer []byte) bool { return bytes.Contains(answer, []byte(`"patch"`)) },
	}
}

func managerWatcher(url string) watcher {
	return watcher{
		url: url,
		looks: func(c *connection, namespace string) []byte {
			return c.request("GET", "/label?namespace="+namespace, nil)
		},
		says: func(answer []byte) bool { return string(answer) == "on" },
	}
}

// prepareProbes makes the namespaces, and lets each be seen on and off once: what is done only the
// first time, such as making the template, is not measured.
func (b *burster) prepareProbes() ([]*probe, error) {
	probes := make([]*probe, probeNamespaces)
	for i := range probes {
		conn, err := dial(b.watcher.url)
		if err != nil {
			return nil, err
		}
		probes[i] = &probe{namespace: fmt.Sprintf("probe-%02d", i), conn: conn}
		namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: probes[i].namespace}}
		err = b.api.Post().AbsPath("/api/v1/namespaces").VersionedParams(&metav1.CreateOptions{}, scheme.ParameterCodec).
			Body(namespace).Do(context.Background()).Error()
		if err != nil && !apierrors.IsAlreadyExists(err) {
			return nil, err
		}
		for range 2 {
			b.probe(probes[i])
		}
		if b.failure != nil {
			return nil, b.failure
		}
	}
	b.writes, b.answered, b.sent = nil, nil, nil
	b.changed.Store(0)
	return probes, nil
}

// await returns when the label is seen as it should be.
func (p *probe) await(w watcher, stop <-chan struct{}) (time.Time, error) {
	request := w.looks(p.conn, p.namespace)
	until := time.Now().Add(probeTimeMax)
	for time.Now().Before(until) {
		select {
		case <-stop:
			return time.Time{}, nil
		default:
		}
		answer, err := p.conn.send(request)
		if err != nil {
			return time.Time{}, err
		}
		if w.says(answer) == p.on {
			return time.Now(), nil
		}
		time.Sleep(probePoll)
	}
	return time.Time{}, errors.New("a change of namespace " + p.namespace + " was not seen within " + probeTimeMax.String())
}
