package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"drawbridge.dev/test/cluster"
)

// The cluster as Drawbridge sees it, on a real one that is harmed on the way: a
// cluster of their own, which each test leaves whole.
func TestView(t *testing.T) {
	t.Parallel()
	c := ownCluster(t, cluster.Options{})
	t.Run("kinds-come-and-go", func(t *testing.T) { kindsComeAndGo(&view{c, t}) })
	must(t, c.InstallCRDs()) // where that one does not run
	for _, one := range []struct {
		name string
		test func(*view)
	}{
		{"applied-together", appliedTogether},
		{"every-kind", everyKindIsWatched},
		{"partition", partitionsHeal},
		{"lies", lyingAPIServer},
		{"starts-before-the-api-server", startsBeforeTheAPIServer},
		{"replicas", instancesAreKilledAndPaused},
		{"restarts", restartsUnderLoad},
		{"gone", whatItAsksForIsGone},
		{"token", tokenIsReplaced},
		{"namespace", namespaceIsDeletedMeanwhile},
		{"backup", backupIsRestored}, // the last: the cluster is another one afterwards
	} {
		t.Run(one.name, func(t *testing.T) { one.test(&view{c, t}) })
	}
}

// longTests says that there is time: ./dev test --long.
func longTests() bool { return os.Getenv("DRAWBRIDGE_LONG") != "" }

// view is one test's hold on the cluster.
type view struct {
	*cluster.Cluster
	t *testing.T
}

// in is the view for a subtest.
func (v *view) in(t *testing.T) *view { return &view{v.Cluster, t} }

// instance is a Drawbridge that watches the cluster, unregistered.
type instance struct {
	*cluster.Drawbridge
	v        *view
	reviewer *cluster.Reviewer
}

// start runs an instance until the end of the test, when it must still be there.
func (v *view) start(options cluster.DrawbridgeOptions) *instance {
	v.t.Helper()
	options.Live = true
	options.Args = append(options.Args, briefShutdown...)
	d, err := cluster.StartDrawbridge(v.Cluster, options)
	must(v.t, err)
	v.t.Cleanup(func() {
		must(v.t, d.Stop())
		if v.t.Failed() {
			v.t.Logf("%s:\n%s", d.LogFile, d.Log())
		}
	})
	return &instance{d, v, d.Reviewer()}
}

// startQuietly runs an instance that is not registered: asks() asks it.
func (v *view) startQuietly() *instance {
	v.t.Helper()
	return v.start(cluster.DrawbridgeOptions{NoWebhooks: true})
}

// startBehindLink runs one that reaches the API server by a link.
func (v *view) startBehindLink() (*instance, *cluster.Link) {
	v.t.Helper()
	link := v.newLink()
	kubeconfig, err := v.KubeconfigThrough(link)
	must(v.t, err)
	return v.start(cluster.DrawbridgeOptions{NoWebhooks: true, Kubeconfig: kubeconfig}), link
}

func (v *view) newLink() *cluster.Link {
	v.t.Helper()
	link, err := v.NewLink()
	must(v.t, err)
	v.t.Cleanup(link.Close)
	return link
}

func (v *view) namespace(name string) string {
	v.t.Helper()
	must(v.t, v.CreateNamespace(name, nil))
	v.t.Cleanup(func() { must(v.t, v.DeleteNamespace(name)) })
	return name
}

func (v *view) apply(namespace, text string) {
	v.t.Helper()
	_, err := v.ApplyYAML(namespace, text)
	must(v.t, err)
}

var (
	mappingKind = schema.GroupVersionResource{Group: "drawbridge.dev", Version: "v1alpha1", Resource: "devicemappings"}
	quotaKind   = schema.GroupVersionResource{Group: "drawbridge.dev", Version: "v1alpha1", Resource: "devicequotas"}
)

// announce makes a mapping that says what it would do with NAME.example.com/gpu, so
// that an answer shows whether it is known.
func (v *view) announce(name string) {
	v.t.Helper()
	v.apply("", mappingOf(name, "gpu.nvidia.com", "Warn"))
	v.t.Cleanup(func() { v.delete(mappingKind, "", name) })
}

