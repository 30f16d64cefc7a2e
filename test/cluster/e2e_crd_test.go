package cluster_test

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	"drawbridge.dev/test/cluster"
)

// verdict says who refuses a mapping.
type verdict string

const (
	good verdict = "good" // nobody
	bad  verdict = "bad"  // both
	// A schema can't say it: `drawbridge serve` refuses it as a webhook.
	onlyWe verdict = "only we"
	// What the API server reads more narrowly than we do, and no person writes.
	onlySchema verdict = "only the schema"
)

type mappingCase struct {
	name string
	spec string // YAML
	want verdict
}

// rewriting is the spec of one with these fields of its only rewrite.
func rewriting(fields string) string {
	return "logicalResource: a.com/gpu\nrewrites:\n- {" + fields + "}"
}

const plainRequest = "request: {exactly: {deviceClassName: c}}"

func exactly(fields string) string {
	return rewriting("resource: 'a.com/mig-{p}', request: {exactly: {deviceClassName: c, " + fields + "}}")
}

func firstAvailable(options string) string {
	return rewriting("resource: a.com/gpu, request: {firstAvailable: [" + options + "]}")
}

func parameters(list string) string {
	return rewriting("resource: a.com/gpu, " + plainRequest + ", parameters: [" + list + "]")
}

func selecting(selector string) string {
	return rewriting("resource: a.com/gpu, " + plainRequest + ", namespaceSelector: {" + selector + "}")
}

func withSpec(fields string) string { return "logicalResource: a.com/gpu\n" + fields }

// list is "ONE, ONE, ..." with %d for the number.
func list(count int, one string) string {
	var all []string
	for i := range count {
		all = append(all, strings.ReplaceAll(one, "%d", fmt.Sprint(i)))
	}
	return strings.Join(all, ", ")
}

func letters(count int) string { return strings.Repeat("a", count) }

func resourceNames() []mappingCase {
	resource := func(name string) string { return rewriting("resource: '" + name + "', " + plainRequest) }
	domain := func(bytes int) string { return strings.Repeat("a.", (bytes-1)/2) + letters(bytes-(bytes-1)/2*2) }
	return []mappingCase{
		{"resource", resource("nvidia.com/gpu"), good},
		{"resource-capitals", resource("nvidia.com/Gpu.small_1"), good},
		{"resource-pattern", resource("nvidia.com/mig-{profile}"), good},
		{"resource-pattern-alone", resource("nvidia.com/{profile}"), good},
		{"resource-pattern-between", resource("nvidia.com/mig-{profile}.shared"), good},
		{"resource-missing", rewriting(plainRequest), bad},
		{"resource-empty", resource(""), bad},
		{"resource-no-domain", resource("gpu"), bad},
		{"resource-no-name", resource("nvidia.com/"), bad},
		{"resource-two-slashes", resource("nvidia.com/a/b"), bad},
		{"resource-kubernetes", resource("kubernetes.io/gpu"), bad},
		{"resource-kubernetes-sub", resource("deviceclass.resource.kubernetes.io/gpu"), bad},
		{"resource-requests", resource("requests.nvidia.com/gpu"), bad},
		{"resource-ends-with-dash", resource("nvidia.com/gpu-"), bad},
		{"resource-begins-with-dot", resource("nvidia.com/.gpu"), bad},
		{"resource-capital-domain", resource("Nvidia.com/gpu"), bad},
		{"pattern-in-domain", resource("{p}.com/gpu"), bad},
		{"pattern-twice", resource("a.com/{p}-{q}"), bad},
		{"pattern-no-identifier", resource("a.com/mig-{1g}"), bad},
		{"pattern-empty", resource("a.com/mig-{}"), bad},
		{"pattern-open", resource("a.com/mig-{p"), bad},
		{"pattern-suffix-ends-with-dash", resource("a.com/{p}-"), bad},
		{"pattern-prefix-begins-with-dash", resource("a.com/-{p}"), bad},
		{"name-63", resource("a.com/" + letters(63)), good},
		{"name-64", resource("a.com/" + letters(64)), bad},
		{"pattern-name-62", resource("a.com/" + letters(62) + "{p}"), good},
		{"pattern-name-63", resource("a.com/" + letters(63) + "{p}"), bad},
		{"placeholder-63", resource("a.com/{" + letters(63) + "}"), good},
		{"placeholder-64", resource("a.com/{" + letters(64) + "}"), bad},
		{"domain-244", resource(domain(244) + "/gpu"), good},
		{"domain-245", resource(domain(245) + "/gpu"), bad},
		{"logical", "logicalResource: gpu", good},
		{"logical-missing", "{}", bad},
		{"logical-number", "logicalResource: 5", bad},
		{"logical-empty", "logicalResource: ''", bad},
		{"logical-two-slashes", "logicalResource: a.com//gpu", bad},
		{"logical-name-63", "logicalResource: a.com/" + letters(63), good},
		{"logical-name-64", "logicalResource: a.com/" + letters(64), bad},
		{"logical-domain-253", "logicalResource: " + domain(253) + "/gpu", good},
		{"logical-domain-254", "logicalResource: " + domain(254) + "/gpu", bad},
	}
}

