package cluster_test

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"

	admissionv1 "k8s.io/api/admission/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	resourcev1 "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"drawbridge.dev/test/cluster"
)

// What people write into selectors. The API server and Drawbridge have to agree on each: taken, or
// refused for the same cause in the same words. Two neighbours of each kind of mistake are fine.
var selectorExpressions = []string{
	// Fine.
	`true`,
	`device.driver == "gpu.nvidia.com"`,
	`device.attributes["gpu.nvidia.com"].model`,
	`has(device.attributes["gpu.nvidia.com"].model) && device.attributes["gpu.nvidia.com"].model == "H100"`,
	`device.capacity["gpu.nvidia.com"].memory.compareTo(quantity("16Gi")) >= 0`,
	`device.attributes["gpu.nvidia.com"].?model.orValue("") == "H100"`,
	`cel.bind(d, device.attributes["gpu.nvidia.com"], d.model == "H100" || d.model == "A100")`,
	`device.allowMultipleAllocations`,
	`device.attributes.all(d, true)`,
	`"gpu.nvidia.com" in device.attributes`,
	`1 / 0 == 1`,
	// What does not parse.
	``,
	` `,
	`device.driver ==`,
	`device.driver == "gpu.nvidia.com`,
	`device.driver = "gpu.nvidia.com"`,
	`(device.driver == "a"`,
	`device.driver == "a" and true`,
	`device.driver == "a" &&`,
	`device.in`,
	`device.attributes["a"].b-c == `,
	`"\q" == "q"`,
	"device.driver == \"a\" &&\n  device.driver == 'b",
	"`device`.driver == 'a'",
	// What does not type-check.
	`devise.driver == "a"`,
	`driver == "a"`,
	`device.name == "a"`,
	`device.driver == 1`,
	`device.driver.size() == "1"`,
	`device.attributes.model == "H100"`,
	`device.attributes["a"].b + 1`,
	`device.capacity["gpu.nvidia.com"].memory >= quantity("16Gi")`,
	`device.capacity["memory"].compareTo(quantity("16Gi")) >= 0`,
	`device.capacity["gpu.nvidia.com"].memory > "16Gi"`,
	`device.attributes["a"].exists(x, x == "b") && undefined`,
	`device.attributes["a"].b.exists(x, x == "b")`,
	`device.attributes["a"].b.includes("c")`,
	`quantity("16Gi") < quantity("32Gi")`,
	`semver("1.2.3") < semver("1.3.0")`,
	`f(a, b)`,
	`[1, "a"].size() == 2`,
	`math.greatest(1, 2) == 2`,
	`[1, 2].map(x, x + y) == [1]`,
	`authorizer.path("/").check("get").allowed()`,
	`object.metadata.name == "a"`,
	`timestamp("yesterday") < timestamp("2024-01-01T00:00:00Z")`,
	`duration("1 hour") == duration("1h")`,
	`device.driver.matches("[")`,
	`"%d".format(["a"]) == "a"`,
	// What is not true or false.
	`device.driver`,
	`1`,
	`device.attributes`,
	`device.capacity["gpu.nvidia.com"].memory`,
	`null`,
	`[true]`,
	`device.attributes["a"].?b`,
	// What can't be made a program of.
	`int("one") == 1`,
	`bool("yes")`,
	// What would cost too much.
	`device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, device.attributes.all(d, a == b))))`,
	`device.driver + "` + strings.Repeat("x", 10*1024) + `" == ""`,
	`lists.range(1000000).all(x, lists.range(1000).all(y, x == y))`,
}

// selectorHolders make an object with one selector, for each kind that has them.
var selectorHolders = map[string]func(name string, selector resourcev1.DeviceSelector) runtime.Object{
	"DeviceClass": func(name string, selector resourcev1.DeviceSelector) runtime.Object {
		return &resourcev1.DeviceClass{
			TypeMeta:   metav1.TypeMeta{APIVersion: "resource.k8s.io/v1", Kind: "DeviceClass"},
			ObjectMeta: metav1.ObjectMeta{Name: name},
			Spec:       resourcev1.DeviceClassSpec{Selectors: []resourcev1.DeviceSelector{selector}},
		}
	},
	"ResourceClaim": func(name string, selector resourcev1.DeviceSelector) runtime.Object {
		return &resourcev1.ResourceClaim{
			TypeMeta:   metav1.TypeMeta{APIVersion: "resource.k8s.io/v1", Kind: "ResourceClaim"},
			ObjectMeta: metav1.ObjectMeta{Name: name},
			Spec:       claimWithSelector(selector),
		}
	},
	"ResourceClaimTemplate": func(name string, selector resourcev1.DeviceSelector) runtime.Object {
		return &resourcev1.ResourceClaimTemplate{
			TypeMeta:   metav1.TypeMeta{APIVersion: "resource.k8s.io/v1", Kind: "ResourceClaimTemplate"},
			ObjectMeta: metav1.ObjectMeta{Name: name},
			Spec:       resourcev1.ResourceClaimTemplateSpec{Spec: claimWithSelector(selector)},
		}
	},
}

