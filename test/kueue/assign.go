package kueue

import (
	"context"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
	api "sigs.k8s.io/kueue/apis/kueue/v1beta2"
	schedulercache "sigs.k8s.io/kueue/pkg/cache/scheduler"
	"sigs.k8s.io/kueue/pkg/resources"
	"sigs.k8s.io/kueue/pkg/scheduler/flavorassigner"
	preemption "sigs.k8s.io/kueue/pkg/scheduler/preemption/common"
	"sigs.k8s.io/kueue/pkg/workload"
)

// attempt is one try of the scheduler.
type attempt struct {
	fits bool
	// Kueue takes flavors one after the other, and does not find it; another choice of them fits.
	byOtherFlavors bool
	// Why not, in Kueue's words.
	why string
	// Some nodes stood in the way, or their order by topology.
	byNodes bool
	// There are more choices than are tried, and none of these fits.
	unknown bool
	// The scheduler has ended with a panic, as v0.19.2 does of pod sets without pods that are placed together.
	panicked bool
}

// noPreemption says of every workload in use that it stays.
type noPreemption struct{}

func (noPreemption) SimulatePreemption(context.Context, *schedulercache.ClusterQueueSnapshot, workload.Info,
	resources.FlavorResource, resources.Amount) (preemption.PreemptionPossibility, int) {
	return preemption.NoCandidates, 0
}

// attempt does what Scheduler.getInitialAssignments does: the whole workload, then fewer pods of it where that may be.
func (w *world) attempt(ctx context.Context, info *workload.Info, snapshot *schedulercache.Snapshot) (made attempt) {
	queue := snapshot.ClusterQueue(info.ClusterQueue)
	if queue == nil {
		return attempt{why: "inactive"}
	}
	// Kueue itself ends with it.
	defer func() {
		if cause := recover(); cause != nil {
			made = attempt{panicked: true, why: fmt.Sprint("panic: ", cause)}
		}
	}()
	made = w.assigned(ctx, info, snapshot, queue)
	if !made.fits {
		made.byOtherFlavors = w.fitsByOtherFlavors(ctx, info, snapshot, queue, &made)
	}
	return made
}

func (w *world) assigned(ctx context.Context, info *workload.Info, snapshot *schedulercache.Snapshot,
	queue *schedulercache.ClusterQueueSnapshot) attempt {
	assigner := w.assigner(info, snapshot, queue)
	whole := assigner.Assign(ctx, nil)
	if isComplete(whole, info) {
		return attempt{fits: true}
	}
	made := attempt{}
	made.hear(whole)
	if !info.CanBePartiallyAdmitted() {
		return made
	}
	reducer := flavorassigner.NewPodSetReducer(info.Obj.Spec.PodSets, func(counts []int32) (struct{}, bool) {
		fewer := assigner.Assign(ctx, counts)
		made.hear(fewer)
		return struct{}{}, isComplete(fewer, info)
	})
	_, made.fits = reducer.Search()
	return made
}

func (w *world) assigner(info *workload.Info, snapshot *schedulercache.Snapshot,
	queue *schedulercache.ClusterQueueSnapshot) *flavorassigner.FlavorAssigner {
	strategy := ptr.Deref(w.cluster.configuration.Resources.QuotaCheckStrategy, "")
	return flavorassigner.New(info, queue, snapshot.ResourceFlavors, false, noPreemption{}, nil, strategy,
		resources.NewResourceFormatter(), 1)
}

// isComplete is whether each pod set got flavors. A workload that is admitted without some of its sets does not start:
// the integrations' RunWithPodSetsInfo fails.
func isComplete(of flavorassigner.Assignment, info *workload.Info) bool {
	return of.RepresentativeMode() == flavorassigner.Fit && len(of.PodSets) == len(info.Obj.Spec.PodSets)
}

// What is said of an assignment that fits, and is not of all pod sets.
const leftOut = "some pod sets are left out"