func specFields() []mappingCase {
	return []mappingCase{
		{"unknown-field", withSpec("mixedNode: Leave"), bad},
		{"classes", withSpec("deviceClassNames: [a, b.c]"), good},
		{"classes-twice", withSpec("deviceClassNames: [a, a]"), bad},
		{"classes-name", withSpec("deviceClassNames: [a_b]"), bad},
		{"classes-empty-name", withSpec("deviceClassNames: ['']"), bad},
		{"classes-number", withSpec("deviceClassNames: [5]"), bad},
		{"classes-text", withSpec("deviceClassNames: a"), bad},
		{"classes-32", withSpec("deviceClassNames: [" + list(32, "c%d") + "]"), good},
		{"classes-33", withSpec("deviceClassNames: [" + list(33, "c%d") + "]"), bad},
		{"charge-devices", withSpec("charge: {type: Devices}"), good},
		{"charge-empty", withSpec("charge: {}"), good},
		{"charge-capacity", withSpec("charge: {type: Capacity, capacity: gpu.nvidia.com/memory}"), good},
		{"charge-capacity-missing", withSpec("charge: {type: Capacity}"), bad},
		{"charge-capacity-no-domain", withSpec("charge: {type: Capacity, capacity: memory}"), bad},
		{"charge-capacity-beside-devices", withSpec("charge: {capacity: gpu.nvidia.com/memory}"), bad},
		{"charge-type", withSpec("charge: {type: Hours}"), bad},
		{"charge-domain-63", withSpec("charge: {type: Capacity, capacity: " + letters(63) + "/m}"), good},
		{"charge-domain-64", withSpec("charge: {type: Capacity, capacity: " + letters(64) + "/m}"), bad},
		{"mixed", withSpec("mixedNodes: Rewrite"), good},
		{"mixed-other", withSpec("mixedNodes: Maybe"), bad},
		{"group", withSpec("claimGroup: rail-1"), good},
		{"group-empty", withSpec("claimGroup: ''"), good},
		{"group-capital", withSpec("claimGroup: Rail"), bad},
		{"group-dot", withSpec("claimGroup: rail.1"), bad},
		{"group-50", withSpec("claimGroup: " + letters(50)), good},
		{"group-51", withSpec("claimGroup: " + letters(51)), bad},
		{"config", withSpec("config: [{opaque: {driver: gpu.nvidia.com, parameters: {kind: A, any: [thing]}}}]"), good},
		{"config-requests", withSpec("config: [{requests: [a], opaque: {driver: d, parameters: {}}}]"), bad},
		{"config-no-driver", withSpec("config: [{opaque: {parameters: {}}}]"), bad},
		{"config-no-parameters", withSpec("config: [{opaque: {driver: d}}]"), bad},
		{"config-parameters-text", withSpec("config: [{opaque: {driver: d, parameters: text}}]"), bad},
		{"config-driver-name", withSpec("config: [{opaque: {driver: D_, parameters: {}}}]"), bad},
		{"config-driver-63", withSpec("config: [{opaque: {driver: " + letters(63) + ", parameters: {}}}]"), good},
		{"config-driver-64", withSpec("config: [{opaque: {driver: " + letters(64) + ", parameters: {}}}]"), bad},
		{"config-32", withSpec("config: [" + list(32, "{opaque: {driver: d, parameters: {}}}") + "]"), good},
		{"config-33", withSpec("config: [" + list(33, "{opaque: {driver: d, parameters: {}}}") + "]"), bad},
		{"config-over-10-kib", withSpec("config: [{opaque: {driver: d, parameters: {a: " + letters(10240) + "}}}]"), onlyWe},
		{"constraint", withSpec("constraints: [{matchAttribute: resource.kubernetes.io/pcieRoot}]"), good},
		{"constraint-distinct", withSpec("constraints: [{scope: Claim, distinctAttribute: a.com/slot}]"), good},
		{"constraint-both", withSpec("constraints: [{matchAttribute: a.com/b, distinctAttribute: a.com/c}]"), bad},
		{"constraint-neither", withSpec("constraints: [{scope: Claim}]"), bad},
		{"constraint-no-domain", withSpec("constraints: [{matchAttribute: pcieRoot}]"), bad},
		{"constraint-scope", withSpec("constraints: [{matchAttribute: a.com/b, scope: Pod}]"), bad},
		{"constraint-name-32", withSpec("constraints: [{matchAttribute: a.com/" + letters(32) + "}]"), good},
		{"constraint-name-33", withSpec("constraints: [{matchAttribute: a.com/" + letters(33) + "}]"), bad},
		{"constraint-32", withSpec("constraints: [" + list(32, "{matchAttribute: a.com/b%d}") + "]"), good},
		{"constraint-33", withSpec("constraints: [" + list(33, "{matchAttribute: a.com/b%d}") + "]"), bad},
		{"unit", withSpec("claimGroup: g\nconstraints: [{matchAttribute: a.com/b, scope: Unit}]"), good},
		{"unit-without-group", withSpec("constraints: [{matchAttribute: a.com/b, scope: Unit}]"), bad},
		{"unit-with-empty-group", withSpec("claimGroup: ''\nconstraints: [{matchAttribute: a.com/b, scope: Unit}]"), bad},
	}
}