// delete is no error where there is nothing of the name.
func (v *view) delete(kind schema.GroupVersionResource, namespace, name string) {
	v.t.Helper()
	// Also called when the test's own context has ended.
	err := v.Dynamic.Resource(kind).Namespace(namespace).Delete(context.Background(), name, metav1.DeleteOptions{})
	if err != nil && !apierrors.IsNotFound(err) {
		v.t.Error(err)
	}
}

// mappingOf maps NAME.example.com/gpu to a class.
func mappingOf(name, class, action string) string {
	return fmt.Sprintf(`
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: %[1]s}
spec:
  logicalResource: %[1]s.example.com/gpu
  rewrites: [{resource: %[1]s.example.com/gpu, action: %[3]s, request: {exactly: {deviceClassName: %[2]s}}}]
`, name, class, action)
}

// podFor asks for so much of NAME.example.com/gpu.
func podFor(name string, count int) string {
	return fmt.Sprintf(`
apiVersion: v1
kind: Pod
metadata: {name: asks}
spec:
  containers:
  - name: main
    image: example.com/none
    resources: {limits: {%[1]s.example.com/gpu: "%[2]d"}, requests: {%[1]s.example.com/gpu: "%[2]d"}}
`, name, count)
}

// question is a pod that somebody may want to create, and where one is asked.
type question struct{ path, namespace, pod string }

// aboutMapping is answered with WouldRewrite by whoever knows the mapping.
func aboutMapping(name string) question {
	return question{"/mutate", "default", podFor(name, 1)}
}

// asks has one question answered. That there is no answer ends the test.
func (d *instance) asks(q question) cluster.Verdict {
	d.v.t.Helper()
	verdict, err := d.reviewer.Pod(q.path, q.namespace, q.pod)
	must(d.v.t, err)
	return verdict
}

// soonFinds waits until an answer has this code.
func (d *instance) soonFinds(q question, code string) cluster.Verdict {
	d.v.t.Helper()
	return d.soon("an answer with "+code, q, func(codes []string) bool { return slices.Contains(codes, code) })
}

// soonForgets waits until an answer no longer has this code.
func (d *instance) soonForgets(q question, code string) cluster.Verdict {
	d.v.t.Helper()
	return d.soon("an answer without "+code, q, func(codes []string) bool { return !slices.Contains(codes, code) })
}

func (d *instance) soon(what string, q question, holds func([]string) bool) cluster.Verdict {
	d.v.t.Helper()
	var verdict cluster.Verdict
	must(d.v.t, cluster.WaitFor(what, cluster.DefaultLimit, func() error {
		if verdict = d.asks(q); !holds(verdict.Codes) {
			return fmt.Errorf("it answers %+v", verdict)
		}
		return nil
	}))
	return verdict
}

// stillFinds asks at once: what was known is known.
func (d *instance) stillFinds(q question, code string) {
	d.v.t.Helper()
	if verdict := d.asks(q); !slices.Contains(verdict.Codes, code) {
		d.v.t.Errorf("it answers %+v, want %s as before", verdict, code)
	}
}

func (d *instance) doesNotFind(q question, code string) {
	d.v.t.Helper()
	if verdict := d.asks(q); slices.Contains(verdict.Codes, code) {
		d.v.t.Errorf("it answers %+v, and can't know that", verdict)
	}
}

var metricLine = regexp.MustCompile(`(?m)^([a-z_]+)(\{[^}]*\})? ([-+0-9.eInfNa]+)$`)

// metric is the largest value of a family's series, whose labels contain a text.
func (d *instance) metric(family, labels string) float64 {
	d.v.t.Helper()
	text, err := d.Get("/metrics")
	must(d.v.t, err)
	found, largest := false, 0.0
	for _, line := range metricLine.FindAllStringSubmatch(text, -1) {
		if line[1] != family || !strings.Contains(line[2], labels) {
			continue
		}
		value, err := strconv.ParseFloat(line[3], 64)
		must(d.v.t, err)
		if !found || value > largest {
			found, largest = true, value
		}
	}
	if !found {
		d.v.t.Fatalf("no metric %s with %q", family, labels)
	}
	return largest
}

// eventually is a short WaitFor with a condition that says what holds it up.
func (v *view) eventually(what string, cond func() error) {
	v.t.Helper()
	must(v.t, cluster.WaitFor(what, cluster.DefaultLimit, cond))
}

var errNot = errors.New("not yet")

// lasting is how long a state is looked at that must not change.
const lasting = 500 * time.Millisecond
