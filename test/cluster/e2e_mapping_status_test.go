package cluster_test

import (
	"fmt"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"drawbridge.dev/test/cluster"
)

// What is wrong with objects is said beside them, by the leader: statuses of mappings,
// and Events. A cluster of their own, since the leader writes to all mappings of one.
func TestMappingStatus(t *testing.T) {
	t.Parallel()
	c := bareCluster(t, cluster.Options{})
	must(t, c.InstallCRDs())
	v := &view{c, t}
	// Applied while the webhook is away: it refuses all three.
	v.apply("", claimedMapping("first", "example.com/gpu", "gpu.example.com"))
	v.apply("", claimedMapping("second", "example.com/gpu", "gpu.example.com"))
	v.apply("", strings.Replace(claimedMapping("broken", "broken.example.com/gpu", "broken.example.com"),
		"deviceClassName: broken.example.com", "deviceClassName: broken.example.com, selectors: [{cel: {expression: 'device.('}}]", 1))
	leader := v.start(cluster.DrawbridgeOptions{NoWebhooks: true})
	v.waitLeader(leader)
	follower := v.start(cluster.DrawbridgeOptions{NoWebhooks: true})

	t.Run("conflicting", func(t *testing.T) { conflictIsTold(v.in(t)) })
	t.Run("broken", func(t *testing.T) { brokenMappingIsTold(v.in(t)) })
	t.Run("columns", func(t *testing.T) { columnsShowIt(v.in(t)) })
	t.Run("quiet", func(t *testing.T) { nothingIsWrittenTwice(v.in(t)) })
	t.Run("healed", func(t *testing.T) { forgedStatusIsHealed(v.in(t)) })
	t.Run("corrected", func(t *testing.T) { correctedMappingIsReady(v.in(t)) })
	t.Run("others", func(t *testing.T) { otherObjectsAreTold(v.in(t)) })
	t.Run("quota", func(t *testing.T) { unreadableStatusIsCountedAnew(v.in(t)) })
	if told := leader.metric("drawbridge_events_total", `outcome="written"`); told < 5 {
		t.Errorf("%v Events were counted", told)
	}
	// The next leader goes on.
	leader.Kill()
	v.waitLeader(follower)
	t.Run("next-leader", func(t *testing.T) {
		v := v.in(t)
		v.apply("", claimedMapping("later", "later.example.com/gpu", "later.example.com"))
		v.hasCondition("later", "Ready", "True", "Compiled")
	})
}

// waitLeader waits until an instance says that it leads: 15 s after the first start,
// and as long after the end of the one before.
func (v *view) waitLeader(d *instance) {
	v.t.Helper()
	if d.metric("drawbridge_leader", "") != 0 {
		v.t.Error("it leads from its first moment on")
	}
	v.eventually("the instance to lead", func() error {
		if d.metric("drawbridge_leader", "") != 1 {
			return errNot
		}
		return nil
	})
}

// claimedMapping claims a resource and counts a class, under a name of its own.
func claimedMapping(name, resource, class string) string {
	return fmt.Sprintf(`
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: %[1]s}
spec:
  logicalResource: %[1]s.example.com/counted
  deviceClassNames: [%[3]s]
  rewrites: [{resource: %[2]s, action: Rewrite, request: {exactly: {deviceClassName: %[3]s}}}]
`, name, resource, class)
}

func (v *view) mapping(name string) *unstructured.Unstructured {
	v.t.Helper()
	object, err := v.Dynamic.Resource(mappingKind).Get(v.t.Context(), name, getOptions)
	must(v.t, err)
	return object
}

// conditionOf is a condition of a mapping; empty where it has none of the type.
func conditionOf(object *unstructured.Unstructured, kind string) map[string]any {
	all, _, _ := unstructured.NestedSlice(object.Object, "status", "conditions")
	for _, one := range all {
		if condition, ok := one.(map[string]any); ok && condition["type"] == kind {
			return condition
		}
	}
	return nil
}