func requests() []mappingCase {
	alternative := "{deviceClassName: c}"
	return []mappingCase{
		{"request", exactly(""), good},
		{"request-missing", rewriting("resource: a.com/gpu"), bad},
		{"request-empty", rewriting("resource: a.com/gpu, request: {}"), bad},
		{"request-both", rewriting("resource: a.com/gpu, request: {exactly: {deviceClassName: c}, firstAvailable: [{deviceClassName: c}]}"), bad},
		{"request-flat", rewriting("resource: a.com/gpu, request: {deviceClassName: c}"), bad},
		{"request-count", exactly("count: 2"), bad},
		{"request-admin-access", exactly("adminAccess: true"), bad},
		{"request-mode", exactly("allocationMode: ExactCount"), good},
		{"request-all", exactly("allocationMode: All"), bad},
		{"request-no-class", rewriting("resource: a.com/gpu, request: {exactly: {}}"), bad},
		{"request-class-name", rewriting("resource: a.com/gpu, request: {exactly: {deviceClassName: C}}"), bad},
		{"selector", exactly(`selectors: [{cel: {expression: "device.driver == 'a'"}}]`), good},
		{"selector-placeholder", exactly(`selectors: [{cel: {expression: "device.driver == {p}"}}]`), good},
		{"selector-empty", exactly("selectors: [{cel: {expression: ''}}]"), bad},
		{"selector-missing", exactly("selectors: [{cel: {}}]"), bad},
		{"selector-flat", exactly("selectors: [{expression: 'true'}]"), bad},
		{"selectors-32", exactly("selectors: [" + list(32, "{cel: {expression: 'true'}}") + "]"), good},
		{"selectors-33", exactly("selectors: [" + list(33, "{cel: {expression: 'true'}}") + "]"), bad},
		{"selector-10240", exactly("selectors: [{cel: {expression: \"device.driver == '" + letters(10240-len("device.driver == ''")) + "'\"}}]"), good},
		{"selector-10241", exactly("selectors: [{cel: {expression: \"device.driver == '" + letters(10241-len("device.driver == ''")) + "'\"}}]"), bad},
		{"selector-does-not-compile", exactly("selectors: [{cel: {expression: 'device.driver =='}}]"), onlyWe},
		{"selector-not-bool", exactly("selectors: [{cel: {expression: 'device.driver'}}]"), onlyWe},
		{"selector-unknown-placeholder", exactly("selectors: [{cel: {expression: 'device.driver == {q}'}}]"), onlyWe},
		{"selector-quoted-placeholder", exactly(`selectors: [{cel: {expression: "device.driver == '{p}'"}}]`), onlyWe},
		{"capacity", exactly("capacity: {requests: {memory: 16Gi, cores: 50}}"), good},
		{"capacity-empty", exactly("capacity: {}"), good},
		{"capacity-domain", exactly("capacity: {requests: {gpu.nvidia.com/memory: 16Gi}}"), bad},
		{"capacity-no-quantity", exactly("capacity: {requests: {memory: lots}}"), bad},
		{"capacity-name-32", exactly("capacity: {requests: {" + letters(32) + ": 1}}"), good},
		{"capacity-name-33", exactly("capacity: {requests: {" + letters(33) + ": 1}}"), bad},
		{"capacity-32", exactly("capacity: {requests: {" + list(32, "m%d: 1") + "}}"), good},
		{"capacity-33", exactly("capacity: {requests: {" + list(33, "m%d: 1") + "}}"), bad},
		{"capacity-spaces", exactly("capacity: {requests: {memory: ' 16Gi '}}"), onlySchema},
		{"capacity-fraction", exactly("capacity: {requests: {memory: 1.5}}"), onlySchema},
		{"toleration", exactly("tolerations: [{key: a.com/b, value: v, effect: NoSchedule}, {operator: Exists}]"), good},
		{"toleration-operator", exactly("tolerations: [{key: a, operator: Has}]"), bad},
		{"toleration-effect", exactly("tolerations: [{key: a, effect: Never}]"), bad},
		{"toleration-key", exactly("tolerations: [{key: a b}]"), bad},
		{"toleration-value", exactly("tolerations: [{key: a, value: a b}]"), bad},
		{"toleration-exists-with-value", exactly("tolerations: [{key: a, operator: Exists, value: v}]"), bad},
		{"toleration-seconds", exactly("tolerations: [{key: a, effect: NoExecute, tolerationSeconds: 60}]"), good},
		{"toleration-seconds-text", exactly("tolerations: [{key: a, tolerationSeconds: soon}]"), bad},
		{"tolerations-16", exactly("tolerations: [" + list(16, "{key: a}") + "]"), good},
		{"tolerations-17", exactly("tolerations: [" + list(17, "{key: a}") + "]"), bad},
		{"first", firstAvailable("{name: big, deviceClassName: c}, {deviceClassName: d}"), good},
		{"first-none", firstAvailable(""), bad},
		{"first-8", firstAvailable(list(8, alternative)), good},
		{"first-9", firstAvailable(list(9, alternative)), bad},
		{"first-name", firstAvailable("{name: Big, deviceClassName: c}"), bad},
		{"first-name-empty", firstAvailable("{name: '', deviceClassName: c}"), bad},
		{"first-name-twice", firstAvailable("{name: a, deviceClassName: c}, {name: a, deviceClassName: d}"), bad},
		{"first-name-of-another", firstAvailable("{deviceClassName: c}, {name: option-0, deviceClassName: d}"), bad},
		{"first-name-of-its-own", firstAvailable("{name: option-1, deviceClassName: c}, {name: option-0, deviceClassName: d}"), good},
		{"first-count", firstAvailable("{deviceClassName: c, count: 2}"), bad},
	}
}

