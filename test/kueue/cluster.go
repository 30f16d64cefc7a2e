package kueue

import (
	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	config "sigs.k8s.io/kueue/apis/config/v1beta2"
	api "sigs.k8s.io/kueue/apis/kueue/v1beta2"
)

const (
	namespace      = "team-a"
	queueLabel     = "kueue.x-k8s.io/queue-name"
	kueueNamespace = "kueue-system"
)

// Names that pods ask for and quotas are of.
const (
	gpu       = corev1.ResourceName("nvidia.com/gpu")
	otherGPU  = corev1.ResourceName("x.com/gpu")
	mig       = corev1.ResourceName("nvidia.com/mig-1g")
	migs      = corev1.ResourceName("migs")
	migMemory = corev1.ResourceName("mig.memory")
	migShare  = corev1.ResourceName("mig.compute")
	memory    = corev1.ResourceName("gpu.memory")
	credits   = corev1.ResourceName("credits")
)

// cluster is what stands before a workload comes.
type cluster struct {
	namespace     *corev1.Namespace
	configuration config.Configuration
	classes       []*resourcev1.DeviceClass
	slices        []*resourcev1.ResourceSlice
	templates     []*resourcev1.ResourceClaimTemplate
	limitRanges   []*corev1.LimitRange
	topologies    []*api.Topology
	flavors       []*api.ResourceFlavor
	cohorts       []*api.Cohort
	clusterQueues []*api.ClusterQueue
	localQueues   []*api.LocalQueue
	// Those that the queues' usage comes from.
	admitted []*api.Workload

	// Names that devices are charged by, and quotas may be of.
	charged []corev1.ResourceName
	traits  traits
}

// traits are what a cluster and its workloads may have. Each cluster has some of them, so that simple ones stay
// simple: with all of them at once hardly any workload would fit.
type traits struct {
	// Claims by template, device classes with extended resources, selectors; counters and capacities.
	claims, sources bool
	// Labels and taints of flavors, topologies of flavors and groups of pod sets.
	constraints, topologies, groups bool
	// What others use, stopped queues.
	usage, stops bool
	// Transformations, excluded prefixes, QuotaCheckStrategy.
	configuration bool
	// LimitRanges, init containers, overhead, requests that limits alone say.
	limits bool
	// Amounts and requests that nobody would write.
	odd bool
}

func drawTraits(d draw) traits {
	t := traits{
		claims:        d.percent(65),
		constraints:   d.percent(35),
		topologies:    d.percent(30),
		groups:        d.percent(60),
		usage:         d.percent(75),
		stops:         d.percent(15),
		configuration: d.percent(35),
		limits:        d.percent(40),
		odd:           d.percent(20),
	}
	t.sources = t.claims && d.percent(40)
	return t
}

// objects are those of the API server.
func (c *cluster) objects() []client.Object {
	all := []client.Object{c.namespace}
	all = append(all, objectsOf(c.classes)...)
	all = append(all, objectsOf(c.slices)...)
	all = append(all, objectsOf(c.templates)...)
	all = append(all, objectsOf(c.limitRanges)...)
	all = append(all, objectsOf(c.topologies)...)
	all = append(all, objectsOf(c.flavors)...)
	all = append(all, objectsOf(c.cohorts)...)
	all = append(all, objectsOf(c.clusterQueues)...)
	return append(all, objectsOf(c.localQueues)...)
}

func objectsOf[T client.Object](list []T) []client.Object {
	var all []client.Object
	for _, one := range list {
		all = append(all, one)
	}
	return all
}

func kueueType(kind string) metav1.TypeMeta {
	return metav1.TypeMeta{APIVersion: "kueue.x-k8s.io/v1beta2", Kind: kind}
}

func resourceType(kind string) metav1.TypeMeta {
	return metav1.TypeMeta{APIVersion: "resource.k8s.io/v1", Kind: kind}
}

func named(name string) metav1.ObjectMeta { return metav1.ObjectMeta{Name: name} }

func inNamespace(name string) metav1.ObjectMeta {
	return metav1.ObjectMeta{Name: name, Namespace: namespace}
}

func drawCluster(d draw) *cluster {
	c := &cluster{traits: drawTraits(d)}
	c.namespace = &corev1.Namespace{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Namespace"},
		ObjectMeta: named(namespace),
	}
	c.namespace.Labels = map[string]string{"kubernetes.io/metadata.name": namespace, "dept": "research"}
	drawDevices(d, c)
	drawConfiguration(d, c)
	drawTemplates(d, c)
	drawFlavors(d, c)
	drawQueues(d, c)
	drawLimitRanges(d, c)
	drawUsage(d, c)
	return c
}
