package kueue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"
	"sigs.k8s.io/controller-runtime/pkg/event"
	api "sigs.k8s.io/kueue/apis/kueue/v1beta2"
	"sigs.k8s.io/kueue/pkg/controller/jobframework"
	"sigs.k8s.io/kueue/pkg/resources"
	"sigs.k8s.io/kueue/pkg/workload"
)

// decision is what comes of a workload in Kueue.
type decision struct {
	// Its webhooks refuse the object, or the API server does, and the person is told.
	refused string
	// There are no pods.
	nothing bool
	// Why it is not even tried.
	misconfigured string
	// On an empty cluster, and beside what others use.
	ever, now attempt
	// Nothing of its queue is admitted now.
	stopped bool
	// What it is charged, for whoever reads a reproduction, and by which names.
	charged string
	names   map[corev1.ResourceName]bool
	// The Workload's pod sets, and whether these are the pods of a group.
	sets  []api.PodSet
	group bool
	// Some ResourceSlices are of a generation that its driver has replaced.
	outdated bool
}

// couldEver is whether Kueue admits it on an empty cluster, by its own choice of flavors or by another one.
func (d decision) couldEver() bool {
	return d.misconfigured == "" && (d.ever.fits || d.ever.byOtherFlavors)
}

// decide applies the objects and follows them up to the assignment of flavors.
func (w *world) decide(ctx context.Context, of drawn) (decision, error) {
	defer w.clear(ctx)
	var last client.Object
	for _, object := range of.objects {
		object = w.applied(object)
		if exceedsLimits(object) {
			return decision{refused: "by the API server: a request beyond its limit"}, nil
		}
		if err := w.webhooks.admit(ctx, object); err != nil {
			if errors.Is(err, errRefused) {
				return decision{refused: err.Error()}, nil
			}
			return decision{}, err
		}
		if pod := podOf(object); pod != nil {
			object = pod
			setServerDefaults(w.cluster, pod)
			if exceedsLimits(pod) {
				return decision{misconfigured: "the API server refuses the pods: a request beyond its limit"}, nil
			}
			if err := w.webhooks.admit(ctx, pod); err != nil {
				return decision{misconfigured: "of its pods: " + err.Error()}, nil
			}
		}
		if err := w.client.Create(ctx, object); err != nil {
			return decision{}, err
		}
		last = object
	}
	// Of the pods of a group it is the same for each.
	if err := w.reconcile(ctx, last); err != nil {
		return decision{misconfigured: "reconciler: " + err.Error()}, nil
	}
	made, err := w.made(ctx)
	if err != nil {
		return decision{}, err
	}
	if made == nil {
		return decision{nothing: isScaledToZero(last), misconfigured: "no Workload is made of it"}, nil
	}
	if !hasPods(made.Spec.PodSets) {
		return decision{nothing: true}, nil
	}
	decided, err := w.decideWorkload(ctx, of.queue, made)
	decided.group = of.kind == podGroup
	decided.outdated = slices.ContainsFunc(w.cluster.slices,
		func(one *resourcev1.ResourceSlice) bool { return one.Spec.Pool.Generation > 1 })
	return decided, err
}

func (w *world) applied(object client.Object) client.Object {
	object = object.DeepCopyObject().(client.Object)
	setServerDefaults(w.cluster, object)
	return object
}

// podOf is one of the pods that controllers make of kinds of which Kueue takes each pod by itself.
func podOf(object client.Object) *corev1.Pod {
	var template corev1.PodTemplateSpec
	switch of := object.(type) {
	case *appsv1.Deployment:
		template = of.Spec.Template
	case *appsv1.ReplicaSet:
		template = of.Spec.Template
	case *appsv1.DaemonSet:
		template = of.Spec.Template
	default:
		return nil
	}
	meta := *template.ObjectMeta.DeepCopy()
	meta.Name, meta.Namespace = object.GetName()+"-0", object.GetNamespace()
	return &corev1.Pod{TypeMeta: typeOf("v1", "Pod"), ObjectMeta: meta, Spec: template.Spec}
}

// reconcile has Kueue make a Workload of an object. Those written by hand are one.
func (w *world) reconcile(ctx context.Context, object client.Object) error {
	kind, err := apiutil.GVKForObject(object, scheme)
	if err != nil || kind.Kind == "Workload" {
		return err
	}
	request := ctrl.Request{NamespacedName: client.ObjectKeyFromObject(object)}
	if pod, isPod := object.(*corev1.Pod); isPod {
		if group := pod.Labels["kueue.x-k8s.io/pod-group-name"]; group != "" {
			request.Name, request.Namespace = group, "group/"+request.Namespace
		}
	}
	reconciler, err := w.reconcilerOf(ctx, kind)
	if err != nil {
		return err
	}
	_, err = reconciler.Reconcile(ctx, request)
	return err
}