func rewrites() []mappingCase {
	return []mappingCase{
		{"action-rewrite", rewriting("resource: a.com/gpu, action: Rewrite, " + plainRequest), good},
		{"action-off", rewriting("resource: a.com/gpu, action: 'Off', " + plainRequest), good},
		{"action-bare-off", rewriting("resource: a.com/gpu, action: Off, " + plainRequest), bad},
		{"action-other", rewriting("resource: a.com/gpu, action: Do, " + plainRequest), bad},
		{"rewrite-typo", rewriting("resource: a.com/gpu, ressource: a, " + plainRequest), bad},
		{"rewrites-64", withSpec("rewrites: [" + list(64, "{resource: a.com/g%d, "+plainRequest+"}") + "]"), good},
		{"rewrites-65", withSpec("rewrites: [" + list(65, "{resource: a.com/g%d, "+plainRequest+"}") + "]"), bad},
		{"rewrites-twice", withSpec("rewrites: [" + list(2, "{resource: a.com/g, "+plainRequest+"}") + "]"), bad},
		{"rewrites-twice-one-off", withSpec("rewrites: [{resource: a.com/g, " + plainRequest + "}, {resource: a.com/g, action: 'Off', " + plainRequest + "}]"), good},
		{"rewrites-twice-apart", withSpec("rewrites: [{resource: a.com/g, namespaceSelector: {matchLabels: {t: a}}, " + plainRequest + "}, {resource: a.com/g, namespaceSelector: {matchLabels: {t: b}}, " + plainRequest + "}]"), good},
		{"rewrites-twice-not-apart", withSpec("rewrites: [{resource: a.com/g, namespaceSelector: {}, " + plainRequest + "}, {resource: a.com/g, " + plainRequest + "}]"), bad},
		{"rewrites-patterns-clash", withSpec("rewrites: [{resource: 'a.com/{p}', " + plainRequest + "}, {resource: 'a.com/g{p}', " + plainRequest + "}]"), onlyWe},
		{"rewrites-selectors-overlap", withSpec("rewrites: [{resource: a.com/g, namespaceSelector: {matchLabels: {t: a}}, " + plainRequest + "}, {resource: a.com/g, " + plainRequest + "}]"), onlyWe},
		{"selector-labels", selecting("matchLabels: {team: a, example.com/b: ''}"), good},
		{"selector-key", selecting("matchLabels: {a b: c}"), bad},
		{"selector-value", selecting("matchLabels: {a: b c}"), bad},
		{"selector-in", selecting("matchExpressions: [{key: a, operator: In, values: [b]}]"), good},
		{"selector-exists", selecting("matchExpressions: [{key: a, operator: Exists}]"), good},
		{"selector-in-nothing", selecting("matchExpressions: [{key: a, operator: In}]"), bad},
		{"selector-exists-values", selecting("matchExpressions: [{key: a, operator: Exists, values: [b]}]"), bad},
		{"selector-operator", selecting("matchExpressions: [{key: a, operator: Gt, values: ['1']}]"), bad},
		{"selector-typo", selecting("matchLabel: {a: b}"), bad},
		{"selector-expression-typo", selecting("matchExpressions: [{key: a, op: Exists}]"), bad},
		{"selector-labels-32", selecting("matchLabels: {" + list(32, "l%d: a") + "}"), good},
		{"selector-labels-33", selecting("matchLabels: {" + list(33, "l%d: a") + "}"), bad},
		{"selector-expressions-33", selecting("matchExpressions: [" + list(33, "{key: a, operator: Exists}") + "]"), bad},
		{"selector-values-64", selecting("matchExpressions: [{key: a, operator: In, values: [" + list(64, "v%d") + "]}]"), good},
		{"selector-values-65", selecting("matchExpressions: [{key: a, operator: In, values: [" + list(65, "v%d") + "]}]"), bad},
		{"parameter", parameters("{type: Resource, resource: a.com/mem, capacity: memory, unit: Mi}"), good},
		{"parameter-no-unit", parameters("{type: Resource, resource: a.com/mem, capacity: memory}"), good},
		{"parameter-annotation", parameters("{type: Annotation, annotation: a.com/t, selector: 'device.driver == {value}'}"), good},
		{"parameter-no-type", parameters("{resource: a.com/mem, capacity: memory}"), bad},
		{"parameter-type", parameters("{type: Label, resource: a.com/mem, capacity: memory}"), bad},
		{"parameter-no-capacity", parameters("{type: Resource, resource: a.com/mem}"), bad},
		{"parameter-capacity-domain", parameters("{type: Resource, resource: a.com/mem, capacity: a.com/memory}"), bad},
		{"parameter-resource-no-domain", parameters("{type: Resource, resource: mem, capacity: memory}"), bad},
		{"parameter-resource-kubernetes", parameters("{type: Resource, resource: kubernetes.io/mem, capacity: memory}"), bad},
		{"parameter-unit", parameters("{type: Resource, resource: a.com/mem, capacity: memory, unit: MB}"), bad},
		{"parameter-unit-digit", parameters("{type: Resource, resource: a.com/mem, capacity: memory, unit: '5'}"), bad},
		{"parameter-unit-exponent", parameters("{type: Resource, resource: a.com/mem, capacity: memory, unit: e3}"), bad},
		{"parameter-mixed", parameters("{type: Resource, resource: a.com/mem, capacity: memory, annotation: a.com/t}"), bad},
		{"parameter-annotation-mixed", parameters("{type: Annotation, annotation: a.com/t, selector: 'device.driver == {value}', unit: Mi}"), bad},
		{"parameter-annotation-name", parameters("{type: Annotation, annotation: a b, selector: 'device.driver == {value}'}"), bad},
		{"parameter-selector-constant", parameters("{type: Annotation, annotation: a.com/t, selector: 'true'}"), bad},
		{"parameter-selector-does-not-compile", parameters("{type: Annotation, annotation: a.com/t, selector: 'device.drivers == {value}'}"), onlyWe},
		{"parameter-resource-itself", parameters("{type: Resource, resource: a.com/gpu, capacity: memory}"), bad},
		{"parameter-resource-matches-pattern", rewriting("resource: 'a.com/{p}', " + plainRequest + ", parameters: [{type: Resource, resource: a.com/mem, capacity: memory}]"), onlyWe},
		{"parameter-resource-twice", parameters("{type: Resource, resource: a.com/mem, capacity: m}, {type: Resource, resource: a.com/mem, capacity: n}"), bad},
		{"parameter-capacity-twice", parameters("{type: Resource, resource: a.com/mem, capacity: m}, {type: Resource, resource: a.com/men, capacity: m}"), bad},
		{"parameters-16", parameters(list(16, "{type: Resource, resource: a.com/m%d, capacity: m%d}")), good},
		{"parameters-17", parameters(list(17, "{type: Resource, resource: a.com/m%d, capacity: m%d}")), bad},
	}
}

