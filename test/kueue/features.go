package kueue

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	api "sigs.k8s.io/kueue/apis/kueue/v1beta2"
)

// features are what a workload that could be admitted shows Drawbridge to reckon with.
var features = map[string]func(*cluster, drawn, decision) bool{
	"claims": func(_ *cluster, _ drawn, of decision) bool {
		return anySet(of, func(set api.PodSet) bool { return len(set.Template.Spec.ResourceClaims) > 0 })
	},
	"counters":                   charges(migMemory, migShare),
	"capacities":                 charges(memory),
	"outputs of transformations": charges(credits),
	"selectors of nodes": func(_ *cluster, _ drawn, of decision) bool {
		return anySet(of, func(set api.PodSet) bool {
			return len(set.Template.Spec.NodeSelector) > 0 || set.Template.Spec.Affinity != nil
		})
	},
	"topologies": func(_ *cluster, _ drawn, of decision) bool {
		return anySet(of, func(set api.PodSet) bool { return set.TopologyRequest != nil })
	},
	"sets placed together": func(_ *cluster, _ drawn, of decision) bool {
		return anySet(of, func(set api.PodSet) bool {
			return set.TopologyRequest != nil && set.TopologyRequest.PodSetGroupName != nil
		})
	},
	"fewer pods": func(_ *cluster, _ drawn, of decision) bool {
		return anySet(of, func(set api.PodSet) bool { return set.MinCount != nil })
	},
	"LimitRanges":   func(c *cluster, _ drawn, _ decision) bool { return len(c.limitRanges) > 0 },
	"cohorts":       func(c *cluster, of drawn, _ decision) bool { return c.queueOf(of).Spec.CohortName != "" },
	"stopped queue": func(_ *cluster, _ drawn, of decision) bool { return of.stopped },
	"several flavors": func(c *cluster, of drawn, _ decision) bool {
		return slices.ContainsFunc(c.queueOf(of).Spec.ResourceGroups,
			func(group api.ResourceGroup) bool { return len(group.Flavors) > 1 })
	},
}

func anySet(of decision, has func(api.PodSet) bool) bool { return slices.ContainsFunc(of.sets, has) }

func charges(names ...corev1.ResourceName) func(*cluster, drawn, decision) bool {
	return func(_ *cluster, _ drawn, of decision) bool {
		return slices.ContainsFunc(names, func(name corev1.ResourceName) bool { return of.names[name] })
	}
}

// queueOf is the ClusterQueue of a workload.
func (c *cluster) queueOf(of drawn) *api.ClusterQueue {
	at := slices.IndexFunc(c.clusterQueues, func(one *api.ClusterQueue) bool {
		return one.Name == string(of.queue.Spec.ClusterQueue)
	})
	return c.clusterQueues[at]
}
