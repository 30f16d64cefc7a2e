package cluster_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/yaml"

	"drawbridge.dev/test/cluster"
)

// End-to-end tests wait for a cluster more than they work.
const testsAtOnce = "8"

// moreTestsAtOnce leaves alone what the command line says.
func moreTestsAtOnce() {
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		_ = flag.Set("test.parallel", testsAtOnce)
	}
}

// No test waits for connections that nobody makes any more.
var briefShutdown = []string{"--shutdown-delay", "300"}

// gateState is what Drawbridge decides by in the end-to-end tests: the classes of
// the cluster, and testdata/state.
func gateState(t *testing.T, more ...string) string {
	t.Helper()
	state := cluster.ClassesYAML
	for _, name := range append([]string{"classes", "mappings", "namespaces"}, more...) {
		text, err := os.ReadFile("testdata/state/" + name + ".yaml")
		must(t, err)
		state += "---\n" + string(text)
	}
	return state
}

// startGate runs Drawbridge for one test and its subtests, which may be parallel. It knows what is
// in more files of testdata/state, too.
func startGate(t *testing.T, more ...string) *cluster.Drawbridge {
	t.Helper()
	c := shared(t)
	classes, err := os.ReadFile("testdata/state/classes.yaml")
	must(t, err)
	_, err = c.ApplyYAML("", string(classes))
	must(t, err)
	d, err := cluster.StartDrawbridge(c, cluster.DrawbridgeOptions{State: gateState(t, more...), Args: briefShutdown})
	must(t, err)
	t.Cleanup(func() {
		must(t, d.Stop())
		if t.Failed() {
			t.Logf("Drawbridge's log:\n%s", d.Log())
		}
	})
	return d
}

// room is where one test works: a namespace, and a node that has its name and the
// test's devices. The test's pods stay on the node, and nobody else's come.
type room struct {
	*cluster.Cluster
	t               *testing.T
	namespace, node string
}

// newRoom makes a room with the devices of NVIDIA's driver.
func newRoom(t *testing.T, gpus ...resourcev1.Device) *room {
	t.Helper()
	return newLabelledRoom(t, nil, gpus...)
}

func newLabelledRoom(t *testing.T, labels map[string]string, gpus ...resourcev1.Device) *room {
	t.Helper()
	name := strings.ToLower(t.Name())
	name = name[strings.LastIndex(name, "/")+1:]
	return newNamedRoom(t, name, labels, gpus...)
}

func newNamedRoom(t *testing.T, name string, labels map[string]string, gpus ...resourcev1.Device) *room {
	t.Helper()
	return newRoomOn(t, shared(t), name, labels, gpus...)
}

func newRoomOn(t *testing.T, c *cluster.Cluster, name string, labels map[string]string, gpus ...resourcev1.Device) *room {
	t.Helper()
	r := &room{c, t, name, "node-" + name}
	must(t, r.CreateNamespace(name, labels))
	t.Cleanup(func() { must(t, r.DeleteNamespace(name)) })
	if len(gpus) > 0 {
		r.publish(cluster.GPUDriver, gpus...)
	}
	return r
}

// in is the room for a subtest.
func (r *room) in(t *testing.T) *room {
	return &room{r.Cluster, t, r.namespace, r.node}
}

// publish puts devices on the room's node.
func (r *room) publish(driver string, devices ...resourcev1.Device) {
	r.t.Helper()
	slice := cluster.Slice(driver, r.node, devices...)
	must(r.t, r.PublishSlice(slice))
	// Not the nodes of all slices: another test may be taking its own away.
	if err := r.AddNode(r.node, cluster.NodeOptions{}); !apierrors.IsAlreadyExists(err) {
		must(r.t, err)
	}
	r.t.Cleanup(func() {
		background := context.Background()
		_ = r.Client.ResourceV1().ResourceSlices().Delete(background, slice.Name, metav1.DeleteOptions{})
		_ = r.Client.CoreV1().Nodes().Delete(background, r.node, metav1.DeleteOptions{})
	})
}

// pod is the text of a pod of one container with these limits, such as
// "nvidia.com/gpu: 1".
func (r *room) pod(name, limits string) string {
	return r.podOf(name, "containers: [{name: main, image: example.com/none, resources: {limits: {"+limits+"}}}]")
}

// podOf is the text of a pod with this spec, in lines of YAML, on the room's node.
func (r *room) podOf(name, spec string) string {
	return fmt.Sprintf(`
apiVersion: v1
kind: Pod
metadata: {name: %s}
spec:
  nodeSelector: {kubernetes.io/hostname: %s}
  %s
`, name, r.node, strings.ReplaceAll(strings.TrimSpace(spec), "\n", "\n  "))
}