// The schema of a DeviceMapping and the program judge every mapping alike, but for what
// only one of them can say.
func TestCRDJudgesMappingsAsTheProgramDoes(t *testing.T) {
	c := shared(t)
	must(t, c.InstallCRDs())
	binary, err := cluster.FindDrawbridge("")
	must(t, err)
	mappings := c.Dynamic.Resource(schema.GroupVersionResource{Group: "drawbridge.dev", Version: "v1alpha1", Resource: "devicemappings"})
	counts := map[verdict]int{}
	for _, cases := range [][]mappingCase{resourceNames(), specFields(), requests(), rewrites()} {
		for _, one := range cases {
			spec := map[string]any{}
			must(t, yaml.Unmarshal([]byte(one.spec), &spec))
			object := &unstructured.Unstructured{Object: map[string]any{
				"apiVersion": "drawbridge.dev/v1alpha1", "kind": "DeviceMapping",
				"metadata": map[string]any{"name": one.name}, "spec": spec,
			}}
			text, err := json.Marshal(object)
			must(t, err)
			_, refusal := mappings.Create(t.Context(), object, metav1.CreateOptions{
				DryRun: []string{metav1.DryRunAll}, FieldValidation: metav1.FieldValidationStrict,
			})
			if refusal != nil && !apierrors.IsInvalid(refusal) && !apierrors.IsBadRequest(refusal) {
				t.Fatalf("%s: %v", one.name, refusal)
			}
			refused, said := reviewed(t, binary, string(text))
			got := map[[2]bool]verdict{
				{false, false}: good, {true, true}: bad, {false, true}: onlyWe, {true, false}: onlySchema,
			}[[2]bool{refusal != nil, refused}]
			if got != one.want {
				t.Errorf("%s is %s, want %s\nAPI server: %v\ndrawbridge: %s", one.name, got, one.want, refusal, said)
			}
			counts[got]++
		}
	}
	t.Logf("%v", counts)
}

