package kueue

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// drawAmount is as much of a resource as people write: up to `most` cores, GiB or devices.
func drawAmount(d draw, c *cluster, name corev1.ResourceName, most int) resource.Quantity {
	n := d.between(0, most)
	if c.traits.odd && d.percent(10) {
		switch name {
		case corev1.ResourceCPU:
			return quantity(oneOf(d, "0.1", "1.0005", "100u", "1e0", "2500m", "0.0001"))
		case corev1.ResourceMemory:
			return quantity(oneOf(d, "100.5Mi", "1G", "1500m", "1Ki", "1e9", "0.5Gi", "3M"))
		}
	}
	switch name {
	case corev1.ResourceCPU:
		if d.percent(20) {
			return quantity(fmt.Sprintf("%dm", n*500))
		}
	case corev1.ResourceMemory:
		return quantity(fmt.Sprintf("%dGi", n))
	case migMemory, memory:
		return quantity(fmt.Sprintf("%dGi", 10*n))
	}
	return quantity(fmt.Sprint(n))
}

// drawAsked is the same of what a container asks for, where nothing is rare.
func drawAsked(d draw, c *cluster, name corev1.ResourceName, most int) resource.Quantity {
	amount := drawAmount(d, c, name, most)
	if amount.IsZero() && !d.percent(8) {
		return quantity("1")
	}
	return amount
}
