package cluster_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	"drawbridge.dev/test/cluster"
)

// Objects that the API server takes, of which every field is changed in every way that a hand may
// slip. Of those about devices `drawbridge review` and the API server refuse the same ones. Of pods
// and workloads it refuses none that the API server takes, and leaves to it what is not about
// devices.
type mutated struct {
	resource schema.GroupVersionResource
	text     string
	whole    bool // each refusal of the API server is told
}

var devicesV1 = schema.GroupVersion{Group: "resource.k8s.io", Version: "v1"}

var toMutate = []mutated{{devicesV1.WithResource("resourceclaims"), `
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: one}
spec:
  devices:
    requests:
    - name: gpu
      exactly:
        deviceClassName: gpu.nvidia.com
        allocationMode: ExactCount
        count: 2
        selectors: [{cel: {expression: "device.driver == 'gpu.nvidia.com'"}}]
        tolerations: [{key: gpu.nvidia.com/hot, operator: Exists, effect: NoSchedule}]
        capacity: {requests: {memory: 10Gi}}
    - name: other
      firstAvailable:
      - {name: big, deviceClassName: gpu.nvidia.com, allocationMode: ExactCount, count: 1, selectors: [{cel: {expression: "true"}}], tolerations: [{key: hot, operator: Equal, value: x, effect: NoExecute, tolerationSeconds: 5}]}
      - {name: small, deviceClassName: mig.nvidia.com}
    constraints:
    - {requests: [gpu, other/big], matchAttribute: gpu.nvidia.com/numa}
    - {distinctAttribute: gpu.nvidia.com/uuid}
    config:
    - {requests: [gpu], opaque: {driver: gpu.nvidia.com, parameters: {apiVersion: a.com/v1, kind: K, list: [1, 2]}}}
`, true}, {devicesV1.WithResource("resourceclaimtemplates"), `
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: one}
spec:
  metadata: {labels: {a: b}}
  spec:
    devices:
      requests:
      - {name: all, exactly: {deviceClassName: gpu.nvidia.com, allocationMode: All}}
      - {name: one, exactly: {deviceClassName: gpu.nvidia.com}}
      constraints: [{requests: [one], distinctAttribute: gpu.nvidia.com/uuid}]
`, true}, {devicesV1.WithResource("deviceclasses"), `
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: mutated}
spec:
  extendedResourceName: mutated.example.com/gpu
  selectors: [{cel: {expression: "device.driver == 'gpu.nvidia.com'"}}]
  config: [{opaque: {driver: gpu.nvidia.com, parameters: {apiVersion: a.com/v1, kind: K}}}]
`, true}, {schema.GroupVersionResource{Version: "v1", Resource: "pods"}, `
apiVersion: v1
kind: Pod
metadata: {name: one, labels: {app: x}, annotations: {a/b: c}}
spec:
  restartPolicy: Never
  nodeSelector: {gpu: a100}
  tolerations: [{key: nvidia.com/gpu, operator: Exists, effect: NoSchedule}]
  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [a, b]}]}]}}}
  resourceClaims: [{name: gpu, resourceClaimTemplateName: one}, {name: nic, resourceClaimName: shared}]
  initContainers: [{name: init, image: x, restartPolicy: Always, resources: {requests: {cpu: 1}}}]
  containers:
  - name: main
    image: x
    env: [{name: A, value: b}]
    ports: [{containerPort: 80, protocol: TCP}]
    resources: {limits: {cpu: 1, memory: 1Gi, example.com/gpu: 1}, claims: [{name: gpu, request: one}, {name: nic}]}
`, false}, {schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"}, `
apiVersion: apps/v1
kind: Deployment
metadata: {name: one}
spec:
  replicas: 2
  selector: {matchLabels: {app: x}}
  template:
    metadata: {labels: {app: x}}
    spec:
      resourceClaims: [{name: gpu, resourceClaimTemplateName: one}]
      containers: [{name: main, image: x, resources: {limits: {cpu: 1}, claims: [{name: gpu}]}}]
`, false}, {schema.GroupVersionResource{Group: "batch", Version: "v1", Resource: "jobs"}, `
apiVersion: batch/v1
kind: Job
metadata: {name: one}
spec:
  parallelism: 2
  completions: 2
  completionMode: Indexed
  template:
    spec:
      restartPolicy: Never
      resourceClaims: [{name: gpu, resourceClaimTemplateName: one}]
      containers: [{name: main, image: x, resources: {claims: [{name: gpu}]}}]
`, false}}

// mutator changes one field of an object.
type mutator struct{ random *rand.Rand }

// place is a key of a map or an index of a list, and how to put another list there.
type place struct {
	path    string
	parent  any // map[string]any or []any
	key     string
	index   int
	replace func([]any) // puts another list in the place of parent
}

func places(value any, path string, replace func([]any)) []place {
	var all []place
	switch it := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(it)) {
			here := path + "." + key
			all = append(all, place{here, it, key, 0, replace})
			all = append(all, places(it[key], here, func(list []any) { it[key] = list })...)
		}
	case []any:
		for i := range it {
			here := fmt.Sprintf("%s[%d]", path, i)
			all = append(all, place{here, it, "", i, replace})
			all = append(all, places(it[i], here, func(list []any) { it[i] = list })...)
		}
	}
	return all
}

func emptied(value any) any {
	switch value.(type) {
	case map[string]any:
		return map[string]any{}
	case []any:
		return []any{}
	}
	return ""
}

// spoil changes the object and says what it did; empty where the change does not go here.
func (m *mutator) spoil(object map[string]any) string {
	all := places(object["spec"], "spec", nil)
	at := all[m.random.IntN(len(all))]
	table, isTable := at.parent.(map[string]any)
	list, _ := at.parent.([]any)
	put := func(value any) {
		if isTable {
			table[at.key] = value
		} else {
			list[at.index] = value
		}
	}
	var value any
	if isTable {
		value = table[at.key]
	} else {
		value = list[at.index]
	}
	switch how := m.random.IntN(9); {
	case how == 0 && isTable && len(at.key) > 2:
		i := m.random.IntN(len(at.key))
		delete(table, at.key)
		table[at.key[:i]+at.key[i+1:]] = value
		return "letter lost: " + at.path
	case how == 1 && isTable && strings.ToLower(at.key) != at.key:
		delete(table, at.key)
		table[strings.ToLower(at.key)] = value
		return "small letters: " + at.path
	case how == 2:
		put([]any{value})
		return "in a list: " + at.path
	case how == 3:
		put(5)
		return "a number: " + at.path
	case how == 4 && isTable:
		delete(table, at.key)
		return "gone: " + at.path
	case how == 5:
		put(emptied(value))
		return "empty: " + at.path
	case how == 6:
		put(nil)
		return "null: " + at.path
	case how == 7 && !isTable && at.replace != nil:
		at.replace(append(list, value))
		return "twice: " + at.path
	case how == 8:
		if text, is := value.(string); is {
			put("-" + text)
			return "a dash: " + at.path
		}
		if isTable {
			table[[]string{"count", "claims", "driver", "selectors"}[m.random.IntN(4)]] = "x"
			return "one more beside: " + at.path
		}
	}
	return ""
}

// mutationSeed is the same each time, so that nobody's change is refused for a neighbour's; the
// long form looks further.
func mutationSeed(t *testing.T) (seed uint64, times int) {
	if longTests() {
		return quotaSeed(t), 2000
	}
	return 1, 60
}

func TestMutatedObjectsAreJudgedAsTheAPIServerDoes(t *testing.T) {
	t.Parallel()
	c := shared(t)
	const namespace = "mutations"
	must(t, c.CreateNamespace(namespace, nil))
	t.Cleanup(func() { must(t, c.DeleteNamespace(namespace)) })
	binary, err := cluster.FindDrawbridge("")
	must(t, err)
	seed, times := mutationSeed(t)
	for number, one := range toMutate {
		m := &mutator{rand.New(rand.NewPCG(seed, uint64(number)))}
		objects := c.Dynamic.Resource(one.resource).Namespace(namespace)
		create := objects.Create
		if one.resource.Resource == "deviceclasses" {
			create = c.Dynamic.Resource(one.resource).Create
		}
		taken := 0
		for done := 0; done < times; {
			object := &unstructured.Unstructured{}
			must(t, yaml.Unmarshal([]byte(one.text), &object.Object))
			what := ""
			if done > 0 { // the first as it stands
				if what = m.spoil(object.Object); what == "" {
					continue
				}
			}
			done++
			text, err := json.Marshal(object)
			must(t, err)
			_, refusal := create(t.Context(), object, metav1.CreateOptions{
				DryRun: []string{metav1.DryRunAll}, FieldValidation: metav1.FieldValidationStrict,
			})
			if refusal != nil && !apierrors.IsInvalid(refusal) && !apierrors.IsBadRequest(refusal) {
				t.Fatalf("%s: %v", what, refusal)
			}
			refused, said := reviewed(t, binary, string(text))
			switch silent := strings.Contains(said, "0 problems, 0 warnings"); {
			case refusal == nil && refused:
				t.Errorf("%s: the API server takes\n%s\nand drawbridge says\n%s", what, text, said)
			case refusal != nil && silent && one.whole:
				t.Errorf("%s: drawbridge says nothing of\n%s\nand the API server says %v", what, text, refusal)
			case what == "" && refusal != nil:
				t.Errorf("the API server refuses what is right: %v", refusal)
			}
			if refusal == nil {
				taken++
			}
		}
		if taken == 0 || taken == times {
			t.Errorf("of %d %s the API server takes %d", times, one.resource.Resource, taken)
		}
	}
}