// reviewed says whether `drawbridge review` refuses an object, and what it says.
func reviewed(t *testing.T, binary, object string) (refused bool, said string) {
	t.Helper()
	review := exec.Command(binary, "review", "--color", "never", "-")
	review.Stdin = strings.NewReader(object)
	out, err := review.CombinedOutput()
	if code := review.ProcessState.ExitCode(); code > 1 {
		t.Fatalf("review: %v: %s", err, out)
	}
	return review.ProcessState.ExitCode() == 1, string(out)
}

// A refusal by the schema names the field, and says what to write.
func TestCRDSaysWhatToDo(t *testing.T) {
	c := shared(t)
	must(t, c.InstallCRDs())
	for _, one := range []struct{ spec, want string }{
		{exactly("adminAccess: true"), `unknown field "spec.rewrites[0].request.exactly.adminAccess"`},
		{rewriting("resource: a.com/gpu, request: {}"), `spec.rewrites[0].request: Invalid value: must have exactly one of exactly and firstAvailable`},
		{rewriting("resource: kubernetes.io/gpu, " + plainRequest), `must be an extended resource: a domain that is not kubernetes.io's, a slash and a name, as in nvidia.com/gpu`},
		{withSpec("charge: {type: Capacity}"), `spec.charge.capacity: Invalid value: type: Capacity needs a capacity such as gpu.nvidia.com/memory`},
		{withSpec("constraints: [{matchAttribute: a.com/b, scope: Unit}]"), `spec.constraints: Invalid value: scope: Unit pairs the devices of several mappings: set claimGroup in each of them`},
		{parameters("{type: Annotation, annotation: a.com/t, selector: 'true'}"), `must use {value}, the annotation's value`},
		{withSpec("rewrites: [" + list(2, "{resource: a.com/g, "+plainRequest+"}") + "]"), `give one of the two a namespaceSelector that keeps them apart`},
	} {
		_, err := c.ApplyYAML("", "apiVersion: drawbridge.dev/v1alpha1\nkind: DeviceMapping\nmetadata: {name: said}\nspec:\n  "+strings.ReplaceAll(one.spec, "\n", "\n  "))
		if err == nil || !strings.Contains(err.Error(), one.want) {
			t.Errorf("%s\nwant a refusal with %q, got %v", one.spec, one.want, err)
		}
	}
}

