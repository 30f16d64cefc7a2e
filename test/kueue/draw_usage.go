package kueue

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	api "sigs.k8s.io/kueue/apis/kueue/v1beta2"
)

// drawUsage admits a workload for some of the queues' flavors. Most stay within the queue's own quota.
func drawUsage(d draw, c *cluster) {
	if !c.traits.usage {
		return
	}
	for _, queue := range c.clusterQueues {
		if d.percent(25) {
			continue
		}
		for _, of := range queue.Spec.ResourceGroups {
			for _, flavor := range of.Flavors {
				if d.percent(80) {
					c.admitted = append(c.admitted, drawAdmitted(d, c, queue, flavor))
				}
			}
		}
	}
}

func drawAdmitted(d draw, c *cluster, queue *api.ClusterQueue, flavor api.FlavorQuotas) *api.Workload {
	name := fmt.Sprintf("admitted-%s-%s", queue.Name, flavor.Name)
	used := &api.Workload{TypeMeta: kueueType("Workload"), ObjectMeta: inNamespace(name)}
	used.UID = types.UID(name)
	used.Spec.PodSets = []api.PodSet{{Name: api.DefaultPodSetName, Count: 1}}
	assigned := api.PodSetAssignment{
		Name:          api.DefaultPodSetName,
		Count:         ptr.To(int32(1)),
		Flavors:       map[corev1.ResourceName]api.ResourceFlavorReference{},
		ResourceUsage: corev1.ResourceList{},
	}
	for _, quota := range flavor.Resources {
		amount := drawAmount(d, c, quota.Name, 20)
		if amount.Cmp(quota.NominalQuota) > 0 && !d.percent(20) {
			amount = quota.NominalQuota
		}
		assigned.Flavors[quota.Name] = flavor.Name
		assigned.ResourceUsage[quota.Name] = amount
	}
	used.Status.Admission = &api.Admission{
		ClusterQueue:      api.ClusterQueueReference(queue.Name),
		PodSetAssignments: []api.PodSetAssignment{assigned},
	}
	used.Status.Conditions = []metav1.Condition{
		{Type: api.WorkloadQuotaReserved, Status: metav1.ConditionTrue, Reason: "QuotaReserved"},
		{Type: api.WorkloadAdmitted, Status: metav1.ConditionTrue, Reason: "Admitted"},
	}
	return used
}
