package kueue

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
	config "sigs.k8s.io/kueue/apis/config/v1beta2"
)

// Frameworks that the drawn workloads are of.
var frameworks = []string{
	"batch/job", "jobset.x-k8s.io/jobset", "leaderworkerset.x-k8s.io/leaderworkerset",
	"kubeflow.org/mpijob", "kubeflow.org/pytorchjob", "kubeflow.org/tfjob", "kubeflow.org/xgboostjob",
	"kubeflow.org/paddlejob", "kubeflow.org/jaxjob",
	"ray.io/rayjob", "ray.io/raycluster", "ray.io/rayservice",
	"pod", "deployment", "statefulset", "workload.codeflare.dev/appwrapper",
}

// Gates that differ from what Kueue does by itself: capacities are counted.
var featureGates = map[string]bool{"KueueDRAIntegrationConsumableCapacity": true}

func drawConfiguration(d draw, c *cluster) {
	c.configuration = config.Configuration{
		FeatureGates: featureGates,
		Integrations: &config.Integrations{Frameworks: frameworks},
		Resources:    &config.Resources{DeviceClassMappings: drawMappings(d, c)},
	}
	if c.traits.configuration {
		drawCounting(d, c)
	}
	// A name once, in the order in which it came.
	var names []corev1.ResourceName
	for _, name := range c.charged {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	c.charged = names
}

// drawMappings says under which names Kueue counts the classes.
func drawMappings(d draw, c *cluster) []config.DeviceClassMapping {
	name := gpu
	if c.traits.claims {
		name = oneOf(d, gpu, gpu, "gpus", "whole-gpu")
	}
	mappings := []config.DeviceClassMapping{{Name: name, DeviceClassNames: []corev1.ResourceName{gpuClass}}}
	c.charged = []corev1.ResourceName{name}
	if !c.traits.claims {
		return mappings
	}
	switch {
	case c.traits.sources && d.percent(70):
		mappings = append(mappings, countedBy(d, c)...)
	case d.percent(30):
		mappings[0].DeviceClassNames = append(mappings[0].DeviceClassNames, migClass)
	case d.percent(70):
		mappings = append(mappings, config.DeviceClassMapping{Name: migs, DeviceClassNames: []corev1.ResourceName{migClass}})
		c.charged = append(c.charged, migs)
	}
	if c.traits.sources && d.percent(80) {
		mappings = append(mappings, config.DeviceClassMapping{
			Name:             memory,
			DeviceClassNames: []corev1.ResourceName{sharedClass},
			Sources: []config.DeviceClassSourceConfig{{Capacity: &config.DeviceClassCapacitySource{
				Name: "memory", Driver: driver, DeviceSelector: celSelector(isShared)}}},
		})
		c.charged = append(c.charged, memory)
	}
	if name != gpu && d.percent(85) {
		c.charged = append(c.charged, gpu)
	}
	return mappings
}

// countedBy maps the partitions to one counter, or to two.
func countedBy(d draw, c *cluster) []config.DeviceClassMapping {
	of := func(name corev1.ResourceName, counter string) config.DeviceClassMapping {
		c.charged = append(c.charged, name)
		return config.DeviceClassMapping{
			Name:             name,
			DeviceClassNames: []corev1.ResourceName{migClass},
			Sources: []config.DeviceClassSourceConfig{{Counter: &config.DeviceClassCounterSource{
				Name: counter, Driver: driver, DeviceSelector: celSelector(isMIG)}}},
		}
	}
	mappings := []config.DeviceClassMapping{of(migMemory, "memory")}
	if d.percent(40) {
		mappings = append(mappings, of(migShare, "compute"))
	}
	return mappings
}

func drawCounting(d draw, c *cluster) {
	resources := c.configuration.Resources
	if d.percent(30) {
		resources.QuotaCheckStrategy = ptr.To(oneOf(d, config.QuotaCheckIgnoreUndeclared,
			config.QuotaCheckIgnoreUndeclared, config.QuotaCheckBlockUndeclared))
	}
	// Kueue takes no prefixes beside it.
	ignores := ptr.Deref(resources.QuotaCheckStrategy, "") == config.QuotaCheckIgnoreUndeclared
	if !ignores && d.percent(30) {
		resources.ExcludeResourcePrefixes = []string{
			oneOf(d, "memory", "cpu", "mem", "nvidia.com/mig", "nvidia.com", "gpus", "x.com/")}
	}
	if d.percent(50) {
		drawTransformations(d, c)
	}
}

func drawTransformations(d draw, c *cluster) {
	inputs := []corev1.ResourceName{mig, gpu, corev1.ResourceCPU, corev1.ResourceMemory, otherGPU}
	d.Shuffle(len(inputs), func(i, j int) { inputs[i], inputs[j] = inputs[j], inputs[i] })
	for i := range d.between(1, 2) {
		of := config.ResourceTransformation{
			Input:    inputs[i],
			Strategy: ptr.To(oneOf(d, config.Replace, config.Retain)),
			Outputs:  corev1.ResourceList{},
		}
		if d.percent(90) {
			factors := []string{"1", "2", "500m"}
			if c.traits.odd {
				factors = append(factors, "0")
			}
			of.Outputs[oneOf(d, credits, credits, c.charged[0], corev1.ResourceCPU)] = quantity(oneOf(d, factors...))
		}
		if d.percent(20) {
			of.Outputs[oneOf(d, "extra", corev1.ResourceMemory)] = quantity(oneOf(d, "1Gi", "3"))
		}
		if d.percent(20) {
			of.MultiplyBy = oneOf(d, corev1.ResourceCPU, gpu, mig)
		}
		c.configuration.Resources.Transformations = append(c.configuration.Resources.Transformations, of)
	}
	c.charged = append(c.charged, credits)
}