// What a field holds where nobody says anything.
func TestCRDDefaults(t *testing.T) {
	c := shared(t)
	must(t, c.InstallCRDs())
	namespace := newNamespace(t, c)
	for _, one := range []struct {
		object string
		want   map[string]any // by path
	}{
		{
			"{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: defaults}, spec: {logicalResource: a.com/b, claimGroup: g, constraints: [{matchAttribute: a.com/c}]}}",
			map[string]any{"mixedNodes": "Leave", "charge": map[string]any{"type": "Devices"}, "constraints": []any{map[string]any{"matchAttribute": "a.com/c", "scope": "Container"}}},
		},
		{
			"{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: defaults}, spec: {hard: {a.com/b: 8, a.com/c: 64Gi}}}",
			map[string]any{"enforcement": "Deny", "failurePolicy": "Fail", "excludeQueued": false},
		},
		{
			"{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceRule, metadata: {name: defaults}, spec: {validations: [{expression: 'true'}], matchResources: {kinds: [{kind: Pod}]}}}",
			map[string]any{"failurePolicy": "Fail", "validationActions": []any{"Deny"}, "matchResources": map[string]any{"operations": []any{"CREATE", "UPDATE"}, "kinds": []any{map[string]any{"group": "", "kind": "Pod"}}}},
		},
	} {
		made, err := c.ApplyYAML(namespace, one.object)
		must(t, err)
		t.Cleanup(func() { c.Kubectl("-n", namespace, "delete", strings.ToLower(made[0].GetKind()), "defaults") })
		for field, want := range one.want {
			got, _, err := unstructured.NestedFieldNoCopy(made[0].Object, "spec", field)
			must(t, err)
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: spec.%s is %v, want %v", made[0].GetKind(), field, got, want)
			}
		}
	}
}

func TestCRDRefusesWrongQuotasAndRules(t *testing.T) {
	c := shared(t)
	must(t, c.InstallCRDs())
	namespace := newNamespace(t, c)
	const quota = "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: q}, spec: {%s}}"
	const rule = "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceRule, metadata: {name: r}, spec: {%s}}"
	for _, one := range []struct{ object, fields, want string }{
		{quota, "", "spec.hard: Required value"},
		{quota, "hard: {a.com/b: -1}", "must be a quantity that is not negative"},
		{quota, "hard: {a.com/b: many}", "must be a quantity that is not negative"},
		{quota, "hard: {a b: 1}", "must name a logical resource"},
		{quota, "hard: {a: 1}, enforcement: Maybe", "spec.enforcement: Unsupported value"},
		{quota, "hard: {a: 1}, failurePolicy: Maybe", "spec.failurePolicy: Unsupported value"},
		{quota, "hard: {a: 1}, scopes: [BestEffort]", "unknown field \"spec.scopes\""},
		{quota, "hard: {" + list(65, "a%d: 1") + "}", "spec.hard: Too many"},
		{rule, "", "must have validations, or auditAnnotations"},
		{rule, "validations: [{expression: 'true'}], validationActions: [Deny, Warn]", "Deny and Warn do not go together"},
		{rule, "validations: [{expression: 'true'}], validationActions: [Deny, Deny]", "Duplicate value"},
		{rule, "validations: [{expression: ''}]", "spec.validations[0].expression"},
		{rule, "validations: [{expression: 'true', reason: Never}]", "Unsupported value: \"Never\""},
		{rule, "validations: [{expression: 'true', reason: Unauthorized}]", "Unsupported value: \"Unauthorized\""},
		{rule, "validations: [{expression: ' '}]", "spec.validations[0].expression"},
		{rule, "validations: [{expression: 'true', message: \" \"}]", "spec.validations[0].message"},
		{rule, "validations: [{expression: 'true', message: \"a\\nb\"}]", "spec.validations[0].message"},
		{rule, "validations: [{expression: 'true', messageExpression: \" \"}]", "spec.validations[0].messageExpression"},
		{rule, "validations: [{expression: 'true'}], variables: [{name: 1a, expression: '1'}]", "spec.variables[0].name"},
		{rule, "validations: [{expression: 'true'}], variables: [{name: a, expression: '1'}, {name: a, expression: '2'}]", "Duplicate value"},
		{rule, "validations: [{expression: 'true'}], paramKind: {apiVersion: v1, kind: ConfigMap}", "paramKind and paramRef go together"},
		{rule, "validations: [{expression: 'true'}], paramKind: {apiVersion: v1, kind: ConfigMap}, paramRef: {parameterNotFoundAction: Deny}", "must have exactly one of name and selector"},
		{rule, "validations: [{expression: 'true'}], matchConditions: [" + list(65, "{name: c%d, expression: 'true'}") + "]", "spec.matchConditions: Too many"},
	} {
		_, err := c.ApplyYAML(namespace, fmt.Sprintf(one.object, one.fields))
		if err == nil || !strings.Contains(err.Error(), one.want) {
			t.Errorf("%s: want a refusal with %q, got %v", one.fields, one.want, err)
		}
	}
}

