package kueue

import (
	"context"
	"fmt"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	api "sigs.k8s.io/kueue/apis/kueue/v1beta2"
	queuecache "sigs.k8s.io/kueue/pkg/cache/queue"
	schedulercache "sigs.k8s.io/kueue/pkg/cache/scheduler"
	kueueconfig "sigs.k8s.io/kueue/pkg/config"
	"sigs.k8s.io/kueue/pkg/controller/core"
	"sigs.k8s.io/kueue/pkg/controller/jobframework"
	"sigs.k8s.io/kueue/pkg/dra"
	"sigs.k8s.io/kueue/pkg/util/expectations"
	kueuewebhooks "sigs.k8s.io/kueue/pkg/webhooks"
)

var silent = logr.Discard()

func background() context.Context { return ctrl.LoggerInto(context.Background(), silent) }

// world is Kueue above a cluster: an API server in memory, its webhooks, its reconcilers and its caches.
type world struct {
	cluster  *cluster
	client   client.Client
	webhooks *webhooks
	options  []jobframework.Option
	queues   *queuecache.Manager
	// Makes of Workloads what the scheduler gets.
	workloads *core.WorkloadReconciler
	// With nothing in use and nothing stopped; and as it is.
	empty, used *schedulercache.Snapshot
}

// newWorld is an error where Kueue's webhooks, or its start, refuse what was drawn. It writes the usage into the
// statuses of the cluster's ClusterQueues, as Kueue does.
func newWorld(ctx context.Context, c *cluster) (*world, error) {
	server := newClient(c)
	w := &world{cluster: c, client: server}
	started := c.configuration.DeepCopy()
	scheme.Default(started)
	if errs := kueueconfig.Validate(started, scheme); len(errs) > 0 {
		return nil, fmt.Errorf("configuration: %w", errs.ToAggregate())
	}
	for _, queue := range c.clusterQueues {
		if errs := kueuewebhooks.ValidateClusterQueue(queue); len(errs) > 0 {
			return nil, fmt.Errorf("%s: %w", queue.Name, errs.ToAggregate())
		}
	}
	idle, err := w.cache(ctx, false)
	if err != nil {
		return nil, err
	}
	busy, err := w.cache(ctx, true)
	if err != nil {
		return nil, err
	}
	if w.empty, err = idle.Snapshot(ctx); err != nil {
		return nil, err
	}
	if w.used, err = busy.Snapshot(ctx); err != nil {
		return nil, err
	}
	if err := w.writeUsage(busy); err != nil {
		return nil, err
	}
	if err := w.startQueues(ctx, idle); err != nil {
		return nil, err
	}
	w.options = []jobframework.Option{
		jobframework.WithEnabledFrameworks(frameworks),
		jobframework.WithManagedJobsNamespaceSelector(labels.Everything()),
		jobframework.WithQueues(w.queues),
		jobframework.WithCache(idle),
	}
	if w.webhooks, err = newWebhooks(w.client, w.options); err != nil {
		return nil, err
	}
	w.client = admitting(server, w.webhooks)
	return w, nil
}

// cache holds what the scheduler decides by: with what is in use and stopped, or without.
func (w *world) cache(ctx context.Context, used bool) (*schedulercache.Cache, error) {
	resources := w.cluster.configuration.Resources
	cache := schedulercache.New(w.client,
		schedulercache.WithExcludedResourcePrefixes(resources.ExcludeResourcePrefixes),
		schedulercache.WithResourceTransformations(resources.Transformations))
	for _, topology := range w.cluster.topologies {
		cache.AddOrUpdateTopology(silent, topology.DeepCopy())
	}
	names := []corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceMemory, corev1.ResourcePods, gpu, otherGPU, mig}
	for _, flavor := range w.cluster.flavors {
		cache.AddOrUpdateResourceFlavor(silent, flavor.DeepCopy())
		for _, node := range nodesOf(flavor, names) {
			cache.TASCache().SyncNode(node)
		}
	}
	for _, cohort := range w.cluster.cohorts {
		if err := cache.AddOrUpdateCohort(cohort.DeepCopy()); err != nil {
			return nil, err
		}
	}
	for _, queue := range w.cluster.clusterQueues {
		queue = queue.DeepCopy()
		if !used {
			queue.Spec.StopPolicy = ptr.To(api.None)
		}
		if err := cache.AddClusterQueue(ctx, queue); err != nil {
			return nil, err
		}
	}
	if !used {
		return cache, nil
	}
	for _, admitted := range w.cluster.admitted {
		if !cache.AddOrUpdateWorkload(silent, admitted.DeepCopy()) {
			return nil, fmt.Errorf("%s is not counted", admitted.Name)
		}
	}
	return cache, nil
}

func (w *world) writeUsage(cache *schedulercache.Cache) error {
	if len(w.cluster.admitted) == 0 {
		return nil
	}
	for _, queue := range w.cluster.clusterQueues {
		usage, err := cache.Usage(queue)
		if err != nil {
			return err
		}
		queue.Status.FlavorsReservation = usage.ReservedResources
		queue.Status.FlavorsUsage = usage.AdmittedResources
	}
	return nil
}

// startQueues makes the path from a Workload to the scheduler: what devices come to, transformations, and the queue in
// which it waits. Stopped queues wait, too; that is looked at apart.
func (w *world) startQueues(ctx context.Context, cache *schedulercache.Cache) error {
	resources := w.cluster.configuration.Resources
	mapper := dra.NewResourceMapper()
	if err := mapper.PopulateFromConfiguration(resources.DeviceClassMappings); err != nil {
		return err
	}
	extended := dra.NewExtendedResourceCache()
	for _, class := range w.cluster.classes {
		if name := class.Spec.ExtendedResourceName; name != nil {
			extended.Add(corev1.ResourceName(*name), class.Name)
		}
	}
	preemptions := expectations.NewStore("preemptions")
	w.queues = queuecache.NewManagerForUnitTests(w.client, nil,
		queuecache.WithExcludedResourcePrefixes(resources.ExcludeResourcePrefixes),
		queuecache.WithResourceTransformations(resources.Transformations),
		queuecache.WithDRABackedResources(extended),
		queuecache.WithPreemptionExpectations(preemptions))
	for _, queue := range w.cluster.clusterQueues {
		queue = queue.DeepCopy()
		queue.Spec.StopPolicy = ptr.To(api.None)
		if err := w.queues.AddClusterQueue(ctx, queue); err != nil {
			return err
		}
	}
	for _, queue := range w.cluster.localQueues {
		queue = queue.DeepCopy()
		queue.Spec.StopPolicy = ptr.To(api.None)
		if err := w.queues.AddLocalQueue(ctx, queue); err != nil {
			return err
		}
	}
	w.workloads = core.NewWorkloadReconciler(w.client, w.queues, cache, recorder{},
		core.WithDRAMapper(mapper),
		core.WithDRABackedResources(extended),
		core.WithResourceSliceAPIAvailable(true),
		core.WithPreemptionExpectations(preemptions))
	return nil
}