// create makes a pod as the administrator, and returns what the API server made
// of it and the warnings that came with the answer.
func (r *room) create(text string) (*corev1.Pod, []string, error) {
	r.t.Helper()
	pod := &corev1.Pod{}
	must(r.t, yaml.UnmarshalStrict([]byte(text), pod))
	heard := &warnings{}
	config := rest.CopyConfig(r.REST)
	config.WarningHandler = heard
	client, err := kubernetes.NewForConfig(config)
	must(r.t, err)
	made, err := client.CoreV1().Pods(r.namespace).Create(r.t.Context(), pod, metav1.CreateOptions{})
	return made, heard.texts, err
}

func (r *room) mustCreate(text string) *corev1.Pod {
	r.t.Helper()
	pod, _, err := r.create(text)
	must(r.t, err)
	return pod
}

// allocated creates a pod, waits for it, and returns the devices that it got, by
// the name of the request.
func (r *room) allocated(text string) map[string][]resourcev1.Device {
	r.t.Helper()
	return r.devicesOf(r.mustCreate(text).Name)
}

func (r *room) devicesOf(pod string) map[string][]resourcev1.Device {
	r.t.Helper()
	allocation, err := r.WaitPodAllocated(r.namespace, pod)
	must(r.t, err)
	published, err := r.Client.ResourceV1().ResourceSlices().List(r.t.Context(), metav1.ListOptions{})
	must(r.t, err)
	found := map[string][]resourcev1.Device{}
	for _, got := range allocation.Devices {
		for _, slice := range published.Items {
			if slice.Spec.Driver != got.Driver || slice.Spec.Pool.Name != got.Pool {
				continue
			}
			at := slices.IndexFunc(slice.Spec.Devices, func(d resourcev1.Device) bool { return d.Name == got.Device })
			if at < 0 {
				r.t.Fatalf("pod %s got %+v, which nobody publishes", pod, got)
			}
			found[got.Request] = append(found[got.Request], slice.Spec.Devices[at])
		}
	}
	return found
}

// one is the only device of a pod that asked for one.
func one(t *testing.T, devices map[string][]resourcev1.Device) resourcev1.Device {
	t.Helper()
	var all []resourcev1.Device
	for _, some := range devices {
		all = append(all, some...)
	}
	if len(all) != 1 {
		t.Fatalf("got %d devices, want 1: %v", len(all), all)
	}
	return all[0]
}

// text is a string attribute of a device; empty when it has none of the name.
func text(device resourcev1.Device, attribute string) string {
	value := device.Attributes[resourcev1.QualifiedName(attribute)].StringValue
	if value == nil {
		return ""
	}
	return *value
}

// templates are those that Drawbridge made in the room's namespace.
func (r *room) templates() []resourcev1.ResourceClaimTemplate {
	r.t.Helper()
	list, err := r.Client.ResourceV1().ResourceClaimTemplates(r.namespace).List(r.t.Context(),
		metav1.ListOptions{LabelSelector: "app.kubernetes.io/managed-by=drawbridge"})
	must(r.t, err)
	return list.Items
}

func (r *room) oneTemplate() resourcev1.ResourceClaimTemplate {
	r.t.Helper()
	all := r.templates()
	if len(all) != 1 {
		r.t.Fatalf("namespace %s has %d templates of Drawbridge, want 1", r.namespace, len(all))
	}
	return all[0]
}

func (r *room) claims() []resourcev1.ResourceClaim {
	r.t.Helper()
	list, err := r.Client.ResourceV1().ResourceClaims(r.namespace).List(r.t.Context(), metav1.ListOptions{})
	must(r.t, err)
	return list.Items
}

// has says whether one of the texts ends with a code, such as "Rewritten".
func has(texts []string, code string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return strings.HasSuffix(text, "["+code+"]") })
}

// wantRefused checks that an error is Drawbridge's, with this code.
func wantRefused(t *testing.T, err error, code string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), "drawbridge.dev\" denied the request") || !strings.HasSuffix(err.Error(), "["+code+"]") {
		t.Errorf("want a refusal with %s, got %v", code, err)
	}
}

// wantStripped checks that no container asks for an extended resource any more.
func wantStripped(t *testing.T, pod *corev1.Pod) {
	t.Helper()
	for _, container := range slices.Concat(pod.Spec.InitContainers, pod.Spec.Containers) {
		for _, list := range []corev1.ResourceList{container.Resources.Limits, container.Resources.Requests} {
			for name := range list {
				if strings.Contains(string(name), "/") {
					t.Errorf("container %s still asks for %s", container.Name, name)
				}
			}
		}
	}
}

var getOptions = metav1.GetOptions{}

// warnings collects what comes with the answers.
type warnings struct {
	mu    sync.Mutex
	texts []string
}

func (w *warnings) HandleWarningHeader(_ int, _ string, text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.texts = append(w.texts, text)
}

func trimmed(text string) string { return strings.TrimSpace(text) }