func (a *attempt) hear(of flavorassigner.Assignment) {
	said := of.Message()
	if said == "" {
		said = leftOut
	}
	if !strings.Contains(a.why, said) {
		a.why = strings.TrimPrefix(a.why+" | "+said, " | ")
	}
	a.byNodes = a.byNodes || isOfNodes(said)
}

// Messages of TASFlavorSnapshot.
func isOfNodes(said string) bool {
	return strings.Contains(said, "is above the podset topology") || strings.Contains(said, `topology "`) ||
		strings.Contains(said, "excluded") || strings.Contains(said, "no topology domains")
}

// Choices of flavors that are tried at most.
const choicesMax = 4000

// fitsByOtherFlavors tries every choice. The assigner takes a choice as one that an earlier round nominated.
func (w *world) fitsByOtherFlavors(ctx context.Context, info *workload.Info, snapshot *schedulercache.Snapshot,
	queue *schedulercache.ClusterQueueSnapshot, made *attempt) bool {
	slots := slotsOf(info, queue)
	tried := *info
	for range choicesMax {
		tried.NominationMapping = nominated(info, queue, slots)
		assigner := w.assigner(&tried, snapshot, queue)
		of := assigner.Assign(ctx, nil)
		made.hear(of)
		if isComplete(of, info) {
			return true
		}
		if info.CanBePartiallyAdmitted() {
			if of = assigner.Assign(ctx, fewestPods(info.Obj.Spec.PodSets)); isComplete(of, info) {
				return true
			}
		}
		if !next(slots, queue) {
			return false
		}
	}
	made.unknown = true
	return false
}

// slot is one flavor to be chosen: of a resource group that pod sets ask, alone or placed together.
type slot struct {
	sets          []int
	group, flavor int
}

func slotsOf(info *workload.Info, queue *schedulercache.ClusterQueueSnapshot) []slot {
	var slots []slot
	for _, sets := range setsTogether(info.Obj.Spec.PodSets) {
		for at, group := range queue.ResourceGroups {
			asks := slices.ContainsFunc(sets, func(set int) bool {
				for name := range resources.ToMap(info.TotalRequests[set].Requests) {
					if group.CoveredResources.Has(name) {
						return true
					}
				}
				return group.CoveredResources.Has(corev1.ResourcePods)
			})
			if asks {
				slots = append(slots, slot{sets: sets, group: at})
			}
		}
	}
	return slots
}

// nominated is the choice as an earlier round of the scheduler would leave it.
func nominated(info *workload.Info, queue *schedulercache.ClusterQueueSnapshot,
	slots []slot) workload.PodSetResourcesToFlavors {
	all := workload.PodSetResourcesToFlavors{}
	for _, set := range info.Obj.Spec.PodSets {
		all[set.Name] = workload.ResourceToFlavor{}
	}
	for _, chosen := range slots {
		group := queue.ResourceGroups[chosen.group]
		for _, set := range chosen.sets {
			for name := range group.CoveredResources {
				all[info.Obj.Spec.PodSets[set].Name][name] = group.Flavors[chosen.flavor]
			}
		}
	}
	return all
}

// next counts up, with as many digits at each place as there are flavors.
func next(slots []slot, queue *schedulercache.ClusterQueueSnapshot) bool {
	for i := range slots {
		if slots[i].flavor++; slots[i].flavor < len(queue.ResourceGroups[slots[i].group].Flavors) {
			return true
		}
		slots[i].flavor = 0
	}
	return false
}

// setsTogether are the pod sets by their podset-group-name; those without are alone.
func setsTogether(sets []api.PodSet) [][]int {
	var all [][]int
	at := map[string]int{}
	for i, set := range sets {
		if request := set.TopologyRequest; request != nil && request.PodSetGroupName != nil {
			if group, known := at[*request.PodSetGroupName]; known {
				all[group] = append(all[group], i)
				continue
			}
			at[*request.PodSetGroupName] = len(all)
		}
		all = append(all, []int{i})
	}
	return all
}

func fewestPods(sets []api.PodSet) []int32 {
	var counts []int32
	for _, set := range sets {
		counts = append(counts, ptr.Deref(set.MinCount, set.Count))
	}
	return counts
}
