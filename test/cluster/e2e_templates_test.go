package cluster_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	resourcev1 "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
	"sigs.k8s.io/yaml"

	"drawbridge.dev/test/cluster"
)

// nameOf is what the name of a generated template must be, computed anew: 128 bits
// of the SHA-256 of what the API server stores, as JSON with sorted keys.
func nameOf(t *testing.T, spec resourcev1.ResourceClaimTemplateSpec) string {
	t.Helper()
	typed, err := json.Marshal(spec)
	must(t, err)
	var fields map[string]any
	must(t, json.Unmarshal(typed, &fields))
	delete(fields, "metadata")
	var canonical bytes.Buffer
	encoder := json.NewEncoder(&canonical)
	encoder.SetEscapeHTML(false)
	must(t, encoder.Encode(fields))
	sum := sha256.Sum256(bytes.TrimSpace(canonical.Bytes()))
	return "drawbridge-" + hex.EncodeToString(sum[:16])
}

// oneGPU is what Drawbridge makes of nvidia.com/gpu in container main.
func oneGPU(count int64, memory string) resourcev1.ResourceClaimTemplateSpec {
	request := &resourcev1.ExactDeviceRequest{
		DeviceClassName: "gpu.nvidia.com", AllocationMode: resourcev1.DeviceAllocationModeExactCount, Count: count,
	}
	if memory != "" {
		request.Capacity = &resourcev1.CapacityRequirements{
			Requests: map[resourcev1.QualifiedName]resource.Quantity{"memory": resource.MustParse(memory)},
		}
	}
	return resourcev1.ResourceClaimTemplateSpec{Spec: resourcev1.ResourceClaimSpec{Devices: resourcev1.DeviceClaim{
		Requests: []resourcev1.DeviceRequest{{Name: "main-nvidia-gpu", Exactly: request}},
	}}}
}

func generated(t *testing.T, spec resourcev1.ResourceClaimTemplateSpec) *resourcev1.ResourceClaimTemplate {
	t.Helper()
	return &resourcev1.ResourceClaimTemplate{
		ObjectMeta: metav1.ObjectMeta{
			Name: nameOf(t, spec), Labels: map[string]string{"app.kubernetes.io/managed-by": "drawbridge"},
		},
		Spec: spec,
	}
}

// forgedTemplate has the name of a template for one GPU and asks for eight.
func forgedTemplate(t *testing.T) *resourcev1.ResourceClaimTemplate {
	t.Helper()
	forged := generated(t, oneGPU(1, ""))
	forged.Spec.Spec.Devices.Requests[0].Exactly.Count = 8
	return forged
}

// createAsDrawbridge makes what the gate would refuse: its webhooks leave out what
// Drawbridge itself makes.
func (r *room) createAsDrawbridge(template *resourcev1.ResourceClaimTemplate) {
	r.t.Helper()
	itself, err := r.UserConfig(cluster.DrawbridgeUser)
	must(r.t, err)
	client, err := kubernetes.NewForConfig(itself.REST)
	must(r.t, err)
	_, err = client.ResourceV1().ResourceClaimTemplates(r.namespace).Create(r.t.Context(), template, metav1.CreateOptions{})
	must(r.t, err)
}

// Whoever could put other content behind a name would decide what other people's
// pods get.
func forgedTemplateIsRefused(t *testing.T) {
	r := newRoom(t)
	mallory := r.tenant("mallory")
	client, err := kubernetes.NewForConfig(mallory.REST)
	must(t, err)
	for what, forge := range map[string]func(*resourcev1.ResourceClaimTemplateSpec){
		"more devices": func(spec *resourcev1.ResourceClaimTemplateSpec) {
			spec.Spec.Devices.Requests[0].Exactly.Count = 8
		},
		"another class": func(spec *resourcev1.ResourceClaimTemplateSpec) {
			spec.Spec.Devices.Requests[0].Exactly.DeviceClassName = "any.nvidia.com"
		},
		"a second request": func(spec *resourcev1.ResourceClaimTemplateSpec) {
			second := *spec.Spec.Devices.Requests[0].DeepCopy()
			second.Name = "second"
			spec.Spec.Devices.Requests = append(spec.Spec.Devices.Requests, second)
		},
		"a configuration": func(spec *resourcev1.ResourceClaimTemplateSpec) {
			spec.Spec.Devices.Config = []resourcev1.DeviceClaimConfiguration{{DeviceConfiguration: resourcev1.DeviceConfiguration{
				Opaque: &resourcev1.OpaqueDeviceConfiguration{Driver: "gpu.nvidia.com", Parameters: runtime.RawExtension{Raw: []byte(`{"a": 1}`)}},
			}}}
		},
		"an annotation of its claims": func(spec *resourcev1.ResourceClaimTemplateSpec) {
			spec.Annotations = map[string]string{"example.com/some": "text"}
		},
	} {
		template := generated(t, oneGPU(1, ""))
		forge(&template.Spec)
		_, err := client.ResourceV1().ResourceClaimTemplates(r.namespace).Create(t.Context(), template, metav1.CreateOptions{})
		if wantRefused(t, err, "TemplateTampered"); t.Failed() {
			t.Errorf("forged: %s", what)
		}
	}
	if left := r.templates(); len(left) != 0 {
		t.Errorf("there are templates: %v", left)
	}
}

