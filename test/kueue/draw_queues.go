package kueue

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	api "sigs.k8s.io/kueue/apis/kueue/v1beta2"
)

// group is a resourceGroup without its amounts.
type group struct {
	covered []corev1.ResourceName
	flavors []string
}

// drawQueues makes up to four ClusterQueues, alone, in one cohort or in a tree of cohorts, each with a LocalQueue.
func drawQueues(d draw, c *cluster) {
	groups := drawGroups(d, c, false)
	cohorts := drawCohorts(d, c, groups)
	for i := range d.between(1, 4) {
		queue := &api.ClusterQueue{TypeMeta: kueueType("ClusterQueue"), ObjectMeta: named(fmt.Sprintf("cq%d", i))}
		if len(cohorts) > 0 && d.percent(85) {
			queue.Spec.CohortName = api.CohortReference(oneOf(d, cohorts...))
		}
		own := groups
		if d.percent(25) {
			own = drawGroups(d, c, true)
		}
		queue.Spec.ResourceGroups = drawQuotas(d, c, own, queue.Spec.CohortName != "")
		setDefaults(d, &queue.Spec)
		drawNamespaceSelector(d, &queue.Spec)
		local := &api.LocalQueue{TypeMeta: kueueType("LocalQueue"), ObjectMeta: inNamespace(fmt.Sprintf("lq%d", i))}
		local.Spec.ClusterQueue = api.ClusterQueueReference(queue.Name)
		local.Spec.StopPolicy = ptr.To(api.None)
		if c.traits.stops && d.percent(25) {
			stopped := oneOf(d, api.Hold, api.Hold, api.HoldAndDrain)
			if d.percent(50) {
				queue.Spec.StopPolicy = ptr.To(stopped)
			} else {
				local.Spec.StopPolicy = ptr.To(stopped)
			}
		}
		c.clusterQueues = append(c.clusterQueues, queue)
		c.localQueues = append(c.localQueues, local)
	}
}

// setDefaults writes what the API server would, and nothing that lets a workload preempt others: what is in use
// stays so.
func setDefaults(d draw, spec *api.ClusterQueueSpec) {
	spec.QueueingStrategy = api.BestEffortFIFO
	spec.StopPolicy = ptr.To(api.None)
	spec.FlavorFungibility = &api.FlavorFungibility{
		WhenCanBorrow:  oneOf(d, api.MayStopSearch, api.MayStopSearch, api.MayStopSearch, api.TryNextFlavor),
		WhenCanPreempt: api.TryNextFlavor,
	}
	spec.Preemption = &api.ClusterQueuePreemption{
		ReclaimWithinCohort: api.PreemptionPolicyNever,
		WithinClusterQueue:  api.PreemptionPolicyNever,
		BorrowWithinCohort:  &api.BorrowWithinCohort{Policy: api.BorrowWithinCohortPolicyNever},
	}
}

func drawNamespaceSelector(d draw, spec *api.ClusterQueueSpec) {
	spec.NamespaceSelector = &metav1.LabelSelector{}
	if d.percent(5) {
		spec.NamespaceSelector = oneOf(d,
			&metav1.LabelSelector{MatchLabels: map[string]string{"dept": "research"}},
			&metav1.LabelSelector{MatchLabels: map[string]string{"dept": "prod"}},
			&metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{
				{Key: "dept", Operator: metav1.LabelSelectorOpNotIn, Values: []string{"prod"}}}},
			&metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{
				{Key: "dept", Operator: metav1.LabelSelectorOpExists},
				{Key: "tier", Operator: metav1.LabelSelectorOpExists}}},
			nil)
	}
}

// drawCohorts gives the names that ClusterQueues may take. Some of them exist as a name alone.
func drawCohorts(d draw, c *cluster, groups []group) []string {
	add := func(name, parent string) {
		cohort := &api.Cohort{TypeMeta: kueueType("Cohort"), ObjectMeta: named(name)}
		cohort.Spec.ParentName = api.CohortReference(parent)
		if d.percent(40) {
			cohort.Spec.ResourceGroups = drawQuotas(d, c, groups, parent != "")
		}
		c.cohorts = append(c.cohorts, cohort)
	}
	switch d.IntN(3) {
	case 1:
		if d.percent(40) {
			add("co", "")
		}
		return []string{"co"}
	case 2:
		add("left", "root")
		if d.percent(30) {
			add("mid", "root")
			add("right", "mid")
		} else {
			add("right", "root")
		}
		if d.percent(50) {
			add("root", "")
		}
		return []string{"left", "right"}
	}
	return nil
}

// drawGroups deals the names and some flavors to one, two or three groups; the flavors in another order where the
// queue is unlike the others.
func drawGroups(d draw, c *cluster, unlike bool) []group {
	names := drawCovered(d, c)
	var flavors []string
	for i := range flavorCount {
		flavors = append(flavors, flavorName(i))
	}
	if unlike {
		d.Shuffle(len(flavors), func(i, j int) { flavors[i], flavors[j] = flavors[j], flavors[i] })
	}
	count := 1
	if len(names) > 1 && d.percent(40) {
		count = 2
	}
	if len(names) > 2 && d.percent(10) {
		count = 3
	}
	var groups []group
	for i := range count {
		one := group{covered: names[i*len(names)/count : (i+1)*len(names)/count]}
		taken := min(d.between(1, 3), flavorCount/count)
		one.flavors, flavors = flavors[:taken], flavors[taken:]
		groups = append(groups, one)
	}
	return groups
}

func drawCovered(d draw, c *cluster) []corev1.ResourceName {
	names := slices.Clone(c.charged)
	maybe := func(name corev1.ResourceName, percent int) {
		if d.percent(percent) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	maybe(corev1.ResourceCPU, 96)
	maybe(corev1.ResourceMemory, 96)
	maybe(corev1.ResourcePods, 15)
	if c.traits.configuration {
		maybe("extra", 20)
	}
	if c.traits.claims {
		maybe(otherGPU, 15)
		maybe(mig, 15)
	}
	// Now and then one that is charged has no quota.
	if len(names) > 1 && d.percent(5) {
		names = names[1:]
	}
	d.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return names
}

func drawQuotas(d draw, c *cluster, groups []group, borrows bool) []api.ResourceGroup {
	var all []api.ResourceGroup
	for _, one := range groups {
		filled := api.ResourceGroup{CoveredResources: one.covered}
		for _, flavor := range one.flavors {
			quotas := api.FlavorQuotas{Name: api.ResourceFlavorReference(flavor)}
			for _, name := range one.covered {
				quotas.Resources = append(quotas.Resources, drawQuota(d, c, name, borrows))
			}
			filled.Flavors = append(filled.Flavors, quotas)
		}
		all = append(all, filled)
	}
	return all
}

func drawQuota(d draw, c *cluster, name corev1.ResourceName, borrows bool) api.ResourceQuota {
	most := 14
	if name == corev1.ResourceCPU || name == corev1.ResourceMemory {
		most = 24
	}
	quota := api.ResourceQuota{Name: name, NominalQuota: drawAmount(d, c, name, most)}
	if borrows && d.percent(25) {
		quota.BorrowingLimit = ptr.To(drawAmount(d, c, name, 5))
	}
	if borrows && d.percent(25) {
		// Kueue takes no more than there is.
		if lent := drawAmount(d, c, name, 5); lent.Cmp(quota.NominalQuota) <= 0 {
			quota.LendingLimit = &lent
		}
	}
	return quota
}
