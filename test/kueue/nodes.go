package kueue

import (
	"fmt"
	"maps"

	corev1 "k8s.io/api/core/v1"
	api "sigs.k8s.io/kueue/apis/kueue/v1beta2"
)

// nodesOf makes nodes of a flavor with a topology: one for each choice of the labels that pods select by, each with
// more room than anything drawn needs. Drawbridge does not look at the room of nodes.
func nodesOf(flavor *api.ResourceFlavor, names []corev1.ResourceName) []*corev1.Node {
	if flavor.Spec.TopologyName == nil {
		return nil
	}
	var all []*corev1.Node
	for _, gpus := range []string{"", "a", "b", "1"} {
		for _, zone := range []string{"", "1", "2", "a", "b"} {
			for _, other := range []string{"", "a", "b", "1"} {
				node := &corev1.Node{ObjectMeta: named(fmt.Sprintf("%s-%d", flavor.Name, len(all)))}
				node.Labels = map[string]string{block: "b", rack: "r", hostname: node.Name}
				for key, value := range map[string]string{"gpu": gpus, "zone": zone, "other": other} {
					if value != "" {
						node.Labels[key] = value
					}
				}
				maps.Copy(node.Labels, flavor.Spec.NodeLabels)
				node.Status.Conditions = []corev1.NodeCondition{{Type: corev1.NodeReady, Status: corev1.ConditionTrue}}
				node.Status.Allocatable = corev1.ResourceList{}
				for _, name := range names {
					node.Status.Allocatable[name] = quantity("1000000")
				}
				node.Status.Allocatable[corev1.ResourceMemory] = quantity("1000000Gi")
				all = append(all, node)
			}
		}
	}
	return all
}
