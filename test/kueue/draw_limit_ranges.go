package kueue

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func drawLimitRanges(d draw, c *cluster) {
	if !c.traits.limits || !d.percent(40) {
		return
	}
	item := corev1.LimitRangeItem{
		Type:           corev1.LimitTypeContainer,
		Default:        corev1.ResourceList{},
		DefaultRequest: corev1.ResourceList{},
	}
	if d.percent(60) {
		item.DefaultRequest[corev1.ResourceCPU] = quantity(oneOf(d, "1", "2", "500m"))
	}
	if d.percent(50) {
		item.Default[corev1.ResourceMemory] = quantity(oneOf(d, "1Gi", "4Gi", "4Gi", "4Gi"))
		if d.percent(20) {
			item.Default[gpu] = quantity("1")
		}
		if d.percent(30) {
			item.Default[corev1.ResourceCPU] = quantity("3")
		}
	}
	// As the API server does.
	for name, amount := range item.Default {
		if _, said := item.DefaultRequest[name]; !said {
			item.DefaultRequest[name] = amount
		}
	}
	c.limitRanges = []*corev1.LimitRange{{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "LimitRange"},
		ObjectMeta: inNamespace("defaults"),
		Spec:       corev1.LimitRangeSpec{Limits: []corev1.LimitRangeItem{item}},
	}}
}