// hasCondition waits for it, and returns its message.
func (v *view) hasCondition(name, kind, status, reason string) string {
	v.t.Helper()
	message := ""
	v.eventually(fmt.Sprintf("%s of %s to be %s (%s)", kind, name, status, reason), func() error {
		object := v.mapping(name)
		condition := conditionOf(object, kind)
		if condition["status"] != status || condition["reason"] != reason || condition["observedGeneration"] != object.GetGeneration() {
			return fmt.Errorf("it is %v", condition)
		}
		message, _ = condition["message"].(string)
		return nil
	})
	return message
}

// hasEvent waits for an Event about an object without a namespace.
func (v *view) hasEvent(kind, name, eventType, reason string) string {
	v.t.Helper()
	note := ""
	v.eventually("Event "+reason+" of "+name, func() error {
		all, err := v.Client.EventsV1().Events("default").List(v.t.Context(), metav1.ListOptions{})
		if err != nil {
			return err
		}
		for _, event := range all.Items {
			about := event.Regarding
			if about.Kind == kind && about.Name == name && about.UID != "" && event.Type == eventType && event.Reason == reason {
				note = event.Note
				return nil
			}
		}
		return errNot
	})
	return note
}

func conflictIsTold(v *view) {
	for name, other := range map[string]string{"first": "second", "second": "first"} {
		v.hasCondition(name, "Ready", "True", "Compiled")
		message := v.hasCondition(name, "Conflicting", "True", "MappedTwice")
		for _, want := range []string{
			"DeviceClass gpu.example.com is counted twice", "DeviceMapping " + other,
			"spec.rewrites[0] matches example.com/gpu, and so does spec.rewrites[0] of DeviceMapping " + other,
		} {
			if !strings.Contains(message, want) {
				v.t.Errorf("%s says %q, want %q", name, message, want)
			}
		}
		v.hasEvent("DeviceMapping", name, "Warning", "MappedTwice")
	}
}

func brokenMappingIsTold(v *view) {
	message := v.hasCondition("broken", "Ready", "False", "NotCompiled")
	for _, want := range []string{"spec.rewrites[0].request.exactly.selectors[0].cel.expression", "kubectl edit devicemapping broken"} {
		if !strings.Contains(message, want) {
			v.t.Errorf("it says %q, want %q", message, want)
		}
	}
	if note := v.hasEvent("DeviceMapping", "broken", "Warning", "NotCompiled"); note != message {
		v.t.Errorf("the Event says %q, want %q", note, message)
	}
	result := v.Kubectl("events", "--for", "devicemapping/broken")
	if !strings.Contains(result.Stdout, "NotCompiled") {
		v.t.Errorf("kubectl events shows %s%s", result.Stdout, result.Stderr)
	}
	result = v.Kubectl("describe", "devicemapping", "broken")
	if !strings.Contains(result.Stdout, "Events:") || !strings.Contains(result.Stdout, "Warning  NotCompiled") {
		v.t.Errorf("kubectl describe shows no Event: %s%s", result.Stdout, result.Stderr)
	}
}

func columnsShowIt(v *view) {
	result := v.Kubectl("get", "devicemappings", "-o", "wide")
	lines := map[string]string{}
	for _, line := range strings.Split(result.Stdout, "\n") {
		if fields := strings.Fields(line); len(fields) > 0 {
			lines[fields[0]] = strings.Join(fields, " ")
		}
	}
	for name, want := range map[string]string{
		"NAME":   "LOGICAL RESOURCE REWRITES ACTION READY CONFLICTING REASON CONFLICT AGE",
		"first":  "first.example.com/counted example.com/gpu Rewrite True True Compiled MappedTwice",
		"broken": "broken.example.com/counted broken.example.com/gpu Rewrite False False NotCompiled NotCompiled",
	} {
		if !strings.HasPrefix(lines[name], name+" "+want) {
			v.t.Errorf("kubectl get shows %q, want %q", lines[name], name+" "+want)
		}
	}
}

// A status that is right is left alone.
func nothingIsWrittenTwice(v *view) {
	before := v.mapping("first").GetResourceVersion()
	// Another mapping is news to the leader.
	v.apply("", claimedMapping("other", "other.example.com/gpu", "other.example.com"))
	v.hasCondition("other", "Conflicting", "False", "NoConflict")
	if after := v.mapping("first").GetResourceVersion(); after != before {
		v.t.Errorf("the status of a mapping that did not change was written: %s, %s", before, after)
	}
}

