package kueue

import (
	"context"
	"fmt"
	"slices"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/types"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	clienttesting "k8s.io/client-go/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	config "sigs.k8s.io/kueue/apis/config/v1beta2"
	apibeta1 "sigs.k8s.io/kueue/apis/kueue/v1beta1"
	api "sigs.k8s.io/kueue/apis/kueue/v1beta2"
	"sigs.k8s.io/kueue/pkg/controller/core"
	"sigs.k8s.io/kueue/pkg/controller/core/indexer"
	"sigs.k8s.io/kueue/pkg/controller/jobframework"
	_ "sigs.k8s.io/kueue/pkg/controller/jobs" // registers the integrations
	utiltesting "sigs.k8s.io/kueue/pkg/util/testing"
)

var scheme = newScheme()

func newScheme() *runtime.Scheme {
	of := runtime.NewScheme()
	must(clientgoscheme.AddToScheme(of))
	must(config.AddToScheme(of))
	must(api.AddToScheme(of))
	must(apibeta1.AddToScheme(of))
	must(jobframework.ForEachIntegration(func(_ string, callbacks jobframework.IntegrationCallbacks) error {
		if callbacks.AddToScheme == nil {
			return nil
		}
		return callbacks.AddToScheme(of)
	}))
	return of
}

// fields adds what Kueue lists objects by. Some integrations share an index.
type fields struct {
	builder *fake.ClientBuilder
	known   map[string]bool
}

func (f fields) IndexField(_ context.Context, object client.Object, field string, values client.IndexerFunc) error {
	key := fmt.Sprintf("%T %s", object, field)
	if !f.known[key] {
		f.builder.WithIndex(object, field, values)
		f.known[key] = true
	}
	return nil
}

// newClient is an API server in memory that has the objects of a cluster.
func newClient(c *cluster) client.WithWatch {
	// The tracker that the builder would make manages fields, which costs more than all of Kueue.
	objects := clienttesting.NewObjectTracker(scheme, serializer.NewCodecFactory(scheme).UniversalDecoder())
	builder := fake.NewClientBuilder().WithScheme(scheme).WithObjectTracker(objects).
		WithStatusSubresource(&api.Workload{})
	ctx, all := background(), fields{builder, map[string]bool{}}
	must(indexer.Setup(ctx, all))
	must(core.SetupResourceSliceIndexer(ctx, all))
	must(jobframework.SetupIndexes(ctx, all, jobframework.WithEnabledFrameworks(frameworks)))
	for _, object := range c.objects() {
		builder.WithObjects(object.DeepCopyObject().(client.Object))
	}
	return builder.Build()
}

// admitting asks the webhooks of what Kueue's own reconcilers create, and names it.
func admitting(of client.WithWatch, hooks *webhooks) client.WithWatch {
	return interceptor.NewClient(of, interceptor.Funcs{
		Create: func(ctx context.Context, to client.WithWatch, object client.Object, options ...client.CreateOption) error {
			if workload, isWorkload := object.(*api.Workload); isWorkload {
				workload.TypeMeta = kueueType("Workload")
				if err := hooks.admit(ctx, workload); err != nil {
					return err
				}
			}
			if object.GetUID() == "" {
				object.SetUID(types.UID(object.GetName()))
			}
			return to.Create(ctx, object, options...)
		},
		SubResourcePatch: utiltesting.TreatSSAAsStrategicMerge,
	})
}

// recorder drops events.
type recorder struct{}

func (recorder) Eventf(runtime.Object, runtime.Object, string, string, string, string, ...any) {}

// setServerDefaults does what the API server does before it asks webhooks, as far as Kueue reads it.
func setServerDefaults(c *cluster, object client.Object) {
	switch of := object.(type) {
	case *batchv1.Job:
		if of.Spec.Parallelism == nil && of.Spec.Completions == nil {
			one := int32(1)
			of.Spec.Completions = &one
		}
		if of.Spec.Parallelism == nil {
			one := int32(1)
			of.Spec.Parallelism = &one
		}
	case *corev1.Pod:
		for i := range of.Spec.InitContainers {
			setPodDefaults(c, &of.Spec.InitContainers[i].Resources)
		}
		for i := range of.Spec.Containers {
			setPodDefaults(c, &of.Spec.Containers[i].Resources)
		}
	}
}

// setPodDefaults takes limits for requests that are not said, and what LimitRanges say of both. Templates stay as they
// are.
func setPodDefaults(c *cluster, of *corev1.ResourceRequirements) {
	of.Requests = filled(of.Requests, of.Limits)
	for _, limitRange := range c.limitRanges {
		for _, item := range limitRange.Spec.Limits {
			of.Limits = filled(of.Limits, item.Default)
			of.Requests = filled(of.Requests, item.DefaultRequest)
		}
	}
}

func filled(list, by corev1.ResourceList) corev1.ResourceList {
	for name, amount := range by {
		if _, said := list[name]; said {
			continue
		}
		if list == nil {
			list = corev1.ResourceList{}
		}
		list[name] = amount.DeepCopy()
	}
	return list
}

// exceedsLimits is what the API server refuses of a pod.
func exceedsLimits(object client.Object) bool {
	pod, isPod := object.(*corev1.Pod)
	if !isPod {
		return false
	}
	return slices.ContainsFunc(slices.Concat(pod.Spec.InitContainers, pod.Spec.Containers),
		func(container corev1.Container) bool {
			for name, amount := range container.Resources.Requests {
				if limit, said := container.Resources.Limits[name]; said && amount.Cmp(limit) > 0 {
					return true
				}
			}
			return false
		})
}