func claimWithSelector(selector resourcev1.DeviceSelector) resourcev1.ResourceClaimSpec {
	return resourcev1.ResourceClaimSpec{Devices: resourcev1.DeviceClaim{Requests: []resourcev1.DeviceRequest{{
		Name: "gpu",
		Exactly: &resourcev1.ExactDeviceRequest{
			DeviceClassName: "gpu.nvidia.com", Selectors: []resourcev1.DeviceSelector{selector},
		},
	}}}}
}

// refusalOfServer is why the API server does not take the object's selector; empty: it does.
func refusalOfServer(t *testing.T, c *cluster.Cluster, namespace string, object runtime.Object) string {
	t.Helper()
	never := metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}}
	var err error
	switch it := object.(type) {
	case *resourcev1.DeviceClass:
		_, err = c.Client.ResourceV1().DeviceClasses().Create(t.Context(), it, never)
	case *resourcev1.ResourceClaim:
		_, err = c.Client.ResourceV1().ResourceClaims(namespace).Create(t.Context(), it, never)
	case *resourcev1.ResourceClaimTemplate:
		_, err = c.Client.ResourceV1().ResourceClaimTemplates(namespace).Create(t.Context(), it, never)
	}
	if err == nil {
		return ""
	}
	var status *apierrors.StatusError
	if !errors.As(err, &status) || status.ErrStatus.Details == nil {
		t.Fatalf("the API server says something else: %v", err)
	}
	for _, cause := range status.ErrStatus.Details.Causes {
		if strings.HasSuffix(cause.Field, "cel.expression") {
			return cause.Message
		}
	}
	t.Fatalf("the API server names no selector: %v", err)
	return ""
}

// refusalOfDrawbridge is what it answers to the object's creation; empty: it takes it.
func refusalOfDrawbridge(t *testing.T, reviewer *cluster.Reviewer, namespace string, object runtime.Object) string {
	t.Helper()
	raw, err := json.Marshal(object)
	must(t, err)
	kind := object.GetObjectKind().GroupVersionKind()
	resource := strings.ToLower(kind.Kind) + "s"
	if strings.HasSuffix(resource, "classs") {
		resource = "deviceclasses"
		namespace = ""
	}
	verdict, err := reviewer.Ask("/validate", &admissionv1.AdmissionRequest{
		Kind:      metav1.GroupVersionKind{Group: kind.Group, Version: kind.Version, Kind: kind.Kind},
		Resource:  metav1.GroupVersionResource{Group: kind.Group, Version: kind.Version, Resource: resource},
		Name:      "selectors",
		Namespace: namespace,
		Operation: admissionv1.Create,
		UserInfo:  authenticationv1.UserInfo{Username: "somebody"},
		Object:    runtime.RawExtension{Raw: raw},
	})
	must(t, err)
	if verdict.Allowed {
		return ""
	}
	return verdict.Message
}

var (
	atPlace     = regexp.MustCompile(`(?s)compilation failed: ERROR: <input>:(\d+:\d+): (.*?)(?:\n \| |\nERROR|$)`)
	otherCauses = regexp.MustCompile(`(?s)(must evaluate to .*|program instantiation failed: .*|` +
		`too complex, exceeds cost limit|may not be more than \d+ bytes)$`)
)

// wordsOf are what a refusal of Drawbridge has to say besides its own, by the API server's.
func wordsOf(t *testing.T, refusal string) []string {
	t.Helper()
	if found := atPlace.FindStringSubmatch(refusal); found != nil {
		return []string{"at " + found[1], found[2]}
	}
	found := otherCauses.FindString(refusal)
	if found == "" {
		t.Fatalf("the API server's refusal has no cause that is known: %s", refusal)
	}
	return []string{strings.TrimPrefix(found, "program instantiation failed: ")}
}

// A selector that the API server refuses is refused by Drawbridge, for the same cause in the same
// words; what it takes, Drawbridge takes.
func TestSelectorsAreJudgedAsTheAPIServerDoes(t *testing.T) {
	c := shared(t)
	namespace := newNamespace(t, c)
	d, err := cluster.StartDrawbridge(c, cluster.DrawbridgeOptions{
		State: cluster.ClassesYAML, NoWebhooks: true, Args: briefShutdown,
	})
	must(t, err)
	defer func() { must(t, d.Stop()) }()
	reviewer := d.Reviewer()

	refused := 0
	for kind, holder := range selectorHolders {
		for _, expression := range selectorExpressions {
			object := holder("selectors", resourcev1.DeviceSelector{
				CEL: &resourcev1.CELDeviceSelector{Expression: expression},
			})
			theirs := refusalOfServer(t, c, namespace, object)
			ours := refusalOfDrawbridge(t, reviewer, namespace, object)
			shown := expression[:min(len(expression), 100)]
			if theirs == "" || ours == "" {
				if theirs != ours {
					t.Errorf("%s %q:\n  API server: %q\n  Drawbridge: %q", kind, shown, theirs, ours)
				}
				continue
			}
			refused++
			for _, word := range wordsOf(t, theirs) {
				if !strings.Contains(ours, word) {
					t.Errorf("%s %q:\n  API server: %q\n  Drawbridge: %q\n  lacks %q", kind, shown, theirs, ours, word)
				}
			}
		}
	}
	if refused < 3*30 {
		t.Errorf("%d were refused: the table is to have 30 mistakes at least", refused)
	}
}