// What kubectl get prints is what a person looks for first.
func TestCRDColumns(t *testing.T) {
	c := shared(t)
	must(t, c.InstallCRDs())
	namespace := newNamespace(t, c)
	objects, err := c.ApplyYAML(namespace, `
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceQuota
metadata: {name: gpus}
spec: {hard: {nvidia.com/gpu: "8"}}
---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: columns}
spec:
  logicalResource: nvidia.com/gpu
  rewrites: [{resource: columns.example.com/gpu, action: Rewrite, request: {exactly: {deviceClassName: gpu.nvidia.com}}}]
---
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceRule
metadata: {name: columns}
spec: {validations: [{expression: "true"}], validationActions: [Warn, Audit]}
`)
	must(t, err)
	t.Cleanup(func() { c.Kubectl("delete", "devmap/columns", "devrule/columns") })
	for _, object := range objects {
		status := map[string]any{"conditions": []any{map[string]any{
			"type": "Ready", "status": "True", "reason": "Compiled", "message": "It is in use.", "lastTransitionTime": "2026-01-01T00:00:00Z",
		}, map[string]any{
			"type": "Conflicting", "status": "False", "reason": "NoConflict", "message": "None.", "lastTransitionTime": "2026-01-01T00:00:00Z",
		}}}
		if object.GetKind() == "DeviceQuota" {
			status["used"] = map[string]any{"nvidia.com/gpu": "7"}
		}
		object.Object["status"] = status
		client := c.Dynamic.Resource(schema.GroupVersionResource{
			Group: "drawbridge.dev", Version: "v1alpha1", Resource: strings.ToLower(object.GetKind()) + "s",
		})
		if object.GetNamespace() != "" {
			_, err = client.Namespace(namespace).UpdateStatus(t.Context(), object, metav1.UpdateOptions{})
		} else {
			_, err = client.UpdateStatus(t.Context(), object, metav1.UpdateOptions{})
		}
		must(t, err)
	}
	for _, one := range []struct {
		args []string
		want string
	}{
		{[]string{"get", "devquota", "-n", namespace}, `gpus {"nvidia.com/gpu":"7"} {"nvidia.com/gpu":"8"} Deny True`},
		{[]string{"get", "devmap", "columns"}, `columns nvidia.com/gpu columns.example.com/gpu Rewrite True False`},
		{[]string{"get", "devrule", "columns"}, `columns ["Warn","Audit"] Fail True`},
	} {
		result := c.Kubectl(append(one.args, "--no-headers")...)
		if got := strings.Join(strings.Fields(result.Stdout), " "); !strings.HasPrefix(got, one.want) {
			t.Errorf("kubectl %v prints %q%s, want %q", one.args, got, result.Stderr, one.want)
		}
	}
	if result := c.Kubectl("get", "drawbridge", "-n", namespace); !strings.Contains(result.Stdout, "devicequota.drawbridge.dev/gpus") {
		t.Errorf("category drawbridge: %s%s", result.Stdout, result.Stderr)
	}
}
