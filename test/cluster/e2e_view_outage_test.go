package cluster_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"drawbridge.dev/test/cluster"
)

// load creates pods without a pause, and asks an instance directly, until stopped.
type load struct {
	v         *view
	d         *instance
	namespace string
	stopped   chan struct{}
	group     sync.WaitGroup
	created   tally // pods that the API server has confirmed
	answered  atomic.Int64
}

const loadWriters = 3

// startLoad works in namespace "load", with mapping "loaded" and the registered
// instance d.
func (v *view) startLoad(d *instance) *load {
	l := &load{v: v, d: d, namespace: v.namespace("load"), stopped: make(chan struct{})}
	for writer := range loadWriters {
		l.group.Go(func() { l.create(writer) })
	}
	l.group.Go(l.ask)
	return l
}

func (l *load) create(writer int) {
	pods := l.v.Client.CoreV1().Pods(l.namespace)
	for i := 0; l.goesOn(); i++ {
		pod := &corev1.Pod{}
		if err := yaml.UnmarshalStrict([]byte(podFor("loaded", 1)), pod); err != nil {
			l.v.t.Error(err)
			return
		}
		pod.Name = fmt.Sprintf("pod-%d-%d", writer, i)
		pod.Spec.SchedulingGates = []corev1.PodSchedulingGate{{Name: "example.com/never"}}
		_, err := pods.Create(l.v.t.Context(), pod, metav1.CreateOptions{})
		if err == nil {
			l.created.Add(1)
		} else if status := apierrors.APIStatus(nil); errors.As(err, &status) && status.Status().Code == http.StatusForbidden &&
			!strings.Contains(err.Error(), "TemplateNotCreated") {
			// A refusal for any other reason than that nobody could make a template.
			l.v.t.Errorf("%s was refused: %v", pod.Name, err)
		}
	}
}

// ask looks at a decision that needs nobody: it must never change or be late.
func (l *load) ask() {
	for l.goesOn() {
		verdict, err := l.d.reviewer.Pod("/mutate", "default", podFor("load-known", 1))
		if err != nil || !slices.Contains(verdict.Codes, "WouldRewrite") {
			l.v.t.Errorf("it answers %+v, %v", verdict, err)
			return
		}
		l.answered.Add(1)
	}
}

func (l *load) goesOn() bool {
	select {
	case <-l.stopped:
		return false
	default:
		return true
	}
}

// stop ends the load and checks that every pod there is was decided about.
func (l *load) stop() {
	l.v.t.Helper()
	close(l.stopped)
	l.group.Wait()
	pods, err := l.v.Client.CoreV1().Pods(l.namespace).List(l.v.t.Context(), metav1.ListOptions{})
	must(l.v.t, err)
	if int64(len(pods.Items)) < l.created.Load() {
		l.v.t.Errorf("%d pods are there, and %d were confirmed", len(pods.Items), l.created.Load())
	}
	for _, pod := range pods.Items {
		if len(pod.Spec.ResourceClaims) != 1 {
			l.v.t.Errorf("%s was let through as it came", pod.Name)
		}
	}
	l.v.t.Logf("%d pods, %d answers beside them", len(pods.Items), l.answered.Load())
}

// The API server and etcd go and come again while pods are created: Drawbridge is
// there all the time, and follows what changes afterwards.
func restartsUnderLoad(v *view) {
	d := v.start(cluster.DrawbridgeOptions{})
	v.announce("load-known")
	v.apply("", mappingOf("loaded", "gpu.nvidia.com", "Rewrite"))
	defer v.delete(mappingKind, "", "loaded")
	d.soonFinds(aboutMapping("load-known"), "WouldRewrite")
	d.soonFinds(aboutMapping("loaded"), "Rewritten")
	l := v.startLoad(d)
	l.created.more(v.t, 10)
	rounds := 1
	if longTests() {
		rounds = 10
	}
	for round := range rounds {
		for name, restart := range map[string]func() error{
			"api-server": func() error { return v.RestartAPIServer() },
			"etcd":       v.RestartEtcd,
		} {
			must(v.t, restart())
			l.created.more(v.t, 10)
			after := fmt.Sprintf("after-%s-%d", name, round)
			v.announce(after)
			d.soonFinds(aboutMapping(after), "WouldRewrite")
			must(v.t, d.Running())
		}
	}
	l.stop()
}

// restoreLimit is how long a view may lag behind a cluster whose backup was restored.
const restoreLimit = 30 * time.Second