func forgedStatusIsHealed(v *view) {
	broken := v.mapping("broken")
	since := conditionOf(v.mapping("first"), "Ready")["lastTransitionTime"]
	must(v.t, unstructured.SetNestedSlice(broken.Object, []any{map[string]any{
		"type": "Ready", "status": "True", "reason": "Compiled", "message": "It is fine.", "lastTransitionTime": "2026-01-01T00:00:00Z",
	}, map[string]any{
		"type": "example.com/Seen", "status": "True", "reason": "Seen", "message": "By another controller.", "lastTransitionTime": "2026-01-01T00:00:00Z",
	}}, "status", "conditions"))
	_, err := v.Dynamic.Resource(mappingKind).UpdateStatus(v.t.Context(), broken, metav1.UpdateOptions{})
	must(v.t, err)
	v.hasCondition("broken", "Ready", "False", "NotCompiled")
	v.hasCondition("broken", "Conflicting", "False", "NotCompiled")
	if conditionOf(v.mapping("broken"), "example.com/Seen") == nil {
		v.t.Error("a condition of another controller is gone")
	}
	if again := conditionOf(v.mapping("first"), "Ready")["lastTransitionTime"]; again != since {
		v.t.Errorf("lastTransitionTime changed without the status: %v, %v", since, again)
	}
}

func correctedMappingIsReady(v *view) {
	v.apply("", claimedMapping("broken", "broken.example.com/gpu", "broken.example.com"))
	v.hasCondition("broken", "Ready", "True", "Compiled")
	v.hasEvent("DeviceMapping", "broken", "Normal", "Compiled")
	v.delete(mappingKind, "", "second")
	v.hasCondition("first", "Conflicting", "False", "NoConflict")
	v.hasEvent("DeviceMapping", "first", "Normal", "NoConflict")
}

// Nothing checks Kueue's configuration when it is written: a class stands there under
// two names.
func otherObjectsAreTold(v *view) {
	v.namespace("kueue-system")
	v.apply("", `
apiVersion: v1
kind: ConfigMap
metadata: {name: kueue-manager-config, namespace: kueue-system}
data:
  controller_manager_config.yaml: |
    apiVersion: config.kueue.x-k8s.io/v1beta2
    kind: Configuration
    resources:
      deviceClassMappings:
      - {name: example.com/one, deviceClassNames: [gpu.example.com]}
      - {name: example.com/two, deviceClassNames: [gpu.example.com]}
`)
	v.eventually("an Event about Kueue's ConfigMap", func() error {
		all, err := v.Client.EventsV1().Events("kueue-system").List(v.t.Context(), metav1.ListOptions{})
		if err != nil {
			return err
		}
		for _, event := range all.Items {
			if event.Regarding.Kind == "ConfigMap" && event.Regarding.UID != "" && strings.Contains(event.Note, "gpu.example.com stands under") {
				return nil
			}
		}
		return errNot
	})
}

// The schema refuses a limit that is no quantity, but not a use that is none.
func unreadableStatusIsCountedAnew(v *view) {
	namespace := v.namespace("unreadable-status")
	v.apply(namespace, `
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceQuota
metadata: {name: gpus}
spec: {hard: {nvidia.com/gpu: "8"}}
`)
	quotas := v.Dynamic.Resource(quotaKind).Namespace(namespace)
	use := func(used string) {
		patch := fmt.Sprintf(`{"status": {"used": {"nvidia.com/gpu": %q}}}`, used)
		_, err := quotas.Patch(v.t.Context(), "gpus", types.MergePatchType, []byte(patch), metav1.PatchOptions{}, "status")
		must(v.t, err)
	}
	use("many")
	v.eventually("what is in use to be counted anew", func() error {
		quota, err := quotas.Get(v.t.Context(), "gpus", getOptions)
		if err != nil {
			return err
		}
		used, _, err := unstructured.NestedString(quota.Object, "status", "used", "nvidia.com/gpu")
		if condition := conditionOf(quota, "Ready"); err != nil || used != "0" || condition["status"] != "True" {
			return fmt.Errorf("%v used, and Ready is %v", quota.Object["status"], condition)
		}
		return nil
	})
}
