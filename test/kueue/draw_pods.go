package kueue

import (
	"fmt"
	"maps"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
	api "sigs.k8s.io/kueue/apis/kueue/v1beta2"
)

const image = "registry.example.com/a:1"

// drawTemplate makes pods that ask for devices, or for none.
func drawTemplate(d draw, c *cluster, devices bool) corev1.PodTemplateSpec {
	var template corev1.PodTemplateSpec
	spec := &template.Spec
	spec.RestartPolicy = corev1.RestartPolicyNever
	claims := devices && c.traits.claims && d.percent(60)
	containers := 1
	if d.percent(15) {
		containers = 2
	}
	for i := range containers {
		container := corev1.Container{Name: fmt.Sprintf("c%d", i), Image: image}
		asks := devices && (i == 0 && !claims || i == 1 && d.percent(30))
		container.Resources = drawRequirements(d, c, asks, 3)
		spec.Containers = append(spec.Containers, container)
	}
	// Now and then on both paths.
	if claims || devices && c.traits.claims && d.percent(8) {
		drawClaims(d, c, spec)
	}
	if c.traits.limits {
		drawRest(d, c, spec, devices)
	}
	if c.traits.constraints {
		drawPlaces(d, spec)
	}
	if len(c.topologies) > 0 && d.percent(45) {
		template.Annotations = drawTopologyAnnotations(d, c)
	}
	return template
}

func drawRequirements(d draw, c *cluster, devices bool, most int) corev1.ResourceRequirements {
	var all corev1.ResourceRequirements
	if d.percent(65) {
		ask(d, c, &all, corev1.ResourceCPU, 3)
	}
	if d.percent(45) {
		ask(d, c, &all, corev1.ResourceMemory, 3)
	}
	if devices {
		name := gpu
		if c.traits.claims && d.percent(15) {
			name = oneOf(d, otherGPU, mig)
		}
		if c.traits.configuration && d.percent(15) {
			name = mig
		}
		ask(d, c, &all, name, most)
	}
	return all
}

// ask says it in requests, in limits or in both; of extended resources both are equal.
func ask(d draw, c *cluster, all *corev1.ResourceRequirements, name corev1.ResourceName, most int) {
	amount := drawAsked(d, c, name, most)
	extended := strings.Contains(string(name), "/")
	if all.Requests == nil {
		all.Requests, all.Limits = corev1.ResourceList{}, corev1.ResourceList{}
	}
	if !c.traits.limits || !d.percent(12) {
		all.Requests[name] = amount
		if !extended && !d.percent(20) {
			return
		}
	}
	all.Limits[name] = amount
}

func drawClaims(d draw, c *cluster, spec *corev1.PodSpec) {
	entries := 1
	if d.percent(20) {
		entries = 2
	}
	for i := range entries {
		name := fmt.Sprintf("d%d", i)
		spec.ResourceClaims = append(spec.ResourceClaims, corev1.PodResourceClaim{
			Name: name, ResourceClaimTemplateName: ptr.To(oneOf(d, c.templates...).Name)})
		if !d.percent(10) {
			resources := &spec.Containers[0].Resources
			resources.Claims = append(resources.Claims, corev1.ResourceClaim{Name: name})
		}
	}
}

// drawRest adds init containers, overhead and resources of the whole pod.
func drawRest(d draw, c *cluster, spec *corev1.PodSpec, devices bool) {
	if d.percent(20) {
		for i := range d.between(1, 2) {
			container := corev1.Container{Name: fmt.Sprintf("i%d", i), Image: image}
			container.Resources = drawRequirements(d, c, devices && d.percent(30), 5)
			if d.percent(40) {
				container.RestartPolicy = ptr.To(corev1.ContainerRestartPolicyAlways)
			}
			spec.InitContainers = append(spec.InitContainers, container)
		}
	}
	if d.percent(10) {
		spec.Overhead = corev1.ResourceList{corev1.ResourceCPU: quantity(oneOf(d, "1", "250m"))}
		spec.RuntimeClassName = ptr.To("kata")
	}
	if d.percent(6) {
		spec.Resources = &corev1.ResourceRequirements{Requests: corev1.ResourceList{
			corev1.ResourceCPU: quantity("4"), corev1.ResourceMemory: quantity("4Gi")}}
	}
}