// A backup is restored, or a namespace is copied.
func copiedTemplateIsAccepted(t *testing.T) {
	r := newRoom(t, gpus(1)...)
	r.mustCreate(r.pod("train", "nvidia.com/gpu: 1, nvidia.com/gpumem: 1024"))
	made := r.oneTemplate()
	if want := nameOf(t, oneGPU(1, "1Gi")); made.Name != want {
		t.Fatalf("the template is %s, want %s", made.Name, want)
	}
	exported := r.Kubectl("-n", r.namespace, "get", "resourceclaimtemplate", made.Name, "-o", "yaml")
	must(t, exported.Err())
	object := &unstructured.Unstructured{}
	must(t, yaml.Unmarshal([]byte(exported.Stdout), &object.Object))
	object.SetNamespace("")
	object.SetUID("")
	object.SetResourceVersion("")
	content, err := yaml.Marshal(object.Object)
	must(t, err)

	other := newNamedRoom(t, "faithful-copy-restored", nil)
	bob := other.tenant("bob")
	result := r.RunKubectl(cluster.KubectlCommand{
		User: &bob, Args: []string{"apply", "-n", other.namespace, "-f", "-"}, Stdin: string(content),
	})
	must(t, result.Err())
	pod := other.mustCreate(r.pod("train", "nvidia.com/gpu: 1, nvidia.com/gpumem: 1024"))
	if got := claimEntries(pod); len(got) != 1 || got[0] != made.Name || other.oneTemplate().Name != made.Name {
		t.Errorf("a pod beside the copy uses %v, want %s", got, made.Name)
	}
}

// Made while nothing looked, such as before Drawbridge was installed.
func podRefusesToUseAForgedTemplate(t *testing.T) {
	r := newRoom(t, gpus(1)...)
	forged := forgedTemplate(t)
	r.createAsDrawbridge(forged)
	_, _, err := r.create(r.pod("train", "nvidia.com/gpu: 1"))
	wantRefused(t, err, "TemplateTampered")
	if !strings.Contains(err.Error(), "kubectl delete resourceclaimtemplate -n "+r.namespace+" "+forged.Name) {
		t.Errorf("does not say what to do: %v", err)
	}

	must(t, r.Kubectl("-n", r.namespace, "delete", "resourceclaimtemplate", forged.Name).Err())
	one(t, r.allocated(r.pod("train", "nvidia.com/gpu: 1")))
}

// For some seconds Drawbridge takes for granted what the API server has confirmed
// (kConfirmedFor); then it looks again.
func deletedTemplateComesBack(t *testing.T) {
	const confirmedFor = 5 * time.Second
	r := newRoom(t, gpus(1)...)
	r.mustCreate(r.pod("first", "nvidia.com/gpu: 1"))
	made := r.oneTemplate()
	must(t, r.Kubectl("-n", r.namespace, "delete", "resourceclaimtemplate", made.Name).Err())
	pods := 0
	must(t, cluster.WaitFor("the template to be made again", 3*confirmedFor, func() error {
		pods++
		r.mustCreate(r.pod(fmt.Sprint("next-", pods), "nvidia.com/gpu: 1"))
		if len(r.templates()) == 0 {
			return errors.New("it is not there")
		}
		return nil
	}))
	if again := r.oneTemplate(); again.Name != made.Name || again.UID == made.UID {
		t.Errorf("%s (%s) came back as %s (%s)", made.Name, made.UID, again.Name, again.UID)
	}
}

func templatesOfANamespaceAreBounded(t *testing.T) {
	const perNamespaceMax = 256
	r := newRoom(t)
	// The gate accepts them because their names are right, whoever makes them.
	var group sync.WaitGroup
	failed := make(chan error, perNamespaceMax)
	next := make(chan int)
	for range 4 {
		group.Go(func() {
			for i := range next {
				template := generated(t, oneGPU(int64(i%32+1), fmt.Sprint(i/32+100, "Gi")))
				if _, err := r.Client.ResourceV1().ResourceClaimTemplates(r.namespace).Create(t.Context(), template, metav1.CreateOptions{}); err != nil {
					failed <- err
				}
			}
		})
	}
	for i := range perNamespaceMax - 1 {
		next <- i
	}
	close(next)
	group.Wait()
	if len(failed) > 0 {
		t.Fatal(<-failed)
	}

	r.mustCreate(r.pod("last-that-fits", "nvidia.com/gpu: 1"))
	if got := len(r.templates()); got != perNamespaceMax {
		t.Fatalf("there are %d templates, want %d", got, perNamespaceMax)
	}
	_, _, err := r.create(r.pod("one-too-many", "nvidia.com/gpu: 2"))
	wantRefused(t, err, "TemplateLimit")
	dry := r.RunKubectl(cluster.KubectlCommand{
		Args: []string{"apply", "--dry-run=server", "-n", r.namespace, "-f", "-"}, Stdin: r.pod("one-too-many", "nvidia.com/gpu: 2"),
	})
	if !has([]string{trimmed(dry.Stderr)}, "TemplateLimit") {
		t.Errorf("a dry run says %s", dry.Stderr)
	}
	r.mustCreate(r.pod("reuses-one", "nvidia.com/gpu: 1"))
}