func (w *world) reconcilerOf(ctx context.Context,
	kind schema.GroupVersionKind) (jobframework.JobReconcilerInterface, error) {
	integration, known := jobframework.GetIntegrationByGVK(kind)
	if !known {
		return nil, fmt.Errorf("no integration of %s", kind)
	}
	return integration.NewReconciler(ctx, w.client, nil, recorder{}, w.options...)
}

// made is the Workload of what was applied: of a LeaderWorkerSet the first, the others are alike.
func (w *world) made(ctx context.Context) (*api.Workload, error) {
	var list api.WorkloadList
	if err := w.client.List(ctx, &list, client.InNamespace(namespace)); err != nil || len(list.Items) == 0 {
		return nil, err
	}
	slices.SortFunc(list.Items, func(a, b api.Workload) int { return strings.Compare(a.Name, b.Name) })
	return &list.Items[0], nil
}

// Of such a StatefulSet Kueue makes no Workload.
func isScaledToZero(object client.Object) bool {
	set, isSet := object.(*appsv1.StatefulSet)
	return isSet && ptr.Deref(set.Spec.Replicas, 1) == 0
}

func hasPods(sets []api.PodSet) bool {
	return slices.ContainsFunc(sets, func(set api.PodSet) bool { return set.Count > 0 })
}

// clear takes away what was applied and what Kueue made of it.
func (w *world) clear(ctx context.Context) {
	var list api.WorkloadList
	must(w.client.List(ctx, &list, client.InNamespace(namespace)))
	for i := range list.Items {
		of := &list.Items[i]
		w.queues.DeleteAndForgetWorkload(silent, workload.Key(of))
		of.Finalizers = nil
		must(w.client.Update(ctx, of))
		must(client.IgnoreNotFound(w.client.Delete(ctx, of)))
	}
	var pods corev1.PodList
	must(w.client.List(ctx, &pods, client.InNamespace(namespace)))
	for i := range pods.Items {
		pods.Items[i].Finalizers = nil
		must(w.client.Update(ctx, &pods.Items[i]))
		must(client.IgnoreNotFound(w.client.Delete(ctx, &pods.Items[i])))
	}
}

func (w *world) decideWorkload(ctx context.Context, queue *api.LocalQueue, of *api.Workload) (decision, error) {
	made := decision{sets: of.Spec.PodSets, stopped: w.isStopped(queue), names: map[corev1.ResourceName]bool{}}
	w.workloads.Create(event.TypedCreateEvent[*api.Workload]{Object: of})
	_, failed := w.workloads.Reconcile(ctx, ctrl.Request{NamespacedName: client.ObjectKeyFromObject(of)})
	info := w.queued(queue.Spec.ClusterQueue)
	if info == nil {
		made.misconfigured = w.whyNotQueued(ctx, of, failed)
		return made, nil
	}
	for _, set := range info.TotalRequests {
		asked := resources.ToMap(set.Requests)
		made.charged += fmt.Sprintf("%s x%d: %v; ", set.Name, set.Count, asked)
		for name := range asked {
			made.names[name] = true
		}
	}
	inEmpty := w.empty.ClusterQueue(info.ClusterQueue)
	if inEmpty == nil {
		return made, fmt.Errorf("ClusterQueue %s is not active", info.ClusterQueue)
	}
	if err := workload.ValidateAdmissibility(ctx, w.client, info, inEmpty.NamespaceSelector); err != nil {
		made.misconfigured = err.Error()
		return made, nil
	}
	made.ever = w.attempt(ctx, info, w.empty)
	made.now = w.attempt(ctx, info, w.used)
	return made, nil
}

// queued is what the scheduler would get as the head of a queue.
func (w *world) queued(queue api.ClusterQueueReference) *workload.Info {
	for _, info := range w.queues.PendingWorkloadsInfo(queue) {
		of := *info
		of.ClusterQueue = queue
		return &of
	}
	return nil
}

func (w *world) whyNotQueued(ctx context.Context, of *api.Workload, failed error) string {
	if failed != nil {
		return failed.Error()
	}
	var now api.Workload
	must(w.client.Get(ctx, client.ObjectKeyFromObject(of), &now))
	if condition := apimeta.FindStatusCondition(now.Status.Conditions, api.WorkloadQuotaReserved); condition != nil {
		return condition.Reason + ": " + condition.Message
	}
	return "not queued"
}

func (w *world) isStopped(queue *api.LocalQueue) bool {
	return ptr.Deref(queue.Spec.StopPolicy, api.None) != api.None ||
		w.used.InactiveClusterQueueSets.Has(queue.Spec.ClusterQueue)
}