// drawPlaces says on which nodes the pods may run, in words of the flavors' labels and taints.
func drawPlaces(d draw, spec *corev1.PodSpec) {
	if d.percent(25) {
		spec.NodeSelector = map[string]string{oneOf(d, "gpu", "gpu", "zone", "other"): oneOf(d, "a", "b", "1")}
	}
	if d.percent(20) {
		selector := &corev1.NodeSelector{}
		for range d.between(1, 2) {
			var term corev1.NodeSelectorTerm
			for range d.between(1, 2) {
				term.MatchExpressions = append(term.MatchExpressions, drawNodeRequirement(d))
			}
			selector.NodeSelectorTerms = append(selector.NodeSelectorTerms, term)
		}
		spec.Affinity = &corev1.Affinity{NodeAffinity: &corev1.NodeAffinity{
			RequiredDuringSchedulingIgnoredDuringExecution: selector}}
	}
	if d.percent(35) {
		spec.Tolerations = append(spec.Tolerations, drawToleration(d))
	}
}

func drawNodeRequirement(d draw) corev1.NodeSelectorRequirement {
	of := corev1.NodeSelectorRequirement{
		Key: oneOf(d, "gpu", "gpu", "zone", "other"),
		Operator: oneOf(d, corev1.NodeSelectorOpIn, corev1.NodeSelectorOpNotIn,
			corev1.NodeSelectorOpExists, corev1.NodeSelectorOpDoesNotExist),
	}
	if of.Key == "zone" && d.percent(40) {
		of.Operator = oneOf(d, corev1.NodeSelectorOpGt, corev1.NodeSelectorOpLt)
		of.Values = []string{oneOf(d, "0", "1", "2")}
	}
	if of.Operator == corev1.NodeSelectorOpIn || of.Operator == corev1.NodeSelectorOpNotIn {
		of.Values = []string{oneOf(d, "a", "b", "1")}
		if d.percent(30) {
			of.Values = append(of.Values, "2")
		}
	}
	return of
}

func drawToleration(d draw) corev1.Toleration {
	of := corev1.Toleration{Key: oneOf(d, "gpu", "spot", "gpu", ""), Operator: corev1.TolerationOpExists}
	if of.Key != "" && d.percent(50) {
		of.Operator = oneOf(d, corev1.TolerationOpEqual, corev1.TolerationOpEqual, "")
		of.Value = oneOf(d, "a", "b", "")
	}
	if d.percent(40) {
		of.Effect = oneOf(d, corev1.TaintEffectNoSchedule, corev1.TaintEffectNoExecute)
	}
	return of
}

func drawTopologyAnnotations(d draw, c *cluster) map[string]string {
	level := oneOf(d, rack, rack, block, hostname, "nolevel")
	switch d.IntN(7) {
	case 0, 1:
		return map[string]string{api.PodSetRequiredTopologyAnnotation: level}
	case 2, 3:
		return map[string]string{api.PodSetPreferredTopologyAnnotation: level}
	case 4:
		return map[string]string{api.PodSetUnconstrainedTopologyAnnotation: oneOf(d, "true", "true", "false")}
	case 5:
		return map[string]string{api.PodSetSliceRequiredTopologyAnnotation: level, api.PodSetSliceSizeAnnotation: "1"}
	}
	if !c.traits.odd {
		return map[string]string{
			api.PodSetRequiredTopologyAnnotation:      rack,
			api.PodSetSliceRequiredTopologyAnnotation: level,
			api.PodSetSliceSizeAnnotation:             "1",
		}
	}
	annotations := map[string]string{api.PodSetSliceRequiredTopologyConstraintsAnnotation: oneOf(d,
		`[{"topology":"rack","size":2},{"topology":"kubernetes.io/hostname","size":1}]`,
		`[{"topology":"block","size":1}]`,
		`[{"topology":"kubernetes.io/hostname","size":2},{"topology":"rack","size":1}]`,
		`[{"topology":"rack","size":3},{"topology":"kubernetes.io/hostname","size":2}]`,
		`[{"topology":"nolevel","size":1}]`)}
	if d.percent(50) {
		annotations[api.PodSetPreferredTopologyAnnotation] = oneOf(d, block, rack)
	}
	return annotations
}

// together puts two templates into one group of pod sets, now and then.
func together(d draw, c *cluster, first, second *corev1.PodTemplateSpec) {
	if len(c.topologies) == 0 || !c.traits.groups || !d.percent(60) {
		return
	}
	first.Annotations = map[string]string{
		oneOf(d, api.PodSetRequiredTopologyAnnotation, api.PodSetPreferredTopologyAnnotation): oneOf(
			d, rack, block, rack, "nolevel"),
		api.PodSetGroupName: "together",
	}
	second.Annotations = maps.Clone(first.Annotations)
}
