package kueue

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
	api "sigs.k8s.io/kueue/apis/kueue/v1beta2"
)

const (
	block    = "block"
	rack     = "rack"
	hostname = "kubernetes.io/hostname"
)

const flavorCount = 6

func flavorName(i int) string { return fmt.Sprintf("f%d", i) }

func drawFlavors(d draw, c *cluster) {
	// How many of a hundred flavors have a topology.
	placed := 0
	if c.traits.topologies {
		placed = oneOf(d, 50, 92)
		c.topologies = []*api.Topology{
			topology("deep", block, rack, hostname),
			topology("flat", rack, hostname),
		}
	}
	for i := range flavorCount {
		flavor := &api.ResourceFlavor{TypeMeta: kueueType("ResourceFlavor"), ObjectMeta: named(flavorName(i))}
		flavor.Spec.NodeLabels = map[string]string{}
		if c.traits.constraints {
			drawConstraints(d, &flavor.Spec)
		}
		if d.percent(placed) {
			flavor.Spec.TopologyName = ptr.To(api.TopologyReference(oneOf(d, "deep", "deep", "flat")))
			if len(flavor.Spec.NodeLabels) == 0 {
				flavor.Spec.NodeLabels["pool"] = "p"
			}
		}
		c.flavors = append(c.flavors, flavor)
	}
}

func topology(name string, levels ...string) *api.Topology {
	of := &api.Topology{TypeMeta: kueueType("Topology"), ObjectMeta: named(name)}
	for _, level := range levels {
		of.Spec.Levels = append(of.Spec.Levels, api.TopologyLevel{NodeLabel: level})
	}
	return of
}

func drawConstraints(d draw, spec *api.ResourceFlavorSpec) {
	if d.percent(40) {
		spec.NodeLabels["gpu"] = oneOf(d, "a", "b")
	}
	if d.percent(20) {
		spec.NodeLabels["zone"] = oneOf(d, "1", "2")
	}
	if d.percent(25) {
		spec.NodeTaints = []corev1.Taint{{
			Key:   oneOf(d, "gpu", "spot"),
			Value: oneOf(d, "a", "b", ""),
			Effect: oneOf(d, corev1.TaintEffectNoSchedule, corev1.TaintEffectNoSchedule,
				corev1.TaintEffectNoExecute, corev1.TaintEffectPreferNoSchedule),
		}}
		if d.percent(20) {
			spec.Tolerations = []corev1.Toleration{{Key: oneOf(d, "gpu", "spot"), Operator: corev1.TolerationOpExists}}
		}
	}
}
