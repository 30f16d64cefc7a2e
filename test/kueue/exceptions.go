package kueue

import (
	"regexp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	api "sigs.k8s.io/kueue/apis/kueue/v1beta2"
)

// exception is a difference that is meant.
type exception struct {
	name  string
	fault fault
	// Why it is none.
	reason  string
	applies func(decision, said) bool
}

var laterRequest = regexp.MustCompile(`requests\[[1-9][0-9]*\].* insufficient matching devices`)

func asksForNoDevices(set api.PodSet) bool {
	spec := set.Template.Spec
	return len(spec.ResourceClaims) == 0 &&
		!slices.ContainsFunc(slices.Concat(spec.InitContainers, spec.Containers), func(of corev1.Container) bool {
			for name := range of.Resources.Requests {
				if strings.Contains(string(name), "/") {
					return true
				}
			}
			return false
		})
}

var exceptions = []exception{
	{
		name:   "refused otherwise",
		fault:  silentNever,
		reason: "What is refused for another reason is not applied, and no queue is asked.",
		applies: func(_ decision, says said) bool {
			return says.refusedOtherwise
		},
	},
	{
		name:   "refused otherwise, for now",
		fault:  silentWait,
		reason: "The same.",
		applies: func(_ decision, says said) bool {
			return says.refusedOtherwise
		},
	},
	{
		name:   "nodes, ever",
		fault:  silentNever,
		reason: "The room and the labels of nodes are not looked at, which Kueue packs pods onto by a topology.",
		applies: func(of decision, _ said) bool {
			return of.ever.byNodes
		},
	},
	{
		name:   "nodes, now",
		fault:  silentWait,
		reason: "The same.",
		applies: func(of decision, _ said) bool {
			return of.now.byNodes
		},
	},
	{
		name:   "selectors",
		fault:  silentNever,
		reason: "That no published device matches is told of the template, as a warning: others may come.",
		applies: func(of decision, says said) bool {
			return strings.Contains(of.misconfigured, "insufficient matching devices") && says.has("SelectorNeverMatches")
		},
	},
	{
		name:  "order of devices",
		fault: silentNever,
		reason: "Of requests in one claim an earlier one may take the devices of a later one, by the order in which " +
			"devices are listed. What fits in some order is not told.",
		applies: func(of decision, _ said) bool {
			return laterRequest.MatchString(of.misconfigured)
		},
	},
	{
		name:  "slices that were replaced",
		fault: falseNever,
		reason: "For selectors Kueue counts devices of older slices, too, until the driver removes them, which it does " +
			"in a moment.",
		applies: func(of decision, says said) bool {
			return of.outdated && slices.ContainsFunc(says.findings, func(one finding) bool {
				return strings.Contains(one.Message, "in the cluster match") ||
					strings.Contains(one.Message, "and the cluster has")
			})
		},
	},
	{
		name:   "limits of LimitRanges",
		fault:  silentNever,
		reason: "That a LimitRange gives less than is asked for is told of the pods, which the API server would refuse, too.",
		applies: func(of decision, says said) bool {
			return strings.Contains(of.misconfigured, "limit") && says.has("LimitRangeExceeded")
		},
	},
	{
		name:   "pods of a group without devices",
		fault:  silentNever,
		reason: "Pods that ask for no devices are not looked at, and a group is judged by those that do.",
		applies: func(of decision, _ said) bool {
			return of.group && slices.ContainsFunc(of.sets, asksForNoDevices)
		},
	},
	{
		name:  "pods of a group that are left out",
		fault: silentNever,
		reason: "Kueue ends an assignment where pods ask for nothing that is covered, and leaves out those that come " +
			"later. Of a group these hang on hashes of their roles.",
		applies: func(of decision, _ said) bool {
			return of.group && of.ever.why == leftOut
		},
	},
	{
		name:  "topologies of pods that are alike",
		fault: falseNever,
		reason: "Kueue asks for that of the first of them. Each is judged by its own, and warned of, since nobody knows " +
			"which will be the first.",
		applies: func(of decision, says said) bool {
			return of.group && says.has("NoFlavorFits")
		},
	},
	{
		name:  "topologies of several sets",
		fault: silentNever,
		reason: "Which flavors leave pods one topology is looked at for each pod set, and not for all choices of several " +
			"that have to share quota.",
		applies: func(of decision, _ said) bool {
			return len(of.sets) > 1 && strings.Contains(of.ever.why, "TAS flavor assigned")
		},
	},
	{
		name:   "topologies of several sets, now",
		fault:  silentWait,
		reason: "The same.",
		applies: func(of decision, _ said) bool {
			return len(of.sets) > 1 && strings.Contains(of.now.why, "TAS flavor assigned")
		},
	},
	{
		name:  "webhooks of what it makes",
		fault: falseNever,
		reason: "Kueue's webhooks refuse annotations of topologies in Jobs without a queue, too: those that KubeRay or " +
			"an AppWrapper makes. That is not followed here.",
		applies: func(_ decision, says said) bool {
			return slices.ContainsFunc(says.findings, func(one finding) bool {
				return strings.Contains(one.Message, "webhook refuses this AppWrapper") ||
					strings.Contains(one.Message, "webhook refuses this RayJob")
			})
		},
	},
	{
		name:  "another choice of flavors",
		fault: silentWait,
		reason: "Kueue takes the first flavor that fits, and may so miss a choice that fits. Drawbridge tries all, " +
			"since what can be placed is never refused, and others decide which are free at the time.",
		applies: func(of decision, _ said) bool {
			return of.now.byOtherFlavors
		},
	},
}