// A backup of etcd is restored: what an instance has seen lies in the future of the cluster
// then. An API server would let it watch from there, and tell it nothing for as long as it
// takes to get there.
func backupIsRestored(v *view) {
	d := v.startQuietly() // which is given its rights now
	backup, err := v.BackUpEtcd()
	must(v.t, err)
	v.announce("of-the-future")
	// Many versions ahead: what comes after the backup must not be newer by chance.
	for i := range 100 {
		v.apply("", fmt.Sprintf("{apiVersion: v1, kind: ConfigMap, metadata: {name: ahead, namespace: default}, data: {round: %q}}", fmt.Sprint(i)))
	}
	v.announce("ahead")
	d.soonFinds(aboutMapping("ahead"), "WouldRewrite")
	must(v.t, v.RestoreEtcd(backup))
	restored := time.Now()
	v.announce("of-the-past")
	d.soonFinds(aboutMapping("of-the-past"), "WouldRewrite")
	d.soonForgets(aboutMapping("of-the-future"), "WouldRewrite")
	if took := time.Since(restored); took > restoreLimit {
		v.t.Errorf("it took %s to see that a backup was restored", took)
	} else {
		v.t.Logf("it took %s", took)
	}
	if !strings.Contains(d.Log(), "a backup of etcd was restored, perhaps") {
		v.t.Error("its log does not say why it listed again")
	}
	must(v.t, d.Running())
}

// What happened while an instance was cut off can't be told to it any more: it lists
// again.
func whatItAsksForIsGone(v *view) {
	d, link := v.startBehindLink()
	v.announce("gone-known")
	v.apply("", mappingOf("gone-removed", "gpu.nvidia.com", "Warn"))
	d.soonFinds(aboutMapping("gone-known"), "WouldRewrite")
	d.soonFinds(aboutMapping("gone-removed"), "WouldRewrite")
	namespaces, err := v.Client.CoreV1().Namespaces().List(v.t.Context(), metav1.ListOptions{})
	must(v.t, err)

	link.Cut()
	v.delete(mappingKind, "", "gone-removed")
	v.announce("gone-added")
	v.namespace("gone")
	must(v.t, v.Compact())
	must(v.t, v.RestartAPIServer())
	wantGone(v.t, v.Cluster, namespaces.ResourceVersion)

	must(v.t, link.Pass())
	d.soonFinds(aboutMapping("gone-added"), "WouldRewrite")
	d.soonForgets(aboutMapping("gone-removed"), "WouldRewrite")
	d.stillFinds(aboutMapping("gone-known"), "WouldRewrite")
}

// The token of its account is worth nothing any more, and a new one lies in the file.
func tokenIsReplaced(v *view) {
	link := v.newLink()
	account, err := v.LiveAccountConfig(link)
	must(v.t, err)
	d := v.start(cluster.DrawbridgeOptions{NoWebhooks: true, Kubeconfig: account.Kubeconfig})
	v.announce("token-known")
	d.soonFinds(aboutMapping("token-known"), "WouldRewrite")

	must(v.t, account.RevokeToken())
	must(v.t, v.RestartAPIServer()) // which forgets that it has accepted the token
	v.announce("token-added")
	for range 20 {
		d.stillFinds(aboutMapping("token-known"), "WouldRewrite")
		d.doesNotFind(aboutMapping("token-added"), "WouldRewrite")
	}
	v.eventually("a refused token to be told of", func() error {
		if !strings.Contains(d.Log(), "Unauthorized") && !strings.Contains(d.Log(), "401") {
			return errNot
		}
		return nil
	})
	must(v.t, account.RenewToken())
	d.soonFinds(aboutMapping("token-added"), "WouldRewrite")
}

// A namespace is deleted while its pods are asked about, and one of the same name
// has nothing of it.
func namespaceIsDeletedMeanwhile(v *view) {
	d := v.startQuietly()
	v.announce("deleted")
	must(v.t, v.CreateNamespace("deleted", nil))
	v.apply("deleted", `
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceQuota
metadata: {name: gpus}
spec: {hard: {deleted.example.com/gpu: 1}}
`)
	about := question{"/validate", "deleted", podFor("deleted", 2)}
	d.soonFinds(about, "QuotaExceeded")
	for range 2 {
		must(v.t, v.DeleteNamespace("deleted"))
		d.soonForgets(about, "QuotaExceeded")
		v.eventually("the namespace to be gone", func() error {
			_, err := v.Client.CoreV1().Namespaces().Get(v.t.Context(), "deleted", getOptions)
			if apierrors.IsNotFound(err) {
				return nil
			}
			return errNot
		})
		must(v.t, v.CreateNamespace("deleted", nil))
		if verdict := d.asks(about); !verdict.Allowed {
			v.t.Errorf("the new namespace has the quota of the old one: %+v", verdict)
		}
	}
	must(v.t, v.DeleteNamespace("deleted"))
}
